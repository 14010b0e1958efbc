"""Files that are written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from amunre.core import BadInput


@contextmanager
def replacing(file: Path) -> Iterator[BinaryIO]:
    """What is written here takes the place of the file in the end. If anything goes wrong, the old one stays."""
    beside = file.with_name(f"{file.name}.new")
    try:
        with beside.open("wb") as stream:
            yield stream
        beside.replace(file)
    except OSError as error:
        raise BadInput(f"{file}: cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def expect_writable(file: Path) -> None:
    """Find out before long work whether its results can be written."""
    if not file.absolute().parent.is_dir():
        raise BadInput(f"{file}: there is no such folder")
    if file.exists() and not file.is_file():
        raise BadInput(f"{file}: not a file")
    beside = file.with_name(f"{file.name}.new")
    try:
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise BadInput(f"{file}: cannot be written: {error.strerror}") from None
