"""A game being played: the true position, who sits where, and the record, which grows with every action."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from amunre.core.errors import BadInput
from amunre.core.game import CHANCE, NOBODY, Game, IllegalAction, State, mix
from amunre.core.story import Sentence, Step, Story

SEEDS = 2**64
"""A seed is a number from 0 up to, and without, this one."""

REVEAL = "reveal"
"""The kind of step, in every game, by which secret choices become known."""

HUMAN = "human"
"""The kind of a seat on which a person sits."""

_KIND = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class Seat:
    """Who plays: a kind of player, such as `human` or the name of a bot, and what others call her."""

    kind: str
    name: str = ""

    def __post_init__(self) -> None:
        if not _KIND.fullmatch(self.kind):
            raise BadInput(f"{self.kind!r} is no kind of player")
        if not self.name.isprintable() or self.name != self.name.strip():
            raise BadInput(f"{self.name!r} cannot be a name")


@dataclass(frozen=True, slots=True)
class Event:
    """An action, the position it was chosen in, and what came of it."""

    before: State
    action: int
    story: Story
    lines: tuple[str, ...]
    """What the record says of it."""


class Entry(NamedTuple):
    """An event as a log tells it; the sentence is None for those who did not see what was chosen."""

    mover: int
    sentence: Sentence | None
    story: Story


class Change(NamedTuple):
    """What is about to happen to a match."""

    lines: tuple[str, ...]
    """What the record will say of it."""
    after: State
    actions: int
    """How many there will be, those taken back left out."""


Keep = Callable[[Change], None]
"""Called before a change counts; if it raises, nothing has happened."""


class Match:
    """A game from its first position on. Nobody else holds the true position."""

    def __init__(self, game: Game, seats: Sequence[Seat], seed: int | None = None, keep: Keep | None = None) -> None:
        if len(seats) != game.players:
            raise BadInput(f"{len(seats)} seats at a table of {game.players}")
        self.game = game
        self.seats = tuple(seats)
        self.seed = int.from_bytes(os.urandom(8)) if seed is None else seed
        self.events: list[Event] = []
        self.lines: list[str] = []
        self.keep = keep
        self._state = game.new_state()

    # ------------------------------------------------------------------ asking
    @property
    def to_move(self) -> int:
        """The player whose choice is next, CHANCE, or NOBODY when the game is over."""
        return self._state.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move == NOBODY

    def seen_by(self, player: int) -> State:
        """The position as this player knows it."""
        return self._state.seen_by(player)

    def truth(self) -> State:
        """A copy of the true position: for tests, and for everybody once the game is over."""
        return self._state.copy()

    def action(self, words: str) -> int:
        """The action of whoever is to move that these words mean."""
        return self._state.action(words)

    def log(self, viewer: int | None = None, first: int = 0) -> Iterator[Entry]:
        """What happened from some action on, as far as this player saw it; without a viewer, everything."""
        for event in islice(self.events, first, None):
            mover = event.before.to_move
            seen = viewer is None or viewer == mover or viewer in event.before.witnesses
            yield Entry(mover, self.game.sentence(event.before, event.action) if seen else None, event.story)

    # ------------------------------------------------------------------ playing
    def play(self, action: int) -> Event:
        """Make the choice of whoever is to move, and write it down."""
        if self.over:
            raise IllegalAction("the game is over")
        before, after = self._state, self._state.copy()
        story = after.apply(action)
        event = Event(before, action, story, tuple(_recorded(before, action, story)))
        self._change(after, len(self.events), [event], event.lines)
        return event

    def play_chance(self) -> Event:
        """Let chance choose. The k-th outcome comes from the seed and k alone: taking back never rolls again."""
        outcomes = sum(event.before.to_move == CHANCE for event in self.events)
        outcome, _ = self._state.copy().apply_chance(mix(self.seed, outcomes))
        return self.play(outcome)

    def undo(self, player: int, count: int) -> None:
        """Take back the last actions, those of chance included. The record keeps them and says that they are void."""
        if not 0 <= player < self.game.players:
            raise BadInput(f"there is no player {player + 1} at a table of {self.game.players}")
        if not 1 <= count <= len(self.events):
            raise BadInput(f"undo {count} is not possible (actions so far: {len(self.events)})")
        remark = ("-- taken back past a reveal",) if self.reveals(count) else ()
        before = self.events[-count].before.copy()
        self._change(before, len(self.events) - count, [], (*remark, f"{player + 1} undo {count}"))

    def reveals(self, count: int) -> bool:
        """Whether the last actions showed anybody something that taking them back cannot hide again."""
        return any(
            event.before.to_move == CHANCE or any(step.kind == REVEAL for step in event.story)
            for event in islice(reversed(self.events), count)
        )

    def _change(self, after: State, unchanged: int, events: Sequence[Event], lines: tuple[str, ...]) -> None:
        """Keep what happens, then let it happen: so many events stay, others follow them."""
        if self.keep is not None:
            self.keep(Change(lines, after.copy(), unchanged + len(events)))
        self._state = after
        self.events[unchanged:] = events
        self.lines += lines

    def bot_seed(self, seat: int) -> int:
        """A seed for the bot on this seat, for its next decision: the same again after taking back or a crash.

        One way only: with `mix`, which can be undone, a bot could work out what chance will bring.
        """
        told = f"{self.seed} {seat} {len(self.events)}"
        return int.from_bytes(blake2b(told.encode(), digest_size=8).digest())


def _recorded(before: State, action: int, story: Story) -> Iterator[str]:
    """The lines of an action: itself, what begins with it, and what can be checked."""
    game = before.game
    yield f"{'*' if before.to_move == CHANCE else before.to_move + 1} {before.words(action)}"
    chapter: list[Step] = []
    for step in story:
        title = game.heading(step)
        if title is not None:
            yield from (f"= {check}" for check in game.checks(tuple(chapter)))
            yield f"-- {title}"
            chapter = []
        chapter.append(step)
    yield from (f"= {check}" for check in game.checks(tuple(chapter)))
