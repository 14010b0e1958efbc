"""What can go wrong on a line, and what peers do that mean no good: the server stays up, and no game is lost."""

import asyncio
import os
import resource
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from amunre.tui.hosting.child import LIMITS
from amunre.tui.hosting.premises import account
from tests.hosting.club import (
    GRACE,
    KEYS,
    PATIENCE,
    PLENTY,
    TABLE,
    TITLE,
    Club,
    alive,
    begin,
    farewell,
    place,
    play,
    until,
)
from tests.store.games import kept

PRLIMIT = shutil.which("prlimit")
ABANDONED = 1000
PICTURE = 1000
"""Bytes that take less than a screen does."""
SLACK = 5
"""Files that a server may have open for reasons of its own."""


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    with place() as folder, Club(folder, PLENTY) as club:
        yield club
        assert not club.complaints
        assert not club.events("fault")


@contextmanager
def unharmed(club: Club) -> Iterator[None]:
    """After it the server lets players in, and nothing is left."""
    until(lambda: not club.players)
    before = club.descriptors
    yield
    until(lambda: not club.players, GRACE + 5)
    until(lambda: club.descriptors <= before + SLACK, GRACE + 5)
    club.prepare("witness")
    with club.login("witness") as terminal:
        terminal.wait_for(TITLE)
    until(lambda: not club.players)


async def opened(connection: Any, **options: Any) -> Any:
    return await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None, **options)


# ---------------------------------------------------------------------- killed
def test_a_killed_process_is_told_to_its_player_whose_terminal_is_restored(club: Club) -> None:
    with unharmed(club):
        room = club.prepare("ada")
        with club.login("ada") as terminal:
            begin(terminal)
            play(terminal, room)
            before = kept(room)
            [pid] = club.players
            os.kill(pid, signal.SIGKILL)
            code, painted = farewell(terminal)
        assert code == 1
        restored = painted.rpartition(b"\x1b[?1049l")
        assert restored[1]
        assert b"\x1b[?25h" in restored[0]
        assert b"The game has ended unexpectedly. Your game is kept" in restored[2]
        assert club.told("ended", name="ada", code=-signal.SIGKILL)
        assert kept(room) == before
        with club.login("ada") as terminal:
            terminal.wait_for(TABLE)


def test_when_the_forker_is_killed_those_who_play_go_on_and_others_come(club: Club) -> None:
    with unharmed(club):
        room = club.prepare("bint")
        with club.login("bint") as one:
            begin(one)
            play(one, room)
            [pid] = club.players
            before, old = kept(room), club.forker
            os.kill(old, signal.SIGKILL)
            club.told("forker lost")
            play(one, room)
            assert kept(room)[1][: len(before[1])] == before[1]
            club.prepare("cheops")
            with club.login("cheops") as two:
                two.wait_for(TITLE)
                assert club.forker != old
            one.type("\x11")
            code, painted = farewell(one)
            assert code == 0
            assert b"unexpectedly" not in painted
        until(lambda: not alive(pid))


def test_a_process_that_hangs_is_killed_though_its_forker_is_gone(club: Club) -> None:
    with unharmed(club):
        club.prepare("cheops")
        with club.login("cheops") as one:
            one.wait_for(TITLE)
            [pid] = club.players
            os.kill(club.forker, signal.SIGKILL)
            club.told("forker lost")
            os.kill(pid, signal.SIGSTOP)
        until(lambda: not alive(pid), GRACE)
        with club.login("cheops") as one:
            one.wait_for(TITLE)


# ---------------------------------------------------------------------- no room left
def limit_files(pid: int, size: int) -> None:
    """How large a file of a process may be. Only its own user may say so."""
    owner = account(None)
    rights = {} if owner is None else {"user": owner.uid, "group": owner.gid, "extra_groups": []}
    subprocess.run([str(PRLIMIT), "--pid", str(pid), f"--fsize={size}:"], check=True, **rights)  # type: ignore[call-overload]


@pytest.mark.skipif(PRLIMIT is None, reason="the system sets no limits to others")
def test_a_full_disk_is_told_and_loses_nothing(club: Club) -> None:
    random = Random(1)
    with unharmed(club):
        room = club.prepare("djoser")
        with club.login("djoser") as terminal:
            begin(terminal)
            play(terminal, room)
            [pid] = club.players
            limit_files(pid, 1000)
            before, painted, end = kept(room), b"", time.monotonic() + PATIENCE
            while b"cannot be kept" not in painted:
                assert time.monotonic() < end
                terminal.type(random.choice(KEYS))
                painted += terminal.settle(0.1)
            assert kept(room) == before
            limit_files(pid, LIMITS[resource.RLIMIT_FSIZE])
            terminal.type("y")
            play(terminal, room)
        assert kept(room)[1][: len(before[1])] == before[1]


