"""What a learned eye reads: as many numbers as there are names, and each what its name says."""

from math import isfinite
from statistics import fmean

import pytest

from amunre.ai.eye import read
from amunre.core import State, load
from amunre.core.amunre_card.features import FEATURES, STAGES
from amunre.core.amunre_card.view import Phase, View
from tests.random_play import Play
from tests.rules.amunre_card.conftest import Table, blank, everybody


def positions(players: int) -> list[State]:
    """Of random games, those with a stage."""
    games = (
        Play(seed, habit).positions(load("amunre_card", players)) for seed in range(2) for habit in ("any", "last")
    )
    return [state.copy() for game in games for state in game if read(state)[0] >= 0]


def named(state: State, seat: int) -> dict[str, float]:
    """The features from a seat (from 1), by their names."""
    return dict(zip(FEATURES, read(state)[1][seat - 1], strict=True))


# ---------------------------------------------------------------------- everywhere
def test_names_are_told_apart() -> None:
    assert len(set(FEATURES)) == len(FEATURES)
    assert len(set(STAGES)) == len(STAGES) == 12


@everybody
def test_there_are_as_many_numbers_as_names_and_all_of_a_sensible_size(players: int) -> None:
    for state in positions(players):
        _, rows = read(state)
        assert [len(row) for row in rows] == [len(FEATURES)] * players
        assert all(isfinite(value) and abs(value) < 20 for row in rows for value in row)


@everybody
def test_a_stage_comes_before_each_auction_and_before_the_offerings(players: int) -> None:
    for seed in range(3):
        found = [(read(state)[0], state.view()) for state in Play(seed, "any").positions(load("amunre_card", players))]
        reached = [(stage, view) for stage, view in found if stage >= 0]
        assert [stage for stage, _ in reached] == list(range(len(STAGES)))
        for stage, view in reached:
            assert STAGES[stage].startswith(f"kingdom {view.kingdom}, ")
            assert view.phase == (Phase.OFFERING if STAGES[stage].endswith("offerings") else Phase.ROW)
            assert not view.row


@everybody
def test_nothing_is_read_that_some_do_not_see(players: int) -> None:
    for state in positions(players):
        for player in range(players):
            assert read(state.seen_by(player)) == read(state)


@everybody
def test_features_say_what_the_table_shows(players: int) -> None:
    for state in positions(players):
        view: View = state.view()
        for seat in range(players):
            expected = {**of_her_own(view, seat), **compared(view, seat)}
            found = named(state, seat + 1)
            assert {name: found[name] for name in expected} == pytest.approx(expected)


def of_her_own(view: View, seat: int) -> dict[str, float]:
    player = view.players[seat]
    pyramids = sorted([province.pyramids for province in player.provinces] + [0] * (3 - len(player.provinces)))
    uncovered = [province for province in player.provinces if not province.extended]
    return {
        "points": sum(player.points) / 10,
        "fewest pyramids": pyramids[0] / 4,
        "pyramids of the middle province beyond the fewest": (pyramids[1] - pyramids[0]) / 4,
        "pyramids of the greatest province beyond the fewest": (pyramids[2] - pyramids[0]) / 4,
        "fields": player.fields / 8,
        "enough fields for the point": float(player.fields >= view.components.fields_for_bonus),
        "caravans": player.caravans,
        "ankhs": player.ankhs / 6,
        "Pharaoh": float(seat == view.pharaoh),
        "place in turn order": view.turn_order.index(seat) / (len(view.players) - 1),
        "gold": sum(player.display) / 12,
        "gold cards": len(player.display) / 4,
        "highest gold card": max(player.display) / 8,
        "ankhs not covered yet": sum(province.top.ankhs for province in uncovered) / 6,
        **{f"gold card {card}": float(card in player.display) for card in range(1, 9)},
    }


