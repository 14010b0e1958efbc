"""What panels are drawn with: text in a look, and the signs for things on the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

SEATS = 5
"""Colours that players can have, from 1."""

LOOKS = (
    "dim", "strong", "title", "frame", "gold", "pyramid", "ankh", "field", "caravan", "cursor", "chosen", "good", "bad",
    *(f"seat-{number}" for number in range(1, SEATS + 1)),
)  # fmt: skip
"""Names of looks; the theme says what each is."""


class Ink(NamedTuple):
    """A piece of text, how it looks (names of LOOKS, spaces between them), and what a click on it picks."""

    text: str
    look: str = ""
    target: str = ""


Line = Sequence[Ink]


@dataclass(frozen=True)
class Glyphs:
    """The signs for things on the cards, and for what stands around them."""

    pyramid: str
    ankh: str
    field: str
    caravan: str
    times: str
    cursor: str
    lowest: str
    arrow: str
    gone: str
    """A gold card that is put aside."""
    more: str
    """Stands for the end of a word that is too long."""
    horizontal: str
    vertical: str
    corners: str
    """Top left, top right, bottom left, bottom right."""
    bullet: str
    """Before the items of a list."""
    spinner: str
    """The pictures of the thinking sign, one after another."""


UNICODE = Glyphs("▲", "☥", "≈", "♞", "×", "▌", "▸", "→", "·", "…", "─", "│", "╭╮╰╯", "• ", "◐◓◑◒")  # noqa: RUF001
ASCII = Glyphs("A", "t", "~", "c", "x", ">", "*", "->", ".", "..", "-", "|", "++++", "- ", "|/-\\")


def width(line: Line) -> int:
    """Cells that a line takes."""
    return sum(cell_len(ink.text) for ink in line)


def signed(text: str, glyphs: Glyphs) -> str:
    """A text that was written with all signs, with those that there are."""
    for sign in ("pyramid", "ankh", "field", "caravan", "times", "more"):
        text = text.replace(getattr(UNICODE, sign), getattr(glyphs, sign))
    return text


def clipped(text: str, cells: int, glyphs: Glyphs) -> str:
    """The text in at most so many cells; that it goes on is shown. Where nothing has room, nothing."""
    if cell_len(text) <= cells:
        return text
    room = cells - cell_len(glyphs.more)
    return chop_cells(text, room)[0].rstrip() + glyphs.more if room > 0 else ""


def fitted(line: Line, cells: int) -> list[Ink]:
    """The line in exactly so many cells: filled up with blanks, or cut."""
    found: list[Ink] = []
    left = cells
    for ink in line:
        size = cell_len(ink.text)
        if size > left:
            found.append(ink._replace(text=set_cell_size(ink.text, left)))
            return found
        found.append(ink)
        left -= size
    if left:
        found.append(Ink(" " * left))
    return found


def boxed(title: Line, lines: Sequence[Line], cells: int, glyphs: Glyphs, look: str = "frame") -> list[list[Ink]]:
    """Lines in a frame, so many cells wide in all, with a title in its upper edge."""
    left, right, bottom_left, bottom_right = tuple(glyphs.corners)
    inside = cells - 2
    head = [Ink(f"{left}{glyphs.horizontal} ", look), *title, Ink(" ", look)] if title else [Ink(left, look)]
    head.append(Ink(glyphs.horizontal * max(0, cells - 1 - width(head)), look))
    side = Ink(glyphs.vertical, look)
    return [
        [*fitted(head, cells - 1), Ink(right, look)],
        *([side, *fitted(line, inside), side] for line in lines),
        [Ink(bottom_left + glyphs.horizontal * inside + bottom_right, look)],
    ]


def side_by_side(boxes: Sequence[Sequence[Line]]) -> list[list[Ink]]:
    """Blocks of equally many lines, one to the right of the other."""
    return [[ink for line in row for ink in line] for row in zip(*boxes, strict=True)]
