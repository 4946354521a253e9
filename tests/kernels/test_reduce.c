#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness_movement.h"
#include "tests/support/features.h"

typedef struct reduce_case {
    cm_op_id op;
    uint32_t rank;
    size_t dims[8];
    int n_axes; /* -1: absent */
    int64_t axes[4];
    int keepdims, noop;
    uint32_t out_rank;
    size_t out_dims[8];
    uint32_t first;
} reduce_case;

#include "tests/kernels/reduce_vectors.h"

static harness h;

static const cm_op *reduce_op(cm_op_id id) {
    static const cm_op *const ops[] = {
        &cm_op_ReduceL1,  &cm_op_ReduceL2,       &cm_op_ReduceLogSum, &cm_op_ReduceLogSumExp,
        &cm_op_ReduceMax, &cm_op_ReduceMean,     &cm_op_ReduceMin,    &cm_op_ReduceProd,
        &cm_op_ReduceSum, &cm_op_ReduceSumSquare};
    for (size_t i = 0; i < 10; i++) {
        if (ops[i]->id == id) return ops[i];
    }
    abort();
}

/* As gen_reduce.py makes them. */
static double reduce_sample(cm_op_id op, size_t i) {
    int v = (int)((i * 7919 + 13) % 23);
    if (op == CM_OP_ReduceProd) return v % 3 + 1 - 2 * (i % 5 == 0);
    return op == CM_OP_ReduceLogSum ? v + 1 : v - 11;
}

static size_t reduce_count(uint32_t rank, const size_t *dims) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i];
    return n;
}

/* Numbers that the dtype cannot hold make no test. */
static bool reduce_fits(int dtype, size_t n, const double *v) {
    for (size_t i = 0; i < n; i++) {
        if (dtype == CAMEO_FLOAT16 && fabs(v[i]) > 60000) return false;
        if ((dtype == CAMEO_UINT32 || dtype == CAMEO_UINT64) && v[i] < 0) return false;
        if (dtype == CAMEO_INT8 && fabs(v[i]) > 127) return false;
        if ((dtype == CAMEO_INT32 || dtype == CAMEO_UINT32) && fabs(v[i]) > 2e9) return false;
    }
    return true;
}

static bool reduce_run(const reduce_case *c, int dtype) {
    double x[512];
    size_t n = reduce_count(c->rank, c->dims);
    size_t n_out = reduce_count(c->out_rank, c->out_dims);
    for (size_t i = 0; i < n; i++) x[i] = reduce_sample(c->op, i);
    if (!reduce_fits(dtype, n, x) || !reduce_fits(dtype, n_out, reduce_values + c->first)) {
        return true;
    }
    harness_begin(&h, reduce_op(c->op), c->op == CM_OP_ReduceSum ? 13 : 20);
    harness_attr_i(&h, "keepdims", c->keepdims);
    harness_attr_i(&h, "noop_with_empty_axes", c->noop);
    harness_in_num(&h, dtype, c->rank, c->dims, x);
    size_t n_axes = c->n_axes < 0 ? 0 : (size_t)c->n_axes;
    if (c->n_axes >= 0) harness_in(&h, CAMEO_INT64, 1, &n_axes, c->axes);
    harness_out_num(&h, dtype, c->out_rank, c->out_dims, reduce_values + c->first);
    h.rtol = dtype == CAMEO_DOUBLE ? 4e-15 : dtype == CAMEO_FLOAT ? 1.2e-7 : 1.0 / 2048;
    if (dtype == CAMEO_BFLOAT16) h.rtol = 1.0 / 256;
    h.atol = h.rtol * 1e-6;
    return harness_run(&h);
}

