/* optimizer.c — Adagrad, Adam, Momentum: one step of training on any number of tensors X with gradients G.
 *
 * Inputs are R, T, all X, all G, then the states of all, kind by kind; outputs the new X and the new states. All is
 * computed in double and rounded once; each tensor has its own dtype.
 * Source: ONNX ai.onnx.preview.training Adagrad, Adam, Momentum, since_version 1. */
#include "base/math.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct optimizer_params {
    int32_t mode; /* Momentum: 1 is nesterov */
    float norm, norm_post, decay, epsilon, alpha, beta;
} optimizer_params;

#define OPTIMIZER_F32(name, member, value) \
    {name, CM_FIELD_F32, 1, offsetof(optimizer_params, member), 0, value, NULL}

static const cm_field optimizer_adagrad_fields[] = {OPTIMIZER_F32("norm_coefficient", norm, 0),
                                                    OPTIMIZER_F32("decay_factor", decay, 0),
                                                    OPTIMIZER_F32("epsilon", epsilon, 1e-6F)};
static const cm_field optimizer_adam_fields[] = {
    OPTIMIZER_F32("norm_coefficient", norm, 0), OPTIMIZER_F32("norm_coefficient_post", norm_post, 0),
    OPTIMIZER_F32("epsilon", epsilon, 1e-6F), OPTIMIZER_F32("alpha", alpha, 0.9F),
    OPTIMIZER_F32("beta", beta, 0.999F)};
static const cm_field optimizer_momentum_fields[] = {
    CM_F_ENUM(optimizer_params, mode, "standard,nesterov", 0), OPTIMIZER_F32("norm_coefficient", norm, 0),
    OPTIMIZER_F32("alpha", alpha, 0), OPTIMIZER_F32("beta", beta, 0)};

#define OPTIMIZER_FIRST 2 /* the first X */

/* States beside X that an operator keeps. */
static uint32_t optimizer_states(const cm_op *op) { return op->id == CM_OP_Adam ? 2 : 1; }

/* Tensors of n_in inputs. Errors: E_SHAPE they are no whole number. */
static cameo_status optimizer_count(const cm_op *op, uint32_t n_in, uint32_t *n, cameo_error *e) {
    uint32_t kinds = 2 + optimizer_states(op);
    bool fits = n_in > OPTIMIZER_FIRST && (n_in - OPTIMIZER_FIRST) % kinds == 0;
    CM_CHECK(fits, e, CAMEO_E_SHAPE, "%u inputs behind R and T, want %u for each tensor", n_in - OPTIMIZER_FIRST,
             kinds);
    *n = (n_in - OPTIMIZER_FIRST) / kinds;
    return CAMEO_OK;
}

static cameo_status optimizer_shape(cm_shape *s) {
    uint32_t n, states = optimizer_states(s->op);
    CM_TRY(optimizer_count(s->op, s->n_in, &n, s->e));
    for (uint32_t i = 0; i < n * (2 + states); i++) {
        const cm_avalue *x = cm_shape_in(s, OPTIMIZER_FIRST + i % n), *v = cm_shape_in(s, OPTIMIZER_FIRST + i);
        bool fits = v->dtype == x->dtype && (v->rank == x->rank || v->rank == CM_RANK_UNKNOWN ||
            x->rank == CM_RANK_UNKNOWN);
        for (uint32_t d = 0; fits && v->rank == x->rank && d < x->rank && x->rank != CM_RANK_UNKNOWN; d++) {
            fits = cm_shape_equal(s, v->dims[d], x->dims[d]);
        }
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "input %u has not the dtype and dims of tensor %u", OPTIMIZER_FIRST + i,
                 i % n);
    }
    for (uint32_t i = 0; i < n * (1 + states); i++) CM_TRY(cm_shape_out_like(s, i, OPTIMIZER_FIRST + i % n));
    return CAMEO_OK;
}

#define OPTIMIZER_OP(name, field_list)                                             \
    const cm_op cm_op_##name = {.id = CM_OP_##name,                                \
                                .n_fields = sizeof(field_list) / sizeof(cm_field), \
                                .params_size = sizeof(optimizer_params),           \
                                .fields = field_list,                              \
                                .shape = optimizer_shape};
OPTIMIZER_OP(Adagrad, optimizer_adagrad_fields)
OPTIMIZER_OP(Adam, optimizer_adam_fields)
OPTIMIZER_OP(Momentum, optimizer_momentum_fields)

