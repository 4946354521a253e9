/* attention.c — Attention: queries, keys and values, their past, a mask; the scores, too. attend.h has the formulas.
 *
 * Q, K and V are [batch][heads][rows][width], or [batch][rows][heads * width] with the numbers of heads as
 * attributes; each may come in either form (ONNX wants one for all). Several heads of Q may share one of K and V. The
 * state of a decoder lies in yet another order, in which a rewrite leaves it (cm_kv_view).
 * Past keys and values lie before the new ones and are read where they are; presents are copies of both, where they
 * are wanted. Tasks are a head's CM_ATTEND_QUERIES queries. softmax_precision is not looked at: what is narrower
 * than float is computed in float, double in double. Query i stands at key p = past + i or, where lengths are given,
 * at length - rows + i: with is_causal it sees keys up to p, with windows of 0 or more those from p - left_window_size
 * on and up to p + right_window_size. Source: ONNX Attention, since_version 23, 24, 25. */
#include "base/math.h"
#include "kernels/attend.h"

typedef struct attention_params {
    int32_t q_num_heads, kv_num_heads, is_causal, qk_matmul_output_mode, left_window_size, right_window_size;
    float scale, softcap;
    int32_t has_scale[1];
    cm_kv_view kv; /* of rank 0 but for what rewrite `state_attention_view` made */
} attention_params;

static const cm_field attention_fields[] = {CM_F_I32(attention_params, q_num_heads, 0),
                                            CM_F_I32(attention_params, kv_num_heads, 0),
                                            CM_F_I32(attention_params, is_causal, 0),
                                            CM_F_I32(attention_params, qk_matmul_output_mode, 0),
                                            CM_F_I32(attention_params, left_window_size, -1),
                                            CM_F_I32(attention_params, right_window_size, -1),
                                            CM_F_F32(attention_params, scale, 0),
                                            CM_F_F32(attention_params, softcap, 0),
                                            CM_F_OWN(attention_params, has_scale),
                                            CM_F_OWN(attention_params, kv)};

enum { ATT_Q, ATT_K, ATT_V, ATT_MASK, ATT_PAST_K, ATT_PAST_V, ATT_LENGTHS };
enum { ATT_Y, ATT_PRESENT_K, ATT_PRESENT_V, ATT_SCORES };

static cameo_status attention_parse(const cm_parse *p, void *params) {
    attention_params *q = params;
    q->has_scale[0] = cm_attr_find(p, "scale") != NULL;
    CM_CHECK(q->q_num_heads >= 0 && q->kv_num_heads >= 0, p->e, CAMEO_E_SHAPE, "%d and %d heads",
             (int)q->q_num_heads, (int)q->kv_num_heads);
    CM_CHECK(q->qk_matmul_output_mode >= 0 && q->qk_matmul_output_mode <= CM_ATTEND_SOFTMAX, p->e,
             CAMEO_E_MALFORMED, "qk_matmul_output_mode is %d, want 0..3",
             (int)q->qk_matmul_output_mode);
    CM_CHECK(q->left_window_size >= -1 && q->right_window_size >= -1, p->e, CAMEO_E_MALFORMED,
             "windows of %d and %d, want -1 or more", (int)q->left_window_size, (int)q->right_window_size);
    CM_CHECK(q->softcap >= 0 && q->softcap < CM_INF_F32, p->e, CAMEO_E_MALFORMED,
             "softcap is negative or no number");
    return CAMEO_OK;
}

/* ---- shape ---- */

/* Dims of one operand as [batch][heads][rows][width]. */
typedef struct attention_dims {
    cm_dim dim[4];
} attention_dims;

