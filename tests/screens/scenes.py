"""Tables at certain moments of the golden records, with a person on the first seat."""

from pathlib import Path
from typing import NamedTuple

from amunre.core import load, record
from amunre.core.match import HUMAN, Match
from amunre.tui.settings import Table
from amunre.tui.store import Sitting, Store
from amunre.tui.tables import seats
from amunre.tui.words import Words

RECORDS = Path(__file__).parents[1] / "records"
SEATS = ((HUMAN, "Hatshepsut"), ("steward", ""), ("steward", ""), ("vizier", ""), ("imhotep", ""))
FRIENDS = ((HUMAN, "Hatshepsut"), (HUMAN, "Tutankhamun"))


class Moment(NamedTuple):
    """A golden record, by its number of players, after so many actions; and keys that a player presses then."""

    players: int
    actions: int
    keys: tuple[str, ...] = ()


PHASES = {
    "display": Moment(5, 1, ("5", "6")),
    "auction": Moment(5, 72, ("right", "7")),
    "auction_of_two": Moment(2, 17),
    "extend": Moment(3, 78, ("right",)),
    "offering": Moment(5, 108, ("1",)),
    "reveal": Moment(2, 42, ("0", "enter")),
    "favor": Moment(5, 110),
    "construction": Moment(5, 116, ("up",)),
    "placement": Moment(4, 82, ("right",)),
    "preparation": Moment(5, 117, ("1", "7")),
    "thinking": Moment(4, 105),
    "over": Moment(5, 168),
}


def sit(store: Store, moment: Moment, words: Words, who: tuple[tuple[str, str], ...] = SEATS) -> Sitting:
    """The game of that moment, with these players."""
    events = record.read((RECORDS / f"amunre_card-{moment.players}.record").read_text("utf-8")).events
    colours = range(1, moment.players + 1)
    table = Table(moment.players, who[: moment.players], tuple(colours))
    match = Match(load("amunre_card", moment.players), seats(table, words), seed=1)
    for event in events[: moment.actions]:
        match.play(event.action)
    return store.begin(match, colours)
