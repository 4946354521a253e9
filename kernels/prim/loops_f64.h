/* loops_f64.h — elementary functions of double for kernels/prim/loops.def: the operations of base/math.c in their
 * order, so the same bits, but without branches, so that compilers make vector code of them. Each holds where the macro
 * above it does; elsewhere, and for the last elements of a block, the function of base/math.c is called.
 * tests/kernels/test_loops.c holds both to the same bits. Formulas, sources and error bounds: base/math.c. */
#ifndef CM_KERNELS_PRIM_LOOPS_F64_H
#define CM_KERNELS_PRIM_LOOPS_F64_H

#include "base/math.h"
#include "base/math_coef_f64.h"

typedef struct cm_loop_dd {
    double hi, lo; /* the number is their sum */
} cm_loop_dd;

/* (s t + c[i]) t + c[i - 1] ...: a piece of Horner's rule, down to c[i - 3]. */
#define LOOP_HORNER(s, c, i, t) \
    (((((s) * (t) + (c)[i]) * (t) + (c)[(i) - 1]) * (t) + (c)[(i) - 2]) * (t) + (c)[(i) - 3])

CM_INLINE cm_loop_dd cm_loop_fast_two_sum(double a, double b) {
    double s = a + b;
    return (cm_loop_dd){s, b - (s - a)};
}
CM_INLINE cm_loop_dd cm_loop_two_sum(double a, double b) {
    double s = a + b, t = s - a;
    return (cm_loop_dd){s, (a - (s - t)) + (b - t)};
}
CM_INLINE double cm_loop_top(double x) { return cm_f64_from_bits(cm_f64_bits(x) & ~(uint64_t)0x7FFFFFF); }
CM_INLINE cm_loop_dd cm_loop_two_prod(double a, double b) {
    double ah = cm_loop_top(a), al = a - ah, bh = cm_loop_top(b), bl = b - bh, p = a * b;
    return (cm_loop_dd){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
CM_INLINE cm_loop_dd cm_loop_mul_dd(cm_loop_dd a, cm_loop_dd b) {
    cm_loop_dd p = cm_loop_two_prod(a.hi, b.hi);
    return cm_loop_fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
CM_INLINE cm_loop_dd cm_loop_div_dd(cm_loop_dd n, cm_loop_dd d) {
    double inv = 1.0 / d.hi, q = cm_loop_top(n.hi * inv), dh = cm_loop_top(d.hi);
    double rem = ((n.hi - q * dh) - q * (d.hi - dh)) + (n.lo - q * d.lo);
    return cm_loop_fast_two_sum(q, rem * inv);
}

/* m ? a : b. Compilers take no branch for it. */
CM_INLINE double cm_loop_pick(bool m, double a, double b) {
    uint64_t all = 0 - (uint64_t)m;
    return cm_f64_from_bits((cm_f64_bits(a) & all) | (cm_f64_bits(b) & ~all));
}

/* The whole number of x, |x| < 2^51: the bits of 1.5 * 2^52 + i less those of 1.5 * 2^52. */
CM_INLINE int64_t cm_loop_f64_i64(double x) {
    double a = cm_fabs(x), t = (a + 0x1p52) - 0x1p52;
    t = cm_copysign(t - cm_loop_pick(t > a, 1.0, 0.0), x);
    return (int64_t)(cm_f64_bits(t + 0x1.8p52) - UINT64_C(0x4338000000000000));
}

/* e^(x + xl) = (hi + lo) * *scale, |x| <= 708. */
CM_INLINE cm_loop_dd cm_loop_exp_parts(double x, double xl, double *scale) {
    double t = x * MATH_LOG2E;
    int32_t n = (int32_t)(t + cm_copysign(0.5, t));
    double k = n, r1 = x - k * MATH_LN2_HI, w = k * MATH_LN2_LO, rh = r1 - w;
    cm_loop_dd r = cm_loop_two_sum(rh, ((r1 - rh) - w) + xl), one = cm_loop_fast_two_sum(1.0, r.hi);
    double p = (math_exp_p[10] * r.hi + math_exp_p[9]) * r.hi + math_exp_p[8];
    p = LOOP_HORNER(LOOP_HORNER(p, math_exp_p, 7, r.hi), math_exp_p, 3, r.hi);
    *scale = cm_f64_from_bits((uint64_t)(int64_t)(n + 1023) << 52);
    return cm_loop_fast_two_sum(one.hi, one.lo + (r.hi * r.hi * p + r.lo));
}
#define CM_LOOP_EXP(v) (((v) >= -708.0) & ((v) <= 708.0))
CM_INLINE double cm_loop_exp(double x) {
    double scale;
    return cm_loop_exp_parts(x, 0.0, &scale).hi * scale; /* hi is hi + lo, rounded */
}

/* x = m 2^k, m within [sqrt(1/2), sqrt(2)). The bits of 2^52 + i are those of i. */
CM_INLINE double cm_loop_split(double x, double *k) {
    uint64_t u = cm_f64_bits(x);
    double m = cm_f64_from_bits((u & ((UINT64_C(1) << 52) - 1)) | UINT64_C(0x3FF) << 52);
    double e = cm_f64_from_bits(u >> 52 | UINT64_C(0x433) << 52) - (0x1p52 + 1023.0);
    bool large = m > 0x1.6a09e667f3bcdp+0;
    *k = e + cm_loop_pick(large, 1.0, 0.0);
    return m * cm_loop_pick(large, 0.5, 1.0);
}
#define CM_LOOP_NORMAL(v) (((v) >= 0x1p-1022) & ((v) < CM_INF_F64))
CM_INLINE double cm_loop_log(double x) {
    double k, f = cm_loop_split(x, &k) - 1.0, s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double p = (math_log_p[7] * z + math_log_p[6]) * z + math_log_p[5];
    p = LOOP_HORNER(p, math_log_p, 4, z) * z + math_log_p[0];
    double tail = half - s * (half + z * p);
    cm_loop_dd sum = cm_loop_fast_two_sum(k * MATH_LN2_HI, f);
    return sum.hi + (sum.lo + (k * MATH_LN2_LO - tail));
}

#define CM_LOOP_SIGMOID(v) ((v) >= -708.0)
CM_INLINE double cm_loop_sigmoid(double x) {
    double scale;
    cm_loop_dd e = cm_loop_exp_parts(cm_loop_pick(x > 41.0, -41.0, -cm_fabs(x)), 0.0, &scale); /* from 37 on it is 1 */
    double small = e.hi * scale;
    e = (cm_loop_dd){small, e.lo * scale};
    cm_loop_dd den = cm_loop_fast_two_sum(1.0, e.hi);
    den.lo += e.lo;
    cm_loop_dd num = {cm_loop_pick(x < 0.0, e.hi, 1.0), cm_loop_pick(x < 0.0, e.lo, 0.0)};
    cm_loop_dd q = cm_loop_div_dd(num, den);
    return cm_loop_pick(x < -40.0, small, q.hi + q.lo);
}

CM_INLINE double cm_loop_tanh(double x) {
    double a = cm_fabs(x), z = x * x, scale;
    double p = (math_tanh_p[9] * z + math_tanh_p[8]);
    p = LOOP_HORNER(LOOP_HORNER(p, math_tanh_p, 7, z), math_tanh_p, 3, z);
    double below = x + x * z * p;
    cm_loop_dd e = cm_loop_exp_parts(-2.0 * cm_loop_pick(a < 23.0, a, 23.0), 0.0, &scale); /* from 20 on it is 1 */
    e = (cm_loop_dd){e.hi * scale, e.lo * scale};
    cm_loop_dd num = cm_loop_fast_two_sum(1.0, -e.hi), den = cm_loop_fast_two_sum(1.0, e.hi);
    num.lo -= e.lo;
    den.lo += e.lo;
    cm_loop_dd q = cm_loop_div_dd(num, den);
    return cm_copysign(cm_loop_pick(a < 0.41, below, q.hi + q.lo), x);
}

#define CM_LOOP_TRIG(v) (cm_fabs(v) < 0x1p19)
/* The sine of x for quadrant 0, the cosine for 1. */
CM_INLINE double cm_loop_trig(double x, double quadrant) {
    double a = cm_fabs(x);
    double k = cm_loop_pick(a > MATH_PIO4_HI, (int32_t)(a * MATH_2OPI + 0.5), 0.0);
    cm_loop_dd s = cm_loop_two_sum(a - k * MATH_PIO2_1, -(k * MATH_PIO2_2));
    cm_loop_dd t = cm_loop_two_sum(s.hi, -(k * MATH_PIO2_3));
    s = cm_loop_fast_two_sum(t.hi, (s.lo + t.lo) - k * MATH_PIO2_4);
    double z = s.hi * s.hi;
    double p = (math_sin_p[6] * z + math_sin_p[5]) * z + math_sin_p[4];
    p = LOOP_HORNER(p, math_sin_p, 3, z);
    double sine = s.hi + (s.hi * z * p + s.lo * (1.0 - 0.5 * z));
    cm_loop_dd w = cm_loop_two_prod(s.hi, s.hi), c = cm_loop_fast_two_sum(1.0, -0.5 * w.hi);
    p = math_cos_p[5] * z + math_cos_p[4];
    p = LOOP_HORNER(p, math_cos_p, 3, z);
    double cosine = c.hi + (c.lo + (z * z * p - (0.5 * w.lo + s.hi * s.lo)));
    uint64_t n = cm_f64_bits(0x1p52 + (k + quadrant)), odd = 0 - (n & 1), sign = cm_f64_bits(quadrant - 1.0);
    uint64_t v = ((cm_f64_bits(cosine) & odd) | (cm_f64_bits(sine) & ~odd)) ^ n >> 1 << 63;
    return cm_f64_from_bits(v ^ (cm_f64_bits(x) & sign & UINT64_C(1) << 63)); /* the sine is odd */
}

#endif