/* Errors: E_SHAPE rank, heads. */
static cameo_status attention_dims_of(const cm_shape *s, uint32_t i, int32_t heads,
                                      attention_dims *d) {
    const cm_avalue *v = cm_shape_in(s, i);
    const cm_kv_view *kv = &((const attention_params *)s->params)->kv;
    for (uint32_t j = 0; j < 4; j++) d->dim[j] = CM_DIM_UNKNOWN;
    if (v->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    if (i != ATT_Q && kv->rank != 0) {
        CM_CHECK(v->rank == kv->rank, s->e, CAMEO_E_SHAPE, "input %u has rank %u, want %d", i, (unsigned)v->rank,
                 (int)kv->rank);
        for (uint32_t j = 0; j < 4; j++) d->dim[j] = v->dims[kv->at[j]];
        return CAMEO_OK;
    }
    CM_CHECK(v->rank == 3 || v->rank == 4, s->e, CAMEO_E_SHAPE, "input %u has rank %u, want 3 or 4",
             i, (unsigned)v->rank);
    if (v->rank == 4) {
        for (uint32_t j = 0; j < 4; j++) d->dim[j] = v->dims[j];
        return CAMEO_OK;
    }
    CM_CHECK(heads > 0, s->e, CAMEO_E_SHAPE,
             "input %u has rank 3, which wants q_num_heads and kv_num_heads", i);
    CM_CHECK(cm_dim_equal(s->dims, cm_dim_mod(s->dims, v->dims[2], heads), 0) != CM_NO, s->e,
             CAMEO_E_SHAPE, "the last dim of input %u is no multiple of %d heads", i, (int)heads);
    d->dim[0] = v->dims[0];
    d->dim[1] = heads;
    d->dim[2] = v->dims[1];
    d->dim[3] = cm_dim_div_floor(s->dims, v->dims[2], heads);
    return CAMEO_OK;
}

/* present = past and new rows. */
static cameo_status attention_present(cm_shape *s, uint32_t out, uint32_t past, uint32_t in,
                                      const attention_dims *d) {
    const cm_avalue *p = cm_shape_in(s, past);
    cm_dim dims[4] = {d->dim[0], d->dim[1], d->dim[2], d->dim[3]};
    if (p->kind != CAMEO_KIND_NONE) {
        CM_CHECK(p->rank == 4 || p->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
                 "input %u has rank %u, want 4", past, (unsigned)p->rank);
        dims[2] = p->rank == 4 ? cm_dim_add(s->dims, p->dims[2], d->dim[2]) : CM_DIM_UNKNOWN;
    }
    return cm_shape_out(s, out, cm_shape_in(s, in)->dtype, 4, dims);
}

static cameo_status attention_shape(cm_shape *s) {
    const attention_params *p = s->params;
    const cm_avalue *q_in = cm_shape_in(s, ATT_Q);
    attention_dims q, k, v;
    CM_TRY(attention_dims_of(s, ATT_Q, p->q_num_heads, &q));
    CM_TRY(attention_dims_of(s, ATT_K, p->kv_num_heads, &k));
    CM_TRY(attention_dims_of(s, ATT_V, p->kv_num_heads, &v));
    CM_CHECK(cm_shape_has(s, ATT_PAST_K) == cm_shape_has(s, ATT_PAST_V), s->e, CAMEO_E_SHAPE,
             "past_key and past_value are wanted together");
    if (q_in->rank == CM_RANK_UNKNOWN) {
        CM_TRY(cm_shape_out(s, ATT_Y, q_in->dtype, CM_RANK_UNKNOWN, NULL));
    } else if (q_in->rank == 3) {
        cm_dim dims[3] = {q.dim[0], q.dim[2], cm_dim_mul(s->dims, q.dim[1], v.dim[3])};
        CM_TRY(cm_shape_out(s, ATT_Y, q_in->dtype, 3, dims));
    } else {
        cm_dim dims[4] = {q.dim[0], q.dim[1], q.dim[2], v.dim[3]};
        CM_TRY(cm_shape_out(s, ATT_Y, q_in->dtype, 4, dims));
    }
    CM_TRY(attention_present(s, ATT_PRESENT_K, ATT_PAST_K, ATT_K, &k));
    CM_TRY(attention_present(s, ATT_PRESENT_V, ATT_PAST_V, ATT_V, &v));
    cm_dim all = k.dim[2];
    if (cm_shape_has(s, ATT_PAST_K)) {
        const cm_avalue *past = cm_shape_in(s, ATT_PAST_K);
        all = past->rank == 4 ? cm_dim_add(s->dims, all, past->dims[2]) : CM_DIM_UNKNOWN;
    }
    cm_dim scores[4] = {q.dim[0], q.dim[1], q.dim[2], all};
    return cm_shape_out(s, ATT_SCORES, q_in->dtype, 4, scores);
}

/* Multiply-adds that take as long as the exponential of a weight, the beginning of a head, an element that is read. */
#define ATTENTION_WEIGHT 8
#define ATTENTION_HEAD 8192
#define ATTENTION_MOVED 4

static uint64_t attention_cost(const cm_shape *s) {
    const cm_kv_view *kv = &((const attention_params *)s->params)->kv;
    const cm_avalue *q = cm_shape_in(s, ATT_Q), *k = cm_shape_in(s, ATT_K),
                    *past = cm_shape_in(s, ATT_PAST_K);
    uint64_t n = 1, keys = (uint64_t)k->dims[kv->rank != 0 ? (uint32_t)kv->at[2] : k->rank - 2u], heads = 1;
    for (uint32_t i = 0; i < q->rank; i++) n = cm_cost_mul(n, (uint64_t)q->dims[i]);
    if (past->kind != CAMEO_KIND_NONE) keys += (uint64_t)past->dims[2];
    n = cm_cost_add(n, cm_shape_cost(&s->out[0], 1)); /* of a query and a key, and of a weight and a value */
    if (q->rank == 4) { /* and what a weight takes by itself */
        heads = cm_cost_mul((uint64_t)q->dims[0], (uint64_t)q->dims[1]);
        n = cm_cost_add(n, cm_cost_mul(ATTENTION_WEIGHT, cm_cost_mul(heads, (uint64_t)q->dims[2])));
    }
    n = cm_cost_add(cm_cost_mul(n, keys), cm_cost_mul(heads, ATTENTION_HEAD));
    n = cm_cost_add(n, cm_shape_cost(k, ATTENTION_MOVED));
    return cm_cost_add(n, cm_shape_cost(cm_shape_in(s, ATT_V), ATTENTION_MOVED));
}

const cm_op cm_op_Attention = {.id = CM_OP_Attention,
                               .n_fields = sizeof attention_fields / sizeof *attention_fields,
                               .params_size = sizeof(attention_params),
                               .fields = attention_fields,
                               .parse = attention_parse,
                               .shape = attention_shape,
                               .cost = attention_cost};

/* ---- sizes ---- */

/* An operand as [batch][heads][rows][width], with steps in elements. */
typedef struct attention_operand {
    const cm_tensor *t;
    size_t batch, heads, rows, width;
    size_t step_batch, step_head, step_row;
} attention_operand;

typedef struct attention_sizes {
    attention_operand q, k, v, past_k, past_v;
    size_t past, keys; /* rows of past, rows in all */
    size_t group;      /* heads of Q that share one of K */
    size_t blocks;     /* tasks of a head */
} attention_sizes;

/* The element of t at which keys (i 0) or values (i 1) begin. */
static size_t attention_first(const cm_tensor *t, const cm_kv_view *kv, uint32_t i) {
    if (kv->rank == 0 || kv->axis < 0) return 0;
    size_t n = (size_t)kv->index[i];
    for (uint32_t d = (uint32_t)kv->axis + 1; d < t->rank; d++) n *= t->dims[d];
    return n;
}

static attention_operand attention_operand_of(const cm_tensor *t, int32_t heads) {
    attention_operand o = {.t = t};
    if (t == NULL) return o;
    o.batch = t->dims[0];
    if (t->rank == 4) {
        o.heads = t->dims[1], o.rows = t->dims[2], o.width = t->dims[3];
        o.step_row = o.width;
        o.step_head = o.rows * o.width;
        o.step_batch = o.heads * o.step_head;
    } else {
        o.heads = (size_t)heads, o.rows = t->dims[1], o.width = t->dims[2] / o.heads;
        o.step_row = t->dims[2];
        o.step_head = o.width;
        o.step_batch = o.rows * o.step_row;
    }
    return o;
}

/* Keys or values, but for attention_first. Not inlined, as attention_copy. */
static CM_NOINLINE attention_operand attention_viewed_of(const cm_tensor *t, const attention_params *p) {
    const int32_t *at = p->kv.at;
    size_t step[CM_MAX_RANK] = {0}, n = 1;
    if (p->kv.rank == 0) return attention_operand_of(t, p->kv_num_heads);
    for (uint32_t d = t->rank; d-- > 0; n *= t->dims[d]) step[d] = n;
    return (attention_operand){t,           t->dims[at[0]], t->dims[at[1]], t->dims[at[2]],
                               t->dims[at[3]], step[at[0]],    step[at[1]],    step[at[2]]};
}

static attention_sizes attention_sizes_of(const cm_kctx *k) {
    const attention_params *p = k->params;
    attention_sizes z = {.q = attention_operand_of(cm_in(k, ATT_Q), p->q_num_heads),
                         .k = attention_viewed_of(cm_in(k, ATT_K), p),
                         .v = attention_viewed_of(cm_in(k, ATT_V), p),
                         .past_k = attention_operand_of(cm_in(k, ATT_PAST_K), 0),
                         .past_v = attention_operand_of(cm_in(k, ATT_PAST_V), 0)};
    z.past = z.past_k.rows;
    z.keys = z.past + z.k.rows;
    z.group = z.k.heads == 0 ? 0 : z.q.heads / z.k.heads;
    z.blocks = (z.q.rows + CM_ATTEND_QUERIES - 1) / CM_ATTEND_QUERIES;
    return z;
}

/* Errors: E_SHAPE dims that do not fit to each other. */
static cameo_status attention_check(const cm_kctx *k, const attention_sizes *z) {
    CM_CHECK(z->k.batch == z->q.batch && z->v.batch == z->q.batch, k->e, CAMEO_E_SHAPE,
             "batches of %zu, %zu and %zu", z->q.batch, z->k.batch, z->v.batch);
    CM_CHECK(z->k.heads == z->v.heads &&
                 (z->q.heads == 0 || (z->k.heads != 0 && z->q.heads % z->k.heads == 0)),
             k->e, CAMEO_E_SHAPE, "%zu heads of queries, %zu of keys, %zu of values", z->q.heads,
             z->k.heads, z->v.heads);
    CM_CHECK(z->k.rows == z->v.rows && z->k.width == z->q.width, k->e, CAMEO_E_SHAPE,
             "keys [%zu][%zu], values of %zu rows, queries of %zu", z->k.rows, z->k.width,
             z->v.rows, z->q.width);
    if (z->past_k.t != NULL) {
        const attention_operand *o[2] = {&z->past_k, &z->past_v}, *n[2] = {&z->k, &z->v};
        for (int i = 0; i < 2; i++) {
            bool fits = o[i]->t != NULL && o[i]->t->dtype == n[i]->t->dtype &&
                        o[i]->batch == n[i]->batch && o[i]->heads == n[i]->heads &&
                        o[i]->width == n[i]->width && o[i]->rows == z->past;
            CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "past %s does not fit to the new ones",
                     i == 0 ? "keys" : "values");
        }
    }
    const cm_tensor *lengths = cm_in(k, ATT_LENGTHS);
    CM_CHECK(lengths == NULL || lengths->n == z->q.batch, k->e, CAMEO_E_SHAPE,
             "%zu lengths for a batch of %zu", lengths == NULL ? 0 : lengths->n, z->q.batch);
    return CAMEO_OK;
}

