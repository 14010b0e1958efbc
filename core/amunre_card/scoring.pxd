"""D. Victory points [V1-V6]."""

from amunre.core.amunre_card.bits cimport lowest
from amunre.core.amunre_card.kingdom cimport begin_kingdom
from amunre.core.amunre_card.provinces cimport (
    ankhs, fewest_pyramids, fields, on_top, tied_lowest, total_pyramids, visible,
)
from amunre.core.amunre_card.state cimport (
    KINGDOMS, OVER, TOLD_BONUS, TOLD_FEWEST, TOLD_FEWEST_ANKHS, TOLD_PHARAOH_POINT, TOLD_POINTS, TOLD_SCORING,
    TOLD_TOTAL, TOLD_WINNER, StateC, TablesC, province_t,
)
from amunre.core.turns cimport clockwise
from amunre.core.types cimport NOBODY, story_t, tell


cdef inline void begin_scoring(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """Everybody scores, in turn order; then the next kingdom begins, or the game is over."""
    cdef int _i, player = s.pharaoh, poorest = fewest_ankhs(t, s)
    tell(story, TOLD_SCORING, NOBODY, s.kingdom + 1, 0)
    for _i in range(t.players):
        score(t, s, player, player == poorest, story)
        player = clockwise(player, t.players)
    s.flood = 0
    if s.kingdom + 1 < KINGDOMS:
        begin_kingdom(s, s.kingdom + 1, story)
    else:
        end_game(t, s, story)


cdef inline int fewest_ankhs(const TablesC* t, const StateC* s) noexcept nogil:
    """The one player with fewest visible ankhs, the latest of tied ones [V4]."""
    cdef int _i, poorest = s.pharaoh, fewest = ankhs(visible(s, poorest)), player = poorest, shown
    for _i in range(1, t.players):
        player = clockwise(player, t.players)
        shown = ankhs(visible(s, player))
        if shown <= fewest:
            poorest, fewest = player, shown
    return poorest


cdef inline void score(const TablesC* t, StateC* s, int player, bint poorest, story_t* story) noexcept nogil:
    """A player's points for this kingdom, reason by reason [V1-V5]."""
    cdef province_t shown = visible(s, player)
    cdef int points = fewest_pyramids(s, player) + (fields(shown) >= t.fields_for_bonus) + (player == s.pharaoh)
    s.points[player][s.kingdom] = points - (poorest & (points > 0))
    if story != NULL:
        tell_score(t, s, player, poorest, story)


cdef inline void tell_score(const TablesC* t, const StateC* s, int player, bint poorest, story_t* story) noexcept nogil:
    cdef province_t shown = visible(s, player)
    tell(story, TOLD_FEWEST, player, fewest_pyramids(s, player), on_top(s, player, lowest(tied_lowest(s, player))))
    if fields(shown) >= t.fields_for_bonus:
        tell(story, TOLD_BONUS, player, 1, fields(shown))
    if player == s.pharaoh:
        tell(story, TOLD_PHARAOH_POINT, player, 1, 0)
    if poorest:
        tell(story, TOLD_FEWEST_ANKHS, player, 1, ankhs(shown))
    tell(story, TOLD_POINTS, player, s.points[player][s.kingdom], total_points(s, player))


cdef inline void end_game(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """Nothing is left to decide."""
    s.phase = OVER
    s.mover = NOBODY
    if story != NULL:
        tell_winner(t, s, winner(t, s), story)


cdef inline void tell_winner(const TablesC* t, const StateC* s, int best, story_t* story) noexcept nogil:
    cdef int player, reason = 0
    for player in range(t.players):
        tell(story, TOLD_TOTAL, player, total_points(s, player), total_pyramids(s, player))
        if player != best and total_points(s, player) == total_points(s, best):
            reason = max(reason, 2 if total_pyramids(s, player) == total_pyramids(s, best) else 1)
    tell(story, TOLD_WINNER, best, reason, 0)


cdef inline int winner(const TablesC* t, const StateC* s) noexcept nogil:
    """Most points, then most pyramids, then earliest in turn order [V6]."""
    cdef int _i, best = s.pharaoh, player = s.pharaoh, difference
    for _i in range(1, t.players):
        player = clockwise(player, t.players)
        difference = total_points(s, player) - total_points(s, best)
        if difference > 0 or (difference == 0 and total_pyramids(s, player) > total_pyramids(s, best)):
            best = player
    return best


cdef inline int total_points(const StateC* s, int player) noexcept nogil:
    return s.points[player][0] + s.points[player][1] + s.points[player][2]
