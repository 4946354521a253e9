#include "tests/kernels/harness_movement.h"

static harness h;

void test_gather_vectors(void) { CHECK(movement_replay(&cm_op_Gather, 13) >= 20); }

/* Several tasks, rows that cross them. */
void test_gather_large(void) {
    static uint32_t pick[200 * 301];
    int32_t index[200];
    for (size_t j = 0; j < 200; j++) {
        size_t row = j * 37 % 150;
        index[j] = j % 3 == 0 ? (int32_t)row - 150 : (int32_t)row;
        for (size_t c = 0; c < 301; c++) pick[j * 301 + c] = (uint32_t)(row * 301 + c);
    }
    static const int dtypes[] = {CAMEO_FLOAT16, CAMEO_INT4, CAMEO_UINT2, CAMEO_STRING};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_Gather, 13);
        movement_in(&h, dtypes[i], H_DIMS(150, 301), 0);
        harness_in(&h, CAMEO_INT32, H_DIMS(200), index);
        movement_out(&h, dtypes[i], H_DIMS(200, 301), pick);
        CHECK(harness_run(&h));
    }
}

static cameo_status gather_one(int dtype, int64_t axis, uint32_t rank, int64_t index) {
    const size_t dims[] = {3, 2, 1, 1, 1, 1, 1, 1};
    harness_begin(&h, &cm_op_Gather, 13);
    harness_attr_i(&h, "axis", axis);
    movement_in(&h, dtype, rank, dims, 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), &index);
    harness_out(&h, dtype, H_DIMS(1, 1), NULL);
    return harness_status(&h);
}

void test_gather_refuses(void) {
    static const int64_t bad[] = {3, -4, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(gather_one(CAMEO_FLOAT, 0, 1, bad[i]), CAMEO_E_SHAPE);
        CHECK_INT(gather_one(CAMEO_STRING, 0, 1, bad[i]), CAMEO_E_SHAPE);
    }
    CHECK_INT(gather_one(CAMEO_FLOAT, 0, 1, 7), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "index 7 at position 0 is out of range for an axis of 3");
    CHECK_INT(gather_one(CAMEO_FLOAT, 1, 1, 0), CAMEO_E_SHAPE);
    CHECK_INT(gather_one(CAMEO_FLOAT, 0, 0, 0), CAMEO_E_SHAPE);
    CHECK_INT(gather_one(CAMEO_FLOAT, 0, 8, 0), CAMEO_E_LIMIT);
    CHECK_INT(gather_one(CAMEO_FLOAT, -1, 1, -3), CAMEO_OK);
}

/* Shape -> Gather: one dim of [?, 3, 7]; a constant index out of range fails in inference. */
void test_gather_elems(void) {
    harness_begin(&h, &cm_op_Gather, 13);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){8, 3, 7});
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){-1});
    harness_out(&h, CAMEO_INT64, H_SCALAR, NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 1, (cm_dim[]){7}));
    h.in_av[0].data = NULL;
    h.in_av[0].elem = (cm_dim[]){CM_DIM_UNKNOWN, 3, 7};
    h.in_av[0].n_elem = 3;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 1, (cm_dim[]){7}));
    *(int64_t *)h.in[1].t.data = 0;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 1, (cm_dim[]){CM_DIM_UNKNOWN}));
    *(int64_t *)h.in[1].t.data = 3;
    CHECK_INT(harness_shape(&h), CAMEO_E_SHAPE);
    harness_end(&h);
}

/* Rows of one element: tasks begin within the indices. */
void test_gather_ones(void) {
    static uint32_t pick[300 * 101];
    int64_t index[101];
    for (size_t j = 0; j < 101; j++) index[j] = (int64_t)(j % 14) - 7;
    for (size_t i = 0; i < 300 * 101; i++) {
        pick[i] = (uint32_t)(i / 101 * 7 + (size_t)(index[i % 101] + 7) % 7);
    }
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_INT64, CAMEO_FLOAT16, CAMEO_INT4};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_Gather, 13);
        harness_attr_i(&h, "axis", 1);
        movement_in(&h, dtypes[i], H_DIMS(300, 7), 0);
        harness_in(&h, CAMEO_INT64, H_DIMS(101), index);
        movement_out(&h, dtypes[i], H_DIMS(300, 101), pick);
        CHECK(harness_run(&h));
    }
}
