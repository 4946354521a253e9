/* softmax.c — Softmax: exponentials along an axis, divided by their sum; LogSoftmax: its logarithm;
 * Hardmax: 1 for the first greatest element, 0 for the others.
 *
 * Since_version 13 works along one axis; 1 and 11 flatten all dims from the axis on into one. Both
 * are [outer][n][inner] with softmax along n. The greatest element is subtracted first, so that
 * nothing overflows. Those of f32 are slots, kernels/prim/softmax_rows.h, which states the error; here sums are doubles
 * in the order of the axis, the quotient is rounded once, and LogSoftmax is x - max - log(sum), the last difference in
 * double. To Hardmax NaN is the greatest, as to numpy's argmax.
 * Source: ONNX Softmax, LogSoftmax, Hardmax, since_version 1, 11, 13. */
#include "base/math.h"
#include "kernels/kernel.h"

typedef struct cm_softmax_params {
    int32_t axis;    /* may be negative */
    int32_t flatten; /* 1: softmax over all dims from axis on */
} cm_softmax_params;

static const cm_field softmax_fields[] = {CM_F_I32(cm_softmax_params, axis, -1),
                                          CM_F_OWN(cm_softmax_params, flatten)};

static cameo_status softmax_parse(const cm_parse *p, void *params) {
    cm_softmax_params *q = params;
    q->flatten = p->since < 13;
    if (q->flatten && cm_attr_find(p, "axis") == NULL) q->axis = 1;
    return CAMEO_OK;
}

static cameo_status softmax_shape(cm_shape *s) {
    const cm_softmax_params *q = s->params;
    uint32_t rank = cm_shape_in(s, 0)->rank;
    uint32_t axis;
    if (rank != CM_RANK_UNKNOWN) CM_TRY(cm_axis_normalize(q->axis, rank, "axis", &axis, s->e));
    return cm_shape_out_like(s, 0, 0);
}

const cm_op cm_op_Softmax = {.id = CM_OP_Softmax,
                             .flags = CM_OPF_INPLACE,
                             .n_fields = 2,
                             .params_size = sizeof(cm_softmax_params),
                             .fields = softmax_fields,
                             .parse = softmax_parse,
                             .shape = softmax_shape};

/* A row takes as long as some elements, for its logarithm. */
static uint64_t softmax_log_cost(const cm_shape *s) {
    return cm_shape_cost_lines(cm_shape_in(s, 0), ((const cm_softmax_params *)s->params)->axis, 32);
}

const cm_op cm_op_LogSoftmax = {.id = CM_OP_LogSoftmax,
                                .cost = softmax_log_cost,
                                .flags = CM_OPF_INPLACE,
                                .n_fields = 2,
                                .params_size = sizeof(cm_softmax_params),
                                .fields = softmax_fields,
                                .parse = softmax_parse,
                                .shape = softmax_shape};

const cm_op cm_op_Hardmax = {.id = CM_OP_Hardmax,
                             .flags = CM_OPF_INPLACE,
                             .n_fields = 2,
                             .params_size = sizeof(cm_softmax_params),
                             .fields = softmax_fields,
                             .parse = softmax_parse,
                             .shape = softmax_shape};

/* Columns that are worked on together: one cache line of f32. The slots of f32 take more of them where the axis is
 * short, so that a row of the block is a long piece of memory: about SOFTMAX_ITEMS elements. */
#define SOFTMAX_WIDTH ((size_t)16)
#define SOFTMAX_ITEMS ((size_t)4096)

/* [outer][n][inner]; the inner columns are cut into blocks of `width`. */
typedef struct softmax_split {
    size_t outer, n, inner;
    size_t width;
    size_t blocks;   /* of one outer index */
    size_t per_task; /* blocks of a task */
} softmax_split;

/* wide: for the slots of f32. A run must not ask k->op, which a frozen static model has not. */
static softmax_split softmax_split_of(const cm_kctx *k, bool wide) {
    const cm_softmax_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis = (uint32_t)(q->axis < 0 ? q->axis + x->rank : q->axis);
    softmax_split s = {.outer = 1, .n = 1, .inner = 1};
    for (uint32_t d = 0; d < x->rank; d++) {
        if (d < axis)
            s.outer *= x->dims[d];
        else if (d == axis || q->flatten)
            s.n *= x->dims[d];
        else
            s.inner *= x->dims[d];
    }
    if (x->n == 0) s.outer = 0;
    s.width = SOFTMAX_WIDTH;
    if (wide) s.width = cm_max_size(1, SOFTMAX_ITEMS / SOFTMAX_WIDTH / cm_max_size(1, s.n)) * SOFTMAX_WIDTH;
    s.blocks = (s.inner + s.width - 1) / s.width;
    size_t block = s.n * cm_min_size(s.inner, s.width);
    s.per_task = block == 0 ? 1 : cm_max_size(1, CM_TASK_ITEMS / block);
    return s;
}

