/* test_qconv_tile.c — 8-bit integers in tiles of pixels x output channels: every variant of this processor against
 * plain loops; QLinearConv with its channels last and QLinearMatMul against plain loops in integers. */
#include "kernels/prim/qconv_tile.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "kernels/qlinearconv.h"
#include "kernels/quantize.h"
#include "tests/kernels/harness.h"

static uint32_t qtile_seed;

static uint32_t qtile_random(uint32_t n) {
    qtile_seed = qtile_seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(qtile_seed >> 4) * n) >> 28);
}

/* ---- the slot ---- */

enum { QTILE_PIXELS = 75, QTILE_SEGS = 3, QTILE_LEN = 38, QTILE_LD = 40 };

/* One panel of that many columns. */
static bool qtile_agrees(const cm_prims *prims, size_t n, size_t n_seg, size_t len, size_t cols, bool zeros,
                         bool sums) {
    static int16_t x[QTILE_PIXELS * 7 + QTILE_SEGS * 50 + QTILE_LEN];
    static int8_t w[QTILE_SEGS * QTILE_LEN * CM_QCONV_TILE_NR_MAX];
    int16_t zero[2 * CM_QCONV_TILE_NR_MAX];
    int32_t init[CM_QCONV_TILE_NR_MAX];
    float scale[CM_QCONV_TILE_NR_MAX];
    const int16_t *at[QTILE_PIXELS];
    size_t off[QTILE_SEGS] = {0, 50, 13}, width = cm_qconv_tile_width(prims->qconv_tile_nr, cols);
    uint8_t y[QTILE_PIXELS * QTILE_LD];
    uint32_t s32[QTILE_PIXELS * QTILE_LD];
    bool edge = qtile_random(2) != 0; /* the largest products alone */
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        x[i] = (int16_t)(edge ? (qtile_random(2) ? 255 : -255) : (int)qtile_random(511) - 255);
    for (size_t i = 0; i < sizeof w; i++)
        w[i] = (int8_t)(edge ? (qtile_random(2) ? 127 : -128) : (int)qtile_random(256) - 128);
    for (size_t m = 0; m < width; m++) {
        zero[2 * m] = zero[2 * m + 1] = (int16_t)(qtile_random(256) - 128);
        init[m] = (int32_t)qtile_random(200000) - 100000;
        scale[m] = m == 3 ? NAN : m == 4 ? 1e30f : m == 5 ? -INFINITY : 1e-4f * (float)(1 + qtile_random(30));
    }
    for (size_t p = 0; p < QTILE_PIXELS; p++) at[p] = x + 7 * p;
    memset(y, 0x5a, sizeof y);
    memset(s32, 0x5a, sizeof s32);
    cm_qconv_tile_args a = {.x = at, .off = off, .n = n, .n_seg = n_seg, .len = len, .w = w, .init = init, .cols = cols,
                            .ld = QTILE_LD, .y = y, .scale = scale, .y_zero = 77, .flip = 0x80};
    if (zeros) a.zero = zero;
    if (sums) a.sums = s32;
    prims->qconv_tile(&a);
    bool same = true;
    for (size_t p = 0; p < QTILE_PIXELS; p++) {
        for (size_t m = 0; m < QTILE_LD; m++) {
            uint32_t sum = m < cols ? (uint32_t)init[m] : 0;
            bool in = p < n && m < cols;
            for (size_t l = 0; in && l < n_seg * len; l++) {
                int v = w[(l / 2 * width + m) * 2 + l % 2] - (zeros ? zero[2 * m] : 0);
                sum += (uint32_t)(at[p][off[l / len] + l % len] * v);
            }
            uint8_t want = 0x5a;
            if (in) want = (uint8_t)(cm_quantize_round((float)(int32_t)sum * scale[m], 77, 0, 255) ^ 0x80);
            if (sums) same = same && s32[p * QTILE_LD + m] == (in ? sum : 0x5a5a5a5au);
            if (!sums) same = same && y[p * QTILE_LD + m] == want;
        }
    }
    return same;
}

