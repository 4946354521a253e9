/* stage_exhaustive.c — the largest error of every variant of one stage over all 2^32 arguments, against the C library's
 * double functions or, where the stage promises that, the bits of the portable variant. Not a part of any suite: a minute
 * or two for each.
 *     stage_exhaustive NAME|all [STEP]      STEP: every STEP-th bit pattern (default 1) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "tests/kernels/stage_cases.h"

#define EXHAUSTIVE_BLOCK 4096

static void exhaustive_case(const cm_prims *p, const stage_case *c, uint64_t step) {
    static float x[EXHAUSTIVE_BLOCK], y[EXHAUSTIVE_BLOCK], portable[EXHAUSTIVE_BLOCK];
    double worst = 0.0;
    float at = 0.0f;
    for (uint64_t u = 0; u < (uint64_t)1 << 32;) {
        size_t n = 0;
        for (; n < EXHAUSTIVE_BLOCK && u < (uint64_t)1 << 32; u += step) x[n++] = cm_f32_from_bits((uint32_t)u);
        cm_stage_args args = {x, NULL, 1, 0, c->imm};
        p->stage[c->id](&args, y, n);
        if (c->reference == NULL) cm_prims_select(0)->stage[c->id](&args, portable, n);
        for (size_t i = 0; i < n; i++) {
            double err;
            if (c->reference != NULL) err = stage_error(c, y[i], c->reference((double)x[i], c->imm), x[i]);
            else err = cm_f32_bits(y[i]) == cm_f32_bits(portable[i]) || (isnan(y[i]) && isnan(portable[i])) ? 0.0 : 1.0;
            if (err > worst) {
                worst = err;
                at = x[i];
            }
        }
    }
    printf("%-8s %-16s %.4f (bound %.1f) at %a\n", p->name, c->name, worst, c->bound, (double)at);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    uint64_t step = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    const cm_prims *p = cm_prims_select(cm_cpu_detect());
    for (size_t i = 0; i < STAGE_CASES; i++) {
        if (strcmp(argv[1], "all") != 0 && strcmp(argv[1], stage_cases[i].name) != 0) continue;
        exhaustive_case(p, &stage_cases[i], step);
    }
    return 0;
}
