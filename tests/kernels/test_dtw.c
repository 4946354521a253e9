#include <math.h>

#include "tests/kernels/harness.h"

static harness h;

static void dtw_begin(size_t rows, size_t columns, const float *x) {
    const size_t dims[] = {rows, columns};
    harness_begin(&h, &cm_op_ms_DynamicTimeWarping, 1);
    harness_in(&h, CAMEO_FLOAT, 2, dims, x);
}

/* Least sums; of equal ones the step right, then the one down; one row, one column, one element, none. What is expected
 * is onnxruntime's. */
void test_dtw(void) {
    dtw_begin(3, 4, (float[]){1, 9, 9, 9, 9, 1, 1, 9, 9, 9, 9, 1});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 4), (int32_t[]){0, 1, 1, 2, 0, 1, 2, 3});
    CHECK(harness_run(&h));
    dtw_begin(3, 4, NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 6), (int32_t[]){0, 1, 2, 2, 2, 2, 0, 0, 0, 1, 2, 3});
    CHECK(harness_run(&h));
    dtw_begin(1, 3, (float[]){5, -1, 2});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 3), (int32_t[]){0, 0, 0, 0, 1, 2});
    CHECK(harness_run(&h));
    dtw_begin(3, 1, (float[]){5, -1, 2});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 3), (int32_t[]){0, 1, 2, 0, 0, 0});
    CHECK(harness_run(&h));
    dtw_begin(1, 1, (float[]){5});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 1), (int32_t[]){0, 0});
    CHECK(harness_run(&h));
    dtw_begin(0, 3, NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ms_DynamicTimeWarping, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), (float[]){1, 1, 1, 1});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 2), (int32_t[]){0, 1, 0, 1});
    CHECK(harness_run(&h));
}

/* Where no sum is less than the others: all of them NaN or infinite. */
void test_dtw_special(void) {
    dtw_begin(3, 4, (float[12]){NAN});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 4), (int32_t[]){2, 2, 2, 2, 0, 1, 2, 3});
    CHECK(harness_run(&h));
    float x[9];
    for (int i = 0; i < 9; i++) x[i] = INFINITY;
    dtw_begin(3, 3, x);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 3), (int32_t[]){2, 2, 2, 0, 1, 2});
    CHECK(harness_run(&h));
}

void test_dtw_refuses(void) {
    harness_begin(&h, &cm_op_ms_DynamicTimeWarping, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_ms_DynamicTimeWarping, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(4), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
