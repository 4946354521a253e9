/* test_opt_views.c — views of views. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

/* x [dims] -> Reshape to a[3] -> Reshape to c[3] -> Exp -> y. */
static const char *test_views(const char *dims, const int64_t *a, const int64_t *c, bool zeros) {
    static const int64_t n = 3;
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    gb_ints(b, 0, "a", 1, &n, a);
    gb_ints(b, 0, "c", 1, &n, c);
    gb_attr_i(b, gb_node(b, 0, "Reshape", "x,a", "h"), "allowzero", zeros);
    gb_attr_i(b, gb_node(b, 0, "Reshape", "h,c", "g"), "allowzero", zeros);
    gb_node(b, 0, "Exp", "g", "y");
    gb_output(b, 0, "y");
    const char *left = opt_alone(b, CM_REWRITE_reshapes);
    bool one = strcmp(left, "Reshape Exp") == 0;
    cm_id g = cm_ir_in(&b->ir, opt_node(b, "y"), 0);
    if (cm_ir_in(&b->ir, b->ir.t.value.row[g].node, 0) != gb_find(b, 0, one ? "x" : "h"))
        left = "?";
    gb_free(b);
    return left;
}

#define TEST_VIEWS(want, dims, a, c, zeros) CHECK_STR(test_views(dims, a, c, zeros), want)

void test_opt_reshapes(void) {
    const int64_t a[3] = {4, 3, 2}, c[3] = {-1, 2, 2}, keep[3] = {0, 6, -1}, first[3] = {0, -1, 2};
    const int64_t none[3] = {4, 0, 6};
    TEST_VIEWS("Reshape Exp", "2,3,4", a, c, false);
    TEST_VIEWS("Reshape Exp", "n,3,4", first, c, false);
    TEST_VIEWS("Reshape Exp", "n,3,4", first, keep, false);     /* its 0 is x's dim as well */
    TEST_VIEWS("Reshape Reshape Exp", "2,3,4", a, keep, false); /* it is not */
    TEST_VIEWS("Reshape Reshape Exp", "n,m,4", a, keep, false);
    TEST_VIEWS("Reshape Exp", "0,3,4", none, none, true); /* a 0 that is meant */
}

/* Other views become a Reshape, where two dims are not free and none is 0. */
void test_opt_reshapes_others(void) {
    static const struct {
        const char *dims, *want;
    } rows[] = {{"2,3,4", "Reshape Exp"},
                {"n,3,4", "Reshape Exp"},
                {"n,m,4", "Unsqueeze Unsqueeze Exp"},
                {"0,3,4", "Unsqueeze Unsqueeze Exp"},
                {NULL, "Unsqueeze Unsqueeze Exp"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, rows[i].dims);
        gb_ints(b, 0, "one", 1, (int64_t[]){1}, (int64_t[]){1});
        gb_node(b, 0, "Unsqueeze", "x,one", "h");
        gb_node(b, 0, "Unsqueeze", "h,one", "g");
        gb_node(b, 0, "Exp", "g", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_reshapes), rows[i].want);
        gb_free(b);
    }
}

/* A shape that is computed might hold a 0; one that others read as well changes nothing for them. */
void test_opt_reshapes_kept(void) {
    for (int i = 0; i < 2; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,6");
        gb_input(b, 0, "s", CAMEO_INT64, "2");
        gb_ints(b, 0, "t", 1, (int64_t[]){2}, (int64_t[]){3, 4});
        gb_node(b, 0, "Reshape", "x,t", "h");
        gb_node(b, 0, "Reshape", i == 0 ? "h,s" : "h,t", "g");
        gb_node(b, 0, "Exp", "g", "y");
        gb_output(b, 0, "y");
        gb_output(b, 0, "h");
        CHECK_STR(opt_alone(b, CM_REWRITE_reshapes), "Reshape Reshape Exp");
        CHECK(opt_reads(b, "h", 0, "x"));
        CHECK(opt_reads(b, "g", 0, i == 0 ? "h" : "x"));
        gb_free(b);
    }
    /* The -1 is told from what remains of h beside its dim of 0, which is another number for x. */
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,0,2");
    gb_ints(b, 0, "s", 1, (int64_t[]){2}, (int64_t[]){0, 0});
    gb_ints(b, 0, "t", 1, (int64_t[]){3}, (int64_t[]){2, 0, -1});
    gb_node(b, 0, "Reshape", "x,s", "h");
    gb_node(b, 0, "Reshape", "h,t", "y");
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, CM_REWRITE_reshapes), "Reshape Reshape");
    CHECK(opt_reads(b, "y", 0, "h"));
    gb_free(b);
}

