/* MatMulInteger and QLinearMatMul, and the vectors of ConvInteger and DynamicQuantizeLinear: results
 * of ONNX Runtime and onnx.reference, and naive loops. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/qmatmul_vectors.h"

static harness h;
static const int qmatmul_dtypes[] = {CAMEO_UINT8, CAMEO_INT8};

static int qmatmul_vectors_run(const char *name, const cm_op *op, double tolerance,
                               uint32_t constant) {
    size_t n = sizeof qmatmul_vectors / sizeof *qmatmul_vectors;
    return vectors_run(qmatmul_vectors, n, name, op, tolerance, constant);
}

void test_matmulinteger_vectors(void) {
    CHECK_INT(qmatmul_vectors_run("MatMulInteger", &cm_op_MatMulInteger, 0, HARNESS_MAX), 17);
    CHECK_INT(qmatmul_vectors_run("MatMulInteger", &cm_op_MatMulInteger, 0, 1), 17);
}

void test_qlinearmatmul_vectors(void) {
    CHECK_INT(qmatmul_vectors_run("QLinearMatMul", &cm_op_QLinearMatMul, 0, HARNESS_MAX), 17);
    CHECK_INT(qmatmul_vectors_run("QLinearMatMul", &cm_op_QLinearMatMul, 0, 3), 17);
}

void test_convinteger_vectors(void) {
    CHECK_INT(qmatmul_vectors_run("ConvInteger", &cm_op_ConvInteger, 0, HARNESS_MAX), 8);
    CHECK_INT(qmatmul_vectors_run("ConvInteger", &cm_op_ConvInteger, 0, 1), 8);
}

/* ---- naive loops ---- */

static uint32_t qmatmul_seed;

static double qmatmul_random(bool is_signed) {
    qmatmul_seed = qmatmul_seed * 1664525u + 1013904223u;
    return (double)(qmatmul_seed >> 24) - (is_signed ? 128 : 0);
}

static double *qmatmul_numbers(size_t n, bool is_signed) {
    double *v = calloc(n + 1, sizeof *v);
    if (v == NULL) abort();
    for (size_t i = 0; i < n; i++) v[i] = qmatmul_random(is_signed);
    return v;
}

/* y [batch][m][n] = (a - za) * (b - zb); b and zb are for all batches or for each. zeros: 1 for one
 * zero point, 2 for a vector, 3 for one in each line of each matrix. */
typedef struct qmatmul_case {
    size_t batch, m, n, k;
    bool a_sign, b_sign;
    bool each_b;
    int a_zeros, b_zeros;
    bool linear, constant;
    size_t narrow; /* columns of b, the first ones, of numbers from -3 to 3 */
} qmatmul_case;

static size_t qmatmul_zero_count(int zeros, size_t batch, size_t lines) {
    return zeros == 1 ? 1 : zeros == 2 ? lines : batch * lines;
}

static void qmatmul_zero_in(int dtype, int zeros, bool rows, size_t batch, size_t lines,
                            const double *v) {
    if (zeros == 1)
        harness_in_num(&h, dtype, H_SCALAR, v);
    else if (zeros == 2)
        harness_in_num(&h, dtype, H_DIMS(lines), v);
    else if (rows)
        harness_in_num(&h, dtype, H_DIMS(batch, lines, 1), v);
    else
        harness_in_num(&h, dtype, H_DIMS(batch, 1, lines), v);
}

static void qmatmul_expect(const qmatmul_case *c, const double *a, const double *b,
                           const double *za, const double *zb, double *y) {
    size_t rows = c->batch * c->m;
    for (size_t e = 0; e < rows * c->n; e++) {
        size_t row = e / c->n, j = e % c->n, batch = row / c->m, b_at = c->each_b ? batch : 0;
        double a_zero = za[c->a_zeros == 1 ? 0 : c->a_zeros == 2 ? row % c->m : row];
        double b_zero = zb[c->b_zeros == 1 ? 0 : c->b_zeros == 2 ? j : b_at * c->n + j];
        double sum = 0;
        for (size_t l = 0; l < c->k; l++) {
            sum += (a[row * c->k + l] - a_zero) * (b[(b_at * c->k + l) * c->n + j] - b_zero);
        }
        if (c->linear) sum = nearbyint(sum * 0x1p-11) + 3; /* exact factors */
        if (c->linear) sum = sum < -128 ? -128 : sum > 127 ? 127 : sum;
        y[e] = sum;
    }
}

