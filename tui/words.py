"""Every word that a player reads comes out of lang/<language>.toml, through here."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

from amunre.core.story import Sentence

FOLDER = Path(__file__).with_name("lang")
SEATS = ("player", "rival")
"""Places of a sentence that hold a seat."""


class _Filled(Formatter):
    """Knows `{n:# card|# cards}` and `{n:nothing|# card|# cards}`: for 0 if it is named, for 1, and for all else.

    `#` is the number. `{n:ordinal}` and `{n:roman}` are the n-th of such words. Other numbers are written as the
    language writes them, and tuples of words as it lists them.
    """

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self._signs = str.maketrans(",.", ".,") if sentences.get("number.decimal") == "," else {}
        self._counted = {
            "ordinal": sentences.get("number.ordinal", "").split(),
            "roman": sentences.get("number.roman", "").split(),
        }
        self._list = sentences.get("number.list", "{others}, {last}")

    def format_field(self, value: object, format_spec: str) -> str:
        """What stands in a place."""
        if isinstance(value, tuple):
            *before, last = value
            return self._list.format(others=", ".join(before), last=last) if before else str(last)
        if isinstance(value, int) and format_spec in self._counted:
            return self._counted[format_spec][value - 1]
        if "|" not in format_spec:
            shown = format(value, format_spec)
            return shown.translate(self._signs) if isinstance(value, int | float) else shown
        *zero, one, others = format_spec.split("|")
        form = zero[0] if zero and value == 0 else one if value == 1 else others
        return form.replace("#", str(value))


class Words:
    """The sentences of one language, by key, with places to be filled in."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = dict(sentences)
        self._formatter = _Filled(self.sentences)

    def say(self, key: str, **values: object) -> str:
        """The sentence with this key."""
        return self._formatter.vformat(self.sentences[key], (), values)

    def tell(self, sentence: Sentence, names: Sequence[str]) -> str:
        """A sentence of a game; seats in it become names."""
        key, values = sentence
        named = {place: names[value] for place, value in values.items() if place in SEATS and isinstance(value, int)}
        return self.say(key, **{**values, **named})


@cache
def load(language: str = "en") -> Words:
    """The words of a language."""
    text = (FOLDER / f"{language}.toml").read_text("utf-8")
    return Words(dict(_flat(tomllib.loads(text))))


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)
