"""What learned eyes have learned: a file for each game, bound to its stages and features."""

import json
import re
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from amunre.ai.eye import Eye
from amunre.ai.files import expect_writable, replacing
from amunre.core import BadInput, Game, Info, info

NUMBER = 1
"""Of the format."""

_ROW = re.compile(r"\[[-+.\de,\s]+\]")
"""Numbers, which JSON would put on a line each."""
LARGEST_FILE = 16 * 2**20
"""Bytes; a file of weights is far smaller."""
LARGEST_WEIGHT = 1e9
"""Far beyond what is learned, and far from where sums would overflow."""


@dataclass(frozen=True)
class Rows:
    """The weights for one number of players, and how they came about."""

    inputs: int
    hidden: int
    rows: tuple[tuple[float, ...], ...]
    story: tuple[str, ...]

    @cached_property
    def eye(self) -> Eye:
        """The eye that they make."""
        return Eye(self.inputs, self.hidden, self.rows)


@dataclass(frozen=True)
class Weights:
    """All that is known of a game."""

    game: str
    by_players: dict[int, Rows]

    def eye(self, game: Game) -> Eye | None:
        """The eye for a game, if there is one for so many players."""
        rows = self.by_players.get(game.players) if game.name == self.game else None
        return None if rows is None else rows.eye


@cache
def shipped(game: str) -> Weights:
    """The weights that come with the program; none for a game that has not been learned."""
    file = files("amunre.ai").joinpath("weights", f"{game}.json")
    return read(file) if file.is_file() else Weights(game, {})


def read(file: Path | Traversable) -> Weights:
    """Weights out of a file; BadInput says what is wrong with it."""
    try:
        with file.open("rb") as stream:
            return _checked(_parsed(stream.read(LARGEST_FILE + 1)))
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from None
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise BadInput(f"{file}: not a file of weights") from None


def learned(file: Path, game: str, players: int) -> Weights:
    """Weights out of a file, which have to know this game with so many players."""
    found = read(file)
    if found.game != game or players not in found.by_players:
        raise BadInput(f"{file}: no weights for {players} players of {game}")
    return found


def _parsed(data: bytes) -> Any:
    if len(data) > LARGEST_FILE:
        raise BadInput(f"too large, expected at most {LARGEST_FILE // 2**20} MiB")
    return json.loads(data)


def _checked(data: dict[str, Any]) -> Weights:
    if data["amunre-weights"] != NUMBER:
        raise BadInput(f"expected amunre-weights {NUMBER}, not {data['amunre-weights']}")
    about = info(data["game"])
    if tuple(data["features"]) != about.features or tuple(data["stages"]) != about.stages:
        raise BadInput(f"made for other features of {about.name} than this program has")
    return Weights(about.name, {int(players): _rows(about, part) for players, part in data["players"].items()})


def _rows(about: Info, part: dict[str, Any]) -> Rows:
    rows = tuple(tuple(map(_weight, row)) for row in part["rows"])
    if len(rows) != len(about.stages):
        raise BadInput(f"{len(rows)} rows of weights for {len(about.stages)} stages")
    found = Rows(len(about.features), part["hidden"], rows, tuple(part["story"]))
    try:
        _ = found.eye
    except ValueError as error:
        raise BadInput(str(error)) from None
    return found


def _weight(value: Any) -> float:
    # True and False are integers to isinstance, and JSON as Python reads it has a NaN, which no comparison holds for.
    if type(value) not in (int, float) or not abs(value) <= LARGEST_WEIGHT:
        raise BadInput(f"{str(value)[:20]} is no weight")
    return float(value)


def write(weights: Weights, file: Path) -> None:
    """The file, a row of weights a line; an interrupted run leaves the old one whole."""
    about = info(weights.game)
    players = {
        str(number): {"hidden": part.hidden, "story": part.story, "rows": part.rows}
        for number, part in sorted(weights.by_players.items())
    }
    data = {
        "amunre-weights": NUMBER,
        "game": about.name,
        "stages": about.stages,
        "features": about.features,
        "players": players,
    }
    text = _ROW.sub(lambda row: " ".join(row[0].split()), json.dumps(data, indent=1))
    with replacing(file) as stream:
        stream.write(f"{text}\n".encode())


def merge(weights: Weights, file: Path) -> None:
    """Add weights to a file, in place of what it has for the same numbers of players."""
    known = receiving(weights.game, file)
    write(replace(known, by_players={**known.by_players, **weights.by_players}), file)


def receiving(game: str, file: Path) -> Weights:
    """What is in a file to which weights of a game shall be added; none if it is not there yet."""
    known = read(file) if file.exists() else Weights(game, {})
    if known.game != game:
        raise BadInput(f"{file}: weights of {known.game}, not of {game}")
    expect_writable(file)
    return known
