"""A player's line: her client at one end, a process that plays at the other."""

import asyncio
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import asyncssh
from asyncssh.misc import TermModes, TermSize

from amunre.tui.hosting.child import Order
from amunre.tui.hosting.children import UNKNOWN, Child, Children
from amunre.tui.hosting.limits import MINUTE, Door, Limits
from amunre.tui.hosting.log import tell
from amunre.tui.hosting.premises import GUEST, Premises
from amunre.tui.hosting.pty import MOST_WAITING, Pty
from amunre.tui.languages import spoken
from amunre.tui.words import Words, load

if TYPE_CHECKING:
    from asyncssh.connection import SSHConnection

PASSED_ON = ("LANG", "COLORTERM")
"""Variables of the client that its process is told, besides TERM."""
WORD = re.compile(r"[A-Za-z0-9@._+-]{1,40}")
"""What the value of such a variable looks like."""
LEAVING = 5.0
"""Seconds that a client has to take what it is told at the end, and to leave."""
GRACE = 2.0
"""Seconds that a process has to end once its line is closed."""
RESTORED = (
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[?2026l"  # mouse, focus, paste
    "\x1b[<u\x1b[?25h\x1b[0m\x1b[?1049l"  # keys, cursor, colours, screen
)
"""A terminal as it was before a process that could not clean up after itself."""
FAULT, REFUSED = 1, 2


@dataclass(frozen=True)
class Club:
    """What all lines of a server share."""

    limits: Limits
    door: Door
    premises: Premises
    children: Children
    lines: "set[Line]" = field(default_factory=set)
    """Those on which somebody plays."""
    connections: set[asyncssh.SSHServerConnection] = field(default_factory=set)
    """All that were let in."""


class Told(dict[bytes, bytes]):
    """Variables that a client has set: none but those that are passed on, or it could fill the memory with them."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in map(str.encode, PASSED_ON) and WORD.fullmatch(value.decode("ascii", "replace")):
            super().__setitem__(name, value)


class Line(asyncssh.SSHServerSession[bytes]):
    """One connection's only session: a terminal on which the app plays. Whatever else is asked for is refused."""

    def __init__(self, club: Club, name: str, address: str) -> None:
        self.name = name
        self.address = address
        self.started = False
        """Whether its client has asked for what it came for."""
        self._club = club
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._connection: SSHConnection
        self._term = ""
        self._pty: Pty | None = None
        self._early = b""
        self._over = asyncio.Event()
        self._reason = ""
        self._last_key = time.monotonic()
        self._playing: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ what a client may ask for
    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """The channel is there."""
        self._channel = chan
        chan._env = Told()
        self._connection = chan.get_connection()

    def pty_requested(self, term_type: str, term_size: TermSize, term_modes: TermModes) -> bool:  # noqa: ARG002
        """A terminal, which every player needs."""
        self._term = term_type if WORD.fullmatch(term_type) else "dumb"
        return True

    def shell_requested(self) -> bool:
        """No shell, but the app."""
        return True

    def exec_requested(self, command: str) -> bool:  # noqa: ARG002
        """No command, but a line that says so."""
        self._term = ""
        return True

    def session_started(self) -> None:
        """Begin to play, or say why not."""
        self.started = True
        if not self._term:
            self._refuse("hosting.no_terminal")
        elif not self._club.door.sit(self.name):
            tell("refused", name=self.name, address=self.address, why="name_full")
            self._refuse("hosting.name_full")
        else:
            self._club.lines.add(self)
            self._playing = asyncio.create_task(self._play())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        """Keys."""
        self._last_key = time.monotonic()
        if self._pty is not None:
            self._pty.write(data)
        else:
            self._early = (self._early + data)[:MOST_WAITING]

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        """The window has another size."""
        if self._pty is not None:
            self._pty.resize(width, height)

    def pause_writing(self) -> None:
        """The client does not keep up: the process waits."""
        if self._pty is not None:
            self._pty.pause()

    def resume_writing(self) -> None:
        """The client has caught up."""
        if self._pty is not None:
            self._pty.resume()

    def eof_received(self) -> bool:
        """No more keys will come."""
        self._over.set()
        return True

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The client is gone."""
        self._over.set()

    # ------------------------------------------------------------------ playing
    def dismiss(self, reason: str) -> None:
        """End it from the server's side, and say why."""
        self._reason = reason
        self._over.set()

    async def gone(self) -> None:
        """Wait until nothing is left of it."""
        if self._playing is not None:
            await asyncio.wait([self._playing])

    async def _play(self) -> None:
        """From the first picture to the last."""
        tell("begun", name=self.name, address=self.address)
        begun, code = time.monotonic(), FAULT
        try:
            code = await self._run()
        except Exception as error:  # whatever one line's fault is, the others go on
            tell("fault", name=self.name, address=self.address, what=f"{type(error).__name__}: {error}")
        self._club.lines.discard(self)
        self._club.door.rise(self.name)
        seconds = round(time.monotonic() - begun, 1)
        tell("ended", name=self.name, address=self.address, seconds=seconds, code=code, why=self._reason)
        self._say_goodbye(code)

    async def _run(self) -> int:
        room = self._club.premises.room(self.name)
        try:
            return await self._play_in(room)
        finally:
            self._club.premises.clear(room)

    async def _play_in(self, room: Path) -> int:
        pty = self._pty = Pty(self._paint, self._over.set)
        width, height, *_ = self._channel.get_terminal_size()
        pty.resize(width or 80, height or 24)
        pty.write(self._early)
        idle = asyncio.create_task(self._watch())
        try:
            child = await self._club.children.begin(partial(self._order, str(room), pty.name))
            child.ended.add_done_callback(lambda _: pty.release())
            pty.resume()
            await self._over.wait()
            pty.close()
            code = await self._end(child)
            return code if child.begun.done() else FAULT
        finally:
            idle.cancel()
            pty.close()
            pty.release()

    def _order(self, room: str, tty: str, number: int) -> Order:
        owner = self._club.premises.owner
        rights = {} if owner is None else {"uid": owner.uid, "gid": owner.gid}
        return Order(number, self.name, tty, room, {"TERM": self._term, **self._passed_on()}, **rights)

    def _passed_on(self) -> dict[str, str]:
        return dict(self._channel.get_environment())

    def _paint(self, painted: bytes) -> None:
        with suppress(OSError):  # she has closed her end already
            self._channel.write(painted)

    async def _watch(self) -> None:
        """Send home whoever has not touched a key for too long."""
        most = self._club.limits.idle * MINUTE
        while (left := self._last_key + most - time.monotonic()) > 0:
            await asyncio.sleep(left)
        self.dismiss("hosting.idle")

    async def _end(self, child: Child) -> int:
        """The exit code of a process whose terminal has hung up; if it does not take notice, it is killed."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(child.ended), GRACE)
        self._club.children.end(child)
        return await child.ended

    # ------------------------------------------------------------------ parting
    def _say_goodbye(self, code: int) -> None:
        """The app cleans up after itself, or refuses before it paints, unless it was made to end."""
        if self._reason:
            self._send_home(self._reason)
        elif code == UNKNOWN:
            self._leave(0, RESTORED)
        elif code < 0 or code == FAULT:
            self._send_home("hosting.fault")
        else:
            self._leave(code, "" if code in (0, REFUSED) else RESTORED)

    def _send_home(self, reason: str) -> None:
        fate = "hosting.thrown_away" if self.name == GUEST else "hosting.kept"
        self._leave(FAULT, f"{RESTORED}{self._words.say(reason)} {self._words.say(fate)}\r\n")

    def _refuse(self, reason: str) -> None:
        self._leave(REFUSED, f"{self._words.say(reason)}\r\n")

    @property
    def _words(self) -> Words:
        return load(spoken("", "", self._passed_on()))

    def _leave(self, code: int, said: str = "") -> None:
        with suppress(OSError):
            self._channel.write(said.encode())
            self._channel.exit(code)
        # A client that takes nothing any more, or wants to stay, would keep its place.
        asyncio.get_running_loop().call_later(LEAVING, self._connection.abort)