/* Steps of the mask's first three dims of four, 0 where it has one of them or none. Errors: E_SHAPE it does not
 * broadcast. */
static cameo_status attention_mask(const cm_kctx *k, const attention_sizes *z, cm_attend_job *job,
                                   size_t step[2]) {
    const cm_tensor *m = cm_in(k, ATT_MASK);
    size_t want[3] = {z->q.batch, z->q.heads, z->q.rows}, at[3] = {0}, n;
    step[0] = step[1] = 0;
    if (m == NULL) return CAMEO_OK;
    CM_CHECK(m->rank >= 1 && m->rank <= 4, k->e, CAMEO_E_SHAPE, "the mask has rank %u, want 1 to 4",
             (unsigned)m->rank);
    n = m->dims[m->rank - 1u];
    CM_CHECK(n <= z->keys || n == 1, k->e, CAMEO_E_SHAPE,
             "the mask has %zu columns, want at most %zu", n, z->keys);
    job->mask = (cm_attend_rows){m, 0, 0};
    job->mask_step = n != 1 || z->keys <= 1;
    job->n_mask = job->mask_step == 0 ? z->keys : n;
    for (uint32_t d = m->rank - 1u; d-- > 0;) {
        uint32_t to = d + 4u - m->rank;
        CM_CHECK(m->dims[d] == 1 || m->dims[d] == want[to], k->e, CAMEO_E_SHAPE,
                 "dim %u of the mask is %zu, want 1 or %zu", d, m->dims[d], want[to]);
        at[to] = m->dims[d] == 1 ? 0 : n;
        n *= m->dims[d];
    }
    step[0] = at[0];
    step[1] = at[1];
    job->mask.step = at[2];
    return CAMEO_OK;
}

