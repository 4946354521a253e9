/* Conv against naive loops in double. Data of small integers make every sum exact in f32, so that
 * all rows, instruction sets, task splits and packed weights must give the same bits. */
#include "kernels/conv.h"

#include <math.h>
#include <stdlib.h>

#include "kernels/activation.h"
#include "tests/kernels/window_vectors.h"

typedef struct conv_case {
    size_t n, c, m, group;
    uint32_t rank; /* spatial */
    size_t in[CM_MAX_SPATIAL], kernel[CM_MAX_SPATIAL];
    int64_t stride[CM_MAX_SPATIAL], dilation[CM_MAX_SPATIAL];
    int64_t pads[2 * CM_MAX_SPATIAL]; /* begins, ends; what auto_pad must come to */
    const char *auto_pad;             /* or NULL */
    bool no_bias, constant;
    int dtype; /* 0: FLOAT */
    int act;   /* cm_activation_fn, with -3 and 5 */
    bool fractions;
    bool rounded; /* sums in float, in the order of w: the same bits of fractions */
    bool last;    /* channels behind the spatial axes */
    double atol;  /* of fractions; 0: 1e-5 */
    bool sum;     /* one more input is added before the activation */
} conv_case;

/* Images, channels in and out, groups, spatial axes; then .in and what follows it. */
#define CONV(images, from, to, groups, axes, ...) \
    ((conv_case){.n = images, .c = from, .m = to, .group = groups, .rank = axes, .in = __VA_ARGS__})

static size_t conv_out_dim(const conv_case *t, uint32_t i) {
    int64_t span = (int64_t)t->in[i] + t->pads[i] + t->pads[i + t->rank] -
                   ((int64_t)t->kernel[i] - 1) * t->dilation[i] - 1;
    return (size_t)(span / t->stride[i] + 1);
}

static size_t conv_count(const size_t *d, uint32_t n) {
    size_t p = 1;
    while (n-- > 0) p *= *d++;
    return p;
}

/* Element of x that output o and tap k of channel c read, or 0. */
static double conv_read(const conv_case *t, const double *x, size_t o, size_t k,
                        const size_t *out) {
    size_t at = 0, scale = 1;
    for (uint32_t i = t->rank; i-- > 0;) {
        int64_t pos = (int64_t)(o % out[i]) * t->stride[i] - t->pads[i] +
                      (int64_t)(k % t->kernel[i]) * t->dilation[i];
        if (pos < 0 || pos >= (int64_t)t->in[i]) return 0;
        at += (size_t)pos * scale;
        scale *= t->in[i];
        o /= out[i];
        k /= t->kernel[i];
    }
    return x[at];
}

/* Of output channel m. */
static double conv_slope(size_t m) { return (double)(m % 5) - 2; }

static double conv_activate(int act, size_t m, double v) {
    double lo = act == CM_ACTIVATION_RELU ? 0 : -3;
    if (act == CM_ACTIVATION_NONE) return v;
    if (act == CM_ACTIVATION_LEAKY_RELU) return v < 0 ? -3 * v : v;
    if (act == CM_ACTIVATION_PRELU) return v < 0 ? conv_slope(m) * v : v;
    if (v < lo) v = lo;
    if (act == CM_ACTIVATION_CLIP && v > 5) v = 5;
    return v;
}

/* r may be NULL. */
static void conv_naive(const conv_case *t, const double *x, const double *w, const double *b,
                       const double *r, const size_t *out, double *y) {
    size_t plane = conv_count(t->in, t->rank), outputs = conv_count(out, t->rank);
    size_t taps = conv_count(t->kernel, t->rank), cg = t->c / t->group, mg = t->m / t->group;
    for (size_t i = 0; i < t->n * t->m * outputs; i++) {
        size_t o = i % outputs, m = i / outputs % t->m, n = i / outputs / t->m;
        double sum = 0;
        for (size_t c = 0; c < cg; c++) {
            const double *image = x + (n * t->c + m / mg * cg + c) * plane;
            for (size_t k = 0; k < taps; k++) {
                double product = w[(m * cg + c) * taps + k] * conv_read(t, image, o, k, out);
                sum += t->rounded ? (double)(float)product : product;
                if (t->rounded) sum = (double)(float)sum;
            }
        }
        if (r != NULL) sum += r[i];
        y[i] = conv_activate(t->act, m, sum + (t->no_bias ? 0 : b[m]));
    }
}

