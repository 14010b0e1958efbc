"""What is asked of the player, in a line; or what is going on."""

from amunre.core import NOBODY
from amunre.tui.boards import Scene
from amunre.tui.inks import Ink, Line


def prompt(scene: Scene, _width: int, _height: int) -> list[Line]:
    """What her choice lacks or comes to, that the game is over, or who thinks."""
    names = [sitter.name for sitter in scene.sitters]
    if scene.choice is not None:
        look = "strong" if scene.choice.action is not None else ""
        return [[Ink(f"{scene.glyphs.arrow} ", "cursor"), Ink(scene.words.tell(scene.choice.prompt, names), look)]]
    if scene.state.to_move == NOBODY:
        return [[Ink(scene.words.say("table.over"), "strong")]]
    if scene.thinking is not None:
        return [[Ink(scene.words.say("table.thinks", name=names[scene.thinking]), "dim")]]
    return [[Ink("")]]
