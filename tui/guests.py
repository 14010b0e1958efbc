"""A player on a machine that is not hers: she finds her game where she left it, under her name."""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from amunre.core import BadInput
from amunre.core.match import HUMAN
from amunre.tui.commands import play
from amunre.tui.house import House
from amunre.tui.settings import Settings
from amunre.tui.store import Sitting, Store
from amunre.tui.tables import LONGEST_NAME
from amunre.tui.words import Words

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


def name(text: str) -> str:
    """A name that can be a login, and a folder on any system."""
    if not _NAME.fullmatch(text):
        raise BadInput(f"{text!r} cannot be a name: use up to 32 of a-z, 0-9, - and _, not beginning with a sign")
    return text


def open_table(place: Path, house: House) -> None:
    """Open the app on the games of a folder, straight at the one that is not over."""
    play.open_app(place, go_on, house=house)


def welcomed(settings: Settings, guest: str) -> Settings:
    """Settings in which the first person is called as the guest is, unless she has called herself something else."""
    table = settings.table
    people = [seat for seat, (kind, _) in enumerate(table.seats) if kind == HUMAN]
    if not people or table.seats[people[0]][1]:
        return settings
    seats = list(table.seats)
    seats[people[0]] = (HUMAN, guest[:LONGEST_NAME])
    return replace(settings, table=replace(table, seats=tuple(seats)))


def go_on(store: Store, settings: Settings, words: Words) -> Sitting | None:  # noqa: ARG001
    """The game that she played last, wherever she left it; the title screen tells why if that cannot be."""
    with suppress(BadInput, OSError):
        kept = store.open_game()
        return None if kept is None else store.sit(kept.id, take_over=True)
    return None
