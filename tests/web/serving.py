"""A real server of the page, and pages without a browser."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import psutil
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from amunre.tui import settings
from amunre.tui.settings import Settings, Table

PATIENCE = 40.0
"""Seconds after which what is waited for will not come any more."""
GRACE = 5.0
"""Seconds that everything has to end."""
COMMAND = [sys.executable, "-m", "amunre.tui", "web"]
QUIET = Settings(
    pace="instant",
    animation=False,
    guide=False,
    table=Table(players=2, seats=(("human", ""), ("fellah", "")), colours=(1, 2)),
)
"""Waits for nothing, explains nothing, and two players are enough."""
_ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|.)")


class Serving:
    """A server that runs."""

    def __init__(self, process: "subprocess.Popen[str]", url: str) -> None:
        self.process = process
        self.url = url

    @property
    def apps(self) -> list[psutil.Process]:
        """The processes that it has started."""
        return [child for child in psutil.Process(self.process.pid).children(recursive=True) if lives(child)]

    def wait_for_apps(self, count: int, seconds: float = GRACE) -> list[psutil.Process]:
        """So many of them."""
        end = time.monotonic() + seconds
        while len(apps := self.apps) != count:
            assert time.monotonic() < end, f"{len(apps)} processes rather than {count}"
            time.sleep(0.02)
        return apps


def plain(paint: str) -> str:
    """What is painted, without colours and places."""
    return _ESCAPE.sub("", paint)


def lives(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def all_gone(processes: list[psutil.Process]) -> bool:
    """Whether they have ended in time."""
    end = time.monotonic() + GRACE
    while any(map(lives, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Serving]:
    """A server on a port that is free. It leaves nothing behind, and says nothing but where it is."""
    with subprocess.Popen(
        [*COMMAND, "--port", "0", "--data", str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "en"},
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.fullmatch(r"Amun-Re is at (http://\S+/) .*\n", said)
            assert found, said
            server = Serving(process, found[1])
            yield server
            if process.poll() is None:
                apps = server.apps
                process.terminate()
                assert process.wait(PATIENCE) == 0
                assert all_gone(apps)
                assert process.communicate() == ("", "")
        finally:
            process.kill()


def known(folder: Path, name: str) -> Path:
    """The folder of somebody who has been here, and set the app as tests like it."""
    place = folder / "web" / name
    settings.write(QUIET, place)
    return place


class Page:
    """A terminal that remembers all that was ever painted, without colours and places."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.painted = ""

    async def say(self, *message: object) -> None:
        await self.socket.send_str(json.dumps(message))

    async def type(self, keys: str) -> None:
        await self.say("stdin", keys)

    async def wait_for(self, text: str) -> None:
        """Until this is painted; what was painted before does not count from then on."""
        try:
            async with asyncio.timeout(PATIENCE):
                while text not in self.painted:
                    message = await self.socket.receive()
                    assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT)
                    if message.type is WSMsgType.BINARY:
                        self.painted += plain(message.data.decode())
        except (TimeoutError, AssertionError):
            raise AssertionError(f"{text!r} was not painted, but {self.painted[-5000:]}") from None
        self.painted = ""

    async def closed(self) -> bool:
        """Whether the server closes it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.socket.receive()
                if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING):
                    return True


@asynccontextmanager
async def page(url: str, origin: str | None = None, query: str = "width=80&height=24") -> AsyncIterator[Page]:
    """A page that was opened; it came from the server itself unless it says otherwise."""
    origin = url.rstrip("/") if origin is None else origin
    async with ClientSession() as session, session.ws_connect(f"{url}ws?{query}", headers={"Origin": origin}) as socket:
        yield Page(socket)
