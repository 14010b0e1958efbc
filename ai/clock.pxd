"""Time without the GIL."""

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static double amunre_now(void) {
        LARGE_INTEGER ticks, frequency;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&frequency);
        return (double)ticks.QuadPart / (double)frequency.QuadPart;
    }
    #else
    #include <time.h>
    static double amunre_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return (double)moment.tv_sec + 1e-9 * (double)moment.tv_nsec;
    }
    #endif
    """
    double now "amunre_now" () noexcept nogil
