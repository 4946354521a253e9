/* cut.c — the part of the main graph between two sets of values, and inner values as outputs. Part of
 * import (ir/import/import.c): nodes outside the part die before they are resolved, so it may be prepared
 * although the rest needs what this build lacks. */
#include "base/near.h"
#include "ir/ir_impl.h"

/* Longest text of a dim's expression that becomes the name of a free dim. */
#define CUT_DIM_TEXT 96

cm_id cm_ir_find_value(const cm_tables *t, const char *name) {
    for (cm_id v = 0; v < t->value.n; v++) {
        if (t->value.row[v].graph == 0 && cm_str_is(t->value.row[v].name, name)) return v;
    }
    return CM_NONE;
}

/* The main graph has no value of this name. */
static cameo_status cut_no_value(cm_ir *ir, const char *what, const char *name) {
    cm_near near = cm_near_begin(cm_str_from_c(name));
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        const cm_value *row = &ir->t.value.row[v];
        if (row->graph == 0 && row->kind != CM_VALUE_INIT) cm_near_offer(&near, row->name);
    }
    (void)what;
    return CM_FAIL(ir->e, CAMEO_E_ARG, "options.%s names \"%s\", which is no value of the main graph%s", what, name,
                   cm_near_end(&near));
}

/* The values of n names of option `what`, each once. */
static cameo_status cut_find(cm_ir *ir, const char *what, const char *const *names, size_t n,
                             cm_id **values) {
    bool *seen = CM_ARENA_NEW_N(ir->work, bool, ir->t.value.n);
    *values = CM_ARENA_NEW_N(ir->work, cm_id, n);
    if (seen == NULL || *values == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < n; i++) {
        cm_id v =
            names[i] == NULL || names[i][0] == 0 ? CM_NONE : cm_ir_find_value(&ir->t, names[i]);
        if (v == CM_NONE) return cut_no_value(ir, what, names[i] == NULL ? "(no name)" : names[i]);
        CM_CHECK(!seen[v], ir->e, CAMEO_E_ARG, "options.%s names \"%s\" twice", what, names[i]);
        seen[v] = true;
        (*values)[i] = v;
    }
    return CAMEO_OK;
}

/* ---- where it begins ---- */

/* Dim d as a declaration: an expression becomes a free dim with its text as name. */
static cameo_status cut_dim(cm_ir *ir, cm_dim d, cm_dim_proto *proto) {
    char text[CUT_DIM_TEXT];
    *proto = (cm_dim_proto){.value = cm_dim_is_const(d) ? d : -1};
    if (!cm_dim_is_expr(d)) return CAMEO_OK;
    size_t n = cm_dim_format(ir->from_dims, d, text, sizeof text);
    if (n >= sizeof text - 1) return CAMEO_OK; /* cut short: two of them might look the same */
    char *name = cm_arena_alloc(ir->work, n, 1);
    if (name == NULL) return cm_ir_nomem(ir);
    memcpy(name, text, n);
    proto->param = (cm_str){name, n};
    return CAMEO_OK;
}

/* Value number i of options.from has a type: declared, of its initializer, or inferred. */
static cameo_status cut_type(cm_ir *ir, size_t i, cm_id value) {
    const cm_value *v = &ir->t.value.row[value];
    cm_dim_proto dims[CM_MAX_RANK];
    cm_id type;
    if (cm_ir_type_is_known(&ir->t, v->type)) return CAMEO_OK;
    if (v->init != CM_NONE) {
        cm_tensor_proto t = ir->t.tensor.row[v->init];
        for (uint32_t k = 0; k < t.dims.n; k++)
            dims[k] = (cm_dim_proto){.value = ir->t.ints.row[t.dims.first + k]};
        CM_TRY(cm_ir_add_type(ir, t.dtype, true, t.dims.n, dims, &type));
    } else {
        const cm_avalue *av = ir->from_av == NULL ? NULL : &ir->from_av[i];
        CM_CHECK(av != NULL && av->kind == CAMEO_KIND_TENSOR, ir->e, CAMEO_E_MISSING,
                 "options.from: the type of \"%.*s\" is neither declared nor inferred; "
                 "options.inputs can give it",
                 CM_STR_ARG(v->name));
        bool shaped = av->rank != CM_RANK_UNKNOWN;
        for (uint32_t k = 0; shaped && k < av->rank; k++)
            CM_TRY(cut_dim(ir, av->dims[k], &dims[k]));
        CM_TRY(cm_ir_add_type(ir, av->dtype, shaped, av->rank, dims, &type));
    }
    ir->t.value.row[value].type = type;
    return CAMEO_OK;
}

static cameo_status cut_begin(cm_ir *ir, const cm_id *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        CM_TRY(cut_type(ir, i, from[i]));
        cm_ir_lose_output(ir, from[i]);
        cm_value *v = &ir->t.value.row[from[i]];
        v->kind = CM_VALUE_INPUT;
        v->init = v->sparse = CM_NONE;
    }
    return CAMEO_OK;
}

/* ---- where it ends ---- */

static void cut_unlist(cm_ir *ir) {
    cm_range *outputs = &ir->t.graph.row[0].outputs;
    for (uint32_t i = 0; i < outputs->n; i++) {
        cm_id v = ir->t.ids.row[outputs->first + i];
        ir->n_listed[v]--;
        ir->t.value.row[v].graph_output = false;
    }
    outputs->n = 0;
}

