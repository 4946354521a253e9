/* math_f32.c — elementary functions in float.
 *
 * The functions of activations (exp, expm1, log, log1p, sigmoid, tanh, erf) use float arithmetic only,
 * for processors whose unit has no double; the method is that of math.c. The others compute in double
 * and round once.
 *
 * For all: NaN in gives the quiet NaN CM_NAN_F32, denormals are ordinary numbers, f(-0) = -0 for odd
 * functions. Bounds, in ulp of the result, are the largest errors over all 2^32 arguments
 * (tests/base/math_exhaustive.c) where "proven" is said, else over the sample of
 * tests/base/test_math.c, rounded up. */
#include "base/math.h"

#include "base/math_coef_f32.h"

typedef struct math_f32_ff {
    float hi;
    float lo;
} math_f32_ff;

#define MATH_F32_POLY(c, t) math_f32_poly((c), (int)(sizeof(c) / sizeof((c)[0])), (t))

CM_INLINE float math_f32_poly(const float *c, int n, float t) {
    float sum = c[n - 1];
    for (int i = n - 2; i >= 0; i--) sum = sum * t + c[i];
    return sum;
}

/* hi + lo = a + b exactly, for |a| >= |b| or a = 0. */
CM_INLINE math_f32_ff math_f32_two_sum(float a, float b) {
    float s = a + b;
    return (math_f32_ff){s, b - (s - a)};
}

/* The upper 12 bits of the significand: products of two such are exact. */
CM_INLINE float math_f32_top(float x) {
    return cm_f32_from_bits(cm_f32_bits(x) & 0xFFFFF000u);
}

/* (n.hi + n.lo) / (d.hi + d.lo), <= 0.51 ulp: a 12-bit quotient, then the exact remainder. */
CM_INLINE float math_f32_div(math_f32_ff n, math_f32_ff d) {
    float inv = 1.0f / d.hi;
    float q = math_f32_top(n.hi * inv);
    float dh = math_f32_top(d.hi);
    float rem = ((n.hi - q * dh) - q * (d.hi - dh)) + (n.lo - q * d.lo);
    return q + rem * inv;
}

CM_INLINE float math_f32_pow2(int n) { /* -126 <= n <= 127 */
    return cm_f32_from_bits((uint32_t)(n + 127) << 23);
}

/* ---- rounding, remainder, square root ---- */

/* Exact. Clears the fraction bits; what is below 1 becomes a zero of its sign. */
float cm_truncf(float x) {
    if (cm_isnanf(x)) return CM_NAN_F32;
    int e = (int)(cm_f32_bits(x) >> 23 & 0xFF) - 127;
    if (e >= 23) return x;
    if (e < 0) return cm_copysignf(0.0f, x);
    return cm_f32_from_bits(cm_f32_bits(x) & ~((1u << (23 - e)) - 1));
}

/* Exact. */
float cm_floorf(float x) {
    float t = cm_truncf(x);
    return t > x ? t - 1.0f : t;
}

/* Exact; -0 for -1 < x < 0. */
float cm_ceilf(float x) {
    float t = cm_truncf(x);
    return t < x ? cm_copysignf(t + 1.0f, x) : t;
}

/* Exact. Adding and taking away 2^23 leaves the sum's rounding, which is to nearest even. */
float cm_roundevenf(float x) {
    if (cm_isnanf(x)) return CM_NAN_F32;
    float a = cm_fabsf(x);
    if (a >= 0x1p23f) return x;
    float t = a + 0x1p23f;
    return cm_copysignf(t - 0x1p23f, x);
}

/* Splits a finite a > 0 into m * 2^e with an integer m, 2^23 <= m < 2^24. */
static uint32_t math_f32_split_int(float a, int *e) {
    int shift = 0;
    if (a < 0x1p-126f) {
        a *= 0x1p24f;
        shift = 24;
    }
    *e = (int)(cm_f32_bits(a) >> 23) - 150 - shift;
    return (cm_f32_bits(a) & 0x7FFFFFu) | 0x800000u;
}

