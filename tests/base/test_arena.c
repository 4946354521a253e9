/* test_arena.c — exact sizes, sticky failure, counting, marks, further blocks, fault injection. */
#include "base/arena.h"

#include "tests/check.h"

typedef struct arena_bytes {
    _Alignas(CAMEO_ALIGN) uint8_t b[512];
} arena_bytes;

/* The same requests for a counting and a real arena: odd sizes, every alignment. */
static void arena_layout(cm_arena *a, void *p[5]) {
    p[0] = cm_arena_alloc(a, 1, 1);
    p[1] = cm_arena_alloc(a, 24, 8);
    p[2] = cm_arena_alloc_n(a, 3, 7, 2);
    p[3] = CM_ARENA_NEW(a, uint64_t);
    p[4] = CM_ARENA_NEW_N(a, uint16_t, 5);
}

void test_arena_exact(void) {
    /* 1, pad to 8, 24 -> 32, 21 -> 53, pad to 56, 8 -> 64, 10 -> 74. */
    enum { ARENA_NEED = 74 };
    arena_bytes memory;
    cm_arena a;
    void *p[5];
    cm_arena_init_counting(&a);
    arena_layout(&a, p);
    CHECK(!a.failed);
    CHECK_INT(a.used, ARENA_NEED);
    for (int i = 0; i < 5; i++) CHECK(p[i] == NULL);

    memset(memory.b, 0xEE, sizeof memory.b);
    cm_arena_init(&a, memory.b, ARENA_NEED);
    arena_layout(&a, p);
    CHECK_INT(cm_arena_status(&a, "model", NULL), CAMEO_OK);
    CHECK_INT(a.used, ARENA_NEED);
    static const size_t at[5] = {0, 8, 32, 56, 64};
    for (int i = 0; i < 5; i++) CHECK_INT((uint8_t *)p[i] - memory.b, at[i]);
    CHECK_INT(memory.b[ARENA_NEED], 0xEE);

    for (size_t size = 0; size < ARENA_NEED; size++) {
        memset(memory.b, 0xEE, sizeof memory.b);
        cm_arena_init(&a, size == 0 ? NULL : memory.b, size);
        arena_layout(&a, p);
        CHECK_MSG(a.failed, "%zu bytes were enough", size);
        CHECK(p[4] == NULL);
        for (size_t i = size; i < sizeof memory.b; i++) CHECK_INT(memory.b[i], 0xEE);
    }
}

void test_arena_zeroes(void) {
    arena_bytes memory;
    memset(memory.b, 0xEE, sizeof memory.b);
    cm_arena a;
    cm_arena_init(&a, memory.b, sizeof memory.b);
    const uint8_t *p = cm_arena_alloc(&a, 33, 1);
    CHECK(p != NULL);
    for (int i = 0; i < 33; i++) CHECK_INT(p[i], 0);
    CHECK_INT(p[33], 0xEE);
}

void test_arena_empty_requests(void) {
    arena_bytes memory;
    cm_arena a;
    cm_arena_init(&a, memory.b, 8);
    CHECK(cm_arena_alloc(&a, 0, 8) == memory.b);
    CHECK(cm_arena_alloc(&a, 8, 1) == memory.b);
    CHECK(cm_arena_alloc(&a, 0, 8) == memory.b + 8);
    CHECK(cm_arena_alloc_n(&a, 0, SIZE_MAX, 1) == memory.b + 8);
    CHECK_INT(a.used, 8);
    CHECK(!a.failed);
}

void test_arena_failure_is_sticky(void) {
    arena_bytes memory;
    cm_arena a;
    cameo_error e = {0};
    cm_arena_init(&a, memory.b, 16);
    CHECK(cm_arena_alloc(&a, 10, 1) == memory.b);
    CHECK(cm_arena_alloc(&a, 7, 1) == NULL);
    CHECK(cm_arena_alloc(&a, 1, 1) == NULL);
    CHECK(cm_arena_alloc(&a, 99, 1) == NULL);
    CHECK(cm_arena_alloc_n(&a, SIZE_MAX, 2, 1) == NULL);
    CHECK_INT(a.used, 10);
    CHECK_INT(a.wanted, 7);
    CHECK_INT(cm_arena_status(&a, "session", &e), CAMEO_E_NOMEM);
    CHECK_INT(e.status, CAMEO_E_NOMEM);
    CHECK_STR(e.msg, "session memory of 16 bytes is too small: 7 more wanted after 10");
    CHECK_INT(cm_arena_status(&a, "session", NULL), CAMEO_E_NOMEM);
}

