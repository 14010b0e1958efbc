"""How long the table waits after an action, so that a player can follow."""

from enum import Enum


class Delay(Enum):
    """Whose action it was."""

    CHANCE = 0
    OPPONENT = 1
    PERSON = 2


DELAYS = {
    "instant": {Delay.CHANCE: 0.0, Delay.OPPONENT: 0.0, Delay.PERSON: 0.0},
    "fast": {Delay.CHANCE: 0.1, Delay.OPPONENT: 0.3, Delay.PERSON: 0.0},
    "normal": {Delay.CHANCE: 0.2, Delay.OPPONENT: 0.7, Delay.PERSON: 0.2},
    "slow": {Delay.CHANCE: 0.5, Delay.OPPONENT: 1.6, Delay.PERSON: 0.4},
}
"""Seconds, by the pace that a player has set."""
