/* math.c — elementary functions in double. The float ones are in math_f32.c.
 *
 * Method: reduce the argument, evaluate a minimax polynomial (tools/gen_math.py), put the result back
 * together. What the last bits depend on is carried as a pair hi + lo, built with the error-free
 * transformations of Dekker (1971) and Knuth (TAOCP 2, 4.2.2): they need plain IEEE arithmetic without
 * contraction and excess precision. General reference: J.-M. Muller, Elementary Functions, 3rd ed.
 *
 * For all: NaN in gives the quiet NaN CM_NAN_F64, denormals are ordinary numbers, f(-0) = -0 for odd
 * functions. Bounds are the largest errors seen by tests/base/test_math.c against long double,
 * rounded up, in ulp of the result. */
#include "base/math.h"

#include "base/math_coef_f64.h"

typedef struct math_dd {
    double hi;
    double lo;
} math_dd;

#define MATH_POLY(c, t) math_poly((c), (int)(sizeof(c) / sizeof((c)[0])), (t))

static double math_poly(const double *c, int n, double t) {
    double sum = c[n - 1];
    for (int i = n - 2; i >= 0; i--) sum = sum * t + c[i];
    return sum;
}

/* hi + lo = a + b exactly; in the fast form |a| >= |b| or a = 0. */
static math_dd math_fast_two_sum(double a, double b) {
    double s = a + b;
    return (math_dd){s, b - (s - a)};
}

static math_dd math_two_sum(double a, double b) {
    double s = a + b;
    double t = s - a;
    return (math_dd){s, (a - (s - t)) + (b - t)};
}

/* The upper 26 bits of the significand. */
static double math_top(double x) {
    return cm_f64_from_bits(cm_f64_bits(x) & ~(uint64_t)0x7FFFFFF);
}

