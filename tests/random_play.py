"""Every table that the games on the shelf and the toy can be played at, and random games there."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st

from amunre.core import CHANCE, GAMES, NOBODY, Game, Info, State, info
from benchmarks.build import module

MOST_STEPS = 2000
"""Actions after which a game should long be over."""


@dataclass(frozen=True)
class Table:
    """A game, its players and its options."""

    about: Info
    players: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "-".join([self.about.name, str(self.players), *(word for _, word in self.options)])

    def game(self) -> Game:
        return self.about.make(self.players, **dict(self.options))


def tables(about: Info) -> Iterator[Table]:
    """A table for all numbers of players and all choices of options."""
    names = [name for name, _ in about.options]
    for players in range(about.fewest_players, about.most_players + 1):
        for words in product(*(words for _, words in about.options)):
            yield Table(about, players, tuple(zip(names, words, strict=True)))


SHELF: tuple[Info, ...] = (module("tests.toy.toy").INFO, *map(info, GAMES))
TABLES = [table for about in SHELF for table in tables(about)]


@dataclass(frozen=True)
class Play:
    """A random game. Players who mostly take the first or the last action get where even ones seldom do."""

    seed: int
    habit: str

    def positions(self, game: Game) -> Iterator[State]:
        """All positions of the game, the last one included."""
        random = Random(self.seed)
        state = game.new_state()
        for _ in range(MOST_STEPS):
            yield state
            if state.to_move == NOBODY:
                return
            action = self._choice(state, random)
            if currently_in_test_context():
                note(state.words(action))
            state.apply(action)
        raise AssertionError(f"not over after {MOST_STEPS} actions")

    def _choice(self, state: State, random: Random) -> int:
        if state.to_move == CHANCE:
            return state.copy().apply_chance(random.getrandbits(64))[0]
        actions = state.legal_actions()
        if self.habit == "any" or random.random() < 0.2:
            return random.choice(actions)
        return actions[0] if self.habit == "first" else actions[-1]


seeds = st.integers(0, 2**64 - 1)
plays = st.builds(Play, seeds, st.sampled_from(["any", "first", "last"]))
