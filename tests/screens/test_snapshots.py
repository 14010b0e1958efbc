"""Every screen as it looks: pictures that were looked at once, and must stay as they are.

`pytest tests/screens/test_snapshots.py --snapshot-update` takes them anew.
"""

from collections.abc import Callable
from threading import Event

import pytest
from textual.pilot import Pilot

from amunre.ai.bot import Candidate, Limit, Thought
from amunre.core import State
from amunre.tui.messages import Advised
from amunre.tui.screens.table import TableScreen
from amunre.tui.settings import Settings, Table
from amunre.tui.store import Store
from amunre.tui.words import load
from tests.screens.conftest import MakeApp
from tests.screens.scenes import FRIENDS, PHASES, SEATS, Moment, sit

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (120, 36)
TITLE_KEYS = {"title": "", "new_game": "n", "settings": "s", "rules": "r"}
"""Screens that look the same with and without games."""
KEPT_KEYS = {
    "title": (),
    "history": ("p",),
    "replay": ("p", "down", "enter", "pagedown", "pagedown", *["right"] * 9),
    "path": ("p", "o", *"nothing", "enter"),
    "remove": ("p", "x"),
}
"""Screens with a game that is over and one that is not."""
CARD_KEYS: dict[str, tuple[str, ...]] = {
    "keys": ("auction", "?"),
    "press": ("auction", "?", "enter"),
    "palette": ("auction", "ctrl+p"),
    "inspect": ("auction", "i"),
    "player": ("construction", "i"),
    "question": ("favor", "u"),
    "sheet": ("over", "s"),
}
"""What opens cards in front of the table, in which phase."""
looks = pytest.mark.parametrize(
    ("language", "size"), [("en", SMALL), ("en", LARGE), ("it", SMALL)], ids=["en", "large", "it"]
)
Size = tuple[int, int]


class Pondering:
    """An opponent who answers only when she is told to stop."""

    def __init__(self, *_: object) -> None:
        self._stopped = Event()

    def choose(self, view: State, seed: int, limit: Limit | None = None) -> Thought:  # noqa: ARG002
        self._stopped.wait()
        return Thought(view.legal_actions()[0])

    def cancel(self) -> None:
        self._stopped.set()


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a picture shows depends on the machine, the hour or the speed."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("amunre.tui.screens.thinking.bot", Pondering)
    for module in ("title", "history"):
        monkeypatch.setattr(f"amunre.tui.screens.{module}.when", lambda _: "2016-06-01 20:15")


def quiet(**values: object) -> Settings:
    return Settings(pace="instant", animation=False, **{"guide": False, **values})  # type: ignore[arg-type]


def pressing(*keys: str) -> Callable[[Pilot[None]], object]:
    """Press keys once the table, if there is one, waits for somebody."""

    async def press(pilot: Pilot[None]) -> None:
        await waiting(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()

    return press


async def waiting(pilot: Pilot[None]) -> None:
    while True:
        await pilot.pause()
        screen = pilot.app.screen
        if (
            not isinstance(screen, TableScreen)
            or screen.match.over
            or screen.choice
            or screen.scene.thinking is not None
        ):
            return


# ---------------------------------------------------------------------- the table
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("language", "size", "signs"),
    [("en", SMALL, False), ("en", LARGE, False), ("it", SMALL, False), ("en", SMALL, True)],
    ids=["en", "large", "it", "ascii"],
)
def test_a_phase(
    phase: str, language: str, size: Size, signs: bool, app: MakeApp, store: Store, snap_compare: Compare
) -> None:
    moment = PHASES[phase]
    shown = app(quiet(ascii=signs), sit(store, moment, load(language)), language)
    assert snap_compare(shown, terminal_size=size, run_before=pressing(*moment.keys))


@looks
@pytest.mark.parametrize("card", CARD_KEYS)
def test_a_card(card: str, language: str, size: Size, app: MakeApp, store: Store, snap_compare: Compare) -> None:
    phase, *keys = CARD_KEYS[card]
    shown = app(quiet(), sit(store, PHASES[phase], load(language)), language)
    assert snap_compare(shown, terminal_size=size, run_before=pressing(*keys))


@looks
def test_an_explanation(language: str, size: Size, app: MakeApp, store: Store, snap_compare: Compare) -> None:
    shown = app(quiet(guide=True), sit(store, PHASES["auction"], load(language)), language)
    assert snap_compare(shown, terminal_size=size, run_before=pressing())


@looks
def test_a_cover(language: str, size: Size, app: MakeApp, store: Store, snap_compare: Compare) -> None:
    shown = app(quiet(), sit(store, Moment(2, 19), load(language), FRIENDS), language)
    assert snap_compare(shown, terminal_size=size, run_before=pressing())


@looks
def test_another_terminal(language: str, size: Size, app: MakeApp, store: Store, snap_compare: Compare) -> None:
    sitting = sit(store, PHASES["preparation"], load(language))
    store.sit(sitting.id, take_over=True)
    shown = app(quiet(), sitting, language)
    assert snap_compare(shown, terminal_size=size, run_before=pressing("down", "enter"))


def advice(view: State) -> Thought:
    """Three candidates with made-up figures, each with an answer that is possible."""
    found = []
    for action, visits in zip(view.legal_actions(), (600, 300, 100), strict=False):
        world = view.imagine(1)
        world.apply(action)
        answer = (world.to_move, world.legal_actions()[0])
        found.append(Candidate(action, visits, visits / 1000, visits / 1500, visits / 20, (answer,)))
    return Thought(found[0].action, tuple(found), 1000)


@looks
def test_a_hint(language: str, size: Size, app: MakeApp, store: Store, snap_compare: Compare) -> None:
    sitting = sit(store, PHASES["auction"], load(language))
    thought = advice(sitting.match.seen_by(0))

    async def advise(pilot: Pilot[None]) -> None:
        await waiting(pilot)
        pilot.app.screen.post_message(Advised(len(sitting.match.events), thought))
        await pilot.pause()

    assert snap_compare(app(quiet(), sitting, language), terminal_size=size, run_before=advise)


# ---------------------------------------------------------------------- around the table
@looks
@pytest.mark.parametrize("screen", TITLE_KEYS)
def test_a_menu(screen: str, language: str, size: Size, app: MakeApp, snap_compare: Compare) -> None:
    table = Table(len(SEATS), SEATS, (1, 2, 3, 4, 5))
    assert snap_compare(
        app(quiet(table=table), language=language), terminal_size=size, run_before=pressing(*TITLE_KEYS[screen])
    )


@looks
@pytest.mark.parametrize("screen", KEPT_KEYS)
def test_kept_games(screen: str, language: str, size: Size, app: MakeApp, store: Store, snap_compare: Compare) -> None:
    for phase in ("over", "auction"):
        sit(store, PHASES[phase], load(language)).leave()
    assert snap_compare(app(quiet(), language=language), terminal_size=size, run_before=pressing(*KEPT_KEYS[screen]))