static math_dd math_two_prod(double a, double b) {
    double ah = math_top(a);
    double al = a - ah;
    double bh = math_top(b);
    double bl = b - bh;
    double p = a * b;
    return (math_dd){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static math_dd math_mul_dd(math_dd a, math_dd b) {
    math_dd p = math_two_prod(a.hi, b.hi);
    return math_fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* (n.hi + n.lo) / (d.hi + d.lo) to about 75 bits: a quotient short enough that its products with the
 * halves of d.hi are exact, then the remainder. */
static math_dd math_div_dd(math_dd n, math_dd d) {
    double inv = 1.0 / d.hi;
    double q = math_top(n.hi * inv);
    double dh = math_top(d.hi);
    double rem = ((n.hi - q * dh) - q * (d.hi - dh)) + (n.lo - q * d.lo);
    return math_fast_two_sum(q, rem * inv);
}

static double math_pow2(int n) { /* -1022 <= n <= 1023 */
    return cm_f64_from_bits((uint64_t)(n + 1023) << 52);
}

/* x * 2^n, rounded once, for x near 1 and |n| < 1600. */
static double math_scale(double x, int n) {
    if (n > 1023) return x * math_pow2(1023) * math_pow2(n - 1023);
    if (n < -1021) return x * math_pow2(n + 600) * math_pow2(-600);
    return x * math_pow2(n);
}

/* ---- rounding, remainder, square root ---- */

/* Exact. Clears the fraction bits; what is below 1 becomes a zero of its sign. */
double cm_trunc(double x) {
    if (cm_isnan(x)) return CM_NAN_F64;
    int e = (int)(cm_f64_bits(x) >> 52 & 0x7FF) - 1023;
    if (e >= 52) return x;
    if (e < 0) return cm_copysign(0.0, x);
    return cm_f64_from_bits(cm_f64_bits(x) & ~(((uint64_t)1 << (52 - e)) - 1));
}

/* Exact. */
double cm_floor(double x) {
    double t = cm_trunc(x);
    return t > x ? t - 1.0 : t;
}

/* Exact; -0 for -1 < x < 0. */
double cm_ceil(double x) {
    double t = cm_trunc(x);
    return t < x ? cm_copysign(t + 1.0, x) : t;
}

/* Exact. Adding and taking away 2^52 leaves the sum's rounding, which is to nearest even. */
double cm_roundeven(double x) {
    if (cm_isnan(x)) return CM_NAN_F64;
    double a = cm_fabs(x);
    if (a >= 0x1p52) return x;
    double t = a + 0x1p52;
    return cm_copysign(t - 0x1p52, x);
}

/* Splits a finite a > 0 into m * 2^e with an integer m, 2^52 <= m < 2^53. */
static uint64_t math_split_int(double a, int *e) {
    int down = a < 0x1p-1022 ? 54 : 0;
    if (down != 0) a *= 0x1p54;
    *e = (int)(cm_f64_bits(a) >> 52) - 1075 - down;
    return (cm_f64_bits(a) & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
}

/* Exact. Long division in integers, 11 bits at a time. */
double cm_fmod(double x, double y) {
    double ax = cm_fabs(x);
    double ay = cm_fabs(y);
    if (cm_isnan(x) || cm_isnan(y) || cm_isinf(x) || ay == 0.0) return CM_NAN_F64;
    if (ax < ay) return x;
    int ex;
    int ey;
    uint64_t mx = math_split_int(ax, &ex);
    uint64_t my = math_split_int(ay, &ey);
    mx %= my;
    for (int left = ex - ey; left > 0 && mx != 0;) {
        int step = left < 11 ? left : 11;
        mx = (mx << step) % my;
        left -= step;
    }
    /* mx < 2^53 and the remainder is a multiple of 2^-1074: both products are exact. */
    double r = (double)mx;
    if (ey < -1000) r = r * math_pow2(ey + 600) * math_pow2(-600);
    else r = r * math_pow2(ey);
    return cm_copysign(r, x);
}

/* Correctly rounded: the instruction, or one result bit at a time in integers. */
double cm_sqrt(double x) {
    if (x == 0.0) return x;
    if (!(x > 0.0)) return CM_NAN_F64;
    if (x == CM_INF_F64) return x;
#if CM_HAS_SQRT
    return cm_hw_sqrt(x);
#else
    int e;
    uint64_t rem = math_split_int(x, &e);
    if (e & 1) {
        rem <<= 1;
        e -= 1;
    }
    /* Digit recurrence for sqrt(rem * 2^e), e even: q gets 53 bits and one to round by. */
    rem <<= 1;
    uint64_t q = 0;
    uint64_t twice = 0;
    for (uint64_t bit = (uint64_t)1 << 53; bit != 0; bit >>= 1) {
        uint64_t t = twice + bit;
        if (t <= rem) {
            twice = t + bit;
            rem -= t;
            q += bit;
        }
        rem <<= 1;
    }
    q += q & 1; /* never a tie: its square would have more bits than a double */
    return (double)(q >> 1) * math_pow2(e / 2 - 26);
#endif
}

/* ---- exponential and logarithm ---- */

/* e^(x + xl) = (hi + lo) * 2^n, hi in 0.7..1.42, to about 62 bits; |x| < 760, |xl| < 2^-40.
 * Cody and Waite's reduction by n ln 2 with a two-part constant. */
static math_dd math_exp_parts(double x, double xl, int *n) {
    double t = x * MATH_LOG2E;
    int k = (int)(t < 0.0 ? t - 0.5 : t + 0.5);
    double r1 = x - k * MATH_LN2_HI;
    double w = k * MATH_LN2_LO;
    double rh = r1 - w;
    math_dd r = math_two_sum(rh, ((r1 - rh) - w) + xl);
    math_dd one = math_fast_two_sum(1.0, r.hi);
    *n = k;
    double tail = one.lo + (r.hi * r.hi * MATH_POLY(math_exp_p, r.hi) + r.lo);
    return math_fast_two_sum(one.hi, tail);
}

/* <= 0.65 ulp, <= 0.8 where the result is denormal. e^-inf = 0. */
double cm_exp(double x) {
    if (cm_isnan(x)) return CM_NAN_F64;
    if (x > 709.8) return CM_INF_F64;
    if (x < -745.2) return 0.0;
    int n;
    math_dd e = math_exp_parts(x, 0.0, &n);
    return math_scale(e.hi + e.lo, n);
}

/* <= 1.0 ulp. */
double cm_expm1(double x) {
    if (cm_isnan(x)) return CM_NAN_F64;
    if (x > 709.8) return CM_INF_F64;
    if (x < -50.0) return -1.0;
    if (cm_fabs(x) < 0x1p-54) return x;
    if (cm_fabs(x) < 0.34) return x + x * x * MATH_POLY(math_exp_p, x);
    int n;
    math_dd e = math_exp_parts(x, 0.0, &n);
    if (n > 60) return math_scale(e.hi + e.lo, n);
    math_dd s = math_two_sum(e.hi * math_pow2(n), -1.0);
    return s.hi + (s.lo + e.lo * math_pow2(n));
}

/* x = m * 2^k with m in [sqrt(1/2), sqrt(2)), for finite x > 0. */
static double math_split(double x, int *k) {
    int e;
    uint64_t m = math_split_int(x, &e);
    *k = e + 52;
    double d = (double)m * 0x1p-52;
    if (d > 0x1.6a09e667f3bcdp+0) {
        d *= 0.5;
        *k += 1;
    }
    return d;
}

/* k ln 2 + log(1 + f) + c for f in [-0.293, 0.4143] and a small c. With s = f/(2+f), log(1+f) =
 * 2 atanh(s), written as f minus a small term so that f enters unrounded. */
static double math_log_core(int k, double f, double c) {
    double s = f / (2.0 + f);
    double z = s * s;
    double half = 0.5 * f * f;
    double tail = half - s * (half + z * MATH_POLY(math_log_p, z));
    math_dd sum = math_fast_two_sum(k * MATH_LN2_HI, f);
    return sum.hi + (sum.lo + ((c + k * MATH_LN2_LO) - tail));
}

/* <= 0.9 ulp. log 0 = -inf, of negative numbers NaN. */
double cm_log(double x) {
    if (cm_isnan(x) || x < 0.0) return CM_NAN_F64;
    if (x == 0.0) return -CM_INF_F64;
    if (x == CM_INF_F64) return x;
    int k;
    double m = math_split(x, &k);
    return math_log_core(k, m - 1.0, 0.0);
}

/* log(1 + f.hi + f.lo) for finite f.hi > -1. */
static double math_log1p_dd(math_dd f) {
    if (cm_fabs(f.hi) < 0x1p-54) return f.hi;
    if (f.hi > -0.2928 && f.hi < 0.4142) return math_log_core(0, f.hi, f.lo / (1.0 + f.hi));
    math_dd u = math_two_sum(1.0, f.hi);
    int k;
    double m = math_split(u.hi, &k);
    return math_log_core(k, m - 1.0, (u.lo + f.lo) / u.hi);
}

/* <= 0.9 ulp. log1p(-1) = -inf, below that NaN. */
double cm_log1p(double x) {
    if (cm_isnan(x) || x < -1.0) return CM_NAN_F64;
    if (x == -1.0) return -CM_INF_F64;
    if (x == CM_INF_F64) return x;
    return math_log1p_dd((math_dd){x, 0.0});
}

/* ---- power ---- */

/* log x to about 70 bits, for finite x > 0. */
static math_dd math_log_dd(double x) {
    int k;
    double f = math_split(x, &k) - 1.0;
    math_dd s = math_div_dd((math_dd){f, 0.0}, math_fast_two_sum(2.0, f));
    math_dd z = math_mul_dd(s, s);
    math_dd t = math_fast_two_sum(1.0 / 3.0, z.hi * MATH_POLY(math_log_dd_p, z.hi));
    t.lo += MATH_THIRD_LO;
    math_dd u = math_mul_dd(math_mul_dd(z, t), s);
    math_dd a = math_fast_two_sum(s.hi, u.hi); /* atanh s = s + s z (1/3 + ...) */
    a.lo += s.lo + u.lo;
    math_dd sum = math_fast_two_sum(k * MATH_LN2_HI, 2.0 * a.hi);
    return math_fast_two_sum(sum.hi, sum.lo + (2.0 * a.lo + k * MATH_LN2_LO));
}

/* x^y for finite x > 0, x != 1, and finite y != 0. */
static double math_pow_positive(double x, double y) {
    if (cm_fabs(y) > 0x1p66) return (x > 1.0) == (y > 0.0) ? CM_INF_F64 : 0.0;
    if (cm_fabs(y) < 0x1p-66) return 1.0;
    math_dd l = math_log_dd(x);
    math_dd p = math_two_prod(y, l.hi);
    p = math_fast_two_sum(p.hi, p.lo + y * l.lo);
    if (p.hi > 709.8) return CM_INF_F64;
    if (p.hi < -745.2) return 0.0;
    int n;
    math_dd e = math_exp_parts(p.hi, p.lo, &n);
    return math_scale(e.hi + e.lo, n);
}

/* 0: y is no integer, 1: odd, 2: even. */
static int math_parity(double y) {
    double a = cm_fabs(y);
    if (a >= 0x1p53) return 2;
    if (cm_trunc(a) != a) return 0;
    return ((uint64_t)a & 1) != 0 ? 1 : 2;
}

/* <= 0.75 ulp, <= 1.1 where the result is denormal. Special cases as in C11 F.10.4.4. */
double cm_pow(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (cm_isnan(x) || cm_isnan(y)) return CM_NAN_F64;
    double ax = cm_fabs(x);
    if (cm_isinf(y)) {
        if (ax == 1.0) return 1.0;
        return (ax > 1.0) == (y > 0.0) ? CM_INF_F64 : 0.0;
    }
    int parity = math_parity(y);
    bool negative = (cm_f64_bits(x) >> 63) != 0;
    if (negative && parity == 0 && ax != 0.0 && ax != CM_INF_F64) return CM_NAN_F64;
    double r = 1.0;
    if (ax == 0.0 || ax == CM_INF_F64) r = (ax == 0.0) == (y > 0.0) ? 0.0 : CM_INF_F64;
    else if (ax != 1.0) r = math_pow_positive(ax, y);
    return negative && parity == 1 ? -r : r;
}

/* ---- sigmoid, hyperbolic functions, error function ---- */

/* 1 / (1 + e^-x). <= 0.7 ulp. */
double cm_sigmoid(double x) {
    if (cm_isnan(x)) return CM_NAN_F64;
    if (x < -40.0) return cm_exp(x);
    if (x > 40.0) return 1.0;
    int n;
    math_dd e = math_exp_parts(-cm_fabs(x), 0.0, &n);
    e.hi *= math_pow2(n);
    e.lo *= math_pow2(n);
    math_dd den = math_fast_two_sum(1.0, e.hi);
    den.lo += e.lo;
    math_dd q = math_div_dd(x < 0.0 ? e : (math_dd){1.0, 0.0}, den);
    return q.hi + q.lo;
}

/* <= 0.7 ulp. (1 - e^-2x) / (1 + e^-2x), a polynomial where that would cancel. */
double cm_tanh(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x)) return CM_NAN_F64;
    if (a < 0x1p-27) return x;
    if (a < 0.41) return x + x * (x * x) * MATH_POLY(math_tanh_p, x * x);
    if (a > 22.0) return cm_copysign(1.0, x);
    int n;
    math_dd e = math_exp_parts(-2.0 * a, 0.0, &n);
    e.hi *= math_pow2(n);
    e.lo *= math_pow2(n);
    math_dd num = math_fast_two_sum(1.0, -e.hi);
    math_dd den = math_fast_two_sum(1.0, e.hi);
    num.lo -= e.lo;
    den.lo += e.lo;
    math_dd q = math_div_dd(num, den);
    return cm_copysign(q.hi + q.lo, x);
}

/* (e^a + sign * e^-a) / 2 for 0 <= a. */
static double math_cosh_like(double a, double sign) {
    if (a > 710.5) return CM_INF_F64;
    int n;
    math_dd e = math_exp_parts(a, 0.0, &n);
    if (n > 60) return math_scale(e.hi + e.lo, n - 1);
    double hi = e.hi * math_pow2(n - 1);
    double lo = e.lo * math_pow2(n - 1);
    math_dd s = math_fast_two_sum(hi, sign * (0.25 / hi));
    double inv_lo = -0.25 * lo / (hi * hi);
    return s.hi + (s.lo + (lo + sign * inv_lo));
}

/* <= 0.9 ulp. */
double cm_sinh(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x)) return CM_NAN_F64;
    if (a < 0x1p-27) return x;
    if (a < 1.0) return x + x * (x * x) * MATH_POLY(math_sinh_p, x * x);
    return cm_copysign(math_cosh_like(a, -1.0), x);
}

