/* cuda_attention.c — Attention, GroupQuery and RotaryEmbedding on CUDA. Keys and values with a past are put together
 * in the presents, which the kernel then reads: a past without presents is left to the CPU. */
#include "base/math.h"
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

enum { ATT_Q, ATT_K, ATT_V, ATT_MASK, ATT_PAST_K, ATT_PAST_V, ATT_LENGTHS }; /* inputs */
enum { ATT_Y, ATT_PRESENT_K, ATT_PRESENT_V, ATT_SCORES };                    /* outputs */
enum { ATT_HEADS, ATT_KV_HEADS, ATT_LEFT, ATT_RIGHT, ATT_SCALED, ATT_MOVE };  /* of op->i */
enum { ATT_SCALE, ATT_SOFTCAP };                                             /* of op->f */

/* Is the width of a head of input i known, and one that the kernel has room for? */
static bool attention_depth(const cameo_op_context *c, uint32_t i, int64_t heads) {
    cameo_tensor t;
    if (!cameo_op_input(c, i, &t) || t.rank < 3 || t.rank > 4) return false;
    int64_t all = t.dims[t.rank - 1], n = t.rank == 4 ? 1 : heads;
    return all > 0 && n > 0 && all % n == 0 && all / n <= CM_CUDA_ATTENTION_DEPTH;
}

bool cm_cuda_match_attention(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor q, t;
    (void)rule;
    op->i[ATT_HEADS] = cm_cuda_attr_int(c, "q_num_heads", 0);
    op->i[ATT_KV_HEADS] = cm_cuda_attr_int(c, "kv_num_heads", 0);
    op->i[ATT_LEFT] = cm_cuda_attr_int(c, "left_window_size", -1);
    op->i[ATT_RIGHT] = cm_cuda_attr_int(c, "is_causal", 0) != 0 ? 0 : cm_cuda_attr_int(c, "right_window_size", -1);
    op->i[ATT_SCALED] = cameo_op_attr_float(c, "scale", &op->f[ATT_SCALE]);
    op->f[ATT_SOFTCAP] = cm_cuda_attr_float(c, "softcap", 0);
    if (!cameo_op_input(c, ATT_Q, &q)) return cameo_op_decline(c, "an input is absent");
    for (uint32_t i = ATT_Q; i <= ATT_V; i++) {
        if (!attention_depth(c, i, i == ATT_Q ? op->i[ATT_HEADS] : op->i[ATT_KV_HEADS]))
            return cameo_op_decline(c, "heads of a width that is not known, or too large");
        if (!cm_cuda_same_type(c, ATT_Q, i)) return cameo_op_decline(c, "inputs of several types");
    }
    if (cameo_op_output_id(c, ATT_SCORES) != CAMEO_NO_ID) return cameo_op_decline(c, "scores are wanted");
    if (cameo_op_input(c, ATT_MASK, &t) && (t.rank == 0 || t.rank > 4 || (t.dtype != CAMEO_BOOL && t.dtype != q.dtype)))
        return cameo_op_decline(c, "no kernel for such a mask");
    for (uint32_t i = 0; i < 2; i++) {
        if (!cm_cuda_has(c, ATT_PAST_K + i)) continue;
        if (!cameo_op_input(c, ATT_PAST_K + i, &t) || t.rank != 4 || t.dtype != q.dtype)
            return cameo_op_decline(c, "no kernel for such a past");
        if (cameo_op_output_id(c, ATT_PRESENT_K + i) == CAMEO_NO_ID)
            return cameo_op_decline(c, "a past without presents");
    }
    op->i[ATT_MOVE] = cm_cuda_kernel("move", cm_cuda_width(q.dtype));
    return cm_cuda_match_kernel(c, ATT_Q, "attention", op);
}

/* An operand as [batch][heads][rows][width]: strides of the first three. */
typedef struct attention_operand {
    cm_cuda_operand o;
    int64_t batch, heads, rows, width, strides[3];
} attention_operand;

