#include <stdlib.h>

#include "tests/kernels/harness.h"

static harness h;

/* As numpy.eye(rows, columns, k). */
static bool eye_like_case(int dtype, size_t rows, size_t columns, int64_t k) {
    double *y = calloc(rows * columns + 1, sizeof *y);
    if (y == NULL) return false;
    for (size_t i = 0; i < rows * columns; i++) {
        y[i] = (int64_t)(i % columns) == (int64_t)(i / columns) + k;
    }
    harness_begin(&h, &cm_op_EyeLike, 22);
    harness_attr_i(&h, "k", k);
    harness_attr_i(&h, "dtype", dtype);
    harness_in(&h, CAMEO_BOOL, 2, (size_t[]){rows, columns}, NULL);
    harness_out_num(&h, dtype, 2, (size_t[]){rows, columns}, y);
    free(y);
    return harness_run(&h);
}

void test_eye_like_cases(void) {
    static const int dtypes[] = {CAMEO_FLOAT,  CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                 CAMEO_UINT8,  CAMEO_INT8,   CAMEO_UINT16,  CAMEO_INT16,
                                 CAMEO_UINT32, CAMEO_INT32,  CAMEO_UINT64,  CAMEO_INT64,
                                 CAMEO_BOOL};
    static const int64_t k[] = {0, 1, -1, 3, -2, 9, -9, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        for (size_t j = 0; j < sizeof k / sizeof *k; j++) {
            CHECK(eye_like_case(dtypes[i], 3, 5, k[j]));
        }
    }
    CHECK(eye_like_case(CAMEO_FLOAT, 0, 5, 0));
    CHECK(eye_like_case(CAMEO_FLOAT, 5, 0, 0));
    CHECK(eye_like_case(CAMEO_INT16, 300, 211, -7));
    CHECK(eye_like_case(CAMEO_DOUBLE, 2, 40000, 39998));
    CHECK(eye_like_case(CAMEO_FLOAT, 40000, 1, -39999));
    /* the dtype of the input */
    harness_begin(&h, &cm_op_EyeLike, 9);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 2), (int32_t[]){5, 6, 7, 8});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 2), (int32_t[]){1, 0, 0, 1});
    CHECK(harness_run(&h));
}

static cameo_status eye_like_status(int64_t dtype, int64_t k, uint32_t rank) {
    harness_begin(&h, &cm_op_EyeLike, 22);
    harness_attr_i(&h, "dtype", dtype);
    harness_attr_i(&h, "k", k);
    harness_in(&h, CAMEO_FLOAT, rank, (size_t[]){2, 2, 2}, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2), NULL);
    return harness_status(&h);
}

void test_eye_like_refuses(void) {
    CHECK_INT(eye_like_status(CAMEO_FLOAT, 0, 2), CAMEO_OK);
    CHECK_INT(eye_like_status(CAMEO_FLOAT, 0, 3), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "the input has rank 3, want 2");
    CHECK_INT(eye_like_status(CAMEO_STRING, 0, 2), CAMEO_E_TYPE);
    CHECK_STR(h.error.msg, "there is no diagonal of string");
    CHECK_INT(eye_like_status(CAMEO_COMPLEX64, 0, 2), CAMEO_E_TYPE);
    CHECK_INT(eye_like_status(CAMEO_INT4, 0, 2), CAMEO_E_TYPE);
    CHECK_INT(eye_like_status(77, 0, 2), CAMEO_E_TYPE);
    CHECK_STR(h.error.msg, "attribute dtype is 77, which is no type");
    CHECK_INT(eye_like_status(CAMEO_FLOAT, INT64_MAX, 2), CAMEO_E_LIMIT);
}
