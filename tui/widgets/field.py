"""A line to type in."""

from textual.widgets import Input


class Field(Input):
    """Leaves Enter to its screen, which gets it after all that was typed before, and the ways up and down."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """There is nothing to hand in, and but one line."""
        return action not in ("submit", "scroll_up", "scroll_down", "page_up", "page_down")
