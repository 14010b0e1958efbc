"""B. Offerings and favors: rules O1 to O4."""

from itertools import combinations, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import IllegalAction
from amunre.core.amunre_card.components import Components, built_in
from amunre.core.amunre_card.view import Phase, View
from tests.rules.amunre_card.conftest import Move, Table, blank, everybody, random_game

NAMES = [card.name for card in built_in().kingdoms[0]]


def before_offerings(
    players: int, pharaoh: int = 1, deck: Components | None = None, display: str = "0 1 2 3 8"
) -> Table:
    """Nobody has spent a card. Seat 1 has the first card of each of the three rows, seat 2 the second, and so on."""
    table = Table(players, deck or blank())
    table.set_up(pharaoh, *[display] * players)
    for auction in range(3):
        table.auction(*(f"{name} 0" for name in NAMES[auction * players : (auction + 1) * players]))
    assert table.view.phase == Phase.OFFERING
    return table


def favors(table: Table) -> list[int]:
    """Pyramids granted, seat by seat."""
    granted = {step.player: step.a for step in table.steps("favor")}
    return [granted.get(player, 0) for player in range(table.game.players)]


def sums(cards: tuple[int, ...]) -> list[int]:
    """What one or more of these cards can come to."""
    return sorted({sum(some) for size in range(1, len(cards) + 1) for some in combinations(cards, size)})


# ---------------------------------------------------------------------- O1
@everybody
def test_o1_everybody_is_asked_once_in_turn_order_and_all_reveal_at_once(players: int) -> None:
    table = before_offerings(players, pharaoh=2)
    order = table.view.turn_order
    for player in order[:-1]:
        assert table.play(f"{player + 1} offer {player}") == [], "nothing is told before the reveal"
        assert table.view.phase == Phase.OFFERING
    told = table.play(f"{order[-1] + 1} offer {order[-1]}")
    assert told[0].kind == "reveal"
    assert [step for step in told if step.kind == "offered"] == [("offered", i, i, 14 - i) for i in order]


@pytest.mark.parametrize(
    ("display", "amounts"),
    [
        ("0 6 8", [0, 6, 8, 14]),
        ("0 1 5 8", [0, 1, 5, 6, 8, 9, 13, 14]),
        ("0 1 2 3 8", [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]),
    ],
)
def test_o1_there_is_one_offering_for_each_sum_of_one_or_more_cards(display: str, amounts: list[int]) -> None:
    """3, and 1 with 2, leave the same future; the 0 alone makes an offering of nothing."""
    table = before_offerings(2, display=display)
    assert table.legal == [f"offer {amount}" for amount in amounts]


def test_o1_only_cards_that_are_still_in_the_display_can_be_offered() -> None:
    table = Table(2, blank())
    table.set_up(1, "0 1 5 8", "0 6 8")
    table.auction("Thinis 8", "Buto 0")
    table.auction("Xois 1", "Sais 6")
    table.auction("Mendes 0", "Coptos 8")
    assert table.legal == ["offer 0", "offer 5"]
    with pytest.raises(IllegalAction, match=r"offer 1 is not legal \(the display is 0 5\)"):
        table.play("1 offer 1")
    table.play("1 offer 5")
    assert table.legal == ["offer 0"], "an offering is asked for even if only one is possible"


@everybody
def test_o1_an_offering_is_seen_by_its_owner_alone_until_all_are_made(players: int) -> None:
    """The others cannot even see whether it exists, nor whose choice is next."""
    table = before_offerings(players)
    unchanged = {seat: table.state.seen_by(seat) for seat in range(players)}
    for player in range(players - 1):
        assert table.state.witnesses == (player,)
        table.play(f"{player + 1} offer {player + 3}")
        seen = table.seen_by(player + 1)
        assert [other.offering for other in seen.players] == [
            player + 3 if other == player else None for other in range(players)
        ]
        for other in range(player + 1, players):
            view = table.state.seen_by(other)
            assert bytes(view) == bytes(unchanged[other])
            assert [row.offering for row in view.view().players] == [None] * players
            assert (view.to_move, view.legal_actions()) == (other, table.state.legal_actions())


@everybody
def test_o1_a_player_who_has_offered_cannot_see_who_else_has(players: int) -> None:
    table = before_offerings(players)
    table.play("1 offer 4")
    waiting = bytes(table.state.seen_by(0))
    for player in range(1, players - 1):
        table.play(f"{player + 1} offer 5")
        assert bytes(table.state.seen_by(0)) == waiting
    assert table.state.seen_by(0).legal_actions() == []


@everybody
def test_o1_an_offering_changes_no_display_before_the_reveal(players: int) -> None:
    table = before_offerings(players)
    for player in range(players - 1):
        table.play(f"{player + 1} offer 14")
        assert {row.display for row in table.view.players} == {(0, 1, 2, 3, 8)}
        assert {(row.kept, row.in_play) for row in table.view.players} == {(0, None)}
        assert table.view.flood is None
    assert table.seen_by(1).players[players - 1].display == (0, 1, 2, 3, 8), "everybody's gold was public before"


