/* math_coef.h — made by tools/gen_math.py; edit that, not this.
 * Coefficients of kernels/vec/math_tmpl.h, the lowest power first. */
#ifndef CM_KERNELS_VEC_MATH_COEF_H
#define CM_KERNELS_VEC_MATH_COEF_H

#include "base/port.h"

#define VEC_LN2_1 0x1.62e42ep-1f /* ln2 in pieces of 24 bits */
#define VEC_LN2_2 0x1.efa39ep-25f /* ln2 in pieces of 24 bits */
#define VEC_PIO2_1 0x1.921fb4p+0f /* pio2 in pieces of 24 bits */
#define VEC_PIO2_2 0x1.4442d0p-24f /* pio2 in pieces of 24 bits */
#define VEC_PIO2_3 0x1.846988p-48f /* pio2 in pieces of 24 bits */
#define VEC_LN2 0x1.62e430p-1f /* ln2 to the nearest */
#define VEC_LOG2E 0x1.715476p+0f /* 1/ln 2 */
#define VEC_2OPI 0x1.45f306p-1f /* 2/pi */
#define VEC_PIO2_HIGH 0x1.921fb6p+0f /* pio2 to the nearest */
#define VEC_PIO2_LOW -0x1.777a5cp-25f /* the rest */
#define VEC_PI_HIGH 0x1.921fb6p+1f /* pi to the nearest */
#define VEC_PI_LOW -0x1.777a5cp-24f /* the rest */

/* e^t = 1 + t + t^2 P(t); argument in [-0.35, 0.35]; error 2^-28.15. */
static const CM_UNUSED float vec_exp_p[5] = {
    0x1.000000p-1f, 0x1.555486p-3f, 0x1.555454p-5f, 0x1.124144p-7f,
    0x1.6dbbaap-10f,
};

/* log(1+t) = t - t^2/2 + t^3 P(t); argument in [-0.2929, 0.4142]; error 2^-29.31. */
static const CM_UNUSED float vec_log_p[9] = {
    0x1.555548p-2f, -0x1.ffffeap-3f, 0x1.99a512p-3f, -0x1.55641ap-3f,
    0x1.232aa4p-3f, -0x1.fafb5cp-4f, 0x1.e6f718p-4f, -0x1.e53e06p-4f,
    0x1.1c26cap-4f,
};

/* 2 atanh s = 2s + s^3 P(s^2); argument in [1e-10, 0.1112]; error 2^-31.21. */
static const CM_UNUSED float vec_atanh_p[5] = {
    0x1.555558p-1f, 0x1.9996d8p-2f, 0x1.2509c2p-2f, 0x1.b6785ap-3f,
    0x1.f4071ap-3f,
};

/* erf x = x + x P(x^2); argument in [1e-10, 0.7057]; error 2^-27.49. */
static const CM_UNUSED float vec_erf_p[6] = {
    0x1.06eba8p-3f, -0x1.81271ep-2f, 0x1.ce24d4p-4f, -0x1.b732f0p-6f,
    0x1.4b7f8cp-8f, -0x1.4d6900p-11f,
};

/* erfc x = 2^P(x); argument in [0.84, 4]; error 2^-26.06. */
static const CM_UNUSED float vec_erfc_p[8] = {
    -0x1.14e106p-15f, -0x1.a0d3fep+0f, -0x1.d518e6p-1f, -0x1.3ad104p-3f,
    0x1.1d0a06p-5f, -0x1.6ad44cp-8f, 0x1.1bc628p-11f, -0x1.955c1ep-16f,
};

/* erfc(x / sqrt 2) / 2 = 2^P(x); argument in [0, 4]; error 2^-27.07. */
static const CM_UNUSED float vec_upper_p[9] = {
    -0x1.000000p+0f, -0x1.26aedcp+0f, -0x1.d63a0cp-2f, -0x1.ae17b8p-5f,
    0x1.cf4974p-8f, -0x1.259194p-13f, -0x1.850050p-13f, 0x1.4a2cbap-15f,
    -0x1.7dd9b8p-19f,
};

