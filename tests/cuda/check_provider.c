/* check_provider.c — the CUDA provider on the driver of tests/support/fake_driver.h: models of a few nodes give what
 * the CPU gives, in one run and in several at once, for dims that change, cancelled, late, out of memory, and with
 * every call of the driver failing in its turn.
 *   check_provider [word ...]    only tests whose name contains a word; the last line counts them */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

#include "include/cameo_cuda.h"
#include "providers/cuda/cuda_driver.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/fake_driver.h"
#include "tests/support/onnx_writer.h"

static void *driver_library;
static fake_driver_control *driver;
static const char *running;
static bool running_failed;

void check_failed(const char *file, int line, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    printf("FAIL %s\n  %s:%d: ", running, file, line);
    vprintf(fmt, ap);
    printf("\n");
    va_end(ap);
    running_failed = true;
}

/* ---- models ---- */

static float weight[3] = {0.5f, -3, 1}, matrix[12] = {1, -2, 3, 0.5f, 0.25f, -1, 2, 2, -0.75f, 1, -1, 4};

static void model_begin(ow *o) {
    static const int64_t three = 3, square[2] = {3, 4};
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_init(o, "w", CAMEO_FLOAT, &three, 1, weight, sizeof weight);
    ow_init(o, "m", CAMEO_FLOAT, square, 2, matrix, sizeof matrix);
}

static void model_end(ow *o, const char *out, const char *dims) {
    ow_value(o, OW_OUTPUT, out, CAMEO_FLOAT, dims);
    ow_finish(o);
}

static void model_add_relu(ow *o) {
    model_begin(o);
    ow_op(o, "Add", "x,w", "a");
    ow_op(o, "Relu", "a", "y");
    model_end(o, "y", "n,3");
}

/* Device and CPU alternate: Softsign of float64 has no kernel. */
static void model_alternating(ow *o) {
    model_begin(o);
    ow_op(o, "Mul", "x,w", "a");
    ow_node(o, "Cast", "a", "b");
    ow_attr_int(o, "to", CAMEO_DOUBLE);
    ow_end(o);
    ow_op(o, "Softsign", "b", "c");
    ow_node(o, "Cast", "c", "d");
    ow_attr_int(o, "to", CAMEO_FLOAT);
    ow_end(o);
    ow_op(o, "Add", "d,a", "e");
    ow_op(o, "Tanh", "e", "y");
    model_end(o, "y", "n,3");
}

static void model_product(ow *o) {
    model_begin(o);
    ow_op(o, "Add", "x,w", "a");
    ow_op(o, "MatMul", "a,m", "b");
    ow_op(o, "Sigmoid", "b", "y");
    model_end(o, "y", "n,4");
}

/* A product whose depth of 600 is split among blocks where there are more than four rows. All sums are exact. */
#define DEEP 600
static float wide[3 * DEEP], deep[DEEP * 4];
static void model_deep(ow *o) {
    static const int64_t wide_dims[2] = {3, DEEP}, deep_dims[2] = {DEEP, 4};
    for (int i = 0; i < 3 * DEEP; i++) wide[i] = (float)(i * 5 % 7 - 3);
    for (int i = 0; i < DEEP * 4; i++) deep[i] = (float)(i * 3 % 11 - 5) / 8;
    model_begin(o);
    ow_init(o, "wide", CAMEO_FLOAT, wide_dims, 2, wide, sizeof wide);
    ow_init(o, "deep", CAMEO_FLOAT, deep_dims, 2, deep, sizeof deep);
    ow_op(o, "MatMul", "x,wide", "a");
    ow_op(o, "MatMul", "a,deep", "b");
    ow_op(o, "Relu", "b", "y");
    model_end(o, "y", "n,4");
}

/* Products that end with a row, a residual and activations. They are of a batch, or they would be Gemm. */
static void model_tails(ow *o) {
    static const int64_t four = 4, batch[3] = {2, 3, 4};
    static float row[4] = {0.5f, -1, 2, -0.25f}, q[2][24];
    for (int i = 0; i < 48; i++) q[i / 24][i % 24] = (float)(i * 5 % 13 - 6) / 4;
    model_begin(o);
    ow_init(o, "row", CAMEO_FLOAT, &four, 1, row, sizeof row);
    ow_init(o, "p", CAMEO_FLOAT, batch, 3, q[0], sizeof q[0]);
    ow_init(o, "q", CAMEO_FLOAT, batch, 3, q[1], sizeof q[1]);
    ow_op(o, "MatMul", "x,p", "b");
    ow_op(o, "Add", "row,b", "c");
    ow_op(o, "Relu", "c", "d");
    ow_op(o, "MatMul", "x,q", "e");
    ow_op(o, "Add", "e,d", "f");
    ow_op(o, "Tanh", "f", "g");
    ow_op(o, "Add", "x,w", "a");
    ow_op(o, "MatMul", "a,q", "h");
    ow_op(o, "Add", "h,h", "i"); /* no tail: both of its operands are the product */
    ow_op(o, "Sub", "i,g", "y");
    model_end(o, "y", "2,n,4");
}

/* Heads are turned out of the matrices a and k for products alone, whose result is turned for two more: none of these
 * Transposes is computed. The last one is, since its result leaves. */
static void model_turned(ow *o) {
    static const int64_t head[3] = {2, 3, 4}, left[2] = {5, 2}, right[2] = {4, 4};
    static float p[24], q[24], l[10], r[16];
    for (int i = 0; i < 24; i++) p[i] = (float)(i * 5 % 13 - 6) / 4, q[i] = (float)(i * 7 % 11 - 5) / 8;
    for (int i = 0; i < 16; i++) r[i] = (float)(i * 3 % 7 - 3) / 4;
    for (int i = 0; i < 10; i++) l[i] = (float)(i * 3 % 5 - 2) / 2;
    static const struct {
        const char *in, *out;
        int64_t perm[3];
    } turns[4] = {{"k", "kt", {0, 2, 1}}, {"h", "ht", {1, 0, 2}}, {"v", "vt", {0, 2, 1}}, {"z", "y", {2, 0, 1}}};
    model_begin(o);
    ow_init(o, "p", CAMEO_FLOAT, head, 3, p, sizeof p);
    ow_init(o, "q", CAMEO_FLOAT, head, 3, q, sizeof q);
    ow_init(o, "l", CAMEO_FLOAT, left, 2, l, sizeof l);
    ow_init(o, "r", CAMEO_FLOAT, right, 2, r, sizeof r);
    ow_op(o, "MatMul", "x,p", "a"); /* 2,n,4 */
    ow_op(o, "MatMul", "x,q", "k");
    for (int i = 0; i < 4; i++) {
        if (i == 1) ow_op(o, "MatMul", "a,kt", "s"); /* 2,n,n */
        if (i == 1) ow_op(o, "Softmax", "s", "t");
        if (i == 1) ow_op(o, "MatMul", "t,k", "h"); /* 2,n,4 */
        if (i == 2) ow_op(o, "MatMul", "l,ht", "u"); /* n,5,4 */
        if (i == 2) ow_op(o, "MatMul", "ht,r", "v"); /* n,2,4 */
        if (i == 3) ow_op(o, "MatMul", "u,vt", "w2"); /* n,5,2 */
        if (i == 3) ow_op(o, "Tanh", "w2", "z");
        ow_node(o, "Transpose", turns[i].in, turns[i].out);
        ow_attr_ints(o, "perm", turns[i].perm, 3);
        ow_end(o);
    }
    model_end(o, "y", "2,n,5");
}

/* Elementwise nodes, in four chains: b is read by the last one as well, d is no element of one, f and j have less
 * dims than those behind them. g is read twice. */
static void model_chains(ow *o) {
    static const float half[1] = {0.5f};
    model_begin(o);
    ow_init(o, "half", CAMEO_FLOAT, NULL, 0, half, sizeof half);
    ow_op(o, "Mul", "x,w", "a");
    ow_op(o, "Sub", "a,half", "b");
    ow_op(o, "Abs", "b", "c");
    ow_op(o, "Max", "c,w", "e");
    ow_op(o, "Sigmoid", "e", "g");
    ow_op(o, "Mul", "g,e", "h");
    ow_op(o, "Add", "h,g", "i");
    ow_node(o, "ReduceMean", "i", "d");
    ow_attr_ints(o, "axes", (const int64_t[1]){1}, 1);
    ow_end(o);
    ow_op(o, "Sqrt", "d", "f");
    ow_op(o, "Add", "f,half", "j");
    ow_op(o, "Div", "i,j", "k");
    ow_op(o, "Sub", "k,b", "l");
    ow_op(o, "Relu", "l", "y");
    model_end(o, "y", "n,3");
}

static void model_cast(ow *o, const char *from, const char *to, cameo_dtype type) {
    ow_node(o, "Cast", from, to);
    ow_attr_int(o, "to", type);
    ow_end(o);
}

/* Elementwise nodes of several types, in three chains: one of eleven nodes, one that ends with int64, and, behind a
 * sum of these, one that begins with it. The product of int64 between is no stage. */
static void model_mixed(ow *o) {
    static const float half[1] = {0.5f};
    static const int64_t one[1] = {1}, two[1] = {2};
    model_begin(o);
    ow_init(o, "half", CAMEO_FLOAT, NULL, 0, half, sizeof half);
    ow_init(o, "two", CAMEO_INT64, NULL, 0, two, sizeof two);
    ow_init(o, "axis", CAMEO_INT64, NULL, 0, one, sizeof one);
    ow_op(o, "Mul", "x,w", "a");
    ow_op(o, "Greater", "a,half", "b");
    ow_op(o, "LessOrEqual", "x,w", "c");
    ow_op(o, "Or", "b,c", "d");
    ow_op(o, "IsNaN", "a", "e");
    ow_op(o, "Xor", "d,e", "f");
    ow_op(o, "Where", "f,a,w", "g");
    model_cast(o, "g", "h", CAMEO_FLOAT16);
    ow_op(o, "Mul", "h,h", "i");
    model_cast(o, "i", "j", CAMEO_FLOAT);
    ow_op(o, "Sub", "j,half", "k");
    ow_node(o, "CumSum", "k,axis", "l");
    ow_end(o);
    ow_op(o, "Abs", "l", "m2");
    model_cast(o, "m2", "n2", CAMEO_INT64);
    ow_op(o, "Mul", "n2,two", "p");
    model_cast(o, "p", "q", CAMEO_FLOAT);
    ow_op(o, "Sqrt", "q", "y");
    model_end(o, "y", "n,3");
}

/* Normalization of two groups of channels as exporters write it, of which the CPU would make one node. */
static void model_groups(ow *o) {
    static const int64_t three = 3, two = 2, channels[3] = {0, 4, 1}, groups[3] = {0, 2, -1};
    model_begin(o);
    ow_init(o, "channels", CAMEO_INT64, &three, 1, channels, sizeof channels);
    ow_init(o, "groups", CAMEO_INT64, &three, 1, groups, sizeof groups);
    ow_init(o, "scale", CAMEO_FLOAT, &two, 1, weight, 2 * sizeof *weight);
    ow_op(o, "MatMul", "x,m", "a");
    ow_op(o, "Reshape", "a,channels", "b");
    ow_op(o, "Exp", "b", "c");
    ow_op(o, "Reshape", "c,groups", "d");
    ow_op(o, "InstanceNormalization", "d,scale,scale", "e");
    ow_op(o, "Reshape", "e,channels", "f");
    ow_op(o, "Relu", "f", "y");
    model_end(o, "y", "n,4,1");
}

/* Of bfloat16; the matrix is folded. */
static void model_brain(ow *o) {
    model_begin(o);
    model_cast(o, "x", "a", CAMEO_BFLOAT16);
    model_cast(o, "m", "b", CAMEO_BFLOAT16);
    ow_op(o, "MatMul", "a,b", "c");
    model_cast(o, "c", "y", CAMEO_FLOAT);
    model_end(o, "y", "n,4");
}

