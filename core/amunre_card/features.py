"""What a learned eye reads: the names of stages and features, in the order of advice.pxd."""

from amunre.core.amunre_card.components import GOLD

STAGES = tuple(
    f"kingdom {kingdom}, {moment}"
    for kingdom in (1, 2, 3)
    for moment in ("auction 1", "auction 2", "auction 3", "offerings")
)

FEATURES = (
    "points",
    "points beyond the best rival",
    "points beyond the rivals' mean",
    "fewest pyramids",
    "pyramids of the middle province beyond the fewest",
    "pyramids of the greatest province beyond the fewest",
    "fewest pyramids beyond the best rival",
    "fewest pyramids beyond the rivals' mean",
    "pyramids beyond the rivals' mean",
    "fields",
    "enough fields for the point",
    "fields beyond the rivals' mean",
    "caravans",
    "caravans beyond the rivals' mean",
    "ankhs",
    "ankhs beyond the most of rivals",
    "ankhs beyond the least of rivals",
    "fewest ankhs",
    "Pharaoh",
    "place in turn order",
    "gold",
    "gold beyond the richest rival",
    "gold beyond the rivals' mean",
    "gold cards",
    "highest gold card",
    "second highest gold card",
    "rivals with a higher card",
    "everybody's gold",
    "fields times everybody's gold",
    "caravans times everybody's gold",
    "ankhs not covered yet",
    "fields not covered yet",
    "caravans not covered yet",
    "pyramids beyond the fewest, where not covered yet",
    *(f"gold card {card}" for card in range(1, GOLD)),
)
