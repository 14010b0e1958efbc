"""A program in a terminal of its own: what it paints is read, what is typed reaches it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

PATIENCE = 20.0
"""Seconds after which what is waited for will not come any more."""
GRACE = 5.0
"""Seconds that a program has to end once its line is closed."""
LAUNCH = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal the program's own, so that closing the line hangs up on it, whatever was ignored before."""


class Terminal:
    """A child process on a pseudo-terminal. Leaving the `with` closes the line."""

    def __init__(
        self, command: Sequence[str], columns: int = 80, rows: int = 24, environment: Mapping[str, str] | None = None
    ) -> None:
        self._master, slave = pty.openpty()
        self.resize(columns, rows)
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-c", LAUNCH, *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hang_up()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.kill()

    def fileno(self) -> int:
        """Where what is painted arrives: for selectors."""
        return self._master

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal so large."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def read(self, seconds: float) -> bytes:
        """What is painted next, waiting at most so long for its beginning; empty if nothing is."""
        if not select.select([self._master], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self._master, 1 << 16)
        except OSError:  # it has ended
            return b""

    def wait_for(self, text: str, seconds: float = PATIENCE) -> bytes:
        """All that is painted until this text is among it."""
        end, found = time.monotonic() + seconds, b""
        while text.encode() not in found:
            more = self.read(max(0.0, end - time.monotonic()))
            if not more:
                raise TimeoutError(f"{text!r} was not painted, but {found[-2000:]!r}")
            found += more
        return found

    def settle(self, seconds: float = 0.2) -> bytes:
        """All that is painted until nothing is for a while."""
        found = b""
        while more := self.read(seconds):
            found += more
        return found

    def hang_up(self) -> None:
        """Close the line."""
        with suppress(OSError):
            os.close(self._master)

    def kill(self) -> None:
        """End it at once, without a chance to say goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
