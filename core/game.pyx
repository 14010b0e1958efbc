"""Game and State as Python sees them. The contract itself is written down in game.pxd."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongLongAndOverflow
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from amunre.core.rng cimport below, next64, rng_t, seeded
from amunre.core.types cimport CHANCE as C_CHANCE
from amunre.core.types cimport MAX_ACTIONS, MAX_PLAYERS
from amunre.core.types cimport NOBODY as C_NOBODY
from amunre.core.types cimport action_t, story_t

from amunre.core.story import Step

CHANCE = C_CHANCE
NOBODY = C_NOBODY


class IllegalAction(ValueError):
    """An action that the position does not allow; the message names both."""


def mix(uint64_t seed, uint64_t index):
    """A seed for the index-th of many independent streams that share one seed."""
    cdef rng_t rng = seeded(seed, index)
    return next64(&rng)


cdef class Game:
    cdef int describe(self, str name, int players, size_t state_size, tuple step_kinds, dict options,
                      object deck) except -1:
        if not 1 <= players <= MAX_PLAYERS:
            raise ValueError(f"{name}: {players} players do not fit the contract")
        self.name = name
        self.players = players
        self.state_size = (state_size + 7) // 8 * 8
        self.step_kinds = step_kinds
        self.options = options
        self.deck = deck
        return 0

    # ------------------------------------------------------------------ the ten methods; every game has its own
    cdef void start(self, void* state) noexcept nogil:
        pass

    cdef int to_move(self, const void* state) noexcept nogil:
        return C_NOBODY

    cdef int witnesses(self, const void* state) noexcept nogil:
        return 0

    cdef int legal_actions(self, const void* state, action_t* out) noexcept nogil:
        return 0

    cdef int weight(self, const void* state, action_t outcome) noexcept nogil:
        return 1

    cdef void apply(self, void* state, action_t action, story_t* story) noexcept nogil:
        pass

    cdef void conceal(self, void* state, int viewer) noexcept nogil:
        pass

    cdef void redeal(self, void* state, int viewer, rng_t* rng) noexcept nogil:
        pass

    cdef void scores(self, const void* state, double* out) noexcept nogil:
        pass

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        pass

    # ------------------------------------------------------------------ the plain versions of what helps a search
    cdef action_t sample(self, const void* state, rng_t* rng) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef int count = self.legal_actions(state, actions)
        if self.to_move(state) != C_CHANCE:
            return actions[below(rng, count)]
        cdef int i, cases = 0
        for i in range(count):
            cases += self.weight(state, actions[i])
        cdef int left = below(rng, cases)
        for i in range(count - 1):
            left -= self.weight(state, actions[i])
            if left < 0:
                return actions[i]
        return actions[count - 1]

    cdef action_t plausible(self, const void* state, rng_t* rng) noexcept nogil:
        return self.sample(state, rng)

    cdef int stage(self, const void* state) noexcept nogil:
        return -1

    cdef int features(self, const void* state, int player, float* out) noexcept nogil:
        return 0

    # ------------------------------------------------------------------ what Python asks of a game
    def new_state(self):
        """The first position."""
        cdef State state = State.__new__(State, self, C_NOBODY)
        self.start(state.data)
        return state

    def view(self, State state not None):
        """The position as frozen dataclasses: all that boards, notation and tests read."""
        raise NotImplementedError

    def words(self, State state not None, action_t action):
        """A legal action in the game's own words, as a record has it."""
        raise NotImplementedError

    def action(self, State state not None, str words not None):
        """The legal action that these words mean; IllegalAction says why there is none."""
        raise NotImplementedError

    def position(self, State state not None):
        """A few words that say where the game stands, for error messages."""
        raise NotImplementedError

    def sentence(self, State state not None, action_t action):
        """What a log says of a legal action: a Sentence."""
        raise NotImplementedError

    def step_sentence(self, step):
        """What a log says of a step, or None if the action already says it."""
        raise NotImplementedError

    def heading(self, step):
        """The title of what begins with this step, or None."""
        return None

    def checks(self, story):
        """What a record should verify after this story, each in its own words."""
        return ()

    def __reduce__(self):
        return _remake, (type(self), self.players, self.options, self.deck)


def _remake(kind, players, options, deck):
    return kind(players, deck=deck, **options)


