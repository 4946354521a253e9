/* test_gemm_f64.c — the f64 matrix product: every variant of this processor against long double, at sizes that end
 * inside of blocks, panels and vectors, with every order of strides, and the promises about bits. */
#include "kernels/prim/gemm_f64.h"

#include <math.h>
#include <stdlib.h>

#include "kernels/prim/prims.h"
#include "tests/check.h"
#include "tests/support/features.h"

#define GEMM_F64_GUARD 12345.5

static uint32_t gemm_f64_seed;
static size_t gemm_f64_random(size_t n) {
    gemm_f64_seed = gemm_f64_seed * 1664525u + 1013904223u;
    return (gemm_f64_seed >> 8) % n;
}

/* A matrix [rows][cols] of numbers from -1 to 1, transposed or with gaps, in memory that ends with its last element. */
static double *gemm_f64_matrix(size_t rows, size_t cols, size_t *rs, size_t *cs) {
    size_t gap = gemm_f64_random(3), how = gemm_f64_random(4), n;
    *rs = how == 0 ? 1 : how == 1 ? 2 * cols + gap : cols + gap;
    *cs = how == 0 ? rows + gap : how == 1 ? 2 : 1;
    n = rows * cols == 0 ? 0 : (rows - 1) * *rs + (cols - 1) * *cs + 1;
    double *v = malloc((n + (n == 0)) * sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = (double)gemm_f64_random(200001) / 100000 - 1;
    return v;
}

static size_t gemm_f64_size(void) {
    static const size_t most[4] = {4, 20, 40, 300};
    return gemm_f64_random(most[gemm_f64_random(4)]);
}

static void gemm_f64_product(uint64_t features, const cm_gemm_f64_args *g) {
    double *scratch = aligned_alloc(64, CM_GEMM_F64_SCRATCH);
    for (size_t i = 0; i < CM_GEMM_F64_SCRATCH / sizeof *scratch; i++) scratch[i] = NAN;
    for (size_t t = cm_gemm_f64_tasks(g->m, g->n, g->k); t-- > 0;) cm_prims_select(features)->gemm_f64(g, t, scratch);
    free(scratch);
}

static void gemm_f64_check(uint64_t features, const cm_gemm_f64_args *g, const double *d, size_t gap) {
    int wrong = 0;
    for (size_t i = 0; i < g->m; i++) {
        for (size_t j = 0; j < g->n; j++) {
            long double sum = 0, size = 1;
            for (size_t l = 0; l < g->k; l++) {
                long double part = (long double)g->a[i * g->rs_a + l * g->cs_a] * g->b[l * g->rs_b + j * g->cs_b];
                sum += part;
                size += fabsl(part);
            }
            sum *= g->alpha;
            if (d != NULL) sum += (long double)g->beta * d[i * g->rs_d + j * g->cs_d];
            if (g->clamp) sum = sum < g->lo ? g->lo : sum;
            if (g->clamp) sum = sum > g->hi ? g->hi : sum;
            wrong += !(fabsl(sum - g->c[i * g->rs_c + j * g->cs_c]) <= size * 0x1p-45L);
        }
        for (size_t j = 0; j < gap; j++) wrong += g->c[i * g->rs_c + g->n + j] != GEMM_F64_GUARD;
    }
    CHECK_INT(wrong, 0);
    if (wrong != 0) printf("  %zu x %zu x %zu, %s\n", g->m, g->n, g->k, cm_prims_select(features)->name);
}

void test_gemm_f64_random(void) {
    gemm_f64_seed = 7;
    for (int round = 0; round < 200; round++) {
        cm_gemm_f64_args g = {.m = gemm_f64_size(), .n = gemm_f64_size(), .k = gemm_f64_size(), .alpha = 1, .cs_c = 1};
        size_t gap = gemm_f64_random(3);
        double *a = gemm_f64_matrix(g.m, g.k, &g.rs_a, &g.cs_a), *d = NULL;
        double *b = gemm_f64_matrix(g.k, g.n, &g.rs_b, &g.cs_b);
        if (gemm_f64_random(2) == 0) d = gemm_f64_matrix(g.m, g.n, &g.rs_d, &g.cs_d);
        g.a = a, g.b = b, g.d = d, g.beta = 0.5, g.rs_c = g.n + gap;
        if (gemm_f64_random(2) == 0) g.alpha = -2;
        g.clamp = gemm_f64_random(3) == 0, g.lo = -0.5, g.hi = gemm_f64_random(2) == 0 ? 0.25 : -1;
        uint64_t features = test_features();
        do {
            g.c = malloc((g.m * g.rs_c + 1) * sizeof *g.c);
            for (size_t i = 0; i < g.m * g.rs_c; i++) g.c[i] = GEMM_F64_GUARD;
            gemm_f64_product(features, &g);
            gemm_f64_check(features, &g, d, gap);
            free(g.c);
            features = features == 0 ? UINT64_MAX : features & (features - 1);
        } while (features != UINT64_MAX);
        free(a), free(b), free(d);
    }
}

/* An element has the same bits in a product of one row as in one of many, and wherever its column stands. */
void test_gemm_f64_same_bits(void) {
    gemm_f64_seed = 3;
    enum { M = 40, N = 53, K = 300 };
    cm_gemm_f64_args g = {.m = M, .n = N, .k = K, .alpha = 1, .rs_a = K, .cs_a = 1, .rs_b = N, .cs_b = 1, .rs_c = N,
                          .cs_c = 1};
    double a[M * K], b[K * N], all[M * N], c[M * N];
    for (size_t i = 0; i < M * K; i++) a[i] = (double)gemm_f64_random(1000) / 999;
    for (size_t i = 0; i < K * N; i++) b[i] = (double)gemm_f64_random(1000) / 999;
    g.a = a, g.b = b, g.c = all;
    gemm_f64_product(test_features(), &g);
    g.c = c;
    for (g.m = 1; g.m < M; g.m += 7) {
        for (g.n = 17; g.n <= N; g.n += 9) {
            gemm_f64_product(test_features(), &g);
            for (size_t i = 0; i < g.m; i++) CHECK(memcmp(c + i * N, all + i * N, g.n * sizeof *c) == 0);
        }
    }
}

/* Infinities and NaN go where they belong, not into columns beside; sums of nothing are 0. */
void test_gemm_f64_not_finite(void) {
    for (size_t m = 1; m <= 20; m += 19) {
        for (size_t k = 0; k <= 3; k += 3) {
            double a[20 * 3], b[3 * 21], c[20 * 21];
            cm_gemm_f64_args g = {.m = m, .n = 21, .k = k, .a = a, .b = b, .c = c, .alpha = 1, .rs_a = 3, .cs_a = 1,
                                  .rs_b = 21, .cs_b = 1, .rs_c = 21, .cs_c = 1, .clamp = true, .lo = 0, .hi = INFINITY};
            for (size_t i = 0; i < 20 * 3; i++) a[i] = 1;
            for (size_t i = 0; i < 3 * 21; i++) b[i] = i % 21 == 20 ? -1 : 1;
            for (size_t l = 0; l < 3; l++) b[l * 21 + 2] = NAN, b[l * 21 + 17] = INFINITY;
            gemm_f64_product(test_features(), &g);
            for (size_t i = 0; i < m * 21; i++) {
                double want = k == 0 || i % 21 == 20 ? 0 : i % 21 == 17 ? INFINITY : 3;
                if (k != 0 && i % 21 == 2)
                    CHECK(isnan(c[i]));
                else
                    CHECK(c[i] == want);
            }
        }
    }
}
