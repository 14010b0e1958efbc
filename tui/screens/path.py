"""Asks for a file."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from amunre.core import BadInput
from amunre.tui.refusals import refusal
from amunre.tui.screens.room import Card
from amunre.tui.store import CannotKeep
from amunre.tui.typed import path
from amunre.tui.widgets.field import Field
from amunre.tui.widgets.keys import Keys


class PathCard(Card[None]):
    """Tries what is typed, and closes when it can be used."""

    DEFAULT_CSS = """
    PathCard #error { color: $error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "use", "key.confirm", id="path.confirm"),
    ]

    def __init__(self, question: str, proposed: str, use: Callable[[Path], None]) -> None:
        super().__init__()
        self._question = question
        self._proposed = proposed
        self._use = use

    def compose(self) -> ComposeResult:
        """The question, the field, and what is wrong with it."""
        with Vertical(id="card"):
            yield Static(self._question, markup=False)
            yield Field(self._proposed, compact=True)
            yield Static(id="error", markup=False)
        yield Keys()

    def action_use(self) -> None:
        """Try it."""
        typed, words = self.query_one(Field).value.strip(), self.amunre.words
        try:
            self._use(path(typed, words))
        except (BadInput, CannotKeep) as error:
            self._refuse(refusal(error, words))
        except OSError as error:
            self._refuse(f"{typed}: {refusal(error, words)}")
        else:
            self.dismiss(None)

    def _refuse(self, why: str) -> None:
        self.query_one("#error", Static).update(why)
