"""The simplest opponent: any legal action is as good as another."""

from random import Random

from amunre.ai.bot import Limit, Thought
from amunre.core import State


class RandomMover:
    """Chooses uniformly among the legal actions."""

    def choose(self, view: State, seed: int, limit: Limit | None = None) -> Thought:  # noqa: ARG002
        """Any action."""
        actions = view.legal_actions()
        return Thought(actions[int(Random(seed).random() * len(actions))])

    def cancel(self) -> None:
        """It never thinks."""
