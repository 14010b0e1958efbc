"""Everything that can be done on a screen, to be searched."""

from textual import on
from textual.command import CommandList, CommandPalette
from textual.widgets import Input, OptionList

from amunre.tui.words import Words


class Palette(CommandPalette):
    """Textual's palette, in the player's words and with signs that every terminal has."""

    DEFAULT_CSS = """
    Palette SearchIcon { display: none; }
    Palette CommandInput { padding-left: 1; }
    Palette #--input, Palette CommandList { border: blank; }
    Palette #--input.--list-visible { border-bottom: none; }
    """

    def __init__(self, words: Words) -> None:
        super().__init__(placeholder=words.say("palette.search"), id="--command-palette")

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _choose_once(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        """What is pressed after the choice was for the palette, not for what lay behind it."""
        if not self.is_active:
            event.prevent_default()
            event.stop()

    def _action_command_list(self, action: str) -> None:
        """In a list that has no room, or none yet, there are no pages."""
        if not action.startswith("page") or self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Where nothing is found, nothing is shown."""
        self._stop_no_matches_countdown()
        if search_value:
            self.query_one(CommandList).clear_options()
