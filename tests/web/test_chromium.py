"""The page in a real browser: opened, a game begun, a move typed, looked at."""

from pathlib import Path

import pytest

from amunre.tui.store import Store
from amunre.tui.themes import DARK
from tests.web.chromium import MISSING, Browser
from tests.web.serving import known, serving

FEWEST_COLOURS = 20
"""Of a table: letters are smoothed."""


@pytest.mark.skipif(MISSING, reason="there is no Chromium with its driver here")
def test_a_game_is_played_in_a_browser(tmp_path: Path) -> None:
    folder = known(tmp_path, "ada")
    with serving(tmp_path) as server, Browser(tmp_path / "browser") as browser:
        browser.open(server.url)
        browser.wait_for("What is your name?")
        browser.type("Ada\n")
        browser.wait_for("New game")
        browser.type("n")
        browser.wait_for("Opponents think")
        browser.type("\n")
        browser.wait_for("Choose gold cards")
        browser.type("68")
        browser.wait_for("confirm")
        browser.type("\n")
        browser.wait_for("shows the gold cards 0 6 8.")
        with Store(folder) as store:
            assert any(line.endswith("display 0 6 8") for line in store.match(1).lines)
        colours = browser.colours(tmp_path / "table.png")
        assert len(colours) > FEWEST_COLOURS
        assert max(colours, key=colours.__getitem__) == DARK.background
        assert colours[DARK.panel or ""] > 0
        assert browser.size >= (100, 30)
        assert browser.hosts == {server.url.split("/")[2]}
        assert browser.complaints == []

        browser.open("about:blank")
        server.wait_for_apps(0)
        browser.open(server.url.replace("127.0.0.1", "localhost"))
        browser.wait_for("What is your name?")
        browser.type("ada\n")
        browser.wait_for("0 6 8")
        browser.type("\x11")
        browser.wait_for_end()
