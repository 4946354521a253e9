/* test_opt_layout.c — images with their channels last: which nodes change, and where Transposes are left. That results
 * stay what they are: tests/proofs/random_graphs.c, levels.c. */
#include "ir/rewrite/min_cut.h"
#include "ir/rewrite/opt.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

#include <stdio.h>
#include <stdlib.h>

static const float test_zeros[4096];

/* What each Conv gains; other operators nothing. */
static int64_t test_gain(void *ctx, const cm_ir *ir, cm_id node) {
    return ir->info[node].op->id == CM_OP_Conv ? *(const int64_t *)ctx : 0;
}

static cm_id test_conv(gb *b, const char *x, const char *y, int64_t out, int64_t in, int64_t kernel,
                       int64_t group) {
    char w[32], operands[96];
    snprintf(w, sizeof w, "w_%s", y);
    snprintf(operands, sizeof operands, "%s,%s", x, w);
    gb_floats(b, 0, w, 4, (int64_t[]){out, in / group, kernel, kernel}, test_zeros);
    cm_id node = gb_node(b, 0, "Conv", operands, y);
    int64_t pad = kernel / 2;
    gb_attr_is(b, node, "pads", 4, (int64_t[]){pad, pad, pad, pad});
    gb_attr_i(b, node, "group", group);
    return node;
}

static gb *test_image(const char *dims) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    return b;
}

static cameo_status test_run(gb *b, int64_t *gain) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.status;
    b->ir.layout_gain = test_gain;
    b->ir.layout_ctx = gain;
    return cm_optimize_layout(&b->ir);
}

/* The dims of all results by inference agree with what the rewrite said. */
static void test_dims(gb *b) {
    cm_ir *ir = &b->ir;
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        cm_id y = cm_ir_out(ir, node, 0);
        if (ir->t.node.row[node].dead || y == CM_NONE) continue;
        if ((ir->info[node].op->flags & CM_OPF_CONTROL) != 0) continue;
        cm_avalue before = ir->av[y];
        CHECK_INT(cm_infer_node(ir, node), CAMEO_OK);
        CHECK_INT(ir->av[y].rank, before.rank);
        for (uint32_t d = 0; d < before.rank && d < CM_MAX_RANK; d++)
            CHECK(cm_dim_equal(ir->dims, ir->av[y].dims[d], before.dims[d]) != CM_NO);
    }
}

/* The operators that are left. */
static const char *test_layout(gb *b, int64_t gain) {
    if (test_run(b, &gain) != CAMEO_OK) return b->error.msg;
    test_dims(b);
    return gb_ops(b);
}

static void test_layout_gives(gb *b, int64_t gain, const char *want) {
    gb_output(b, 0, "y");
    CHECK_STR(test_layout(b, gain), want);
    gb_free(b);
}

static bool test_is_last(const gb *b, const char *value) {
    int32_t last = 0;
    const void *field = cm_opt_field(&b->ir, opt_node(b, value), "channels_last");
    if (field != NULL) memcpy(&last, field, sizeof last);
    return last != 0;
}

/* A stem, blocks with a residual, a classifier: a Transpose of the image; the pooled one is a view. */
void test_opt_layout_resnet(void) {
    static const char *const dims[] = {"2,3,32,32", "n,3,h,w", "n,3,32,32"};
    for (int i = 0; i < 3; i++) {
        gb *b = test_image(dims[i]);
        test_conv(b, "x", "c0", 8, 3, 7, 1);
        gb_node(b, 0, "Relu", "c0", "r0");
        cm_id pool = gb_node(b, 0, "MaxPool", "r0", "p0");
        gb_attr_is(b, pool, "kernel_shape", 2, (int64_t[]){3, 3});
        test_conv(b, "p0", "c1", 8, 8, 3, 1);
        gb_node(b, 0, "Relu", "c1", "r1");
        test_conv(b, "r1", "c2", 8, 8, 3, 1);
        gb_node(b, 0, "Add", "c2,p0", "s");
        gb_node(b, 0, "Relu", "s", "r2");
        gb_node(b, 0, "GlobalAveragePool", "r2", "g");
        gb_node(b, 0, "Flatten", "g", "y");
        test_layout_gives(b, 1 << 20,
                          "Transpose Conv Relu MaxPool Conv Relu Conv Add Relu GlobalAveragePool "
                          "Reshape");
    }
}

