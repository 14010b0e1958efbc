"""Clockwise order, and rankings in which ties fall to the one earlier (or later) in turn order."""


cdef inline int clockwise(int player, int players) noexcept nogil:
    """The next player to the left."""
    return player + 1 if player + 1 < players else 0


cdef inline int first_with_most(const int* amounts, int players, int first) noexcept nogil:
    """Who has most; of tied players the earliest, counting clockwise from `first`."""
    cdef int best = first, player = first, _i
    for _i in range(1, players):
        player = clockwise(player, players)
        if amounts[player] > amounts[best]:
            best = player
    return best


cdef inline int last_with_fewest(const int* amounts, int players, int first) noexcept nogil:
    """Who has fewest; of tied players the latest, counting clockwise from `first`."""
    cdef int worst = first, player = first, _i
    for _i in range(1, players):
        player = clockwise(player, players)
        if amounts[player] <= amounts[worst]:
            worst = player
    return worst