/* <= 0.7 ulp. */
double cm_cosh(double x) {
    if (cm_isnan(x)) return CM_NAN_F64;
    return math_cosh_like(cm_fabs(x), 1.0);
}

/* sqrt(a.hi + a.lo) as a pair, for normal a.hi > 0. */
static math_dd math_sqrt_dd(math_dd a) {
    double s = cm_sqrt(a.hi);
    math_dd p = math_two_prod(s, s);
    return (math_dd){s, (((a.hi - p.hi) - p.lo) + a.lo) / (2.0 * s)};
}

/* log1p(x + x^2 / (1 + sqrt(1 + x^2))); <= 1.2 ulp. */
double cm_asinh(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x)) return CM_NAN_F64;
    if (a < 0x1p-27 || a == CM_INF_F64) return x;
    double r;
    if (a > 0x1p28) {
        int k;
        double m = math_split(a, &k);
        r = math_log_core(k + 1, m - 1.0, 0.0);
    } else {
        double q = a * a / (1.0 + cm_sqrt(1.0 + a * a));
        r = math_log1p_dd(math_two_sum(a, q));
    }
    return cm_copysign(r, x);
}

/* log1p(t + sqrt(2 t + t^2)), t = x - 1; <= 1.0 ulp. NaN below 1. */
double cm_acosh(double x) {
    if (cm_isnan(x) || x < 1.0) return CM_NAN_F64;
    if (x == 1.0) return 0.0;
    if (x == CM_INF_F64) return x;
    if (x > 0x1p28) {
        int k;
        double m = math_split(x, &k);
        return math_log_core(k + 1, m - 1.0, 0.0);
    }
    double t = x - 1.0;
    math_dd p = math_two_prod(t, t);
    math_dd d = math_two_sum(2.0 * t, p.hi);
    d.lo += p.lo;
    math_dd s = math_sqrt_dd(d);
    math_dd f = math_two_sum(t, s.hi);
    f.lo += s.lo;
    return math_log1p_dd(f);
}

