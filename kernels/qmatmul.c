/* qmatmul.c — MatMulInteger and QLinearMatMul: numpy's matmul of 8-bit integers.
 *
 *   acc = sum over l of (a - a_zero_point[i]) * (b - b_zero_point[j])   modulo 2^32
 *   MatMulInteger  y = acc, or (float)acc * scale[j] + bias[j] where rewrite `qlinear` gave it those
 *   QLinearMatMul  y = saturate(round_half_even(acc * (a_scale[i] * b_scale[j] / y_scale)) +
 *                               y_zero_point)
 *
 * with the factor and the product in f32, as ONNX Runtime computes them; a bias, if there is one, is part of acc.
 * Zero points and scales of A are for the tensor or for each row, those of B for the tensor or for each column: [M], or
 * A's dims with 1 in place of the last; [N], or B's with 1 before the last. NaN, from scales, gives the
 * smallest y. Operands of 8-bit floats (since_version 21) are numbers whose products are summed up
 * in double; such a y is rounded as QuantizeLinear does.
 * Source: ONNX MatMulInteger, since_version 10; QLinearMatMul, since_version 10, 21. */
#include "kernels/lane.h"
#include "kernels/matmul_dims.h"
#include "kernels/qlinearconv.h"
#include "kernels/quantize.h"

enum { QMATMUL_INT_A, QMATMUL_INT_B, QMATMUL_INT_A_ZERO, QMATMUL_INT_B_ZERO }; /* and CM_INTEGER_SCALE, BIAS */
enum {
    QMATMUL_A,
    QMATMUL_A_SCALE,
    QMATMUL_A_ZERO,
    QMATMUL_B,
    QMATMUL_B_SCALE,
    QMATMUL_B_ZERO,
    QMATMUL_Y_SCALE,
    QMATMUL_Y_ZERO,
    QMATMUL_BIAS /* int32 [N], which rewrite `qlinear` adds and no file has; or absent */
};

static cameo_status qmatmul_int_shape(cm_shape *s) {
    if (!cm_shape_has(s, CM_INTEGER_SCALE))
        return cm_matmul_shape(s, QMATMUL_INT_A, QMATMUL_INT_B, CAMEO_INT32);
    const cm_avalue *b = cm_shape_in(s, QMATMUL_INT_B);
    for (uint32_t i = CM_INTEGER_SCALE; i <= CM_INTEGER_BIAS; i++) {
        if (!cm_shape_has(s, i)) continue;
        const cm_avalue *row = cm_shape_in(s, i);
        cm_dim n = cm_avalue_count_dim(s->dims, row);
        bool one = i == CM_INTEGER_SCALE && cm_dim_equal(s->dims, n, 1) == CM_YES;
        bool fits = row->dtype == CAMEO_FLOAT && b->rank == 2;
        fits = fits && (one || cm_dim_equal(s->dims, n, b->dims[1]) == CM_YES);
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "input %u is no row of B's columns", i);
    }
    return cm_matmul_shape(s, QMATMUL_INT_A, QMATMUL_INT_B, CAMEO_FLOAT);
}

static cameo_status qmatmul_linear_shape(cm_shape *s) {
    if (cm_shape_has(s, QMATMUL_BIAS)) {
        const cm_avalue *bias = cm_shape_in(s, QMATMUL_BIAS), *b = cm_shape_in(s, QMATMUL_B);
        bool fits = bias->dtype == CAMEO_INT32 && b->rank == 2 && bias->rank == 1 &&
                    cm_dim_equal(s->dims, bias->dims[0], b->dims[1]) == CM_YES;
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "input %d is no bias of B's columns", QMATMUL_BIAS);
    }
    return cm_matmul_shape(s, QMATMUL_A, QMATMUL_B, cm_shape_in(s, QMATMUL_Y_ZERO)->dtype);
}

static uint64_t qmatmul_cost(const cm_shape *s) { return cm_matmul_cost(s, 0); }

const cm_op cm_op_MatMulInteger = {
    .id = CM_OP_MatMulInteger, .shape = qmatmul_int_shape, .cost = qmatmul_cost};