void test_reduce_vectors(void) {
    static const int dtypes[] = {CAMEO_FLOAT,    CAMEO_DOUBLE, CAMEO_FLOAT16,
                                 CAMEO_BFLOAT16, CAMEO_INT32,  CAMEO_INT64,
                                 CAMEO_UINT32,   CAMEO_UINT64, CAMEO_INT8};
    for (size_t i = 0; i < sizeof reduce_cases / sizeof *reduce_cases; i++) {
        bool order = reduce_cases[i].op == CM_OP_ReduceMax || reduce_cases[i].op == CM_OP_ReduceMin;
        for (size_t d = 0; d < (order ? 9 : 8); d++) {
            CHECK_MSG(reduce_run(&reduce_cases[i], dtypes[d]), "case %zu, dtype %d", i, dtypes[d]);
        }
    }
}

/* All of an input of rank 1 into one scalar of the same dtype. */
static bool reduce_all(const cm_op *op, int dtype, size_t n, const void *x, const void *y) {
    harness_begin(&h, op, 13);
    harness_attr_i(&h, "keepdims", 0);
    harness_in(&h, dtype, 1, &n, x);
    harness_out(&h, dtype, H_SCALAR, y);
    return harness_run(&h);
}
#define REDUCE_ALL(op, dtype, type, n, y, ...) \
    reduce_all(&cm_op_##op, dtype, n, (type[]){__VA_ARGS__}, (type[]){y})

void test_reduce_special(void) {
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_FLOAT, float, 3, NAN, 1, NAN, 2));
    CHECK(REDUCE_ALL(ReduceMin, CAMEO_DOUBLE, double, 3, NAN, NAN, 1, 2));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_FLOAT, float, 2, -INFINITY, -INFINITY, -INFINITY));
    CHECK(REDUCE_ALL(ReduceSum, CAMEO_FLOAT, float, 2, NAN, INFINITY, -INFINITY));
    CHECK(REDUCE_ALL(ReduceLogSumExp, CAMEO_FLOAT, float, 2, -INFINITY, -INFINITY, -INFINITY));
    CHECK(REDUCE_ALL(ReduceLogSumExp, CAMEO_FLOAT, float, 3, INFINITY, 1, INFINITY, -INFINITY));
    CHECK(REDUCE_ALL(ReduceLogSumExp, CAMEO_FLOAT, float, 3, NAN, 1, NAN, INFINITY));
    CHECK(REDUCE_ALL(ReduceLogSumExp, CAMEO_FLOAT, float, 2, 1000, 1000, -1000));
    CHECK(REDUCE_ALL(ReduceLogSumExp, CAMEO_FLOAT, float, 2, 1000, -1000, 1000));
    CHECK(REDUCE_ALL(ReduceL2, CAMEO_FLOAT, float, 2, 5e30F, 3e30F, -4e30F));
    /* Integers wrap; what has no value is the nearest one. */
    CHECK(REDUCE_ALL(ReduceSum, CAMEO_INT32, int32_t, 2, INT32_MIN, INT32_MAX, 1));
    CHECK(REDUCE_ALL(ReduceSum, CAMEO_INT64, int64_t, 2, INT64_MIN, INT64_MAX, 1));
    CHECK(REDUCE_ALL(ReduceL1, CAMEO_INT32, int32_t, 1, INT32_MIN, INT32_MIN));
    CHECK(REDUCE_ALL(ReduceL1, CAMEO_INT64, int64_t, 1, INT64_MIN, INT64_MIN));
    CHECK(REDUCE_ALL(ReduceMean, CAMEO_INT32, int32_t, 2, INT32_MIN, INT32_MIN, INT32_MIN));
    CHECK(REDUCE_ALL(ReduceMean, CAMEO_INT32, int32_t, 2, -1, -1, -2));
    CHECK(REDUCE_ALL(ReduceMean, CAMEO_UINT32, uint32_t, 2, UINT32_MAX, UINT32_MAX, UINT32_MAX));
    CHECK(REDUCE_ALL(ReduceLogSum, CAMEO_INT32, int32_t, 1, INT32_MIN, 0));
    CHECK(REDUCE_ALL(ReduceLogSum, CAMEO_INT64, int64_t, 1, 0, -5));
    CHECK(REDUCE_ALL(ReduceLogSum, CAMEO_UINT64, uint64_t, 1, 0, 0));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_BOOL, uint8_t, 3, 1, 0, 1, 0));
    CHECK(REDUCE_ALL(ReduceMin, CAMEO_BOOL, uint8_t, 3, 0, 1, 1, 0));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_UINT8, uint8_t, 2, 200, 200, 100));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_UINT64, uint64_t, 2, UINT64_MAX, 1, UINT64_MAX));
}

