"""The app with a data directory of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from amunre.tui.app import AmunreApp
from amunre.tui.screens import table
from amunre.tui.settings import Settings
from amunre.tui.store import Sitting, Store

MakeApp = Callable[..., AmunreApp]


@pytest.fixture(autouse=True)
def _all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the tests run, the app finds a terminal with all colours."""
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture(autouse=True)
def _at_ease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables do not look by themselves whether another terminal plays: it would depend on the time."""
    monkeypatch.setattr(table, "WATCH", 1000.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as kept:
        yield kept


@pytest.fixture
def app(tmp_path: Path, store: Store) -> MakeApp:
    """An app that waits for nothing and explains nothing, unless the test wants other settings."""
    quiet = Settings(pace="instant", animation=False, guide=False)

    def make(settings: Settings = quiet, sitting: Sitting | None = None, language: str = "en") -> AmunreApp:
        return AmunreApp(tmp_path, store, settings, language, sitting)

    return make
