"""Files that are written whole or not at all, and said beforehand if they cannot be."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from amunre.ai import training, weights
from amunre.ai.files import expect_writable, replacing
from amunre.ai.weights import Weights
from amunre.core import BadInput
from amunre.tui.commands import arena
from tests.learning.conftest import GAME, made_up

if sys.platform != "win32":
    import resource

WRITERS: dict[str, Callable[[Path], None]] = {
    "weights": lambda file: weights.write(Weights(GAME, {2: made_up(16)}), file),
    "results": lambda file: arena.write(file, {"games": list(range(10_000))}),
    "samples": lambda file: training._save([(0, [[0.1 * n for n in range(42)]] * 2, (0.5, 0.5), (1.0, 2.0))], file),
}


@contextmanager
def full_disk() -> Iterator[None]:
    """Nobody can write more than a few bytes."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
@pytest.mark.parametrize("kind", WRITERS)
def test_a_full_disk_names_the_file_and_leaves_the_old_one(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old", "utf-8")
    with full_disk(), pytest.raises(BadInput, match=f"^{file}: cannot be written: File too large$"):
        WRITERS[kind](file)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text("utf-8") == "old"


def test_an_interruption_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old", "utf-8")

    def interrupted() -> None:
        with replacing(file) as stream:
            stream.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text("utf-8") == "old"


def test_what_can_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "old").write_text(json.dumps("old"), "utf-8")
    for name in ("old", "new"):
        expect_writable(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (".", "not a file"),
        ("/dev/null", "not a file"),
        ("nowhere/file", "there is no such folder"),
        ("x" * 252, "cannot be written: File name too long"),
    ],
)
def test_what_cannot_be_written_is_said_beforehand(file: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"^{tmp_path / file}: {why}$"):
        expect_writable(tmp_path / file)
