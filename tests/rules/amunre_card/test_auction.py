"""A. Auction: rules A1 to A7."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import IllegalAction
from amunre.core.amunre_card.components import Components, built_in
from amunre.core.amunre_card.view import Phase, View
from tests.rules.amunre_card.conftest import Table, blank, everybody, random_game

NAMES = [card.name for card in built_in().kingdoms[0]]


def opened(players: int, pharaoh: int = 1) -> Table:
    """The first auction: everybody shows 0 2 3 4 5, nobody has bid yet."""
    table = Table(players)
    table.set_up(pharaoh, *["0 2 3 4 5"] * players)
    table.play("\n".join(f"* row {name}" for name in NAMES[:players]))
    return table


def bids(*names: str, gold: str = "0 2 3 4 5") -> set[str]:
    return {f"bid {name} {card}" for name in names for card in gold.split()}


def held(table: Table) -> dict[int, tuple[tuple[int, ...], int | None]]:
    """By seat: the display, and the card in play."""
    return {seat: (player.display, player.in_play) for seat, player in enumerate(table.view.players, 1)}


# ---------------------------------------------------------------------- A1
@everybody
def test_a1_n_provinces_are_turned_up_for_each_auction_and_the_pharaoh_opens_it(players: int) -> None:
    table = Table(players, blank())
    table.set_up(2)
    for auction in (1, 2, 3):
        row = NAMES[(auction - 1) * players : auction * players]
        for count, name in enumerate(row):
            assert len(table.view.row) == count
            table.play(f"* row {name}")
        assert (table.view.phase, table.view.auction, table.view.mover) == (Phase.AUCTION, auction, 1)
        assert [(lot.province.name, lot.bid) for lot in table.view.row] == [(name, None) for name in row]
        for place, name in enumerate(row):
            table.play(f"{(1 + place) % players + 1} bid {name} 0")
    assert (table.view.phase, table.view.row) == (Phase.OFFERING, ())


@everybody
def test_a1_on_a_free_province_every_card_of_the_display_will_do_and_there_is_no_passing(players: int) -> None:
    table = opened(players)
    assert sorted(table.legal) == sorted(bids(*NAMES[:players]))
    for words in ("bid", "pass", "bid Thinis", "bid Thinis 2 3", "bid Thinis 1", "bid Mendes 2"):
        with pytest.raises(IllegalAction):
            table.play(f"1 {words}")


@pytest.mark.parametrize(("card", "higher"), [(0, "2 3 4 5"), (2, "3 4 5"), (3, "4 5"), (4, "5"), (5, "")])
def test_a1_on_another_s_province_only_a_higher_card_will_do(card: int, higher: str) -> None:
    table = opened(3)
    table.play(f"1 bid Thinis {card}")
    assert sorted(table.legal) == sorted(bids("Hierakonpolis", "Abydos") | bids("Thinis", gold=higher))


@pytest.mark.parametrize("card", [0, 2, 3])
def test_a1_an_equal_or_lower_bid_is_not_enough(card: int) -> None:
    table = opened(2)
    table.play("1 bid Thinis 3")
    with pytest.raises(IllegalAction, match=rf"bid Thinis {card} is not legal \(Thinis holds 3\)"):
        table.play(f"2 bid Thinis {card}")


# ---------------------------------------------------------------------- A2
def test_a2_the_outbid_player_takes_her_card_back() -> None:
    table = opened(3)
    table.play("1 bid Thinis 4")
    assert held(table)[1] == ((0, 2, 3, 5), 4)
    assert table.play("2 bid Thinis 5") == [("outbid", 0, 4, NAMES.index("Thinis"))]
    assert held(table) == {1: ((0, 2, 3, 4, 5), None), 2: ((0, 2, 3, 4), 5), 3: ((0, 2, 3, 4, 5), None)}


def test_a2_she_may_bid_on_the_same_province_again_and_be_outbid_again() -> None:
    table = opened(2)
    table.play("1 bid Thinis 2\n2 bid Thinis 3\n1 bid Thinis 4\n2 bid Thinis 5")
    assert [(lot.bid, lot.bidder) for lot in table.view.row] == [(5, 1), (None, None)]
    assert sorted(table.legal) == sorted(bids("Hierakonpolis"))


def test_a2_the_card_taken_back_can_be_laid_in_front_of_another_province() -> None:
    table = opened(2)
    table.play("1 bid Thinis 4\n2 bid Thinis 5\n1 bid Hierakonpolis 4")
    assert [player.provinces[0].top.name for player in table.view.players] == ["Hierakonpolis", "Thinis"]


# ---------------------------------------------------------------------- A3
def test_a3_a_player_with_a_card_in_play_passes() -> None:
    """After 5's second bid the turn passes by 1 and 2, who have cards in play; 3 and 4 have been outbid."""
    table = opened(5, pharaoh=4)
    table.play("4 bid Thinis 2\n5 bid Abydos 2\n1 bid Thinis 3\n2 bid Abydos 3\n3 bid Buto 0")
    table.play("4 bid Buto 2\n5 bid Buto 3")
    assert table.state.to_move == 2
    table.play("3 bid Coptos 0\n4 bid Hierakonpolis 0")
    assert table.view.phase == Phase.ROW