/* x [dims] -> Reshape to dims [a, a + 1) and [c, c + 1) of x, then `last` -> Exp -> y. Returns what is left; target
 * gets the constant's elements. */
static const char *test_target(const char *dims, int64_t a, int64_t c, int64_t last, bool zeros,
                               int64_t *target) {
    gb *b = gb_new();
    const int64_t one = 1, a_end = a + 1, c_end = c + 1;
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    gb_ints(b, 0, "a0", 1, &one, &a);
    gb_ints(b, 0, "a1", 1, &one, &a_end);
    gb_ints(b, 0, "c0", 1, &one, &c);
    gb_ints(b, 0, "c1", 1, &one, &c_end);
    gb_ints(b, 0, "last", 1, &one, &last);
    gb_node(b, 0, "Shape", "x", "s");
    gb_node(b, 0, "Slice", "s,a0,a1", "sa");
    gb_node(b, 0, "Slice", "s,c0,c1", "sc");
    gb_attr_i(b, gb_node(b, 0, "Concat", "sa,sc,last", "t"), "axis", 0);
    gb_attr_i(b, gb_node(b, 0, "Reshape", "x,t", "h"), "allowzero", zeros);
    gb_node(b, 0, "Exp", "h", "y");
    gb_output(b, 0, "y");
    const char *left = opt_alone(b, CM_REWRITE_known_target);
    cm_id t = cm_ir_in(&b->ir, opt_node(b, "h"), 1);
    for (size_t i = 0; i < 3; i++) {
        if (!cm_avalue_i64(&b->ir.av[t], i, &target[i])) target[i] = -99;
    }
    gb_free(b);
    return left;
}

void test_opt_known_target(void) {
    static const char *const kept = "Shape Slice Slice Concat Reshape Exp";
    static const struct {
        const char *dims;
        int64_t a, c, last;
        bool zeros;
        int64_t want[3];
    } rows[] = {
        {"b,s,12", 0, 1, 12, false, {0, 0, 12}},    {"b,s,3,4", 0, 1, 12, false, {0, 0, 12}},
        {"4,n,3", 0, 2, -1, false, {4, 3, -1}}, /* 4, 3, n */
        {"n,2,3", 1, 0, 3, false, {2, -1, 3}},      {"b,s,3,4", 0, 1, -1, false, {0, 0, 12}},
        {"b,4,s", 0, 2, 4, false, {-99, -99, -99}}, /* b may be 0: no -1 beside it */
        {"b,s,4", 1, 0, 4, false, {-99, -99, -99}}, /* two in other places */
        {"b,s,12", 0, 1, 12, true, {-99, -99, -99}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t target[3];
        const char *left =
            test_target(rows[i].dims, rows[i].a, rows[i].c, rows[i].last, rows[i].zeros, target);
        CHECK_MSG(strcmp(left, rows[i].want[0] == -99 ? kept : "Reshape Exp") == 0, "%zu: %s", i,
                  left);
        for (int k = 0; k < 3 && rows[i].want[0] != -99; k++)
            CHECK_MSG(target[k] == rows[i].want[k], "%zu: target[%d] is %lld", i, k,
                      CM_LL(target[k]));
    }
}
