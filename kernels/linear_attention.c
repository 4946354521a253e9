/* linear_attention.c — LinearAttention: a state that each step writes a key and a value into, and a query reads.
 *
 *   S_t = exp(g_t) * S_t-1 + k_t v'_t,  o_t = scale * q_t S_t           S is [d_k][d_v], one for each head of keys
 *   v'  = v (linear, gated), beta_t * (v_t - k_t (exp(g_t) * S_t-1)) (delta, gated_delta)
 *   g is 0 but for the gated ones
 *
 * Query, key and value are [batch][steps][heads * width]; several heads of queries may share a state. decay has a
 * number for each head or for each row of its state, beta one for each head or one for all. Computed in double;
 * chunk_size is not looked at. Tasks are states. Source: ONNX LinearAttention, since_version 27. */
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct linear_attention_params {
    int32_t q_num_heads, kv_num_heads, update_rule;
    float scale;
} linear_attention_params;

enum { LINEAR_PLAIN, LINEAR_GATED, LINEAR_DELTA, LINEAR_GATED_DELTA };
enum { LINEAR_Q, LINEAR_K, LINEAR_V, LINEAR_PAST, LINEAR_DECAY, LINEAR_BETA };

static const cm_field linear_attention_fields[] = {
    CM_F_I32(linear_attention_params, q_num_heads, 0),
    CM_F_I32(linear_attention_params, kv_num_heads, 0),
    CM_F_ENUM(linear_attention_params, update_rule, "linear,gated,delta,gated_delta",
              LINEAR_GATED_DELTA),
    CM_F_F32(linear_attention_params, scale, 0)};

static cameo_status linear_attention_parse(const cm_parse *p, void *params) {
    const linear_attention_params *q = params;
    CM_CHECK(q->kv_num_heads > 0 && q->q_num_heads > 0 && q->q_num_heads % q->kv_num_heads == 0,
             p->e, CAMEO_E_SHAPE, "%d heads of queries are no multiple of %d", (int)q->q_num_heads,
             (int)q->kv_num_heads);
    return CAMEO_OK;
}

static cameo_status linear_attention_shape(cm_shape *s) {
    const linear_attention_params *p = s->params;
    const cm_avalue *q = cm_shape_in(s, LINEAR_Q), *v = cm_shape_in(s, LINEAR_V),
                    *past = cm_shape_in(s, LINEAR_PAST);
    int dtype = past->kind != CAMEO_KIND_NONE ? past->dtype : q->dtype;
    bool gated = (p->update_rule & LINEAR_GATED) != 0, delta = (p->update_rule & LINEAR_DELTA) != 0;
    CM_CHECK(gated == cm_shape_has(s, LINEAR_DECAY) && delta == cm_shape_has(s, LINEAR_BETA), s->e,
             CAMEO_E_MALFORMED, "the update rule wants decay %s and beta %s",
             gated ? "given" : "absent", delta ? "given" : "absent");
    if (q->rank == CM_RANK_UNKNOWN || v->rank == CM_RANK_UNKNOWN) {
        CM_TRY(cm_shape_out(s, 0, q->dtype, 3, NULL));
        return cm_shape_out(s, 1, dtype, 4, NULL);
    }
    CM_CHECK(q->rank == 3 && v->rank == 3, s->e, CAMEO_E_SHAPE,
             "query and value have rank %u and %u, want 3", (unsigned)q->rank, (unsigned)v->rank);
    cm_dim width = cm_dim_div_floor(s->dims, v->dims[2], p->kv_num_heads);
    cm_dim out[3] = {q->dims[0], q->dims[1], cm_dim_mul(s->dims, width, p->q_num_heads)};
    cm_dim state[4] = {q->dims[0], p->kv_num_heads,
                       cm_dim_div_floor(s->dims, q->dims[2], p->q_num_heads), width};
    CM_TRY(cm_shape_out(s, 0, q->dtype, 3, out));
    return cm_shape_out(s, 1, dtype, 4, state);
}