def test_a3_a_card_in_play_can_neither_be_taken_back_nor_moved() -> None:
    table = opened(3)
    table.play("1 bid Thinis 2\n2 bid Abydos 2")
    assert [table.state.seen_by(player).legal_actions() for player in (0, 1)] == [[], []]
    table.play("3 bid Abydos 3")
    assert table.state.to_move == 1, "2 was outbid; 1 keeps to her bid"
    assert [(lot.bid, lot.bidder) for lot in table.view.row] == [(2, 0), (None, None), (3, 2)]


# ---------------------------------------------------------------------- A4
@everybody
def test_a4_the_auction_ends_when_everybody_has_a_card_in_front_of_a_province_of_her_own(players: int) -> None:
    table = opened(players)
    for seat, name in enumerate(NAMES[: players - 1], 1):
        assert table.play(f"{seat} bid {name} 2") == []
    assert [step.kind for step in table.play(f"{players} bid Thinis 3")] == ["outbid"]
    told = table.play(f"1 bid {NAMES[players - 1]} 0")
    assert [step.player for step in told if step.kind == "acquire"] == list(range(players))


def test_a4_a_bid_is_asked_for_even_if_only_one_is_possible() -> None:
    table = Table(2)
    table.set_up(1, "0 6 8", "0 6 8")
    table.auction("Thinis 6", "Buto 6")
    table.auction("Meidum 8", "Xois 8")
    table.play("* row Sais\n* row Coptos\n1 bid Sais 0")
    assert table.legal == ["bid Coptos 0"]


# ---------------------------------------------------------------------- A5
@everybody
def test_a5_each_takes_her_province_and_the_card_used_is_put_aside(players: int) -> None:
    table = opened(players)
    mine = {seat: NAMES[players - seat] for seat in range(1, players + 1)}
    table.play("\n".join(f"{seat} bid {name} 3" for seat, name in mine.items()))
    assert held(table) == dict.fromkeys(mine, ((0, 2, 4, 5), None))
    assert {seat: [stack.top.name for stack in table.seat(seat).provinces] for seat in mine} == {
        seat: [name] for seat, name in mine.items()
    }
    table.play("\n".join(f"* row {name}" for name in NAMES[5 : 5 + players]))
    assert sorted(table.legal) == sorted(bids(*NAMES[5 : 5 + players], gold="0 2 4 5"))


def test_a5_the_0_returns_to_the_display_every_time() -> None:
    table = Table(2)
    table.set_up(1, "0 6 8", "0 6 8")
    for row in (("Thinis 0", "Buto 6"), ("Mendes 0", "Xois 8"), ("Sais 0", "Coptos 0")):
        table.auction(*row)
    assert held(table) == {1: ((0, 6, 8), None), 2: ((0,), None)}


def test_a5_a_card_that_was_outbid_is_not_spent() -> None:
    table = opened(2)
    table.play("1 bid Thinis 4\n2 bid Thinis 5\n1 bid Hierakonpolis 2")
    assert held(table) == {1: ((0, 3, 4, 5), None), 2: ((0, 2, 3, 4), None)}


