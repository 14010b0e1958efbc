"""Fitting: it finds the rule by which games were won."""

import numpy as np
import pytest

from amunre.ai import fitting
from amunre.ai.fitting import Samples, fit, joined
from amunre.core import BadInput
from tests.learning.conftest import Array, answers, softmax, width

PLAYERS, INPUTS, COUNT, BATCH = 3, 4, 2000, 64
SCORE = np.array([1.5, -1.0, 0.0, 0.5])
POINTS = np.array([2.0, 0.0, -3.0, 1.0])
USUAL = 12.0


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that few positions make many steps."""
    monkeypatch.setattr(fitting, "BATCH", BATCH)


def shares_by_rule(features: Array, bent: bool) -> Array:
    """Of the victory: a softmax of a linear score, or of one with a bend in it."""
    score = np.abs(features[..., 0]) * 2 - features[..., 1] if bent else features @ SCORE
    return softmax(score)


def samples(stage: int, bent: bool = False, count: int = COUNT, seed: int = 1) -> Samples:
    """Games whose winner is drawn by the rule."""
    random = np.random.default_rng(seed)
    # Features of all sizes, as games have them.
    features = random.normal(0.3, 1.0, (count, PLAYERS, INPUTS))
    features[..., 3] *= 0.2
    drawn = [random.choice(PLAYERS, p=shares) for shares in shares_by_rule(features, bent)]
    points = USUAL + features @ POINTS + random.normal(0, 0.5, (count, PLAYERS))
    return Samples(np.full(count, stage), features, np.eye(PLAYERS)[drawn], points)


def rows(found: Samples, stages: int, hidden: int, seed: int = 1) -> list[list[float]]:
    return fit(found, stages, hidden, seed, lambda _: None)


def off(row: list[float], hidden: int, bent: bool = False) -> float:
    """How far the shares of a fit are from those of the rule, on average over new positions."""
    new = samples(0, bent, seed=2).features
    return float(np.abs(softmax(answers(row, new, hidden)[..., 0]) - shares_by_rule(new, bent)).mean())


@pytest.mark.parametrize("hidden", [0, 16])
def test_it_recovers_shares_and_points(hidden: int) -> None:
    [row] = rows(samples(0), 1, hidden)
    assert off(row, hidden) < 0.03
    new = samples(0, seed=2).features
    assert float(np.abs(answers(row, new, hidden)[..., 1] - USUAL - new @ POINTS).mean()) < 0.2


def test_hidden_units_see_what_a_linear_eye_cannot() -> None:
    bent = samples(0, bent=True)
    [linear], [deep] = rows(bent, 1, 0), rows(bent, 1, 16)
    assert off(deep, 16, bent=True) < 0.04
    assert off(linear, 0, bent=True) > 0.1


def test_each_stage_has_its_own_row_and_one_that_never_came_up_gets_zeros() -> None:
    one, other = samples(0), samples(2, bent=True)
    found = rows(joined([one, other]), 4, 16)
    assert [len(row) for row in found] == [width(INPUTS, 16)] * 4
    assert [any(row) for row in found] == [True, False, True, False]
    assert off(found[0], 16) < 0.03
    assert off(found[2], 16, bent=True) < 0.04


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(BadInput, match="too few games to learn from: 64 positions of a stage, not more than 64"):
        rows(samples(0, count=BATCH), 1, 0)
    [enough] = rows(samples(0, count=BATCH + 1), 1, 0)
    assert any(enough)


def test_the_same_seed_finds_the_same_and_another_another() -> None:
    found = samples(0, count=1000)
    assert rows(found, 1, 16) == rows(found, 1, 16) != rows(found, 1, 16, seed=2)


def test_stages_are_reported_one_by_one() -> None:
    heard: list[int] = []
    fit(samples(1, count=100), 3, 0, 1, heard.append)
    assert heard == [0, 1, 2]


def test_a_feature_that_never_changes_does_no_harm() -> None:
    constant = samples(0)
    constant.features[..., 2] = 7.0
    [row] = rows(constant, 1, 0)
    new = samples(0, seed=2).features
    new[..., 2] = 7.0
    found = softmax(answers(row, new, 0)[..., 0])
    assert float(np.abs(found - shares_by_rule(new, bent=False)).mean()) < 0.03