void test_reduce_empty(void) {
    CHECK(REDUCE_ALL(ReduceSum, CAMEO_FLOAT, float, 0, 0, 9));
    CHECK(REDUCE_ALL(ReduceProd, CAMEO_INT64, int64_t, 0, 1, 9));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_FLOAT, float, 0, -INFINITY, 9));
    CHECK(REDUCE_ALL(ReduceMin, CAMEO_FLOAT16, uint16_t, 0, 0x7c00, 9));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_INT8, int8_t, 0, INT8_MIN, 9));
    CHECK(REDUCE_ALL(ReduceMin, CAMEO_INT64, int64_t, 0, INT64_MAX, 9));
    CHECK(REDUCE_ALL(ReduceMin, CAMEO_BOOL, uint8_t, 0, 1, 9));
    CHECK(REDUCE_ALL(ReduceMax, CAMEO_BOOL, uint8_t, 0, 0, 9));
    CHECK(REDUCE_ALL(ReduceL1, CAMEO_FLOAT, float, 0, 0, 9));
    CHECK(REDUCE_ALL(ReduceL2, CAMEO_FLOAT, float, 0, 0, 9));
    CHECK(REDUCE_ALL(ReduceSumSquare, CAMEO_FLOAT, float, 0, 0, 9));
    CHECK(REDUCE_ALL(ReduceLogSum, CAMEO_FLOAT, float, 0, -INFINITY, 9));
    CHECK(REDUCE_ALL(ReduceLogSumExp, CAMEO_DOUBLE, double, 0, -INFINITY, 9));
    CHECK(REDUCE_ALL(ReduceMean, CAMEO_FLOAT, float, 0, NAN, 9));
    CHECK(REDUCE_ALL(ReduceMean, CAMEO_INT32, int32_t, 0, 0, 9));
    /* [2, 0, 3] without axis 1 */
    harness_begin(&h, &cm_op_ReduceSum, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0, 3), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 1, 3), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ReduceSum, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0, 3), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 0, 1), NULL);
    CHECK(harness_run(&h));
}

/* A NaN anywhere in a row or a column is its maximum and minimum; lengths around those of vectors. */
void test_reduce_nan_everywhere(void) {
    static float x[90 * 90], y[90];
    for (size_t n = 1; n < 90; n += n < 20 ? 1 : 23) {
        for (size_t i = 0; i < 90 * n; i++) x[i] = (float)(i * 7919 % 1009);
        for (int64_t axis = 0; axis < 2; axis++) {
            size_t rows = axis == 1 ? 90 : n, columns = axis == 1 ? n : 90;
            for (size_t i = 0; i < 90; i++) { /* of each result one element is NaN, but of every fourth */
                y[i] = -INFINITY;
                size_t first = axis == 1 ? i * n : i, step = axis == 1 ? 1 : 90;
                if (i % 4 != 0) x[first + i % n * step] = NAN;
                for (size_t j = 0; j < n; j++) {
                    float v = x[first + j * step];
                    if (!(v <= y[i])) y[i] = v;
                    if (y[i] != y[i]) break;
                }
            }
            harness_begin(&h, &cm_op_ReduceMax, 18);
            harness_attr_i(&h, "keepdims", 0);
            harness_in(&h, CAMEO_FLOAT, H_DIMS(rows, columns), x);
            harness_in(&h, CAMEO_INT64, H_DIMS(1), &axis);
            harness_out(&h, CAMEO_FLOAT, H_DIMS(90), y);
            CHECK_MSG(harness_run(&h), "%zu elements, axis %d", n, (int)axis);
            for (size_t i = 0; i < 90 * n; i++) {
                if (x[i] != x[i]) x[i] = 1;
            }
        }
    }
}

