"""Turn order."""


cdef inline int clockwise(int player, int players) noexcept nogil:
    """The next player to the left."""
    return player + 1 if player + 1 < players else 0
