/* opt_simplify.c — nodes that change nothing, that come back to where they began, or that compute what
 * another one has computed already. See opt.h. */
#include "base/dtype.h"
#include "base/math.h"
#include "ir/rewrite/opt.h"
#include "ir/rewrite/permute.h"

/* Elements of a constant that are looked at. */
#define SIMPLIFY_ELEMS 64
/* Users of a value among which a twin is sought, and nodes between twins. */
#define SIMPLIFY_USERS 64
#define SIMPLIFY_DISTANCE 1024
/* Views in a row. */
#define SIMPLIFY_VIEWS 64

/* A constant each of whose few elements is `number`, with its sign: 0 is not -0. */
static bool simplify_is_all(const cm_ir *ir, cm_id value, double number) {
    size_t n;
    if (value == CM_NONE || !cm_ir_is_const(ir, value)) return false;
    if (!cm_avalue_count(&ir->av[value], &n) || n > SIMPLIFY_ELEMS) return false;
    for (size_t i = 0; i < n; i++) {
        double x;
        int64_t j;
        bool is_int = cm_avalue_i64(&ir->av[value], i, &j);
        if (is_int ? j != (int64_t)number
                   : !cm_avalue_f64(&ir->av[value], i, &x) || cm_f64_bits(x) != cm_f64_bits(number))
            return false;
    }
    return true;
}

/* ---- nodes that change nothing ---- */

static bool simplify_keeps_order(const cm_ir *ir, cm_id node) {
    cm_perm p;
    if (!cm_perm_of_node(ir, node, &p)) return false;
    for (uint32_t d = 0; d < p.rank; d++) {
        if (p.at[d] != d) return false;
    }
    return true;
}

/* Dropout outside training: `training_mode` exists since 12, `is_test` until 6. */
static bool simplify_drops_nothing(const cm_ir *ir, cm_id node) {
    cm_id training = cm_ir_in(ir, node, 2);
    int since = ir->info[node].since;
    if (since < 7) return false;
    return since < 12 || training == CM_NONE || simplify_is_all(ir, training, 0);
}

/* Is it certain that no run refuses the shape of the Expand: 1 or x's dim stands in it wherever x has no dim of 1?
 * What a result's dims say of an element that is not known holds only if the node succeeds. */
static bool simplify_expand_fits(const cm_ir *ir, cm_id node) {
    size_t n;
    cm_id shape = cm_ir_in(ir, node, 1);
    const cm_avalue *x = &ir->av[cm_ir_in(ir, node, 0)];
    if (shape == CM_NONE || x->rank == CM_RANK_UNKNOWN || !cm_avalue_count(&ir->av[shape], &n)) return false;
    for (size_t j = 0; j < n; j++) {
        cm_dim d, a = x->rank + j < n ? 1 : x->dims[x->rank + j - n];
        if (!cm_avalue_elem(&ir->av[shape], j, &d) || (cm_dim_is_const(d) && d < 0)) return false;
        if (a != 1 && d != 1 && cm_dim_equal(ir->dims, a, d) != CM_YES) return false;
    }
    return true;
}

/* Would the node give its input 0 if the dims of both are the same? */
static bool simplify_keeps_input(const cm_ir *ir, cm_id node) {
    const cm_op *op = ir->info[node].op;
    cm_id steps = cm_ir_in(ir, node, 4);
    switch (op->id) {
    case CM_OP_Cast:
    case CM_OP_Tile: return true;
    case CM_OP_Expand: return simplify_expand_fits(ir, node);
    case CM_OP_Concat:
    case CM_OP_Max:
    case CM_OP_Mean:
    case CM_OP_Min:
    case CM_OP_Sum: return ir->t.node.row[node].in.n == 1;
    case CM_OP_Dropout: return simplify_drops_nothing(ir, node);
    case CM_OP_Pad: return simplify_is_all(ir, cm_ir_in(ir, node, 1), 0);
    case CM_OP_Slice: return steps == CM_NONE || simplify_is_all(ir, steps, 1);
    case CM_OP_Transpose: return simplify_keeps_order(ir, node);
    default: return (op->flags & CM_OPF_VIEW) != 0;
    }
}

