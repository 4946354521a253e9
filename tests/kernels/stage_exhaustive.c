/* stage_exhaustive.c — the largest error of every variant of a stage of one operand over all 2^32 arguments, against
 * the C library's double functions or, where the stage promises that, the bits of the portable variant. A few minutes
 * for each function: tests/long/95_exhaustive.sh runs all of them, `make exhaustive` prints what math_tmpl.h quotes.
 *     stage_exhaustive NAME|all [STEP]      STEP: every STEP-th bit pattern (default 1)
 * Exit status 1: a bound of stage_cases.h does not hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/features.h"
#include "tests/kernels/stage_cases.h"

#define EXHAUSTIVE_BLOCK 4096
#define EXHAUSTIVE_VARIANTS 8

/* The largest error of one variant, and where. */
typedef struct exhaustive_worst {
    const cm_prims *prims;
    double error;
    float at;
} exhaustive_worst;

/* Every variant of this processor, the portable one last; returns how many. */
static size_t exhaustive_variants(exhaustive_worst *w) {
    size_t n = 0;
    for (uint64_t features = test_features();; features &= ~w[n - 1].prims->features) {
        w[n] = (exhaustive_worst){.prims = cm_prims_select(features)};
        if (w[n++].prims->features == 0) return n;
    }
}

/* The errors of n arguments; want: the results in double, or the portable variant's where the stage promises its
 * bits. */
static void exhaustive_block(const stage_case *c, exhaustive_worst *w, const float *x, const double *want, size_t n) {
    static float y[EXHAUSTIVE_BLOCK];
    w->prims->stage[c->id](&(cm_stage_args){x, NULL, 1, 0, c->imm}, y, n);
    for (size_t i = 0; i < n; i++) {
        double err;
        if (c->reference != NULL) err = stage_error(c, y[i], want[i], x[i]);
        else err = cm_f32_bits(y[i]) == cm_f32_bits((float)want[i]) || (isnan(y[i]) && isnan(want[i])) ? 0.0 : 1.0;
        if (err <= w->error) continue;
        w->error = err;
        w->at = x[i];
    }
}

/* Returns whether every variant keeps its bound. */
static bool exhaustive_case(const stage_case *c, uint64_t step) {
    static float x[EXHAUSTIVE_BLOCK], portable[EXHAUSTIVE_BLOCK];
    static double want[EXHAUSTIVE_BLOCK];
    exhaustive_worst worst[EXHAUSTIVE_VARIANTS];
    size_t variants = exhaustive_variants(worst);
    bool good = true;
    for (uint64_t u = 0; u < (uint64_t)1 << 32;) {
        size_t n = 0;
        for (; n < EXHAUSTIVE_BLOCK && u < (uint64_t)1 << 32; u += step) x[n++] = cm_f32_from_bits((uint32_t)u);
        if (c->reference == NULL)
            cm_prims_select(0)->stage[c->id](&(cm_stage_args){x, NULL, 1, 0, c->imm}, portable, n);
        for (size_t i = 0; i < n; i++)
            want[i] = c->reference != NULL ? c->reference((double)x[i], c->imm) : (double)portable[i];
        for (size_t v = 0; v < variants; v++) exhaustive_block(c, &worst[v], x, want, n);
    }
    for (size_t v = 0; v < variants; v++) {
        const exhaustive_worst *w = &worst[v];
        printf("%-16s %-8s %.4f (bound %.2f) at %a\n", c->name, w->prims->name, w->error, stage_bound(c, w->prims),
               (double)w->at);
        good = good && w->error <= stage_bound(c, w->prims);
    }
    fflush(stdout);
    return good;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    uint64_t step = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    int status = 0;
    bool known = false;
    for (size_t i = 0; i < STAGE_CASES; i++) {
        if (strcmp(argv[1], "all") != 0 && strcmp(argv[1], stage_cases[i].name) != 0) continue;
        known = true;
        if (!exhaustive_case(&stage_cases[i], step == 0 ? 1 : step)) status = 1;
    }
    return known ? status : 2;
}
