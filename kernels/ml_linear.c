/* ml_linear.c — LinearRegressor, LinearClassifier: a matrix product with few outputs, transformed.
 * coefficients, intercepts and labels are constant inputs (ir/import/lift_ml.c). Sums are double and rounded to
 * float once. More coefficients than outputs and features need do not count, but in strict reading. As in ONNX
 * Runtime, one target of a regressor takes PROBIT only, and one row of coefficients for two labels is decided by the
 * sign of the score.
 * Source: ONNX ai.onnx.ml LinearRegressor 1, LinearClassifier 1. */
#include "kernels/ml_post.h"
#include "kernels/move.h"

enum { ML_LINEAR_X, ML_LINEAR_COEFFICIENTS, ML_LINEAR_INTERCEPTS, ML_LINEAR_LABELS };

typedef struct cm_ml_linear_params {
    int32_t post;    /* cm_post */
    int32_t targets; /* LinearRegressor */
    int32_t exact;   /* strict reading: no more coefficients than count */
} cm_ml_linear_params;

static const cm_field ml_linear_fields[] = {{"post_transform", CM_FIELD_ENUM, 1,
                                             offsetof(cm_ml_linear_params, post), CM_POST_NONE, 0,
                                             CM_POST_CHOICES},
                                            CM_F_I32(cm_ml_linear_params, targets, 1),
                                            CM_F_OWN(cm_ml_linear_params, exact)};

static cameo_status ml_linear_parse(const cm_parse *p, void *params) {
    cm_ml_linear_params *q = params;
    q->exact = p->strict;
    CM_CHECK(q->targets >= 1, p->e, CAMEO_E_MALFORMED, "targets is %d, want at least 1",
             (int)q->targets);
    return CAMEO_OK;
}

/* Rows of X. Errors: E_SHAPE a rank other than 1 and 2, or no coefficients. */
static cameo_status ml_linear_rows(const cm_shape *s, cm_dim *rows) {
    CM_CHECK(cm_shape_has(s, ML_LINEAR_COEFFICIENTS), s->e, CAMEO_E_MALFORMED,
             "there are no coefficients");
    return cm_ml_rows(s, rows);
}

static cameo_status ml_linear_regressor_shape(cm_shape *s) {
    const cm_ml_linear_params *p = s->params;
    cm_dim dims[2] = {CM_DIM_UNKNOWN, p->targets};
    CM_TRY(ml_linear_rows(s, &dims[0]));
    return cm_shape_out(s, 0, CAMEO_FLOAT, 2, dims);
}

static cameo_status ml_linear_classifier_shape(cm_shape *s) {
    const cm_avalue *labels = cm_shape_in(s, ML_LINEAR_LABELS);
    CM_CHECK(labels->kind != CAMEO_KIND_NONE, s->e, CAMEO_E_MALFORMED,
             "neither classlabels_ints nor classlabels_strings is given");
    cm_dim dims[2] = {CM_DIM_UNKNOWN, labels->dims[0]};
    CM_TRY(ml_linear_rows(s, &dims[0]));
    CM_TRY(cm_shape_out(s, 0, labels->dtype, 1, dims));
    return cm_shape_out(s, 1, CAMEO_FLOAT, 2, dims);
}

/* Multiply-adds. */
static uint64_t ml_linear_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, ML_LINEAR_X);
    uint64_t rows = x->rank == 2 ? (uint64_t)x->dims[0] : 1;
    uint64_t n = cm_cost_mul(rows, (uint64_t)cm_shape_in(s, ML_LINEAR_COEFFICIENTS)->dims[0]);
    return cm_cost_add(n, cm_shape_cost(&s->out[s->n_out - 1], 16)); /* scores are transformed */
}

const cm_op cm_op_LinearRegressor = {.id = CM_OP_LinearRegressor,
                                     .n_fields = 3,
                                     .params_size = sizeof(cm_ml_linear_params),
                                     .fields = ml_linear_fields,
                                     .parse = ml_linear_parse,
                                     .shape = ml_linear_regressor_shape,
                                     .cost = ml_linear_cost};
