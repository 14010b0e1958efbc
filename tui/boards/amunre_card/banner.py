"""The line above the table, and the chapter of the rules that belongs to it."""

from amunre.core import CHANCE, NOBODY, State
from amunre.core.amunre_card.view import Phase, View
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.seen import ROMAN, Seen
from amunre.tui.inks import Ink, Line, fitted
from amunre.tui.inks import width as cells

CHAPTERS = {
    Phase.PHARAOH: "setup",
    Phase.DISPLAY: "setup",
    Phase.ROW: "auction",
    Phase.AUCTION: "auction",
    Phase.EXTEND: "auction",
    Phase.OFFERING: "offerings",
    Phase.FAVOR: "offerings",
    Phase.CONSTRUCTION: "construction",
    Phase.PLACEMENT: "construction",
    Phase.PREPARATION: "preparation",
    Phase.OVER: "scoring",
}

LESSONS = {
    Phase.DISPLAY: "amunre_card.guide.setup",
    Phase.AUCTION: "amunre_card.guide.auction",
    Phase.EXTEND: "amunre_card.guide.extend",
    Phase.OFFERING: "amunre_card.guide.offerings",
    Phase.FAVOR: "amunre_card.guide.favor",
    Phase.CONSTRUCTION: "amunre_card.guide.construction",
    Phase.PLACEMENT: "amunre_card.guide.placement",
    Phase.PREPARATION: "amunre_card.guide.preparation",
    Phase.OVER: "amunre_card.guide.scoring",
}
SCORED = LESSONS[Phase.OVER]

STAGES = {
    "amunre_card.board.stage_auction": ("auction",),
    "amunre_card.board.stage_offering": ("offerings",),
    "amunre_card.board.stage_revenue": ("construction", "preparation"),
    "amunre_card.board.stage_points": ("scoring",),
}
"""What a kingdom consists of, each with its chapters."""

ASKED = {
    Phase.DISPLAY: "amunre_card.board.asked_display",
    Phase.AUCTION: "amunre_card.board.asked_bid",
    Phase.EXTEND: "amunre_card.board.asked_extend",
    Phase.OFFERING: "amunre_card.board.asked_offer",
    Phase.FAVOR: "amunre_card.board.asked_place",
    Phase.CONSTRUCTION: "amunre_card.board.asked_build",
    Phase.PLACEMENT: "amunre_card.board.asked_place",
    Phase.PREPARATION: "amunre_card.board.asked_display",
}


def chapter(state: State) -> str:
    """The part of the rules, by its id, that says what can be done now."""
    view: View = state.view()
    return CHAPTERS[view.phase]


def lesson(state: State) -> str:
    """The words that explain to a beginner what she can choose now."""
    view: View = state.view()
    return LESSONS[view.phase]


def banner(scene: Scene, width: int) -> Line:
    """Where the game stands, and what is asked of whom: one line."""
    seen = Seen(scene)
    left = _left(seen)
    long, short = _right(seen, letters=False), _right(seen, letters=True)
    right = long if cells(left) + cells(long) < width else short
    return [*fitted(left, max(0, width - cells(right))), *right]


def _left(seen: Seen) -> Line:
    view = seen.view
    between = Ink(f" {seen.glyphs.horizontal} ", "dim")
    inks = [Ink(f" {seen.say('amunre_card.board.kingdom', number=view.kingdom)}", "title"), between]
    for key, chapters in STAGES.items():
        here = CHAPTERS[view.phase] in chapters
        number = f" {view.auction}/{len(ROMAN)}" if here and "auction" in chapters else ""
        inks += [Ink(seen.say(key) + number, "strong" if here else "dim"), between]
    return inks[:-1]


def _right(seen: Seen, *, letters: bool) -> Line:
    flood, inks = seen.view.flood, [Ink("  ")]
    if flood:
        text = f"{seen.say('amunre_card.board.flood')} {seen.glyphs.times}{flood.per_field}"
        inks += [Ink(text, "field"), Ink("  ")]
    return [*inks, *_asked(seen, letters=letters), Ink(" ")]


def _asked(seen: Seen, *, letters: bool) -> list[Ink]:
    view = seen.view
    if view.mover == NOBODY:
        return [Ink(seen.say("amunre_card.board.over"), "strong")]
    if view.mover == CHANCE:
        return []
    what = seen.say(ASKED[view.phase])
    mine = view.mover == seen.scene.viewer
    if mine and not seen.scene.shared:
        return [Ink(f"{seen.say('amunre_card.board.you')}: {what}", "strong")]
    if view.phase == Phase.OFFERING and not mine and seen.scene.viewer != NOBODY:
        return [Ink(f"{seen.say('amunre_card.board.others')}: {what}")]
    sitter = seen.scene.sitters[view.mover]
    return [Ink(sitter.letter if letters else sitter.name, sitter.look), Ink(f": {what}")]
