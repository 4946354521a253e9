/* half.h — elements of f16 and bf16 as f32, and back. */
#ifndef CM_KERNELS_HALF_H
#define CM_KERNELS_HALF_H

#include "kernels/kernel.h"

/* y[i] = x[i], i < n; dtype (CAMEO_FLOAT16 or CAMEO_BFLOAT16) is that of x. */
CM_INLINE void cm_half_widen(const cm_kctx *k, int dtype, const uint16_t *x, float *y, size_t n) {
    if (dtype == CAMEO_FLOAT16) CM_PRIM(k, cast_f16_f32)(x, y, n);
    else CM_LOOP(k, bf16_f32)(&(cm_loop_args){.a = x, .a_step = 1}, y, n);
}

/* y[i] = x[i], i < n, rounded to nearest even; dtype is that of y. */
CM_INLINE void cm_half_narrow(const cm_kctx *k, int dtype, const float *x, uint16_t *y, size_t n) {
    if (dtype == CAMEO_FLOAT16) CM_PRIM(k, cast_f32_f16)(x, y, n);
    else CM_LOOP(k, f32_bf16)(&(cm_loop_args){.a = x, .a_step = 1}, y, n);
}

/* One element; dtype is that of the half. The double is rounded as base/dtype.h says. */
CM_INLINE float cm_half_to_f32(int dtype, uint16_t v) {
    return dtype == CAMEO_FLOAT16 ? cm_f16_to_f32(v) : cm_bf16_to_f32(v);
}
CM_INLINE uint16_t cm_half_from_f32(int dtype, float v) {
    return dtype == CAMEO_FLOAT16 ? cm_f16_from_f32(v) : cm_bf16_from_f32(v);
}
CM_INLINE uint16_t cm_half_from_f64(int dtype, double v) {
    return dtype == CAMEO_FLOAT16 ? cm_f16_from_f64(v) : cm_bf16_from_f64(v);
}

#endif
