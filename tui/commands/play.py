"""`amunre-tui` by itself: opens the app. Nothing here imports a screen before it is clear that one can be shown."""

import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from amunre.core import BadInput
from amunre.tui.commands import named, read_as
from amunre.tui.house import AT_HOME, House
from amunre.tui.languages import LANGUAGES, spoken
from amunre.tui.words import Words, load

if TYPE_CHECKING:
    from amunre.tui.settings import Settings
    from amunre.tui.store import Sitting, Store

Begin = Callable[["Store", "Settings", Words], "Sitting | None"]
"""Which game to sit down at; None: the title screen."""
SIGN = "▲"
"""One of those that the table is drawn with."""


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it. What is not said leaves what was said before a command as it is."""
    parser.add_argument("--data", type=read_as(named), default=SUPPRESS, metavar="DIR", help=words.say("command.data"))
    parser.add_argument("--lang", choices=list(LANGUAGES), default=SUPPRESS, help=words.say("command.lang"))
    parser.add_argument("--ascii", action="store_true", default=SUPPRESS, help=words.say("command.ascii"))


def run(arguments: Namespace, words: Words) -> None:
    """Open the title screen."""
    show(arguments, words, lambda *_: None)


def show(arguments: Namespace, words: Words, begin: Begin) -> None:
    """Open the app."""
    check_terminal(words)
    from amunre.tui.settings import data_folder

    open_app(arguments.data or data_folder(), begin, arguments.lang or "", arguments.ascii or not takes_signs())


def open_app(folder: Path, begin: Begin, language: str = "", signs: bool = False, house: House = AT_HOME) -> None:
    """Open the app on the games of a folder."""
    from amunre.tui import settings as settings_file
    from amunre.tui.store import Store

    settings = settings_file.read(folder)
    if house.guest:
        from amunre.tui.guests import welcomed

        settings = welcomed(settings, house.guest)
    language = spoken(language, settings.language)
    store = Store(folder)
    sitting = begin(store, settings, load(language))
    from amunre.tui.app import AmunreApp

    app = AmunreApp(folder, store, settings, language, sitting, signs, house)
    app.run()
    store.close()
    if app.fault is not None:
        raise app.fault


def takes_signs() -> bool:
    """Whether the terminal can be sent other signs than ASCII has: not in an old locale."""
    try:
        SIGN.encode(sys.stderr.encoding)
    except UnicodeEncodeError:
        return False
    return True


def check_terminal(words: Words) -> None:
    """Refuse to play where nothing can be shown. What Textual paints goes to stderr."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BadInput(words.say("command.no_terminal"))
    if os.environ.get("TERM", "") in ("", "dumb", "unknown") and os.name != "nt":
        raise BadInput(words.say("command.dumb_terminal", term=os.environ.get("TERM", "")))
