/* opt_basic.c — rewrites that every level has: dead nodes, Identity, constants. See opt.h. */
#include "base/dtype.h"
#include "ir/rewrite/opt.h"

/* A node none of whose results is read. */
cameo_status cm_rewrite_dead(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v == CM_NONE) continue;
        if (ir->n_listed[v] != 0 || ir->t.value.row[v].first_use != CM_NONE) return CAMEO_OK;
    }
    *changed = true;
    return cm_opt_kill(o, node);
}

cameo_status cm_opt_forward(cm_opt *o, cm_id node, cm_id x, cm_id y, bool *changed) {
    cm_ir *ir = o->ir;
    if (ir->n_listed[y] == 0) {
        CM_TRY(cm_opt_touch_users(o, y));
        cm_ir_replace(ir, y, x);
        *changed = true;
        return cm_opt_kill(o, node);
    }
    cm_id from = ir->t.value.row[x].node;
    if (from == CM_NONE || ir->n_listed[x] != 0) return CAMEO_OK;
    if (ir->t.node.row[from].graph != ir->t.node.row[node].graph) return CAMEO_OK;
    CM_TRY(cm_opt_kill(o, node));
    *changed = true;
    return cm_opt_take_over(o, y, x);
}

/* y = Identity(x): y's users read x. */
cameo_status cm_rewrite_identity(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if (!cm_opt_is(ir, node, CM_OP_Identity)) return CAMEO_OK;
    cm_id x = cm_ir_in(ir, node, 0);
    cm_id y = cm_ir_out(ir, node, 0);
    if (x == CM_NONE || y == CM_NONE || ir->av[x].kind != ir->av[y].kind) return CAMEO_OK;
    return cm_opt_forward(o, node, x, y, changed);
}

/* All dims of a value as numbers; false where one is not known. */
static bool opt_basic_dims(const cm_avalue *v, int64_t *dims) {
    if (v->kind != CAMEO_KIND_TENSOR || v->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t i = 0; i < v->rank; i++) {
        if (!cm_dim_is_const(v->dims[i]) || v->dims[i] < 0) return false;
        dims[i] = v->dims[i];
    }
    return true;
}

/* A view (Reshape, Flatten, ...) of a constant is a constant: the same bytes with other dims. */
cameo_status cm_rewrite_const_view(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    int64_t dims[CM_MAX_RANK];
    if ((ir->info[node].op->flags & CM_OPF_VIEW) == 0) return CAMEO_OK;
    cm_id x = cm_ir_in(ir, node, 0);
    cm_id y = cm_ir_out(ir, node, 0);
    if (x == CM_NONE || y == CM_NONE || !cm_ir_is_const(ir, x)) return CAMEO_OK;
    if (!opt_basic_dims(&ir->av[y], dims)) return CAMEO_OK;
    cm_tensor_proto t = ir->t.tensor.row[ir->t.value.row[x].init];
    size_t n;
    if (!cm_avalue_count(&ir->av[y], &n) || n != t.n_elem) return CAMEO_OK;
    cm_id tensor;
    CM_TRY(cm_ir_add_tensor(ir, t.dtype, ir->av[y].rank, dims, NULL, t.payload.size, &tensor));
    ir->t.tensor.row[tensor].payload = t.payload;
    cm_ir_set_init(ir, y, tensor);
    CM_TRY(cm_infer_const(ir, y));
    CM_TRY(cm_opt_touch_users(o, y));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* Writes x as element j of an integer or bool tensor; false for other dtypes and what does not fit. */
static bool opt_basic_store(int dtype, void *data, size_t j, int64_t x) {
    switch (dtype) {
    case CAMEO_INT64: ((int64_t *)data)[j] = x; return true;
    case CAMEO_INT32: ((int32_t *)data)[j] = (int32_t)x; return x >= INT32_MIN && x <= INT32_MAX;
    case CAMEO_BOOL: ((uint8_t *)data)[j] = x != 0; return true;
    default: return false;
    }
}

/* Output i becomes a constant where inference knows every element. */
static cameo_status opt_basic_known(cm_opt *o, cm_id y, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_avalue *v = &ir->av[y];
    int64_t dims[CM_MAX_RANK];
    size_t n;
    size_t size;
    if (v->elem == NULL || !opt_basic_dims(v, dims) || !cm_avalue_count(v, &n) || n != v->n_elem)
        return CAMEO_OK;
    for (size_t j = 0; j < n; j++) {
        if (!cm_dim_is_const(v->elem[j])) return CAMEO_OK;
    }
    if (cm_dtype_bytes((cameo_dtype)v->dtype, n, &size) != CAMEO_OK || !cm_opt_afford(ir, size, n))
        return CAMEO_OK;
    void *data = cm_arena_alloc(ir->work, size, 16);
    if (data == NULL) return cm_ir_nomem(ir);
    for (size_t j = 0; j < n; j++) {
        if (!opt_basic_store(v->dtype, data, j, v->elem[j])) return CAMEO_OK;
    }
    CM_TRY(cm_ir_make_const(ir, y, v->dtype, v->rank, dims, data, size));
    *changed = true;
    return cm_opt_touch_users(o, y);
}

/* Shape of a value with known dims, and what is computed from it. */
cameo_status cm_rewrite_known_elements(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if ((ir->info[node].op->flags & (CM_OPF_CONTROL | CM_OPF_RANDOM)) != 0) return CAMEO_OK;
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id y = cm_ir_out(ir, node, i);
        if (y != CM_NONE) CM_TRY(opt_basic_known(o, y, changed));
    }
    if (!*changed) return CAMEO_OK;
    bool dead = false;
    return cm_rewrite_dead(o, node, &dead);
}

