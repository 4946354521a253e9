/* The elementary functions: errors against the C library (float against its double functions, double
 * against its long double functions), special values, exact functions bit by bit. */
#include <float.h>
#include <math.h>

#include "base/math.h"
#include "tests/check.h"

static uint64_t test_math_state;

static uint64_t test_math_random(void) { /* xorshift64 */
    test_math_state ^= test_math_state << 13;
    test_math_state ^= test_math_state >> 7;
    test_math_state ^= test_math_state << 17;
    return test_math_state;
}

static double test_math_uniform(double lo, double hi) {
    return lo + (hi - lo) * ((double)(test_math_random() >> 11) * 0x1p-53);
}

static double test_math_sigmoid_f64(double x) {
    return x < 0.0 ? exp(x) / (1.0 + exp(x)) : 1.0 / (1.0 + exp(-x));
}

static long double test_math_sigmoid_ld(long double x) {
    return x < 0.0L ? expl(x) / (1.0L + expl(x)) : 1.0L / (1.0L + expl(-x));
}

/* |got - want| in ulp at want, for a format with `digits` bits and the smallest normal 2^min_exp. */
static double test_math_ulp(double got, long double want, int digits, int min_exp) {
    long double limit = ldexpl(1.0L, digits == 24 ? 128 : 1024);
    if (isnan(want)) return isnan(got) ? 0.0 : INFINITY;
    if (isinf(got) && (want >= limit || want <= -limit || fabsl(want) > limit * (1.0L - 0x1p-25L)))
        return (got > 0.0) == (want > 0.0L) ? 0.0 : INFINITY;
    if (isinf(got) || isinf(want)) return INFINITY;
    if (want == 0.0L) return got == 0.0 && !signbit(got) == !signbit(want) ? 0.0 : INFINITY;
    int e = ilogbl(want);
    if (e < min_exp) e = min_exp;
    return (double)(fabsl((long double)got - want) / ldexpl(1.0L, e - (digits - 1)));
}

typedef struct test_math_f32_row {
    const char *name;
    float (*f)(float);
    double (*reference)(double);
    double bound;          /* ulp, normal results */
    double denormal_bound; /* ulp, denormal results */
} test_math_f32_row;

/* The bounds are those of the head comments in base/math_f32.c. */
static const test_math_f32_row test_math_f32_rows[] = {
    {"exp", cm_expf, exp, 0.70, 0.77},
    {"expm1", cm_expm1f, expm1, 0.95, 0.51},
    {"log", cm_logf, log, 0.88, 0.0},
    {"log1p", cm_log1pf, log1p, 0.90, 0.51},
    {"sigmoid", cm_sigmoidf, test_math_sigmoid_f64, 0.70, 0.77},
    {"tanh", cm_tanhf, tanh, 0.70, 0.51},
    {"erf", cm_erff, erf, 1.05, 0.51},
    {"sin", cm_sinf, sin, 0.501, 0.501},
    {"cos", cm_cosf, cos, 0.501, 0.501},
    {"tan", cm_tanf, tan, 0.501, 0.501},
    {"asin", cm_asinf, asin, 0.501, 0.501},
    {"acos", cm_acosf, acos, 0.501, 0.501},
    {"atan", cm_atanf, atan, 0.501, 0.501},
    {"sinh", cm_sinhf, sinh, 0.501, 0.501},
    {"cosh", cm_coshf, cosh, 0.501, 0.501},
    {"asinh", cm_asinhf, asinh, 0.501, 0.501},
    {"acosh", cm_acoshf, acosh, 0.501, 0.501},
    {"atanh", cm_atanhf, atanh, 0.501, 0.501},
    {"sqrt", cm_sqrtf, sqrt, 0.5, 0.5},
    {"floor", cm_floorf, floor, 0.0, 0.0},
    {"ceil", cm_ceilf, ceil, 0.0, 0.0},
    {"trunc", cm_truncf, trunc, 0.0, 0.0},
    {"roundeven", cm_roundevenf, rint, 0.0, 0.0},
};

/* Every 8209th float, denormals, infinities and NaNs among them. */
void test_math_f32_sweep(void) {
    for (size_t i = 0; i < sizeof(test_math_f32_rows) / sizeof(test_math_f32_rows[0]); i++) {
        const test_math_f32_row *row = &test_math_f32_rows[i];
        for (uint64_t u = 0; u < (uint64_t)1 << 32; u += 8209) {
            float x = cm_f32_from_bits((uint32_t)u);
            double want = row->reference((double)x);
            double got = (double)row->f(x);
            if (got == want && got != 0.0) continue;
            double err = test_math_ulp(got, (long double)want, 24, -126);
            double bound = fabs(want) < 0x1p-126 ? row->denormal_bound : row->bound;
            CHECK_MSG(err <= bound, "%sf(%a) is %a, want %a: %.3f ulp", row->name, (double)x, got, want,
                      err);
        }
    }
}

