"""Gold cards: the viewer's own, and the sets of cards that make a total."""

from amunre.core.amunre_card.components import GOLD
from amunre.core.amunre_card.view import Phase
from amunre.tui.boards import Scene
from amunre.tui.boards.amunre_card.choices import Display
from amunre.tui.boards.amunre_card.frames import aimed, window
from amunre.tui.boards.amunre_card.seen import Seen
from amunre.tui.inks import Ink, Line, boxed, fitted, side_by_side, width

OTHERS = 29
"""Cells of the box that says what the others hold."""


# ---------------------------------------------------------------------- the panel
def gold(scene: Scene, cells: int, _height: int) -> list[list[Ink]]:
    """The nine cards of the viewer."""
    seen = Seen(scene)
    line = [Ink(" "), *(ink for number in range(GOLD) for ink in aimed(_card(seen, number), f"card {number}"))]
    return boxed([Ink(_title(seen), "title")], [line], cells, scene.glyphs)


def _title(seen: Seen) -> str:
    held = seen.gold_of(seen.seat)
    if seen.scene.viewer != seen.seat:
        return seen.say("amunre_card.board.gold_of", name=seen.scene.sitters[seen.seat].name, gold=held)
    if seen.display:
        return seen.say("amunre_card.board.gold_chosen", gold=seen.display.total, goal=seen.display.goal)
    if seen.offering:
        kept = held - seen.offering.total
        return seen.say("amunre_card.board.gold_offered", gold=seen.offering.total, kept=kept)
    return seen.say("amunre_card.board.your_gold", gold=held)


def _card(seen: Seen, number: int) -> list[Ink]:
    """A card in four cells: the cursor, and brackets that say where the card is, unlike every cursor."""
    choice, bid = seen.display or seen.offering, seen.bid
    here = choice is not None and choice.at == number
    cursor = Ink(seen.glyphs.cursor if here else " ", "cursor" if here else "")
    if (choice is not None and number in choice.cards) or (bid is not None and bid.card == number):
        return [cursor, Ink(f"{{{number}}}", "chosen gold")]
    if number == seen.player.in_play:
        return [cursor, Ink(f"({number})", "strong")]
    if number in seen.player.display:
        return [cursor, Ink(f"[{number}]", "gold" if bid is None or number in seen.bids(bid.slot) else "dim")]
    if seen.display:
        return [Ink(" "), cursor, Ink(f"{number} ")]
    return [cursor, Ink(f" {seen.glyphs.gone} ", "dim")]


# ---------------------------------------------------------------------- the stage
def showing(seen: Seen, cells: int, lines: int) -> list[list[Ink]]:
    """The sets of cards that make the total, and what the others show."""
    left = boxed([Ink(_asked(seen), "title")], _sets(seen, cells - OTHERS - 2, lines), cells - OTHERS, seen.glyphs)
    title = [Ink(seen.say("amunre_card.board.others"), "title")]
    return side_by_side([left, boxed(title, _held(seen, lines), OTHERS, seen.glyphs)])


def _asked(seen: Seen) -> str:
    view = seen.view
    goal = view.gold if view.phase == Phase.PREPARATION else view.components.opening_total
    if seen.display is None:
        return seen.say("amunre_card.board.shows", name=seen.scene.sitters[view.mover].name, goal=goal)
    missing = goal - seen.display.total
    if not missing:
        return seen.say("amunre_card.board.show_done", goal=goal)
    key = "amunre_card.board.show_more" if missing > 0 else "amunre_card.board.show_less"
    return seen.say(key, goal=goal, gold=abs(missing))


def _sets(seen: Seen, cells: int, lines: int) -> list[list[Ink]]:
    """In columns, read downwards; if there are too many, those around the chosen one."""
    choice = seen.display
    sets = choice.sets if choice else Display(seen.world()).sets
    entries = [_set(seen, number, cards) for number, cards in enumerate(sets)]
    wide = max(map(width, entries)) + 2
    rows = -(-len(entries) // max(1, cells // wide))
    chosen = next((i for i, cards in enumerate(sets) if choice and choice.cards == set(cards)), 0)
    if rows < lines:
        rows = min(lines, len(entries))
    columns = [entries[start : start + rows] for start in range(0, len(entries), rows)]
    table = [[ink for column in columns for ink in fitted(_at(column, row), wide)] for row in range(rows)]
    return window(table, chosen % rows, lines)


def _at(column: list[list[Ink]], row: int) -> Line:
    return column[row] if row < len(column) else []


def _set(seen: Seen, number: int, cards: tuple[int, ...]) -> list[Ink]:
    choice = seen.display
    chosen = choice is not None and choice.cards == set(cards)
    possible = choice is None or choice.cards <= set(cards)
    cursor = Ink(seen.glyphs.cursor if chosen else " ", "cursor" if chosen else "")
    text = Ink(" ".join(map(str, cards)), "chosen gold" if chosen else "gold" if possible else "dim")
    return aimed([cursor, text], f"set {number}")


def _held(seen: Seen, lines: int) -> list[Line]:
    others = [seat for seat in seen.view.turn_order if seat != seen.view.mover]
    held = [held_by(seen, seat) for seat in others]
    return [*held, *[[]] * (lines - len(held))]


def held_by(seen: Seen, seat: int) -> Line:
    """A player's letter, cards and sum."""
    sitter, cards = seen.scene.sitters[seat], seen.view.players[seat].display
    total = Ink(f"= {sum(cards)}" if cards else "", "strong")
    return [Ink(f" {sitter.letter}", sitter.look), Ink(" "), *holding(seen, seat), total]


def holding(seen: Seen, seat: int) -> Line:
    """Her gold cards, or, from the reveal of the offerings to her next display, amounts."""
    player = seen.view.players[seat]
    if player.display or player.in_play is not None:
        return seen.gold(player)
    return [Ink(f" {amounts(seen, seat)}", "gold")]


def amounts(seen: Seen, seat: int) -> str:
    """What she gave and kept, or has to build with."""
    view, player = seen.view, seen.view.players[seat]
    if view.phase == Phase.FAVOR:
        return seen.say("amunre_card.board.gave", gold=player.offering or 0, kept=player.kept)
    if view.flood and not seen.has_constructed(seat):
        return seen.say("amunre_card.board.has", gold=seen.revenue(seat, view.flood))
    return ""
