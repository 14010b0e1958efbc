"""One of a few values, in one line."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from amunre.tui.inks import SEATS


class Value(NamedTuple):
    """Something a dial can be turned to."""

    value: object
    label: str
    look: str = ""
    """`seat-<colour>`, or nothing of its own."""


class Dial(Widget, can_focus=True):
    """Turns to the left and to the right, and round."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"dial--seat-{number}" for number in range(1, SEATS + 1)}
    DEFAULT_CSS = """
    Dial {
        height: 1; width: auto;
        &:focus { background: $primary; color: $background; text-style: bold; }
        .dial--seat-1 { color: $seat-1; }
        .dial--seat-2 { color: $seat-2; }
        .dial--seat-3 { color: $seat-3; }
        .dial--seat-4 { color: $seat-4; }
        .dial--seat-5 { color: $seat-5; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "key.turn_left", show=False, id="dial.left"),
        Binding("right,l,space", "turn(1)", "key.turn", id="dial.right"),
    ]

    at: reactive[int] = reactive(0)

    class Turned(Message):
        """Somebody has turned it."""

        def __init__(self, dial: "Dial", before: object) -> None:
            self.dial = dial
            self.before = before
            super().__init__()

        @property
        def control(self) -> "Dial":
            """The dial."""
            return self.dial

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._values: Sequence[Value] = [Value(None, "")]

    def offer(self, values: Sequence[Value], value: object) -> None:
        """What it can be turned to, and what it stands at: the first if that is none of them."""
        self._values = values
        self.turn_to(value)
        self.refresh(layout=True)

    def turn_to(self, value: object) -> None:
        """Set it, and tell nobody."""
        self.at = next((place for place, each in enumerate(self._values) if each.value == value), 0)

    @property
    def value(self) -> object:
        """What it stands at."""
        return self._values[self.at].value

    def action_turn(self, step: int) -> None:
        """Take the next value."""
        before = self.value
        self.at = (self.at + step) % len(self._values)
        self.post_message(self.Turned(self, before))

    def on_click(self) -> None:
        """Take the next value."""
        self.action_turn(1)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Room for every value."""
        return max(cell_len(each.label) for each in self._values) + 4

    def render_line(self, y: int) -> Strip:  # noqa: ARG002
        """The value between two arrows."""
        each = self._values[self.at]
        width = self.size.width
        middle = Segment(each.label.center(width - 4), self._style(each.look))
        return Strip([Segment("< ", self.rich_style), middle, Segment(" >", self.rich_style)]).adjust_cell_length(
            width, self.rich_style
        )

    def _style(self, look: str) -> Style:
        if not look or self.has_focus:
            return self.rich_style
        return self.rich_style + self.get_component_rich_style(f"dial--{look}", partial=True)
