"""A search takes its memory once, and makes do with it."""

import subprocess
import sys
from pathlib import Path

import pytest

from amunre.ai.search import Search
from amunre.ai.style import PLAIN, Style
from amunre.core import State
from tests.search.thinking import opening

MEGABYTES = 2**20
FOREVER = 1e9


@pytest.fixture
def view() -> State:
    state = opening(3)
    return state.seen_by(state.to_move)


def visits(search: Search) -> list[int]:
    return [edge[1] for edge in search.edges()]


@pytest.mark.parametrize("style", [PLAIN, Style()], ids=["plain", "light"])
@pytest.mark.parametrize("memory", [0, 2**14])
def test_a_tree_that_is_full_goes_on_learning(view: State, style: Style, memory: int) -> None:
    search = Search(view, 1, style, None, memory)
    search.run(200, FOREVER)
    assert search.full
    early = visits(search)
    search.run(2000, FOREVER)
    assert (sum(early), sum(visits(search))) == (200, 2000)
    assert [edge[0] for edge in search.edges()] == view.legal_actions()
    assert all(0 <= win <= tried for _, tried, _, win, _, _ in search.edges())
    assert max(visits(search)) > max(early)


def test_a_tree_with_room_is_not_full(view: State) -> None:
    search = Search(view, 1, PLAIN, None, 4 * MEGABYTES)
    search.run(2000, FOREVER)
    assert not search.full


GROWTH = """
from pathlib import Path
from amunre.ai import thinker
from amunre.ai.levels import PLAIN_SEARCH
from amunre.ai.search import Search
from amunre.ai.style import PLAIN
from amunre.ai.bot import Limit
from amunre.ai.thinker import Thinker
from amunre.core import load

def highest():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024

state = load("amunre_card", 3).new_state()
state.apply_chance(1)
view = state.seen_by(state.to_move)
Thinker(PLAIN_SEARCH).choose(view, 1)
before = highest()
"""
ONE_SEARCH = """
search = Search(view, 1, PLAIN, None, 32 * 2**20)
search.run(120_000, 1e9)
assert search.full
"""
THREE_THOUGHTS = """
thinker.MEMORY = 32 * 2**20
bot = Thinker(PLAIN_SEARCH)
for seed in range(3):
    bot.choose(view, seed, Limit(60_000))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nothing here says how much memory a process uses")
@pytest.mark.parametrize("thinking", [ONE_SEARCH, THREE_THOUGHTS], ids=["a search", "a bot"])
def test_a_process_grows_by_no_more_than_it_was_given(thinking: str) -> None:
    code = f"{GROWTH}{thinking}print(highest() - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert 16 * MEGABYTES < int(done.stdout) < 34 * MEGABYTES
