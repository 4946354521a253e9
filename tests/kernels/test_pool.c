/* Pools: vectors of other implementations, every dtype and rank against naive loops, and what the
 * vectors cannot hold. */
#include "kernels/pool.h"

#include <math.h>
#include <stdlib.h>

#include "tests/kernels/window_vectors.h"

#define POOL_VECTORS window_vectors, sizeof window_vectors / sizeof *window_vectors

void test_pool_max_vectors(void) {
    CHECK_INT(vectors_run(POOL_VECTORS, "MaxPool", &cm_op_MaxPool, 0, 9), 16);
}

void test_pool_average_vectors(void) {
    CHECK_INT(vectors_run(POOL_VECTORS, "AveragePool", &cm_op_AveragePool, 1e-6, 9), 12);
    CHECK_INT(vectors_run(POOL_VECTORS, "GlobalAveragePool", &cm_op_GlobalAveragePool, 1e-6, 9), 2);
}

typedef struct pool_case {
    const cm_op *op;
    int dtype;
    size_t n, c;
    uint32_t rank;
    size_t in[CM_MAX_SPATIAL];
    int64_t kernel, stride, dilation, pad; /* the same for all axes */
    bool indices, include;
    bool last; /* channels behind the spatial axes */
} pool_case;

static size_t pool_count(const size_t *d, uint32_t n) {
    size_t p = 1;
    while (n-- > 0) p *= *d++;
    return p;
}

/* Input index of tap k of output o, -1 outside. */
static int64_t pool_read(const pool_case *t, const size_t *out, size_t o, size_t k) {
    int64_t at = 0, scale = 1;
    for (uint32_t i = t->rank; i-- > 0;) {
        int64_t pos = (int64_t)(o % out[i]) * t->stride - t->pad +
                      (int64_t)(k % (size_t)t->kernel) * t->dilation;
        if (pos < 0 || pos >= (int64_t)t->in[i]) return -1;
        at += pos * scale;
        scale *= (int64_t)t->in[i];
        o /= out[i];
        k /= (size_t)t->kernel;
    }
    return at;
}

static void pool_naive(const pool_case *t, const double *x, const size_t *out, double *y,
                       int64_t *where) {
    size_t plane = pool_count(t->in, t->rank), outputs = pool_count(out, t->rank), taps = 1;
    for (uint32_t i = 0; i < t->rank; i++) taps *= (size_t)t->kernel;
    for (size_t i = 0; i < t->n * t->c * outputs; i++) {
        double best = 0, sum = 0;
        int64_t index = -1;
        size_t n = 0, base = i / outputs * plane;
        for (size_t k = 0; k < taps; k++) {
            int64_t at = pool_read(t, out, i % outputs, k);
            if (at < 0) continue;
            double v = x[base + (size_t)at];
            if (index < 0 || v > best || (v != v && best == best)) best = v, index = at + (int64_t)base;
            sum += v;
            n++;
        }
        where[i] = index;
        y[i] = t->op == &cm_op_MaxPool ? best : n == 0 ? 0 : sum / (double)(t->include ? taps : n);
    }
}

static void pool_set_last(void *params) { ((cm_pool_params *)params)->channels_last = 1; }
static void pool_set_global_last(void *params) { ((cm_pool_global_params *)params)->channels_last = 1; }

/* v [n][c][plane] becomes [n][plane][c], its dims accordingly. */
static void pool_to_last(double *v, size_t *dims, uint32_t rank) {
    size_t n = dims[0], c = dims[1], plane = pool_count(dims + 2, rank - 2), all = n * c * plane;
    double *old = malloc((all + 1) * sizeof *old);
    memcpy(old, v, all * sizeof *old);
    for (size_t i = 0; i < all; i++) {
        size_t pixel = i % plane, channel = i / plane % c, image = i / plane / c;
        v[(image * plane + pixel) * c + channel] = old[i];
    }
    free(old);
    memmove(dims + 1, dims + 2, (rank - 2) * sizeof *dims);
    dims[rank - 1] = c;
}

