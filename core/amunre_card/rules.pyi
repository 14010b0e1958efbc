from amunre.core.amunre_card.components import Components
from amunre.core.game import Game

class CardGame(Game):
    components: Components
    def __init__(self, players: int, deck: Components | None = None) -> None: ...
