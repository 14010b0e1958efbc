"""Who may know whom: core no search and no screen, ai no screen, and nobody a game by its name."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from amunre.core import GAMES

ROOT = Path(__file__).parents[1]
FOLDERS = ("core", "ai", "tui", "tests", "benchmarks", "docs")
CODE = {".py", ".pyi", ".pyx", ".pxd", ".c", ".h", ".tcss", ".md"}
MOST_LINES = 400

FORBIDDEN = {"core": {"amunre.ai", "amunre.tui", "textual"}, "ai": {"amunre.tui", "textual"}}
"""What a folder may not import."""
AT_HOME = (
    "core/{game}/*",
    "core/__init__.py",
    "tui/boards/{game}*",
    "tui/lang/*",
    "tui/rules/*",
    "ai/weights/*",
    "tests/*",
    "benchmarks/*",
    "docs/*",
)
"""Where a game may be called by its name."""

_IMPORT = re.compile(r"^\s*(?:from\s+(?P<module>\S+)\s+)?c?import\s+(?P<names>.+)", re.MULTILINE)


def files(*folders: str) -> list[Path]:
    """The source files of some folders, as paths from the root."""
    found = [path.relative_to(ROOT) for folder in folders for path in sorted((ROOT / folder).rglob("*"))]
    return [path for path in found if path.suffix in CODE and "__pycache__" not in path.parts]


def imports(path: Path) -> Iterator[str]:
    """Every module that a file names in an import, and every name it takes out of one, with dots."""
    text = (ROOT / path).read_text("utf-8")
    if path.suffix in {".pyx", ".pxd"}:
        for found in _IMPORT.finditer(text):
            inside = f"{found['module']}." if found["module"] else ""
            for name in found["names"].split(","):
                yield inside + name.split("#")[0].strip(" ()\\").split(" ")[0]
        return
    package = ("amunre", *path.parts[:-1])
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = package[: len(package) - node.level + 1] if node.level else ()
            yield from (".".join([*here, *filter(None, [node.module]), alias.name]) for alias in node.names)


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_a_layer_imports_no_higher_one(folder: str) -> None:
    sources = [path for path in files(folder) if path.suffix in {".py", ".pyi", ".pyx", ".pxd"}]
    assert sources
    for path in sources:
        for module in imports(path):
            assert not module.startswith("."), f"{path} imports {module}, which has no full name"
            for forbidden in FORBIDDEN[folder]:
                assert not f"{module}.".startswith(f"{forbidden}."), f"{path} imports {module}"


def test_imports_are_found_in_all_their_forms() -> None:
    assert {"amunre.core.game.Game", "amunre.core.game.State"} <= set(imports(Path("tests/toy/probe.pyx")))
    assert "amunre.core.errors.BadInput" in set(imports(Path("core/__init__.py")))
    assert "pytest" in set(imports(Path("tests/test_layers.py")))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_named_only_at_home(game: str) -> None:
    homes = [home.format(game=game) for home in AT_HOME]
    named = re.compile(rf"\b{game}\b")
    strangers = [Path("setup.py"), Path("pyproject.toml"), *files("core", "ai", "tui")]
    for path in strangers:
        if not any(fnmatch(path.as_posix(), home) for home in homes):
            assert not named.search((ROOT / path).read_text("utf-8")), f"{path} names {game}"


def test_no_file_is_long() -> None:
    for path in [Path("setup.py"), *files(*FOLDERS)]:
        lines = (ROOT / path).read_text("utf-8").count("\n")
        assert lines <= MOST_LINES, f"{path} has {lines} lines"


@pytest.mark.parametrize("command", ["selfplay --players 2 --games 1 --seed 1", "--help"])
def test_the_command_line_needs_no_screen(command: str) -> None:
    blind = "import sys; sys.modules['textual'] = None; from amunre.tui.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", blind, *command.split()], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
