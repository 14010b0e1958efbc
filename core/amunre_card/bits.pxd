"""Sets, a bit for each element: how many bits are set, and where the n-th is.

A processor with BMI2 counts and finds bits by itself, if the build allows for it. Where it does not, or is slow at it
as Zen 1 and 2 are, both are looked up.
"""

from libc.stdint cimport uint64_t

from amunre.core.amunre_card.state cimport TablesC

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define amunre_lowest __builtin_ctz
    #else
    static int amunre_lowest(unsigned int mask) {
        int n = 0;
        while (!(mask >> n & 1)) n++;
        return n;
    }
    #endif

    #if defined(__x86_64__) && defined(__BMI2__) && defined(__POPCNT__) && !defined(__znver1__) && !defined(__znver2__)
    #include <immintrin.h>
    #define AMUNRE_FINDS_BITS 1
    #define amunre_count_bits(mask) __builtin_popcountll(mask)
    #define amunre_find_bit(mask, n) __builtin_ctzll(_pdep_u64(1ULL << (n), mask))
    #else
    #define AMUNRE_FINDS_BITS 0
    #define amunre_count_bits(mask) 0
    #define amunre_find_bit(mask, n) 0
    #endif
    """
    # Where the first set bit is; there must be one.
    int lowest "amunre_lowest" (unsigned int mask) noexcept nogil
    # Whether the next two can be called.
    const bint FINDS_BITS "AMUNRE_FINDS_BITS"
    int count_bits "amunre_count_bits" (uint64_t mask) noexcept nogil
    int find_bit "amunre_find_bit" (uint64_t mask, int n) noexcept nogil


cdef inline int bits(const TablesC* t, unsigned int mask) noexcept nogil:
    """How many bits are set, of at most GOLD."""
    return count_bits(mask) if FINDS_BITS else t.bits[mask]


cdef inline int bit(const TablesC* t, unsigned int mask, int n) noexcept nogil:
    """Where the n-th (from 0) set bit is, of at most GOLD."""
    return find_bit(mask, n) if FINDS_BITS else t.bit[mask][n]


cdef inline int nth_bit(const TablesC* t, unsigned int mask, int n) noexcept nogil:
    """Where the n-th (from 0) set bit of a kingdom's cards is. Without a branch, as no processor can guess it."""
    if FINDS_BITS:
        return find_bit(mask, n)
    cdef int low = t.bits[mask & 255]
    cdef int high = n >= low
    return 8 * high + t.bit[mask >> 8 * high & 255][n - high * low]
