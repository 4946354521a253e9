/* opt_layout.c — networks with Conv compute with the channels of their images last where kernels gain by it. See opt.h.
 *
 * A value [N][in...][C] is a value with those dims, so no kernel but those of operators with params field channels_last
 * knows of it: others have their axes renamed (ir/rewrite/permute.h). For each graph, once, behind all other rewrites:
 *
 *   1. A Conv whose kernel gains (cm_ir.layout_gain) wants channels_last. From there other orders of dims spread over
 *      what reads and what makes its values, as far as nodes can be renamed: each such node has one other order.
 *   2. Which of them change is a minimum cut. A node inside has the other order. Each gain is an arc from the
 *      source; each value that is made in one order and read in the other costs a Transpose, once for all of
 *      its readers in that order; everything that stays as it is is the sink.
 *   3. The nodes inside are renamed and read and give values in the other order, with a Transpose at each value that
 *      crosses the border. Rewrites `transposes`, `transpose_view`, `fold` and others join those with what was there.
 *
 * A Transpose of the model gives its result in any order at no further cost: the orders are composed. Constants that
 * are small enough are stored in the other order. What a caller keeps from run to run (options.states) stays as it is.
 * A free dim counts as a few. */
#include "ir/rewrite/min_cut.h"
#include "ir/rewrite/permute.h"

/* What a Transpose costs beside the bytes it moves, and one that is a view, in bytes. */
#define LAYOUT_STEP 1024
#define LAYOUT_VIEW 64

/* A node that has another order. */
typedef struct layout_row {
    cm_id node;
    bool turns;      /* a Transpose: its input may lie in any order, `in` says nothing */
    bool inside;     /* it changes */
    cm_perm in, out; /* what its inputs and outputs are then permutations by */
    int64_t gain;    /* bytes, so far */
} layout_row;

/* A value in another order. */
typedef struct layout_value {
    cm_id value, moved;
    cm_perm by;
    uint32_t next; /* another order of the same value, or CM_NONE */
} layout_value;

typedef struct layout {
    cm_opt *o;
    cm_id graph;
    CM_TABLE(layout_row) row;
    uint32_t *row_of; /* per node: its row + 1, or 0 */
    uint32_t *first;  /* per value that is there as it is: the first row that reads it, + 1, or 0 */
    cm_id n_nodes, n_values; /* when they were made: later ones have no row */
    uint32_t vertex;         /* of row 0 */
    cm_cut cut;
    CM_TABLE(layout_value) moved;
    uint32_t *moved_of; /* per value: row of moved + 1, or 0 */
} layout;

static layout_row *layout_find(const layout *l, cm_id node) {
    if (node == CM_NONE || node >= l->n_nodes || l->row_of[node] == 0) return NULL;
    return &l->row.row[l->row_of[node] - 1];
}

static uint32_t layout_vertex(const layout *l, const layout_row *row) {
    return row == NULL ? CM_CUT_SINK : l->vertex + (uint32_t)(row - l->row.row);
}

bool cm_opt_gains_layout(const cm_ir *ir, cm_id node) {
    cm_perm out;
    cm_id x = cm_ir_in(ir, node, 0);
    if (ir->t.node.row[node].dead || ir->info[node].provider != 0 || x == CM_NONE) return false;
    if (!cm_permute_is_for_layout(ir, node) || cm_opt_field(ir, node, "channels_last") == NULL)
        return false;
    if (ir->av[x].rank == CM_RANK_UNKNOWN || ir->av[x].rank < 3) return false;
    cm_perm in = cm_perm_channels_last(ir->av[x].rank);
    return cm_permute_plan(ir, node, &in, &out) && ir->layout_gain(ir->layout_ctx, ir, node) > 0;
}

/* ---- which nodes can change ---- */

/* A value that a caller keeps from run to run, or a Transpose of one. */
static bool layout_is_state(const cm_ir *ir, cm_id value) {
    if (ir->n_states == 0 || value == CM_NONE) return false;
    cm_id from = ir->t.value.row[value].node;
    cm_id x = cm_opt_is(ir, from, CM_OP_Transpose) ? cm_ir_in(ir, from, 0) : value;
    for (uint32_t i = 0; i < ir->n_states; i++) {
        if (ir->states[i].input == value || ir->states[i].output == value ||
            ir->states[i].input == x)
            return true;
    }
    return false;
}

