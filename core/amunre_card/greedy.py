"""A player by rule of thumb: she puts a value in points on what each choice is likely to lead to, and takes the best.

There is no search and no chance in it. She sees what her seat sees, and reads costs, floods and favors from the view.
The weights, here and in prospects.py, were tuned by games against earlier versions of herself, on equal deals with
rotated seats, 2 to 5 players.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from amunre.core.amunre_card.components import KINGDOMS
from amunre.core.amunre_card.notation import SLOT_SHIFT
from amunre.core.amunre_card.prospects import (
    AUCTIONS,
    FAVOR,
    GROWTH,
    NEARLY,
    average_card,
    flood,
    forecast,
    level,
    outlook,
    points,
    prices,
    pyramids_of,
    rate,
    with_card,
    worth,
)
from amunre.core.amunre_card.view import Phase, Player, View, members
from amunre.core.game import NOBODY, State

# Auctions.
DENIAL = 0.4
"""What a rival's gain costs, all of them together: a share of it."""
BOUGHT = 5
"""Pyramids that construction brings, as expected when a card is laid down."""
IN_SIGHT = 0.02
"""Points for an ankh that stays visible until the next auction: turn order."""

# Offerings.
GUESSES = (0.4, 0.6, 0.75, 0.9, 1.0)
"""What a rival offers as a share of her gold, each as likely as another."""
ENVY = 0.8
"""What a rival's revenue costs, compared with revenue of one's own."""
USUAL = 20
"""Gold in construction, by which that is told in points."""


def greedy(state: State) -> int:
    """An action for the viewer, whose turn it is; always the same in the same view."""
    view: View = state.view()
    return CHOICES[view.phase](view, state.legal_actions())


# ---------------------------------------------------------------------------------------------------- displays
def _show(view: View, legal: list[int]) -> int:  # noqa: ARG001
    """Many cards make small bids; among as many, the highest card wins what matters."""
    return max(legal, key=lambda cards: (cards.bit_count(), cards))


# ---------------------------------------------------------------------------------------------------- A. auction
def _bid(view: View, legal: list[int]) -> int:
    """The bid after which the auction ends best, if everybody goes on to bid the least for what gains her most."""
    return max(legal, key=_Auction(view).outcome)


class _Auction:
    """An auction that is played to its end by rule of thumb."""

    def __init__(self, view: View) -> None:
        expected = forecast(view)
        self.view = view
        seats = range(len(view.players))
        self.worth = [[worth(expected, seat, lot.province) for lot in view.row] for seat in seats]
        """Points of each lot to each player."""
        self.prices = [prices(expected, seat) for seat in seats]
        """Points of each gold card to each player."""
        self.cards = [_gold_cards(player) for player in view.players]

    def outcome(self, action: int) -> float:
        """What the mover gains if she bids so, less a share of what her rivals gain."""
        bids, bidders = self._end(action >> SLOT_SHIFT, action & (1 << SLOT_SHIFT) - 1)
        gains = [self._gain(bidder, slot, bids[slot]) for slot, bidder in enumerate(bidders)]
        mine = gains.pop(bidders.index(self.view.mover))
        return mine - DENIAL * sum(gains) / len(gains)

    def _end(self, slot: int, card: int) -> tuple[list[int], list[int]]:
        """The card in front of each lot and whose it is, after the mover's bid and all that follow."""
        bids = [-1 if lot.bid is None else lot.bid for lot in self.view.row]
        bidders = [NOBODY if lot.bidder is None else lot.bidder for lot in self.view.row]
        bidder = self.view.mover
        bids[slot], bidders[slot] = card, bidder
        while NOBODY in bidders:
            bidder = _next(bidder, bidders)
            slot, card = self._reply(bidder, bids)
            bids[slot], bidders[slot] = card, bidder
        return bids, bidders

    def _reply(self, seat: int, bids: Sequence[int]) -> tuple[int, int]:
        """The lot and the card that gain a player most, if she bids the least that she can."""
        cards = self.cards[seat]
        places = [bisect(cards, bid) for bid in bids]
        options = [(slot, cards[place]) for slot, place in enumerate(places) if place < len(cards)]
        return max(options, key=lambda option: self._gain(seat, *option))

    def _gain(self, seat: int, slot: int, card: int) -> float:
        """Points that a player makes with a lot at this price."""
        return self.worth[seat][slot] - self.prices[seat][card]


def _gold_cards(player: Player) -> list[int]:
    """All cards that she could bid if she was outbid now, the lowest first."""
    return sorted(player.display if player.in_play is None else (*player.display, player.in_play))


def _next(seat: int, bidders: Sequence[int]) -> int:
    """The first player to the left who has no card in play."""
    players = len(bidders)
    return next(left % players for left in range(seat + 1, seat + players) if left % players not in bidders)


def _extend(view: View, legal: list[int]) -> int:
    """Pyramids where they even out; of equal places, the one with the fewest ankhs to lose."""
    return max(legal, key=lambda place: _extended(view, place))


def _extended(view: View, place: int) -> float:
    """Points to come if the card that was acquired is laid there."""
    player = view.players[view.mover]
    assert player.acquired is not None
    stacks = with_card(pyramids_of(player), player.acquired, place)
    more = FAVOR + (AUCTIONS - view.auction) * average_card(view).pyramids + BOUGHT
    to_come = level(stacks, more) + (KINGDOMS - view.kingdom) * level(stacks, more + GROWTH)
    covered = player.provinces[place]
    return to_come - IN_SIGHT * covered.top.ankhs - NEARLY * covered.pyramids


