"""Games so far: everybody's results can be read, however many there are."""

from itertools import combinations

import pytest

from amunre.core import GAMES
from amunre.tui.languages import LANGUAGES
from amunre.tui.store import Result, Store
from tests.screens.conftest import MakeApp
from tests.screens.seen import lines

GAME = next(iter(GAMES))
LEVELS = ("greedy", "imhotep", "plain", "priest", "scribe", "steward", "vizier")
RESULTS = [Result(GAME, levels, 5, 100, 100, 27.5) for levels in combinations(LEVELS, 4)]
SCROLLING = " ←→ "


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_results_can_be_read(language: str, app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "results", lambda _: RESULTS)
    shown = app(language=language)
    async with shown.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert SCROLLING in lines(shown)[-1]
        read = set(lines(shown))
        for _ in RESULTS:
            await pilot.press("right")
            read |= set(lines(shown))
        for result in RESULTS:
            told = ", ".join(shown.words.say(f"level.{level}") for level in result.opponents)
            assert any(told in line and "100%" in line and "27" in line for line in read), told