/* ---- folding ---- */

/* Time of an operation of a type without vectors beside one of floats, at most. */
#define OPT_BASIC_SLOW 8

/* Does the operator move elements, of any type as fast? These tell a cost; others that move cost their elements. */
static bool opt_basic_moves(const cm_ir *ir, cm_id node) {
    static const cm_op_id ops[] = {CM_OP_Concat,  CM_OP_Expand,          CM_OP_GatherND,
                                   CM_OP_Scatter, CM_OP_ScatterElements, CM_OP_ScatterND};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (cm_opt_is(ir, node, ops[i])) return true;
    }
    return false;
}

/* Bytes of all results and cost of one execution; false where a dim is not known. */
static bool opt_basic_price(cm_ir *ir, cm_id node, uint64_t *bytes, uint64_t *cost) {
    cm_shape s;
    cameo_error ignored = {0};
    uint64_t n_elem = 0;
    *bytes = 0;
    if (cm_infer_context(ir, node, &ignored, &s) != CAMEO_OK) return false;
    for (uint32_t i = 0; i < s.n_in; i++) {
        size_t n;
        if (s.in[i]->kind != CAMEO_KIND_NONE && !cm_avalue_count(s.in[i], &n)) return false;
    }
    for (uint32_t i = 0; i < s.n_out; i++) {
        cm_id y = cm_ir_out(ir, node, i);
        size_t n;
        size_t size;
        if (y == CM_NONE) continue;
        s.out[i] = ir->av[y];
        if (!cm_avalue_count(&s.out[i], &n) || s.out[i].dtype == CAMEO_STRING) return false;
        if (cm_dtype_bytes((cameo_dtype)s.out[i].dtype, n, &size) != CAMEO_OK) return false;
        if (*bytes > UINT64_MAX - size) return false;
        *bytes += size;
        n_elem = n_elem > UINT64_MAX - n ? UINT64_MAX : n_elem + n;
    }
    /* Products of other types than these go one element at a time. */
    int dtype = s.n_in == 0 ? CAMEO_FLOAT : s.in[0]->dtype;
    bool fast = dtype == CAMEO_FLOAT || dtype == CAMEO_INT8 || dtype == CAMEO_UINT8 || opt_basic_moves(ir, node);
    *cost = cm_cost_add(n_elem, s.op->cost != NULL ? cm_cost_mul(s.op->cost(&s), fast ? 1 : OPT_BASIC_SLOW) : 0);
    return true;
}

/* A node whose inputs are all constant is computed now, within limits.fold_bytes and fold_cost. */
cameo_status cm_rewrite_fold(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const uint32_t never = CM_OPF_CONTROL | CM_OPF_RANDOM | CM_OPF_DYNAMIC | CM_OPF_VIEW;
    uint64_t bytes;
    uint64_t cost;
    if (ir->fold == NULL || (ir->info[node].op->flags & never) != 0) return CAMEO_OK;
    if ((o->flags[node] & CM_OPT_NO_FOLD) != 0 || cm_opt_waits_for_qlinear(o, node)) return CAMEO_OK;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v != CM_NONE && !cm_ir_is_const(ir, v)) return CAMEO_OK;
    }
    if (o->phase == CM_OPT_PHASE_FIRST && cm_opt_is_turned_weight(ir, node)) return CAMEO_OK;
    if (!opt_basic_price(ir, node, &bytes, &cost)) return CAMEO_OK;
    o->flags[node] |= CM_OPT_NO_FOLD;
    if (!cm_opt_afford(ir, bytes, cost)) return CAMEO_OK;
    cm_range out = ir->t.node.row[node].out;
    cm_id *values = CM_ARENA_NEW_N(ir->work, cm_id, out.n);
    if (values == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < out.n; i++) values[i] = cm_ir_out(ir, node, i);
    cameo_status status = ir->fold(ir->fold_ctx, ir, node);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    CM_TRY(cm_ir_go_on(ir, true));
    if (status != CAMEO_OK) {
        ir->folded_bytes -= bytes;
        ir->folded_cost -= cost;
        return CAMEO_OK;
    }
    for (uint32_t i = 0; i < out.n; i++) CM_TRY(cm_opt_touch_users(o, values[i]));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* ---- If ---- */