/* 700 x 90 over either axis: several tasks, blocks and merges; a million ones are a million. */
void test_reduce_large(void) {
    static float x[700 * 90], rows[700], columns[90], ones[1 << 20];
    double row[700] = {0}, column[90] = {0};
    for (size_t i = 0; i < 700 * 90; i++) {
        x[i] = (float)(i * 2654435761u % 1000003) / 1000003.0F - 0.3F;
        row[i / 90] += (double)x[i];
        column[i % 90] += (double)x[i];
    }
    for (size_t i = 0; i < 700; i++) rows[i] = (float)row[i];
    for (size_t i = 0; i < 90; i++) columns[i] = (float)column[i];
    for (int64_t axis = 0; axis < 2; axis++) {
        harness_begin(&h, &cm_op_ReduceSum, 13);
        harness_attr_i(&h, "keepdims", 0);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(700, 90), x);
        harness_in(&h, CAMEO_INT64, H_DIMS(1), &axis);
        if (axis == 0)
            harness_out(&h, CAMEO_FLOAT, H_DIMS(90), columns);
        else
            harness_out(&h, CAMEO_FLOAT, H_DIMS(700), rows);
        h.rtol = 1.2e-7;
        CHECK(harness_run(&h));
    }
    for (size_t i = 0; i < 1 << 20; i++) ones[i] = 0.1F;
    float mean = 0.1F;
    CHECK(reduce_all(&cm_op_ReduceMean, CAMEO_FLOAT, 1 << 20, ones, &mean));
}

/* [4][9][170][run] over axes 1 and 3: runs shorter and longer than those that are taken as columns, several tasks. */
void test_reduce_apart(void) {
    enum { OUTER = 4, ROWS = 9, KEPT = 170, MOST = 18 };
    static float x[OUTER * ROWS * KEPT * MOST], sums[OUTER * KEPT], highest[OUTER * KEPT];
    static const int64_t axes[] = {3, 1};
    for (size_t run = 1; run <= MOST; run++) {
        size_t n = OUTER * ROWS * KEPT * run;
        double sum[OUTER * KEPT] = {0};
        for (size_t i = 0; i < OUTER * KEPT; i++) highest[i] = -INFINITY;
        for (size_t i = 0; i < n; i++) {
            size_t at = i / (ROWS * KEPT * run) * KEPT + i / run % KEPT;
            x[i] = (float)(i * 2654435761u % 1000003) / 1000003.0F - 0.3F;
            if (i % 1009 == 77) x[i] = NAN;
            sum[at] += (double)x[i];
            if (x[i] > highest[at] || x[i] != x[i]) highest[at] = x[i];
        }
        for (size_t i = 0; i < OUTER * KEPT; i++) sums[i] = (float)sum[i];
        for (int max = 0; max < 2; max++) {
            harness_begin(&h, max ? &cm_op_ReduceMax : &cm_op_ReduceSum, max ? 20 : 13);
            harness_attr_i(&h, "keepdims", 0);
            harness_in(&h, CAMEO_FLOAT, H_DIMS(OUTER, ROWS, KEPT, run), x);
            harness_in(&h, CAMEO_INT64, H_DIMS(2), axes);
            harness_out(&h, CAMEO_FLOAT, H_DIMS(OUTER, KEPT), max ? highest : sums);
            h.rtol = max ? 0 : 1.2e-7;
            h.atol = max ? 0 : 1e-12;
            CHECK_MSG(harness_run(&h), "runs of %zu, max %d", run, max);
        }
    }
}

static cameo_status reduce_axes_status(size_t n, const int64_t *axes) {
    harness_begin(&h, &cm_op_ReduceSum, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_INT64, 1, &n, axes);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 1), NULL);
    return harness_status(&h);
}

/* The bits of the portable variant, at all lengths of a tail and over the merges; sums within a bound of the C code
 * here, maxima and minima equal to it, NaN where one is NaN. */
