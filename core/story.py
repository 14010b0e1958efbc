"""What an action brought about, as Python reads it."""

from typing import NamedTuple

Sentence = tuple[str, dict[str, object]]
"""A key of the language files and what fills its places: `player` and `rival` are seats, the rest words, numbers, and
tuples of words to be listed."""


class Step(NamedTuple):
    """One automatic step; its kind says what `a` and `b` mean."""

    kind: str
    player: int
    a: int
    b: int


Story = tuple[Step, ...]
