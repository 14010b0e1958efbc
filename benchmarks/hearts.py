"""OpenSpiel's information-set search at hearts, a long game that it searches fast: what ours is measured against.

Hearts is opened without passing cards, and the two of clubs, which is forced, has been led. Every simulation of the
ISMCTSBot (C++), descent and uniform rollout together, then goes to the end of the deal: 51 cards, forced ones counted
too. Ours never asks a player who has no choice.
"""

import time
from importlib import import_module

from amunre.core.game import mix

DECISIONS = 51
"""Cards played in every simulation."""
SIMULATIONS = 1_000
"""They take about as long as a round of ours."""
SEED = 0
"""A deal in which the second player has a choice."""
NO_PASSING = 0
"""The first outcome of chance."""


class Hearts:
    """A deal, and the bot that thinks about it. ImportError: OpenSpiel is not installed."""

    def __init__(self) -> None:
        self.spiel = import_module("pyspiel")
        self.state = self.spiel.load_game("hearts").new_initial_state()
        self.state.apply_action(NO_PASSING)
        while self.state.is_chance_node():
            cards = self.state.legal_actions()
            self.state.apply_action(cards[mix(SEED, len(cards)) % len(cards)])
        [two_of_clubs] = self.state.legal_actions()
        self.state.apply_action(two_of_clubs)

    def speed(self) -> float:
        """Decisions simulated per second of this process; the bot is set up as in its own tests."""
        bot = self.spiel.ISMCTSBot(
            seed=SEED,
            evaluator=self.spiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
            uct_c=5.0,
            max_simulations=SIMULATIONS,
        )
        begun = time.process_time()
        bot.step(self.state)
        return SIMULATIONS * DECISIONS / (time.process_time() - begun)