def test_o1_in_an_imagined_world_the_others_still_have_to_choose() -> None:
    table = before_offerings(3)
    table.play("1 offer 4\n2 offer 5")
    world = table.state.seen_by(2).imagine(1)
    assert world.to_move == 2
    world.apply(world.action("offer 6"))
    assert world.to_move == 0
    assert world.view().phase == Phase.OFFERING


def test_o1_from_the_reveal_on_offerings_and_what_is_kept_are_amounts() -> None:
    table = before_offerings(2, deck=blank(Thinis={"ankhs": 1}))
    told = table.play("1 offer 11\n2 offer 3")
    assert [step for step in told if step.kind == "offered"] == [("offered", 0, 11, 3), ("offered", 1, 3, 11)]
    assert [row.display for row in table.view.players] == [(), ()]


# ---------------------------------------------------------------------- O2
FLOODS = [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (15, 3), (16, 4), (28, 4)]


@everybody
@pytest.mark.parametrize(("total", "flood"), FLOODS)
def test_o2_the_total_of_all_offerings_sets_the_flood(players: int, total: int, flood: int) -> None:
    table = before_offerings(players, deck=built_in())
    told = table.offerings(*split(total, players))
    assert [step[2:] for step in told if step.kind == "flood"] == [(total, flood)]
    assert table.view.flood is not None
    assert table.view.flood.per_field == flood
    assert table.view.flood.per_caravan == (10 if flood <= 2 else 0)


def split(total: int, players: int) -> list[int]:
    """Amounts that 0 1 2 3 8 can make, and that come to this total: as much as possible from the last seats."""
    amounts: list[int] = []
    for others in range(players - 1, -1, -1):
        amounts.insert(0, max(part for part in sums((0, 1, 2, 3, 8)) if total - 14 * others <= part <= total))
        total -= amounts[0]
    assert total == 0
    return amounts


def test_o2_a_total_of_five_players_can_be_far_beyond_the_table() -> None:
    table = before_offerings(5)
    table.offerings(14, 14, 14, 14, 14)
    assert table.steps("flood")[0][2:] == (70, 4)


# ---------------------------------------------------------------------- O3
@pytest.mark.parametrize(
    ("offered", "granted"),
    [
        ((5, 3), [3, 1]),
        ((3, 5), [1, 3]),
        ((4, 4), [3, 1]),
        ((0, 1), [0, 3]),
        ((14, 0), [3, 0]),
        ((0, 0), [0, 0]),
        ((5, 3, 1), [3, 2, 1]),
        ((1, 1, 1), [3, 2, 1]),
        ((1, 5, 5), [1, 3, 2]),
        ((0, 0, 1), [0, 0, 3]),
        ((0, 4, 0), [0, 3, 0]),
        ((2, 0, 2), [3, 0, 2]),
        ((0, 0, 0), [0, 0, 0]),
        ((1, 2, 3, 4), [1, 1, 2, 3]),
        ((4, 4, 4, 4), [3, 2, 1, 1]),
        ((0, 6, 0, 6), [0, 3, 0, 2]),
        ((1, 0, 0, 0), [3, 0, 0, 0]),
        ((1, 2, 3, 4, 5), [1, 1, 1, 2, 3]),
        ((2, 2, 2, 2, 2), [3, 2, 1, 1, 1]),
        ((0, 3, 0, 3, 3), [0, 3, 0, 2, 1]),
        ((0, 0, 0, 0, 0), [0, 0, 0, 0, 0]),
    ],
)
def test_o3_the_greatest_gets_3_the_second_2_others_1_and_an_offering_of_0_nothing(
    offered: tuple[int, ...], granted: list[int]
) -> None:
    """Two players get 3 and 1. Seat 1 is the Pharaoh, so that ties fall in seat order."""
    table = before_offerings(len(offered))
    table.offerings(*offered)
    assert favors(table) == granted
    assert {step.player for step in table.steps("no_favor")} == {i for i, gold in enumerate(offered) if gold == 0}
    assert sum(player.pyramids for player in table.view.players) == sum(granted)


@pytest.mark.parametrize(
    ("pharaoh", "offered", "granted"),
    [
        (2, (4, 4), [1, 3]),
        (2, (5, 5, 5), [1, 3, 2]),
        (3, (5, 5, 5), [2, 1, 3]),
        (3, (6, 1, 1), [3, 1, 2]),
        (3, (2, 2, 4, 1), [2, 1, 3, 1]),
        (4, (2, 2, 2, 2), [2, 1, 1, 3]),
        (4, (3, 0, 3, 0, 3), [2, 0, 1, 0, 3]),
        (5, (1, 1, 1, 1, 1), [2, 1, 1, 1, 3]),
    ],
)
def test_o3_ties_in_turn_order(pharaoh: int, offered: tuple[int, ...], granted: list[int]) -> None:
    table = before_offerings(len(offered), pharaoh)
    table.offerings(*offered)
    assert favors(table) == granted


