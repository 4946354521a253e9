/* test_nbits_q8.c — kernels/prim/nbits_q8.h: rounding against its definition, every variant against sums in doubles. */
#include <math.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"

enum { TEST_K = 1100, TEST_BLOCKS = TEST_K / 8 + 1, TEST_ROW = 8192, TEST_COLUMNS = 7 };

typedef struct test_q8 {
    _Alignas(CAMEO_ALIGN) uint8_t row[TEST_ROW], other[TEST_ROW];
    float a[TEST_K], scale[TEST_COLUMNS][TEST_BLOCKS];
    uint8_t q[TEST_COLUMNS][TEST_K + 16], zero[TEST_COLUMNS][TEST_BLOCKS];
    uint32_t seed;
} test_q8;

static uint32_t test_next(test_q8 *t) { return (t->seed = t->seed * 1664525u + 1013904223u) >> 8; }

static void test_fill(test_q8 *t) {
    for (int i = 0; i < TEST_K; i++) t->a[i] = (float)(test_next(t) % 2001) / 1000.0f - 1.0f;
    for (int j = 0; j < TEST_COLUMNS; j++) {
        for (size_t i = 0; i < sizeof t->q[j]; i++) t->q[j][i] = (uint8_t)test_next(t);
        for (int g = 0; g < TEST_BLOCKS; g++) {
            t->scale[j][g] = (float)(test_next(t) % 1000 + 1) / 1000.0f;
            t->zero[j][g] = (uint8_t)test_next(t);
        }
    }
}

/* Where element l of a row lies. */
static size_t test_place(size_t l, uint32_t bits, size_t lanes) {
    size_t places = 8 / bits, bytes = lanes * 4, chunk = bytes * places;
    return l / chunk * chunk + l % places * bytes + l % chunk / places;
}

/* Every element is within half a step of its own value, and the variant's row is the portable one. */
static void test_rounded(test_q8 *t, const cm_nbits_q8_args *g, size_t k, size_t block, cm_nbits_q8_row portable) {
    for (size_t l = 0; l < k; l++) {
        int q = g->a.a[test_place(l, g->b->bits, g->lanes)];
        float step = g->a.scale[l / block];
        CHECK(fabsf((float)q * step - t->a[l]) <= step * 0.5001f);
        CHECK(q == portable.a[test_place(l, g->b->bits, g->lanes)]);
    }
    CHECK(memcmp(g->a.scale, portable.scale, g->b->blocks * sizeof(float)) == 0);
    CHECK(memcmp(g->a.sum, portable.sum, g->b->blocks * sizeof(float)) == 0);
}

/* The sum in doubles, and of which size its terms are. */
static double test_sum(const cm_nbits_q8_args *g, size_t j, size_t k, double *size) {
    const cm_nbits_matrix *b = g->b;
    double sum = 0;
    *size = 0;
    for (size_t l = 0; l < k; l++) {
        size_t at = l / b->block, mask = (1u << b->bits) - 1;
        int q = (int)((size_t)b->q[j * b->line + l * b->bits / 8] >> (l * b->bits % 8) & mask);
        double scale = (double)b->scale[j * b->blocks + at] * (double)g->a.scale[at];
        int a = g->a.a[test_place(l, b->bits, g->lanes)];
        sum += scale * (double)(((float)q - cm_nbits_zero(b, j, at)) * (float)a);
        *size += scale * (double)(127 << b->bits);
    }
    return sum;
}

