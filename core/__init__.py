"""The rules: games, positions, records. Knows nothing of searching or of screens."""

if __name__ != "amunre.core":
    raise ImportError(f"this package is imported as amunre.core, not as {__name__}")

from importlib import import_module
from pathlib import Path

from amunre.core.errors import BadInput
from amunre.core.game import CHANCE, NOBODY, Game, IllegalAction, State
from amunre.core.info import Info

__all__ = ["CHANCE", "GAMES", "NOBODY", "BadInput", "Game", "IllegalAction", "Info", "State", "info", "load"]

GAMES = {
    "amunre_card": "amunre.core.amunre_card",
}
"""Every game on the shelf and the package that holds it."""


def info(name: str) -> Info:
    """What the shelf knows of a game."""
    if name not in GAMES:
        raise BadInput(f"unknown game {name} (known: {', '.join(sorted(GAMES))})")
    found: Info = import_module(GAMES[name]).INFO
    return found


def load(name: str, players: int, deck: Path | None = None, **options: str) -> Game:
    """A game for so many players, with a components file of the player's own if she gives one."""
    about = info(name)
    if not about.fewest_players <= players <= about.most_players:
        raise BadInput(f"{about.title} is for {about.fewest_players} to {about.most_players} players, not {players}")
    known = dict(about.options)
    for option, word in options.items():
        if option not in known:
            raise BadInput(f"{name} has no option {option}")
        if word not in known[option]:
            raise BadInput(f"{name}: option {option} is one of {', '.join(known[option])}, not {word}")
    return about.make(players, deck=None if deck is None else about.read_deck(deck), **options)