/* Zeros, one, the ends of the range, infinities and the neighbours of each. */
void test_math_f32_edges(void) {
    static const uint32_t edges[] = {0, 1, 0x007FFFFF, 0x00800000, 0x33800000, 0x3F000000, 0x3F800000,
                                     0x40000000, 0x42B17218, 0x7F7FFFFF, 0x7F800000};
    for (size_t i = 0; i < sizeof(test_math_f32_rows) / sizeof(test_math_f32_rows[0]); i++) {
        const test_math_f32_row *row = &test_math_f32_rows[i];
        for (uint32_t k = 0; k < 6 * sizeof(edges) / sizeof(edges[0]); k++) {
            uint32_t u = edges[k / 6] + k % 3 - 1;
            float x = cm_f32_from_bits((u & 0x7FFFFFFFu) | (k % 6 < 3 ? 0 : 0x80000000u));
            double want = row->reference((double)x);
            double err = test_math_ulp((double)row->f(x), (long double)want, 24, -126);
            CHECK_MSG(err <= (row->bound > row->denormal_bound ? row->bound : row->denormal_bound),
                      "%sf(%a) is %a, want %a", row->name, (double)x, (double)row->f(x), want);
        }
    }
}

typedef struct test_math_f64_row {
    const char *name;
    double (*f)(double);
    long double (*reference)(long double);
    double lo;
    double hi;
    double bound; /* ulp, those of the head comments in base/math.c */
} test_math_f64_row;

static const test_math_f64_row test_math_f64_rows[] = {
    {"exp", cm_exp, expl, -746.0, 710.0, 0.8},
    {"exp", cm_exp, expl, -1.0, 1.0, 0.65},
    {"expm1", cm_expm1, expm1l, -60.0, 710.0, 1.0},
    {"expm1", cm_expm1, expm1l, -1.0, 1.0, 1.0},
    {"log", cm_log, logl, 0.0, 3.0, 0.9},
    {"log", cm_log, logl, 0.0, 1e300, 0.9},
    {"log1p", cm_log1p, log1pl, -1.0, 3.0, 0.9},
    {"log1p", cm_log1p, log1pl, -1e-3, 1e-3, 0.9},
    {"sigmoid", cm_sigmoid, test_math_sigmoid_ld, -50.0, 50.0, 0.7},
    {"sigmoid", cm_sigmoid, test_math_sigmoid_ld, -3.0, 3.0, 0.7},
    {"tanh", cm_tanh, tanhl, -2.0, 2.0, 0.7},
    {"tanh", cm_tanh, tanhl, -30.0, 30.0, 0.7},
    {"erf", cm_erf, erfl, -1.5, 1.5, 1.5},
    {"erf", cm_erf, erfl, -7.0, 7.0, 1.5},
    {"sin", cm_sin, sinl, -10.0, 10.0, 0.85},
    {"sin", cm_sin, sinl, -1e6, 1e6, 0.85},
    {"sin", cm_sin, sinl, -1e18, 1e18, 0.85},
    {"cos", cm_cos, cosl, -10.0, 10.0, 0.85},
    {"cos", cm_cos, cosl, -1e12, 1e12, 0.85},
    {"tan", cm_tan, tanl, -10.0, 10.0, 0.95},
    {"tan", cm_tan, tanl, -1e9, 1e9, 0.95},
    {"asin", cm_asin, asinl, -1.0, 1.0, 0.7},
    {"acos", cm_acos, acosl, -1.0, 1.0, 0.7},
    {"acos", cm_acos, acosl, 0.999, 1.0, 0.7},
    {"atan", cm_atan, atanl, -5.0, 5.0, 0.7},
    {"atan", cm_atan, atanl, -1e20, 1e20, 0.7},
    {"sinh", cm_sinh, sinhl, -3.0, 3.0, 0.9},
    {"sinh", cm_sinh, sinhl, -710.4, 710.4, 0.9},
    {"cosh", cm_cosh, coshl, -3.0, 3.0, 0.7},
    {"cosh", cm_cosh, coshl, -710.4, 710.4, 0.7},
    {"asinh", cm_asinh, asinhl, -3.0, 3.0, 1.2},
    {"asinh", cm_asinh, asinhl, -1e12, 1e12, 1.2},
    {"acosh", cm_acosh, acoshl, 1.0, 3.0, 0.95},
    {"acosh", cm_acosh, acoshl, 1.0, 1e12, 0.95},
    {"atanh", cm_atanh, atanhl, -1.0, 1.0, 1.0},
    {"sqrt", cm_sqrt, sqrtl, 0.0, 10.0, 0.5001}, /* sqrtl itself rounds */
    {"sqrt", cm_sqrt, sqrtl, 0.0, 1e-310, 0.5001},
    {"floor", cm_floor, floorl, -100.0, 100.0, 0.0},
    {"ceil", cm_ceil, ceill, -100.0, 100.0, 0.0},
    {"trunc", cm_trunc, truncl, -100.0, 100.0, 0.0},
    {"roundeven", cm_roundeven, rintl, -1e16, 1e16, 0.0},
};

