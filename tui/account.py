"""A match told in sentences: what the log of the table says, and `replay` prints."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from amunre.core import CHANCE, info
from amunre.core.match import Entry, Event, Match
from amunre.tui.words import Words


class Told(NamedTuple):
    """A line of an account: the title of what begins, or a sentence."""

    text: str
    title: bool = False


def names(match: Match, words: Words) -> list[str]:
    """What the seats are called."""
    return [seat.name or words.say("account.player", number=number) for number, seat in enumerate(match.seats, 1)]


def told(match: Match, entry: Entry, words: Words) -> Iterator[Told]:
    """An action and all that came of it."""
    called = names(match, words)
    if entry.sentence is not None:
        yield Told(words.tell(entry.sentence, called))
    for step in entry.story:
        sentence = match.game.step_sentence(step)
        if sentence is not None:
            yield Told(words.tell(sentence, called), title=match.game.heading(step) is not None)


class Telling:
    """A match as somebody reads it while it is played. What was told once is not told again."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._to: tuple[int | None, Words] | None = None
        self._events: list[Event] = []
        self._told: list[list[Told]] = []

    def told(self, viewer: int | None, words: Words) -> Sequence[Sequence[Told]]:
        """The lines of every action, as far as this player saw it; without a viewer, everything."""
        if self._to != (viewer, words):
            self._to, self._events = (viewer, words), []
        same = self._unchanged()
        self._events[same:] = self._match.events[same:]
        self._told[same:] = [list(told(self._match, entry, words)) for entry in self._match.log(viewer, same)]
        return self._told

    def _unchanged(self) -> int:
        """How many actions are still those that were told: one that differs is followed by others that do."""
        count = min(len(self._events), len(self._match.events))
        while count and self._events[count - 1] is not self._match.events[count - 1]:
            count -= 1
        return count


def account(match: Match, words: Words) -> Iterator[str]:
    """A whole match, line by line."""
    yield words.say("account.title", game=info(match.game.name).title, n=match.game.players)
    for name, seat in zip(names(match, words), match.seats, strict=True):
        yield "  " + words.say("account.seat", name=name, kind=seat.kind)
    yield ""
    for entry in match.log():
        for text, title in told(match, entry, words):
            if title:
                yield ""
            yield text if title else f"  {text}"
    if not match.over:
        yield ""
        yield _unfinished(match, words)


def _unfinished(match: Match, words: Words) -> str:
    if match.to_move == CHANCE:
        return words.say("account.waits_for_chance")
    return words.say("account.waits_for_player", player=names(match, words)[match.to_move])
