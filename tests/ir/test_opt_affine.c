/* test_opt_affine.c — scale and shift into the weights of Conv, ConvTranspose, Gemm and MatMul: each rewrite
 * alone, with the library's own operators. What the results are: tests/runtime/test_rewrites.c. */
#include "base/math.h"
#include "kernels/gemm_op.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

/* h = host(x, w, b) with 6 channels in 2 groups (convolutions) or 6 columns; w[i] = i + 1, b[i] = 10*i. */
typedef struct test_affine_host {
    const char *op, *x, *want; /* dims of x */
    int64_t w[3], n_w;         /* dims of the weights */
    bool trans;
    int64_t stride_channel
        [2]; /* elements of w from one channel to the next: within a group, between groups */
    int64_t per_group; /* channels of a group */
} test_affine_host;

static const test_affine_host test_affine_hosts[] = {
    {"Conv", "1,4,5", "Conv", {6, 2, 1}, 3, false, {2, 6}, 3},
    {"ConvTranspose", "1,4,5", "ConvTranspose", {4, 3, 2}, 3, false, {2, 12}, 3},
    {"Gemm", "n,4", "Gemm", {4, 6}, 2, false, {1, 0}, 6},
    {"Gemm", "n,4", "Gemm", {6, 4}, 2, true, {4, 0}, 6},
    {"MatMul", "n,4", "MatMul", {4, 6}, 2, false, {1, 0}, 6},
};
enum { TEST_AFFINE_HOSTS = (int)(sizeof test_affine_hosts / sizeof *test_affine_hosts) };

static gb *test_affine_model(const test_affine_host *h, bool bias) {
    gb *b = gb_new();
    float w[24], c[6];
    for (int i = 0; i < 24; i++) w[i] = (float)(i + 1);
    for (int i = 0; i < 6; i++) c[i] = (float)(10 * i);
    bool conv = h->n_w == 3, matmul = strcmp(h->op, "MatMul") == 0;
    gb_input(b, 0, "x", CAMEO_FLOAT, h->x);
    gb_floats(b, 0, "w", (uint32_t)h->n_w, h->w, w);
    gb_floats(b, 0, "b", 1, (int64_t[]){6}, c);
    cm_id node = gb_node(b, 0, h->op, bias && !matmul ? "x,w,b" : "x,w", "h");
    if (conv) gb_attr_i(b, node, "group", 2);
    if (h->trans) gb_attr_i(b, node, "transB", 1);
    return b;
}

/* The first weight of channel m. */
static size_t test_affine_first(const test_affine_host *h, size_t m) {
    size_t n = (size_t)h->per_group;
    return m % n * (size_t)h->stride_channel[0] + m / n * (size_t)h->stride_channel[1];
}

/* [6] numbers along the channels: [6,1] for a convolution of rank 3, [6] for a matrix. */
static void test_affine_floats(gb *b, const test_affine_host *h, const char *name, const float *x) {
    gb_floats(b, 0, name, h->n_w == 3 ? 2 : 1, (int64_t[]){6, 1}, x);
}

void test_opt_affine_scale(void) {
    static const float s[6] = {2, -1, 0.5F, 0, 4, 8}, d[6] = {2, -1, 0.5F, 16, 4, 8};
    for (int i = 0; i < 2 * TEST_AFFINE_HOSTS; i++) {
        const test_affine_host *h = &test_affine_hosts[i / 2];
        bool div = i % 2 == 1, bias = i / 2 % 2 == 0;
        gb *b = test_affine_model(h, bias);
        test_affine_floats(b, h, "s", div ? d : s);
        gb_node(b, 0, div ? "Div" : "Mul", div ? "h,s" : "s,h", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, h->n_w == 3 ? CM_REWRITE_conv_scale : CM_REWRITE_gemm_scale),
                  h->want);
        for (size_t m = 0; m < 6; m++) {
            size_t at = test_affine_first(h, m);
            double f = div ? 1 / (double)d[m] : (double)s[m];
            CHECK(opt_element(b, 1, at) == (double)(at + 1) * f);
            if (bias && strcmp(h->op, "MatMul") != 0)
                CHECK(opt_element(b, 2, m) == 10 * (double)m * f);
        }
        gb_free(b);
    }
}

