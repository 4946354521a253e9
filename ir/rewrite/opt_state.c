/* opt_state.c — a state (options.states) is appended to where it lies, and MatMul reads it there. See opt.h.
 *
 * ir/import/state.c has put a Transpose behind each state's input and one before its output. Two rewrites move what is
 * between them to the other side of the Concat, where only what is new is transposed:
 *
 *   present = Concat(Transpose(past'), k)  ->  present' = Concat(past', Transpose(k)), Transpose(present')
 *
 * and what readers do to the present to choose, turn and repeat parts of it goes into MatMul itself, as it does where
 * few rows are multiplied with another value. Attention's own past is first made such a Concat; it reads parts and
 * turns as MatMul does. */
#include "ir/rewrite/permute.h"

/* Nodes from a reader back to a state, at most. */
#define STATE_CHAIN 8
/* Inputs of a Concat of parts; nodes between it and the first part. */
#define STATE_PARTS 16
#define STATE_NEAR 256
/* The version of a Concat that the file has not. */
#define STATE_CONCAT_SINCE 13
/* From which on Shape has start and end, Attention lengths. */
#define STATE_SHAPE_SINCE 15
#define STATE_LENGTHS_SINCE 24

/* ---- questions ---- */

static bool state_is_input(const cm_ir *ir, cm_id value) {
    for (uint32_t i = 0; i < ir->n_states; i++) {
        if (ir->states[i].input == value) return true;
    }
    return false;
}

/* Is value what came in of a state, or a part of it in some order? */
static bool state_is_past(const cm_ir *ir, cm_id value) {
    for (uint32_t n = 0; n < STATE_CHAIN && value != CM_NONE; n++) {
        cm_id from = ir->t.value.row[value].node;
        if (state_is_input(ir, value)) return true;
        if (!cm_opt_is(ir, from, CM_OP_Transpose) && !cm_opt_is(ir, from, CM_OP_Gather))
            return false;
        value = cm_ir_in(ir, from, 0);
    }
    return false;
}

/* The attribute axis as one of rank dims; false: there is none such. */
static bool state_axis_of(const cm_ir *ir, cm_id node, uint32_t rank, uint32_t *axis) {
    int64_t a = cm_opt_i32(ir, node, "axis");
    if (a < 0) a += rank;
    *axis = (uint32_t)a;
    return a >= 0 && a < (int64_t)rank;
}

/* A Concat of known rank with n inputs, all there; n 0: any number of them. */
static bool state_is_concat(const cm_ir *ir, cm_id node, uint32_t n, uint32_t *axis) {
    if (!cm_opt_is(ir, node, CM_OP_Concat)) return false;
    cm_id y = cm_ir_out(ir, node, 0);
    uint32_t n_in = ir->t.node.row[node].in.n;
    if (y == CM_NONE || ir->av[y].rank == CM_RANK_UNKNOWN || (n != 0 && n_in != n)) return false;
    for (uint32_t i = 0; i < n_in; i++) {
        if (cm_ir_in(ir, node, i) == CM_NONE) return false;
    }
    return state_axis_of(ir, node, ir->av[y].rank, axis);
}

/* A Gather of one index that is a constant: the axis goes. */
static bool state_is_pick(const cm_ir *ir, cm_id node, uint32_t *axis, int64_t *index) {
    if (!cm_opt_is(ir, node, CM_OP_Gather)) return false;
    cm_id x = cm_ir_in(ir, node, 0), at = cm_ir_in(ir, node, 1);
    if (x == CM_NONE || at == CM_NONE || ir->av[x].rank == CM_RANK_UNKNOWN) return false;
    if (ir->av[at].rank != 0 || !cm_opt_integer(ir, at, index)) return false;
    return state_axis_of(ir, node, ir->av[x].rank, axis);
}

/* ---- building ---- */

/* A Concat for the provider of node `like`, and of its version if that is one, before `before`. */
static cameo_status state_add_concat(cm_opt *o, cm_id before, cm_id like, const cm_id *in,
                                     uint32_t n_in, uint32_t axis, cm_id out) {
    cm_ir *ir = o->ir;
    cm_id added;
    cameo_error ignored = {0};
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[like].graph, before, like, in, n_in, &out, 1, &added));
    const cm_op_entry *entry = cm_ir_find_op(ir, (cm_str){NULL, 0}, CM_STR("Concat"));
    cm_opt_set_op(ir, added, entry, cm_opt_is(ir, like, CM_OP_Concat) ? ir->info[like].since : STATE_CONCAT_SINCE);
    ir->info[added].provider = ir->info[like].provider;
    CM_TRY(cm_ir_set_int(ir, added, "axis", axis));
    CM_TRY(cm_ir_parse_node(ir, added, &ignored));
    CM_TRY(cm_infer_node(ir, added));
    return cm_opt_touch(o, added, false);
}