static bool layout_touches_state(const cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    if (ir->n_states == 0) return false;
    for (uint32_t i = 0; i < n->in.n; i++) {
        if (layout_is_state(ir, cm_ir_in(ir, node, i))) return true;
    }
    for (uint32_t i = 0; i < n->out.n; i++) {
        if (layout_is_state(ir, cm_ir_out(ir, node, i))) return true;
    }
    return false;
}

/* A node of this graph and of the CPU that has no order yet. */
static bool layout_is_open(const layout *l, cm_id node) {
    const cm_ir *ir = l->o->ir;
    return node != CM_NONE && node < l->n_nodes && l->row_of[node] == 0 &&
           !ir->t.node.row[node].dead && ir->t.node.row[node].graph == l->graph &&
           ir->info[node].provider == 0 && !layout_touches_state(ir, node);
}

static cameo_status layout_take(layout *l, cm_id node, bool turns, const cm_perm *in,
                                const cm_perm *out) {
    cm_ir *ir = l->o->ir;
    if (!CM_IR_ROOM(ir, l->row, 1)) return cm_ir_nomem(ir);
    layout_row *row = &l->row.row[l->row.n++];
    *row = (layout_row){.node = node, .turns = turns, .in = *in, .out = *out};
    if (!turns && cm_opt_field(ir, node, "channels_last") != NULL)
        row->gain = ir->layout_gain(ir->layout_ctx, ir, node);
    l->row_of[node] = l->row.n;
    return CAMEO_OK;
}

/* Who reads `value`, which may be a permutation by `by`. A Transpose ends it, or hands it on. */
static cameo_status layout_spread_down(layout *l, cm_id value, const cm_perm *by) {
    const cm_ir *ir = l->o->ir;
    cm_perm out, p;
    if (by->rank < 3 || cm_perm_is_identity(by)) return CAMEO_OK;
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id node = ir->t.use.row[u].node;
        uint32_t i = u - ir->t.node.row[node].in.first;
        if (!layout_is_open(l, node)) continue;
        if (cm_perm_of_node(ir, node, &p)) {
            p = cm_perm_then(by, &p);
            if (!cm_perm_is_identity(&p)) CM_TRY(layout_take(l, node, true, by, by));
        } else if (cm_permute_moves(ir, node, i) && cm_permute_plan(ir, node, by, &out)) {
            CM_TRY(layout_take(l, node, false, by, &out));
        }
    }
    return CAMEO_OK;
}

/* Who makes `value`, which is wanted as a permutation by `by`. */
static cameo_status layout_spread_up(layout *l, cm_id value, const cm_perm *by) {
    const cm_ir *ir = l->o->ir;
    cm_perm in, p;
    cm_id node = ir->t.value.row[value].node;
    if (by->rank < 3 || cm_perm_is_identity(by) || !layout_is_open(l, node)) return CAMEO_OK;
    if (cm_perm_of_node(ir, node, &p)) return layout_take(l, node, true, by, by);
    if (!cm_permute_plan_back(ir, node, by, &in)) return CAMEO_OK;
    return layout_take(l, node, false, &in, by);
}

static cameo_status layout_spread(layout *l) {
    const cm_ir *ir = l->o->ir;
    CM_EACH(node, ir->t.node, ir->t.graph.row[l->graph].nodes) {
        if (!cm_opt_gains_layout(ir, node) || !layout_is_open(l, node)) continue;
        cm_perm by = cm_perm_channels_last(ir->av[cm_ir_in(ir, node, 0)].rank);
        CM_TRY(layout_take(l, node, false, &by, &by));
    }
    for (uint32_t r = 0; r < l->row.n; r++) {
        layout_row row = l->row.row[r];
        for (uint32_t k = 0; k < ir->t.node.row[row.node].out.n; k++) {
            if (cm_permute_gives(ir, row.node, k))
                CM_TRY(layout_spread_down(l, cm_ir_out(ir, row.node, k), &row.out));
        }
        for (uint32_t k = 0; k < ir->t.node.row[row.node].in.n && !row.turns; k++) {
            cm_id v = cm_ir_in(ir, row.node, k);
            if (v != CM_NONE && cm_permute_moves(ir, row.node, k))
                CM_TRY(layout_spread_up(l, v, &row.in));
        }
    }
    return CAMEO_OK;
}

