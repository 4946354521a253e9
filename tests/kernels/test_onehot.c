#include "tests/kernels/harness_movement.h"
#include "tests/kernels/onehot_vectors.h"

static harness h;

/* Results of onnxruntime and onnx.reference, depth given by an initializer and by another input. */
void test_onehot_vectors(void) {
    size_t n = sizeof onehot_vectors / sizeof *onehot_vectors;
    CHECK_INT(vectors_run(onehot_vectors, n, "OneHot", &cm_op_OneHot, 0, 1), n);
    CHECK_INT(vectors_run(onehot_vectors, n, "OneHot", &cm_op_OneHot, 0, HARNESS_MAX), n);
}

static void onehot_begin(int since, int64_t axis) {
    harness_begin(&h, &cm_op_OneHot, since);
    harness_attr_i(&h, "axis", axis);
}

static void onehot_depth_in(int64_t depth) { harness_in(&h, CAMEO_INT64, H_SCALAR, &depth); }

/* Every width of values; strings. Element 0 is "off", element 1 "on". */
void test_onehot_dtypes(void) {
    static const int dtypes[] = {CAMEO_BOOL,       CAMEO_FLOAT16, CAMEO_INT32,
                                 CAMEO_UINT64,     CAMEO_STRING,  CAMEO_COMPLEX64,
                                 CAMEO_COMPLEX128, CAMEO_INT4,    CAMEO_UINT2};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        onehot_begin(11, 0);
        harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){2, -1, 0, 3});
        onehot_depth_in(3);
        movement_in(&h, dtypes[i], H_DIMS(2), 0);
        movement_out(&h, dtypes[i], H_DIMS(3, 4), (uint32_t[]){0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0});
        CHECK(harness_run(&h));
    }
}

/* The five classes of six indices, one row each. */
static bool onehot_six(int since, int dtype, const void *indices, const int32_t want[6]) {
    uint32_t pick[30] = {0};
    for (size_t i = 0; i < 6; i++) {
        if (want[i] >= 0) pick[i * 5 + (size_t)want[i]] = 1;
    }
    onehot_begin(since, -1);
    harness_in(&h, dtype, H_DIMS(6), indices);
    onehot_depth_in(5);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(2), 0);
    movement_out(&h, CAMEO_FLOAT, H_DIMS(6, 5), pick);
    return harness_run(&h);
}

/* What the text of ONNX says: before 11 a negative index is out of range; floats are cast to int64
 * first. NaN and what is beyond int64 names nothing. */
void test_onehot_numbers(void) {
    const int32_t none[] = {-1, -1, -1, -1, -1, -1};
    const int64_t near[] = {-1, -5, -6, 0, 4, 5};
    CHECK(onehot_six(11, CAMEO_INT64, near, (int32_t[]){4, 0, -1, 0, 4, -1}));
    CHECK(onehot_six(9, CAMEO_INT64, near, (int32_t[]){-1, -1, -1, 0, 4, -1}));
    const int64_t far[] = {INT64_MAX, INT64_MIN, INT64_C(1) << 32, -(INT64_C(1) << 32), 6, -7};
    CHECK(onehot_six(11, CAMEO_INT64, far, none));
    const uint64_t high[] = {UINT64_MAX, UINT64_MAX - 4, UINT64_C(1) << 63, 5, 6, 255};
    CHECK(onehot_six(11, CAMEO_UINT64, high, none));
    const uint8_t bytes[] = {255, 251, 4, 0, 5, 128};
    CHECK(onehot_six(11, CAMEO_UINT8, bytes, (int32_t[]){-1, -1, 4, 0, -1, -1}));
    const float parts[] = {0.9F, -0.9F, -0.0F, 4.99F, -5.5F, 5};
    CHECK(onehot_six(11, CAMEO_FLOAT, parts, (int32_t[]){0, 0, 0, 4, 0, -1}));
    CHECK(onehot_six(9, CAMEO_FLOAT, parts, (int32_t[]){0, 0, 0, 4, -1, -1}));
    const float odd[] = {NAN, INFINITY, -INFINITY, 9.3e18F, -9.3e18F, -9223372036854775808.0F};
    CHECK(onehot_six(11, CAMEO_FLOAT, odd, none));
    const double wide[] = {NAN, 1e300, -1e300, 9223372036854775808.0, -6, 1.999};
    CHECK(onehot_six(11, CAMEO_DOUBLE, wide, (int32_t[]){-1, -1, -1, -1, -1, 1}));
}

/* Several tasks, with rows of every length: index number j is (j * 7) % (depth + 2) - 1. */
static bool onehot_large(int dtype, size_t outer, size_t depth, size_t inner, int axis) {
    static uint32_t pick[1 << 17];
    static int32_t index[1 << 17];
    memset(pick, 0, sizeof pick);
    for (size_t j = 0; j < outer * inner; j++) {
        index[j] = (int32_t)(j * 7 % (depth + 2)) - 1;
        if (index[j] == (int32_t)depth) continue;
        size_t c = index[j] < 0 ? depth - 1 : (size_t)index[j];
        pick[(j / inner * depth + c) * inner + j % inner] = 1;
    }
    onehot_begin(11, axis);
    harness_in(&h, CAMEO_INT32, H_DIMS(outer, inner), index);
    onehot_depth_in((int64_t)depth);
    movement_in(&h, dtype, H_DIMS(2), 0);
    const size_t dims[][3] = {{depth, outer, inner}, {outer, depth, inner}, {outer, inner, depth}};
    movement_out(&h, dtype, 3, dims[axis], pick);
    return harness_run(&h);
}