/* False: not of `heads` heads. */
static bool attention_view(attention_operand *a, const cm_cuda_strided *from, int64_t heads) {
    const int64_t *dims = from->o.t.dims, *strides = from->strides;
    a->o = from->o;
    a->batch = dims[0];
    a->strides[0] = strides[0];
    if (a->o.t.rank == 4) {
        a->heads = dims[1], a->rows = dims[2], a->width = dims[3];
        a->strides[1] = strides[1], a->strides[2] = strides[2];
        return true;
    }
    if (heads <= 0 || dims[2] % heads != 0) return false;
    a->heads = heads, a->rows = dims[1], a->width = dims[2] / heads;
    a->strides[1] = a->width, a->strides[2] = strides[1];
    return true;
}

/* Input or output i. Errors: E_SHAPE; E_INTERNAL it has no place. */
static cameo_status attention_in(cm_cuda_build *b, uint32_t i, int64_t heads, attention_operand *a) {
    cm_cuda_strided from;
    if (!cm_cuda_in_strided(b, i, &from)) return cm_cuda_absent(b);
    return attention_view(a, &from, heads) ? CAMEO_OK : cameo_op_fail(b->c, CAMEO_E_SHAPE, "heads do not fit");
}
static cameo_status attention_out(cm_cuda_build *b, uint32_t i, int64_t heads, attention_operand *a) {
    cm_cuda_operand y;
    cm_cuda_strided dense;
    if (!cm_cuda_out(b, i, &y)) return cm_cuda_absent(b);
    cm_cuda_dense(&y, &dense);
    return attention_view(a, &dense, heads) ? CAMEO_OK : cameo_op_fail(b->c, CAMEO_E_SHAPE, "heads do not fit");
}

/* Copies `from` to rows [first, ...) of `to`, which lies as [batch][heads][rows][width]. */
static cameo_status attention_append(cm_cuda_build *b, const cm_cuda_op *op, const attention_operand *from,
                                     const attention_operand *to, int64_t first) {
    cm_cuda_space s = {.n_tensors = 2};
    const int64_t dims[4] = {from->batch, from->heads, from->rows, from->width};
    for (uint32_t i = 0; i < 4; i++) {
        const int64_t strides[CM_CUDA_STRIDES] = {i < 3 ? from->strides[i] : 1, i < 3 ? to->strides[i] : 1};
        cm_cuda_space_add(&s, dims[i], strides);
    }
    uint64_t bytes = (uint64_t)(first * to->strides[2]) * (cameo_dtype_bits(to->o.t.dtype) / 8);
    return cm_cuda_add_move(b, (uint32_t)op->i[ATT_MOVE], from->o.at, to->o.at + bytes, &s);
}

/* Keys (i 0) or values (i 1) with their past: where they lie, for the kernel. The present is made of them where it is
 * wanted. Errors: E_SHAPE. */
static cameo_status attention_present(cm_cuda_build *b, const cm_cuda_op *op, uint32_t i, attention_operand *x) {
    attention_operand past = {.batch = 0}, present = {.batch = 0};
    cameo_status status = attention_in(b, ATT_K + i, op->i[ATT_KV_HEADS], x);
    if (status != CAMEO_OK || cameo_op_output_id(b->c, ATT_PRESENT_K + i) == CAMEO_NO_ID) return status;
    status = attention_out(b, ATT_PRESENT_K + i, 0, &present);
    if (status == CAMEO_OK && cm_cuda_has(b->c, ATT_PAST_K + i)) {
        status = attention_in(b, ATT_PAST_K + i, 0, &past);
        if (status == CAMEO_OK && (past.batch != x->batch || past.heads != x->heads || past.width != x->width))
            return cameo_op_fail(b->c, CAMEO_E_SHAPE, "the past does not fit to the new ones");
        if (status == CAMEO_OK) status = attention_append(b, op, &past, &present, 0);
    }
    if (status == CAMEO_OK) status = attention_append(b, op, x, &present, past.rows);
    *x = present;
    return status;
}

