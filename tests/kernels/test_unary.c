#include <math.h>

#include "tests/kernels/elementwise_vectors.h"

/* Relu of small numbers in every dtype that it takes. */
void test_unary_relu_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                 CAMEO_INT8,  CAMEO_INT16,  CAMEO_INT32,   CAMEO_INT64};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness h;
        harness_begin(&h, &cm_op_Relu, 14);
        harness_in_num(&h, dtypes[i], H_DIMS(2, 3), (double[]){-128, -1, 0, 1, 2, 127});
        harness_out_num(&h, dtypes[i], H_DIMS(2, 3), (double[]){0, 0, 0, 1, 2, 127});
        CHECK(harness_run(&h));
    }
}

void test_unary_relu_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Relu, 6);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){NAN, INFINITY, -INFINITY, 1e-45F});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){NAN, INFINITY, 0, 1e-45F});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Relu, 14);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){INT64_MIN, INT64_MAX});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){0, INT64_MAX});
    CHECK(harness_run(&h));
}

/* No elements, one element, and several tasks with a tail; version 1 had consumed_inputs. */
void test_unary_sizes(void) {
    static float x[2 * CM_TASK_ITEMS + 5];
    static float y[2 * CM_TASK_ITEMS + 5];
    size_t n = sizeof x / sizeof *x;
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)i - 20000;
        y[i] = i > 20000 ? (float)i - 20000 : 0;
    }
    harness h;
    harness_begin(&h, &cm_op_Relu, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(n), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(n), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Relu, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Relu, 1);
    harness_attr_ints(&h, "consumed_inputs", 1, (int64_t[]){0});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){-3});
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, (float[]){0});
    CHECK(harness_run(&h));
}

void test_unary_vectors(void) {
    ELEMENTWISE_RUN("Abs", "BitwiseNot", "Ceil", "Clip", "Floor", "IsInf", "IsNaN", "Neg", "Not",
                    "Reciprocal", "Relu", "Round", "Sign", "Sqrt");
}

/* The lowest integer has no positive partner: it stays, as in numpy. */
/* Where a double is rounded: halves, neighbours of whole numbers, 2^52 and beyond, denormals, both zeros; Relu and Sign
 * of them, too. The results are those of the C library, sign bits included. */
void test_unary_f64_rounds(void) {
    enum { N = 4000 };
    harness h;
    static double x[N], want[5][N];
    static const cm_op *const ops[5] = {&cm_op_Floor, &cm_op_Ceil, &cm_op_Round, &cm_op_Relu, &cm_op_Sign};
    static const double edges[] = {0.0, 0.5, 1.5, 2.5, 0.49999999999999994, 1e-310, 0x1p52, 0x1.fffffffffffffp51,
                                   0x1.8p51, 0x1p53, 1e300, INFINITY, 1.0, 3.0};
    uint32_t rng = 9;
    for (size_t i = 0; i < N; i++) {
        rng = rng * 1664525U + 1013904223U;
        double v = edges[i / 4 % (sizeof edges / sizeof *edges)];
        if (i % 4 == 1) v = nextafter(v, -INFINITY);
        if (i % 4 == 2) v = ldexp((double)(rng >> 8), (int)(rng & 63) - 40);
        x[i] = rng >> 31 != 0 ? -v : v;
        want[0][i] = floor(x[i]);
        want[1][i] = ceil(x[i]);
        want[2][i] = nearbyint(x[i]);
        want[3][i] = x[i] < 0 ? 0 : x[i];
        want[4][i] = x[i] > 0 ? 1 : x[i] < 0 ? -1 : 0;
    }
    for (int op = 0; op < 5; op++) {
        harness_begin(&h, ops[op], 13);
        harness_in(&h, CAMEO_DOUBLE, H_DIMS(N), x);
        harness_out(&h, CAMEO_DOUBLE, H_DIMS(N), want[op]);
        CHECK(harness_run(&h));
    }
    x[0] = NAN;
    for (int op = 0; op < 5; op++) {
        harness_begin(&h, ops[op], 13);
        harness_in(&h, CAMEO_DOUBLE, H_DIMS(1), x);
        harness_out(&h, CAMEO_DOUBLE, H_DIMS(1), x);
        CHECK(harness_run(&h));
    }
}