/* Attributes of functions, as GRU has them. */
static void attr_acts(ow *o, const char *names, const float *alpha, size_t n_alpha) {
    ow_open(o, 5);
    ow_str(o, 1, "activations");
    ow_names(o, 9, names);
    ow_int(o, 20, 8);
    ow_end(o);
    ow_open(o, 5);
    ow_str(o, 1, "activation_alpha");
    for (size_t i = 0; i < n_alpha; i++) cm_writer_field_fixed32(&o->w, 7, cm_f32_bits(alpha[i]));
    ow_int(o, 20, 6);
    ow_end(o);
}

/* Rows are the steps of GRU with both directions, of which no ONNX test has these attributes, and of LSTM backwards. */
static void model_recurrent(ow *o) {
    static const int64_t gru[3][3] = {{2, 6, 3}, {2, 6, 2}, {2, 12, 0}}, lstm[2][3] = {{1, 16, 4}, {1, 16, 4}};
    static const int64_t one[1] = {1}, axis[1] = {1}, three[1] = {3};
    static const float alpha[2] = {0.75f, 0.25f}; /* of LeakyRelu and Elu; the others have none */
    static const int64_t shape[3] = {-1, 1, 4};
    static float w[64];
    for (int i = 0; i < 64; i++) w[i] = (float)(i * 7 % 11 - 5) / 8;
    model_begin(o);
    ow_init(o, "axis", CAMEO_INT64, one, 1, axis, sizeof axis);
    ow_init(o, "shape", CAMEO_INT64, three, 1, shape, sizeof shape);
    ow_init(o, "gw", CAMEO_FLOAT, gru[0], 3, w, 36 * 4);
    ow_init(o, "gr", CAMEO_FLOAT, gru[1], 3, w + 20, 24 * 4);
    ow_init(o, "gb", CAMEO_FLOAT, gru[2], 2, w + 7, 24 * 4);
    ow_init(o, "lw", CAMEO_FLOAT, lstm[0], 3, w, 64 * 4);
    ow_init(o, "lr", CAMEO_FLOAT, lstm[1], 3, w, 64 * 4);
    ow_op(o, "Unsqueeze", "x,axis", "steps");
    ow_node(o, "GRU", "steps,gw,gr,gb", "h");
    ow_attr_int(o, "hidden_size", 2);
    ow_attr_text(o, "direction", "bidirectional");
    ow_attr_float(o, "clip", 1.5f);
    attr_acts(o, "sigmoid,LeakyRelu,HardSigmoid,Elu", alpha, 2);
    ow_end(o);
    ow_op(o, "Reshape", "h,shape", "both");
    ow_node(o, "LSTM", "both,lw,lr", "i");
    ow_attr_int(o, "hidden_size", 4);
    ow_attr_text(o, "direction", "reverse");
    ow_end(o);
    ow_op(o, "Relu", "i", "y");
    model_end(o, "y", "n,1,1,4");
}

/* More sequences than the workspace has room for the states of. */
#define MANY_SEQUENCES 2700
#define MANY_UNITS 100
static float sequences[MANY_SEQUENCES];
static void model_many(ow *o) {
    static const int64_t w_dims[3] = {1, MANY_UNITS, 1}, r_dims[3] = {1, MANY_UNITS, MANY_UNITS};
    static float w[MANY_UNITS], r[MANY_UNITS * MANY_UNITS];
    for (int i = 0; i < MANY_UNITS; i++) w[i] = (float)(i * 7 % 11 - 5) / 8;
    for (int i = 0; i < MANY_UNITS * MANY_UNITS; i++) r[i] = (float)(i * 5 % 13 - 6) / 64;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "1,2700,1");
    ow_value(o, OW_INPUT, "h", CAMEO_FLOAT, "1,2700,100");
    ow_init(o, "w", CAMEO_FLOAT, w_dims, 3, w, sizeof w);
    ow_init(o, "r", CAMEO_FLOAT, r_dims, 3, r, sizeof r);
    ow_node(o, "RNN", "x,w,r,,,h", "y");
    ow_attr_int(o, "hidden_size", MANY_UNITS);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "1,1,2700,100");
    ow_finish(o);
}

/* Nodes with constant operands, which ONNX's tests give as inputs: x [2][3][4][5], y of any dims. */
typedef struct node_case {
    const char *op, *in;    /* "x,a,b" */
    const char *text[2][2]; /* attributes */
    struct {
        const char *name;
        int64_t v;
    } number[2];
    int64_t a[9], b[5], c[5], d[5]; /* constants of int64, ended by END */
    float scales[5];                /* constant s; [0] 0: none */
} node_case;
#define END 99

static const node_case nodes[] = {
    {"Slice", "x,a,b,c,d", .a = {-1, 3, END}, .b = {-9, 0, END}, .c = {2, 3, END}, .d = {-2, -1, END}},
    {"Slice", "x,a,b", .a = {1, 1, 1, 2, END}, .b = {2, 9, -1, 5, END}},
    {"Slice", "x,a,b,c,d", .a = {0, END}, .b = {9, END}, .c = {3, END}, .d = {1000, END}},
    {"Pad", "x,a", .a = {0, 1, 2, 0, 1, 0, 0, 3}},
    {"Pad", "x,a,,c", .a = {1, -1, 2, -1, END}, .c = {2, -1, END}},
    {"Pad", "x,a", .text = {{"mode", "reflect"}}, .a = {0, 2, 3, 0, 0, 0, 1, 4}},
    {"Pad", "x,a", .text = {{"mode", "edge"}}, .a = {1, 0, 0, 2, 0, 3, 0, 4}},
    {"Pad", "x,a", .text = {{"mode", "wrap"}}, .a = {0, 1, 0, 2, 0, 2, 3, 4}},
    {"Tile", "x,a", .a = {2, 1, 3, 2, END}},
    {"Expand", "x,a", .a = {2, 1, 3, 4, 5, END}},
    {"Split", "x,a", .number = {{"axis", 2}}, .a = {1, 3, END}},
    {"Gather", "x,a", .number = {{"axis", 2}}, .a = {-1, 0, 2, 2, END}},
    {"ReduceMean", "x,a", .number = {{"keepdims", 0}}, .a = {-1, 1, END}},
    {"ReduceSum", "x,a", .a = {0, 2, END}},
    {"ReduceLogSumExp", "x,a", .a = {1, 2, END}},
    {"ArgMin", "x", .number = {{"axis", -2}, {"select_last_index", 1}}},
    {"Softmax", "x", .number = {{"axis", 1}}},
    {"TopK", "x,a", .number = {{"axis", 1}, {"largest", 0}}, .a = {2, END}},
    {"OneHot", "x,a,b", .number = {{"axis", 1}}, .a = {6, END}, .b = {3, 7, END}},
    {"GatherND", "x,a", .a = {1, -1, END}},
    {"LRN", "x", .number = {{"size", 2}}},
    {"CumSum", "x,a", .number = {{"exclusive", 1}, {"reverse", 1}}, .a = {2, END}},
    {"Resize", "x,,s", .text = {{"mode", "nearest"}}, .scales = {1, 1, 2, 1.5f}},
    {"Resize",
     "x,,s",
     {{"mode", "nearest"}, {"coordinate_transformation_mode", "asymmetric"}},
     .scales = {1, 2, 0.6f, 3}},
    {"Resize", "x,,s", .text = {{"mode", "linear"}}, .scales = {1, 1, 2.3f, 0.7f}},
    {"Resize",
     "x,,s",
     {{"mode", "linear"}, {"coordinate_transformation_mode", "align_corners"}},
     .scales = {1, 1, 2, 2}},
    {"Resize",
     "x,,s",
     {{"mode", "linear"}, {"coordinate_transformation_mode", "pytorch_half_pixel"}},
     .scales = {1, 1, 0.25f, 2}},
    {"Resize", "x,,,a", .text = {{"mode", "linear"}, {"coordinate_transformation_mode", "asymmetric"}},
     .a = {2, 3, 7, 4, END}},
    {"Resize", "x,,,a", .text = {{"mode", "nearest"}, {"nearest_mode", "ceil"}}, .a = {2, 5, 7, 4, END}},
    {"Resize", "x,s", .text = {{"mode", "nearest"}}, .scales = {1, 1, 0.6f, 1.7f}},
    {"Upsample", "x,s", .text = {{"mode", "linear"}}, .scales = {1, 1, 2, 1.5f}},
    {"Conv", "x,w", .text = {{"auto_pad", "SAME_LOWER"}}},
    {"ConvTranspose", "x,w", .number = {{"group", 1}}},
    {"MaxPool", "x", .text = {{"auto_pad", "SAME_UPPER"}}},
    {"AveragePool", "x", .number = {{"count_include_pad", 1}, {"ceil_mode", 1}}},
};
enum { N_NODES = sizeof nodes / sizeof *nodes };

static void node_ints(ow *o, const char *name, const int64_t *v, int64_t room) {
    int64_t n = 0;
    while (n < room && v[n] != END) n++;
    ow_init(o, name, CAMEO_INT64, &n, 1, v, (size_t)n * sizeof *v);
}

static int node_number;