/* Skips over two levels; the image is what one Transpose gives, the result what another does. */
void test_opt_layout_unet(void) {
    gb *b = test_image("1,3,16,16");
    gb_floats(b, 0, "scales", 1, (int64_t[]){4}, (float[]){1, 1, 2, 2});
    test_conv(b, "x", "e0", 8, 3, 3, 1);
    cm_id pool = gb_node(b, 0, "MaxPool", "e0", "p0");
    gb_attr_is(b, pool, "kernel_shape", 2, (int64_t[]){2, 2});
    gb_attr_is(b, pool, "strides", 2, (int64_t[]){2, 2});
    test_conv(b, "p0", "e1", 16, 8, 3, 1);
    gb_node(b, 0, "Resize", "e1,,scales", "u");
    gb_attr_i(b, gb_node(b, 0, "Concat", "u,e0", "k"), "axis", 1);
    test_conv(b, "k", "y", 2, 24, 3, 1);
    gb_output(b, 0, "y");
    CHECK_STR(test_layout(b, 1 << 20), "Transpose Conv MaxPool Conv Resize Concat Conv Transpose");
    CHECK_STR(gb_shape(b, "y"), "1,2,16,16");
    CHECK(!test_is_last(b, "y")); /* that is the Transpose */
    int32_t axis;
    cm_id conv = b->ir.t.value.row[cm_ir_in(&b->ir, opt_node(b, "y"), 0)].node;
    cm_id concat = b->ir.t.value.row[cm_ir_in(&b->ir, conv, 0)].node;
    memcpy(&axis, b->ir.info[concat].params, sizeof axis);
    CHECK_INT(axis, 3);
    gb_free(b);
}

/* Squeeze and excitation: what is pooled has one pixel, per channel factors are broadcast from it. With keepdims = 0
 * and a Reshape, too. */
void test_opt_layout_mobilenet(void) {
    for (int reduced = 0; reduced < 2; reduced++) {
        gb *b = test_image("n,16,14,14");
        gb_floats(b, 0, "scale", 3, (int64_t[]){16, 1, 1}, test_zeros);
        gb_ints(b, 0, "shape", 1, (int64_t[]){4}, (int64_t[]){-1, 16, 1, 1});
        test_conv(b, "x", "c0", 16, 16, 1, 1);
        test_conv(b, "c0", "d", 16, 16, 3, 16);
        gb_node(b, 0, "HardSwish", "d", "h");
        if (reduced) {
            cm_id mean = gb_node(b, 0, "ReduceMean", "h", "m");
            gb_attr_is(b, mean, "axes", 2, (int64_t[]){2, 3});
            gb_attr_i(b, mean, "keepdims", 0);
            gb_node(b, 0, "Reshape", "m,shape", "g");
        } else {
            gb_node(b, 0, "GlobalAveragePool", "h", "g");
        }
        test_conv(b, "g", "s0", 4, 16, 1, 1);
        gb_node(b, 0, "Relu", "s0", "s1");
        test_conv(b, "s1", "s2", 16, 4, 1, 1);
        gb_node(b, 0, "HardSigmoid", "s2", "s3");
        gb_node(b, 0, "Mul", "h,s3", "e");
        gb_node(b, 0, "Mul", "e,scale", "f");
        test_conv(b, "f", "y", 16, 16, 1, 1);
        test_layout_gives(b, 1 << 20,
                          reduced
                              ? "Transpose Conv Conv HardSwish ReduceMean Reshape Conv Relu Conv "
                                "HardSigmoid Mul Mul Conv Transpose"
                              : "Transpose Conv Conv HardSwish GlobalAveragePool Conv Relu Conv "
                                "HardSigmoid Mul Mul Conv Transpose");
    }
}

