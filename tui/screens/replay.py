"""A game from its first position to its last, and back."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from amunre.core import NOBODY, State
from amunre.core.match import Event, Match
from amunre.tui.account import Told, told
from amunre.tui.beside import beside
from amunre.tui.boards import Scene
from amunre.tui.screens.game import GameScreen
from amunre.tui.seating import sitters
from amunre.tui.widgets.keys import Keys
from amunre.tui.widgets.log import LogView
from amunre.tui.widgets.panel import Panel
from amunre.tui.widgets.tabletop import Tabletop


def chapters(match: Match) -> list[list[int]]:
    """After how many actions something begins: any action, anything with a title, anything titled like the first.

    Each list has the beginning and the end of the match too.
    """
    end = len(match.events)
    titled = [
        (number, step.kind)
        for number, event in enumerate(match.events, 1)
        for step in event.story
        if match.game.heading(step) is not None
    ]
    greatest = [number for number, kind in titled if kind == titled[0][1]]
    return [list(range(end + 1)), sorted({0, end, *(number for number, _ in titled)}), sorted({0, end, *greatest})]


class ReplayScreen(GameScreen):
    """The table as it was, with nothing hidden."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    ReplayScreen #position { height: 1; padding: 0 1; color: $primary; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "go(0, 1)", "key.next", id="replay.next"),
        Binding("left,h", "go(0, -1)", "key.previous", id="replay.previous"),
        Binding("down,j,right_square_bracket", "go(1, 1)", "key.next_phase", id="replay.next_phase"),
        Binding("up,k,left_square_bracket", "go(1, -1)", "key.previous_phase", show=False, id="replay.previous_phase"),
        Binding("pagedown", "go(2, 1)", "key.next_part", id="replay.next_part"),
        Binding("pageup", "go(2, -1)", "key.previous_part", show=False, id="replay.previous_part"),
        Binding("home", "first", "key.first", show=False, id="replay.first"),
        Binding("end", "last", "key.last", show=False, id="replay.last"),
    ]

    def __init__(self, match: Match, colours: Sequence[int]) -> None:
        super().__init__(match)
        self.at = 0
        """Actions that have happened."""
        self._colours = tuple(colours)
        self._stops = chapters(match)
        self._told: list[list[Told]] = []

    def compose(self) -> ComposeResult:
        """The tabletop, the log, the position, the keys."""
        yield Tabletop(self.match.game.name)
        yield LogView()
        yield Static(id="position", markup=False)
        yield Panel(beside, id="beside")
        yield Keys()

    def on_mount(self) -> None:
        """Begin at the beginning."""
        self.relabel()

    def relabel(self) -> None:
        """Tell and draw everything again."""
        words = self.amunre.words
        self._told = [list(told(self.match, entry, words)) for entry in self.match.log()]
        self._show()

    def on_resize(self) -> None:
        """There may be room for more."""
        self.call_after_refresh(self._show)

    # ------------------------------------------------------------------ showing
    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far."""
        return self.match.events[: self.at]

    @property
    def state(self) -> State:
        """The position."""
        events = self.match.events
        return events[self.at].before if self.at < len(events) else self.match.truth()

    @property
    def scene(self) -> Scene:
        """What is to be drawn now."""
        words = self.amunre.words
        return Scene(
            state=self.state,
            viewer=NOBODY,
            sitters=sitters(self.match, self._colours, words),
            words=words,
            glyphs=self.amunre.glyphs,
            large=self.large,
        )

    def _show(self) -> None:
        scene = self.scene
        self.query_one(Tabletop).show(scene)
        self.query_one("#beside", Panel).show(scene)
        told = self._told[: self.at]
        self.query_one(LogView).show([line for lines in told for line in lines], len(told[-1]) if told else 0)
        position = self.say("replay.position", at=self.at, of=len(self.match.events))
        self.query_one("#position", Static).update(position)

    # ------------------------------------------------------------------ going
    def action_go(self, size: int, step: int) -> None:
        """To the next stop in this direction."""
        stops = self._stops[size]
        if step > 0:
            self._go_to(next((stop for stop in stops if stop > self.at), self.at))
        else:
            self._go_to(next((stop for stop in reversed(stops) if stop < self.at), self.at))

    def action_first(self) -> None:
        """To the beginning."""
        self._go_to(0)

    def action_last(self) -> None:
        """To the end."""
        self._go_to(len(self.match.events))

    def _go_to(self, number: int) -> None:
        if number != self.at:
            self.at = number
            self._show()
