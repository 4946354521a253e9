/* test_gemm.c — the f32 matrix product: every variant of this processor against double arithmetic,
 * and the promises about bits. */
#include "kernels/prim/gemm.h"

#include <math.h>
#include <stdlib.h>

#include "base/dtype.h"
#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"

#define GEMM_GUARD 24               /* floats before and after each buffer */
#define GEMM_GUARD_BITS 0x7fa12345u /* a NaN that no operation makes */
#define GEMM_CASES 400

typedef struct gemm_case {
    cm_gemm_f32_args g;
    uint8_t *a, *b, *d, *bias; /* allocations; the operands begin one byte after a word inside */
    float *c;                  /* m * ldc elements and two guards */
    size_t n_c;
    size_t bytes_a, bytes_b;
} gemm_case;

static uint32_t gemm_seed;

static uint32_t gemm_random(uint32_t n) {
    gemm_seed = gemm_seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(gemm_seed >> 4) * n) >> 28);
}

static float gemm_random_f32(void) { return (float)gemm_random(20001) / 10000.0f - 1.0f; }

static float gemm_get(const void *p, size_t i) {
    float x;
    memcpy(&x, (const uint8_t *)p + i * sizeof x, sizeof x);
    return x;
}

/* n random floats; *at is where they begin, at an odd address if odd. The allocation ends with the
 * last float, so that the address sanitizer sees one that is read too far. */
static uint8_t *gemm_floats(size_t n, bool odd, const void **at) {
    size_t lead = odd ? 5 : 0;
    uint8_t *p = malloc(n * sizeof(float) + lead + (n == 0 && lead == 0));
    for (size_t i = 0; p != NULL && i < n; i++) {
        float x = gemm_random_f32();
        memcpy(p + lead + i * sizeof x, &x, sizeof x);
    }
    *at = p + lead;
    return p;
}

static size_t gemm_size(void) {
    switch (gemm_random(6)) {
    case 0: return gemm_random(4);
    case 1: return 1 + gemm_random(16);
    case 2: return 12 * gemm_random(6);
    case 3: return 16 * gemm_random(6) + gemm_random(3);
    case 4: return 250 + gemm_random(20);
    default: return 1 + gemm_random(100);
    }
}

/* An operand of rows x cols with random strides, at times transposed or with gaps. */
static uint8_t *gemm_operand(size_t rows, size_t cols, const void **at, size_t *rs, size_t *cs) {
    size_t gap = gemm_random(3) == 0 ? gemm_random(5) : 0;
    size_t n;
    switch (gemm_random(5)) {
    case 0: /* transposed */
        *rs = 1, *cs = rows + gap;
        n = rows == 0 || cols == 0 ? 0 : (cols - 1) * *cs + rows;
        break;
    case 1: /* strided in both directions */
        *cs = 2 + gap, *rs = cols * *cs + 1;
        n = rows == 0 || cols == 0 ? 0 : (rows - 1) * *rs + (cols - 1) * *cs + 1;
        break;
    default: *rs = cols + gap, *cs = 1; n = rows == 0 || cols == 0 ? 0 : (rows - 1) * *rs + cols;
    }
    return gemm_floats(n, gemm_random(2) != 0, at);
}

static void gemm_epilogue_make(gemm_case *t) {
    cm_gemm_f32_args *g = &t->g;
    if (gemm_random(3) == 0) g->alpha = gemm_random_f32();
    g->bias_kind = (cm_gemm_bias)gemm_random(3);
    if (g->bias_kind != CM_GEMM_BIAS_NONE) {
        t->bias = gemm_floats(g->bias_kind == CM_GEMM_BIAS_COL ? g->n : g->m, gemm_random(2) != 0,
                              &g->bias);
    }
    if (gemm_random(3) == 0) {
        t->d = gemm_operand(g->m, g->n, &g->d, &g->rs_d, &g->cs_d);
        g->beta = gemm_random(2) ? 1.0f : gemm_random_f32();
    }
    g->clamp = gemm_random(2) != 0;
    g->lo = gemm_random(2) ? 0.0f : -INFINITY;
    g->hi = gemm_random(2) ? 1.5f : INFINITY;
}