/* Multiply-adds. */
static uint64_t linear_attention_cost(const cm_shape *s) {
    uint64_t n = 3;
    const cm_avalue *q = cm_shape_in(s, LINEAR_Q), *state = &s->out[1];
    for (uint32_t i = 0; i < 3; i++) n = cm_cost_mul(n, (uint64_t)q->dims[i]);
    return s->n_out > 1 && cm_dim_is_const(state->dims[3])
               ? cm_cost_mul(n, (uint64_t)state->dims[3])
               : n;
}

const cm_op cm_op_LinearAttention = {.id = CM_OP_LinearAttention,
                                     .n_fields = 4,
                                     .params_size = sizeof(linear_attention_params),
                                     .fields = linear_attention_fields,
                                     .parse = linear_attention_parse,
                                     .shape = linear_attention_shape,
                                     .cost = linear_attention_cost};

typedef struct linear_sizes {
    size_t batch, steps, heads, states, group, d_k, d_v;
    size_t n_decay, n_beta; /* in a step */
} linear_sizes;

static linear_sizes linear_sizes_of(const cm_kctx *k) {
    const linear_attention_params *p = k->params;
    const cm_tensor *q = cm_in(k, LINEAR_Q), *decay = cm_in(k, LINEAR_DECAY),
                    *beta = cm_in(k, LINEAR_BETA);
    linear_sizes z = {
        q->dims[0], q->dims[1], (size_t)p->q_num_heads, (size_t)p->kv_num_heads, 0, 0, 0, 0, 0};
    z.group = z.heads / z.states;
    z.d_k = q->dims[2] / z.heads;
    z.d_v = cm_in(k, LINEAR_V)->dims[2] / z.states;
    z.n_decay = decay == NULL ? 0 : decay->dims[2];
    z.n_beta = beta == NULL ? 0 : beta->dims[2];
    return z;
}

static cameo_status linear_check(const cm_kctx *k, uint32_t i, const linear_sizes *z, size_t a,
                                 size_t b) {
    const cm_tensor *t = cm_in(k, i);
    bool fits = t == NULL || (t->rank == 3 && t->dims[0] == z->batch && t->dims[1] == z->steps &&
                              (t->dims[2] == a || t->dims[2] == b));
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "input %u is not [%zu][%zu][%zu]", i, z->batch, z->steps,
             a);
    return CAMEO_OK;
}

/* Room for a state and a step. Errors: E_SHAPE dims that do not fit to each other; E_LIMIT. */
cameo_status cm_linear_attention_setup(const cm_kctx *k, cm_setup *s) {
    for (uint32_t i = 0; i < 6; i++) {
        const cm_tensor *t = cm_in(k, i);
        CM_CHECK(t == NULL || t->rank == (i == LINEAR_PAST ? 4 : 3), k->e, CAMEO_E_SHAPE,
                 "input %u has rank %u", i, t == NULL ? 0u : (unsigned)t->rank);
    }
    linear_sizes z = linear_sizes_of(k);
    CM_TRY(linear_check(k, LINEAR_Q, &z, z.d_k * z.heads, z.d_k * z.heads));
    CM_TRY(linear_check(k, LINEAR_K, &z, z.d_k * z.states, z.d_k * z.states));
    CM_TRY(linear_check(k, LINEAR_V, &z, z.d_v * z.states, z.d_v * z.states));
    CM_TRY(linear_check(k, LINEAR_DECAY, &z, z.states, z.d_k * z.states));
    CM_TRY(linear_check(k, LINEAR_BETA, &z, z.states, 1));
    const cm_tensor *past = cm_in(k, LINEAR_PAST);
    bool fits = past == NULL || (past->dims[0] == z.batch && past->dims[1] == z.states &&
                                 past->dims[2] == z.d_k && past->dims[3] == z.d_v);
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "past_state is not [%zu][%zu][%zu][%zu]", z.batch, z.states,
             z.d_k, z.d_v);
    size_t n, line;
    fits = !cm_ckd_mul(z.d_k, z.d_v, &n) && !cm_ckd_mul(z.d_k, 3, &line) &&
           !cm_ckd_add(n, line, &n) && !cm_ckd_mul(z.d_v, 2, &line) && !cm_ckd_add(n, line, &n) &&
           !cm_ckd_mul(n, sizeof(double), &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "a state of %zu x %zu exceeds the address space", z.d_k,
             z.d_v);
    cm_setup_simple(s, z.batch * z.states, 1);
    return CAMEO_OK;
}