static bool qmatmul_check(const qmatmul_case *c) {
    size_t bs = c->each_b ? c->batch : 1;
    size_t na = qmatmul_zero_count(c->a_zeros, c->batch, c->m);
    size_t nb = qmatmul_zero_count(c->b_zeros, bs, c->n);
    double *a = qmatmul_numbers(c->batch * c->m * c->k, c->a_sign);
    double *b = qmatmul_numbers(bs * c->k * c->n, c->b_sign);
    for (size_t i = 0; i < bs * c->k * c->n; i++) {
        if (i % c->n < c->narrow) b[i] = fmod(b[i], 4);
    }
    double *za = qmatmul_numbers(na, c->a_sign), *zb = qmatmul_numbers(nb, c->b_sign);
    double *y = qmatmul_numbers(c->batch * c->m * c->n, false);
    int at = qmatmul_dtypes[c->a_sign], bt = qmatmul_dtypes[c->b_sign];
    qmatmul_expect(c, a, b, za, zb, y);
    harness_begin(&h, c->linear ? &cm_op_QLinearMatMul : &cm_op_MatMulInteger, c->linear ? 21 : 10);
    harness_in_num(&h, at, H_DIMS(c->batch, c->m, c->k), a);
    if (c->linear) harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0.25});
    if (c->linear) qmatmul_zero_in(at, c->a_zeros, true, c->batch, c->m, za);
    if (c->each_b)
        harness_in_num(&h, bt, H_DIMS(bs, c->k, c->n), b);
    else
        harness_in_num(&h, bt, H_DIMS(c->k, c->n), b);
    if (c->constant) harness_const(&h);
    if (c->linear) harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0.125});
    if (!c->linear) qmatmul_zero_in(at, c->a_zeros, true, c->batch, c->m, za);
    qmatmul_zero_in(bt, c->b_zeros, false, bs, c->n, zb);
    if (c->linear) harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){64});
    if (c->linear) harness_in_num(&h, CAMEO_INT8, H_SCALAR, (double[]){3});
    harness_out_num(&h, c->linear ? CAMEO_INT8 : CAMEO_INT32, H_DIMS(c->batch, c->m, c->n), y);
    bool passed = harness_run(&h);
    free(a);
    free(b);
    free(za);
    free(zb);
    free(y);
    return passed;
}

/* All signs, forms of zero points, one B or several, constant or not; sizes with more than a task. */
static void qmatmul_check_all(bool linear) {
    static const size_t sizes[][4] = {{1, 3, 5, 7}, {3, 4, 6, 5}, {2, 140, 70, 21}, {2, 1, 9, 600}};
    qmatmul_seed = 7;
    for (size_t i = 0; i < 4 * 72; i++) {
        const size_t *s = sizes[i / 72];
        qmatmul_case c = {.batch = s[0], .m = s[1], .n = s[2], .k = s[3], .linear = linear};
        c.a_sign = i & 1;
        c.b_sign = (i & 2) != 0;
        c.each_b = (i & 4) != 0;
        c.a_zeros = (int)(i / 8 % 3) + 1;
        c.b_zeros = (int)(i / 24 % 3) + 1;
        c.constant = i % 5 == 0;
        if (!c.each_b && c.b_zeros == 3) c.b_zeros = 1;
        CHECK_MSG(qmatmul_check(&c), "case %zu", i);
    }
}

void test_matmulinteger_sizes(void) { qmatmul_check_all(false); }

void test_qlinearmatmul_sizes(void) { qmatmul_check_all(true); }

