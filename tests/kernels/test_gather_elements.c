#include "tests/kernels/gather_elements_vectors.h"
#include "tests/kernels/harness_movement.h"

static harness h;

/* Results of onnxruntime and onnx.reference, indices given by an initializer and computed. */
void test_gather_elements_vectors(void) {
    size_t n = sizeof gather_elements_vectors / sizeof *gather_elements_vectors;
    for (uint32_t constant = 1; constant <= HARNESS_MAX; constant += HARNESS_MAX - 1) {
        CHECK_INT(vectors_run(gather_elements_vectors, n, "GatherElements", &cm_op_GatherElements,
                              0, constant),
                  n);
    }
}

static void gather_elements_begin(int64_t axis) {
    harness_begin(&h, &cm_op_GatherElements, 13);
    harness_attr_i(&h, "axis", axis);
}

/* Every width of elements, by bits; strings. */
void test_gather_elements_dtypes(void) {
    static const int dtypes[] = {CAMEO_BOOL,       CAMEO_BFLOAT16, CAMEO_FLOAT,
                                 CAMEO_UINT64,     CAMEO_STRING,   CAMEO_COMPLEX64,
                                 CAMEO_COMPLEX128, CAMEO_INT4,     CAMEO_UINT2};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        gather_elements_begin(1);
        movement_in(&h, dtypes[i], H_DIMS(2, 3), 0);
        harness_in(&h, CAMEO_INT64, H_DIMS(2, 4), (int64_t[]){2, 0, -1, -3, 1, -2, 1, 2});
        movement_out(&h, dtypes[i], H_DIMS(2, 4), (uint32_t[]){2, 0, 2, 0, 4, 4, 4, 5});
        CHECK(harness_run(&h));
        gather_elements_begin(0);
        movement_in(&h, dtypes[i], H_DIMS(2, 3), 0);
        harness_in(&h, CAMEO_INT32, H_DIMS(3, 2), (int32_t[]){1, 0, -1, -2, -2, 1});
        movement_out(&h, dtypes[i], H_DIMS(3, 2), (uint32_t[]){3, 1, 3, 1, 0, 4});
        CHECK(harness_run(&h));
    }
}

/* Several tasks along each axis, rows that cross them. The index of position (a, b, c) is
 * (a + 2 b + 3 c) modulo the axis, with either sign; data is longer by `more` elsewhere. */
static bool gather_elements_large(int dtype, const size_t own[3], int axis, size_t more) {
    static uint32_t pick[1 << 17];
    static int64_t index[1 << 17];
    size_t dims[3], at[3], j = 0;
    for (int d = 0; d < 3; d++) dims[d] = d == axis ? own[d] / 2 + 1 : own[d] + more;
    int64_t n = (int64_t)dims[axis];
    for (at[0] = 0; at[0] < own[0]; at[0]++) {
        for (at[1] = 0; at[1] < own[1]; at[1]++) {
            for (at[2] = 0; at[2] < own[2]; at[2]++, j++) {
                size_t from[3] = {at[0], at[1], at[2]};
                from[axis] = (at[0] + 2 * at[1] + 3 * at[2]) % dims[axis];
                index[j] = (int64_t)from[axis] - (j % 3 == 0 ? n : 0);
                pick[j] = (uint32_t)((from[0] * dims[1] + from[1]) * dims[2] + from[2]);
            }
        }
    }
    gather_elements_begin(axis);
    movement_in(&h, dtype, 3, dims, 0);
    harness_in(&h, CAMEO_INT64, 3, own, index);
    movement_out(&h, dtype, 3, own, pick);
    return harness_run(&h);
}

void test_gather_elements_tasks(void) {
    static const size_t own[][3] = {{40, 37, 33}, {2, 3, 9001}, {30001, 1, 2}, {1, 20000, 3}};
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_INT64, CAMEO_INT4};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        for (int axis = 0; axis < 3; axis++) {
            CHECK(gather_elements_large(dtypes[axis], own[i], axis, i % 2));
        }
    }
    CHECK(gather_elements_large(CAMEO_STRING, own[0], 1, 1));
}

