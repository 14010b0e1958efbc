"""Disks that are full, files that are damaged: nothing half done, nothing lost."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from amunre.core import BadInput
from amunre.core.record import write
from amunre.tui.database import NUMBER
from amunre.tui.store import CannotKeep, Store
from tests.store.games import failing, new_match, play


def connection(store: Store) -> sqlite3.Connection:
    return store._database._db


@contextmanager
def full(store: Store) -> Iterator[None]:
    """No page more."""
    db = connection(store)
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    (usual,) = db.execute("PRAGMA max_page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages}")
    yield
    db.execute(f"PRAGMA max_page_count = {usual}")


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    connection(store).execute("PRAGMA query_only = ON")
    yield
    connection(store).execute("PRAGMA query_only = OFF")


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Another process writes, and we do not wait for it."""
    connection(store).execute("PRAGMA busy_timeout = 0")
    (_, _, file), *_ = connection(store).execute("PRAGMA database_list")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


Trouble = Callable[[Store], AbstractContextManager[None]]


# ---------------------------------------------------------------------- writing
@pytest.mark.parametrize(
    ("trouble", "key", "reason"),
    [
        (full, "store.full", "the disk is full"),
        (read_only, "store.read_only", "the file can only be read"),
        (locked, "store.locked", "another program holds the file"),
        (failing, "store.failed", "the disk does not do what it should"),
    ],
)
def test_what_cannot_be_kept_has_not_happened(tmp_path: Path, trouble: Trouble, key: str, reason: str) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match("steward", "scribe"), [1, 2, 3])
        match = sitting.match
        play(match, 10)
        with trouble(store):
            with pytest.raises(CannotKeep) as refused:
                play(match)
            assert (refused.value.key, str(refused.value)) == (key, reason)
            position, text, events = match.truth(), write(match), match.events[:]
            for _ in range(2):
                with pytest.raises(CannotKeep):
                    play(match, 1)
                if trouble is not full:
                    with pytest.raises(CannotKeep):
                        match.undo(0, 5)
            assert (match.truth(), write(match), match.events) == (position, text, events)
            assert store.export(sitting.id) == text
            with pytest.raises(CannotKeep):
                store.add(write(play(new_match("steward", "scribe"))))
            assert [kept.id for kept in store.games()] == [sitting.id]
        play(match)
        assert match.over
        assert store.export(sitting.id) == write(match)


def test_a_game_can_be_left_even_if_that_cannot_be_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match(), [1, 2])
        with read_only(store):
            sitting.leave()


# ---------------------------------------------------------------------- opening
def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def filled(folder: Path) -> Path:
    with Store(folder) as store:
        play(store.begin(new_match(), [1, 2]).match)
    return folder / "games.db"


def overwrite(file: Path, place: int, data: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(place)
        stream.write(data)


def damage_header(file: Path) -> None:
    overwrite(file, 0, b"nonsense")


def damage_page(file: Path) -> None:
    overwrite(file, 4096, b"\xff" * 4096)


def damage_length(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5000])


def damage_everything(file: Path) -> None:
    file.write_bytes(b"not a database at all\n" * 100)


@pytest.mark.parametrize("damage", [damage_header, damage_page, damage_length, damage_everything])
def test_a_damaged_file_is_set_aside_and_the_next_start_begins_anew(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    for number in (1, 2):
        file = filled(tmp_path)
        damage(file)
        before = contents(tmp_path)
        aside = f"games.db.damaged-{number}"
        with pytest.raises(BadInput, match=rf"games.db: damaged; it is now {aside}, and the next start begins anew$"):
            Store(tmp_path)
        before[aside] = before.pop("games.db")
        assert contents(tmp_path).items() >= before.items()
    with Store(tmp_path) as store:
        assert store.games() == []


def test_what_belongs_to_a_damaged_file_goes_with_it(tmp_path: Path) -> None:
    alive, dead = tmp_path / "alive", tmp_path / "dead"
    filled(alive)
    with Store(alive) as store:
        play(store.begin(new_match(), [1, 2]).match, 20)
        found = contents(alive)
    dead.mkdir()
    for name in ("games.db", "games.db-wal"):
        (dead / name).write_bytes(found[name])
    damage_page(dead / "games.db")
    before = contents(dead)
    with pytest.raises(BadInput, match="damaged"):
        Store(dead)
    after = contents(dead)
    assert after["games.db.damaged-1"] == before["games.db"]
    assert after["games.db.damaged-1-wal"] == before["games.db-wal"]
    with Store(dead) as store:
        assert store.games() == []


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = filled(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {NUMBER + 1}")
    before = contents(tmp_path)
    with pytest.raises(BadInput, match=r"games.db: written by a newer program than this one$"):
        Store(tmp_path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("number", [0, NUMBER])
def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path, number: int) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as db:
        db.execute("CREATE TABLE game (score)")
        db.execute(f"PRAGMA user_version = {number}")
    before = contents(tmp_path)
    with pytest.raises(BadInput, match=r"games.db: not a file of games$"):
        Store(tmp_path)
    assert contents(tmp_path) == before


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"file: cannot be used: File exists$"):
        Store(tmp_path / "file")
    (tmp_path / "games.db").mkdir()
    with pytest.raises(BadInput, match=r"games.db: unable to open database file$"):
        Store(tmp_path)


def test_a_disk_without_room_for_the_file_is_refused(tmp_path: Path) -> None:
    with failing(), pytest.raises(BadInput, match=r"games.db: disk I/O error$"):
        Store(tmp_path)
    filled(tmp_path)


def test_a_game_that_no_longer_replays_is_refused_with_its_line(tmp_path: Path) -> None:
    file = filled(tmp_path)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE line SET text = '1 bid Atlantis 6' WHERE number = 3")
    with Store(tmp_path) as store, pytest.raises(BadInput, match=r"^game 1: line 9: "):
        store.match(1)


@pytest.mark.parametrize("damage", ["game SET changed = 'today'", "seat SET kind = x'00'"])
def test_a_game_whose_rows_make_no_sense_is_named(tmp_path: Path, damage: str) -> None:
    file = filled(tmp_path)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f"UPDATE {damage}")
    with Store(tmp_path) as store, pytest.raises(BadInput, match=r"^game 1: "):
        store.games()


def test_a_file_of_an_earlier_program_is_gone_on_with(tmp_path: Path) -> None:
    file = filled(tmp_path)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("ALTER TABLE game DROP COLUMN imported")
        db.execute("PRAGMA user_version = 1")
    for _ in range(2):
        with Store(tmp_path) as store:
            [kept] = store.games()
            assert (kept.over, kept.imported) == (True, False)
            assert len(store.results()) == 1
    with Store(tmp_path) as store:
        play(store.sit(store.begin(new_match("scribe"), [1, 2]).id, take_over=True).match, 5)
        store.add(write(play(new_match("vizier"))))
        assert [kept.imported for kept in store.games()] == [True, False, False]
