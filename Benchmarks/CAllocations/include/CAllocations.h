#pragma once
#include <stddef.h>
#include <stdint.h>

/// What all threads have allocated so far.
typedef struct {
    uint64_t count;
    uint64_t bytes;
} allocation_totals;

/// Whether this build counts: sanitizers bring an allocator of their own, and theirs stays.
int allocations_are_counted(void);
/// Exact if no other thread allocates meanwhile.
allocation_totals allocations_so_far(void);
/// Bytes of the heap that are in use.
size_t heap_in_use(void);
/// Bytes of memory that the process occupies; 0 where that is not known.
size_t resident_bytes(void);
/// Gives free pages back, so that the next figure starts from what is used.
void heap_trim(void);

uint64_t wall_nanoseconds(void);
/// CPU time of the process, all threads.
uint64_t cpu_nanoseconds(void);

/// The value itself, which no optimiser sees through.
int64_t opaque_value(int64_t value);
/// One block, allocated and freed.
void allocate_and_free(void);