static gemm_case gemm_case_make(size_t m, size_t n, size_t k) {
    gemm_case t;
    memset(&t, 0, sizeof t);
    t.g = cm_gemm_f32_args_init(m, n, k);
    t.a = gemm_operand(m, k, &t.g.a, &t.g.rs_a, &t.g.cs_a);
    t.b = gemm_operand(k, n, &t.g.b, &t.g.rs_b, &t.g.cs_b);
    t.g.ldc = n + (gemm_random(2) ? gemm_random(7) : 0);
    t.n_c = m == 0 ? 0 : (m - 1) * t.g.ldc + n;
    t.c = malloc((t.n_c + 2 * GEMM_GUARD) * sizeof *t.c);
    t.g.c = t.c + GEMM_GUARD;
    gemm_epilogue_make(&t);
    return t;
}

static void gemm_case_free(gemm_case *t) {
    free(t->a);
    free(t->b);
    free(t->c);
    free(t->d);
    free(t->bias);
}

static double gemm_clamp(const cm_gemm_f32_args *g, double x) {
    if (!g->clamp) return x;
    x = x < (double)g->lo ? (double)g->lo : x;
    return x > (double)g->hi ? (double)g->hi : x;
}

/* One element in double, and the sum of the magnitudes of everything that was added. */
static double gemm_reference(const cm_gemm_f32_args *g, size_t i, size_t j, double *magnitude) {
    double sum = 0, mag = 0;
    for (size_t l = 0; l < g->k; l++) {
        double x = (double)gemm_get(g->a, i * g->rs_a + l * g->cs_a) *
                   (double)gemm_get(g->b, l * g->rs_b + j * g->cs_b);
        sum += x;
        mag += fabs(x);
    }
    sum *= (double)g->alpha;
    mag *= fabs((double)g->alpha);
    double extra[2] = {0, 0};
    if (g->bias_kind == CM_GEMM_BIAS_COL) extra[0] = (double)gemm_get(g->bias, j);
    if (g->bias_kind == CM_GEMM_BIAS_ROW) extra[0] = (double)gemm_get(g->bias, i);
    if (g->d != NULL) {
        extra[1] = (double)g->beta * (double)gemm_get(g->d, i * g->rs_d + j * g->cs_d);
    }
    *magnitude = mag + fabs(extra[0]) + fabs(extra[1]);
    return gemm_clamp(g, sum + extra[0] + extra[1]);
}

/* Runs all tasks, in reverse order or from both ends if asked, into a C full of guard bits. */
static void gemm_run(const cm_prims *p, gemm_case *t, uint32_t order) {
    uint32_t bits = GEMM_GUARD_BITS;
    for (size_t i = 0; i < t->n_c + 2 * GEMM_GUARD; i++) memcpy(t->c + i, &bits, sizeof bits);
    size_t n = cm_gemm_f32_tasks(t->g.m, t->g.n, t->g.k, p->gemm_f32_fmt);
    size_t size = cm_gemm_f32_scratch(t->g.m, t->g.n, t->g.k, p->gemm_f32_fmt);
    uint8_t *raw = malloc(size + 63);
    uint8_t *scratch = raw + (64 - (uintptr_t)raw % 64) % 64;
    memset(scratch, (int)order * 85, size);
    for (size_t i = 0; i < n; i++) {
        size_t mixed = i * 2 < n ? i * 2 : (i * 2 - n) | 1; /* the even ones, then the odd ones */
        p->gemm_f32(&t->g, order == 0 ? i : order == 1 ? n - 1 - i : mixed, scratch);
    }
    free(raw);
}

/* The number of words outside C's elements that changed. */
static size_t gemm_guard_damage(const gemm_case *t) {
    size_t damage = 0;
    for (size_t i = 0; i < t->n_c + 2 * GEMM_GUARD; i++) {
        bool inside = i >= GEMM_GUARD && i < GEMM_GUARD + t->n_c &&
                      (i - GEMM_GUARD) % (t->g.ldc == 0 ? 1 : t->g.ldc) < t->g.n;
        uint32_t bits;
        memcpy(&bits, t->c + i, sizeof bits);
        damage += !inside && bits != GEMM_GUARD_BITS;
    }
    return damage;
}

