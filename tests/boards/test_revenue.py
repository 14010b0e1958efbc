"""Revenue and what is built with it: what is foretold is what happens."""

import re

from amunre.core.amunre_card.view import Phase, View
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import UNICODE
from tests.boards.scenes import NAMES, SEED, everybody, panel, played, scene, view_of

PURCHASE = re.compile(rf"^.{{2}}{UNICODE.pyramid}(\d+) .* (-?\d+) points?")
"""Pyramids and points in the line of a purchase."""


@everybody
def test_the_forecast_is_what_the_story_says_later(players: int) -> None:
    told = 0
    for seed in range(3):
        forecast: dict[int, int] = {}
        for match in played(players, seed):
            if match.events:
                for step in match.events[-1].story:
                    if step.kind == "revenue" and step.player in forecast:
                        assert step.a == forecast[step.player]
                        told += 1
            view: View = match.truth().view()
            forecast = {}
            if view.phase >= Phase.FAVOR and match.to_move >= 0:
                for seat in range(players):
                    line = panel("revenue", scene(match, seat))[1]
                    if found := re.search(rf"= (\d+) {UNICODE.arrow} {UNICODE.pyramid}(\d+) \((\d+)\)", line):
                        gold, pyramids, cost = map(int, found.groups())
                        assert cost == view.components.total_cost[pyramids] <= gold
                        assert gold < view.components.total_cost[pyramids + 1]
                        forecast[seat] = gold
    assert told > 5


def test_a_purchase_is_shown_with_what_comes_of_it() -> None:
    for match in (match for match in played(3, SEED) if match.truth().view().phase == Phase.CONSTRUCTION):
        shown = scene(match, match.to_move)
        row = next(line for line in panel("stage", shown) if UNICODE.cursor in line)
        world, view = match.truth(), view_of(shown)
        assert shown.choice is not None
        bought = shown.choice.action
        assert bought is not None
        world.apply(bought)
        after: View = world.view()
        pyramids = [province.pyramids for province in after.players[match.to_move].provinces]
        assert [int(found) for found in re.findall(rf"{UNICODE.pyramid}(\d+)", row)] == [bought, *pyramids]
        left = view.gold - view.components.total_cost[bought]
        assert re.search(rf"left +{left}\b", row)
        assert f" +{min(pyramids)}{UNICODE.pyramid}" in row or not min(pyramids)
        assert f"= {view.gold} - {view.gold - left} = {left}" in panel("revenue", shown)[1]


def test_where_much_has_to_be_built_the_table_says_why() -> None:
    found = set()
    for match in (match for seed in range(6) for match in played(3, seed)):
        shown = scene(match, max(0, match.to_move))
        if view_of(shown).phase == Phase.CONSTRUCTION:
            must = min(match.truth().legal_actions()) > 0
            assert ("more than 36 gold" in panel("stage", shown)[1]) == must
            found.add(must)
    assert found == {True, False}


@everybody
def test_the_points_of_a_purchase_are_what_the_story_says_later(players: int) -> None:
    foreseen: dict[int, int] = {}
    offered: dict[int, int] = {}
    told = 0
    for match in played(players, SEED):
        event = match.events[-1] if match.events else None
        if event and offered:
            foreseen[event.before.to_move] = offered[event.action]
        for step in event.story if event else ():
            if step.kind == "points" and step.player in foreseen:
                assert foreseen.pop(step.player) == step.a
                told += 1
        offered = {}
        if match.truth().view().phase == Phase.CONSTRUCTION and match.to_move >= 0:
            rows = [PURCHASE.search(row) for row in panel("stage", scene(match, match.to_move))]
            offered = {int(row[1]): int(row[2]) for row in rows if row}
    assert told >= 2 * players


def markers(lines: list[str]) -> dict[str, int]:
    """Whose marker stands on which space."""
    above, below = lines[1:3]
    found = {letter: place - 2 for line in (above[:63], below) for place, letter in enumerate(line) if letter.isalpha()}
    for space, letters in re.findall(r"(\d+): (\w+)", above[63:]):
        assert above[int(space) + 2] == "+"
        assert below[int(space) + 2] == letters[0]
        found |= dict.fromkeys(letters, int(space))
    return found


def test_the_track_has_a_marker_for_everybody() -> None:
    crowds = 0
    for match in (match for seed in (2, 3) for match in played(5, seed)):
        shown = scene(match, 0, large=True)
        seen = Seen(shown)
        if seen.view.phase in (Phase.PHARAOH, Phase.OVER):
            continue
        flood = seen.view.flood or seen.view.components.floods[0]
        standing = {
            NAMES[seat][0]: min(60, seen.revenue(seat, flood)) for seat in range(5) if not seen.has_constructed(seat)
        }
        assert markers(panel("track", shown)) == standing
        crowds += any(list(standing.values()).count(space) > 2 for space in standing.values())
    assert crowds > 5


@everybody
def test_the_track_is_as_high_in_the_whole_game(players: int) -> None:
    heights = {
        len(panel("track", scene(match, 0, large=True)))
        for seed in range(3)
        for match in played(players, seed)
        if match.truth().view().phase != Phase.OVER
    }
    assert len(heights) == 1