static uint32_t conv_rng;
static double conv_random(bool fractions) {
    conv_rng = conv_rng * 1664525u + 1013904223u;
    return fractions ? (double)(conv_rng >> 8) / (1 << 23) - 1 : (double)(conv_rng >> 29) - 3;
}
/* From lo to hi. */
static size_t conv_pick(uint32_t lo, uint32_t hi) {
    conv_rng = conv_rng * 1664525u + 1013904223u;
    return lo + (conv_rng >> 8) % (hi - lo + 1);
}
static double *conv_numbers(size_t n, bool fractions) {
    double *v = malloc((n + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = conv_random(fractions);
    return v;
}

static const conv_case *conv_now;
static void conv_set_params(void *params) {
    cm_conv_params *q = params;
    q->activation = (cm_activation){conv_now->act, {-3, 5}};
    q->channels_last = conv_now->last;
}
static void conv_set_relu(void *params) {
    ((cm_conv_params *)params)->activation.fn = CM_ACTIVATION_RELU;
}

/* To channels behind the spatial axes: v [n][c][plane] and its dims. */
static void conv_to_last(double *v, size_t *dims, uint32_t rank) {
    size_t n = dims[0], c = dims[1], plane = conv_count(dims + 2, rank - 2), all = n * c * plane;
    double *old = malloc((all + 1) * sizeof *old);
    memcpy(old, v, all * sizeof *old);
    for (size_t i = 0; i < all; i++) v[i] = old[(i / (c * plane) * c + i % c) * plane + i / c % plane];
    free(old);
    for (uint32_t i = 1; i + 1 < rank; i++) dims[i] = dims[i + 1];
    dims[rank - 1] = c;
}

static void conv_attrs(harness *h, const conv_case *t) {
    int64_t kernel[CM_MAX_SPATIAL];
    for (uint32_t i = 0; i < t->rank; i++) kernel[i] = (int64_t)t->kernel[i];
    if (t->group != 1) harness_attr_i(h, "group", (int64_t)t->group);
    harness_attr_ints(h, "kernel_shape", t->rank, kernel);
    harness_attr_ints(h, "strides", t->rank, t->stride);
    harness_attr_ints(h, "dilations", t->rank, t->dilation);
    if (t->auto_pad != NULL) {
        harness_attr_s(h, "auto_pad", t->auto_pad);
    } else {
        harness_attr_ints(h, "pads", (size_t)t->rank * 2, t->pads);
    }
    conv_now = t;
    h->after_parse = conv_set_params;
}

static uint32_t conv_rows; /* that the last case ran */

static bool conv_check(conv_case t) {
    static harness h;
    int dtype = t.dtype == 0 ? CAMEO_FLOAT : t.dtype;
    uint32_t rank = t.rank + 2;
    size_t x_dims[CM_MAX_RANK] = {t.n, t.c}, w_dims[CM_MAX_RANK] = {t.m, t.c / t.group};
    size_t y_dims[CM_MAX_RANK] = {t.n, t.m};
    for (uint32_t i = 0; i < t.rank; i++) {
        if (t.stride[i] == 0) t.stride[i] = 1;
        if (t.dilation[i] == 0) t.dilation[i] = 1;
        x_dims[i + 2] = t.in[i];
        w_dims[i + 2] = t.kernel[i];
        y_dims[i + 2] = conv_out_dim(&t, i);
    }
    double *x = conv_numbers(conv_count(x_dims, rank), t.fractions);
    double *w = conv_numbers(conv_count(w_dims, rank), t.fractions);
    double *b = conv_numbers(t.m, t.fractions);
    double *y = conv_numbers(conv_count(y_dims, rank), false);
    double *r = conv_numbers(conv_count(y_dims, rank), t.fractions);
    conv_naive(&t, x, w, b, t.sum ? r : NULL, y_dims + 2, y);
    size_t r_dims[CM_MAX_RANK];
    memcpy(r_dims, y_dims, sizeof r_dims);
    if (t.last) {
        conv_to_last(x, x_dims, rank);
        conv_to_last(y, y_dims, rank);
        conv_to_last(r, r_dims, rank);
    }
    harness_begin(&h, &cm_op_Conv, 11);
    conv_attrs(&h, &t);
    harness_in_num(&h, dtype, rank, x_dims, x);
    harness_in_num(&h, dtype, rank, w_dims, w);
    if (t.constant) harness_const(&h);
    if (!t.no_bias) harness_in_num(&h, dtype, 1, &t.m, b);
    if (t.no_bias && t.sum) harness_in_none(&h);
    if (t.sum) harness_in_num(&h, dtype, rank, r_dims, r);
    double *slope = conv_numbers(t.m, false);
    for (size_t m = 0; m < t.m; m++) slope[m] = conv_slope(m);
    if (t.act == CM_ACTIVATION_PRELU) {
        while (h.n_in < CM_IN_SLOPE) harness_in_none(&h);
        harness_in_num(&h, dtype, 1, &t.m, slope);
    }
    free(slope);
    harness_out_num(&h, dtype, rank, y_dims, y);
    if (t.fractions && !t.rounded) h.rtol = 1e-5, h.atol = t.atol != 0 ? t.atol : 1e-5;
    bool ok = harness_run(&h);
    conv_rows = h.n_rows;
    free(x);
    free(w);
    free(b);
    free(y);
    free(r);
    return ok;
}

/* Every case with weights as an input and as a constant. */
static bool conv_check_weights(conv_case t) {
    t.constant = false;
    if (!conv_check(t)) return false;
    t.constant = true;
    return conv_check(t);
}
/* Channels last: rows may add in another order, and fused. */
static bool conv_check_last(conv_case t) {
    t.last = true;
    t.rounded = false;
    if (!conv_check_weights(t)) return false;
    t.sum = true;
    return conv_check_weights(t);
}
/* Both layouts. */
static bool conv_check_both(conv_case t) {
    bool plain = conv_check_weights(t); /* conv_rows is of the last one, with plain channels */
    uint32_t rows = conv_rows;
    bool last = conv_check_last(t);
    conv_rows = rows;
    return plain && last;
}

void test_conv_vectors(void) {
    size_t n = sizeof window_vectors / sizeof *window_vectors;
    CHECK_INT(vectors_run(window_vectors, n, "Conv", &cm_op_Conv, 1e-5, 9), 8);
    CHECK_INT(vectors_run(window_vectors, n, "Conv", &cm_op_Conv, 1e-5, 1), 8);
}

void test_conv_plain(void) {
    CHECK(conv_check_both(CONV(1, 3, 5, 1, 2, {7, 9}, {3, 3})));
    CHECK(conv_check_both(CONV(2, 3, 8, 1, 2, {6, 5}, {3, 2}, .pads = {1, 0, 2, 1})));
    CHECK(conv_check_both(CONV(2, 4, 7, 1, 2, {11, 13}, {3, 5}, {2, 3}, .pads = {1, 2, 1, 2})));
    CHECK(conv_check_both(CONV(1, 2, 4, 1, 2, {12, 40}, {3, 3}, {1, 1}, {2, 3}, {2, 3, 2, 3})));
    CHECK(conv_check_both(CONV(1, 2, 6, 1, 2, {3, 3}, {5, 5}, .pads = {4, 4, 4, 4})));
    CHECK(conv_check_both(CONV(1, 2, 4, 1, 2, {5, 4}, {3, 3}, .no_bias = true)));
}

void test_conv_pointwise(void) {
    CHECK(conv_check_both(CONV(2, 9, 6, 1, 2, {5, 7}, {1, 1})));
    CHECK(conv_check_both(CONV(1, 20, 8, 1, 2, {1, 1}, {1, 1})));
    CHECK(conv_check_both(CONV(1, 3, 8, 1, 2, {7, 8}, {1, 1}, {2, 2})));
    CHECK(conv_check_both(CONV(1, 3, 4, 1, 2, {3, 3}, {1, 1}, .pads = {1, 1, 0, 0})));
    CHECK(conv_check_both(CONV(2, 12, 8, 2, 1, {9}, {1})));
}

void test_conv_groups(void) {
    CHECK(conv_check_both(CONV(2, 6, 12, 3, 2, {6, 6}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_both(CONV(1, 5, 5, 5, 2, {9, 37}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_both(CONV(2, 4, 4, 4, 2, {9, 40}, {3, 3}, {2, 2}, .pads = {0, 0, 1, 1})));
    CHECK(conv_check_both(CONV(1, 4, 8, 4, 2, {9, 9}, {5, 5}, {1, 1}, {2, 2}, {4, 4, 4, 4})));
    CHECK(conv_check_both(CONV(1, 4, 2, 2, 2, {4, 4}, {2, 2})));
}

void test_conv_ranks(void) {
    CHECK(conv_check_both(CONV(2, 3, 4, 1, 1, {50}, {7}, {3}, {2}, {5, 1})));
    CHECK(conv_check_both(CONV(2, 3, 3, 3, 1, {50}, {7}, {1}, {1}, {6, 0})));
    CHECK(conv_check_both(
        CONV(1, 2, 5, 1, 3, {5, 6, 7}, {2, 3, 3}, {1, 2, 1}, {2, 1, 1}, {1, 0, 1, 0, 1, 1})));
    CHECK(conv_check_both(CONV(1, 3, 3, 3, 3, {5, 6, 7}, {3, 3, 3}, .pads = {1, 1, 1, 1, 1, 1})));
    CHECK(conv_check_both(
        CONV(1, 2, 4, 1, 6, {2, 3, 2, 3, 2, 4}, {2, 1, 2, 2, 1, 3}, .pads = {0, 0, 1, 0, 0, 1})));
    CHECK(conv_check_both(
        CONV(1, 2, 2, 2, 6, {2, 3, 2, 3, 2, 4}, {2, 1, 2, 2, 1, 3}, .pads = {0, 0, 1, 0, 0, 1})));
}

void test_conv_auto_pad(void) {
    CHECK(conv_check_both(CONV(1, 2, 4, 1, 2, {5, 6}, {4, 3}, {1, 2}, .pads = {1, 0, 2, 1},
                               .auto_pad = "SAME_UPPER")));
    CHECK(conv_check_both(CONV(1, 2, 4, 1, 2, {5, 6}, {4, 3}, {1, 2}, .pads = {2, 1, 1, 0},
                               .auto_pad = "SAME_LOWER")));
    CHECK(conv_check_both(CONV(1, 2, 4, 1, 2, {5, 6}, {4, 3}, {1, 2}, .auto_pad = "VALID")));
    CHECK(conv_check_both(CONV(1, 2, 4, 1, 1, {9}, {1}, {3}, .auto_pad = "SAME_UPPER")));
}

void test_conv_empty(void) {
    CHECK(conv_check_both(CONV(0, 3, 4, 1, 2, {5, 5}, {3, 3})));
    CHECK(conv_check_both(CONV(1, 0, 4, 1, 2, {5, 5}, {3, 3})));
    CHECK(conv_check_both(CONV(1, 3, 4, 1, 2, {2, 0}, {1, 1}, .pads = {0, 1, 0, 1})));
}

void test_conv_activation(void) {
    for (int act = CM_ACTIVATION_RELU; act <= CM_ACTIVATION_CLIP; act++) {
        CHECK(conv_check_both(CONV(1, 3, 8, 1, 2, {6, 6}, {3, 3}, .act = act)));
        CHECK(conv_check_both(CONV(1, 3, 3, 3, 2, {6, 6}, {3, 3}, .act = act)));
        CHECK(conv_check_both(
            CONV(1, 3, 3, 1, 2, {6, 6}, {3, 3}, .act = act, .dtype = CAMEO_DOUBLE)));
    }
}

void test_conv_dtypes(void) {
    static const int dtypes[] = {CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 3; i++) {
        CHECK(conv_check_both(CONV(2, 2, 3, 1, 2, {6, 21}, {2, 3}, {1, 1}, {1, 1}, {1, 1, 1, 1},
                                   .dtype = dtypes[i])));
        CHECK(conv_check_both(CONV(1, 4, 4, 2, 1, {20}, {3}, {2}, .dtype = dtypes[i])));
    }
}

/* Several tasks, several depth blocks. A sum of 480 products has terms of 120 in all, and an error of 120 * 2^-22. */
void test_conv_large(void) {
    CHECK(conv_check_both(CONV(1, 40, 24, 1, 2, {19, 31}, {3, 4}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_both(CONV(2, 8, 8, 8, 2, {50, 90}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_both(
        CONV(1, 40, 24, 1, 2, {19, 31}, {3, 4}, .pads = {1, 1, 1, 1}, .fractions = true, .atol = 4e-5)));
    CHECK(conv_check_both(CONV(1, 2, 2, 1, 1, {60000}, {3}, .dtype = CAMEO_DOUBLE)));
}

/* Depthwise: every row gives the bits of sums in float in the order of w. */
static bool conv_check_depthwise(conv_case t) {
    t.fractions = t.rounded = true;
    return conv_check_both(t);
}

void test_conv_depthwise_widths(void) {
    for (size_t w = 1; w <= 20; w++) {
        for (int64_t s = 1; s <= 3; s++) {
            CHECK(conv_check_depthwise(
                CONV(1, 2, 2, 2, 2, {4, w}, {3, 3}, {s, s}, .pads = {1, 1, 1, 1})));
            CHECK(conv_check_depthwise(
                CONV(2, 2, 2, 2, 1, {w + 4}, {5}, {s}, {1}, {0, 1}, .no_bias = true)));
        }
    }
    for (size_t w = 30; w <= 80; w += 7) {
        CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {3, w}, {3, 3}, .pads = {1, 1, 1, 1})));
        CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {3, w}, {2, 3}, {2, 2})));
    }
}

void test_conv_depthwise_kernels(void) {
    for (size_t h = 4; h <= 40; h += 9) { /* a last axis of one element, with and without windows that leave it */
        CHECK(conv_check_depthwise(CONV(2, 3, 3, 3, 2, {h, 1}, {4, 1})));
        CHECK(conv_check_depthwise(CONV(2, 3, 3, 3, 2, {h, 1}, {4, 1}, {2, 3}, .pads = {1, 0, 2, 0})));
        CHECK(conv_check_depthwise(CONV(1, 3, 3, 3, 2, {h, 1}, {4, 3}, .pads = {0, 1, 0, 1})));
    }
    CHECK(conv_check_depthwise(CONV(2, 3, 3, 3, 2, {9, 25}, {5, 5}, .pads = {2, 2, 2, 2})));
    CHECK(conv_check_depthwise(CONV(1, 3, 3, 3, 2, {9, 25}, {5, 5}, {2, 2}, .pads = {1, 1, 2, 2})));
    CHECK(conv_check_depthwise(CONV(1, 3, 3, 3, 2, {14, 14}, {7, 7}, .pads = {3, 3, 3, 3})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {6, 40}, {1, 11}, .pads = {0, 5, 0, 5})));
    CHECK(
        conv_check_depthwise(CONV(1, 2, 2, 2, 2, {6, 40}, {2, 12}, {1, 2}, .pads = {1, 9, 0, 3})));
    CHECK(
        conv_check_depthwise(CONV(1, 2, 2, 2, 2, {11, 33}, {3, 3}, {1, 1}, {2, 2}, {2, 2, 2, 2})));
    CHECK(
        conv_check_depthwise(CONV(1, 2, 2, 2, 2, {11, 33}, {3, 3}, {2, 2}, {3, 2}, {3, 1, 0, 2})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {8, 12}, {3, 3}, {1, 2}, .pads = {0, 2, 1, 0})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {8, 12}, {3, 3}, {2, 1}, .pads = {2, 0, 0, 1})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {8, 50}, {3, 3}, {4, 5}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {2, 3}, {3, 3}, .pads = {5, 19, 6, 20})));
    CHECK(conv_check_depthwise(CONV(2, 2, 2, 2, 1, {50}, {31}, .pads = {15, 15})));
    CHECK(conv_check_depthwise(CONV(2, 2, 2, 2, 1, {60}, {3}, {1}, {16}, {32, 0})));
}

