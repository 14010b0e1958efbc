"""Secret choices settle on mixed strategies."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, log
from random import Random
from statistics import mean

import numpy as np
import pytest

from amunre.ai.bot import Thought
from amunre.ai.levels import Level
from amunre.ai.search import Search
from amunre.ai.style import PLAIN, Style
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Weights
from amunre.core import Game, State, load
from amunre.core.amunre_card.view import Phase
from benchmarks.build import module
from tests.search.exact import Payoffs, equilibrium, offering_payoffs

matrices = module("tests.toy.matrix")

SIZE = 8
ITERATIONS = 10_000
MANY = 200_000
LONG = 18_000_000
"""More than a float can count one by one."""
WIN_ONLY = Style(margin=0, horizon=0)


def random_payoffs(seed: int) -> list[list[float]]:
    random = Random(seed)
    return [[float(random.random() < 0.5) for _ in range(SIZE)] for _ in range(SIZE)]


def blind(game: Game, iterations: int = ITERATIONS, style: Style = WIN_ONLY) -> Thinker:
    return Thinker(Level(iterations, style), Weights(game.name, {}))


def in_order(view: State, thought: Thought) -> list[float]:
    """How often each of the viewer's actions would be played."""
    shares = {candidate.action: candidate.share for candidate in thought.candidates}
    return [shares[action] for action in view.legal_actions()]


def played(view: State, seed: int, style: Style = WIN_ONLY) -> list[float]:
    """How often the viewer would play each of her actions."""
    return in_order(view, blind(view.game, style=style).choose(view, seed))


def both(payoffs: Payoffs, seed: int) -> tuple[list[float], list[float]]:
    state = matrices.Matrix(2, payoffs).new_state()
    first = played(state.seen_by(0), seed)
    state.apply(0)
    return first, played(state.seen_by(1), seed)


def by_confidence_bounds(games: Sequence[Payoffs], seed: int) -> list[list[list[float]]]:
    """Visit frequencies of two players who follow upper confidence bounds, in many games at once."""
    random = np.random.default_rng(seed)
    payoffs, each = np.array(games), np.arange(len(games))
    visits, total = np.zeros((2, len(games), SIZE)), np.zeros((2, len(games), SIZE))
    for time in range(ITERATIONS):
        tried = np.maximum(visits, 1)
        untried = (visits == 0) * (100 + random.random(visits.shape))
        chosen = (untried + total / tried + np.sqrt(log(time + 1) / tried)).argmax(2)
        won = payoffs[each, chosen[0], chosen[1]]
        for player, share in ((0, won), (1, 1 - won)):
            visits[player, each, chosen[player]] += 1
            total[player, each, chosen[player]] += share
    frequencies: list[list[list[float]]] = (visits / ITERATIONS).swapaxes(0, 1).tolist()
    return frequencies


def guaranteed(payoffs: Payoffs, first: Sequence[float]) -> float:
    """What the first player wins against the best answer to her strategy."""
    columns: Iterable[Sequence[float]] = zip(*payoffs, strict=True)
    return min(sum(p * won for p, won in zip(first, column, strict=True)) for column in columns)


def conceded(payoffs: Payoffs, second: Sequence[float]) -> float:
    """What the first player wins with her best answer to the strategy of the second."""
    return max(sum(p * won for p, won in zip(second, row, strict=True)) for row in payoffs)


def nash_conv(payoffs: Payoffs, first: Sequence[float], second: Sequence[float]) -> float:
    """What both could gain by answering the other's strategy best."""
    return conceded(payoffs, second) - guaranteed(payoffs, first)


def test_strategies_in_matrix_games_leave_little_to_gain() -> None:
    games = [random_payoffs(seed) for seed in range(50)]
    gains = [nash_conv(payoffs, *both(payoffs, seed)) for seed, payoffs in enumerate(games)]
    bounds = [nash_conv(payoffs, *pair) for payoffs, pair in zip(games, by_confidence_bounds(games, 1), strict=True)]
    assert mean(gains) <= 0.08
    assert mean(gains) <= mean(bounds)


def test_an_average_strategy_counts_every_iteration_however_long_it_thinks() -> None:
    best_is_first = [[float(row == 0)] * SIZE for row in range(SIZE)]
    view = matrices.Matrix(2, best_is_first).new_state().seen_by(0)
    search = Search(view, 1, WIN_ONLY, None, 2**20)
    search.run(LONG, inf)
    assert sum(strategy for _, _, strategy, *_ in search.edges()) == pytest.approx(LONG, rel=0.001)