void test_reduce_f64_variants(void) {
    enum { ROWS = 131, MOST = 43, LONG = 1100, N = ROWS * (MOST + 1) };
    static double x[N];
    uint64_t levels[65] = {0}; /* the portable variants first */
    int n_levels = 1;
    uint32_t rng = 11;
    for (uint64_t features = test_features(); features != 0; features &= features - 1) levels[n_levels++] = features;
    for (int round = 0; round < 2 * MOST + 4; round++) {
        bool columns = round % 2 != 0, nans = round % 8 >= 6;
        size_t n = round < 2 * MOST ? (size_t)round / 2 + 1 : columns ? 9 : LONG;
        size_t rows = columns ? ROWS : 5, step = columns ? n + (size_t)round / 2 % 2 : n, results = columns ? n : rows;
        for (size_t i = 0; i < N; i++) {
            rng = rng * 1664525U + 1013904223U;
            x[i] = ldexp((double)(int32_t)rng, (int)(rng >> 8 & 15) - 40);
            if (nans && (rng >> 12) % 97 == 5) x[i] = NAN;
        }
        for (int kind = CM_REDUCE_SUM; kind <= CM_REDUCE_MIN; kind++) {
            double bits[MOST] = {0};
            for (int level = 0; level < n_levels; level++) {
                const cm_prims *p = cm_prims_select(levels[level]);
                double acc[MOST + 1];
                for (size_t i = 0; i < results + 1; i++) acc[i] = kind < CM_REDUCE_MAX ? 0.5 : x[i];
                acc[results] = 7;
                if (columns) p->reduce_columns_f64((cm_reduce_kind)kind, acc, x, rows, step, n);
                else p->reduce_rows_f64((cm_reduce_kind)kind, acc, x, rows, n);
                CHECK(acc[results] == 7);
                for (size_t i = 0; i < results; i++) {
                    double want = kind < CM_REDUCE_MAX ? 0.5 : x[i], size = 0;
                    for (size_t j = 0; j < (columns ? rows : n); j++) {
                        double v = columns ? x[j * step + i] : x[i * n + j];
                        if (kind == CM_REDUCE_ABS) v = fabs(v);
                        if (kind == CM_REDUCE_SQUARE) v = v * v;
                        size += fabs(v);
                        if (kind < CM_REDUCE_MAX) want += v;
                        else if ((kind == CM_REDUCE_MAX ? v > want : v < want) || v != v) want = v;
                    }
                    bool near = acc[i] == want;
                    if (kind < CM_REDUCE_MAX) near = fabs(acc[i] - want) <= ldexp(size + 0.5, -42);
                    if (want != want) near = acc[i] != acc[i];
                    CHECK_MSG(near, "kind %d, result %zu of %zu x %zu: %g, want %g", kind, i, rows, n, acc[i], want);
                    if (level == 0) bits[i] = acc[i];
                    CHECK(bits[i] == acc[i] || acc[i] != acc[i]);
                }
            }
        }
    }
}

void test_reduce_refuses(void) {
    CHECK_INT(reduce_axes_status(1, (int64_t[]){1}), CAMEO_OK);
    CHECK_INT(reduce_axes_status(1, (int64_t[]){2}), CAMEO_E_SHAPE);
    CHECK_INT(reduce_axes_status(1, (int64_t[]){INT64_MIN}), CAMEO_E_SHAPE);
    CHECK_INT(reduce_axes_status(1, (int64_t[]){INT64_C(1) << 32}), CAMEO_E_SHAPE);
    CHECK_INT(reduce_axes_status(2, (int64_t[]){1, -1}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis 1 is named twice");
    CHECK_INT(reduce_axes_status(3, (int64_t[]){0, 1, 1}), CAMEO_E_SHAPE);
}

/* Elements of shape tensors, and what is known of dims without axes. */
void test_reduce_elems(void) {
    harness_begin(&h, &cm_op_ReduceProd, 18);
    harness_attr_i(&h, "keepdims", 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){8, 3, 7});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){0});
    harness_out(&h, CAMEO_INT64, H_SCALAR, NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 1, (cm_dim[]){168}));
    h.in_av[0].data = NULL;
    h.in_av[0].elem = (cm_dim[]){CM_DIM_UNKNOWN, 3, 7};
    h.in_av[0].n_elem = 3;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 1, (cm_dim[]){CM_DIM_UNKNOWN}));
    h.in_av[1].data = NULL;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].rank, 0);
    h.in_av[1].dims[0] = CM_DIM_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].rank, CM_RANK_UNKNOWN);
    harness_end(&h);
    harness_begin(&h, &cm_op_ReduceMax, 18);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 2), (int32_t[]){1, 5, 9, -2});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1});
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 1), NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 2, (cm_dim[]){5, 9}));
    harness_end(&h);
}

