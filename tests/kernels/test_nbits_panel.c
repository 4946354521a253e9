/* test_nbits_panel.c — kernels/prim/nbits_panel.h: every variant has the bits of the portable one. */
#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"

enum { TEST_COLUMNS = 40, TEST_K = 512, TEST_BLOCKS = TEST_K / 16, TEST_W = 32 };

typedef struct test_panel {
    float got[CM_GEMM_KC * TEST_W], want[CM_GEMM_KC * TEST_W];
    float scale[TEST_COLUMNS * TEST_BLOCKS], zero_f32[TEST_COLUMNS * TEST_BLOCKS];
    uint8_t q[TEST_COLUMNS * TEST_K], zero[TEST_COLUMNS * TEST_BLOCKS];
    uint32_t seed;
} test_panel;

static uint32_t test_next(test_panel *t) { return (t->seed = t->seed * 1664525u + 1013904223u) >> 8; }

static void test_case(test_panel *t, uint32_t bits, size_t block, const cm_gemm_panel *at) {
    const cm_prims *prims = cm_prims_select(test_features());
    uint32_t kind = test_next(t) % 3;
    cm_nbits_matrix b = {.q = t->q, .scale = t->scale, .block = block, .bits = bits, .blocks = TEST_K / block};
    b.line = TEST_K * bits / 8;
    b.zero_line = (b.blocks * bits + 7) / 8;
    if (kind == 1) b.zero = t->zero;
    if (kind == 2) b.zero_f32 = t->zero_f32;
    cm_gemm_panel p = *at;
    p.dst = t->want;
    for (size_t i = 0; i < p.kc * p.w; i++) t->got[i] = t->want[i] = -1;
    cm_nbits_panel_portable(&b, &p);
    p.dst = t->got;
    prims->nbits_panel(&b, &p);
    for (size_t i = 0; i < p.kc * p.w; i++) CHECK(t->got[i] == t->want[i]);
    size_t k = p.k0 + p.kc - 1, bit = k * bits, g = k / block;
    int q = t->q[p.j0 * b.line + bit / 8] >> (bit % 8) & ((1 << bits) - 1), zero = 1 << (bits - 1);
    if (kind == 1) zero = t->zero[p.j0 * b.zero_line + g * bits / 8] >> (g * bits % 8) & ((1 << bits) - 1);
    float exact = (float)q - (kind == 2 ? t->zero_f32[p.j0 * b.blocks + g] : (float)zero);
    CHECK(t->want[(p.kc - 1) * p.w] == exact * t->scale[p.j0 * b.blocks + g]);
}

void test_nbits_panel_variants(void) {
    static test_panel t;
    for (size_t i = 0; i < sizeof t.q; i++) t.q[i] = (uint8_t)test_next(&t);
    for (size_t i = 0; i < sizeof t.zero; i++) t.zero[i] = (uint8_t)test_next(&t);
    for (int i = 0; i < TEST_COLUMNS * TEST_BLOCKS; i++) {
        t.scale[i] = (float)(test_next(&t) % 1000) / 512.0f;
        t.zero_f32[i] = (float)(test_next(&t) % 100) / 8.0f;
    }
    for (uint32_t bits = 2; bits <= 8; bits *= 2) {
        for (int round = 0; round < 60; round++) {
            size_t block = (size_t)16 << test_next(&t) % 5, k0 = test_next(&t) % 300, w = test_next(&t) % 2 ? 16 : 32;
            size_t kc = 1 + test_next(&t) % (TEST_K - k0 < CM_GEMM_KC ? TEST_K - k0 : CM_GEMM_KC);
            size_t nj = 1 + test_next(&t) % w, j0 = test_next(&t) % (TEST_COLUMNS + 1 - nj);
            cm_gemm_panel p = {k0, kc, j0, nj, w, NULL};
            test_case(&t, bits, block, &p);
        }
    }
}
