"""Keys: the list of them, how they are changed, what they are called, and what the palette makes of them."""

from pathlib import Path

import pytest
from textual.command import CommandList
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, Static

from amunre.core import GAMES, load
from amunre.core.record import read, write
from amunre.tui import settings as settings_file
from amunre.tui.app import AmunreApp
from amunre.tui.commands.selfplay import played
from amunre.tui.screens.cards import QuestionCard
from amunre.tui.screens.history import HistoryScreen
from amunre.tui.screens.keys import Entry, KeysScreen, PressCard, entries
from amunre.tui.screens.new_game import NewGameScreen
from amunre.tui.screens.palette import Palette
from amunre.tui.screens.replay import ReplayScreen
from amunre.tui.screens.settings import SettingsScreen
from amunre.tui.screens.title import TitleScreen
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from amunre.tui.widgets.menu import Menu
from amunre.tui.words import load as load_words
from tests.screens.conftest import MakeApp
from tests.screens.play import settled, sitting
from tests.screens.scenes import PHASES, sit
from tests.screens.seen import lines

GAME = next(iter(GAMES))
WAYS = [f"move: {way}" for way in ("left", "right", "up", "down")]
PICKS = [f"pick: {key}" for key in (*"0123456789", "space")]


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def told(app: AmunreApp) -> str:
    """What the list of keys says of the last change."""
    return str(app.screen.query_one("#line", Static).content)


def listed(app: AmunreApp, group: str) -> list[Entry]:
    """The keys of a group, in order."""
    return [entry for entry in entries(app.screen, app.words) if entry.group == group]


def choose(app: AmunreApp, name: str) -> None:
    """Put the cursor on what has this id."""
    menu = app.screen.query_one(Menu)
    menu.highlighted = next(place for place, option in enumerate(menu.options) if option.id == name)


def found(app: AmunreApp) -> dict[str, str]:
    """What the palette offers, and the key of each."""
    commands = list(app.get_system_commands(app.screen))
    assert len({command.title for command in commands}) == len(commands)
    return {command.title: command.help for command in commands}


# ---------------------------------------------------------------------- the list
async def test_all_keys_of_a_screen_are_listed(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "question_mark")
        named = {option.id for option in shown.screen.query_one(Menu).options}
        declared = {binding.id for binding in (*TitleScreen.BINDINGS, *Menu.BINDINGS, *AmunreApp.BINDINGS)}  # type: ignore[union-attr]
        assert declared <= named
        await press(pilot, "question_mark")
        assert isinstance(shown.screen, TitleScreen)


async def test_every_key_of_every_screen_has_words_and_an_id(app: MakeApp) -> None:
    shown = app()
    match = read(write(played(load(GAME, 2), ["random", "random"], 1)))
    async with shown.run_test() as pilot:
        for screen in (TitleScreen(), NewGameScreen(), SettingsScreen(), HistoryScreen(), ReplayScreen(match, [1, 2])):
            await shown.push_screen(screen)
            await pilot.pause()
            named = {entry.id for entry in entries(screen, shown.words)}
            assert {binding.id for binding in screen.BINDINGS} <= named  # type: ignore[union-attr]
            assert {"keys", "back", "palette", "quit"} <= named


async def test_what_works_now_is_listed_first_and_what_has_many_keys_last(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    shown = app(sitting=sat)
    async with shown.run_test() as pilot:
        await settled(pilot)
        assert [entry.words for entry in listed(shown, "keys.here")][-15:] == [*WAYS, *PICKS]
        later = {entry.id for entry in listed(shown, "keys.later")}
        assert {"table.confirm", "table.close", "table.hurry", "log.up", "log.home"} <= later
        await press(pilot, "6", "8")
        assert "table.confirm" in {entry.id for entry in listed(shown, "keys.here")}
        assert "table.close" in {entry.id for entry in listed(shown, "keys.later")}
        await press(pilot, "L")
        assert {"log.up", "log.down"} <= {entry.id for entry in listed(shown, "keys.here")}
        assert {"table.left", "table.7"} <= {entry.id for entry in listed(shown, "keys.later")}


async def test_the_table_of_a_finished_game_is_left_with_enter(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, PHASES["over"], load_words()))
    async with shown.run_test() as pilot:
        await settled(pilot)
        assert {"table.close", "table.leave"} <= {entry.id for entry in listed(shown, "keys.here")}
        assert "table.confirm" in {entry.id for entry in listed(shown, "keys.later")}


