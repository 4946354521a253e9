/* conv_line.h — the inner loop of convolutions with few channels, whose planes lie one behind the other: vectors run
 * along a row of outputs, the last axis. One row of outputs of each channel m < c:
 *
 *   sum[m][j] = sum over s < n_rows, k < kernel of x[s][off[k] + j] * w[s][m*w_ld + k]
 *   y[m*ld + j] = min(max(sum + bias[m] + r[m*ld + j], lo), hi)        j < n
 *
 * The sum is one chain from 0 in the order of (s, k): bits depend on the instruction set alone (the variants round once
 * per multiply-add, the portable code twice). NaN stays NaN; lo > hi gives hi. */
#ifndef CM_KERNELS_PRIM_CONV_LINE_H
#define CM_KERNELS_PRIM_CONV_LINE_H

#include "base/port.h"

/* So many floats behind x[s][off[k] + n - 1] can be read; what they are does not matter. */
#define CM_CONV_LINE_MORE ((size_t)16)

typedef struct cm_conv_line_args {
    const float *const *x; /* [n_rows] */
    const float *const *w; /* [n_rows], each from output channel 0 on */
    size_t n_rows;         /* may be 0 */
    const size_t *off;     /* [kernel] */
    size_t kernel, w_ld;
    size_t n, c;    /* neighbouring outputs; channels */
    float *y;       /* apart from x, w and bias */
    const float *r; /* may be y or NULL */
    size_t ld;
    const float *bias; /* [c] or NULL */
    float lo, hi;      /* -infinity and infinity where there is no clamp */
} cm_conv_line_args;
typedef void cm_conv_line_fn(const cm_conv_line_args *a);

cm_conv_line_fn cm_conv_line_f32_portable;
#if CM_ARCH_X86
cm_conv_line_fn cm_conv_line_f32_avx2, cm_conv_line_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_conv_line_fn cm_conv_line_f32_neon;
#endif

#endif
