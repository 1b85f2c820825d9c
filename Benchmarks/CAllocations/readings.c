#define _GNU_SOURCE
#include "CAllocations.h"
#include <stdlib.h>
#include <time.h>
#if defined(__APPLE__)
#include <mach/mach.h>
#include <malloc/malloc.h>
#else
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>
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

size_t resident_bytes(void) {
    mach_task_basic_info_data_t info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    kern_return_t result = task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
    return result == KERN_SUCCESS ? info.resident_size : 0;
}
#else
size_t heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void heap_trim(void) {
    malloc_trim(0);
}

size_t resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    long pages = 0;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}
#endif

int64_t opaque_value(int64_t value) {
    return value;
}

void allocate_and_free(void) {
    void *volatile block = malloc(16);
    free(block);
}
