"""The themes: every look can be read, seats are told apart, and 16 colours are enough."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest
from rich.color import Color, ColorSystem
from textual.color import Color as Shade
from textual.theme import Theme
from textual.widgets import OptionList

from amunre.tui.inks import SEATS
from amunre.tui.themes import SIXTEEN, THEMES
from tests.screens.conftest import MakeApp

READABLE = 4.5
"""The least contrast of text (Web Content Accessibility Guidelines)."""
OF_SIXTEEN = 2.5
"""More cannot be had of 16 colours on white."""
APART = 10
"""The least distance of two seats (CIE76 Delta E): at 5 they take a second look."""
EYES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How eyes without one of the three kinds of cones see linear RGB (Machado, Oliveira, Fernandes 2009)."""
TO_XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8727))
"""From linear RGB, white being 1, 1, 1."""
ALL = pytest.mark.parametrize("theme", [*THEMES.values(), *SIXTEEN.values()], ids=lambda theme: theme.name)


def linear(colour: str) -> list[float]:
    return [
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in Shade.parse(colour).normalized
    ]


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def luminance(colour: str) -> float:
    return times(TO_XYZ, linear(colour))[1]


def lab(colour: str, eye: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """A colour as an eye sees it, in CIELAB."""
    seen = [min(1, max(0, part)) for part in times(eye, linear(colour))]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in times(TO_XYZ, seen))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(theme: Theme, ink: str) -> float:
    low, high = sorted(map(luminance, (theme.variables[ink], str(theme.background))))
    return (high + 0.05) / (low + 0.05)


@ALL
def test_every_ink_can_be_read(theme: Theme) -> None:
    inks = {ink for ink in theme.variables if ink.startswith(("ink-", "seat-"))}
    assert {f"seat-{seat}" for seat in range(1, SEATS + 1)} <= inks
    least = READABLE if theme.name in THEMES else OF_SIXTEEN
    assert {ink: contrast(theme, ink) for ink in inks - {"ink-frame"} if contrast(theme, ink) < least} == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", EYES)
def test_seats_are_told_apart_by_all_eyes(theme: Theme, eye: str) -> None:
    seats = {seat: lab(theme.variables[f"seat-{seat}"], EYES[eye]) for seat in range(1, SEATS + 1)}
    apart = {(a, b): dist(seats[a], seats[b]) for a, b in combinations(seats, 2)}
    assert {pair: apart[pair] for pair in apart if apart[pair] < APART} == {}


@pytest.mark.parametrize("theme", SIXTEEN.values(), ids=lambda theme: theme.name)
def test_sixteen_colours_are_enough(theme: Theme) -> None:
    kept = {ink: Color.parse(value).downgrade(ColorSystem.STANDARD) for ink, value in theme.variables.items()}
    assert len(set(theme.variables.values())) == len({colour.number for colour in kept.values()})
    assert all(kept[f"seat-{a}"] != kept[f"seat-{b}"] for a, b in combinations(range(1, SEATS + 1), 2))


@pytest.mark.parametrize(("system", "name"), [("standard", "amunre-dark-16"), ("256", "amunre-dark")])
async def test_a_terminal_gets_the_colours_it_has(app: MakeApp, system: str, name: str) -> None:
    shown = app()
    shown.console._color_system = ColorSystem[{"standard": "STANDARD", "256": "EIGHT_BIT"}[system]]
    shown.change()
    assert shown.theme == name


@pytest.mark.parametrize("keys", [(), ("question_mark",), ("r",), ("r", "slash", *"flood"), ("ctrl+p",)])
async def test_a_cursor_is_more_than_a_colour(app: MakeApp, keys: tuple[str, ...]) -> None:
    shown = app()
    async with shown.run_test() as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause(0.1)
        lists = [each for each in shown.screen.query(OptionList) if each.display and each.highlighted is not None]
        assert lists
        assert all(each.get_component_styles("option-list--option-highlighted").text_style.bold for each in lists)
