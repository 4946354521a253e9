#include "tests/kernels/scatter_vectors.h"

static harness h;

/* Results of onnxruntime and onnx.reference, indices given by an initializer and computed. */
void test_scatter_vectors(void) {
    size_t n = sizeof scatter_vectors / sizeof *scatter_vectors;
    int elements = vectors_run(scatter_vectors, n, "ScatterElements", &cm_op_ScatterElements, 0, 1);
    int former = vectors_run(scatter_vectors, n, "Scatter", &cm_op_Scatter, 0, HARNESS_MAX);
    CHECK_INT(former, 6);
    CHECK_INT(elements, n - 6);
}

static void scatter_begin(const char *reduction, int axis) {
    harness_begin(&h, &cm_op_ScatterElements, 18);
    harness_attr_s(&h, "reduction", reduction);
    harness_attr_i(&h, "axis", axis);
}

static bool scatter_three(const char *reduction, int dtype, const void *x, const void *u,
                          const void *y) {
    scatter_begin(reduction, 0);
    harness_in(&h, dtype, H_DIMS(3), x);
    harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){0, 1, 2, -1});
    harness_in(&h, dtype, H_DIMS(4), u);
    harness_out(&h, dtype, H_DIMS(3), y);
    return harness_run(&h);
}

/* NaN wins; integers wrap; bool is or, and; the last of several updates stays. */
void test_scatter_special(void) {
    const float nan_x[] = {1, NAN, 3};
    CHECK(
        scatter_three("max", CAMEO_FLOAT, nan_x, (float[]){NAN, 5, 2, 4}, (float[]){NAN, NAN, 4}));
    CHECK(
        scatter_three("min", CAMEO_FLOAT, nan_x, (float[]){NAN, 5, 2, 4}, (float[]){NAN, NAN, 2}));
    CHECK(scatter_three("add", CAMEO_INT8, (int8_t[]){127, -128, 1}, (int8_t[]){1, -1, 2, 3},
                        (int8_t[]){-128, 127, 6}));
    CHECK(scatter_three("mul", CAMEO_UINT64, (uint64_t[]){UINT64_MAX, 1, 2},
                        (uint64_t[]){2, 3, 4, 5}, (uint64_t[]){UINT64_MAX - 1, 3, 40}));
    CHECK(scatter_three("max", CAMEO_UINT64, (uint64_t[]){UINT64_MAX, 1, 2},
                        (uint64_t[]){2, UINT64_MAX, 4, 5},
                        (uint64_t[]){UINT64_MAX, UINT64_MAX, 5}));
    CHECK(scatter_three("add", CAMEO_BOOL, (uint8_t[]){1, 0, 0}, (uint8_t[]){1, 0, 1, 0},
                        (uint8_t[]){1, 0, 1}));
    CHECK(scatter_three("mul", CAMEO_BOOL, (uint8_t[]){1, 0, 1}, (uint8_t[]){1, 1, 1, 0},
                        (uint8_t[]){1, 0, 0}));
    CHECK(scatter_three("none", CAMEO_COMPLEX64, (float[]){1, 2, 3, 4, 5, 6},
                        (float[]){-1, -2, NAN, -0.0F, 7, 8, 9, 10},
                        (float[]){-1, -2, NAN, -0.0F, 9, 10}));
    CHECK(scatter_three("none", CAMEO_COMPLEX128, (double[]){1, 2, 3, 4, 5, 6},
                        (double[]){-1, -2, NAN, -0.0, 7, 8, 9, 10},
                        (double[]){-1, -2, NAN, -0.0, 9, 10}));
    /* f16: each update is rounded: 2048 + 1 + 1 stays 2048. */
    scatter_begin("add", 0);
    harness_in(&h, CAMEO_FLOAT16, H_DIMS(1), (uint16_t[]){0x6800});
    harness_in(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){0, 0});
    harness_in(&h, CAMEO_FLOAT16, H_DIMS(2), (uint16_t[]){0x3c00, 0x3c00});
    harness_out(&h, CAMEO_FLOAT16, H_DIMS(1), (uint16_t[]){0x6800});
    CHECK(harness_run(&h));
}

