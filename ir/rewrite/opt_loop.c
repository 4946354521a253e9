/* opt_loop.c — a Loop that never runs. See opt.h. */
#include "base/dtype.h"
#include "ir/rewrite/opt.h"

/* The number of iterations or the first condition is a constant that lets none begin. */
static bool opt_loop_is_idle(const cm_ir *ir, cm_id node) {
    cm_id trips = cm_ir_in(ir, node, 0);
    cm_id cond = cm_ir_in(ir, node, 1);
    int64_t x;
    if (trips != CM_NONE && cm_avalue_i64(&ir->av[trips], 0, &x) && x <= 0) return true;
    return cond != CM_NONE && cm_avalue_i64(&ir->av[cond], 0, &x) && x == 0;
}

/* Dims of a scan output without iterations; false where they are not known. */
static bool opt_loop_empty(const cm_ir *ir, cm_id y, int64_t *dims) {
    const cm_avalue *v = &ir->av[y];
    if (v->kind != CAMEO_KIND_TENSOR || v->rank == CM_RANK_UNKNOWN || v->rank == 0) return false;
    if (v->dtype == CAMEO_STRING || !cm_dtype_is_known(v->dtype)) return false;
    dims[0] = 0;
    for (uint32_t d = 1; d < v->rank; d++) {
        if (!cm_dim_is_const(v->dims[d]) || v->dims[d] < 0) return false;
        dims[d] = v->dims[d];
    }
    return true;
}

/* Each result that is wanted can be told: a carried value of the type that it was given, or an empty tensor. */
static bool opt_loop_can_go(const cm_ir *ir, cm_id node, uint32_t n_carried) {
    int64_t dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id y = cm_ir_out(ir, node, i);
        if (y == CM_NONE) continue;
        if (i >= n_carried) {
            if (!opt_loop_empty(ir, y, dims)) return false;
            continue;
        }
        cm_id x = cm_ir_in(ir, node, i + 2);
        if (x == CM_NONE || ir->av[x].kind != ir->av[y].kind) return false;
    }
    return true;
}

/* The results of a Loop that never runs are what it was given, and scan outputs of no elements. The Loop goes. */
cameo_status cm_rewrite_idle_loop(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    int64_t dims[CM_MAX_RANK];
    if (!cm_opt_is(ir, node, CM_OP_Loop) || !opt_loop_is_idle(ir, node)) return CAMEO_OK;
    cm_range out = ir->t.node.row[node].out;
    cm_id body = cm_ir_subgraph(ir, node, "body");
    uint32_t n_carried = ir->t.graph.row[body].inputs.n - 2;
    if (!opt_loop_can_go(ir, node, n_carried) || !cm_opt_can_add(ir, node, "Identity", out.n))
        return CAMEO_OK;
    for (uint32_t i = 0; i < out.n; i++) {
        cm_id y = cm_ir_out(ir, node, i);
        if (y == CM_NONE) continue;
        if (i < n_carried) {
            CM_TRY(cm_opt_join(o, node, cm_ir_in(ir, node, i + 2), y, false));
            continue;
        }
        if (!opt_loop_empty(ir, y, dims)) return CAMEO_OK;
        void *data = cm_arena_alloc(ir->work, 8, 8);
        if (data == NULL) return cm_ir_nomem(ir);
        CM_TRY(cm_ir_make_const(ir, y, ir->av[y].dtype, ir->av[y].rank, dims, data, 0));
        CM_TRY(cm_opt_touch_users(o, y));
    }
    *changed = true;
    return cm_opt_kill(o, node);
}
