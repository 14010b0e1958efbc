"""Actions and steps in words: what records write and read, and what a log fills its sentences with."""

from collections.abc import Sequence

from amunre.core.amunre_card.components import Components
from amunre.core.amunre_card.view import ExtendedProvince, Phase, View, members
from amunre.core.game import IllegalAction
from amunre.core.story import Sentence, Step, Story

SLOT_SHIFT = 4
"""A bid is slot << SLOT_SHIFT | gold card, as in auction.pxd."""

VERBS = {
    Phase.PHARAOH: "pharaoh",
    Phase.DISPLAY: "display",
    Phase.ROW: "row",
    Phase.AUCTION: "bid",
    Phase.EXTEND: "extend",
    Phase.OFFERING: "offer",
    Phase.FAVOR: "place",
    Phase.CONSTRUCTION: "build",
    Phase.PLACEMENT: "place",
    Phase.PREPARATION: "prepare",
}

STEPS = (
    ("reveal", "", ""),
    ("kingdom", "kingdom", ""),
    ("auction", "auction", ""),
    ("offerings", "kingdom", ""),
    ("construction", "kingdom", ""),
    ("scoring", "kingdom", ""),
    ("outbid", "gold", "province"),
    ("acquire", "province", "gold"),
    ("extend", "province", "covered"),
    ("extend_alike", "province", "covered"),
    ("crowned", "ankhs", "tied"),
    ("stays", "ankhs", "tied"),
    ("offered", "gold", "kept"),
    ("flood", "total", "row"),
    ("favor", "pyramids", "rank"),
    ("no_favor", "", ""),
    ("placed", "province", "pyramids"),
    ("fields", "gold", "fields"),
    ("caravans", "gold", "caravans"),
    ("kept", "gold", ""),
    ("revenue", "gold", ""),
    ("built", "pyramids", "gold"),
    ("lapsed", "gold", ""),
    ("prepared", "cards", "gold"),
    ("fewest", "points", "province"),
    ("bonus", "points", "fields"),
    ("pharaoh_point", "points", ""),
    ("fewest_ankhs", "points", "ankhs"),
    ("points", "points", "so_far"),
    ("total", "points", "pyramids"),
    ("winner", "reason", ""),
)
"""Kinds of steps in the order of state.pxd, each with what its two numbers are called in a sentence."""

STEP_KINDS = tuple(kind for kind, _, _ in STEPS)

HEADINGS = {
    "kingdom": "Kingdom {}",
    "auction": "A. Auction {}",
    "offerings": "B. Offerings and favors",
    "construction": "C. Revenue and construction",
    "scoring": "D. Victory points",
}

WINNER_KEYS = ("winner", "winner_by_pyramids", "winner_by_turn_order")


# ---------------------------------------------------------------------------------------------------- actions
def words(view: View, action: int) -> str:
    """A legal action as a record has it: `bid Thinis 6`, `place Thinis Abydos`."""
    return " ".join([VERBS[view.phase], *_objects(view, action)])


def _objects(view: View, action: int) -> list[str]:
    match view.phase:
        case Phase.PHARAOH:
            return [str(action + 1)]
        case Phase.DISPLAY | Phase.PREPARATION:
            return [str(card) for card in members(action)]
        case Phase.ROW:
            return [_word(view.components.kingdoms[view.kingdom - 1][action].name)]
        case Phase.AUCTION:
            lot = view.row[action >> SLOT_SHIFT]
            return [_word(lot.province.name), str(action & (1 << SLOT_SHIFT) - 1)]
        case Phase.EXTEND:
            return [_word(_provinces(view)[action].top.name)]
        case Phase.FAVOR | Phase.PLACEMENT:
            return [_word(_provinces(view)[i].top.name) for i in members(action)]
        case _:
            return [str(action)]


def action(view: View, legal: Sequence[int], text: str) -> int:
    """The legal action that the words mean. Of provinces with the same future any may be named, cards in any order."""
    meant = _canonical(view, text.split())
    for candidate in legal:
        if _canonical(view, words(view, candidate).split()) == meant:
            return candidate
    raise IllegalAction(f"{text} is not legal ({_reason(view, text.split())})")


def _canonical(view: View, tokens: list[str]) -> tuple[object, ...]:
    """Words stripped of what makes no difference."""
    verb, objects = tokens[:1], tokens[1:]
    if view.phase in (Phase.DISPLAY, Phase.PREPARATION):
        return (*verb, *sorted(objects))
    if view.phase in (Phase.EXTEND, Phase.FAVOR, Phase.PLACEMENT) and len(set(objects)) == len(objects):
        futures = {_word(p.top.name): (p.extended, p.pyramids, p.top.ankhs) for p in _provinces(view)}
        if futures.keys() >= set(objects):
            return (*verb, *sorted(futures[name] for name in objects))
    return (*verb, *objects)


def _provinces(view: View) -> tuple[ExtendedProvince, ...]:
    return view.players[view.mover].provinces


def _word(name: str) -> str:
    return name.replace(" ", "_")


# ---------------------------------------------------------------------------------------------------- refusals
def position(view: View) -> str:
    """Where the game stands."""
    if view.phase == Phase.OVER:
        return "the game is over"
    who = f"player {view.mover + 1}" if view.mover >= 0 else "chance"
    where = f"kingdom {view.kingdom}"
    if view.phase in (Phase.ROW, Phase.AUCTION, Phase.EXTEND):
        where += f", auction {view.auction}"
    return f"{where}: {who} is to {VERBS[view.phase]}"


