"""What is in a components file, in sentences: `amunre_card.deck.<key>`."""

from collections.abc import Iterator
from dataclasses import asdict

from amunre.core.amunre_card.components import (
    Components,
    Flood,
    Province,
    ProvinceChange,
    built_in,
    province_changes,
    sums,
    table_changes,
)
from amunre.core.story import Sentence

VALUES = ("pyramids", "ankhs", "fields", "caravans")


def describe(deck: Components) -> Iterator[Sentence]:
    """Counts and sums of each kingdom, then what differs from the built-in components."""
    yield "amunre_card.deck.file", {"file": deck.name, "digest": deck.digest}
    for number, of_kingdom in enumerate(sums(deck), 1):
        yield "amunre_card.deck.kingdom", {"kingdom": number} | asdict(of_kingdom)
    differences = list(_differences(deck))
    yield "amunre_card.deck.differences", {"n": len(differences)}
    yield from differences


def _differences(deck: Components) -> Iterator[Sentence]:
    usual = built_in()
    for table in table_changes(deck, usual):
        yield (
            "amunre_card.deck.table",
            {"table": table.table, "usual": _listed(table.usual), "own": _listed(table.own)},
        )
    for change in province_changes(deck, usual):
        yield from _province(change)


def _province(change: ProvinceChange) -> Iterator[Sentence]:
    match change.usual, change.own:
        case None, Province() as card:
            yield "amunre_card.deck.added", {"kingdom": change.kingdom} | asdict(card)
        case Province() as card, None:
            yield "amunre_card.deck.missing", {"kingdom": change.kingdom} | asdict(card)
        case Province() as usual, Province() as own:
            yield from _changes(change.kingdom, usual, own)


def _changes(kingdom: int, usual: Province, own: Province) -> Iterator[Sentence]:
    if usual.name != own.name:
        yield "amunre_card.deck.renamed", {"kingdom": kingdom, "usual": usual.name, "own": own.name}
    for value in VALUES:
        pair = {"usual": getattr(usual, value), "own": getattr(own, value)}
        if pair["usual"] != pair["own"]:
            yield f"amunre_card.deck.{value}", {"kingdom": kingdom, "province": own.name} | pair


def _listed(value: int | tuple[int, ...] | tuple[Flood, ...]) -> str:
    if isinstance(value, int):
        return str(value)
    return " ".join(_flood(entry) if isinstance(entry, Flood) else str(entry) for entry in value)


def _flood(row: Flood) -> str:
    """The greatest total of offerings, then what a field and a caravan earn: `5:1/10`."""
    return f"{'' if row.upto is None else row.upto}:{row.per_field}/{row.per_caravan}"
