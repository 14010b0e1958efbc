"""Opponents. Knows positions and the contract, and no game by name."""

if __name__ != "amunre.ai":
    raise ImportError(f"this package is imported as amunre.ai, not as {__name__}")
