/* lrn_row.h — LRN over the channels of one pixel that lie next to each other. */
#ifndef CM_KERNELS_PRIM_LRN_ROW_H
#define CM_KERNELS_PRIM_LRN_ROW_H

#include "base/port.h"

/* Most elements of a vector of any variant. */
#define CM_LRN_VECTOR 16

/* y[c] = x[c] / (bias + scale * sum of x[i]^2)^beta over i of c - below .. c + above that there are, c < n. */
typedef struct cm_lrn_row {
    size_t below, above; /* at most n */
    float scale, bias, beta;
    float *squares; /* [below + n + above + CM_LRN_VECTOR], scratch */
} cm_lrn_row;

/* y may equal x. Bounds of error beside doubles: portable half an ulp, others 8 ulp. */
typedef void cm_lrn_row_fn(const cm_lrn_row *r, const float *x, float *y, size_t n);

cm_lrn_row_fn cm_lrn_row_f32_portable; /* kernels/lrn.c */
#if CM_ARCH_X86
cm_lrn_row_fn cm_lrn_row_f32_avx2, cm_lrn_row_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_lrn_row_fn cm_lrn_row_f32_neon;
#endif

#endif
