"""A player at the table, with nothing but keys."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from amunre.core import load
from amunre.core.match import Match, Seat
from amunre.tui.boards import KEYS
from amunre.tui.screens.table import TableScreen
from amunre.tui.store import Sitting, Store

NAMES = ("Ada", "Bint", "Cheops", "Djoser", "Ese")


def sitting(store: Store, kinds: Sequence[str], seed: int = 7, actions: Sequence[str] = ()) -> Sitting:
    """A new game with these kinds of players, the first few actions of which are given in words."""
    seats = [Seat(kind, name) for kind, name in zip(kinds, NAMES, strict=False)]
    match = Match(load("amunre_card", len(kinds)), seats, seed)
    for words in actions:
        match.play(match.action(words))
    return store.begin(match, range(1, len(kinds) + 1))


async def settled(pilot: Pilot[None]) -> None:
    """All that happens by itself has happened: somebody at this terminal has to press a key."""
    while True:
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen) or screen.choice is not None or screen.match.over:
            return
        with suppress(WorkerCancelled):  # its answer has come already, and was taken
            await pilot.app.workers.wait_for_complete()


async def decide(pilot: Pilot[None], random: Random) -> None:
    """Press keys until something can be confirmed, and confirm it."""
    table = pilot.app.screen
    assert isinstance(table, TableScreen)
    match = table.match
    actions = len(match.events)
    while len(match.events) == actions and table.is_current and not match.over:
        await pilot.press(random.choice(KEYS))
        if table.choice is not None and table.choice.action is not None:
            await pilot.press("enter")
    await settled(pilot)


async def play_on(pilot: Pilot[None], match: Match, random: Random) -> None:
    """Play to the end of the game, closing whatever is shown in between."""
    await settled(pilot)
    while not match.over:
        if isinstance(pilot.app.screen, TableScreen):
            await decide(pilot, random)
        else:
            await pilot.press("enter")
            await settled(pilot)
