/* fuzz_simd.c — inner loops on elements, sizes and alignments that the bytes choose: every variant that the machine
 * has against the portable one. Operands and results end where their memory does: the sanitizer sees a vector
 * that reads or writes beyond. What must hold:
 *   - loops, Casts to and from f16, transposed boxes, quantizing: the bits of the portable variant, NaN being NaN;
 *   - stages: those bits, where stages.def promises them; of all, n results are those of n calls for one element;
 *   - reductions: the greatest and the least as the portable variant has them, sums to 2^-40 of the sum of what is
 *     added; softmax of a column does not depend on its neighbours: the bits do not, or, of rows with fewer elements
 *     than a vector has, the number to the rounding of its sum. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"

enum { SIMD_MOST = 300, SIMD_LANES = 16 /* floats in the longest vector */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct simd_case {
    const cm_prims *p, *portable;
    const uint8_t *next, *end;
    uint64_t noise;
    uint32_t pick; /* which of the family */
    size_t n;
} simd_case;

static uint32_t simd_byte(simd_case *c) { return c->next == c->end ? 0 : *c->next++; }

static void simd_require(const simd_case *c, bool ok, const char *what, size_t at) {
    if (ok) return;
    fprintf(stderr, "simd: broken promise: %s %u of %s, n %zu: element %zu\n", what, c->pick, c->p->name, c->n, at);
    abort();
}

/* n bytes at any alignment to `align`, the last one before the end of a block. *block: for free. */
static void *simd_block(simd_case *c, size_t n, size_t align, void **block) {
    size_t before = simd_byte(c) % 64 / align * align;
    uint8_t *p = malloc(before + n == 0 ? 1 : before + n); /* malloc aligns the beginning */
    if (p == NULL) abort();
    *block = p;
    return p + before;
}

/* The fuzzer's bytes, then noise; every sixth element of 4 bytes is a special number. */
static void simd_fill(simd_case *c, void *to, size_t n) {
    static const uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000,
                                       0x00000001, 0x7f7fffff, 0xbf000000, 0x42fe0000, 0xc3800000, 0x4b000000};
    uint8_t *p = to;
    for (size_t i = 0; i < n; i++) {
        c->noise = c->noise * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        p[i] = c->next != c->end ? *c->next++ : (uint8_t)(c->noise >> 40);
    }
    for (size_t i = 0; i + 4 <= n; i += 4) {
        uint64_t how = (c->noise >> 33 ^ i * 2654435761u) % 64;
        float small = (float)((int)(p[i] % 64) - 32) * 0.375f;
        if (how < 12) memcpy(p + i, &special[how], 4);
        if (how >= 32) memcpy(p + i, &small, 4);
    }
}

static bool simd_same_f32(const float *x, const float *y, size_t i) {
    return memcmp(x + i, y + i, 4) == 0 || (x[i] != x[i] && y[i] != y[i]);
}

/* ---- loops ---- */

typedef struct simd_loop {
    size_t from, to; /* bytes of an element */
    bool two, real;  /* operands; is the result a float? */
} simd_loop;

#define SIMD_REAL(type) ((type)1 / 2 != 0)
#define CM_LOOP1(name, from, to, ...) {sizeof(from), sizeof(to), false, SIMD_REAL(to)},
#define CM_LOOP2(name, type, to, ...) {sizeof(type), sizeof(to), true, SIMD_REAL(to)},
static const simd_loop simd_loops[] = {
#include "kernels/prim/loops.def"
};
#undef CM_LOOP1
#undef CM_LOOP2

static bool simd_nan(const uint8_t *x, size_t size) {
    uint64_t u = 0;
    memcpy(&u, x, size);
    return size == 8 ? u << 1 > UINT64_C(0x7FF) << 53 : size == 4 && (uint32_t)u << 1 > UINT32_C(0xFF) << 24;
}

