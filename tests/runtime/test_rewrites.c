/* test_rewrites.c — small models whose nodes the optimiser fuses: fewer steps, and the outputs of level none within
 * the tolerance of a float computation. Which rewrite does what: tests/ir. */
#include "base/math.h"
#include "tests/support/level_run.h"

#include <stdio.h>

/* Numbers in [-1, 1) by a linear congruence (Knuth, MMIX), the same on every machine. */
static void rewrites_fill(float *x, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        x[i] = (float)((double)(seed >> 33) / 1073741824.0 - 1.0);
    }
}

/* An initializer of dims "3,4" with such numbers + shift. */
static void rewrites_init(ow *o, const char *name, const char *dims, float shift) {
    static float x[LEVEL_RUN_MAX];
    int64_t d[8];
    size_t rank = 0, n = 1;
    for (const char *p = dims; *p != 0; p += *p == ',') {
        char *end;
        d[rank] = strtoll(p, &end, 10);
        n *= (size_t)d[rank++];
        p = end;
    }
    rewrites_fill(x, n, (uint64_t)name[0] + n);
    for (size_t i = 0; i < n; i++) x[i] += shift;
    ow_init(o, name, CAMEO_FLOAT, d, rank, x, n * sizeof *x);
}

static void rewrites_input(float *x, size_t n) { rewrites_fill(x, n, 7); }

/* Both levels agree within 1e-4 of the largest number, and the higher one has `steps` steps. */
static void rewrites_compare(const ow *o, const int64_t *dims, uint8_t rank, uint32_t steps,
                             const char *what) {
    static level_result want, got;
    if (!level_run(o, dims, rank, rewrites_input, CAMEO_OPT_NONE, &want)) return;
    if (!level_run(o, dims, rank, rewrites_input, CAMEO_OPT_EXTENDED, &got)) return;
    float most = 0;
    for (size_t i = 0; i < want.n; i++)
        most = cm_fabsf(want.y[i]) > most ? cm_fabsf(want.y[i]) : most;
    bool equal = want.n == got.n && want.n != 0;
    for (size_t i = 0; i < want.n && equal; i++)
        equal = cm_fabsf(want.y[i] - got.y[i]) <= 1e-4F * most || want.y[i] == got.y[i];
    CHECK_MSG(equal, "%s: other numbers than level none", what);
    CHECK_MSG(got.steps == steps && want.steps > steps, "%s: %u steps, of %u; want %u", what,
              (unsigned)got.steps, (unsigned)want.steps, (unsigned)steps);
}

/* host(x, w, b) - BatchNormalization - Mul - Div - Add - Sub, groups 1 and 2, padded. */
void test_rewrites_affine(void) {
    static const struct {
        const char *op, *w, *x, *channels;
        int64_t dims[4];
        uint8_t rank;
        int64_t group;
    } rows[] = {{"Conv", "6,4,3,3", "n,4,5,5", "6,1,1", {2, 4, 5, 5}, 4, 1},
                {"Conv", "6,2,3,3", "n,4,5,5", "6,1,1", {1, 4, 5, 5}, 4, 2},
                {"Conv", "8,1,3,3", "n,8,5,5", "8,1,1", {2, 8, 5, 5}, 4, 8},
                {"ConvTranspose", "4,6,3,3", "n,4,5,5", "6,1,1", {2, 4, 5, 5}, 4, 1},
                {"ConvTranspose", "4,3,3,3", "n,4,5,5", "6,1,1", {1, 4, 5, 5}, 4, 2},
                {"Gemm", "4,6", "n,4", "6", {3, 4}, 2, 0},
                {"MatMul", "4,6", "n,4", "6", {3, 4}, 2, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow o;
        char count[2] = {rows[i].channels[0], 0};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, rows[i].x);
        rewrites_init(&o, "before", rows[i].rank == 4 ? "1,1,1" : "4", 2);
        rewrites_init(&o, "w", rows[i].w, 0);
        rewrites_init(&o, "b", count, 0);
        static const char *const names[] = {"scale", "bias", "mean", "var"};
        for (int k = 0; k < 4; k++) rewrites_init(&o, names[k], count, k == 3 ? 1.5F : 0);
        rewrites_init(&o, "m", rows[i].channels, 0);
        rewrites_init(&o, "d", rows[i].channels, 2);
        rewrites_init(&o, "a", "1", 0);
        ow_op(&o, "Mul", "before,x", "t");
        ow_node(&o, rows[i].op, strcmp(rows[i].op, "MatMul") == 0 ? "t,w" : "t,w,b", "h0");
        if (rows[i].group != 0) {
            ow_attr_int(&o, "group", rows[i].group);
            ow_attr_ints(&o, "pads", (int64_t[]){1, 1, 1, 1}, 4);
        }
        ow_end(&o);
        ow_op(&o, "BatchNormalization", "h0,scale,bias,mean,var", "h1");
        ow_op(&o, "Mul", "m,h1", "h2");
        ow_op(&o, "Div", "h2,d", rows[i].group != 0 ? "h3" : "y");
        if (rows[i].group != 0) ow_op(&o, "Add", "h3,m", "h4");
        if (rows[i].group != 0) ow_op(&o, "Sub", "h4,a", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, rows[i].dims, rows[i].rank, 1, rows[i].op);
        ow_free(&o);
    }
}

