"""Lets the tests run on an in-place build too and from wherever they are started, and gives Hypothesis patience."""

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

from hypothesis import settings

IN_PLACE = Path(__file__).parents[1] / "build" / "cy"


def installed() -> bool:
    try:
        return find_spec("amunre.core") is not None
    except ModuleNotFoundError:
        return False


if not installed():
    sys.path.insert(0, str(IN_PLACE))
    # Commands that tests start should find the same modules.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(IN_PLACE), os.environ.get("PYTHONPATH")]))

# A busy machine is not a bug.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# A shell in the background ignores interruptions, and so would all that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
