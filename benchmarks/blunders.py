"""How often a level plays what hurts to see: a move that the best level's search puts far below its best."""

import json
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import repeat
from pathlib import Path
from typing import Any

from amunre.ai.bot import Candidate, Limit
from amunre.ai.bots import bot, makings
from amunre.ai.ledger import Ledger, within
from amunre.ai.levels import LEVELS
from amunre.core import CHANCE, NOBODY, load
from amunre.core.game import mix

SILLY = 0.3
"""Of a victory, lost by one choice."""
MOST = 1 + 1e-6
"""Of a victory, that can be lost, and a little for rounding."""
LOOK = Limit(iterations=10_000)
"""How long the best level looks at each choice."""
GAMES = 24
"""For each number of players below."""
PLAYERS = (2, 4)
NUMBER = 1
"""Of the format in which they are kept."""


class Slips(Ledger):
    """What each choice of a level threw away, a line a game."""

    def __init__(self, game: str, level: str, file: Path) -> None:
        self.games: list[list[float]] = []
        bots = [makings(bot(name), load(game, players)) for players in PLAYERS for name in LEVELS]
        about = {"game": game, "level": level, "players": PLAYERS, "games": GAMES, "look": LOOK.iterations}
        super().__init__(file, {"amunre-blunders": NUMBER, **about, "bots": bots})

    def add(self, losses: list[float]) -> None:
        """Keep a game; they come in order."""
        self.games.append(losses)
        self._write(json.dumps(losses))

    def _take(self, data: Any) -> bool:
        self.games.append([within(loss, 0, MOST) for loss in data])
        return len(self.games) <= len(PLAYERS) * GAMES


def losses(game: str, level: str, file: Path, executor: Executor) -> list[float]:
    """What each choice of the level threw away, in games against others of all levels."""
    tables = [(players, number) for players in PLAYERS for number in range(GAMES)]
    with Slips(game, level, file) as slips:
        for found in executor.map(_losses, repeat(game), repeat(level), tables[len(slips.games) :]):
            slips.add(found)
    return [loss for found in slips.games for loss in found]


def _losses(game: str, level: str, table: tuple[int, int]) -> list[float]:
    """The same, in one game: the level sits on one seat, others of all levels beside it."""
    players, number = table
    state, judge, names = load(game, players).new_state(), bot(list(LEVELS)[-1]), list(LEVELS)
    seated = {seat: bot(level if seat == 0 else names[(number + seat) % len(names)]) for seat in range(players)}
    found, actions = [], 0
    while (mover := state.to_move) != NOBODY:
        actions += 1
        seed = mix(mix(number, players), actions)
        if mover == CHANCE:
            state.apply_chance(seed)
            continue
        view = state.seen_by(mover)
        action = seated[mover].choose(view, seed).action
        if mover == 0:
            # With a seed of its own: else the judge would begin with the very thoughts that it judges.
            found.append(_loss(judge.choose(view, mix(seed, 1), LOOK).candidates, action))
        state.apply(action)
    return found


def _loss(candidates: Sequence[Candidate], action: int) -> float:
    """How much less of the victory this action promises than the best one."""
    promised = {each.action: each.win for each in candidates if each.visits}
    return max(promised.values()) - promised.get(action, 0.0)