/* One phase over blocks of columns. Scratch: none. Errors: E_SHAPE the axis is beyond the rank. */
cameo_status cm_softmax_setup(const cm_kctx *k, cm_setup *s) {
    const cm_softmax_params *q = k->params;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(q->axis, cm_in(k, 0)->rank, "axis", &axis, k->e));
    bool wide = cm_in(k, 0)->dtype == CAMEO_FLOAT && k->op->id != CM_OP_Hardmax;
    softmax_split split = softmax_split_of(k, wide);
    cm_setup_simple(s, split.outer * split.blocks, split.per_task);
    return CAMEO_OK;
}

#define SOFTMAX_SAME(v) (v)

#define SOFTMAX_DTYPE f32
#define SOFTMAX_T float
#define SOFTMAX_C float
#define SOFTMAX_LOAD SOFTMAX_SAME
#define SOFTMAX_STORE SOFTMAX_SAME
#define SOFTMAX_LOWEST (-CM_INF_F32)
#define SOFTMAX_SLOTS 1
#include "kernels/softmax_tmpl.h"

/* ---- Rows of doubles ---- */

/* Whole rows, one behind the other, of which so many elements at a time stay in the first-level cache; exponentials by
 * loop exp_f64 across rows, which may be short. The bits are those of the columns of kernels/softmax_tmpl.h. */
#define SOFTMAX_ROWS ((size_t)1024)
#define SOFTMAX_EXPS (CAMEO_SMALL_STACK ? 32 : 128)

/* y[i] = x[i] - max of its row, in rows of n elements. y may equal x. */
static void softmax_less_max(double *y, const double *x, size_t rows, size_t n) {
    for (size_t r = 0; r < rows; r++, x += n, y += n) {
        double max = -CM_INF_F64;
        for (size_t i = 0; i < n; i++) max = x[i] > max ? x[i] : max;
        for (size_t i = 0; i < n; i++) y[i] = x[i] - max;
    }
}

/* The exponentials of a row take the place of its differences for Softmax, not for LogSoftmax. */
static void softmax_rows_f64(const cm_kctx *k, double *y, const double *x, size_t rows, size_t n, bool log) {
    double e[SOFTMAX_EXPS], sum = 0;
    size_t column = 0, total = rows * n;
    softmax_less_max(y, x, rows, n);
    for (size_t at = 0; at < total; at += SOFTMAX_EXPS) {
        size_t m = cm_min_size(SOFTMAX_EXPS, total - at);
        CM_LOOP(k, exp_f64)(&(cm_loop_args){.a = y + at, .a_step = 1}, e, m);
        if (!log) memcpy(y + at, e, m * sizeof *e);
        for (size_t i = 0; i < m; i++) {
            sum += e[i];
            if (++column < n) continue;
            double *row = y + (at + i + 1 - n);
            if (log) sum = cm_log(sum);
            for (size_t c = 0; log && c < n; c++) row[c] -= sum;
            for (size_t c = 0; !log && c < n; c++) row[c] /= sum;
            sum = 0;
            column = 0;
        }
    }
}

/* The rows of tasks [begin, end) of s, whose inner is 1. Returns CAMEO_OK. */
static cameo_status softmax_rows_run(const cm_kctx *k, const softmax_split *s, uint32_t begin, uint32_t end, bool log) {
    const double *x = cm_in(k, 0)->data;
    double *y = cm_out(k, 0)->data;
    size_t last = cm_min_size(s->outer, end * s->per_task), rows = cm_max_size(1, SOFTMAX_ROWS / cm_max_size(1, s->n));
    for (size_t b = begin * s->per_task; b < last; b += rows) {
        size_t m = cm_min_size(rows, last - b), off = b * s->n;
        softmax_rows_f64(k, y + off, x + off, m, s->n, log);
    }
    return CAMEO_OK;
}

#define SOFTMAX_DTYPE f64
#define SOFTMAX_T double
#define SOFTMAX_C double
#define SOFTMAX_EXP cm_exp
#define SOFTMAX_LOAD SOFTMAX_SAME
#define SOFTMAX_STORE SOFTMAX_SAME
#define SOFTMAX_LOWEST (-CM_INF_F64)
#define SOFTMAX_SLOTS 0
#define SOFTMAX_KEEP 1
#define SOFTMAX_ROWS_RUN softmax_rows_run
#include "kernels/softmax_tmpl.h"

#define SOFTMAX_DTYPE f16
#define SOFTMAX_T uint16_t
#define SOFTMAX_C float
#define SOFTMAX_EXP cm_expf
#define SOFTMAX_LOAD cm_f16_to_f32
#define SOFTMAX_STORE cm_f16_from_f32
#define SOFTMAX_LOWEST (-CM_INF_F32)
#define SOFTMAX_SLOTS 0
#define SOFTMAX_KEEP 0
#include "kernels/softmax_tmpl.h"

#define SOFTMAX_DTYPE bf16
#define SOFTMAX_T uint16_t
#define SOFTMAX_C float
#define SOFTMAX_EXP cm_expf
#define SOFTMAX_LOAD cm_bf16_to_f32
#define SOFTMAX_STORE cm_bf16_from_f32
#define SOFTMAX_LOWEST (-CM_INF_F32)
#define SOFTMAX_SLOTS 0
#define SOFTMAX_KEEP 0
#include "kernels/softmax_tmpl.h"
