"""Looking back, looking up and being told: the log, the rules of the phase, the guide, another language, hurrying."""

from random import Random

import pytest
from textual.pilot import Pilot

from amunre.core import record
from amunre.tui.pace import DELAYS, Delay
from amunre.tui.screens.cards import GuideCard
from amunre.tui.screens.rules import RulesScreen
from amunre.tui.screens.table import TableScreen
from amunre.tui.settings import Settings
from amunre.tui.store import Sitting, Store
from amunre.tui.widgets.log import LogView
from amunre.tui.words import load
from tests.screens.conftest import MakeApp
from tests.screens.play import decide, play_on, settled, sitting
from tests.screens.scenes import PHASES, RECORDS, sit

SO_FAR = 50
"""Actions of a golden record."""
EVER = 1000.0
"""Seconds that no test waits."""


def lines(pilot: Pilot[None]) -> list[str]:
    """The screen as text."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def log(pilot: Pilot[None]) -> LogView:
    return pilot.app.screen.query_one(LogView)


def long(store: Store) -> Sitting:
    """A game of which there is much to tell."""
    events = record.read((RECORDS / "amunre_card-3.record").read_text("utf-8")).events[:SO_FAR]
    return sitting(store, ["human", "fellah", "fellah"], actions=[each.before.words(each.action) for each in events])


async def decided(pilot: Pilot[None]) -> None:
    """A few actions later, what came in between having been read."""
    await settled(pilot)
    await decide(pilot, Random(3))
    while not isinstance(pilot.app.screen, TableScreen):
        await pilot.press("enter")
        await settled(pilot)
    await pilot.pause()


# ---------------------------------------------------------------------- the log
async def test_the_log_tells_the_newest_to_whoever_does_not_look_back(app: MakeApp, store: Store) -> None:
    async with app(sitting=long(store)).run_test() as pilot:
        await settled(pilot)
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert log(pilot).is_vertical_scroll_end
        await pilot.press("L", "home")
        table.update()
        await pilot.pause()
        assert log(pilot).scroll_offset.y == 0
        await pilot.press("escape")
        await pilot.pause()
        assert log(pilot).is_vertical_scroll_end
        log(pilot).scroll_home(animate=False)  # as the wheel does
        await pilot.pause()
        assert log(pilot).scroll_offset.y == 0
        end = log(pilot).max_scroll_y
        await decided(pilot)
        assert log(pilot).is_vertical_scroll_end
        assert log(pilot).max_scroll_y > end


async def test_another_size_keeps_what_is_read(app: MakeApp, store: Store) -> None:
    sizes = ((120, 36), (80, 24), (140, 50), (80, 30), (80, 24))
    async with app(sitting=long(store)).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert log(pilot).is_vertical_scroll_end
        await pilot.press("L", "pageup", "pageup")
        await pilot.pause()
        read = log(pilot)._lines[log(pilot).scroll_offset.y].sentence
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            first = log(pilot)._lines[log(pilot).scroll_offset.y].sentence
            assert first == read or log(pilot).is_vertical_scroll_end


async def test_the_line_of_keys_is_about_the_log_while_it_is_read(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.choice is not None
        assert all(word in lines(pilot)[-1] for word in ("move", "pick"))
        await pilot.press("tab", "6", "8")
        await pilot.pause()
        assert all(word in lines(pilot)[-1] for word in ("up", "down", "back"))
        assert not any(word in lines(pilot)[-1] for word in ("move", "pick"))
        assert table.choice.action is None
        await pilot.press("escape", "6", "8")
        await pilot.pause()
        assert all(word in lines(pilot)[-1] for word in ("move", "pick"))
        assert table.choice.action is not None


# ---------------------------------------------------------------------- the rules, the guide
@pytest.mark.parametrize(("phase", "chapter"), [("auction", "auction"), ("offering", "offerings")])
async def test_the_rules_open_where_the_game_is(phase: str, chapter: str, app: MakeApp, store: Store) -> None:
    async with app(sitting=sit(store, PHASES[phase], load())).run_test() as pilot:
        await settled(pilot)
        await pilot.press("r")
        await pilot.pause()
        rules = pilot.app.screen
        assert isinstance(rules, RulesScreen)
        assert rules.section == chapter
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_rules_are_searched_with_keys_that_are_told(app: MakeApp) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await pilot.press("r", "slash", *"xyz")
        await pilot.pause()
        assert " ⏎ choose" not in lines(pilot)[-1]
        await pilot.press(*["backspace"] * 3, *"flood")
        await pilot.pause()
        assert lines(pilot)[-1].startswith(" ⏎ choose  ↓ down  ↑ up  esc back ")
        rules = shown.screen
        assert isinstance(rules, RulesScreen)
        hits = rules.rulebook.search("flood")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert not rules.searching
        assert rules.section == hits[1].section.id


async def test_the_guide_explains_everything_once(app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(GuideCard, "on_mount", lambda card: told.append(card._text), raising=False)
    sat = sitting(store, ["human", "fellah"])
    async with app(Settings(pace="instant", animation=False), sitting=sat).run_test() as pilot:
        await play_on(pilot, sat.match, Random(2))
    assert len(told) == len(set(told))
    sections = ("setup", "auction", "extend", "offerings", "construction", "preparation", "scoring")
    assert {load().say(f"amunre_card.guide.{section}") for section in sections} <= set(told)


# ---------------------------------------------------------------------- while playing
async def test_another_language_counts_at_the_table(app: MakeApp, store: Store) -> None:
    async with app(sitting=sit(store, PHASES["auction"], load())).run_test() as pilot:
        await settled(pilot)
        key = "amunre_card.board.stage_auction"
        english, italian = load("en").say(key), load("it").say(key)
        assert english in lines(pilot)[0]
        await pilot.press("S", "right", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert italian in lines(pilot)[0]
        assert english not in lines(pilot)[0]


async def test_space_does_not_wait(app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DELAYS, "slow", dict.fromkeys(Delay, EVER))
    sat = sitting(store, ["human", "fellah"])
    async with app(Settings(pace="slow", animation=False, guide=False), sitting=sat).run_test() as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        while table._next is None:
            await pilot.pause(0.01)
        assert table.choice is None
        await pilot.press("space")
        await settled(pilot)
        assert table.choice is not None


async def test_animation_is_switched_off_and_on(app: MakeApp) -> None:
    shown = app(Settings())
    async with shown.run_test():
        levels = [str(shown.animation_level)]
        for on in (False, True):
            shown.change(animation=on)
            levels.append(shown.animation_level)
    assert levels == ["full", "none", "full"]
