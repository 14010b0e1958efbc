"""Any keys in any order, in terminals of any size: nothing breaks, and every game can be gone on with."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from textual.app import ScreenStackError
from textual.events import Key
from textual.pilot import Pilot

from amunre.core import load, record
from amunre.tui import settings as settings_file
from amunre.tui.app import AmunreApp
from amunre.tui.commands.selfplay import played
from amunre.tui.screens.path import PathCard
from amunre.tui.settings import Settings
from amunre.tui.store import Sitting, Store
from tests.screens.conftest import MakeApp
from tests.screens.play import sitting

OFTEN = ("enter", "left", "right", "up", "down", "space", *"0123456789")
SELDOM = (
    *("escape", "tab", "shift+tab", "backspace", "delete", "home", "end", "pageup", "pagedown", "é"),
    *("question_mark", "slash", "left_square_bracket", "right_square_bracket"),
    *"abcdefghijklmnoprstuvwxyzHLS",
)
CHARACTERS = {"space": " ", "slash": "/", "question_mark": "?", "left_square_bracket": "[", "right_square_bracket": "]"}
RARELY = ("q", "ctrl+q")
SIZES = ((80, 24), (120, 36), (20, 5), (1, 1), (79, 23), (400, 120), (60, 50), (200, 10))


def some_key(random: Random) -> str:
    keys: tuple[str, ...] = random.choices((OFTEN, SELDOM, RARELY), (60, 38, 2))[0]
    return random.choice(keys)


@pytest.mark.parametrize("key", ["escape", "n", "p", "r", "s", "question_mark", "ctrl+p"])
async def test_no_terminal_is_too_small(key: str, app: MakeApp) -> None:
    async with app().run_test() as pilot:
        await pilot.press(key)
        for width in (1, 2, 4, 6, 8, 9, 20, 21, 22):
            for height in (24, 1):
                await pilot.resize_terminal(width, height)
                await pilot.pause()


async def press(pilot: Pilot[None], random: Random) -> None:
    """A key, or another size. Records are exported to where the test stands, and nowhere else."""
    if random.random() < 0.04:
        await pilot.resize_terminal(*random.choice(SIZES))
        return
    key = some_key(random)
    if key != "slash" or not isinstance(pilot.app.screen, PathCard):
        pilot.app.post_message(Key(key, key if len(key) == 1 else CHARACTERS.get(key)))
    if random.random() < 0.7:  # else the next key comes before this one has done anything
        await pilot.pause(0)


def check(store: Store) -> None:
    """Every game is whole."""
    for kept in store.games():
        text = store.export(kept.id)
        assert record.write(record.read(text)) == text
        match = store.match(kept.id)
        assert (match.over, len(match.events)) == (kept.over, kept.moves)


@pytest.mark.parametrize(
    ("kinds", "language"),
    [
        (["human", "fellah"], "en"),
        (["human", "scribe", "steward"], "it"),
        (["human", "human", "fellah", "fellah"], "en"),
        (["fellah", "human", "human", "fellah", "human"], "it"),
        (["fellah", "fellah"], "en"),
    ],
)
async def test_any_200_keys_do_no_harm(
    kinds: list[str], language: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings_file.write(Settings(language=language, pace="instant", animation=False, guide=len(kinds) > 3), tmp_path)
    store.add(record.write(played(load("amunre_card", 2), ["random", "random"], 1)))
    random = Random(len(kinds))
    left = 200
    sat: Sitting | None = sitting(store, kinds)
    while left:
        app = AmunreApp(tmp_path, store, settings_file.read(tmp_path), language, sat)
        async with app.run_test() as pilot:
            while left and app.is_running and not app._exit:
                left -= 1
                with suppress(ScreenStackError):  # the key may have ended the program
                    await press(pilot, random)
        sat = None
    check(store)
