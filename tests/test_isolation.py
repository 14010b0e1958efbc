"""Nothing outside a position remembers: games never disturb each other, played one after another or at once."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

from amunre.core import CHANCE, NOBODY, Game, State
from amunre.core.game import mix
from benchmarks.build import module
from tests.random_play import SHELF, TABLES, Play, Table

probe = module("tests.toy.probe")

GAMES_EACH = 2000


def everything(game: Game, seed: int) -> list[object]:
    """All that a game lets one see from its first position to its last."""
    seen: list[object] = []
    for state in Play(seed, "any").positions(game):
        views = [state.seen_by(player) for player in range(game.players)]
        worlds = [view.imagine(mix(seed, len(seen))) for view in views]
        chances = [state.weight(outcome) for outcome in state.legal_actions() if state.to_move == CHANCE]
        words = [state.words(action) for action in state.legal_actions()]
        seen.append((state.view(), words, chances, [bytes(place) for place in (state, *views, *worlds)]))
    return seen


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_that_was_played_is_like_a_new_one(table: Table) -> None:
    used = table.game()
    first = everything(used, 1)
    everything(used, 2)
    assert everything(used, 1) == first == everything(table.game(), 1)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_threads_without_the_lock_play_one_game_object_as_one_thread_does(table: Table) -> None:
    game = table.game()
    alone = [probe.playouts(game, seed, GAMES_EACH) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: probe.playouts(game, seed, GAMES_EACH), range(8)))
    assert together == alone
    assert len(set(alone)) > 1


def test_different_games_in_different_threads_do_not_disturb_each_other() -> None:
    alone = [everything(table.game(), 3) for table in TABLES]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda table: everything(table.game(), 3), TABLES))
    assert together == alone


def test_games_that_take_turns_do_not_disturb_each_other() -> None:
    games = [table.game() for table in TABLES]
    alone = [list(course(game)) for game in games]
    together: list[list[bytes]] = [[] for _ in games]
    running = [course(game) for game in games]
    for _ in range(max(map(len, alone))):
        for lines, steps in zip(together, running, strict=True):
            lines.extend(step for step in [next(steps, None)] if step is not None)
    assert together == alone


def course(game: Game) -> Iterator[bytes]:
    for state in Play(4, "any").positions(game):
        yield bytes(state)


def test_playing_leaves_no_trace_in_any_module() -> None:
    games = [table.game() for table in TABLES]
    for game in games:
        everything(game, 5)
    before = {module.__name__: contents(module) for module in modules()}
    for game in games:
        everything(game, 6)
    assert {module.__name__: contents(module) for module in modules()} == before


def modules() -> list[ModuleType]:
    """Those of the rules, the toy's among them."""
    places = ("amunre.core", *{about.make.__module__ for about in SHELF})
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(places)]


def contents(module: ModuleType) -> dict[str, str]:
    return {name: repr(value) for name, value in vars(module).items() if name != "__builtins__"}


def test_the_positions_of_a_game_share_nothing() -> None:
    for table in TABLES:
        state = table.game().new_state()
        twin = state.copy()
        first = bytes(twin)
        finish(state)
        assert bytes(twin) == first


def finish(state: State) -> None:
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply_chance(7)
        else:
            state.apply(state.legal_actions()[0])
