/* tree.c — TreeEnsembleRegressor, TreeEnsembleClassifier, TreeEnsemble: ensembles of decision trees.
 * The tables lie in constant inputs, checked and laid out by ir/import/lift_tree.c in the form of ir/tree.h.
 *
 * Features of int32, int64 and float16 are compared in float, double ones in double; where the table has
 * double thresholds, all in double: as ONNX Runtime does. Scores are summed up in double and rounded once.
 * What ONNX leaves open follows ONNX Runtime: a regressor with one target applies PROBIT only; two
 * classes of which one alone has weights are decided by a threshold (CM_TREE_BINARY). Otherwise the
 * label is that of the greatest score, where ONNX Runtime has fixed labels for two classes with weights
 * for both.
 * Source: ONNX ai.onnx.ml TreeEnsembleRegressor 1, 3, TreeEnsembleClassifier 1, 3, TreeEnsemble 5. */
#include "ir/tree.h"
#include "kernels/ml_post.h"
#include "kernels/move.h"

typedef enum tree_aggregate { TREE_AVERAGE, TREE_SUM, TREE_MIN, TREE_MAX } tree_aggregate;

typedef struct cm_tree_params {
    int32_t aggregate; /* tree_aggregate */
    int32_t post;      /* cm_post */
    int32_t n_targets; /* not of classifiers: these have labels */
} cm_tree_params;

static const cm_field tree_regressor_fields[] = {
    {"aggregate_function", CM_FIELD_ENUM, 1, offsetof(cm_tree_params, aggregate), TREE_SUM, 0,
     "AVERAGE,SUM,MIN,MAX"},
    {"post_transform", CM_FIELD_ENUM, 1, offsetof(cm_tree_params, post), CM_POST_NONE, 0,
     CM_POST_CHOICES},
    CM_F_I32(cm_tree_params, n_targets, 1)};

static const cm_field tree_classifier_fields[] = {
    {"aggregate_function", CM_FIELD_OWN, 1, offsetof(cm_tree_params, aggregate), 0, 0, NULL},
    {"post_transform", CM_FIELD_ENUM, 1, offsetof(cm_tree_params, post), CM_POST_NONE, 0,
     CM_POST_CHOICES},
    {"n_targets", CM_FIELD_OWN, 1, offsetof(cm_tree_params, n_targets), 0, 0, NULL}};

static const cm_field tree_ensemble_fields[] = {
    {"aggregate_function", CM_FIELD_I32, 1, offsetof(cm_tree_params, aggregate), TREE_SUM, 0, NULL},
    {"post_transform", CM_FIELD_I32, 1, offsetof(cm_tree_params, post), CM_POST_NONE, 0, NULL},
    CM_F_I32(cm_tree_params, n_targets, 1)};

static cameo_status tree_parse(const cm_parse *p, void *params) {
    cm_tree_params *q = params;
    CM_CHECK(q->aggregate >= TREE_AVERAGE && q->aggregate <= TREE_MAX, p->e, CAMEO_E_MALFORMED,
             "aggregate_function is %d, want 0..3", (int)q->aggregate);
    CM_CHECK(q->post >= CM_POST_NONE && q->post <= CM_POST_PROBIT, p->e, CAMEO_E_MALFORMED,
             "post_transform is %d, want 0..4", (int)q->post);
    CM_CHECK(q->n_targets >= 1, p->e, CAMEO_E_MALFORMED, "n_targets is %d, want at least 1",
             (int)q->n_targets);
    return CAMEO_OK;
}

static cameo_status tree_parse_classifier(const cm_parse *p, void *params) {
    cm_tree_params *q = params;
    (void)p;
    q->aggregate = TREE_SUM;
    return CAMEO_OK;
}

static cameo_status tree_shape(cm_shape *s) {
    const cm_tree_params *p = s->params;
    bool like_x = s->op->id == CM_OP_TreeEnsemble;
    cm_dim dims[2] = {CM_DIM_UNKNOWN, p->n_targets};
    CM_TRY(cm_ml_rows(s, &dims[0]));
    return cm_shape_out(s, 0, like_x ? cm_shape_in(s, 0)->dtype : CAMEO_FLOAT, 2, dims);
}

