#include "tests/kernels/harness_movement.h"

static harness h;

void test_transpose_vectors(void) { CHECK_INT(movement_replay(&cm_op_Transpose, 13), 40); }

/* One large case against a plain walk over all indices. */
static bool transpose_large(int dtype, uint32_t rank, const size_t *dims, const int64_t *perm) {
    static uint32_t pick[200000];
    size_t out[CM_MAX_RANK], stride[CM_MAX_RANK], index[CM_MAX_RANK] = {0};
    size_t n = 1;
    for (uint32_t d = rank; d-- > 0;) {
        stride[d] = n;
        n *= dims[d];
    }
    for (uint32_t d = 0; d < rank; d++) out[d] = dims[perm[d]];
    for (size_t i = 0; i < n; i++) {
        size_t from = 0;
        for (uint32_t d = 0; d < rank; d++) from += index[d] * stride[perm[d]];
        pick[i] = (uint32_t)from;
        for (uint32_t d = rank; d-- > 0 && ++index[d] == out[d];) index[d] = 0;
    }
    harness_begin(&h, &cm_op_Transpose, 13);
    harness_attr_ints(&h, "perm", rank, perm);
    movement_in(&h, dtype, rank, dims, 0);
    movement_out(&h, dtype, rank, out, pick);
    return harness_run(&h);
}

void test_transpose_large(void) {
    static const int dtypes[] = {CAMEO_UINT8, CAMEO_FLOAT16, CAMEO_FLOAT, CAMEO_DOUBLE,
                                 CAMEO_COMPLEX128, CAMEO_INT4, CAMEO_UINT2, CAMEO_STRING};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        int t = dtypes[i];
        CHECK(transpose_large(t, 2, (size_t[]){137, 261}, (int64_t[]){1, 0}));
        CHECK(transpose_large(t, 2, (size_t[]){3, 20000}, (int64_t[]){1, 0}));
        CHECK(transpose_large(t, 2, (size_t[]){20000, 3}, (int64_t[]){1, 0}));
        CHECK(transpose_large(t, 4, (size_t[]){2, 5, 60, 50}, (int64_t[]){0, 2, 3, 1}));
        CHECK(transpose_large(t, 4, (size_t[]){2, 60, 5, 50}, (int64_t[]){0, 2, 1, 3}));
        CHECK(transpose_large(t, 4, (size_t[]){2, 60, 5, 50}, (int64_t[]){0, 2, 3, 1}));
        CHECK(transpose_large(t, 3, (size_t[]){30, 40, 20}, (int64_t[]){2, 1, 0}));
        CHECK(transpose_large(t, 3, (size_t[]){4000, 3, 4}, (int64_t[]){0, 2, 1}));
        CHECK(transpose_large(t, 3, (size_t[]){2, 3, 20000}, (int64_t[]){1, 0, 2}));
        for (size_t n = 2; n < 5; n++) { /* few lines that become neighbours, and back */
            CHECK(transpose_large(t, 3, (size_t[]){5, n, 61}, (int64_t[]){0, 2, 1}));
            CHECK(transpose_large(t, 3, (size_t[]){5, 61, n}, (int64_t[]){0, 2, 1}));
        }
        CHECK(transpose_large(t, 8, (size_t[]){3, 2, 4, 2, 3, 2, 5, 2},
                              (int64_t[]){6, 1, 4, 3, 0, 7, 2, 5}));
    }
}

/* Without perm the dims are reversed; a scalar stays. */
void test_transpose_default(void) {
    harness_begin(&h, &cm_op_Transpose, 1);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 3), (int32_t[]){1, 2, 3, 4, 5, 6});
    harness_out(&h, CAMEO_INT32, H_DIMS(3, 2), (int32_t[]){1, 4, 2, 5, 3, 6});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Transpose, 25);
    harness_in(&h, CAMEO_INT4, H_SCALAR, (uint8_t[]){5});
    harness_out(&h, CAMEO_INT4, H_SCALAR, (uint8_t[]){5});
    CHECK(harness_run(&h));
}

static cameo_status transpose_perm_of(size_t n, const int64_t *perm) {
    harness_begin(&h, &cm_op_Transpose, 13);
    harness_attr_ints(&h, "perm", n, perm);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    return harness_status(&h);
}

void test_transpose_refuses(void) {
    CHECK_INT(transpose_perm_of(2, (int64_t[]){1, 0}), CAMEO_OK);
    CHECK_INT(transpose_perm_of(2, (int64_t[]){1, 1}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "perm[1] is 1: not a permutation of 0..1");
    CHECK_INT(transpose_perm_of(2, (int64_t[]){0, 2}), CAMEO_E_SHAPE);
    CHECK_INT(transpose_perm_of(2, (int64_t[]){-1, 0}), CAMEO_E_SHAPE);
    CHECK_INT(transpose_perm_of(3, (int64_t[]){0, 1, 2}), CAMEO_E_SHAPE);
    CHECK_INT(transpose_perm_of(2, (int64_t[]){0, INT64_MAX}), CAMEO_E_LIMIT);
    CHECK_INT(transpose_perm_of(9, (int64_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8}), CAMEO_E_LIMIT);
}

/* Elements that inference follows: pads as exporters turn them round. */
void test_transpose_elems(void) {
    harness_begin(&h, &cm_op_Transpose, 13);
    harness_attr_ints(&h, "perm", 3, (int64_t[]){2, 0, 1});
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 2, 3), (int64_t[]){1, 2, 3, 4, 5, 6});
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 1, 2), NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 6, (cm_dim[]){1, 4, 2, 5, 3, 6}));
    h.in_av[0].data = NULL;
    h.in_av[0].elem = (cm_dim[]){CM_DIM_UNKNOWN, 2, 3, 4, 5, 6};
    h.in_av[0].n_elem = 6;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 6, (cm_dim[]){CM_DIM_UNKNOWN, 4, 2, 5, 3, 6}));
    h.in_av[0].elem = NULL;
    h.in_av[0].n_elem = CM_NONE;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(h.out_av[0].elem == NULL);
    harness_end(&h);
}
