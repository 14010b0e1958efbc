"""What a connection cannot do: anything but play."""

import asyncio
import os
import re
import resource
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from amunre.tui.hosting.child import LIMITS
from amunre.tui.hosting.premises import account
from tests.hosting.club import PATIENCE, PLENTY, SSH, TITLE, Club, place, until

needs_ssh = pytest.mark.skipif(SSH is None, reason="OpenSSH's client is not there")
needs_proc = pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="the system does not tell")
NO_TERMINAL = "amunre-tui: there is no terminal to play in"
REFUSED = (asyncssh.ChannelOpenError, asyncssh.ChannelListenError, asyncssh.SFTPError)


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    with place() as folder, Club(folder, PLENTY) as club:
        club.key("ada")
        yield club
        assert not club.complaints
        assert not club.events("fault"), club.log


async def painted(process: Any, text: str) -> bytes:
    """All that is painted until this text is among it."""
    async with asyncio.timeout(PATIENCE):
        return bytes(await process.stdout.readuntil(text.encode()))


async def terminal(connection: Any, **options: Any) -> Any:
    chosen = {"term_type": "xterm-256color", "term_size": (80, 24), "encoding": None, **options}
    return await connection.create_process(**chosen)


# ---------------------------------------------------------------------- nothing is run
@pytest.mark.parametrize("command", ["id", "sh", "touch {}", "/bin/sh -c 'touch {}'", "scp -t {}", "internal-sftp"])
@pytest.mark.parametrize("term", [None, "xterm"])
async def test_no_command_is_run(club: Club, command: str, term: str | None) -> None:
    mark = club.folder / "was-here"
    async with club.connect() as connection:
        done = await connection.run(command.format(mark), term_type=term, stderr=asyncssh.STDOUT)
    assert str(done.stdout).startswith(NO_TERMINAL)
    assert len(str(done.stdout).splitlines()) == 1
    assert done.exit_status == 2
    assert not mark.exists()
    assert not club.players