void test_unary_wraps(void) {
    static const cm_op *const ops[] = {&cm_op_Abs, &cm_op_Neg};
    for (int i = 0; i < 2; i++) {
        harness h;
        harness_begin(&h, ops[i], 13);
        harness_in(&h, CAMEO_INT8, H_DIMS(1), (int8_t[]){INT8_MIN});
        harness_out(&h, CAMEO_INT8, H_DIMS(1), (int8_t[]){INT8_MIN});
        CHECK(harness_run(&h));
        harness_begin(&h, ops[i], 13);
        harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){INT32_MIN});
        harness_out(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){INT32_MIN});
        CHECK(harness_run(&h));
        harness_begin(&h, ops[i], 13);
        harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MIN});
        harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MIN});
        CHECK(harness_run(&h));
    }
}

/* No bounds, one of them, one that is NaN; bounds of rank 1; more than one element is an error. */
void test_unary_clip(void) {
    harness h;
    harness_begin(&h, &cm_op_Clip, 13);
    harness_in(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){-128, 127});
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT8, H_DIMS(1), (int8_t[]){5});
    harness_out(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){-128, 5});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Clip, 13);
    harness_in(&h, CAMEO_UINT64, H_DIMS(2), (uint64_t[]){0, UINT64_MAX});
    harness_out(&h, CAMEO_UINT64, H_DIMS(2), (uint64_t[]){0, UINT64_MAX});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Clip, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){-3, 3});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){NAN});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){-3, 1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Clip, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "input 1 has 2 elements, want 1");
    harness_begin(&h, &cm_op_Clip, 12);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_INT32, H_SCALAR, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}

/* 8-bit floats: e5m2 has infinities 0x7c, 0xfc and NaN above them; e4m3fn NaN 0x7f, 0xff; the UZ
 * formats NaN 0x80 (ONNX docs, float8). */
void test_unary_tests_f8(void) {
    static const int dtypes[] = {CAMEO_FLOAT8E5M2, CAMEO_FLOAT8E4M3FN, CAMEO_FLOAT8E4M3FNUZ,
                                 CAMEO_FLOAT8E5M2FNUZ};
    static const uint8_t x[6] = {0x7c, 0xfc, 0x7e, 0x7f, 0x80, 0x00};
    static const uint8_t is_nan[4][6] = {
        {0, 0, 1, 1, 0, 0}, {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 1, 0}};
    static const uint8_t is_inf[4][6] = {{1, 1, 0, 0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        harness h;
        harness_begin(&h, &cm_op_IsNaN, 20);
        harness_in(&h, dtypes[i], H_DIMS(6), x);
        harness_out(&h, CAMEO_BOOL, H_DIMS(6), is_nan[i]);
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_IsInf, 20);
        harness_in(&h, dtypes[i], H_DIMS(6), x);
        harness_out(&h, CAMEO_BOOL, H_DIMS(6), is_inf[i]);
        CHECK(harness_run(&h));
    }
}

/* Elements of shapes are followed; those that wrap are unknown. */
void test_unary_elems(void) {
    static const cm_op *const ops[] = {&cm_op_Neg, &cm_op_Abs, &cm_op_Sign};
    static const int32_t want[3][3] = {{5, 0, -7}, {5, 0, 7}, {-1, 0, 1}};
    for (int i = 0; i < 3; i++) {
        harness h;
        harness_begin(&h, ops[i], 13);
        h.symbolic = true;
        harness_in(&h, CAMEO_INT32, H_DIMS(4), (int32_t[]){-5, 0, 7, INT32_MIN});
        harness_out(&h, CAMEO_INT32, H_DIMS(4), NULL);
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK_INT(h.out_av[0].n_elem, 4);
        for (int j = 0; j < 3; j++) CHECK_INT(h.out_av[0].elem[j], want[i][j]);
        CHECK(i == 2 || h.out_av[0].elem[3] == CM_DIM_UNKNOWN);
        harness_end(&h);
    }
}
