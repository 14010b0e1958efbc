"""The folder of a server: where the games of each name are kept, and who may reach them."""

import fcntl
import os
import pwd
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_IXOTH
from tempfile import mkdtemp

from amunre.core import BadInput
from amunre.tui.guests import name

GUEST = "guest"
"""Logs in without a key, where guests are welcome, and leaves nothing behind."""
UNPRIVILEGED = "nobody"
FOR_ROOT = Path("/var/lib/amunre-tui")
PRIVATE, PASSABLE = 0o700, 0o711


@dataclass(frozen=True)
class Account:
    """The user of the system that the players' processes run as, where the server itself is root."""

    uid: int
    gid: int


def account(user: str | None) -> Account | None:
    """The account of a user; None where processes stay the server's own."""
    if os.geteuid():
        if user is not None:
            raise BadInput(f"--user {user}: only root can run games as another user")
        return None
    try:
        found = pwd.getpwnam(user or UNPRIVILEGED)
    except KeyError:
        raise BadInput(f"there is no user {user or UNPRIVILEGED} to run games as: name one with --user") from None
    if not found.pw_uid:
        raise BadInput(f"{user}: games do not run as root")
    return Account(found.pw_uid, found.pw_gid)


class Premises:
    """A server's folder."""

    def __init__(self, folder: Path, owner: Account | None = None) -> None:
        self.folder = folder.absolute()
        self.owner = owner
        self._guests = self.folder / "guests"

    def prepare(self) -> None:
        """Make what is missing, and see that players can reach their games."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for part in ("keys", "players", "guests"):
                (self.folder / part).mkdir(exist_ok=True)
            for part in ("", "players", "guests"):
                (self.folder / part).chmod(PASSABLE if self.owner else PRIVATE)
        except OSError as error:
            raise BadInput(f"{error.filename or self.folder}: cannot be used: {error.strerror}") from None
        if self.owner is not None:
            self._check_way(self.owner)

    def _check_way(self, owner: Account) -> None:
        for place in self.folder.parents:
            stat = place.stat()
            if not stat.st_mode & S_IXOTH and stat.st_uid != owner.uid:
                raise BadInput(f"{place}: games would run as a user who may not enter it: choose another --data")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep another server out, and forget the guests of an earlier one."""
        with (self.folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput(f"{self.folder}: another server is at work here") from None
            for left in self._guests.iterdir():
                self.clear(left)
            yield

    def room(self, called: str) -> Path:
        """Where the games of a name are kept; a guest's are thrown away by `clear`."""
        if called == GUEST:
            place = Path(mkdtemp(dir=self._guests))
        else:
            place = self.folder / "players" / name(called)
            place.mkdir(PRIVATE, exist_ok=True)
        if self.owner is not None:
            os.chown(place, self.owner.uid, self.owner.gid)
        return place

    def clear(self, place: Path) -> None:
        """Throw away what a guest has left behind."""
        if place.parent == self._guests:
            shutil.rmtree(place, ignore_errors=True)
