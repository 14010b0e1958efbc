"""All games so far."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static
from textual.widgets.option_list import Option

from amunre.core import BadInput
from amunre.core.match import HUMAN
from amunre.core.record import MAX_LENGTH
from amunre.tui.inks import clipped
from amunre.tui.screens.lobby import Lobby, when
from amunre.tui.store import InUse, Kept, Result
from amunre.tui.widgets.keys import Keys
from amunre.tui.widgets.menu import Menu

OPPONENTS = 40
"""Letters for the levels of four opponents, all different."""


class HistoryScreen(Lobby):
    """The games, the latest first, and below them how a person fared against whom."""

    DEFAULT_CSS = """
    HistoryScreen {
        #title { color: $primary; text-style: bold; margin: 1 2; }
        Menu { height: 1fr; margin: 0 1; }
        #head { margin: 1 2 0 2; color: $ink-dim; }
        VerticalScroll { height: auto; max-height: 8; margin: 0 1 1 2; scrollbar-size-vertical: 1; }
        #results { color: $ink-dim; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "export", "key.export", id="history.export"),
        Binding("o", "open", "key.open", id="history.open"),
        Binding("x", "remove", "key.remove", id="history.remove"),
        Binding("right,l", "results(1)", "key.results", id="history.results_down", key_display="←→"),
        Binding("left,h", "results(-1)", "key.results", id="history.results_up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[Kept] = []

    def compose(self) -> ComposeResult:
        """The list, and the results."""
        yield Static(id="title", markup=False)
        yield Menu()
        yield Static(id="head", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static(id="results", markup=False)
        yield Keys()

    def on_screen_resume(self) -> None:
        """Whenever it is seen again, games may have come or gone."""
        self.relabel()

    def on_resize(self) -> None:
        """There may be more room, or less."""
        self.call_after_refresh(self.refresh_bindings)

    def relabel(self) -> None:
        """List everything again."""
        try:
            self._games, results = self.amunre.store.games(), self.amunre.store.results()
        except BadInput as error:
            self.complain(error)
            return
        menu = self.query_one(Menu)
        at = menu.highlighted or 0
        menu.set_options([Option(self._line(kept), id=str(kept.id)) for kept in self._games])
        menu.highlighted = min(at, len(self._games) - 1) if self._games else None
        self.query_one("#title", Static).update(self.say("history.title" if self._games else "history.none"))
        self.query_one("#head", Static).update(self.say("history.head") if results else "")
        self.query_one("#results", Static).update("\n".join(map(self._result, results)))
        self.call_after_refresh(self.refresh_bindings)

    # ------------------------------------------------------------------ in words
    def _line(self, kept: Kept) -> str:
        moment, players = when(kept.changed), ", ".join(self._player(kept, seat) for seat in range(len(kept.seats)))
        if not kept.over:
            return self.say("history.unfinished", when=moment, players=players, moves=kept.moves)
        if kept.winner is None:
            return self.say("history.shared", when=moment, players=players)
        return self.say("history.won", when=moment, players=players, winner=self._called(kept, kept.winner))

    def _player(self, kept: Kept, seat: int) -> str:
        name, kind = self._called(kept, seat), kept.seats[seat].kind
        level = "" if kind == HUMAN else self._level(kind)
        said = name if name.lower().startswith(level.lower()) else self.say("history.player", name=name, level=level)
        return said if kept.points is None else self.say("history.points", player=said, points=kept.points[seat])

    def _called(self, kept: Kept, seat: int) -> str:
        return kept.seats[seat].name or self.say("account.player", number=seat + 1)

    def _level(self, kind: str) -> str:
        """A record from elsewhere may name levels that are unknown here."""
        key = f"level.{kind}"
        return self.say(key) if key in self.amunre.words.sentences else kind

    def _result(self, result: Result) -> str:
        return self.say(
            "history.result",
            opponents=clipped(", ".join(map(self._level, result.opponents)), OPPONENTS, self.amunre.glyphs),
            players=result.players,
            games=result.games,
            wins=result.wins,
            share=result.wins / result.games,
            points=result.points,
        )

    def action_results(self, step: int) -> None:
        """Further down the results, or up."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    # ------------------------------------------------------------------ with one game
    @property
    def _chosen(self) -> Kept | None:
        at = self.query_one(Menu).highlighted
        return None if at is None or at >= len(self._games) else self._games[at]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Nothing can be done without a game, nor with files that are not the player's; results scroll if they must."""
        if action == "results":
            return any(scroll.max_scroll_y for scroll in self.query(VerticalScroll))
        if action in ("export", "open") and not self.amunre.house.files:
            return False
        return action not in ("export", "remove") or bool(self._games)

    def on_option_list_option_selected(self) -> None:
        """Watch a game that is over, go on with one that is not."""
        kept = self._chosen if self.is_active else None
        if kept is not None and kept.over:
            self._watch(kept)
        elif kept is not None:
            self.go_on(kept)

    def _watch(self, kept: Kept) -> None:
        from amunre.tui.screens.replay import ReplayScreen

        try:
            match = self.amunre.store.match(kept.id)
        except BadInput as error:
            self.complain(error)
        else:
            self.app.push_screen(ReplayScreen(match, kept.colours))

    def action_export(self) -> None:
        """Write the record into a file."""
        from amunre.tui.screens.path import PathCard

        kept = self._chosen
        if kept is None:
            return
        number = kept.id

        def write(path: Path) -> None:
            text = self.amunre.store.export(number)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
            self.notify(self.say("history.exported", path=path), markup=False)

        self.app.push_screen(PathCard(self.say("history.export"), f"{kept.game}-{number}.record", write))

    def action_remove(self) -> None:
        """Forget a game."""
        from amunre.tui.screens.cards import QuestionCard

        kept = self._chosen
        if kept is not None:
            question = self.say("history.remove", game=self._line(kept))
            self.app.push_screen(QuestionCard(question), lambda yes: self._remove(kept.id) if yes else None)

    def _remove(self, number: int) -> None:
        try:
            self.amunre.store.remove(number)
        except (BadInput, InUse, OSError) as error:
            self.complain(error)
        self.relabel()

    # ------------------------------------------------------------------ with a file
    def action_open(self) -> None:
        """Add the game that a record tells."""
        from amunre.tui.screens.path import PathCard

        self.app.push_screen(PathCard(self.say("history.open"), "", self._add))

    def _add(self, path: Path) -> None:
        def beside(name: str) -> Path | None:
            deck = path.parent / name
            return deck if deck.is_file() else None

        with path.open("rb") as file:
            # A character takes at most four bytes: what does not fit is refused, not cut.
            text = file.read(4 * MAX_LENGTH + 1)
        try:
            number = self.amunre.store.add(text, beside)
        except BadInput as error:
            raise BadInput(self.say("history.unreadable", why=error)) from None
        known = any(kept.id == number for kept in self._games)
        self.relabel()
        self.query_one(Menu).highlighted = [kept.id for kept in self._games].index(number)
        self.notify(self.say("history.known" if known else "history.added", path=path), markup=False)
