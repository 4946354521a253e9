/* ConvTranspose against onnxruntime's results and against naive loops that scatter in double. Data of
 * small integers make every sum exact in f32, so that all rows, instruction sets, task splits and
 * packed weights must give the same bits. */
#include <stdlib.h>

#include "kernels/convtranspose.h"
#include "tests/kernels/convtranspose_vectors.h"

typedef struct convtranspose_case {
    size_t n, c, m, group; /* m: of all groups */
    uint32_t rank;         /* spatial */
    size_t in[CM_MAX_SPATIAL], kernel[CM_MAX_SPATIAL];
    int64_t stride[CM_MAX_SPATIAL], dilation[CM_MAX_SPATIAL];
    int64_t pads[2 * CM_MAX_SPATIAL]; /* begins, ends; what is derived must come to these */
    int64_t more[CM_MAX_SPATIAL];     /* output_padding */
    const char *auto_pad;             /* or NULL */
    bool given;                       /* output_shape instead of pads */
    bool no_bias, constant;
    int dtype; /* 0: FLOAT */
    bool fractions;
    bool last; /* channels behind the spatial axes */
} convtranspose_case;

/* Images, channels in and out, groups, spatial axes; then .in and what follows it. */
#define CT(images, from, to, groups, axes, ...) \
    ((convtranspose_case){                      \
        .n = images, .c = from, .m = to, .group = groups, .rank = axes, .in = __VA_ARGS__})

static size_t convtranspose_out_dim(const convtranspose_case *t, uint32_t i) {
    return (size_t)(((int64_t)t->in[i] - 1) * t->stride[i] + t->more[i] +
                    ((int64_t)t->kernel[i] - 1) * t->dilation[i] + 1 - t->pads[i] -
                    t->pads[i + t->rank]);
}

static size_t convtranspose_count(const size_t *d, uint32_t n) {
    size_t p = 1;
    while (n-- > 0) p *= *d++;
    return p;
}

/* The output that input i and tap k add to, or SIZE_MAX. */
static size_t convtranspose_target(const convtranspose_case *t, size_t i, size_t k,
                                   const size_t *out) {
    size_t at = 0, scale = 1;
    for (uint32_t a = t->rank; a-- > 0;) {
        int64_t pos = (int64_t)(i % t->in[a]) * t->stride[a] - t->pads[a] +
                      (int64_t)(k % t->kernel[a]) * t->dilation[a];
        if (pos < 0 || pos >= (int64_t)out[a]) return SIZE_MAX;
        at += (size_t)pos * scale;
        scale *= out[a];
        i /= t->in[a];
        k /= t->kernel[a];
    }
    return at;
}

static void convtranspose_naive(const convtranspose_case *t, const double *x, const double *w,
                                const double *b, const size_t *out, double *y) {
    size_t plane = convtranspose_count(t->in, t->rank), outs = convtranspose_count(out, t->rank);
    size_t taps = convtranspose_count(t->kernel, t->rank);
    size_t cg = t->c / t->group, mg = t->m / t->group;
    for (size_t i = 0; i < t->n * t->m * outs; i++) y[i] = t->no_bias ? 0 : b[i / outs % t->m];
    for (size_t n = 0; n < t->n; n++) {
        for (size_t m = 0; m < t->m; m++) {
            double *to = y + (n * t->m + m) * outs;
            for (size_t c = m / mg * cg; c < m / mg * cg + cg; c++) {
                const double *image = x + (n * t->c + c) * plane;
                const double *kernel = w + (c * mg + m % mg) * taps;
                for (size_t i = 0; i < plane * taps; i++) {
                    size_t o = convtranspose_target(t, i / taps, i % taps, out);
                    if (o != SIZE_MAX) to[o] += image[i / taps] * kernel[i % taps];
                }
            }
        }
    }
}