/* Constant weights of which none, the first columns or all are small: instructions that add products in 16 bits want
 * them packed in groups, which pay until too many columns are not small. */
void test_matmulinteger_narrow(void) {
    for (size_t narrow = 0; narrow <= 300; narrow += 60) {
        qmatmul_case c = {.batch = 1, .m = 5, .n = 300, .k = 64, .a_zeros = 1, .b_zeros = 1};
        c.b_sign = c.constant = true;
        c.narrow = narrow;
        CHECK_MSG(qmatmul_check(&c), "%zu columns", narrow);
    }
}

/* Rewrite `qlinear` gives MatMulInteger a scale and a bias: the sums become floats, rounded after each operation. */
static bool qmatmul_floats(size_t m, size_t n, size_t k, uint32_t kind) {
    double *a = qmatmul_numbers(m * k, false), *b = qmatmul_numbers(k * n, true), *y = qmatmul_numbers(m * n, false);
    double *scale = qmatmul_numbers(n, true), *bias = qmatmul_numbers(n, true), zero[2] = {3, -4};
    bool each = (kind & 1) != 0, biased = (kind & 2) != 0;
    for (size_t j = 0; j < n; j++) scale[j] = (double)((float)scale[j] * 1e-3F), bias[j] = (double)((float)bias[j] / 3);
    for (size_t i = 0; i < m * n; i++) {
        double sum = 0;
        for (size_t l = 0; l < k; l++) sum += (a[i / n * k + l] - zero[0]) * (b[l * n + i % n] - zero[1]);
        float v = (float)sum * (float)scale[each ? i % n : 0];
        y[i] = (double)(biased ? v + (float)bias[i % n] : v);
    }
    harness_begin(&h, &cm_op_MatMulInteger, 10);
    harness_in_num(&h, CAMEO_UINT8, H_DIMS(m, k), a);
    harness_in_num(&h, CAMEO_INT8, H_DIMS(k, n), b);
    if ((kind & 4) != 0) harness_const(&h);
    harness_in_num(&h, CAMEO_UINT8, H_SCALAR, zero);
    harness_in_num(&h, CAMEO_INT8, H_SCALAR, zero + 1);
    if (each) harness_in_num(&h, CAMEO_FLOAT, H_DIMS(n), scale);
    else harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1), scale);
    if (biased) harness_in_num(&h, CAMEO_FLOAT, H_DIMS(n), bias);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(m, n), y);
    bool passed = harness_run(&h);
    free(a);
    free(b);
    free(y);
    free(scale);
    free(bias);
    return passed;
}

void test_matmulinteger_floats(void) {
    static const size_t sizes[][3] = {{1, 1, 1}, {3, 5, 7}, {20, 70, 33}, {140, 37, 64}};
    qmatmul_seed = 9;
    for (uint32_t i = 0; i < 4 * 8; i++) {
        const size_t *s = sizes[i / 8];
        CHECK_MSG(qmatmul_floats(s[0], s[1], s[2], i % 8), "case %u", (unsigned)i);
    }
}

/* Nothing to add up, nothing to compute. */
void test_matmulinteger_empty(void) {
    harness_begin(&h, &cm_op_MatMulInteger, 10);
    harness_in_num(&h, CAMEO_UINT8, H_DIMS(2, 0), NULL);
    harness_in_num(&h, CAMEO_INT8, H_DIMS(0, 3), NULL);
    harness_const(&h);
    harness_out_num(&h, CAMEO_INT32, H_DIMS(2, 3), (double[6]){0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_MatMulInteger, 10);
    harness_in_num(&h, CAMEO_UINT8, H_DIMS(0, 4, 2), NULL);
    harness_in_num(&h, CAMEO_INT8, H_DIMS(2, 3), (double[6]){0});
    harness_in_num(&h, CAMEO_UINT8, H_DIMS(0, 4, 1), NULL);
    harness_out_num(&h, CAMEO_INT32, H_DIMS(0, 4, 3), NULL);
    CHECK(harness_run(&h));
}

/* ---- QLinearMatMul: rounding and 8-bit floats ---- */

/* One row times the unit matrix's column: y = x * scale of a. */
static void qlinearmatmul_one(int since, int at, int bt, const double *x, double scale) {
    harness_begin(&h, &cm_op_QLinearMatMul, since);
    harness_in_num(&h, at, H_DIMS(4, 1), x);
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, &scale);
    harness_in_num(&h, at, H_SCALAR, (double[]){0});
    harness_in_num(&h, bt, H_DIMS(1, 1), (double[]){1});
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){1});
    harness_in_num(&h, bt, H_SCALAR, (double[]){0});
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){1});
}

