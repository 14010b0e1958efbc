"""A learned eye, evaluated in plain loops.

For each stage of a game: answers = bias + direct x + out relu(into x + start), where x are the features of a position
from one player's seat. The two answers are a score, which a softmax over the players turns into shares of the victory,
and the points that she will have at the end.
"""

cimport cython
from libc.math cimport exp
from libc.stdlib cimport calloc, free

from amunre.core.game cimport Game, State
from amunre.core.types cimport MAX_FEATURES, MAX_PLAYERS

cdef extern from *:
    """
    /* 16 units of a layer at once, so that they stay in registers: compilers left to themselves go the other way. */
    #if defined(__GNUC__)
    typedef float amunre_units __attribute__((vector_size(16), aligned(4), may_alias));

    static void amunre_feed(const float *into, int stride, const float *x, int inputs, float *units) {
        amunre_units *sum = (amunre_units *)units, a = sum[0], b = sum[1], c = sum[2], d = sum[3];
        for (int i = 0; i < inputs; i++) {
            const amunre_units *row = (const amunre_units *)(into + i * stride);
            a += row[0] * x[i];
            b += row[1] * x[i];
            c += row[2] * x[i];
            d += row[3] * x[i];
        }
        sum[0] = a, sum[1] = b, sum[2] = c, sum[3] = d;
    }
    #else
    static void amunre_feed(const float *into, int stride, const float *x, int inputs, float *units) {
        for (int i = 0; i < inputs; i++)
            for (int j = 0; j < 16; j++) units[j] += into[i * stride + j] * x[i];
    }
    #endif
    """
    void feed "amunre_feed" (const float* into, int stride, const float* x, int inputs, float* units) noexcept nogil

cdef enum:
    ANSWERS = 2                         # a score, and points
    C_BLOCK = 16                        # hidden units that are worked out at once

BLOCK = C_BLOCK
MOST_HIDDEN = MAX_HIDDEN


@cython.final
cdef class Eye:
    """Weights for one game with one number of players."""

    def __cinit__(self, int inputs, int hidden, rows):
        if not (0 < inputs <= MAX_FEATURES and 0 <= hidden <= MAX_HIDDEN and hidden % C_BLOCK == 0 and len(rows) > 0):
            raise ValueError(f"no eye has {inputs} inputs, {hidden} hidden units and {len(rows)} stages")
        self.inputs = inputs
        self.hidden = hidden
        self.stages = len(rows)
        self.row = ANSWERS * (1 + inputs + hidden) + hidden * (1 + inputs)
        self.weights = <float*>calloc(self.stages * self.row, sizeof(float))
        if self.weights == NULL:
            raise MemoryError
        cdef int stage, i
        for stage, row in enumerate(rows):
            if len(row) != self.row:
                raise ValueError(f"stage {stage} has {len(row)} weights, not {self.row}")
            for i in range(self.row):
                self.weights[stage * self.row + i] = row[i]

    def __dealloc__(self):
        free(self.weights)

    cdef void judge(self, Game game, const void* state, int stage, double* win, double* points) noexcept nogil:
        """The shares of the victory and the points that each player may expect."""
        cdef float x[MAX_FEATURES]
        cdef float answers[ANSWERS]
        cdef double most = -1e30, total = 0
        cdef int player
        for player in range(game.players):
            game.features(state, player, x)
            answer(&self.weights[stage * self.row], x, self.inputs, self.hidden, answers)
            win[player] = answers[0]
            points[player] = answers[1]
            most = max(most, win[player])
        for player in range(game.players):
            win[player] = exp(win[player] - most)
            total += win[player]
        for player in range(game.players):
            win[player] /= total


cdef void answer(const float* w, const float* x, int inputs, int hidden, float* out) noexcept nogil:
    """Weights in the order of use: bias, direct (input by input), start, into (input by input), out (unit by unit)."""
    cdef float unit[C_BLOCK]
    cdef const float* direct = w + ANSWERS
    cdef const float* start = direct + ANSWERS * inputs
    cdef const float* into = start + hidden
    cdef const float* onward = into + hidden * inputs
    cdef int part, block, i, j
    out[0], out[1] = w[0], w[1]
    for i in range(inputs):
        out[0] += direct[ANSWERS * i] * x[i]
        out[1] += direct[ANSWERS * i + 1] * x[i]
    for part in range(hidden // C_BLOCK):
        block = part * C_BLOCK
        for j in range(C_BLOCK):
            unit[j] = start[block + j]
        feed(into + block, hidden, x, inputs, unit)
        for j in range(C_BLOCK):
            unit[j] = max(unit[j], 0)
            out[0] += onward[ANSWERS * (block + j)] * unit[j]
            out[1] += onward[ANSWERS * (block + j) + 1] * unit[j]


def judged(Eye eye not None, State state not None):
    """What the eye says of a position: its stage, shares and points; stage -1 if it says nothing."""
    cdef double win[MAX_PLAYERS]
    cdef double points[MAX_PLAYERS]
    cdef int stage = state.game.stage(state.data), player
    if stage < 0 or stage >= eye.stages:
        return -1, (), ()
    eye.judge(state.game, state.data, stage, win, points)
    players = range(state.game.players)
    return stage, tuple([win[player] for player in players]), tuple([points[player] for player in players])


def read(State state not None):
    """What an eye has to go by: the stage of a position, or -1, and for each player the features from her seat."""
    cdef float x[MAX_FEATURES]
    cdef int stage = state.game.stage(state.data), player, i, count
    rows = []
    for player in range(state.game.players if stage >= 0 else 0):
        count = state.game.features(state.data, player, x)
        rows.append([x[i] for i in range(count)])
    return stage, rows
