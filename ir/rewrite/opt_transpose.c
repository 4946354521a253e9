/* opt_transpose.c — Transposes that cancel across the nodes between them. See opt.h.
 *
 * Of a Transpose y = Transpose(x, p) the nodes around y that could as well compute in x's order of dims
 * (ir/rewrite/permute.h) are gathered as a region. At its border values are transposed: into it where they come from
 * outside, unless they come from a Transpose by p or are constants, which are stored in the other order; out of it
 * where somebody outside reads them, unless that is a Transpose that turns back. The region changes its order where
 * that makes the sum over all Transposes of the bytes that they move smaller; so this ends. (A free dim counts as a
 * few: what inference learns of one later changes the sum, once for each dim.)
 *
 * Which nodes: the first TRANSPOSE_NODES that can be reached, or all where those are not enough; then, from the last
 * one on, those go without which the sum is not larger. Values have few users here, and the search of all regions
 * together a budget that is linear in the nodes of the graph, of which large regions take a part. It begins when the
 * other rewrites have found nothing more. */
#include "ir/rewrite/permute.h"

/* Nodes of a region that is searched first, users of a value that is looked at. */
#define TRANSPOSE_NODES 256
#define TRANSPOSE_USERS 64
/* Steps of the search for each node of the graph. */
#define TRANSPOSE_STEPS 64
/* Large regions are searched until this part of them is left. */
#define TRANSPOSE_KEPT 2

typedef struct transpose_row {
    cm_id node;
    cm_perm in, out; /* what its inputs and outputs are permutations by */
    bool left;       /* it does not belong any more */
    cm_id fresh[CM_PERMUTE_OUTPUTS];
} transpose_row;

/* A value from outside in the region's order. */
typedef struct transpose_border {
    cm_id value, moved;
    cm_perm by;
} transpose_border;

typedef struct transpose_region {
    cm_opt *o;
    cm_id graph;
    uint32_t provider;
    int64_t cost;     /* bytes that Transposes move with the region, less those without */
    uint32_t *row_of; /* per node: its row + 1, or 0 */
    cm_id n_row_of;   /* nodes of the graph when row_of was made: later ones are in no region */
    uint32_t most;    /* nodes of the region */
    uint64_t steps;   /* of the search of all regions, at first */
    CM_TABLE(transpose_row) row;
    CM_TABLE(transpose_border) border;
} transpose_region;

/* The row of a node of the region, or NULL. */
static transpose_row *transpose_find(transpose_region *r, cm_id node) {
    if (node >= r->n_row_of || r->row_of[node] == 0) return NULL;
    transpose_row *row = &r->row.row[r->row_of[node] - 1];
    return row->left ? NULL : row;
}

static cm_id transpose_producer(const cm_ir *ir, cm_id value) {
    return ir->t.value.row[value].node;
}

/* ---- what the Transposes of a value cost ---- */

/* Who reads a value. */
typedef struct transpose_readers {
    bool inside;         /* a node of the region, in its order */
    bool outside;        /* anybody else but Transposes */
    uint32_t transposes; /* of the graph outside the region */
    uint32_t turn_back;  /* of those, the ones that undo `by` */
    cm_perm inner;       /* what the nodes inside want it as a permutation by */
} transpose_readers;

/* False: too many to look at. */
static bool transpose_get_readers(transpose_region *r, cm_id value, const cm_perm *by,
                                  transpose_readers *who) {
    const cm_ir *ir = r->o->ir;
    *who = (transpose_readers){.outside = ir->n_listed[value] != 0};
    uint32_t n = 0;
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        if (++n > TRANSPOSE_USERS) return false;
        cm_id node = ir->t.use.row[u].node;
        cm_perm p;
        const transpose_row *row = transpose_find(r, node);
        uint32_t i = u - ir->t.node.row[node].in.first;
        if (row != NULL && cm_permute_moves(ir, node, i)) {
            who->inside = true;
            who->inner = row->in;
        } else if (ir->t.node.row[node].graph == r->graph && cm_perm_of_node(ir, node, &p)) {
            who->transposes++;
            if (by != NULL && by->rank == p.rank) {
                cm_perm both = cm_perm_then(by, &p);
                who->turn_back += cm_perm_is_identity(&both);
            }
        } else {
            who->outside = true;
        }
    }
    return true;
}

