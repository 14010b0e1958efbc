"""Games between bots: which are to be played, and how one of them is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from socket import gethostname
from threading import get_ident

from amunre.ai.bot import Bot
from amunre.ai.bots import bot, makings
from amunre.core import CHANCE, BadInput, Game, load
from amunre.core.game import mix
from amunre.core.lines import MAX_CHARACTERS
from amunre.core.match import Match, Seat
from amunre.core.record import write

LONGEST = MAX_CHARACTERS - 40
"""Characters of a name that a record can still hold."""
THREADS = 128
"""In one process, at most, that play at the same time."""


@dataclass(frozen=True)
class Plan:
    """Which games are to be played.

    A *deal* is all that chance will do. Every line-up plays it: so many of the named bots as there are players, in all
    rotations around the table.
    """

    game: str
    players: int
    seats: tuple[str, ...]
    """Names of bots, as many as there are players, or more."""
    deals: int
    seed: int
    records: bool = False
    """Whether the games are written down."""

    def __post_init__(self) -> None:
        game = load(self.game, self.players)
        for name in self.names:
            bot(name, game)
            seat(name)
            if self.records and len(name) > LONGEST:
                raise BadInput(f"{name} is too long for a record: at most {LONGEST} characters")
        if len(self.seats) < self.players:
            raise BadInput(f"too few bots for {self.players} players: {len(self.seats)}")
        if self.deals < 1:
            raise BadInput(f"{self.deals} deals are too few")

    @property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def makings(self) -> tuple[str, ...]:
        """What each of them is made of, here and now."""
        game = load(self.game, self.players)
        return tuple(makings(bot(name, game), game) for name in self.names)

    @property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where, for each game of a deal."""
        return _lineups(self.seats, self.players)

    @property
    def games_a_deal(self) -> int:
        """How many games share what chance does."""
        return len(self.lineups)

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.deals * self.games_a_deal

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who sits where in this game."""
        return self.lineups[number % self.games_a_deal]


@dataclass(frozen=True)
class Played:
    """How a game ended, seat by seat."""

    number: int
    seats: tuple[str, ...]
    shares: tuple[float, ...]
    """Of the victory."""
    points: tuple[float, ...]
    record: str | None = None

    def share(self, name: str) -> float:
        """What a seat of this bot got of the victory, on average."""
        return _mean(self.seats, self.shares, name)

    def scored(self, name: str) -> float:
        """What a seat of this bot got in points, on average."""
        return _mean(self.seats, self.points, name)


def play(plan: Plan, number: int, made: tuple[str, ...] | None = None) -> Played:
    """Play one of the games; wherever that is, the bots have to be made of the same as where the plan was."""
    game, bots = _prepared(plan, made, get_ident())
    lineup = plan.lineup(number)
    match = Match(game, [seat(name) for name in lineup], mix(plan.seed, number // plan.games_a_deal))
    finish(match, [bots[name] for name in lineup])
    end = match.truth()
    return Played(number, lineup, end.returns(), end.scores(), write(match) if plan.records else None)


def finish(match: Match, bots: Sequence[Bot]) -> None:
    """Let these bots, one a seat, play a match to its end."""
    while not match.over:
        mover = match.to_move
        if mover == CHANCE:
            match.play_chance()
        else:
            match.play(bots[mover].choose(match.seen_by(mover), match.bot_seed(mover)).action)


def seat(name: str) -> Seat:
    """The seat of a bot: records know it by its kind, and call it by its full name."""
    return Seat(name.partition("@")[0].partition(":")[0], name)


@lru_cache(THREADS)
def _prepared(plan: Plan, made: tuple[str, ...] | None, thread: int) -> tuple[Game, dict[str, Bot]]:  # noqa: ARG001
    """The game and the bots of a plan. Each thread has its own: a bot thinks about one choice at a time."""
    game = load(plan.game, plan.players)
    bots = {name: _invited(name, game) for name in plan.names}
    for (name, found), expected in zip(bots.items(), made or (), strict=made is not None):
        if makings(found, game) != expected:
            raise BadInput(f"{name} on {gethostname()} has other weights, or is of another version of the program")
    return game, bots


def _invited(name: str, game: Game) -> Bot:
    """A bot; if there is none, it helps to know on which machine."""
    try:
        return bot(name, game)
    except BadInput as error:
        raise BadInput(f"on {gethostname()}: {error}") from None


@lru_cache
def _lineups(seats: tuple[str, ...], players: int) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(turned for table in combinations(seats, players) for turned in _rotations(table)))


def _rotations(table: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for first in range(len(table)):
        yield table[first:] + table[:first]


def _mean(seats: tuple[str, ...], values: tuple[float, ...], name: str) -> float:
    found = [value for seat, value in zip(seats, values, strict=True) if seat == name]
    return sum(found) / len(found)