void test_scatter_strings(void) {
    scatter_begin("none", 1);
    harness_in_str(&h, H_DIMS(2, 3), (const char *[]){"a", "b", "c", "d", "e", "f"});
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 2), (int64_t[]){1, 1, -1, 0});
    harness_in_str(&h, H_DIMS(2, 2), (const char *[]){"one", "", "three", "four"});
    harness_out_str(&h, H_DIMS(2, 3), (const char *[]){"a", "", "c", "four", "e", "three"});
    CHECK(harness_run(&h));
}

/* Many tasks along each axis: update number i of a column goes to element i / 2 turned by 3, so that
 * odd ones stay, or both are added. */
static bool scatter_large(const size_t dims[3], int axis, bool add) {
    size_t inner = 1;
    size_t own[3] = {dims[0], dims[1], dims[2]};
    size_t n = dims[axis];
    own[axis] = n / 2 * 2;
    for (int d = axis + 1; d < 3; d++) inner *= dims[d];
    size_t all = dims[0] * dims[1] * dims[2];
    size_t n_updates = own[0] * own[1] * own[2];
    static int32_t x[1 << 18], u[1 << 18], y[1 << 18];
    static int64_t index[1 << 18];
    for (size_t i = 0; i < all; i++) y[i] = x[i] = (int32_t)(i % 1000);
    for (size_t j = 0; j < n_updates; j++) {
        size_t i = j / inner % own[axis];
        size_t to = (i / 2 + 3) % n;
        index[j] = (int64_t)to - (i % 2 == 0 ? (int64_t)n : 0);
        u[j] = (int32_t)(j * 3);
        int32_t *at = &y[(j / inner / own[axis] * n + to) * inner + j % inner];
        *at = add ? *at + u[j] : u[j];
    }
    scatter_begin(add ? "add" : "none", axis);
    harness_in(&h, CAMEO_INT32, 3, dims, x);
    harness_in(&h, CAMEO_INT64, 3, own, index);
    harness_in(&h, CAMEO_INT32, 3, own, u);
    harness_out(&h, CAMEO_INT32, 3, dims, y);
    return harness_run(&h);
}

void test_scatter_tasks(void) {
    static const size_t dims[][3] = {{50, 40, 33}, {3, 7, 9000}, {60000, 1, 3}, {1, 50000, 2}};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
        for (int axis = 0; axis < 3; axis++) {
            CHECK(scatter_large(dims[i], axis, false));
            CHECK(scatter_large(dims[i], axis, true));
        }
    }
}

/* One index for a row of features, as exporters expand it, with runs of columns that have others: 7 rows of 600. */
static bool scatter_rows(const char *reduction, size_t run) {
    enum { ROWS = 7, UPDATES = 9, WIDTH = 600 };
    static float x[ROWS * WIDTH], u[UPDATES * WIDTH], y[ROWS * WIDTH];
    static int64_t index[UPDATES * WIDTH];
    for (size_t i = 0; i < ROWS * WIDTH; i++) y[i] = x[i] = (float)(i % 11) - 5;
    for (size_t j = 0; j < UPDATES * WIDTH; j++) {
        size_t column = j % WIDTH, row = (j / WIDTH * 3 + column / run) % ROWS;
        index[j] = (int64_t)row - (j % 2 == 0 ? ROWS : 0) * (int64_t)(run == 1);
        u[j] = (float)(j % 5) - 2;
        float *at = &y[row * WIDTH + column];
        switch (reduction[1]) {
        case 'd': *at += u[j]; break; /* add */
        case 'u': *at *= u[j]; break; /* mul */
        case 'a': *at = u[j] > *at ? u[j] : *at; break; /* max */
        case 'i': *at = u[j] < *at ? u[j] : *at; break; /* min */
        default: *at = u[j]; break;
        }
    }
    scatter_begin(reduction, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, WIDTH), x);
    harness_in(&h, CAMEO_INT64, H_DIMS(UPDATES, WIDTH), index);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(UPDATES, WIDTH), u);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(ROWS, WIDTH), y);
    return harness_run(&h);
}

void test_scatter_rows(void) {
    const char *reduction[] = {"none", "add", "mul", "max", "min"};
    for (size_t i = 0; i < sizeof reduction / sizeof *reduction; i++) {
        CHECK(scatter_rows(reduction[i], 600));
        CHECK(scatter_rows(reduction[i], 33));
        CHECK(scatter_rows(reduction[i], 1));
    }
}

