/* test_stage.c — the elementwise stages: every variant of this processor against double arithmetic or the portable
 * bits, and the promise that an element has the same bits wherever it stands. */
#include "kernels/prim/stage.h"

#include "tests/support/features.h"
#include "tests/check.h"
#include "tests/kernels/stage_cases.h"

/* Walks the tables of this processor, best first; NULL after the portable one. */
static const cm_prims *stage_next(uint64_t *features) {
    if (*features == UINT64_MAX) return NULL;
    const cm_prims *p = cm_prims_select(*features & test_features());
    uint64_t best = p->features & CM_CPU_AVX512 ? CM_CPU_AVX512 : p->features;
    *features = p->features == 0 ? UINT64_MAX : *features & ~best;
    return p;
}
#define STAGE_ALL_FEATURES (UINT64_MAX >> 1)

/* Around these arguments the functions change their form, overflow or underflow. */
static const float stage_places[] = {
    0.0f,    0x1p-149f, 0x1p-126f, 0x1p-13f, 0.34657f, 0.5f,     0.84f,     1.0f,      1.5707964f,
    2.0f,    3.0f,      4.0f,      8.317766f, 20.0f,   87.33655f, 88.72284f, 103.97208f, 104.5f,
    1.5f,    89.41599f, 89.5f,     0x1p12f,  0x1p17f, 0x1p22f,   0x1p24f,   0x1p30f,   0x1.fffffep+127f,
    INFINITY,
};
#define STAGE_PLACES (sizeof stage_places / sizeof *stage_places)
#define STAGE_AROUND 9 /* floats around each place, on both sides of 0 */
#define STAGE_STEP 40009u /* a prime */
#define STAGE_BLOCK 1021  /* elements of a call: a tail for every width */

/* Argument i of a sequence that goes over the places and then over all bit patterns in steps; false behind its end. */
static bool stage_argument(uint32_t i, float *x) {
    uint32_t n = STAGE_PLACES * STAGE_AROUND * 2;
    if (i < n) {
        uint32_t bits = cm_f32_bits(stage_places[i / 2 / STAGE_AROUND]) + i / 2 % STAGE_AROUND;
        bits = bits < STAGE_AROUND / 2 ? 0 : bits - STAGE_AROUND / 2;
        *x = cm_f32_from_bits(bits | (i & 1) << 31);
        return true;
    }
    uint64_t bits = (uint64_t)(i - n) * STAGE_STEP;
    *x = cm_f32_from_bits((uint32_t)bits);
    return bits <= UINT32_MAX;
}

/* How far y is from what case c wants at x; `portable`: what that variant gave. */
static double stage_check(const stage_case *c, float x, float y, float portable) {
    if (c->reference != NULL) return stage_error(c, y, c->reference((double)x, c->imm), x);
    bool same = cm_f32_bits(y) == cm_f32_bits(portable) || (isnan(y) && isnan(portable));
    return same ? 0.0 : INFINITY;
}

/* Every variant keeps its bound. */
void test_stage_bounds(void) {
    static float x[STAGE_BLOCK], y[STAGE_BLOCK], portable[STAGE_BLOCK];
    uint64_t features = STAGE_ALL_FEATURES;
    for (const cm_prims *p; (p = stage_next(&features)) != NULL;) {
        for (size_t q = 0; q < STAGE_CASES; q++) {
            const stage_case *c = &stage_cases[q];
            cm_stage_args args = {x, NULL, 1, 0, c->imm};
            bool more = true;
            for (uint32_t i = 0; more;) {
                size_t n = 0;
                while (n < STAGE_BLOCK && (more = stage_argument(i, &x[n]))) n++, i++;
                p->stage[c->id](&args, y, n);
                cm_prims_select(0)->stage[c->id](&args, portable, n);
                for (size_t l = 0; l < n; l++) {
                    double err = stage_check(c, x[l], y[l], portable[l]);
                    CHECK_MSG(err <= stage_bound(c, p), "%s %s(%a) is %a, off by %g", p->name, c->name,
                              (double)x[l], (double)y[l], err);
                }
            }
        }
    }
}