static void qtile_all(const cm_prims *prims) {
    for (size_t cols = 1; cols <= prims->qconv_tile_nr; cols++) {
        for (int i = 0; i < 4; i++) {
            size_t n = 1 + qtile_random(QTILE_PIXELS), n_seg = qtile_random(QTILE_SEGS + 1);
            CHECK(qtile_agrees(prims, n, n_seg, 2 * qtile_random(QTILE_LEN / 2 + 1), cols, i & 1, (i & 2) != 0));
        }
    }
}

void test_qconv_tile_variants(void) {
    uint64_t all = test_features();
    qtile_seed = 3;
    qtile_all(cm_prims_select(0));
    qtile_all(cm_prims_select(all & (CM_CPU_AVX2_FMA | CM_CPU_F16C)));
    qtile_all(cm_prims_select(all & ~(uint64_t)CM_CPU_AVX512_VNNI));
    qtile_all(cm_prims_select(all));
}

/* ---- the slot on bytes ---- */

enum { QBYTES_LEN = 200, QBYTES_DEPTH = QTILE_SEGS * QBYTES_LEN };

/* A weight: of what cannot be added in 16 bits at all to what can always be. */
static int8_t qbytes_weight(uint32_t kind, size_t k) {
    switch (kind) {
    case 0: return 127;
    case 1: return -128;
    case 2: return k % 2 ? 127 : -128;
    case 3: return (int8_t)((int)qtile_random(256) - 128);
    case 4: return (int8_t)((int)qtile_random(65) - 32);
    case 5: return (int8_t)(qtile_random(9) ? (int)qtile_random(31) - 15 : (int)qtile_random(256) - 128);
    default: return (int8_t)((int)qtile_random(100) - (int)qtile_random(100));
    }
}

/* A variant, and the form of the weights and the channels of a panel that it takes. */
typedef struct qbytes_variant {
    cm_qconv_bytes_fn *fn;
    size_t form, nr;
} qbytes_variant;