/* One phase; each tensor has tasks of its own. Scratch: none. Errors: E_SHAPE; E_LIMIT. */
cameo_status cm_optimizer_setup(const cm_kctx *k, cm_setup *s) {
    uint32_t n;
    size_t tasks = 0;
    CM_TRY(optimizer_count(k->op, k->n_in, &n, k->e));
    for (uint32_t i = 0; i < 2; i++) {
        CM_CHECK(cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want 1", i, cm_in(k, i)->n);
    }
    for (uint32_t i = 0; i < n * (2 + optimizer_states(k->op)); i++) {
        const cm_tensor *v = cm_in(k, OPTIMIZER_FIRST + i), *x = cm_in(k, OPTIMIZER_FIRST + i % n);
        CM_CHECK(v != NULL && x != NULL && v->n == x->n && v->dtype == x->dtype, k->e, CAMEO_E_SHAPE,
                 "input %u has not the dtype and dims of tensor %u", OPTIMIZER_FIRST + i, i % n);
        if (i < n) tasks += cm_task_count(x->n, CM_TASK_ITEMS);
    }
    CM_CHECK(tasks <= UINT32_MAX, k->e, CAMEO_E_LIMIT, "%zu tasks are too many", tasks);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)tasks;
    return CAMEO_OK;
}

/* What all elements share. */
typedef struct optimizer_rule {
    const optimizer_params *q;
    uint16_t op;
    bool first;  /* T is 0 or less */
    double rate; /* adjusted */
} optimizer_rule;

static optimizer_rule optimizer_rule_of(const cm_kctx *k) {
    const optimizer_params *q = k->params;
    const cm_tensor *r = cm_in(k, 0);
    int64_t t = cm_move_index(cm_in(k, 1), 0);
    optimizer_rule rule = {.q = q, .op = k->op->id, .first = t <= 0, .rate = cm_real_at(r->dtype, r->data, 0)};
    if (rule.op == CM_OP_Adagrad) rule.rate /= 1 + (double)t * (double)q->decay;
    if (rule.op == CM_OP_Adam && t > 0) {
        rule.rate *= cm_sqrt(1 - cm_pow((double)q->beta, (double)t)) / (1 - cm_pow((double)q->alpha, (double)t));
    }
    return rule;
}

/* v: X, then the states, of one element with gradient g; new ones take their place. */
static void optimizer_step(const optimizer_rule *r, double g, double v[3]) {
    const optimizer_params *q = r->q;
    double alpha = (double)q->alpha, beta = (double)q->beta;
    g += (double)q->norm * v[0];
    switch (r->op) {
    case CM_OP_Adagrad:
        v[1] += g * g;
        v[0] -= r->rate * g / (cm_sqrt(v[1]) + (double)q->epsilon);
        break;
    case CM_OP_Adam:
        v[1] = alpha * v[1] + (1 - alpha) * g;
        v[2] = beta * v[2] + (1 - beta) * g * g;
        v[0] -= r->rate * v[1] / (cm_sqrt(v[2]) + (double)q->epsilon);
        v[0] *= 1 - (double)q->norm_post;
        break;
    default:
        v[1] = alpha * v[1] + (r->first ? 1 : beta) * g;
        v[0] -= r->rate * (q->mode != 0 ? g + alpha * v[1] : v[1]);
    }
}

/* Task t of tensor i, of n. */
static void optimizer_task(const cm_kctx *k, const optimizer_rule *r, uint32_t n, uint32_t i, size_t t) {
    uint32_t states = optimizer_states(k->op);
    const cm_tensor *g = cm_in(k, OPTIMIZER_FIRST + n + i), *in[3];
    for (uint32_t s = 0; s <= states; s++) in[s] = cm_in(k, OPTIMIZER_FIRST + (s == 0 ? 0 : s + 1) * n + i);
    for (size_t j = t * CM_TASK_ITEMS; j < cm_min_size(g->n, (t + 1) * CM_TASK_ITEMS); j++) {
        double v[3] = {0, 0, 0};
        for (uint32_t s = 0; s <= states; s++) v[s] = cm_real_at(in[s]->dtype, in[s]->data, j);
        optimizer_step(r, cm_real_at(g->dtype, g->data, j), v);
        for (uint32_t s = 0; s <= states; s++) {
            const cm_tensor *y = cm_out(k, s * n + i);
            if (y != NULL) cm_real_put(y->dtype, y->data, j, v[s]);
        }
    }
}

/* cm_optimizer_run — float or double tensors. Errors: none. */
cameo_status cm_optimizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    uint32_t n, first = 0;
    optimizer_rule rule = optimizer_rule_of(k);
    (void)phase;
    CM_TRY(optimizer_count(k->op, k->n_in, &n, k->e));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t tasks = cm_task_count(cm_in(k, OPTIMIZER_FIRST + i)->n, CM_TASK_ITEMS);
        for (uint32_t t = begin; t < end; t++) {
            if (t >= first && t - first < tasks) optimizer_task(k, &rule, n, i, t - first);
        }
        first += tasks;
    }
    return CAMEO_OK;
}
