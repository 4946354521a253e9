/* test_demand.c — free dims that a node wants equal: merged where it is certain to run, and a
 * contradiction names both sources. */
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

static bool test_demand_infer(gb *b) { return gb_infer(b, cameo_ops_all.ops) == CAMEO_OK; }

#define TEST_DEMAND_OK(b) CHECK_MSG(test_demand_infer(b), "%s", (b)->error.msg)

/* Values before and behind the node hold the older symbol; inputs keep their own. */
void test_demand_symbols(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,a");
    gb_input(b, 0, "y", CAMEO_FLOAT, "b,4");
    gb_node(b, 0, "Relu", "y", "before");
    gb_node(b, 0, "MatMul", "x,y", "z");
    gb_node(b, 0, "Abs", "y", "behind");
    gb_output(b, 0, "z");
    TEST_DEMAND_OK(b);
    CHECK_STR(gb_shape(b, "before"), "a,4");
    CHECK_STR(gb_shape(b, "behind"), "a,4");
    CHECK_STR(gb_shape(b, "y"), "b,4");
    CHECK_INT(b->ir.demand.n, 1);
    gb_free(b);
}

/* 6*n elements in a shape of 24, an axis that is squeezed: numbers. */
void test_demand_numbers(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,2,3");
    gb_input(b, 0, "y", CAMEO_FLOAT, "m,5");
    gb_ints(b, 0, "shape", 1, (int64_t[]){2}, (int64_t[]){4, 6});
    gb_ints(b, 0, "axis", 1, (int64_t[]){1}, (int64_t[]){0});
    gb_node(b, 0, "Reshape", "x,shape", "z");
    gb_node(b, 0, "Squeeze", "y,axis", "w");
    gb_node(b, 0, "Relu", "x", "u");
    gb_node(b, 0, "Relu", "y", "v");
    gb_output(b, 0, "z");
    TEST_DEMAND_OK(b);
    CHECK_STR(gb_shape(b, "u"), "4,2,3");
    CHECK_STR(gb_shape(b, "v"), "1,5");
    gb_free(b);
}

/* Each operator that compares: what is 'b' in its second input is 'a' behind it. */
void test_demand_operators(void) {
    static const struct {
        const char *op, *in, *x, *y, *z;
    } row[] = {
        {"Concat", "x,y", "n,a", "n,b", NULL},
        {"Gemm", "x,y", "n,a", "b,4", NULL},
        {"Conv", "x,y", "1,a,8,8", "4,b,1,1", NULL},
        {"ConvTranspose", "x,y", "1,a,8,8", "b,4,1,1", NULL},
        {"ScatterElements", "x,i,y", "5,a", "5,b", "5,a"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, row[i].x);
        if (row[i].z != NULL) gb_input(b, 0, "i", CAMEO_INT64, row[i].z);
        gb_input(b, 0, "y", CAMEO_FLOAT, row[i].y);
        cm_id node = gb_node(b, 0, row[i].op, row[i].in, "z");
        if (strcmp(row[i].op, "Concat") == 0) gb_attr_i(b, node, "axis", 0);
        gb_node(b, 0, "Relu", "y", "r");
        gb_output(b, 0, "z");
        TEST_DEMAND_OK(b);
        CHECK_MSG(strchr(gb_shape(b, "r"), 'b') == NULL && b->ir.demand.n == 1, "%s: %s", row[i].op,
                  gb_shape(b, "r"));
        gb_free(b);
    }
}

/* Where the two may differ in a run that succeeds, nothing is merged. */
void test_demand_nothing(void) {
    gb *b = gb_new();
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,a");
    gb_input(b, 0, "y", CAMEO_FLOAT, "m,b");
    gb_node(b, 0, "Add", "x,y", "sum"); /* 1 fits everything */
    cm_id node = gb_node(b, 0, "If", "c", "z");
    cm_id then = gb_subgraph(b, node, "then_branch");
    gb_node(b, then, "MatMul", "x,y", "t"); /* may not run */
    gb_output(b, then, "t");
    cm_id other = gb_subgraph(b, node, "else_branch");
    gb_node(b, other, "Relu", "x", "e");
    gb_output(b, other, "e");
    gb_node(b, 0, "Shape", "y", "shape");
    gb_node(b, 0, "Reshape", "x,shape", "copy"); /* an m of 0 copies n */
    gb_output(b, 0, "z");
    gb_output(b, 0, "sum");
    gb_output(b, 0, "copy");
    TEST_DEMAND_OK(b);
    CHECK_INT(b->ir.demand.n, 0);
    gb_free(b);
}

/* One number per channel: what the mean says of a batch normalization's channels, and they of it. */
void test_demand_channels(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3,w");
    gb_input(b, 0, "mean", CAMEO_FLOAT, "c");
    gb_input(b, 0, "var", CAMEO_FLOAT, "d");
    gb_floats(b, 0, "s", 1, (int64_t[]){3}, (float[3]){1, 1, 1});
    cm_id node = gb_node(b, 0, "BatchNormalization", "x,s,s,mean,var", "y,m,v");
    gb_attr_i(b, node, "training_mode", 1);
    gb_output(b, 0, "y");
    gb_output(b, 0, "m");
    TEST_DEMAND_OK(b);
    CHECK_STR(gb_shape(b, "m"), "3");
    CHECK_STR(gb_shape(b, "v"), "3");
    CHECK_INT(b->ir.demand.n, 2);
    gb_free(b);
    b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3,w");
    gb_floats(b, 0, "s", 1, (int64_t[]){4}, (float[4]){1, 1, 1, 1});
    gb_node(b, 0, "BatchNormalization", "x,s,s,s,s", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_E_SHAPE);
    CHECK_STR(
        b->error.msg,
        "input 1 has 4 elements, want 3, one per channel; x [n, 3, w], s [4], s [4], s [4], s [4]");
    gb_free(b);
}

void test_demand_contradiction(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,a");
    gb_input(b, 0, "y", CAMEO_FLOAT, "n,b");
    gb_floats(b, 0, "v", 2, (int64_t[]){5, 1}, (float[5]){0});
    gb_floats(b, 0, "w", 2, (int64_t[]){6, 1}, (float[6]){0});
    gb_attr_i(b, gb_node(b, 0, "Concat", "x,y", "xy"), "axis", 0);
    gb_node(b, 0, "Gemm", "y,v", "five");
    gb_node(b, 0, "MatMul", "x,w", "six");
    gb_output(b, 0, "six");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_E_SHAPE);
    CHECK_STR(b->error.msg,
              "a (input \"x\" dim 1; 5 by Gemm) and 6 must be equal; x [n, a], w [6, 1]");
    CHECK_STR(b->error.op_type, "MatMul");
    gb_free(b);
}

/* A number of the model against another: names and dims of both. */
void test_demand_tells_inputs(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
    gb_input(b, 0, "y", CAMEO_FLOAT, "4,m");
    gb_node(b, 0, "MatMul", "x,y", "z");
    gb_output(b, 0, "z");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_E_SHAPE);
    CHECK_STR(b->error.msg, "A has depth 3, B 4; x [n, 3], y [4, m]");
    gb_free(b);
}
