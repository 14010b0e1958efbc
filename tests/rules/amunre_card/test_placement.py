"""Where pyramids go, be they given or bought: rule P1. The third kingdom, which never asks, is in test_construction.py.

Cards are blank but for those of player 1: Thinis, Hierakonpolis and Abydos.
"""

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import IllegalAction
from amunre.core.amunre_card.components import built_in
from amunre.core.amunre_card.view import Phase, View
from tests.rules.amunre_card.conftest import Move, Table, blank, random_game

Triple = tuple[int, int, int]

NAMES = [card.name for card in built_in().kingdoms[0]]
HERS = NAMES[:3]

both_ways = pytest.mark.parametrize("how", ["favor", "construction"])


def on_provinces(view: View, player: int) -> Triple:
    """Pyramids of a player (from 0), province by province."""
    one, two, three = (province.pyramids for province in view.players[player].provinces)
    return one, two, three


def pyramids(table: Table) -> Triple:
    """Those of player 1."""
    return on_provinces(table.view, 0)


def to_place(how: str, count: int, before: Triple, ankhs: Triple = (1, 2, 3)) -> Table:
    """Player 1, the Pharaoh, whose provinces have these pyramids and ankhs, is given so many more or buys them."""
    values = zip(HERS, before, ankhs, (9, 9, 4), strict=True)
    cards = {name: {"pyramids": has, "ankhs": shows, "fields": fields} for name, has, shows, fields in values}
    table = Table(3, blank(**cards))
    table.set_up(1, "0 6 8", "0 6 8", "0 6 8")
    for auction in range(3):
        table.auction(*(f"{NAMES[3 * seat + auction]} 0" for seat in range(3)))
    if how == "favor":
        table.offerings(*{3: (6, 0, 0), 2: (6, 8, 0), 1: (6, 8, 8)}[count])
    else:
        table.offerings(0, 0, 0)
        table.play(f"1 build {count}")
    return table


def asked_to_place(table: Table) -> bool:
    return table.state.to_move == 0 and table.view.phase in (Phase.FAVOR, Phase.PLACEMENT)


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        ((1, 1, 0), 1, (1, 1, 1)),
        ((2, 1, 0), 1, (2, 1, 1)),
        ((0, 1, 1), 1, (1, 1, 1)),
        ((0, 4, 4), 2, (2, 4, 4)),
        ((2, 0, 0), 2, (2, 1, 1)),
        ((0, 3, 0), 2, (1, 3, 1)),
        ((0, 0, 0), 3, (1, 1, 1)),
        ((2, 1, 0), 3, (2, 2, 2)),
        ((5, 1, 0), 3, (5, 2, 2)),
        ((0, 9, 3), 3, (3, 9, 3)),
    ],
)
@both_ways
def test_p1_pyramids_go_one_at_a_time_where_there_are_fewest(
    how: str, before: Triple, count: int, after: Triple
) -> None:
    table = to_place(how, count, before)
    assert not asked_to_place(table)
    assert pyramids(table) == after


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        ((2, 0, 0), 4, (2, 2, 2)),
        ((0, 5, 5), 4, (4, 5, 5)),
        ((1, 0, 0), 5, (2, 2, 2)),
        ((0, 0, 0), 6, (2, 2, 2)),
        ((0, 3, 2), 7, (4, 4, 4)),
    ],
)
def test_p1_a_larger_purchase_goes_round_several_times(before: Triple, count: int, after: Triple) -> None:
    table = to_place("construction", count, before)
    assert not asked_to_place(table)
    assert pyramids(table) == after


@pytest.mark.parametrize(
    ("before", "count", "unasked", "choices"),
    [
        # one of two
        ((1, 0, 0), 1, (1, 0, 0), [(1, 1, 0), (1, 0, 1)]),
        ((2, 0, 0), 3, (2, 1, 1), [(2, 2, 1), (2, 1, 2)]),
        ((0, 4, 0), 1, (0, 4, 0), [(1, 4, 0), (0, 4, 1)]),
        ((2, 3, 1), 2, (2, 3, 2), [(3, 3, 2), (2, 3, 3)]),
        # one of three
        ((0, 0, 0), 1, (0, 0, 0), [(1, 0, 0), (0, 1, 0), (0, 0, 1)]),
        ((1, 0, 0), 3, (1, 1, 1), [(2, 1, 1), (1, 2, 1), (1, 1, 2)]),
        # two of three
        ((0, 0, 0), 2, (0, 0, 0), [(1, 1, 0), (1, 0, 1), (0, 1, 1)]),
        ((2, 1, 2), 3, (2, 2, 2), [(3, 3, 2), (3, 2, 3), (2, 3, 3)]),
    ],
)
@both_ways
def test_p1_a_rest_smaller_than_the_tie_is_her_choice(
    how: str, before: Triple, count: int, unasked: Triple, choices: list[Triple]
) -> None:
    table = to_place(how, count, before)
    assert asked_to_place(table)
    assert pyramids(table) == unasked
    assert table.view.rest == sum(before) + count - sum(unasked)
    results = {}
    for words in table.legal:
        names = words.removeprefix("place ").split()
        results[words] = tuple(had + (name in names) for had, name in zip(unasked, HERS, strict=True))
    assert sorted(results.values()) == sorted(choices)
    for words, result in results.items():
        chosen = to_place(how, count, before)
        chosen.play(f"1 {words}")
        assert not asked_to_place(chosen)
        assert pyramids(chosen) == result