/* Exact. Long division in integers, 8 bits at a time. */
float cm_fmodf(float x, float y) {
    float ax = cm_fabsf(x);
    float ay = cm_fabsf(y);
    if (cm_isnanf(x) || cm_isnanf(y) || cm_isinff(x) || ay == 0.0f) return CM_NAN_F32;
    if (ax < ay) return x;
    int ex;
    int ey;
    uint32_t mx = math_f32_split_int(ax, &ex);
    uint32_t my = math_f32_split_int(ay, &ey);
    mx %= my;
    for (int left = ex - ey; left > 0 && mx != 0;) {
        int step = left < 8 ? left : 8;
        mx = (mx << step) % my;
        left -= step;
    }
    /* mx < 2^24 and the remainder is a multiple of 2^-149: both products are exact. */
    float r = (float)mx;
    if (ey < -100) r = r * math_f32_pow2(ey + 60) * math_f32_pow2(-60);
    else r = r * math_f32_pow2(ey);
    return cm_copysignf(r, x);
}

/* Correctly rounded: the instruction, or one result bit at a time in integers. */
float cm_sqrtf(float x) {
    if (x == 0.0f) return x;
    if (!(x > 0.0f)) return CM_NAN_F32;
    if (cm_isinff(x)) return x;
#if CM_HAS_SQRTF
    return cm_hw_sqrtf(x);
#else
    int e;
    uint32_t rem = math_f32_split_int(x, &e);
    if ((e & 1) == 0) {
        rem <<= 1;
        e -= 1;
    }
    /* Digit recurrence for sqrt(rem * 2^e), e odd: q gets 24 bits and one to round by. */
    rem <<= 1;
    uint32_t q = 0;
    uint32_t twice = 0;
    for (uint32_t bit = 1u << 24; bit != 0; bit >>= 1) {
        uint32_t t = twice + bit;
        if (t <= rem) {
            twice = t + bit;
            rem -= t;
            q += bit;
        }
        rem <<= 1;
    }
    q += q & 1; /* never a tie: its square would have more bits than a float */
    return (float)(q >> 1) * math_f32_pow2((e + 23) / 2 - 23);
#endif
}

/* ---- exponential and logarithm ---- */

/* e^x = (hi + lo) * 2^n, hi in 0.7..1.42, to about 29 bits; |x| < 120. Cody and Waite's reduction by
 * n ln 2 with a two-part constant. */
CM_INLINE math_f32_ff math_f32_exp_parts(float x, int *n) {
    float t = x * MATH_F32_LOG2E;
    int k = (int)(t < 0.0f ? t - 0.5f : t + 0.5f);
    float fk = (float)k;
    float r1 = x - fk * MATH_F32_LN2_HI;
    float w = fk * MATH_F32_LN2_LO;
    float r = r1 - w;
    float r_lo = (r1 - r) - w;
    math_f32_ff one = math_f32_two_sum(1.0f, r);
    *n = k;
    return math_f32_two_sum(one.hi, one.lo + (r * r * MATH_F32_POLY(math_f32_exp, r) + r_lo));
}

/* x * 2^n, rounded once, for x near 1 and |n| < 200. */
CM_INLINE float math_f32_scale(float x, int n) {
    if (n > 127) return x * 0x1p127f * math_f32_pow2(n - 127);
    if (n < -125) return x * math_f32_pow2(n + 60) * 0x1p-60f;
    return x * math_f32_pow2(n);
}

/* <= 0.70 ulp, <= 0.77 where the result is denormal (proven). e^-inf = 0. */
float cm_expf(float x) {
    if (cm_isnanf(x)) return CM_NAN_F32;
    if (x > 88.73f) return CM_INF_F32;
    if (x < -104.0f) return 0.0f;
    int n;
    math_f32_ff e = math_f32_exp_parts(x, &n);
    return math_f32_scale(e.hi + e.lo, n);
}

