"""How good bots are, from all their games at once.

Ratings are the strengths of a Plackett-Luce model (for two players: Bradley-Terry) of which only the first choice
counts, that is, who won: a seat wins with a chance in proportion to the strength of its bot, and a shared victory is a
share of a win. They are fitted by the MM algorithm (Hunter 2004), so the order of games does not matter. Intervals come
from a bootstrap over deals.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log10, prod
from operator import mul
from random import Random
from statistics import fmean

from amunre.ai.arena import Deal
from amunre.ai.matches import Played

RESAMPLES = 1_000
"""Of the deals, for the intervals."""
OUTSIDE = 0.025
"""Of the resamples that lie below an interval, and above it."""
PRIOR = 0.1
"""Wins and losses against an average bot that each bot is given, so that all games won is not infinitely good."""
SCALE = 400.0
"""Points of rating for ten times the strength."""
PRECISION = 1e-5
"""A relative step of the strengths that is no progress any more."""

Lineup = tuple[str, ...]
"""Who sat together, sorted."""
Wins = Mapping[Lineup, Mapping[str, float]]
"""What each bot won in all games of a line-up."""


@dataclass(frozen=True)
class Estimate:
    """A number, and the interval that should hold it in 95 of 100 cases."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """A bot's line in the table."""

    name: str
    games: int
    share: Estimate
    """Of the victory, for each of its seats."""
    points: Estimate
    rating: Estimate
    """On the scale of Elo; the average of all bots is 0."""


def complete(games: Iterable[Played], games_a_deal: int) -> list[Deal]:
    """The deals of which all games were played, in order: there every bot has sat on every seat alike."""
    ordered = sorted(games, key=lambda game: game.number)
    deals = (tuple(deal) for _, deal in groupby(ordered, lambda game: game.number // games_a_deal))
    return [deal for deal in deals if len(deal) == games_a_deal]


# ---------------------------------------------------------------------- the tables
def standings(deals: Sequence[Deal]) -> list[Standing]:
    """The table of complete deals, the best first."""
    if not deals:
        return []
    draws = [[1] * len(deals), *_resamples(len(deals))]
    won = _won(deals)
    whole = ratings(_added_up(won, draws[0]))
    fits = [whole, *(ratings(_added_up(won, draw), whole) for draw in draws[1:])]
    table = [
        Standing(
            name,
            sum(name in game.seats for deal in deals for game in deal),
            _estimate([_average(shares, draw) for draw in draws]),
            _estimate([_average(points, draw) for draw in draws]),
            _estimate([fit[name] for fit in fits]),
        )
        for name in whole
        for shares, points in [_measured(deals, name)]
    ]
    return sorted(table, key=lambda line: -line.rating.value)


def cross_table(deals: Sequence[Deal]) -> dict[str, dict[str, float]]:
    """How often the first bot beat the second, in games of two."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in (game for deal in deals for game in deal):
        for name, other, share in zip(game.seats, reversed(game.seats), game.shares, strict=True):
            if name != other:
                found[name][other].append(share)
    return {name: {other: fmean(shares) for other, shares in row.items()} for name, row in found.items()}


def _measured(deals: Sequence[Deal], name: str) -> tuple[list[float], list[float]]:
    """The mean share and the mean points of a bot in each deal."""
    sat = [[game for game in deal if name in game.seats] for deal in deals]
    return (
        [fmean(game.share(name) for game in games) for games in sat],
        [fmean(game.scored(name) for game in games) for games in sat],
    )


def _won(deals: Sequence[Deal]) -> dict[Lineup, dict[str, list[float]]]:
    """What each bot won in each deal, by line-up."""
    won: dict[Lineup, dict[str, list[float]]] = {}
    for number, deal in enumerate(deals):
        for game in deal:
            lineup = tuple(sorted(game.seats))
            row = won.setdefault(lineup, {name: [0.0] * len(deals) for name in lineup})
            for name, share in zip(game.seats, game.shares, strict=True):
                row[name][number] += share
    return won


# ---------------------------------------------------------------------- the bootstrap
def _resamples(size: int) -> Iterator[list[int]]:
    """How often each deal is drawn, when as many are drawn as there are; the same draws every time."""
    random = Random(size)
    for _ in range(RESAMPLES):
        drawn = Counter(random.choices(range(size), k=size))
        yield [drawn[deal] for deal in range(size)]


def _sum(values: Sequence[float], draw: Sequence[int]) -> float:
    total: float = sum(map(mul, values, draw))
    return total


def _average(values: Sequence[float], draw: Sequence[int]) -> float:
    return _sum(values, draw) / len(values)


def _added_up(won: Mapping[Lineup, Mapping[str, Sequence[float]]], draw: Sequence[int]) -> Wins:
    return {lineup: {name: _sum(values, draw) for name, values in row.items()} for lineup, row in won.items()}


def _estimate(values: Sequence[float]) -> Estimate:
    """The first value, and the interval of the others."""
    value, *drawn = values
    drawn.sort()
    outside = int(OUTSIDE * len(drawn))
    return Estimate(value, drawn[outside], drawn[-1 - outside])


# ---------------------------------------------------------------------- the fit
def ratings(wins: Wins, start: Mapping[str, float] | None = None) -> dict[str, float]:
    """The rating of each bot; a good start is faster, and changes nothing else."""
    names = sorted({name for lineup in wins for name in lineup})
    total = {name: PRIOR + sum(row.get(name, 0.0) for row in wins.values()) for name in names}
    games = {lineup: sum(row.values()) for lineup, row in wins.items()}
    strength = {name: 10 ** (start[name] / SCALE) if start else 1.0 for name in names}
    step = PRECISION
    while step >= PRECISION:
        before, strength = strength, _improved(strength, total, games)
        step = max(abs(strength[name] / before[name] - 1) for name in names)
    return {name: SCALE * log10(strength[name]) for name in names}


def _improved(
    strength: Mapping[str, float], total: Mapping[str, float], games: Mapping[Lineup, float]
) -> dict[str, float]:
    """A step of the MM algorithm. The average bot keeps the strength 1."""
    expected = {name: 2 * PRIOR / (1 + value) for name, value in strength.items()}
    for lineup, number in games.items():
        rate = number / sum([strength[name] for name in lineup])
        for name in lineup:
            expected[name] += rate
    found = {name: total[name] / value for name, value in expected.items()}
    average = prod(found.values()) ** (1 / len(found))
    return {name: value / average for name, value in found.items()}
