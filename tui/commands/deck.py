"""`amunre-tui deck check`: what is in a components file, and how it differs from the built-in one."""

from argparse import ArgumentParser, Namespace

from amunre.core import info
from amunre.tui.commands import add_game, named, read_as
from amunre.tui.words import Words


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    check = parser.add_subparsers(required=True, metavar="check").add_parser(
        "check", help=words.say("command.deck.help"), description=words.say("command.deck.check")
    )
    check.add_argument("file", type=read_as(named), metavar="FILE", help=words.say("command.deck.file"))
    add_game(check, words)


def run(arguments: Namespace, words: Words) -> None:
    """Print what is in the file."""
    about = info(arguments.game)
    for sentence in about.describe_deck(about.read_deck(arguments.file)):
        print(words.tell(sentence, ()))
