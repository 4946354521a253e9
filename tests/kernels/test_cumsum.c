#include "tests/kernels/cumsum_vectors.h"

#include <stdlib.h>

static harness h;

/* onnx.reference's results, the axis given by an initializer and by another input. */
void test_cumsum_vectors(void) {
    size_t n = sizeof cumsum_vectors / sizeof *cumsum_vectors - 32;
    CHECK_INT(vectors_run(cumsum_vectors, n, "CumSum", &cm_op_CumSum, 0, 1), n);
    CHECK_INT(vectors_run(cumsum_vectors, n, "CumSum", &cm_op_CumSum, 0, HARNESS_MAX), n);
}

/* onnx.reference's products, which come last. */
void test_cumprod_vectors(void) {
    size_t n = sizeof cumsum_vectors / sizeof *cumsum_vectors;
    CHECK_INT(vectors_run(cumsum_vectors, n, "CumProd", &cm_op_CumProd, 0, HARNESS_MAX), 32);
}

/* As numpy.cumprod in float64 and, modulo 2^n, of integers. */
void test_cumprod_numbers(void) {
    static const struct {
        int dtype, exclusive;
        double x[5], y[5];
    } cases[] = {
        {CAMEO_FLOAT, 0, {-0.0, 2, -3, INFINITY, 0}, {-0.0, -0.0, 0, NAN, NAN}},
        {CAMEO_FLOAT, 1, {3, 2, INFINITY, -1, NAN}, {1, 3, 6, INFINITY, -INFINITY}},
        {CAMEO_FLOAT, 0, {1e30, 1e30, 1e-30, 1e-30, 1}, {1e30, INFINITY, 1e30, 1, 1}},
        {CAMEO_FLOAT16, 0, {2048, 64, 0.5, 0.25, 2}, {2048, INFINITY, INFINITY, 16384, 32768}},
        {CAMEO_INT32, 0, {65536, 65536, 5, 1, 1}, {65536, 0, 0, 0, 0}},
        {CAMEO_INT32, 0, {2147483647, 3, -1, 1, 1},
         {2147483647, 2147483645, -2147483645, -2147483645, -2147483645}},
        {CAMEO_UINT64, 1, {4294967296, 4294967295, 1, 2, 1},
         {1, 4294967296, 18446744069414584320.0, 18446744069414584320.0, 18446744065119617024.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness_begin(&h, &cm_op_CumProd, 26);
        harness_attr_i(&h, "exclusive", cases[i].exclusive);
        harness_in_num(&h, cases[i].dtype, H_DIMS(5), cases[i].x);
        harness_in(&h, CAMEO_INT32, H_SCALAR, (int32_t[]){-1});
        harness_out_num(&h, cases[i].dtype, H_DIMS(5), cases[i].y);
        if (cases[i].dtype == CAMEO_FLOAT) h.rtol = 1e-7;
        CHECK_MSG(harness_run(&h), "case %zu", i);
    }
}

static void cumsum_begin(int exclusive, int reverse) {
    harness_begin(&h, &cm_op_CumSum, 14);
    harness_attr_i(&h, "exclusive", exclusive);
    harness_attr_i(&h, "reverse", reverse);
}

static void cumsum_axis(int64_t axis) { harness_in(&h, CAMEO_INT64, H_SCALAR, &axis); }

/* The sums of six numbers, bit for bit. */
static bool cumsum_six(int dtype, int exclusive, int reverse, const void *x, const void *y) {
    cumsum_begin(exclusive, reverse);
    harness_in(&h, dtype, H_DIMS(6), x);
    cumsum_axis(0);
    harness_out(&h, dtype, H_DIMS(6), y);
    return harness_run(&h);
}

/* As numpy.cumsum gives them in float64, rounded to the dtype. */
void test_cumsum_numbers(void) {
    const float far[] = {1, INFINITY, 2, -INFINITY, 3, NAN};
    CHECK(cumsum_six(CAMEO_FLOAT, 0, 0, far, (float[]){1, INFINITY, INFINITY, NAN, NAN, NAN}));
    CHECK(cumsum_six(CAMEO_FLOAT, 1, 0, far, (float[]){0, 1, INFINITY, INFINITY, NAN, NAN}));
    const float zeros[] = {-0.0F, -0.0F, 0, -0.0F, 0, 0};
    CHECK(cumsum_six(CAMEO_FLOAT, 0, 0, zeros, (float[]){-0.0F, -0.0F, 0, 0, 0, 0}));
    CHECK(cumsum_six(CAMEO_FLOAT, 1, 0, zeros, (float[]){0, -0.0F, -0.0F, 0, 0, 0}));
    const float wide[] = {1e8F, 1, -1e8F, 3e38F, 3e38F, -3e38F};
    CHECK(cumsum_six(CAMEO_FLOAT, 0, 0, wide, (float[]){1e8F, 1e8F, 1, 3e38F, INFINITY, 3e38F}));
    /* f16: 2048 + 1 + 1 + 1, where sums in f16 would stay at 2048. */
    const uint16_t half[] = {0x6800, 0x3c00, 0x3c00, 0x3c00, 0x7bff, 0xfbff};
    CHECK(cumsum_six(CAMEO_FLOAT16, 0, 0, half,
                     (uint16_t[]){0x6800, 0x6800, 0x6801, 0x6802, 0x7c00, 0x6802}));
    CHECK(cumsum_six(CAMEO_FLOAT16, 1, 0, half,
                     (uint16_t[]){0, 0x6800, 0x6800, 0x6801, 0x6802, 0x7c00}));
    /* bf16: 256 + 1 + 1, reversed */
    const uint16_t brain[] = {0, 0, 0, 0x3f80, 0x3f80, 0x4380};
    CHECK(cumsum_six(CAMEO_BFLOAT16, 0, 1, brain,
                     (uint16_t[]){0x4381, 0x4381, 0x4381, 0x4381, 0x4380, 0x4380}));
}

void test_cumsum_wraps(void) {
    CHECK(cumsum_six(CAMEO_INT32, 0, 0, (int32_t[]){INT32_MAX, 1, -1, INT32_MIN, INT32_MIN, 5},
                     (int32_t[]){INT32_MAX, INT32_MIN, INT32_MAX, -1, INT32_MAX, INT32_MIN + 4}));
    CHECK(cumsum_six(CAMEO_UINT32, 0, 1, (uint32_t[]){7, 0, 0, 0, 1, UINT32_MAX},
                     (uint32_t[]){7, 0, 0, 0, 0, UINT32_MAX}));
    CHECK(cumsum_six(CAMEO_INT64, 0, 0, (int64_t[]){INT64_MAX, 1, -1, INT64_MIN, INT64_MIN, 5},
                     (int64_t[]){INT64_MAX, INT64_MIN, INT64_MAX, -1, INT64_MAX, INT64_MIN + 4}));
    CHECK(cumsum_six(CAMEO_UINT64, 1, 0, (uint64_t[]){UINT64_MAX, 1, 3, 0, 0, 1},
                     (uint64_t[]){0, UINT64_MAX, 0, 3, 3, 3}));
}

/* The output may lie on the axis, too: one number of the same dtype. */
void test_cumsum_in_place(void) {
    cumsum_begin(0, 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-8});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-1});
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-8});
    CHECK(harness_run(&h));
}

