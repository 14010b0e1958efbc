"""The program in a terminal: killed, hung up, out of disk, pestered with keys."""

import os
import re
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from sqlite3 import connect

import pytest

from amunre.tui import settings
from amunre.tui.app import HUNG_UP
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from benchmarks.terminal import GRACE, Terminal
from tests.store.games import kept, nothing_lost, so_far

AT_THE_TABLE = "inspect"
"""Is painted there, and not on the title."""
ARROWS = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D")
PLAYING = (*["\r"] * 6, " ", *ARROWS, *"0123456789")
LOOKING = ("\x1b", "\t", "\x1b[Z", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x7f", *"?iLsShjklr")
ELSEWHERE = (*"abcdefgmnoptuvwxyzH[]q",)
PLAIN, BOLD, DIM, ITALIC, UNDERLINED, REVERSED = 0, 1, 2, 3, 4, 7
USUAL = (39, 49)
"""What a terminal is told for the colours that it has anyway."""
GIVEN_BACK = b"\x1b[?1049l"
"""What a terminal is told last: show again what was there before."""
SIZES = ((80, 24), (120, 36), (20, 5), (200, 60), (79, 10))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept, and where they are exported to."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def started(folder: Path, *arguments: str, columns: int = 80, rows: int = 24) -> Terminal:
    """The program, with settings as if nobody had changed them: it waits for nothing."""
    settings.write(Settings(language="en", pace="instant", animation=False, guide=False), folder)
    return Terminal([sys.executable, "-m", "amunre.tui", *arguments, "--data", str(folder)], columns, rows)


@contextmanager
def new_game(folder: Path, seed: int = 1) -> Iterator[Terminal]:
    with started(folder, "new", "--players", "3", "--seed", str(seed)) as terminal:
        terminal.wait_for(AT_THE_TABLE)
        yield terminal


@contextmanager
def same_game(folder: Path) -> Iterator[Terminal]:
    """Nobody asks whether it may be gone on with: its owner is dead."""
    with started(folder) as terminal:
        terminal.wait_for("Continue")
        terminal.type("\r")
        terminal.wait_for(AT_THE_TABLE)
        yield terminal


def type_some(terminal: Terminal, random: Random, keys: Sequence[str], count: int) -> bytes:
    """So many keys at once, and what comes of them."""
    terminal.type("".join(random.choices(keys, k=count)))
    return terminal.settle(0.15)


# ---------------------------------------------------------------------- kill -9
def play_and_be_killed(folder: Path, random: Random) -> dict[int, list[str]]:
    """Go on with the game that is open, or with a new one; what was kept a few keys before the end."""
    with Store(folder) as store:
        game = store.open_game()
    with new_game(folder, random.randrange(100)) if game is None else same_game(folder) as terminal:
        for _ in range(random.randrange(1, 8)):
            type_some(terminal, random, PLAYING, 10)
        found = so_far(folder)
        terminal.type("".join(random.choices(PLAYING, k=10)))
        terminal.kill()
    return found


def check_kills(folder: Path, count: int) -> None:
    random = Random(count)
    known: dict[int, list[str]] = {}
    for _ in range(count):
        played = play_and_be_killed(folder, random)
        found = kept(folder)
        assert nothing_lost(known, played)
        assert nothing_lost(played, found)
        known = found
    assert sum(map(len, known.values())) > 3 * count


def test_nothing_is_lost_when_it_is_killed(folder: Path) -> None:
    check_kills(folder, 10)


@pytest.mark.soak
def test_nothing_is_lost_when_it_is_killed_often(folder: Path) -> None:
    check_kills(folder, 100)


# ---------------------------------------------------------------------- other ends
@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, HUNG_UP), (signal.SIGTERM, 0)])
def test_a_signal_ends_it_in_order(folder: Path, number: signal.Signals, code: int) -> None:
    with new_game(folder) as terminal:
        terminal.process.send_signal(number)
        assert terminal.process.wait(GRACE) == code
        assert b"Traceback" not in terminal.settle()
    assert kept(folder)


def test_a_closed_line_ends_it_and_all_that_it_started(folder: Path) -> None:
    with new_game(folder) as terminal:
        terminal.hang_up()
        terminal.process.wait(GRACE)
        with pytest.raises(ProcessLookupError):
            os.killpg(terminal.process.pid, 0)
    assert kept(folder)


def test_a_terminal_that_can_show_nothing_is_refused_in_a_line(folder: Path) -> None:
    command = [sys.executable, "-m", "amunre.tui", "--data", str(folder)]
    with Terminal(command, environment={"TERM": "dumb"}) as terminal:
        said = terminal.settle(GRACE).decode()
        assert terminal.process.wait(GRACE) == 2
    assert said.startswith("amunre-tui: this terminal cannot show the table")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("redirected", ["<&-", ">/dev/null", "2>/dev/null"])