async def test_tab_is_known_in_a_new_game_and_can_be_another_key(app: MakeApp) -> None:
    shown = app(Settings(keys={"new.next": "f2"}))
    async with shown.run_test() as pilot:
        await press(pilot, "n", "down")
        assert "f2 next field" in lines(shown)[-1]
        for field in ("name-0", "colour-0", "kind-1"):
            await press(pilot, "f2")
            assert shown.focused is shown.screen.query_one(f"#{field}")
        await press(pilot, "shift+tab")
        assert shown.focused is shown.screen.query_one("#colour-0")


# ---------------------------------------------------------------------- changing
async def test_a_key_is_changed_refused_and_given_back(app: MakeApp, tmp_path: Path) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "question_mark", "enter")
        assert isinstance(shown.screen, PressCard)
        await press(pilot, "s")
        assert "Settings" in told(shown)
        await press(pilot, "enter", "tab")
        assert told(shown)
        await press(pilot, "enter", "escape")
        assert isinstance(shown.screen, KeysScreen)
        assert not shown.settings.keys
        await press(pilot, "enter", "g", "escape")
        assert settings_file.read(tmp_path).keys == {"title.new": "g"}
        await press(pilot, "n")
        assert isinstance(shown.screen, TitleScreen)
        await press(pilot, "g")
        assert isinstance(shown.screen, NewGameScreen)
        await press(pilot, "escape", "question_mark", "backspace", "escape", "n")
        assert isinstance(shown.screen, NewGameScreen)


async def test_a_built_in_key_that_something_else_has_got_is_not_given_back(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sitting(store, ["human", "fellah"], actions=["pharaoh 1"]))
    async with shown.run_test() as pilot:
        await settled(pilot)
        await press(pilot, "question_mark")
        for name, key in (("game.inspect", "x"), ("game.log", "i")):
            choose(shown, name)
            await press(pilot, "enter", key)
        choose(shown, "game.inspect")
        await press(pilot, "backspace")
        assert shown.settings.keys == {"game.inspect": "x", "game.log": "i"}
        assert told(shown) == "i is taken already: log."
        choose(shown, "game.log")
        await press(pilot, "backspace")
        assert told(shown) == ""
        choose(shown, "game.inspect")
        await press(pilot, "backspace")
        assert shown.settings.keys == {}


async def test_keys_that_are_built_in_for_two_things_are_given_back(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sitting(store, ["human", "fellah"], actions=["pharaoh 1"]))
    async with shown.run_test() as pilot:
        await settled(pilot)
        await press(pilot, "question_mark")
        choose(shown, "table.confirm")
        await press(pilot, "enter", "x")
        assert shown.settings.keys == {"table.confirm": "x"}
        await press(pilot, "backspace")
        assert shown.settings.keys == {}


async def test_another_key_for_one_thing_leaves_the_old_one_to_others_that_have_it(app: MakeApp, store: Store) -> None:
    shown = app(
        Settings(keys={"table.confirm": "x", "table.space": "z"}), sitting=sit(store, PHASES["over"], load_words())
    )
    async with shown.run_test() as pilot:
        await settled(pilot)
        keys = {active.binding.id: key for key, active in shown.screen.active_bindings.items()}
        assert keys["table.close"] == "enter"
        await press(pilot, "enter")
        assert isinstance(shown.screen, TitleScreen)


