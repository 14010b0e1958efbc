"""The cards and tables that the game is played with: reading a components file, and comparing two of them.

The file is the player's to change, so nothing in it is believed: whatever is wrong with it is a BadInput that names the
file, the place in it and what was expected there.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from amunre.core.errors import BadInput

LARGEST_FILE = 256 * 1024
LONGEST_LINE = 1000
"""Keys of thousands of parts (a.a.a.a…) would keep the TOML parser busy for hours; a key stands on one line."""

KINGDOMS = 3
CARDS = 15
"""Province cards of a kingdom."""
GOLD = 9
"""Gold cards of a player, numbered from 0."""
ALL_GOLD = 36
"""What they come to: the greatest display."""
LONGEST_NAME = 14


@dataclass(frozen=True, slots=True)
class Province:
    """A province card."""

    name: str
    pyramids: int
    ankhs: int
    fields: int
    caravans: int


@dataclass(frozen=True, slots=True)
class Flood:
    """A row of the offering table: what a field and a caravan earn when the offerings come to at most `upto`."""

    upto: int | None
    """None in the last row, which holds every larger total."""
    per_field: int
    per_caravan: int


@dataclass(frozen=True, slots=True)
class Components:
    """All that a components file says."""

    opening_total: int
    floods: tuple[Flood, ...]
    favors: tuple[int, ...]
    """Pyramids for the greatest offering, the second, every further one."""
    favors_for_two: tuple[int, int]
    total_cost: tuple[int, ...]
    """Gold for so many pyramids bought at once, from 0 pyramids on."""
    fields_for_bonus: int
    kingdoms: tuple[tuple[Province, ...], ...]
    name: str
    """The file's name, without its folders."""
    digest: str
    """The first twelve hexadecimal digits of the SHA-256 of the file's bytes."""

    def favor(self, players: int, rank: int) -> int:
        """Pyramids for an offering that so many others come before."""
        favors = self.favors_for_two if players == 2 else self.favors
        return favors[min(rank, len(favors) - 1)]


# ---------------------------------------------------------------------- a value and its place


@dataclass(frozen=True, slots=True)
class _Entry:
    """A value of the file that knows its place, so that a refusal can name it."""

    file: str
    place: str
    key: str
    value: object

    @property
    def inside(self) -> str:
        """The place of what this entry holds."""
        return ", ".join(filter(None, (self.place, self.key)))

    def labelled(self, label: str) -> "_Entry":
        """The same entry, its key made clearer for the reader of a refusal."""
        return replace(self, key=f"{self.key} ({label})")

    def wrong(self, expected: str) -> BadInput:
        return _refusal(self.file, self.place, f"{self.key} is {_shown(self.value)}, expected {expected}")

    def table(self, *keys: str) -> dict[str, "_Entry"]:
        """The entries of a table that has these keys and no others."""
        if not isinstance(self.value, dict):
            raise self.wrong("a table")
        for key in self.value:
            if key not in keys:
                raise _refusal(self.file, self.inside, f"unknown key {_shown(key)}, expected only {', '.join(keys)}")
        for key in keys:
            if key not in self.value:
                raise _refusal(self.file, self.inside, f"{key} is missing")
        return {key: _Entry(self.file, self.inside, key, value) for key, value in self.value.items()}

    def entries(self, noun: str, fewest: int, most: int | None = None) -> list["_Entry"]:
        """The entries of a list, each called by the noun and its number."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        count = len(self.value)
        if not fewest <= count <= (most or fewest):
            expected = f"{fewest} to {most}" if most else f"{fewest}"
            raise _refusal(self.file, self.place, f"{count} {noun}{'s' * (count != 1)}, expected {expected}")
        return [_Entry(self.file, self.place, f"{noun} {i}", value) for i, value in enumerate(self.value, 1)]

    def number(self, least: int, most: int) -> int:
        # True and False are integers to isinstance, not to a player.
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.wrong(f"a whole number from {least} to {most}" if least < most else f"{least}")
        return self.value

    def name(self) -> str:
        if not isinstance(self.value, str) or not _is_name(self.value):
            raise self.wrong(f"1 to {LONGEST_NAME} letters, digits, - or ', with single spaces between them")
        return self.value


def _is_name(text: str) -> bool:
    """Whether a province may be called so. There is no _ in a name: records write it for a space."""
    spelled = all(letter.isalpha() or letter in "0123456789 -'" for letter in text)
    return 0 < len(text) <= LONGEST_NAME and spelled and text == " ".join(text.split())


def _refusal(file: str, place: str, what: str) -> BadInput:
    return BadInput(": ".join(filter(None, (file, place, what))))


def _shown(value: object) -> str:
    """A value as a message shows it: within the line, however long or deep it is."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 10**18:
            return "a number of many digits"
        case list():
            return "a list"
        case dict():
            return "a table"
        case str():
            return _clipped(repr(value), 40)
    return str(value)


