"""Training: rounds of playing, fitting and gating, and going on where it was."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amunre.ai import training
from amunre.ai.sprt import Verdict
from amunre.ai.training import OUTCOME, Course, Progress, Sampled, add_to, sampled, train
from amunre.ai.training import gate as gated
from amunre.ai.weights import Rows, Weights, read, write
from amunre.core import BadInput
from tests.arena.conftest import numbers_in
from tests.learning.conftest import ABOUT, DEALS, GAME, WISE, Here, for_two, minding, quiet

STAGES = len(ABOUT.stages)

pytestmark = pytest.mark.usefixtures("small")


def files(folder: Path) -> dict[Path, tuple[bytes, int]]:
    """What lies in a folder, and when it was last written."""
    return {
        path.relative_to(folder): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# ---------------------------------------------------------------------- a whole course
def test_the_champion_tells_how_it_came_about(course: Course, gate: Callable[[Verdict], None]) -> None:
    gate(Verdict.HIGH)
    best = train(course, Here(), quiet)
    assert read(course.champion) == best
    [found] = best.by_players.items()
    players, rows = found
    assert (players, rows.hidden) == (2, 0)
    assert all(any(row) for row in rows.rows)
    # A round learns from the one before, too.
    how = "of games with 5 iterations a decision, 0 hidden units, seed 1"
    command, first, second, gated = rows.story
    assert command == course.command
    assert first.startswith(f"round 1: {12 * STAGES} positions {how}")
    assert second.startswith(f"round 2: {35 * STAGES} positions {how}")
    assert gated == f"gate: better than the champion after {DEALS} deals"


def test_progress_is_reported_part_by_part(course: Course, gate: Callable[[Verdict], None]) -> None:
    gate(Verdict.LOW)
    heard: list[Progress] = []
    train(course, Here(), heard.append)
    expected = [Progress(1, "played", done, 12) for done in (5, 10, 12)]
    expected += [Progress(1, "fitted", done, 12) for done in range(1, 13)]
    expected += [Progress(2, "played", done, 23) for done in (5, 10, 15, 20, 23)]
    expected += [Progress(2, "fitted", done, 12) for done in range(1, 13)]
    expected += [Progress(2, "gated", done, DEALS + 1) for done in range(1, DEALS + 1)]
    expected += [Progress(2, "refused", DEALS, DEALS)]
    assert heard == expected


@pytest.mark.parametrize(("verdict", "champion"), [(Verdict.HIGH, 2), (Verdict.LOW, 1), (Verdict.OPEN, 1)])
def test_a_challenger_takes_over_only_if_the_gate_says_so(
    verdict: Verdict, champion: int, course: Course, gate: Callable[[Verdict], None]
) -> None:
    gate(verdict)
    train(course, Here(), quiet)
    found = [read(course.challenger(number)).by_players[2].rows for number in (1, 2)]
    assert found[0] != found[1]
    assert read(course.champion).by_players[2].rows == found[champion - 1]


def test_the_same_seed_learns_the_same_and_another_another(course: Course, tmp_path: Path) -> None:
    one, same, other = (
        train(replace(course, folder=tmp_path / name, seed=seed, rounds=1), Here(), quiet).by_players[2].rows
        for name, seed in (("one", 1), ("same", 1), ("other", 2))
    )
    assert one == same != other


# ---------------------------------------------------------------------- what is learned from
def games(samples: Sampled) -> Iterator[Sampled]:
    """Sample by sample, the last stage of a game first."""
    for begin in range(0, len(samples), STAGES):
        yield samples[begin : begin + STAGES]


def test_without_an_eye_every_stage_learns_how_its_game_ended(course: Course) -> None:
    samples = sampled(course, None, 1, 5)
    assert len(samples) == 5 * STAGES
    for game in games(samples):
        assert [stage for stage, *_ in game] == list(reversed(range(STAGES)))
        assert len({(win, points) for _, _, win, points in game}) == 1
        assert sum(game[0][2]) == 1
        assert all(points == int(points) > 0 for points in game[0][3])


def test_with_an_eye_its_judgement_counts_the_more_the_longer_a_game_went_on(course: Course) -> None:
    # This one takes players for equal, and expects no points.
    champion = course.folder.parent / "even.json"
    write(for_two(minding({})), champion)
    decided = 0
    for game in games(sampled(course, champion, 1, 5)):
        _, _, won, scored = game[0]
        decided += won != (0.5, 0.5)
        for later, (_, _, win, points) in enumerate(game):
            counts = OUTCOME**later
            assert win == pytest.approx([counts * share + (1 - counts) / 2 for share in won])
            assert points == pytest.approx([counts * each for each in scored])
    assert decided


def test_another_seed_plays_other_games(course: Course) -> None:
    assert sampled(course, None, 1, 5) == sampled(course, None, 1, 5) != sampled(course, None, 2, 5)


# ---------------------------------------------------------------------- the real gate
@pytest.mark.parametrize(
    ("challenger", "champion", "passes"),
    [
        (WISE, {name: -value for name, value in WISE.items()}, True),
        ({name: -value for name, value in WISE.items()}, WISE, False),
        ({}, WISE, False),
        ({}, {}, False),
    ],
)
def test_the_gate_lets_only_the_better_pass(
    challenger: dict[str, float],
    champion: dict[str, float],
    passes: bool,
    course: Course,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(training, "MOST_DEALS", 40)
    course.round(2).mkdir(parents=True)
    write(for_two(minding(challenger)), course.round(2) / "challenger.json")
    write(for_two(minding(champion)), course.champion)
    assert (gated(course, 2, Here(), quiet) is not None) is passes


# ---------------------------------------------------------------------- interrupted
class Interrupted(Exception):
    pass


@pytest.mark.parametrize(
    "last",
    [
        Progress(1, "played", 10, 12),
        Progress(1, "fitted", 4, 12),
        Progress(1, "fitted", 12, 12),
        Progress(2, "played", 5, 23),
        Progress(2, "gated", 1, DEALS + 1),
        Progress(2, "gated", DEALS, DEALS + 1),
    ],
    ids=lambda last: f"{last.round}-{last.what}-{last.done}",
)
def test_a_course_that_was_interrupted_goes_on_and_ends_the_same(
    last: Progress, course: Course, gate: Callable[[Verdict], None], tmp_path: Path
) -> None:
    gate(Verdict.HIGH)

    def interrupt(progress: Progress) -> None:
        if progress == last:
            raise Interrupted

    with pytest.raises(Interrupted):
        train(course, Here(), interrupt)
    before = files(course.folder)
    journal = course.round(2) / "gate.jsonl"
    gated = set(numbers_in(journal)) if journal.exists() else set()
    fitted = {number for number in (1, 2) if Path(f"round-{number}", "challenger.json") in before}
    again, heard = Here(), list[Progress]()
    train(course, again, heard.append)
    after = files(course.folder)

    unplayed = {path for path in after if path.suffix == ".npz"} - before.keys()
    assert [name for name, _ in again.given].count("sampled") == len(unplayed)
    assert gated.isdisjoint(number for name, number in again.given if name == "play")
    assert fitted.isdisjoint(progress.round for progress in heard if progress.what == "fitted")
    played = [path for path in before if path.suffix == ".npz"]
    assert {path: after[path] for path in played} == {path: before[path] for path in played}

    whole = replace(course, folder=tmp_path / "whole")
    train(whole, Here(), quiet)
    assert course.champion.read_bytes() == whole.champion.read_bytes()


def test_a_course_goes_on_wherever_its_folder_was_moved(course: Course, gate: Callable[[Verdict], None]) -> None:
    gate(Verdict.HIGH)

    def interrupt(progress: Progress) -> None:
        if progress == Progress(2, "gated", 1, DEALS + 1):
            raise Interrupted

    with pytest.raises(Interrupted):
        train(course, Here(), interrupt)
    elsewhere = course.folder.rename(course.folder.with_name("elsewhere"))
    gated = set(numbers_in(elsewhere / "round-2" / "gate.jsonl"))
    executor = Here()
    train(replace(course, folder=elsewhere), executor, quiet)
    played = {number for name, number in executor.given if name == "play"}
    assert gated
    assert played
    assert gated.isdisjoint(played)


def test_a_course_that_was_killed_with_a_new_champion_does_not_let_it_play_itself(
    course: Course, gate: Callable[[Verdict], None]
) -> None:
    gate(Verdict.HIGH)
    train(course, Here(), quiet)
    (course.round(2) / "done").unlink()
    before = files(course.folder)
    executor = Here()
    train(course, executor, quiet)
    assert not executor.given
    after = files(course.folder)
    assert after.pop(Path("round-2/done"))
    assert after == before


def test_a_finished_course_does_nothing_more(course: Course, gate: Callable[[Verdict], None]) -> None:
    gate(Verdict.HIGH)
    train(course, Here(), quiet)
    before = files(course.folder)
    again = Here()
    assert train(course, again, quiet) == read(course.champion)
    assert again.given == []
    assert files(course.folder) == before


def test_more_rounds_go_on_from_a_finished_course(course: Course, gate: Callable[[Verdict], None]) -> None:
    gate(Verdict.HIGH)
    train(replace(course, rounds=1), Here(), quiet)
    first = files(course.round(1))
    train(course, Here(), quiet)
    assert files(course.round(1)) == first
    assert len(read(course.champion).by_players[2].story) == 4


# ---------------------------------------------------------------------- into a file
def into(course: Course, file: Path) -> list[Progress]:
    """What is heard while the champion is added to a file of weights."""
    heard: list[Progress] = []
    add_to(file, course, Here(), heard.append)
    return heard


@pytest.mark.parametrize("known", [{}, {3: minding(WISE)}])
def test_the_champion_is_added_where_there_are_no_weights_yet(known: dict[int, Rows], course: Course) -> None:
    best, file = train(replace(course, rounds=1), Here(), quiet), course.folder.with_name("weights.json")
    write(Weights(GAME, known), file)
    assert into(course, file) == []
    assert read(file).by_players == {**known, **best.by_players}
    assert into(course, file) == [], "it is there"


@pytest.mark.parametrize(("verdict", "told"), [(Verdict.HIGH, "accepted"), (Verdict.LOW, "refused")])
def test_weights_in_a_file_are_replaced_only_if_the_gate_says_so(
    verdict: Verdict, told: str, course: Course, gate: Callable[[Verdict], None]
) -> None:
    gate(verdict)
    best, file = train(replace(course, rounds=1), Here(), quiet), course.folder.with_name("weights.json")
    write(for_two(minding(WISE)), file)
    heard = into(course, file)
    assert [progress.what for progress in heard] == ["gated"] * DEALS + [told]
    assert (heard[-1].round, heard[-1].done) == (0, DEALS)
    assert read(file) == (best if verdict is Verdict.HIGH else for_two(minding(WISE)))


# ---------------------------------------------------------------------- refused
def test_the_folder_of_another_course_is_refused(course: Course) -> None:
    train(replace(course, rounds=1), Here(), quiet)
    before = files(course.folder)
    others = [
        replace(course, seed=2),
        replace(course, hidden=16),
        replace(course, games=24),
        replace(course, iterations=6),
        replace(course, players=3),
    ]
    for other in others:
        file = re.escape(str(course.folder / "course.json"))
        with pytest.raises(BadInput, match=f"{file}: the folder of another course: ") as refused:
            train(other, Here(), quiet)
        assert str(refused.value).isprintable()
    assert files(course.folder) == before


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda course: replace(course, hidden=5), "an eye has a multiple of 16 hidden units, at most 64, not 5"),
        (lambda course: replace(course, hidden=80), "an eye has a multiple of 16 hidden units, at most 64, not 80"),
        (lambda course: replace(course, players=6), "is for 2 to 5 players, not 6"),
        (lambda course: replace(course, game="chess"), "unknown game chess"),
        (lambda course: replace(course, games=16), "16 games a round are too few to learn from: "),
    ],
)
def test_an_impossible_course_is_refused(make: Callable[[Course], Course], why: str, course: Course) -> None:
    with pytest.raises(BadInput, match=why):
        make(course)
