"""`amunre-tui selfplay`: games between bots, as records or as accounts."""

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial

from amunre.ai.bots import bot
from amunre.ai.matches import finish, seat
from amunre.core import Game, load
from amunre.core.game import mix
from amunre.core.lines import count
from amunre.core.match import SEEDS, Match, Seat
from amunre.core.record import write
from amunre.tui.account import account
from amunre.tui.commands import add_deck, add_game, print_apart, read_as
from amunre.tui.typed import seed
from amunre.tui.words import Words


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    add_game(parser, words)
    add_deck(parser, words.say("command.selfplay.deck"))
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=read_as(count), default=3, metavar="N", help=words.say("command.players"))
    who.add_argument("--seats", metavar="BOT,BOT", help=words.say("command.selfplay.seats"))
    parser.add_argument("--games", type=read_as(count), default=1, metavar="N", help=words.say("command.games"))
    parser.add_argument("--seed", type=read_as(partial(seed, words=words)), metavar="N", help=words.say("command.seed"))
    parser.add_argument("--account", action="store_true", help=words.say("command.account"))


def run(arguments: Namespace, words: Words) -> None:
    """Play and print, one game after another."""
    seats = ["random"] * arguments.players if arguments.seats is None else arguments.seats.split(",")
    game = load(arguments.game, len(seats), arguments.deck)
    first = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    matches = (played(game, seats, mix(first, number)) for number in range(arguments.games))
    if arguments.account:
        print_apart("\n".join(account(match, words)) for match in matches)
    else:
        print_apart(write(match).removesuffix("\n") for match in matches)


def played(game: Game, seats: Sequence[str], seed: int) -> Match:
    """A game that bots have played to its end."""
    match = Match(game, [seat(name) if seats.count(name) == 1 else Seat(seat(name).kind) for name in seats], seed)
    finish(match, [bot(name, game) for name in seats])
    return match
