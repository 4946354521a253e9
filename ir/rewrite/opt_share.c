/* opt_share.c — equal small constants become one, and so do results with equal elements. See opt.h.
 *
 * Tables of CM_OPT_SMALL bytes or elements at most by their hash (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/),
 * with few places per hash: what finds none stays as it is, so the cost of a node is that of its inputs and
 * elements. */
#include "base/dtype.h"
#include "ir/rewrite/opt.h"

/* Places that a constant may stand in, one behind the other. */
#define OPT_SHARE_PROBES 8
/* Places of the table. */
#define OPT_SHARE_MAX (UINT32_C(1) << 16)

/* False: value is no constant that is shared. */
static bool opt_share_hash(const cm_ir *ir, cm_id value, uint32_t *hash) {
    size_t size = 0;
    if (value == CM_NONE || !cm_ir_is_const(ir, value) || cm_ir_const_size(ir, value) > CM_OPT_SMALL) return false;
    const cm_avalue *v = &ir->av[value];
    const uint8_t *bytes = cm_ir_const_bytes(ir, value, &size);
    if (bytes == NULL || v->dtype == CAMEO_STRING) return false;
    uint32_t h = (UINT32_C(2166136261) ^ v->dtype) * 16777619;
    h = (h ^ v->rank) * 16777619;
    for (size_t i = 0; i < size; i++) h = (h ^ bytes[i]) * 16777619;
    *hash = h ^ h >> 15;
    return true;
}

/* The constant of the same graph that stands for value: itself where it is the first. */
static cm_id opt_share_find(cm_opt *o, cm_id value) {
    const cm_ir *ir = o->ir;
    uint32_t hash;
    if (!opt_share_hash(ir, value, &hash)) return value;
    for (uint32_t i = 0; i < OPT_SHARE_PROBES; i++) {
        cm_id *place = &o->shared[(hash + i) & (o->n_shared - 1)];
        if (*place == 0) *place = value + 1; /* 0 is an empty place */
        cm_id known = *place - 1;
        if (known == value) return value;
        if (ir->t.value.row[known].graph == ir->t.value.row[value].graph &&
            cm_opt_is_same_const(ir, known, value)) {
            return known;
        }
    }
    return value;
}

/* An empty table of n_shared places. */
static cm_id *opt_share_table(cm_opt *o) {
    uint32_t n = 64;
    while (n < OPT_SHARE_MAX && n < o->ir->t.tensor.n * UINT64_C(2)) n *= 2;
    if (o->n_shared == 0) o->n_shared = n;
    return CM_ARENA_NEW_N(o->ir->work, cm_id, o->n_shared);
}

/* Each input that is a small constant becomes the first of its like. A later one loses a user with each use. */
cameo_status cm_rewrite_shared_const(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if (o->shared == NULL) o->shared = opt_share_table(o);
    if (o->shared == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        cm_id known = v == CM_NONE ? v : opt_share_find(o, v);
        if (known == v) continue;
        CM_TRY(cm_ir_set_in(ir, node, i, known));
        *changed = true;
    }
    return CAMEO_OK;
}

/* ---- results ---- */

/* The only result of a node that was there at the start: integers or booleans that inference knows each, not all as
 * numbers. CM_NONE: it has none. */
static cm_id opt_share_result(const cm_opt *o, cm_id node) {
    const cm_ir *ir = o->ir;
    size_t n;
    if (node >= o->n_placed || o->place[node] == CM_NONE || ir->t.node.row[node].dead)
        return CM_NONE;
    cm_id y = ir->t.node.row[node].out.n == 1 ? cm_ir_out(ir, node, 0) : CM_NONE;
    const cm_avalue *v = y == CM_NONE ? &cm_avalue_absent : &ir->av[y];
    if (v->elem == NULL || v->kind != CAMEO_KIND_TENSOR || v->n_elem > CM_OPT_SMALL ||
        cm_elem_is_float(v->dtype) || /* 0 may be -0 */
        v->rank > 1 || !cm_avalue_count(v, &n) || n != v->n_elem) {
        return CM_NONE;
    }
    bool open = false;
    for (size_t j = 0; j < n; j++) {
        if (!cm_dim_is_known(v->elem[j])) return CM_NONE;
        open = open || cm_dim_is_expr(v->elem[j]);
    }
    return open ? y : CM_NONE;
}

static bool opt_share_is_same(const cm_ir *ir, cm_id a, cm_id b) {
    const cm_avalue *x = &ir->av[a], *y = &ir->av[b];
    return x->dtype == y->dtype && x->rank == y->rank && x->n_elem == y->n_elem &&
           ir->t.value.row[a].graph == ir->t.value.row[b].graph &&
           memcmp(x->elem, y->elem, x->n_elem * sizeof *x->elem) == 0;
}

/* Where value y stands in the table, or may. NULL: no place is free. */
static cm_id *opt_share_place(const cm_opt *o, cm_id y) {
    const cm_ir *ir = o->ir;
    const cm_avalue *v = &ir->av[y];
    uint32_t h = (UINT32_C(2166136261) ^ v->dtype) * 16777619;
    h = (h ^ v->rank) * 16777619;
    for (uint32_t j = 0; j < v->n_elem; j++) {
        h = (h ^ (uint32_t)v->elem[j]) * 16777619;
        h = (h ^ (uint32_t)((uint64_t)v->elem[j] >> 32)) * 16777619;
    }
    h ^= h >> 15;
    for (uint32_t i = 0; i < OPT_SHARE_PROBES; i++) {
        cm_id *place = &o->results[(h + i) & (o->n_shared - 1)];
        if (*place == 0) return place; /* 0 is an empty place */
        cm_id known = *place - 1, from = ir->t.value.row[known].node;
        bool stale = from == CM_NONE || opt_share_result(o, from) != known;
        if (stale || opt_share_is_same(ir, known, y)) return place;
    }
    return NULL;
}

/* Of two results with the same elements in the same graph the later one goes. Places tell which: nodes that stay in
 * their graph keep their order. */
cameo_status cm_rewrite_same_elements(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id y = opt_share_result(o, node);
    if (y == CM_NONE || (ir->info[node].op->flags & (CM_OPF_CONTROL | CM_OPF_RANDOM)) != 0)
        return CAMEO_OK;
    if (o->results == NULL) o->results = opt_share_table(o);
    if (o->results == NULL) return cm_ir_nomem(ir);
    cm_id *place = opt_share_place(o, y);
    cm_id known = place == NULL || *place == 0 ? y : *place - 1;
    cm_id from = ir->t.value.row[known].node;
    bool found = known != y && from != CM_NONE && opt_share_result(o, from) == known &&
                 opt_share_is_same(ir, known, y);
    if (found && o->place[from] < o->place[node]) return cm_opt_forward(o, node, known, y, changed);
    if (place != NULL) *place = y + 1;
    return found ? cm_opt_touch(o, from, false) : CAMEO_OK;
}
