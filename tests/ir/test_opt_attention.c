/* test_opt_attention.c — which graphs become Attention. What it computes: tests/runtime/test_rewrites.c,
 * tests/proofs/levels.c. */
#include "base/math.h"
#include "ir/rewrite/opt.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

enum { TEST_KEYS = 256 };

typedef enum test_mask { TEST_MASK_NONE, TEST_MASK_CONSTANT, TEST_MASK_INPUT } test_mask;

/* Softmax(q * Transpose(k) + mask) * v for q [1,2,256,8], k and v of dims `keys`. A constant mask is `numbers`. */
static gb *test_attention_graph(const char *keys, test_mask mask, const float *numbers) {
    static const int64_t swap[4] = {0, 1, 3, 2}, dims[1] = {TEST_KEYS};
    gb *b = gb_new();
    gb_input(b, 0, "q", CAMEO_FLOAT, "1,2,256,8");
    gb_input(b, 0, "k", CAMEO_FLOAT, keys);
    gb_input(b, 0, "v", CAMEO_FLOAT, keys);
    if (mask == TEST_MASK_CONSTANT) gb_floats(b, 0, "mask", 1, dims, numbers);
    if (mask == TEST_MASK_INPUT) gb_input(b, 0, "mask", CAMEO_FLOAT, "256");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "k", "kt"), "perm", 4, swap);
    gb_node(b, 0, "MatMul", "q,kt", "s");
    if (mask != TEST_MASK_NONE) gb_node(b, 0, "Add", "s,mask", "m");
    gb_attr_i(b, gb_node(b, 0, "Softmax", mask == TEST_MASK_NONE ? "s" : "m", "p"), "axis", -1);
    gb_node(b, 0, "MatMul", "p,v", "y");
    gb_output(b, 0, "y");
    return b;
}

static void test_attention_gives(gb *b, const char *want) {
    CHECK_STR(opt_alone(b, CM_REWRITE_attention), want);
    gb_free(b);
}

/* Keys of a free number, and heads that are broadcast, stay as they are. */
void test_opt_attention_size(void) {
    static const char *const other[] = {"1,2,n,8", "1,1,256,8"};
    test_attention_gives(test_attention_graph("1,2,256,8", TEST_MASK_NONE, NULL), "Attention");
    for (int i = 0; i < 2; i++)
        test_attention_gives(test_attention_graph(other[i], TEST_MASK_NONE, NULL), "Transpose MatMul Softmax MatMul");
}

/* A mask that leaves a row no key is left to Softmax, which gives NaN there; one that is not constant may be such. */
void test_opt_attention_mask(void) {
    static const char nodes[] = "Transpose MatMul Add Softmax MatMul";
    float numbers[TEST_KEYS];
    for (int i = 0; i < TEST_KEYS; i++) numbers[i] = i % 3 == 0 ? 1.0F : -CM_INF_F32;
    test_attention_gives(test_attention_graph("1,2,256,8", TEST_MASK_CONSTANT, numbers), "Attention");
    for (int i = 0; i < TEST_KEYS; i++) numbers[i] = -CM_INF_F32;
    test_attention_gives(test_attention_graph("1,2,256,8", TEST_MASK_CONSTANT, numbers), nodes);
    test_attention_gives(test_attention_graph("1,2,256,8", TEST_MASK_INPUT, NULL), nodes);
}

/* Operands and result [batch][rows][heads * depth] are read and written without a Transpose. */
void test_opt_attention_joined(void) {
    static const int64_t rows[4] = {0, 2, 1, 3}, keys[4] = {0, 2, 3, 1};
    gb *b = gb_new();
    gb_input(b, 0, "q", CAMEO_FLOAT, "n,200,2,8");
    gb_input(b, 0, "k", CAMEO_FLOAT, "n,300,2,8");
    gb_input(b, 0, "v", CAMEO_FLOAT, "n,300,2,5");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "q", "qt"), "perm", 4, rows);
    gb_attr_is(b, gb_node(b, 0, "Transpose", "k", "kt"), "perm", 4, keys);
    gb_attr_is(b, gb_node(b, 0, "Transpose", "v", "vt"), "perm", 4, rows);
    gb_node(b, 0, "MatMul", "qt,kt", "s");
    gb_attr_i(b, gb_node(b, 0, "Softmax", "s", "p"), "axis", 3);
    gb_node(b, 0, "MatMul", "p,vt", "t");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "t", "y"), "perm", 4, rows);
    gb_output(b, 0, "y");
    test_attention_gives(b, "Reshape Reshape Reshape Attention Reshape");
}

/* q and k are scaled, each by the root of the scale. */
void test_opt_attention_scaled(void) {
    static const int64_t swap[3] = {0, 2, 1};
    static const float root[1] = {0.5F};
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "3,200,8");
    gb_floats(b, 0, "root", 0, NULL, root);
    gb_node(b, 0, "Mul", "x,root", "q");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "x", "xt"), "perm", 3, swap);
    gb_node(b, 0, "Mul", "root,xt", "k");
    gb_node(b, 0, "MatMul", "q,k", "s");
    gb_attr_i(b, gb_node(b, 0, "Softmax", "s", "p"), "axis", 2);
    gb_node(b, 0, "MatMul", "p,x", "y");
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, CM_REWRITE_attention), "Attention");
    CHECK(opt_reads(b, "y", 0, "x") && opt_reads(b, "y", 1, "x") && opt_reads(b, "y", 2, "x"));
    CHECK(cm_opt_f32(&b->ir, opt_node(b, "y"), "scale") == 0.25F);
    gb_free(b);
}
