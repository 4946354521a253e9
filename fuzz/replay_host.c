/* replay_host.c — see replay_host.h. */
#include "fuzz/replay_host.h"

#include <stdio.h>
#include <stdlib.h>

#include "fuzz/replay.h"

#define REPLAY_HOST_MEMORY ((size_t)16 << 20)

/* The memory is kept from one input to the next: a multiple of the alignment, so
 * that C11's aligned_alloc takes it. */
int replay_host(const char *target, const uint8_t *data, size_t size) {
    static void *base;
    if (base == NULL) base = aligned_alloc(CAMEO_MEMORY_ALIGN, REPLAY_HOST_MEMORY);
    if (base == NULL) abort();
    cameo_memory memory = {base, REPLAY_HOST_MEMORY};
    const char *broken = cm_replay(cm_replay_find(target), data, size, memory);
    if (broken == NULL) return 0;
    fprintf(stderr, "%s: broken promise: %s\n", target, broken);
    abort();
}
