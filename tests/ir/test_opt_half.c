/* test_opt_half.c — which nodes on halves compute in float. What they compute: tests/runtime/test_rewrites.c,
 * tests/proofs/levels.c. */
#include "ir/rewrite/opt.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

static void test_half_gives(gb *b, const char *want) {
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_INT(cm_optimize_halves(&b->ir), CAMEO_OK);
    CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), want);
}

static int test_dtype(const gb *b, const char *value) { return b->ir.av[gb_find(b, 0, value)].dtype; }

static gb *test_halves(int dtype) {
    gb *b = gb_new();
    gb_input(b, 0, "a", dtype, "n,4");
    gb_input(b, 0, "w", dtype, "4,4");
    return b;
}

/* Values between nodes are floats; what came in and goes out keeps its type. */
void test_opt_half_region(void) {
    static const int dtypes[] = {CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 2; i++) {
        gb *b = test_halves(dtypes[i]);
        gb_node(b, 0, "MatMul", "a,w", "t");
        gb_node(b, 0, "Softmax", "t", "u");
        gb_node(b, 0, "Exp", "u", "y");
        test_half_gives(b, "Cast Cast MatMul Softmax Exp Cast");
        CHECK_INT(test_dtype(b, "y"), dtypes[i]);
        CHECK_INT(b->ir.applied[CM_REWRITE_half], 3);
        gb_free(b);
    }
}

/* A norm or a reduction is worth it by itself. */
void test_opt_half_worth(void) {
    static const char *const ops[] = {"Softmax", "ReduceSum", "ArgMax"}, *const want[] = {
        "Cast Softmax Cast", "Cast ReduceSum Cast", "Cast ArgMax"};
    for (int i = 0; i < 3; i++) {
        gb *b = test_halves(CAMEO_FLOAT16);
        gb_node(b, 0, ops[i], "a", "y");
        test_half_gives(b, want[i]);
        gb_free(b);
    }
}

/* Arithmetic with single numbers is rounded node by node, since dims may be made of it: Ceil of 32.0 + 2^-6 is 32 in
 * float16, and 33 in float. */
void test_opt_half_single_numbers(void) {
    gb *b = test_halves(CAMEO_FLOAT16);
    gb_input(b, 0, "length", CAMEO_FLOAT16, "");
    gb_input(b, 0, "part", CAMEO_FLOAT16, "1");
    gb_node(b, 0, "Add", "length,part", "s");
    gb_node(b, 0, "Ceil", "s", "c");
    gb_attr_i(b, gb_node(b, 0, "Cast", "c", "z"), "to", CAMEO_INT64);
    gb_node(b, 0, "MatMul", "a,w", "t");
    gb_node(b, 0, "Mul", "t,part", "y");
    gb_output(b, 0, "z");
    test_half_gives(b, "Add Ceil Cast Cast Cast MatMul Cast Mul Cast");
    gb_free(b);
}

/* Halves that are only moved stay: a Concat with a past. A Transpose of what was computed does not part two nodes: it
 * goes where it moves fewer bytes. */
void test_opt_half_moves(void) {
    gb *b = test_halves(CAMEO_FLOAT16);
    gb_input(b, 0, "past", CAMEO_FLOAT16, "p,4");
    gb_node(b, 0, "MatMul", "a,w", "t");
    gb_attr_i(b, gb_node(b, 0, "Concat", "past,t", "y"), "axis", 0);
    test_half_gives(b, "Cast Cast MatMul Cast Concat");
    gb_free(b);
    b = test_halves(CAMEO_FLOAT16);
    gb_node(b, 0, "MatMul", "a,w", "t");
    gb_node(b, 0, "Transpose", "t", "u");
    gb_node(b, 0, "Exp", "u", "y");
    test_half_gives(b, "Cast Cast MatMul Exp Cast Transpose");
    gb_free(b);
}

/* Casts of the model around a region are not rounded through; one to integers is. */
void test_opt_half_casts(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "4,4");
    gb_attr_i(b, gb_node(b, 0, "Cast", "x", "a"), "to", CAMEO_FLOAT16);
    gb_node(b, 0, "MatMul", "a,a", "t");
    gb_attr_i(b, gb_node(b, 0, "Cast", "t", "y"), "to", CAMEO_FLOAT);
    test_half_gives(b, "MatMul");
    gb_free(b);
    b = test_halves(CAMEO_FLOAT16);
    gb_node(b, 0, "MatMul", "a,w", "t");
    gb_attr_i(b, gb_node(b, 0, "Cast", "t", "y"), "to", CAMEO_INT32);
    test_half_gives(b, "Cast Cast MatMul Cast Cast");
    gb_free(b);
}

/* No product: nothing is rewritten. Neither at a lower level, nor with the rewrite off. */
void test_opt_half_declines(void) {
    gb *b = test_halves(CAMEO_FLOAT16);
    gb_node(b, 0, "Add", "a,w", "y");
    test_half_gives(b, "Add");
    gb_free(b);
    b = test_halves(CAMEO_FLOAT16);
    gb_node(b, 0, "MatMul", "a,w", "y");
    b->options.opt = CAMEO_OPT_EXTENDED;
    test_half_gives(b, "MatMul");
    gb_free(b);
}
