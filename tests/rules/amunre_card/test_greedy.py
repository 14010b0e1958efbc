"""The player by rule of thumb: always an answer, always the same, and the obvious one where there is one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from amunre.core import CHANCE, NOBODY, State
from amunre.core.amunre_card.components import Components, Flood, built_in
from amunre.core.amunre_card.greedy import greedy
from amunre.core.amunre_card.view import Phase
from amunre.core.game import mix
from tests.rules.amunre_card.conftest import Table, blank, everybody

ASKED = set(Phase) - {Phase.PHARAOH, Phase.ROW, Phase.OVER}
"""Phases in which somebody chooses."""
ANOTHER = replace(
    built_in(),
    total_cost=tuple(number * (number + 3) // 2 for number in range(len(built_in().total_cost))),
    floods=(Flood(3, 0, 7), Flood(9, 3, 2), Flood(None, 6, 0)),
    favors=(4, 2, 0),
    favors_for_two=(2, 2),
    fields_for_bonus=6,
)
"""Costs, floods and favors unlike the built-in ones."""


def game(players: int, seed: int, rivals: int, deck: Components | None = None) -> Iterator[State]:
    """All positions of a game in which the last seats are random movers, and all others greedy."""
    state, random = Table(players, deck).state, Random(seed)
    for number in range(1000):
        yield state
        if state.to_move == NOBODY:
            return
        if state.to_move == CHANCE:
            state.apply_chance(mix(seed, number))
        elif state.to_move < players - rivals:
            state.apply(greedy(state.seen_by(state.to_move)))
        else:
            state.apply(random.choice(state.legal_actions()))


def views(players: int, seed: int, rivals: int, deck: Components | None = None) -> Iterator[State]:
    """What they see who are asked."""
    for state in game(players, seed, rivals, deck):
        if state.to_move >= 0:
            yield state.seen_by(state.to_move)


def answer(table: Table) -> str:
    """What the mover does, in words."""
    return table.state.words(greedy(table.state.seen_by(table.state.to_move)))


# ---------------------------------------------------------------------- always an answer
@everybody
@pytest.mark.parametrize("deck", [None, ANOTHER], ids=["built-in", "another"])
def test_it_answers_legally_in_every_phase(players: int, deck: Components | None) -> None:
    seen = set()
    for seed, rivals in enumerate((0, 1, players, players)):
        for view in views(players, seed, rivals, deck):
            assert greedy(view) in view.legal_actions()
            seen.add(view.view().phase)
    assert seen == ASKED


@everybody
def test_the_same_view_has_the_same_answer(players: int) -> None:
    found = [(view, greedy(view)) for view in views(players, 5, rivals=1)]
    assert all(greedy(view.copy()) == action for view, action in reversed(found))


def test_it_knows_nothing_of_what_rivals_have_offered() -> None:
    answers = set()
    for amount in (0, 3, 14):
        table = before_offerings("0 1 2 3 8", "0 1 5 8")
        table.play(f"1 offer {amount}")
        answers.add(answer(table))
    assert len(answers) == 1


def test_it_beats_random_movers() -> None:
    won = 0.0
    for seed in range(60):
        *_, end = game(2, seed, rivals=1)
        won += end.returns()[0]
    assert won >= 0.9 * 60


# ---------------------------------------------------------------------- displays and auctions
def test_a_display_has_as_many_cards_as_can_be() -> None:
    table = Table(2)
    table.play("* pharaoh 1")
    most = max(len(words.split()) for words in table.legal)
    assert len(answer(table).split()) == most


def test_it_bids_for_the_only_card_that_has_something_on_it() -> None:
    table = Table(3, blank(Buto={"pyramids": 3, "ankhs": 3, "fields": 4}))
    table.set_up(1)
    table.play("* row Thinis\n* row Buto\n* row Xois")
    assert answer(table).startswith("bid Buto ")


def test_it_spends_nothing_where_nothing_differs() -> None:
    table = Table(3, blank())
    table.set_up(1)
    table.play("* row Thinis\n* row Buto\n* row Xois")
    assert answer(table).endswith(" 0")


def test_it_pays_what_it_takes_to_be_safe_and_no_more() -> None:
    """The rival has 0 1 left: she outbids a 0, and cannot outbid a 1."""
    table = Table(2, blank(Mendes={"pyramids": 4, "ankhs": 4, "fields": 4}))
    table.set_up(1, "0 1 5 8", "0 1 5 8")
    table.auction("Thinis 0", "Buto 5")
    table.auction("Xois 0", "Sais 8")
    table.play("* row Mendes\n* row Coptos")
    assert answer(table) == "bid Mendes 1"


@pytest.mark.parametrize("low", ["Thinis", "Buto", "Xois"])
def test_a_card_with_pyramids_goes_where_there_are_fewest(low: str) -> None:
    full = {name: {"pyramids": 6} for name in ("Thinis", "Buto", "Xois") if name != low}
    table = Table(2, blank(**full, Thebes={"pyramids": 6, "ankhs": 3}))
    table.set_up(1)
    table.auction("Thinis 0", "Mendes 0")
    table.auction("Buto 0", "Coptos 0")
    table.auction("Xois 0", "Sais 0")
    table.go_on(Phase.ROW)
    assert table.view.kingdom == 2
    table.auction("Thebes 0", "Shedet 0")
    assert (table.view.phase, table.view.mover) == (Phase.EXTEND, 0)
    assert answer(table) == f"extend {low}"


# ---------------------------------------------------------------------- offerings and construction
def before_offerings(*displays: str) -> Table:
    """Nobody has spent a card, and there is nothing on any province."""
    table = Table(2, blank())
    table.set_up(1, *displays)
    for names in (("Thinis", "Mendes"), ("Buto", "Coptos"), ("Xois", "Sais")):
        table.auction(*(f"{name} 0" for name in names))
    return table


def test_it_offers_no_more_than_it_takes_to_be_first() -> None:
    """The rival has nothing to offer, and without fields and caravans the flood does not matter."""
    table = Table(2, blank())
    table.set_up(1, "0 1 5 8", "0 6 8")
    table.auction("Thinis 0", "Buto 6")
    table.auction("Xois 0", "Sais 8")
    table.auction("Mendes 0", "Coptos 0")
    assert table.view.phase == Phase.OFFERING
    assert answer(table) == "offer 1"


@pytest.mark.parametrize(
    ("display", "bids", "built"),
    [("0 1 3 4 6", (4, 0, 0), 3), ("0 3 4 7", (4, 7, 0), 0)],
    ids=["10 gold are a level", "3 gold are none"],
)
def test_it_builds_whole_levels_and_saves_what_makes_none(display: str, bids: tuple[int, ...], built: int) -> None:
    table = Table(2, blank())
    table.set_up(1, display, "0 6 8")
    for names, bid in zip((("Thinis", "Mendes"), ("Buto", "Coptos"), ("Xois", "Sais")), bids, strict=True):
        table.auction(f"{names[0]} {bid}", f"{names[1]} 0")
    table.offerings(0, 0)
    assert (table.view.phase, table.view.mover) == (Phase.CONSTRUCTION, 0)
    assert answer(table) == f"build {built}"


def test_pyramids_that_can_go_anywhere_go_where_the_ankhs_are() -> None:
    table = Table(2, blank(Buto={"ankhs": 3}))
    table.set_up(1, "0 1 5 8", "0 6 8")
    for names in (("Thinis", "Mendes"), ("Buto", "Coptos"), ("Xois", "Sais")):
        table.auction(*(f"{name} 0" for name in names))
    table.offerings(1, 6)
    assert (table.view.phase, table.view.rest) == (Phase.FAVOR, 1)
    assert answer(table) == "place Buto"
