"""The app as a visitor meets it: it asks for her name, then shows her own games."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from textual.screen import Screen

from amunre.tui import settings as settings_file
from amunre.tui.app import AmunreApp
from amunre.tui.guests import go_on, name, welcomed
from amunre.tui.house import House
from amunre.tui.languages import spoken
from amunre.tui.screens.title import TitleScreen
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from amunre.tui.words import load

PATIENCE = 1.0
"""Seconds that an opponent of a visitor may think: others want to play too."""

LONGEST = 1000
"""Letters of a line in the log."""


class NoGames(Store):
    """Those of a visitor who has not said her name."""

    def __init__(self) -> None:
        """No file is opened."""

    def close(self) -> None:
        """There is none to let go of."""


def visitor(guest: str = "") -> House:
    """Where she is, whoever she is."""
    return House(guest or "?", lambda: PATIENCE)


class VisitorApp(AmunreApp):
    """Begins without anybody's games."""

    def __init__(self, place: Path) -> None:
        super().__init__(place, NoGames(), Settings(), spoken(), house=visitor())
        self._place = place
        self._named = False

    def get_default_screen(self) -> Screen[Any]:
        """Nothing: there is no title yet."""
        return Screen()

    def on_mount(self) -> None:
        """Who is it? What every app does first, Textual calls by itself."""
        from amunre.tui.web.name import NameScreen

        self.push_screen(NameScreen())

    def move_in(self, typed: str) -> None:
        """Open the games of this name, at the one that is not over."""
        guest = name(typed)
        place = self._place / guest
        settings = welcomed(settings_file.read(place), guest)
        language = spoken("", settings.language)
        store = Store(place)
        sitting = go_on(store, settings, load(language))
        self._named = True
        self.language = language
        self.settle(place, store, settings, visitor(guest))
        self.pop_screen()
        self.push_screen(TitleScreen())
        if sitting is not None:
            self.sit(sitting)

    def remember(self) -> None:
        """Keep settings once it is known whose they are."""
        if self._named:
            super().remember()

    def _handle_exception(self, error: Exception) -> None:
        """Whoever runs the server is told in a line; the visitor sees that it has ended."""
        if os.environ.get("AMUNRE_DEBUG"):
            super()._handle_exception(error)
        elif not self._exit:
            complain(f"{type(error).__name__}: {error}")
            self._return_code = 1
            self._close_messages_no_wait()


def complain(line: str) -> None:
    """A line in the log of the server."""
    shown = "".join(letter if letter.isprintable() else " " for letter in line[:LONGEST])
    with suppress(OSError):
        print(f"amunre-tui: {shown}", file=sys.__stderr__, flush=True)
