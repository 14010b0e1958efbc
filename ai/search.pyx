"""Information-set Monte Carlo tree search for any game of the contract, a whole iteration without the GIL.

Every player's decisions are nodes of one tree, found by a hash of what that player knows (multiple observers: Cowling,
Powley, Whitehouse 2012). An iteration

1. imagines a world that the searching player holds possible,
2. descends: chance falls by weight, each player chooses in her own node for herself (max^n),
3. grows the tree by the first node that is missing,
4. plays on by a light policy until the learned eye may judge, or to the end,
5. judges: shares of the victory, and points,
6. learns: every node on the way.

Open choices follow upper confidence bounds; a wide node opens an action at a time, as the light policy proposes them,
and counts how long each was available. A secret choice follows regret matching, from estimates that the means so far
keep steady (a control variate), and its average is what is played.
"""

cimport cython
from libc.math cimport log, pow, sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from amunre.ai.clock cimport now
from amunre.ai.eye cimport Eye
from amunre.ai.tree cimport NONE, edge_t, fell, find, grow, hashed, node_t, plant, tree_t
from amunre.core.game cimport Game, State
from amunre.core.rng cimport below, next64, rng_t, seeded
from amunre.core.types cimport CHANCE, MAX_ACTIONS, MAX_PLAYERS, NOBODY, action_t

cdef enum:
    MOST_DEPTH = 512                    # decisions of one descent
    LOOKED_UP = 16384                   # roots that are looked up
    PATIENCE = 8                        # iterations between two looks at the clock
    MOST_REPLIES = 4                    # actions that are foreseen

cdef float HARDLY = 1e-3                # as likely as anything is held to be meant: something is told of every action

cdef float[LOOKED_UP] ROOT_OF_LOG       # of a number
cdef float[LOOKED_UP] ROOT_OF_INVERSE
for _number in range(1, LOOKED_UP):
    ROOT_OF_LOG[_number] = sqrt(log(_number))
    ROOT_OF_INVERSE[_number] = sqrt(1.0 / _number)

ctypedef struct choice_t:
    uint32_t node
    uint32_t edge
    int mover
    float chance                        # with which a secret choice fell on this edge; 0 for an open choice
    float meant                         # how likely it is that it was no exploring; 1 for an open choice


