/* loss.c — NegativeLogLikelihoodLoss: minus the element that the target names, by weight; SoftmaxCrossEntropyLoss: of
 * the logarithm of the softmax of the scores, which is its second output.
 *
 * Sums are double, in the order of the samples within a task and of the tasks, rounded once. mean divides by the sum of
 * the weights of the samples, 1 where there are no weights and 0 for ignored ones: NaN where that sum is 0.
 * Source: ONNX NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss, since_version 12, 13, 22 and 12, 13. */
#include "base/math.h"
#include "kernels/move.h"
#include "kernels/real.h"

enum { LOSS_NONE, LOSS_SUM, LOSS_MEAN };

typedef struct loss_params {
    int32_t reduction;
    int32_t ignores;   /* is there an ignore_index? */
    int32_t ignore[2]; /* its low and high half */
} loss_params;

static const cm_field loss_fields[] = {CM_F_ENUM(loss_params, reduction, "none,sum,mean", LOSS_MEAN),
                                       CM_F_OWN(loss_params, ignores), CM_F_OWN(loss_params, ignore)};

static cameo_status loss_parse(const cm_parse *p, void *params) {
    loss_params *q = params;
    int64_t v;
    CM_TRY(cm_attr_i64(p, "ignore_index", 0, &v));
    q->ignores = cm_attr_find(p, "ignore_index") != NULL;
    q->ignore[0] = (int32_t)(uint32_t)((uint64_t)v & UINT32_MAX);
    q->ignore[1] = (int32_t)(uint32_t)((uint64_t)v >> 32);
    return CAMEO_OK;
}

static int64_t loss_ignored(const loss_params *q) {
    return (int64_t)((uint64_t)(uint32_t)q->ignore[1] << 32 | (uint32_t)q->ignore[0]);
}

static cameo_status loss_shape(cm_shape *s) {
    const loss_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0), *target = cm_shape_in(s, 1), *weight = cm_shape_in(s, 2);
    bool known = x->rank != CM_RANK_UNKNOWN;
    cm_dim dims[CM_MAX_RANK];
    CM_CHECK(!known || x->rank >= 2, s->e, CAMEO_E_SHAPE, "input 0 has rank %u, want at least 2", (unsigned)x->rank);
    CM_CHECK(!known || target->rank == CM_RANK_UNKNOWN || target->rank + 1u == x->rank, s->e, CAMEO_E_SHAPE,
             "labels of rank %u for scores of rank %u", (unsigned)target->rank, (unsigned)x->rank);
    for (uint32_t d = 0; known && d + 1 < x->rank; d++) {
        dims[d] = x->dims[d == 0 ? 0 : d + 1];
        if (target->rank == CM_RANK_UNKNOWN) continue;
        CM_CHECK(cm_shape_equal(s, dims[d], target->dims[d]), s->e, CAMEO_E_SHAPE,
                 "dim %u of the labels is %lld, that of the scores %lld", d, CM_LL(target->dims[d]), CM_LL(dims[d]));
    }
    if (cm_shape_has(s, 2) && weight->rank != CM_RANK_UNKNOWN) {
        CM_CHECK(weight->rank == 1 && (!known || cm_shape_equal(s, weight->dims[0], x->dims[1])), s->e, CAMEO_E_SHAPE,
                 "the weights are not one for each class");
    }
    uint32_t rank = q->reduction != LOSS_NONE ? 0 : known ? x->rank - 1u : target->rank;
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, known ? dims : target->dims));
    return s->n_out > 1 ? cm_shape_out_like(s, 1, 0) : CAMEO_OK;
}

/* Scores of which the logarithm is taken, and labels. */
static uint64_t loss_cost(const cm_shape *s) {
    bool logs = s->op->id == CM_OP_SoftmaxCrossEntropyLoss;
    return cm_cost_add(logs ? cm_shape_cost(cm_shape_in(s, 0), 64) : 0, cm_shape_cost(cm_shape_in(s, 1), 16));
}

#define LOSS_OP(name)                                            \
    const cm_op cm_op_##name = {.id = CM_OP_##name,              \
                                .n_fields = 3,                   \
                                .params_size = sizeof(loss_params), \
                                .fields = loss_fields,           \
                                .parse = loss_parse,             \
                                .shape = loss_shape,             \
                                .cost = loss_cost};
LOSS_OP(NegativeLogLikelihoodLoss)
LOSS_OP(SoftmaxCrossEntropyLoss)

/* [outer][classes][inner] */
typedef struct loss_split {
    size_t classes, inner, samples, per_task;
} loss_split;

static loss_split loss_split_of(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    loss_split s = {.classes = x->dims[1], .inner = cm_move_count(x->dims, 2, x->rank)};
    s.samples = x->dims[0] * s.inner;
    s.per_task = CM_TASK_ITEMS / (s.classes + 1) + 1;
    return s;
}

