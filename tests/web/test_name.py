"""The first screen of a visitor."""

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Static

from amunre.tui.screens.keys import KeysScreen
from amunre.tui.screens.title import TitleScreen
from amunre.tui.web.app import VisitorApp
from amunre.tui.web.name import NameScreen
from tests.web.serving import known


def error(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one("#error", Static).content)


async def type_in(pilot: Pilot[None], text: str) -> None:
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def test_what_cannot_be_a_name_is_refused_on_the_same_screen(tmp_path: Path) -> None:
    known(tmp_path, "ada")
    async with VisitorApp(tmp_path / "web").run_test() as pilot:
        for name in ("", "../ada", "é", "-ada", "a b", "a" * 33):
            await type_in(pilot, name)
            assert isinstance(pilot.app.screen, NameScreen)
            assert "up to 32" in error(pilot).lower()
        await type_in(pilot, " ADA ")
        assert isinstance(pilot.app.screen, TitleScreen)
    assert [path.name for path in (tmp_path / "web").iterdir()] == ["ada"]


async def test_a_refusal_takes_a_line(tmp_path: Path) -> None:
    async with VisitorApp(tmp_path).run_test() as pilot:
        await type_in(pilot, "?!")
        assert pilot.app.screen.query_one("#error").region.height == 1


async def test_escape_and_clicks_lead_nowhere(tmp_path: Path) -> None:
    async with VisitorApp(tmp_path).run_test() as pilot:
        await pilot.press("escape")
        await pilot.click("#river")
        await pilot.press("a", "d", "a")
        assert isinstance(pilot.app.screen, NameScreen)
        assert pilot.app.screen.query_one(Input).value == "ada"


async def test_a_question_mark_helps_and_changed_keys_are_nobodys_yet(tmp_path: Path) -> None:
    app = VisitorApp(tmp_path)
    async with app.run_test() as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, KeysScreen)
        app.change(theme="amunre-light")
        await pilot.press("escape")
        assert isinstance(app.screen, NameScreen)
        assert app.screen.query_one(Input).value == ""
        assert list(tmp_path.iterdir()) == []
        await type_in(pilot, "ada")
        assert app.settings.theme == "amunre-dark"
        app.change(theme="amunre-light")
    assert (tmp_path / "ada" / "settings.json").exists()


async def test_a_visitor_names_no_files_and_waits_for_nobody_long(tmp_path: Path) -> None:
    app = VisitorApp(tmp_path)
    async with app.run_test() as pilot:
        await type_in(pilot, "ada")
        assert app.house.guest == "ada"
        assert not app.house.files
        assert app.house.patience() <= 1
        assert app.folder == tmp_path / "ada"
