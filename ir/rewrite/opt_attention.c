/* opt_attention.c — Softmax(scale * Q K^T + mask) V, which exporters write as several nodes, becomes Attention: its
 * kernel has a few hundred scores of a head at a time, where the nodes have all of them in memory, rows times keys of
 * each head.
 *
 *   Q [batch][heads][rows][depth] or [batch][rows][depth], K and V alike with keys for rows
 *
 * The scale is a product of Mul and Div by constant numbers, of the scores or of q and k, or 1; the mask a constant
 * that leaves each row a key, or none: a row without keys is NaN in Softmax and 0 in Attention. Operands that a
 * Transpose made of [batch][rows][heads][depth] are read as that lies, and so is the result written. Formula: A.
 * Vaswani et al., "Attention Is All You Need", 2017; ONNX Attention, since_version 23. */
#include "base/math.h"
#include "ir/rewrite/permute.h"

/* Fewest scores of a head, and fewest keys, for which this pays: below, scores stay in a cache between the nodes.
 * Measured with depth 64 on AVX2, time over that of the nodes: 1.02 to 1.08 for 200 rows and keys, 1.0 for 384, 0.87
 * for 512, 0.85 for 1,024. Debug builds begin earlier, to be tested. */
#define ATTENTION_SCORES ((int64_t)(CAMEO_DEBUG ? 4 : 1 << 17))
#define ATTENTION_KEYS ((int64_t)(CAMEO_DEBUG ? 1 : 256))

/* Elements of a mask that are looked at. */
#define ATTENTION_MASK ((size_t)1 << 24)

typedef struct attention_match {
    cm_id node, softmax, scores; /* the second product, and the first one */
    cm_id q, k, v, mask;         /* k as the first product reads it: [...][depth][keys] */
    cm_perm k_perm;              /* of the Transpose that made k */
    double scale;
    uint32_t rank;
} attention_match;

/* A MatMul of two float tensors of `rank`, by the CPU and without an epilogue. */
static bool attention_is_product(const cm_ir *ir, cm_id node, uint32_t rank) {
    if (!cm_opt_is(ir, node, CM_OP_MatMul) || ir->info[node].provider != 0) return false;
    if (cm_opt_is_activated(ir, node)) return false;
    for (uint32_t i = 0; i < 2; i++) {
        cm_id x = cm_ir_in(ir, node, i);
        if (x == CM_NONE || ir->av[x].kind != CAMEO_KIND_TENSOR || ir->av[x].dtype != CAMEO_FLOAT) return false;
        if (ir->av[x].rank != rank) return false;
    }
    return true;
}

/* Does the last dim of the Softmax count alone? */
static bool attention_is_softmax(const cm_ir *ir, cm_id node, uint32_t rank) {
    int32_t axis = cm_opt_i32(ir, node, "axis");
    return ir->info[node].provider == 0 && (axis == -1 || axis == (int32_t)rank - 1);
}

/* Has every row of a constant mask a number above minus infinity, and do its dims broadcast to those of the scores? */
static bool attention_is_mask(const cm_ir *ir, cm_id mask, cm_id scores) {
    const cm_avalue *m = &ir->av[mask], *s = &ir->av[scores];
    cm_opt_floats c;
    size_t row;
    if (!cm_opt_floats_get(ir, mask, &c) || m->rank == 0 || m->rank > s->rank || c.n > ATTENTION_MASK) return false;
    for (uint32_t d = 0; d < m->rank; d++) {
        bool same = cm_dim_equal(ir->dims, m->dims[d], s->dims[s->rank - m->rank + d]) == CM_YES;
        if (m->dims[d] != 1 && (!same || (s->rank == 3 && d + 3 == m->rank))) return false;
    }
    row = (size_t)m->dims[m->rank - 1u];
    for (size_t i = 0; i < c.n; i += row) {
        size_t j = i;
        while (j < i + row && !(cm_opt_floats_at(&c, j) > -(double)CM_INF_F32)) j++;
        if (j == i + row) return false;
    }
    return true;
}

/* Follows the scaling from input `i` of `node` back to the first product. */
static bool attention_scaling(const cm_ir *ir, cm_id node, uint32_t i, attention_match *m) {
    m->scale = 1;
    for (;;) {
        m->scores = cm_opt_fusable(ir, node, i, CM_OP_MatMul);
        if (m->scores != CM_NONE) return attention_is_product(ir, m->scores, m->rank);
        cm_id by = cm_opt_fusable(ir, node, i, CM_OP_Mul);
        bool quotient = by == CM_NONE;
        double c;
        if (quotient) by = cm_opt_fusable(ir, node, i, CM_OP_Div);
        if (by == CM_NONE || ir->info[by].since < 7 || ir->info[by].provider != 0) return false;
        i = 0;
        if (!cm_opt_number(ir, cm_ir_in(ir, by, 1), &c)) {
            if (quotient || !cm_opt_number(ir, cm_ir_in(ir, by, 0), &c)) return false;
            i = 1;
        }
        if (c == 0) return false;
        m->scale = quotient ? m->scale / c : m->scale * c;
        node = by;
    }
}

