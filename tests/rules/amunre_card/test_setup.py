"""Setup: rules S1 to S4."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import CHANCE, BadInput, IllegalAction, load
from amunre.core.amunre_card.components import built_in
from amunre.core.amunre_card.view import Phase
from tests.rules.amunre_card.conftest import Table, blank, everybody, random_game

GOLD = range(9)
KINGDOM_1 = [card.name for card in built_in().kingdoms[0]]


def displays_of(total: int) -> set[str]:
    """All sets of gold cards that include the 0 and come to this."""
    sets = (chosen for size in GOLD for chosen in combinations(range(1, 9), size))
    return {" ".join(map(str, (0, *cards))) for cards in sets if sum(cards) == total}


# ---------------------------------------------------------------------- S1
@everybody
def test_s1_two_to_five_play_and_have_nothing_at_first(players: int) -> None:
    table = Table(players)
    assert len(table.view.players) == players
    for seat in range(1, players + 1):
        assert (table.seat(seat).display, table.seat(seat).provinces, table.seat(seat).points) == ((), (), (0, 0, 0))


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_s1_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadInput, match=f"Amun-Re: The Card Game is for 2 to 5 players, not {players}"):
        load("amunre_card", players)


@everybody
def test_s1_everybody_owns_nine_gold_cards_0_to_8(players: int) -> None:
    """Worth 36: a game that opens with 36 gold shows all nine, which is one possibility and not asked for."""
    table = Table(players, replace(built_in(), opening_total=36))
    told = table.play("* pharaoh 1")
    assert [(step.player, step.b) for step in told if step.kind == "prepared"] == [(i, 36) for i in range(players)]
    assert {player.display for player in table.view.players} == {tuple(GOLD)}


@everybody
def test_s1_seats_count_clockwise(players: int) -> None:
    """After the last seat comes the first."""
    table = Table(players)
    table.play(f"* pharaoh {players}")
    asked = []
    for _ in range(players):
        asked.append(table.state.to_move + 1)
        table.state.apply(table.state.legal_actions()[0])
    assert asked == [players, *range(1, players)]


# ---------------------------------------------------------------------- S2
@everybody
def test_s2_a_card_is_drawn_from_the_fifteen_of_the_kingdom(players: int) -> None:
    table = Table(players)
    table.set_up(1)
    assert table.state.to_move == CHANCE
    assert table.legal == [f"row {name}" for name in KINGDOM_1]


@everybody
def test_s2_every_card_not_drawn_yet_is_as_likely(players: int) -> None:
    table = Table(players)
    table.set_up(1)
    for drawn in range(players):
        assert [table.state.weight(outcome) for outcome in table.state.legal_actions()] == [1] * (15 - drawn)
        table.play(f"* row {KINGDOM_1[drawn]}")


@everybody
@settings(max_examples=10)
@given(seed=st.integers(0))
def test_s2_three_times_n_cards_of_each_kingdom_are_seen_none_twice(players: int, seed: int) -> None:
    drawn: list[list[str]] = [[], [], []]
    for move in random_game(players, seed):
        if move.before.phase == Phase.ROW:
            kingdom = [card.name.replace(" ", "_") for card in built_in().kingdoms[move.before.kingdom - 1]]
            seen = drawn[move.before.kingdom - 1]
            assert move.legal == [f"row {name}" for name in kingdom if name not in seen]
            seen.append(move.words.removeprefix("row "))
    assert [len(set(seen)) for seen in drawn] == [3 * players] * 3
    assert [len(seen) for seen in drawn] == [3 * players] * 3


def test_s2_of_five_players_the_last_row_holds_all_that_is_left() -> None:
    table = Table(5)
    table.set_up(1)
    table.auction(*(f"{name} 0" for name in KINGDOM_1[:5]))
    table.auction(*(f"{name} 0" for name in KINGDOM_1[5:10]))
    table.auction(*(f"{name} 0" for name in KINGDOM_1[10:]))
    assert table.view.phase == Phase.OFFERING


def test_s2_the_order_in_which_a_row_is_turned_up_does_not_matter() -> None:
    one, other = Table(3), Table(3)
    for table, row in ((one, "Thinis Buto Sais"), (other, "Sais Thinis Buto")):
        table.set_up(2)
        table.play("\n".join(f"* row {name}" for name in row.split()))
    assert one.state == other.state


def test_s2_the_cards_left_out_leave_no_trace() -> None:
    """After the last auction only cards that were turned up are anywhere, and nothing is left to imagine."""
    table = Table(2)
    table.set_up(1)
    for row in ("Thinis Buto", "Xois Sais", "Mendes Kharga"):
        table.auction(*(f"{name} 0" for name in row.split()))
    names = {lot.province.name for lot in table.view.row}
    names |= {card.name for player in table.view.players for stack in player.provinces for card in stack.cards}
    assert names == {"Thinis", "Buto", "Xois", "Sais", "Mendes", "Kharga"}
    for seat in (1, 2):
        assert bytes(table.state.seen_by(seat - 1)) == bytes(table.state.seen_by(seat - 1).imagine(7))


@everybody
def test_s2_nobody_knows_what_comes_but_everybody_sees_what_came(players: int) -> None:
    table = Table(players)
    table.set_up(1)
    table.play("* row Xois")
    assert table.state.witnesses == tuple(range(players))
    for seat in range(1, players + 1):
        assert [lot.province.name for lot in table.seen_by(seat).row] == ["Xois"]
        assert table.state.seen_by(seat - 1).legal_actions() == []


# ---------------------------------------------------------------------- S3
@everybody
def test_s3_any_player_can_be_the_first_pharaoh_with_equal_chances(players: int) -> None:
    table = Table(players)
    assert table.state.to_move == CHANCE
    assert table.legal == [f"pharaoh {seat}" for seat in range(1, players + 1)]
    assert {table.state.weight(outcome) for outcome in table.state.legal_actions()} == {1}


@pytest.mark.parametrize(
    ("players", "pharaoh", "order"),
    [(2, 2, (2, 1)), (3, 2, (2, 3, 1)), (4, 1, (1, 2, 3, 4)), (4, 3, (3, 4, 1, 2)), (5, 5, (5, 1, 2, 3, 4))],
)
def test_s3_turn_order_is_from_the_pharaoh_clockwise(players: int, pharaoh: int, order: tuple[int, ...]) -> None:
    """Displays, first bids and offerings are asked for in it."""
    table = Table(players, blank())
    table.set_up(pharaoh, *["0 6 8"] * players)
    assert tuple(player + 1 for player in table.view.turn_order) == order
    for names in (KINGDOM_1[:players], KINGDOM_1[5 : 5 + players], KINGDOM_1[10 : 10 + players]):
        table.play("\n".join(f"* row {name}" for name in names))
        table.play("\n".join(f"{seat} bid {name} 0" for seat, name in zip(order, names, strict=True)))
    table.play("\n".join(f"{seat} offer 6" for seat in order))


# ---------------------------------------------------------------------- S4
def test_s4_twelve_displays_total_fourteen() -> None:
    assert len(displays_of(14)) == 12
    assert {"0 6 8", "0 1 2 3 8", "0 2 3 4 5"} <= displays_of(14)


@everybody
def test_s4_each_in_turn_order_shows_one_of_these(players: int) -> None:
    table = Table(players)
    table.play(f"* pharaoh {players}")
    shown = sorted(displays_of(14))
    for place in range(players):
        assert table.state.to_move == (players - 1 + place) % players
        assert len(table.legal) == 12
        assert set(table.legal) == {f"display {cards}" for cards in shown}
        table.play(f"{table.state.to_move + 1} display {shown[place]}")
    assert table.view.phase == Phase.ROW
    for place in range(players):
        assert table.view.players[(players - 1 + place) % players].display == tuple(map(int, shown[place].split()))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("6 8", "it takes the 0 too"),
        ("0 6 7", "the cards come to 13, not 14"),
        ("0 7 8", "the cards come to 15, not 14"),
        ("0 7 7", "it takes different gold cards from 0 to 8"),
        ("0 5 9", "it takes different gold cards from 0 to 8"),
        ("", "it takes the 0 too"),
    ],
)
def test_s4_no_other_set_of_cards_will_do(cards: str, reason: str) -> None:
    table = Table(3)
    table.play("* pharaoh 1")
    with pytest.raises(IllegalAction, match=reason):
        table.play(f"1 display {cards}")
    assert table.state.to_move == 0


def test_s4_a_display_is_face_up_when_the_next_player_chooses() -> None:
    table = Table(3)
    table.play("* pharaoh 2\n2 display 0 6 8")
    for seat in (1, 2, 3):
        assert [player.display for player in table.seen_by(seat).players] == [(), (0, 6, 8), ()]
    assert table.state.witnesses == (0, 1, 2)


def test_s4_cards_put_aside_cannot_be_bid() -> None:
    table = Table(2)
    table.set_up(1, "0 6 8", "0 1 2 3 8")
    table.play("* row Thinis\n* row Buto")
    assert {bid.split()[2] for bid in table.legal} == {"0", "6", "8"}
    with pytest.raises(IllegalAction, match="the display is 0 6 8"):
        table.play("1 bid Thinis 7")


@given(total=st.integers(0, 36), players=st.integers(2, 5))
def test_s4_displays_of_any_opening_total_are_all_that_include_the_0(total: int, players: int) -> None:
    """A player's own file may open with another total. Every one can be made; a single display is not asked for."""
    table = Table(players, replace(built_in(), opening_total=total))
    told = table.play("* pharaoh 1")
    possible = displays_of(total)
    if len(possible) == 1:
        assert [step.kind for step in told[:players]] == ["prepared"] * players
        assert {player.display for player in table.view.players} == {tuple(map(int, possible.pop().split()))}
    else:
        assert len(table.legal) == len(possible)
        assert set(table.legal) == {f"display {cards}" for cards in possible}
