"""`python -m benchmarks search`: how fast the card game is searched, beside OpenSpiel, and how exactly it keeps time.

What is compared takes turns in short rounds, and of each the fastest round counts: so what else the machine does
disturbs the ratios least. One thread is measured in time of this process, all else by the clock on the wall.

A *decision simulated* is a choice that a player makes in an iteration, on the way down the tree or in the rollout. Ours
are iterations times the decisions of a random game, which comes within a hundredth of counting them one by one.
"""

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from math import inf
from threading import Thread

from amunre.ai.bot import Limit
from amunre.ai.levels import PLAIN_SEARCH, Level
from amunre.ai.thinker import Thinker
from amunre.ai.weights import shipped
from amunre.core import State, info, load
from benchmarks import build
from benchmarks.hearts import DECISIONS, Hearts
from benchmarks.playouts import seconds
from benchmarks.signature import signatures

HELP = "the search: its speed with one thread and two, beside OpenSpiel's, how punctual it is, and its signature"
NAME = "amunre_card"
PLAYERS = range(info(NAME).fewest_players, info(NAME).most_players + 1)
USUAL = 3
"""Players where one number of them has to do."""
ITERATIONS = 10_000
BEST = Level(ITERATIONS)
ROUND = 0.25
"""Seconds that threads think in a round."""
LIMITS = {25: 20, 100: 20, 300: 20, 1000: 5, 3000: 3}
"""Milliseconds, and how many thoughts are so long; of each, the least punctual counts."""
LATEST = 5
"""Milliseconds beyond the limit."""
LONG = 5
"""Seconds after which a thought ends that could not be cancelled."""
SOON = 0.025
"""Seconds after which it is cancelled."""
TRIES = 20
"""Thoughts that are cancelled, of which the least punctual counts."""
GAMES = 5_000
"""Random games whose decisions are counted."""


