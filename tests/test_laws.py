"""What holds of every game: each law on random play, for the toy and all games on the shelf, at every table."""

import copy
import math
import pickle
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings

import amunre.core
from amunre.core import CHANCE, NOBODY, Game, IllegalAction, State
from amunre.core.game import mix
from amunre.core.match import Match, Seat
from amunre.core.record import read, write
from benchmarks.build import module
from tests.random_play import MOST_STEPS, TABLES, Play, Table, plays

probe = module("tests.toy.probe")


@pytest.fixture(scope="module", params=TABLES, ids=str)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    table: Table = request.param
    with pytest.MonkeyPatch.context() as shelf:
        shelf.setitem(amunre.core.GAMES, "toy", "tests.toy.toy")
        yield table.game()


def law(test: Callable[[Game, Play], None]) -> Callable[[Game, Play], None]:
    """Holds in all positions of any game."""
    return settings(max_examples=8, deadline=None)(given(play=plays)(test))


def views(state: State) -> list[State]:
    return [state.seen_by(player) for player in range(state.game.players)]


def some(state: State, most: int = 8) -> list[int]:
    """Legal actions, not more than it takes."""
    actions = state.legal_actions()
    return Random(bytes(state)).sample(actions, min(most, len(actions)))


def after(state: State, action: int) -> State:
    result = state.copy()
    result.apply(action)
    return result


# ---------------------------------------------------------------------- playing
@law
def test_somebody_can_act_until_the_game_is_over(game: Game, play: Play) -> None:
    for state in play.positions(game):
        actions = state.legal_actions()
        assert state.to_move in (CHANCE, NOBODY, *range(game.players))
        assert (state.to_move == NOBODY) == (not actions)
        assert len(set(actions)) == len(actions) <= probe.MOST_ACTIONS


@law
def test_shares_sum_to_1_and_scores_are_numbers(game: Game, play: Play) -> None:
    for state in play.positions(game):
        assert len(state.scores()) == game.players
        assert all(map(math.isfinite, state.scores()))
    shares = state.returns()
    assert len(shares) == game.players
    assert min(shares) >= 0
    assert sum(shares) == pytest.approx(1)


@law
def test_other_numbers_are_refused(game: Game, play: Play) -> None:
    for state in play.positions(game):
        legal, before = state.legal_actions(), bytes(state)
        numbers = {-1, 0, 1, 2**63 - 1, 2**64, -(2**64)}
        numbers |= {action + offset for action in some(state, 1) for offset in (1, 2**32, -(2**32))}
        for number in numbers.difference(legal):
            for refuse in (state.apply, state.words, state.weight):
                with pytest.raises(IllegalAction, match=f"action {number} is not legal"):
                    refuse(number)
        assert bytes(state) == before


@law
def test_the_same_action_tells_the_same_story(game: Game, play: Play) -> None:
    for state in play.positions(game):
        for action in some(state):
            once, again = state.copy(), state.copy()
            assert once.apply(action) == again.apply(action)
            assert once == again == probe.untold(state, action)


@law
def test_a_story_is_made_of_the_steps_that_the_game_names(game: Game, play: Play) -> None:
    assert game.step_kinds[0] == "reveal"
    assert len(set(game.step_kinds)) == len(game.step_kinds)
    for state in play.positions(game):
        for action in some(state):
            story = state.copy().apply(action)
            for step in story:
                assert step.kind in game.step_kinds
                assert step.player in (NOBODY, *range(game.players))
                assert game.step_sentence(step) is None or is_sentence(game.step_sentence(step))
                assert game.heading(step) is None or is_line(game.heading(step))
            assert all(map(is_line, game.checks(story)))


def is_sentence(sentence: object) -> bool:
    match sentence:
        case (str(), dict(places)):
            return all(isinstance(place, str) for place in places)
    return False


def is_line(text: object) -> bool:
    """Whether a record can hold this: printable words, a space between them."""
    return isinstance(text, str) and text.isprintable() and text == " ".join(text.split()) != ""


# ---------------------------------------------------------------------- chance
@law
def test_chance_depends_on_its_seed_alone(game: Game, play: Play) -> None:
    for k, state in enumerate(play.positions(game)):
        if state.to_move == CHANCE:
            once, again = state.copy(), state.copy()
            outcome, story = once.apply_chance(mix(play.seed, k))
            assert again.apply_chance(mix(play.seed, k)) == (outcome, story)
            assert once == again == after(state, outcome)
        else:
            with pytest.raises(IllegalAction):
                state.apply_chance(play.seed)


