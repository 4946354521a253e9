/* conv_lanes.h — the inner loop of depthwise and thin grouped convolutions whose channels lie behind the spatial axes:
 * every output channel reads its own lane of x.
 *
 *   sum[p][m] = sum over s < n_rows, k < kernel of x[s][x_at + p*x_out + k*x_tap + m] * w[s][w_at + k*w_tap + m]
 *   y[p*ld + m] = min(max(sum + bias[m] + r[p*ld + m], lo), hi)        p < n, m < c
 *
 * The sum is one chain from 0 in the order of (s, k): bits depend on the instruction set alone (the variants round once
 * per multiply-add, the portable code twice). NaN stays NaN; lo > hi gives hi. */
#ifndef CM_KERNELS_PRIM_CONV_LANES_H
#define CM_KERNELS_PRIM_CONV_LANES_H

#include "base/port.h"

typedef struct cm_conv_lanes_args {
    const float *const *x;     /* [n_rows] */
    const float *const *w;     /* [n_rows]; aligned to 4, as all floats here */
    size_t n_rows, kernel;     /* may be 0 */
    size_t x_at, x_tap, x_out; /* elements */
    size_t w_at, w_tap;
    size_t n, c; /* neighbouring outputs; channels */
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

#endif
