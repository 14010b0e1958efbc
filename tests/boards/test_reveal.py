"""The offerings as they are revealed: all side by side."""

import pytest

from amunre.tui.boards.amunre_card import revealed
from amunre.tui.inks import UNICODE
from tests.boards.scenes import NAMES, everybody, plain, played, scene


@everybody
@pytest.mark.parametrize("language", ["en", "it"])
def test_everybodys_offering_and_favor_stand_side_by_side(players: int, language: str) -> None:
    found = 0
    for seed in range(4):
        for match in played(players, seed):
            story = match.events[-1].story if match.events else ()
            page = revealed(scene(match, 0, language=language), story)
            if page is None:
                assert all(step.kind != "reveal" for step in story)
                continue
            found += 1
            _, *lines = (plain(line) for line in page.lines)
            rows = {name: line for name in NAMES[:players] for line in lines if name in line}
            offered = {step.player: (step.a, step.b) for step in story if step.kind == "offered"}
            assert {seat: _gold(rows[NAMES[seat]]) for seat in range(players)} == offered
            assert [_gold(line)[0] for line in lines[:players]] == sorted(
                (a for a, _ in offered.values()), reverse=True
            )
            for step in story:
                if step.kind in ("favor", "no_favor"):
                    assert rows[NAMES[step.player]].count(UNICODE.pyramid) == step.a
            assert str(next(step.a for step in story if step.kind == "flood")) in " ".join(lines[players:])
    assert found == 12


def _gold(line: str) -> tuple[int, int]:
    offered, kept = (int(word) for word in line.split() if word.isdecimal())
    return offered, kept
