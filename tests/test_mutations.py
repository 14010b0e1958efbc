"""Damaged records: each is either read or refused in one clear line, and soon."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from amunre.core import BadInput
from amunre.core.match import Match
from amunre.core.record import read, write

GOOD = [path.read_bytes() for path in sorted((Path(__file__).parent / "records").glob("*.record"))]

Mutation = Callable[[bytes, Random], bytes]


def place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def flip_a_bit(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def insert_bytes(data: bytes, random: Random) -> bytes:
    at = place(data, random)
    strange = [
        b"\0",
        b"\xff",
        b"\n",
        b" ",
        b"9" * 5000,
        "٣".encode(),
        b"\r",
        b"\x1b[2J",
        "\u2028".encode(),
        b"-1 ",
        b"0",
    ]
    return data[:at] + random.choice([random.randbytes(random.randint(1, 20)), *strange]) + data[at:]


def cut_off(data: bytes, random: Random) -> bytes:
    return data[: place(data, random)]


def cut_out(data: bytes, random: Random) -> bytes:
    first, last = sorted((place(data, random), place(data, random)))
    return data[:first] + data[last:]


def swap_lines(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def repeat_a_line(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = random.randrange(len(lines))
    return b"".join([*lines[:at], *lines[at : at + 1] * random.choice([2, 3, 1000]), *lines[at + 1 :]])


def change_a_word(data: bytes, random: Random) -> bytes:
    """Another word of the record, or a number out of all bounds."""
    words = data.split(b" ")
    other = random.choice([random.choice(words), b"-1", b"4294967296", b"9" * 30, b"1e9", b"", b"undo 3\n1"])
    words[random.randrange(len(words))] = other
    return b" ".join(words)


def take_back(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    lines.insert(random.randrange(len(lines) + 1), b"%d undo %d\n" % (random.randint(0, 6), random.randint(0, 99)))
    return b"".join(lines)


MUTATIONS: list[Mutation] = [
    flip_a_bit,
    insert_bytes,
    cut_off,
    cut_out,
    swap_lines,
    repeat_a_line,
    change_a_word,
    take_back,
]


def mutated(seed: int) -> bytes:
    random = Random(seed)
    data = random.choice(GOOD)
    for mutation in random.choices(MUTATIONS, k=random.choice([1, 1, 1, 2, 4])):
        data = mutation(data or b"\n", random)
    return data


def outcome(data: bytes) -> Match | str:
    """The match, or why there is none. Anything but BadInput is a failure."""
    try:
        return read(data)
    except BadInput as refusal:
        return str(refusal)


def check(seed: int) -> bool:
    """Whether the mutated record can be read; if so, what it means survives being written."""
    found = outcome(mutated(seed))
    if isinstance(found, str):
        assert found.isprintable(), seed
        assert len(found) < 500, seed
        return False
    again = read(write(found))
    assert write(again) == write(found), seed
    assert again.truth() == found.truth(), seed
    return True


@pytest.mark.parametrize("block", range(10))
def test_a_thousand_damaged_records(block: int) -> None:
    outcomes = [check(seed) for seed in range(100 * block, 100 * (block + 1))]
    assert any(outcomes)
    assert not all(outcomes)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_ten_thousand_damaged_records(block: int) -> None:
    for seed in range(1000 * (block + 1), 1000 * (block + 2)):
        check(seed)
