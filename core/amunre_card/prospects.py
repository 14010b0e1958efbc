"""What the greedy player expects: the value in points of pyramids, gold and province cards."""

from collections.abc import Iterator, Sequence
from math import exp
from typing import NamedTuple

from amunre.core.amunre_card.components import ALL_GOLD, GOLD, KINGDOMS, Flood, Province
from amunre.core.amunre_card.view import Player, View

AUCTIONS = 3
"""Of a kingdom; so many provinces has a player."""

# Points to come.
GROWTH = 10
"""Pyramids that a kingdom still to come will add: enough to even out provinces, unless one towers above the others."""
PURSE, PURSE_POWER = (0.0, 0.27, 0.47), 0.6
"""Points for gold shown in the next display, by the kingdoms to come: weight x gold ^ power. The first counts most."""
NEARLY = 0.01
"""What a level of pyramids that stays incomplete is worth of a complete one: it breaks ties."""

# The rest of a kingdom.
FAVOR = 2
"""Pyramids that an offering brings, as expected before it."""
SPENT = 1.5
"""Gold that an auction still to come costs."""
OFFERED = 0.65
"""Share of all gold that will be offered."""
FLOODS = (0.4, 0.7, 1.0, 1.3, 1.6)
"""By how much the offerings may differ from that, each as likely as another."""
SAVED = 0.25
"""Share of her gold that will be left for construction."""
IN_HAND = (2.5, 2.2, 1.8)
"""How much more gold is worth in the display than in construction, by auction: it bids and offers first."""
TITLE = 1.5
"""Points for being Pharaoh: the one of the rules, and being first in turn order."""
ANKHS_APART, FIELDS_APART = 0.6, 0.8
"""How far counts of ankhs and fields drift apart in each auction; the greater, the less a lead means."""


# ---------------------------------------------------------------------------------------------------- points to come
def level(pyramids: Sequence[float], more: float) -> float:
    """How many pyramids the province with fewest has, once so many more are placed where there are fewest."""
    low, middle, high = sorted(pyramids)
    return min(low + more, (low + middle + more) / 2, (low + middle + high + more) / 3)


def points(view: View, pyramids: Sequence[float], more: float, gold: float, whole: bool = False) -> float:
    """Points for pyramids in this kingdom and the later ones, and for the gold that is shown next.

    Only whole levels count, but as long as more pyramids may come by, a part is as good as its share.
    """
    reached = level(pyramids, more)
    later = KINGDOMS - view.kingdom
    now = int(reached) + NEARLY * reached if whole else reached
    purse: float = PURSE[later] * min(gold, ALL_GOLD) ** PURSE_POWER
    return now + later * level(pyramids, more + GROWTH) + purse


def outlook(view: View, pyramids: Sequence[float], more: float, gold: float, whole: bool = False) -> float:
    """The points of the best construction that this gold can pay for."""
    return max(
        points(view, pyramids, more + bought, gold - cost, whole)
        for bought, cost in enumerate(view.components.total_cost)
        if cost <= gold
    )


def rate(view: View, pyramids: Sequence[float], more: float, gold: float) -> float:
    """Points for one gold more, on average over a few."""
    less = max(0.0, gold - GOLD / 2)
    return (outlook(view, pyramids, more, less + GOLD) - outlook(view, pyramids, more, less)) / GOLD


def flood(view: View, offered: float) -> Flood:
    """The row of the offering table for so much gold, rounded."""
    return next(row for row in view.components.floods if row.upto is None or offered <= row.upto + 0.5)


def pyramids_of(player: Player) -> list[int]:
    """On each of her three provinces, those still to be acquired included."""
    return [*(province.pyramids for province in player.provinces), *[0] * (AUCTIONS - len(player.provinces))]


# ---------------------------------------------------------------------------------------------------- province cards
class Card(NamedTuple):
    """A province card, or the average of several."""

    pyramids: float
    ankhs: float
    fields: float
    caravans: float


class Forecast(NamedTuple):
    """What everybody may expect of this kingdom."""

    view: View
    left: int
    """Auctions after this one."""
    average: Card
    """Of this kingdom."""
    shown: list[Card]
    """All that each player will have visible, if she gets average cards."""
    per_field: float
    per_caravan: float


