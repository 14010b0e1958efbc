"""`amunre-tui arena`: bots against bots, and a table of how good they are."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from statistics import fmean
from time import monotonic
from typing import Self

from platformdirs import user_state_path

from amunre.ai import arena
from amunre.ai.executors import cluster, processes
from amunre.ai.files import expect_writable, replacing
from amunre.ai.journal import Journal, fingerprint
from amunre.ai.matches import Plan, Played
from amunre.ai.ratings import Standing, complete, cross_table, standings
from amunre.ai.sprt import Sprt, Verdict, share_at
from amunre.core import BadInput
from amunre.core.lines import count
from amunre.tui.commands import add_game, named, read_as
from amunre.tui.typed import seed
from amunre.tui.words import Words

BETTER = 30.0
"""By how many Elo --sprt wants the first bot to be better."""
BAR = 20
"""Characters of the bar."""
PAUSE = 0.1
"""Seconds between two looks at the progress, at least."""
SURE = ("command.arena.share", "command.arena.score", "command.arena.elo")
UNSURE = ("command.arena.share_alone", "command.arena.score_alone", "command.arena.elo_alone")
"""How wins, points and rating are told, with intervals and without."""


def add(parser: ArgumentParser, words: Words) -> None:
    """How to ask for it."""
    number, path = read_as(count), read_as(named)
    add_game(parser, words)
    parser.add_argument("--seats", required=True, metavar="BOT,BOT", help=words.say("command.arena.seats"))
    parser.add_argument("--players", type=number, metavar="N", help=words.say("command.arena.players"))
    parser.add_argument("--games", type=number, default=100, metavar="N", help=words.say("command.arena.games"))
    parser.add_argument(
        "--seed", type=read_as(partial(seed, words=words)), default=1, metavar="N", help=words.say("command.arena.seed")
    )
    parser.add_argument("--sprt", action="store_true", help=words.say("command.arena.sprt", elo=BETTER))
    parser.add_argument("--json", type=path, metavar="FILE", help=words.say("command.arena.json"))
    parser.add_argument("--records", type=path, metavar="DIR", help=words.say("command.arena.records"))
    parser.add_argument("--journal", type=path, metavar="FILE", help=words.say("command.arena.journal"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=number, metavar="N", help=words.say("command.arena.workers"))
    where.add_argument("--dask", metavar="ADDRESS", help=words.say("command.arena.dask"))


def run(arguments: Namespace, words: Words) -> None:
    """Play what has not been played yet, and tell how good the bots are."""
    plan = planned(arguments)
    test = tested(plan) if arguments.sprt else None
    if arguments.json is not None:
        expect_writable(arguments.json)
    journal = Journal(plan, arguments.journal or usual_journal(plan))
    try:
        with journal:
            play(journal, test, arguments, words)
    except KeyboardInterrupt:
        print(*told(outcome(journal, test), words), sep="\n", flush=True)
        print(words.say("command.arena.interrupted"), file=sys.stderr)
        raise
    found = outcome(journal, test)
    print(*told(found, words), sep="\n", flush=True)
    if arguments.json is not None:
        write(arguments.json, as_data(found, journal.in_order()))
    if arguments.journal is None and journal.file is not None:
        journal.file.unlink(missing_ok=True)


# ---------------------------------------------------------------------- before
def planned(arguments: Namespace) -> Plan:
    """The games that are asked for, in whole deals."""
    seats = tuple(arguments.seats.split(","))
    deal = Plan(
        arguments.game, arguments.players or len(seats), seats, 1, arguments.seed, arguments.records is not None
    )
    return replace(deal, deals=-(-arguments.games // deal.games_a_deal))


def tested(plan: Plan) -> Sprt:
    """The test whether the first bot is better than the others."""
    if len(set(plan.seats)) == 1:
        raise BadInput(f"--sprt compares {plan.seats[0]} with others, and there are none")
    return Sprt(expected(plan, 0.0), expected(plan, BETTER))


def expected(plan: Plan, elo: float) -> float:
    """The mean share of the first bot if it is so much better than all others."""
    seats = [lineup.count(plan.seats[0]) for lineup in plan.lineups]
    return fmean(share_at(elo, 1 / plan.players, number) for number in seats if number)


def usual_journal(plan: Plan) -> Path:
    """Where the games of a plan are kept until all have been played."""
    folder = user_state_path("amunre-tui", appauthor=False, ensure_exists=True)
    return folder / f"arena-{fingerprint(plan)}.jsonl"


# ---------------------------------------------------------------------- meanwhile
def play(journal: Journal, test: Sprt | None, arguments: Namespace, words: Words) -> None:
    """Play, write records and show the progress, until all is played or the test knows enough."""
    plan = journal.plan

    def record_of(number: int) -> Path:
        name = f"{number:0{len(str(plan.games - 1))}}.record"
        return Path(arguments.records, name)

    def keep(game: Played) -> None:
        if game.record is not None:
            with replacing(record_of(game.number)) as stream:
                stream.write(game.record.encode())

    def finished(game: Played) -> None:
        keep(game)
        progress.add(game)

    def decided(deal: arena.Deal) -> bool:
        if test is None:
            return False
        test.add(fmean(game.share(plan.seats[0]) for game in deal if plan.seats[0] in game.seats))
        return test.verdict is not Verdict.OPEN

    if plan.records:
        arguments.records.mkdir(parents=True, exist_ok=True)
        expect_writable(record_of(0))
    for game in journal.in_order():
        keep(game)

    def waiting() -> None:
        print(words.say("command.arena.waiting", address=arguments.dask), file=sys.stderr, flush=True)

    where = cluster(arguments.dask, waiting) if arguments.dask is not None else processes(arguments.workers)
    with where as executor, Progress(journal, words) as progress:
        arena.run(plan, executor, journal, finished, decided)


class Progress:
    """One line on the terminal that is written over and over; nothing where nobody looks."""

    def __init__(self, journal: Journal, words: Words) -> None:
        self.words = words
        self.games = journal.plan.games
        self.bot = journal.plan.seats[0]
        self.known = self.done = len(journal.games)
        self.shares = [game.share(self.bot) for game in journal.in_order() if self.bot in game.seats]
        self.begun = monotonic()
        self.due = 0.0
        self.width = 0

    def __enter__(self) -> Self:
        self._show(self._line())
        return self

    def __exit__(self, *_: object) -> None:
        self._show("")

    def add(self, game: Played) -> None:
        """Count a game that has just been played."""
        self.done += 1
        if self.bot in game.seats:
            self.shares.append(game.share(self.bot))
        if monotonic() >= self.due:
            self.due = monotonic() + PAUSE
            self._show(self._line())

    def _line(self) -> str:
        bar = ("#" * (BAR * self.done // self.games)).ljust(BAR, ".")
        if self.done == self.known or not self.shares:
            return self.words.say("command.arena.begun", done=self.done, games=self.games, bar=bar)
        left = (monotonic() - self.begun) / (self.done - self.known) * (self.games - self.done)
        return self.words.say(
            "command.arena.progress",
            done=self.done,
            games=self.games,
            bar=bar,
            bot=self.bot,
            share=fmean(self.shares),
            left=timedelta(seconds=round(left)),
        )

    def _show(self, line: str) -> None:
        """Put a line over the one before."""
        if sys.stderr.isatty():
            line = line[: get_terminal_size().columns - 1]
            print(line.ljust(self.width), end="\r", file=sys.stderr, flush=True)
            self.width = len(line)


# ---------------------------------------------------------------------- afterwards
@dataclass(frozen=True)
class Outcome:
    """What has been found out."""

    plan: Plan
    deals: int
    table: list[Standing]
    cross: dict[str, dict[str, float]]
    """How often a bot beat another, if there is more than one pair."""
    test: Sprt | None

    @property
    def sure(self) -> bool:
        """Whether there are intervals: a single deal says nothing of how much deals differ."""
        return self.deals > 1


def outcome(journal: Journal, test: Sprt | None) -> Outcome:
    """What the games so far tell; only complete deals count."""
    plan = journal.plan
    deals = complete(journal.games.values(), plan.games_a_deal)
    pairs = plan.players == 2 and len(set(plan.seats)) > 2
    return Outcome(plan, len(deals), standings(deals), cross_table(deals) if pairs else {}, test)


def told(found: Outcome, words: Words) -> Iterator[str]:
    """The outcome, line by line."""
    if not found.table:
        yield words.say("command.arena.no_deal")
        return
    yield from aligned(standing_rows(found, words))
    if found.cross:
        yield ""
        yield from aligned(cross_rows(found, words))
    yield ""
    yield words.say("command.arena.legend" if found.sure else "command.arena.unsure", deals=found.deals)
    if found.test is not None:
        yield verdict(found.plan.seats[0], found.test, words)


def standing_rows(found: Outcome, words: Words) -> Iterator[Sequence[str]]:
    """How good each bot is."""
    yield [
        words.say("command.arena.bot"),
        words.say("command.arena.played"),
        words.say("command.arena.wins"),
        words.say("command.arena.points"),
        words.say("command.arena.rating"),
    ]
    keys = SURE if found.sure else UNSURE
    for line in found.table:
        told = zip(keys, (line.share, line.points, line.rating), strict=True)
        yield [line.name, str(line.games), *(words.say(key, **asdict(each)) for key, each in told)]


def cross_rows(found: Outcome, words: Words) -> Iterator[Sequence[str]]:
    """How often each bot beat each other one."""
    names = [line.name for line in found.table]
    yield [words.say("command.arena.cross"), *names]
    for name in names:
        row = found.cross[name]
        yield [name, *(f"{row[other]:.1%}" if other in row else "" for other in names)]


def aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The rows of a table: the first column begins on the left, all others end on the right."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()


def verdict(bot: str, test: Sprt, words: Words) -> str:
    """What the test says of the first bot."""
    key = {
        Verdict.HIGH: "command.arena.better",
        Verdict.LOW: "command.arena.not_better",
        Verdict.OPEN: "command.arena.open",
    }[test.verdict]
    return words.say(key, bot=bot, elo=BETTER, deals=test.deals, llr=test.llr)


def as_data(found: Outcome, games: Sequence[Played]) -> dict[str, object]:
    """The outcome and all games, for a program."""
    return {
        "plan": asdict(found.plan),
        "deals": found.deals,
        "bots": [asdict(line) for line in found.table],
        "cross": found.cross,
        "sprt": None if found.test is None else test_data(found.test),
        "games": [{key: value for key, value in asdict(game).items() if key != "record"} for game in games],
    }


def test_data(test: Sprt) -> dict[str, object]:
    """What the test says, for a program."""
    return {
        "low": test.low,
        "high": test.high,
        "deals": test.deals,
        "llr": test.llr,
        "verdict": test.verdict.value,
    }


def write(file: Path, data: dict[str, object]) -> None:
    """A file of JSON."""
    with replacing(file) as stream:
        stream.write(f"{json.dumps(data, indent=1)}\n".encode())
