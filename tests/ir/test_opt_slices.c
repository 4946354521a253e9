/* test_opt_slices.c — chains of Slices and Concats, and Slices that are a Split. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

#include <stdio.h>

/* in -> Slice [begin, end) of an axis -> out, by constants named after out. */
static void test_cut(gb *b, const char *in, const char *out, int64_t begin, int64_t end,
                     int64_t axis) {
    const int64_t one = 1, numbers[3] = {begin, end, axis};
    char names[3][24], operands[80];
    for (int i = 0; i < 3; i++) {
        snprintf(names[i], sizeof names[i], "%s_%d", out, i);
        gb_ints(b, 0, names[i], 1, &one, &numbers[i]);
    }
    snprintf(operands, sizeof operands, "%s,%s,%s,%s", in, names[0], names[1], names[2]);
    gb_node(b, 0, "Slice", operands, out);
}

static void test_concat(gb *b, const char *in, const char *out, int64_t axis) {
    gb_attr_i(b, gb_node(b, 0, "Concat", in, out), "axis", axis);
}

static gb *test_slices(const char *dims) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    return b;
}

/* h -> Exp -> y; what the rewrite leaves, and the dims of y. */
static void test_slices_give(gb *b, cm_rewrite_id rewrite, const char *want, const char *dims) {
    gb_node(b, 0, "Exp", "h", "y");
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, rewrite), want);
    cm_id h = cm_ir_in(&b->ir, opt_node(b, "y"), 0);
    cm_id node = b->ir.t.value.row[h].node;
    if (node != CM_NONE) CHECK_INT(cm_infer_node(&b->ir, node), CAMEO_OK);
    if (dims != NULL) {
        CHECK_INT(cm_infer_node(&b->ir, opt_node(b, "y")), CAMEO_OK);
        CHECK_STR(gb_shape(b, "y"), dims);
    }
    gb_free(b);
}

void test_opt_slice_slice(void) {
    gb *b = test_slices("6,8");
    test_cut(b, "x", "a", 1, -1, 1);
    test_cut(b, "a", "h", -4, 5, -1);
    test_slices_give(b, CM_REWRITE_slice_slice, "Slice Exp", "6,3");

    b = test_slices("n,m"); /* other axes may be named; the same one from the front only */
    test_cut(b, "x", "a", 1, -1, 1);
    test_cut(b, "a", "h", -4, 5, 0);
    test_slices_give(b, CM_REWRITE_slice_slice, "Slice Exp", NULL);

    b = test_slices("n,m");
    test_cut(b, "x", "a", 1, 6, 1);
    test_cut(b, "a", "h", 2, INT64_MAX, 1);
    test_slices_give(b, CM_REWRITE_slice_slice, "Slice Exp", NULL);

    b = test_slices("n,m");
    test_cut(b, "x", "a", 1, -1, 1);
    test_cut(b, "a", "h", 2, 4, 1);
    test_slices_give(b, CM_REWRITE_slice_slice, "Slice Slice Exp", NULL);

    b = test_slices("6,8"); /* the other way round */
    gb_ints(b, 0, "s", 1, (int64_t[]){1}, (int64_t[]){-1});
    gb_ints(b, 0, "e", 1, (int64_t[]){1}, (int64_t[]){-7});
    gb_ints(b, 0, "ax", 1, (int64_t[]){1}, (int64_t[]){1});
    gb_node(b, 0, "Slice", "x,s,e,ax,s", "a");
    test_cut(b, "a", "h", 1, 3, 1);
    test_slices_give(b, CM_REWRITE_slice_slice, "Slice Slice Exp", "6,2");
}