def forecast(view: View) -> Forecast:
    """As it looks in an auction: average cards, and offerings by the gold that will be left for them."""
    left = AUCTIONS - view.auction
    average = average_card(view)
    offered = OFFERED * sum(max(0.0, _gold(player) - SPENT * (left + 1)) for player in view.players)
    floods = [flood(view, offered * part) for part in FLOODS]
    return Forecast(
        view,
        left,
        average,
        [_in_the_end(average, player) for player in view.players],
        sum(row.per_field for row in floods) / len(floods),
        sum(row.per_caravan for row in floods) / len(floods),
    )


def average_card(view: View) -> Card:
    """The average of all cards of this kingdom."""
    cards = view.components.kingdoms[view.kingdom - 1]
    return _total(cards, 1 / len(cards))


def worth(expected: Forecast, seat: int, card: Province) -> float:
    """Points that a player may expect if she takes this card."""
    view, player = expected.view, expected.view.players[seat]
    shown = _in_the_end(expected.average, player, card)
    more = FAVOR + expected.left * expected.average.pyramids
    stacks = max(_coverings(player, card), key=lambda stacks: level(stacks, more))
    bonus = _chance(shown.fields - view.components.fields_for_bonus + 0.5, FIELDS_APART * (expected.left + 0.1))
    return outlook(view, stacks, more, _purse(expected, player, shown)) + bonus + _titles(expected, seat, shown.ankhs)


def prices(expected: Forecast, seat: int) -> list[float]:
    """What each gold card is worth to a player, in points."""
    view, player = expected.view, expected.view.players[seat]
    more = FAVOR + (expected.left + 1) * expected.average.pyramids
    purse = _purse(expected, player, expected.shown[seat])
    for_one = IN_HAND[view.auction - 1] * rate(view, pyramids_of(player), more, purse)
    return [for_one * card for card in range(GOLD)]


def _gold(player: Player) -> int:
    """All that she shows, in her display or in front of a province."""
    return sum(player.display) + (player.in_play or 0)


def _total(cards: Sequence[Province], share: float = 1) -> Card:
    """What is on these cards, or a share of it."""
    return Card(
        share * sum(card.pyramids for card in cards),
        share * sum(card.ankhs for card in cards),
        share * sum(card.fields for card in cards),
        share * sum(card.caravans for card in cards),
    )


def _in_the_end(average: Card, player: Player, *taken: Province) -> Card:
    """All cards that she will have of this kingdom, which are all that will be visible: those to come are average."""
    held = [*(province.top for province in player.provinces if province.extended), *taken]
    missing = AUCTIONS - len(held)
    return Card(*(sure + missing * mean for sure, mean in zip(_total(held), average, strict=True)))


def _purse(expected: Forecast, player: Player, shown: Card) -> float:
    """Her gold in construction."""
    kept = SAVED * _gold(player) - SPENT * (expected.left + 1)
    return max(0.0, kept + shown.fields * expected.per_field + shown.caravans * expected.per_caravan)


def _coverings(player: Player, card: Province) -> Iterator[list[int]]:
    """The pyramids on her provinces, with the card on each that it can cover; in the first kingdom it is a new one."""
    pyramids = pyramids_of(player)
    if len(player.provinces) < AUCTIONS:
        yield with_card(pyramids, card, len(player.provinces))
    for place, province in enumerate(player.provinces):
        if not province.extended:
            yield with_card(pyramids, card, place)


def with_card(pyramids: Sequence[int], card: Province, place: int) -> list[int]:
    """The pyramids on her provinces once this card lies on one of them."""
    return [count + card.pyramids * (place == other) for other, count in enumerate(pyramids)]


def _titles(expected: Forecast, seat: int, ankhs: float) -> float:
    """Points for being Pharaoh, less the one for having fewest ankhs, as likely as they are."""
    others = [shown.ankhs for other, shown in enumerate(expected.shown) if other != seat]
    apart = ANKHS_APART * (expected.left + 1)
    return TITLE * _chance(ankhs - max(others), apart) - _chance(min(others) - ankhs, apart)


def _chance(lead: float, apart: float) -> float:
    """How likely a lead is to be one in the end."""
    return 1 / (1 + exp(-max(-20.0, min(20.0, lead / apart))))
