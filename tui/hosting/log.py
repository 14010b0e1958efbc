"""What a server tells whoever runs it: a line of JSON for each event.

A thread of its own writes them, since whoever does not read them (a pipe that is full, a terminal that was stopped)
would stop the server otherwise.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from threading import Condition, Thread

MOST = 1000
"""Lines that may wait. Those beyond are only counted."""
PATIENCE = 0.5
"""Seconds that the last lines have to be written."""


class Log:
    """Lines on their way out."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[bytes] = []
        self._lost = 0
        self._closing = False

    def tell(self, event: str, **facts: object) -> None:
        """Add a line."""
        with self._changed:
            if len(self._waiting) < MOST:
                self._waiting.append(_line(event, facts))
            else:
                self._lost += 1
            self._changed.notify()

    @contextmanager
    def written(self) -> Iterator[None]:
        """Meanwhile lines go to the standard output. At the end there is a moment for those that are left."""
        writer = Thread(target=self._write, daemon=True)
        writer.start()
        try:
            yield
        finally:
            with self._changed:
                self._closing = True
                self._changed.notify()
            writer.join(PATIENCE)

    def _write(self) -> None:
        while lines := self._take():
            for line in lines:
                _put(line)

    def _take(self) -> list[bytes]:
        """All that waits, and how much more there was. Nothing: there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            lines, self._waiting = self._waiting, []
            if self._lost:
                lines.append(_line("lost", {"lines": self._lost}))
                self._lost = 0
        return lines


def _line(event: str, facts: dict[str, object]) -> bytes:
    told = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
    return json.dumps(told, default=str).encode() + b"\n"


def _put(line: bytes) -> None:
    """Past Python's buffer, which a thread that waits would keep locked. No output is no reason to stop."""
    with suppress(AttributeError, OSError, ValueError):  # closed before the start, broken, closed since
        while line:
            line = line[os.write(sys.stdout.fileno(), line) :]


LOG = Log()
tell, written = LOG.tell, LOG.written