@law
def test_a_sample_is_any_legal_action_as_often_as_it_should_be(game: Game, play: Play) -> None:
    """At CHANCE by weight, else evenly: chi-square, so far out that no honest one ever fails."""
    for state in play.positions(game):
        weights = {action: state.weight(action) if state.to_move == CHANCE else 1 for action in state.legal_actions()}
        if not weights:
            continue
        assert min(weights.values()) >= 1
        cases = sum(weights.values())
        draws = 40 * cases
        drawn = probe.samples(state, play.seed, draws)
        assert drawn.keys() == weights.keys()
        error = sum((drawn[action] - 40 * weight) ** 2 / (40 * weight) for action, weight in weights.items())
        assert error < len(weights) + 10 * math.sqrt(2 * len(weights)) + 30


@law
def test_what_a_rollout_would_do_is_legal(game: Game, play: Play) -> None:
    for state in play.positions(game):
        if state.to_move != NOBODY:
            drawn = probe.samples(state, play.seed, 50, plausible=True)
            assert drawn.keys() <= set(state.legal_actions())


@law
def test_what_a_learned_value_reads_is_numbers(game: Game, play: Play) -> None:
    lengths = set()
    for state in play.positions(game):
        for player in range(game.players):
            row, numbers = probe.judged(state, player)
            assert row >= -1
            assert all(map(math.isfinite, numbers))
            lengths.add(len(numbers))
    assert len(lengths) == 1


# ---------------------------------------------------------------------- seeing
@law
def test_the_mover_sees_her_own_choice(game: Game, play: Play) -> None:
    for state in play.positions(game):
        assert set(state.witnesses) <= set(range(game.players))
        if state.to_move >= 0:
            assert state.to_move in state.witnesses
        if state.to_move == NOBODY:
            assert state.witnesses == ()


@law
def test_a_view_of_a_view_is_the_same(game: Game, play: Play) -> None:
    for state in play.positions(game):
        for player, view in enumerate(views(state)):
            assert view.viewer == player
            assert bytes(view.seen_by(player)) == bytes(view)


@law
def test_what_was_not_witnessed_changes_nothing_in_a_view(game: Game, play: Play) -> None:
    """Whatever was chosen, the others see the same and hear the same, unless it is revealed at once."""
    for state in play.positions(game):
        strangers = set(range(game.players)).difference(state.witnesses)
        worlds = [state.copy() for _ in state.legal_actions()]
        stories = [world.apply(action) for world, action in zip(worlds, state.legal_actions(), strict=True)]
        if not strangers or not worlds:
            continue
        revealed = {any(step.kind == "reveal" for step in story) for story in stories}
        assert len(revealed) == 1
        if revealed == {False}:
            assert len(set(stories)) == 1
            for stranger in strangers:
                assert len({bytes(world.seen_by(stranger)) for world in worlds}) == 1


@law
def test_secret_choices_in_a_row_are_simultaneous(game: Game, play: Play) -> None:
    """While one player after another commits herself, the rest cannot even tell who has."""
    before = game.new_state()
    for state in play.positions(game):
        secret = [place.to_move >= 0 and len(place.witnesses) < game.players for place in (before, state)]
        if all(secret) and before.to_move != state.to_move:
            for stranger in set(range(game.players)).difference(before.witnesses):
                assert bytes(state.seen_by(stranger)) == bytes(before.seen_by(stranger))
        before = state.copy()


@law
def test_who_is_asked_in_her_view_is_asked_in_truth_and_sees_the_same_then(game: Game, play: Play) -> None:
    random = Random(play.seed)
    for state in play.positions(game):
        for view in views(state):
            world = state.copy()
            while view.to_move == view.viewer != world.to_move:
                story = world.apply(random.choice(world.legal_actions()))
                assert all(step.kind != "reveal" for step in story)
            if view.to_move == view.viewer:
                assert bytes(world.seen_by(view.viewer)) == bytes(view)


@law
def test_a_view_cannot_be_played_in(game: Game, play: Play) -> None:
    for state in play.positions(game):
        for view in views(state):
            before = bytes(view)
            for action in some(state, 2):
                with pytest.raises(ValueError, match="a view cannot be played in"):
                    view.apply(action)
            with pytest.raises(ValueError, match="a view cannot be played in"):
                view.apply_chance(play.seed)
            with pytest.raises(ValueError, match="not the truth"):
                view.seen_by((view.viewer + 1) % game.players)
            assert bytes(view) == before


@law
def test_nobody_else_can_look(game: Game, play: Play) -> None:
    for state in play.positions(game):
        for player in (-1, -2, game.players):
            with pytest.raises(ValueError, match="there is no player"):
                state.seen_by(player)


