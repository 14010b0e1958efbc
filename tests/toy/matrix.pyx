"""A matrix game: two secret choices, then a payoff. Only for tests of the search."""

from libc.stdint cimport int8_t

from amunre.core.game cimport Game, State
from amunre.core.types cimport NOBODY, REVEAL, action_t, story_t, tell

cdef enum:
    SIZE = 8                            # choices of each player

ctypedef struct Position:
    int8_t mover
    int8_t chosen[2]                    # choice + 1, or 0


cdef class Matrix(Game):
    """What the first player wins, by her choice and that of the second, who gets the rest of 1."""
    cdef double payoff[SIZE][SIZE]

    def __init__(self, int players=2, deck=None):
        cdef int row, column
        self.describe("matrix", 2, sizeof(Position), ("reveal",), {}, deck)
        for row in range(SIZE):
            for column in range(SIZE):
                self.payoff[row][column] = deck[row][column]

    cdef int to_move(self, const void* state) noexcept nogil:
        return (<const Position*>state).mover

    cdef int witnesses(self, const void* state) noexcept nogil:
        return 1 << (<const Position*>state).mover

    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil:
        cdef int i
        for i in range(SIZE):
            out[i] = i
        return 0 if (<const Position*>state).mover == NOBODY else SIZE

    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil:
        cdef Position* s = <Position*>state
        s.chosen[s.mover] = action + 1
        s.mover = 1 - s.mover
        if s.chosen[s.mover]:
            s.mover = NOBODY
            tell(story, REVEAL, NOBODY, 0, 0)

    cdef void conceal(self, void* state, int viewer) noexcept nogil:
        cdef Position* s = <Position*>state
        if s.mover != NOBODY:
            s.chosen[1 - viewer] = 0
            s.mover = 1 - viewer if s.chosen[viewer] else viewer

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const Position* s = <const Position*>state
        out[0] = self.payoff[s.chosen[0] - 1][s.chosen[1] - 1]
        out[1] = 1 - out[0]

    cdef void scores(self, const void* state, double* out) noexcept nogil:
        out[0] = out[1] = 0

    def position(self, State state not None):
        return "a matrix"
