"""Games are kept, listed, gone on with, handed out and taken in."""

from dataclasses import replace
from pathlib import Path

import pytest

from amunre.core import BadInput
from amunre.core.amunre_card import components
from amunre.core.match import Match, Seat
from amunre.core.record import write
from amunre.tui.store import InUse, Result, Store, TakenOver
from tests.store.games import new_match, play


@pytest.fixture
def own_deck(tmp_path: Path) -> Path:
    usual = Path(components.__file__).with_name("components.toml")
    path = tmp_path / "my own.toml"
    path.write_text(usual.read_text("utf-8").replace('"Thinis"', '"This"'), "utf-8")
    return path


# ---------------------------------------------------------------------- playing
def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    with Store(tmp_path / "new" / "folder") as store:
        sitting = store.begin(new_match("steward", "vizier", seed=2**64 - 1), [3, 1, 5])
        play(sitting.match, 20)
        sitting.match.undo(0, 3)
        play(sitting.match, 5)
        sitting.leave()
    with Store(tmp_path / "new" / "folder") as store:
        again = store.sit(sitting.id)
        assert again.colours == sitting.colours == (3, 1, 5)
        assert (again.match.truth(), again.match.lines) == (sitting.match.truth(), sitting.match.lines)
        assert again.match.seed == 2**64 - 1
        play(again.match)
        assert play(new_match("steward", "vizier", seed=2**64 - 1)).truth() == again.match.truth()
        assert write(store.match(sitting.id)) == write(again.match)


def test_what_is_kept_is_on_the_disk_and_not_on_its_way(tmp_path: Path) -> None:
    with Store(tmp_path) as store, store._database.reading() as db:
        found = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]
    assert found == ["wal", 2, 1]


def test_a_match_to_look_at_is_not_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        number = store.begin(new_match(), [1, 2]).id
        text = store.export(number)
        play(store.match(number), 5)
        assert store.export(number) == text


def test_a_game_that_was_left_is_no_longer_played(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match(), [1, 2])
        with pytest.raises(InUse):
            store.sit(sitting.id)
        sitting.leave()
        with pytest.raises(TakenOver):
            play(sitting.match, 1)
        assert sitting.match.lines == []
        sitting = store.sit(sitting.id)
        play(sitting.match, 3)
        assert store.games()[0].moves == 3


def test_what_could_not_be_read_again_is_not_begun(tmp_path: Path) -> None:
    match = new_match()
    match.seats = (Seat("human", "A" * 300), match.seats[1])
    with Store(tmp_path) as store:
        with pytest.raises(BadInput, match=r"^line 4: longer than 200 characters$"):
            store.begin(match, [1, 2])
        assert store.games() == []


