"""The same random games with the rules in the module that plays them, so that the compiler sees both."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from amunre.core.types cimport CHANCE, NOBODY

include "../core/amunre_card/rules.pyx"


def playouts(CardGame game not None, long long games, uint64_t seed):
    """Play so many games; how many choices of players and of chance they took."""
    cdef long long choices[2]
    cdef rng_t rng = rng_t(seed)
    choices[0] = choices[1] = 0
    with nogil:
        for _ in range(games):
            play(game, &rng, choices)
    return choices[0], choices[1]


cdef void play(CardGame game, rng_t* rng, long long* choices) noexcept nogil:
    """`CardGame.apply(game, ...)` is a plain C call; `game.apply(...)` would be a virtual one."""
    cdef StateC state
    cdef int mover
    memset(&state, 0, sizeof(state))
    CardGame.start(game, &state)
    mover = CardGame.to_move(game, &state)
    while mover != NOBODY:
        choices[mover == CHANCE] += 1
        CardGame.apply(game, &state, CardGame.sample(game, &state, rng), NULL)
        mover = CardGame.to_move(game, &state)
