"""The keys that open names, and the server's own."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from amunre.core import BadInput
from amunre.tui.__main__ import main
from amunre.tui.hosting import keys
from tests.hosting.club import new_key

GARBAGE = [b"", b"garbage", b"\x00\xff" * 1000, b"ssh-ed25519", b"ssh-ed25519 AAAA", b"# only\n# comments\n", b"\n\n"]


@pytest.fixture
def public(tmp_path: Path) -> Path:
    return new_key(tmp_path / "id").with_name("id.pub")


def add(folder: Path, name: str, file: Path) -> int:
    return main(["host", "add", name, str(file), "--data", str(folder)])


def told(capfd: pytest.CaptureFixture[str]) -> str:
    """The one line that was said."""
    out, err = capfd.readouterr()
    [line] = (out + err).splitlines()
    return line


# ---------------------------------------------------------------------- host add
def test_a_key_is_added_once(tmp_path: Path, public: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert add(tmp_path, "ada", public) == 0
        assert told(capfd) == "ada: 1 key"
    assert (tmp_path / "keys" / "ada").read_text() == public.read_text()


def test_a_key_is_added_once_whatever_is_said_of_it(tmp_path: Path, public: Path) -> None:
    kind, key, *_ = public.read_text().split()
    other = tmp_path / "other.pub"
    other.write_text(f"{kind} {key} ada@another\n{kind} {key}\n{public.read_text()}")
    assert keys.add(tmp_path, "ada", public) == 1
    assert keys.add(tmp_path, "ada", other) == 1
    assert keys.add(tmp_path, "bint", other) == 1


def test_keys_come_to_those_that_are_there(tmp_path: Path, public: Path) -> None:
    second = new_key(tmp_path / "second").with_name("second.pub")
    assert keys.add(tmp_path, "ada", public) == 1
    assert keys.add(tmp_path, "ada", second) == 2
    for file in (public, second):
        key = asyncssh.read_public_key(file)
        assert keys.openers(tmp_path, "ada").validate(key, "", "", []) is not None


def test_comments_are_kept_and_do_not_count(tmp_path: Path, public: Path) -> None:
    file = tmp_path / "keys" / "ada"
    file.parent.mkdir()
    file.write_text("# her own\n\n  # and another\n")
    assert keys.add(tmp_path, "ada", public) == 1
    assert "# her own\n" in file.read_text()


@pytest.mark.parametrize("name", ["../x", "A", "", "a/b", "-x", ".x", "x" * 33, "ä", "a b", "a\n", "guest", "a\x00"])
def test_what_cannot_be_a_name_is_refused(
    tmp_path: Path, public: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["host", "add", "--data", str(tmp_path / "data"), "--", name, str(public)]) == 2
    assert told(capfd).startswith("amunre-tui: ")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("content", GARBAGE)
def test_what_is_no_key_is_refused(tmp_path: Path, content: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert add(tmp_path / "data", "ada", file) == 2
    assert "no public key in it" in told(capfd)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end here")
def test_a_file_without_an_end_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert add(tmp_path / "data", "ada", Path("/dev/zero")) == 2
    assert "too large" in told(capfd)
    assert not (tmp_path / "data" / "keys" / "ada").exists()


def test_a_private_key_is_refused_and_not_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    private = new_key(tmp_path / "id")
    assert add(tmp_path, "ada", private) == 2
    line = told(capfd)
    assert "files of public keys end in .pub" in line
    assert "PRIVATE" not in line
    assert not (tmp_path / "keys" / "ada").exists()


@pytest.mark.parametrize("file", ["missing", "."])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert add(tmp_path, "ada", tmp_path / file) == 2
    assert str(tmp_path) in told(capfd)


def test_a_folder_that_cannot_be_used_is_refused(
    tmp_path: Path, public: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "keys").write_text("a file")
    assert add(tmp_path, "ada", public) == 2
    assert str(tmp_path) in told(capfd)


def test_names_that_nobody_has_are_opened_by_nothing(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    for name in ("ada", "../keys", "", "A", "x" * 10_000):
        assert keys.openers(tmp_path, name).validate(key, "", "", []) is None


# ---------------------------------------------------------------------- the server's own
def test_the_server_is_known_again(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        first = keys.host_key(tmp_path)
    finally:
        os.umask(before)
    assert (tmp_path / "host_key").stat().st_mode & 0o777 == 0o600
    assert keys.host_key(tmp_path).public_data == first.public_data
    assert [file.name for file in tmp_path.iterdir()] == ["host_key"]


def test_a_host_key_that_could_not_be_written_is_made_at_the_next_start(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(BadInput, match="host_key: File too large"):
            keys.host_key(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    keys.host_key(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["host_key"]


@pytest.mark.parametrize("content", GARBAGE)
def test_a_host_key_of_garbage_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "host_key").write_bytes(content)
    with pytest.raises(BadInput, match="host_key: not a private key"):
        keys.host_key(tmp_path)


def test_a_host_key_that_is_locked_or_public_is_refused(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    for content in (key.export_private_key("pkcs8-pem", passphrase="secret"), key.export_public_key()):
        (tmp_path / "host_key").write_bytes(content)
        with pytest.raises(BadInput, match="host_key: not a private key"):
            keys.host_key(tmp_path)


def test_a_host_key_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "host_key").mkdir()
    with pytest.raises(BadInput, match="host_key: "):
        keys.host_key(tmp_path)


def test_hosting_needs_asyncssh(tmp_path: Path) -> None:
    code = "import sys, importlib.util as u; u.find_spec = lambda _: None"
    script = f"{code}; from amunre.tui.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "host", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr == "amunre-tui: hosting needs more than is installed: pip install 'amunre-tui[host]'\n"
