"""A player's process, from its birth as a copy of the forker to the app on a terminal of its own."""

import fcntl
import gc
import json
import os
import resource
import signal
import termios
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn

from amunre.tui.__main__ import safely
from amunre.tui.commands.play import check_terminal
from amunre.tui.guests import open_table
from amunre.tui.house import House
from amunre.tui.languages import spoken
from amunre.tui.words import load

MEGABYTE = 1 << 20
LIMITS = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: 64,
    resource.RLIMIT_FSIZE: 64 * MEGABYTE,
    resource.RLIMIT_AS: 2048 * MEGABYTE,
}
"""What a player's process may use at most."""
GARBAGE = (300, 3, 3)
"""When Python looks for garbage: early, since what lies around costs memory in every process."""
PRIVATE = 0o077
"""What others may do with its files: nothing."""


@dataclass(frozen=True)
class Order:
    """Whose process is to be started, and where."""

    number: int
    """By which the server knows it."""
    name: str
    tty: str
    folder: str
    environment: dict[str, str]
    """Nothing else from outside reaches the process."""
    uid: int | None = None
    gid: int | None = None
    """Whom it is to run as; None: as the server does."""

    @property
    def line(self) -> bytes:
        """As it is written to the forker."""
        return json.dumps(asdict(self)).encode() + b"\n"


def live(order: Order, patience: Callable[[], float]) -> NoReturn:
    """Leave the forker behind, and play."""
    code = 1
    try:
        _take_terminal(order.tty)
        _forget_forker()
        _give_up_rights(order)
        gc.set_threshold(*GARBAGE)
        os.environ.clear()
        os.environ.update(order.environment)
        words = load(spoken())

        def play() -> None:
            check_terminal(words)
            open_table(Path(order.folder), House(order.name, patience))

        code = safely(play, words)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    finally:
        os._exit(code)


def _take_terminal(tty: str) -> None:
    os.setsid()
    terminal = os.open(tty, os.O_RDWR)
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for standard in range(3):
        os.dup2(terminal, standard)
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _forget_forker() -> None:
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _give_up_rights(order: Order) -> None:
    for kind, most in LIMITS.items():
        resource.setrlimit(kind, (most, most))
    os.umask(PRIVATE)
    os.chdir("/")
    if order.uid is not None and order.gid is not None:
        os.setgroups([])
        os.setgid(order.gid)
        os.setuid(order.uid)
