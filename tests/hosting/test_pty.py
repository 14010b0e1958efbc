"""The server's end of a terminal: whose name it is, and what was painted last."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from amunre.tui.hosting.pty import Pty
from tests.hosting.club import PATIENCE


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def opened(stack: ExitStack) -> tuple[Pty, list[bytes], asyncio.Event]:
    """A terminal, what is painted on it, and its end."""
    painted: list[bytes] = []
    over = asyncio.Event()
    pty = Pty(painted.append, over.set)
    stack.callback(pty.release)
    stack.callback(pty.close)
    return pty, painted, over


async def test_a_name_belongs_to_nobody_else_as_long_as_a_process_may_go_by_it(stack: ExitStack) -> None:
    one, *_ = opened(stack)
    name = one.name
    one.close()
    two, *_ = opened(stack)
    assert two.name != name
    with pytest.raises(OSError, match=name):
        os.open(name, os.O_RDWR | os.O_NOCTTY)


async def test_closing_hangs_up_on_whoever_is_there(stack: ExitStack) -> None:
    pty, *_ = opened(stack)
    process = os.open(pty.name, os.O_RDWR | os.O_NOCTTY)
    stack.callback(os.close, process)
    pty.close()
    assert os.read(process, 1) == b""
    with pytest.raises(OSError, match="Input/output"):
        os.write(process, b"x")


async def test_nothing_is_left_of_a_terminal_that_is_closed_and_released(stack: ExitStack) -> None:
    before = len(os.listdir("/dev/fd"))  # noqa: PTH208
    pty, *_ = opened(stack)
    pty.close()
    pty.release()
    assert len(os.listdir("/dev/fd")) <= before  # noqa: PTH208


@pytest.mark.parametrize("late", [False, True])
async def test_what_a_process_has_painted_last_arrives_though_the_client_does_not_keep_up(
    stack: ExitStack, late: bool
) -> None:
    pty, painted, over = opened(stack)
    process = os.open(pty.name, os.O_RDWR | os.O_NOCTTY)
    pty.pause()
    os.write(process, b"farewell")
    os.close(process)
    pty.release()
    if late:
        pty.pause()
    await asyncio.wait_for(over.wait(), PATIENCE)
    assert b"".join(painted) == b"farewell"


async def test_a_process_that_lives_waits_for_the_client(stack: ExitStack) -> None:
    pty, painted, _ = opened(stack)
    process = os.open(pty.name, os.O_RDWR | os.O_NOCTTY)
    stack.callback(os.close, process)
    pty.resume()
    pty.pause()
    os.write(process, b"picture")
    for _ in range(10):
        await asyncio.sleep(0)
    assert not painted