/* out = Transpose(x, p) before `before`. */
static cameo_status state_add_transpose(cm_opt *o, cm_id before, cm_id like, cm_id x,
                                        const cm_perm *p, cm_id out) {
    cm_ir *ir = o->ir;
    cm_id added;
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[like].graph, before, like, &x, 1, &out, 1, &added));
    CM_TRY(cm_opt_become(ir, added, "Transpose"));
    CM_TRY(cm_perm_set(ir, added, p));
    CM_TRY(cm_infer_node(ir, added));
    return cm_opt_touch(o, added, false);
}

/* ---- Concat behind a Transpose ---- */

/* Concat(Transpose(p), x) = Transpose(Concat(p, Transpose(x))), p the past of a state: what is new is transposed
 * instead of it. Each use shortens the way from a state to a Concat. */
cameo_status cm_rewrite_state_concat(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_perm p;
    uint32_t axis, n = ir->t.node.row[node].in.n;
    cm_id fresh;
    if (ir->n_states == 0 || !state_is_concat(ir, node, 0, &axis)) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, CM_OP_Transpose);
    if (from == CM_NONE || !cm_perm_of_node(ir, from, &p)) return CAMEO_OK;
    cm_id past = cm_ir_in(ir, from, 0), y = cm_ir_out(ir, node, 0);
    if (p.rank != ir->av[y].rank || !state_is_past(ir, past)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "Transpose", n)) return CAMEO_OK;
    cm_perm back = cm_perm_inverse(&p);
    for (uint32_t i = 1; i < n; i++) {
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &fresh));
        CM_TRY(state_add_transpose(o, node, node, cm_ir_in(ir, node, i), &back, fresh));
        CM_TRY(cm_ir_set_in(ir, node, i, fresh));
    }
    CM_TRY(cm_ir_set_in(ir, node, 0, past));
    CM_TRY(cm_ir_set_int(ir, node, "axis", p.at[axis]));
    CM_TRY(cm_opt_reparse(ir, node));
    CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &fresh));
    ir->t.ids.row[ir->t.node.row[node].out.first] = fresh;
    ir->t.value.row[fresh].node = node;
    ir->t.value.row[y].node = CM_NONE;
    CM_TRY(cm_infer_node(ir, node));
    CM_TRY(state_add_transpose(o, ir->t.node.row[node].next, node, fresh, &p, y));
    CM_TRY(cm_opt_touch(o, from, false));
    CM_TRY(cm_opt_touch_users(o, y));
    *changed = true;
    return CAMEO_OK;
}

/* ---- keys and values in one state ---- */

/* Concat of Unsqueeze(c_i), c_i = Concat(Gather(past, i), x_i), for all i of a dim. */
typedef struct state_parts {
    cm_id past, axes; /* axes: of the Unsqueezes */
    uint32_t n, axis; /* of the parts; their dim in the whole */
    uint32_t grows;   /* the axis of the c_i */
    cm_id concat[STATE_PARTS];
    cm_id x[STATE_PARTS];
    cm_id index[STATE_PARTS]; /* the constants */
} state_parts;

/* Part i, if that is what input i of node is. */
static bool state_get_part(const cm_ir *ir, cm_id node, uint32_t i, state_parts *s) {
    cm_id unsqueeze = cm_opt_producer(ir, node, i, CM_OP_Unsqueeze);
    uint32_t rank = ir->av[cm_ir_out(ir, node, 0)].rank, axis, grows;
    int64_t at, index;
    if (unsqueeze == CM_NONE || cm_ir_in(ir, unsqueeze, 1) == CM_NONE) return false;
    if (!cm_opt_integer(ir, cm_ir_in(ir, unsqueeze, 1), &at)) return false;
    if ((at < 0 ? at + rank : at) != s->axis) return false;
    cm_id concat = cm_opt_producer(ir, unsqueeze, 0, CM_OP_Concat);
    if (concat == CM_NONE || !state_is_concat(ir, concat, 2, &grows)) return false;
    cm_id pick = cm_opt_producer(ir, concat, 0, CM_OP_Gather);
    if (pick == CM_NONE || !state_is_pick(ir, pick, &axis, &index) || axis != s->axis) return false;
    cm_id past = cm_ir_in(ir, pick, 0);
    if (ir->av[past].rank != rank || (index < 0 ? index + s->n : index) != i) return false;
    if (i == 0) {
        s->past = past;
        s->grows = grows;
        s->axes = cm_ir_in(ir, unsqueeze, 1);
    }
    s->concat[i] = concat;
    s->x[i] = cm_ir_in(ir, concat, 1);
    s->index[i] = cm_ir_in(ir, pick, 1);
    return past == s->past && grows == s->grows;
}

/* Does one of the nodes, or s, read what node makes? */
static bool state_is_read(const cm_ir *ir, cm_id node, const state_parts *s, const cm_id *by,
                          uint32_t n) {
    for (uint32_t i = 0; i < s->n; i++) {
        if (ir->t.value.row[s->x[i]].node == node) return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < ir->t.node.row[by[i]].in.n; k++) {
            cm_id v = cm_ir_in(ir, by[i], k);
            if (v != CM_NONE && ir->t.value.row[v].node == node) return true;
        }
    }
    return false;
}