@needs_ssh
@pytest.mark.parametrize("command", [["id"], ["-tt", "sh"], ["-T"], ["-s", "sftp"]])
def test_the_client_of_openssh_gets_no_command_either(club: Club, command: list[str]) -> None:
    options = [word for word in command if word.startswith("-")]
    words = [word for word in command if not word.startswith("-")]
    whole = [*club.command("ada", *options), *words]
    done = subprocess.run(whole, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
    said = (done.stdout + done.stderr).decode()
    if "-s" in command:
        assert done.returncode == 255
        assert "subsystem request failed" in said
    else:
        assert done.returncode == 2
        assert said.startswith(NO_TERMINAL)
        assert "uid=" not in said
    assert not club.players


async def test_there_are_no_subsystems(club: Club) -> None:
    for name in ("sftp", "netconf", "../sftp"):
        async with club.connect() as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(subsystem=name)
    async with club.connect() as connection:
        with pytest.raises(REFUSED):
            await connection.start_sftp_client()


# ---------------------------------------------------------------------- nothing is passed through
async def test_nothing_is_forwarded(club: Club) -> None:
    socket = str(club.folder / "socket")
    async with club.connect() as connection:
        asks: list[Callable[[], Awaitable[Any]]] = [
            lambda: connection.open_connection("127.0.0.1", club.port),
            lambda: connection.open_connection("localhost", 22),
            lambda: connection.open_unix_connection(socket),
            lambda: connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", club.port),
            lambda: connection.forward_remote_port("", 0, "127.0.0.1", club.port),
            lambda: connection.forward_remote_path(socket, socket),
        ]
        for ask in asks:
            with pytest.raises(REFUSED):
                await ask()
    assert not Path(socket).exists()


@needs_ssh
def test_the_client_of_openssh_forwards_nothing_either(club: Club) -> None:
    for options in (
        ["-N", "-R", "0:127.0.0.1:1", "-o", "ExitOnForwardFailure=yes"],
        ["-W", f"127.0.0.1:{club.port}"],
    ):
        command = club.command("ada", *options)
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
        assert done.returncode == 255
        assert b"SSH-2.0" not in done.stdout


ASKED = {
    b"auth-agent-req@openssh.com": (),
    b"x11-req": (Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00" * 16), UInt32(0)),
    b"shell": (),
    b"exec": (String("id"),),
    b"subsystem": (String("sftp"),),
    b"pty-req": (String("xterm"), UInt32(80), UInt32(24), UInt32(0), UInt32(0), String("")),
    b"x-unknown": (String("x"),),
}


async def test_a_session_that_plays_can_ask_for_nothing_else(club: Club) -> None:
    async with club.connect() as connection:
        process = await terminal(connection)
        await painted(process, TITLE)
        for request, arguments in ASKED.items():
            assert not await process.channel._make_request(request, *arguments), request


async def test_a_connection_has_one_session_ever(club: Club) -> None:
    async with club.connect() as connection:
        process = await terminal(connection)
        await painted(process, TITLE)
        for _ in range(3):
            with pytest.raises(asyncssh.ChannelOpenError):
                await terminal(connection)
        process.stdin.write(b"q")
        await process.wait()
        with pytest.raises(asyncssh.ChannelOpenError):
            await terminal(connection)
    assert await asyncio.to_thread(until, lambda: not club.players)


# ---------------------------------------------------------------------- what reaches the process
async def test_the_language_of_the_client_is_spoken(club: Club) -> None:
    async with club.connect("bint") as connection:
        process = await terminal(connection, env={"LANG": "it_IT.UTF-8"})
        await painted(process, "Esci")


async def test_colours_are_as_many_as_the_client_says(club: Club) -> None:
    async with club.connect("bint") as connection:
        process = await terminal(connection, env={"COLORTERM": "truecolor"})
        assert b"38;2;" in await painted(process, TITLE)
    async with club.connect("bint") as connection:
        process = await terminal(connection)
        assert b"38;2;" not in await painted(process, TITLE)


FOREIGN = {
    "LC_ALL": "it_IT.UTF-8",
    "LC_MESSAGES": "it_IT.UTF-8",
    "NO_COLOR": "1",
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "TEXTUAL_FPS": "0",
    "TERM": "dumb",
    "LD_PRELOAD": "/nowhere.so",
    "PYTHONPATH": "/nowhere",
    "PYTHONINSPECT": "1",
    "COLUMNS": "10",
    "LINES": "5",
    "AMUNRE_DEBUG": "1",
}


async def test_other_variables_change_nothing(club: Club) -> None:
    async with club.connect("bint") as connection:
        process = await terminal(connection, env=FOREIGN)
        assert b"38;5;" in await painted(process, TITLE)
        process.stdin.write(b"q")
        assert (await process.wait()).exit_status == 0


@pytest.mark.parametrize("value", ["it_IT\n", "it" * 1000, "it IT", "it/../..", "it\x1b[31m", "it\xff", "$(id)", ""])
async def test_variables_that_are_no_words_change_nothing(club: Club, value: str) -> None:
    async with club.connect("bint") as connection:
        process = await terminal(connection, env={"LANG": value, "COLORTERM": value})
        await painted(process, TITLE)


async def test_variables_without_end_are_not_kept(club: Club) -> None:
    before = _memory(club.process.pid)
    async with club.connect("bint") as connection:
        process = await terminal(connection, env={f"LANG{number}": "x" * 30_000 for number in range(1000)})
        await painted(process, TITLE)
        assert _memory(club.process.pid) - before < 20_000


def _memory(pid: int) -> int:
    """In kilobytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0


# ---------------------------------------------------------------------- terminals
@pytest.mark.parametrize("term", ["x" * 1000, "xterm\nxterm", "../../x", " ", "dumb", "unknown", "$(id)", "%n%s"])
async def test_a_terminal_without_a_sensible_name_is_refused_in_a_line(club: Club, term: str) -> None:
    async with club.connect() as connection:
        process = await terminal(connection, term_type=term)
        done = await process.wait()
    assert done.exit_status == 2
    assert done.stdout.startswith(b"amunre-tui: this terminal cannot show")
    assert len(done.stdout.splitlines()) == 1


async def test_a_terminal_of_no_name_is_none(club: Club) -> None:
    async with club.connect() as connection:
        done = await connection.run(term_type="", encoding=None)
    assert done.exit_status == 2


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (2**31, 2**31), (2**32 - 1, 1), (0, 2**31), (1000, 1000)])
async def test_no_size_does_harm(club: Club, size: tuple[int, int]) -> None:
    async with club.connect() as connection:
        process = await terminal(connection, term_size=size)
        async with asyncio.timeout(PATIENCE):
            assert await process.stdout.read(10)
        process.change_terminal_size(80, 24)
        await painted(process, TITLE)
        process.change_terminal_size(*size)
        process.change_terminal_size(81, 25)
        process.stdin.write(b"q")
        done = await process.wait()
        assert done.exit_status == 0


# ---------------------------------------------------------------------- rights
@needs_proc
async def test_processes_run_with_the_rights_of_nobody(club: Club) -> None:
    owner = account(None)
    async with club.connect() as connection:
        await painted(await terminal(connection), TITLE)
        [pid] = club.players
        status = Path(f"/proc/{pid}/status").read_text()
    expected = (os.getuid(), os.getgid()) if owner is None else (owner.uid, owner.gid)
    for kind, number in zip(("Uid", "Gid"), expected, strict=True):
        found = re.search(rf"^{kind}:\s+(.*)$", status, re.MULTILINE)
        assert found
        assert {*found[1].split()} == {str(number)}
    if owner is not None:
        assert re.search(r"^Groups:\s*$", status, re.MULTILINE)
        assert re.search(r"^CapEff:\s*0+$", status, re.MULTILINE)


@needs_proc
async def test_processes_can_use_only_so_much(club: Club) -> None:
    names = {
        resource.RLIMIT_CORE: "Max core file size",
        resource.RLIMIT_NOFILE: "Max open files",
        resource.RLIMIT_FSIZE: "Max file size",
        resource.RLIMIT_AS: "Max address space",
    }
    async with club.connect() as connection:
        await painted(await terminal(connection), TITLE)
        [pid] = club.players
        limits = Path(f"/proc/{pid}/limits").read_text()
        files = [str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir()]
    for kind, most in LIMITS.items():
        assert re.search(rf"^{names[kind]}\s+{most}\s+{most}\s", limits, re.MULTILINE), names[kind]
    assert not [file for file in files if str(club.data) in file and "/players/ada/" not in file]
    assert not [file for file in files if file.startswith("/dev/") and not file.startswith(("/dev/pts/", "/dev/null"))]


async def test_rooms_are_private(club: Club) -> None:
    for name in ("ada", "bint"):
        async with club.connect(name) as connection:
            await painted(await terminal(connection), TITLE)
    rooms = [club.data / "players" / name for name in ("ada", "bint")]
    assert all(room.stat().st_mode & 0o777 == 0o700 for room in rooms)
    assert all((room / "games.db").exists() for room in rooms)
    assert rooms[0].stat().st_ino != rooms[1].stat().st_ino
    assert (club.data / "host_key").stat().st_mode & 0o777 == 0o600


# ---------------------------------------------------------------------- inside the app
def test_files_are_not_offered(club: Club) -> None:
    club.prepare("ese")
    with club.login("ese") as screen:
        screen.wait_for(TITLE)
        screen.type("n")
        form = screen.wait_for("Opponents think")
        assert b"Deck" not in form
        screen.type("\x1b")
        screen.wait_for(TITLE)
        screen.type("p")
        screen.wait_for("back")
        seen = screen.settle()
        screen.type("eo")
        seen += screen.settle()
        screen.type("\x10")
        seen += screen.settle(0.5)
        assert b"xport" not in seen
        assert b"creenshot" not in seen
        assert b"open a record" not in seen
