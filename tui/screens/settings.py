"""How the program looks and behaves."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from amunre.tui.languages import LANGUAGES
from amunre.tui.screens.form import Form
from amunre.tui.widgets.dial import Dial, Value
from amunre.tui.widgets.keys import Keys

ON_OFF = ((True, "settings.on"), (False, "settings.off"))
ROWS: dict[str, tuple[str, tuple[tuple[object, str], ...]]] = {
    "language": ("settings.language", ()),
    "theme": (
        "settings.theme",
        (
            ("amunre-dark", "theme.amunre-dark"),
            ("amunre-light", "theme.amunre-light"),
            ("amunre-contrast", "theme.amunre-contrast"),
        ),
    ),
    "pace": (
        "settings.pace",
        (
            ("instant", "settings.instant"),
            ("fast", "settings.fast"),
            ("normal", "settings.normal"),
            ("slow", "settings.slow"),
        ),
    ),
    "animation": ("settings.animation", ON_OFF),
    "guide": ("settings.guide", ON_OFF),
    "ascii": ("settings.signs", ((False, "settings.unicode"), (True, "settings.ascii"))),
}
"""By the names of the settings: the words for each, and the values with theirs. Languages speak for themselves."""


class SettingsScreen(Form):
    """A row for each setting; what is changed counts at once."""

    DEFAULT_CSS = """
    SettingsScreen Dial { width: 24; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "turn", "key.turn", show=False, id="settings.turn"),
    ]

    def compose(self) -> ComposeResult:
        """The rows."""
        yield Static(id="title", classes="title")
        for name in ROWS:
            with Horizontal(classes="row"):
                yield Static(id=f"label-{name}", classes="label")
                yield Dial(name)
        yield Keys()

    def on_mount(self) -> None:
        """Say what there is."""
        self.relabel()

    def relabel(self) -> None:
        """Say all words again."""
        self.query_one("#title", Static).update(self.say("settings.title"))
        for name, (label, values) in ROWS.items():
            self.query_one(f"#label-{name}", Static).update(self.say(label))
            said = [Value(value, self.say(key)) for value, key in values]
            languages = [Value(code, language) for code, language in LANGUAGES.items()]
            now = self.amunre.language if name == "language" else getattr(self.amunre.settings, name)
            self.query_one(f"#{name}", Dial).offer(said or languages, now)
        self.refresh_bindings()

    def action_turn(self) -> None:
        """The next value of the row."""
        if isinstance(self.focused, Dial):
            self.focused.action_turn(1)

    def on_dial_turned(self, message: Dial.Turned) -> None:
        """Do as it says now."""
        self.amunre.change(**{str(message.dial.id): message.dial.value})
