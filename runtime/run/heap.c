/* heap.c — the dynamic heap of a run. See heap.h. */
#include "runtime/run/heap.h"

#define HEAP_HEAD_UNITS ((uint32_t)((sizeof(cm_block) + CM_HEAP_UNIT - 1) / CM_HEAP_UNIT))
#define HEAP_MIN_UNITS (HEAP_HEAD_UNITS + 1)

cm_block *cm_heap_block(const cm_heap *h, cm_id id) {
    return (cm_block *)(void *)(h->base + (size_t)id * CM_HEAP_UNIT);
}

uint8_t *cm_heap_payload(const cm_heap *h, cm_id id) {
    return h->base + ((size_t)id + HEAP_HEAD_UNITS) * CM_HEAP_UNIT;
}

size_t cm_heap_capacity(const cm_heap *h, cm_id id) {
    return (size_t)(cm_heap_block(h, id)->units - HEAP_HEAD_UNITS) * CM_HEAP_UNIT;
}

static uint32_t heap_log2(uint32_t x) {
    uint32_t n = 0;
    while (x >>= 1) n++;
    return n;
}

static uint32_t heap_lowest_bit(uint32_t x) {
    uint32_t n = 0;
    while ((x >> n & 1) == 0) n++;
    return n;
}

/* Level and slot of a size in units (>= 1): sizes below 8 have a level each way of counting. */
static void heap_class(uint32_t units, uint32_t *level, uint32_t *slot) {
    uint32_t log = heap_log2(units);
    *level = log;
    *slot = log < 3 ? (units << (3 - log)) & 7 : (units >> (log - 3)) & 7;
}

static void heap_insert(cm_heap *h, cm_id id) {
    cm_block *b = cm_heap_block(h, id);
    uint32_t level, slot;
    heap_class(b->units, &level, &slot);
    b->owners = 0;
    b->prev_free = CM_NONE;
    b->next_free = h->free[level][slot];
    if (b->next_free != CM_NONE) cm_heap_block(h, b->next_free)->prev_free = id;
    h->free[level][slot] = id;
    h->second[level] = (uint8_t)(h->second[level] | 1u << slot);
    h->first |= UINT32_C(1) << level;
}

static void heap_unlink(cm_heap *h, cm_id id) {
    const cm_block *b = cm_heap_block(h, id);
    uint32_t level, slot;
    heap_class(b->units, &level, &slot);
    if (b->prev_free != CM_NONE) {
        cm_heap_block(h, b->prev_free)->next_free = b->next_free;
    } else {
        h->free[level][slot] = b->next_free;
        if (b->next_free == CM_NONE) {
            h->second[level] = (uint8_t)(h->second[level] & ~(1u << slot));
            if (h->second[level] == 0) h->first &= ~(UINT32_C(1) << level);
        }
    }
    if (b->next_free != CM_NONE) cm_heap_block(h, b->next_free)->prev_free = b->prev_free;
}

void cm_heap_init(cm_heap *h, void *base, size_t size) {
    memset(h, 0, sizeof *h);
    memset(h->free, 0xff, sizeof h->free);
    size_t units = size / CM_HEAP_UNIT;
    if (units > UINT32_MAX / 2) units = UINT32_MAX / 2;
    h->base = base;
    h->n_units = (uint32_t)units;
    if (h->n_units < HEAP_MIN_UNITS) {
        h->n_units = 0;
        return;
    }
    cm_block *b = cm_heap_block(h, 0);
    memset(b, 0, sizeof *b);
    b->units = h->n_units;
    heap_insert(h, 0);
}

/* A free block of at least `units`, or CM_NONE. Sizes are rounded up to the next slot, whose blocks all
 * fit; the slot of the size itself is then tried at its head. */
static cm_id heap_search(const cm_heap *h, uint32_t units) {
    uint32_t level, slot;
    uint32_t log = heap_log2(units);
    uint32_t up = log < 3 ? units : units + ((UINT32_C(1) << (log - 3)) - 1);
    heap_class(up, &level, &slot);
    uint32_t slots = h->second[level] & (0xffu << slot);
    if (slots == 0) {
        uint32_t levels = level >= 31 ? 0 : h->first & (UINT32_MAX << (level + 1));
        if (levels == 0) {
            heap_class(units, &level, &slot);
            cm_id id = h->free[level][slot];
            return id != CM_NONE && cm_heap_block(h, id)->units >= units ? id : CM_NONE;
        }
        level = heap_lowest_bit(levels);
        slots = h->second[level];
    }
    return h->free[level][heap_lowest_bit(slots)];
}

static void heap_set_prev(cm_heap *h, cm_id id) {
    uint32_t units = cm_heap_block(h, id)->units;
    if (id + units < h->n_units) cm_heap_block(h, id + units)->prev_units = units;
}

/* Cuts block id to `units` and frees the rest, if that is worth a block. */
static void heap_split(cm_heap *h, cm_id id, uint32_t units) {
    cm_block *b = cm_heap_block(h, id);
    if (b->units - units < HEAP_MIN_UNITS) return;
    cm_id rest = id + units;
    cm_block *r = cm_heap_block(h, rest);
    memset(r, 0, sizeof *r);
    r->units = b->units - units;
    r->prev_units = units;
    b->units = units;
    heap_set_prev(h, rest);
    heap_insert(h, rest);
}