void test_conv_depthwise_channels(void) {
    CHECK(conv_check_depthwise(CONV(2, 3, 6, 3, 2, {5, 11}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_depthwise(CONV(2, 3, 9, 3, 2, {5, 11}, {3, 3}, {2, 2})));
    CHECK(conv_check_depthwise(CONV(1, 1, 2, 1, 2, {5, 11}, {3, 3})));
    CHECK(conv_check_depthwise(CONV(2, 2, 4, 2, 1, {40}, {9}, .pads = {8, 0})));
    CHECK(conv_check_both(CONV(1, 3, 12, 3, 2, {5, 11}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_depthwise(CONV(0, 3, 3, 3, 2, {5, 5}, {3, 3})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {2, 0}, {1, 1}, .pads = {0, 1, 0, 1})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {0, 9}, {1, 1}, .pads = {2, 0, 0, 0})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 1, {0}, {3}, .pads = {2, 2})));
    /* Two axes are left to a row of their own, three are not. */
    CHECK(conv_check_depthwise(CONV(1, 3, 3, 3, 3, {2, 2, 9}, {1, 2, 3})));
    uint32_t rows = conv_rows;
    CHECK(conv_check_depthwise(CONV(1, 3, 3, 3, 2, {2, 9}, {2, 3})));
    CHECK(conv_rows > rows);
}

void test_conv_depthwise_activation(void) {
    for (int act = CM_ACTIVATION_RELU; act <= CM_ACTIVATION_CLIP; act++) {
        CHECK(conv_check_depthwise(CONV(1, 3, 3, 3, 2, {6, 45}, {3, 3}, .act = act)));
        CHECK(conv_check_depthwise(
            CONV(1, 3, 3, 3, 2, {6, 19}, {5, 5}, {2, 2}, .pads = {2, 2, 2, 2}, .act = act)));
        CHECK(
            conv_check_both(CONV(1, 3, 3, 3, 2, {7, 7}, {3, 3}, .pads = {1, 1, 1, 1}, .act = act)));
    }
}

/* Many tasks: of several planes each, and parts of planes that begin within a row. */
void test_conv_depthwise_large(void) {
    CHECK(conv_check_depthwise(CONV(2, 90, 90, 90, 2, {33, 21}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_depthwise(CONV(1, 2, 2, 2, 2, {101, 103}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_depthwise(CONV(1, 1, 2, 1, 1, {60000}, {3}, {2}, {1}, {1, 1})));
}

/* Taps outside of the data do not count, whatever their weight; NaN passes the activation. */
void test_conv_depthwise_not_finite(void) {
    static const double bad[] = {INFINITY, -INFINITY, NAN};
    static harness h;
    for (int64_t stride = 1; stride <= 3; stride++) {
        for (int i = 0; i < 6; i++) {
            double x[20], y[20], w[3] = {bad[i % 3], 1, 2};
            size_t n = i < 3 ? 3 : 20, outs = (n - 1) / (size_t)stride + 1;
            for (size_t j = 0; j < n; j++) x[j] = (double)j + 1;
            for (size_t j = 0; j < outs; j++) {
                size_t at = j * (size_t)stride;
                y[j] = at == 0 ? x[0] + 2 * x[1] : bad[i % 3] < 0 ? 0 : bad[i % 3];
            }
            harness_begin(&h, &cm_op_Conv, 11);
            harness_attr_ints(&h, "pads", 2, (int64_t[]){1, 1});
            harness_attr_ints(&h, "strides", 1, &stride);
            harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, n), x);
            harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3), w);
            harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, outs), y);
            h.after_parse = conv_set_relu;
            CHECK(harness_run(&h));
        }
    }
}

