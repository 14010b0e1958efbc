"""`python -m benchmarks playouts`: random games of the card game, played in five ways, measured side by side.

The ways take turns in short rounds, and of each the fastest round counts: so what else the machine does disturbs the
ratios least. Time is that of this process alone.
"""

import json
import random
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

from amunre.core import CHANCE, NOBODY, Game, info, load
from amunre.core.amunre_card.components import built_in
from benchmarks import build
from benchmarks.reference import Reference

HELP = "random games of the card game: the core from another module, called directly, from Python, and a reference in C"
NAME = "amunre_card"
ROUNDS = 12
RECORDED = 20
"""Games replayed step by step."""

Choices = tuple[int, int]
"""Of players, and of chance."""
Run = Callable[[int], Choices]
"""Plays so many games."""


@dataclass(frozen=True)
class Speed:
    """How fast a way of playing is."""

    playouts_per_second: float
    ns_per_decision: float
    ns_per_action: float
    """Choices of chance counted too."""


@dataclass(frozen=True)
class Target:
    """What a speed should not exceed."""

    way: str
    value: float
    limit: float
    of: str
    """The way it is a multiple of, or the unit."""

    @property
    def met(self) -> bool:
        """Whether it does not."""
        return self.value <= self.limit


@dataclass(frozen=True)
class Result:
    """All that was measured with one number of players."""

    players: int
    state_size: int
    reference_state_size: int
    decisions_per_game: float
    chance_per_game: float
    speeds: dict[str, Speed]
    targets: list[Target]


# ---------------------------------------------------------------------- the ways


def ways(game: Game, reference: Reference) -> dict[str, Run]:
    """Every way to play, by name."""
    virtual, direct = build.module("benchmarks.virtual"), build.module("benchmarks.direct")
    return {
        "c": partial(reference.playouts, seed=1),
        "direct": partial(direct.playouts, direct.CardGame(game.players), seed=1),
        "virtual": partial(virtual.playouts, game, seed=1),
        "python step": partial(replays, game, [recorded(game, seed) for seed in range(RECORDED)]),
        "python loop": partial(python_loop, game),
    }


@dataclass(frozen=True)
class Recorded:
    """A random game to be replayed."""

    actions: list[int]
    decisions: int


def recorded(game: Game, seed: int) -> Recorded:
    """Play a random game and keep its actions."""
    chooser = random.Random(seed)
    state = game.new_state()
    actions, decisions = list[int](), 0
    while (mover := state.to_move) != NOBODY:
        decisions += mover != CHANCE
        actions.append(chooser.choice(state.legal_actions()))
        state.apply(actions[-1])
    return Recorded(actions, decisions)


def replays(game: Game, records: list[Recorded], games: int) -> Choices:
    """Nothing but checked steps: every action is looked for among the legal ones, and tells its story."""
    steps = decisions = 0
    for number in range(games):
        record = records[number % len(records)]
        apply = game.new_state().apply
        for action in record.actions:
            apply(action)
        steps += len(record.actions)
        decisions += record.decisions
    return decisions, steps - decisions


def python_loop(game: Game, games: int) -> Choices:
    """A random game as somebody would write it in Python."""
    choose = random.Random(1).choice
    decisions = chance = 0
    for _ in range(games):
        state = game.new_state()
        while (mover := state.to_move) != NOBODY:
            chance += mover == CHANCE
            decisions += mover != CHANCE
            state.apply(choose(state.legal_actions()))
    return decisions, chance


# ---------------------------------------------------------------------- measuring


def timed(run: Run, games: int) -> tuple[int, Choices]:
    """Nanoseconds that so many games take, and their choices."""
    begun = time.process_time_ns()
    choices = run(games)
    return time.process_time_ns() - begun, choices


def enough(run: Run, seconds: float) -> int:
    """How many games take about so long."""
    games = 1
    while (spent := timed(run, games)[0]) < seconds * 1e9 / 4:
        games *= 4
    return max(1, round(games * seconds * 1e9 / spent))


