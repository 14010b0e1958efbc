"""`python -m benchmarks strength`: small plans are played, gone on with, and told row by row."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from amunre.ai import bots
from amunre.ai.bot import Candidate, Limit
from amunre.ai.levels import LEVELS
from amunre.core import BadInput
from benchmarks import blunders, strength
from benchmarks.__main__ import main
from tests.learning.conftest import Here

GAME = "amunre_card"
CLAIMS = strength.CLAIMS
FEW = (
    strength.against("sure", "greedy", "random", 3, 6, 0.0),
    strength.against("never", "random", "greedy", 2, 4, 1.0),
)


@pytest.fixture(autouse=True)
def executor(monkeypatch: pytest.MonkeyPatch) -> Here:
    """All is played here; levels hardly think."""
    here = Here()

    @contextmanager
    def processes() -> Iterator[Executor]:
        yield here

    monkeypatch.setattr(strength, "processes", processes)
    monkeypatch.setattr(strength, "CLAIMS", FEW)
    ladders = {"two": strength.planned(tuple(LEVELS), 2, 1), "four": strength.planned(tuple(LEVELS), 4, 1)}
    monkeypatch.setattr(strength, "LADDERS", ladders)
    monkeypatch.setattr("amunre.ai.ratings.RESAMPLES", 10)
    monkeypatch.setattr(blunders, "GAMES", 2)
    monkeypatch.setattr(blunders, "LOOK", Limit(iterations=20))
    for name in LEVELS:
        monkeypatch.setitem(bots.SEARCHING, name, replace(LEVELS[name], iterations=2))
    return here


def printed(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> list[list[str]]:
    """The cells of the rows, without headings."""
    assert main(["strength", str(folder), *arguments]) == 0
    rows = [line.strip("|").split("|") for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows]


# ---------------------------------------------------------------------- the command
def test_every_claim_has_a_row_that_says_whether_it_is_met(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heading, _, sure, never = printed(capsys, tmp_path / "new", "--only", "claims")
    assert {len(row) for row in (heading, sure, never)} == {7}
    assert sure[:4] == ["`greedy`", "2 of `random`", "3", "6"]
    assert (sure[5:], never[5:]) == (["0%", "met"], ["100%", "MISSED"])


def test_levels_and_blunders_have_a_row_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(capsys, tmp_path, "--only", "levels")
    assert [row[0] for row in rows] == ["level", "---", *LEVELS] * 2
    assert [bool(row[2]) for row in rows[2:8]] == [False, True, True, True, True, True]
    rows = printed(capsys, tmp_path, "--only", "blunders")
    assert [row[0] for row in rows[2:]] == list(LEVELS)
    assert all(int(row[1]) > 50 and row[2].endswith("%") for row in rows[2:])


def test_a_finished_run_prints_the_same_and_plays_nothing(
    tmp_path: Path, executor: Here, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = printed(capsys, tmp_path, "--only", "claims")
    assert len(executor.given) == 6 + 4
    assert printed(capsys, tmp_path, "--only", "claims") == rows
    assert len(executor.given) == 6 + 4


def test_claims_play_enough_games() -> None:
    for claim in CLAIMS:
        timed = any("ms" in name for name in claim.plan.seats)
        assert claim.plan.games >= (300 if timed else 600)


# ---------------------------------------------------------------------- blunders
def slips(folder: Path, executor: Executor) -> list[float]:
    return blunders.losses(GAME, "fellah", folder / "fellah.jsonl", executor)


@pytest.mark.parametrize("lost", [1, 10, 10_000])
def test_a_torn_file_of_blunders_is_gone_on_with(lost: int, tmp_path: Path, executor: Here) -> None:
    found = slips(tmp_path, executor)
    file = tmp_path / "fellah.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[: max(5, len(whole) - lost)])
    executor.given.clear()
    assert slips(tmp_path, executor) == found
    assert file.read_bytes() == whole
    assert 1 <= len(executor.given) <= len(blunders.PLAYERS) * blunders.GAMES
    assert min(found) == 0 <= max(found) <= 1


@pytest.mark.parametrize("line", ["[1.0", "7", '["x"]', "[NaN]", "[-1e308]", "[Infinity]", "{}\n[]\n[]\n[]\n[]"])
def test_a_damaged_file_of_blunders_is_refused(line: str, tmp_path: Path, executor: Here) -> None:
    slips(tmp_path, executor)
    file = tmp_path / "fellah.jsonl"
    head = file.read_text("utf-8").splitlines()[0]
    file.write_text(f"{head}\n{line}\n", "utf-8")
    with pytest.raises(BadInput, match="not a game of this journal"):
        slips(tmp_path, executor)


def test_blunders_of_levels_that_have_changed_are_not_mixed(
    tmp_path: Path, executor: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    slips(tmp_path, executor)
    monkeypatch.setitem(bots.SEARCHING, "priest", replace(LEVELS["priest"], iterations=3))
    with pytest.raises(BadInput, match="a journal of other games: bots "):
        slips(tmp_path, executor)


def test_a_file_of_blunders_from_before_it_had_a_head_is_refused(tmp_path: Path, executor: Here) -> None:
    (tmp_path / "fellah.jsonl").write_text(json.dumps([0.0, 0.25]) + "\n", "utf-8")
    with pytest.raises(BadInput, match="not an amunre-blunders file"):
        slips(tmp_path, executor)


def test_a_loss_is_what_another_action_promised_more() -> None:
    candidates = [
        Candidate(action, visits, 0.0, win, 0.0) for action, visits, win in ((1, 9, 0.5), (2, 3, 0.75), (3, 0, 0.9))
    ]
    assert [blunders._loss(candidates, action) for action in (2, 1, 3)] == [0.0, 0.25, 0.75]
