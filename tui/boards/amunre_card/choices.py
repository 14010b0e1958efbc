"""How a player chooses in the card game: one class for each kind of decision."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TypeVar

from amunre.core import State
from amunre.core.amunre_card import notation
from amunre.core.amunre_card.components import GOLD
from amunre.core.amunre_card.notation import SLOT_SHIFT
from amunre.core.amunre_card.view import Phase, Player, View, members
from amunre.core.game import IllegalAction
from amunre.core.story import Sentence
from amunre.tui.boards import Choice

T = TypeVar("T")


def choice(state: State) -> Choice:
    """A choice of the viewer of this state, whose turn it is, at its beginning."""
    view: View = state.view()
    return KINDS[view.phase](state)


def _step(options: Sequence[T], current: T | None, by: int) -> T:
    """The option so many places further, round the ends; from outside, the first one or the last one."""
    if current not in options:
        return options[0 if by > 0 else -1]
    return options[(options.index(current) + by) % len(options)]


class _Choosing:
    """What all choices have in common. Every attribute is as good as immutable, so that they tell what has changed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.view: View = state.view()
        self.legal = tuple(state.legal_actions())
        self.player: Player = self.view.players[self.view.mover]
        self._forget()

    def press(self, key: str) -> bool:
        """One of KEYS was pressed; whether it changed anything."""
        return self._changed(lambda: self._press(key))

    def pick(self, target: str) -> bool:
        """Something that was drawn with this target was clicked; whether it changed anything."""
        return self._changed(lambda: self._pick(target))

    def back(self) -> bool:
        """Back to nothing picked; False if nothing was."""
        return self._changed(self._forget)

    def _changed(self, change: Callable[[], None]) -> bool:
        before = dict(vars(self))
        change()
        return vars(self) != before

    def _press(self, key: str) -> None:
        raise NotImplementedError

    def _pick(self, target: str) -> None:
        raise NotImplementedError

    def _forget(self) -> None:
        """Nothing is picked."""
        raise NotImplementedError


class Bid(_Choosing):
    """A gold card for a province of the row. Nothing is bid before a card has been picked."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        bids = [divmod(action, 1 << SLOT_SHIFT) for action in self.legal]
        self._cards = tuple(tuple(card for at, card in bids if at == slot) for slot in range(len(self.view.row)))
        self.slot = bids[0][0]

    def _forget(self) -> None:
        self.card: int | None = None
        self._wanted: int | None = None  # what she picked herself: the card falls back to it where it is legal
        self._absent: int | None = None  # what she asked for and does not have

    @property
    def action(self) -> int | None:
        """The bid, if the card is legal on the province."""
        if self.card is None or self.card not in self._cards[self.slot]:
            return None
        return self.slot << SLOT_SHIFT | self.card

    @property
    def prompt(self) -> Sentence:
        """The bid, or why there is none."""
        lot = self.view.row[self.slot]
        where: dict[str, object] = {"province": lot.province.name, "bid": lot.bid, "rival": lot.bidder}
        if self._absent is not None:
            return "amunre_card.prompt.absent", {"gold": self._absent}
        if not self._cards[self.slot]:
            return "amunre_card.prompt.unbeatable", where
        if self.card is None:
            return "amunre_card.prompt.card" if lot.bid is None else "amunre_card.prompt.higher_card", where
        if self.action is None:
            return "amunre_card.prompt.too_low", where | {"gold": self.card}
        return "amunre_card.prompt.bid" if lot.bid is None else "amunre_card.prompt.outbid", where | {"gold": self.card}

    def _press(self, key: str) -> None:
        cards = self._cards[self.slot]
        match key:
            case "left" | "right":
                self._go(_step(range(len(self._cards)), self.slot, 1 if key == "right" else -1))
            case "up" | "down" if cards:
                self._want(_step(cards, self.card, 1 if key == "up" else -1))
            case _ if key.isdecimal():
                self._want(int(key))

    def _pick(self, target: str) -> None:
        match target.split():
            case ["slot", slot]:
                self._go(int(slot))
            case ["card", card]:
                self._want(int(card))

    def _go(self, slot: int) -> None:
        """To another province: with the card she wanted, or the lowest that is legal there."""
        self.slot = slot
        self._absent = None
        if self._wanted is not None:
            cards = self._cards[slot]
            self.card = self._wanted if self._wanted in cards else min(cards, default=None)

    def _want(self, card: int) -> None:
        there = any(card in cards for cards in self._cards)
        self.card = self._wanted = card if there else None
        self._absent = None if there else card


class _Cards(_Choosing):
    """Gold cards, each picked and put back by itself, or whole sets of them."""

    fixed: frozenset[int] = frozenset()
    """Cards that are always in."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.own = self._choosable()
        self.sets = self._ordered()
        self.at = next(filter(None, self.own), 0)

    def _choosable(self) -> tuple[int, ...]:
        """The cards to choose from."""
        raise NotImplementedError

    def _ordered(self) -> tuple[tuple[int, ...], ...]:
        """A set for each legal action."""
        raise NotImplementedError

    def _forget(self) -> None:
        self.cards = self.fixed

    @property
    def total(self) -> int:
        """What the chosen cards come to."""
        return sum(self.cards)

    def _press(self, key: str) -> None:
        match key:
            case "left" | "right":
                self.at = _step(self.own, self.at, 1 if key == "right" else -1)
            case "up" | "down":
                self._step_set(key)
            case "space":
                self._toggle(self.at)
            case _:
                self._toggle(int(key))

    def _step_set(self, key: str) -> None:
        """The sets stand one below the other."""
        self.cards = frozenset(_step(self.sets, tuple(sorted(self.cards)), 1 if key == "down" else -1))

    def _pick(self, target: str) -> None:
        match target.split():
            case ["card", card]:
                self._toggle(int(card))
            case ["set", number]:
                self.cards = frozenset(self.sets[int(number)])

    def _toggle(self, card: int) -> None:
        if card in self.own:
            self.at = card
            self.cards = self.cards ^ {card} | self.fixed


