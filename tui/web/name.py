"""The first screen of a visitor: what is her name?"""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from amunre.core import GAMES, BadInput
from amunre.tui.guests import name
from amunre.tui.inks import ASCII
from amunre.tui.screens.room import Room
from amunre.tui.screens.title import PLAIN_PYRAMIDS, PLAIN_RIVER, PYRAMIDS, RIVER
from amunre.tui.web.app import VisitorApp, complain
from amunre.tui.widgets.keys import Keys


class NameField(Input):
    """Takes all that was typed before Enter and nothing more, however fast: half a name may be somebody else's."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "key.confirm", id="name.confirm")]

    async def on_key(self, event: events.Key) -> None:
        """Enter takes effect here and now: as a binding it would wait while more is typed."""
        if event.key == "enter":
            event.stop()
            await self.action_submit()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """A question mark is in no name: it helps."""
        return key != "question_mark" and super().check_consume_key(key, character)


class NameScreen(Room[None]):
    """The picture of the title, and a field."""

    DEFAULT_CSS = """
    NameScreen {
        align: center middle;
        & > Vertical { width: 60; max-width: 100%; height: auto; }
        #pyramids { color: $ink-pyramid; }
        #river { color: $ink-ankh; }
        #name { width: 100%; text-align: center; text-style: bold; color: $primary; margin: 1 0; }
        Input { background: $surface; margin: 1 0; &:focus { background: $panel; } }
        #hint { color: $ink-dim; }
        #error { color: $error; margin: 1 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "key.keys", id="keys", priority=True),
    ]

    def compose(self) -> ComposeResult:
        """The question below the pyramids."""
        with Vertical():
            yield Static(id="pyramids", markup=False)
            yield Static(id="river", markup=False)
            yield Static(self.say(f"{next(iter(GAMES))}.title"), id="name", markup=False)
            yield Static(self.say("web.question"), id="question", markup=False)
            yield NameField(compact=True)
            yield Static(self.say("web.hint"), id="hint", markup=False)
            yield Static(id="error", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Draw the picture with the signs there are."""
        plain = self.amunre.glyphs is ASCII
        self.query_one("#pyramids", Static).update(PLAIN_PYRAMIDS if plain else PYRAMIDS)
        self.query_one("#river", Static).update(PLAIN_RIVER if plain else RIVER)

    def on_descendant_blur(self) -> None:
        """There is nothing else to type into, wherever she has clicked."""
        if self.is_current:
            self.query_one(NameField).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """There is no way further back."""
        return action != "back"

    def on_input_submitted(self, message: NameField.Submitted) -> None:
        """Open her games, if that can be a name."""
        typed = message.value.strip().lower()
        try:
            name(typed)
        except BadInput:
            self._refuse(self.say("web.no_name"))
            return
        assert isinstance(self.app, VisitorApp)
        try:
            self.app.move_in(typed)
        except (BadInput, OSError) as error:
            # What is wrong with the files is told to whoever they belong to.
            complain(str(error))
            self._refuse(self.say("web.no_room"))

    def _refuse(self, why: str) -> None:
        self.query_one("#error", Static).update(why)
