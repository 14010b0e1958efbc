"""Tribute: a small game that uses all of the contract. A model for authors, written from core/game.pxd alone.

Two to four players, three rounds. Everybody begins with 1 point. A round:

- Draw: from the leader clockwise, hands are filled up to 3 cards out of a deck of ranks 1 to 4.
- Roll: a die shows 1, 2 or 3; it is loaded, and falls in the ratio 1 : 2 : 3 (option `die fair`: evenly).
- Offer: everybody chooses a card in secret; all are revealed, and leave the game. The highest, of equal ones the first
  in turn order, earns its player as many points as the die shows; she is the leader from then on.
- Tribute: the player to the leader's left gives her 1 point, or else loses a card to her that is drawn out of her hand.
  Somebody without a point is not asked.

Most points win; tied players share the victory.
"""

from dataclasses import dataclass

from libc.stdint cimport int8_t

from amunre.core.game cimport Game, State
from amunre.core.rng cimport below, rng_t
from amunre.core.turns cimport clockwise
from amunre.core.types cimport CHANCE, NOBODY, REVEAL, action_t, story_t, tell

from amunre.core.errors import BadInput
from amunre.core.game import IllegalAction
from amunre.core.info import Info

cdef enum:
    PLAYERS = 4                         # at most
    RANKS = 4                           # cards are 1 to 4; what counts cards is indexed by rank, and [0] stays 0
    FACES = 3                           # of the die
    HAND = 3                            # cards to which a hand is filled up
    ROUNDS = 3

cdef enum:                              # what the game waits for, in the order of play
    DRAW = 0                            # chance: a card for `asked`
    ROLL = 1                            # chance: the die
    OFFER = 2                           # the secret choice of `asked`
    TRIBUTE = 3                         # whether `asked` gives a point to the leader
    THEFT = 4                           # chance: which card of `asked` the leader draws
    OVER = 5

cdef enum:                              # actions; draw, offer and theft: the rank; roll: the face
    PAY = 0
    REFUSE = 1

cdef enum:                              # steps of the story
    TOLD_REVEAL = REVEAL                # the offers are open
    TOLD_OFFERED = 1                    # card a
    TOLD_EARNED = 2                     # a points, b in all
    TOLD_ROBBED = 3                     # has no point to give: loses a card unasked
    TOLD_TOTAL = 4                      # a points at the end

STEP_KINDS = ("reveal", "offered", "earned", "robbed", "total")
VERBS = {DRAW: "draw", ROLL: "roll", OFFER: "offer", THEFT: "steal"}
PHASES = ("draw", "roll", "offer", "tribute", "theft", "over")
COPIES = (7, 6, 5, 4)                   # how many cards of rank 1, 2, 3, 4 the deck has

ctypedef struct Position:
    int8_t phase                        # what the game waits for
    int8_t round                        # from 0
    int8_t leader                       # the first in turn order: who earned last, player 0 to begin with
    int8_t asked                        # whose card or choice is due; 0 at a roll and when the game is over
    int8_t die                          # the face rolled, until the offers are revealed
    int8_t points[PLAYERS]              # earned so far
    int8_t offers[PLAYERS]              # SECRET the rank committed; 0 until then, and once they are revealed
    int8_t cards[PLAYERS]               # how many are in each hand: known to all
    int8_t hands[PLAYERS][RANKS + 1]    # SECRET how many of each rank
    int8_t deck[RANKS + 1]              # SECRET how many of each rank are not drawn yet; in a view: not seen yet


# -------------------------------------------------------------------- what Python reads
@dataclass(frozen=True)
class View:
    """All that a board would show; of a view it holds the viewer's hand alone."""
    phase: str
    round: int
    leader: int
    die: int
    points: tuple
    offers: tuple                       # None: not made, or not to be seen
    cards: tuple
    hands: tuple
    unseen: tuple                       # how many of each rank may be in the deck


