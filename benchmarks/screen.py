"""`python -m benchmarks screen`: how soon the app is there and gone, how soon it answers a key, what a key costs.

Everything is measured from outside, in a terminal: time from starting or typing until the program paints.
"""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks.terminal import Terminal

HELP = "the app: its first frame beside a bare Textual app's, keys answered while two threads think, bytes a key"
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("BARE")
Bare().run()
"""
STARTS = 15
"""Of each program, in turns."""
TABLES = (3, 5)
"""Players at the tables at which keys are typed."""
KEYS = 300
"""That are typed at each while two threads think."""
PAUSE = 0.05
"""Seconds between two of them."""
SLOWEST = 50
"""Milliseconds, for 99 of 100 keys."""
LATER = 1.3
"""How much later than a bare app's the first frame may be."""
HANG_UPS = 10
LONGEST = 500
"""Milliseconds until a process has ended that was hung up on."""
MOST_BYTES = 2000
"""For a step of the cursor."""


@dataclass(frozen=True)
class Row:
    """Something measured, and what it should be at most."""

    what: str
    value: float
    unit: str
    most: float | None = None


def until_painted(command: list[str], text: str) -> float:
    """Seconds from starting a program to its first frame."""
    begun = time.perf_counter()
    with Terminal(command) as terminal:
        terminal.wait_for(text)
        return time.perf_counter() - begun


def starts(folder: Path) -> Iterator[Row]:
    """First frames, in turns."""
    bare, ours = [], []
    for _ in range(STARTS):
        bare.append(until_painted([sys.executable, "-c", BARE], "BARE"))
        ours.append(until_painted([sys.executable, "-m", "amunre.tui", "--data", str(folder)], "Quit"))
    yield Row("first frame, bare", 1000 * median(bare), "ms")
    yield Row("first frame", 1000 * median(ours), "ms")
    yield Row("first frame", median(ours) / median(bare), "x bare", LATER)


def keys(folder: Path, players: int) -> Iterator[Row]:
    """Steps of the cursor in an auction."""
    with Terminal([sys.executable, "-m", "benchmarks.busy", str(folder), str(players)]) as terminal:
        terminal.wait_for("inspect")
        terminal.settle(1.0)
        times, sizes = [], []
        for number in range(KEYS):
            begun = time.perf_counter()
            terminal.type("l" if number % 8 < 4 else "h")
            painted = terminal.read(2.0)
            times.append(1000 * (time.perf_counter() - begun))
            sizes.append(len(painted) + len(terminal.settle(PAUSE)))
    yield Row(f"key to paint, {players} players, median", median(times), "ms")
    yield Row(f"key to paint, {players} players, 99th percentile", quantiles(times, n=100)[-1], "ms", SLOWEST)
    yield Row(f"bytes of a cursor step, {players} players, median", median(sizes), "bytes", MOST_BYTES)


def hang_ups(folder: Path) -> Iterator[Row]:
    """From a line that breaks to the end of the process, in the middle of a game."""
    times = []
    for number in range(HANG_UPS):
        place = folder / f"hang-up-{number}"
        with Terminal([sys.executable, "-m", "benchmarks.busy", str(place), "3"]) as terminal:
            terminal.wait_for("inspect")
            begun = time.perf_counter()
            terminal.hang_up()
            terminal.process.wait()
            times.append(1000 * (time.perf_counter() - begun))
    yield Row("hang-up to end, the worst", max(times), "ms", LONGEST)


def line(row: Row) -> str:
    """A row for the reader."""
    goal = "" if row.most is None else f"at most {row.most:g}: {'met' if row.value <= row.most else 'MISSED'}"
    return f"{row.what:44}{row.value:10.2f} {row.unit:8}{goal}".rstrip()


def add(parser: ArgumentParser) -> None:
    """How to ask for it."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(arguments: Namespace) -> None:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        rows = [*starts(place), *(row for players in TABLES for row in keys(place, players)), *hang_ups(place)]
    if arguments.json:
        print(json.dumps({"benchmark": "screen", "rows": [asdict(row) for row in rows]}, indent=2))
    else:
        print("\n".join(map(line, rows)))