/* One panel of that many columns; weights of that kind. Results are bytes, sums or floats. */
typedef enum qbytes_result { QBYTES_BYTES, QBYTES_SUMS, QBYTES_FLOATS } qbytes_result;
static bool qbytes_agrees(const qbytes_variant *v, size_t n, size_t n_seg, size_t len, size_t cols, uint32_t kind,
                          qbytes_result result) {
    static uint8_t x[QTILE_PIXELS * 7 + QTILE_SEGS * 50 + QBYTES_LEN + 32], w[CM_QCONV_TILE_NR_MAX * QBYTES_DEPTH];
    static _Alignas(64) uint8_t packed[65536];
    size_t off[QTILE_SEGS * (QBYTES_LEN / CM_QCONV_BYTES_BLOCK + 1)], seg[QTILE_SEGS] = {0, 50, 13};
    size_t blocks = cm_qconv_bytes_blocks(len), shift, cost = 0;
    size_t gap = qtile_random(QTILE_PIXELS); /* the pixel behind which one lies farther away */
    int32_t init[CM_QCONV_TILE_NR_MAX], zero[CM_QCONV_TILE_NR_MAX];
    float scale[CM_QCONV_TILE_NR_MAX], bias[CM_QCONV_TILE_NR_MAX];
    const uint8_t *at[QTILE_PIXELS];
    uint32_t row[QTILE_PIXELS], s32[QTILE_PIXELS * QTILE_LD], edge = qtile_random(4);
    uint8_t y[QTILE_PIXELS * QTILE_LD];
    bool rows = qtile_random(2) != 0, same = true;
    for (size_t i = 0; i < sizeof x; i++)
        x[i] = (uint8_t)(edge == 0 ? 255 : edge == 1 ? 255 * qtile_random(2) : qtile_random(256));
    for (size_t i = 0; i < n_seg * len * cols; i++) w[i] = (uint8_t)qbytes_weight(kind, i / cols) ^ 0x80;
    for (size_t m = 0; m < v->nr; m++) {
        init[m] = (int32_t)qtile_random(200000) - 100000;
        zero[m] = (int32_t)qtile_random(256) - 128;
        bias[m] = 0.25f * (float)qtile_random(100);
        scale[m] = m == 3 ? NAN : m == 4 ? 1e30f : 1e-4f * (float)(1 + qtile_random(30));
    }
    for (size_t i = 0; i < n_seg * blocks; i++)
        off[i] = seg[i / blocks] + cm_qconv_bytes_block(len, i % blocks, &shift);
    for (size_t p = 0; p < QTILE_PIXELS; p++) at[p] = x + 7 * p + (p > gap ? 9 : 0), row[p] = qtile_random(1000);
    memset(y, 0x5a, sizeof y);
    memset(s32, 0x5a, sizeof s32);
    cm_qconv_bytes_source from = {.w = w, .ld_j = 1, .ld_c = cols, .n_seg = n_seg, .len = len, .c = len, .nr = v->nr,
                                  .cols = cols, .taps = len * cols, .flip = 0x80, .form = v->form};
    size_t size = cm_qconv_bytes_pack(&from, packed, sizeof packed, &cost);
    cm_qconv_bytes_args a = {.x = at, .off = off, .n = n, .head = (const cm_qconv_bytes_head *)(const void *)packed,
                             .init = init, .zero = zero, .cols = cols, .ld = QTILE_LD, .y = y, .scale = scale,
                             .y_zero = 77, .flip = 0x80};
    if (rows) a.row = row;
    if (result != QBYTES_BYTES) a.sums = s32;
    if (result == QBYTES_FLOATS) a.bias = bias, a.lo = rows ? 3 : -INFINITY, a.hi = edge != 0 ? 20 : INFINITY;
    if (size == 0 || cm_qconv_bytes_pack(&from, packed, size - 1, &cost) != 0) return false;
    size = cm_qconv_bytes_pack(&from, packed, sizeof packed, &cost);
    v->fn(&a);
    for (size_t p = 0; p < QTILE_PIXELS; p++) {
        for (size_t m = 0; m < QTILE_LD; m++) {
            bool in = p < n && m < cols;
            uint32_t sum = in ? (uint32_t)init[m] - (rows ? row[p] * (uint32_t)zero[m] : 0) : 0;
            for (size_t l = 0; in && l < n_seg * len; l++)
                sum += (uint32_t)(at[p][seg[l / len] + l % len] * (int8_t)(w[l * cols + m] ^ 0x80));
            uint8_t want = 0x5a;
            if (in) want = (uint8_t)(cm_quantize_round((float)(int32_t)sum * scale[m], 77, 0, 255) ^ 0x80);
            if (in && result == QBYTES_FLOATS) {
                float number = (float)(int32_t)sum * scale[m] + bias[m];
                number = number < a.lo ? a.lo : number > a.hi ? a.hi : number;
                memcpy(&sum, m == 3 ? (const void *)&s32[p * QTILE_LD + m] : &number, sizeof sum); /* 3: some NaN */
            }
            if (result != QBYTES_BYTES) same = same && s32[p * QTILE_LD + m] == (in ? sum : 0x5a5a5a5au);
            if (result == QBYTES_BYTES) same = same && y[p * QTILE_LD + m] == want;
        }
    }
    return same;
}

void test_qconv_bytes_variants(void) {
    const cm_prims *best = cm_prims_select(test_features());
    const cm_prims *avx2 = cm_prims_select(test_features() & (CM_CPU_AVX2_FMA | CM_CPU_F16C));
    const cm_prims *avxvnni = cm_prims_select(test_features() & (CM_CPU_AVX2_FMA | CM_CPU_F16C | CM_CPU_AVX_VNNI));
    qbytes_variant variants[] = {{cm_qconv_bytes_portable, CM_QCONV_GROUPS, cm_qconv_tile_nr_avx2},
                                 {cm_qconv_bytes_portable, CM_QCONV_QUADS, CM_QCONV_TILE_NR_MAX},
                                 {avx2->qconv_bytes, avx2->qconv_form, avx2->qconv_tile_nr},
                                 {avxvnni->qconv_bytes, avxvnni->qconv_form, avxvnni->qconv_tile_nr},
                                 {best->qconv_bytes, best->qconv_form, best->qconv_tile_nr}};
    for (size_t i = 2; i < 5; i++) {
        if (variants[i].form == CM_QCONV_WORDS) variants[i] = variants[i % 2]; /* no variant of this processor */
    }
    qtile_seed = 11;
    for (size_t i = 0; i < 1750; i++) {
        const qbytes_variant *v = &variants[i % 5];
        size_t n = 1 + qtile_random(i % 3 == 0 ? QTILE_PIXELS : 20), n_seg = 1 + qtile_random(QTILE_SEGS);
        size_t len = 1 + qtile_random(i % 7 == 0 ? QBYTES_LEN : 40);
        size_t cols = 1 + qtile_random((uint32_t)v->nr);
        CHECK(qbytes_agrees(v, n, n_seg, len, cols, (uint32_t)(i / 5 % 7), (qbytes_result)(i % 3)));
    }
}

