"""`python -m benchmarks strength`: how strong the opponents are, by the arena. What docs/ai.md and the README quote.

Every game is kept in a folder as soon as it is over: the same command goes on where it was interrupted. Deals are
played in all rotations of the seats; where time limits the bots, nothing else should run on the machine.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from amunre.ai import arena
from amunre.ai.executors import processes
from amunre.ai.journal import Journal
from amunre.ai.levels import LEVELS
from amunre.ai.matches import Plan
from amunre.ai.ratings import Standing, complete, cross_table, standings
from benchmarks import blunders

HELP = "how strong the opponents are: against chance, plain search, rules of thumb, each other"
NAME = "amunre_card"
BEST = list(LEVELS)[-1]


@dataclass(frozen=True)
class Claim:
    """A bot, whom it is to beat, and how often."""

    name: str
    bot: str
    rivals: tuple[str, ...]
    games: int
    target: float

    @property
    def plan(self) -> Plan:
        """The games that prove it."""
        return planned((self.bot, *self.rivals), 1 + len(self.rivals), self.games)


def planned(seats: Sequence[str], players: int, games: int) -> Plan:
    """So many games, in whole deals."""
    deal = Plan(NAME, players, tuple(seats), 1, 1)
    return Plan(NAME, players, tuple(seats), -(-games // deal.games_a_deal), 1)


def against(name: str, bot: str, rival: str, players: int, games: int, target: float) -> Claim:
    """One bot against many of another."""
    return Claim(name, bot, (rival,) * (players - 1), games, target)


CLAIMS = (
    against("random", f"{BEST}:100", "random", 3, 600, 0.98),
    against("greedy", BEST, "greedy", 2, 600, 0.85),
    against("handicap-100", f"{BEST}:100", "plain:1000", 3, 600, 0.65),
    against("handicap-1000", f"{BEST}:1000", "plain:10000", 3, 600, 0.65),
    against("time-2", f"{BEST}:25ms", "plain:25ms", 2, 300, 0.75),
    against("time-3", f"{BEST}:25ms", "plain:25ms", 3, 300, 0.80),
    against("time-4", f"{BEST}:25ms", "plain:25ms", 4, 300, 0.50),
    against("time-5", f"{BEST}:25ms", "plain:25ms", 5, 300, 0.40),
    against("more-400", f"{BEST}:400", f"{BEST}:100", 2, 600, 0.50),
    against("more-1600", f"{BEST}:1600", f"{BEST}:400", 2, 600, 0.50),
    against("more", BEST, f"{BEST}:{LEVELS[BEST].iterations // 4}", 2, 600, 0.50),
    against("ambition", f"{BEST}:100", "plain:10000", 3, 600, 0.55),
)
LADDERS = {"levels-2": planned(tuple(LEVELS), 2, 9_000), "levels-4": planned(tuple(LEVELS), 4, 6_000)}
"""The levels against each other."""


# ---------------------------------------------------------------------- playing
def table_of(plan: Plan, name: str, folder: Path, executor: Executor) -> tuple[list[Standing], list[arena.Deal]]:
    """Play what is missing of a plan; how it stands."""
    games = arena.run(plan, executor, Journal(plan, folder / f"{name}.jsonl"))
    deals = complete(games, plan.games_a_deal)
    return standings(deals), deals


# ---------------------------------------------------------------------- telling
def claims(folder: Path, executor: Executor) -> Iterator[str]:
    """A row for each claim."""
    yield "| bot | against | players | games | wins | at least | |"
    yield "|---|---|---|---|---|---|---|"
    for claim in CLAIMS:
        table, deals = table_of(claim.plan, claim.name, folder, executor)
        share = next(line.share for line in table if line.name == claim.bot)
        yield (
            f"| `{claim.bot}` | {len(claim.rivals)} of `{claim.rivals[0]}` | {claim.plan.players} "
            f"| {sum(map(len, deals))} | {share.value:.1%} [{share.low:.1%}, {share.high:.1%}] "
            f"| {claim.target:.0%} | {'met' if share.value >= claim.target else 'MISSED'} |"
        )


def ladders(folder: Path, executor: Executor) -> Iterator[str]:
    """The ratings of the levels, and how often each beats the one below."""
    for name, plan in LADDERS.items():
        table, deals = table_of(plan, name, folder, executor)
        lines = {line.name: line for line in table}
        yield f"{plan.players} players, {sum(map(len, deals))} games:"
        yield ""
        yield from (two if plan.players == 2 else many)(lines, deals)
        yield ""


def two(lines: dict[str, Standing], deals: Sequence[arena.Deal]) -> Iterator[str]:
    """The ladder of games for two, with the rung below."""
    cross = cross_table(deals)
    yield "| level | rating | wins against the one below |"
    yield "|---|---|---|"
    for below, level in zip([None, *LEVELS], LEVELS, strict=False):
        beats = "" if below is None else f"{cross[level][below]:.1%}"
        yield f"| {level} | {rating(lines[level])} | {beats} |"


def many(lines: dict[str, Standing], deals: Sequence[arena.Deal]) -> Iterator[str]:  # noqa: ARG001
    """The ladder of games for more."""
    yield "| level | rating | wins |"
    yield "|---|---|---|"
    for level in LEVELS:
        yield f"| {level} | {rating(lines[level])} | {lines[level].share.value:.1%} |"


def rating(line: Standing) -> str:
    """A rating with its interval."""
    return f"{line.rating.value:+.0f} [{line.rating.low:+.0f}, {line.rating.high:+.0f}]"


def slips(folder: Path, executor: Executor) -> Iterator[str]:
    """How often each level plays what the best one shudders at."""
    yield "| level | decisions | 30 points of win share thrown away | mean loss |"
    yield "|---|---|---|---|"
    for level in LEVELS:
        losses = blunders.losses(NAME, level, folder / f"blunders-{level}.jsonl", executor)
        silly = fmean(loss >= blunders.SILLY for loss in losses)
        yield f"| {level} | {len(losses)} | {silly:.1%} | {fmean(losses):.1%} |"


PARTS: dict[str, Callable[[Path, Executor], Iterator[str]]] = {"claims": claims, "levels": ladders, "blunders": slips}


# ---------------------------------------------------------------------- the command
def add(parser: ArgumentParser) -> None:
    """How to ask for it."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where games are kept; the same command goes on there")
    parser.add_argument("--only", choices=list(PARTS), help="one part of it")


def run(arguments: Namespace) -> None:
    """Play, and print what was found as tables for docs/ai.md."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with processes() as executor:
        for part, rows in PARTS.items():
            if arguments.only in {None, part}:
                for row in rows(arguments.folder, executor):
                    print(row, flush=True)
                print()