static void model_node(ow *o) {
    static const int64_t window[2] = {2, 3}, pads[4] = {1, 0, 1, 2}, strides[2] = {2, 1}, w_dims[4] = {3, 3, 2, 3};
    static float w[54];
    const node_case *n = &nodes[node_number];
    bool pools = strstr(n->op, "Pool") != NULL, same = n->text[0][0] != NULL && strcmp(n->text[0][0], "auto_pad") == 0;
    const int64_t four = 4;
    for (int i = 0; i < 54; i++) w[i] = (float)(i * 7 % 11 - 5) / 8;
    ow_begin(o, strcmp(n->op, "Upsample") == 0 ? 9 : strcmp(n->in, "x,s") == 0 ? 10 : 20);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3,4,5");
    node_ints(o, "a", n->a, 8);
    node_ints(o, "b", n->b, 4);
    node_ints(o, "c", n->c, 4);
    node_ints(o, "d", n->d, 4);
    ow_init(o, "w", CAMEO_FLOAT, w_dims, 4, w, sizeof w);
    if (n->scales[0] != 0) ow_init(o, "s", CAMEO_FLOAT, &four, 1, n->scales, 4 * sizeof *n->scales);
    bool two = strcmp(n->op, "Split") == 0 || strcmp(n->op, "TopK") == 0;
    ow_node(o, n->op, n->in, two ? "y,z" : "y");
    for (int i = 0; i < 2; i++) {
        if (n->text[i][0] != NULL) ow_attr_text(o, n->text[i][0], n->text[i][1]);
        if (n->number[i].name != NULL) ow_attr_int(o, n->number[i].name, n->number[i].v);
    }
    if (pools) ow_attr_ints(o, "kernel_shape", window, 2);
    if (pools || strstr(n->op, "Conv") != NULL) ow_attr_ints(o, "strides", strides, 2);
    if ((pools || strstr(n->op, "Conv") != NULL) && !same) ow_attr_ints(o, "pads", pads, 4);
    ow_end(o);
    bool whole = strncmp(n->op, "Arg", 3) == 0 || strcmp(n->op, "OneHot") == 0;
    ow_value(o, OW_OUTPUT, "y", whole ? CAMEO_INT64 : CAMEO_FLOAT, NULL);
    if (strcmp(n->op, "Split") == 0) ow_value(o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* ---- orders of values ---- */

/* Nodes between a Conv that makes a [n][8][4][8] and one that reads b: what lies channels last between them. A node is
 * its operator, inputs, outputs, and a text, a number or numbers as an attribute. All results are exact. */
typedef struct layout_case {
    const char *node[6]; /* ended by NULL */
    bool first; /* there is a node that knows channels first alone */
} layout_case;
static const layout_case layouts[] = {
    {.node = {"Relu a b"}},
    {.node = {"Relu a c", "Add c,a b"}},
    {.node = {"PRelu a,slope b"}},
    {.node = {"Mul a,whole b"}}, /* a constant of all dims is read by strides */
    {.node = {"Where mask,a,slope b"}},
    {.node = {"Cast a c to=10", "Cast c b to=1"}},
    {.node = {"GlobalAveragePool a c", "Mul c,a b"}},
    {.node = {"ReduceMax a c axes=1,", "Sub a,c b"}},
    {.node = {"Conv a,depthwise b group=8"}},
    {.node = {"Conv a,depthwise c group=8", "Relu c d", "Conv d,points b"}},
    {.node = {"Conv a,groups c group=2", "Conv c,groups b group=2"}}, /* the same weights twice */
    {.node = {"Conv a,points c", "Add c,a d", "Relu d b"}},
    {.node = {"MaxPool a b kernel_shape=2,3,"}},
    {.node = {"AveragePool a b kernel_shape=2,2,"}},
    {.node = {"Split a c,d axis=1", "Concat d,c b axis=1"}},
    {.node = {"Concat a,a c axis=2", "Relu c b"}},
    {.node = {"Slice a,begin,ends,axes,steps c", "Concat c,a b axis=3"}},
    {.node = {"Pad a,pads b"}},
    {.node = {"Resize a,,scales b mode=linear"}},
    {.node = {"Resize a,,scales b mode=nearest"}},
    {.node = {"BatchNormalization a,four,four,four,four b"}},
    {.node = {"QuantizeLinear a,four c", "DequantizeLinear c,four b"}},
    {.node = {"QuantizeLinear a,one c", "MaxPool c d kernel_shape=2,2,", "DequantizeLinear d,one b"}},
    {.node = {"Transpose a c perm=0,1,3,2,", "Softmax c d axis=3", "Mul d,zero e", "Transpose e f perm=0,1,3,2,",
              "Concat f,a b axis=2"}},
    {.node = {"ConvTranspose a,turned b"}, .first = true},
    {.node = {"InstanceNormalization a,four,four c", "Mul c,zero d", "Add d,a b"}},
    {.node = {"LRN a c size=3", "Mul c,zero d", "Add d,a b"}, .first = true},
};
enum { N_LAYOUTS = sizeof layouts / sizeof *layouts, LAYOUT_ROWS = 3 };
static int layout_number;

static void layout_floats(ow *o, const char *name, int64_t a, int64_t b, int64_t c, int64_t d) {
    static float all[8 * 8 * 9];
    const int64_t dims[4] = {a, b, c, d}, n = a * b * c * d;
    for (int64_t i = 0; i < n; i++) all[i] = (float)(i * 7 % 11 - 5) / 8;
    ow_init(o, name, CAMEO_FLOAT, dims, 4, all, (size_t)n * sizeof *all);
}

static void layout_node(ow *o, const char *text) {
    static const int64_t ones[4] = {1, 1, 1, 1};
    char op[32], in[64], out[32], name[32] = "", value[32] = "";
    if (sscanf(text, "%31s %63s %31s %31[^=]=%31s", op, in, out, name, value) < 3) abort();
    ow_node(o, op, in, out);
    int64_t v[4] = {0};
    size_t n = 0;
    for (char *at = value; *at != 0 && n < 4; at += *at == ',') v[n++] = strtoll(at, &at, 10);
    if (value[0] >= 'a')
        ow_attr_text(o, name, value);
    else if (strchr(value, ',') != NULL)
        ow_attr_ints(o, name, v, n);
    else if (value[0] != 0)
        ow_attr_int(o, name, v[0]);
    if (strcmp(op, "Conv") == 0 && strstr(in, "points") == NULL) ow_attr_ints(o, "pads", ones, 4);
    if (strcmp(op, "BatchNormalization") == 0) ow_attr_float(o, "epsilon", 0);
    ow_end(o);
}

static void model_layout(ow *o) {
    static const float four[8] = {4, 4, 4, 4, 4, 4, 4, 4}, one = 0.25f, zero = 0, scales[4] = {1, 1, 2, 2};
    static const int64_t begin[2] = {7, 0}, ends[2] = {-9, 8}, axes[2] = {1, 3}, steps[2] = {-1, 2}, two = 2, eight = 8,
                         pads[8] = {0, 0, 1, 2, 0, 0, 0, 1}, rank = 4, ones[4] = {1, 1, 1, 1};
    bool mask[32];
    const int64_t mask_dims[4] = {1, 1, 4, 8};
    for (int i = 0; i < 32; i++) mask[i] = i % 3 != 0;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3,4,8");
    layout_floats(o, "w", 8, 3, 3, 3);
    layout_floats(o, "v", 4, 8, 3, 3);
    layout_floats(o, "depthwise", 8, 1, 3, 3);
    layout_floats(o, "groups", 8, 4, 3, 3);
    layout_floats(o, "points", 8, 8, 1, 1);
    layout_floats(o, "turned", 8, 8, 2, 2);
    layout_floats(o, "slope", 1, 8, 1, 1);
    layout_floats(o, "whole", 1, 8, 4, 8);
    ow_init(o, "four", CAMEO_FLOAT, &eight, 1, four, sizeof four);
    ow_init(o, "one", CAMEO_FLOAT, NULL, 0, &one, sizeof one);
    ow_init(o, "zero", CAMEO_FLOAT, NULL, 0, &zero, sizeof zero);
    ow_init(o, "scales", CAMEO_FLOAT, &rank, 1, scales, sizeof scales);
    ow_init(o, "mask", CAMEO_BOOL, mask_dims, 4, mask, sizeof mask);
    ow_init(o, "begin", CAMEO_INT64, &two, 1, begin, sizeof begin);
    ow_init(o, "ends", CAMEO_INT64, &two, 1, ends, sizeof ends);
    ow_init(o, "axes", CAMEO_INT64, &two, 1, axes, sizeof axes);
    ow_init(o, "steps", CAMEO_INT64, &two, 1, steps, sizeof steps);
    ow_init(o, "pads", CAMEO_INT64, &eight, 1, pads, sizeof pads);
    ow_node(o, "Conv", "x,w", "a");
    ow_attr_ints(o, "pads", ones, 4);
    ow_end(o);
    for (const char *const *n = layouts[layout_number].node; *n != NULL; n++) layout_node(o, *n);
    ow_node(o, "Conv", "b,v", "y");
    ow_attr_ints(o, "pads", ones, 4);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* ---- a case: one model with and without the device ---- */

#define MOST_ROWS 9

typedef struct provider_run {
    ow o;
    cameo_cuda *cuda;
    const cameo_provider *list[1];
    cameo_options options, plain;
    exact cpu, dev;
    cameo_session_info info;
    cameo_error error; /* of what failed */
} provider_run;

static float input[MOST_ROWS * 3];
static cameo_cuda_options device_options = {.size = sizeof device_options};

static uint64_t clock_of(void *ctx) { return *(uint64_t *)ctx; }
static uint64_t now;

/* The status of the first stage with the device that fails. */
static cameo_status case_open(provider_run *c, void (*model)(ow *), const cameo_dim_binding *dims, size_t n_dims) {
    memset(c, 0, sizeof *c);
    model(&c->o);
    c->plain = (cameo_options){.ops = &cameo_ops_all, .clock_ns = clock_of, .clock_ctx = &now};
    cameo_status s = exact_open(&c->cpu, c->o.w.buf, c->o.w.pos, &c->plain, dims, n_dims, 1 << 16);
    if (s != CAMEO_OK) {
        check_failed(__FILE__, __LINE__, "without a device: %s", c->cpu.why);
        return CAMEO_OK;
    }
    s = cameo_cuda_open(&device_options, &c->cuda, &c->error);
    if (s != CAMEO_OK) return s;
    c->list[0] = cameo_cuda_provider(c->cuda);
    c->options = c->plain;
    c->options.providers = c->list;
    c->options.n_providers = 1;
    s = exact_open(&c->dev, c->o.w.buf, c->o.w.pos, &c->options, dims, n_dims, 1 << 16);
    memcpy(c->error.msg, c->dev.why, sizeof c->error.msg - 1);
    c->info.size = sizeof c->info;
    if (c->dev.session != NULL) cameo_session_get_info(c->dev.session, &c->info);
    return s;
}

static void case_close(provider_run *c) {
    exact_close(&c->cpu);
    exact_close(&c->dev);
    cameo_cuda_close(c->cuda);
    ow_free(&c->o);
}

static cameo_value rows(int64_t n) {
    cameo_value v = {.kind = CAMEO_KIND_TENSOR,
                     .tensor = {CAMEO_FLOAT, 2, {n, 3}, input, (size_t)n * 3 * sizeof *input}};
    return v;
}

static bool near(const cameo_value *a, const cameo_value *b) {
    const float *x = a->tensor.data, *y = b->tensor.data;
    if (a->tensor.bytes != b->tensor.bytes || a->tensor.dtype != b->tensor.dtype) return false;
    if (a->tensor.dtype != CAMEO_FLOAT) return memcmp(x, y, a->tensor.bytes) == 0;
    for (size_t i = 0; i < a->tensor.bytes / sizeof *x; i++) {
        if (!(fabsf(x[i] - y[i]) <= 2e-6f + 2e-6f * fabsf(y[i]))) return false;
    }
    return true;
}

/* Both ways, with n rows. */
static cameo_status case_run(provider_run *c, int64_t n, bool *equal) {
    cameo_value in = rows(n), want = {0}, got = {0};
    cameo_error e = {0};
    *equal = false;
    if (cameo_run_all(c->cpu.run, &in, 1, &want, 1, &e) != CAMEO_OK) {
        check_failed(__FILE__, __LINE__, "without a device: %s", e.msg);
        return CAMEO_OK;
    }
    memset(&c->error, 0, sizeof c->error);
    cameo_status s = cameo_run_all(c->dev.run, &in, 1, &got, 1, &c->error);
    *equal = s == CAMEO_OK && near(&got, &want) && exact_intact(&c->dev);
    return s;
}

static const struct {
    void (*model)(ow *);
    uint32_t n_steps; /* of the device */
    int n_launches;   /* with fixed dims */
} models[] = {{model_add_relu, 2, 1}, {model_alternating, 5, 4}, {model_product, 3, 2}, {model_tails, 10, 5},
              {model_recurrent, 3, 7}, {model_chains, 13, 5}, {model_mixed, 17, 5}, {model_groups, 4, 4},
              {model_turned, 13, 9}};
enum { N_MODELS = sizeof models / sizeof *models };

#define CHECK_DRIVER()                                                                           \
    CHECK_MSG(driver->wrong == 0, "%d wrong calls, the first: %s", driver->wrong, driver->what); \
    CHECK_INT(driver->held, 0)

/* ---- tests ---- */

/* Fixed dims: copies and launches are as many as are needed, the third run replays what the second captured. */
static void check_models(void) {
    static provider_run c;
    const cameo_dim_binding two = {"n", 2, 2};
    for (int m = 0; m < N_MODELS; m++) {
        CHECK_MSG(case_open(&c, models[m].model, &two, 1) == CAMEO_OK, "%s", c.error.msg);
        CHECK_INT(c.info.n_device_steps, models[m].n_steps);
        cameo_cuda_info info = {.size = sizeof info};
        cameo_cuda_get_info(c.cuda, &info);
        CHECK_INT(info.device_bytes, c.info.device_bytes + c.dev.needs.device_bytes);
        CHECK_INT(info.device_bytes, driver->device_bytes[0]);
        CHECK_INT(info.pinned_bytes, c.dev.needs.pinned_bytes);
        for (int i = 0; i < 4; i++) {
            bool equal;
            int launches = driver->n_launches, replays = driver->n_replays, graphs = driver->n_graphs;
            CHECK_MSG(case_run(&c, 2, &equal) == CAMEO_OK, "%s", c.error.msg);
            CHECK_MSG(equal, "model %d, run %d", m, i);
            if (i == 0) CHECK_INT(driver->n_launches - launches, models[m].n_launches);
            if (i == 1) CHECK(driver->n_graphs > graphs);
            if (i >= 2) CHECK(driver->n_replays > replays && driver->n_graphs == graphs);
        }
        case_close(&c);
        CHECK_DRIVER();
    }
}

/* Queries that are turned, and are the mask, too: the mask is not read by any strides, so that the Transpose is
 * computed. */
static void model_turned_mask(ow *o) {
    static const int64_t heads[4] = {1, 2, 3, 2}, perm[4] = {0, 2, 1, 3};
    ow_begin(o, 23);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_init(o, "p", CAMEO_FLOAT, heads, 4, matrix, sizeof matrix);
    ow_op(o, "MatMul", "x,p", "a"); /* 1,2,n,2 */
    ow_node(o, "Transpose", "a", "t");
    ow_attr_ints(o, "perm", perm, 4);
    ow_end(o);
    ow_op(o, "Attention", "t,a,a,t", "y");
    model_end(o, "y", "1,n,2,2");
}

static void check_turned_mask(void) {
    static provider_run c;
    const cameo_dim_binding two = {"n", 2, 2};
    bool equal;
    CHECK_MSG(case_open(&c, model_turned_mask, &two, 1) == CAMEO_OK, "%s", c.error.msg);
    CHECK_INT(c.info.n_device_steps, 3);
    int launches = driver->n_launches;
    CHECK_MSG(case_run(&c, 2, &equal) == CAMEO_OK, "%s", c.error.msg);
    CHECK(equal);
    CHECK_INT(driver->n_launches - launches, 3);
    case_close(&c);
    CHECK_DRIVER();
}

static void check_nodes(void) {
    static provider_run c;
    static float x[120];
    cameo_value in = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 4, {2, 3, 4, 5}, x, sizeof x}};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) x[i] = (float)((int)(i * 71 % 113) - 56) / 16;
    for (node_number = 0; node_number < N_NODES; node_number++) {
        const char *op = nodes[node_number].op;
        size_t n_out = strcmp(op, "Split") == 0 ? 2 : 1;
        cameo_value want[2] = {{0}}, got[2] = {{0}};
        CHECK_MSG(case_open(&c, model_node, NULL, 0) == CAMEO_OK, "%d %s: %s", node_number, op, c.error.msg);
        CHECK_MSG(c.info.n_device_steps == 1, "%d %s is not computed on the device", node_number, op);
        cameo_status s = cameo_run_all(c.cpu.run, &in, 1, want, n_out, &c.error);
        if (s == CAMEO_OK) s = cameo_run_all(c.dev.run, &in, 1, got, n_out, &c.error);
        CHECK_MSG(s == CAMEO_OK, "%d %s: %s", node_number, op, c.error.msg);
        for (size_t k = 0; k < n_out; k++) CHECK_MSG(near(&got[k], &want[k]), "%d %s: other numbers", node_number, op);
        case_close(&c);
        CHECK_DRIVER();
    }
}

