"""Revenue: what the viewer will have to build with, and the revenue track with everybody's markers."""

from collections.abc import Mapping

from amunre.core.amunre_card.components import Flood
from amunre.core.amunre_card.view import Phase
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.offering import row_of, totals
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import Ink, Line, boxed, width

TRACK = 60
"""The last space of the revenue track; higher revenue stands on it too."""
STEP = 5
"""Spaces between two numbers of it."""
STACKED = 2
"""Markers that stand on top of each other."""


# ---------------------------------------------------------------------- the panel
def revenue(scene: Scene, cells: int, _height: int) -> list[list[Ink]]:
    """The forecast for the viewer; while she builds, what is left."""
    seen = Seen(scene)
    return boxed([Ink(_title(seen), "title")], [_line(seen, cells - 2)], cells, scene.glyphs)


def _title(seen: Seen) -> str:
    if seen.view.phase == Phase.OVER:
        return seen.say("amunre_card.board.result")
    if seen.scene.viewer != seen.seat:
        return seen.say("amunre_card.board.revenue_of", name=seen.scene.sitters[seen.seat].name)
    if seen.view.phase == Phase.OFFERING:
        return seen.say("amunre_card.board.revenue_if_none")
    return seen.say("amunre_card.board.revenue" if seen.view.flood else "amunre_card.board.revenue_by_flood")


def _line(seen: Seen, cells: int) -> Line:
    view = seen.view
    if view.phase == Phase.OVER:
        return _result(seen)
    if seen.has_constructed(seen.seat):
        return [Ink(f" {seen.say('amunre_card.board.has_built', gold=sum(seen.player.display))}")]
    if view.phase == Phase.CONSTRUCTION and view.flood and seen.builds(seen.seat):
        return _spent(seen, view.flood)
    if seen.builds(seen.seat):
        return [Ink(f" {seen.say('amunre_card.board.left', gold=view.gold)}")]
    if view.flood:
        return _bought(seen, seen.revenue(seen.seat, view.flood), view.flood)
    if view.phase == Phase.OFFERING:
        held = sum(seen.player.display) - seen.given
        flood = view.components.floods[row_of(view.components.floods, seen.given)]
        return _bought(seen, seen.revenue(seen.seat, flood, held), flood)
    return _by_flood(seen, cells)


def _result(seen: Seen) -> Line:
    points = seen.say("amunre_card.board.points_in_all", points=sum(seen.player.points))
    return [Ink(" "), seen.name(seen.seat), Ink(f" {points}", "strong")]


def _sum(seen: Seen, gold: int, flood: Flood) -> Line:
    """Fields, caravans and gold kept, which together make so much."""
    glyphs, player = seen.glyphs, seen.player
    return [
        Ink(f" {player.fields}{glyphs.field}{glyphs.times}{flood.per_field}", "field"),
        Ink(" + "),
        Ink(f"{player.caravans}{glyphs.caravan}{glyphs.times}{flood.per_caravan}", "caravan"),
        Ink(" + "),
        Ink(str(gold - seen.earned(seen.seat, flood)), "gold"),
        Ink(" = "),
        Ink(str(gold), "strong"),
    ]


def _spent(seen: Seen, flood: Flood) -> Line:
    """Her revenue, the cost of the purchase under the cursor, and what is left of it."""
    gold = seen.view.gold
    if not seen.purchase:
        return _sum(seen, gold, flood)
    cost = seen.view.components.total_cost[seen.purchase.pyramids]
    return [*_sum(seen, gold, flood), Ink(f" - {cost} = "), Ink(str(gold - cost), "strong")]


def _bought(seen: Seen, gold: int, flood: Flood) -> Line:
    """Her revenue, and the pyramids it buys with what they cost."""
    pyramids = seen.affordable(gold)
    return [
        *_sum(seen, gold, flood),
        Ink(f" {seen.glyphs.arrow} "),
        seen.count("pyramid", pyramids),
        Ink(f" ({seen.view.components.total_cost[pyramids]})"),
    ]


