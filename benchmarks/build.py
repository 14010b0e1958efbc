"""Compiles C and Cython files outside of the package against the .pxd files of the package that is imported.

For the benchmarks, and for the toy of the tests. Results are kept below build/, by content.
"""

import ctypes
import fcntl
import hashlib
import os
import shlex
import sys
import sysconfig
import tomllib
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import Cython
from Cython.Build import cythonize
from setuptools import Distribution, Extension

import amunre.core

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
DIRECTIVES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["amunre-tui"]["directives"]
# Warnings about the core are for those who build it.
COMPILE_ARGS = ["-O3", "-w", *shlex.split(os.environ.get("CFLAGS", ""))]


@cache
def module(name: str) -> ModuleType:
    """The extension module of this full name, as in `benchmarks.virtual`: benchmarks/virtual.pyx, compiled."""
    spec = spec_from_file_location(name, _built(name, ".pyx"))
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} was built as something that is not a module")
    loaded = module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


@cache
def library(name: str) -> ctypes.CDLL:
    """The shared library of this full name, as in `benchmarks.reference`: benchmarks/reference.c, compiled."""
    return ctypes.CDLL(str(_built(name, ".c")))


def include_directory() -> Path:
    """Where amunre/core/game.pxd is: beside an installed package; in build/cy for an editable or in-place one."""
    places = [Path(str(amunre.core.__file__)).parents[2], BUILD / "cy"]
    return next(place for place in places if (place / "amunre/core/game.pxd").is_file())


def _built(name: str, suffix: str) -> Path:
    """What a source was compiled into, now or by an earlier run; of processes that want it at once, one builds it."""
    source = ROOT.joinpath(*name.split(".")).with_suffix(suffix)
    target = BUILD / "outside" / _fingerprint(source)
    target.mkdir(parents=True, exist_ok=True)
    kept = target / f"{source.stem}{SUFFIX}"
    with (target / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            # Only a complete library gets its proper name.
            _compile(name, source, target).rename(kept)
    return kept


def _fingerprint(source: Path) -> str:
    """Changes with whatever could change the result: the sources, the compiled contract, the tools and their flags."""
    core = Path(sys.modules["amunre.core.game"].__file__ or "").stat()
    facts = [sys.version, Cython.__version__, str(core.st_mtime_ns), str(DIRECTIVES), source.name]
    facts += [f"{variable}={os.environ.get(variable, '')}" for variable in ("CC", "CFLAGS", "LDFLAGS")]
    read = [path for path in source.parent.iterdir() if path.suffix in {".c", ".h", ".pyx"}]
    read += [*(ROOT / "core").rglob("*.pyx"), *(include_directory() / "amunre/core").rglob("*.pxd")]
    facts += [path.read_text("utf-8") for path in sorted(read)]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:16]


def _compile(name: str, source: Path, target: Path) -> Path:
    """The library made of a source file, somewhere below the target."""
    extensions = cythonize(
        [Extension(name, [str(source)], extra_compile_args=COMPILE_ARGS)],
        include_path=[str(include_directory())],
        build_dir=str(target / "c"),
        compiler_directives=DIRECTIVES,
        quiet=True,
    )
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = str(target / "lib")
    command.build_temp = str(target / "o")
    command.ensure_finalized()
    command.run()
    return Path(command.get_ext_fullpath(name))
