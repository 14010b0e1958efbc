"""The position as boards, notation and tests read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from amunre.core.amunre_card.components import Components, Flood, Province


class Phase(IntEnum):
    """What the game waits for; the numbers are those of state.pxd."""

    PHARAOH = 0
    DISPLAY = 1
    ROW = 2
    AUCTION = 3
    EXTEND = 4
    OFFERING = 5
    FAVOR = 6
    CONSTRUCTION = 7
    PLACEMENT = 8
    PREPARATION = 9
    OVER = 10


@dataclass(frozen=True, slots=True)
class Lot:
    """A province of the row, and the gold card in front of it."""

    province: Province
    bid: int | None
    bidder: int | None


@dataclass(frozen=True, slots=True)
class ExtendedProvince:
    """A stack of up to three cards."""

    cards: tuple[Province, ...]
    """The oldest first; only the last one's ankhs, fields and caravans are visible."""
    pyramids: int
    """Printed and placed, on all of them."""
    extended: bool
    """Whether it holds a card of this kingdom."""

    @property
    def top(self) -> Province:
        """The visible card, which names the province."""
        return self.cards[-1]


@dataclass(frozen=True, slots=True)
class Player:
    """What lies in front of a player."""

    display: tuple[int, ...]
    """Gold cards that she can bid or offer."""
    in_play: int | None
    """Her gold card in front of a province."""
    acquired: Province | None
    """The card she has just taken, until it is laid down."""
    offering: int | None
    """What she offers, as far as the viewer knows."""
    kept: int
    """Gold left after the offering, until it becomes revenue."""
    provinces: tuple[ExtendedProvince, ...]
    points: tuple[int, ...]
    """By kingdom."""

    @property
    def ankhs(self) -> int:
        """Visible ones."""
        return sum(province.top.ankhs for province in self.provinces)

    @property
    def fields(self) -> int:
        """Visible ones."""
        return sum(province.top.fields for province in self.provinces)

    @property
    def caravans(self) -> int:
        """Visible ones."""
        return sum(province.top.caravans for province in self.provinces)

    @property
    def pyramids(self) -> int:
        """All of them."""
        return sum(province.pyramids for province in self.provinces)


@dataclass(frozen=True, slots=True)
class View:
    """The table."""

    components: Components
    phase: Phase
    kingdom: int
    """From 1."""
    auction: int
    """From 1, while there is one."""
    pharaoh: int
    mover: int
    row: tuple[Lot, ...]
    flood: Flood | None
    """Once the offerings are revealed, until the kingdom ends."""
    gold: int
    """In construction: what the mover has left."""
    rest: int
    """Pyramids that the mover still has to place."""
    players: tuple[Player, ...]

    @property
    def turn_order(self) -> tuple[int, ...]:
        """From the Pharaoh, clockwise."""
        count = len(self.players)
        return tuple((self.pharaoh + i) % count for i in range(count))


def members(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def read(components: Components, players: int, state: Mapping[str, Any]) -> View:
    """A view of the position that rules.pyx read out."""
    phase = Phase(state["phase"])
    provinces = components.kingdoms[state["kingdom"]]
    return View(
        components=components,
        phase=phase,
        kingdom=state["kingdom"] + 1,
        auction=state["auction"] + 1,
        pharaoh=state["pharaoh"],
        mover=state["mover"],
        row=tuple(_lot(state, slot, provinces[card]) for slot, card in enumerate(members(state["row"]))),
        flood=components.floods[state["flood"]] if Phase.FAVOR <= phase < Phase.OVER else None,
        gold=state["gold"],
        rest=state["rest"],
        players=tuple(_player(components, state, player) for player in range(players)),
    )


def _lot(state: Mapping[str, Any], slot: int, province: Province) -> Lot:
    bid = state["bid"][slot]
    return Lot(province, bid - 1, members(state["bidder"][slot])[0]) if bid else Lot(province, None, None)


def _player(components: Components, state: Mapping[str, Any], player: int) -> Player:
    bids = zip(state["bid"], state["bidder"], strict=True)
    in_play = next((bid - 1 for bid, bidder in bids if bidder >> player & 1), None)
    acquired, offering = state["acquired"][player], state["offering"][player]
    stacks = (_extended(components, state, player, province) for province in range(len(state["card"][player])))
    return Player(
        display=tuple(card for card in members(state["display"][player]) if card != in_play),
        in_play=in_play,
        acquired=components.kingdoms[state["kingdom"]][acquired - 1] if acquired else None,
        offering=offering - 1 if offering else None,
        kept=state["kept"][player],
        provinces=tuple(stack for stack in stacks if stack.cards),
        points=tuple(state["points"][player]),
    )


def _extended(components: Components, state: Mapping[str, Any], player: int, province: int) -> ExtendedProvince:
    cards = state["card"][player][province]
    return ExtendedProvince(
        cards=tuple(components.kingdoms[kingdom][card - 1] for kingdom, card in enumerate(cards) if card),
        pyramids=state["pyramids"][player][province],
        extended=bool(state["covered"][player] >> province & 1),
    )