const cm_op cm_op_QLinearMatMul = {
    .id = CM_OP_QLinearMatMul, .shape = qmatmul_linear_shape, .cost = qmatmul_cost};

/* ---- parameters of rows and columns ---- */

/* A zero point or scale: element [step * line] for a line (a row of A, a column of B) or, with
 * `lead`, of all lines of all matrices of the operand, one matrix after the other. */
typedef struct qmatmul_lines {
    const cm_tensor *t; /* NULL: zeros */
    size_t step;
    bool lead;
} qmatmul_lines;

/* Input `in`, of operand x; line: the dim of x that counts lines, the other one of the last two is
 * the depth. Errors: E_SHAPE it has neither one element nor one for each line. */
static cameo_status qmatmul_lines_of(const cm_kctx *k, uint32_t in, const cm_tensor *x,
                                     uint32_t line, qmatmul_lines *out) {
    const cm_tensor *t = cm_in(k, in);
    *out = (qmatmul_lines){.t = t};
    if (t == NULL || t->n == 1) return CAMEO_OK;
    bool vector = x->rank > 1 && t->rank == 1 && t->n == x->dims[line];
    bool full = x->rank > 1 && t->rank == x->rank;
    for (uint32_t d = 0; d < x->rank && full; d++) {
        bool depth = d + 2 >= x->rank && d != line;
        full = t->dims[d] == (depth ? 1 : x->dims[d]);
    }
    CM_CHECK(vector || full, k->e, CAMEO_E_SHAPE,
             "input %u has rank %u and %zu elements, want 1 or one for each %s", in, t->rank, t->n,
             line + 1 == x->rank ? "column" : "row");
    out->step = 1;
    out->lead = full;
    return CAMEO_OK;
}

/* Index of the parameter of a line of matrix number `matrix` of the operand. */
static size_t qmatmul_line(const qmatmul_lines *p, size_t matrix, size_t lines, size_t line) {
    return p->step * (line + (p->lead ? matrix * lines : 0));
}

/* ---- sizes ---- */

typedef struct qmatmul_plan {
    cm_matmul_sizes z;
    const cm_tensor *a, *b;
    qmatmul_lines a_zero, b_zero, a_scale, b_scale;
    size_t tasks; /* of one product */
    size_t gemm_scratch;
} qmatmul_plan;

/* Errors: E_SHAPE a scale or zero point does not fit its operand. */
static cameo_status qmatmul_plan_of(const cm_kctx *k, qmatmul_plan *p) {
    bool linear = k->op->id == CM_OP_QLinearMatMul;
    memset(p, 0, sizeof *p);
    p->a = cm_in(k, linear ? QMATMUL_A : QMATMUL_INT_A);
    p->b = cm_in(k, linear ? QMATMUL_B : QMATMUL_INT_B);
    uint32_t row = p->a->rank < 2 ? 0 : p->a->rank - 2u;
    uint32_t column = p->b->rank - 1u;
    CM_TRY(
        qmatmul_lines_of(k, linear ? QMATMUL_A_ZERO : QMATMUL_INT_A_ZERO, p->a, row, &p->a_zero));
    CM_TRY(qmatmul_lines_of(k, linear ? QMATMUL_B_ZERO : QMATMUL_INT_B_ZERO, p->b, column,
                            &p->b_zero));
    if (linear) {
        CM_TRY(qmatmul_lines_of(k, QMATMUL_A_SCALE, p->a, row, &p->a_scale));
        CM_TRY(qmatmul_lines_of(k, QMATMUL_B_SCALE, p->b, column, &p->b_scale));
        for (uint32_t i = QMATMUL_Y_SCALE; i <= QMATMUL_Y_ZERO; i++) {
            CM_CHECK(cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want 1",
                     i, cm_in(k, i)->n);
        }
    }
    /* Rows of several matrices count on where there is a parameter for each, or one for all. */
    bool fold =
        (p->a_zero.step == 0 || p->a_zero.lead) && (p->a_scale.step == 0 || p->a_scale.lead);
    p->z = cm_matmul_sizes_of(p->a, p->b, fold);
    p->tasks = cm_gemm_i8_tasks(p->z.m, p->z.n);
    p->gemm_scratch = cm_gemm_i8_scratch(p->z.m, p->z.n, p->z.k);
    return CAMEO_OK;
}