/* Phase 0 attends; phase 1 copies presents, where they are wanted, a task for a head of one of them. Errors:
 * E_SHAPE; E_LIMIT. */
cameo_status cm_attention_setup(const cm_kctx *k, cm_setup *s) {
    const attention_params *p = k->params;
    cm_attend_job job = {0};
    size_t step[2], n;
    for (uint32_t i = 0; i < 3; i++) {
        const cm_tensor *t = cm_in(k, i);
        int32_t heads = i == 0 ? p->q_num_heads : p->kv_num_heads;
        bool viewed = i != ATT_Q && p->kv.rank != 0;
        bool fits = t->rank == 4 || (t->rank == 3 && heads > 0 && t->dims[2] % (size_t)heads == 0);
        CM_CHECK(viewed ? t->rank == p->kv.rank : fits, k->e, CAMEO_E_SHAPE,
                 "input %u has rank %u and %d heads", i, (unsigned)t->rank, (int)heads);
    }
    attention_sizes z = attention_sizes_of(k);
    CM_TRY(attention_check(k, &z));
    CM_TRY(attention_mask(k, &z, &job, step));
    bool fits = !cm_ckd_mul(z.q.batch, z.q.heads, &n) && !cm_ckd_mul(n, z.blocks, &n) &&
                n <= UINT32_MAX && z.k.batch * z.k.heads <= UINT32_MAX / 2;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu heads are too many tasks", z.q.heads);
    bool presents = cm_out(k, ATT_PRESENT_K) != NULL || cm_out(k, ATT_PRESENT_V) != NULL;
    s->n_phases = presents ? 2 : 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->phase[1].n_tasks = presents ? (uint32_t)(z.k.batch * z.k.heads * 2) : 0;
    return cm_attend_scratch(k, z.q.t->dtype == CAMEO_DOUBLE, z.q.rows, z.q.width, z.v.width, &s->worker_scratch);
}

