/* Losses, MeanVarianceNormalization, TensorScatter, Unique: the numbers of onnx.reference and onnxruntime, every dtype,
 * labels and indices that lead nowhere. */
#include <stdlib.h>

#include "tests/kernels/losses_vectors.h"

static harness h;
#define LOSSES_RUN(op, tolerance, constant) \
    vectors_run(losses_vectors, sizeof losses_vectors / sizeof *losses_vectors, #op, &cm_op_##op, tolerance, constant)
static const int losses_floats[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};

void test_losses_vectors(void) {
    for (uint32_t constant = 0; constant < 3; constant++) {
        CHECK_INT(LOSSES_RUN(NegativeLogLikelihoodLoss, 1e-6, constant), 15);
        CHECK_INT(LOSSES_RUN(SoftmaxCrossEntropyLoss, 2e-6, constant), 15);
        CHECK_INT(LOSSES_RUN(MeanVarianceNormalization, 2e-6, constant), 4);
        CHECK_INT(LOSSES_RUN(TensorScatter, 0, constant), 24);
        CHECK_INT(LOSSES_RUN(Unique, 0, constant), 24);
    }
}

/* Two samples of three classes; log of the softmax of (0, 0, -inf) is (-ln 2, -ln 2, -inf). */
void test_losses_floats(void) {
    for (size_t i = 0; i < 4; i++) {
        int dtype = losses_floats[i];
        double tolerance = i == 1 ? 1e-15 : i == 0 ? 1e-7 : i == 2 ? 1e-3 : 8e-3;
        harness_begin(&h, &cm_op_NegativeLogLikelihoodLoss, 22);
        harness_in_num(&h, dtype, H_DIMS(2, 3), (double[]){-1, -2, -3, -4, -5, -6});
        harness_in(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){2, 0});
        harness_in_num(&h, dtype, H_DIMS(3), (double[]){1, 9, 3});
        harness_out_num(&h, dtype, H_SCALAR, (double[]){13.0 / 4});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_SoftmaxCrossEntropyLoss, 13);
        harness_attr_s(&h, "reduction", "none");
        harness_in_num(&h, dtype, H_DIMS(2, 3), (double[]){0, 0, -INFINITY, 1000, -1000, 1000});
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){2, 0});
        harness_out_num(&h, dtype, H_DIMS(2), (double[]){INFINITY, log(2)});
        harness_out_num(&h, dtype, H_DIMS(2, 3),
                        (double[]){-log(2), -log(2), -INFINITY, -log(2), -2000 - log(2), -log(2)});
        h.rtol = tolerance;
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_MeanVarianceNormalization, 13);
        harness_attr_ints(&h, "axes", 1, (int64_t[]){0});
        harness_in_num(&h, dtype, H_DIMS(2, 2), (double[]){1, 5, 3, 5});
        harness_out_num(&h, dtype, H_DIMS(2, 2), (double[]){-1, 0, 1, 0});
        h.atol = tolerance + 2e-9;
        CHECK(harness_run(&h));
    }
}

/* Planes of two samples, each channel of its own kind: numbers around 0, around a mean that is large beside the
 * deviation, all the same, and with an infinity. Expected: the formula in double. */
void test_losses_mean_variance(void) {
    enum { N = 2, C = 4, P = 17 * 23 };
    static float x[N][C][P], want[N][C][P];
    for (size_t c = 0; c < C; c++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < N * P; i++) {
            float v = c == 2 ? 7 : (float)(i * 7919 % 1000) / 500 - (c == 1 ? 3000 : 0.75F);
            x[i / P][c][i % P] = c == 3 && i == 500 ? INFINITY : v;
        }
        for (size_t i = 0; i < N * P; i++) sum += (double)x[i / P][c][i % P];
        sum /= N * P;
        for (size_t i = 0; i < N * P; i++) squares += pow((double)x[i / P][c][i % P] - sum, 2);
        for (size_t i = 0; i < N * P; i++)
            want[i / P][c][i % P] = (float)(((double)x[i / P][c][i % P] - sum) / (sqrt(squares / (N * P)) + 1e-9));
    }
    harness_begin(&h, &cm_op_MeanVarianceNormalization, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(N, C, 17, 23), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(N, C, 17, 23), want);
    h.rtol = h.atol = 1e-6;
    CHECK(harness_run(&h));
}

/* Samples of several tasks: 1/4 each. */
void test_losses_tasks(void) {
    enum { N = 9000 };
    static float x[N * 3];
    static int64_t labels[N];
    for (size_t i = 0; i < N; i++) {
        labels[i] = (int64_t)(i % 3);
        x[i * 3 + i % 3] = -0.25F;
    }
    for (int mean = 0; mean < 2; mean++) {
        harness_begin(&h, &cm_op_NegativeLogLikelihoodLoss, 13);
        harness_attr_s(&h, "reduction", mean ? "mean" : "sum");
        harness_in(&h, CAMEO_FLOAT, H_DIMS(N, 3), x);
        harness_in(&h, CAMEO_INT64, H_DIMS(N), labels);
        harness_out_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){mean ? 0.25 : 0.25 * N});
        CHECK(harness_run(&h));
    }
}

