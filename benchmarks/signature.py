"""The signature of the search: a few letters that change as soon as it searches differently.

A change that should only make it faster leaves them as they are. They hold for one set of compiler flags: some round
differently.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice

from amunre.ai.eye import Eye
from amunre.ai.search import Search
from amunre.ai.style import PLAIN, Style
from amunre.ai.weights import shipped
from amunre.core import CHANCE, NOBODY, State, load
from amunre.core.game import mix

ITERATIONS = 1_000
MEMORY = 2**21
NEVER = 1e9
"""Seconds."""
EVERY = 8
"""Of so many decisions, one is searched."""


def signatures(game: str, players: range) -> dict[str, str]:
    """The signature without a learned eye, and the one with the eye that is shipped, if there is one."""
    views = [view for count in players for view in islice(decisions(game, count), None, None, EVERY)]
    found = {"": digest((view, style, None) for style in (PLAIN, Style()) for view in views)}
    eyes = [(view, shipped(game).eye(view.game)) for view in views]
    if all(eye is not None for _, eye in eyes):
        found["shipped eye"] = digest((view, Style(), eye) for view, eye in eyes)
    return found


def decisions(game: str, players: int) -> Iterator[State]:
    """What whoever is to move sees, in a random game from its first decision to its last."""
    state, actions = load(game, players).new_state(), 0
    while (mover := state.to_move) != NOBODY:
        if mover != CHANCE:
            yield state.seen_by(mover)
        legal = state.legal_actions()
        state.apply(legal[mix(players, actions) % len(legal)])
        actions += 1


def digest(searches: Iterable[tuple[State, Style, Eye | None]]) -> str:
    """A hash of how often each search tried each action."""
    visits = [tried(Search(view, 1, style, eye, MEMORY)) for view, style, eye in searches]
    return hashlib.sha256(repr(visits).encode()).hexdigest()[:8]


def tried(search: Search) -> list[tuple[int, int]]:
    """The actions of the root and their visits."""
    search.run(ITERATIONS, NEVER)
    return [(action, visits) for action, visits, *_ in search.edges()]
