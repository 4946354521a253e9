/* activation.h — what kernels do with the cm_activation of their params (ir/activation_fn.h): clamps are applied while
 * they store, other functions to blocks of results that are still in cache. */
#ifndef CM_KERNELS_ACTIVATION_H
#define CM_KERNELS_ACTIVATION_H

#include "base/math.h"
#include "ir/activation_fn.h"
#include "kernels/kernel.h"

typedef struct cm_clamp {
    bool on;
    float lo, hi;
} cm_clamp;

/* The bounds of an activation that is a clamp; -infinity and infinity for others. */
CM_INLINE cm_clamp cm_activation_clamp(const cm_activation *a) {
    if (a->fn == CM_ACTIVATION_RELU) return (cm_clamp){true, 0.0f, CM_INF_F32};
    if (a->fn == CM_ACTIVATION_CLIP) return (cm_clamp){true, a->imm[0], a->imm[1]};
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

/* The stage of an activation that is no clamp, else NULL. A frozen model has none: rewrite `function` is off where one
 * is made, so that only stages that an operator of its own names are linked. */
#if CAMEO_FROZEN
CM_INLINE cm_stage_fn *cm_activation_stage(const cm_kctx *k, const cm_activation *a) {
    return (void)k, (void)a, NULL;
}
#else
CM_INLINE cm_stage_fn *cm_activation_stage(const cm_kctx *k, const cm_activation *a) {
    switch (a->fn) {
#define X(fn, stage) \
    case CM_ACTIVATION_##fn: return CM_STAGE(k, stage);
        CM_ACTIVATION_STAGES(X)
#undef X
    default: return NULL;
    }
}
#endif

/* The slopes of a PRelu in the epilogue of Conv; NULL: it has none, as no frozen model has. */
CM_INLINE const float *cm_activation_slope(const cm_kctx *k) {
    const cm_tensor *slope = CAMEO_FROZEN ? NULL : cm_in(k, CM_IN_SLOPE);
    return slope == NULL ? NULL : slope->data;
}

/* y[0, n) = the stage of a, in place; nothing for NULL. slope, step: of PRelu, as b and b_step of cm_stage_args. */
CM_INLINE void cm_activation_apply(cm_stage_fn *stage, const cm_activation *a, const float *slope, size_t step,
                                   float *y, size_t n) {
    cm_stage_args s = {.a = y, .a_step = 1, .b = slope, .b_step = step, .imm = a->imm};
    if (stage != NULL) stage(&s, y, n);
}

#endif
