"""The screens around the table, by keyboard alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, Static

from amunre.core import GAMES, load
from amunre.core.match import Match, Seat
from amunre.core.record import write
from amunre.tui import settings as settings_file
from amunre.tui.app import AmunreApp
from amunre.tui.commands.selfplay import played
from amunre.tui.screens.cards import QuestionCard
from amunre.tui.screens.history import HistoryScreen
from amunre.tui.screens.new_game import NewGameScreen
from amunre.tui.screens.path import PathCard
from amunre.tui.screens.replay import ReplayScreen, chapters
from amunre.tui.screens.rules import RulesScreen
from amunre.tui.screens.settings import SettingsScreen
from amunre.tui.screens.table import TableScreen
from amunre.tui.screens.title import TitleScreen
from amunre.tui.settings import Settings, Table
from amunre.tui.store import Store
from amunre.tui.widgets.dial import Dial
from amunre.tui.widgets.log import LogView
from amunre.tui.widgets.menu import Menu
from amunre.tui.words import load as load_words
from tests.screens.seen import lines

MakeApp = Callable[..., AmunreApp]
GAME = next(iter(GAMES))
TWO = Table(players=2, seats=(("human", "Ann"), ("human", "Bea")), colours=(5, 2), thinking="3")


def quiet(table: Table) -> Settings:
    return Settings(pace="instant", animation=False, guide=False, table=table)


def finished() -> Match:
    return played(load(GAME, 2), ["random", "random"], 1)


def choices(app: AmunreApp) -> list[str]:
    return [str(option.prompt) for option in app.screen.query_one(Menu).options]


def text(app: AmunreApp, where: str) -> str:
    return str(app.screen.query_one(where, Static).content)


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def write_in(app: AmunreApp, pilot: Pilot[None], field: str, value: str) -> None:
    app.screen.query_one(field, Input).focus()
    await pilot.pause()
    app.screen.query_one(field, Input).value = ""
    await pilot.press(*value)


# ---------------------------------------------------------------------- the title
@pytest.mark.parametrize(
    ("downs", "letter", "screen"),
    [
        (0, "n", NewGameScreen),
        (1, "p", HistoryScreen),
        (2, "r", RulesScreen),
        (3, "s", SettingsScreen),
    ],
)
async def test_every_choice_of_the_title_has_two_ways(app: MakeApp, downs: int, letter: str, screen: type) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, *["j"] * downs, "enter")
        assert isinstance(shown.screen, screen)
        await press(pilot, "escape")
        assert isinstance(shown.screen, TitleScreen)
        await press(pilot, letter)
        assert isinstance(shown.screen, screen)


async def test_escape_stays_and_q_leaves(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "escape", "escape")
        assert isinstance(shown.screen, TitleScreen)
        await press(pilot, "q")
        assert not shown.is_running


async def test_an_open_game_comes_first(app: MakeApp, store: Store) -> None:
    names = [Seat("human", "Ann"), Seat("human", "[b]")]
    store.begin(Match(load(GAME, 2), names, 1), [1, 2]).leave()
    shown = app()
    async with shown.run_test() as pilot:
        await pilot.pause()
        assert choices(shown)[0].startswith("Continue  (Ann, [b]; ")
        await press(pilot, "enter")
        assert isinstance(shown.screen, TableScreen)
        assert shown.screen.sitting.match.seats == tuple(names)


async def test_a_game_of_another_terminal_is_asked_for(app: MakeApp, store: Store) -> None:
    store.begin(Match(load(GAME, 2), [Seat("human", "Ann"), Seat("human", "Bea")], 1), [1, 2])
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "c")
        assert isinstance(shown.screen, QuestionCard)
        await press(pilot, "n")
        assert isinstance(shown.screen, TitleScreen)
        await press(pilot, "c", "y")
        assert isinstance(shown.screen, TableScreen)


async def test_plain_terminals_get_a_plain_picture(app: MakeApp) -> None:
    shown = app(Settings(ascii=True))
    async with shown.run_test() as pilot:
        await pilot.pause()
        assert (text(shown, "#pyramids") + text(shown, "#river")).isascii()


# ---------------------------------------------------------------------- a new game
async def test_a_new_game_begins_with_what_was_chosen_last(app: MakeApp, tmp_path: Path) -> None:
    shown = app(quiet(TWO))
    async with shown.run_test() as pilot:
        await press(pilot, "n", "enter")
        assert isinstance(shown.screen, TableScreen)
        sitting = shown.screen.sitting
        assert sitting.match.seats == (Seat("human", "Ann"), Seat("human", "Bea"))
        assert sitting.colours == (5, 2)
        await press(pilot, "q")
        assert isinstance(shown.screen, TitleScreen)
        assert shown.screen.query_one(Menu).highlighted == 0
    assert settings_file.read(tmp_path).table == TWO


async def test_arrows_that_are_typed_ahead_count_where_they_lead(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "n")
        for key in ("down", "down", "right"):
            shown.post_message(Key(key, None))
        await pilot.pause()
        assert shown.focused is shown.screen.query_one("#kind-1")
        assert shown.screen.query_one("#kind-1", Dial).value != "steward"


async def test_a_table_is_laid_with_the_arrows(app: MakeApp) -> None:
    shown = app(quiet(TWO))
    async with shown.run_test() as pilot:
        await press(pilot, "n", "right", "down", "left", "right", "down", "down", "right")
        screen = shown.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.table.seats == (("human", "Ann"), ("human", "Bea"), ("priest", ""))
        await press(pilot, "tab", "X", "y", "up", "tab", "right")
        assert screen.table.seats[2] == ("priest", "Xy")
        assert screen.table.colours == (5, 3, 1)
        await press(pilot, "down", "left")
        assert screen.table.colours == (1, 3, 5)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("#deck", "no.toml", "no.toml: cannot be read"),
        ("#deck", "~no-such-user/a", "there is no such home directory"),
        ("#seed", "-1", "a seed is a number"),
        ("#name-0", "Bea", "two players are called Bea"),
    ],
)
async def test_what_cannot_be_used_is_said(app: MakeApp, store: Store, field: str, value: str, said: str) -> None:
    shown = app(quiet(TWO))
    async with shown.run_test() as pilot:
        await press(pilot, "n")
        await write_in(shown, pilot, field, value)
        await press(pilot, "enter")
        assert said in text(shown, "#error")
        assert shown.focused is shown.screen.query_one(field)
        assert shown.screen.query_one(field, Input).value == value
        assert store.games() == []


async def test_all_of_it_fits_a_small_terminal(app: MakeApp) -> None:
    shown = app(quiet(replace(TWO, players=5, seats=TWO.seats + (("steward", ""),) * 3, colours=(1, 2, 3, 4, 5))))
    async with shown.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        error = shown.screen.query_one("#error")
        assert error.region.bottom < 23
        assert shown.screen.max_scroll_y == 0


# ---------------------------------------------------------------------- settings
async def test_settings_count_at_once_and_are_kept(app: MakeApp, tmp_path: Path) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "s", "down", "right", "down", "enter", "down", "left", "j", "l", "j", "space")
        assert shown.theme == "amunre-light"
    found = settings_file.read(tmp_path)
    assert (found.theme, found.pace, found.animation, found.guide, found.ascii) == (
        "amunre-light", "fast", True, True, True,
    )  # fmt: skip


async def test_settings_that_cannot_be_kept_count_all_the_same(app: MakeApp, tmp_path: Path) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        (tmp_path / settings_file.FILE).mkdir()
        await press(pilot, "s", "down", "right")
        assert shown.theme == "amunre-light"
        [told] = shown._notifications
        assert told.message == "The settings cannot be kept: Is a directory."


async def test_another_language_changes_every_word(app: MakeApp) -> None:
    shown = app()
    italian = load_words("it")
    async with shown.run_test() as pilot:
        await press(pilot, "s", "right")
        assert text(shown, "#label-pace") == italian.say("settings.pace")
        assert text(shown, "#title") == italian.say("settings.title")
        await press(pilot, "escape")
        assert choices(shown)[0] == italian.say("title.new")


# ---------------------------------------------------------------------- games so far
async def test_games_are_listed_watched_and_removed(app: MakeApp, store: Store) -> None:
    store.add(write(finished()))
    store.begin(Match(load(GAME, 2), [Seat("human", "Ann"), Seat("human", "Bea")], 1), [1, 2]).leave()
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "p")
        unfinished, over = choices(shown)
        assert "unfinished, 0 actions: Ann, Bea" in unfinished
        assert " won (" in over
        await press(pilot, "down", "enter")
        assert isinstance(shown.screen, ReplayScreen)
        await press(pilot, "escape", "x", "n")
        assert len(store.games()) == 2
        await press(pilot, "x", "y")
        assert choices(shown) == [unfinished]
        await press(pilot, "enter")
        assert isinstance(shown.screen, TableScreen)


async def test_a_game_with_unknown_opponents_is_listed_and_not_gone_on_with(app: MakeApp, store: Store) -> None:
    match = Match(load(GAME, 2), [Seat("human", "Ann"), Seat("sphinx", "Bea")], 1)
    store.begin(match, [1, 2]).leave()
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "p")
        assert choices(shown)[0].endswith("Ann, Bea (sphinx)")
        await press(pilot, "enter")
        assert isinstance(shown.screen, HistoryScreen)


async def test_results_are_told_by_level(app: MakeApp, store: Store) -> None:
    match = finished()
    match.seats = (Seat("human", "Ann"), Seat("vizier"))
    store.begin(match, [1, 2]).leave()
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "p")
        line = text(shown, "#results")
        assert line.split()[:3] == ["Vizier", "2", "1"]
        assert line.split()[-1] == f"{match.truth().scores()[0]:.1f}"


async def test_a_record_goes_out_and_comes_in(
    app: MakeApp, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    number = store.add(write(finished()))
    file = Path("a.record")
    shown = app()
    async with shown.run_test() as pilot:
        await press(pilot, "p", "e")
        await write_in(shown, pilot, "Input", str(file))
        await press(pilot, "enter")
        assert file.read_text("utf-8") == store.export(number)
        await press(pilot, "e")
        await write_in(shown, pilot, "Input", str(file))
        await press(pilot, "enter")
        assert isinstance(shown.screen, PathCard)
        assert "File exists" in text(shown, "#error")
        await press(pilot, "escape", "o")
        await write_in(shown, pilot, "Input", str(file))
        await press(pilot, "enter")
        assert len(choices(shown)) == 1
        assert [told.message for told in shown._notifications][-1].endswith(" has been among the games before.")
        file.write_text(store.export(number).replace("seat 1 random", "seat 1 random Ann"), "utf-8")
        store.begin(Match(load(GAME, 2), [Seat("human", "Ann"), Seat("human", "Bea")], 1), [1, 2]).leave()
        await press(pilot, "o")
        await write_in(shown, pilot, "Input", str(file))
        await press(pilot, "enter")
        assert len(choices(shown)) == 3
        assert [told.message for told in shown._notifications][-1].endswith(" is among the games now.")
        assert shown.screen.query_one(Menu).highlighted == 0
        file.write_text(store.export(number), "utf-8")
        await press(pilot, "o")
        await write_in(shown, pilot, "Input", str(file))
        await press(pilot, "enter")
        assert shown.screen.query_one(Menu).highlighted == 2
        file.write_text("amunre-record 1\ngame amunre_card\n", "utf-8")
        await press(pilot, "o")
        await write_in(shown, pilot, "Input", str(file))
        await press(pilot, "enter")
        assert "line 2: the header ends without players" in text(shown, "#error")


# ---------------------------------------------------------------------- replays
async def test_a_replay_reaches_every_position_and_comes_back(app: MakeApp) -> None:
    match = finished()
    truths = [bytes(event.before) for event in match.events] + [bytes(match.truth())]
    shown = app()
    async with shown.run_test() as pilot:
        screen = ReplayScreen(match, [1, 2])
        await shown.push_screen(screen)
        seen = [bytes(screen.state)]
        for _ in match.events:
            await screen.run_action("go(0, 1)")
            seen.append(bytes(screen.state))
        assert seen == truths
        await press(pilot, "right", "left", "l")
        assert text(shown, "#position") == f"{len(match.events)}/{len(match.events)}"
        for _ in match.events:
            await screen.run_action("go(0, -1)")
            assert bytes(screen.state) == seen[screen.at]
        assert screen.at == 0


async def test_a_replay_says_whose_offering_comes_next(app: MakeApp) -> None:
    match = finished()
    names = [seat.name for seat in match.seats]
    shown = app()
    async with shown.run_test() as pilot:
        screen = ReplayScreen(match, [1, 2])
        await shown.push_screen(screen)
        for number, event in enumerate(match.events):
            if event.before.words(event.action).startswith("offer"):
                screen.at = number
                screen.relabel()
                await pilot.pause()
                assert f"{names[event.before.to_move]}: offer" in lines(shown)[0]


async def test_a_replay_jumps_to_what_begins(app: MakeApp) -> None:
    match = finished()
    _, phases, kingdoms = chapters(match)
    assert len(kingdoms) == 5  # the beginning, three kingdoms, the end
    assert set(kingdoms) < set(phases)
    shown = app()
    async with shown.run_test() as pilot:
        screen = ReplayScreen(match, [1, 2])
        await shown.push_screen(screen)
        for key, back, stops in (("down", "up", phases), ("pagedown", "pageup", kingdoms)):
            for stop in stops[1:]:
                await pilot.press(key)
                assert screen.at == stop
            for stop in reversed(stops[:-1]):
                await pilot.press(back)
                assert screen.at == stop
        await pilot.press("home")
        assert screen.at == 0
        await pilot.press("end")
        assert screen.at == len(match.events)
        log = screen.query_one(LogView)
        assert log.max_scroll_y
        assert log.scroll_offset.y == log.vertical_scrollbar.position == log.max_scroll_y
