"""What the shelf knows of a game without playing it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amunre.core.game import Game, State
from amunre.core.story import Sentence


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
    describe_deck: Callable[[Any], Iterable[Sentence]] = lambda _: ()
    """What is in a deck that read_deck has read, and how it differs from the built-in one."""
    stages: tuple[str, ...] = ()
    """At which positions can be judged by a learned eye, as `Game.stage` numbers them."""
    features: tuple[str, ...] = ()
    """What it reads of them, in the order of `Game.features`."""
    greedy: Callable[[State], int] = lambda view: view.legal_actions()[0]
    """An action for the viewer, whose turn it is, by rules of thumb. Plain version: the first."""
