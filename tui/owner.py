"""Who holds a kept game: a process of some host, for as long as it lives."""

import os
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from socket import gethostname


@dataclass(frozen=True)
class Owner:
    """A process that plays a game."""

    token: str
    """No other owner has the same."""
    host: str
    pid: int
    birth: str
    """When the process started, as the system counts; empty where it does not say."""
    since: datetime

    @property
    def living(self) -> bool:
        """Whether it may still play: a process of another host always may."""
        return self.host != gethostname() or (_runs(self.pid) and self.birth == _birth(self.pid))


def new_owner() -> Owner:
    """This process, from now on."""
    return Owner(os.urandom(8).hex(), gethostname(), os.getpid(), _birth(os.getpid()), datetime.now(UTC))


def _birth(pid: int) -> str:
    """Tells processes apart that had the same number one after another."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return ""
    # The second field is the program's name in parentheses, which may hold anything; the state is the third.
    state, *fields = stat.rpartition(b")")[2].decode().split()
    return "" if state == "Z" else fields[18]


def _runs(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # There, to ask would be to end it.
    try:
        os.kill(pid, 0)
    except OSError as error:
        return isinstance(error, PermissionError)
    return True
