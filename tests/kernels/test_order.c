/* TopK, ArgMax, ArgMin, ScatterND: vectors of gen_order.py in every dtype, special values, errors. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness_movement.h"

typedef struct order_case {
    cm_op_id op;
    uint32_t rank;
    size_t dims[3];
    int32_t a, b, c; /* TopK: axis, largest, sorted; ArgMax: axis, keepdims, select_last_index;
                        ScatterND: reduction, elements and rank of updates */
    uint32_t e_rank;
    size_t e_dims[2];
    int64_t e[16];
    uint32_t out_rank;
    size_t out_dims[3];
    uint32_t first, second; /* of order_values */
} order_case;

#include "tests/kernels/order_vectors.h"

static harness h;
static const int order_dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                   CAMEO_INT8,  CAMEO_INT16,  CAMEO_INT32,   CAMEO_INT64,
                                   CAMEO_UINT8, CAMEO_UINT16, CAMEO_UINT32,  CAMEO_UINT64};

static double order_sample(size_t i) { return (double)((i * 7919 + 13) % 11); }

static size_t order_count(uint32_t rank, const size_t *dims) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i];
    return n;
}

static void order_attrs(const order_case *c) {
    static const char *const reductions[] = {"none", "add", "mul", "max", "min"};
    if (c->op == CM_OP_TopK) {
        harness_begin(&h, &cm_op_TopK, 24);
        harness_attr_i(&h, "axis", c->a);
        harness_attr_i(&h, "largest", c->b);
        harness_attr_i(&h, "sorted", c->c);
    } else if (c->op == CM_OP_ScatterND) {
        harness_begin(&h, &cm_op_ScatterND, 18);
        harness_attr_s(&h, "reduction", reductions[c->a]);
    } else {
        harness_begin(&h, c->op == CM_OP_ArgMax ? &cm_op_ArgMax : &cm_op_ArgMin, 13);
        harness_attr_i(&h, "axis", c->a);
        harness_attr_i(&h, "keepdims", c->b);
        harness_attr_i(&h, "select_last_index", c->c);
    }
}

/* Updates: [tuples][the dims of x behind the tuples' depth]. */
static void order_updates(const order_case *c, int dtype) {
    size_t dims[4] = {c->e_dims[0]};
    double u[256];
    uint32_t depth = (uint32_t)c->e_dims[1];
    for (uint32_t d = depth; d < c->rank; d++) dims[1 + d - depth] = c->dims[d];
    for (size_t i = 0; i < (size_t)c->b; i++) u[i] = order_sample(100 + i);
    harness_in_num(&h, dtype, (uint32_t)c->c, dims, u);
}

static bool order_run(const order_case *c, int dtype) {
    double x[256], want[256];
    size_t n_out = order_count(c->out_rank, c->out_dims);
    for (size_t i = 0; i < order_count(c->rank, c->dims); i++) x[i] = order_sample(i);
    for (size_t i = 0; i < n_out; i++) want[i] = order_values[c->first + i];
    if (dtype == CAMEO_BOOL || c->a == 2) {
        for (size_t i = 0; i < n_out; i++) {
            if (want[i] > 100 && cameo_dtype_bits((cameo_dtype)dtype) <= 16) return true;
        }
    }
    order_attrs(c);
    harness_in_num(&h, dtype, c->rank, c->dims, x);
    if (c->op == CM_OP_TopK || c->op == CM_OP_ScatterND) {
        harness_in(&h, CAMEO_INT64, c->e_rank, c->e_dims, c->e);
    }
    if (c->op == CM_OP_ScatterND) order_updates(c, dtype);
    bool index = c->op == CM_OP_ArgMax || c->op == CM_OP_ArgMin;
    harness_out_num(&h, index ? CAMEO_INT64 : dtype, c->out_rank, c->out_dims, want);
    if (c->op == CM_OP_TopK) {
        for (size_t i = 0; i < n_out; i++) want[i] = order_values[c->second + i];
        harness_out_num(&h, CAMEO_INT64, c->out_rank, c->out_dims, want);
    }
    return harness_run(&h);
}

static size_t order_replay(cm_op_id op) {
    size_t n = 0;
    for (size_t i = 0; i < sizeof order_cases / sizeof *order_cases; i++) {
        if (order_cases[i].op != op) continue;
        n++;
        for (size_t d = 0; d < sizeof order_dtypes / sizeof *order_dtypes; d++) {
            if (order_run(&order_cases[i], order_dtypes[d])) continue;
            check_failed(__FILE__, __LINE__, "order case %zu, dtype %d", i, order_dtypes[d]);
            return 0;
        }
    }
    return n;
}

