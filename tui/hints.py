"""A hint: what the adviser would do, and the figures that speak for it."""

from collections.abc import Iterator
from textwrap import wrap

from amunre.ai.bot import Candidate, Thought
from amunre.tui.boards import Page, Scene
from amunre.tui.inks import Ink, Line

TOLD = 3
"""Candidates that are shown."""
WIDEST = 74
"""Cells of a line: as many as a card has on a small screen."""


def page(scene: Scene, thought: Thought) -> Page:
    """The best candidates, each with its share of the victory, its points, and the likely answer."""
    lines: list[Line] = []
    for rank, candidate in enumerate(thought.candidates[:TOLD], 1):
        lines += [*_told(scene, rank, candidate), [Ink("")]]
    words = scene.words
    lines.append([Ink(words.say("hint.thought", iterations=thought.iterations), "dim")])
    return Page(words.say("hint.title"), lines)


def brief(scene: Scene, thought: Thought) -> Page:
    """The best candidates, a line for each."""
    lines: list[Line] = []
    for rank, candidate in enumerate(thought.candidates[:TOLD], 1):
        action, figures, *_ = _told(scene, rank, candidate)
        lines.append([*action, *figures])
    return Page(scene.words.say("hint.title"), lines)


def _told(scene: Scene, rank: int, candidate: Candidate) -> Iterator[Line]:
    words, game = scene.words, scene.state.game
    names = [sitter.name for sitter in scene.sitters]
    yield [Ink(f"{rank}. ", "dim"), Ink(words.tell(game.sentence(scene.state, candidate.action), names), "strong")]
    figures = words.say("hint.figures", win=candidate.win, points=candidate.points)
    mixed = "" if candidate.share in (0, 1) else words.say("hint.mixed", share=candidate.share)
    yield [Ink(f"   {figures}{mixed}", "good" if rank == 1 else "")]
    if answer := _answer(scene, candidate):
        told = words.say("hint.answer", answer=answer)
        yield from ([Ink(line, "dim")] for line in wrap(told, WIDEST, initial_indent="   ", subsequent_indent="   "))


def _answer(scene: Scene, candidate: Candidate) -> str:
    """What the next player would most likely do."""
    if not candidate.replies:
        return ""
    world = scene.state.imagine(0)
    world.apply(candidate.action)
    player, action = candidate.replies[0]
    if world.to_move != player or action not in world.legal_actions():
        return ""
    return scene.words.tell(scene.state.game.sentence(world, action), [sitter.name for sitter in scene.sitters])
