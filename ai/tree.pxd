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
    float strategy                      # at a secret choice: the chance to choose it, summed up
    double win                          # the mover's shares of the victory, summed up
    double points                       # the mover's points, summed up
    double utility                      # what the mover plays for, summed up

ctypedef struct node_t:
    uint64_t key                        # hash of what the mover knows
    uint32_t first                      # its first edge
    uint32_t edges                      # how many there are: one for every legal action
    uint32_t open                       # how many of them were ever chosen
    uint32_t visits                     # how often a choice was made here
    double utility                      # what came of them for the mover, summed up

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
cdef uint64_t hashed(const void* data, int size, int mover) noexcept nogil
cdef uint32_t find(const tree_t* tree, uint64_t key) noexcept nogil
cdef uint32_t grow(tree_t* tree, uint64_t key, const action_t* actions, int count) noexcept nogil
