"""What all screens have in common: words, a line of keys, a way back, and help."""

from typing import TYPE_CHECKING, ClassVar, Generic, cast

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen, ScreenResultType

if TYPE_CHECKING:
    from amunre.tui.app import AmunreApp


class Room(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen. The description of a binding is the key of its words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "key.keys", id="keys"),
        Binding("escape", "back", "key.back", id="back"),
    ]

    @property
    def amunre(self) -> "AmunreApp":
        """The app, by its own name."""
        return cast("AmunreApp", self.app)

    def say(self, key: str, **values: object) -> str:
        """Words in the player's language."""
        return self.amunre.words.say(key, **values)

    def action_back(self) -> None:
        """Leave this screen."""
        self.dismiss(None)

    def action_keys(self) -> None:
        """Show all keys that work here."""
        from amunre.tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(self))

    def relabel(self) -> None:
        """The language has changed, or the signs."""
        self.refresh(recompose=True)


class Card(Room[ScreenResultType], ModalScreen[ScreenResultType], Generic[ScreenResultType]):
    """A small screen in front of another one, which shows through."""
