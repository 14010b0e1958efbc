"""How the page's server is asked for in vain, and what it warns of."""

import socket
import subprocess
import sys
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

import pytest

from amunre.tui.__main__ import main
from amunre.tui.web.origin import is_own
from tests.web.serving import COMMAND, PATIENCE, page


def refused(*arguments: str) -> str:
    """The one line of a server that does not start."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    return line


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        assert refused("--data", str(tmp_path), "--port", str(port)) == (
            f"amunre-tui: 127.0.0.1:{port}: Address already in use"
        )


@pytest.mark.parametrize("address", ["203.0.113.1", "not an address", "x" * 80, "ü" * 80, ""])
def test_an_address_that_is_not_ours_is_told(tmp_path: Path, address: str) -> None:
    line = refused("--data", str(tmp_path), "--port", "0", "--address", address)
    assert line.startswith(f"amunre-tui: {address}:0: ")
    assert not line.endswith(": ")


@pytest.mark.parametrize("arguments", ["--port 65536", "--port -1", "--port x", "--sessions 0", "--sessions x", "more"])
def test_arguments_that_make_no_sense_are_told(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("amunre-tui: ")
    assert err.count("\n") == 1


def test_a_data_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert refused("--data", str(file)) == f"amunre-tui: {file / 'web'}: cannot be used: Not a directory"


def test_what_is_not_installed_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    monkeypatch.delitem(sys.modules, "amunre.tui.web.server", raising=False)
    assert main(["web", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "amunre-tui: the page needs more than is installed: pip install 'amunre-tui[web]'\n"
    )


async def test_whoever_opens_the_page_to_others_is_warned(tmp_path: Path) -> None:
    command = [*COMMAND, "--data", str(tmp_path), "--port", "0", "--address", "0.0.0.0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[3]
            port = int(url.strip("/").rsplit(":", 1)[1])
            async with page(f"http://localhost:{port}/") as visit:
                await visit.wait_for("What is your name?")
            process.terminate()
            _, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    [line] = err.splitlines()
    assert line.startswith(f"amunre-tui: warning: whoever reaches 0.0.0.0:{port} can play")


@pytest.mark.parametrize(
    ("origin", "host", "names", "own"),
    [
        ("http://localhost:8000", "localhost:8000", (), True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", (), True),
        ("http://[::1]:8000", "[::1]:8000", (), True),
        ("http://localhost:8001", "localhost:8000", (), False),
        ("http://rebound.example:8000", "rebound.example:8000", (), False),
        ("http://mine.example:8000", "mine.example:8000", ("mine.example",), True),
        ("https://mine.example", "127.0.0.1:8000", ("mine.example",), True),
        ("http://any.example:8000", "any.example:8000", None, True),
        ("http://any.example:8000", "other.example:8000", None, False),
        ("null", "localhost:8000", None, False),
        ("http://[", "[", None, False),
        ("", "", None, False),
    ],
)
def test_whose_page_it_is(origin: str, host: str, names: Collection[str] | None, own: bool) -> None:
    assert is_own(origin, host, names) == own
