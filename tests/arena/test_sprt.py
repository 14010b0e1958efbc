"""The sequential test: it finds out what holds, and seldom errs."""

from math import isclose
from random import Random

import pytest

from amunre.ai.sprt import FEWEST, Sprt, Verdict, share_at

FAIR = 0.5
BETTER = share_at(60, FAIR)


def after(shares: list[float]) -> Sprt:
    test = Sprt(FAIR, BETTER)
    for share in shares:
        test.add(share)
    return test


def verdict(mean: float, random: Random) -> Verdict:
    """What a test finds out about deals of two games, each won with this chance."""
    test = Sprt(FAIR, BETTER)
    while test.verdict is Verdict.OPEN:
        test.add(((random.random() < mean) + (random.random() < mean)) / 2)
    return test.verdict


@pytest.mark.parametrize(("mean", "wrong"), [(FAIR, Verdict.HIGH), (BETTER, Verdict.LOW)])
def test_it_seldom_errs(mean: float, wrong: Verdict) -> None:
    random = Random(1)
    errors = sum(verdict(mean, random) is wrong for _ in range(400))
    # 20 are promised; three standard deviations are 13.
    assert 2 <= errors <= 33


@pytest.mark.parametrize(("mean", "right"), [(share_at(-60, FAIR), Verdict.LOW), (share_at(120, FAIR), Verdict.HIGH)])
def test_it_is_nearly_sure_beyond_the_hypotheses(mean: float, right: Verdict) -> None:
    random = Random(2)
    assert sum(verdict(mean, random) is right for _ in range(100)) >= 98


def test_a_clear_case_takes_fewer_deals() -> None:
    random = Random(3)

    def deals(mean: float) -> int:
        test = Sprt(FAIR, BETTER)
        while test.verdict is Verdict.OPEN:
            test.add(float(random.random() < mean))
        return test.deals

    assert sum(deals(0.8) for _ in range(20)) < sum(deals(BETTER) for _ in range(20)) / 2


def test_it_waits_until_the_variance_has_been_seen() -> None:
    assert after([1.0] * (FEWEST - 1)).verdict is Verdict.OPEN
    assert after([1.0] * FEWEST).verdict is Verdict.HIGH
    assert after([0.0] * FEWEST).verdict is Verdict.LOW


def test_deals_without_any_difference_decide_later_and_for_low() -> None:
    assert after([FAIR] * FEWEST).verdict is Verdict.OPEN
    assert after([FAIR] * 200).verdict is Verdict.LOW


def test_the_ratio_is_that_of_normal_distributions() -> None:
    shares = [0.0, 1.0, 0.5, 1.0] * 500
    test = after(shares)
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / len(shares)
    expected = sum((share - FAIR) ** 2 - (share - BETTER) ** 2 for share in shares) / (2 * variance)
    assert test.deals == len(shares)
    assert isclose(test.llr, expected, rel_tol=0.01)
    assert test.llr > 0 > after([0.0, 1.0, 0.5, 0.0]).llr
    assert Sprt(FAIR, BETTER).llr == 0.0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_bot_that_is_as_good_gets_its_fair_share(players: int) -> None:
    for seats in range(1, players):
        assert isclose(share_at(0, 1 / players, seats), 1 / players)
        assert share_at(-30, 1 / players, seats) < 1 / players < share_at(30, 1 / players, seats)


def test_four_hundred_elo_are_ten_times_the_strength() -> None:
    assert isclose(share_at(400, 1 / 2), 10 / 11)
    assert isclose(share_at(400, 1 / 4), 10 / 13)
    assert isclose(share_at(400, 1 / 4, seats=2), 10 / 22)
