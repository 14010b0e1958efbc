"""Numbers that a change of the rules would change: how many ways there are to go on from a position.

A file in perft/ is the record of a game with lines `perft depth count` in between: from the position reached there so
many sequences of so many decisions are possible, those that end the game sooner included. At CHANCE the first outcome
listed is taken, and is no decision.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import amunre.core
from amunre.core import CHANCE, NOBODY, State
from amunre.core.record import read
from benchmarks.build import module
from tests.random_play import SHELF

probe = module("tests.toy.probe")

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
FEW = 3000
"""Sequences that can also be counted slowly."""


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(amunre.core.GAMES, "toy", "tests.toy.toy")


def expected(path: Path) -> Iterator[tuple[State, int, int]]:
    """The positions of a file, each with a depth and a count."""
    record = ""
    for line in path.read_text("utf-8").splitlines(keepends=True):
        if line.startswith("perft "):
            depth, count = map(int, line.split()[1:])
            yield read(record).truth(), depth, count
        else:
            record += line


def naive(state: State, depth: int) -> int:
    """Counts as one would by hand."""
    if state.to_move == NOBODY or (depth == 0 and state.to_move != CHANCE):
        return 1
    actions = state.legal_actions()[:1] if state.to_move == CHANCE else state.legal_actions()
    total = 0
    for action in actions:
        after = state.copy()
        after.apply(action)
        total += naive(after, depth if state.to_move == CHANCE else depth - 1)
    return total


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_counts_are_what_they_were(path: Path) -> None:
    for state, depth, count in expected(path):
        before = bytes(state)
        assert (depth, probe.perft(state, depth)) == (depth, count)
        assert bytes(state) == before


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_small_counts_are_those_of_the_slow_way(path: Path) -> None:
    few = [(state, depth, count) for state, depth, count in expected(path) if count <= FEW]
    assert few
    for state, depth, count in few:
        assert (depth, naive(state, depth)) == (depth, count)


def test_there_are_counts_for_every_game_and_number_of_players() -> None:
    tables = [f"{about.name}-{n}" for about in SHELF for n in range(about.fewest_players, about.most_players + 1)]
    assert [path.stem for path in FILES] == sorted(tables)
