#define _GNU_SOURCE
#include "CAllocations.h"
#include <stdlib.h>
#include <time.h>
#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_nsec;
}

uint64_t wall_nanoseconds(void) {
    return nanoseconds(CLOCK_MONOTONIC);
}

uint64_t cpu_nanoseconds(void) {
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}

#if defined(__APPLE__)
size_t heap_in_use(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
}

void heap_trim(void) {
    malloc_zone_pressure_relief(NULL, 0);
}
#else
size_t heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void heap_trim(void) {
    malloc_trim(0);
}
#endif

int64_t opaque_value(int64_t value) {
    return value;
}

void allocate_and_free(void) {
    void *volatile block = malloc(16);
    free(block);
}
