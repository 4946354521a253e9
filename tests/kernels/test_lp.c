/* LpNormalization, LpPool, GlobalLpPool: onnxruntime's results, and what it does not compute. */
#include <stdlib.h>

#include "tests/kernels/lp_vectors.h"

#define LP_VECTORS lp_vectors, sizeof lp_vectors / sizeof *lp_vectors

static harness h;

static const int lp_dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
static const double lp_rtol[] = {1.2e-7, 1e-15, 1e-3, 8e-3};

void test_lp_norm_vectors(void) {
    CHECK_INT(vectors_run(LP_VECTORS, "LpNormalization", &cm_op_LpNormalization, 1e-6, HARNESS_MAX),
              7);
}

void test_lp_pool_vectors(void) {
    CHECK_INT(vectors_run(LP_VECTORS, "LpPool", &cm_op_LpPool, 1e-6, HARNESS_MAX), 10);
    CHECK_INT(vectors_run(LP_VECTORS, "GlobalLpPool", &cm_op_GlobalLpPool, 2e-6, HARNESS_MAX), 3);
}

/* x [outer][n][inner] along axis 1. */
static bool lp_norm_check(int dtype, double rtol, int64_t p, size_t outer, size_t n, size_t inner) {
    size_t all = outer * n * inner;
    double *x = malloc((all + 1) * sizeof *x), *y = malloc((all + 1) * sizeof *y);
    for (size_t i = 0; i < all; i++) x[i] = (double)(i * 7919 % 41) / 4 - 5;
    for (size_t i = 0; n != 0 && i < outer * inner; i++) {
        size_t first = i / inner * n * inner + i % inner;
        double sum = 0;
        for (size_t j = 0; j < n; j++) {
            double v = x[first + j * inner];
            sum += p == 1 ? fabs(v) : v * v;
        }
        double norm = p == 1 ? sum : sqrt(sum);
        for (size_t j = 0; j < n; j++) y[first + j * inner] = norm == 0 ? 0 : x[first + j * inner] / norm;
    }
    harness_begin(&h, &cm_op_LpNormalization, 22);
    harness_attr_i(&h, "axis", -2);
    harness_attr_i(&h, "p", p);
    harness_in_num(&h, dtype, 3, (size_t[]){outer, n, inner}, x);
    harness_out_num(&h, dtype, 3, (size_t[]){outer, n, inner}, y);
    h.rtol = rtol;
    bool ok = harness_run(&h);
    free(x);
    free(y);
    return ok;
}

void test_lp_norm_dtypes(void) {
    for (int i = 0; i < 4; i++) {
        for (int64_t p = 1; p <= 2; p++) {
            CHECK(lp_norm_check(lp_dtypes[i], lp_rtol[i], p, 2, 5, 21));
            CHECK(lp_norm_check(lp_dtypes[i], lp_rtol[i], p, 3, 7, 1));
        }
    }
    CHECK(lp_norm_check(CAMEO_FLOAT, 1.2e-7, 2, 40, 30, 50));
    CHECK(lp_norm_check(CAMEO_FLOAT, 1.2e-7, 1, 3, 40000, 1));
    CHECK(lp_norm_check(CAMEO_FLOAT, 0, 2, 0, 3, 2));
    CHECK(lp_norm_check(CAMEO_FLOAT, 0, 2, 3, 0, 2));
    CHECK(lp_norm_check(CAMEO_FLOAT, 0, 1, 3, 2, 0));
}

/* 0/0 is 0 of the sign that 0 has; squares beyond f32; NaN and infinities. */
void test_lp_norm_special(void) {
    const float x[] = {0, -0.0f, 0, 3e38f, -3e38f, 0, 1e-30f, 0, 0, 1, NAN, 0, INFINITY, 5, 0};
    const float r = 0.70710678f;
    const float y[] = {0, 0, 0, r, -r, 0, 1, 0, 0, NAN, NAN, NAN, NAN, 0, 0};
    harness_begin(&h, &cm_op_LpNormalization, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5, 3), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(5, 3), y);
    h.rtol = 1e-7;
    CHECK(harness_run(&h));
}

static cameo_status lp_norm_status(int64_t axis, int64_t p, uint32_t rank) {
    harness_begin(&h, &cm_op_LpNormalization, 22);
    harness_attr_i(&h, "axis", axis);
    harness_attr_i(&h, "p", p);
    harness_in(&h, CAMEO_FLOAT, rank, (size_t[]){2, 3}, NULL);
    harness_out(&h, CAMEO_FLOAT, rank, (size_t[]){2, 3}, NULL);
    return harness_status(&h);
}

void test_lp_norm_refuses(void) {
    CHECK_INT(lp_norm_status(-2, 2, 2), CAMEO_OK);
    CHECK_INT(lp_norm_status(2, 2, 2), CAMEO_E_SHAPE);
    CHECK_INT(lp_norm_status(-3, 2, 2), CAMEO_E_SHAPE);
    CHECK_INT(lp_norm_status(0, 2, 0), CAMEO_E_SHAPE);
    CHECK_INT(lp_norm_status(0, 0, 2), CAMEO_E_SHAPE);
    CHECK_INT(lp_norm_status(0, 3, 2), CAMEO_E_SHAPE);
}