/* Number of the matrix that begins at element `at` of an operand of matrices of n elements. */
static size_t qmatmul_matrix(size_t at, size_t n) { return n == 0 ? 0 : at / n; }

/* One task: a block of one product. */
typedef struct qmatmul_task {
    cm_gemm_i8_args g;
    cm_gemm_i8_block block;
    size_t product;
    size_t a_matrix, b_matrix;
} qmatmul_task;

/* p is NULL only for a tensor without elements, of which nothing is read. */
static const uint8_t *qmatmul_at(const void *p, size_t n) {
    return p == NULL ? NULL : (const uint8_t *)p + n;
}

static cm_gemm_i8_side qmatmul_side(const cm_tensor *x, size_t at, const qmatmul_lines *zero,
                                    size_t first_zero) {
    cm_gemm_i8_side s = {.data = qmatmul_at(x->data, at), .zero_step = zero->step};
    if (zero->t != NULL) s.zero = qmatmul_at(zero->t->data, first_zero);
    s.flip = x->dtype == CAMEO_INT8 ? 0x80 : 0;
    return s;
}

static qmatmul_task qmatmul_task_of(const qmatmul_plan *p, size_t task) {
    const cm_matmul_sizes *z = &p->z;
    qmatmul_task t = {.product = task / p->tasks};
    size_t at_a, at_b;
    cm_matmul_offsets(z, t.product, &at_a, &at_b);
    t.a_matrix = qmatmul_matrix(at_a, z->m * z->k);
    t.b_matrix = qmatmul_matrix(at_b, z->k * z->n);
    t.block = cm_gemm_i8_block_of(z->m, z->n, task % p->tasks);
    t.g.m = z->m;
    t.g.n = z->n;
    t.g.k = z->k;
    t.g.a = qmatmul_side(p->a, at_a, &p->a_zero, qmatmul_line(&p->a_zero, t.a_matrix, z->m, 0));
    t.g.b = qmatmul_side(p->b, at_b, &p->b_zero, qmatmul_line(&p->b_zero, t.b_matrix, z->n, 0));
    t.g.a.ld = z->k;
    t.g.b.ld = z->n;
    return t;
}

/* A block of sums in 32 bits, of QLinearMatMul. */
static size_t qmatmul_block_size(const cm_matmul_sizes *z) {
    return cm_min_size(z->m, CM_GEMM_I8_MB) * cm_min_size(z->n, CM_GEMM_I8_NB) * sizeof(uint32_t);
}

/* One task for each block of each product. Scratch: one worker's of the matrix product, at most
 * 0.25 MiB. Errors: E_SHAPE a scale or zero point does not fit its operand; E_LIMIT more than
 * 2^32 - 1 tasks. */
cameo_status cm_qmatmul_setup(const cm_kctx *k, cm_setup *s) {
    qmatmul_plan p;
    size_t n;
    CM_TRY(qmatmul_plan_of(k, &p));
    bool fits = !cm_ckd_mul(p.z.batch, p.tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu products of %zu x %zu are too many tasks", p.z.batch,
             p.z.m, p.z.n);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = p.gemm_scratch;
    if (k->op->id == CM_OP_QLinearMatMul) s->worker_scratch += qmatmul_block_size(&p.z);
    return CAMEO_OK;
}

/* B is of integers, too. */
bool cm_qmatmul_accept_linear(const cm_row_query *q) {
    int dtype = q->in[QMATMUL_B]->dtype;
    return dtype == CAMEO_INT8 || dtype == CAMEO_UINT8;
}

/* ---- MatMulInteger ---- */

