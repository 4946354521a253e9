/* test_stage_binary.c — the stages of two operands, and runs of stages: every variant of this processor has the bits of
 * the portable one. */
#include <string.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"

#define STAGE_MOST 140 /* elements of the longest block */
#define STAGE_GUARD 12345.0f

static const cm_stage_id stage_ids[] = {CM_STAGE_ID_add, CM_STAGE_ID_sub, CM_STAGE_ID_mul,  CM_STAGE_ID_div,
                                        CM_STAGE_ID_max, CM_STAGE_ID_min, CM_STAGE_ID_prelu};

/* Ordinary numbers with a special one in between. */
static void stage_fill(float *x, size_t n, uint32_t seed) {
    static const float special[] = {0.0f, -0.0f, 1e38f, -1e-40f, (float)(1e308 * 10), (float)(-1e308 * 10), 1.0f};
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = (float)(int32_t)seed / 65536.0f;
        if (seed >> 29 == 0) x[i] = special[(seed >> 8) % 7];
        if (seed >> 27 == 31) x[i] = cm_f32_from_bits(0x7fc00000u);
    }
}

/* The first difference of one call, or n. NaN is NaN: which of two operands it came from is not promised. */
static size_t stage_compare(const cm_prims *p, cm_stage_id id, const cm_stage_args *s, size_t n, int in_place) {
    static const cm_prims *portable;
    float want[STAGE_MOST], got[STAGE_MOST + 1];
    if (portable == NULL) portable = cm_prims_select(0);
    portable->stage[id](s, want, n);
    cm_stage_args t = *s;
    for (size_t i = 0; i <= n; i++) got[i] = STAGE_GUARD;
    if (in_place == 1) memcpy(got, s->a, n * sizeof *got), t.a = got;
    if (in_place == 2) memcpy(got, s->b, n * sizeof *got), t.b = got;
    p->stage[id](&t, got, n);
    for (size_t i = 0; i < n; i++) {
        if (want[i] != want[i] && got[i] != got[i]) continue;
        if (cm_f32_bits(want[i]) != cm_f32_bits(got[i])) return i;
    }
    return got[n] == STAGE_GUARD ? n : n + 1;
}

/* Every length, both steps, in place on either operand. */
void test_stage_binary_bits(void) {
    static const uint64_t features[] = {UINT64_MAX >> 1, CM_CPU_AVX2_FMA | CM_CPU_F16C | CM_CPU_AVX};
    float a[STAGE_MOST + 1], b[STAGE_MOST + 1];
    stage_fill(a, STAGE_MOST + 1, 1);
    stage_fill(b, STAGE_MOST + 1, 2);
    for (size_t f = 0; f < 2; f++) {
        const cm_prims *p = cm_prims_select(features[f] & test_features());
        for (size_t id = 0; id < sizeof stage_ids / sizeof *stage_ids; id++) {
            for (size_t c = 0; c < 4 * 3 * (STAGE_MOST + 1); c++) {
                size_t n = c / 12;
                int in_place = (int)(c / 4 % 3);
                cm_stage_args s = {.a = a + n % 2, .b = b + n / 2 % 2, .a_step = c & 1, .b_step = c >> 1 & 1};
                if ((in_place == 1 && s.a_step == 0) || (in_place == 2 && s.b_step == 0)) continue;
                if (n == STAGE_MOST) s.a = a, s.b = b;
                size_t at = stage_compare(p, stage_ids[id], &s, n, in_place);
                CHECK_MSG(at == n, "%s stage %d: element %zu of %zu differs (steps %zu, %zu, in place %d)", p->name,
                          (int)stage_ids[id], at, n, s.a_step, s.b_step, in_place);
            }
        }
    }
}

/* The first difference between a run of stages on p and the portable one, or n: `got` may lie on x. */
static size_t stage_run_compare(const cm_prims *p, cm_stage_op *op, size_t n_op, float *x, float *got, size_t n) {
    float want[STAGE_MOST];
    op[n_op - 1].y = want;
    cm_prims_select(0)->stage_run(op, n_op, n);
    if (got != x) got[n] = STAGE_GUARD;
    op[n_op - 1].y = got;
    p->stage_run(op, n_op, n);
    for (size_t i = 0; i < n; i++) {
        if (want[i] != want[i] && got[i] != got[i]) continue;
        if (cm_f32_bits(want[i]) != cm_f32_bits(got[i])) return i;
    }
    return got == x || got[n] == STAGE_GUARD ? n : n + 1;
}

