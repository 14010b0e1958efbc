"""A server as whoever runs it sees it: its log, its end, and what it cannot be started with."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.hosting.club import (
    GRACE,
    PATIENCE,
    PLENTY,
    ROOT,
    TABLE,
    TITLE,
    Club,
    begin,
    farewell,
    new_key,
    place,
    play,
)
from tests.store.games import kept

MORE_THAN_A_PIPE_HOLDS = 1000
"""Connections that are told of in a line each."""
TOLD = b"The server is closing down. Your game is kept: log in again to go on."


@pytest.fixture
def folder() -> Iterator[Path]:
    with place() as folder:
        yield folder


# ---------------------------------------------------------------------- its log
def test_every_event_is_a_line_of_json(folder: Path) -> None:
    with Club(folder, PLENTY) as club:
        club.prepare("ada")
        with club.login("ada") as terminal:
            terminal.wait_for(TITLE)
            terminal.type("q")
            farewell(terminal)
        club.told("ended")
    events = [told["event"] for told in club.log]
    assert events == ["ready", "listening", "login", "begun", "ended", "closing", "closed"]
    times = [datetime.fromisoformat(told["time"]) for told in club.log]
    assert times == sorted(times)
    assert all(time.utcoffset() == timedelta(0) for time in times)
    for event in ("login", "begun", "ended"):
        assert club.events(event, name="ada", address="127.0.0.1")
    assert not club.complaints


def test_a_log_that_nobody_reads_stops_nobody(folder: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "amunre.tui",
        "host",
        "--data",
        str(folder),
        "--address",
        "127.0.0.1",
        "--port",
        "0",
    ]
    with subprocess.Popen([*command, *PLENTY], cwd=ROOT, stdout=subprocess.PIPE) as server, ExitStack() as stack:
        stack.callback(server.kill)
        assert server.stdout is not None
        *_, listening = (json.loads(server.stdout.readline()) for _ in range(2))
        for _ in range(MORE_THAN_A_PIPE_HOLDS):
            greeted(listening["port"])
        server.terminate()
        assert server.wait(GRACE) == 0


def greeted(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        assert connection.recv(4) == b"SSH-"


# ---------------------------------------------------------------------- its end
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_when_it_ends_players_are_told_and_games_are_kept(folder: Path, number: signal.Signals) -> None:
    with Club(folder, PLENTY) as club, ExitStack() as stack:
        room = club.prepare("ada")
        club.prepare("bint")
        ada, bint = (stack.enter_context(club.login(name)) for name in ("ada", "bint"))
        begin(ada)
        play(ada, room)
        bint.wait_for(TITLE)
        before = kept(room)
        began = time.monotonic()
        club.process.send_signal(number)
        ends = [farewell(terminal) for terminal in (ada, bint)]
        assert club.process.wait(GRACE) == 0
        assert time.monotonic() - began < GRACE
        for code, painted in ends:
            assert code == 1
            assert TOLD in painted.rpartition(b"\x1b[?1049l")[2]
        club.stop()
    assert kept(room) == before
    assert len(club.events("ended", why="hosting.closing")) == 2
    assert club.log[-1]["event"] == "closed"
    assert not club.complaints


def test_it_ends_though_a_process_hangs_and_a_client_is_silent(folder: Path) -> None:
    with Club(folder, PLENTY) as club, socket.create_connection(("127.0.0.1", club.port)):
        club.prepare("ada")
        with club.login("ada") as terminal:
            terminal.wait_for(TITLE)
            [pid] = club.players
            os.kill(pid, signal.SIGSTOP)
            terminal.process.send_signal(signal.SIGSTOP)
            began = time.monotonic()
            assert club.stop() == 0
            assert time.monotonic() - began < GRACE


def test_the_game_goes_on_when_the_server_is_up_again(folder: Path) -> None:
    with Club(folder, PLENTY) as club:
        room = club.prepare("ada")
        with club.login("ada") as terminal:
            begin(terminal)
            play(terminal, room)
        club.stop()
        before = kept(room)
        club.start()
        with club.login("ada") as terminal:
            terminal.wait_for(TABLE)
            play(terminal, room)
        assert kept(room)[1][: len(before[1])] == before[1]


# ---------------------------------------------------------------------- what it cannot be started with
def refused(folder: Path, *arguments: str, port: str = "0", address: str = "127.0.0.1") -> str:
    """The line that says why there is no server."""
    command = [sys.executable, "-m", "amunre.tui", "host", "--data", str(folder), *arguments]
    done = subprocess.run(
        [*command, "--port", port, "--address", address],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    assert done.returncode == 2, done
    assert not done.stdout
    [line] = done.stderr.splitlines()
    assert line.startswith("amunre-tui: ")
    return line


def test_a_port_in_use_is_refused(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"127.0.0.1:{port}: cannot be listened on: Address already in use" in refused(folder, port=port)


@pytest.mark.parametrize("address", ["nowhere.invalid", "300.1.1.1", "x" * 300, "192.0.2.1", "a b", "::g"])
def test_an_address_that_is_not_here_is_refused(folder: Path, address: str) -> None:
    assert "cannot be listened on" in refused(folder, address=address)


@pytest.mark.parametrize("port", ["-1", "65536", "x", "", "2²"])
def test_what_is_no_port_is_refused(folder: Path, port: str) -> None:
    refused(folder, port=port)


@pytest.mark.parametrize(
    "option", ["--lines=0", "--logins=-1", "--idle=0", "--idle=nan", "--idle=inf", "--idle=x", "--per-name=1.5"]
)
def test_what_is_no_limit_is_refused(folder: Path, option: str) -> None:
    refused(folder, option)


def test_a_host_key_that_cannot_be_used_is_refused(folder: Path) -> None:
    (folder / "host_key").write_text("garbage")
    assert "host_key: not a private key" in refused(folder)


def test_a_folder_that_cannot_be_used_is_refused(folder: Path) -> None:
    (folder / "file").write_text("")
    assert "file" in refused(folder / "file")
    assert "file" in refused(folder / "file" / "below")
    (folder / "lock").mkdir()
    assert "lock" in refused(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can hand over rights")
def test_a_folder_that_players_cannot_reach_is_refused(folder: Path) -> None:
    folder.chmod(0o700)
    assert "may not enter it" in refused(folder / "data")


def test_a_second_server_on_the_same_folder_is_refused(folder: Path) -> None:
    with Club(folder, PLENTY) as club:
        assert "another server is at work here" in refused(club.data)


def test_a_user_that_does_not_exist_is_refused(folder: Path) -> None:
    assert "no-such-user" in refused(folder, "--user", "no-such-user")
    assert "root" in refused(folder, "--user", "root")


def test_keys_can_be_added_while_it_is_up(folder: Path) -> None:
    with Club(folder, PLENTY) as club:
        file = new_key(folder / "late.key")
        command = [sys.executable, "-m", "amunre.tui", "host", "add", "late", f"{file}.pub", "--data", str(club.data)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        assert done.stdout == "late: 1 key\n"
        club.prepare("late")
        with club.login("late") as terminal:
            terminal.wait_for(TITLE)
