"""The score sheet of a kingdom: a column for each player, a line for each reason."""

from collections.abc import Iterable, Mapping

from amunre.core.story import Step, Story
from amunre.tui.boards import Page, Scene
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import Ink, Line, fitted, width

REASON = 18
"""Cells of the first column."""
WIDEST = 15
"""Cells of a player's column, if there are few."""
ROOM = 56
"""Cells of all their columns."""
REASONS = {
    "fewest": "amunre_card.board.by_fewest",
    "bonus": "amunre_card.board.by_fields",
    "pharaoh_point": "amunre_card.board.by_pharaoh",
    "fewest_ankhs": "amunre_card.board.by_ankhs",
}
"""Kinds of steps that say what points are for."""
LOSSES = ("fewest_ankhs",)
"""Reasons that cost points."""


def sheet(scene: Scene, story: Story) -> Page | None:
    """How points came about, if they did in this story."""
    told = {(step.kind, step.player): step for step in story}
    if ("points", 0) not in told:
        return None
    seen, seats = Seen(scene), range(len(scene.sitters))
    column = min(WIDEST, ROOM // len(seats))
    kingdom = next(step.a for step in story if step.kind == "scoring")
    by_reason = {kind: [_points(told, kind, seat) for seat in seats] for kind in REASONS}
    points = [told["points", seat].a for seat in seats]
    floor = [points[seat] - sum(gains[seat] for gains in by_reason.values()) for seat in seats]
    fields = seen.view.components.fields_for_bonus
    lines = [
        _names(seen, column),
        *(_line(seen.say(key, fields=fields), map(_signed, by_reason[kind]), column) for kind, key in REASONS.items()),
        *([_line(seen.say("amunre_card.board.not_below_0"), map(_signed, floor), column)] if any(floor) else []),
        [Ink(seen.glyphs.horizontal * (REASON + column * len(seats)), "frame")],
        _line(seen.say("amunre_card.board.this_kingdom"), map(str, points), column, "strong"),
        _line(seen.say("amunre_card.board.so_far"), (str(told["points", seat].b) for seat in seats), column, "strong"),
        *_end(seen, story),
    ]
    return Page(seen.say("amunre_card.board.sheet", number=kingdom), lines)


def _points(told: Mapping[tuple[str, int], Step], kind: str, seat: int) -> int:
    step = told.get((kind, seat))
    return 0 if step is None else -step.a if kind in LOSSES else step.a


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "-"


def _names(seen: Seen, column: int) -> Line:
    inks = [Ink(" " * REASON)]
    for seat in range(len(seen.scene.sitters)):
        name = seen.name(seat, column - 1)
        inks += [Ink(" " * (column - width([name]))), name]
    return inks


def _line(reason: str, numbers: Iterable[str], column: int, look: str = "") -> Line:
    return [*fitted([Ink(reason, look)], REASON), *(Ink(f"{number:>{column}}", look) for number in numbers)]


def _end(seen: Seen, story: Story) -> list[Line]:
    """Who has won, once it is known."""
    game, names = seen.scene.state.game, [sitter.name for sitter in seen.scene.sitters]
    found = [game.step_sentence(step) for step in story if step.kind == "winner"]
    told = [seen.scene.words.tell(sentence, names) for sentence in found if sentence]
    return [line for text in told for line in ([], [Ink(text, "good")])]
