"""The words: none is missing, none is left over, and every place in a sentence is filled."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import amunre.tui
from amunre.ai.bots import SEARCHING, SIMPLE
from amunre.ai.random_mover import RandomMover
from amunre.core import GAMES, info
from amunre.core.amunre_card.components import Components, Flood, built_in
from amunre.core.amunre_card.description import describe
from amunre.core.story import Sentence, Step
from amunre.tui.__main__ import COMMANDS
from amunre.tui.account import account
from amunre.tui.commands.selfplay import played
from amunre.tui.keynames import NAMED
from amunre.tui.languages import LANGUAGES
from amunre.tui.themes import THEMES
from amunre.tui.words import Words, load

GUIDED = {
    "amunre_card": (
        "setup", "auction", "extend", "offerings", "favor", "construction", "placement", "preparation", "scoring",
    ),
}  # fmt: skip
"""What a guide explains in each game."""
FAMILIES = {
    *(f"command.{name}.help" for name in COMMANDS),
    *(f"{game}.title" for game in GAMES),
    *(f"level.{name}" for name in (*SIMPLE, *SEARCHING)),
    *(f"theme.{name}" for name in THEMES),
    *(f"keyname.{name}" for name in NAMED),
    *(f"{game}.guide.{section}" for game, sections in GUIDED.items() for section in sections),
}
"""Keys that are put together where they are used."""
MOST_LETTERS = 300
"""In a sentence of a guide."""
NAMES = ["Ahmose", "Bint", "Cheops", "Djoser", "Ese"]


# ---------------------------------------------------------------------- filling in
@pytest.mark.parametrize(
    ("n", "two", "three"),
    [
        (0, "0 cards!", "nothing!"),
        (1, "1 card!", "one of 3!"),
        (2, "2 cards!", "2 of 3!"),
        (11, "11 cards!", "11 of 3!"),
    ],
)
def test_a_number_chooses_its_form(n: int, two: str, three: str) -> None:
    words = Words({"two": "{n:# card|# cards}!", "three": "{n:nothing|one of {m}|# of {m}}!"})
    assert (words.say("two", n=n), words.say("three", n=n, m=3)) == (two, three)


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "33%, about 19.5 points"), ("it", "33% dei casi, circa 19,5 punti")]
)
def test_numbers_are_written_as_the_language_writes_them(language: str, shown: str) -> None:
    assert load(language).say("hint.figures", win=1 / 3, points=19.5).endswith(shown)


@pytest.mark.parametrize(
    ("language", "key", "filling", "told"),
    [
        ("en", "step.kingdom", {"kingdom": 2}, "KINGDOM II"),
        ("it", "step.kingdom", {"kingdom": 3}, "IMPERO III"),
        (
            "en",
            "step.favor",
            {"player": 1, "rank": 2, "pyramids": 1},
            "Bint's offering comes second and brings 1 pyramid.",
        ),
        (
            "it",
            "step.favor",
            {"player": 1, "rank": 5, "pyramids": 1},
            "L'Offerta di Bint è la quinta e porta 1 Piramide.",
        ),
        ("en", "step.kept", {"player": 0, "gold": 0}, "Ahmose has no gold left in the display."),
    ],
)
def test_what_is_counted_is_told_as_people_count(
    language: str, key: str, filling: dict[str, object], told: str
) -> None:
    assert load(language).tell((f"amunre_card.{key}", filling), NAMES) == told


@pytest.mark.parametrize(("language", "listed"), [("en", "A, B and C"), ("it", "A, B e C")])
def test_what_is_listed_ends_as_the_language_ends_it(language: str, listed: str) -> None:
    words = Words({**load(language).sentences, "key": "{provinces}"})
    assert words.say("key", provinces=("A", "B", "C")) == listed
    assert words.say("key", provinces=("A",)) == "A"


def test_two_provinces_that_get_pyramids_are_joined_by_a_word() -> None:
    sentences = [load().tell(told, NAMES) for told in told_actions("amunre_card") if told[0].endswith(".place")]
    assert [told for told in sentences if " each on " in told]
    assert all(" and " in told for told in sentences if " each on " in told)


def test_seats_become_names() -> None:
    words = Words({"key": "{player} pays {rival} {gold:>3}."})
    assert words.tell(("key", {"player": 0, "rival": 2, "gold": 1}), NAMES) == "Ahmose pays Cheops   1."


def test_what_is_missing_is_not_passed_over() -> None:
    words = Words({"key": "{player} pays {gold}."})
    with pytest.raises(KeyError):
        words.say("key", player="Bint")
    with pytest.raises(KeyError):
        words.say("another key")


# ---------------------------------------------------------------------- the sentences of the games
def told_steps(name: str) -> Iterator[Sentence]:
    """A sentence for every kind of step, with small numbers of all sorts."""
    game = info(name).make(info(name).fewest_players)
    for kind in game.step_kinds:
        for a in range(4):
            for b in range(4):
                sentence = game.step_sentence(Step(kind, 0, a % 3 if kind == "winner" else a, b))
                if sentence is not None:
                    yield sentence


def told_actions(name: str) -> Iterator[Sentence]:
    about = info(name)
    for players in range(about.fewest_players, about.most_players + 1):
        for seed in range(10):
            for entry in played(about.make(players), ["random"] * players, seed).log():
                assert entry.sentence is not None
                yield entry.sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_all_its_words_and_no_others(name: str, language: str) -> None:
    words, used = load(language), set()
    for key, filling in (*told_steps(name), *told_actions(name)):
        told = words.tell((key, filling), NAMES)
        assert "{" not in told
        used.add(key)
    assert used == {key for key in words.sentences if key.startswith((f"{name}.step.", f"{name}.action."))}


def own_decks() -> Iterator[Components]:
    """The built-in components, and some that differ from them in everything that can differ."""
    usual = built_in()
    yield usual
    first, *others = usual.kingdoms[0]
    more = replace(first, pyramids=9, ankhs=9, fields=9, caravans=9)
    for card in (more, replace(first, name="Another"), replace(more, name="Another")):
        yield replace(usual, kingdoms=((card, *others), *usual.kingdoms[1:]))
    yield replace(usual, floods=(Flood(3, 1, 10), Flood(None, 2, 0)), total_cost=(0, 1, 2), opening_total=12)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deck_has_all_its_words_and_no_others(language: str) -> None:
    words, used = load(language), set()
    for deck in own_decks():
        for key, filling in describe(deck):
            assert "{" not in words.say(key, **filling)
            used.add(key)
    assert used == {key for key in words.sentences if key.startswith("amunre_card.deck.")}


# ---------------------------------------------------------------------- the rest
def test_all_other_words_are_used_by_name() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(amunre.tui.__file__).parent.rglob("*.py"))
    told = tuple(f"{name}.{part}." for name in GAMES for part in ("step", "action", "deck"))
    others = {key for key in load().sentences if not key.startswith(told)}
    unused = {key for key in others - FAMILIES if f'"{key}"' not in code and f"'{key}'" not in code}
    assert not unused
    assert others >= FAMILIES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_is_brief(language: str) -> None:
    sentences = load(language).sentences
    assert GUIDED.keys() == GAMES.keys()
    for key in sentences:
        if ".guide." in key:
            assert len(sentences[key]) <= MOST_LETTERS, key


# ---------------------------------------------------------------------- languages
def places(text: str) -> set[tuple[str, str]]:
    """What is filled in and in which format, also within a plural, whose forms are a language's own affair."""
    found = set()
    for _, place, form, _ in Formatter().parse(text):
        if place is not None:
            found |= {(place, "" if "|" in (form or "") else form or ""), *places(form or "")}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_all_that_another_says(language: str) -> None:
    usual, own = load().sentences, load(language).sentences
    assert usual.keys() == own.keys()
    for key, text in usual.items():
        assert places(own[key]) == places(text), key
        assert own[key].count("%(") == text.count("%("), key
        assert bool(own[key].strip()) == bool(text.strip()), key
        assert own[key].startswith(" ") == text.startswith(" "), key


