"""The simplest opponent: any legal action is as good as another."""

from random import Random

from amunre.core import State


class RandomMover:
    """Chooses uniformly among the legal actions; the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: State) -> int:
        """An action for the viewer, whose turn it is."""
        actions = view.legal_actions()
        return actions[int(self._random.random() * len(actions))]
