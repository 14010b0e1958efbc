"""A game being played: chance, secrets, taking back."""

from collections.abc import Callable

import pytest

from amunre.core import CHANCE, BadInput, IllegalAction, State, load
from amunre.core.match import Change, Match, Seat
from benchmarks.build import module

toy = module("tests.toy.toy")

PAST_A_REVEAL = "-- taken back past a reveal"


def toy_match(seed: int = 1, players: int = 3) -> Match:
    return Match(toy.Toy(players), [Seat("random")] * players, seed)


def play_until(match: Match, done: Callable[[Match], bool]) -> Match:
    """Chance plays, and players choose what is listed first."""
    while not done(match):
        if match.to_move == CHANCE:
            match.play_chance()
        else:
            match.play(match.truth().legal_actions()[0])
    return match


def over(match: Match) -> bool:
    return match.over


def asks_a_player(match: Match) -> bool:
    return match.to_move >= 0


# ---------------------------------------------------------------------- chance
def test_the_seed_decides_all_that_chance_does() -> None:
    games = [tuple(play_until(toy_match(seed), over).lines) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_without_a_seed_every_match_is_another() -> None:
    seeds = {Match(toy.Toy(2), [Seat("random")] * 2).seed for _ in range(5)}
    assert len(seeds) == 5


@pytest.mark.parametrize("count", range(1, 11))
def test_taking_back_never_rolls_again(count: int) -> None:
    match = play_until(toy_match(), asks_a_player)
    before = match.lines[:]
    match.undo(0, count)
    assert play_until(match, asks_a_player).lines == [*before, PAST_A_REVEAL, f"1 undo {count}", *before[-count:]]


def test_bots_get_a_seed_for_each_decision() -> None:
    match = play_until(toy_match(), asks_a_player)
    seeds = [match.bot_seed(seat) for seat in range(3)]
    match.play(match.truth().legal_actions()[0])
    later = [match.bot_seed(seat) for seat in range(3)]
    match.undo(0, 1)
    assert len({*seeds, *later}) == 6
    assert [match.bot_seed(seat) for seat in range(3)] == seeds


# ---------------------------------------------------------------------- secrets
def test_nobody_is_handed_the_true_position() -> None:
    match = play_until(toy_match(), asks_a_player)
    match.truth().apply(match.truth().legal_actions()[0])
    assert match.seen_by(1) == match.truth().seen_by(1)
    assert match.seen_by(1).view().hands[0] == (0, 0, 0, 0)
    with pytest.raises(ValueError, match="cannot be played in"):
        match.seen_by(1).apply(1)


def test_a_log_tells_a_player_what_she_saw_and_what_all_saw() -> None:
    match = play_until(toy_match(), lambda match: bool(match.events) and bool(match.events[-1].story))
    everything = list(match.log())
    assert all(entry.sentence is not None for entry in everything)
    for viewer in range(3):
        for seen, entry in zip(match.log(viewer), everything, strict=True):
            assert entry.sentence is not None
            key, filling = entry.sentence
            secret = key in ("toy.draw", "toy.offer") and filling["player"] != viewer
            assert seen.sentence == (None if secret else entry.sentence)
            assert seen.story == entry.story
    assert everything[-1].story[0].kind == "reveal"


# ---------------------------------------------------------------------- taking back
def test_undo_takes_back_and_the_record_keeps_both() -> None:
    match = play_until(toy_match(), asks_a_player)
    position, lines = match.truth(), match.lines[:]
    match.play(match.truth().legal_actions()[0])
    played = match.lines[-1]
    match.undo(2, 1)
    assert match.truth() == position
    assert match.lines == [*lines, played, "3 undo 1"]


@pytest.mark.parametrize(
    ("player", "count", "why"),
    [
        (0, 0, r"undo 0 is not possible \(actions so far: 10\)"),
        (0, 11, r"undo 11 is not possible \(actions so far: 10\)"),
        (3, 1, "there is no player 4 at a table of 3"),
        (-1, 1, "there is no player 0 at a table of 3"),
    ],
)
def test_undo_refuses(player: int, count: int, why: str) -> None:
    match = play_until(toy_match(), asks_a_player)
    position, lines = match.truth(), match.lines[:]
    with pytest.raises(BadInput, match=f"^{why}$"):
        match.undo(player, count)
    assert (match.truth(), match.lines) == (position, lines)


def test_what_everybody_has_seen_is_marked_when_it_is_taken_back() -> None:
    match = play_until(toy_match(), asks_a_player)
    while not match.events[-1].story:
        assert not match.reveals(len(match.events) - 10)
        match.play(match.truth().legal_actions()[0])
    assert match.events[-1].before.to_move != CHANCE
    assert [match.reveals(count) for count in (0, 1, 2, 3)] == [False, True, True, True]
    match.undo(0, 1)
    assert match.lines[-2:] == [PAST_A_REVEAL, "1 undo 1"]
    match.undo(0, 1)
    assert match.lines[-2:] == ["1 undo 1", "1 undo 1"]
    assert match.reveals(len(match.events))


# ---------------------------------------------------------------------- keeping
def test_everything_is_kept_before_it_happens() -> None:
    kept: list[str] = []

    def keep(change: Change) -> None:
        assert match.lines == kept
        kept.extend(change.lines)
        afterwards.append((change.after, change.actions))

    afterwards: list[tuple[State, int]] = []
    match = Match(toy.Toy(3), [Seat("random")] * 3, 1, keep)
    play_until(match, asks_a_player)
    match.undo(0, 3)
    assert match.lines == kept
    assert [actions for _, actions in afterwards] == [*range(1, 11), 7]
    assert afterwards[-1] == (match.truth(), len(match.events))


def test_what_cannot_be_kept_does_not_happen() -> None:
    def refuse(_: Change) -> None:
        raise OSError

    match = play_until(toy_match(), asks_a_player)
    position, lines, events = match.truth(), match.lines[:], match.events[:]
    match.keep = refuse
    with pytest.raises(OSError, match=r"^$"):
        match.play(match.truth().legal_actions()[0])
    with pytest.raises(OSError, match=r"^$"):
        match.undo(0, 2)
    assert (match.truth(), match.lines, match.events) == (position, lines, events)
    match.keep = None
    match.play(match.truth().legal_actions()[0])
    assert match.lines[:-1] == lines


# ---------------------------------------------------------------------- refusing
def test_an_illegal_action_changes_nothing() -> None:
    match = play_until(toy_match(), asks_a_player)
    position, lines, events = match.truth(), match.lines[:], match.events[:]
    for action in (99, -1, 2**32, 2**70):
        with pytest.raises(IllegalAction):
            match.play(action)
    assert (match.truth(), match.lines, match.events) == (position, lines, events)


def test_chance_plays_only_when_it_is_its_turn() -> None:
    with pytest.raises(IllegalAction, match="nothing is left to chance"):
        play_until(toy_match(), asks_a_player).play_chance()


def test_nothing_is_played_after_the_end() -> None:
    match = play_until(toy_match(), over)
    with pytest.raises(IllegalAction, match="the game is over"):
        match.play(0)


def test_every_seat_is_taken() -> None:
    with pytest.raises(BadInput, match="2 seats at a table of 3"):
        Match(load("amunre_card", 3), [Seat("random")] * 2)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("", ""), ("Random", ""), ("two words", ""), ("human", " Ann"), ("human", "A\nB"), ("human", "\x1b[2J")],
)
def test_a_seat_fits_into_a_line(kind: str, name: str) -> None:
    with pytest.raises(BadInput, match=r"kind of player|cannot be a name"):
        Seat(kind, name)
