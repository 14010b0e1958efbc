"""What happened, in sentences: titles of what began, and below each what came of it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from operator import attrgetter
from textwrap import wrap
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from amunre.tui.account import Told

BLANK = 1
"""Cells between the sentences and the scrollbar."""


class Wrapped(NamedTuple):
    """A line as it fits."""

    text: str
    title: bool
    sentence: int
    """Of which it is a part, counted from 0."""


NOTHING = Wrapped("", False, 0)


class LogView(ScrollView, can_focus=True):
    """Wraps sentences to its width, and stays at the end unless somebody looks back."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--title", "log--older"}
    DEFAULT_CSS = """
    LogView {
        height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1;
        & > .log--title { color: $primary; text-style: bold; }
        & > .log--older { color: $ink-dim; }
        &:focus { padding: 0; border-left: outer $primary; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_up", "key.up", id="log.up"),
        Binding("down,j", "scroll_down", "key.down", id="log.down"),
        Binding("home", "scroll_home", "key.first", show=False, id="log.home"),
        Binding("end", "scroll_end", "key.last", show=False, id="log.end"),
        Binding("pageup", "page_up", "key.page_up", show=False, id="log.page_up"),
        Binding("pagedown", "page_down", "key.page_down", show=False, id="log.page_down"),
        Binding("left_square_bracket", "chapter(-1)", "key.chapter", id="log.previous", key_display="[]"),
        Binding("right_square_bracket", "chapter(1)", "key.chapter", show=False, id="log.next"),
        Binding("escape", "screen.back", "key.back", id="log.back"),
    ]

    def __init__(self, id: str = "log") -> None:  # noqa: A002
        super().__init__(id=id)
        self._told: Sequence[Told] = ()
        self._latest = 0
        self._lines: list[Wrapped] = []
        self._end = 0
        """How far it could be scrolled when it was last wrapped."""

    def show(self, told: Sequence[Told], latest: int = 0) -> None:
        """All that happened; the last few, so many, are what has just happened."""
        same = next((at for at, (old, new) in enumerate(zip_longest(self._told, told)) if old != new), len(told))
        self._told, self._latest = told, latest or len(told)
        self._wrap(same)

    def newest(self) -> None:
        """To what happened last."""
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self._wrap()

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """A bar that appears has to be told how far everything is scrolled."""
        if shown:
            self.vertical_scrollbar.position = self.scroll_y

    def action_chapter(self, step: int) -> None:
        """To the title above what is read, or to the next one."""
        here = int(self.scroll_target_y)
        titles = [place for place, line in enumerate(self._lines) if line.title]
        if step > 0:
            self.scroll_to(y=next((place for place in titles if place > here), len(self._lines)), animate=False)
        else:
            self.scroll_to(y=next((place for place in reversed(titles) if place < here), 0), animate=False)

    def _wrap(self, same: int = 0) -> None:
        """Find out which lines there are. So many sentences are those that were there before."""
        width = self.scrollable_content_region.width - BLANK
        if width <= 0:
            return
        at_end = self.scroll_target_y >= min(self._end, self.max_scroll_y)
        before, reading = self._lines, int(self.scroll_target_y)
        kept = bisect_left(before, same, key=attrgetter("sentence")) if width == self.virtual_size.width else 0
        self._lines = [*before[:kept], *self._wrapped(width, same if kept else 0)]
        if not at_end and width != self.virtual_size.width:
            reading = _same(before[reading], self._lines)
        self.virtual_size = Size(width, len(self._lines))
        self._end = self.max_scroll_y
        self.scroll_to(y=self._end if at_end else reading, animate=False, force=True)
        self.refresh()

    def _wrapped(self, width: int, first: int) -> Iterator[Wrapped]:
        for number, (text, title) in enumerate(islice(self._told, first, None), first):
            for line in wrap(text, width, subsequent_indent="  ") or [""]:
                yield Wrapped(line, title, number)

    def _look(self, line: Wrapped) -> str:
        news = len(self._told) - self._latest
        return "log--title" if line.title else "log--older" if line.sentence < news else ""

    def render_line(self, y: int) -> Strip:
        """One line of the part that is visible."""
        place = y + self.scroll_offset.y
        line = self._lines[place] if place < len(self._lines) else NOTHING
        look = self._look(line)
        plain = self.rich_style
        style = plain + self.get_component_rich_style(look, partial=True) if look else plain
        return Strip([Segment(line.text, style)]).adjust_cell_length(self.size.width, plain)


def _same(line: Wrapped, lines: Sequence[Wrapped]) -> int:
    """Where the sentence of a line begins that was wrapped for another width; the end if it is gone."""
    return next((place for place, other in enumerate(lines) if other.sentence == line.sentence), len(lines))
