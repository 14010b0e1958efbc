"""Starts the players' processes: forked from one that has imported the app, they begin at once and share its memory.

The server asks in lines of JSON on the standard input, and is answered in such lines on the standard output. When
the input ends the server is gone, and so is this process. Terminals that were the server's have hung up by then.
"""

import asyncio
import gc
import json
import mmap
import os
import pkgutil
import select
import signal
import sqlite3
import struct
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from amunre.tui import boards, screens, widgets
from amunre.tui.hosting.child import Order, live

SHARE = 0.5
"""Of each processor's time, for thoughts: seconds that one may take, if as many players as there are processors sit."""
MOST, LEAST = 1.0, 0.02
"""Seconds that a thought may take with hardly anybody there, and with a crowd."""
CHUNK = 1 << 16
PLUGS = 10
"""Databases that fill them, below."""
LAZY = (
    "linkify_it",
    "markdown_it.presets",
    "textual.scrollbar",
    "textual.system_commands",
    "textual.widgets._markdown",
)
"""Modules that Textual imports when they are first needed: a child may not be able to read them."""


class Patience:
    """How long a thought may take: one number that all processes read, and the forker sets."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, struct.calcsize("d"))
        self.set(0)

    def set(self, players: int) -> None:
        """Share the processors among so many players."""
        share = SHARE * (os.cpu_count() or 1) / max(players, 1)
        struct.pack_into("d", self._shared, 0, min(MOST, max(LEAST, share)))

    def __call__(self) -> float:
        """Seconds."""
        seconds: float = struct.unpack_from("d", self._shared, 0)[0]
        return seconds


@dataclass
class Forker:
    """The children that live, by their process numbers, with the numbers that the server has given them."""

    patience: Patience = field(default_factory=Patience)
    children: dict[int, int] = field(default_factory=dict)

    def serve(self) -> None:
        """Do as the server says until it is gone."""
        woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        answer(event="ready")
        asked = b""
        while True:
            ready, _, _ = select.select([0, woken], [], [])
            if woken in ready:
                os.read(woken, CHUNK)
                self.reap()
            if 0 in ready:
                more = os.read(0, CHUNK)
                if not more:
                    return
                *lines, asked = (asked + more).split(b"\n")
                for line in lines:
                    self.obey(json.loads(line))

    def obey(self, asked: dict[str, object]) -> None:
        """Start a child, or end one."""
        if "end" in asked:
            for pid, number in self.children.items():
                if number == asked["end"]:
                    os.kill(pid, signal.SIGKILL)
            return
        order = Order(**asked)  # type: ignore[arg-type]
        try:
            pid = os.fork()
        except OSError:
            answer(event="ended", number=order.number, code=1)
            return
        if not pid:
            live(order, self.patience)
        self.children[pid] = order.number
        self.patience.set(len(self.children))
        answer(event="begun", number=order.number, pid=pid)

    def reap(self) -> None:
        """Tell of all children that have ended."""
        while self.children:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            answer(event="ended", number=self.children.pop(pid), code=os.waitstatus_to_exitcode(status))
        self.patience.set(len(self.children))


def answer(**facts: object) -> None:
    """Tell the server something. If it is gone, the end of the input says so."""
    with suppress(BrokenPipeError):
        os.write(1, json.dumps(facts).encode() + b"\n")


# ---------------------------------------------------------------------- getting ready
def rehearse() -> None:
    """Open the app where nobody sees it, so that what is imported and worked out then is there for all children.

    No more than the table: of what few children need, the traces would lie between what all of them change.
    """
    for package in (screens, widgets, boards):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for name in LAZY:
        import_module(name)
    with TemporaryDirectory() as folder:
        asyncio.run(_play(Path(folder)))
    if threading.active_count() > 1:
        raise RuntimeError("threads are left, and cannot be forked")
    gc.collect()


async def _play(folder: Path) -> None:
    """A title, a table, and an opponent's move."""
    from amunre.core import GAMES
    from amunre.tui import languages, rulebook, words
    from amunre.tui.app import AmunreApp
    from amunre.tui.settings import Settings
    from amunre.tui.store import Store
    from amunre.tui.tables import begin

    for language in languages.LANGUAGES:
        words.load(language)
        for game in GAMES:
            rulebook.load(game, language)
    settings = Settings(pace="instant")
    with Store(folder) as store:
        sitting = begin(store, settings.table, 1, words.load())
        app = AmunreApp(folder, store, settings, "en", sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()


def plugs() -> list[sqlite3.Connection]:
    """Databases for nothing but the gaps that freed memory has left: what SQLite takes in a child would lie there,
    scattered, and each piece would cost the child a page."""
    found = [sqlite3.connect(":memory:") for _ in range(PLUGS)]
    for each in found:
        each.execute("CREATE TABLE plug (gap)")
    return found


if __name__ == "__main__":
    rehearse()
    kept = plugs()
    gc.freeze()
    sys.stdout.flush()
    Forker().serve()
