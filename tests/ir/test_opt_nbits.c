/* test_opt_nbits.c — products with constant weights of few bits: which become MatMulNBits, and what their weights are
 * then. What they compute: tests/kernels/test_matmul_nbits.c, tests/proofs/levels.c. */
#include "ir/rewrite/opt.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

enum { TEST_K = 40, TEST_N = 3 };

typedef struct test_weight {
    int dtype;
    int64_t axis, block;
    bool turned; /* [n][k], block along the last axis */
    const char *w; /* what the product reads: "w", or "t", its Transpose */
} test_weight;

/* Element (k, n) of all weights, and the zero point of run g of column n. */
static int test_value(int k, int n) { return (k * 5 + n * 3) % 16; }
static int test_zero_of(int g, int n) { return (g + n) % 15 + 1; }

static uint8_t *test_pack(const test_weight *t, uint8_t bytes[TEST_K * TEST_N]) {
    bool is_signed = t->dtype == CAMEO_INT4 || t->dtype == CAMEO_INT8;
    bool wide = t->dtype == CAMEO_INT8 || t->dtype == CAMEO_UINT8;
    memset(bytes, 0, TEST_K * TEST_N);
    for (int k = 0; k < TEST_K; k++) {
        for (int n = 0; n < TEST_N; n++) {
            int at = t->turned ? n * TEST_K + k : k * TEST_N + n, v = test_value(k, n) - (is_signed ? 8 : 0);
            if (wide) bytes[at] = (uint8_t)v;
            if (!wide) bytes[at / 2] = (uint8_t)(bytes[at / 2] | (v & 15) << at % 2 * 4);
        }
    }
    return bytes;
}

/* Scales are 1 + run + 10 n; zero points only of unsigned weights in blocks. */
static gb *test_begin(const test_weight *t) {
    uint8_t q[TEST_K * TEST_N], zeros[16 * TEST_N] = {0};
    float scale[16 * TEST_N];
    int runs = t->block == 0 ? 1 : (TEST_K - 1) / (int)t->block + 1;
    bool zero = t->block != 0 && t->dtype == CAMEO_UINT4;
    int64_t dims[2] = {t->turned ? TEST_N : TEST_K, t->turned ? TEST_K : TEST_N};
    int64_t few[2] = {t->turned ? TEST_N : runs, t->turned ? runs : TEST_N}, columns = TEST_N;
    gb *b = gb_new();
    gb_opset(b, "", 21);
    for (int g = 0; g < runs; g++) {
        for (int n = 0; n < TEST_N; n++) {
            int at = t->turned ? n * runs + g : g * TEST_N + n;
            scale[at] = (float)(1 + g + 10 * n);
            zeros[at / 2] = (uint8_t)(zeros[at / 2] | test_zero_of(g, n) << at % 2 * 4);
        }
    }
    size_t size = t->dtype == CAMEO_INT8 || t->dtype == CAMEO_UINT8 ? TEST_K * TEST_N : TEST_K * TEST_N / 2;
    gb_input(b, 0, "x", CAMEO_FLOAT, "m,40");
    gb_init(b, 0, "q", t->dtype, 2, dims, test_pack(t, q), size, TEST_K * TEST_N);
    gb_floats(b, 0, "s", t->block == 0 ? 1 : 2, t->block == 0 ? &columns : few, scale);
    if (zero) gb_init(b, 0, "z", t->dtype, 2, few, zeros, ((size_t)runs * TEST_N + 1) / 2, (size_t)runs * TEST_N);
    cm_id dq = gb_node(b, 0, "DequantizeLinear", zero ? "q,s,z" : "q,s", "w");
    gb_attr_i(b, dq, "axis", t->axis);
    if (t->block != 0) gb_attr_i(b, dq, "block_size", t->block);
    if (t->w[0] == 't') gb_node(b, 0, "Transpose", "w", "t");
    return b;
}

/* The bytes of input i of the product that makes y. */
static const uint8_t *test_const(const gb *b, uint32_t i) {
    size_t size = 0;
    cm_id v = cm_ir_in(&b->ir, opt_node(b, "y"), i);
    return v == CM_NONE ? NULL : cm_ir_const_bytes(&b->ir, v, &size);
}