def _by_flood(seen: Seen, cells: int) -> Line:
    """Her revenue in each flood, and as far as there is room the pyramids it buys."""
    long = _floods(seen, pyramids=True)
    return long if width(long) <= cells else _floods(seen, pyramids=False)


def _floods(seen: Seen, *, pyramids: bool) -> Line:
    held = seen.gold_of(seen.seat) - seen.given
    inks: list[Ink] = []
    for flood in seen.view.components.floods:
        gold = seen.revenue(seen.seat, flood, held)
        inks += [
            Ink(f" {seen.glyphs.times}{flood.per_field}", "field"),
            Ink(f" {gold}", "strong"),
            seen.count("pyramid", seen.affordable(gold)) if pyramids else Ink(""),
            Ink(" "),
        ]
    return inks


# ---------------------------------------------------------------------- the track
def track(scene: Scene, cells: int, _height: int) -> list[list[Ink]]:
    """The revenue track with everybody's marker, and the offering table; only where there is room."""
    seen = Seen(scene)
    if not scene.large or seen.view.phase == Phase.OVER:
        return []
    flood = seen.view.flood or seen.view.components.floods[0]
    key = "amunre_card.board.track" if seen.view.flood else "amunre_card.board.track_if"
    title = Ink(seen.say(key, per_field=f"{seen.glyphs.times}{flood.per_field}"), "title")
    lines = [*_markers(seen, flood), *_scale(seen)]
    return boxed([title], lines, cells, seen.glyphs, foot=_offering_table(seen))


def _markers(seen: Seen, flood: Flood) -> list[Line]:
    """A letter above her revenue, in two lines whatever happens. Two with the same revenue stand on top of each other;
    of more, the first one stands below a sign, and who they are is told beside the track."""
    standing: dict[int, list[Ink]] = {}
    for seat in seen.view.turn_order:
        if not seen.has_constructed(seat):
            sitter = seen.scene.sitters[seat]
            space = min(TRACK, seen.revenue(seat, flood))
            standing.setdefault(space, []).append(Ink(sitter.letter, sitter.look))
    first = {space: letters[0] for space, letters in standing.items()}
    others = {space: letters[1] for space, letters in standing.items() if len(letters) == STACKED}
    crowds = {space: letters for space, letters in standing.items() if len(letters) > STACKED}
    named = [ink for space, letters in crowds.items() for ink in (Ink(f"  {space}: ", "dim"), *letters)]
    return [[*_spaced(others | dict.fromkeys(crowds, Ink("+", "strong"))), *named], _spaced(first)]


def _spaced(markers: Mapping[int, Ink]) -> Line:
    return [Ink(" "), *(markers.get(space, Ink(" ")) for space in range(TRACK + 1))]


def _scale(seen: Seen) -> list[Line]:
    """The spaces, and how many pyramids can be bought from where on."""
    numbers = "".join(f"{space:<{STEP}}" for space in range(0, TRACK, STEP)) + f"{TRACK}+"
    cost = seen.view.components.total_cost
    bought = [str(cost.index(space)) if space in cost[1:] else seen.glyphs.gone for space in range(TRACK + 1)]
    pyramids = [Ink(text[-1], "dim" if text == seen.glyphs.gone else "pyramid") for text in bought]
    return [[Ink(f" {numbers}", "dim")], [Ink(" "), *pyramids, Ink(f" {seen.glyphs.pyramid}", "pyramid")]]


def _offering_table(seen: Seen) -> Line:
    """The rows of the offering table, the flood token on one of them."""
    floods = seen.view.components.floods
    inks = [Ink(f"{seen.say('amunre_card.board.flood')} ", "dim")]
    for flood, total in zip(floods, totals(floods), strict=True):
        caravan = f" {seen.glyphs.caravan}{flood.per_caravan}" if flood.per_caravan else ""
        text = f"{total} {seen.glyphs.times}{flood.per_field}{caravan}"
        here = flood is seen.view.flood
        inks += [Ink(f"[{text}]", "strong field") if here else Ink(f" {text} ", "dim"), Ink(" ")]
    return inks[:-1]
