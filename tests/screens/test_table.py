"""The table: whole games by keys alone, taking back, hints, secrets, and what is kept."""

from random import Random

import pytest
from textual.events import Key
from textual.pilot import Pilot

from amunre.core import record
from amunre.core.game import CHANCE
from amunre.tui.pace import DELAYS, Delay
from amunre.tui.screens.cards import CoverScreen, PageCard, QuestionCard, TextCard
from amunre.tui.screens.table import TableScreen
from amunre.tui.screens.title import TitleScreen
from amunre.tui.settings import Settings
from amunre.tui.store import Store
from amunre.tui.widgets.log import LogView
from amunre.tui.widgets.panel import Panel
from tests.screens.conftest import MakeApp
from tests.screens.play import decide, play_on, settled, sitting


def table(pilot: Pilot[None]) -> TableScreen:
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


def shown(pilot: Pilot[None]) -> str:
    """The screen as text."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


# ---------------------------------------------------------------------- whole games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_a_whole_game_is_played_with_keys_alone(players: int, app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", *["fellah"] * (players - 1)], seed=players)
    async with app(sitting=sat).run_test(size=(80, 24)) as pilot:
        await play_on(pilot, sat.match, Random(players))
        for page in ("The offerings of kingdom III", "Victory points of kingdom III"):
            assert page in shown(pilot)
            await pilot.press("enter")
            await settled(pilot)
        assert "wins" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TitleScreen)
    [kept] = store.games(over=True)
    assert kept.points == sat.match.truth().scores()
    assert store.export(kept.id) == record.write(sat.match)


async def test_opponents_alone_can_be_watched(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["fellah", "scribe"])
    async with app(sitting=sat).run_test() as pilot:
        await play_on(pilot, sat.match, Random(1))
    assert sat.match.over


# ---------------------------------------------------------------------- a turn
async def test_the_cursor_and_a_digit_make_a_bid(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1", "display 0 6 8", "display 0 6 8"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        second = sat.match.seen_by(0).view().row[1].province.name
        await pilot.press("right", "6", "enter")
        await settled(pilot)
    assert f"1 bid {second.replace(' ', '_')} 6" in sat.match.lines


async def test_keys_that_are_typed_ahead_count_in_their_order(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        for key in ("6", "8", "enter"):
            pilot.app.post_message(Key(key, None))
        await pilot.pause()
        await settled(pilot)
    assert sat.match.lines[1] == "1 display 0 6 8"


async def test_whoever_is_next_is_asked_at_once_however_slow_the_others_play(
    app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays = {Delay.CHANCE: 0.0, Delay.OPPONENT: 1000.0, Delay.PERSON: 0.0}
    monkeypatch.setitem(DELAYS, "slow", delays)
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 2", "display 0 6 8", "display 0 6 8"])
    async with app(Settings(pace="slow", animation=False, guide=False), sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("6", "enter")
        assert any(line.startswith("1 bid") for line in sat.match.lines)


async def test_nothing_is_bid_before_a_card_is_picked(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1", "display 0 6 8", "display 0 6 8"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        before = len(sat.match.events)
        await pilot.press("enter")
        assert len(sat.match.events) == before


async def test_a_click_picks_and_a_key_confirms(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1", "display 0 6 8", "display 0 6 8"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        gold = pilot.app.screen.query_one("#gold", Panel)
        x = next(x for x in range(gold.size.width) if "8" in shown(pilot).splitlines()[gold.region.y + 1][x : x + 1])
        await pilot.click("#gold", offset=(x - gold.region.x, 1))
        await pilot.press("enter")
        await settled(pilot)
    assert any(line.startswith("1 bid") and line.endswith(" 8") for line in sat.match.lines)


async def test_escape_steps_back(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("6", "8")
        choice = table(pilot).choice
        assert choice is not None
        assert choice.action is not None
        await pilot.press("escape")
        assert choice.action is None
        assert table(pilot).choice is choice


# ---------------------------------------------------------------------- taking back
async def test_undo_goes_back_to_the_last_own_decision(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("6", "8", "enter")
        await settled(pilot)
        assert sat.match.events[-1].before.to_move == CHANCE
        await pilot.press("u")
        await pilot.pause()
        assert isinstance(pilot.app.screen, QuestionCard)
        await pilot.press("n")
        await settled(pilot)
        assert len(sat.match.events) > 1
        await pilot.press("u", "y")
        await settled(pilot)
        assert len(sat.match.events) == 1
        assert table(pilot).choice is not None
    assert sat.match.lines[-2:] == ["-- taken back past a reveal", "1 undo 4"]


async def test_undo_without_a_reveal_asks_nothing(app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DELAYS, "slow", dict.fromkeys(Delay, 1000.0))
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(Settings(pace="slow", animation=False, guide=False), sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("6", "8", "enter")
        await pilot.pause()
        assert len(sat.match.events) == 2
        await pilot.press("u")
        await settled(pilot)
        assert len(sat.match.events) == 1
    assert sat.match.lines[-1] == "1 undo 1"
    assert not sat.match.lines[-2].startswith("--")


async def test_undo_of_what_another_person_decided_asks(app: MakeApp, store: Store) -> None:
    start = ["pharaoh 1", "display 0 6 8", "display 0 6 8", "row Thinis", "row Abydos"]
    sat = sitting(store, ["human", "human"], actions=start)
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("6", "enter")
        await settled(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert isinstance(pilot.app.screen, QuestionCard)
        assert "was Ada's" in shown(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert len(sat.match.events) == len(start)


async def test_nothing_can_be_taken_back_at_the_beginning(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert len(sat.match.events) == 1
        assert isinstance(pilot.app.screen, TableScreen)


# ---------------------------------------------------------------------- help at the table
async def test_where_there_is_room_a_hint_stays_beside_the_table_until_it_is_old(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("H")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert "What Imhotep would do" in shown(pilot)
        await pilot.press("6")
        assert "What Imhotep would do" in shown(pilot)
        await pilot.press("8", "enter")
        await settled(pilot)
        assert "What Imhotep would do" not in shown(pilot)


@pytest.mark.parametrize("count", [1, 20])
async def test_hints_asked_for_and_not_waited_for_do_no_harm(count: int, app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        for key in ("6", "8", *"H" * count, "enter"):
            pilot.app.post_message(Key(key, None))
        await settled(pilot)
        assert sat.match.seen_by(0).view().players[0].display == (0, 6, 8)
        assert isinstance(pilot.app.screen, TableScreen)
        assert sum("_think" in worker.name for worker in pilot.app.workers) <= 1


async def test_inspecting_begins_with_what_the_cursor_is_on(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1", "display 0 6 8", "display 0 6 8"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("right", "i")
        assert pilot.app.screen.query_one("#card").border_title == sat.match.seen_by(0).view().row[1].province.name


async def test_tab_goes_to_the_log_and_back(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        for key in ("tab", "shift+tab"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen.focused, LogView)
            await pilot.press(key)
            assert pilot.app.screen.focused is None


async def test_others_can_be_hurried_only_while_they_play(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah", "fellah"], actions=["pharaoh 2"])
    async with app(Settings(pace="slow", animation=False, guide=False), sitting=sat).run_test() as pilot:
        await pilot.pause()
        assert "hurry" in shown(pilot).splitlines()[-1]
        await pilot.press("space")
        await settled(pilot)
        assert "hurry" not in shown(pilot).splitlines()[-1]


async def test_a_hint_names_an_action_and_its_chances(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("H")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(pilot.app.screen, PageCard)
        assert "shows the gold cards" in shown(pilot)
        assert "%" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_every_card_and_player_can_be_inspected(app: MakeApp, store: Store) -> None:
    start = ["pharaoh 1", "display 0 6 8", "display 0 6 8", "row Thinis", "row Abydos"]
    sat = sitting(store, ["human", "fellah"], actions=start)
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await pilot.press("i")
        seen = ""
        for _ in range(4):
            seen += shown(pilot)
            await pilot.press("right")
        assert all(name in seen for name in ("Thinis", "Abydos", "Ada", "Bint"))


async def test_the_guide_explains_each_phase_once(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(Settings(pace="instant", animation=False), sitting=sat).run_test() as pilot:
        await settled(pilot)
        assert isinstance(pilot.app.screen, TextCard)
        await pilot.press("enter")
        await decide(pilot, Random(1))
        assert isinstance(pilot.app.screen, TextCard)
        await pilot.press("g")
        await play_on(pilot, sat.match, Random(1))
    assert sat.match.over


async def test_the_log_can_be_scrolled(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah", "fellah"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        for _ in range(4):
            await decide(pilot, Random(3))
        await pilot.press("L", "home")
        await pilot.pause()
        log = pilot.app.screen.query_one(LogView)
        assert log.scroll_offset.y == 0
        assert "first Pharaoh" in shown(pilot)
        await pilot.press("escape")
        assert pilot.app.screen.focused is None


async def test_the_log_goes_from_title_to_title(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah", "fellah"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        for _ in range(4):
            await decide(pilot, Random(3))
        log = pilot.app.screen.query_one(LogView)
        await pilot.press("L")
        found = []
        for key in ("left", "left", "right"):
            await pilot.press(f"{key}_square_bracket")
            await pilot.pause()
            found.append(log.render_line(0).text.strip())
        later, earlier, again = found
        assert later == again == "A. Auction 3"
        assert earlier == "A. Auction 2"


# ---------------------------------------------------------------------- secrets
async def test_two_people_do_not_see_each_others_offerings(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "human"])
    random = Random(5)
    covered: list[str] = []
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        while not sat.match.over and len(covered) < 2:
            screen = pilot.app.screen
            if isinstance(screen, CoverScreen):
                covered.append(shown(pilot))
                await pilot.press("enter")
                await settled(pilot)
            else:
                await decide(pilot, random)
    assert len(covered) == 2
    assert "gold in display" not in "".join(covered)


async def test_offerings_are_shown_together_before_the_game_goes_on(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah", "fellah"])
    random = Random(5)
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        while not isinstance(pilot.app.screen, PageCard):
            await decide(pilot, random)
        offerings, lines = shown(pilot), len(sat.match.lines)
        assert "The offerings of kingdom I" in offerings
        told = [step for step in sat.match.events[-1].story if step.kind == "offered"]
        assert sorted(step.player for step in told) == [0, 1, 2]
        await pilot.pause()
        assert len(sat.match.lines) == lines
        await pilot.press("enter")
        await settled(pilot)
        assert len(sat.match.lines) > lines or table(pilot).choice is not None


# ---------------------------------------------------------------------- what is kept
async def test_a_game_that_was_left_goes_on_where_it_was(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        await decide(pilot, Random(1))
        left = list(sat.match.lines)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TitleScreen)
    again = store.sit(sat.id)
    assert again.match.lines == left


async def test_whoever_is_taken_over_is_told_without_pressing_a_key(
    app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("amunre.tui.screens.table.WATCH", 0.01)
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        store.sit(sat.id, take_over=True)
        while not isinstance(pilot.app.screen, TextCard):
            await pilot.pause(0.01)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TitleScreen)


async def test_whoever_is_taken_over_is_told_and_leaves(app: MakeApp, store: Store) -> None:
    sat = sitting(store, ["human", "fellah"], actions=["pharaoh 1"])
    async with app(sitting=sat).run_test() as pilot:
        await settled(pilot)
        other = store.sit(sat.id, take_over=True)
        await pilot.press("6", "8", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextCard)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TitleScreen)
    assert other.match.lines == ["* pharaoh 1"]
    other.match.play(other.match.action("display 0 6 8"))
