"""Calls any game as a search does: from another module, without the GIL, through the methods of the contract."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from amunre.core.game cimport Game, State
from amunre.core.rng cimport rng_t, seeded
from amunre.core.types cimport CHANCE, MAX_ACTIONS, MAX_FEATURES, MAX_PLAYERS, NOBODY, action_t

MOST_ACTIONS = MAX_ACTIONS


def samples(State state not None, uint64_t seed, int count, bint plausible=False):
    """How often each action comes up in so many draws."""
    cdef rng_t rng = seeded(seed, 0)
    cdef action_t action
    drawn = {}
    for _ in range(count):
        action = state.game.plausible(state.data, &rng) if plausible else state.game.sample(state.data, &rng)
        drawn[action] = drawn.get(action, 0) + 1
    return drawn


def untold(State state not None, action_t action):
    """A copy in which the action is made as a search makes it, with nobody to tell the story to."""
    other = state.copy()
    state.game.apply((<State>other).data, action, NULL)
    return other


def judged(State state not None, int player):
    """The row of weights for this position and what a learned value would read of it."""
    cdef float numbers[MAX_FEATURES]
    cdef int i, count = state.game.features(state.data, player, numbers)
    return state.game.stage(state.data), [numbers[i] for i in range(count)]


def finish(State state not None, uint64_t seed, int most):
    """How many random steps a game takes from here to its end; -1 if it gets stuck or is not over after so many."""
    cdef State world = state.copy()
    cdef int steps
    with nogil:
        steps = end(world.game, world.data, seed, most)
    return steps


cdef int end(Game game, void* state, uint64_t seed, int most) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef rng_t rng = seeded(seed, 0)
    cdef int steps
    for steps in range(most):
        if game.to_move(state) == NOBODY:
            return steps
        if game.legal_actions(state, actions) == 0:
            break
        game.apply(state, game.sample(state, &rng), NULL)
    return -1


def playouts(Game game not None, uint64_t seed, int count):
    """Random games without the GIL: decisions and outcomes in all, and the shares of each player."""
    cdef double total[MAX_PLAYERS]
    cdef long long steps
    cdef int player
    cdef void* state = malloc(game.state_size)
    if state == NULL:
        raise MemoryError
    memset(total, 0, sizeof(total))
    with nogil:
        steps = play(game, state, seed, count, total)
    free(state)
    return steps, tuple([total[player] for player in range(game.players)])


cdef long long play(Game game, void* state, uint64_t seed, int count, double* total) noexcept nogil:
    cdef double shares[MAX_PLAYERS]
    cdef rng_t rng
    cdef long long steps = 0
    cdef int player, k
    for k in range(count):
        rng = seeded(seed, k)
        memset(state, 0, game.state_size)
        game.start(state)
        while game.to_move(state) != NOBODY:
            game.apply(state, game.sample(state, &rng), NULL)
            steps += 1
        game.returns(state, shares)
        for player in range(game.players):
            total[player] += shares[player]
    return steps


def perft(State state not None, int depth):
    """How many sequences of so many decisions there are, or fewer if the game is over. At CHANCE: the first outcome."""
    cdef char* stack = <char*>malloc((depth + 1) * state.game.state_size)
    cdef long long count
    if stack == NULL:
        raise MemoryError
    memcpy(stack, state.data, state.game.state_size)
    with nogil:
        count = sequences(state.game, stack, depth)
    free(stack)
    return count


cdef long long sequences(Game game, char* here, int depth) noexcept nogil:
    """`here` is a position with room for `depth` more behind it."""
    cdef action_t actions[MAX_ACTIONS]
    cdef char* there = here + game.state_size
    cdef long long count = 0
    cdef int i, legal
    while game.to_move(here) == CHANCE:
        game.legal_actions(here, actions)
        game.apply(here, actions[0], NULL)
    if depth == 0 or game.to_move(here) == NOBODY:
        return 1
    legal = game.legal_actions(here, actions)
    if depth == 1:
        return legal
    for i in range(legal):
        memcpy(there, here, game.state_size)
        game.apply(there, actions[i], NULL)
        count += sequences(game, there, depth - 1)
    return count
