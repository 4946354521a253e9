/* softmax_rows.h — softmax and its logarithm of f32 along one axis of a block: the inner loops of Softmax, LogSoftmax
 * and attention.
 *
 *   softmax      y[i][c] = exp(x[i][c] - max_c) / sum_c
 *   log_softmax  y[i][c] = x[i][c] - max_c - log(sum_c)        i < n, c < width
 *
 *   x, y   [n][step], the columns are the first `width` of each row; y may equal x, must not partly overlap it.
 *          step 1 with width 1 is one contiguous row along the axis
 * A column with NaN or plus infinity, or of minus infinities only, becomes NaN. Columns do not influence each other.
 * The bits of a column do not depend on width, except where width is all of a step of fewer elements than a vector
 * has: the sum of a column is then added up in several parts.
 *
 * Error of softmax in ulp: below 4 + |x - max| / 2, since the difference is rounded before exp, which turns the
 * absolute error of its argument into a relative one; exponentials below 2^-126 may count as 0. Of log_softmax: below
 * 3, and 2^-22 where the result is near 0. Sums are doubles in the portable variant, in the others floats of 16 terms
 * at most, which are added with their rounding errors (D. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
 * tests/kernels/test_softmax.c. */
#ifndef CM_KERNELS_PRIM_SOFTMAX_ROWS_H
#define CM_KERNELS_PRIM_SOFTMAX_ROWS_H

#include "base/port.h"

typedef void cm_softmax_rows_fn(float *y, const float *x, size_t n, size_t step, size_t width);
/* A part of a contiguous row, *max being the greatest element of the parts before, or minus infinity: *max becomes that
 * of all parts so far, x[i] becomes exp(x[i] - *max), or 0 as long as *max is minus infinity. Returns the sum of what x
 * has become. n >= 1. NaN stays NaN. */
typedef double cm_softmax_part_fn(float *x, size_t n, float *max);

cm_softmax_rows_fn cm_softmax_f32_portable, cm_log_softmax_f32_portable;
cm_softmax_part_fn cm_softmax_part_f32_portable;
#if CM_ARCH_X86
cm_softmax_rows_fn cm_softmax_f32_avx2, cm_log_softmax_f32_avx2;
cm_softmax_rows_fn cm_softmax_f32_avx512, cm_log_softmax_f32_avx512;
cm_softmax_part_fn cm_softmax_part_f32_avx2, cm_softmax_part_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_softmax_rows_fn cm_softmax_f32_neon, cm_log_softmax_f32_neon;
cm_softmax_part_fn cm_softmax_part_f32_neon;
#endif

#endif
