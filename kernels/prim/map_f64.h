/* map_f64.h — functions of one f64 that are a few instructions: Abs, Ceil, Floor, Neg, Reciprocal, Relu, Round, Sign,
 * Sqrt. Longer ones (Exp, Tanh, ...) are loops: kernels/prim/loops.def. */
#ifndef CM_KERNELS_PRIM_MAP_F64_H
#define CM_KERNELS_PRIM_MAP_F64_H

#include "base/port.h"

typedef enum cm_map_kind {
    CM_MAP_ABS,
    CM_MAP_CEIL,
    CM_MAP_FLOOR,
    CM_MAP_NEG,
    CM_MAP_RECIPROCAL, /* 1 / x */
    CM_MAP_RELU,       /* NaN stays NaN, -0 stays -0 */
    CM_MAP_ROUND,      /* to the nearest whole number, halves to even */
    CM_MAP_SIGN,       /* -1, 0 or 1; NaN stays NaN */
    CM_MAP_SQRT
} cm_map_kind;

/* y[i] = the function of x[i], i < n. y may equal x, must not partly overlap it. Every variant gives the bits of the
 * portable one; a NaN may be another NaN. */
typedef void cm_map_f64_fn(cm_map_kind kind, const double *x, double *y, size_t n);

cm_map_f64_fn cm_map_f64_portable;
#if CM_ARCH_X86
cm_map_f64_fn cm_map_f64_avx2, cm_map_f64_avx512;
#endif
#if CM_ARCH_ARM64
cm_map_f64_fn cm_map_f64_neon;
#endif

#endif