/* Every element, scale and zero point is that of the weights. */
static void test_operands(const gb *b, const test_weight *t, int bits, int block) {
    int blocks = (TEST_K - 1) / block + 1, line = blocks * block * bits / 8;
    const uint8_t *q = test_const(b, 1), *scale = test_const(b, 2), *zero = test_const(b, 3);
    cm_id node = opt_node(b, "y");
    CHECK_INT(cm_opt_i32(&b->ir, node, "K"), TEST_K);
    CHECK_INT(cm_opt_i32(&b->ir, node, "N"), TEST_N);
    CHECK_INT(cm_opt_i32(&b->ir, node, "bits"), bits);
    CHECK_INT(cm_opt_i32(&b->ir, node, "block_size"), block);
    CHECK((zero != NULL) == (t->dtype == CAMEO_UINT4));
    for (int n = 0; n < TEST_N; n++) {
        for (int k = 0; k < TEST_K; k++) {
            int v = q[n * line + k * bits / 8] >> k * bits % 8 & ((1 << bits) - 1);
            CHECK_INT(v, test_value(k, n) + (bits == 8 ? 120 : 0));
        }
        for (int g = 0; g < blocks; g++) {
            int run = t->block == 0 ? 0 : g * block / (int)t->block, at = n * ((blocks + 1) / 2) + g / 2;
            float s;
            memcpy(&s, scale + (n * blocks + g) * 4, 4);
            CHECK(s == (float)(1 + run + 10 * n));
            if (zero != NULL) CHECK_INT(zero[at] >> g % 2 * 4 & 15, t->block == 0 ? 0 : test_zero_of(run, n));
        }
    }
}

void test_opt_nbits_operands(void) {
    static const struct {
        test_weight t;
        int bits, block;
    } cases[] = {{{CAMEO_UINT4, 0, 16, false, "w"}, 4, 16},  {{CAMEO_UINT4, 1, 16, true, "t"}, 4, 16},
                 {{CAMEO_INT4, -2, 32, false, "w"}, 4, 32},  {{CAMEO_INT4, 1, 0, false, "w"}, 4, 128},
                 {{CAMEO_UINT4, 0, 0, true, "t"}, 4, 128},   {{CAMEO_INT8, 0, 16, false, "w"}, 8, 16},
                 {{CAMEO_UINT4, 0, 64, false, "w"}, 4, 128}, {{CAMEO_INT4, 0, 48, false, "w"}, 4, 128}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gb *b = test_begin(&cases[i].t);
        gb_node(b, 0, "MatMul", cases[i].t.w[0] == 't' ? "x,t" : "x,w", "y");
        gb_output(b, 0, "y");
        const char *left = opt_alone(b, CM_REWRITE_nbits);
        CHECK_STR(left, "MatMulNBits");
        if (opt_node(b, "y") != CM_NONE) test_operands(b, &cases[i].t, cases[i].bits, cases[i].block);
        gb_free(b);
    }
}

/* What must stay: scales along the columns, blocks of less than 16, 8 bits without blocks, scaled products. */
void test_opt_nbits_declines(void) {
    static const test_weight plain = {CAMEO_INT4, 0, 16, false, "w"};
    static const test_weight others[] = {{CAMEO_INT4, 0, 8, false, "w"}, {CAMEO_INT8, 1, 0, false, "w"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        gb *b = test_begin(&others[i]);
        gb_node(b, 0, "MatMul", "x,w", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_nbits), "DequantizeLinear MatMul");
        gb_free(b);
    }
    for (int way = 0; way < 4; way++) {
        gb *b = test_begin(&plain);
        gb_floats(b, 0, "c", 1, (int64_t[]){way == 3 ? 1 : TEST_N}, (float[]){1, 2, 3});
        cm_id gemm = gb_node(b, 0, "Gemm", way == 0 ? "x,w" : "x,w,c", "y");
        if (way == 2) gb_attr_f(b, gemm, "alpha", 2);
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_nbits), way < 2 ? "MatMulNBits" : "DequantizeLinear Gemm");
        CHECK(way != 1 || opt_reads(b, "y", 5, "c"));
        gb_free(b);
    }
}
