"""C. Revenue, construction, preparation: rules R1 to R4. Where pyramids go, P1, is in test_placement.py.

Cards are blank but for what a test puts on them: player 1 takes Thinis, Hierakonpolis and Abydos.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import IllegalAction
from amunre.core.amunre_card.components import Components, built_in
from amunre.core.amunre_card.view import Phase
from tests.rules.amunre_card.conftest import Table, blank, random_game

Triple = tuple[int, int, int]

KINGDOM_1, KINGDOM_2, KINGDOM_3 = ([card.name for card in kingdom] for kingdom in built_in().kingdoms)
HERS = KINGDOM_1[:3]
COSTS = built_in().total_cost

everybody = pytest.mark.parametrize("players", [2, 3, 4, 5])


def hers(**values: Triple) -> Components:
    """Blank cards, but for those of player 1: `hers(fields=(9, 0, 0))`."""
    cards = {name: {what: numbers[i] for what, numbers in values.items()} for i, name in enumerate(HERS)}
    return blank(**cards)


def after_auctions(components: Components, players: int = 2, displays: Sequence[str] = ()) -> Table:
    """The offerings of the first kingdom, all gold still there; player 1 is Pharaoh."""
    table = Table(players, components)
    table.set_up(1, *(displays or ["0 6 8"] * players))
    for auction in range(3):
        table.auction(*(f"{KINGDOM_1[3 * seat + auction]} 0" for seat in range(players)))
    return table


def pyramids(table: Table) -> Triple:
    """On the three provinces of player 1."""
    first, second, third = (province.pyramids for province in table.seat(1).provinces)
    return first, second, third


def builds(fewest: int, most: int) -> list[str]:
    return [f"build {count}" for count in range(fewest, most + 1)]


# ---------------------------------------------------------------------- R1
@pytest.mark.parametrize(
    ("display", "offerings", "revenue"),
    [
        ("0 6 8", (0, 0), 7 + 20 + 14),
        ("0 1 5 8", (0, 5), 7 + 20 + 14),
        ("0 6 8", (6, 0), 14 + 20 + 8),
        ("0 2 4 8", (8, 2), 14 + 20 + 6),
        ("0 1 5 8", (6, 5), 21 + 8),
        ("0 1 5 8", (14, 1), 21),
        ("0 2 4 8", (14, 2), 28),
        ("0 6 8", (14, 14), 28),
    ],
)
def test_r1_revenue_is_fields_by_flood_caravans_in_a_weak_flood_and_gold_left(
    display: str, offerings: tuple[int, int], revenue: int
) -> None:
    table = after_auctions(hers(fields=(4, 0, 3), caravans=(0, 1, 1)), displays=["0 6 8", display])
    table.offerings(*offerings)
    assert [step.a for step in table.steps("revenue", 0)] == [revenue]
    assert table.seat(1).kept == 0


def test_r1_the_gold_left_is_what_was_neither_bid_nor_offered() -> None:
    table = Table(2, blank())
    table.set_up(1, "0 1 2 3 8", "0 6 8")
    table.auction("Thinis 3", "Buto 0")
    table.auction("Hierakonpolis 0", "Coptos 0")
    table.auction("Abydos 1", "Saqqara 0")
    table.offerings(2, 0)
    assert [step.a for step in table.steps("revenue", 0)] == [8]


def test_r1_only_visible_fields_and_caravans_earn() -> None:
    cards = {name: {"fields": 5, "caravans": 1} for name in HERS} | {KINGDOM_2[1]: {"fields": 2, "caravans": 1}}
    table = after_auctions(blank(**cards))
    table.offerings(0, 0)
    table.go_on(Phase.ROW)
    for auction in range(3):
        table.auction(f"{KINGDOM_2[auction]} 0", f"{KINGDOM_2[3 + auction]} 0")
    kept = sum(table.seat(1).display)
    table.offerings(0, 0)
    assert [step.a for step in table.steps("revenue", 0)] == [15 + 30 + 14, 2 + 10 + kept]


def test_r1_r2_r3_each_player_takes_all_three_steps_before_the_next() -> None:
    table = after_auctions(blank(Coptos={"ankhs": 1}), players=3)
    table.offerings(0, 0, 0)
    asked = []
    while table.view.phase != Phase.ROW:
        asked.append((table.state.to_move + 1, table.view.phase))
        table.state.apply(table.state.legal_actions()[0])
    assert asked == [(seat, step) for seat in (2, 3, 1) for step in (Phase.CONSTRUCTION, Phase.PREPARATION)]


# ---------------------------------------------------------------------- R2
@pytest.mark.parametrize(("fields", "most"), [(0, 3), (1, 4), (6, 4), (7, 5), (13, 5), (14, 6), (21, 6), (22, 7)])
def test_r2_she_may_buy_as_many_as_her_revenue_pays_or_fewer(fields: int, most: int) -> None:
    table = after_auctions(hers(fields=(fields // 3, fields // 3, fields - fields // 3 * 2)))
    table.offerings(0, 0)
    assert table.view.gold == 14 + fields
    assert table.legal == builds(0, most)


@pytest.mark.parametrize(("count", "left"), enumerate([36, 33, 30, 26, 21, 15, 8, 0]))
def test_r2_one_purchase_for_the_total_cost_of_the_table(count: int, left: int) -> None:
    table = after_auctions(hers(fields=(9, 9, 4)))
    table.offerings(0, 0)
    table.play(f"1 build {count}")
    assert sum(pyramids(table)) == count
    if table.state.to_move == 0:
        table.play(f"1 {table.legal[0]}")
    assert sum(table.seat(1).display) == left
    assert table.state.to_move == 1


def test_r2_costs_are_in_the_components_and_their_last_entry_is_the_most_one_can_buy() -> None:
    table = after_auctions(replace(blank(), total_cost=(0, 1, 5)))
    table.offerings(0, 0)
    assert table.legal == builds(0, 2)
    table.play("1 build 2")
    assert table.view.gold == 9


# ---------------------------------------------------------------------- R3
def displays(total: int) -> set[tuple[int, ...]]:
    """All sets of gold cards with the 0 that come to this total."""
    others = [cards for size in range(9) for cards in combinations(range(1, 9), size)]
    return {(0, *cards) for cards in others if sum(cards) == total}


def shown(words: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, words.split()[1:])))


@pytest.mark.parametrize("total", range(37))
def test_r3_a_display_of_every_total_with_the_0(total: int) -> None:
    table = Table(2, replace(blank(), opening_total=total, total_cost=(0, 37)))
    table.play("* pharaoh 1")
    table.go_on(Phase.ROW)
    for auction in range(3):
        table.auction(f"{KINGDOM_1[auction]} 0", f"{KINGDOM_1[3 + auction]} 0")
    table.offerings(0, 0)
    choices = displays(total)
    if len(choices) > 1:
        assert (table.state.to_move, table.view.phase, table.view.gold) == (0, Phase.PREPARATION, total)
        assert len(table.legal) == len(choices)
        assert set(map(shown, table.legal)) == choices
        table.play(f"1 {table.legal[-1]}")
    assert table.seat(1).display in choices


@pytest.mark.parametrize("cards", ["6 8", "0 6 7", "0 6 8 1", "0 6 6 2", "0 14"])
def test_r3_not_more_not_less_and_not_without_the_0(cards: str) -> None:
    table = after_auctions(blank())
    table.offerings(0, 0)
    table.play("1 build 0")
    with pytest.raises(IllegalAction):
        table.play(f"1 prepare {cards}")
    table.play("1 prepare 8 0 6")
    assert table.seat(1).display == (0, 6, 8)


@pytest.mark.parametrize(
    ("offerings", "gold", "fewest", "most"),
    [
        ((0, 0), 27 + 14, 2, 7),  # 6 to pay leave 35, 36 leave 5
        ((0, 14), 81 + 14, 10, 12),  # 66 to pay leave 29, 91 leave 4; 55 would leave 40
        ((6, 14), 108 + 8, 12, 13),  # 91 to pay leave 25, 105 leave 11; 78 would leave 38
    ],
)
def test_r3_with_more_than_36_left_she_must_build(
    offerings: tuple[int, int], gold: int, fewest: int, most: int
) -> None:
    table = after_auctions(hers(fields=(9, 9, 9)))
    table.offerings(*offerings)
    assert table.view.gold == gold
    assert table.legal == builds(fewest, most)
    with pytest.raises(IllegalAction):
        table.play(f"1 build {fewest - 1}")


def test_r3_exactly_36_left_can_be_shown() -> None:
    table = after_auctions(hers(fields=(9, 9, 4)))
    table.offerings(0, 0)
    table.play("1 build 0")
    assert table.seat(1).display == tuple(range(9))


# ---------------------------------------------------------------------- R4
def last_offerings(components: Components) -> Table:
    """The offerings of the third kingdom; nobody has built anything, and each has 2, 3, 4 and 5 gold."""
    table = Table(2, components)
    table.set_up(1, "0 2 3 4 5", "0 2 3 4 5")
    for names in (KINGDOM_1, KINGDOM_2, KINGDOM_3):
        for auction in range(3):
            table.auction(f"{names[auction]} 0", f"{names[3 + auction]} 0")
        if table.view.kingdom < 3:
            table.offerings(0, 0)
            table.go_on(Phase.ROW)
    return table


@pytest.mark.parametrize(
    ("fields", "offering", "built"), [((0, 0, 0), 14, 0), ((0, 0, 0), 0, 3), ((1, 0, 0), 0, 4), ((9, 9, 9), 0, 7)]
)
def test_r4_in_kingdom_3_as_many_as_possible_are_built_and_nothing_is_prepared(
    fields: Triple, offering: int, built: int
) -> None:
    table = last_offerings(blank(**{name: {"fields": fields[i]} for i, name in enumerate(KINGDOM_3[:3])}))
    prepared = len(table.steps("prepared"))
    table.offerings(offering, 0)
    assert table.view.phase == Phase.OVER
    assert sum(pyramids(table)) == built + (3 if offering else 0)
    assert [step.a for step in table.steps("built", 0)] == [built]
    assert len(table.steps("prepared")) == prepared
    assert [player.display for player in table.view.players] == [(), ()]


@pytest.mark.parametrize(
    ("printed", "offerings", "after"),
    [
        ((0, 0, 0), (4, 5), [1, 1, 2]),  # favor 1, one of three; 10 gold buy 3, and again one of three
        ((1, 0, 0), (5, 4), [2, 2, 2]),  # favor 3, of which one of three; 9 gold buy 2
        ((0, 0, 3), (4, 5), [2, 2, 3]),  # favor 1, one of two; 10 gold buy 3
    ],
)
def test_p1_in_kingdom_3_there_is_never_a_choice(printed: Triple, offerings: tuple[int, int], after: list[int]) -> None:
    cards = {name: {"pyramids": printed[i], "ankhs": i} for i, name in enumerate(KINGDOM_3[:3])}
    table = last_offerings(blank(**cards))
    table.offerings(*offerings)
    assert table.view.phase == Phase.OVER
    assert sorted(pyramids(table)) == after


# ---------------------------------------------------------------------- all of them, on random games
@everybody
@settings(max_examples=15)
@given(seed=st.integers(0))
def test_r1_on_random_games(players: int, seed: int) -> None:
    offered: dict[int, int] = {}
    left: dict[int, int] = {}
    for move in random_game(players, seed):
        for step in move.story:
            seen = move.before.players[step.player]
            if step.kind == "offered":
                offered[step.player] = step.a
                left[step.player] = sum(seen.display) - step.a
            if step.kind == "revenue":
                total = sum(offered.values())
                flood = 1 + (total > 5) + (total > 10) + (total > 15)
                caravans = seen.caravans if flood <= 2 else 0
                assert step.a == seen.fields * flood + caravans * 10 + left[step.player]


@everybody
@settings(max_examples=15)
@given(seed=st.integers(0))
def test_r2_r3_r4_on_random_games(players: int, seed: int) -> None:
    for move in random_game(players, seed):
        gold, kingdom = move.before.gold, move.before.kingdom
        if move.before.phase == Phase.CONSTRUCTION:
            assert kingdom < 3
            assert move.legal == [f"build {n}" for n, cost in enumerate(COSTS) if cost <= gold <= cost + 36]
        elif move.before.phase == Phase.PREPARATION:
            assert kingdom < 3
            assert sorted(map(shown, move.legal)) == sorted(displays(gold))
            assert move.after.players[move.before.mover].display == shown(move.words)
        for step in move.story:
            if step.kind == "prepared":
                assert displays(step.b) == {move.after.players[step.player].display}
            if step.kind == "built" and kingdom == 3:
                (revenue,) = [told.a for told in move.story if told.kind == "revenue" and told.player == step.player]
                assert (step.a, step.b) == max((n, cost) for n, cost in enumerate(COSTS) if cost <= revenue)
