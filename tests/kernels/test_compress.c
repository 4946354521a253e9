/* test_compress.c — Compress against picks that numpy.compress defines: every dtype, axes, more than one
 * task, what the condition may not say. */
#include "tests/kernels/harness_movement.h"

static harness h;

static void compress_case(int dtype, int64_t axis, const char *cond, uint32_t rank,
                          const size_t *dims, const uint32_t *pick) {
    uint8_t flags[16];
    size_t n = strlen(cond);
    for (size_t i = 0; i < n; i++) flags[i] = cond[i] == '1';
    harness_begin(&h, &cm_op_Compress, 11);
    if (axis != 99) harness_attr_i(&h, "axis", axis);
    movement_in(&h, dtype, H_DIMS(2, 3, 2), 0);
    harness_in(&h, CAMEO_BOOL, H_DIMS(n), flags);
    movement_out(&h, dtype, rank, dims, pick);
}

void test_compress_dtypes(void) {
    for (int dtype = 1; dtype < CM_N_DTYPES; dtype++) {
        compress_case(dtype, 1, "101", H_DIMS(2, 2, 2), (uint32_t[]){0, 1, 4, 5, 6, 7, 10, 11});
        CHECK_MSG(harness_run(&h), "dtype %s", cameo_dtype_name((cameo_dtype)dtype));
        compress_case(dtype, 99, "0101000001", H_DIMS(3), (uint32_t[]){1, 3, 9});
        CHECK_MSG(harness_run(&h), "dtype %s", cameo_dtype_name((cameo_dtype)dtype));
    }
}

/* Shorter and longer conditions, negative axes, nothing picked, no elements, many tasks. */
void test_compress_axes(void) {
    compress_case(CAMEO_FLOAT, -1, "01", H_DIMS(2, 3, 1), (uint32_t[]){1, 3, 5, 7, 9, 11});
    CHECK(harness_run(&h));
    compress_case(CAMEO_INT8, -3, "1", H_DIMS(1, 3, 2), (uint32_t[]){0, 1, 2, 3, 4, 5});
    CHECK(harness_run(&h));
    compress_case(CAMEO_INT8, 0, "0100", H_DIMS(1, 3, 2), (uint32_t[]){6, 7, 8, 9, 10, 11});
    CHECK(harness_run(&h));
    compress_case(CAMEO_DOUBLE, 1, "000", H_DIMS(2, 0, 2), NULL);
    CHECK(harness_run(&h));
    compress_case(CAMEO_DOUBLE, 99, "", H_DIMS(0), NULL);
    CHECK(harness_run(&h));
    enum { ROWS = 5, N = 9001 };
    static int16_t x[ROWS][N], y[ROWS][N];
    static uint8_t cond[N];
    size_t count = 0;
    for (size_t i = 0; i < N; i++) cond[i] = i % 3 != 1;
    for (size_t i = 0; i < N; i++) count += cond[i];
    int16_t *to = &y[0][0];
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t i = 0; i < N; i++) {
            x[r][i] = (int16_t)(r * 7 + i);
            if (cond[i] != 0) *to++ = x[r][i];
        }
    }
    harness_begin(&h, &cm_op_Compress, 9);
    harness_attr_i(&h, "axis", 1);
    harness_in(&h, CAMEO_INT16, H_DIMS(ROWS, N), x);
    harness_in(&h, CAMEO_BOOL, H_DIMS(N), cond);
    harness_out(&h, CAMEO_INT16, H_DIMS(ROWS, count), y);
    CHECK(harness_run(&h));
}

void test_compress_errors(void) {
    compress_case(CAMEO_FLOAT, 1, "0001", H_DIMS(2, 1, 2), (uint32_t[]){0, 1, 2, 3});
    harness_hide(&h);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    compress_case(CAMEO_FLOAT, 3, "1", H_DIMS(2, 1, 2), (uint32_t[]){0, 1, 2, 3});
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    compress_case(CAMEO_FLOAT, -4, "1", H_DIMS(2, 1, 2), (uint32_t[]){0, 1, 2, 3});
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_Compress, 11);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(4), 0);
    harness_in(&h, CAMEO_BOOL, H_DIMS(2, 2), (uint8_t[]){1, 0, 0, 1});
    movement_out(&h, CAMEO_FLOAT, H_DIMS(2), (uint32_t[]){0, 3});
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
