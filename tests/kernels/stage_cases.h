/* stage_cases.h — the stages of f32 with one operand, what they compute in double, and the bounds of their variants:
 * for test_stage.c, which samples them, and stage_exhaustive.c, which tries every argument. */
#ifndef CM_TESTS_KERNELS_STAGE_CASES_H
#define CM_TESTS_KERNELS_STAGE_CASES_H

#include <math.h>

#include "base/math.h"
#include "kernels/prim/prims.h"

typedef struct stage_case {
    const char *name;
    cm_stage_id id;
    float imm[CM_STAGE_IMM];
    double (*reference)(double x, const float *imm); /* NULL: the bits of the portable variant */
    double bound, portable; /* of the variants with vectors and of the portable one, in units */
    int unit;     /* enum */
} stage_case;

/* The unit of an error: the last place of the result; or of x, where that is larger: functions that multiply x with a
 * sum that cancels; or of the result, but at least 2^-142: functions that multiply x with what may be denormal; or of
 * the result, if it is not denormal: that may be 0. */
enum { STAGE_OF_RESULT, STAGE_OF_INPUT, STAGE_OF_PRODUCT, STAGE_OF_NORMAL };

static double stage_ref_acos(double x, const float *imm) { return (void)imm, acos(x); }
static double stage_ref_acosh(double x, const float *imm) { return (void)imm, acosh(x); }
static double stage_ref_asin(double x, const float *imm) { return (void)imm, asin(x); }
static double stage_ref_asinh(double x, const float *imm) { return (void)imm, asinh(x); }
static double stage_ref_atan(double x, const float *imm) { return (void)imm, atan(x); }
static double stage_ref_atanh(double x, const float *imm) { return (void)imm, atanh(x); }
static double stage_ref_celu(double x, const float *imm) {
    return x >= 0 ? x : (double)imm[0] * expm1(x / (double)imm[0]);
}
static double stage_ref_cos(double x, const float *imm) { return (void)imm, cos(x); }
static double stage_ref_cosh(double x, const float *imm) { return (void)imm, cosh(x); }
static double stage_ref_elu(double x, const float *imm) {
    return x >= 0 ? x : (double)imm[0] * expm1(x);
}
static double stage_ref_erf(double x, const float *imm) { return (void)imm, erf(x); }
static double stage_ref_exp(double x, const float *imm) { return (void)imm, exp(x); }
static double stage_ref_gelu(double x, const float *imm) {
    return (void)imm, 0.5 * x * (1 + erf(x * 0.70710678118654752440));
}
static double stage_ref_sigmoid(double x, const float *imm) {
    (void)imm;
    return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x));
}
static double stage_ref_gelu_tanh(double x, const float *imm) {
    return x * stage_ref_sigmoid(1.59576912160573071176 * (x + 0.044715 * x * x * x), imm);
}
static double stage_ref_hard_swish(double x, const float *imm) {
    double t = x / 6 + 0.5;
    (void)imm;
    return x * (t < 0 ? 0 : t > 1 ? 1 : t);
}
static double stage_ref_log(double x, const float *imm) { return (void)imm, log(x); }
static double stage_ref_mish(double x, const float *imm) { return (void)imm, x * tanh(log1p(exp(x))); }
static double stage_ref_selu(double x, const float *imm) {
    double gamma = (double)imm[1];
    return x > 0 ? gamma * x : gamma * ((double)imm[0] * expm1(x));
}
static double stage_ref_sin(double x, const float *imm) { return (void)imm, sin(x); }
static double stage_ref_sinh(double x, const float *imm) { return (void)imm, sinh(x); }
static double stage_ref_softplus(double x, const float *imm) {
    (void)imm;
    return (x > 0 ? x : 0) + log1p(exp(-fabs(x)));
}
static double stage_ref_swish(double x, const float *imm) {
    return x * stage_ref_sigmoid((double)imm[0] * x, imm);
}
static double stage_ref_tan(double x, const float *imm) { return (void)imm, tan(x); }
static double stage_ref_tanh(double x, const float *imm) { return (void)imm, tanh(x); }