# ---------------------------------------------------------------------- imagining
@law
def test_an_imagined_world_looks_to_its_viewer_as_before(game: Game, play: Play) -> None:
    for k, state in enumerate(play.positions(game)):
        for view in views(state):
            world = view.imagine(mix(play.seed, k))
            assert world == view.imagine(mix(play.seed, k))
            assert world.viewer == NOBODY
            assert bytes(world.seen_by(view.viewer)) == bytes(view)
        with pytest.raises(ValueError, match="only a view"):
            state.imagine(k)


@law
def test_the_mover_has_the_same_choice_in_truth_view_and_imagination(game: Game, play: Play) -> None:
    for k, state in enumerate(play.positions(game)):
        for view in views(state):
            if view.viewer == state.to_move:
                world = view.imagine(mix(play.seed, k))
                assert view.to_move == world.to_move == state.to_move
                assert view.legal_actions() == world.legal_actions() == state.legal_actions()
                assert view.witnesses == world.witnesses == state.witnesses
            elif view.to_move != view.viewer:
                assert view.legal_actions() == []


@law
def test_an_imagined_world_can_be_played_to_its_end(game: Game, play: Play) -> None:
    for k, state in enumerate(play.positions(game)):
        for view in views(state):
            assert probe.finish(view.imagine(mix(play.seed, k)), play.seed, MOST_STEPS) >= 0


# ---------------------------------------------------------------------- words
@law
def test_every_action_survives_the_way_through_its_words(game: Game, play: Play) -> None:
    for state in play.positions(game):
        place = state.seen_by(state.to_move) if state.to_move >= 0 else state
        for action in some(state):
            words = state.words(action)
            assert is_line(words)
            assert state.action(words) == action
            assert (place.words(action), place.action(words)) == (words, action)
            assert game.sentence(state, action) == game.sentence(place, action)
            assert is_sentence(game.sentence(state, action))


@law
def test_other_words_are_refused(game: Game, play: Play) -> None:
    for state in play.positions(game):
        known = [f"{state.words(action)} x" for action in some(state, 2)]
        for words in ("", " ", "nonsense", "bid", "-1", "é", *known):
            with pytest.raises(IllegalAction):
                state.action(words)


@law
def test_a_record_replays_to_equal_bytes(game: Game, play: Play) -> None:
    match = Match(game, [Seat("human")] * game.players, play.seed)
    random = Random(play.seed)
    while not match.over:
        if match.to_move == CHANCE:
            match.play_chance()
        else:
            match.play(random.choice(match.truth().legal_actions()))
        if len(match.events) % 7 == 0 and random.random() < 0.3:
            match.undo(0, random.randint(1, 3))
    replayed = read(write(match))
    assert replayed.truth() == match.truth()
    assert bytes(replayed.truth()) == bytes(match.truth())
    assert replayed.events == match.events
    assert write(replayed) == write(match)


# ---------------------------------------------------------------------- being a value
@law
def test_looking_changes_nothing(game: Game, play: Play) -> None:
    for state in play.positions(game):
        for place in (state, *views(state)):
            before = bytes(place)
            look(place, play.seed)
            assert bytes(place) == before


def look(state: State, seed: int) -> None:
    """Do all that a player, a screen or a search can do without playing."""
    for action in some(state, 4):
        state.words(action)
        state.game.sentence(state, action)
        if state.viewer == NOBODY:
            state.copy().apply(action)
        if state.to_move == CHANCE:
            state.weight(action)
    for player in range(state.game.players) if state.viewer == NOBODY else [state.viewer]:
        state.seen_by(player).imagine(seed)
    assert state.view() == state.copy().view()
    assert state.scores() == state.copy().scores()
    assert repr(state) == f"<{state.game.name}: {state.game.position(state)}>"
    state.returns()
    hash(state)


@law
def test_a_copy_and_a_pickle_are_equal_and_independent(game: Game, play: Play) -> None:
    for state in play.positions(game):
        for place in (state, state.seen_by(max(state.to_move, 0))):
            for other in (place.copy(), copy.copy(place), copy.deepcopy(place), pickle.loads(pickle.dumps(place))):
                assert other == place
                assert hash(other) == hash(place)
                assert other.viewer == place.viewer
                assert bytes(other) == bytes(place)
                assert other.legal_actions() == place.legal_actions()
        for action in some(state, 1):
            assert after(pickle.loads(pickle.dumps(state)), action) == after(state, action)
        assert all(view != state for view in views(state))


def test_a_game_survives_pickling(game: Game) -> None:
    other = pickle.loads(pickle.dumps(game))
    assert (other.name, other.players, other.options) == (game.name, game.players, game.options)
    assert other.new_state() == game.new_state()