class Display(_Cards):
    """The gold cards of a new display, the 0 among them, that come to exactly the goal."""

    fixed = frozenset({0})

    def _choosable(self) -> tuple[int, ...]:
        return tuple(range(GOLD))

    def _ordered(self) -> tuple[tuple[int, ...], ...]:
        """Fewest cards first."""
        return tuple(sorted(map(members, self.legal), key=lambda cards: (len(cards), cards)))

    @property
    def goal(self) -> int:
        """What the cards have to come to."""
        return sum(self.sets[0])

    @property
    def action(self) -> int | None:
        """The display, if it comes to the goal."""
        meant = sum(1 << card for card in self.cards)
        return meant if meant in self.legal else None

    @property
    def prompt(self) -> Sentence:
        """What is missing, or too much."""
        filling: dict[str, object] = {"goal": self.goal, "total": self.total}
        if self.action is not None:
            return "amunre_card.prompt.display", filling | {"cards": " ".join(map(str, sorted(self.cards)))}
        if self.cards == self.fixed:
            return "amunre_card.prompt.cards", filling
        if self.total < self.goal:
            return "amunre_card.prompt.too_few", filling | {"gold": self.goal - self.total}
        return "amunre_card.prompt.too_many", filling | {"gold": self.total - self.goal}


class Offering(_Cards):
    """Gold cards of the display for the gods: one at least, though it may be the 0."""

    def _choosable(self) -> tuple[int, ...]:
        return self.player.display

    def _ordered(self) -> tuple[tuple[int, ...], ...]:
        """For each amount, the smallest one first, as few cards as can make it."""
        fewest: dict[int, tuple[int, ...]] = {}
        for count in range(1, len(self.own) + 1):
            for cards in combinations(self.own, count):
                fewest.setdefault(sum(cards), cards)
        return tuple(fewest[amount] for amount in sorted(self.legal))

    def _step_set(self, key: str) -> None:
        """Up offers more."""
        amount = _step(sorted(self.legal), self.total if self.cards else None, 1 if key == "up" else -1)
        self.cards = next(frozenset(cards) for cards in self.sets if sum(cards) == amount)

    @property
    def action(self) -> int | None:
        """The offering of what the cards come to."""
        return self.total if self.cards and self.total in self.legal else None

    @property
    def prompt(self) -> Sentence:
        """What is offered, and what is kept."""
        if not self.cards:
            return "amunre_card.prompt.offer_any", {}
        if not self.total:
            return "amunre_card.prompt.offer_nothing", {}
        return "amunre_card.prompt.offer", {"gold": self.total, "kept": sum(self.own) - self.total}


