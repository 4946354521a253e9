/* stage.c — the portable variants of the stages, the oracle of the others. See stage.h. */
#include "kernels/prim/stage.h"

/* y[i] = value, an expression of x = a[i]. */
#define STAGE_UNARY(name, value)                                                \
    void cm_stage_##name##_portable(const cm_stage_args *s, float *y, size_t n) { \
        for (size_t i = 0; i < n; i++) {                                        \
            float x = s->a[i * s->a_step];                                      \
            y[i] = (value);                                                     \
        }                                                                       \
    }

/* NaN stays NaN. */
STAGE_UNARY(relu, x < 0.0f ? 0.0f : x)