void test_math_f64_sweep(void) {
    if (LDBL_MANT_DIG < 64) {
        check_skip("long double is no wider than double here");
        return;
    }
    test_math_state = 88172645463325252u;
    for (size_t i = 0; i < sizeof(test_math_f64_rows) / sizeof(test_math_f64_rows[0]); i++) {
        const test_math_f64_row *row = &test_math_f64_rows[i];
        for (int k = 0; k < 20000; k++) {
            double x = test_math_uniform(row->lo, row->hi);
            long double want = row->reference((long double)x);
            double got = row->f(x);
            double err = test_math_ulp(got, want, 53, -1022);
            CHECK_MSG(err <= row->bound, "%s(%a) is %a, want %La: %.3f ulp", row->name, x, got, want, err);
        }
    }
}

/* The same functions at every magnitude: random bit patterns. */
void test_math_f64_magnitudes(void) {
    if (LDBL_MANT_DIG < 64) {
        check_skip("long double is no wider than double here");
        return;
    }
    test_math_state = 1442695040888963407u;
    for (size_t i = 0; i < sizeof(test_math_f64_rows) / sizeof(test_math_f64_rows[0]); i++) {
        const test_math_f64_row *row = &test_math_f64_rows[i];
        for (int k = 0; k < 4000; k++) {
            double x = cm_f64_from_bits(test_math_random());
            long double want = row->reference((long double)x);
            double got = row->f(x);
            double err = test_math_ulp(got, want, 53, -1022);
            CHECK_MSG(err <= (row->bound > 0.0 ? 1.5 : 0.0), "%s(%a) is %a, want %La: %.3f ulp",
                      row->name, x, got, want, err);
        }
    }
}

void test_math_f64_edges(void) {
    static const double edges[] = {0.0, 0x1p-1074, 0x1p-1022, 0x1p-60, 0.5, 1.0, 2.0, DBL_MAX, INFINITY};
    for (size_t i = 0; i < sizeof(test_math_f64_rows) / sizeof(test_math_f64_rows[0]); i++) {
        const test_math_f64_row *row = &test_math_f64_rows[i];
        for (size_t k = 0; k < 2 * sizeof(edges) / sizeof(edges[0]); k++) {
            double x = k % 2 ? -edges[k / 2] : edges[k / 2];
            long double want = row->reference((long double)x);
            double err = test_math_ulp(row->f(x), want, 53, -1022);
            CHECK_MSG(err <= (row->bound > 0.0 ? 1.5 : 0.0), "%s(%a) is %a, want %La", row->name, x,
                      row->f(x), want);
        }
    }
}

void test_math_pow(void) {
    if (LDBL_MANT_DIG < 64) {
        check_skip("long double is no wider than double here");
        return;
    }
    test_math_state = 6364136223846793005u;
    for (int k = 0; k < 60000; k++) {
        double x = k % 2 ? cm_f64_from_bits(test_math_random() >> 2) : test_math_uniform(0.75, 1.25);
        double y = k % 2 ? test_math_uniform(-2.0, 2.0) : test_math_uniform(-2000.0, 2000.0);
        long double want = powl((long double)x, (long double)y);
        double err = test_math_ulp(cm_pow(x, y), want, 53, -1022);
        CHECK_MSG(err <= (fabsl(want) < 0x1p-1022L ? 1.1 : 0.75), "pow(%a, %a): %.3f ulp", x, y, err);
        float fx = (float)test_math_uniform(-4.0, 4.0);
        float fy = k % 3 ? (float)(k % 17 - 8) : (float)test_math_uniform(-40.0, 40.0);
        err = test_math_ulp((double)cm_powf(fx, fy), powl((long double)fx, (long double)fy), 24, -126);
        CHECK_MSG(err <= 0.501, "powf(%a, %a): %.3f ulp", (double)fx, (double)fy, err);
    }
}