/* C2f and a head: Split of channels, Concat, Resize, and [N][C][H*W] at the end of two levels. */
void test_opt_layout_yolo(void) {
    gb *b = test_image("1,8,16,16");
    gb_floats(b, 0, "scales", 1, (int64_t[]){4}, (float[]){1, 1, 2, 2});
    gb_ints(b, 0, "halves", 1, (int64_t[]){2}, (int64_t[]){8, 8});
    gb_ints(b, 0, "cells", 1, (int64_t[]){3}, (int64_t[]){1, 6, -1});
    test_conv(b, "x", "c0", 16, 8, 3, 1);
    gb_attr_i(b, gb_node(b, 0, "Split", "c0,halves", "a,b"), "axis", 1);
    test_conv(b, "b", "c1", 8, 8, 3, 1);
    gb_node(b, 0, "Add", "c1,b", "s");
    gb_attr_i(b, gb_node(b, 0, "Concat", "a,b,s", "k"), "axis", 1);
    test_conv(b, "k", "c2", 16, 24, 1, 1);
    gb_node(b, 0, "Resize", "c2,,scales", "u");
    test_conv(b, "u", "h0", 6, 16, 1, 1);
    test_conv(b, "c2", "h1", 6, 16, 1, 1);
    gb_node(b, 0, "Reshape", "h0,cells", "l0");
    gb_node(b, 0, "Reshape", "h1,cells", "l1");
    gb_attr_i(b, gb_node(b, 0, "Concat", "l0,l1", "all"), "axis", 2);
    gb_node(b, 0, "Sigmoid", "all", "y");
    gb_output(b, 0, "y");
    CHECK_STR(test_layout(b, 1 << 22),
              "Transpose Conv Split Conv Add Concat Conv Resize Conv Conv Reshape Reshape Concat "
              "Transpose Sigmoid");
    CHECK_STR(gb_shape(b, "y"), "1,6,1280");
    gb_free(b);
}

/* Channels are shuffled where they lie. */
void test_opt_layout_shuffle(void) {
    gb *b = test_image("1,12,8,8");
    gb_ints(b, 0, "apart", 1, (int64_t[]){5}, (int64_t[]){1, 3, 4, 8, 8});
    gb_ints(b, 0, "again", 1, (int64_t[]){4}, (int64_t[]){1, 12, 8, 8});
    test_conv(b, "x", "c0", 12, 12, 1, 3);
    gb_node(b, 0, "Reshape", "c0,apart", "a");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "a", "t"), "perm", 5, (int64_t[]){0, 2, 1, 3, 4});
    gb_node(b, 0, "Reshape", "t,again", "s");
    test_conv(b, "s", "y", 12, 12, 3, 12);
    test_layout_gives(b, 1 << 20, "Transpose Conv Reshape Transpose Reshape Conv Transpose");
}

/* Patches: [N][C][H][W] -> [N][H*W][C] needs no Transpose any more. */
void test_opt_layout_vit(void) {
    gb *b = test_image("1,3,32,32");
    gb_ints(b, 0, "rows", 1, (int64_t[]){3}, (int64_t[]){1, 16, -1});
    gb_floats(b, 0, "m", 2, (int64_t[]){16, 16}, test_zeros);
    test_conv(b, "x", "c", 16, 3, 3, 1);
    gb_node(b, 0, "Reshape", "c,rows", "r");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "r", "t"), "perm", 3, (int64_t[]){0, 2, 1});
    gb_node(b, 0, "MatMul", "t,m", "y");
    test_layout_gives(b, 1, "Transpose Conv Reshape MatMul");
}

/* A model that was exported from channels last has its Transposes only to turn back. */
void test_opt_layout_exported(void) {
    gb *b = test_image("1,16,16,3");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "x", "t"), "perm", 4, (int64_t[]){0, 3, 1, 2});
    test_conv(b, "t", "c", 8, 3, 3, 1);
    gb_node(b, 0, "Relu", "c", "r");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "r", "y"), "perm", 4, (int64_t[]){0, 2, 3, 1});
    test_layout_gives(b, 1, "Conv Relu");
}

/* Normalised before it is convolved; a channel that is a position, too, as old versions may have it, stays. */
void test_opt_layout_norm(void) {
    for (int old = 0; old < 2; old++) {
        gb *b = test_image("1,8,16,16");
        if (old) gb_opset(b, "", 8);
        for (int i = 0; i < 4; i++)
            gb_floats(b, 0, (const char *[]){"s", "b", "m", "v"}[i], 1,
                      (int64_t[]){old ? 8 * 16 * 16 : 8}, test_zeros);
        test_conv(b, "x", "c", 8, 8, 3, 1);
        cm_id norm = gb_node(b, 0, "BatchNormalization", "c,s,b,m,v", "n");
        if (old) gb_attr_i(b, norm, "spatial", 0);
        test_conv(b, "n", "y", 8, 8, 3, 1);
        test_layout_gives(
            b, 1 << 20,
            old ? "Transpose Conv Transpose BatchNormalization Transpose Conv Transpose"
                : "Transpose Conv BatchNormalization Conv Transpose");
    }
}

