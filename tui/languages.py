"""Which language is spoken: what was asked for, what was set, or what the system says."""

import os
from collections.abc import Mapping

from amunre.core import BadInput

LANGUAGES = {"en": "English", "it": "Italiano"}
"""By their codes; the first is spoken where nothing else is known."""


def spoken(asked: str = "", set_to: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language: from the command line, the settings, or LANG and its kin."""
    if asked and asked not in LANGUAGES:
        raise BadInput(f"unknown language {asked} (known: {', '.join(LANGUAGES)})")
    said = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    for code in (asked, set_to, said[:2]):
        if code in LANGUAGES:
            return code
    return next(iter(LANGUAGES))