/* nans: some elements are NaN. */
static bool pool_check_numbers(pool_case t, bool nans) {
    static harness h;
    static uint32_t rng;
    uint32_t rank = t.rank + 2;
    size_t x_dims[CM_MAX_RANK] = {t.n, t.c}, y_dims[CM_MAX_RANK] = {t.n, t.c};
    int64_t kernel[CM_MAX_SPATIAL], stride[CM_MAX_SPATIAL], dilation[CM_MAX_SPATIAL];
    int64_t pads[2 * CM_MAX_SPATIAL];
    for (uint32_t i = 0; i < t.rank; i++) {
        kernel[i] = t.kernel;
        stride[i] = t.stride;
        dilation[i] = t.dilation;
        pads[i] = pads[i + t.rank] = t.pad;
        x_dims[i + 2] = t.in[i];
        int64_t span = (int64_t)t.in[i] + 2 * t.pad - (t.kernel - 1) * t.dilation - 1;
        y_dims[i + 2] = (size_t)(span / t.stride + 1);
    }
    size_t n = pool_count(y_dims, rank), n_x = pool_count(x_dims, rank);
    double *x = malloc((n_x + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y);
    int64_t *where = malloc((n + 1) * sizeof *where);
    for (size_t i = 0; i < n_x; i++) {
        rng = rng * 1664525u + 1013904223u;
        x[i] = (double)(rng >> 26) - (t.dtype == CAMEO_UINT8 ? 0 : 32);
        if (nans && (rng >> 8) % 53 == 0) x[i] = NAN;
    }
    pool_naive(&t, x, y_dims + 2, y, where);
    if (t.last) {
        pool_to_last(x, x_dims, rank);
        pool_to_last(y, y_dims, rank);
    }
    harness_begin(&h, t.op, t.op == &cm_op_MaxPool ? 12 : 19);
    harness_attr_ints(&h, "kernel_shape", t.rank, kernel);
    harness_attr_ints(&h, "strides", t.rank, stride);
    harness_attr_ints(&h, "dilations", t.rank, dilation);
    harness_attr_ints(&h, "pads", (size_t)t.rank * 2, pads);
    if (t.include) harness_attr_i(&h, "count_include_pad", 1);
    h.after_parse = t.last ? pool_set_last : NULL;
    harness_in_num(&h, t.dtype, rank, x_dims, x);
    harness_out_num(&h, t.dtype, rank, y_dims, y);
    if (t.indices) harness_out(&h, CAMEO_INT64, rank, y_dims, where);
    if (t.op != &cm_op_MaxPool) h.rtol = t.dtype == CAMEO_BFLOAT16 ? 8e-3 : 1e-3;
    bool ok = harness_run(&h);
    free(x);
    free(y);
    free(where);
    return ok;
}

static bool pool_check(pool_case t) { return pool_check_numbers(t, false); }

void test_pool_max_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT,    CAMEO_DOUBLE, CAMEO_FLOAT16,
                                 CAMEO_BFLOAT16, CAMEO_INT8,   CAMEO_UINT8};
    for (int i = 0; i < 12; i++) {
        bool indices = i >= 6;
        const cm_op *op = &cm_op_MaxPool;
        CHECK(pool_check((pool_case){op, dtypes[i % 6], 2, 3, 2, {9, 40}, 3, 1, 1, 1, indices, 0, 0}));
        CHECK(pool_check((pool_case){op, dtypes[i % 6], 1, 2, 2, {9, 47}, 2, 2, 3, 2, indices, 0, 0}));
        CHECK(pool_check((pool_case){op, dtypes[i % 6], 1, 2, 1, {50}, 5, 3, 2, 7, indices, 0, 0}));
        CHECK(pool_check(
            (pool_case){op, dtypes[i % 6], 1, 2, 4, {3, 4, 3, 5}, 2, 1, 1, 1, indices, 0, 0}));
        CHECK(pool_check((pool_case){op, dtypes[i % 6], 0, 2, 2, {9, 9}, 3, 1, 1, 1, indices, 0, 0}));
        CHECK(pool_check((pool_case){op, dtypes[i % 6], 1, 2, 2, {0, 4}, 1, 1, 1, 1, indices, 0, 0}));
    }
    CHECK(
        pool_check((pool_case){&cm_op_MaxPool, CAMEO_FLOAT, 2, 40, 2, {70, 60}, 3, 2, 1, 1, 0, 0, 0}));
    CHECK(pool_check(
        (pool_case){&cm_op_MaxPool, CAMEO_FLOAT, 1, 1, 2, {900, 700}, 2, 2, 1, 0, 1, 0, 0}));
}

void test_pool_average_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 8; i++) {
        bool include = i >= 4;
        const cm_op *op = &cm_op_AveragePool;
        CHECK(pool_check((pool_case){op, dtypes[i % 4], 2, 3, 2, {9, 40}, 3, 1, 1, 1, 0, include, 0}));
        CHECK(pool_check((pool_case){op, dtypes[i % 4], 1, 2, 1, {50}, 5, 3, 2, 3, 0, include, 0}));
        CHECK(pool_check((pool_case){op, dtypes[i % 4], 1, 2, 1, {5}, 2, 1, 1, 3, 0, include, 0}));
        CHECK(pool_check(
            (pool_case){op, dtypes[i % 4], 1, 2, 4, {3, 4, 3, 5}, 2, 1, 1, 0, 0, include, 0}));
    }
    CHECK(pool_check(
        (pool_case){&cm_op_AveragePool, CAMEO_FLOAT, 2, 40, 2, {70, 60}, 3, 2, 1, 1, 0, 0, 0}));
}