static void simd_check_loop(simd_case *c) {
    void *block[4];
    c->pick %= CM_LOOP_COUNT;
    const simd_loop *l = &simd_loops[c->pick];
    uint32_t still = l->two ? simd_byte(c) % 3 : 0;
    size_t n_a = still == 1 ? 1 : c->n, n_b = still == 2 ? 1 : c->n;
    uint8_t *a = simd_block(c, n_a * l->from, l->from, &block[0]);
    uint8_t *b = simd_block(c, n_b * l->from, l->from, &block[1]);
    uint8_t *x = simd_block(c, c->n * l->to, l->to, &block[2]), *y = simd_block(c, c->n * l->to, l->to, &block[3]);
    simd_fill(c, a, n_a * l->from);
    simd_fill(c, b, n_b * l->from);
    cm_loop_args args = {a, b, still != 1, still != 2};
    c->p->loop[c->pick](&args, x, c->n);
    c->portable->loop[c->pick](&args, y, c->n);
    for (size_t i = 0; i < c->n; i++) {
        const uint8_t *g = x + i * l->to, *w = y + i * l->to;
        bool both = l->real && simd_nan(g, l->to) && simd_nan(w, l->to);
        simd_require(c, both || memcmp(g, w, l->to) == 0, "loop", i);
    }
    for (int i = 0; i < 4; i++) free(block[i]);
}

/* ---- stages ---- */

static const uint8_t simd_arity[] = {
#define CM_STAGE_DEF(name, arity) arity,
#include "kernels/prim/stages.def"
#undef CM_STAGE_DEF
};

static void simd_check_stage(simd_case *c) {
    static const float imms[] = {0.5f, 1, -0.25f, 3, 0.01f, -1, 2, 6};
    void *block[4];
    float imm[CM_STAGE_IMM];
    c->pick %= CM_STAGE_COUNT;
    bool two = simd_arity[c->pick] == 2, rounds = c->pick == CM_STAGE_ID_pow;
    bool exact = !rounds && (c->pick < CM_STAGE_ID_acos || c->pick >= CM_STAGE_ID_add);
    uint32_t still = two ? simd_byte(c) % 3 : 0;
    size_t n_a = still == 1 ? 1 : c->n, n_b = still == 2 ? 1 : c->n;
    for (int i = 0; i < CM_STAGE_IMM; i++) imm[i] = imms[simd_byte(c) % 8];
    /* A zero point is an integer. */
    if (c->pick == CM_STAGE_ID_quantize_i8 || c->pick == CM_STAGE_ID_quantize_u8) imm[1] = (float)(int)(imm[1] * 16);
    float *a = simd_block(c, n_a * 4, 4, &block[0]), *b = simd_block(c, n_b * 4, 4, &block[1]);
    float *x = simd_block(c, c->n * 4, 4, &block[2]), *y = simd_block(c, c->n * 4, 4, &block[3]);
    simd_fill(c, a, n_a * 4);
    simd_fill(c, b, n_b * 4);
    cm_stage_args args = {a, two ? b : NULL, still != 1, still != 2, imm};
    c->p->stage[c->pick](&args, x, c->n);
    for (size_t i = 0; i < c->n; i++) {
        cm_stage_args one = {a + i * args.a_step, two ? b + i * args.b_step : NULL, 1, 1, imm};
        c->p->stage[c->pick](&one, y + i, 1);
        simd_require(c, simd_same_f32(x, y, i), "stage, by itself,", i);
    }
    if (exact) c->portable->stage[c->pick](&args, y, c->n);
    for (size_t i = 0; i < c->n && exact; i++) simd_require(c, simd_same_f32(x, y, i), "stage", i);
    for (int i = 0; i < 4; i++) free(block[i]);
}

/* ---- other types ---- */

static void simd_check_cast(simd_case *c) {
    void *block[4];
    float *a = simd_block(c, c->n * 4, 4, &block[0]), *wide = simd_block(c, c->n * 4, 4, &block[3]);
    uint16_t *x = simd_block(c, c->n * 2, 2, &block[1]), *y = simd_block(c, c->n * 2, 2, &block[2]);
    simd_fill(c, a, c->n * 4);
    c->p->cast_f32_f16(a, x, c->n);
    c->portable->cast_f32_f16(a, y, c->n);
    for (size_t i = 0; i < c->n; i++)
        simd_require(c, x[i] == y[i] || ((x[i] & 0x7fff) > 0x7c00 && (y[i] & 0x7fff) > 0x7c00), "cast to f16", i);
    simd_fill(c, x, c->n * 2);
    c->p->cast_f16_f32(x, a, c->n);
    c->portable->cast_f16_f32(x, wide, c->n);
    for (size_t i = 0; i < c->n; i++) simd_require(c, simd_same_f32(a, wide, i), "cast from f16", i);
    for (int i = 0; i < 4; i++) free(block[i]);
}