/* The first of the parts in the order of nodes; what is appended to the others, and made behind it, moves in front
 * of it. CM_NONE: it is too far away, or too much lies between, or some of that needs one of the parts. */
static cm_id state_first_part(cm_ir *ir, cm_id node, const state_parts *s) {
    cm_id moves[STATE_PARTS], at = ir->info[node].prev;
    uint32_t found = 0, n = 0;
    for (uint32_t k = 0; k < STATE_NEAR && at != CM_NONE; k++, at = ir->info[at].prev) {
        bool part = false;
        if (ir->t.node.row[at].dead) continue;
        for (uint32_t i = 0; i < s->n; i++) part = part || s->concat[i] == at;
        found += part;
        if (state_is_read(ir, at, s, moves, n)) {
            bool plain = (ir->info[at].op->flags & CM_OPF_CONTROL) == 0;
            if (part || !plain || n == STATE_PARTS) return CM_NONE;
            moves[n++] = at;
        }
        if (found < s->n) continue;
        while (n-- > 0) cm_ir_move_node(ir, moves[n], ir->t.node.row[node].graph, at);
        return at;
    }
    return CM_NONE;
}

/* The parts become what they are of the whole y. */
static cameo_status state_pick_parts(cm_opt *o, const state_parts *s, cm_id y) {
    cm_ir *ir = o->ir;
    for (uint32_t i = 0; i < s->n; i++) {
        CM_TRY(cm_opt_become(ir, s->concat[i], "Gather"));
        CM_TRY(cm_ir_set_in(ir, s->concat[i], 0, y));
        CM_TRY(cm_ir_set_in(ir, s->concat[i], 1, s->index[i]));
        CM_TRY(cm_ir_set_int(ir, s->concat[i], "axis", s->axis));
        CM_TRY(cm_opt_reparse(ir, s->concat[i]));
        CM_TRY(cm_opt_touch(o, s->concat[i], true));
    }
    return CAMEO_OK;
}

/* Both rewrites look further than to their neighbours: what is between them passes on that it has changed. */
static cameo_status state_look_at_users(cm_opt *o, cm_id node) {
    const cm_ir *ir = o->ir;
    cm_id y = cm_ir_out(ir, node, 0);
    if (y == CM_NONE) return CAMEO_OK;
    for (cm_id u = ir->t.value.row[y].first_use; u != CM_NONE; u = ir->t.use.row[u].next)
        CM_TRY(cm_opt_touch(o, ir->t.use.row[u].node, false));
    return CAMEO_OK;
}

/* Where keys and values come in one state, [2, batch, ...], and are joined one by one: they are joined at once, and
 * each is the part of the result that it was of the past. Each use takes a Concat and a Gather for each part away. */
cameo_status cm_rewrite_state_parts(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    state_parts s = {.past = CM_NONE, .axes = CM_NONE, .n = ir->t.node.row[node].in.n};
    cm_id row[STATE_PARTS], in[2];
    if (ir->n_states == 0) return CAMEO_OK;
    if (cm_opt_is(ir, node, CM_OP_Unsqueeze)) return state_look_at_users(o, node);
    if (s.n < 2 || s.n > STATE_PARTS) return CAMEO_OK;
    if (!state_is_concat(ir, node, s.n, &s.axis)) return CAMEO_OK;
    for (uint32_t i = 0; i < s.n; i++) {
        if (!state_get_part(ir, node, i, &s)) return CAMEO_OK;
    }
    if (ir->av[s.past].dims[s.axis] != (cm_dim)s.n || !state_is_past(ir, s.past)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "Unsqueeze", s.n + 2) || !cm_opt_can_add(ir, node, "Gather", 0))
        return CAMEO_OK;
    cm_id first = state_first_part(ir, node, &s), y = cm_ir_out(ir, node, 0), added;
    if (first == CM_NONE) return CAMEO_OK;
    cm_id graph = ir->t.node.row[node].graph;
    for (uint32_t i = 0; i < s.n; i++) {
        cm_id operand[2] = {s.x[i], s.axes};
        CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &row[i]));
        CM_TRY(cm_opt_add(o, first, "Unsqueeze", operand, 2, row[i], &added));
        CM_TRY(cm_infer_node(ir, added));
    }
    in[0] = s.past;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &in[1]));
    CM_TRY(state_add_concat(o, first, node, row, s.n, s.axis, in[1]));
    CM_TRY(state_add_concat(o, first, node, in, 2, s.grows + (s.grows >= s.axis), y));
    CM_TRY(cm_opt_kill(o, node));
    CM_TRY(state_pick_parts(o, &s, y));
    *changed = true;
    return cm_opt_touch_users(o, y);
}

/* ---- Attention ---- */