cdef class State:
    def __cinit__(self, Game game not None, int viewer):
        self.game = game
        self.viewer = viewer
        self.data = calloc(1, game.state_size)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.data)

    cdef State clone(self, int viewer):
        cdef State other = State.__new__(State, self.game, viewer)
        memcpy(other.data, self.data, self.game.state_size)
        return other

    # ------------------------------------------------------------------ asking
    @property
    def to_move(self):
        """The player whose choice is next, CHANCE, or NOBODY when the game is over."""
        return self.game.to_move(self.data)

    @property
    def witnesses(self):
        """The players who will see what is chosen or drawn next."""
        cdef int mask = self.game.witnesses(self.data)
        return tuple([player for player in range(self.game.players) if mask >> player & 1])

    def legal_actions(self):
        """All legal actions. A view lists only those of its viewer."""
        cdef action_t actions[MAX_ACTIONS]
        cdef int i
        if self.viewer != C_NOBODY and self.viewer != self.game.to_move(self.data):
            return []
        return [actions[i] for i in range(self.game.legal_actions(self.data, actions))]

    def weight(self, outcome):
        """At CHANCE: in how many equally likely cases this outcome comes up."""
        return self.game.weight(self.data, self.legal(outcome))

    def scores(self):
        """Points so far, one number a player."""
        cdef double out[MAX_PLAYERS]
        self.game.scores(self.data, out)
        return tuple([out[player] for player in range(self.game.players)])

    def returns(self):
        """Shares of the victory, one number a player; meaningful when the game is over."""
        cdef double out[MAX_PLAYERS]
        self.game.returns(self.data, out)
        return tuple([out[player] for player in range(self.game.players)])

    def view(self):
        """The position as the game's frozen dataclasses."""
        return self.game.view(self)

    def words(self, action):
        """A legal action in the game's own words."""
        return self.game.words(self, self.legal(action))

    def action(self, str words not None):
        """The legal action that these words mean."""
        return self.game.action(self, words)

    # ------------------------------------------------------------------ playing
    def apply(self, action):
        """Make a choice and all that follows from it; the story tells what did."""
        self.must_be_true()
        return self.play(self.legal(action))

    def apply_chance(self, uint64_t seed):
        """Let chance choose, from this seed alone; the outcome and its story."""
        cdef rng_t rng = seeded(seed, 0)
        self.must_be_true()
        if self.game.to_move(self.data) != C_CHANCE:
            raise IllegalAction(f"nothing is left to chance ({self.game.position(self)})")
        cdef action_t outcome = self.game.sample(self.data, &rng)
        return outcome, self.play(outcome)

    cdef tuple play(self, action_t action):
        cdef story_t story
        story.count = 0
        self.game.apply(self.data, action, &story)
        return _told(self.game, &story)

    # ------------------------------------------------------------------ seeing and imagining
    def seen_by(self, int player):
        """A copy that holds no more than this player knows."""
        if not 0 <= player < self.game.players:
            raise ValueError(f"there is no player {player} at a table of {self.game.players}")
        if self.viewer != C_NOBODY and self.viewer != player:
            raise ValueError(f"this is what player {self.viewer} sees, not the truth")
        cdef State seen = self.clone(player)
        self.game.conceal(seen.data, player)
        return seen

    def imagine(self, uint64_t seed):
        """Of a view: a world that its viewer holds possible, to be played in."""
        cdef rng_t rng = seeded(seed, 0)
        if self.viewer == C_NOBODY:
            raise ValueError("only a view can be imagined")
        cdef State world = self.clone(C_NOBODY)
        self.game.redeal(world.data, self.viewer, &rng)
        return world

    def copy(self):
        """An independent copy."""
        return self.clone(self.viewer)

    # ------------------------------------------------------------------ being a value
    def __bytes__(self):
        return PyBytes_FromStringAndSize(<char*>self.data, self.game.state_size)

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State that = <State>other
        return (self.game.name == that.game.name and self.viewer == that.viewer
                and self.game.state_size == that.game.state_size
                and memcmp(self.data, that.data, self.game.state_size) == 0)

    def __hash__(self):
        return hash(bytes(self))

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _restore, (self.game, self.viewer, bytes(self))

    def __repr__(self):
        return f"<{self.game.name}: {self.game.position(self)}>"

    # ------------------------------------------------------------------ refusing
    cdef int must_be_true(self) except -1:
        if self.viewer != C_NOBODY:
            raise ValueError("a view cannot be played in")
        return 0

    cdef action_t legal(self, object action) except? 0:
        cdef action_t actions[MAX_ACTIONS]
        cdef int i, overflow
        cdef long long wanted = PyLong_AsLongLongAndOverflow(action, &overflow)
        for i in range(self.game.legal_actions(self.data, actions)):
            if actions[i] == wanted:
                return actions[i]
        raise IllegalAction(f"action {action} is not legal ({self.game.position(self)})")


def _restore(Game game not None, int viewer, bytes data not None):
    cdef State state = State.__new__(State, game, viewer)
    if len(data) != game.state_size:
        raise ValueError(f"{len(data)} bytes are not a position of {game.name}")
    memcpy(state.data, PyBytes_AS_STRING(data), game.state_size)
    return state


cdef tuple _told(Game game, story_t* story):
    cdef int i
    return tuple([Step(game.step_kinds[story.steps[i].kind], story.steps[i].player, story.steps[i].a,
                       story.steps[i].b) for i in range(story.count)])
