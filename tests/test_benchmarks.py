"""`python -m benchmarks` runs; how fast things are is not asked here."""

import json

import pytest

from benchmarks.__main__ import main


def test_playouts_are_measured_in_all_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "--json", "--seconds", "0.1", "--players", "2,5"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [result["players"] for result in results] == [2, 5]
    for result in results:
        assert set(result["speeds"]) == {"c", "direct", "virtual", "python step", "python loop"}
        assert all(number > 0 for speed in result["speeds"].values() for number in speed.values())
        assert [target["way"] for target in result["targets"]] == ["direct", "virtual", "python step"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["sleep"],
        ["playouts", "--players", "6"],
        ["playouts", "--players", ""],
        ["playouts", "--players", "2,,3"],
        ["playouts", "--seconds", "nan"],
        ["playouts", "--seconds", "soon"],
    ],
)
def test_bad_arguments_get_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("benchmarks: ")
    assert said.err.count("\n") == 1