/* An index out of range fails the run, with the device as with the CPU, and the next run is as if nothing had been:
 * also one that replays what was captured. */
static void model_index(ow *o) {
    static const int64_t two = 2;
    model_begin(o);
    ow_init(o, "v", CAMEO_FLOAT, &two, 1, weight, 2 * sizeof *weight);
    ow_node(o, "Cast", "x", "i");
    ow_attr_int(o, "to", CAMEO_INT64);
    ow_end(o);
    ow_op(o, "Gather", "v,i", "y");
    model_end(o, "y", "n,3");
}

static void check_index(void) {
    static provider_run c;
    const cameo_dim_binding one = {"n", 1, 1};
    float x[3] = {1, -2, 0};
    cameo_value in = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 2, {1, 3}, x, sizeof x}};
    CHECK_MSG(case_open(&c, model_index, &one, 1) == CAMEO_OK, "%s", c.error.msg);
    CHECK_INT(c.info.n_device_steps, 2);
    for (int i = 0; i < 8; i++) {
        cameo_value want = {0}, got = {0};
        bool bad = i == 1 || i == 2 || i == 6;
        x[1] = bad ? 2 : -2;
        memset(&c.error, 0, sizeof c.error);
        CHECK_INT(cameo_run_all(c.cpu.run, &in, 1, &want, 1, NULL), bad ? CAMEO_E_SHAPE : CAMEO_OK);
        CHECK_INT(cameo_run_all(c.dev.run, &in, 1, &got, 1, &c.error), bad ? CAMEO_E_DEVICE : CAMEO_OK);
        CHECK_MSG((strstr(c.error.msg, "an index is out of range") != NULL) == bad, "run %d: %s", i, c.error.msg);
        CHECK(bad || near(&got, &want));
    }
    case_close(&c);
    CHECK_DRIVER();
}

/* Boxes and scores of some classes; x tells how many a class may select where that is not constant. */
enum { MOST_BOXES = 9, BOX_CLASSES = 2 };
static const struct {
    int64_t limit; /* 0: it is an input */
    const char *in;
    bool center;
} boxes_cases[] = {{INT64_MAX / 2, "b,s,k", false}, {3, "b,s,k,o", true}, {-1, "b,s,k,o,t", false},
                   {2, "b,s,k,,t", true},           {0, "b,s,k,o,t", false}};
static size_t boxes_number;
static void model_boxes(ow *o) {
    static const int64_t one = 1;
    static const float overlap = 0.25f, least = 0.5f;
    const int64_t limit = boxes_cases[boxes_number].limit;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, "1,n,4");
    ow_value(o, OW_INPUT, "s", CAMEO_FLOAT, "1,2,n");
    if (limit == 0) ow_value(o, OW_INPUT, "k", CAMEO_INT64, "1");
    if (limit != 0) ow_init(o, "k", CAMEO_INT64, &one, 1, &limit, sizeof limit);
    ow_init(o, "t", CAMEO_FLOAT, &one, 1, &least, sizeof least);
    if (limit == 0) ow_value(o, OW_INPUT, "o", CAMEO_FLOAT, "1");
    if (limit != 0) ow_init(o, "o", CAMEO_FLOAT, &one, 1, &overlap, sizeof overlap);
    ow_node(o, "NonMaxSuppression", boxes_cases[boxes_number].in, "y");
    ow_attr_int(o, "center_point_box", boxes_cases[boxes_number].center);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_INT64, "m,3");
    ow_finish(o);
}

/* The device selects, the CPU packs: the same boxes in the same order, for dims that change; a threshold that is none
 * fails the run and no other. */
static void check_boxes(void) {
    static provider_run c;
    const cameo_dim_binding range = {"n", 0, MOST_BOXES};
    float boxes[MOST_BOXES * 4], scores[BOX_CLASSES * MOST_BOXES], overlap = 0.25f;
    int64_t limit = 2;
    for (int i = 0; i < MOST_BOXES * 4; i++) boxes[i] = (float)(i * 7 % 11) / 4;
    for (int i = 0; i < BOX_CLASSES * MOST_BOXES; i++) scores[i] = (float)(i * 5 % 7) / 2;
    scores[1] = NAN;
    for (boxes_number = 0; boxes_number < sizeof boxes_cases / sizeof *boxes_cases; boxes_number++) {
        const bool free_limit = boxes_cases[boxes_number].limit == 0;
        const size_t n_in = free_limit ? 4 : 2;
        CHECK_MSG(case_open(&c, model_boxes, &range, 1) == CAMEO_OK, "%s", c.error.msg);
        CHECK_INT(c.info.n_device_steps, 1);
        for (int64_t n = 0; n <= MOST_BOXES; n++) {
            cameo_value in[4] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR},
                                 {.kind = CAMEO_KIND_TENSOR}}, want = {0}, got = {0};
            in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, n, 4}, boxes, (size_t)n * 4 * sizeof *boxes};
            in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, BOX_CLASSES, n}, scores,
                                          (size_t)(n * BOX_CLASSES) * sizeof *scores};
            in[2].tensor = (cameo_tensor){CAMEO_INT64, 1, {1}, &limit, sizeof limit};
            in[3].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {1}, &overlap, sizeof overlap};
            limit = n % 2 == 0 ? n : INT64_MIN + n;
            overlap = free_limit && n == 5 ? -0.5f : 0.25f;
            const bool bad = overlap < 0;
            memset(&c.error, 0, sizeof c.error);
            CHECK_INT(cameo_run_all(c.cpu.run, in, n_in, &want, 1, NULL), bad ? CAMEO_E_MALFORMED : CAMEO_OK);
            CHECK_INT(cameo_run_all(c.dev.run, in, n_in, &got, 1, &c.error), bad ? CAMEO_E_DEVICE : CAMEO_OK);
            CHECK_MSG((strstr(c.error.msg, "iou_threshold is not in [0, 1]") != NULL) == bad, "%s", c.error.msg);
            CHECK_MSG(bad || near(&got, &want), "case %zu, %d boxes", boxes_number, (int)n);
        }
        case_close(&c);
        CHECK_DRIVER();
    }
}

/* TF32 rounds operands, where it was asked for and nowhere else. */
static void check_tf32(void) {
    static provider_run c;
    const cameo_dim_binding rows_of_a_tile = {"n", MOST_ROWS, MOST_ROWS};
    float before = matrix[0];
    matrix[0] = 1 + 1.0f / 4096;
    for (uint32_t tf32 = 0; tf32 < 2; tf32++) {
        bool equal;
        device_options.tf32 = tf32;
        CHECK_MSG(case_open(&c, model_product, &rows_of_a_tile, 1) == CAMEO_OK, "%s", c.error.msg);
        CHECK_MSG(case_run(&c, MOST_ROWS, &equal) == CAMEO_OK, "%s", c.error.msg);
        CHECK(equal == (tf32 == 0));
        case_close(&c);
        CHECK_DRIVER();
    }
    device_options.tf32 = 0;
    matrix[0] = before;
}

/* Nodes between two Convs lie channels last, and give what the CPU gives: with a fixed number of images, and in
 * a range. */
static void check_layouts(void) {
    static provider_run c;
    static float images[LAYOUT_ROWS * 96];
    for (int i = 0; i < LAYOUT_ROWS * 96; i++) images[i] = (float)(i * 37 % 23 - 11) / 8;
    for (layout_number = 0; layout_number < N_LAYOUTS; layout_number++) {
        for (int64_t least = 1; least <= LAYOUT_ROWS; least += LAYOUT_ROWS - 1) {
            const cameo_dim_binding range = {"n", least, LAYOUT_ROWS};
            CHECK_MSG(case_open(&c, model_layout, &range, 1) == CAMEO_OK, "case %d: %s", layout_number, c.error.msg);
            driver->watched = "last_";
            for (int64_t n = least; n <= LAYOUT_ROWS; n++) {
                cameo_value in = {.kind = CAMEO_KIND_TENSOR}, want = {0}, got = {0};
                in.tensor = (cameo_tensor){CAMEO_FLOAT, 4, {n, 3, 4, 8}, images, (size_t)n * 96 * sizeof *images};
                const int before = driver->n_watched;
                CHECK_MSG(cameo_run_all(c.cpu.run, &in, 1, &want, 1, &c.error) == CAMEO_OK, "%s", c.error.msg);
                CHECK_MSG(cameo_run_all(c.dev.run, &in, 1, &got, 1, &c.error) == CAMEO_OK, "%s", c.error.msg);
                CHECK_MSG(near(&got, &want), "case %d, %d images", layout_number, (int)n);
                CHECK_MSG((driver->n_watched > before) == !layouts[layout_number].first, "case %d: %d launches",
                          layout_number, driver->n_watched - before);
            }
            driver->watched = NULL;
            case_close(&c);
            CHECK_DRIVER();
        }
    }
}

static void check_split(void) {
    static provider_run c;
    const cameo_dim_binding range = {"n", 0, MOST_ROWS};
    CHECK_MSG(case_open(&c, model_deep, &range, 1) == CAMEO_OK, "%s", c.error.msg);
    for (int64_t n = 4; n <= 5; n++) {
        bool equal;
        int launches = driver->n_launches;
        CHECK_MSG(case_run(&c, n, &equal) == CAMEO_OK, "%s", c.error.msg);
        CHECK(equal);
        CHECK_INT(driver->n_launches - launches, n == 4 ? 2 : 3); /* of five rows parts, and their sums */
        case_close(&c);
        if (n == 4) CHECK_MSG(case_open(&c, model_deep, &range, 1) == CAMEO_OK, "%s", c.error.msg);
    }
    CHECK_DRIVER();
}