/* A MatMul becomes a Gemm, which has a bias. */
void test_opt_affine_batchnorm(void) {
    static const float mean[6] = {1, 2, 3, 4, 5, 6}, var[6] = {1, 4, 16, 64, 4, 1},
                       scale[6] = {2, 2, -8, 8, 0, 1}, shift[6] = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < TEST_AFFINE_HOSTS; i++) {
        const test_affine_host *h = &test_affine_hosts[i];
        bool matmul = strcmp(h->op, "MatMul") == 0;
        gb *b = test_affine_model(h, true);
        gb_floats(b, 0, "mean", 1, (int64_t[]){6}, mean);
        gb_floats(b, 0, "var", 1, (int64_t[]){6}, var);
        gb_floats(b, 0, "scale", 1, (int64_t[]){6}, scale);
        gb_floats(b, 0, "shift", 1, (int64_t[]){6}, shift);
        gb_attr_f(b, gb_node(b, 0, "BatchNormalization", "h,scale,shift,mean,var", "y"), "epsilon",
                  0);
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, h->n_w == 3 ? CM_REWRITE_conv_batchnorm : CM_REWRITE_gemm_batchnorm),
                  matmul ? "Gemm" : h->want);
        static const double f[6] = {2, 1, -2, 1, 0, 1};
        for (size_t m = 0; m < 6; m++) {
            size_t at = test_affine_first(h, m);
            double bias = matmul ? 0 : 10 * (double)m;
            CHECK(opt_element(b, 1, at) == (double)(at + 1) * f[m]);
            CHECK(opt_element(b, 2, m) == (bias - (double)mean[m]) * f[m] + (double)shift[m]);
        }
        gb_free(b);
    }
}

/* One number for all channels; Sub turns it round, but not the other way. */
void test_opt_affine_shift(void) {
    static const struct {
        const char *op, *in;
        double add;
        bool fused;
    } rows[] = {{"Add", "h,c", 3, true},
                {"Add", "c,h", 3, true},
                {"Sub", "h,c", -3, true},
                {"Sub", "c,h", 0, false}};
    for (size_t i = 0; i < 8; i++) {
        gb *b = test_affine_model(&test_affine_hosts[i / 4], true);
        gb_floats(b, 0, "c", 3, (int64_t[]){1, 1, 1}, (float[]){3});
        gb_node(b, 0, rows[i % 4].op, rows[i % 4].in, "y");
        gb_output(b, 0, "y");
        const char *ops = opt_alone(b, CM_REWRITE_conv_bias);
        CHECK_MSG((strchr(ops, ' ') == NULL) == rows[i % 4].fused, "%s", ops);
        for (size_t m = 0; m < 6 && rows[i % 4].fused; m++)
            CHECK(opt_element(b, 2, m) == 10 * (double)m + rows[i % 4].add);
        gb_free(b);
    }
}

#define TEST_AFFINE_NAN 12345.0F /* stands for a NaN */

/* Where nothing may happen: constants along another axis or that widen the result, a quotient of h, a division
 * by zero, numbers that are not finite, a second reader, a graph's output, a computed scale, an epilogue
 * (tests/ir/test_opt.c), a limit. */
void test_opt_affine_declined(void) {
    static const struct {
        const char *op, *in;
        int64_t dims[4], rank;
        float x;
    } rows[] = {{"Mul", "h,s", {5}, 1, 2},
                {"Mul", "h,s", {1, 1, 1, 1}, 4, 2},
                {"Mul", "h,s", {6, 5}, 2, 2},
                {"Div", "s,h", {1}, 1, 2},
                {"Div", "h,s", {1}, 1, 0},
                {"Mul", "h,s", {1}, 1, 3e38F},
                {"Mul", "h,s", {1}, 1, TEST_AFFINE_NAN}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float s[30];
        for (int k = 0; k < 30; k++) s[k] = rows[i].x == TEST_AFFINE_NAN ? CM_NAN_F32 : rows[i].x;
        gb *b = test_affine_model(&test_affine_hosts[0], true);
        gb_floats(b, 0, "s", (uint32_t)rows[i].rank, rows[i].dims, s);
        gb_node(b, 0, rows[i].op, rows[i].in, "y");
        gb_output(b, 0, "y");
        const char *ops = opt_alone(b, CM_REWRITE_conv_scale);
        CHECK_MSG(strchr(ops, ' ') != NULL, "row %zu: %s", i, ops);
        CHECK_INT(b->ir.folded_bytes, 0);
        gb_free(b);
    }
    for (int reason = 0; reason < 5; reason++) {
        gb *b = test_affine_model(&test_affine_hosts[0], true);
        gb_floats(b, 0, "k", 0, NULL, (float[]){2});
        gb_input(b, 0, "s", CAMEO_FLOAT, "1");
        cameo_limits limits = {.size = sizeof limits, .fold_bytes = (12 + 6) * sizeof(float) - 1};
        if (reason == 3) b->options.limits = &limits;
        gb_node(b, 0, "Mul", reason == 2 ? "h,s" : "h,k", "y");
        gb_output(b, 0, "y");
        if (reason == 0) gb_output(b, 0, "h");
        if (reason == 1) gb_node(b, 0, "Relu", "h", "z");
        if (reason == 1) gb_output(b, 0, "z");
        const char *ops = opt_alone(b, CM_REWRITE_conv_scale);
        CHECK_MSG((strstr(ops, "Mul") != NULL) == (reason < 4), "reason %d: %s", reason, ops);
        gb_free(b);
    }
}

