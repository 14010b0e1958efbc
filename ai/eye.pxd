"""A learned eye: what a position is worth to each player, judged without playing on."""

from amunre.core.game cimport Game

cdef enum:
    MAX_HIDDEN = 64                     # units of the hidden layer

cdef class Eye:
    cdef readonly int inputs            # features that a position has
    cdef readonly int hidden            # units between features and answers; 0: a linear eye
    cdef readonly int stages            # rows of weights
    cdef float* weights                 # stage by stage, as laid out in eye.pyx
    cdef int row                        # floats of one stage

    cdef void judge(self, Game game, const void* state, int stage, double* win, double* points) noexcept nogil
