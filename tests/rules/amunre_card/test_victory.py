"""D. Victory points: rules V1 to V6.

Most games here are played with blank cards but for what a test gives each seat, and without gold: nobody offers, and
nobody builds where she need not. Seats count from 1.
"""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import NOBODY
from amunre.core.amunre_card.components import Components, built_in
from amunre.core.amunre_card.view import Phase, View
from tests.rules.amunre_card.conftest import Table, blank, random_game

Values = dict[str, tuple[int, int, int]]
"""What a seat's three cards of a kingdom have, as in {"ankhs": (1, 0, 2)}."""

NAMES = [[card.name for card in kingdom] for kingdom in built_in().kingdoms]
NOTHING: Values = {}
ONE_EACH: Values = {"pyramids": (1, 1, 1)}

everybody = pytest.mark.parametrize("players", [2, 3, 4, 5])


def deck(*kingdoms: Sequence[Values]) -> Components:
    """Blank cards but for these, kingdom by kingdom and seat by seat; `kingdom` below deals them out in this order."""
    cards: dict[str, dict[str, int]] = {}
    for names, seats in zip(NAMES, kingdoms, strict=False):
        for seat, values in enumerate(seats):
            for province in range(3):
                name = names[3 * seat + province]
                cards[name] = {what: numbers[province] for what, numbers in values.items()}
    return blank(**cards)


def opened(pharaoh: int, players: int, components: Components) -> Table:
    """A game in which all gold will be spent on bids."""
    table = Table(players, components)
    table.set_up(pharaoh, *["0 6 8"] * players)
    return table


def kingdom(table: Table) -> list[int]:
    """A kingdom in which each seat takes its own cards and offers nothing: the points, seat by seat."""
    names = [name.replace(" ", "_") for name in NAMES[table.view.kingdom - 1]]
    for auction in range(3):
        displays = [player.display for player in table.view.players]
        table.auction(*(f"{names[3 * seat + auction]} {max(display)}" for seat, display in enumerate(displays)))
        table.go_on(Phase.ROW, Phase.OFFERING)
    told = table.offerings(*[0] * table.game.players) + table.go_on(Phase.ROW, Phase.OVER)
    return [step.a for step in sorted(told, key=lambda step: step.player) if step.kind == "points"]


def first_kingdom(pharaoh: int, *seats: Values) -> list[int]:
    """Points of the first kingdom, seat by seat."""
    return kingdom(opened(pharaoh, len(seats), deck(seats)))


def whole_game(pharaoh: int, *seats: Values) -> Table:
    """A game in which only the cards of the first kingdom have anything on them."""
    table = opened(pharaoh, len(seats), deck(seats))
    for _ in range(3):
        kingdom(table)
    assert table.state.to_move == NOBODY
    return table


def winner(table: Table) -> tuple[int, int]:
    """Seat, and what decided: 0 points, 1 pyramids, 2 turn order. The shares must say the same."""
    (step,) = table.steps("winner")
    assert table.state.returns() == tuple(float(player == step.player) for player in range(table.game.players))
    return step.player + 1, step.a


# ---------------------------------------------------------------------- V1
@pytest.mark.parametrize(
    ("pyramids", "points"),
    [((0, 0, 0), 0), ((4, 0, 4), 0), ((1, 2, 3), 1), ((5, 4, 3), 3), ((2, 2, 2), 2), ((9, 6, 9), 6)],
)
def test_v1_a_point_for_each_pyramid_where_there_are_fewest(pyramids: tuple[int, int, int], points: int) -> None:
    assert first_kingdom(1, NOTHING, {"pyramids": pyramids}, NOTHING)[1] == points


def test_v1_pyramids_of_all_cards_of_an_extended_province_count() -> None:
    seats = [NOTHING, ONE_EACH, NOTHING]
    table = opened(1, 3, deck(seats, [NOTHING, {"pyramids": (1, 4, 2)}, NOTHING], seats))
    assert [kingdom(table)[1], kingdom(table)[1], kingdom(table)[1]] == [1, 2, 3]
    assert sorted(province.pyramids for province in table.seat(2).provinces) == [3, 4, 6]