# ---------------------------------------------------------------------------------------------------- B. offerings
def _offer(view: View, legal: list[int]) -> int:
    """The amount that brings most: in favor, in revenue beyond the rivals', and in gold that is left."""
    return max(legal, key=_Offerings(view).outcome)


class _Rival(NamedTuple):
    """What a rival may offer."""

    amounts: list[int]
    """Each as likely as another."""
    earlier: bool
    """Whether she comes first if the offerings are equal."""


class _Offerings:
    """All that the rivals may offer, and what it leads to."""

    def __init__(self, view: View) -> None:
        player = view.players[view.mover]
        pyramids = pyramids_of(player)
        self.view = view
        self.gold = sum(player.display)
        self.rivals = _rivals(view)
        self.totals = _totals(self.rivals)
        self.envy = ENVY * rate(view, pyramids, FAVOR, USUAL)
        self.outlook = cache(lambda gold, favor: outlook(view, pyramids, favor, gold, whole=True))
        self.revenues = cache(lambda offered: _revenues(view, offered))

    def outcome(self, amount: int) -> float:
        """Points that the mover may expect if she offers so much, less what she begrudges her rivals."""
        revenues, of_a_rival = self._likely(amount)
        favors = [(self._favor(amount, rank), chance) for rank, chance in enumerate(_ranks(amount, self.rivals))]
        expected = sum(
            flooded * ranked * self.outlook(self.gold - amount + revenue, favor)
            for revenue, flooded in revenues.items()
            for favor, ranked in favors
        )
        return expected - self.envy * of_a_rival

    def _likely(self, amount: int) -> tuple[dict[int, float], float]:
        """How likely each revenue of the mover is, and the mean one of a rival."""
        likely: dict[int, float] = defaultdict(float)
        of_a_rival = 0.0
        for total, chance in self.totals.items():
            mine, theirs = self.revenues(total + amount)
            likely[mine] += chance
            of_a_rival += chance * theirs / len(self.rivals)
        return likely, of_a_rival

    def _favor(self, amount: int, rank: int) -> int:
        """Pyramids for an offering that so many are ahead of."""
        return self.view.components.favor(len(self.view.players), rank) if amount else 0


def _revenues(view: View, offered: int) -> tuple[int, int]:
    """The revenue of the mover, and that of all her rivals, if so much is offered."""
    row = flood(view, offered)
    revenues = [player.fields * row.per_field + player.caravans * row.per_caravan for player in view.players]
    mine = revenues.pop(view.mover)
    return mine, sum(revenues)


def _rivals(view: View) -> list[_Rival]:
    """In turn order."""
    order = view.turn_order
    turn = order.index(view.mover)
    return [_Rival(_amounts(view.players[seat].display), at < turn) for at, seat in enumerate(order) if at != turn]


def _amounts(display: Sequence[int]) -> list[int]:
    """What she can pay that is nearest to each guess; the less of two."""
    sums = {0}
    for card in display:
        sums |= {paid + card for paid in sums}
    return [min(sums, key=lambda paid: (abs(paid - share * sum(display)), paid)) for share in GUESSES]


def _totals(rivals: Sequence[_Rival]) -> dict[int, float]:
    """How likely the rivals offer so much together."""
    totals = {0: 1.0}
    for rival in rivals:
        before, totals = totals, defaultdict(float)
        for total, chance in before.items():
            for amount in rival.amounts:
                totals[total + amount] += chance / len(rival.amounts)
    return totals


def _ranks(amount: int, rivals: Sequence[_Rival]) -> list[float]:
    """How likely none, one, two ... of the rivals are ahead of this offering."""
    ranks = [1.0]
    for rival in rivals:
        ahead = sum(offer > amount or (offer == amount and rival.earlier) for offer in rival.amounts)
        chance = ahead / len(rival.amounts)
        ranks = [same * (1 - chance) + fewer * chance for same, fewer in zip([*ranks, 0.0], [0.0, *ranks], strict=True)]
    return ranks


# ---------------------------------------------------------------------------------------------------- C. construction
def _build(view: View, legal: list[int]) -> int:
    """Complete levels as long as they are worth more than the gold in the next display."""
    pyramids = pyramids_of(view.players[view.mover])
    cost = view.components.total_cost
    return max(legal, key=lambda bought: points(view, pyramids, bought, view.gold - cost[bought], whole=True))


def _place(view: View, legal: list[int]) -> int:
    """Where the ankhs are: what has fewest pyramids will be covered first."""
    provinces = view.players[view.mover].provinces
    return max(legal, key=lambda chosen: sum(provinces[place].top.ankhs for place in members(chosen)))


CHOICES: dict[Phase, Callable[[View, list[int]], int]] = {
    Phase.DISPLAY: _show,
    Phase.AUCTION: _bid,
    Phase.EXTEND: _extend,
    Phase.OFFERING: _offer,
    Phase.FAVOR: _place,
    Phase.CONSTRUCTION: _build,
    Phase.PLACEMENT: _place,
    Phase.PREPARATION: _show,
}
