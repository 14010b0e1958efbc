"""The table with a person's choice open while two threads think in the same process: what `screen` types into."""

import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread

from amunre.ai.bot import Limit
from amunre.ai.levels import LEVELS
from amunre.ai.thinker import Thinker
from amunre.core import load
from amunre.core.match import Match, Seat
from amunre.tui.app import AmunreApp
from amunre.tui.settings import Settings
from amunre.tui.store import Store

LONG = 600.0
"""Seconds, more than the measurement takes."""


def main(folder: Path) -> None:
    """Open a table whose Pharaoh is the person, and think beside it."""
    match = Match(load("amunre_card", 3), [Seat("human", "You"), Seat("vizier"), Seat("vizier")], seed=1)
    match.play(0)
    view = match.seen_by(0)
    for seed in range(2):
        thinker = Thinker(LEVELS["imhotep"])
        Thread(target=thinker.choose, args=(view, seed, Limit(seconds=LONG)), daemon=True).start()
    store = Store(folder)
    settings = replace(Settings(), guide=False)
    AmunreApp(folder, store, settings, "en", store.begin(match, (1, 2, 3))).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