/* Planes of up to three axes in rows of all lengths that vectors meet, several of which one call makes. */
void test_pool_rows(void) {
    for (size_t n = 1; n <= 40; n++) {
        for (int i = 0; i < 12; i++) {
            bool max = i % 2 == 0;
            pool_case t = {.op = max ? &cm_op_MaxPool : &cm_op_AveragePool, .dtype = CAMEO_FLOAT, .n = 2, .c = 2,
                           .rank = 1 + (uint32_t)(i / 2 + (int)n) % 3, .in = {n, n, n}, .kernel = 1 + (int)n % 5,
                           .stride = 1 + i / 3, .dilation = 1 + i % 3 / 2, .pad = 1, .include = i % 5 == 0};
            if (t.rank > 1) t.in[0] = 5 + n % 3;
            if (t.rank > 2) t.in[1] = 4;
            if (t.kernel == 1) t.pad = 0;
            if (t.kernel == 5) t.pad = 2;
            if (t.include) t.dilation = 1;
            bool fits = true;
            for (uint32_t d = 0; d < t.rank; d++) {
                fits = fits && (int64_t)t.in[d] + 2 * t.pad > (t.kernel - 1) * t.dilation;
            }
            if (fits) CHECK_MSG(pool_check_numbers(t, i % 4 >= 2), "rows of %zu, case %d", n, i);
        }
    }
}

/* NaN is above all, wherever it stands; -infinity is a value like any other. */
void test_pool_max_special(void) {
    static harness h;
    for (int indices = 0; indices < 2; indices++) {
        harness_begin(&h, &cm_op_MaxPool, 12);
        harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 7),
                       (double[]){1, -INFINITY, -INFINITY, NAN, INFINITY, NAN, NAN});
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 6),
                        (double[]){1, -INFINITY, NAN, NAN, NAN, NAN});
        if (indices) {
            harness_out(&h, CAMEO_INT64, H_DIMS(1, 1, 6), (int64_t[]){0, 1, 3, 3, 5, 5});
        }
        CHECK(harness_run(&h));
    }
}

/* Every element of large planes counts, in every dtype. */
void test_pool_global(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    static harness h;
    static double x[40 * 130 * 7];
    double y[40];
    for (int t = 0; t < 4; t++) {
        for (int p = 0; p < 40; p++) {
            double sum = 0;
            for (int i = 0; i < 130 * 7; i++) sum += x[p * 130 * 7 + i] = (i * 7 + p) % 5;
            y[p] = sum / (130 * 7);
        }
        harness_begin(&h, &cm_op_GlobalAveragePool, 1);
        harness_in_num(&h, dtypes[t], H_DIMS(4, 10, 130, 7), x);
        harness_out_num(&h, dtypes[t], H_DIMS(4, 10, 1, 1), y);
        h.rtol = dtypes[t] == CAMEO_BFLOAT16 ? 8e-3 : dtypes[t] == CAMEO_FLOAT16 ? 1e-3 : 1e-7;
        CHECK(harness_run(&h));
    }
}

/* A window far larger than the data takes no longer than the data. */
void test_pool_huge_kernel(void) {
    if (sizeof(size_t) < 8) {
        check_skip("pads of 10^9 on both sides do not fit into 32 bits");
        return;
    }
    static harness h;
    harness_begin(&h, &cm_op_AveragePool, 19);
    harness_attr_ints(&h, "kernel_shape", 2, (int64_t[]){2000000001, 2000000001});
    harness_attr_ints(&h, "pads", 4, (int64_t[]){1000000000, 1000000000, 1000000000, 1000000000});
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 2), (double[]){2, 4});
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 2), (double[]){3, 3});
    CHECK(harness_run(&h));
}

static cameo_status pool_status(const char *name, size_t n, int64_t v) {
    static harness h;
    int64_t list[8];
    for (size_t i = 0; i < 8; i++) list[i] = v;
    harness_begin(&h, &cm_op_MaxPool, 12);
    if (strcmp(name, "kernel_shape") != 0) {
        harness_attr_ints(&h, "kernel_shape", 2, (int64_t[]){2, 2});
    }
    if (n != 0) harness_attr_ints(&h, name, n, list);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 4, 4), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3, 3), NULL);
    return harness_status(&h);
}

