/* test_qconv_wino.c — Winograd's filtering of bytes: the three slots of kernels/prim/qconv_wino.h together give the
 * sums and results of plain 3x3 windows, in every variant of this processor, at the greatest sums that fit, too. */
#include "kernels/prim/qconv_wino.h"

#include <math.h>
#include <stdlib.h>

#include "kernels/prim/prims.h"
#include "kernels/quantize.h"
#include "tests/check.h"
#include "tests/support/features.h"

enum {
    QWINO_N = 2 * CM_QCONV_WINO_TILES,
    QWINO_MOST = CM_QCONV_WINO_MOST + 1,
    QWINO_NR = CM_QCONV_WINO_NR,
    QWINO_POS = CM_QCONV_WINO_POS,
    QWINO_LD = QWINO_NR + 3
};

static uint32_t qwino_seed;

static uint32_t qwino_random(uint32_t n) {
    qwino_seed = qwino_seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(qwino_seed >> 4) * n) >> 28);
}

/* What one test fills. */
typedef struct qwino_data {
    uint8_t x[QWINO_N][QWINO_POS][QWINO_MOST]; /* pixels */
    int8_t g[9][QWINO_NR][QWINO_MOST];         /* taps */
    int16_t v[QWINO_POS][QWINO_N * QWINO_MOST], w[QWINO_POS * QWINO_MOST * QWINO_NR];
    uint32_t sums[QWINO_POS][QWINO_N * QWINO_NR];
    int32_t init[QWINO_NR], zero[QWINO_NR];
    float scale[QWINO_NR];
    uint8_t flip;
    int32_t x_zero;
    size_t c, len, cols;
} qwino_data;

/* (G g G^T)[i][j] of one pair of channels. */
static int qwino_weight(const qwino_data *d, size_t i, size_t j, size_t m, size_t c) {
    static const int g[4][3] = {{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}};
    int sum = 0;
    for (int t = 0; t < 9; t++) sum += g[i][t / 3] * g[j][t % 3] * d->g[t][m][c];
    return sum;
}

/* edge: the greatest sums, of one sign. */
static void qwino_fill(qwino_data *d, size_t c, bool edge) {
    d->c = c;
    d->len = c + (c & 1);
    d->cols = edge ? QWINO_NR : 1 + qwino_random(QWINO_NR);
    d->flip = qwino_random(2) ? 0x80 : 0;
    d->x_zero = edge ? 0 : (int32_t)qwino_random(256);
    memset(d->v, 0, sizeof d->v);
    for (size_t i = 0; i < QWINO_N; i++) {
        for (size_t p = 0; p < QWINO_POS; p++) {
            for (size_t k = 0; k < c; k++) d->x[i][p][k] = (uint8_t)((edge ? 255 : qwino_random(256)) ^ d->flip);
        }
    }
    for (size_t m = 0; m < QWINO_NR; m++) {
        for (size_t t = 0; t < 9; t++) {
            for (size_t k = 0; k < c; k++)
                d->g[t][m][k] = (int8_t)(edge ? (m % 2 ? 127 : -128) : (int)qwino_random(256) - 128);
        }
        d->init[m] = edge ? 0 : (int32_t)qwino_random(200000) - 100000;
        d->zero[m] = (int32_t)qwino_random(256) - 128;
        d->scale[m] = m == 3 ? NAN : m == 4 ? 1e30f : m == 5 ? -INFINITY : 1e-5f * (float)(1 + qwino_random(30));
        for (size_t p = 0; p < QWINO_POS; p++) {
            for (size_t k = 0; k < d->len; k++)
                d->w[((p * d->len + k) & ~(size_t)1) * QWINO_NR + 2 * m + k % 2] =
                    (int16_t)(k < c ? qwino_weight(d, p / 4, p % 4, m, k) : 7); /* x is 0 there */
        }
    }
}

/* The sum of the window of output o of tile i, channel m; of x alone. */
static uint32_t qwino_window(const qwino_data *d, size_t i, size_t o, size_t m, uint32_t *row) {
    uint32_t sum = 0;
    *row = 0;
    for (size_t t = 0; t < 9; t++) {
        const uint8_t *x = d->x[i][(o / 2 + t / 3) * 4 + o % 2 + t % 3];
        for (size_t k = 0; k < d->c; k++) {
            int v = (x[k] ^ d->flip) - d->x_zero;
            sum += (uint32_t)(v * d->g[t][m][k]);
            *row += (uint32_t)v;
        }
    }
    return sum;
}

