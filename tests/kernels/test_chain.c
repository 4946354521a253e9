/* test_chain.c — programs of several elementwise operators against a reference that computes one element at a
 * time. Stages here are those whose variants all give the same bits; tests/ir/test_opt_chain.c and random graphs
 * have the others. */
#include "ir/chain.h"
#include "kernels/quantize.h"
#include "kernels/broadcast.h"
#include "tests/kernels/harness.h"

#include <stdlib.h>

static cm_chain_params chain_now;
static void chain_set(void *params) { memcpy(params, &chain_now, sizeof chain_now); }

static uint32_t chain_seed;
static uint32_t chain_random(uint32_t n) {
    chain_seed = chain_seed * 1664525 + 1013904223;
    return (chain_seed >> 8) % n;
}

typedef struct chain_case {
    uint32_t rank;
    size_t dims[CM_MAX_RANK];
    size_t in_dims[CM_CHAIN_OPERANDS][CM_MAX_RANK];
    uint32_t in_rank[CM_CHAIN_OPERANDS];
    bool is_bool[CM_CHAIN_OPERANDS];
    void *data[CM_CHAIN_OPERANDS];
} chain_case;

static size_t chain_count(const size_t *dims, uint32_t rank) {
    size_t n = 1;
    for (uint32_t d = 0; d < rank; d++) n *= dims[d];
    return n;
}

/* Which element of operand i stands at element `at` of the output. */
static size_t chain_place(const chain_case *c, uint32_t i, size_t at) {
    size_t from = 0, step = 1;
    uint32_t missing = c->rank - c->in_rank[i];
    for (uint32_t d = c->rank; d-- > 0; at /= c->dims[d]) {
        if (d < missing) continue;
        size_t dim = c->in_dims[i][d - missing];
        if (dim != 1) from += at % c->dims[d] * step;
        step *= dim;
    }
    return from;
}

static float chain_value(const chain_case *c, const float *reg, uint32_t source, float number, size_t at) {
    if (source == CM_CHAIN_NUMBER) return number;
    if (source < CM_CHAIN_REGISTERS) return reg[source];
    uint32_t i = source - CM_CHAIN_REGISTERS;
    return ((const float *)c->data[i])[chain_place(c, i, at)];
}

static float chain_stage(cm_chain_fn fn, float a, float b, const float *imm) {
    switch (fn) {
    case CM_CHAIN_Add: return a + b;
    case CM_CHAIN_Sub: return a - b;
    case CM_CHAIN_Mul: return a * b;
    case CM_CHAIN_Max: return a > b || a != a ? a : b;
    case CM_CHAIN_Min: return a < b || a != a ? a : b;
    case CM_CHAIN_PRelu: return a < 0 ? a * b : a;
    case CM_CHAIN_Relu: return a < 0 ? 0 : a;
    case CM_CHAIN_Neg: return -a;
    case CM_CHAIN_LeakyRelu: return a < 0 ? imm[0] * a : a;
    case CM_CHAIN_Clip: a = a < imm[0] ? imm[0] : a; return a > imm[1] ? imm[1] : a;
    default: abort();
    }
}

static float chain_reference(const chain_case *c, size_t at) {
    float reg[CM_CHAIN_REGISTERS] = {0}, y = 0;
    for (int32_t k = 0; k < chain_now.n; k++) {
        const cm_chain_stage *s = &chain_now.stage[k];
        bool where = cm_chain_fn_of(s) == CM_CHAIN_Where;
        float a = chain_value(c, reg, cm_chain_a(s), s->imm[where], at);
        float b = chain_value(c, reg, cm_chain_b(s), s->imm[where], at);
        if (where) {
            uint32_t i = (uint32_t)s->imm[0];
            y = ((const uint8_t *)c->data[i])[chain_place(c, i, at)] != 0 ? a : b;
        } else {
            y = chain_stage(cm_chain_fn_of(s), a, b, s->imm);
        }
        reg[cm_chain_dst(s)] = y;
    }
    return y;
}

/* Operands of these dims: all of them, or a part of them broadcast; operand 0 is whole. The last may be of bool. */
static void chain_operands(chain_case *c, uint32_t n_in) {
    chain_now = (cm_chain_params){.axis = CM_AXIS_LAST, .n_in = (int32_t)n_in};
    for (uint32_t i = 0; i < n_in; i++) {
        uint32_t missing = i == 0 || chain_random(2) == 0 ? 0 : chain_random(c->rank + 1);
        c->in_rank[i] = c->rank - missing;
        for (uint32_t d = 0; d < c->in_rank[i]; d++)
            c->in_dims[i][d] = i > 0 && chain_random(5) < 2 ? 1 : c->dims[d + missing];
        size_t n = chain_count(c->in_dims[i], c->in_rank[i]);
        c->is_bool[i] = i > 0 && i + 1 == n_in && chain_random(2) == 0;
        c->data[i] = malloc(n * sizeof(float) + 1);
        for (size_t l = 0; l < n; l++) {
            if (c->is_bool[i])
                ((uint8_t *)c->data[i])[l] = (uint8_t)chain_random(2);
            else
                ((float *)c->data[i])[l] = (float)((int)chain_random(2001) - 1000) / 64;
        }
    }
}

