"""How the app talks to its page: through pipes, whose end is its own end."""

import os

from textual import events
from textual.drivers.web_driver import WebDriver
from textual.geometry import Size
from textual.message import Message

from amunre.tui.app import HUNG_UP


class PageDriver(WebDriver):
    """Textual's driver for the web, which would go on for ever when nobody is left to tell it what to do."""

    def start_application_mode(self) -> None:
        """Begin. What the page has said by then may have come in the wrong order."""
        super().start_application_mode()
        self._app.call_later(self._catch_up)

    def _catch_up(self) -> None:
        """The page is as large as it said last, and its field waits for keys, which it does not say."""
        size = Size(*self._size or (0, 0))
        self._app.post_message(events.Resize(size, size))
        self._app.post_message(events.AppFocus())

    def run_input_thread(self) -> None:
        """Read what the page says; when it says no more, end at once, whatever the app is doing: all is on disk."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            os._exit(HUNG_UP)

    def process_message(self, message: Message) -> None:
        """Take what is typed or clicked on the page. How large it is, only the server says."""
        outside = isinstance(message, events.MouseEvent) and not self._is_seen(message)
        if not (outside or isinstance(message, events.Resize)):
            super().process_message(message)

    def _is_seen(self, event: events.MouseEvent) -> bool:
        columns, rows = self._size or (0, 0)
        return 0 <= event.screen_x < columns and 0 <= event.screen_y < rows