static cameo_status scatter_status(int dtype, int64_t index, const size_t own[2],
                                   const size_t updates[2]) {
    scatter_begin("none", 1);
    harness_in(&h, dtype, H_DIMS(3, 2), NULL);
    harness_in(&h, CAMEO_INT64, 2, own, (int64_t[6]){0, index});
    harness_in(&h, dtype, 2, updates, NULL);
    harness_out(&h, dtype, H_DIMS(3, 2), NULL);
    return harness_status(&h);
}

void test_scatter_refuses(void) {
    static const int64_t bad[] = {2, -3, INT64_MIN, INT64_MAX, INT64_C(1) << 32};
    const size_t own[] = {2, 3};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(scatter_status(CAMEO_INT8, bad[i], own, own), CAMEO_E_SHAPE);
        CHECK_INT(scatter_status(CAMEO_FLOAT, bad[i], own, own), CAMEO_E_SHAPE);
    }
    CHECK_INT(scatter_status(CAMEO_FLOAT, -2, own, own), CAMEO_OK);
    CHECK_INT(scatter_status(CAMEO_INT8, 7, own, own), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "index 7 of update 1 is out of range for an axis of 2");
    CHECK_INT(scatter_status(CAMEO_INT8, -2, own, own), CAMEO_OK);
    CHECK_INT(scatter_status(CAMEO_INT8, 0, own, (size_t[]){2, 2}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "indices and updates differ in dim 1");
    CHECK_INT(scatter_status(CAMEO_INT8, 0, (size_t[]){4, 1}, (size_t[]){4, 1}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dim 0 of indices is larger than that of data");
    scatter_begin("none", 0);
    harness_in_str(&h, H_DIMS(1), (const char *[]){"a"});
    harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){-2});
    harness_in_str(&h, H_DIMS(1), (const char *[]){"b"});
    harness_out_str(&h, H_DIMS(1), (const char *[]){"a"});
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    for (int axis = -3; axis < 4; axis += 5) {
        scatter_begin("none", axis);
        for (int i = 0; i < 3; i++)
            harness_in(&h, i == 1 ? CAMEO_INT64 : CAMEO_FLOAT, H_DIMS(2, 2), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    scatter_begin("add", 0);
    for (int i = 0; i < 3; i++)
        harness_in(&h, i == 1 ? CAMEO_INT64 : CAMEO_COMPLEX64, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_COMPLEX64, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_UNSUPPORTED);
    CHECK_STR(h.error.msg, "unsupported: a reduction of complex64");
    scatter_begin("none", 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_INT64, H_SCALAR, NULL);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "indices has rank 0, data 1");
}

/* A list of dims: two of four are set, then one that is not known, then nothing is known. */
void test_scatter_elems(void) {
    static const cm_dim x[] = {1, CM_DIM_UNKNOWN, 3, 4}, u[] = {7, CM_DIM_UNKNOWN};
    static const cm_dim index[2][2] = {{1, -1}, {0, CM_DIM_UNKNOWN}};
    static const cm_dim want[2][4] = {
        {1, 7, 3, CM_DIM_UNKNOWN},
        {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN}};
    for (int way = 0; way < 2; way++) {
        scatter_begin("none", 0);
        harness_in(&h, CAMEO_INT64, H_DIMS(4), NULL);
        harness_in(&h, CAMEO_INT64, H_DIMS(2), NULL);
        harness_in(&h, CAMEO_INT64, H_DIMS(2), NULL);
        harness_out(&h, CAMEO_INT64, H_DIMS(4), NULL);
        h.symbolic = true;
        const cm_dim *elem[3] = {x, index[way], u};
        for (int i = 0; i < 3; i++) {
            h.in_av[i] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                                     .dtype = CAMEO_INT64,
                                     .rank = 1,
                                     .dims = {i == 0 ? 4 : 2},
                                     .n_elem = i == 0 ? 4 : 2,
                                     .elem = elem[i]};
        }
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK_INT(h.out_av[0].n_elem, 4);
        for (int i = 0; i < 4; i++) CHECK(h.out_av[0].elem[i] == want[way][i]);
        harness_end(&h);
    }
}
