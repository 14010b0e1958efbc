"""The table of a game: where it stands, and its panels in the rows that its board wants."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from amunre.tui.boards import Scene, board
from amunre.tui.inks import Ink, Line, clipped, signed
from amunre.tui.widgets.panel import Panel

COLUMNS, ROWS = 80, 24
"""Cells that a table needs."""
STATUS = 1
"""Lines that a terminal multiplexer takes: the log has one less, and nothing is cut."""


class Tabletop(Vertical):
    """All panels of a board, which show the same scene."""

    DEFAULT_CSS = """
    Tabletop { height: auto; }
    Tabletop > Horizontal { height: auto; }
    Tabletop > #banner { height: 1; }
    """

    def __init__(self, game: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._board = board(game)
        self._panels = {name: Panel(draw, name) for name, draw in self._board.PANELS.items()}
        self._banner = Panel(self._bannered, "banner")

    def compose(self) -> ComposeResult:
        """From above to below."""
        yield self._banner
        for row in self._board.ROWS:
            panels = [self._panels[name] for name in row]
            yield panels[0] if len(panels) == 1 else Horizontal(*panels)

    def show(self, scene: Scene) -> None:
        """Draw another scene."""
        for panel in (self._banner, *self._panels.values()):
            panel.show(scene)

    def _bannered(self, scene: Scene, width: int, height: int) -> Sequence[Line]:  # noqa: ARG002
        """Where the game stands; or, in a terminal that shows only a part of it, how large one has to be."""
        columns, rows = self.app.size
        if columns >= COLUMNS and rows >= ROWS - STATUS:
            return [self._board.banner(scene, width)]
        text = scene.words.say("table.too_small", columns=COLUMNS, rows=ROWS)
        return [[Ink(clipped(signed(text, scene.glyphs), width, scene.glyphs), "bad")]]
