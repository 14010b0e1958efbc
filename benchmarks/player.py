"""A player who plays by herself: sees what is painted on her terminal, types at human speed, and times the answers."""

import re
from itertools import cycle
from random import Random

from amunre.tui.inks import UNICODE
from amunre.tui.words import Words, load
from benchmarks.terminal import Terminal

PACE = 1 / 3
"""Seconds between two keys, on average."""
JITTER = 0.3
"""Part of it by which she is early or late."""
GLANCE, GLANCES = 0.03, 5
"""Seconds that a picture must have been still for before she types into it, and how often she waits for that."""
LOST = 2.0
"""Seconds after which a key counts as unanswered."""
CHUNK = 1 << 16
COLOURS = re.compile(rb"\x1b\[[0-9;:]*m")
PLACED = re.compile(rb"\x1b\[(\d+);(\d+)H([^\x1b]*)")
TABLE = load("en").sentences["amunre_card.board.kingdom"].partition("{")[0].encode()
"""What stands on every table."""
ARROW = UNICODE.arrow
READY = ("bid", "outbid", "display", "offer", "extend", "place", "place_others", "build")
"""The prompts of a choice that Enter takes."""
AT_TURN = ("step", "step", "step", "digit", "step", "escape", "step", "back", "up", "step", "up", "enter")
"""What she types, over and over, when she is asked."""
WAITING = ("right", "left", "enter", "enter", "escape")
"""What she types when she is not: it closes cards, and when a game is over it leads to the next one."""
KEYS = {"left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "escape": "\x1b", "enter": "\r"}


class Sight:
    """What she can tell from what was painted: whether she is asked, and what."""

    def __init__(self, words: Words) -> None:
        self._ready = tuple(_beginning(words, f"amunre_card.prompt.{key}") for key in READY)
        self._build = _beginning(words, "amunre_card.prompt.build")
        self._lines: dict[int, str] = {}
        self._line = 0
        self.prompt = ""
        """What she is asked; empty if it is not her turn."""

    def look(self, painted: bytes) -> None:
        """Take in what has been painted since the last look."""
        for line, column, text in PLACED.findall(COLOURS.sub(b"", painted)):
            number, at, part = int(line), int(column) - 1, text.decode(errors="replace").rstrip("\r\n")
            before = self._lines.get(number, "").ljust(at)
            self._lines[number] = before[:at] + part + before[at + len(part) :]
            self._read(number, self._lines[number].strip())

    def _read(self, line: int, text: str) -> None:
        """The line of the prompt is known by its arrow, and stays where it is as long as nothing else moves."""
        if text.startswith(ARROW):
            self._line, self.prompt = line, text.removeprefix(ARROW).strip()
        elif line == self._line:
            self.prompt = ""

    @property
    def ready(self) -> bool:
        """Whether Enter takes what is chosen."""
        return self.prompt.startswith(self._ready)

    @property
    def builds(self) -> bool:
        """Whether what she chooses from stands in a column."""
        return self.prompt.startswith(self._build)


def _beginning(words: Words, key: str) -> str:
    """A sentence up to its first filling."""
    return words.sentences[key].partition("{")[0]


class Player:
    """She types whether it is her turn or not. Keys that must paint something are timed, one at a time."""

    def __init__(self, terminal: Terminal, seed: int, now: float) -> None:
        self.terminal = terminal
        self.due = now
        """When she will type again."""
        self.steps: list[float] = []
        """Seconds from a step of the cursor to its first byte."""
        self.enters: list[float] = []
        """Seconds from taking an action to its first byte."""
        self.sizes: list[int] = []
        """Bytes that came for a step of the cursor."""
        self.typed = 0
        self.unanswered = 0
        self.sight = Sight(load("en"))
        self._random = Random(seed)
        self._unread = bytearray()
        self._painted_at = now
        self._clock: tuple[str, float] | None = None
        self._step = False
        self._glances = 0
        self._at_turn = cycle(AT_TURN)
        self._waiting = cycle(WAITING)

    @property
    def seated(self) -> bool:
        """Whether her table has been painted."""
        return TABLE in self._unread

    def forget(self) -> None:
        """Begin to count anew."""
        self.steps, self.enters, self.sizes = [], [], []
        self.typed = self.unanswered = 0

    def painted(self, data: bytes, now: float) -> None:
        """Something has come."""
        self._unread += data
        self._painted_at = now
        if self._clock is not None:
            kind, begun = self._clock
            (self.enters if kind == "enter" else self.steps).append(now - begun)
            self._clock = None

    def act(self, now: float) -> None:
        """Type, unless the picture is just changing."""
        if now - self._painted_at < GLANCE and self._glances < GLANCES:
            self._glances += 1
            self.due = now + GLANCE
            return
        self._glances = 0
        self._look(now)
        self._type(self._choose(), now)
        self.due = now + PACE * self._random.uniform(1 - JITTER, 1 + JITTER)

    def _look(self, now: float) -> None:
        if self._clock is not None and now - self._clock[1] > LOST:
            self.unanswered += 1
            self._clock = None
        if self._step and self._unread:
            self.sizes.append(len(self._unread))
        self.sight.look(bytes(self._unread))
        self._unread.clear()

    def _choose(self) -> str:
        return next(self._at_turn if self.sight.prompt else self._waiting)

    def _type(self, what: str, now: float) -> None:
        sight = self.sight
        counts = bool(sight.prompt) and (what in ("step", "back") or (what == "enter" and sight.ready))
        if counts and self._clock is None:
            self._clock = what, now
        self._step = counts and what != "enter"
        self.typed += 1
        self.terminal.type(self._keys(what))

    def _keys(self, what: str) -> str:
        match what:
            case "step":
                return KEYS["down" if self.sight.builds else "right"]
            case "back":
                return KEYS["up" if self.sight.builds else "left"]
            case "digit":
                return str(self._random.randrange(9))
            case _:
                return KEYS[what]
