/* state.c — options.states: what grows from run to run, with the axis along which it grows in front. See ir.h.
 *
 *   past [batch, heads, past, dim]             past' [past, batch, heads, dim]
 *     -> ... -> present                    =>    -> Transpose -> ... -> present -> Transpose -> present'
 *
 * Tensors are dense: what is appended to a first dim lies behind what is there, wherever it is appended. So the state
 * needs no strides, no operator has to know of it, and the two Transposes are standard operators that every level of
 * optimisation understands. The rewrites of ir/rewrite/opt_state.c bring them to where nothing large is left to
 * transpose. */
#include "ir/rewrite/permute.h"

/* ---- finding ---- */

/* The input of that name, or the output. */
static cameo_status state_find(const cm_ir *ir, const char *name, bool output, cm_id *value) {
    CM_CHECK(name != NULL, ir->e, CAMEO_E_ARG, "options.states: a name is NULL");
    cm_id v = cm_ir_find_value(&ir->t, name);
    const cm_value *row = v == CM_NONE ? NULL : &ir->t.value.row[v];
    bool found = row != NULL && row->kind == CM_VALUE_INPUT && row->init == CM_NONE;
    if (output) {
        cm_range outputs = ir->t.graph.row[0].outputs;
        found = false;
        for (uint32_t i = 0; i < outputs.n; i++)
            found = found || (v != CM_NONE && ir->t.ids.row[outputs.first + i] == v);
        found = found && row->kind == CM_VALUE_NODE && row->node != CM_NONE &&
                ir->t.node.row[row->node].graph == 0;
    }
    CM_CHECK(found, ir->e, CAMEO_E_ARG, "options.states names \"%s\", which is no %s", name,
             output ? "computed output" : "required input");
    for (uint32_t i = 0; i < ir->n_states; i++) {
        CM_CHECK((output ? ir->states[i].output : ir->states[i].input) != v, ir->e, CAMEO_E_ARG,
                 "options.states names \"%s\" twice", name);
    }
    *value = v;
    return CAMEO_OK;
}

/* The one dim in which input and output differ. Errors: E_TYPE, E_SHAPE they cannot be one state. */
static cameo_status state_axis(const cm_ir *ir, const cm_ir_state *s, uint32_t *axis) {
    const cm_avalue *x = &ir->av[s->input], *y = &ir->av[s->output];
    cm_str in = ir->t.value.row[s->input].name, out = ir->t.value.row[s->output].name;
    uint32_t n = 0;
    bool same = x->kind == CAMEO_KIND_TENSOR && y->kind == CAMEO_KIND_TENSOR &&
                x->dtype == y->dtype && cameo_dtype_bits((cameo_dtype)x->dtype) >= 8;
    CM_CHECK(same, ir->e, CAMEO_E_TYPE,
             "state \"%.*s\", \"%.*s\": want tensors of one type with whole bytes", CM_STR_ARG(in),
             CM_STR_ARG(out));
    CM_CHECK(x->rank == y->rank && x->rank != CM_RANK_UNKNOWN, ir->e, CAMEO_E_SHAPE,
             "state \"%.*s\", \"%.*s\": the ranks differ or are unknown", CM_STR_ARG(in),
             CM_STR_ARG(out));
    for (uint32_t d = 0; d < x->rank; d++) {
        if (cm_dim_equal(ir->dims, x->dims[d], y->dims[d]) == CM_YES) continue;
        *axis = d;
        n++;
    }
    CM_CHECK(n == 1, ir->e, CAMEO_E_SHAPE,
             "state \"%.*s\", \"%.*s\": %u dims differ, want the one along which it grows",
             CM_STR_ARG(in), CM_STR_ARG(out), n);
    return CAMEO_OK;
}

/* ---- turning ---- */

/* The declared type of a permutation by p of what is declared as `type`; CM_NONE: it says too little. */
static cameo_status state_turn_type(cm_ir *ir, cm_id type, const cm_perm *p, cm_id *turned) {
    cm_dim_proto dims[CM_MAX_RANK];
    const cm_type_proto *t = type == CM_NONE ? NULL : &ir->t.type.row[type];
    *turned = CM_NONE;
    if (t == NULL || t->kind != CAMEO_KIND_TENSOR || !t->has_shape || t->dims.n != p->rank)
        return CAMEO_OK;
    for (uint32_t d = 0; d < p->rank; d++) dims[d] = ir->t.dim.row[t->dims.first + p->at[d]];
    return cm_ir_add_type(ir, t->dtype, true, p->rank, dims, turned);
}