size_t cm_heap_units(size_t bytes) {
    size_t units = bytes / CM_HEAP_UNIT + (bytes % CM_HEAP_UNIT != 0) + HEAP_HEAD_UNITS;
    return cm_max_size(units, HEAP_MIN_UNITS);
}

/* The one unit more is lost where the bytes before a run's heap are no multiple of units */
size_t cm_heap_enough(size_t units, size_t most) {
    if (units > SIZE_MAX / CM_HEAP_UNIT / 4 || units > UINT32_MAX / 4) return SIZE_MAX;
    return (units + most / 8 + HEAP_MIN_UNITS + 1) * CM_HEAP_UNIT;
}

cameo_status cm_heap_alloc(cm_heap *h, size_t bytes, cm_id *id, cameo_error *e) {
    size_t units = cm_heap_units(bytes);
    cm_id found = units > h->n_units ? CM_NONE : heap_search(h, (uint32_t)units);
    CM_CHECK(found != CM_NONE, e, CAMEO_E_NOMEM,
             "dynamic heap: %zu bytes requested, %zu free, largest piece %zu", bytes,
             cm_heap_free_bytes(h), cm_heap_largest_free(h));
    heap_unlink(h, found);
    heap_split(h, found, (uint32_t)units);
    cm_block *b = cm_heap_block(h, found);
    b->owners = 1;
    b->kind = CAMEO_KIND_TENSOR;
    b->dtype = b->rank = b->elem_kind = 0;
    b->n = 0;
    b->bytes = bytes;
    h->used += b->units;
    if (h->used > h->peak) h->peak = h->used;
    *id = found;
    return CAMEO_OK;
}

void cm_heap_share(cm_heap *h, cm_id id) {
    if (id != CM_NONE) cm_heap_block(h, id)->owners++;
}

static void heap_free(cm_heap *h, cm_id id) {
    cm_block *b = cm_heap_block(h, id);
    h->used -= b->units;
    cm_id next = id + b->units;
    if (next < h->n_units && cm_heap_block(h, next)->owners == 0) {
        heap_unlink(h, next);
        b->units += cm_heap_block(h, next)->units;
    }
    if (b->prev_units != 0) {
        cm_id prev = id - b->prev_units;
        cm_block *p = cm_heap_block(h, prev);
        if (p->owners == 0) {
            heap_unlink(h, prev);
            p->units += b->units;
            id = prev;
        }
    }
    heap_set_prev(h, id);
    heap_insert(h, id);
}

/* Blocks whose items are still to be released wait in a chain through next_free */
void cm_heap_release(cm_heap *h, cm_id id) {
    cm_id pending = CM_NONE;
    for (;;) {
        if (id != CM_NONE && --cm_heap_block(h, id)->owners == 0) {
            cm_block *b = cm_heap_block(h, id);
            b->owners = 1; /* not to be merged with while it waits */
            b->next_free = pending;
            pending = id;
        }
        if (pending == CM_NONE) return;
        cm_block *b = cm_heap_block(h, pending);
        if (b->kind != CAMEO_KIND_TENSOR && b->n > 0) {
            id = cm_load_u32(cm_heap_payload(h, pending) + --b->n * sizeof(cm_id));
            continue;
        }
        cm_id done = pending;
        pending = b->next_free;
        heap_free(h, done);
        id = CM_NONE;
    }
}

cameo_status cm_heap_grow(cm_heap *h, size_t bytes, cm_id *id, cameo_error *e) {
    size_t have = cm_heap_capacity(h, *id);
    cm_block *b = cm_heap_block(h, *id);
    if (bytes <= have) {
        b->bytes = bytes;
        return CAMEO_OK;
    }
    cm_id fresh;
    size_t wanted = have <= SIZE_MAX / 2 && have * 2 > bytes ? have * 2 : bytes;
    cameo_error ignored = {0};
    if (cm_heap_alloc(h, wanted, &fresh, &ignored) != CAMEO_OK) {
        CM_TRY(cm_heap_alloc(h, bytes, &fresh, e));
    }
    cm_block *f = cm_heap_block(h, fresh);
    f->kind = b->kind;
    f->dtype = b->dtype;
    f->rank = b->rank;
    f->elem_kind = b->elem_kind;
    f->n = b->n;
    memcpy(f->dims, b->dims, sizeof f->dims);
    memcpy(cm_heap_payload(h, fresh), cm_heap_payload(h, *id), b->bytes);
    f->bytes = bytes;
    b->n = 0;
    b->kind = CAMEO_KIND_TENSOR;
    cm_heap_release(h, *id);
    *id = fresh;
    return CAMEO_OK;
}

size_t cm_heap_free_bytes(const cm_heap *h) {
    return (size_t)(h->n_units - h->used) * CM_HEAP_UNIT;
}

size_t cm_heap_largest_free(const cm_heap *h) {
    uint32_t best = 0;
    if (h->first == 0) return 0;
    uint32_t level = heap_log2(h->first);
    uint32_t slot = heap_log2(h->second[level]);
    for (cm_id id = h->free[level][slot]; id != CM_NONE; id = cm_heap_block(h, id)->next_free) {
        uint32_t units = cm_heap_block(h, id)->units;
        if (units > best) best = units;
    }
    return best <= HEAP_HEAD_UNITS ? 0 : (size_t)(best - HEAP_HEAD_UNITS) * CM_HEAP_UNIT;
}
