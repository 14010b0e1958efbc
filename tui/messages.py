"""What the parts of the table tell each other."""

from textual.message import Message

from amunre.ai.bot import Thought


class Answer(Message):
    """Somebody has thought about the position after so many actions."""

    def __init__(self, number: int, thought: Thought) -> None:
        self.number = number
        self.thought = thought
        super().__init__()


class Decided(Answer):
    """An opponent has made up her mind."""


class Advised(Answer):
    """The adviser has an opinion."""