/* A scale per channel of x, or one for all; the convolution pads. w[i] = i + 1. */
void test_opt_affine_before(void) {
    static const float s[4] = {2, -1, 0.5F, 8};
    /* For input channel c: an element of the weights that it is multiplied with. */
    static const size_t at[TEST_AFFINE_HOSTS][4] = {
        {0, 1, 6, 7}, {0, 6, 12, 18}, {0, 6, 12, 18}, {0, 1, 2, 3}, {0, 6, 12, 18}};
    for (int i = 0; i < 2 * TEST_AFFINE_HOSTS; i++) {
        const test_affine_host *h = &test_affine_hosts[i / 2];
        bool all = i % 2 == 1, conv = h->n_w == 3, bias = strcmp(h->op, "MatMul") != 0;
        gb *b = test_affine_model(h, false);
        gb_floats(b, 0, "s", conv ? 2 : 1, all ? (int64_t[]){1, 1} : (int64_t[]){4, 1}, s);
        gb_node(b, 0, all ? "Div" : "Mul", "x,s", "t");
        cm_id node = gb_node(b, 0, h->op, bias ? "t,w,b" : "t,w", "y");
        if (conv) gb_attr_i(b, node, "group", 2);
        if (conv) gb_attr_is(b, node, "pads", 2, (int64_t[]){1, 1});
        if (h->trans) gb_attr_i(b, node, "transB", 1);
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_scale_before), h->want);
        for (size_t c = 0; c < 4; c++) {
            size_t k = at[i / 2][c];
            CHECK(opt_element(b, 1, k) ==
                  (double)(k + 1) * (all ? 1 / (double)s[0] : (double)s[c]));
        }
        gb_free(b);
    }
}

/* Not where the scale makes x wider, is along another axis, or somebody else reads the product. */
void test_opt_affine_before_declined(void) {
    for (int reason = 0; reason < 4; reason++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, reason == 0 ? "1,1,4" : "1,4,4");
        gb_floats(b, 0, "s", 2, reason == 1 ? (int64_t[]){1, 4} : (int64_t[]){4, 1},
                  (float[]){1, 2, 3, 4});
        gb_floats(b, 0, "w", 3, (int64_t[]){1, 4, 1}, (float[]){1, 2, 3, 4});
        gb_node(b, 0, "Mul", "x,s", "t");
        gb_node(b, 0, "Conv", "t,w", "y");
        gb_output(b, 0, "y");
        if (reason == 2) gb_output(b, 0, "t");
        CHECK_STR(opt_alone(b, CM_REWRITE_scale_before), reason == 3 ? "Conv" : "Mul Conv");
        gb_free(b);
    }
}

/* A copy of the weights for a pass over few elements is not worth it; free dims count as 1. */
void test_opt_affine_worth(void) {
    static const struct {
        const char *x, *before, *after;
    } rows[] = {{"n,64", "Mul MatMul", "MatMul Mul"},
                {"127,64", "MatMul", "MatMul"},
                {"64,64", "Mul MatMul", "MatMul"},
                {"1,64", "Mul MatMul", "MatMul Mul"}};
    static float w[64 * 127];
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        bool before = i % 2 == 0;
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, rows[i / 2].x);
        gb_floats(b, 0, "w", 2, (int64_t[]){64, 127}, w);
        gb_floats(b, 0, "s", 0, NULL, (float[]){2});
        gb_node(b, 0, before ? "Mul" : "MatMul", before ? "x,s" : "x,w", "h");
        gb_node(b, 0, before ? "MatMul" : "Mul", before ? "h,w" : "h,s", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, before ? CM_REWRITE_scale_before : CM_REWRITE_gemm_scale),
                  before ? rows[i / 2].before : rows[i / 2].after);
        gb_free(b);
    }
}