const cm_op cm_op_LinearClassifier = {.id = CM_OP_LinearClassifier,
                                      .n_fields = 3,
                                      .params_size = sizeof(cm_ml_linear_params),
                                      .fields = ml_linear_fields,
                                      .parse = ml_linear_parse,
                                      .shape = ml_linear_classifier_shape,
                                      .cost = ml_linear_cost};

/* ---- kernel ---- */

/* Rows whose scores are added up at once. */
#define ML_LINEAR_ROWS 4

typedef struct ml_linear_sizes {
    size_t rows, cols;
    size_t n_scores; /* rows of coefficients */
    size_t n_out;    /* scores of a row of Z */
    size_t per_task; /* rows */
} ml_linear_sizes;

/* Errors: E_SHAPE coefficients, intercepts, columns and classes that do not fit together. */
static cameo_status ml_linear_measure(const cm_kctx *k, ml_linear_sizes *s) {
    const cm_ml_linear_params *p = k->params;
    const cm_tensor *x = cm_in(k, ML_LINEAR_X), *labels = cm_in(k, ML_LINEAR_LABELS);
    const cm_tensor *w = cm_in(k, ML_LINEAR_COEFFICIENTS), *b = cm_in(k, ML_LINEAR_INTERCEPTS);
    *s = (ml_linear_sizes){.rows = x->rank == 1 ? 1 : x->dims[0], .cols = x->dims[x->rank - 1u]};
    s->n_out = labels != NULL ? labels->n : (size_t)p->targets;
    s->n_scores = labels == NULL || s->cols == 0 ? s->n_out : b != NULL ? b->n : w->n / s->cols;
    bool binary = labels != NULL && s->n_out == 2 && s->n_scores == 1;
    size_t want = 0;
    CM_CHECK(!cm_ckd_mul(s->n_scores, s->cols, &want) && (p->exact != 0 ? w->n == want : w->n >= want) &&
                 (s->n_scores == s->n_out || binary),
             k->e, CAMEO_E_SHAPE, "%zu coefficients for %zu features and %zu outputs", w->n,
             s->cols, s->n_out);
    CM_CHECK(b == NULL || b->n == s->n_scores, k->e, CAMEO_E_SHAPE, "%zu intercepts for %zu scores",
             b->n, s->n_scores);
    s->per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, w->n));
    return CAMEO_OK;
}

/* One phase over rows; a second one of one task writes labels that are strings. Scratch: then uint32_t
 * [rows], numbers of labels. Worker scratch: double [ML_LINEAR_ROWS][max(2, outputs)]. */
cameo_status cm_ml_linear_setup(const cm_kctx *k, cm_setup *s) {
    ml_linear_sizes z;
    CM_TRY(ml_linear_measure(k, &z));
    bool over = cm_ckd_mul(cm_max_size(2, z.n_out), ML_LINEAR_ROWS * sizeof(double), &s->worker_scratch) ||
                cm_ckd_mul(z.rows, sizeof(uint32_t), &s->scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "%zu rows of %zu scores", z.rows, z.n_out);
    cm_setup_simple(s, z.rows, z.per_task);
    const cm_tensor *labels = cm_in(k, ML_LINEAR_LABELS);
    if (labels == NULL || labels->dtype != CAMEO_STRING) {
        s->scratch = 0;
        return CAMEO_OK;
    }
    s->n_phases = 2;
    s->phase[1].n_tasks = 1;
    return CAMEO_OK;
}

#define ML_LINEAR_NAME f32
#define ML_LINEAR_T float
#include "kernels/ml_linear_tmpl.h"
#define ML_LINEAR_NAME f64
#define ML_LINEAR_T double
#include "kernels/ml_linear_tmpl.h"
#define ML_LINEAR_NAME i32
#define ML_LINEAR_T int32_t
#include "kernels/ml_linear_tmpl.h"
#define ML_LINEAR_NAME i64
#define ML_LINEAR_T int64_t
#include "kernels/ml_linear_tmpl.h"

