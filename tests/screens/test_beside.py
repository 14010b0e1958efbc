"""What has room at the table: what is told below it is whole, or else on a card; a terminal without room says so."""

import pytest
from textual.pilot import Pilot

from amunre.core.amunre_card.view import Phase
from amunre.tui.inks import UNICODE
from amunre.tui.languages import LANGUAGES
from amunre.tui.messages import Advised
from amunre.tui.screens.cards import GuideCard
from amunre.tui.screens.table import TableScreen
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from amunre.tui.words import load
from tests.screens.conftest import MakeApp
from tests.screens.play import settled
from tests.screens.scenes import PHASES, sit
from tests.screens.seen import lines
from tests.screens.test_snapshots import advice

GUIDED = Settings(pace="instant", animation=False)
DECISIONS = ("auction", "construction", "placement", "extend")
"""With five, five, four and three players: more or less is left below the table."""
SIZES = [(80, 24), (120, 36), (160, 45)]
LOG = 40
"""Cells of the log where it stands on the right."""
decisions = pytest.mark.parametrize("phase", DECISIONS)
sizes = pytest.mark.parametrize("size", SIZES, ids=["80", "120", "160"])


def at_table(pilot: Pilot[None]) -> TableScreen:
    table = pilot.app.screen_stack[1]
    assert isinstance(table, TableScreen)
    return table


def behind(pilot: Pilot[None]) -> list[str]:
    """The table, without what stands in front of it."""
    return [strip.text for strip in at_table(pilot)._compositor.render_strips()]


def flowing(told: list[str], width: int) -> str:
    """So much of the screen as one text, without frames."""
    return " ".join(" ".join(line[:width].replace("│", " ") for line in told).split())


@sizes
@decisions
async def test_a_hint_is_seen_whole(phase: str, size: tuple[int, int], app: MakeApp, store: Store) -> None:
    sat = sit(store, PHASES[phase], load())
    view = sat.match.seen_by(0)
    thought = advice(view)
    async with app(sitting=sat).run_test(size=size) as pilot:
        await settled(pilot)
        pilot.app.screen.post_message(Advised(len(sat.match.events), thought))
        await pilot.pause()
        screen, names = "\n".join(lines(pilot.app)), [seat.name for seat in sat.match.seats]
    for candidate in thought.candidates:
        assert load().tell(sat.match.game.sentence(view, candidate.action), names) in screen
        assert load().say("hint.figures", win=candidate.win, points=candidate.points) in screen


@sizes
@decisions
async def test_a_lesson_is_told_once_and_whole(phase: str, size: tuple[int, int], app: MakeApp, store: Store) -> None:
    shown = app(GUIDED, sit(store, PHASES[phase], load()))
    async with shown.run_test(size=size) as pilot:
        await settled(pilot)
        table = at_table(pilot)
        lesson = table.say(table.board.lesson(table.scene.state))
        width = size[0] - LOG if table.large else size[0]
        assert lesson in flowing(lines(shown), width)
        assert isinstance(shown.screen, GuideCard) == (lesson not in flowing(behind(pilot), width))
        assert not table.large or phase == "construction" or not isinstance(shown.screen, GuideCard)


@decisions
async def test_whoever_wants_no_guide_is_told_nothing(phase: str, app: MakeApp, store: Store) -> None:
    async with app(sitting=sit(store, PHASES[phase], load())).run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert load().say("table.guide") not in "".join(lines(pilot.app))


@decisions
async def test_a_lesson_hides_no_card_and_no_player(phase: str, app: MakeApp, store: Store) -> None:
    async with app(GUIDED, sit(store, PHASES[phase], load())).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(pilot.app.screen, GuideCard)
        table, screen = behind(pilot), lines(pilot.app)
        gold = next(y for y, line in enumerate(table) if line.startswith("╭─ your gold"))
        assert screen[:gold] == table[:gold]


# ---------------------------------------------------------------------- no room
@pytest.mark.parametrize(
    ("size", "said"), [((60, 20), True), ((79, 24), True), ((80, 22), True), ((80, 23), False), ((80, 24), False)]
)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_terminal_without_room_says_how_much_is_needed(
    size: tuple[int, int], said: bool, language: str, app: MakeApp, store: Store
) -> None:
    shown = app(sitting=sit(store, PHASES["construction"], load(language)), language=language)
    async with shown.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.resize_terminal(*size)
        await settled(pilot)
        told = load(language).say("table.too_small", columns=80, rows=24)
        assert (told in lines(shown)[0]) == said
        assert said or lines(shown)[-2].startswith(f" {UNICODE.arrow}")
        await pilot.press("up", "enter")
        await settled(pilot)
        assert at_table(pilot).match.events[-1].before.view().phase == Phase.CONSTRUCTION


async def test_the_table_never_scrolls(app: MakeApp, store: Store) -> None:
    async with app(sitting=sit(store, PHASES["construction"], load())).run_test(size=(120, 36)) as pilot:
        for size in ((120, 36), (80, 24), (60, 12)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert not at_table(pilot).show_vertical_scrollbar