/* Bytes that the Transposes which make, move or read the value copy. */
static int64_t transpose_cost(transpose_region *r, cm_id value) {
    const cm_ir *ir = r->o->ir;
    cm_id from = transpose_producer(ir, value);
    const transpose_row *row = transpose_find(r, from);
    transpose_readers who;
    cm_perm p;
    int64_t bytes = cm_permute_bytes(ir, value);
    if (!transpose_get_readers(r, value, row != NULL ? &row->out : NULL, &who)) return bytes;
    if (row != NULL) {
        bool plain = cm_perm_is_identity(&row->out);
        uint32_t n = who.transposes - who.turn_back + (who.outside && !plain);
        return (int64_t)n * bytes;
    }
    int64_t cost = (int64_t)who.transposes * bytes;
    if (from != CM_NONE && ir->t.node.row[from].graph == r->graph &&
        cm_perm_of_node(ir, from, &p)) {
        if (who.outside || who.transposes > 0) cost += bytes;
        if (who.inside && !cm_perm_equal(&p, &who.inner)) cost += bytes;
        return cost;
    }
    if (who.inside && !cm_permute_has_const(ir, value)) cost += bytes;
    return cost;
}

/* The sum of these costs over all values at node, each once. */
static int64_t transpose_cost_at(transpose_region *r, cm_id node) {
    const cm_ir *ir = r->o->ir;
    int64_t cost = 0;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        bool again = v == CM_NONE || !cm_permute_moves(ir, node, i);
        for (uint32_t k = 0; k < i && !again; k++) again = cm_ir_in(ir, node, k) == v;
        if (!again) cost += transpose_cost(r, v);
    }
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE) cost += transpose_cost(r, v);
    }
    return cost;
}

/* ---- the region ---- */

/* Inputs from the region, and readers in it, agree with the row about the order. */
static bool transpose_agrees(transpose_region *r, const transpose_row *row) {
    const cm_ir *ir = r->o->ir;
    for (uint32_t i = 0; i < ir->t.node.row[row->node].in.n; i++) {
        cm_id v = cm_ir_in(ir, row->node, i);
        if (v == CM_NONE || !cm_permute_moves(ir, row->node, i)) continue;
        const transpose_row *from = transpose_find(r, transpose_producer(ir, v));
        if (from != NULL && !cm_perm_equal(&from->out, &row->in)) return false;
        transpose_readers who;
        if (!transpose_get_readers(r, v, NULL, &who)) return false;
        if (who.inside && !cm_perm_equal(&who.inner, &row->in)) return false;
    }
    for (uint32_t i = 0; i < ir->t.node.row[row->node].out.n; i++) {
        transpose_readers who;
        cm_id v = cm_ir_out(ir, row->node, i);
        if (v == CM_NONE) continue;
        if (!transpose_get_readers(r, v, NULL, &who)) return false;
        if (who.inside && !cm_perm_equal(&who.inner, &row->out)) return false;
    }
    return true;
}

/* Takes node in, where it can be; `keeps`: only if its results are permutations by the same as its inputs. */
static cameo_status transpose_take(transpose_region *r, cm_id node, const cm_perm *by, bool keeps) {
    cm_ir *ir = r->o->ir;
    transpose_row row = {.node = node, .in = *by};
    if (node >= r->n_row_of || r->row.n == r->most || r->row_of[node] != 0) return CAMEO_OK;
    if (ir->t.node.row[node].graph != r->graph || ir->info[node].provider != r->provider) return CAMEO_OK;
    uint64_t steps = 8 + (uint64_t)ir->t.node.row[node].in.n * 4;
    if (r->o->region_steps < steps) return CAMEO_OK;
    r->o->region_steps -= steps;
    if (cm_permute_is_for_layout(ir, node) || !cm_permute_plan(ir, node, by, &row.out)) return CAMEO_OK;
    if ((keeps && !cm_perm_equal(&row.in, &row.out)) || !transpose_agrees(r, &row)) return CAMEO_OK;
    if (!CM_IR_ROOM(ir, r->row, 1)) return cm_ir_nomem(ir);
    r->cost -= transpose_cost_at(r, node);
    r->row.row[r->row.n++] = row;
    r->row_of[node] = r->row.n;
    r->cost += transpose_cost_at(r, node);
    return CAMEO_OK;
}

