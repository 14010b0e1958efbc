"""`amunre-tui selfplay`: games between random movers, as records or as accounts."""

import secrets
from argparse import ArgumentParser, Namespace

from amunre.ai.bots import bot
from amunre.core import CHANCE, BadInput, Game, load
from amunre.core.game import mix
from amunre.core.lines import count
from amunre.core.match import SEEDS, Match, Seat
from amunre.core.record import write
from amunre.tui.account import account
from amunre.tui.commands import add_deck, add_game, print_apart, read_as
from amunre.tui.words import Words


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    add_game(parser, words)
    add_deck(parser, words.say("command.selfplay.deck"))
    parser.add_argument("--players", type=read_as(count), default=3, metavar="N", help=words.say("command.players"))
    parser.add_argument("--games", type=read_as(count), default=1, metavar="N", help=words.say("command.games"))
    parser.add_argument("--seed", type=read_as(seed), metavar="N", help=words.say("command.seed"))
    parser.add_argument("--account", action="store_true", help=words.say("command.account"))


def run(arguments: Namespace, words: Words) -> None:
    """Play and print, one game after another."""
    game = load(arguments.game, arguments.players, arguments.deck)
    first = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    matches = (played(game, mix(first, number)) for number in range(arguments.games))
    if arguments.account:
        print_apart("\n".join(account(match, words)) for match in matches)
    else:
        print_apart(write(match).removesuffix("\n") for match in matches)


def played(game: Game, seed: int) -> Match:
    """A game that random movers have played to its end."""
    match = Match(game, [Seat("random")] * game.players, seed)
    while not match.over:
        mover = match.to_move
        if mover == CHANCE:
            match.play_chance()
        else:
            match.play(bot("random").choose(match.seen_by(mover), match.bot_seed(mover)).action)
    return match


def seed(text: str) -> int:
    """A seed as it is typed."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEEDS)) and int(text) < SEEDS):
        raise BadInput(f"a seed is a number from 0 to {SEEDS - 1}, not {text}")
    return int(text)
