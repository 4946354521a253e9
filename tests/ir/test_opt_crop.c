/* test_opt_crop.c — convolutions lose taps that lie outside of the data for every output: which, and of which types. */
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

#define CROP_ELEMS (3 * 2 * 3 * 3)

/* Weights [3][2][3][3], numbered; x [1][2][5][4]. The node, after the rewrite alone. */
static cm_id crop_node(gb *b, cm_op_id op, const int64_t *dilations) {
    static const int64_t dims[4] = {3, 2, 3, 3};
    bool whole = op == CM_OP_ConvInteger, real = op == CM_OP_Conv;
    const uint8_t zero = 9;
    uint8_t w[CROP_ELEMS];
    float f[CROP_ELEMS];
    for (int i = 0; i < CROP_ELEMS; i++) f[i] = w[i] = (uint8_t)(100 + i);
    gb_input(b, 0, "x", real ? CAMEO_FLOAT : CAMEO_UINT8, "1,2,5,4");
    if (real) gb_floats(b, 0, "w", 4, dims, f);
    if (!real) gb_init(b, 0, "w", CAMEO_UINT8, 4, dims, w, CROP_ELEMS, CROP_ELEMS);
    gb_floats(b, 0, "s", 0, NULL, (float[]){0.5F});
    gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, &zero, 1, 1);
    cm_id node = real    ? gb_node(b, 0, "Conv", "x,w", "y")
                 : whole ? gb_node(b, 0, "ConvInteger", "x,w,z,z", "y")
                         : gb_node(b, 0, "QLinearConv", "x,s,z,w,s,z,s,z", "y");
    const int64_t pads[4] = {dilations[0], dilations[1], dilations[0], dilations[1]};
    gb_attr_is(b, node, "dilations", 2, dilations);
    gb_attr_is(b, node, "pads", 4, pads);
    gb_output(b, 0, "y");
    bool ok = gb_infer(b, cameo_ops_all.ops) == CAMEO_OK;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_conv_crop));
    if (!ok || cm_optimize(&b->ir) != CAMEO_OK) check_failed(__FILE__, __LINE__, "%s", b->error.msg);
    return node;
}

/* Rows of taps lie outside, columns do not: the middle row stays, with its numbers. */
void test_opt_crop_rows(void) {
    static const cm_op_id ops[] = {CM_OP_Conv, CM_OP_ConvInteger, CM_OP_QLinearConv};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        gb *b = gb_new();
        cm_id node = crop_node(b, ops[i], (int64_t[]){5, 2});
        cm_id w = cm_ir_in(&b->ir, node, ops[i] == CM_OP_QLinearConv ? 3 : 1);
        size_t size = 0;
        const uint8_t *bytes = cm_ir_const_bytes(&b->ir, w, &size);
        size_t unit = ops[i] == CM_OP_Conv ? sizeof(float) : 1;
        CHECK_INT(b->ir.av[w].dims[2], 1);
        CHECK_INT(b->ir.av[w].dims[3], 3);
        CHECK_INT(size, 3 * 2 * 3 * unit);
        for (size_t j = 0; j < 3 * 2 * 3 && size == 3 * 2 * 3 * unit; j++) {
            float f = bytes[j];
            if (unit != 1) memcpy(&f, bytes + j * unit, sizeof f);
            CHECK_INT((int)f, 100 + (int)(j / 3 * 9 + 3 + j % 3));
        }
        gb_free(b);
    }
}

/* A dilation of one row less, and all taps are inside for some output. */
void test_opt_crop_declined(void) {
    static const cm_op_id ops[] = {CM_OP_Conv, CM_OP_ConvInteger, CM_OP_QLinearConv};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        gb *b = gb_new();
        cm_id node = crop_node(b, ops[i], (int64_t[]){4, 3});
        CHECK_INT(cm_ir_in(&b->ir, node, ops[i] == CM_OP_QLinearConv ? 3 : 1), gb_find(b, 0, "w"));
        gb_free(b);
    }
}
