#define _GNU_SOURCE
#include "CAllocations.h"
#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

// A counter for each thread: no lock and no shared cache line where every allocation passes.
enum { SLOTS = 512 };
typedef struct {
    uint64_t count, bytes;
    char padding[48];
} slot;

static slot slots[SLOTS] __attribute__((aligned(64)));
static int used_slots;
static _Thread_local slot *own;

__attribute__((unused)) static inline void note(size_t bytes) {
    if (__builtin_expect(own == NULL, 0))
        own = &slots[__atomic_fetch_add(&used_slots, 1, __ATOMIC_RELAXED) % SLOTS];
    own->count++;
    own->bytes += bytes;
}

allocation_totals allocations_so_far(void) {
    allocation_totals totals = {0, 0};
    for (int i = 0; i < SLOTS; i++) {
        totals.count += slots[i].count;
        totals.bytes += slots[i].bytes;
    }
    return totals;
}

int allocations_are_counted(void) {
#if SANITIZED
    return 0;
#else
    return 1;
#endif
}

#if !SANITIZED && defined(__linux__)
// The executable's own definitions come before the C library's, for every library in the process.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    note(size);
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = memalign(alignment, size);
    if (block == NULL) return ENOMEM;
    *result = block;
    return 0;
}
#elif !SANITIZED && defined(__APPLE__)
// libmalloc calls this hook, if it is set, for everything it does.
typedef void(malloc_logger_t)(uint32_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uint32_t);
extern malloc_logger_t *malloc_logger;

static void hear(uint32_t type, uintptr_t zone, uintptr_t first, uintptr_t second, uintptr_t result, uint32_t skip) {
    const uint32_t allocates = 2, frees = 4;
    if ((type & allocates) == 0) return;
    note((type & frees) != 0 ? second : first);
}

__attribute__((constructor)) static void listen(void) {
    malloc_logger = hear;
}
#endif
