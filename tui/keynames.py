"""What keys are called: by a sign if the terminal has it, or by a name in the player's language."""

from textual.keys import format_key

from amunre.tui.words import Words

NAMED = (
    "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete", "backspace", "tab", "enter",
    "escape", "space", "shift",
)  # fmt: skip
"""Keys that have names."""


def shown(key: str, words: Words, signs: bool) -> str:
    """A key, with those that are held down with it."""
    *held, last = key.split("+")
    control = "^" if "ctrl" in held else ""
    others = (_named(each, words) for each in held if each != "ctrl")
    return "+".join([*others, control + _single(last, words, signs)])


def _single(key: str, words: Words, signs: bool) -> str:
    sign = format_key(key)
    return sign if signs and not sign.isascii() else _named(key, words, sign)


def _named(key: str, words: Words, otherwise: str = "") -> str:
    """Its name; if it has none, what is shown otherwise, in plain letters."""
    if key in NAMED:
        return words.say(f"keyname.{key}")
    return otherwise if otherwise and otherwise.isascii() else key