void test_opt_concat_slices(void) {
    static const struct {
        const char *dims, *want;
        int64_t a[2], c[2];
        int64_t axis;
    } rows[] = {{"6,8", "Exp", {0, 3}, {3, 8}, 1},
                {"n,m", "Exp", {0, 3}, {3, INT64_MAX}, -1},
                {"6,8", "Slice Exp", {0, 3}, {3, -1}, 1},
                {"n,m", "Slice Exp", {1, 3}, {3, 7}, 1},
                {"n,m", "Slice Slice Concat Exp", {0, -3}, {-3, INT64_MAX}, 1},
                {"n,m", "Slice Slice Concat Exp", {4, 2}, {2, 8}, 1},
                {"6,8", "Slice Slice Concat Exp", {0, 3}, {4, 8}, 1},
                {"6,8", "Slice Slice Concat Exp", {4, 8}, {0, 4}, 1},
                {"6,8", "Slice Slice Concat Exp", {0, 4}, {4, 8}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_slices(rows[i].dims);
        test_cut(b, "x", "a", rows[i].a[0], rows[i].a[1], 1);
        test_cut(b, "x", "c", rows[i].c[0], rows[i].c[1], 1);
        test_concat(b, "a,c", "h", rows[i].axis);
        test_slices_give(b, CM_REWRITE_concat_slices, rows[i].want, NULL);
    }
}

/* All outputs of a Split in their order, and nothing else. */
void test_opt_concat_split(void) {
    static const struct {
        const char *in, *want;
        int64_t axis;
    } rows[] = {{"a,c", "Exp", 1},
                {"c,a", "Split Concat Exp", 1},
                {"a,c", "Split Concat Exp", 0},
                {"a,c,c", "Split Concat Exp", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_slices("n,8");
        gb_attr_i(b, gb_node(b, 0, "Split", "x", "a,c"), "axis", -1);
        test_concat(b, rows[i].in, "h", rows[i].axis);
        test_slices_give(b, CM_REWRITE_concat_slices, rows[i].want, NULL);
    }
}

void test_opt_slice_concat(void) {
    static const struct {
        const char *dims, *want, *left;
        int64_t cut[2];
        int64_t axis;
    } rows[] = {{"6,8", "Exp Exp", "6,8", {8, 16}, 1},
                {"6,8", "Exp Slice Exp", "6,2", {-7, -5}, 1},
                {"6,8", "Exp Concat Exp", "6,16", {8, 24}, 1},
                {"6,8", "Exp Concat Slice Exp", "6,17", {7, 24}, 1},
                {"6,8", "Exp Concat Slice Exp", "4,24", {1, 5}, 0},
                {"6,8", "Exp Concat Slice Exp", "6,0", {8, 8}, 1},
                {"6,m", "Exp Concat Slice Exp", NULL, {0, 4}, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_slices(rows[i].dims);
        gb_node(b, 0, "Exp", "x", "r");
        test_concat(b, "x,r,r", "k", 1);
        test_cut(b, "k", "h", rows[i].cut[0], rows[i].cut[1], rows[i].axis);
        test_slices_give(b, CM_REWRITE_slice_concat, rows[i].want, rows[i].left);
    }
}

void test_opt_concat_concat(void) {
    for (int i = 0; i < 3; i++) {
        gb *b = test_slices("6,8");
        test_concat(b, "x,x", "k", i == 1 ? 0 : 1);
        if (i == 1)
            test_concat(b, "k,k", "h", 1);
        else
            test_concat(b, "x,k", "h", -1);
        if (i == 2) gb_output(b, 0, "k");
        test_slices_give(b, CM_REWRITE_concat_concat, i == 0 ? "Concat Exp" : "Concat Concat Exp",
                         i == 1 ? "12,16" : "6,24");
    }
}

void test_opt_slices_split(void) {
    static const struct {
        const char *dims, *want;
        int64_t a[2], c[2];
        int64_t axis, opset;
    } rows[] = {{"6,8", "Split Exp Exp", {0, 3}, {3, 8}, 1, 17},
                {"6,8", "Split Exp Exp", {-5, INT64_MAX}, {0, -5}, -1, 13},
                {"n,8", "Split Exp Exp", {4, 8}, {0, 4}, 1, 18},
                {"6,8", "Slice Slice Exp Exp", {0, 3}, {3, 8}, 1, 12},
                {"6,m", "Slice Slice Exp Exp", {0, 3}, {3, 8}, 1, 17},
                {"6,8", "Slice Slice Exp Exp", {0, 3}, {4, 8}, 1, 17},
                {"6,8", "Slice Slice Exp Exp", {0, 4}, {3, 8}, 1, 17},
                {"6,8", "Slice Slice Exp Exp", {0, 3}, {3, 7}, 1, 17}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_slices(rows[i].dims);
        gb_opset(b, "", rows[i].opset);
        test_cut(b, "x", "a", rows[i].a[0], rows[i].a[1], rows[i].axis);
        test_cut(b, "x", "h", rows[i].c[0], rows[i].c[1], rows[i].axis);
        gb_node(b, 0, "Exp", "a", "z");
        gb_output(b, 0, "z");
        gb_output(b, 0, "a"); /* keeps its name as an output of the Split */
        test_slices_give(b, CM_REWRITE_slices_split, rows[i].want, NULL);
    }
}
