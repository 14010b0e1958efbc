"""Where somebody thinks behind the table: in a thread of her own, and about what her seat may see."""

from collections.abc import Callable
from functools import partial

from textual import work
from textual.worker import get_current_worker

from amunre.ai.bot import Bot, Limit, Thought
from amunre.ai.bots import bot
from amunre.core import State
from amunre.tui.messages import Answer
from amunre.tui.screens.game import GameScreen


class ThinkingScreen(GameScreen):
    """A screen of a game about which bots can be asked; they answer by a message."""

    def consult(self, kind: str, seat: int, time: Limit | None, answer: type[Answer]) -> Bot:
        """Let somebody think about the position as it is now: once her thread runs, it may be another one."""
        match, thinker = self.match, bot(kind)
        self._think(thinker, match.seen_by(seat), match.bot_seed(seat), time, partial(answer, len(match.events)))
        return thinker

    @work(thread=True)
    def _think(
        self, thinker: Bot, view: State, seed: int, time: Limit | None, answer: Callable[[Thought], Answer]
    ) -> None:
        worker = get_current_worker()
        if not worker.is_cancelled:
            self.amunre.house.yield_to_others()
            thought = thinker.choose(view, seed, time)
            if not worker.is_cancelled:
                self.post_message(answer(thought))