/* Dynamic quantization: the scale and the zero point that it finds stay, for they have no axes. */
void test_opt_layout_dynamic(void) {
    static const int8_t w[8 * 8 * 3 * 3];
    gb *b = test_image("1,8,16,16");
    gb_init(b, 0, "w", CAMEO_INT8, 4, (int64_t[]){8, 8, 3, 3}, w, sizeof w, sizeof w);
    test_conv(b, "x", "c", 8, 8, 3, 1);
    gb_node(b, 0, "DynamicQuantizeLinear", "c", "q,s,z");
    gb_node(b, 0, "ConvInteger", "q,w,z", "i");
    gb_attr_i(b, gb_node(b, 0, "Cast", "i", "f"), "to", CAMEO_FLOAT);
    gb_node(b, 0, "Mul", "f,s", "m");
    test_conv(b, "m", "y", 8, 8, 3, 1);
    gb_output(b, 0, "s");
    test_layout_gives(b, 1 << 20, "Transpose Conv DynamicQuantizeLinear ConvInteger Cast Mul Conv Transpose");
}

/* Sequences: [N][C][T]. */
void test_opt_layout_sequences(void) {
    gb *b = test_image("1,4,n");
    gb_floats(b, 0, "w", 3, (int64_t[]){4, 4, 3}, test_zeros);
    gb_attr_is(b, gb_node(b, 0, "Conv", "x,w", "c"), "pads", 2, (int64_t[]){1, 1});
    gb_attr_i(b, gb_node(b, 0, "Softmax", "c", "s"), "axis", 1);
    gb_attr_is(b, gb_node(b, 0, "Conv", "s,w", "y"), "pads", 2, (int64_t[]){1, 1});
    test_layout_gives(b, 1 << 20, "Transpose Conv Softmax Conv Transpose");
}

/* Results that the graph gives, that a body reads, that an operator reads which cannot be renamed: one Transpose for
 * all readers of a value. */
void test_opt_layout_borders(void) {
    gb *b = test_image("1,8,16,16");
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    test_conv(b, "x", "c0", 8, 8, 3, 1);
    gb_node(b, 0, "Relu", "c0", "r");
    test_conv(b, "r", "c1", 8, 8, 3, 1);
    gb_output(b, 0, "r");
    cm_id cond = gb_node(b, 0, "If", "c", "i");
    cm_id then = gb_subgraph(b, cond, "then_branch"), other = gb_subgraph(b, cond, "else_branch");
    gb_node(b, then, "Exp", "c1", "e");
    gb_output(b, then, "e");
    gb_node(b, other, "Neg", "c1", "f");
    gb_output(b, other, "f");
    gb_ints(b, 0, "axis", 0, NULL, (int64_t[]){1});
    gb_node(b, 0, "CumSum", "c1,axis", "k");
    test_conv(b, "c1", "y", 8, 8, 3, 1);
    gb_output(b, 0, "i");
    gb_output(b, 0, "k");
    gb_output(b, 0, "y");
    CHECK_STR(test_layout(b, 1 << 20),
              "Transpose Conv Relu Transpose Conv Transpose If CumSum Conv Transpose");
    CHECK(opt_reads(b, "k", 0, "c1"));
    gb_free(b);
}

/* Transposes would cost more than is gained; two Convs together gain enough. */
void test_opt_layout_no_gain(void) {
    for (int n = 1; n <= 2; n++) {
        gb *b = test_image("1,4,8,8"); /* 1024 bytes */
        test_conv(b, "x", n == 1 ? "y" : "c", 4, 4, 3, 1);
        if (n == 2) test_conv(b, "c", "y", 4, 4, 3, 1);
        test_layout_gives(b, 3000, n == 1 ? "Conv" : "Transpose Conv Conv Transpose");
    }
    gb *b = test_image("1,4,8,8"); /* Indices count in NCHW */
    test_conv(b, "x", "c", 4, 4, 3, 1);
    cm_id pool = gb_node(b, 0, "MaxPool", "c", "p,i");
    gb_attr_is(b, pool, "kernel_shape", 2, (int64_t[]){2, 2});
    gb_output(b, 0, "i");
    test_conv(b, "p", "y", 4, 4, 3, 1);
    test_layout_gives(b, 3000, "Conv MaxPool Conv");
    b = gb_new(); /* not float */
    gb_input(b, 0, "x", CAMEO_DOUBLE, "1,4,8,8");
    gb_input(b, 0, "w", CAMEO_DOUBLE, "4,4,1,1");
    gb_node(b, 0, "Conv", "x,w", "y");
    test_layout_gives(b, 1 << 20, "Conv");
    b = test_image(NULL); /* no rank */
    test_conv(b, "x", "y", 4, 4, 3, 1);
    test_layout_gives(b, 1 << 20, "Conv");
}