/* Small weights are added in 16 bits, and what goes there is safe for any x: 127s never are. */
void test_qconv_bytes_groups(void) {
    static _Alignas(64) uint8_t packed[65536];
    const cm_qconv_bytes_head *h = (const cm_qconv_bytes_head *)(const void *)packed;
    uint8_t w[64];
    size_t cost = 0;
    cm_qconv_bytes_source from = {.w = w, .ld_j = 1, .ld_c = 1, .n_seg = 1, .len = 64, .c = 64, .taps = 1,
                                  .nr = cm_qconv_tile_nr_avx2, .cols = 1, .form = CM_QCONV_GROUPS};
    static const struct {
        int w;
        uint32_t plain, fours, twos;
    } cases[] = {{0, 8, 0, 0},   {32, 8, 0, 0}, {-32, 8, 0, 0},  {33, 0, 16, 0}, {-64, 0, 16, 0},
                 {65, 0, 0, 32}, {127, 0, 0, 32}, {-128, 0, 0, 32}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(w, cases[i].w, sizeof w);
        CHECK(cm_qconv_bytes_pack(&from, packed, sizeof packed, &cost) != 0);
        CHECK(h->plain == cases[i].plain && h->eights == 0 && h->fours == cases[i].fours && h->twos == cases[i].twos);
        CHECK(h->sum[0] == 64 * cases[i].w);
    }
    for (size_t i = 0; i < sizeof w; i++) w[i] = i % 8 < 2 ? 100 : 5; /* large ones may not meet */
    CHECK(cm_qconv_bytes_pack(&from, packed, sizeof packed, &cost) != 0);
    CHECK(h->plain == 0 && h->eights == 8 && h->fours == 0 && h->twos == 0);
}

void test_byte_sum(void) {
    cm_byte_sum_fn *fns[2] = {cm_byte_sum_portable, cm_prims_select(test_features())->byte_sum};
    static uint8_t x[300];
    memset(x, 255, sizeof x);
    for (uint32_t n = 0; n < sizeof x; n++) CHECK(fns[n % 2](x, n) == 255 * n && fns[(n + 1) % 2](x, n) == 255 * n);
}

/* ---- depthwise ---- */

enum { QLANES_C = 150, QLANES_T = 28, QLANES_P = 5 };