/* ---- the network ---- */

/* What it costs that a value lies in both orders. */
static int64_t layout_cost(const cm_ir *ir, cm_id value, const cm_perm *by) {
    if (cm_permute_is_view(ir, value, by)) return LAYOUT_VIEW;
    return cm_permute_bytes(ir, value) + LAYOUT_STEP;
}

/* The row that reads a value at use u in its own order if it changes; NULL: whoever it is reads it as it is. */
static layout_row *layout_reader(const layout *l, cm_id u) {
    const cm_ir *ir = l->o->ir;
    cm_id node = ir->t.use.row[u].node;
    layout_row *row = layout_find(l, node);
    uint32_t i = u - ir->t.node.row[node].in.first;
    return row != NULL && !row->turns && cm_permute_moves(ir, node, i) ? row : NULL;
}

/* How a value is read that may be a permutation by `by`. */
typedef struct layout_readers {
    uint32_t n;       /* rows that want it so if they change, each as often as it reads it */
    layout_row *last; /* one of them */
    bool plain;       /* somebody reads it as it is, whatever changes */
    uint32_t back;    /* Transposes that undo the permutation */
} layout_readers;

static layout_readers layout_get_readers(const layout *l, cm_id value, const cm_perm *by) {
    const cm_ir *ir = l->o->ir;
    layout_readers who = {.plain = ir->n_listed[value] != 0};
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_perm p;
        cm_id node = ir->t.use.row[u].node;
        layout_row *row = layout_reader(l, u);
        if (row != NULL && cm_perm_equal(&row->in, by)) {
            who.n++;
            who.last = row;
        } else if (ir->t.node.row[node].graph == l->graph && ir->info[node].provider == 0 &&
                   cm_perm_of_node(ir, node, &p) && p.rank == by->rank) {
            p = cm_perm_then(by, &p);
            who.back += cm_perm_is_identity(&p);
        } else {
            who.plain = true;
        }
    }
    return who;
}

/* Arcs for a value that `from` makes (NULL: it is there as it is) and rows read that want it as a permutation by
 * `by`. */
static cameo_status layout_join(layout *l, layout_row *from, cm_id value, const cm_perm *by) {
    cm_ir *ir = l->o->ir;
    layout_readers who = layout_get_readers(l, value, by);
    int64_t cost = layout_cost(ir, value, by);
    uint32_t maker = layout_vertex(l, from), some = layout_vertex(l, who.last), none = some;
    if (from != NULL && !from->turns) from->gain += (int64_t)who.back * cost;
    if (who.n > 1) { /* one vertex for "somebody reads it so", one for "all do" */
        CM_TRY(cm_cut_add(&l->cut, 2, &some));
        none = some + 1;
        for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
            const layout_row *row = layout_reader(l, u);
            if (row == NULL || !cm_perm_equal(&row->in, by)) continue;
            CM_TRY(cm_cut_join(&l->cut, layout_vertex(l, row), some, CM_CUT_NEVER));
            CM_TRY(cm_cut_join(&l->cut, none, layout_vertex(l, row), CM_CUT_NEVER));
        }
    }
    if (who.n > 0) CM_TRY(cm_cut_join(&l->cut, some, maker, cost));
    if (from == NULL) return CAMEO_OK;
    return cm_cut_join(&l->cut, maker, who.plain || who.n == 0 ? CM_CUT_SINK : none,
                       who.plain || who.n > 0 ? cost : 0);
}

/* Arcs for input v of row. The first reader of a value speaks for all that want it in the same order. */
static cameo_status layout_join_input(layout *l, layout_row *row, cm_id v) {
    const cm_ir *ir = l->o->ir;
    const layout_row *from = layout_find(l, ir->t.value.row[v].node);
    bool made = from != NULL && !cm_perm_is_identity(&from->out);
    if (cm_ir_is_const(ir, v) && cm_permute_has_const(ir, v)) return CAMEO_OK;
    if (made && cm_perm_equal(&from->out, &row->in)) return CAMEO_OK; /* as an output of `from` */
    if (!made && l->first[v] == 0) {
        l->first[v] = l->row_of[row->node];
        return layout_join(l, NULL, v, &row->in);
    }
    if (!made && cm_perm_equal(&l->row.row[l->first[v] - 1].in, &row->in)) return CAMEO_OK;
    return cm_cut_join(&l->cut, layout_vertex(l, row), CM_CUT_SINK, layout_cost(ir, v, &row->in));
}

