/* QLinearConv: vectors of ONNX Runtime, and naive loops. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/window_vectors.h"

void test_qlinearconv_vectors(void) {
    size_t n = sizeof window_vectors / sizeof *window_vectors;
    CHECK_INT(vectors_run(window_vectors, n, "QLinearConv", &cm_op_QLinearConv, 0, 3), 4);
    CHECK_INT(vectors_run(window_vectors, n, "QLinearConv", &cm_op_QLinearConv, 0, 9), 4);
}

enum { QLC_C = 6, QLC_M = 4, QLC_H = 20, QLC_W = 37, QLC_G = 2, QLC_K = 3 };

/* 3 x 3, pads 1, two groups, per-channel scales and zero points; dtypes by sign. */
static bool qlinearconv_check(bool x_sign, bool w_sign, bool y_sign) {
    static harness h;
    static double x[QLC_C * QLC_H * QLC_W], w[QLC_M * QLC_C / QLC_G * QLC_K * QLC_K];
    static double y[QLC_M * QLC_H * QLC_W];
    double b[QLC_M], scale[QLC_M], zero[QLC_M];
    double xz = x_sign ? -5 : 120, yz = y_sign ? 3 : 130;
    uint32_t rng = 7;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        rng = rng * 1664525u + 1013904223u;
        x[i] = (double)(rng >> 24) - (x_sign ? 128 : 0);
    }
    for (size_t i = 0; i < sizeof w / sizeof *w; i++) {
        rng = rng * 1664525u + 1013904223u;
        w[i] = (double)(rng >> 24) - (w_sign ? 128 : 0);
    }
    for (int m = 0; m < QLC_M; m++) {
        b[m] = 5000 * m - 7000;
        scale[m] = 0.25 / (1 << m);
        zero[m] = (w_sign ? 0 : 125) + m;
    }
    for (int i = 0; i < QLC_M * QLC_H * QLC_W; i++) {
        int m = i / (QLC_H * QLC_W), oy = i / QLC_W % QLC_H, ox = i % QLC_W;
        int cg = QLC_C / QLC_G, group = m / (QLC_M / QLC_G);
        double acc = b[m];
        for (int k = 0; k < cg * QLC_K * QLC_K; k++) {
            int c = k / (QLC_K * QLC_K), iy = oy + k / QLC_K % QLC_K - 1, ix = ox + k % QLC_K - 1;
            if (iy < 0 || ix < 0 || iy >= QLC_H || ix >= QLC_W) continue;
            acc += (w[m * cg * QLC_K * QLC_K + k] - zero[m]) *
                   (x[((group * cg + c) * QLC_H + iy) * QLC_W + ix] - xz);
        }
        double v = nearbyint(acc * (0.5 * scale[m] / 32)) + yz; /* exact factors */
        double lo = y_sign ? -128 : 0;
        y[i] = v < lo ? lo : v > lo + 255 ? lo + 255 : v;
    }
    harness_begin(&h, &cm_op_QLinearConv, 10);
    harness_attr_i(&h, "group", QLC_G);
    harness_attr_ints(&h, "pads", 4, (int64_t[]){1, 1, 1, 1});
    int dtypes[] = {CAMEO_UINT8, CAMEO_INT8};
    harness_in_num(&h, dtypes[x_sign], H_DIMS(1, QLC_C, QLC_H, QLC_W), x);
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0.5});
    harness_in_num(&h, dtypes[x_sign], H_SCALAR, &xz);
    harness_in_num(&h, dtypes[w_sign], H_DIMS(QLC_M, QLC_C / QLC_G, QLC_K, QLC_K), w);
    harness_const(&h);
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(QLC_M), scale);
    harness_in_num(&h, dtypes[w_sign], H_DIMS(QLC_M), zero);
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){32});
    harness_in_num(&h, dtypes[y_sign], H_SCALAR, &yz);
    harness_in_num(&h, CAMEO_INT32, H_DIMS(QLC_M), b);
    harness_const(&h);
    harness_out_num(&h, dtypes[y_sign], H_DIMS(1, QLC_M, QLC_H, QLC_W), y);
    return harness_run(&h);
}

void test_qlinearconv_signs(void) {
    for (int i = 0; i < 8; i++) CHECK(qlinearconv_check(i & 1, (i & 2) != 0, (i & 4) != 0));
}

/* Halves go to even before the zero point is added; NaN and infinite scales stay in range. */
void test_qlinearconv_rounding(void) {
    static harness h;
    static const double x_scale[] = {0.5, 0.5, NAN, INFINITY};
    static const double y_zero[] = {0, 1, 7, 7};
    static const double want[4][4] = {{0, 0, 2, 2}, {1, 1, 3, 3}, {0, 0, 0, 0}, {0, 255, 255, 255}};
    for (int i = 0; i < 4; i++) {
        harness_begin(&h, &cm_op_QLinearConv, 10);
        harness_in_num(&h, CAMEO_UINT8, H_DIMS(1, 1, 4), (double[]){0, 1, 3, 5});
        harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, &x_scale[i]);
        harness_in_num(&h, CAMEO_UINT8, H_SCALAR, (double[]){0});
        harness_in_num(&h, CAMEO_UINT8, H_DIMS(1, 1, 1), (double[]){1});
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1), (double[]){1});
        harness_in_num(&h, CAMEO_UINT8, H_SCALAR, (double[]){0});
        harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){1});
        harness_in_num(&h, CAMEO_UINT8, H_SCALAR, &y_zero[i]);
        harness_out_num(&h, CAMEO_UINT8, H_DIMS(1, 1, 4), want[i]);
        CHECK(harness_run(&h));
    }
}

