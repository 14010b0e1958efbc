"""All keys of a screen, and how they are changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static
from textual.widgets.option_list import Option

from amunre.tui.screens.room import Card
from amunre.tui.widgets.keys import Keys
from amunre.tui.widgets.menu import Menu

GROUPS = ("keys.here", "keys.more", "keys.everywhere")


@dataclass(frozen=True)
class Entry:
    """Keys that do the same."""

    id: str
    words: str
    """The key of what is said of them."""
    keys: tuple[str, ...]
    """Those that are built in."""
    group: str


def entries(screen: Screen[Any], known: set[str]) -> list[Entry]:
    """All keys of a screen that can be said something of, by group."""
    found: dict[str, Entry] = {}
    for binding in _bindings(screen):
        if binding.id is not None and binding.description in known:
            before = found[binding.id].keys if binding.id in found else ()
            found[binding.id] = Entry(
                binding.id, binding.description, tuple(dict.fromkeys((*before, binding.key))), _group(binding)
            )
    return sorted(found.values(), key=lambda entry: GROUPS.index(entry.group))


def _group(binding: Binding) -> str:
    if "." not in str(binding.id):
        return "keys.everywhere"
    return "keys.here" if binding.show else "keys.more"


def _bindings(screen: Screen[Any]) -> Iterator[Binding]:
    for node in (screen, *screen.walk_children(), screen.app):
        yield from (binding for _, binding in node._bindings)


class KeysScreen(Card[None]):
    """A list of keys. Enter changes one."""

    DEFAULT_CSS = """
    KeysScreen {
        #card { width: 64; }
        Menu { height: auto; max-height: 16; }
        #line { color: $warning; height: auto; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "back", "key.close", show=False, id="keys.close"),
        Binding("backspace,delete", "restore", "key.restore", id="keys.restore"),
    ]

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._of = screen

    def compose(self) -> ComposeResult:
        """The list, and a line for what went wrong."""
        with Vertical(id="card"):
            yield Menu()
            yield Static(id="line", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """List the keys."""
        self.relabel()

    def relabel(self) -> None:
        """List them again."""
        self.query_one("#card").border_title = self.say("keys.title")
        menu = self.query_one(Menu)
        at = menu.highlighted
        options: list[Option] = []
        for group, found in groupby(self._entries(), lambda entry: entry.group):
            options.append(Option(self.say(group), disabled=True))
            options += [Option(self._line(entry), id=entry.id) for entry in found]
        menu.set_options(options)
        menu.highlighted = 1 if at is None else at

    def _entries(self) -> list[Entry]:
        return entries(self._of, set(self.amunre.words.sentences))

    def _line(self, entry: Entry) -> str:
        shown = map(self._shown, self._keys(entry))
        return f"  {', '.join(shown):<18} {self.say(entry.words)}"

    def _keys(self, entry: Entry) -> tuple[str, ...]:
        own = self.amunre.settings.keys.get(entry.id)
        return entry.keys if own is None else tuple(own.split(","))

    # ------------------------------------------------------------------ changing
    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Wait for a key."""
        if not self.is_active:
            return
        chosen = str(message.option.id)
        self._tell("")
        self.app.push_screen(PressCard(self.say("keys.press")), lambda key: self._take(chosen, key) if key else None)

    def _take(self, chosen: str, key: str) -> None:
        used = next((entry for entry in self._entries() if key in self._keys(entry) and entry.id != chosen), None)
        if used is not None:
            self._tell(self.say("keys.used", pressed=self._shown(key), words=self.say(used.words)))
        elif any(key == binding.key and binding.id is None for binding in _bindings(self._of)):
            self._tell(self.say("keys.taken", pressed=self._shown(key)))
        else:
            self._change({**self.amunre.settings.keys, chosen: key})

    def action_restore(self) -> None:
        """The key that is built in."""
        option = self.query_one(Menu).highlighted_option
        if option is not None:
            self._tell("")
            self._change({name: key for name, key in self.amunre.settings.keys.items() if name != option.id})

    def _change(self, keys: dict[str, str]) -> None:
        self.amunre.change(keys=keys)
        self.relabel()

    def _shown(self, key: str) -> str:
        return self.app.get_key_display(Binding(key, ""))

    def _tell(self, line: str) -> None:
        self.query_one("#line", Static).update(line)


class PressCard(Card[str]):
    """Takes the next key, whatever it is; Escape takes none."""

    AUTO_FOCUS = ""

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """What to do."""
        with Vertical(id="card"):
            yield Static(self._question, markup=False)

    def on_key(self, event: events.Key) -> None:
        """That one."""
        event.stop()
        event.prevent_default()
        if self.is_active:
            self.dismiss(None if event.key == "escape" else event.key)
