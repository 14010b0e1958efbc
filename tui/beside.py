"""What stands below the table where there is room: a hint, what a beginner is told, or what the cursor is on."""

from textwrap import wrap

from amunre.tui.boards import Page, Scene, board
from amunre.tui.hints import brief, page
from amunre.tui.inks import Ink, Line


def beside(scene: Scene, width: int, height: int) -> list[Line]:
    """As much as fits, and always so many lines."""
    told = _told(scene, width, height) if scene.large else None
    if told is None:
        return [[]] * height
    lines = [[Ink(told.title, "title")], *told.lines]
    above: list[Line] = [[]] if len(lines) < height else []
    return [*above, *lines, *[[]] * height][:height]


def _told(scene: Scene, width: int, height: int) -> Page | None:
    if scene.hint is not None:
        return _fitting(page(scene, scene.hint), height) or brief(scene, scene.hint)
    if scene.guide and scene.choice is not None:
        return _lesson(scene, width)
    table = board(scene.state.game.name)
    here = _fitting(table.pages(scene)[table.at_cursor(scene)], height)
    return here or (None if scene.choice is None else _lesson(scene, width))


def _fitting(whole: Page, height: int) -> Page | None:
    """A page, without its empty lines if it fits only then; None if it does not fit."""
    short = Page(whole.title, [line for line in whole.lines if any(ink.text for ink in line)])
    return next((each for each in (whole, short) if len(each.lines) < height), None)


def _lesson(scene: Scene, width: int) -> Page:
    words = scene.words
    text = words.say(board(scene.state.game.name).lesson(scene.state))
    lines: list[Line] = [[Ink(line, "dim")] for line in wrap(text, width)]
    return Page(words.say("table.guide"), lines)
