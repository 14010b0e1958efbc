"""What a thought holds, at every table and in every position."""

from collections.abc import Iterator

import pytest

from amunre.ai.bot import Limit, Thought
from amunre.core import Game, State
from tests.random_play import TABLES, Play, Table
from tests.search.thinking import STYLES, thinker

WORLDS = 200
"""Imagined to find one in which something can happen."""

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
every_style = pytest.mark.parametrize("style", STYLES)


def views(game: Game, seed: int) -> Iterator[State]:
    """What they see who are asked, in all positions of a random game; with secret choices that can be several."""
    for state in Play(seed, "any").positions(game):
        for player in range(game.players):
            view = state.seen_by(player)
            if view.to_move == player:
                yield view


def thoughts(table: Table, style: str, iterations: int, every: int) -> Iterator[tuple[State, Thought]]:
    game = table.game()
    bot = thinker(style, game, iterations)
    for number, view in enumerate(views(game, 1)):
        if number % every == 0:
            yield view, bot.choose(view, number)


@every_style
@every_table
def test_there_is_a_legal_answer_in_every_position(table: Table, style: str) -> None:
    for view, thought in thoughts(table, style, iterations=20, every=1):
        assert thought.action in view.legal_actions()
        assert thought.iterations == 20


@every_style
@every_table
def test_every_action_is_a_candidate_and_the_most_visited_comes_first(table: Table, style: str) -> None:
    for view, thought in thoughts(table, style, iterations=100, every=7):
        candidates = thought.candidates
        assert sorted(candidate.action for candidate in candidates) == sorted(view.legal_actions())
        visits = [candidate.visits for candidate in candidates]
        assert visits == sorted(visits, reverse=True)
        assert sum(visits) == thought.iterations == 100


@every_style
@every_table
def test_shares_sum_to_1_and_the_answer_has_one(table: Table, style: str) -> None:
    for _, thought in thoughts(table, style, iterations=100, every=7):
        shares = {candidate.action: candidate.share for candidate in thought.candidates}
        assert min(shares.values()) >= 0
        assert sum(shares.values()) == pytest.approx(1)
        assert shares[thought.action] > 0


@every_style
@every_table
def test_an_open_choice_is_the_most_visited_one(table: Table, style: str) -> None:
    for view, thought in thoughts(table, style, iterations=100, every=3):
        if len(view.witnesses) == view.game.players:
            [answer] = [candidate for candidate in thought.candidates if candidate.share > 0]
            assert answer.action == thought.action
            assert answer.visits == thought.candidates[0].visits


@every_style
@every_table
def test_nobody_expects_more_than_the_whole_victory(table: Table, style: str) -> None:
    for _, thought in thoughts(table, style, iterations=100, every=7):
        for candidate in thought.candidates:
            assert -1e-6 <= candidate.win <= 1 + 1e-6
            assert abs(candidate.points) < 1000


@every_style
@every_table
def test_replies_can_follow_one_another(table: Table, style: str) -> None:
    told = 0
    for view, thought in thoughts(table, style, iterations=300, every=3):
        for candidate in thought.candidates:
            assert possible(view, [(view.viewer, candidate.action), *candidate.replies])
            told += len(candidate.replies)
    assert told > 0


def possible(view: State, choices: list[tuple[int, int]]) -> bool:
    """Whether there is a world in which these players can make these choices, one after another."""
    return any(legal(view.imagine(seed), choices) for seed in range(WORLDS))


def legal(world: State, choices: list[tuple[int, int]]) -> bool:
    for player, action in choices:
        if world.to_move != player or action not in world.legal_actions():
            return False
        world.apply(action)
    return True


def test_every_candidate_has_replies_unless_it_was_hardly_tried() -> None:
    view = next(views(TABLES[-1].game(), 1))
    candidates = thinker("light", view.game).choose(view, 1, Limit(1000)).candidates
    assert len(candidates) > 10
    assert all(candidate.replies for candidate in candidates if candidate.visits > 1)
    assert candidates[-1].visits > 1
