"""The table: one screen for a whole game. Only it plays: widgets show scenes and tell what was picked."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from amunre.ai.bot import Bot, Limit, Thought
from amunre.core import CHANCE, NOBODY
from amunre.core.match import Event
from amunre.tui.account import Telling
from amunre.tui.beside import advises, beside, explains
from amunre.tui.boards import KEYS, Choice, Page, Scene
from amunre.tui.hints import page
from amunre.tui.messages import Advised, Decided
from amunre.tui.pace import DELAYS, Delay
from amunre.tui.screens.cards import CoverScreen, GuideCard, PageCard, QuestionCard, TextCard
from amunre.tui.screens.thinking import ThinkingScreen
from amunre.tui.seating import guarded, limit, people, since_own, sitters, viewer_of
from amunre.tui.store import CannotKeep, Sitting, TakenOver
from amunre.tui.widgets.keys import Keys
from amunre.tui.widgets.log import LogView
from amunre.tui.widgets.panel import Panel
from amunre.tui.widgets.prompt import prompt
from amunre.tui.widgets.tabletop import Tabletop

if TYPE_CHECKING:
    from textual.timer import Timer

SPIN = 0.12
"""Seconds between two pictures of the thinking sign."""
WATCH = 2.0
"""Seconds between two looks whether the game is still played here."""
SCORING = "scoring"
"""The part of the rules about points, in every game."""
ADVISER = "imhotep"
ADVICE, ENOUGH = 1.0, 100_000
"""Seconds that she thinks at most, and iterations after which more say nothing new."""


class TableScreen(ThinkingScreen):
    """A game being played: asks people, lets opponents think, shows what happens."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "key.confirm", id="table.confirm"),
        Binding("left,h", "press('left')", "key.move", id="table.left", key_display="←↕→"),
        Binding("right,l", "press('right')", "key.move", id="table.right", show=False),
        Binding("up,k", "press('up')", "key.move", id="table.up", show=False),
        Binding("down,j", "press('down')", "key.move", id="table.down", show=False),
        Binding("0", "press('0')", "key.pick", id="table.0", key_display="0-9"),
        *(Binding(digit, f"press('{digit}')", "key.pick", id=f"table.{digit}", show=False) for digit in "123456789"),
        Binding("space", "press('space')", "key.pick", id="table.space", show=False),
        Binding("space", "hurry", "key.hurry", id="table.hurry"),
        Binding("u", "undo", "key.undo", id="table.undo"),
        Binding("H", "hint", "key.hint", id="table.hint"),
        Binding("q", "leave", "key.leave", id="table.leave"),
        Binding("enter", "close", "key.leave", id="table.close"),
        Binding("escape", "back", "key.back", id="table.back", show=False),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting.match)
        self.sitting = sitting
        self.viewer = viewer_of(self.match)
        self.choice: Choice | None = None
        self.hurry = False
        self._thinking: int | None = None
        self._frame = 0
        self._bot: Bot | None = None
        self._adviser: Bot | None = None
        self._next: Timer | None = None
        self._spinner: Timer | None = None
        self._watcher: Timer | None = None
        self._decided = len(self.match.events)
        """Actions before the last decision of a person here: what came after them is news."""
        self._hint: Thought | None = None
        self._explained: set[str] = set()
        self._telling = Telling(self.match)

    def compose(self) -> ComposeResult:
        """The tabletop, the log, what is asked for, the keys."""
        yield Tabletop(self.match.game.name)
        yield LogView()
        yield Panel(prompt, id="prompt")
        yield Panel(beside, id="beside")
        yield Keys()

    def on_mount(self) -> None:
        """Show where the game stands, and go on."""
        self._spinner = self.set_interval(SPIN, self._spin, pause=True)
        self._watcher = self.set_interval(WATCH, self._watch)
        self.update()
        self.call_after_refresh(self._go_on, len(self.match.lines))

    def on_unmount(self) -> None:
        """Whatever ends the screen gives the game free."""
        self._stop()
        self.sitting.leave()

    # ------------------------------------------------------------------ showing
    @property
    def _seer(self) -> int | None:
        """Who knows what is shown; None: it is the truth. Whoever is next has not yet chosen anything secret."""
        if self.match.over or self.viewer == NOBODY:
            return None
        return self.match.to_move if guarded(self.match) else self.viewer

    @property
    def scene(self) -> Scene:
        """What is to be drawn now."""
        match, seer = self.match, self._seer
        return Scene(
            state=match.truth() if seer is None else match.seen_by(seer),
            viewer=self.viewer if seer in (None, self.viewer) else NOBODY,
            sitters=sitters(match, self.sitting.colours, self.amunre.words),
            words=self.amunre.words,
            glyphs=self.amunre.glyphs,
            choice=self.choice,
            thinking=self._thinking,
            frame=self._frame,
            large=self.large,
            guide=self.amunre.settings.guide,
            hint=self._hint,
        )

    def update(self, log: bool = True) -> None:
        """Draw all that has changed."""
        scene = self.scene
        self.query_one(Tabletop).show(scene)
        for name in ("#prompt", "#beside"):
            self.query_one(name, Panel).show(scene)
        if log:
            self._show_log()
        self.refresh_bindings()

    def _show_log(self) -> None:
        entries = self._telling.told(self._seer, self.amunre.words)
        news = sum(map(len, entries[self._decided :]))
        self.query_one(LogView).show([line for lines in entries for line in lines], news)

    def relabel(self) -> None:
        """Say and draw everything again."""
        self.update()

    def on_resize(self) -> None:
        """There may be room for more."""
        self.call_after_refresh(self.update)

    def _spin(self) -> None:
        self._frame = (self._frame + 1) % len(self.amunre.glyphs.spinner)
        scene = self.scene
        self.query_one(Tabletop).show(scene)
        self.query_one("#prompt", Panel).show(scene)

    # ------------------------------------------------------------------ the course of the game
    def proceed(self) -> None:
        """Whoever is next acts: chance at once, a person when she is ready, an opponent when she has thought."""
        self._next = None
        mover = self.match.to_move
        if mover == CHANCE:
            self._perform(self.match.play_chance, Delay.CHANCE)
        elif mover in people(self.match):
            self._ask(mover)
        elif mover != NOBODY:
            self._let_think(mover)

    def _perform(self, act: Callable[[], Event], delay: Delay) -> None:
        """Do something that is on disk before it is shown, and go on after a while."""
        self._stop()
        if not self._kept(act, lambda: self._perform(act, delay)):
            return
        self.update()
        lines = len(self.match.lines)
        if not self._announce(lines):
            seconds = 0.0 if self.hurry or self._asks_at_once else DELAYS[self.amunre.settings.pace][delay]
            if seconds:
                self._next = self.set_timer(seconds, self.proceed)
            else:
                self.call_later(self._go_on, lines)

    @property
    def _asks_at_once(self) -> bool:
        """Whether a person is next, and no cover between: what she sees stays, and keys would be for nobody."""
        return self.match.to_move in people(self.match) and not guarded(self.match)

    def _announce(self, lines: int) -> bool:
        """What everybody waits for lies in front of the table until it has been read."""
        pages = self.announced(self.match.events[-1])
        if pages:
            self._read(pages, lines)
        return bool(pages)

    def _read(self, pages: Sequence[Page], lines: int) -> None:
        """One page after the other, and then on with the game."""
        if not pages:
            self._go_on(lines)
            return
        page, *others = pages
        self.app.push_screen(PageCard(self.scene, [page]), lambda _: self._read(others, lines))
        if not others and self.board.sheet(self.scene, self.match.events[-1].story) is not None:
            self._explain(self.board.SCORED, SCORING)

    def _go_on(self, lines: int) -> None:
        """Proceed, unless something else has happened since the record had so many lines."""
        if lines == len(self.match.lines) and self in self.app.screen_stack:
            self.proceed()

    def _kept(self, act: Callable[[], object], again: Callable[[], None]) -> bool:
        """Whether it is on disk. If not, nothing has happened: she may try again, or the game is another's now."""
        try:
            act()
        except CannotKeep as error:
            self._refuse(error, again)
            return False
        except TakenOver:
            self._give_way()
            return False
        return True

    def _watch(self) -> None:
        if not self.sitting.ours:
            self._give_way()

    def _give_way(self) -> None:
        """Another terminal goes on with the game: say so, once, and leave."""
        self._stop()
        if self._watcher is not None:
            self._watcher.stop()
        self.app.push_screen(TextCard(self.say("table.taken_title"), self.say("table.taken")), lambda _: self._go())

    def _go(self) -> None:
        """Leave with all that lies in front of the table; the game is free at once, she may want to go on with it."""
        self._stop()
        self.sitting.leave()
        if self in self.app.screen_stack:
            while not self.is_active:
                self.app.pop_screen()
            self.dismiss(None)

    def _refuse(self, error: CannotKeep, again: Callable[[], None]) -> None:
        question = self.say("table.cannot_keep", reason=self.say(error.key))
        self.app.push_screen(QuestionCard(question), lambda yes: again() if yes else self._go())

    # ------------------------------------------------------------------ opponents
    def _let_think(self, seat: int) -> None:
        self._thinking = seat
        if self._spinner is not None and self.amunre.settings.animation:
            self._spinner.reset()
        else:
            self.update(log=False)
        kind = self.match.seats[seat].kind
        time = limit(self.amunre.settings.table.thinking, kind, self.amunre.house.patience())
        self._bot = self.consult(kind, seat, time, Decided)

    def on_decided(self, message: Decided) -> None:
        """An opponent's answer counts if the game still stands where she was asked."""
        if message.number == len(self.match.events) and self._thinking is not None:
            self._perform(lambda: self.match.play(message.thought.action), Delay.OPPONENT)

    def _stop(self) -> None:
        """Nobody thinks any more, and nothing happens by itself."""
        for thinker in (self._bot, self._adviser):
            if thinker is not None:
                thinker.cancel()
        self.workers.cancel_node(self)
        self._bot = self._adviser = self._thinking = self._hint = None
        if self._spinner is not None:
            self._spinner.pause()
        if self._next is not None:
            self._next.stop()
            self._next = None

    # ------------------------------------------------------------------ people
    def _ask(self, seat: int) -> None:
        """Let a person choose; between the secrets of two people the screen is covered."""
        self.hurry = False
        if guarded(self.match):
            self.app.push_screen(CoverScreen(self.scene.sitters[seat].name), lambda _: self._begin_choice(seat))
        else:
            self._begin_choice(seat)

    def _begin_choice(self, seat: int) -> None:
        self.viewer = seat
        self.choice = self.board.choice(self.match.seen_by(seat))
        self.update()
        state = self.scene.state
        self._explain(self.board.lesson(state), self.board.chapter(state))

    def _explain(self, lesson: str, chapter: str) -> None:
        """In a guided game, each lesson when it first matters, unless it is told beside the table."""
        missing = self.amunre.settings.guide and lesson not in self._explained
        if missing and not explains(self.scene, *self.room()):
            self._explained.add(lesson)
            self.app.push_screen(GuideCard(self.say("table.guide"), self.say(lesson), self.match.game.name, chapter))

    def action_press(self, key: str) -> None:
        """Move the cursor, or pick."""
        if self.choice is not None and key in KEYS and self.choice.press(key):
            self.update(log=False)

    def on_panel_picked(self, message: Panel.Picked) -> None:
        """Something was clicked."""
        self.leave_log()
        if self.choice is not None and self.choice.pick(message.target):
            self.update(log=False)

    def action_confirm(self) -> None:
        """Take the action that was chosen."""
        if self.choice is not None and (action := self.choice.action) is not None:
            self.choice = None
            self._decided = len(self.match.events)
            self.leave_log()
            self._perform(lambda: self.match.play(action), Delay.PERSON)

    def action_close(self) -> None:
        """The game is over: leave."""
        self._go()

    def action_hurry(self) -> None:
        """Let the others hurry until it is one's turn."""
        self.hurry = True
        if self._next is not None:
            self._next.stop()
            self.proceed()

    def action_back(self) -> None:
        """A step back: out of the log, then in one's choice."""
        if self.focused is not None:
            super().action_back()
        elif self.choice is not None and self.choice.back():
            self.update(log=False)

    # ------------------------------------------------------------------ taking back
    def action_undo(self) -> None:
        """Back to the last decision of a person here, if that is what she wants."""
        count = since_own(self.match)
        whose = self.match.events[-count].before.to_move
        revealed = self.match.reveals(count)
        if revealed or whose != self.viewer:
            key = "table.undo_reveals" if revealed else "table.undo_other"
            question = self.say(key, name=self.scene.sitters[whose].name)
            self.app.push_screen(QuestionCard(question), lambda yes: self._undo(count, bool(yes)))
        else:
            self._undo(count, True)

    def _undo(self, count: int, sure: bool) -> None:
        if not sure or count != since_own(self.match):
            return
        self._stop()
        self.choice = None
        self.leave_log()
        player = self.match.events[-count].before.to_move
        if self._kept(lambda: self.match.undo(player, count), lambda: self._undo(count, sure)):
            self._decided, self._hint = len(self.match.events), None
            self.update()
            self.proceed()

    # ------------------------------------------------------------------ asking and looking
    def action_hint(self) -> None:
        """Let the strongest opponent think about one's choice, unless she does."""
        if self.choice is not None and self._adviser is None:
            self.notify(self.say("table.advising"), timeout=ADVICE)
            time = Limit(ENOUGH, min(ADVICE, self.amunre.house.patience()))
            self._adviser = self.consult(ADVISER, self.viewer, time, Advised)

    def on_advised(self, message: Advised) -> None:
        """Show the hint, unless it is about another position by now."""
        self._adviser = None
        if message.number == len(self.match.events) and self.choice is not None:
            self._hint = message.thought
            self.update(log=False)
            if not advises(self.scene, *self.room()):
                self.app.push_screen(PageCard(self.scene, [page(self.scene, message.thought)]))

    def action_leave(self) -> None:
        """Everything is on disk: leave."""
        self.notify(self.say("table.kept"), timeout=2)
        self._go()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only what can be done now is shown."""
        mine = self.choice is not None
        match action:
            case "confirm":
                return self.choice is not None and self.choice.action is not None
            case "close":
                return self.match.over
            case "press":
                return mine and self.focused is None
            case "hint":
                return mine
            case "hurry":
                return not mine and not self.match.over
            case "undo":
                return bool(since_own(self.match))
            case _:
                return True
