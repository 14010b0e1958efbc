"""Construction: a line for each possible purchase, with all that comes of it."""

from collections.abc import Iterator

from amunre.core import State
from amunre.core.amunre_card.components import ALL_GOLD
from amunre.core.amunre_card.view import ExtendedProvince, View
from amunre.core.story import Step, Story
from amunre.tui.boards.amunre_card.frames import aimed, window
from amunre.tui.boards.amunre_card.seen import Seen, fewest
from amunre.tui.boards.amunre_card.sheet import LOSSES
from amunre.tui.inks import Ink, Line, boxed, fitted, width

MOST = 9
"""Lines that are shown at a time: on 24 lines at least one is left for the log."""
POINTS = 50
"""Cells before the points."""
REASONS = {"fewest": "pyramid", "bonus": "field", "pharaoh_point": "ankh", "fewest_ankhs": "ankh"}
"""Steps that say what points are for, and what they count."""


def construction(seen: Seen, cells: int, lines: int) -> list[list[Ink]]:
    """The purchases; if there are more than have room, those around the chosen one. Above them, why there are no
    smaller ones."""
    purchases = seen.world().legal_actions()
    at = purchases.index(seen.purchase.pyramids) if seen.purchase else len(purchases) - 1
    rows = [_purchase(seen, pyramids) for pyramids in purchases]
    why = [[Ink(f" {seen.say('amunre_card.board.too_much', most=ALL_GOLD)}", "dim")]] if purchases[0] else []
    room = max(lines, min(len(why) + len(rows), MOST)) - len(why)
    return boxed(_title(seen), [*why, *window(rows, at, room)], cells, seen.glyphs)


def _title(seen: Seen) -> Line:
    """Who builds with what, and above pyramids to be placed and points what they are."""
    name = seen.scene.sitters[seen.view.mover].name
    key = "amunre_card.board.you_build" if seen.purchase else "amunre_card.board.builds"
    title = [Ink(f"{seen.say(key, name=name, gold=seen.view.gold)} ", "title")]
    rest = [Ink(f" {seen.say('amunre_card.board.to_place')} ", "dim"), Ink(f"{seen.glyphs.horizontal} ", "frame")]
    rule = Ink(seen.glyphs.horizontal * (POINTS - 3 - width(title) - width(rest)), "frame")
    return [*title, rule, *rest, Ink(seen.say("amunre_card.board.points_now"), "dim")]


def _purchase(seen: Seen, pyramids: int) -> list[Ink]:
    here = seen.purchase is not None and seen.purchase.pyramids == pyramids
    cost = seen.view.components.total_cost[pyramids]
    world = seen.world()
    story = world.apply(pyramids)
    after: View = world.view()
    provinces = after.players[seen.view.mover].provinces
    before = seen.view.players[seen.view.mover].provinces
    low = fewest(provinces)
    price = seen.say("amunre_card.board.cost", cost=f"{cost:>3}", left=f"{seen.view.gold - cost:>3}")
    inks = [
        Ink(seen.glyphs.cursor if here else " ", "cursor" if here else ""),
        *fitted([seen.count("pyramid", pyramids)], 5),
        Ink(price, "chosen" if here else ""),
        Ink("  "),
        *(ink for old, new in zip(before, provinces, strict=True) for ink in _province(seen, old, new, low)),
        Ink(f"+{after.rest}" if after.rest else "", "good"),
    ]
    return aimed([*fitted(inks, POINTS), *_points(seen, world, story, here=here)], f"build {pyramids}")


def _province(seen: Seen, old: ExtendedProvince, new: ExtendedProvince, low: int) -> list[Ink]:
    """A province after the purchase, where there are fewest marked."""
    mark = Ink(seen.glyphs.lowest if new.pyramids == low else " ", "strong")
    grown = "pyramid strong" if new.pyramids > old.pyramids else "pyramid"
    return fitted([mark, seen.count("pyramid", new.pyramids)._replace(look=grown)], 6)


# ---------------------------------------------------------------------- points
def _points(seen: Seen, world: State, story: Story, *, here: bool) -> Line:
    """What the purchase scores in this kingdom, and what for."""
    told = list(_scored(world, story, seen.view.mover))
    total = next(step.a for step in told if step.kind == "points")
    inks = [Ink(f"{seen.say('amunre_card.board.points_in_all', points=total):>9}", "strong" if here else ""), Ink(" ")]
    for step in told:
        if step.kind in REASONS and step.a:
            look = REASONS[step.kind]
            points = -step.a if step.kind in LOSSES else step.a
            inks.append(Ink(f" {points:+d}{seen.things[look]}", look))
    return inks


def _scored(world: State, story: Story, seat: int) -> Iterator[Step]:
    """What a player scores when this kingdom ends, whatever is chosen until then: she has bought all she can."""
    while not any(step.kind == "points" for step in story):
        story = world.apply(world.legal_actions()[0])
    return (step for step in story if step.player == seat)
