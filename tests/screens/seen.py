"""What stands on the screen."""

from textual.app import App


def lines(app: App[None]) -> list[str]:
    """The screen in front, line by line."""
    return [strip.text for strip in app.screen._compositor.render_strips()]