# ---------------------------------------------------------------------- clients that do not listen
async def test_a_client_that_stops_reading_and_drops_the_line_leaves_nothing(club: Club) -> None:
    with unharmed(club):
        club.prepare("ese")
        async with club.connect("ese") as connection:
            process = await opened(connection, window=1000)
            process.channel.pause_reading()
            [pid] = await asyncio.to_thread(until, lambda: club.players)
            random = Random(1)
            for _ in range(100):
                process.stdin.write("".join(random.choices(["n", "\x1b", "r", "p"], k=20)).encode())
                await asyncio.sleep(0.01)
            assert alive(pid)
            connection.abort()
        await asyncio.to_thread(until, lambda: not alive(pid), GRACE)


async def test_a_process_that_has_ended_keeps_no_place_for_a_client_that_does_not_read(club: Club) -> None:
    with unharmed(club):
        club.prepare("ipi")
        async with club.connect("ipi") as connection:
            process = await opened(connection, window=1000)
            process.channel.pause_reading()
            [pid] = await asyncio.to_thread(until, lambda: club.players)
            await keep_busy(process, pid)
            os.kill(pid, signal.SIGKILL)
            await asyncio.to_thread(club.told, "ended", name="ipi", code=-signal.SIGKILL)


async def keep_busy(process: Any, pid: int) -> None:
    """Have the whole picture painted again, until no more is, since nobody reads it."""
    still, written = 0, 0
    while still < 20:
        process.change_terminal_size(80 + 40 * (still % 2), 24)
        await asyncio.sleep(0.05)
        before, written = written, int(Path(f"/proc/{pid}/io").read_text().split()[3])
        still = still + 1 if written - before < PICTURE else 0


async def test_a_client_that_types_without_end_harms_only_herself(club: Club) -> None:
    with unharmed(club):
        club.prepare("fatima")
        async with club.connect("fatima") as connection:
            process = await opened(connection)
            await asyncio.wait_for(process.stdout.readuntil(TITLE.encode()), PATIENCE)
            process.stdin.write(b"\x1b[A\x1b[B" * 175_000)
            club.prepare("witness")
            with club.login("witness") as other:
                await asyncio.to_thread(other.wait_for, TITLE)
            connection.abort()


async def test_a_window_that_changes_without_end_harms_only_itself(club: Club) -> None:
    with unharmed(club):
        for name in ("gamal", "witness"):
            club.prepare(name)
        async with club.connect("gamal") as connection:
            process = await opened(connection)
            drain = asyncio.create_task(process.stdout.read())
            with club.login("witness") as other:
                await asyncio.to_thread(other.wait_for, TITLE)
                for number in range(1000):
                    process.change_terminal_size(20 + number % 200, 5 + number % 50)
                    await asyncio.sleep(0.001)
                other.type("r")
                await asyncio.to_thread(other.wait_for, "search", 5.0)
            process.change_terminal_size(80, 24)
            process.stdin.write(b"\x11")
            assert (await asyncio.wait_for(process.wait(check=False), PATIENCE)).exit_status == 0
            drain.cancel()


# ---------------------------------------------------------------------- garbage
def dialled(club: Club) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", club.port))
    connection.settimeout(PATIENCE)
    return connection


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.0\r\n\r\n",
        b"\x00" * 100_000,
        b"SSH-2.0-\r\n" * 1000,
        b"SSH-9.9-x\r\n",
        b"SSH-2.0-x\r\n" + b"\xff" * 5000,
        b"SSH-2.0-x\r\n" + b"\x00\x00\x00\x0c\x0a\x14" + b"\x00" * 100,
        b"SSH-2.0-x\r\n" + Random(1).randbytes(50_000),
        b"SSH-2.0-" + b"x" * 100_000,
        b"\r\n" * 10_000,
    ],
    ids=range(9),
)
def test_garbage_is_hung_up_on(club: Club, garbage: bytes) -> None:
    with unharmed(club), dialled(club) as connection, suppress(OSError):
        connection.sendall(garbage)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass


async def test_garbage_within_a_session_ends_only_that(club: Club) -> None:
    with unharmed(club):
        club.prepare("hathor")
        for message in range(1, 256, 7):
            async with club.connect("hathor") as connection:
                with suppress(asyncssh.Error, OSError):
                    connection.send_packet(message, Random(message).randbytes(100))
                    await opened(connection)
                connection.abort()


def test_many_connections_that_are_abandoned_leave_nothing(club: Club) -> None:
    with unharmed(club):
        for number in range(ABANDONED):
            connection = dialled(club)
            if number % 3:
                connection.send(b"SSH-2.0-x\r\n" if number % 2 else b"\x00")
            connection.close()
