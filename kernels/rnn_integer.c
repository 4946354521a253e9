/* rnn_integer.c — see rnn_integer.h. */
#include "kernels/rnn_integer.h"

#include "kernels/qlinearconv.h"
#include "kernels/rnn_parts.h"

/* Rows of smaller magnitudes are zeros: their reciprocal may not be finite. */
#define RINT_SMALL 1e-30f
/* Elements of a step of loops that compilers make vectors of. */
#define RINT_LANES ((size_t)8)
/* Added to a float below 2^22 in magnitude, leaves the rounded integer in its low bits; the bits of what was added. */
#define RINT_MAGIC 12582912.0f
#define RINT_MAGIC_BITS UINT32_C(0x4B400000)

static size_t rint_even(size_t n) { return n + (n & 1); }

/* ---- R ---- */

/* Bytes in front of the panel with unit u0. */
static size_t rint_panel_off(size_t u0, size_t hidden) { return u0 * rint_even(hidden); }

size_t cm_rnn_integer_size(const cm_kctx *k, size_t hidden) {
    size_t nr = CM_PRIM(k, qconv_tile_nr), last = hidden == 0 ? 0 : (hidden - 1) / nr * nr;
    return rint_panel_off(last + cm_qconv_tile_width(nr, hidden - last), hidden);
}

void cm_rnn_integer_pack(const cm_kctx *k, size_t row, size_t u0, size_t n, uint8_t *dst) {
    const cm_tensor *r = cm_in(k, CM_RNN_R);
    size_t hidden = r->dims[2], nr = CM_PRIM(k, qconv_tile_nr);
    uint8_t flip = cm_qlinear_flip(r) ^ 0x80;
    for (size_t u = u0; u < u0 + n; u += nr) {
        size_t cols = cm_min_size(nr, u0 + n - u), width = cm_qconv_tile_width(nr, cols);
        uint8_t *panel = dst + rint_panel_off(u, hidden);
        memset(panel, 0, rint_even(hidden) * width);
        for (size_t j = 0; j < cols; j++) {
            const uint8_t *from = (const uint8_t *)r->data + (row + u + j) * hidden;
            for (size_t l = 0; l < hidden; l++) panel[(l / 2 * width + j) * 2 + l % 2] = from[l] ^ flip;
        }
    }
}

/* ---- h ---- */

/* The largest integer of h: 255, the largest difference of two bytes, times it times `hidden` is below 2^31. */
static float rint_most(size_t hidden) {
    size_t most = (size_t)INT32_MAX / (255 * cm_max_size(1, rint_even(hidden)));
    return (float)cm_min_size(most, INT16_MAX);
}

/* The units of each row, [rows][even(hidden)] int16_t, then its a, [rows] f32. */
size_t cm_rnn_integer_room(size_t rows, size_t hidden) {
    return rows * (rint_even(hidden) * sizeof(int16_t) + sizeof(float));
}
static int16_t *rint_row(void *room, size_t row, size_t hidden) { return (int16_t *)room + row * rint_even(hidden); }
static float *rint_factors(void *room, size_t rows, size_t hidden) {
    return (float *)(void *)rint_row(room, rows, hidden);
}

