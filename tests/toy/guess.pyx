"""A guessing game: a card is laid face down, and the first player names its rank. Only for tests of the search."""

from libc.stdint cimport int8_t

from amunre.core.game cimport Game, State
from amunre.core.rng cimport below, rng_t
from amunre.core.types cimport CHANCE, NOBODY, action_t, story_t

cdef enum:
    RANKS = 4                           # from 1

ctypedef struct Position:
    int8_t card                         # SECRET its rank, 0: not laid yet, or not to be seen
    int8_t laid
    int8_t guess                        # 0: none yet


cdef class Guess(Game):
    """The deck says how many cards of each rank there are. Who guesses right wins, otherwise the other player does."""
    cdef int copies[RANKS + 1]
    cdef int cards

    def __init__(self, int players=2, deck=None):
        cdef int rank
        self.describe("guess", 2, sizeof(Position), ("reveal",), {}, deck)
        for rank in range(1, RANKS + 1):
            self.copies[rank] = deck[rank - 1]
            self.cards += deck[rank - 1]

    cdef int to_move(self, const void* state) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.guess:
            return NOBODY
        return 0 if s.laid else CHANCE

    cdef int witnesses(self, const void* state) noexcept nogil:
        return 3 if (<const Position*>state).laid else 0

    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil:
        cdef int rank
        for rank in range(1, RANKS + 1):
            out[rank - 1] = rank
        return 0 if (<const Position*>state).guess else RANKS

    cdef int weight(self, const void* state, action_t outcome) noexcept nogil:
        return self.copies[outcome]

    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil:
        cdef Position* s = <Position*>state
        if s.laid:
            s.guess = action
        else:
            s.card, s.laid = action, 1

    cdef void conceal(self, void* state, int viewer) noexcept nogil:
        cdef Position* s = <Position*>state
        if not s.guess:
            s.card = 0

    cdef void redeal(self, void* state, int viewer, rng_t* rng) noexcept nogil:
        cdef Position* s = <Position*>state
        cdef int left
        if s.laid and not s.guess:
            left = below(rng, self.cards)
            while left >= 0:
                s.card += 1
                left -= self.copies[s.card]

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const Position* s = <const Position*>state
        out[0] = s.card == s.guess
        out[1] = 1 - out[0]

    cdef void scores(self, const void* state, double* out) noexcept nogil:
        out[0] = out[1] = 0

    def position(self, State state not None):
        return "a guess"
