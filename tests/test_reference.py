"""The core and the reference in C, written apart from each other, play the same game."""

import random
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, pvariance

import pytest

from amunre.core import NOBODY
from amunre.core.amunre_card.components import Components, Flood, built_in
from amunre.core.amunre_card.rules import CardGame
from benchmarks import build
from benchmarks.reference import CHANCE_PHASES, Reference

PLAYERS = (2, 3, 4, 5)

DECKS = {
    "built in": built_in(),
    "gold lapses": replace(
        built_in(), opening_total=36, floods=(Flood(3, 9, 99), Flood(None, 9, 50)), total_cost=(0, 1, 20, 57)
    ),
    "pyramids abound": replace(
        built_in(), opening_total=0, favors=(9, 8, 7), favors_for_two=(9, 9), total_cost=tuple(range(64))
    ),
    "all fields earn": replace(built_in(), fields_for_bonus=0, floods=(Flood(None, 4, 10),)),
}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_they_allow_the_same_actions_to_the_end(deck: str, players: int) -> None:
    game, reference = CardGame(players, deck=DECKS[deck]), Reference(players, DECKS[deck])
    chooser = random.Random(players)
    for _ in range(100):
        state, position = game.new_state(), reference.new_position()
        while state.to_move != NOBODY:
            assert position.to_move == state.to_move
            assert sorted(position.legal_actions()) == sorted(state.legal_actions())
            action = chooser.choice(state.legal_actions())
            state.apply(action)
            position.apply(action)
            assert position.points == state.scores()
        assert position.to_move == NOBODY
        assert position.winner == state.returns().index(1)


@pytest.mark.parametrize("players", PLAYERS)
def test_their_random_games_are_alike(players: int) -> None:
    assert differences(core_games(players, built_in(), 10_000), reference_games(players, built_in(), 10_000)) == {}


def test_games_by_another_rule_are_not_alike() -> None:
    other = replace(built_in(), favors=(3, 1, 1))
    assert differences(core_games(4, built_in(), 10_000), reference_games(4, other, 10_000)) != {}


Games = dict[str, list[float]]
"""Everything that is counted in a game, and its number in each of many games."""


def core_games(players: int, deck: Components, games: int) -> Games:
    accounts = build.module("benchmarks.virtual").accounts(CardGame(players, deck=deck), games, seed=1)
    return by_name([[decisions, chance, *points, *shares] for decisions, chance, points, shares in accounts], players)


def reference_games(players: int, deck: Components, games: int) -> Games:
    rows = []
    for account in Reference(players, deck).accounts(games, seed=2):
        chance = sum(account.choices[phase] for phase in CHANCE_PHASES)
        shares = [float(seat == account.winner) for seat in range(players)]
        rows.append([sum(account.choices.values()) - chance, chance, *account.points, *shares])
    return by_name(rows, players)


def by_name(rows: Sequence[Sequence[float]], players: int) -> Games:
    names = ["decisions", "chance events"]
    names += [f"{what} of player {seat}" for what in ("points", "wins") for seat in range(players)]
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def differences(some: Games, others: Games) -> dict[str, tuple[float, float]]:
    """The averages that are more than five standard errors apart."""
    return {
        name: (fmean(some[name]), fmean(others[name]))
        for name in some
        if abs(fmean(some[name]) - fmean(others[name])) > 5 * standard_error(some[name], others[name])
    }


def standard_error(some: list[float], others: list[float]) -> float:
    return sqrt(pvariance(some) / len(some) + pvariance(others) / len(others))
