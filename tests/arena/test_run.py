"""A run: every game once, whatever happens in between."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from amunre.ai import arena
from amunre.ai.arena import Deal, run
from amunre.ai.executors import processes
from amunre.ai.journal import Journal
from amunre.ai.matches import Plan, Played, play
from amunre.core import BadInput
from tests.arena.conftest import lines_of, numbers_in, started, wait_until

PLAN = Plan("amunre_card", 2, ("random", "greedy"), 6, 1)
LONG = ["--seats", "plain:20,random", "--games", "300", "--workers", "2"]


class Chosen(Executor):
    """Plays only the games that it is told to, at once; all others wait forever."""

    def __init__(self, plays: Callable[[int], bool]) -> None:
        self.plays = plays
        self.futures: dict[int, Future[Any]] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        number = args[1]
        future = self.futures[number] = Future()
        if self.plays(number):
            try:
                future.set_result(fn(*args, **kwargs))
            except ValueError as error:
                future.set_exception(error)
        return future


@pytest.fixture
def interruptible() -> Iterator[None]:
    """As a program is that was not started where interruptions are ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def every_game() -> list[Played]:
    return [play(PLAN, number) for number in range(PLAN.games)]


# ---------------------------------------------------------------------- every game once
def test_every_game_is_played_once_and_comes_back_in_order() -> None:
    seen: list[Played] = []
    with ThreadPoolExecutor(4) as executor:
        games = run(PLAN, executor, Journal(PLAN, None), seen.append)
    assert games == every_game()
    assert sorted(seen, key=lambda game: game.number) == games


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    with processes(2) as executor:
        assert run(PLAN, executor, Journal(PLAN, tmp_path / "games.jsonl")) == every_game()
    assert sorted(numbers_in(tmp_path / "games.jsonl")) == list(range(PLAN.games))
    assert not active_children()


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    with Journal(PLAN, tmp_path / "games.jsonl") as journal:
        for number in (0, 5, 7):
            journal.add(play(PLAN, number))
    seen: list[Played] = []
    executor = Chosen(lambda _: True)
    assert run(PLAN, executor, Journal(PLAN, tmp_path / "games.jsonl"), seen.append) == every_game()
    assert sorted(executor.futures) == sorted(game.number for game in seen) == [1, 2, 3, 4, 6, 8, 9, 10, 11]


def test_threads_do_not_think_with_the_same_head() -> None:
    plan = replace(PLAN, seats=("plain:20", "fellah"), deals=20)
    with ThreadPoolExecutor(8) as executor:
        assert run(plan, executor, Journal(plan, None)) == [play(plan, number) for number in range(plan.games)]


def test_an_executor_is_given_only_so_much_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "WINDOW", 5)
    most = 0

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal most
            future = super().submit(fn, *args, **kwargs)
            given.append(future)
            most = max(most, sum(not each.done() for each in given))
            return future

    given: list[Future[Any]] = []
    with Counting(1) as executor:
        assert run(PLAN, executor, Journal(PLAN, None)) == every_game()
    assert 1 <= most <= 5


# ---------------------------------------------------------------------- deals in order
def test_deals_are_heard_in_order_whichever_was_over_first() -> None:
    heard: list[Deal] = []

    def hear(deal: Deal) -> bool:
        heard.append(deal)
        return False

    with Journal(PLAN, None) as journal:
        for number in (11, 10, 7, 3, 2):
            journal.add(play(PLAN, number))
        with ThreadPoolExecutor(2) as executor:
            games = run(PLAN, executor, journal, stop=hear)
    assert heard == [tuple(games[number : number + 2]) for number in range(0, PLAN.games, 2)]


def test_a_deal_that_is_decided_ends_the_run_and_calls_the_rest_off() -> None:
    executor = Chosen(lambda number: number in (0, 1, 2, 3, 6))
    heard: list[Deal] = []

    def second(deal: Deal) -> bool:
        heard.append(deal)
        return len(heard) == 2

    games = run(PLAN, executor, Journal(PLAN, None), stop=second)
    assert [game.number for game in games] == [0, 1, 2, 3, 6]
    assert [number for number, future in executor.futures.items() if future.cancelled()] == [4, 5, 7, 8, 9, 10, 11]


def test_a_journal_that_decides_already_plays_nothing() -> None:
    with Journal(PLAN, None) as journal:
        journal.add(play(PLAN, 0))
        journal.add(play(PLAN, 1))
        executor = Chosen(lambda _: True)
        assert len(run(PLAN, executor, journal, stop=lambda _: True)) == 2
    assert not executor.futures


# ---------------------------------------------------------------------- when something breaks
def test_games_that_went_well_are_kept_when_others_did_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def sometimes(plan: Plan, number: int, _: tuple[str, ...]) -> Played:
        if number in (0, 4, 5):
            raise BadInput("sand in the gears")
        return play(plan, number)

    monkeypatch.setattr(arena, "play", sometimes)
    with pytest.raises(BadInput, match="sand in the gears"):
        run(PLAN, Chosen(lambda _: True), Journal(PLAN, tmp_path / "games.jsonl"))
    assert sorted(numbers_in(tmp_path / "games.jsonl")) == [1, 2, 3, 6, 7, 8, 9, 10, 11]


@pytest.mark.usefixtures("interruptible")
def test_an_interruption_waits_until_nothing_is_half_done(tmp_path: Path) -> None:
    class Disturbed(Chosen):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if args[1] == 4:
                signal.raise_signal(signal.SIGINT)
            return super().submit(fn, *args, **kwargs)

    executor = Disturbed(lambda number: number < 6)
    with pytest.raises(KeyboardInterrupt):
        run(PLAN, executor, Journal(PLAN, tmp_path / "games.jsonl"))
    assert numbers_in(tmp_path / "games.jsonl") == [0, 1, 2, 3, 4, 5]
    assert [number for number, future in executor.futures.items() if future.cancelled()] == [6, 7, 8, 9, 10, 11]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL to send")
def test_a_killed_worker_ends_in_one_line_and_the_run_goes_on_later(tmp_path: Path) -> None:
    plan = replace(PLAN, deals=60)
    file = tmp_path / "games.jsonl"

    def murder(_: Played) -> None:
        for worker in active_children():
            worker.kill()

    with pytest.raises(BadInput, match="killed; the same command goes on from here"), processes(2) as executor:
        run(plan, executor, Journal(plan, file), murder)
    assert 0 < len(numbers_in(file)) < plan.games
    with processes(2) as executor:
        run(plan, executor, Journal(plan, file))
    assert sorted(numbers_in(file)) == list(range(plan.games))


@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_was_ended_goes_on_without_losing_or_repeating_a_game(end: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [*LONG, "--journal", str(file)]
    with started(*command) as child:
        wait_until(lambda: lines_of(file) > 20)
        # A terminal interrupts everybody. Killed is only the parent; nobody outlives her, or the pipes would not end.
        (os.kill if end == signal.SIGKILL else os.killpg)(child.pid, end)
        out, err = child.communicate()
    if end != signal.SIGKILL:
        assert (child.returncode, err) == (130, "interrupted; the same command goes on from here\n")
        assert "plain:20" in out
    before = file.read_bytes()
    kept = numbers_in(file) if before.endswith(b"\n") else []
    assert len(set(kept)) == len(kept) < 300
    with started(*command) as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "150 deals" in out
    assert sorted(numbers_in(file)) == list(range(300))
    assert file.read_bytes().startswith(before.rpartition(b"\n")[0])