enum { STATE_ATT_K = 1, STATE_ATT_PAST_K = 4, STATE_ATT_LENGTHS = 6, STATE_ATT_PRESENT_K = 1 };

/* New keys or values as [batch][heads][rows][width], which they are already or, of rank 3, become before
 * node. */
static cameo_status state_by_heads(cm_opt *o, cm_id node, cm_id x, cm_id *y) {
    cm_ir *ir = o->ir;
    const int64_t heads = ir->av[x].rank == 4 ? 1 : cm_opt_i32(ir, node, "kv_num_heads");
    const int64_t apart[4] = {0, 0, heads, ir->av[x].dims[2] / heads};
    const cm_perm by_heads = {.rank = 4, .at = {0, 2, 1, 3}};
    cm_id graph = ir->t.node.row[node].graph, rows;
    *y = x;
    if (ir->av[x].rank == 4) return CAMEO_OK;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &rows));
    CM_TRY(cm_opt_add_reshape(o, node, x, apart, 4, rows));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, y));
    return state_add_transpose(o, node, node, rows, &by_heads, *y);
}

/* Present keys (i 0) or values (i 1) of the Attention at node come from a Concat before it, whose result it reads. */
static cameo_status state_join_past(cm_opt *o, cm_id node, uint32_t i, cm_id *y) {
    cm_ir *ir = o->ir;
    cm_range out = ir->t.node.row[node].out;
    cm_id in[2] = {cm_ir_in(ir, node, STATE_ATT_PAST_K + i), CM_NONE};
    CM_TRY(state_by_heads(o, node, cm_ir_in(ir, node, STATE_ATT_K + i), &in[1]));
    *y = cm_ir_out(ir, node, STATE_ATT_PRESENT_K + i);
    if (*y == CM_NONE)
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, y));
    else
        ir->t.ids.row[out.first + STATE_ATT_PRESENT_K + i] = CM_NONE;
    CM_TRY(state_add_concat(o, node, node, in, 2, 2, *y));
    CM_TRY(cm_ir_set_in(ir, node, STATE_ATT_K + i, *y));
    return cm_ir_set_in(ir, node, STATE_ATT_PAST_K + i, CM_NONE);
}

/* The Shape at node gives dim `d` alone. */
static cameo_status state_set_dim(cm_ir *ir, cm_id node, int64_t d) {
    if (ir->info[node].since < STATE_SHAPE_SINCE) ir->info[node].since = STATE_SHAPE_SINCE;
    CM_TRY(cm_ir_set_int(ir, node, "start", d));
    CM_TRY(cm_ir_set_int(ir, node, "end", d + 1));
    CM_TRY(cm_opt_reparse(ir, node));
    return cm_infer_node(ir, node);
}

/* Which keys a query sees counts from the last one: the lengths say how many there are, [batch]. */
static cameo_status state_add_lengths(cm_opt *o, cm_id node, cm_id keys) {
    cm_ir *ir = o->ir;
    cm_id graph = ir->t.node.row[node].graph, in[2], added, lengths;
    for (uint32_t i = 0; i < 2; i++) { /* the number of keys, and of batches */
        CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &in[i]));
        CM_TRY(cm_opt_add(o, node, "Shape", &keys, 1, in[i], &added));
        CM_TRY(state_set_dim(ir, added, i == 0 ? 2 : 0));
    }
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &lengths));
    CM_TRY(cm_opt_add(o, node, "Expand", in, 2, lengths, &added));
    CM_TRY(cm_infer_node(ir, added));
    if (ir->info[node].since < STATE_LENGTHS_SINCE) ir->info[node].since = STATE_LENGTHS_SINCE;
    return cm_ir_set_in(ir, node, STATE_ATT_LENGTHS, lengths);
}

/* Each query all keys, but for the mask? */
static bool state_sees_all(const cm_ir *ir, cm_id node) {
    return cm_opt_i32(ir, node, "is_causal") == 0 && cm_opt_i32(ir, node, "left_window_size") < 0 &&
           cm_opt_i32(ir, node, "right_window_size") < 0;
}

/* Past keys and values are those of states, and there are as many new ones as queries, or all queries see all keys. A
 * rank of 3 wants heads, which inference has seen. */
static bool state_is_attention(const cm_ir *ir, cm_id node) {
    if (!cm_opt_is(ir, node, CM_OP_Attention) || ir->t.node.row[node].in.n <= STATE_ATT_PAST_K + 1) return false;
    for (uint32_t i = 0; i < 2; i++) {
        cm_id past = cm_ir_in(ir, node, STATE_ATT_PAST_K + i), x = cm_ir_in(ir, node, STATE_ATT_K + i);
        if (past == CM_NONE || !state_is_past(ir, past) || ir->av[past].rank != 4) return false;
        if (ir->av[x].rank != 4 && (ir->av[x].rank != 3 || !cm_dim_is_const(ir->av[x].dims[2]))) return false;
    }
    const cm_avalue *q = &ir->av[cm_ir_in(ir, node, 0)], *k = &ir->av[cm_ir_in(ir, node, STATE_ATT_K)];
    if (q->rank == CM_RANK_UNKNOWN || cm_ir_in(ir, node, STATE_ATT_LENGTHS) != CM_NONE) return false;
    return state_sees_all(ir, node) ||
           cm_dim_equal(ir->dims, q->dims[q->rank - 2u], k->dims[k->rank - 2u]) == CM_YES;
}

