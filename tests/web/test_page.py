"""The page and its websocket: what is served, who is let in, what is kept."""

import asyncio
import signal
from http import HTTPStatus
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from amunre.tui.store import Kept, Store
from amunre.tui.web.visit import LONGEST
from tests.web.serving import GRACE, PATIENCE, Page, Serving, all_gone, known, page, serving

GARBAGE = (
    "",
    "what?",
    "{}",
    "[]",
    "null",
    '["stdin"]',
    '["stdin", 7]',
    '["stdin", "\\u001b[48;100000;100000;1;1t"]',
    '["stdin", "\\u001b[<0;99999999999;99999999999M"]',
    '["resize"]',
    '["resize", {"width": "wide"}]',
    '["resize", {"width": 1e9, "height": NaN}]',
    '["resize", {"width": 1000000000, "height": 1000000000}]',
    '["resize", {"width": -5, "height": 0}]',
    '["resize", {"width": ' + "9" * 5000 + ', "height": 1}]',
    '["stdin", "\\ud800"]',
    '["ping", {}]',
    '["quit"]',
    "[" * 60000,
)

ALONE = 0.3
"""Seconds after which Escape is a key, and no beginning of another."""


async def come_in(visit: Page, name: str = "Ada", greeting: str = "New game") -> None:
    await visit.wait_for("What is your name?")
    await visit.type(f"{name}\r")
    await visit.wait_for(greeting)


async def begin(visit: Page) -> None:
    """A new game, as far as the first question."""
    await visit.type("n")
    await visit.wait_for("Opponents think")
    await visit.type("\r")
    await visit.wait_for("Choose gold cards")


async def move(visit: Page) -> None:
    await visit.type("68")
    await visit.wait_for("confirm")
    await visit.type("\r")
    await visit.wait_for("shows the gold cards 0 6 8.")


def games(folder: Path) -> list[Kept]:
    with Store(folder) as store:
        return store.games()


def lines(folder: Path) -> list[str]:
    with Store(folder) as store:
        return store.match(1).lines


# ---------------------------------------------------------------------- the page
@pytest.mark.parametrize(("asked", "said"), [("de,it;q=0.8,en", "Gioca ancora"), ("", "Play on")])
async def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path, asked: str, said: str) -> None:
    with serving(tmp_path) as server:
        async with ClientSession(headers={"Accept-Language": asked}) as session:
            async with session.get(server.url) as answer:
                text = await answer.text()
            assert answer.status == HTTPStatus.OK
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            for file in ("js/textual.js", "css/xterm.css", "fonts/RobotoMono-VariableFont_wght.ttf"):
                assert f"static/{file}" in text
                async with session.get(f"{server.url}static/{file}") as answer:
                    assert answer.status == HTTPStatus.OK
            async with session.get(f"{server.url}download/key") as answer:
                assert answer.status == HTTPStatus.NOT_FOUND
    assert "//" not in text.replace("// ", "")
    assert said in text
    assert "Amun-Re" in text


# ---------------------------------------------------------------------- playing
async def test_a_game_goes_on_where_the_page_was_closed(tmp_path: Path) -> None:
    folder = known(tmp_path, "ada")
    with serving(tmp_path) as server:
        async with page(server.url) as visit:
            await come_in(visit)
            await begin(visit)
            await move(visit)
            [app] = server.apps
        assert all_gone([app])
        [kept] = games(folder)
        assert [seat.name for seat in kept.seats] == ["ada", "Fellah"]
        before = lines(folder)
        assert any(line.endswith("display 0 6 8") for line in before)
        async with page(server.url) as visit:
            await come_in(visit, "ADA", "0 6 8")
            await visit.type("q")
            await visit.wait_for("Continue")
            await visit.type("\x11")
            assert await visit.closed()
        server.wait_for_apps(0)
    assert lines(folder)[: len(before)] == before
    assert len(games(folder)) == 1
    assert not (tmp_path / "games.db").exists()


async def test_a_game_is_taken_over_from_a_line_that_is_half_dead(tmp_path: Path) -> None:
    known(tmp_path, "ada")
    with serving(tmp_path) as server:
        async with page(server.url) as old, page(server.url) as new:
            await come_in(old)
            await begin(old)
            await come_in(new, greeting="Choose gold cards")
            await move(new)
            await old.type("68")
            await old.wait_for("confirm")
            await old.type("\r")
            await old.wait_for("in another terminal now")
    assert len(games(tmp_path / "web" / "ada")) == 1


async def test_each_name_has_games_of_its_own(tmp_path: Path) -> None:
    for name in ("ada", "bint"):
        known(tmp_path, name)
    with serving(tmp_path) as server:
        async with page(server.url) as ada, page(server.url) as bint:
            await come_in(ada)
            await begin(ada)
            await come_in(bint, "bint")
            assert "Continue" not in bint.painted
    assert [len(games(tmp_path / "web" / name)) for name in ("ada", "bint")] == [1, 0]