/* log1p(2 x / (1 - x)) / 2; <= 1.0 ulp. Infinite at +-1, NaN beyond. */
double cm_atanh(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x) || a > 1.0) return CM_NAN_F64;
    if (a == 1.0) return cm_copysign(CM_INF_F64, x);
    if (a < 0x1p-27) return x;
    math_dd f = math_div_dd((math_dd){2.0 * a, 0.0}, math_fast_two_sum(1.0, -a));
    return cm_copysign(0.5 * math_log1p_dd(f), x);
}

/* <= 1.5 ulp. A polynomial up to 1, beyond it 1 - e^(-x^2) P. */
double cm_erf(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x)) return CM_NAN_F64;
    if (a < 1.0) return x + x * MATH_POLY(math_erf_0_p, x * x);
    if (a > 6.0) return cm_copysign(1.0, x);
    double t = (a - 2.0) / (a + 2.0);
    return cm_copysign(1.0 - cm_exp(-a * a) * MATH_POLY(math_erf_1_p, t), x);
}

/* ---- trigonometric functions ---- */

/* The product of |x| >= 2^19, finite, with 2/pi modulo 4, in 192 bits (Payne and Hanek, 1983): the
 * bits of 2/pi that contribute multiples of 4 are left out. *frac is in [-1/2, 1/2]. */
