"""The command: what it prints, writes and refuses."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from amunre.ai.journal import Journal
from amunre.ai.matches import Plan, play
from amunre.core.record import read
from amunre.tui.__main__ import main
from amunre.tui.commands import arena
from amunre.tui.commands.arena import Progress
from amunre.tui.words import load

TWO = ["--seats", "greedy,random", "--workers", "1"]
PROCESSES = Path("/proc/self")
PLAN = Plan("amunre_card", 2, ("greedy", "random"), 3, 1)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where journals are kept without a word."""
    folder = tmp_path / "state"
    folder.mkdir()
    monkeypatch.setattr(arena, "user_state_path", lambda *_, **__: folder)
    return folder


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amunre.ai.ratings.RESAMPLES", 40)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["arena", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["arena", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


# ---------------------------------------------------------------------- what it prints
def test_it_prints_a_table_the_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    heading, first, second, empty, legend = printed(capsys, *TWO, "--games", "40")
    assert heading.split() == ["bot", "games", "wins", "points", "rating"]
    assert (first.split()[:2], second.split()[:2]) == (["greedy", "40"], ["random", "40"])
    assert first.count("[") == second.count("[") == 3
    assert len(heading) == len(first) == len(second)
    assert (empty, legend[:9]) == ("", "20 deals.")


def test_a_single_deal_has_no_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    heading, *rows, empty, legend = printed(capsys, *TWO, "--games", "2")
    assert not any("[" in row for row in rows)
    assert [len(row.split()) for row in (heading, *rows)] == [5, 5, 5]
    assert (empty, legend) == ("", "1 deal: too few for intervals. The average rating is 0.")
    assert all(row.count("[") == 3 for row in printed(capsys, *TWO, "--games", "4")[1:3])