/* The 20 x 20 combinations of C11 F.10.4.4 and their neighbours, as the C library has them. */
void test_math_pow_special(void) {
    static const double v[] = {0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, 1.5, -1.5, 1e300,
                               -1e300, 0x1p53, -0x1p53, INFINITY, -INFINITY, NAN, 0x1p-1074};
    for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
        for (size_t k = 0; k < sizeof(v) / sizeof(v[0]); k++) {
            double got = cm_pow(v[i], v[k]);
            double want = pow(v[i], v[k]);
            bool same = isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want);
            bool ordinary = isfinite(want) && want != 0.0 && fabs(want) != 1.0;
            if (ordinary) same = fabs(got - want) <= 0x1p-52 * fabs(want);
            CHECK_MSG(same, "pow(%g, %g) is %g, want %g", v[i], v[k], got, want);
        }
    }
}

void test_math_fmod(void) {
    CHECK(cm_fmodf(0x1p100f, 1.0f) == 0 && cm_fmodf(0x1p100f, 3.0f) == 1 && isnan(cm_fmodf(INFINITY, 3.0f)));
    CHECK(cm_fmod(0x1p100, 1.0) == 0 && cm_fmod(0x1p100, 3.0) == 1 && isnan(cm_fmod(INFINITY, 3.0)));
    test_math_state = 2862933555777941757u;
    for (int k = 0; k < 60000; k++) {
        double x = k % 2 ? cm_f64_from_bits(test_math_random()) : test_math_uniform(-1e6, 1e6);
        double y = k % 2 ? cm_f64_from_bits(test_math_random()) : test_math_uniform(-3.0, 3.0);
        if (k % 5 == 0) y = k % 3 ? INFINITY : 0.0;
        double want = fmod(x, y);
        double got = cm_fmod(x, y);
        CHECK_MSG(isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want),
                  "fmod(%a, %a) is %a, want %a", x, y, got, want);
        float fx = k % 2 ? cm_f32_from_bits((uint32_t)test_math_random()) : (float)x;
        float fy = k % 2 ? cm_f32_from_bits((uint32_t)test_math_random()) : (float)y;
        float fwant = fmodf(fx, fy);
        float fgot = cm_fmodf(fx, fy);
        CHECK_MSG(isnan(fwant) ? isnan(fgot) : fgot == fwant && !signbit(fgot) == !signbit(fwant),
                  "fmodf(%a, %a) is %a", (double)fx, (double)fy, (double)fgot);
    }
}

/* One NaN, whatever came in. */
void test_math_nan_is_canonical(void) {
    float snan = cm_f32_from_bits(0xFF800001u);
    for (size_t i = 0; i < sizeof(test_math_f32_rows) / sizeof(test_math_f32_rows[0]); i++)
        CHECK_MSG(cm_f32_bits(test_math_f32_rows[i].f(snan)) == 0x7FC00000u, "%s",
                  test_math_f32_rows[i].name);
    double snan64 = cm_f64_from_bits(0xFFF0000000000001u);
    for (size_t i = 0; i < sizeof(test_math_f64_rows) / sizeof(test_math_f64_rows[0]); i++)
        CHECK_MSG(cm_f64_bits(test_math_f64_rows[i].f(snan64)) == 0x7FF8000000000000u, "%s",
                  test_math_f64_rows[i].name);
    CHECK(cm_f32_bits(cm_sqrtf(-1.0f)) == 0x7FC00000u);
    CHECK(cm_f32_bits(cm_powf(-2.0f, 0.5f)) == 0x7FC00000u);
}

/* The same bits everywhere: a hash of results, computed once on x86-64. */
void test_math_same_bits(void) {
    uint64_t hash = 14695981039346656037u; /* FNV-1a over words */
    for (size_t i = 0; i < sizeof(test_math_f32_rows) / sizeof(test_math_f32_rows[0]); i++) {
        for (uint64_t u = 0; u < (uint64_t)1 << 32; u += 1000003) {
            uint32_t bits = cm_f32_bits(test_math_f32_rows[i].f(cm_f32_from_bits((uint32_t)u)));
            hash = (hash ^ bits) * 1099511628211u;
        }
    }
    test_math_state = 3935559000370003845u;
    for (size_t i = 0; i < sizeof(test_math_f64_rows) / sizeof(test_math_f64_rows[0]); i++) {
        for (int k = 0; k < 2000; k++) {
            const test_math_f64_row *row = &test_math_f64_rows[i];
            hash = (hash ^ cm_f64_bits(row->f(test_math_uniform(row->lo, row->hi)))) * 1099511628211u;
        }
    }
    CHECK_MSG(hash == 0x72ca7c83f3f247e4u, "hash of the results is 0x%016llx", (unsigned long long)hash);
}
