"""The words of a record: what means the same, and what means nothing."""

import pytest

from amunre.core import IllegalAction
from amunre.core.amunre_card.view import Phase
from tests.rules.amunre_card.conftest import Table, blank, everybody, random_game


@everybody
def test_every_legal_action_has_words_of_its_own_that_mean_it(players: int) -> None:
    for move in random_game(players, seed=players):
        actions = move.state.legal_actions()
        assert [move.state.action(words) for words in move.legal] == actions


def test_gold_cards_may_be_named_in_any_order() -> None:
    table = Table(2)
    table.play("* pharaoh 1\n1 display 8 3 0 2 1")
    assert table.seat(1).display == (0, 1, 2, 3, 8)


def to_extend() -> Table:
    """Player 1 is to cover Thinis, Abydos or Buto; the last two are blank."""
    table = Table(2, blank(Thinis={"ankhs": 1}))
    table.set_up(1)
    for bids in (("Thinis 0", "Coptos 0"), ("Abydos 0", "Saqqara 0"), ("Buto 0", "Xois 0")):
        table.auction(*bids)
    table.offerings(0, 0)
    table.go_on(Phase.ROW)
    table.auction("Thebes 0", "Lisht 0")
    assert table.legal == ["extend Thinis", "extend Abydos"]
    return table


@pytest.mark.parametrize("covered", ["Abydos", "Buto"])
def test_of_provinces_with_the_same_future_either_may_be_named(covered: str) -> None:
    table = to_extend()
    assert table.state.action(f"extend {covered}") == table.state.action("extend Abydos")


@pytest.mark.parametrize(
    "words",
    ["", "extend", "extend Coptos", "extend Thinis Abydos", "extend False/0/1", "extend 0", "EXTEND Thinis", "pass"],
)
def test_other_words_mean_nothing(words: str) -> None:
    with pytest.raises(IllegalAction, match="is not legal"):
        to_extend().state.action(words)
