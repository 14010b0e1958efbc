"""Cards and boxes in frames."""

from collections.abc import Sequence

from amunre.tui.inks import Glyphs, Ink, Line, fitted, width


def aimed(line: Line, target: str) -> list[Ink]:
    """The line, with a target for clicks wherever it has none yet."""
    return [ink if ink.target else Ink(ink.text, ink.look, target) for ink in line]


def card(
    title: Line, lines: Sequence[Line], foot: Line, cells: int, glyphs: Glyphs, look: str = "frame"
) -> list[list[Ink]]:
    """A framed card with words in its upper and its lower edge. The look shows above and on the left, no further:
    every cell that changes its look with the cursor goes over the wire."""
    top_left, top_right, bottom_left, bottom_right = tuple(glyphs.corners)
    left, right = Ink(glyphs.vertical, look), Ink(glyphs.vertical, "frame")
    return [
        [Ink(top_left, look), *_edge(title, cells - 2, glyphs, look, left=True), Ink(top_right, look)],
        *([left, *fitted(line, cells - 2), right] for line in lines),
        [Ink(bottom_left, look), *_edge(foot, cells - 2, glyphs, "frame", left=False), Ink(bottom_right, "frame")],
    ]


def _edge(words: Line, cells: int, glyphs: Glyphs, look: str, *, left: bool) -> list[Ink]:
    """A frame's edge with words in it; where there is little room, without the blanks around them."""
    rest = cells - width(words)
    if not words or rest < 0:
        return fitted(words, cells) if words else [Ink(glyphs.horizontal * cells, look)]
    blank = Ink(" " if rest > 2 else "", look)
    near = Ink(glyphs.horizontal if rest > 2 else "", look)
    far = Ink(glyphs.horizontal * (rest - 3 if rest > 2 else rest), look)
    return [near, blank, *words, blank, far] if left else [far, blank, *words, blank, near]


def window(lines: list[list[Ink]], at: int, room: int) -> list[list[Ink]]:
    """As many lines as there is room for, this one among them; filled up with empty ones."""
    start = max(0, min(at - room // 2, len(lines) - room))
    shown = lines[start : start + room]
    return [*shown, *([] for _ in range(room - len(shown)))]
