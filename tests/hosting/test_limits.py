"""How many may come, how often, for how long; whoever is refused is told why, and so is the log."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import asyncssh
import pytest

from amunre.tui.hosting.limits import Door, Limits
from tests.hosting.club import PATIENCE, SSH, TITLE, Club, farewell, place, until

HERE = "127.0.0.1"


@contextmanager
def limited(*arguments: str, code: str = "") -> Iterator[Club]:
    with place() as folder, Club(folder, [*arguments], code) as club:
        club.key("ada")
        yield club
        assert not club.events("fault"), club.log
        assert not club.complaints


def turned_away(club: Club) -> str:
    """What the client of somebody says who is not let in."""
    if SSH is None:
        return str(asyncio.run(refusal(club)))
    done = subprocess.run(
        club.command("ada", "-N"), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 255
    return done.stderr.decode()


async def refusal(club: Club) -> Exception:
    with pytest.raises(asyncssh.DisconnectError) as told:
        async with club.connect():
            raise AssertionError("let in")
    return told.value


@contextmanager
def knocking(club: Club, count: int) -> Iterator[list[socket.socket]]:
    """Connections that say nothing."""
    with ExitStack() as stack:
        found = [stack.enter_context(socket.create_connection((HERE, club.port))) for _ in range(count)]
        assert all(one.recv(4) == b"SSH-" for one in found)
        yield found


ARRIVING = "from amunre.tui.hosting import limits; limits.ARRIVING = 3"


@pytest.mark.parametrize(
    ("option", "code", "why", "words"),
    [
        ("--lines", ARRIVING, "full", "no seat is free"),
        ("--per-address", "", "address_full", "too many connections from your address"),
        ("--logins", "", "too_often", "too many connections from your address in the last minute"),
    ],
)
async def test_those_beyond_a_limit_are_told_why(option: str, code: str, why: str, words: str) -> None:
    with limited(option, "3", code=code) as club:
        with knocking(club, 3):
            for _ in range(5):
                assert words in await asyncio.to_thread(turned_away, club)
            assert words in str(await refusal(club))
        assert club.counted(6, "refused", why=why, address=HERE)
        if option != "--logins":
            assert await asyncio.to_thread(club.counted, 3, "denied")
            async with club.connect():
                pass


async def test_seats_are_for_those_who_have_logged_in() -> None:
    words = "no seat is free"
    with limited("--lines", "1") as club, knocking(club, 5):
        async with club.connect() as connection:
            assert words in await asyncio.to_thread(turned_away, club)
            assert words in str(await parting(club))
            assert club.counted(2, "refused", why="full", name="ada", address=HERE)
            assert club.counted(1, "login")
            process: Any = await connection.create_process(term_type="xterm", encoding=None)
            await asyncio.wait_for(process.stdout.readuntil(TITLE.encode()), PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while not await seated(club):
                pass


async def parting(club: Club) -> Exception | None:
    """What ends a connection that has logged in."""
    ended = asyncio.get_running_loop().create_future()

    class Client(asyncssh.SSHClient):
        def connection_lost(self, exc: Exception | None) -> None:
            ended.set_result(exc)

    async with club.connect(client_factory=Client), asyncio.timeout(PATIENCE):
        reason: Exception | None = await ended
        return reason


async def seated(club: Club) -> bool:
    """Whether somebody who logs in can play."""
    async with club.connect() as connection:
        try:
            await connection.create_process(term_type="xterm")
        except asyncssh.Error:
            return False
        return True


SAME = [
    ("192.0.2.1", "192.0.2.1"),
    ("2001:db8::1", "2001:db8:0:0:ffff::2"),
    ("fe80::1%eth0", "fe80::2%eth0"),
    ("::ffff:192.0.2.1", "192.0.2.1"),
    ("", ""),
]
OTHERS = [
    ("192.0.2.1", "192.0.2.2"),
    ("2001:db8:0:1::1", "2001:db8:0:2::1"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.2"),
]


@pytest.mark.parametrize(
    ("one", "other", "full"), [(*pair, True) for pair in SAME] + [(*pair, False) for pair in OTHERS]
)
def test_whoever_has_an_address_of_ipv6_has_those_beside_it(one: str, other: str, full: bool) -> None:
    door = Door(Limits(per_address=1))
    door.enter(one)
    assert door.refusal(other) == ("hosting.address_full" if full else "")
    door.leave(other if full else one, admitted=False)
    assert not door.refusal(other)


async def test_a_name_has_only_so_many_lines() -> None:
    words = "too many connections under your name"
    with limited("--per-name", "1") as club:
        club.prepare("ada")
        with club.login("ada") as one:
            one.wait_for(TITLE)
            with club.login("ada") as two:
                code, painted = await asyncio.to_thread(farewell, two)
            assert code == 2
            assert words.encode() in painted
            assert club.told("refused", name="ada", why="name_full")
            with club.login("bint") as other:
                other.wait_for("Quit")
        until(lambda: not club.players)
        with club.login("ada") as again:
            again.wait_for(TITLE)


def test_whoever_sits_idle_is_sent_home_and_told() -> None:
    with limited("--idle", "0.02") as club:
        club.prepare("ada")
        with club.login("ada") as terminal:
            code, painted = farewell(terminal)
        assert code == 1
        before, _, after = painted.rpartition(b"\x1b[?1049l")
        assert b"\x1b[?1049h" in before
        assert b"You have not touched a key for long." in after
        assert club.told("ended", name="ada", why="hosting.idle")
        until(lambda: not club.players)


def test_whoever_touches_keys_stays() -> None:
    with limited("--idle", "0.03") as club:
        club.prepare("ada")
        with club.login("ada") as terminal:
            terminal.wait_for(TITLE)
            for _ in range(30):
                terminal.type("\x1b[B")
                terminal.settle(0.1)
            assert terminal.process.poll() is None


# ---------------------------------------------------------------------- silence
QUICK = "from amunre.tui.hosting import server; server.LOGIN = 1.0"


def test_whoever_does_not_log_in_is_gone() -> None:
    with limited(code=QUICK) as club, knocking(club, 5) as silent:
        for one in silent:
            one.settimeout(PATIENCE)
            while one.recv(1 << 16):
                pass
        assert club.counted(5, "denied")


@pytest.mark.skipif(SSH is None, reason="OpenSSH's client is not there")
def test_whoever_asks_for_no_game_is_told_and_gone() -> None:
    with limited(code=QUICK) as club:
        assert "no game was asked for" in turned_away(club)
        assert club.told("refused", name="ada", why="no_game")


async def test_whoever_plays_is_not_asked_again() -> None:
    with limited(code=QUICK) as club:
        club.prepare("ada")
        async with club.connect() as connection:
            process = await connection.create_process(term_type="xterm", encoding=None)
            await asyncio.sleep(1.5)
            assert not process.stdout.at_eof()
            process.stdin.write(b"q")
            done = await process.wait()
            assert done.exit_status == 0


async def test_a_place_is_free_again_though_the_client_stays() -> None:
    leaving = "from amunre.tui.hosting import line; line.LEAVING = 0.5"
    with limited(code=leaving) as club:
        club.prepare("ada")
        left = asyncio.get_running_loop().create_future()

        class Client(asyncssh.SSHClient):
            def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
                left.set_result(True)

        async with club.connect(client_factory=Client) as connection:
            process: Any = await connection.create_process(term_type="xterm", encoding=None)
            process.stdin.write(b"q")
            await process.wait()
            async with asyncio.timeout(PATIENCE):
                assert await left
