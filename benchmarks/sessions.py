"""`python -m benchmarks sessions`: a server on which many play at once, each over SSH, at the speed of people.

Everything is measured from outside: in the terminals of real clients, and in what the system counts for the processes.
One process types for all, so that measuring costs little; the clients run on the same machine and cost what they cost.
"""

import json
import os
import selectors
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from statistics import median, quantiles

from benchmarks import processes
from benchmarks.inn import MOST, Inn, opened
from benchmarks.player import Player
from benchmarks.screen import MOST_BYTES, Row, line
from benchmarks.search import positive

HELP = "a server and its players over SSH: how soon keys are answered, what a session costs"
CROWD = 50
"""Sessions for which the times are promised."""
SLOWEST = 150
"""Milliseconds, for 99 of 100 keys."""
LARGEST = 20
"""Megabytes, for each session above the first."""
WARM = 5.0
"""Seconds of play before anything counts."""
ARRIVAL = 30.0
"""Seconds until a table has to be there."""


@dataclass(frozen=True)
class Cost:
    """What the processes of a server used."""

    sessions: int
    total: float
    """Megabytes of all together."""
    median: float
    """Megabytes of a player's process."""
    server: float
    """Processors that the server kept busy; likewise below."""
    players: float
    clients: float
    driver: float


class Hall:
    """All players, and the one loop that types and reads for them."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self._selector = selectors.DefaultSelector()

    def arrive(self, player: Player) -> None:
        """One more; the others watch until her table is there."""
        self.players.append(player)
        self._selector.register(player.terminal, selectors.EVENT_READ, player)
        end = time.perf_counter() + ARRIVAL
        while not player.seated:
            if time.perf_counter() > end:
                raise TimeoutError("no table was painted")
            self._read(0.1)

    def play(self, seconds: float) -> None:
        """Let everybody type for a while."""
        now = time.perf_counter()
        end = now + seconds
        while now < end:
            self._read(max(0.0, min(player.due for player in self.players) - now))
            now = time.perf_counter()
            for player in self.players:
                if player.due <= now:
                    player.act(time.perf_counter())
            now = time.perf_counter()

    def _read(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            data = key.data.terminal.read(0)
            if not data:
                raise RuntimeError("a line was closed")
            key.data.painted(data, time.perf_counter())


def measure(sessions: int, seconds: float) -> tuple[list[Row], Cost]:
    """So many play for a while."""
    names = [f"m{number}" for number in range(sessions)]
    with ExitStack() as stack:
        inn = stack.enter_context(opened(names))
        hall = Hall()
        begun = time.perf_counter()
        for seed, name in enumerate(names):
            terminal = stack.enter_context(inn.knock(name))
            hall.arrive(Player(terminal, seed, time.perf_counter()))
        arrival = (time.perf_counter() - begun) / sessions
        hall.play(WARM)
        for player in hall.players:
            player.forget()
        cost = _watched(inn, hall, seconds)
        return [*_rows(hall.players, seconds, arrival), *_costs(cost)], cost


def _watched(inn: Inn, hall: Hall, seconds: float) -> Cost:
    """Play, and what it costs."""
    playing = inn.players
    groups = [[inn.pid], playing, [player.terminal.process.pid for player in hall.players], [os.getpid()]]
    before, begun = [processes.cpu(group) for group in groups], time.perf_counter()
    hall.play(seconds)
    spent = time.perf_counter() - begun
    busy = [(processes.cpu(group) - first) / spent for group, first in zip(groups, before, strict=True)]
    sizes = [processes.memory(pid) for pid in playing]
    total = sum(sizes) + processes.memory(inn.pid) + processes.memory(inn.forker)
    return Cost(len(playing), total, median(sizes), *busy)


# ---------------------------------------------------------------------- telling
def _rows(players: list[Player], seconds: float, arrival: float) -> Iterator[Row]:
    """What the players noticed."""
    steps = _milliseconds(player.steps for player in players)
    enters = _milliseconds(player.enters for player in players)
    most = SLOWEST if len(players) <= CROWD else None
    yield Row("login to table, mean", 1000 * arrival, "ms")
    yield Row("keys a session", sum(player.typed for player in players) / len(players) / seconds, "a second")
    yield Row("keys timed", len(steps) + len(enters), "")
    yield Row("keys unanswered", sum(player.unanswered for player in players), "", 0)
    for what, times in (("key", steps + enters), ("step", steps), ("action", enters)):
        if len(times) > 1:
            yield Row(f"{what} to paint, median", median(times), "ms")
            yield Row(f"{what} to paint, 99th percentile", quantiles(times, n=100)[-1], "ms", most)
    if sizes := [size for player in players for size in player.sizes]:
        yield Row("bytes of a cursor step, median", median(sizes), "bytes", MOST_BYTES)


def _milliseconds(times: Iterable[list[float]]) -> list[float]:
    return [1000 * seconds for each in times for seconds in each]


def _costs(cost: Cost) -> Iterator[Row]:
    """What the machine noticed."""
    yield Row("memory of all (PSS)", cost.total, "MB")
    yield Row("memory of a session, median", cost.median, "MB")
    yield Row("processors: the server", cost.server, "")
    yield Row("processors: the sessions", cost.players, "")
    yield Row("processors: the clients", cost.clients, "")
    yield Row("processors: this benchmark", cost.driver, "")
    yield Row("load of the machine", os.getloadavg()[0], "")


def above_first(cost: Cost, first: Cost) -> Row:
    """What one more session takes."""
    more = (cost.total - first.total) / (cost.sessions - first.sessions)
    return Row("memory a session above the first", more, "MB", LARGEST)


def add(parser: ArgumentParser) -> None:
    """How to ask for it."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--seconds", type=positive, default=30.0, metavar="S", help="of play that are measured (30)")
    parser.add_argument(
        "--sessions", type=crowds, default=[1, 10, 50, 100], metavar="N,...", help="how many (1,10,50,100)"
    )


def crowds(text: str) -> list[int]:
    """Numbers of sessions as they are typed."""
    found = [int(part) if part.isascii() and part.isdecimal() else 0 for part in text.split(",")]
    if not all(0 < sessions <= MOST for sessions in found):
        raise ArgumentTypeError(f"expected numbers from 1 to {MOST}, not {text}")
    return found


def run(arguments: Namespace) -> None:
    """Measure and print."""
    told, first = [], None
    for sessions in arguments.sessions:
        rows, cost = measure(sessions, arguments.seconds)
        first = first or cost
        if cost.sessions > first.sessions:
            rows.append(above_first(cost, first))
        told.append({"sessions": sessions, "rows": [asdict(row) for row in rows]})
        if not arguments.json:
            print(f"{sessions} sessions", *map(line, rows), sep="\n", flush=True)
    if arguments.json:
        print(json.dumps({"benchmark": "sessions", "results": told}, indent=2))
