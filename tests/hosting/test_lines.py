"""A game that is played over a line: begun, dropped, gone on with."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest

from amunre.tui.settings import Table
from amunre.tui.store import Store
from tests.hosting.club import (
    CLIENTS,
    PATIENCE,
    PLENTY,
    TABLE,
    TITLE,
    Club,
    alive,
    begin,
    farewell,
    moves,
    place,
    play,
    until,
)
from tests.store.games import kept

SOON = 3.0
"""Seconds after which nothing may be left of a line that was dropped."""


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    with place() as folder, Club(folder, PLENTY) as club:
        yield club


@pytest.mark.parametrize("client", CLIENTS)
def test_a_dropped_line_leaves_the_game_where_it_was(club: Club, client: str) -> None:
    name = f"ada-{client}"
    room = club.prepare(name)
    with club.login(name, client=client) as terminal:
        begin(terminal)
        play(terminal, room)
        [pid] = club.players
        before = kept(room)
        terminal.kill()
        until(lambda: not alive(pid), SOON)
    assert kept(room) == before
    with club.login(name, client=client) as terminal:
        terminal.wait_for(TABLE)
        play(terminal, room)
        assert kept(room)[1][: len(before[1])] == before[1]
    until(lambda: not club.players, SOON)


def test_a_game_goes_on_elsewhere_while_the_old_line_is_half_open(club: Club) -> None:
    room = club.prepare("bint")
    with club.login("bint") as old, club.login("bint") as new:
        begin(old)
        play(old, room)
        old.process.send_signal(signal.SIGSTOP)
        new.wait_for(TITLE)
        new.type("q")
        farewell(new)
        with club.login("bint") as other:
            other.wait_for(TABLE)
            play(other, room)
            before = kept(room)
            old.process.send_signal(signal.SIGCONT)
            for _ in range(5):
                old.type("\r\r\r 1\r2\r3\r")
                old.settle(0.1)
            assert kept(room) == before
            play(other, room)
            assert moves(room) > 0
    until(lambda: not club.players, SOON)


def test_the_end_of_a_game_is_reached(club: Club) -> None:
    room = club.prepare("cheops", table=Table(players=3, seats=(("steward", ""),) * 3))
    with club.login("cheops") as terminal:
        begin(terminal)
        end = time.monotonic() + 60
        while not _over(club, "cheops"):
            assert time.monotonic() < end
            terminal.type("\r")
            terminal.settle(0.1)
    assert kept(room)


def _over(club: Club, name: str) -> bool:
    with Store(club.data / "players" / name) as store:
        return bool(store.games(over=True))


def test_a_line_that_says_nothing_more_hangs_up(club: Club) -> None:
    """The terminal of the client closes, which ends its ssh in order."""
    club.prepare("djoser")
    with club.login("djoser") as terminal:
        terminal.wait_for(TITLE)
        [pid] = club.players
    until(lambda: not alive(pid), SOON)
    assert club.told("ended", name="djoser")["code"] == 129


def test_a_process_that_does_not_hear_the_end_of_its_line_is_killed(club: Club) -> None:
    club.prepare("ese")
    with club.login("ese") as terminal:
        terminal.wait_for(TITLE)
        [pid] = club.players
        os.kill(pid, signal.SIGSTOP)
    until(lambda: not alive(pid), SOON + 2)


def test_the_window_can_change(club: Club) -> None:
    club.prepare("fatima")
    with club.login("fatima") as terminal:
        terminal.wait_for(TITLE)
        terminal.settle()
        terminal.resize(120, 40)
        terminal.wait_for(" " * 100)


async def test_keys_that_are_typed_before_the_first_picture_are_not_lost(club: Club) -> None:
    club.prepare("gamal")
    async with club.connect("gamal") as connection:
        process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        process.stdin.write(b"n")
        async with asyncio.timeout(PATIENCE):
            painted = await process.stdout.readuntil(b"Seed")
    assert not painted.startswith(b"n")
