/* Gemm and MatMul against naive loops in double. Data of small integers make every sum exact, so
 * that all rows, instruction sets, task splits and packed operands must give the same bits. */
#include "kernels/gemm_op.h"

#include <stdlib.h>

#include "kernels/activation.h"
#include "tests/kernels/harness.h"
#include "tests/support/onnx_writer.h"

static uint32_t gemm_op_rng;
static double *gemm_op_numbers(size_t n, bool natural) {
    double *v = malloc((n + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        gemm_op_rng = gemm_op_rng * 1664525u + 1013904223u;
        v[i] = (double)(gemm_op_rng >> 29) - (natural ? 0 : 3);
    }
    return v;
}

static void gemm_op_set_relu(void *params) {
    ((cm_gemm_params *)params)->activation.fn = CM_ACTIVATION_RELU;
}

typedef struct gemm_op_case {
    size_t m, n, k;
    bool trans_a, trans_b;
    uint32_t c_rank; /* 3: no C */
    size_t c_dims[2];
    float alpha, beta; /* 0 stands for 1; beta -1 for 0 */
    bool constant, relu;
    int dtype, since; /* 0: FLOAT, 13 */
} gemm_op_case;

static double gemm_op_c(const gemm_op_case *t, const double *c, size_t i, size_t j) {
    if (t->c_rank == 3) return 0;
    size_t columns = t->c_rank == 0 ? 1 : t->c_dims[t->c_rank - 1];
    if (t->c_rank < 2 || t->c_dims[0] == 1) i = 0;
    return c[i * columns + (columns == 1 ? 0 : j)];
}

static bool gemm_op_check(gemm_op_case t) {
    static harness h;
    int dtype = t.dtype == 0 ? CAMEO_FLOAT : t.dtype;
    bool natural = dtype == CAMEO_UINT32 || dtype == CAMEO_UINT64;
    double alpha = t.alpha == 0 ? 1 : t.alpha, beta = t.beta == 0 ? 1 : t.beta == -1 ? 0 : t.beta;
    double *a = gemm_op_numbers(t.m * t.k, natural), *b = gemm_op_numbers(t.k * t.n, natural);
    double *c = gemm_op_numbers((t.m + 1) * (t.n + 1), natural),
           *y = gemm_op_numbers(t.m * t.n, natural);
    for (size_t i = 0; i < t.m * t.n; i++) {
        size_t row = i / t.n, column = i % t.n;
        double sum = 0;
        for (size_t l = 0; l < t.k; l++) {
            sum += a[t.trans_a ? l * t.m + row : row * t.k + l] *
                   b[t.trans_b ? column * t.k + l : l * t.n + column];
        }
        y[i] = alpha * sum + beta * gemm_op_c(&t, c, row, column);
        if (t.relu && y[i] < 0) y[i] = 0;
    }
    harness_begin(&h, &cm_op_Gemm, t.since == 0 ? 13 : t.since);
    if (t.trans_a) harness_attr_i(&h, "transA", 1);
    if (t.trans_b) harness_attr_i(&h, "transB", 1);
    if (t.alpha != 0) harness_attr_f(&h, "alpha", (float)alpha);
    if (t.beta != 0) harness_attr_f(&h, "beta", (float)beta);
    if (t.relu) h.after_parse = gemm_op_set_relu;
    harness_in_num(&h, dtype, 2, t.trans_a ? (size_t[]){t.k, t.m} : (size_t[]){t.m, t.k}, a);
    harness_in_num(&h, dtype, 2, t.trans_b ? (size_t[]){t.n, t.k} : (size_t[]){t.k, t.n}, b);
    if (t.constant) harness_const(&h);
    if (t.c_rank != 3) harness_in_num(&h, dtype, t.c_rank, t.c_dims, c);
    harness_out_num(&h, dtype, 2, (size_t[]){t.m, t.n}, y);
    bool ok = harness_run(&h);
    free(a);
    free(b);
    free(c);
    free(y);
    return ok;
}

/* Rows, columns, depth; then .trans_a and what follows it. */
#define GEMM(rows, columns, depth, ...) \
    gemm_op_check((gemm_op_case){.m = rows, .n = columns, .k = depth, .trans_a = __VA_ARGS__})

void test_gemm_op_transposed(void) {
    for (int i = 0; i < 8; i++) {
        bool ta = (i & 1) != 0, tb = (i & 2) != 0, constant = (i & 4) != 0;
        CHECK(GEMM(5, 7, 3, ta, tb, 3, .constant = constant));
        CHECK(GEMM(37, 70, 300, ta, tb, 1, {70}, .constant = constant));
        CHECK(GEMM(1, 33, 20, ta, tb, 1, {33}, .constant = constant));
        CHECK(GEMM(33, 1, 20, ta, tb, 1, {1}, .constant = constant));
    }
}

void test_gemm_op_c(void) {
    for (int i = 0; i < 2; i++) {
        CHECK(GEMM(5, 7, 3, 0, 0, 0, {0}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 1, {1}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 1, {7}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {1, 7}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {5, 1}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {1, 1}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {5, 7}, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {5, 7}, 2, 3, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 1, {7}, 0.5f, 0.25f, .constant = i, .relu = true));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {5, 1}, 2, -1, .constant = i));
        CHECK(GEMM(5, 7, 3, 0, 0, 2, {1, 7}, .constant = i, .since = 1));
    }
}

