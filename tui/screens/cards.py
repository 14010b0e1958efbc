"""Small screens in front of the table: a page to read, a question to answer, a cover for what is secret."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingsMap, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from amunre.tui.boards import Page, Scene
from amunre.tui.inks import width
from amunre.tui.screens.room import Card
from amunre.tui.widgets.keys import Keys
from amunre.tui.widgets.panel import Panel

AROUND = 8
"""Cells of a card beside what it shows: frame, blanks and a scrollbar."""


class PageCard(Card[None]):
    """Pages to look at, one at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "back", "key.close", id="page.close"),
        Binding("left,h", "turn(-1)", "key.previous", id="page.previous"),
        Binding("right,l", "turn(1)", "key.next", id="page.next"),
        Binding("up,k", "scroll(-1)", "key.up", id="page.up"),
        Binding("down,j", "scroll(1)", "key.down", id="page.down"),
    ]

    def __init__(self, scene: Scene, pages: Sequence[Page], first: int = 0) -> None:
        super().__init__()
        self._scene = scene
        self._pages = pages
        self._at = first

    def compose(self) -> ComposeResult:
        """The page in a frame."""
        with Vertical(id="card"), VerticalScroll(can_focus=False):
            yield Panel(lambda _scene, _width, _height: self._pages[self._at].lines, id="page")
        yield Keys()

    def on_mount(self) -> None:
        """Show the first page."""
        self._show()

    def on_resize(self) -> None:
        """There may be more room, or less."""
        self.call_after_refresh(self.refresh_bindings)

    def action_turn(self, step: int) -> None:
        """Another page."""
        self._at = (self._at + step) % len(self._pages)
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self._show()

    def action_scroll(self, step: int) -> None:
        """Further down the page, or up."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """One page cannot be turned, nor one that is seen whole be scrolled."""
        match action:
            case "turn":
                return len(self._pages) > 1
            case "scroll":
                return any(scroll.max_scroll_y for scroll in self.query(VerticalScroll))
            case _:
                return True

    def _show(self) -> None:
        page = self._pages[self._at]
        card = self.query_one("#card")
        card.border_title = page.title
        card.styles.width = max([len(page.title) + 4, *(width(line) for line in page.lines)]) + AROUND
        self.query_one("#page", Panel).show(self._scene)
        self.call_after_refresh(self.refresh_bindings)


class TextCard(Card[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "back", "key.close", id="text.close")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """The text in a frame."""
        with Vertical(id="card") as card:
            card.border_title = self._title
            yield Static(self._text, markup=False)
        yield Keys()


class GuideCard(TextCard):
    """Explains a phase as it comes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "key.rules", id="guide.rules"),
        Binding("g", "enough", "key.no_guide", id="guide.enough"),
    ]

    def __init__(self, title: str, text: str, game: str, chapter: str) -> None:
        super().__init__(title, text)
        self._game = game
        self._chapter = chapter

    def action_enough(self) -> None:
        """No more explanations."""
        self.amunre.change(guide=False)
        self.dismiss(None)

    def action_rules(self) -> None:
        """The whole chapter."""
        from amunre.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self._game, self._chapter))


class QuestionCard(Card[bool]):
    """Asks for a yes or a no; no unless she says yes, with the letter of her language or the one known everywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,enter", "answer(False)", "key.no", id="question.no"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        letters = ",".join(dict.fromkeys((self.say("question.yes"), "y")))
        yes = Binding(letters, "answer(True)", "key.yes", id="question.yes")
        self._bindings = BindingsMap.merge([BindingsMap([yes]), self._bindings])

    def compose(self) -> ComposeResult:
        """The question in a frame."""
        with Vertical(id="card"):
            yield Static(self._text, markup=False)
        yield Keys()

    def action_answer(self, yes: bool) -> None:
        """That is it."""
        self.dismiss(yes)

    def action_back(self) -> None:
        """No."""
        self.dismiss(False)


class CoverScreen(Card[None]):
    """Hides the table until the right person sits in front of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "uncover", "key.uncover", id="cover.uncover"),
        Binding("q,escape", "leave", "key.leave", id="cover.leave"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._who = name

    def compose(self) -> ComposeResult:
        """Who is to come."""
        with Vertical(id="card"):
            yield Static(self.say("table.cover", name=self._who), markup=False)
        yield Keys()

    def action_uncover(self) -> None:
        """She is there."""
        self.dismiss(None)

    async def action_leave(self) -> None:
        """Out of the game, for there is no way around the cover: the table below leaves, and takes it along."""
        await self.app.run_action("leave", self.app.screen_stack[-2])