/* Outputs of tile i: those that are stored are right, all other bytes untouched. */
static bool qwino_tile_agrees(const cm_prims *prims, const qwino_data *d, size_t i, bool sums, bool rows) {
    static const float bias[QWINO_NR] = {0.25F, -7, 100};
    bool floats = sums && i % 2 != 0;
    uint32_t s32[4 * QWINO_LD], row[4];
    uint8_t y[4 * QWINO_LD];
    bool same = true;
    memset(y, 0x5a, sizeof y);
    memset(s32, 0x5a, sizeof s32);
    for (size_t o = 0; o < 4; o++) (void)qwino_window(d, i, o, 0, &row[o]);
    cm_qconv_wino_out_args a = {.s = d->sums[0] + i * QWINO_NR, .s_step = QWINO_N * QWINO_NR, .init = d->init,
                                .zero = d->zero, .cols = d->cols, .rows = 1 + qwino_random(2),
                                .columns = 1 + qwino_random(2), .y_row = 2 * QWINO_LD, .ld = QWINO_LD, .y = y,
                                .scale = d->scale, .y_zero = 77, .flip = 0x80};
    if (sums) a.sums = s32;
    if (floats) a.bias = bias, a.lo = -50, a.hi = 90;
    if (rows) a.row = row;
    prims->qconv_wino_out(&a);
    for (size_t o = 0; o < 4; o++) {
        for (size_t m = 0; m < QWINO_LD; m++) {
            bool in = o / 2 < a.rows && o % 2 < a.columns && m < d->cols;
            uint32_t some, sum = in ? (uint32_t)d->init[m] + qwino_window(d, i, o, m, &some) : 0;
            if (in && rows) sum -= some * (uint32_t)d->zero[m];
            uint8_t want = 0x5a;
            if (in) want = (uint8_t)(cm_quantize_round((float)(int32_t)sum * d->scale[m], 77, 0, 255) ^ 0x80);
            float number = floats ? (float)(int32_t)sum * d->scale[m % QWINO_NR] + bias[m % QWINO_NR] : 0;
            number = number < a.lo ? a.lo : number > a.hi ? a.hi : number;
            if (in && floats) memcpy(&sum, number != number ? &s32[o * QWINO_LD + m] : (uint32_t *)&number, sizeof sum);
            if (sums) same = same && s32[o * QWINO_LD + m] == (in ? sum : 0x5a5a5a5au);
            if (!sums) same = same && y[o * QWINO_LD + m] == want;
        }
    }
    return same;
}

static bool qwino_agrees(const cm_prims *prims, qwino_data *d) {
    bool same = true;
    for (size_t i = 0; i < QWINO_N; i++) {
        const uint8_t *at[QWINO_POS];
        for (size_t p = 0; p < QWINO_POS; p++) at[p] = d->x[i][p];
        cm_qconv_wino_in_args a = {.x = at, .c = d->c, .flip = d->flip, .zero = d->x_zero,
                                   .v = d->v[0] + i * d->len, .v_step = QWINO_N * QWINO_MOST};
        prims->qconv_wino_in(&a);
    }
    cm_qconv_wino_dot_args a = {.x = d->v[0], .x_step = QWINO_N * QWINO_MOST, .n = QWINO_N, .len = d->len, .w = d->w,
                                .next = d->w, .sums = d->sums[0], .sums_step = QWINO_N * QWINO_NR};
    prims->qconv_wino_dot(&a);
    for (size_t i = 0; i < QWINO_N; i++)
        same = same && qwino_tile_agrees(prims, d, i, qwino_random(2) != 0, qwino_random(2) != 0);
    return same;
}

void test_qconv_wino_variants(void) {
    static const size_t channels[] = {CM_QCONV_WINO_LEAST, 17, 24, 31, 32, 63, 100};
    const cm_prims *prims[2] = {cm_prims_select(0), cm_prims_select(test_features())};
    qwino_data *d = malloc(sizeof *d);
    CHECK(d != NULL);
    qwino_seed = 11;
    for (size_t i = 0; i < 2 && d != NULL; i++) {
        for (size_t j = 0; j < sizeof channels / sizeof *channels; j++) {
            qwino_fill(d, channels[j], false);
            CHECK_MSG(qwino_agrees(prims[i], d), "%s, %zu channels", prims[i]->name, channels[j]);
        }
        qwino_fill(d, CM_QCONV_WINO_MOST, true);
        CHECK_MSG(qwino_agrees(prims[i], d), "%s, the greatest sums", prims[i]->name);
    }
    free(d);
}