def test_v1_placed_pyramids_count() -> None:
    table = Table(3, deck([NOTHING, {"pyramids": (2, 0, 1), "ankhs": (0, 0, 1)}, NOTHING]))
    table.set_up(1, *["0 6 8"] * 3)
    for auction in range(3):
        table.auction(*(f"{NAMES[0][3 * seat + auction]} 0" for seat in range(3)))
    table.offerings(0, 6, 0)  # 3 pyramids: 2, 2, 2
    table.go_on(Phase.CONSTRUCTION)
    told = table.play("2 build 0") + table.go_on(Phase.ROW)
    assert [step.a for step in told if step.kind == "points" and step.player == 1] == [2 + 1]  # Pharaoh


# ---------------------------------------------------------------------- V2
@pytest.mark.parametrize(
    ("fields", "points"), [((0, 0, 0), 0), ((4, 4, 0), 0), ((3, 3, 3), 1), ((9, 0, 0), 1), ((9, 9, 9), 1)]
)
def test_v2_a_point_for_nine_fields(fields: tuple[int, int, int], points: int) -> None:
    assert first_kingdom(1, NOTHING, {"fields": fields}, NOTHING)[1] == points


def test_v2_covered_fields_do_not_count() -> None:
    table = opened(1, 3, deck([NOTHING, {"fields": (3, 3, 3)}, NOTHING], [NOTHING, {"fields": (3, 3, 2)}, NOTHING]))
    assert [kingdom(table)[1], kingdom(table)[1]] == [1, 0]


def test_v2_how_many_fields_it_takes_is_in_the_components() -> None:
    components = replace(deck([NOTHING, {"fields": (3, 3, 3)}, NOTHING]), fields_for_bonus=10)
    assert kingdom(opened(1, 3, components))[1] == 0


# ---------------------------------------------------------------------- V3
@everybody
def test_v3_a_point_for_the_pharaoh(players: int) -> None:
    for pharaoh in range(1, players + 1):
        points = first_kingdom(pharaoh, *[NOTHING] * players)
        assert [seat for seat, scored in enumerate(points, 1) if scored == 1] == [pharaoh]


def test_v3_the_pharaoh_is_who_has_most_ankhs_after_the_third_auction() -> None:
    assert first_kingdom(1, {"ankhs": (2, 1, 0)}, NOTHING, {"ankhs": (0, 0, 4)}) == [0, 0, 1]


# ---------------------------------------------------------------------- V4
@pytest.mark.parametrize("poorest", [1, 2, 3, 4])
def test_v4_a_point_less_for_fewest_ankhs(poorest: int) -> None:
    seats: list[Values] = [ONE_EACH | {"ankhs": (1, 1, 0 if seat == poorest else 1)} for seat in range(1, 5)]
    points = first_kingdom(poorest, *seats)
    assert points[poorest - 1] == 0
    assert sorted(points) == [0, 1, 1, 2]


@everybody
def test_v4_of_tied_players_only_the_one_latest_in_turn_order(players: int) -> None:
    for pharaoh in range(1, players + 1):
        points = first_kingdom(pharaoh, *[ONE_EACH] * players)
        latest = (pharaoh - 2) % players
        assert [player for player, scored in enumerate(points) if scored == 0] == [latest]


def test_v4_turn_order_is_that_of_the_new_pharaoh() -> None:
    first, second, third = first_kingdom(1, ONE_EACH, ONE_EACH | {"ankhs": (0, 0, 1)}, ONE_EACH)
    assert (first, second, third) == (0, 2, 1)


def test_v4_a_tie_of_some_spares_who_has_more() -> None:
    assert first_kingdom(
        1,
        ONE_EACH | {"ankhs": (3, 0, 0)},
        ONE_EACH | {"ankhs": (1, 0, 0)},
        ONE_EACH | {"ankhs": (0, 1, 0)},
        ONE_EACH | {"ankhs": (1, 1, 0)},
    ) == [2, 1, 0, 1]


def test_v4_covered_ankhs_do_not_count() -> None:
    bare: Values = {"ankhs": (0, 0, 0)}
    rich: Values = {"ankhs": (1, 1, 1)}
    table = opened(1, 3, deck([bare | ONE_EACH, rich | ONE_EACH, rich | ONE_EACH], [rich, bare, rich]))
    assert kingdom(table) == [0, 2, 1]
    assert kingdom(table) == [1, 0, 2]


# ---------------------------------------------------------------------- V5
def test_v5_a_kingdom_never_scores_below_0() -> None:
    assert first_kingdom(1, NOTHING, NOTHING, NOTHING) == [1, 0, 0]