static cameo_status conv_status(const char *name, int64_t v, size_t w_channels, size_t bias) {
    static harness h;
    harness_begin(&h, &cm_op_Conv, 11);
    if (name != NULL && name[0] == 'g') harness_attr_i(&h, name, v);
    if (name != NULL && name[0] != 'g') harness_attr_ints(&h, name, 2, (int64_t[]){v, v});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 5, 5), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(6, w_channels, 3, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(bias), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 6, 3, 3), NULL);
    return harness_status(&h);
}

/* Random sizes, strides, dilations, pads and groups with channels last. */
void test_conv_last_random(void) {
    conv_rng = 20;
    for (int i = 0; i < 60; i++) {
        conv_case t = {.n = conv_pick(1, 2), .rank = (uint32_t)conv_pick(1, 3)};
        t.group = conv_pick(1, 3) == 3 ? conv_pick(1, 9) : 1;
        size_t cg = conv_pick(0, 1) ? conv_pick(1, 4) : conv_pick(1, 40);
        t.c = t.group * (t.group > 1 && conv_pick(0, 1) ? 1 : cg);
        t.m = t.group * conv_pick(1, conv_pick(0, 1) ? 5 : 70 / (uint32_t)t.group);
        for (uint32_t a = 0; a < t.rank; a++) {
            t.kernel[a] = conv_pick(1, 4);
            t.stride[a] = (int64_t)conv_pick(1, 3);
            t.dilation[a] = (int64_t)conv_pick(1, 2);
            t.pads[a] = (int64_t)conv_pick(0, 4);
            t.pads[a + t.rank] = (int64_t)conv_pick(0, 4);
            t.in[a] = (t.kernel[a] - 1) * (size_t)t.dilation[a] + conv_pick(1, t.rank == 3 ? 5 : 12);
        }
        t.no_bias = conv_pick(0, 3) == 0;
        t.act = (int)conv_pick(0, 3);
        if (t.act == 3) t.act = CM_ACTIVATION_PRELU;
        CHECK(conv_check_last(t));
    }
}

