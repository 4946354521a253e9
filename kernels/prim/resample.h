/* resample.h — inner loops of Resize: weighted sums of rows, and of elements of one row. */
#ifndef CM_KERNELS_PRIM_RESAMPLE_H
#define CM_KERNELS_PRIM_RESAMPLE_H

#include "base/port.h"

/* Rows that one call of mix_rows takes, at most. */
#define CM_MIX_ROWS 4

/* y[i] = row[0][i]*w[0] + row[1][i]*w[1] + ...; `add`: to what y holds.
 *   row   n_rows pointers to n floats, 1 <= n_rows <= CM_MIX_ROWS
 *   y     n floats, apart from the rows */
typedef void cm_mix_rows_fn(const float *const *row, const float *w, size_t n_rows, bool add, float *y, size_t n);

/* What each element of a result row reads of a source row x. */
typedef struct cm_resample {
    const int32_t *at; /* [n] the first of `taps` neighbours; element at[o] - base of x */
    const float *w;    /* [taps][w_step], of which n count; NULL: taps is 1, and elements are copied bit by bit */
    size_t w_step;
    uint32_t taps;
    int32_t base;
    size_t limit;   /* floats of x that may be read */
    bool ascending; /* at[o] <= at[o + 1] */
    bool dense;     /* at[o] <= at[o + 1] <= at[o] + 1 */
} cm_resample;

/* y[o] = x[at[o]]*w[0][o] + x[at[o] + 1]*w[1][o] + ..., o < n. An element whose weight is 0 takes no part. */
typedef void cm_resample_fn(const cm_resample *r, const float *x, float *y, size_t n);

/* y[2r][2i] = y[2r][2i + 1] = y[2r + 1][2i] = y[2r + 1][2i + 1] = x[r*step + i], r < rows, i < n, bit by bit.
 *   y    [2*rows][2*n], apart from x */
typedef void cm_twice_rows_fn(const float *x, size_t step, float *y, size_t rows, size_t n);

/* y[i] = x[0][i]*w[0] + x[1][i]*w[1] + ..., added in doubles from left to right from 0 on and rounded, halves to even;
 * beyond the dtype its end, 0 for NaN. Bytes are signed or not, as the slot's name says.
 *   x    n_x pointers to n bytes
 *   y    n bytes, apart from those of x */
typedef void cm_mix_bytes_fn(const uint8_t *const *x, const double *w, size_t n_x, uint8_t *y, size_t n);

/* Rows of bytes whose elements are gathered, and the weights of both. */
typedef struct cm_mix_columns {
    const uint8_t *const *x; /* [n_x], each [taps][ld]: what each element of y reads of a row */
    const double *w;         /* [n_x] of the rows; no sum reaches 2^30 in magnitude */
    size_t n_x;
    const double *column; /* [taps][ld] of the elements of y */
    size_t taps, ld;
    uint8_t flip; /* 0x80 where bytes are signed, else 0 */
    /* Not 0, at most 8: all weights are at least 0, those of rows multiples of 2^-row_bits, those of columns of
     * 2^-(bits - row_bits), and add up to 1. Sums are exact then, and those of integers the same. */
    uint32_t bits, row_bits;
    const uint16_t *whole; /* [taps][ld], instead of `column`: column * 2^(bits - row_bits) */
} cm_mix_columns;

/* y[i] = x[0][0][i]*(w[0]*column[0][i]) + x[0][1][i]*(w[0]*column[1][i]) + ... + x[1][0][i]*(w[1]*column[0][i]) + ...,
 * added and rounded as by cm_mix_bytes; from <= i < to. */
typedef void cm_mix_columns_fn(const cm_mix_columns *m, size_t from, size_t to, uint8_t *y);

/* A sum of cm_mix_bytes as a result. Clamped first, so that adding and taking away 1.5 * 2^52 rounds it. */
CM_INLINE int32_t cm_mix_round(double v, double lo, double hi) {
    v = v >= lo ? (v <= hi ? v : hi) : (v < lo ? lo : 0);
    return (int32_t)((v + 6755399441055744.0) - 6755399441055744.0);
}

cm_mix_bytes_fn cm_mix_u8_portable, cm_mix_i8_portable;
cm_mix_columns_fn cm_mix_columns_portable;
cm_mix_rows_fn cm_mix_rows_portable;
cm_resample_fn cm_resample_portable;
cm_twice_rows_fn cm_twice_rows_portable;
#if CM_ARCH_X86
cm_mix_bytes_fn cm_mix_u8_avx2, cm_mix_i8_avx2;
cm_mix_columns_fn cm_mix_columns_avx2;
cm_mix_rows_fn cm_mix_rows_avx2, cm_mix_rows_avx512;
cm_resample_fn cm_resample_avx2, cm_resample_avx512;
cm_twice_rows_fn cm_twice_rows_avx2, cm_twice_rows_avx512;
#endif
#if CM_ARCH_ARM64
cm_mix_rows_fn cm_mix_rows_neon;
cm_resample_fn cm_resample_neon;
cm_twice_rows_fn cm_twice_rows_neon;
#endif

/* Elements [o, n) one by one. */
CM_INLINE void cm_resample_rest(const cm_resample *r, const float *x, float *y, size_t o, size_t n) {
    for (; o < n; o++) {
        const float *p = x + (r->at[o] - r->base);
        float sum = 0;
        if (r->w == NULL) {
            y[o] = *p;
            continue;
        }
        for (uint32_t t = 0; t < r->taps; t++) {
            float w = r->w[t * r->w_step + o];
            if (w != 0) sum += w * p[t];
        }
        y[o] = sum;
    }
}

#endif
