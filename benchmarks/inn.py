"""A server with members who left a game unfinished, and the lines on which they come back: what `sessions` measures."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

from amunre.core import BadInput
from amunre.tui import settings as settings_file
from amunre.tui.hosting.premises import Account, account
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from amunre.tui.tables import begin
from amunre.tui.words import load
from benchmarks import processes
from benchmarks.terminal import Terminal

ADDRESS = "127.0.0.1"
PATIENCE = 60.0
"""Seconds until a server has to listen."""
CLOSING = 10.0
"""Seconds in which everything has to end."""
MOST = 200
"""Lines."""
NO_LIMIT = 10_000
COMMAND = (sys.executable, "-m", "amunre.tui", "host")
OPENSSH = "ssh -tt -F /dev/null -o BatchMode=yes -o IdentitiesOnly=yes -o LogLevel=ERROR -o StrictHostKeyChecking=no"


@dataclass(frozen=True)
class Inn:
    """A server that listens."""

    folder: Path
    pid: int
    port: int
    forker: int

    @property
    def players(self) -> list[int]:
        """The processes in which somebody plays."""
        return processes.children(self.forker)

    def knock(self, guest: str) -> Terminal:
        """The line of a client who comes in by her key."""
        key, hosts = str(self.folder / "key"), str(self.folder / "known_hosts")
        if shutil.which("ssh"):
            command = [*OPENSSH.split(), "-o", f"UserKnownHostsFile={hosts}", "-i", key, "-p", str(self.port)]
            return Terminal([*command, f"{guest}@{ADDRESS}"])
        return Terminal([sys.executable, "-m", "benchmarks.caller", key, str(self.port), guest])


@contextmanager
def opened(guests: list[str]) -> Iterator[Inn]:
    """A server for members of these names, in a folder of its own. At the end nothing of it is left."""
    if find_spec("asyncssh") is None:
        raise BadInput("asyncssh is not installed: pip install --group test")
    folder = Path(mkdtemp(prefix="amunre-inn-"))
    folder.chmod(0o755)
    try:
        data = _furnish(folder, guests)
        with (folder / "log").open("wb") as log:
            options = f"--port 0 --address {ADDRESS} --lines {MOST} --per-address {MOST} --logins {NO_LIMIT}"
            server = subprocess.Popen([*COMMAND, *options.split(), "--data", str(data)], stdout=log)
        try:
            told = _told(folder / "log", server)
            inn = Inn(folder, server.pid, int(str(told["listening"]["port"])), int(str(told["ready"]["pid"])))
            yield inn
            _close(inn, server)
        finally:
            server.kill()
            server.wait()
    finally:
        shutil.rmtree(folder)


def _furnish(folder: Path, guests: list[str]) -> Path:
    """A key that opens all names, and for each a game that has just begun."""
    import asyncssh

    from amunre.tui.hosting import keys

    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(folder / "key")
    key.write_public_key(folder / "key.pub")
    (folder / "key").chmod(0o600)
    data = folder / "data"
    owner = account(None)
    for seed, guest in enumerate(guests):
        keys.add(data, guest, folder / "key.pub")
        _lay_table(data / "players" / guest, seed, owner)
    return data


def _lay_table(room: Path, seed: int, owner: Account | None) -> None:
    """A game as a player left it who needs no guide any more."""
    room.mkdir(parents=True)
    settings = replace(Settings(), guide=False)
    settings_file.write(settings, room)
    with Store(room) as store:
        begin(store, settings.table, seed, load("en")).leave()
    if owner is not None:
        for place in (room, *room.iterdir()):
            os.chown(place, owner.uid, owner.gid)


def _told(log: Path, server: "subprocess.Popen[bytes]") -> dict[str, dict[str, object]]:
    """What the server has said about each kind of event, last."""
    end = time.monotonic() + PATIENCE
    told: dict[str, dict[str, object]] = {}
    while "listening" not in told:
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"the server does not listen, but says {log.read_text()}")
        time.sleep(0.05)
        told = {event["event"]: event for event in map(json.loads, log.read_text().splitlines())}
    return told


def _close(inn: Inn, server: "subprocess.Popen[bytes]") -> None:
    """Let it end, and see that it leaves no process behind."""
    others = [inn.forker, *inn.players]
    server.terminate()
    server.wait(CLOSING)
    if left := processes.wait_until_gone(others, CLOSING):
        raise RuntimeError(f"processes are left: {left}")
