"""How a player chooses: all that is legal can be reached, nothing else can be confirmed."""

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amunre.core import CHANCE, NOBODY, State, info
from amunre.core.amunre_card.components import LONGEST_NAME
from amunre.core.amunre_card.notation import SLOT_SHIFT
from amunre.core.amunre_card.view import ExtendedProvince, Phase, View, members
from amunre.tui.boards import KEYS, Choice
from amunre.tui.boards.amunre_card.choices import Bid, Construction, Display, Extension, Offering, Placement, choice
from amunre.tui.words import load

ARROWS = ("left", "right", "up", "down")
NAMES = ["Purple", "Blue", "Yellow", "Red", "Green"]

everybody = pytest.mark.parametrize("players", [2, 3, 4, 5])


# ---------------------------------------------------------------------- decisions
def decisions(players: int, seed: int) -> Iterator[State]:
    """All that players are asked in a random game, as they see it."""
    random = Random(seed)
    state = info("amunre_card").make(players).new_state()
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply_chance(random.getrandbits(64))
            continue
        yield state.seen_by(state.to_move)
        state.apply(random.choice(state.legal_actions()))


MANY = [state for players in (2, 3, 4, 5) for seed in range(5) for state in decisions(players, seed)]


def some(*phases: Phase) -> Iterator[State]:
    """Decisions of a kind."""
    return (state for state in MANY if state.view().phase in phases)


def pressed(chosen: Choice, keys: Sequence[str]) -> Choice:
    for key in keys:
        chosen.press(key)
    return chosen


def picked(chosen: Choice, targets: Sequence[str]) -> Choice:
    for target in targets:
        chosen.pick(target)
    return chosen


def explored(chosen: Choice, keys: Sequence[str]) -> set[int | None]:
    """The actions of all choices that these keys lead to."""
    found, seen, waiting = set(), set(), [chosen]
    while waiting:
        chosen = waiting.pop()
        where = tuple(value for value in vars(chosen).values() if isinstance(value, int | str | frozenset | None))
        if where in seen:
            continue
        seen.add(where)
        found.add(chosen.action)
        for key in keys:
            further = copy(chosen)
            further.press(key)
            waiting.append(further)
    return found


def cards_for(view: View, amount: int) -> tuple[int, ...]:
    """Cards of the display that come to an amount."""
    display = view.players[view.mover].display
    sets = (cards for count in range(1, len(display) + 1) for cards in combinations(display, count))
    return next(cards for cards in sets if sum(cards) == amount)


def clicks(view: View, action: int) -> list[str]:
    """What to click for an action."""
    match view.phase:
        case Phase.DISPLAY | Phase.PREPARATION:
            return [f"card {card}" for card in members(action) if card]
        case Phase.AUCTION:
            slot, card = divmod(action, 1 << SLOT_SHIFT)
            return [f"slot {slot}", f"card {card}"]
        case Phase.OFFERING:
            return [f"card {card}" for card in cards_for(view, action)]
        case Phase.EXTEND:
            return [f"province {action}"]
        case Phase.CONSTRUCTION:
            return [f"build {action}"]
        case _ if view.rest == 1:
            return [f"province {members(action)[0]}"]
        case _:
            return [f"province {province}" for province in range(3) if province not in members(action)]


def digits(target: str) -> list[str]:
    """The keys that do what a click does."""
    kind, number = target.split()
    match kind:
        case "slot":
            return ["right"] * int(number)
        case "province":
            return [str(int(number) + 1)]
        case _:
            return list(number)