/* Largest error in units of the bound (k + 4) * 2^-24 * magnitude: a sum of k terms in any order
 * (Higham, Accuracy and Stability of Numerical Algorithms, 3.1), products, epilogue; > 1 is a
 * fault. */
static double gemm_worst(const gemm_case *t) {
    double worst = 0;
    for (size_t i = 0; i < t->g.m; i++) {
        for (size_t j = 0; j < t->g.n; j++) {
            double mag, want = gemm_reference(&t->g, i, j, &mag);
            double got = (double)t->g.c[i * t->g.ldc + j];
            double bound = ((double)t->g.k + 4.0) * 0x1p-24 * mag + 1e-30;
            double off = fabs(got - want) / bound;
            if (!(off <= worst)) worst = off;
        }
    }
    return worst;
}

/* Walks the tables of this processor, best first; NULL after the portable one. */
static const cm_prims *gemm_next(uint64_t *features) {
    if (*features == UINT64_MAX) return NULL;
    const cm_prims *p = cm_prims_select(*features & test_features());
    uint64_t best = p->features & CM_CPU_AVX512 ? CM_CPU_AVX512 : p->features;
    *features = p->features == 0 ? UINT64_MAX : *features & ~best;
    return p;
}
#define GEMM_ALL_FEATURES (UINT64_MAX >> 1)

/* Random shapes, strides, alignments and epilogues. */
void test_gemm_random(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 1;
        for (int q = 0; q < GEMM_CASES; q++) {
            size_t m = gemm_size(), n = gemm_size(), k = gemm_size();
            gemm_case t = gemm_case_make(m, n, k);
            gemm_run(p, &t, 0);
            double worst = gemm_worst(&t);
            size_t damage = gemm_guard_damage(&t);
            gemm_case_free(&t);
            CHECK_MSG(worst <= 1, "%s case %d: %zu x %zu x %zu is off by %g bounds", p->name, q, m,
                      n, k, worst);
            CHECK_MSG(damage == 0, "%s case %d: %zu words outside C", p->name, q, damage);
        }
    }
}

/* One row or one column: the paths that read the matrix in place. */
void test_gemm_vector(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 7;
        for (int q = 0; q < GEMM_CASES; q++) {
            size_t one = gemm_random(3), n = gemm_random(2) ? gemm_size() : gemm_random(1200);
            size_t m = one == 0 ? n : 1, k = gemm_random(2) ? gemm_size() : gemm_random(1200);
            if (one != 1) n = 1;
            gemm_case t = gemm_case_make(m, n, k);
            gemm_run(p, &t, 0);
            double worst = gemm_worst(&t);
            size_t damage = gemm_guard_damage(&t);
            gemm_case_free(&t);
            CHECK_MSG(worst <= 1, "%s case %d: %zu x %zu x %zu is off by %g bounds", p->name, q, m,
                      n, k, worst);
            CHECK_MSG(damage == 0, "%s case %d: %zu words outside C", p->name, q, damage);
        }
    }
}

static float *gemm_copy_c(const gemm_case *t) {
    float *copy = malloc((t->n_c + 1) * sizeof *copy);
    memcpy(copy, t->g.c, t->n_c * sizeof *copy);
    return copy;
}

static float *gemm_packed(const gemm_case *t, cm_gemm_fmt fmt, bool of_a) {
    size_t size = 0;
    cameo_status s = of_a ? cm_gemm_f32_pack_a_size(t->g.m, t->g.k, fmt, &size)
                          : cm_gemm_f32_pack_b_size(t->g.k, t->g.n, fmt, &size);
    if (s != CAMEO_OK) return NULL;
    float *dst = malloc(size + 1);
    if (of_a) {
        cm_gemm_f32_pack_a(&t->g, fmt, dst);
    } else {
        cm_gemm_f32_pack_b(&t->g, fmt, dst);
    }
    return dst;
}

