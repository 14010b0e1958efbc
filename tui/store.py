"""Where games are kept: every action is on the disk before it counts, and nothing is ever lost."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from amunre.core import BadInput, record
from amunre.core.match import HUMAN, Change, Match
from amunre.core.record import FindDeck, nowhere
from amunre.tui import rows
from amunre.tui.database import CannotKeep, Database
from amunre.tui.owner import Owner, new_owner
from amunre.tui.rows import Held, Kept

__all__ = ["CannotKeep", "InUse", "Kept", "Result", "Sitting", "Store", "TakenOver"]

FILE = "games.db"


@dataclass(frozen=True)
class Result:
    """How a person fared against opponents of some kinds."""

    game: str
    opponents: tuple[str, ...]
    """Each kind once, in alphabetical order."""
    players: int
    games: int
    wins: int
    points: float
    """Hers, on average."""


class InUse(Exception):
    """Another process plays the game."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(f"process {owner.pid} on {owner.host} plays this game")
        self.owner = owner


class TakenOver(Exception):
    """The game is no longer ours: another process goes on with it, or has removed it. Nothing has happened."""


class Sitting:
    """A kept game being played by this process. Whatever is to happen in its match is kept first."""

    def __init__(self, database: Database, held: Held, match: Match, colours: Sequence[int]) -> None:
        self.id = held.number
        self.match = match
        self.colours = tuple(colours)
        self._database = database
        self._held = held
        match.keep = self._keep

    @property
    def ours(self) -> bool:
        """Whether no other process has taken the game over, as far as can be read."""
        try:
            with self._database.reading() as db:
                return rows.holds(db, self._held)
        except BadInput:
            return True

    def leave(self) -> None:
        """Give the game free. If that cannot be written, the end of this process does it."""
        with suppress(CannotKeep), self._database.writing() as db:
            rows.free(db, self._held)

    def _keep(self, change: Change) -> None:
        with self._database.writing() as db:
            if not rows.holds(db, self._held):
                raise TakenOver
            rows.append(db, self.id, change.lines)
            rows.stand(db, self.id, change.after, change.actions)
        self._held = self._held.after(change.lines)


class Store:
    """The games of a folder. Processes may share it; a game is played by one of them at a time."""

    def __init__(self, folder: Path) -> None:
        self._database = Database(folder / FILE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    # ------------------------------------------------------------------ looking
    def games(self, over: bool | None = None) -> list[Kept]:
        """All games, or those that are over, or those that are not; the latest change first."""
        with self._database.reading() as db:
            return rows.games(db, over)

    def open_game(self) -> Kept | None:
        """The game that was played last, of those that are not over."""
        return next(iter(self.games(over=False)), None)

    def match(self, number: int) -> Match:
        """A game as it stands, to be looked at: what is played in this match is not kept."""
        with self._database.reading() as db:
            return rows.match(db, number)

    def export(self, number: int) -> str:
        """The record of a game."""
        with self._database.reading() as db:
            return rows.text(db, number)

    def results(self) -> list[Result]:
        """How the games ended that a single person played here."""
        ends: dict[tuple[str, tuple[str, ...], int], list[tuple[bool, int]]] = defaultdict(list)
        for kept in self.games(over=True):
            kinds = [seat.kind for seat in kept.seats]
            if kinds.count(HUMAN) == 1 and kept.points is not None and not kept.imported:
                person = kinds.index(HUMAN)
                opponents = tuple(sorted({*kinds} - {HUMAN}))
                ends[kept.game, opponents, len(kinds)].append((kept.winner == person, kept.points[person]))
        return [
            Result(*table, len(end), sum(won for won, _ in end), sum(points for _, points in end) / len(end))
            for table, end in sorted(ends.items())
        ]

    # ------------------------------------------------------------------ playing
    def begin(self, match: Match, colours: Sequence[int], deck: Path | None = None) -> Sitting:
        """Keep a new match from here on, and its components file too if it has one of its own."""

        def find_deck(_: str) -> Path | None:
            return deck

        # Now is the time to find out what could not be read again.
        record.read(record.write(match), find_deck)
        with self._database.writing() as db:
            held = rows.hold(db, rows.insert(db, match, colours, find_deck), new_owner())
        return Sitting(self._database, held, match, colours)

    def sit(self, number: int, *, take_over: bool = False) -> Sitting:
        """Go on with a game. A process that plays it now can be asked to stop only by taking over."""
        with self._database.writing() as db:
            if not take_over:
                _refuse_if_used(rows.owner(db, number))
            match, colours = rows.match(db, number), rows.colours(db, number)
            held = rows.hold(db, number, new_owner())
        return Sitting(self._database, held, match, colours)

    # ------------------------------------------------------------------ adding, removing
    def add(self, text: str | bytes, find_deck: FindDeck = nowhere) -> int:
        """Keep the game that a record tells, finished or not, once; what chance brings from here on is new."""
        match = record.read(text, find_deck)
        with self._database.writing() as db:
            known = rows.alike(db, match)
            if known is not None:
                return known
            return rows.insert(db, match, range(1, match.game.players + 1), find_deck, imported=True)

    def remove(self, number: int) -> None:
        """Forget a game that nobody plays."""
        with self._database.writing() as db:
            _refuse_if_used(rows.owner(db, number))
            rows.remove(db, number)


def _refuse_if_used(owner: Owner | None) -> None:
    if owner is not None and owner.living:
        raise InUse(owner)
