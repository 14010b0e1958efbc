"""C. Revenue, construction and preparation, each player all three steps in turn order [R1-R4]."""

from amunre.core.amunre_card.bits cimport bit, bits
from amunre.core.amunre_card.provinces cimport (
    caravans, fields, place, place_evenly, placement, placements, visible,
)
from amunre.core.amunre_card.scoring cimport begin_scoring
from amunre.core.amunre_card.state cimport (
    ALL_GOLD, CONSTRUCTION, KINGDOMS, PLACEMENT, PREPARATION, PROVINCES, TOLD_BUILT, TOLD_CARAVANS, TOLD_CONSTRUCTION,
    TOLD_FIELDS, TOLD_KEPT, TOLD_LAPSED, TOLD_PREPARED, TOLD_REVENUE, FloodC, StateC, TablesC, province_t,
)
from amunre.core.rng cimport below, rng_t
from amunre.core.turns cimport clockwise
from amunre.core.types cimport NOBODY, action_t, story_t, tell


cdef inline void begin_construction(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    tell(story, TOLD_CONSTRUCTION, NOBODY, s.kingdom + 1, 0)
    begin_revenue(t, s, s.pharaoh, story)


# ---------------------------------------------------------------------------------------------------- 1. revenue
cdef inline void begin_revenue(const TablesC* t, StateC* s, int player, story_t* story) noexcept nogil:
    """Fields, caravans and the gold kept become revenue [R1]."""
    cdef const FloodC* flood = &t.flood[s.flood]
    cdef province_t shown = visible(s, player)
    cdef int revenue = fields(shown) * flood.per_field + caravans(shown) * flood.per_caravan + s.kept[player]
    if story != NULL:
        tell(story, TOLD_FIELDS, player, fields(shown) * flood.per_field, fields(shown))
        if caravans(shown) and flood.per_caravan:
            tell(story, TOLD_CARAVANS, player, caravans(shown) * flood.per_caravan, caravans(shown))
        tell(story, TOLD_KEPT, player, s.kept[player], 0)
        tell(story, TOLD_REVENUE, player, revenue, 0)
        if revenue > t.most_gold:
            tell(story, TOLD_LAPSED, player, revenue - t.most_gold, 0)
    s.kept[player] = 0
    s.gold = min(revenue, t.most_gold)
    s.mover = player
    ask_construction(t, s, story)


# ---------------------------------------------------------------------------------------------------- 2. construction
cdef inline int fewest_to_build(const TablesC* t, const StateC* s) noexcept nogil:
    """All that can be bought in the last kingdom [R4]; before it, enough that a display can show what is left [R3]."""
    cdef int beyond = s.gold - ALL_GOLD
    if s.kingdom == KINGDOMS - 1:
        return t.most[s.gold]
    if beyond <= 0:
        return 0
    return t.most[beyond] + (t.cost[t.most[beyond]] < beyond)


cdef inline void ask_construction(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    cdef int most = t.most[s.gold]
    if fewest_to_build(t, s) < most:
        s.phase = CONSTRUCTION
        return
    tell(story, TOLD_BUILT, s.mover, most, t.cost[most])
    build(t, s, most, story)


cdef inline int construction_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    cdef int i, fewest = fewest_to_build(t, s), count = t.most[s.gold] - fewest + 1
    for i in range(count):
        out[i] = fewest + i
    return count


cdef inline action_t construction_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    cdef int fewest = fewest_to_build(t, s)
    return fewest + below(rng, t.most[s.gold] - fewest + 1)


cdef inline void build(const TablesC* t, StateC* s, action_t pyramids, story_t* story) noexcept nogil:
    """One purchase, placed at once [R2]."""
    s.gold -= t.cost[pyramids]
    if place_evenly(t, s, s.mover, pyramids, story):
        s.phase = PLACEMENT
    else:
        begin_preparation(t, s, story)


cdef inline int placement_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    """Which of the tied provinces get the rest [P1]."""
    cdef int province, choices = placements(s, s.mover), count = 0
    for province in range(PROVINCES):
        if choices >> province & 1:
            out[count] = placement(s, s.mover, province)
            count += 1
    return count


cdef inline action_t placement_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    cdef int choices = placements(s, s.mover)
    return placement(s, s.mover, bit(t, choices, below(rng, bits(t, choices))))


cdef inline void place_built(const TablesC* t, StateC* s, action_t provinces, story_t* story) noexcept nogil:
    place(s, s.mover, provinces)
    s.rest = 0
    begin_preparation(t, s, story)


# ---------------------------------------------------------------------------------------------------- 3. preparation
cdef inline void begin_preparation(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """A new display of all the gold that is left, but for the last kingdom [R3, R4]."""
    if s.kingdom == KINGDOMS - 1:
        end_preparation(t, s, story)
        return
    if t.sets[s.gold] > 1:
        s.phase = PREPARATION
        return
    tell(story, TOLD_PREPARED, s.mover, t.set[s.gold][0], s.gold)
    prepare(t, s, t.set[s.gold][0], story)


cdef inline int preparation_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    cdef int i
    for i in range(t.sets[s.gold]):
        out[i] = t.set[s.gold][i]
    return t.sets[s.gold]


cdef inline action_t preparation_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    return t.set[s.gold][below(rng, t.sets[s.gold])]


cdef inline void prepare(const TablesC* t, StateC* s, action_t display, story_t* story) noexcept nogil:
    s.display[s.mover] = display
    end_preparation(t, s, story)


cdef inline void end_preparation(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """The next player's revenue, or the scoring."""
    cdef int player = clockwise(s.mover, t.players)
    s.gold = 0
    if player == s.pharaoh:
        begin_scoring(t, s, story)
    else:
        begin_revenue(t, s, player, story)