static int math_payne_hanek(double x, math_dd *frac) {
    int e;
    uint64_t m = math_split_int(cm_fabs(x), &e);
    int first = e - 2; /* bits of 2/pi to skip; at most 969, and at least -35 */
    uint32_t w[6];
    for (int i = 0; i < 6; i++) {
        int at = first + 32 * i;
        int word = at >= 0 ? at / 32 : -((31 - at) / 32);
        unsigned shift = (unsigned)(at - 32 * word);
        uint64_t pair = word >= 0 ? (uint64_t)math_2opi_words[word] << 32 : 0;
        if (word >= -1) pair |= math_2opi_words[word + 1];
        w[i] = (uint32_t)(pair << shift >> 32);
    }
    uint32_t p[6]; /* m * w modulo 2^192, the highest word first */
    uint64_t m_lo = m & 0xFFFFFFFFu;
    uint64_t m_hi = m >> 32;
    uint64_t carry = 0;
    for (int i = 5; i >= 0; i--) {
        uint64_t low = m_lo * w[i];
        uint64_t high = i < 5 ? m_hi * w[i + 1] : 0;
        uint64_t sum = carry + (low & 0xFFFFFFFFu) + (high & 0xFFFFFFFFu);
        p[i] = (uint32_t)sum;
        carry = (sum >> 32) + (low >> 32) + (high >> 32);
    }
    int n = (int)(p[0] >> 30);
    p[0] &= 0x3FFFFFFFu;
    bool above = p[0] >= 0x20000000u; /* fraction >= 1/2: count from the next quadrant */
    math_dd f = {above ? -1.0 : 0.0, 0.0};
    double unit = 0x1p-30;
    for (int i = 0; i < 6; i++) {
        math_dd s = math_two_sum(f.hi, p[i] * unit);
        f = math_fast_two_sum(s.hi, s.lo + f.lo);
        unit *= 0x1p-32;
    }
    *frac = f;
    return n + (above ? 1 : 0);
}

