"""A client for machines that have no OpenSSH: passes on what is typed and painted, unchanged."""

import asyncio
import os
import sys
import tty

import asyncssh

from benchmarks.inn import ADDRESS


async def call(key: str, port: int, name: str) -> None:
    """Be connected until the server hangs up."""
    options = {"client_keys": [key], "known_hosts": None, "agent_path": None, "config": None}
    async with asyncssh.connect(ADDRESS, port, username=name, **options) as connection:
        size = os.get_terminal_size()
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(size.columns, size.lines), stdin=0, stdout=1, encoding=None
        )
        await process.wait_closed()


if __name__ == "__main__":
    tty.setraw(0)
    asyncio.run(call(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
