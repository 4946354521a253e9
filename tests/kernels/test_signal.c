/* Windows, MelWeightMatrix, DFT, STFT, Det: onnx.reference's numbers, the sums of the definition, hostile numbers. */
#include "tests/kernels/signal_vectors.h"

#include <stdlib.h>

static harness h;
#define SIGNAL_TURN 6.283185307179586476925286766559
#define SIGNAL_RUN(op, tolerance, constant) \
    vectors_run(signal_vectors, sizeof signal_vectors / sizeof *signal_vectors, #op, &cm_op_##op, tolerance, constant)

void test_signal_vectors(void) {
    for (uint32_t constant = 0; constant < 4; constant++) {
        CHECK(SIGNAL_RUN(HannWindow, 1e-6, constant) == 6);
        CHECK(SIGNAL_RUN(HammingWindow, 1e-6, constant) == 6);
        CHECK(SIGNAL_RUN(BlackmanWindow, 1e-6, constant) == 6);
        CHECK(SIGNAL_RUN(MelWeightMatrix, 1e-13, constant) == 3);
        CHECK(SIGNAL_RUN(DFT, 2e-6, constant) == 29);
        CHECK(SIGNAL_RUN(STFT, 1e-13, constant) == 4);
        CHECK(SIGNAL_RUN(Det, 1e-12, constant) == 5);
    }
}

/* Every dtype of a window: 0 1 0, its middle exact; numbers are truncated. */
void test_signal_window_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16, CAMEO_INT8, CAMEO_UINT8,
                                 CAMEO_INT16, CAMEO_UINT16, CAMEO_INT32, CAMEO_UINT32, CAMEO_INT64, CAMEO_UINT64};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_HannWindow, 17);
        harness_attr_i(&h, "output_datatype", dtypes[i]);
        harness_attr_i(&h, "periodic", 0);
        harness_in(&h, CAMEO_INT32, H_SCALAR, (int32_t[]){5});
        bool whole = i >= 4;
        harness_out_num(&h, dtypes[i], H_DIMS(5), (double[]){0, whole ? 0 : 0.5, 1, whole ? 0 : 0.5, 0});
        h.atol = 1e-7;
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_MelWeightMatrix, 17);
        harness_attr_i(&h, "output_datatype", dtypes[i]);
        harness_in(&h, CAMEO_INT32, H_SCALAR, (int32_t[]){1});
        harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){4});
        harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){500});
        harness_in_num(&h, dtypes[i % 4], H_SCALAR, (double[]){0});
        harness_in_num(&h, dtypes[i % 4], H_SCALAR, (double[]){300});
        /* Edges at 0, 90 and 190 hertz are bins 0, 0 and 1 (the mel range is divided by 3). */
        harness_out_num(&h, dtypes[i], H_DIMS(3, 1), (double[]){1, 0, 0});
        CHECK(harness_run(&h));
    }
}

static size_t signal_bins(size_t n, bool onesided) { return onesided ? n / 2 + 1 : n; }

/* x [2][n][3][parts] along axis 1 by the sum of the definition. */
static bool signal_transform(int dtype, size_t n, bool inverse, bool onesided, bool complex) {
    size_t bins = signal_bins(n, onesided), parts = complex ? 2 : 1;
    double *x = calloc(n * 6 * parts, sizeof *x), *y = calloc(bins * 12, sizeof *y);
    bool ok = x != NULL && y != NULL;
    for (size_t i = 0; ok && i < n * 6 * parts; i++) x[i] = (double)((i * 7919 + 13) % 61) / 4 - 7;
    for (size_t l = 0; ok && l < 6; l++) {
        for (size_t k = 0; k < bins; k++) {
            double sum[2] = {0, 0};
            for (size_t j = 0; j < n; j++) {
                double angle = (inverse ? 1 : -1) * SIGNAL_TURN * (double)(j * k % n) / (double)n;
                const double *v = x + ((l / 3 * n + j) * 3 + l % 3) * parts;
                double im = complex ? v[1] : 0;
                sum[0] += v[0] * cos(angle) - im * sin(angle);
                sum[1] += v[0] * sin(angle) + im * cos(angle);
            }
            double *to = y + ((l / 3 * bins + k) * 3 + l % 3) * 2;
            for (int i = 0; i < 2; i++) to[i] = inverse ? sum[i] / (double)n : sum[i];
        }
    }
    harness_begin(&h, &cm_op_DFT, 20);
    harness_attr_i(&h, "inverse", inverse);
    harness_attr_i(&h, "onesided", onesided);
    harness_in_num(&h, dtype, H_DIMS(2, n, 3, parts), x);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){1});
    if (complex) harness_const(&h);
    harness_out_num(&h, dtype, H_DIMS(2, bins, 3, 2), y);
    double most = 7 * (double)n;
    h.rtol = dtype == CAMEO_DOUBLE ? 1e-13 : dtype == CAMEO_FLOAT ? 2e-7 : dtype == CAMEO_FLOAT16 ? 1e-3 : 8e-3;
    h.atol = dtype == CAMEO_DOUBLE ? 1e-14 * most : h.rtol / 1000 * most;
    free(x);
    free(y);
    return harness_run(&h);
}