def test_a_table_that_could_not_be_seen_or_played_is_not_opened(folder: Path, redirected: str) -> None:
    command = ["sh", "-c", f'"$0" -m amunre.tui --data "$1" {redirected}', sys.executable, str(folder)]
    with Terminal(command) as terminal:
        said = terminal.settle(GRACE)
        assert terminal.process.wait(GRACE) == 2
    assert redirected.startswith("2>") or said.startswith(b"amunre-tui: there is no terminal")
    assert not list(folder.iterdir())


def test_a_terminal_without_the_signs_gets_others(folder: Path) -> None:
    command = [sys.executable, "-m", "amunre.tui", "new", "--seed", "1", "--data", str(folder)]
    with Terminal(command, environment={"PYTHONIOENCODING": "ascii"}) as terminal:
        assert b"+-" in terminal.wait_for("others")


def test_a_fault_is_told_in_a_line(folder: Path) -> None:
    with new_game(folder) as terminal:
        terminal.type("q")
        terminal.wait_for("Continue")
    with closing(connect(folder / "games.db")) as db:
        db.execute("UPDATE seat SET colour = 99")
        db.commit()
    with started(folder) as terminal:
        terminal.wait_for("Continue")
        terminal.type("\r")
        painted = terminal.settle(GRACE)
        assert terminal.process.wait(GRACE) == 1
    assert b"Traceback" not in painted
    _, _, said = painted.decode().rpartition("amunre-tui: ")
    assert said.startswith("a fault in the program: KeyError: ")
    assert len(said.splitlines()) == 1


def test_nothing_is_coloured_where_no_colour_is_wanted(folder: Path) -> None:
    settings.write(Settings(language="en", pace="instant", animation=False, guide=False), folder)
    command = [sys.executable, "-m", "amunre.tui", "--data", str(folder)]
    with Terminal(command, environment={"NO_COLOR": "1", "COLORTERM": "truecolor"}) as terminal:
        painted = terminal.wait_for("Quit")
        for key in ("n", "\r", "l", "?", "\x1b", "\x10", "\x1b", "r"):
            terminal.type(key)
            painted += terminal.settle()
    told = re.findall(rb"\x1b\[([\d;]*)m", painted)
    attributes = {int(each) for each in b";".join(told).split(b";") if each}
    assert {UNDERLINED, REVERSED} <= attributes <= {PLAIN, BOLD, DIM, ITALIC, UNDERLINED, REVERSED, *USUAL}


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the system sets no limits to others")
def test_a_full_disk_is_told_and_loses_nothing(folder: Path) -> None:
    random = Random(1)
    with new_game(folder) as terminal:
        pid = terminal.process.pid
        usual = resource.prlimit(pid, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
        painted = terminal.settle()
        known = kept(folder)
        while b"cannot be kept" not in painted:  # a key at a time, since another one might answer the question
            painted += type_some(terminal, random, PLAYING, 1)
        assert kept(folder) == known
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        terminal.type("y")
        for _ in range(5):
            type_some(terminal, random, PLAYING, 10)
    found = kept(folder)
    assert nothing_lost(known, found)
    assert len(found[1]) > len(known[1])


# ---------------------------------------------------------------------- keys
@pytest.mark.soak
def test_ten_thousand_keys_do_no_harm(folder: Path) -> None:
    random, left = Random(7), 10_000
    while left > 0:
        columns, rows = random.choice([(80, 24), (120, 36)])
        with started(folder, columns=columns, rows=rows) as terminal:
            painted = terminal.wait_for("Quit")
            for _ in range(25):
                if terminal.process.poll() is not None:  # a key has ended it
                    break
                if random.random() < 0.1:
                    terminal.resize(*random.choice(SIZES))
                [keys] = random.choices((PLAYING, LOOKING, ELSEWHERE), (5, 3, 2))
                painted += type_some(terminal, random, [*PLAYING, *keys], 20)
                left -= 20
            terminal.process.send_signal(signal.SIGTERM)
            painted += terminal.settle(GRACE)
            assert b"Traceback" not in painted, painted[-20_000:].decode(errors="replace")
            code = terminal.process.wait(GRACE)
            # A key may have ended it just before: all that was left to do then was to be gone.
            leaving = code == -signal.SIGTERM and GIVEN_BACK in painted
            assert code == 0 or leaving, painted[-20_000:].decode(errors="replace")
    assert kept(folder)
