/* opt_share.c — equal small constants become one. See opt.h.
 *
 * A table of CM_OPT_SMALL bytes at most by their hash (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/), with
 * few places per hash: a constant that finds none stays as it is, so the cost of a node is that of its inputs. */
#include "base/dtype.h"
#include "ir/opt.h"

/* Places that a constant may stand in, one behind the other. */
#define OPT_SHARE_PROBES 8
/* Places of the table. */
#define OPT_SHARE_MAX (UINT32_C(1) << 16)

/* False: value is no constant that is shared. */
static bool opt_share_hash(const cm_ir *ir, cm_id value, uint32_t *hash) {
    size_t size = 0;
    if (value == CM_NONE || !cm_ir_is_const(ir, value)) return false;
    const cm_avalue *v = &ir->av[value];
    const uint8_t *bytes = cm_ir_const_bytes(ir, value, &size);
    if (bytes == NULL || size > CM_OPT_SMALL || v->dtype == CAMEO_STRING) return false;
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

/* Each input that is a small constant becomes the first of its like. A later one loses a user with each use. */
cameo_status cm_rewrite_shared_const(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if (o->shared == NULL) {
        uint32_t n = 64;
        while (n < OPT_SHARE_MAX && n < ir->t.tensor.n * UINT64_C(2)) n *= 2;
        o->shared = CM_ARENA_NEW_N(ir->work, cm_id, n);
        if (o->shared == NULL) return cm_ir_nomem(ir);
        o->n_shared = n;
    }
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        cm_id known = v == CM_NONE ? v : opt_share_find(o, v);
        if (known == v) continue;
        CM_TRY(cm_ir_set_in(ir, node, i, known));
        *changed = true;
    }
    return CAMEO_OK;
}
