/* opt_views.c — views: the same bytes with other dims, at once and without computing the dims. See opt.h. */
#include "ir/rewrite/opt.h"

/* Has x as many elements as v, whatever the free dims will be? Then a -1 is told as well from it. */
static bool views_have_as_many(cm_ir *ir, cm_id x, cm_id v) {
    cm_dim n = cm_avalue_count_dim(ir->dims, &ir->av[x]);
    return cm_dim_equal(ir->dims, n, cm_avalue_count_dim(ir->dims, &ir->av[v])) == CM_YES;
}

/* Does the Reshape give the same of x as of its input? Not where a 0 in its shape takes over another dim, nor where one
 * takes over a dim of 0 beside a -1, which is told from the operand's other dims. */
static bool views_fits(cm_ir *ir, cm_id node, cm_id x) {
    size_t n;
    cm_id shape = cm_ir_in(ir, node, 1);
    const cm_avalue *middle = &ir->av[cm_ir_in(ir, node, 0)];
    bool literal = cm_opt_i32(ir, node, "allowzero") != 0, rest = false, empty = false;
    if (shape == CM_NONE || !cm_avalue_count(&ir->av[shape], &n) || n > CM_MAX_RANK) return false;
    for (size_t j = 0; j < n; j++) {
        cm_dim d;
        if (!cm_avalue_elem(&ir->av[shape], j, &d)) return false;
        rest = rest || d == -1;
        if (d == -1 || cm_dim_le(ir->dims, 1, d) == CM_YES || (d == 0 && literal)) continue;
        if (d != 0 || ir->av[x].rank == CM_RANK_UNKNOWN || middle->rank == CM_RANK_UNKNOWN)
            return false;
        if (j >= ir->av[x].rank || j >= middle->rank ||
            cm_dim_equal(ir->dims, ir->av[x].dims[j], middle->dims[j]) != CM_YES) {
            return false;
        }
        empty = empty || middle->dims[j] == 0;
    }
    return !rest || !empty;
}

bool cm_opt_target(const cm_ir *ir, cm_id value, int64_t *target) {
    const cm_avalue *y = &ir->av[value];
    uint32_t n_free = 0;
    if (y->kind != CAMEO_KIND_TENSOR || y->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t d = 0; d < y->rank; d++) {
        bool known = cm_dim_is_const(y->dims[d]);
        if (known && y->dims[d] <= 0) return false;
        target[d] = known ? y->dims[d] : -1;
        n_free += !known;
    }
    return n_free <= 1;
}

/* The node reads target[0, rank) as its second input, a constant. */
static cameo_status views_set_target(cm_ir *ir, cm_id node, const int64_t *target, int64_t rank) {
    cm_id shape;
    int64_t *data = CM_ARENA_NEW_N(ir->work, int64_t, (size_t)rank + 1);
    if (data == NULL) return cm_ir_nomem(ir);
    memcpy(data, target, (size_t)rank * sizeof *data);
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, 1, &rank, data, &shape));
    return cm_ir_set_in(ir, node, 1, shape);
}

/* Flatten, Squeeze, Unsqueeze become the Reshape of their input that gives the same: a Squeeze of a dim that may turn
 * out as another than 1 fails, where a -1 would take it in. */
static cameo_status views_become_reshape(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    int64_t target[CM_MAX_RANK];
    cm_id y = cm_ir_out(ir, node, 0);
    if (cm_ir_opset(ir, node) < 5 || !cm_opt_can_add(ir, node, "Reshape", 0)) return CAMEO_OK;
    if (!cm_opt_target(ir, y, target) || !views_have_as_many(ir, cm_ir_in(ir, node, 0), y)) return CAMEO_OK;
    CM_TRY(views_set_target(ir, node, target, ir->av[y].rank));
    *changed = true;
    return cm_opt_become(ir, node, "Reshape");
}

static bool views_is_chained(const cm_ir *ir, cm_id node) {
    return cm_opt_is(ir, node, CM_OP_Reshape) || cm_opt_is(ir, node, CM_OP_Flatten) ||
           cm_opt_is(ir, node, CM_OP_Squeeze) || cm_opt_is(ir, node, CM_OP_Unsqueeze);
}