def measure(players: int, seconds: float) -> Result:
    """Play in all ways for so long."""
    game, reference = load(NAME, players), Reference(players, built_in())
    runs = ways(game, reference)
    games = {way: enough(run, seconds / ROUNDS / len(runs)) for way, run in runs.items()}
    rounds = [{way: timed(run, games[way]) for way, run in runs.items()} for _ in range(ROUNDS)]
    speeds = {way: speed(games[way], *min(measured[way] for measured in rounds)) for way in runs}
    decisions, chance = rounds[0]["virtual"][1]
    return Result(
        players=players,
        state_size=game.state_size,
        reference_state_size=reference.position_size,
        decisions_per_game=decisions / games["virtual"],
        chance_per_game=chance / games["virtual"],
        speeds=speeds,
        targets=targets(speeds),
    )


def speed(games: int, spent: int, choices: Choices) -> Speed:
    """What a round says."""
    decisions, chance = choices
    return Speed(games / spent * 1e9, spent / decisions, spent / (decisions + chance))


def targets(speeds: dict[str, Speed]) -> list[Target]:
    """What the core should achieve, and does."""
    c, direct, virtual = (speeds[way].ns_per_decision for way in ("c", "direct", "virtual"))
    return [
        Target("direct", direct / c, 1.1, "c"),
        Target("virtual", virtual / direct, 1.15, "direct"),
        Target("python step", speeds["python step"].ns_per_action / 1000, 1.0, "µs"),
    ]


# ---------------------------------------------------------------------- telling


def table(result: Result) -> str:
    """A result for the reader."""
    lengths = f"{result.decisions_per_game:.1f} decisions and {result.chance_per_game:.1f} chance events a game"
    sizes = f"a position has {result.state_size} bytes ({result.reference_state_size} in C)"
    lines = [
        f"{result.players} players: {lengths}; {sizes}",
        f"  {'':12}{'playouts/s':>12}{'ns/decision':>13}{'ns/action':>11}   target",
    ]
    goals = {target.way: target for target in result.targets}
    for way, fast in result.speeds.items():
        row = f"  {way:12}{fast.playouts_per_second:12,.0f}{fast.ns_per_decision:13.1f}{fast.ns_per_action:11.1f}"
        lines.append(f"{row}   {goal(goals[way])}" if way in goals else row)
    return "\n".join(lines)


def goal(target: Target) -> str:
    """A target, and whether it is met."""
    unit = target.of if target.of == "µs" else f"x {target.of}"
    return f"{target.value:.2f} {unit}, at most {target.limit:.2f}: {'met' if target.met else 'MISSED'}"


def as_json(results: list[Result]) -> str:
    """The results for programs."""
    told = {"benchmark": "playouts", "game": NAME, "results": [asdict(result) for result in results]}
    return json.dumps(told, indent=2)


# ---------------------------------------------------------------------- the command


def add(parser: ArgumentParser) -> None:
    """How to ask for it."""
    few, many = info(NAME).fewest_players, info(NAME).most_players
    everybody = ",".join(str(players) for players in range(few, many + 1))
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--seconds", type=seconds, default=6.0, metavar="S", help="for each number of players (6)")
    parser.add_argument("--players", type=player_counts, default=everybody, metavar="N,N", help=f"which ({everybody})")


def run(arguments: Namespace) -> None:
    """Measure and print."""
    results = []
    for players in arguments.players:
        results.append(measure(players, arguments.seconds))
        if not arguments.json:
            print(table(results[-1]), flush=True)
    if arguments.json:
        print(as_json(results))


def seconds(text: str) -> float:
    """A time as it is typed."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= 3600:
        raise ArgumentTypeError(f"expected a number of seconds from 0.1 to 3600, not {text}")
    return number


def player_counts(text: str) -> list[int]:
    """Numbers of players as they are typed."""
    few, many = info(NAME).fewest_players, info(NAME).most_players
    known = {str(players): players for players in range(few, many + 1)}
    for part in text.split(","):
        if part not in known:
            raise ArgumentTypeError(f"expected numbers from {few} to {many} with commas between them, not {text}")
    return [known[part] for part in text.split(",")]
