/* unary_math.c — the elementary functions, element by element: trigonometric, hyperbolic, their
 * inverses, Erf, Exp, Log. How a function is written: unary.h; the functions and their error
 * bounds: base/math.h. Poles give infinities, arguments outside the domain NaN, as numpy's. */
#include "kernels/lane.h"
#include "kernels/unary.h"

UNARY_OP(Acos)
UNARY_OP(Acosh)
UNARY_OP(Asin)
UNARY_OP(Asinh)
UNARY_OP(Atan)
UNARY_OP(Atanh)
UNARY_OP(Cos)
UNARY_OP(Cosh)
UNARY_OP(Erf)
UNARY_OP(Exp)
UNARY_OP(Log)
UNARY_OP(Sin)
UNARY_OP(Sinh)
UNARY_OP(Tan)
UNARY_OP(Tanh)

UNARY_STAGE(acos, 0)
UNARY_STAGE(acosh, 0)
UNARY_STAGE(asin, 0)
UNARY_STAGE(asinh, 0)
UNARY_STAGE(atan, 0)
UNARY_STAGE(atanh, 0)
UNARY_STAGE(cos, 0)
UNARY_STAGE(cosh, 0)
UNARY_STAGE(erf, 0)
UNARY_STAGE(exp, 0)
UNARY_STAGE(log, 0)
UNARY_STAGE(sin, 0)
UNARY_STAGE(sinh, 0)
UNARY_STAGE(tan, 0)
UNARY_STAGE(tanh, 0)

#define UNARY_F64_OPS(X)           \
    X(acos, , UNARY_FN(acos)(x))   \
    X(acosh, , UNARY_FN(acosh)(x)) \
    X(asin, , UNARY_FN(asin)(x))   \
    X(asinh, , UNARY_FN(asinh)(x)) \
    X(atan, , UNARY_FN(atan)(x))   \
    X(atanh, , UNARY_FN(atanh)(x)) \
    X(cosh, , UNARY_FN(cosh)(x))   \
    X(erf, , UNARY_FN(erf)(x))     \
    X(sinh, , UNARY_FN(sinh)(x))   \
    X(tan, , UNARY_FN(tan)(x))

UNARY_LOOP_F64(exp)
UNARY_LOOP_F64(log)
UNARY_LOOP_F64(tanh)

/* The cosines or sines of the elements of tasks [begin, end). Returns CAMEO_OK. */
static cameo_status unary_trig_run(const cm_kctx *k, uint32_t begin, uint32_t end, bool cosine) {
    size_t i = begin * CM_TASK_ITEMS, last = cm_unary_last(k, end);
    const double *x = cm_in(k, 0)->data;
    double *y = cm_out(k, 0)->data;
    cm_loop_args args = {.a = x + i, .b = cosine ? x : NULL, .a_step = 1};
    if (i < last) CM_LOOP(k, trig_f64)(&args, y + i, last - i);
    return CAMEO_OK;
}
cameo_status cm_cos_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return unary_trig_run(k, begin, end, true);
}
cameo_status cm_sin_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return unary_trig_run(k, begin, end, false);
}

#include "kernels/unary_types_tmpl.h"

/* Erf 9 takes integers: erf as a double, towards zero. erf(5) is 1 - 1.6e-12; from 6 on the nearest
 * double is 1. */
cameo_status cm_erf_int_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    int dtype = cm_in(k, 0)->dtype;
    int64_t lane[CM_LANE_ITEMS];
    size_t last = cm_unary_last(k, end);
    (void)phase;
    for (size_t i = begin * CM_TASK_ITEMS, n; i < last; i += n) {
        n = cm_min_size(CM_LANE_ITEMS, last - i);
        cm_lane_load_i64(dtype, cm_in(k, 0)->data, i, n, lane);
        for (size_t j = 0; j < n; j++) {
            bool below = lane[j] <= -6;
            lane[j] = dtype == CAMEO_UINT64 ? (below || lane[j] >= 6) : (lane[j] >= 6) - below;
        }
        cm_lane_store_i64(dtype, cm_out(k, 0)->data, i, n, lane);
    }
    return CAMEO_OK;
}
