"""Journals: what was played is kept, once, and nothing else is taken for it."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import FileIO
from math import inf, nan
from pathlib import Path

import pytest

from amunre.ai import bots
from amunre.ai.arena import run
from amunre.ai.journal import Journal, fingerprint
from amunre.ai.matches import Plan, play
from amunre.ai.weights import Weights, write
from amunre.core import BadInput
from tests.arena.conftest import numbers_in
from tests.learning.conftest import made_up

PLAN = Plan("amunre_card", 2, ("random", "greedy"), 5, 1)
FULL = Path("/dev/full")
MEMORY = Path("/proc/self/mem")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The journal of six of the ten games."""
    path = tmp_path / "games.jsonl"
    with Journal(PLAN, path) as journal:
        for number in (0, 1, 2, 5, 8, 9):
            journal.add(play(PLAN, number))
    return path


def refused(plan: Plan, file: Path) -> str:
    """Why a file is no journal of a plan. It is left as it is."""
    before = file.read_bytes()
    with pytest.raises(BadInput) as refusal:
        Journal(plan, file)
    assert file.read_bytes() == before
    message = str(refusal.value)
    assert message.startswith(f"{file}: ")
    return message.removeprefix(f"{file}: ")


# ---------------------------------------------------------------------- what is kept
@pytest.mark.parametrize("records", [False, True])
def test_games_come_back_as_they_were(records: bool, tmp_path: Path) -> None:
    plan = replace(PLAN, records=records)
    games = [play(plan, number) for number in (3, 0)]
    with Journal(plan, tmp_path / "games.jsonl") as journal:
        for game in games:
            journal.add(game)
    with Journal(plan, tmp_path / "games.jsonl") as journal:
        assert journal.in_order() == games[::-1]


def test_a_game_outlives_its_process_at_once(tmp_path: Path) -> None:
    with Journal(PLAN, tmp_path / "games.jsonl") as journal:
        journal.add(play(PLAN, 4))
        assert numbers_in(tmp_path / "games.jsonl") == [4]


def test_a_game_is_never_written_twice(file: Path) -> None:
    with Journal(PLAN, file) as journal:
        for number in (0, 3, 3):
            journal.add(play(PLAN, number))
    assert numbers_in(file) == [0, 1, 2, 5, 8, 9, 3]


def test_without_a_file_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal(PLAN, None) as journal:
        journal.add(play(PLAN, 0))
        assert list(journal.games) == [0]
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------- what a killed process leaves behind
@pytest.mark.parametrize("lost", [1, 2, 30])
def test_a_torn_last_line_is_cut_off_and_its_game_played_again(lost: int, file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-lost])
    with Journal(PLAN, file) as journal:
        assert sorted(journal.games) == [0, 1, 2, 5, 8]
        journal.add(play(PLAN, 9))
    assert file.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 1, 20])
def test_a_torn_first_line_is_written_again(left: int, file: Path) -> None:
    first = file.read_bytes().splitlines(keepends=True)[0]
    file.write_bytes(first[:left])
    with Journal(PLAN, file) as journal:
        assert not journal.games
    assert file.read_bytes() == first


def test_every_torn_journal_leads_to_the_same_games(file: Path) -> None:
    whole = file.read_bytes()
    expected = [play(PLAN, number) for number in range(PLAN.games)]
    with ThreadPoolExecutor(2) as executor:
        for length in range(0, len(whole) + 1, 97):
            file.write_bytes(whole[:length])
            assert run(PLAN, executor, Journal(PLAN, file)) == expected
            assert sorted(numbers_in(file)) == list(range(PLAN.games))


# ---------------------------------------------------------------------- what is no journal of the plan
@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (replace(PLAN, seed=2), "a journal of other games: seed 1, not 2"),
        (replace(PLAN, deals=6), "a journal of other games: deals 5, not 6"),
        (replace(PLAN, records=True), "a journal of other games: records False, not True"),
        (
            replace(PLAN, seats=("greedy", "random")),
            "a journal of other games: seats ['random', 'greedy'], not ['greedy', 'random']",
        ),
    ],
)
@pytest.mark.parametrize("end", ["", '{"number": 3, "se'])
def test_the_journal_of_another_plan_is_refused(plan: Plan, why: str, end: str, file: Path) -> None:
    with file.open("a") as stream:
        stream.write(end)
    assert refused(plan, file) == why


