"""What a player has set, and how she last began a game: a file of JSON in the folder of her games."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from platformdirs import user_data_path

from amunre.core import BadInput
from amunre.core.match import Seat
from amunre.tui.inks import SEATS
from amunre.tui.languages import LANGUAGES

FILE = "settings.json"
THINKING = ("", "0.3", "1", "3", "10")
"""Seconds that opponents may think; none: as long as their levels do."""
PACES = ("instant", "fast", "normal", "slow")
"""How long the table waits after what others do."""


@dataclass(frozen=True)
class Table:
    """What was chosen for the last new game."""

    players: int = 3
    seats: tuple[tuple[str, str], ...] = (("human", ""), ("steward", ""), ("steward", ""))
    """Kind and name of each."""
    colours: tuple[int, ...] = (1, 2, 3)
    deck: str = ""
    """The path of a components file; empty for the built-in one."""
    thinking: str = ""
    """How long opponents think, in games that are gone on with too; empty for as long as their level does."""


@dataclass(frozen=True)
class Settings:
    """All that can be set."""

    language: str = ""
    """Empty for that of the system."""
    theme: str = "amunre-dark"
    pace: str = "normal"
    animation: bool = True
    guide: bool = True
    ascii: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of her own, by the id of what they do."""
    table: Table = field(default_factory=Table)


def data_folder() -> Path:
    """Where the system wants such things to be."""
    return user_data_path("amunre-tui", appauthor=False)


# ---------------------------------------------------------------------- reading
def read(folder: Path) -> Settings:
    """The settings kept in a folder; the usual ones if there are none."""
    file = folder / FILE
    try:
        data = json.loads(file.read_bytes())
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{file}: not JSON") from None
    try:
        return Settings(**_read_all(data, _SETTINGS))
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None


Reader = Callable[[Any], object]


def _read_all(data: object, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """The values that readers are there for; errors name the key."""
    if not isinstance(data, dict):
        raise BadInput(f"expected keys and values, not {_shown(data)}")
    values = {}
    for key, reader in readers.items():
        try:
            if key in data:
                values[key] = reader(data[key])
        except BadInput as error:
            raise BadInput(f"{key}: {error}") from None
    return values


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise BadInput(f"expected a line of text, not {_shown(value)}")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"expected true or false, not {_shown(value)}")
    return value


def _one_of(words: Callable[[], tuple[str, ...]]) -> Reader:
    def read_word(value: object) -> object:
        if value not in words():
            raise BadInput(f"expected one of {', '.join(filter(None, words()))}, not {_shown(value)}")
        return value

    return read_word


def _languages() -> tuple[str, ...]:
    return ("", *LANGUAGES)


def _keys(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise BadInput(f"expected keys and values, not {_shown(value)}")
    return {_text(name): _text(key) for name, key in value.items()}


def _seats(value: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list) or not all(isinstance(seat, list) and len(seat) == 2 for seat in value):
        raise BadInput(f"expected a kind and a name for each seat, not {_shown(value)}")
    seats = [Seat(_text(kind), _text(name)) for kind, name in value]
    return tuple((seat.kind, seat.name) for seat in seats)


def _colours(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(colour) is int and 1 <= colour <= SEATS for colour in value):
        raise BadInput(f"expected numbers from 1 to {SEATS}, not {_shown(value)}")
    if len({*value}) < len(value):
        raise BadInput("two players have the same colour")
    return tuple(value)


def _players(value: object) -> int:
    if type(value) is not int or value < 1:
        raise BadInput(f"expected a number from 1 on, not {_shown(value)}")
    return value


def _table(value: object) -> Table:
    table = Table(**_read_all(value, _TABLE))
    if not table.players == len(table.seats) == len(table.colours):
        raise BadInput(f"{table.players} players, {len(table.seats)} seats and {len(table.colours)} colours")
    return table


def _shown(value: object) -> str:
    shown = ascii(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"


_TABLE: dict[str, Reader] = {
    "players": _players,
    "seats": _seats,
    "colours": _colours,
    "deck": _text,
    "thinking": _one_of(lambda: THINKING),
}
_SETTINGS: dict[str, Reader] = {
    "language": _one_of(_languages),
    "theme": _text,
    "pace": _one_of(lambda: PACES),
    "animation": _flag,
    "guide": _flag,
    "ascii": _flag,
    "keys": _keys,
    "table": _table,
}


# ---------------------------------------------------------------------- writing
def write(settings: Settings, folder: Path) -> None:
    """Keep the settings in a folder: at every moment the file is either the old or the new one."""
    text = json.dumps(asdict(settings), indent=2, ensure_ascii=False)
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / FILE, f"{text}\n".encode())


def _replace(file: Path, data: bytes) -> None:
    with NamedTemporaryFile(dir=file.parent, prefix=f"{file.name}.", delete=False) as stream:
        new = Path(stream.name)
        try:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            stream.close()
            new.replace(file)
        except BaseException:
            new.unlink()
            raise
