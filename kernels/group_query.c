/* group_query.c — GroupQuery, Cameo's own: com.microsoft.GroupQueryAttention without what kernels/bodies.c makes of
 * other operators, which are packed operands and the turning by positions.
 *
 *   inputs  query [batch][rows][num_heads * width], key and value [batch][rows][kv_num_heads * width],
 *           past key and value [batch][kv_num_heads][room][width] or none, seqlens_k [batch], total_sequence_length,
 *           a bias that broadcasts to [batch][num_heads][rows][all] or none, sinks [num_heads] or none
 *   outputs [batch][rows][num_heads * width], present key and value [batch][kv_num_heads][max(room, total)][width]
 *
 * With by_rows, which rewrite `state_group_query` sets, past and present are [room][batch][kv_num_heads][width]. A
 * present may lie where its past lies, as a decoder's state does: then the past is left as it is.
 *
 * Batch b has seqlens_k[b] + 1 keys, of which the last `rows` are new; or, where that is less than `rows`, no past
 * and rows behind its end. Query i sees keys up to past + i, the last `window` of them. Presents hold past and new
 * rows, behind them what the past's buffer held, or zeros. Lengths are hostile: E_SHAPE. A sink is a score without a
 * value. Tasks as those of kernels/attention.c. Source: onnxruntime com.microsoft.GroupQueryAttention, version 1. */
#include "base/math.h"
#include "kernels/attend.h"

typedef struct group_query_params {
    int32_t num_heads, kv_num_heads, causal, window;
    float scale, softcap;
    int32_t by_rows;
} group_query_params;

static const cm_field group_query_fields[] = {
    CM_F_I32(group_query_params, num_heads, 0), CM_F_I32(group_query_params, kv_num_heads, 0),
    CM_F_I32(group_query_params, causal, 1),    CM_F_I32(group_query_params, window, -1),
    CM_F_F32(group_query_params, scale, 0),     CM_F_F32(group_query_params, softcap, 0),
    CM_F_I32(group_query_params, by_rows, 0)};

enum { GQ_Q, GQ_K, GQ_V, GQ_PAST_K, GQ_PAST_V, GQ_LENGTHS, GQ_TOTAL, GQ_BIAS, GQ_SINKS };
enum { GQ_Y, GQ_PRESENT_K, GQ_PRESENT_V };

static cameo_status group_query_parse(const cm_parse *p, void *params) {
    const group_query_params *q = params;
    CM_CHECK(q->kv_num_heads > 0 && q->num_heads > 0 && q->num_heads % q->kv_num_heads == 0, p->e,
             CAMEO_E_SHAPE, "%d heads of queries are no multiple of %d", (int)q->num_heads,
             (int)q->kv_num_heads);
    return CAMEO_OK;
}

/* Rows of the presents. */
static cm_dim group_query_room(const cm_shape *s) {
    const group_query_params *p = s->params;
    const cm_avalue *past = cm_shape_in(s, GQ_PAST_K);
    cm_dim total = CM_DIM_UNKNOWN, room = past->kind == CAMEO_KIND_NONE ? 0
                                          : past->rank == 4 ? past->dims[p->by_rows != 0 ? 0 : 2]
                                                                        : CM_DIM_UNKNOWN;
    int64_t n;
    if (cm_avalue_i64(cm_shape_in(s, GQ_TOTAL), 0, &n)) {
        total = cm_dim_saturate_i64(n);
    } else if (!cm_avalue_elem(cm_shape_in(s, GQ_TOTAL), 0, &total)) {
        total = cm_shape_decided(s, 0, CM_DIM_UNKNOWN);
    }
    return cm_dim_max(s->dims, total, room);
}

