"""Who is called what where there is room for one sign."""

import pytest

from amunre.core import load
from amunre.core.match import Match, Seat
from amunre.tui.seating import sitters
from amunre.tui.words import load as load_words


@pytest.mark.parametrize(
    ("names", "signs"),
    [
        (["Ada", "Bint"], "AB"),
        (["Scriba 1", "Scriba 2", "Scriba 3"], "SCR"),
        (["Ada", "Ava", "Anna"], "AVN"),
        (["Nefer", "Steward 1", "Steward 2"], "NST"),
        (["A", "AA", "AAA"], "A23"),
    ],
)
def test_no_two_have_the_same_sign(names: list[str], signs: str) -> None:
    match = Match(load("amunre_card", len(names)), [Seat("human", name) for name in names], 1)
    assert "".join(each.letter for each in sitters(match, range(1, len(names) + 1), load_words())) == signs
