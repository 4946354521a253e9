/* test_opt_qlinear.c — Q/DQ networks in integers: which patterns are taken, and which must not be. */
#include <stdio.h>

#include "ir/rewrite/opt.h"
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

/* What keeps the pattern from applying, or changes it. */
typedef enum qlinear_twist {
    QLINEAR_PLAIN,
    QLINEAR_RELU,        /* which the range of y contains: y_zero_point is its least */
    QLINEAR_RELU_CUTS,   /* which it does not */
    QLINEAR_CLIP_CUTS,   /* at 6, where the range goes to 255 / 4 */
    QLINEAR_SECOND_USER, /* of the float result */
    QLINEAR_OUTPUT,      /* the float result */
    QLINEAR_OTHER_AXIS,  /* scales of the input channels */
    QLINEAR_COMPUTED,    /* the scale of y */
    QLINEAR_THIN,        /* three output channels */
    QLINEAR_BIG_BIAS,    /* beyond 32 bits */
    QLINEAR_BIG_SUM,     /* a bias that leaves no room for the products */
    QLINEAR_BIG_SCALE,   /* whose square is no float */
    QLINEAR_RESIDUAL,    /* a sum behind the Conv, which may be in its epilogue already */
    QLINEAR_TWISTS
} qlinear_twist;

static const char *qlinear_conv(gb *b, qlinear_twist twist, bool fold) {
    const int64_t m = twist == QLINEAR_THIN ? 3 : 4;
    const uint8_t zero[4] = {0}, y_zero = twist == QLINEAR_RELU_CUTS ? 9 : 0;
    const int8_t w[4 * 4 * 2] = {1, -2, 3, 4};
    const float scales[4] = {0.5F, 0.25F, 0.5F, 0.25F};
    float bias[4] = {0.25F, -3, 7, 0.3F};
    if (twist == QLINEAR_BIG_BIAS) bias[1] = 1e9F;
    if (twist == QLINEAR_BIG_SUM) bias[1] = 2147450000.0F * 0.0625F;
    const float s = twist == QLINEAR_BIG_SCALE ? 1e20F : 0.25F;
    gb_input(b, 0, "x", CAMEO_UINT8, "n,4,9");
    gb_floats(b, 0, "s", 0, NULL, &s);
    gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, zero, 1, 1);
    gb_init(b, 0, "wq", CAMEO_INT8, 3, (int64_t[]){m, 4, 2}, w, (size_t)m * 8, (size_t)m * 8);
    gb_floats(b, 0, "ws", 1, (int64_t[]){m}, scales);
    gb_init(b, 0, "wz", CAMEO_INT8, 1, (int64_t[]){m}, zero, (size_t)m, (size_t)m);
    gb_floats(b, 0, "b", 1, (int64_t[]){m}, bias);
    gb_init(b, 0, "yz", CAMEO_UINT8, 0, NULL, &y_zero, 1, 1);
    if (twist == QLINEAR_COMPUTED) gb_input(b, 0, "ys", CAMEO_FLOAT, "");
    if (twist != QLINEAR_COMPUTED) gb_floats(b, 0, "ys", 0, NULL, (float[]){0.25F});
    gb_node(b, 0, "DequantizeLinear", "x,s,z", "xf");
    gb_attr_i(b, gb_node(b, 0, "DequantizeLinear", "wq,ws,wz", "wf"), "axis",
              twist == QLINEAR_OTHER_AXIS);
    gb_node(b, 0, "Conv", "xf,wf,b", "h");
    if (twist == QLINEAR_RELU || twist == QLINEAR_RELU_CUTS) gb_node(b, 0, "Relu", "h", "r");
    gb_floats(b, 0, "lo", 0, NULL, (float[]){0});
    gb_floats(b, 0, "hi", 0, NULL, (float[]){6});
    if (twist == QLINEAR_CLIP_CUTS) gb_node(b, 0, "Clip", "h,lo,hi", "r");
    if (twist == QLINEAR_RESIDUAL) gb_input(b, 0, "add", CAMEO_FLOAT, "n,4,8");
    if (twist == QLINEAR_RESIDUAL) gb_node(b, 0, "Add", "h,add", "r");
    bool clamp = twist == QLINEAR_RELU || twist == QLINEAR_RELU_CUTS ||
                 twist == QLINEAR_CLIP_CUTS || twist == QLINEAR_RESIDUAL;
    gb_node(b, 0, "QuantizeLinear", clamp ? "r,ys,yz" : "h,ys,yz", "y");
    if (twist == QLINEAR_SECOND_USER) gb_node(b, 0, "Abs", "h", "z2");
    gb_output(b, 0, "y");
    if (twist == QLINEAR_SECOND_USER) gb_output(b, 0, "z2");
    if (twist == QLINEAR_OUTPUT) gb_output(b, 0, "h");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = fold ? (cm_rewrites){{0}} : cm_rewrites_not(cm_rewrites_of(CM_REWRITE_qlinear));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_qlinear_conv(void) {
    for (int twist = 0; twist < QLINEAR_TWISTS; twist++) {
        gb *b = gb_new();
        bool taken = twist == QLINEAR_PLAIN || twist == QLINEAR_RELU;
        const char *ops = qlinear_conv(b, (qlinear_twist)twist, false);
        CHECK_MSG((strcmp(ops, "QLinearConv") == 0) == taken, "twist %d: %s", twist, ops);
        gb_free(b);
    }
}