/* ---- products ---- */

typedef struct qlc_case {
    int n, c, m, group, in[2], kernel[2], stride[2], dilation[2], pad[2], pad_end[2];
} qlc_case;

static uint32_t qlc_rng = 3;
static int qlc_random(int lo, int hi) {
    qlc_rng = qlc_rng * 1664525u + 1013904223u;
    return lo + (int)((qlc_rng >> 8) % (uint32_t)(hi - lo + 1));
}

static double *qlc_bytes(size_t n, bool sign) {
    double *p = malloc((n + 1) * sizeof *p);
    if (p == NULL) abort();
    for (size_t i = 0; i < n; i++) p[i] = qlc_random(0, 255) - (sign ? 128 : 0);
    return p;
}

static int qlc_out(const qlc_case *q, int d) {
    int reach = q->dilation[d] * (q->kernel[d] - 1) + 1;
    return (q->in[d] + q->pad[d] + q->pad_end[d] - reach) / q->stride[d] + 1;
}

/* The sum of output (n, m, oy, ox): zero is x's zero point, w_zero that of channel m. */
static double qlc_sum(const qlc_case *q, const double *x, double zero, const double *w,
                      double w_zero, int n, int m, int oy, int ox) {
    int cg = q->c / q->group, taps = q->kernel[0] * q->kernel[1];
    int first = m / (q->m / q->group) * cg;
    double sum = 0;
    for (int k = 0; k < cg * taps; k++) {
        int iy = oy * q->stride[0] + k % taps / q->kernel[1] * q->dilation[0] - q->pad[0];
        int ix = ox * q->stride[1] + k % q->kernel[1] * q->dilation[1] - q->pad[1];
        if (iy < 0 || ix < 0 || iy >= q->in[0] || ix >= q->in[1]) continue;
        int at = ((n * q->c + first + k / taps) * q->in[0] + iy) * q->in[1] + ix;
        sum += (w[m * cg * taps + k] - w_zero) * (x[at] - zero);
    }
    return sum;
}

static void qlc_attrs(harness *h, const qlc_case *q) {
    harness_attr_i(h, "group", q->group);
    harness_attr_ints(h, "pads", 4,
                      (int64_t[]){q->pad[0], q->pad[1], q->pad_end[0], q->pad_end[1]});
    harness_attr_ints(h, "strides", 2, (int64_t[]){q->stride[0], q->stride[1]});
    harness_attr_ints(h, "dilations", 2, (int64_t[]){q->dilation[0], q->dilation[1]});
}

/* Both operators. signs: bit 0 of x, 1 of w, 2 of y. */
static bool qlc_check(const qlc_case *q, int signs) {
    static harness h;
    bool x_sign = signs & 1, w_sign = (signs & 2) != 0, y_sign = (signs & 4) != 0, each = signs & 1;
    size_t oh = (size_t)qlc_out(q, 0), ow = (size_t)qlc_out(q, 1), m = (size_t)q->m;
    size_t kh = (size_t)q->kernel[0], kw = (size_t)q->kernel[1], cg = (size_t)(q->c / q->group);
    size_t n = (size_t)q->n, c = (size_t)q->c, ih = (size_t)q->in[0], iw = (size_t)q->in[1];
    double *x = qlc_bytes(n * c * ih * iw, x_sign), *w = qlc_bytes(m * cg * kh * kw, w_sign);
    double *sums = qlc_bytes(n * m * oh * ow, false), *y = qlc_bytes(n * m * oh * ow, false);
    double *w_zero = qlc_bytes(m, w_sign), *scale = qlc_bytes(m, false), *b = qlc_bytes(m, false);
    double zero = qlc_random(0, 255) - (x_sign ? 128 : 0), y_zero = y_sign ? -3 : 100;
    for (size_t i = 0; i < m; i++) {
        if (!each) w_zero[i] = w_zero[0];
        scale[i] = ldexp(1, qlc_random(-12, -7));
        b[i] = qlc_random(-70000, 70000);
    }
    for (size_t i = 0; i < n * m * oh * ow; i++) {
        int ox = (int)(i % ow), oy = (int)(i / ow % oh), im = (int)(i / ow / oh % m);
        double lo = y_sign ? -128 : 0;
        sums[i] = qlc_sum(q, x, zero, w, w_zero[im], (int)(i / ow / oh / m), im, oy, ox);
        double v = nearbyint((sums[i] + b[im]) * (0.5 * scale[im] / 4)) + y_zero; /* exact */
        y[i] = v < lo ? lo : v > lo + 255 ? lo + 255 : v;
    }
    int dtypes[] = {CAMEO_UINT8, CAMEO_INT8};
    harness_begin(&h, &cm_op_QLinearConv, 10);
    qlc_attrs(&h, q);
    harness_in_num(&h, dtypes[x_sign], H_DIMS(n, c, ih, iw), x);
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0.5});
    harness_in_num(&h, dtypes[x_sign], H_SCALAR, &zero);
    harness_in_num(&h, dtypes[w_sign], H_DIMS(m, cg, kh, kw), w);
    harness_const(&h);
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(m), scale);
    harness_in_num(&h, dtypes[w_sign], H_DIMS(each ? m : 1), w_zero);
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){4});
    harness_in_num(&h, dtypes[y_sign], H_SCALAR, &y_zero);
    harness_in_num(&h, CAMEO_INT32, H_DIMS(m), b);
    harness_const(&h);
    harness_out_num(&h, dtypes[y_sign], H_DIMS(n, m, oh, ow), y);
    bool good = harness_run(&h);
    harness_begin(&h, &cm_op_ConvInteger, 10);
    qlc_attrs(&h, q);
    harness_in_num(&h, dtypes[x_sign], H_DIMS(n, c, ih, iw), x);
    harness_in_num(&h, dtypes[w_sign], H_DIMS(m, cg, kh, kw), w);
    harness_in_num(&h, dtypes[x_sign], H_SCALAR, &zero);
    harness_in_num(&h, dtypes[w_sign], H_DIMS(each ? m : 1), w_zero);
    harness_out_num(&h, CAMEO_INT32, H_DIMS(n, m, oh, ow), sums);
    good = harness_run(&h) && good;
    double *all[] = {x, w, sums, y, w_zero, scale, b};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    return good;
}