/* The output list with n more values behind it. */
static cameo_status cut_list(cm_ir *ir, const cm_id *values, size_t n) {
    cm_range was = ir->t.graph.row[0].outputs;
    if (!CM_IR_ROOM(ir, ir->t.ids, was.n + n)) return cm_ir_nomem(ir);
    cm_range now = {ir->t.ids.n, was.n};
    for (uint32_t i = 0; i < was.n; i++)
        ir->t.ids.row[ir->t.ids.n++] = ir->t.ids.row[was.first + i];
    for (size_t i = 0; i < n; i++) {
        cm_value *v = &ir->t.value.row[values[i]];
        CM_CHECK(!v->graph_output, ir->e, CAMEO_E_ARG,
                 "options.outputs names \"%.*s\", which is an output already", CM_STR_ARG(v->name));
        v->graph_output = true;
        ir->n_listed[values[i]]++;
        ir->t.ids.row[ir->t.ids.n++] = values[i];
        now.n++;
    }
    ir->t.graph.row[0].outputs = now;
    return CAMEO_OK;
}

/* ---- what lies between ---- */

/* The node of the main graph that contains `node`, possibly itself; CM_NONE: in a function. */
static cm_id cut_lift(const cm_ir *ir, cm_id node) {
    cm_id n = node;
    for (cm_id i = 0; i <= ir->t.graph.n && n != CM_NONE && ir->t.node.row[n].graph != 0; i++)
        n = ir->t.graph.row[ir->t.node.row[n].graph].parent_node;
    return n;
}

/* Does an output, or a node that is needed, read this value? */
static bool cut_is_read(const cm_ir *ir, const bool *needed, cm_id value) {
    if (ir->n_listed[value] != 0) return true;
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id reader = cut_lift(ir, ir->t.use.row[u].node);
        if (reader != CM_NONE && needed[reader]) return true;
    }
    return false;
}

/* Nodes are in topological order: going back, readers are decided before producers. */
static cameo_status cut_nodes(cm_ir *ir) {
    bool *needed = CM_ARENA_NEW_N(ir->work, bool, ir->t.node.n);
    if (needed == NULL) return cm_ir_nomem(ir);
    for (cm_id n = ir->t.graph.row[0].nodes.last; n != CM_NONE; n = ir->info[n].prev) {
        for (uint32_t i = 0; i < ir->t.node.row[n].out.n && !needed[n]; i++) {
            cm_id v = cm_ir_out(ir, n, i);
            needed[n] = v != CM_NONE && cut_is_read(ir, needed, v);
        }
    }
    for (cm_id n = ir->t.graph.row[0].nodes.first; n != CM_NONE; n = ir->t.node.row[n].next) {
        if (!needed[n]) cm_ir_kill(ir, n);
    }
    return CAMEO_OK;
}

/* The inputs: those of options.from, or the model's that are read; then the defaults that are. */
static cameo_status cut_inputs(cm_ir *ir, const cm_id *from, size_t n_from) {
    cm_range was = ir->t.graph.row[0].inputs;
    bool *given = CM_ARENA_NEW_N(ir->work, bool, ir->t.value.n);
    if (given == NULL || !CM_IR_ROOM(ir, ir->t.ids, was.n + n_from)) return cm_ir_nomem(ir);
    cm_id first = ir->t.ids.n;
    for (size_t i = 0; i < n_from; i++) {
        const cm_value *v = &ir->t.value.row[from[i]];
        bool is_read = v->first_use != CM_NONE || ir->n_listed[from[i]] != 0;
        CM_CHECK(is_read, ir->e, CAMEO_E_ARG, "options.from: nothing in the part reads \"%.*s\"",
                 CM_STR_ARG(v->name));
        given[from[i]] = true;
        ir->t.ids.row[ir->t.ids.n++] = from[i];
    }
    for (uint32_t i = 0; i < was.n; i++) {
        cm_id id = ir->t.ids.row[was.first + i];
        const cm_value *v = &ir->t.value.row[id];
        bool is_read = v->first_use != CM_NONE || ir->n_listed[id] != 0;
        if (given[id] || v->kind != CM_VALUE_INPUT || !is_read) continue;
        bool has_default = v->init != CM_NONE || v->sparse != CM_NONE;
        CM_CHECK(n_from == 0 || has_default, ir->e, CAMEO_E_MISSING,
                 "the part needs input \"%.*s\", which is not in options.from",
                 CM_STR_ARG(v->name));
        ir->t.ids.row[ir->t.ids.n++] = id;
    }
    ir->t.graph.row[0].inputs = (cm_range){first, ir->t.ids.n - first};
    return CAMEO_OK;
}

cameo_status cm_ir_cut(cm_ir *ir) {
    const cameo_options *o = ir->options;
    cm_id *from;
    cm_id *to;
    cm_id *more;
    if (o->n_from == 0 && o->n_to == 0 && o->n_outputs == 0) return CAMEO_OK;
    CM_TRY(cut_find(ir, "from", o->from, o->n_from, &from));
    CM_TRY(cut_find(ir, "to", o->to, o->n_to, &to));
    CM_TRY(cut_find(ir, "outputs", o->outputs, o->n_outputs, &more));
    CM_TRY(cut_begin(ir, from, o->n_from));
    if (o->n_to != 0) cut_unlist(ir);
    CM_TRY(cut_list(ir, to, o->n_to));
    CM_TRY(cut_list(ir, more, o->n_outputs));
    if (o->n_from == 0 && o->n_to == 0) return CAMEO_OK;
    CM_TRY(cut_nodes(ir));
    return cut_inputs(ir, from, o->n_from);
}
