/* test_opt_transpose.c — Transposes that cancel across the nodes between them. Which results a region gives in the
 * other order: tests/runtime/test_rewrites.c. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

#include <stdio.h>

static const int64_t test_to_nchw[4] = {0, 3, 1, 2}, test_to_nhwc[4] = {0, 2, 3, 1};

static void test_turn(gb *b, const char *in, const char *out, const int64_t *perm) {
    gb_attr_is(b, gb_node(b, 0, "Transpose", in, out), "perm", 4, perm);
}

/* x [dims], NHWC -> a, NCHW. */
static gb *test_region(const char *dims) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    gb_floats(b, 0, "c", 3, (int64_t[]){3, 1, 1}, (float[]){1, 2, 3});
    gb_ints(b, 0, "one", 1, (int64_t[]){1}, (int64_t[]){1});
    test_turn(b, "x", "a", test_to_nchw);
    return b;
}

static void test_region_gives(gb *b, const char *want, const char *dims) {
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, CM_REWRITE_transposed_region), want);
    CHECK_STR(gb_shape(b, "y"), dims);
    cm_id node = opt_node(b, "y");
    if (node != CM_NONE) CHECK_INT(cm_infer_node(&b->ir, node), CAMEO_OK);
    CHECK_STR(gb_shape(b, "y"), dims);
    gb_free(b);
}

/* Elementwise, with constants in the order of the region, named dims or not. */
void test_opt_region_elementwise(void) {
    static const char *const dims[] = {"2,5,6,3", "n,h,w,3"};
    for (int i = 0; i < 2; i++) {
        gb *b = test_region(dims[i]);
        gb_node(b, 0, "Add", "a,c", "s");
        gb_node(b, 0, "Relu", "s", "r");
        gb_node(b, 0, "Mul", "r,s", "m");
        test_turn(b, "m", "y", test_to_nhwc);
        test_region_gives(b, "Add Relu Mul", dims[i]);
    }
}

/* Axes are renamed, and those that go with keepdims = 0 leave the order of the others. */
void test_opt_region_axes(void) {
    gb *b = test_region("2,5,6,3");
    gb_attr_i(b, gb_node(b, 0, "Concat", "a,a", "k"), "axis", -3);
    gb_attr_i(b, gb_node(b, 0, "Softmax", "k", "s"), "axis", 1);
    test_turn(b, "s", "y", test_to_nhwc);
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, CM_REWRITE_transposed_region), "Concat Softmax");
    CHECK_STR(gb_shape(b, "y"), "2,5,6,6");
    int32_t axis;
    memcpy(&axis, b->ir.info[opt_node(b, "y")].params, sizeof axis);
    CHECK_INT(axis, 3);
    gb_free(b);

    b = test_region("2,5,6,3");
    cm_id reduce = gb_node(b, 0, "ReduceMax", "a", "m");
    gb_attr_is(b, reduce, "axes", 1, (int64_t[]){-3});
    gb_attr_i(b, reduce, "keepdims", 0);
    gb_node(b, 0, "Exp", "m", "y"); /* what is left is in the right order */
    test_region_gives(b, "ReduceMax Exp", "2,5,6");
}

/* Two Transposes become one, behind the Add or at its other operand; a smaller result is transposed instead of the
 * larger. */
void test_opt_region_fewer(void) {
    gb *b = test_region("2,5,6,3");
    gb_input(b, 0, "z", CAMEO_FLOAT, "2,5,6,3");
    test_turn(b, "z", "t", test_to_nchw);
    gb_node(b, 0, "Add", "a,t", "s");
    gb_node(b, 0, "Exp", "s", "y");
    test_region_gives(b, "Add Transpose Exp", "2,3,5,6");

    b = test_region("2,5,6,3");
    gb_input(b, 0, "z", CAMEO_FLOAT, "2,3,5,6");
    gb_node(b, 0, "Add", "a,z", "s");
    test_turn(b, "s", "y", test_to_nhwc);
    test_region_gives(b, "Transpose Add", "2,5,6,3");

    b = test_region("2,5,6,3");
    gb_attr_i(b, gb_node(b, 0, "Cast", "a", "s"), "to", CAMEO_UINT8);
    gb_node(b, 0, "Identity", "s", "y");
    test_region_gives(b, "Cast Transpose Identity", "2,3,5,6");
}