static uint32_t chain_source(uint32_t k, uint32_t n_floats) {
    uint32_t pick = chain_random(5);
    uint32_t regs = k < CM_CHAIN_REGISTERS ? k : CM_CHAIN_REGISTERS;
    return pick < 2 && regs > 0 ? chain_random(regs) : CM_CHAIN_REGISTERS + chain_random(n_floats);
}

/* A program of n stages over those operands: the first ones fill the registers in turn. */
static void chain_program(const chain_case *c, uint32_t n) {
    static const cm_chain_fn fns[] = {CM_CHAIN_Add,   CM_CHAIN_Sub,  CM_CHAIN_Mul, CM_CHAIN_Max,       CM_CHAIN_Min,
                                      CM_CHAIN_PRelu, CM_CHAIN_Relu, CM_CHAIN_Neg, CM_CHAIN_LeakyRelu, CM_CHAIN_Clip};
    uint32_t n_in = (uint32_t)chain_now.n_in, n_floats = n_in - (c->is_bool[n_in - 1] ? 1 : 0);
    chain_now.n = (int32_t)n;
    for (uint32_t k = 0; k < n; k++) {
        cm_chain_stage *s = &chain_now.stage[k];
        cm_chain_fn fn = fns[chain_random(sizeof fns / sizeof *fns)];
        uint32_t a = chain_source(k, n_floats), b = chain_source(k, n_floats);
        *s = (cm_chain_stage){.imm = {-0.5f, 4}};
        if (k > 0 && k + 1 == n) a = (k - 1) % CM_CHAIN_REGISTERS;
        if (chain_random(4) == 0) b = CM_CHAIN_NUMBER;
        if (n_floats < n_in && (k + 1 == n || chain_random(3) == 0)) {
            fn = CM_CHAIN_Where;
            s->imm[0] = (float)n_floats;
        }
        s->code = cm_chain_code(fn, k % CM_CHAIN_REGISTERS, a, b);
    }
}

static bool chain_check(chain_case *c, uint32_t n_in, uint32_t n_stages) {
    harness h;
    size_t n = chain_count(c->dims, c->rank);
    float *y = malloc(n * sizeof *y + 1);
    chain_operands(c, n_in);
    chain_program(c, n_stages);
    for (size_t at = 0; at < n; at++) y[at] = chain_reference(c, at);
    harness_begin(&h, &cm_op_Chain, 1);
    h.after_parse = chain_set;
    for (uint32_t i = 0; i < n_in; i++)
        harness_in(&h, c->is_bool[i] ? CAMEO_BOOL : CAMEO_FLOAT, c->in_rank[i], c->in_dims[i], c->data[i]);
    harness_out(&h, CAMEO_FLOAT, c->rank, c->dims, y);
    bool ok = harness_run(&h);
    for (uint32_t i = 0; i < n_in; i++) free(c->data[i]);
    free(y);
    return ok;
}

void test_chain_random(void) {
    static const size_t sizes[] = {0, 1, 2, 3, 5, 7, 16, 49, 127, 128, 130, 300};
    chain_seed = 1;
    for (int i = 0; i < 400; i++) {
        chain_case c = {.rank = chain_random(5)};
        for (uint32_t d = 0; d < c.rank; d++) c.dims[d] = sizes[chain_random(12)];
        while (chain_count(c.dims, c.rank) > 3000) c.dims[chain_random(c.rank)] = 2;
        if (!chain_check(&c, 1 + chain_random(CM_CHAIN_OPERANDS), 1 + chain_random(CM_CHAIN_STAGES))) {
            check_failed(__FILE__, __LINE__, "case %d", i);
            return;
        }
    }
}

/* Several tasks, that begin within rows of every length. */
void test_chain_tasks(void) {
    static const size_t dims[][4] = {
        {1, 1, 1, 40000}, {2, 3, 77, 91}, {5, 7001, 1, 1}, {1, 7, 2341, 2}, {3, 113, 97, 1}};
    chain_seed = 2;
    for (int i = 0; i < 5; i++) {
        chain_case c = {.rank = 4};
        memcpy(c.dims, dims[i], sizeof dims[i]);
        CHECK(chain_check(&c, 5, 6));
    }
}

