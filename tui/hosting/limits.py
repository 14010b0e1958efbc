"""How many may come, how often, and for how long they may sit idle."""

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address

from amunre.tui.hosting.premises import GUEST

MINUTE = 60.0
ARRIVING = 500
"""Connections of those who have not logged in yet: a bound of their own, or silence could take all seats."""
NETWORK = 64
"""Bits of an IPv6 address that tell one place from another: the others each place can choose."""


@dataclass(frozen=True)
class Limits:
    """What a server puts up with."""

    lines: int = 100
    """Connections of those who have logged in."""
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
        self._inside = 0
        self._names: Counter[str] = Counter()
        self._knocks: defaultdict[str, deque[float]] = defaultdict(deque)

    def refusal(self, address: str) -> str:
        """Why nobody may come from an address now; empty if she may. It counts as a knock in any case."""
        whence = origin(address)
        knocks = self._knocks[whence]
        knocks.append(self._clock())
        self._forget(knocks)
        if len(knocks) > self._limits.logins:
            return "hosting.too_often"
        if self._addresses[whence] >= self._limits.per_address:
            return "hosting.address_full"
        if self._addresses.total() - self._inside >= ARRIVING:
            return "hosting.full"
        return ""

    def enter(self, address: str) -> None:
        """One more from an address, who has to log in."""
        self._addresses[origin(address)] += 1

    def admit(self) -> bool:
        """Whether there is a seat for one more who has logged in; it is hers."""
        if self._inside >= self._limits.lines:
            return False
        self._inside += 1
        return True

    def leave(self, address: str, admitted: bool) -> None:
        """One less."""
        self._inside -= admitted
        self._addresses[origin(address)] -= 1
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


def origin(address: str) -> str:
    """What counts as one address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((int(found), NETWORK), strict=False))
    return address