/* The mask's strides, aligned to the right of [batch][heads][q_rows][k_rows]. Errors: E_SHAPE. */
static cameo_status attention_mask(cm_cuda_build *b, struct cm_cuda_attention_params *p) {
    cm_cuda_operand m;
    const int64_t want[3] = {p->batch, p->heads, p->q_rows};
    if (!cm_cuda_has(b->c, ATT_MASK)) return CAMEO_OK;
    if (!cm_cuda_in(b, ATT_MASK, &m)) return cm_cuda_absent(b);
    uint32_t rank = m.t.rank;
    int64_t step = m.t.dims[rank - 1];
    if (step > p->k_rows && step != 1) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "the mask has too many columns");
    p->mask = m.at;
    p->mask_type = (int32_t)m.t.dtype;
    p->mask_columns = step == 1 ? p->k_rows : step;
    p->mask_strides[3] = step == 1 ? 0 : 1;
    for (uint32_t k = 1; k < rank; k++) {
        int64_t dim = m.t.dims[rank - 1 - k];
        if (dim != 1 && dim != want[3 - k]) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "the mask does not broadcast");
        p->mask_strides[3 - k] = dim == 1 ? 0 : step;
        step *= dim;
    }
    return CAMEO_OK;
}

/* Where the operands lie, and their sizes. */
static void attention_fill(struct cm_cuda_attention_params *p, const attention_operand *q, const attention_operand *k,
                           const attention_operand *v, const attention_operand *y) {
    p->q = q->o.at, p->k = k->o.at, p->v = v->o.at, p->y = y->o.at;
    p->batch = q->batch, p->heads = q->heads, p->kv_heads = k->heads;
    p->q_rows = q->rows, p->k_rows = k->rows, p->d = q->width, p->dv = v->width;
    memcpy(p->q_strides, q->strides, sizeof p->q_strides);
    memcpy(p->k_strides, k->strides, sizeof p->k_strides);
    memcpy(p->v_strides, v->strides, sizeof p->v_strides);
    memcpy(p->y_strides, y->strides, sizeof p->y_strides);
}

static cameo_status attention_add(cm_cuda_build *b, const cm_cuda_op *op, const struct cm_cuda_attention_params *p) {
    int64_t blocks = (p->q_rows + CM_CUDA_ATTENTION_ROWS - 1) / CM_CUDA_ATTENTION_ROWS;
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, blocks, p->heads, p->batch);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.attention, p, sizeof *p);
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_attention(cm_cuda_build *b, const cm_cuda_op *op) {
    struct cm_cuda_attention_params p = {0};
    attention_operand q, k, v, y;
    cameo_tensor past = {0};
    cm_cuda_operand lengths = {0};
    if (cm_cuda_has(b->c, ATT_LENGTHS) && !cm_cuda_in(b, ATT_LENGTHS, &lengths)) return cm_cuda_absent(b);
    cameo_status status = attention_in(b, ATT_Q, op->i[ATT_HEADS], &q);
    if (status == CAMEO_OK) status = attention_out(b, ATT_Y, op->i[ATT_HEADS], &y);
    if (status == CAMEO_OK) status = attention_present(b, op, 0, &k);
    if (status == CAMEO_OK) status = attention_present(b, op, 1, &v);
    if (status != CAMEO_OK) return status;
    bool fits = k.batch == q.batch && v.batch == q.batch && k.heads == v.heads && k.rows == v.rows &&
                k.width == q.width && (lengths.at == 0 || lengths.n == q.batch) &&
                (q.heads == 0 || (k.heads != 0 && q.heads % k.heads == 0));
    if (!fits) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "queries, keys and values do not fit to each other");
    if (y.o.n == 0) return CAMEO_OK;
    (void)cameo_op_input(b->c, ATT_PAST_K, &past);
    attention_fill(&p, &q, &k, &v, &y);
    p.lengths = lengths.at;
    p.left = op->i[ATT_LEFT], p.right = op->i[ATT_RIGHT];
    p.offset = past.rank == 4 ? past.dims[2] : 0;
    p.scale = op->i[ATT_SCALED] != 0 ? op->f[ATT_SCALE] : (float)(1 / cm_sqrt((double)q.width));
    p.softcap = op->f[ATT_SOFTCAP];
    status = attention_mask(b, &p);
    return status == CAMEO_OK ? attention_add(b, op, &p) : status;
}

/* ---- GroupQuery (kernels/group_query.c) ---- */