# ---------------------------------------------------------------------- A1 to A5 once more in plain Python
@everybody
@settings(max_examples=15)
@given(seed=st.integers(0))
def test_a1_to_a5_hold_in_random_games(players: int, seed: int) -> None:
    for move in random_game(players, seed):
        if move.before.phase != Phase.AUCTION:
            continue
        view, mover = move.before, move.before.mover
        mine = view.players[mover].display
        bid = {lot.province.name.replace(" ", "_"): lot.bid for lot in view.row}
        bidder = {lot.province.name.replace(" ", "_"): lot.bidder for lot in view.row}
        displays = [set(player.display) for player in view.players]
        idle = {seat for seat in range(players) if seat not in bidder.values()}
        assert 0 in mine, "A4"
        assert list(bidder.values()).count(None) == len(idle) >= 1, "A4"
        higher = [(name, card) for name, other in bid.items() for card in mine if other is None or card > other]
        assert move.legal == [f"bid {name} {card}" for name, card in higher], "A1"
        _, name, card = move.words.split()
        rival, returned = bidder[name], bid[name]
        if rival is not None and returned is not None:
            displays[rival].add(returned)
            idle.add(rival)
        displays[mover].remove(int(card))
        idle.remove(mover)
        bid[name], bidder[name] = int(card), mover
        if idle:
            waiting = [(mover + place) % players for place in range(1, players)]
            assert move.after.mover == next(seat for seat in waiting if seat in idle), "A3"
            assert [lot.bid for lot in move.after.row] == list(bid.values())
            assert [lot.bidder for lot in move.after.row] == list(bidder.values())
        else:
            assert move.after.phase != Phase.AUCTION, "A4"
            for name, seat in bidder.items():
                assert seat is not None
                assert name.replace("_", " ") in owned(move.after, seat), "A5"
                if bid[name] == 0:
                    displays[seat].add(0)
        assert [set(player.display) for player in move.after.players] == displays, "A2, A5"


def owned(view: View, seat: int) -> set[str]:
    """Her cards, the one included that she has still to lay down."""
    player = view.players[seat]
    cards = [card for stack in player.provinces for card in stack.cards]
    return {card.name for card in (*cards, player.acquired) if card is not None}


# ---------------------------------------------------------------------- A6
FIRST_KINGDOM = ("Thinis Coptos Mendes", "Abydos Saqqara Busiris", "Buto Xois Dahshur")
"""Row by row, who gets what: 1 has Thinis, Abydos, Buto; 2 has Coptos, Saqqara, Xois."""


def second_kingdom(deck: Components, players: int = 2, pharaoh: int = 1) -> Table:
    """Its beginning: nothing was spent, offered or built in the first."""
    table = Table(players, deck)
    table.set_up(pharaoh)
    for row in FIRST_KINGDOM:
        take(table, *row.split()[:players])
    table.offerings(*[0] * players)
    table.go_on(Phase.ROW)
    return table


def take(table: Table, *names: str) -> list[tuple[str, int]]:
    """An auction in which nobody spends a card; the steps and whom they befell."""
    return [(step.kind, step.player) for step in table.auction(*(f"{name} 0" for name in names))]


def stacks(table: Table, seat: int) -> list[str]:
    return [" ".join(card.name for card in stack.cards) for stack in table.seat(seat).provinces]


def test_a6_in_the_first_kingdom_nothing_is_covered() -> None:
    assert stacks(second_kingdom(blank()), 2) == ["Coptos", "Saqqara", "Xois"]


def test_a6_each_covers_one_of_three_then_one_of_two_and_the_third_place_is_not_asked_for() -> None:
    """Ruling: the third card of a kingdom has one place left."""
    table = second_kingdom(blank(Thinis={"ankhs": 1}, Abydos={"ankhs": 2}, Buto={"ankhs": 3}))
    take(table, "Thebes", "Lisht")
    assert (table.state.to_move, table.legal) == (0, ["extend Thinis", "extend Abydos", "extend Buto"])
    table.play("1 extend Abydos")
    assert stacks(table, 1) == ["Thinis", "Abydos Thebes", "Buto"]
    take(table, "Hawara", "Shedet")
    assert table.legal == ["extend Thinis", "extend Buto"]
    for covered in ("Abydos", "Thebes"):
        with pytest.raises(IllegalAction, match="it can cover Thinis, Buto"):
            table.play(f"1 extend {covered}")
    table.play("1 extend Thinis")
    assert [step for step in take(table, "Lahun", "Buhen") if step[0] == "extend"] == [("extend", 0), ("extend", 1)]
    assert stacks(table, 1) == ["Thinis Hawara", "Abydos Thebes", "Buto Lahun"]
    assert table.view.phase == Phase.OFFERING