def test_v5_what_a_kingdom_lacks_is_not_taken_from_another() -> None:
    table = opened(1, 2, deck([NOTHING, {"ankhs": (1, 1, 1)}]))
    assert [kingdom(table), kingdom(table), kingdom(table)] == [[0, 1], [0, 1], [0, 1]]
    assert table.state.scores() == (0, 3)


def test_v5_the_point_less_is_taken_from_all_that_the_kingdom_scored() -> None:
    assert first_kingdom(1, NOTHING, {"fields": (3, 3, 3)}) == [1, 0]


# ---------------------------------------------------------------------- V6
def test_v6_most_points_win() -> None:
    table = whole_game(1, {"pyramids": (9, 9, 0)}, {"pyramids": (2, 2, 2)}, NOTHING)
    assert table.state.scores() == (3, 6, 0)
    assert winner(table) == (2, 0)


def test_v6_then_more_pyramids() -> None:
    table = whole_game(1, {"pyramids": (1, 1, 0)}, ONE_EACH, NOTHING)
    assert table.state.scores() == (3, 3, 0)
    assert winner(table) == (2, 1)


@pytest.mark.parametrize("pharaoh", [1, 2, 3])
def test_v6_then_who_is_earlier_in_turn_order(pharaoh: int) -> None:
    """The Pharaoh scores three times, the others for a pyramid each time; the latest is the poorest."""
    seats = [ONE_EACH] * 3
    seats[pharaoh - 1] = {"pyramids": (3, 0, 0)}
    table = whole_game(pharaoh, *seats)
    assert sorted(table.state.scores()) == [0, 3, 3]
    assert winner(table) == (pharaoh, 2)


def test_v6_turn_order_decides_among_those_who_are_not_pharaoh_too() -> None:
    table = whole_game(3, {"pyramids": (2, 2, 2)}, NOTHING, NOTHING, {"pyramids": (2, 2, 2)})
    assert table.state.scores() == (6, 0, 3, 6)
    assert winner(table) == (4, 2)


def test_v6_pyramids_decide_before_turn_order_among_three() -> None:
    two: Values = {"pyramids": (2, 2, 2)}
    table = whole_game(1, NOTHING, two, {"pyramids": (2, 3, 2)}, two, NOTHING)
    assert table.state.scores() == (3, 6, 6, 6, 0)
    assert winner(table) == (3, 1)


# ---------------------------------------------------------------------- all of them
def first_with_most_ankhs(view: View) -> int:
    return max(view.turn_order, key=lambda player: view.players[player].ankhs)


def last_with_fewest_ankhs(view: View) -> int:
    return min(reversed(view.turn_order), key=lambda player: view.players[player].ankhs)


def expected_points(view: View, player: int) -> int:
    """V1 to V5, from what lies on the table at the end of a kingdom."""
    seen = view.players[player]
    points = min(province.pyramids for province in seen.provinces)
    points += seen.fields >= 9
    points += player == first_with_most_ankhs(view)
    points -= player == last_with_fewest_ankhs(view)
    return max(0, points)


def expected_winner(view: View) -> int:
    """V6: the first of the greatest, in turn order."""
    return max(view.turn_order, key=lambda player: (sum(view.players[player].points), view.players[player].pyramids))


@everybody
@settings(max_examples=25)
@given(seed=st.integers(0))
def test_v1_to_v5_on_random_games(players: int, seed: int) -> None:
    scored = 0
    for move in random_game(players, seed):
        points = [step for step in move.story if step.kind == "points"]
        if points:
            scored += 1
            assert move.before.kingdom == scored
            assert [step.player for step in points] == list(move.after.turn_order)
            for player, seen in enumerate(move.after.players):
                assert seen.points[scored - 1] == expected_points(move.after, player)
            assert all(step.a == move.after.players[step.player].points[scored - 1] for step in points)
            poorest = [step.player for step in move.story if step.kind == "fewest_ankhs"]
            assert poorest == [last_with_fewest_ankhs(move.after)]
        else:
            assert [seen.points for seen in move.after.players] == [seen.points for seen in move.before.players]
    assert scored == 3


@everybody
@settings(max_examples=25)
@given(seed=st.integers(0))
def test_v6_on_random_games(players: int, seed: int) -> None:
    *_, last = random_game(players, seed)
    end = last.state.copy()
    end.apply(end.action(last.words))
    best = expected_winner(last.after)
    assert end.scores() == tuple(sum(seen.points) for seen in last.after.players)
    assert end.returns() == tuple(float(player == best) for player in range(players))
    assert [step.player for step in last.story if step.kind == "winner"] == [best]