/* The network of all rows. *saved: bytes that the best set of rows, which then are inside, saves. */
static cameo_status layout_choose(layout *l, int64_t *saved) {
    cm_ir *ir = l->o->ir;
    l->cut = (cm_cut){.ir = ir};
    CM_TRY(cm_cut_add(&l->cut, l->row.n, &l->vertex));
    for (uint32_t r = 0; r < l->row.n; r++) {
        layout_row *row = &l->row.row[r];
        for (uint32_t k = 0; k < ir->t.node.row[row->node].out.n; k++) {
            if (!cm_permute_gives(ir, row->node, k) || cm_perm_is_identity(&row->out)) continue;
            CM_TRY(layout_join(l, row, cm_ir_out(ir, row->node, k), &row->out));
        }
        for (uint32_t k = 0; k < ir->t.node.row[row->node].in.n && !row->turns; k++) {
            cm_id v = cm_ir_in(ir, row->node, k);
            if (v != CM_NONE && cm_permute_moves(ir, row->node, k))
                CM_TRY(layout_join_input(l, row, v));
        }
    }
    for (uint32_t r = 0; r < l->row.n; r++) {
        int64_t gain = l->row.row[r].gain;
        CM_TRY(cm_cut_join(&l->cut, CM_CUT_SOURCE, l->vertex + r, gain));
        CM_TRY(cm_cut_join(&l->cut, l->vertex + r, CM_CUT_SINK, -gain));
    }
    CM_TRY(cm_cut_solve(&l->cut, saved));
    for (uint32_t r = 0; r < l->row.n; r++)
        l->row.row[r].inside = l->cut.inside[l->vertex + r] != 0 && !l->row.row[r].turns;
    return CAMEO_OK;
}

/* ---- the change ---- */

/* `value` in that order, or CM_NONE. */
static cm_id layout_get_moved(const layout *l, cm_id value, const cm_perm *by) {
    for (uint32_t i = l->moved_of[value]; i != 0; i = l->moved.row[i - 1].next) {
        if (cm_perm_equal(&l->moved.row[i - 1].by, by)) return l->moved.row[i - 1].moved;
    }
    return CM_NONE;
}

static cameo_status layout_add_moved(layout *l, cm_id value, const cm_perm *by, cm_id moved) {
    if (!CM_IR_ROOM(l->o->ir, l->moved, 1)) return cm_ir_nomem(l->o->ir);
    l->moved.row[l->moved.n++] = (layout_value){value, moved, *by, l->moved_of[value]};
    l->moved_of[value] = l->moved.n;
    return CAMEO_OK;
}

/* `value` as what it is a permutation by `by` of, for node `like`. */
static cameo_status layout_enter(layout *l, cm_id like, cm_id value, const cm_perm *by,
                                 cm_id *moved) {
    cm_ir *ir = l->o->ir;
    *moved = layout_get_moved(l, value, by);
    if (*moved != CM_NONE) return CAMEO_OK;
    if (cm_permute_has_const(ir, value)) {
        CM_TRY(cm_permute_const(ir, value, by, moved));
    } else {
        cm_id from = ir->t.value.row[value].node;
        bool here = from != CM_NONE && ir->t.node.row[from].graph == l->graph;
        cm_id before = here ? ir->t.node.row[from].next : ir->t.graph.row[l->graph].nodes.first;
        cm_perm back = cm_perm_inverse(by);
        CM_TRY(cm_permute_new_value(ir, l->graph, value, by, moved));
        CM_TRY(cm_permute_transpose(l->o, before, like, value, &back, *moved));
    }
    return layout_add_moved(l, value, by, *moved);
}