/* Value v, which is declared outside, becomes Transpose(v, p) there. */
static cameo_status state_turn_value(cm_ir *ir, cm_id v, const cm_perm *p) {
    cm_avalue was = ir->av[v];
    cm_avalue *av = &ir->av[v];
    for (uint32_t d = 0; d < p->rank; d++) av->dims[d] = was.dims[p->at[d]];
    av->data = NULL;
    av->elem = NULL;
    av->n_elem = CM_NONE;
    return state_turn_type(ir, ir->t.value.row[v].type, p, &ir->t.value.row[v].type);
}

/* x -> Transpose by p -> y in the main graph, before `before` (CM_NONE: at the end). */
static cameo_status state_add(cm_ir *ir, cm_id before, cm_id x, const cm_perm *p, cm_id y) {
    cm_id node;
    CM_TRY(cm_ir_add_node(ir, 0, before, CM_NONE, &x, 1, &y, 1, &node));
    CM_CHECK(cm_opt_can_add(ir, node, "Transpose", 0), ir->e, CAMEO_E_UNSUPPORTED,
             "the build has no operator Transpose");
    CM_TRY(cm_opt_become(ir, node, "Transpose"));
    return cm_perm_set(ir, node, p);
}

/* The input becomes its permutation by p; what the graph reads is turned back. */
static cameo_status state_turn_input(cm_ir *ir, cm_id input, const cm_perm *p) {
    cm_id plain;
    cm_perm back = cm_perm_inverse(p);
    CM_TRY(cm_ir_add_value(ir, 0, (cm_str){NULL, 0}, &plain));
    ir->av[plain] = ir->av[input];
    cm_ir_replace(ir, input, plain);
    CM_TRY(state_turn_value(ir, input, p));
    return state_add(ir, ir->t.graph.row[0].nodes.first, input, &back, plain);
}

/* The output becomes its permutation by p; other readers have what was there. */
static cameo_status state_turn_output(cm_ir *ir, cm_id output, const cm_perm *p) {
    cm_id plain, node = ir->t.value.row[output].node;
    cm_range out = ir->t.node.row[node].out, listed = ir->t.graph.row[0].outputs;
    CM_TRY(cm_ir_add_value(ir, 0, (cm_str){NULL, 0}, &plain));
    ir->av[plain] = ir->av[output];
    ir->t.value.row[plain].type = ir->t.value.row[output].type;
    for (uint32_t i = 0; i < out.n; i++) {
        if (ir->t.ids.row[out.first + i] == output) ir->t.ids.row[out.first + i] = plain;
    }
    ir->t.value.row[plain].node = node;
    ir->t.value.row[output].node = CM_NONE;
    cm_ir_replace(ir, output, plain);
    for (uint32_t i = 0; i < listed.n; i++) {
        if (ir->t.ids.row[listed.first + i] != plain) continue;
        ir->t.ids.row[listed.first + i] = output;
        ir->n_listed[plain]--;
        ir->n_listed[output]++;
    }
    ir->t.value.row[plain].graph_output = false;
    ir->t.value.row[output].graph_output = true;
    CM_TRY(state_turn_value(ir, output, p));
    return state_add(ir, CM_NONE, plain, p, output);
}

static cameo_status state_turn(cm_ir *ir, cm_ir_state *s) {
    uint32_t axis = 0, n_before = 0;
    CM_TRY(state_axis(ir, s, &axis));
    const cm_avalue *x = &ir->av[s->input];
    cm_perm p = {.rank = x->rank};
    for (uint32_t d = 0; d < axis; d++) n_before += x->dims[d] != 1;
    if (n_before == 0) return CAMEO_OK;
    for (uint32_t d = 0; d < p.rank; d++) p.at[d] = (uint8_t)(d > axis ? d : d - 1);
    p.at[0] = (uint8_t)axis;
    s->by_last = axis + 1u == p.rank;
    CM_TRY(state_turn_input(ir, s->input, &p));
    return state_turn_output(ir, s->output, &p);
}

cameo_status cm_ir_find_states(cm_ir *ir) {
    const cameo_options *o = ir->options;
    ir->states = CM_ARENA_NEW_N(ir->work, cm_ir_state, o->n_states);
    if (ir->states == NULL) return o->n_states == 0 ? CAMEO_OK : cm_ir_nomem(ir);
    for (size_t i = 0; i < o->n_states; i++) {
        cm_ir_state s = {0};
        CM_TRY(state_find(ir, o->states[i].input, false, &s.input));
        CM_TRY(state_find(ir, o->states[i].output, true, &s.output));
        CM_TRY(state_turn(ir, &s));
        ir->states[ir->n_states++] = s;
    }
    return CAMEO_OK;
}
