"""What a server tells whoever runs it: a line of JSON for each event."""

import json
import sys
from contextlib import suppress
from datetime import UTC, datetime


def tell(event: str, **facts: object) -> None:
    """Write a line. A log that nobody can read any more is no reason to stop."""
    told = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
    with suppress(OSError, ValueError):
        print(json.dumps(told, default=str), file=sys.stdout, flush=True)