void test_arena_huge_requests(void) {
    arena_bytes memory;
    cm_arena a;
    cm_arena_init(&a, memory.b, sizeof memory.b);
    (void)cm_arena_alloc(&a, 1, 1);
    CHECK(cm_arena_alloc(&a, SIZE_MAX, 1) == NULL);
    CHECK(a.failed);

    cm_arena_init(&a, memory.b, sizeof memory.b);
    CHECK(cm_arena_alloc_n(&a, SIZE_MAX / 8 + 1, 8, 1) == NULL);
    CHECK(a.failed);
    CHECK(a.wanted == SIZE_MAX);

    /* Counting has no memory to exceed, but sums must not wrap. */
    cm_arena_init_counting(&a);
    (void)cm_arena_alloc(&a, SIZE_MAX - 5, 1);
    CHECK(!a.failed);
    (void)cm_arena_alloc(&a, 6, 1);
    CHECK(a.failed);
    cm_arena_init_counting(&a);
    (void)cm_arena_alloc(&a, SIZE_MAX - 5, 1);
    (void)cm_arena_alloc(&a, 0, 8);
    CHECK(a.failed);
}

void test_arena_mark_and_rewind(void) {
    arena_bytes memory;
    cm_arena a;
    cm_arena_init(&a, memory.b, sizeof memory.b);
    uint8_t *kept = cm_arena_alloc(&a, 4, 1);
    cm_arena_mark m = cm_arena_get_mark(&a);
    uint8_t *freed = cm_arena_alloc(&a, 8, 1);
    CHECK(kept != NULL && freed != NULL);
    memset(kept, 1, 4);
    cm_arena_rewind(&a, m);
    CHECK_INT(a.used, 4);
    CHECK_INT(kept[3], 1);
    for (int i = 0; i < 8; i++) CHECK_INT(freed[i], 0xA5); /* poisoned in debug builds */
    CHECK(cm_arena_alloc(&a, 2, 1) == freed);
    CHECK_INT(freed[1], 0);

    /* A mark above what is used has been freed already: nothing happens. */
    cm_arena_mark high = cm_arena_get_mark(&a);
    cm_arena_rewind(&a, m);
    cm_arena_rewind(&a, high);
    CHECK_INT(a.used, 4);

    /* No memory: there is nothing to poison at NULL. */
    cm_arena_init(&a, NULL, 0);
    cm_arena_rewind(&a, cm_arena_get_mark(&a));
    CHECK_INT(a.used, 0);
    CHECK(!a.failed);
}

void test_arena_rewind_counting(void) {
    cm_arena a;
    cm_arena_init_counting(&a);
    (void)cm_arena_alloc(&a, 3, 1);
    cm_arena_mark m = cm_arena_get_mark(&a);
    (void)cm_arena_alloc(&a, 100, 8);
    cm_arena_rewind(&a, m);
    CHECK_INT(a.used, 3);
}

typedef struct arena_blocks {
    arena_bytes memory[3];
    size_t n_given;
    size_t give; /* bytes of a block; more than sizeof(arena_bytes) never */
    size_t asked;
} arena_blocks;

static void *arena_give(void *ctx, size_t size, size_t *got) {
    arena_blocks *blocks = ctx;
    blocks->asked = size;
    if (blocks->n_given == 3) return NULL;
    *got = blocks->give;
    return blocks->memory[blocks->n_given++].b;
}

void test_arena_more_blocks(void) {
    arena_bytes first;
    arena_blocks blocks = {.give = 64};
    cm_arena a;
    cm_arena_init(&a, first.b, 32);
    a.more = arena_give;
    a.more_ctx = &blocks;
    CHECK(cm_arena_alloc(&a, 20, 1) == first.b);
    cm_arena_mark m = cm_arena_get_mark(&a);
    CHECK(cm_arena_alloc(&a, 12, 1) == first.b + 20);
    CHECK_INT(blocks.n_given, 0);
    CHECK(cm_arena_alloc(&a, 1, 1) == blocks.memory[0].b);
    CHECK_INT(blocks.asked, 1);
    CHECK_INT(a.before, 32);
    CHECK(cm_arena_alloc(&a, 64, 8) == blocks.memory[1].b);
    CHECK_INT(a.before, 33);

    /* The mark lies in an earlier block: rewinding keeps everything. */
    cm_arena_rewind(&a, m);
    CHECK_INT(a.used, 64);
    CHECK(cm_arena_alloc(&a, 1, 1) == blocks.memory[2].b);
    CHECK(cm_arena_alloc(&a, 64, 1) == NULL);
    CHECK(a.failed);
}

void test_arena_more_gives_too_little(void) {
    arena_blocks blocks = {.give = 64};
    cm_arena a;
    cm_arena_init(&a, NULL, 0);
    a.more = arena_give;
    a.more_ctx = &blocks;
    CHECK(cm_arena_alloc(&a, 65, 1) == NULL);
    CHECK(a.failed);
    CHECK_INT(a.wanted, 65);
}

void test_arena_fail_in(void) {
    arena_bytes memory;
    for (uint32_t n = 1; n <= 5; n++) {
        cm_arena a;
        void *p[5];
        cm_arena_init(&a, memory.b, sizeof memory.b);
        a.fail_in = n;
        arena_layout(&a, p);
        CHECK(a.failed);
        for (uint32_t i = 0; i < 5; i++) CHECK((p[i] != NULL) == (i + 1 < n));
    }
    cm_arena a;
    void *p[5];
    cm_arena_init(&a, memory.b, sizeof memory.b);
    a.fail_in = 6;
    arena_layout(&a, p);
    CHECK(!a.failed);
    CHECK_INT(a.fail_in, 1);
}
