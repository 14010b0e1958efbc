"""The compiled eye: it says what its formula says."""

import numpy as np
import pytest

from amunre.ai.eye import BLOCK, MOST_HIDDEN, Eye, judged, read
from amunre.core import load
from tests.learning.conftest import GAME, INPUTS, answers, made_up, positions, softmax, width


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("hidden", [0, 16, 32])
def test_it_judges_as_its_formula_says(hidden: int, players: int) -> None:
    weights = made_up(hidden)
    seen = set()
    for state in positions(players, games=3):
        stage, features = read(state)
        expected = answers(weights.rows[stage], features, hidden)
        found, shares, points = judged(weights.eye, state)
        assert found == stage
        np.testing.assert_allclose(shares, softmax(expected[:, 0]), rtol=1e-3)
        np.testing.assert_allclose(points, expected[:, 1], rtol=1e-3, atol=1e-4)
        assert sum(shares) == pytest.approx(1)
        seen.add(stage)
    assert seen == set(range(len(weights.rows)))


def test_it_says_nothing_where_there_is_no_stage() -> None:
    state = load(GAME, 2).new_state()
    assert read(state) == (-1, [])
    assert judged(made_up(16).eye, state) == (-1, (), ())


def test_it_says_nothing_of_stages_that_it_has_no_weights_for() -> None:
    short = Eye(INPUTS, 0, made_up(0).rows[:3])
    assert short.stages == 3
    found = [(judged(short, state)[0], read(state)[0]) for state in positions(2)]
    assert found == [(stage if stage < 3 else -1, stage) for _, stage in found]


def test_even_wild_scores_make_shares() -> None:
    wild = Eye(INPUTS, 0, [[1e4 * weight for weight in row] for row in made_up(0).rows])
    for state in positions(4):
        shares = judged(wild, state)[1]
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0


def test_it_remembers_its_sizes() -> None:
    eye = made_up(32).eye
    assert (eye.inputs, eye.hidden, eye.stages) == (INPUTS, 32, 12)


@pytest.mark.parametrize(
    ("inputs", "hidden", "stages"),
    [
        (0, 0, 1),
        (-1, 0, 1),
        (10_000, 0, 1),
        (INPUTS, -BLOCK, 1),
        (INPUTS, BLOCK // 2, 1),
        (INPUTS, BLOCK + 1, 1),
        (INPUTS, MOST_HIDDEN + BLOCK, 1),
        (INPUTS, 0, 0),
    ],
)
def test_impossible_sizes_are_refused(inputs: int, hidden: int, stages: int) -> None:
    with pytest.raises(ValueError, match=f"no eye has {inputs} inputs, {hidden} hidden units and {stages} stages"):
        Eye(inputs, hidden, [[0.0] * 100] * stages)


@pytest.mark.parametrize("hidden", [0, 16, MOST_HIDDEN])
@pytest.mark.parametrize("more", [-1, 1])
def test_rows_of_a_wrong_length_are_refused(hidden: int, more: int) -> None:
    right = width(INPUTS, hidden)
    rows = [[0.0] * right, [0.0] * (right + more)]
    with pytest.raises(ValueError, match=f"stage 1 has {right + more} weights, not {right}"):
        Eye(INPUTS, hidden, rows)