static cameo_status group_query_shape(cm_shape *s) {
    const group_query_params *p = s->params;
    const cm_avalue *q = cm_shape_in(s, GQ_Q);
    for (uint32_t i = 0; i < 7; i++) { /* a file may name the operator: it has no schema */
        const cm_avalue *v = cm_shape_in(s, i);
        bool past = i == GQ_PAST_K || i == GQ_PAST_V, ints = i >= GQ_LENGTHS;
        if (past && v->kind == CAMEO_KIND_NONE) continue;
        CM_CHECK(v->kind == CAMEO_KIND_TENSOR &&
                     (ints ? v->dtype == CAMEO_INT32 : v->dtype == q->dtype),
                 s->e, CAMEO_E_TYPE, "operand %u is absent or of another type", i);
        CM_CHECK(ints || v->rank == CM_RANK_UNKNOWN || v->rank == (past ? 4 : 3), s->e,
                 CAMEO_E_SHAPE, "operand %u has rank %u", i, (unsigned)v->rank);
    }
    CM_CHECK(cm_shape_has(s, GQ_PAST_K) == cm_shape_has(s, GQ_PAST_V), s->e, CAMEO_E_SHAPE,
             "past_key and past_value are wanted together");
    CM_TRY(cm_shape_out_like(s, GQ_Y, GQ_Q));
    for (uint32_t i = 0; i < 2; i++) {
        const cm_avalue *v = cm_shape_in(s, GQ_K + i);
        cm_dim dims[4] = {CM_DIM_UNKNOWN, p->kv_num_heads, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN};
        if (s->n_out <= GQ_PRESENT_K + i) break;
        if (v->rank == 3) {
            dims[0] = v->dims[0];
            dims[3] = cm_dim_div_floor(s->dims, v->dims[2], p->kv_num_heads);
        }
        dims[2] = i == 0 ? group_query_room(s) : s->out[GQ_PRESENT_K].dims[p->by_rows != 0 ? 0 : 2];
        if (p->by_rows != 0) {
            cm_dim turned[4] = {dims[2], dims[0], dims[1], dims[3]};
            memcpy(dims, turned, sizeof dims);
        }
        CM_TRY(cm_shape_out(s, GQ_PRESENT_K + i, v->dtype, 4, dims));
    }
    return CAMEO_OK;
}

static uint64_t group_query_cost(const cm_shape *s) {
    const group_query_params *p = s->params;
    const cm_avalue *q = cm_shape_in(s, GQ_Q), *past = cm_shape_in(s, GQ_PAST_K);
    uint64_t n = 2, keys = (uint64_t)q->dims[1];
    for (uint32_t i = 0; i < 3; i++) n = cm_cost_mul(n, (uint64_t)q->dims[i]);
    if (past->kind != CAMEO_KIND_NONE) keys += (uint64_t)past->dims[p->by_rows != 0 ? 0 : 2];
    return cm_cost_mul(n, keys);
}

const cm_op cm_op_GroupQuery = {.id = CM_OP_GroupQuery,
                                .flags = CM_OPF_CACHE,
                                .n_fields = sizeof group_query_fields / sizeof *group_query_fields,
                                .params_size = sizeof(group_query_params),
                                .fields = group_query_fields,
                                .parse = group_query_parse,
                                .shape = group_query_shape,
                                .cost = group_query_cost};

typedef struct group_query_sizes {
    size_t batch, rows, heads, kv_heads, width, width_v;
    size_t room;   /* rows of the past's buffer */
    bool by_rows;
    size_t blocks; /* tasks of a head */
} group_query_sizes;

static group_query_sizes group_query_sizes_of(const cm_kctx *k) {
    const group_query_params *p = k->params;
    const cm_tensor *q = cm_in(k, GQ_Q), *past = cm_in(k, GQ_PAST_K);
    group_query_sizes z = {
        q->dims[0], q->dims[1], (size_t)p->num_heads, (size_t)p->kv_num_heads, 0, 0, 0, false, 0};
    z.by_rows = p->by_rows != 0;
    z.width = cm_in(k, GQ_K)->dims[2] / z.kv_heads;
    z.width_v = cm_in(k, GQ_V)->dims[2] / z.kv_heads;
    z.room = past == NULL ? 0 : past->dims[z.by_rows ? 0 : 2];
    z.blocks = (z.rows + CM_ATTEND_QUERIES - 1) / CM_ATTEND_QUERIES;
    return z;
}

/* The row of past or present, of `room` rows, at which head h of batch b begins; *step rows on is its next one. */
static size_t group_query_row(const group_query_sizes *z, size_t b, size_t h, size_t room, size_t *step) {
    *step = z->by_rows ? z->batch * z->kv_heads : 1;
    return (b * z->kv_heads + h) * (z->by_rows ? 1 : room);
}

