"""Amun-Re: The Card Game, for 2 to 5 players. The rules themselves are in the .pxd files, one for each phase."""

from libc.limits cimport INT_MAX

from amunre.core.amunre_card.advice cimport (
    features_of, plausible_bid, plausible_construction, plausible_offering, stage_of,
)
from amunre.core.amunre_card.auction cimport (
    auction_actions, auction_sample, bid, extend, extend_actions, extend_sample,
)
from amunre.core.amunre_card.construction cimport (
    build, construction_actions, construction_sample, place_built, placement_actions, placement_sample, prepare,
    preparation_actions, preparation_sample,
)
from amunre.core.amunre_card.kingdom cimport row_actions, row_sample, turn_up
from amunre.core.amunre_card.offerings cimport offer, offering_actions, offering_sample, place_favor
from amunre.core.amunre_card.provinces cimport ANKH, CARAVAN, FIELD, PYRAMID, pyramids
from amunre.core.amunre_card.scoring cimport total_points, winner
from amunre.core.amunre_card.setup cimport (
    begin_setup, choose_pharaoh, display_actions, display_sample, pharaoh_actions, pharaoh_sample, show,
)
from amunre.core.amunre_card.state cimport (
    ALL_GOLD, AUCTION, CARDS, CONSTRUCTION, DISPLAY, EXTEND, FAVOR, GOLD, KINGDOMS, OFFERING, OVER, PHARAOH, PHASES,
    PLACEMENT, PLAYERS, PREPARATION, PROVINCES, ROW, StateC, TablesC,
)
from amunre.core.game cimport Game, State
from amunre.core.rng cimport rng_t
from amunre.core.turns cimport clockwise
from amunre.core.types cimport action_t, story_t

from amunre.core.amunre_card import components, notation
from amunre.core.amunre_card import view as views

NAME = "amunre_card"