/* With all rewrites, too: nothing is folded before, a Relu may have gone into the Conv. */
void test_opt_qlinear_all(void) {
    for (int twist = QLINEAR_PLAIN; twist <= QLINEAR_RELU; twist++) {
        gb *b = gb_new();
        CHECK_STR(qlinear_conv(b, (qlinear_twist)twist, true), "QLinearConv");
        cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
        CHECK_INT(cm_ir_in(&b->ir, node, 3), gb_find(b, 0, "wq")); /* as they lie */
        int64_t bias[4], want[4] = {2, -48, 56, 5};                /* 0.3 / (0.25 * 0.25) is 4.8 */
        for (uint32_t i = 0; i < 4; i++)
            CHECK(cm_avalue_i64(&b->ir.av[cm_ir_in(&b->ir, node, 8)], i, &bias[i]) &&
                  bias[i] == want[i]);
        gb_free(b);
    }
}

/* A residual that the Conv has in its epilogue is not lost. */
void test_opt_qlinear_residual(void) {
    gb *b = gb_new();
    CHECK_STR(qlinear_conv(b, QLINEAR_RESIDUAL, true),
              "DequantizeLinear DequantizeLinear Conv QuantizeLinear");
    cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
    cm_id conv = b->ir.t.value.row[cm_ir_in(&b->ir, node, 0)].node;
    CHECK_INT(cm_ir_in(&b->ir, conv, CM_IN_SUM), gb_find(b, 0, "add"));
    gb_free(b);
}

/* What moves elements: the same scale and zero point on both sides. */
void test_opt_quantized_move(void) {
    for (int other = 0; other < 4; other++) {
        gb *b = gb_new();
        const int8_t zero[2] = {3, (int8_t)(other == 1 ? 4 : 3)};
        gb_input(b, 0, "q", CAMEO_INT8, "1,2,n");
        gb_floats(b, 0, "s", 0, NULL, (float[]){0.3F});
        gb_floats(b, 0, "s2", 0, NULL, (float[]){other == 2 ? 0.2F : 0.3F});
        gb_init(b, 0, "z", CAMEO_INT8, 0, NULL, zero, 1, 1);
        gb_init(b, 0, "z2", CAMEO_INT8, 0, NULL, zero + 1, 1, 1);
        gb_node(b, 0, "DequantizeLinear", "q,s,z", "h");
        cm_id pool = gb_node(b, 0, "MaxPool", "h", "g");
        gb_attr_is(b, pool, "kernel_shape", 1, (int64_t[]){2});
        gb_node(b, 0, "QuantizeLinear", "g,s2,z2", "y");
        gb_output(b, 0, "y");
        if (other == 3) gb_output(b, 0, "g");
        if (gb_infer(b, cameo_ops_all.ops) == CAMEO_OK) {
            b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_quantized_move));
            CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        }
        CHECK_STR(gb_ops(b), other == 0 ? "MaxPool" : "DequantizeLinear MaxPool QuantizeLinear");
        gb_free(b);
    }
}

/* y = Q(op(DQ(q))), q [1][8][4][6], with what op reads beside it. */
typedef struct qlinear_mover {
    const char *op, *in, *want;
    const char *attr, *text; /* an attribute and its text, or an integer */
    int64_t number;
} qlinear_mover;