/* Dilations beyond the data: all taps but the middle one, or those at one end, do nothing. */
void test_rewrites_crop(void) {
    static const struct {
        int64_t dilation[2], pads[4], stride;
    } rows[] = {
        {{7, 5}, {7, 5, 7, 5}, 1}, {{4, 9}, {4, 12, 4, 9}, 1}, {{5, 2}, {3, 2, 9, 2}, 2}, {{6, 6}, {12, 0, 3, 12}, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow o;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,4,5,4");
        rewrites_init(&o, "w", "6,4,3,3", 0);
        rewrites_init(&o, "b", "6", 0);
        ow_node(&o, "Conv", "x,w,b", "h");
        ow_attr_ints(&o, "dilations", rows[i].dilation, 2);
        ow_attr_ints(&o, "pads", rows[i].pads, 4);
        ow_attr_ints(&o, "strides", (int64_t[]){rows[i].stride, rows[i].stride}, 2);
        ow_end(&o);
        ow_op(&o, "Relu", "h", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, (int64_t[]){2, 4, 5, 4}, 4, 1, "crop");
        ow_free(&o);
    }
}

/* The same in integers, whose zero point is not 0. */
void test_rewrites_crop_integers(void) {
    static const int64_t dilations[3][2] = {{7, 5}, {4, 9}, {6, 2}};
    for (size_t i = 0; i < 6; i++) {
        const int64_t *d = dilations[i / 2], dims[4] = {6, 4, 3, 3};
        bool whole = i % 2 != 0;
        const uint8_t zero = 77;
        uint8_t w[6 * 4 * 3 * 3];
        float numbers[6 * 4 * 3 * 3];
        rewrites_fill(numbers, sizeof w, i);
        for (size_t j = 0; j < sizeof w; j++) w[j] = (uint8_t)(128 + 127 * numbers[j]);
        ow o;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,4,5,4");
        ow_init(&o, "s", CAMEO_FLOAT, NULL, 0, (float[]){1 / 128.0F}, sizeof(float));
        ow_init(&o, "ys", CAMEO_FLOAT, NULL, 0, (float[]){1 / 16.0F}, sizeof(float));
        ow_init(&o, "z", CAMEO_UINT8, NULL, 0, &zero, 1);
        ow_init(&o, "w", CAMEO_UINT8, dims, 4, w, sizeof w);
        ow_op(&o, "QuantizeLinear", "x,s,z", "q");
        ow_node(&o, whole ? "ConvInteger" : "QLinearConv", whole ? "q,w,z,z" : "q,s,z,w,s,z,ys,z", "h");
        ow_attr_ints(&o, "dilations", d, 2);
        ow_attr_ints(&o, "pads", (int64_t[]){d[0], d[1], d[0], d[1]}, 4);
        ow_end(&o);
        if (whole) {
            ow_node(&o, "Cast", "h", "f");
            ow_attr_int(&o, "to", CAMEO_FLOAT);
            ow_end(&o);
        } else {
            ow_op(&o, "DequantizeLinear", "h,ys,z", "f");
        }
        ow_op(&o, "Identity", "f", "y"); /* which disappears, so that there are fewer steps */
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, (int64_t[]){2, 4, 5, 4}, 4, 5, whole ? "crop of ConvInteger" : "crop of QLinearConv");
        ow_free(&o);
    }
}

