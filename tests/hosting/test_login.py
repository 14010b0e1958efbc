"""Who may come in, and what is said to those who may not."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from benchmarks.terminal import Terminal
from tests.hosting.club import CLIENTS, PLENTY, SSH, TITLE, Club, begin, farewell, place

needs_ssh = pytest.mark.skipif(SSH is None, reason="OpenSSH's client is not there")


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    """Without guests."""
    with place() as folder, Club(folder, PLENTY) as club:
        club.key("ada")
        yield club


def said(command: list[str], **environment: str) -> tuple[int, str]:
    """What a client is told that has no terminal, in all languages the same."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, env=environment or None)
    return done.returncode, (done.stdout + done.stderr).decode()


async def refused(club: Club, name: str, **options: object) -> str:
    """Why a name is not let in."""
    with pytest.raises(asyncssh.PermissionDenied) as error:
        async with club.connect(name, **options):
            raise AssertionError("let in")
    return str(error.value)


async def methods(club: Club, name: str) -> set[str]:
    """In which ways a name could log in."""
    return set(await asyncssh.get_server_auth_methods("127.0.0.1", club.port, username=name, config=None))


# ---------------------------------------------------------------------- refused
async def test_nobody_comes_in_with_another_key(club: Club) -> None:
    await refused(club, "ada", client_keys=[str(club.strange_key)])
    assert club.told("denied", address="127.0.0.1")


async def test_nobody_comes_in_with_the_key_of_another_name(club: Club) -> None:
    club.key("bint")
    await refused(club, "bint", client_keys=[str(club.key("ada"))])


async def test_nobody_comes_in_without_a_key(club: Club) -> None:
    await refused(club, "ada", client_keys=None)


@pytest.mark.parametrize("name", ["nobody", "root", "guest", "../ada", "ADA", "", "ada/", "keys", "x" * 1000])
async def test_unknown_names_are_refused_as_known_ones_are(club: Club, name: str) -> None:
    strange = {"client_keys": [str(club.strange_key)]}
    assert await refused(club, name, **strange) == (await refused(club, "ada", **strange)).replace("ada", name)
    assert await methods(club, name) == await methods(club, "ada")


async def test_keys_are_the_only_way_in(club: Club) -> None:
    assert await methods(club, "ada") == {"publickey"}
    for name in ("ada", "nobody"):
        await refused(club, name, client_keys=None, password="secret", preferred_auth="password,keyboard-interactive")


async def test_a_key_file_that_cannot_be_read_lets_nobody_in_and_is_told(club: Club) -> None:
    club.key("djoser")
    (club.data / "keys" / "djoser").write_bytes(b"\xff\xfe garbage")
    await refused(club, "djoser")
    assert "djoser" in club.told("fault")["what"]


@needs_ssh
def test_the_client_says_that_permission_is_denied(club: Club) -> None:
    code, words = said(club.command("ada", key=club.strange_key))
    assert code == 255
    assert "Permission denied (publickey)" in words


def test_the_log_never_has_a_secret(club: Club) -> None:
    assert "PRIVATE" not in str(club.log)
    assert not club.complaints


# ---------------------------------------------------------------------- granted
@pytest.mark.parametrize("client", CLIENTS)
def test_who_has_the_key_is_at_the_title_and_leaves_with_a_clean_terminal(club: Club, client: str) -> None:
    club.prepare("ese")
    with club.login("ese", client=client) as terminal:
        terminal.wait_for(TITLE)
        terminal.type("q")
        code, painted = farewell(terminal)
    assert code == 0
    assert painted.rpartition(b"\x1b[?1049l")[1]
    assert b"unexpectedly" not in painted
    assert club.told("ended", name="ese")["code"] == 0


async def test_a_name_can_have_several_keys(club: Club) -> None:
    club.key("gamal")
    with (club.data / "keys" / "gamal").open("a") as keys:
        keys.write(club.key("ada").with_name("ada.key.pub").read_text())
    async with club.connect("gamal"), club.connect("gamal", client_keys=[str(club.key("ada"))]):
        pass


async def test_a_key_that_is_taken_away_opens_nothing_any_more(club: Club) -> None:
    club.key("hatshepsut")
    async with club.connect("hatshepsut"):
        pass
    (club.data / "keys" / "hatshepsut").unlink()
    await refused(club, "hatshepsut")


# ---------------------------------------------------------------------- guests
@pytest.fixture(scope="module")
def open_house() -> Iterator[Club]:
    """With guests."""
    with place() as folder, Club(folder, ["--guests", *PLENTY]) as club:
        yield club


def guest(club: Club) -> Terminal:
    if SSH is None:
        return Terminal(club.command("guest", key=club.strange_key, client="asyncssh"))
    return Terminal(club.command("guest", key=Path("/dev/null")), environment={"LANG": "C.UTF-8"})


def test_guests_need_no_key_and_leave_nothing_behind(open_house: Club) -> None:
    rooms = open_house.data / "guests"
    with guest(open_house) as one, guest(open_house) as two:
        begin(one, slowly=True)
        two.wait_for(TITLE)
        assert len(list(rooms.glob("*/games.db"))) == 2
        one.type("\x11")
        farewell(one)
        two.hang_up()
        open_house.told("ended", name="guest", code=0)
        open_house.told("ended", name="guest", code=129)
    assert not list(rooms.iterdir())


def test_guests_of_a_server_that_was_killed_are_forgotten_by_the_next(open_house: Club) -> None:
    with guest(open_house) as terminal:
        begin(terminal, slowly=True)
        left = list((open_house.data / "guests").glob("*"))
        assert left
        open_house.process.kill()
        open_house.process.wait()
    open_house.start()
    assert not list((open_house.data / "guests").iterdir())


def test_a_guest_whose_game_ends_is_not_told_that_it_is_kept(open_house: Club) -> None:
    with guest(open_house) as terminal:
        terminal.wait_for(TITLE)
        [pid] = open_house.players
        os.kill(pid, signal.SIGKILL)
        code, painted = farewell(terminal)
    assert code == 1
    assert b"The game has ended unexpectedly. What guests play is not kept." in painted


async def test_guests_do_not_open_other_names(open_house: Club) -> None:
    await refused(open_house, "ada", client_keys=None)
    await refused(open_house, "nobody", client_keys=None)


NO_TERMINALS = """
import os
def openpty():
    raise OSError("none is left")
os.openpty = openpty
"""


def test_a_guest_for_whom_there_is_no_terminal_leaves_nothing_behind() -> None:
    with place() as folder, Club(folder, ["--guests", *PLENTY], NO_TERMINALS) as club:
        with guest(club) as terminal:
            code, painted = farewell(terminal)
        assert code == 1
        assert b"The game has ended unexpectedly." in painted
        assert "none is left" in club.told("fault", name="guest")["what"]
        assert not list((club.data / "guests").iterdir())
