"""Imagined worlds are as likely as they really are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import comb, prod
from operator import add

import pytest
from scipy.stats import binomtest, chisquare

from amunre.ai.search import Search
from amunre.ai.style import PLAIN
from benchmarks.build import module
from tests.search.thinking import playing

guess = module("tests.toy.guess")

WORLDS = 20_000
UNLIKELY = 0.001

TWO = "draw 1/draw 1/draw 4/draw 2/draw 2/draw 3/roll 1"
THREE = "draw 1/draw 3/draw 4/draw 2/draw 2/draw 3/draw 1/draw 1/draw 4/roll 2"
"""Everybody has three cards."""

Hand = tuple[int, ...]
"""How many cards of each rank."""


def chances(unseen: Hand, size: int) -> dict[Hand, float]:
    """How likely each hand of this size is: multivariate hypergeometric."""
    hands = [hand for hand in product(*(range(count + 1) for count in unseen)) if sum(hand) == size]
    return {hand: prod(map(comb, unseen, hand)) / comb(sum(unseen), size) for hand in hands}


def likely(hands: Sequence[Hand], expected: dict[Hand, float]) -> bool:
    """Whether these hands could well have come up by such chances."""
    counted = Counter(hands)
    assert counted.keys() <= expected.keys()
    found = chisquare([counted[hand] for hand in expected], [len(hands) * chance for chance in expected.values()])
    return bool(found.pvalue > UNLIKELY)


@pytest.mark.parametrize(
    ("players", "script", "viewer"),
    [
        (2, TWO, 0),
        (2, TWO, 1),
        (2, f"{TWO}/offer 1/offer 3", 0),
        (3, THREE, 0),
        (3, f"{THREE}/offer 1/offer 2/offer 4", 1),
        (3, f"{THREE}/offer 4/offer 2/offer 1/refuse/steal 2", 2),
    ],
)
def test_hidden_hands_are_drawn_evenly_from_the_unseen_cards(players: int, script: str, viewer: int) -> None:
    view = playing(players, script).seen_by(viewer)
    worlds = [view.imagine(seed).view() for seed in range(WORLDS)]
    for rival in set(range(players)) - {viewer}:
        assert likely([world.hands[rival] for world in worlds], chances(view.view().unseen, view.view().cards[rival]))


def test_two_hidden_hands_are_drawn_from_the_same_cards() -> None:
    view = playing(3, THREE).seen_by(0)
    worlds = [view.imagine(seed).view() for seed in range(WORLDS)]
    both = [tuple(map(add, *world.hands[1:])) for world in worlds]
    assert likely(both, chances(view.view().unseen, sum(view.view().cards[1:])))


def test_the_search_meets_each_world_as_often() -> None:
    """All guesses are tried alike when confidence bounds are wide, and how often one is right tells of the worlds."""
    deck = (4, 3, 2, 1)
    state = guess.Guess(2, deck).new_state()
    state.apply(4)
    search = Search(state.seen_by(0), 1, replace(PLAIN, exploration=1e6), None, 2**20)
    search.run(WORLDS, 1e9)
    for copies, (_, visits, _, win, _, _) in zip(deck, search.edges(), strict=True):
        assert visits == WORLDS / len(deck)
        assert binomtest(round(win), visits, copies / sum(deck)).pvalue > UNLIKELY
