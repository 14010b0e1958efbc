"""What a person types, read with care, and refused in her language."""

from pathlib import Path

from amunre.ai.bots import SEARCHING, SIMPLE
from amunre.core import BadInput, info
from amunre.core.lines import is_count
from amunre.core.match import HUMAN, SEEDS
from amunre.tui.words import Words


def seed(text: str, words: Words) -> int:
    """A seed."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEEDS)) and int(text) < SEEDS):
        raise BadInput(words.say("typed.seed", most=SEEDS - 1, text=text))
    return int(text)


def kind(text: str, words: Words) -> str:
    """A kind of player: a person, or somebody of a known level."""
    known = (*SIMPLE, *SEARCHING)
    if text not in (HUMAN, *known):
        raise BadInput(words.say("typed.level", level=text, known=", ".join(known)))
    return text


def players(text: str, words: Words, game: str) -> int:
    """How many play a game."""
    about = info(game)
    fewest, most = about.fewest_players, about.most_players
    if not (is_count(text) and fewest <= int(text) <= most):
        title = words.say(f"{game}.title")
        raise BadInput(words.say("typed.players", game=title, fewest=fewest, most=most, text=text))
    return int(text)


def printable(text: str, words: Words) -> str:
    """Something that can be shown, and kept in a line."""
    if not text.isprintable():
        raise BadInput(words.say("typed.unprintable"))
    return text


def path(text: str, words: Words) -> Path:
    """A file."""
    if not text:
        raise BadInput(words.say("typed.no_path"))
    try:
        return Path(printable(text, words)).expanduser().absolute()
    except RuntimeError:
        raise BadInput(words.say("typed.no_home", path=text)) from None
