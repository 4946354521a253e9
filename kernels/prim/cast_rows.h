/* cast_rows.h — f32 to f16 and back, as base/dtype.h rounds; of a NaN only that it is one is promised. */
#ifndef CM_KERNELS_PRIM_CAST_ROWS_H
#define CM_KERNELS_PRIM_CAST_ROWS_H

#include "base/port.h"

/* y[i] = x[i], i < n. */
typedef void cm_cast_f32_f16_fn(const float *x, uint16_t *y, size_t n);
typedef void cm_cast_f16_f32_fn(const uint16_t *x, float *y, size_t n);

cm_cast_f32_f16_fn cm_cast_f32_f16_portable; /* kernels/cast.c */
cm_cast_f16_f32_fn cm_cast_f16_f32_portable;
#if CM_ARCH_X86
cm_cast_f32_f16_fn cm_cast_f32_f16_avx2, cm_cast_f32_f16_avx512;
cm_cast_f16_f32_fn cm_cast_f16_f32_avx2, cm_cast_f16_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_cast_f32_f16_fn cm_cast_f32_f16_neon;
cm_cast_f16_f32_fn cm_cast_f16_f32_neon;
#endif

#endif
