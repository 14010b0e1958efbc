"""A real Dask cluster: games survive the death of a worker, and a cluster that is not there is one line."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from amunre.ai.weights import Weights, write
from amunre.tui.__main__ import main
from tests.arena.conftest import COMMAND, lines_of, numbers_in, started, wait_until
from tests.learning.conftest import made_up

pytest.importorskip("distributed")


@contextmanager
def process(kind: str, *options: str, ready: str, cwd: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """A scheduler or a worker, once it has said that it is ready."""
    with subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *options],
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    ) as child:
        try:
            heard(child, ready)
            yield child
        finally:
            child.kill()


def heard(child: subprocess.Popen[str], words: str) -> None:
    """Read on until it says this."""
    assert child.stderr is not None
    assert any(words in line for line in child.stderr)


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    file = folder / "scheduler.json"
    with process(
        "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file), ready="Scheduler at"
    ) as child:
        wait_until(file.exists)
        yield child, json.loads(file.read_text("utf-8"))["address"]


def worker(address: str, folder: Path | None = None) -> AbstractContextManager[subprocess.Popen[str]]:
    return process("worker", address, "--no-nanny", "--nthreads", "1", ready="Registered to", cwd=folder)


def played_on(address: str, journal: Path, *more: str) -> subprocess.Popen[str]:
    """The command, which plays 200 games there."""
    seats = ("--seats", "plain:20,random", "--games", "200")
    return started(*seats, "--dask", address, "--journal", str(journal), *more)


def test_a_worker_that_is_killed_loses_no_game_and_repeats_none(tmp_path: Path) -> None:
    journal, result = tmp_path / "games.jsonl", tmp_path / "result.json"
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler(tmp_path))
        workers = [stack.enter_context(worker(address)) for _ in range(2)]
        child = stack.enter_context(played_on(address, journal, "--json", str(result)))
        wait_until(lambda: lines_of(journal) > 20)
        workers[0].kill()
        assert lines_of(journal) < 150
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "100 deals" in out
    assert sorted(numbers_in(journal)) == list(range(200))
    assert [game["number"] for game in json.loads(result.read_text("utf-8"))["games"]] == list(range(200))


def test_a_worker_that_reads_other_weights_is_told_in_one_line(tmp_path: Path) -> None:
    here, there, journal = tmp_path / "here", tmp_path / "there", tmp_path / "games.jsonl"
    for seed, folder in enumerate((here, there)):
        folder.mkdir()
        write(Weights("amunre_card", {2: made_up(0, seed)}), folder / "own.json")
    arguments = ["--seats", "fellah:2@own.json,random", "--games", "20", "--journal", str(journal)]
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler(tmp_path))
        stack.enter_context(worker(address, there))
        done = subprocess.run(
            [*COMMAND, *arguments, "--dask", address], cwd=here, capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("amunre-tui: fellah:2@own.json on ")
    assert "other weights" in done.stderr
    assert not numbers_in(journal)


def test_whoever_waits_for_workers_is_told_so(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler(tmp_path))
        child = stack.enter_context(played_on(address, journal))
        assert child.stderr is not None
        assert child.stderr.readline() == f"the cluster {address} has no workers yet: the games wait for them\n"
        stack.enter_context(worker(address))
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "100 deals" in out


def test_a_cluster_that_breaks_off_is_told_in_one_line(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    with ExitStack() as stack:
        cluster, address = stack.enter_context(scheduler(tmp_path))
        stack.enter_context(worker(address))
        child = stack.enter_context(played_on(address, journal))
        wait_until(lambda: lines_of(journal) > 5)
        cluster.kill()
        out, err = child.communicate()
    assert (child.returncode, out) == (2, "")
    assert err == f"amunre-tui: the cluster {address} has broken off; the same command goes on from here\n"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "carrier-pigeon://roof"])
def test_a_cluster_that_is_not_there_is_told_in_one_line(address: str, tmp_path: Path) -> None:
    arguments = ["--seats", "greedy,random", "--dask", address, "--journal", str(tmp_path / "games.jsonl")]
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"amunre-tui: no cluster at {address}: ")


def test_without_the_extra_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    arguments = ["--seats", "greedy,random", "--dask", "tcp://127.0.0.1:9", "--journal", str(tmp_path / "games.jsonl")]
    assert main(["arena", *arguments]) == 2
    assert "pip install 'amunre-tui[cluster]'" in capsys.readouterr().err
