"""The log: in order and whole, whether or not somebody reads it."""

import json
import subprocess
import sys
from contextlib import ExitStack
from typing import Any

import pytest

from tests.hosting.club import GRACE, PATIENCE

COUNT = 5000
"""More lines than a pipe and the log together hold."""
TELL = f"""
import sys
from amunre.tui.hosting import log
log.PATIENCE = float(sys.argv[1])
with log.written():
    for number in range({COUNT}):
        log.tell("counted", number=number, space=" " * 200)
    print("told", file=sys.stderr, flush=True)
    sys.stdin.readline()
    log.tell("over")
"""


def telling(stack: ExitStack, patience: float) -> "subprocess.Popen[str]":
    """A process that has told more than it could write."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = stack.enter_context(
        subprocess.Popen([sys.executable, "-c", TELL, str(patience)], text=True, bufsize=1, **pipes)
    )
    stack.callback(process.kill)
    assert process.stderr is not None
    assert process.stderr.readline() == "told\n"
    return process


def test_what_nobody_reads_is_counted_and_the_rest_is_in_order() -> None:
    with ExitStack() as stack:
        process = telling(stack, PATIENCE)
        assert process.stdout is not None
        assert process.stdin is not None
        lost = expected = 0
        while expected < COUNT:
            told = json.loads(process.stdout.readline())
            if told["event"] == "lost":
                lost += 1
                expected += told["lines"]
            else:
                assert told["number"] == expected
                expected += 1
        process.stdin.write("\n")
        assert json.loads(process.stdout.read())["event"] == "over"
        assert process.wait(PATIENCE) == 0
    assert lost


def test_what_nobody_reads_does_not_keep_the_process() -> None:
    with ExitStack() as stack:
        process = telling(stack, 0.1)
        assert process.stdin is not None
        process.stdin.write("\n")
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert not process.stderr.read()


@pytest.mark.parametrize("output", [">&-", "| true", ">/dev/full"])
def test_no_output_is_no_reason_to_stop(output: str) -> None:
    command = f'"$@" {output}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-c", TELL, str(GRACE)],
        input="\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr == "told\n"
