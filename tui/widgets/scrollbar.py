"""The bar that shows how far something is scrolled."""

from typing import ClassVar

from textual.scrollbar import ScrollBarRender


class WholeCells(ScrollBarRender):
    """Begins and ends with a cell: not every terminal has signs for parts of one."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]
