/* stage.c — the portable variants of the stages, the oracle of the others. See stage.h. The formulas are those of ONNX
 * docs/Operators.md, with expm1 where e^x - 1 cancels and arranged so that nothing overflows on the way; NaN stays NaN,
 * except where ONNX compares: shrink and thresholded_relu give 0. */
#include "kernels/prim/stage.h"

#include "base/math.h"
#include "kernels/quantize.h"

/* y[i] = value, an expression of x = a[i] and of what `constants` declares from imm. */
#define STAGE_UNARY(name, constants, value)                                       \
    void cm_stage_##name##_portable(const cm_stage_args *s, float *y, size_t n) { \
        constants                                                                 \
        for (size_t i = 0; i < n; i++) {                                          \
            float x = s->a[i * s->a_step];                                        \
            y[i] = (value);                                                       \
        }                                                                         \
    }
#define STAGE_IMM(i, name) const float name = s->imm[i];

STAGE_UNARY(abs, , cm_fabsf(x))
STAGE_UNARY(ceil, , cm_ceilf(x))
STAGE_UNARY(clip, STAGE_IMM(0, lo) STAGE_IMM(1, hi), (x = x < lo ? lo : x, x > hi ? hi : x))
STAGE_UNARY(dequantize, STAGE_IMM(0, scale) STAGE_IMM(1, zero), (x - zero) * scale)
STAGE_UNARY(floor, , cm_floorf(x))
STAGE_UNARY(hard_sigmoid, STAGE_IMM(0, alpha) STAGE_IMM(1, beta),
            (x = alpha * x + beta, x < 0 ? 0 : x > 1 ? 1 : x))
STAGE_UNARY(leaky_relu, STAGE_IMM(0, alpha), x < 0 ? alpha * x : x)
STAGE_UNARY(neg, , -x)
STAGE_UNARY(quantize_i8, STAGE_IMM(0, scale) STAGE_IMM(1, zero),
            (float)cm_quantize_round(x / scale, (int32_t)zero, -128, 127))
STAGE_UNARY(quantize_u8, STAGE_IMM(0, scale) STAGE_IMM(1, zero),
            (float)cm_quantize_round(x / scale, (int32_t)zero, 0, 255))
STAGE_UNARY(reciprocal, , 1 / x)
STAGE_UNARY(relu, , x < 0 ? 0 : x)
STAGE_UNARY(round, , cm_roundevenf(x))
STAGE_UNARY(shrink, STAGE_IMM(0, bias) STAGE_IMM(1, lambd),
            x < -lambd ? x + bias : x > lambd ? x - bias : 0)
STAGE_UNARY(sign, , x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x)
STAGE_UNARY(softsign, , x / (1 + cm_fabsf(x)))
STAGE_UNARY(sqrt, , cm_sqrtf(x))
STAGE_UNARY(thresholded_relu, STAGE_IMM(0, alpha), x > alpha ? x : 0)

STAGE_UNARY(acos, , cm_acosf(x))
STAGE_UNARY(acosh, , cm_acoshf(x))
STAGE_UNARY(asin, , cm_asinf(x))
STAGE_UNARY(asinh, , cm_asinhf(x))
STAGE_UNARY(atan, , cm_atanf(x))
STAGE_UNARY(atanh, , cm_atanhf(x))
STAGE_UNARY(celu, STAGE_IMM(0, alpha), x >= 0 ? x : alpha * cm_expm1f(x / alpha))
STAGE_UNARY(cos, , cm_cosf(x))
STAGE_UNARY(cosh, , cm_coshf(x))
STAGE_UNARY(elu, STAGE_IMM(0, alpha), x >= 0 ? x : alpha * cm_expm1f(x))
STAGE_UNARY(erf, , cm_erff(x))
STAGE_UNARY(exp, , cm_expf(x))
/* The constants are sqrt(1/2) and sqrt(2/pi). */
STAGE_UNARY(gelu, , x * 0.5f * (1 + cm_erff(x * 0.70710678118654752440f)))
STAGE_UNARY(gelu_tanh, ,
            x * 0.5f * (1 + cm_tanhf(0.79788456080286535588f * (x + 0.044715f * x * x * x))))
STAGE_UNARY(hard_swish, float t;, (t = x / 6 + 0.5f, x * (t < 0 ? 0 : t > 1 ? 1 : t)))
STAGE_UNARY(log, , cm_logf(x))
/* x tanh(log(1 + e^x)) = x n / (n + 2), n = e^x (e^x + 2), with one exponential. Above 20 the quotient is 1. */
STAGE_UNARY(mish, float t;, (t = cm_expf(x), t = t * (t + 2), x > 20 ? x : x * (t / (t + 2))))
STAGE_UNARY(selu, STAGE_IMM(0, alpha) STAGE_IMM(1, gamma),
            x > 0 ? gamma * x : gamma * (alpha * cm_expm1f(x)))
STAGE_UNARY(sigmoid, , cm_sigmoidf(x))
STAGE_UNARY(sin, , cm_sinf(x))
STAGE_UNARY(sinh, , cm_sinhf(x))
STAGE_UNARY(softplus, , (x > 0 ? x : 0) + cm_log1pf(cm_expf(-cm_fabsf(x))))
STAGE_UNARY(swish, STAGE_IMM(0, alpha), x * cm_sigmoidf(alpha * x))
STAGE_UNARY(tan, , cm_tanf(x))
STAGE_UNARY(tanh, , cm_tanhf(x))

#undef STAGE_UNARY
#undef STAGE_IMM
