"""Every card of the row and every player, described."""

from collections.abc import Iterator

from amunre.core.amunre_card.components import Province
from amunre.core.amunre_card.view import ExtendedProvince, Lot, Phase
from amunre.tui.boards import Page, Scene
from amunre.tui.boards.amunre_card.gold import amounts
from amunre.tui.boards.amunre_card.seen import Seen, fewest
from amunre.tui.inks import Ink, Line

THINGS = {
    "pyramid": "amunre_card.board.page_pyramids",
    "ankh": "amunre_card.board.page_ankhs",
    "field": "amunre_card.board.page_fields",
    "caravan": "amunre_card.board.page_caravans",
}
"""What the words for so many of them are called."""


def pages(scene: Scene) -> list[Page]:
    """The provinces that are up for auction, or those that were won and wait to be laid; then the players in turn
    order."""
    seen = Seen(scene)
    players = (Page(scene.sitters[seat].name, list(_player(seen, seat))) for seat in seen.view.turn_order)
    return [*_cards(seen), *players]


def at_cursor(scene: Scene) -> int:
    """The province that is bid on, else the player whose gold is shown."""
    seen = Seen(scene)
    return seen.bid.slot if seen.bid else len(_cards(seen)) + seen.view.turn_order.index(seen.seat)


def _cards(seen: Seen) -> list[Page]:
    view = seen.view
    if view.phase != Phase.EXTEND:
        return [Page(lot.province.name, list(_lot(seen, lot))) for lot in view.row]
    won = ((seat, view.players[seat].acquired) for seat in view.turn_order)
    return [Page(card.name, list(_won(seen, seat, card))) for seat, card in won if card is not None]


def _won(seen: Seen, seat: int, card: Province) -> Iterator[Line]:
    yield from _things(seen, card)
    yield []
    yield [Ink(seen.say("amunre_card.board.page_won", name=seen.scene.sitters[seat].name))]


def _lot(seen: Seen, lot: Lot) -> Iterator[Line]:
    yield from _things(seen, lot.province)
    yield []
    if lot.bidder is None:
        yield [Ink(seen.say("amunre_card.board.page_free"))]
    else:
        yield [Ink(seen.say("amunre_card.board.page_bid", name=seen.scene.sitters[lot.bidder].name, gold=lot.bid))]


def _things(seen: Seen, card: Province) -> Iterator[Line]:
    """A line for all that is on a card, in signs and in words."""
    for thing, count in (
        ("pyramid", card.pyramids),
        ("ankh", card.ankhs),
        ("field", card.fields),
        ("caravan", card.caravans),
    ):
        signs = [seen.many(thing, count), Ink(" ")] if count else []
        yield [*signs, Ink(seen.say(THINGS[thing], n=count))]


def _player(seen: Seen, seat: int) -> Iterator[Line]:
    view, player, sitter = seen.view, seen.view.players[seat], seen.scene.sitters[seat]
    if sitter.level and not sitter.name.startswith(sitter.level):
        yield [seen.name(seat), Ink(f"  {sitter.level}", "dim")]
    if seat == view.pharaoh:
        yield [Ink(seen.say("amunre_card.board.page_pharaoh"), "ankh")]
    by_kingdom = " + ".join(map(str, player.points[: view.kingdom]))
    yield [Ink(seen.say("amunre_card.board.page_points", n=sum(player.points), by_kingdom=by_kingdom))]
    numbers = {"ankhs": player.ankhs, "fields": player.fields, "caravans": player.caravans}
    yield [Ink(seen.say("amunre_card.board.page_visible", **numbers))]
    yield from _gold(seen, seat)
    low = fewest(player.provinces)
    for province in player.provinces:
        yield []
        yield from _stack(seen, province, lowest=province.pyramids == low)


def _gold(seen: Seen, seat: int) -> Iterator[Line]:
    """Her cards and their sum, or, while she has none, what she has instead."""
    player = seen.view.players[seat]
    if player.display or player.in_play is not None:
        total = Ink(f"= {seen.gold_of(seat)}", "strong")
        yield [Ink(seen.say("amunre_card.board.page_gold")), *seen.gold(player), total]
    elif said := amounts(seen, seat):
        yield [Ink(said, "gold")]


def _stack(seen: Seen, province: ExtendedProvince, *, lowest: bool) -> Iterator[Line]:
    """A province: all its pyramids, then its cards from the top down."""
    mark = f" {seen.glyphs.lowest} {seen.say('amunre_card.board.fewest')}" if lowest else ""
    pyramids = seen.say("amunre_card.board.page_stack", n=province.pyramids)
    yield [Ink(province.top.name, "title"), Ink(f"  {pyramids}", "pyramid"), Ink(mark, "strong")]
    for card in reversed(province.cards):
        covered = card is not province.top
        name = Ink(f"  {card.name:<15}", "dim" if covered else "")
        yield [name, *seen.printed(card), Ink(seen.say("amunre_card.board.covered") if covered else "", "dim")]
