/* arena.c — bump allocation. See arena.h. */
#include "base/arena.h"

void cm_arena_init(cm_arena *a, void *base, size_t size) {
    memset(a, 0, sizeof *a);
    a->base = base;
    a->size = size;
}

void cm_arena_init_counting(cm_arena *a) {
    cm_arena_init(a, NULL, SIZE_MAX);
    a->counting = true;
}

static void *arena_fail(cm_arena *a, size_t size) {
    if (!a->failed) a->wanted = size;
    a->failed = true;
    return NULL;
}

void *cm_arena_alloc_raw(cm_arena *a, size_t size, size_t align) {
    if (a->failed) return NULL;
#if CAMEO_DEBUG
    if (a->fail_in != 0 && --a->fail_in == 0) return arena_fail(a, size);
#endif
    size_t begin;
    if (cm_ckd_align(a->used, align, &begin)) return arena_fail(a, size);
    if (begin > a->size || size > a->size - begin) {
        size_t got = 0;
        void *block = a->more == NULL ? NULL : a->more(a->more_ctx, size, &got);
        if (block == NULL || got < size) return arena_fail(a, size);
        a->before += a->used;
        a->base = block;
        a->size = got;
        begin = 0;
    }
    a->used = begin + size;
    if (a->counting) return NULL;
    return (void *)((uintptr_t)a->base + begin); /* no bytes of no memory: NULL + 0 is not defined */
}

void *cm_arena_alloc(cm_arena *a, size_t size, size_t align) {
    void *p = cm_arena_alloc_raw(a, size, align);
    if (p != NULL && size != 0) memset(p, 0, size);
    return p;
}

void *cm_arena_alloc_n(cm_arena *a, size_t n, size_t size, size_t align) {
    size_t bytes;
    if (cm_ckd_mul(n, size, &bytes)) return arena_fail(a, SIZE_MAX);
    return cm_arena_alloc(a, bytes, align);
}

cm_arena_mark cm_arena_get_mark(const cm_arena *a) { return (cm_arena_mark){a->base, a->used}; }

void cm_arena_rewind(cm_arena *a, cm_arena_mark m) {
    if (a->base != m.base || m.used > a->used) return;
#if CAMEO_DEBUG
    if (!a->counting && a->base != NULL) memset(a->base + m.used, 0xA5, a->used - m.used);
#endif
    a->used = m.used;
}

cameo_status cm_arena_status(const cm_arena *a, const char *what, cameo_error *e) {
    (void)what;
    if (!a->failed) return CAMEO_OK;
    return CM_FAIL(e, CAMEO_E_NOMEM, "%s memory of %zu bytes is too small: %zu more wanted after %zu",
                   what, a->size, a->wanted, a->used);
}
