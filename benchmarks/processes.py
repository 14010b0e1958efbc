"""What processes cost: their memory and their time, as Linux counts them."""

import os
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
KILOBYTES = 1024 / 1e6
"""To megabytes."""
PARENT, USER, SYSTEM = 1, 11, 12
"""Fields of /proc/PID/stat behind the name: the parent, and clock ticks."""


def _stat(pid: int) -> list[str]:
    """The fields behind the name, which may hold anything; none if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def children(parent: int) -> list[int]:
    """The processes that a process has begun, and that live."""
    pids = [int(place.name) for place in Path("/proc").iterdir() if place.name.isdecimal()]
    return [pid for pid in pids if _stat(pid)[PARENT : PARENT + 1] == [str(parent)]]


def cpu(pids: list[int]) -> float:
    """Seconds of a processor that they have used, all threads together."""
    ticks = (int(stat[USER]) + int(stat[SYSTEM]) for pid in pids if (stat := _stat(pid)))
    return sum(ticks) / TICKS


def memory(pid: int) -> float:
    """Megabytes: its own, and its part of what it shares with others (PSS)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * KILOBYTES
    return 0.0


def wait_until_gone(pids: list[int], seconds: float) -> list[int]:
    """Those that are still there after so long."""
    end = time.monotonic() + seconds
    while (left := [pid for pid in pids if _stat(pid)]) and time.monotonic() < end:
        time.sleep(0.05)
    return left