@dataclass(frozen=True)
class Row:
    """Something measured, and what it should be."""

    what: str
    value: float | None
    """None: it could not be measured."""
    unit: str
    target: float | None = None
    """To be reached at least, or, for times in ms, at most."""
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether it is what it should be; None if nothing is asked of it, or nothing known."""
        if self.value is None or self.target is None:
            return None
        return self.value <= self.target if self.unit == "ms" else self.value >= self.target


# ---------------------------------------------------------------------- measuring


@cache
def opening(players: int) -> State:
    """What the first player to choose sees, once the Pharaoh is known."""
    state = load(NAME, players).new_state()
    state.apply_chance(1)
    return state.seen_by(state.to_move)


def speed(level: Level, players: int) -> float:
    """Iterations per second of this process."""
    begun = time.process_time()
    thought = Thinker(level).choose(opening(players), 1, Limit(iterations=ITERATIONS))
    return thought.iterations / (time.process_time() - begun)


def speed_of_threads(threads: int) -> float:
    """Iterations per second on the wall."""
    thought = Thinker(PLAIN_SEARCH, threads=threads).choose(opening(USUAL), 1, Limit(seconds=ROUND))
    return thought.iterations / thought.seconds


def fastest(spent: float, *runs: Callable[[], float]) -> list[float]:
    """What each run has reached in its best round, after so many seconds for each."""
    best = [0.0] * len(runs)
    end = time.perf_counter() + spent * len(runs)
    while not all(best) or time.perf_counter() < end:
        best = [max(before, run()) for before, run in zip(best, runs, strict=True)]
    return best


def late(level: Level, milliseconds: int) -> float:
    """Milliseconds that a thought took beyond its time."""
    begun = time.perf_counter()
    Thinker(level).choose(opening(USUAL), 1, Limit(seconds=milliseconds / 1000))
    return (time.perf_counter() - begun) * 1000 - milliseconds


def until_answered() -> float:
    """Milliseconds from cancelling a thought that has long to go to its answer."""
    thinker = Thinker(BEST)
    thread = Thread(target=thinker.choose, args=(opening(USUAL), 1, Limit(seconds=LONG)))
    thread.start()
    time.sleep(SOON)
    begun = time.perf_counter()
    thinker.cancel()
    thread.join()
    return (time.perf_counter() - begun) * 1000


# ---------------------------------------------------------------------- what is measured


def measure(spent: float, target: float) -> Iterator[Row]:
    """Everything, for about so many seconds each."""
    yield from speeds(spent)
    yield threads(spent)
    yield from decisions(spent, target)
    for name, level in (("best", BEST), ("plain", PLAIN_SEARCH)):
        for limit, thoughts in LIMITS.items():
            worst = max(late(level, limit) for _ in range(thoughts))
            yield Row(f"{name}, late after {limit} ms", worst, "ms", LATEST, "needs a free core")
    yield Row("answer after cancel", max(until_answered() for _ in range(TRIES)), "ms", note="needs a free core")


def speeds(spent: float) -> Iterator[Row]:
    """One thread: uniform rollouts, then the best style at every table."""
    [plain] = fastest(spent, partial(speed, PLAIN_SEARCH, USUAL))
    yield Row(f"plain, {USUAL} players", plain, "iterations/s", 150_000)
    for players in PLAYERS:
        eye = "" if shipped(NAME).eye(opening(players).game) else "no eye is shipped: played to the end"
        [best] = fastest(spent, partial(speed, BEST, players))
        yield Row(f"best, {players} players", best, "iterations/s", note=eye)


def threads(spent: float) -> Row:
    """How much two threads do of what one does, in the same time."""
    one, two = fastest(spent, partial(speed_of_threads, 1), partial(speed_of_threads, 2))
    return Row("two threads", two / one, "x one thread", 1.9, note="needs two free cores")


def decisions(spent: float, target: float) -> Iterator[Row]:
    """Decisions simulated, ours beside those of OpenSpiel, if it is installed."""
    found, _ = build.module("benchmarks.virtual").playouts(opening(USUAL).game, GAMES, seed=1)
    runs = [lambda: found / GAMES * speed(PLAIN_SEARCH, USUAL)]
    with suppress(ImportError):
        runs.append(Hearts().speed)
    ours, *theirs = fastest(spent, *runs)
    yield Row(f"plain, {USUAL} players", ours, "decisions/s", note=f"{found / GAMES:.1f} a game")
    if theirs:
        yield Row("OpenSpiel, hearts", theirs[0], "decisions/s", note=f"its ISMCTSBot in C++, {DECISIONS} a game")
        yield Row(f"plain, {USUAL} players", ours / theirs[0], "x OpenSpiel", target)
    else:
        yield Row("OpenSpiel, hearts", None, "decisions/s", note="not installed: pip install --group bench")


# ---------------------------------------------------------------------- telling


def line(row: Row) -> str:
    """A row for the reader."""
    value = "-" if row.value is None else number(row.value)
    remarks = [goal(row), row.note]
    return f"{row.what:26}{value:>12} {row.unit:14}{'; '.join(filter(None, remarks))}".rstrip()


def goal(row: Row) -> str:
    """What is asked for, and whether it is met."""
    if row.met is None or row.target is None:
        return ""
    return f"at {'most' if row.unit == 'ms' else 'least'} {number(row.target)}: {'met' if row.met else 'MISSED'}"


def number(value: float) -> str:
    """Not more digits than matter."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"


def signature_lines() -> Iterator[str]:
    """The signatures as they are quoted."""
    for eye, digest in signatures(NAME, PLAYERS).items():
        yield f"signature {digest}" + (f" with the {eye}" if eye else "")


def as_json(rows: list[Row]) -> str:
    """All of it for programs."""
    told = [asdict(row) | {"met": row.met} for row in rows]
    return json.dumps(
        {"benchmark": "search", "game": NAME, "rows": told, "signatures": list(signature_lines())}, indent=2
    )


# ---------------------------------------------------------------------- the command


def add(parser: ArgumentParser) -> None:
    """How to ask for it."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--seconds", type=seconds, default=3.0, metavar="S", help="for each speed (3)")
    parser.add_argument(
        "--target", type=positive, default=10.0, metavar="N", help="times OpenSpiel (10; built with x86-64-v3: 15)"
    )
    parser.add_argument("--signature", action="store_true", help="print the signature, and measure nothing")


def run(arguments: Namespace) -> None:
    """Measure and print."""
    if arguments.signature:
        print("\n".join(signature_lines()))
        return
    rows = []
    for row in measure(arguments.seconds, arguments.target):
        rows.append(row)
        if not arguments.json:
            print(line(row), flush=True)
    print(as_json(rows) if arguments.json else "\n".join(signature_lines()))


def positive(text: str) -> float:
    """A number as it is typed."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < inf:
        raise ArgumentTypeError(f"expected a number above 0, not {text}")
    return found