static uint32_t convtranspose_rng;
static double *convtranspose_numbers(size_t n, bool fractions) {
    double *v = malloc((n + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        convtranspose_rng = convtranspose_rng * 1664525u + 1013904223u;
        v[i] = fractions ? (double)(convtranspose_rng >> 8) / (1 << 23) - 1
                         : (double)(convtranspose_rng >> 29) - 3;
    }
    return v;
}

static void convtranspose_attrs(harness *h, const convtranspose_case *t, const size_t *out) {
    int64_t kernel[CM_MAX_SPATIAL], shape[CM_MAX_SPATIAL];
    for (uint32_t i = 0; i < t->rank; i++) {
        kernel[i] = (int64_t)t->kernel[i];
        shape[i] = (int64_t)out[i];
    }
    if (t->group != 1) harness_attr_i(h, "group", (int64_t)t->group);
    harness_attr_ints(h, "kernel_shape", t->rank, kernel);
    harness_attr_ints(h, "strides", t->rank, t->stride);
    harness_attr_ints(h, "dilations", t->rank, t->dilation);
    harness_attr_ints(h, "output_padding", t->rank, t->more);
    if (t->auto_pad != NULL) harness_attr_s(h, "auto_pad", t->auto_pad);
    if (t->given) {
        harness_attr_ints(h, "output_shape", t->rank, shape);
    } else if (t->auto_pad == NULL) {
        harness_attr_ints(h, "pads", (size_t)t->rank * 2, t->pads);
    }
}

static void convtranspose_set_last(void *params) {
    ((cm_convtranspose_params *)params)->channels_last = 1;
}

/* To channels behind the spatial axes: v [n][c][plane] and its dims. */
static void convtranspose_to_last(double *v, size_t *dims, uint32_t rank) {
    size_t n = dims[0], c = dims[1], plane = convtranspose_count(dims + 2, rank - 2), all = n * c * plane;
    double *old = malloc((all + 1) * sizeof *old);
    memcpy(old, v, all * sizeof *old);
    for (size_t i = 0; i < all; i++) v[i] = old[(i / (c * plane) * c + i % c) * plane + i / c % plane];
    free(old);
    for (uint32_t i = 1; i + 1 < rank; i++) dims[i] = dims[i + 1];
    dims[rank - 1] = c;
}

static bool convtranspose_check(convtranspose_case t) {
    static harness h;
    int dtype = t.dtype == 0 ? CAMEO_FLOAT : t.dtype;
    uint32_t rank = t.rank + 2;
    size_t x_dims[CM_MAX_RANK] = {t.n, t.c}, w_dims[CM_MAX_RANK] = {t.c, t.m / t.group};
    size_t y_dims[CM_MAX_RANK] = {t.n, t.m};
    for (uint32_t i = 0; i < t.rank; i++) {
        if (t.stride[i] == 0) t.stride[i] = 1;
        if (t.dilation[i] == 0) t.dilation[i] = 1;
        x_dims[i + 2] = t.in[i];
        w_dims[i + 2] = t.kernel[i];
        y_dims[i + 2] = convtranspose_out_dim(&t, i);
    }
    double *x = convtranspose_numbers(convtranspose_count(x_dims, rank), t.fractions);
    double *w = convtranspose_numbers(convtranspose_count(w_dims, rank), t.fractions);
    double *b = convtranspose_numbers(t.m, t.fractions);
    double *y = convtranspose_numbers(convtranspose_count(y_dims, rank), false);
    convtranspose_naive(&t, x, w, b, y_dims + 2, y);
    harness_begin(&h, &cm_op_ConvTranspose, 11);
    convtranspose_attrs(&h, &t, y_dims + 2);
    if (t.last) {
        convtranspose_to_last(x, x_dims, rank);
        convtranspose_to_last(y, y_dims, rank);
        h.after_parse = convtranspose_set_last;
    }
    harness_in_num(&h, dtype, rank, x_dims, x);
    harness_in_num(&h, dtype, rank, w_dims, w);
    if (t.constant) harness_const(&h);
    if (!t.no_bias) harness_in_num(&h, dtype, 1, &t.m, b);
    harness_out_num(&h, dtype, rank, y_dims, y);
    if (t.fractions) h.rtol = 1e-5, h.atol = 1e-5;
    bool ok = harness_run(&h);
    free(x);
    free(w);
    free(b);
    free(y);
    return ok;
}

/* Every case with weights as an input and as a constant, f32 with channels last, too. */
static bool convtranspose_both(convtranspose_case t) {
    t.constant = false;
    if (!convtranspose_check(t)) return false;
    t.constant = true;
    if (!convtranspose_check(t)) return false;
    t.last = t.dtype == 0;
    return convtranspose_check(t);
}

void test_convtranspose_vectors(void) {
    size_t n = sizeof convtranspose_vectors / sizeof *convtranspose_vectors;
    for (uint32_t constant = 1; constant < 3; constant++) {
        CHECK_INT(vectors_run(convtranspose_vectors, n, "ConvTranspose", &cm_op_ConvTranspose, 1e-5,
                              constant),
                  20);
    }
}

void test_convtranspose_plain(void) {
    CHECK(convtranspose_both(CT(1, 3, 5, 1, 2, {4, 6}, {3, 3})));
    CHECK(convtranspose_both(CT(2, 3, 8, 1, 2, {6, 5}, {3, 2}, .pads = {1, 0, 2, 1})));
    CHECK(convtranspose_both(CT(2, 4, 7, 1, 2, {5, 6}, {3, 5}, {2, 3}, .pads = {1, 2, 1, 2})));
    CHECK(convtranspose_both(CT(1, 2, 4, 1, 2, {6, 20}, {4, 4}, {2, 2}, .pads = {1, 1, 1, 1})));
    CHECK(convtranspose_both(CT(1, 3, 6, 1, 2, {7, 9}, {2, 2}, {2, 2}, .no_bias = true)));
    CHECK(convtranspose_both(CT(2, 20, 8, 1, 2, {5, 7}, {1, 1})));
    CHECK(convtranspose_both(CT(1, 20, 8, 1, 2, {1, 1}, {4, 4})));
}

/* Combs without taps, strides and dilations with and without a common divisor, more combs than
 * outputs, pads that cut everything of some inputs. */
/* Images of one position: a product of the weights as they lie. */
void test_convtranspose_point(void) {
    CHECK(convtranspose_both(CT(1, 30, 37, 1, 2, {1, 1}, {4, 4})));
    CHECK(convtranspose_both(CT(3, 5, 40, 1, 2, {1, 1}, {2, 3}, {2, 1}, .no_bias = true)));
    CHECK(convtranspose_both(CT(7, 9, 2, 1, 1, {1}, {5}, {3})));
    CHECK(convtranspose_both(CT(2, 70, 300, 1, 2, {1, 1}, {7, 7})));
}

void test_convtranspose_combs(void) {
    for (int64_t stride = 1; stride <= 7; stride++) {
        for (int64_t dilation = 1; dilation <= 7; dilation++) {
            CHECK(convtranspose_both(CT(1, 2, 4, 1, 1, {9}, {4}, {stride}, {dilation}, {2, 1})));
            CHECK(convtranspose_both(CT(1, 8, 2, 1, 2, {3, 9}, {2, 4}, {stride, stride}, {1, dilation}, {0, 2, 1, 1})));
            CHECK(convtranspose_both(
                CT(1, 2, 2, 2, 2, {1, 4}, {3, 2}, {stride, dilation}, {dilation, stride})));
        }
    }
    CHECK(convtranspose_both(CT(1, 2, 4, 1, 2, {3, 4}, {1, 2}, {4, 3}, .pads = {0, 1, 0, 3})));
    CHECK(convtranspose_both(CT(1, 2, 4, 1, 2, {2, 4}, {3, 3}, {9, 5}, .pads = {7, 9, 2, 4})));
    CHECK(convtranspose_both(
        CT(1, 2, 4, 1, 2, {3, 3}, {3, 2}, {3, 4}, {1, 1}, {0, 1, 1, 0}, .more = {2, 7})));
    /* What lies between the pads fits; with them it does not fit into 32 bits. */
    if (SIZE_MAX > UINT32_MAX) {
        CHECK(convtranspose_both(CT(1, 1, 1, 1, 1, {3}, {2}, {INT32_MAX / 2}, {1},
                                    {INT32_MAX / 2 - 3, INT32_MAX / 2 - 3})));
    }
}

void test_convtranspose_groups(void) {
    CHECK(convtranspose_both(CT(2, 6, 12, 3, 2, {4, 5}, {3, 3}, {2, 2}, .pads = {1, 1, 1, 1})));
    CHECK(convtranspose_both(CT(1, 5, 5, 5, 2, {9, 37}, {4, 4}, {2, 2}, .pads = {1, 1, 1, 1})));
    CHECK(convtranspose_both(CT(1, 4, 8, 4, 2, {9, 9}, {5, 5}, {1, 1}, {2, 2}, {4, 4, 4, 4})));
    CHECK(convtranspose_both(CT(1, 4, 2, 2, 2, {4, 4}, {2, 2})));
    CHECK(convtranspose_both(CT(2, 30, 1, 1, 1, {50}, {16}, {8})));
}

void test_convtranspose_ranks(void) {
    CHECK(convtranspose_both(CT(2, 3, 4, 1, 1, {50}, {7}, {3}, {2}, {5, 1})));
    CHECK(convtranspose_both(
        CT(1, 2, 5, 1, 3, {3, 4, 5}, {2, 3, 3}, {1, 2, 3}, {2, 1, 1}, {1, 0, 1, 0, 1, 1})));
    CHECK(convtranspose_both(
        CT(1, 3, 3, 3, 3, {3, 4, 5}, {3, 3, 3}, {2, 2, 2}, .pads = {1, 1, 1, 1, 1, 1})));
    for (size_t group = 1; group <= 2; group++) {
        CHECK(convtranspose_both(CT(1, 2, 4, group, 6, {2, 3, 2, 1, 2, 3}, {2, 1, 2, 2, 1, 3},
                                    {1, 1, 2, 1, 3, 2}, .pads = {0, 0, 1, 0, 0, 1})));
    }
}

void test_convtranspose_auto_pad(void) {
    CHECK(convtranspose_both(
        CT(1, 2, 4, 1, 2, {5, 6}, {4, 5}, {1, 2}, .pads = {1, 1, 2, 2}, .auto_pad = "SAME_UPPER")));
    CHECK(convtranspose_both(
        CT(1, 2, 4, 1, 2, {5, 6}, {4, 5}, {1, 2}, .pads = {2, 2, 1, 1}, .auto_pad = "SAME_LOWER")));
    CHECK(convtranspose_both(CT(1, 2, 4, 1, 2, {5, 6}, {4, 3}, {1, 2}, .auto_pad = "VALID")));
    CHECK(convtranspose_both(
        CT(1, 2, 4, 1, 2, {5, 6}, {4, 5}, {2, 3}, .pads = {2, 1, 1, 1}, .given = true)));
    CHECK(convtranspose_both(CT(1, 2, 4, 1, 2, {5, 6}, {4, 5}, {2, 3}, .pads = {1, 2, 2, 3},
                                .auto_pad = "SAME_UPPER", .given = true)));
    /* A kernel shorter than the stride: nothing is cut, and the last outputs hold the bias. */
    CHECK(convtranspose_both(CT(1, 2, 4, 1, 2, {3, 2}, {1, 2}, {4, 3}, .pads = {0, 0, -3, -1},
                                .auto_pad = "SAME_LOWER")));
    CHECK(convtranspose_both(
        CT(1, 2, 4, 1, 2, {3, 2}, {2, 2}, {2, 2}, .pads = {0, 0, -5, 0}, .given = true)));
}

/* output_shape with the dims of images and channels before the others. */
void test_convtranspose_whole_output_shape(void) {
    static harness h;
    harness_begin(&h, &cm_op_ConvTranspose, 1);
    harness_attr_ints(&h, "output_shape", 3, (int64_t[]){1, 1, 3});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3), (float[]){1, 2, 3});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2), (float[]){1, 10});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3), (float[]){12, 23, 30});
    CHECK(harness_run(&h));
}