/* View(View(x)) = Reshape(x). A chain of views gets shorter with each use. */
cameo_status cm_rewrite_reshapes(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id v = cm_ir_in(ir, node, 0);
    if (!views_is_chained(ir, node) || v == CM_NONE) return CAMEO_OK;
    cm_id from = ir->t.value.row[v].node;
    if (from == CM_NONE || !views_is_chained(ir, from) || cm_ir_out(ir, node, 0) == CM_NONE ||
        ir->t.node.row[from].graph != ir->t.node.row[node].graph ||
        ir->info[from].provider != ir->info[node].provider) {
        return CAMEO_OK;
    }
    cm_id x = cm_ir_in(ir, from, 0);
    if (x == CM_NONE || !views_have_as_many(ir, x, v)) return CAMEO_OK;
    if (!cm_opt_is(ir, node, CM_OP_Reshape)) {
        CM_TRY(views_become_reshape(o, node, changed));
        if (!*changed) return CAMEO_OK;
    } else if (!views_fits(ir, node, x)) {
        return CAMEO_OK;
    }
    CM_TRY(cm_ir_set_in(ir, node, 0, x));
    *changed = true;
    return cm_opt_touch(o, from, false);
}

/* Dims y of a result of x as the target of a Reshape: a number, 0 for x's dim in that place, -1 for one other, which
 * can be told from the number of elements only if no dim beside it may be 0. False where they cannot be said so. */
static bool views_say(cm_ir *ir, const cm_avalue *x, const cm_avalue *y, int64_t *target) {
    uint32_t n_free = 0;
    bool empty = false;
    if (x->rank == CM_RANK_UNKNOWN || y->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t j = 0; j < y->rank; j++) {
        cm_dim d = y->dims[j];
        bool taken = j < x->rank && cm_dim_equal(ir->dims, x->dims[j], d) == CM_YES;
        if (cm_dim_is_const(d) && d > 0) {
            target[j] = d;
        } else if (taken) {
            target[j] = 0;
            empty = empty || cm_dim_le(ir->dims, 1, d) != CM_YES;
        } else if (cm_dim_is_const(d)) {
            return false;
        } else {
            target[j] = -1;
            n_free++;
        }
    }
    return n_free == 0 || (n_free == 1 && !empty);
}

/* Is it certain that the Reshape of x by shape fails with no data? Every element of the shape is known, and as many
 * elements are asked for as x has: by a -1, or since the products are equal. Dims of y that follow from the number of
 * elements of x alone say nothing about what shape will hold. */
static bool views_cannot_fail(cm_ir *ir, cm_id x, cm_id shape, cm_id y) {
    size_t n;
    bool has_free = false;
    if (!cm_avalue_count(&ir->av[shape], &n) || n != ir->av[y].rank) return false;
    for (size_t j = 0; j < n; j++) {
        cm_dim d;
        if (!cm_avalue_elem(&ir->av[shape], j, &d)) return false;
        has_free = has_free || d == -1;
    }
    return has_free || views_have_as_many(ir, x, y);
}

/* A computed target becomes a constant, unless a run might refuse the target. */
cameo_status cm_rewrite_known_target(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    int64_t target[CM_MAX_RANK];
    if (!cm_opt_is(ir, node, CM_OP_Reshape) || cm_opt_i32(ir, node, "allowzero") != 0)
        return CAMEO_OK;
    cm_id x = cm_ir_in(ir, node, 0), shape = cm_ir_in(ir, node, 1), y = cm_ir_out(ir, node, 0);
    if (x == CM_NONE || y == CM_NONE || shape == CM_NONE || cm_ir_is_const(ir, shape) ||
        !views_say(ir, &ir->av[x], &ir->av[y], target) || !views_cannot_fail(ir, x, shape, y)) {
        return CAMEO_OK;
    }
    CM_TRY(views_set_target(ir, node, target, ir->av[y].rank));
    *changed = true;
    return cm_opt_touch(o, ir->t.value.row[shape].node, false);
}