static void qlinear_check_mover(const qlinear_mover *m) {
    gb *b = gb_new();
    const int8_t zero = 3;
    gb_input(b, 0, "q", CAMEO_INT8, "1,8,4,6");
    gb_input(b, 0, "i", CAMEO_INT64, "2");
    gb_floats(b, 0, "s", 0, NULL, (float[]){0.3F});
    gb_floats(b, 0, "nil", 0, NULL, (float[]){0});
    gb_floats(b, 0, "one", 0, NULL, (float[]){1});
    gb_floats(b, 0, "double", 1, (int64_t[]){4}, (float[]){1, 1, 2, 2});
    gb_ints(b, 0, "pads", 1, (int64_t[]){8}, (int64_t[]){0, 0, 1, 1, 0, 0, 0, 2});
    gb_ints(b, 0, "from", 1, (int64_t[]){1}, (int64_t[]){1});
    gb_ints(b, 0, "to", 1, (int64_t[]){1}, (int64_t[]){3});
    gb_ints(b, 0, "axis", 1, (int64_t[]){1}, (int64_t[]){2});
    gb_ints(b, 0, "twice", 1, (int64_t[]){4}, (int64_t[]){2, 1, 1, 1});
    gb_init(b, 0, "z", CAMEO_INT8, 0, NULL, &zero, 1, 1);
    gb_node(b, 0, "DequantizeLinear", "q,s,z", "h");
    cm_id node = gb_node(b, 0, m->op, m->in, "g");
    if (m->text != NULL) {
        gb_attr_s(b, node, m->attr, m->text);
    } else if (m->attr != NULL) {
        gb_attr_i(b, node, m->attr, m->number);
    }
    gb_node(b, 0, "QuantizeLinear", "g,s,z", "y");
    gb_output(b, 0, "y");
    if (gb_infer(b, cameo_ops_all.ops) == CAMEO_OK) {
        b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_quantized_move));
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
    }
    CHECK_STR(gb_ops(b), m->want);
    gb_free(b);
}

void test_opt_quantized_movers(void) {
#define STAYS(op) "DequantizeLinear " op " QuantizeLinear"
    const qlinear_mover movers[] = {
        {"Slice", "h,from,to,axis", "Slice", NULL, NULL, 0},
        {"Gather", "h,i", "Gather", "axis", NULL, 1},
        {"Tile", "h,twice", "Tile", NULL, NULL, 0},
        {"Expand", "h,twice", "Expand", NULL, NULL, 0},
        {"Pad", "h,pads", "Pad", NULL, NULL, 0},
        {"Pad", "h,pads,nil", "Pad", NULL, NULL, 0},
        {"Pad", "h,pads,one", STAYS("Pad"), NULL, NULL, 0},
        {"Pad", "h,pads", "Pad", "mode", "edge", 0},
        {"ReduceMax", "h", "ReduceMax", "keepdims", NULL, 0},
        {"ReduceSum", "h", STAYS("ReduceSum"), "keepdims", NULL, 0},
        {"Resize", "h,,double", "Resize", "mode", "nearest", 0},
        {"Resize", "h,,double", STAYS("Resize"), "mode", "linear", 0},
        {"DepthToSpace", "h", "DepthToSpace", "blocksize", NULL, 2},
        {"SpaceToDepth", "h", "SpaceToDepth", "blocksize", NULL, 2},
    };
#undef STAYS
    for (size_t i = 0; i < sizeof movers / sizeof *movers; i++) qlinear_check_mover(&movers[i]);
}

