"""The first screen: what there is to do."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from amunre.core import GAMES, BadInput
from amunre.tui.inks import ASCII
from amunre.tui.screens.lobby import Lobby, when
from amunre.tui.store import Kept
from amunre.tui.widgets.keys import Keys
from amunre.tui.widgets.menu import Menu

PYRAMIDS = """\
      ·                   ▟▙            ·          ·
                ·       ▟████▙
   ·       ▟▙         ▟████████▙         ▟▙              ·
         ▟████▙     ▟████████████▙     ▟████▙     ▟▙
  ▁▁▁▁▁▟████████▙▁▟████████████████▙▁▟████████▙▁▟████▙▁▁▁▁▁"""
RIVER = """\
 ≈≈≈≈  ≈≈≈≈≈≈≈ ≈≈≈≈≈  ≈≈≈≈≈≈≈≈≈ ≈≈≈≈≈≈  ≈≈≈≈≈ ≈≈≈≈≈≈  ≈≈≈≈
   ≈≈≈≈≈  ≈≈≈≈   ≈≈≈≈≈≈≈  ≈≈≈≈≈≈   ≈≈≈≈≈≈≈≈  ≈≈≈≈  ≈≈≈"""
PLAIN_PYRAMIDS = r"""
      .                   /\            .          .
                .       /    \
   .       /\         /        \         /\              .
         /    \     /            \     /    \     /\
  _____/________\_/________________\_/________\_/____\_____""".removeprefix("\n")
PLAIN_RIVER = RIVER.replace("≈", "~")

RESUME = ("resume", "title.continue")
CHOICES = (
    ("new", "title.new"),
    ("replays", "title.replays"),
    ("rules", "title.rules"),
    ("settings", "title.settings"),
    ("leave", "title.leave"),
)
"""Actions, and the words for them."""


class TitleScreen(Lobby):
    """Pyramids at the Nile, and a menu."""

    DEFAULT_CSS = """
    TitleScreen {
        align: center middle;
        & > Vertical { width: 60; max-width: 100%; height: auto; }
        #pyramids { color: $ink-pyramid; }
        #river { color: $ink-ankh; }
        #name { width: 100%; text-align: center; text-style: bold; color: $primary; margin: 1 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "resume", "title.continue", id="title.continue"),
        Binding("n", "new", "title.new", id="title.new"),
        Binding("p", "replays", "title.replays", id="title.replays"),
        Binding("r", "rules", "title.rules", id="title.rules"),
        Binding("s", "settings", "title.settings", id="title.settings"),
        Binding("q", "leave", "title.leave", id="title.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._game = next(iter(GAMES))
        self._kept: Kept | None = None

    def compose(self) -> ComposeResult:
        """The picture, the name, the menu."""
        with Vertical():
            yield Static(id="pyramids", markup=False)
            yield Static(id="river", markup=False)
            yield Static(self.say(f"{self._game}.title"), id="name", markup=False)
            yield Menu()
        yield Keys()

    def on_screen_resume(self) -> None:
        """Whenever it is seen again, games may have come or gone."""
        self.relabel()

    def relabel(self) -> None:
        """Say what there is to do."""
        plain = self.amunre.glyphs is ASCII
        self.query_one("#pyramids", Static).update(PLAIN_PYRAMIDS if plain else PYRAMIDS)
        self.query_one("#river", Static).update(PLAIN_RIVER if plain else RIVER)
        before, self._kept = self._kept, self._open_game()
        menu = self.query_one(Menu)
        at = menu.highlighted if (before is None) == (self._kept is None) else 0
        menu.set_options(self._options())
        menu.highlighted = at or 0
        self.refresh_bindings()

    def _open_game(self) -> Kept | None:
        try:
            return self.amunre.store.open_game()
        except BadInput as error:
            self.complain(error)
            return None

    def _options(self) -> list[Option]:
        found = [Option(self.say(key), id=action) for action, key in CHOICES]
        if self._kept is None:
            return found
        action, key = RESUME
        players = ", ".join(seat.name or seat.kind for seat in self._kept.seats)
        words = f"{self.say(key)}  {self.say('title.open', players=players, when=when(self._kept.changed))}"
        return [Option(words, id=action), *found]

    async def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Do what was chosen, once."""
        if self.is_active:
            await self.run_action(str(message.option.id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """There is no way further back."""
        return action != "back" and (action != "resume" or self._kept is not None)

    # ------------------------------------------------------------------ what there is to do
    def action_resume(self) -> None:
        """The newest game that is not over."""
        if self._kept is not None:
            self.go_on(self._kept)

    def action_new(self) -> None:
        """Another game."""
        from amunre.tui.screens.new_game import NewGameScreen

        self.app.push_screen(NewGameScreen())

    def action_replays(self) -> None:
        """All games so far."""
        from amunre.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen())

    def action_rules(self) -> None:
        """How it is played."""
        from amunre.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self._game))

    def action_settings(self) -> None:
        """How it looks and behaves."""
        from amunre.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_leave(self) -> None:
        """Good bye."""
        self.app.exit()
