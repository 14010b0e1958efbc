"""A table at which tests play by script, in the words of a record."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from amunre.core import CHANCE, NOBODY, Game, State, load
from amunre.core.amunre_card.components import Components, Province, built_in
from amunre.core.amunre_card.rules import CardGame
from amunre.core.amunre_card.view import Phase, Player, View
from amunre.core.story import Step, Story

everybody = pytest.mark.parametrize("players", [2, 3, 4, 5])


class Table:
    """A game of the card game and all that has been told of it."""

    def __init__(self, players: int, deck: Path | Components | None = None) -> None:
        self.game: Game = (
            CardGame(players, deck) if isinstance(deck, Components) else load("amunre_card", players, deck)
        )
        self.state = self.game.new_state()
        self.told: list[Step] = []

    @property
    def view(self) -> View:
        """The truth."""
        found = self.state.view()
        assert isinstance(found, View)
        return found

    @property
    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [self.state.words(action) for action in self.state.legal_actions()]

    def play(self, script: str) -> list[Step]:
        """Play lines such as `* row Thinis` and `2 bid Thinis 6`; what they brought about."""
        told: list[Step] = []
        for line in filter(None, map(str.strip, script.splitlines())):
            who, words = line.split(maxsplit=1)
            assert self.state.to_move == (CHANCE if who == "*" else int(who) - 1), line
            told += self.state.apply(self.state.action(words))
        self.told += told
        return told

    def seen_by(self, seat: int) -> View:
        """What the player on this seat (from 1) sees."""
        found = self.state.seen_by(seat - 1).view()
        assert isinstance(found, View)
        return found

    def seat(self, seat: int) -> Player:
        """What truly lies in front of the player on this seat (from 1)."""
        return self.view.players[seat - 1]

    def set_up(self, pharaoh: int, *displays: str) -> list[Step]:
        """The first Pharaoh, and seat by seat the displays; without them everybody shows 0 1 2 3 8."""
        self.play(f"* pharaoh {pharaoh}")
        return self._in_turn_order("display", displays or ["0 1 2 3 8"] * self.game.players)

    def auction(self, *bids: str) -> list[Step]:
        """An auction without a fight: seat by seat what each bids, as in `Thinis 6`; these provinces are the row."""
        row = self.play("\n".join(f"* row {bid.split()[0]}" for bid in bids))
        return row + self._in_turn_order("bid", bids)

    def offerings(self, *amounts: int) -> list[Step]:
        """Seat by seat what each offers."""
        return self._in_turn_order("offer", [str(amount) for amount in amounts])

    def go_on(self, *phases: Phase) -> list[Step]:
        """Take the first legal action until the game waits for one of these."""
        told: list[Step] = []
        while self.view.phase not in phases:
            told += self.state.apply(self.state.legal_actions()[0])
        self.told += told
        return told

    def _in_turn_order(self, verb: str, objects: Sequence[str]) -> list[Step]:
        order = self.view.turn_order
        return self.play("\n".join(f"{player + 1} {verb} {objects[player]}" for player in order))

    def steps(self, kind: str, player: int | None = None) -> list[Step]:
        """All steps of a kind so far, of one player (from 0) if given."""
        return [step for step in self.told if step.kind == kind and player in (None, step.player)]


@pytest.fixture
def sit_down() -> Callable[..., Table]:
    """`sit_down(3)` or `sit_down(3, deck)`: a new table."""
    return Table


def blank(**cards: dict[str, int]) -> Components:
    """The built-in components with nothing on any card, but for what is said: `blank(Thinis={"ankhs": 4})`."""
    usual = built_in()
    empty = {"pyramids": 0, "ankhs": 0, "fields": 0, "caravans": 0}
    assert cards.keys() <= {card.name for kingdom in usual.kingdoms for card in kingdom}
    kingdoms = (
        tuple(Province(card.name, **(empty | cards.get(card.name, {}))) for card in kingdom)
        for kingdom in usual.kingdoms
    )
    return replace(usual, kingdoms=tuple(kingdoms))


@dataclass(frozen=True)
class Move:
    """A choice of a player or of chance, between two looks at the whole table."""

    state: State
    before: View
    words: str
    story: Story
    after: View

    @property
    def legal(self) -> list[str]:
        """All that could have been chosen."""
        return [self.state.words(action) for action in self.state.legal_actions()]


def random_game(players: int, seed: int) -> Iterator[Move]:
    """All choices of a game between players who choose at random."""
    table, random = Table(players), Random(seed)
    after = table.view
    while table.state.to_move != NOBODY:
        state, before = table.state.copy(), after
        action = random.choice(state.legal_actions())
        story = table.state.apply(action)
        after = table.view
        yield Move(state, before, state.words(action), story, after)
