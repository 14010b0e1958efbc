"""`amunre-tui web`: a page in which others play, or oneself where there is no terminal."""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryFile

from amunre.core import BadInput
from amunre.core.lines import count
from amunre.tui.commands import named, port, read_as
from amunre.tui.languages import spoken
from amunre.tui.refusals import no_listening
from amunre.tui.words import Words

PORT, ADDRESS, SESSIONS = 8000, "127.0.0.1", 20


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    parser.add_argument("--port", type=read_as(port), default=PORT, metavar="N", help=words.say("command.web.port"))
    parser.add_argument("--address", default=ADDRESS, metavar="HOST", help=words.say("command.web.address"))
    parser.add_argument("--name", action="append", default=[], metavar="HOST", help=words.say("command.web.name"))
    parser.add_argument(
        "--sessions", type=read_as(count), default=SESSIONS, metavar="N", help=words.say("command.web.sessions")
    )
    parser.add_argument(
        "--data", type=read_as(named), default=SUPPRESS, metavar="DIR", help=words.say("command.web.data")
    )


def run(arguments: Namespace, words: Words) -> None:
    """Serve the page until a signal comes."""
    try:
        from amunre.tui.web import server
    except ImportError:
        raise BadInput(words.say("command.web.missing")) from None
    place = _prepared(arguments.data)
    try:
        listener = server.listen(arguments.address, arguments.port)
    except (OSError, UnicodeError) as error:
        raise BadInput(f"{arguments.address}:{arguments.port}: {no_listening(error)}") from None
    names = None
    if server.is_loopback(listener):
        names = {name.lower() for name in arguments.name}
    else:
        where = f"{arguments.address}:{listener.getsockname()[1]}"
        print(f"amunre-tui: {words.say('command.web.open', address=where)}", file=sys.stderr, flush=True)
    server.PageServer(listener, server.Offer(place, arguments.sessions, names, spoken())).serve()


def _prepared(folder: Path | None) -> Path:
    """Where visitors' games go, once it is clear that they can."""
    from amunre.tui.settings import data_folder

    place = (folder or data_folder()).absolute() / "web"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=place):
            pass
    except OSError as error:
        raise BadInput(f"{place}: cannot be used: {error.strerror}") from None
    return place
