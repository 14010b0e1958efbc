"""A hundred players on a server over SSH while processes are killed. The clients are asyncssh's own, in one process."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from tests.hosting.club import KEYS, PLENTY, Club, alive, place, until
from tests.store.games import kept, nothing_lost, so_far

Games = dict[int, list[str]]

PLAYERS = 100
SECONDS = 15
"""For which they play in each test."""
PAUSE = 1.0
"""Seconds between the keys of one player."""
SOON = 30.0
"""Seconds after which everybody has to be there, or gone, on a machine with two processors."""


@pytest.fixture
def club() -> Iterator[Club]:
    with place() as folder, Club(folder, PLENTY) as club:
        for number in range(PLAYERS):
            club.key(name(number))
            club.prepare(name(number))
        yield club
        assert not club.complaints


def name(number: int) -> str:
    return f"player{number}"


class Player:
    """Somebody who types at random, and reads what comes of it."""

    def __init__(self, club: Club, number: int) -> None:
        self._club = club
        self._number = number
        self._random = Random(number)
        self.painted = b""

    async def __call__(self) -> None:
        """Play until the line is gone."""
        with suppress(asyncssh.Error, OSError):
            async with self._club.connect(name(self._number), login_timeout=120) as connection:
                process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
                typing = asyncio.create_task(self._type(process))
                try:
                    while more := await process.stdout.read(1 << 16):
                        self.painted = (self.painted + more)[-100_000:]
                finally:
                    typing.cancel()

    async def _type(self, process: Any) -> None:
        process.stdin.write(b"n")
        await asyncio.sleep(2 * PAUSE)
        process.stdin.write(b"\r")
        while True:
            await asyncio.sleep(self._random.uniform(0.5, 1.5) * PAUSE)
            with suppress(OSError):
                process.stdin.write("".join(self._random.choices(KEYS, k=3)).encode())


@asynccontextmanager
async def crowd(club: Club) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Everybody plays."""
    tasks = []
    for number in range(PLAYERS):
        tasks.append(asyncio.create_task(Player(club, number)()))
        await asyncio.sleep(0.05)
    try:
        await arrived(club)
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def arrived(club: Club, least: int = PLAYERS) -> None:
    await asyncio.to_thread(until, lambda: len(club.players) >= least, 2 * SOON)


def games(club: Club, read: Callable[[Path], Games] = kept) -> dict[int, Games]:
    """What is kept of everybody."""
    return {number: read(club.data / "players" / name(number)) for number in range(PLAYERS)}


def nobody_lost(before: dict[int, Games], after: dict[int, Games]) -> bool:
    return all(nothing_lost(told, after[number]) for number, told in before.items())


@pytest.mark.soak
async def test_killed_processes_lose_nothing_in_a_crowd(club: Club) -> None:
    random = Random(1)
    before = club.descriptors
    async with crowd(club):
        await asyncio.sleep(SECONDS / 3)
        played = await asyncio.to_thread(games, club, so_far)
        for _ in range(2 * SECONDS):
            await asyncio.sleep(0.5)
            with suppress(ProcessLookupError):
                os.kill(random.choice(club.players), signal.SIGKILL)
        assert club.process.poll() is None
        assert PLAYERS // 2 < len(club.players) < PLAYERS
    await asyncio.to_thread(until, lambda: not club.players, SOON)
    await asyncio.to_thread(until, lambda: club.descriptors <= before + 5, SOON)
    found = games(club)
    assert sum(map(bool, found.values())) > PLAYERS // 2
    assert nobody_lost(played, found)
    async with club.connect(name(0)) as connection:
        assert connection


@pytest.mark.soak
async def test_a_killed_forker_disturbs_nobody_in_a_crowd(club: Club) -> None:
    async with crowd(club) as tasks:
        for _ in range(2):
            os.kill(club.forker, signal.SIGKILL)
            await asyncio.sleep(SECONDS / 5)
            assert not any(task.done() for task in tasks)
            async with club.connect("late") as connection:
                process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
                async with asyncio.timeout(2 * SOON):
                    await process.stdout.readuntil(b"Quit")
    await asyncio.to_thread(until, lambda: len(club.events("ended")) == len(club.events("begun")), SOON)
    assert games(club)


@pytest.mark.soak
async def test_a_killed_server_loses_nothing_in_a_crowd(club: Club) -> None:
    async with crowd(club):
        await asyncio.sleep(SECONDS)
        started = club.processes
        assert len(started) > PLAYERS
        played = await asyncio.to_thread(games, club, so_far)
        club.process.kill()
        club.process.wait()
        await asyncio.to_thread(until, lambda: not any(map(alive, started)), 10.0)
    found = games(club)
    assert sum(map(bool, found.values())) > PLAYERS // 2
    assert nobody_lost(played, found)
    club.start()
    async with crowd(club):
        await asyncio.sleep(SECONDS / 3)
    await asyncio.to_thread(until, lambda: not club.players, SOON)
    assert nobody_lost(found, games(club))


@pytest.mark.soak
async def test_a_server_that_is_told_to_end_sees_a_crowd_off(club: Club) -> None:
    async with crowd(club):
        await asyncio.sleep(SECONDS / 3)
        loop = asyncio.get_running_loop()
        began = loop.time()
        club.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(club.process.wait, SOON) == 0
        assert loop.time() - began < 5.0
    assert games(club)