/* Weights packed in both forms against pairs of words, all portable, and this processor's variants, for c channels. */
static bool qlanes_agree(size_t c, size_t taps, size_t n, size_t step, int sign) {
    static uint8_t x[QLANES_T][16 + QLANES_P * 2 * QLANES_C], y[6][QLANES_P * QLANES_C + 1];
    static uint32_t sums[6][QLANES_P * QLANES_C + 1], floats[6][QLANES_P * QLANES_C + 1];
    static int16_t w[QLANES_T * (QLANES_C + 16)];
    static int8_t packed[3][2 * QLANES_T * (QLANES_C + 64)];
    static int32_t init[3][QLANES_C + 64];
    static float scale[3][QLANES_C + 64], bias[3][QLANES_C + 64];
    const cm_prims *best = cm_prims_select(test_features());
    const cm_prims *avx2 = cm_prims_select(test_features() & (CM_CPU_AVX2_FMA | CM_CPU_F16C | CM_CPU_AVX));
    const uint8_t *at[QLANES_T];
    size_t ld = (c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    for (size_t t = 0; t < QLANES_T; t++) {
        at[t] = x[t] + 16; /* whole vectors are read that end where the channels end */
        for (size_t i = 0; i < sizeof x[t]; i++) x[t][i] = (uint8_t)(sign & 4 ? 255 : qtile_random(256));
    }
    memset(w, 0, sizeof w);
    memset(packed, 0, sizeof packed);
    cm_qconv_lanes_args a = {.x = at, .step = step, .flip = (uint8_t)(sign & 1 ? 0x80 : 0), .w = w,
                             .n = n, .c = c, .ld = c};
    a.y_flip = (uint8_t)(sign & 2 ? 0x80 : 0);
    a.y_zero = (int32_t)qtile_random(256);
    for (size_t m = 0; m < c; m++) {
        init[0][m] = (int32_t)qtile_random(1u << 16) - (1 << 15);
        scale[0][m] = m % 31 == 7 ? NAN : m % 31 == 9 ? 1e9f : 0.004f;
        bias[0][m] = (float)m - 40;
        for (size_t form = CM_QCONV_LANES_NIBBLES; form <= CM_QCONV_LANES_QUADS; form++) {
            init[form][cm_qconv_lanes_place(form, m, c)] = init[0][m];
            scale[form][cm_qconv_lanes_place(form, m, c)] = scale[0][m];
            bias[form][cm_qconv_lanes_place(form, m, c)] = bias[0][m];
        }
        for (size_t t = 0; t < taps; t++) {
            int v = sign & 4 ? (m % 2 ? -128 : m % 3 ? 127 : -8) : (int)qtile_random(256) - 128;
            w[(t / 2 * ld + m) * 2 + t % 2] = (int16_t)v;
            for (size_t form = CM_QCONV_LANES_NIBBLES; form <= CM_QCONV_LANES_QUADS; form++)
                cm_qconv_lanes_put(form, t, m, c, cm_qconv_lanes_stored(form, c), (int8_t)v, packed[form]);
        }
    }
    const struct {
        cm_qconv_lanes_fn *fn;
        size_t form;
    } cases[6] = {{cm_qconv_lanes_portable, 0},
                  {best->qconv_lanes, 0},
                  {cm_qconv_lanes_packed_portable, CM_QCONV_LANES_NIBBLES},
                  {cm_qconv_lanes_packed_portable, CM_QCONV_LANES_QUADS},
                  {best->qconv_lanes_packed, best->qconv_lanes_form},
                  {avx2->qconv_lanes_packed, avx2->qconv_lanes_form}};
    bool same = true;
    for (size_t i = 0; i < 6 && (i < 4 || cases[i].form != CM_QCONV_LANES_PLAIN); i++) {
        size_t form = cases[i].form;
        memset(y[i], 0x55, sizeof y[i]);
        a.y = y[i];
        a.taps = cm_qconv_lanes_taps(form, taps);
        a.form = form;
        a.packed = packed[form];
        a.ld_packed = cm_qconv_lanes_stored(form, c);
        a.init = init[form];
        a.scale = scale[form];
        a.sums = NULL;
        a.bias = NULL;
        cases[i].fn(&a);
        same = same && memcmp(y[i], y[0], n * c) == 0 && y[i][n * c] == 0x55;
        memset(sums[i], 0x55, sizeof sums[i]);
        a.sums = sums[i];
        cases[i].fn(&a);
        same = same && memcmp(sums[i], sums[0], n * c * sizeof *sums[i]) == 0 && sums[i][n * c] == 0x55555555u;
        memset(floats[i], 0x55, sizeof floats[i]);
        a.sums = floats[i];
        a.bias = bias[form];
        a.lo = sign & 1 ? -100 : -INFINITY;
        a.hi = sign & 2 ? 900 : INFINITY;
        cases[i].fn(&a);
        same = same && floats[i][n * c] == 0x55555555u;
        for (size_t j = 0; j < n * c; j++) {
            int32_t whole;
            float want, got;
            memcpy(&whole, &sums[0][j], sizeof whole);
            memcpy(&got, &floats[i][j], sizeof got);
            want = (float)whole * scale[0][j % c] + bias[0][j % c];
            want = want < a.lo ? a.lo : want > a.hi ? a.hi : want;
            same = same && (want != want ? got != got : got >= want && got <= want);
        }
    }
    return same;
}

void test_qconv_lanes_variants(void) {
    qtile_seed = 5;
    for (size_t c = 1; c <= QLANES_C; c++) {
        size_t taps = 1 + qtile_random(QLANES_T - 3), n = 1 + qtile_random(QLANES_P);
        CHECK(qlanes_agree(c, taps, n, c * (1 + qtile_random(2)), (int)(c % 4)));
        CHECK(qlanes_agree(c, taps, n, c, (int)(c % 4) + 4)); /* the greatest sums */
    }
}

/* ---- the greatest of bytes ---- */

/* Of two outputs, whose taps lie `step` apart. */
static bool qtile_greatest(cm_taps_8_fn *fn, size_t n_taps, size_t n, uint8_t flip, bool more, size_t step) {
    static uint8_t x[CM_TAPS_MAX * 150], y[200];
    const uint8_t *tap[CM_TAPS_MAX];
    int want[200];
    bool same = true;
    for (size_t i = 0; i < sizeof x; i++) x[i] = (uint8_t)qtile_random(256);
    for (size_t i = 0; i < 2 * n; i++) {
        y[i] = (uint8_t)qtile_random(256);
        want[i] = more ? y[i] ^ flip : 0;
        for (size_t t = 0; t < n_taps; t++) {
            int v = x[t * 150 + i / n * step + i % n] ^ flip;
            want[i] = want[i] > v ? want[i] : v;
        }
    }
    for (size_t t = 0; t < n_taps; t++) tap[t] = x + t * 150;
    fn(tap, n_taps, flip, more, y, n, 2, step);
    for (size_t i = 0; i < 2 * n; i++) same = same && y[i] == (want[i] ^ flip);
    return same;
}

void test_taps_max_8(void) {
    cm_taps_8_fn *fns[2] = {cm_taps_max_8_portable, cm_prims_select(test_features())->taps_max_8};
    qtile_seed = 7;
    for (int i = 0; i < 80; i++) {
        size_t n_taps = 1 + qtile_random(CM_TAPS_MAX), n = 1 + qtile_random(100);
        uint8_t flip = (uint8_t)((i & 2) != 0 ? 0x80 : 0);
        CHECK(qtile_greatest(fns[i & 1], n_taps, n, flip, (i & 4) != 0, qtile_random(50)));
    }
}

/* ---- QLinearConv with its channels last ---- */

typedef struct qlast_case {
    int c, m, group, h, w, kh, kw, stride, dilation, pad, images, more; /* more: of the pad at the end */
} qlast_case;

enum { QLAST_MAX = 1 << 16 };
static double qlast_x[QLAST_MAX], qlast_w[QLAST_MAX], qlast_y[QLAST_MAX];

/* The element of y in image n at (oy, ox), channel m. */
static double qlast_sum(const qlast_case *t, int n, int oy, int ox, int m, double xz, double wz) {
    int cg = t->c / t->group, first = m / (t->m / t->group) * cg;
    double acc = 0;
    for (int k = 0; k < t->kh * t->kw * cg; k++) {
        int iy = oy * t->stride + k / (t->kw * cg) * t->dilation - t->pad, c = k % cg;
        int ix = ox * t->stride + k / cg % t->kw * t->dilation - t->pad;
        if (iy < 0 || ix < 0 || iy >= t->h || ix >= t->w) continue;
        acc += (qlast_w[((m * cg + c) * t->kh + k / (t->kw * cg)) * t->kw + k / cg % t->kw] - wz) *
               (qlast_x[((n * t->h + iy) * t->w + ix) * t->c + first + c] - xz);
    }
    return acc;
}

/* What a case computes: QLinearConv; ConvInteger; this as rewrites `qlinear`, `activation` and `function` leave it,
 * with floats. */
typedef enum qlast_kind { QLAST_LINEAR, QLAST_INTEGER, QLAST_FLOATS, QLAST_CLIP, QLAST_LEAKY, QLAST_KINDS } qlast_kind;

static cm_activation qlast_activation;

static void qlast_turn(void *params) {
    ((cm_qlinearconv_params *)params)->channels_last = 1;
    ((cm_qlinearconv_params *)params)->activation = qlast_activation;
}

/* A sum as a float, with the activation; all steps round. */
static double qlast_float(qlast_kind kind, double acc, double scale, double bias) {
    float v = (float)acc * (float)scale;
    v = v + (float)bias;
    if (kind == QLAST_CLIP) v = v < -40 ? -40 : v > 2000 ? 2000 : v;
    if (kind == QLAST_LEAKY && v < 0) v = v * 0.25F;
    return (double)v;
}

static bool qlast_agrees(const qlast_case *t, qlast_kind kind) {
    bool whole = kind != QLAST_LINEAR, floats = kind >= QLAST_FLOATS, each = qtile_random(2) != 0;
    static harness h;
    static double b[600], scale[600], zero[600];
    int ho = (t->h + 2 * t->pad + t->more - t->dilation * (t->kh - 1) - 1) / t->stride + 1;
    int wo = (t->w + 2 * t->pad + t->more - t->dilation * (t->kw - 1) - 1) / t->stride + 1, cg = t->c / t->group;
    bool x_sign = qtile_random(2), w_sign = qtile_random(2), y_sign = qtile_random(2), plain = qtile_random(2);
    double xz = x_sign ? -5 : 120, yz = y_sign ? 3 : 130;
    for (int i = 0; i < t->images * t->h * t->w * t->c; i++) qlast_x[i] = (int)qtile_random(256) - (x_sign ? 128 : 0);
    int size = qtile_random(2) ? 256 : 1 + (int)qtile_random(120); /* of weights: small ones are multiplied as bytes */
    for (int i = 0; i < t->m * cg * t->kh * t->kw; i++)
        qlast_w[i] = (int)qtile_random((uint32_t)size) - size / 2 + (w_sign ? 0 : 128);
    for (int m = 0; m < t->m; m++) {
        b[m] = (int)qtile_random(10000) - 5000;
        scale[m] = 0.25 / (1 << m % 3);
        zero[m] = (w_sign ? 0 : 128) + (plain ? 0 : m % 5);
    }
    for (int i = 0; i < t->images * ho * wo * t->m; i++) {
        int m = i % t->m, p = i / t->m;
        double acc = qlast_sum(t, p / (ho * wo), p / wo % ho, p % wo, m, xz, zero[m]);
        double v = nearbyint((acc + b[m]) * (0.5 * scale[m] / 64)) + yz, lo = y_sign ? -128 : 0;
        if (floats) acc = qlast_float(kind, acc, scale[each ? m : 0], b[m]);
        qlast_y[i] = whole ? acc : v < lo ? lo : v > lo + 255 ? lo + 255 : v;
    }
    const int dtypes[] = {CAMEO_UINT8, CAMEO_INT8};
    harness_begin(&h, whole ? &cm_op_ConvInteger : &cm_op_QLinearConv, 10);
    h.after_parse = qlast_turn;
    qlast_activation = (cm_activation){CM_ACTIVATION_NONE, {0, 0}};
    if (kind == QLAST_CLIP) qlast_activation = (cm_activation){CM_ACTIVATION_CLIP, {-40, 2000}};
    if (kind == QLAST_LEAKY) qlast_activation = (cm_activation){CM_ACTIVATION_LEAKY_RELU, {0.25F, 0}};
    harness_attr_i(&h, "group", t->group);
    harness_attr_ints(&h, "pads", 4, (int64_t[]){t->pad, t->pad, t->pad + t->more, t->pad + t->more});
    harness_attr_ints(&h, "strides", 2, (int64_t[]){t->stride, t->stride});
    harness_attr_ints(&h, "dilations", 2, (int64_t[]){t->dilation, t->dilation});
    harness_in_num(&h, dtypes[x_sign], H_DIMS((size_t)t->images, (size_t)t->h, (size_t)t->w, (size_t)t->c), qlast_x);
    if (!whole) harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0.5});
    if (!whole) harness_in_num(&h, dtypes[x_sign], H_SCALAR, &xz);
    harness_in_num(&h, dtypes[w_sign], H_DIMS((size_t)t->m, (size_t)cg, (size_t)t->kh, (size_t)t->kw), qlast_w);
    harness_const(&h);
    if (whole) harness_in_num(&h, dtypes[x_sign], H_SCALAR, &xz);
    if (!whole) harness_in_num(&h, CAMEO_FLOAT, H_DIMS((size_t)t->m), scale);
    harness_in_num(&h, dtypes[w_sign], H_DIMS((size_t)t->m), zero);
    if (!whole) {
        harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){64});
        harness_in_num(&h, dtypes[y_sign], H_SCALAR, &yz);
        harness_in_num(&h, CAMEO_INT32, H_DIMS((size_t)t->m), b);
    }
    if (floats) harness_in_num(&h, CAMEO_FLOAT, H_DIMS(each ? (size_t)t->m : 1), scale);
    if (floats) harness_in_num(&h, CAMEO_FLOAT, H_DIMS((size_t)t->m), b);
    harness_out_num(&h, floats ? CAMEO_FLOAT : whole ? CAMEO_INT32 : dtypes[y_sign],
                    H_DIMS((size_t)t->images, (size_t)ho, (size_t)wo, (size_t)t->m), qlast_y);
    return harness_run(&h);
}

