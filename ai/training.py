"""Teaches the eye: play, fit, and let the new eye replace the old one only if it beats it. Then again.

Everything is kept in one folder, so that an interrupted run goes on where it was:
course.json, champion.json, and for each round round-<n>/ with samples-<m>.npz, challenger.json and gate.jsonl;
into-<fingerprint>.jsonl for each file of weights that the champion was to be added to.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Literal

import numpy as np

from amunre.ai.arena import WINDOW, Deal, run
from amunre.ai.calls import finished
from amunre.ai.eye import BLOCK, MOST_HIDDEN, judged
from amunre.ai.eye import read as seen
from amunre.ai.files import replacing
from amunre.ai.fitting import BATCH, Samples, enough, fit, joined
from amunre.ai.journal import Journal, fingerprint
from amunre.ai.levels import Level
from amunre.ai.matches import Plan
from amunre.ai.sprt import Sprt, Verdict, share_at
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Rows, Weights, learned, merge, receiving, write
from amunre.core import CHANCE, NOBODY, BadInput, info, load
from amunre.core.game import mix

CHUNK = 50
"""Games that are handed to a worker at once."""
OUTCOME = 0.7
"""What counts of the outcome, at each stage back, beside the champion's judgement there, which averages out chance."""
FIRST = 5
"""Without an eye games take long, and teach little: only one of so many is played."""
WHIMS = (0.0, 0.0, 0.02, 0.06)
"""Some players are a little careless, so that the eye sees more than the best play."""
BETTER = 30.0
"""By how many Elo a challenger should be better."""
MOST_DEALS = 600
"""After which an undecided gate stays shut."""

Sampled = list[tuple[int, list[list[float]], tuple[float, ...], tuple[float, ...]]]
"""Stage, features of each player, her share of the victory, her points."""


