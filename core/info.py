"""What the shelf knows of a game without playing it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from amunre.core.game import Game


@dataclass(frozen=True)
class Info:
    """A game on the shelf."""

    name: str
    title: str
    fewest_players: int
    most_players: int
    make: Callable[..., Game]
    read_deck: Callable[[Path], object]
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Names of variants, each with the words it may be set to; the first is the usual one."""