/* No index: no element, whatever data holds. */
void test_gather_elements_empty(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_STRING};
    for (int i = 0; i < 2; i++) {
        for (size_t n = 0; n < 3; n++) {
            gather_elements_begin(-1);
            movement_in(&h, dtypes[i], H_DIMS(3, n), 0);
            harness_in(&h, CAMEO_INT32, H_DIMS(2, 0), NULL);
            movement_out(&h, dtypes[i], H_DIMS(2, 0), NULL);
            CHECK(harness_run(&h));
        }
    }
}

static cameo_status gather_elements_one(int dtype, size_t n, int64_t index, bool hide) {
    gather_elements_begin(1);
    movement_in(&h, dtype, H_DIMS(2, n), 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 1), (int64_t[]){0, index});
    if (hide) harness_hide(&h);
    harness_out(&h, dtype, H_DIMS(2, 1), NULL);
    return harness_status(&h);
}

static cameo_status gather_elements_dims(int64_t axis, uint32_t rank, const size_t *dims,
                                         uint32_t own_rank, const size_t *own) {
    gather_elements_begin(axis);
    movement_in(&h, CAMEO_FLOAT, rank, dims, 0);
    harness_in(&h, CAMEO_INT64, own_rank, own, NULL);
    harness_out(&h, CAMEO_FLOAT, own_rank, own, NULL);
    return harness_status(&h);
}

void test_gather_elements_refuses(void) {
    static const int64_t bad[] = {3, -4, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    static const int dtypes[] = {CAMEO_INT8, CAMEO_INT64, CAMEO_STRING};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (size_t j = 0; j < sizeof dtypes / sizeof *dtypes; j++) {
            CHECK_INT(gather_elements_one(dtypes[j], 3, bad[i], true), CAMEO_E_SHAPE);
            CHECK_INT(gather_elements_one(dtypes[j], 3, -3, true), CAMEO_OK);
            CHECK_INT(gather_elements_one(dtypes[j], 0, 0, true), CAMEO_E_SHAPE);
        }
    }
    for (int hide = 0; hide < 2; hide++) {
        CHECK_INT(gather_elements_one(CAMEO_INT32, 3, 7, hide), CAMEO_E_SHAPE);
        CHECK_STR(h.error.msg, "index 7 at position 1 is out of range for an axis of 3");
    }
    CHECK_INT(gather_elements_dims(1, H_DIMS(2, 2), H_DIMS(2, 9)), CAMEO_OK);
    CHECK_INT(gather_elements_dims(1, H_DIMS(2, 2), H_DIMS(3, 2)), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dim 0 of indices is larger than that of data");
    CHECK_INT(gather_elements_dims(0, H_DIMS(2, 2), H_DIMS(2)), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "indices has rank 1, data 2");
    CHECK_INT(gather_elements_dims(2, H_DIMS(2, 2), H_DIMS(2, 2)), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis is 2, want -2..1 for rank 2");
    CHECK_INT(gather_elements_dims(-3, H_DIMS(2, 2), H_DIMS(2, 2)), CAMEO_E_SHAPE);
    CHECK_INT(gather_elements_dims(0, H_SCALAR, H_SCALAR), CAMEO_E_SHAPE);
}

/* Shape rules: what is known of the dims, and elements of a list of dims. */
void test_gather_elements_elems(void) {
    const cm_dim no = CM_DIM_UNKNOWN;
    gather_elements_begin(-1);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 4), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 4), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_INT64,
                             .rank = 2,
                             .dims = {2, 3},
                             .n_elem = 6,
                             .elem = (cm_dim[]){8, no, 7, 6, 5, 4}};
    h.in_av[1] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_INT32,
                             .rank = 2,
                             .dims = {1, 4},
                             .n_elem = 4,
                             .elem = (cm_dim[]){-1, no, 1, 0}};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 4, (cm_dim[]){7, no, no, 8}));
    h.in_av[1].elem = (cm_dim[]){0, 0, 3, 0};
    CHECK_INT(harness_shape(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "index 3 at position 2 is out of range for an axis of 3");
    h.in_av[0].rank = CM_RANK_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(h.out_av[0].rank == 2 && h.out_av[0].dims[1] == 4);
    h.in_av[1].rank = CM_RANK_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(h.out_av[0].rank == CM_RANK_UNKNOWN);
    h.in_av[0].rank = 2;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(h.out_av[0].rank == 2 && h.out_av[0].dims[1] == no);
    harness_end(&h);
}