/* Small lengths, products of small factors, primes beyond CM_FFT_RADIX, powers. */
void test_signal_lengths(void) {
    static const size_t lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16, 25, 31, 60, 61, 64, 67, 100, 128,
        134, 243, 256};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CHECK_MSG(signal_transform(CAMEO_DOUBLE, lengths[i], i & 1, false, true), "length %zu", lengths[i]);
        CHECK_MSG(signal_transform(CAMEO_FLOAT, lengths[i], false, true, false), "length %zu", lengths[i]);
    }
    CHECK(signal_transform(CAMEO_FLOAT16, 12, false, false, true));
    CHECK(signal_transform(CAMEO_BFLOAT16, 12, true, false, false));
    CHECK(signal_transform(CAMEO_FLOAT16, 12, false, true, false));
    CHECK(signal_transform(CAMEO_BFLOAT16, 67, false, true, false));
}

/* An impulse of several tasks: every bin is a root of unity; f16 and bf16 frames. */
void test_signal_tasks(void) {
    enum { N = 3000, STEP = 4, FRAME = 6, FRAMES = (N - FRAME) / STEP + 1 };
    static double x[N], y[FRAMES * 4 * 2];
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (size_t i = 0; i < N; i++) x[i] = i % 12 == 5 ? 2 : 0;
    for (size_t f = 0; f < FRAMES; f++) {
        for (size_t k = 0; k < 4; k++) {
            y[(f * 4 + k) * 2] = y[(f * 4 + k) * 2 + 1] = 0;
            for (size_t j = 0; j < FRAME; j++) {
                double v = x[f * STEP + j] * (double)(j + 1) / 2;
                y[(f * 4 + k) * 2] += v * cos(SIGNAL_TURN * (double)(j * k % FRAME) / FRAME);
                y[(f * 4 + k) * 2 + 1] -= v * sin(SIGNAL_TURN * (double)(j * k % FRAME) / FRAME);
            }
        }
    }
    for (size_t i = 0; i < 8; i++) {
        harness_begin(&h, &cm_op_STFT, 17);
        harness_in_num(&h, dtypes[i / 2], H_DIMS(1, N, 1), x);
        harness_in(&h, CAMEO_INT32, H_SCALAR, (int32_t[]){STEP});
        if (i & 1) harness_const(&h);
        harness_in_num(&h, dtypes[i / 2], H_DIMS(FRAME), (double[]){0.5, 1, 1.5, 2, 2.5, 3});
        harness_out_num(&h, dtypes[i / 2], H_DIMS(1, FRAMES, 4, 2), y);
        h.rtol = h.atol = i / 2 == 1 ? 1e-14 : i / 2 == 0 ? 1e-6 : i / 2 == 2 ? 1e-3 : 8e-3;
        CHECK(harness_run(&h));
    }
}

/* det of a matrix with 2 on the diagonal of a permutation; halves; singular ones; NaN. */
void test_signal_det(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    double x[5 * 9] = {0, 2, 0, 0, 0, 2, 2, 0, 0, /* a cycle */
                       0, 2, 0, 2, 0, 0, 0, 0, 2, /* a swap */
                       1, 2, 3, 2, 4, 6, 7, 8, 9, /* singular */
                       0, 0, 0, 0, 0, 0, 0, 0, 0, NAN, 0, 0, 0, 1, 0, 0, 0, 1};
    for (size_t i = 0; i < 4; i++) {
        harness_begin(&h, &cm_op_Det, 22);
        harness_in_num(&h, dtypes[i], H_DIMS(5, 3, 3), x);
        harness_out_num(&h, dtypes[i], H_DIMS(5), (double[]){8, -8, 0, 0, NAN});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_Det, 22);
        harness_in_num(&h, dtypes[i], H_DIMS(2, 0, 0), x);
        harness_out_num(&h, dtypes[i], H_DIMS(2), (double[]){1, 1});
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_Det, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

static cameo_status signal_dft(size_t parts, int inverse, int onesided, int64_t n, int64_t axis, bool hide,
    size_t bins) {
    harness_begin(&h, &cm_op_DFT, 20);
    harness_attr_i(&h, "inverse", inverse);
    harness_attr_i(&h, "onesided", onesided);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 8, parts), NULL);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &n);
    if (hide) harness_hide(&h);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &axis);
    if (hide) harness_hide(&h);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, bins, inverse != 0 && onesided != 0 ? 1 : 2), NULL);
    return harness_status(&h);
}

