"""What is painted of a change: only the cells that have changed."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.screen import Screen
from textual.strip import Strip

from amunre.tui.app import AmunreApp
from amunre.tui.painting import CroppedUpdate
from amunre.tui.store import Store
from amunre.tui.words import load
from tests.screens.conftest import MakeApp
from tests.screens.play import settled
from tests.screens.scenes import PHASES, sit

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


async def test_nothing_is_painted_beside_its_place_when_a_panel_gets_another_width(
    app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[set[int]] = []
    display = AmunreApp._display

    def watch(self: AmunreApp, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate):
            texts = ("".join(segment.text for strip in line for segment in strip) for line in renderable.strips)
            widths.append({cell_len(text) for text in texts})
        display(self, screen, renderable)

    monkeypatch.setattr(AmunreApp, "_display", watch)
    async with app(sitting=sit(store, PHASES["auction"], load())).run_test(size=(140, 40)) as pilot:
        await settled(pilot)
        for width in (120, 160):
            widths.clear()
            await pilot.resize_terminal(width, 40)
            await settled(pilot)
            assert widths[-1] == {width}
            assert all(len(found) == 1 for found in widths)
