"""A panel of a board: lines of ink, of which only the parts that have changed are painted again."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from amunre.tui.boards import Draw, Scene
from amunre.tui.inks import Ink, Line, changed, fitted


class Panel(Widget):
    """Draws scenes. A step of the cursor costs the cells it touches on the wire, and no layout."""

    class Picked(Message):
        """Something was clicked that can be chosen."""

        def __init__(self, target: str) -> None:
            self.target = target
            super().__init__()

    def __init__(self, draw: Draw, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draw = draw
        self._scene: Scene | None = None
        self._lines: list[list[Ink]] = []
        self._size_drawn = Size()
        self._plain = Style.null()
        self._styles: dict[tuple[str, Style], Style] = {}

    def show(self, scene: Scene) -> None:
        """Draw another scene."""
        self._scene = scene
        before = self._lines
        self._redraw()
        if len(before) != len(self._lines):
            self.refresh(layout=True)
            return
        for y, (old, new) in enumerate(zip(before, self._lines, strict=True)):
            if old != new:
                begin, end = changed(old, new)
                self.refresh(Region(begin, y, end - begin, 1))

    def _redraw(self) -> None:
        self._size_drawn = size = self.size
        drawn = () if self._scene is None or not size.width else self._draw(self._scene, size.width, size.height)
        self._lines = [fitted(line, size.width) for line in drawn]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as the scene needs."""
        return 0 if self._scene is None else len(self._draw(self._scene, width, 0))

    def on_resize(self) -> None:
        """What is drawn may depend on the height, too."""
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines as the terminal gets them. They have to be as wide as the panel is now: beside shorter ones, all else
        would be painted too far to the left. What all have in common takes long to ask for: once will do."""
        if self._size_drawn != self.size:
            self._redraw()
        self._plain = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One line as the terminal gets it."""
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self._plain)
        return self._strip(self._lines[y])

    def _strip(self, line: Line) -> Strip:
        strip = Strip([Segment(ink.text, self._style(ink.look)) for ink in line if ink.text], self.size.width)
        return strip.simplify()

    def _style(self, look: str) -> Style:
        """A look on top of what the widget has anyway."""
        key = look, self._plain
        if key not in self._styles:
            looks = (self.app.get_component_styles(f"look--{name}") for name in look.split())
            self._styles[key] = sum((styles.partial_rich_style for styles in looks), self._plain)
        return self._styles[key]

    def notify_style_update(self) -> None:
        """Looks may be others now."""
        super().notify_style_update()
        self._styles.clear()

    def on_click(self, event: events.Click) -> None:
        """Whatever is drawn there, if it can be picked."""
        if event.y < len(self._lines) and (target := _target(self._lines[event.y], event.x)):
            self.post_message(self.Picked(target))


def _target(line: Sequence[Ink], x: int) -> str:
    for ink in line:
        x -= cell_len(ink.text)
        if x < 0:
            return ink.target
    return ""
