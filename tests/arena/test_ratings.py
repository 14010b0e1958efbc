"""Ratings: they find known strengths again, whatever the order of games, and know how sure they are."""

from collections.abc import Mapping
from itertools import combinations
from math import isclose
from random import Random

import pytest

from amunre.ai.matches import Played
from amunre.ai.ratings import Wins, complete, cross_table, ratings, standings


def tournament(elo: Mapping[str, float], players: int, deals: int, seed: int = 1) -> list[Played]:
    """Games that are won with chances in proportion to the strengths; the winner scores 10 more."""
    random = Random(seed)
    lineups = [
        table[first:] + table[:first] for table in combinations(sorted(elo), players) for first in range(players)
    ]
    return [
        won(number, lineup, random.choices(range(players), [10 ** (elo[name] / 400) for name in lineup])[0])
        for number, lineup in enumerate(lineups * deals)
    ]


def won(number: int, lineup: tuple[str, ...], winner: int) -> Played:
    shares = tuple(float(seat == winner) for seat in range(len(lineup)))
    return Played(number, lineup, shares, tuple(10 + 10 * share for share in shares))


# ---------------------------------------------------------------------- the fit
@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_are_found_again(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amunre.ai.ratings.RESAMPLES", 1)
    elo = {"a": 200.0, "b": 50.0, "c": -50.0, "d": -200.0}
    games = tournament(elo, players, 4000 // players)
    each = len(games) // (4000 // players)
    found = {line.name: line.rating for line in standings(complete(games, each))}
    assert all(abs(found[name].value - elo[name]) < 20 for name in elo)
    assert isclose(sum(rating.value for rating in found.values()), 0, abs_tol=1e-6)


def test_exact_expectations_give_exact_ratings() -> None:
    # a is ten times as strong as b, in games of two and at tables of three where b sits twice.
    wins = {("a", "b"): {"a": 1e6 * 10 / 11, "b": 1e6 / 11}, ("a", "b", "b"): {"a": 1e6 * 10 / 12, "b": 1e6 * 2 / 12}}
    found = ratings(wins)
    assert isclose(found["a"] - found["b"], 400, abs_tol=0.1)


def test_the_order_of_games_does_not_matter() -> None:
    games = tournament({"a": 100.0, "b": 0.0, "c": -100.0}, 2, 50)
    mixed = list(games)
    Random(5).shuffle(mixed)
    assert mixed != games
    assert standings(complete(mixed, 6)) == standings(complete(games, 6))
    assert cross_table(complete(mixed, 6)) == cross_table(complete(games, 6))


def test_where_the_fit_begins_does_not_matter() -> None:
    wins: Wins = {
        ("a", "b"): {"a": 60.0, "b": 40.0},
        ("b", "c"): {"b": 70.0, "c": 30.0},
        ("a", "c"): {"a": 75.0, "c": 25.0},
    }
    far = ratings(wins, {"a": -500.0, "b": 0.0, "c": 500.0})
    assert all(isclose(far[name], value, abs_tol=0.1) for name, value in ratings(wins).items())


def test_equal_bots_rate_equal() -> None:
    against_c: Wins = {("a", "c"): {"a": 30.0, "c": 20.0}, ("b", "c"): {"b": 30.0, "c": 20.0}}
    found = ratings({("a", "b"): {"a": 50.0, "b": 50.0}, **against_c})
    assert isclose(found["a"], found["b"], abs_tol=0.01)
    assert found["a"] > found["c"]


def test_a_shared_victory_is_a_share_of_a_win() -> None:
    shared = [Played(number, ("a", "b"), (0.5, 0.5), (7.0, 7.0)) for number in range(20)]
    one, other = standings(complete(shared, 2))
    assert (one.share.value, other.share.value) == (0.5, 0.5)
    assert isclose(one.rating.value, other.rating.value, abs_tol=1e-6)


def test_to_win_all_games_is_finite_and_better_than_to_win_most() -> None:
    all_won = ratings({("a", "b"): {"a": 100.0, "b": 0.0}})
    most_won = ratings({("a", "b"): {"a": 99.0, "b": 1.0}})
    more_won = ratings({("a", "b"): {"a": 1000.0, "b": 0.0}})
    assert 300 < most_won["a"] < all_won["a"] < more_won["a"] < 2000


def test_a_bot_alone_is_average() -> None:
    [line] = standings(complete([won(0, ("a", "a"), 0), won(1, ("a", "a"), 1)], 1))
    assert (line.games, line.share.value, line.points.value) == (2, 0.5, 15.0)
    assert isclose(line.rating.value, 0, abs_tol=1e-6)


# ---------------------------------------------------------------------- the table
def test_the_table_counts_games_wins_and_points() -> None:
    games = [won(0, ("a", "b"), 0), won(1, ("b", "a"), 1), won(2, ("a", "b"), 0), won(3, ("b", "a"), 0)]
    first, second = standings(complete(games, 2))
    assert (first.name, first.games, first.share.value, first.points.value) == ("a", 4, 0.75, 17.5)
    assert (second.name, second.games, second.share.value, second.points.value) == ("b", 4, 0.25, 12.5)


def test_only_complete_deals_count() -> None:
    games = tournament({"a": 0.0, "b": 0.0}, 2, 10)
    assert standings(complete(games[:13], 2)) == standings(complete(games[:12], 2))
    assert len(complete([*games[:5], *games[6:]], 2)) == 9
    assert standings(complete(games[:1], 2)) == []


def test_the_cross_table_tells_how_often_the_row_beat_the_column() -> None:
    games = tournament({"a": 300.0, "b": 0.0, "c": -300.0}, 2, 500)
    cross = cross_table(complete(games, 6))
    assert {name: set(row) for name, row in cross.items()} == {"a": {"b", "c"}, "b": {"a", "c"}, "c": {"a", "b"}}
    assert all(isclose(cross[one][other] + cross[other][one], 1) for one in cross for other in cross[one])
    assert isclose(cross["a"]["b"], 1 / (1 + 10 ** (-300 / 400)), abs_tol=0.03)
    assert cross["a"]["c"] > cross["a"]["b"] > 0.5 > cross["c"]["b"]


# ---------------------------------------------------------------------- the intervals
def test_intervals_hold_the_truth_about_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amunre.ai.ratings.RESAMPLES", 200)
    held = 0
    for seed in range(50):
        table = standings(complete(tournament({"a": 50.0, "b": -50.0}, 2, 60, seed), 2))
        [rating] = [line.rating for line in table if line.name == "a"]
        held += rating.low <= 50 <= rating.high
    assert 43 <= held <= 50


def test_more_deals_make_narrower_intervals() -> None:
    few, many = (standings(complete(tournament({"a": 50.0, "b": -50.0}, 2, deals), 2))[0] for deals in (30, 480))
    for one, other in ((few.share, many.share), (few.points, many.points), (few.rating, many.rating)):
        assert one.low <= one.value <= one.high
        assert 0 < other.high - other.low < (one.high - one.low) / 2


def test_the_games_of_a_deal_are_drawn_together() -> None:
    # Whoever sits first wins: single games differ, deals do not.
    games = [won(number, ("a", "b") if number % 2 else ("b", "a"), 0) for number in range(40)]
    for line in standings(complete(games, 2)):
        assert (line.share.low, line.share.value, line.share.high) == (0.5, 0.5, 0.5)
