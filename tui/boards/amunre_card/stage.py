"""The middle of the table: whatever has to be decided now."""

from amunre.core.amunre_card.view import Phase
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.construction import construction
from amunre.tui.boards.amunre_card.gold import showing
from amunre.tui.boards.amunre_card.offering import offering
from amunre.tui.boards.amunre_card.players import ranking
from amunre.tui.boards.amunre_card.row import auction, extension, placement
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import Ink

SMALL, LARGE = 7, 9
"""Lines of it."""


def stage(scene: Scene, cells: int, _height: int) -> list[list[Ink]]:
    """The picture of the phase; without a cursor if somebody else decides."""
    seen = Seen(scene)
    lines = LARGE if scene.large else SMALL
    match seen.view.phase:
        case Phase.DISPLAY | Phase.PREPARATION:
            return showing(seen, cells, lines - 2)
        case Phase.EXTEND:
            return extension(seen, cells)
        case Phase.OFFERING:
            return offering(seen, cells, lines - 2)
        case Phase.FAVOR | Phase.PLACEMENT:
            return placement(seen, cells)
        case Phase.CONSTRUCTION:
            return construction(seen, cells, lines - 2)
        case Phase.OVER:
            return ranking(seen, cells, lines)
        case _:
            return auction(seen, cells)
