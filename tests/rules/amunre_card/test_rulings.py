"""Where the rulebooks are silent: each ruling by its number in docs/rules/amunre_card.md, and the rule it belongs to.

Cards are blank but for what a test puts on them; the seat with number s takes the cards 3s-2 to 3s of each kingdom.
"""

from dataclasses import replace

import pytest

from amunre.core import CHANCE
from amunre.core.amunre_card.components import Components, Flood, built_in
from amunre.core.amunre_card.view import Phase
from tests.rules.amunre_card.conftest import Table, blank

NAMES = [[card.name.replace(" ", "_") for card in kingdom] for kingdom in built_in().kingdoms]
THINIS, HIERAKONPOLIS, ABYDOS = NAMES[0][:3]
THEBES = NAMES[1][0]


def opened(components: Components, players: int = 2, pharaoh: int = 1, display: str = "0 6 8") -> Table:
    """The first auction."""
    table = Table(players, components)
    table.set_up(pharaoh, *[display] * players)
    return table


def auction(table: Table) -> None:
    """Every seat takes the next of its own cards for nothing."""
    view = table.view
    names = NAMES[view.kingdom - 1]
    table.auction(*(f"{names[3 * seat + view.auction - 1]} 0" for seat in range(table.game.players)))


def offerings(components: Components, players: int = 2, pharaoh: int = 1, display: str = "0 6 8") -> Table:
    """The offerings of the first kingdom, all gold still there."""
    table = opened(components, players, pharaoh, display)
    for _ in range(3):
        auction(table)
    return table


def second_kingdom(components: Components, players: int = 2, pharaoh: int = 1) -> Table:
    """Its first auction, with all the gold; nobody has built anything."""
    table = offerings(components, players, pharaoh)
    table.offerings(*[0] * players)
    table.go_on(Phase.ROW)
    return table


def asked(table: Table) -> tuple[int, Phase]:
    """Who (from 1) has to do what."""
    return table.state.to_move + 1, table.view.phase


def pyramids(table: Table, seat: int) -> list[int]:
    return [province.pyramids for province in table.seat(seat).provinces]


# ---------------------------------------------------------------------- S2
def test_s2_ruling_8_the_last_card_of_a_kingdom_is_still_turned_up_by_chance() -> None:
    """With five players all fifteen are used up: one outcome, and yet a draw that is recorded."""
    table = opened(blank(), players=5)
    auction(table)
    auction(table)
    *others, last = (f"row {name}" for name in NAMES[0][2::3])
    table.play("\n".join(f"* {words}" for words in others))
    assert table.state.to_move == CHANCE
    assert table.legal == [last]
    table.play(f"* {last}")
    assert asked(table) == (1, Phase.AUCTION)


# ---------------------------------------------------------------------- A6
def test_a6_ruling_1_provinces_are_covered_in_the_turn_order_of_the_pharaoh_so_far() -> None:
    """The new card of seat 1 makes her Pharaoh, but only after all have covered."""
    cards = {name: {"ankhs": 1 + place % 3} for place, name in enumerate(NAMES[0])} | {THEBES: {"ankhs": 9}}
    table = second_kingdom(blank(**cards), players=3, pharaoh=2)
    assert table.view.pharaoh == 1
    auction(table)
    order = []
    while table.view.phase == Phase.EXTEND:
        order.append(table.state.to_move + 1)
        table.play(f"{order[-1]} {table.legal[0]}")
    assert order == [2, 3, 1]
    assert table.view.pharaoh == 0


def test_a6_ruling_7_the_third_card_has_one_place_left_and_is_not_asked_for() -> None:
    table = second_kingdom(blank(Thinis={"ankhs": 1}, Hierakonpolis={"ankhs": 2}, Abydos={"ankhs": 3}))
    for covered in (HIERAKONPOLIS, THINIS):
        auction(table)
        table.play(f"1 extend {covered}")
    auction(table)
    assert asked(table) == (1, Phase.OFFERING)
    assert [card.name for card in table.seat(1).provinces[2].cards] == [ABYDOS, NAMES[1][2]]


@pytest.mark.parametrize(
    ("values", "choices"),
    [
        ([{}, {}, {"ankhs": 1}], 2),
        ([{"pyramids": 1}, {}, {"pyramids": 1}], 2),
        ([{"ankhs": 2}, {"ankhs": 1}, {"ankhs": 1}], 2),
        ([{"pyramids": 1}, {"ankhs": 1}, {}], 3),
        ([{"fields": 1}, {"caravans": 1}, {}], 0),
        ([{}, {}, {}], 0),
    ],
)
def test_p1_ruling_3_in_a6_too_provinces_with_equal_pyramids_and_ankhs_are_one_choice(
    values: list[dict[str, int]], choices: int
) -> None:
    table = second_kingdom(blank(**dict(zip(NAMES[0][:3], values, strict=True))))
    auction(table)
    if choices:
        assert asked(table) == (1, Phase.EXTEND)
        assert len(table.legal) == choices
    else:
        assert table.view.phase == Phase.ROW
    assert sum(province.extended for province in table.seat(1).provinces) == (0 if choices else 1)