/* Takes in who reads a value that is a permutation. */
static cameo_status transpose_take_readers(transpose_region *r, cm_id value, const cm_perm *by) {
    const cm_ir *ir = r->o->ir;
    uint32_t n = 0;
    if (by->rank < 2 || cm_perm_is_identity(by)) return CAMEO_OK;
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        if (++n > TRANSPOSE_USERS) return CAMEO_OK;
        cm_id node = ir->t.use.row[u].node;
        uint32_t i = u - ir->t.node.row[node].in.first;
        if (cm_permute_moves(ir, node, i)) CM_TRY(transpose_take(r, node, by, false));
    }
    return CAMEO_OK;
}

/* All that can be reached from the readers of `value`. */
static cameo_status transpose_grow(transpose_region *r, cm_id value, const cm_perm *by) {
    const cm_ir *ir = r->o->ir;
    CM_TRY(transpose_take_readers(r, value, by));
    for (uint32_t i = 0; i < r->row.n; i++) {
        cm_id node = r->row.row[i].node;
        cm_perm in = r->row.row[i].in, out = r->row.row[i].out;
        for (uint32_t k = 0; k < ir->t.node.row[node].out.n; k++) {
            cm_id v = cm_ir_out(ir, node, k);
            if (v != CM_NONE) CM_TRY(transpose_take_readers(r, v, &out));
        }
        for (uint32_t k = 0; k < ir->t.node.row[node].in.n; k++) {
            cm_id v = cm_ir_in(ir, node, k);
            if (v == CM_NONE || !cm_permute_moves(ir, node, k) || cm_ir_is_const(ir, v)) continue;
            CM_TRY(transpose_take(r, transpose_producer(ir, v), &in, true));
        }
    }
    return CAMEO_OK;
}

/* Nodes go without which the cost is not larger. */
static void transpose_prune(transpose_region *r) {
    bool changed = true;
    for (int pass = 0; pass < 4 && changed; pass++) {
        changed = false;
        for (uint32_t i = r->row.n; i-- > 0;) {
            transpose_row *row = &r->row.row[i];
            if (row->left) continue;
            int64_t before = transpose_cost_at(r, row->node);
            row->left = true;
            int64_t after = transpose_cost_at(r, row->node);
            if (after > before)
                row->left = false;
            else
                r->cost += after - before, changed = true;
        }
    }
}

/* ---- the change ---- */

/* The value from outside that `value` is a permutation by `by` of. */
static cameo_status transpose_enter(transpose_region *r, cm_id like, cm_id value, const cm_perm *by,
                                    cm_id *moved) {
    cm_ir *ir = r->o->ir;
    cm_perm p = {.rank = 0}, back = cm_perm_inverse(by);
    for (uint32_t i = 0; i < r->border.n; i++) {
        if (r->border.row[i].value != value || !cm_perm_equal(&r->border.row[i].by, by)) continue;
        *moved = r->border.row[i].moved;
        return CAMEO_OK;
    }
    cm_id from = transpose_producer(ir, value), x = value;
    bool here = from != CM_NONE && ir->t.node.row[from].graph == r->graph;
    if (here && cm_perm_of_node(ir, from, &p)) {
        CM_TRY(cm_opt_touch(r->o, from, false));
        x = cm_ir_in(ir, from, 0);
        back = cm_perm_then(&p, &back);
    }
    if (cm_permute_has_const(ir, value)) {
        CM_TRY(cm_permute_const(ir, value, by, moved));
    } else if (cm_perm_is_identity(&back)) {
        *moved = x;
    } else {
        cm_id before = here ? ir->t.node.row[from].next : ir->t.graph.row[r->graph].nodes.first;
        CM_TRY(cm_permute_new_value(ir, r->graph, value, by, moved));
        CM_TRY(cm_permute_transpose(r->o, before, like, x, &back, *moved));
    }
    if (!CM_IR_ROOM(ir, r->border, 1)) return cm_ir_nomem(ir);
    r->border.row[r->border.n++] = (transpose_border){value, *moved, *by};
    return CAMEO_OK;
}