/* Any order of the tasks and any operand packed beforehand: the same bits. */
void test_gemm_same_bits(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 3;
        for (int q = 0; q < GEMM_CASES / 4; q++) {
            gemm_case t = gemm_case_make(gemm_size() + (q % 3 == 0 ? 150 : 0), gemm_size(),
                                         gemm_size() + (q % 5 == 0 ? 300 : 0));
            gemm_run(p, &t, 0);
            float *want = gemm_copy_c(&t);
            float *a = gemm_packed(&t, p->gemm_f32_fmt, true);
            float *b = gemm_packed(&t, p->gemm_f32_fmt, false);
            size_t differ = 0;
            for (uint32_t way = 1; way < 6; way++) {
                t.g.packed_a = way & 1 ? a : NULL;
                t.g.packed_b = way & 2 ? b : NULL;
                gemm_run(p, &t, way == 4 ? 1 : way == 5 ? 2 : 0);
                differ += memcmp(want, t.g.c, t.n_c * sizeof *want) != 0;
            }
            free(want);
            free(a);
            free(b);
            gemm_case_free(&t);
            CHECK_MSG(differ == 0, "%s case %d: %zu ways differ", p->name, q, differ);
        }
    }
}

/* A row of a product has the same bits whatever rows stand beside it; where operands are split, from 64 rows on. */
void test_gemm_rows_are_independent(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 11;
        gemm_case t = gemm_case_make(72, 70, 300);
        t.g.ldc = 70; /* no gaps, whatever was drawn */
        gemm_run(p, &t, 0);
        float *want = gemm_copy_c(&t);
        size_t differ = 0;
        bool split = p->gemm_f32_fmt == CM_GEMM_FMT_F32_12X32_SPLIT;
        for (size_t rows = split ? 64 : 2; rows < 72; rows++) {
            gemm_case part = t;
            part.g.m = rows;
            gemm_run(p, &part, 0);
            differ += memcmp(want, t.g.c, rows * 70 * sizeof *want) != 0;
        }
        free(want);
        gemm_case_free(&t);
        CHECK_INT(differ, 0);
    }
}

/* Infinities, NaNs and numbers near the largest have no parts that could be multiplied instead: one of them among the
 * rows or the columns of a large product gives what it gives in double. */
void test_gemm_not_finite(void) {
    static const float odd[] = {INFINITY, -INFINITY, NAN, 3.4e38f, -3.4e38f};
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        for (size_t q = 0; q < 2 * sizeof odd / sizeof *odd; q++) {
            cm_gemm_f32_args g = cm_gemm_f32_args_init(66, 50, 70);
            float a[66 * 70], b[70 * 50];
            gemm_seed = 17;
            for (size_t i = 0; i < sizeof a / sizeof *a; i++) a[i] = gemm_random_f32();
            for (size_t i = 0; i < sizeof b / sizeof *b; i++) b[i] = gemm_random_f32();
            if (q % 2 == 0) a[7 * 70 + 33] = odd[q / 2];
            if (q % 2 != 0) b[33 * 50 + 7] = odd[q / 2];
            gemm_case t = {.g = g, .n_c = 66 * 50};
            t.g.a = a, t.g.b = b;
            t.c = malloc((t.n_c + 2 * GEMM_GUARD) * sizeof *t.c);
            t.g.c = t.c + GEMM_GUARD;
            gemm_run(p, &t, 0);
            size_t wrong = 0;
            for (size_t i = 0; i < t.n_c; i++) {
                double magnitude, want = gemm_reference(&t.g, i / 50, i % 50, &magnitude);
                float got = t.g.c[i];
                bool same = isnan(want) ? isnan(got) : isinf(want) ? (double)got == want
                                                                   : fabs((double)got - want) <= 1e-5 * magnitude;
                wrong += !same;
            }
            free(t.c);
            const char *in = q % 2 == 0 ? "a" : "b";
            CHECK_MSG(wrong == 0, "%s: %zu wrong beside %g in %s", p->name, wrong, (double)odd[q / 2], in);
        }
    }
}

typedef struct gemm_gather {
    const cm_gemm_f32_args *g;
    bool of_a;
} gemm_gather;

static void gemm_gather_panel(const void *ctx, const cm_gemm_panel *p) {
    const gemm_gather *from = ctx;
    const cm_gemm_f32_args *g = from->g;
    for (size_t l = 0; l < p->kc; l++) {
        for (size_t j = 0; j < p->w; j++) {
            size_t at = from->of_a ? (p->j0 + j) * g->rs_a + (p->k0 + l) * g->cs_a
                                   : (p->k0 + l) * g->rs_b + (p->j0 + j) * g->cs_b;
            const void *src = from->of_a ? g->a : g->b;
            p->dst[l * p->w + j] = j < p->nj ? gemm_get(src, at) : 0.0f;
        }
    }
}