/* 2^t = 1 + t P(t); argument in [-0.501, 0.501]; error 2^-27.91. */
static const CM_UNUSED float vec_exp2_p[6] = {
    0x1.62e432p-1f, 0x1.ebfbe0p-3f, 0x1.c6ae26p-5f, 0x1.3b29e2p-7f,
    0x1.5f8b0ep-10f, 0x1.446deap-13f,
};

/* f(x) = x + x^3 P(x^2), f = sin; argument in [1e-10, 0.6292]; error 2^-27.09. */
static const CM_UNUSED float vec_sin_p[3] = {
    -0x1.555544p-3f, 0x1.110650p-7f, -0x1.98e300p-13f,
};

/* cos x = 1 - x^2/2 + x^4 P(x^2); argument in [0.0001, 0.6292]; error 2^-32.09. */
static const CM_UNUSED float vec_cos_p[3] = {
    0x1.55554ep-5f, -0x1.6c0e22p-10f, 0x1.9a524ep-16f,
};

/* f(x) = x + x^3 P(x^2), f = tan; argument in [1e-10, 0.6292]; error 2^-28.4. */
static const CM_UNUSED float vec_tan_p[7] = {
    0x1.55555ep-2f, 0x1.110db6p-3f, 0x1.bae6dep-5f, 0x1.5bbd02p-6f,
    0x1.69db90p-7f, -0x1.d95234p-13f, 0x1.2a3e6ep-8f,
};

/* f(x) = x + x^3 P(x^2), f = asin; argument in [1e-10, 0.2501]; error 2^-26.76. */
static const CM_UNUSED float vec_asin_p[5] = {
    0x1.5555acp-3f, 0x1.3305b2p-4f, 0x1.74770ap-5f, 0x1.8a0a92p-6f,
    0x1.5cb2e0p-5f,
};

/* f(x) = x + x^3 P(x^2), f = atan; argument in [1e-10, 1]; error 2^-27.67. */
static const CM_UNUSED float vec_atan_p[9] = {
    -0x1.555548p-2f, 0x1.999388p-3f, -0x1.242cbep-3f, 0x1.c0dd10p-4f,
    -0x1.58801ap-4f, 0x1.da6d80p-5f, -0x1.fbc2e4p-6f, 0x1.6034f4p-7f,
    -0x1.c919cep-10f,
};

/* f(x) = x + x^3 P(x^2), f = sinh; argument in [1e-10, 1.001]; error 2^-33.4. */
static const CM_UNUSED float vec_sinh_p[4] = {
    0x1.555556p-3f, 0x1.111136p-7f, 0x1.9ffcf8p-13f, 0x1.7a5f4cp-19f,
};

/* f(x) = x + x^3 P(x^2), f = asinh; argument in [1e-10, 0.2501]; error 2^-28.75. */
static const CM_UNUSED float vec_asinh_p[5] = {
    -0x1.55553cp-3f, 0x1.33257cp-4f, -0x1.6b8e60p-5f, 0x1.cc8ee8p-6f,
    -0x1.ad2c56p-7f,
};

/* f(x) = x + x^3 P(x^2), f = atanh; argument in [1e-10, 0.2501]; error 2^-28.58. */
static const CM_UNUSED float vec_atanh_x_p[6] = {
    0x1.555546p-2f, 0x1.99a4fap-3f, 0x1.2356a6p-3f, 0x1.e45856p-4f,
    0x1.9ecb54p-5f, 0x1.6d7208p-3f,
};

/* acosh(1 + t) = sqrt(2t) (1 + t P(t)); argument in [1e-10, 0.501]; error 2^-28.74. */
static const CM_UNUSED float vec_acosh_p[5] = {
    -0x1.55553cp-4f, 0x1.332568p-6f, -0x1.6b8c24p-8f, 0x1.cc76cep-10f,
    -0x1.acd58ap-12f,
};

#endif