/* The other outputs of the node are not wanted. */
static bool simplify_has_one_result(const cm_ir *ir, cm_id node) {
    for (uint32_t i = 1; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE && cm_ir_use_count(ir, v) != 0) return false;
    }
    return cm_ir_out(ir, node, 0) != CM_NONE;
}

/* A node that gives its input: Cast to the same dtype, a full Slice, Pad by nothing, Expand, Tile and views
 * to the same dims, Dropout in inference, Transpose that moves nothing, Concat and Sum of one. */
cameo_status cm_rewrite_noop(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id x = cm_ir_in(ir, node, 0);
    if (x == CM_NONE || !simplify_has_one_result(ir, node)) return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0);
    if (!cm_opt_is_alike(ir, x, y) || !simplify_keeps_input(ir, node)) return CAMEO_OK;
    return cm_opt_forward(o, node, x, y, changed);
}

/* Views that lead back to the dims where they began. Where some have another number of elements, or may have, a run may
 * refuse them. */
cameo_status cm_rewrite_view_chain(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if ((ir->info[node].op->flags & CM_OPF_VIEW) == 0 || !simplify_has_one_result(ir, node))
        return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0);
    cm_id x = cm_ir_in(ir, node, 0);
    for (int i = 0; i < SIMPLIFY_VIEWS && x != CM_NONE; i++) {
        cm_dim n = cm_avalue_count_dim(ir->dims, &ir->av[x]);
        if (cm_dim_equal(ir->dims, n, cm_avalue_count_dim(ir->dims, &ir->av[y])) != CM_YES) return CAMEO_OK;
        cm_id from = ir->t.value.row[x].node;
        if (from == CM_NONE || ir->t.node.row[from].graph != ir->t.node.row[node].graph ||
            ir->info[from].op == NULL || (ir->info[from].op->flags & CM_OPF_VIEW) == 0) {
            return CAMEO_OK;
        }
        x = cm_ir_in(ir, from, 0);
        if (x != CM_NONE && cm_opt_is_alike(ir, x, y))
            return cm_opt_forward(o, node, x, y, changed);
    }
    return CAMEO_OK;
}

/* x + 0, x - 0, x * 1, x / 1, x ^ 1. Of floats x + -0: 0 would make a 0 of x = -0, and 1 / x another infinity. */
cameo_status cm_rewrite_noop_math(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_op *op = ir->info[node].op;
    bool commutes = op->id == CM_OP_Add || op->id == CM_OP_Mul;
    double neutral = op->id == CM_OP_Add ? -0.0 : op->id == CM_OP_Sub ? 0 : 1;
    if (!commutes && op->id != CM_OP_Sub && op->id != CM_OP_Div && op->id != CM_OP_Pow)
        return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0);
    for (uint32_t i = 0; i < (commutes ? 2 : 1) && y != CM_NONE; i++) {
        cm_id x = cm_ir_in(ir, node, i);
        if (x == CM_NONE || !simplify_is_all(ir, cm_ir_in(ir, node, 1 - i), neutral)) continue;
        if (cm_opt_is_alike(ir, x, y)) return cm_opt_forward(o, node, x, y, changed);
    }
    return CAMEO_OK;
}

/* ---- pairs ---- */

/* QuantizeLinear(DequantizeLinear(q)) = q where scale and zero point are the same numbers, one for all
 * elements, of an 8- or 16-bit integer: the quotient is within an ulp of an integer. */
cameo_status cm_rewrite_requantize(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    size_t n;
    if (!cm_opt_is(ir, node, CM_OP_QuantizeLinear)) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, CM_OP_DequantizeLinear);
    if (from == CM_NONE) return CAMEO_OK;
    for (uint32_t i = 1; i < 3; i++) {
        cm_id a = cm_ir_in(ir, node, i), b = cm_ir_in(ir, from, i);
        if (a != b && !cm_opt_is_same_const(ir, a, b)) return CAMEO_OK;
    }
    cm_id scale = cm_ir_in(ir, node, 1);
    cm_id x = cm_ir_in(ir, from, 0);
    cm_id y = cm_ir_out(ir, node, 0);
    if (scale == CM_NONE || x == CM_NONE || y == CM_NONE) return CAMEO_OK;
    if (!cm_avalue_count(&ir->av[scale], &n) || n != 1 || !cm_opt_is_alike(ir, x, y))
        return CAMEO_OK;
    int dtype = ir->av[x].dtype;
    bool fits = dtype == CAMEO_INT8 || dtype == CAMEO_UINT8 || dtype == CAMEO_INT16 ||
                dtype == CAMEO_UINT16;
    double s;
    if (!fits || !cm_avalue_f64(&ir->av[scale], 0, &s) || !(s > 1e-30 && s < 1e30)) return CAMEO_OK;
    return cm_opt_forward(o, node, x, y, changed);
}

