"""The tree of a search: nodes and edges in memory that is taken once, and never more of it.

A node is what one player knows when she is to choose, found by a hash of exactly that. An edge is one of her actions.
"""

from libc.stdint cimport uint32_t, uint64_t

from amunre.core.types cimport action_t

cdef enum:
    NONE = 0                            # the node that does not exist

ctypedef struct edge_t:
    action_t action
    uint32_t visits                     # how often it was chosen
    uint32_t opened                     # visits of the node when it was first chosen: it is available since
    float regret                        # at a secret choice: of not having chosen it, summed up
    double strategy                     # at a secret choice: the chance to choose it, summed up
    float meant                         # how often it was chosen while all other choices were meant
    float win                           # the mover's shares of the victory then, on average
    float points                        # the mover's points then, on average
    float utility                       # what the mover plays for, on average

ctypedef struct node_t:
    uint64_t key                        # hash of what the mover knows
    uint32_t first                      # its first edge
    uint32_t edges                      # how many there are: one for every legal action
    uint32_t open                       # how many of them were ever chosen
    uint32_t visits                     # how often a choice was made here
    double utility                      # what came of them for the mover, on average

ctypedef struct tree_t:
    node_t* nodes                       # nodes[NONE] stays empty
    edge_t* edges
    uint32_t* slots                     # hash table: which node, or NONE; open addressing
    uint32_t mask                       # slots - 1, a power of two less 1
    uint32_t most_nodes                 # as many as fit
    uint32_t most_edges
    uint32_t node_count                 # used so far
    uint32_t edge_count

cdef int plant(tree_t* tree, size_t bytes) noexcept nogil
cdef void fell(tree_t* tree) noexcept nogil
cdef uint32_t grow(tree_t* tree, uint64_t key, const action_t* actions, int count) noexcept nogil


cdef inline uint64_t stirred(uint64_t key, uint64_t word) noexcept nogil:
    key = (key ^ word) * 0xFF51AFD7ED558CCDU
    return key ^ key >> 32


cdef inline uint64_t hashed(const void* data, int size, int mover) noexcept nogil:
    """A key for these bytes, whose number is a multiple of 8, and whoever is to move.

    In four parts: within each of them, a multiplication waits for the one before.
    """
    cdef const uint64_t* words = <const uint64_t*>data
    cdef uint64_t first = 0x9E3779B97F4A7C15U * <uint64_t>(mover + 1), second = 0xD1342543DE82EF95U
    cdef uint64_t third = 0xA0761D6478BD642FU, fourth = 0xE7037ED1A0B428DBU
    cdef int i, count = size // 8
    for i in range(0, count - 3, 4):
        first = stirred(first, words[i])
        second = stirred(second, words[i + 1])
        third = stirred(third, words[i + 2])
        fourth = stirred(fourth, words[i + 3])
    for i in range(count // 4 * 4, count):
        first = stirred(first, words[i])
    return stirred(stirred(stirred(first, second), third), fourth)


cdef inline uint32_t find(const tree_t* tree, uint64_t key) noexcept nogil:
    """The node with this key, or NONE."""
    cdef uint32_t slot = <uint32_t>key & tree.mask
    while tree.slots[slot] != NONE:
        if tree.nodes[tree.slots[slot]].key == key:
            return tree.slots[slot]
        slot = slot + 1 & tree.mask
    return NONE
