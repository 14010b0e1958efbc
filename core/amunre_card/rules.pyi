from typing import Final

from typing_extensions import disjoint_base

from amunre.core.amunre_card.components import Components
from amunre.core.game import Game

NAME: Final = "amunre_card"

@disjoint_base
class CardGame(Game):
    components: Components
    def __init__(self, players: int, deck: Components | None = None) -> None: ...