static void check_sequences(void) {
    static provider_run c;
    static float h[MANY_SEQUENCES * MANY_UNITS];
    cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, want = {0}, got = {0};
    in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, MANY_SEQUENCES, 1}, sequences, sizeof sequences};
    in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, MANY_SEQUENCES, MANY_UNITS}, h, sizeof h};
    for (int i = 0; i < MANY_SEQUENCES; i++) sequences[i] = (float)(i * 37 % 23 - 11) / 8;
    for (int i = 0; i < MANY_SEQUENCES * MANY_UNITS; i++) h[i] = (float)(i * 29 % 31 - 15) / 16;
    CHECK_MSG(case_open(&c, model_many, NULL, 0) == CAMEO_OK, "%s", c.error.msg);
    CHECK(cameo_run_all(c.cpu.run, in, 2, &want, 1, NULL) == CAMEO_OK);
    int launches = driver->n_launches;
    CHECK(cameo_run_all(c.dev.run, in, 2, &got, 1, &c.error) == CAMEO_OK);
    CHECK_INT(driver->n_launches - launches, 2);
    CHECK(near(&got, &want));
    case_close(&c);
    CHECK_DRIVER();
}

static void check_bfloat16(void) {
    static provider_run c;
    const cameo_dim_binding five = {"n", 5, 5};
    bool equal;
    CHECK_MSG(case_open(&c, model_brain, &five, 1) == CAMEO_OK, "%s", c.error.msg);
    CHECK_INT(c.info.n_device_steps, 3);
    CHECK_MSG(case_run(&c, 5, &equal) == CAMEO_OK, "%s", c.error.msg);
    CHECK(equal);
    case_close(&c);
    CHECK_DRIVER();
}

/* A range and no bound: dims change from run to run, more of them than graphs are kept. */
static void check_dims(void) {
    static provider_run c;
    const cameo_dim_binding range = {"n", 0, MOST_ROWS};
    for (int m = 0; m < N_MODELS; m++) {
        for (size_t n_dims = 0; n_dims < 2; n_dims++) {
            CHECK_MSG(case_open(&c, models[m].model, &range, n_dims) == CAMEO_OK, "%s", c.error.msg);
            for (int64_t i = 0; i < 3 * (MOST_ROWS + 1); i++) {
                bool equal;
                int64_t n = i * 7 % (MOST_ROWS + 1);
                CHECK_MSG(case_run(&c, n, &equal) == CAMEO_OK, "%s", c.error.msg);
                CHECK_MSG(equal, "model %d, %d rows", m, (int)n);
            }
            case_close(&c);
            CHECK_DRIVER();
        }
    }
}

/* Every call of the driver fails in its turn, from opening the device to closing it: what fails tells the driver's
 * function, nothing stays held, and where nothing failed the result is right. */
static void check_failures(void) {
    static provider_run c;
    const cameo_dim_binding two = {"n", 2, 2};
    int n_told = 0, n_nodes = 0;
    for (int m = 0; m < N_MODELS; m++) {
        for (int call = 1;; call++) {
            bool equal = true, opened, failed = false;
            driver->fail_call = call;
            driver->n_failed = 0;
            cameo_status s = case_open(&c, models[m].model, &two, 1);
            opened = s == CAMEO_OK;
            for (int i = 0; i < 3 && opened; i++) {
                s = case_run(&c, 2, &equal);
                CHECK_MSG(s != CAMEO_OK || equal, "model %d, call %d: wrong numbers", m, call);
                if (s == CAMEO_OK) continue;
                failed = true;
                CHECK_INT(s, CAMEO_E_DEVICE);
                n_nodes += strcmp(driver->failed, "cuLaunchKernel") == 0 && c.error.node != CAMEO_NO_ID;
                CHECK_MSG(strstr(c.error.msg, driver->failed) != NULL, "%s, not %s", c.error.msg, driver->failed);
                n_told++;
                CHECK_MSG(case_run(&c, 2, &equal) == CAMEO_OK && equal, "it does not run again: %s", c.error.msg);
            }
            if (!opened) {
                CHECK(s == CAMEO_E_DEVICE || s == CAMEO_E_NOMEM || s == CAMEO_E_UNSUPPORTED);
                CHECK_MSG(strstr(c.error.msg, driver->failed) != NULL, "%s, not %s", c.error.msg, driver->failed);
                n_told++;
            }
            bool last = driver->n_failed == 0 && driver->fail_call > 0;
            driver->fail_call = opened && !failed && !last ? driver->fail_call : 0;
            case_close(&c);
            driver->fail_call = 0;
            CHECK_MSG(driver->held == 0, "model %d, call %d (%s): %d held", m, call, driver->failed, driver->held);
            CHECK_DRIVER();
            if (last) break;
        }
    }
    CHECK_MSG(n_told > 60 && n_nodes >= 4, "%d failures were told, %d with their node", n_told, n_nodes);
}

/* Several runs of one plan, begun together, taking turns. */
static void check_turns(void) {
    enum { N = 4 };
    static provider_run c;
    exact_memory memory[N];
    cameo_run *run[N];
    cameo_value out[N], want = {0}, in = rows(3);
    const cameo_dim_binding three = {"n", 3, 3};
    int left = N, turns = 0;
    bool done[N] = {false};
    CHECK_MSG(case_open(&c, model_alternating, &three, 1) == CAMEO_OK, "%s", c.error.msg);
    CHECK(cameo_run_all(c.cpu.run, &in, 1, &want, 1, NULL) == CAMEO_OK);
    driver->delay = 100;
    memset(out, 0, sizeof out);
    for (int i = 0; i < N; i++) {
        CHECK(exact_memory_new(c.dev.needs.planned_bytes, &memory[i]));
        CHECK(cameo_run_create(memory[i].m, c.dev.plan, 1, NULL, &c.options, &run[i], NULL) == CAMEO_OK);
        CHECK(cameo_run_begin(run[i], &in, 1, &out[i], 1, NULL) == CAMEO_OK);
    }
    for (; left > 0; turns++) {
        int i = turns * 3 % N;
        if (done[i]) continue;
        cameo_status s = cameo_run_advance(run[i], NULL, NULL);
        CHECK(s == CAMEO_OK || s == CAMEO_PENDING);
        done[i] = s == CAMEO_OK;
        left -= done[i];
        if (done[i]) CHECK(cameo_run_end(run[i], NULL) == CAMEO_OK && near(&out[i], &want));
    }
    CHECK(turns > 2 * N);
    for (int i = 0; i < N; i++) {
        cameo_run_release(run[i]);
        exact_memory_free(&memory[i]);
    }
    driver->delay = 2;
    case_close(&c);
    CHECK_DRIVER();
}

typedef struct thread_case {
    provider_run *c;
    cameo_run *run;
    int n_equal;
} thread_case;

static void *thread_body(void *p) {
    thread_case *t = p;
    cameo_value in = rows(2), want = {0}, got = {0};
    float first[8];
    for (int i = 0; i < 20; i++) {
        if (cameo_run_all(t->run, &in, 1, &got, 1, NULL) != CAMEO_OK) return NULL;
        if (i == 0) {
            memcpy(first, got.tensor.data, got.tensor.bytes);
            want = got;
            want.tensor.data = first;
        }
        t->n_equal += near(&got, &want);
    }
    return NULL;
}

static void check_threads(void) {
    enum { N = 3 };
    static provider_run c;
    thread_case t[N];
    pthread_t thread[N];
    exact_memory memory[N];
    const cameo_dim_binding two = {"n", 2, 2};
    CHECK_MSG(case_open(&c, model_product, &two, 1) == CAMEO_OK, "%s", c.error.msg);
    for (int i = 0; i < N; i++) {
        t[i] = (thread_case){&c, NULL, 0};
        CHECK(exact_memory_new(c.dev.needs.planned_bytes, &memory[i]));
        CHECK(cameo_run_create(memory[i].m, c.dev.plan, 1, NULL, &c.options, &t[i].run, NULL) == CAMEO_OK);
    }
    for (int i = 0; i < N; i++) CHECK(pthread_create(&thread[i], NULL, thread_body, &t[i]) == 0);
    for (int i = 0; i < N; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < N; i++) {
        CHECK_INT(t[i].n_equal, 20);
        cameo_run_release(t[i].run);
        exact_memory_free(&memory[i]);
    }
    case_close(&c);
    CHECK_DRIVER();
}

/* A run that the device does not finish is cancelled, or meets its deadline; it can go again. */
static void check_ends(void) {
    static provider_run c;
    const cameo_dim_binding two = {"n", 2, 2};
    cameo_value in = rows(2), out = {0};
    bool equal;
    CHECK_MSG(case_open(&c, model_product, &two, 1) == CAMEO_OK, "%s", c.error.msg);
    for (int how = 0; how < 2; how++) {
        const cameo_budget budget = {.size = sizeof budget, .deadline_ns = how == 0 ? 0 : 1000};
        now = 0;
        driver->delay = 1000000;
        CHECK(cameo_run_begin(c.dev.run, &in, 1, &out, 1, NULL) == CAMEO_OK);
        CHECK(cameo_run_advance(c.dev.run, &budget, NULL) == CAMEO_PENDING);
        CHECK(cameo_run_advance(c.dev.run, &budget, NULL) == CAMEO_PENDING);
        if (how == 0) cameo_run_cancel(c.dev.run);
        now = 2000;
        CHECK_INT(cameo_run_advance(c.dev.run, &budget, NULL), how == 0 ? CAMEO_E_CANCELLED : CAMEO_E_DEADLINE);
        driver->delay = 2;
        CHECK_MSG(case_run(&c, 2, &equal) == CAMEO_OK && equal, "it does not run again: %s", c.error.msg);
    }
    driver->delay = 1000000; /* released while the device works */
    CHECK(cameo_run_begin(c.dev.run, &in, 1, &out, 1, NULL) == CAMEO_OK);
    CHECK(cameo_run_advance(c.dev.run, NULL, NULL) == CAMEO_PENDING);
    case_close(&c);
    driver->delay = 2;
    CHECK_DRIVER();
}

/* Constants that do not fit leave the model to the CPU; runs that do not fit say so. */
static void check_memory(void) {
    static provider_run c;
    const cameo_dim_binding two = {"n", 2, 2};
    bool equal;
    uint64_t all = driver->total_bytes;
    driver->total_bytes = sizeof matrix - 1;
    CHECK_MSG(case_open(&c, model_product, &two, 1) == CAMEO_OK, "%s", c.error.msg);
    CHECK_INT(c.info.n_device_steps, 0);
    CHECK(case_run(&c, 2, &equal) == CAMEO_OK && equal);
    case_close(&c);
    CHECK_DRIVER();
    driver->total_bytes = 512;
    CHECK_INT(case_open(&c, model_product, &two, 1), CAMEO_E_DEVICE);
    CHECK_MSG(strstr(c.error.msg, "CUDA_ERROR_OUT_OF_MEMORY") != NULL, "%s", c.error.msg);
    case_close(&c);
    CHECK_DRIVER();
    driver->total_bytes = all;
}

/* Two devices, each with a session of its own, whose runs are on their way at once: what one does touches nothing of
 * the other. Then one is lost while its run waits: that run fails at a node, and so does all that wants the device; the
 * other device and the CPU (in case_run) go on, and what the lost one had can be given back. */
