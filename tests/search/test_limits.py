"""How long a search thinks, how it is stopped, and that it repeats itself."""

from collections.abc import Callable
from math import inf
from threading import Event, Thread
from typing import Any

import pytest

from amunre.ai import thinker as thinking
from amunre.ai.bot import Limit, Thought
from amunre.ai.search import Search
from amunre.ai.style import Style
from amunre.ai.thinker import LARGE, Thinker
from amunre.core import State
from tests.search.thinking import STYLES, judgement, opening, playing, thinker

PATIENCE = 60
"""Seconds after which a thought will not end any more."""
VERY_LONG = 10**12
"""Iterations."""


@pytest.fixture(params=["open", "secret"])
def view(request: pytest.FixtureRequest) -> State:
    """A choice that all see, and one that nobody does."""
    state = opening(3) if request.param == "open" else playing(2, "draw 1/draw 2/draw 3/draw 1/draw 2/draw 4/roll 2")
    return state.seen_by(state.to_move)


@pytest.fixture
def bot(view: State) -> Thinker:
    return thinker("light", view.game)


def visits(thought: Thought) -> int:
    return sum(candidate.visits for candidate in thought.candidates)


# ---------------------------------------------------------------------- iterations and seconds
@pytest.mark.parametrize("iterations", [1, 2, 7, 8, 9, 1001])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_it_thinks_as_many_iterations_as_it_is_told(view: State, threads: int, iterations: int) -> None:
    thought = thinker("light", view.game, threads=threads).choose(view, 1, Limit(iterations))
    assert thought.iterations == visits(thought) == iterations


def test_it_thinks_once_at_least(view: State) -> None:
    assert judgement(thinker("light", view.game), view, 1, Limit(0)).iterations == 1


def test_without_a_limit_it_thinks_as_its_level_says(view: State) -> None:
    assert thinker("light", view.game, iterations=123).choose(view, 1).iterations == 123


@pytest.mark.parametrize("limit", [Limit(seconds=0.02), Limit(VERY_LONG, 0.02), Limit(seconds=0)])
@pytest.mark.parametrize("threads", [1, 2])
def test_it_stops_when_the_time_is_up(view: State, threads: int, limit: Limit) -> None:
    thought = thinker("light", view.game, threads=threads).choose(view, 1, limit)
    assert 0 < thought.iterations == visits(thought)
    assert limit.seconds is not None
    assert limit.seconds <= thought.seconds < PATIENCE


def test_it_does_not_wait_for_the_time_to_be_up(bot: Thinker, view: State) -> None:
    thought = bot.choose(view, 1, Limit(50, PATIENCE))
    assert thought.iterations == 50
    assert thought.seconds < PATIENCE


# ---------------------------------------------------------------------- cancelling
@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_ends_a_thought_without_a_limit(view: State, threads: int) -> None:
    bot, thoughts = thinker("light", view.game, threads=threads), list[Thought]()
    thread = Thread(target=lambda: thoughts.append(bot.choose(view, 1, Limit())), daemon=True)
    thread.start()
    while thread.is_alive():
        bot.cancel()
        thread.join(0.01)
    [thought] = thoughts
    assert thought.action in view.legal_actions()
    assert thought.iterations == visits(thought) > 0


@pytest.fixture
def during_preparation(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Have something happen after a thought was asked for, and before it is begun."""

    def arrange(happen: Callable[[], None]) -> None:
        def prepared(*arguments: object) -> Search:
            happen()
            return Search(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(thinking, "Search", prepared)

    return arrange


def test_cancelled_before_it_has_begun_it_answers_all_the_same(
    bot: Thinker, view: State, during_preparation: Callable[[Callable[[], None]], None]
) -> None:
    during_preparation(bot.cancel)
    thought = bot.choose(view, 1, Limit(100_000))
    assert thought.action in view.legal_actions()
    assert 0 < thought.iterations < 100


def test_a_cancel_before_the_thought_was_asked_for_is_not_lost(bot: Thinker, view: State) -> None:
    bot.cancel()
    for seed in range(2):
        thought = bot.choose(view, seed, Limit())
        assert thought.action in view.legal_actions()
        assert thought.iterations == 1


def test_a_search_that_is_cancelled_goes_no_further(view: State) -> None:
    search = Search(view, 1, Style(), None, 2**20)
    search.run(100, inf)
    search.cancel()
    search.run(VERY_LONG, inf)
    assert search.iterations == 100


# ---------------------------------------------------------------------- giving memory back
def test_an_answer_does_not_wait_for_its_tree_to_be_given_back(
    view: State, bot: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, waited = Event(), list[bool]()

    class Heavy:
        def __init__(self, *arguments: Any) -> None:
            self.search = Search(*arguments)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.search, name)

        def __del__(self) -> None:
            waited.append(answered.wait(PATIENCE))

    monkeypatch.setattr(thinking, "Search", Heavy)
    assert bot.choose(view, 1, Limit(LARGE + 1)).iterations == LARGE + 1
    assert not waited
    answered.set()
    monkeypatch.undo()
    bot.choose(view, 1, Limit(1))
    assert waited == [True]


# ---------------------------------------------------------------------- the same again
@pytest.mark.parametrize("style", STYLES)
def test_the_same_seed_makes_the_same_thought_and_another_another(view: State, style: str) -> None:
    one, other = (thinker(style, view.game, iterations=500) for _ in range(2))
    assert judgement(one, view, 1) == judgement(one, view, 1) == judgement(other, view, 1)
    assert judgement(one, view, 1).candidates != judgement(one, view, 2).candidates


def test_threads_do_not_think_the_same(view: State) -> None:
    alone = judgement(thinker("light", view.game), view, 1, Limit(500))
    together = judgement(thinker("light", view.game, threads=2), view, 1, Limit(1000))
    assert {c.action: 2 * c.visits for c in alone.candidates} != {c.action: c.visits for c in together.candidates}


def test_only_the_one_whose_turn_it_is_can_think() -> None:
    state = opening(3)
    with pytest.raises(ValueError, match="only whoever is to move"):
        thinker("light", state.game).choose(state.seen_by((state.to_move + 1) % 3), 1)