/* <= 0.95 ulp. */
float cm_expm1f(float x) {
    if (cm_isnanf(x)) return CM_NAN_F32;
    if (x > 88.73f) return CM_INF_F32;
    if (x < -20.0f) return -1.0f;
    if (cm_fabsf(x) < 0x1p-25f) return x;
    if (cm_fabsf(x) < 0.34f) return x + x * x * MATH_F32_POLY(math_f32_exp, x);
    int n;
    math_f32_ff e = math_f32_exp_parts(x, &n);
    if (n > 30) return math_f32_scale(e.hi + e.lo, n);
    float big = e.hi * math_f32_pow2(n);
    math_f32_ff s = big > 1.0f ? math_f32_two_sum(big, -1.0f) : math_f32_two_sum(-1.0f, big);
    return s.hi + (s.lo + e.lo * math_f32_pow2(n));
}

/* x = m * 2^k with m in [sqrt(1/2), sqrt(2)), for finite x > 0. */
CM_INLINE float math_f32_split(float x, int *k) {
    int shift = 0;
    if (x < 0x1p-126f) {
        x *= 0x1p24f;
        shift = 24;
    }
    /* Subtracting the bits of sqrt(1/2) moves the carry into the exponent where m would be too large. */
    uint32_t d = cm_f32_bits(x) - 0x3F3504F3u;
    *k = ((int32_t)(d & 0xFF800000u)) / 0x800000 - shift;
    return cm_f32_from_bits((d & 0x7FFFFFu) + 0x3F3504F3u);
}

/* k ln 2 + log(1 + f) + c for f in [-0.293, 0.4143] and a small c. */
CM_INLINE float math_f32_log_core(int k, float f, float c) {
    float f2 = f * f;
    float tail = f2 * f * MATH_F32_POLY(math_f32_log, f) - 0.5f * f2;
    float fk = (float)k;
    math_f32_ff s = math_f32_two_sum(fk * MATH_F32_LN2_HI, f);
    return s.hi + (s.lo + ((c + fk * MATH_F32_LN2_LO) + tail));
}

/* <= 0.88 ulp (proven). log 0 = -inf, of negative numbers NaN. */
float cm_logf(float x) {
    if (cm_isnanf(x) || x < 0.0f) return CM_NAN_F32;
    if (x == 0.0f) return -CM_INF_F32;
    if (cm_isinff(x)) return x;
    int k;
    float m = math_f32_split(x, &k);
    return math_f32_log_core(k, m - 1.0f, 0.0f);
}

/* <= 0.90 ulp. log1p(-1) = -inf, below that NaN. */
float cm_log1pf(float x) {
    if (cm_isnanf(x) || x < -1.0f) return CM_NAN_F32;
    if (x == -1.0f) return -CM_INF_F32;
    if (cm_isinff(x) || cm_fabsf(x) < 0x1p-25f) return x;
    if (x > -0.2928f && x < 0.4142f) return math_f32_log_core(0, x, 0.0f);
    math_f32_ff u = cm_fabsf(x) < 1.0f ? math_f32_two_sum(1.0f, x) : math_f32_two_sum(x, 1.0f);
    int k;
    float m = math_f32_split(u.hi, &k);
    return math_f32_log_core(k, m - 1.0f, u.lo / u.hi);
}

/* ---- sigmoid, tanh, erf ---- */

/* e^-a = hi + lo for 0 <= a < 40. */
CM_INLINE math_f32_ff math_f32_exp_neg(float a) {
    int n;
    math_f32_ff e = math_f32_exp_parts(-a, &n);
    float scale = math_f32_pow2(n);
    return (math_f32_ff){e.hi * scale, e.lo * scale};
}

/* <= 0.70 ulp, <= 0.77 where the result is denormal (proven). */
float cm_sigmoidf(float x) {
    if (cm_isnanf(x)) return CM_NAN_F32;
    if (x < -25.0f) return cm_expf(x); /* 1 + e^x would change no bit */
    if (x > 18.0f) return 1.0f;
    math_f32_ff e = math_f32_exp_neg(cm_fabsf(x));
    math_f32_ff den = math_f32_two_sum(1.0f, e.hi);
    den.lo += e.lo;
    return math_f32_div(x < 0.0f ? e : (math_f32_ff){1.0f, 0.0f}, den);
}

