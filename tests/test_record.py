"""The text format: both ways, and what is refused."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import amunre.core
from amunre.core import CHANCE, BadInput, Game, load
from amunre.core.amunre_card import components
from amunre.core.lines import MAX_CHARACTERS
from amunre.core.match import Match, Seat
from amunre.core.record import MAX_LENGTH, read, read_all, write
from tests.random_play import TABLES, Table, seeds

TOY = """\
amunre-record 1
game toy
players 2
option die fair
seat 1 human Nefertari of Thebes
seat 2 random

* draw 1
* draw 4
* draw 2
* draw 2
* draw 3
* draw 3
* roll 3
1 offer 4
2 offer 2
-- Offers
-- taken back past a reveal
1 undo 1
2 offer 3
-- Offers
2 refuse
"""
"""The second player thinks better of it; what comes next is left to chance."""

HEADER, _, GAME = TOY.partition("\n\n")


@pytest.fixture(autouse=True, scope="module")
def shelf() -> Iterator[None]:
    """The toy stands beside the other games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(amunre.core.GAMES, "toy", "tests.toy.toy")
        yield


def random_match(game: Game, random: Random) -> Match:
    """A game with second thoughts, finished or not."""
    match = Match(game, [Seat("random", f"No. {number}") for number in range(game.players)], random.getrandbits(64))
    patience = random.choice([10, 100, 10_000])
    while not match.over and len(match.lines) < patience:
        if match.events and random.random() < 0.1:
            match.undo(random.randrange(game.players), random.randint(1, min(8, len(match.events))))
        elif match.to_move == CHANCE:
            match.play_chance()
        else:
            match.play(random.choice(match.truth().legal_actions()))
    return match


# ---------------------------------------------------------------------- both ways
@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=10)
@given(seed=seeds)
def test_what_is_written_is_read(table: Table, seed: int) -> None:
    match = random_match(table.game(), Random(seed))
    text = write(match)
    again = read(text)
    assert bytes(again.truth()) == bytes(match.truth())
    assert write(again) == text
    assert (again.seats, again.game.options) == (match.seats, match.game.options)
    assert [event.story for event in again.events] == [event.story for event in match.events]


def test_a_match_that_was_read_goes_on_as_it_would_have() -> None:
    match = read(TOY, seed=5)
    assert write(match) == TOY
    for _ in range(2):
        match.play_chance()
    match.undo(0, 2)
    again = read(write(match), seed=5)
    assert [again.play_chance().lines for _ in range(2)] == [(line,) for line in match.lines[-4:-2]]


def test_headings_and_checks_may_be_left_out_or_repeated() -> None:
    bare = TOY.replace("-- Offers\n", "")
    wordy = TOY.replace("-- Offers\n", "-- whatever\n\n--\n-- 1 offer 4\n")
    assert write(read(bare)) == write(read(wordy)) == TOY


def test_line_ends_of_other_systems_are_read() -> None:
    assert write(read(TOY.replace("\n", "\r\n"))) == TOY
    assert write(read(TOY.removesuffix("\n"))) == TOY


def actions(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("--")]


def test_a_record_cut_at_the_end_of_a_line_is_an_unfinished_game() -> None:
    lines = GAME.splitlines(keepends=True)
    for length in range(len(lines)):
        whole = "".join(lines[:length])
        assert actions(read(f"{HEADER}\n\n{whole}").lines) == actions(whole.splitlines())
    assert read(HEADER).lines == []


def test_a_file_may_hold_many_records() -> None:
    other = TOY.replace("option die fair\n", "")
    many = f"\n\n{TOY}\n{other}{TOY}"
    assert [write(match) for match in read_all(BytesIO(many.encode()))] == [TOY, other, TOY]
    with pytest.raises(BadInput, match=r"^expected one record, found 3$"):
        read(many)


def test_an_error_in_a_later_record_is_found_in_its_place() -> None:
    matches = read_all(BytesIO(f"{TOY}\n{TOY}2 pay\n".encode()))
    assert write(next(matches)) == TOY
    with pytest.raises(BadInput, match=r"^line 46: it is chance's turn, not player 2's$"):
        next(matches)