static cameo_status tree_shape_classifier(cm_shape *s) {
    const cm_avalue *label = cm_shape_in(s, CM_TREE_LABEL);
    cm_dim dims[2] = {CM_DIM_UNKNOWN, label->dims[0]};
    CM_TRY(cm_ml_rows(s, &dims[0]));
    CM_TRY(cm_shape_out(s, 0, label->dtype, 1, dims));
    return cm_shape_out(s, 1, CAMEO_FLOAT, 2, dims);
}

/* No row visits more nodes than there are. */
static uint64_t tree_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, CM_TREE_X);
    const cm_avalue *node = cm_shape_in(s, CM_TREE_NODES), *info = cm_shape_in(s, CM_TREE_INFO);
    uint64_t rows = x->rank == 2 ? (uint64_t)x->dims[0] : 1;
    return cm_cost_mul(rows, (uint64_t)node->dims[0] + (uint64_t)info->dims[0]);
}

#define TREE_FIELDS(list) .n_fields = sizeof(list) / sizeof *(list), .fields = (list)

const cm_op cm_op_TreeEnsembleRegressor = {.id = CM_OP_TreeEnsembleRegressor,
                                           TREE_FIELDS(tree_regressor_fields),
                                           .params_size = sizeof(cm_tree_params),
                                           .parse = tree_parse,
                                           .shape = tree_shape,
                                           .cost = tree_cost};
const cm_op cm_op_TreeEnsembleClassifier = {.id = CM_OP_TreeEnsembleClassifier,
                                            TREE_FIELDS(tree_classifier_fields),
                                            .params_size = sizeof(cm_tree_params),
                                            .parse = tree_parse_classifier,
                                            .shape = tree_shape_classifier,
                                            .cost = tree_cost};
const cm_op cm_op_TreeEnsemble = {.id = CM_OP_TreeEnsemble,
                                  TREE_FIELDS(tree_ensemble_fields),
                                  .params_size = sizeof(cm_tree_params),
                                  .parse = tree_parse,
                                  .shape = tree_shape,
                                  .cost = tree_cost};

/* ---- kernel ---- */

/* Rows that go through one tree before the next one is looked at, and their scores at most. */
#define TREE_BLOCK ((size_t)32)
#define TREE_BLOCK_SCORES ((size_t)4096)
/* Rows that go down a tree at the same time. */
#define TREE_LANES ((size_t)8)

typedef struct tree_forest {
    const int32_t *node, *root, *begin, *target;
    const float *weight; /* NULL: weight_wide */
    const double *weight_wide;
    const double *split; /* NULL: float thresholds */
    const double *base;
    size_t n_base, n_trees, n_targets;
    int32_t mode, binary, post, aggregate;
    bool positive;
    size_t rows, cols; /* of X */
    size_t block;      /* rows */
} tree_forest;

/* Scores of a block of rows. */
typedef struct tree_scores {
    double *sum;  /* [block][n_targets] */
    uint8_t *has; /* [block][n_targets]: a leaf had a weight for it */
} tree_scores;

/* The sizes; what hangs on data is for tree_open. */
static void tree_measure(const cm_kctx *k, tree_forest *f) {
    const cm_tree_params *p = k->params;
    const cm_tensor *x = cm_in(k, CM_TREE_X), *label = cm_in(k, CM_TREE_LABEL);
    *f = (tree_forest){.post = p->post, .aggregate = p->aggregate};
    f->rows = x->rank == 1 ? 1 : x->dims[0];
    f->cols = x->dims[x->rank - 1u];
    f->n_trees = cm_in(k, CM_TREE_INFO)->n - CM_TREE_HEAD;
    f->n_targets = label != NULL ? label->n : (size_t)p->n_targets;
    f->block = cm_max_size(1, cm_min_size(TREE_BLOCK, TREE_BLOCK_SCORES / f->n_targets));
}

