/* test_opt_pairs.c — two nodes in a row that become one. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

/* x of dtype a -> Cast to b -> Cast to c -> y. */
static bool test_casts_join(int a, int b, int c) {
    gb *g = gb_new();
    gb_input(g, 0, "x", a, "2,n");
    gb_attr_i(g, gb_node(g, 0, "Cast", "x", "h"), "to", b);
    gb_attr_i(g, gb_node(g, 0, "Cast", "h", "y"), "to", c);
    gb_output(g, 0, "y");
    bool joined = strcmp(opt_alone(g, CM_REWRITE_casts), "Cast") == 0 && opt_reads(g, "y", 0, "x");
    gb_free(g);
    return joined;
}

void test_opt_casts(void) {
    CHECK(test_casts_join(CAMEO_INT32, CAMEO_INT64, CAMEO_INT32));
    CHECK(test_casts_join(CAMEO_INT32, CAMEO_INT64, CAMEO_INT8));
    CHECK(test_casts_join(CAMEO_UINT8, CAMEO_INT32, CAMEO_FLOAT));
    CHECK(test_casts_join(CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT));
    CHECK(test_casts_join(CAMEO_FLOAT16, CAMEO_FLOAT, CAMEO_FLOAT16));
    CHECK(test_casts_join(CAMEO_BOOL, CAMEO_INT64, CAMEO_BOOL));
    CHECK(test_casts_join(CAMEO_INT32, CAMEO_DOUBLE, CAMEO_INT64));
    CHECK(!test_casts_join(CAMEO_INT64, CAMEO_INT32, CAMEO_INT64));  /* wraps */
    CHECK(!test_casts_join(CAMEO_INT32, CAMEO_FLOAT, CAMEO_INT32));  /* 2^24 + 1 */
    CHECK(!test_casts_join(CAMEO_INT8, CAMEO_UINT32, CAMEO_INT64));  /* -1 */
    CHECK(!test_casts_join(CAMEO_FLOAT, CAMEO_INT64, CAMEO_FLOAT));  /* cuts off */
    CHECK(!test_casts_join(CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_INT32)); /* how out of range converts */
    CHECK(!test_casts_join(CAMEO_INT32, CAMEO_BOOL, CAMEO_INT32));
}

/* x -> op -> op -> Exp -> y; the first result is a graph's output, too, where `kept`. */
static const char *test_pair(const char *op, int dtype, bool kept, gb **b) {
    *b = gb_new();
    gb_input(*b, 0, "x", dtype, "n");
    gb_node(*b, 0, op, "x", "h");
    gb_node(*b, 0, op, "h", "g");
    gb_node(*b, 0, "Identity", "g", "y");
    gb_output(*b, 0, "y");
    if (kept) gb_output(*b, 0, "h");
    return opt_alone(*b, CM_REWRITE_math_pairs);
}

void test_opt_math_pairs(void) {
    static const struct {
        const char *op, *want;
        int dtype;
        bool kept;
    } rows[] = {{"Neg", "Identity", CAMEO_FLOAT, false},
                {"Not", "Identity", CAMEO_BOOL, false},
                {"Neg", "Neg Identity", CAMEO_FLOAT, true},
                {"Abs", "Abs Identity", CAMEO_INT32, false},
                {"Relu", "Relu Identity", CAMEO_FLOAT, true},
                {"Floor", "Floor Identity", CAMEO_FLOAT, false},
                {"Exp", "Exp Exp Identity", CAMEO_FLOAT, false},
                {"Reciprocal", "Reciprocal Reciprocal Identity", CAMEO_FLOAT, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b;
        CHECK_STR(test_pair(rows[i].op, rows[i].dtype, rows[i].kept, &b), rows[i].want);
        gb_free(b);
    }
}

/* x -> `first` -> `second` -> y; the operands of a Clip are among lo, mid, hi, zero, nan, free. */
static gb *test_clamps(const char *first, const char *in, const char *second, const char *in2) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
    gb_input(b, 0, "free", CAMEO_FLOAT, "");
    gb_floats(b, 0, "lo", 0, NULL, (float[]){-1});
    gb_floats(b, 0, "zero", 0, NULL, (float[]){0});
    gb_floats(b, 0, "mid", 0, NULL, (float[]){3});
    gb_floats(b, 0, "hi", 0, NULL, (float[]){6});
    gb_node(b, 0, first, in, "h");
    gb_node(b, 0, second, in2, "y");
    gb_output(b, 0, "y");
    return b;
}

/* The bounds of the one Clip that is left, or NaN; want: text of what is left. */
static void test_clamps_give(gb *b, const char *want, const char *lo, const char *hi) {
    CHECK_STR(opt_alone(b, CM_REWRITE_clips), want);
    if (lo != NULL) CHECK(opt_reads(b, "y", 0, "x"));
    if (lo != NULL && *lo != 0) CHECK(opt_reads(b, "y", 1, lo));
    if (hi != NULL) CHECK(opt_reads(b, "y", 2, hi));
    gb_free(b);
}

void test_opt_clips(void) {
    test_clamps_give(test_clamps("Clip", "x,lo,mid", "Clip", "h,zero,hi"), "Clip", "zero", "mid");
    test_clamps_give(test_clamps("Clip", "x,zero", "Clip", "h,lo,hi"), "Clip", "zero", "hi");
    test_clamps_give(test_clamps("Clip", "x,lo,hi", "Relu", "h"), "Clip", "", "hi");
    test_clamps_give(test_clamps("Relu", "x", "Clip", "h,lo,hi"), "Clip", "", "hi");
    test_clamps_give(test_clamps("Relu", "x", "Clip", "h,mid,hi"), "Clip", "mid", "hi");
    /* Bounds that meet, that are not constant, or the wrong way round. */
    test_clamps_give(test_clamps("Clip", "x,lo,zero", "Relu", "h"), "Clip Relu", NULL, NULL);
    test_clamps_give(test_clamps("Clip", "x,lo,zero", "Clip", "h,mid,hi"), "Clip Clip", NULL, NULL);
    test_clamps_give(test_clamps("Clip", "x,free,hi", "Relu", "h"), "Clip Relu", NULL, NULL);
    test_clamps_give(test_clamps("Clip", "x,hi,lo", "Relu", "h"), "Clip Relu", NULL, NULL);
}

/* The value between them is read by somebody else, or is the bound. */
void test_opt_clips_other_users(void) {
    gb *b = test_clamps("Relu", "x", "Clip", "h,lo,hi");
    gb_output(b, 0, "h");
    test_clamps_give(b, "Relu Clip", NULL, NULL);
    test_clamps_give(test_clamps("Relu", "free", "Clip", "x,h,hi"), "Relu Clip", NULL, NULL);
}

/* A zero that the Clip takes from Relu; Relu(Clip) with bounds of the build's 0 keeps the sum of bits. */
void test_opt_clips_zero(void) {
    gb *b = test_clamps("Relu", "x", "Clip", "h,lo,hi");
    double zero = 1;
    CHECK_STR(opt_alone(b, CM_REWRITE_clips), "Clip");
    cm_id lo = cm_ir_in(&b->ir, opt_node(b, "y"), 1);
    CHECK(lo != CM_NONE && cm_avalue_f64(&b->ir.av[lo], 0, &zero));
    CHECK(zero == 0);
    gb_free(b);
}
