"""Bots against bots: plays the games of a plan on any executor, and keeps each as soon as it is over."""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from functools import partial

from amunre.ai.calls import finished
from amunre.ai.journal import Journal
from amunre.ai.matches import Plan, Played, play

WINDOW = 1024
"""Games that an executor is given ahead."""

Deal = tuple[Played, ...]
"""The games that shared what chance did."""


def run(
    plan: Plan,
    executor: Executor,
    journal: Journal,
    on_game: Callable[[Played], None] = lambda _: None,
    stop: Callable[[Deal], bool] = lambda _: False,
) -> list[Played]:
    """Play what the journal does not have yet; all games, by their numbers.

    `stop` is asked after each complete deal, in the order of deals, whichever game was over first: else short games
    would be heard before long ones. The journal is closed in the end.
    """
    missing = (number for number in range(plan.games) if number not in journal.games)
    calls = (partial(executor.submit, play, plan, number, journal.makings) for number in missing)
    next_deal = 0
    with journal, closing(finished(calls, WINDOW)) as batches:
        while True:
            while (deal := _deal(journal, next_deal)) is not None:
                next_deal += 1
                if stop(deal):
                    return journal.in_order()
            batch = next(batches, None)
            if batch is None:
                return journal.in_order()
            for future in batch:
                game = future.result()
                journal.add(game)
                on_game(game)


def _deal(journal: Journal, number: int) -> Deal | None:
    """All games of a deal, if they have been played."""
    each = journal.plan.games_a_deal
    games = tuple(journal.games[game] for game in range(number * each, number * each + each) if game in journal.games)
    return games if len(games) == each else None
