"""The auction: province cards side by side, and what has been bid on them."""

from collections.abc import Sequence

from amunre.core.amunre_card.components import Province
from amunre.core.amunre_card.view import ExtendedProvince, Lot, Phase
from amunre.tui.boards.amunre_card.choices import Placement
from amunre.tui.boards.amunre_card.frames import aimed, card
from amunre.tui.boards.amunre_card.seen import Seen, fewest
from amunre.tui.inks import Ink, Line, side_by_side, width

WIDEST, LARGE = 20, 24
"""Cells of a card; where there is much room."""
BESIDE = 17
"""Cells of the card that is laid down or of what is placed, beside the provinces."""


def widest(seen: Seen) -> int:
    """Cells that a card takes at most."""
    return LARGE if seen.scene.large else WIDEST


# ---------------------------------------------------------------------- the auction
def auction(seen: Seen, cells: int) -> list[list[Ink]]:
    """The row, with the bids."""
    players = len(seen.view.players)
    wide = min(cells // players, widest(seen))
    lots = [_lot(seen, slot, lot, wide) for slot, lot in enumerate(seen.view.row)]
    blank = card([], [[]] * (7 if seen.scene.large else 5), [], wide, seen.glyphs)
    return side_by_side([*lots, *[blank] * (players - len(lots))])


def _lot(seen: Seen, slot: int, lot: Lot, wide: int) -> list[list[Ink]]:
    here = seen.bid is not None and seen.bid.slot == slot
    lines = [*_pictures(seen, lot.province, here=here), _divider(seen, wide), _bid(seen, lot, wide - 2)]
    title = [Ink(lot.province.name, "title")]
    box = card(title, lines, _to_beat(seen, slot, lot), wide, seen.glyphs, "cursor" if here else "frame")
    return [aimed(line, f"slot {slot}") for line in box]


def _pictures(seen: Seen, province: Province, *, here: bool) -> list[Line]:
    """What is on a card: in signs, and where there is room in numbers too."""
    edge = Ink(seen.glyphs.cursor if here else " ", "cursor" if here else "")
    lines: list[Line] = [
        [edge, seen.many("pyramid", province.pyramids)],
        [edge, seen.many("ankh", province.ankhs)],
        [edge, seen.many("field", province.fields), Ink("  "), seen.many("caravan", province.caravans)],
    ]
    return [[edge], *lines, [edge, *seen.printed(province)]] if seen.scene.large else lines


def _divider(seen: Seen, wide: int) -> Line:
    return [Ink(seen.glyphs.horizontal * (wide - 2), "frame")]


def _bid(seen: Seen, lot: Lot, cells: int) -> Line:
    if lot.bidder is None:
        return [Ink(f" {seen.say('amunre_card.board.free')}", "dim")]
    bid = [Ink(f" {lot.bid}", "strong"), Ink(" ")]
    return [*bid, seen.name(lot.bidder, cells - width(bid))]


def _to_beat(seen: Seen, slot: int, lot: Lot) -> Line:
    """The lowest card that is enough, when the viewer has to know."""
    if seen.bid is None or lot.bid is None:
        return []
    bids = seen.bids(slot)
    if not bids:
        return [Ink(seen.say("amunre_card.board.too_high"), "bad")]
    return [Ink(seen.say("amunre_card.board.beat_it", gold=bids[0]), "good")]


# ---------------------------------------------------------------------- extending, placing
def extension(seen: Seen, cells: int) -> list[list[Ink]]:
    """The card that was acquired, and the provinces it can cover."""
    acquired = seen.view.players[seen.view.mover].acquired
    assert acquired is not None
    lines = [*_pictures(seen, acquired, here=False), [], [Ink(" "), seen.name(seen.view.mover)]]
    new = card([Ink(acquired.name, "title")], lines, [], BESIDE, seen.glyphs)
    return side_by_side([new, _arrow(seen, len(new)), *_stacks(seen, cells - BESIDE - 3, acquired)])


def placement(seen: Seen, cells: int) -> list[list[Ink]]:
    """The pyramids that are left, and the provinces they can go to."""
    view = seen.view
    title = [Ink(seen.say("amunre_card.board.to_place"), "title")]
    pictures: list[Line] = [[], [Ink("  "), seen.many("pyramid", view.rest)], [], [], [Ink(" "), seen.name(view.mover)]]
    lines = [[], *pictures, []] if seen.scene.large else pictures
    left = card(title, lines, [], BESIDE, seen.glyphs)
    return side_by_side([left, _arrow(seen, len(left)), *_stacks(seen, cells - BESIDE - 3, None)])


def _arrow(seen: Seen, lines: int) -> list[Line]:
    middle = lines // 2
    arrow = Ink(f"{seen.glyphs.arrow:^3}", "strong")
    return [[arrow] if line == middle else [Ink("   ")] for line in range(lines)]


def _stacks(seen: Seen, cells: int, new: Province | None) -> list[list[list[Ink]]]:
    """The mover's provinces, the cursor on one of them."""
    provinces = seen.view.players[seen.view.mover].provinces
    wide = min(cells // len(provinces), widest(seen))
    return [_stack(seen, place, province, new, wide) for place, province in enumerate(provinces)]


def _stack(seen: Seen, place: int, province: ExtendedProvince, new: Province | None, wide: int) -> list[list[Ink]]:
    here = seen.spot is not None and seen.spot.province == place
    edge = Ink(seen.glyphs.cursor if here else " ", "cursor" if here else "")
    top = province.top
    lines: list[Line] = [
        [edge, seen.count("pyramid", province.pyramids), *_more(seen, place)],
        [edge, seen.many("ankh", top.ankhs)],
        [edge, seen.many("field", top.fields), Ink("  "), seen.many("caravan", top.caravans)],
    ]
    if seen.scene.large:
        lines += [[edge, Ink(under.name, "dim")] for under in reversed(province.cards[:-1])]
        lines += [[edge]] * (5 - len(lines))
    lines += [_divider(seen, wide), _change(seen, province, new)]
    title = [Ink(top.name, "title")]
    box = card(title, lines, _foot(seen, province), wide, seen.glyphs, "cursor" if here else "frame")
    return [aimed(line, f"province {place}") for line in box]


def _more(seen: Seen, place: int) -> list[Ink]:
    """What it would get if the choice were confirmed: a pyramid, or, where all others get one, none."""
    if not isinstance(seen.spot, Placement):
        return []
    if place in seen.spot.provinces:
        return [Ink(" "), Ink("+1", "chosen good")]
    return [Ink(" "), Ink(seen.say("amunre_card.board.none"), "chosen bad")] if place == seen.spot.province else []


def _change(seen: Seen, province: ExtendedProvince, new: Province | None) -> Line:
    """What is gained and lost by covering it."""
    if new is None or province.extended:
        return []
    top = province.top
    changes = {
        "pyramid": new.pyramids,
        "ankh": new.ankhs - top.ankhs,
        "field": new.fields - top.fields,
        "caravan": new.caravans - top.caravans,
    }
    inks = [Ink(" ")]
    for thing, change in changes.items():
        if change:
            inks += [Ink(f"{change:+d}{seen.things[thing]}", "good" if change > 0 else "bad"), Ink(" ")]
    return inks if len(inks) > 1 else [Ink(f" {seen.say('amunre_card.board.no_change')}", "dim")]


def _foot(seen: Seen, province: ExtendedProvince) -> Sequence[Ink]:
    view = seen.view
    if view.phase == Phase.EXTEND:
        return [Ink(seen.say("amunre_card.board.already_covered"), "dim")] if province.extended else []
    if province.pyramids == fewest(view.players[view.mover].provinces):
        return [Ink(f"{seen.glyphs.lowest} {seen.say('amunre_card.board.fewest')}", "strong")]
    return []