enum { GQ_Q, GQ_K, GQ_V, GQ_PAST_K, GQ_PAST_V, GQ_LENGTHS, GQ_TOTAL, GQ_BIAS, GQ_SINKS }; /* inputs */
enum { GQ_Y, GQ_PRESENT_K, GQ_PRESENT_V };                                                /* outputs */
enum { GQ_HEADS, GQ_KV_HEADS, GQ_RIGHT, GQ_LEFT, GQ_BY_ROWS, GQ_CACHE };                  /* of op->i */

bool cm_cuda_match_group_query(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor q, t;
    (void)rule;
    const bool causal = cm_cuda_attr_int(c, "causal", 1) != 0;
    const int64_t window = cm_cuda_attr_int(c, "window", -1);
    op->i[GQ_HEADS] = cm_cuda_attr_int(c, "num_heads", 0);
    op->i[GQ_KV_HEADS] = cm_cuda_attr_int(c, "kv_num_heads", 0);
    op->i[GQ_RIGHT] = causal ? 0 : -1;
    op->i[GQ_LEFT] = causal && window > 0 ? window - 1 : -1;
    op->i[GQ_BY_ROWS] = cm_cuda_attr_int(c, "by_rows", 0);
    op->f[ATT_SCALE] = cm_cuda_attr_float(c, "scale", 0);
    op->f[ATT_SOFTCAP] = cm_cuda_attr_float(c, "softcap", 0);
    if (!cameo_op_input(c, GQ_Q, &q)) return cameo_op_decline(c, "an input is absent");
    for (uint32_t i = GQ_Q; i <= GQ_V; i++)
        if (!attention_depth(c, i, op->i[i == GQ_Q ? GQ_HEADS : GQ_KV_HEADS]))
            return cameo_op_decline(c, "heads of a width that is not known, or too large");
    for (uint32_t i = GQ_K; i <= GQ_SINKS; i++)
        if (i != GQ_LENGTHS && i != GQ_TOTAL && cm_cuda_has(c, i) && !cm_cuda_same_type(c, GQ_Q, i))
            return cameo_op_decline(c, "inputs of several types");
    if (cameo_op_input(c, GQ_BIAS, &t) && t.rank != 4) return cameo_op_decline(c, "no kernel for such a bias");
    for (uint32_t i = 0; i < 2; i++)
        if (cm_cuda_has(c, GQ_PAST_K + i) && cameo_op_output_id(c, GQ_PRESENT_K + i) == CAMEO_NO_ID)
            return cameo_op_decline(c, "a past without presents");
    op->i[GQ_CACHE] = cm_cuda_kernel("cache", cm_cuda_width(q.dtype));
    return cm_cuda_match_kernel(c, GQ_Q, "attention", op);
}

/* A past or present, whose rows may come first. */
static void group_query_by_rows(const cm_cuda_op *op, attention_operand *a) {
    if (op->i[GQ_BY_ROWS] == 0) return;
    const int64_t rows = a->batch, row = a->strides[0];
    a->batch = a->heads, a->heads = a->rows, a->rows = rows;
    a->strides[0] = a->strides[1], a->strides[1] = a->strides[2], a->strides[2] = row;
}

/* Keys (i 0) or values (i 1), and *room rows of their past: where they lie, for the kernel; the present is made where
 * it is wanted. Errors: E_SHAPE. */