/* The sums of a block become floats where they lie. */
static void qmatmul_int_floats(const cm_kctx *k, const cm_gemm_i8_block *block, uint32_t *y, size_t ld) {
    for (size_t j = 0; j < block->n; j++) {
        float s, b;
        cm_integer_floats(k, block->j + j, 1, &s, &b);
        for (size_t i = 0; i < block->m; i++) cm_qconv_to_float(y + i * ld + j, s, b, -CM_INF_F32, CM_INF_F32);
    }
}

/* see cm_qmatmul_setup */
cameo_status cm_qmatmul_int_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qmatmul_plan p;
    (void)phase;
    CM_TRY(qmatmul_plan_of(k, &p));
    for (uint32_t i = begin; i < end; i++) {
        qmatmul_task t = qmatmul_task_of(&p, i);
        uint32_t *y = (uint32_t *)cm_out(k, 0)->data;
        y += (t.product * p.z.m + t.block.i) * p.z.n + t.block.j;
        CM_PRIM(k, gemm_i8)(&t.g, &t.block, y, p.z.n, k->worker_scratch);
        if (cm_out(k, 0)->dtype == CAMEO_FLOAT) qmatmul_int_floats(k, &t.block, y, p.z.n);
    }
    return CAMEO_OK;
}

/* ---- QLinearMatMul ---- */

/* a_scale[i] * b_scale[j] / y_scale */
static float qmatmul_factor(const cm_kctx *k, const qmatmul_plan *p, const qmatmul_task *t,
                            size_t i, size_t j) {
    const cm_tensor *a = p->a_scale.t, *b = p->b_scale.t, *y = cm_in(k, QMATMUL_Y_SCALE);
    size_t at_a = qmatmul_line(&p->a_scale, t->a_matrix, p->z.m, i);
    size_t at_b = qmatmul_line(&p->b_scale, t->b_matrix, p->z.n, j);
    return cm_dtype_load_f32((cameo_dtype)a->dtype, a->data, at_a) *
           cm_dtype_load_f32((cameo_dtype)b->dtype, b->data, at_b) /
           cm_dtype_load_f32((cameo_dtype)y->dtype, y->data, 0);
}

/* Neighbouring elements that are rounded together. */
#define QMATMUL_ROUND 16

/* n sums to bytes. In flipped bytes y lies in [0, 255] whatever its sign. */
CM_INLINE void qmatmul_round(const uint32_t *sums, const float *factor, size_t n, int32_t zero, uint8_t flip,
                             uint8_t *to) {
    for (size_t j = 0; j < n; j++) {
        int32_t sum;
        memcpy(&sum, &sums[j], sizeof sum);
        to[j] = (uint8_t)((uint8_t)cm_quantize_round((float)sum * factor[j], zero, 0, 255) ^ flip);
    }
}

/* The block's sums, which a bias is added to, to y, whose dtype is an 8-bit integer. */
static void qmatmul_requantise(const cm_kctx *k, const qmatmul_plan *p, const qmatmul_task *t,
                               uint32_t *sums) {
    const cm_tensor *y = cm_out(k, 0);
    const cm_gemm_i8_block *block = &t->block;
    uint8_t flip = y->dtype == CAMEO_INT8 ? 0x80 : 0;
    int32_t zero = (uint8_t)(((const uint8_t *)cm_in(k, QMATMUL_Y_ZERO)->data)[0] ^ flip);
    float factor[CM_GEMM_I8_NB];
    const cm_tensor *bias = cm_in(k, QMATMUL_BIAS);
    for (size_t i = 0; i < block->m; i++, sums += block->n) {
        size_t row = t->product * p->z.m + block->i + i;
        uint8_t *to = (uint8_t *)y->data + row * p->z.n + block->j;
        for (size_t j = 0; j < block->n && (i == 0 || p->a_scale.step != 0); j++) {
            factor[j] = qmatmul_factor(k, p, t, block->i + i, block->j + j);
        }
        for (size_t j = 0; bias != NULL && j < block->n; j++)
            sums[j] += cm_load_u32((const uint8_t *)bias->data + (block->j + j) * sizeof *sums);
        size_t j = 0;
        for (; block->n - j >= QMATMUL_ROUND; j += QMATMUL_ROUND) { /* fixed counts become vectors */
            uint8_t bytes[QMATMUL_ROUND];
            qmatmul_round(sums + j, factor + j, QMATMUL_ROUND, zero, flip, bytes);
            memcpy(to + j, bytes, sizeof bytes);
        }
        qmatmul_round(sums + j, factor + j, block->n - j, zero, flip, to + j);
    }
}

