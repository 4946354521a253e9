/* activation.h — the clamp that rewrites fuse into the epilogue of Conv, Gemm and MatMul. The params
 * of these hold `int32_t activation; float act_lo, act_hi;`, which no attribute sets. */
#ifndef CM_KERNELS_ACTIVATION_H
#define CM_KERNELS_ACTIVATION_H

#include "base/math.h"

typedef enum cm_activation {
    CM_ACTIVATION_NONE,
    CM_ACTIVATION_RELU, /* max(x, 0) */
    CM_ACTIVATION_CLIP  /* min(max(x, act_lo), act_hi) */
} cm_activation;

typedef struct cm_clamp {
    bool on;
    float lo, hi;
} cm_clamp;

/* The bounds of an activation; -infinity and infinity where there is none. */
CM_INLINE cm_clamp cm_activation_clamp(int32_t activation, float lo, float hi) {
    if (activation == CM_ACTIVATION_RELU) return (cm_clamp){true, 0.0f, CM_INF_F32};
    if (activation == CM_ACTIVATION_CLIP) return (cm_clamp){true, lo, hi};
    return (cm_clamp){false, -CM_INF_F32, CM_INF_F32};
}

/* NaN stays NaN; lo > hi gives hi. */
CM_INLINE float cm_clamp_f32(cm_clamp c, float x) {
    if (!c.on) return x;
    x = x < c.lo ? c.lo : x;
    return x > c.hi ? c.hi : x;
}
CM_INLINE double cm_clamp_f64(cm_clamp c, double x) {
    if (!c.on) return x;
    x = x < (double)c.lo ? (double)c.lo : x;
    return x > (double)c.hi ? (double)c.hi : x;
}

#endif
