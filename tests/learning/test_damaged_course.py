"""A folder of training that was damaged: one line says which file."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from amunre.ai.sprt import Verdict
from amunre.ai.training import Course, train
from amunre.ai.weights import Weights, write
from amunre.core import BadInput
from tests.learning.conftest import GAME, WISE, Here, minding, quiet

pytestmark = pytest.mark.usefixtures("small")


def test_a_damaged_champion_is_refused(course: Course, gate: Callable[[Verdict], None]) -> None:
    gate(Verdict.HIGH)
    train(replace(course, rounds=1), Here(), quiet)
    course.champion.write_text("{}", "utf-8")
    with pytest.raises(BadInput, match=re.escape(f"{course.champion}: not a file of weights")):
        train(course, Here(), quiet)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("file", ["champion", "challenger"])
def test_weights_for_another_number_of_players_are_refused(
    file: str, number: int, course: Course, gate: Callable[[Verdict], None]
) -> None:
    gate(Verdict.LOW)
    train(course, Here(), quiet)
    damaged = course.champion if file == "champion" else course.challenger(number)
    (course.round(number) / "done").unlink()
    write(Weights(GAME, {3: minding(WISE)}), damaged)
    if (file, number) == ("champion", 1):
        assert train(course, Here(), quiet).by_players.keys() == {2}, "the first champion is written again"
        return
    with pytest.raises(BadInput, match=re.escape(f"{damaged}: no weights for 2 players of {GAME}")):
        train(course, Here(), quiet)


Arrays = dict[str, Any]


def cut(file: Path, begin: int, end: int, data: bytes) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:begin] + data + whole[end:])


def packing(file: Path) -> int:
    """Where it says how the first array is packed."""
    return file.read_bytes().index(b"PK\x01\x02") + 10


def changed(file: Path, change: Callable[[Arrays], object]) -> None:
    """The same samples, changed."""
    with np.load(file) as kept:
        arrays = dict(kept)
    change(arrays)
    np.savez_compressed(file, **arrays)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "text": lambda file: file.write_text("my notes", "utf-8"),
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-100]),
    "garbled": lambda file: cut(file, 200, 220, b"\xff" * 20),
    "packed otherwise": lambda file: cut(file, packing(file), packing(file) + 2, b"\x63\x00"),
    "an array": lambda file: file.write_bytes(b"\x93NUMPY\x01\x00"),
    "nothing in it": lambda file: np.savez(file),
    "a stage that is none": lambda file: changed(file, lambda kept: kept.update(stage=kept["stage"] + 99)),
    "half a stage": lambda file: changed(file, lambda kept: kept.update(stage=kept["stage"] / 2)),
    "one stage": lambda file: changed(file, lambda kept: kept.update(stage=np.array(3))),
    "fewer features": lambda file: changed(file, lambda kept: kept.update(features=kept["features"][..., 1:])),
    "fewer players": lambda file: changed(file, lambda kept: kept.update(win=kept["win"][:, 1:])),
    "fewer points": lambda file: changed(file, lambda kept: kept.update(points=kept["points"][1:])),
    "no number": lambda file: changed(file, lambda kept: kept.update(points=kept["points"] * np.nan)),
    "objects": lambda file: changed(file, lambda kept: kept.update(points=kept["points"].astype(object))),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_samples_are_named_and_played_again_without_them(damage: str, course: Course) -> None:
    best = train(replace(course, rounds=1), Here(), quiet)
    for path in (course.champion, course.challenger(1), course.round(1) / "done"):
        path.unlink()
    file = course.round(1) / "samples-1.npz"
    DAMAGES[damage](file)
    with pytest.raises(BadInput, match=re.escape(f"{file}: damaged; the same command goes on once it is removed")):
        train(replace(course, rounds=1), Here(), quiet)
    file.unlink()
    assert train(replace(course, rounds=1), Here(), quiet) == best
