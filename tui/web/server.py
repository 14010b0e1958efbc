"""The server of the page: textual-serve's, for players rather than for whoever writes an app."""

import asyncio
import os
import socket
import sys
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from aiohttp import web
from aiohttp_jinja2 import render_template
from textual_serve.server import Server, to_int

from amunre.core import GAMES
from amunre.tui.languages import LANGUAGES
from amunre.tui.themes import DARK
from amunre.tui.web.origin import is_own
from amunre.tui.web.packets import clamped
from amunre.tui.web.visit import GRACE, Visit, new_page
from amunre.tui.words import Words, load

HERE = Path(__file__).parent
USUAL = (80, 24)
"""Cells of a terminal whose size is not told."""
FONT, SMALLEST, LARGEST = 16, 6, 60
"""Pixels of a letter."""
KEPT = ("PATH", "HOME", "TMPDIR", "TEMP", "TZ", "PYTHONPATH", "VIRTUAL_ENV", "SYSTEMROOT", "AMUNRE_DEBUG")
"""What a visitor's process is told of the server's environment."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self' 'unsafe-inline' data:; object-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Nothing from elsewhere, and nobody shows the page within another one."""


@dataclass(frozen=True)
class Offer:
    """What is served."""

    place: Path
    """Where each name has a folder."""
    sessions: int
    """How many may play at once."""
    names: Collection[str] | None
    """By which browsers may know the server, beside addresses; None: by any."""
    language: str
    """Of those whose browsers ask for none that we speak."""


def listen(address: str, port: int) -> socket.socket:
    """A socket for a page; raises OSError."""
    family, _, _, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(where, family=family)


def url_of(listener: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_loopback(listener: socket.socket) -> bool:
    """Whether nobody else can reach it."""
    return ip_address(listener.getsockname()[0]).is_loopback


class PageServer(Server):
    """Serves the page, and starts an app for each that asks for one and is ours."""

    def __init__(self, listener: socket.socket, offer: Offer) -> None:
        super().__init__("", public_url=url_of(listener), templates_path=HERE)
        self._listener = listener
        self._offer = offer
        self._visits: set[Visit] = set()

    def serve(self, debug: bool = False) -> None:  # noqa: ARG002
        """Go on until a signal comes."""
        web.run_app(
            self._make_app(),
            sock=self._listener,
            shutdown_timeout=2 * GRACE,
            access_log=None,
            print=self._announce,
        )

    def _announce(self, _: str) -> None:
        print(load(self._offer.language).say("command.web.serving", url=self.public_url), flush=True)

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing yet: the page is not there before the sockets are."""

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002
        """Close all pages, and with them their apps."""
        await asyncio.gather(*(visit.close() for visit in self._visits))

    # ------------------------------------------------------------------ answering
    async def handle_index(self, request: web.Request) -> web.Response:
        """The page, in the language of its reader."""
        language = self._spoken(request)
        words = load(language)
        size = to_int(request.query.get("fontsize", ""), FONT)
        values = {
            "language": language,
            "title": words.say(f"{next(iter(GAMES))}.title"),
            "ended": words.say("web.ended"),
            "again": words.say("web.again"),
            "colours": DARK,
            "font_size": max(SMALLEST, min(size, LARGEST)),
        }
        response = render_template("page.html", request, values)
        response.headers.update(HEADERS)
        return response

    async def handle_download(self, request: web.Request) -> web.StreamResponse:  # noqa: ARG002
        """There is nothing to take away."""
        raise web.HTTPNotFound

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Let a page of ours show the app."""
        if not is_own(request.headers.get("Origin", ""), request.host, self._offer.names):
            raise web.HTTPForbidden
        page = new_page()
        visit = Visit(page, request.transport)
        words = load(self._spoken(request))
        free = len(self._visits) < self._offer.sessions
        if free:
            self._visits.add(visit)
        try:
            await page.prepare(request)
            if free:
                await self._welcome(visit, request, words)
            else:
                await visit.tell(words.say("web.full", count=self._offer.sessions))
        except ConnectionError:
            pass  # The page was faster to go.
        finally:
            self._visits.discard(visit)
        return page

    async def _welcome(self, visit: Visit, request: web.Request, words: Words) -> None:
        try:
            await visit.show(self._command, self._environment(request))
        except OSError as error:
            print(f"amunre-tui: {error.strerror or error}", file=sys.stderr, flush=True)
            await visit.tell(words.say("web.failed"))

    # ------------------------------------------------------------------ the app of a visitor
    @property
    def _command(self) -> list[str]:
        return [sys.executable, "-m", "amunre.tui.web", str(self._offer.place)]

    def _environment(self, request: web.Request) -> dict[str, str]:
        columns, rows = (
            to_int(request.query.get(name, ""), usual) for name, usual in zip(("width", "height"), USUAL, strict=True)
        )
        columns, rows = clamped(columns, rows)
        return {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            "LANG": self._spoken(request),
            "PYTHONUTF8": "1",
            "TEXTUAL_DRIVER": "amunre.tui.web.driver:PageDriver",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM": "xterm-256color",
            "COLUMNS": str(columns),
            "ROWS": str(rows),
        }

    def _spoken(self, request: web.Request) -> str:
        """The first language of the browser that we speak too."""
        wanted = request.headers.get("Accept-Language", "").split(",")
        codes = (each.strip()[:2].lower() for each in wanted)
        return next((code for code in codes if code in LANGUAGES), self._offer.language)
