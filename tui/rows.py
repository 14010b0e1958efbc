"""Games as the database has them: what is written of a game, and what is read again."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from sqlite3 import Connection
from tempfile import TemporaryDirectory
from typing import Any, Self

from amunre.core import NOBODY, BadInput, State, record
from amunre.core.match import Match, Seat
from amunre.core.record import FindDeck
from amunre.tui.owner import Owner


@dataclass(frozen=True)
class Kept:
    """What can be said of a kept game without replaying it."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    colours: tuple[int, ...]
    begun: datetime
    changed: datetime
    over: bool
    points: tuple[int, ...] | None
    """Once it is over."""
    winner: int | None
    """Once it is over, if the victory is not shared."""
    moves: int
    """Actions so far, those of chance included, those taken back left out."""
    imported: bool
    """Whether a record told it; it may have been played anywhere, by anybody."""


@dataclass(frozen=True)
class Held:
    """What a process that plays a game knows of it. If it is not so, others have been there."""

    number: int
    token: str
    lines: int

    def after(self, lines: Sequence[str]) -> Self:
        """With these lines added."""
        return replace(self, lines=self.lines + len(lines))


# ---------------------------------------------------------------------- reading
def games(db: Connection, over: bool | None) -> list[Kept]:
    """All games, or those that are over, or those that are not; the latest change first."""
    rows = db.execute(
        """SELECT game.id, game.name, begun, changed, over, winner, moves, imported, kind, seat.name, colour, points
        FROM game JOIN seat ON seat.game = game.id WHERE over = ifnull(?, over)
        ORDER BY changed DESC, game.id DESC, number""",
        (over,),
    )
    found = []
    for number, seats in groupby(rows, itemgetter(0)):
        with _naming(number):
            found.append(_kept(list(seats)))
    return found


