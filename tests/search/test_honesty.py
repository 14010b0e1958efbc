"""What a seat cannot know does not touch its decision: not a bit of the thought behind it."""

from collections.abc import Iterator
from random import Random

import pytest

from amunre.core import CHANCE, NOBODY, State, load
from amunre.core.amunre_card.view import Phase
from amunre.core.match import Match, Seat
from benchmarks.build import module
from tests.search.thinking import STYLES, after, judgement, playing, thinker

guess = module("tests.toy.guess")

everybody = pytest.mark.parametrize("players", [2, 3, 4, 5])
every_style = pytest.mark.parametrize("style", STYLES)


def offerings(players: int) -> Iterator[State]:
    """Positions of random games, in all kingdoms, in which offerings are about to be made."""
    for seed in range(4):
        state, random = load("amunre_card", players).new_state(), Random(seed)
        before = Phase.PHARAOH
        while state.to_move != NOBODY:
            phase = state.view().phase
            if phase == Phase.OFFERING != before:
                yield state
            before = phase
            state.apply(random.choice(state.legal_actions()))


def asked_last(state: State, seat: int, choice: int) -> State:
    """The truth when all who are asked before this seat have made this one of their choices."""
    truth = state.copy()
    while truth.to_move != seat:
        truth.apply(truth.legal_actions()[choice])
    return truth


@every_style
@everybody
def test_pending_offerings_are_not_seen(players: int, style: str) -> None:
    kingdoms = set()
    for state in offerings(players):
        bot = thinker(style, state.game)
        for seat in range(players):
            little, much = (asked_last(state, seat, choice) for choice in (0, -1))
            if little != much:
                assert judgement(bot, little.seen_by(seat)) == judgement(bot, much.seen_by(seat))
                kingdoms.add(state.view().kingdom)
    assert kingdoms == {1, 2, 3}


@every_style
def test_the_cards_in_another_hand_are_not_seen(style: str) -> None:
    truths = [
        playing(2, f"draw 1/draw 3/draw 4/{hers}/roll 2") for hers in ("draw 1/draw 1/draw 2", "draw 4/draw 4/draw 3")
    ]
    truths += [after(truth, "offer 3") for truth in truths]
    assert len(set(truths)) == 4
    mine, others = [truth.seen_by(0) for truth in truths[:2]], [truth.seen_by(1) for truth in truths[2:]]
    bot = thinker(style, truths[0].game)
    assert judgement(bot, mine[0]) == judgement(bot, mine[1])
    assert judgement(bot, others[0]) != judgement(bot, others[1])


@every_style
def test_a_secret_choice_in_the_toy_is_not_seen(style: str) -> None:
    before = playing(2, "draw 1/draw 3/draw 4/draw 2/draw 2/draw 3/roll 3")
    truths = [after(before, f"offer {rank}") for rank in (1, 3, 4)]
    bot = thinker(style, before.game)
    assert len(set(truths)) == 3
    assert len({judgement(bot, truth.seen_by(1)) for truth in (before, *truths)}) == 1


def test_a_card_that_nobody_has_seen_is_not_seen() -> None:
    game = guess.Guess(2, (4, 3, 2, 1))
    truths = [game.new_state() for _ in range(4)]
    for rank, truth in enumerate(truths, 1):
        truth.apply(rank)
    bot = thinker("light", game)
    assert len({judgement(bot, truth.seen_by(0)) for truth in truths}) == 1


@everybody
def test_cards_that_are_not_drawn_yet_do_not_exist(players: int) -> None:
    """A deck is a set: what will be drawn depends on the seed of the match, which no position holds."""
    matches = [Match(load("amunre_card", players), [Seat("human")] * players, seed) for seed in (1, 2)]
    random, compared, futures = Random(players), 0, 0
    while not matches[0].over:
        if matches[0].to_move == CHANCE:
            outcomes = [match.play_chance().action for match in matches]
            if outcomes[0] != outcomes[1]:
                futures += 1
                matches[1].undo(0, 1)
                matches[1].play(outcomes[0])
            continue
        mover = matches[0].to_move
        views = [match.seen_by(mover) for match in matches]
        bot = thinker("light", matches[0].game, iterations=20)
        assert judgement(bot, views[0]) == judgement(bot, views[1])
        action = random.choice(views[0].legal_actions())
        for match in matches:
            match.play(action)
        compared += 1
    assert compared > 10 * players
    assert futures > 3 * players