def _reason(view: View, tokens: list[str]) -> str:
    """Why these words are no legal action here."""
    if tokens[:1] != [VERBS.get(view.phase)]:
        return position(view)
    match view.phase:
        case Phase.AUCTION:
            return _why_no_bid(view, tokens[1:])
        case Phase.DISPLAY:
            return _why_no_display(view.components.opening_total, tokens[1:])
        case Phase.PREPARATION:
            return _why_no_display(view.gold, tokens[1:])
        case Phase.OFFERING:
            return f"the display is {_listed(view.players[view.mover].display)}"
        case Phase.CONSTRUCTION:
            return f"there are {view.gold} gold to spend, and at most 36 may be left"
        case Phase.EXTEND:
            free = [p.top.name for p in _provinces(view) if not p.extended]
            return f"it can cover {', '.join(free)}"
        case Phase.FAVOR | Phase.PLACEMENT:
            return f"it takes {view.rest} of the provinces with fewest pyramids"
        case Phase.ROW:
            return f"it takes a card of kingdom {view.kingdom} that has not been turned up"
        case _:
            return position(view)


def _why_no_bid(view: View, objects: list[str]) -> str:
    lots = {_word(lot.province.name): lot for lot in view.row}
    display = view.players[view.mover].display
    if len(objects) != 2:
        return "it takes a province and a gold card"
    name, gold = objects
    if name not in lots:
        return f"on offer: {', '.join(lots)}"
    if gold not in map(str, display):
        return f"the display is {_listed(display)}"
    return f"{name} holds {lots[name].bid}"


def _why_no_display(total: int, objects: list[str]) -> str:
    cards = [int(word) for word in objects if word in {str(card) for card in range(9)}]
    if len(cards) != len(objects) or len(set(cards)) != len(cards):
        return "it takes different gold cards from 0 to 8"
    if 0 not in cards:
        return "it takes the 0 too"
    return f"the cards come to {sum(cards)}, not {total}"


def _listed(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


# ---------------------------------------------------------------------------------------------------- the log
def sentence(view: View, action: int) -> Sentence:
    """What a log says of an action: `amunre_card.action.<verb>` with player and, as the verb has them, province,
    gold, cards, provinces, pyramids."""
    objects = _objects(view, action)
    names = tuple(word.replace("_", " ") for word in objects)
    filling: dict[str, object] = {"player": view.mover}
    match view.phase:
        case Phase.PHARAOH:
            filling = {"player": action}
        case Phase.DISPLAY | Phase.PREPARATION:
            filling |= {"cards": _listed(members(action)), "gold": sum(members(action))}
        case Phase.ROW:
            filling = {"province": names[0]}
        case Phase.AUCTION:
            filling |= {"province": names[0], "gold": int(names[1])}
        case Phase.EXTEND:
            acquired = view.players[view.mover].acquired
            assert acquired is not None
            filling |= {"province": acquired.name, "covered": names[0]}
        case Phase.OFFERING:
            filling |= {"gold": action}
        case Phase.FAVOR | Phase.PLACEMENT:
            filling |= {"provinces": names, "pyramids": len(names)}
        case Phase.CONSTRUCTION:
            filling |= {"pyramids": action, "gold": view.components.total_cost[action]}
    return f"amunre_card.action.{VERBS[view.phase]}", filling


def step_sentence(components: Components, step: Step) -> Sentence:
    """What a log says of a step: `amunre_card.step.<kind>` with player and the names that STEPS has; a tie has a key of
    its own, and the flood comes with per_field and per_caravan."""
    _, a, b = STEPS[STEP_KINDS.index(step.kind)]
    filling: dict[str, object] = {"player": step.player} if step.player >= 0 else {}
    filling |= {name: _value(components, name, number) for name, number in ((a, step.a), (b, step.b)) if name}
    key = step.kind
    if step.kind == "flood":
        flood = components.floods[step.b - 1]
        filling |= {"per_field": flood.per_field, "per_caravan": flood.per_caravan}
    elif step.kind in ("crowned", "stays") and step.b:
        key += "_tied"
    elif step.kind == "winner":
        key = WINNER_KEYS[step.a]
    return f"amunre_card.step.{key}", filling


def _value(components: Components, name: str, number: int) -> object:
    if name in ("province", "covered"):
        kingdom, card = divmod(number, len(components.kingdoms[0]))
        return components.kingdoms[kingdom][card].name
    return _listed(members(number)) if name == "cards" else number


def heading(step: Step) -> str | None:
    """What begins with this step, as a record titles it."""
    title = HEADINGS.get(step.kind)
    return None if title is None else title.format(step.a)


def checks(story: Story) -> tuple[str, ...]:
    """What a record verifies: the flood, the points of a kingdom, the totals, the winner."""
    found = [f"flood {step.b}" for step in story if step.kind == "flood"]
    for kind in ("points", "total"):
        by_seat = sorted((step.player, step.a) for step in story if step.kind == kind)
        if by_seat:
            found.append(" ".join([kind, *(str(points) for _, points in by_seat)]))
    found += [f"winner {step.player + 1}" for step in story if step.kind == "winner"]
    return tuple(found)
