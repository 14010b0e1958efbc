"""The named opponents, from gentle to formidable. A level is counted in iterations, to be as strong everywhere."""

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
    "fellah": Level(25, whim=1.0),
    "scribe": Level(60, whim=0.5),
    "steward": Level(80, whim=0.16),
    "priest": Level(90, whim=0.08),
    "vizier": Level(90),
    "imhotep": Level(4_000),
}
"""Weakest first."""

PLAIN_SEARCH = Level(1_000, PLAIN)
"""A yardstick: the same tree without a light policy and without a learned eye."""