/* Every dtype moves: a cache of 3 steps, of which the last two are replaced. */
void test_losses_scatter(void) {
    static const int dtypes[] = {CAMEO_UINT16, CAMEO_UINT32, CAMEO_UINT64, CAMEO_INT8, CAMEO_INT16, CAMEO_INT32,
                                 CAMEO_BOOL, CAMEO_FLOAT8E4M3FN, CAMEO_FLOAT8E4M3FNUZ, CAMEO_FLOAT8E5M2,
                                 CAMEO_FLOAT8E5M2FNUZ, CAMEO_UINT4, CAMEO_INT4, CAMEO_FLOAT4E2M1, CAMEO_FLOAT8E8M0};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_TensorScatter, 24);
        harness_in_num(&h, dtypes[i], H_DIMS(1, 3, 1), (double[]){1, 1, 1});
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 1), (double[]){2, 4});
        harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1});
        bool truth = dtypes[i] == CAMEO_BOOL;
        harness_out_num(&h, dtypes[i], H_DIMS(1, 3, 1), truth ? (double[]){1, 1, 1} : (double[]){1, 2, 4});
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_TensorScatter, 24);
    harness_in_str(&h, H_DIMS(2, 2, 1), (const char *const[]){"a", "b", "c", "d"});
    harness_in_str(&h, H_DIMS(2, 1, 1), (const char *const[]){"long", ""});
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 0});
    harness_out_str(&h, H_DIMS(2, 2, 1), (const char *const[]){"a", "long", "", "d"});
    CHECK(harness_run(&h));
    for (int wide = 0; wide < 2; wide++) {
        harness_begin(&h, &cm_op_TensorScatter, 24);
        int dtype = wide ? CAMEO_COMPLEX128 : CAMEO_COMPLEX64;
        const void *x = wide ? (const void *)(double[]){1, 2, 3, 4} : (const void *)(float[]){1, 2, 3, 4};
        const void *u = wide ? (const void *)(double[]){5, 6} : (const void *)(float[]){5, 6};
        const void *y = wide ? (const void *)(double[]){1, 2, 5, 6} : (const void *)(float[]){1, 2, 5, 6};
        harness_attr_s(&h, "mode", "circular");
        harness_in(&h, dtype, H_DIMS(1, 2, 1), x);
        harness_in(&h, dtype, H_DIMS(1, 1, 1), u);
        harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MIN + 1});
        harness_out(&h, dtype, H_DIMS(1, 2, 1), y);
        CHECK(harness_run(&h));
    }
}

static bool losses_unique(int dtype, size_t n, const void *x, size_t groups, const void *y, const int64_t *first,
                          const int64_t *inverse, const int64_t *count, int sorted) {
    harness_begin(&h, &cm_op_Unique, dtype == CAMEO_BFLOAT16 ? 28 : 11);
    harness_attr_i(&h, "sorted", sorted);
    if (dtype == CAMEO_STRING)
        harness_in_str(&h, 1, &n, x);
    else
        harness_in(&h, dtype, 1, &n, x);
    if (dtype == CAMEO_STRING)
        harness_out_str(&h, 1, &groups, y);
    else
        harness_out(&h, dtype, 1, &groups, y);
    harness_out(&h, CAMEO_INT64, 1, &groups, first);
    harness_out(&h, CAMEO_INT64, 1, &n, inverse);
    harness_out(&h, CAMEO_INT64, 1, &groups, count);
    return harness_run(&h);
}