static cameo_status group_query_present(cm_cuda_build *b, const cm_cuda_op *op, uint32_t i, cm_cuda_address lengths,
                                        attention_operand *x, int64_t *room) {
    attention_operand past = {.batch = 0}, present = {.batch = 0};
    cameo_status status = attention_in(b, GQ_K + i, op->i[GQ_KV_HEADS], x);
    *room = 0;
    if (status != CAMEO_OK || cameo_op_output_id(b->c, GQ_PRESENT_K + i) == CAMEO_NO_ID) return status;
    status = attention_out(b, GQ_PRESENT_K + i, 0, &present);
    if (status == CAMEO_OK && cm_cuda_has(b->c, GQ_PAST_K + i)) status = attention_in(b, GQ_PAST_K + i, 0, &past);
    if (status != CAMEO_OK) return status;
    group_query_by_rows(op, &present);
    group_query_by_rows(op, &past);
    const attention_operand *all[2] = {&present, past.o.t.rank == 0 ? &present : &past};
    for (uint32_t k = 0; k < 2; k++)
        if (all[k]->batch != x->batch || all[k]->heads != x->heads || all[k]->width != x->width)
            return cameo_op_fail(b->c, CAMEO_E_SHAPE, "the past does not fit to the new ones");
    if (present.rows < x->rows || present.rows < past.rows)
        return cameo_op_fail(b->c, CAMEO_E_SHAPE, "total_sequence_length leaves no room for past and new rows");
    const bool there = past.o.at == present.o.at; /* a state lies where the present does */
    const int64_t first = there ? past.rows : 0, lines = x->rows + present.rows - first;
    if (present.o.n != 0 && lines != 0) {
        cm_cuda_launch *l = cm_cuda_add_elements(b, (uint32_t)op->i[GQ_CACHE], x->batch * x->heads * lines * x->width);
        if (l == NULL) return CAMEO_E_NOMEM;
        struct cm_cuda_cache_params *p = &l->p.cache;
        p->past = there ? 0 : past.o.at, p->fresh = x->o.at, p->present = present.o.at, p->lengths = lengths;
        p->batch = x->batch, p->heads = x->heads, p->rows = x->rows, p->width = x->width;
        p->room = past.rows, p->all = present.rows, p->first = first;
        p->by_rows = op->i[GQ_BY_ROWS] != 0;
    }
    *room = past.rows;
    *x = present;
    return CAMEO_OK;
}

/* What is added to scores, [batch or 1][heads or 1][rows][columns], and the sinks. Errors: E_SHAPE. */
static cameo_status group_query_scores(cm_cuda_build *b, struct cm_cuda_attention_params *p) {
    cm_cuda_operand bias, sinks;
    if (cm_cuda_has(b->c, GQ_SINKS)) {
        if (!cm_cuda_in(b, GQ_SINKS, &sinks)) return cm_cuda_absent(b);
        if (sinks.n != p->heads) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "head_sink does not fit");
        p->sinks = sinks.at;
    }
    if (!cm_cuda_has(b->c, GQ_BIAS)) return CAMEO_OK;
    if (!cm_cuda_in(b, GQ_BIAS, &bias)) return cm_cuda_absent(b);
    const int64_t *d = bias.t.dims, head = d[2] * d[3];
    if ((d[0] != 1 && d[0] != p->batch) || (d[1] != 1 && d[1] != p->heads) || d[2] != p->q_rows || d[3] == 0)
        return cameo_op_fail(b->c, CAMEO_E_SHAPE, "attention_bias does not fit");
    p->mask = bias.at;
    p->mask_type = (int32_t)bias.t.dtype;
    p->mask_columns = d[3];
    p->mask_strides[0] = d[0] == 1 ? 0 : d[1] * head;
    p->mask_strides[1] = d[1] == 1 ? 0 : head;
    p->mask_strides[2] = d[3];
    p->mask_strides[3] = 1;
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_group_query(cm_cuda_build *b, const cm_cuda_op *op) {
    struct cm_cuda_attention_params p = {0};
    attention_operand q, k, v, y;
    cm_cuda_operand lengths;
    cameo_tensor new_k, new_v;
    int64_t room[2];
    if (!cm_cuda_in(b, GQ_LENGTHS, &lengths) || !cameo_op_input(b->c, GQ_K, &new_k) ||
        !cameo_op_input(b->c, GQ_V, &new_v))
        return cm_cuda_absent(b);
    cameo_status status = attention_in(b, GQ_Q, op->i[GQ_HEADS], &q);
    if (status == CAMEO_OK) status = attention_out(b, GQ_Y, op->i[GQ_HEADS], &y);
    if (status == CAMEO_OK && (lengths.n != q.batch || new_k.dims[1] != q.rows || new_v.dims[1] != q.rows))
        status = cameo_op_fail(b->c, CAMEO_E_SHAPE, "seqlens_k, new keys and values are not as many as the queries");
    if (status == CAMEO_OK) status = group_query_present(b, op, 0, lengths.at, &k, &room[0]);
    if (status == CAMEO_OK) status = group_query_present(b, op, 1, lengths.at, &v, &room[1]);
    if (status != CAMEO_OK) return status;
    bool fits = k.batch == q.batch && v.batch == q.batch && k.heads == v.heads && k.rows == v.rows &&
                k.width == q.width && v.width == q.width && room[0] == room[1];
    if (!fits) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "queries, keys and values do not fit to each other");
    if (y.o.n == 0) return CAMEO_OK;
    attention_fill(&p, &q, &k, &v, &y);
    p.lengths = lengths.at;
    p.cache = 1;
    p.room = room[0];
    p.error = b->error;
    p.left = op->i[GQ_LEFT], p.right = op->i[GQ_RIGHT];
    p.scale = op->f[ATT_SCALE] != 0 ? op->f[ATT_SCALE] : (float)(1 / cm_sqrt((double)q.width));
    p.softcap = op->f[ATT_SOFTCAP];
    status = group_query_scores(b, &p);
    return status == CAMEO_OK ? attention_add(b, op, &p) : status;
}

