"""Games that were played once and must replay for ever."""

from pathlib import Path

import pytest

from amunre.core.record import read, write
from amunre.tui.account import account
from amunre.tui.words import load

RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_own_text(path: Path) -> None:
    text = path.read_text("utf-8")
    match = read(text)
    assert match.over
    assert write(match) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_its_account_ends_with_the_winner(path: Path) -> None:
    text = path.read_text("utf-8")
    winner = text.splitlines()[-1].removeprefix("= winner ")
    *_, last = account(read(text), load())
    assert last.startswith(f"  Player {winner} wins the game")


def test_there_is_a_golden_record_for_every_number_of_players() -> None:
    assert {read(path.read_text("utf-8")).game.players for path in RECORDS} == {2, 3, 4, 5}
