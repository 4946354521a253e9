/* conv_lanes.h — the inner loop of depthwise and thin grouped convolutions whose channels lie behind the spatial axes:
 * every output channel reads its own lane of x. One row of outputs:
 *
 *   sum[p][m] = sum over s < n_rows, k < kernel of x[s][(at + p*stride + k*dilation) * x_ld + lane] * w[s][k*w_ld + m]
 *   lane = m - m % group + s % group: the channels of the group of m, one row after the other
 *   y[p*ld + m] = min(max(sum + bias[m] + r[p*ld + m], lo), hi)        p < n, m < c
 *
 * without the taps whose column, at + p*stride + k*dilation, is not in [0, in). The sum is one chain from 0 in the
 * order of (s, k): bits depend on the instruction set alone (the variants round once per multiply-add, the portable
 * code twice). NaN stays NaN; lo > hi gives hi. */
#ifndef CM_KERNELS_PRIM_CONV_LANES_H
#define CM_KERNELS_PRIM_CONV_LANES_H

#include "base/port.h"

/* Rows of w can be read up to a multiple of so many channels: no variant has wider vectors. */
#define CM_CONV_LANES_ALIGN ((size_t)16)

typedef struct cm_conv_lanes_args {
    const float *const *x; /* [n_rows], each from column 0 on */
    const float *const *w; /* [n_rows]; aligned to 4, as all floats here */
    size_t n_rows;         /* may be 0; a multiple of group */
    size_t group;          /* channels of a group, in x as in y: 1, 2 or 4, a divisor of c */
    size_t in;             /* columns of x; may be 0 */
    size_t x_ld, w_ld;     /* elements from column to column, from tap to tap */
    ptrdiff_t kernel, stride, dilation; /* at least 1 */
    ptrdiff_t at;          /* column that tap 0 of the first output reads */
    size_t n, c;           /* neighbouring outputs; channels */
    float *y;
    const float *r; /* may be y or NULL */
    size_t ld;
    const float *bias; /* [c] or NULL */
    float lo, hi;      /* -infinity and infinity where there is no clamp */
} cm_conv_lanes_args;
typedef void cm_conv_lanes_fn(const cm_conv_lanes_args *a);

cm_conv_lanes_fn cm_conv_lanes_f32_portable;
#if CM_ARCH_X86
cm_conv_lanes_fn cm_conv_lanes_f32_avx2, cm_conv_lanes_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_conv_lanes_fn cm_conv_lanes_f32_neon;
#endif

/* Positions [*from, *to) of those `first`, `first` + step, ... that lie in [0, in). */
CM_INLINE void cm_conv_lanes_clip(ptrdiff_t first, ptrdiff_t step, size_t in, ptrdiff_t *from, ptrdiff_t *to) {
    ptrdiff_t end = (ptrdiff_t)in;
    *from = first >= 0 ? 0 : (-first - 1) / step + 1;
    *to = first >= end ? 0 : (end - first - 1) / step + 1;
}

#endif