@pytest.mark.parametrize(
    "text", ["my notes", "my notes\nmore of them\n", "my notes\nno end", "[]\n", "{}\n", "7\n", "\n", "\xff\xfe\n"]
)
def test_another_file_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text.encode("latin-1"))
    assert refused(PLAN, path) == "not an amunre-arena file"


def test_a_newer_format_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"amunre-arena": 1', b'"amunre-arena": 2'))
    assert refused(PLAN, file) == "expected amunre-arena 1, not 2"


@pytest.mark.parametrize(
    "damage",
    [
        {"number": 2},
        {"number": 10},
        {"number": -1},
        {"number": "x"},
        {"number": 8.0},
        {"number": True},
        {"number": inf},
        {"number": [3]},
        {"seats": ["greedy", "random"]},
        {"shares": [1.0]},
        {"shares": [5, -4]},
        {"shares": [1, 1]},
        {"shares": [0, 0]},
        {"shares": [nan, 1.0]},
        {"shares": [True, False]},
        {"shares": ["1.0", "0.0"]},
        {"points": 7},
        {"points": [1e308, 1e308]},
        {"points": [nan, 12.0]},
        {"points": [10**400, 12]},
        {"record": "amunre-record 1"},
    ],
)
def test_a_damaged_game_is_refused(damage: dict[str, object], file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    lines[5] = json.dumps(json.loads(lines[5]) | damage)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert refused(PLAN, file) == "line 6: not a game of this journal"


@pytest.mark.parametrize("record", [None, 7])
def test_a_journal_of_records_has_one_for_every_game(record: object, tmp_path: Path) -> None:
    plan, path = replace(PLAN, records=True), tmp_path / "games.jsonl"
    with Journal(plan, path) as journal:
        journal.add(play(plan, 0))
    head, line = path.read_text("utf-8").splitlines()
    path.write_text(f"{head}\n{json.dumps(json.loads(line) | {'record': record})}\n", "utf-8")
    assert refused(plan, path) == "line 2: not a game of this journal"


@pytest.mark.parametrize("depth", [100, 960, 100_000])
def test_brackets_without_end_are_refused(depth: int, file: Path) -> None:
    whole, deep = file.read_bytes(), b"[" * depth + b"]" * depth
    file.write_bytes(whole + deep + b"\n")
    assert refused(PLAN, file) == "line 8: not a game of this journal"
    file.write_bytes(deep + b"\n" + whole)
    assert refused(PLAN, file) == "not an amunre-arena file"
    file.write_bytes(whole.replace(b'["random", "greedy"]', deep, 1))
    refused(PLAN, file)


def test_a_line_that_is_not_json_is_refused(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:3], lines[3][:-5], *lines[4:]]) + "\n", "utf-8")
    assert refused(PLAN, file) == "line 4: not a game of this journal"


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    for place in (tmp_path, Path("/dev/zero")):
        if place.exists():
            with pytest.raises(BadInput, match="not a file"):
                Journal(PLAN, place)


@pytest.mark.skipif(not MEMORY.exists(), reason="no file at hand that cannot be read")
def test_a_file_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BadInput, match=f"^{MEMORY}: Input/output error$"):
        Journal(PLAN, MEMORY)


def test_a_second_run_may_not_write_to_it(file: Path) -> None:
    pytest.importorskip("fcntl")
    with Journal(PLAN, file):
        assert refused(PLAN, file) == "in use by another run"
    Journal(PLAN, file).close()


@pytest.mark.skipif(not FULL.exists(), reason="no full disk at hand")
def test_a_full_disk_is_noticed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(PLAN, file) as journal, FileIO(FULL, "r+") as full, monkeypatch.context() as patch:
        patch.setattr(journal, "_stream", full)
        with pytest.raises(BadInput, match="cannot be written: No space left on device"):
            journal.add(play(PLAN, 3))