@cython.final
cdef class Search:
    """One search from one view, in one thread."""
    # ------------------------------------------------------------------ constant during a search
    cdef Game game
    cdef State root
    cdef Eye eye                        # or None: everything is played to its end
    cdef int everybody                  # all players, a bit each
    cdef int horizon                    # the eye judges at the so-manieth stage from here; 0: never
    cdef bint plausible                 # whether rollouts follow the game's light policy, or are uniform
    cdef double exploration             # width of the confidence bounds
    cdef double opening                 # actions a node opens per root of its visits
    cdef double margin                  # what a point more than the others is worth, in victories
    cdef double secrecy                 # how much a secret choice explores at first
    # ------------------------------------------------------------------ changed by it
    cdef tree_t tree
    cdef void* world                    # the position that is imagined
    cdef void* seen                     # the same, as the mover knows it
    cdef rng_t dreams                   # for imagining
    cdef rng_t dice                     # for everything else
    cdef readonly long long iterations  # done so far
    cdef readonly bint full             # whether the tree had to stop growing
    cdef int cancelled                  # set by another thread

    def __cinit__(self, State view not None, uint64_t seed, style, Eye eye, size_t memory):
        if view.viewer != view.game.to_move(view.data):
            raise ValueError("only whoever is to move can think about her choice")
        self.game = view.game
        self.root = view
        self.eye = eye
        self.everybody = (1 << view.game.players) - 1
        self.horizon = 0 if eye is None else style.horizon
        self.plausible = style.plausible
        self.exploration = style.exploration
        self.opening = style.opening
        self.margin = style.margin
        self.secrecy = style.secrecy
        self.dreams = seeded(seed, 0)
        self.dice = seeded(seed, 1)
        self.world = calloc(2, self.game.state_size)
        if self.world == NULL or not plant(&self.tree, memory):
            raise MemoryError
        self.seen = <char*>self.world + self.game.state_size

    def __dealloc__(self):
        with nogil:
            fell(&self.tree)
        free(self.world)

    def run(self, long long iterations, double seconds):
        """Think until so many iterations are done in all, or the time is up, or it is cancelled; but once at least."""
        cdef double end = now() + seconds
        with nogil:
            while self.iterations < iterations and (self.iterations == 0 or not self.cancelled):
                self.iterate()
                if self.iterations % PATIENCE == 0 and now() >= end:
                    break

    def cancel(self):
        """Stop at once. Called from another thread."""
        self.cancelled = 1

    # ------------------------------------------------------------------ an iteration
    cdef void iterate(self) noexcept nogil:
        cdef choice_t path[MOST_DEPTH]
        cdef double win[MAX_PLAYERS]
        cdef double points[MAX_PLAYERS]
        cdef int stages = 0, depth
        memcpy(self.world, self.root.data, self.game.state_size)
        self.game.redeal(self.world, self.root.viewer, &self.dreams)
        depth = self.descend(path, &stages)
        self.play_on(&stages)
        self.judge(win, points)
        self.learn(path, depth, win, points)
        self.iterations += 1

    cdef int descend(self, choice_t* path, int* stages) noexcept nogil:
        """Follow the tree, and leave it through a node that has never been left before; how many choices were made."""
        cdef choice_t* choice
        cdef bint fresh = False
        cdef int mover, depth = 0
        while depth < MOST_DEPTH and not fresh and not self.at_horizon(stages):
            mover = self.game.to_move(self.world)
            if mover == NOBODY:
                break
            if mover == CHANCE:
                self.game.apply(self.world, self.game.sample(self.world, &self.dice), NULL)
            else:
                choice = &path[depth]
                choice.mover = mover
                choice.node = self.node_of(mover)
                if choice.node == NONE:
                    break
                fresh = self.tree.nodes[choice.node].visits == 0
                if self.game.witnesses(self.world) == self.everybody:
                    self.choose_openly(choice)
                else:
                    self.choose_secretly(choice)
                self.game.apply(self.world, self.tree.edges[choice.edge].action, NULL)
                depth += 1
            self.pass_stage(stages)
        return depth

    cdef void play_on(self, int* stages) noexcept nogil:
        """A light policy goes on where the tree ends."""
        cdef int mover
        if not self.plausible and not self.horizon:
            play_uniformly(self.game, self.world, &self.dice)
            return
        mover = self.game.to_move(self.world)
        while mover != NOBODY and not self.at_horizon(stages):
            if self.plausible and mover != CHANCE:
                self.game.apply(self.world, self.game.plausible(self.world, &self.dice), NULL)
            else:
                self.game.apply(self.world, self.game.sample(self.world, &self.dice), NULL)
            self.pass_stage(stages)
            mover = self.game.to_move(self.world)

    cdef void judge(self, double* win, double* points) noexcept nogil:
        """What every player may expect of the world as it is now."""
        if self.game.to_move(self.world) != NOBODY:
            self.eye.judge(self.game, self.world, self.game.stage(self.world), win, points)
        else:
            self.game.returns(self.world, win)
            self.game.scores(self.world, points)

    cdef void learn(self, const choice_t* path, int depth, const double* win, const double* points) noexcept nogil:
        """All who chose on the way learn what it brought them: victory, and a shade of the margin in points.

        What is told of an action counts only as far as all other choices were meant: whoever explores, errs.
        """
        cdef double utility[MAX_PLAYERS]
        cdef double total = 0, meant = 1
        cdef float weight
        cdef int player, i, players = self.game.players
        cdef const choice_t* choice
        cdef edge_t* edge
        cdef node_t* node
        for player in range(players):
            total += points[player]
        for player in range(players):
            utility[player] = win[player] + self.margin * (points[player] * players - total) / max(players - 1, 1)
        for i in range(depth):
            meant *= path[i].meant
        for i in range(depth):
            choice = &path[i]
            node = &self.tree.nodes[choice.node]
            edge = &self.tree.edges[choice.edge]
            if choice.chance > 0:
                self.regret(choice, utility[choice.mover])
            node.visits += 1
            node.utility += (utility[choice.mover] - node.utility) / node.visits
            edge.visits += 1
            edge.utility += <float>1 / edge.visits * (<float>utility[choice.mover] - edge.utility)
            weight = meant / choice.meant
            edge.meant += weight
            weight /= edge.meant
            edge.win += weight * (<float>win[choice.mover] - edge.win)
            edge.points += weight * (<float>points[choice.mover] - edge.points)

    # ------------------------------------------------------------------ stages
    cdef inline void pass_stage(self, int* stages) noexcept nogil:
        """Count the positions that the eye could judge."""
        cdef int stage
        if self.horizon:
            stage = self.game.stage(self.world)
            stages[0] += 0 <= stage < self.eye.stages

    cdef inline bint at_horizon(self, const int* stages) noexcept nogil:
        return self.horizon and stages[0] >= self.horizon

    # ------------------------------------------------------------------ choosing
    cdef uint32_t node_of(self, int mover) noexcept nogil:
        """The node of what the mover knows, a new one if need be; NONE if there is no room."""
        cdef action_t actions[MAX_ACTIONS]
        cdef uint64_t key
        cdef uint32_t node
        memcpy(self.seen, self.world, self.game.state_size)
        self.game.conceal(self.seen, mover)
        key = hashed(self.seen, self.game.state_size, mover)
        node = find(&self.tree, key)
        if node == NONE and not self.full:
            node = grow(&self.tree, key, actions, self.game.legal_actions(self.seen, actions))
            self.full = node == NONE
        return node

    cdef void choose_openly(self, choice_t* choice) noexcept nogil:
        """A new action as long as few are open, else the one with the highest confidence bound."""
        cdef node_t* node = &self.tree.nodes[choice.node]
        cdef edge_t* edges = &self.tree.edges[node.first]
        cdef uint32_t i, best = 0
        cdef float bound, highest = -1e30, exploration = self.exploration
        choice.chance, choice.meant = 0, 1
        if node.open < node.edges and node.open <= self.opening * sqrt(<double>node.visits):
            i = self.proposed(node)
            if edges[i].visits == 0:
                edges[i].opened = node.visits
                node.open += 1
                choice.edge = node.first + i
                return
        for i in range(node.edges):
            if edges[i].visits:
                bound = edges[i].utility + exploration * (
                    root_of_log(node.visits - edges[i].opened) * root_of_inverse(edges[i].visits))
                if bound > highest:
                    best, highest = i, bound
        choice.edge = node.first + best

    cdef uint32_t proposed(self, const node_t* node) noexcept nogil:
        """The edge of an action that the light policy, or now and then chance, would choose."""
        cdef action_t action
        cdef uint32_t i
        if self.plausible and below(&self.dice, 4):
            action = self.game.plausible(self.world, &self.dice)
        else:
            action = self.game.sample(self.world, &self.dice)
        for i in range(node.edges):
            if self.tree.edges[node.first + i].action == action:
                return i
        return 0

    # ------------------------------------------------------------------ secret choices
    cdef void strategy(self, const node_t* node, float* chances) noexcept nogil:
        """Regret matching: each action as often as it is regretted not to have been chosen."""
        cdef const edge_t* edges = &self.tree.edges[node.first]
        cdef float total = 0
        cdef uint32_t i
        for i in range(node.edges):
            chances[i] = max(edges[i].regret, 0)
            total += chances[i]
        for i in range(node.edges):
            chances[i] = chances[i] / total if total > 0 else 1.0 / node.edges

    cdef void choose_secretly(self, choice_t* choice) noexcept nogil:
        """By the strategy so far, or anything, to explore."""
        cdef float chances[MAX_ACTIONS]
        cdef node_t* node = &self.tree.nodes[choice.node]
        cdef edge_t* edges = &self.tree.edges[node.first]
        cdef double explore = self.secrecy * pow(1 + <double>node.visits / node.edges, -1 / 3.0)
        cdef double left = (next64(&self.dice) >> 11) * (1.0 / 9007199254740992.0)
        cdef uint32_t i, chosen = node.edges - 1
        self.strategy(node, chances)
        for i in range(node.edges):
            edges[i].strategy += chances[i]
            chances[i] = (1 - explore) * chances[i] + explore / node.edges
        for i in range(node.edges - 1):
            left -= chances[i]
            if left < 0:
                chosen = i
                break
        choice.edge = node.first + chosen
        choice.chance = chances[chosen]
        choice.meant = max(HARDLY, 1 - explore / node.edges / choice.chance)

    cdef void regret(self, const choice_t* choice, double utility) noexcept nogil:
        """What each action would have brought: its mean so far, corrected where it was tried just now."""
        cdef float chances[MAX_ACTIONS]
        cdef node_t* node = &self.tree.nodes[choice.node]
        cdef edge_t* edges = &self.tree.edges[node.first]
        cdef edge_t* tried = &self.tree.edges[choice.edge]
        cdef double usual = node.utility if node.visits else utility
        cdef double surprise = (utility - mean(tried, usual)) / choice.chance
        cdef double value = 0
        cdef uint32_t i
        self.strategy(node, chances)
        for i in range(node.edges):
            value += chances[i] * mean(&edges[i], usual)
        value += chances[choice.edge - node.first] * surprise
        for i in range(node.edges):
            edges[i].regret += mean(&edges[i], usual) - value
        tried.regret += surprise

    # ------------------------------------------------------------------ what was found
    def edges(self):
        """Of the root: (action, visits, strategy, win, points, utility) of each action, the last four summed up."""
        memcpy(self.seen, self.root.data, self.game.state_size)
        cdef uint32_t found = find(&self.tree, hashed(self.seen, self.game.state_size, self.root.viewer))
        cdef node_t* node = &self.tree.nodes[found]
        cdef edge_t* edge
        cdef uint32_t i
        rows = []
        for i in range(node.edges):
            edge = &self.tree.edges[node.first + i]
            rows.append((edge.action, edge.visits, edge.strategy, edge.visits * edge.win, edge.visits * edge.points,
                         edge.visits * edge.utility))
        return rows

    def replies(self, action_t action):
        """What is likely to follow this action: (player, action), until chance has a word.

        One world is imagined, and in it everybody does what was tried most by whoever knows what she knows there.
        """
        found = []
        cdef int mover
        cdef node_t* node
        cdef uint32_t i, best
        memcpy(self.world, self.root.data, self.game.state_size)
        self.game.redeal(self.world, self.root.viewer, &self.dreams)
        self.game.apply(self.world, action, NULL)
        while len(found) < MOST_REPLIES:
            mover = self.game.to_move(self.world)
            if mover < 0:
                break
            memcpy(self.seen, self.world, self.game.state_size)
            self.game.conceal(self.seen, mover)
            node = &self.tree.nodes[find(&self.tree, hashed(self.seen, self.game.state_size, mover))]
            if node.visits == 0:
                break
            best = 0
            for i in range(node.edges):
                if self.tree.edges[node.first + i].visits > self.tree.edges[node.first + best].visits:
                    best = i
            found.append((mover, self.tree.edges[node.first + best].action))
            self.game.apply(self.world, self.tree.edges[node.first + best].action, NULL)
        return tuple(found)


cdef void play_uniformly(Game game, void* world, rng_t* dice) noexcept nogil:
    """To the end. Most of a plain search is spent here, so nothing is asked but the game."""
    while game.to_move(world) != NOBODY:
        game.apply(world, game.sample(world, dice), NULL)


cdef inline double mean(const edge_t* edge, double otherwise) noexcept nogil:
    return edge.utility if edge.visits else otherwise


cdef inline float root_of_log(uint32_t number) noexcept nogil:
    return ROOT_OF_LOG[number] if number < LOOKED_UP else sqrt(log(<double>number))


cdef inline float root_of_inverse(uint32_t number) noexcept nogil:
    return ROOT_OF_INVERSE[number] if number < LOOKED_UP else sqrt(1.0 / number)