def test_every_language_has_its_file_and_no_other_has() -> None:
    assert {path.stem for path in Path(amunre.tui.__file__).parent.glob("lang/*.toml")} == set(LANGUAGES)


@pytest.mark.parametrize(
    ("pyramids", "told"),
    [
        (0, "Bint non costruisce niente."),
        (1, "Bint costruisce 1 Piramide per 3 Oro."),
        (2, "Bint costruisce 2 Piramidi per 3 Oro."),
    ],
)
def test_italian_has_its_own_plurals(pyramids: int, told: str) -> None:
    sentence: Sentence = ("amunre_card.action.build", {"player": 1, "pyramids": pyramids, "gold": 3})
    assert load("it").tell(sentence, NAMES) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_plain_names(language: str) -> None:
    for key, text in load(language).sentences.items():
        for _, place, _, _ in Formatter().parse(text):
            assert place is None or place.isidentifier(), key


# ---------------------------------------------------------------------- accounts
def test_an_account_names_everybody_and_the_winner() -> None:
    match = played(info("amunre_card").make(4), ["random"] * 4, 3)
    lines = list(account(match, load()))
    assert lines[0] == "Amun-Re: The Card Game, 4 players"
    assert lines[1:5] == [f"  Player {number} (random)" for number in (1, 2, 3, 4)]
    assert lines[-1].endswith("wins the game.") or "wins the game, tied" in lines[-1]
    assert max(map(len, lines)) <= 100


def test_an_unfinished_account_says_who_is_to_move() -> None:
    match = played(info("amunre_card").make(2), ["random"] * 2, 3)
    mover = match.events[-1].before.to_move
    match.undo(0, 1)
    assert list(account(match, load()))[-1] == f"The game is not over: it is Player {mover + 1}'s turn."
    match.undo(0, len(match.events))
    assert list(account(match, load()))[-1] == "The game is not over: chance has the next word."


def test_random_movers_choose_every_action_and_repeat_themselves() -> None:
    match = played(info("amunre_card").make(3), ["random"] * 3, 0)
    event = next(event for event in match.events if event.before.to_move >= 0 and len(event.before.legal_actions()) > 5)
    view = event.before.seen_by(event.before.to_move)
    seeds = [Random(seed).getrandbits(64) for seed in range(400)]
    chosen = [RandomMover().choose(view, seed).action for seed in seeds]
    assert set(chosen) == set(view.legal_actions())
    assert chosen == [RandomMover().choose(view, seed).action for seed in seeds]