void test_convtranspose_empty(void) {
    CHECK(convtranspose_both(CT(0, 3, 4, 1, 2, {5, 5}, {3, 3})));
    CHECK(convtranspose_both(CT(1, 0, 4, 1, 2, {5, 5}, {3, 3}, {2, 2})));
    CHECK(convtranspose_both(CT(1, 0, 2, 1, 2, {5, 5}, {3, 3}, {2, 2})));
    CHECK(convtranspose_both(CT(1, 3, 0, 1, 2, {5, 5}, {3, 3})));
    CHECK(convtranspose_both(CT(1, 3, 4, 1, 2, {3, 0}, {1, 3})));
    CHECK(convtranspose_both(CT(1, 3, 4, 1, 2, {3, 0}, {2, 2}, {1, 2}, .more = {0, 3})));
    CHECK(convtranspose_both(CT(1, 3, 2, 1, 2, {3, 1}, {1, 2}, .pads = {0, 1, 0, 1})));
}

void test_convtranspose_dtypes(void) {
    static const int dtypes[] = {CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 3; i++) {
        CHECK(convtranspose_both(
            CT(2, 2, 3, 1, 2, {4, 21}, {2, 3}, {2, 1}, {1, 1}, {1, 1, 1, 1}, .dtype = dtypes[i])));
        CHECK(convtranspose_both(CT(1, 4, 8, 2, 1, {20}, {3}, {2}, .dtype = dtypes[i])));
    }
}

