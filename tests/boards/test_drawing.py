"""The board of the card game: everything fits, and what is drawn is what is so."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from amunre.core.amunre_card.components import Province, built_in
from amunre.core.amunre_card.notation import SLOT_SHIFT
from amunre.core.amunre_card.view import Phase
from amunre.tui import inks
from amunre.tui.boards import Page, Scene, board
from amunre.tui.boards.amunre_card import PANELS, banner, chapter, choice, sheet
from amunre.tui.boards.amunre_card.choices import Bid, Display, Offering, Placement
from amunre.tui.boards.amunre_card.construction import MOST
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import ASCII, LOOKS, UNICODE, Glyphs, clipped, fitted, width
from amunre.tui.languages import LANGUAGES
from tests.boards.scenes import HALF, NAMES, SEED, everybody, panel, plain, played, scene, scenes, view_of, watched


# ---------------------------------------------------------------------- fitting
def check_fits(shown: Scene, cells: int) -> None:
    assert width(banner(shown, cells)) == cells
    for name, draw in PANELS.items():
        room = cells // 2 if name in HALF else cells
        lines = draw(shown, room, 0)
        for line in lines:
            assert width(line) <= room, (name, plain(line))
            for ink in line:
                assert set(ink.look.split()) <= set(LOOKS)
                assert shown.glyphs is not ASCII or ink.text.isascii(), (name, plain(line))
        assert len(lines) == height(name, shown, len(lines)), name


def height(name: str, shown: Scene, otherwise: int) -> int:
    """Lines of a panel: more of the stage only if there are more purchases than usual."""
    usual = {"stage": 9 if shown.large else 7, "gold": 3, "revenue": 3}.get(name, otherwise)
    view = view_of(shown)
    if name == "stage" and view.phase == Phase.CONSTRUCTION:
        purchases = Seen(shown).world().legal_actions()
        return max(usual, min(len(purchases) + bool(purchases[0]), MOST) + 2)
    return usual


@everybody
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_line_fits_in_every_phase(players: int, large: bool, glyphs: Glyphs) -> None:
    random, phases = Random(players), set()
    for match in played(players, SEED):
        for shown in scenes(match, random, glyphs, large=large):
            check_fits(shown, 96 if large else 80)
            phases.add(view_of(shown).phase)
    assert phases == set(Phase)


def check_whole(shown: Scene, cells: int) -> None:
    """Draw everything as it is shown, where a line without room loses its end."""
    fitted(banner(shown, cells), cells)
    for name, draw in PANELS.items():
        room = cells // 2 if name in HALF else cells
        for line in draw(shown, room, 0):
            fitted(line, room)


@everybody
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_cut_without_a_sign(
    players: int, large: bool, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[tuple[str, int]] = []

    def cutting(text: str, cells: int) -> str:
        cut.extend([(text, cells)] if text[cells:].strip() else [])
        return text[:cells]

    monkeypatch.setattr(inks, "set_cell_size", cutting)
    random = Random(players)
    for match in played(players, SEED):
        for shown in scenes(match, random, UNICODE, large=large, language=language):
            check_whole(shown, 80)
    assert cut == []


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_name_without_room_says_that_it_goes_on(glyphs: Glyphs) -> None:
    match = next(match for match in played(5, SEED) if any(lot.bid is not None for lot in match.truth().view().row))
    shown = watched(match.truth(), glyphs)
    slot, lot = next((slot, lot) for slot, lot in enumerate(view_of(shown).row) if lot.bid is not None)
    assert lot.bidder is not None
    [bid] = [line[slot * 16 + 1 : slot * 16 + 15] for line in panel("stage", shown) if f" {lot.bid} " in line]
    name = NAMES[lot.bidder]
    assert bid == f" {lot.bid} {name[0]} {name[: 9 - len(glyphs.more)]}{glyphs.more}"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("name", [*NAMES, "A B", "\N{CJK UNIFIED IDEOGRAPH-738B}" * 6])
def test_a_name_takes_no_more_than_it_may(name: str, glyphs: Glyphs) -> None:
    for cells in range(-5, 14):
        said = clipped(name, cells, glyphs)
        assert cell_len(said) <= max(0, cells)
        assert said in ("", name) or said.endswith(glyphs.more)


@everybody
def test_the_richest_cards_and_longest_names_fit(players: int) -> None:
    random, usual = Random(players), built_in()
    names = [[f"Hermopolis {kingdom} {card:x}" for card in range(15)] for kingdom in range(3)]
    kingdoms = tuple(tuple(Province(f"{name:x<14}", 9, 9, 9, 9) for name in row) for row in names)
    for match in played(players, 1, replace(usual, kingdoms=kingdoms, name="rich.toml", digest="0" * 12)):
        for shown in scenes(match, random, UNICODE, large=False):
            check_fits(shown, 80)
            if view_of(shown).phase == Phase.AUCTION:
                assert all(lot.province.name in panel("stage", shown)[0] for lot in view_of(shown).row)


@everybody
def test_the_table_fits_on_24_lines(players: int) -> None:
    for match in played(players, 2):
        shown = scene(match, 0)
        log = 22 - sum(len(panel(name, shown)) for name in ("stage", "players", "gold")) - 1
        assert log >= (1 if view_of(shown).phase == Phase.CONSTRUCTION else 5)
        assert panel("track", shown) == []


def test_the_board_is_found_by_the_name_of_its_game_and_styled() -> None:
    assert board("amunre_card").PANELS is PANELS
    text = (Path(__file__).parents[2] / "tui" / "boards" / "amunre_card.tcss").read_text("utf-8")
    assert all(f"#{name}" in text for name in PANELS)


# ---------------------------------------------------------------------- picking
def targets(shown: Scene) -> set[str]:
    lines = [line for name, draw in PANELS.items() for line in draw(shown, 40 if name in HALF else 80, 0)]
    return {ink.target for line in lines for ink in line} - {""}


def clicked(shown: Scene, *picked: str) -> int | None:
    chosen = choice(shown.state)
    for target in picked:
        chosen.pick(target)
    return chosen.action


def test_all_that_can_be_chosen_can_be_clicked() -> None:
    for match in (match for match in played(4, SEED) if match.to_move >= 0):
        shown = scene(match, match.to_move)
        legal, drawn = set(shown.state.legal_actions()), targets(shown)
        match view_of(shown).phase:
            case Phase.AUCTION:
                slots, cards = ({target for target in drawn if target.startswith(kind)} for kind in ("slot", "card"))
                assert {clicked(shown, slot, card) for slot in slots for card in cards} >= legal
            case Phase.OFFERING:
                assert {clicked(shown, target) for target in drawn} > {clicked(shown)} or legal == {0}
            case Phase.CONSTRUCTION:
                assert len({clicked(shown, target) for target in drawn}) == min(MOST - bool(min(legal)), len(legal))
            case _:
                assert {clicked(shown, target) for target in drawn} >= legal


def test_the_cursor_is_drawn_where_the_choice_is_and_only_then() -> None:
    for match in (match for match in played(3, 5) if match.to_move >= 0):
        for viewer in range(3):
            shown = scene(match, viewer)
            drawn = "".join(panel("stage", shown) + panel("gold", shown))
            phase = view_of(shown).phase
            if phase != Phase.OFFERING:
                assert (UNICODE.cursor in drawn) == (viewer == match.to_move), phase


# ---------------------------------------------------------------------- the auction
def test_bids_and_what_beats_them_are_shown() -> None:
    outbid = 0
    for match in (match for match in played(4, SEED) if match.truth().view().phase == Phase.AUCTION):
        shown = scene(match, match.to_move)
        view = view_of(shown)
        stage, legal = panel("stage", shown), shown.state.legal_actions()
        assert "beat it" not in "".join(panel("stage", scene(match, (match.to_move + 1) % 4)))
        for slot, lot in enumerate(view.row):
            column = [line[slot * 20 : slot * 20 + 20] for line in stage]
            cards = sorted(action & 15 for action in legal if action >> SLOT_SHIFT == slot)
            assert lot.province.name in column[0]
            assert column[1].count(UNICODE.pyramid) == lot.province.pyramids
            assert column[2].count(UNICODE.ankh) == lot.province.ankhs
            assert column[3].count(UNICODE.field) == lot.province.fields
            assert column[3].count(UNICODE.caravan) == lot.province.caravans
            if lot.bidder is None:
                assert "free" in column[5]
                assert "beat" not in column[6]
            else:
                outbid += 1
                assert f"{lot.bid} {NAMES[lot.bidder][0]}" in column[5]
                assert (f"beat it: {cards[0]}" if cards else "too high") in column[6]
    assert outbid > 10


def test_gold_cards_say_where_they_are() -> None:
    match = next(match for match in played(3, 3) if view_of(scene(match, 0)).phase == Phase.AUCTION)
    shown = scene(match, match.to_move)
    display = view_of(shown).players[match.to_move].display
    cards = panel("gold", shown)[1]
    assert [int(card) for card in re.findall(r"\[(\d)\]", cards)] == list(display)
    assert isinstance(shown.choice, Bid)
    shown.choice.pick(f"card {display[-1]}")
    assert f"{{{display[-1]}}}" in panel("gold", shown)[1]
    bidder = match.to_move
    match.play(shown.choice.slot << SLOT_SHIFT | display[-1])
    after = scene(match, bidder)
    assert f"({display[-1]})" in panel("gold", after)[1]
    assert any(f"({display[-1]})" in line for line in panel("players", after))


def test_no_cursor_is_taken_for_a_part_of_a_chosen_card() -> None:
    match = next(match for match in played(3, 3) if match.to_move >= 0)
    shown = scene(match, match.to_move, ASCII)
    assert isinstance(shown.choice, Display)
    assert panel("gold", shown)[1].startswith("|  {0} >1  ")
    shown.choice.pick("card 1")
    assert panel("gold", shown)[1].startswith("|  {0}>{1} ")


# ---------------------------------------------------------------------- gold to show and to offer
def test_what_is_missing_from_a_display_is_told() -> None:
    match = next(match for match in played(3, 3) if match.to_move >= 0)
    shown = scene(match, match.to_move)
    assert "14 missing" in panel("stage", shown)[0]
    assert isinstance(shown.choice, Display)
    shown.choice.pick("card 8")
    assert "6 missing" in panel("stage", shown)[0]
    shown.choice.pick("card 7")
    assert "1 too many" in panel("stage", shown)[0]
    assert "15 of 14" in panel("gold", shown)[0]
    shown.choice.pick("set 0")
    assert UNICODE.cursor + " ".join(map(str, shown.choice.sets[0])) in "".join(panel("stage", shown))


def test_an_offering_shows_the_floods_it_can_lead_to() -> None:
    for match in (match for seed in range(3) for match in played(3, seed) if match.to_move >= 0):
        shown = scene(match, match.to_move, keys=["up"])
        if not isinstance(shown.choice, Offering):
            continue
        view = view_of(shown)
        most = shown.choice.total + sum(sum(view.players[seat].display) for seat in range(3) if seat != shown.viewer)
        rows = panel("stage", shown)[1:5]
        for total, said in ((shown.choice.total, "others give 0"), (most, "others give all")):
            marked = rows[0 if total <= 5 else 1 if total <= 10 else 2 if total <= 15 else 3]
            assert said in marked or "in any case" in marked


@everybody
def test_no_offering_is_betrayed(players: int) -> None:
    for match in played(players, 4):
        before = match.events[-1].before if match.events else match.truth()
        if not before.view().phase == match.truth().view().phase == Phase.OFFERING:
            continue
        for viewer in set(range(players)) - {before.to_move}:
            old, new = (watched(state.seen_by(viewer), viewer=viewer) for state in (before, match.truth()))
            assert [panel(name, new) for name in PANELS] == [panel(name, old) for name in PANELS]
            assert banner(new, 80) == banner(old, 80)
        assert panel("players", watched(match.truth())) == panel("players", watched(before))


# ---------------------------------------------------------------------- pyramids that remain
def test_what_the_cursor_marks_gets_a_pyramid_or_is_said_to_get_none() -> None:
    found = set()
    for match in (match for seed in range(3) for match in played(3, seed) if match.to_move >= 0):
        shown = scene(match, match.to_move, keys=["right"])
        if isinstance(shown.choice, Placement):
            found.add(rest := view_of(shown).rest)
            [cursor] = [line for line in panel("stage", shown) if line.count("+1")]
            marked, others = f"{UNICODE.cursor}{UNICODE.pyramid}", cursor.count("+1")
            said = cursor[cursor.index(marked) + len(marked) :].split()[1]
            assert (said, others) == {1: ("+1", 1), 2: ("none", 2)}[rest]
    assert found == {1, 2}


def test_the_pyramids_that_remain_stand_below_what_they_are() -> None:
    rests = 0
    for match in (match for match in played(3, SEED) if match.to_move >= 0):
        shown = scene(match, match.to_move)
        if view_of(shown).phase == Phase.CONSTRUCTION:
            title, *rows = panel("stage", shown)
            column = slice(title.index("to place") - 1, title.index("points in"))
            rests += sum(bool(re.search(r"\+[12]", row[42:51])) for row in rows)
            assert all(re.search(r"\+[12]", row[column]) for row in rows if re.search(r"\+[12]", row[42:51]))
    assert rests


# ---------------------------------------------------------------------- around the table
def test_the_banner_says_who_has_to_do_what() -> None:
    for match in (match for match in played(3, 6) if match.to_move >= 0):
        mine, other = (plain(banner(scene(match, seat), 80)) for seat in (match.to_move, (match.to_move + 1) % 3))
        assert "you: " in mine
        if view_of(scene(match, 0)).phase != Phase.OFFERING:
            assert re.search(rf"({NAMES[match.to_move]}|\b{NAMES[match.to_move][0]}): ", other)
            assert "you: " not in other


def test_players_stand_in_turn_order_and_somebody_thinks() -> None:
    for match in (match for match in played(5, 6) if match.to_move >= 0):
        shown = scene(match, (match.to_move + 1) % 5)
        view, lines = view_of(shown), panel("players", shown)[1:]
        assert [line[2] for line in lines] == [NAMES[seat][0] for seat in view.turn_order]
        assert lines[0][0] == UNICODE.ankh
        thinking = [line[2] for line in lines if UNICODE.spinner[3] in line]
        assert thinking == ([] if shown.choice else [NAMES[match.to_move][0]])
        for seat, line in zip(view.turn_order, lines, strict=True):
            found = re.findall(rf"{UNICODE.pyramid}(\d+) ?{UNICODE.ankh}(\d){UNICODE.field}(\d)", line)
            stacks = [(p.pyramids, p.top.ankhs, p.top.fields) for p in view.players[seat].provinces]
            assert [tuple(map(int, numbers)) for numbers in found] == stacks


@pytest.mark.parametrize("cells", [80, 120])
def test_names_of_provinces_stand_below_them(cells: int) -> None:
    for match in played(5, 6):
        shown = scene(match, 0, large=True)
        _, *lines = (plain(line) for line in PANELS["players"](shown, cells, 0))
        for seat, numbers, names in zip(view_of(shown).turn_order, lines[::2], lines[1::2], strict=True):
            provinces = view_of(shown).players[seat].provinces
            places = [found.start() for found in re.finditer(UNICODE.pyramid, numbers)]
            ends = [*(place - 1 for place in places[1:]), len(names)][: len(places)]
            for province, place, end in zip(provinces, places, ends, strict=True):
                assert names[place:end].startswith(province.top.name)
                assert names[place - 1] == names[end - 1] == " "


def test_chapters_follow_the_phases() -> None:
    chapters = {view_of(scene(match, 0)).phase: chapter(match.seen_by(0)) for match in played(3, 1)}
    assert chapters[Phase.DISPLAY] == "setup"
    assert chapters[Phase.EXTEND] == chapters[Phase.AUCTION] == "auction"
    assert chapters[Phase.OFFERING] == "offerings"
    assert chapters[Phase.PREPARATION] == "preparation"
    assert chapters[Phase.OVER] == "scoring"


# ---------------------------------------------------------------------- points
def numbers(page: Page, label: str) -> list[int]:
    line = next(plain(line) for line in page.lines if plain(line).startswith(label))
    return [0 if word == "-" else int(word) for word in line.removeprefix(label).split()]


@everybody
def test_a_score_sheet_adds_up(players: int) -> None:
    found = []
    for seed in range(4):
        so_far = [0] * players
        for match in played(players, seed):
            page = sheet(scene(match, 0), match.events[-1].story) if match.events else None
            if page is None:
                continue
            found.append(page)
            labels = ["fewest pyramids", "9 fields", "Pharaoh", "fewest ankhs"]
            labels += ["never below 0"] if any("never below 0" in plain(line) for line in page.lines) else []
            columns = zip(*(numbers(page, label) for label in labels), strict=True)
            points = numbers(page, "this kingdom")
            assert [sum(column) for column in columns] == points
            so_far = [total + new for total, new in zip(so_far, points, strict=True)]
            assert [plain([name]) for name in page.lines[0] if name.look] == [
                clipped(f"{name[0]} {name}", min(15, 56 // players) - 1, UNICODE) for name in NAMES[:players]
            ]
            assert numbers(page, "in all so far") == so_far == list(map(int, match.truth().scores()))
        assert "wins the game" in plain(found[-1].lines[-1])
    assert len(found) == 12


def test_the_end_ranks_the_winner_first() -> None:
    for seed in range(4):
        *_, match = played(4, seed)
        winner = match.truth().returns().index(1)
        stage = panel("stage", scene(match, 1))
        assert NAMES[winner] in stage[1]
        assert "wins" in stage[1]
        totals = [int(line.split()[-2 if "wins" not in line else -4]) for line in stage[1:5]]
        assert totals == sorted(map(int, match.truth().scores()), reverse=True)