void test_chain_errors(void) {
    static const struct {
        size_t b;
        int dtype;
        int32_t n;
        cameo_status status;
    } rows[] = {{3, CAMEO_FLOAT, 1, CAMEO_OK},
                {2, CAMEO_FLOAT, 1, CAMEO_E_SHAPE},
                {3, CAMEO_INT32, 1, CAMEO_E_TYPE},
                {3, CAMEO_FLOAT, 0, CAMEO_E_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        harness h;
        chain_now = (cm_chain_params){.axis = CM_AXIS_LAST, .n_in = 2, .n = rows[i].n};
        chain_now.stage[0].code = cm_chain_code(CM_CHAIN_Add, 0, CM_CHAIN_REGISTERS, CM_CHAIN_REGISTERS + 1);
        harness_begin(&h, &cm_op_Chain, 1);
        h.after_parse = chain_set;
        harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
        harness_in(&h, rows[i].dtype, H_DIMS(rows[i].b), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
        CHECK_INT(harness_status(&h), rows[i].status);
    }
}

/* ---- 8-bit integers ---- */

static void chain_put(int32_t k, cm_chain_fn fn, uint32_t dst, uint32_t a, uint32_t b, float x, float y) {
    chain_now.stage[k] = (cm_chain_stage){cm_chain_code(fn, dst, a, b), {x, y}};
    chain_now.n = k + 1;
}

/* y = Q(DQ(Q(p + q)) * p), p = DQ(a), q = DQ(b); n_b: elements of b, 0: q is p. In floats without the last Q. */
static bool chain_check_integers(size_t rows, size_t n, size_t n_b, bool narrow) {
    harness h;
    size_t total = rows * n;
    uint8_t *a = malloc(total + 1), *b = malloc(n_b + 1), *y8 = malloc(total + 1);
    float *y = malloc(total * sizeof *y + 1);
    for (size_t i = 0; i < total; i++) a[i] = (uint8_t)chain_random(256);
    for (size_t i = 0; i < n_b; i++) b[i] = (uint8_t)chain_random(256);
    for (size_t i = 0; i < total; i++) {
        float p = (float)((int8_t)a[i] - 3) * 0.02f, q = n_b == 0 ? p : (float)(b[i % n_b] - 130) * 0.05f;
        y[i] = (float)(cm_quantize_round((p + q) / 0.04f, 100, 0, 255) - 100) * 0.04f * p;
        y8[i] = (uint8_t)cm_quantize_round(y[i] / 0.03f, 9, -128, 127);
    }
    chain_now = (cm_chain_params){.axis = CM_AXIS_LAST, .n_in = n_b == 0 ? 1 : 2};
    chain_put(0, CM_CHAIN_DequantizeLinear, 0, CM_CHAIN_REGISTERS, 0, 0.02f, 3);
    chain_put(1, CM_CHAIN_DequantizeLinear, 1, CM_CHAIN_REGISTERS + (n_b != 0), 0, n_b == 0 ? 0.02f : 0.05f,
              n_b == 0 ? 3 : 130);
    chain_put(2, CM_CHAIN_Add, 1, 0, 1, 0, 0);
    chain_put(3, CM_CHAIN_QuantizeU8, 1, 1, 1, 0.04f, 100);
    chain_put(4, CM_CHAIN_DequantizeLinear, 1, 1, 1, 0.04f, 100);
    chain_put(5, CM_CHAIN_Mul, 1, 1, 0, 0, 0);
    if (narrow) chain_put(6, CM_CHAIN_QuantizeI8, 1, 1, 1, 0.03f, 9);
    harness_begin(&h, &cm_op_Chain, 1);
    h.after_parse = chain_set;
    harness_in(&h, CAMEO_INT8, 2, (size_t[]){rows, n}, a);
    if (n_b != 0) harness_in(&h, CAMEO_UINT8, 1, (size_t[]){n_b}, b);
    harness_out(&h, narrow ? CAMEO_INT8 : CAMEO_FLOAT, 2, (size_t[]){rows, n}, narrow ? (void *)y8 : y);
    bool ok = harness_run(&h);
    free(a), free(b), free(y8), free(y);
    return ok;
}

void test_chain_integers(void) {
    static const size_t n[] = {0, 1, 7, 31, 130, 1030};
    chain_seed = 4;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        for (int narrow = 0; narrow < 2; narrow++) {
            CHECK(chain_check_integers(5, n[i], 0, narrow != 0));
            CHECK(chain_check_integers(5, n[i], 1, narrow != 0));
            if (n[i] != 0) CHECK(chain_check_integers(37, n[i], n[i], narrow != 0));
        }
    }
    CHECK(chain_check_integers(17, 4099, 0, true));
}