static void test_case(test_q8 *t, const cm_prims *prims, size_t lanes, uint32_t bits, size_t block, size_t k) {
    size_t blocks = (k + block - 1) / block;
    bool zeros = test_next(t) % 2 != 0;
    float y[TEST_COLUMNS];
    test_fill(t);
    CHECK(cm_nbits_q8_bytes(k, blocks, bits) <= TEST_ROW);
    cm_nbits_q8_row portable = cm_nbits_q8_row_at(t->other, k, blocks, bits);
    cm_nbits_matrix b = {.q = t->q[0], .scale = t->scale[0], .zero = zeros ? t->zero[0] : NULL, .line = sizeof t->q[0],
                         .zero_line = sizeof t->zero[0], .blocks = blocks, .block = block, .bits = bits};
    cm_nbits_q8_args g = {&b, test_next(t) % 3, 1 + test_next(t) % 5, (k * bits + 31) / 32 * 4,
                          cm_nbits_q8_row_at(t->row, k, blocks, bits), lanes};
    prims->nbits_round(t->a, k, block, bits, lanes, &g.a);
    cm_nbits_round_portable(t->a, k, block, bits, lanes, &portable);
    test_rounded(t, &g, k, block, portable);
    prims->nbits_q8(&g, y);
    for (size_t j = 0; j < g.n; j++) {
        double size, sum = test_sum(&g, g.first + j, k, &size);
        CHECK(fabs((double)y[j] - sum) <= 1e-6 * size);
    }
}

void test_nbits_q8_variants(void) {
    static test_q8 t;
    const cm_prims *prims = cm_prims_select(test_features()), *portable = cm_prims_select(0);
    static const uint32_t bits[] = {2, 4, 8};
    for (int b = 0; b < 3; b++) {
        for (size_t block = 16; block <= 256; block *= 2) {
            for (size_t k = 1; k <= TEST_K; k = k * 3 + 5) {
                test_case(&t, portable, 8, bits[b], block, k);
                if (prims->nbits_lanes != 0) test_case(&t, prims, prims->nbits_lanes, bits[b], block, k);
            }
        }
    }
}

/* Rows rounded with lanes = 1, columns side by side. */
static void test_tile(test_q8 *t, uint32_t bits, size_t block, size_t k) {
    static int32_t words[TEST_K / 8 * CM_NBITS_TILE_COLUMNS];
    static float scale[TEST_BLOCKS * CM_NBITS_TILE_COLUMNS], zero[TEST_BLOCKS * CM_NBITS_TILE_COLUMNS];
    _Alignas(CAMEO_ALIGN) static uint8_t rows[CM_NBITS_TILE_ROWS][TEST_ROW];
    const cm_prims *prims = cm_prims_select(test_features());
    size_t blocks = (k + block - 1) / block, columns = prims->nbits_tile_columns;
    float got[CM_NBITS_TILE_ROWS * CM_NBITS_TILE_COLUMNS], want[CM_NBITS_TILE_ROWS * CM_NBITS_TILE_COLUMNS];
    cm_nbits_tile_args g = {words, scale, zero, {{0}}, (k * bits + 31) / 32, block * bits / 32, columns, bits};
    for (size_t i = 0; i < g.n_words * columns; i++) words[i] = (int32_t)(test_next(t) << 8 ^ test_next(t));
    for (size_t i = 0; i < blocks * columns; i++) {
        scale[i] = (float)(test_next(t) % 1000 + 1) / 1000.0f;
        zero[i] = scale[i] * (float)(test_next(t) % (1u << bits));
    }
    for (int r = 0; r < CM_NBITS_TILE_ROWS; r++) {
        test_fill(t);
        g.a[r] = cm_nbits_q8_row_at(rows[r], k, blocks, bits);
        cm_nbits_q8_row portable = cm_nbits_q8_row_at(t->other, k, blocks, bits);
        prims->nbits_round(t->a, k, block, bits, 1, &g.a[r]);
        cm_nbits_round_portable(t->a, k, block, bits, 1, &portable);
        CHECK(memcmp(rows[r], t->other, (size_t)cm_nbits_q8_bytes(k, blocks, bits)) == 0);
    }
    prims->nbits_tile(&g, got);
    cm_nbits_tile_portable(&g, want);
    for (size_t i = 0; i < CM_NBITS_TILE_ROWS * columns; i++)
        CHECK(fabsf(got[i] - want[i]) <= 1e-6f * (float)k * (float)(1 << bits));
}