/* Operands that a callback gathers. */
void test_gemm_callback(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 5;
        for (int q = 0; q < GEMM_CASES / 4; q++) {
            gemm_case t = gemm_case_make(2 + gemm_size(), 2 + gemm_size(), gemm_size() * 2);
            gemm_run(p, &t, 0);
            float *want = gemm_copy_c(&t);
            cm_gemm_f32_args plain = t.g;
            gemm_gather a = {&plain, true}, b = {&plain, false};
            if (q % 3 != 0) t.g.a = NULL, t.g.pack_a = gemm_gather_panel, t.g.pack_a_ctx = &a;
            if (q % 3 != 1) t.g.b = NULL, t.g.pack_b = gemm_gather_panel, t.g.pack_b_ctx = &b;
            gemm_run(p, &t, 0);
            bool same = memcmp(want, t.g.c, t.n_c * sizeof *want) == 0;
            free(want);
            gemm_case_free(&t);
            CHECK_MSG(same, "%s case %d", p->name, q);
        }
    }
}

/* d may be c: a residual added in place, over several depth blocks. */
void test_gemm_in_place(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        enum { M = 30, N = 45, K = 700 };
        static float a[M * K], b[K * N], d[M * N], c[M * N], c2[M * N];
        static _Alignas(64) uint8_t scratch[1 << 19];
        gemm_seed = 9;
        for (size_t i = 0; i < M * K; i++) a[i] = gemm_random_f32();
        for (size_t i = 0; i < K * N; i++) b[i] = gemm_random_f32();
        for (size_t i = 0; i < M * N; i++) d[i] = c2[i] = gemm_random_f32();
        cm_gemm_f32_args g = cm_gemm_f32_args_init(M, N, K);
        CHECK(cm_gemm_f32_scratch(M, N, K, p->gemm_f32_fmt) <= sizeof scratch);
        g.a = a, g.b = b, g.c = c, g.d = d;
        g.rs_d = N, g.cs_d = 1;
        for (size_t i = 0; i < cm_gemm_f32_tasks(M, N, K, p->gemm_f32_fmt); i++) p->gemm_f32(&g, i, scratch);
        g.c = c2, g.d = c2;
        for (size_t i = 0; i < cm_gemm_f32_tasks(M, N, K, p->gemm_f32_fmt); i++) p->gemm_f32(&g, i, scratch);
        CHECK(memcmp(c, c2, sizeof c) == 0);
    }
}

/* NaN and infinity reach exactly the elements that they belong to, through the clamp as well. */
void test_gemm_nan(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        enum { M = 7, N = 37, K = 5 };
        float a[M * K], b[K * N], c[M * N];
        static _Alignas(64) uint8_t scratch[1 << 17];
        for (size_t i = 0; i < M * K; i++) a[i] = 1.0f;
        for (size_t i = 0; i < K * N; i++) b[i] = -1.0f;
        a[2 * K + 1] = NAN;   /* row 2 */
        b[3 * N + 36] = -NAN; /* column 36 */
        b[0 * N + 20] = INFINITY;
        cm_gemm_f32_args g = cm_gemm_f32_args_init(M, N, K);
        CHECK(cm_gemm_f32_scratch(M, N, K, p->gemm_f32_fmt) <= sizeof scratch);
        g.a = a, g.b = b, g.c = c;
        g.clamp = true, g.lo = 0.0f, g.hi = INFINITY;
        for (size_t i = 0; i < cm_gemm_f32_tasks(M, N, K, p->gemm_f32_fmt); i++) p->gemm_f32(&g, i, scratch);
        for (size_t i = 0; i < M; i++) {
            for (size_t j = 0; j < N; j++) {
                float x = c[i * N + j];
                bool want_nan = i == 2 || j == 36;
                CHECK_MSG((x != x) == want_nan, "%s [%zu][%zu] is %g", p->name, i, j, (double)x);
                CHECK(want_nan || x == (j == 20 ? INFINITY : 0.0f));
            }
        }
    }
}

