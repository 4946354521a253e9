/* opt_pairs.c — two nodes in a row that are one: Casts, functions that undo or repeat themselves, clamps.
 * Results keep their bits, NaN and -0 included. See opt.h. */
#include "base/dtype.h"
#include "base/math.h"
#include "ir/rewrite/opt.h"

/* ---- Cast ---- */

/* What a dtype holds: integers of `bits` bits and a sign, or floats of so many significant bits. */
typedef struct pairs_range {
    uint8_t bits;
    bool is_signed, is_float;
} pairs_range;

/* False: not one of the types that are compared. */
static bool pairs_get_range(int dtype, pairs_range *r) {
    switch (dtype) {
    case CAMEO_BOOL: *r = (pairs_range){1, false, false}; return true;
    case CAMEO_UINT8: *r = (pairs_range){8, false, false}; return true;
    case CAMEO_INT8: *r = (pairs_range){7, true, false}; return true;
    case CAMEO_UINT16: *r = (pairs_range){16, false, false}; return true;
    case CAMEO_INT16: *r = (pairs_range){15, true, false}; return true;
    case CAMEO_UINT32: *r = (pairs_range){32, false, false}; return true;
    case CAMEO_INT32: *r = (pairs_range){31, true, false}; return true;
    case CAMEO_UINT64: *r = (pairs_range){64, false, false}; return true;
    case CAMEO_INT64: *r = (pairs_range){63, true, false}; return true;
    case CAMEO_FLOAT: *r = (pairs_range){24, true, true}; return true;
    case CAMEO_DOUBLE: *r = (pairs_range){53, true, true}; return true;
    default: return false;
    }
}

/* Does `to` hold every number of `from`? (-0, infinities and NaN only where both are floats) */
static bool pairs_holds(int from, int to) {
    pairs_range a, b;
    bool half = from == CAMEO_FLOAT16 || from == CAMEO_BFLOAT16;
    if (from == to) return true;
    if (half) return to == CAMEO_FLOAT || to == CAMEO_DOUBLE;
    if (!pairs_get_range(from, &a) || !pairs_get_range(to, &b) || to == CAMEO_BOOL) return false;
    if (a.is_float && !b.is_float) return false;
    return a.bits <= b.bits && (b.is_signed || !a.is_signed);
}

/* Cast(Cast(x, b), c) = Cast(x, c) where b holds every number of x's type: integers wrap the same from either, one
 * rounding is left of one. Through a float to an integer only where that holds x as well, since conversions beyond
 * the range differ. Each use shortens a chain of Casts. */
cameo_status cm_rewrite_casts(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    pairs_range r;
    if (!cm_opt_is(ir, node, CM_OP_Cast)) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, CM_OP_Cast);
    cm_id x = from == CM_NONE ? CM_NONE : cm_ir_in(ir, from, 0);
    cm_id y = cm_ir_out(ir, node, 0);
    if (x == CM_NONE || y == CM_NONE) return CAMEO_OK;
    int a = ir->av[x].dtype, b = ir->av[cm_ir_in(ir, node, 0)].dtype, c = ir->av[y].dtype;
    if (!pairs_holds(a, b)) return CAMEO_OK;
    if (c != a && c != CAMEO_FLOAT16 && c != CAMEO_BFLOAT16 && !pairs_get_range(c, &r))
        return CAMEO_OK;
    bool through_float = (cm_dtype_flags((cameo_dtype)b) & CM_DTF_FLOAT) != 0;
    bool to_float = (cm_dtype_flags((cameo_dtype)c) & CM_DTF_FLOAT) != 0;
    if (through_float && !to_float && c != CAMEO_BOOL && !pairs_holds(a, c)) return CAMEO_OK;
    CM_TRY(cm_ir_set_in(ir, node, 0, x));
    *changed = true;
    return cm_opt_touch(o, from, false);
}

/* ---- functions ---- */

/* f(f(x)) = x: 1; f(f(x)) = f(x): 2; else 0. */
static int pairs_kind(cm_op_id id) {
    switch (id) {
    case CM_OP_BitwiseNot:
    case CM_OP_Neg:
    case CM_OP_Not: return 1;
    case CM_OP_Abs:
    case CM_OP_Ceil:
    case CM_OP_Floor:
    case CM_OP_Relu:
    case CM_OP_Round:
    case CM_OP_Sign: return 2;
    default: return 0;
    }
}

/* Neg(Neg(x)) = x, Abs(Abs(x)) = Abs(x) and their like. A node goes with each use. */
cameo_status cm_rewrite_math_pairs(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_op_id id = (cm_op_id)ir->info[node].op->id;
    int kind = pairs_kind(id);
    if (kind == 0 || !cm_opt_is(ir, node, id)) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, id);
    cm_id x = from == CM_NONE ? CM_NONE : cm_ir_in(ir, kind == 1 ? from : node, 0);
    cm_id y = cm_ir_out(ir, node, 0);
    if (x == CM_NONE || y == CM_NONE) return CAMEO_OK;
    return cm_opt_forward(o, node, x, y, changed);
}

/* ---- clamps ---- */

