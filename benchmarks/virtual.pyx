"""Random games of any game, played as a search plays them: from another module, through the contract's methods."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from amunre.core.game cimport Game
from amunre.core.rng cimport rng_t
from amunre.core.types cimport CHANCE, MAX_PLAYERS, NOBODY


def playouts(Game game not None, long long games, uint64_t seed):
    """Play so many games; how many choices of players and of chance they took."""
    cdef long long choices[2]
    cdef rng_t rng = rng_t(seed)
    cdef void* state = calloc(1, game.state_size)
    if state == NULL:
        raise MemoryError
    choices[0] = choices[1] = 0
    with nogil:
        for _ in range(games):
            play(game, state, &rng, choices)
    free(state)
    return choices[0], choices[1]


def accounts(Game game not None, long long games, uint64_t seed):
    """What each of so many games was like: choices of players, choices of chance, points by seat, shares by seat."""
    cdef double points[MAX_PLAYERS]
    cdef double shares[MAX_PLAYERS]
    cdef long long choices[2]
    cdef int player
    cdef rng_t rng = rng_t(seed)
    cdef void* state = calloc(1, game.state_size)
    if state == NULL:
        raise MemoryError
    told = []
    for _ in range(games):
        choices[0] = choices[1] = 0
        play(game, state, &rng, choices)
        game.scores(state, points)
        game.returns(state, shares)
        told.append((choices[0], choices[1], [points[player] for player in range(game.players)],
                     [shares[player] for player in range(game.players)]))
    free(state)
    return told


cdef void play(Game game, void* state, rng_t* rng, long long* choices) noexcept nogil:
    cdef int mover
    memset(state, 0, game.state_size)
    game.start(state)
    mover = game.to_move(state)
    while mover != NOBODY:
        choices[mover == CHANCE] += 1
        game.apply(state, game.sample(state, rng), NULL)
        mover = game.to_move(state)