/* One of the outputs of Split is quantized again, or both; the other scale keeps it. */
void test_opt_quantized_split(void) {
    static const char *const want[] = {"Split", "Split DequantizeLinear", "DequantizeLinear Split QuantizeLinear"};
    for (int k = 0; k < 3; k++) {
        gb *b = gb_new();
        const int8_t zero = 3;
        gb_input(b, 0, "q", CAMEO_INT8, "4,6");
        gb_floats(b, 0, "s", 0, NULL, (float[]){0.3F});
        gb_floats(b, 0, "s2", 0, NULL, (float[]){0.2F});
        gb_ints(b, 0, "sizes", 1, (int64_t[]){2}, (int64_t[]){1, 3});
        gb_init(b, 0, "z", CAMEO_INT8, 0, NULL, &zero, 1, 1);
        gb_node(b, 0, "DequantizeLinear", "q,s,z", "h");
        gb_node(b, 0, "Split", "h,sizes", "g,f");
        gb_node(b, 0, "QuantizeLinear", k == 2 ? "g,s2,z" : "g,s,z", "y");
        if (k == 0) gb_node(b, 0, "QuantizeLinear", "f,s,z", "v");
        gb_output(b, 0, "y");
        gb_output(b, 0, k == 0 ? "v" : "f");
        if (gb_infer(b, cameo_ops_all.ops) == CAMEO_OK) {
            cm_rewrites both = cm_rewrites_or(cm_rewrites_of(CM_REWRITE_quantized_move),
                                              cm_rewrites_of(CM_REWRITE_requantize));
            b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_or(both, cm_rewrites_of(CM_REWRITE_dead)));
            CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        }
        CHECK_STR(gb_ops(b), want[k]);
        gb_free(b);
    }
}

/* ---- ConvTranspose ---- */

typedef enum qlinear_blocks_twist {
    QLINEAR_BLOCKS_PLAIN,
    QLINEAR_BLOCKS_NO_BIAS,
    QLINEAR_BLOCKS_ONE_SCALE,
    QLINEAR_BLOCKS_OVERLAP, /* windows one apart */
    QLINEAR_BLOCKS_APART,   /* outputs between windows, which only the bias reaches */
    QLINEAR_BLOCKS_PADS,
    QLINEAR_BLOCKS_DILATED,
    QLINEAR_BLOCKS_MORE,  /* output_padding */
    QLINEAR_BLOCKS_SHAPE, /* output_shape */
    QLINEAR_BLOCKS_GROUP,
    QLINEAR_BLOCKS_LONG, /* windows of 2 x 3 */
    QLINEAR_BLOCKS_AXIS, /* scales of the input channels */
    QLINEAR_BLOCKS_ZEROS, /* of the weights, not all the same */
    QLINEAR_BLOCKS_TWISTS
} qlinear_blocks_twist;

/* x [1][2][h][5], windows of 2 x 2 outputs side by side: channel 0 has scale 0.5, channel 1 has 0.25. */
static const char *qlinear_blocks(gb *b, qlinear_blocks_twist twist, bool fold) {
    const uint8_t zero = 3;
    const int8_t w[24] = {1, -2, 3, 4, 5, 6, 7, -8, 9, 10, 11, 12, 13, 14, 15, 16};
    const int8_t zeros[2] = {2, twist == QLINEAR_BLOCKS_ZEROS ? 1 : 2};
    int64_t two[2] = {2, 2}, high = twist == QLINEAR_BLOCKS_LONG ? 3 : 2;
    bool group = twist == QLINEAR_BLOCKS_GROUP, one = twist == QLINEAR_BLOCKS_ONE_SCALE || group;
    gb_input(b, 0, "x", CAMEO_UINT8, "1,2,h,5");
    gb_floats(b, 0, "s", 0, NULL, (float[]){0.25F});
    gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, &zero, 1, 1);
    gb_init(b, 0, "wq", CAMEO_INT8, 4, (int64_t[]){2, group ? 1 : 2, 2, high}, w, group ? 8 : 8 * (size_t)high,
            group ? 8 : 8 * (size_t)high);
    gb_floats(b, 0, "ws", one ? 0 : 1, (int64_t[]){2}, (float[]){0.5F, 0.25F});
    gb_init(b, 0, "wz", CAMEO_INT8, one ? 0 : 1, (int64_t[]){2}, zeros, one ? 1 : 2, one ? 1 : 2);
    gb_floats(b, 0, "b", 1, (int64_t[]){2}, (float[]){1, -2});
    gb_node(b, 0, "DequantizeLinear", "x,s,z", "xf");
    gb_attr_i(b, gb_node(b, 0, "DequantizeLinear", "wq,ws,wz", "wf"), "axis", twist != QLINEAR_BLOCKS_AXIS);
    cm_id t = gb_node(b, 0, "ConvTranspose", twist == QLINEAR_BLOCKS_NO_BIAS ? "xf,wf" : "xf,wf,b", "h");
    if (twist == QLINEAR_BLOCKS_OVERLAP) two[1] = 1;
    if (twist == QLINEAR_BLOCKS_APART) two[0] = 3;
    gb_attr_is(b, t, "strides", 2, two);
    if (twist == QLINEAR_BLOCKS_PADS) gb_attr_is(b, t, "pads", 4, (int64_t[]){0, 0, 1, 0});
    if (twist == QLINEAR_BLOCKS_DILATED) gb_attr_is(b, t, "dilations", 2, (int64_t[]){1, 2});
    if (twist == QLINEAR_BLOCKS_MORE) gb_attr_is(b, t, "output_padding", 2, (int64_t[]){1, 0});
    if (twist == QLINEAR_BLOCKS_SHAPE) gb_attr_is(b, t, "output_shape", 2, (int64_t[]){8, 10});
    if (group) gb_attr_i(b, t, "group", 2);
    gb_node(b, 0, "QuantizeLinear", "h,s,z", "y");
    gb_output(b, 0, "y");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = fold ? (cm_rewrites){{0}} : cm_rewrites_not(cm_rewrites_of(CM_REWRITE_qlinear));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_qlinear_blocks(void) {
    for (int twist = 0; twist < QLINEAR_BLOCKS_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = qlinear_blocks(b, (qlinear_blocks_twist)twist, false);
        bool taken = strcmp(ops, "Transpose Reshape QLinearConv DepthToSpace") == 0;
        CHECK_MSG(taken == (twist <= QLINEAR_BLOCKS_ONE_SCALE), "twist %d: %s", twist, ops);
        gb_free(b);
    }
}

