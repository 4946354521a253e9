/* math.h — elementary functions for every element type that computes in float or double.
 * No C library: the results depend on IEEE single and double arithmetic, rounded to nearest, and on
 * nothing else, so they are the same bits on every target. No function reads or sets flags. Denormal
 * arguments and results are exact members of the stated bounds; where the hardware flushes them, so
 * does the result. Special values follow C11 Annex F: NaN in, NaN out (powf(1, NaN) = powf(NaN, 0)
 * = 1), signed zeros kept, poles give infinities, arguments outside the domain give NaN.
 * Bounds and sources stand above each definition in math.c and math_f32.c. Largest errors in ulp over
 * all 2^32 arguments, found by tests/base/math_exhaustive.c against the C library's double functions
 * (in brackets: denormal results):
 *     expf 0.699 (0.764)   logf 0.877   tanhf 0.648   sigmoidf 0.681 (0.764)   erff 1.039 (0.508)
 * Sampled (every 127th argument): sinf and cosf 0.501, expm1f 0.95, log1pf 0.90; sampled more
 * thinly: all other floats 0.501, double at most 1.5. Square roots are correctly rounded. */
#ifndef CM_BASE_MATH_H
#define CM_BASE_MATH_H

#include "base/port.h"

#define CM_INF_F32 (cm_f32_from_bits(0x7F800000u))
#define CM_NAN_F32 (cm_f32_from_bits(0x7FC00000u))
#define CM_INF_F64 (cm_f64_from_bits(0x7FF0000000000000u))
#define CM_NAN_F64 (cm_f64_from_bits(0x7FF8000000000000u))

CM_INLINE float cm_fabsf(float x) { return cm_f32_from_bits(cm_f32_bits(x) & 0x7FFFFFFFu); }
CM_INLINE double cm_fabs(double x) { return cm_f64_from_bits(cm_f64_bits(x) & (UINT64_MAX >> 1)); }
/* The magnitude of x with the sign of s. */
CM_INLINE float cm_copysignf(float x, float s) {
    return cm_f32_from_bits((cm_f32_bits(x) & 0x7FFFFFFFu) | (cm_f32_bits(s) & 0x80000000u));
}
CM_INLINE double cm_copysign(double x, double s) {
    uint64_t sign = (uint64_t)1 << 63;
    return cm_f64_from_bits((cm_f64_bits(x) & ~sign) | (cm_f64_bits(s) & sign));
}
CM_INLINE bool cm_isnanf(float x) { return (cm_f32_bits(x) & 0x7FFFFFFFu) > 0x7F800000u; }
CM_INLINE bool cm_isinff(float x) { return (cm_f32_bits(x) & 0x7FFFFFFFu) == 0x7F800000u; }
CM_INLINE bool cm_isnan(double x) { return x != x; }
CM_INLINE bool cm_isinf(double x) { return cm_fabs(x) == CM_INF_F64; }

/* ---- float ---- */
float cm_sqrtf(float x); /* correctly rounded */
float cm_floorf(float x);
float cm_ceilf(float x);
float cm_truncf(float x);
float cm_roundevenf(float x); /* halves go to even */
float cm_fmodf(float x, float y); /* exact; sign of x */
float cm_expf(float x);
float cm_expm1f(float x);
float cm_logf(float x);
float cm_log1pf(float x);
float cm_powf(float x, float y);
float cm_sigmoidf(float x); /* 1 / (1 + e^-x) */
float cm_tanhf(float x);
float cm_erff(float x);
float cm_sinf(float x);
float cm_cosf(float x);
float cm_tanf(float x);
float cm_asinf(float x);
float cm_acosf(float x);
float cm_atanf(float x);
float cm_sinhf(float x);
float cm_coshf(float x);
float cm_asinhf(float x);
float cm_acoshf(float x);
float cm_atanhf(float x);

/* ---- double ---- */
double cm_sqrt(double x); /* correctly rounded */
double cm_floor(double x);
double cm_ceil(double x);
double cm_trunc(double x);
double cm_roundeven(double x);
double cm_fmod(double x, double y);
double cm_exp(double x);
double cm_expm1(double x);
double cm_log(double x);
double cm_log1p(double x);
double cm_pow(double x, double y);
double cm_sigmoid(double x);
double cm_tanh(double x);
double cm_erf(double x);
double cm_sin(double x);
double cm_cos(double x);
double cm_tan(double x);
double cm_asin(double x);
double cm_acos(double x);
double cm_atan(double x);
double cm_sinh(double x);
double cm_cosh(double x);
double cm_asinh(double x);
double cm_acosh(double x);
double cm_atanh(double x);

/* Shared by the float and double trigonometric functions; see math.c. */
int cm_trig_reduce(double x, double r[2]);

#endif
