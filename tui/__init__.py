"""What a player meets: the command, the words, the screens."""

if __name__ != "amunre.tui":
    raise ImportError(f"this package is imported as amunre.tui, not as {__name__}")