/* Runs of one to four stages of every kind, of every length, with results that are kept and read again, in place. */
void test_stage_run_bits(void) {
    static const cm_stage_id ids[] = {
#define X(name, arity) CM_STAGE_ID_##name,
        CM_STAGE_RUN(X)
#undef X
    };
    enum { N_IDS = sizeof ids / sizeof *ids };
    static const float imm[CM_STAGE_IMM] = {-0.5f, 3};
    const cm_prims *p = cm_prims_select(test_features());
    float a[STAGE_MOST + 1], b[STAGE_MOST + 1], kept[STAGE_MOST], got[STAGE_MOST + 1];
    uint32_t seed = 1;
    for (size_t c = 0; c < 4000; c++) {
        size_t n_op = 1 + c % 4, n = c / 4 % (STAGE_MOST + 1);
        cm_stage_op op[4];
        stage_fill(a, STAGE_MOST + 1, 3);
        stage_fill(b, STAGE_MOST + 1, 4);
        for (size_t i = 0; i < n_op; i++) {
            seed = seed * 1664525u + 1013904223u;
            op[i] = (cm_stage_op){.stage = ids[(seed >> 8) % N_IDS], .a = i == 0 ? a : NULL, .b = b, .imm = imm};
            op[i].a_step = seed >> 20 & 1;
            op[i].b_step = seed >> 21 & 1;
            if (i == 0) op[i].a_step |= n_op == 1;
            if (i == 2) op[1].y = kept, op[2].b = kept, op[2].b_step = 1;
            if (i == 3 && (seed >> 22 & 1) != 0) op[3].a = kept, op[3].a_step = 1;
        }
        size_t at = stage_run_compare(p, op, n_op, a, got, n);
        CHECK_MSG(at == n, "%s: element %zu of %zu differs in run %zu", p->name, at, n, c);
        op[0].a_step = 1; /* a is read where y is written */
        at = stage_run_compare(p, op, n_op, a, a, n);
        CHECK_MSG(at == n, "%s: element %zu of %zu differs in run %zu in place", p->name, at, n, c);
    }
}

/* Runs that begin and end with bytes: every length and step, both signs. Nothing is written behind the end. */
void test_stage_run_bytes(void) {
    static const float imm[CM_STAGE_IMM] = {0.37f, 3};
    static const uint64_t features[] = {UINT64_MAX >> 1, CM_CPU_AVX2_FMA | CM_CPU_F16C | CM_CPU_AVX};
    uint8_t a[STAGE_MOST], b[STAGE_MOST], want[STAGE_MOST], got[STAGE_MOST + 1];
    float kept[STAGE_MOST];
    for (size_t i = 0; i < STAGE_MOST; i++) a[i] = (uint8_t)(i * 37), b[i] = (uint8_t)(i * 91 + 5);
    for (size_t c = 0; c < 2 * 8 * (STAGE_MOST + 1); c++) {
        const cm_prims *p = cm_prims_select(features[c & 1] & test_features());
        size_t n = c / 16;
        bool is_signed = (c & 2) != 0;
        cm_stage_op op[4] = {{.stage = CM_STAGE_ID_dequantize, .a = a, .a_step = c >> 2 & 1, .imm = imm, .y = kept},
                             {.stage = CM_STAGE_ID_dequantize, .a = b, .a_step = c >> 3 & 1, .imm = imm},
                             {.stage = CM_STAGE_ID_add, .b = kept, .b_step = 1},
                             {.stage = CM_STAGE_ID_quantize_u8, .imm = imm, .y_bytes = true}};
        op[0].a_form = is_signed ? CM_STAGE_U8 : CM_STAGE_I8;
        op[1].a_form = is_signed ? CM_STAGE_I8 : CM_STAGE_U8;
        if (is_signed) op[3].stage = CM_STAGE_ID_quantize_i8;
        op[3].y = want;
        cm_prims_select(0)->stage_run(op, 4, n);
        memset(got, 0xaa, sizeof got);
        op[3].y = got;
        p->stage_run(op, 4, n);
        CHECK_MSG(memcmp(want, got, n) == 0, "%s: %zu bytes differ in case %zu", p->name, n, c);
        CHECK_INT(got[n], 0xaa);
    }
}