ctypedef struct Phase:
    int (*actions)(const TablesC* t, const StateC* s, action_t* out) noexcept nogil
    action_t (*sample)(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil
    void (*apply)(const TablesC* t, StateC* s, action_t action, story_t* story) noexcept nogil

cdef Phase[PHASES] TABLE
TABLE[PHARAOH] = Phase(pharaoh_actions, pharaoh_sample, choose_pharaoh)
TABLE[DISPLAY] = Phase(display_actions, display_sample, show)
TABLE[ROW] = Phase(row_actions, row_sample, turn_up)
TABLE[AUCTION] = Phase(auction_actions, auction_sample, bid)
TABLE[EXTEND] = Phase(extend_actions, extend_sample, extend)
TABLE[OFFERING] = Phase(offering_actions, offering_sample, offer)
TABLE[FAVOR] = Phase(placement_actions, placement_sample, place_favor)
TABLE[CONSTRUCTION] = Phase(construction_actions, construction_sample, build)
TABLE[PLACEMENT] = Phase(placement_actions, placement_sample, place_built)
TABLE[PREPARATION] = Phase(preparation_actions, preparation_sample, prepare)
TABLE[OVER] = Phase(no_actions, no_sample, nothing)


cdef int no_actions(const TablesC* t, const StateC* s, action_t* out) noexcept nogil:
    return 0


cdef action_t no_sample(const TablesC* t, const StateC* s, rng_t* rng) noexcept nogil:
    return 0


cdef void nothing(const TablesC* t, StateC* s, action_t action, story_t* story) noexcept nogil:
    pass


cdef class CardGame(Game):
    """The contract, spoken by the phases."""
    cdef TablesC tables                 # components, and what is worked out from them; never changes
    cdef readonly object components     # the same as read from the file

    def __init__(self, int players, deck=None):
        if not 2 <= players <= PLAYERS:
            raise ValueError(f"{NAME} is for 2 to {PLAYERS} players, not {players}")
        self.describe(NAME, players, sizeof(StateC), notation.STEP_KINDS, {}, deck)
        self.components = components.built_in() if deck is None else deck
        fill_components(&self.tables, players, self.components)
        fill_bits(&self.tables)
        fill_gold(&self.tables)

    # ------------------------------------------------------------------ the contract
    cdef void start(self, void* state) noexcept nogil:
        begin_setup(<StateC*>state)

    cdef int to_move(self, const void* state) noexcept nogil:
        return (<const StateC*>state).mover

    cdef int witnesses(self, const void* state) noexcept nogil:
        cdef const StateC* s = <const StateC*>state
        if s.phase == OVER:
            return 0
        return 1 << s.mover if s.phase == OFFERING else (1 << self.players) - 1

    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil:
        return TABLE[(<const StateC*>state).phase].actions(&self.tables, <const StateC*>state, out)

    cdef int weight(self, const void* state, action_t outcome) noexcept nogil:
        return 1

    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil:
        TABLE[(<StateC*>state).phase].apply(&self.tables, <StateC*>state, action, story)

    cdef void conceal(self, void* state, int viewer) noexcept nogil:
        """Offerings of the others, even whether they are made, until all are revealed [O1]."""
        cdef StateC* s = <StateC*>state
        cdef int player
        if s.phase == OFFERING:
            for player in range(PLAYERS):
                if player != viewer:
                    s.offering[player] = 0
            s.mover = clockwise(viewer, self.players) if s.offering[viewer] else viewer

    cdef void redeal(self, void* state, int viewer, rng_t* rng) noexcept nogil:
        """Nothing that has been dealt is hidden."""

    cdef void scores(self, const void* state, double* out) noexcept nogil:
        cdef int player
        for player in range(self.players):
            out[player] = total_points(<const StateC*>state, player)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int player
        for player in range(self.players):
            out[player] = 0
        out[winner(&self.tables, <const StateC*>state)] = 1

    cdef action_t sample(self, const void* state, rng_t* rng) noexcept nogil:
        return TABLE[(<const StateC*>state).phase].sample(&self.tables, <const StateC*>state, rng)

    cdef action_t plausible(self, const void* state, rng_t* rng) noexcept nogil:
        cdef const StateC* s = <const StateC*>state
        if s.phase == AUCTION:
            return plausible_bid(&self.tables, s, rng)
        if s.phase == OFFERING:
            return plausible_offering(&self.tables, s, rng)
        if s.phase == CONSTRUCTION:
            return plausible_construction(&self.tables, s, rng)
        return TABLE[s.phase].sample(&self.tables, s, rng)

    cdef int stage(self, const void* state) noexcept nogil:
        return stage_of(<const StateC*>state, self.players)

    cdef int features(self, const void* state, int player, float* out) noexcept nogil:
        return features_of(&self.tables, <const StateC*>state, player, out)

    # ------------------------------------------------------------------ what Python reads
    def view(self, State state not None):
        return views.read(self.components, self.players, fields(<const StateC*>state.data))

    def words(self, State state not None, action_t action):
        return notation.words(self.view(state), action)

    def action(self, State state not None, str words not None):
        return notation.action(self.view(state), state.legal_actions(), words)

    def position(self, State state not None):
        return notation.position(self.view(state))

    def sentence(self, State state not None, action_t action):
        return notation.sentence(self.view(state), action)

    def step_sentence(self, step):
        return notation.step_sentence(self.components, step)

    def heading(self, step):
        return notation.heading(step)

    def checks(self, story):
        return notation.checks(story)


# ---------------------------------------------------------------------------------------------------- tables
cdef int fill_components(TablesC* t, int players, object given) except -1:
    """Copy the components' numbers."""
    cdef int i, j
    t.players = players
    t.opening_total = given.opening_total
    t.fields_for_bonus = given.fields_for_bonus
    t.floods = len(given.floods)
    for i in range(t.floods):
        t.flood[i].upto = INT_MAX if given.floods[i].upto is None else given.floods[i].upto
        t.flood[i].per_field = given.floods[i].per_field
        t.flood[i].per_caravan = given.floods[i].per_caravan
    for i in range(players):
        t.favor[i] = given.favor(players, i)
    t.costs = len(given.total_cost)
    for i in range(t.costs):
        t.cost[i] = given.total_cost[i]
    t.most_gold = t.cost[t.costs - 1] + ALL_GOLD
    i = 0
    for j in range(t.most_gold + 1):
        if i + 1 < t.costs and t.cost[i + 1] <= j:
            i += 1
        t.most[j] = i
    for i in range(KINGDOMS):
        for j in range(CARDS):
            card = given.kingdoms[i][j]
            t.card[i][j] = (card.ankhs * ANKH + card.fields * FIELD + card.caravans * CARAVAN
                            + card.pyramids * PYRAMID)
    return 0


cdef void fill_bits(TablesC* t) noexcept:
    """What newer processors have instructions for: how many bits are set, and where the k-th is."""
    cdef int mask, i
    for mask in range(1 << GOLD):
        t.bits[mask] = 0
        for i in range(GOLD):
            if mask >> i & 1:
                t.bit[mask][t.bits[mask]] = i
                t.bits[mask] += 1


cdef void fill_gold(TablesC* t) noexcept:
    """What sets of gold cards come to, what can be offered out of them, and the displays of each total."""
    cdef int mask, part, i, amount
    cdef bint reachable[ALL_GOLD + 1]
    for mask in range(1 << GOLD):
        t.worth[mask] = 0
        for i in range(GOLD):
            t.worth[mask] += i * (mask >> i & 1)
        for amount in range(ALL_GOLD + 1):
            reachable[amount] = False
        for part in range(mask + 1):
            if part & mask == part:
                reachable[t.worth[part]] = True
        t.sums[mask] = 0
        for amount in range(ALL_GOLD + 1):
            if reachable[amount]:
                t.sum[mask][t.sums[mask]] = amount
                t.sums[mask] += 1
        if mask & 1:
            t.set[t.worth[mask]][t.sets[t.worth[mask]]] = mask
            t.sets[t.worth[mask]] += 1


# ---------------------------------------------------------------------------------------------------- reading
cdef dict fields(const StateC* s):
    """The position in Python's numbers, arrays element by element: as a whole, bytes would be taken for text."""
    cdef int player, province, kingdom
    return {
        "display": [s.display[player] for player in range(PLAYERS)],
        "row": s.row,
        "gold": s.gold,
        "mover": s.mover,
        "phase": s.phase,
        "kingdom": s.kingdom,
        "auction": s.auction,
        "pharaoh": s.pharaoh,
        "flood": s.flood,
        "rest": s.rest,
        "bid": [s.bid[player] for player in range(PLAYERS)],
        "bidder": [s.bidder[player] for player in range(PLAYERS)],
        "acquired": [s.acquired[player] for player in range(PLAYERS)],
        "offering": [s.offering[player] for player in range(PLAYERS)],
        "kept": [s.kept[player] for player in range(PLAYERS)],
        "covered": [s.covered[player] for player in range(PLAYERS)],
        "pyramids": [[pyramids(s.province[player][province]) for province in range(PROVINCES)]
                     for player in range(PLAYERS)],
        "card": [[[s.card[player][province][kingdom] for kingdom in range(KINGDOMS)]
                  for province in range(PROVINCES)] for player in range(PLAYERS)],
        "points": [[s.points[player][kingdom] for kingdom in range(KINGDOMS)] for player in range(PLAYERS)],
    }
