"""The words every game and every search share: actions, who moves, what is told."""

from libc.stdint cimport int16_t, uint32_t

ctypedef uint32_t action_t              # one choice; what it means is the game's own affair

cdef enum:
    CHANCE = -1                         # to_move: a die, a draw
    NOBODY = -2                         # to_move: the game is over; as a viewer: nobody, the truth

cdef enum:
    MAX_PLAYERS = 6                     # players, with one that moves by rule alone
    MAX_ACTIONS = 1024                  # legal actions in one position
    MAX_STEPS = 256                     # automatic steps after one action
    MAX_FEATURES = 256                  # numbers a game offers to a learned value

cdef enum:
    REVEAL = 0                          # first kind of step in every game: past secret choices are open now

ctypedef struct step_t:
    int16_t kind                        # index into the game's step_kinds
    int16_t player                      # whom it befell, or NOBODY
    int16_t a                           # what the kind says
    int16_t b                           # what the kind says

ctypedef struct story_t:
    int count                           # steps told so far
    step_t steps[MAX_STEPS]             # in the order they happened


cdef inline void tell(story_t* story, int kind, int player, int a, int b) noexcept nogil:
    """Add a step to the story; a search passes NULL and pays one comparison."""
    cdef step_t* step
    if story != NULL and story.count < MAX_STEPS:
        step = &story.steps[story.count]
        step.kind, step.player, step.a, step.b = kind, player, a, b
        story.count += 1
