"""Processes that are killed, that want the same game, and that come all at once."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from amunre.core.record import write
from amunre.tui.owner import new_owner
from amunre.tui.store import InUse, Store, TakenOver
from tests.store.games import ROOT, new_match, play, player

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not say when it began")


# ---------------------------------------------------------------------- killed
def test_whatever_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match("steward", "scribe"), [1, 2, 3])
        sitting.leave()
        known = 0
        for kills in range(10):
            with player(tmp_path, sitting.id, "endless") as process:
                assert process.stdout is not None
                assert process.stdout.readline() == "sitting\n"
                told = [process.stdout.readline() for _ in range(20 + 7 * kills)]
                process.kill()
                told += process.stdout
            *whole, torn = "".join(told).split("\n")
            match = store.match(sitting.id)
            assert match.lines[known : known + len(whole)] == whole
            assert match.lines[known + len(whole) :][:1] == [torn] or not torn
            assert write(match) == store.export(sitting.id)
            assert store.games()[0].moves == len(match.events)
            known = len(match.lines)


# ---------------------------------------------------------------------- one game, two who play it
def test_the_one_who_takes_over_plays_on_alone(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match(), [1, 2])
        sitting.leave()
        with player(tmp_path, sitting.id, "asked") as process:
            assert process.stdin is not None
            assert process.stdout is not None

            def asked() -> str:
                print(file=process.stdin, flush=True)
                return process.stdout.readline() if process.stdout else ""

            assert process.stdout.readline() == "sitting\n"
            assert asked() == "* pharaoh 2\n"
            with pytest.raises(InUse) as refused:
                store.sit(sitting.id)
            assert refused.value.owner.pid == process.pid
            with pytest.raises(TakenOver):
                play(sitting.match, 1)
            ours = store.sit(sitting.id, take_over=True)
            play(ours.match, 10)
            text = store.export(sitting.id)
            assert [asked(), asked()] == ["taken over\n"] * 2
            assert store.export(sitting.id) == text == write(ours.match)
            play(ours.match)
        assert store.match(sitting.id).over


def test_a_game_of_the_dead_is_free(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match(), [1, 2])
        sitting.leave()
        with player(tmp_path, sitting.id, "asked") as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "sitting\n"
            with pytest.raises(InUse):
                store.remove(sitting.id)
        play(store.sit(sitting.id).match, 5)
        assert store.games()[0].moves == 5


def test_an_owner_elsewhere_may_live() -> None:
    owner = new_owner()
    assert owner.living
    assert replace(owner, host="another", pid=0, birth="").living


@needs_proc
def test_a_later_process_of_the_same_number_is_another() -> None:
    assert not replace(new_owner(), birth="1").living


@needs_proc
def test_a_process_that_is_only_remembered_does_not_live() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        pid = process.pid
        process.kill()
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert not replace(new_owner(), pid=pid).living


# ---------------------------------------------------------------------- all at once
def test_many_processes_may_begin_together(tmp_path: Path) -> None:
    add = """
import sys
from pathlib import Path
from amunre.core.record import write
from amunre.tui.store import Store
from tests.store.games import new_match, play
match = new_match()
print("ready", flush=True)
input()
with Store(Path(sys.argv[1])) as store:
    play(store.begin(match, [1, 2]).match)
"""
    command = [sys.executable, "-c", add, str(tmp_path)]
    several = [subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(4)]
    for process in several:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in several:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in several:
        process.communicate()
    assert [process.returncode for process in several] == [0] * 4
    with Store(tmp_path) as store:
        kept = store.games(over=True)
        assert len(kept) == 4
        assert len({store.export(game.id) for game in kept}) == 1