/* Phase 0: the samples of a task; phase 1: the sums of all. Scratch: double [tasks][2], losses and weights.
 * Errors: E_SHAPE; E_LIMIT. */
cameo_status cm_loss_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0), *weight = cm_in(k, 2);
    CM_CHECK(x->rank >= 2 && (weight == NULL || weight->n == x->dims[1]), k->e, CAMEO_E_SHAPE,
             "input 0 has rank %u, want at least 2, and a weight for each class", (unsigned)x->rank);
    loss_split split = loss_split_of(k);
    CM_CHECK(cm_in(k, 1)->n == split.samples, k->e, CAMEO_E_SHAPE, "%zu labels for %zu samples", cm_in(k, 1)->n,
             split.samples);
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(split.samples, split.per_task);
    s->phase[1].n_tasks = 1;
    CM_CHECK(!cm_ckd_mul(s->phase[0].n_tasks, 2 * sizeof(double), &s->scratch), k->e, CAMEO_E_LIMIT,
             "%zu samples are too many", split.samples);
    return CAMEO_OK;
}

/* What softmax takes from the scores at `at`, step `step`: their greatest, then the logarithm of the sum of the
 * exponentials of what is left. */
static void loss_softmax(const cm_tensor *x, size_t at, size_t step, size_t n, double below[2]) {
    double most = -CM_INF_F64, sum = 0;
    for (size_t c = 0; c < n; c++) {
        double v = cm_real_at(x->dtype, x->data, at + c * step);
        if (!(v <= most)) most = v;
    }
    for (size_t c = 0; c < n; c++) sum += cm_exp(cm_real_at(x->dtype, x->data, at + c * step) - most);
    below[0] = most;
    below[1] = cm_log(sum);
}

/* The loss of sample i, and its weight. Errors: E_SHAPE the label is no class. */
static cameo_status loss_sample(const cm_kctx *k, const loss_split *s, size_t i, double loss[2]) {
    const loss_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0), *weight = cm_in(k, 2), *logs = cm_out(k, 1);
    size_t at = i / s->inner * s->classes * s->inner + i % s->inner;
    int64_t label = cm_move_index(cm_in(k, 1), i);
    bool softmax = k->op->id == CM_OP_SoftmaxCrossEntropyLoss;
    bool ignored = q->ignores != 0 && label == loss_ignored(q);
    loss[0] = loss[1] = 0;
    CM_CHECK(ignored || (label >= 0 && (uint64_t)label < s->classes), k->e, CAMEO_E_SHAPE,
             "label %zu is %lld, want 0..%lld", i, CM_LL(label), CM_LL((int64_t)s->classes - 1));
    if (ignored && logs == NULL) return CAMEO_OK;
    double below[2] = {0, 0};
    if (softmax) loss_softmax(x, at, s->inner, s->classes, below);
    for (size_t c = 0; softmax && logs != NULL && c < s->classes; c++) {
        size_t j = at + c * s->inner;
        cm_real_put(logs->dtype, logs->data, j, cm_real_at(x->dtype, x->data, j) - below[0] - below[1]);
    }
    if (ignored) return CAMEO_OK;
    loss[1] = weight == NULL ? 1 : cm_real_at(weight->dtype, weight->data, (size_t)label);
    loss[0] = (below[1] - (cm_real_at(x->dtype, x->data, at + (size_t)label * s->inner) - below[0])) * loss[1];
    return CAMEO_OK;
}

/* cm_loss_run — x [n][classes][d...], labels [n][d...], weights [classes]; the loss is a scalar, or [n][d...].
 * Errors: E_SHAPE a label is no class. */
cameo_status cm_loss_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const loss_params *q = k->params;
    const cm_tensor *y = cm_out(k, 0);
    double *parts = (double *)(void *)k->scratch;
    loss_split s = loss_split_of(k);
    for (uint32_t t = begin; phase == 0 && t < end; t++) {
        double sum[2] = {0, 0}, one[2];
        for (size_t i = t * s.per_task; i < cm_min_size(s.samples, (t + 1) * s.per_task); i++) {
            CM_TRY(loss_sample(k, &s, i, one));
            sum[0] += one[0];
            sum[1] += one[1];
            if (q->reduction == LOSS_NONE && y != NULL) cm_real_put(y->dtype, y->data, i, one[0]);
        }
        parts[2 * t] = sum[0];
        parts[2 * t + 1] = sum[1];
    }
    if (phase == 0 || begin >= end || q->reduction == LOSS_NONE || y == NULL) return CAMEO_OK;
    double sum[2] = {0, 0};
    for (uint32_t t = 0; t < cm_task_count(s.samples, s.per_task); t++) {
        sum[0] += parts[2 * t];
        sum[1] += parts[2 * t + 1];
    }
    cm_real_put(y->dtype, y->data, 0, q->reduction == LOSS_MEAN ? sum[0] / sum[1] : sum[0]);
    return CAMEO_OK;
}
