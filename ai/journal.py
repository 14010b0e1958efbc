"""The games of a plan that have been played, a line of JSON each, so that an interrupted run can go on."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from amunre.ai.bots import bot
from amunre.ai.ledger import Ledger
from amunre.ai.matches import Plan, Played
from amunre.ai.thinker import Thinker
from amunre.ai.weights import shipped

NUMBER = 1
"""Of the format."""


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
            int(data["number"]),
            tuple(map(str, data["seats"])),
            tuple(map(float, data["shares"])),
            tuple(map(float, data["points"])),
            data.get("record"),
        )
        fits = game.number not in self.games and self._fits(game)
        self.games[game.number] = game
        return fits

    def _fits(self, game: Played) -> bool:
        return (
            0 <= game.number < self.plan.games
            and game.seats == self.plan.lineup(game.number)
            and len(game.shares) == len(game.points) == self.plan.players
            and (game.record is not None) == self.plan.records
        )


def _brief(game: Played) -> dict[str, Any]:
    """A game as its line has it: without a record if there is none."""
    return {key: value for key, value in asdict(game).items() if value is not None}