# ---------------------------------------------------------------------- refusals
def refusal(text: str | bytes) -> str:
    with pytest.raises(BadInput) as refused:
        read(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "amunre-record 1",
            "amunre-record 2",
            "line 1: amunre-record 2 is newer than this program, which reads amunre-record 1",
        ),
        ("amunre-record 1", "amunre-record", "line 1: expected amunre-record 1, not amunre-record"),
        ("amunre-record 1", "amunre-record 0", "line 1: expected amunre-record 1, not amunre-record 0"),
        ("amunre-record 1", "My Diary", "line 1: expected amunre-record 1, not My Diary"),
        ("game toy\n", "", "line 5: the header ends without game"),
        ("game toy", "game chess", "line 2: unknown game chess (known: amunre_card, toy)"),
        ("game toy", "game toy\ngame toy", "line 3: a second game"),
        ("players 2\n", "", "line 5: the header ends without players"),
        ("players 2", "players 9", "line 3: Tribute is for 2 to 4 players, not 9"),
        ("players 2", "players two", "line 3: expected a number from 1 on, not two"),
        ("players 2", "players", "line 3: expected a number from 1 on, not nothing"),
        ("players 2", "players ٢", "line 3: expected a number from 1 on, not ٢"),
        ("players 2", "players 3", "line 6: the header ends without seat 3"),
        ("option die fair", "option die golden", "line 4: toy: option die is one of loaded, fair, not golden"),
        ("option die fair", "option dice fair", "line 4: toy has no option dice"),
        ("option die fair", "option players 3", "line 4: toy has no option players"),
        ("option die fair", "option deck x", "line 4: toy has no option deck"),
        ("option die fair", "option die fair\noption die fair", "line 5: toy has no second option die"),
        ("option die fair", "colour blue", "line 4: unknown header colour"),
        ("seat 2 random\n", "", "line 5: the header ends without seat 2"),
        ("seat 2 random", "seat 2 random\nseat 3 random", "line 7: seat 3 is one too many for 2 players"),
        ("seat 2 random", "seat 1 random", "line 6: expected seat 2, not seat 1"),
        ("seat 2 random", "seat 2", "line 6: '' is no kind of player"),
        ("seat 2 random", "seat 2 Random", "line 6: 'Random' is no kind of player"),
        ("seat 2 random", "seat 2 random  Ra", "line 6: ' Ra' cannot be a name"),
    ],
)
def test_a_wrong_header_is_refused(old: str, new: str, why: str) -> None:
    assert refusal(TOY.replace(old, new, 1)) == why


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("1 offer 4", "1 offer 3", "line 15: offer 3 is not legal (round 1, offer)"),
        ("1 offer 4", "2 offer 4", "line 15: it is player 1's turn, not player 2's"),
        ("1 offer 4", "* offer 4", "line 15: it is player 1's turn, not chance's"),
        ("1 offer 4", "7 offer 4", "line 15: it is player 1's turn, not player 7's"),
        ("* roll 3", "1 roll 3", "line 14: it is chance's turn, not player 1's"),
        ("1 offer 4", "0 offer 4", "line 15: expected *, --, = or the number of a player first, not 0 offer 4"),
        ("1 offer 4", "offer 4", "line 15: expected *, --, = or the number of a player first, not offer 4"),
        ("1 offer 4", "1", "line 15:  is not legal (round 1, offer)"),
        ("1 undo 1", "1 undo 10", "line 19: undo 10 is not possible (actions so far: 9)"),
        ("1 undo 1", "1 undo 0", "line 19: expected a number from 1 on, not 0"),
        ("1 undo 1", "1 undo", "line 19: expected a number from 1 on, not nothing"),
        ("1 undo 1", "1 undo 99999999999999999999", "line 19: expected a number from 1 on, not 99999999999999999999"),
        ("1 undo 1", "3 undo 1", "line 19: there is no player 3 at a table of 2"),
        ("1 undo 1", "* undo 1", "line 19: it is player 2's turn, not chance's"),
        ("-- Offers", "= total 1 2", "line 17: = total 1 2 does not hold (nothing of the kind happened)"),
        ("* draw 1", "= total 1 2", "line 8: = total 1 2 does not hold (nothing of the kind happened)"),
        ("1 offer 4", "1 offer\x004", "line 15: a character that cannot be printed"),
        ("1 offer 4", "1 offer 4\x1b[2J", "line 15: a character that cannot be printed"),
        ("1 offer 4", "1 offer\r4", "line 15: a character that cannot be printed"),
        ("1 offer 4", "--" + "-" * MAX_CHARACTERS, "line 15: longer than 200 characters"),
        ("1 offer 4", "--" + "𓂀" * 300, "line 15: longer than 200 characters"),
    ],
)
def test_a_wrong_line_is_refused(old: str, new: str, why: str) -> None:
    assert refusal(TOY.replace(old, new, 1)) == why


