/* math_coef_f32.h — made by tools/gen_math.py; edit that, not this.
 * Coefficients of base/math_f32.c, the lowest power first. */
#ifndef CM_BASE_MATH_COEF_F32_H
#define CM_BASE_MATH_COEF_F32_H

#include "base/port.h"

#define MATH_F32_LOG2E 0x1.715476p+0f /* 1/ln 2 */
#define MATH_F32_LN2_HI 0x1.62e400p-1f /* 15 bits of ln 2: times an exponent it is exact */
#define MATH_F32_LN2_LO 0x1.7f7d1cp-20f /* the rest */

/* e^t = 1 + t + t^2 P(t); argument in [-0.35, 0.35]; error 2^-33.37. */
static const float math_f32_exp[6] = {
    0x1.000000p-1f, 0x1.555556p-3f, 0x1.555468p-5f, 0x1.1110a8p-7f,
    0x1.6daf68p-10f, 0x1.a18520p-13f,
};

/* log(1+t) = t - t^2/2 + t^3 P(t); argument in [-0.2929, 0.4142]; error 2^-29.31. */
static const float math_f32_log[9] = {
    0x1.555548p-2f, -0x1.ffffeap-3f, 0x1.99a512p-3f, -0x1.55641ap-3f,
    0x1.232aa4p-3f, -0x1.fafb5cp-4f, 0x1.e6f718p-4f, -0x1.e53e06p-4f,
    0x1.1c26cap-4f,
};

/* f(x) = x + x^3 P(x^2), f = tanh; argument in [1e-10, 0.1681]; error 2^-33.85. */
static const float math_f32_tanh[5] = {
    -0x1.555554p-2f, 0x1.1110a8p-3f, -0x1.b9eb50p-5f, 0x1.61a46cp-6f,
    -0x1.dc0190p-8f,
};

/* erf x = x + x P(x^2); argument in [1e-10, 0.7057]; error 2^-33.01. */
static const float math_f32_erf_0[7] = {
    0x1.06eba8p-3f, -0x1.812746p-2f, 0x1.ce2eb6p-4f, -0x1.b81ebap-6f,
    0x1.55751ap-8f, -0x1.b0e5d2p-11f, 0x1.75489cp-14f,
};

/* erf x = 1 - P(x - 1.375); argument in [-0.535, 0.625]; error 2^-30.44. */
static const float math_f32_erf_1[11] = {
    0x1.a8973cp-5f, -0x1.5ce594p-3f, 0x1.dfbbbap-3f, -0x1.437526p-3f,
    0x1.f3ae6cp-6f, 0x1.f59dc8p-6f, -0x1.6ab20cp-6f, 0x1.5fdee4p-10f,
    0x1.1128d2p-8f, -0x1.598b0ap-10f, -0x1.b19aecp-13f,
};

/* erf x = 1 - P(x - 3); argument in [-1, 1]; error 2^-30.34. */
static const float math_f32_erf_2[12] = {
    0x1.72a0f4p-16f, -0x1.240752p-13f, 0x1.b5ff32p-12f, -0x1.9dc152p-11f,
    0x1.11f402p-10f, -0x1.0a575ap-10f, 0x1.81649cp-11f, -0x1.9b41b2p-12f,
    0x1.27c3b6p-13f, -0x1.83e66ep-17f, -0x1.727202p-16f, 0x1.397760p-17f,
};

/* f(x) = x + x^3 P(x^2), f = sin; argument in [1e-10, 0.6292]; error 2^-36.61. */
static const double math_f32_sin[4] = {
    -0x1.5555554cfbbe8p-3, 0x1.111107f0bcbbep-7, -0x1.a00ec9e0dba87p-13,
    0x1.6c9d15acdbd8fp-19,
};

/* cos x = 1 + x^2 P(x^2); argument in [1e-10, 0.6292]; error 2^-42.86. */
static const double math_f32_cos[5] = {
    -0x1.ffffffffee7dbp-2, 0x1.555555468c57cp-5, -0x1.6c16b30a69701p-10,
    0x1.a00e58f46a53dp-16, -0x1.23b0c27766c3bp-22,
};

#endif
