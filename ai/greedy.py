"""An opponent that follows the rules of thumb which its game brings along."""

from amunre.ai.bot import Limit, Thought
from amunre.core import State, info


class Greedy:
    """Chooses what the game's own greedy function says: at once, and always the same in the same view."""

    def choose(self, view: State, seed: int, limit: Limit | None = None) -> Thought:  # noqa: ARG002
        """The action that looks best now."""
        return Thought(info(view.game.name).greedy(view))

    def cancel(self) -> None:
        """It never thinks long."""
