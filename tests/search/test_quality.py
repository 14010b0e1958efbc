"""The search finds what exhaustive search finds."""

from collections.abc import Iterator
from functools import cache

import pytest

from amunre.ai import thinker
from amunre.ai.bot import Thought
from amunre.ai.levels import Level
from amunre.ai.style import Style
from amunre.ai.thinker import Thinker
from amunre.core import NOBODY, State, load
from amunre.core.amunre_card.view import Phase
from benchmarks.build import module
from tests.random_play import Play
from tests.search.exact import equilibrium, offering_payoffs

toy, guess = module("tests.toy.toy"), module("tests.toy.guess")

FOR_VICTORY = Style(margin=0, horizon=0)
WORLDS = 40


def thought(view: State, iterations: int = 2000) -> Thought:
    return Thinker(Level(iterations, FOR_VICTORY)).choose(view, 1)


# ---------------------------------------------------------------------- a guess
@pytest.mark.parametrize("deck", [(1, 1, 3, 2), (1, 4, 2, 3), (3, 1, 1, 1)])
def test_the_likeliest_guess_is_made_and_valued_right(deck: tuple[int, ...]) -> None:
    state = guess.Guess(2, deck).new_state()
    state.apply(state.legal_actions()[deck.index(max(deck))])
    [best, *_] = thought(state.seen_by(0), 10_000).candidates
    assert best.action == 1 + deck.index(max(deck))
    assert best.win == pytest.approx(max(deck) / sum(deck), abs=0.03)


# ---------------------------------------------------------------------- the toy
def worst(state: State, player: int) -> float:
    """What a player gets at least, if she goes on well and all else turns against her."""
    if state.to_move == NOBODY:
        return state.returns()[player]
    least = [worst(after(state, action), player) for action in state.legal_actions()]
    return max(least) if state.to_move == player else min(least)


def after(state: State, action: int) -> State:
    result = state.copy()
    result.apply(action)
    return result


def guaranteed(view: State) -> dict[int, float]:
    """What each action brings in the worst of the worlds that can be imagined."""
    worlds = {view.imagine(seed) for seed in range(WORLDS)}
    return {
        action: min(worst(after(world, action), view.viewer) for world in worlds) for action in view.legal_actions()
    }


def last_rounds(players: int, phase: str) -> Iterator[State]:
    """What is seen at decisions of this kind in the last rounds of random games."""
    for seed in range(40):
        for state in Play(seed, "any").positions(toy.Toy(players)):
            if (state.view().round, state.view().phase) == (2, phase):
                yield state.seen_by(state.to_move)


@pytest.mark.parametrize("memory", [0, thinker.MEMORY], ids=["a full tree", "room enough"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_sure_victory_is_not_left_to_luck(players: int, memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "MEMORY", memory)
    found = 0
    for view in last_rounds(players, "offer"):
        least = guaranteed(view)
        if set(least.values()) == {0.0, 1.0}:
            assert sum(least[candidate.action] * candidate.share for candidate in thought(view).candidates) > 0.95
            found += 1
    assert found >= 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_tribute_is_decided_as_exhaustive_search_would(players: int) -> None:
    """Nothing but a stolen card depends on luck any more, and it counts for nothing."""
    found = 0
    for view in last_rounds(players, "tribute"):
        least = guaranteed(view)
        assert least[thought(view, 200).action] == max(least.values())
        found += min(least.values()) < max(least.values())
    assert found >= 3


# ---------------------------------------------------------------------- the card game
def last_auction(seed: int) -> State:
    """The last auction between two players who played at random: nothing is drawn any more."""
    for state in Play(seed, "any").positions(load("amunre_card", 2)):
        view = state.view()
        if (view.kingdom, view.auction, view.phase) == (3, 3, Phase.AUCTION):
            return state
    raise AssertionError("there was no last auction")


@cache
def value(state: State, player: int) -> float:
    """What a player wins if both play perfectly."""
    if state.to_move == NOBODY:
        return state.returns()[player]
    if state.view().phase == Phase.OFFERING:
        won = equilibrium(offering_payoffs(state))
        return won if state.to_move == player else 1 - won
    values = [value(after(state, action), player) for action in state.legal_actions()]
    return max(values) if state.to_move == player else min(values)


def test_the_last_auction_is_played_perfectly_where_it_decides_the_game() -> None:
    decided = 0
    for seed in range(25):
        state = last_auction(seed)
        values = {action: value(after(state, action), state.to_move) for action in state.legal_actions()}
        if max(values.values()) > min(values.values()) + 0.05:
            chosen = thought(state.seen_by(state.to_move)).action
            assert values[chosen] == pytest.approx(max(values.values()), abs=0.02)
            decided += 1
    assert decided >= 3
