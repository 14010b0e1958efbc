"""The position and the tables of Amun-Re: The Card Game."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t

from amunre.core.types cimport REVEAL

cdef enum:
    PLAYERS = 5                         # at most
    KINGDOMS = 3
    CARDS = 15                          # province cards of a kingdom
    PROVINCES = 3                       # extended provinces of a player
    GOLD = 9                            # gold cards of a player, 0 to 8
    ALL_GOLD = 36                       # what they come to
    MAX_FLOODS = 8                      # rows of the offering table
    MAX_COSTS = 64                      # entries of the cost table
    MAX_SETS = 14                       # displays with the same total

cdef enum:                              # what the game waits for, in the order of play
    PHARAOH = 0                         # chance: the first Pharaoh
    DISPLAY = 1                         # the opening display
    ROW = 2                             # chance: the next province of the row
    AUCTION = 3                         # a bid
    EXTEND = 4                          # which province to cover
    OFFERING = 5                        # a secret offering
    FAVOR = 6                           # where the rest of a favor goes
    CONSTRUCTION = 7                    # how many pyramids to buy
    PLACEMENT = 8                       # where the rest of a purchase goes
    PREPARATION = 9                     # the next display
    OVER = 10
    PHASES = 11

cdef enum:                              # steps of the story; Card: 15 x kingdom (from 0) + card
    TOLD_REVEAL = REVEAL                # the offerings are open
    TOLD_KINGDOM = 1                    # a = which, from 1: begins
    TOLD_AUCTION = 2                    # a = which, from 1: begins
    TOLD_OFFERINGS = 3                  # a = kingdom: begin
    TOLD_CONSTRUCTION = 4               # a = kingdom: begins
    TOLD_SCORING = 5                    # a = kingdom: begins
    TOLD_OUTBID = 6                     # takes gold card a back from in front of Card b
    TOLD_ACQUIRE = 7                    # takes Card a for gold card b
    TOLD_EXTEND = 8                     # covers Card b with Card a, the only one left to cover
    TOLD_EXTEND_ALIKE = 9               # covers Card b with Card a, one of several that have the same future
    TOLD_CROWNED = 10                   # becomes Pharaoh with a ankhs, b others have as many
    TOLD_STAYS = 11                     # stays Pharaoh with a ankhs, b others have as many
    TOLD_OFFERED = 12                   # offered a gold, has b left
    TOLD_FLOOD = 13                     # offerings of a in all: row b of the offering table, from 1
    TOLD_FAVOR = 14                     # a pyramids for the b-th greatest offering, from 1
    TOLD_NO_FAVOR = 15                  # nothing, for an offering of 0
    TOLD_PLACED = 16                    # b pyramids on the province with Card a on top
    TOLD_FIELDS = 17                    # a gold for b fields
    TOLD_CARAVANS = 18                  # a gold for b caravans
    TOLD_KEPT = 19                      # a gold from the display
    TOLD_REVENUE = 20                   # a gold in all
    TOLD_BUILT = 21                     # buys a pyramids for b gold, having no choice
    TOLD_LAPSED = 22                    # a gold can be neither spent nor shown
    TOLD_PREPARED = 23                  # display a (a bit a card) of b gold, having no choice
    TOLD_FEWEST = 24                    # a points for the pyramids on her province with fewest, Card b on top
    TOLD_BONUS = 25                     # a points for b fields
    TOLD_PHARAOH_POINT = 26             # a points for being Pharaoh
    TOLD_FEWEST_ANKHS = 27              # a points taken for having fewest ankhs, b of them
    TOLD_POINTS = 28                    # a points in this kingdom, b so far
    TOLD_TOTAL = 29                     # a points in all, b pyramids in all
    TOLD_WINNER = 30                    # wins; a: 0 by points, 1 by pyramids, 2 by turn order

# An extended province in one number: its visible ankhs, fields and caravans and all its pyramids, a byte each from the
# lowest on. The sum of a player's three holds the sums of the first three bytes (at most 27 each).
ctypedef uint32_t province_t

ctypedef struct StateC:
    province_t province[PLAYERS][PROVINCES]         # 0 before it has a card
    uint16_t display[PLAYERS]           # gold cards shown, a bit each; a card that bids stays in it until it is spent
    uint16_t row                        # provinces turned up in this auction, a bit each; slots count its bits from 0
    uint16_t deck                       # cards of the kingdom not turned up yet, a bit each
    uint16_t gold                       # in construction: what the mover has left to spend
    int8_t mover                        # whose choice is next: a player, CHANCE or NOBODY
    uint8_t phase                       # what the game waits for
    uint8_t kingdom                     # from 0
    uint8_t auction                     # of this kingdom, from 0
    uint8_t pharaoh                     # the first in turn order
    uint8_t flood                       # row of the offering table, from 0; until the kingdom ends
    uint8_t rest                        # pyramids that the mover still has to place
    uint8_t turned                      # cards in the row
    uint8_t in_play                     # players with a card in front of a province, a bit each
    uint8_t bid[PLAYERS]                # by slot: gold card in front of it + 1, or 0
    uint8_t bidder[PLAYERS]             # by slot: whose card that is, as a bit; or 0
    uint8_t acquired[PLAYERS]           # card taken and not laid down yet + 1, or 0
    uint8_t offering[PLAYERS]           # gold offered + 1, or 0; until favors are placed
    uint8_t kept[PLAYERS]               # gold left after the offering, until it becomes revenue
    uint8_t covered[PLAYERS]            # provinces that hold a card of this kingdom, a bit each
    uint8_t card[PLAYERS][PROVINCES][KINGDOMS]      # card acquired in that kingdom + 1, or 0
    uint8_t points[PLAYERS][KINGDOMS]               # victory points by kingdom

ctypedef struct FloodC:
    int upto                            # greatest total of offerings in this row
    int per_field                       # gold
    int per_caravan                     # gold

ctypedef struct TablesC:
    int players
    int opening_total                   # of the first display
    int floods                          # rows of the offering table
    FloodC flood[MAX_FLOODS]
    int favor[PLAYERS]                  # pyramids by rank of the offering, from 0
    int costs                           # entries of the cost table; the most one can buy is one less
    int cost[MAX_COSTS]                 # of so many pyramids, in all
    int fields_for_bonus                # that earn a point
    int most_gold                       # all that can be spent and shown
    uint8_t most[MAX_COSTS * (ALL_GOLD + 1)]        # pyramids that so much gold buys
    province_t card[KINGDOMS][CARDS]    # as provinces of their own
    uint8_t bits[1 << GOLD]             # how many bits are set
    uint8_t bit[1 << GOLD][GOLD]        # where the n-th set bit is
    uint8_t worth[1 << GOLD]            # what a set of gold cards comes to
    uint8_t sums[1 << GOLD]             # how many different amounts can be offered out of a display
    uint8_t sum[1 << GOLD][ALL_GOLD + 1]            # these amounts, rising
    uint8_t sets[ALL_GOLD + 1]          # how many displays have this total
    uint16_t set[ALL_GOLD + 1][MAX_SETS]            # these displays


cdef inline int told_card(int kingdom, int card) noexcept nogil:
    """A province card as the story has it."""
    return CARDS * kingdom + card
