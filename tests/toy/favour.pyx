"""Two open choices, of the first player and the second; a third only watches. Only for tests of the search."""

from libc.stdint cimport int8_t

from amunre.core.game cimport Game, State
from amunre.core.types cimport NOBODY, action_t, story_t

cdef enum:
    PLAYERS = 3
    WAYS = 2                            # to choose, for each of the two

ctypedef struct Position:
    int8_t made                         # choices so far
    int8_t chosen[2]


cdef class Favour(Game):
    """The shares of all three, by the choice of the first and that of the second."""
    cdef double share[WAYS][WAYS][PLAYERS]

    def __init__(self, int players=PLAYERS, deck=None):
        cdef int first, second, player
        self.describe("favour", PLAYERS, sizeof(Position), ("favour",), {}, deck)
        for first in range(WAYS):
            for second in range(WAYS):
                for player in range(PLAYERS):
                    self.share[first][second][player] = deck[first][second][player]

    cdef int to_move(self, const void* state) noexcept nogil:
        cdef const Position* s = <const Position*>state
        return s.made if s.made < 2 else NOBODY

    cdef int witnesses(self, const void* state) noexcept nogil:
        return (1 << PLAYERS) - 1

    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil:
        out[0], out[1] = 0, 1
        return WAYS if (<const Position*>state).made < 2 else 0

    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil:
        cdef Position* s = <Position*>state
        s.chosen[s.made] = action
        s.made += 1

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const Position* s = <const Position*>state
        cdef int player
        for player in range(PLAYERS):
            out[player] = self.share[s.chosen[0]][s.chosen[1]][player]

    cdef void scores(self, const void* state, double* out) noexcept nogil:
        out[0] = out[1] = out[2] = 0

    def position(self, State state not None):
        return "a favour"