/* cm_trig_reduce — |x| = n pi/2 + r[0] + r[1], |r[0]| <= pi/4 (1 + 2^-20), r to about 100 bits.
 * x is finite. Returns n modulo 4. */
int cm_trig_reduce(double x, double r[2]) {
    double a = cm_fabs(x);
    math_dd s;
    int n;
    if (a <= MATH_PIO4_HI) {
        s = (math_dd){a, 0.0};
        n = 0;
    } else if (a < 0x1p19) {
        /* Cody and Waite: n has 19 bits, its products with three 33-bit pieces of pi/2 are exact. */
        n = (int)(a * MATH_2OPI + 0.5);
        s = math_two_sum(a - n * MATH_PIO2_1, -(n * MATH_PIO2_2));
        math_dd t = math_two_sum(s.hi, -(n * MATH_PIO2_3));
        s = math_fast_two_sum(t.hi, (s.lo + t.lo) - n * MATH_PIO2_4);
    } else {
        math_dd f;
        n = math_payne_hanek(a, &f);
        s = math_mul_dd(f, (math_dd){MATH_PIO2_HI, MATH_PIO2_LO});
    }
    r[0] = s.hi;
    r[1] = s.lo;
    return n & 3;
}

static math_dd math_sin_core(const double r[2]) {
    double z = r[0] * r[0];
    return math_fast_two_sum(r[0], r[0] * z * MATH_POLY(math_sin_p, z) + r[1] * (1.0 - 0.5 * z));
}

static math_dd math_cos_core(const double r[2]) {
    math_dd z = math_two_prod(r[0], r[0]);
    math_dd s = math_fast_two_sum(1.0, -0.5 * z.hi);
    double tail = z.hi * z.hi * MATH_POLY(math_cos_p, z.hi) - (0.5 * z.lo + r[0] * r[1]);
    return math_fast_two_sum(s.hi, s.lo + tail);
}

/* sin of x for quadrant 0, cos for 1; finite x. */
static double math_sin_quadrant(double x, int quadrant) {
    double r[2];
    int n = (cm_trig_reduce(x, r) + quadrant) & 3;
    math_dd v = (n & 1) != 0 ? math_cos_core(r) : math_sin_core(r);
    return (n & 2) != 0 ? -v.hi : v.hi;
}

