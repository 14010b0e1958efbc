"""Several people at one terminal: what one of them chooses in secret is shown to nobody until it is revealed."""

from collections.abc import Sequence
from random import Random

import pytest
from textual.pilot import Pilot

from amunre.core import NOBODY, record
from amunre.core.amunre_card.view import Phase
from amunre.core.match import HUMAN, Event
from amunre.tui.account import Told
from amunre.tui.boards import Scene
from amunre.tui.screens.cards import CoverScreen, PageCard, QuestionCard
from amunre.tui.screens.table import TableScreen
from amunre.tui.screens.title import TitleScreen
from amunre.tui.seating import viewer_of
from amunre.tui.store import Sitting, Store
from amunre.tui.widgets.log import LogView
from amunre.tui.widgets.tabletop import Tabletop
from tests.screens.conftest import MakeApp
from tests.screens.play import decide, settled, sitting
from tests.screens.scenes import RECORDS

TABLES = (["human", "human"], ["human", "fellah", "human"], ["human", "human", "fellah"], ["human", "human", "human"])


def secret(event: Event) -> bool:
    return event.before.to_move >= 0 and len(event.before.witnesses) < event.before.game.players


def begun(store: Store, kinds: Sequence[str], offerings: int = 0) -> Sitting:
    """The game of a golden record, when so many have made their first offering."""
    events = record.read((RECORDS / f"amunre_card-{len(kinds)}.record").read_text("utf-8")).events
    first = next(number for number, event in enumerate(events) if secret(event))
    words = [event.before.words(event.action) for event in events[: first + offerings]]
    return sitting(store, kinds, actions=words)


class Watched:
    """All that was ever drawn, or told in the log."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.told: set[str] = set()

    def check(self) -> None:
        """So far nobody has seen an offering before all were made."""
        views = [scene.state.view() for scene in self.scenes]
        assert views
        assert all(player.offering is None for view in views for player in view.players if view.phase == Phase.OFFERING)
        assert not [line for line in self.told if "secretly" in line or "in segreto" in line]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched, draw, tell = Watched(), Tabletop.show, LogView.show

    def show(top: Tabletop, scene: Scene) -> None:
        watched.scenes.append(scene)
        draw(top, scene)

    def show_log(log: LogView, told: Sequence[Told], latest: int = 0) -> None:
        watched.told |= {line.text for line in told}
        tell(log, told, latest)

    monkeypatch.setattr(Tabletop, "show", show)
    monkeypatch.setattr(LogView, "show", show_log)
    return watched


async def covered(pilot: Pilot[None]) -> CoverScreen:
    """The table is covered, or will be when the others have played."""
    while not isinstance(pilot.app.screen, CoverScreen):
        await pilot.pause(0.01)
    return pilot.app.screen


async def uncover(pilot: Pilot[None]) -> TableScreen:
    """The right person sits in front of it."""
    await covered(pilot)
    await pilot.press("enter")
    await settled(pilot)
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


def behind(pilot: Pilot[None]) -> str:
    """What the table shows, whatever lies in front of it."""
    table = next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))
    return "\n".join(strip.text for strip in table._compositor.render_strips())


# ---------------------------------------------------------------------- secrets
@pytest.mark.parametrize("kinds", TABLES)
async def test_nobody_sees_an_offering_before_all_are_made(
    kinds: list[str], app: MakeApp, store: Store, watched: Watched
) -> None:
    sat = begun(store, kinds)
    random, people = Random(2), kinds.count(HUMAN)
    async with app(sitting=sat).run_test(size=(120, 36)) as pilot:
        while people:
            people -= 1
            table = await uncover(pilot)
            assert table.viewer == sat.match.to_move
            watched.check()
            await pilot.press("right", "space")
            assert "Offer" in behind(pilot)
            assert " you " in behind(pilot)
            await decide(pilot, random)
            if people:
                await covered(pilot)
                assert " you " not in behind(pilot)


@pytest.mark.parametrize("kinds", TABLES)
async def test_a_game_that_is_gone_on_with_shows_no_offering(
    kinds: list[str], app: MakeApp, store: Store, watched: Watched
) -> None:
    sat = begun(store, kinds, offerings=1)
    shown = app(sitting=sat)
    async with shown.run_test(size=(120, 36)) as pilot:
        await covered(pilot)
        await pilot.resize_terminal(80, 24)
        for language in ("it", "en"):
            shown.change(language=language)
            await pilot.pause()
        table = await uncover(pilot)
        assert table.viewer == sat.match.to_move
        await pilot.press("i")
        assert isinstance(shown.screen, PageCard)
        await pilot.pause()
    watched.check()


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_a_covered_game_can_be_left_and_gone_on_with(
    key: str, app: MakeApp, store: Store, watched: Watched
) -> None:
    sat = begun(store, ["human", "human"], offerings=1)
    shown = app(sitting=sat)
    async with shown.run_test() as pilot:
        await covered(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(shown.screen, TitleScreen)
        assert shown.screen_stack == [shown.screen]
        await pilot.press("c")
        await covered(pilot)
    watched.check()


async def test_taking_back_an_offering_covers_the_table_again(app: MakeApp, store: Store, watched: Watched) -> None:
    sat = begun(store, ["human", "human"])
    async with app(sitting=sat).run_test() as pilot:
        await uncover(pilot)
        first = sat.match.to_move
        await decide(pilot, Random(3))
        await uncover(pilot)
        assert sat.match.to_move != first
        await pilot.press("u")
        await pilot.pause()
        assert isinstance(pilot.app.screen, QuestionCard)
        await pilot.press("y")
        await covered(pilot)
        assert sat.match.to_move == first
    assert sat.match.lines[-1] == f"{first + 1} undo 1"
    watched.check()


async def test_alone_with_computers_one_sees_what_one_has_offered(app: MakeApp, store: Store, watched: Watched) -> None:
    sat = begun(store, ["human", "fellah"], offerings=1)
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
    assert any(scene.state.view().players[0].offering for scene in watched.scenes)


# ---------------------------------------------------------------------- who sits in front
@pytest.mark.parametrize(
    ("kinds", "asked"), [(["human", "human"], "Ada: show gold"), (["human", "fellah"], "you: show gold")]
)
async def test_where_several_people_sit_whose_turn_it_is_is_told_by_name(
    kinds: list[str], asked: str, app: MakeApp, store: Store
) -> None:
    async with app(sitting=sitting(store, kinds, actions=["pharaoh 1"])).run_test() as pilot:
        await settled(pilot)
        assert asked in behind(pilot).splitlines()[0]


@pytest.mark.parametrize(
    ("kinds", "actions", "viewer"),
    [
        (["human", "human"], ["pharaoh 2"], 1),
        (["human", "human"], ["pharaoh 1"], 0),
        (["fellah", "human", "human"], ["pharaoh 1"], 1),
        (["fellah", "fellah"], ["pharaoh 1"], NOBODY),
    ],
)
def test_the_one_whose_turn_it_is_sits_in_front(
    kinds: list[str], actions: list[str], viewer: int, store: Store
) -> None:
    assert viewer_of(sitting(store, kinds, actions=actions).match) == viewer
