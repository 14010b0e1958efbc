"""What can be asked for after `amunre-tui` on the command line: a module for each, whose `add` says how."""

import argparse
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from amunre.core import GAMES, BadInput
from amunre.tui.words import Words

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Value = TypeVar("Value")

LAST_PORT = 65535

SAID = {
    "usage: ": "arguments.usage",
    "options": "arguments.options",
    "positional arguments": "arguments.positional",
    "show this help message and exit": "arguments.help",
    "argument %(argument_name)s: %(message)s": "arguments.wrong",
    "the following arguments are required: %s": "arguments.required",
    "unrecognized arguments: %s": "arguments.unknown",
    "not allowed with argument %s": "arguments.not_with",
    "expected one argument": "arguments.one",
    "ignored explicit argument %r": "arguments.none",
    "ambiguous option: %(option)s could match %(matches)s": "arguments.ambiguous",
    "invalid choice: %(value)r (choose from %(choices)s)": "arguments.choice",
}
"""What argparse says, and the words for it."""


def speak(words: Words) -> None:
    """Let argparse, which looks up all that it says, find it in the player's words."""
    said = {text: words.sentences[key] for text, key in SAID.items()}
    vars(argparse)["_"] = lambda text: said.get(text, text)


class Parser(ArgumentParser):
    """Leaves it to the caller to say what went wrong."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments, as all bad input is refused."""
        raise BadInput(message)

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Say how to ask. The usual way would not notice that the disk is full."""
        print(self.format_help(), end="", file=file)


def read_as(reader: Callable[[str], Value]) -> Callable[[str], Value]:
    """A type of argument whose refusals are shown word for word."""

    def read(text: str) -> Value:
        try:
            return reader(text)
        except BadInput as error:
            raise ArgumentTypeError(str(error)) from None

    return read


def named(text: str) -> Path:
    """A file or a folder: an empty name would be taken for the folder that one is in."""
    if not text:
        raise BadInput("expected a name, not nothing")
    return Path(text)


def port(text: str) -> int:
    """A port of this machine as it is typed; 0 is any that is free."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LAST_PORT)) and int(text) <= LAST_PORT):
        raise BadInput(f"a port is a number from 0 to {LAST_PORT}, not {text}")
    return int(text)


def add_game(parser: ArgumentParser, words: Words) -> None:
    """Lets a game be chosen; without a choice it is the first on the shelf."""
    parser.add_argument("--game", choices=list(GAMES), default=next(iter(GAMES)), help=words.say("command.game"))


def add_deck(parser: ArgumentParser, help_text: str) -> None:
    """Lets a components file be given."""
    parser.add_argument("--deck", type=read_as(named), metavar="FILE", help=help_text)


def print_apart(texts: Iterable[str]) -> int:
    """Print texts as they come, an empty line between them; how many there were."""
    count = 0
    for text in texts:
        if count:
            print()
        print(text)
        count += 1
    return count