/* Several tasks, row blocks, column blocks and depth blocks. */
void test_convtranspose_large(void) {
    CHECK(convtranspose_both(CT(1, 40, 16, 1, 2, {14, 31}, {4, 4}, {2, 2}, .pads = {1, 1, 1, 1})));
    CHECK(convtranspose_both(CT(1, 70, 400, 1, 1, {40}, {5}, {2})));
    CHECK(convtranspose_both(CT(1, 8, 8, 8, 2, {40, 90}, {3, 3}, {2, 2}, .pads = {1, 1, 1, 1})));
    CHECK(convtranspose_both(CT(1, 40, 16, 1, 2, {14, 31}, {3, 3}, {1, 1}, .fractions = true)));
    CHECK(convtranspose_both(CT(1, 2, 2, 1, 1, {60000}, {3}, {2}, .dtype = CAMEO_DOUBLE)));
}

/* Few output channels of planes that a task has some lines of, in 1, 2 and 3 dimensions. */
void test_convtranspose_lines(void) {
    CHECK(convtranspose_both(CT(1, 8, 3, 1, 2, {70, 100}, {4, 4}, {2, 2}, .pads = {1, 1, 1, 1})));
    CHECK(convtranspose_both(CT(2, 8, 7, 1, 2, {90, 70}, {3, 3}, {1, 1}, {1, 2}, {3, 0, 1, 2}, .no_bias = true)));
    CHECK(convtranspose_both(CT(1, 8, 2, 1, 2, {200, 120}, {3, 2}, {5, 3}, {2, 1}, {3, 1, 2, 0}, .more = {3, 1})));
    CHECK(convtranspose_both(CT(1, 8, 1, 1, 2, {130, 600}, {2, 2}, {9, 4})));
    CHECK(convtranspose_both(CT(1, 8, 1, 1, 1, {40000}, {16}, {8}, .pads = {5, 4})));
    CHECK(convtranspose_both(CT(1, 16, 6, 2, 3, {12, 20, 30}, {3, 3, 3}, {2, 1, 3}, .pads = {1, 1, 0, 1, 2, 1})));
    CHECK(convtranspose_both(CT(1, 8, 3, 1, 2, {70, 100}, {5, 4}, {2, 2}, .pads = {1, 1, 1, 1}, .fractions = true)));
}

