"""Settings come back as they were left, and a wrong file is refused with what is wrong in it."""

import json
from pathlib import Path

import pytest

from amunre.core import BadInput
from amunre.tui.settings import Settings, Table, read, write
from tests.store.games import failing

CHOSEN = Settings(
    language="en",
    theme="textual-light",
    pace="instant",
    animation=False,
    guide=False,
    ascii=True,
    keys={"table.hint": "f2"},
    table=Table(2, (("human", "Zoë"), ("vizier", "")), (5, 2), "/home/zoë/my own.toml", "3"),
)


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert read(folder) == Settings()
    for chosen in (CHOSEN, Settings()):
        write(chosen, folder)
        assert read(folder) == chosen
    assert [file.name for file in folder.iterdir()] == ["settings.json"]


def test_what_is_left_out_is_as_usual_and_what_is_unknown_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"pace": "slow", "wings": 2, "table": {"deck": "d", "legs": 4}}', "utf-8")
    assert read(tmp_path) == Settings(pace="slow", table=Table(deck="d"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ('{"pace": "slow"', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "expected keys and values, not []"),
        ('{"pace": "swift"}', "pace: expected one of instant, fast, normal, slow, not 'swift'"),
        ('{"pace": ["slow"]}', "pace: expected one of instant, fast, normal, slow, not ['slow']"),
        ('{"theme": 7}', "theme: expected a line of text, not 7"),
        ('{"theme": "a\\nb"}', "theme: expected a line of text, not 'a\\nb'"),
        ('{"guide": 1}', "guide: expected true or false, not 1"),
        ('{"keys": {"a": null}}', "keys: expected a line of text, not None"),
        ('{"keys": []}', "keys: expected keys and values, not []"),
        ('{"table": 3}', "table: expected keys and values, not 3"),
        ('{"table": {"players": true}}', "table: players: expected a number from 1 on, not True"),
        ('{"table": {"players": 4}}', "table: 4 players, 3 seats and 3 colours"),
        ('{"table": {"colours": [1, 2, 6]}}', "table: colours: expected numbers from 1 to 5, not [1, 2, 6]"),
        ('{"table": {"colours": [1, 2, 2]}}', "table: colours: two players have the same colour"),
        ('{"table": {"seats": ["human"]}}', "table: seats: expected a kind and a name for each seat, not ['human']"),
        ('{"table": {"seats": [["Human", ""]]}}', "table: seats: 'Human' is no kind of player"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput) as refused:
        read(tmp_path)
    assert str(refused.value) == f"{file}: {why}"


def test_only_languages_that_are_there_can_be_set(tmp_path: Path) -> None:
    for language in ("xx", "../lang/en", 3):
        (tmp_path / "settings.json").write_text(json.dumps({"language": language}), "utf-8")
        with pytest.raises(BadInput, match=r"settings.json: language: expected one of en, .*not "):
            read(tmp_path)


def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    with pytest.raises(BadInput, match=r"settings.json: cannot be read: Is a directory$"):
        read(tmp_path)
    with pytest.raises(IsADirectoryError):
        write(CHOSEN, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


def test_settings_that_cannot_be_written_leave_the_old_ones(tmp_path: Path) -> None:
    write(CHOSEN, tmp_path)
    wordy = Settings(keys={f"table.{number}": "f1" for number in range(100)})
    with failing(), pytest.raises(OSError, match="File too large"):
        write(wordy, tmp_path)
    assert read(tmp_path) == CHOSEN
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]