/* Groups of channels as exporters normalise them, with a scale and shift behind: one node. */
void test_rewrites_groupnorm(void) {
    for (int i = 0; i < 2; i++) {
        ow o;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, i == 0 ? "2,6,4,5" : "n,6,7");
        ow_init(&o, "apart", CAMEO_INT64, (int64_t[]){3}, 1, (int64_t[]){0, 3, -1}, 3 * sizeof(int64_t));
        rewrites_init(&o, "scale", "3", 1);
        rewrites_init(&o, "bias", "3", 0);
        rewrites_init(&o, "m", i == 0 ? "6,1,1" : "1,6,1", 1);
        rewrites_init(&o, "a", i == 0 ? "1,6,1,1" : "6,1", 0);
        ow_op(&o, "Reshape", "x,apart", "h0");
        ow_op(&o, "InstanceNormalization", "h0,scale,bias", "h1");
        ow_op(&o, "Shape", "x", "dims");
        ow_op(&o, "Reshape", "h1,dims", "h2");
        ow_op(&o, "Mul", "h2,m", "h3");
        ow_op(&o, "Add", "a,h3", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, i == 0 ? (int64_t[]){2, 6, 4, 5} : (int64_t[]){2, 6, 7}, i == 0 ? 4 : 3, 1, "groups");
        ow_free(&o);
    }
}

/* Relu - Pad - window, more than one row of pads on each side. */
void test_rewrites_pad(void) {
    static const struct {
        const char *op, *what;
        int64_t own;
    } rows[] = {{"Conv", "Conv", 0},
                {"Conv", "padded Conv", 2},
                {"MaxPool", "MaxPool", 0},
                {"MaxPool", "padded MaxPool", 1},
                {"AveragePool", "AveragePool", 0},
                {"AveragePool", "padded AveragePool", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow o;
        bool conv = i < 2;
        int64_t own = rows[i].own;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n,3,6,7");
        rewrites_init(&o, "w", "4,3,4,4", 0);
        ow_init(&o, "p", CAMEO_INT64, (int64_t[]){8}, 1, (int64_t[]){0, 0, 1, 2, 0, 0, 2, 1}, 64);
        ow_op(&o, "Relu", "x", "r");
        ow_op(&o, "Pad", "r,p", "h");
        ow_node(&o, rows[i].op, conv ? "h,w" : "h", "y");
        ow_attr_ints(&o, "kernel_shape", (int64_t[]){4, 4}, 2);
        ow_attr_ints(&o, "strides", (int64_t[]){2, 1}, 2);
        if (own != 0) ow_attr_ints(&o, "pads", (int64_t[]){own, own, own, own}, 4);
        if (i == 5) ow_attr_int(&o, "count_include_pad", 1);
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, (int64_t[]){2, 3, 6, 7}, 4, 3, rows[i].what);
        ow_free(&o);
    }
}

/* Over the last axis and over the last two, as PyTorch and as TensorFlow export it, in a model older than the
 * operator. */
