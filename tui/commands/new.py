"""`amunre-tui new`: straight to the table."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from functools import partial
from pathlib import Path

from amunre.core import GAMES
from amunre.core.match import HUMAN, Seat
from amunre.tui.commands import add_deck, play, read_as
from amunre.tui.settings import Settings, Table
from amunre.tui.store import Sitting, Store
from amunre.tui.tables import begin
from amunre.tui.typed import kind, players, seed
from amunre.tui.words import Words

LEVEL = "steward"


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    play.add(parser, words)
    parser.add_argument(
        "--players",
        type=read_as(partial(players, words=words, game=next(iter(GAMES)))),
        default=3,
        metavar="N",
        help=words.say("command.players"),
    )
    parser.add_argument(
        "--level",
        type=read_as(partial(kind, words=words)),
        default=LEVEL,
        metavar="LEVEL",
        help=words.say("command.new.level"),
    )
    parser.add_argument("--name", type=read_as(name), default="", metavar="NAME", help=words.say("command.new.name"))
    parser.add_argument("--seed", type=read_as(partial(seed, words=words)), metavar="N", help=words.say("command.seed"))
    add_deck(parser, words.say("command.selfplay.deck"))


def run(arguments: Namespace, words: Words) -> None:
    """Sit down at a new table."""

    def sit(store: Store, settings: Settings, spoken: Words) -> Sitting:
        return begin(store, _table(arguments, settings), arguments.seed, spoken)

    play.show(arguments, words, sit)


def _table(arguments: Namespace, settings: Settings) -> Table:
    """One person, who is called as she was before unless she says so, and opponents of one level."""
    known = next((called for kind, called in settings.table.seats if kind == HUMAN), "")
    others = ((arguments.level, ""),) * (arguments.players - 1)
    return replace(
        settings.table,
        players=arguments.players,
        seats=((HUMAN, arguments.name or known), *others),
        colours=tuple(range(1, arguments.players + 1)),
        deck="" if arguments.deck is None else str(Path(arguments.deck).absolute()),
    )


def name(text: str) -> str:
    """A name as it is typed."""
    return Seat(HUMAN, text).name
