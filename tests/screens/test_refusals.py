"""What cannot be done is said in a line, in the player's language, and nothing breaks."""

from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from typing import NoReturn

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from amunre.core import load
from amunre.core.match import Match, Seat
from amunre.tui import settings as settings_file
from amunre.tui.app import AmunreApp
from amunre.tui.screens.history import HistoryScreen
from amunre.tui.screens.path import PathCard
from amunre.tui.settings import Settings, Table
from amunre.tui.store import CannotKeep, Store
from amunre.tui.words import load as load_words
from tests.screens.conftest import MakeApp

TWO = Table(players=2, seats=(("human", "Ann"), ("human", "Bea")), colours=(1, 2))
QUIET = Settings(pace="instant", animation=False, guide=False, table=TWO)


def italian(key: str, **values: object) -> str:
    return load_words("it").say(key, **values)


def error(app: AmunreApp) -> str:
    return str(app.screen.query_one("#error", Static).content)


def complaints(app: AmunreApp) -> list[str]:
    return [told.message for told in app._notifications]


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def begin(store: Store, kind: str = "human") -> None:
    store.begin(Match(load("amunre_card", 2), [Seat("human", "Ann"), Seat(kind, "Bea")], 1), [1, 2])


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("#seed", "-1", italian("typed.seed", most=2**64 - 1, text="-1")),
        ("#deck", "a\0b", italian("typed.unprintable")),
        ("#deck", "~no-such-user/a", italian("typed.no_home", path="~no-such-user/a")),
        ("#name-0", "A\0", italian("typed.unprintable")),
        ("#name-0", "Bea", italian("new.same_name", name="Bea")),
        ("#name-0", "Hatshepsut the First", italian("new.long_name", name="Hatshepsut the First", most=12)),
    ],
)
async def test_a_table_is_refused_in_the_language_in_use(
    field: str, value: str, said: str, app: MakeApp, store: Store
) -> None:
    shown = app(QUIET, language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "n")
        typed = shown.screen.query_one(field, Input)
        typed.max_length = None
        typed.value = value
        await press(pilot, "enter")
        assert error(shown) == said
    assert store.games() == []


@pytest.mark.parametrize("key", ["e", "o"])
async def test_a_path_that_cannot_be_one_is_refused(key: str, app: MakeApp, store: Store) -> None:
    begin(store)
    shown = app(language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "p", key)
        shown.screen.query_one(Input).value = "a\0b"
        await press(pilot, "enter")
        assert isinstance(shown.screen, PathCard)
        assert error(shown) == italian("typed.unprintable")


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("o", "", "manca il nome del file"),
        ("e", "", "manca il nome del file"),
        ("o", "there", "there: è una cartella"),
        ("e", "there", "there: il file esiste già"),
        ("e", "there/not/a.record", "there/not/a.record: file o cartella inesistente"),
        ("o", "no.record", "no.record: file o cartella inesistente"),
        ("o", "bad.record", "non è una registrazione leggibile: line 1: expected amunre-record 1, not nonsense"),
    ],
)
async def test_a_file_that_cannot_be_used_is_refused_in_the_language_in_use(
    key: str, typed: str, said: str, app: MakeApp, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("bad.record").write_text("nonsense\n", "utf-8")
    begin(store)
    shown = app(language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "p", key)
        shown.screen.query_one(Input).value = typed
        await press(pilot, "enter")
        assert isinstance(shown.screen, PathCard)
        assert error(shown) == said


async def test_settings_that_cannot_be_kept_are_told_in_the_language_in_use(
    app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(settings_file, "write", full)
    shown = app(QUIET, language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "s", "down", "right")
        assert complaints(shown) == ["Le impostazioni non si possono conservare: lo spazio sul disco è finito."]


async def test_a_deck_that_cannot_be_used_is_refused_in_the_language_in_use(app: MakeApp) -> None:
    shown = app(QUIET, language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "n")
        shown.screen.query_one("#deck", Input).value = "no.toml"
        await press(pilot, "enter")
        assert error(shown).startswith("questo mazzo non si può usare: ")


async def test_a_game_that_is_played_elsewhere_is_not_removed(app: MakeApp, store: Store) -> None:
    begin(store)
    shown = app(language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "p", "x", "y")
        [told] = complaints(shown)
        assert told.startswith(italian("title.used", pid=0, host="").partition("0")[0])
    assert len(store.games()) == 1


async def test_a_game_of_an_unknown_level_is_not_gone_on_with(app: MakeApp, store: Store) -> None:
    begin(store, "sphinx")
    shown = app(language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "p", "enter")
        assert isinstance(shown.screen, HistoryScreen)
        [told] = complaints(shown)
        assert told.startswith(italian("typed.level", level="sphinx", known="").partition(" (")[0])


async def test_what_cannot_be_kept_is_said(app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> NoReturn:
        raise CannotKeep(Path("games.db"), ENOSPC, "store.full")

    begin(store)
    for action in ("begin", "sit", "add"):
        monkeypatch.setattr(store, action, full)
    shown = app(QUIET, language="it")
    async with shown.run_test() as pilot:
        await press(pilot, "c")
        assert complaints(shown) == [italian("store.full")]
        await press(pilot, "n", "enter")
        assert error(shown) == italian("store.full")
        await press(pilot, "escape", "p", "o")
        shown.screen.query_one(Input).value = __file__
        await press(pilot, "enter")
        assert error(shown) == italian("store.full")


async def test_what_ends_other_programs_tells_what_ends_this_one(app: MakeApp) -> None:
    table = app(replace(QUIET, keys={"quit": "ctrl+x"}), language="it")
    async with table.run_test() as pilot:
        await press(pilot, "ctrl+c")
        assert complaints(table) == [italian("key.how_to_quit", which="^x")]
