/* test_heap.c — the dynamic heap: blocks never overlap, everything comes back, bounds are exact. */
#include "runtime/run/heap.h"
#include "tests/check.h"

#include <stdlib.h>

enum { HEAP_BYTES = 1 << 16, MAX_LIVE = 64 };

static uint32_t heap_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Random allocation, growth, sharing and release; every payload keeps its fill until released. */
void test_heap_random(void) {
    void *memory = aligned_alloc(64, HEAP_BYTES);
    CHECK(memory != NULL);
    for (uint32_t seed = 1; seed <= 50; seed++) {
        cm_heap h;
        cm_id live[MAX_LIVE];
        uint8_t fill[MAX_LIVE];
        size_t n = 0;
        uint32_t state = seed;
        cm_heap_init(&h, memory, HEAP_BYTES);
        size_t all = cm_heap_free_bytes(&h);
        for (int i = 0; i < 2000; i++) {
            uint32_t what = heap_random(&state) % 4;
            if (what <= 1 && n < MAX_LIVE) {
                size_t bytes = heap_random(&state) % 3000;
                if (cm_heap_alloc(&h, bytes, &live[n], NULL) != CAMEO_OK) continue;
                CHECK(cm_heap_capacity(&h, live[n]) >= bytes);
                fill[n] = (uint8_t)heap_random(&state);
                memset(cm_heap_payload(&h, live[n]), fill[n], cm_heap_capacity(&h, live[n]));
                cm_heap_block(&h, live[n])->bytes = cm_heap_capacity(&h, live[n]);
                n++;
            } else if (n > 0) {
                size_t k = heap_random(&state) % n;
                size_t bytes = cm_heap_block(&h, live[k])->bytes;
                const uint8_t *p = cm_heap_payload(&h, live[k]);
                for (size_t b = 0; b < bytes; b++) CHECK(p[b] == fill[k]);
                if (what == 2) {
                    if (cm_heap_grow(&h, bytes + 100, &live[k], NULL) != CAMEO_OK) continue;
                    CHECK(cm_heap_payload(&h, live[k])[0] == fill[k]);
                    memset(cm_heap_payload(&h, live[k]), fill[k], bytes + 100);
                } else {
                    cm_heap_release(&h, live[k]);
                    live[k] = live[--n];
                    fill[k] = fill[n];
                }
            }
        }
        while (n > 0) cm_heap_release(&h, live[--n]);
        CHECK_INT(cm_heap_free_bytes(&h), all);
        CHECK(cm_heap_alloc(&h, cm_heap_largest_free(&h), &live[0], NULL) == CAMEO_OK);
        CHECK_INT(cm_heap_free_bytes(&h), 0);
    }
    free(memory);
}

/* A sequence owns its items: they go with its last owner, and not before. */
void test_heap_sequence(void) {
    void *memory = aligned_alloc(64, HEAP_BYTES);
    CHECK(memory != NULL);
    cm_heap h;
    cm_heap_init(&h, memory, HEAP_BYTES);
    size_t all = cm_heap_free_bytes(&h);
    cm_id outer, inner, leaf;
    CHECK(cm_heap_alloc(&h, 4, &outer, NULL) == CAMEO_OK);
    CHECK(cm_heap_alloc(&h, 4, &inner, NULL) == CAMEO_OK);
    CHECK(cm_heap_alloc(&h, 100, &leaf, NULL) == CAMEO_OK);
    cm_id ids[2] = {outer, inner}, items[2] = {inner, leaf};
    for (int i = 0; i < 2; i++) {
        cm_heap_block(&h, ids[i])->kind = CAMEO_KIND_SEQUENCE;
        cm_heap_block(&h, ids[i])->n = 1;
        memcpy(cm_heap_payload(&h, ids[i]), &items[i], sizeof items[i]);
    }
    cm_heap_share(&h, outer);
    cm_heap_share(&h, leaf);
    cm_heap_release(&h, outer);
    CHECK(cm_heap_block(&h, leaf)->owners == 2);
    cm_heap_release(&h, outer);
    CHECK(cm_heap_block(&h, leaf)->owners == 1);
    cm_heap_release(&h, leaf);
    CHECK_INT(cm_heap_free_bytes(&h), all);
    free(memory);
}

/* Too small a heap says what was asked for and what there was. */
void test_heap_full(void) {
    void *memory = aligned_alloc(64, 1024);
    CHECK(memory != NULL);
    cm_heap h;
    cm_id id;
    cameo_error e = {0};
    cm_heap_init(&h, memory, 1024);
    CHECK(cm_heap_alloc(&h, 5000, &id, &e) == CAMEO_E_NOMEM);
    size_t head = (sizeof(cm_block) + CM_HEAP_UNIT - 1) / CM_HEAP_UNIT * CM_HEAP_UNIT;
    char want[80];
    (void)cm_format(want, sizeof want, "dynamic heap: 5000 bytes requested, 1024 free, largest piece %zu",
                    1024 - head);
    CHECK_STR(e.msg, want);
    cm_heap_init(&h, NULL, 0);
    CHECK(cm_heap_alloc(&h, 1, &id, NULL) == CAMEO_E_NOMEM);
    free(memory);
}