/* Errors: E_SHAPE X has fewer columns than the trees look at. */
static cameo_status tree_open(const cm_kctx *k, tree_forest *f) {
    tree_measure(k, f);
    const int32_t *info = cm_in(k, CM_TREE_INFO)->data;
    const cm_tensor *weight = cm_in(k, CM_TREE_WEIGHT), *split = cm_in(k, CM_TREE_SPLIT);
    const cm_tensor *base = cm_in(k, CM_TREE_BASE);
    CM_CHECK(f->cols >= (size_t)info[CM_TREE_FEATURES], k->e, CAMEO_E_SHAPE,
             "X has %zu features, the trees look at %d", f->cols, (int)info[CM_TREE_FEATURES]);
    f->node = cm_in(k, CM_TREE_NODES)->data;
    f->root = info + CM_TREE_HEAD;
    f->begin = cm_in(k, CM_TREE_BEGIN)->data;
    f->target = cm_in(k, CM_TREE_TARGET)->data;
    if (weight->dtype == CAMEO_DOUBLE)
        f->weight_wide = weight->data;
    else
        f->weight = weight->data;
    f->split = split == NULL ? NULL : split->data;
    f->base = base == NULL ? NULL : base->data;
    f->n_base = base == NULL ? 0 : base->n;
    f->mode = info[CM_TREE_SAME_MODE];
    f->binary = info[CM_TREE_BINARY];
    f->positive = info[CM_TREE_POSITIVE] != 0;
    return CAMEO_OK;
}

static size_t tree_rows_per_task(const tree_forest *f) {
    return cm_max_size(f->block, CM_TASK_ITEMS / cm_max_size(1, f->n_trees));
}

static cameo_status tree_setup_with(const cm_kctx *k, cm_setup *s) {
    tree_forest f;
    tree_measure(k, &f);
    size_t n;
    bool over = cm_ckd_mul(f.block, f.n_targets, &n) ||
                cm_ckd_mul(n, sizeof(double) + 1, &s->worker_scratch) ||
                cm_ckd_mul(f.rows, sizeof(uint32_t), &n);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "%zu rows of %zu scores", f.rows, f.n_targets);
    cm_setup_simple(s, f.rows, tree_rows_per_task(&f));
    return CAMEO_OK;
}

/* One phase over rows. Worker scratch: the scores of a block of rows. */
cameo_status cm_tree_setup(const cm_kctx *k, cm_setup *s) { return tree_setup_with(k, s); }

/* A second phase of one task writes labels that are strings. Scratch: uint32_t [rows], the number of
 * the label of each row. */
cameo_status cm_tree_classifier_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(tree_setup_with(k, s));
    if (cm_in(k, CM_TREE_LABEL)->dtype != CAMEO_STRING) return CAMEO_OK;
    const cm_tensor *x = cm_in(k, CM_TREE_X);
    s->scratch = (x->rank == 1 ? 1 : x->dims[0]) * sizeof(uint32_t);
    s->n_phases = 2;
    s->phase[1].n_tasks = 1;
    return CAMEO_OK;
}

/* The weights of a leaf go to the scores of row r. */
static void tree_add_leaf(const tree_forest *f, tree_scores *s, size_t r, int32_t leaf) {
    double *sum = s->sum + r * f->n_targets;
    uint8_t *has = s->has + r * f->n_targets;
    for (int32_t i = f->begin[leaf]; i < f->begin[leaf + 1]; i++) {
        int32_t t = f->target[i];
        double w = f->weight != NULL ? (double)f->weight[i] : f->weight_wide[i];
        switch (f->aggregate) {
        case TREE_MIN: sum[t] = has[t] == 0 || w < sum[t] ? w : sum[t]; break;
        case TREE_MAX: sum[t] = has[t] == 0 || w > sum[t] ? w : sum[t]; break;
        default: sum[t] += w; break;
        }
        has[t] = 1;
    }
}

#define TREE_AT_F32(f, i) cm_load_f32(&(f)->node[(size_t)(i)*4 + 1])
#define TREE_AT_F64(f, i) ((f)->split != NULL ? (f)->split[i] : (double)TREE_AT_F32(f, i))
#define TREE_AS_IS(x) (x)
#define TREE_AS_F32(x) ((float)(x))
#define TREE_AS_F64(x) ((double)(x))

#define TREE_NAME f32
#define TREE_X float
#define TREE_V float
#define TREE_LOAD TREE_AS_IS
#define TREE_AT TREE_AT_F32
#include "kernels/tree_tmpl.h"