/* Transpose(Transpose(x)) = Transpose(x). */
cameo_status cm_rewrite_transposes(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_perm inner, outer;
    if (!cm_perm_of_node(ir, node, &outer)) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, CM_OP_Transpose);
    if (from == CM_NONE || !cm_perm_of_node(ir, from, &inner) || inner.rank != outer.rank || outer.rank == 0)
        return CAMEO_OK;
    cm_perm both = cm_perm_then(&inner, &outer);
    CM_TRY(cm_perm_set(ir, node, &both));
    CM_TRY(cm_ir_set_in(ir, node, 0, cm_ir_in(ir, from, 0)));
    *changed = true;
    return cm_opt_touch(o, from, false);
}

/* ---- twins ---- */

/* Have a and b the same operator, attributes and operands? */
static bool simplify_is_twin(const cm_ir *ir, cm_id a, cm_id b) {
    const cm_node *x = &ir->t.node.row[a];
    const cm_node *y = &ir->t.node.row[b];
    const cm_op *op = ir->info[a].op;
    if (a == b || y->dead || x->graph != y->graph || op != ir->info[b].op ||
        ir->info[a].since != ir->info[b].since || x->in.n != y->in.n || x->out.n != y->out.n ||
        ir->info[a].provider != ir->info[b].provider) {
        return false;
    }
    if (op->params_size != 0 &&
        memcmp(ir->info[a].params, ir->info[b].params, op->params_size) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < x->in.n; i++) {
        cm_id v = cm_ir_in(ir, a, i), w = cm_ir_in(ir, b, i);
        if (v != w && !cm_opt_is_same_const(ir, v, w)) return false;
    }
    return true;
}

/* Does b follow a, not far away? Where both were always there their places spare most of the walks. */
static bool simplify_is_before(const cm_opt *o, cm_id a, cm_id b) {
    const cm_ir *ir = o->ir;
    if (a < o->n_placed && b < o->n_placed && o->place[a] != CM_NONE && o->place[b] != CM_NONE &&
        (o->place[a] >= o->place[b] || o->place[b] - o->place[a] > SIMPLIFY_DISTANCE)) {
        return false;
    }
    for (int i = 0; i < SIMPLIFY_DISTANCE && a != CM_NONE; i++) {
        a = ir->t.node.row[a].next;
        if (a == b) return true;
    }
    return false;
}

/* Every result of `twin` that is wanted is one of `first`, and none is a graph's output. */
static bool simplify_can_go(const cm_ir *ir, cm_id first, cm_id twin) {
    for (uint32_t i = 0; i < ir->t.node.row[twin].out.n; i++) {
        cm_id v = cm_ir_out(ir, twin, i);
        if (v == CM_NONE) continue;
        if (ir->n_listed[v] != 0 || cm_ir_out(ir, first, i) == CM_NONE) return false;
    }
    return true;
}