# ---------------------------------------------------------------------- all and only what is legal
@everybody
def test_every_action_can_be_reached_by_arrows_by_digits_and_by_clicks(players: int) -> None:
    seen = set()
    for state in decisions(players, seed=players + 10):
        view = state.view()
        seen.add(view.phase)
        assert explored(choice(state), ARROWS) - {None} == set(state.legal_actions())
        for action in state.legal_actions():
            targets = clicks(view, action)
            assert picked(choice(state), targets).action == action
            start = choice(state)
            if isinstance(start, Bid):
                pressed(start, ["left"] * start.slot)
            assert pressed(start, [key for target in targets for key in digits(target)]).action == action
    assert seen >= {Phase.DISPLAY, Phase.AUCTION, Phase.EXTEND, Phase.OFFERING, Phase.CONSTRUCTION, Phase.PREPARATION}


@settings(max_examples=150)
@given(st.sampled_from(MANY), st.lists(st.sampled_from([*KEYS, "back"]), max_size=25))
def test_whatever_is_pressed_only_what_is_legal_can_be_confirmed(state: State, keys: list[str]) -> None:
    chosen, words, legal = choice(state), load(), state.legal_actions()
    for key in keys:
        before = chosen.action, chosen.prompt
        changed = chosen.back() if key == "back" else chosen.press(key)
        assert changed or before == (chosen.action, chosen.prompt)
        assert chosen.action is None or chosen.action in legal
        assert "{" not in words.tell(chosen.prompt, NAMES)


def test_clicks_on_what_is_not_asked_for_change_nothing() -> None:
    asked: dict[type[Choice], set[str]] = {
        Bid: {"slot", "card"},
        Display: {"card", "set"},
        Offering: {"card", "set"},
        Extension: {"province"},
        Placement: {"province"},
        Construction: {"build"},
    }
    for state in MANY:
        chosen = choice(state)
        for kind in {"slot", "card", "set", "province", "build"} - asked[type(chosen)]:
            assert not chosen.pick(f"{kind} 1")


def test_back_gives_up_what_was_picked_and_nothing_else() -> None:
    for state in MANY:
        chosen = choice(state)
        first = chosen.action, chosen.prompt
        assert not chosen.back()
        for key in ("up", "right", "1"):
            chosen.press(key)
        chosen.back()
        assert not chosen.back()
        if isinstance(chosen, Bid):
            assert chosen.card is None
        else:
            assert (chosen.action, chosen.prompt) == first


# ---------------------------------------------------------------------- bids
def bids() -> Iterator[tuple[State, Bid, int, int]]:
    """A province that is held, and a card of the display that is too low for it."""
    for state in some(Phase.AUCTION):
        view = state.view()
        for slot, lot in enumerate(view.row):
            for card in view.players[view.mover].display:
                if lot.bid is not None and card <= lot.bid:
                    chosen = choice(state)
                    assert isinstance(chosen, Bid)
                    yield state, chosen, slot, card


def test_nothing_is_bid_before_a_card_is_picked() -> None:
    for state in some(Phase.AUCTION):
        chosen = choice(state)
        assert chosen.action is None
        pressed(chosen, ["right", "right", "left"])
        assert chosen.action is None
        assert chosen.prompt[0] in {
            "amunre_card.prompt.card",
            "amunre_card.prompt.higher_card",
            "amunre_card.prompt.unbeatable",
        }


def test_a_card_that_is_too_low_stays_picked_and_says_why() -> None:
    told = set()
    for _state, chosen, slot, card in bids():
        picked(chosen, [f"slot {slot}", f"card {card}"])
        assert (chosen.slot, chosen.card, chosen.action) == (slot, card, None)
        told.add(chosen.prompt[0])
    assert told == {"amunre_card.prompt.too_low", "amunre_card.prompt.unbeatable"}


def test_a_wanted_card_comes_back_where_it_is_legal() -> None:
    for state, chosen, slot, card in bids():
        legal = [divmod(action, 1 << SLOT_SHIFT) for action in state.legal_actions()]
        free = next(at for at, gold in legal if gold == card)
        picked(chosen, [f"slot {free}", f"card {card}", f"slot {slot}"])
        assert chosen.card == min((gold for at, gold in legal if at == slot), default=None)
        chosen.pick(f"slot {free}")
        assert chosen.card == card