/* The inputs of a node in the region's order, and its axes. */
static cameo_status transpose_turn(transpose_region *r, const transpose_row *row) {
    cm_ir *ir = r->o->ir;
    CM_TRY(cm_permute_apply(ir, row->node, &row->in));
    for (uint32_t i = 0; i < ir->t.node.row[row->node].in.n; i++) {
        cm_id v = cm_ir_in(ir, row->node, i), moved = CM_NONE;
        if (v == CM_NONE || !cm_permute_moves(ir, row->node, i)) continue;
        const transpose_row *from = transpose_find(r, transpose_producer(ir, v));
        for (uint32_t k = 0; from != NULL && k < CM_PERMUTE_OUTPUTS; k++) {
            if (cm_ir_out(ir, from->node, k) == v) moved = from->fresh[k];
        }
        if (from == NULL) CM_TRY(transpose_enter(r, row->node, v, &row->in, &moved));
        CM_TRY(cm_ir_set_in(ir, row->node, i, moved));
    }
    return cm_opt_touch(r->o, row->node, false);
}

/* Transposes that read v, a permutation by `by` of result k of node, read that. */
static cameo_status transpose_turn_back(transpose_region *r, const transpose_row *row, uint32_t k,
                                        cm_id v) {
    cm_ir *ir = r->o->ir;
    for (cm_id u = ir->t.value.row[v].first_use, next; u != CM_NONE; u = next) {
        cm_perm p;
        bool ignored = false;
        cm_id node = ir->t.use.row[u].node;
        cm_id x = cm_ir_out(ir, row->node, k);
        next = ir->t.use.row[u].next;
        if (ir->t.node.row[node].graph != r->graph || !cm_perm_of_node(ir, node, &p)) continue;
        p = cm_perm_then(&row->out, &p);
        CM_TRY(cm_ir_set_in(ir, node, 0, x));
        CM_TRY(cm_perm_set(ir, node, &p));
        CM_TRY(cm_opt_touch(r->o, node, false));
        cm_id y = cm_ir_out(ir, node, 0);
        if (cm_perm_is_identity(&p) && y != CM_NONE)
            CM_TRY(cm_opt_forward(r->o, node, x, y, &ignored));
    }
    return CAMEO_OK;
}

/* The results of a node are made in the region's order, and transposed for those outside who read them. */
static cameo_status transpose_leave(transpose_region *r, const transpose_row *row) {
    cm_ir *ir = r->o->ir;
    for (uint32_t k = 0; k < ir->t.node.row[row->node].out.n; k++) {
        cm_id v = cm_ir_out(ir, row->node, k);
        if (v == CM_NONE || row->fresh[k] == v) continue;
        ir->t.ids.row[ir->t.node.row[row->node].out.first + k] = row->fresh[k];
        ir->t.value.row[row->fresh[k]].node = row->node;
        ir->t.value.row[v].node = CM_NONE;
        CM_TRY(transpose_turn_back(r, row, k, v));
        CM_TRY(cm_opt_touch_users(r->o, cm_ir_out(ir, row->node, k)));
        if (ir->t.value.row[v].first_use == CM_NONE && ir->n_listed[v] == 0) continue;
        CM_TRY(cm_permute_transpose(r->o, ir->t.node.row[row->node].next, row->node,
                                    cm_ir_out(ir, row->node, k), &row->out, v));
    }
    return CAMEO_OK;
}

static cameo_status transpose_change(transpose_region *r) {
    cm_ir *ir = r->o->ir;
    for (uint32_t i = 0; i < r->row.n; i++) {
        transpose_row *row = &r->row.row[i];
        for (uint32_t k = 0; k < ir->t.node.row[row->node].out.n && !row->left; k++) {
            cm_id v = cm_ir_out(ir, row->node, k);
            row->fresh[k] = v;
            if (v == CM_NONE || cm_perm_is_identity(&row->out)) continue;
            CM_TRY(cm_permute_new_value(ir, r->graph, v, &row->out, &row->fresh[k]));
        }
    }
    for (uint32_t i = 0; i < r->row.n; i++) {
        if (!r->row.row[i].left) CM_TRY(transpose_turn(r, &r->row.row[i]));
    }
    for (uint32_t i = 0; i < r->row.n; i++) {
        if (!r->row.row[i].left) CM_TRY(transpose_leave(r, &r->row.row[i]));
    }
    return CAMEO_OK;
}

