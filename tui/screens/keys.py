"""All keys of a screen, and how they are changed."""

from collections import Counter
from collections.abc import Iterable, Iterator
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
from amunre.tui.widgets.keys import Keys, called, rank
from amunre.tui.widgets.menu import Menu
from amunre.tui.words import Words

GROUPS = ("keys.here", "keys.more", "keys.later", "keys.everywhere")


@dataclass(frozen=True)
class Entry:
    """Keys that do the same."""

    id: str
    words: str
    """What they do."""
    keys: tuple[str, ...]
    """Those that are built in."""
    group: str


def entries(screen: Screen[Any], words: Words) -> list[Entry]:
    """All keys of a screen that can be said something of: first those that work now, and that nothing is like."""
    found: dict[str, list[Binding]] = {}
    for binding in sorted(_bindings(screen), key=rank):
        if binding.id is not None and binding.description in words.sentences:
            found.setdefault(binding.id, []).append(binding)
    firsts = [bindings[0] for bindings in found.values()]
    ways = Counter(binding.description for binding in firsts)
    every = [
        Entry(name, said, tuple(dict.fromkeys(binding.key for binding in bindings)), group)
        for (name, bindings), said, group in zip(
            found.items(), called(firsts, words), _groups(screen, firsts), strict=True
        )
    ]
    likes = (ways[binding.description] for binding in firsts)
    ranked = sorted(zip(every, likes, strict=True), key=lambda pair: (GROUPS.index(pair[0].group), pair[1]))
    return [entry for entry, _ in ranked]


def _groups(screen: Screen[Any], bindings: Iterable[Binding]) -> Iterator[str]:
    """Where each belongs. What is shown stands for others that do the same, which are beside it."""
    working = [active.binding for active in screen.active_bindings.values() if active.enabled]
    now = {binding.id for binding in working}
    shown = {binding.description for binding in working if binding.show}
    for binding in bindings:
        if "." not in str(binding.id):
            yield "keys.everywhere"
        elif binding.id not in now:
            yield "keys.later"
        else:
            yield "keys.here" if binding.description in shown else "keys.more"


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
        return entries(self._of, self.amunre.words)

    def _line(self, entry: Entry) -> str:
        shown = map(self._shown, self._keys(entry))
        return f"  {', '.join(shown):<18} {entry.words}"

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
        if any(key == binding.key and binding.id is None for binding in _bindings(self._of)):
            self._tell(self.say("keys.taken", pressed=self._shown(key)))
        elif self._free(chosen, [key]):
            self._change({**self.amunre.settings.keys, chosen: key})

    def action_restore(self) -> None:
        """The keys that are built in."""
        option = self.query_one(Menu).highlighted_option
        chosen = next((entry for entry in self._entries() if option is not None and entry.id == option.id), None)
        if chosen is not None and self._free(chosen.id, chosen.keys):
            self._change({name: key for name, key in self.amunre.settings.keys.items() if name != chosen.id})

    def _free(self, chosen: str, keys: Iterable[str]) -> bool:
        """Whether nothing else has one of these keys, unless it is built in for both; if not, say what has it."""
        every = {entry.id: entry for entry in self._entries()}
        for key in keys:
            for entry in every.values():
                shared = key in entry.keys and key in every[chosen].keys
                if entry.id != chosen and key in self._keys(entry) and not shared:
                    self._tell(self.say("keys.used", pressed=self._shown(key), words=entry.words))
                    return False
        self._tell("")
        return True

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