/* One row and a B that is cut into parts of the depth, or into columns. */
void test_gemm_op_cut(void) {
    for (int i = 0; i < 4; i++) {
        bool tb = (i & 1) != 0, constant = (i & 2) != 0;
        CHECK(GEMM(1, 530, 520, 0, tb, 3, .constant = constant));
        CHECK(GEMM(1, 530, 520, tb, tb, 1, {530}, .constant = constant, .relu = true));
        CHECK(GEMM(1, 530, 520, 0, tb, 1, {1}, 1, 3, .constant = constant));
        CHECK(GEMM(1, 530, 520, 0, tb, 2, {1, 530}, 2, 1, .constant = constant));
        CHECK(GEMM(2, 530, 520, 0, tb, 1, {530}, .constant = constant));
        CHECK(GEMM(1, 70, 8200, 0, tb, 3, .constant = constant));
        CHECK(GEMM(1, 1030, 200, tb, tb, 1, {1030}, .constant = constant, .relu = true));
        CHECK(GEMM(1, 1030, 200, 0, tb, 2, {1, 1030}, 2, 3, .constant = constant));
        CHECK(GEMM(1, 1030, 200, 0, tb, 1, {1}, 1, 3, .constant = constant));
    }
    CHECK(GEMM(1, 4100, 257, 0, 0, 3));
    CHECK(GEMM(1, 4100, 250, 0, 0, 3));
}

cm_setup_fn cm_gemm_op_f32_setup;

/* With portable slots alone, as where a model is frozen, a large row has the tasks of the prim and one phase: firmware
 * has no code for others. */
void test_gemm_op_cut_portable(void) {
    for (int32_t tb = 0; tb < 2; tb++) {
        enum { DEEP = 1024, WIDE = 1000 };
        const size_t a[2] = {1, DEEP}, b[2] = {tb ? WIDE : DEEP, tb ? DEEP : WIDE}, c[2] = {1, WIDE};
        cm_gemm_params params = {.alpha = 1, .beta = 1, .transB = tb};
        cm_tensor values[3] = {{.dtype = CAMEO_FLOAT, .rank = 2, .dims = a, .n = DEEP},
                               {.dtype = CAMEO_FLOAT, .rank = 2, .dims = b, .n = DEEP * WIDE},
                               {.dtype = CAMEO_FLOAT, .rank = 2, .dims = c, .n = WIDE}};
        cm_setup s = {0};
        cameo_error e = {0};
        cm_kctx k = {.op = &cm_op_Gemm, .params = &params, .values = values, .in_ids = (const uint32_t[]){0, 1},
                     .out_ids = (const uint32_t[]){2}, .n_in = 2, .n_out = 1, .prims = cm_prims_select(0), .e = &e};
        CHECK_INT(cm_gemm_op_f32_setup(&k, &s), CAMEO_OK);
        CHECK_INT(s.n_phases, 1);
        CHECK_INT(s.phase[0].n_tasks, cm_gemm_f32_tasks(1, WIDE, DEEP, CM_GEMM_FMT_F32_4X8));
    }
}

