"""Teaches the eye: play, fit, and let the new eye replace the old one only if it beats it. Then again.

Everything is kept in one folder, so that an interrupted run goes on where it was:
course.json, champion.json, and for each round round-<n>/ with samples-<m>.npz, challenger.json and gate.jsonl.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Literal
from zipfile import BadZipFile

import numpy as np

from amunre.ai.arena import Deal, run
from amunre.ai.eye import BLOCK, MOST_HIDDEN, judged
from amunre.ai.eye import read as seen
from amunre.ai.files import replacing
from amunre.ai.fitting import Samples, fit, joined
from amunre.ai.journal import Journal
from amunre.ai.levels import Level
from amunre.ai.matches import Plan
from amunre.ai.sprt import Sprt, Verdict, share_at
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Rows, Weights, read, write
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

    def round(self, number: int) -> Path:
        """The folder of a round."""
        return self.folder / f"round-{number}"

    def challenger(self, number: int) -> Path:
        """The weights that a round has fitted."""
        return self.round(number) / "challenger.json"


@dataclass(frozen=True)
class Progress:
    """What has just been done: so many of all that are to be played, fitted or gated."""

    round: int
    what: Literal["played", "fitted", "gated"]
    done: int
    of: int


def train(course: Course, executor: Executor, on_progress: Callable[[Progress], None]) -> Path:
    """Go through all rounds; where the best weights are."""
    _begin(course)
    for number in range(1, course.rounds + 1):
        folder = course.round(number)
        if (folder / "done").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        generate(course, number, executor, on_progress)
        challenge(course, number, on_progress)
        if number == 1:
            write(read(course.challenger(number)), course.champion)
        elif not _crowned(course, number) and (deals := gate(course, number, executor, on_progress)) is not None:
            line = f"gate: better than the champion after {deals} deals"
            write(_telling(read(course.challenger(number)), course.players, line), course.champion)
        (folder / "done").touch()
    return course.champion


def _crowned(course: Course, number: int) -> bool:
    """Whether the challenger has become the champion already: the run may have been killed right after."""
    challenger, champion = (
        read(file).by_players[course.players] for file in (course.challenger(number), course.champion)
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
    games = course.games if champion else -(-course.games // FIRST)
    chunks = -(-games // CHUNK)
    files = {course.round(number) / f"samples-{chunk}.npz": chunk for chunk in range(chunks)}
    futures = {
        executor.submit(sampled, course, champion, mix(mix(course.seed, number), chunk)): file
        for file, chunk in files.items()
        if not file.exists()
    }
    for done, future in enumerate(as_completed(futures), chunks - len(futures) + 1):
        _save(future.result(), futures[future])
        on_progress(Progress(number, "played", min(done * CHUNK, games), games))


def sampled(course: Course, champion: Path | None, seed: int) -> Sampled:
    """The positions of a chunk of games that the eye might have had to judge."""
    weights = Weights(course.game, {}) if champion is None else read(champion)
    return [sample for game in range(CHUNK) for sample in _game(course, weights, mix(seed, game))]


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


def _load(folder: Path) -> Iterator[Samples]:
    for file in sorted(folder.glob("samples-*.npz")):
        with _reading(file) as kept:
            yield Samples(kept["stage"], *(kept[name].astype(np.float64) for name in ("features", "win", "points")))


@contextmanager
def _reading(file: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with np.load(file) as kept:
            yield kept
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        raise BadInput(f"{file}: damaged; without it the same command plays its games again") from None


def challenge(course: Course, number: int, on_progress: Callable[[Progress], None]) -> None:
    """Fit a new eye to this round and the one before."""
    file = course.challenger(number)
    if file.exists():
        return
    samples = joined([*_load(course.round(number)), *_load(course.round(number - 1))])
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
    before = read(course.champion).by_players[course.players].story if number > 1 else (course.command,)
    found = Rows(len(about.features), course.hidden, tuple(map(tuple, rows)), (*before, story))
    write(Weights(course.game, {course.players: found}), file)


# ---------------------------------------------------------------------- gating
def gate(course: Course, number: int, executor: Executor, on_progress: Callable[[Progress], None]) -> int | None:
    """After how many paired deals a sequential test finds the challenger better than the champion, if it does."""
    one, others = (f"imhotep:{course.iterations}@{file}" for file in (course.challenger(number), course.champion))
    seats = (one, *[others] * (course.players - 1))
    plan = Plan(course.game, course.players, seats, MOST_DEALS, mix(course.seed, number))
    fair = 1 / course.players
    test = Sprt(fair, share_at(BETTER, fair))

    def decided(deal: Deal) -> bool:
        test.add(sum(game.share(one) for game in deal) / len(deal))
        on_progress(Progress(number, "gated", test.deals, MOST_DEALS))
        return test.verdict is not Verdict.OPEN

    run(plan, executor, Journal(plan, course.round(number) / "gate.jsonl"), stop=decided)
    return test.deals if test.verdict is Verdict.HIGH else None


def _telling(weights: Weights, players: int, line: str) -> Weights:
    """The same weights with one more line to their story."""
    rows = weights.by_players[players]
    return replace(weights, by_players={players: replace(rows, story=(*rows.story, line))})