void test_onehot_tasks(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_INT8, CAMEO_INT4};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        CHECK(onehot_large(dtypes[i], 1, 7, 16000, 0));
        CHECK(onehot_large(dtypes[i], 1, 3, 40001, 1));
        CHECK(onehot_large(dtypes[i], 3, 2, 20001, 1));
        CHECK(onehot_large(dtypes[i], 5, 1, 20000, 1));
        CHECK(onehot_large(dtypes[i], 300, 10, 33, 1));
        CHECK(onehot_large(dtypes[i], 3, 30001, 1, 2));
        CHECK(onehot_large(dtypes[i], 40001, 3, 1, 2));
    }
    CHECK(onehot_large(CAMEO_STRING, 30, 10, 33, 1));
}

void test_onehot_empty(void) {
    for (size_t n = 0; n < 4; n += 3) {
        onehot_begin(11, 1);
        harness_in(&h, CAMEO_INT64, H_DIMS(n), (int64_t[]){0, -1, 2});
        onehot_depth_in(n == 0 ? 4 : 0);
        movement_in(&h, CAMEO_FLOAT, H_DIMS(2), 0);
        movement_out(&h, CAMEO_FLOAT, H_DIMS(n, n == 0 ? 4 : 0), NULL);
        CHECK(harness_run(&h));
    }
}

static cameo_status onehot_dims(int64_t axis, uint32_t rank, uint32_t n_depth, uint32_t n_values) {
    const size_t dims[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    onehot_begin(11, axis);
    harness_in(&h, CAMEO_INT64, rank, dims, NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(n_depth), (int64_t[]){1, 1});
    movement_in(&h, CAMEO_FLOAT, H_DIMS(n_values), 0);
    harness_out(&h, CAMEO_FLOAT, rank + 1 > 8 ? 8 : rank + 1, dims, NULL);
    return harness_status(&h);
}

/* The depth of an output of three classes. */
static cameo_status onehot_deep(int dtype, int values, double depth, bool hide) {
    onehot_begin(11, -1);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), NULL);
    harness_in_num(&h, dtype, H_DIMS(1), &depth);
    if (hide) harness_hide(&h);
    movement_in(&h, values, H_DIMS(2), 0);
    harness_out(&h, values, H_DIMS(2, 3), NULL);
    return harness_status(&h);
}

void test_onehot_refuses(void) {
    CHECK_INT(onehot_dims(1, 1, 1, 2), CAMEO_OK);
    CHECK_INT(onehot_dims(-2, 1, 1, 2), CAMEO_OK);
    CHECK_INT(onehot_dims(2, 1, 1, 2), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis is 2, want -2..1 for rank 2");
    CHECK_INT(onehot_dims(-3, 1, 1, 2), CAMEO_E_SHAPE);
    CHECK_INT(onehot_dims(1, 1, 2, 2), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "depth has 2 elements, want 1");
    CHECK_INT(onehot_dims(1, 1, 1, 3), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "values has 3 elements, want 2");
    CHECK_INT(onehot_dims(0, 7, 1, 2), CAMEO_OK);
    CHECK_INT(onehot_dims(0, 8, 1, 2), CAMEO_E_LIMIT);
    CHECK_INT(onehot_deep(CAMEO_INT32, CAMEO_FLOAT, -1, false), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "depth is -1, want >= 0");
    CHECK_INT(onehot_deep(CAMEO_FLOAT, CAMEO_FLOAT, NAN, false), CAMEO_E_SHAPE);
    CHECK_INT(onehot_deep(CAMEO_DOUBLE, CAMEO_FLOAT, -1.5, false), CAMEO_E_SHAPE);
    CHECK_INT(onehot_deep(CAMEO_DOUBLE, CAMEO_FLOAT, 1e300, false), CAMEO_E_SHAPE);
    static const int values[] = {CAMEO_FLOAT, CAMEO_STRING};
    for (int i = 0; i < 2; i++) {
        CHECK_INT(onehot_deep(CAMEO_FLOAT, values[i], 3.5, true), CAMEO_OK);
        CHECK_INT(onehot_deep(CAMEO_INT32, values[i], 4, true), CAMEO_E_SHAPE);
        CHECK_STR(h.error.msg, "depth is 4 for an output of 3");
        CHECK_INT(onehot_deep(CAMEO_FLOAT, values[i], NAN, true), CAMEO_E_SHAPE);
        CHECK_INT(onehot_deep(CAMEO_INT64, values[i], -1, true), CAMEO_E_SHAPE);
    }
    onehot_begin(11, -1);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), NULL);
    onehot_depth_in(3);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(2, 1), 0);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "values has rank 2, want 1");
}

/* Elements of known indices; a depth that is a dim. */
void test_onehot_elems(void) {
    const cm_dim no = CM_DIM_UNKNOWN;
    onehot_begin(11, 1);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){2});
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){5, 9});
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 2), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_INT64,
                             .rank = 1,
                             .dims = {3},
                             .n_elem = 3,
                             .elem = (cm_dim[]){-1, no, 2}};
    h.in_av[1] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_INT64,
                             .rank = 1,
                             .dims = {1},
                             .n_elem = 1,
                             .elem = (cm_dim[]){2}};
    h.in_av[2] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_INT64,
                             .rank = 1,
                             .dims = {2},
                             .n_elem = 2,
                             .elem = (cm_dim[]){5, 9}};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 6, (cm_dim[]){5, 9, no, no, 5, 5}));
    h.in_av[1].elem = &no;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(h.out_av[0].rank == 2 && h.out_av[0].dims[0] == 3 && h.out_av[0].dims[1] == no);
    h.in_av[0].rank = CM_RANK_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(h.out_av[0].rank == CM_RANK_UNKNOWN && h.out_av[0].dtype == CAMEO_INT64);
    harness_end(&h);
}