void test_topk_vectors(void) { CHECK_INT(order_replay(CM_OP_TopK), 60); }
void test_argmax_vectors(void) { CHECK_INT(order_replay(CM_OP_ArgMax), 32); }
void test_argmin_vectors(void) { CHECK_INT(order_replay(CM_OP_ArgMin), 32); }
void test_scatter_nd_vectors(void) { CHECK_INT(order_replay(CM_OP_ScatterND), 40); }

static bool topk_case(int64_t largest, int64_t k, const float *want, const int64_t *index) {
    size_t n = (size_t)k;
    harness_begin(&h, &cm_op_TopK, 11);
    harness_attr_i(&h, "largest", largest);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(6), (float[]){1, NAN, -0.0F, INFINITY, 0, NAN});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &k);
    harness_out(&h, CAMEO_FLOAT, 1, &n, want);
    harness_out(&h, CAMEO_INT64, 1, &n, index);
    return harness_run(&h);
}

/* NaN is above everything; -0 and 0 are equal. */
void test_topk_special(void) {
    CHECK(topk_case(1, 4, (float[]){NAN, NAN, INFINITY, 1}, (int64_t[]){1, 5, 3, 0}));
    CHECK(topk_case(0, 5, (float[]){-0.0F, 0, 1, INFINITY, NAN}, (int64_t[]){2, 4, 0, 3, 1}));
    CHECK(topk_case(1, 0, NULL, NULL));
    harness_begin(&h, &cm_op_TopK, 11);
    harness_in(&h, CAMEO_UINT64, H_DIMS(3), (uint64_t[]){1, UINT64_MAX, INT64_MAX});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){2});
    harness_out_none(&h);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 2});
    CHECK(harness_run(&h));
}

/* 1000 of 3 x 5000, a permutation. */
void test_topk_large(void) {
    static int32_t x[3 * 5000], want[3 * 1000];
    static int64_t index[3 * 1000];
    for (size_t i = 0; i < 3 * 5000; i++) {
        size_t v = i % 5000 * 1234567 % 5003; /* 5003 is prime: no two are equal */
        x[i] = (int32_t)v;
    }
    for (size_t i = 0; i < 3 * 5000; i++) {
        size_t above = 0;
        for (size_t j = 0; j < 5000; j++) above += x[j] > x[i];
        if (above < 1000) {
            want[i / 5000 * 1000 + above] = x[i];
            index[i / 5000 * 1000 + above] = (int64_t)(i % 5000);
        }
    }
    harness_begin(&h, &cm_op_TopK, 11);
    harness_in(&h, CAMEO_INT32, H_DIMS(3, 5000), x);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1000});
    harness_out(&h, CAMEO_INT32, H_DIMS(3, 1000), want);
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 1000), index);
    CHECK(harness_run(&h));
}

static cameo_status topk_status(size_t n, const int64_t *k) {
    harness_begin(&h, &cm_op_TopK, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(6), NULL);
    harness_in(&h, CAMEO_INT64, 1, &n, k);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    return harness_status(&h);
}

void test_topk_refuses(void) {
    CHECK_INT(topk_status(1, (int64_t[]){2}), CAMEO_OK);
    CHECK_INT(topk_status(1, (int64_t[]){7}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "K is 7, the axis has 6");
    CHECK_INT(topk_status(1, (int64_t[]){-1}), CAMEO_E_SHAPE);
    CHECK_INT(topk_status(1, (int64_t[]){INT64_MIN}), CAMEO_E_SHAPE);
    CHECK_INT(topk_status(2, (int64_t[]){2, 2}), CAMEO_E_SHAPE);
    CHECK_INT(topk_status(0, NULL), CAMEO_E_SHAPE);
}

static bool argmax_case(const cm_op *op, int64_t last, int64_t want) {
    harness_begin(&h, op, 13);
    harness_attr_i(&h, "keepdims", 0);
    harness_attr_i(&h, "select_last_index", last);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5), (float[]){-INFINITY, NAN, 2, NAN, INFINITY});
    harness_out(&h, CAMEO_INT64, H_SCALAR, &want);
    return harness_run(&h);
}

/* Rows of n neighbours, as short as the walk takes and longer ones: the place of the value that a comparison one by one
 * keeps. Values repeat; in some rows some are NaN. */
