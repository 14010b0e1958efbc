"""The command line: what it prints, what it refuses, how it ends."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from amunre.ai.weights import Weights, write
from amunre.core.amunre_card import components
from amunre.core.record import read_all
from amunre.tui.__main__ import main
from amunre.tui.commands import play, selfplay
from tests.learning.conftest import made_up

COMMAND = [sys.executable, "-m", "amunre.tui"]
FULL = Path("/dev/full")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints that goes well."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a command that is refused."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    line = err.removesuffix("\n")
    assert line.isprintable()
    return line


@pytest.fixture
def own_deck(tmp_path: Path) -> Path:
    usual = Path(components.__file__).with_name("components.toml").read_text("utf-8")
    path = tmp_path / "my.toml"
    path.write_text(usual.replace('"Thinis",        pyramids = 1', '"Thinis",        pyramids = 3'), "utf-8")
    return path


# ---------------------------------------------------------------------- selfplay
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_selfplay_prints_finished_games(players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "selfplay", "--players", str(players), "--games", "3", "--seed", "7")
    path = tmp_path / "games.record"
    path.write_text(text, "utf-8")
    with path.open("rb") as stream:
        matches = list(read_all(stream))
    assert [(match.over, match.game.players) for match in matches] == [(True, players)] * 3
    assert len({match.truth() for match in matches}) == 3


def test_selfplay_repeats_itself_with_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, other = (printed(capsys, "selfplay", "--games", "2", "--seed", seed) for seed in ("7", "7", "0"))
    assert first == second != other


def test_selfplay_calls_bots_by_their_names_unless_two_share_one(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "selfplay", "--seats", "vizier:20,fellah,fellah", "--account", "--seed", "1")
    assert told.splitlines()[1:4] == ["  vizier:20 (vizier)", "  Player 2 (fellah)", "  Player 3 (fellah)"]


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ("fellah", "Amun-Re: The Card Game is for 2 to 5 players, not 1"),
        ("fellah,pharaoh", "unknown bot pharaoh (known: random, greedy, fellah, scribe, "),
        ("", "Amun-Re: The Card Game is for 2 to 5 players, not 1"),
        ("fellah,greedy:5", "greedy does not think: greedy:5 makes no sense"),
    ],
)
def test_selfplay_refuses_seats_that_make_no_table(seats: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--seats", seats]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"amunre-tui: {why}")


def test_selfplay_refuses_weights_for_another_number_of_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.json"
    write(Weights("amunre_card", {2: made_up(0)}), file)
    assert printed(capsys, "selfplay", "--seats", f"fellah:2@{file},random")
    why = refused(capsys, "selfplay", "--seats", f"fellah:2@{file},random,random")
    assert why == f"amunre-tui: {file}: no weights for 3 players of amunre_card"


def test_selfplay_without_a_seed_is_never_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "selfplay") != printed(capsys, "selfplay")


# ---------------------------------------------------------------------- replay
def test_replay_tells_what_selfplay_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = ["selfplay", "--games", "3", "--seed", "1"]
    path = tmp_path / "games.record"
    path.write_text(printed(capsys, *games), "utf-8")
    account = printed(capsys, "replay", str(path))
    assert account == printed(capsys, *games, "--account")
    assert account.count("wins the game") == 3


def test_replay_reads_what_is_piped_in(capsys: pytest.CaptureFixture[str]) -> None:
    record = printed(capsys, "selfplay", "--seed", "1")
    done = subprocess.run([*COMMAND, "replay", "-"], input=record.encode(), capture_output=True, check=True)
    assert done.stdout.decode() == printed(capsys, "selfplay", "--seed", "1", "--account")


def test_replay_stops_at_a_wrong_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = printed(capsys, "selfplay", "--seed", "1").splitlines()
    number = next(number for number, line in enumerate(record) if line.startswith("= flood "))
    right, record[number] = record[number], "= flood 9"
    path = tmp_path / "wrong.record"
    path.write_text("\n".join(record), "utf-8")
    found = refused(capsys, "replay", str(path))
    assert found == f"amunre-tui: {path}: line {number + 1}: = flood 9 does not hold ({right.removeprefix('= ')})"


def test_replay_finds_the_deck_beside_the_record_or_where_it_is_told(
    own_deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.record"
    path.write_text(printed(capsys, "selfplay", "--deck", str(own_deck), "--seed", "1"), "utf-8")
    account = printed(capsys, "replay", str(path))
    digest = components.read(own_deck).digest
    elsewhere = own_deck.rename(tmp_path.joinpath("elsewhere.toml"))
    assert printed(capsys, "replay", str(path), "--deck", str(elsewhere)) == account
    missing = f"amunre-tui: {path}: line 4: the deck my.toml {digest} is missing"
    assert refused(capsys, "replay", str(path)) == missing
    elsewhere.write_text(elsewhere.read_text("utf-8").replace("Thinis", "This"), "utf-8")
    found = refused(capsys, "replay", str(path), "--deck", str(elsewhere))
    assert (
        f"line 4: the deck found is elsewhere.toml {components.read(elsewhere).digest}, not my.toml {digest}" in found
    )


# ---------------------------------------------------------------------- deck
def test_deck_check_says_what_is_in_a_file_and_what_differs(own_deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "deck", "check", str(own_deck)).splitlines()
    pyramids, *_ = (sum(card.pyramids for card in kingdom) for kingdom in components.built_in().kingdoms)
    assert lines[0] == f"my.toml ({components.read(own_deck).digest})"
    assert lines[1].startswith(f"  Kingdom 1: 15 cards with {pyramids + 2} pyramids, ")
    assert lines[4:] == [
        "1 difference from the built-in components.",
        "  Kingdom 1: Thinis has 3 pyramids, built in 1.",
    ]


def test_deck_check_finds_no_fault_with_the_built_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(components.__file__).with_name("components.toml")
    assert printed(capsys, "deck", "check", str(path)).endswith("No difference from the built-in components.\n")


# ---------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            "selfplay --seed 18446744073709551616",
            "a seed is a number from 0 to 18446744073709551615, not 18446744073709551616",
        ),
        ("selfplay --seed -1", "--seed"),
        ("selfplay --seed x", "not x"),
        ("selfplay --games 0", "expected a number from 1 on, not 0"),
        ("selfplay --games 1.5", "expected a number from 1 on, not 1.5"),
        ("selfplay --players 6", "Amun-Re: The Card Game is for 2 to 5 players, not 6"),
        ("selfplay --players 1", "Amun-Re: The Card Game is for 2 to 5 players, not 1"),
        ("selfplay --game chess", "chess"),
        ("selfplay --deck nowhere.toml", "nowhere.toml: cannot be read: No such file or directory"),
        ("selfplay --loudly", "unrecognized arguments: --loudly"),
        ("replay", "FILE"),
        ("replay nowhere.record", "nowhere.record: No such file or directory"),
        ("replay /", "/: Is a directory"),
        ("replay /dev/null", "/dev/null: no record in it"),
        ("replay /dev/zero", "/dev/zero: line 1: longer than 200 characters"),
        ("deck", "check"),
        ("deck check", "FILE"),
        ("deck check nowhere.toml", "nowhere.toml: cannot be read: No such file or directory"),
        ("deck burn", "burn"),
        ("web --port 65536", "a port is a number from 0 to 65535, not 65536"),
        (f"host --port {'9' * 5000}", "a port is a number from 0 to 65535, not 999"),
        ("dance", "dance"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, *arguments.split())
    assert line.startswith("amunre-tui: ")
    assert why in line


@pytest.mark.parametrize(
    "arguments",
    ["--data=", "new --data=", "new --deck=", "web --data=", "host --data=", "host add ada", "replay", "deck check"],
)
def test_an_empty_name_is_not_taken_for_the_folder_one_is_in(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = [] if arguments.endswith("=") else [""]
    assert refused(capsys, *arguments.split(), *nothing).endswith(": expected a name, not nothing")


def test_a_strange_file_name_is_shown_within_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "replay", "a\nb\x1b") == "amunre-tui: a\\nb\\x1b: No such file or directory"


# ---------------------------------------------------------------------- help
def test_it_helps(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert all(name in text for name in ("new", "selfplay", "replay", "deck", "--version", "--lang", "--data"))


@pytest.mark.parametrize("arguments", [[], ["new"], ["new", "--players", "4", "--level", "vizier"]])
def test_without_a_terminal_there_is_no_table(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, *arguments, "--data", str(tmp_path)], input="", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("amunre-tui: there is no terminal")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--level pharaoh", "amunre-tui: argument --level: unknown level pharaoh"),
        ("--players none", "amunre-tui: argument --players: Amun-Re: The Card Game is for 2 to 5 players, not none"),
        ("--players 9", "amunre-tui: argument --players: Amun-Re: The Card Game is for 2 to 5 players, not 9"),
        ("--seed x", "amunre-tui: argument --seed: a seed is a number"),
        ("--lang de", "amunre-tui: argument --lang: invalid choice: 'de'"),
    ],
)
def test_a_table_that_cannot_be(arguments: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "new", *arguments.split()).startswith(line)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--lang it new --seed boh", "argomento --seed: un seme è un numero da 0 a"),
        ("new --lang it --seed boh", "argomento --seed: un seme è un numero da 0 a"),
        ("--lang=it new --players 9", "argomento --players: Amun-Re: Il gioco di carte è per 2-5 giocatori, non 9"),
        ("--lang it", "non c'è un terminale in cui giocare"),
        ("--lang it --loudly", "argomenti sconosciuti: --loudly"),
        ("--lang it dance", "argomento COMMAND: scelta non valida: 'dance' (si può scegliere tra "),
        ("--lang it deck check", "mancano questi argomenti: FILE"),
        ("--lang it selfplay --seed", "argomento --seed: serve un valore"),
        ("--lang it replay nowhere.record", "nowhere.record: file o cartella inesistente"),
        ("--lang", "argument --lang: expected one argument"),
        ("--lang de", "argument --lang: invalid choice: 'de'"),
    ],
)
def test_it_is_refused_in_the_language_that_is_asked_for(
    arguments: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert refused(capsys, *arguments.split()).startswith(f"amunre-tui: {line}")


def test_it_helps_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "it", "selfplay", "--help"])
    text = capsys.readouterr().out
    assert text.startswith("uso: amunre-tui selfplay")
    assert all(said in text for said in ("opzioni:", "mostra questo aiuto ed esce", "quante partite"))


@pytest.mark.parametrize("arguments", ["--data there --lang it --ascii new", "new --data there --lang it --ascii"])
def test_what_holds_for_all_of_it_can_be_said_before_a_command(arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(play, "check_terminal", lambda _: None)
    monkeypatch.setattr(play, "open_app", lambda folder, _, language, signs: opened.append((folder, language, signs)))
    assert main(arguments.split()) == 0
    assert opened == [(Path("there"), "it", True)]


def test_a_server_keeps_its_games_where_it_is_told_before_the_command(tmp_path: Path) -> None:
    key = tmp_path / "key.pub"
    asyncssh.generate_private_key("ssh-ed25519").write_public_key(key)
    assert main(["--data", str(tmp_path / "games"), "host", "add", "ada", str(key)]) == 0
    assert (tmp_path / "games" / "keys" / "ada").exists()


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "--version").startswith("amunre-tui ")


# ---------------------------------------------------------------------- how it ends
def test_it_leaves_quietly_when_nobody_listens() -> None:
    with subprocess.Popen(
        [*COMMAND, "selfplay", "--games", "9999999"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
def test_an_interruption_is_quiet() -> None:
    with subprocess.Popen(
        [*COMMAND, "selfplay", "--games", "9999999"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        child.stdout.read()
        assert child.stderr.read() == b""
    assert child.returncode == 130


@pytest.mark.skipif(not FULL.exists(), reason="no full disk at hand")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["selfplay", "selfplay --account --games 9", "--help", "--version"])
def test_a_full_disk_is_noticed(arguments: str, unbuffered: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    assert done.stderr == b"amunre-tui: output: No space left on device\n"
    assert done.returncode == 2


def test_pipes_carry_utf_8_everywhere() -> None:
    done = subprocess.run(
        [*COMMAND, "selfplay", "--account"],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "it"},
    )
    assert "Gli d\N{LATIN SMALL LETTER E WITH GRAVE}i" in done.stdout.decode()


def test_a_fault_is_one_line_unless_asked_for_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("sand\nin the gears")

    monkeypatch.setattr(selfplay, "played", fail)
    monkeypatch.delenv("AMUNRE_DEBUG", raising=False)
    assert main(["selfplay"]) == 1
    assert capsys.readouterr().err.startswith("amunre-tui: a fault in the program: RuntimeError: sand\\nin the gears (")
    monkeypatch.setenv("AMUNRE_DEBUG", "1")
    with pytest.raises(RuntimeError, match="sand"):
        main(["selfplay"])


def test_commands_do_not_wait_for_what_only_screens_need() -> None:
    code = "import sys; from amunre.tui.__main__ import main; main(['selfplay']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert not {"textual", "rich", "asyncio"} & set(done.stderr.decode().split())
