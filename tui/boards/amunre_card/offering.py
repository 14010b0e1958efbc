"""The offerings: the offering table, the favors, and what the others can give."""

from collections.abc import Iterator

from amunre.core.amunre_card.components import Flood
from amunre.tui.boards.amunre_card.frames import window
from amunre.tui.boards.amunre_card.gold import OTHERS, held_by
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import Ink, Line, boxed, fitted, side_by_side


def totals(floods: tuple[Flood, ...]) -> Iterator[str]:
    """What the offerings come to in each row of the offering table: 0-5, 6-10, 16+."""
    least = 0
    for flood in floods:
        yield f"{least}+" if flood.upto is None else f"{least}-{flood.upto}"
        least = 0 if flood.upto is None else flood.upto + 1


def row_of(floods: tuple[Flood, ...], total: int) -> int:
    """The row of the offering table that holds a total."""
    return next(row for row, flood in enumerate(floods) if flood.upto is None or total <= flood.upto)


def offering(seen: Seen, cells: int, lines: int) -> list[list[Ink]]:
    """The offering table beside what the others hold."""
    left = boxed([Ink(_title(seen), "title")], _table(seen, lines), cells - OTHERS, seen.glyphs)
    held = [_favors(seen), *(held_by(seen, seat) for seat in seen.others)]
    right = boxed([Ink(seen.say("amunre_card.board.favors"), "title")], _filled(held, lines), OTHERS, seen.glyphs)
    return side_by_side([left, right])


def _title(seen: Seen) -> str:
    if seen.seat != seen.scene.viewer:
        return seen.say("amunre_card.board.revenue_of", name=seen.scene.sitters[seen.seat].name)
    return seen.say("amunre_card.board.offering_table", gold=seen.given)


def _filled(held: list[Line], lines: int) -> list[Line]:
    return [*held, *[[]] * (lines - len(held))]


def _favors(seen: Seen) -> Line:
    """Pyramids by rank: the last number is for all further ones."""
    components = seen.view.components
    favors = components.favors_for_two if len(seen.view.players) == 2 else components.favors
    inks = [Ink(" ")]
    for rank, pyramids in enumerate(favors, 1):
        more = "+" if rank == len(favors) < len(seen.view.players) else "."
        inks += [Ink(f"{rank}{more}", "strong"), seen.many("pyramid", pyramids), Ink("  ")]
    return inks


def _table(seen: Seen, lines: int) -> list[list[Ink]]:
    floods = seen.view.components.floods
    most = seen.given + sum(sum(seen.view.players[seat].display) for seat in seen.others)
    marks = {row_of(floods, most): seen.say("amunre_card.board.if_all")}
    least = row_of(floods, seen.given)
    marks[least] = seen.say("amunre_card.board.in_any_case" if least in marks else "amunre_card.board.if_none")
    held = sum(seen.player.display) - seen.given
    rows = [
        _row(seen, total, flood, seen.revenue(seen.seat, flood, held), marks.get(row, ""))
        for row, (flood, total) in enumerate(zip(floods, totals(floods), strict=True))
    ]
    return window(rows, least, lines)


def _row(seen: Seen, total: str, flood: Flood, revenue: int, mark: str) -> list[Ink]:
    look = "strong" if mark else ""
    caravan = f"{seen.glyphs.caravan}{flood.per_caravan}" if flood.per_caravan else ""
    return [
        Ink(f" {total:>5}  ", look),
        *fitted([Ink(f"{seen.glyphs.times}{flood.per_field}", "field")], 4),
        *fitted([Ink(caravan, "caravan")], 5),
        Ink(f"= {revenue:<3} ", look),
        *fitted([seen.count("pyramid", seen.affordable(revenue))], 5),
        Ink(f"{seen.glyphs.lowest} {mark}" if mark else "", "good"),
    ]