@pytest.mark.parametrize("words", ["place Thinis", "place Hierakonpolis Abydos", "place Abydos Abydos", "place Buto"])
def test_p1_no_more_than_the_rest_and_only_where_there_are_fewest(words: str) -> None:
    table = to_place("construction", 1, (1, 0, 0))
    with pytest.raises(IllegalAction):
        table.play(f"1 {words}")


def test_p1_the_order_of_two_provinces_makes_no_difference() -> None:
    one, other = (to_place("construction", 2, (0, 0, 0)) for _ in range(2))
    one.play("1 place Thinis Abydos")
    other.play("1 place Abydos Thinis")
    assert one.state == other.state


def kinds(table: Table) -> set[tuple[int, ...]]:
    """The choices, as the ankhs of the provinces that get a pyramid."""
    ankhs = {province.top.name: province.top.ankhs for province in table.seat(1).provinces}
    choices = [tuple(sorted(ankhs[name] for name in words.split()[1:])) for words in table.legal]
    assert len(set(choices)) == len(choices)
    return set(choices)


@pytest.mark.parametrize(
    ("before", "count", "ankhs", "choices"),
    [
        ((0, 0, 0), 1, (1, 1, 2), {(1,), (2,)}),
        ((0, 0, 0), 1, (2, 1, 2), {(1,), (2,)}),
        ((0, 0, 0), 1, (1, 2, 2), {(1,), (2,)}),
        ((0, 0, 0), 2, (1, 1, 2), {(1, 1), (1, 2)}),
        ((0, 0, 0), 2, (2, 1, 2), {(1, 2), (2, 2)}),
        ((0, 0, 0), 2, (1, 2, 2), {(1, 2), (2, 2)}),
        ((0, 1, 0), 3, (0, 4, 0), {(0,), (4,)}),
    ],
)
@both_ways
def test_p1_provinces_with_equal_pyramids_and_ankhs_are_one_choice(
    how: str, before: Triple, count: int, ankhs: Triple, choices: set[tuple[int, ...]]
) -> None:
    assert kinds(to_place(how, count, before, ankhs)) == choices


@pytest.mark.parametrize(
    ("before", "count", "ankhs", "after"),
    [
        ((1, 0, 0), 1, (3, 1, 1), [0, 1, 1]),
        ((2, 0, 0), 3, (5, 0, 0), [1, 2, 2]),
        ((0, 0, 0), 1, (2, 2, 2), [0, 0, 1]),
        ((0, 0, 0), 2, (2, 2, 2), [0, 1, 1]),
    ],
)
@both_ways
def test_p1_one_choice_is_not_asked(how: str, before: Triple, count: int, ankhs: Triple, after: list[int]) -> None:
    table = to_place(how, count, before, ankhs)
    assert not asked_to_place(table)
    assert sorted(pyramids(table)) == after


# ---------------------------------------------------------------------- on random games
def outcomes(pyramids: Triple, count: int) -> set[Triple]:
    """All that placing them one at a time on a province with fewest can lead to."""
    reached = {pyramids}
    for _ in range(count):
        reached = {
            (one + (i == 0), two + (i == 1), three + (i == 2))
            for one, two, three in reached
            for i in range(3)
            if (one, two, three)[i] == min(one, two, three)
        }
    return reached


def futures(view: View, player: int, ends: Iterable[Triple]) -> set[object]:
    """What differs: of a province only its pyramids and ankhs matter later, in the third kingdom only the pyramids."""
    ankhs = [province.top.ankhs if view.kingdom < 3 else 0 for province in view.players[player].provinces]
    return {tuple(sorted(zip(end, ankhs, strict=True))) for end in ends}


def choices(move: Move) -> dict[str, Triple]:
    """What each legal placement leads to."""
    names = [province.top.name.replace(" ", "_") for province in move.before.players[move.before.mover].provinces]
    before = on_provinces(move.before, move.before.mover)
    found = {}
    for words in move.legal:
        one, two, three = (had + (name in words.split()) for had, name in zip(before, names, strict=True))
        found[words] = (one, two, three)
    return found


def given_or_bought(move: Move) -> Iterator[tuple[int, int]]:
    """Players, and how many pyramids each of them gets."""
    if move.words.startswith("build"):
        yield move.before.mover, int(move.words.split()[1])
    yield from ((step.player, step.a) for step in move.story if step.kind in ("favor", "built"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=25)
@given(seed=st.integers(0))
def test_p1_on_random_games(players: int, seed: int) -> None:
    """Who is asked can reach ends that differ, and has one choice for each; who is not asked cannot."""
    pending: set[Triple] = set()
    for move in random_game(players, seed):
        if not Phase.OFFERING <= move.before.phase <= Phase.PREPARATION:
            continue
        mover = move.before.mover
        reachable = {player: {on_provinces(move.before, player)} for player in range(players)}
        if move.before.phase in (Phase.FAVOR, Phase.PLACEMENT):
            ends = choices(move)
            assert pending.issuperset(ends.values())
            assert len(ends) == len(futures(move.before, mover, pending)) > 1
            assert futures(move.before, mover, ends.values()) == futures(move.before, mover, pending)
            reachable[mover] = {ends[move.words]}
        for player, count in given_or_bought(move):
            reachable[player] = {end for start in reachable[player] for end in outcomes(start, count)}
        if move.after.phase in (Phase.FAVOR, Phase.PLACEMENT):
            pending = reachable.pop(move.after.mover)
        for player, found in reachable.items():
            assert on_provinces(move.after, player) in found
            assert len(futures(move.before, player, found)) == 1
