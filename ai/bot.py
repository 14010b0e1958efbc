"""What all opponents have in common: a view and a limit go in, a thought comes out."""

from dataclasses import dataclass
from typing import Protocol

from amunre.core import State


@dataclass(frozen=True)
class Limit:
    """How long to think: so many iterations, so many seconds, or whichever ends first; but one iteration at least."""

    iterations: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Candidate:
    """An action that was considered."""

    action: int
    visits: int
    """How often the search tried it."""
    share: float
    """How often the bot would play it: mixed where choices are secret."""
    win: float
    """The share of the victory that the mover may expect."""
    points: float
    """The points that she may expect at the end."""
    replies: tuple[tuple[int, int], ...] = ()
    """What is likely to come next: a player and her action, then the next player's."""


@dataclass(frozen=True)
class Thought:
    """A choice, and what stands behind it."""

    action: int
    candidates: tuple[Candidate, ...] = ()
    """The most visited first; none if nothing was weighed up."""
    iterations: int = 0
    seconds: float = 0.0


class Bot(Protocol):
    """An opponent. It is given what its seat may see, and nothing else."""

    def choose(self, view: State, seed: int, limit: Limit | None = None) -> Thought:
        """An action for the viewer, whose turn it is; the same seed and iterations make the same choice."""

    def cancel(self) -> None:
        """Answer at once, now and whenever asked again. Called from another thread."""