# ---------------------------------------------------------------------- the last offering
PRIESTS = (
    "0 103 153 3 2 16 19 0 7 5 0 16 4 13 16 17 0 11 13 4 3 151 3 151 9 14 16 17 18 0 1 1 3 8 1 16 2 2 10 5 4 16 7 "
    "9 2 2 461 3 349 12 8 18 19 22 0 0 0 1 0 19 3 1 3 7 2 4 16"
)
"""The actions of a game until then."""


def last_offering(seed: int) -> State:
    """The offering of the last kingdom between two players who played at random."""
    random = Random(seed)
    state = load("amunre_card", 2).new_state()
    while (state.view().kingdom, state.view().phase) != (3, Phase.OFFERING):
        state.apply(random.choice(state.legal_actions()))
    return state


def offering_of_priests() -> State:
    """Another one, which two Priests came to."""
    state = load("amunre_card", 2).new_state()
    for action in PRIESTS.split():
        state.apply(int(action))
    return state


MIXED: dict[str, Callable[[], State]] = {
    **{f"random {seed}": partial(last_offering, seed) for seed in (636, 839, 880)},
    "priests": offering_of_priests,
}
"""Where no single offer is best, as in about one of 600 random games. Among priests it is one of 50."""


def purely(payoffs: Payoffs) -> tuple[float, float]:
    """What each side can be sure of without mixing, the second as what it leaves to the first."""
    return max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))


@dataclass(frozen=True)
class Offered:
    """Both strategies of an offering, each from a search of its own, and what each expected."""

    first: list[float]
    second: list[float]
    expected: tuple[float, float]


def worth(payoffs: Payoffs, found: Offered) -> float:
    """What the first player wins if both play so."""
    return sum(p * q * payoffs[i][j] for i, p in enumerate(found.first) for j, q in enumerate(found.second))


def offered(state: State, seed: int, iterations: int) -> Offered:
    strategies, expected = list[list[float]](), list[float]()
    waiting = state.copy()
    for _ in range(2):
        view = waiting.seen_by(waiting.to_move)
        thought = blind(view.game, iterations).choose(view, seed)
        strategies.append(in_order(view, thought))
        expected.append(sum(candidate.share * candidate.win for candidate in thought.candidates))
        waiting.apply(waiting.legal_actions()[0])
    return Offered(strategies[0], strategies[1], (expected[0], expected[1]))


@pytest.mark.parametrize("seed", range(10))
def test_an_offering_that_is_decided_is_played_so(seed: int) -> None:
    payoffs = offering_payoffs(last_offering(seed))
    sure, left = purely(payoffs)
    assert sure == left
    found = offered(last_offering(seed), seed, ITERATIONS)
    assert worth(payoffs, found) == pytest.approx(sure, abs=0.02)


@pytest.mark.parametrize("place", MIXED)
def test_the_last_offering_is_worth_what_it_is_in_equilibrium(place: str) -> None:
    """What comes of both average strategies, and what searches expect on average; with more iterations each one does.

    Then each side is also sure of it.
    """
    state = MIXED[place]()
    payoffs = offering_payoffs(state)
    value = equilibrium(payoffs)
    sure, left = purely(payoffs)
    assert sure + 0.3 < value < left - 0.3, "it takes mixing"
    searches = [offered(state, seed, ITERATIONS) for seed in range(10)]
    for each in searches:
        assert worth(payoffs, each) == pytest.approx(value, abs=0.02)
    assert mean(each.expected[0] for each in searches) == pytest.approx(value, abs=0.01)
    assert mean(each.expected[1] for each in searches) == pytest.approx(1 - value, abs=0.01)
    found = offered(state, 1, MANY)
    assert worth(payoffs, found) == pytest.approx(value, abs=0.02)
    assert guaranteed(payoffs, found.first) >= value - 0.02
    assert conceded(payoffs, found.second) <= value + 0.02
    assert found.expected == pytest.approx((value, 1 - value), abs=0.02)


def test_plain_search_mixes_too() -> None:
    pennies = [[float(row % 2 == column % 2) for column in range(SIZE)] for row in range(SIZE)]
    state = matrices.Matrix(2, pennies).new_state()
    assert sum(played(state.seen_by(0), 1, PLAIN)[::2]) == pytest.approx(0.5, abs=0.1)
