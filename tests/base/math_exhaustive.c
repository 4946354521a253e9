/* math_exhaustive.c — the largest error of one float function over all 2^32 arguments, against the C
 * library's double function. Not a part of any suite: minutes for each function.
 *     math_exhaustive NAME [STEP]      STEP: every STEP-th bit pattern (default 1) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/math.h"

static double exhaustive_sigmoid(double x) {
    return x < 0.0 ? exp(x) / (1.0 + exp(x)) : 1.0 / (1.0 + exp(-x));
}

typedef struct exhaustive_row {
    const char *name;
    float (*f)(float);
    double (*reference)(double);
} exhaustive_row;

static const exhaustive_row exhaustive_rows[] = {
    {"exp", cm_expf, exp},       {"expm1", cm_expm1f, expm1}, {"log", cm_logf, log},
    {"log1p", cm_log1pf, log1p}, {"tanh", cm_tanhf, tanh},    {"erf", cm_erff, erf},
    {"sin", cm_sinf, sin},       {"cos", cm_cosf, cos},       {"tan", cm_tanf, tan},
    {"asin", cm_asinf, asin},    {"acos", cm_acosf, acos},    {"atan", cm_atanf, atan},
    {"sinh", cm_sinhf, sinh},    {"cosh", cm_coshf, cosh},    {"asinh", cm_asinhf, asinh},
    {"acosh", cm_acoshf, acosh}, {"atanh", cm_atanhf, atanh}, {"sqrt", cm_sqrtf, sqrt},
    {"floor", cm_floorf, floor}, {"ceil", cm_ceilf, ceil},    {"trunc", cm_truncf, trunc},
    {"sigmoid", cm_sigmoidf, exhaustive_sigmoid},
    {"roundeven", cm_roundevenf, rint},
};

/* |got - want| in units of the last place of a float near want. */
static double exhaustive_ulp(float got, double want) {
    if (isnan(want)) return isnan(got) ? 0.0 : INFINITY;
    if (isinf(got) && got == (float)want) return 0.0; /* a result that rounds to infinity */
    if (want == 0.0) return got == 0.0f && !signbit(got) == !signbit(want) ? 0.0 : INFINITY;
    if (isinf(want)) return INFINITY;
    int e = ilogb(want);
    double g = isinf(got) ? copysign(0x1p128, (double)got) : (double)got;
    return fabs(g - want) / ldexp(1.0, (e < -126 ? -126 : e) - 23);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    uint64_t step = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    for (size_t i = 0; i < sizeof(exhaustive_rows) / sizeof(exhaustive_rows[0]); i++) {
        const exhaustive_row *row = &exhaustive_rows[i];
        if (strcmp(row->name, argv[1]) != 0 && strcmp("all", argv[1]) != 0) continue;
        double worst[2] = {0.0, 0.0}; /* normal results, denormal results */
        uint32_t at[2] = {0, 0};
        for (uint64_t u = 0; u < (uint64_t)1 << 32; u += step) {
            float x = cm_f32_from_bits((uint32_t)u);
            double want = row->reference((double)x);
            double err = exhaustive_ulp(row->f(x), want);
            int k = fabs(want) < 0x1p-126;
            if (err > worst[k]) {
                worst[k] = err;
                at[k] = (uint32_t)u;
            }
        }
        printf("%-10s %.4f ulp at %a; denormal results %.4f at %a\n", row->name, worst[0],
               (double)cm_f32_from_bits(at[0]), worst[1], (double)cm_f32_from_bits(at[1]));
        fflush(stdout);
    }
    return 0;
}
