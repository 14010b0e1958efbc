"""The server: who may come in, and what is said to those who may not."""

import asyncio
import resource
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from amunre.core import BadInput
from amunre.tui.hosting import keys
from amunre.tui.hosting.children import Children
from amunre.tui.hosting.limits import Door, Limits
from amunre.tui.hosting.line import Club, Line
from amunre.tui.hosting.log import tell, written
from amunre.tui.hosting.premises import GUEST, Account, Premises
from amunre.tui.refusals import no_listening
from amunre.tui.words import load

LOGIN = 20.0
"""Seconds to log in, and as many to ask for a game."""
KEEPALIVE, MISSED = 15, 3
"""Seconds of silence after which a client is asked whether it is there, and how often it may fail to answer."""
CLOSING = 3.0
"""Seconds in which all processes have to end when the server does."""
PARTING = 0.5
"""Seconds in which all connections have to, and in which those turned away have to listen."""

LONGEST = 64
"""Letters that the log tells of a name that somebody has tried."""


@dataclass(frozen=True)
class Place:
    """Where a server is and whom it lets in."""

    folder: Path
    address: str
    port: int
    guests: bool
    owner: Account | None
    limits: Limits


class Porter(asyncssh.SSHServer):
    """Stands at the door for one connection."""

    def __init__(self, place: Place, club: Club) -> None:
        self._place = place
        self._club = club
        self._line: Line | None = None
        self._known = self._admitted = self._refused = False
        self._deadline: asyncio.TimerHandle | None = None
        self._tried = ""
        self._connection: asyncssh.SSHServerConnection
        self._address = ""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody knocks."""
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or ("",))[0])
        refusal = self._club.door.refusal(self._address)
        if refusal:
            tell("refused", address=self._address, why=refusal.removeprefix("hosting."))
            self._refused = True
            # After the greeting: before, it is not understood.
            asyncio.get_running_loop().call_soon(self._turn_away, refusal)
        else:
            self._club.connections.add(conn)
            self._club.door.enter(self._address)

    def _turn_away(self, refusal: str) -> None:
        """Say why, and hang up a little later: who is hung up on while talking misses it."""
        self._connection._send_disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, load().say(refusal), "")
        asyncio.get_running_loop().call_later(PARTING, self._connection.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """She is gone."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self._connection in self._club.connections:
            self._club.connections.remove(self._connection)
            self._club.door.leave(self._address, self._admitted)
            if not self._known:
                why = exc.reason if isinstance(exc, asyncssh.DisconnectError) else "gave up"
                tell("denied", name=self._tried, address=self._address, why=why)

    def begin_auth(self, username: str) -> bool:
        """A name opens by its keys; that of guests by itself, where they are welcome. Nothing does after a refusal."""
        self._tried = username[:LONGEST]
        if self._refused:
            return True
        if self._place.guests and username == GUEST:
            return False
        try:
            self._connection.set_authorized_keys(keys.openers(self._place.folder, username))
        except BadInput as error:
            tell("fault", address=self._address, what=str(error))
        return True

    def public_key_auth_supported(self) -> bool:
        """Nobody learns which names there are."""
        return True

    def auth_completed(self) -> None:
        """She is who she says; if all seats are taken she goes again."""
        self._known = True
        self._admitted = self._club.door.admit()
        if not self._admitted:
            tell("refused", name=self._name, address=self._address, why="full")
            self._turn_away("hosting.full")
            return
        tell("login", name=self._name, address=self._address)
        self._deadline = asyncio.get_running_loop().call_later(LOGIN, self._expect_line)

    def session_requested(self) -> Line | bool:
        """A line a connection."""
        if self._line is not None or not self._admitted:
            return False
        self._line = Line(self._club, self._name, self._address)
        return self._line

    def _expect_line(self) -> None:
        """Nobody keeps a place for nothing."""
        if self._line is None or not self._line.started:
            tell("refused", name=self._name, address=self._address, why="no_game")
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, load().say("hosting.no_game"))

    @property
    def _name(self) -> str:
        return str(self._connection.get_extra_info("username"))


async def serve(place: Place) -> None:
    """Keep the server up until it is told to end."""
    premises = Premises(place.folder, place.owner)
    premises.prepare()
    with premises.locked(), written():
        club = Club(place.limits, Door(place.limits), premises, Children())
        _raise_file_limit()
        asyncio.get_running_loop().set_exception_handler(_note)
        told = _told_to_end()
        server = await _listen(place, club)
        await club.children.start()
        tell("listening", address=place.address, port=server.get_port())
        await told.wait()
        await _close(server, club)


async def _listen(place: Place, club: Club) -> asyncssh.SSHAcceptor:
    host_key = keys.host_key(place.folder)
    try:
        return await asyncssh.listen(
            place.address,
            place.port,
            server_factory=lambda: Porter(place, club),
            server_host_keys=[host_key],
            server_version="amunre-tui",
            gss_host=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            compression_algs=["none"],  # little grows large without limits
            line_editor=False,
            encoding=None,
            login_timeout=LOGIN,
            keepalive_interval=KEEPALIVE,
            keepalive_count_max=MISSED,
        )
    except (OSError, UnicodeError) as error:
        where = f"{place.address or '*'}:{place.port}"
        raise BadInput(f"{where}: cannot be listened on: {no_listening(error)}") from None


async def _close(server: asyncssh.SSHAcceptor, club: Club) -> None:
    """Tell the players, and see everybody off."""
    tell("closing", lines=len(club.lines))
    server.close()
    lines = list(club.lines)
    for line in lines:
        line.dismiss("hosting.closing")
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(line.gone() for line in lines)), CLOSING)
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*map(_see_off, list(club.connections))), 2 * PARTING)
    await club.children.close()
    tell("closed")


async def _see_off(connection: asyncssh.SSHServerConnection) -> None:
    """Whoever has played goes by herself, with an exit code."""
    with suppress(TimeoutError):
        await asyncio.wait_for(connection.wait_closed(), PARTING)
        return
    connection.disconnect(asyncssh.DISC_BY_APPLICATION, load().say("hosting.closing"))
    await connection.wait_closed()


def _told_to_end() -> asyncio.Event:
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    return told


def _raise_file_limit() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _note(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """What nobody has caught is a line of the log."""
    tell("fault", what=repr(context.get("exception") or context.get("message")))
