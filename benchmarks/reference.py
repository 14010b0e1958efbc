"""The plain-C reference of the card game as Python calls it."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from amunre.core.amunre_card.components import CARDS, KINGDOMS, Components
from benchmarks import build

SEATS, FLOODS, COSTS = 5, 8, 64
NO_LIMIT = 2**31 - 1

PHASES = ("pharaoh", "row", "display", "bid", "extend", "offer", "place favor", "build", "place", "prepare")
"""In the order of enum Phase."""
CHANCE_PHASES = ("pharaoh", "row")

_Numbers = Sequence[int]


class _Components(ctypes.Structure):
    """Components of reference_tables.h."""

    _fields_ = (
        ("players", ctypes.c_int32),
        ("opening_total", ctypes.c_int32),
        ("fields_for_bonus", ctypes.c_int32),
        ("favors", ctypes.c_int32 * SEATS),
        ("floods", ctypes.c_int32),
        ("upto", ctypes.c_int32 * FLOODS),
        ("per_field", ctypes.c_int32 * FLOODS),
        ("per_caravan", ctypes.c_int32 * FLOODS),
        ("costs", ctypes.c_int32),
        ("cost", ctypes.c_int32 * COSTS),
        ("cards", ctypes.c_int32 * (KINGDOMS * CARDS * 4)),
    )


class _Account(ctypes.Structure):
    """Account of reference.c."""

    _fields_ = (
        ("choices", ctypes.c_int32 * len(PHASES)),
        ("points", ctypes.c_int32 * SEATS),
        ("winner", ctypes.c_int32),
    )


@dataclass(frozen=True)
class Account:
    """What one random game was like."""

    choices: dict[str, int]
    """By phase."""
    points: tuple[int, ...]
    """By seat."""
    winner: int


def _passed(players: int, given: Components) -> _Components:
    favors = given.favors_for_two if players == 2 else given.favors
    floods = given.floods
    cards = [card for kingdom in given.kingdoms for card in kingdom]
    numbers = [number for card in cards for number in (card.pyramids, card.ankhs, card.fields, card.caravans)]
    return _Components(
        players=players,
        opening_total=given.opening_total,
        fields_for_bonus=given.fields_for_bonus,
        favors=_array(SEATS, [favors[min(rank, len(favors) - 1)] for rank in range(players)]),
        floods=len(floods),
        upto=_array(FLOODS, [NO_LIMIT if flood.upto is None else flood.upto for flood in floods]),
        per_field=_array(FLOODS, [flood.per_field for flood in floods]),
        per_caravan=_array(FLOODS, [flood.per_caravan for flood in floods]),
        costs=len(given.total_cost),
        cost=_array(COSTS, given.total_cost),
        cards=_array(len(numbers), numbers),
    )


def _array(size: int, numbers: _Numbers) -> ctypes.Array[ctypes.c_int32]:
    return (ctypes.c_int32 * size)(*numbers)


@cache
def _library() -> ctypes.CDLL:
    loaded = build.library("benchmarks.reference")
    loaded.reference_rules_size.restype = ctypes.c_size_t
    loaded.reference_position_size.restype = ctypes.c_size_t
    return loaded


class Reference:
    """The rules in C, for so many players with these components."""

    def __init__(self, players: int, components: Components) -> None:
        self.players = players
        self.position_size: int = _library().reference_position_size()
        self.rules = ctypes.create_string_buffer(_library().reference_rules_size())
        _library().reference_rules(self.rules, ctypes.byref(_passed(players, components)))

    def playouts(self, games: int, seed: int) -> tuple[int, int]:
        """Play so many random games; how many choices of players and of chance they took."""
        choices = (ctypes.c_int64 * 2)()
        _library().reference_playouts(self.rules, ctypes.c_int64(games), ctypes.c_uint64(seed), choices)
        return choices[0], choices[1]

    def accounts(self, games: int, seed: int) -> list[Account]:
        """Play so many random games; what each was like."""
        accounts = (_Account * games)()
        _library().reference_accounts(self.rules, ctypes.c_int64(games), ctypes.c_uint64(seed), accounts)
        return [
            Account(
                choices=dict(zip(PHASES, account.choices, strict=True)),
                points=tuple(account.points[: self.players]),
                winner=account.winner,
            )
            for account in accounts
        ]

    def new_position(self) -> "Position":
        """The first position of a game to be played along."""
        return Position(self)


class Position:
    """A position of the reference; its actions are numbered as the core's are."""

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self._rules = reference.rules
        self._bytes = ctypes.create_string_buffer(reference.position_size)
        _library().reference_start(self._bytes)

    @property
    def to_move(self) -> int:
        """The player whose choice is next, or CHANCE or NOBODY."""
        return int(_library().reference_to_move(self._bytes))

    @property
    def points(self) -> tuple[int, ...]:
        """So far, by seat."""
        seats = range(self._reference.players)
        return tuple(int(_library().reference_points(self._bytes, seat)) for seat in seats)

    @property
    def winner(self) -> int:
        """Who wins, if the game is over."""
        return int(_library().reference_winner(self._rules, self._bytes))

    def legal_actions(self) -> list[int]:
        """All that can be chosen."""
        count = _library().reference_choices(self._rules, self._bytes)
        return [_library().reference_choice(self._rules, self._bytes, number) for number in range(count)]

    def apply(self, action: int) -> None:
        """Make a choice that is legal."""
        _library().reference_apply(self._rules, self._bytes, action)
