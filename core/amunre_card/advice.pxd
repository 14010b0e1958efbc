"""What helps a search to play well: a light policy, stages at which a position can be judged, and features of it."""

from amunre.core.amunre_card.auction cimport GOLD_MASK, SLOT_SHIFT, auction_sample
from amunre.core.amunre_card.bits cimport nth_bit
from amunre.core.amunre_card.construction cimport construction_sample
from amunre.core.amunre_card.offerings cimport offering_sample
from amunre.core.amunre_card.provinces cimport (
    ankhs, caravans, fewest_pyramids, fields, pyramids, total_pyramids, visible,
)
from amunre.core.amunre_card.scoring cimport total_points
from amunre.core.amunre_card.state cimport GOLD, OFFERING, PROVINCES, ROW, StateC, TablesC, province_t
from amunre.core.rng cimport rng_t
from amunre.core.types cimport action_t

cdef enum:
    STAGES_A_KINGDOM = 4                # before each auction, and before the offerings


# ---------------------------------------------------------------------------------------------------- stages
cdef inline int stage_of(const StateC* s, int players) noexcept nogil:
    """Before the first card of a row is turned up, and before the first offering; -1 anywhere else."""
    cdef int player
    if s.phase == ROW and s.turned == 0:
        return STAGES_A_KINGDOM * s.kingdom + s.auction
    if s.phase != OFFERING:
        return -1
    for player in range(players):
        if s.offering[player]:
            return -1
    return STAGES_A_KINGDOM * s.kingdom + STAGES_A_KINGDOM - 1


# ---------------------------------------------------------------------------------------------------- a light policy
cdef inline int appeal(const TablesC* t, const StateC* s, action_t action) noexcept nogil:
    """What a bid is worth at a glance: what is on the card, less the gold, of which the last costs most."""
    cdef province_t card = t.card[s.kingdom][nth_bit(t, s.row, action >> SLOT_SHIFT)]
    cdef int gold = action & GOLD_MASK
    return (6 * pyramids(card) + 3 * ankhs(card) + 3 * fields(card) + 6 * caravans(card)) - gold * (gold + 4) // 2


cdef inline action_t plausible_bid(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    """The best of three at random."""
    cdef action_t action = auction_sample(t, s, rng), other
    for _ in range(2):
        other = auction_sample(t, s, rng)
        if appeal(t, s, other) > appeal(t, s, action):
            action = other
    return action


cdef inline action_t plausible_offering(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    """The smaller of two at random."""
    return min(offering_sample(t, s, rng), offering_sample(t, s, rng))


cdef inline action_t plausible_construction(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    """The greater of two at random."""
    return max(construction_sample(t, s, rng), construction_sample(t, s, rng))


# ---------------------------------------------------------------------------------------------------- features
cdef inline int highest_gold(const TablesC* t, int display) noexcept nogil:
    return t.bit[display][t.bits[display] - 1] if display else 0


cdef inline int features_of(const TablesC* t, const StateC* s, int player, float* out) noexcept nogil:
    """The position from a player's seat, in the order of features.py, about as large as 1."""
    cdef province_t mine = visible(s, player), theirs
    cdef int others = t.players - 1, display = s.display[player], other, province, highest, card
    cdef int gold = t.worth[display], points = total_points(s, player), fewest = fewest_pyramids(s, player)
    cdef int total = total_pyramids(s, player), top = highest_gold(t, display)
    cdef int points_of_others = 0, most_points = 0, gold_of_others = 0, most_gold = 0, fields_of_others = 0
    cdef int caravans_of_others = 0, fewest_of_others = 0, most_fewest = 0, pyramids_of_others = 0
    cdef int most_ankhs = 0, least_ankhs = 255, higher = 0, place = player - s.pharaoh
    cdef int loose_ankhs = 0, loose_fields = 0, loose_caravans = 0, loose_pyramids = 0
    if place < 0:
        place += t.players
    for other in range(t.players):
        if other == player:
            continue
        theirs = visible(s, other)
        points_of_others += total_points(s, other)
        most_points = max(most_points, total_points(s, other))
        gold_of_others += t.worth[s.display[other]]
        most_gold = max(most_gold, <int>t.worth[s.display[other]])
        fields_of_others += fields(theirs)
        caravans_of_others += caravans(theirs)
        fewest_of_others += fewest_pyramids(s, other)
        most_fewest = max(most_fewest, fewest_pyramids(s, other))
        pyramids_of_others += total_pyramids(s, other)
        most_ankhs = max(most_ankhs, ankhs(theirs))
        least_ankhs = min(least_ankhs, ankhs(theirs))
        higher += highest_gold(t, s.display[other]) > top
    for province in range(PROVINCES):
        if not s.covered[player] >> province & 1:
            loose_ankhs += ankhs(s.province[player][province])
            loose_fields += fields(s.province[player][province])
            loose_caravans += caravans(s.province[player][province])
            loose_pyramids += pyramids(s.province[player][province]) - fewest
    highest = max(pyramids(s.province[player][0]), pyramids(s.province[player][1]), pyramids(s.province[player][2]))
    out[0] = points / 10.0
    out[1] = (points - most_points) / 10.0
    out[2] = (points - points_of_others / <double>others) / 10.0
    out[3] = fewest / 4.0
    out[4] = (total - fewest - highest - fewest) / 4.0
    out[5] = (highest - fewest) / 4.0
    out[6] = (fewest - most_fewest) / 4.0
    out[7] = (fewest - fewest_of_others / <double>others) / 4.0
    out[8] = (total - pyramids_of_others / <double>others) / 8.0
    out[9] = fields(mine) / 8.0
    out[10] = fields(mine) >= t.fields_for_bonus
    out[11] = (fields(mine) - fields_of_others / <double>others) / 8.0
    out[12] = caravans(mine)
    out[13] = caravans(mine) - caravans_of_others / <double>others
    out[14] = ankhs(mine) / 6.0
    out[15] = max(-4, min(4, ankhs(mine) - most_ankhs)) / 4.0
    out[16] = max(-4, min(4, ankhs(mine) - least_ankhs)) / 4.0
    out[17] = ankhs(mine) < least_ankhs
    out[18] = player == s.pharaoh
    out[19] = place / <double>others
    out[20] = gold / 12.0
    out[21] = (gold - most_gold) / 12.0
    out[22] = (gold - gold_of_others / <double>others) / 12.0
    out[23] = t.bits[display] / 4.0
    out[24] = top / 8.0
    out[25] = highest_gold(t, display & ~(1 << top)) / 8.0
    out[26] = higher / <double>others
    out[27] = (gold + gold_of_others) / 30.0
    out[28] = fields(mine) * (gold + gold_of_others) / 240.0
    out[29] = caravans(mine) * (gold + gold_of_others) / 30.0
    out[30] = loose_ankhs / 6.0
    out[31] = loose_fields / 8.0
    out[32] = loose_caravans
    out[33] = loose_pyramids / 4.0
    for card in range(1, GOLD):
        out[33 + card] = display >> card & 1
    return 33 + GOLD
