"""Setup: the first Pharaoh and the opening displays [S3, S4]."""

from amunre.core.amunre_card.kingdom cimport begin_kingdom
from amunre.core.amunre_card.state cimport DISPLAY, PHARAOH, TOLD_PREPARED, StateC, TablesC
from amunre.core.rng cimport below, rng_t
from amunre.core.turns cimport clockwise
from amunre.core.types cimport CHANCE, action_t, story_t, tell


cdef inline void begin_setup(StateC* s) noexcept nogil:
    s.phase = PHARAOH
    s.mover = CHANCE


cdef inline int pharaoh_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    cdef int player
    for player in range(t.players):
        out[player] = player
    return t.players


cdef inline action_t pharaoh_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    return below(rng, t.players)


cdef inline void choose_pharaoh(const TablesC* t, StateC* s, action_t player, story_t* story) noexcept nogil:
    s.pharaoh = s.mover = player
    s.phase = DISPLAY
    ask_display(t, s, story)


cdef inline void ask_display(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    if t.sets[t.opening_total] == 1:
        tell(story, TOLD_PREPARED, s.mover, t.set[t.opening_total][0], t.opening_total)
        show(t, s, t.set[t.opening_total][0], story)


cdef inline int display_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    """Cards that come to exactly the opening total, the 0 among them."""
    cdef int i
    for i in range(t.sets[t.opening_total]):
        out[i] = t.set[t.opening_total][i]
    return t.sets[t.opening_total]


cdef inline action_t display_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    return t.set[t.opening_total][below(rng, t.sets[t.opening_total])]


cdef inline void show(const TablesC* t, StateC* s, action_t display, story_t* story) noexcept nogil:
    """The last display opens the first kingdom."""
    cdef int player = clockwise(s.mover, t.players)
    s.display[s.mover] = display
    if player == s.pharaoh:
        begin_kingdom(s, 0, story)
        return
    s.mover = player
    ask_display(t, s, story)
