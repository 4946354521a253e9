/* test_opt_pad.c — Pad into the pads of convolutions and pools, and where it must stay. What the results are:
 * tests/runtime/test_rewrites.c. */
#include "base/math.h"
#include "ir/ir_impl.h"
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

/* A Pad of x[1,2,5,6] by `value` (NaN: none is given), then op. */
typedef struct test_pad {
    const char *op;
    float value;
    int64_t pads[8];  /* of the Pad */
    int64_t own[4];   /* of the op; all 0: no attribute */
    const char *attr; /* of the op, an integer; or NULL */
    int64_t attr_value;
    const char *auto_pad; /* of the op, or NULL */
    bool fused;
} test_pad;

static gb *test_pad_model(const test_pad *t) {
    gb *b = gb_new();
    bool conv = strcmp(t->op, "Conv") == 0;
    gb_input(b, 0, "in", CAMEO_FLOAT, "1,2,5,6");
    gb_node(b, 0, "Abs", "in", "x");
    gb_ints(b, 0, "p", 1, (int64_t[]){8}, t->pads);
    gb_floats(b, 0, "v", 0, NULL, &t->value);
    gb_floats(b, 0, "w", 4, (int64_t[]){1, 2, 3, 3}, (float[18]){1});
    gb_node(b, 0, "Pad", t->value != t->value ? "x,p" : "x,p,v", "h");
    cm_id node = gb_node(b, 0, t->op, conv ? "h,w" : "h", "y");
    if (!conv) gb_attr_is(b, node, "kernel_shape", 2, (int64_t[]){3, 3});
    if (t->own[0] + t->own[1] + t->own[2] + t->own[3] != 0) gb_attr_is(b, node, "pads", 4, t->own);
    if (t->attr != NULL) gb_attr_i(b, node, t->attr, t->attr_value);
    if (t->auto_pad != NULL) gb_attr_s(b, node, "auto_pad", t->auto_pad);
    gb_output(b, 0, "y");
    return b;
}

/* Optimises with one rewrite only, and the sweep of dead nodes. */
static const char *test_pad_only(gb *b, cm_rewrite_id rewrite) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(rewrite));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

static void test_pad_rows(const test_pad *rows, size_t n, cm_rewrite_id rewrite) {
    for (size_t i = 0; i < n; i++) {
        const test_pad *t = &rows[i];
        char shape[32];
        gb *b = test_pad_model(t);
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        (void)memcpy(shape, gb_shape(b, "y"), sizeof shape);
        const char *ops = test_pad_only(b, rewrite);
        CHECK_MSG((strstr(ops, "Pad") == NULL) == t->fused, "row %zu: %s", i, ops);
        CHECK_STR(gb_shape(b, "y"), shape);
        if (t->fused) {
            cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
            const cm_attr *a = cm_ir_attr(&b->ir, node, "pads");
            const int64_t *pads = b->ir.t.ints.row + a->list.first;
            bool valid = t->auto_pad != NULL && strcmp(t->auto_pad, "VALID") == 0;
            for (int k = 0; k < 4; k++)
                CHECK_INT(pads[k], t->pads[k % 2 + 2 + k / 2 * 4] + (valid ? 0 : t->own[k]));
        }
        gb_free(b);
    }
}

void test_opt_pad_conv(void) {
    const test_pad rows[] = {
        {"Conv", CM_NAN_F32, {0, 0, 1, 2, 0, 0, 3, 4}, {0}, NULL, 0, NULL, true},
        {"Conv", 0, {0, 0, 1, 2, 0, 0, 3, 4}, {4, 3, 2, 1}, NULL, 0, "NOTSET", true},
        {"Conv", 0, {0, 0, 1, 2, 0, 0, 3, 4}, {4, 3, 2, 1}, NULL, 0, "VALID", true},
        {"Conv", 0, {0, 0, 1, 2, 0, 0, 3, 4}, {0}, NULL, 0, "SAME_UPPER", false},
        {"Conv", 1, {0, 0, 1, 2, 0, 0, 3, 4}, {0}, NULL, 0, NULL, false},
        {"Conv", 0, {0, 0, 1, -1, 0, 0, 3, 4}, {0}, NULL, 0, NULL, false},
        {"Conv", 0, {1, 0, 1, 1, 0, 0, 3, 4}, {0}, NULL, 0, NULL, false},
        {"Conv", 0, {0, 0, 1, 1, 0, 0, 3, 4}, {0, 0, 0, INT32_MAX - 3}, NULL, 0, NULL, false},
    };
    test_pad_rows(rows, sizeof rows / sizeof *rows, CM_REWRITE_conv_pad);
}

/* Abs says nothing of its sign here, so that zeros are not known to lose against the data. */
void test_opt_pad_pool(void) {
    const float least = -(float)CM_INF_F64;
    const test_pad rows[] = {
        {"MaxPool", least, {0, 0, 1, 2, 0, 0, 2, 1}, {0}, NULL, 0, NULL, true},
        {"MaxPool", least, {0, 0, 1, 1, 0, 0, 1, 1}, {1, 1, 0, 1}, NULL, 0, NULL, true},
        {"MaxPool", least, {0, 0, 1, 3, 0, 0, 2, 1}, {0}, NULL, 0, NULL, false},
        {"MaxPool", 0, {0, 0, 1, 2, 0, 0, 2, 1}, {0}, NULL, 0, NULL, false},
        {"MaxPool", least, {0, 0, 1, 2, 0, 0, 2, 1}, {0}, "ceil_mode", 1, NULL, false},
        {"AveragePool", 0, {0, 0, 1, 2, 0, 0, 2, 1}, {0}, NULL, 0, NULL, true},
        {"AveragePool", 0, {0, 0, 1, 1, 0, 0, 1, 1}, {1, 1, 1, 1}, NULL, 0, NULL, false},
        {"AveragePool",
         0,
         {0, 0, 1, 1, 0, 0, 1, 1},
         {1, 1, 1, 1},
         "count_include_pad",
         1,
         NULL,
         true},
        {"AveragePool", 1, {0, 0, 1, 2, 0, 0, 2, 1}, {0}, NULL, 0, NULL, false},
        {"AveragePool", 0, {0, 0, 1, 2, 0, 0, 2, 1}, {0}, "ceil_mode", 1, NULL, false},
    };
    test_pad_rows(rows, sizeof rows / sizeof *rows, CM_REWRITE_pool_pad);
}

