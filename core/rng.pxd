"""Seeded random numbers without the GIL: splitmix64 (Steele, Lea, Flood 2014), eight bytes of state."""

from libc.stdint cimport uint32_t, uint64_t

ctypedef struct rng_t:
    uint64_t state                      # any value will do as a seed


cdef inline uint64_t next64(rng_t* rng) noexcept nogil:
    """64 random bits."""
    rng.state += 0x9E3779B97F4A7C15U
    cdef uint64_t z = rng.state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU
    return z ^ (z >> 31)


cdef inline uint32_t below(rng_t* rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1. Biased by less than n in 2^32, which no game here can notice."""
    return <uint32_t>(((next64(rng) >> 32) * n) >> 32)


cdef inline rng_t seeded(uint64_t seed, uint64_t index) noexcept nogil:
    """A stream of its own for each (seed, index): the k-th draw never depends on how often others were made."""
    cdef rng_t rng
    rng.state = seed
    rng.state = next64(&rng) ^ (index * 0xD1342543DE82EF95U)
    rng.state = next64(&rng)
    return rng