async def test_games_that_cannot_be_opened_are_told_without_a_path(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "ada").write_text("no folder")
    with serving(tmp_path) as server:
        async with page(server.url) as visit:
            await come_in(visit, greeting="cannot be opened")
            assert str(tmp_path) not in visit.painted
        server.process.terminate()
        _, err = server.process.communicate()
    [line] = err.splitlines()
    assert line.startswith(f"amunre-tui: {tmp_path / 'web' / 'ada'}")


# ---------------------------------------------------------------------- strangers
@pytest.mark.parametrize("origin", ["http://elsewhere.example", "", "null", "http://[", "http://127.0.0.1:1"])
async def test_a_page_from_elsewhere_may_not_play(tmp_path: Path, origin: str) -> None:
    with serving(tmp_path) as server:
        with pytest.raises(WSServerHandshakeError) as refused:
            async with page(server.url, origin):
                pass
        assert refused.value.status == HTTPStatus.FORBIDDEN
        assert not server.apps


@pytest.mark.parametrize("query", ["", "width=wide&height=", "width=1000000000&height=1000000000", "width=-1&height=0"])
async def test_a_size_that_is_none_does_no_harm(tmp_path: Path, query: str) -> None:
    with serving(tmp_path) as server:
        async with page(server.url, query=query) as visit:
            await visit.say("resize", {"width": 80, "height": 24})
            await visit.wait_for("What is your name?")


async def test_garbage_does_no_harm(tmp_path: Path) -> None:
    known(tmp_path, "ada")
    with serving(tmp_path) as server:
        async with page(server.url) as visit:
            await visit.wait_for("What is your name?")
            for text in GARBAGE:
                await visit.socket.send_str(text)
            await visit.socket.send_bytes(b"\x00\xff")
            await visit.say("resize", {"width": 80, "height": 24})
            await visit.say("ping", "1")
            await visit.wait_for("Everywhere")  # What cannot be sent has become a question mark.
            await visit.type("\x1b")
            await asyncio.sleep(ALONE)
            await visit.type("ada\r")
            await visit.wait_for("New game")
            await visit.socket.send_str("x" * (LONGEST + 1))
            assert await visit.closed()
        await talk_nonsense(server)
        async with page(server.url) as visit:
            await come_in(visit)


async def talk_nonsense(server: Serving) -> None:
    """To its port, without any protocol."""
    host, port = server.url.strip("/").rsplit("/", 1)[1].split(":")
    for bytes_ in (
        b"\x00\xff\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: [\r\nOrigin: http://[\r\n\r\n",
        b"GET / HTTP/1.1\r\n",
    ):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(bytes_)
        writer.write_eof()
        await reader.read()
        writer.close()


async def test_there_are_only_so_many_places(tmp_path: Path) -> None:
    with serving(tmp_path, "--sessions", "1") as server:
        async with page(server.url) as first:
            await first.wait_for("What is your name?")
            async with page(server.url) as second:
                await second.wait_for("The only seat is taken.")
                assert await second.closed()
            assert len(server.apps) == 1
        while await is_full(server):
            await asyncio.sleep(0.1)


async def is_full(server: Serving) -> bool:
    async with page(server.url) as visit:
        try:
            await visit.wait_for("What is your name?")
        except AssertionError:
            return True
        return False


# ---------------------------------------------------------------------- ends
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_all_in_order(tmp_path: Path, number: signal.Signals) -> None:
    folder = known(tmp_path, "ada")
    with serving(tmp_path) as server:
        async with page(server.url) as visit, page(server.url) as other:
            await come_in(visit)
            await begin(visit)
            await other.wait_for("What is your name?")
            apps = server.wait_for_apps(2)
            server.process.send_signal(number)
            assert await visit.closed()
            assert await other.closed()
            assert await asyncio.to_thread(server.process.wait, GRACE) == 0
            assert all_gone(apps)
            assert server.process.communicate() == ("", "")
    assert len(games(folder)) == 1


async def test_nobody_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    folder = known(tmp_path, "ada")
    with serving(tmp_path) as server:
        async with page(server.url) as visit, page(server.url) as other:
            await come_in(visit)
            await begin(visit)
            await other.wait_for("What is your name?")
            apps = server.wait_for_apps(2)
            server.process.kill()
            server.process.wait(GRACE)
            assert all_gone(apps)
    assert len(games(folder)) == 1


async def test_a_page_that_reads_nothing_does_not_keep_its_app(tmp_path: Path) -> None:
    known(tmp_path, "ada")
    with serving(tmp_path) as server:
        async with page(server.url, query="width=400&height=150") as visit:
            await come_in(visit)
            for _ in range(400):
                await visit.type("?\x1b")
            apps = server.wait_for_apps(1)
            server.process.terminate()
            assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
            assert all_gone(apps)
