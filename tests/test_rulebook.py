"""The rules in the app: they say what the core plays, can be searched, and can be read on a small screen."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Markdown, OptionList
from textual.widgets.markdown import MarkdownBlock

from amunre.core import GAMES, State, info
from amunre.core.amunre_card.components import built_in
from amunre.tui.app import AmunreApp
from amunre.tui.boards import board
from amunre.tui.commands.selfplay import played
from amunre.tui.languages import LANGUAGES
from amunre.tui.rulebook import Rulebook, Section, load
from amunre.tui.screens.rules import RulesScreen
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from amunre.tui.words import load as load_words

IDS = [
    *("intro", "setup", "auction", "offerings", "construction", "preparation", "scoring"),
    *("ending", "cards", "glossary"),
]
WIDTH = 76


# ---------------------------------------------------------------------- what is written
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_the_same_sections(game: str, language: str) -> None:
    sections = load(game, language).sections
    assert [section.id for section in sections] == IDS
    for section in sections:
        assert section.text.startswith(f"## {section.title}\n\n")
        assert "{#" not in section.text
        assert max(map(len, section.text.splitlines())) <= WIDTH


def states(game: str) -> Iterator[State]:
    for players in (2, 3):
        match = played(info(game).make(players), ["random"] * players, 1)
        yield from (event.before.seen_by(0) for event in match.events)
        yield match.seen_by(0)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_can_be_looked_up_and_is_explained(game: str) -> None:
    chapters = {board(game).chapter(state) for state in states(game)}
    assert chapters <= set(IDS)
    assert {f"{game}.guide.{chapter}" for chapter in chapters} <= load_words().sentences.keys()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "unofficial"), ("en", "reconstructed"), ("it", "non ufficiale"), ("it", "ricostruiti")],
)
def test_it_is_said_at_once_that_this_is_a_fan_work_with_reconstructed_values(language: str, words: str) -> None:
    assert load("amunre_card", language).search(words)[0].section.id == "intro"


def rows(language: str, section: str) -> list[list[list[int]]]:
    """The numbers of a table, by row and cell."""
    text = load("amunre_card", language).section(section).text
    _, _, *lines = [line.strip("|") for line in text.splitlines() if line.startswith("|")]
    return [[[int(number) for number in re.findall(r"\d+", cell)] for cell in line.split("|")] for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_costs_are_those_of_the_components(language: str) -> None:
    cells = [[number for (number,) in row] for row in rows(language, "construction")]
    told = {pyramids: gold for row in cells for pyramids, gold in zip(row[::2], row[1::2], strict=True)}
    assert told == dict(enumerate(built_in().total_cost[1:], 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_floods_are_those_of_the_components(language: str) -> None:
    told = [
        (total[1] if len(total) == 2 else None, per_field[0], (per_caravan or [0])[0])
        for total, per_field, per_caravan in rows(language, "offerings")
    ]
    assert told == [(flood.upto, flood.per_field, flood.per_caravan) for flood in built_in().floods]


# ---------------------------------------------------------------------- searching
NILE = Section(
    "nile",
    "The Nile",
    "## The Nile\n\nWhere it is *più* wide, the high\nflood comes first. A flood, then a flood.\n\n"
    "- low flood\n- Perù, 3 - 1\n",
)
DELTA = Section("delta", "Delta", "## Delta\n\nNo more of it.\n")
BOOK = Rulebook((NILE, DELTA))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PIU", [("nile", 2)]),
        ("più", [("nile", 2)]),
        ("piu\u0300", [("nile", 2)]),
        ("Peru", [("nile", 6)]),
        ("high flood", [("nile", 2)]),
        ("  more   of ", [("delta", 2)]),
        ("delta", [("delta", 0)]),
        ("flood", [("nile", 3), ("nile", 5)]),
        ("it", [("nile", 2), ("delta", 2)]),
        ("(.*", []),
        ("camel", []),
        (" ", []),
    ],
)
def test_capitals_accents_and_line_ends_make_no_difference(text: str, found: list[tuple[str, int]]) -> None:
    assert [(hit.section.id, hit.line) for hit in BOOK.search(text)] == found


@pytest.mark.parametrize(
    ("text", "snippet"),
    [
        ("low flood", "low flood"),
        ("3", "Perù, 3 - 1"),
        ("the nile", "The Nile"),
        ("high flood", "…is più wide, the high flood comes first. A…"),
    ],
)
def test_a_snippet_is_what_stands_around_in_plain_words(text: str, snippet: str) -> None:
    assert BOOK.search(text)[0].snippet == snippet


def test_a_snippet_has_what_was_looked_for() -> None:
    for language, word in (("en", "turn order"), ("it", "ordine di turno")):
        hits = load("amunre_card", language).search(word)
        assert len(hits) > 5
        assert all(word in hit.snippet.lower() and len(hit.snippet) <= 60 for hit in hits)


@pytest.mark.parametrize(("language", "word"), [("en", "flood"), ("it", "piena")])
def test_whoever_looks_for_the_flood_finds_what_makes_it_first(language: str, word: str) -> None:
    assert load("amunre_card", language).search(word)[0].section.id == "offerings"


# ---------------------------------------------------------------------- the screen
class Reader:
    """Somebody who reads the rules."""

    def __init__(self, app: AmunreApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def screen(self) -> RulesScreen:
        assert isinstance(self.app.screen, RulesScreen)
        return self.app.screen

    @property
    def page(self) -> Widget:
        return self.screen.query_one("#rules-page")

    @property
    def hits(self) -> OptionList:
        return self.screen.query_one("#rules-hits", OptionList)

    def shown(self) -> tuple[str, str]:
        """The section that is open, and the one that is marked in the list."""
        sections = self.screen.query_one("#rules-sections", OptionList)
        assert sections.highlighted is not None
        title = self.screen.query_one(Markdown).source.splitlines()[0].removeprefix("## ")
        return title, str(sections.get_option_at_index(sections.highlighted).prompt)


@asynccontextmanager
async def opened(folder: Path, section: str, language: str = "en") -> AsyncIterator[Reader]:
    """The rules at a section, on a small screen."""
    with Store(folder) as store:
        app = AmunreApp(folder, store, Settings(animation=False), language)
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(RulesScreen("amunre_card", section))
            await pilot.pause()
            yield Reader(app, pilot)


async def test_sections_are_turned_and_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path, "setup") as reader:
        assert reader.shown() == ("Setup", "Setup")
        await reader.press("right")
        assert reader.shown() == ("A. Auction", "A. Auction")
        await reader.press("left", "h", "left")
        assert reader.shown() == ("Amun-Re in a minute", "Amun-Re in a minute")
        await reader.pilot.click("#rules-sections", offset=(3, 8))
        await reader.pilot.pause()
        assert reader.shown() == ("The cards", "The cards")
        await reader.press("l", "right")
        assert reader.shown() == ("Words of the game", "Words of the game")


async def test_a_long_section_is_scrolled_and_the_next_one_begins_at_its_top(tmp_path: Path) -> None:
    async with opened(tmp_path, "auction") as reader:
        page = reader.page
        assert page.scroll_y == 0 < page.max_scroll_y
        reached = []
        for key in ("down", "j", "k", "up", "end", "home", "pagedown"):
            await reader.press(key)
            reached.append(page.scroll_y)
        assert reached[:6] == [1, 2, 1, 0, page.max_scroll_y, 0]
        assert reached[6] > 1
        await reader.press("right")
        assert page.scroll_y == 0


async def test_a_hit_opens_its_section_where_the_words_stand(tmp_path: Path) -> None:
    async with opened(tmp_path, "intro") as reader:
        await reader.press("slash", *"EQUAL OFFER", "enter")
        await reader.pilot.pause()
        assert reader.shown() == ("B. Offerings", "B. Offerings")
        assert not reader.screen.searching
        page = reader.page
        (found,) = reader.screen.query(".-found").results(MarkdownBlock)
        assert found.source is not None
        assert "Equal offerings" in found.source
        assert page.scroll_y > 0
        assert page.region.contains_region(found.region)


async def test_the_arrows_choose_among_hits(tmp_path: Path) -> None:
    async with opened(tmp_path, "intro") as reader:
        await reader.press("slash", *"caravan")
        hits = load("amunre_card").search("caravan")
        assert reader.hits.option_count == len(hits)
        await reader.press("down", "down", "down", "up", "enter")
        assert reader.shown()[0] == hits[2].section.title


async def test_escape_leaves_the_search_first(tmp_path: Path) -> None:
    async with opened(tmp_path, "scoring") as reader:
        await reader.press("slash", *"xyzzy", "enter")
        assert reader.screen.searching
        assert reader.hits.highlighted is None
        await reader.press("escape")
        assert not reader.screen.searching
        assert reader.shown()[0] == "D. Victory points"
        await reader.press("slash")
        assert reader.screen.query_one(Input).value == "xyzzy"
        await reader.press("escape", "escape")
        assert not isinstance(reader.app.screen, RulesScreen)


async def test_another_language_is_read_from_the_same_place(tmp_path: Path) -> None:
    async with opened(tmp_path, "auction") as reader:
        reader.app.language = "it"
        reader.screen.relabel()
        await reader.pilot.pause()
        assert reader.shown() == ("A. Asta", "A. Asta")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_text_has_room_beside_the_list(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path, "construction", language) as reader:
        sections = reader.screen.query_one("#rules-sections", OptionList)
        assert sections.virtual_size.height == len(IDS)
        assert reader.page.size.width >= 50