/* The grid: every task count is a function of the shape, scratch never shrinks with the shape. */
void test_gemm_grid(void) {
    CHECK_INT(cm_gemm_f32_tasks(0, 5, 5, CM_GEMM_FMT_F32_12X32), 0);
    CHECK_INT(cm_gemm_f32_tasks(5, 0, 5, CM_GEMM_FMT_F32_12X32), 0);
    CHECK_INT(cm_gemm_f32_tasks(5, 5, 0, CM_GEMM_FMT_F32_12X32), 1);
    CHECK(cm_gemm_f32_tasks(512, 512, 512, CM_GEMM_FMT_F32_12X32) >= 6);
    CHECK(cm_gemm_f32_tasks(512, 49, 4608, CM_GEMM_FMT_F32_12X32) >= 32); /* enough for 16 threads */
    CHECK(cm_gemm_f32_tasks((size_t)1 << 20, 64, SIZE_MAX >> 30, CM_GEMM_FMT_F32_12X32) >= 64);
    for (uint32_t f = 0; f < CM_GEMM_FMT_COUNT; f++) {
        cm_gemm_fmt fmt = (cm_gemm_fmt)f;
        size_t before = 0;
        for (size_t k = 1; k < 700; k++) {
            size_t size = cm_gemm_f32_scratch(1 + k / 2, k, k, fmt);
            CHECK(size >= before);
            before = size;
        }
        CHECK(cm_gemm_f32_scratch(SIZE_MAX, SIZE_MAX, SIZE_MAX, fmt) <=
              (fmt == CM_GEMM_FMT_F32_12X32_SPLIT ? 5 << 18 : 1 << 19));
    }
}

void test_gemm_pack_size(void) {
    size_t size = 0;
    CHECK_INT(cm_gemm_f32_pack_b_size(10, 17, CM_GEMM_FMT_F32_6X16, &size), CAMEO_OK);
    CHECK_INT(size, 10 * 32 * 4);
    CHECK_INT(cm_gemm_f32_pack_a_size(13, 10, CM_GEMM_FMT_F32_12X32, &size), CAMEO_OK);
    CHECK_INT(size, 10 * 24 * 4);
    CHECK_INT(cm_gemm_f32_pack_b_size(SIZE_MAX / 4, 2, CM_GEMM_FMT_F32_4X8, &size), CAMEO_E_LIMIT);
    CHECK_INT(cm_gemm_f32_pack_b_size(2, SIZE_MAX, CM_GEMM_FMT_F32_4X8, &size), CAMEO_E_LIMIT);
    CHECK_INT(size, 10 * 24 * 4);
}

/* Panels are zero beyond the matrix, and packing part by part gives what packing at once gives. */
void test_gemm_pack_panels(void) {
    enum { K = 5, N = 19, NR = 16 };
    float b[K * N], whole[2 * NR * K], parts[2 * NR * K];
    for (size_t i = 0; i < K * N; i++) b[i] = (float)(i + 1);
    memset(whole, 0xff, sizeof whole);
    memset(parts, 0xff, sizeof parts);
    cm_gemm_f32_args g = cm_gemm_f32_args_init(1, N, K);
    g.b = b;
    CHECK_INT(cm_gemm_f32_b_panels(N, CM_GEMM_FMT_F32_6X16), 2);
    cm_gemm_f32_pack_b(&g, CM_GEMM_FMT_F32_6X16, whole);
    cm_gemm_f32_pack_b_part(&g, CM_GEMM_FMT_F32_6X16, 1, 2, parts);
    cm_gemm_f32_pack_b_part(&g, CM_GEMM_FMT_F32_6X16, 0, 1, parts);
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
    for (size_t l = 0; l < K; l++) {
        for (size_t j = 0; j < 2 * NR; j++) {
            float want = j < N ? b[l * N + j] : 0.0f;
            CHECK(whole[j / NR * NR * K + l * NR + j % NR] == want);
        }
    }
}

