"""What is painted of a change: only the cells that have changed."""

import io

import pytest
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate
from textual.strip import Strip

from amunre.tui.painting import CroppedUpdate

LEFT, RIGHT = "abcdef", "ghij"


@pytest.mark.parametrize(
    ("spans", "painted"),
    [
        ([(0, 2, 4)], "\x1b[1;3Hcd"),
        ([(0, 0, 6)], "\x1b[1;1Habcdef"),
        ([(0, 4, 8)], "\x1b[1;5Hef\x1b[1;7Hgh"),
        ([(0, 0, 10), (1, 9, 10)], "\x1b[1;1Habcdef\x1b[1;7Hghij\x1b[2;10Hj"),
    ],
)
def test_nothing_is_painted_beside_a_change(spans: list[tuple[int, int, int]], painted: str) -> None:
    line = {0: Strip([Segment(LEFT)]), 6: Strip([Segment(RIGHT)])}
    update = CroppedUpdate.of(ChopsUpdate([line, line], spans, [[6, 10], [6, 10]]))
    assert update.render_segments(Console(file=io.StringIO())) == painted


def test_what_is_hidden_is_not_painted() -> None:
    update = CroppedUpdate.of(ChopsUpdate([{0: None, 6: Strip([Segment(RIGHT)])}], [(0, 0, 8)], [[6, 10]]))
    assert update.render_segments(Console(file=io.StringIO())) == "\x1b[1;7Hgh"