/* Errors: E_SHAPE dims that do not fit to each other; E_LIMIT. */
cameo_status cm_group_query_setup(const cm_kctx *k, cm_setup *s) {
    group_query_sizes z = group_query_sizes_of(k);
    size_t n;
    const cm_tensor *bias = cm_in(k, GQ_BIAS), *sinks = cm_in(k, GQ_SINKS);
    CM_CHECK(cm_in(k, GQ_Q)->dims[2] == z.heads * z.width && z.width == z.width_v, k->e,
             CAMEO_E_SHAPE, "%zu elements of a query for %zu heads of %zu, values of %zu",
             cm_in(k, GQ_Q)->dims[2], z.heads, z.width, z.width_v);
    for (uint32_t i = GQ_K; i <= GQ_PAST_V; i++) {
        const cm_tensor *t = cm_in(k, i);
        if (t == NULL) continue;
        const size_t *d = t->dims;
        size_t want[4] = {z.batch, z.kv_heads, z.room, z.width}, turned[4] = {z.room, z.batch, z.kv_heads, z.width};
        bool fits = i >= GQ_PAST_K ? memcmp(d, z.by_rows ? turned : want, sizeof want) == 0
                                   : d[0] == z.batch && d[1] == z.rows && d[2] == z.kv_heads * z.width;
        CM_CHECK(fits, k->e, CAMEO_E_SHAPE,
                 "operand %u does not fit to batch %zu, %zu rows, %zu heads of %zu", i, z.batch,
                 z.rows, z.kv_heads, z.width);
    }
    CM_CHECK(cm_in(k, GQ_LENGTHS)->n == z.batch && cm_in(k, GQ_TOTAL)->n == 1, k->e, CAMEO_E_SHAPE,
             "%zu lengths for a batch of %zu", cm_in(k, GQ_LENGTHS)->n, z.batch);
    bool fits = bias == NULL ||
                (bias->rank == 4 && (bias->dims[0] == 1 || bias->dims[0] == z.batch) &&
                 (bias->dims[1] == 1 || bias->dims[1] == z.heads) && bias->dims[2] == z.rows);
    CM_CHECK(fits && (sinks == NULL || sinks->n == z.heads), k->e, CAMEO_E_SHAPE,
             "attention_bias or head_sink do not fit");
    fits = !cm_ckd_mul(z.batch, z.heads, &n) && !cm_ckd_mul(n, z.blocks, &n) && n <= UINT32_MAX &&
           z.batch * z.kv_heads <= UINT32_MAX / 2;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu heads are too many tasks", z.heads);
    bool presents = cm_out(k, GQ_PRESENT_K) != NULL || cm_out(k, GQ_PRESENT_V) != NULL;
    s->n_phases = presents ? 2 : 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->phase[1].n_tasks = presents ? (uint32_t)(z.batch * z.kv_heads * 2) : 0;
    return cm_attend_scratch(k, cm_in(k, GQ_Q)->dtype == CAMEO_DOUBLE, z.rows, z.width, z.width,
                             &s->worker_scratch);
}

/* The rows of batch b's past. Errors: E_SHAPE a length that is negative or exceeds past and new rows. */
static cameo_status group_query_past(const cm_kctx *k, const group_query_sizes *z, size_t b,
                                     size_t *past) {
    int64_t n = (int64_t)((const int32_t *)cm_in(k, GQ_LENGTHS)->data)[b] + 1;
    CM_CHECK(n >= 0 && (uint64_t)n <= (uint64_t)z->room + z->rows, k->e, CAMEO_E_SHAPE,
             "seqlens_k[%zu] is %lld, there are %zu past and %zu new rows", b, CM_LL(n - 1),
             z->room, z->rows);
    *past = (size_t)n > z->rows ? (size_t)n - z->rows : 0;
    return CAMEO_OK;
}

