"""What the tests of the store share: games that are soon played, and the same in a process of its own."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from amunre.core import CHANCE, load, record
from amunre.core.match import Match, Seat
from amunre.tui.store import Store, TakenOver

ROOT = Path(__file__).parents[2]


def new_match(*kinds: str, seed: int = 1, deck: Path | None = None) -> Match:
    """A person called Ann against others."""
    seats = [Seat("human", "Ann"), *map(Seat, kinds or ("steward",))]
    return Match(load("amunre_card", len(seats), deck), seats, seed)


def step(match: Match) -> None:
    """Chance plays, and players choose what is listed first."""
    if match.to_move == CHANCE:
        match.play_chance()
    else:
        match.play(match.truth().legal_actions()[0])


def play(match: Match, count: int = 1000) -> Match:
    """So many actions, or to the end."""
    for _ in range(count):
        if match.over:
            break
        step(match)
    return match


def kept(folder: Path) -> dict[int, list[str]]:
    """The records of all games, each of which can be gone on with."""
    found = {}
    with Store(folder) as store:
        for game in store.games():
            match = store.match(game.id)
            assert len(match.events) == game.moves
            assert store.export(game.id) == record.write(match)
            found[game.id] = match.lines
    return found


def so_far(folder: Path) -> dict[int, list[str]]:
    """The records of all games, while they may be played on."""
    with Store(folder) as store:
        return {game.id: store.match(game.id).lines for game in store.games()}


def nothing_lost(before: dict[int, list[str]], after: dict[int, list[str]]) -> bool:
    """Whether all that was kept is still there."""
    return all(after[game][: len(lines)] == lines for game, lines in before.items())


@contextmanager
def failing(_: Store | None = None) -> Iterator[None]:
    """The system writes no file beyond its first bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def player(folder: Path, number: int, mode: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that goes on with a game of this folder, and says every line once it is kept."""
    command = [sys.executable, "-c", f"from {__name__} import main; main()", str(folder), str(number), mode]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def main() -> None:
    """Play for ever (`endless`), or an action whenever asked to (`asked`)."""
    folder, number, mode = sys.argv[1:]
    with Store(Path(folder)) as store:
        match = store.sit(int(number)).match
        print("sitting", flush=True)
        for _ in iter(int, 1) if mode == "endless" else sys.stdin:
            lines = len(match.lines)
            try:
                match.undo(0, len(match.events)) if match.over else step(match)
            except TakenOver:
                print("taken over", flush=True)
            for line in match.lines[lines:]:
                print(line, flush=True)