#define TREE_NAME f32_wide
#define TREE_X float
#define TREE_V double
#define TREE_LOAD TREE_AS_F64
#define TREE_AT TREE_AT_F64
#include "kernels/tree_tmpl.h"

#define TREE_NAME f64
#define TREE_X double
#define TREE_V double
#define TREE_LOAD TREE_AS_IS
#define TREE_AT TREE_AT_F64
#include "kernels/tree_tmpl.h"

#define TREE_NAME f16
#define TREE_X uint16_t
#define TREE_V float
#define TREE_LOAD cm_f16_to_f32
#define TREE_AT TREE_AT_F32
#include "kernels/tree_tmpl.h"

#define TREE_NAME i32
#define TREE_X int32_t
#define TREE_V float
#define TREE_LOAD TREE_AS_F32
#define TREE_AT TREE_AT_F32
#include "kernels/tree_tmpl.h"

#define TREE_NAME i32_wide
#define TREE_X int32_t
#define TREE_V double
#define TREE_LOAD TREE_AS_F64
#define TREE_AT TREE_AT_F64
#include "kernels/tree_tmpl.h"

#define TREE_NAME i64
#define TREE_X int64_t
#define TREE_V float
#define TREE_LOAD TREE_AS_F32
#define TREE_AT TREE_AT_F32
#include "kernels/tree_tmpl.h"

#define TREE_NAME i64_wide
#define TREE_X int64_t
#define TREE_V double
#define TREE_LOAD TREE_AS_F64
#define TREE_AT TREE_AT_F64
#include "kernels/tree_tmpl.h"

/* What the functions of tree_tmpl.h do, by the dtype of X. */
typedef void tree_rows_fn(const tree_forest *f, const void *x, size_t n, size_t cols,
                          tree_scores *s);

/* Turns the sums of one row into the scores of a regressor. */
static void tree_regress(const tree_forest *f, double *v) {
    for (size_t i = 0; i < f->n_targets; i++) {
        if (f->aggregate == TREE_AVERAGE) v[i] /= (double)f->n_trees;
        if (i < f->n_base) v[i] += f->base[i];
    }
    if (f->n_targets > 1 || f->post == CM_POST_PROBIT) cm_ml_post(f->post, v, f->n_targets);
}

/* Two classes, of which class c alone has weights; v[c] is its sum. Returns the number of the label. */
static uint32_t tree_classify_binary(const tree_forest *f, double *v) {
    size_t c = (size_t)f->binary - 1;
    if (f->n_base > c) v[c] += f->base[c];
    double s = (double)(float)v[c];
    if (c == 0 && f->n_base < 2) {
        cm_ml_post_binary(f->post, s, f->positive, v);
    } else {
        v[c] = s;
        cm_ml_post(f->post, v, 2);
    }
    return s > (f->positive ? 0.5 : 0.0);
}

/* Turns the sums of one row into the scores of a classifier. Returns the number of the label. */
static uint32_t tree_classify(const tree_forest *f, double *v) {
    uint32_t best = 0;
    if (f->binary != 0) return tree_classify_binary(f, v);
    for (size_t i = 0; i < f->n_targets; i++) {
        if (i < f->n_base) v[i] += f->base[i];
        v[i] = (double)(float)v[i];
        if (v[i] > v[best]) best = (uint32_t)i;
    }
    if (f->n_targets > 1 || f->post == CM_POST_PROBIT) cm_ml_post(f->post, v, f->n_targets);
    return best;
}

static void tree_store(const cm_tensor *z, size_t at, const double *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float rounded = (float)v[i];
        switch (z->dtype) {
        case CAMEO_DOUBLE: ((double *)z->data)[at + i] = v[i]; break;
        case CAMEO_FLOAT16: ((uint16_t *)z->data)[at + i] = cm_f16_from_f64(v[i]); break;
        default: ((float *)z->data)[at + i] = rounded; break;
        }
    }
}

