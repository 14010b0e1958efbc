"""The last line of a screen: the keys that work now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.actions import parse
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from amunre.tui import keynames
from amunre.tui.words import Words

if TYPE_CHECKING:
    from amunre.tui.app import AmunreApp


COMMON = ("keys", "back", "palette", "quit")
"""Ids of the bindings that every screen has."""
OF_A_GAME = "game."
"""How the ids of those begin that every screen with a game has."""


class Told(NamedTuple):
    """A key, what it does, and the action behind it."""

    key: str
    words: str
    action: str
    node: DOMNode
    """What has the key: the screen, what is focused on it, or the app."""

    async def perform(self) -> None:
        """Do what the key does."""
        await self.node.app.run_action(self.action, self.node)


def told(screen: Screen[object], hidden: bool = False) -> Iterator[Told]:
    """The keys of a screen that work now, those for the same action together: those shown, or all that can be done."""
    app = cast("AmunreApp", screen.app)
    shown: dict[tuple[DOMNode, str, str], list[ActiveBinding]] = {}
    for active in sorted(_as_declared(screen), key=lambda active: rank(active.binding)):
        if active.enabled and (hidden or active.binding.show) and active.binding.description in app.words.sentences:
            shown.setdefault((active.node, active.binding.description, active.binding.action), []).append(active)
    firsts = [bindings[0].binding for bindings in shown.values()]
    said = [app.words.say(binding.description) for binding in firsts]
    if hidden:  # Each speaks for itself, and for no others.
        firsts, said = [replace(binding, key_display=None) for binding in firsts], called(firsts, app.words)
    for (node, _, action), binding, words in zip(shown, firsts, said, strict=True):
        yield Told(app.get_key_display(binding), words, action, node)


def _as_declared(screen: Screen[object]) -> Iterator[ActiveBinding]:
    """What can be done, in the order of the bindings: those with keys of a player's own stay in their places."""
    for node, found in groupby(screen.active_bindings.values(), key=lambda active: active.node):
        places = {binding.id: place for place, (_, binding) in enumerate(node._bindings)}
        yield from sorted(found, key=lambda active: places.get(active.binding.id, 0))


def called(bindings: Sequence[Binding], words: Words) -> list[str]:
    """What each of them does. Of those that differ only in what they are given, each says it: `move: left`."""
    kinds = [(binding.description, _named(binding)) for binding in bindings]
    several = Counter(kinds)
    return [
        words.say("key.one", words=words.say(binding.description), which=_which(binding, words))
        if several[kind] > 1 and kind != (binding.description, binding.action)
        else words.say(binding.description)
        for binding, kind in zip(bindings, kinds, strict=True)
    ]


def _named(binding: Binding) -> str:
    """An action without what it is given."""
    return binding.action.partition("(")[0]


def _which(binding: Binding, words: Words) -> str:
    """The key that an action is given, or else its own."""
    _, _, parameters = parse(binding.action)
    return keynames.shown(next((each for each in parameters if isinstance(each, str)), binding.key), words, signs=False)


class Keys(Widget):
    """As many of them as fit, in the order of the bindings, and always the one for help. A click does the same."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key"}
    DEFAULT_CSS = """
    Keys { height: 1; dock: bottom; background: $panel; color: $foreground; }
    Keys > .keys--key { color: $primary; text-style: bold; }
    """

    def on_mount(self) -> None:
        """Follow what can be done."""
        self._told: list[Told] = []
        self.screen.bindings_updated_signal.subscribe(self, self._update)
        self._update(self.screen)

    def on_resize(self) -> None:
        """Find out what fits."""
        self._update(self.screen)

    def _update(self, screen: Screen[object]) -> None:
        if not self.is_attached or not self.size.width:
            return
        found = _fitting(told(screen), self.size.width)
        if found != self._told:
            self._told = found
            self.refresh()

    def render_line(self, y: int) -> Strip:  # noqa: ARG002
        """All in one line."""
        key = self.get_component_rich_style("keys--key")
        segments = [
            segment
            for each in self._told
            for segment in (Segment(f" {each.key}", key), Segment(f" {each.words} ", self.rich_style))
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        x = event.x
        for each in self._told:
            x -= _cells(each)
            if x < 0:
                await each.perform()
                return


def rank(binding: Binding) -> int:
    """What a screen has of its own comes first, then what all that show a game have, then what every screen has."""
    name = binding.id or ""
    return 2 if name in COMMON else 1 if name.startswith(OF_A_GAME) else 0


def _fitting(every: Iterable[Told], cells: int) -> list[Told]:
    """Those that there is room for: the last ones are left out, but never the one that shows all keys."""
    found = list(every)
    while sum(map(_cells, found)) > cells and len(found) > 1:
        del found[max(place for place, each in enumerate(found) if each.action != "keys")]
    return found


def _cells(each: Told) -> int:
    return cell_len(each.key) + cell_len(each.words) + 3