cdef class Toy(Game):
    cdef int8_t copies[RANKS + 1]       # cards in a new deck
    cdef int faces[FACES + 1]           # cases in which each face comes up

    def __init__(self, int players, deck=None, **options):
        if not 2 <= players <= PLAYERS:
            raise BadInput(f"toy is for 2 to {PLAYERS} players, not {players}")
        self.describe("toy", players, sizeof(Position), STEP_KINDS, options, deck)
        cdef int rank, face
        for rank in range(1, RANKS + 1):
            self.copies[rank] = COPIES[rank - 1]
        for face in range(1, FACES + 1):
            self.faces[face] = 1 if options.get("die") == "fair" else face

    # ---------------------------------------------------------------- the ten methods
    cdef void start(self, void* state) noexcept nogil:
        cdef Position* s = <Position*>state
        cdef int player, rank
        for player in range(self.players):
            s.points[player] = 1
        for rank in range(1, RANKS + 1):
            s.deck[rank] = self.copies[rank]
        begin_draw(s, self.players)

    cdef int to_move(self, const void* state) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.phase == OVER:
            return NOBODY
        return s.asked if s.phase == OFFER or s.phase == TRIBUTE else CHANCE

    cdef int witnesses(self, const void* state) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.phase == OVER:
            return 0
        if s.phase == DRAW or s.phase == OFFER:
            return 1 << s.asked
        if s.phase == THEFT:
            return 1 << s.asked | 1 << s.leader
        return (1 << self.players) - 1

    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.phase == DRAW:
            return ranks_in(s.deck, out)
        if s.phase == OFFER or s.phase == THEFT:
            return ranks_in(s.hands[s.asked], out)
        if s.phase == ROLL:
            out[0], out[1], out[2] = 1, 2, 3
            return FACES
        if s.phase == TRIBUTE:
            out[0], out[1] = PAY, REFUSE
            return 2
        return 0

    cdef int weight(self, const void* state, action_t outcome) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.phase == ROLL:
            return self.faces[outcome]
        return s.deck[outcome] if s.phase == DRAW else s.hands[s.asked][outcome]

    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil:
        cdef Position* s = <Position*>state
        if s.phase == DRAW:
            draw(s, action, self.players)
        elif s.phase == ROLL:
            roll(s, action)
        elif s.phase == OFFER:
            offer(s, action, self.players, story)
        elif s.phase == TRIBUTE:
            tribute(s, action, self.players, story)
        else:
            theft(s, action, self.players, story)

    cdef void conceal(self, void* state, int viewer) noexcept nogil:
        """Cards in other hands join the deck: all are unseen, and a deck without them would give them away."""
        cdef Position* s = <Position*>state
        cdef int player, rank
        for player in range(self.players):
            if player == viewer:
                continue
            s.offers[player] = 0
            for rank in range(1, RANKS + 1):
                s.deck[rank] += s.hands[player][rank]
                s.hands[player][rank] = 0
        if s.phase == OFFER:            # whom the game asks would tell who has chosen already
            s.asked = clockwise(viewer, self.players) if s.offers[viewer] else viewer

    cdef void redeal(self, void* state, int viewer, rng_t* rng) noexcept nogil:
        cdef Position* s = <Position*>state
        cdef int player, rank
        for player in range(self.players):
            if player == viewer:
                continue
            for _ in range(s.cards[player]):
                rank = random_card(s.deck, rng)
                s.deck[rank] -= 1
                s.hands[player][rank] += 1

    cdef void scores(self, const void* state, double* out) noexcept nogil:
        cdef const Position* s = <const Position*>state
        cdef int player
        for player in range(self.players):
            out[player] = s.points[player]

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const Position* s = <const Position*>state
        cdef int player, most = 0, winners = 0
        for player in range(self.players):
            most = max(most, s.points[player])
        for player in range(self.players):
            winners += s.points[player] == most
        for player in range(self.players):
            out[player] = 1.0 / winners if s.points[player] == most else 0.0

    # ---------------------------------------------------------------- in Python's words
    def view(self, State state not None):
        cdef const Position* s = <const Position*>state.data
        cdef int player
        players = range(self.players)
        return View(
            phase=PHASES[s.phase], round=s.round, leader=s.leader, die=s.die,
            points=tuple([s.points[player] for player in players]),
            offers=tuple([s.offers[player] or None for player in players]),
            cards=tuple([s.cards[player] for player in players]),
            hands=tuple([counts(s.hands[player]) for player in players]),
            unseen=counts(s.deck),
        )

    def words(self, State state not None, action_t action):
        cdef int phase = (<const Position*>state.data).phase
        if phase == TRIBUTE:
            return "pay" if action == PAY else "refuse"
        return f"{VERBS[phase]} {action}"

    def action(self, State state not None, str words not None):
        for action in state.legal_actions():
            if self.words(state, action) == words:
                return action
        raise IllegalAction(f"{words} is not legal ({self.position(state)})")

    def position(self, State state not None):
        cdef const Position* s = <const Position*>state.data
        return "over" if s.phase == OVER else f"round {s.round + 1}, {PHASES[s.phase]}"

    def sentence(self, State state not None, action_t action):
        cdef const Position* s = <const Position*>state.data
        if s.phase == ROLL:
            return "toy.roll", {"face": action}
        if s.phase == TRIBUTE:
            return "toy.pay" if action == PAY else "toy.refuse", {"player": s.asked, "rival": s.leader}
        return f"toy.{VERBS[s.phase]}", {"player": s.asked, "rank": action}

    def step_sentence(self, step):
        if step.kind == "reveal":
            return None
        return f"toy.{step.kind}", {"player": step.player, "a": step.a, "b": step.b}

    def heading(self, step):
        return "Offers" if step.kind == "reveal" else None

    def checks(self, story):
        totals = [str(step.a) for step in story if step.kind == "total"]
        return (f"total {' '.join(totals)}",) if totals else ()