static cameo_status layout_turn_inputs(layout *l, const layout_row *row) {
    cm_ir *ir = l->o->ir;
    CM_TRY(cm_permute_apply(ir, row->node, &row->in));
    for (uint32_t i = 0; i < ir->t.node.row[row->node].in.n; i++) {
        cm_id v = cm_ir_in(ir, row->node, i), moved;
        if (v == CM_NONE || !cm_permute_moves(ir, row->node, i)) continue;
        CM_TRY(layout_enter(l, row->node, v, &row->in, &moved));
        CM_TRY(cm_ir_set_in(ir, row->node, i, moved));
    }
    return cm_opt_touch(l->o, row->node, false);
}

/* The results of a node are made in its order, and transposed for those who read them as they were. */
static cameo_status layout_turn_outputs(layout *l, const layout_row *row) {
    cm_ir *ir = l->o->ir;
    for (uint32_t k = 0; k < ir->t.node.row[row->node].out.n; k++) {
        cm_id v = cm_ir_out(ir, row->node, k);
        cm_id moved = v == CM_NONE ? CM_NONE : layout_get_moved(l, v, &row->out);
        if (moved == CM_NONE) continue;
        ir->t.ids.row[ir->t.node.row[row->node].out.first + k] = moved;
        ir->t.value.row[moved].node = row->node;
        ir->t.value.row[v].node = CM_NONE;
        CM_TRY(cm_opt_touch_users(l->o, moved));
        if (ir->t.value.row[v].first_use == CM_NONE && ir->n_listed[v] == 0) continue;
        CM_TRY(cm_permute_transpose(l->o, ir->t.node.row[row->node].next, row->node, moved, &row->out, v));
        CM_TRY(cm_opt_touch_users(l->o, v));
    }
    return CAMEO_OK;
}

static cameo_status layout_change(layout *l) {
    cm_ir *ir = l->o->ir;
    for (uint32_t r = 0; r < l->row.n; r++) {
        const layout_row *row = &l->row.row[r];
        if (!row->inside || cm_perm_is_identity(&row->out)) continue;
        for (uint32_t k = 0; k < ir->t.node.row[row->node].out.n; k++) {
            cm_id v = cm_ir_out(ir, row->node, k), moved;
            if (!cm_permute_gives(ir, row->node, k)) continue;
            CM_TRY(cm_permute_new_value(ir, l->graph, v, &row->out, &moved));
            CM_TRY(layout_add_moved(l, v, &row->out, moved));
        }
    }
    for (uint32_t r = 0; r < l->row.n; r++) {
        if (l->row.row[r].inside) CM_TRY(layout_turn_inputs(l, &l->row.row[r]));
    }
    for (uint32_t r = 0; r < l->row.n; r++) {
        const layout_row *row = &l->row.row[r];
        if (row->inside && !cm_perm_is_identity(&row->out)) CM_TRY(layout_turn_outputs(l, row));
    }
    return CAMEO_OK;
}

/* Transposes at most: one for each operand and each result of what changes. */
static uint32_t layout_count_transposes(const layout *l) {
    const cm_ir *ir = l->o->ir;
    uint32_t n = 0;
    for (uint32_t r = 0; r < l->row.n; r++) {
        const cm_node *node = &ir->t.node.row[l->row.row[r].node];
        if (l->row.row[r].inside) n += node->in.n + node->out.n;
    }
    return n;
}

/* The graph of a Conv that gains, once. */
cameo_status cm_rewrite_channels_last(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    layout l = {.o = o, .graph = ir->t.node.row[node].graph};
    int64_t saved;
    if (o->laid_out[l.graph] != 0 || !cm_opt_gains_layout(ir, node))
        return CAMEO_OK;
    o->laid_out[l.graph] = 1;
    l.n_nodes = ir->t.node.n;
    l.n_values = ir->t.value.n;
    l.row_of = CM_ARENA_NEW_N(ir->work, uint32_t, l.n_nodes);
    l.first = CM_ARENA_NEW_N(ir->work, uint32_t, l.n_values);
    l.moved_of = CM_ARENA_NEW_N(ir->work, uint32_t, l.n_values);
    if (l.row_of == NULL || l.first == NULL || l.moved_of == NULL) return cm_ir_nomem(ir);
    CM_TRY(layout_spread(&l));
    CM_TRY(layout_choose(&l, &saved));
    if (saved <= 0 || !cm_opt_can_add(ir, node, "Transpose", layout_count_transposes(&l)))
        return CAMEO_OK;
    *changed = true;
    return layout_change(&l);
}
