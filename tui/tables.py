"""Tables that a player asks for: who sits at them, and how they become a game."""

from collections import Counter

from amunre.core import GAMES, BadInput, load
from amunre.core.match import HUMAN, Match, Seat
from amunre.tui.settings import Table
from amunre.tui.store import Sitting, Store
from amunre.tui.typed import path, printable
from amunre.tui.words import Words

LONGEST_NAME = 12


def names(table: Table, words: Words) -> list[str]:
    """What those are called who were given no name: persons, or their levels; numbered where there are several."""
    usual = [words.say("new.you" if kind == HUMAN else f"level.{kind}") for kind, _ in table.seats]
    several, count = Counter(usual), Counter[str]()
    found = []
    for name in usual:
        count[name] += 1
        found.append(f"{name} {count[name]}" if several[name] > 1 else name)
    return found


def seats(table: Table, words: Words) -> list[Seat]:
    """Who sits at the table."""
    found: list[Seat] = []
    for (kind, given), usual in zip(table.seats, names(table, words), strict=True):
        name = printable(given.strip(), words) or usual
        if len(name) > LONGEST_NAME:
            raise BadInput(words.say("new.long_name", name=name, most=LONGEST_NAME))
        if any(name == other.name for other in found):
            raise BadInput(words.say("new.same_name", name=name))
        found.append(Seat(kind, name))
    return found


def begin(store: Store, table: Table, seed: int | None, words: Words) -> Sitting:
    """A new game, kept from its first position on."""
    deck = path(table.deck, words) if table.deck else None
    try:
        game = load(next(iter(GAMES)), table.players, deck)
    except BadInput as error:
        raise BadInput(words.say("new.bad_deck", why=error)) from None
    return store.begin(Match(game, seats(table, words), seed), table.colours, deck)