/* <= 0.85 ulp for every finite x; NaN for infinities. */
double cm_sin(double x) {
    if (cm_isnan(x) || cm_isinf(x)) return CM_NAN_F64;
    if (cm_fabs(x) < 0x1p-27) return x;
    double s = math_sin_quadrant(x, 0);
    return x < 0.0 ? -s : s;
}

/* <= 0.85 ulp for every finite x; NaN for infinities. */
double cm_cos(double x) {
    if (cm_isnan(x) || cm_isinf(x)) return CM_NAN_F64;
    return math_sin_quadrant(x, 1);
}

/* <= 0.95 ulp for every finite x; NaN for infinities. */
double cm_tan(double x) {
    if (cm_isnan(x) || cm_isinf(x)) return CM_NAN_F64;
    if (cm_fabs(x) < 0x1p-27) return x;
    double r[2];
    bool odd = (cm_trig_reduce(x, r) & 1) != 0;
    math_dd s = math_sin_core(r);
    math_dd c = math_cos_core(r);
    math_dd q = odd ? math_div_dd(c, s) : math_div_dd(s, c);
    double t = odd ? -(q.hi + q.lo) : q.hi + q.lo;
    return x < 0.0 ? -t : t;
}

/* For 1/2 < a <= 1: asin(sqrt((1-a)/2)) as a pair, half the arc cosine of a. */
static math_dd math_half_acos(double a) {
    double z = 0.5 * (1.0 - a);
    if (z == 0.0) return (math_dd){0.0, 0.0};
    math_dd s = math_sqrt_dd((math_dd){z, 0.0});
    return math_fast_two_sum(s.hi, s.lo + s.hi * z * MATH_POLY(math_asin_p, z));
}

/* <= 0.7 ulp. NaN beyond +-1. */
double cm_asin(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x) || a > 1.0) return CM_NAN_F64;
    if (a < 0x1p-27) return x;
    if (a <= 0.5) return x + x * (x * x) * MATH_POLY(math_asin_p, x * x);
    math_dd h = math_half_acos(a);
    math_dd s = math_fast_two_sum(MATH_PIO2_HI, -2.0 * h.hi);
    return cm_copysign(s.hi + (s.lo + (MATH_PIO2_LO - 2.0 * h.lo)), x);
}

/* <= 0.7 ulp. NaN beyond +-1. */
double cm_acos(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x) || a > 1.0) return CM_NAN_F64;
    if (a <= 0.5) {
        double tail = x * (x * x) * MATH_POLY(math_asin_p, x * x);
        math_dd s = math_fast_two_sum(MATH_PIO2_HI, -x);
        return s.hi + (s.lo + (MATH_PIO2_LO - tail));
    }
    math_dd h = math_half_acos(a);
    if (x > 0.0) return 2.0 * h.hi;
    math_dd s = math_fast_two_sum(2.0 * MATH_PIO2_HI, -2.0 * h.hi);
    return s.hi + (s.lo + (2.0 * MATH_PIO2_LO - 2.0 * h.lo));
}

/* <= 0.7 ulp. atan a = base + atan t with base 0, pi/4 or pi/2 and |t| <= tan(pi/8). */
double cm_atan(double x) {
    double a = cm_fabs(x);
    if (cm_isnan(x)) return CM_NAN_F64;
    if (a < 0x1p-27) return x;
    math_dd t = {a, 0.0};
    math_dd base = {0.0, 0.0};
    if (a > 2.41) {
        t = a < 0x1p60 ? math_div_dd((math_dd){-1.0, 0.0}, (math_dd){a, 0.0}) : (math_dd){0.0, 0.0};
        base = (math_dd){MATH_PIO2_HI, MATH_PIO2_LO};
    } else if (a > 0.4142) {
        t = math_div_dd(math_two_sum(a, -1.0), math_two_sum(a, 1.0));
        base = (math_dd){MATH_PIO4_HI, MATH_PIO4_LO};
    }
    double z = t.hi * t.hi;
    double tail = t.lo + t.hi * z * MATH_POLY(math_atan_p, z);
    math_dd s = math_fast_two_sum(base.hi, t.hi);
    return cm_copysign(s.hi + (s.lo + (base.lo + tail)), x);
}