def test_a6_ankhs_fields_and_caravans_of_a_covered_card_no_longer_count_but_its_pyramids_do() -> None:
    rich = {"pyramids": 2, "ankhs": 4, "fields": 3, "caravans": 1}
    table = second_kingdom(blank(Thinis=rich, Thebes={"pyramids": 1, "fields": 2}, Siwa={"pyramids": 3}))
    assert (table.seat(1).pyramids, table.seat(1).ankhs, table.seat(1).fields, table.seat(1).caravans) == (2, 4, 3, 1)
    take(table, "Thebes", "Lisht")
    table.play("1 extend Thinis")
    assert (table.seat(1).pyramids, table.seat(1).ankhs, table.seat(1).fields, table.seat(1).caravans) == (3, 0, 2, 0)
    take(table, "Hawara", "Shedet")
    take(table, "Lahun", "Buhen")
    told = [step for step in table.offerings(0, 0) if step.player == 0]
    assert [step.b for step in told if step.kind == "fields"] == [2], "the fields of Thinis bring nothing"
    assert [step for step in told if step.kind == "caravans"] == []
    table.go_on(Phase.ROW)
    take(table, "Siwa", "Edfu")
    table.play("1 extend Thebes")
    assert table.seat(1).provinces[0].pyramids == 2 + 1 + 3


@pytest.mark.parametrize(
    ("thinis", "abydos", "buto", "choices"),
    [
        ({}, {}, {}, []),
        ({"fields": 3}, {"caravans": 1}, {}, []),
        ({"ankhs": 1}, {"ankhs": 1}, {}, ["extend Thinis", "extend Buto"]),
        ({}, {"ankhs": 1}, {"ankhs": 1, "fields": 2}, ["extend Thinis", "extend Abydos"]),
        ({"pyramids": 1}, {}, {"pyramids": 1}, ["extend Thinis", "extend Abydos"]),
        ({"pyramids": 1}, {"ankhs": 1}, {}, ["extend Thinis", "extend Abydos", "extend Buto"]),
    ],
)
def test_a6_provinces_with_equal_pyramids_and_ankhs_are_one_choice_and_a_single_one_is_not_asked_for(
    thinis: dict[str, int], abydos: dict[str, int], buto: dict[str, int], choices: list[str]
) -> None:
    table = second_kingdom(blank(Thinis=thinis, Abydos=abydos, Buto=buto))
    told = take(table, "Thebes", "Lisht")
    assert (table.legal if choices else []) == choices
    assert (("extend_alike", 0) in told) == (not choices)


@everybody
@settings(max_examples=15)
@given(seed=st.integers(0))
def test_a6_choices_are_the_kinds_of_provinces_not_covered_in_random_games(players: int, seed: int) -> None:
    for move in random_game(players, seed):
        for step in move.story:
            if step.kind in ("extend", "extend_alike"):
                free = [stack for stack in move.before.players[step.player].provinces if not stack.extended]
                assert (len(free) == 1) == (step.kind == "extend")
                assert len(kinds(move.before, step.player)) == 1
        if move.before.phase == Phase.EXTEND:
            tops = {stack.top.name: stack for stack in move.before.players[move.before.mover].provinces}
            offered = [tops[words.removeprefix("extend ").replace("_", " ")] for words in move.legal]
            assert not any(stack.extended for stack in offered)
            assert len(offered) > 1
            different = sorted((stack.pyramids, stack.top.ankhs) for stack in offered)
            assert different == kinds(move.before, move.before.mover)


def kinds(view: View, seat: int) -> list[tuple[int, int]]:
    """The different pyramids and ankhs of provinces that have no card of this kingdom."""
    return sorted({(stack.pyramids, stack.top.ankhs) for stack in view.players[seat].provinces if not stack.extended})


