/* test_opt_loop.c — a Loop that never runs. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

/* Loop over carried v [2,n] with a scan output of v's dims (`dims` for the input); trips and go as given. */
static gb *test_loop(const char *operands, int64_t trips, bool go, const char *dims) {
    gb *b = gb_new();
    const uint8_t cond = go;
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    gb_input(b, 0, "m", CAMEO_INT64, "");
    gb_ints(b, 0, "trips", 0, NULL, &trips);
    gb_init(b, 0, "go", CAMEO_BOOL, 0, NULL, &cond, 1, 1);
    cm_id node = gb_node(b, 0, "Loop", operands, "v,scan");
    cm_id g = gb_subgraph(b, node, "body");
    gb_input(b, g, "i", CAMEO_INT64, "");
    gb_input(b, g, "on", CAMEO_BOOL, "");
    gb_input(b, g, "state", CAMEO_FLOAT, NULL);
    gb_node(b, g, "Identity", "on", "on_out");
    gb_node(b, g, "Relu", "state", "next");
    gb_node(b, g, "Neg", "state", "row");
    gb_output(b, g, "on_out");
    gb_output(b, g, "next");
    gb_output(b, g, "row");
    gb_node(b, 0, "Exp", "v", "y");
    gb_node(b, 0, "Exp", "scan", "z");
    gb_output(b, 0, "y");
    gb_output(b, 0, "z");
    return b;
}

static void test_loop_gives(gb *b, const char *want) {
    CHECK_STR(opt_alone(b, CM_REWRITE_idle_loop), want);
    bool gone = strcmp(want, "Exp Exp") == 0;
    CHECK_INT(opt_reads(b, "y", 0, "x"), gone);
    if (gone) CHECK_STR(gb_shape(b, "scan"), "0,2,3");
    gb_free(b);
}

void test_opt_idle_loop(void) {
    test_loop_gives(test_loop("trips,go,x", 0, true, "2,3"), "Exp Exp");
    test_loop_gives(test_loop("trips,,x", -5, true, "2,3"), "Exp Exp");
    test_loop_gives(test_loop("m,go,x", 1, false, "2,3"), "Exp Exp");
    test_loop_gives(test_loop(",go,x", 1, false, "2,3"), "Exp Exp");
    test_loop_gives(test_loop("trips,go,x", 1, true, "2,3"), "Loop Exp Exp");
    test_loop_gives(test_loop("m,go,x", 0, true, "2,3"), "Loop Exp Exp");
    /* The dims of the empty tensor are not known. */
    test_loop_gives(test_loop("trips,go,x", 0, true, "2,n"), "Loop Exp Exp");
    test_loop_gives(test_loop("trips,go,x", 0, true, NULL), "Loop Exp Exp");
}

/* Results that are the graph's outputs keep their names. */
void test_opt_idle_loop_outputs(void) {
    gb *b = test_loop("trips,go,x", 0, true, "2,3");
    gb_output(b, 0, "v");
    gb_output(b, 0, "scan");
    CHECK_STR(opt_alone(b, CM_REWRITE_idle_loop), "Identity Exp Exp");
    CHECK(opt_reads(b, "v", 0, "x"));
    CHECK(cm_ir_is_const(&b->ir, gb_find(b, 0, "scan")));
    gb_free(b);
}
