"""Lines of ink: which part of a line differs from another one."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from amunre.tui.inks import Ink, changed, fitted

CELLS = 12
inks = st.builds(Ink, st.text("ab▲字", max_size=4), st.sampled_from(["", "dim", "gold"]), st.sampled_from(["", "card"]))
lines = st.lists(inks, max_size=6).map(lambda line: fitted(line, CELLS))


def cells(line: list[Ink]) -> list[tuple[str, str, int]]:
    return [(letter, ink.look, part) for ink in line for letter in ink.text for part in range(cell_len(letter))]


@given(lines, lines)
def test_a_change_goes_from_the_first_cell_that_differs_to_the_last(old: list[Ink], new: list[Ink]) -> None:
    begin, end = changed(old, new)
    differ = [x for x, (before, after) in enumerate(zip(cells(old), cells(new), strict=True)) if before != after]
    assert list(range(begin, end)) == (list(range(differ[0], differ[-1] + 1)) if differ else [])


def test_where_lines_of_other_widths_end_they_differ() -> None:
    assert changed([Ink("pyramid")], [Ink("pyramids")]) == (7, 8)