/* <= 0.70 ulp (proven). (1 - e^-2x) / (1 + e^-2x), a polynomial where that would cancel. */
float cm_tanhf(float x) {
    float a = cm_fabsf(x);
    if (cm_isnanf(x)) return CM_NAN_F32;
    if (a < 0x1p-13f) return x;
    if (a < 0.41f) return x + x * (x * x) * MATH_F32_POLY(math_f32_tanh, x * x);
    if (a > 10.0f) return cm_copysignf(1.0f, x);
    math_f32_ff e = math_f32_exp_neg(2.0f * a);
    math_f32_ff num = math_f32_two_sum(1.0f, -e.hi);
    math_f32_ff den = math_f32_two_sum(1.0f, e.hi);
    num.lo -= e.lo;
    den.lo += e.lo;
    return cm_copysignf(math_f32_div(num, den), x);
}

/* <= 1.05 ulp (proven). Polynomials for erf up to 0.84 and for 1 - erf up to 4. */
float cm_erff(float x) {
    float a = cm_fabsf(x);
    if (cm_isnanf(x)) return CM_NAN_F32;
    if (a < 0.84f) return x + x * MATH_F32_POLY(math_f32_erf_0, x * x);
    if (a >= 4.0f) return cm_copysignf(1.0f, x);
    float c = a < 2.0f ? MATH_F32_POLY(math_f32_erf_1, a - 1.375f)
                       : MATH_F32_POLY(math_f32_erf_2, a - 3.0f);
    return cm_copysignf(1.0f - c, x);
}

/* ---- through double ---- */

static double math_f32_poly_f64(const double *c, int n, double t) {
    double sum = c[n - 1];
    for (int i = n - 2; i >= 0; i--) sum = sum * t + c[i];
    return sum;
}

static double math_f32_sin_core(double r) {
    double z = r * r;
    return r + r * z * math_f32_poly_f64(math_f32_sin, 4, z);
}

static double math_f32_cos_core(double r) {
    double z = r * r;
    return 1.0 + z * math_f32_poly_f64(math_f32_cos, 5, z);
}

/* <= 0.501 ulp for every finite x; NaN for infinities. */
float cm_sinf(float x) {
    if (cm_isnanf(x) || cm_isinff(x)) return CM_NAN_F32;
    if (cm_fabsf(x) < 0x1p-13f) return x; /* also keeps -0 and denormals */
    double r[2];
    int n = cm_trig_reduce((double)x, r);
    double v = (n & 1) != 0 ? math_f32_cos_core(r[0]) : math_f32_sin_core(r[0]);
    return (float)(((n & 2) != 0) != (x < 0.0f) ? -v : v);
}

/* <= 0.501 ulp for every finite x; NaN for infinities. */
float cm_cosf(float x) {
    if (cm_isnanf(x) || cm_isinff(x)) return CM_NAN_F32;
    double r[2];
    int n = cm_trig_reduce((double)x, r) + 1;
    double v = (n & 1) != 0 ? math_f32_cos_core(r[0]) : math_f32_sin_core(r[0]);
    return (float)((n & 2) != 0 ? -v : v);
}

/* <= 0.501 ulp for every finite x; NaN for infinities. */
float cm_tanf(float x) {
    if (cm_isnanf(x) || cm_isinff(x)) return CM_NAN_F32;
    if (cm_fabsf(x) < 0x1p-13f) return x;
    double r[2];
    int n = cm_trig_reduce((double)x, r);
    double s = math_f32_sin_core(r[0]);
    double c = math_f32_cos_core(r[0]);
    double t = (n & 1) != 0 ? -c / s : s / c;
    return (float)(x < 0.0f ? -t : t);
}

/* From here on: <= 0.501 ulp, special values as the double functions have them. */
float cm_powf(float x, float y) { return (float)cm_pow((double)x, (double)y); }
float cm_asinf(float x) { return (float)cm_asin((double)x); }
float cm_acosf(float x) { return (float)cm_acos((double)x); }
float cm_atanf(float x) { return (float)cm_atan((double)x); }
float cm_sinhf(float x) { return (float)cm_sinh((double)x); }
float cm_coshf(float x) { return (float)cm_cosh((double)x); }
float cm_asinhf(float x) { return (float)cm_asinh((double)x); }
float cm_acoshf(float x) { return (float)cm_acosh((double)x); }
float cm_atanhf(float x) { return (float)cm_atanh((double)x); }