#define STAGE_EXACT(name, ...) {#name, CM_STAGE_ID_##name, {__VA_ARGS__}, NULL, 0.0, 0.0, STAGE_OF_RESULT}
#define STAGE_NEAR(name, bound, unit, ...) STAGE_NEARER(name, bound, bound, unit, __VA_ARGS__)
#define STAGE_NEARER(name, bound, portable, unit, ...) \
    {#name, CM_STAGE_ID_##name, {__VA_ARGS__}, stage_ref_##name, bound, portable, STAGE_OF_##unit}

static const stage_case stage_cases[] = {
    STAGE_EXACT(abs, 0),
    STAGE_EXACT(ceil, 0),
    STAGE_EXACT(clip, -1.5f, 6.0f),
    STAGE_EXACT(clip, 1.0f, -1.0f),
    STAGE_EXACT(clip, NAN, NAN),
    STAGE_EXACT(dequantize, 0.037f, 129.0f),
    STAGE_EXACT(floor, 0),
    STAGE_EXACT(hard_sigmoid, 0.2f, 0.5f),
    STAGE_EXACT(leaky_relu, 0.01f),
    STAGE_EXACT(leaky_relu, -2.0f),
    STAGE_EXACT(neg, 0),
    STAGE_EXACT(quantize_i8, 0.037f, -7.0f),
    STAGE_EXACT(quantize_u8, 0.25f, 0.0f),
    STAGE_EXACT(quantize_u8, 0.011f, 113.0f),
    STAGE_EXACT(reciprocal, 0),
    STAGE_EXACT(relu, 0),
    STAGE_EXACT(round, 0),
    STAGE_EXACT(shrink, 0.25f, 0.5f),
    STAGE_EXACT(sign, 0),
    STAGE_EXACT(softsign, 0),
    STAGE_EXACT(sqrt, 0),
    STAGE_EXACT(thresholded_relu, 1.0f),
    STAGE_NEAR(acos, 1.5, RESULT, 0),
    STAGE_NEAR(acosh, 1.75, RESULT, 0),
    STAGE_NEAR(asin, 2.25, RESULT, 0),
    STAGE_NEAR(asinh, 1.25, RESULT, 0),
    STAGE_NEAR(atan, 1.5, RESULT, 0),
    STAGE_NEAR(atanh, 1.0, RESULT, 0),
    STAGE_NEAR(celu, 2.5, RESULT, 1.0f),
    STAGE_NEAR(cos, 1.75, RESULT, 0),
    STAGE_NEAR(cosh, 2.25, RESULT, 0),
    STAGE_NEAR(elu, 2.5, RESULT, 0.5f),
    STAGE_NEAR(erf, 2.0, RESULT, 0),
    STAGE_NEAR(exp, 1.5, RESULT, 0),
    STAGE_NEAR(gelu, 1.75, INPUT, 0),
    STAGE_NEAR(gelu_tanh, 2.25, INPUT, 0),
    STAGE_NEAR(hard_swish, 1.5, INPUT, 0),
    STAGE_NEAR(log, 1.5, RESULT, 0),
    STAGE_NEARER(mish, 2.5, 4.75, PRODUCT, 0),
    STAGE_NEAR(selu, 3.5, RESULT, 1.67326319217681884765625f, 1.05070102214813232421875f),
    STAGE_NEAR(sigmoid, 2.5, NORMAL, 0),
    STAGE_NEAR(sin, 1.75, RESULT, 0),
    STAGE_NEAR(sinh, 1.75, RESULT, 0),
    STAGE_NEAR(softplus, 2.5, NORMAL, 0),
    STAGE_NEAR(swish, 2.5, NORMAL, 1.0f),
    STAGE_NEAR(tan, 3.25, RESULT, 0),
    STAGE_NEAR(tanh, 2.5, RESULT, 0),
};
#define STAGE_CASES (sizeof stage_cases / sizeof *stage_cases)

static double stage_bound(const stage_case *c, const cm_prims *p) { return p->features == 0 ? c->portable : c->bound; }

/* The distance of two floats in units; 0 for NaN where NaN is wanted and for the same infinity or zero; infinity where
 * they cannot be compared. */
static double stage_error(const stage_case *c, float got, double want, float x) {
    if (isnan(want)) return isnan(got) ? 0.0 : INFINITY;
    if (isinf(got) && (double)got == (double)(float)want) return 0.0;
    if (want == 0.0 && c->unit == STAGE_OF_RESULT) {
        return got == 0.0f && !signbit(got) == !signbit(want) ? 0.0 : INFINITY;
    }
    if (isinf(want) || isnan(got)) return INFINITY;
    double near = c->unit == STAGE_OF_INPUT ? fmax(fabs(want), fabs((double)x)) : fabs(want);
    double least = c->unit == STAGE_OF_PRODUCT ? 0x1p-119 : 0x1p-126;
    if (c->unit == STAGE_OF_NORMAL && fabs(want) < 0x1p-119 && fabs((double)got) < 0x1p-119) return 0.0;
    double g = isinf(got) ? copysign(0x1p128, (double)got) : (double)got;
    return fabs(g - want) / ldexp(1.0, ilogb(fmax(near, least)) - 23);
}

#endif
