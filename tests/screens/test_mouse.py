"""What a key does, a click on the line of keys and an entry of the palette do as well."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.command import CommandList
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from amunre.core import load
from amunre.core.record import write
from amunre.tui.app import AmunreApp
from amunre.tui.commands.selfplay import played
from amunre.tui.screens.cards import CoverScreen, GuideCard, PageCard, QuestionCard, TextCard
from amunre.tui.screens.history import HistoryScreen
from amunre.tui.screens.keys import KeysScreen
from amunre.tui.screens.new_game import NewGameScreen
from amunre.tui.screens.path import PathCard
from amunre.tui.screens.replay import ReplayScreen
from amunre.tui.screens.rules import RulesScreen
from amunre.tui.screens.settings import SettingsScreen
from amunre.tui.screens.title import TitleScreen
from amunre.tui.store import Store
from amunre.tui.widgets.dial import Dial
from amunre.tui.widgets.keys import Keys, Told, told
from amunre.tui.widgets.menu import Menu
from tests.screens.conftest import MakeApp
from tests.screens.play import settled, sitting

GAME = "amunre_card"
SCREENS: dict[str, Callable[[AmunreApp], Screen[Any]]] = {
    "title": lambda _: TitleScreen(),
    "new": lambda _: NewGameScreen(),
    "settings": lambda _: SettingsScreen(),
    "history": lambda _: HistoryScreen(),
    "keys": lambda app: KeysScreen(app.screen),
    "rules": lambda _: RulesScreen(GAME),
    "replay": lambda _: ReplayScreen(played(load(GAME, 2), ["random", "random"], 1), [1, 2]),
    "path": lambda _: PathCard("?", "", lambda _: None),
    "text": lambda _: TextCard("!", "!"),
    "guide": lambda _: GuideCard("!", "!", GAME, "auction"),
    "question": lambda _: QuestionCard("?"),
    "cover": lambda _: CoverScreen("Ada"),
}
Way = Callable[[Pilot[None], str], Awaitable[None]]


async def click(pilot: Pilot[None], words: str) -> None:
    """Click these words in the line of keys."""
    keys = pilot.app.screen.query_one(Keys)
    await pilot.click(Keys, offset=(keys.render_line(0).text.index(f" {words} ") + 1, 0))
    await pilot.pause()


async def take(pilot: Pilot[None], words: str) -> None:
    """Search the palette for these words, and take what is found first."""
    await pilot.press("ctrl+p")
    await pilot.pause()
    pilot.app.screen.query_one(Input).value = words
    while not any(str(each.prompt).startswith(words) for each in pilot.app.screen.query_one(CommandList).options):
        await pilot.pause(0.01)
    await pilot.press("down", "enter")
    await pilot.pause()


def can(each: Told) -> bool:
    """Whether there is something that does it."""
    node, name, _ = each.node.app._parse_action(each.action, each.node)
    return any(callable(getattr(node, f"{begin}{name}", None)) for begin in ("action_", "_action_"))


# ---------------------------------------------------------------------- everywhere
@pytest.mark.parametrize("name", SCREENS)
async def test_all_that_is_offered_can_be_done(name: str, app: MakeApp, store: Store) -> None:
    store.add(write(played(load(GAME, 2), ["random", "random"], 1)))
    shown = app()
    async with shown.run_test() as pilot:
        await shown.push_screen(SCREENS[name](shown))
        await pilot.pause()
        offered = list(told(shown.screen, hidden=True))
        assert [each for each in offered if not can(each)] == []
        entries = [command.title for command in shown.get_system_commands(shown.screen)]
        said = [each.words for each in offered if each.action != "command_palette"]
        assert entries[: len(said)] == said != []


async def test_all_that_is_offered_at_the_table_can_be_done(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    shown = app(sitting=sat)
    async with shown.run_test() as pilot:
        await settled(pilot)
        for keys in ((), ("L",), ("escape", "i")):
            await pilot.press(*keys)
            await pilot.pause()
            offered = list(told(shown.screen, hidden=True))
            assert [each for each in offered if not can(each)] == []
            assert len(offered) > 3
        assert isinstance(shown.screen, PageCard)


# ---------------------------------------------------------------------- some of it, done
@pytest.mark.parametrize("way", [click, take])
async def test_a_list_can_be_chosen_from(way: Way, app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await pilot.pause()
        await way(pilot, "choose")
        assert isinstance(shown.screen, NewGameScreen)


@pytest.mark.parametrize("way", [click, take])
@pytest.mark.parametrize("screen", [NewGameScreen, SettingsScreen])
async def test_a_dial_can_be_turned(way: Way, screen: type[Screen[None]], app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await shown.push_screen(screen())
        await pilot.pause()
        dial = shown.focused
        assert isinstance(dial, Dial)
        before = dial.at
        await way(pilot, "change")
        assert dial.at != before


async def test_a_click_turns_a_dial(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await shown.push_screen(SettingsScreen())
        await pilot.pause()
        dial = shown.screen.query_one("#pace", Dial)
        before = dial.value
        await pilot.click("#pace")
        await pilot.pause()
        assert dial.value != before
        assert shown.settings.pace == dial.value


@pytest.mark.parametrize("words", ["down", "to the end"])
async def test_the_palette_moves_in_a_list(words: str, app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await pilot.pause()
        await take(pilot, words)
        assert shown.screen.query_one(Menu).highlighted != 0


async def test_the_palette_leaves(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await shown.push_screen(SettingsScreen())
        await pilot.pause()
        await take(pilot, "quit")
        assert not shown.is_running


@pytest.mark.parametrize("way", [click, take])
async def test_a_choice_at_the_table_is_confirmed(way: Way, app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("6", "8")
        await way(pilot, "confirm")
        await settled(pilot)
    assert sat.match.lines[1] == "1 display 0 6 8"
