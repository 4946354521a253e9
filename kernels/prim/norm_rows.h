/* norm_rows.h — one row of f32 minus its mean, divided by its deviation; and a row times numbers plus numbers: the
 * inner loops of LayerNormalization, InstanceNormalization and BatchNormalization. */
#ifndef CM_KERNELS_PRIM_NORM_ROWS_H
#define CM_KERNELS_PRIM_NORM_ROWS_H

#include "base/port.h"

typedef struct cm_norm_row {
    const float *scale;
    const float *bias; /* NULL: none */
    size_t scale_step, bias_step; /* 1: a number for each element; 0: one for all */
    double epsilon;
    double mean, inverse; /* results: the mean and 1 / sqrt(variance + epsilon) */
} cm_norm_row;

/* y[i] = (x[i] - mean) * inverse * scale[i] + bias[i], i < n. y may equal x, and scale or bias where their step is 1.
 * Bounds of error beside f64: portable half an ulp; others 4 * 2^-24 of the greater of the product and the bias. */
typedef void cm_norm_row_fn(cm_norm_row *r, const float *x, float *y, size_t n);

/* y[i] = (x[i] - mean[i * step]) * scale[i * step] + bias[i * step], each operation rounded; step is 0 or 1. y may
 * equal x. */
typedef void cm_affine_fn(const float *x, const float *mean, const float *scale, const float *bias, size_t step,
                          float *y, size_t n);

cm_norm_row_fn cm_norm_row_f32_portable; /* kernels/normalize.c */
cm_affine_fn cm_affine_f32_portable;     /* kernels/batchnorm.c */
#if CM_ARCH_X86
cm_norm_row_fn cm_norm_row_f32_avx2, cm_norm_row_f32_avx512;
cm_affine_fn cm_affine_f32_avx2, cm_affine_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_norm_row_fn cm_norm_row_f32_neon;
cm_affine_fn cm_affine_f32_neon;
#endif

#endif