static void check_devices(void) {
    static provider_run c[FAKE_DEVICES];
    const cameo_dim_binding three = {"n", 3, 3};
    const cameo_dim_binding range = {"n", 0, MOST_ROWS};
    for (int lost = FAKE_BROKEN; lost <= FAKE_GONE; lost++) {
        for (int turn = 0; turn < 2 * FAKE_DEVICES; turn++) { /* graphs are replayed there, or not */
            const int gone = turn % FAKE_DEVICES;
            cameo_value in = rows(3), out = {0}, got[FAKE_DEVICES] = {{0}};
            bool equal;
            for (int i = 0; i < FAKE_DEVICES; i++) {
                device_options.device = (uint32_t)i;
                CHECK_MSG(case_open(&c[i], model_alternating, turn < 2 ? &three : &range, 1) == CAMEO_OK, "%s",
                          c[i].error.msg);
                CHECK_INT(driver->device_bytes[i], c[i].info.device_bytes + c[i].dev.needs.device_bytes);
            }
            device_options.device = 0;
            for (int k = 0; k < 3; k++) {
                const int before[FAKE_DEVICES] = {driver->n_done[0], driver->n_done[1]};
                driver->delay = 100;
                int left = FAKE_DEVICES;
                for (int i = 0; i < FAKE_DEVICES; i++)
                    CHECK(cameo_run_begin(c[i].dev.run, &in, 1, &got[i], 1, NULL) == CAMEO_OK);
                CHECK(cameo_run_all(c[0].cpu.run, &in, 1, &out, 1, NULL) == CAMEO_OK);
                for (int i = 0; left > 0; i = (i + 1) % FAKE_DEVICES) {
                    if (got[i].tensor.data != NULL) continue;
                    cameo_status s = cameo_run_advance(c[i].dev.run, NULL, NULL);
                    CHECK(s == CAMEO_OK || s == CAMEO_PENDING);
                    if (s != CAMEO_OK) continue;
                    CHECK(cameo_run_end(c[i].dev.run, NULL) == CAMEO_OK && near(&got[i], &out));
                    CHECK(driver->n_done[i] > before[i]);
                    left--;
                }
                memset(got, 0, sizeof got);
            }
            driver->delay = 1000000;
            cameo_error e = {0};
            CHECK(cameo_run_begin(c[gone].dev.run, &in, 1, &out, 1, NULL) == CAMEO_OK);
            CHECK(cameo_run_advance(c[gone].dev.run, NULL, &e) == CAMEO_PENDING);
            driver->delay = 2;
            driver->lost[gone] = lost;
            CHECK_INT(cameo_run_advance(c[gone].dev.run, NULL, &e), CAMEO_E_DEVICE);
            CHECK_MSG(strstr(e.msg, "CUDA_ERROR_ECC_UNCORRECTABLE") != NULL, "%s", e.msg);
            CHECK_MSG(e.node != CAMEO_NO_ID && e.op_type[0] != 0, "no node is named: %s", e.msg);
            const int done = driver->n_done[gone];
            for (int k = 0; k < 2; k++) {
                CHECK_INT(case_run(&c[gone], 3, &equal), CAMEO_E_DEVICE);
                CHECK_MSG(strstr(c[gone].error.msg, "CUDA_ERROR_ECC_UNCORRECTABLE") != NULL, "%s", c[gone].error.msg);
                CHECK_MSG(case_run(&c[1 - gone], 3, &equal) == CAMEO_OK && equal, "%s", c[1 - gone].error.msg);
            }
            CHECK_INT(driver->n_done[gone], done);
            cameo_cuda *again;
            const cameo_cuda_options there = {.size = sizeof there, .device = (uint32_t)gone};
            CHECK_INT(cameo_cuda_open(&there, &again, NULL), CAMEO_E_DEVICE);
            case_close(&c[gone]);
            driver->lost[gone] = FAKE_THERE; /* replaced */
            CHECK_INT(driver->device_bytes[gone], 0);
            CHECK_MSG(case_run(&c[1 - gone], 3, &equal) == CAMEO_OK && equal, "%s", c[1 - gone].error.msg);
            case_close(&c[1 - gone]);
            CHECK_DRIVER();
        }
    }
}

/* Races that are planted: the driver of the tests finds each of them, so that the provider, whose other tests end with
 * CHECK_DRIVER or compare numbers, has none of these kinds. */
static void check_races(void) {
    enum { N = 512 };
    cm_cu cu;
    cm_cu_handle context, stream[2];
    uint64_t device;
    void *pinned;
#define X(member, symbol, arguments) *(void **)(void *)&cu.member = dlsym(driver_library, #symbol);
    CM_CU_FUNCTIONS(X)
#undef X
    CHECK(cu.context_retain(&context, 0) == 0 && cu.context_push(context) == 0);
    CHECK(cu.alloc(&device, N) == 0 && cu.host_alloc(&pinned, N, 0) == 0);
    for (int i = 0; i < 2; i++) CHECK(cu.stream_create(&stream[i], CM_CU_STREAM_NON_BLOCKING) == 0);
    uint8_t *host = pinned;

    memset(host, 1, N); /* in their order nothing is wrong */
    CHECK(cu.copy_in(device, host, N, stream[0]) == 0 && cu.stream_wait(stream[0]) == 0);
    CHECK(driver->wrong == 0);

    memset(host, 2, N); /* a result is read before it was waited for: it is not there */
    CHECK(cu.copy_out(host, device, N, stream[0]) == 0);
    CHECK(host[0] == 2 && host[N - 1] == 2);
    CHECK(cu.stream_wait(stream[0]) == 0 && host[0] == 1 && host[N - 1] == 1);

    memset(host, 3, N); /* another stream does not wait for a copy to the device: it reads what was there before */
    CHECK(cu.copy_in(device, host, N / 2, stream[0]) == 0);
    CHECK(cu.copy_out(host + N / 2, device, N / 2, stream[1]) == 0 && cu.stream_wait(stream[1]) == 0);
    CHECK(host[N / 2] == 1);
    CHECK(cu.stream_wait(stream[0]) == 0 && driver->wrong == 0);

    CHECK(cu.copy_in(device, host, N, stream[0]) == 0); /* the host writes what a copy is still to read */
    host[N - 1] ^= 1;
    CHECK(cu.stream_wait(stream[0]) != 0 && driver->wrong == 1);
    CHECK_STR(driver->what, "the host writes what a copy is still to read");
    driver->wrong = 0;

    CHECK(cu.copy_in(device, host, N, stream[1]) == 0 && cu.free(device) == 0); /* memory goes while a copy wants it */
    CHECK(cu.stream_wait(stream[1]) != 0 && driver->wrong == 1);
    driver->wrong = 0;

    for (int i = 0; i < 2; i++) CHECK(cu.stream_destroy(stream[i]) == 0);
    CHECK(cu.host_free(pinned) == 0 && cu.context_pop(&context) == 0 && cu.context_release(0) == 0);
    CHECK_DRIVER();
}

/* The first device declines products. */
static bool (*cuda_supports)(void *ctx, const cameo_op_context *node);
static bool no_product(void *ctx, const cameo_op_context *c) {
    cameo_string type = cameo_op_type(c);
    if (type.n == 6 && memcmp(type.p, "MatMul", 6) == 0)
        return cameo_op_decline(c, "products are the other device's");
    return cuda_supports(ctx, c);
}

/* One session on both devices: what one of them computes goes to the other by way of the host. Where the constants of
 * a session do not fit on the first one, the second has all of it. */
static void check_two_devices(void) {
    static provider_run c;
    const cameo_dim_binding two = {"n", 2, 2};
    const cameo_cuda_options second = {.size = sizeof second, .device = 1};
    bool equal;
    for (int how = 0; how < 2; how++) {
        cameo_cuda *other;
        const cameo_provider *list[2];
        device_options.max_bytes = how == 0 ? 0 : 16;
        cameo_status s = case_open(&c, model_turned, &two, 1);
        device_options.max_bytes = 0;
        CHECK_MSG(s == CAMEO_OK || how == 1, "%s", c.error.msg);
        exact_close(&c.dev);
        CHECK(cameo_cuda_open(&second, &other, NULL) == CAMEO_OK);
        cameo_provider first = *cameo_cuda_provider(c.cuda);
        cuda_supports = first.supports;
        if (how == 0) first.supports = no_product;
        list[0] = &first;
        list[1] = cameo_cuda_provider(other);
        c.options.providers = list;
        c.options.n_providers = 2;
        s = exact_open(&c.dev, c.o.w.buf, c.o.w.pos, &c.options, &two, 1, 1 << 16);
        CHECK_MSG(s == CAMEO_OK, "%s", c.dev.why);
        CHECK((driver->device_bytes[0] > 0) == (how == 0) && driver->device_bytes[1] > 0);
        for (int i = 0; i < 4; i++)
            CHECK_MSG(case_run(&c, 2, &equal) == CAMEO_OK && equal, "%d, run %d: %s", how, i, c.error.msg);
        exact_close(&c.dev);
        memset(&c.dev, 0, sizeof c.dev);
        cameo_cuda_close(other);
        case_close(&c);
        CHECK_DRIVER();
    }
}

static void check_open(void) {
    cameo_cuda *cuda;
    cameo_error e = {0};
    const cameo_cuda_options none = {.size = sizeof none, .library = "./no_such_library.so"},
                             third = {.size = sizeof third, .device = FAKE_DEVICES};
    CHECK_INT(cameo_cuda_open(&none, &cuda, &e), CAMEO_E_UNSUPPORTED);
    CHECK(cuda == NULL && strstr(e.msg, "no CUDA driver") != NULL);
    e = (cameo_error){0};
    CHECK_INT(cameo_cuda_open(&third, &cuda, &e), CAMEO_E_UNSUPPORTED);
    CHECK_MSG(strstr(e.msg, "no such device") != NULL, "%s", e.msg);
    CHECK_INT(cameo_cuda_open(NULL, &cuda, NULL), CAMEO_OK);
    cameo_cuda_info info = {.size = sizeof info};
    cameo_cuda_get_info(cuda, &info);
    CHECK_STR(info.name, "a device of the tests");
    CHECK_INT(info.major, 9);
    CHECK_INT(info.total_bytes, driver->total_bytes);
    CHECK_INT(info.n_devices, FAKE_DEVICES);
    cameo_cuda_close(cuda);
    cameo_cuda_close(NULL);
    CHECK_DRIVER();
}