/* With all rewrites: scales, bias and dims of the QLinearConv, whose outputs are [pixel of a block][channel]. */
void test_opt_qlinear_blocks_operands(void) {
    gb *b = gb_new();
    const char *ops = qlinear_blocks(b, QLINEAR_BLOCKS_PLAIN, true);
    CHECK_MSG(strstr(ops, "QLinearConv DepthToSpace") != NULL, "%s", ops);
    cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node, conv = cm_opt_producer(&b->ir, node, 0, CM_OP_QLinearConv);
    CHECK_INT(cm_opt_i32(&b->ir, node, "blocksize"), 2);
    CHECK(conv != CM_NONE);
    const cm_avalue *w = &b->ir.av[cm_ir_in(&b->ir, conv, 3)];
    CHECK_INT(w->dims[0], 8);
    CHECK_INT(w->dims[1], 2);
    CHECK_INT(w->dims[2], 1);
    cm_opt_floats scales;
    CHECK(cm_opt_floats_get(&b->ir, cm_ir_in(&b->ir, conv, 4), &scales));
    CHECK_INT(scales.n, 8);
    for (uint32_t i = 0; i < 8; i++) {
        int64_t bias;
        CHECK(cm_opt_floats_at(&scales, i) == (i % 2 == 0 ? 0.5 : 0.25));
        CHECK(cm_avalue_i64(&b->ir.av[cm_ir_in(&b->ir, conv, 8)], i, &bias) && bias == (i % 2 == 0 ? 8 : -32));
    }
    gb_free(b);
}

/* ---- Gemm of any rows ---- */

typedef enum qlinear_gemm_twist {
    QLINEAR_GEMM_PLAIN,
    QLINEAR_GEMM_TURNED,  /* transB */
    QLINEAR_GEMM_NO_BIAS,
    QLINEAR_GEMM_COLUMN,  /* a bias for each row */
    QLINEAR_GEMM_ALPHA,
    QLINEAR_GEMM_TURNED_A,
    QLINEAR_GEMM_TWISTS
} qlinear_gemm_twist;