/* [1, 1, n] with windows of 3: a formula gives the result. */
static bool lp_pool_check(int dtype, double rtol, int64_t p, size_t n, bool global) {
    size_t windows = global ? 1 : n - 2, taps = global ? n : 3;
    double *x = malloc((n + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y);
    for (size_t i = 0; i < n; i++) x[i] = (double)(i * 7919 % 41) / 4 - 5;
    for (size_t i = 0; i < windows; i++) {
        double sum = 0;
        for (size_t j = 0; j < taps; j++) sum += pow(fabs(x[i + j]), (double)p);
        y[i] = pow(sum, 1 / (double)p);
    }
    harness_begin(&h, global ? &cm_op_GlobalLpPool : &cm_op_LpPool, 22);
    if (!global) harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){3});
    harness_attr_i(&h, "p", p);
    harness_in_num(&h, dtype, 3, (size_t[]){1, 1, n}, x);
    harness_out_num(&h, dtype, 3, (size_t[]){1, 1, windows}, y);
    h.rtol = rtol;
    bool ok = harness_run(&h);
    free(x);
    free(y);
    return ok;
}

void test_lp_pool_dtypes(void) {
    for (int i = 0; i < 4; i++) {
        for (int64_t p = 1; p <= 4; p++) {
            CHECK(lp_pool_check(lp_dtypes[i], lp_rtol[i] * 2, p, 40, false));
            CHECK(lp_pool_check(lp_dtypes[i], lp_rtol[i] * 2, p, 40, true));
        }
    }
    CHECK(lp_pool_check(CAMEO_FLOAT, 1.2e-7, 2, 200000, false));
    CHECK(lp_pool_check(CAMEO_FLOAT, 1.2e-7, 2, 200000, true));
}

/* Version 1: p is a number of any kind. */
void test_lp_pool_fractional(void) {
    for (int global = 0; global < 2; global++) {
        harness_begin(&h, global ? &cm_op_GlobalLpPool : &cm_op_LpPool, 1);
        harness_attr_f(&h, "p", 0.5f);
        if (!global) harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2), (float[]){4, -9});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), (float[]){25});
        h.rtol = 1e-7;
        CHECK(harness_run(&h));
    }
}

/* Windows that only see padding, the last window of ceil_mode, planes without elements. */
void test_lp_pool_empty(void) {
    harness_begin(&h, &cm_op_LpPool, 18);
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
    harness_attr_ints(&h, "pads", 2, (int64_t[]){3, 0});
    harness_attr_ints(&h, "strides", 1, (int64_t[]){2});
    harness_attr_i(&h, "ceil_mode", 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 4), (float[]){-3, 4, NAN, 7});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 4), (float[]){0, 3, NAN, 7});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_LpPool, 18);
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
    harness_attr_ints(&h, "pads", 2, (int64_t[]){1, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), (float[]){0, 0, 0, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_GlobalLpPool, 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), (float[]){0, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_GlobalLpPool, 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2, 3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, 2, 1), NULL);
    CHECK(harness_run(&h));
}

static cameo_status lp_pool_status(bool global, int64_t p, float fraction, int64_t kernel,
                                   uint32_t rank) {
    harness_begin(&h, global ? &cm_op_GlobalLpPool : &cm_op_LpPool, fraction != 0 ? 1 : 22);
    if (fraction != 0)
        harness_attr_f(&h, "p", fraction);
    else
        harness_attr_i(&h, "p", p);
    if (!global && kernel != 0) harness_attr_ints(&h, "kernel_shape", 1, &kernel);
    harness_in(&h, CAMEO_FLOAT, rank, (size_t[]){1, 2, 3}, NULL);
    harness_out(&h, CAMEO_FLOAT, rank, (size_t[]){1, 2, global ? 1 : 2}, NULL);
    return harness_status(&h);
}

void test_lp_pool_refuses(void) {
    for (int global = 0; global < 2; global++) {
        CHECK_INT(lp_pool_status(global, 2, 0, 2, 3), CAMEO_OK);
        CHECK_INT(lp_pool_status(global, 0, 0, 2, 3), CAMEO_E_SHAPE);
        CHECK_INT(lp_pool_status(global, -1, 0, 2, 3), CAMEO_E_SHAPE);
        CHECK_INT(lp_pool_status(global, INT64_MAX, 0, 2, 3), CAMEO_E_SHAPE);
        CHECK_INT(lp_pool_status(global, 0, 1.5f, 2, 3), CAMEO_OK);
        CHECK_INT(lp_pool_status(global, 0, -1, 2, 3), CAMEO_E_SHAPE);
        CHECK_INT(lp_pool_status(global, 0, NAN, 2, 3), CAMEO_E_SHAPE);
        CHECK_INT(lp_pool_status(global, 0, INFINITY, 2, 3), CAMEO_E_SHAPE);
    }
    CHECK_INT(lp_pool_status(true, 2, 0, 2, 1), CAMEO_E_SHAPE);
    CHECK_INT(lp_pool_status(false, 2, 0, 2, 2), CAMEO_E_SHAPE);
    CHECK_INT(lp_pool_status(false, 2, 0, 0, 3), CAMEO_E_MISSING);
    CHECK_INT(lp_pool_status(false, 2, 0, 6, 3), CAMEO_E_SHAPE);
}
