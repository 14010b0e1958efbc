"""The file behind the store: made if need be, refused or set aside if it is of no use, and written all or nothing."""

import errno
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from amunre.core import BadInput
from amunre.tui.words import load

PATIENCE = 3.0
"""Seconds to wait while another process writes."""
AGAIN = 0.02
"""Seconds until what was refused is tried once more."""

_STEPS = (
    (
        "CREATE TABLE deck (id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, bytes BLOB NOT NULL)",
        """CREATE TABLE game (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            header TEXT NOT NULL,
            seed TEXT NOT NULL,                         -- 64 bits without a sign: too many for an INTEGER
            deck INTEGER REFERENCES deck,
            lines INTEGER NOT NULL,
            moves INTEGER NOT NULL,
            over INTEGER NOT NULL,
            winner INTEGER,
            begun TEXT NOT NULL,
            changed TEXT NOT NULL,
            token TEXT, host TEXT, pid INTEGER, birth TEXT, since TEXT      -- the owner, if there is one
        )""",
        """CREATE TABLE seat (
            game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            colour INTEGER NOT NULL,
            points INTEGER,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE line (
            game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
            number INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
    ),
    ("ALTER TABLE game ADD COLUMN imported INTEGER NOT NULL DEFAULT 0",),
)
"""What makes each format out of the one before; the first is made out of nothing."""
_OURS = {"deck", "game", "seat", "line"}
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
NUMBER = len(_STEPS)
"""Of the format. A higher one in a file was written by a newer program."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_REASONS = {
    sqlite3.SQLITE_FULL: (errno.ENOSPC, "store.full"),
    sqlite3.SQLITE_READONLY: (errno.EROFS, "store.read_only"),
    sqlite3.SQLITE_PERM: (errno.EACCES, "store.read_only"),
    sqlite3.SQLITE_BUSY: (errno.EAGAIN, "store.locked"),
    sqlite3.SQLITE_LOCKED: (errno.EAGAIN, "store.locked"),
    **dict.fromkeys(_DAMAGED, (errno.EIO, "store.damaged")),
}
_OTHERWISE = (errno.EIO, "store.failed")


class CannotKeep(OSError):
    """Something could not be written, and has not happened."""

    def __init__(self, file: Path, number: int, key: str) -> None:
        super().__init__(number, load().say(key), str(file))
        self.key = key
        """Of the words for the reason."""

    def __str__(self) -> str:
        return str(self.strerror)


class Database:
    """A file of SQLite that several processes may use at once."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
        except OSError as error:
            raise BadInput(f"{file.parent}: cannot be used: {error.strerror}") from None
        except sqlite3.Error as error:
            raise BadInput(f"{file}: {error}") from None
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """What is read here is of one moment."""
        try:
            with self._transaction("BEGIN"):
                yield self._db
        except sqlite3.Error as error:
            raise BadInput(f"{self.file}: {error}") from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """What is written here is on the disk afterwards, or nothing of it."""
        try:
            with self._transaction("BEGIN IMMEDIATE"):
                yield self._db
        except sqlite3.Error as error:
            raise CannotKeep(self.file, *_REASONS.get(_code(error), _OTHERWISE)) from error

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self._db.execute(begin)
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise

    # ------------------------------------------------------------------ opening
    def _prepare(self) -> None:
        """Several processes may do this at once; SQLite does not wait for the one that turns to WAL, so this does."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._check()
                self._make()
            except sqlite3.Error as error:
                if _code(error) in _DAMAGED:
                    self._set_aside()
                if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise BadInput(f"{self.file}: {error}") from None
                time.sleep(AGAIN)
            else:
                return

    def _check(self) -> None:
        """Nothing is written into a file before it is clear that it is ours and sound."""
        with self._transaction("BEGIN"):
            version = self._asked("PRAGMA user_version")
            if version > NUMBER:
                raise BadInput(f"{self.file}: written by a newer program than this one")
            sound = self._asked("PRAGMA quick_check(1)") == "ok"
            tables = {name for (name,) in self._db.execute(_TABLES)}
        if not sound:
            self._set_aside()
        if tables != (_OURS if version else set()):
            raise BadInput(f"{self.file}: not a file of games")

    def _make(self) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._db.execute(f"PRAGMA {pragma}")
        if self._asked("PRAGMA user_version") == NUMBER:
            return
        with self._transaction("BEGIN IMMEDIATE"):
            # Another process may have been faster.
            for step in _STEPS[self._asked("PRAGMA user_version") :]:
                for statement in step:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {NUMBER}")

    def _asked(self, question: str) -> Any:
        return self._db.execute(question).fetchone()[0]

    def _set_aside(self) -> NoReturn:
        """Move the damaged file where nothing touches it, and say so."""
        if sys.platform == "win32":
            self.close()  # An open file could not be moved there; elsewhere closing first might write into it.
        try:
            aside = _moved(self.file)
        except OSError as error:
            raise BadInput(f"{self.file}: damaged, and cannot be moved: {error.strerror}") from None
        raise BadInput(f"{self.file}: damaged; it is now {aside.name}, and the next start begins anew")


def _moved(file: Path) -> Path:
    """The file and what belongs to it under the first name that is free."""
    parts = ("", "-wal", "-shm")
    names = (file.with_name(f"{file.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not any(Path(f"{name}{part}").exists() for part in parts))
    for part in parts:
        with suppress(FileNotFoundError):
            Path(f"{file}{part}").rename(f"{aside}{part}")
    return aside


def _code(error: sqlite3.Error) -> int:
    """What went wrong, without the details."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