def compared(view: View, seat: int) -> dict[str, float]:
    player = view.players[seat]
    rivals = [rival for rival in view.players if rival is not player]
    gold = [sum(rival.display) for rival in rivals]
    points = [sum(rival.points) for rival in rivals]
    return {
        "points beyond the best rival": (sum(player.points) - max(points)) / 10,
        "points beyond the rivals' mean": (sum(player.points) - fmean(points)) / 10,
        "pyramids beyond the rivals' mean": (player.pyramids - fmean(rival.pyramids for rival in rivals)) / 8,
        "fields beyond the rivals' mean": (player.fields - fmean(rival.fields for rival in rivals)) / 8,
        "fewest ankhs": float(player.ankhs < min(rival.ankhs for rival in rivals)),
        "gold beyond the richest rival": (sum(player.display) - max(gold)) / 12,
        "rivals with a higher card": fmean(max(rival.display) > max(player.display) for rival in rivals),
        "everybody's gold": (sum(player.display) + sum(gold)) / 30,
    }


# ---------------------------------------------------------------------- by hand
def example(shift: int = 0) -> Table:
    """Three players after two auctions, all of them so many seats further on."""

    def turned(*seats: str) -> list[str]:
        return [seats[(seat - shift) % 3] for seat in range(3)]

    deck = blank(
        Thinis={"pyramids": 2, "ankhs": 3, "fields": 5},
        Buto={"ankhs": 1, "fields": 4, "caravans": 1},
        Sais={"pyramids": 1, "ankhs": 2, "fields": 4},
        Coptos={"ankhs": 1},
    )
    table = Table(3, deck)
    table.set_up(1 + (1 + shift) % 3, *turned("0 1 5 8", "0 6 8", "0 1 2 3 8"))
    table.auction(*turned("Thinis 5", "Buto 6", "Xois 0"))
    table.auction(*turned("Sais 1", "Mendes 0", "Coptos 3"))
    return table


def test_an_example_read_from_two_seats() -> None:
    table = example()
    assert STAGES[read(table.state)[0]] == "kingdom 1, auction 3"
    first, third = named(table.state, 1), named(table.state, 3)
    # Seat 1 shows 5 ankhs and 9 fields and has 0 8 left; seat 2 shows 1 ankh, 4 fields and a caravan and has 0 8 left;
    # seat 3 shows 1 ankh and has 0 1 2 8 left.
    expected = {
        "points": 0,
        "fewest pyramids": 0,
        "pyramids of the middle province beyond the fewest": 1 / 4,
        "pyramids of the greatest province beyond the fewest": 2 / 4,
        "pyramids beyond the rivals' mean": 3 / 8,
        "fields": 9 / 8,
        "enough fields for the point": 1,
        "fields beyond the rivals' mean": 7 / 8,
        "caravans beyond the rivals' mean": -1 / 2,
        "ankhs": 5 / 6,
        "ankhs beyond the most of rivals": 1,
        "ankhs beyond the least of rivals": 1,
        "Pharaoh": 1,
        "place in turn order": 0,
        "gold": 8 / 12,
        "gold beyond the richest rival": -3 / 12,
        "gold beyond the rivals' mean": (8 - 9.5) / 12,
        "gold cards": 2 / 4,
        "second highest gold card": 0,
        "rivals with a higher card": 0,
        "everybody's gold": 27 / 30,
        "fields times everybody's gold": 9 * 27 / 240,
        "ankhs not covered yet": 0,
        "gold card 8": 1,
        "gold card 5": 0,
    }
    assert {name: first[name] for name in expected} == pytest.approx(expected)
    expected = {
        "fewest ankhs": 0,
        "ankhs beyond the most of rivals": -1,
        "ankhs beyond the least of rivals": 0,
        "Pharaoh": 0,
        "place in turn order": 1,
        "gold": 11 / 12,
        "gold beyond the richest rival": 3 / 12,
        "second highest gold card": 2 / 8,
        "gold card 2": 1,
    }
    assert {name: third[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize("shift", [1, 2])
def test_seats_do_not_matter_only_how_they_follow_each_other(shift: int) -> None:
    _, rows = read(example().state)
    _, turned = read(example(shift).state)
    assert turned == [rows[(seat - shift) % 3] for seat in range(3)]
    assert rows != turned