/* An element has the bits that it has alone, in blocks of every length, in place and from one operand for all; nothing
 * behind the block is written. */
void test_stage_places(void) {
    enum { MOST = 67 };
    float x[MOST], y[MOST + 1], alone[MOST];
    uint64_t features = STAGE_ALL_FEATURES;
    for (const cm_prims *p; (p = stage_next(&features)) != NULL;) {
        for (size_t q = 0; q < STAGE_CASES; q++) {
            const stage_case *c = &stage_cases[q];
            for (uint32_t i = 0; i < MOST; i++) {
                stage_argument(i * 613, &x[i]);
                if (isnan(x[i])) x[i] = (float)i * 0x1p15f;
                p->stage[c->id](&(cm_stage_args){&x[i], NULL, 1, 0, c->imm}, &alone[i], 1);
            }
            for (size_t n = 0; n <= MOST; n++) {
                memcpy(y, x, sizeof x);
                y[n] = 77.0f;
                p->stage[c->id](&(cm_stage_args){y, NULL, 1, 0, c->imm}, y, n);
                CHECK_MSG(memcmp(y, alone, n * sizeof *y) == 0, "%s %s: block of %zu", p->name, c->name, n);
                CHECK_MSG(y[n] == 77.0f, "%s %s: behind the block of %zu", p->name, c->name, n);
                p->stage[c->id](&(cm_stage_args){x + n % MOST, NULL, 0, 0, c->imm}, y, n);
                for (size_t l = 0; l < n; l++) {
                    CHECK_MSG(memcmp(&y[l], &alone[n % MOST], sizeof *y) == 0, "%s %s: one operand for %zu", p->name,
                              c->name, n);
                }
                CHECK_MSG(y[n] == 77.0f, "%s %s: behind %zu of one operand", p->name, c->name, n);
            }
        }
    }
}

/* Exponents that need no logarithm, others, and special numbers: within 1.5 ulp of double arithmetic, with the same
 * bits for one exponent and for a tensor of it, in blocks of every length. */
void test_stage_pow(void) {
    static const float exponents[] = {2.0f, 3.0f, 0.5f, -0.5f, -1.0f, 0.0f, 1.0f, 2.5f, -3.0f, INFINITY};
    enum { MOST = 530 };
    float x[MOST], b[MOST], y[MOST + 1], alone[MOST];
    stage_case c = {"pow", CM_STAGE_ID_pow, {0}, stage_ref_exp, 1.5, 1.5, STAGE_OF_RESULT};
    uint64_t features = STAGE_ALL_FEATURES;
    for (uint32_t i = 0; i < MOST; i++) stage_argument(i < 434 ? i : i * 211, &x[i]);
    for (const cm_prims *p; (p = stage_next(&features)) != NULL;) {
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            for (size_t i = 0; i < MOST; i++) {
                b[i] = exponents[e];
                p->stage[c.id](&(cm_stage_args){&x[i], &b[i], 1, 0, NULL}, &alone[i], 1);
                double want = pow((double)x[i], (double)b[i]);
                double err = stage_error(&c, alone[i], want, x[i]);
                CHECK_MSG(err <= stage_bound(&c, p), "%s pow(%a, %g) is %a, off by %g", p->name, (double)x[i],
                          (double)b[i], (double)alone[i], err);
            }
            for (size_t n = 0; n <= MOST; n += n < 40 ? 1 : 49) {
                for (size_t step = 0; step < 2; step++) {
                    memcpy(y, x, sizeof x);
                    y[n] = 77.0f;
                    p->stage[c.id](&(cm_stage_args){y, b, 1, step, NULL}, y, n);
                    for (size_t i = 0; i < n; i++) {
                        bool same = memcmp(&y[i], &alone[i], sizeof *y) == 0 || (isnan(y[i]) && isnan(alone[i]));
                        CHECK_MSG(same, "%s pow(%a, %g): block of %zu", p->name, (double)x[i], (double)b[i], n);
                    }
                    CHECK_MSG(y[n] == 77.0f, "%s pow: behind the block of %zu", p->name, n);
                }
            }
        }
    }
}