void test_argmax_rows(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_INT32, CAMEO_INT64, CAMEO_UINT8};
    enum { ROWS = 60 };
    double x[ROWS * 70];
    int64_t want[ROWS];
    uint32_t rng = 5;
    for (int round = 0; round < 5 * 4 * 12; round++) {
        int dtype = dtypes[round % 5];
        bool least = round / 5 % 2 != 0, last = round / 10 % 2 != 0;
        size_t n = 1 + (size_t)(round / 20) * 6;
        for (size_t i = 0; i < ROWS * n; i++) {
            rng = rng * 1664525U + 1013904223U;
            x[i] = rng >> 24 & 15;
            if (dtype <= CAMEO_FLOAT || dtype == CAMEO_DOUBLE) x[i] = rng >> 29 == 0 && i / n % 3 == 0 ? NAN : x[i] - 8;
        }
        for (size_t r = 0; r < ROWS; r++) {
            size_t at = 0;
            for (size_t i = 1; i < n; i++) {
                double v = x[r * n + i], best = x[r * n + at];
                bool better = isnan(v) || (least ? v < best : v > best) || (last && v == best);
                if (isnan(best) ? last && isnan(v) : better) at = i;
            }
            want[r] = (int64_t)at;
        }
        harness_begin(&h, least ? &cm_op_ArgMin : &cm_op_ArgMax, 13);
        harness_attr_i(&h, "axis", 1);
        harness_attr_i(&h, "keepdims", 0);
        harness_attr_i(&h, "select_last_index", last);
        harness_in_num(&h, dtype, H_DIMS(ROWS, n), x);
        harness_out(&h, CAMEO_INT64, H_DIMS(ROWS), want);
        CHECK(harness_run(&h));
    }
}

void test_argmax_special(void) {
    static float x[5000];
    x[4321] = 1;
    CHECK(argmax_case(&cm_op_ArgMax, 0, 1));
    CHECK(argmax_case(&cm_op_ArgMax, 1, 3));
    CHECK(argmax_case(&cm_op_ArgMin, 0, 1));
    CHECK(argmax_case(&cm_op_ArgMin, 1, 3));
    harness_begin(&h, &cm_op_ArgMax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5000), x);
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){4321});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ArgMax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_ArgMax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 0), NULL);
    CHECK(harness_run(&h));
}

/* Tuples that name one slice: the last stays; NaN wins; strings. */
void test_scatter_nd_special(void) {
    harness_begin(&h, &cm_op_ScatterND, 18);
    harness_in_str(&h, H_DIMS(2, 2), (const char *[]){"a", "b", "c", "d"});
    harness_in(&h, CAMEO_INT64, H_DIMS(3, 1), (int64_t[]){1, 0, -1});
    harness_in_str(&h, H_DIMS(3, 2), (const char *[]){"1", "2", "", "4", "5", "6"});
    harness_out_str(&h, H_DIMS(2, 2), (const char *[]){"", "4", "5", "6"});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ScatterND, 18);
    harness_attr_s(&h, "reduction", "max");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, NAN, 3});
    harness_in(&h, CAMEO_INT64, H_DIMS(3, 1), (int64_t[]){0, 1, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){NAN, 5, 2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){NAN, NAN, 3});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ScatterND, 18);
    harness_attr_s(&h, "reduction", "min");
    harness_in(&h, CAMEO_UINT64, H_DIMS(1), (uint64_t[]){UINT64_MAX});
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), (int64_t[]){0});
    harness_in(&h, CAMEO_UINT64, H_DIMS(1), (uint64_t[]){5});
    harness_out(&h, CAMEO_UINT64, H_DIMS(1), (uint64_t[]){5});
    CHECK(harness_run(&h));
}

static cameo_status scatter_nd_status(int dtype, int64_t index, size_t n) {
    harness_begin(&h, &cm_op_ScatterND, 18);
    movement_in(&h, dtype, H_DIMS(3, 2), 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), &index);
    movement_in(&h, dtype, 2, (size_t[]){1, n}, 0);
    harness_out(&h, dtype, H_DIMS(3, 2), NULL);
    return harness_status(&h);
}

void test_scatter_nd_refuses(void) {
    static const int64_t bad[] = {3, -4, INT64_MIN, INT64_MAX, INT64_C(1) << 32};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(scatter_nd_status(CAMEO_FLOAT, bad[i], 2), CAMEO_E_SHAPE);
        CHECK_INT(scatter_nd_status(CAMEO_STRING, bad[i], 2), CAMEO_E_SHAPE);
    }
    CHECK_INT(scatter_nd_status(CAMEO_FLOAT, 7, 2), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "index 7 of tuple 0 is out of range for an axis of 3");
    CHECK_INT(scatter_nd_status(CAMEO_FLOAT, -3, 2), CAMEO_OK);
    CHECK_INT(scatter_nd_status(CAMEO_FLOAT, 0, 3), CAMEO_E_SHAPE);
}
