"""The worked examples of the rulebook, played from the opening with the built-in cards.

Purple, Blue, Yellow and Red sit clockwise as players 1 to 4. E1, E2, E3, E5 and E6 are one game; E4 is another.
"""

from collections import Counter

import pytest

from amunre.core import NOBODY
from amunre.core.amunre_card.view import Player
from amunre.core.story import Step
from tests.rules.amunre_card.conftest import Table

PURPLE, BLUE, YELLOW, RED = range(4)

OPENING = """
    * pharaoh 3
    3 display 0 2 4 8
    4 display 0 2 4 8
    1 display 0 2 3 4 5
    2 display 0 1 5 8
"""

FIRST_AUCTION_UNTIL_BLUE = """
    * row Hierakonpolis
    * row Xois
    * row Mendes
    * row Sais
    3 bid Sais 8
    4 bid Xois 4
    1 bid Hierakonpolis 5
"""

BLUE_OUTBIDS_RED = """
    2 bid Xois 5
"""

RED_BIDS_AGAIN = """
    4 bid Mendes 4
"""

FIRST_AUCTION = FIRST_AUCTION_UNTIL_BLUE + BLUE_OUTBIDS_RED + RED_BIDS_AGAIN

SECOND_AUCTION = """
    * row Thinis
    * row Abydos
    * row Buto
    * row Dahshur
    3 bid Buto 4
    4 bid Dahshur 0
    1 bid Thinis 3
    2 bid Abydos 0
"""

THIRD_AUCTION = """
    * row Coptos
    * row Saqqara
    * row Meidum
    * row Busiris
    1 bid Coptos 2
    2 bid Meidum 8
    3 bid Saqqara 0
    4 bid Busiris 8
"""

AUCTIONS = FIRST_AUCTION + SECOND_AUCTION + THIRD_AUCTION

OFFERINGS = """
    1 offer 4
    2 offer 1
    3 offer 2
    4 offer 2
"""

CONSTRUCTION = """
    4 place Mendes
    1 build 3
    1 prepare 0 1 2 3
    2 build 3
    2 prepare 0 2 6
    3 build 2
    3 prepare 0 1 5
    4 build 3
    4 prepare 0 3 5
"""

FIRST_KINGDOM = AUCTIONS + OFFERINGS + CONSTRUCTION

SECOND_KINGDOM = """
    * row Thebes
    * row Hawara
    * row Asyut
    * row Lisht
    1 bid Thebes 3
    2 bid Asyut 6
    3 bid Hawara 1
    4 bid Lisht 3
    1 extend Coptos
    2 extend Meidum
    3 extend Saqqara
    4 extend Mendes
    * row Shedet
    * row Hermopolis
    * row Herakleopolis
    * row Bubastis
    1 bid Shedet 2
    2 bid Hermopolis 0
    3 bid Herakleopolis 0
    4 bid Bubastis 0
    1 extend Hierakonpolis
    3 extend Buto
    4 extend Dahshur
    * row Itjtawy
    * row Dakhla
    * row Bahariya
    * row Lahun
    1 bid Itjtawy 0
    2 bid Dakhla 0
    3 bid Lahun 0
    4 bid Bahariya 0
    1 offer 1
    2 offer 2
    3 offer 5
    4 offer 5
    2 place Dakhla
    3 place Lahun
    1 build 4
    1 place Itjtawy Thebes
    1 prepare 0 1 2 5 7
    2 build 2
    2 prepare 0 1 2 3 5 7
    3 build 2
    3 prepare 0 1 2 5 7
    4 build 4
    4 prepare 0 3 4 8
"""

THIRD_KINGDOM = """
    * row Edfu
    * row Memphis
    * row Amarna
    * row Pi-Ramesses
    1 bid Edfu 2
    2 bid Pi-Ramesses 7
    3 bid Memphis 5
    4 bid Amarna 8
    1 extend Thebes
    2 extend Dakhla
    3 extend Lahun
    4 extend Lisht
    * row Karnak
    * row Avaris
    * row Tanis
    * row Abu_Rawash
    2 bid Avaris 1
    3 bid Tanis 0
    4 bid Abu_Rawash 3
    1 bid Karnak 1
    2 extend Hermopolis
    3 extend Hawara
    1 extend Shedet
    * row Abusir
    * row Siwa
    * row Kom_Ombo
    * row Hermonthis
    2 bid Siwa 2
    3 bid Hermonthis 1
    4 bid Kom_Ombo 0
    1 bid Abusir 0
    2 offer 3
    3 offer 2
    4 offer 4
    1 offer 7
"""

YELLOW_HAS_FIVE_GOLD_LEFT = """
    * pharaoh 3
    3 display 0 1 5 8
    4 display 0 2 4 8
    1 display 0 2 4 8
    2 display 0 1 5 8
    * row Hierakonpolis
    * row Mendes
    * row Kharga
    * row Meidum
    3 bid Hierakonpolis 8
    4 bid Mendes 8
    1 bid Kharga 8
    2 bid Meidum 8
    * row Buto
    * row Xois
    * row Athribis
    * row Dahshur
    3 bid Buto 1
    4 bid Xois 2
    1 bid Athribis 2
    2 bid Dahshur 5
    * row Coptos
    * row Abydos
    * row Busiris
    * row Saqqara
    3 bid Coptos 0
    4 bid Saqqara 0
    1 bid Abydos 0
    2 bid Busiris 0
    3 offer 0
    4 offer 4
    1 offer 4
    2 offer 1
"""


def pyramids(player: Player) -> list[int]:
    """On each of her provinces."""
    return [province.pyramids for province in player.provinces]


