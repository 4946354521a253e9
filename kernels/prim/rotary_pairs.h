/* rotary_pairs.h — pairs of floats, each turned by an angle of its own: the inner loop of RotaryEmbedding. */
#ifndef CM_KERNELS_PRIM_ROTARY_PAIRS_H
#define CM_KERNELS_PRIM_ROTARY_PAIRS_H

#include "base/port.h"

/* y1 = cos[i] * x1 - sin[i] * x2,  y2 = sin[i] * x1 + cos[i] * x2,  i < half
 *   x, y      [2 * half]: the pairs are (i, i + half) or, interleaved, (2i, 2i + 1); y may equal x, must not partly
 *             overlap it
 *   cos, sin  [half]
 * Portable: computed in double, rounded once. Others: the error is at most 2^-23 (|cos * x1| + |sin * x2|) for y1 and
 * 2^-23 (|sin * x1| + |cos * x2|) for y2, and an element has the same bits wherever it stands. */
typedef void cm_rotary_pairs_fn(float *y, const float *x, const float *cos, const float *sin, size_t half,
                                bool interleaved);

cm_rotary_pairs_fn cm_rotary_pairs_portable;
#if CM_ARCH_X86
cm_rotary_pairs_fn cm_rotary_pairs_avx2, cm_rotary_pairs_avx512;
#endif
#if CM_ARCH_ARM64
cm_rotary_pairs_fn cm_rotary_pairs_neon;
#endif

#endif
