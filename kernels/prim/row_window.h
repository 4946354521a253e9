/* row_window.h — windows along one row: what pools do where the last spatial axis lies behind the channels. */
#ifndef CM_KERNELS_PRIM_ROW_WINDOW_H
#define CM_KERNELS_PRIM_ROW_WINDOW_H

#include "base/bytes.h"
#include "base/port.h"

/* y[j] = the greatest (NaN where one is NaN), or the sum divided by `divisor`, of x[j*stride + k*dilation], k < taps.
 *   x      (n - 1)*stride + (taps - 1)*dilation + 1 floats
 *   taps, stride, dilation   >= 1
 *   y      n floats, apart from x */
typedef struct cm_window_row {
    size_t taps, stride, dilation;
    float divisor; /* window_max does not look at it */
} cm_window_row;
typedef void cm_window_row_fn(const cm_window_row *w, const float *x, float *y, size_t n);

/* What the taps of neighbouring windows read, tap by tap: y[k*ld + j] = x[k*dilation + j*stride], k < taps, j < n.
 *   x   at any alignment; nothing behind the last of those elements is read
 *   y   n floats for each tap and ld from one tap to the next, apart from x */
typedef struct cm_row_taps {
    size_t taps, stride, dilation; /* >= 1 */
    size_t ld;
} cm_row_taps;
typedef void cm_row_taps_fn(const cm_row_taps *t, const uint8_t *x, float *y, size_t n);

/* Output rows of pools. Each takes the greatest, or the sum, of rows of the data, and then of windows along what that
 * gives. pool_max: y[j] as window_max; pool_mean: the sum divided by divisor * columns[j].
 *   buffer   CM_POOL_LINES rows, ld from one to the next: left + in + what windows reach behind, and CM_POOL_ROW_MORE
 *            floats; outside of [left, left + in): what is neutral, -infinity or 0. The rows of the data are written in
 *            between, all before windows read them, since a load has to wait for stores that it overlaps */
typedef struct cm_pool_row {
    size_t in, left, out; /* elements of a row, those before it in the buffer, outputs */
    size_t taps, stride, dilation; /* stride <= CM_POOL_ROW_STRIDE */
    size_t row_step, plane_step;
    float *buffer;
    size_t ld;
    const float *columns; /* [out], and CM_POOL_ROW_MORE that are read and do not count */
} cm_pool_row;
/* Rows x + z*plane_step + r*row_step, z < n_planes, r < n_rows, both >= 1. */
typedef struct cm_pool_line {
    const float *x;
    size_t n_planes, n_rows;
    float divisor;
} cm_pool_line;
#define CM_POOL_LINES 8
#define CM_POOL_ROW_STRIDE 4
#define CM_POOL_ROW_MORE 80 /* a vector of 16 outputs, four elements from each other, and more */
/* y [n][p->out] from n <= CM_POOL_LINES lines. */
typedef void cm_pool_row_fn(const cm_pool_row *p, const cm_pool_line *line, size_t n, float *y);

cm_row_taps_fn cm_row_taps_portable;
cm_pool_row_fn cm_pool_row_max_portable, cm_pool_row_mean_portable;
cm_window_row_fn cm_window_max_portable, cm_window_mean_portable;
#if CM_ARCH_X86
cm_row_taps_fn cm_row_taps_avx2;
cm_pool_row_fn cm_pool_row_max_avx2, cm_pool_row_mean_avx2, cm_pool_row_max_avx512, cm_pool_row_mean_avx512;
cm_window_row_fn cm_window_max_avx2, cm_window_mean_avx2, cm_window_max_avx512, cm_window_mean_avx512;
#endif
#if CM_ARCH_ARM64
cm_row_taps_fn cm_row_taps_neon;
cm_pool_row_fn cm_pool_row_max_neon, cm_pool_row_mean_neon;
cm_window_row_fn cm_window_max_neon, cm_window_mean_neon;
#endif

/* A whole plane of n floats: the greatest (-infinity where n is 0; NaN where one is NaN), or the mean (NaN where n is
 * 0). Portable: the mean is added in 8 lanes of f64. */
typedef float cm_plane_fn(const float *x, size_t n);
cm_plane_fn cm_plane_max_portable, cm_plane_mean_portable;
#if CM_ARCH_X86
cm_plane_fn cm_plane_max_avx2, cm_plane_mean_avx2, cm_plane_max_avx512, cm_plane_mean_avx512;
#endif
#if CM_ARCH_ARM64
cm_plane_fn cm_plane_max_neon, cm_plane_mean_neon;
#endif

/* One tap: four floats at a time, so that loads do not wait for stores. */
CM_INLINE void cm_row_tap(const uint8_t *x, size_t stride, float *y, size_t n) {
    size_t step = stride * sizeof(float);
    for (; n >= 4; n -= 4, y += 4, x += 4 * step) {
        float a = cm_load_f32(x), b = cm_load_f32(x + step);
        float c = cm_load_f32(x + 2 * step), d = cm_load_f32(x + 3 * step);
        y[0] = a, y[1] = b, y[2] = c, y[3] = d;
    }
    for (; n > 0; n--, y++, x += step) *y = cm_load_f32(x);
}

/* Outputs [j, n) one by one. */
CM_INLINE void cm_window_max_rest(const cm_window_row *w, const float *x, float *y, size_t j, size_t n) {
    for (; j < n; j++) {
        const float *p = x + j * w->stride;
        float best = p[0];
        for (size_t t = 1; t < w->taps; t++) {
            float v = p[t * w->dilation];
            if (!(v <= best) && best == best) best = v;
        }
        y[j] = best;
    }
}
CM_INLINE void cm_window_mean_rest(const cm_window_row *w, const float *x, float *y, size_t j, size_t n) {
    for (; j < n; j++) {
        const float *p = x + j * w->stride;
        float sum = p[0];
        for (size_t t = 1; t < w->taps; t++) sum += p[t * w->dilation];
        y[j] = sum / w->divisor;
    }
}

#endif
