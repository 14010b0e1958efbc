"""What the table knows of a game: how its views are drawn, and how a player chooses. A module for each game.

A board draws and lets choose; it decides no rule. All that it shows it takes from a view or a story, all that can be
chosen from the legal actions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from amunre.core import State
from amunre.core.story import Sentence, Story
from amunre.tui.inks import Glyphs, Line
from amunre.tui.words import Words

if TYPE_CHECKING:
    from amunre.ai.bot import Thought

KEYS = ("left", "right", "up", "down", "space", *"0123456789")
"""What can be pressed to change a choice."""


class Choice(Protocol):
    """What a player is about to choose, as far as she has got. Never holds anything that cannot still become legal."""

    def press(self, key: str) -> bool:
        """One of KEYS was pressed; whether it changed anything."""

    def pick(self, target: str) -> bool:
        """Something that was drawn with this target was clicked; whether it changed anything."""

    def back(self) -> bool:
        """One step back; False if there is nothing to step back from."""

    @property
    def action(self) -> int | None:
        """The legal action that confirming would take, if the choice is complete."""

    @property
    def prompt(self) -> Sentence:
        """What is asked for, or what is still missing."""


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat, as the table shows her."""

    name: str
    letter: str
    """What she is called where there is room for one character; no two the same."""
    colour: int
    """From 1: the look is `seat-<colour>`."""
    level: str = ""
    """The name of her level; empty for a person."""

    @property
    def look(self) -> str:
        """The look of her colour."""
        return f"seat-{self.colour}"


@dataclass(frozen=True)
class Scene:
    """All that is drawn."""

    state: State
    """What the viewer sees."""
    viewer: int
    """Whose table this is; NOBODY: somebody who only watches, and may see what all may see."""
    sitters: tuple[Sitter, ...]
    words: Words
    glyphs: Glyphs
    choice: Choice | None = None
    """Of the viewer, when it is her turn."""
    thinking: int | None = None
    """The seat that thinks."""
    frame: int = 0
    """Of the thinking sign."""
    large: bool = False
    """Whether there is room for more than what is needed."""
    guide: bool = False
    """Whether she wants to be told what she can do."""
    hint: "Thought | None" = None
    """What the adviser would do in her place."""

    @property
    def shared(self) -> bool:
        """Whether several people sit at this terminal, so that `you` could be anybody."""
        return sum(not sitter.level for sitter in self.sitters) > 1

    @cached_property
    def view(self) -> object:
        """The state as its game reads it out: once for all panels."""
        return self.state.view()


Draw = Callable[[Scene, int, int], Sequence[Line]]
"""The lines of a panel so many cells wide and so many lines high; a height of 0 asks for as many as it needs."""


@dataclass(frozen=True)
class Page:
    """Something that can be looked at closely."""

    title: str
    lines: Sequence[Line]


class Board(Protocol):
    """What a module of this package has."""

    PANELS: Mapping[str, Draw]
    """By name; the names are ids in the module's .tcss file."""
    ROWS: Sequence[Sequence[str]]
    """Where panels stand: from above to below, and in a row from left to right."""
    SCORED: str
    """The words that explain to a beginner how points came about."""

    def choice(self, state: State) -> Choice:
        """A choice of the viewer of this state, whose turn it is, at its beginning."""

    def banner(self, scene: Scene, width: int) -> Line:
        """Where the game stands, and what is asked of whom: one line."""

    def pages(self, scene: Scene) -> Sequence[Page]:
        """Every card and player at the table, described."""

    def at_cursor(self, scene: Scene) -> int:
        """Which of the pages is about what the cursor is on."""

    def revealed(self, scene: Scene, story: Story) -> Page | None:
        """What everybody had chosen in secret, and what came of it, if it became known in this story."""

    def sheet(self, scene: Scene, story: Story) -> Page | None:
        """How points came about, if they did in this story."""

    def chapter(self, state: State) -> str:
        """The part of the rules, by its id, that says what can be done now."""

    def lesson(self, state: State) -> str:
        """The words that explain to a beginner what she can choose now."""


def board(game: str) -> Board:
    """The board of a game."""
    module: Board = import_module(f"amunre.tui.boards.{game}")
    return module