def after_scoring(table: Table, player: int) -> tuple[int, int, int]:
    """What the rulebook says of a player at the end of a kingdom: visible ankhs and fields, fewest pyramids."""
    seen = table.view.players[player]
    return seen.ankhs, seen.fields, min(pyramids(seen))


def points(told: list[Step]) -> dict[int, int]:
    """What each player scored."""
    return {step.player: step.a for step in told if step.kind == "points"}


def test_e1_blue_outbids_red_who_takes_his_card_back() -> None:
    table = Table(4)
    table.play(OPENING + FIRST_AUCTION_UNTIL_BLUE)
    red = table.view.players[RED]
    assert (red.display, red.in_play) == ((0, 2, 8), 4)

    table.play(BLUE_OUTBIDS_RED)
    red, blue = table.view.players[RED], table.view.players[BLUE]
    assert (red.display, red.in_play) == ((0, 2, 4, 8), None)
    assert (blue.display, blue.in_play) == ((0, 1, 8), 5)
    second = table.view.row[1]
    assert (second.province.name, second.bid, second.bidder) == ("Xois", 5, BLUE)
    assert table.state.to_move == RED


def test_e2_purple_becomes_pharaoh_with_seven_ankhs_and_stays_with_eight() -> None:
    table = Table(4)
    table.play(OPENING + FIRST_AUCTION)
    assert table.view.pharaoh == YELLOW

    table.play(SECOND_AUCTION)
    ankhs = [player.ankhs for player in table.view.players]
    assert ankhs[PURPLE] == 7 > max(ankhs[BLUE:])
    assert table.view.pharaoh == PURPLE

    table.play(THIRD_AUCTION)
    ankhs = [player.ankhs for player in table.view.players]
    assert ankhs[PURPLE] == 8 > max(ankhs[BLUE:])
    assert table.view.pharaoh == PURPLE


def test_e3_nine_gold_in_all_and_yellow_is_earlier_than_red() -> None:
    table = Table(4)
    table.play(OPENING + AUCTIONS)
    assert table.view.turn_order == (PURPLE, BLUE, YELLOW, RED)

    table.play(OFFERINGS)
    (flood,) = table.steps("flood")
    assert flood.a == 9
    assert table.view.flood is not None
    assert (table.view.flood.per_field, table.view.flood.per_caravan) == (2, 10)
    assert {step.player: step.a for step in table.steps("favor")} == {PURPLE: 3, YELLOW: 2, RED: 1, BLUE: 1}


def test_e4_yellow_earns_27_builds_four_and_prepares_twelve() -> None:
    table = Table(4)
    table.play(YELLOW_HAS_FIVE_GOLD_LEFT)
    yellow = table.view.players[YELLOW]
    assert (yellow.fields, yellow.caravans) == (6, 1)
    assert (yellow.kept, pyramids(yellow)) == (5, [2, 0, 0])

    table.play("4 place Mendes")
    assert (table.state.to_move, table.view.gold) == (YELLOW, 27)
    assert [step.a for step in table.steps("fields", YELLOW)] == [12]
    assert [step.a for step in table.steps("caravans", YELLOW)] == [10]

    table.play("3 build 4")
    assert pyramids(table.view.players[YELLOW]) == [2, 2, 2]
    assert table.view.gold == 12

    table.play("3 prepare 0 2 4 6")
    assert table.view.players[YELLOW].display == (0, 2, 4, 6)


def test_e5_points_of_all_four() -> None:
    table = Table(4)
    scored = points(table.play(OPENING + FIRST_KINGDOM))
    assert table.view.turn_order == (PURPLE, BLUE, YELLOW, RED)
    ankhs, fields, fewest = zip(*(after_scoring(table, player) for player in range(4)), strict=True)
    assert fewest == (3, 2, 2, 2)
    assert [player for player in range(4) if fields[player] >= 9] == [BLUE, RED]
    assert ankhs[BLUE] == ankhs[RED] < min(ankhs[PURPLE], ankhs[YELLOW])
    assert scored == {PURPLE: 4, BLUE: 3, YELLOW: 2, RED: 2}
    assert [(step.player, step.a) for step in table.steps("fewest_ankhs")] == [(RED, 1)]


def test_e6_purple_over_three_kingdoms() -> None:
    table = Table(4)
    first = points(table.play(OPENING + FIRST_KINGDOM))
    assert (after_scoring(table, PURPLE), table.view.pharaoh) == ((8, 3, 3), PURPLE)
    assert first[PURPLE] == 4

    second = points(table.play(SECOND_KINGDOM))
    assert (after_scoring(table, PURPLE), table.view.pharaoh) == ((8, 10, 5), PURPLE)
    assert second[PURPLE] == 7

    third = points(table.play(THIRD_KINGDOM))
    assert after_scoring(table, PURPLE) == (3, 7, 12)
    assert min(table.view.players[other].ankhs for other in (BLUE, YELLOW, RED)) > 3
    assert table.view.pharaoh == BLUE
    assert third[PURPLE] == 11

    assert table.state.to_move == NOBODY
    assert table.view.players[PURPLE].points == (4, 7, 11)
    assert table.state.scores()[PURPLE] == 22


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 9), (4, 12), (5, 15)])
def test_e7_cards_a_kingdom(players: int, cards: int) -> None:
    table = Table(players)
    turned_up: list[tuple[int, str]] = []
    while table.state.to_move != NOBODY:
        words = table.legal[-1]
        if words.startswith("row"):
            turned_up.append((table.view.kingdom, words))
        table.state.apply(table.state.legal_actions()[-1])
    assert Counter(kingdom for kingdom, _ in turned_up) == {1: cards, 2: cards, 3: cards}
    assert len(set(turned_up)) == 3 * cards