static cameo_status convtranspose_status(const char *name, size_t n, int64_t v, size_t w_channels,
                                         size_t bias) {
    static harness h;
    harness_begin(&h, &cm_op_ConvTranspose, 11);
    if (name != NULL && n == 0) harness_attr_i(&h, name, v);
    if (n != 0) harness_attr_ints(&h, name, n, (int64_t[]){v, v, v, v, v});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 5, 5), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(w_channels, 6, 3, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(bias), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, bias, 7, 7), NULL);
    return harness_status(&h);
}

void test_convtranspose_refuses(void) {
    CHECK_INT(convtranspose_status(NULL, 0, 0, 4, 6), CAMEO_OK);
    CHECK_INT(convtranspose_status(NULL, 0, 0, 3, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status(NULL, 0, 0, 4, 5), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("group", 0, 0, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("group", 0, -1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("group", 0, 3, 4, 18), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("group", 0, 2, 4, 12), CAMEO_OK);
    CHECK_INT(convtranspose_status("strides", 2, 0, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("strides", 3, 1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("dilations", 2, -2, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("dilations", 2, INT32_MAX, 4, 6), CAMEO_E_LIMIT);
    CHECK_INT(convtranspose_status("dilations", 2, INT64_MAX, 4, 6), CAMEO_E_LIMIT);
    CHECK_INT(convtranspose_status("kernel_shape", 2, 2, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("pads", 4, 4, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("pads", 4, -1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("pads", 2, 0, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("output_padding", 2, -1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("output_padding", 1, 1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("output_shape", 2, -1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("output_shape", 3, 9, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(convtranspose_status("output_shape", 5, 9, 4, 6), CAMEO_E_SHAPE);
}

/* Free dims: out = (in - 1)*2 + 3, in*2 or what is given. */
void test_convtranspose_symbolic(void) {
    static harness h;
    static uint8_t memory[1 << 16];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim height = cm_dim_symbol(t, cm_str_from_c("h"), 1, 1000);
    for (int kind = 0; kind < 3; kind++) {
        harness_begin(&h, &cm_op_ConvTranspose, 11);
        harness_attr_ints(&h, "strides", 2, (int64_t[]){2, 1});
        if (kind == 1) harness_attr_s(&h, "auto_pad", "SAME_UPPER");
        if (kind == 2) harness_attr_ints(&h, "output_shape", 2, (int64_t[]){11, 7});
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 5, 5), NULL);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(4, 6, 3, 3), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 6, 3, 3), NULL);
        h.dims = t;
        h.symbolic = true;
        h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                                 .dtype = CAMEO_FLOAT,
                                 .rank = 4,
                                 .dims = {1, 4, height, 5},
                                 .n_elem = CM_NONE};
        h.in_av[1] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                                 .dtype = CAMEO_FLOAT,
                                 .rank = 4,
                                 .dims = {4, 6, 3, 3},
                                 .n_elem = CM_NONE};
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        cm_dim twice = cm_dim_mul(t, height, 2);
        const cm_dim want[] = {cm_dim_add(t, twice, 1), twice, 11};
        CHECK_INT(h.out_av[0].dims[2], want[kind]);
        CHECK_INT(h.out_av[0].dims[3], kind == 1 ? 5 : 7);
        CHECK_INT(h.out_av[0].dims[1], 6);
        cm_dim taps = cm_dim_symbol(t, CM_STR("taps"), 0, INT64_MAX);
        h.in_av[1].dims[2] = taps;
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK_INT(h.out_av[0].dims[2],
                  kind == 0 ? cm_dim_add(t, cm_dim_sub(t, twice, 2), taps) : want[kind]);
        harness_end(&h);
    }
}
