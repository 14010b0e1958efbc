"""Plans: who meets whom, on which deals, and what cannot be played."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from amunre.ai import matches
from amunre.ai.bot import Bot
from amunre.ai.bots import bot
from amunre.ai.matches import Plan, Played, play
from amunre.ai.weights import Rows, Weights, write
from amunre.core import BadInput, Game
from amunre.core.match import Seat
from amunre.core.record import read
from tests.learning.conftest import made_up


def plan(*seats: str, players: int = 2, deals: int = 3, seed: int = 1, records: bool = False) -> Plan:
    return Plan("amunre_card", players, seats, deals, seed, records)


# ---------------------------------------------------------------------- who meets whom
def test_as_many_bots_as_players_sit_in_all_rotations() -> None:
    three = plan("random", "greedy", "fellah", players=3)
    assert three.lineups == (
        ("random", "greedy", "fellah"),
        ("greedy", "fellah", "random"),
        ("fellah", "random", "greedy"),
    )
    assert (three.games_a_deal, three.games) == (3, 9)


@pytest.mark.parametrize(
    ("seats", "rotations"),
    [("random random", 1), ("random greedy random greedy", 2), ("random greedy greedy greedy", 4)],
)
def test_equal_bots_have_fewer_rotations(seats: str, rotations: int) -> None:
    names = seats.split()
    lineups = plan(*names, players=len(names)).lineups
    assert len(lineups) == len(set(lineups)) == rotations


def test_more_bots_than_players_meet_in_every_combination() -> None:
    names = ("random", "greedy", "fellah")
    assert sorted(plan(*names).lineups) == sorted(permutations(names, 2))
    assert plan("random", "greedy", "fellah", "scribe", players=3).games_a_deal == 4 * 3


def test_bots_that_are_named_twice_meet_once_more() -> None:
    assert set(plan("random", "random", "greedy").lineups) == {
        ("random", "random"),
        ("random", "greedy"),
        ("greedy", "random"),
    }


# ---------------------------------------------------------------------- games
def chance(game: Played) -> list[str]:
    assert game.record is not None
    return [line for line in game.record.splitlines() if line.startswith("* ")][:3]


def test_the_games_of_a_deal_share_what_chance_does() -> None:
    recorded = plan("random", "greedy", deals=5, records=True)
    games = [play(recorded, number) for number in range(recorded.games)]
    deals = [(chance(games[number]), chance(games[number + 1])) for number in range(0, recorded.games, 2)]
    assert all(one == other for one, other in deals)
    assert len({tuple(one) for one, _ in deals}) == 5
    assert [game.seats for game in games] == [("random", "greedy"), ("greedy", "random")] * 5


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    one, other = plan("fellah", "plain:20"), plan("fellah", "plain:20", seed=2)
    assert play(one, 3) == play(one, 3) == play(plan("fellah", "plain:20", deals=100), 3)
    assert any(play(one, number).points != play(other, number).points for number in range(4))


def test_a_record_tells_who_played_and_how_it_ended() -> None:
    game = play(plan("plain:20", "random", records=True), 1)
    assert game.record is not None
    match = read(game.record)
    assert match.seats == (Seat("random", "random"), Seat("plain", "plain:20"))
    assert (match.truth().returns(), match.truth().scores()) == (game.shares, game.points)
    assert sum(game.shares) == 1.0


def test_nothing_is_recorded_unless_asked_for() -> None:
    assert play(plan("random", "greedy"), 0).record is None


def test_a_bot_that_sits_twice_gets_the_mean_of_its_seats() -> None:
    game = Played(0, ("random", "greedy", "random"), (0.5, 0.5, 0.0), (10.0, 20.0, 6.0))
    assert (game.share("random"), game.share("greedy")) == (0.25, 0.5)
    assert (game.scored("random"), game.scored("greedy")) == (8.0, 20.0)


def test_bots_are_made_once_for_a_plan_and_anew_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    # The file of weights behind a name may have changed in between.
    plans = [plan("random", "greedy", seed=seed) for seed in (71, 72)]
    made: list[str] = []

    def counted(name: str, game: Game, make: Callable[[str, Game], Bot] = bot) -> Bot:
        made.append(name)
        return make(name, game)

    monkeypatch.setattr(matches, "bot", counted)
    for each in plans:
        for number in range(4):
            play(each, number)
    assert made == ["random", "greedy"] * 2


# ---------------------------------------------------------------------- what cannot be played
@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: plan("random", "pharaoh"), "unknown bot pharaoh"),
        (lambda: plan("random", "greedy:5"), "greedy does not think"),
        (lambda: plan("random", "fellah@nowhere.json"), "nowhere.json: cannot be read"),
        (lambda: plan("random", ""), "unknown bot"),
        (lambda: plan("random", "greedy", players=3), "too few bots for 3 players: 2"),
        (lambda: plan("random", "greedy", players=6), "Amun-Re: The Card Game is for 2 to 5 players, not 6"),
        (lambda: plan("random", "greedy", deals=0), "0 deals are too few"),
        (lambda: Plan("chess", 2, ("random", "greedy"), 1, 1), "unknown game chess"),
    ],
)
def test_what_cannot_be_played_is_refused(make: Callable[[], Plan], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        make()


@pytest.mark.parametrize("known", [{}, {3: made_up(0)}])
def test_weights_that_do_not_know_the_number_of_players_are_refused(known: dict[int, Rows], tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    write(Weights("amunre_card", known), file)
    with pytest.raises(BadInput, match=f"^{file}: no weights for 2 players of amunre_card$"):
        plan("random", f"fellah@{file}")


def test_a_worker_whose_bots_are_made_otherwise_plays_nothing(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    write(Weights("amunre_card", {2: made_up(0, seed=1)}), file)
    own, later, last = (plan("random", f"fellah:2@{file}", seed=seed) for seed in (1, 2, 3))
    made = own.makings
    game = play(own, 0, made)
    write(Weights("amunre_card", {2: made_up(0, seed=2)}), file)
    assert play(own, 0, made) == game, "it has them already"
    with pytest.raises(BadInput, match=f"^fellah:2@{file} on .+ has other weights, or is of another version"):
        play(later, 0, made)
    file.unlink()
    with pytest.raises(BadInput, match=f"^on .+: {file}: cannot be read: No such file"):
        play(last, 0, made)


def test_a_name_that_a_record_cannot_hold_is_refused_only_if_there_are_records(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 100) / ("y" * 100)
    folder.mkdir(parents=True)
    write(Weights("amunre_card", {2: made_up(0)}), folder / "weights.json")
    name = f"fellah@{folder / 'weights.json'}"
    assert plan("random", name).games == 6
    with pytest.raises(BadInput, match="too long for a record"):
        plan("random", name, records=True)