/* Several tasks over any axis, which only run knows. Element i of column c is c % 7 + i, so the sum
 * of the first n is n * (c % 7) + n (n - 1) / 2. */
static bool cumsum_large(const size_t dims[3], int axis, int exclusive, int reverse,
                         bool constant) {
    size_t all = dims[0] * dims[1] * dims[2];
    size_t n = dims[axis];
    size_t inner = 1;
    for (int d = axis + 1; d < 3; d++) inner *= dims[d];
    double *x = malloc(2 * all * sizeof *x);
    if (x == NULL) return false;
    for (size_t at = 0; at < all; at++) {
        size_t i = at / inner % n;
        size_t c = at / inner / n * inner + at % inner;
        x[at] = (double)(c % 7 + (reverse ? n - 1 - i : i));
        double terms = (double)(reverse ? n - 1 - i : i) + (exclusive ? 0 : 1);
        x[all + at] = terms * (double)(c % 7) + terms * (terms - 1) / 2;
    }
    cumsum_begin(exclusive, reverse);
    harness_in_num(&h, CAMEO_DOUBLE, 3, dims, x);
    harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){axis - (constant ? 3 : 0)});
    if (constant)
        harness_const(&h);
    else
        harness_hide(&h);
    harness_out_num(&h, CAMEO_DOUBLE, 3, dims, x + all);
    free(x);
    return harness_run(&h);
}

void test_cumsum_tasks(void) {
    static const size_t dims[][3] = {{3, 700, 37}, {90000, 1, 1}, {1, 3, 30001}, {40, 50, 33}, {2, 300, 64},
                                     {2, 90, 150}};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
        for (int axis = 0; axis < 3; axis++) {
            CHECK(cumsum_large(dims[i], axis, 0, 0, false));
            CHECK(cumsum_large(dims[i], axis, axis & 1, 1, true));
            CHECK(cumsum_large(dims[i], axis, 1, axis & 1, false));
        }
    }
}

/* What is refused by the shape rule where the axis is known, by run where it is not. */
static cameo_status cumsum_refused(uint32_t rank, const size_t *dims, uint32_t n_axis, int64_t axis,
                                   bool hide) {
    cumsum_begin(0, 0);
    harness_in(&h, CAMEO_FLOAT, rank, dims, NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(n_axis), (int64_t[]){axis, 0});
    if (hide) harness_hide(&h);
    harness_out(&h, CAMEO_FLOAT, rank, dims, NULL);
    return harness_status(&h);
}