/* A Relu that is in the product's epilogue stays before the bias. */
void test_opt_gemm_bias_activated(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
    gb_floats(b, 0, "w", 2, (int64_t[]){3, 2}, (float[6]){0});
    gb_floats(b, 0, "c", 1, (int64_t[]){2}, (float[]){7, 8});
    gb_node(b, 0, "MatMul", "x,w", "h");
    gb_node(b, 0, "Relu", "h", "g");
    gb_node(b, 0, "Add", "g,c", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_optimize(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_STR(gb_ops(b), "MatMul Add");
    gb_free(b);
}

/* Transposes of either operand; a Gemm that has one already loses it. Not for three dims, nor for a MatMul of opset 10,
 * whose Gemm would need a bias. */
void test_opt_gemm_transpose(void) {
    static const struct {
        const char *op, *in, *want;
        int64_t opset, trans_a, trans_b; /* of the Gemm before */
        int a, b;                        /* and after */
    } rows[] = {{"Gemm", "ta,b", "Gemm", 9, 0, 0, 1, 0},
                {"Gemm", "ta,tb", "Gemm", 13, 0, 1, 1, 0},
                {"Gemm", "a,tb", "Gemm", 13, 1, 0, 1, 1},
                {"MatMul", "ta,b", "Gemm", 13, 0, 0, 1, 0},
                {"MatMul", "a,tb", "Gemm", 11, 0, 0, 0, 1},
                {"MatMul", "ta,b", "Transpose MatMul", 10, 0, 0, 0, 0},
                {"MatMul", "tc,b", "Transpose MatMul", 13, 0, 0, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        bool gemm = strcmp(rows[i].op, "Gemm") == 0;
        gb_opset(b, "", rows[i].opset);
        gb_input(b, 0, "a", CAMEO_FLOAT, "3,3");
        gb_input(b, 0, "b", CAMEO_FLOAT, "3,3");
        gb_input(b, 0, "c", CAMEO_FLOAT, "2,3,3");
        gb_floats(b, 0, "bias", 1, (int64_t[]){3}, (float[]){1, 2, 3});
        gb_node(b, 0, "Transpose", "a", "ta");
        gb_attr_is(b, gb_node(b, 0, "Transpose", "b", "tb"), "perm", 2, (int64_t[]){1, 0});
        gb_attr_is(b, gb_node(b, 0, "Transpose", "c", "tc"), "perm", 3, (int64_t[]){0, 2, 1});
        char in[16] = "";
        strcat(strcat(in, rows[i].in), gemm ? ",bias" : "");
        cm_id node = gb_node(b, 0, rows[i].op, in, "y");
        if (rows[i].trans_a != 0) gb_attr_i(b, node, "transA", 1);
        if (rows[i].trans_b != 0) gb_attr_i(b, node, "transB", 1);
        if (gemm) gb_attr_f(b, node, "alpha", 0.5F);
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_gemm_transpose), rows[i].want);
        if (strcmp(rows[i].want, "Gemm") == 0) {
            node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
            const cm_gemm_params *p = b->ir.info[node].params;
            CHECK_INT(p->transA, rows[i].a);
            CHECK_INT(p->transB, rows[i].b);
            CHECK(p->alpha == (gemm ? 0.5F : 1.0F));
        }
        gb_free(b);
    }
}

/* A sum of matrices of the same dims; not of a row that is computed, nor behind an epilogue or a bias. */
void test_opt_gemm_sum(void) {
    static const struct {
        const char *op, *in, *sum, *want;
    } rows[] = {{"Gemm", "a,w", "h,r", "Relu Gemm"},       {"MatMul", "a,w", "r,h", "Relu Gemm"},
                {"Gemm", "a,w,c", "h,r", "Gemm Relu Add"}, {"Gemm", "a,w", "h,row", "Gemm Add"},
                {"Gemm", "a,w", "h,h", "Gemm Add"},        {"Gemm", "a,w", "h,wide", "Gemm Add"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "a", CAMEO_FLOAT, "n,3");
        gb_input(b, 0, "s", CAMEO_FLOAT, "n,4");
        gb_input(b, 0, "row", CAMEO_FLOAT, "1,4");
        gb_input(b, 0, "wide", CAMEO_FLOAT, "m,4");
        gb_floats(b, 0, "w", 2, (int64_t[]){3, 4}, (float[12]){1});
        gb_floats(b, 0, "c", 1, (int64_t[]){4}, (float[]){1, 2, 3, 4});
        cm_id node = gb_node(b, 0, rows[i].op, rows[i].in, "h");
        if (i == 0) gb_attr_f(b, node, "alpha", 2);
        if (i == 0) gb_attr_f(b, node, "beta", 3);
        gb_node(b, 0, "Relu", "s", "r");
        gb_node(b, 0, "Add", rows[i].sum, "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_gemm_sum), rows[i].want);
        if (i == 0) {
            const cm_gemm_params *p = b->ir.info[b->ir.t.value.row[gb_find(b, 0, "y")].node].params;
            CHECK(p->alpha == 2 && p->beta == 1);
        }
        gb_free(b);
    }
}

/* A float Conv and what has its dims; not of thin groups, behind an epilogue, of what is broadcast, or of itself
 * alone. */
void test_opt_conv_sum(void) {
    static const struct {
        const char *dtype, *w, *sum, *want;
        int64_t group;
    } rows[] = {{"f", "8", "h,r", "Neg Conv", 1},     {"f", "8", "r,h", "Neg Conv", 1},
                {"f", "8", "h,r", "Neg Conv", 2},     {"f", "8", "h,r", "Conv Neg Add", 4},
                {"d", "8", "h,r", "Conv Neg Add", 1}, {"f", "8", "h,row", "Conv Neg Add", 1},
                {"f", "8", "h,h", "Conv Neg Add", 1}, {"f", "8", "h,x", "Neg Conv", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        int dtype = rows[i].dtype[0] == 'd' ? CAMEO_DOUBLE : CAMEO_FLOAT;
        double w[64] = {1};
        gb_input(b, 0, "x", dtype, "n,8,5");
        gb_input(b, 0, "row", dtype, "1,8,5");
        gb_init(b, 0, "w", dtype, 3, (int64_t[]){8, 8 / rows[i].group, 1}, w,
                (size_t)(64 / rows[i].group),
                (size_t)(64 / rows[i].group) * (dtype == CAMEO_DOUBLE ? 8 : 4));
        cm_id conv = gb_node(b, 0, "Conv", "x,w", "h");
        if (rows[i].group != 1) gb_attr_i(b, conv, "group", rows[i].group);
        gb_node(b, 0, "Neg", "x", "r");
        gb_node(b, 0, "Add", rows[i].sum, "y");
        gb_output(b, 0, "r");
        gb_output(b, 0, "y");
        const char *left = opt_alone(b, CM_REWRITE_conv_sum);
        CHECK_MSG(strcmp(left, rows[i].want) == 0, "%zu: %s", i, left);
        if (strcmp(left, "Neg Conv") == 0) {
            CHECK(opt_reads(b, "y", 0, "x"));
            CHECK(opt_reads(b, "y", 3, i == 7 ? "x" : "r"));
        }
        gb_free(b);
    }
}

/* Of two Convs the later one takes the other's result in; what is scaled behind a sum is not scaled before it. */
void test_opt_conv_sum_twice(void) {
    gb *b = gb_new();
    const float w[16] = {1};
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,4,5");
    gb_floats(b, 0, "w", 3, (int64_t[]){4, 4, 1}, w);
    gb_floats(b, 0, "two", 0, NULL, (float[]){2});
    gb_node(b, 0, "Conv", "x,w", "a");
    gb_node(b, 0, "Neg", "x", "n");
    gb_node(b, 0, "Conv", "n,w", "c");
    gb_node(b, 0, "Add", "a,c", "s");
    gb_node(b, 0, "Mul", "s,two", "m");
    gb_node(b, 0, "Relu", "m", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_optimize(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Conv Neg Conv Mul Relu");
    CHECK(opt_reads(b, "s", 0, "n"));
    CHECK(opt_reads(b, "s", 3, "a"));
    gb_free(b);
}
