"""The named opponents, from gentle to formidable. A level is counted in iterations: it is as strong on every machine."""

from dataclasses import dataclass

from amunre.ai.style import BEST, PLAIN, Style


@dataclass(frozen=True)
class Level:
    """How hard an opponent thinks, and how strictly she does what she thinks best."""

    iterations: int
    style: Style = BEST
    whim: float = 0.0
    """How much worse an action may look, in victories, and still be played about a third as often as the best."""


LEVELS = {
    "fellah": Level(100, whim=0.15),
    "scribe": Level(100, whim=0.06),
    "steward": Level(50),
    "priest": Level(200),
    "vizier": Level(1_500),
    "imhotep": Level(20_000),
}
"""Weakest first."""

PLAIN_SEARCH = Level(1_000, PLAIN)
"""A yardstick: the same tree without a light policy and without a learned eye."""
