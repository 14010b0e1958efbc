"""The themes: every look can be read, seats are told apart, and 16 colours are enough."""

from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from textual.color import Color as Shade
from textual.theme import Theme

from amunre.tui.inks import SEATS
from amunre.tui.themes import SIXTEEN, THEMES
from tests.screens.conftest import MakeApp

READABLE = 4.5
"""The least contrast of text (Web Content Accessibility Guidelines)."""
OF_SIXTEEN = 2.5
"""More cannot be had of 16 colours on white."""
ALL = pytest.mark.parametrize("theme", [*THEMES.values(), *SIXTEEN.values()], ids=lambda theme: theme.name)


def luminance(colour: str) -> float:
    parts = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in Shade.parse(colour).normalized
    )
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(theme: Theme, ink: str) -> float:
    low, high = sorted(map(luminance, (theme.variables[ink], str(theme.background))))
    return (high + 0.05) / (low + 0.05)


@ALL
def test_every_ink_can_be_read(theme: Theme) -> None:
    inks = {ink for ink in theme.variables if ink.startswith(("ink-", "seat-"))}
    assert {f"seat-{seat}" for seat in range(1, SEATS + 1)} <= inks
    least = READABLE if theme.name in THEMES else OF_SIXTEEN
    assert {ink: contrast(theme, ink) for ink in inks - {"ink-frame"} if contrast(theme, ink) < least} == {}


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