/* One row whose matrix is there in packed form only: the bits of the raw one in the order of l. */
void test_gemm_packed_only(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 13;
        for (size_t n = 1; n < 200; n += 33) {
            gemm_case t = gemm_case_make(1, n + 1, 600);
            free(t.b);
            t.b = gemm_floats(600 * (n + 1), true, &t.g.b);
            t.g.rs_b = n + 1, t.g.cs_b = 1;
            gemm_run(p, &t, 0);
            float *want = gemm_copy_c(&t);
            float *b = gemm_packed(&t, p->gemm_f32_fmt, false);
            t.g.packed_b = b;
            t.g.b = NULL;
            gemm_run(p, &t, 0);
            bool same = memcmp(want, t.g.c, t.n_c * sizeof *want) == 0;
            free(want);
            free(b);
            gemm_case_free(&t);
            CHECK_MSG(same, "%s, %zu columns", p->name, n + 1);
        }
    }
}

/* Raw bytes that were told to be packed. */
static void gemm_hear(void *ctx, const void *bytes, size_t size) {
    (void)bytes;
    *(size_t *)ctx += size;
}

/* An empty set of panels for the B of t. */
static cm_gemm_lazy *gemm_lazy(const gemm_case *t, cm_gemm_fmt fmt, size_t *heard) {
    size_t packed, bytes;
    if (cm_gemm_f32_pack_b_size(t->g.k, t->g.n, fmt, &packed) != CAMEO_OK ||
        cm_gemm_lazy_size(packed, &bytes) != CAMEO_OK) {
        return NULL;
    }
    cm_gemm_lazy *z = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (z == NULL) return NULL;
    memset(z, 0xff, bytes);
    cm_gemm_lazy_init(z, &t->g, gemm_hear, heard);
    return z;
}

/* Pieces that tasks pack themselves, that are there, that another task is just packing: the bits of B
 * packed beforehand, and the panels it has. */
void test_gemm_lazy(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    uint32_t pieces = 0;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 17;
        for (int q = 0; q < GEMM_CASES / 4; q++) {
            gemm_case t = gemm_case_make(q % 4 == 0 ? 1 : gemm_size() + 1, gemm_size() + 1,
                                         gemm_size() + (q % 5 == 0 ? 3000 : 0) + 1);
            const void *raw = t.g.b;
            float *b = gemm_packed(&t, p->gemm_f32_fmt, false);
            size_t heard = 0;
            cm_gemm_lazy *z = gemm_lazy(&t, p->gemm_f32_fmt, &heard);
            CHECK(z != NULL);
            t.g.packed_b = b;
            t.g.b = NULL;
            gemm_run(p, &t, 0);
            float *want = gemm_copy_c(&t);
            t.g.b = raw;
            t.g.lazy_b = z;
            t.g.packed_b = cm_gemm_lazy_panels(z);
            z->n_claimed = 1; /* of the first piece: it is never filled */
            size_t differ = 0;
            for (uint32_t way = 0; way < 3; way++) {
                gemm_run(p, &t, way);
                differ += memcmp(want, t.g.c, t.n_c * sizeof *want) != 0;
                if (way == 0) z->n_claimed = z->n_filled = 0, heard = 0;
            }
            size_t packed = 0; /* vectors may have needed no panel */
            CHECK(cm_gemm_f32_pack_b_size(t.g.k, t.g.n, p->gemm_f32_fmt, &packed) == CAMEO_OK);
            CHECK(z->n_filled == z->n_pieces || (z->n_filled == 0 && (t.g.m == 1 || t.g.n == 1)));
            if (z->n_filled != 0) CHECK(memcmp(b, t.g.packed_b, packed) == 0);
            CHECK_INT(heard, z->n_filled == 0 ? 0 : 2 * z->raw_size); /* by pieces, then whole */
            CHECK(z->reread == 0);
            pieces = z->n_pieces > pieces ? z->n_pieces : pieces;
            free(want);
            free(b);
            free(z);
            t.g.b = raw;
            gemm_case_free(&t);
            CHECK_MSG(differ == 0, "%s case %d: %zu ways differ", p->name, q, differ);
        }
    }
    CHECK(pieces >= 3);
}

