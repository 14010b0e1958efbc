"""`amunre-tui train`: teaches the eye with which opponents judge positions."""

import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from importlib.util import find_spec

from amunre.ai.executors import processes
from amunre.ai.weights import merge, read, receiving
from amunre.core import BadInput
from amunre.core.lines import count
from amunre.tui.commands import add_game, named, read_as
from amunre.tui.typed import seed
from amunre.tui.words import Words

PROGRESS = {
    "played": "command.train.played",
    "fitted": "command.train.fitted",
    "gated": "command.train.gated",
}
"""What is said of each part of a round."""


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
    from amunre.ai.training import Course, Progress, train

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

    def show(progress: Progress) -> None:
        line = words.say(PROGRESS[progress.what], round=progress.round, done=progress.done, of=progress.of)
        if sys.stderr.isatty():
            print(f"\r{line:<72}", end="\n" if progress.done == progress.of else "", file=sys.stderr, flush=True)
        elif progress.done == progress.of:
            print(line, file=sys.stderr)

    with processes(arguments.workers) as executor:
        champion = train(course, executor, show)
    weights = read(champion)
    if arguments.into is not None:
        merge(weights, arguments.into)
    print(*weights.by_players[arguments.players].story, sep="\n")


def units(text: str) -> int:
    """Hidden units as they are typed: 0 for a linear eye."""
    return 0 if text == "0" else count(text)
