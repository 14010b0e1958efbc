"""The rules of a game, to be looked up."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from amunre.tui.inks import signed
from amunre.tui.rulebook import Hit, Rulebook, Section, load
from amunre.tui.screens.room import Room
from amunre.tui.widgets.field import Field
from amunre.tui.widgets.keys import Keys

if TYPE_CHECKING:
    from textual.widgets import Markdown

STEPS = {
    "up": "cursor_up",
    "down": "cursor_down",
    "page_up": "page_up",
    "page_down": "page_down",
    "home": "first",
    "end": "last",
}
"""Ways to go in a text, and the same in a list."""


class RulesScreen(Room[None]):
    """Sections on the left, the text of one on the right; a search puts what it finds in the place of the text."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "key.choose", id="rules.choose"),
        Binding("slash", "search", "rules.search", id="rules.search"),
        Binding("right,l", "turn(1)", "key.next", id="rules.next"),
        Binding("left,h", "turn(-1)", "key.previous", id="rules.previous"),
        Binding("down,j", "go('down')", "key.down", id="rules.down"),
        Binding("up,k", "go('up')", "key.up", id="rules.up"),
        Binding("pagedown,space", "go('page_down')", "key.page_down", show=False, id="rules.page_down"),
        Binding("pageup", "go('page_up')", "key.page_up", show=False, id="rules.page_up"),
        Binding("home", "go('home')", "key.first", show=False, id="rules.home"),
        Binding("end", "go('end')", "key.last", show=False, id="rules.end"),
    ]
    DEFAULT_CSS = """
    RulesScreen {
        #rules-title { color: $primary; text-style: bold; padding: 0 1; }
        #rules-sections { width: auto; max-width: 40%; height: 1fr; border: none; background: $surface; }
        #rules-hits { height: 1fr; border: none; background: $background; }
        #rules-page { height: 1fr; }
        #rules-field { padding: 0 1; }
        #rules-field, #rules-hits { display: none; }
        Markdown { padding: 0 1; }
        MarkdownHeader { margin: 0 0 1 0; }
        MarkdownTableContent { grid-gutter: 0 1; keyline: none; }
        .-found { background: $panel; }
    }
    """

    def __init__(self, game: str, section: str = "intro") -> None:
        super().__init__()
        self.game = game
        self.section = section
        self._hits: list[Hit] = []

    @property
    def _index(self) -> int:
        return [section.id for section in self.rulebook.sections].index(self.section)

    @property
    def rulebook(self) -> Rulebook:
        """The rules in the player's language."""
        return load(self.game, self.amunre.language)

    def compose(self) -> ComposeResult:
        """Lay it out, with the section open."""
        # Slow to import, and seldom asked for.
        from textual.widgets import Markdown

        yield Static(self.say("rules.title", game=self.say(f"{self.game}.title")), id="rules-title")
        with Horizontal():
            yield _list([section.title for section in self.rulebook.sections], self._index, "rules-sections")
            with Vertical():
                yield Field(placeholder=self.say("rules.placeholder"), compact=True, id="rules-field")
                yield _list([], None, "rules-hits")
                with VerticalScroll(id="rules-page", can_focus=False):
                    page = Markdown(self._signed(self.rulebook.section(self.section).text), open_links=False)
                    page.BULLETS = [self.amunre.glyphs.bullet]
                    yield page
        yield Keys()

    def _signed(self, text: str) -> str:
        return signed(text, self.amunre.glyphs)

    # ------------------------------------------------------------------ parts
    @property
    def _page(self) -> VerticalScroll:
        return self.query_one("#rules-page", VerticalScroll)

    @property
    def _text(self) -> "Markdown":
        from textual.widgets import Markdown

        return self.query_one(Markdown)

    @property
    def _field(self) -> Field:
        return self.query_one(Field)

    @property
    def _sections(self) -> OptionList:
        return self.query_one("#rules-sections", OptionList)

    @property
    def _found(self) -> OptionList:
        return self.query_one("#rules-hits", OptionList)

    # ------------------------------------------------------------------ reading
    async def _open(self, section: Section, line: int = 0) -> None:
        """Show a section, from a line of its text on."""
        self.section = section.id
        self._sections.highlighted = self._index
        self._leave_search()
        await self._text.update(self._signed(section.text))
        if line:
            self.call_after_refresh(self._point_at, line)
        else:
            self._page.scroll_home(animate=False)

    def _point_at(self, line: int) -> None:
        from textual.widgets.markdown import MarkdownBlock

        blocks = [block for block in self._text.query(MarkdownBlock) if line in range(*block.source_range)]
        if blocks:
            blocks[-1].add_class("-found")
            self._page.scroll_to_widget(blocks[-1], top=True, animate=False)

    async def action_turn(self, by: int) -> None:
        """Go to the next section, or the one before."""
        sections, there = self.rulebook.sections, self._index + by
        if there in range(len(sections)):
            await self._open(sections[there])

    def action_go(self, way: str) -> None:
        """Go on in the text, or in what was found."""
        if self.searching and self._found.scrollable_content_region:
            getattr(self._found, f"action_{STEPS[way]}")()
        elif not self.searching:
            getattr(self._page, f"scroll_{way}")(animate=False)

    @on(OptionList.OptionSelected, "#rules-sections")
    async def _choose_section(self, event: OptionList.OptionSelected) -> None:
        await self._open(self.rulebook.sections[event.option_index])

    # ------------------------------------------------------------------ searching
    @property
    def searching(self) -> bool:
        """Whether what was found stands in the place of the text."""
        return self._field.display

    def _leave_search(self) -> None:
        self._field.display = self._found.display = False
        self._page.display = True
        self.set_focus(None)
        self.refresh_bindings()

    def action_search(self) -> None:
        """Look for words."""
        self._field.display = self._found.display = True
        self._page.display = False
        self._field.focus()
        self.refresh_bindings()

    def action_back(self) -> None:
        """Leave the search, or the rules."""
        if self.searching:
            self._leave_search()
        else:
            super().action_back()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        self._hits = self.rulebook.search(event.value)
        self._found.clear_options()
        for hit in self._hits:
            self._found.add_option(Content.assemble((hit.section.title, "bold"), f"\n{self._signed(hit.snippet)}"))
        if self._hits:
            self._found.highlighted = 0
        elif event.value:
            self._found.add_option(Option(self.say("rules.nothing"), disabled=True))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """While words are typed, only what was found can be gone through and chosen."""
        match action:
            case "choose":
                return self.searching and bool(self._hits)
            case "go":
                return not self.searching or bool(self._hits)
            case "search" | "turn":
                return not self.searching
            case _:
                return True

    async def action_choose(self) -> None:
        """Open what is highlighted of what was found."""
        if self._found.highlighted is not None:
            await self._choose(self._found.highlighted)

    @on(OptionList.OptionSelected, "#rules-hits")
    async def _choose_hit(self, event: OptionList.OptionSelected) -> None:
        await self._choose(event.option_index)

    async def _choose(self, index: int) -> None:
        hit = self._hits[index]
        await self._open(hit.section, hit.line)


def _list(texts: list[str], highlighted: int | None, id: str) -> OptionList:  # noqa: A002
    """A list that the keys of the screen move in."""
    options = OptionList(*texts, id=id)
    options.can_focus = False
    options.highlighted = highlighted
    return options