/* Attention's own past becomes a Concat, which the other rewrites bring to where the state lies. A file keeps it: the
 * operands of ONNX's Attention have one rank. */
cameo_status cm_rewrite_state_attention(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id y[2];
    if (ir->n_states == 0 || ir->keep_opset || !state_is_attention(ir, node)) return CAMEO_OK;
    bool ready = cm_opt_can_add(ir, node, "Concat", 9) && cm_opt_can_add(ir, node, "Reshape", 0) &&
                 cm_opt_can_add(ir, node, "Transpose", 0) && cm_opt_can_add(ir, node, "Shape", 0) &&
                 cm_opt_can_add(ir, node, "Expand", 0);
    if (!ready) return CAMEO_OK;
    for (uint32_t i = 0; i < 2; i++) CM_TRY(state_join_past(o, node, i, &y[i]));
    if (!state_sees_all(ir, node)) CM_TRY(state_add_lengths(o, node, y[0]));
    CM_TRY(cm_infer_node(ir, node));
    for (uint32_t i = 0; i < 2; i++) CM_TRY(cm_opt_touch_users(o, y[i]));
    *changed = true;
    return cm_opt_touch(o, node, false);
}

/* The state that output `out` of a cache goes to by Transpose alone, where input `in` comes of one by Transpose; else
 * CM_NONE. */
static cm_id state_of_cache(const cm_ir *ir, cm_id node, uint32_t in, uint32_t out) {
    static const cm_perm to_rows = {.rank = 4, .at = {2, 0, 1, 3}};
    cm_perm p;
    cm_id x = cm_ir_in(ir, node, in), y = cm_ir_out(ir, node, out);
    if (x == CM_NONE || y == CM_NONE || ir->n_listed[y] != 0) return CM_NONE;
    cm_id from = ir->t.value.row[x].node, to = cm_ir_only_user(ir, y), back;
    if (!cm_perm_of_node(ir, from, &p) || ir->info[from].provider != 0 || !state_is_input(ir, cm_ir_in(ir, from, 0)))
        return CM_NONE;
    cm_perm turned = cm_perm_inverse(&p);
    if (!cm_perm_equal(&turned, &to_rows) || !cm_perm_of_node(ir, to, &p) || !cm_perm_equal(&p, &to_rows))
        return CM_NONE;
    back = cm_ir_out(ir, to, 0);
    return ir->info[to].provider == 0 && back != CM_NONE && ir->n_listed[back] != 0 ? back : CM_NONE;
}

/* GroupQuery with past and presents in the order of states (kernels/group_query.c). */
cameo_status cm_rewrite_state_group_query(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id y[2], from, to;
    cameo_error ignored = {0};
    bool turned = ir->info[node].op->id != CM_OP_GroupQuery || cm_opt_i32(ir, node, "by_rows") != 0;
    if (turned || ir->info[node].provider != 0) return CAMEO_OK;
    for (uint32_t i = 0; i < 2; i++) {
        y[i] = state_of_cache(ir, node, CM_CACHE_IN + i, CM_CACHE_OUT + i);
        if (y[i] == CM_NONE) return CAMEO_OK;
    }
    CM_TRY(cm_ir_set_int(ir, node, "by_rows", 1));
    CM_TRY(cm_ir_parse_node(ir, node, &ignored));
    for (uint32_t i = 0; i < 2; i++) {
        from = ir->t.value.row[cm_ir_in(ir, node, CM_CACHE_IN + i)].node;
        to = ir->t.value.row[y[i]].node;
        CM_TRY(cm_ir_set_in(ir, node, CM_CACHE_IN + i, cm_ir_in(ir, from, 0)));
        CM_TRY(cm_opt_touch(o, from, false));
        cm_avalue state = ir->av[y[i]];
        CM_TRY(cm_opt_kill(o, to));
        CM_TRY(cm_opt_take_over(o, y[i], cm_ir_out(ir, node, CM_CACHE_OUT + i)));
        ir->av[y[i]] = state;
    }
    *changed = true;
    return cm_infer_node(ir, node);
}