/* Head `task` / 2 of present keys (odd: values). Errors: E_SHAPE the present has no room for past and new rows. */
static cameo_status group_query_copy(const cm_kctx *k, const group_query_sizes *z, uint32_t task) {
    cm_tensor *out = cm_out(k, GQ_PRESENT_K + task % 2);
    const cm_tensor *past = cm_in(k, GQ_PAST_K + task % 2), *in = cm_in(k, GQ_K + task % 2);
    size_t b = task / 2 / z->kv_heads, h = task / 2 % z->kv_heads, n, element = 0;
    CM_TRY(group_query_past(k, z, b, &n));
    if (out == NULL) return CAMEO_OK;
    CM_TRY(cm_dtype_bytes(in->dtype, 1, &element));
    size_t line = z->width * element, room = out->dims[z->by_rows ? 0 : 2], step;
    CM_CHECK(room >= z->room && room >= n && room - n >= z->rows, k->e, CAMEO_E_SHAPE,
             "total_sequence_length leaves %zu rows for %zu past and %zu new ones", room, n,
             z->rows);
    if (out->n == 0) return CAMEO_OK;
    uint8_t *to = (uint8_t *)out->data + group_query_row(z, b, h, room, &step) * line;
    if (z->room != 0 && past->data != out->data) {
        const uint8_t *from = (const uint8_t *)past->data + group_query_row(z, b, h, z->room, &step) * line;
        for (size_t r = 0; r < z->room; r++) memcpy(to + r * step * line, from + r * step * line, line);
    }
    for (size_t r = z->room; r < room; r++) memset(to + r * step * line, 0, line);
    for (size_t r = 0; r < z->rows; r++) {
        const uint8_t *from = in->data;
        memcpy(to + (n + r) * step * line, from + ((b * z->rows + r) * z->kv_heads + h) * line, line);
    }
    return CAMEO_OK;
}

static cameo_status group_query_task(const cm_kctx *k, const group_query_sizes *z,
                                     cm_attend_job *job, uint32_t task) {
    const group_query_params *p = k->params;
    size_t block = task % z->blocks, head = task / z->blocks % z->heads,
           b = task / z->blocks / z->heads, n;
    size_t shared = head / (z->heads / z->kv_heads), step,
           past = group_query_row(z, b, shared, z->room, &step) * z->width;
    const cm_tensor *bias = cm_in(k, GQ_BIAS), *sinks = cm_in(k, GQ_SINKS);
    CM_TRY(group_query_past(k, z, b, &n));
    job->q = (cm_attend_rows){cm_in(k, GQ_Q), (b * z->rows * z->heads + head) * z->width,
                              z->heads * z->width};
    job->y = job->q;
    job->y.t = cm_out(k, GQ_Y);
    for (uint32_t i = 0; i < 2; i++) {
        cm_attend_rows *rows = i == 0 ? job->k : job->v;
        rows[0] = (cm_attend_rows){cm_in(k, GQ_PAST_K + i), past, step * z->width};
        rows[1] =
            (cm_attend_rows){cm_in(k, GQ_K + i), (b * z->rows * z->kv_heads + shared) * z->width,
                             z->kv_heads * z->width};
    }
    job->n_keys[0] = n;
    job->n_keys[1] = z->rows;
    job->last = p->causal != 0 ? (int64_t)n : INT64_MAX;
    job->first = p->causal != 0 && p->window > 0 ? job->last - p->window + 1 : INT64_MIN;
    job->begin = block * CM_ATTEND_QUERIES;
    job->end = cm_min_size(z->rows, job->begin + CM_ATTEND_QUERIES);
    if (bias != NULL) {
        size_t at = (bias->dims[0] == 1 ? 0 : b) * bias->dims[1] + (bias->dims[1] == 1 ? 0 : head);
        CM_CHECK(bias->dims[3] >= n + z->rows || bias->dims[3] >= n + 1, k->e, CAMEO_E_SHAPE,
                 "attention_bias has %zu columns for %zu keys", bias->dims[3], n + z->rows);
        job->mask = (cm_attend_rows){bias, at * z->rows * bias->dims[3], bias->dims[3]};
        job->n_mask = bias->dims[3];
        job->mask_step = 1;
    }
    job->has_sink = sinks != NULL;
    if (job->has_sink) job->sink = (double)cm_dtype_load_f32(sinks->dtype, sinks->data, head);
    if (cm_in(k, GQ_Q)->dtype == CAMEO_DOUBLE) {
        cm_attend_f64(k, job);
    } else {
        cm_attend_f32(k, job);
    }
    return CAMEO_OK;
}

cameo_status cm_group_query_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const group_query_params *p = k->params;
    group_query_sizes z = group_query_sizes_of(k);
    cm_attend_job job = {
        .depth = z.width, .width = z.width, .softcap = (double)p->softcap, .valid = SIZE_MAX};
    job.scale = p->scale != 0 ? (double)p->scale : 1 / cm_sqrt((double)z.width);
    for (uint32_t t = begin; t < end; t++)
        CM_TRY(phase == 1 ? group_query_copy(k, &z, t) : group_query_task(k, &z, &job, t));
    return CAMEO_OK;
}