def test_o3_turn_order_is_that_of_the_pharaoh_after_the_third_auction() -> None:
    """Seat 3 has the ankhs of the third row, seat 1 was the Pharaoh until then."""
    table = before_offerings(3, deck=blank(**{NAMES[8]: {"ankhs": 1}}))
    assert table.view.pharaoh == 2
    table.offerings(2, 2, 2)
    assert favors(table) == [2, 1, 3]


# ---------------------------------------------------------------------- O4
def pyramids(view: View, seat: int) -> list[int]:
    return [stack.pyramids for stack in view.players[seat - 1].provinces]


def test_o4_pyramids_go_at_once_onto_the_provinces_as_evenly_as_possible() -> None:
    """Printed ones count: three go from 0 3 0 to 2 3 1, or 1 3 2."""
    table = before_offerings(2, pharaoh=2, deck=blank(**{NAMES[0]: {"pyramids": 1}, NAMES[3]: {"pyramids": 3}}))
    assert (pyramids(table.view, 1), pyramids(table.view, 2)) == ([1, 0, 0], [0, 3, 0])
    table.offerings(0, 3)
    assert (pyramids(table.view, 1), sorted(pyramids(table.view, 2))) == ([1, 0, 0], [1, 2, 3])


def test_o4_offered_cards_are_put_aside_and_the_others_kept() -> None:
    table = before_offerings(3, deck=blank(**{NAMES[0]: {"ankhs": 1}}))
    table.offerings(1, 4, 0)
    assert [row.display for row in table.view.players] == [(), (), ()]
    table.go_on(Phase.CONSTRUCTION)
    assert [row.offering for row in table.view.players] == [None] * 3
    assert table.steps("revenue")[0] == ("revenue", 0, 13, 0), "the 1 that was offered is gone"
    assert [row.kept for row in table.view.players] == [0, 10, 14]


# ---------------------------------------------------------------------- O1 to O4 once more in plain Python
@everybody
@settings(max_examples=15)
@given(seed=st.integers(0))
def test_o1_to_o4_hold_in_random_games(players: int, seed: int) -> None:
    for move in random_game(players, seed):
        if move.before.phase == Phase.OFFERING:
            assert move.legal == [f"offer {amount}" for amount in sums(move.before.players[move.before.mover].display)]
            if move.story:
                check_reveal(move, players)


def check_reveal(move: Move, players: int) -> None:
    offered = {step.player: step.a for step in move.story if step.kind == "offered"}
    assert list(offered) == list(move.before.turn_order)
    for step in move.story:
        if step.kind == "offered":
            assert step.a + step.b == sum(move.before.players[step.player].display)
    [flood] = [step for step in move.story if step.kind == "flood"]
    total = sum(offered.values())
    assert (flood.a, flood.b) == (total, next(row for row, upto in enumerate((5, 10, 15, 999), 1) if total <= upto))
    ranked = sorted(move.before.turn_order, key=lambda player: -offered[player])
    grants = [3, 1] if players == 2 else [3, 2, 1, 1, 1]
    expected = {player: grant for player, grant in zip(ranked, grants, strict=False) if offered[player]}
    told = {step.player: (step.a, step.b) for step in move.story if step.kind == "favor"}
    served = move.before.turn_order
    if move.after.phase == Phase.FAVOR:
        served = served[: served.index(move.after.mover) + 1]
    assert told == {i: (expected[i], ranked.index(i) + 1) for i in served if i in expected}
    for player in told:
        rest = move.after.rest if (move.after.phase, move.after.mover) == (Phase.FAVOR, player) else 0
        before = pyramids(move.before, player + 1)
        after = [before[i] + placed_on(move, player, i) for i in range(3)]
        assert sorted(after) == evenly(before, expected[player] - rest)


def placed_on(move: Move, player: int, province: int) -> int:
    """How many pyramids of a favor the story puts there."""
    cards = [card for kingdom in move.before.components.kingdoms for card in kingdom]
    favors = takewhile(lambda step: step.kind != "construction", move.story)
    placed = {cards[step.a]: step.b for step in favors if (step.kind, step.player) == ("placed", player)}
    return placed.get(move.before.players[player].provinces[province].top, 0)


def evenly(provinces: list[int], count: int) -> list[int]:
    """One at a time where there are fewest."""
    for _ in range(count):
        fewest, *others = sorted(provinces)
        provinces = [fewest + 1, *others]
    return sorted(provinces)
