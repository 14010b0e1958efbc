"""The games of a plan that have been played, a line of JSON each, so that an interrupted run can go on."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from math import isclose
from pathlib import Path
from types import NoneType
from typing import Any

from amunre.ai.ledger import Ledger, within
from amunre.ai.matches import Plan, Played

NUMBER = 1
"""Of the format."""
MOST_POINTS = 1e6
"""Far beyond what any game ends with."""


def header(plan: Plan) -> dict[str, Any]:
    """The first line of a journal of this plan."""
    return {"amunre-arena": NUMBER, **asdict(plan), "seats": kept_as(plan, plan.seats), "bots": plan.makings}


def kept_as(plan: Plan, names: Iterable[str]) -> list[str]:
    """What a journal calls bots: files of weights have numbers there, so that they can be moved."""
    return [f"{name.partition('@')[0]}@{plan.names.index(name)}" if "@" in name else name for name in names]


def fingerprint(plan: Plan) -> str:
    """Tells plans apart, and what their bots are made of."""
    return sha256(json.dumps(header(plan)).encode()).hexdigest()[:16]


class Journal(Ledger):
    """What has been played of a plan; without a file it is forgotten in the end."""

    def __init__(self, plan: Plan, file: Path | None) -> None:
        self.plan = plan
        self.games: dict[int, Played] = {}
        head = header(plan)
        self.makings: tuple[str, ...] = head["bots"]
        super().__init__(file, head)

    def add(self, game: Played) -> None:
        """Keep a game, so that it outlives this process; one that is there already is left alone."""
        if game.number not in self.games:
            self.games[game.number] = game
            self._write(json.dumps(self._brief(game)))

    def in_order(self) -> list[Played]:
        """All games so far, by their numbers."""
        return [self.games[number] for number in sorted(self.games)]

    def _take(self, data: Any) -> bool:
        game = Played(
            data["number"],
            self.plan.lineup(data["number"]),
            tuple(within(share, 0, 1) for share in data["shares"]),
            tuple(within(points, -MOST_POINTS, MOST_POINTS) for points in data["points"]),
            data.get("record"),
        )
        fits = self._fits(game) and data["seats"] == kept_as(self.plan, game.seats)
        self.games[game.number] = game
        return fits

    def _fits(self, game: Played) -> bool:
        return (
            type(game.number) is int
            and 0 <= game.number < self.plan.games
            and game.number not in self.games
            and len(game.shares) == len(game.points) == self.plan.players
            and isclose(sum(game.shares), 1, abs_tol=1e-6)
            and isinstance(game.record, str if self.plan.records else NoneType)
        )

    def _brief(self, game: Played) -> dict[str, Any]:
        """A game as its line has it: without a record if there is none."""
        data = asdict(game) | {"seats": kept_as(self.plan, game.seats)}
        return {key: value for key, value in data.items() if value is not None}