def _clipped(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


# ---------------------------------------------------------------------- reading a file


@cache
def built_in() -> Components:
    """The components that come with the game."""
    file = files("amunre.core.amunre_card").joinpath("components.toml")
    return _components(file.name, file.name, file.read_bytes())


def read(path: Path) -> Components:
    """A player's own components."""
    # Messages and records name the file within one line.
    if not str(path).isprintable():
        raise BadInput(f"{str(path)!a}: expected a file name of printable characters")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error
    return _components(str(path), path.name, data)


def _components(file: str, name: str, data: bytes) -> Components:
    whole = _Entry(file, "", "", _parsed(file, data))
    parts = whole.table("gold", "flood", "favors", "construction", "victory", "kingdom")
    gold = parts["gold"].table("cards", "opening_total")
    for value, card in enumerate(gold["cards"].entries("card", GOLD)):
        card.number(value, value)
    favors = parts["favors"].table("default", "two_players")
    greatest, second = _favors(favors["two_players"], 2)
    return Components(
        opening_total=gold["opening_total"].number(0, ALL_GOLD),
        floods=_floods(parts["flood"].table("rows")["rows"]),
        favors=_favors(favors["default"], 3),
        favors_for_two=(greatest, second),
        total_cost=_total_cost(parts["construction"].table("total_cost")["total_cost"]),
        fields_for_bonus=parts["victory"].table("fields_for_bonus")["fields_for_bonus"].number(0, 99),
        kingdoms=_kingdoms(parts["kingdom"]),
        name=name,
        digest=sha256(data).hexdigest()[:12],
    )


def _parsed(file: str, data: bytes) -> object:
    if len(data) > LARGEST_FILE:
        raise BadInput(f"{file}: too large, expected at most {LARGEST_FILE // 1024} KiB")
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BadInput(f"{file}: line {number} is too long, expected at most {LONGEST_LINE} bytes")
        try:
            line.decode()
        except UnicodeDecodeError as error:
            raise BadInput(f"{file}: line {number}: byte {error.start + 1} is not UTF-8 text") from error
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file}: not TOML: {_clipped(str(error), 200)}") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file}: not TOML that can be read: nested too deep, or a number too long") from error


def _floods(rows: _Entry) -> tuple[Flood, ...]:
    *others, last = rows.entries("row", 1, 8)
    floods: list[Flood] = []
    reached = -1
    for row in others:
        cells = row.table("upto", "per_field", "per_caravan")
        upto = cells["upto"].number(0, 999)
        if upto <= reached:
            raise cells["upto"].wrong(f"more than {reached}, as in the row before")
        reached = upto
        floods.append(_flood(upto, cells))
    floods.append(_flood(None, last.labelled("the last").table("per_field", "per_caravan")))
    return tuple(floods)


def _flood(upto: int | None, cells: dict[str, _Entry]) -> Flood:
    return Flood(upto, cells["per_field"].number(0, 9), cells["per_caravan"].number(0, 99))


def _favors(table: _Entry, count: int) -> tuple[int, ...]:
    """A smaller offering never gets more."""
    favors: list[int] = []
    for entry in table.entries(f"{table.key} number", count):
        favors.append(entry.number(0, favors[-1] if favors else 9))
    return tuple(favors)


def _total_cost(table: _Entry) -> tuple[int, ...]:
    """Costs rise, by at most 37 a step, so that building more always gets her to a display she can show (R-4)."""
    first, *others = table.entries("total_cost number", 2, 64)
    costs = [first.number(0, 0)]
    for entry in others:
        costs.append(entry.number(costs[-1] + 1, costs[-1] + ALL_GOLD + 1))
    return tuple(costs)


