"""Opponents by name, as seats, records and the command line have them.

`vizier` is a level; `vizier:400` thinks 400 iterations instead, `vizier:25ms` for so long, and `vizier@my.json` sees
with weights of its own.
"""

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from amunre.ai.bot import Bot, Limit
from amunre.ai.greedy import Greedy
from amunre.ai.levels import LEVELS, PLAIN_SEARCH
from amunre.ai.random_mover import RandomMover
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Weights, learned, read, shipped
from amunre.core import BadInput, Game

SIMPLE: dict[str, Callable[[], Bot]] = {"random": RandomMover, "greedy": Greedy}
SEARCHING = {**LEVELS, "plain": PLAIN_SEARCH}

_NAME = re.compile(r"(?P<kind>[a-z]+)(:(?P<number>[1-9][0-9]{0,8})(?P<unit>ms)?)?(@(?P<weights>.+))?")


def bot(name: str, game: Game | None = None) -> Bot:
    """The opponent of this name; weights of her own have to be about the game that she is to play."""
    parts = _NAME.fullmatch(name)
    if parts is None or parts["kind"] not in SIMPLE.keys() | SEARCHING.keys():
        known = ", ".join([*SIMPLE, *SEARCHING])
        raise BadInput(f"unknown bot {name} (known: {known}, and such as vizier:400, vizier:25ms, vizier@my.json)")
    if parts["kind"] in SEARCHING:
        weights = None if parts["weights"] is None else _weights(Path(parts["weights"]), game)
        return Thinker(SEARCHING[parts["kind"]], weights, _limit(parts["number"], parts["unit"]))
    if parts["number"] or parts["weights"]:
        raise BadInput(f"{parts['kind']} does not think: {name} makes no sense")
    return SIMPLE[parts["kind"]]()


def makings(found: Bot, game: Game) -> str:
    """Tells a bot from others of the same name: program, time and style of thinking, and what it has learned."""
    parts: list[object] = [_version(), type(found).__name__]
    if isinstance(found, Thinker):
        rows = (found.weights or shipped(game.name)).by_players.get(game.players)
        parts += [found.limit, found.level.style, found.level.whim, None if rows is None else rows.rows]
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _weights(file: Path, game: Game | None) -> Weights:
    return read(file) if game is None else learned(file, game.name, game.players)


def _limit(number: str | None, unit: str | None) -> Limit | None:
    if number is None:
        return None
    return Limit(seconds=int(number) / 1000) if unit else Limit(iterations=int(number))


@cache
def _version() -> str | None:
    """Of this program, if it is installed."""
    # Slow to import, and seldom asked for.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("amunre-tui")
    except PackageNotFoundError:
        return None