def test_a_card_that_she_does_not_have_clears_the_bid() -> None:
    state = next(some(Phase.AUCTION))
    view = state.view()
    absent = next(card for card in range(9) if card not in view.players[view.mover].display)
    chosen = pressed(choice(state), ["0", str(absent)])
    assert chosen.action is None
    assert chosen.prompt == ("amunre_card.prompt.absent", {"gold": absent})
    assert chosen.back()
    assert pressed(chosen, ["0"]).action is not None


# ---------------------------------------------------------------------- gold cards
def test_a_display_says_what_is_missing_and_what_is_too_much() -> None:
    chosen = choice(next(some(Phase.DISPLAY)))
    assert isinstance(chosen, Display)
    assert (chosen.goal, chosen.total, chosen.action) == (14, 0, None)
    assert chosen.prompt[0] == "amunre_card.prompt.cards"
    pressed(chosen, "83")
    assert load().say(chosen.prompt[0], **chosen.prompt[1]) == "11 of 14 gold: 3 too few."
    pressed(chosen, "5")
    assert load().say(chosen.prompt[0], **chosen.prompt[1]) == "16 of 14 gold: 2 too many."
    pressed(chosen, "5321")
    assert (chosen.total, chosen.action) == (11, None)
    pressed(chosen, "3")
    assert chosen.action == 0b100001111
    assert load().say(chosen.prompt[0], **chosen.prompt[1]) == "Show 0 1 2 3 8: exactly 14 gold."


def test_the_0_stays_in_the_display() -> None:
    chosen = choice(next(some(Phase.DISPLAY)))
    assert isinstance(chosen, Display)
    assert chosen.cards == {0}
    pressed(chosen, "08")
    assert chosen.cards == {0, 8}


def test_space_picks_the_card_under_the_cursor_which_goes_round() -> None:
    chosen = choice(next(some(Phase.DISPLAY)))
    assert isinstance(chosen, Display)
    assert chosen.at == 1
    pressed(chosen, ["left", "left", "space", "right", "right", "space"])
    assert (chosen.cards, chosen.at) == (frozenset({0, 1, 8}), 1)


def test_sets_come_with_fewest_cards_first_and_can_be_clicked() -> None:
    for state in some(Phase.DISPLAY, Phase.PREPARATION):
        chosen = choice(state)
        assert isinstance(chosen, Display)
        assert [len(cards) for cards in chosen.sets] == sorted(len(cards) for cards in chosen.sets)
        for number, cards in enumerate(chosen.sets):
            picked(chosen, [f"set {number}"])
            assert (chosen.cards, chosen.total) == (frozenset(cards), chosen.goal)
            assert chosen.action == sum(1 << card for card in cards)


def test_nothing_is_offered_by_mistake() -> None:
    for state in some(Phase.OFFERING):
        chosen = choice(state)
        assert isinstance(chosen, Offering)
        assert (chosen.action, chosen.prompt) == (None, ("amunre_card.prompt.offer_any", {}))
        assert chosen.press("0")
        assert (chosen.action, chosen.prompt) == (0, ("amunre_card.prompt.offer_nothing", {}))


def test_up_offers_the_next_amount_with_as_few_cards_as_can_make_it() -> None:
    for state in some(Phase.OFFERING):
        view, chosen = state.view(), choice(state)
        assert isinstance(chosen, Offering)
        gold = sum(view.players[view.mover].display)
        chosen.press("up")
        assert (chosen.action, chosen.cards) == (0, frozenset({0}))
        for amount in sorted(state.legal_actions())[1:]:
            chosen.press("up")
            assert (chosen.total, len(chosen.cards)) == (amount, len(cards_for(view, amount)))
            assert chosen.prompt == ("amunre_card.prompt.offer", {"gold": amount, "kept": gold - amount})
        chosen.press("up")
        assert chosen.total == 0


