"""Secret choices settle on mixed strategies."""

from collections.abc import Sequence
from math import log
from random import Random
from statistics import mean

import numpy as np
import pytest

from amunre.ai.levels import Level
from amunre.ai.style import PLAIN, Style
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Weights
from amunre.core import State, load
from amunre.core.amunre_card.view import Phase
from benchmarks.build import module
from tests.search.exact import Payoffs, equilibrium, offering_payoffs

matrices = module("tests.toy.matrix")

SIZE = 8
ITERATIONS = 10_000
WIN_ONLY = Style(margin=0, horizon=0)


def random_payoffs(seed: int) -> list[list[float]]:
    random = Random(seed)
    return [[float(random.random() < 0.5) for _ in range(SIZE)] for _ in range(SIZE)]


def played(view: State, seed: int, style: Style = WIN_ONLY) -> list[float]:
    """How often the viewer would play each of her actions."""
    blind = Thinker(Level(ITERATIONS, style), Weights(view.game.name, {}))
    shares = {candidate.action: candidate.share for candidate in blind.choose(view, seed).candidates}
    return [shares[action] for action in view.legal_actions()]


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


def nash_conv(payoffs: Payoffs, first: Sequence[float], second: Sequence[float]) -> float:
    """What both could gain by answering the other's strategy best."""
    rows = [sum(share * won for share, won in zip(second, row, strict=True)) for row in payoffs]
    columns = [sum(share * row[i] for share, row in zip(first, payoffs, strict=True)) for i in range(len(second))]
    return max(rows) - min(columns)


def test_strategies_in_matrix_games_leave_little_to_gain() -> None:
    games = [random_payoffs(seed) for seed in range(50)]
    gains = [nash_conv(payoffs, *both(payoffs, seed)) for seed, payoffs in enumerate(games)]
    bounds = [nash_conv(payoffs, *pair) for payoffs, pair in zip(games, by_confidence_bounds(games, 1), strict=True)]
    assert mean(gains) <= 0.08
    assert mean(gains) <= mean(bounds)


def last_offering(seed: int) -> State:
    """The offering of the last kingdom between two players who played at random."""
    random = Random(seed)
    state = load("amunre_card", 2).new_state()
    while (state.view().kingdom, state.view().phase) != (3, Phase.OFFERING):
        state.apply(random.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("seed", range(10))
def test_the_last_offering_is_worth_what_it_is_in_equilibrium(seed: int) -> None:
    state = last_offering(seed)
    payoffs = offering_payoffs(state)
    first = played(state.seen_by(state.to_move), seed)
    state.apply(state.legal_actions()[0])
    second = played(state.seen_by(state.to_move), seed)
    value = sum(p * q * payoffs[i][j] for i, p in enumerate(first) for j, q in enumerate(second))
    assert value == pytest.approx(equilibrium(payoffs), abs=0.02)


def test_plain_search_mixes_too() -> None:
    pennies = [[float(row % 2 == column % 2) for column in range(SIZE)] for row in range(SIZE)]
    state = matrices.Matrix(2, pennies).new_state()
    assert sum(played(state.seen_by(0), 1, PLAIN)[::2]) == pytest.approx(0.5, abs=0.1)
