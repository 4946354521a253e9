/* stage_binary.c — the portable variants of the stages of two operands, the oracle of the others. See stage.h. */
#include "kernels/prim/stage.h"

#include "base/math.h"

#define STAGE_BINARY_LOOP(at_a, at_b, value) \
    for (size_t i = 0; i < n; i++) {         \
        float a = pa[at_a];                  \
        float b = pb[at_b];                  \
        y[i] = (value);                      \
    }

/* y[i] = value, an expression of a[i] and b[i]. The frequent steps have loops of their own. */
#define STAGE_BINARY(name, value)                                                 \
    void cm_stage_##name##_portable(const cm_stage_args *s, float *y, size_t n) { \
        const float *pa = s->a;                                                   \
        const float *pb = s->b;                                                   \
        if (s->a_step != 0 && s->b_step != 0) {                                   \
            STAGE_BINARY_LOOP(i, i, value)                                        \
        } else if (s->a_step != 0) {                                              \
            STAGE_BINARY_LOOP(i, 0, value)                                        \
        } else {                                                                  \
            STAGE_BINARY_LOOP(0, i * s->b_step, value)                            \
        }                                                                         \
    }

STAGE_BINARY(add, a + b)
STAGE_BINARY(sub, a - b)
STAGE_BINARY(mul, a * b)
STAGE_BINARY(div, a / b)
/* If a is NaN it stays; if b is, the comparison is false. */
STAGE_BINARY(max, a > b || a != a ? a : b)
STAGE_BINARY(min, a < b || a != a ? a : b)
STAGE_BINARY(prelu, a < 0.0f ? a * b : a)
/* The most frequent exponent by far needs no logarithm. */
STAGE_BINARY(pow, b == 2.0f ? a * a : cm_powf(a, b))
