/* arena.h — bump allocation in memory that the caller gave.
 *
 *   base |<----- used ----->|......................| base + size
 *
 * Requests are served in order and never freed one by one; mark and rewind free the newest. Sticky
 * failure: after the first request that does not fit every further one gives NULL, and `failed` is
 * tested once at the end. A counting arena has no memory: requests give NULL but advance `used`, so
 * the same layout code first counts, then allocates; `used` is then exactly what it needs. A work
 * arena may carry a `more` hook and continues in the blocks that it gives. */
#ifndef CM_BASE_ARENA_H
#define CM_BASE_ARENA_H

#include "base/ckd.h"
#include "base/status.h"

/* Gives at least `size` further bytes aligned to CAMEO_ALIGN, or NULL; *got is the block's size. */
typedef void *cm_arena_more(void *ctx, size_t size, size_t *got);

typedef struct cm_arena {
    uint8_t *base;
    size_t size;   /* bytes at base */
    size_t used;   /* bytes of base taken, padding included */
    size_t wanted; /* bytes of the first request that failed */
    bool counting;
    bool failed;
    cm_arena_more *more; /* may be NULL */
    void *more_ctx;
    size_t before; /* bytes used in earlier blocks */
#if CAMEO_DEBUG
    uint32_t fail_in; /* fault injection: the n-th request from now fails; 0 = off */
#endif
} cm_arena;

typedef struct cm_arena_mark {
    uint8_t *base;
    size_t used;
} cm_arena_mark;

/* base may be NULL when size is 0. base must be aligned as the largest request will be. */
void cm_arena_init(cm_arena *a, void *base, size_t size);
void cm_arena_init_counting(cm_arena *a);

/* size bytes at a multiple of align (a power of two <= CAMEO_ALIGN), zeroed; NULL on failure, when
 * counting, and for 0 bytes of an arena whose base is NULL; never otherwise. */
void *cm_arena_alloc(cm_arena *a, size_t size, size_t align);

/* cm_arena_alloc without zeroing, for what is written whole: pages that are not touched cost nothing. */
void *cm_arena_alloc_raw(cm_arena *a, size_t size, size_t align);

/* n elements of `size` bytes each. */
void *cm_arena_alloc_n(cm_arena *a, size_t n, size_t size, size_t align);

#define CM_ARENA_NEW(a, type) ((type *)cm_arena_alloc((a), sizeof(type), _Alignof(type)))
#define CM_ARENA_NEW_N(a, type, n) ((type *)cm_arena_alloc_n((a), (n), sizeof(type), _Alignof(type)))

/* Rewinding frees every request since the mark, if it lies in the current block; else it keeps them. */
cm_arena_mark cm_arena_get_mark(const cm_arena *a);
void cm_arena_rewind(cm_arena *a, cm_arena_mark m);

/* CAMEO_OK, or CAMEO_E_NOMEM with what was wanted and what there was; `what` names the memory. */
CM_NODISCARD cameo_status cm_arena_status(const cm_arena *a, const char *what, cameo_error *e);

#endif
