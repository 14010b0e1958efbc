"""The players in turn order: a line for each, or two where there is room, and the ranking when the game is over."""

from collections.abc import Sequence

from amunre.core.amunre_card.view import ExtendedProvince, Phase
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.gold import holding
from amunre.tui.boards.amunre_card.seen import ROMAN, Seen, fewest
from amunre.tui.inks import Ink, Line, clipped, fitted, width

NAME = 15
"""Cells of a letter and a name."""
MARK = 4
"""Cells of what is said of a player behind her name."""
GOLD = 20
"""Cells of the gold cards."""
PROVINCE = 10
BEFORE = 2 + NAME + MARK + 6
"""Cells before the gold cards, or, where those have a line of their own, before the provinces."""


def players(scene: Scene, cells: int, _height: int) -> list[Line]:
    """Who has what; where there is room with the names of all province cards, in a second line with the gold."""
    seen = Seen(scene)
    draw = _two_lines if scene.large else _one_line
    return [_header(seen), *(line for seat in seen.view.turn_order for line in draw(seen, seat, cells))]


def _one_line(seen: Seen, seat: int, _cells: int) -> list[Line]:
    gold = fitted(holding(seen, seat), GOLD)
    return [[*_player(seen, seat), *gold, *_side_by_side(_provinces(seen, seat), PROVINCE)]]


def _two_lines(seen: Seen, seat: int, cells: int) -> list[Line]:
    """Below the name the gold cards, below each province the names of its cards."""
    wide = (cells - BEFORE) // 3
    gold = fitted([Ink("   "), *holding(seen, seat)], BEFORE)
    names = [[Ink(" "), *_stacked(seen, province, wide - 2)] for province in seen.view.players[seat].provinces]
    return [
        [*_player(seen, seat), *_side_by_side(_provinces(seen, seat), wide)],
        [*gold, *_side_by_side(names, wide)],
    ]


def _side_by_side(provinces: Sequence[Line], wide: int) -> list[Ink]:
    return [ink for province in provinces for ink in fitted(province, wide)]


def _header(seen: Seen) -> Line:
    gold = [] if seen.scene.large else fitted([Ink(seen.say("amunre_card.board.display"), "dim")], GOLD)
    who = "amunre_card.board.who_and_gold" if seen.scene.large else "amunre_card.board.who"
    return [
        *fitted([Ink(f"  {seen.say(who)}", "dim")], NAME + MARK),
        Ink(f"{seen.say('amunre_card.board.vp'):>4}", "dim"),
        Ink(f"{seen.glyphs.ankh:>3}", "ankh"),
        Ink("  "),
        *gold,
        Ink(seen.say("amunre_card.board.provinces", sign=seen.glyphs.lowest), "dim"),
    ]


def _player(seen: Seen, seat: int) -> list[Ink]:
    """Who she is, and what she has of what all count."""
    view, player = seen.view, seen.view.players[seat]
    return [
        Ink(f"{seen.glyphs.ankh} " if seat == view.pharaoh and view.phase != Phase.PHARAOH else "  ", "ankh"),
        *fitted([seen.name(seat)], NAME),
        *fitted(_mark(seen, seat), MARK),
        Ink(f"{sum(player.points):>2}", "strong"),
        Ink(f"{player.ankhs:>3}", "ankh"),
        Ink(" "),
    ]


def _provinces(seen: Seen, seat: int) -> list[Line]:
    provinces = seen.view.players[seat].provinces
    low = fewest(provinces)
    return [seen.short(province, lowest=province.pyramids == low) for province in provinces]


def _mark(seen: Seen, seat: int) -> Line:
    """Whether it is the viewer, or somebody who thinks."""
    if seat == seen.scene.viewer:
        return [Ink(seen.say("amunre_card.board.you"), "strong")]
    spinner = seen.glyphs.spinner
    return [Ink(spinner[seen.scene.frame % len(spinner)], "strong")] if seat == seen.scene.thinking else []


def _stacked(seen: Seen, province: ExtendedProvince, cells: int) -> Line:
    """The name of the card on top and of as many covered ones as there is room for, and how many more there are."""
    under = [card.name for card in reversed(province.cards[:-1])]
    lines = (_first(province, under, told) for told in range(len(under), -1, -1))
    top = [Ink(clipped(province.top.name, cells, seen.glyphs))]
    return next((line for line in lines if width(line) <= cells), top)


def _first(province: ExtendedProvince, under: list[str], told: int) -> Line:
    rest = f" +{len(under) - told}" if told < len(under) else ""
    return [Ink(province.top.name), Ink("".join(f" / {name}" for name in under[:told]) + rest, "dim")]


# ---------------------------------------------------------------------- the end
def ranking(seen: Seen, cells: int, lines: int) -> list[list[Ink]]:
    """The final result: points by kingdom, the winner first."""
    kingdoms = "".join(f"{number:>5}" for number in ROMAN)
    total = seen.say("amunre_card.board.total")
    title = Ink(f"  {seen.say('amunre_card.board.result')}", "title")
    pyramids = Ink(f"{seen.glyphs.pyramid:>5}", "pyramid")
    head = [*fitted([title], NAME + 6), Ink(f"{kingdoms}{total:>9}", "dim"), pyramids]
    shares = seen.scene.state.returns()
    everybody = seen.view.players
    order = sorted(
        seen.view.turn_order,
        key=lambda seat: (-shares[seat], -sum(everybody[seat].points), -everybody[seat].pyramids),
    )
    rows = [head, *(_ranked(seen, rank, seat) for rank, seat in enumerate(order, 1))]
    return [fitted(line, cells) for line in [*rows, *[[]] * (lines - len(rows))]]


def _ranked(seen: Seen, rank: int, seat: int) -> list[Ink]:
    player = seen.view.players[seat]
    first = "strong" if rank == 1 else ""
    return [
        Ink(f"  {rank}. ", first),
        *fitted([seen.name(seat)], NAME + 1),
        Ink("".join(f"{points:>5}" for points in player.points)),
        Ink(f"{sum(player.points):>9}", "strong"),
        Ink(f"{player.pyramids:>5}", "pyramid"),
        Ink(f"   {seen.glyphs.lowest} {seen.say('amunre_card.board.wins')}" if rank == 1 else "", "good"),
    ]
