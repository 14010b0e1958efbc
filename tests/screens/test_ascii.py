"""In ASCII nothing else is shown, on any screen."""

from collections.abc import Sequence

import pytest
from textual.notifications import SeverityLevel
from textual.pilot import Pilot

from amunre.tui.messages import Advised
from amunre.tui.screens.table import TableScreen
from amunre.tui.settings import Settings, Table
from amunre.tui.store import Result, Store
from amunre.tui.widgets.log import LogView
from amunre.tui.words import load
from tests.screens.conftest import MakeApp
from tests.screens.play import settled
from tests.screens.scenes import FRIENDS, PHASES, SEATS, Moment, sit
from tests.screens.seen import lines
from tests.screens.test_snapshots import advice

PLAIN = Settings(pace="instant", animation=False, guide=False, ascii=True, table=Table(5, SEATS, (1, 2, 3, 4, 5)))
RESULTS = [Result("amunre_card", ("vizier",), players, 10, 3, 21.5) for players in (2, 3, 4, 5)] * 3
AROUND = {
    "title": (),
    "new_game": ("n",),
    "colours": ("n", "tab", "tab", "tab"),
    "settings": ("s",),
    "history": ("p",),
    "path": ("p", "o", *"nothing", "enter"),
    "remove": ("p", "x"),
    "replay": ("p", "down", "enter", *["pagedown"] * 3),
    "keys": ("?",),
    "press": ("?", "enter"),
    "palette": ("ctrl+p",),
    "palette_found": ("ctrl+p", "r"),
    "rules": ("r",),
    "rules_found": ("r", "slash", *"flood"),
}
"""What opens a screen from the title."""
CARDS = {
    "province": ("auction", "i"),
    "player": ("construction", "i"),
    "keys": ("auction", "?"),
    "palette": ("auction", "ctrl+p"),
    "question": ("favor", "u"),
    "sheet": ("over", "s"),
    "log": ("over", "L", "home"),
}
"""What opens something in front of the table, in which phase."""
SEVERITIES: tuple[SeverityLevel, ...] = ("information", "warning", "error")
sizes = pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["small", "large"])


def strange(pilot: Pilot[None]) -> list[str]:
    """Lines on the screen with anything that is not ASCII."""
    return [line for line in lines(pilot.app) if not line.isascii()]


async def press(pilot: Pilot[None], keys: Sequence[str]) -> None:
    await settled(pilot)
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


# ---------------------------------------------------------------------- around the table
@pytest.mark.parametrize("screen", AROUND)
@sizes
async def test_a_screen(
    screen: str, size: tuple[int, int], app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "results", lambda _: RESULTS)
    for phase in ("over", "auction"):
        sit(store, PHASES[phase], load()).leave()
    async with app(PLAIN).run_test(size=size) as pilot:
        await press(pilot, AROUND[screen])
        assert strange(pilot) == []


async def test_all_rules(app: MakeApp) -> None:
    async with app(PLAIN).run_test() as pilot:
        await press(pilot, ["r"])
        before: list[str] = []
        while before != (before := lines(pilot.app)):
            for _ in range(10):
                assert strange(pilot) == []
                await press(pilot, ["pagedown"])
            await press(pilot, ["right"])


async def test_all_keys(app: MakeApp, store: Store) -> None:
    async with app(PLAIN, sit(store, PHASES["auction"], load())).run_test() as pilot:
        await press(pilot, ["?"])
        for _ in range(60):
            assert strange(pilot) == []
            await press(pilot, ["down"])


async def test_a_message(app: MakeApp) -> None:
    async with app(PLAIN).run_test(notifications=True) as pilot:
        for severity in SEVERITIES:
            pilot.app.notify("Well.", severity=severity)
        await pilot.pause(0.1)
        assert "Well." in "".join(lines(pilot.app))
        assert strange(pilot) == []


async def test_signs_are_changed_at_once(app: MakeApp) -> None:
    shown = app(Settings(pace="instant", animation=False, guide=False))
    async with shown.run_test() as pilot:
        await press(pilot, ["?"])
        assert strange(pilot)
        shown.change(ascii=True)
        await pilot.pause()
        await pilot.pause()
        assert strange(pilot) == []


# ---------------------------------------------------------------------- the table
@pytest.mark.parametrize("phase", PHASES)
@sizes
async def test_a_phase(phase: str, size: tuple[int, int], app: MakeApp, store: Store) -> None:
    moment = PHASES[phase]
    async with app(PLAIN, sit(store, moment, load())).run_test(size=size) as pilot:
        await press(pilot, moment.keys)
        assert strange(pilot) == []


@pytest.mark.parametrize("card", CARDS)
@sizes
async def test_a_card(card: str, size: tuple[int, int], app: MakeApp, store: Store) -> None:
    phase, *keys = CARDS[card]
    async with app(PLAIN, sit(store, PHASES[phase], load())).run_test(size=size) as pilot:
        await press(pilot, keys)
        assert strange(pilot) == []


async def test_the_whole_log(app: MakeApp, store: Store) -> None:
    async with app(PLAIN, sit(store, PHASES["over"], load())).run_test() as pilot:
        await press(pilot, ["L", "home"])
        log = pilot.app.screen.query_one(LogView)
        told = ""
        while log.scroll_offset.y < log.max_scroll_y:
            told += "".join(lines(pilot.app))
            await press(pilot, ["pagedown"])
        assert told.isascii()
        assert "The gods receive" in told


async def test_a_hint(app: MakeApp, store: Store) -> None:
    sitting = sit(store, PHASES["auction"], load())
    async with app(PLAIN, sitting).run_test() as pilot:
        await settled(pilot)
        pilot.app.screen.post_message(Advised(len(sitting.match.events), advice(sitting.match.seen_by(0))))
        await pilot.pause()
        assert not isinstance(pilot.app.screen, TableScreen)
        assert strange(pilot) == []


async def test_a_cover(app: MakeApp, store: Store) -> None:
    async with app(PLAIN, sit(store, Moment(2, 19), load(), FRIENDS)).run_test() as pilot:
        await settled(pilot)
        assert strange(pilot) == []


async def test_an_explanation(app: MakeApp, store: Store) -> None:
    told = Settings(pace="instant", animation=False, ascii=True)
    async with app(told, sit(store, PHASES["auction"], load())).run_test() as pilot:
        await settled(pilot)
        assert strange(pilot) == []
