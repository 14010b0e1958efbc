"""What a page says, as an app is told it. Nothing is believed: neither sizes nor types nor that it is JSON at all."""

import json

WIDEST, HIGHEST = 400, 150
"""Cells of the largest terminal."""
NARROWEST, LOWEST = 20, 5
"""Cells of the smallest one that anything can be drawn on."""
DATA, META = b"D", b"M"
"""Kinds of packets: keys or paint, and everything else."""


def packet(kind: bytes, payload: bytes) -> bytes:
    """As Textual's driver for the web wants it."""
    return kind + len(payload).to_bytes(4, "big") + payload


def read(text: str) -> object:
    """A message; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def told(message: object) -> bytes:
    """What the app is told of it: nothing if it makes no sense."""
    match message:
        case ["stdin", str(keys)]:
            return packet(DATA, keys.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            columns, rows = clamped(width, height)
            size = {"type": "resize", "width": columns, "height": rows}
            return packet(META, json.dumps(size).encode())
    return b""


def clamped(width: int, height: int) -> tuple[int, int]:
    """The size of a terminal that can be drawn."""
    return max(NARROWEST, min(width, WIDEST)), max(LOWEST, min(height, HIGHEST))
