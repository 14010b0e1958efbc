"""The players: a line for each, in turn order, and the ranking when the game is over."""

from amunre.core.amunre_card.view import ExtendedProvince, Phase
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.gold import holding
from amunre.tui.boards.amunre_card.seen import ROMAN, Seen, fewest
from amunre.tui.inks import Ink, Line, fitted, width

NAME = 15
"""Cells of a letter and a name."""
MARK = 4
"""Cells of what is said of a player behind her name."""
GOLD = 20
"""Cells of the gold cards."""
PROVINCE = 10
BEFORE = 2 + NAME + MARK + 6 + GOLD
"""Cells before the provinces."""
ROOMY = 24
"""Cells of a province that has room for its names."""
INDENT = 4


def players(scene: Scene, cells: int, _height: int) -> list[Line]:
    """Who has what; with the names of all province cards where there is room."""
    seen = Seen(scene)
    lines: list[Line] = [_header(seen)]
    for seat in seen.view.turn_order:
        lines.append(_player(seen, seat, _province(scene, cells)))
        if scene.large:
            lines.append(_names(seen, seat, cells))
    return lines


def _province(scene: Scene, cells: int) -> int:
    """Cells of a province: many, if its names have room below it."""
    wide = (cells - BEFORE) // 3
    return wide if scene.large and wide >= ROOMY else PROVINCE


def _header(seen: Seen) -> Line:
    return [
        *fitted([Ink(f"  {seen.say('amunre_card.board.who')}", "dim")], NAME + MARK),
        Ink(f"{seen.say('amunre_card.board.vp'):>4}", "dim"),
        Ink(f"{seen.glyphs.ankh:>3}", "ankh"),
        Ink("  "),
        *fitted([Ink(seen.say("amunre_card.board.display"), "dim")], GOLD),
        Ink(seen.say("amunre_card.board.provinces", sign=seen.glyphs.lowest), "dim"),
    ]


def _player(seen: Seen, seat: int, wide: int) -> Line:
    view, player = seen.view, seen.view.players[seat]
    low = fewest(player.provinces)
    provinces = [seen.short(province, lowest=province.pyramids == low) for province in player.provinces]
    return [
        Ink(f"{seen.glyphs.ankh} " if seat == view.pharaoh and view.phase != Phase.PHARAOH else "  ", "ankh"),
        *fitted([seen.name(seat)], NAME),
        *fitted(_mark(seen, seat), MARK),
        Ink(f"{sum(player.points):>2}", "strong"),
        Ink(f"{player.ankhs:>3}", "ankh"),
        Ink(" "),
        *fitted(holding(seen, seat), GOLD),
        *(ink for province in provinces for ink in fitted(province, wide)),
    ]


def _mark(seen: Seen, seat: int) -> Line:
    """Whether it is the viewer, or somebody who thinks."""
    if seat == seen.scene.viewer:
        return [Ink(seen.say("amunre_card.board.you"), "strong")]
    spinner = seen.glyphs.spinner
    return [Ink(spinner[seen.scene.frame % len(spinner)], "strong")] if seat == seen.scene.thinking else []


def _names(seen: Seen, seat: int, cells: int) -> Line:
    """The names of all province cards: below the provinces, or in a line of their own."""
    wide = _province(seen.scene, cells)
    indent, wide = (BEFORE + 1, wide) if wide > PROVINCE else (INDENT, (cells - INDENT) // 3)
    inks: list[Ink] = [Ink(" " * indent)]
    for province in seen.view.players[seat].provinces:
        inks += fitted(_stacked(province, wide - 1), wide)
    return inks


def _stacked(province: ExtendedProvince, cells: int) -> Line:
    """The name of the card on top and of as many covered ones as there is room for, and how many more there are."""
    under = [card.name for card in reversed(province.cards[:-1])]
    lines = (_first(province, under, told) for told in range(len(under), -1, -1))
    return next((line for line in lines if width(line) <= cells), [Ink(province.top.name)])


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
