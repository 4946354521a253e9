#include <math.h>

#include "tests/kernels/harness.h"

/* Numbers that every real dtype but e8m0 holds, between all of them. */
void test_cast_pairs(void) {
    static const int dtypes[] = {
        CAMEO_FLOAT,          CAMEO_UINT8,        CAMEO_INT8,           CAMEO_UINT16,
        CAMEO_INT16,          CAMEO_INT32,        CAMEO_INT64,          CAMEO_BOOL,
        CAMEO_FLOAT16,        CAMEO_DOUBLE,       CAMEO_UINT32,         CAMEO_UINT64,
        CAMEO_BFLOAT16,       CAMEO_FLOAT8E4M3FN, CAMEO_FLOAT8E4M3FNUZ, CAMEO_FLOAT8E5M2,
        CAMEO_FLOAT8E5M2FNUZ, CAMEO_UINT4,        CAMEO_INT4,           CAMEO_FLOAT4E2M1,
        CAMEO_UINT2,          CAMEO_INT2};
    static const double v[7] = {0, 1, 1, 0, 1, 0, 1};
    size_t n = sizeof dtypes / sizeof *dtypes;
    for (size_t i = 0; i < n * n; i++) {
        harness h;
        harness_begin(&h, &cm_op_Cast, 25);
        harness_attr_i(&h, "to", dtypes[i % n]);
        harness_in_num(&h, dtypes[i / n], H_DIMS(7), v);
        harness_out_num(&h, dtypes[i % n], H_DIMS(7), v);
        CHECK(harness_run(&h));
    }
}

static bool cast_case(int from, int to, size_t n, const void *x, const void *y) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 25);
    harness_attr_i(&h, "to", to);
    harness_in(&h, from, H_DIMS(n), x);
    harness_out(&h, to, H_DIMS(n), y);
    return harness_run(&h);
}

/* Beyond the range: as the head of cast.c says. */
void test_cast_float_to_int(void) {
    const float x[] = {1.9F, -1.9F, 300, -129, 3e9F, -3e9F, NAN, INFINITY};
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT32, 8, x,
                    (int32_t[]){1, -1, 300, -129, INT32_MAX, INT32_MIN, 0, INT32_MAX}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT64, 8, x,
                    (int64_t[]){1, -1, 300, -129, 3000000000, -3000000000, 0, INT64_MAX}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_UINT8, 6, x, (uint8_t[]){1, 255, 44, 127, 0, 0}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT8, 4, x, (int8_t[]){1, -1, 44, 127}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_BOOL, 4, (float[]){0, -0.0F, 1e-45F, NAN},
                    (uint8_t[]){0, 0, 1, 1}));
    const double d[] = {18446744073709551615.0, 9223372036854775808.0, -1, 1e19};
    CHECK(
        cast_case(CAMEO_DOUBLE, CAMEO_UINT64, 4, d,
                  (uint64_t[]){UINT64_MAX, (uint64_t)1 << 63, UINT64_MAX, 10000000000000000000u}));
    /* ONNX node test cast_FLOAT_to_INT4. */
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT4, 4, (float[]){-9, 8, -8, 11}, (uint8_t[]){0x87, 0xB8}));
}

void test_cast_int_to_int(void) {
    const int64_t x[] = {INT64_MIN, -1, 256, 0x123456789};
    CHECK(cast_case(CAMEO_INT64, CAMEO_UINT8, 4, x, (uint8_t[]){0, 255, 0, 0x89}));
    CHECK(cast_case(CAMEO_INT64, CAMEO_INT32, 4, x, (int32_t[]){0, -1, 256, 0x23456789}));
    CHECK(cast_case(CAMEO_INT64, CAMEO_BOOL, 4, x, (uint8_t[]){1, 1, 1, 1}));
    CHECK(cast_case(CAMEO_INT64, CAMEO_UINT64, 2, x, (uint64_t[]){(uint64_t)1 << 63, UINT64_MAX}));
}

