"""`amunre-tui host`: a server whose players log in over SSH, and the keys that let them."""

import asyncio
import os
from argparse import SUPPRESS, ArgumentParser, Namespace
from importlib.util import find_spec
from math import inf
from pathlib import Path

from amunre.core import BadInput
from amunre.core.lines import count
from amunre.tui.commands import named, port, read_as
from amunre.tui.hosting.limits import Limits
from amunre.tui.words import Words

PORT = 2222


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    usual, path = Limits(), read_as(named)
    parser.add_argument("--data", type=path, default=SUPPRESS, metavar="DIR", help=words.say("command.host.data"))
    parser.add_argument("--port", type=read_as(port), default=PORT, metavar="N", help=words.say("command.host.port"))
    parser.add_argument("--address", default="", metavar="ADDRESS", help=words.say("command.host.address"))
    parser.add_argument("--guests", action="store_true", help=words.say("command.host.guests"))
    parser.add_argument("--user", metavar="USER", help=words.say("command.host.user"))
    for name, (reader, key) in LIMITS.items():
        option, default = f"--{name.replace('_', '-')}", f"{getattr(usual, name):g}"
        parser.add_argument(option, type=read_as(reader), default=default, metavar="N", help=words.say(key))
    adding = parser.add_subparsers(metavar="add").add_parser(
        "add", help=words.say("command.host.add"), description=words.say("command.host.add")
    )
    adding.add_argument("name", metavar="NAME", help=words.say("command.host.name"))
    adding.add_argument("file", type=path, metavar="KEYFILE", help=words.say("command.host.file"))
    adding.add_argument("--data", type=path, default=SUPPRESS, metavar="DIR", help=words.say("command.host.data"))


def run(arguments: Namespace, words: Words) -> None:
    """Add keys, or serve."""
    if find_spec("asyncssh") is None:
        raise BadInput(words.say("command.host.missing"))
    if os.name != "posix":
        raise BadInput(words.say("command.host.posix"))
    folder = arguments.data or _usual_folder()
    if "file" in arguments:
        from amunre.tui.hosting import keys

        number = keys.add(folder, arguments.name, arguments.file)
        print(words.say("command.host.added", name=arguments.name, keys=number))
    else:
        _serve(arguments, folder.absolute())


def _serve(arguments: Namespace, folder: Path) -> None:
    from amunre.tui.hosting.premises import account
    from amunre.tui.hosting.server import Place, serve

    limits = Limits(arguments.lines, arguments.per_address, arguments.per_name, arguments.logins, arguments.idle)
    owner = account(arguments.user)
    asyncio.run(serve(Place(folder, arguments.address, arguments.port, arguments.guests, owner, limits)))


def _usual_folder() -> Path:
    from amunre.tui.hosting.premises import FOR_ROOT
    from amunre.tui.settings import data_folder

    return data_folder() / "host" if os.geteuid() else FOR_ROOT


def minutes(text: str) -> float:
    """Minutes as they are typed, or a part of one."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < inf:
        raise BadInput(f"minutes are a number above 0, not {text}")
    return number


LIMITS = {
    "lines": (count, "command.host.lines"),
    "per_name": (count, "command.host.per_name"),
    "per_address": (count, "command.host.per_address"),
    "logins": (count, "command.host.logins"),
    "idle": (minutes, "command.host.idle"),
}
"""How each is read, and the words for it."""
