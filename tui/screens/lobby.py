"""Where kept games are gone on with."""

from typing import TYPE_CHECKING

from amunre.core import BadInput
from amunre.tui.screens.room import Room
from amunre.tui.store import InUse, Kept

if TYPE_CHECKING:
    from datetime import datetime


class Lobby(Room[None]):
    """A screen that leads to the table."""

    def go_on(self, kept: Kept, take_over: bool = False) -> None:
        """Sit down at a kept game; ask first if another terminal holds it."""
        from amunre.tui.typed import kind

        try:
            for seat in kept.seats:
                kind(seat.kind, self.amunre.words)
            sitting = self.amunre.store.sit(kept.id, take_over=take_over)
        except InUse as used:
            self._ask(kept, used)
        except (BadInput, OSError) as error:
            self.complain(error)
        else:
            self.amunre.sit(sitting)

    def _ask(self, kept: Kept, used: InUse) -> None:
        from amunre.tui.screens.cards import QuestionCard

        owner = used.owner
        question = self.say("title.in_use", host=owner.host, pid=owner.pid, since=when(owner.since))
        self.app.push_screen(QuestionCard(question), lambda yes: self.go_on(kept, take_over=True) if yes else None)

    def complain(self, error: Exception) -> None:
        """Say in a line what cannot be done."""
        from amunre.tui.refusals import refusal

        self.notify(refusal(error, self.amunre.words), severity="error", markup=False)


def when(moment: "datetime") -> str:
    """A moment as the player's clock shows it."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")
