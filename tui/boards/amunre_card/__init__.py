"""The board of the card game."""

from collections.abc import Mapping

from amunre.tui.boards import Draw
from amunre.tui.boards.amunre_card.banner import SCORED, banner, chapter, lesson
from amunre.tui.boards.amunre_card.choices import choice
from amunre.tui.boards.amunre_card.gold import gold
from amunre.tui.boards.amunre_card.pages import at_cursor, pages
from amunre.tui.boards.amunre_card.players import players
from amunre.tui.boards.amunre_card.reveal import revealed
from amunre.tui.boards.amunre_card.revenue import revenue, track
from amunre.tui.boards.amunre_card.sheet import sheet
from amunre.tui.boards.amunre_card.stage import stage

__all__ = [
    "PANELS", "ROWS", "SCORED", "at_cursor", "banner", "chapter", "choice", "lesson", "pages", "revealed", "sheet",
]  # fmt: skip

PANELS: Mapping[str, Draw] = {
    "stage": stage,
    "players": players,
    "gold": gold,
    "revenue": revenue,
    "track": track,
}
ROWS = (("stage",), ("players",), ("gold", "revenue"), ("track",))
