"""Opponents by name, as seats, records and the command line have them.

`vizier` is a level; `vizier:400` thinks 400 iterations instead, `vizier:25ms` for so long, and `vizier@my.json` sees
with weights of its own.
"""

import re
from collections.abc import Callable
from pathlib import Path

from amunre.ai.bot import Bot, Limit
from amunre.ai.greedy import Greedy
from amunre.ai.levels import LEVELS, PLAIN_SEARCH
from amunre.ai.random_mover import RandomMover
from amunre.ai.thinker import Thinker
from amunre.ai.weights import read
from amunre.core import BadInput

SIMPLE: dict[str, Callable[[], Bot]] = {"random": RandomMover, "greedy": Greedy}
SEARCHING = {**LEVELS, "plain": PLAIN_SEARCH}

_NAME = re.compile(r"(?P<kind>[a-z]+)(:(?P<number>[1-9][0-9]{0,8})(?P<unit>ms)?)?(@(?P<weights>.+))?")


def bot(name: str) -> Bot:
    """The opponent of this name."""
    parts = _NAME.fullmatch(name)
    if parts is None or parts["kind"] not in SIMPLE.keys() | SEARCHING.keys():
        raise BadInput(f"unknown bot {name} (known: {', '.join([*SIMPLE, *SEARCHING])})")
    if parts["kind"] in SEARCHING:
        weights = None if parts["weights"] is None else read(Path(parts["weights"]))
        return Thinker(SEARCHING[parts["kind"]], weights, _limit(parts["number"], parts["unit"]))
    if parts["number"] or parts["weights"]:
        raise BadInput(f"{parts['kind']} does not think: {name} makes no sense")
    return SIMPLE[parts["kind"]]()


def _limit(number: str | None, unit: str | None) -> Limit | None:
    if number is None:
        return None
    return Limit(seconds=int(number) / 1000) if unit else Limit(iterations=int(number))