# ---------------------------------------------------------------------- telling plans apart
def test_plans_have_different_fingerprints() -> None:
    plans = [PLAN, replace(PLAN, deals=4), replace(PLAN, seed=4), replace(PLAN, records=True)]
    assert len({fingerprint(plan) for plan in plans}) == len(plans)
    assert fingerprint(PLAN) == fingerprint(replace(PLAN))


def of_two(seed: int) -> Weights:
    return Weights("amunre_card", {2: made_up(16, seed)})


@pytest.mark.parametrize(
    ("seats", "same"), [(("random", "vizier:5"), False), (("random", "greedy"), True), (("random", "fellah"), True)]
)
def test_a_level_that_thinks_otherwise_makes_another_plan(
    seats: tuple[str, str], same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, file = replace(PLAN, seats=seats), tmp_path / "games.jsonl"
    before = fingerprint(plan)
    Journal(plan, file).close()
    monkeypatch.setitem(bots.SEARCHING, "vizier", replace(bots.SEARCHING["vizier"], whim=0.01))
    assert (fingerprint(plan) == before) == same
    if same:
        Journal(plan, file).close()
    else:
        assert refused(plan, file).startswith("a journal of other games: bots ")


def test_only_the_iterations_of_the_name_count(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [replace(PLAN, seats=("random", name)) for name in ("vizier", "vizier:5")]
    before = [fingerprint(plan) for plan in plans]
    monkeypatch.setitem(bots.SEARCHING, "vizier", replace(bots.SEARCHING["vizier"], iterations=7))
    assert [fingerprint(plan) == known for plan, known in zip(plans, before, strict=True)] == [False, True]


def test_shipped_weights_that_have_changed_make_another_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, file = replace(PLAN, seats=("random", "vizier:5")), tmp_path / "games.jsonl"
    before = fingerprint(plan)
    Journal(plan, file).close()
    monkeypatch.setattr("amunre.ai.bots.shipped", lambda _: of_two(1))
    assert fingerprint(plan) != before
    assert refused(plan, file).startswith("a journal of other games: bots ")


def test_a_journal_from_before_bots_were_told_apart_is_refused(file: Path) -> None:
    first, *lines = file.read_text("utf-8").splitlines(keepends=True)
    head = json.loads(first)
    del head["bots"]
    file.write_text("".join([json.dumps(head) + "\n", *lines]), "utf-8")
    assert refused(PLAN, file).startswith("a journal of other games: bots None, not ")


def test_weights_that_have_changed_make_another_plan(tmp_path: Path) -> None:
    weights, file = tmp_path / "weights.json", tmp_path / "games.jsonl"
    write(of_two(1), weights)
    plan = replace(PLAN, seats=("random", f"fellah@{weights}"))
    before = fingerprint(plan)
    Journal(plan, file).close()
    assert fingerprint(plan) == before
    write(of_two(2), weights)
    assert fingerprint(plan) != before
    assert refused(plan, file).startswith("a journal of other games: bots ")


def test_weights_may_be_moved_and_the_journal_too(tmp_path: Path) -> None:
    one, other, file = (tmp_path / name for name in ("one.json", "other.json", "games.jsonl"))
    write(of_two(1), one)
    write(of_two(2), other)
    plan = replace(PLAN, seats=(f"fellah:2@{one}", f"fellah:2@{other}"))
    game = play(plan, 3)
    with Journal(plan, file) as journal:
        journal.add(game)
    before = fingerprint(plan)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for path in (one, other, file):
        path.rename(elsewhere / path.name)
    plan = replace(PLAN, seats=(f"fellah:2@{elsewhere / 'one.json'}", f"fellah:2@{elsewhere / 'other.json'}"))
    assert fingerprint(plan) == before
    with Journal(plan, elsewhere / "games.jsonl") as journal:
        assert journal.in_order() == [replace(game, seats=plan.lineup(3))]
    swapped = replace(plan, seats=plan.seats[::-1])
    assert refused(swapped, elsewhere / "games.jsonl").startswith("a journal of other games: bots ")


def test_another_version_of_the_program_makes_another_plan(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_version", lambda: "99.0")
    assert refused(PLAN, file).startswith("a journal of other games: bots ")
