"""The players' processes, as the server sees them: begun, ended, and the forker that begins them kept alive."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from amunre.tui.hosting.child import Order
from amunre.tui.hosting.log import tell

COMMAND = (sys.executable, "-X", "utf8", "-m", "amunre.tui.hosting.forker")
READY = 60.0
"""Seconds until a forker has to be ready."""
UNKNOWN = -1
"""The exit code of a process whose end nobody could see."""


@dataclass
class Child:
    """A process of a player."""

    number: int
    begun: "asyncio.Future[int]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """Its process number."""
    ended: "asyncio.Future[int]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """Its exit code, negative for a signal."""
    handle: int | None = None
    """A file that tells its end, once its forker cannot."""


class Children:
    """All of them, and the process that forks them. If that one dies, those who play go on, and there is a new one."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._living: dict[int, Child] = {}
        self._forker: Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Have a forker."""
        async with self._starting:
            if self._forker is not None:
                return
            process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True)
            try:
                await asyncio.wait_for(_ready(process), READY)
            except BaseException:
                await _kill(process)
                raise
            self._forker = process
            self._listener = asyncio.create_task(self._listen(process))
            tell("ready", pid=process.pid)

    async def begin(self, order: Callable[[int], Order]) -> Child:
        """A new process. It may have ended already."""
        await self.start()
        child = Child(next(self._numbers))
        self._living[child.number] = child
        self._ask(order(child.number).line)
        await asyncio.wait((child.begun, child.ended), return_when=asyncio.FIRST_COMPLETED)
        return child

    def end(self, child: Child) -> None:
        """End a process at once."""
        if child.handle is not None:
            with suppress(ProcessLookupError):  # its end is not noticed yet
                signal.pidfd_send_signal(child.handle, signal.SIGKILL)
        elif not child.ended.done():
            self._ask(json.dumps({"end": child.number}).encode() + b"\n")

    async def close(self) -> None:
        """Let the forker go."""
        forker, self._forker = self._forker, None
        if forker is not None and forker.stdin is not None:
            forker.stdin.close()
            await forker.wait()

    def _ask(self, line: bytes) -> None:
        if self._forker is not None and self._forker.stdin is not None:
            with suppress(OSError):
                self._forker.stdin.write(line)

    async def _listen(self, forker: Process) -> None:
        assert forker.stdout is not None
        async for line in forker.stdout:
            told = json.loads(line)
            child = self._living.get(told["number"])
            if child is None:
                continue
            if told["event"] == "begun":
                child.begun.set_result(told["pid"])
            else:
                del self._living[child.number]
                child.ended.set_result(told["code"])
        await forker.wait()
        if self._forker is forker:
            self._forker = None
            tell("forker lost", code=forker.returncode)
        for child in list(self._living.values()):
            self._watch(child)

    def _watch(self, child: Child) -> None:
        """See a process to its end whose forker is gone."""
        if child.handle is not None:
            return
        try:
            child.handle = os.pidfd_open(child.begun.result())
        except (AttributeError, OSError, asyncio.InvalidStateError):  # not here, not there any more, never there
            self._lose(child)
        else:
            asyncio.get_running_loop().add_reader(child.handle, self._lose, child)

    def _lose(self, child: Child) -> None:
        if child.handle is not None:
            asyncio.get_running_loop().remove_reader(child.handle)
            os.close(child.handle)
            child.handle = None
        del self._living[child.number]
        child.ended.set_result(UNKNOWN)


async def _ready(forker: Process) -> None:
    assert forker.stdout is not None
    if not await forker.stdout.readline():
        raise RuntimeError("the process that starts games has ended at once")


async def _kill(forker: Process) -> None:
    with suppress(ProcessLookupError):
        forker.kill()
    await forker.wait()
