"""What panels are drawn with: text in a look, and the signs for things on the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from operator import eq
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


def boxed(
    title: Line, lines: Sequence[Line], cells: int, glyphs: Glyphs, look: str = "frame", foot: Line = ()
) -> list[list[Ink]]:
    """Lines in a frame, so many cells wide in all, with words in its upper and in its lower edge."""
    top_left, top_right, bottom_left, bottom_right = tuple(glyphs.corners)
    side = Ink(glyphs.vertical, look)
    return [
        _edge(top_left, title, top_right, cells, glyphs, look),
        *([side, *fitted(line, cells - 2), side] for line in lines),
        _edge(bottom_left, foot, bottom_right, cells, glyphs, look),
    ]


def _edge(left: str, words: Line, right: str, cells: int, glyphs: Glyphs, look: str) -> list[Ink]:
    edge = [Ink(f"{left}{glyphs.horizontal} ", look), *words, Ink(" ", look)] if words else [Ink(left, look)]
    edge.append(Ink(glyphs.horizontal * max(0, cells - 1 - width(edge)), look))
    return [*fitted(edge, cells - 1), Ink(right, look)]


def side_by_side(boxes: Sequence[Sequence[Line]]) -> list[list[Ink]]:
    """Blocks of equally many lines, one to the right of the other."""
    return [[ink for line in row for ink in line] for row in zip(*boxes, strict=True)]


def changed(old: Line, new: Line) -> tuple[int, int]:
    """The part in which two lines differ, one of which may be for another width: from a cell to another one."""
    first = _alike(old, new)
    left, old, new = width(old[:first]), old[first:], new[first:]
    last = _alike(old[::-1], new[::-1]) if width(old) == width(new) else 0
    cells = zip_longest(_cells(old[: len(old) - last]), _cells(new[: len(new) - last]))
    differ = [x for x, (before, after) in enumerate(cells, left) if before != after]
    return (differ[0], differ[-1] + 1) if differ else (left, left)


def _alike(old: Line, new: Line) -> int:
    """How many inks are the same, from the beginning on."""
    return sum(1 for _ in takewhile(bool, map(eq, old, new)))


def _cells(line: Sequence[Ink]) -> list[tuple[str, str, int]]:
    """What each cell shows: a letter, its look, and which part of a wide one."""
    cells: list[tuple[str, str, int]] = []
    for ink in line:
        if ink.text.isascii():
            cells += [(letter, ink.look, 0) for letter in ink.text]
        else:
            cells += [(letter, ink.look, part) for letter in ink.text for part in range(cell_len(letter))]
    return cells