/* The sum with a mask, if there is one, and what lies before it. */
static bool attention_masked(const cm_ir *ir, attention_match *m) {
    cm_id add = cm_opt_fusable(ir, m->softmax, 0, CM_OP_Add);
    m->mask = CM_NONE;
    if (add == CM_NONE) return attention_scaling(ir, m->softmax, 0, m);
    if (ir->info[add].since < 7 || ir->info[add].provider != 0) return false;
    for (uint32_t i = 0; i < 2; i++) {
        cm_id mask = cm_ir_in(ir, add, 1 - i);
        if (mask == CM_NONE || !attention_is_mask(ir, mask, cm_ir_in(ir, m->softmax, 0))) continue;
        m->mask = mask;
        return attention_scaling(ir, add, i, m);
    }
    return false;
}

/* Operand i of the first product without a Mul by a constant number: some exporters scale both operands. */
static cm_id attention_unscaled(const cm_ir *ir, attention_match *m, uint32_t i) {
    cm_id x = cm_ir_in(ir, m->scores, i), by = cm_opt_fusable(ir, m->scores, i, CM_OP_Mul);
    if (by == CM_NONE || ir->info[by].since < 7 || ir->info[by].provider != 0) return x;
    for (uint32_t j = 0; j < 2; j++) {
        cm_id other = cm_ir_in(ir, by, 1 - j);
        double c;
        if (!cm_opt_number(ir, cm_ir_in(ir, by, j), &c) || c == 0) continue;
        if (!cm_opt_is_alike(ir, x, other)) continue;
        m->scale *= c;
        return other;
    }
    return x;
}

/* Are there as many heads and batch elements, rows and depths as in one attention, and enough scores? */
static bool attention_fits(const cm_ir *ir, const attention_match *m) {
    const cm_avalue *q = &ir->av[m->q], *k = &ir->av[m->k], *v = &ir->av[m->v];
    uint32_t r = m->rank;
    for (uint32_t d = 0; d + 2 < r; d++) {
        if (cm_dim_equal(ir->dims, q->dims[d], k->dims[d]) != CM_YES) return false;
        if (cm_dim_equal(ir->dims, q->dims[d], v->dims[d]) != CM_YES) return false;
    }
    cm_dim rows = q->dims[r - 2], keys = k->dims[r - 1];
    if (cm_dim_equal(ir->dims, keys, v->dims[r - 2]) != CM_YES) return false;
    cm_dim known[4] = {q->dims[r - 1], v->dims[r - 1], keys, r == 4 ? q->dims[1] : 1};
    for (int i = 0; i < 4; i++) {
        if (!cm_dim_is_const(known[i]) || known[i] < 1 || known[i] > INT32_MAX) return false;
    }
    return cm_dim_is_const(rows) && rows > 1 && keys >= ATTENTION_KEYS && rows >= ATTENTION_SCORES / keys &&
           cm_opt_fits_float(m->scale);
}

static bool attention_find(const cm_ir *ir, cm_id node, attention_match *m) {
    cm_id y = cm_ir_out(ir, node, 0), v = cm_ir_in(ir, node, 1);
    if (y == CM_NONE || v == CM_NONE || (ir->av[v].rank != 3 && ir->av[v].rank != 4)) return false;
    *m = (attention_match){.node = node, .v = v, .rank = ir->av[v].rank};
    if (!attention_is_product(ir, node, m->rank)) return false;
    m->softmax = cm_opt_fusable(ir, node, 0, CM_OP_Softmax);
    if (m->softmax == CM_NONE || !attention_is_softmax(ir, m->softmax, m->rank)) return false;
    if (!attention_masked(ir, m)) return false;
    m->q = attention_unscaled(ir, m, 0);
    m->k = attention_unscaled(ir, m, 1);
    return cm_perm_of_node(ir, ir->t.value.row[m->k].node, &m->k_perm) && attention_fits(ir, m);
}

/* [batch][heads][rows][depth] from [batch][rows][heads][depth]. */
static bool attention_is_by_rows(const cm_perm *p) {
    return p->rank == 4 && p->at[0] == 0 && p->at[1] == 2 && p->at[2] == 1 && p->at[3] == 3;
}

/* What a Transpose made to [batch][heads][rows][depth] of x [batch][rows][heads][depth], else CM_NONE. */
static cm_id attention_by_rows(const cm_ir *ir, cm_id value) {
    cm_perm p;
    cm_id from = ir->t.value.row[value].node;
    return cm_perm_of_node(ir, from, &p) && attention_is_by_rows(&p) ? cm_ir_in(ir, from, 0) : CM_NONE;
}