/* Rows of a state, and of one step: decay and key [d_k], query [d_k], value and result [d_v]. */
typedef struct linear_room {
    double *state, *decay, *key, *query, *value, *result;
} linear_room;

static void linear_load(const cm_tensor *t, size_t first, size_t n, double *to) {
    if (n != 0) cm_lane_load_f64(t->dtype, t->data, first, n, to);
}

/* The state after a step: decay, correction of the value, outer product. */
static void linear_write(const cm_kctx *k, const linear_sizes *z, const linear_room *w, size_t step,
                         size_t head) {
    bool gated = z->n_decay != 0, delta = z->n_beta != 0;
    double beta = 1;
    linear_load(cm_in(k, LINEAR_K), step * z->states * z->d_k + head * z->d_k, z->d_k, w->key);
    linear_load(cm_in(k, LINEAR_V), step * z->states * z->d_v + head * z->d_v, z->d_v, w->value);
    if (gated) {
        size_t own = z->n_decay / z->states;
        linear_load(cm_in(k, LINEAR_DECAY), step * z->n_decay + head * own, own, w->decay);
        for (size_t i = 0; i < z->d_k; i++) {
            double g = cm_exp(w->decay[own == z->d_k && own != 1 ? i : 0]);
            for (size_t j = 0; j < z->d_v; j++) w->state[i * z->d_v + j] *= g;
        }
    }
    if (delta) {
        linear_load(cm_in(k, LINEAR_BETA), step * z->n_beta + (z->n_beta == 1 ? 0 : head), 1,
                    &beta);
        for (size_t i = 0; i < z->d_k; i++) {
            for (size_t j = 0; j < z->d_v; j++) w->value[j] -= w->key[i] * w->state[i * z->d_v + j];
        }
    }
    for (size_t i = 0; i < z->d_k; i++) {
        for (size_t j = 0; j < z->d_v; j++)
            w->state[i * z->d_v + j] += w->key[i] * beta * w->value[j];
    }
}

static void linear_read(const cm_kctx *k, const linear_sizes *z, const linear_room *w, size_t step,
                        size_t head, double scale) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    const cm_tensor *y = cm_out(k, 0);
    for (size_t h = head * z->group; y != NULL && h < (head + 1) * z->group; h++) {
        linear_load(cm_in(k, LINEAR_Q), (step * z->heads + h) * z->d_k, z->d_k, w->query);
        for (size_t j = 0; j < z->d_v; j++) w->result[j] = 0;
        for (size_t i = 0; i < z->d_k; i++) {
            for (size_t j = 0; j < z->d_v; j++)
                w->result[j] += scale * w->query[i] * w->state[i * z->d_v + j];
        }
        if (z->d_v != 0)
            cm_lane_store_f64(y->dtype, y->data, (step * z->heads + h) * z->d_v, z->d_v, w->result,
                              rounding);
    }
}

cameo_status cm_linear_attention_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    const linear_attention_params *p = k->params;
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    linear_sizes z = linear_sizes_of(k);
    double *room = (double *)(void *)k->worker_scratch;
    size_t n = z.d_k * z.d_v;
    linear_room w = {room,
                     room + n,
                     room + n + z.d_k,
                     room + n + 2 * z.d_k,
                     room + n + 3 * z.d_k,
                     room + n + 3 * z.d_k + z.d_v};
    double scale = p->scale != 0 ? (double)p->scale : 1 / cm_sqrt((double)z.d_k);
    const cm_tensor *past = cm_in(k, LINEAR_PAST), *present = cm_out(k, 1);
    (void)phase;
    for (uint32_t t = begin; t < end; t++) {
        size_t b = t / z.states, head = t % z.states;
        for (size_t i = 0; i < n; i++) w.state[i] = 0;
        if (past != NULL) linear_load(past, t * n, n, w.state);
        for (size_t i = 0; i < z.steps; i++) {
            linear_write(k, &z, &w, b * z.steps + i, head);
            linear_read(k, &z, &w, b * z.steps + i, head, scale);
        }
        if (present != NULL && n != 0)
            cm_lane_store_f64(present->dtype, present->data, t * n, n, w.state, rounding);
    }
    return CAMEO_OK;
}