cdef tuple counts(const int8_t* cards):
    """How many cards of rank 1, 2 and so on."""
    cdef int rank
    return tuple([cards[rank] for rank in range(1, RANKS + 1)])


def read_deck(path):
    """Nobody needs a toy with cards of her own."""
    raise BadInput(f"{path}: toy is played with its own cards")


INFO = Info(name="toy", title="Tribute", fewest_players=2, most_players=PLAYERS, make=Toy, read_deck=read_deck,
            options=(("die", ("loaded", "fair")),))


# -------------------------------------------------------------------- cards
cdef inline int ranks_in(const int8_t* cards, action_t* out) noexcept nogil:
    """The different ranks: equal cards are one choice."""
    cdef int rank, count = 0
    for rank in range(1, RANKS + 1):
        if cards[rank]:
            out[count] = rank
            count += 1
    return count


cdef inline int random_card(const int8_t* cards, rng_t* rng) noexcept nogil:
    """The rank of a card, each card being as likely as any other."""
    cdef int rank, count = 0
    for rank in range(1, RANKS + 1):
        count += cards[rank]
    cdef int left = below(rng, count)
    for rank in range(1, RANKS):
        left -= cards[rank]
        if left < 0:
            return rank
    return RANKS


# -------------------------------------------------------------------- draw
cdef void begin_draw(Position* s, int players) noexcept nogil:
    """The first from the leader on whose hand is not full draws next; when all are, the die is rolled."""
    cdef int player = s.leader
    for _ in range(players):
        if s.cards[player] < HAND:
            s.phase, s.asked = DRAW, player
            return
        player = clockwise(player, players)
    s.phase, s.asked = ROLL, 0


cdef void draw(Position* s, int rank, int players) noexcept nogil:
    s.deck[rank] -= 1
    s.hands[s.asked][rank] += 1
    s.cards[s.asked] += 1
    begin_draw(s, players)


# -------------------------------------------------------------------- roll
cdef void roll(Position* s, int face) noexcept nogil:
    s.die = face
    s.phase, s.asked = OFFER, s.leader


# -------------------------------------------------------------------- offer
cdef void offer(Position* s, int rank, int players, story_t* story) noexcept nogil:
    """A commitment: the card stays in the hand. With equal cards only she is asked too: not to be would tell on her."""
    s.offers[s.asked] = rank
    for _ in range(players - 1):
        s.asked = clockwise(s.asked, players)
        if not s.offers[s.asked]:
            return
    reveal(s, players, story)


cdef void reveal(Position* s, int players, story_t* story) noexcept nogil:
    cdef int player = s.leader
    cdef int rank, highest = 0
    tell(story, TOLD_REVEAL, NOBODY, 0, 0)
    for _ in range(players):
        rank = s.offers[player]
        tell(story, TOLD_OFFERED, player, rank, 0)
        s.hands[player][rank] -= 1
        s.cards[player] -= 1
        s.offers[player] = 0
        if rank > highest:
            highest = rank
            s.leader = player
        player = clockwise(player, players)
    s.points[s.leader] += s.die
    tell(story, TOLD_EARNED, s.leader, s.die, s.points[s.leader])
    s.die = 0
    begin_tribute(s, players, story)


# -------------------------------------------------------------------- tribute: another player interrupts the round
cdef void begin_tribute(Position* s, int players, story_t* story) noexcept nogil:
    s.asked = clockwise(s.leader, players)
    if s.points[s.asked]:
        s.phase = TRIBUTE
    else:
        tell(story, TOLD_ROBBED, s.asked, 0, 0)
        s.phase = THEFT


cdef void tribute(Position* s, int choice, int players, story_t* story) noexcept nogil:
    if choice == REFUSE:
        s.phase = THEFT
        return
    s.points[s.asked] -= 1
    s.points[s.leader] += 1
    end_round(s, players, story)


cdef void theft(Position* s, int rank, int players, story_t* story) noexcept nogil:
    s.hands[s.asked][rank] -= 1
    s.cards[s.asked] -= 1
    s.hands[s.leader][rank] += 1
    s.cards[s.leader] += 1
    end_round(s, players, story)


# -------------------------------------------------------------------- end
cdef void end_round(Position* s, int players, story_t* story) noexcept nogil:
    cdef int player
    s.round += 1
    if s.round < ROUNDS:
        begin_draw(s, players)
        return
    s.phase, s.asked = OVER, 0
    for player in range(players):
        tell(story, TOLD_TOTAL, player, s.points[player], 0)
