"""A visit: a page that is open, and the process of the app that it shows. When one of them ends, so does the other."""

import asyncio
import json
from asyncio import IncompleteReadError, StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress

from aiohttp import WSCloseCode, WSMsgType, web

from amunre.tui.web.packets import DATA, META, read, told

LONGEST = 1 << 16
"""Bytes of a message: enough for what is pasted."""
HEARTBEAT = 10.0
"""Seconds between two questions whether the page is still there; half of that it has to answer."""
GRACE = 1.5
"""Seconds that a page has to say goodbye, and that an app has to end."""


def new_page() -> web.WebSocketResponse:
    """A line to a page that is about to open."""
    return web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=GRACE, max_msg_size=LONGEST)


class Visit:
    """Carries keys to the app and paint to the page."""

    def __init__(self, page: web.WebSocketResponse, transport: asyncio.BaseTransport | None) -> None:
        self._page = page
        self._transport = transport

    async def show(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Let the app run until it ends or the page does."""
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environment, start_new_session=True
        )
        painting = asyncio.create_task(self._paint(process))
        try:
            await self._listen(process)
        finally:
            await asyncio.shield(_end(process, painting))

    async def tell(self, line: str) -> None:
        """Show a line in place of an app."""
        await self._page.send_bytes(f"\r\n  {line}\r\n".encode())
        await self.close()

    async def close(self) -> None:
        """Say goodbye to the page; to one that does not answer, none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self._page.close(code=WSCloseCode.GOING_AWAY)
                return
        if isinstance(self._transport, asyncio.WriteTransport):
            self._transport.abort()

    async def _listen(self, process: Process) -> None:
        assert process.stdin is not None
        async for message in self._page:
            if message.type is not WSMsgType.TEXT:
                continue
            said = read(message.data)
            match said:
                case ["ping", str(moment)]:
                    await self._page.send_json(["pong", moment])
                case _:
                    process.stdin.write(told(said))
                    await process.stdin.drain()

    async def _paint(self, process: Process) -> None:
        """Read to the end even when the page is gone: a process that cannot write does not end."""
        assert process.stdout is not None
        with suppress(IncompleteReadError):
            await _begin(process.stdout)
            while True:
                kind, payload = await _packet(process.stdout)
                with suppress(ConnectionError):
                    if kind == DATA:
                        await self._page.send_bytes(payload)
                    elif kind == META and json.loads(payload).get("type") == "exit":
                        await self.close()
        await self.close()


async def _begin(stdout: StreamReader) -> None:
    """Skip what the driver says before its first packet."""
    await stdout.readline()


async def _packet(stdout: StreamReader) -> tuple[bytes, bytes]:
    head = await stdout.readexactly(5)
    return head[:1], await stdout.readexactly(int.from_bytes(head[1:], "big"))


async def _end(process: Process, painting: "asyncio.Task[None]") -> None:
    """Close the app's line, whereupon it ends; end it if it does not."""
    assert process.stdin is not None
    process.stdin.close()
    done, _ = await asyncio.wait([painting], timeout=GRACE)
    if not done:
        with suppress(ProcessLookupError):
            process.kill()
    await asyncio.wait([painting])
    await process.wait()
