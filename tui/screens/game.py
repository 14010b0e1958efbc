"""What can be looked at wherever a game is shown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size

from amunre.core.match import Event, Match
from amunre.tui.boards import Page, Scene, board
from amunre.tui.screens.cards import PageCard
from amunre.tui.screens.room import Room
from amunre.tui.widgets.log import LogView


class GameScreen(Room[None]):
    """A screen with a game on it: its cards, players and points can be looked at, its log and its rules be read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "inspect", "key.inspect", id="game.inspect"),
        Binding("L", "log", "key.log", id="game.log"),
        Binding("r", "rules", "key.rules", id="game.rules"),
        Binding("s", "sheet", "key.sheet", id="game.sheet", show=False),
        Binding("tab,shift+tab", "panel", "key.panel", id="game.panel", show=False),
        Binding("S", "settings", "title.settings", id="game.settings", show=False),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.board = board(match.game.name)

    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far."""
        return self.match.events

    @property
    def large(self) -> bool:
        """Whether there is room for more than what is needed."""
        return self.has_class("-wide") and self.has_class("-high")

    def room(self) -> Size:
        """What the table, as it is drawn now, leaves to what stands below it: laid out at once."""
        self.app.stylesheet.update(self)
        self._refresh_layout()
        return self.query_one("#beside").size

    @property
    def scene(self) -> Scene:
        """What is to be drawn now."""
        raise NotImplementedError

    def action_inspect(self) -> None:
        """Look at cards and players closely."""
        self.app.push_screen(PageCard(self.scene, self.board.pages(self.scene), self.board.at_cursor(self.scene)))

    def action_sheet(self) -> None:
        """Offerings that were revealed and score sheets again, the last of them first."""
        pages = [page for event in self.events for page in self.announced(event)]
        if pages:
            self.app.push_screen(PageCard(self.scene, pages, len(pages) - 1))

    def announced(self, event: Event) -> list[Page]:
        """What everybody waits for, if it came about then: secrets revealed, and points."""
        scene = replace(self.scene, state=event.before)
        found = (self.board.revealed(scene, event.story), self.board.sheet(scene, event.story))
        return [page for page in found if page is not None]

    def action_log(self) -> None:
        """Look back."""
        self.query_one(LogView).focus()

    def action_panel(self) -> None:
        """From the table to the log, and back."""
        if self.focused is None:
            self.action_log()
        else:
            self.leave_log()

    def leave_log(self) -> None:
        """Whoever has read the log is back at the table, where it tells the newest."""
        self.set_focus(None)
        self.query_one(LogView).newest()

    def action_back(self) -> None:
        """Out of the log, then out of the game."""
        if self.focused is None:
            super().action_back()
        else:
            self.leave_log()

    def action_rules(self) -> None:
        """The rule of what is going on."""
        from amunre.tui.screens.rules import RulesScreen

        chapter = self.board.chapter(self.scene.state)
        self.app.push_screen(RulesScreen(self.match.game.name, chapter))

    def action_settings(self) -> None:
        """Another language, another pace."""
        from amunre.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())
