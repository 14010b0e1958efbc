"""`python -m benchmarks`: measures what is asked for, and says in one line what went wrong."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

from amunre.core.errors import BadInput
from benchmarks import playouts, screen, search, sessions, strength

BENCHMARKS = {"playouts": playouts, "search": search, "screen": screen, "sessions": sessions, "strength": strength}


class Parser(ArgumentParser):
    """Complains as about all bad input: in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise BadInput(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the arguments ask for; the exit code."""
    parser = Parser(prog="python -m benchmarks", description="How fast things are.")
    names = parser.add_subparsers(required=True, metavar="BENCHMARK")
    for name, benchmark in BENCHMARKS.items():
        benchmark_parser = names.add_parser(name, help=benchmark.HELP, description=benchmark.HELP)
        benchmark.add(benchmark_parser)
        benchmark_parser.set_defaults(run=benchmark.run)
    try:
        chosen = parser.parse_args(arguments)
        chosen.run(chosen)
    except KeyboardInterrupt:
        return 130
    except BadInput as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror}")
    return 0


def _complain(line: str) -> int:
    print(f"benchmarks: {line}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
