"""The beginning of a kingdom and of an auction: provinces are turned up [S2, A1]."""

from libc.string cimport memset

from amunre.core.amunre_card.bits cimport nth_bit
from amunre.core.amunre_card.state cimport AUCTION, CARDS, ROW, TOLD_AUCTION, TOLD_KINGDOM, StateC, TablesC
from amunre.core.rng cimport below, rng_t
from amunre.core.types cimport CHANCE, NOBODY, action_t, story_t, tell


cdef inline void begin_kingdom(StateC* s, int kingdom, story_t* story) noexcept nogil:
    """A new deck; the cards of the kingdom before are still uncovered."""
    s.kingdom = kingdom
    s.auction = 0
    s.deck = (1 << CARDS) - 1
    memset(s.covered, 0, sizeof(s.covered))
    tell(story, TOLD_KINGDOM, NOBODY, kingdom + 1, 0)
    begin_row(s, story)


cdef inline void begin_row(StateC* s, story_t* story) noexcept nogil:
    """The next row is empty, and chance turns its cards up one by one."""
    s.row = 0
    s.turned = 0
    s.phase = ROW
    s.mover = CHANCE
    tell(story, TOLD_AUCTION, NOBODY, s.auction + 1, 0)


cdef inline int row_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    """Any card of the kingdom that has not been turned up."""
    cdef int card, count = 0
    for card in range(CARDS):
        if s.deck >> card & 1:
            out[count] = card
            count += 1
    return count


cdef inline action_t row_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    return nth_bit(t, s.deck, below(rng, CARDS - t.players * s.auction - s.turned))


cdef inline void turn_up(const TablesC* t, StateC* s, action_t card, story_t* story) noexcept nogil:
    """A card joins the row; when there is one for each player, the Pharaoh opens the auction."""
    s.deck &= ~(1 << card)
    s.row |= 1 << card
    s.turned += 1
    if s.turned == t.players:
        s.phase = AUCTION
        s.mover = s.pharaoh
