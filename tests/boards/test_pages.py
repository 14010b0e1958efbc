"""What can be looked at closely: every card and every player, described."""

from amunre.core.amunre_card.view import Phase
from amunre.tui.boards.amunre_card import pages
from tests.boards.scenes import NAMES, plain, played, scene, view_of


def test_pages_describe_every_card_that_can_be_seen() -> None:
    for match in played(3, 2):
        shown = scene(match, 0)
        view = view_of(shown)
        found = {page.title: "\n".join(map(plain, page.lines)) for page in pages(shown)}
        won = [view.players[seat].acquired for seat in view.turn_order]
        cards = [card for card in won if card] if view.phase == Phase.EXTEND else [lot.province for lot in view.row]
        assert list(found) == [*(card.name for card in cards), *(NAMES[seat] for seat in view.turn_order)]
        assert view.phase in (Phase.ROW, Phase.AUCTION) or "has bid yet" not in "".join(found.values())
        for name, player in zip(NAMES, view.players, strict=False):
            assert all(card.name in found[name] for province in player.provinces for card in province.cards)


def test_pages_tell_the_gold_that_players_have() -> None:
    for match in played(3, 2):
        shown = scene(match, 0)
        view, told = view_of(shown), {page.title: "\n".join(map(plain, page.lines)) for page in pages(shown)}
        for seat, player in enumerate(view.players):
            page = told[NAMES[seat]]
            if player.display or player.in_play is not None:
                assert f"= {sum(player.display)}" in page
            elif view.phase == Phase.FAVOR:
                assert f"gave {player.offering}, kept {player.kept}" in page
            elif seat == view.mover and view.phase in (Phase.CONSTRUCTION, Phase.PLACEMENT, Phase.PREPARATION):
                assert f"{view.gold} gold" in page
            else:
                assert "gold:" not in page
