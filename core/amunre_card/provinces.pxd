"""Extended provinces: what lies on them, what is visible, where pyramids may go [A6, P1]."""

from libc.string cimport memcpy

from amunre.core.amunre_card.bits cimport bits, lowest
from amunre.core.amunre_card.state cimport (
    KINGDOMS, PROVINCES, TOLD_PLACED, StateC, TablesC, province_t, told_card,
)
from amunre.core.types cimport action_t, story_t, tell

cdef enum:
    EVERY_PROVINCE = (1 << PROVINCES) - 1
    ANKH = 1                            # one of each, as part of a province_t
    FIELD = 1 << 8
    CARAVAN = 1 << 16
    PYRAMID = 1 << 24


cdef inline int ankhs(province_t province) noexcept nogil:
    return province & 255


cdef inline int fields(province_t province) noexcept nogil:
    return province // FIELD & 255


cdef inline int caravans(province_t province) noexcept nogil:
    return province // CARAVAN & 255


cdef inline int pyramids(province_t province) noexcept nogil:
    return province // PYRAMID


cdef inline province_t visible(const StateC* s, int player) noexcept nogil:
    """A player's provinces added up: her visible ankhs, fields and caravans, but not her pyramids."""
    return s.province[player][0] + s.province[player][1] + s.province[player][2]


cdef inline void lay(const TablesC* t, StateC* s, int player, int province, int card) noexcept nogil:
    """A card of this kingdom goes onto a province: what is below is covered, but for the pyramids."""
    cdef province_t kept = pyramids(s.province[player][province]) * <province_t>PYRAMID
    s.card[player][province][s.kingdom] = card + 1
    s.covered[player] |= 1 << province
    s.province[player][province] = kept + t.card[s.kingdom][card]


cdef inline int on_top(const StateC* s, int player, int province) noexcept nogil:
    """The card that is visible on a province, as the story has it."""
    cdef int kingdom = s.kingdom
    if not s.covered[player] >> province & 1:
        kingdom -= 1
    return told_card(kingdom, s.card[player][province][kingdom] - 1)


cdef inline int fewest_pyramids(const StateC* s, int player) noexcept nogil:
    """How many pyramids are on the province that has fewest."""
    cdef const province_t* province = s.province[player]
    return pyramids(min(province[0], province[1], province[2]))


cdef inline int most_pyramids(const StateC* s, int player) noexcept nogil:
    """How many pyramids are on the province that has most."""
    cdef const province_t* province = s.province[player]
    return pyramids(max(province[0], province[1], province[2]))


cdef inline int total_pyramids(const StateC* s, int player) noexcept nogil:
    return pyramids(s.province[player][0]) + pyramids(s.province[player][1]) + pyramids(s.province[player][2])


cdef inline int tied_lowest(const StateC* s, int player) noexcept nogil:
    """All provinces with fewest pyramids, a bit each."""
    cdef int fewest = fewest_pyramids(s, player)
    cdef const province_t* province = s.province[player]
    return ((pyramids(province[0]) == fewest) | (pyramids(province[1]) == fewest) << 1
            | (pyramids(province[2]) == fewest) << 2)


cdef inline bint alike(province_t one, province_t other) noexcept nogil:
    """Once covered or paid out, only ankhs and pyramids of a card matter: these two have the same future."""
    return (one ^ other) & (255 * <province_t>PYRAMID + 255 * ANKH) == 0


cdef inline int unlike(const StateC* s, int player, int provinces) noexcept nogil:
    """Of a set of provinces (a bit each) the first of each kind: the choices that differ."""
    cdef const province_t* province = s.province[player]
    cdef int again = provinces << 1 & alike(province[0], province[1]) << 1
    again |= provinces << 2 & alike(province[0], province[2]) << 2
    again |= provinces << 1 & alike(province[1], province[2]) << 2
    return provinces & ~again


cdef inline int placements(const StateC* s, int player) noexcept nogil:
    """The provinces among which the rest of a placement chooses; in the last kingdom it makes no difference."""
    cdef int tied = tied_lowest(s, player)
    return tied & -tied if s.kingdom == KINGDOMS - 1 else unlike(s, player, tied)


cdef inline action_t placement(const StateC* s, int player, int chosen) noexcept nogil:
    """The provinces that get a pyramid each: the chosen one, or, when all but one get it, the others."""
    return 1 << chosen if s.rest == 1 else EVERY_PROVINCE ^ 1 << chosen


cdef inline void place(StateC* s, int player, action_t provinces) noexcept nogil:
    """A pyramid on each of these provinces."""
    cdef int province
    for province in range(PROVINCES):
        s.province[player][province] += (provinces >> province & 1) * <province_t>PYRAMID


cdef inline bint place_evenly(const TablesC* t, StateC* s, int player, int count, story_t* story) noexcept nogil:
    """Place pyramids one at a time where there are fewest; whether the player has to choose where the rest goes."""
    cdef int choices
    cdef province_t before[PROVINCES]
    memcpy(before, s.province[player], sizeof(before))
    s.rest = rise(s, player, count)
    if s.rest:
        choices = placements(s, player)
        if bits(t, choices) == 1:
            place(s, player, placement(s, player, lowest(choices)))
            s.rest = 0
    if story != NULL:
        tell_placed(s, player, before, story)
    return s.rest > 0


cdef inline unsigned int rise(StateC* s, int player, unsigned int count) noexcept nogil:
    """Like water, pyramids fill the lowest provinces up to one level; how many are left, too few for the next one.

    With the k lowest provinces alone it would be (what they hold + count) // k: the least of these is the level.
    """
    cdef unsigned int level, held, more, total = total_pyramids(s, player)
    cdef int province
    level = min(fewest_pyramids(s, player) + count, (total - most_pyramids(s, player) + count) // 2)
    level = min(level, (total + count) // PROVINCES)
    for province in range(PROVINCES):
        held = pyramids(s.province[player][province])
        more = max(level, held) - held
        s.province[player][province] += more * <province_t>PYRAMID
        count -= more
    return count


cdef inline void tell_placed(const StateC* s, int player, const province_t* before, story_t* story) noexcept nogil:
    cdef int province, more
    for province in range(PROVINCES):
        more = pyramids(s.province[player][province] - before[province])
        if more:
            tell(story, TOLD_PLACED, player, on_top(s, player, province), more)
