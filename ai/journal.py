"""The games of a plan that have been played, a line of JSON each, so that an interrupted run can go on."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from math import isclose
from pathlib import Path
from types import NoneType
from typing import Any

from amunre.ai.bots import bot
from amunre.ai.ledger import Ledger, within
from amunre.ai.matches import Plan, Played
from amunre.ai.thinker import Thinker
from amunre.ai.weights import shipped

NUMBER = 1
"""Of the format."""
MOST_POINTS = 1e6
"""Far beyond what any game ends with."""


def makings(game: str, players: int, names: Iterable[str]) -> str:
    """Tells bots from others of the same names: how long and in what style they think, and what they have learned."""
    found = sha256()
    for each in map(bot, names):
        if isinstance(each, Thinker):
            learned = (each.weights or shipped(game)).by_players.get(players)
            rows = None if learned is None else learned.rows
            found.update(repr((each.limit, each.level.style, each.level.whim, rows)).encode())
    return found.hexdigest()[:16]


def header(plan: Plan) -> dict[str, Any]:
    """The first line of a journal of this plan."""
    bots = makings(plan.game, plan.players, dict.fromkeys(plan.seats))
    return {"amunre-arena": NUMBER, **asdict(plan), "bots": bots}


def fingerprint(plan: Plan) -> str:
    """Tells plans apart, and what their bots are made of."""
    return sha256(json.dumps(header(plan)).encode()).hexdigest()[:16]


class Journal(Ledger):
    """What has been played of a plan; without a file it is forgotten in the end."""

    def __init__(self, plan: Plan, file: Path | None) -> None:
        self.plan = plan
        self.games: dict[int, Played] = {}
        super().__init__(file, header(plan))

    def add(self, game: Played) -> None:
        """Keep a game, so that it outlives this process; one that is there already is left alone."""
        if game.number not in self.games:
            self.games[game.number] = game
            self._write(json.dumps(_brief(game)))

    def in_order(self) -> list[Played]:
        """All games so far, by their numbers."""
        return [self.games[number] for number in sorted(self.games)]

    def _take(self, data: Any) -> bool:
        game = Played(
            data["number"],
            tuple(data["seats"]),
            tuple(within(share, 0, 1) for share in data["shares"]),
            tuple(within(points, -MOST_POINTS, MOST_POINTS) for points in data["points"]),
            data.get("record"),
        )
        fits = self._fits(game)
        self.games[game.number] = game
        return fits

    def _fits(self, game: Played) -> bool:
        return (
            type(game.number) is int
            and 0 <= game.number < self.plan.games
            and game.number not in self.games
            and game.seats == self.plan.lineup(game.number)
            and len(game.shares) == len(game.points) == self.plan.players
            and isclose(sum(game.shares), 1, abs_tol=1e-6)
            and isinstance(game.record, str if self.plan.records else NoneType)
        )


def _brief(game: Played) -> dict[str, Any]:
    """A game as its line has it: without a record if there is none."""
    return {key: value for key, value in asdict(game).items() if value is not None}