void test_nbits_q8_tiles(void) {
    static test_q8 t;
    if (cm_prims_select(test_features())->nbits_tile_columns == 0) return;
    for (uint32_t bits = 2; bits <= 4; bits *= 2) {
        for (size_t block = 16; block <= 256; block *= 2) {
            for (size_t k = 1; k <= TEST_K; k = k * 3 + 5) test_tile(&t, bits, block, k);
        }
    }
}

/* The sums of 16 bits of a tile at their largest. */
void test_nbits_q8_tile_extremes(void) {
    static test_q8 t;
    static int32_t words[16 * CM_NBITS_TILE_COLUMNS];
    static float scale[2 * CM_NBITS_TILE_COLUMNS], zero[2 * CM_NBITS_TILE_COLUMNS];
    const cm_prims *prims = cm_prims_select(test_features());
    float y[CM_NBITS_TILE_ROWS * CM_NBITS_TILE_COLUMNS];
    if (prims->nbits_tile_columns == 0) return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) words[i] = -1;
    for (int i = 0; i < 2 * CM_NBITS_TILE_COLUMNS; i++) scale[i] = 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        cm_nbits_q8_row row = cm_nbits_q8_row_at(t.row, 128, 2, 4);
        cm_nbits_tile_args g = {words, scale, zero, {row, row, row, row}, 16, 8, prims->nbits_tile_columns, 4};
        for (int i = 0; i < 128; i++) t.a[i] = (float)(127 * sign);
        prims->nbits_round(t.a, 128, 64, 4, 1, &row);
        prims->nbits_tile(&g, y);
        for (size_t i = 0; i < CM_NBITS_TILE_ROWS * g.columns; i++) CHECK(y[i] == (float)(128 * 127 * 15 * sign));
    }
}

/* The largest products that a vector adds in 16 bits. */
void test_nbits_q8_extremes(void) {
    static test_q8 t;
    const cm_prims *prims = cm_prims_select(test_features());
    size_t lanes = prims->nbits_lanes != 0 ? prims->nbits_lanes : 8;
    float y[4];
    for (uint32_t bits = 2; bits <= 8; bits *= 2) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int q = 0; q <= 255; q += 255) {
                cm_nbits_matrix b = {.q = t.q[0], .scale = t.scale[0], .line = sizeof t.q[0], .blocks = 4, .block = 64,
                                     .bits = bits};
                cm_nbits_q8_args g = {&b, 0, 4, 32 * bits, cm_nbits_q8_row_at(t.row, 256, 4, bits), lanes};
                memset(t.q, q, sizeof t.q);
                for (int i = 0; i < 16; i++) t.scale[0][i] = 1;
                for (int i = 0; i < 256; i++) t.a[i] = (float)(sign * 127);
                prims->nbits_round(t.a, 256, 64, bits, lanes, &g.a);
                prims->nbits_q8(&g, y);
                int value = (q & ((1 << bits) - 1)) - (1 << (bits - 1));
                for (int j = 0; j < 4; j++) CHECK(y[j] == (float)(256 * 127 * sign * value));
            }
        }
    }
}

/* What is not finite makes its block NaN, what is tiny zeros. */
void test_nbits_q8_not_finite(void) {
    static test_q8 t;
    uint64_t levels[] = {test_features(), 0};
    for (int v = 0; v < 2; v++) {
        const cm_prims *prims = cm_prims_select(levels[v]);
        cm_nbits_q8_row row = cm_nbits_q8_row_at(t.row, 96, 3, 4);
        for (int i = 0; i < 96; i++) t.a[i] = i < 64 ? (float)i : 1e-38f;
        t.a[5] = NAN;
        prims->nbits_round(t.a, 96, 32, 4, 8, &row);
        CHECK(isnan(row.scale[0]) && isnan(row.sum[0]) && row.scale[1] > 0 && row.scale[2] == 0 && row.sum[2] == 0);
        t.a[5] = -INFINITY;
        prims->nbits_round(t.a, 96, 32, 4, 8, &row);
        CHECK(isnan(row.scale[0]) && isnan(row.sum[0]) && row.a[0] == 0);
    }
}