/* Halves go to even before the zero point is added; NaN, infinite and zero scales stay in range. */
void test_qlinearmatmul_rounding(void) {
    static const double scale[] = {0.5, 0.5, NAN, INFINITY, 0};
    static const double y_zero[] = {0, 1, 7, 7, 7};
    static const double want[][4] = {
        {0, 0, 2, 2}, {1, 1, 3, 3}, {0, 0, 0, 0}, {0, 255, 255, 255}, {7, 7, 7, 7}};
    for (int i = 0; i < 5; i++) {
        qlinearmatmul_one(10, CAMEO_UINT8, CAMEO_INT8, (double[]){0, 1, 3, 5}, scale[i]);
        harness_in_num(&h, CAMEO_UINT8, H_SCALAR, &y_zero[i]);
        harness_out_num(&h, CAMEO_UINT8, H_DIMS(4, 1), want[i]);
        CHECK_MSG(harness_run(&h), "case %d", i);
    }
    /* A scale of y of 0 divides by it: infinity, and 0/0 is NaN. */
    harness_begin(&h, &cm_op_QLinearMatMul, 10);
    harness_in_num(&h, CAMEO_INT8, H_DIMS(3, 1), (double[]){-1, 0, 1});
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){1});
    harness_in_num(&h, CAMEO_INT8, H_SCALAR, (double[]){0});
    harness_in_num(&h, CAMEO_INT8, H_DIMS(1, 1), (double[]){1});
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){1});
    harness_in_num(&h, CAMEO_INT8, H_SCALAR, (double[]){0});
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0});
    harness_in_num(&h, CAMEO_INT8, H_SCALAR, (double[]){5});
    harness_out_num(&h, CAMEO_INT8, H_DIMS(3, 1), (double[]){-128, -128, 127});
    CHECK(harness_run(&h));
}

/* Numbers that every 8-bit float has; the largest finite one is what overflows to. */
void test_qlinearmatmul_floats(void) {
    static const int dtypes[] = {CAMEO_FLOAT8E4M3FN,   CAMEO_FLOAT8E4M3FNUZ, CAMEO_FLOAT8E5M2,
                                 CAMEO_FLOAT8E5M2FNUZ, CAMEO_INT8,           CAMEO_UINT8};
    static const double most[] = {448, 240, 57344, 57344, 127, 255};
    for (int i = 0; i < 6 * 6 * 6; i++) {
        int at = dtypes[i % 6], bt = dtypes[i / 6 % 6], yt = dtypes[i / 36];
        /* (a - 1) * (b - 1), times 2^11 / 2 in the second row */
        harness_begin(&h, &cm_op_QLinearMatMul, 21);
        harness_in_num(&h, at, H_DIMS(2, 3), (double[]){1, 2, 3, 4, 2, 8});
        harness_in_num(&h, CAMEO_FLOAT16, H_DIMS(2), (double[]){1, 2048});
        harness_in_num(&h, at, H_DIMS(2), (double[]){1, 1});
        harness_in_num(&h, bt, H_DIMS(3, 2), (double[]){3, 1, 2, 1, 4, 1});
        harness_in_num(&h, CAMEO_FLOAT16, H_SCALAR, (double[]){1});
        harness_in_num(&h, bt, H_SCALAR, (double[]){1});
        harness_in_num(&h, CAMEO_FLOAT16, H_SCALAR, (double[]){0.5});
        harness_in_num(&h, yt, H_SCALAR, (double[]){2});
        /* rows: 0*2 + 1*1 + 2*3 = 7 and 3*2 + 1*1 + 7*3 = 28 */
        double row[] = {16, 2, fmin(28 * 4096, most[i / 36]), 2};
        harness_out_num(&h, yt, H_DIMS(2, 2), row);
        CHECK_MSG(harness_run(&h), "dtypes %d, %d, %d", at, bt, yt);
    }
}