/* ---- RotaryEmbedding ---- */

enum { ROTARY_HEADS, ROTARY_TURNED, ROTARY_INTERLEAVED }; /* of op->i */
enum { ROTARY_COS, ROTARY_SIN, ROTARY_IDS };
static const uint32_t rotary_inputs[2][3] = {{1, 2, 3}, {2, 3, 1}}; /* of ai.onnx, of com.microsoft; x is input 0 */

/* code: 1 of com.microsoft, whose ids may be one, that of the first row, and whose heads follow from the caches. */
bool cm_cuda_match_rotary(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    const uint32_t *in = rotary_inputs[rule->code];
    op->i[ROTARY_HEADS] = cm_cuda_attr_int(c, "num_heads", 0);
    op->i[ROTARY_TURNED] = cm_cuda_attr_int(c, "rotary_embedding_dim", 0);
    op->i[ROTARY_INTERLEAVED] = cm_cuda_attr_int(c, "interleaved", 0) != 0;
    if (!cm_cuda_same_type(c, 0, in[ROTARY_COS]) || !cm_cuda_same_type(c, 0, in[ROTARY_SIN]))
        return cameo_op_decline(c, "inputs of two types");
    return cm_cuda_match_kernel(c, 0, "rotary", op);
}

cameo_status cm_cuda_launch_rotary(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand from, y, cos, sin, ids = {0};
    cm_cuda_strided dense;
    attention_operand x;
    const bool ms = cm_cuda_rules[op->rule].code != 0;
    const uint32_t *in = rotary_inputs[ms];
    const bool has_ids = cm_cuda_has(b->c, in[ROTARY_IDS]);
    if (!cm_cuda_in(b, 0, &from) || !cm_cuda_in(b, in[ROTARY_COS], &cos) || !cm_cuda_in(b, in[ROTARY_SIN], &sin) ||
        !cm_cuda_out(b, 0, &y) || (has_ids && !cm_cuda_in(b, in[ROTARY_IDS], &ids)))
        return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    int64_t half = cos.t.rank == 0 ? 0 : cos.t.dims[cos.t.rank - 1], heads = op->i[ROTARY_HEADS];
    if (ms && heads == 0 && half > 0 && from.t.rank == 3) heads = from.t.dims[2] / (2 * half);
    cm_cuda_dense(&from, &dense);
    if (!attention_view(&x, &dense, heads)) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "heads do not fit");
    int64_t turned = op->i[ROTARY_TURNED] != 0 ? op->i[ROTARY_TURNED] : x.width, rows = x.batch * x.rows;
    const bool one = ms && ids.n == 1;
    bool fits = half > 0 && turned == 2 * half && turned <= x.width && cos.n == sin.n &&
                (has_ids ? one || ids.n == rows : cos.n == rows * half);
    if (!fits) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "X, caches and position_ids do not fit to each other");
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_rotary_params *p = &l->p.rotary;
    p->x = x.o.at, p->cos = cos.at, p->sin = sin.at, p->indices = ids.at, p->y = y.at;
    p->batch = x.batch, p->heads = x.heads, p->rows = x.rows, p->width = x.width;
    p->half = half;
    p->positions = cos.n / half;
    p->interleaved = (int32_t)op->i[ROTARY_INTERLEAVED];
    p->by_rows = from.t.rank == 3;
    p->one = one;
    p->error = b->error;
    return CAMEO_OK;
}

#endif