@dataclass(frozen=True)
class Course:
    """What is to be learned, and how."""

    game: str
    players: int
    folder: Path
    rounds: int
    games: int
    """Of a round."""
    iterations: int
    """A decision."""
    hidden: int
    """Units of the eye; 0 for a linear one."""
    seed: int

    def __post_init__(self) -> None:
        load(self.game, self.players)
        if not info(self.game).features:
            raise BadInput(f"{self.game} has no features to learn from")
        if not enough(self.games_of(1)):
            raise BadInput(
                f"{self.games} games a round are too few to learn from: at least {FIRST * BATCH + 1} are needed"
            )
        if self.hidden % BLOCK or self.hidden > MOST_HIDDEN:
            raise BadInput(f"an eye has a multiple of {BLOCK} hidden units, at most {MOST_HIDDEN}, not {self.hidden}")

    @property
    def command(self) -> str:
        """What was typed to learn it."""
        numbers = {name: getattr(self, name) for name in ("players", "games", "iterations", "hidden", "seed")}
        return f"amunre-tui train DIR --game {self.game} " + " ".join(f"--{key} {n}" for key, n in numbers.items())

    @property
    def champion(self) -> Path:
        """The best weights so far; the file is missing at first."""
        return self.folder / "champion.json"

    def games_of(self, number: int) -> int:
        """How many games a round plays."""
        return -(-self.games // FIRST) if number == 1 else self.games

    def round(self, number: int) -> Path:
        """The folder of a round."""
        return self.folder / f"round-{number}"

    def challenger(self, number: int) -> Path:
        """The weights that a round has fitted."""
        return self.round(number) / "challenger.json"


@dataclass(frozen=True)
class Progress:
    """What has just been done: so many of all that are to be played, fitted or gated; or what the gate says now."""

    round: int
    """0 for the gate of the file that the champion is to be added to."""
    what: Literal["played", "fitted", "gated", "accepted", "refused"]
    done: int
    of: int


def train(course: Course, executor: Executor, on_progress: Callable[[Progress], None]) -> Weights:
    """Go through all rounds; the best weights."""
    _begin(course)
    for number in range(1, course.rounds + 1):
        folder = course.round(number)
        if (folder / "done").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        if number > 1:
            _learned(course, course.champion)
        generate(course, number, executor, on_progress)
        challenge(course, number, on_progress)
        if number == 1:
            write(_learned(course, course.challenger(number)), course.champion)
        elif not _crowned(course, number) and (deals := gate(course, number, executor, on_progress)) is not None:
            line = f"gate: better than the champion after {deals} deals"
            write(_telling(course, _learned(course, course.challenger(number)), line), course.champion)
        (folder / "done").touch()
    return _learned(course, course.champion)


def add_to(into: Path, course: Course, executor: Executor, on_progress: Callable[[Progress], None]) -> None:
    """Add the champion to a file of weights. What that has for as many players must be beaten as by any challenger."""
    champion = _learned(course, course.champion)
    held = receiving(course.game, into).by_players.get(course.players)
    if held is not None and held.rows != champion.by_players[course.players].rows:
        plan = _duel(course, course.champion, into, 0)
        journal = course.folder / f"into-{fingerprint(plan)}.jsonl"
        if _won(plan, journal, 0, executor, on_progress) is None:
            return
    merge(champion, into)


def _learned(course: Course, file: Path) -> Weights:
    return learned(file, course.game, course.players)


def _crowned(course: Course, number: int) -> bool:
    """Whether the challenger has become the champion already: the run may have been killed right after."""
    challenger, champion = (
        _learned(course, file).by_players[course.players] for file in (course.challenger(number), course.champion)
    )
    return champion.story[:-1] == challenger.story


def _begin(course: Course) -> None:
    """Make the folder, or see to it that it holds an earlier part of this course."""
    file = course.folder / "course.json"
    told = {name: value for name, value in asdict(course).items() if name not in {"folder", "rounds"}}
    line = json.dumps(told) + "\n"
    if not file.exists():
        course.folder.mkdir(parents=True, exist_ok=True)
        with replacing(file) as stream:
            stream.write(line.encode())
    elif (found := file.read_text("utf-8", errors="replace")) != line:
        raise BadInput(f"{file}: the folder of another course: {found.strip()}")


# ---------------------------------------------------------------------- playing
def generate(course: Course, number: int, executor: Executor, on_progress: Callable[[Progress], None]) -> None:
    """The samples of a round; chunks that are there already are not played again."""
    champion = course.champion if number > 1 else None
    games = course.games_of(number)
    chunks = -(-games // CHUNK)
    files: dict[Future[Sampled], Path] = {}

    def play(chunk: int, file: Path) -> Future[Sampled]:
        seed, size = mix(mix(course.seed, number), chunk), min(CHUNK, games - chunk * CHUNK)
        future = executor.submit(sampled, course, champion, seed, size)
        files[future] = file
        return future

    wanted = [(chunk, course.round(number) / f"samples-{chunk}.npz") for chunk in range(chunks)]
    calls = [partial(play, chunk, file) for chunk, file in wanted if not file.exists()]
    with closing(finished(iter(calls), WINDOW)) as batches:
        for done, future in enumerate(chain.from_iterable(batches), chunks - len(calls) + 1):
            _save(future.result(), files.pop(future))
            on_progress(Progress(number, "played", min(done * CHUNK, games), games))


def sampled(course: Course, champion: Path | None, seed: int, games: int) -> Sampled:
    """The positions of so many games that the eye might have had to judge."""
    weights = Weights(course.game, {}) if champion is None else _learned(course, champion)
    return [sample for game in range(games) for sample in _game(course, weights, mix(seed, game))]


def _game(course: Course, weights: Weights, seed: int) -> Sampled:
    """Play a game; the positions at its stages, the last first, and what became of them."""
    game, random = load(course.game, course.players), Random(seed)
    eye = weights.eye(game)
    bots = [Thinker(Level(course.iterations, whim=random.choice(WHIMS)), weights) for _ in range(course.players)]
    state, positions, moves = game.new_state(), [], 0
    while (mover := state.to_move) != NOBODY:
        stage, features = seen(state)
        if stage >= 0:
            positions.append((stage, features, None if eye is None else judged(eye, state)))
        moves += 1
        if mover == CHANCE:
            state.apply_chance(mix(seed, moves))
        else:
            state.apply(bots[mover].choose(state.seen_by(mover), mix(seed, moves)).action)
    win, points, samples = state.returns(), state.scores(), []
    for stage, features, judgement in reversed(positions):
        samples.append((stage, features, win, points))
        if judgement is not None:
            win, points = _between(judgement[1], win), _between(judgement[2], points)
    return samples


def _between(judged: tuple[float, ...], came: tuple[float, ...]) -> tuple[float, ...]:
    """What an earlier position may expect: part of what was thought of this one, part of what came of it."""
    return tuple(OUTCOME * after + (1 - OUTCOME) * now for now, after in zip(judged, came, strict=True))


# ---------------------------------------------------------------------- fitting
def _save(rows: Sampled, file: Path) -> None:
    stage, features, win, points = zip(*rows, strict=True)
    with replacing(file) as stream:
        np.savez_compressed(
            stream,
            stage=stage,
            features=np.array(features, np.float32),
            win=np.array(win, np.float32),
            points=np.array(points, np.float32),
        )


def _load(course: Course, number: int) -> Iterator[Samples]:
    for file in sorted(course.round(number).glob("samples-*.npz")):
        found = None
        # Damaged, it makes NumPy stumble in a dozen ways.
        with suppress(Exception), file.open("rb") as stream, np.load(stream) as kept:
            found = Samples(kept["stage"], *(kept[name].astype(np.float64) for name in ("features", "win", "points")))
        if found is None or not _sound(course, found):
            raise BadInput(f"{file}: damaged; the same command goes on once it is removed")
        yield found


def _sound(course: Course, samples: Samples) -> bool:
    """Whether these can be positions of the game."""
    about, stage = info(course.game), samples.stage
    players = (stage.size, course.players)
    numbers = (samples.features, samples.win, samples.points)
    return (
        stage.dtype.kind == "i"
        and stage.ndim == 1
        and all(0 <= each < len(about.stages) for each in stage)
        and [each.shape for each in numbers] == [(*players, len(about.features)), players, players]
        and all(np.isfinite(each).all() for each in numbers)
    )


def challenge(course: Course, number: int, on_progress: Callable[[Progress], None]) -> None:
    """Fit a new eye to this round and the one before."""
    file = course.challenger(number)
    if file.exists():
        return
    samples = joined([*_load(course, number), *_load(course, number - 1)])
    about = info(course.game)
    rows = fit(
        samples,
        len(about.stages),
        course.hidden,
        course.seed,
        lambda stage: on_progress(Progress(number, "fitted", stage + 1, len(about.stages))),
    )
    story = (
        f"round {number}: {len(samples.stage)} positions of games with {course.iterations} iterations a decision, "
        f"{course.hidden} hidden units, seed {course.seed}, outcomes mixed {OUTCOME}"
    )
    before: tuple[str, ...] = (course.command,)
    if number > 1:
        before = _learned(course, course.champion).by_players[course.players].story
    found = Rows(len(about.features), course.hidden, tuple(map(tuple, rows)), (*before, story))
    write(Weights(course.game, {course.players: found}), file)


# ---------------------------------------------------------------------- gating
def gate(course: Course, number: int, executor: Executor, on_progress: Callable[[Progress], None]) -> int | None:
    """After how many paired deals a sequential test finds the challenger better than the champion, if it does."""
    plan = _duel(course, course.challenger(number), course.champion, number)
    return _won(plan, course.round(number) / "gate.jsonl", number, executor, on_progress)


def _duel(course: Course, one: Path, other: Path, number: int) -> Plan:
    """The games in which new weights have to prove better than others."""
    first, others = (f"imhotep:{course.iterations}@{file}" for file in (one, other))
    seats = (first, *[others] * (course.players - 1))
    return Plan(course.game, course.players, seats, MOST_DEALS, mix(course.seed, number))


def _won(
    plan: Plan, journal: Path, number: int, executor: Executor, on_progress: Callable[[Progress], None]
) -> int | None:
    """After how many paired deals the first bot is found better than the others, if it is."""
    fair = 1 / plan.players
    test = Sprt(fair, share_at(BETTER, fair))

    def decided(deal: Deal) -> bool:
        test.add(sum(game.share(plan.seats[0]) for game in deal) / len(deal))
        on_progress(Progress(number, "gated", test.deals, plan.deals))
        return test.verdict is not Verdict.OPEN

    run(plan, executor, Journal(plan, journal), stop=decided)
    better = test.verdict is Verdict.HIGH
    on_progress(Progress(number, "accepted" if better else "refused", test.deals, test.deals))
    return test.deals if better else None


def _telling(course: Course, weights: Weights, line: str) -> Weights:
    """The same weights with one more line to their story."""
    rows = weights.by_players[course.players]
    return replace(weights, by_players={course.players: replace(rows, story=(*rows.story, line))})
