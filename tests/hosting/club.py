"""What the tests of hosting share: a server of their own, keys, and clients that reach it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, Self

import asyncssh

from amunre.tui import settings
from amunre.tui.hosting import keys
from amunre.tui.hosting.premises import account
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from benchmarks.terminal import Terminal

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which what is waited for will not come any more."""
GRACE = 5.0
"""Seconds that a server has to end."""
SSH = shutil.which("ssh")
CLIENTS = ["openssh", "asyncssh"] if SSH else ["asyncssh"]
PLENTY = ("--lines", "2000", "--per-address", "2000", "--per-name", "200", "--logins", "100000")
"""Limits that are in nobody's way."""
TITLE, TABLE = "Quit", "inspect"
"""What is painted on the first screen, and at the table only."""
KEYS = (*["\r"] * 6, " ", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", *"0123456789")
"""What plays, sooner or later, if it is typed at random."""
Event = dict[str, Any]


def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait for something; what it is."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, f"waited {seconds} seconds in vain"
        time.sleep(0.02)
    return found


@contextmanager
def place() -> Iterator[Path]:
    """A folder that every user may enter, as no folder of pytest's is."""
    folder = Path(mkdtemp(prefix="amunre-host-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_key(file: Path) -> Path:
    """A private key in a file, its public one beside it."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(file)
    file.chmod(0o600)
    key.write_public_key(file.with_name(f"{file.name}.pub"))
    return file


def alive(pid: int) -> bool:
    """Whether there is such a process, and it is more than remembered."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


@dataclass
class Club:
    """A server that is up, and the keys of those who may come."""

    folder: Path
    arguments: Sequence[str] = ()
    code: str = ""
    """What is done before the server starts: changes of what no option changes."""
    environment: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # ------------------------------------------------------------------ the server
    def start(self) -> None:
        """Be up; the names are known."""
        before = len(self.log)
        script = f"import sys; {self.code or 'pass'}\nfrom amunre.tui.__main__ import main; sys.exit(main())"
        command = [sys.executable, "-c", script, "host", "--data", str(self.data), "--address", "127.0.0.1"]
        with self._log.open("ab") as log, self._errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, "--port", "0", *self.arguments],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=errors,
                env={**os.environ, "LANG": "C.UTF-8", **self.environment},
            )
        self.port: int = self.told("listening", since=before)["port"]
        public = asyncssh.read_private_key(self.data / "host_key").export_public_key().decode()
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {public}")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it; its exit code. All that it started has ended too."""
        started = self.processes
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(GRACE + 5)
        finally:
            self.process.kill()
            self.process.wait()
        until(lambda: not any(map(alive, started)))
        return code

    @property
    def processes(self) -> list[int]:
        """All that it has started and that live."""
        return [pid for pid in below(self.process.pid) if alive(pid)]

    @property
    def players(self) -> list[int]:
        """The processes on which somebody plays."""
        return [pid for pid in below(self.forker) if alive(pid)]

    @property
    def forker(self) -> int:
        """The process that starts those."""
        pid: int = self.events("ready")[-1]["pid"]
        return pid

    @property
    def descriptors(self) -> int:
        """How many files the server has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))  # noqa: PTH208

    # ------------------------------------------------------------------ what it says
    @property
    def data(self) -> Path:
        """The server's folder."""
        return self.folder / "data"

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    @property
    def _errors(self) -> Path:
        return self.folder / "errors"

    @property
    def known_hosts(self) -> Path:
        """By which clients know it."""
        return self.folder / "known_hosts"

    @property
    def complaints(self) -> str:
        """What it has said elsewhere than in its log."""
        return self._errors.read_text()

    @property
    def log(self) -> list[Event]:
        """All events, oldest first."""
        if not self._log.exists():
            return []
        *lines, _ = self._log.read_text().split("\n")
        return [json.loads(line) for line in lines]

    def events(self, event: str, since: int = 0, **facts: object) -> list[Event]:
        """All of a kind."""
        facts["event"] = event
        return [told for told in self.log[since:] if facts.items() <= told.items()]

    def told(self, event: str, since: int = 0, **facts: object) -> Event:
        """Wait until there is such an event; the last one."""

        def found() -> Event | None:
            assert self.process.poll() is None or event == "closed", self.complaints
            return next(reversed(self.events(event, since, **facts)), None)

        try:
            told: Event = until(found)
        except AssertionError as error:
            raise AssertionError(f"{error} for {event} {facts}: {self.log[since:]}") from None
        return told

    def counted(self, count: int, event: str, **facts: object) -> bool:
        """Wait until there are so many such events; whether there are no more. The log is a moment behind."""
        until(lambda: len(self.events(event, 0, **facts)) >= count)
        return len(self.events(event, 0, **facts)) == count

    # ------------------------------------------------------------------ who may come
    def key(self, name: str) -> Path:
        """The private key of a name, which is known from now on."""
        file = self.folder / f"{name}.key"
        if not file.exists():
            new_key(file)
            keys.add(self.data, name, file.with_name(f"{file.name}.pub"))
        return file

    @cached_property
    def strange_key(self) -> Path:
        """One that opens nothing."""
        return new_key(self.folder / "strange.key")

    def prepare(self, name: str, **values: Any) -> Path:
        """The room of a name, with settings that make the app wait for nothing."""
        room = self.data / "players" / name
        room.mkdir(0o700, exist_ok=True)
        chosen = {"language": "en", "pace": "instant", "animation": False, "guide": False, **values}
        settings.write(Settings(**chosen), room)
        owner = account(None)
        if owner is not None:
            for file in room.iterdir():
                os.chown(file, owner.uid, owner.gid)
        return room

    # ------------------------------------------------------------------ who comes
    def command(self, name: str, *options: str, key: Path | None = None, client: str = CLIENTS[0]) -> list[str]:
        """A client that logs in."""
        key = key or self.key(name)
        if client == "asyncssh":
            arguments = (str(self.port), name, str(key), str(self.known_hosts))
            return [sys.executable, "-m", "tests.hosting.client", *arguments]
        identity = ("-i", str(key), "-o", "IdentitiesOnly=yes")
        hosts = ("-o", f"UserKnownHostsFile={self.known_hosts}", "-o", "StrictHostKeyChecking=yes")
        alone = ("-F", "none", "-o", "BatchMode=yes", "-o", "IdentityAgent=none", "-p", str(self.port))
        return ["ssh", *alone, *hosts, *identity, *options, f"{name}@127.0.0.1"]

    def login(self, name: str, *options: str, client: str = CLIENTS[0], **environment: str) -> Terminal:
        """A terminal on which somebody logs in, and reads English."""
        command = self.command(name, *options, client=client)
        return Terminal(command, environment={"LANG": "C.UTF-8", "PYTHONPATH": _path(), **environment})

    def connect(self, name: str = "ada", **options: Any) -> Any:
        """A connection that can ask for anything."""
        chosen = {"username": name, "agent_path": None, "config": None, **options}
        if "client_keys" not in chosen:
            chosen["client_keys"] = [str(self.key(name))]
        return asyncssh.connect("127.0.0.1", self.port, known_hosts=str(self.known_hosts), **chosen)


def _path() -> str:
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


def below(pid: int) -> list[int]:
    """All processes that a process has started, and those that they have."""
    found = []
    for child in _children(pid):
        found += [child, *below(child)]
    return found


def _children(pid: int) -> list[int]:
    """None if it is gone, or goes just now."""
    with suppress(OSError):
        tasks = list(Path(f"/proc/{pid}/task").glob("*/children"))
        return [int(number) for task in tasks for number in task.read_text().split()]
    return []


def begin(terminal: Terminal, slowly: bool = False) -> None:
    """A new game, from the title on. Slowly where the app still explains what is done."""
    terminal.wait_for(TITLE)
    terminal.type("n")
    terminal.wait_for("Seed")
    terminal.type("\r")
    terminal.wait_for("Pharaoh" if slowly else TABLE)


# ---------------------------------------------------------------------- playing
def moves(room: Path) -> int:
    """How much has been played in all games of a name; it may go on meanwhile."""
    with Store(room) as store:
        return sum(game.moves for game in store.games())


def play(terminal: Terminal, room: Path, more: int = 3, random: Random | None = None) -> None:
    """Type until so much more has happened, and nothing more does."""
    random = random or Random(1)
    aim, end = moves(room) + more, time.monotonic() + PATIENCE
    while moves(room) < aim:
        assert time.monotonic() < end, terminal.settle()[-2000:]
        terminal.type("".join(random.choices(KEYS, k=10)))
        terminal.settle(0.1)
    rest(terminal, room)


def rest(terminal: Terminal, room: Path) -> None:
    """Wait until nobody plays but who sits there."""
    before = -1
    while before != (before := moves(room)):
        terminal.settle(0.3)


def farewell(terminal: Terminal, seconds: float = PATIENCE) -> tuple[int, bytes]:
    """The exit code of a client, and all that it has painted until it ended."""
    painted, end = b"", time.monotonic() + seconds
    while terminal.process.poll() is None:
        assert time.monotonic() < end, painted[-2000:]
        painted += terminal.read(0.05)
    while more := terminal.read(0.05):
        painted += more
    return terminal.process.wait(), painted
