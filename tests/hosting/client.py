"""Does what the test asks of `ssh`, where that is not installed: keys go to a server, pictures come back."""

import asyncio
import os
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

import asyncssh

UNREACHED = 255
"""The exit code of `ssh` when there was no session."""
CHUNK = 1 << 16


@contextmanager
def raw(terminal: int) -> Iterator[None]:
    """Keys as they come."""
    before = termios.tcgetattr(terminal)
    tty.setraw(terminal, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


async def play(port: int, name: str, key: str, known_hosts: str) -> int:
    """Until the session is over; its exit code."""
    loop = asyncio.get_running_loop()
    async with asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[key] if key else None, known_hosts=known_hosts, agent_path=None
    ) as connection:
        size = os.get_terminal_size(0)
        process = await connection.create_process(
            term_type=os.environ["TERM"], term_size=(size.columns, size.lines), encoding=None, env=_told()
        )
        loop.add_reader(0, lambda: process.stdin.write(os.read(0, CHUNK)))
        loop.add_signal_handler(signal.SIGWINCH, lambda: process.change_terminal_size(*os.get_terminal_size(0)))
        while painted := await process.stdout.read(CHUNK):
            sys.stdout.buffer.write(painted)
            sys.stdout.buffer.flush()
        loop.remove_reader(0)
        await process.wait()
        return process.returncode if process.returncode is not None else UNREACHED


def _told() -> dict[str, str]:
    return {name: os.environ[name] for name in ("LANG", "COLORTERM") if name in os.environ}


def main() -> int:
    """The port, the name, the file of the key, that of known hosts."""
    port, name, key, known_hosts = sys.argv[1:]
    try:
        with raw(0):
            return asyncio.run(play(int(port), name, key, known_hosts))
    except (OSError, asyncssh.Error) as error:
        print(error, file=sys.stderr)
        return UNREACHED


if __name__ == "__main__":
    sys.exit(main())