void test_rewrites_layernorm(void) {
    for (int i = 0; i < 4; i++) {
        ow o;
        bool two = i % 2 == 1;
        const char *dims = two ? "5,7" : "7";
        const int64_t axes[2] = {two ? -2 : -1, -1};
        ow_begin(&o, 13);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n,5,7");
        rewrites_init(&o, "s", dims, 0);
        rewrites_init(&o, "b", dims, 0);
        ow_init(&o, "e", CAMEO_FLOAT, NULL, 0, (float[]){1e-5F}, sizeof(float));
        for (int k = 0; k < 2; k++) {
            ow_node(&o, "ReduceMean", k == 0 ? "x" : "q", k == 0 ? "m" : "v");
            ow_attr_ints(&o, "axes", axes, two ? 2 : 1);
            ow_end(&o);
            if (k == 0) ow_op(&o, "Sub", "x,m", "d");
            if (k == 0) ow_op(&o, "Mul", "d,d", "q");
        }
        ow_op(&o, "Add", "v,e", "a");
        ow_op(&o, "Sqrt", "a", "r");
        if (i < 2) {
            ow_op(&o, "Div", "d,r", "h");
            ow_op(&o, "Mul", "h,s", "z");
            ow_op(&o, "Add", "z,b", "y");
        } else {
            ow_op(&o, "Reciprocal", "r", "i");
            ow_op(&o, "Mul", "i,s", "g");
            ow_op(&o, "Mul", "x,g", "p");
            ow_op(&o, "Mul", "m,g", "h");
            ow_op(&o, "Sub", "b,h", "z");
            ow_op(&o, "Add", "p,z", "y");
        }
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, (int64_t[]){3, 5, 7}, 3, 1, i < 2 ? "PyTorch" : "TensorFlow");
        ow_free(&o);
    }
}

/* Transpose(x) * x and x * Transpose(w), then a sum of what comes behind the product, then Relu. */
void test_rewrites_gemm(void) {
    for (int i = 0; i < 2; i++) {
        ow o;
        ow_begin(&o, 13);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n,5");
        rewrites_init(&o, "w", "5,9", 0);
        ow_op(&o, "Transpose", "x", "t");
        if (i == 0) ow_op(&o, "MatMul", "t,x", "h");
        if (i == 1) {
            ow_node(&o, "Gemm", "t,w", "h");
            ow_attr_int(&o, "transA", 1);
            ow_attr_float(&o, "alpha", 0.5F);
            ow_end(&o);
            ow_op(&o, "MatMul", "x,w", "r");
        } else {
            ow_op(&o, "Exp", "h", "e");
            ow_op(&o, "Sigmoid", "e", "r");
        }
        ow_op(&o, "Add", i == 1 ? "h,r" : "r,h", "s");
        ow_op(&o, "Relu", "s", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, (int64_t[]){6, 5}, 2, i == 1 ? 3 : 8, i == 1 ? "Gemm" : "MatMul");
        ow_free(&o);
    }
}

/* Conv + what comes from elsewhere, then Relu, where the sum may take the place of that; x + Conv(x), where it may
 * not. */
void test_rewrites_conv_sum(void) {
    static const struct {
        const char *what, *sum, *w;
        int64_t group;
        uint32_t steps;
    } rows[] = {{"another branch", "h,r", "8,8,3,3", 1, 4},
                {"two groups", "r,h", "8,4,3,3", 2, 4},
                {"the Conv's own input", "h,t", "8,8,3,3", 1, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow o;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n,8,7,5");
        rewrites_init(&o, "w", rows[i].w, 0);
        rewrites_init(&o, "b", "8", 0);
        ow_op(&o, "Sigmoid", "x", "t");
        ow_node(&o, "Conv", "t,w,b", "h");
        ow_attr_int(&o, "group", rows[i].group);
        ow_attr_ints(&o, "pads", (int64_t[]){1, 1, 1, 1}, 4);
        ow_end(&o);
        if (i < 2) ow_op(&o, "Exp", "x", "r");
        ow_op(&o, "Add", rows[i].sum, "s");
        ow_op(&o, "Relu", "s", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        rewrites_compare(&o, (int64_t[]){2, 8, 7, 5}, 4, rows[i].steps, rows[i].what);
        ow_free(&o);
    }
}