@contextmanager
def _naming(number: int) -> Iterator[None]:
    """Errors from here, as a disk that fails can cause them, name the game."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise BadInput(f"game {number}: {error}") from None


def _kept(rows: Sequence[tuple[Any, ...]]) -> Kept:
    """A game, from a row for each of its seats."""
    number, game, begun, changed, over, winner, moves, imported = rows[0][:8]
    kinds, names, colours, points = list(zip(*rows, strict=True))[8:]
    return Kept(
        id=number,
        game=game,
        seats=tuple(map(Seat, kinds, names)),
        colours=colours,
        begun=datetime.fromisoformat(begun),
        changed=datetime.fromisoformat(changed),
        over=bool(over),
        points=points if over else None,
        winner=winner,
        moves=moves,
        imported=bool(imported),
    )


def colours(db: Connection, number: int) -> list[int]:
    """Those of the players, seat by seat."""
    return [colour for (colour,) in db.execute("SELECT colour FROM seat WHERE game = ? ORDER BY number", (number,))]


def text(db: Connection, number: int) -> str:
    """The record of a game."""
    (header,) = _of_game(db, number, "header")
    lines = db.execute("SELECT text FROM line WHERE game = ? ORDER BY number", (number,))
    return "".join(f"{line}\n" for line in [header, "", *(line for (line,) in lines)])


def alike(db: Connection, match: Match) -> int | None:
    """A game of which all the same is told."""
    told = record.write(match)
    games = db.execute("SELECT id FROM game WHERE header = ? AND lines = ?", (_header(told), len(match.lines)))
    return next((number for (number,) in games.fetchall() if text(db, number) == told), None)


def match(db: Connection, number: int) -> Match:
    """A game as it stands."""
    seed, deck = _of_game(db, number, "seed, deck")
    with ExitStack() as stack, _naming(number):

        def find_deck(name: str) -> Path:
            file = Path(stack.enter_context(TemporaryDirectory()), name)
            file.write_bytes(db.execute("SELECT bytes FROM deck WHERE id = ?", (deck,)).fetchone()[0])
            return file

        return record.read(text(db, number), find_deck, int(seed))


def owner(db: Connection, number: int) -> Owner | None:
    """Who plays a game, or played it and never left."""
    token, host, pid, birth, since = _of_game(db, number, "token, host, pid, birth, since")
    with _naming(number):
        return None if token is None else Owner(token, host, pid, birth, datetime.fromisoformat(since))


def _of_game(db: Connection, number: int, columns: str) -> tuple[Any, ...]:
    row: tuple[Any, ...] | None = db.execute(f"SELECT {columns} FROM game WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise BadInput(f"there is no game {number}")
    return row


# ---------------------------------------------------------------------- writing
def insert(db: Connection, match: Match, colours: Sequence[int], find_deck: FindDeck, *, imported: bool = False) -> int:
    """A game with all that has happened in it; its number."""
    header = _header(record.write(match))
    row = (match.game.name, header, str(match.seed), _insert_deck(db, match, find_deck), _now(), imported)
    number = db.execute(
        """INSERT INTO game (name, header, seed, deck, lines, moves, over, begun, changed, imported)
        VALUES (?1, ?2, ?3, ?4, 0, 0, 0, ?5, ?5, ?6)""",
        row,
    ).lastrowid
    assert number is not None
    db.executemany(
        "INSERT INTO seat (game, number, kind, name, colour) VALUES (?, ?, ?, ?, ?)",
        [
            (number, place, seat.kind, seat.name, colour)
            for place, (seat, colour) in enumerate(zip(match.seats, colours, strict=True))
        ],
    )
    append(db, number, match.lines)
    stand(db, number, match.truth(), len(match.events))
    return number


def _header(told: str) -> str:
    return told.partition("\n\n")[0]


def _insert_deck(db: Connection, match: Match, find_deck: FindDeck) -> int | None:
    deck = match.game.deck
    if deck is None:
        return None
    known: tuple[int] | None = db.execute(
        "SELECT id FROM deck WHERE name = ? AND digest = ?", (deck.name, deck.digest)
    ).fetchone()
    if known is not None:
        return known[0]
    row = (deck.name, deck.digest, _bytes(find_deck(deck.name), deck.digest))
    return db.execute("INSERT INTO deck (name, digest, bytes) VALUES (?, ?, ?)", row).lastrowid


def _bytes(file: Path | None, digest: str) -> bytes:
    """A deck that has just been read from this file, and should still be there."""
    try:
        data = file.read_bytes() if file is not None else b""
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from None
    if not sha256(data).hexdigest().startswith(digest):
        raise BadInput(f"{file}: changed while it was read")
    return data


def append(db: Connection, number: int, lines: Sequence[str]) -> None:
    """Lines to the record of a game."""
    (length,) = _of_game(db, number, "lines")
    rows = [(number, place, line) for place, line in enumerate(lines, length + 1)]
    db.executemany("INSERT INTO line (game, number, text) VALUES (?, ?, ?)", rows)
    db.execute("UPDATE game SET lines = ?, changed = ? WHERE id = ?", (length + len(lines), _now(), number))


def stand(db: Connection, number: int, state: State, moves: int) -> None:
    """How a game stands, and if it is over, how it ended."""
    over = state.to_move == NOBODY
    shares = state.returns() if over else ()
    winner = shares.index(1) if 1 in shares else None
    db.execute("UPDATE game SET moves = ?, over = ?, winner = ? WHERE id = ?", (moves, over, winner, number))
    points = [int(score) if over else None for score in state.scores()]
    rows = [(score, number, place) for place, score in enumerate(points)]
    db.executemany("UPDATE seat SET points = ? WHERE game = ? AND number = ?", rows)


def hold(db: Connection, number: int, owner: Owner) -> Held:
    """Let somebody have a game, whoever had it before."""
    row = (owner.token, owner.host, owner.pid, owner.birth, owner.since.isoformat(), number)
    db.execute("UPDATE game SET token = ?, host = ?, pid = ?, birth = ?, since = ? WHERE id = ?", row)
    return Held(number, *_of_game(db, number, "token, lines"))


def holds(db: Connection, held: Held) -> bool:
    """Whether all is still as it was left."""
    query = "SELECT id FROM game WHERE id = ? AND token = ? AND lines = ?"
    return db.execute(query, (held.number, held.token, held.lines)).fetchone() is not None


def free(db: Connection, held: Held) -> None:
    """Let anybody have a game, if it is still held."""
    db.execute("UPDATE game SET token = NULL WHERE id = ? AND token = ?", (held.number, held.token))


def remove(db: Connection, number: int) -> None:
    """A game, and its deck if no other game needs it."""
    db.execute("DELETE FROM game WHERE id = ?", (number,))
    db.execute("DELETE FROM deck WHERE id NOT IN (SELECT deck FROM game WHERE deck NOT NULL)")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
