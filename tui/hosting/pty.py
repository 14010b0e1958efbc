"""The server's end of a player's terminal."""

import asyncio
import fcntl
import os
import struct
import termios
import tty
from collections.abc import Callable
from contextlib import suppress

CHUNK = 1 << 16
MOST_WAITING = 1 << 16
"""Bytes of keys that may wait for a player's process."""
RESIZES = 0.05
"""Seconds between two changes of the size."""
SMALLEST, LARGEST = 1, 500
"""Columns or rows of a terminal, whatever its client says."""


class Pty:
    """Passes on what is painted, takes keys and sizes. Closing it hangs up on whoever plays there.

    The process's end is open here, too, as long as the process lives: its name belongs to nobody else meanwhile.
    """

    def __init__(self, paint: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._paint = paint
        self._ended = ended
        self._master, self._slave = os.openpty()
        os.set_blocking(self._master, False)
        _take_keys_as_they_come(self._slave)
        self._keys = b""
        self._size: tuple[int, int] | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._open = True

    @property
    def name(self) -> str:
        """By which a process can open its end."""
        return os.ttyname(self._slave)

    def release(self) -> None:
        """There is no process, or none any more. What it has painted last is read to the end, which comes soon."""
        if self._slave >= 0:
            os.close(self._slave)
            self._slave = -1
            self.resume()

    def close(self) -> None:
        """Hang up. The name is not free for another terminal before `release`: a process may still go by it."""
        if not self._open:
            return
        self._open = False
        self._loop.remove_reader(self._master)
        self._loop.remove_writer(self._master)
        if self._resizing is not None:
            self._resizing.cancel()
        os.close(self._master)

    # ------------------------------------------------------------------ what is painted
    def resume(self) -> None:
        """Go on painting."""
        if self._open:
            self._loop.add_reader(self._master, self._read)

    def pause(self) -> None:
        """Paint nothing for a while: the process waits, if there is one."""
        if self._open and self._slave >= 0:
            self._loop.remove_reader(self._master)

    def _read(self) -> None:
        try:
            painted = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # nobody has the other end any more
            painted = b""
        if painted:
            self._paint(painted)
        else:
            self._loop.remove_reader(self._master)
            self._ended()

    # ------------------------------------------------------------------ keys
    def write(self, keys: bytes) -> None:
        """Type. What the process has not read for long is not kept for ever."""
        self._keys = (self._keys + keys)[:MOST_WAITING]
        if self._open:
            self._flush()

    def _flush(self) -> None:
        try:
            self._keys = self._keys[os.write(self._master, self._keys) :]
        except BlockingIOError:
            pass
        except OSError:  # nobody has the other end any more
            self._keys = b""
        if self._keys:
            self._loop.add_writer(self._master, self._flush)
        else:
            self._loop.remove_writer(self._master)

    # ------------------------------------------------------------------ size
    def resize(self, columns: int, rows: int) -> None:
        """Make it so large: at once, but not more often than a process can follow."""
        self._size = columns, rows
        if self._resizing is None and self._open:
            self._apply()

    def _apply(self) -> None:
        self._resizing = None
        if self._size is None:
            return
        columns, rows = (min(max(length, SMALLEST), LARGEST) for length in self._size)
        self._size = None
        with suppress(OSError):
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._resizing = self._loop.call_later(RESIZES, self._apply)


def _take_keys_as_they_come(terminal: int) -> None:
    """What is typed before the app is there waits for it, unpainted. What is painted are still lines."""
    tty.setraw(terminal)
    attributes = termios.tcgetattr(terminal)
    attributes[1] |= termios.OPOST | termios.ONLCR
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
