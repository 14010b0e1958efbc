"""The lines of a text that somebody handed in, read with care: none too long, all printable, errors name them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from amunre.core.errors import BadInput
from amunre.core.game import IllegalAction

MAX_CHARACTERS = 200
"""Of one line."""

_MOST_BYTES = 4 * MAX_CHARACTERS + len("\r\n")
"""Of a line in UTF-8. Little more is read at once, so that a file without line ends does not fill the memory."""
_TOO_LONG = f"longer than {MAX_CHARACTERS} characters"
_COUNT = re.compile(r"[1-9][0-9]{0,6}")


class Line(NamedTuple):
    """A line without its end, or what follows its first word; counted from 1."""

    number: int
    text: str


def lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a file, one at a time."""
    number = 0
    while raw := stream.readline(_MOST_BYTES + 1):
        number += 1
        with at(number):
            text = _decoded(raw)
        yield Line(number, text)


def _decoded(raw: bytes) -> str:
    try:
        text = raw.removesuffix(b"\n").removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        # A line cut at the limit may end in the middle of a character.
        raise BadInput("not UTF-8 text" if len(raw) <= _MOST_BYTES else _TOO_LONG) from None
    if len(text) > MAX_CHARACTERS:
        raise BadInput(_TOO_LONG)
    if not text.isprintable():
        raise BadInput("a character that cannot be printed")
    return text


@contextmanager
def at(number: int) -> Iterator[None]:
    """Errors from here name the line."""
    try:
        yield
    except (BadInput, IllegalAction) as error:
        raise BadInput(f"line {number}: {error}") from None


def is_count(text: str) -> bool:
    """Whether this is a number from 1 on, plainly written."""
    return _COUNT.fullmatch(text) is not None


def count(text: str) -> int:
    """A number from 1 on."""
    if not is_count(text):
        raise BadInput(f"expected a number from 1 on, not {text or 'nothing'}")
    return int(text)
