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