static void simd_check_quantize(simd_case *c) {
    static const float scales[] = {1, 0.5f, 0.1f, 3e-3f, 1e-38f, 7, 1e30f, 0.0078125f};
    void *block[5];
    float scale = scales[simd_byte(c) % 8];
    bool is_signed = (c->pick & 1) != 0, wide = (c->pick & 2) != 0;
    size_t size = wide ? 2 : 1;
    int32_t range = wide ? 65535 : 255, lo = is_signed ? -(range + 1) / 2 : 0;
    int32_t zero = lo + (int32_t)simd_byte(c) * (range / 255);
    float *a = simd_block(c, c->n * 4, 4, &block[0]);
    uint8_t *x = simd_block(c, c->n * size, size, &block[1]), *y = simd_block(c, c->n * size, size, &block[2]);
    float *f = simd_block(c, c->n * 4, 4, &block[3]), *g = simd_block(c, c->n * 4, 4, &block[4]);
    simd_fill(c, a, c->n * 4);
    (wide ? c->p->quantize_16 : c->p->quantize_8)(a, scale, zero, lo, lo + range, x, c->n);
    (wide ? c->portable->quantize_16 : c->portable->quantize_8)(a, scale, zero, lo, lo + range, y, c->n);
    for (size_t i = 0; i < c->n * size; i++) simd_require(c, x[i] == y[i], "quantize", i / size);
    simd_fill(c, x, c->n * size);
    for (int k = 0; k < 2; k++) {
        const cm_prims *p = k == 0 ? c->p : c->portable;
        cm_dequantize_fn *bytes = is_signed ? p->dequantize_i8 : p->dequantize_u8;
        cm_dequantize_fn *words = is_signed ? p->dequantize_i16 : p->dequantize_u16;
        (wide ? words : bytes)(x, scale, zero, k == 0 ? f : g, c->n);
    }
    for (size_t i = 0; i < c->n; i++) simd_require(c, simd_same_f32(f, g, i), "dequantize", i);
    for (int i = 0; i < 5; i++) free(block[i]);
}

static void simd_check_transpose(simd_case *c) {
    void *block[3];
    cm_transpose_box_fn *const got[] = {c->p->transpose_8, c->p->transpose_16, c->p->transpose_32, c->p->transpose_64};
    cm_transpose_box_fn *const want[] = {c->portable->transpose_8, c->portable->transpose_16, c->portable->transpose_32,
                                         c->portable->transpose_64};
    uint32_t which = c->pick % 4, size = 1u << which;
    size_t rows = simd_byte(c) % 40, cols = simd_byte(c) % 40;
    size_t from = rows + simd_byte(c) % 5, to = cols + simd_byte(c) % 5;
    size_t n_in = cols == 0 ? 0 : (cols - 1) * from + rows, n_out = rows == 0 ? 0 : (rows - 1) * to + cols;
    uint8_t *a = simd_block(c, n_in * size, size, &block[0]);
    uint8_t *x = simd_block(c, n_out * size, size, &block[1]), *y = simd_block(c, n_out * size, size, &block[2]);
    simd_fill(c, a, n_in * size);
    memset(x, 0x5a, n_out * size);
    memset(y, 0x5a, n_out * size);
    got[which](a, from, x, to, rows, cols);
    want[which](a, from, y, to, rows, cols);
    for (size_t i = 0; i < n_out * size; i++) simd_require(c, x[i] == y[i], "transpose", i / size);
    for (int i = 0; i < 3; i++) free(block[i]);
}

/* ---- rows ---- */

/* Accumulator i of both: a double for sums of `all` in absolute value, else a float. */
static bool simd_same_acc(cm_reduce_kind kind, const void *x, const void *y, size_t i, double all) {
    if (kind >= CM_REDUCE_MAX) return ((const float *)x)[i] == ((const float *)y)[i] || simd_same_f32(x, y, i);
    double a = ((const double *)x)[i], b = ((const double *)y)[i];
    return a == b || (a != a && b != b) || fabs(a - b) <= all * 0x1p-40;
}

