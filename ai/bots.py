"""Opponents by name, as seats, records and the command line have them."""

from collections.abc import Callable

from amunre.ai.bot import Bot
from amunre.ai.random_mover import RandomMover
from amunre.core import BadInput

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomMover}


def bot(name: str) -> Bot:
    """The opponent of this name."""
    if name not in BOTS:
        raise BadInput(f"unknown bot {name} (known: {', '.join(BOTS)})")
    return BOTS[name]()