/* ---- the rewrites ---- */

/* The region of the optimiser. Errors: E_NOMEM. */
static cameo_status transpose_begin(cm_opt *o, cm_id node, transpose_region **region) {
    cm_ir *ir = o->ir;
    transpose_region *r = o->region;
    if (r == NULL) {
        r = cm_arena_alloc(ir->work, sizeof *r, 8);
        if (r == NULL) return cm_ir_nomem(ir);
        r->row_of = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.node.n);
        if (r->row_of == NULL) return cm_ir_nomem(ir);
        r->o = o;
        r->n_row_of = ir->t.node.n;
        o->region = r;
        o->region_steps = r->steps = (uint64_t)ir->t.node.n * TRANSPOSE_STEPS + 1000;
    }
    r->graph = ir->t.node.row[node].graph;
    r->provider = ir->info[node].provider;
    *region = r;
    return CAMEO_OK;
}

static void transpose_clear(transpose_region *r) {
    for (uint32_t i = 0; i < r->row.n; i++) r->row_of[r->row.row[i].node] = 0;
    r->row.n = r->border.n = 0;
    r->cost = 0;
}

/* The region around value y, a permutation, of at most `most` nodes. */
static cameo_status transpose_search(transpose_region *r, cm_id y, const cm_perm *by, uint32_t most) {
    transpose_clear(r);
    r->most = most;
    CM_TRY(transpose_grow(r, y, by));
    transpose_prune(r);
    return CAMEO_OK;
}

/* The region of a Transpose changes its order where that pays. */
cameo_status cm_rewrite_transposed_region(cm_opt *o, cm_id node, bool *changed) {
    cm_perm by;
    transpose_region *r = NULL;
    if (!cm_perm_of_node(o->ir, node, &by)) return CAMEO_OK;
    cm_id y = cm_ir_out(o->ir, node, 0);
    if (y == CM_NONE || !cm_opt_can_add(o->ir, node, "Transpose", 0)) return CAMEO_OK;
    CM_TRY(transpose_begin(o, node, &r));
    CM_TRY(transpose_search(r, y, &by, TRANSPOSE_NODES));
    if (r->cost >= 0 && r->row.n == r->most && o->region_steps > r->steps / TRANSPOSE_KEPT)
        CM_TRY(transpose_search(r, y, &by, r->n_row_of));
    *changed = r->cost < 0 && cm_opt_can_add(o->ir, node, "Transpose", 2 * r->row.n);
    if (*changed) CM_TRY(transpose_change(r));
    transpose_clear(r);
    return CAMEO_OK;
}

/* A Transpose that moves dims of 1 only is a Reshape, which costs nothing. */
cameo_status cm_rewrite_transpose_view(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_perm p;
    int64_t target[CM_MAX_RANK];
    int64_t *data, rank;
    uint32_t n_free = 0, last = 0;
    cm_id y = cm_ir_out(ir, node, 0), shape;
    if (!cm_perm_of_node(ir, node, &p) || y == CM_NONE) return CAMEO_OK;
    const cm_avalue *v = &ir->av[y];
    if (p.rank == 0 || v->rank != p.rank || cm_ir_opset(ir, node) < 5) return CAMEO_OK;
    for (uint32_t d = 0; d < p.rank; d++) {
        bool known = cm_dim_is_const(v->dims[d]);
        target[d] = known ? v->dims[d] : -1;
        n_free += !known;
        if (target[d] == 1) continue;
        if (target[d] == 0 || p.at[d] < last) return CAMEO_OK;
        last = p.at[d];
    }
    if (n_free > 1 || !cm_opt_can_add(ir, node, "Reshape", 0)) return CAMEO_OK;
    rank = p.rank;
    data = CM_ARENA_NEW_N(ir->work, int64_t, p.rank);
    if (data == NULL) return cm_ir_nomem(ir);
    memcpy(data, target, p.rank * sizeof *data);
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, 1, &rank, data, &shape));
    CM_TRY(cm_ir_set_in(ir, node, 1, shape));
    *changed = true;
    return cm_opt_become(ir, node, "Reshape");
}
