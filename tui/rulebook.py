"""The rules of a game to look up: sections out of rules/<game>.<language>.md, and a search in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import normalize

SNIPPET = 54
"""Letters that a snippet has, about."""

_HEADING = re.compile(r"^## (?P<title>.+) \{#(?P<id>[a-z_]+)\}$", re.MULTILINE)
_BREAK = re.compile(r"\n(?=[-|\n])")
"""Between paragraphs, and between the lines of a list or a table."""
_MARKS = re.compile(r"[*`|>#]|^- ", re.MULTILINE)


class Section(NamedTuple):
    """A part of the rules."""

    id: str
    """The same in every language."""
    title: str
    text: str
    """Markdown, headed by the title."""


class Hit(NamedTuple):
    """A place where something was found."""

    section: Section
    line: int
    """Of the section's text, from 0."""
    snippet: str
    """What stands there, in plain words."""


@dataclass(frozen=True)
class Rulebook:
    """The sections, in the order in which they are read."""

    sections: tuple[Section, ...]

    def section(self, id: str) -> Section:  # noqa: A002
        """The section with this id."""
        return next(section for section in self.sections if section.id == id)

    def search(self, text: str) -> list[Hit]:
        """Where these words stand, one hit a line; capitals, accents and line ends make no difference."""
        words = _folded(normalize("NFC", text)).split()
        if not words:
            return []
        wanted = re.compile(r"\s+(?:> )?".join(map(re.escape, words)))
        return [hit for section in self.sections for hit in _hits(section, wanted)]


@cache
def load(game: str, language: str = "en") -> Rulebook:
    """The rules of a game in a language."""
    text = files("amunre.tui").joinpath("rules", f"{game}.{language}.md").read_text("utf-8")
    return Rulebook(tuple(_sections(normalize("NFC", text))))


def _sections(text: str) -> Iterator[Section]:
    _, *parts = _HEADING.split(text)
    for title, name, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield Section(name, title, f"## {title}{body.rstrip()}\n")


def _hits(section: Section, wanted: re.Pattern[str]) -> Iterator[Hit]:
    last = -1
    for found in wanted.finditer(_folded(section.text)):
        line = section.text.count("\n", 0, found.start())
        if line != last:
            last = line
            yield Hit(section, line, _snippet(section.text, found.start(), found.end()))


def _folded(text: str) -> str:
    """Small letters without accents, as many as there were letters."""
    return "".join(normalize("NFD", letter)[0].lower() for letter in text)


def _snippet(text: str, start: int, end: int) -> str:
    """Whole words around a place, not beyond its paragraph."""
    margin = max(SNIPPET // 2, SNIPPET - (end - start)) // 2
    before = _BREAK.split(text[:start])[-1]
    after = _BREAK.split(text[end:])[0]
    left = before if len(before) <= margin else "…" + before[-margin:].partition(" ")[2]
    right = after if len(after) <= margin else after[:margin].rpartition(" ")[0] + "…"
    return " ".join(_MARKS.sub("", left + text[start:end] + right).split())
