"""Files of weights: written, read, merged, shipped, refused."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from amunre.ai import weights as module
from amunre.ai.eye import judged
from amunre.ai.weights import Weights, merge, read, shipped, write
from amunre.core import GAMES, BadInput, info, load
from tests.learning.conftest import GAME, INPUTS, made_up, positions, width

Data = dict[str, Any]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A sound file of weights."""
    path = tmp_path / "my.json"
    write(Weights(GAME, {2: made_up(16), 4: made_up(0, seed=2)}), path)
    return path


def refusal(path: Path) -> str:
    """What is wrong with a file; it is named first."""
    with pytest.raises(BadInput, match=re.escape(f"{path}: ")) as refused:
        read(path)
    line = str(refused.value)
    assert line.isprintable()
    return line.removeprefix(f"{path}: ")


# ---------------------------------------------------------------------- written and read
def test_what_was_written_reads_back_equal(file: Path) -> None:
    assert read(file) == Weights(GAME, {2: made_up(16), 4: made_up(0, seed=2)})


def test_what_was_read_sees_what_was_written(file: Path) -> None:
    again = read(file).by_players[2].eye
    for state in positions(2):
        assert judged(again, state) == judged(made_up(16).eye, state)


def test_there_is_an_eye_only_for_its_game_and_numbers_of_players(file: Path) -> None:
    found = read(file)
    assert [found.eye(load(GAME, players)) is not None for players in (2, 3, 4, 5)] == [True, False, True, False]
    assert replace(found, game="another").eye(load(GAME, 2)) is None


def test_nothing_is_left_beside_a_file(file: Path) -> None:
    assert list(file.parent.iterdir()) == [file]


# ---------------------------------------------------------------------- merged
def test_merging_adds_a_number_of_players_beside_the_others(file: Path) -> None:
    before = read(file).by_players
    merge(Weights(GAME, {3: made_up(32, seed=3)}), file)
    assert read(file) == Weights(GAME, {2: before[2], 3: made_up(32, seed=3), 4: before[4]})


def test_merging_takes_the_place_of_the_same_number_of_players(file: Path) -> None:
    before = read(file).by_players
    merge(Weights(GAME, {2: made_up(0, seed=3)}), file)
    assert read(file).by_players == {2: made_up(0, seed=3), 4: before[4]}


def test_merging_makes_a_file_that_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    merge(Weights(GAME, {3: made_up(0)}), path)
    assert read(path) == Weights(GAME, {3: made_up(0)})


def test_merging_leaves_foreign_files_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text('{"shopping": ["bread", "beer"]}', "utf-8")
    with pytest.raises(BadInput, match="not a file of weights"):
        merge(Weights(GAME, {3: made_up(0)}), path)
    assert path.read_text("utf-8") == '{"shopping": ["bread", "beer"]}'


def test_games_are_not_mixed_in_a_file(file: Path) -> None:
    with pytest.raises(BadInput, match=re.escape(f"{file}: weights of {GAME}, not of another")):
        merge(Weights("another", {}), file)


def test_merging_into_a_folder_that_is_missing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "my.json"
    with pytest.raises(BadInput, match=re.escape(f"{path}: there is no such folder")):
        merge(Weights(GAME, {3: made_up(0)}), path)


# ---------------------------------------------------------------------- shipped
@pytest.mark.parametrize("game", [game for game in GAMES if info(game).features])
def test_every_game_with_features_comes_with_an_eye_for_every_number_of_players(game: str) -> None:
    about = info(game)
    found = shipped(game)
    for players in range(about.fewest_players, about.most_players + 1):
        assert found.eye(load(game, players)) is not None, f"no eye for {players}"
        assert found.by_players[players].story
        assert any(any(row) for row in found.by_players[players].rows)


def test_a_game_that_nobody_learned_has_no_eyes() -> None:
    assert shipped("toy") == Weights("toy", {})


# ---------------------------------------------------------------------- refused
def test_a_missing_file_and_a_folder_cannot_be_read(tmp_path: Path) -> None:
    assert refusal(tmp_path / "missing.json") == "cannot be read: No such file or directory"
    assert refusal(tmp_path) == "cannot be read: Is a directory"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"Thinis",
        b"\xff\xfe\x00",
        b'{"amunre-weights": 1',
        b"[1, 2]",
        b'"weights"',
        b"null",
        b"{}",
        b'{"amunre-weights": 1}',
        b'{"players": {}}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_such_json_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_bytes(content)
    assert refusal(path) == "not a file of weights"


def test_an_endless_file_is_not_read_to_its_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_FILE", file.stat().st_size)
    assert 2 in read(file).by_players
    monkeypatch.setattr(module, "LARGEST_FILE", file.stat().st_size - 1)
    assert refusal(file).startswith("too large")


def two(data: Data) -> Data:
    part: Data = data["players"]["2"]
    return part


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data.update({"amunre-weights": 2}), "expected amunre-weights 1, not 2"),
        (lambda data: data.update(game="chess"), "unknown game chess"),
        (lambda data: data.update(game=["chess"]), "not a file of weights"),
        (lambda data: data["features"].reverse(), f"made for other features of {GAME} than this program has"),
        (lambda data: data["features"].pop(), f"made for other features of {GAME} than this program has"),
        (lambda data: data["stages"].pop(), f"made for other features of {GAME} than this program has"),
        (lambda data: data.update(players=[]), "not a file of weights"),
        (lambda data: data["players"].update(many=two(data)), "not a file of weights"),
        (lambda data: two(data).pop("story"), "not a file of weights"),
        (lambda data: two(data).update(rows=7), "not a file of weights"),
        (lambda data: two(data)["rows"].pop(), "11 rows of weights for 12 stages"),
        (lambda data: two(data)["rows"][5].pop(), f"stage 5 has {width(INPUTS, 16) - 1} weights"),
        (lambda data: two(data)["rows"][5].append(0.5), f"stage 5 has {width(INPUTS, 16) + 1} weights"),
        (lambda data: two(data).update(hidden=0), f"stage 0 has {width(INPUTS, 16)} weights, not {width(INPUTS, 0)}"),
        (lambda data: two(data).update(hidden=8), f"no eye has {INPUTS} inputs, 8 hidden units and 12 stages"),
        (lambda data: two(data).update(hidden=-16), f"no eye has {INPUTS} inputs, -16 hidden units and 12 stages"),
        (lambda data: two(data).update(hidden=16_000), "no eye has"),
        (lambda data: two(data).update(hidden=10**30), "not a file of weights"),
        (lambda data: two(data).update(hidden="16"), "not a file of weights"),
        (lambda data: two(data).update(hidden=None), "not a file of weights"),
        (lambda data: two(data)["rows"].__setitem__(3, "7" * width(INPUTS, 16)), "7 is no weight"),
    ],
)
def test_damaged_files_are_refused(damage: Callable[[Data], object], why: str, file: Path) -> None:
    data = json.loads(file.read_text("utf-8"))
    damage(data)
    file.write_text(json.dumps(data), "utf-8")
    assert refusal(file).startswith(why)


@pytest.mark.parametrize(
    "weight", ['"0.5"', "null", "true", "[0.5]", "{}", "NaN", "Infinity", "-Infinity", "1e39", f"1{'0' * 400}"]
)
def test_only_numbers_that_an_eye_can_reckon_with_are_weights(weight: str, file: Path) -> None:
    data = json.loads(file.read_text("utf-8"))
    two(data)["rows"][7][11] = "here"
    file.write_text(json.dumps(data).replace('"here"', weight), "utf-8")
    assert refusal(file).endswith(" is no weight")
