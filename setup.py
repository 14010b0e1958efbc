"""Compiles the Cython modules; all that can be said without code is in pyproject.toml.

The folders core/, ai/ and tui/ are imported as amunre.core, amunre.ai and amunre.tui. Cython finds .pxd files by
package path, so the modules are compiled from build/cy/amunre/, where the folders appear under these names.
"""

import os
import shlex
import shutil
import tomllib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

FOLDERS = ("core", "ai", "tui")
TREE = Path("build", "cy")
GENERATED = Path("build", "c")

SETTINGS = Path("pyproject.toml")
DIRECTIVES = tomllib.loads(SETTINGS.read_text("utf-8"))["tool"]["amunre-tui"]["directives"]

# Portable code only. CFLAGS come last, so that whoever builds for her own machine, or for a sanitizer, has her way.
OPTIMIZE = [] if os.name == "nt" else ["-O3"]
COMPILE_ARGS = OPTIMIZE + shlex.split(os.environ.get("CFLAGS", ""))


def plant_tree() -> None:
    """Show each folder under the name it is imported by: a link, or a copy where links cannot be made."""
    for folder in FOLDERS:
        place = TREE / "amunre" / folder
        if place.exists() and place.samefile(folder):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place, ignore_errors=True)
        try:
            place.symlink_to(Path("..", "..", "..", folder), target_is_directory=True)
        except OSError:
            shutil.copytree(folder, place)


def packages() -> list[str]:
    """The packages of all folders under the names they are imported by."""
    inner = [f"{folder}.{package}" for folder in FOLDERS for package in find_packages(folder)]
    return [f"amunre.{package}" for package in (*FOLDERS, *inner)]


def extension(source: Path, headers: list[str]) -> Extension:
    """The module that one .pyx file becomes. What it depends on is also what an sdist must carry."""
    return Extension(
        ".".join(("amunre", *source.with_suffix("").parts)),
        [(TREE / "amunre" / source).as_posix()],
        depends=[source.as_posix(), *headers],
        extra_compile_args=COMPILE_ARGS,
    )


def extensions() -> list[Extension]:
    """All compiled modules, as C."""
    headers = [header.as_posix() for folder in FOLDERS for header in sorted(Path(folder).rglob("*.pxd"))]
    sources = [source for folder in FOLDERS for source in sorted(Path(folder).rglob("*.pyx"))]
    if not sources:
        raise SystemExit("no .pyx file below core/: the sources are incomplete")
    settled = max(Path(file).stat().st_mtime for file in (SETTINGS, "setup.py"))
    modules: list[Extension] = cythonize(
        [extension(source, headers) for source in sources],
        include_path=[str(TREE)],
        build_dir=str(GENERATED),
        compiler_directives=DIRECTIVES,
        # Cython compares C files with their sources, but not with the directives.
        force=any(made.stat().st_mtime < settled for made in GENERATED.rglob("*.c")),
    )
    return modules


plant_tree()
setup(
    packages=packages(),
    ext_modules=extensions(),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