/* ---- run ---- */

/* One head of the present keys (even tasks) or values (odd tasks): the past's rows, then the new ones. Not inlined: its
 * locals would lie on the stack below the attending, which is a run's deepest call. */
static CM_NOINLINE void attention_copy(const cm_kctx *k, const attention_sizes *z, uint32_t task) {
    bool value = task % 2 != 0;
    cm_tensor *out = cm_out(k, value ? ATT_PRESENT_V : ATT_PRESENT_K);
    const attention_operand *past = value ? &z->past_v : &z->past_k, *o = value ? &z->v : &z->k;
    size_t b = task / 2 / o->heads, h = task / 2 % o->heads, line;
    if (out == NULL || out->n == 0 || cm_dtype_bytes(o->t->dtype, o->width, &line) != CAMEO_OK)
        return;
    size_t element = line / o->width;
    uint8_t *to = (uint8_t *)out->data + (b * o->heads + h) * z->keys * line;
    if (z->past != 0) {
        const uint8_t *from = past->t->data;
        memcpy(to, from + (b * past->step_batch + h * past->step_head) * element, z->past * line);
        to += z->past * line;
    }
    for (size_t r = 0; r < o->rows; r++, to += line) {
        const uint8_t *from = o->t->data;
        memcpy(to, from + (b * o->step_batch + h * o->step_head + r * o->step_row) * element, line);
    }
}