/* x < lo ? lo : x, then x > hi ? hi : x. */
typedef struct pairs_clamp {
    double at[2];   /* lo, hi */
    cm_id value[2]; /* that hold them; CM_NONE: none, the bound is infinite (or Relu's 0) */
} pairs_clamp;

/* False: neither Clip with constant bounds lo <= hi nor Relu, of floats. */
static bool pairs_get_clamp(const cm_ir *ir, cm_id node, pairs_clamp *c) {
    bool relu = cm_opt_is(ir, node, CM_OP_Relu);
    if (!relu && !cm_opt_is(ir, node, CM_OP_Clip)) return false;
    cm_id x = cm_ir_in(ir, node, 0);
    if (x == CM_NONE || (cm_dtype_flags((cameo_dtype)ir->av[x].dtype) & CM_DTF_FLOAT) == 0)
        return false;
    *c = (pairs_clamp){{relu ? 0 : -(double)CM_INF_F32, (double)CM_INF_F32}, {CM_NONE, CM_NONE}};
    for (uint32_t i = 0; i < 2 && !relu; i++) {
        size_t n;
        cm_id v = cm_ir_in(ir, node, i + 1);
        if (v == CM_NONE) continue;
        if (!cm_ir_is_const(ir, v) || ir->av[v].dtype != ir->av[x].dtype) return false;
        if (!cm_avalue_count(&ir->av[v], &n) || n != 1 || !cm_avalue_f64(&ir->av[v], 0, &c->at[i]))
            return false;
        c->value[i] = v;
    }
    return c->at[0] <= c->at[1]; /* false for NaN, too */
}

/* b of a: both bounds of a clamped by b. False where they meet: a 0 of the other sign would lose it. */
static bool pairs_join_clamps(const pairs_clamp *a, const pairs_clamp *b, pairs_clamp *c) {
    for (uint32_t i = 0; i < 2; i++) {
        const pairs_clamp *from = a;
        uint32_t k = i;
        if (a->at[i] < b->at[0]) {
            from = b;
            k = 0;
        } else if (a->at[i] > b->at[1]) {
            from = b;
            k = 1;
        }
        c->at[i] = from->at[k];
        c->value[i] = from->value[k];
    }
    return c->at[0] < c->at[1];
}

/* A scalar 0 of a float type in `graph`. */
static cameo_status pairs_zero(cm_ir *ir, cm_id graph, int dtype, cm_id *zero) {
    uint64_t *data = CM_ARENA_NEW_N(ir->work, uint64_t, 1);
    if (data == NULL) return cm_ir_nomem(ir);
    return cm_ir_add_const(ir, graph, dtype, 0, NULL, data, zero);
}

/* `first`, which nobody but `second` reads, and second become one Clip. */
static cameo_status pairs_clip(cm_opt *o, cm_id first, cm_id second, bool *changed) {
    cm_ir *ir = o->ir;
    pairs_clamp a, b, c;
    if (!pairs_get_clamp(ir, first, &a) || !pairs_get_clamp(ir, second, &b)) return CAMEO_OK;
    if (!pairs_join_clamps(&a, &b, &c)) return CAMEO_OK;
    bool relu = cm_opt_is(ir, second, CM_OP_Relu);
    cm_id x = cm_ir_in(ir, first, 0);
    if (x == CM_NONE || ir->info[first].provider != ir->info[second].provider) return CAMEO_OK;
    if (relu && (!cm_opt_can_add(ir, second, "Clip", 0) || cm_ir_opset(ir, second) < 11))
        return CAMEO_OK;
    if (c.value[0] == CM_NONE && c.at[0] == 0)
        CM_TRY(pairs_zero(ir, ir->t.node.row[second].graph, ir->av[x].dtype, &c.value[0]));
    if (relu) CM_TRY(cm_opt_become(ir, second, "Clip"));
    CM_TRY(cm_ir_set_in(ir, second, 0, x));
    for (uint32_t i = 0; i < 2; i++) {
        if (c.value[i] != CM_NONE || cm_ir_in(ir, second, i + 1) != CM_NONE)
            CM_TRY(cm_ir_set_in(ir, second, i + 1, c.value[i]));
    }
    *changed = true;
    CM_TRY(cm_opt_touch(o, first, false));
    return cm_opt_touch(o, second, false);
}

/* Clip(Clip(x)), Clip(Relu(x)), Relu(Clip(x)) = Clip(x). Looked for from both sides, so that a Conv does not take the
 * first one alone into its epilogue. A node goes with each use. */
cameo_status cm_rewrite_clips(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if (!cm_opt_is(ir, node, CM_OP_Relu) && !cm_opt_is(ir, node, CM_OP_Clip)) return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0);
    cm_id user = y == CM_NONE ? CM_NONE : cm_ir_only_user(ir, y);
    if (user != CM_NONE && cm_ir_in(ir, user, 0) == y &&
        ir->t.node.row[user].graph == ir->t.node.row[node].graph) {
        CM_TRY(pairs_clip(o, node, user, changed));
        if (*changed) return CAMEO_OK;
    }
    cm_id from = cm_opt_fusable(ir, node, 0, CM_OP_Clip);
    if (from == CM_NONE) from = cm_opt_fusable(ir, node, 0, CM_OP_Relu);
    return from == CM_NONE ? CAMEO_OK : pairs_clip(o, from, node, changed);
}
