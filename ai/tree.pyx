"""The tree of a search. What its parts are is said in tree.pxd."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from amunre.core.types cimport action_t

cdef enum:
    EDGES_A_NODE = 12                   # for how many there is room, on average
    FEWEST_NODES = 128                  # then the edges of the widest root fit in any memory


cdef int plant(tree_t* tree, size_t bytes) noexcept nogil:
    """Take about so much memory, or say no with 0. Only the slots are cleared: all else is when it is first used."""
    cdef size_t a_node = sizeof(node_t) + EDGES_A_NODE * sizeof(edge_t) + 4 * sizeof(uint32_t)
    cdef size_t nodes = bytes // a_node, slots = 16
    nodes = min(max(nodes, <size_t>FEWEST_NODES), <size_t>1 << 28)
    while slots < 2 * nodes:
        slots *= 2
    memset(tree, 0, sizeof(tree_t))
    tree.nodes = <node_t*>malloc(nodes * sizeof(node_t))
    tree.edges = <edge_t*>malloc(nodes * EDGES_A_NODE * sizeof(edge_t))
    tree.slots = <uint32_t*>calloc(slots, sizeof(uint32_t))
    if tree.nodes == NULL or tree.edges == NULL or tree.slots == NULL:
        fell(tree)
        return 0
    tree.mask = slots - 1
    tree.most_nodes = nodes
    tree.most_edges = nodes * EDGES_A_NODE
    memset(&tree.nodes[NONE], 0, sizeof(node_t))
    tree.node_count = 1
    return 1


cdef void fell(tree_t* tree) noexcept nogil:
    """Give the memory back."""
    free(tree.nodes)
    free(tree.edges)
    free(tree.slots)
    memset(tree, 0, sizeof(tree_t))


cdef uint32_t grow(tree_t* tree, uint64_t key, const action_t* actions, int count) noexcept nogil:
    """A new node with an edge for each action, or NONE if the memory is used up."""
    cdef uint32_t slot = <uint32_t>key & tree.mask, added = tree.node_count
    cdef node_t* node = &tree.nodes[added]
    cdef int i
    if added == tree.most_nodes or tree.edge_count + count > tree.most_edges:
        return NONE
    while tree.slots[slot] != NONE:
        slot = slot + 1 & tree.mask
    tree.slots[slot] = added
    memset(node, 0, sizeof(node_t))
    memset(&tree.edges[tree.edge_count], 0, count * sizeof(edge_t))
    node.key = key
    node.first = tree.edge_count
    node.edges = count
    for i in range(count):
        tree.edges[node.first + i].action = actions[i]
    tree.node_count += 1
    tree.edge_count += count
    return added
