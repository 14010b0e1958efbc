"""`amunre-tui train`: teaches the eye with which opponents judge positions."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from amunre.ai.executors import processes
from amunre.ai.weights import receiving
from amunre.core import BadInput
from amunre.core.lines import count, is_count
from amunre.tui.commands import add_game, named, read_as
from amunre.tui.typed import seed
from amunre.tui.words import Words

if TYPE_CHECKING:
    from amunre.ai.training import Progress

PROGRESS = {
    "played": "command.train.played",
    "fitted": "command.train.fitted",
    "gated": "command.train.gated",
    "accepted": "command.train.accepted",
    "refused": "command.train.refused",
}
"""What is said of each part of a round."""
INTO = {
    "gated": "command.train.into_gated",
    "accepted": "command.train.into_accepted",
    "refused": "command.train.into_refused",
}
"""And of the gate of a file of weights."""


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    number, path = read_as(count), read_as(named)
    add_game(parser, words)
    parser.add_argument("folder", type=path, metavar="DIR", help=words.say("command.train.folder"))
    parser.add_argument("--players", type=number, default=3, metavar="N", help=words.say("command.players"))
    parser.add_argument("--rounds", type=number, default=4, metavar="N", help=words.say("command.train.rounds"))
    parser.add_argument("--games", type=number, default=5_000, metavar="N", help=words.say("command.train.games"))
    parser.add_argument("--iterations", type=number, default=200, metavar="N", help=words.say("command.train.thinking"))
    parser.add_argument(
        "--hidden", type=read_as(units), default=16, metavar="N", help=words.say("command.train.hidden")
    )
    parser.add_argument(
        "--seed", type=read_as(partial(seed, words=words)), default=1, metavar="N", help=words.say("command.train.seed")
    )
    parser.add_argument("--workers", type=number, metavar="N", help=words.say("command.arena.workers"))
    parser.add_argument("--into", type=path, metavar="FILE", help=words.say("command.train.into"))


def run(arguments: Namespace, words: Words) -> None:
    """Teach, or go on teaching, and tell how it went."""
    if find_spec("numpy") is None:
        raise BadInput("training needs more than is installed: pip install 'amunre-tui[train]'")
    from amunre.ai.training import Course, add_to, train

    course = Course(
        arguments.game,
        arguments.players,
        arguments.folder,
        arguments.rounds,
        arguments.games,
        arguments.iterations,
        arguments.hidden,
        arguments.seed,
    )
    if arguments.into is not None:
        # Not only after hours.
        receiving(arguments.game, arguments.into)
    with told(words) as show, processes(arguments.workers) as executor:
        champion = train(course, executor, show)
        if arguments.into is not None:
            add_to(arguments.into, course, executor, show)
    print(*champion.by_players[arguments.players].story, sep="\n")


@contextmanager
def told(words: Words) -> Iterator[Callable[["Progress"], None]]:
    """Says how far it is: on a terminal in a line that is written over until its part is done, elsewhere only then."""
    done = True

    def show(progress: "Progress") -> None:
        nonlocal done
        key = PROGRESS[progress.what] if progress.round else INTO[progress.what]
        line = words.say(key, round=progress.round, done=progress.done, of=progress.of)
        done = progress.done == progress.of
        if sys.stderr.isatty():
            print(f"\r{line:<72}", end="\n" if done else "", file=sys.stderr, flush=True)
        elif done:
            print(line, file=sys.stderr)

    try:
        yield show
    finally:
        if sys.stderr.isatty() and not done:
            print(file=sys.stderr)


def units(text: str) -> int:
    """Hidden units as they are typed: 0 for a linear eye."""
    if text != "0" and not is_count(text):
        raise BadInput(f"expected a number from 0 on, not {text or 'nothing'}")
    return int(text)
