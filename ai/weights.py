"""What learned eyes have learned: a file for each game, bound to its stages and features."""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from amunre.ai.eye import Eye
from amunre.core import BadInput, Game, Info, info

NUMBER = 1
"""Of the format."""


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
        return _checked(json.loads(file.read_text("utf-8")))
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from None
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadInput(f"{file}: not a file of weights") from None


def _checked(data: dict[str, Any]) -> Weights:
    if data["amunre-weights"] != NUMBER:
        raise BadInput(f"expected amunre-weights {NUMBER}, not {data['amunre-weights']}")
    about = info(data["game"])
    if tuple(data["features"]) != about.features or tuple(data["stages"]) != about.stages:
        raise BadInput(f"made for other features of {about.name} than this program has")
    return Weights(about.name, {int(players): _rows(about, part) for players, part in data["players"].items()})


def _rows(about: Info, part: dict[str, Any]) -> Rows:
    rows = tuple(tuple(map(float, row)) for row in part["rows"])
    if len(rows) != len(about.stages):
        raise BadInput(f"{len(rows)} rows of weights for {len(about.stages)} stages")
    found = Rows(len(about.features), part["hidden"], rows, tuple(part["story"]))
    try:
        _ = found.eye
    except ValueError as error:
        raise BadInput(str(error)) from None
    return found


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
    text = json.dumps(data, indent=1)
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(text + "\n", "utf-8")
    beside.replace(file)


def merge(weights: Weights, file: Path) -> None:
    """Add weights to a file, in place of what it has for the same numbers of players."""
    known = read(file).by_players if file.exists() else {}
    write(Weights(weights.game, {**known, **weights.by_players}), file)