def _kingdoms(table: _Entry) -> tuple[tuple[Province, ...], ...]:
    kingdoms: list[tuple[Province, ...]] = []
    taken: dict[str, str] = {}
    for number, entry in enumerate(table.entries("kingdom", KINGDOMS), 1):
        parts = entry.table("number", "provinces")
        parts["number"].number(number, number)
        kingdoms.append(tuple([_province(card, taken) for card in parts["provinces"].entries("province", CARDS)]))
    return tuple(kingdoms)


def _province(card: _Entry, taken: dict[str, str]) -> Province:
    """A card whose name no other card has, which `taken` remembers with their places."""
    match card.value:
        case {"name": str(label)} if _is_name(label):
            card = card.labelled(label)
    parts = card.table("name", "pyramids", "ankhs", "fields", "caravans")
    name = parts["name"].name()
    place = taken.setdefault(name.casefold(), card.inside)
    if place != card.inside:
        raise parts["name"].wrong(f"another, as it belongs to {place}")
    pyramids, ankhs, fields, caravans = (parts[key].number(0, 9) for key in ("pyramids", "ankhs", "fields", "caravans"))
    return Province(name, pyramids, ankhs, fields, caravans)


# ---------------------------------------------------------------------- what is in a file


@dataclass(frozen=True, slots=True)
class Sums:
    """How many cards a kingdom has, and what they come to."""

    cards: int
    pyramids: int
    ankhs: int
    fields: int
    caravans: int


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table or a number that is not the usual one, by its name in the file."""

    table: str
    usual: int | tuple[int, ...] | tuple[Flood, ...]
    own: int | tuple[int, ...] | tuple[Flood, ...]


@dataclass(frozen=True, slots=True)
class ProvinceChange:
    """A card that is not the usual one: with the same name it is changed, with another name renamed.

    Without a usual one it is added, without an own one it is missing.
    """

    kingdom: int
    usual: Province | None
    own: Province | None


def sums(components: Components) -> tuple[Sums, ...]:
    """Counts and sums of each kingdom."""
    return tuple(
        Sums(
            cards=len(kingdom),
            pyramids=sum(card.pyramids for card in kingdom),
            ankhs=sum(card.ankhs for card in kingdom),
            fields=sum(card.fields for card in kingdom),
            caravans=sum(card.caravans for card in kingdom),
        )
        for kingdom in components.kingdoms
    )


def table_changes(own: Components, usual: Components) -> tuple[TableChange, ...]:
    """Where the tables differ."""
    changes = (
        TableChange("gold.opening_total", usual.opening_total, own.opening_total),
        TableChange("flood.rows", usual.floods, own.floods),
        TableChange("favors.default", usual.favors, own.favors),
        TableChange("favors.two_players", usual.favors_for_two, own.favors_for_two),
        TableChange("construction.total_cost", usual.total_cost, own.total_cost),
        TableChange("victory.fields_for_bonus", usual.fields_for_bonus, own.fields_for_bonus),
    )
    return tuple(change for change in changes if change.usual != change.own)


def province_changes(own: Components, usual: Components) -> tuple[ProvinceChange, ...]:
    """Where the cards differ, whatever their order: kingdom by kingdom, the added ones last."""
    return tuple(
        change
        for number, (cards, usual_cards) in enumerate(zip(own.kingdoms, usual.kingdoms, strict=True), 1)
        for change in _kingdom_changes(number, cards, usual_cards)
        if change.usual != change.own
    )


def _kingdom_changes(kingdom: int, own: tuple[Province, ...], usual: tuple[Province, ...]) -> Iterator[ProvinceChange]:
    """Each usual card with the own one of the same name, or else of the same values under a new name."""
    by_name = {card.name: card for card in own}
    usual_names = {card.name for card in usual}
    fresh = [card for card in own if card.name not in usual_names]
    for card in usual:
        match = by_name.get(card.name) or next((new for new in fresh if replace(new, name=card.name) == card), None)
        if match in fresh:
            fresh.remove(match)
        yield ProvinceChange(kingdom, card, match)
    for card in fresh:
        yield ProvinceChange(kingdom, None, card)