/* What has another order than numbers in float64 have; NaN, zeros of both signs. */
void test_losses_unique(void) {
    static const int dtypes[] = {CAMEO_UINT8,  CAMEO_UINT16, CAMEO_UINT32, CAMEO_INT16, CAMEO_INT32,
                                 CAMEO_BOOL, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    const int64_t first[] = {1, 0}, inverse[] = {1, 0, 1, 1}, count[] = {1, 3};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        uint8_t x[16] = {0}, y[8] = {0};
        for (size_t j = 0; j < 4; j++) harness_store(dtypes[i], x, j, j != 1);
        harness_store(dtypes[i], y, 1, 1);
        CHECK(losses_unique(dtypes[i], 4, x, 2, y, first, inverse, count, 1));
    }
    CHECK(losses_unique(CAMEO_STRING, 4, (const char *const[]){"b", "a", "b", "b"}, 2, (const char *const[]){"a", "b"},
                        first, inverse, count, 1));
    CHECK(losses_unique(CAMEO_UINT64, 4, (uint64_t[]){UINT64_MAX, UINT64_MAX - 1, UINT64_MAX, UINT64_MAX}, 2,
                        (uint64_t[]){UINT64_MAX - 1, UINT64_MAX}, first, inverse, count, 1));
    CHECK(losses_unique(CAMEO_COMPLEX64, 4, (float[]){1, 2, 1, 1, 1, 2, 1, 2}, 2, (float[]){1, 1, 1, 2}, first, inverse,
                        count, 1));
    CHECK(losses_unique(CAMEO_COMPLEX128, 4, (double[]){1, 2, 1, 1, 1, 2, 1, 2}, 2, (double[]){1, 1, 1, 2}, first,
                        inverse, count, 1));
    CHECK(losses_unique(CAMEO_FLOAT, 6, (float[]){NAN, -0.0F, 0, INFINITY, NAN, -1}, 4,
                        (float[]){-1, -0.0F, INFINITY, NAN}, (int64_t[]){5, 1, 3, 0}, (int64_t[]){3, 1, 1, 2, 3, 0},
                        (int64_t[]){1, 2, 1, 2}, 1));
    CHECK(losses_unique(CAMEO_STRING, 5, (const char *const[]){"b", "", "b", "a", ""}, 3,
                        (const char *const[]){"b", "", "a"}, (int64_t[]){0, 1, 3}, (int64_t[]){0, 1, 0, 2, 1},
                        (int64_t[]){2, 2, 1}, 0));
    CHECK(losses_unique(CAMEO_FLOAT, 0, NULL, 0, NULL, NULL, NULL, NULL, 1));
    harness_begin(&h, &cm_op_Unique, 11); /* slices of strings */
    harness_attr_i(&h, "axis", 1);
    harness_in_str(&h, H_DIMS(2, 3), (const char *const[]){"x", "a", "x", "y", "b", "y"});
    harness_out_str(&h, H_DIMS(2, 2), (const char *const[]){"a", "x", "b", "y"});
    CHECK(harness_run(&h));
}

static int losses_compare_i64(const void *a, const void *b) {
    int64_t v = *(const int64_t *)a, w = *(const int64_t *)b;
    return (v > w) - (v < w);
}

/* Numbers of both signs that differ in every byte, each several times. */
void test_losses_unique_many(void) {
    enum { N = 3000, GROUPS = 700 };
    static int64_t x[N], y[GROUPS], first[GROUPS], inverse[N], count[GROUPS];
    static double x_f64[N], y_f64[GROUPS];
    for (size_t i = 0; i < N; i++) x[i] = (int64_t)(i * 37 % GROUPS * UINT64_C(0x9E3779B97F4A7C15));
    for (size_t i = 0; i < N; i++) inverse[i] = x[i];
    qsort(inverse, N, sizeof *inverse, losses_compare_i64);
    size_t groups = 0;
    for (size_t i = 0; i < N; i++) {
        if (i > 0 && inverse[i] == inverse[i - 1]) continue;
        y[groups] = inverse[i];
        first[groups++] = -1;
    }
    for (size_t i = 0; i < N; i++) {
        size_t g = 0;
        while (y[g] != x[i]) g++;
        if (first[g] < 0) first[g] = (int64_t)i;
        count[g]++;
        inverse[i] = (int64_t)g;
        x_f64[i] = (double)x[i];
        y_f64[g] = (double)y[g];
    }
    CHECK(groups == GROUPS);
    CHECK(losses_unique(CAMEO_INT64, N, x, groups, y, first, inverse, count, 1));
    CHECK(losses_unique(CAMEO_DOUBLE, N, x_f64, groups, y_f64, first, inverse, count, 1));
}

static cameo_status losses_label(int64_t label, bool ignore) {
    harness_begin(&h, &cm_op_SoftmaxCrossEntropyLoss, 13);
    if (ignore) harness_attr_i(&h, "ignore_index", label);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 3), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &label);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    return harness_status(&h);
}

void test_losses_refuses(void) {
    static const int64_t bad[] = {-1, 3, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(losses_label(bad[i], false), CAMEO_E_SHAPE);
        CHECK_INT(losses_label(bad[i], true), CAMEO_OK);
        harness_begin(&h, &cm_op_TensorScatter, 24);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 1), NULL);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), NULL);
        harness_in(&h, CAMEO_INT64, H_DIMS(1), &bad[i]);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 4, 1), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    for (int axis = 0; axis < 3; axis += 2) {
        harness_begin(&h, &cm_op_TensorScatter, 24);
        harness_attr_i(&h, "axis", axis);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4), NULL);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
        harness_begin(&h, axis == 0 ? &cm_op_MeanVarianceNormalization : &cm_op_Unique, 11);
        if (axis != 0) harness_attr_i(&h, "axis", axis);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
}