# ---------------------------------------------------------------------- provinces
def future(province: ExtendedProvince) -> tuple[int, int]:
    return province.pyramids, province.top.ankhs


def test_of_provinces_with_the_same_future_any_can_be_named() -> None:
    merged = 0
    for state in some(Phase.EXTEND):
        view = state.view()
        provinces = view.players[view.mover].provinces
        for number, province in enumerate(provinces):
            chosen = pressed(choice(state), ["right", str(number + 1)])
            assert isinstance(chosen, Extension)
            if province.extended:
                assert chosen.province == pressed(choice(state), ["right"]).action
            else:
                assert future(provinces[chosen.province]) == future(province)
                merged += chosen.province != number
    assert merged


def test_a_placement_tells_who_gets_a_pyramid_and_who_gets_none() -> None:
    told = set()
    for state in some(Phase.FAVOR, Phase.PLACEMENT):
        view, chosen = state.view(), choice(state)
        assert isinstance(chosen, Placement)
        for _ in state.legal_actions():
            assert chosen.press("right")
            assert chosen.action == sum(1 << province for province in chosen.provinces)
            assert len(chosen.provinces) == view.rest
            assert (chosen.province in chosen.provinces) == (view.rest == 1)
            named = view.players[view.mover].provinces[chosen.province].top.name
            assert chosen.prompt[1]["province"] == named
            told.add(chosen.prompt[0])
    assert told == {"amunre_card.prompt.place", "amunre_card.prompt.place_others"}


# ---------------------------------------------------------------------- pyramids
def purchases(least: int, most: int) -> Construction:
    """A purchase of any number from the least to the most."""
    chosen = choice(next(some(Phase.CONSTRUCTION)))
    assert isinstance(chosen, Construction)
    chosen.legal = tuple(range(least, most + 1))
    chosen.back()
    return chosen


def test_construction_begins_with_the_most_and_tells_what_is_left() -> None:
    for state in some(Phase.CONSTRUCTION):
        view, chosen = state.view(), choice(state)
        assert chosen.action == max(state.legal_actions())
        cost = view.components.total_cost[chosen.action]
        filling = {"pyramids": chosen.action, "gold": cost, "kept": view.gold - cost}
        assert chosen.prompt == ("amunre_card.prompt.build", filling)


@pytest.mark.parametrize(
    ("least", "most", "keys", "pyramids"),
    [
        (0, 14, "1", 1),
        (0, 14, "12", 12),
        (0, 14, "123", 3),
        (0, 14, "9", 9),
        (0, 8, "12", 2),
        (0, 8, "9", 8),
        (7, 12, "1", 10),
        (7, 12, "11", 11),
        (0, 14, ["1", "down", "2"], 2),
        (0, 14, ["down"], 0),
        (0, 14, ["up", "up"], 12),
    ],
)
def test_digits_name_a_purchase_and_arrows_step(least: int, most: int, keys: Sequence[str], pyramids: int) -> None:
    assert pressed(purchases(least, most), keys).action == pyramids


# ---------------------------------------------------------------------- words
def test_prompts_have_all_their_words_and_no_others() -> None:
    random = Random(1)
    used = {pressed(choice(state), random.choices(KEYS, k=k)).prompt[0] for state in MANY for k in (0, 1, 3, 6)}
    assert used == {key for key in load().sentences if key.startswith("amunre_card.prompt.")}


def test_prompts_fit_in_a_line() -> None:
    name = "x" * LONGEST_NAME
    filling = {"province": name, "covered": name, "provinces": f"{name}, {name}", "rival": "x" * 12}
    filling |= {"cards": "0 1 2 3 4 5 6 7 8"}
    numbers = dict.fromkeys(["gold", "bid", "goal", "total", "kept", "pyramids"], 36)
    for key in load().sentences:
        if key.startswith("amunre_card.prompt."):
            assert len(load().say(key, **filling, **numbers)) <= 78, key
