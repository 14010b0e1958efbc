"""Whose machine the app runs on, and what its player may ask of it."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from threading import get_native_id

LAST = 19
"""Priority of what may wait for everything else."""


def _for_ever() -> float:
    return inf


@dataclass(frozen=True)
class House:
    """The player's own machine, or one where she is a guest among others."""

    guest: str = ""
    """What she is called there; empty at home."""
    patience: Callable[[], float] = _for_ever
    """Seconds that a thought may take, as things are now."""

    @property
    def files(self) -> bool:
        """Whether she may name files: a guest's own are not here, and those of others are none of her business."""
        return not self.guest

    def yield_to_others(self) -> None:
        """Let this thread, which thinks, wait for all that others want to see."""
        if self.guest and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, get_native_id(), LAST)


AT_HOME = House()
