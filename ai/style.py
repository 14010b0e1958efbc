"""How a search goes about it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """The constants of a search; docs/ai.md tells what each was measured to do."""

    exploration: float = 0.2
    """Width of the confidence bounds, in victories."""
    opening: float = 1.0
    """Actions that a node opens per square root of its visits."""
    margin: float = 0.05
    """What a point more than the others is worth, in victories."""
    secrecy: float = 0.7
    """How much a secret choice explores at first."""
    horizon: int = 1
    """At which stage from here the learned eye judges; 0: everything is played to its end."""
    plausible: bool = True
    """Whether rollouts follow the game's light policy rather than pure chance."""


BEST = Style()
"""What was found to win most."""

PLAIN = Style(exploration=0.7, opening=2.0, margin=0.15, horizon=0, plausible=False)
"""Information-set search as the books have it: uniform rollouts to the end, nothing known of the game."""