/* Thousands of nodes: one Transpose at each end. */
void test_opt_layout_long(void) {
    enum { TEST_LONG = 2100 };
    static char names[TEST_LONG + 1][8];
    gb *b = test_image("1,2,8,8");
    uint32_t n[CM_OP_COUNT] = {0};
    int64_t gain = 1 << 20;
    gb_floats(b, 0, "w", 4, (int64_t[]){2, 2, 1, 1}, test_zeros);
    for (int i = 0; i <= TEST_LONG; i++)
        snprintf(names[i], sizeof names[i], i == 0 ? "x" : "v%d", i);
    for (int i = 0; i < TEST_LONG; i++) {
        char in[32];
        snprintf(in, sizeof in, "%.20s%s", names[i], i % 3 == 0 ? ",w" : i % 3 == 1 ? "" : ",x");
        gb_node(b, 0, i % 3 == 0 ? "Conv" : i % 3 == 1 ? "Relu" : "Add", in, names[i + 1]);
    }
    gb_output(b, 0, names[TEST_LONG]);
    CHECK_INT(test_run(b, &gain), CAMEO_OK);
    for (cm_id node = 0; node < b->ir.t.node.n; node++)
        n[b->ir.info[node].op->id] += !b->ir.t.node.row[node].dead;
    CHECK_INT(n[CM_OP_Transpose], 2);
    CHECK_INT(n[CM_OP_Conv], TEST_LONG / 3);
    gb_free(b);
}

/* ---- minimum cuts ---- */

/* The least cost over all sets of up to 12 vertices. */
static int64_t test_least(uint32_t n, uint32_t n_arcs, const uint32_t (*arc)[2],
                          const int64_t *cost) {
    int64_t least = INT64_MAX;
    for (uint32_t set = 1; set < UINT32_C(1) << n; set++) {
        if ((set & 1) == 0 || (set & 2) != 0) continue;
        int64_t sum = 0;
        for (uint32_t a = 0; a < n_arcs; a++) {
            if ((set >> arc[a][0] & 1) != 0 && (set >> arc[a][1] & 1) == 0) sum += cost[a];
        }
        if (sum < least) least = sum;
    }
    return least;
}

/* Random networks: the cut costs as little as any. */
void test_min_cut_random(void) {
    uint32_t seed = 1;
    for (int round = 0; round < 300; round++) {
        gb *b = gb_new();
        CHECK_INT(gb_import(b, cameo_ops_all.ops, 0), CAMEO_OK);
        uint32_t arc[40][2], first, n;
        int64_t cost[40], plain = 0, saved;
        cm_cut c = {.ir = &b->ir};
        seed = seed * 1664525 + 1013904223;
        n = 3 + (seed >> 16) % 8;
        CHECK_INT(cm_cut_add(&c, n - 2, &first), CAMEO_OK);
        CHECK_INT(first, 2);
        for (uint32_t a = 0; a < 40; a++) {
            seed = seed * 1664525 + 1013904223;
            arc[a][0] = (seed >> 8) % n;
            arc[a][1] = (seed >> 16) % n;
            cost[a] = arc[a][0] == arc[a][1] ? 0 : (seed >> 24) % 16;
            CHECK_INT(cm_cut_join(&c, arc[a][0], arc[a][1], cost[a]), CAMEO_OK);
            if (arc[a][0] == CM_CUT_SOURCE) plain += cost[a];
        }
        CHECK_INT(cm_cut_solve(&c, &saved), CAMEO_OK);
        CHECK_INT(plain - saved, test_least(n, 40, (const uint32_t(*)[2])arc, cost));
        CHECK(c.inside[CM_CUT_SOURCE] && !c.inside[CM_CUT_SINK]);
        gb_free(b);
    }
}
