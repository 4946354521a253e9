/* test_gemm_i8.c — the 8-bit integer matrix product: every variant of this processor against plain
 * loops, modulo 2^32. */
#include "kernels/prim/gemm_i8.h"

#include <stdlib.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"

static uint32_t gemm_i8_seed;

static uint32_t gemm_i8_random(uint32_t n) {
    gemm_i8_seed = gemm_i8_seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(gemm_i8_seed >> 4) * n) >> 28);
}

/* n bytes in a block of just that size; extreme ones only where `wide`. */
static uint8_t *gemm_i8_bytes(size_t n, bool wide) {
    uint8_t *p = malloc(n + 1);
    if (p == NULL) abort();
    for (size_t i = 0; i < n; i++) {
        p[i] = (uint8_t)(wide ? 0x7f + gemm_i8_random(2) : gemm_i8_random(256));
    }
    return p;
}

static int gemm_i8_value(uint8_t byte, uint8_t flip) { return flip ? (int8_t)byte : byte; }

/* by_row: of A, else of B. */
static int gemm_i8_element(const cm_gemm_i8_side *s, size_t line, size_t l, bool by_row) {
    int zero = s->zero == NULL ? 0 : gemm_i8_value(s->zero[line * s->zero_step], s->flip);
    return gemm_i8_value(s->data[by_row ? line * s->ld + l : l * s->ld + line], s->flip) - zero;
}

static cm_gemm_i8_side gemm_i8_side(size_t lines, size_t k, bool wide, bool by_row) {
    cm_gemm_i8_side s = {.data = gemm_i8_bytes(lines * k, wide)};
    s.ld = by_row ? k : lines;
    s.flip = gemm_i8_random(2) ? 0x80 : 0;
    s.zero_step = gemm_i8_random(2);
    if (gemm_i8_random(4) != 0) s.zero = gemm_i8_bytes(s.zero_step ? lines : 1, wide);
    return s;
}

/* All tasks of one product; the rows of C are 3 elements further apart than they are long. */
static bool gemm_i8_agrees(cm_gemm_i8_fn *fn, const cm_gemm_i8_args *g) {
    size_t ld = g->n + 3, n = g->m * ld, bytes = cm_gemm_i8_scratch(g->m, g->n, g->k);
    uint32_t *c = malloc((n + 1) * sizeof *c);
    uint8_t *block = malloc(bytes + 64); /* ends with the scratch */
    uint8_t *scratch = block + (64 - (uintptr_t)block % 64) % 64;
    if (c == NULL || block == NULL) abort();
    bool same = true;
    for (size_t i = 0; i < n; i++) c[i] = 0xabadcafe;
    memset(scratch, 0x55, bytes);
    for (size_t t = 0; t < cm_gemm_i8_tasks(g->m, g->n); t++) {
        cm_gemm_i8_block b = cm_gemm_i8_block_of(g->m, g->n, t);
        fn(g, &b, c + b.i * ld + b.j, ld, scratch);
    }
    for (size_t i = 0; i < g->m; i++) {
        for (size_t j = 0; j < ld; j++) {
            uint32_t want = j < g->n ? 0 : 0xabadcafe;
            for (size_t l = 0; l < g->k && j < g->n; l++) {
                want += (uint32_t)(gemm_i8_element(&g->a, i, l, true) *
                                   gemm_i8_element(&g->b, j, l, false));
            }
            same = same && c[i * ld + j] == want;
        }
    }
    free(c);
    free(block);
    return same;
}

static bool gemm_i8_case(size_t m, size_t n, size_t k, bool wide) {
    cm_gemm_i8_args g = {.m = m, .n = n, .k = k};
    g.a = gemm_i8_side(m, k, wide, true);
    g.b = gemm_i8_side(n, k, wide, false);
    uint64_t here = test_features();
    bool same = gemm_i8_agrees(cm_gemm_i8_portable, &g) &&
                gemm_i8_agrees(cm_prims_select(here)->gemm_i8, &g) &&
                gemm_i8_agrees(cm_prims_select(here & ~CM_CPU_AVX512)->gemm_i8, &g) &&
                gemm_i8_agrees(cm_prims_select(0)->gemm_i8, &g);
    free((void *)(uintptr_t)g.a.data);
    free((void *)(uintptr_t)g.b.data);
    free((void *)(uintptr_t)g.a.zero);
    free((void *)(uintptr_t)g.b.zero);
    return same;
}

void test_gemm_i8_sizes(void) {
    static const size_t edges[] = {0, 1, 2, 3, 4, 5, 15, 16, 17, 33};
    gemm_i8_seed = 1;
    for (size_t i = 0; i < 10 * 10 * 10; i++) {
        size_t m = edges[i % 10], n = edges[i / 10 % 10], k = edges[i / 100];
        CHECK_MSG(gemm_i8_case(m, n, k, false), "%zu x %zu x %zu", m, n, k);
    }
}

/* Around the edges of tasks and of depth blocks. */
void test_gemm_i8_blocks(void) {
    static const size_t sizes[][3] = {{64, 128, 512}, {65, 129, 513}, {63, 127, 511},
                                      {130, 3, 1025}, {2, 130, 40},   {1, 1, 2048},
                                      {257, 129, 16}, {20, 80, 33},   {9, 81, 600}};
    gemm_i8_seed = 2;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t *s = sizes[i];
        CHECK_MSG(gemm_i8_case(s[0], s[1], s[2], false), "case %zu", i);
        CHECK_MSG(gemm_i8_case(s[0], s[1], s[2], true), "extreme case %zu", i);
    }
}

/* 70000 * 255 * 255 is more than 2^32. */
void test_gemm_i8_wraps(void) {
    static uint8_t ones[70000];
    static const uint8_t zero = 0;
    cm_gemm_i8_args g = {.m = 1, .n = 1, .k = sizeof ones};
    memset(ones, 255, sizeof ones);
    g.a = g.b = (cm_gemm_i8_side){.data = ones, .ld = 1, .zero = &zero};
    CHECK(gemm_i8_agrees(cm_gemm_i8_portable, &g));
    CHECK(gemm_i8_agrees(cm_prims_select(test_features())->gemm_i8, &g));
}

void test_gemm_i8_tasks(void) {
    CHECK_INT(cm_gemm_i8_tasks(0, 5), 0);
    CHECK_INT(cm_gemm_i8_tasks(5, 0), 0);
    CHECK_INT(cm_gemm_i8_tasks(129, 80), 2); /* no block for a few columns */
    CHECK_INT(cm_gemm_i8_tasks(129, 81), 4);
    CHECK(cm_gemm_i8_tasks(SIZE_MAX, SIZE_MAX) == SIZE_MAX);
    cm_gemm_i8_block b = cm_gemm_i8_block_of(129, 81, 3);
    CHECK_INT(b.i, 128);
    CHECK_INT(b.m, 1);
    CHECK_INT(b.j, 48); /* of about the same width, in whole tiles */
    CHECK_INT(b.n, 33);
}
