"""The record of a match as text: save file, replay, bug report and golden test in one.

A header (`amunre-record 1`, then `game`, `players`, `option`, `deck` and `seat` lines), a blank line, then a line for
each action: `* words` is chance, `2 words` is player 2. `-- words` is for the reader, `= words` must hold of what the
action before it brought about, `2 undo 3` takes back the last three actions. Nothing is ever changed, only added, so a
file that was cut at the end of a line is an unfinished game.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path, PureWindowsPath
from typing import BinaryIO

from amunre.core import info, load
from amunre.core.errors import BadInput
from amunre.core.game import CHANCE, Game
from amunre.core.lines import Line, at, count, is_count, lines
from amunre.core.match import Match, Seat

NUMBER = 1
"""Of the format. A higher one in a file was written by a newer program."""
MAX_LENGTH = 2**20
"""Characters of one record: a hundred times what a game needs, and soon read."""

FindDeck = Callable[[str], Path | None]
"""Where a components file of this name is, if anywhere."""

_TITLE = "amunre-record"


def nowhere(_: str) -> None:
    """Finds no deck."""


# ---------------------------------------------------------------------- writing
def write(match: Match) -> str:
    """The record of a match so far."""
    return "".join(f"{line}\n" for line in [*_header(match), "", *match.lines])


def _header(match: Match) -> Iterator[str]:
    game = match.game
    yield f"{_TITLE} {NUMBER}"
    yield f"game {game.name}"
    yield f"players {game.players}"
    for option, word in game.options.items():
        yield f"option {option} {word}"
    if game.deck is not None:
        yield f"deck {game.deck.name} {game.deck.digest}"
    for number, seat in enumerate(match.seats, 1):
        yield f"seat {number} {seat.kind} {seat.name}".rstrip()


# ---------------------------------------------------------------------- reading
def read(text: str | bytes, find_deck: FindDeck = nowhere, seed: int | None = None) -> Match:
    """The match that a record tells, ready to be played on; the seed is for chance from here on."""
    matches = list(read_all(BytesIO(text.encode() if isinstance(text, str) else text), find_deck, seed))
    if len(matches) != 1:
        raise BadInput(f"expected one record, found {len(matches) or 'none'}")
    return matches[0]


def read_all(stream: BinaryIO, find_deck: FindDeck = nowhere, seed: int | None = None) -> Iterator[Match]:
    """The matches of a file that holds one record after another, each read when it is asked for."""
    for record in _records(stream):
        yield _replay(record, find_deck, seed)


def _records(stream: BinaryIO) -> Iterator[list[Line]]:
    record: list[Line] = []
    size = 0
    for line in lines(stream):
        if record and line.text.split(" ")[0] == _TITLE:
            yield record
            record, size = [], 0
        size += len(line.text) + 1
        if size > MAX_LENGTH:
            raise BadInput(f"line {line.number}: the record is longer than {MAX_LENGTH} characters")
        if record or line.text:
            record.append(line)
    if record:
        yield record


def _replay(record: list[Line], find_deck: FindDeck, seed: int | None) -> Match:
    end = next((place for place, line in enumerate(record) if not line.text), len(record))
    match = _table(record[:end], find_deck, seed)
    for line in record[end:]:
        with at(line.number):
            _follow(match, line.text)
    return match


# ---------------------------------------------------------------------- the lines of the header
def _table(header: list[Line], find_deck: FindDeck, seed: int | None) -> Match:
    """The match as it stands before the first action."""
    with at(header[0].number):
        _check_title(header[0].text)
    fields: dict[str, list[Line]] = {"game": [], "players": [], "option": [], "deck": [], "seat": []}
    for number, text in header[1:]:
        key, _, rest = text.partition(" ")
        with at(number):
            if key not in fields:
                raise BadInput(f"unknown header {key}")
            if fields[key] and key not in ("option", "seat"):
                raise BadInput(f"a second {key}")
        fields[key].append(Line(number, rest))
    with at(header[-1].number):
        for key in ("game", "players"):
            if not fields[key]:
                raise BadInput(f"the header ends without {key}")
    game = _game(fields, find_deck)
    seats = [_seat(line, place, game.players) for place, line in enumerate(fields["seat"], 1)]
    if len(seats) < game.players:
        raise BadInput(f"line {header[-1].number}: the header ends without seat {len(seats) + 1}")
    return Match(game, seats, seed)


def _check_title(text: str) -> None:
    title, _, number = text.partition(" ")
    if title != _TITLE or not is_count(number):
        raise BadInput(f"expected {_TITLE} {NUMBER}, not {text}")
    if int(number) > NUMBER:
        raise BadInput(f"{text} is newer than this program, which reads {_TITLE} {NUMBER}")


def _game(fields: dict[str, list[Line]], find_deck: FindDeck) -> Game:
    """The game of a header. Each line is tried where it stands, so that errors name it."""
    [name], [players] = fields["game"], fields["players"]
    with at(name.number):
        about = info(name.text)
    with at(players.number):
        game = load(about.name, count(players.text))
    options: dict[str, str] = {}
    for number, text in fields["option"]:
        option, _, word = text.partition(" ")
        with at(number):
            if option in options or option not in dict(about.options):
                raise BadInput(f"{about.name} has no {'second ' if option in options else ''}option {option}")
            options[option] = word
            game = load(about.name, game.players, None, **options)
    for number, text in fields["deck"]:
        with at(number):
            game = load(about.name, game.players, _found(text, find_deck), **options)
            digest = text.rpartition(" ")[2]
            if game.deck.digest != digest:
                raise BadInput(f"the deck found is {game.deck.name} {game.deck.digest}, not {text}")
    return game


def _found(text: str, find_deck: FindDeck) -> Path:
    name = text.rpartition(" ")[0]
    if not name or name != PureWindowsPath(name).name:
        raise BadInput(f"expected the deck's file name, without folders, and its digest, not {text}")
    path = find_deck(name)
    if path is None:
        raise BadInput(f"the deck {text} is missing")
    return path


def _seat(line: Line, place: int, players: int) -> Seat:
    number, kind, name = [*line.text.split(" ", 2), "", ""][:3]
    with at(line.number):
        if place > players:
            raise BadInput(f"seat {number} is one too many for {players} players")
        if number != str(place):
            raise BadInput(f"expected seat {place}, not seat {number}")
        return Seat(kind, name)


# ---------------------------------------------------------------------- the lines of the game
def _follow(match: Match, line: str) -> None:
    """Do what one line says."""
    who, _, words = line.partition(" ")
    if who in ("", "--"):
        return
    if who == "=":
        _verify(match, line)
    elif who == "*":
        _play(match, CHANCE, words)
    elif not is_count(who):
        raise BadInput(f"expected *, --, = or the number of a player first, not {line}")
    elif words.split(" ")[0] == "undo":
        match.undo(int(who) - 1, count(words.removeprefix("undo").lstrip()))
    else:
        _play(match, int(who) - 1, words)


def _verify(match: Match, check: str) -> None:
    told = match.events[-1].lines if match.events else ()
    if check not in told:
        alike = [line.removeprefix("= ") for line in told if line.split(" ")[:2] == check.split(" ")[:2]]
        raise BadInput(f"{check} does not hold ({', '.join(alike) or 'nothing of the kind happened'})")


def _play(match: Match, who: int, words: str) -> None:
    if match.over:
        raise BadInput("the game is over")
    if who != match.to_move:
        raise BadInput(f"it is {_whose(match.to_move)} turn, not {_whose(who)}")
    match.play(match.action(words))


def _whose(mover: int) -> str:
    return "chance's" if mover == CHANCE else f"player {mover + 1}'s"
