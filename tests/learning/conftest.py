"""What the tests of learning share: weights that nobody learned, positions, and the formula of an eye in NumPy."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from amunre.ai import arena, fitting, training
from amunre.ai.eye import read
from amunre.ai.sprt import Sprt, Verdict
from amunre.ai.training import Course, Progress
from amunre.ai.weights import Rows, Weights
from amunre.core import State, info, load
from tests.random_play import Play

GAME = "amunre_card"
ABOUT = info(GAME)
INPUTS = len(ABOUT.features)
DEALS = 3
"""After which the gate of these tests decides."""
WISE = {
    "points beyond the rivals' mean": 3.0,
    "fewest pyramids beyond the rivals' mean": 3.0,
    "pyramids beyond the rivals' mean": 2.0,
    "gold beyond the rivals' mean": 1.0,
}

Array = NDArray[np.float64]


def width(inputs: int, hidden: int) -> int:
    """Weights of one stage."""
    return 2 * (1 + inputs + hidden) + hidden * (1 + inputs)


def made_up(hidden: int, seed: int = 1) -> Rows:
    """Weights at random."""
    random = Random(seed)
    rows = tuple(tuple(random.gauss(0, 0.3) for _ in range(width(INPUTS, hidden))) for _ in ABOUT.stages)
    return Rows(INPUTS, hidden, rows, ("made up",))


def minding(score: dict[str, float]) -> Rows:
    """Linear weights that score these features, and are blind to all others."""
    pairs = [(score.get(name, 0.0), 0.0) for name in ABOUT.features]
    row = (0.0, 0.0, *(weight for pair in pairs for weight in pair))
    return Rows(INPUTS, 0, (row,) * len(ABOUT.stages), ())


def for_two(rows: Rows) -> Weights:
    return Weights(GAME, {2: rows})


def positions(players: int, games: int = 1) -> Iterator[State]:
    """Those of random games that an eye may judge."""
    for seed in range(games):
        for state in Play(seed, "any").positions(load(GAME, players)):
            if read(state)[0] >= 0:
                yield state


def answers(row: Sequence[float], features: Any, hidden: int) -> Array:
    """The score and the points for each player, by the formula in eye.pyx."""
    x = np.asarray(features, np.float64)
    inputs = x.shape[-1]
    cuts = np.cumsum([2, 2 * inputs, hidden, inputs * hidden])
    bias, direct, start, into, onward = np.split(np.asarray(row, np.float32).astype(np.float64), cuts)
    inner = np.maximum(x @ into.reshape(inputs, hidden) + start, 0)
    found: Array = bias + x @ direct.reshape(inputs, 2) + inner @ onward.reshape(hidden, 2)
    return found


def softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    shares: Array = powers / powers.sum(-1, keepdims=True)
    return shares


class Here(Executor):
    """Does at once what it is given, and remembers it: the name of the function and its second argument."""

    def __init__(self) -> None:
        self.given: list[tuple[str, Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append((fn.__name__, args[1]))
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


# ---------------------------------------------------------------------- small courses
def quiet(_: Progress) -> None:
    pass


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few games are several chunks, and enough to learn from."""
    monkeypatch.setattr(training, "CHUNK", 5)
    monkeypatch.setattr(training, "FIRST", 2)
    monkeypatch.setattr(fitting, "BATCH", 8)
    monkeypatch.setattr(fitting, "EPOCHS", 2)
    monkeypatch.setattr(fitting, "KEPT_BACK", 0.5)
    monkeypatch.setattr(arena, "WINDOW", 2)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(GAME, 2, tmp_path / "course", rounds=2, games=23, iterations=5, hidden=0, seed=1)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Callable[[Verdict], None]:
    """Lets the gate say what it is told to, after a few deals."""

    def decide(verdict: Verdict) -> None:
        class Decided(Sprt):
            @property
            def verdict(self) -> Verdict:
                return verdict if self.deals >= DEALS else Verdict.OPEN

        monkeypatch.setattr(training, "Sprt", Decided)
        monkeypatch.setattr(training, "MOST_DEALS", DEALS + 1)

    return decide