void test_signal_refuses(void) {
    static const int64_t bad[] = {0, -1, INT64_MIN, INT64_MAX};
    for (int hide = 0; hide < 2; hide++) {
        CHECK_INT(signal_dft(1, 0, 0, 8, 1, hide, 8), CAMEO_OK);
        CHECK_INT(signal_dft(1, 0, 1, 9, 1, hide, 5), CAMEO_OK);
        CHECK_INT(signal_dft(1, 0, 0, 8, 2, hide, 8), CAMEO_E_SHAPE);
        CHECK_INT(signal_dft(1, 0, 0, 8, -1, hide, 8), CAMEO_E_SHAPE);
        CHECK_INT(signal_dft(1, 0, 0, 8, 5, hide, 8), CAMEO_E_SHAPE);
        CHECK_INT(signal_dft(2, 0, 1, 8, 1, hide, 5), CAMEO_E_SHAPE);
        CHECK_INT(signal_dft(1, 1, 1, 8, 1, hide, 8), CAMEO_E_SHAPE);
        CHECK_INT(signal_dft(3, 0, 0, 8, 1, hide, 8), CAMEO_E_SHAPE);
        for (size_t i = 0; i < 3; i++) CHECK_INT(signal_dft(1, 0, 0, bad[i], 1, hide, 8), CAMEO_E_SHAPE);
    }
    CHECK_INT(signal_dft(1, 0, 0, 9, 1, true, 8), CAMEO_E_SHAPE);
    CHECK_INT(signal_dft(1, 0, 0, INT64_MAX, 1, true, 8), CAMEO_E_LIMIT);
    for (size_t i = 0; i < 6; i++) {
        harness_begin(&h, i < 3 ? &cm_op_STFT : &cm_op_HannWindow, 17);
        if (i < 3) {
            harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 8, 1), NULL);
            harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){i == 0 ? 0 : 1});
            if (i == 1) harness_hide(&h);
            harness_in(&h, CAMEO_FLOAT, H_DIMS(i == 0 ? 4 : 9), NULL);
            harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 5, 3, 2), NULL);
        } else {
            harness_in(&h, CAMEO_INT64, H_SCALAR, &bad[i - 2]);
            harness_hide(&h);
            harness_out(&h, CAMEO_FLOAT, H_DIMS(4), NULL);
        }
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    static const struct { int64_t mels, length, rate; float low, high; cameo_status want; } mel[] = {
        {4, 8, 100, 0, 50, CAMEO_OK}, {5, 8, 100, 0, 50, CAMEO_E_SHAPE}, {4, INT64_MIN, 100, 0, 50, CAMEO_E_SHAPE},
        {4, 8, 0, 0, 50, CAMEO_E_SHAPE}, {4, 8, 100, -1, 50, CAMEO_E_MALFORMED}, {4, 8, 100, 0, NAN, CAMEO_E_MALFORMED},
        {4, 8, 100, 9, 8, CAMEO_E_MALFORMED}, {4, 8, 100, 0, INFINITY, CAMEO_E_MALFORMED}, {4, 8, 1, 0, 1e14F,
            CAMEO_OK}};
    for (size_t i = 0; i < sizeof mel / sizeof *mel; i++) {
        harness_begin(&h, &cm_op_MelWeightMatrix, 17);
        const int64_t *n[3] = {&mel[i].mels, &mel[i].length, &mel[i].rate};
        for (int j = 0; j < 3; j++) {
            harness_in(&h, CAMEO_INT64, H_SCALAR, n[j]);
            harness_hide(&h);
        }
        harness_in(&h, CAMEO_FLOAT, H_SCALAR, &mel[i].low);
        harness_in(&h, CAMEO_FLOAT, H_SCALAR, &mel[i].high);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(5, 4), NULL);
        CHECK_INT(harness_status(&h), mel[i].want);
    }
}
