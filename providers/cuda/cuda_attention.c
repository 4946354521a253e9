/* cuda_attention.c — Attention and RotaryEmbedding on CUDA. Keys and values with a past are put together in the
 * presents, which the kernel then reads: a past without presents is left to the CPU. */
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
    p.q = q.o.at, p.k = k.o.at, p.v = v.o.at, p.lengths = lengths.at, p.y = y.o.at;
    p.batch = q.batch, p.heads = q.heads, p.kv_heads = k.heads;
    p.q_rows = q.rows, p.k_rows = k.rows, p.d = q.width, p.dv = v.width;
    memcpy(p.q_strides, q.strides, sizeof p.q_strides);
    memcpy(p.k_strides, k.strides, sizeof p.k_strides);
    memcpy(p.v_strides, v.strides, sizeof p.v_strides);
    memcpy(p.y_strides, y.strides, sizeof p.y_strides);
    p.left = op->i[ATT_LEFT], p.right = op->i[ATT_RIGHT];
    p.offset = past.rank == 4 ? past.dims[2] : 0;
    p.scale = op->i[ATT_SCALED] != 0 ? op->f[ATT_SCALE] : (float)(1 / cm_sqrt((double)q.width));
    p.softcap = op->f[ATT_SOFTCAP];
    status = attention_mask(b, &p);
    if (status != CAMEO_OK) return status;
    int64_t blocks = (q.rows + CM_CUDA_ATTENTION_ROWS - 1) / CM_CUDA_ATTENTION_ROWS;
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, blocks, q.heads, q.batch);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.attention, &p, sizeof p);
    return CAMEO_OK;
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
