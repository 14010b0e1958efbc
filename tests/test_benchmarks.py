"""`python -m benchmarks` runs; how fast things are is not asked here."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from amunre.ai.style import PLAIN
from amunre.tui.inks import UNICODE
from amunre.tui.words import load
from benchmarks import processes, search, sessions, signature
from benchmarks.__main__ import main
from benchmarks.player import Sight

ROOT = Path(__file__).parents[1]


def test_playouts_are_measured_in_all_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "--json", "--seconds", "0.1", "--players", "2,5"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [result["players"] for result in results] == [2, 5]
    for result in results:
        assert set(result["speeds"]) == {"c", "direct", "virtual", "python step", "python loop"}
        assert all(number > 0 for speed in result["speeds"].values() for number in speed.values())
        assert [target["way"] for target in result["targets"]] == ["direct", "virtual", "python step"]


def test_the_search_is_measured_in_all_respects(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(search, "TRIES", 1)
    monkeypatch.setattr(search, "LIMITS", {10: 1, 20: 1})
    monkeypatch.setattr(search, "GAMES", 100)
    assert main(["search", "--json", "--seconds", "0.1", "--target", "0.001"]) == 0
    told = json.loads(capsys.readouterr().out)
    rows = {(row["what"], row["unit"]): row for row in told["rows"]}
    assert len(rows) == len(told["rows"])
    assert {unit for _, unit in rows} >= {"iterations/s", "x one thread", "decisions/s", "ms"}
    assert rows["plain, 3 players", "iterations/s"]["target"] == 150_000
    assert {f"{name}, late after {limit} ms" for name in ("best", "plain") for limit in (10, 20)} <= {
        what for what, _ in rows
    }
    for row in told["rows"]:
        assert (row["value"] is None) == (row["note"].startswith("not installed"))
        assert (row["met"] is None) == (row["value"] is None or row["target"] is None)
    assert told["signatures"]


def test_rows_say_whether_the_target_is_met() -> None:
    fast, slow = (search.Row("a search", value, "iterations/s", 1000) for value in (1000, 999))
    early, late = (search.Row("a search", value, "ms", 5) for value in (4.9, 5.1))
    assert [row.met for row in (fast, slow, early, late)] == [True, False, True, False]
    assert search.line(slow).endswith("iterations/s  at least 1,000: MISSED")
    assert search.line(early).endswith("at most 5.00: met")
    assert search.Row("a search", None, "ms", 5).met is None


# ---------------------------------------------------------------------- the signature of the search
def test_the_signature_is_the_same_again_and_in_another_process(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        assert main(["search", "--signature"]) == 0
        printed.append(capsys.readouterr().out)
    command = [sys.executable, "-m", "benchmarks", "search", "--signature"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert {done.stdout, *printed} == {printed[0]}
    assert re.fullmatch(r"signature [0-9a-f]{8}\n(signature [0-9a-f]{8} with the shipped eye\n)?", done.stdout)


def test_the_signature_changes_with_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = signature.signatures("amunre_card", range(2, 3))
    monkeypatch.setattr(signature, "PLAIN", replace(PLAIN, exploration=0.4))
    other = signature.signatures("amunre_card", range(2, 3))
    assert usual[""] != other[""]


# ---------------------------------------------------------------------- sessions
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it")
def test_sessions_are_measured_and_nothing_is_left_of_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sessions, "WARM", 0.1)
    before = processes.children(os.getpid())
    assert main(["sessions", "--json", "--sessions", "1,2", "--seconds", "3"]) == 0
    one, two = json.loads(capsys.readouterr().out)["results"]
    assert (one["sessions"], two["sessions"]) == (1, 2)
    rows = {row["what"]: row for row in two["rows"]}
    assert len(rows) == len(two["rows"])
    assert {"key to paint, median", "key to paint, 99th percentile", "bytes of a cursor step, median"} <= rows.keys()
    assert rows["keys timed"]["value"] > 0
    assert rows["memory a session above the first"]["value"] > 0
    assert "memory a session above the first" not in {row["what"] for row in one["rows"]}
    assert {*processes.children(os.getpid())} <= {*before}


def test_a_player_sees_whether_she_is_asked() -> None:
    sight = Sight(load("en"))
    sight.look(f"\x1b[20;1H\x1b[1m{UNICODE.arrow} \x1b[0mWhich gold card for Kharga?\x1b[0m\x1b[21;1Hi look".encode())
    assert (sight.prompt, sight.ready) == ("Which gold card for Kharga?", False)
    sight.look(f"\x1b[20;1H\x1b[1m{UNICODE.arrow} \x1b[0m\x1b[1mBid the 3 on Kharga.       \x1b[0m".encode())
    assert sight.ready
    sight.look(b"\x1b[20;11H4")
    assert (sight.prompt, sight.ready) == ("Bid the 4 on Kharga.", True)
    sight.look(b"\x1b[5;1H  Steward bids.")
    assert sight.ready
    sight.look(b"\x1b[20;1H\x1b[2mSteward thinks\x1b[0m")
    assert not sight.prompt


# ---------------------------------------------------------------------- how it ends
def test_an_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "run", interrupt)
    assert main(["search"]) == 130
    assert capsys.readouterr() == ("", "")


# ---------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["sleep"],
        ["playouts", "--players", "6"],
        ["playouts", "--players", ""],
        ["playouts", "--players", "2,,3"],
        ["playouts", "--seconds", "nan"],
        ["playouts", "--seconds", "soon"],
        ["sessions", "--sessions", "0"],
        ["sessions", "--sessions", "1,"],
        ["sessions", "--sessions", "201"],
        ["sessions", "--seconds", "0"],
        ["search", "--seconds", "0"],
        ["search", "--target", "0"],
        ["search", "--target", "nan"],
        ["search", "--target", "fast"],
        ["strength", __file__],
        ["strength", "/dev/null/folder"],
    ],
)
def test_bad_arguments_get_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("benchmarks: ")
    assert said.err.count("\n") == 1
