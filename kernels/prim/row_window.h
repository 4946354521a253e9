/* row_window.h — windows along one row: what pools do where the last spatial axis lies behind the channels. */
#ifndef CM_KERNELS_PRIM_ROW_WINDOW_H
#define CM_KERNELS_PRIM_ROW_WINDOW_H

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

cm_window_row_fn cm_window_max_portable, cm_window_mean_portable;
#if CM_ARCH_X86
cm_window_row_fn cm_window_max_avx2, cm_window_mean_avx2, cm_window_max_avx512, cm_window_mean_avx512;
#endif
#if CM_ARCH_ARM64
cm_window_row_fn cm_window_max_neon, cm_window_mean_neon;
#endif

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
