"""Whether a bot is better, asked after every deal: a sequential probability ratio test, as chess engines are tested.

It compares two hypotheses about the mean share of the victory, taking the mean over deals for normally distributed with
the variance that was seen (the generalized test of Kim and others, in its normal form).
"""

from enum import Enum
from math import log

FEWEST = 10
"""Deals before anything is decided: the variance must have been seen."""


class Verdict(Enum):
    """What has been found out."""

    OPEN = "open"
    HIGH = "high"
    LOW = "low"


class Sprt:
    """A test of `low` against `high`, which errs with chances alpha (wrongly high) and beta (wrongly low)."""

    def __init__(self, low: float, high: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.low = low
        self.high = high
        self.bounds = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        """Where the log-likelihood ratio decides."""
        self.deals = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, share: float) -> None:
        """Count a deal: the mean share of its games."""
        self.deals += 1
        self._sum += share
        self._squares += share * share

    @property
    def llr(self) -> float:
        """The logarithm of how much likelier the deals are if `high` holds than if `low` does."""
        if not self.deals:
            return 0.0
        mean = self._sum / self.deals
        middle = (self.low + self.high) / 2
        # One more deal, as varied as a single game is, so that equal deals do not look like certainty.
        variance = (self._squares - self._sum * mean + middle * (1 - middle)) / self.deals
        return self.deals * (self.high - self.low) * (mean - middle) / variance

    @property
    def verdict(self) -> Verdict:
        """What the deals so far say."""
        lower, upper = self.bounds
        if self.deals < FEWEST or lower < self.llr < upper:
            return Verdict.OPEN
        return Verdict.HIGH if self.llr >= upper else Verdict.LOW


def share_at(elo: float, fair: float, seats: int = 1) -> float:
    """The share of a seat where `fair` is the fair share and so many seats are `elo` better than the others."""
    strength = 10 ** (elo / 400)
    return strength / (seats * strength + 1 / fair - seats)
