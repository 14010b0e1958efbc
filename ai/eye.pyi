from collections.abc import Sequence
from typing import Self, final

from amunre.core import State

BLOCK: int
MOST_HIDDEN: int

@final
class Eye:
    def __new__(cls, inputs: int, hidden: int, rows: Sequence[Sequence[float]]) -> Self: ...
    @property
    def inputs(self) -> int: ...
    @property
    def hidden(self) -> int: ...
    @property
    def stages(self) -> int: ...

def judged(eye: Eye, state: State) -> tuple[int, tuple[float, ...], tuple[float, ...]]: ...
def read(state: State) -> tuple[int, list[list[float]]]: ...