/* x [n][4] w [4][4] + b, n free. */
static const char *qlinear_gemm(gb *b, qlinear_gemm_twist twist) {
    const uint8_t zero[4] = {0};
    const int8_t w[16] = {1, -2, 3, 4};
    const float s = 0.25F, bias[4] = {0.25F, -3, 7, 0.3F};
    bool column = twist == QLINEAR_GEMM_COLUMN;
    gb_input(b, 0, "x", CAMEO_UINT8, twist == QLINEAR_GEMM_TURNED_A ? "4,n" : "n,4");
    gb_floats(b, 0, "s", 0, NULL, &s);
    gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, zero, 1, 1);
    gb_init(b, 0, "wq", CAMEO_INT8, 2, (int64_t[]){4, 4}, w, 16, 16);
    gb_init(b, 0, "wz", CAMEO_INT8, 0, NULL, zero, 1, 1);
    gb_floats(b, 0, "b", column ? 2 : 1, column ? (int64_t[]){4, 1} : (int64_t[]){4}, bias);
    gb_node(b, 0, "DequantizeLinear", "x,s,z", "xf");
    gb_node(b, 0, "DequantizeLinear", "wq,s,wz", "wf");
    cm_id gemm = gb_node(b, 0, "Gemm", twist == QLINEAR_GEMM_NO_BIAS ? "xf,wf" : "xf,wf,b", "h");
    if (twist == QLINEAR_GEMM_TURNED) gb_attr_i(b, gemm, "transB", 1);
    if (twist == QLINEAR_GEMM_TURNED_A) gb_attr_i(b, gemm, "transA", 1);
    if (twist == QLINEAR_GEMM_ALPHA) gb_attr_f(b, gemm, "alpha", 2);
    gb_node(b, 0, "QuantizeLinear", "h,s,z", "y");
    gb_output(b, 0, "y");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_qlinear_gemm(void) {
    for (int twist = 0; twist < QLINEAR_GEMM_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = qlinear_gemm(b, (qlinear_gemm_twist)twist);
        bool turned = twist == QLINEAR_GEMM_TURNED; /* nothing folds here */
        const char *want = turned ? "Transpose QLinearMatMul" : "QLinearMatMul";
        CHECK_MSG((strcmp(ops, want) == 0) == (twist <= QLINEAR_GEMM_NO_BIAS), "twist %d: %s", twist, ops);
        gb_free(b);
    }
}

/* ---- MatMul of two computed operands ---- */

typedef enum qlinear_pair_twist {
    QLINEAR_PAIR_PLAIN,
    QLINEAR_PAIR_SOFTMAX,  /* a depth without a bound, of what adds up to 1 */
    QLINEAR_PAIR_CONST,    /* a matrix for each of a batch */
    QLINEAR_PAIR_DEEP,     /* a depth without a bound */
    QLINEAR_PAIR_LOW,      /* of Softmax, with a zero point that is not the least */
    QLINEAR_PAIR_OTHER,    /* of Softmax over other elements */
    QLINEAR_PAIR_ROWS,     /* scales of the rows */
    QLINEAR_PAIR_USER,     /* somebody else reads the product */
    QLINEAR_PAIR_TWISTS
} qlinear_pair_twist;

/* a [2][n][k] b [2][k][m] */
static const char *qlinear_pair(gb *b, qlinear_pair_twist twist) {
    const uint8_t zero[2] = {0, 3}, numbers[2 * 4 * 3] = {1, 2, 3, 200};
    bool softmax = twist == QLINEAR_PAIR_SOFTMAX || twist == QLINEAR_PAIR_LOW || twist == QLINEAR_PAIR_OTHER;
    bool deep = softmax || twist == QLINEAR_PAIR_DEEP;
    gb_floats(b, 0, "s", 0, NULL, (float[]){0.25F});
    gb_floats(b, 0, "rows", 1, (int64_t[]){2}, (float[]){0.25F, 0.5F});
    gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, zero, 1, 1);
    gb_init(b, 0, "z3", CAMEO_UINT8, 0, NULL, zero + 1, 1, 1);
    const char *az = twist == QLINEAR_PAIR_LOW ? "z3" : "z";
    if (softmax) {
        char in[16];
        snprintf(in, sizeof in, "p,s,%s", az);
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,n,k");
        gb_attr_i(b, gb_node(b, 0, "Softmax", "x", "p"), "axis", twist == QLINEAR_PAIR_OTHER ? 1 : 2);
        gb_node(b, 0, "QuantizeLinear", in, "a");
    } else {
        gb_input(b, 0, "a", CAMEO_UINT8, deep ? "2,n,k" : "2,n,4");
    }
    bool constant = twist == QLINEAR_PAIR_CONST, rows = twist == QLINEAR_PAIR_ROWS;
    if (constant) gb_init(b, 0, "b", CAMEO_UINT8, 3, (int64_t[]){2, 4, 3}, numbers, 24, 24);
    if (!constant) gb_input(b, 0, "b", CAMEO_UINT8, deep ? "2,k,m" : "2,4,m");
    char in[16];
    snprintf(in, sizeof in, "a,s,%s", az);
    gb_node(b, 0, "DequantizeLinear", in, "af");
    cm_id dq = gb_node(b, 0, "DequantizeLinear", rows ? "b,rows" : "b,s,z3", "bf");
    if (rows) gb_attr_i(b, dq, "axis", 0);
    gb_node(b, 0, "MatMul", "af,bf", "h");
    gb_node(b, 0, "QuantizeLinear", "h,s,z", "y");
    gb_output(b, 0, "y");
    if (twist == QLINEAR_PAIR_USER) gb_output(b, 0, "h");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_qlinear));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_qlinear_pair(void) {
    for (int twist = 0; twist < QLINEAR_PAIR_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = qlinear_pair(b, (qlinear_pair_twist)twist);
        CHECK_MSG((strstr(ops, "QLinearMatMul") != NULL) == (twist <= QLINEAR_PAIR_CONST), "twist %d: %s", twist, ops);
        gb_free(b);
    }
}