/* Nodes of graph `from` go before `node`, with their values and subgraphs. */
static cameo_status opt_basic_move_nodes(cm_opt *o, cm_id from, cm_id node) {
    cm_ir *ir = o->ir;
    cm_id to = ir->t.node.row[node].graph;
    for (cm_id n = ir->t.graph.row[from].nodes.first; n != CM_NONE;) {
        cm_id next = ir->t.node.row[n].next;
        cm_ir_move_node(ir, n, to, node);
        for (uint32_t i = 0; i < ir->t.node.row[n].out.n; i++) {
            cm_id v = cm_ir_out(ir, n, i);
            if (v != CM_NONE) ir->t.value.row[v].graph = to;
        }
        CM_EACH(a, ir->t.attr, ir->t.node.row[n].attrs) {
            const cm_attr *attr = &ir->t.attr.row[a];
            if (attr->type != CM_ATTR_GRAPH && attr->type != CM_ATTR_GRAPHS) continue;
            for (cm_id g = attr->row; g != CM_NONE; g = ir->t.graph.row[g].next)
                ir->t.graph.row[g].parent = to;
        }
        if (n < o->n_placed) o->place[n] = CM_NONE;
        CM_TRY(cm_opt_touch(o, n, true));
        n = next;
    }
    return CAMEO_OK;
}

cameo_status cm_opt_join(cm_opt *o, cm_id node, cm_id x, cm_id y, bool own) {
    cm_ir *ir = o->ir;
    if (ir->n_listed[y] == 0) {
        CM_TRY(cm_opt_touch_users(o, y));
        cm_ir_replace(ir, y, x);
        return CAMEO_OK;
    }
    if (own && ir->n_listed[x] == 0 && ir->t.value.row[x].node != CM_NONE)
        return cm_opt_take_over(o, y, x);
    cm_id added;
    CM_TRY(cm_opt_add(o, node, "Identity", &x, 1, y, &added));
    ir->av[y] = ir->av[x];
    return CAMEO_OK;
}

/* If with a decided condition: the branch takes its place. */
cameo_status cm_rewrite_const_if(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    int64_t cond;
    if (!cm_opt_is(ir, node, CM_OP_If) || !cm_avalue_i64(&ir->av[cm_ir_in(ir, node, 0)], 0, &cond))
        return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "Identity", ir->t.node.row[node].out.n)) return CAMEO_OK;
    cm_id branch = cm_ir_subgraph(ir, node, cond != 0 ? "then_branch" : "else_branch");
    cm_range outputs = ir->t.graph.row[branch].outputs;
    if (outputs.n > 256) return CAMEO_OK; /* they are compared pairwise */
    CM_TRY(opt_basic_move_nodes(o, branch, node));
    for (uint32_t i = 0; i < outputs.n; i++) {
        cm_id x = ir->t.ids.row[outputs.first + i];
        if (x != CM_NONE && ir->n_listed[x] > 0) ir->n_listed[x]--;
    }
    ir->t.graph.row[branch].outputs.n = 0;
    for (uint32_t i = 0; i < outputs.n; i++) {
        cm_id x = ir->t.ids.row[outputs.first + i];
        cm_id y = cm_ir_out(ir, node, i);
        bool repeated = false;
        for (uint32_t k = 0; k < outputs.n; k++)
            repeated = repeated || (k != i && ir->t.ids.row[outputs.first + k] == x);
        bool own = !repeated && ir->t.value.row[x].graph == ir->t.node.row[node].graph;
        if (y != CM_NONE) CM_TRY(cm_opt_join(o, node, x, y, own));
    }
    *changed = true;
    return cm_opt_kill(o, node);
}