/* Two nodes that compute the same become one. */
cameo_status cm_rewrite_common(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_op *op = ir->info[node].op;
    if ((op->flags & (CM_OPF_CONTROL | CM_OPF_RANDOM)) != 0) return CAMEO_OK;
    cm_id x = CM_NONE;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n && x == CM_NONE; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v != CM_NONE && !cm_ir_is_const(ir, v)) x = v;
    }
    if (x == CM_NONE) return CAMEO_OK;
    cm_id u = ir->t.value.row[x].first_use;
    for (int i = 0; i < SIMPLIFY_USERS && u != CM_NONE; i++, u = ir->t.use.row[u].next) {
        cm_id other = ir->t.use.row[u].node;
        if (!simplify_is_twin(ir, node, other)) continue;
        bool after = simplify_is_before(o, other, node);
        if (!after && !simplify_is_before(o, node, other)) continue;
        cm_id first = after ? other : node, twin = after ? node : other;
        if (!simplify_can_go(ir, first, twin)) continue;
        for (uint32_t k = 0; k < ir->t.node.row[twin].out.n; k++) {
            cm_id v = cm_ir_out(ir, twin, k);
            if (v == CM_NONE) continue;
            CM_TRY(cm_opt_touch_users(o, v));
            cm_ir_replace(ir, v, cm_ir_out(ir, first, k));
        }
        *changed = true;
        return cm_opt_kill(o, twin);
    }
    return CAMEO_OK;
}

/* ---- operands that broadcast anyway ---- */

/* Versions before these broadcast in another way. PRelu's input 0 gives its result the dims. */
static bool simplify_broadcasts(const cm_ir *ir, cm_id node, uint32_t i) {
    static const cm_op_id operators[] = {
        CM_OP_Add,         CM_OP_And, CM_OP_Div, CM_OP_Equal, CM_OP_Greater, CM_OP_GreaterOrEqual, CM_OP_Less,
        CM_OP_LessOrEqual, CM_OP_Max, CM_OP_Min, CM_OP_Mod,   CM_OP_Mul,     CM_OP_Or,             CM_OP_PRelu,
        CM_OP_Pow,         CM_OP_Sub, CM_OP_Sum, CM_OP_Where, CM_OP_Xor};
    bool variadic = cm_opt_is(ir, node, CM_OP_Max) || cm_opt_is(ir, node, CM_OP_Min) || cm_opt_is(ir, node, CM_OP_Sum);
    if (ir->info[node].since < (variadic ? 8 : 7) || (i == 0 && cm_opt_is(ir, node, CM_OP_PRelu))) return false;
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        if (cm_opt_is(ir, node, operators[k])) return true;
    }
    return false;
}

/* Tensors of the same dims, whatever the free ones will be. */
static bool simplify_same_dims(const cm_ir *ir, const cm_avalue *x, const cm_avalue *y) {
    if (x->kind != CAMEO_KIND_TENSOR || x->rank == CM_RANK_UNKNOWN || x->rank != y->rank) return false;
    for (uint32_t d = 0; d < x->rank; d++) {
        if (cm_dim_equal(ir->dims, x->dims[d], y->dims[d]) != CM_YES) return false;
    }
    return true;
}

/* Does another operand than i of the node have the dims of that one? */
static bool simplify_has_dims(const cm_ir *ir, cm_id node, uint32_t i) {
    const cm_avalue *y = &ir->av[cm_ir_in(ir, node, i)];
    for (uint32_t k = 0; k < ir->t.node.row[node].in.n; k++) {
        cm_id v = cm_ir_in(ir, node, k);
        if (k != i && v != CM_NONE && simplify_same_dims(ir, &ir->av[v], y)) return true;
    }
    return false;
}

/* op(a, Expand(b)) = op(a, b), a of the result's dims. Where others read the Expand, too, it stays for them. */
cameo_status cm_rewrite_expand_operand(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    if (!cm_opt_is(ir, node, CM_OP_Expand) || x == CM_NONE || y == CM_NONE || !simplify_expand_fits(ir, node))
        return CAMEO_OK;
    for (cm_id u = ir->t.value.row[y].first_use, next; u != CM_NONE; u = next) {
        cm_id user = ir->t.use.row[u].node;
        uint32_t i = 0;
        next = ir->t.use.row[u].next;
        if (ir->info[user].provider != ir->info[node].provider) continue;
        while (i < ir->t.node.row[user].in.n && cm_ir_in(ir, user, i) != y) i++;
        if (i == ir->t.node.row[user].in.n || !simplify_broadcasts(ir, user, i)) continue;
        if (!simplify_has_dims(ir, user, i)) continue;
        CM_TRY(cm_ir_set_in(ir, user, i, x));
        CM_TRY(cm_opt_touch(o, user, true));
        *changed = true;
    }
    return CAMEO_OK;
}