/* A row has the bits that it has beside another one: parts of the depth, or runs of columns. */
static void gemm_op_cut_bits(size_t wide, size_t deep) {
    static float a[2 * 1030], b[530 * 1030], c[1030], y[3 * 1030];
    cameo_value in[3] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
    for (size_t i = 0; i < deep; i++) a[i] = a[deep + i] = (float)(i * 37 % 101) / 101 - 0.4f;
    for (size_t i = 0; i < deep * wide; i++) b[i] = (float)(i * 71 % 997) / 997 - 0.5f;
    for (size_t i = 0; i < wide; i++) c[i] = (float)(i % 89) / 89 - 0.5f; /* Tanh tells all results apart */
    for (int64_t rows = 1; rows <= 2; rows++) {
        ow o;
        cameo_host *host = NULL;
        cameo_error e = {0};
        cameo_value out = {0};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "m,k");
        ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, "k,n");
        ow_value(&o, OW_INPUT, "c", CAMEO_FLOAT, "n");
        ow_op(&o, "Gemm", "a,b,c", "p");
        ow_op(&o, "Tanh", "p", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {rows, (int64_t)deep}, a, (size_t)rows * deep * sizeof *a};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {(int64_t)deep, (int64_t)wide}, b, deep * wide * sizeof *b};
        in[2].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {(int64_t)wide}, c, wide * sizeof *c};
        CHECK(cameo_host_load(o.w.buf, o.w.pos, NULL, &host, &e) == CAMEO_OK);
        CHECK_MSG(cameo_host_run(host, in, 3, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        memcpy(y + (size_t)(rows - 1) * wide, out.tensor.data, (size_t)rows * wide * sizeof *y);
        cameo_host_release(host, &out, 1);
        cameo_host_free(host);
        ow_free(&o);
    }
    CHECK(memcmp(y, y + wide, wide * sizeof *y) == 0 && memcmp(y, y + 2 * wide, wide * sizeof *y) == 0);
}
void test_gemm_op_cut_bits(void) {
    gemm_op_cut_bits(530, 1030);
    gemm_op_cut_bits(1030, 250);
}

void test_gemm_op_edges(void) {
    CHECK(GEMM(0, 7, 3, 0, 0, 1, {7}));
    CHECK(GEMM(5, 0, 3, 0, 0, 3));
    CHECK(GEMM(5, 7, 0, 0, 0, 1, {7}));
    CHECK(GEMM(5, 7, 0, 0, 0, 3, .constant = true));
    CHECK(GEMM(300, 400, 270, 0, 1, 1, {400}, .constant = true));
    CHECK(GEMM(300, 400, 270, 0, 1, 1, {400}));
}

void test_gemm_op_dtypes(void) {
    static const int dtypes[] = {CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16, CAMEO_INT32,
                                 CAMEO_UINT32, CAMEO_INT64,   CAMEO_UINT64};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 4; j++) {
            CHECK(GEMM(5, 35, 4, j & 1, j >> 1, 1, {35}, .dtype = dtypes[i]));
        }
        CHECK(GEMM(3, 5, 4, 0, 0, 2, {3, 1}, 2, 3, .dtype = dtypes[i]));
        CHECK(GEMM(3, 5, 4, 0, 0, 3, {0}, 2, .dtype = dtypes[i], .relu = true));
    }
    CHECK(GEMM(70, 90, 60, 0, 0, 3, .dtype = CAMEO_INT32));
}

/* NaN in C does not matter where beta is 0. */
void test_gemm_op_beta_zero(void) {
    static harness h;
    float nan = 0.0f / (float)(h.n_in * 0.0);
    for (int dtype = 0; dtype < 2; dtype++) {
        harness_begin(&h, &cm_op_Gemm, 13);
        harness_attr_f(&h, "beta", 0);
        harness_in_num(&h, dtype ? CAMEO_DOUBLE : CAMEO_FLOAT, H_DIMS(1, 2), (double[]){2, 3});
        harness_in_num(&h, dtype ? CAMEO_DOUBLE : CAMEO_FLOAT, H_DIMS(2, 1), (double[]){5, 7});
        harness_in_num(&h, dtype ? CAMEO_DOUBLE : CAMEO_FLOAT, H_DIMS(1), (double[]){(double)nan});
        harness_out_num(&h, dtype ? CAMEO_DOUBLE : CAMEO_FLOAT, H_DIMS(1, 1), (double[]){31});
        CHECK(harness_run(&h));
    }
}