static cm_attend_rows attention_rows(const attention_operand *o, size_t b, size_t h) {
    return (cm_attend_rows){o->t, b * o->step_batch + h * o->step_head, o->step_row};
}

/* What task `task` attends: its head, its queries and their rows in each tensor. Not inlined, as attention_copy. */
static CM_NOINLINE void attention_job(const cm_kctx *k, const attention_sizes *z, cm_attend_job *job,
                                      const size_t mask_step[2], uint32_t task) {
    size_t block = task % z->blocks, head = task / z->blocks % z->q.heads,
           b = task / z->blocks / z->q.heads;
    size_t shared = head / z->group;
    const attention_params *p = k->params;
    const cm_tensor *lengths = cm_in(k, ATT_LENGTHS);
    int64_t at = (int64_t)z->past; /* the key at which query 0 stands */
    attention_operand y = attention_operand_of(cm_out(k, ATT_Y), (int32_t)z->q.heads);
    job->q = attention_rows(&z->q, b, head);
    job->k[0] = attention_rows(&z->past_k, b, shared);
    job->v[0] = attention_rows(&z->past_v, b, shared);
    job->k[1] = attention_rows(&z->k, b, shared);
    job->v[1] = attention_rows(&z->v, b, shared);
    job->k[1].first += attention_first(z->k.t, &p->kv, 0);
    job->v[1].first += attention_first(z->v.t, &p->kv, 1);
    job->y = attention_rows(&y, b, head);
    job->mask.first = b * mask_step[0] + head * mask_step[1];
    job->begin = block * CM_ATTEND_QUERIES;
    job->end = cm_min_size(z->q.rows, job->begin + CM_ATTEND_QUERIES);
    job->scores = (cm_attend_rows){cm_out(k, ATT_SCORES),
                                   (b * z->q.heads + head) * z->q.rows * z->keys, z->keys};
    job->valid = SIZE_MAX;
    if (lengths != NULL) {
        int64_t n = ((const int64_t *)lengths->data)[b], rows = (int64_t)z->q.rows;
        n = n < 0 ? 0 : cm_min_i64(n, (int64_t)z->keys);
        job->valid = (size_t)n;
        at = n - rows;
    }
    int32_t right = p->is_causal != 0 ? 0 : p->right_window_size;
    job->first = p->left_window_size < 0 ? INT64_MIN : at - p->left_window_size;
    job->last = right < 0 ? INT64_MAX : at + right;
}

cameo_status cm_attention_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const attention_params *p = k->params;
    attention_sizes z = attention_sizes_of(k);
    cm_attend_job job = {.n_keys = {z.past, z.k.rows},
                         .depth = z.q.width,
                         .width = z.v.width,
                         .softcap = (double)p->softcap,
                         .scores_mode = p->qk_matmul_output_mode};
    size_t step[2];
    CM_TRY(attention_mask(k, &z, &job, step));
    job.scale = p->has_scale[0] ? (double)p->scale : 1 / cm_sqrt((double)z.q.width);
    for (uint32_t t = begin; t < end; t++) {
        if (phase == 1) {
            attention_copy(k, &z, t);
            continue;
        }
        attention_job(k, &z, &job, step, t);
        if (z.q.t->dtype == CAMEO_DOUBLE) {
            cm_attend_f64(k, &job);
        } else {
            cm_attend_f32(k, &job);
        }
    }
    return CAMEO_OK;
}
