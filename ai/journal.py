"""The games of a plan that have been played, a line of JSON each, so that an interrupted run can go on."""

import json
import sys
from dataclasses import asdict
from hashlib import sha256
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from amunre.ai.matches import Plan, Played
from amunre.core import BadInput

if sys.platform != "win32":
    import fcntl

NUMBER = 1
"""Of the format."""


def header(plan: Plan) -> str:
    """The first line of a journal of this plan."""
    return json.dumps({"amunre-arena": NUMBER, **asdict(plan)})


def fingerprint(plan: Plan) -> str:
    """Tells plans apart, and what their bots have learned."""
    found = sha256(header(plan).encode())
    for name in plan.seats:
        weights = name.partition("@")[2]
        if weights:
            found.update(Path(weights).read_bytes())
    return found.hexdigest()[:16]


class Journal:
    """What has been played of a plan; without a file it is forgotten in the end."""

    def __init__(self, plan: Plan, file: Path | None) -> None:
        self.plan = plan
        self.file = file
        self.games: dict[int, Played] = {}
        self._stream = None if file is None else _opened(file)
        if self._stream is not None:
            try:
                self._read(self._stream)
            except BadInput as error:
                self.close()
                raise BadInput(f"{file}: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let others have the file."""
        if self._stream is not None:
            self._stream.close()

    def add(self, game: Played) -> None:
        """Keep a game, on the disk at once; one that is there already is left alone."""
        if game.number not in self.games:
            self.games[game.number] = game
            self._write(json.dumps(_brief(game)))

    def in_order(self) -> list[Played]:
        """All games so far, by their numbers."""
        return [self.games[number] for number in sorted(self.games)]

    # ------------------------------------------------------------------ the file
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
        """Take in what is there. Only the last line can be torn; it is cut off, and its game is played again."""
        whole, end, torn = stream.readall().rpartition(b"\n")
        if not end and not f"{header(self.plan)}\n".encode().startswith(torn):
            raise BadInput("not a journal of an arena")
        stream.truncate(len(whole) + len(end))
        stream.seek(0, 2)
        if not end:
            self._write(header(self.plan))
            return
        first, *lines = whole.split(b"\n")
        _check_header(first, self.plan)
        for number, line in enumerate(lines, 2):
            game = _game(line)
            if game is None or game.number in self.games or not self._fits(game):
                raise BadInput(f"line {number}: not a game of this journal")
            self.games[game.number] = game

    def _fits(self, game: Played) -> bool:
        return (
            0 <= game.number < self.plan.games
            and game.seats == self.plan.lineup(game.number)
            and len(game.shares) == len(game.points) == self.plan.players
            and (game.record is not None) == self.plan.records
        )


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


def _brief(game: Played) -> dict[str, Any]:
    """A game as its line has it: without a record if there is none."""
    return {key: value for key, value in asdict(game).items() if value is not None}


def _check_header(line: bytes, plan: Plan) -> None:
    try:
        found = json.loads(line)
        number = found["amunre-arena"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadInput("not a journal of an arena") from None
    if number != NUMBER:
        raise BadInput(f"expected amunre-arena {NUMBER}, not {number}")
    expected = json.loads(header(plan))
    for key in expected | found:
        if expected.get(key) != found.get(key):
            raise BadInput(f"a journal of other games: {key} {found.get(key)}, not {expected.get(key)}")


def _game(line: bytes) -> Played | None:
    """The game of a line, unless it is damaged."""
    try:
        data = json.loads(line)
        return Played(
            int(data["number"]),
            tuple(map(str, data["seats"])),
            tuple(map(float, data["shares"])),
            tuple(map(float, data["points"])),
            data.get("record"),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
