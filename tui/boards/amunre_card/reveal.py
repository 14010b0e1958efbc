"""The offerings as they are revealed: all side by side, the greatest first, and what came of them."""

from collections.abc import Sequence
from textwrap import wrap

from amunre.core.story import Step, Story
from amunre.tui.boards import Page, Scene
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import Ink, Line, fitted

NAME, GOLD, FAVOR = 22, 9, 12
"""Cells of the columns."""


def revealed(scene: Scene, story: Story) -> Page | None:
    """Who offered what, if it became known in this story."""
    offered = [step for step in story if step.kind == "offered"]
    if not offered:
        return None
    seen = Seen(scene)
    ranked = sorted(offered, key=lambda step: -step.a)  # equal ones stay in turn order
    lines = [
        _head(seen),
        *(_line(seen, rank, step) for rank, step in enumerate(ranked)),
        [],
        *_flood(seen, story),
    ]
    return Page(seen.say("amunre_card.board.revealed", number=seen.view.kingdom), lines)


def _head(seen: Seen) -> Line:
    offered, kept = seen.say("amunre_card.board.offered"), seen.say("amunre_card.board.kept")
    return [Ink(f"{'':{NAME}}{offered:>{GOLD}}{kept:>{GOLD}}   {seen.say('amunre_card.board.favor')}", "dim")]


def _line(seen: Seen, rank: int, step: Step) -> Line:
    pyramids = seen.view.components.favor(len(seen.view.players), rank) if step.a else 0
    favor = seen.many("pyramid", pyramids) if pyramids else Ink(seen.say("amunre_card.board.no_favor"), "dim")
    gold = [Ink(f"{step.a:>{GOLD}}", "strong"), Ink(f"{step.b:>{GOLD}}")]
    return [*fitted([seen.name(step.player, NAME)], NAME), *gold, *fitted([Ink("   "), favor], FAVOR)]


def _flood(seen: Seen, story: Story) -> Sequence[Line]:
    """All of it together, and the flood that it brings."""
    game, names = seen.scene.state.game, [sitter.name for sitter in seen.scene.sitters]
    found = [game.step_sentence(step) for step in story if step.kind == "flood"]
    told = [seen.scene.words.tell(sentence, names) for sentence in found if sentence]
    return [[Ink(line, "field")] for text in told for line in wrap(text, NAME + 2 * GOLD + FAVOR)]
