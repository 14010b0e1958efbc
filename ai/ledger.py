"""Files of JSON lines that a run adds to, and that the same command goes on with after it was killed."""

import json
import sys
from abc import ABC, abstractmethod
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from amunre.core import BadInput

if sys.platform != "win32":
    import fcntl


MISUNDERSTANDING = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What comes of looking into a line that is not what it should be."""


class Ledger(ABC):
    """Lines below a head, which says what they are about; without a file they are forgotten in the end.

    The first entry of a head is the name of the format, and its number. A line is with the operating system as soon as
    it is written: whoever kills the process tears at most the last one.
    """

    def __init__(self, file: Path | None, head: dict[str, Any]) -> None:
        self.file = file
        self._kind = next(iter(head))
        self._head = json.dumps(head)
        self._stream = None if file is None else _opened(file)
        if self._stream is not None:
            try:
                self._read(self._stream)
            except BadInput as error:
                self.close()
                raise BadInput(f"{file}: {error}") from None
            except OSError as error:
                self.close()
                raise BadInput(f"{file}: {error.strerror}") from None

    @abstractmethod
    def _take(self, data: Any) -> bool:
        """Take in what a line says; False, or an error of looking into it, if it does not belong here."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let others have the file."""
        if self._stream is not None:
            self._stream.close()

    def _write(self, line: str) -> None:
        if self._stream is None:
            return
        rest = memoryview(f"{line}\n".encode())
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError as error:
            raise BadInput(f"{self.file}: cannot be written: {error.strerror}") from None

    def _read(self, stream: FileIO) -> None:
        """Take in what is there. Only the last line can be torn; it is cut off, and what it told is done again."""
        whole, end, torn = stream.readall().rpartition(b"\n")
        if end:
            self._take_in(*whole.split(b"\n"))
        elif not f"{self._head}\n".encode().startswith(torn):
            raise BadInput(f"not an {self._kind} file")
        # Not before it is known that the file is ours.
        stream.truncate(len(whole) + len(end))
        stream.seek(0, 2)
        if not end:
            self._write(self._head)

    def _take_in(self, head: bytes, *lines: bytes) -> None:
        self._check_head(head)
        for number, line in enumerate(lines, 2):
            if not self._understood(line):
                raise BadInput(f"line {number}: not a game of this journal")

    def _check_head(self, line: bytes) -> None:
        expected = json.loads(self._head)
        try:
            found = json.loads(line)
            number = found[self._kind]
            others = [key for key in expected | found if expected.get(key) != found.get(key)]
        except MISUNDERSTANDING:
            raise BadInput(f"not an {self._kind} file") from None
        if number != expected[self._kind]:
            raise BadInput(f"expected {self._kind} {expected[self._kind]}, not {number}")
        for key in others:
            raise BadInput(f"a journal of other games: {key} {found.get(key)}, not {expected.get(key)}")

    def _understood(self, line: bytes) -> bool:
        try:
            return self._take(json.loads(line))
        except MISUNDERSTANDING:
            return False


def within(value: Any, least: float, most: float) -> float:
    """A number within these bounds, as a line has it; ValueError if it is none."""
    # True and False are integers to isinstance, and JSON as Python reads it has a NaN, which no comparison holds for.
    if type(value) not in (int, float) or not least <= value <= most:
        raise ValueError
    return float(value)


def _opened(file: Path) -> FileIO:
    """The file, made if need be, and for nobody else."""
    if file.exists() and not file.is_file():
        raise BadInput(f"{file}: not a file")
    file.touch()
    stream = FileIO(file, "r+")
    if sys.platform != "win32":
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.close()
            raise BadInput(f"{file}: in use by another run") from None
    return stream