/* Behind a Relu a zero is as little as anything; indices, dilations and a dim that may be 0 forbid it. */
void test_opt_pad_max_of_relu(void) {
    for (int reason = 0; reason < 6; reason++) {
        gb *b = gb_new();
        gb_input(b, 0, "in", CAMEO_FLOAT, reason == 2 ? "1,2,h,6" : "1,2,5,6");
        gb_ints(b, 0, "p", 1, (int64_t[]){4}, (int64_t[]){1, 1, 1, 1});
        gb_ints(b, 0, "axes", 1, (int64_t[]){2},
                reason == 3 ? (int64_t[]){2, -2} : (int64_t[]){-1, 2});
        gb_floats(b, 0, "low", 0, NULL, (float[]){reason == 5 ? -1.0F : 0.5F});
        gb_opset(b, "", 18);
        gb_node(b, 0, reason >= 4 ? "Clip" : "Relu", reason >= 4 ? "in,low" : "in", "x");
        gb_node(b, 0, "Pad", "x,p,,axes", "h");
        cm_id node = gb_node(b, 0, "MaxPool", "h", reason == 0 ? "y,i" : "y");
        gb_attr_is(b, node, "kernel_shape", 2, (int64_t[]){3, 3});
        if (reason == 1) gb_attr_is(b, node, "dilations", 2, (int64_t[]){1, 2});
        gb_output(b, 0, "y");
        if (reason == 0) gb_output(b, 0, "i");
        if (reason == 3) { /* the same axis twice: not even valid */
            CHECK(gb_infer(b, cameo_ops_all.ops) != CAMEO_OK ||
                  strstr(test_pad_only(b, CM_REWRITE_pool_pad), "Pad") != NULL);
        } else {
            CHECK_STR(test_pad_only(b, CM_REWRITE_pool_pad), reason == 4  ? "Clip MaxPool"
                                                             : reason > 4 ? "Clip Pad MaxPool"
                                                                          : "Relu Pad MaxPool");
        }
        gb_free(b);
    }
}

/* Convolutions of integers pad with the zero point of x. */
void test_opt_pad_integer(void) {
    for (int i = 0; i < 4; i++) {
        gb *b = gb_new();
        const uint8_t zero = 7, value = i == 1 ? 8 : 7, w[9] = {1};
        bool none = i > 1; /* no zero point; 3: nor a value */
        gb_input(b, 0, "x", CAMEO_UINT8, "1,1,5,5");
        gb_ints(b, 0, "p", 1, (int64_t[]){8}, (int64_t[]){0, 0, 1, 1, 0, 0, 1, 1});
        gb_init(b, 0, "v", CAMEO_UINT8, 0, NULL, &value, 1, 1);
        gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, &zero, 1, 1);
        gb_init(b, 0, "w", CAMEO_UINT8, 4, (int64_t[]){1, 1, 3, 3}, w, 9, 9);
        gb_node(b, 0, "Pad", i == 3 ? "x,p" : "x,p,v", "h");
        gb_node(b, 0, "ConvInteger", none ? "h,w" : "h,w,z", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_pad_only(b, CM_REWRITE_conv_pad),
                  i == 0 || i == 3 ? "ConvInteger" : "Pad ConvInteger");
        gb_free(b);
    }
}

/* A second reader, a graph's output, computed pads, another mode. An epilogue and other attributes stay. */
void test_opt_pad_declined(void) {
    for (int reason = 0; reason < 5; reason++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "1,2,5");
        gb_input(b, 0, "computed", CAMEO_INT64, "6");
        gb_ints(b, 0, "p", 1, (int64_t[]){6}, (int64_t[]){0, 0, 1, 0, 0, 1});
        gb_floats(b, 0, "w", 3, (int64_t[]){1, 2, 3}, (float[6]){1});
        cm_id pad = gb_node(b, 0, "Pad", reason == 2 ? "x,computed" : "x,p", "h");
        gb_attr_s(b, pad, "mode", reason == 3 ? "reflect" : "constant");
        cm_id conv = gb_node(b, 0, "Conv", "h,w", "g");
        gb_attr_is(b, conv, "strides", 1, (int64_t[]){2});
        gb_node(b, 0, "Relu", "g", "y");
        if (reason == 0) gb_node(b, 0, "Abs", "h", "z");
        if (reason == 0) gb_output(b, 0, "z");
        if (reason == 1) gb_output(b, 0, "h");
        gb_output(b, 0, "y");
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_activation));
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_conv_pad));
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        CHECK_STR(gb_ops(b), reason == 0 ? "Pad Conv Abs" : reason < 4 ? "Pad Conv" : "Conv");
        cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
        CHECK(cm_ir_attr(&b->ir, node, "strides") != NULL);
        CHECK_STR(gb_shape(b, "y"), reason == 2 ? gb_shape(b, "y") : "1,1,3");
        gb_free(b);
    }
}
