"""`amunre-tui replay`: tells what a file of records says, and makes sure that it holds."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from amunre.core import BadInput
from amunre.core.record import read_all
from amunre.tui.account import account
from amunre.tui.commands import add_deck, named, print_apart, read_as
from amunre.tui.words import Words


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    parser.add_argument("file", type=read_as(named), metavar="FILE", help=words.say("command.replay.file"))
    add_deck(parser, words.say("command.replay.deck"))


def run(arguments: Namespace, words: Words) -> None:
    """Print an account of every record, each as soon as it is read."""
    file: Path = arguments.file

    def find_deck(name: str) -> Path | None:
        beside = file.parent / name
        return arguments.deck or (beside if beside.exists() else None)

    with opened(file) as stream:
        matches = read_all(stream, find_deck)
        try:
            count = print_apart("\n".join(account(match, words)) for match in matches)
        except BadInput as error:
            raise BadInput(f"{file}: {error}") from None
    if not count:
        raise BadInput(words.say("command.replay.empty", file=file))


def opened(file: Path) -> AbstractContextManager[BinaryIO]:
    """The file, or what is handed in where `-` stands for it."""
    return nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb")
