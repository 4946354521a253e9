/* taps.h — one value for each channel from several pixels: what pools do where channels lie behind the spatial axes. */
#ifndef CM_KERNELS_PRIM_TAPS_H
#define CM_KERNELS_PRIM_TAPS_H

#include "base/port.h"

/* Pixels that one call takes, at most. */
#define CM_TAPS_MAX 64

/* taps_max: y[i] = the greatest of tap[0][i], tap[1][i], ...; NaN where one of them is NaN.
 * taps_mean: y[i] = (tap[0][i] + tap[1][i] + ...) / divisor, from left to right; portable: added in f64, rounded once.
 *   tap      n_taps pointers to n floats, 1 <= n_taps <= CM_TAPS_MAX
 *   divisor  taps_max does not look at it
 *   more     y takes part as if it were one more tap, the first
 *   y        n floats, apart from the taps
 * So too for outputs 1, 2, ... of n_outputs >= 1: n floats further on in y, `step` floats further on in each tap. */
typedef void cm_taps_fn(const float *const *tap, size_t n_taps, float divisor, bool more, float *y, size_t n,
                        size_t n_outputs, size_t step);

/* taps_max_8: y[i] = the greatest of bytes tap[0][i], tap[1][i], ..., unsigned; signed where flip is 0x80, not 0.
 * n_outputs, step: as above. */
typedef void cm_taps_8_fn(const uint8_t *const *tap, size_t n_taps, uint8_t flip, bool more, uint8_t *y, size_t n,
                          size_t n_outputs, size_t step);

cm_taps_8_fn cm_taps_max_8_portable;
cm_taps_fn cm_taps_max_portable, cm_taps_mean_portable;
#if CM_ARCH_X86
cm_taps_8_fn cm_taps_max_8_avx2;
cm_taps_fn cm_taps_max_avx2, cm_taps_mean_avx2, cm_taps_max_avx512, cm_taps_mean_avx512;
#endif
#if CM_ARCH_ARM64
cm_taps_fn cm_taps_max_neon, cm_taps_mean_neon;
#endif

#endif