/* Attention over keys [1][3][past + 1][8], to which each step appends. */
#define DECODER_STEPS 9
static void model_decoder(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "past", CAMEO_FLOAT, "1,3,past,8");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "1,3,1,8");
    ow_node(o, "Concat", "past,x", "present");
    ow_attr_int(o, "axis", 2);
    ow_end(o);
    ow_node(o, "Transpose", "present", "turned");
    ow_attr_ints(o, "perm", (const int64_t[4]){0, 1, 3, 2}, 4);
    ow_end(o);
    ow_op(o, "MatMul", "x,turned", "scores");
    ow_node(o, "Softmax", "scores", "weights");
    ow_attr_int(o, "axis", -1);
    ow_end(o);
    ow_op(o, "MatMul", "weights,present", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "present", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* The host knows from shapes where Slice begins, to what Expand goes, and what Range and ConstantOfShape make; numbers
 * stay on the device. */
static void model_host_operands(ow *o) {
    static const int64_t one = 1, first[1] = {0}, less[1] = {1}, end[1] = {0}, step[1] = {-1};
    static const float value[1] = {0.25f};
    model_begin(o);
    ow_init(o, "first", CAMEO_INT64, &one, 1, first, sizeof first);
    ow_init(o, "less", CAMEO_INT64, &one, 1, less, sizeof less);
    ow_op(o, "Exp", "x", "a");
    ow_op(o, "Shape", "x", "shape");
    ow_op(o, "Gather", "shape,first", "n");
    ow_op(o, "Sub", "n,less", "begin");
    ow_op(o, "Slice", "a,begin,n,first", "last");
    ow_op(o, "Softmax", "last", "b");
    ow_op(o, "Expand", "b,shape", "c");
    ow_op(o, "Sub", "c,a", "d");
    ow_init(o, "end", CAMEO_INT64, NULL, 0, end, sizeof end);
    ow_init(o, "step", CAMEO_INT64, NULL, 0, step, sizeof step);
    ow_op(o, "Range", "n,end,step", "e");
    model_cast(o, "e", "f", CAMEO_FLOAT);
    ow_op(o, "Unsqueeze", "f,less", "g");
    ow_node(o, "ConstantOfShape", "shape", "h");
    ow_attr_tensor(o, "value", CAMEO_FLOAT, &one, 1, value, sizeof value);
    ow_end(o);
    ow_op(o, "Mul", "g,h", "i");
    ow_op(o, "Add", "d,i", "y");
    model_end(o, "y", "n,3");
}

static void check_host_operands(void) {
    static provider_run c;
    const cameo_dim_binding range = {"n", 1, MOST_ROWS};
    for (size_t bound = 0; bound < 2; bound++) {
        CHECK_MSG(case_open(&c, model_host_operands, &range, bound) == CAMEO_OK, "%s", c.error.msg);
        CHECK_INT(c.info.n_device_steps, 10);
        for (int64_t n = MOST_ROWS; n >= 1; n -= 2) {
            bool equal;
            int n_in = driver->n_in, n_out = driver->n_out;
            CHECK_MSG(case_run(&c, n, &equal) == CAMEO_OK, "%s", c.error.msg);
            CHECK_MSG(equal, "%d rows", (int)n);
            CHECK_INT(driver->n_in - n_in, 1);
            CHECK_INT(driver->n_out - n_out, 1);
        }
        case_close(&c);
    }
    CHECK_DRIVER();
}

/* The keys stay on the device: a step copies x to it and y to the host, and nothing else. */
static void check_states(void) {
    static provider_run c;
    static float keys[3 * 8 * DECODER_STEPS], x[3 * 8];
    const cameo_dim_binding past = {"past", 0, DECODER_STEPS - 1};
    const cameo_state state = {"past", "present"};
    exact grown;
    CHECK_MSG(case_open(&c, model_decoder, &past, 1) == CAMEO_OK, "%s", c.error.msg);
    c.options.states = &state;
    c.options.n_states = 1;
    CHECK_MSG(exact_open(&grown, c.o.w.buf, c.o.w.pos, &c.options, &past, 1, 1 << 16) == CAMEO_OK, "%s", grown.why);
    for (int64_t n = 0; n < DECODER_STEPS; n++) {
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, want[2] = {{0}}, got[2] = {{0}};
        size_t bytes = (size_t)n * sizeof x;
        for (int i = 0; i < 24; i++) x[i] = (float)((n * 7 + i * 5) % 13 - 6) / 4;
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, 3, n, 8}, keys, bytes};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, 3, 1, 8}, x, sizeof x};
        CHECK(cameo_run_all(c.cpu.run, in, 2, want, 2, NULL) == CAMEO_OK);
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {n, 1, 3, 8}, NULL, 0};
        int n_in = driver->n_in, n_out = driver->n_out, n_launches = driver->n_launches;
        bool last = n + 1 == DECODER_STEPS;
        CHECK_MSG(cameo_run_all(grown.run, in, 2, got, last ? 2 : 1, &c.error) == CAMEO_OK, "%s", c.error.msg);
        CHECK_INT(driver->n_in - n_in, 2); /* x, and a view of it */
        CHECK_INT(driver->n_launches - n_launches, 4); /* x to the past, products, Softmax: the past is not turned */
        CHECK_INT(driver->n_out - n_out, last ? 2 : 1);
        CHECK_MSG(near(&got[0], &want[0]), "step %d: other numbers", (int)n);
        memcpy(keys, want[1].tensor.data, want[1].tensor.bytes);
        for (int64_t i = 0; last && i < 24 * DECODER_STEPS; i++) { /* [row][head][8], and [head][row][8] */
            int64_t row = i / 24, head = i / 8 % 3;
            CHECK(((const float *)got[1].tensor.data)[i] == keys[(head * DECODER_STEPS + row) * 8 + i % 8]);
        }
    }
    exact_close(&grown);
    case_close(&c);
    CHECK_DRIVER();
}

/* Attention with its own past, of heads' rows or of rows' heads. */
static void model_attention_of(ow *o, bool flat) {
    ow_begin(o, 23);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, flat ? "2,new,24" : "2,3,new,8");
    ow_value(o, OW_INPUT, "past_k", CAMEO_FLOAT, "2,3,past,8");
    ow_value(o, OW_INPUT, "past_v", CAMEO_FLOAT, "2,3,past,8");
    ow_op(o, "Neg", "x", "v");
    ow_node(o, "Attention", "x,x,v,,past_k,past_v", "y,present_k,present_v");
    ow_attr_int(o, "is_causal", 1);
    if (flat) ow_attr_int(o, "q_num_heads", 3);
    if (flat) ow_attr_int(o, "kv_num_heads", 3);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "present_k", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "present_v", CAMEO_FLOAT, NULL);
    ow_finish(o);
}
static void model_attention(ow *o) { model_attention_of(o, false); }
static void model_attention_flat(ow *o) { model_attention_of(o, true); }

enum { ATTENTION_ROW = 2 * 3 * 8, ATTENTION_STEPS = 2 * DECODER_STEPS };

/* Both states stay on the device: a step of one or two rows copies x and the number of keys to it and y to the host,
 * however long the past is, and launches the same. */
static void attention_decodes(void (*model)(ow *), bool flat) {
    static provider_run c;
    static float past[2][ATTENTION_ROW * ATTENTION_STEPS], x[2 * ATTENTION_ROW];
    const cameo_dim_binding dims[2] = {{"past", 0, ATTENTION_STEPS - 1}, {"new", 1, 2}};
    const cameo_state states[2] = {{"past_k", "present_k"}, {"past_v", "present_v"}};
    uint64_t copied = 0;
    int n_launches = 0;
    exact grown;
    CHECK_MSG(case_open(&c, model, dims, 2) == CAMEO_OK, "%s", c.error.msg);
    c.options.states = states;
    c.options.n_states = 2;
    CHECK_MSG(exact_open(&grown, c.o.w.buf, c.o.w.pos, &c.options, dims, 2, 1 << 16) == CAMEO_OK, "%s", grown.why);
    for (int64_t n = 0, more; n < ATTENTION_STEPS; n += more) {
        cameo_value in[3] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
        cameo_value want[3] = {{0}}, got[3] = {{0}};
        more = n % 3 == 0 ? 2 : 1;
        for (int i = 0; i < 2 * ATTENTION_ROW; i++) x[i] = (float)((n * 7 + i * 5) % 13 - 6) / 4;
        in[0].tensor = flat ? (cameo_tensor){CAMEO_FLOAT, 3, {2, more, 24}, x, 0}
                            : (cameo_tensor){CAMEO_FLOAT, 4, {2, 3, more, 8}, x, 0};
        in[0].tensor.bytes = (size_t)more * ATTENTION_ROW * sizeof *x;
        for (int k = 0; k < 2; k++)
            in[1 + k].tensor =
                (cameo_tensor){CAMEO_FLOAT, 4, {2, 3, n, 8}, past[k], (size_t)n * ATTENTION_ROW * sizeof *x};
        CHECK(cameo_run_all(c.cpu.run, in, 3, want, 3, NULL) == CAMEO_OK);
        for (int k = 0; k < 2; k++) in[1 + k].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {n, 2, 3, 8}, NULL, 0};
        bool last = n + more == ATTENTION_STEPS;
        int before = driver->n_launches;
        uint64_t bytes = driver->copied;
        CHECK_MSG(cameo_run_all(grown.run, in, 3, got, last ? 3 : 1, &c.error) == CAMEO_OK, "%s", c.error.msg);
        if (n == 0) n_launches = driver->n_launches - before;
        CHECK_INT(driver->n_launches - before, n_launches);
        if (n <= 2) copied = (driver->copied - bytes - 16) / (uint64_t)more; /* but for two lengths */
        if (!last) CHECK_INT(driver->copied - bytes, copied * (uint64_t)more + 16);
        CHECK_MSG(near(&got[0], &want[0]), "%d keys: other numbers", (int)n);
        for (int k = 0; k < 2; k++) memcpy(past[k], want[1 + k].tensor.data, want[1 + k].tensor.bytes);
        for (int64_t i = 0; last && i < ATTENTION_ROW * ATTENTION_STEPS; i++) { /* [key][batch * heads][8] */
            int64_t key = i / ATTENTION_ROW, head = i / 8 % 6, at = (head * ATTENTION_STEPS + key) * 8 + i % 8;
            for (int k = 0; k < 2; k++) CHECK(((const float *)got[1 + k].tensor.data)[i] == past[k][at]);
        }
    }
    exact_close(&grown);
    case_close(&c);
}

static void check_attention_states(void) {
    attention_decodes(model_attention, false);
    attention_decodes(model_attention_flat, true);
    CHECK_DRIVER();
}

/* com.microsoft.GroupQueryAttention, its total length from a mask, as exporters write it: a case's numbers decide
 * sizes, type, bias, sinks, turning, window. */
enum { GQ_WIDTH = 8, GQ_MOST = 4096 };
static struct {
    int64_t batch, rows, heads, kv_heads, room, total, window;
    cameo_dtype type;
    bool bias, sinks, turns, free_past; /* free_past: it has the dim "past", its rows "new", and the mask "total" */
    float softcap;
} gq;

static void gq_input(ow *o, const char *name, int64_t rank, const int64_t *dims, const char *free_dim, int free_at) {
    char text[100] = "";
    for (int i = 0; i < rank; i++) {
        char one[24];
        snprintf(one, sizeof one, "%s%d", i == 0 ? "" : ",", (int)dims[i]);
        if (gq.free_past && i == free_at) snprintf(one, sizeof one, "%s%s", i == 0 ? "" : ",", free_dim);
        strcat(text, one);
    }
    ow_value(o, OW_INPUT, name, CAMEO_FLOAT, text);
}

static void gq_cast(ow *o, const char *name) {
    char to[32];
    snprintf(to, sizeof to, "%s_t", name);
    ow_node(o, "Cast", name, to);
    ow_attr_int(o, "to", gq.type);
    ow_end(o);
}

static void model_group_query(ow *o) {
    static float cache[2][64 * GQ_WIDTH / 2], sinks[16];
    static const int64_t cache_dims[2] = {64, GQ_WIDTH / 2}, one = 1, first = 1;
    static const char *const names[] = {"q", "k", "v", "pk", "pv", "bias", "cos", "sin", "sinks"};
    for (int i = 0; i < 64 * GQ_WIDTH / 2; i++) cache[0][i] = cosf((float)i / 7), cache[1][i] = sinf((float)i / 7);
    for (int i = 0; i < 16; i++) sinks[i] = (float)(i * 5 % 7 - 3) / 2;
    char lengths[16], text[200];
    snprintf(lengths, sizeof lengths, "%d", (int)gq.batch);
    ow_begin(o, 17);
    gq_input(o, "q", 3, (int64_t[]){gq.batch, gq.rows, gq.heads * GQ_WIDTH}, "new", 1);
    gq_input(o, "k", 3, (int64_t[]){gq.batch, gq.rows, gq.kv_heads * GQ_WIDTH}, "new", 1);
    gq_input(o, "v", 3, (int64_t[]){gq.batch, gq.rows, gq.kv_heads * GQ_WIDTH}, "new", 1);
    gq_input(o, "pk", 4, (int64_t[]){gq.batch, gq.kv_heads, gq.room, GQ_WIDTH}, "past", 2);
    gq_input(o, "pv", 4, (int64_t[]){gq.batch, gq.kv_heads, gq.room, GQ_WIDTH}, "past", 2);
    ow_value(o, OW_INPUT, "lengths", CAMEO_INT32, lengths);
    gq_input(o, "m", 2, (int64_t[]){gq.batch, gq.total}, "total", 1);
    if (gq.bias) gq_input(o, "bias", 4, (int64_t[]){1, gq.heads, gq.rows, gq.total}, "", -1);
    ow_init(o, "cos", CAMEO_FLOAT, cache_dims, 2, cache[0], sizeof cache[0]);
    ow_init(o, "sin", CAMEO_FLOAT, cache_dims, 2, cache[1], sizeof cache[1]);
    ow_init(o, "sinks", CAMEO_FLOAT, &gq.heads, 1, sinks, (size_t)gq.heads * sizeof *sinks);
    ow_init(o, "one", CAMEO_INT64, &one, 1, &first, sizeof first);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (i != 5 || gq.bias) gq_cast(o, names[i]);
    ow_op(o, "Shape", "m", "shape");
    ow_op(o, "Gather", "shape,one", "long");
    ow_node(o, "Cast", "long", "total");
    ow_attr_int(o, "to", CAMEO_INT32);
    ow_end(o);
    const char *first_in = gq.type == CAMEO_FLOAT ? "q,k,v,pk,pv" : "q_t,k_t,v_t,pk_t,pv_t";
    snprintf(text, sizeof text, "%s,lengths,total,cos_t,sin_t,,%s,%s", first_in, gq.bias ? "bias_t" : "",
             gq.sinks ? "sinks_t" : "");
    ow_node(o, "com.microsoft:GroupQueryAttention", text,
            gq.type == CAMEO_FLOAT ? "y,present_k,present_v" : "y_t,present_k_t,present_v_t");
    ow_attr_int(o, "num_heads", gq.heads);
    ow_attr_int(o, "kv_num_heads", gq.kv_heads);
    ow_attr_int(o, "do_rotary", gq.turns);
    ow_attr_int(o, "local_window_size", gq.window);
    ow_attr_float(o, "softcap", gq.softcap);
    ow_end(o);
    for (int i = 0; i < 3; i++) {
        static const char *const out[] = {"y", "present_k", "present_v"};
        char from[32];
        snprintf(from, sizeof from, "%s_t", out[i]);
        if (gq.type != CAMEO_FLOAT) {
            ow_node(o, "Cast", from, out[i]);
            ow_attr_int(o, "to", CAMEO_FLOAT);
            ow_end(o);
        }
        ow_value(o, OW_OUTPUT, out[i], CAMEO_FLOAT, NULL);
    }
    ow_finish(o);
    ow_opset(o, "com.microsoft", 1);
}