void test_qconv_last_cases(void) {
    static const qlast_case cases[] = {
        {3, 17, 1, 9, 11, 3, 3, 2, 1, 1, 2, 0}, {16, 5, 1, 6, 7, 1, 1, 1, 1, 0, 2, 0},
        {8, 33, 1, 7, 9, 3, 3, 1, 1, 1, 1, 0}, {6, 9, 3, 8, 13, 3, 2, 1, 2, 2, 1, 0},
        {12, 12, 12, 9, 9, 3, 3, 1, 1, 1, 2, 0}, {10, 4, 2, 11, 5, 1, 1, 2, 1, 0, 1, 0},
        {1, 8, 1, 20, 20, 5, 5, 1, 1, 2, 1, 0}, {7, 40, 1, 1, 30, 1, 3, 1, 1, 1, 1, 0},
        {9, 18, 9, 6, 6, 5, 3, 2, 1, 2, 1, 0}, {64, 20, 1, 5, 40, 3, 3, 1, 1, 1, 1, 0},
        {16, 16, 16, 7, 8, 3, 3, 2, 1, 1, 1, 0}, {33, 33, 33, 6, 9, 5, 5, 1, 1, 2, 1, 0},
        {5, 5, 5, 12, 7, 2, 3, 1, 2, 1, 2, 0}, {530, 530, 530, 2, 3, 3, 3, 1, 1, 1, 1, 0},
    };
    qtile_seed = 5;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int j = 0; j < 2 * QLAST_KINDS; j++) CHECK(qlast_agrees(&cases[i], (qlast_kind)(j % QLAST_KINDS)));
    }
}

