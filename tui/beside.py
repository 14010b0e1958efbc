"""What stands below the table where there is room: a hint, what a beginner is told, or what the cursor is on."""

from textwrap import wrap

from amunre.tui.boards import Page, Scene, board
from amunre.tui.hints import brief, page
from amunre.tui.inks import Ink, Line
from amunre.tui.inks import width as cells


def beside(scene: Scene, width: int, height: int) -> list[Line]:
    """As much as fits, and always so many lines."""
    told = _told(scene, width, height) if scene.large else None
    if told is None:
        return [[]] * height
    lines = [[Ink(told.title, "title")], *told.lines]
    above: list[Line] = [[]] if len(lines) < height else []
    return [*above, *lines, *[[]] * height][:height]


def advises(scene: Scene, width: int, height: int) -> bool:
    """Whether the hint has room there, at least in brief."""
    return scene.large and _hint(scene, width, height) is not None


def explains(scene: Scene, width: int, height: int) -> bool:
    """Whether a beginner finds there what she can choose now."""
    return scene.large and _lesson(scene, width, height) is not None


def _told(scene: Scene, width: int, height: int) -> Page | None:
    return _hint(scene, width, height) or _lesson(scene, width, height) or _here(scene, width, height)


def _hint(scene: Scene, width: int, height: int) -> Page | None:
    if scene.hint is None:
        return None
    pages = (form(scene, scene.hint) for form in (page, brief))
    return next((found for each in pages if (found := _fitting(each, width, height))), None)


def _lesson(scene: Scene, width: int, height: int) -> Page | None:
    if not scene.guide or scene.choice is None:
        return None
    text = scene.words.say(board(scene.state.game.name).lesson(scene.state))
    lines: list[Line] = [[Ink(line, "dim")] for line in wrap(text, max(1, width))]
    return _fitting(Page(scene.words.say("table.guide"), lines), width, height)


def _here(scene: Scene, width: int, height: int) -> Page | None:
    table = board(scene.state.game.name)
    return _fitting(table.pages(scene)[table.at_cursor(scene)], width, height)


def _fitting(whole: Page, width: int, height: int) -> Page | None:
    """A page, without its empty lines if it fits only then; None if it does not fit."""
    if any(cells(line) > width for line in whole.lines):
        return None
    short = Page(whole.title, [line for line in whole.lines if any(ink.text for ink in line)])
    return next((each for each in (whole, short) if len(each.lines) < height), None)
