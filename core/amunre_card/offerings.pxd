"""B. Offerings and favors [O1-O4]."""

from libc.string cimport memset

from amunre.core.amunre_card.construction cimport begin_construction
from amunre.core.amunre_card.provinces cimport place, place_evenly
from amunre.core.amunre_card.state cimport (
    FAVOR, OFFERING, TOLD_FAVOR, TOLD_FLOOD, TOLD_NO_FAVOR, TOLD_OFFERED, TOLD_OFFERINGS, TOLD_REVEAL, StateC,
    TablesC,
)
from amunre.core.rng cimport below, rng_t
from amunre.core.turns cimport clockwise
from amunre.core.types cimport NOBODY, action_t, story_t, tell


# ---------------------------------------------------------------------------------------------------- 1. offerings
cdef inline void begin_offerings(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """Everybody chooses in secret, asked in turn order [O1]."""
    s.phase = OFFERING
    s.mover = s.pharaoh
    tell(story, TOLD_OFFERINGS, NOBODY, s.kingdom + 1, 0)


cdef inline int offering_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    """One offering for each amount that her cards can make."""
    cdef int i, display = s.display[s.mover]
    for i in range(t.sums[display]):
        out[i] = t.sum[display][i]
    return t.sums[display]


cdef inline action_t offering_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    cdef int display = s.display[s.mover]
    return t.sum[display][below(rng, t.sums[display])]


cdef inline void offer(const TablesC* t, StateC* s, action_t amount, story_t* story) noexcept nogil:
    """A commitment: nothing else changes until nobody is left to ask."""
    cdef int player = clockwise(s.mover, t.players)
    s.offering[s.mover] = amount + 1
    while s.offering[player] and player != s.mover:
        player = clockwise(player, t.players)
    if player == s.mover:
        reveal(t, s, story)
    else:
        s.mover = player


cdef inline void reveal(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """The total sets the flood; from here on gold is an amount, not cards [O2]."""
    cdef int _i, player = s.pharaoh, offered, total = 0
    tell(story, TOLD_REVEAL, NOBODY, 0, 0)
    for _i in range(t.players):
        offered = s.offering[player] - 1
        s.kept[player] = t.worth[s.display[player]] - offered
        s.display[player] = 0
        total += offered
        tell(story, TOLD_OFFERED, player, offered, s.kept[player])
        player = clockwise(player, t.players)
    while total > t.flood[s.flood].upto:
        s.flood += 1
    tell(story, TOLD_FLOOD, NOBODY, total, s.flood + 1)
    grant_favors(t, s, s.pharaoh, story)


# ---------------------------------------------------------------------------------------------------- 2. favors
cdef inline int rank(const TablesC* t, const StateC* s, int player) noexcept nogil:
    """How many offerings come before hers: greater ones, and equal ones earlier in turn order [O3]."""
    cdef int other, before = 0
    cdef bint earlier
    for other in range(t.players):
        earlier = (other < player) ^ (other < s.pharaoh) ^ (player < s.pharaoh)
        before += s.offering[other] + earlier > s.offering[player]
    return before


cdef inline void grant_favors(const TablesC* t, StateC* s, int player, story_t* story) noexcept nogil:
    """From this player on, in turn order, everybody places her pyramids [O3, O4]."""
    cdef int place_in_line
    while True:
        if s.offering[player] == 1:
            tell(story, TOLD_NO_FAVOR, player, 0, 0)
        else:
            place_in_line = rank(t, s, player)
            tell(story, TOLD_FAVOR, player, t.favor[place_in_line], place_in_line + 1)
            if place_evenly(t, s, player, t.favor[place_in_line], story):
                s.phase = FAVOR
                s.mover = player
                return
        player = clockwise(player, t.players)
        if player == s.pharaoh:
            end_favors(t, s, story)
            return


cdef inline void place_favor(const TablesC* t, StateC* s, action_t provinces, story_t* story) noexcept nogil:
    """The rest of a favor goes where its owner chose; the next player is served."""
    cdef int player = clockwise(s.mover, t.players)
    place(s, s.mover, provinces)
    s.rest = 0
    if player == s.pharaoh:
        end_favors(t, s, story)
    else:
        grant_favors(t, s, player, story)


cdef inline void end_favors(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """Offered cards are put aside."""
    memset(s.offering, 0, sizeof(s.offering))
    begin_construction(t, s, story)