/* The scores of rows [begin, end). label: of each of them, or NULL for a regressor. */
static void tree_run_rows(const cm_kctx *k, const tree_forest *f, tree_rows_fn *rows, size_t begin,
                          size_t end, const cm_tensor *z) {
    const cm_tensor *x = cm_in(k, CM_TREE_X), *label = cm_in(k, CM_TREE_LABEL);
    const cm_tensor *y = label == NULL ? NULL : cm_out(k, 0);
    size_t width = cameo_dtype_bits((cameo_dtype)x->dtype) / 8;
    tree_scores s = {.sum = (double *)(void *)k->worker_scratch};
    s.has = (uint8_t *)(s.sum + f->block * f->n_targets);
    for (size_t r = begin; r < end; r += f->block) {
        size_t n = cm_min_size(f->block, end - r);
        memset(k->worker_scratch, 0, f->block * f->n_targets * (sizeof(double) + 1));
        rows(f, (const uint8_t *)x->data + r * f->cols * width, n, f->cols, &s);
        for (size_t i = 0; i < n; i++) {
            double *v = s.sum + i * f->n_targets;
            uint32_t number = 0;
            if (label == NULL)
                tree_regress(f, v);
            else
                number = tree_classify(f, v);
            if (z != NULL) tree_store(z, (r + i) * f->n_targets, v, f->n_targets);
            if (y == NULL) continue;
            if (label->dtype == CAMEO_STRING) {
                ((uint32_t *)(void *)k->scratch)[r + i] = number;
            } else {
                ((int64_t *)y->data)[r + i] = ((const int64_t *)label->data)[number];
            }
        }
    }
}

static tree_rows_fn *tree_choose(const cm_kctx *k, bool wide) {
    switch (cm_in(k, CM_TREE_X)->dtype) {
    case CAMEO_FLOAT: return wide ? tree_rows_f32_wide : tree_rows_f32;
    case CAMEO_FLOAT16: return tree_rows_f16;
    case CAMEO_INT32: return wide ? tree_rows_i32_wide : tree_rows_i32;
    case CAMEO_INT64: return wide ? tree_rows_i64_wide : tree_rows_i64;
    default: return tree_rows_f64;
    }
}

static cameo_status tree_run_tasks(const cm_kctx *k, uint32_t begin, uint32_t end,
                                   const cm_tensor *z) {
    tree_forest f;
    CM_TRY(tree_open(k, &f));
    size_t per_task = tree_rows_per_task(&f);
    tree_rows_fn *rows = tree_choose(k, f.split != NULL);
    tree_run_rows(k, &f, rows, begin * per_task, cm_min_size(f.rows, end * per_task), z);
    return CAMEO_OK;
}

/* cm_tree_run — z[row][target] = the aggregated weights of the leaves that the row reaches.
 *   X    [rows][features] or [features]; float, double, int32, int64 (TreeEnsemble: float16, too)
 *   z    [rows][n_targets] float; TreeEnsemble: the dtype of X
 * Errors: E_SHAPE X has too few features. */
cameo_status cm_tree_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return begin < end ? tree_run_tasks(k, begin, end, cm_out(k, 0)) : CAMEO_OK;
}

typedef struct tree_labels {
    const cm_tensor *label;
    const uint32_t *number; /* [rows] */
} tree_labels;

static cm_str tree_label(const void *ctx, size_t i, uint32_t part) {
    const tree_labels *l = ctx;
    (void)part;
    return cm_tensor_str(l->label, l->number[i]);
}

/* cm_tree_classifier_run — z[row][class] scores as cm_tree_run, y[row] the label.
 *   y    [rows] int64 or string
 * Errors: E_SHAPE X has too few features; E_NOMEM, E_LIMIT strings. */
cameo_status cm_tree_classifier_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    if (begin >= end) return CAMEO_OK;
    if (phase == 0) return tree_run_tasks(k, begin, end, cm_out(k, 1));
    tree_labels l = {cm_in(k, CM_TREE_LABEL), (const uint32_t *)(const void *)k->scratch};
    const cm_tensor *x = cm_in(k, CM_TREE_X);
    size_t rows = x->rank == 1 ? 1 : x->dims[0];
    return cm_strings_emit(k, 0, 1, &rows, &(cm_string_source){tree_label, &l, 1});
}
