/* test_nbits_dot.c — kernels/prim/nbits_dot.h: every variant against the numbers themselves, in doubles. */
#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"

enum { TEST_K = 640, TEST_LINE = TEST_K, TEST_BLOCKS = TEST_K / 8 };

typedef struct test_nbits {
    float a[TEST_K], spread[(TEST_K / 8 + 2 * CM_NBITS_LANES * 16) * 18];
    float scale[CM_NBITS_COLUMNS][TEST_BLOCKS], zero[CM_NBITS_COLUMNS][TEST_BLOCKS];
    uint8_t q[CM_NBITS_COLUMNS][TEST_LINE];
    uint32_t seed;
} test_nbits;

static uint32_t test_next(test_nbits *t) { return (t->seed = t->seed * 1664525u + 1013904223u) >> 8; }

static void test_fill(test_nbits *t, uint32_t bits) {
    for (int i = 0; i < TEST_K; i++) t->a[i] = (float)(test_next(t) % 2001) / 1000.0f - 1.0f;
    for (int j = 0; j < CM_NBITS_COLUMNS; j++) {
        for (int i = 0; i < TEST_LINE; i++) t->q[j][i] = (uint8_t)test_next(t);
        for (int g = 0; g < TEST_BLOCKS; g++) {
            t->scale[j][g] = (float)(test_next(t) % 1000 + 1) / 1000.0f;
            t->zero[j][g] = (float)(test_next(t) % (1u << bits));
        }
    }
}

/* The exact sum, and of which size its terms are. */
static double test_exact(const test_nbits *t, const cm_nbits_dot_args *g, int j, size_t k, size_t block, double *size) {
    double sum = 0;
    *size = 0;
    for (size_t l = 0; l < k; l++) {
        int q = t->q[j][l * g->bits / 8] >> (l * g->bits % 8) & ((1 << g->bits) - 1);
        float zero = g->zero[j] != NULL ? g->zero[j][l / block] : (float)(1 << (g->bits - 1));
        sum += (double)t->a[l] * (double)((float)q - zero) * (double)t->scale[j][l / block];
        *size += (double)t->scale[j][l / block] * (double)(1 << g->bits);
    }
    return sum;
}

/* The last block is not whole where k is no multiple of it. */
static void test_case(test_nbits *t, const cm_prims *prims, size_t lanes, uint32_t bits, size_t block, size_t k) {
    size_t blocks = (k + block - 1) / block;
    bool zeros = test_next(t) % 2 != 0;
    float y[CM_NBITS_COLUMNS];
    test_fill(t, bits);
    cm_nbits_dot_args g = {.a = t->spread,
                           .size = (k * bits + 31) / 32 * 4,
                           .blocks = blocks,
                           .block_words = block * bits / 32,
                           .bits = bits,
                           .lanes = lanes};
    for (int j = 0; j < CM_NBITS_COLUMNS; j++) {
        g.q[j] = t->q[j];
        g.scale[j] = t->scale[j];
        g.zero[j] = zeros ? t->zero[j] : NULL;
    }
    CHECK(cm_nbits_spread_size(k, bits, lanes) <= sizeof t->spread / sizeof *t->spread);
    cm_nbits_spread(t->a, k, bits, lanes, t->spread);
    prims->nbits_dot(&g, y);
    for (int j = 0; j < CM_NBITS_COLUMNS; j++) {
        double size, exact = test_exact(t, &g, j, k, block, &size);
        double error = (double)y[j] - exact;
        CHECK(error <= 2e-6 * size && -error <= 2e-6 * size);
    }
}

void test_nbits_dot_variants(void) {
    static test_nbits t;
    uint64_t all = test_features();
    const cm_prims *prims = cm_prims_select(all), *portable = cm_prims_select(0);
    static const uint32_t bits[] = {2, 4, 8};
    for (int b = 0; b < 3; b++) {
        for (size_t block = 16; block <= 256; block *= 2) {
            for (size_t k = 1; k <= 512; k = k * 3 + 5) {
                test_case(&t, portable, 8, bits[b], block, k);
                if (prims->nbits_lanes != 0) test_case(&t, prims, prims->nbits_lanes, bits[b], block, k);
            }
        }
    }
}
