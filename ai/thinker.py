"""An opponent that searches."""

import time
from _thread import start_new_thread
from collections.abc import Sequence
from math import exp, inf, sqrt
from random import Random
from threading import Lock, Thread

from amunre.ai.bot import Candidate, Limit, Thought
from amunre.ai.levels import Level
from amunre.ai.search import Search
from amunre.ai.weights import Weights, shipped
from amunre.core import State
from amunre.core.game import mix

MEMORY = 256 * 2**20
"""Bytes that a search may fill with its tree."""
MEMORY_AN_ITERATION = 1024
"""More than an iteration adds to it."""
DOUBT = 2.0
"""A secret choice is not played if its share of the greatest is below this, by the root of the trials per action."""
TRUSTED = 0.1
"""A whim takes only actions with at least this share of the most visits."""
LARGE = 10_000
"""Iterations after which it takes longer to give a tree back than to start a thread that does."""

Edge = tuple[int, int, float, float, float, float]
"""Action, visits, and summed up: strategy, win, points, utility."""


class Thinker:
    """Searches as its level says, or as long as it is told to."""

    def __init__(
        self, level: Level, weights: Weights | None = None, limit: Limit | None = None, threads: int = 1
    ) -> None:
        self.level = level
        self.weights = weights
        self.limit = limit or Limit(iterations=level.iterations)
        self.threads = threads
        self._searches: list[Search] = []
        self._cancelled = False
        self._forgetting = Lock()

    def choose(self, view: State, seed: int, limit: Limit | None = None) -> Thought:
        """The best action that was found, or, for some levels, one that looks nearly as good."""
        begun = time.perf_counter()
        with self._forgetting:
            self._searches = self._prepare(view, seed, limit or self.limit)
        if self._cancelled:  # before there was anything to cancel
            self.cancel()
        self._run(limit or self.limit, begun)
        edges = _merged([search.edges() for search in self._searches])
        shares = self._shares(edges, secret=len(view.witnesses) < view.game.players)
        [chosen] = Random(seed).choices([edge[0] for edge in edges], shares)
        candidates = tuple(self._candidates(edges, shares))
        iterations = sum(search.iterations for search in self._searches)
        self._forget(iterations)
        return Thought(chosen, candidates, iterations, time.perf_counter() - begun)

    def cancel(self) -> None:
        """Answer at once, from now on. Called from another thread."""
        self._cancelled = True
        for search in self._searches:
            search.cancel()

    def _prepare(self, view: State, seed: int, limit: Limit) -> list[Search]:
        memory = MEMORY // self.threads
        if limit.iterations is not None:
            memory = min(memory, MEMORY_AN_ITERATION * (limit.iterations + MEMORY_AN_ITERATION))
        eye = (self.weights or shipped(view.game.name)).eye(view.game)
        return [Search(view, mix(seed, thread), self.level.style, eye, memory) for thread in range(self.threads)]

    def _run(self, limit: Limit, begun: float) -> None:
        total = 2**62 if limit.iterations is None else max(1, limit.iterations)
        shares = [(total + thread) // self.threads for thread in range(self.threads)]
        seconds = inf if limit.seconds is None else limit.seconds - (time.perf_counter() - begun)
        *others, last = zip(self._searches, shares, strict=True)
        threads = [Thread(target=search.run, args=(share, seconds)) for search, share in others]
        for thread in threads:
            thread.start()
        last[0].run(last[1], seconds)
        for thread in threads:
            thread.join()

    def _shares(self, edges: Sequence[Edge], secret: bool) -> list[float]:
        """How readily each action is played."""
        if self.level.whim:
            return _whimsical(edges, self.level.whim)
        return _mixed(edges) if secret else _best(edges)

    def _candidates(self, edges: Sequence[Edge], shares: Sequence[float]) -> list[Candidate]:
        total = sum(shares)
        ranked = sorted(zip(edges, shares, strict=True), key=lambda pair: -pair[0][1])
        return [
            Candidate(
                action,
                visits,
                share / total,
                win / max(visits, 1),
                points / max(visits, 1),
                self._searches[0].replies(action),
            )
            for (action, visits, _, win, points, _), share in ranked
        ]

    def _forget(self, iterations: int) -> None:
        """Give the trees back. Large ones take milliseconds: the next thought waits for that, but no answer does.

        Nor for a `Thread`, whose start returns only once it runs.
        """
        forgotten, self._searches = self._searches, []
        if iterations > LARGE:
            self._forgetting.acquire()
            start_new_thread(self._clear, (forgotten,))

    def _clear(self, forgotten: list[Search]) -> None:
        forgotten.clear()
        self._forgetting.release()


def _merged(found: Sequence[Sequence[Edge]]) -> list[Edge]:
    """What several searches found at the same root, added up. One that had no iteration to do has found nothing."""
    rows = [edges for edges in found if edges]
    return [
        (each[0][0], *(sum(values) for values in zip(*(edge[1:] for edge in each), strict=True)))
        for each in zip(*rows, strict=True)
    ]


def _mixed(edges: Sequence[Edge]) -> list[float]:
    """The average strategy, without what is likely to be in it only because so little was tried."""
    most = max(strategy for _, _, strategy, *_ in edges)
    doubt = min(1.0, DOUBT * sqrt(len(edges) / (1 + sum(visits for _, visits, *_ in edges))))
    return [strategy if strategy >= doubt * most else 0.0 for _, _, strategy, *_ in edges]


def _best(edges: Sequence[Edge]) -> list[float]:
    """The action that was tried most, and nothing else."""
    best = max(edges, key=lambda edge: (edge[1], edge[5]))
    return [float(edge is best) for edge in edges]


def _whimsical(edges: Sequence[Edge], whim: float) -> list[float]:
    """Any action that was tried often enough to be trusted, the more readily the better it looks."""
    enough = max(1.0, TRUSTED * max(visits for _, visits, *_ in edges))
    values = [edge[5] / edge[1] if edge[1] >= enough else -inf for edge in edges]
    most = max(values)
    return [exp((value - most) / whim) for value in values]
