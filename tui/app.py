"""The app: which screen is open, in which language, theme and keys."""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from amunre.core import GAMES
from amunre.tui import keynames
from amunre.tui import settings as settings_file
from amunre.tui.house import AT_HOME, House
from amunre.tui.inks import ASCII, LOOKS, UNICODE, Glyphs
from amunre.tui.painting import CroppedUpdate
from amunre.tui.refusals import refusal
from amunre.tui.settings import Settings
from amunre.tui.store import Sitting, Store
from amunre.tui.themes import DARK, SIXTEEN, THEMES
from amunre.tui.widgets.keys import Told, told
from amunre.tui.widgets.scrollbar import WholeCells
from amunre.tui.words import Words, load

HERE = Path(__file__).parent
STYLES = ("app.tcss", *(f"boards/{game}.tcss" for game in GAMES))
SHARED = {"table.confirm": "enter", "table.close": "enter", "table.space": "space", "table.hurry": "space"}
"""Bindings that have a key at different moments. Textual takes it from all of them when one gets another key."""
NARROWEST = 20
"""Columns for which everything can be laid out: what has no room at all, Textual fails to wrap."""
HUNG_UP = 129
"""The exit code that a shell gives for SIGHUP."""


def _hang_up(*_: object) -> None:
    """The line is closed: whoever tries to restore that terminal waits for ever."""
    os._exit(HUNG_UP)


class AmunreApp(App[None]):
    """A shelf of games, and the table to play them at."""

    TITLE = "amunre-tui"
    # Read once: a process that was forked may not be able to read the program's files.
    CSS = "\n".join((HERE / file).read_text("utf-8") for file in STYLES)
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"look--{look}" for look in LOOKS}
    """Here, once: Textual makes a node of each for every widget that has it."""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "key.quit", show=False, id="quit", priority=True),
        Binding("ctrl+p", "command_palette", "key.palette", show=False, id="palette", priority=True),
    ]

    def __init__(
        self,
        folder: Path,
        store: Store,
        settings: Settings,
        language: str,
        sitting: Sitting | None = None,
        signs: bool = False,
        house: House = AT_HOME,
    ) -> None:
        ScrollBar.renderer = WholeCells
        # Terminal colours are those that NO_COLOR takes away altogether: of others, Textual would leave greys.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.language = language
        self._first = sitting
        self._ascii = signs
        for theme in (*THEMES.values(), *SIXTEEN.values()):
            self.register_theme(theme)
        self.settle(folder, store, settings, house)

    def settle(self, folder: Path, store: Store, settings: Settings, house: House) -> None:
        """Whose games these are, and how she likes them to look."""
        self.folder = folder
        self.store = store
        self.settings = settings
        self.house = house
        self._paint()
        self._map()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What every theme has to say."""
        return DARK.variables

    @property
    def words(self) -> Words:
        """The words of the player's language."""
        return load(self.language)

    @property
    def glyphs(self) -> Glyphs:
        """The signs that the terminal can show."""
        return ASCII if self._ascii or self.settings.ascii else UNICODE

    def get_default_screen(self) -> Screen[Any]:
        """The title: behind it there is nothing."""
        from amunre.tui.screens.title import TitleScreen

        return TitleScreen()

    def on_mount(self) -> None:
        """Open the table, if one was asked for."""
        self._leave_when_told()
        if self._first is not None:
            self.sit(self._first)

    async def on_event(self, event: events.Event) -> None:
        """A key that is typed ahead waits for its screen to be laid out; once it is to end, it is for nobody."""
        if isinstance(event, events.Resize) and event.size.width < NARROWEST:
            event = events.Resize.from_dimensions((NARROWEST, event.size.height), None)
        if isinstance(event, events.Key):
            if self._exit or not self.screen_stack:
                return
            await self.screen._mounted_event.wait()
        await super().on_event(event)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Paint no more than what has changed: slow lines are why."""
        super()._display(screen, CroppedUpdate.of(renderable) if isinstance(renderable, ChopsUpdate) else renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Nobody minds what a screen misses that was just being laid out when the program ended."""
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """No traceback: whoever runs the app says in a line what went wrong."""
        self._close_messages_no_wait()

    @property
    def fault(self) -> Exception | None:
        """What ended it, if it did not end as it should."""
        return self._exception

    def _leave_when_told(self) -> None:
        """A signal ends the program; all is on disk already."""
        import asyncio

        with suppress(NotImplementedError, AttributeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
            # Not by the loop: it may be waiting for a terminal that takes nothing any more.
            signal.signal(signal.SIGHUP, _hang_up)

    def sit(self, sitting: Sitting) -> None:
        """Go on with a game, in front of whatever is open."""
        from amunre.tui.screens.table import TableScreen

        self.push_screen(TableScreen(sitting))

    # ------------------------------------------------------------------ settings
    def change(self, **values: object) -> None:
        """Change settings, show what comes of it, and keep them; that they cannot be kept is told."""
        before, self.settings = self.settings, replace(self.settings, **values)  # type: ignore[arg-type]
        self._paint()
        self._map()
        if self.settings.language and self.settings.language != self.language:
            self.language = self.settings.language
            self.relabel()
        elif before.ascii != self.settings.ascii:
            self.relabel()
        try:
            self.remember()
        except OSError as error:
            told = self.words.say("settings.not_kept", reason=refusal(error, self.words))
            self.notify(told, severity="error", markup=False)

    def remember(self) -> None:
        """Keep the settings."""
        settings_file.write(self.settings, self.folder)

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is shown, in the player's words."""
        signs = self.glyphs is not ASCII
        if binding.key_display is None:
            return keynames.shown(binding.key, self.words, signs)
        return binding.key_display if signs or binding.key_display.isascii() else self.words.say("key.arrows")

    def _map(self) -> None:
        own = self.settings.keys
        self.set_keymap({**SHARED, **own} if own else {})

    def _paint(self) -> None:
        self.set_class(self.glyphs is ASCII, "-ascii")
        name = self.settings.theme if self.settings.theme in THEMES else DARK.name
        self.theme = SIXTEEN[name].name if self.console.color_system == "standard" else name
        self.animation_level = "full" if self.settings.animation else "none"

    def relabel(self) -> None:
        """Let every screen say its words again that has said them."""
        from amunre.tui.screens.room import Room

        for screen in self.screen_stack:
            if isinstance(screen, Room) and screen.is_mounted:
                screen.relabel()

    def action_help_quit(self) -> None:
        """Who presses what ends other programs is told what ends this one."""
        key = next(active.binding for active in self.screen.active_bindings.values() if active.binding.id == "quit")
        self.notify(self.words.say("key.how_to_quit", which=self.get_key_display(key)), timeout=3, markup=False)

    # ------------------------------------------------------------------ the palette
    def action_command_palette(self) -> None:
        """Search for something that can be done."""
        from amunre.tui.screens.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(self.words))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Everything that can be done here, in words; once what can be done in two ways."""
        found: dict[str, Told] = {}
        for each in told(screen, hidden=True):
            if each.action != "command_palette":
                found.setdefault(each.words, each)
        for each in found.values():
            yield SystemCommand(each.words, each.key, partial(screen.call_later, each.perform))
        for name in THEMES:
            title = self.words.say("palette.theme", name=self.words.say(f"theme.{name}"))
            yield SystemCommand(title, "", partial(self.change, theme=name))