static void simd_check_reduce(simd_case *c) {
    void *block[3];
    cm_reduce_kind kind = (cm_reduce_kind)(c->pick % 5);
    bool columns = (simd_byte(c) & 1) != 0;
    size_t rows = 1 + simd_byte(c) % 9, n = 1 + c->n % 100, step = n + (columns ? simd_byte(c) % 4 : 0);
    size_t n_x = (rows - 1) * step + n, n_acc = columns ? n : rows;
    float *a = simd_block(c, n_x * 4, 4, &block[0]);
    void *x = simd_block(c, n_acc * 8, 8, &block[1]), *y = simd_block(c, n_acc * 8, 8, &block[2]);
    simd_fill(c, a, n_x * 4);
    memset(x, 0, n_acc * 8); /* columns are added to what is there */
    memset(y, 0, n_acc * 8);
    if (columns) {
        c->p->reduce_columns_f32(kind, x, a, rows, step, n);
        c->portable->reduce_columns_f32(kind, y, a, rows, step, n);
    } else {
        c->p->reduce_rows_f32(kind, x, a, rows, n);
        c->portable->reduce_rows_f32(kind, y, a, rows, n);
    }
    for (size_t i = 0; i < n_acc; i++) {
        double all = 0;
        for (size_t k = 0; k < (columns ? rows : n); k++) {
            double v = fabs((double)a[columns ? k * step + i : i * n + k]);
            all += kind == CM_REDUCE_SQUARE ? v * v : v;
        }
        simd_require(c, simd_same_acc(kind, x, y, i, all), columns ? "reduce columns" : "reduce rows", i);
    }
    for (int i = 0; i < 3; i++) free(block[i]);
}

/* Are x[i] and y[i] one number but for the rounding of the sums that they were divided by? */
static bool simd_same_softmax(const float *x, const float *y, size_t i, bool log) {
    double least = log ? 0x1p-21 : 0x1p-140;
    return simd_same_f32(x, y, i) || fabs((double)x[i] - (double)y[i]) <= 0x1p-21 * fabs((double)y[i]) + least;
}

/* Column k of a block against the column with others, fewer, beside it. */
static void simd_check_softmax(simd_case *c) {
    void *block[3];
    bool log = (c->pick & 1) != 0;
    cm_softmax_rows_fn *fn = log ? c->p->log_softmax_f32 : c->p->softmax_f32;
    size_t n = 1 + simd_byte(c) % 12, step = 1 + c->n % 60, size = n * step;
    float *a = simd_block(c, size * 4, 4, &block[0]);
    float *x = simd_block(c, size * 4, 4, &block[1]), *y = simd_block(c, size * 4, 4, &block[2]);
    simd_fill(c, a, size * 4);
    memset(x, 0, size * 4);
    memset(y, 0, size * 4);
    fn(x, a, n, step, step);
    size_t first = step < 2 ? 0 : simd_byte(c) % step, width = step - first;
    if (step == 1) width = 1;
    fn(y + first, a + first, n, step, width);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = first; k < step; k++) {
            size_t at = i * step + k;
            bool same = step < SIMD_LANES ? simd_same_softmax(x, y, at, log) : simd_same_f32(x, y, at);
            simd_require(c, same, "softmax of a column", at);
        }
    }
    for (int i = 0; i < 3; i++) free(block[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const families[])(simd_case *) = {simd_check_loop,      simd_check_stage,  simd_check_cast,
                                                    simd_check_quantize, simd_check_transpose, simd_check_reduce,
                                                    simd_check_softmax,  simd_check_stage};
    simd_case c = {.next = data, .end = data + size, .portable = cm_prims_select(0)};
    uint32_t family = simd_byte(&c) % 8;
    c.pick = simd_byte(&c);
    c.n = simd_byte(&c) % SIMD_MOST;
    c.noise = c.n + c.pick * 131u;
    const simd_case start = c;
    for (uint64_t features = test_features();;) {
        c = start;
        c.p = cm_prims_select(features);
        families[family](&c);
        if (c.p->features == 0) return 0;
        features &= ~c.p->features;
    }
}
