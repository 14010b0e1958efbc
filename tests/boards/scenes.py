"""Tables of the card game at any moment of random games."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from amunre.core import CHANCE, NOBODY, State, info
from amunre.core.amunre_card.components import Components
from amunre.core.amunre_card.view import View
from amunre.core.match import Match, Seat
from amunre.tui.boards import Scene, Sitter
from amunre.tui.boards.amunre_card import PANELS, choice
from amunre.tui.inks import UNICODE, Glyphs, Line
from amunre.tui.words import load

NAMES = ("Hatshepsut12", "Nefertiti-II", "Tutankhamun1", "Ramesses-the", "Amenhotep-IV")
SITTERS = tuple(Sitter(name, name[0], number, "Vizier") for number, name in enumerate(NAMES, 1))
HALF = ("gold", "revenue")
"""Panels that stand side by side."""
SEED = 1
"""Of games in which every phase comes up."""
KEYS = ("left", "right", "up", "down", "space", "0", "4", "6")

everybody = pytest.mark.parametrize("players", [2, 3, 4, 5])


def played(players: int, seed: int, deck: Components | None = None) -> Iterator[Match]:
    """A random game after each of its actions."""
    random = Random(seed)
    match = Match(info("amunre_card").make(players, deck=deck), [Seat("human")] * players, seed)
    yield match
    while not match.over:
        if match.to_move == CHANCE:
            match.play_chance()
        else:
            match.play(random.choice(match.truth().legal_actions()))
        yield match


def scene(
    match: Match,
    viewer: int,
    glyphs: Glyphs = UNICODE,
    *,
    large: bool = False,
    keys: Sequence[str] = (),
    language: str = "en",
) -> Scene:
    """The table of a player, who has pressed some keys if it is her turn."""
    state = match.seen_by(viewer)
    chosen = choice(state) if state.to_move == viewer else None
    if chosen:
        for key in keys:
            chosen.press(key)
    thinking = None if chosen else match.to_move
    return Scene(state, viewer, SITTERS[: match.game.players], load(language), glyphs, chosen, thinking, 3, large)


def watched(state: State, glyphs: Glyphs = UNICODE, viewer: int = NOBODY, *, language: str = "en") -> Scene:
    """The table of somebody who only watches, or has nothing to decide."""
    return Scene(state, viewer, SITTERS[: state.game.players], load(language), glyphs)


def scenes(match: Match, random: Random, glyphs: Glyphs, *, large: bool, language: str = "en") -> Iterator[Scene]:
    """The table of somebody whose turn it is, of somebody else, and of somebody who watches."""
    keys = random.choices(KEYS, k=random.randrange(5))
    viewers = {max(0, match.to_move), random.randrange(match.game.players)}
    yield from (scene(match, viewer, glyphs, large=large, keys=keys, language=language) for viewer in viewers)
    yield watched(match.truth(), glyphs, language=language)


def plain(line: Line) -> str:
    return "".join(ink.text for ink in line)


def panel(name: str, shown: Scene) -> list[str]:
    return [plain(line) for line in PANELS[name](shown, 40 if name in HALF else 80, 0)]


def view_of(shown: Scene) -> View:
    found: View = shown.state.view()
    return found
