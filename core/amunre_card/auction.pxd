"""A. Auction [A1-A7]. The row is turned up in kingdom.pxd."""

from libc.stdint cimport uint64_t

from amunre.core.amunre_card.bits cimport FINDS_BITS, bit, bits, count_bits, find_bit, lowest, nth_bit
from amunre.core.amunre_card.kingdom cimport begin_row
from amunre.core.amunre_card.offerings cimport begin_offerings
from amunre.core.amunre_card.provinces cimport EVERY_PROVINCE, ankhs, lay, on_top, unlike, visible
from amunre.core.amunre_card.state cimport (
    EXTEND, PLAYERS, PROVINCES, TOLD_ACQUIRE, TOLD_CROWNED, TOLD_EXTEND, TOLD_EXTEND_ALIKE, TOLD_OUTBID, TOLD_STAYS,
    StateC, TablesC, told_card,
)
from amunre.core.rng cimport below, rng_t
from amunre.core.turns cimport clockwise
from amunre.core.types cimport action_t, story_t, tell

cdef enum:
    SLOT_SHIFT = 4                      # a bid is slot << SLOT_SHIFT | gold card
    GOLD_MASK = (1 << SLOT_SHIFT) - 1
    SLOT_STRIDE = 12                    # bits of a slot where all slots are in one number


# ---------------------------------------------------------------------------------------------------- bidding
cdef inline int auction_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    """Any card of her display that is higher than what lies in front of a province [A1]."""
    cdef int slot, display, i, count = 0
    for slot in range(t.players):
        display = s.display[s.mover] >> s.bid[slot] << s.bid[slot]
        for i in range(t.bits[display]):
            out[count] = slot << SLOT_SHIFT | t.bit[display][i]
            count += 1
    return count


cdef inline action_t auction_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    """What can be laid before a province are the highest cards of the display, so they are counted from its end."""
    cdef int slot, chosen, at = 0, bids = 0, display = s.display[s.mover]
    cdef int upto[PLAYERS]
    if FINDS_BITS:
        return auction_find(t, s, rng)
    for slot in range(t.players):
        bids += t.bits[display >> s.bid[slot]]
        upto[slot] = bids
    chosen = below(rng, bids)
    for slot in range(t.players):
        at += chosen >= upto[slot]
    return at << SLOT_SHIFT | t.bit[display][t.bits[display] + chosen - upto[at]]


cdef inline action_t auction_find(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    """The same, with the cards that can be laid before all provinces in one set."""
    cdef uint64_t playable = 0
    cdef unsigned int place, display = s.display[s.mover]
    cdef int slot
    for slot in range(t.players):
        playable |= <uint64_t>(display >> s.bid[slot] << s.bid[slot]) << SLOT_STRIDE * slot
    place = find_bit(playable, below(rng, count_bits(playable)))
    return place + place // SLOT_STRIDE * ((1 << SLOT_SHIFT) - SLOT_STRIDE)


cdef inline void bid(const TablesC* t, StateC* s, action_t action, story_t* story) noexcept nogil:
    """The card is laid down; who was outbid takes hers back [A2]; the next without a card in play bids [A3, A4]."""
    cdef int slot = action >> SLOT_SHIFT
    if story != NULL and s.bid[slot]:
        tell(story, TOLD_OUTBID, lowest(s.bidder[slot]), s.bid[slot] - 1,
             told_card(s.kingdom, nth_bit(t, s.row, slot)))
    s.in_play = s.in_play & ~s.bidder[slot] | 1 << s.mover
    s.bid[slot] = (action & GOLD_MASK) + 1
    s.bidder[slot] = 1 << s.mover
    cdef int waiting = (1 << t.players) - 1 & ~s.in_play
    if waiting == 0:
        end_auction(t, s, story)
    else:
        s.mover = next_waiting(s.mover, waiting)


cdef inline int next_waiting(int player, int waiting) noexcept nogil:
    """The first of these players (a bit each) to the left of a player who is none of them."""
    cdef int later = waiting >> player << player
    return lowest(later if later else waiting)


cdef inline void end_auction(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """Each takes her province and spends her card, unless it was the 0 [A5]."""
    cdef int slot, player
    cdef int gold[PLAYERS]
    for slot in range(t.players):
        player = lowest(s.bidder[slot])
        gold[player] = s.bid[slot] - 1
        s.display[player] &= ~(1 << gold[player]) | 1
        s.acquired[player] = nth_bit(t, s.row, slot) + 1
        s.bid[slot] = s.bidder[slot] = 0
    s.in_play = 0
    if story != NULL:
        for player in range(t.players):
            tell(story, TOLD_ACQUIRE, player, told_card(s.kingdom, s.acquired[player] - 1), gold[player])
    settle(t, s, s.pharaoh, story)


# ---------------------------------------------------------------------------------------------------- extending
cdef inline void settle(const TablesC* t, StateC* s, int player, story_t* story) noexcept nogil:
    """From this player on, in turn order, everybody lays down her card: beside the others, or on one of them [A6]."""
    cdef int places
    while True:
        places = 1 << s.auction if s.kingdom == 0 else extensions(s, player)
        if bits(t, places) > 1:
            s.phase = EXTEND
            s.mover = player
            return
        if s.kingdom and story != NULL:
            tell(story, TOLD_EXTEND if s.auction == PROVINCES - 1 else TOLD_EXTEND_ALIKE, player,
                 told_card(s.kingdom, s.acquired[player] - 1), on_top(s, player, lowest(places)))
        lay_down(t, s, player, lowest(places))
        player = clockwise(player, t.players)
        if player == s.pharaoh:
            crown(t, s, story)
            return


cdef inline void lay_down(const TablesC* t, StateC* s, int player, int province) noexcept nogil:
    lay(t, s, player, province, s.acquired[player] - 1)
    s.acquired[player] = 0


cdef inline int extensions(const StateC* s, int player) noexcept nogil:
    """Provinces not yet covered in this kingdom, one of each kind, a bit each."""
    return unlike(s, player, EVERY_PROVINCE & ~s.covered[player])


cdef inline int extend_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    cdef int province, choices = extensions(s, s.mover), count = 0
    for province in range(PROVINCES):
        if choices >> province & 1:
            out[count] = province
            count += 1
    return count


cdef inline action_t extend_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    cdef int choices = extensions(s, s.mover)
    return bit(t, choices, below(rng, bits(t, choices)))


cdef inline void extend(const TablesC* t, StateC* s, action_t province, story_t* story) noexcept nogil:
    cdef int player = clockwise(s.mover, t.players)
    lay_down(t, s, s.mover, province)
    if player == s.pharaoh:
        crown(t, s, story)
    else:
        settle(t, s, player, story)


# ---------------------------------------------------------------------------------------------------- the Pharaoh
cdef inline void crown(const TablesC* t, StateC* s, story_t* story) noexcept nogil:
    """Most visible ankhs make the Pharaoh [A7]; the next auction begins, or the offerings."""
    cdef int _i, best = s.pharaoh, most = ankhs(visible(s, best)), tied = 0, player = best, shown
    for _i in range(1, t.players):
        player = clockwise(player, t.players)
        shown = ankhs(visible(s, player))
        tied = 0 if shown > most else tied + (shown == most)
        if shown > most:
            best, most = player, shown
    tell(story, TOLD_STAYS if best == s.pharaoh else TOLD_CROWNED, best, most, tied)
    s.pharaoh = best
    s.auction += 1
    if s.auction < PROVINCES:
        begin_row(s, story)
    else:
        s.row = s.turned = s.auction = s.deck = 0
        begin_offerings(t, s, story)