/* Once to f16, f32 and f64; by way of float to the others, as onnx.reference (ml_dtypes) does. */
void test_cast_rounding(void) {
    /* 1 + 2^-11 + 2^-40: above the middle of two halves, in float the middle. */
    CHECK(cast_case(CAMEO_DOUBLE, CAMEO_FLOAT16, 1, (double[]){1 + 0x1p-11 + 0x1p-40},
                    (uint16_t[]){0x3C01}));
    /* 2^62 + 2^54 + 1: above the middle of two bfloat16, in float the middle. */
    CHECK(cast_case(CAMEO_INT64, CAMEO_BFLOAT16, 1, (int64_t[]){(1LL << 62) + (1LL << 54) + 1},
                    (uint16_t[]){0x5E80}));
    /* Above the middle of two floats, in double the middle. */
    CHECK(cast_case(CAMEO_UINT64, CAMEO_FLOAT, 1, (uint64_t[]){(1ULL << 63) + (1ULL << 39) + 1},
                    (float[]){0x1.000002p63F}));
    CHECK(cast_case(CAMEO_UINT64, CAMEO_DOUBLE, 1, (uint64_t[]){UINT64_MAX}, (double[]){0x1p64}));
    CHECK(cast_case(CAMEO_DOUBLE, CAMEO_FLOAT4E2M1, 2, (double[]){0.26, 0.25}, (uint8_t[]){0x01}));
}

static bool cast_f8_case(int to, int64_t saturate, size_t n, const float *x, const uint8_t *y) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 19);
    harness_attr_i(&h, "to", to);
    harness_attr_i(&h, "saturate", saturate);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(n), x);
    harness_out(&h, to, H_DIMS(n), y);
    return harness_run(&h);
}

/* Largest finite numbers: 448 is 0x7E in e4m3fn, 57344 is 0x7B in e5m2. */
void test_cast_saturate(void) {
    const float x[] = {1e6F, -1e6F, INFINITY, 1};
    CHECK(cast_f8_case(CAMEO_FLOAT8E4M3FN, 1, 4, x, (uint8_t[]){0x7E, 0xFE, 0x7E, 0x38}));
    CHECK(cast_f8_case(CAMEO_FLOAT8E4M3FN, 0, 4, x, (uint8_t[]){0x7F, 0xFF, 0x7F, 0x38}));
    CHECK(cast_f8_case(CAMEO_FLOAT8E5M2, 1, 4, x, (uint8_t[]){0x7B, 0xFB, 0x7B, 0x3C}));
    CHECK(cast_f8_case(CAMEO_FLOAT8E5M2, 0, 4, x, (uint8_t[]){0x7C, 0xFC, 0x7C, 0x3C}));
}

/* float8e8m0 holds powers of two: 2^(v - 127). */
void test_cast_e8m0(void) {
    static const char *const modes[] = {"up", "down", "nearest"};
    static const uint8_t want[3][3] = {{128, 127, 125}, {127, 127, 124}, {127, 127, 125}};
    for (int i = 0; i < 3; i++) {
        harness h;
        harness_begin(&h, &cm_op_Cast, 24);
        harness_attr_i(&h, "to", CAMEO_FLOAT8E8M0);
        harness_attr_s(&h, "round_mode", modes[i]);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1.1F, 1, 0.24F});
        harness_out(&h, CAMEO_FLOAT8E8M0, H_DIMS(3), want[i]);
        CHECK(harness_run(&h));
    }
    CHECK(cast_case(CAMEO_FLOAT8E8M0, CAMEO_FLOAT, 3, (uint8_t[]){127, 130, 255},
                    (float[]){1, 8, NAN}));
}

/* Since_version 1 names the type. */
void test_cast_attributes(void) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 1);
    harness_attr_s(&h, "to", "INT32");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1.5F, -2.5F});
    harness_out(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){1, -2});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Cast, 13);
    harness_attr_i(&h, "to", 77);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    harness_out(&h, CAMEO_INT32, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
    harness_begin(&h, &cm_op_Cast, 13);
    h.symbolic = true;
    harness_attr_i(&h, "to", CAMEO_INT32);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){7, 1LL << 40});
    harness_out(&h, CAMEO_INT32, H_DIMS(2), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].elem[0], 7);
    CHECK(h.out_av[0].elem[1] == CM_DIM_UNKNOWN);
    harness_end(&h);
}

/* Several tasks of packed elements. */
void test_cast_sub_byte_tasks(void) {
    enum { N = 16384 * 2 + 7 };
    static int8_t x[N];
    static uint8_t y[(N + 1) / 2];
    for (size_t i = 0; i < N; i++) {
        x[i] = (int8_t)((i * 7) % 16) - 8;
        cm_i4_set(y, i, x[i]);
    }
    CHECK(cast_case(CAMEO_INT8, CAMEO_INT4, N, x, y));
    CHECK(cast_case(CAMEO_INT4, CAMEO_INT8, N, y, x));
}
