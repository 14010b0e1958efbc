"""Fits an eye to the games that were played: shares of the victory by a softmax over the players, points by squares.

The only part of the program that needs NumPy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from amunre.core import BadInput

Array = NDArray[np.float64]
Parameters = dict[str, Array]

EPOCHS = 40
BATCH = 128
PACE = 0.005
"""The learning rate at the beginning; it falls to nothing along a cosine."""
SHRINK = 1e-3
"""How strongly weights are drawn to 0."""
POINTS = 0.5
"""What a squared error of points, in standard deviations, counts beside the surprise at a winner."""
KEPT_BACK = 0.1
"""The part of the positions that is judged, not learned from: the best epoch on it is taken."""


@dataclass(frozen=True)
class Samples:
    """Positions at their stages, and how their games ended."""

    stage: NDArray[np.int64]
    """A number a position."""
    features: Array
    """Position by player by feature."""
    win: Array
    """Position by player."""
    points: Array
    """Position by player."""

    def at(self, stage: int) -> "Samples":
        """Those of one stage."""
        here = self.stage == stage
        return Samples(self.stage[here], self.features[here], self.win[here], self.points[here])


def joined(parts: Sequence[Samples]) -> Samples:
    """All samples as one."""
    return Samples(
        np.concatenate([part.stage for part in parts]),
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.win for part in parts]),
        np.concatenate([part.points for part in parts]),
    )


def enough(positions: int) -> bool:
    """Whether so many positions of a stage teach anything."""
    return positions > BATCH


def fit(samples: Samples, stages: int, hidden: int, seed: int, on_stage: Callable[[int], None]) -> list[list[float]]:
    """A row of weights for each stage, laid out as eye.pyx reads them; a stage that never came up gets zeros."""
    inputs = samples.features.shape[2]
    rows = []
    for stage in range(stages):
        here = samples.at(stage)
        if len(here.stage):
            row = _fitted(here, hidden, np.random.default_rng((seed, stage)))
        else:
            row = np.zeros(2 * (1 + inputs + hidden) + hidden * (1 + inputs))
        rows.append([float(f"{weight:.5g}") for weight in row])
        on_stage(stage)
    return rows


def _fitted(samples: Samples, hidden: int, random: np.random.Generator) -> Array:
    """Learn one stage in standard units, then say it in those of the features."""
    if not enough(len(samples.stage)):
        raise BadInput(f"too few games to learn from: {len(samples.stage)} positions of a stage, not more than {BATCH}")
    flat = samples.features.reshape(-1, samples.features.shape[2])
    centre, spread = flat.mean(0), flat.std(0) + 1e-3
    usual, deviation = float(samples.points.mean()), float(samples.points.std()) + 1e-3
    units = (samples.features - centre) / spread
    found = _learn(units, samples.win, (samples.points - usual) / deviation, hidden, random)
    direct, into, onward = found["direct"] / spread[:, None], found["into"] / spread[:, None], found["onward"]
    bias, start = found["bias"] - centre @ direct, found["start"] - centre @ into
    scale = np.array([1.0, deviation])
    bias = bias * scale + np.array([0.0, usual])
    return np.concatenate([bias, (direct * scale).ravel(), start, into.ravel(), (onward * scale).ravel()])


def _learn(units: Array, win: Array, points: Array, hidden: int, random: np.random.Generator) -> Parameters:
    """Adam, with a rate that falls to nothing; the epoch that judged the positions kept back best."""
    inputs = units.shape[2]
    now: Parameters = {
        "bias": np.zeros(2),
        "direct": np.zeros((inputs, 2)),
        "start": np.zeros(hidden),
        "into": random.normal(0, inputs**-0.5, (inputs, hidden)),
        "onward": random.normal(0, 0.1, (hidden, 2)),
    }
    mean = {name: np.zeros_like(value) for name, value in now.items()}
    square = {name: np.zeros_like(value) for name, value in now.items()}
    kept = random.random(len(units)) < KEPT_BACK
    learned = np.flatnonzero(~kept)
    best, least, step = now, np.inf, 0
    for epoch in range(EPOCHS):
        random.shuffle(learned)
        pace = PACE * (0.5 + 0.5 * np.cos(np.pi * epoch / EPOCHS))
        for begin in range(0, len(learned), BATCH):
            batch = learned[begin : begin + BATCH]
            slope = _slope(now, units[batch], win[batch], points[batch])
            step += 1
            for name, value in now.items():
                pull = slope[name] + SHRINK * value
                mean[name] = 0.9 * mean[name] + 0.1 * pull
                square[name] = 0.999 * square[name] + 0.001 * pull**2
                size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
                now[name] = value - pace * mean[name] / (1 - 0.9**step) / size
        error = _error(now, units[kept], win[kept], points[kept])
        if error < least:
            best, least = dict(now), error
    return best


def _answers(now: Parameters, units: Array) -> tuple[Array, Array]:
    """What the hidden units say, and the answers."""
    inner = np.maximum(units @ now["into"] + now["start"], 0)
    return inner, units @ now["direct"] + inner @ now["onward"] + now["bias"]


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(1, keepdims=True))
    shares: Array = powers / powers.sum(1, keepdims=True)
    return shares


def _slope(now: Parameters, units: Array, win: Array, points: Array) -> Parameters:
    """How the error changes with every weight."""
    inner, answers = _answers(now, units)
    wrong = np.empty_like(answers)
    wrong[..., 0] = (_softmax(answers[..., 0]) - win) / len(units)
    wrong[..., 1] = 2 * POINTS * (answers[..., 1] - points) / points.size
    back = (wrong @ now["onward"].T) * (inner > 0)
    return {
        "bias": wrong.sum((0, 1)),
        "direct": np.einsum("pqf,pqa->fa", units, wrong),
        "start": back.sum((0, 1)),
        "into": np.einsum("pqf,pqh->fh", units, back),
        "onward": np.einsum("pqh,pqa->ha", inner, wrong),
    }


def _error(now: Parameters, units: Array, win: Array, points: Array) -> float:
    _, answers = _answers(now, units)
    surprise = -(win * np.log(_softmax(answers[..., 0]) + 1e-12)).sum(1).mean()
    return float(surprise + POINTS * ((answers[..., 1] - points) ** 2).mean())
