"""A guest among others: her opponents think last and no longer than there is time for, those at home as they like."""

import os
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from threading import get_native_id

import pytest

from amunre.ai.bot import Limit, Thought
from amunre.ai.levels import LEVELS
from amunre.core import State
from amunre.tui.app import AmunreApp
from amunre.tui.hosting.forker import LEAST, MOST, Patience
from amunre.tui.house import AT_HOME, LAST, House
from amunre.tui.seating import limit
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from tests.screens.play import settled, sitting

pytestmark = pytest.mark.skipif(not hasattr(os, "setpriority"), reason="there are no priorities")


@dataclass
class Watched:
    """Plays anything, and remembers how it was asked to."""

    limits: list[Limit | None] = field(default_factory=list)
    priorities: list[int] = field(default_factory=list)

    def choose(self, view: State, seed: int, limit: Limit | None = None) -> Thought:  # noqa: ARG002
        self.limits.append(limit)
        self.priorities.append(os.getpriority(os.PRIO_PROCESS, get_native_id()))
        return Thought(view.legal_actions()[0])

    def cancel(self) -> None:
        pass


async def watched(house: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """An opponent's first choice, and a hint."""
    found = Watched()
    monkeypatch.setattr("amunre.tui.screens.thinking.bot", lambda _: found)
    with Store(folder) as store:
        sat = sitting(store, ["human", "vizier"], actions=["pharaoh 2"])
        settings = Settings(pace="instant", animation=False, guide=False)
        async with AmunreApp(folder, store, settings, "en", sat, house=house).run_test() as pilot:
            await settled(pilot)
            await pilot.press("H")
            await settled(pilot)
            await pilot.app.workers.wait_for_complete()
    return found


async def test_thoughts_for_a_guest_wait_for_all_that_others_want_to_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await watched(House("ada", lambda: 0.125), tmp_path, monkeypatch)
    assert {*found.priorities} == {LAST}
    assert [each.seconds for each in found.limits if each] == [0.125, 0.125]


async def test_thoughts_at_home_take_their_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = await watched(AT_HOME, tmp_path, monkeypatch)
    assert {*found.priorities} == {os.getpriority(os.PRIO_PROCESS, 0)}
    assert found.limits[0] is None


@pytest.mark.parametrize(
    ("chosen", "most", "expected"),
    [
        ("", inf, None),
        ("3", inf, Limit(seconds=3)),
        ("3", 0.5, Limit(seconds=0.5)),
        ("0.3", 0.5, Limit(seconds=0.3)),
        ("", 0.5, Limit(LEVELS["vizier"].iterations, 0.5)),
    ],
)
def test_nobody_thinks_longer_than_there_is_time_for(chosen: str, most: float, expected: Limit | None) -> None:
    assert limit(chosen, "vizier", most) == expected


def test_a_crowd_shares_the_processors() -> None:
    patience = Patience()
    shares = []
    for players in (0, 1, 10, 50, 100, 10_000):
        patience.set(players)
        shares.append(patience())
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (MOST, LEAST)
