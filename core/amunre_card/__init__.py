"""Amun-Re: The Card Game, by Reiner Knizia."""

from amunre.core.amunre_card import components, description
from amunre.core.amunre_card.features import FEATURES, STAGES
from amunre.core.amunre_card.greedy import greedy
from amunre.core.amunre_card.rules import CardGame
from amunre.core.info import Info

INFO = Info(
    name="amunre_card",
    title="Amun-Re: The Card Game",
    fewest_players=2,
    most_players=5,
    make=CardGame,
    read_deck=components.read,
    describe_deck=description.describe,
    stages=STAGES,
    features=FEATURES,
    greedy=greedy,
)