/* ---- MatMulInteger ---- */

typedef enum qlinear_floats_twist {
    QLINEAR_FLOATS_PLAIN,
    QLINEAR_FLOATS_EACH,    /* a scale for each column */
    QLINEAR_FLOATS_NO_BIAS,
    QLINEAR_FLOATS_RANK,    /* a scale that adds a dim */
    QLINEAR_FLOATS_HALF,    /* Cast to another type */
    QLINEAR_FLOATS_USER,    /* somebody else reads the sums */
    QLINEAR_FLOATS_ROWS,    /* a scale for each row */
    QLINEAR_FLOATS_TWISTS
} qlinear_floats_twist;

/* bias + Cast(MatMulInteger(a [2][n][4], w [4][3])) * s */
static const char *qlinear_floats(gb *b, qlinear_floats_twist twist) {
    const int8_t w[12] = {1, -2, 3, 4};
    const char *dims = twist == QLINEAR_FLOATS_EACH ? "3" : twist == QLINEAR_FLOATS_RANK ? "1,1,1,1" : "";
    bool half = twist == QLINEAR_FLOATS_HALF;
    gb_input(b, 0, "a", CAMEO_UINT8, "2,n,4");
    gb_input(b, 0, "s", half ? CAMEO_DOUBLE : CAMEO_FLOAT, twist == QLINEAR_FLOATS_ROWS ? "2,n,1" : dims);
    gb_init(b, 0, "w", CAMEO_INT8, 2, (int64_t[]){4, 3}, w, 12, 12);
    gb_floats(b, 0, "row", 1, (int64_t[]){3}, (float[]){1, 2, 3});
    gb_node(b, 0, "MatMulInteger", "a,w", "p");
    gb_attr_i(b, gb_node(b, 0, "Cast", "p", "c"), "to", half ? CAMEO_DOUBLE : CAMEO_FLOAT);
    gb_node(b, 0, "Mul", "c,s", "m");
    bool biased = twist != QLINEAR_FLOATS_NO_BIAS && !half;
    if (biased) gb_node(b, 0, "Add", "row,m", "y");
    gb_output(b, 0, biased ? "y" : "m");
    if (twist == QLINEAR_FLOATS_USER) gb_output(b, 0, "p");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off =
        cm_rewrites_not(cm_rewrites_or(cm_rewrites_of(CM_REWRITE_qlinear), cm_rewrites_of(CM_REWRITE_dead)));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_qlinear_floats(void) {
    for (int twist = 0; twist < QLINEAR_FLOATS_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = qlinear_floats(b, (qlinear_floats_twist)twist);
        bool taken = twist <= QLINEAR_FLOATS_NO_BIAS;
        CHECK_MSG((strcmp(ops, "MatMulInteger") == 0) == taken, "twist %d: %s", twist, ops);
        gb_free(b);
    }
}

/* Act(Cast(ConvInteger(a [2][3][8], w [4][3][3])) * s + row), in other forms, too. */
typedef enum qlinear_conv_floats_twist {
    QLINEAR_CONV_FLOATS_PLAIN,
    QLINEAR_CONV_FLOATS_EACH,   /* a scale for each channel */
    QLINEAR_CONV_FLOATS_RELU,
    QLINEAR_CONV_FLOATS_SCALAR, /* Cast times one number, without dims */
    QLINEAR_CONV_FLOATS_BEHIND, /* what is added comes behind the Relu: it stays */
    QLINEAR_CONV_FLOATS_COLUMN, /* a scale for each position: nothing */
    QLINEAR_CONV_FLOATS_TWISTS
} qlinear_conv_floats_twist;

static const char *qlinear_conv_floats(gb *b, qlinear_conv_floats_twist twist) {
    const int8_t w[36] = {1, -2, 3, 4};
    const char *dims = twist == QLINEAR_CONV_FLOATS_EACH ? "1,4,1" : twist == QLINEAR_CONV_FLOATS_COLUMN ? "6"
                       : twist == QLINEAR_CONV_FLOATS_SCALAR ? "" : "1";
    bool relu = twist == QLINEAR_CONV_FLOATS_RELU, behind = twist == QLINEAR_CONV_FLOATS_BEHIND;
    gb_input(b, 0, "a", CAMEO_UINT8, "2,3,8");
    gb_input(b, 0, "s", CAMEO_FLOAT, dims);
    gb_init(b, 0, "w", CAMEO_INT8, 3, (int64_t[]){4, 3, 3}, w, 36, 36);
    gb_floats(b, 0, "row", 3, (int64_t[]){1, 4, 1}, (float[]){1, 2, 3, 4});
    gb_node(b, 0, "ConvInteger", "a,w", "p");
    gb_attr_i(b, gb_node(b, 0, "Cast", "p", "c"), "to", CAMEO_FLOAT);
    gb_node(b, 0, "Mul", "s,c", behind ? "m0" : "m");
    if (behind) gb_node(b, 0, "Relu", "m0", "m");
    gb_node(b, 0, "Add", "m,row", relu ? "r" : "y");
    if (relu) gb_node(b, 0, "Relu", "r", "y");
    gb_output(b, 0, "y");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(
        cm_rewrites_or(cm_rewrites_or(cm_rewrites_of(CM_REWRITE_qlinear), cm_rewrites_of(CM_REWRITE_activation)),
                       cm_rewrites_of(CM_REWRITE_dead)));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_qlinear_conv_floats(void) {
    static const char *const want[] = {"ConvInteger", "ConvInteger", "ConvInteger", "ConvInteger", "ConvInteger Add",
                                       "ConvInteger Cast Mul Add"};
    for (int twist = 0; twist < QLINEAR_CONV_FLOATS_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = qlinear_conv_floats(b, (qlinear_conv_floats_twist)twist);
        CHECK_MSG(strcmp(ops, want[twist]) == 0, "twist %d: %s", twist, ops);
        gb_free(b);
    }
}

/* ---- Concat ---- */

/* Q(Concat(DQ(a), DQ(b))) with b's scale and what else reads the float result. */
static const char *qlinear_concat(gb *b, float scale, bool other) {
    const uint8_t zero = 0;
    gb_input(b, 0, "a", CAMEO_UINT8, "n,4");
    gb_input(b, 0, "b", CAMEO_UINT8, "n,3");
    gb_floats(b, 0, "s", 0, NULL, (float[]){0.25F});
    gb_floats(b, 0, "t", 0, NULL, &scale);
    gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, &zero, 1, 1);
    gb_node(b, 0, "DequantizeLinear", "a,s,z", "af");
    gb_node(b, 0, "DequantizeLinear", "b,t,z", "bf");
    gb_attr_i(b, gb_node(b, 0, "Concat", "af,bf", "h"), "axis", 1);
    gb_node(b, 0, "QuantizeLinear", "h,s,z", "y");
    gb_output(b, 0, "y");
    if (other) gb_output(b, 0, "h");
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_quantized_concat(void) {
    gb *b = gb_new();
    CHECK_STR(qlinear_concat(b, 0.25F, false), "Concat");
    gb_free(b);
    b = gb_new();
    CHECK_STR(qlinear_concat(b, 0.5F, false), "DequantizeLinear QuantizeLinear Concat");
    gb_free(b);
    b = gb_new();
    CHECK_STR(qlinear_concat(b, 0.25F, true), "DequantizeLinear DequantizeLinear Concat QuantizeLinear");
    gb_free(b);
}
