#include "tests/kernels/harness_movement.h"

static harness h;

void test_concat_vectors(void) { CHECK_INT(movement_replay(&cm_op_Concat, 13), 30); }

/* Several tasks; pieces of rows begin and end within tasks. */
void test_concat_large(void) {
    static uint32_t pick[300 * 131];
    for (size_t r = 0, at = 0; r < 300; r++) {
        for (size_t c = 0; c < 131; c++) {
            size_t number = c < 61 ? r * 61 + c : 300 * 61 + r * 70 + (c - 61);
            pick[at++] = (uint32_t)number;
        }
    }
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_INT4, CAMEO_UINT2, CAMEO_UINT8,
                                 CAMEO_COMPLEX128};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_Concat, 13);
        harness_attr_i(&h, "axis", -1);
        movement_in(&h, dtypes[i], H_DIMS(300, 61), 0);
        movement_in(&h, dtypes[i], H_DIMS(300, 70), 300 * 61);
        movement_out(&h, dtypes[i], H_DIMS(300, 131), pick);
        CHECK(harness_run(&h));
    }
}

/* Pieces of one and of two elements, in several tasks. */
void test_concat_few(void) {
    static uint32_t pick[15001 * 4];
    const size_t rows = 15001;
    for (size_t r = 0; r < rows; r++) {
        pick[4 * r] = (uint32_t)r;
        pick[4 * r + 1] = (uint32_t)(rows + 2 * r);
        pick[4 * r + 2] = (uint32_t)(rows + 2 * r + 1);
        pick[4 * r + 3] = (uint32_t)(3 * rows + r);
    }
    harness_begin(&h, &cm_op_Concat, 13);
    harness_attr_i(&h, "axis", 1);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(rows, 1), 0);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(rows, 2), rows);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(rows, 1), 3 * rows);
    movement_out(&h, CAMEO_FLOAT, H_DIMS(rows, 4), pick);
    CHECK(harness_run(&h));
}

/* Before 4 the axis is 1 where not given; from 4 on it must be given. */
void test_concat_axis_default(void) {
    harness_begin(&h, &cm_op_Concat, 1);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 1), (int32_t[]){1, 2});
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 1), (int32_t[]){3, 4});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 2), (int32_t[]){1, 3, 2, 4});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Concat, 4);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 1), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 1), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MISSING);
}

static cameo_status concat_two(int64_t axis, uint32_t rank, const size_t *a, const size_t *b) {
    harness_begin(&h, &cm_op_Concat, 13);
    harness_attr_i(&h, "axis", axis);
    harness_in(&h, CAMEO_FLOAT, rank, a, NULL);
    harness_in(&h, CAMEO_FLOAT, rank, b, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    return harness_status(&h);
}

void test_concat_refuses(void) {
    const size_t a[] = {2, 3}, b[] = {2, 4}, huge[] = {0, SIZE_MAX / 4};
    CHECK_INT(concat_two(0, 2, a, b), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dim 1 of input 1 differs from that of the inputs before it");
    CHECK_INT(concat_two(2, 2, a, a), CAMEO_E_SHAPE);
    CHECK_INT(concat_two(-3, 2, a, a), CAMEO_E_SHAPE);
    CHECK_INT(concat_two(0, 0, NULL, NULL), CAMEO_E_SHAPE);
    CHECK_INT(concat_two(INT64_MAX, 2, a, a), CAMEO_E_LIMIT);
    CHECK_INT(concat_two(1, 2, huge, huge), CAMEO_E_SHAPE);
}

/* [n, 3] beside [5]: what Shape and constants give. */
void test_concat_elems(void) {
    harness_begin(&h, &cm_op_Concat, 13);
    harness_attr_i(&h, "axis", 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){9, 3});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){5});
    harness_out(&h, CAMEO_INT64, H_DIMS(3), NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 3, (cm_dim[]){9, 3, 5}));
    h.in_av[0].data = NULL;
    h.in_av[0].elem = (cm_dim[]){CM_DIM_UNKNOWN, 3};
    h.in_av[0].n_elem = 2;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 3, (cm_dim[]){CM_DIM_UNKNOWN, 3, 5}));
    harness_end(&h);
}