/* Nothing is gained: the end of the graph, as many operands in NCHW, a Transpose that does not turn back. */
void test_opt_region_no_gain(void) {
    gb *b = test_region("2,5,6,3");
    gb_node(b, 0, "Relu", "a", "y");
    test_region_gives(b, "Transpose Relu", "2,3,5,6");

    b = test_region("2,5,6,3");
    gb_input(b, 0, "z", CAMEO_FLOAT, "2,3,5,6");
    gb_input(b, 0, "w", CAMEO_FLOAT, "2,3,5,6");
    gb_node(b, 0, "Add", "a,z", "s");
    gb_node(b, 0, "Mul", "s,w", "m");
    test_turn(b, "m", "y", test_to_nhwc);
    test_region_gives(b, "Transpose Add Mul Transpose", "2,5,6,3");

    b = test_region("2,5,6,3");
    gb_attr_i(b, gb_node(b, 0, "Cast", "a", "s"), "to", CAMEO_DOUBLE);
    gb_node(b, 0, "Identity", "s", "y");
    test_region_gives(b, "Transpose Cast Identity", "2,3,5,6");
}

/* What other nodes read, and what the graph gives, keeps its order and its name. */
void test_opt_region_outputs(void) {
    gb *b = test_region("2,5,6,3");
    gb_node(b, 0, "Relu", "a", "r");
    test_turn(b, "r", "y", test_to_nhwc);
    gb_output(b, 0, "r");
    test_region_gives(b, "Relu Transpose", "2,5,6,3");

    b = test_region("2,5,6,3");
    gb_node(b, 0, "Relu", "a", "r");
    test_turn(b, "r", "y", test_to_nhwc);
    gb_output(b, 0, "a");
    gb_output(b, 0, "r");
    test_region_gives(b, "Transpose Relu Transpose", "2,5,6,3");
}

/* Axes that are computed, a Softmax over the rest of the dims, an operand of fewer dims, an unknown rank: not moved. */
void test_opt_region_declined(void) {
    gb *b = test_region("2,5,6,3");
    gb_input(b, 0, "axes", CAMEO_INT64, "1");
    gb_node(b, 0, "Unsqueeze", "a,axes", "u");
    gb_node(b, 0, "Squeeze", "u,axes", "s");
    test_turn(b, "s", "y", test_to_nhwc);
    test_region_gives(b, "Transpose Unsqueeze Squeeze Transpose", "?,?,?,?");

    b = test_region("2,5,6,3");
    gb_input(b, 0, "row", CAMEO_FLOAT, "6");
    gb_node(b, 0, "Add", "a,row", "s");
    test_turn(b, "s", "y", test_to_nhwc);
    test_region_gives(b, "Transpose Add Transpose", "2,5,6,3");

    b = test_region(NULL);
    gb_node(b, 0, "Relu", "a", "s");
    test_turn(b, "s", "y", test_to_nhwc);
    test_region_gives(b, "Transpose Relu Transpose", "?,?,?,?");
}

/* 10^2 pairs, each around a Relu and a Softmax: none is left, and the search is linear. */
void test_opt_region_long(void) {
    static char names[401][16];
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,5,6,3");
    for (int i = 0; i <= 400; i++) snprintf(names[i], sizeof names[i], i == 0 ? "x" : "v%d", i);
    for (int i = 0; i < 400; i += 4) {
        test_turn(b, names[i], names[i + 1], test_to_nchw);
        gb_node(b, 0, "Relu", names[i + 1], names[i + 2]);
        test_turn(b, names[i + 2], names[i + 3], test_to_nhwc);
        gb_node(b, 0, "Exp", names[i + 3], names[i + 4]);
    }
    gb_output(b, 0, names[400]);
    CHECK_INT(strlen(opt_alone(b, CM_REWRITE_transposed_region)), 100 * strlen("Relu Exp ") - 1);
    gb_free(b);
}

void test_opt_transpose_view(void) {
    static const struct {
        const char *dims, *want;
        int64_t perm[4];
    } rows[] = {
        {"2,5,6,1", "Reshape Exp", {0, 3, 1, 2}},   {"n,5,6,1", "Reshape Exp", {0, 3, 1, 2}},
        {"n,m,6,1", "Transpose Exp", {0, 3, 1, 2}}, {"2,5,6,3", "Transpose Exp", {0, 3, 1, 2}},
        {"1,5,1,3", "Reshape Exp", {2, 1, 3, 0}},   {"1,5,1,3", "Transpose Exp", {0, 3, 1, 2}},
        {"0,5,6,1", "Transpose Exp", {0, 3, 1, 2}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, rows[i].dims);
        test_turn(b, "x", "t", rows[i].perm);
        gb_node(b, 0, "Exp", "t", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_transpose_view), rows[i].want);
        gb_free(b);
    }
}
