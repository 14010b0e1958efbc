"""The process behind a page: `python -m amunre.tui.web DIR`, started by the server only."""

import sys
from pathlib import Path

from amunre.tui.web.app import VisitorApp, complain


def main(place: str) -> int:
    """Let one visitor play; the exit code."""
    try:
        app = VisitorApp(Path(place))
        app.run()
        app.store.close()
    except Exception as error:
        complain(f"{type(error).__name__}: {error}")
        return 1
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