/* 2^31 + 2^31 and (2^32 - 1)^2 modulo 2^32; a factor saturates. */
void test_gemm_op_wraps(void) {
    static harness h;
    harness_begin(&h, &cm_op_MatMul, 13);
    harness_in(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){INT32_MIN, INT32_MAX});
    harness_in(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){1, -1});
    harness_out(&h, CAMEO_INT32, H_SCALAR, (int32_t[]){1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_MatMul, 13);
    harness_in(&h, CAMEO_UINT32, H_DIMS(1), (uint32_t[]){UINT32_MAX});
    harness_in(&h, CAMEO_UINT32, H_DIMS(1), (uint32_t[]){UINT32_MAX});
    harness_out(&h, CAMEO_UINT32, H_SCALAR, (uint32_t[]){1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Gemm, 13);
    harness_attr_f(&h, "alpha", -4);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), (int64_t[]){INT64_MIN});
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), (int64_t[]){1});
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 1), (int64_t[]){INT64_C(9223372036854774784)});
    CHECK(harness_run(&h));
}

/* ---- MatMul ---- */

static size_t gemm_op_count(const size_t *d, uint32_t n) {
    size_t p = 1;
    while (n-- > 0) p *= *d++;
    return p;
}

/* Offset of product `i` of an operand whose leading dims broadcast to dims [rank]. */
static size_t gemm_op_lead(size_t i, const size_t *dims, uint32_t rank, const size_t *own,
                           uint32_t own_rank) {
    size_t at = 0, scale = 1;
    for (uint32_t d = 0; d < own_rank; d++) {
        size_t index = i % dims[rank - 1 - d], size = own[own_rank - 1 - d];
        at += (size == 1 ? 0 : index) * scale;
        scale *= size;
        i /= dims[rank - 1 - d];
    }
    return at;
}

static bool gemm_op_matmul(int dtype, uint32_t ra, const size_t *da, uint32_t rb, const size_t *db,
                           bool constant) {
    static harness h;
    size_t m = ra == 1 ? 1 : da[ra - 2], k = da[ra - 1], n = rb == 1 ? 1 : db[rb - 1];
    uint32_t la = ra < 2 ? 0 : ra - 2, lb = rb < 2 ? 0 : rb - 2, rank = la > lb ? la : lb;
    size_t dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        size_t x = i < la ? da[la - 1 - i] : 1, y = i < lb ? db[lb - 1 - i] : 1;
        dims[rank - 1 - i] = x == 1 ? y : x;
    }
    size_t batch = gemm_op_count(dims, rank);
    double *a = gemm_op_numbers(gemm_op_count(da, ra), false);
    double *b = gemm_op_numbers(gemm_op_count(db, rb), false);
    double *y = gemm_op_numbers(batch * m * n, false);
    for (size_t i = 0; i < batch * m * n; i++) {
        size_t product = i / (m * n), row = i / n % m, column = i % n;
        const double *pa = a + gemm_op_lead(product, dims, rank, da, la) * m * k + row * k;
        const double *pb = b + gemm_op_lead(product, dims, rank, db, lb) * k * n + column;
        y[i] = 0;
        for (size_t l = 0; l < k; l++) y[i] += pa[l] * pb[l * n];
    }
    if (ra > 1) dims[rank++] = m;
    if (rb > 1) dims[rank++] = n;
    harness_begin(&h, &cm_op_MatMul, 13);
    harness_in_num(&h, dtype, ra, da, a);
    harness_in_num(&h, dtype, rb, db, b);
    if (constant) harness_const(&h);
    harness_out_num(&h, dtype, rank, dims, y);
    bool ok = harness_run(&h);
    free(a);
    free(b);
    free(y);
    return ok;
}

static bool gemm_op_matmul_all(uint32_t ra, const size_t *da, uint32_t rb, const size_t *db) {
    return gemm_op_matmul(CAMEO_FLOAT, ra, da, rb, db, false) &&
           gemm_op_matmul(CAMEO_FLOAT, ra, da, rb, db, true) &&
           gemm_op_matmul(CAMEO_DOUBLE, ra, da, rb, db, false);
}

