/* unary_act.c — activations, element by element: Celu, Elu, Gelu, HardSigmoid, HardSwish,
 * LeakyRelu, Mish, Selu, Shrink, Sigmoid, Softplus, Softsign, Swish, ThresholdedRelu. How a
 * function is written: unary.h. The formulas are those of ONNX docs/Operators.md, with expm1 where
 * e^x - 1 cancels and arranged so that nothing overflows on the way; NaN stays NaN, except where
 * ONNX compares: Shrink and ThresholdedRelu give 0. */
#include "kernels/lane.h"
#include "kernels/unary.h"

UNARY_OP(HardSwish)
UNARY_OP(Mish)
UNARY_OP(Sigmoid)
UNARY_OP(Softplus)
UNARY_OP(Softsign)

typedef struct cm_act_params {
    float alpha;
    float beta;  /* HardSigmoid's beta */
    float gamma; /* Selu's gamma */
    float bias;  /* Shrink's */
    float lambd;
    int32_t approximate; /* Gelu: 1 = by tanh */
} cm_act_params;

/* An operator with one or more attributes in these fields; params that it does not have stay 0. */
#define UNARY_ACT(op_type, parse_fn, ...)                                        \
    static const cm_field unary_act_##op_type[] = {__VA_ARGS__};                 \
    const cm_op cm_op_##op_type = {                                              \
        .id = CM_OP_##op_type,                                                   \
        .flags = CM_OPF_INPLACE,                                                 \
        .n_fields = sizeof unary_act_##op_type / sizeof *unary_act_##op_type,    \
        .params_size = sizeof(cm_act_params),                                    \
        .fields = unary_act_##op_type,                                           \
        .parse = parse_fn,                                                       \
        .shape = cm_unary_shape};

/* Selu's first version had shorter defaults. */
static cameo_status unary_act_parse_selu(const cm_parse *p, void *params) {
    cm_act_params *q = params;
    if (p->since >= 6) return CAMEO_OK;
    CM_TRY(cm_attr_f32(p, "alpha", 1.6732f, &q->alpha));
    return cm_attr_f32(p, "gamma", 1.0507f, &q->gamma);
}

UNARY_ACT(Celu, NULL, CM_F_F32(cm_act_params, alpha, 1.0f))
UNARY_ACT(Elu, NULL, CM_F_F32(cm_act_params, alpha, 1.0f))
UNARY_ACT(Gelu, NULL, CM_F_ENUM(cm_act_params, approximate, "none,tanh", 0))
UNARY_ACT(HardSigmoid, NULL, CM_F_F32(cm_act_params, alpha, 0.2f),
          CM_F_F32(cm_act_params, beta, 0.5f))
UNARY_ACT(LeakyRelu, NULL, CM_F_F32(cm_act_params, alpha, 0.01f))
UNARY_ACT(Selu, unary_act_parse_selu, CM_F_F32(cm_act_params, alpha, 1.67326319217681884765625f),
          CM_F_F32(cm_act_params, gamma, 1.05070102214813232421875f))
UNARY_ACT(Shrink, NULL, CM_F_F32(cm_act_params, bias, 0.0f),
          CM_F_F32(cm_act_params, lambd, 0.5f))
UNARY_ACT(Swish, NULL, CM_F_F32(cm_act_params, alpha, 1.0f))
UNARY_ACT(ThresholdedRelu, NULL, CM_F_F32(cm_act_params, alpha, 1.0f))

/* ---- Kernels ---- */

#define UNARY_ATTR(name) ((const cm_act_params *)k->params)->name
UNARY_STAGE(celu, UNARY_ATTR(alpha))
UNARY_STAGE(elu, UNARY_ATTR(alpha))
UNARY_STAGE_FN(gelu, UNARY_ATTR(approximate) != 0 ? CM_STAGE(k, gelu_tanh) : CM_STAGE(k, gelu), 0)
UNARY_STAGE(hard_sigmoid, UNARY_ATTR(alpha), UNARY_ATTR(beta))
UNARY_STAGE(hard_swish, 0)
UNARY_STAGE(leaky_relu, UNARY_ATTR(alpha))
UNARY_STAGE(mish, 0)
UNARY_STAGE(selu, UNARY_ATTR(alpha), UNARY_ATTR(gamma))
UNARY_STAGE(shrink, UNARY_ATTR(bias), UNARY_ATTR(lambd))
UNARY_STAGE(sigmoid, 0)
UNARY_STAGE(softplus, 0)
UNARY_STAGE(softsign, 0)
UNARY_STAGE(swish, UNARY_ATTR(alpha))
UNARY_STAGE(thresholded_relu, UNARY_ATTR(alpha))

/* An attribute as a constant of the loop. */
#define UNARY_PARAM(name) const UNARY_C name = (UNARY_C)((const cm_act_params *)k->params)->name;