static uint32_t gq_state;
static int64_t gq_random(int64_t least, int64_t most) {
    gq_state = gq_state * 1664525u + 1013904223u;
    return least + (int64_t)(gq_state >> 8) % (most - least + 1);
}

static bool gq_near(const cameo_value *a, const cameo_value *b, float bound) {
    const float *x = a->tensor.data, *y = b->tensor.data;
    if (a->tensor.bytes != b->tensor.bytes) return false;
    for (size_t i = 0; i < a->tensor.bytes / sizeof *x; i++)
        if (!(fabsf(x[i] - y[i]) <= bound + bound * fabsf(y[i]))) return false;
    return true;
}

/* Cases of chance, some with lengths that fit nowhere: those fail the run, and no other. */
static void check_group_query(void) {
    static const cameo_dtype types[] = {CAMEO_FLOAT, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    static const float bounds[] = {2e-5f, 1.0f / 256, 1.0f / 32};
    static float data[7][GQ_MOST];
    gq_state = 1;
    for (int i = 0; i < 7 * GQ_MOST; i++) data[i / GQ_MOST][i % GQ_MOST] = (float)gq_random(-64, 64) / 32;
    for (int round = 0; round < 36; round++) {
        static provider_run c;
        int32_t lengths[3];
        memset(&gq, 0, sizeof gq);
        gq.type = types[round % 3];
        gq.batch = gq_random(1, 3), gq.rows = gq_random(1, round % 4 == 0 ? 18 : 3);
        gq.kv_heads = gq_random(1, 3), gq.heads = gq.kv_heads * gq_random(1, 3), gq.room = gq_random(0, 20);
        gq.total = gq.room + gq_random(0, 1) * gq.rows;
        if (gq.total < gq.rows) gq.total = gq.rows;
        gq.window = gq_random(0, 1) != 0 ? gq_random(1, 9) : -1;
        gq.bias = gq_random(0, 2) == 0, gq.sinks = gq_random(0, 2) == 0, gq.turns = gq_random(0, 1) != 0;
        gq.softcap = gq_random(0, 1) != 0 ? 3 : 0;
        const int64_t kv_dims[4] = {gq.batch, gq.kv_heads, gq.room, GQ_WIDTH};
        const int64_t bias_dims[4] = {1, gq.heads, gq.rows, gq.total};
        cameo_value in[8], want[3], got[3];
        memset(in, 0, sizeof in);
        for (int i = 0; i < 8; i++) in[i].kind = CAMEO_KIND_TENSOR;
        for (int i = 0; i < 3; i++)
            in[i].tensor = (cameo_tensor){
                CAMEO_FLOAT, 3, {gq.batch, gq.rows, (i == 0 ? gq.heads : gq.kv_heads) * GQ_WIDTH}, data[i], 0};
        for (int i = 3; i < 5; i++) {
            in[i].tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = 4, .data = data[i]};
            memcpy(in[i].tensor.dims, kv_dims, sizeof kv_dims);
        }
        in[5].tensor = (cameo_tensor){CAMEO_INT32, 1, {gq.batch}, lengths, 0};
        in[6].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {gq.batch, gq.total}, data[5], 0};
        in[7].tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = 4, .data = data[6]};
        memcpy(in[7].tensor.dims, bias_dims, sizeof bias_dims);
        for (int i = 0; i < 8; i++) {
            in[i].tensor.bytes = 4;
            for (uint32_t d = 0; d < in[i].tensor.rank; d++) in[i].tensor.bytes *= (size_t)in[i].tensor.dims[d];
            CHECK(in[i].tensor.bytes <= sizeof data[0]);
        }
        CHECK_MSG(case_open(&c, model_group_query, NULL, 0) == CAMEO_OK, "case %d: %s", round, c.error.msg);
        driver->watched = "cache_";
        const int watched = driver->n_watched;
        for (int again = 0; again < 3; again++) {
            const bool bad = again == 1;
            for (int64_t b = 0; b < gq.batch; b++) lengths[b] = (int32_t)gq_random(0, gq.total - 1);
            const int64_t wrong = gq_random(0, 1) != 0 ? -2 - gq_random(0, 9) : gq.room + gq.rows + 40;
            if (bad) lengths[gq.batch - 1] = (int32_t)wrong;
            memset(want, 0, sizeof want), memset(got, 0, sizeof got), memset(&c.error, 0, sizeof c.error);
            const size_t n_in = gq.bias ? 8 : 7;
            CHECK_INT(cameo_run_all(c.cpu.run, in, n_in, want, 3, NULL) == CAMEO_OK, !bad);
            CHECK_INT(cameo_run_all(c.dev.run, in, n_in, got, 3, &c.error), bad ? CAMEO_E_DEVICE : CAMEO_OK);
            for (int i = 0; i < 3 && !bad; i++)
                CHECK_MSG(gq_near(&got[i], &want[i], bounds[round % 3]), "case %d: other numbers, %d", round, i);
        }
        CHECK_MSG(driver->n_watched > watched, "case %d: not on the device", round);
        driver->watched = NULL;
        case_close(&c);
        CHECK_DRIVER();
    }
}

/* The states of a decoder stay on the device: a step copies what is new, the lengths and the mask, whatever is past. */
static void check_group_query_states(void) {
    enum { STEPS = 9, ROW = 2 * 3 * GQ_WIDTH };
    static provider_run c;
    static float past[2][ROW * STEPS], x[3][2 * ROW], mask[2 * STEPS];
    const cameo_dim_binding dims[3] = {{"past", 0, STEPS - 1}, {"new", 1, 2}, {"total", 1, STEPS}};
    const cameo_state states[2] = {{"pk", "present_k"}, {"pv", "present_v"}};
    exact grown;
    uint64_t copied = 0;
    memset(&gq, 0, sizeof gq);
    gq.type = CAMEO_FLOAT, gq.batch = 2, gq.heads = gq.kv_heads = 3, gq.window = -1, gq.free_past = gq.turns = true;
    CHECK_MSG(case_open(&c, model_group_query, dims, 3) == CAMEO_OK, "%s", c.error.msg);
    c.options.states = states;
    c.options.n_states = 2;
    CHECK_MSG(exact_open(&grown, c.o.w.buf, c.o.w.pos, &c.options, dims, 3, 1 << 16) == CAMEO_OK, "%s", grown.why);
    driver->watched = "cache_";
    const int watched = driver->n_watched;
    for (int64_t n = 0, more; n < STEPS; n += more) {
        cameo_value in[7], want[3] = {{0}}, got[3] = {{0}};
        more = n % 3 == 0 ? 2 : 1;
        const bool last = n + more == STEPS;
        int32_t lengths[2] = {(int32_t)(n + more - 1), (int32_t)(n + more - 1)};
        memset(in, 0, sizeof in);
        for (int i = 0; i < 7; i++) in[i].kind = CAMEO_KIND_TENSOR;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 2 * ROW; k++) x[i][k] = (float)((n * 7 + k * 5 + i) % 13 - 6) / 4;
            in[i].tensor =
                (cameo_tensor){CAMEO_FLOAT, 3, {2, more, 3 * GQ_WIDTH}, x[i], (size_t)more * ROW * sizeof **x};
        }
        for (int k = 0; k < 2; k++)
            in[3 + k].tensor =
                (cameo_tensor){CAMEO_FLOAT, 4, {2, 3, n, GQ_WIDTH}, past[k], (size_t)n * ROW * sizeof **past};
        in[5].tensor = (cameo_tensor){CAMEO_INT32, 1, {2}, lengths, sizeof lengths};
        in[6].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, n + more}, mask, (size_t)(2 * (n + more)) * sizeof *mask};
        CHECK(cameo_run_all(c.cpu.run, in, 7, want, 3, NULL) == CAMEO_OK);
        for (int k = 0; k < 2; k++) in[3 + k].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {n, 2, 3, GQ_WIDTH}, NULL, 0};
        const uint64_t bytes = driver->copied;
        CHECK_MSG(cameo_run_all(grown.run, in, 7, got, last ? 3 : 1, &c.error) == CAMEO_OK, "%s", c.error.msg);
        if (n == 0) copied = driver->copied - bytes;
        const uint64_t step = driver->copied - bytes;
        CHECK_MSG(last || step <= copied, "step %d copies %d bytes", (int)n, (int)step);
        CHECK_MSG(gq_near(&got[0], &want[0], 2e-5f), "%d keys: other numbers", (int)n);
        for (int k = 0; k < 2; k++) memcpy(past[k], want[1 + k].tensor.data, want[1 + k].tensor.bytes);
        for (int64_t i = 0; last && i < ROW * STEPS; i++) { /* [key][batch * heads][8] */
            int64_t key = i / ROW, head = i / GQ_WIDTH % 6, at = (head * STEPS + key) * GQ_WIDTH + i % GQ_WIDTH;
            for (int k = 0; k < 2; k++) CHECK(fabsf(((const float *)got[1 + k].tensor.data)[i] - past[k][at]) <= 1e-5f);
        }
    }
    CHECK(driver->n_watched > watched);
    driver->watched = NULL;
    exact_close(&grown);
    case_close(&c);
    CHECK_DRIVER();
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"open", check_open},         {"models", check_models},     {"nodes", check_nodes},
                 {"tf32", check_tf32},         {"split", check_split},       {"bfloat16", check_bfloat16},
                 {"layouts", check_layouts},
                 {"index", check_index},       {"sequences", check_sequences},
                 {"states", check_states},     {"host operands", check_host_operands},
                 {"dims", check_dims},         {"turns", check_turns},       {"threads", check_threads},
                 {"ends", check_ends},         {"memory", check_memory},     {"devices", check_devices},
                 {"races", check_races},       {"two devices of a session", check_two_devices},
                 {"a mask that is turned queries", check_turned_mask},
                 {"states of Attention", check_attention_states},
                 {"boxes", check_boxes},       {"GroupQuery", check_group_query},
                 {"states of GroupQuery", check_group_query_states},
                 {"failures", check_failures}};
    int n_passed = 0, n_failed = 0;
    driver_library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    driver = driver_library == NULL ? NULL : dlsym(driver_library, FAKE_DRIVER_SYMBOL);
    if (driver == NULL) {
        printf("FAIL libcuda.so.1 is not that of the tests: %s\n0 passed, 1 failed, 0 skipped\n", dlerror());
        return 1;
    }
    for (size_t i = 0; i < sizeof input / sizeof *input; i++) input[i] = (float)((int)(i * 37 % 23) - 11) / 8;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        bool wanted = argc < 2;
        for (int k = 1; k < argc; k++) wanted = wanted || strstr(tests[i].name, argv[k]) != NULL;
        if (!wanted) continue;
        running = tests[i].name;
        running_failed = false;
        tests[i].run();
        n_passed += !running_failed;
        n_failed += running_failed;
    }
    printf("%d passed, %d failed, 0 skipped\n", n_passed, n_failed);
    return n_failed != 0;
}
