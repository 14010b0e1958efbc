"""Pages in front of the table: all that stands on them can be read, at 80 x 24 too."""

import pytest
from textual.pilot import Pilot

from amunre.tui.boards import Page
from amunre.tui.hints import WIDEST, page
from amunre.tui.inks import width
from amunre.tui.languages import LANGUAGES
from amunre.tui.screens.cards import PageCard
from amunre.tui.screens.table import TableScreen
from amunre.tui.store import Store
from amunre.tui.words import load
from tests.boards.scenes import plain, played, scene
from tests.screens.conftest import MakeApp
from tests.screens.play import settled
from tests.screens.scenes import PHASES, Moment, sit
from tests.screens.seen import lines
from tests.screens.test_snapshots import advice

THIRD = Moment(5, 150)
"""Late in the last kingdom, when a province has three cards."""
LAST = Moment(2, 64)
"""When the last offering is due."""
MOMENTS = {**PHASES, "third_kingdom": THIRD}
SCROLLING = " ↑ up  ↓ down "


async def open_last(pilot: Pilot[None]) -> Page:
    """Look at the last player in turn order."""
    await settled(pilot)
    table = pilot.app.screen
    assert isinstance(table, TableScreen)
    await pilot.press("i", "left")
    await pilot.pause()
    return table.board.pages(table.scene)[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
async def test_every_page_is_seen_whole(moment: Moment, language: str, app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, moment, load(language)), language=language)
    async with shown.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table = shown.screen
        assert isinstance(table, TableScreen)
        pages = [*table.board.pages(table.scene)]
        pages += [sheet for event in table.events if (sheet := table.board.sheet(table.scene, event.story))]
        for each in pages:
            await shown.push_screen(PageCard(table.scene, [each]))
            await pilot.pause()
            screen = "\n".join(lines(shown))
            assert each.title in screen
            assert [plain(line) for line in each.lines if plain(line).strip() not in screen] == []
            await pilot.press("escape")


async def test_a_page_without_room_is_scrolled_by_keys(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, THIRD, load()))
    async with shown.run_test(size=(80, 14)) as pilot:
        opened = await open_last(pilot)
        last, above = plain(opened.lines[-1]).strip(), lines(shown)
        assert SCROLLING in above[-1]
        assert last not in "".join(above)
        await pilot.press(*["down"] * 20)
        assert last in "".join(lines(shown))
        await pilot.press(*["k"] * 20)
        assert lines(shown) == above
        await pilot.resize_terminal(80, 30)
        await pilot.pause()
        assert SCROLLING not in lines(shown)[-1]


async def test_the_next_page_begins_at_its_top(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, THIRD, load()))
    async with shown.run_test(size=(80, 14)) as pilot:
        await open_last(pilot)
        before = lines(shown)
        await pilot.press("down", "down", "left")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        assert lines(shown) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_no_wider_than_its_card(language: str) -> None:
    widest = 0
    for match in (match for match in played(3, 2) if match.to_move >= 0):
        shown = scene(match, match.to_move, language=language)
        widest = max(widest, *map(width, page(shown, advice(shown.state)).lines))
    assert WIDEST - 10 < widest <= WIDEST


async def test_the_last_offerings_and_points_are_read_one_after_the_other(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, LAST, load()))
    async with shown.run_test() as pilot:
        await settled(pilot)
        await pilot.press("0", "enter")
        for title in ("The offerings of kingdom III", "Victory points of kingdom III"):
            await settled(pilot)
            assert isinstance(shown.screen, PageCard)
            assert any(title in line for line in lines(shown))
            await pilot.press("enter")
        await settled(pilot)
        assert isinstance(shown.screen, TableScreen)


async def test_offerings_and_score_sheets_of_the_whole_game_can_be_read_again(app: MakeApp, store: Store) -> None:
    shown = app(sitting=sit(store, PHASES["over"], load()))
    async with shown.run_test() as pilot:
        await settled(pilot)
        await pilot.press("s")
        for kingdom in ("III", "II", "I"):
            for title in (f"Victory points of kingdom {kingdom}", f"The offerings of kingdom {kingdom}"):
                await pilot.pause()
                assert any(f"{title} " in line for line in lines(shown))
                await pilot.press("left")
