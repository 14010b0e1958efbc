"""What a change of the screen costs on the wire: the cells that have changed, and no others."""

from collections.abc import Iterator

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate


class CroppedUpdate(ChopsUpdate):
    """Parts of lines. Textual's own paints each of them from the left edge of its widget on."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> "CroppedUpdate":
        """The same update, cropped."""
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        """The bytes for the terminal."""
        return "".join(self._painted(console))

    def _painted(self, console: Console) -> Iterator[str]:
        for y, first, last in self.spans:
            for end, (begin, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(first, begin), min(last, end)
                if strip is not None and left < right:
                    yield Control.move_to(left, y).segment.text
                    yield strip.crop(left - begin, right - begin).render(console)