def test_p1_ruling_3_any_of_provinces_that_are_one_choice_may_be_named() -> None:
    table = second_kingdom(blank(Abydos={"ankhs": 1}))
    auction(table)
    results = set()
    for name in (THINIS, HIERAKONPOLIS):
        state = table.state.copy()
        state.apply(state.action(f"extend {name}"))
        results.add(state)
    assert len(results) == 1


# ---------------------------------------------------------------------- O4
def test_o4_ruling_2_favors_are_placed_in_turn_order_whatever_their_rank() -> None:
    cards = {name: {"ankhs": place % 3} for place, name in enumerate(NAMES[0])}
    table = offerings(blank(**cards), players=4, pharaoh=3, display="0 2 4 8")
    assert table.view.pharaoh == 2
    table.offerings(2, 8, 4, 6)  # seat 2 is given 3, which go evenly; seat 4 is given 2, the others 1
    order = []
    while table.view.phase == Phase.FAVOR:
        order.append(table.state.to_move + 1)
        assert [sum(pyramids(table, seat)) for seat in order] == [*[1 if seat != 4 else 2 for seat in order[:-1]], 0]
        table.play(f"{order[-1]} {table.legal[0]}")
    assert order == [3, 4, 1]
    assert [sum(pyramids(table, seat)) for seat in (1, 2, 3, 4)] == [1, 3, 1, 2]


# ---------------------------------------------------------------------- P1
def test_p1_ruling_3_a_smaller_rest_is_one_decision() -> None:
    cards = {name: {"ankhs": place} for place, name in enumerate(NAMES[0][:3])}
    table = offerings(blank(**cards))
    table.offerings(0, 0)
    table.play("1 build 2")
    assert asked(table) == (1, Phase.PLACEMENT)
    assert set(table.legal) == {
        f"place {THINIS} {HIERAKONPOLIS}",
        f"place {THINIS} {ABYDOS}",
        f"place {HIERAKONPOLIS} {ABYDOS}",
    }
    table.play(f"1 place {THINIS} {ABYDOS}")
    assert pyramids(table, 1) == [1, 0, 1]
    assert asked(table) == (1, Phase.PREPARATION)


def test_p1_ruling_3_a_rest_is_asked_for_only_if_the_futures_differ() -> None:
    """Fields and caravans have earned, or will before they are covered, wherever the pyramid stands."""
    table = offerings(blank(Thinis={"fields": 3}, Hierakonpolis={"caravans": 1}))
    table.offerings(6, 8)
    assert [step.a for step in table.steps("favor", 0)] == [1]
    assert asked(table) == (1, Phase.CONSTRUCTION)
    table.play("1 build 1")
    assert asked(table) == (1, Phase.PREPARATION)
    assert sorted(pyramids(table, 1)) == [0, 1, 1]


# ---------------------------------------------------------------------- R3
def test_r3_ruling_4_with_more_than_36_left_she_must_build() -> None:
    table = offerings(blank(Thinis={"fields": 9}, Hierakonpolis={"fields": 9}, Abydos={"fields": 5}))
    table.offerings(0, 0)
    assert table.view.gold == 37
    assert table.legal == [f"build {count}" for count in range(1, 8)]


@pytest.mark.parametrize(("fields", "built", "left"), [(22, 0, 36), (23, 1, 0), (27, 1, 4)])
def test_r3_ruling_4_costs_that_rise_by_37_leave_a_way_out(fields: int, built: int, left: int) -> None:
    nine = {"fields": 9}
    components = replace(blank(Thinis=nine, Hierakonpolis=nine, Abydos={"fields": fields - 18}), total_cost=(0, 37, 74))
    table = offerings(components)
    table.offerings(0, 0)
    assert [step.a for step in table.steps("built", 0)] == [built]
    table.go_on(Phase.CONSTRUCTION, Phase.ROW)
    assert sum(table.seat(1).display) == left


def test_r3_ruling_5_what_the_last_cost_and_36_do_not_hold_lapses() -> None:
    """27 fields earn 4 each, and costs that end at 6 gold: 108 - 6 - 36 gold are lost."""
    cards = {name: {"fields": 9} for name in NAMES[0][:3]}
    table = offerings(replace(blank(**cards), total_cost=(0, 3, 6)))
    told = table.offerings(14, 14)
    assert [(step.kind, step.player, step.a) for step in told if step.kind in ("built", "lapsed")][:2] == [
        ("lapsed", 0, 66),
        ("built", 0, 2),
    ]
    assert table.seat(1).display == tuple(range(9))


