/* conv_wino.h — the transforms of convolution by Winograd's minimal filtering F(4x4, 3x3) with channels behind the
 * spatial axes: 6 x 6 inputs become 36 products for each pair of channels, which become 4 x 4 outputs. Points 0, 1, -1,
 * 2, -2. Source: A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", arXiv 1509.09308. */
#ifndef CM_KERNELS_PRIM_CONV_WINO_H
#define CM_KERNELS_PRIM_CONV_WINO_H

#include "base/port.h"

/* Positions of a transformed tile. */
#define CM_WINO_POS 36

/* v[i*6 + j] = (B^T d B)[i][j], d[i][j] = the pixel x[i*6 + j], channel by channel. */
typedef struct cm_conv_wino_in_args {
    const float *const *x; /* [36] pixels of c channels */
    size_t c;
    float *v;      /* position p: v + p * v_step, c channels */
    size_t v_step; /* elements */
} cm_conv_wino_in_args;
typedef void cm_conv_wino_in_fn(const cm_conv_wino_in_args *a);

/* y[i][j] = min(max((A^T m A)[i][j] + bias + r[i][j], lo), hi), i < rows, j < cols. NaN stays NaN; lo > hi gives hi. */
typedef struct cm_conv_wino_out_args {
    const float *m; /* position p: m + p * m_step */
    size_t m_step;
    size_t c;
    size_t rows, cols; /* 1..4 outputs that are stored */
    float *y;          /* element (i, j): y + i * row + j * ld */
    const float *r;    /* laid out as y; may be y or NULL */
    size_t row, ld;
    const float *bias; /* [c] or NULL */
    float lo, hi;
} cm_conv_wino_out_args;
typedef void cm_conv_wino_out_fn(const cm_conv_wino_out_args *a);

/* Weights: v[i*6 + j] = (G g G^T)[i][j], g the 3 x 3 taps of a pair of channels. */
typedef struct cm_conv_wino_w_args {
    const float *g; /* [9][m] */
    size_t m;       /* output channels, a multiple of 8 */
    float *v;       /* position p: v + p * v_step, [m] */
    size_t v_step;  /* elements */
} cm_conv_wino_w_args;
typedef void cm_conv_wino_w_fn(const cm_conv_wino_w_args *a);

cm_conv_wino_in_fn cm_conv_wino_in_portable;
cm_conv_wino_out_fn cm_conv_wino_out_portable;
cm_conv_wino_w_fn cm_conv_wino_w_portable;
#if CM_ARCH_X86
cm_conv_wino_in_fn cm_conv_wino_in_avx2, cm_conv_wino_in_avx512;
cm_conv_wino_out_fn cm_conv_wino_out_avx2, cm_conv_wino_out_avx512;
cm_conv_wino_w_fn cm_conv_wino_w_avx2, cm_conv_wino_w_avx512;
#endif
#if CM_ARCH_ARM64
cm_conv_wino_in_fn cm_conv_wino_in_neon;
cm_conv_wino_out_fn cm_conv_wino_out_neon;
cm_conv_wino_w_fn cm_conv_wino_w_neon;
#endif

#endif
