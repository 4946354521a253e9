#include "tests/support/features.h"
#include "kernels/prim/prims.h"
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

/* Every variant of the slots of boxes, at sizes around those of its blocks; nothing else is written. */
#define BOX_LINE 45
static void transpose_box_case(const cm_prims *p, cm_transpose_box_fn *fn, size_t size, size_t rows, size_t cols,
                               bool dense) {
    uint8_t src[BOX_LINE * BOX_LINE * 8], dst[BOX_LINE * BOX_LINE * 8];
    size_t src_line = dense ? rows : BOX_LINE, dst_line = dense ? cols : BOX_LINE, wrong = 0;
    for (size_t i = 0; i < sizeof src; i++) src[i] = (uint8_t)(i * 7 + i / 256 * 3);
    memset(dst, 0xA5, sizeof dst);
    fn(src, src_line, dst, dst_line, rows, cols);
    for (size_t i = 0; i < sizeof dst; i++) {
        size_t r = i / size / dst_line, c = i / size % dst_line;
        bool in = r < rows && c < cols;
        wrong += dst[i] != (in ? src[(c * src_line + r) * size + i % size] : 0xA5);
    }
    CHECK_MSG(wrong == 0, "%s: %zu bytes, %zu x %zu, dense %d", p->name, size, rows, cols, dense);
}

void test_transpose_boxes(void) {
    static const size_t sides[] = {1, 2, 3, 4, 5, 8, 11, 17, 33, 45};
    size_t n = sizeof sides / sizeof *sides;
    for (uint64_t features = test_features();;) {
        const cm_prims *p = cm_prims_select(features);
        cm_transpose_box_fn *fn[4] = {p->transpose_8, p->transpose_16, p->transpose_32, p->transpose_64};
        for (size_t i = 0; i < n * n * 8; i++) {
            size_t how = i / (n * n);
            transpose_box_case(p, fn[how / 2], (size_t)1 << how / 2, sides[i % n], sides[i / n % n], how % 2 == 0);
        }
        if (p->features == 0) return;
        features &= ~p->features;
    }
}
