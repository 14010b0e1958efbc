"""A new table: who sits at it, and what lies on it."""

from dataclasses import replace
from itertools import zip_longest
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from amunre.ai.levels import LEVELS
from amunre.core import GAMES, BadInput, info
from amunre.core.match import HUMAN
from amunre.tui.inks import SEATS
from amunre.tui.refusals import refusal
from amunre.tui.screens.form import Form
from amunre.tui.settings import THINKING, Table
from amunre.tui.store import CannotKeep
from amunre.tui.tables import LONGEST_NAME, begin, names, seats
from amunre.tui.typed import path, seed
from amunre.tui.widgets.dial import Dial, Value
from amunre.tui.widgets.field import Field
from amunre.tui.widgets.keys import Keys

COLOURS = ("new.purple", "new.blue", "new.yellow", "new.orange", "new.green")
"""What the colours of the seats are called, from 1."""
ANOTHER = ("steward", "")
"""Who sits down where nobody sat before."""


class NewGameScreen(Form):
    """A row for each seat; what was chosen last is there already."""

    DEFAULT_CSS = """
    NewGameScreen {
        .space { margin: 0 2 1 2; }
        .kind { width: 22; }
        .name { width: 18; margin: 0 2; }
        #deck, #seed { width: 1fr; }
        Input { background: $surface; &:focus { background: $panel; } }
        Input > .input--placeholder { color: $ink-dim; }
        Input.-wrong { color: $error; }
        #error { color: $error; margin: 1 2; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "key.start", id="new.start"),
        Binding("tab", "app.focus_next", "key.next_field", id="new.next"),
        Binding("shift+tab", "app.focus_previous", "key.previous_field", show=False, id="new.previous"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._about = info(next(iter(GAMES)))

    # ------------------------------------------------------------------ the form
    def compose(self) -> ComposeResult:
        """The rows; those of seats that are not at the table are hidden."""
        yield Static(id="title", classes="title")
        with Horizontal(classes="row space"):
            yield Static(id="label-count", classes="label")
            yield Dial("count")
        for seat in range(self._about.most_players):
            with Horizontal(id=f"seat-{seat}", classes="row"):
                yield Static(id=f"label-seat-{seat}", classes="label")
                kind = Dial(f"kind-{seat}")
                kind.add_class("kind")
                yield kind
                yield Field(id=f"name-{seat}", classes="name", compact=True, max_length=LONGEST_NAME)
                yield Dial(f"colour-{seat}")
        yield Static()
        for name in ("deck", "seed"):
            with Horizontal(id=f"row-{name}", classes="row"):
                yield Static(id=f"label-{name}", classes="label")
                yield Field(id=name, compact=True)
        with Horizontal(classes="row"):
            yield Static(id="label-thinking", classes="label")
            yield Dial("thinking")
        yield Static(id="error", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Lay the last table again."""
        table = self.amunre.settings.table
        self._say(table)
        for seat, (_, name) in enumerate(table.seats):
            self.query_one(f"#name-{seat}", Input).value = name
        self.query_one("#deck", Input).value = table.deck
        self.query_one("#row-deck").display = self.amunre.house.files
        self._follow()

    def relabel(self) -> None:
        """Say all words again."""
        self._say(self.table)
        self._follow()

    def _say(self, table: Table) -> None:
        """All words, with the dials where this table has them."""
        about = self._about
        for name, key in (
            ("title", "new.title"),
            ("label-count", "new.players"),
            ("label-deck", "new.deck"),
            ("label-seed", "new.seed"),
            ("label-thinking", "new.thinking"),
        ):
            self.query_one(f"#{name}", Static).update(self.say(key))
        self.query_one("#deck", Input).placeholder = self.say("new.built_in")
        self.query_one("#seed", Input).placeholder = self.say("new.random")
        counts = range(about.fewest_players, about.most_players + 1)
        self._dial("count").offer([Value(count, str(count)) for count in counts], table.players)
        self._dial("thinking").offer([Value(time, self._time(time)) for time in THINKING], table.thinking)
        kinds = [Value(HUMAN, self.say("new.person")), *(Value(each, self._level(each)) for each in LEVELS)]
        colours = [Value(number, self.say(key), f"seat-{number}") for number, key in enumerate(COLOURS, 1)]
        others = [number for number in range(1, SEATS + 1) if number not in table.colours]
        for seat in range(about.most_players):
            kind, _ = table.seats[seat] if seat < len(table.seats) else ANOTHER
            self.query_one(f"#label-seat-{seat}", Static).update(self.say("new.seat", number=seat + 1))
            self._dial(f"kind-{seat}").offer(kinds, kind)
            self._dial(f"colour-{seat}").offer(colours, [*table.colours, *others][seat])

    def _level(self, level: str) -> str:
        rank = list(LEVELS).index(level) + 1
        return self.say("new.level", level=self.say(f"level.{level}"), rank=rank, of=len(LEVELS))

    def _time(self, seconds: str) -> str:
        return self.say("new.seconds", seconds=seconds) if seconds else self.say("new.as_level")

    def _dial(self, name: str) -> Dial:
        return self.query_one(f"#{name}", Dial)

    def _follow(self) -> None:
        """Show as many seats as there are players, and what the nameless will be called."""
        table = self.table
        usual = names(table, self.amunre.words)
        for seat, name in zip_longest(range(self._about.most_players), usual, fillvalue=""):
            self.query_one(f"#seat-{seat}").display = seat in range(table.players)
            self.query_one(f"#name-{seat}", Input).placeholder = str(name)

    @property
    def table(self) -> Table:
        """What is chosen now."""
        players = int(str(self._dial("count").value))
        at = range(players)
        return Table(
            players=players,
            seats=tuple(
                (str(self._dial(f"kind-{seat}").value), self.query_one(f"#name-{seat}", Input).value.strip())
                for seat in at
            ),
            colours=tuple(int(str(self._dial(f"colour-{seat}").value)) for seat in at),
            deck=self.query_one("#deck", Input).value.strip(),
            thinking=str(self._dial("thinking").value),
        )

    # ------------------------------------------------------------------ what happens
    def on_dial_turned(self, message: Dial.Turned) -> None:
        """No two have the same colour: whoever had it takes the other's."""
        if str(message.dial.id).startswith("colour-"):
            for seat in range(self._about.most_players):
                other = self._dial(f"colour-{seat}")
                if other is not message.dial and other.value == message.dial.value:
                    other.turn_to(message.before)
        self._follow()

    def action_start(self) -> None:
        """Sit down, unless something cannot be used."""
        table, words = self.table, self.amunre.words
        field = "seed"
        try:
            number = self.query_one("#seed", Input).value.strip()
            chance = seed(number, words) if number else None
            field = "name-0"
            seats(table, words)
            field = "deck"
            table = replace(table, deck=str(path(table.deck, words)) if table.deck else "")
            sitting = begin(self.amunre.store, table, chance, words)
        except (BadInput, CannotKeep) as error:
            self._refuse(error, field)
            return
        self.amunre.change(table=table)
        self.dismiss(None)
        self.amunre.sit(sitting)

    def _refuse(self, error: Exception, field: str) -> None:
        self.query(Input).remove_class("-wrong")
        self.query_one(f"#{field}", Input).add_class("-wrong").focus()
        self.query_one("#error", Static).update(refusal(error, self.amunre.words))
