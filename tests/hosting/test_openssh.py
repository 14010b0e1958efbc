"""Plain SSH: an OpenSSH server that runs the app and nothing else."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from amunre.tui import settings
from amunre.tui.settings import Settings
from benchmarks.terminal import PATIENCE, Terminal
from tests.hosting.club import ROOT, SSH, TABLE, TITLE, alive, begin, below, farewell, new_key, place, play, until
from tests.store.games import kept

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
BUSY = 2.0
"""Seconds after which nothing may be left of a line that was dropped: half a one, where no other tests run."""
EMPTY = Path("/run/sshd")
"""A folder that sshd wants to find, if it is root's: whatever starts sshd on a system makes it."""
CONFIG = """
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
PidFile none
AuthorizedKeysFile {folder}/id.pub
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
AcceptEnv LANG COLORTERM PYTHONPATH
SetEnv PYTHONPATH={path}
ForceCommand {python} -m amunre.tui --data {folder}/data
AllowTcpForwarding no
X11Forwarding no
"""


@dataclass
class Host:
    """An SSH server of the system."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes]"

    @property
    def games(self) -> Path:
        return self.folder / "data"

    @property
    def apps(self) -> list[int]:
        """The processes that play."""
        return [pid for pid in below(self.process.pid) if alive(pid) and b"amunre.tui" in _command(pid).split(b"\0")]

    def command(self, *options: str) -> list[str]:
        alone = ("-F", "none", "-o", "BatchMode=yes", "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes")
        known = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")
        where = ("-p", str(self.port), "-i", str(self.folder / "id"), f"{getpass.getuser()}@127.0.0.1")
        return ["ssh", *alone, *known, *options, *where]

    def login(self, columns: int = 80, rows: int = 24, **environment: str) -> Terminal:
        command = self.command("-t", "-o", "SendEnv=LANG COLORTERM")
        return Terminal(command, columns, rows, {"LANG": "C.UTF-8", **environment})


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    if SSHD is None or SSH is None:
        pytest.skip("there is no OpenSSH")
    if not os.geteuid():
        with suppress(OSError):
            EMPTY.mkdir(0o755)
    with place() as folder:
        for name in ("host", "id"):
            new_key(folder / name)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        config = folder / "config"
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        config.write_text(CONFIG.format(port=port, folder=folder, python=sys.executable, path=path))
        tested = subprocess.run([SSHD, "-t", "-f", str(config)], capture_output=True, text=True, check=False)
        if tested.returncode:
            pytest.skip(f"sshd does not start here: {tested.stderr.strip()}")
        with subprocess.Popen([SSHD, "-D", "-e", "-f", str(config)], stderr=subprocess.DEVNULL) as process:
            try:
                until(lambda: _listens(port))
                yield Host(folder, port, process)
            finally:
                left = below(process.pid)
                process.terminate()
                process.wait()
        until(lambda: not any(map(alive, left)))


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


@pytest.fixture
def games(host: Host) -> Path:
    """Where games are kept, with settings as if nobody had changed them: the app waits for nothing."""
    shutil.rmtree(host.games, ignore_errors=True)
    settings.write(Settings(language="en", pace="instant", animation=False, guide=False), host.games)
    return host.games


@pytest.mark.usefixtures("games")
def test_colours_are_as_many_as_terminals_tell(host: Host) -> None:
    with host.login(COLORTERM="truecolor") as terminal:
        assert b"38;2;" in terminal.wait_for(TITLE)
    with host.login(COLORTERM="") as terminal:
        painted = terminal.wait_for(TITLE)
        assert b"38;5;" in painted
        assert b"38;2;" not in painted


@pytest.mark.usefixtures("games")
def test_the_window_can_change(host: Host) -> None:
    with host.login() as terminal:
        terminal.wait_for(TITLE)
        terminal.settle()
        terminal.resize(120, 40)
        terminal.wait_for(" " * 100)


def test_without_a_terminal_there_is_one_line(host: Host) -> None:
    for options in (["-T"], []):
        command = [*host.command(*options), "amunre-tui"]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 2
        [line] = (done.stdout + done.stderr).splitlines()
        assert line.startswith("amunre-tui: ")


@pytest.mark.usefixtures("games")
def test_leaving_ends_it_with_a_clean_terminal(host: Host) -> None:
    with host.login() as terminal:
        terminal.wait_for(TITLE)
        terminal.type("q")
        code, painted = farewell(terminal)
    assert code == 0
    assert b"\x1b[?1049l" in painted


def test_a_dropped_line_ends_the_process_at_once_and_keeps_the_game(host: Host, games: Path) -> None:
    with host.login() as terminal:
        begin(terminal)
        play(terminal, games)
        before = kept(games)
        [pid] = until(lambda: host.apps)
        terminal.kill()
        until(lambda: not alive(pid), BUSY)
    assert kept(games) == before
    until(lambda: not host.apps)


def test_a_client_that_stops_reading_and_is_killed_leaves_nothing(host: Host, games: Path) -> None:
    with host.login(200, 60) as terminal:
        begin(terminal)
        [pid] = until(lambda: host.apps)
        terminal.process.send_signal(signal.SIGSTOP)
        terminal.type("?\x1b" * 500)
        assert alive(pid)
        terminal.kill()
        until(lambda: not alive(pid), BUSY)
    assert kept(games)
    until(lambda: not host.apps)


def test_the_game_goes_on_after_a_dropped_line(host: Host, games: Path) -> None:
    with host.login() as terminal:
        begin(terminal)
        play(terminal, games)
        before = kept(games)
        terminal.kill()
    until(lambda: not host.apps)
    with host.login() as terminal:
        terminal.wait_for("Continue")
        terminal.type("\r")
        terminal.wait_for(TABLE)
        play(terminal, games)
    assert kept(games)[1][: len(before[1])] == before[1]
