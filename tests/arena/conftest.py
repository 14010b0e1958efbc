"""What the tests of the arena share: the command as a process of its own, and its journal seen from outside."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

COMMAND = [sys.executable, "-m", "amunre.tui", "arena"]


def started(*arguments: str) -> subprocess.Popen[str]:
    """The command, running, with a process group of its own."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


def wait_until(true: Callable[[], bool]) -> None:
    """The timeout of the test ends it if that never happens."""
    while not true():
        time.sleep(0.02)


def lines_of(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def numbers_in(journal: Path) -> list[int]:
    """The games of a journal, as they were written."""
    _, *games = journal.read_text("utf-8").splitlines()
    return [json.loads(game)["number"] for game in games]