/* Sizes around those of tiles, blocks and depth steps. */
void test_qlinearconv_product_sizes(void) {
    static const qlc_case cases[] = {
        {1, 32, 130, 1, {9, 9}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}},
        {2, 20, 17, 1, {13, 15}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
        {1, 60, 12, 1, {6, 23}, {3, 3}, {2, 1}, {1, 2}, {1, 0}, {1, 2}},
        {1, 16, 16, 2, {7, 7}, {3, 2}, {1, 2}, {2, 1}, {2, 1}, {0, 0}},
        {1, 3, 8, 1, {40, 20}, {7, 7}, {2, 2}, {1, 1}, {3, 3}, {3, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int signs = 0; signs < 8; signs++)
            CHECK_MSG(qlc_check(&cases[i], signs), "case %zu, signs %d", i, signs);
    }
}

void test_qlinearconv_product_random(void) {
    for (int i = 0; i < 60; i++) {
        qlc_case q = {.n = qlc_random(1, 2), .group = qlc_random(1, 3)};
        q.c = q.group * qlc_random(1, 9);
        q.m = q.group * qlc_random(1, 14);
        for (int d = 0; d < 2; d++) {
            q.kernel[d] = qlc_random(1, 3);
            q.stride[d] = qlc_random(1, 3);
            q.dilation[d] = qlc_random(1, 2);
            q.pad[d] = qlc_random(0, 2);
            q.pad_end[d] = qlc_random(0, 2);
            q.in[d] = q.dilation[d] * (q.kernel[d] - 1) + qlc_random(1, 9);
        }
        CHECK_MSG(qlc_check(&q, qlc_random(0, 7)), "case %d", i);
    }
}

static cameo_status qlinearconv_status(size_t x_scale, size_t w_scale, size_t w_zero, size_t bias) {
    static harness h;
    harness_begin(&h, &cm_op_QLinearConv, 10);
    harness_in(&h, CAMEO_UINT8, H_DIMS(1, 2, 4), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(x_scale), NULL);
    harness_in(&h, CAMEO_UINT8, H_SCALAR, NULL);
    harness_in(&h, CAMEO_UINT8, H_DIMS(3, 2, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(w_scale), NULL);
    harness_in(&h, CAMEO_UINT8, H_DIMS(w_zero), NULL);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    harness_in(&h, CAMEO_UINT8, H_SCALAR, NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(bias), NULL);
    harness_out(&h, CAMEO_UINT8, H_DIMS(1, 3, 3), NULL);
    return harness_status(&h);
}

void test_qlinearconv_refuses(void) {
    CHECK_INT(qlinearconv_status(1, 1, 3, 3), CAMEO_OK);
    CHECK_INT(qlinearconv_status(2, 1, 1, 3), CAMEO_E_SHAPE);
    CHECK_INT(qlinearconv_status(0, 1, 1, 3), CAMEO_E_SHAPE);
    CHECK_INT(qlinearconv_status(1, 2, 1, 3), CAMEO_E_SHAPE);
    CHECK_INT(qlinearconv_status(1, 1, 2, 3), CAMEO_E_SHAPE);
    CHECK_INT(qlinearconv_status(1, 1, 1, 1), CAMEO_E_SHAPE);
}