/* Scores of `rows` rows in v, at most ML_LINEAR_ROWS, rounded to float; those of a row lie `room` behind each other. */
static void ml_linear_scores(const cm_kctx *k, const ml_linear_sizes *s, size_t row, size_t rows, size_t room,
                             double *v) {
    const cm_tensor *x = cm_in(k, ML_LINEAR_X), *b = cm_in(k, ML_LINEAR_INTERCEPTS);
    for (size_t i = 0; i < s->n_scores; i++) {
        const float *w = (const float *)cm_in(k, ML_LINEAR_COEFFICIENTS)->data + i * s->cols;
        double first = b == NULL ? 0 : (double)((const float *)b->data)[i], sum[ML_LINEAR_ROWS];
        switch (x->dtype) {
        case CAMEO_FLOAT: ml_linear_dot_f32(x->data, row, rows, w, s->cols, sum); break;
        case CAMEO_DOUBLE: ml_linear_dot_f64(x->data, row, rows, w, s->cols, sum); break;
        case CAMEO_INT32: ml_linear_dot_i32(x->data, row, rows, w, s->cols, sum); break;
        default: ml_linear_dot_i64(x->data, row, rows, w, s->cols, sum); break;
        }
        for (size_t r = 0; r < rows; r++) v[r * room + i] = (double)(float)(first + sum[r]);
    }
}

/* Transforms the scores of one row. Returns the number of its label. */
static uint32_t ml_linear_finish(const cm_kctx *k, const ml_linear_sizes *s, double *v) {
    const cm_ml_linear_params *p = k->params;
    uint32_t best = 0;
    if (s->n_scores < s->n_out) {
        double score = v[0];
        cm_ml_post_binary(p->post, score, true, v);
        return score > 0;
    }
    for (size_t i = 1; i < s->n_out; i++) {
        if (v[i] > v[best]) best = (uint32_t)i;
    }
    if (s->n_out > 1 || p->post == CM_POST_PROBIT) cm_ml_post(p->post, v, s->n_out);
    return best;
}

/* cm_ml_linear_run — z[row] = post(X[row] * coefficients^T + intercepts), y[row] its label.
 *   X    [rows][features] or [features]: float, double, int32, int64
 *   y    [rows] int64 or string, of classifiers;  z  [rows][targets or classes] float
 * Errors: E_SHAPE; E_NOMEM, E_LIMIT strings. */
cameo_status cm_ml_linear_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    ml_linear_sizes s;
    const cm_tensor *labels = cm_in(k, ML_LINEAR_LABELS);
    const cm_tensor *y = labels == NULL ? NULL : cm_out(k, 0);
    const cm_tensor *z = cm_out(k, labels == NULL ? 0 : 1);
    double *scores = (double *)(void *)k->worker_scratch;
    uint32_t *number = (uint32_t *)(void *)k->scratch;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(ml_linear_measure(k, &s));
    if (phase == 1) return cm_ml_emit_labels(k, labels, number, s.rows);
    size_t room = cm_max_size(2, s.n_out), first = begin * s.per_task, stop = cm_min_size(s.rows, end * s.per_task);
    for (size_t r = first; r < stop; r++) {
        size_t at = (r - first) % ML_LINEAR_ROWS;
        double *v = scores + at * room;
        if (at == 0) ml_linear_scores(k, &s, r, cm_min_size(ML_LINEAR_ROWS, stop - r), room, scores);
        uint32_t best = ml_linear_finish(k, &s, v);
        for (size_t i = 0; z != NULL && i < s.n_out; i++) {
            ((float *)z->data)[r * s.n_out + i] = (float)v[i];
        }
        if (y == NULL) continue;
        if (labels->dtype == CAMEO_STRING)
            number[r] = best;
        else
            ((int64_t *)y->data)[r] = ((const int64_t *)labels->data)[best];
    }
    return CAMEO_OK;
}