/* a, b and y are 8-bit integers; see cm_qmatmul_setup */
cameo_status cm_qmatmul_linear_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qmatmul_plan p;
    (void)phase;
    CM_TRY(qmatmul_plan_of(k, &p));
    uint32_t *sums = (uint32_t *)(void *)(k->worker_scratch + p.gemm_scratch);
    for (uint32_t i = begin; i < end; i++) {
        qmatmul_task t = qmatmul_task_of(&p, i);
        CM_PRIM(k, gemm_i8)(&t.g, &t.block, sums, t.block.n, k->worker_scratch);
        qmatmul_requantise(k, &p, &t, sums);
    }
    return CAMEO_OK;
}

/* ---- QLinearMatMul of 8-bit floats ---- */

static double qmatmul_load(const cm_tensor *t, size_t i) {
    CM_ASSERT(t != NULL); /* here zero points are required */
    return (double)cm_dtype_load_f32((cameo_dtype)t->dtype, t->data, i);
}

/* Element (i, j) of the task's product before it is rounded to y, without y's zero point. */
static float qmatmul_any(const cm_kctx *k, const qmatmul_plan *p, const qmatmul_task *t, size_t i,
                         size_t j) {
    const cm_matmul_sizes *z = &p->z;
    size_t at_a = t->a_matrix * z->m * z->k + i * z->k;
    size_t at_b = t->b_matrix * z->k * z->n + j;
    double a_zero = qmatmul_load(p->a_zero.t, qmatmul_line(&p->a_zero, t->a_matrix, z->m, i));
    double b_zero = qmatmul_load(p->b_zero.t, qmatmul_line(&p->b_zero, t->b_matrix, z->n, j));
    double sum = 0;
    for (size_t l = 0; l < z->k; l++) {
        double a = qmatmul_load(p->a, at_a + l) - a_zero;
        double b = qmatmul_load(p->b, at_b + l * z->n) - b_zero;
        sum += a * b;
    }
    return (float)sum * qmatmul_factor(k, p, t, i, j);
}

/* Every combination of dtypes; see cm_qmatmul_setup */
cameo_status cm_qmatmul_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qmatmul_plan p;
    const cm_tensor *y = cm_out(k, 0);
    const cm_tensor *y_zero = cm_in(k, QMATMUL_Y_ZERO);
    bool whole = y->dtype == CAMEO_INT8 || y->dtype == CAMEO_UINT8;
    int32_t lo = y->dtype == CAMEO_INT8 ? -128 : 0;
    (void)phase;
    CM_TRY(qmatmul_plan_of(k, &p));
    double zero = qmatmul_load(y_zero, 0);
    for (uint32_t task = begin; task < end; task++) {
        qmatmul_task t = qmatmul_task_of(&p, task);
        for (size_t e = 0; e < t.block.m * t.block.n; e++) {
            size_t i = t.block.i + e / t.block.n, j = t.block.j + e % t.block.n;
            size_t at = (t.product * p.z.m + i) * p.z.n + j;
            float v = qmatmul_any(k, &p, &t, i, j);
            if (whole) {
                int64_t n = cm_quantize_round(v, (int32_t)zero, lo, lo + 255);
                cm_lane_store_i64(y->dtype, y->data, at, 1, &n);
            } else {
                double wide = (double)v + zero;
                cm_lane_store_f64(y->dtype, y->data, at, 1, &wide,
                                  (cm_lane_rounding){true, CM_E8M0_UP});
            }
        }
    }
    return CAMEO_OK;
}
