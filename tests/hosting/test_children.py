"""The processes that fork and play, as the server sees them."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from amunre.tui.hosting import children
from amunre.tui.hosting.children import COMMAND, Child, Children
from tests.hosting.club import PLENTY, TITLE, Club, below, farewell, place, until

SILENT = ("sh", "-c", "exec sleep 1000")
MUTE = ("sh", "-c", "exec sleep 1000 >&-")
"""Says nothing, and never will."""
LOGINS = 8
pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell")


@pytest.mark.parametrize(("command", "patience"), [(SILENT, 0.1), (MUTE, 60.0)])
async def test_a_forker_that_does_not_get_ready_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], patience: float
) -> None:
    monkeypatch.setattr(children, "COMMAND", command)
    monkeypatch.setattr(children, "READY", patience)
    before = below(os.getpid())
    with pytest.raises((TimeoutError, RuntimeError)):
        await Children().start()
    assert below(os.getpid()) == before


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the system has no handles of processes")
async def test_a_process_whose_end_is_not_noticed_yet_can_be_ended() -> None:
    process = await asyncio.create_subprocess_exec(*SILENT)
    handle = os.pidfd_open(process.pid)
    process.kill()
    await process.wait()
    Children().end(Child(1, handle=handle))
    os.close(handle)


@pytest.fixture
def club() -> Iterator[Club]:
    """A forker gets ready as long as there is a file."""
    with place() as folder:
        mark = folder / "ready"
        mark.touch()
        command = ("sh", "-c", f'[ -e {mark} ] && exec "$@"; exec sleep 1000 >&-', "sh", *COMMAND)
        code = f"from amunre.tui.hosting import children; children.COMMAND = {command}"
        with Club(folder, PLENTY, code) as club:
            yield club
            assert not club.complaints


def test_a_login_without_a_forker_leaves_nothing(club: Club) -> None:
    club.prepare("ada")
    (club.folder / "ready").unlink()
    os.kill(club.forker, signal.SIGKILL)
    club.told("forker lost")
    before = club.descriptors
    for _ in range(LOGINS):
        with club.login("ada") as terminal:
            code, painted = farewell(terminal)
        assert code == 1
        assert b"The game has ended unexpectedly." in painted
    until(lambda: len(club.events("fault")) == LOGINS)
    until(lambda: not club.processes)
    until(lambda: club.descriptors <= before)
    (club.folder / "ready").touch()
    with club.login("ada") as terminal:
        terminal.wait_for(TITLE)
