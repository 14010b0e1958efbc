"""An auction with a person's bid open while two threads think in the same process: what `screen` types into."""

import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread

from amunre.ai.bot import Limit
from amunre.ai.bots import bot
from amunre.ai.levels import LEVELS
from amunre.ai.thinker import Thinker
from amunre.core import CHANCE, load
from amunre.core.match import Match, Seat
from amunre.tui.app import AmunreApp
from amunre.tui.settings import Settings
from amunre.tui.store import Store

LONG = 600.0
"""Seconds, more than the measurement takes."""


def auction(players: int) -> Match:
    """A game in which the person has to bid first."""
    match = Match(load("amunre_card", players), [Seat("human", "You"), *[Seat("vizier")] * (players - 1)], seed=3)
    other = bot("greedy")
    while match.to_move != 0 or match.truth().view().phase.name != "AUCTION":
        if match.to_move == CHANCE:
            match.play_chance()
        else:
            match.play(other.choose(match.seen_by(match.to_move), match.bot_seed(match.to_move)).action)
    return match


def main(folder: Path, players: int) -> None:
    """Open the table, and think beside it."""
    match = auction(players)
    view = match.seen_by(0)
    for seed in range(2):
        thinker = Thinker(LEVELS["imhotep"])
        Thread(target=thinker.choose, args=(view, seed, Limit(seconds=LONG)), daemon=True).start()
    store = Store(folder)
    settings = replace(Settings(), guide=False)
    AmunreApp(folder, store, settings, "en", store.begin(match, range(1, players + 1))).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
