"""Who sits where, as the table shows it."""

from collections.abc import Sequence
from math import inf

from amunre.ai.bot import Limit
from amunre.ai.bots import SEARCHING
from amunre.core import NOBODY
from amunre.core.match import HUMAN, Match
from amunre.tui.account import names
from amunre.tui.boards import Sitter
from amunre.tui.words import Words


def sitters(match: Match, colours: Sequence[int], words: Words) -> tuple[Sitter, ...]:
    """All seats with their names, letters and colours."""
    called = names(match, words)
    return tuple(
        Sitter(name, letter, colour, level(seat.kind, words))
        for name, letter, colour, seat in zip(called, _letters(called), colours, match.seats, strict=True)
    )


def level(kind: str, words: Words) -> str:
    """What a kind of player is called; nothing for a person."""
    key = f"level.{kind}"
    return "" if kind == HUMAN else words.say(key) if key in words.sentences else kind


def _letters(called: Sequence[str]) -> list[str]:
    """A letter of each name that nobody else has; a number where there is none."""
    found: list[str] = []
    for number, name in enumerate(called, 1):
        own = (letter for letter in name.upper() if letter.isalpha() and letter not in found)
        found.append(next(own, str(number)))
    return found


def people(match: Match) -> list[int]:
    """The seats of persons."""
    return [number for number, seat in enumerate(match.seats) if seat.kind == HUMAN]


def viewer_of(match: Match) -> int:
    """The person whose turn it is, or else the first one at the table; NOBODY if there is none."""
    return match.to_move if match.to_move in people(match) else next(iter(people(match)), NOBODY)


def guarded(match: Match) -> bool:
    """Whether people at one table choose in secret now: of those who have, nothing may be shown to those who will."""
    mover = match.to_move
    return mover >= 0 and len(people(match)) > 1 and len(match.seen_by(mover).witnesses) < match.game.players


def since_own(match: Match) -> int:
    """How many actions ago a person at this table last decided; 0: never."""
    deciders = (event.before.to_move for event in reversed(match.events))
    return next((count for count, mover in enumerate(deciders, 1) if mover in people(match)), 0)


def limit(seconds: str, kind: str, most: float = inf) -> Limit | None:
    """How long an opponent thinks, as it was chosen, and at most so long; None: as her level has it."""
    if seconds:
        return Limit(seconds=min(float(seconds), most))
    if most == inf or kind not in SEARCHING:
        return None
    return Limit(SEARCHING[kind].iterations, most)
