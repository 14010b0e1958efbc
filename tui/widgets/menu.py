"""A list to choose from."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Menu(OptionList, inherit_bindings=False):
    """Plain lines with a cursor; a long one scrolls."""

    DEFAULT_CSS = """
    Menu { scrollbar-size-vertical: 1; }
    Menu, Menu:focus { border: none; padding: 0; background: transparent; background-tint: transparent; }
    Menu > .option-list--option { padding: 0 1; }
    Menu > .option-list--option-disabled { color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "key.up", show=False, id="menu.up"),
        Binding("down,j", "cursor_down", "key.down", show=False, id="menu.down"),
        Binding("home", "first", "key.first", show=False, id="menu.first"),
        Binding("end", "last", "key.last", show=False, id="menu.last"),
        Binding("pageup", "page_up", "key.page_up", show=False, id="menu.page_up"),
        Binding("pagedown", "page_down", "key.page_down", show=False, id="menu.page_down"),
        Binding("enter", "select", "key.choose", id="menu.choose"),
    ]

    def __init__(self, id: str = "menu") -> None:  # noqa: A002
        super().__init__(id=id, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """In a terminal without room for the list there are no pages."""
        return not action.startswith("page") or bool(self.scrollable_content_region)