/* The row of qconv_last_wino.c, chosen or not: it is among those that the harness runs with AVX2. */
void test_qconv_last_wino(void) {
    static const qlast_case cases[] = {
        {16, 16, 1, 4, 4, 3, 3, 1, 1, 1, 1, 0}, {17, 19, 1, 9, 12, 3, 3, 1, 1, 1, 2, 0},
        {33, 48, 1, 7, 5, 3, 3, 1, 1, 0, 3, 2}, {64, 40, 1, 6, 7, 3, 3, 1, 1, 2, 1, 0},
        {40, 150, 1, 6, 6, 3, 3, 1, 1, 1, 1, 0}, {20, 16, 1, 2, 70, 3, 3, 1, 1, 1, 1, 0},
        {24, 18, 1, 13, 25, 3, 3, 1, 1, 0, 2, 1}, {450, 16, 1, 5, 5, 3, 3, 1, 1, 1, 1, 0},
    };
    qtile_seed = 9;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int j = 0; j < 2 * QLAST_KINDS; j++) CHECK(qlast_agrees(&cases[i], (qlast_kind)(j % QLAST_KINDS)));
    }
    for (int i = 0; i < 40; i++) {
        qlast_case t = {.c = 16 + (int)qtile_random(30), .m = 16 + (int)qtile_random(50), .group = 1, .kh = 3, .kw = 3,
                        .stride = 1, .dilation = 1, .pad = (int)qtile_random(3), .more = (int)qtile_random(3)};
        t.h = 4 + (int)qtile_random(9);
        t.w = 4 + (int)qtile_random(9);
        t.images = 1 + (int)qtile_random(2);
        CHECK_MSG(qlast_agrees(&t, (qlast_kind)(i % QLAST_KINDS)), "case %d", i);
    }
}