/* Shape of one dim of Transpose(x), or of Gather(x) of one index: of x, which then needs not be moved for it. */
cameo_status cm_rewrite_moved_dim(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_perm p;
    uint32_t axis;
    int64_t n, index;
    cm_id x = cm_ir_in(ir, node, 0), from = ir->t.value.row[x].node, y = cm_ir_out(ir, node, 0);
    if (from == CM_NONE || y == CM_NONE || ir->av[x].rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    if (!cm_dim_is_const(ir->av[y].dims[0]) || ir->av[y].dims[0] != 1) return CAMEO_OK;
    if (ir->keep_opset && ir->info[node].since < STATE_SHAPE_SINCE) return CAMEO_OK;
    n = *(const int32_t *)cm_opt_field(ir, node, "start");
    n = cm_max_i64(n < 0 ? n + ir->av[x].rank : n, 0); /* there is one: it is below the rank */
    if (cm_perm_of_node(ir, from, &p))
        n = p.at[n];
    else if (state_is_pick(ir, from, &axis, &index))
        n += n >= axis;
    else
        return CAMEO_OK;
    CM_TRY(cm_ir_set_in(ir, node, 0, cm_ir_in(ir, from, 0)));
    CM_TRY(state_set_dim(ir, node, n));
    CM_TRY(cm_opt_touch(o, from, false));
    *changed = true;
    return cm_opt_touch(o, node, false);
}

/* ---- MatMul ---- */

/* Rows for which a product reads what it is multiplied with in another order of dims: for more of them a copy pays. */
#define STATE_ROWS 32

/* What a value is of another one: dim d is its dim at[d]; of its dim `axis`, which the value has not, it is `index`.
 * Each index of dim `repeated` of the value comes `repeat` times in turn. */
typedef struct state_view {
    cm_id source;
    cm_perm p;
    int64_t axis, index; /* axis -1: it has all dims */
    int64_t repeat, repeated;
} state_view;

/* The dim of tensor x, of rank dims, that y has more of; all others are equal. False: there is no such dim, or y's is
 * not known. */
static bool state_wider(const cm_ir *ir, cm_id x, cm_id y, uint32_t *axis) {
    const cm_avalue *v = &ir->av[x], *w = &ir->av[y];
    bool found = false;
    if (v->rank == CM_RANK_UNKNOWN || v->rank != w->rank) return false;
    for (uint32_t d = 0; d < v->rank; d++) {
        if (cm_dim_equal(ir->dims, v->dims[d], w->dims[d]) == CM_YES) continue;
        if (found || !cm_dim_is_const(w->dims[d]) || v->dims[d] != 1) return false;
        *axis = d;
        found = true;
    }
    return found;
}

/* Is `node` a view that puts a dim of 1 behind dim `axis` - 1 of x, and has y the dims of x but for `times` as many at
 * axis - 1? */
static bool state_is_repeated(const cm_ir *ir, cm_id node, uint32_t axis, cm_id y, int64_t *times, cm_id *x) {
    if (!cm_opt_is(ir, node, CM_OP_Unsqueeze) && !cm_opt_is(ir, node, CM_OP_Reshape)) return false;
    *x = cm_ir_in(ir, node, 0);
    const cm_avalue *from = &ir->av[*x], *one = &ir->av[cm_ir_out(ir, node, 0)], *to = &ir->av[y];
    if (axis == 0 || from->rank == CM_RANK_UNKNOWN || from->rank + 1 != one->rank) return false;
    if (to->rank != from->rank) return false;
    for (uint32_t d = 0; d < from->rank; d++) {
        if (cm_dim_equal(ir->dims, from->dims[d], one->dims[d + (d >= axis)]) != CM_YES) return false;
        cm_dim want = d == axis - 1 ? cm_dim_mul(ir->dims, from->dims[d], *times) : from->dims[d];
        if (cm_dim_equal(ir->dims, want, to->dims[d]) != CM_YES) return false;
    }
    return true;
}

/* Does node make one dim of 1 of *x to *times, and leave the others? */
static bool state_is_wide(const cm_ir *ir, cm_id node, uint32_t *axis, int64_t *times, cm_id *x) {
    if (!cm_opt_is(ir, node, CM_OP_Expand) && !cm_opt_is(ir, node, CM_OP_Tile)) return false;
    cm_id y = cm_ir_out(ir, node, 0);
    *x = cm_ir_in(ir, node, 0);
    if (y == CM_NONE || *x == CM_NONE || !state_wider(ir, *x, y, axis)) return false;
    *times = ir->av[y].dims[*axis];
    return *times >= 2 && *times <= INT32_MAX;
}

/* Does node repeat each index of dim *axis of *x, as exporters repeat heads: Reshape(Expand(Unsqueeze(x))), or the only
 * one, by Expand alone? */
static bool state_is_repeat(const cm_ir *ir, cm_id node, uint32_t *axis, int64_t *times, cm_id *x) {
    cm_id one;
    if (state_is_wide(ir, node, axis, times, x)) return true;
    if (!cm_opt_is(ir, node, CM_OP_Reshape)) return false;
    if (!state_is_wide(ir, ir->t.value.row[cm_ir_in(ir, node, 0)].node, axis, times, &one)) return false;
    if (ir->t.value.row[one].node == CM_NONE) return false;
    if (!state_is_repeated(ir, ir->t.value.row[one].node, *axis, cm_ir_out(ir, node, 0), times, x)) return false;
    --*axis;
    return true;
}

/* The value that v is of, repeated `times` along its dim `axis`, is of x; false: v repeats already, or has no such dim
 * before its last two. */
static bool state_view_repeat(state_view *v, uint32_t axis, int64_t times, cm_id x) {
    if (v->repeat != 1) return false;
    for (uint32_t d = 0; d + 2 < v->p.rank; d++) {
        if (v->p.at[d] != axis) continue;
        v->repeat = times;
        v->repeated = d;
        v->source = x;
        return true;
    }
    return false;
}

/* Follows Transposes, Gathers and what repeats heads from value to what it is taken from. */
static void state_get_view(const cm_ir *ir, cm_id node, cm_id value, state_view *v) {
    *v = (state_view){.source = value, .p = {.rank = ir->av[value].rank}, .axis = -1, .repeat = 1};
    for (uint32_t d = 0; d < v->p.rank; d++) v->p.at[d] = (uint8_t)d;
    for (uint32_t n = 0; n < STATE_CHAIN; n++) {
        cm_perm q;
        uint32_t axis;
        int64_t index, times;
        cm_id from = ir->t.value.row[v->source].node, x;
        if (from == CM_NONE || ir->t.node.row[from].graph != ir->t.node.row[node].graph) return;
        if (ir->info[from].provider != 0) return;
        if (state_is_repeat(ir, from, &axis, &times, &x)) {
            if (!state_view_repeat(v, axis, times, x)) return;
            continue;
        }
        if (cm_perm_of_node(ir, from, &q)) {
            for (uint32_t d = 0; d < v->p.rank; d++) v->p.at[d] = q.at[v->p.at[d]];
            if (v->axis >= 0) v->axis = q.at[v->axis];
        } else if (v->axis < 0 && state_is_pick(ir, from, &axis, &index) && index >= INT32_MIN &&
                   index <= INT32_MAX) {
            for (uint32_t d = 0; d < v->p.rank; d++)
                v->p.at[d] = (uint8_t)(v->p.at[d] + (v->p.at[d] >= axis));
            v->axis = axis;
            v->index = index;
        } else {
            return;
        }
        v->source = cm_ir_in(ir, from, 0);
    }
}

/* An input of the model, or what a Concat makes of a state. */
static bool state_is_source(const cm_ir *ir, cm_id value) {
    const cm_value *v = &ir->t.value.row[value];
    if (v->kind == CM_VALUE_INPUT) return v->graph == 0 && v->init == CM_NONE;
    return cm_opt_is(ir, v->node, CM_OP_Concat) && cm_ir_in(ir, v->node, 0) != CM_NONE &&
           state_is_input(ir, cm_ir_in(ir, v->node, 0));
}

/* Is the depth of b, by which v is of its source, what lies closest in the file's order of dims? A state that grows
 * along its last dim has another one in front. */
static bool state_is_by_depth(const cm_ir *ir, const state_view *v) {
    cm_id s = v->source;
    if (cm_opt_is(ir, ir->t.value.row[s].node, CM_OP_Concat)) s = cm_ir_in(ir, ir->t.value.row[s].node, 0);
    for (uint32_t i = 0; i < ir->n_states; i++) {
        if (ir->states[i].input == s && ir->states[i].by_last) return false;
    }
    return v->p.at[v->p.rank - 2u] + 1u == ir->av[v->source].rank;
}

/* A MatMul of floats by the CPU without an epilogue, whose B has three dims and more. */
static bool state_is_product(const cm_ir *ir, cm_id node) {
    if (!cm_opt_is(ir, node, CM_OP_MatMul) || ir->info[node].provider != 0) return false;
    cm_id a = cm_ir_in(ir, node, 0), b = cm_ir_in(ir, node, 1);
    if (a == CM_NONE || b == CM_NONE || cm_opt_is_activated(ir, node)) return false;
    bool floats = ir->av[a].dtype == CAMEO_FLOAT && ir->av[b].dtype == CAMEO_FLOAT;
    return floats && ir->av[b].rank != CM_RANK_UNKNOWN && ir->av[b].rank >= 3;
}

/* The MatMul at node reads its B as v says. */
static cameo_status state_set_view(cm_opt *o, cm_id node, const state_view *v, bool *changed) {
    cm_ir *ir = o->ir;
    int64_t at[CM_MAX_RANK];
    cameo_error ignored = {0};
    const cm_op_entry *entry = cm_ir_find_op(ir, CM_STR("cameo"), CM_STR("MatMulView"));
    if (entry == NULL) return CAMEO_OK;
    cm_id from = ir->t.value.row[cm_ir_in(ir, node, 1)].node;
    bool lanes = cm_opt_is_tried(ir, CM_REWRITE_matmul_rows) && state_is_by_depth(ir, v);
    for (uint32_t d = 0; d < v->p.rank; d++) at[d] = v->p.at[d];
    cm_opt_set_op(ir, node, entry, entry->since);
    CM_TRY(cm_ir_set_ints(ir, node, "at", at, v->p.rank));
    CM_TRY(cm_ir_set_int(ir, node, "axis", v->axis));
    CM_TRY(cm_ir_set_int(ir, node, "index", v->index));
    CM_TRY(cm_ir_set_int(ir, node, "repeat", v->repeat));
    CM_TRY(cm_ir_set_int(ir, node, "repeated", v->repeated));
    CM_TRY(cm_ir_set_int(ir, node, "lanes", lanes));
    CM_TRY(cm_ir_set_in(ir, node, 1, v->source));
    CM_TRY(cm_ir_parse_node(ir, node, &ignored));
    *changed = true;
    return cm_opt_touch(o, from, false);
}

/* Attention(q, k, v), k and v by Transpose and Gather from sources: the kernel reads those (kernels/attention.c). */
cameo_status cm_rewrite_state_attention_view(cm_opt *o, cm_id node, bool *changed) {
    const cm_ir *ir = o->ir;
    state_view v[2];
    cm_kv_view *kv = cm_opt_field(ir, node, "kv");
    bool plain = ir->info[node].provider == 0 && kv != NULL && kv->rank == 0 &&
                 cm_ir_in(ir, node, STATE_ATT_PAST_K) == CM_NONE &&
                 cm_ir_out(ir, node, STATE_ATT_PRESENT_K) == CM_NONE &&
                 cm_ir_out(ir, node, STATE_ATT_PRESENT_K + 1) == CM_NONE;
    if (!plain) return CAMEO_OK;
    cm_kv_view found = {.axis = -1};
    for (uint32_t i = 0; i < 2; i++) {
        cm_id x = cm_ir_in(ir, node, STATE_ATT_K + i);
        if (ir->av[x].rank != 4) return CAMEO_OK;
        state_get_view(ir, node, x, &v[i]);
        const cm_avalue *from = &ir->av[v[i].source];
        if (v[i].source == x || v[i].repeat != 1 || !state_is_source(ir, v[i].source)) return CAMEO_OK;
        if (v[i].p.at[3] + 1u != from->rank || v[i].axis != v[0].axis) return CAMEO_OK;
        if (memcmp(v[i].p.at, v[0].p.at, 4) != 0) return CAMEO_OK;
        if (v[i].axis < 0) continue;
        cm_dim n = from->dims[v[i].axis];
        if (!cm_dim_is_const(n) || v[i].index < -n || v[i].index >= n) return CAMEO_OK;
        found.index[i] = (int32_t)(v[i].index < 0 ? v[i].index + n : v[i].index);
    }
    found.rank = ir->av[v[0].source].rank;
    found.axis = (int32_t)v[0].axis;
    for (uint32_t d = 0; d < 4; d++) found.at[d] = v[0].p.at[d];
    for (uint32_t i = 0; i < 2; i++) {
        cm_id from = ir->t.value.row[cm_ir_in(ir, node, STATE_ATT_K + i)].node;
        CM_TRY(cm_ir_set_in(o->ir, node, STATE_ATT_K + i, v[i].source));
        CM_TRY(cm_opt_touch(o, from, false));
    }
    *kv = found;
    *changed = true;
    return CAMEO_OK;
}

/* MatMul(a, b), b by Transpose, Gather and repeated heads from a source: the kernel reads that
 * (kernels/matmul_view.c). */
cameo_status cm_rewrite_matmul_view(cm_opt *o, cm_id node, bool *changed) {
    const cm_ir *ir = o->ir;
    state_view v;
    bool between = cm_opt_is(ir, node, CM_OP_Transpose) || cm_opt_is(ir, node, CM_OP_Gather) ||
                   cm_opt_is(ir, node, CM_OP_Reshape);
    if (between && ir->n_states != 0) return state_look_at_users(o, node);
    if (!state_is_product(ir, node)) return CAMEO_OK;
    cm_id b = cm_ir_in(ir, node, 1);
    state_get_view(ir, node, b, &v);
    if (v.source == b || !state_is_source(ir, v.source)) return CAMEO_OK;
    return state_set_view(o, node, &v, changed);
}

/* MatMul(a, b), b by them from any value, where heads are repeated or few rows, or a free number, are multiplied. */
cameo_status cm_rewrite_matmul_rows(cm_opt *o, cm_id node, bool *changed) {
    const cm_ir *ir = o->ir;
    state_view v;
    if (!state_is_product(ir, node)) return CAMEO_OK;
    cm_id b = cm_ir_in(ir, node, 1);
    const cm_avalue *a = &ir->av[cm_ir_in(ir, node, 0)];
    state_get_view(ir, node, b, &v);
    if (v.source == b || cm_ir_is_const(ir, v.source) || a->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    bool many = a->rank >= 2 && cm_dim_is_const(a->dims[a->rank - 2u]) && a->dims[a->rank - 2u] > STATE_ROWS;
    if (many && v.repeat == 1) return CAMEO_OK;
    return state_set_view(o, node, &v, changed);
}