static bool reduce_integer_run(const reduce_case *c, int dtype) {
    double x[512];
    size_t n = reduce_count(c->rank, c->dims);
    for (size_t i = 0; i < n; i++) x[i] = reduce_sample(c->op, i);
    harness_begin(&h, &cm_op_ms_ReduceSumInteger, 1);
    harness_attr_i(&h, "keepdims", c->keepdims);
    harness_attr_ints(&h, "axes", c->n_axes < 0 ? 0 : (size_t)c->n_axes, c->axes);
    harness_in_num(&h, dtype, c->rank, c->dims, x);
    harness_out_num(&h, CAMEO_INT32, c->out_rank, c->out_dims, reduce_values + c->first);
    return harness_run(&h);
}

/* The cases of ReduceSum, and sums beyond a byte in several tasks. */
void test_reduce_integer(void) {
    static uint8_t x[300 * 700];
    uint32_t rows[300] = {0}, columns[700] = {0};
    size_t n = 0;
    for (size_t i = 0; i < sizeof reduce_cases / sizeof *reduce_cases; i++) {
        if (reduce_cases[i].op != CM_OP_ReduceSum || reduce_cases[i].noop) continue;
        CHECK_MSG(reduce_integer_run(&reduce_cases[i], CAMEO_INT8), "case %zu", i);
        n++;
    }
    CHECK_INT(n, 16);
    for (size_t i = 0; i < sizeof x; i++) {
        x[i] = (uint8_t)(i * 2654435761u >> 13);
        rows[i / 700] += x[i];
        columns[i % 700] += x[i];
    }
    for (int64_t axis = -2; axis < 0; axis++) {
        harness_begin(&h, &cm_op_ms_ReduceSumInteger, 1);
        harness_attr_i(&h, "keepdims", 0);
        harness_attr_ints(&h, "axes", 1, &axis);
        harness_in(&h, CAMEO_UINT8, H_DIMS(300, 700), x);
        if (axis == -2)
            harness_out(&h, CAMEO_UINT32, H_DIMS(700), columns);
        else
            harness_out(&h, CAMEO_UINT32, H_DIMS(300), rows);
        CHECK(harness_run(&h));
    }
}

static cameo_status reduce_integer_status(size_t n, const int64_t *axes) {
    harness_begin(&h, &cm_op_ms_ReduceSumInteger, 1);
    harness_attr_ints(&h, "axes", n, axes);
    harness_in(&h, CAMEO_INT8, H_DIMS(2, 3), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 1), NULL);
    return harness_status(&h);
}

void test_reduce_integer_special(void) {
    harness_begin(&h, &cm_op_ms_ReduceSumInteger, 1);
    harness_attr_ints(&h, "axes", 1, (int64_t[]){0});
    harness_in(&h, CAMEO_INT8, H_DIMS(0, 2), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 2), (int32_t[]){0, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ms_ReduceSumInteger, 1);
    harness_in(&h, CAMEO_INT8, H_DIMS(3), (int8_t[]){-128, -128, -1});
    harness_out(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){-257});
    CHECK(harness_run(&h));
    CHECK_INT(reduce_integer_status(1, (int64_t[]){1}), CAMEO_OK);
    CHECK_INT(reduce_integer_status(1, (int64_t[]){2}), CAMEO_E_SHAPE);
    CHECK_INT(reduce_integer_status(1, (int64_t[]){INT64_MIN}), CAMEO_E_LIMIT);
    CHECK_INT(reduce_integer_status(2, (int64_t[]){1, -1}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis 1 is named twice");
}
