"""Takes the pictures of the README anew: `python docs/pictures.py`."""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from amunre.ai.bots import bot
from amunre.core import CHANCE, GAMES, load
from amunre.core.match import HUMAN, Match
from amunre.tui.app import AmunreApp
from amunre.tui.settings import Settings, Table
from amunre.tui.store import Sitting, Store
from amunre.tui.tables import seats
from amunre.tui.words import load as load_words

FOLDER = Path(__file__).with_name("pictures")
SMALL, LARGE = (80, 24), (120, 36)
THREE = Table(3, ((HUMAN, "Nefer"), ("vizier", ""), ("priest", "")), (1, 2, 3))
FOUR = Table(4, ((HUMAN, "Nefer"), ("imhotep", ""), ("vizier", ""), ("priest", "")), (1, 2, 3, 4))


class Picture(NamedTuple):
    """Who plays, where the game stands, and what the person on the first seat has pressed."""

    table: Table | None = None
    seed: int = 0
    phase: str = ""
    kingdom: int = 0
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = SMALL


PICTURES = {
    "title": Picture(),
    "auction": Picture(THREE, 21, "AUCTION", 2, ("right", "2")),
    "offering": Picture(THREE, 21, "OFFERING", 2, ("3",)),
    "construction": Picture(THREE, 21, "CONSTRUCTION", 2),
    "large": Picture(FOUR, 78, "AUCTION", 3, ("right", "8"), LARGE),
}


def sit(store: Store, picture: Picture, table: Table) -> Sitting:
    """A game that was played up to the moment of the picture."""
    match = Match(load(next(iter(GAMES)), table.players), seats(table, load_words()), picture.seed)
    player = bot("greedy")
    while not reached(match, picture):
        if match.to_move == CHANCE:
            match.play_chance()
        else:
            match.play(player.choose(match.seen_by(match.to_move), match.bot_seed(match.to_move)).action)
    return store.begin(match, table.colours)


def reached(match: Match, picture: Picture) -> bool:
    """Whether this is the moment."""
    view = match.truth().view()
    return match.to_move == 0 and (view.phase.name, view.kingdom) == (picture.phase, picture.kingdom)


async def taken(picture: Picture, folder: Path) -> str:
    """The picture of a screen."""
    with Store(folder) as store:
        sitting = None if picture.table is None else sit(store, picture, picture.table)
        app = AmunreApp(folder, store, Settings(animation=False, guide=False), "en", sitting)
        async with app.run_test(size=picture.size) as pilot:
            await pilot.pause()
            await pilot.press(*picture.keys)
            await pilot.pause()
            return app.export_screenshot(simplify=True)


if __name__ == "__main__":
    os.environ["COLORTERM"] = "truecolor"
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        with TemporaryDirectory() as folder:
            svg = asyncio.run(taken(picture, Path(folder)))
        (FOLDER / f"{name}.svg").write_text(svg, "utf-8")