# ---------------------------------------------------------------------- looking
def test_games_are_listed_the_latest_first(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert (store.games(), store.open_game(), store.results()) == ([], None, [])
        first, second, third = (store.begin(new_match("scribe", seed=seed), [2, 4]) for seed in range(3))
        play(second.match)
        play(first.match, 7)
        assert [kept.id for kept in store.games()] == [first.id, second.id, third.id]
        assert [kept.id for kept in store.games(over=True)] == [second.id]
        assert [kept.id for kept in store.games(over=False)] == [first.id, third.id]
        kept = store.open_game()
        assert kept is not None
        assert (kept.id, kept.game, kept.colours, kept.moves) == (first.id, "amunre_card", (2, 4), 7)
        assert kept.seats == (Seat("human", "Ann"), Seat("scribe"))
        assert (kept.over, kept.points, kept.winner) == (False, None, None)
        assert kept.begun < kept.changed


def test_the_end_is_kept_with_the_last_action_and_taken_back_with_it(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = store.begin(new_match("scribe"), [1, 2]).match
        play(match)
        [kept] = store.games()
        total, winner = (line.split()[2:] for line in match.lines[-2:])
        assert kept.over
        assert (kept.points, kept.winner) == (tuple(map(int, total)), int(winner[0]) - 1)
        assert kept.moves == len(match.events)
        match.undo(0, 1)
        [kept] = store.games()
        assert (kept.over, kept.points, kept.winner, kept.moves) == (False, None, None, len(match.events))


def test_results_are_those_of_a_single_person(tmp_path: Path) -> None:
    tables = [("scribe",), ("scribe",), ("scribe", "scribe"), ("vizier", "scribe"), ("human",), ("scribe",)]
    with Store(tmp_path) as store:
        for seed, kinds in enumerate(tables):
            sitting = store.begin(new_match(*kinds, seed=seed), range(1, len(kinds) + 2))
            play(sitting.match, 1000 if seed < 5 else 50)
        play(store.begin(Match(new_match().game, [Seat("scribe"), Seat("human")], 9), [1, 2]).match)
        ends = {kept.id: kept for kept in store.games(over=True)}
        points = [kept.points[0] for kept in (ends[n] for n in (1, 2, 3, 4)) if kept.points]
        wins = [ends[number].winner == 0 for number in (1, 2, 3, 4)]
        second = ends[7]
        assert second.points
        assert store.results() == [
            Result(
                "amunre_card",
                ("scribe",),
                2,
                3,
                wins[0] + wins[1] + (second.winner == 1),
                (points[0] + points[1] + second.points[1]) / 3,
            ),
            Result("amunre_card", ("scribe",), 3, 1, wins[2], points[2]),
            Result("amunre_card", ("scribe", "vizier"), 3, 1, wins[3], points[3]),
        ]


# ---------------------------------------------------------------------- out and in
@pytest.mark.parametrize("actions", [0, 40, 1000])
def test_what_is_handed_out_can_be_taken_in(tmp_path: Path, actions: int) -> None:
    with Store(tmp_path / "here") as here, Store(tmp_path / "there") as there:
        sitting = here.begin(new_match("steward", "scribe", seed=5), [1, 2, 3])
        play(sitting.match, actions)
        text = here.export(sitting.id)
        assert text == write(sitting.match)
        number = there.add(text.encode())
        assert there.export(number) == text
        [one], [other] = here.games(), there.games()
        assert replace(one, begun=other.begun, changed=other.changed, imported=True) == other
        play(there.sit(number).match)
        assert there.games()[0].over


@pytest.mark.parametrize("actions", [20, 1000])
def test_a_game_that_is_there_is_not_taken_in_again(tmp_path: Path, actions: int) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match("scribe", seed=5), [1, 2])
        play(sitting.match, actions)
        results = store.results()
        assert store.add(store.export(sitting.id)) == sitting.id
        assert store.add(store.export(sitting.id).replace("human Ann", "human Bea")) != sitting.id
        play(sitting.match, 1) if actions < 1000 else sitting.match.undo(0, 1)
        assert store.add(store.export(sitting.id)) == sitting.id
        assert len(store.games()) == 2
        assert len(results) == (actions == 1000)


def test_games_from_elsewhere_are_no_results(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        number = store.add(write(play(new_match("scribe"))))
        assert [(kept.id, kept.over, kept.imported) for kept in store.games()] == [(number, True, True)]
        assert store.results() == []


def test_the_seed_is_not_handed_out(tmp_path: Path) -> None:
    seed = 12345678901234567890
    with Store(tmp_path / "here") as here, Store(tmp_path / "there") as there:
        sitting = here.begin(new_match(seed=seed), [1, 2])
        play(sitting.match, 30)
        text = here.export(sitting.id)
        assert str(seed) not in text
        assert there.match(there.add(text)).seed != seed


def test_a_damaged_record_is_refused_with_its_line(tmp_path: Path) -> None:
    lines = write(play(new_match(), 40)).splitlines()
    lines[20] = "1 bid Atlantis 6"
    with Store(tmp_path) as store:
        with pytest.raises(BadInput, match=r"^line 21: "):
            store.add("\n".join(lines))
        assert store.games() == []


def test_a_removed_game_is_gone_unless_it_is_played(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        sitting, other = store.begin(new_match(), [1, 2]), store.add(write(new_match("scribe")))
        with pytest.raises(InUse):
            store.remove(sitting.id)
        sitting.leave()
        store.remove(sitting.id)
        assert [kept.id for kept in store.games()] == [other]
        missing = f"^there is no game {sitting.id}$"
        for ask in (store.match, store.export, store.sit, store.remove):
            with pytest.raises(BadInput, match=missing):
                ask(sitting.id)
        assert store.add(write(new_match())) > other


# ---------------------------------------------------------------------- decks
def test_a_game_goes_on_without_the_file_of_its_deck(tmp_path: Path, own_deck: Path) -> None:
    with Store(tmp_path) as store:
        sitting = store.begin(new_match(deck=own_deck), [1, 2], own_deck)
        number = store.add(write(play(new_match(deck=own_deck), 30)), {"my own.toml": own_deck}.get)
        own_deck.unlink()
        play(sitting.match, 30)
        sitting.leave()
        assert store.sit(sitting.id).match.truth() == sitting.match.truth() == store.match(number).truth()
        store.remove(number)
        assert store.match(sitting.id).game.deck.name == "my own.toml"


def test_two_decks_of_one_name_are_two(tmp_path: Path, own_deck: Path) -> None:
    with Store(tmp_path) as store:
        first = store.begin(new_match(deck=own_deck), [1, 2], own_deck)
        own_deck.write_text(own_deck.read_text("utf-8").replace('"This"', '"That"'), "utf-8")
        second = store.begin(new_match(deck=own_deck), [1, 2], own_deck)
        digests = [store.match(sitting.id).game.deck.digest for sitting in (first, second)]
        assert digests == [first.match.game.deck.digest, second.match.game.deck.digest]
        assert len({*digests}) == 2


def test_a_deck_that_cannot_be_kept_is_refused(tmp_path: Path, own_deck: Path) -> None:
    match = new_match(deck=own_deck)
    with Store(tmp_path) as store:
        with pytest.raises(BadInput, match=r"^line 4: the deck my own.toml \w+ is missing$"):
            store.begin(match, [1, 2])
        own_deck.write_text(own_deck.read_text("utf-8").replace('"This"', '"That"'), "utf-8")
        with pytest.raises(BadInput, match=r"^line 4: the deck found is my own.toml \w+, not"):
            store.begin(match, [1, 2], own_deck)
        assert store.games() == []