/* Few channels to few, plain: images and signals, wider than a task, strides that part rows, pads beyond the data. */
void test_conv_few(void) {
    conv_rng = 5;
    for (int i = 0; i < 150; i++) {
        conv_case t = {.n = conv_pick(1, 2), .group = 1, .rank = (uint32_t)conv_pick(1, 3)};
        t.c = conv_pick(1, 9);
        t.m = conv_pick(1, 9);
        for (uint32_t a = 0; a < t.rank; a++) {
            t.kernel[a] = conv_pick(1, 4);
            t.stride[a] = (int64_t)conv_pick(1, a + 1 == t.rank ? 5 : 2);
            t.dilation[a] = (int64_t)conv_pick(1, 3);
            t.pads[a] = (int64_t)conv_pick(0, 5);
            t.pads[a + t.rank] = (int64_t)conv_pick(0, 5);
            t.in[a] = (t.kernel[a] - 1) * (size_t)t.dilation[a] + conv_pick(1, t.rank == 3 ? 5 : 40);
        }
        t.no_bias = conv_pick(0, 3) == 0;
        t.act = (int)conv_pick(0, 3);
        if (t.act == 3) t.act = CM_ACTIVATION_PRELU;
        t.sum = t.m >= CM_SUM_ROWS && conv_pick(0, 1) == 0;
        CHECK(conv_check_weights(t));
    }
    CHECK(conv_check_weights(CONV(1, 2, 3, 1, 1, {1100}, {9}, {2}, .pads = {4, 4})));
    CHECK(conv_check_weights(CONV(2, 3, 3, 1, 2, {9, 600}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_weights(CONV(1, 3, 8, 1, 2, {70, 40}, {3, 3}, {2, 3}, .no_bias = true)));
    CHECK(conv_check_weights(CONV(0, 3, 8, 1, 2, {7, 4}, {3, 3})));
    /* To more channels, just wide enough and not. */
    for (int i = 0; i < 24; i++) {
        conv_case t = CONV(conv_pick(1, 2), conv_pick(1, 8), 0, 1, 2, {0}, {3, 3}, .pads = {1, 1, 1, 1});
        t.m = conv_pick(9, 65);
        t.stride[0] = (int64_t)conv_pick(1, 2);
        t.stride[1] = (int64_t)conv_pick(1, 3);
        t.in[0] = conv_pick(1, 5);
        t.in[1] = 24 * (size_t)(t.stride[1] * t.stride[1]) + conv_pick(0, 12) - 4;
        t.no_bias = i % 4 == 0;
        t.act = i % 3;
        t.sum = i % 2 == 0;
        CHECK(conv_check_weights(t));
    }
}

/* One image of one pixel, and what is nearly that: two images, a pad. */
void test_conv_pixel(void) {
    conv_rng = 77;
    for (int i = 0; i < 60; i++) {
        conv_case t = {.n = 1, .c = conv_pick(1, 300), .m = conv_pick(1, 90), .group = 1};
        t.rank = (uint32_t)conv_pick(1, 3);
        for (uint32_t a = 0; a < t.rank; a++) {
            t.kernel[a] = t.in[a] = 1;
            t.stride[a] = (int64_t)conv_pick(1, 2);
            t.dilation[a] = (int64_t)conv_pick(1, 2);
        }
        t.no_bias = conv_pick(0, 3) == 0;
        t.act = (int)conv_pick(0, 3);
        if (t.act == 3) t.act = CM_ACTIVATION_PRELU;
        t.sum = t.m >= CM_SUM_ROWS && conv_pick(0, 1) == 0;
        CHECK(conv_check_both(t));
    }
    CHECK(conv_check_both(CONV(1, 700, 1100, 1, 2, {1, 1}, {1, 1})));
    CHECK(conv_check_both(CONV(2, 70, 30, 1, 2, {1, 1}, {1, 1})));
    CHECK(conv_check_both(CONV(1, 70, 30, 1, 2, {1, 1}, {1, 1}, {3, 1}, .pads = {1, 0, 1, 0})));
}

/* A slope for each output channel, in every layout. */
void test_conv_prelu(void) {
    int act = CM_ACTIVATION_PRELU;
    CHECK(conv_check_both(CONV(2, 5, 7, 1, 2, {9, 11}, {3, 3}, .act = act)));
    CHECK(conv_check_both(CONV(1, 6, 8, 2, 2, {6, 6}, {3, 3}, .act = act, .no_bias = true)));
    CHECK(conv_check_both(CONV(2, 9, 9, 9, 2, {12, 45}, {3, 3}, .pads = {1, 1, 1, 1}, .act = act)));
    CHECK(conv_check_both(CONV(1, 4, 300, 1, 1, {21}, {1}, .act = act)));
    CHECK(conv_check_both(CONV(1, 3, 2, 1, 2, {40, 40}, {5, 5}, {2, 2}, .act = act)));
    CHECK(conv_check_last(CONV(1, 6, 44, 2, 2, {9, 11}, {3, 3}, .act = act)));
}

/* Thin groups: more channels, columns and rows than one task has, blocks of channels that begin within a group. */
void test_conv_last_thin(void) {
    int act = CM_ACTIVATION_LEAKY_RELU;
    CHECK(conv_check_last(CONV(1, 5, 5, 5, 2, {9, 11}, {3, 3}, .act = act)));
    CHECK(conv_check_last(CONV(1, 6, 44, 2, 2, {9, 11}, {3, 3}, .act = act)));
    CHECK(conv_check_last(CONV(1, 6, 44, 1, 2, {9, 11}, {3, 3}, .act = act)));
    CHECK(conv_check_last(CONV(1, 88, 88, 22, 2, {9, 41}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_last(CONV(2, 44, 66, 22, 2, {7, 70}, {3, 3}, {2, 2}, {1, 2}, {1, 2, 1, 0})));
    CHECK(conv_check_last(CONV(1, 35, 105, 35, 2, {12, 35}, {3, 2}, {1, 1}, {2, 3}, {2, 0, 2, 3})));
    CHECK(conv_check_last(CONV(1, 30, 30, 10, 3, {4, 5, 36}, {2, 3, 3}, .pads = {1, 1, 1, 0, 1, 1})));
    CHECK(conv_check_last(CONV(1, 530, 530, 530, 2, {5, 9}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_last(CONV(1, 3, 3, 3, 1, {1100}, {9}, {2}, .pads = {4, 4})));
    CHECK(conv_check_last(CONV(1, 1030, 1030, 1030, 2, {2, 3}, {3, 2}, .pads = {1, 1, 1, 1})));
}

/* Random strides, dilations, pads and activation. */
static void conv_vary(conv_case *t) {
    for (uint32_t a = 0; a < 2; a++) {
        t->stride[a] = (int64_t)conv_pick(1, 3);
        t->dilation[a] = (int64_t)(conv_pick(0, 2) == 0 ? conv_pick(1, 20) : conv_pick(1, 3));
        int64_t span = ((int64_t)t->kernel[a] - 1) * t->dilation[a] + 1;
        t->pads[a] = (int64_t)conv_pick(0, (uint32_t)span);
        t->pads[a + 2] = (int64_t)conv_pick(0, (uint32_t)span);
        if ((int64_t)t->in[a] + t->pads[a] + t->pads[a + 2] < span) t->pads[a] = span;
    }
    t->no_bias = conv_pick(0, 3) == 0;
    t->act = (int)conv_pick(0, 2);
}

/* Depthwise rows of many kernels, strides and dilations: blocks inside, at one border, at both, outside of the data. */
void test_conv_last_lanes(void) {
    conv_rng = 31;
    for (int i = 0; i < 120; i++) {
        size_t c = conv_pick(1, 3) == 1 ? conv_pick(1, 8) : conv_pick(9, 40);
        conv_case t = CONV(1, c, c, c, 2, {conv_pick(1, 4), conv_pick(1, 45)}, {conv_pick(1, 3), conv_pick(1, 9)});
        conv_vary(&t);
        CHECK(conv_check_last(t));
    }
    for (int i = 0; i < 120; i++) { /* groups of 2 and 4 channels */
        size_t g = i % 2 == 0 ? 2 : 4, c = g * conv_pick(1, 12);
        conv_case t = CONV(1, c, c, c / g, 2, {conv_pick(1, 4), conv_pick(1, 45)}, {conv_pick(1, 3), conv_pick(1, 9)});
        conv_vary(&t);
        CHECK(conv_check_last(t));
    }
}

/* Wide dilations on small images: most taps read zeros, some blocks of the depth all. */
void test_conv_last_sparse(void) {
    CHECK(conv_check_last(CONV(1, 40, 20, 1, 2, {9, 10}, {3, 3}, {1, 1}, {12, 12}, {12, 12, 12, 12})));
    CHECK(conv_check_last(CONV(2, 300, 9, 1, 2, {5, 9}, {3, 3}, {1, 1}, {5, 4}, {5, 4, 5, 4})));
    CHECK(conv_check_last(CONV(1, 20, 40, 2, 2, {11, 13}, {5, 3}, {2, 1}, {6, 8}, {12, 8, 12, 8}, .no_bias = true)));
    CHECK(conv_check_last(CONV(1, 5, 17, 1, 1, {6}, {7}, {1}, {1}, {20, 20})));
}

/* Last tiles of every number of pixels, with whole and half panels; weights in several blocks of the depth, which are
 * fetched ahead. */
void test_conv_last_tiles(void) {
    for (size_t n = 1; n <= 26; n++) {
        CHECK(conv_check_last(CONV(1, 30, 32, 1, 1, {n}, {1})));
        CHECK(conv_check_last(CONV(1, 33, 57, 1, 1, {n}, {1}, .act = CM_ACTIVATION_CLIP)));
        CHECK(conv_check_last(CONV(1, 65, 24, 1, 1, {n + 1}, {2}, .no_bias = true)));
        CHECK(conv_check_last(CONV(1, 18, 28, 2, 1, {n + 2}, {3}, .act = CM_ACTIVATION_CLIP)));
        CHECK(conv_check_last(CONV(1, 9, 7, 1, 1, {n}, {1})));
    }
    CHECK(conv_check_last(CONV(1, 480, 480, 30, 1, {25}, {9}))); /* weights that are fetched ahead */
    /* Groups with a panel each, and with two: tasks of few tiles and several groups. */
    CHECK(conv_check_last(CONV(1, 96, 96, 6, 2, {20, 19}, {3, 3}, .pads = {1, 1, 1, 1})));
    CHECK(conv_check_last(CONV(1, 80, 80, 2, 2, {20, 19}, {3, 3}, .pads = {1, 1, 1, 1})));
    /* One tap: each output reads its pixel, or pads and strides come between. */
    CHECK(conv_check_last(CONV(3, 24, 40, 2, 2, {5, 7}, {1, 1})));
    CHECK(conv_check_last(CONV(2, 1100, 40, 1, 2, {3, 5}, {1, 1})));
    CHECK(conv_check_last(CONV(2, 20, 24, 1, 2, {5, 7}, {1, 1}, {1, 2}, .no_bias = true)));
    CHECK(conv_check_last(CONV(2, 20, 24, 1, 2, {4, 7}, {1, 1}, .pads = {1, 0, 0, 1})));
    CHECK(conv_check_last(CONV(2, 20, 24, 1, 2, {6, 7}, {1, 1}, {2, 1}, .pads = {3, 0, 2, 0})));
    for (size_t n = 1; n <= 7; n++) CHECK(conv_check_last(CONV(1, 1100, 90, 1, 1, {n}, {1})));
}

/* Few output channels of many: vectors along the depth, in one block and in several, with a residual and without. */
void test_conv_last_narrow(void) {
    for (size_t m = 1; m <= 5; m++) {
        CHECK(conv_check_last(CONV(1, 32, m, 1, 2, {5, 9}, {3, 3}, .pads = {1, 1, 1, 1})));
        CHECK(conv_check_last(CONV(2, 144, m, 1, 2, {5, 5}, {3, 3}, {2, 1}, .act = CM_ACTIVATION_CLIP)));
        CHECK(conv_check_last(CONV(1, 48, m * 3, 3, 1, {29}, {2}, .no_bias = true)));
    }
    CHECK(conv_check_last(CONV(1, 1104, 3, 1, 2, {4, 7}, {1, 1}, .act = CM_ACTIVATION_LEAKY_RELU)));
    CHECK(conv_check_last(CONV(1, 16, 2, 1, 2, {6, 7}, {3, 3}, {1, 1}, {6, 6}, {6, 6, 6, 6})));
}

/* Winograd: within 2^-18 * sum |w||x| of the exact result; |x| and |w| are below 1. */
void test_conv_last_wino(void) {
    const conv_case cases[] = {
        CONV(1, 64, 80, 1, 2, {21, 30}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(2, 64, 64, 1, 2, {13, 14}, {3, 3}, .act = CM_ACTIVATION_CLIP),
        CONV(1, 80, 64, 1, 2, {11, 15}, {3, 3}, .pads = {0, 2, 1, 0}, .no_bias = true),
        CONV(1, 144, 96, 1, 2, {10, 12}, {3, 3}, .pads = {1, 1, 1, 1}, .act = CM_ACTIVATION_LEAKY_RELU),
        CONV(1, 16, 48, 1, 2, {13, 15}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(1, 272, 16, 1, 2, {9, 12}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(1, 18, 37, 1, 2, {10, 11}, {3, 3}, .pads = {1, 1, 1, 1}, .act = CM_ACTIVATION_LEAKY_RELU),
        CONV(1, 53, 23, 1, 2, {13, 13}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(2, 20, 28, 1, 3, {5, 8, 9}, {3, 3, 3}, .pads = {1, 1, 1, 1, 1, 1}),
        CONV(1, 16, 24, 1, 3, {9, 8, 9}, {2, 3, 3}, {3, 1, 1}, {2, 1, 1}, .pads = {0, 1, 1, 2, 1, 1}),
        CONV(1, 48, 64, 1, 2, {7, 7}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(1, 72, 64, 1, 2, {10, 11}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(1, 40, 24, 1, 2, {16, 14}, {3, 3}, {1, 1}, {2, 2}, .pads = {2, 2, 2, 2}),
        CONV(2, 16, 19, 1, 2, {13, 24}, {3, 3}, {1, 1}, {1, 3}, .pads = {1, 3, 0, 3}, .act = CM_ACTIVATION_LEAKY_RELU),
        CONV(1, 17, 70, 1, 2, {25, 31}, {3, 3}, {1, 1}, {3, 2}, .pads = {3, 0, 3, 5}, .act = CM_ACTIVATION_CLIP),
        CONV(1, 16, 20, 1, 3, {4, 15, 14}, {2, 3, 3}, {1, 1, 1}, {1, 2, 2}, .pads = {1, 2, 2, 0, 2, 2}),
        /* More channels than tiles, so that inputs have a phase: in one block of tiles and in several. */
        CONV(1, 24, 100, 1, 2, {6, 15}, {3, 3}, .pads = {1, 1, 1, 1}),
        CONV(1, 20, 129, 1, 2, {31, 53}, {3, 3}, .pads = {1, 1, 1, 1}, .act = CM_ACTIVATION_CLIP),
        CONV(2, 17, 72, 1, 3, {3, 8, 9}, {3, 3, 3}, .pads = {1, 1, 1, 1, 1, 1}),
    };
    conv_rng = 7;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        conv_case t = cases[i];
        t.fractions = t.last = t.constant = true;
        t.atol = (double)t.c * (double)conv_count(t.kernel, t.rank) / 4 / (1 << 18); /* the mean of |w||x| is 1/4 */
        if (t.act == CM_ACTIVATION_LEAKY_RELU) t.atol *= 3; /* its slope */
        CHECK(conv_check(t));
        uint32_t rows = conv_rows;
        t.sum = true;
        CHECK(conv_check(t));
        t.constant = false;
        CHECK(conv_check(t));
        CHECK_INT(rows - 2, 3 * (conv_rows - 2)); /* Winograd, constant and other weights; the oracle */
    }
}

/* Winograd with fewer output channels than tiles, but so many input channels that their transform is a phase. */
void test_conv_last_wino_deep(void) {
    conv_case t = CONV(1, 513, 65, 1, 2, {5, 130}, {3, 3}, .pads = {1, 1, 1, 1});
    conv_rng = 7;
    t.fractions = t.last = t.constant = true;
    t.atol = (double)t.c * 9 / 4 / (1 << 18);
    CHECK(conv_check(t));
}

void test_conv_refuses(void) {
    CHECK_INT(conv_status(NULL, 0, 4, 6), CAMEO_OK);
    CHECK_INT(conv_status(NULL, 0, 3, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status(NULL, 0, 4, 5), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("group", 0, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("group", -1, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("group", 4, 1, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("strides", 0, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("dilations", -2, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("dilations", INT32_MAX, 4, 6), CAMEO_E_LIMIT);
    CHECK_INT(conv_status("dilations", INT64_MAX, 4, 6), CAMEO_E_LIMIT);
    CHECK_INT(conv_status("dilations", 9, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("kernel_shape", 2, 4, 6), CAMEO_E_SHAPE);
    CHECK_INT(conv_status("pads", 1, 4, 6), CAMEO_E_SHAPE);
}

/* Free dims: SAME is ceil(in / stride) whatever the kernel. */
void test_conv_symbolic(void) {
    static harness h;
    static uint8_t memory[1 << 16];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim height = cm_dim_symbol(t, cm_str_from_c("h"), 1, 1000);
    for (int same = 0; same < 2; same++) {
        harness_begin(&h, &cm_op_Conv, 11);
        harness_attr_ints(&h, "strides", 2, (int64_t[]){2, 1});
        if (same) harness_attr_s(&h, "auto_pad", "SAME_UPPER");
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 5, 5), NULL);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(6, 4, 3, 3), NULL);
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
                                 .dims = {6, 4, 3, 3},
                                 .n_elem = CM_NONE};
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        cm_dim want = same ? cm_dim_div_ceil(t, height, 2)
                           : cm_dim_add(t, cm_dim_div_floor(t, cm_dim_sub(t, height, 3), 2), 1);
        CHECK_INT(h.out_av[0].dims[2], want);
        CHECK_INT(h.out_av[0].dims[3], same ? 5 : 3);
        CHECK_INT(h.out_av[0].dims[1], 6);
        cm_dim taps = cm_dim_symbol(t, CM_STR("taps"), 0, INT64_MAX);
        h.in_av[1].dims[2] = taps;
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        cm_dim span = cm_dim_sub(t, height, taps);
        if (!same) want = cm_dim_add(t, cm_dim_div_floor(t, span, 2), 1);
        CHECK_INT(h.out_av[0].dims[2], want);
        harness_end(&h);
    }
}
