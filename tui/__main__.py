"""`amunre-tui`: does what is asked for on the command line, and says in one line what went wrong."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper

from amunre.core import BadInput
from amunre.tui.commands import Parser, play, speak
from amunre.tui.languages import LANGUAGES, spoken
from amunre.tui.words import Words, load

COMMANDS = ("new", "host", "web", "selfplay", "replay", "deck", "arena", "train")
"""Each is a module of commands/, imported only when it is asked for: the table is to open at once."""

FAULT, REFUSED, INTERRUPTED, UNHEARD = 1, 2, 130, 141
"""Exit codes: of a fault in the program, of bad input, and those of a shell for SIGINT and SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    words = load(spoken(_asked(arguments)))
    speak(words)
    _prepare_streams()
    return safely(lambda: answer(arguments, words), words)


def safely(act: Callable[[], None], words: Words) -> int:
    """Do something and say in one line what went wrong, if anything did; the exit code."""
    try:
        try:
            act()
        finally:
            # Here, where it can still be said that the disk is full.
            print(end="", flush=True)
    except BrokenPipeError:
        _forget_output()
        return UNHEARD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BadInput as error:
        return _complain(str(error), REFUSED)
    except OSError as error:
        if error.filename is None:
            _forget_output()
        from amunre.tui.refusals import refusal

        return _complain(f"{error.filename or words.say('command.output')}: {refusal(error, words)}", REFUSED)
    except Exception as error:
        if os.environ.get("AMUNRE_DEBUG"):
            raise
        return _complain(words.say("command.fault", what=f"{type(error).__name__}: {error}"), FAULT)
    return 0


def answer(arguments: Sequence[str], words: Words) -> None:
    """Do what the arguments ask for."""
    parser = Parser(prog="amunre-tui", description=words.say("command.description"))
    parser.add_argument("--version", action="store_true", help=words.say("command.version"))
    play.add(parser, words)
    parser.set_defaults(data=None, lang=None, ascii=False)
    commands = parser.add_subparsers(title=words.say("command.commands"), metavar="COMMAND")
    for name in COMMANDS:
        help_text = words.say(f"command.{name}.help")
        command_parser = commands.add_parser(name, help=help_text, description=help_text)
        if name in arguments:
            command = import_module(f"amunre.tui.commands.{name}")
            command.add(command_parser, words)
            command_parser.set_defaults(run=command.run)
    chosen = parser.parse_args(arguments)
    if chosen.version:
        print(f"amunre-tui {_version(words)}")
    elif "run" in chosen:
        chosen.run(chosen, words)
    else:
        play.run(chosen, words)


def _asked(arguments: Sequence[str]) -> str:
    """The language that is asked for, before anything else is made of the arguments; what is wrong is found later."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--lang", nargs="?")
    language = parser.parse_known_args(arguments)[0].lang
    return language if language in LANGUAGES else ""


def _version(words: Words) -> str:
    # Slow to import, and seldom asked for.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("amunre-tui")
    except PackageNotFoundError:
        return words.say("command.not_installed")


def _prepare_streams() -> None:
    """Files and pipes get UTF-8 wherever the program runs; a terminal gets what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _forget_output() -> None:
    """What could not be written would be tried once more when Python ends, and complained about."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message)
    print(f"amunre-tui: {line}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
