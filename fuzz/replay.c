/* replay.c — names, memory and the entry of the fuzz targets. See replay.h. */
#include "fuzz/replay_impl.h"

#include "base/str.h"

#define REPLAY_GUARD 64
#define REPLAY_FILL 0xA5
#define REPLAY_MARK 0xC3
/* Fresh memory is filled as far as this: more would cost more than what is tested. */
#define REPLAY_FILL_MAX 65536

#if defined(__SANITIZE_ADDRESS__)
#define REPLAY_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REPLAY_ASAN 1
#endif
#endif
#ifdef REPLAY_ASAN
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

bool cm_replay_break(replay *r, const char *what) {
    if (r->broken == NULL) r->broken = what;
    return false;
}

size_t cm_replay_room(const replay *r) {
    size_t begin = (r->used + CAMEO_MEMORY_ALIGN - 1) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    if (r->n_pieces == REPLAY_MAX_PIECES || begin + REPLAY_GUARD > r->memory.size) return 0;
    return r->memory.size - begin - REPLAY_GUARD;
}

bool cm_replay_take(replay *r, size_t size, cameo_memory *piece) {
    if (r->n_pieces == REPLAY_MAX_PIECES || size > cm_replay_room(r)) return false;
    size_t begin = (r->used + CAMEO_MEMORY_ALIGN - 1) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    uint8_t *p = (uint8_t *)r->memory.base + begin;
    memset(p, REPLAY_FILL, size < REPLAY_FILL_MAX ? size : REPLAY_FILL_MAX);
    memset(p + size, REPLAY_MARK, REPLAY_GUARD);
    ASAN_POISON_MEMORY_REGION(p + size, REPLAY_GUARD);
    r->guard[r->n_pieces++] = begin + size;
    r->used = begin + size + REPLAY_GUARD;
    *piece = (cameo_memory){p, size};
    return true;
}

bool cm_replay_free(replay *r, uint32_t n) {
    bool intact = true;
    while (r->n_pieces > n) {
        r->used = r->guard[--r->n_pieces];
        const uint8_t *guard = (const uint8_t *)r->memory.base + r->used;
        ASAN_UNPOISON_MEMORY_REGION(guard, REPLAY_GUARD);
        for (size_t i = 0; i < REPLAY_GUARD; i++) intact = intact && guard[i] == REPLAY_MARK;
    }
    return intact ? true : cm_replay_break(r, "memory behind an object was written");
}

cm_replay_target cm_replay_find(const char *name) {
#define REPLAY_NAME(target) \
    if (cm_str_is(cm_str_from_c(name), #target)) return CM_REPLAY_##target;
    CM_REPLAY_LIST(REPLAY_NAME)
#undef REPLAY_NAME
    return CM_REPLAY_N;
}

const char *cm_replay(cm_replay_target target, const uint8_t *bytes, size_t size, cameo_memory memory) {
    replay r = {.bytes = bytes, .size = size, .memory = memory};
    bool held = false;
    switch (target) {
#define REPLAY_CASE(name) \
    case CM_REPLAY_##name: held = cm_replay_##name(&r); break;
        CM_REPLAY_LIST(REPLAY_CASE)
#undef REPLAY_CASE
    default: return "there is no such target";
    }
    cm_replay_free(&r, 0);
    return held || r.broken != NULL ? r.broken : "a target gave up without a reason";
}