/* ---- refusals ---- */

static cameo_status matmulinteger_status(uint32_t a_rank, const size_t *a_dims, uint32_t b_rank,
                                         const size_t *b_dims) {
    harness_begin(&h, &cm_op_MatMulInteger, 10);
    harness_in(&h, CAMEO_UINT8, H_DIMS(2, 3, 4), NULL);
    harness_in(&h, CAMEO_INT8, H_DIMS(4, 5), NULL);
    harness_in(&h, CAMEO_UINT8, a_rank, a_dims, NULL);
    harness_in(&h, CAMEO_INT8, b_rank, b_dims, NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 3, 5), NULL);
    return harness_status(&h);
}

void test_matmulinteger_refuses(void) {
    CHECK_INT(matmulinteger_status(H_DIMS(2, 3, 1), H_DIMS(1, 5)), CAMEO_OK);
    CHECK_INT(matmulinteger_status(H_DIMS(3), H_DIMS(5)), CAMEO_OK);
    CHECK_INT(matmulinteger_status(H_DIMS(1), H_DIMS(1, 1, 1)), CAMEO_OK);
    CHECK_INT(matmulinteger_status(H_DIMS(4), H_DIMS(1)), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "input 2 has rank 1 and 4 elements, want 1 or one for each row");
    CHECK_INT(matmulinteger_status(H_DIMS(2, 1, 4), H_DIMS(1)), CAMEO_E_SHAPE);
    CHECK_INT(matmulinteger_status(H_DIMS(1, 3, 1), H_DIMS(1)), CAMEO_E_SHAPE);
    CHECK_INT(matmulinteger_status(H_DIMS(0), H_DIMS(1)), CAMEO_E_SHAPE);
    CHECK_INT(matmulinteger_status(H_DIMS(1), H_DIMS(4)), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "input 3 has rank 1 and 4 elements, want 1 or one for each column");
    CHECK_INT(matmulinteger_status(H_DIMS(1), H_DIMS(4, 1)), CAMEO_E_SHAPE);
    CHECK_INT(matmulinteger_status(H_DIMS(1), H_DIMS(2, 1, 5)), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_MatMulInteger, 10);
    harness_in(&h, CAMEO_UINT8, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_INT8, H_DIMS(4, 5), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2, 5), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* Input `which` has n elements instead of 1. */
static cameo_status qlinearmatmul_status(int which, size_t n) {
    harness_begin(&h, &cm_op_QLinearMatMul, 21);
    for (int i = 0; i < 8; i++) {
        bool scale = i == 1 || i == 4 || i == 6;
        int dtype = scale ? CAMEO_FLOAT : i >= 3 && i <= 5 ? CAMEO_INT8 : CAMEO_UINT8;
        if (i == 0)
            harness_in(&h, dtype, H_DIMS(3, 4), NULL);
        else if (i == 3)
            harness_in(&h, dtype, H_DIMS(4, 5), NULL);
        else
            harness_in(&h, dtype, H_DIMS(i == which ? n : 1), NULL);
    }
    harness_out(&h, CAMEO_UINT8, H_DIMS(3, 5), NULL);
    return harness_status(&h);
}

void test_qlinearmatmul_refuses(void) {
    static const size_t lines[] = {0, 3, 3, 0, 5, 5, 0, 0};
    for (int i = 1; i < 8; i++) {
        if (i == 3) continue;
        CHECK_INT(qlinearmatmul_status(i, 1), CAMEO_OK);
        CHECK_INT(qlinearmatmul_status(i, 0), CAMEO_E_SHAPE);
        CHECK_INT(qlinearmatmul_status(i, 2), CAMEO_E_SHAPE);
        if (lines[i] != 0) CHECK_INT(qlinearmatmul_status(i, lines[i]), CAMEO_OK);
    }
}

static cameo_status convinteger_status(size_t x_zero, size_t w_zero) {
    harness_begin(&h, &cm_op_ConvInteger, 10);
    harness_in(&h, CAMEO_UINT8, H_DIMS(1, 2, 4), NULL);
    harness_in(&h, CAMEO_INT8, H_DIMS(3, 2, 2), NULL);
    harness_in(&h, CAMEO_UINT8, H_DIMS(x_zero), NULL);
    harness_in(&h, CAMEO_INT8, H_DIMS(w_zero), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 3, 3), NULL);
    return harness_status(&h);
}

