"""Screens of rows to be filled in."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from amunre.tui.screens.room import Room


class Form(Room[None]):
    """Up and down go from row to row, in the same column where there is one. A row has the class `row`."""

    DEFAULT_CSS = """
    Form {
        .title { color: $primary; text-style: bold; margin: 1 2; }
        .row { height: 1; margin: 0 2; }
        .label { width: 18; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "row(-1)", "key.up", show=False, id="form.up"),
        Binding("down,j", "row(1)", "key.down", show=False, id="form.down"),
    ]

    def action_row(self, step: int) -> None:
        """Another row."""
        cells = [[cell for cell in row.children if cell.focusable] for row in self.query(".row") if row.display]
        rows = [row for row in cells if row]
        places = ((y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell is self.focused)
        y, x = next(places, (0, 0))
        row = rows[(y + step) % len(rows)]
        self.set_focus(row[min(x, len(row) - 1)])
