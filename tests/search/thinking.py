"""Opponents that tests let think, positions for them, and what of a thought can be compared."""

from dataclasses import replace
from random import Random

from amunre.ai.bot import Limit, Thought
from amunre.ai.levels import Level
from amunre.ai.style import PLAIN, Style
from amunre.ai.thinker import Thinker
from amunre.ai.weights import Rows, Weights
from amunre.core import Game, State, info, load
from benchmarks.build import module

toy = module("tests.toy.toy")

STYLES = ("plain", "light", "eye")
"""Uniform rollouts; a light policy to the end; a light policy until an eye judges."""
HIDDEN = 16


def thinker(style: str, game: Game, iterations: int = 200, threads: int = 1) -> Thinker:
    """One that depends on nothing that is shipped. Of a game without features it has no eye."""
    weights = made_up(game) if style == "eye" and game.name != "toy" else Weights(game.name, {})
    return Thinker(Level(iterations, PLAIN if style == "plain" else Style()), weights, threads=threads)


def made_up(game: Game) -> Weights:
    """An eye that has learned nothing, but has an opinion."""
    about, random = info(game.name), Random(1)
    inputs = len(about.features)
    width = 2 * (1 + inputs + HIDDEN) + HIDDEN * (1 + inputs)
    rows = tuple(tuple(random.gauss(0, 0.3) for _ in range(width)) for _ in about.stages)
    return Weights(game.name, {game.players: Rows(inputs, HIDDEN, rows, ())})


def opening(players: int) -> State:
    """The first decision of the card game."""
    state = load("amunre_card", players).new_state()
    state.apply_chance(1)
    return state


def playing(players: int, script: str) -> State:
    """The toy after these actions."""
    return after(toy.Toy(players).new_state(), script)


def after(state: State, script: str) -> State:
    """The position that these actions lead to, as in `roll 2/offer 3`."""
    result = state.copy()
    for words in script.split("/"):
        result.apply(result.action(words))
    return result


def judgement(bot: Thinker, view: State, seed: int = 1, limit: Limit | None = None) -> Thought:
    """The whole thought, but for how long it took."""
    return replace(bot.choose(view, seed, limit), seconds=0.0)