# ---------------------------------------------------------------------- A7
def test_a7_after_every_auction_the_player_with_most_visible_ankhs_becomes_pharaoh() -> None:
    """All her provinces count; she opens the next auction, and after the third the new order holds for offerings."""
    table = Table(3, blank(Mendes={"ankhs": 2}, Abydos={"ankhs": 3}, Dahshur={"ankhs": 2}))
    table.set_up(2)
    assert ("crowned", 2) in take(table, *FIRST_KINGDOM[0].split())
    assert ("crowned", 0) in take(table, *FIRST_KINGDOM[1].split())
    assert ("crowned", 2) in take(table, *FIRST_KINGDOM[2].split())
    assert [step[1:] for step in table.steps("crowned")] == [(2, 2, 0), (0, 3, 0), (2, 4, 0)]
    assert (table.view.phase, table.view.mover, table.view.turn_order) == (Phase.OFFERING, 2, (2, 0, 1))


@pytest.mark.parametrize(
    ("players", "pharaoh", "tied", "crowned"),
    [
        (2, 2, (1, 2), 2),
        (3, 2, (1, 3), 3),
        (4, 3, (1, 2), 1),
        (4, 3, (2, 4), 4),
        (4, 3, (1, 3), 3),
        (5, 5, (2, 4), 2),
        (5, 3, (1, 2, 5), 5),
        (5, 4, (), 4),
    ],
)
def test_a7_of_tied_players_the_first_in_the_turn_order_of_the_pharaoh_so_far(
    players: int, pharaoh: int, tied: tuple[int, ...], crowned: int
) -> None:
    """Nobody tied means here that nobody has any ankhs, so that all are."""
    table = Table(players, blank(**{NAMES[seat - 1]: {"ankhs": 2} for seat in tied}))
    table.set_up(pharaoh)
    told = table.auction(*(f"{name} 0" for name in NAMES[:players]))
    kind = "stays" if crowned == pharaoh else "crowned"
    ankhs, others = (2, len(tied) - 1) if tied else (0, players - 1)
    assert [step for step in told if step.kind in ("crowned", "stays")] == [(kind, crowned - 1, ankhs, others)]
    assert table.view.pharaoh == crowned - 1


@pytest.mark.parametrize(("covered", "pharaoh"), [("Thinis", 2), ("Abydos", 1)])
def test_a7_cards_of_the_kingdom_before_count_while_they_are_uncovered(covered: str, pharaoh: int) -> None:
    table = second_kingdom(blank(Thinis={"ankhs": 3}, Coptos={"ankhs": 2}))
    assert table.view.pharaoh == 0
    take(table, "Hawara", "Shedet")
    table.play(f"1 extend {covered}\n2 extend Saqqara")
    assert table.view.pharaoh == pharaoh - 1


def test_a7_in_the_third_kingdom_cards_of_the_second_count_and_nothing_below_them() -> None:
    table = second_kingdom(blank(Thinis={"ankhs": 9}, Thebes={"ankhs": 2}, Lisht={"ankhs": 3}))
    take(table, "Thebes", "Lisht")
    table.play("1 extend Thinis")
    take(table, "Hawara", "Shedet")
    take(table, "Lahun", "Buhen")
    table.offerings(0, 0)
    table.go_on(Phase.ROW)
    assert (table.view.kingdom, table.view.pharaoh) == (3, 1)
    take(table, "Karnak", "Giza")
    assert table.play("2 extend Lisht\n1 extend Hawara")[0] == ("crowned", 0, 2, 0)


@everybody
@settings(max_examples=15)
@given(seed=st.integers(0))
def test_a7_the_pharaoh_is_who_should_be_in_random_games(players: int, seed: int) -> None:
    crownings = 0
    for move in random_game(players, seed):
        if any(step.kind in ("crowned", "stays") for step in move.story):
            crownings += 1
            assert move.after.pharaoh == max(move.before.turn_order, key=lambda seat: move.after.players[seat].ankhs)
        else:
            assert move.after.pharaoh == move.before.pharaoh or move.before.phase == Phase.PHARAOH
    assert crownings == 9