/* Halves [n] at an odd address, of the floats at b, which become what the halves are. */
static uint8_t *gemm_halves(void *b, size_t n, cm_gemm_elem elem, const void **at) {
    uint8_t *p = malloc(n * sizeof(uint16_t) + 1);
    for (size_t i = 0; p != NULL && i < n; i++) {
        float x = gemm_get(b, i);
        uint16_t h = elem == CM_GEMM_F16 ? cm_f16_from_f32(x) : cm_bf16_from_f32(x);
        x = elem == CM_GEMM_F16 ? cm_f16_to_f32(h) : cm_bf16_to_f32(h);
        memcpy(p + 1 + i * sizeof h, &h, sizeof h);
        memcpy((uint8_t *)b + i * sizeof x, &x, sizeof x);
    }
    *at = p + 1;
    return p;
}

/* The bits of t by its operands as they lie, by panels, by panels that tasks pack, and that are never all there. b: B
 * as it lies. */
static float *gemm_way(const cm_prims *p, gemm_case *t, const void *b, uint32_t way) {
    cm_gemm_lazy *z = NULL;
    size_t heard = 0;
    t->g.b = b;
    float *packed = gemm_packed(t, p->gemm_f32_fmt, false);
    if (way == 1) t->g.packed_b = packed, t->g.b = NULL;
    if (way >= 2) {
        z = gemm_lazy(t, p->gemm_f32_fmt, &heard);
        t->g.lazy_b = z;
        t->g.packed_b = cm_gemm_lazy_panels(z);
    }
    if (way == 3) z->n_claimed = 1; /* of the first piece: it is never filled */
    gemm_run(p, t, 0);
    t->g.packed_b = NULL;
    t->g.lazy_b = NULL;
    free(packed);
    free(z);
    return gemm_copy_c(t);
}

/* B of halves gives the bits of B converted to f32: rows by columns, one row, at odd addresses, with any strides, as it
 * lies and in panels. */
void test_gemm_halves(void) {
    uint64_t features = GEMM_ALL_FEATURES;
    for (const cm_prims *p; (p = gemm_next(&features)) != NULL;) {
        gemm_seed = 19;
        for (int q = 0; q < GEMM_CASES && p->half_weights != 0; q++) {
            cm_gemm_elem elem = q % 2 == 0 ? CM_GEMM_F16 : CM_GEMM_BF16;
            size_t m = q % 3 == 0 ? 1 : gemm_size() + (q % 7 == 0 ? 150 : 0);
            gemm_case t = gemm_case_make(m, gemm_size() + 2, gemm_size() + (q % 5 == 0 ? 500 : 0) + 1);
            const void *raw = t.g.b, *halves;
            size_t n = (t.g.k - 1) * t.g.rs_b + (t.g.n - 1) * t.g.cs_b + 1, differ = 0;
            uint8_t *h = gemm_halves(t.b + ((const uint8_t *)raw - t.b), n, elem, &halves);
            for (uint32_t way = 0; way < 4; way++) {
                t.g.elem_b = CM_GEMM_F32;
                float *want = gemm_way(p, &t, raw, way);
                t.g.elem_b = elem;
                float *got = gemm_way(p, &t, halves, way);
                differ += memcmp(want, got, t.n_c * sizeof *want) != 0 || gemm_guard_damage(&t) != 0;
                free(want);
                free(got);
            }
            free(h);
            gemm_case_free(&t);
            CHECK_MSG(differ == 0, "%s case %d: %zu ways differ", p->name, q, differ);
        }
    }
}

/* The portable kernel's bits are fixed: a product whose every rounding is known. */
void test_gemm_portable_rounds_twice(void) {
    const cm_prims *p = cm_prims_select(0);
    CHECK_STR(p->name, "portable");
    /* 1 + 2^-12 squared is 1 + 2^-11 + 2^-24; rounded to 24 bits the last term is lost, so the
     * difference to 1 + 2^-11 is 0, where a fused step would leave 2^-24. */
    float a[2 * 2] = {1.0f, 0x1.001p0f, 0, 0}, b[2 * 2] = {-0x1.002p0f, 0, 0x1.001p0f, 0}, c[4];
    static _Alignas(64) uint8_t scratch[1 << 14];
    cm_gemm_f32_args g = cm_gemm_f32_args_init(2, 2, 2);
    CHECK(cm_gemm_f32_scratch(2, 2, 2, p->gemm_f32_fmt) <= sizeof scratch);
    g.a = a, g.b = b, g.c = c;
    p->gemm_f32(&g, 0, scratch);
    CHECK(c[0] == 0.0f);
}