def test_r3_ruling_5_nothing_lapses_at_the_last_cost_and_36() -> None:
    cards = {name: {"fields": 9} for name in NAMES[0][:3]}
    table = offerings(replace(blank(**cards), total_cost=(0, 36, 72)))
    table.offerings(14, 14)
    assert table.steps("lapsed") == []
    assert [(step.a, step.b) for step in table.steps("built", 0)] == [(2, 72)]
    assert table.seat(1).display == tuple(range(9))


# ---------------------------------------------------------------------- tokens
def test_ruling_6_pyramid_tokens_never_run_out() -> None:
    """76 are in the box; here two players come by 130 in the first kingdom alone."""
    cards = {name: {"fields": 9} for name in NAMES[0][:6]}
    table = offerings(replace(blank(**cards), total_cost=tuple(range(64))))
    table.offerings(14, 14)
    assert [step.a for step in table.steps("built")] == [63, 63]
    assert [sum(pyramids(table, seat)) for seat in (1, 2)] == [63 + 3, 63 + 1]


# ---------------------------------------------------------------------- a single possible action
def test_ruling_7_a_bid_and_an_offering_are_asked_for_even_if_there_is_one() -> None:
    table = opened(blank())
    for gold, names in ((8, (THINIS, "Buto")), (6, (HIERAKONPOLIS, "Coptos"))):
        table.auction(*(f"{name} {gold}" for name in names))
    table.play(f"* row {ABYDOS}\n* row Saqqara\n1 bid {ABYDOS} 0")
    assert asked(table) == (2, Phase.AUCTION)
    assert table.legal == ["bid Saqqara 0"]
    table.play("2 bid Saqqara 0")
    for seat in (1, 2):
        assert asked(table) == (seat, Phase.OFFERING)
        assert table.legal == ["offer 0"]
        table.play(f"{seat} offer 0")


@pytest.mark.parametrize(("gold", "build", "prepare"), [(0, False, False), (2, False, False), (3, True, True)])
def test_ruling_7_a_single_build_and_a_single_preparation_are_not_asked_for(
    gold: int, build: bool, prepare: bool
) -> None:
    components = replace(blank(), opening_total=gold)
    table = Table(2, components)
    table.play("* pharaoh 1")
    table.go_on(Phase.ROW)
    for _ in range(3):
        auction(table)
    told = table.offerings(0, 0)
    assert (table.view.phase == Phase.CONSTRUCTION) == build
    assert [step.player for step in told if step.kind == "built"] == ([] if build else [0, 1])
    assert [step.player for step in told if step.kind == "prepared"] == ([] if prepare else [0, 1])
    if build:
        table.play("1 build 0")
        assert asked(table) == (1, Phase.PREPARATION)
    else:
        assert (table.view.kingdom, table.view.phase) == (2, Phase.ROW)


def test_ruling_7_a_build_may_be_asked_for_and_its_preparation_not() -> None:
    table = offerings(replace(blank(), total_cost=(0, 12)))
    table.offerings(0, 0)
    table.play("1 build 1")
    assert table.seat(1).display == (0, 2)
    assert asked(table) == (2, Phase.CONSTRUCTION)


def test_ruling_7_a_single_place_and_a_single_extend_are_not_asked_for() -> None:
    """Her provinces are alike until one is given a pyramid, and the other two still are; seat 2 has three alike."""
    table = offerings(blank())
    table.offerings(6, 8)
    assert asked(table) == (1, Phase.CONSTRUCTION)
    assert sorted(pyramids(table, 1)) == [0, 0, 1]
    assert pyramids(table, 2) == [1, 1, 1]
    table.go_on(Phase.ROW)

    auction(table)
    assert asked(table) == (1, Phase.EXTEND)
    table.play(f"1 extend {NAMES[0][pyramids(table, 1).index(1)]}")
    assert (table.view.auction, table.view.phase) == (2, Phase.ROW)
    auction(table)
    assert (table.view.auction, table.view.phase) == (3, Phase.ROW)
    auction(table)
    assert table.view.phase == Phase.OFFERING


# ---------------------------------------------------------------------- O2, O3
def test_o2_o3_ruling_9_the_flood_and_the_favors_are_those_of_the_components_file() -> None:
    floods = (Flood(7, 5, 0), Flood(None, 2, 3))
    table = offerings(replace(blank(Thinis={"fields": 1, "caravans": 1}), floods=floods, favors_for_two=(9, 6)))
    table.offerings(0, 8)
    assert [(step.a, step.b) for step in table.steps("flood")] == [(8, 2)]
    assert [(step.a, step.b) for step in table.steps("fields", 0)] == [(2, 1)]
    assert [(step.a, step.b) for step in table.steps("caravans", 0)] == [(3, 1)]
    assert (pyramids(table, 1), pyramids(table, 2)) == ([0, 0, 0], [3, 3, 3])
