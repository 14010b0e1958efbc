"""What all parts of the board draw from: a scene, its view, and pictures made of signs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from amunre.core import NOBODY, State
from amunre.core.amunre_card.components import GOLD, Flood, Province
from amunre.core.amunre_card.notation import SLOT_SHIFT
from amunre.core.amunre_card.view import ExtendedProvince, Phase, Player, View
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.choices import Bid, Construction, Display, Extension, Offering, Placement
from amunre.tui.inks import Glyphs, Ink, clipped

ROMAN = ("I", "II", "III")
CONSTRUCTING = (Phase.CONSTRUCTION, Phase.PLACEMENT, Phase.PREPARATION)
NAME = 14
"""Cells of a letter and the longest name."""
MOST_SIGNS = 6
"""More of a kind are written as a number."""


@dataclass(frozen=True)
class Seen:
    """A scene with its view, and short ways to what is drawn most."""

    scene: Scene

    @property
    def view(self) -> View:
        """The table as the viewer sees it."""
        return cast(View, self.scene.view)

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return self.scene.glyphs

    def say(self, key: str, **values: object) -> str:
        """Words of the language in use."""
        return self.scene.words.say(key, **values)

    # ------------------------------------------------------------------ players
    @property
    def seat(self) -> int:
        """Whose gold is drawn: the viewer's, or, for somebody who only watches, that of the player whose turn it is."""
        if self.scene.viewer != NOBODY:
            return self.scene.viewer
        return self.view.mover if self.view.mover >= 0 else max(0, self.view.pharaoh)

    @property
    def player(self) -> Player:
        """What lies in front of that player."""
        return self.view.players[self.seat]

    @property
    def others(self) -> list[int]:
        """All other seats, in turn order."""
        return [seat for seat in self.view.turn_order if seat != self.seat]

    def name(self, seat: int, cells: int = NAME) -> Ink:
        """A player by letter and name, or by as much of it as there are cells."""
        sitter = self.scene.sitters[seat]
        return Ink(clipped(f"{sitter.letter} {sitter.name}", cells, self.glyphs), sitter.look)

    def gold_of(self, seat: int) -> int:
        """All that she can still spend: her display, what she kept of it, or what is left of her revenue."""
        if self.builds(seat):
            return self.view.gold
        return sum(self.view.players[seat].display) + self.view.players[seat].kept

    def builds(self, seat: int) -> bool:
        """Whether she has her revenue now, and not yet a new display."""
        return self.view.phase in CONSTRUCTING and seat == self.view.mover

    def has_constructed(self, seat: int) -> bool:
        """Whether her revenue of this kingdom is spent."""
        order = self.view.turn_order
        return self.view.phase in CONSTRUCTING and order.index(seat) < order.index(self.view.mover)

    def revenue(self, seat: int, flood: Flood, gold: int | None = None) -> int:
        """What she has to build with in this flood, with all that she shows now, or with so much gold instead."""
        if self.builds(seat):
            return self.view.gold
        return self.earned(seat, flood) + (self.gold_of(seat) if gold is None else gold)

    def earned(self, seat: int, flood: Flood) -> int:
        """What her fields and caravans bring in this flood."""
        player = self.view.players[seat]
        return player.fields * flood.per_field + player.caravans * flood.per_caravan

    def affordable(self, gold: int) -> int:
        """Pyramids that so much gold buys."""
        return max(pyramids for pyramids, cost in enumerate(self.view.components.total_cost) if cost <= gold)

    @property
    def given(self) -> int:
        """What the viewer offers, as far as she has chosen; nobody else's offering is anybody's business."""
        if self.offering:
            return self.offering.total
        return self.player.offering or 0 if self.seat == self.scene.viewer else 0

    # ------------------------------------------------------------------ what can be done
    def world(self) -> State:
        """A copy to try things out on."""
        state = self.scene.state
        return state.copy() if state.viewer == NOBODY else state.imagine(0)

    def bids(self, slot: int) -> list[int]:
        """Gold cards that the viewer can bid there, if it is her turn."""
        if self.bid is None:
            return []
        legal = self.scene.state.legal_actions()
        return [action & (1 << SLOT_SHIFT) - 1 for action in legal if action >> SLOT_SHIFT == slot]

    @property
    def bid(self) -> Bid | None:
        """The viewer's choice, if she is about to bid."""
        return self.scene.choice if isinstance(self.scene.choice, Bid) else None

    @property
    def display(self) -> Display | None:
        """The viewer's choice, if she is about to show gold cards."""
        return self.scene.choice if isinstance(self.scene.choice, Display) else None

    @property
    def offering(self) -> Offering | None:
        """The viewer's choice, if she is about to offer."""
        return self.scene.choice if isinstance(self.scene.choice, Offering) else None

    @property
    def spot(self) -> Extension | Placement | None:
        """The viewer's choice, if she is about to choose among her provinces."""
        return self.scene.choice if isinstance(self.scene.choice, Extension | Placement) else None

    @property
    def purchase(self) -> Construction | None:
        """The viewer's choice, if she is about to build."""
        return self.scene.choice if isinstance(self.scene.choice, Construction) else None

    # ------------------------------------------------------------------ pictures
    @property
    def things(self) -> Mapping[str, str]:
        """The sign of everything on a card, by its look."""
        glyphs = self.glyphs
        return {"pyramid": glyphs.pyramid, "ankh": glyphs.ankh, "field": glyphs.field, "caravan": glyphs.caravan}

    def many(self, thing: str, count: int) -> Ink:
        """So many signs of a kind."""
        sign = self.things[thing]
        return Ink(sign * count if count <= MOST_SIGNS else f"{sign}{self.glyphs.times}{count}", thing)

    def count(self, thing: str, count: int) -> Ink:
        """A sign and how many there are."""
        return Ink(f"{self.things[thing]}{count}", thing)

    def short(self, province: ExtendedProvince, *, lowest: bool) -> list[Ink]:
        """A province in ten cells: pyramids, then what is visible of the rest."""
        top = province.top
        caravans = self.glyphs.caravan * top.caravans if top.caravans < 2 else f"{self.glyphs.caravan}{top.caravans}"
        return [
            Ink(self.glyphs.lowest if lowest else " ", "strong"),
            self.count("pyramid", province.pyramids),
            Ink(" " if len(caravans) < 2 else ""),
            self.count("ankh", top.ankhs),
            self.count("field", top.fields),
            Ink(caravans, "caravan"),
        ]

    def printed(self, card: Province) -> list[Ink]:
        """All that is on a card, in numbers."""
        numbers = {"pyramid": card.pyramids, "ankh": card.ankhs, "field": card.fields, "caravan": card.caravans}
        return [ink for thing, number in numbers.items() for ink in (self.count(thing, number), Ink(" "))]

    def gold(self, player: Player) -> list[Ink]:
        """A player's nine gold cards in nineteen cells: those in the display, in brackets the one in play."""
        inks: list[Ink] = []
        for card in range(GOLD):
            before = "(" if card == player.in_play else ")" if card - 1 == player.in_play and card else " "
            shown = card in player.display or card == player.in_play
            inks += [Ink(before, "strong"), Ink(str(card), "gold") if shown else Ink(self.glyphs.gone, "dim")]
        return [*inks, Ink(")" if player.in_play == GOLD - 1 else " ", "strong")]


def fewest(provinces: Sequence[ExtendedProvince]) -> int:
    """Pyramids on the province that has fewest."""
    return min((province.pyramids for province in provinces), default=0)
