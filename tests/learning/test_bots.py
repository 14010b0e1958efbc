"""Opponents by name, and their levels."""

import re
from collections import Counter
from pathlib import Path

import pytest

from amunre.ai.bot import Limit, Thought
from amunre.ai.bots import SEARCHING, SIMPLE, bot
from amunre.ai.greedy import Greedy
from amunre.ai.levels import LEVELS, PLAIN_SEARCH
from amunre.ai.random_mover import RandomMover
from amunre.ai.thinker import TRUSTED, Thinker
from amunre.ai.weights import Weights, write
from amunre.core import BadInput, State, load
from amunre.core.amunre_card.view import Phase
from tests.learning.conftest import GAME, made_up
from tests.random_play import Play

ASKED = set(Phase) - {Phase.PHARAOH, Phase.ROW, Phase.OVER}
"""Phases in which somebody chooses."""
SEEDS = range(40)


def thinker(name: str) -> Thinker:
    found = bot(name)
    assert isinstance(found, Thinker)
    return found


# ---------------------------------------------------------------------- names
def test_levels_are_named_from_weak_to_strong() -> None:
    assert list(LEVELS) == ["fellah", "scribe", "steward", "priest", "vizier", "imhotep"]
    assert "pharaoh" not in SIMPLE.keys() | SEARCHING.keys()


def test_stronger_levels_think_longer_or_are_less_whimsical() -> None:
    levels = list(LEVELS.values())
    whims = [level.whim for level in levels]
    assert whims == sorted(whims, reverse=True)
    assert whims[0] > whims[-1] == 0
    strict = [level.iterations for level in levels if not level.whim]
    assert strict == sorted(set(strict))


@pytest.mark.parametrize("name", [*LEVELS, "plain"])
def test_a_name_alone_thinks_as_its_level_says(name: str) -> None:
    found = thinker(name)
    assert found.level == {**LEVELS, "plain": PLAIN_SEARCH}[name]
    assert found.limit == Limit(iterations=found.level.iterations)
    assert found.weights is None, "the shipped ones"


def test_simple_bots_have_their_names() -> None:
    assert isinstance(bot("random"), RandomMover)
    assert isinstance(bot("greedy"), Greedy)


def test_a_number_changes_how_long_it_thinks() -> None:
    assert thinker("vizier:400").limit == Limit(iterations=400)
    assert thinker("vizier:25ms").limit == Limit(seconds=0.025)
    assert thinker("vizier:400").level == LEVELS["vizier"]


@pytest.mark.parametrize(
    ("number", "limit"),
    [("", Limit(LEVELS["imhotep"].iterations)), (":7", Limit(7)), (":7ms", Limit(seconds=0.007))],
)
def test_a_file_gives_it_weights_of_its_own(number: str, limit: Limit, tmp_path: Path) -> None:
    file = tmp_path / "my @ own: weights.json"
    write(Weights(GAME, {2: made_up(16)}), file)
    found = thinker(f"imhotep{number}@{file}")
    assert (found.weights, found.limit) == (Weights(GAME, {2: made_up(16)}), limit)


UNKNOWN = ["", "pharaoh", "human", "Vizier", " vizier", "vizier ", "vizier\n", "vizier@", "vizier@a\n", "plain:0"]
NUMBERS = ["", "0", "-1", "1.5", "07", "1e3", "0ms", "25s", "25 ms", "1000000000", "\N{ARABIC-INDIC DIGIT THREE}"]


@pytest.mark.parametrize("name", [*UNKNOWN, *(f"vizier:{number}" for number in NUMBERS)])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(BadInput, match=re.escape(f"unknown bot {name} (known: random, greedy, fellah, ")) as refused:
        bot(name)
    assert str(refused.value).endswith(", plain, and such as vizier:400, vizier:25ms, vizier@my.json)")


@pytest.mark.parametrize("name", ["random:5", "greedy:5", "random:5ms", "greedy@my.json", "random:5@my.json"])
def test_those_who_do_not_think_take_neither_numbers_nor_weights(name: str) -> None:
    kind = re.split("[:@]", name)[0]
    with pytest.raises(BadInput, match=f"^{kind} does not think: {name} makes no sense$"):
        bot(name)


def test_weights_that_are_missing_or_foreign_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^nowhere.json: cannot be read: No such file or directory$"):
        bot("vizier@nowhere.json")
    with pytest.raises(BadInput, match=re.escape(f"{tmp_path}: cannot be read: Is a directory")):
        bot(f"vizier:400@{tmp_path}")
    file = tmp_path / "my.json"
    file.write_text("[]", "utf-8")
    with pytest.raises(BadInput, match=re.escape(f"{file}: not a file of weights")):
        bot(f"vizier@{file}")


# ---------------------------------------------------------------------- answers
def asked(players: int) -> dict[tuple[Phase, int], State]:
    """What somebody sees who is asked, once for each phase of each kingdom."""
    found = {}
    for seed in range(3):
        for state in Play(seed, "any").positions(load(GAME, players)):
            if state.to_move >= 0:
                view = state.view()
                found[view.phase, view.kingdom] = state.seen_by(state.to_move)
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_answers_legally_in_every_phase(players: int) -> None:
    positions = asked(players)
    assert {phase for phase, _ in positions} == ASKED
    for name in [*SIMPLE, *(f"{name}:10" for name in SEARCHING)]:
        one = bot(name)
        for view in positions.values():
            assert one.choose(view, 1).action in view.legal_actions(), name


# ---------------------------------------------------------------------- whims
def bidding() -> State:
    """The first bid of a game: an open choice among many."""
    state = load(GAME, 3).new_state()
    seed = 0
    while state.view().phase != Phase.AUCTION:
        seed += 1
        if state.to_move < 0:
            state.apply_chance(seed)
        else:
            state.apply(state.legal_actions()[-1])
    return state.seen_by(state.to_move)


def thoughts(level: str, iterations: int = 100) -> list[Thought]:
    """What comes to mind over many seeds, with an eye that depends on nothing that is shipped."""
    blind = Thinker(LEVELS[level], Weights(GAME, {}))
    return [blind.choose(bidding(), seed, Limit(iterations)) for seed in SEEDS]


def visits(thought: Thought) -> dict[int, int]:
    return {candidate.action: candidate.visits for candidate in thought.candidates}


@pytest.mark.parametrize("level", [name for name, level in LEVELS.items() if level.whim])
def test_whims_vary_among_what_was_tried_enough(level: str) -> None:
    found = thoughts(level)
    assert len({thought.action for thought in found}) > 3
    seldom = 0
    for thought in found:
        tried = visits(thought)
        enough = TRUSTED * max(tried.values())
        assert tried[thought.action] >= enough
        assert all(candidate.share > 0 for candidate in thought.candidates if candidate.visits >= max(enough, 1))
        seldom += sum(count < enough for count in tried.values())
        assert sum(candidate.share for candidate in thought.candidates if candidate.visits < enough) == 0
    assert seldom, "there was something to leave out"


def test_the_greater_the_whim_the_less_often_the_best_is_played() -> None:
    strict = Counter[str]()
    for level in ("fellah", "priest", "imhotep"):
        for thought in thoughts(level):
            most = max(visits(thought).values())
            strict[level] += visits(thought)[thought.action] == most
    assert strict["fellah"] < strict["priest"] < strict["imhotep"] == len(SEEDS)


def test_without_a_whim_the_most_tried_is_played() -> None:
    for thought in thoughts("imhotep", 300):
        assert visits(thought)[thought.action] == max(visits(thought).values())
        assert [candidate.share for candidate in thought.candidates].count(0) == len(thought.candidates) - 1
