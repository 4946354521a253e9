/* test_infer.c — types and shapes over whole graphs: constants, symbols, branches, loops. */
#include "tests/check.h"
#include "tests/support/graph_builder.h"
#include "tests/support/test_ops.h"

#define TEST_INFER_OK(b)                                                                      \
    do {                                                                                      \
        cameo_status test_status = gb_infer((b), test_ops_table);                             \
        CHECK_MSG(test_status == CAMEO_OK, "%s: %s", cameo_status_name(test_status), (b)->error.msg); \
    } while (0)

void test_infer_straight_line(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
    gb_floats(b, 0, "w", 2, (int64_t[]){3, 5}, (float[15]){0});
    gb_floats(b, 0, "c", 1, (int64_t[]){5}, (float[5]){0});
    gb_node(b, 0, "MatMul", "x,w", "h");
    gb_node(b, 0, "Add", "h,c", "a");
    gb_node(b, 0, "Relu", "a", "y");
    gb_output(b, 0, "y");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "h"), "n,5");
    CHECK_STR(gb_shape(b, "y"), "n,5");
    gb_free(b);
}

void test_infer_shape_chain(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3,4");
    gb_ints(b, 0, "minus", 1, (int64_t[]){1}, (int64_t[]){-1});
    gb_node(b, 0, "Shape", "x", "s");
    gb_attr_i(b, gb_node(b, 0, "Concat", "s,minus", "t"), "axis", 0);
    gb_node(b, 0, "Reshape", "x,t", "y");
    gb_node(b, 0, "Reshape", "x,minus", "flat");
    gb_output(b, 0, "y");
    gb_output(b, 0, "flat");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "y"), "2,3,4,1");
    CHECK_STR(gb_shape(b, "flat"), "24");
    gb_free(b);
}
