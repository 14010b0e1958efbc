"""The command: it teaches from end to end, and refuses before it begins."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from amunre.ai import fitting, training
from amunre.ai.training import Progress
from amunre.ai.weights import Weights, read, write
from amunre.tui.__main__ import main
from amunre.tui.commands.train import told
from amunre.tui.words import load
from tests.learning.conftest import GAME, made_up

TINY = ["--players", "2", "--games", "20", "--iterations", "1", "--hidden", "0", "--workers", "1"]


@pytest.fixture
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few games are enough to learn from, and a few deals to decide."""
    monkeypatch.setattr(training, "FIRST", 2)
    monkeypatch.setattr(fitting, "BATCH", 8)
    monkeypatch.setattr(fitting, "KEPT_BACK", 0.5)
    monkeypatch.setattr(training, "MOST_DEALS", 2)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["train", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    line = err.removesuffix("\n")
    assert line.isprintable()
    return line.removeprefix("amunre-tui: ")


@pytest.mark.usefixtures("_tiny")
def test_it_teaches_goes_on_and_adds_what_was_learned_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, into = tmp_path / "course", tmp_path / "weights.json"
    write(Weights(GAME, {3: made_up(16)}), into)
    assert main(["train", str(folder), *TINY, "--rounds", "1", "--into", str(into)]) == 0
    out, err = capsys.readouterr()
    assert err.splitlines() == ["round 1: 10 of 10 games played", "round 1: 12 of 12 stages fitted"]
    champion = read(folder / "champion.json").by_players[2]
    assert out.splitlines() == list(champion.story)
    assert read(into).by_players == {2: champion, 3: made_up(16)}

    write(Weights(GAME, {2: made_up(16)}), into)
    assert main(["train", str(folder), *TINY, "--rounds", "2", "--into", str(into)]) == 0
    again, err = capsys.readouterr()
    assert err.splitlines() == [
        "round 2: 20 of 20 games played",
        "round 2: 12 of 12 stages fitted",
        "round 2: 2 of at most 2 deals against the champion",
        "round 2: not better than the champion after 2 deals; the champion stays",
        "2 of at most 2 deals against the weights in the file",
        "not better than the weights in the file after 2 deals: the file stays as it is",
    ]
    assert again == out, "two deals decide nothing"
    assert read(into).by_players == {2: made_up(16)}


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, *all_progress: Progress) -> str:
    """What a terminal got to see."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with told(load()) as show:
        for progress in all_progress:
            show(progress)
    return terminal.getvalue()


def test_a_terminal_shows_each_part_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = [Progress(3, "gated", deals, 600) for deals in (1, 2)]
    text = shown(monkeypatch, *gate, Progress(3, "accepted", 2, 2))
    assert text.count("\n") == text.endswith("\n") == 1
    assert [line.strip() for line in text.split("\r")] == [
        "",
        "round 3: 1 of at most 600 deals against the champion",
        "round 3: 2 of at most 600 deals against the champion",
        "round 3: better than the champion after 2 deals, and champion now",
    ]


def test_a_line_that_was_begun_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Progress(1, "played", 50, 600)).endswith("\n")
    assert not shown(monkeypatch, Progress(1, "played", 600, 600)).endswith("\n\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--hidden", "5"], "an eye has a multiple of 16 hidden units, at most 64, not 5"),
        (["--hidden", "80"], "an eye has a multiple of 16 hidden units, at most 64, not 80"),
        (["--hidden", "-16"], "argument --hidden: expected a number from 0 on, not -16"),
        (["--games", "640"], "640 games a round are too few to learn from: at least 641 are needed"),
        (["--games", "0"], "expected a number from 1 on, not 0"),
        (["--rounds", "0"], "expected a number from 1 on, not 0"),
        (["--iterations", "few"], "expected a number from 1 on, not few"),
        (["--workers", "0"], "expected a number from 1 on, not 0"),
        (["--players", "6"], "is for 2 to 5 players, not 6"),
        (["--game", "chess"], "chess"),
        (["--seed", "x"], "not x"),
        (["--into", ""], "argument --into: expected a name, not nothing"),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, str(tmp_path / "course"), *arguments)
    assert not (tmp_path / "course").exists()


@pytest.mark.usefixtures("_tiny")
def test_a_folder_must_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("mine", "utf-8")
    assert refused(capsys, str(file), *TINY) == f"{file}: File exists"
    assert file.read_text("utf-8") == "mine"


@pytest.mark.usefixtures("_tiny")
def test_the_folder_of_another_course_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "course.json").write_text("{}\n", "utf-8")
    assert refused(capsys, str(tmp_path), *TINY) == f"{tmp_path / 'course.json'}: the folder of another course: {{}}"


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("my diary", "not a file of weights"),
        (json.dumps({"amunre-weights": 1, "game": "chess"}), f"unknown game chess (known: {GAME})"),
    ],
)
def test_weights_go_into_no_foreign_file_and_that_is_said_before_training(
    content: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "mine.json"
    into.write_text(content, "utf-8")
    assert refused(capsys, str(tmp_path / "course"), *TINY, "--into", str(into)) == f"{into}: {why}"
    assert not (tmp_path / "course").exists()
    assert into.read_text("utf-8") == content


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize(("into", "why"), [("", "Is a directory"), ("nowhere/my.json", "there is no such folder")])
def test_weights_go_where_a_file_can_be_and_that_is_said_before_training(
    into: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, str(tmp_path / "course"), *TINY, "--into", str(tmp_path / into))
    assert not (tmp_path / "course").exists()


def test_without_numpy_it_says_what_to_install(tmp_path: Path) -> None:
    without = "import sys; sys.modules['numpy'] = None; from amunre.tui.__main__ import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", without, "train", str(tmp_path / "course"), *TINY],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"AMUNRE_DEBUG": "1"},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "amunre-tui: training needs more than is installed: pip install 'amunre-tui[train]'\n"
    assert not (tmp_path / "course").exists()