void test_gemm_op_matmul(void) {
    CHECK(gemm_op_matmul_all(H_DIMS(5, 3), H_DIMS(3, 40)));
    CHECK(gemm_op_matmul_all(H_DIMS(3), H_DIMS(3)));
    CHECK(gemm_op_matmul_all(H_DIMS(3), H_DIMS(3, 4)));
    CHECK(gemm_op_matmul_all(H_DIMS(5, 3), H_DIMS(3)));
    CHECK(gemm_op_matmul_all(H_DIMS(3), H_DIMS(2, 3, 4)));
    CHECK(gemm_op_matmul_all(H_DIMS(2, 2, 5, 3), H_DIMS(3)));
    CHECK(gemm_op_matmul_all(H_DIMS(2, 4, 5, 3), H_DIMS(3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(5, 3), H_DIMS(2, 4, 3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(2, 4, 5, 3), H_DIMS(2, 4, 3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(2, 1, 5, 3), H_DIMS(4, 3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(1, 4, 5, 3), H_DIMS(3, 1, 1, 3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(7, 1, 5, 3), H_DIMS(1, 1, 3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(0, 5, 3), H_DIMS(3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(1, 5, 3), H_DIMS(0, 3, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(2, 5, 0), H_DIMS(2, 0, 6)));
    CHECK(gemm_op_matmul_all(H_DIMS(1, 1, 1, 200), H_DIMS(200, 300)));
    CHECK(gemm_op_matmul_all(H_DIMS(3, 90, 140), H_DIMS(3, 140, 200)));
}

static cameo_status gemm_op_status(const cm_op *op, uint32_t ra, const size_t *da, uint32_t rb,
                                   const size_t *db, uint32_t rc, const size_t *dc) {
    static harness h;
    harness_begin(&h, op, 13);
    harness_in(&h, CAMEO_FLOAT, ra, da, NULL);
    harness_in(&h, CAMEO_FLOAT, rb, db, NULL);
    if (rc != 9) harness_in(&h, CAMEO_FLOAT, rc, dc, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
    return harness_status(&h);
}

void test_gemm_op_refuses(void) {
    const cm_op *gemm = &cm_op_Gemm, *matmul = &cm_op_MatMul;
    CHECK_INT(gemm_op_status(gemm, H_DIMS(2, 3), H_DIMS(3, 4), 9, NULL), CAMEO_OK);
    CHECK_INT(gemm_op_status(gemm, H_DIMS(2, 3), H_DIMS(2, 4), 9, NULL), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(gemm, H_DIMS(6), H_DIMS(3, 4), 9, NULL), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(gemm, H_DIMS(2, 3), H_DIMS(3, 4), H_DIMS(2)), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(gemm, H_DIMS(2, 3), H_DIMS(3, 4), H_DIMS(3, 4)), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(gemm, H_DIMS(2, 3), H_DIMS(3, 4), H_DIMS(1, 2, 4)), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(matmul, H_SCALAR, H_DIMS(3, 4), 9, NULL), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(matmul, H_DIMS(2, 3), H_DIMS(4, 4), 9, NULL), CAMEO_E_SHAPE);
    CHECK_INT(gemm_op_status(matmul, H_DIMS(2, 2, 3), H_DIMS(3, 3, 4), 9, NULL), CAMEO_E_SHAPE);
}

/* The price of a batch of products of one multiply-add each: 131 ns for one was measured (AMD Zen 4, AVX2, AVX-512 and
 * portable), which are 365 units, and eight of what the operator counts are a unit (runtime/plan/price.def). */
void test_gemm_op_cost_of_a_batch(void) {
    enum { GEMM_OP_BATCH = 2000, GEMM_OP_MEASURED = 365 * 8 };
    cm_avalue x = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 3, .dims = {GEMM_OP_BATCH, 1, 1}};
    const cm_avalue *in[2] = {&x, &x};
    cm_shape s = {.op = &cm_op_MatMul, .n_in = 2, .n_out = 1, .in = in, .out = &x, .since = 13};
    uint64_t cost = cm_op_MatMul.cost(&s);
    uint64_t measured = (uint64_t)GEMM_OP_BATCH * GEMM_OP_MEASURED;
    CHECK(cost >= measured / 2 && cost <= measured * 2);
}