def test_games_are_rounded_up_to_whole_deals(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--seats", "greedy,random,random", "--games", "7", "--workers", "1")
    assert lines[1].split()[:2] == ["greedy", "9"]
    assert lines[-1].startswith("3 deals.")


def test_pairs_have_a_cross_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--seats", "greedy,random,fellah", "--players", "2", "--games", "24", "--workers", "1")
    start = lines.index("") + 1
    heading, *rows = lines[start : start + 4]
    names = heading.removeprefix("wins against").split()
    assert names == [row.split()[0] for row in rows] == [line.split()[0] for line in lines[1:4]]
    assert sorted(names) == ["fellah", "greedy", "random"]
    assert all(row.count("%") == 2 for row in rows)


def test_more_than_pairs_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--seats", "greedy,random,random,fellah", "--games", "4", "--workers", "1")
    assert not any("wins against" in line for line in lines)


def test_the_same_command_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    one, same, other = (printed(capsys, *TWO, "--games", "12", "--seed", seed) for seed in ("1", "1", "2"))
    assert one == same != other


# ---------------------------------------------------------------------- the test
@pytest.mark.parametrize(
    ("seats", "verdict"),
    [
        ("greedy,random", "greedy is better than the others (1"),
        ("random,greedy", "random is not 30 Elo better than the others (1"),
    ],
)
def test_sprt_ends_early_and_says_why(seats: str, verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--seats", seats, "--sprt", "--games", "1000", "--workers", "1")
    assert lines[-1].startswith(verdict)
    assert int(lines[1].split()[1]) < 1000


def test_sprt_may_remain_open(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, *TWO, "--sprt", "--games", "4")
    assert lines[-1].startswith("Whether greedy is better than the others remains open (2 deals,")


def test_sprt_counts_the_seats_of_the_first_bot() -> None:
    plan = Plan("amunre_card", 4, ("greedy", "greedy", "random", "random"), 1, 1)
    test = arena.tested(plan)
    strength = 10 ** (30 / 400)
    assert test.low == 0.25
    assert test.high == pytest.approx(strength / (2 * strength + 2))


# ---------------------------------------------------------------------- what it writes
def test_json_holds_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "result.json"
    printed(capsys, *TWO, "--games", "6", "--json", str(file), "--sprt")
    data = json.loads(file.read_text("utf-8"))
    assert data["plan"] == {
        "game": "amunre_card",
        "players": 2,
        "seats": ["greedy", "random"],
        "deals": 3,
        "seed": 1,
        "records": False,
    }
    assert [bot["name"] for bot in data["bots"]] == ["greedy", "random"]
    assert all(
        set(bot[key]) == {"value", "low", "high"} for bot in data["bots"] for key in ("share", "points", "rating")
    )
    assert (data["deals"], data["cross"], data["sprt"]["verdict"]) == (3, {}, "open")
    expected = [play(PLAN, number) for number in range(6)]
    assert [(game["number"], tuple(game["shares"]), tuple(game["points"])) for game in data["games"]] == [
        (game.number, game.shares, game.points) for game in expected
    ]
    assert not list(tmp_path.glob("*.new"))


def test_records_are_written_those_of_an_earlier_run_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan("amunre_card", 2, ("greedy", "random"), 6, 1, records=True)
    with Journal(plan, tmp_path / "games.jsonl") as journal:
        for number in (0, 11):
            journal.add(play(plan, number))
    folder = tmp_path / "a" / "records"
    printed(capsys, *TWO, "--games", "12", "--journal", str(tmp_path / "games.jsonl"), "--records", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == [f"{number:02}.record" for number in range(12)]
    for number, path in enumerate(sorted(folder.iterdir())):
        match = read(path.read_text("utf-8"))
        assert match.over
        assert tuple(seat.name for seat in match.seats) == plan.lineup(number)


# ---------------------------------------------------------------------- the journal
def test_the_usual_journal_is_removed_in_the_end_and_a_named_one_stays(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = printed(capsys, *TWO, "--games", "6")
    assert not list(state.iterdir())
    file = tmp_path / "games.jsonl"
    assert printed(capsys, *TWO, "--games", "6", "--journal", str(file)) == table
    kept = file.read_bytes()
    assert printed(capsys, *TWO, "--games", "6", "--journal", str(file)) == table
    assert file.read_bytes() == kept


def test_an_interrupted_run_goes_on_from_the_usual_journal(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    result = tmp_path / "result.json"
    arguments = [*TWO, "--games", "6", "--json", str(result)]
    with monkeypatch.context() as patch:
        patch.setattr(Progress, "add", interrupt)
        assert main(["arena", *arguments]) == 130
    assert capsys.readouterr() == (
        "No deal has been played to its end.\n",
        "interrupted; the same command goes on from here\n",
    )
    assert not result.exists()
    [file] = state.glob("arena-*.jsonl")
    header, line = file.read_text("utf-8").splitlines()
    marked = json.loads(line) | {"points": [99.0, 99.0]}
    file.write_text(f"{header}\n{json.dumps(marked)}\n", "utf-8")
    printed(capsys, *arguments)
    games = json.loads(result.read_text("utf-8"))["games"]
    assert [game["number"] for game in games] == list(range(6))
    assert [game for game in games if game["points"] == [99.0, 99.0]] == [marked]
    assert not list(state.iterdir())


def test_results_that_cannot_be_written_leave_the_games(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = tmp_path / "result.json"
    monkeypatch.setattr(Progress, "add", lambda *_: result.mkdir(exist_ok=True))
    assert main(["arena", *TWO, "--games", "2", "--json", str(result)]) == 2
    assert capsys.readouterr().err == f"amunre-tui: {result}: cannot be written: Is a directory\n"
    assert not list(tmp_path.glob("*.new"))
    assert len(list(state.iterdir())) == 1


# ---------------------------------------------------------------------- what it refuses
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("", "--seats"),
        ("--seats greedy,pharaoh", "unknown bot pharaoh"),
        ("--seats greedy", "Amun-Re: The Card Game is for 2 to 5 players, not 1"),
        ("--seats greedy,random --players 3", "too few bots for 3 players: 2"),
        ("--seats greedy,random --players 0", "expected a number from 1 on, not 0"),
        ("--seats greedy,,random", "unknown bot"),
        ("--seats greedy,random --games 0", "expected a number from 1 on, not 0"),
        ("--seats greedy,random --workers 0", "expected a number from 1 on, not 0"),
        ("--seats greedy,random --seed -1", "--seed"),
        ("--seats greedy,random --game chess", "chess"),
        ("--seats greedy,fellah@nowhere.json", "nowhere.json: cannot be read"),
        ("--seats greedy,greedy --sprt", "--sprt compares greedy with others, and there are none"),
        ("--seats greedy,random --json nowhere/result.json", "nowhere/result.json: there is no such folder"),
        ("--seats greedy,random --json /", "/: not a file"),
        (f"--seats greedy,random --json {'x' * 252}", "xxx: cannot be written: File name too long"),
        ("--seats greedy,random --json=", "argument --json: expected a name, not nothing"),
        ("--seats greedy,random --records=", "argument --records: expected a name, not nothing"),
        ("--seats greedy,random --records /dev/null", "/dev/null: File exists"),
        ("--seats greedy,random --journal=", "argument --journal: expected a name, not nothing"),
        ("--seats greedy,random --journal nowhere/games.jsonl", "nowhere/games.jsonl: No such file or directory"),
        ("--seats greedy,random --journal /", "/: not a file"),
        ("--seats greedy,random --workers 2 --dask tcp://127.0.0.1:9", "not allowed with argument --workers"),
    ],
)
def test_bad_input_is_refused_in_one_line_before_anything_is_played(
    arguments: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("amunre.ai.arena.run", None)
    assert why in refused(capsys, *arguments.split())


@pytest.mark.skipif(not PROCESSES.exists(), reason="no folder at hand that nobody can write to")
def test_records_go_where_they_can_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("amunre.ai.arena.run", None)
    why = refused(capsys, *TWO, "--games", "20", "--records", str(PROCESSES))
    assert f"{PROCESSES / '00.record'}: cannot be written: " in why


def test_records_cannot_be_asked_for_afterwards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(tmp_path / "games.jsonl")]
    printed(capsys, *TWO, "--games", "2", *journal)
    why = refused(capsys, *TWO, "--games", "2", *journal, "--records", str(tmp_path / "records"))
    assert "a journal of other games: records False, not True" in why


# ---------------------------------------------------------------------- the progress
class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_progress_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(arena, "PAUSE", 0.0)
    monkeypatch.setenv("COLUMNS", "80")
    with Journal(PLAN, None) as journal:
        journal.add(play(PLAN, 0))
        with Progress(journal, load()) as progress:
            for number in range(1, 6):
                progress.add(play(PLAN, number))
    begun, *shown, cleared, rest = terminal.getvalue().split("\r")
    assert begun == "1/6 [###.................]"
    assert [line.split(" ")[0] for line in shown] == [f"{done}/6" for done in range(2, 7)]
    assert all("greedy" in line and line.rstrip().endswith(" left") for line in shown)
    assert shown[-1].startswith("6/6 [####################]")
    assert "0:00:00 left" in shown[-1]
    assert (cleared.strip(), rest) == ("", "")
    assert len(cleared) >= len(shown[-1].rstrip())
    assert "\n" not in terminal.getvalue()


def test_the_progress_is_not_shown_more_often_than_one_can_see(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(arena, "monotonic", lambda: 7.0)
    with Journal(PLAN, None) as journal, Progress(journal, load()) as progress:
        for number in range(6):
            progress.add(play(PLAN, number))
        assert [line.split(" ")[0] for line in terminal.getvalue().split("\r")] == ["0/6", "1/6", ""]


def test_a_narrow_terminal_is_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "20")
    with Journal(PLAN, None) as journal, Progress(journal, load()):
        pass
    assert max(map(len, terminal.getvalue().split("\r"))) == 19


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(PLAN, None) as journal, Progress(journal, load()) as progress:
        progress.add(play(PLAN, 0))
    assert capsys.readouterr() == ("", "")


# ---------------------------------------------------------------------- what it does not need
def test_it_needs_neither_a_screen_nor_numpy(tmp_path: Path) -> None:
    blind = "import sys; sys.modules['textual'] = sys.modules['numpy'] = sys.modules['distributed'] = None; "
    code = blind + "from amunre.tui.__main__ import main; sys.exit(main())"
    arguments = ["arena", "--seats", "random,random", "--games", "2", "--journal", str(tmp_path / "games.jsonl")]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 deals" in done.stdout
