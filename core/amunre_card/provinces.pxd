"""Extended provinces: what lies on them, what is visible, where pyramids may go [A6, P1]."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from amunre.core.amunre_card.state cimport KINGDOMS, PROVINCES, TOLD_PLACED, StateC, TablesC, told_card
from amunre.core.types cimport action_t, story_t, tell

cdef enum:
    EVERY_PROVINCE = (1 << PROVINCES) - 1


cdef inline void lay(const TablesC* t, StateC* s, int player, int province, int card) noexcept nogil:
    """A card of this kingdom goes onto a province: ankhs below it are covered, pyramids are not."""
    s.card[player][province][s.kingdom] = card + 1
    s.covered[player] |= 1 << province
    s.pyramids[player][province] += t.card[s.kingdom][card].pyramids
    s.ankhs[player][province] = t.card[s.kingdom][card].ankhs
    s.fields[player] += t.card[s.kingdom][card].fields
    s.caravans[player] += t.card[s.kingdom][card].caravans


cdef inline int on_top(const StateC* s, int player, int province) noexcept nogil:
    """The card that is visible on a province, as the story has it."""
    cdef int kingdom = s.kingdom
    if not s.covered[player] >> province & 1:
        kingdom -= 1
    return told_card(kingdom, s.card[player][province][kingdom] - 1)


cdef inline int visible_ankhs(const StateC* s, int player) noexcept nogil:
    """Ankhs on the topmost cards of a player's provinces."""
    return s.ankhs[player][0] + s.ankhs[player][1] + s.ankhs[player][2]


cdef inline int lowest(const StateC* s, int player) noexcept nogil:
    """The (first) province with fewest pyramids."""
    cdef int province = 1 if s.pyramids[player][1] < s.pyramids[player][0] else 0
    return 2 if s.pyramids[player][2] < s.pyramids[player][province] else province


cdef inline int tied_lowest(const StateC* s, int player) noexcept nogil:
    """All provinces with fewest pyramids, a bit each."""
    cdef int fewest = s.pyramids[player][lowest(s, player)]
    return ((s.pyramids[player][0] == fewest) | (s.pyramids[player][1] == fewest) << 1
            | (s.pyramids[player][2] == fewest) << 2)


cdef inline bint alike(const StateC* s, int player, int one, int other) noexcept nogil:
    """Of a covered or paid-out card only ankhs and pyramids matter later: these two provinces have the same future."""
    return (s.pyramids[player][one] == s.pyramids[player][other]
            and s.ankhs[player][one] == s.ankhs[player][other])


cdef inline int unlike(const StateC* s, int player, int provinces) noexcept nogil:
    """Of a set of provinces the first of each kind, a bit each: the choices that differ."""
    cdef int kinds = provinces
    if provinces & 3 == 3 and alike(s, player, 0, 1):
        kinds &= ~2
    if provinces & 4 and ((provinces & 1 and alike(s, player, 0, 2)) or (provinces & 2 and alike(s, player, 1, 2))):
        kinds &= ~4
    return kinds


cdef inline int placements(const StateC* s, int player) noexcept nogil:
    """The provinces among which the rest of a placement chooses; in the last kingdom it makes no difference."""
    cdef int tied = tied_lowest(s, player)
    return tied & -tied if s.kingdom == KINGDOMS - 1 else unlike(s, player, tied)


cdef inline action_t placement(const StateC* s, int player, int chosen) noexcept nogil:
    """The provinces that get a pyramid each: the chosen one, or, when all but one get it, the others."""
    return 1 << chosen if s.rest == 1 else EVERY_PROVINCE ^ 1 << chosen


cdef inline void place(StateC* s, int player, action_t provinces) noexcept nogil:
    """One pyramid on each of these provinces, which ends the placement."""
    cdef int province
    for province in range(PROVINCES):
        s.pyramids[player][province] += provinces >> province & 1
    s.rest = 0


cdef inline bint place_evenly(const TablesC* t, StateC* s, int player, int count, story_t* story) noexcept nogil:
    """Place pyramids one at a time where there are fewest; whether the player has to choose where the rest goes."""
    cdef int province, choices, tied = tied_lowest(s, player)
    cdef uint8_t before[PROVINCES]
    cdef bint asked = False
    memcpy(before, s.pyramids[player], sizeof(before))
    while count >= t.bits[tied]:
        for province in range(PROVINCES):
            s.pyramids[player][province] += tied >> province & 1
        count -= t.bits[tied]
        tied = tied_lowest(s, player)
    if count:
        s.rest = count
        choices = placements(s, player)
        asked = t.bits[choices] > 1
        if not asked:
            place(s, player, placement(s, player, t.bit[choices][0]))
    if story != NULL:
        tell_placed(s, player, before, story)
    return asked


cdef inline void tell_placed(const StateC* s, int player, const uint8_t* before, story_t* story) noexcept nogil:
    cdef int province
    for province in range(PROVINCES):
        if s.pyramids[player][province] > before[province]:
            tell(story, TOLD_PLACED, player, on_top(s, player, province),
                 s.pyramids[player][province] - before[province])