def test_a_wrong_result_is_refused_and_the_right_one_named() -> None:
    match = random_match(load("amunre_card", 3), Random(0))
    while not match.over:
        match.play_chance() if match.to_move == CHANCE else match.play(match.truth().legal_actions()[0])
    text = write(match)
    for check in ("flood", "points", "total", "winner"):
        number, line = next((n, line) for n, line in enumerate(text.splitlines(), 1) if line.startswith(f"= {check}"))
        wrong = f"{line}9"
        found = refusal(text.replace(line, wrong, 1))
        assert found == f"line {number}: {wrong} does not hold ({line.removeprefix('= ')})"


def test_nothing_follows_the_end_of_the_game() -> None:
    match = Match(load("toy", 2), [Seat("random")] * 2, 3)
    while not match.over:
        match.play_chance() if match.to_move == CHANCE else match.play(match.truth().legal_actions()[0])
    text = write(match)
    assert refusal(f"{text}1 offer 1\n") == f"line {text.count(chr(10)) + 1}: the game is over"


def test_what_is_no_text_is_refused() -> None:
    assert refusal(b"") == "expected one record, found none"
    assert refusal(TOY.encode().replace(b"toy", b"t\xffy")) == "line 2: not UTF-8 text"
    assert refusal(TOY.encode("utf-16")) == "line 1: not UTF-8 text"
    assert refusal(b"\0" * 10_000_000) == "line 1: longer than 200 characters"


def test_a_record_without_end_is_not_read_to_its_end() -> None:
    class Endless(BytesIO):
        """Goes on with the same line for ever."""

        lines_read = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.lines_read += 1
            return super().readline(size) or b"--\n"

    stream = Endless(TOY.encode())
    with pytest.raises(BadInput, match=f"the record is longer than {MAX_LENGTH} characters"):
        next(read_all(stream))
    assert stream.lines_read < MAX_LENGTH


# ---------------------------------------------------------------------- decks
@pytest.fixture
def own_deck(tmp_path: Path) -> Path:
    usual = Path(components.__file__).with_name("components.toml")
    path = tmp_path / "my own.toml"
    path.write_text(usual.read_text("utf-8").replace('"Thinis"', '"This"'), "utf-8")
    return path


def test_a_deck_of_ones_own_is_named_and_found(own_deck: Path) -> None:
    match = random_match(load("amunre_card", 2, own_deck), Random(1))
    text = write(match)
    digest = components.read(own_deck).digest
    assert f"\ndeck my own.toml {digest}\n" in text
    again = read(text, {"my own.toml": own_deck}.get)
    assert (write(again), again.truth()) == (text, match.truth())


def test_a_deck_must_be_there_and_be_the_same(own_deck: Path) -> None:
    digest = components.read(own_deck).digest
    text = write(Match(load("amunre_card", 2, own_deck), [Seat("random")] * 2))
    assert refusal(text) == f"line 4: the deck my own.toml {digest} is missing"
    own_deck.write_text(own_deck.read_text("utf-8") + "# another\n", "utf-8")
    with pytest.raises(BadInput, match=f"^line 4: the deck found is my own.toml [0-9a-f]+, not my own.toml {digest}$"):
        read(text, lambda _: own_deck)
    own_deck.write_text("nonsense", "utf-8")
    with pytest.raises(BadInput, match=r"^line 4: .*my own.toml: not TOML"):
        read(text, lambda _: own_deck)


@pytest.mark.parametrize(
    "deck", ["../my.toml 3f2a", "/etc/passwd 3f2a", "a\\b.toml 3f2a", "c:x.toml 3f2a", ". 3f2a", " 3f2a", "3f2a", ""]
)
def test_a_deck_is_looked_for_nowhere_else(deck: str) -> None:
    text = write(Match(load("amunre_card", 2), [Seat("random")] * 2)).replace("players 2", f"players 2\ndeck {deck}")

    def looked_for(name: str) -> Path:
        raise AssertionError(name)

    with pytest.raises(BadInput, match=r"^line 4: expected the deck's file name, without folders, and its digest"):
        read(text, looked_for)
