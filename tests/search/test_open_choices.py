"""Open choices: wide nodes are tamed, confidence bounds count availability, and each plays for herself."""

from math import inf, log, sqrt

import pytest

from amunre.ai.levels import Level
from amunre.ai.search import Search
from amunre.ai.style import Style
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Weights
from amunre.core import State
from benchmarks.build import module
from tests.search.thinking import opening

guess, favour = module("tests.toy.guess"), module("tests.toy.favour")

MEMORY = 2**22
DECK = (4, 3, 2, 1)
Shares = tuple[float, float, float]


def guessing() -> State:
    state: State = guess.Guess(2, DECK).new_state()
    state.apply(1)
    return state.seen_by(0)


def opened(search: Search) -> int:
    """How many actions were ever tried."""
    return sum(edge[1] > 0 for edge in search.edges())


# ---------------------------------------------------------------------- wide nodes
@pytest.mark.parametrize("plausible", [False, True], ids=["uniform", "light"])
@pytest.mark.parametrize("width", [0.3, 1.0, 2.0])
def test_a_node_opens_actions_with_the_root_of_its_visits(width: float, plausible: bool) -> None:
    state = opening(3)
    search = Search(state.seen_by(state.to_move), 1, Style(opening=width, plausible=plausible), None, MEMORY)
    for iterations in range(1, 2000):
        search.run(iterations, inf)
        assert opened(search) <= 1 + width * sqrt(iterations - 1)
    assert opened(search) == len(search.edges()) > 5


# ---------------------------------------------------------------------- availability
@pytest.mark.parametrize("exploration", [0.2, 5.0])
def test_confidence_bounds_count_only_visits_since_an_action_was_opened(exploration: float) -> None:
    """A search is watched at each step: the action with the highest bound is tried, or a new one."""
    search = Search(guessing(), 1, Style(exploration=exploration, opening=0.1, margin=0), None, MEMORY)
    since = dict[int, int]()
    before = [0.0] * len(DECK)
    bounds = dict[int, float]()
    for iterations in range(3000):
        search.run(iterations + 1, inf)
        edges = search.edges()
        [chosen] = [i for i, edge in enumerate(edges) if edge[1] > before[i]]
        if chosen in since:
            assert bounds[chosen] == pytest.approx(max(bounds.values()), rel=1e-5)
        else:
            since[chosen] = iterations
        before = [edge[1] for edge in edges]
        bounds = {
            i: edges[i][5] / edges[i][1] + exploration * sqrt(log(iterations + 1 - then) / edges[i][1])
            for i, then in since.items()
        }
    assert len(since) == len(DECK)
    assert max(since.values()) >= 900


# ---------------------------------------------------------------------- each for herself
SAFE = ((0.4, 0.3, 0.3), (0.4, 0.2, 0.4))
KIND = ((0.6, 0.4, 0.0), (0.0, 0.3, 0.7))
"""What is best for the second player suits the first: who takes her for an enemy does not dare."""
UNKIND = ((0.8, 0.1, 0.1), (0.1, 0.2, 0.7))
"""What is best for her leaves the first with little: who takes her for a friend is disappointed."""


@pytest.mark.parametrize(("risk", "action", "win"), [(KIND, 0, 0.6), (UNKIND, 1, 0.4)])
def test_each_plays_for_herself(risk: tuple[Shares, Shares], action: int, win: float) -> None:
    view = favour.Favour(3, (risk, SAFE)).new_state().seen_by(0)
    thought = Thinker(Level(2000, Style(margin=0)), Weights("favour", {})).choose(view, 1)
    assert thought.action == thought.candidates[0].action == action
    assert thought.candidates[0].win == pytest.approx(win, abs=0.02)
    assert thought.candidates[0].replies == ((1, 0),)
