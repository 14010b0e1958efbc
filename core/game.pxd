"""The contract between games and everything that plays, draws or searches them.

A *position* is one flat C struct without pointers: copying it is memcpy, comparing or hashing it is comparing or
hashing its bytes. A *game* is a `cdef class` that derives from Game and says what positions mean. This page is all
that the author of a new game needs; tests/toy/ holds a complete small one.

Writing a game
--------------
1. Describe the position as a struct of fixed-size integers, a comment on every field.
2. Derive from Game. `__init__(self, players, deck=None, **options)` calls `self.describe(name, players,
   sizeof(TheStruct), step_kinds, options, deck)`, then fills the tables that the rules read (components, never
   positions). After that nothing in the object changes: two threads may call any method at once.
3. Override the ten methods below, and the Python ones of game.pyx: view, words, action, position, sentence,
   step_sentence, heading, checks.

Rules for all methods
---------------------
- None raises, allocates, prints, keeps anything or needs the GIL. Keep `noexcept nogil` on every override: without
  `noexcept` each call would take the GIL to ask whether an exception is set.
- Positions come from `start` and `apply` alone, so a method may trust its input. `apply` is called with legal actions
  only; State.apply (Python) checks, a search does not need to.
- Players count from 0, clockwise. Actions mean something only together with the position they are legal in.
- Keep what no longer matters zero (an auction's bids once it is over): equal futures should have equal bytes. The
  struct is zeroed before `start`, padding included.
- A player is never asked when there is one answer: `apply` goes on through forced steps until somebody has a real
  choice, a chance event is due, or the game is over. Choices that leave the same future are one action.

Chance is a player
------------------
A die roll or a drawn card is an action of CHANCE, made when it happens, so that a record replays without a seed. A
deck is the *set* of cards not drawn yet. `weight` counts the cases of an outcome: two equal cards in the deck weigh
2. Only where others will look at the same hidden cards later (a pile that cards go back to) are they dealt ahead,
witnessed by nobody, and the position keeps who has looked.

Secrets
-------
- `conceal` is the only statement of secrecy. What a screen or a bot gets is a concealed copy, a search keys its nodes
  by the hash of one, and imagining a world is `redeal` on one. It overwrites all that the viewer may not know, *with
  the same bytes whatever was there*; a second call changes nothing.
- `redeal` fills past secrets in again, uniformly among what the viewer holds possible: a hidden hand gets cards out
  of those she has not seen. Concealing the result for the same viewer gives the concealed position back, byte for
  byte.
- `witnesses` tells who sees the choice or the outcome that comes next; the mover sees her own. Two different
  unwitnessed actions leave equal bytes in the concealed copies of those who did not see, until a step REVEAL is told.
- Secret simultaneous choices are commitments. `apply` stores one and changes nothing else; it then asks whoever has
  not committed, in turn order from the mover; when nobody is left it tells REVEAL and resolves. `conceal` blanks the
  commitments of others, even whether they exist (the viewer, if she has not committed, is the one asked); `redeal`
  leaves them blank: in an imagined world the others choose for themselves. Such a decision has fewer witnesses than
  players: that is how a search knows to mix its choice, and a screen shared by two to cover itself.
- An interruption (a tribute to be paid or not, before something goes on) is an ordinary decision of another player:
  `to_move` names her, the position remembers what to go back to.

The story
---------
`apply` tells each automatic step (kind, player, a, b) with `types.tell`: a card returned, a Pharaoh crowned, points
scored, and why. Logs, score sheets, replays and the checks of a record read the story; no screen works out a rule
again. Steps are public: what only some may know belongs into actions, whose witnesses are known. Kind 0 is REVEAL;
`step_kinds` names the kinds from 0 on.
"""

from amunre.core.rng cimport rng_t
from amunre.core.types cimport action_t, story_t


cdef class Game:
    cdef readonly str name              # the key in GAMES, and in a record
    cdef readonly int players           # how many sit at the table
    cdef readonly int state_size        # bytes of one position
    cdef readonly tuple step_kinds      # name of each kind of step; step_kinds[REVEAL] is "reveal"
    cdef readonly dict options          # variants chosen, words to words, as a record keeps them
    cdef readonly object deck           # a player's own components, or None for the built-in ones

    # Called once, by a game's __init__.
    cdef int describe(self, str name, int players, size_t state_size, tuple step_kinds, dict options,
                      object deck) except -1

    # ------------------------------------------------------------------ the ten methods of a game
    # Make the first position out of zeroed memory.
    cdef void start(self, void* state) noexcept nogil
    # Whose choice is next: a player, CHANCE, or NOBODY when the game is over.
    cdef int to_move(self, const void* state) noexcept nogil
    # The players (a bit each) who will see what is chosen or drawn next.
    cdef int witnesses(self, const void* state) noexcept nogil
    # Write every legal action once, in a fixed order; return how many (at most MAX_ACTIONS; 0 only when it is over).
    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil
    # At CHANCE: in how many equally likely cases this outcome comes up (at least 1).
    cdef int weight(self, const void* state, action_t outcome) noexcept nogil
    # Make the choice, then all that follows from it without a choice. `story` is NULL in a search.
    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil
    # Overwrite all that `viewer` may not know.
    cdef void conceal(self, void* state, int viewer) noexcept nogil
    # Fill in past secrets of a concealed position at random, as `viewer` may imagine them.
    cdef void redeal(self, void* state, int viewer, rng_t* rng) noexcept nogil
    # Points so far, one number a player.
    cdef void scores(self, const void* state, double* out) noexcept nogil
    # Shares of the victory, one number a player, sum 1; meaningful when the game is over.
    cdef void returns(self, const void* state, double* out) noexcept nogil

    # ------------------------------------------------------------------ what helps a search; each has a plain version
    # A random action: at CHANCE by weight, else uniform. The plain version lists them all; a game that can, does not.
    cdef action_t sample(self, const void* state, rng_t* rng) noexcept nogil
    # A random action that a sensible player could choose. Plain version: sample.
    cdef action_t plausible(self, const void* state, rng_t* rng) noexcept nogil
    # Whether a learned value may judge this position: its row of weights, from 0; else -1. Plain version: -1.
    cdef int stage(self, const void* state) noexcept nogil
    # Describe the position from a player's seat in at most MAX_FEATURES numbers, return how many. Plain version: 0.
    cdef int features(self, const void* state, int player, float* out) noexcept nogil


cdef class State:
    """A position as Python holds it: the truth (viewer NOBODY), or what one player sees."""
    cdef readonly Game game             # what the bytes mean
    cdef readonly int viewer            # whose view this is, or NOBODY for the truth
    cdef void* data                     # game.state_size bytes, owned by this object

    cdef State clone(self, int viewer)
    cdef tuple play(self, action_t action)
    cdef int must_be_true(self) except -1
    cdef action_t legal(self, object action) except? 0