void test_pool_refuses(void) {
    CHECK_INT(pool_status("strides", 2, 1), CAMEO_OK);
    CHECK_INT(pool_status("strides", 2, 0), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("strides", 3, 1), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("pads", 4, -1), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("pads", 3, 1), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("pads", 8, 1), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("kernel_shape", 0, 0), CAMEO_E_MISSING);
    CHECK_INT(pool_status("kernel_shape", 2, 7), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("kernel_shape", 1, 2), CAMEO_E_SHAPE);
    CHECK_INT(pool_status("kernel_shape", 2, INT64_C(1) << 40), CAMEO_E_LIMIT);
}

/* Channels behind the spatial axes, f32: 1 to 5 vectors of them and parts of one, windows of more pixels than one call
 * takes, windows without elements, several images, several tasks. */
void test_pool_channels_last(void) {
    static const size_t channels[] = {1, 3, 8, 17, 64, 77};
    for (int i = 0; i < 24; i++) {
        size_t c = channels[i % 6];
        bool include = i >= 12;
        const cm_op *op = i / 6 % 2 == 0 ? &cm_op_MaxPool : &cm_op_AveragePool;
        CHECK(pool_check((pool_case){op, CAMEO_FLOAT, 2, c, 2, {9, 40}, 3, 1, 1, 1, 0, include, true}));
        CHECK(pool_check((pool_case){op, CAMEO_FLOAT, 1, c, 1, {50}, 5, 3, 2, 7, 0, include, true}));
        CHECK(pool_check((pool_case){op, CAMEO_FLOAT, 1, c, 4, {3, 4, 3, 5}, 2, 1, 1, 1, 0, include, true}));
        CHECK(pool_check((pool_case){op, CAMEO_FLOAT, 1, c, 2, {14, 13}, 11, 2, 1, 0, 0, include, true}));
        CHECK(pool_check((pool_case){op, CAMEO_FLOAT, 0, c, 2, {9, 9}, 3, 1, 1, 1, 0, include, true}));
        CHECK(pool_check((pool_case){op, CAMEO_FLOAT, 1, c, 2, {0, 4}, 1, 1, 1, 1, 0, include, true}));
    }
    CHECK(pool_check((pool_case){&cm_op_MaxPool, CAMEO_FLOAT, 2, 40, 2, {70, 60}, 3, 2, 1, 1, 0, 0, true}));
}

void test_pool_channels_last_special(void) {
    static harness h;
    double x[8 * 19], y[19];
    for (int c = 0; c < 19; c++) {
        for (int p = 0; p < 8; p++) x[p * 19 + c] = p == c % 8 ? (double)NAN : c == 3 ? (double)INFINITY : p;
        y[c] = c < 16 ? (double)NAN : 7;
    }
    for (int p = 0; p < 8; p++) {
        for (int c = 16; c < 19; c++) x[p * 19 + c] = p;
    }
    harness_begin(&h, &cm_op_MaxPool, 12);
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){8});
    h.after_parse = pool_set_last;
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 8, 19), x);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 19), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_GlobalMaxPool, 1);
    h.after_parse = pool_set_global_last;
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 8, 19), x);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 19), y);
    CHECK(harness_run(&h));
}

/* Images of one task and of several blocks of channels. */
void test_pool_channels_last_global(void) {
    static harness h;
    static const size_t dims[][4] = {{3, 5, 7, 19}, {2, 0, 7, 5}, {2, 70, 60, 150}};
    for (int i = 0; i < 6; i++) {
        const size_t *d = dims[i % 3];
        size_t plane = d[1] * d[2], c = d[3];
        double *x = malloc((d[0] * plane * c + 1) * sizeof *x), *y = malloc(d[0] * c * sizeof *y);
        for (size_t o = 0; o < d[0] * c; o++) {
            double sum = 0, best = -INFINITY;
            for (size_t p = 0; p < plane; p++) {
                double v = (double)((p * 7 + o * 3) % 11) - 5;
                x[(o / c * plane + p) * c + o % c] = v;
                sum += v;
                best = v > best ? v : best;
            }
            y[o] = i < 3 ? best : sum / (double)plane;
        }
        harness_begin(&h, i < 3 ? &cm_op_GlobalMaxPool : &cm_op_GlobalAveragePool, 1);
        h.after_parse = pool_set_global_last;
        harness_in_num(&h, CAMEO_FLOAT, 4, d, x);
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(d[0], 1, 1, c), y);
        if (i >= 3) h.rtol = h.atol = 1e-6;
        CHECK(harness_run(&h));
        free(x);
        free(y);
    }
}
