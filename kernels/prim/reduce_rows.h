/* reduce_rows.h — sums, maxima and minima of f32 and f64 over rows or columns: the inner loops of the Reduce operators
 * and ArgMax. The order of summation depends on sizes alone. */
#ifndef CM_KERNELS_PRIM_REDUCE_ROWS_H
#define CM_KERNELS_PRIM_REDUCE_ROWS_H

#include "base/port.h"

typedef enum cm_reduce_kind {
    CM_REDUCE_SUM,    /* accumulators are doubles */
    CM_REDUCE_ABS,    /* the sum of absolute values: doubles */
    CM_REDUCE_SQUARE, /* the sum of squares: doubles */
    CM_REDUCE_MAX,    /* floats; NaN is the maximum and the minimum */
    CM_REDUCE_MIN     /* floats */
} cm_reduce_kind;

/* Rows x [rows][n], dense, into acc [rows], doubles or floats. Sums round as double does. */
typedef void cm_reduce_rows_fn(cm_reduce_kind kind, void *acc, const float *x, size_t rows, size_t n);
/* Columns [0, width) of x [rows][step] into acc [width]; width <= step unless rows <= 1. */
typedef void cm_reduce_columns_fn(cm_reduce_kind kind, void *acc, const float *x, size_t rows, size_t step,
                                  size_t width);

/* The same of f64, with accumulators of f64. Every variant gives the bits of the portable one, but the sign of a zero
 * that is the maximum or minimum of a row. */
typedef void cm_reduce_rows_f64_fn(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t n);
typedef void cm_reduce_columns_f64_fn(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t step,
                                      size_t width);

cm_reduce_rows_fn cm_reduce_rows_f32_portable; /* kernels/reduce.c */
cm_reduce_rows_f64_fn cm_reduce_rows_f64_portable;
cm_reduce_columns_f64_fn cm_reduce_columns_f64_portable;
cm_reduce_columns_fn cm_reduce_columns_f32_portable;
#if CM_ARCH_X86
cm_reduce_rows_fn cm_reduce_rows_f32_avx2, cm_reduce_rows_f32_avx512;
cm_reduce_columns_fn cm_reduce_columns_f32_avx2, cm_reduce_columns_f32_avx512;
cm_reduce_rows_f64_fn cm_reduce_rows_f64_avx2, cm_reduce_rows_f64_avx512;
cm_reduce_columns_f64_fn cm_reduce_columns_f64_avx2, cm_reduce_columns_f64_avx512;
#endif
#if CM_ARCH_ARM64
cm_reduce_rows_fn cm_reduce_rows_f32_neon;
cm_reduce_columns_fn cm_reduce_columns_f32_neon;
cm_reduce_rows_f64_fn cm_reduce_rows_f64_neon;
cm_reduce_columns_f64_fn cm_reduce_columns_f64_neon;
#endif

#endif
