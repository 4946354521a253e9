/* LRN against onnxruntime and against its formula in double. */
#include <stdlib.h>

#include "tests/kernels/lp_vectors.h"

static harness h;

void test_lrn_vectors(void) {
    CHECK_INT(vectors_run(lp_vectors, sizeof lp_vectors / sizeof *lp_vectors, "LRN", &cm_op_LRN,
                          1e-6, HARNESS_MAX),
              8);
}

typedef struct lrn_case {
    int dtype;
    double rtol;
    size_t n, c, plane;
    int64_t size;
    float alpha, beta, bias;
    bool last; /* channels behind the plane */
} lrn_case;

/* Sets the params field that rewrite `channels_last` sets, the last of the operator. */
static void lrn_set_last(void *params) {
    const cm_field *f = &cm_op_LRN.fields[cm_op_LRN.n_fields - 1];
    memcpy((uint8_t *)params + f->off, &(int32_t){1}, sizeof(int32_t));
}

/* v [n][c][plane] becomes [n][plane][c]. */
static void lrn_to_last(const lrn_case *t, double *v) {
    size_t n = t->n * t->c * t->plane;
    double *old = malloc((n + 1) * sizeof *old);
    memcpy(old, v, n * sizeof *old);
    for (size_t i = 0; i < n; i++)
        v[i] = old[(i / (t->c * t->plane) * t->c + i % t->c) * t->plane + i / t->c % t->plane];
    free(old);
}

static bool lrn_check(lrn_case t) {
    size_t n = t.n * t.c * t.plane;
    double *x = malloc((n + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y);
    for (size_t i = 0; i < n; i++) x[i] = (double)(i * 7919 % 41) / 4 - 5;
    for (size_t i = 0; i < n; i++) {
        int64_t c = (int64_t)(i / t.plane % t.c);
        double sum = 0;
        int64_t first = cm_max_i64(0, c - (t.size - 1) / 2);
        int64_t last = cm_min_i64((int64_t)t.c - 1, c + t.size / 2);
        for (int64_t j = first; j <= last; j++) {
            double v = x[(int64_t)i + (j - c) * (int64_t)t.plane];
            sum += v * v;
        }
        y[i] = x[i] / pow((double)t.bias + (double)t.alpha / (double)t.size * sum, (double)t.beta);
    }
    harness_begin(&h, &cm_op_LRN, 13);
    harness_attr_i(&h, "size", t.size);
    harness_attr_f(&h, "alpha", t.alpha);
    harness_attr_f(&h, "beta", t.beta);
    harness_attr_f(&h, "bias", t.bias);
    size_t dims[4] = {t.n, t.last ? t.plane : t.c, t.last ? 1 : t.plane, t.last ? t.c : 1};
    if (t.last) {
        lrn_to_last(&t, x);
        lrn_to_last(&t, y);
        h.after_parse = lrn_set_last;
    }
    harness_in_num(&h, t.dtype, 4, dims, x);
    harness_out_num(&h, t.dtype, 4, dims, y);
    h.rtol = t.rtol;
    bool ok = harness_run(&h);
    free(x);
    free(y);
    return ok;
}

/* Exponents with and without vectors, windows of even size and larger than the channels, tails. */
void test_lrn_last(void) {
    for (int64_t size = 1; size <= 8; size++) {
        for (int i = 0; i < 4; i++) {
            float beta = (float[]){0.75f, 0.5f, 1.0f, 0.6f}[i];
            CHECK(lrn_check((lrn_case){CAMEO_FLOAT, 6e-7, 2, 37, 7, size, 0.5f, beta, 1.5f, .last = true}));
            CHECK(lrn_check((lrn_case){CAMEO_FLOAT, 6e-7, 1, 5, 33, size, 0.25f, beta, 2.0f, .last = true}));
        }
    }
    CHECK(lrn_check((lrn_case){CAMEO_FLOAT, 6e-7, 3, 19, 2, 1000, 2.0f, 0.75f, 1.0f, .last = true}));
}

void test_lrn_formula(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    static const double rtol[] = {1.2e-7, 1e-14, 1e-3, 8e-3};
    for (int i = 0; i < 4; i++) {
        for (int64_t size = 1; size <= 8; size++) {
            CHECK(lrn_check((lrn_case){dtypes[i], rtol[i], 2, 5, 7, size, 0.5f, 0.75f, 1.5f, false}));
            CHECK(lrn_check((lrn_case){dtypes[i], rtol[i], 1, 4, 33, size, 0.25f, 0.5f, 2.0f, false}));
        }
        CHECK(lrn_check((lrn_case){dtypes[i], rtol[i], 3, 3, 1, 1000, 2.0f, 1.0f, 1.0f, false}));
    }
    /* Several tasks. */
    CHECK(lrn_check((lrn_case){CAMEO_FLOAT, 1.2e-7, 2, 70, 300, 5, 1.0f, 0.75f, 1.0f, false}));
    CHECK(lrn_check((lrn_case){CAMEO_FLOAT, 1.2e-7, 3, 1000, 1, INT32_MAX, 1.0f, 0.75f, 1.0f, false}));
}

/* Rank 2, and what is not a number. */
void test_lrn_special(void) {
    harness_begin(&h, &cm_op_LRN, 1);
    harness_attr_i(&h, "size", 1);
    harness_attr_f(&h, "alpha", 1);
    harness_attr_f(&h, "bias", 0);
    harness_attr_f(&h, "beta", 0.5f);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), (float[]){-0.0f, NAN, INFINITY, 3, -4, -3e38f});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), (float[]){NAN, NAN, NAN, 1, -1, -1});
    h.rtol = 1e-6;
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_LRN, 1);
    harness_attr_i(&h, "size", 1);
    harness_attr_f(&h, "alpha", 0);
    harness_attr_f(&h, "bias", -1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), (float[]){0, 1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), (float[]){NAN, NAN});
    CHECK(harness_run(&h));
}

void test_lrn_empty(void) {
    static const size_t dims[][4] = {{0, 2, 3, 1}, {1, 0, 3, 1}, {1, 2, 0, 1}};
    for (int i = 0; i < 3; i++) {
        harness_begin(&h, &cm_op_LRN, 13);
        harness_attr_i(&h, "size", 3);
        harness_in(&h, CAMEO_FLOAT, 4, dims[i], NULL);
        harness_out(&h, CAMEO_FLOAT, 4, dims[i], NULL);
        CHECK(harness_run(&h));
    }
}

static cameo_status lrn_status(int64_t size, uint32_t rank) {
    harness_begin(&h, &cm_op_LRN, 13);
    harness_attr_i(&h, "size", size);
    harness_in(&h, CAMEO_FLOAT, rank, (size_t[]){2, 3}, NULL);
    harness_out(&h, CAMEO_FLOAT, rank, (size_t[]){2, 3}, NULL);
    return harness_status(&h);
}

void test_lrn_refuses(void) {
    CHECK_INT(lrn_status(1, 2), CAMEO_OK);
    CHECK_INT(lrn_status(0, 2), CAMEO_E_SHAPE);
    CHECK_INT(lrn_status(-5, 2), CAMEO_E_SHAPE);
    CHECK_INT(lrn_status(INT64_MAX, 2), CAMEO_E_LIMIT);
    CHECK_INT(lrn_status(1, 1), CAMEO_E_SHAPE);
}