/* Bits of the largest magnitude; those of magnitudes have the order of the numbers, NaN behind infinity. */
static int32_t rint_magnitude(const float *h, size_t n) {
    int32_t most[RINT_LANES] = {0};
    for (; n >= RINT_LANES; n -= RINT_LANES, h += RINT_LANES) { /* a constant: vectors */
        for (size_t i = 0; i < RINT_LANES; i++) {
            int32_t bits = (int32_t)(cm_f32_bits(h[i]) & INT32_MAX);
            most[i] = bits > most[i] ? bits : most[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        int32_t bits = (int32_t)(cm_f32_bits(h[i]) & INT32_MAX);
        most[0] = bits > most[0] ? bits : most[0];
    }
    for (size_t i = 1; i < RINT_LANES; i++) most[0] = most[i] > most[0] ? most[i] : most[0];
    return most[0];
}

CM_INLINE int16_t rint_one(float v) { return (int16_t)(uint16_t)(cm_f32_bits(v + RINT_MAGIC) - RINT_MAGIC_BITS); }

/* y[i] = round(h[i] * inverse) */
static void rint_row_of(const float *h, size_t n, float inverse, int16_t *restrict y) {
    for (; n >= RINT_LANES; n -= RINT_LANES, h += RINT_LANES, y += RINT_LANES) {
        for (size_t i = 0; i < RINT_LANES; i++) y[i] = rint_one(h[i] * inverse);
    }
    for (size_t i = 0; i < n; i++) y[i] = rint_one(h[i] * inverse);
}

void cm_rnn_integer_round(const float *h, size_t rows, size_t hidden, void *room) {
    const int32_t infinite = INT32_C(0x7F800000);
    float most = rint_most(hidden);
    for (size_t r = 0; r < rows; r++, h += hidden) {
        int32_t bits = rint_magnitude(h, hidden);
        float magnitude = cm_f32_from_bits((uint32_t)bits), *a = rint_factors(room, rows, hidden) + r;
        int16_t *y = rint_row(room, r, hidden);
        *a = bits < infinite ? magnitude / most : cm_f32_from_bits(UINT32_C(0x7FC00000));
        if (bits >= infinite || magnitude < RINT_SMALL) {
            memset(y, 0, rint_even(hidden) * sizeof *y);
            continue;
        }
        rint_row_of(h, hidden, most / magnitude, y);
        if (hidden % 2 != 0) y[hidden] = 0;
    }
}

/* ---- products ---- */

/* Most units of a panel of any variant that this target has. */
#define RINT_NR_MAX (CM_ARCH_X86 ? cm_qconv_tile_nr_avx512 : cm_qconv_tile_nr_portable)

/* The zero points of n units, each twice, less what R's bytes were less when packed; false: all are 0. */
static bool rint_zeros(const uint8_t *z, size_t n, uint8_t flip, int16_t *zero) {
    const uint64_t none = flip == 0 ? UINT64_C(0x8080808080808080) : 0;
    size_t same = 0;
    while (n - same >= 8 && cm_load_le64(z + same) == none) same += 8;
    while (same < n && z[same] == (uint8_t)none) same++;
    if (same == n) return false;
    memset(zero, 0, 2 * RINT_NR_MAX * sizeof *zero);
    for (size_t j = 0; j < n; j++) zero[2 * j] = zero[2 * j + 1] = (int16_t)((uint8_t)(z[j] ^ flip) - 128);
    return true;
}

/* out[j] = sum[j] * scale[j] * factor */
static void rint_scale(const uint32_t *sum, const float *scale, float factor, size_t n, float *restrict out) {
    for (; n >= RINT_LANES; n -= RINT_LANES, sum += RINT_LANES, scale += RINT_LANES, out += RINT_LANES) {
        for (size_t j = 0; j < RINT_LANES; j++) out[j] = (float)(int32_t)sum[j] * (scale[j] * factor);
    }
    for (size_t j = 0; j < n; j++) out[j] = (float)(int32_t)sum[j] * (scale[j] * factor);
}

void cm_rnn_integer_product(const cm_kctx *k, const cm_rnn_integer_args *a) {
    static const int32_t init[RINT_NR_MAX];
    static const size_t off[1] = {0};
    const int16_t *x[CM_GEMM_MU + CM_QCONV_TILE_MR_MAX];
    int16_t zero[2 * RINT_NR_MAX];
    uint32_t sums[CM_GEMM_MU * RINT_NR_MAX];
    const float *scales = (const float *)cm_in(k, CM_RNN_R_SCALE)->data + a->line;
    const uint8_t *zeros = (const uint8_t *)cm_in(k, CM_RNN_R_ZERO)->data + a->line;
    uint8_t flip = cm_qlinear_flip(cm_in(k, CM_RNN_R));
    CM_ASSERT(a->rows <= CM_GEMM_MU);
    size_t nr = CM_PRIM(k, qconv_tile_nr);
    for (size_t i = 0; i < a->rows + CM_PRIM(k, qconv_tile_mr); i++)
        x[i] = rint_row(a->room, cm_min_size(i, a->rows - 1), a->hidden);
    const float *factors = rint_factors(a->room, a->rows, a->hidden);
    cm_qconv_tile_args t = {.x = x, .off = off, .n = a->rows, .n_seg = 1, .len = rint_even(a->hidden), .init = init};
    t.sums = sums;
    t.ld = RINT_NR_MAX;
    for (size_t u = a->u0; u < a->u0 + a->n; u += nr) {
        t.w = (const int8_t *)a->packed + rint_panel_off(u, a->hidden);
        t.cols = cm_min_size(nr, a->u0 + a->n - u);
        t.zero = rint_zeros(zeros + u, t.cols, flip, zero) ? zero : NULL;
        CM_PRIM(k, qconv_tile)(&t);
        for (size_t i = 0; i < a->rows; i++)
            rint_scale(sums + i * t.ld, scales + u, factors[i], t.cols, a->out + i * a->n + (u - a->u0));
    }
}