/* What the keys are with their last two dims exchanged, and by which permutation of *x. */
static cm_perm attention_keys_of(const cm_ir *ir, const attention_match *m, cm_id *x) {
    cm_perm p = m->k_perm;
    *x = cm_ir_in(ir, ir->t.value.row[m->k].node, 0);
    p.at[p.rank - 1u] = m->k_perm.at[p.rank - 2u];
    p.at[p.rank - 2u] = m->k_perm.at[p.rank - 1u];
    return p;
}

/* The only reader of the result, where it is the Transpose to [batch][rows][heads][depth]. */
static cm_id attention_reader(const cm_ir *ir, cm_id node) {
    cm_perm p;
    cm_id user = cm_ir_only_user(ir, cm_ir_out(ir, node, 0));
    if (user == CM_NONE || ir->info[user].provider != 0 || cm_ir_out(ir, user, 0) == CM_NONE) return CM_NONE;
    return cm_perm_of_node(ir, user, &p) && attention_is_by_rows(&p) ? user : CM_NONE;
}

/* Operands [batch][rows][heads * depth], where all of them and the result are Transposes of such ones; *reader is that
 * of the result. */
static cameo_status attention_join_heads(cm_opt *o, const attention_match *m, cm_id *in, cm_id *reader) {
    cm_ir *ir = o->ir;
    cm_id keys, x[3] = {attention_by_rows(ir, m->q), CM_NONE, attention_by_rows(ir, m->v)};
    cm_perm p = attention_keys_of(ir, m, &keys);
    *reader = CM_NONE;
    if (m->rank != 4) return CAMEO_OK;
    x[1] = attention_is_by_rows(&p) ? keys : cm_perm_is_identity(&p) ? attention_by_rows(ir, keys) : CM_NONE;
    cm_id user = attention_reader(ir, m->node);
    if (x[0] == CM_NONE || x[1] == CM_NONE || x[2] == CM_NONE || user == CM_NONE) return CAMEO_OK;
    *reader = user;
    for (int i = 0; i < 3; i++) {
        const int64_t target[3] = {0, 0, ir->av[x[i]].dims[2] * ir->av[x[i]].dims[3]};
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[m->node].graph, (cm_str){NULL, 0}, &in[i]));
        CM_TRY(cm_opt_add_reshape(o, m->node, x[i], target, 3, in[i]));
    }
    return CAMEO_OK;
}

/* Operands of m->rank dims: q and v as they are, k without the exchange. */
static cameo_status attention_plain(cm_opt *o, const attention_match *m, cm_id *in) {
    cm_ir *ir = o->ir;
    cm_id x;
    cm_perm p = attention_keys_of(ir, m, &x), back = cm_perm_inverse(&p);
    in[0] = m->q;
    in[1] = x;
    in[2] = m->v;
    if (cm_perm_is_identity(&p)) return CAMEO_OK;
    CM_TRY(cm_permute_new_value(ir, ir->t.node.row[m->node].graph, x, &back, &in[1]));
    return cm_permute_transpose(o, m->node, m->node, x, &p, in[1]);
}

static cameo_status attention_set_attrs(cm_ir *ir, cm_id node, const attention_match *m, int64_t heads) {
    CM_TRY(cm_ir_set_float(ir, node, "scale", (float)m->scale));
    CM_TRY(cm_ir_set_int(ir, node, "q_num_heads", heads));
    CM_TRY(cm_ir_set_int(ir, node, "kv_num_heads", heads));
    return cm_opt_reparse(ir, node);
}

/* The second product becomes Attention; the first one and what lies between have no reader left. */
cameo_status cm_rewrite_attention(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    attention_match m;
    cm_id in[4], reader;
    if (!attention_find(ir, node, &m) || !cm_opt_can_add_newer(ir, node, "Attention", 5)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "Reshape", 5)) return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0), old = cm_ir_in(ir, node, 0);
    int64_t heads = m.rank == 4 ? ir->av[m.q].dims[1] : 1, width = ir->av[m.v].dims[m.rank - 1];
    CM_TRY(attention_join_heads(o, &m, in, &reader));
    if (reader == CM_NONE) CM_TRY(attention_plain(o, &m, in));
    in[3] = m.mask;
    CM_TRY(cm_opt_become(ir, node, "Attention"));
    CM_TRY(attention_set_attrs(ir, node, &m, heads));
    for (uint32_t i = m.mask == CM_NONE ? 3 : 4; i-- > 0;) CM_TRY(cm_ir_set_in(ir, node, i, in[i]));
    if (reader != CM_NONE) {
        const int64_t target[4] = {0, 0, heads, width};
        ir->t.value.row[y].type = CM_NONE; /* of three dims now, whatever the file declares */
        CM_TRY(cm_infer_node(ir, node));
        CM_TRY(cm_opt_add_reshape(o, reader, y, target, 4, cm_ir_out(ir, reader, 0)));
        CM_TRY(cm_opt_kill(o, reader));
    }
    CM_TRY(cm_opt_touch(o, ir->t.value.row[old].node, false));
    *changed = true;
    return cm_opt_touch(o, node, true);
}