class _Provinces(_Choosing):
    """One of her own provinces. Of those with the same future any may be named, as in a record."""

    @property
    def action(self) -> int | None:
        """What the cursor is on."""
        return self._at

    def _forget(self) -> None:
        self._at = self.legal[0]

    def _press(self, key: str) -> None:
        match key:
            case "left" | "right":
                self._at = _step(self.legal, self._at, 1 if key == "right" else -1)
            case _ if key.isdecimal():
                self._name(int(key) - 1)

    def _pick(self, target: str) -> None:
        match target.split():
            case ["province", province]:
                self._name(int(province))

    def _name(self, province: int) -> None:
        if province in range(len(self.player.provinces)):
            with suppress(IllegalAction):
                self._at = notation.action(self.view, self.legal, notation.words(self.view, self._meant(province)))

    def _meant(self, province: int) -> int:
        """The action, legal or not, of naming this province."""
        return province


class Extension(_Provinces):
    """The province that the acquired card covers."""

    @property
    def province(self) -> int:
        """The one under the cursor."""
        return self._at

    @property
    def prompt(self) -> Sentence:
        """What would cover what."""
        acquired = self.player.acquired
        assert acquired is not None
        covered = self.player.provinces[self.province].top.name
        return "amunre_card.prompt.extend", {"province": acquired.name, "covered": covered}


class Placement(_Provinces):
    """Where the rest of the pyramids goes: onto one province, or onto all but one."""

    @property
    def province(self) -> int:
        """The one under the cursor: it alone gets a pyramid, or it alone gets none."""
        return members(self._meant_by(self._at))[0]

    @property
    def provinces(self) -> frozenset[int]:
        """Those that get a pyramid."""
        return frozenset(members(self._at))

    @property
    def prompt(self) -> Sentence:
        """Which provinces get a pyramid."""
        names = [province.top.name for province in self.player.provinces]
        if self.view.rest == 1:
            return "amunre_card.prompt.place", {"province": names[self.province]}
        placed = tuple(names[province] for province in sorted(self.provinces))
        return "amunre_card.prompt.place_others", {"province": names[self.province], "provinces": placed}

    def _meant(self, province: int) -> int:
        return self._meant_by(1 << province)

    def _meant_by(self, provinces: int) -> int:
        """Provinces, a bit each; if all but one get a pyramid, the others."""
        return provinces if self.view.rest == 1 else provinces ^ (1 << len(self.player.provinces)) - 1


class Construction(_Choosing):
    """How many pyramids are bought; at first as many as possible."""

    def _forget(self) -> None:
        self._set(self.legal[-1])

    @property
    def action(self) -> int | None:
        """The purchase."""
        return self.pyramids

    @property
    def prompt(self) -> Sentence:
        """What it costs, and what is kept."""
        cost = self.view.components.total_cost[self.pyramids]
        filling: dict[str, object] = {"pyramids": self.pyramids, "gold": cost, "kept": self.view.gold - cost}
        return "amunre_card.prompt.build", filling

    def _press(self, key: str) -> None:
        match key:
            case "up" | "down":
                self._set(_step(self.legal, self.pyramids, 1 if key == "down" else -1))
            case _ if key.isdecimal():
                self._type(key)

    def _pick(self, target: str) -> None:
        match target.split():
            case ["build", pyramids] if int(pyramids) in self.legal:
                self._set(int(pyramids))

    def _set(self, pyramids: int, typed: str = "") -> None:
        self.pyramids = pyramids
        self._typed = typed

    def _type(self, digit: str) -> None:
        """The least purchase that begins with the digits typed so far, or else with this one."""
        for typed in (self._typed + digit, digit):
            for pyramids in self.legal:
                if str(pyramids).startswith(typed):
                    self._set(pyramids, typed)
                    return


KINDS: dict[Phase, Callable[[State], Choice]] = {
    Phase.DISPLAY: Display,
    Phase.AUCTION: Bid,
    Phase.EXTEND: Extension,
    Phase.OFFERING: Offering,
    Phase.FAVOR: Placement,
    Phase.CONSTRUCTION: Construction,
    Phase.PLACEMENT: Placement,
    Phase.PREPARATION: Display,
}
"""What a decision is made with."""