async def test_a_key_of_ones_own_stays_in_its_place_in_the_line(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    shown = app(sitting=sat)
    async with shown.run_test() as pilot:
        await settled(pilot)
        before = lines(shown)[-1]
        shown.change(keys={"table.hint": "x"})
        await pilot.pause()
        assert lines(shown)[-1] == before.replace(" H hint", " x hint") != before


async def test_the_palette_can_have_another_key(app: MakeApp) -> None:
    shown = app(Settings(keys={"palette": "f5"}))
    async with shown.run_test() as pilot:
        await press(pilot, "ctrl+p")
        assert isinstance(shown.screen, TitleScreen)
        await press(pilot, "f5")
        assert shown.screen.id == "--command-palette"


# ---------------------------------------------------------------------- the palette
async def test_every_entry_of_the_palette_says_what_it_does(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sitting(store, ["human", "fellah"], actions=["pharaoh 1"]))
    async with shown.run_test() as pilot:
        await settled(pilot)
        assert {*WAYS, *PICKS} <= found(shown).keys()
        assert [found(shown)[way] for way in WAYS] == ["←", "→", "↑", "↓"]
        await press(pilot, "L")
        assert {"up", "down", "page up", "page down", "to the beginning", "to the end"} <= found(shown).keys()
        assert not {*WAYS, *PICKS} & found(shown).keys()


async def test_the_palette_of_a_finished_game_leaves_once(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, PHASES["over"], load_words()))
    async with shown.run_test() as pilot:
        await settled(pilot)
        assert "leave" in found(shown)
        assert "search what can be done" not in found(shown)


async def test_what_is_chosen_from_the_palette_is_done_once_however_fast_enter_is_pressed(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "s", "ctrl+p")
        shown.screen.query_one(Input).value = "keys"
        while not shown.screen.query_one(CommandList).options:
            await pilot.pause(0.01)
        await press(pilot, "down")
        for _ in range(3):
            shown.post_message(Key("enter", "\r"))
        await pilot.pause()
        while isinstance(shown.screen, Palette):
            await pilot.pause(0.01)
        assert [type(screen) for screen in shown.screen_stack] == [TitleScreen, SettingsScreen, KeysScreen]


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_the_palette_turns_no_page_where_it_has_no_room(key: str, app: MakeApp) -> None:
    shown = app()
    async with shown.run_test(size=(80, 3)) as pilot:
        await press(pilot, "ctrl+p")
        while not shown.screen.query_one(CommandList).options:
            await pilot.pause(0.01)
        for each in ("down", key, "enter"):
            shown.post_message(Key(each, None))
        while isinstance(shown.screen, Palette):
            await pilot.pause(0.01)


# ---------------------------------------------------------------------- in the player's language
@pytest.mark.parametrize(
    ("language", "keys"),
    [
        ("en", ["space", "pgdn", "pgup", "home", "end", "tab, shift+tab", "esc", "⏎", "←, h"]),
        ("it", ["spazio", "pag giù", "pag su", "inizio", "fine", "tab, maiusc+tab", "esc", "⏎", "←, h"]),
    ],
)
async def test_keys_have_names_in_every_language(language: str, keys: list[str], app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, PHASES["auction"], load_words(language)), language=language)
    async with shown.run_test() as pilot:
        await settled(pilot)
        await press(pilot, "question_mark")
        said = [str(option.prompt).strip() for option in shown.screen.query_one(Menu).options]
        assert [key for key in keys if not any(line.startswith(f"{key}  ") for line in said)] == []


async def test_keys_have_names_in_ascii(app: MakeApp) -> None:
    shown = app(Settings(ascii=True), language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "question_mark")
        assert " invio scegli  backspace tasto originale  esc indietro" in lines(shown)[-1]


@pytest.mark.parametrize(("language", "letter"), [("en", "y"), ("it", "s"), ("it", "y")])
async def test_yes_is_said_in_every_language(language: str, letter: str, app: MakeApp, store: Store) -> None:
    store.add(write(played(load(GAME, 2), ["random", "random"], 1)))
    shown = app(language=language)
    async with shown.run_test() as pilot:
        own = shown.words.say("question.yes")
        await press(pilot, "p", "x")
        assert isinstance(shown.screen, QuestionCard)
        assert lines(shown)[-1].startswith(f" {own} {shown.words.say('key.yes')} ")
        await press(pilot, "n", "x", letter)
        assert isinstance(shown.screen, HistoryScreen)
        assert store.games() == []


async def test_english_does_not_say_yes_in_italian(app: MakeApp, store: Store) -> None:
    store.add(write(played(load(GAME, 2), ["random", "random"], 1)))
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "p", "x", "s")
        assert isinstance(shown.screen, QuestionCard)