void test_convinteger_refuses(void) {
    CHECK_INT(convinteger_status(1, 1), CAMEO_OK);
    CHECK_INT(convinteger_status(1, 3), CAMEO_OK);
    CHECK_INT(convinteger_status(2, 1), CAMEO_E_SHAPE);
    CHECK_INT(convinteger_status(0, 1), CAMEO_E_SHAPE);
    CHECK_INT(convinteger_status(1, 2), CAMEO_E_SHAPE);
    CHECK_INT(convinteger_status(1, 0), CAMEO_E_SHAPE);
}

/* ---- DynamicQuantizeLinear ---- */

void test_dynamic_quantize_vectors(void) {
    const char *name = "DynamicQuantizeLinear";
    CHECK_INT(qmatmul_vectors_run(name, &cm_op_DynamicQuantizeLinear, 0, HARNESS_MAX), 7);
}

static bool dynamic_quantize(size_t n, const float *x, const uint8_t *y, float scale,
                             uint8_t zero) {
    harness_begin(&h, &cm_op_DynamicQuantizeLinear, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(n), x);
    harness_out(&h, CAMEO_UINT8, H_DIMS(n), y);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, &scale);
    harness_out(&h, CAMEO_UINT8, H_SCALAR, &zero);
    return harness_run(&h);
}

/* NaN is left out of the range and becomes 0; infinite ranges and those of no width are defined. */
void test_dynamic_quantize_special(void) {
    CHECK(dynamic_quantize(0, NULL, NULL, 1, 0));
    CHECK(dynamic_quantize(3, (float[]){NAN, 255, -0.0F}, (uint8_t[]){0, 255, 0}, 1, 0));
    CHECK(dynamic_quantize(2, (float[]){NAN, NAN}, (uint8_t[]){0, 0}, 1, 0));
    CHECK(dynamic_quantize(3, (float[]){INFINITY, 1, -1}, (uint8_t[]){0, 0, 0}, INFINITY, 0));
    CHECK(dynamic_quantize(3, (float[]){-INFINITY, 1, -1}, (uint8_t[]){0, 0, 0}, INFINITY, 0));
    CHECK(dynamic_quantize(2, (float[]){3e38F, -3e38F}, (uint8_t[]){0, 0}, INFINITY, 0));
    CHECK(dynamic_quantize(2, (float[]){0x1p-149F, 0}, (uint8_t[]){255, 0}, 0, 0));
}

/* Several tasks; the extremes lie in different ones. */
void test_dynamic_quantize_tasks(void) {
    enum { N = 40001 };
    static float x[N];
    static uint8_t y[N];
    for (size_t i = 0; i < N; i++) {
        x[i] = (float)(i % 101);
        y[i] = (uint8_t)(x[i] + 55);
    }
    x[123] = -55;
    x[N - 1] = 200;
    y[123] = 0;
    y[N - 1] = 255;
    CHECK(dynamic_quantize(N, x, y, 1, 55));
}