/* Sums and products over rows of all widths about those of vectors and strips: whole numbers, which are exact. */
void test_cumsum_columns(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_INT32, CAMEO_UINT32, CAMEO_INT64, CAMEO_UINT64};
    static const size_t widths[] = {15, 16, 19, 32, 255, 256, 257, 300, 517};
    enum { OUTER = 2, ROWS = 5, MOST = 517 };
    static double x[OUTER * ROWS * MOST], y[OUTER * ROWS * MOST];
    for (size_t round = 0; round < 6 * 4 * sizeof widths / sizeof *widths; round++) {
        size_t n = widths[round / 24];
        bool product = round % 2 != 0, reverse = round / 2 % 2 != 0;
        for (size_t i = 0; i < OUTER * ROWS * n; i++) x[i] = (double)(i * 2654435761u % 7 + 1);
        for (size_t i = 0; i < OUTER * n; i++) {
            double all = product ? 1 : 0;
            for (size_t r = 0; r < ROWS; r++) {
                size_t at = (i / n * ROWS + (reverse ? ROWS - 1 - r : r)) * n + i % n;
                all = product ? all * x[at] : all + x[at];
                y[at] = all;
            }
        }
        harness_begin(&h, product ? &cm_op_CumProd : &cm_op_CumSum, product ? 26 : 14);
        harness_attr_i(&h, "reverse", reverse);
        harness_in_num(&h, dtypes[round / 4 % 6], H_DIMS(OUTER, ROWS, n), x);
        harness_in(&h, CAMEO_INT64, 0, NULL, (int64_t[]){1});
        harness_out_num(&h, dtypes[round / 4 % 6], H_DIMS(OUTER, ROWS, n), y);
        CHECK_MSG(harness_run(&h), "round %zu, rows of %zu", round, n);
    }
}

void test_cumsum_refuses(void) {
    static const int64_t bad[] = {2, -3, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    for (int hide = 0; hide < 2; hide++) {
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            CHECK_INT(cumsum_refused(H_DIMS(3, 2), 1, bad[i], hide), CAMEO_E_SHAPE);
            CHECK_INT(cumsum_refused(H_DIMS(3, 0), 1, bad[i], hide), CAMEO_E_SHAPE);
        }
        CHECK_INT(cumsum_refused(H_DIMS(3, 2), 1, 7, hide), CAMEO_E_SHAPE);
        CHECK_STR(h.error.msg, "axis is 7, want -2..1 for rank 2");
        CHECK_INT(cumsum_refused(H_DIMS(3, 2), 1, -2, hide), CAMEO_OK);
        CHECK_INT(cumsum_refused(H_DIMS(3, 2), 2, 0, hide), CAMEO_E_SHAPE);
        CHECK_STR(h.error.msg, "axis has 2 elements, want 1");
        CHECK_INT(cumsum_refused(H_SCALAR, 1, 0, hide), CAMEO_E_SHAPE);
        CHECK_STR(h.error.msg, "x is a scalar, it has no axis");
    }
    cumsum_begin(0, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis has rank 2, want 0 or 1");
}

/* What the shape rule knows of the six sums of `elem`. */
static bool cumsum_elems_are(int dtype, int exclusive, int reverse, const cm_dim *elem,
                             const cm_dim *want) {
    cumsum_begin(exclusive, reverse);
    harness_in(&h, dtype, H_DIMS(2, 3), NULL);
    cumsum_axis(1);
    harness_out(&h, dtype, H_DIMS(2, 3), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = (uint8_t)dtype,
                             .rank = 2,
                             .dims = {2, 3},
                             .n_elem = 6,
                             .elem = elem};
    bool ok = harness_shape(&h) == CAMEO_OK && h.out_av[0].n_elem == 6;
    for (int i = 0; ok && i < 6; i++) {
        ok = h.out_av[0].elem[i] == want[i];
        if (!ok)
            check_failed(__FILE__, __LINE__, "element %d is %lld", i,
                         (long long)h.out_av[0].elem[i]);
    }
    harness_end(&h);
    return ok;
}

void test_cumsum_elems(void) {
    const cm_dim no = CM_DIM_UNKNOWN;
    const cm_dim x[] = {1, 2, 3, 4, no, 6};
    CHECK(cumsum_elems_are(CAMEO_INT64, 0, 0, x, (cm_dim[]){1, 3, 6, 4, no, no}));
    CHECK(cumsum_elems_are(CAMEO_INT64, 1, 0, x, (cm_dim[]){0, 1, 3, 0, 4, no}));
    CHECK(cumsum_elems_are(CAMEO_INT32, 0, 1, x, (cm_dim[]){6, 5, 3, no, no, 6}));
    CHECK(cumsum_elems_are(CAMEO_INT32, 1, 1, x, (cm_dim[]){5, 3, 0, no, 6, 0}));
    const cm_dim far[] = {INT32_MAX, 1, -1, INT64_MAX, 1, -1};
    CHECK(cumsum_elems_are(CAMEO_INT32, 0, 0, far, (cm_dim[]){INT32_MAX, no, no, no, no, no}));
    CHECK(cumsum_elems_are(CAMEO_INT64, 0, 0, far,
                           (cm_dim[]){INT32_MAX, INT64_C(1) << 31, INT32_MAX, INT64_MAX, no, no}));
}
