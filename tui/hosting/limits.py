"""How many may come, how often, and for how long they may sit idle."""

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass

from amunre.tui.hosting.premises import GUEST

MINUTE = 60.0


@dataclass(frozen=True)
class Limits:
    """What a server puts up with."""

    lines: int = 100
    """Connections in all."""
    per_address: int = 20
    """Connections from one address."""
    per_name: int = 4
    """Connections of one name."""
    logins: int = 60
    """New connections a minute from one address."""
    idle: float = 60.0
    """Minutes without a key."""


class Door:
    """Counts who is inside. What it refuses with is the key of the words for it."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._addresses: Counter[str] = Counter()
        self._names: Counter[str] = Counter()
        self._knocks: defaultdict[str, deque[float]] = defaultdict(deque)

    def refusal(self, address: str) -> str:
        """Why nobody may come in from an address now; empty if she may. It counts as a knock in any case."""
        knocks = self._knocks[address]
        knocks.append(self._clock())
        self._forget(knocks)
        if len(knocks) > self._limits.logins:
            return "hosting.too_often"
        if self._addresses[address] >= self._limits.per_address:
            return "hosting.address_full"
        if self._addresses.total() >= self._limits.lines:
            return "hosting.full"
        return ""

    def enter(self, address: str) -> None:
        """One more from an address."""
        self._addresses[address] += 1

    def leave(self, address: str) -> None:
        """One less."""
        self._addresses[address] -= 1
        self._addresses += Counter()
        for known in [known for known, knocks in self._knocks.items() if not self._forget(knocks)]:
            del self._knocks[known]

    def _forget(self, knocks: deque[float]) -> bool:
        """Whether there were any in the last minute. More than count are not remembered."""
        while knocks and (knocks[0] <= self._clock() - MINUTE or len(knocks) > self._limits.logins + 1):
            knocks.popleft()
        return bool(knocks)

    def sit(self, name: str) -> bool:
        """Whether one more of this name may play."""
        most = self._limits.lines if name == GUEST else self._limits.per_name
        if self._names[name] >= most:
            return False
        self._names[name] += 1
        return True

    def rise(self, name: str) -> None:
        """One less."""
        self._names[name] -= 1
        self._names += Counter()