/* Gelu: sqrt(1/2) and sqrt(2/pi). */
#define UNARY_GELU                                                                      \
    x *(UNARY_C)0.5 *                                                                   \
        (by_tanh ? 1 + UNARY_FN(tanh)((UNARY_C)0.79788456080286535588 *                 \
                                      (x + (UNARY_C)0.044715 * x * x * x))              \
                 : 1 + UNARY_FN(erf)(x * (UNARY_C)0.70710678118654752440))
/* x tanh(log(1 + e^x)) = x n / (n + 2), n = e^x (e^x + 2), with one exponential. Above 20 the
 * quotient is 1 in double, too. */
#define UNARY_MISH (t = UNARY_FN(exp)(x), t = t * (t + 2), x > 20 ? x : x * (t / (t + 2)))

#define UNARY_F64_OPS(X)                                                                         \
    X(celu, UNARY_PARAM(alpha), x >= 0 ? x : alpha * UNARY_FN(expm1)(x / alpha))                 \
    X(elu, UNARY_PARAM(alpha), x >= 0 ? x : alpha * UNARY_FN(expm1)(x))                          \
    X(gelu, bool by_tanh = ((const cm_act_params *)k->params)->approximate != 0;, UNARY_GELU)    \
    X(hard_sigmoid, UNARY_PARAM(alpha) UNARY_PARAM(beta),                                        \
      (x = alpha * x + beta, x < 0 ? 0 : x > 1 ? 1 : x))                                         \
    X(hard_swish, UNARY_C t;,                                                                    \
      (t = x / 6 + (UNARY_C)0.5, x * (t < 0 ? 0 : t > 1 ? 1 : t)))                               \
    X(leaky_relu, UNARY_PARAM(alpha), x < 0 ? alpha * x : x)                                     \
    X(mish, UNARY_C t;, UNARY_MISH)                                                              \
    X(selu, UNARY_PARAM(alpha) UNARY_PARAM(gamma),                                               \
      x > 0 ? gamma * x : gamma * (alpha * UNARY_FN(expm1)(x)))                                  \
    X(shrink, UNARY_PARAM(bias) UNARY_PARAM(lambd),                                              \
      x < -lambd ? x + bias : x > lambd ? x - bias : 0)                                          \
    X(softplus, , (x > 0 ? x : 0) + UNARY_FN(log1p)(UNARY_FN(exp)(-UNARY_FN(fabs)(x))))          \
    X(softsign, , x / (1 + UNARY_FN(fabs)(x)))                                                   \
    X(swish, UNARY_PARAM(alpha), x * UNARY_FN(sigmoid)(alpha * x))                               \
    X(thresholded_relu, UNARY_PARAM(alpha), x > alpha ? x : 0)

UNARY_LOOP_F64(sigmoid)

#include "kernels/unary_types_tmpl.h"

/* v as an integer of at most `most`, towards zero; beyond that the bounds, NaN gives 0. */
static int64_t unary_act_clamp(double v, uint64_t most, bool has_sign) {
    double end = (double)(most / 2 + 1) * 2; /* most + 1 */
    if (v >= end) return (int64_t)most;
    if (!has_sign) return v > 0 ? (int64_t)(uint64_t)v : 0;
    return v < -end ? -(int64_t)most - 1 : v == v ? (int64_t)v : 0;
}
/* Shrink of integers computes in double. Returns CAMEO_OK. */
cameo_status cm_shrink_int_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_act_params *q = k->params;
    double bias = (double)q->bias, lambd = (double)q->lambd;
    int dtype = cm_in(k, 0)->dtype;
    int64_t lane[CM_LANE_ITEMS];
    size_t size, last = cm_unary_last(k, end);
    bool has_sign = (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_SIGNED) != 0;
    (void)phase;
    CM_TRY(cm_dtype_bytes((cameo_dtype)dtype, 1, &size));
    uint64_t most = UINT64_MAX >> (64 - 8 * size) >> has_sign;
    for (size_t i = begin * CM_TASK_ITEMS, n; i < last; i += n) {
        n = cm_min_size(CM_LANE_ITEMS, last - i);
        cm_lane_load_i64(dtype, cm_in(k, 0)->data, i, n, lane);
        for (size_t j = 0; j < n; j++) {
            double x = dtype == CAMEO_UINT64 ? (double)(uint64_t)lane[j] : (double)lane[j];
            lane[j] = unary_act_clamp(x < -lambd ? x + bias : x > lambd ? x - bias : 0, most, has_sign);
        }
        cm_lane_store_i64(dtype, cm_out(k, 0)->data, i, n, lane);
    }
    return CAMEO_OK;
}

#undef UNARY_ACT
#undef UNARY_ATTR
#undef UNARY_GELU
#undef UNARY_MISH
#undef UNARY_PARAM
