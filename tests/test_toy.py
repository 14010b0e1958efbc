"""The toy's own rules: each shows how a kind of rule fits the contract."""

from collections import Counter
from math import comb, prod

import pytest

from amunre.core import CHANCE, NOBODY, BadInput, Game, State
from amunre.core.story import Story
from benchmarks.build import module

toy = module("tests.toy.toy")

THREE_HANDS = "draw 1/draw 1/draw 4/draw 2/draw 2/draw 3/draw 1/draw 3/draw 3"
"""Hands 1 1 4, 2 2 3 and 1 3 3."""


def playing(game: Game, *scenes: str) -> State:
    state = game.new_state()
    for scene in scenes:
        play(state, scene)
    return state


def play(state: State, scene: str) -> Story:
    """Make the actions of a scene; the story is that of the last one."""
    story: Story = ()
    for words in scene.split("/"):
        story = state.apply(state.action(words))
    return story


@pytest.fixture
def offering() -> State:
    """Three players choose in secret, the first is asked."""
    return playing(toy.Toy(3), THREE_HANDS, "roll 2")


# ---------------------------------------------------------------------- chance
@pytest.mark.parametrize(("die", "weights"), [("loaded", [1, 2, 3]), ("fair", [1, 1, 1])])
def test_the_die_is_loaded_unless_the_option_says_fair(die: str, weights: list[int]) -> None:
    state = playing(toy.Toy(3, die=die), THREE_HANDS)
    assert [state.weight(face) for face in state.legal_actions()] == weights


def test_equal_cards_are_one_outcome_that_weighs_more() -> None:
    state = toy.Toy(2).new_state()
    assert [state.weight(rank) for rank in state.legal_actions()] == [7, 6, 5, 4]
    play(state, "draw 4/draw 4")
    assert [state.weight(rank) for rank in state.legal_actions()] == [7, 6, 5, 2]


# ---------------------------------------------------------------------- a hidden hand
def test_a_drawn_card_is_known_to_its_owner_alone() -> None:
    state = toy.Toy(2).new_state()
    assert state.witnesses == (0,)
    play(state, "draw 3")
    assert state.seen_by(0).view().hands == ((0, 0, 1, 0), (0, 0, 0, 0))
    assert state.seen_by(1).view().hands == ((0, 0, 0, 0), (0, 0, 0, 0))
    assert state.seen_by(1).view().cards == (1, 0)


def test_the_deck_does_not_give_a_hand_away(offering: State) -> None:
    assert offering.view().unseen == (4, 4, 2, 3)
    assert offering.seen_by(0).view().unseen == (5, 6, 5, 3)
    assert offering.seen_by(1).view().unseen == (7, 4, 4, 4)


def test_an_imagined_hand_is_any_hand_as_often_as_it_would_be_dealt() -> None:
    state = playing(toy.Toy(2), "draw 1/draw 1/draw 4/draw 2/draw 2/draw 3", "roll 1")
    view = state.seen_by(0)
    unseen, trials = view.view().unseen, 20_000
    hands = Counter(view.imagine(seed).view().hands[1] for seed in range(trials))
    expected = {hand: trials * prod(map(comb, unseen, hand)) / comb(sum(unseen), 3) for hand in hands}
    assert len(hands) == 20
    assert sum(expected.values()) == pytest.approx(trials)
    assert sum((hands[hand] - expected[hand]) ** 2 / expected[hand] for hand in hands) < 60


# ---------------------------------------------------------------------- a secret choice
def test_a_commitment_changes_nothing_that_others_see(offering: State) -> None:
    before = [bytes(offering.seen_by(player)) for player in range(3)]
    play(offering, "offer 4")
    assert offering.view().offers == (4, None, None)
    assert offering.view().hands[0] == (2, 0, 0, 1)
    after = [bytes(offering.seen_by(player)) for player in range(3)]
    assert [player for player in range(3) if after[player] != before[player]] == [0]


def test_who_has_not_chosen_is_the_one_asked_in_her_view(offering: State) -> None:
    for asked in range(3):
        assert offering.to_move == asked
        chosen = [player < asked for player in range(3)]
        for player in range(3):
            assert (offering.seen_by(player).to_move == player) != chosen[player]
        play(offering, f"offer {offering.legal_actions()[0]}")


def test_in_an_imagined_world_the_others_choose_for_themselves(offering: State) -> None:
    play(offering, "offer 4/offer 2")
    world = offering.seen_by(1).imagine(1)
    assert world.view().offers == (None, 2, None)
    assert world.to_move == 2
    world.apply(world.legal_actions()[0])
    assert world.to_move == 0
    story = world.apply(world.legal_actions()[0])
    assert story[0].kind == "reveal"
    assert [step.player for step in story if step.kind == "offered"] == [0, 1, 2]


def test_offers_are_revealed_with_the_last_and_the_highest_earns_the_die(offering: State) -> None:
    story = play(offering, "offer 1/offer 2/offer 3")
    assert [step[:3] for step in story] == [
        ("reveal", NOBODY, 0),
        ("offered", 0, 1),
        ("offered", 1, 2),
        ("offered", 2, 3),
        ("earned", 2, 2),
    ]
    view = offering.view()
    assert (view.leader, view.points, view.cards, view.die) == (2, (1, 1, 3), (2, 2, 2), 0)
    assert view.offers == (None, None, None)


def test_of_equal_offers_the_first_in_turn_order_earns() -> None:
    state = playing(toy.Toy(3), THREE_HANDS, "roll 1", "offer 1/offer 3/offer 3")
    assert state.view().leader == 1


# ---------------------------------------------------------------------- an interruption
def test_tribute_is_a_decision_of_the_player_to_the_left(offering: State) -> None:
    play(offering, "offer 1/offer 2/offer 3")
    assert (offering.to_move, offering.witnesses) == (0, (0, 1, 2))
    play(offering, "pay")
    assert offering.view().points == (0, 1, 4)
    assert offering.view().phase == "draw"


def test_a_card_lost_is_seen_by_loser_and_thief_alone(offering: State) -> None:
    play(offering, "offer 1/offer 2/offer 3/refuse")
    assert (offering.to_move, offering.witnesses) == (CHANCE, (0, 2))
    assert [offering.weight(rank) for rank in offering.legal_actions()] == [1, 1]
    play(offering, "steal 4")
    assert offering.view().cards == (1, 2, 3)
    assert offering.view().hands[2] == (1, 0, 1, 1)


def test_who_cannot_pay_is_not_asked(offering: State) -> None:
    play(offering, "offer 1/offer 2/offer 3/pay/draw 4/draw 1/draw 1/roll 1")
    story = play(offering, "offer 4/offer 1/offer 2")
    assert story[-1][:2] == ("robbed", 0)
    assert offering.to_move == CHANCE
    assert offering.witnesses == (0, 2)


# ---------------------------------------------------------------------- the end
def test_tied_players_share_the_victory() -> None:
    round_1 = "draw 1/draw 1/draw 4/draw 1/draw 2/draw 2/roll 1/offer 4/offer 1/pay"
    round_2 = "draw 4/draw 4/roll 2/offer 1/offer 4/pay"
    round_3 = "draw 1/draw 1/roll 1/offer 1/offer 4/refuse/steal 2"
    state = playing(toy.Toy(2), round_1, round_2, round_3)
    assert state.to_move == NOBODY
    assert state.scores() == (3, 3)
    assert state.returns() == (0.5, 0.5)


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadInput, match=f"toy is for 2 to 4 players, not {players}"):
        toy.Toy(players)
