/* body_graph.c — statements of operators' bodies that call a graph attribute or repeat others: Call, Empty, Loop and
 * Next. ir/import/body.c has the grammar. The nodes of a graph are moved, so a graph is called once. */
#include "ir/import/body.h"

/* Moves the nodes of graph g here, whose inputs were replaced. Its outputs keep their ids. */
void cm_body_move(cm_body *s, cm_id g) {
    cm_ir *ir = s->ir;
    for (cm_id n = ir->t.graph.row[g].nodes.first, next; n != CM_NONE; n = next) {
        next = ir->t.node.row[n].next;
        cm_ir_move_node(ir, n, s->graph, s->before);
    }
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        if (ir->t.value.row[v].graph == g) ir->t.value.row[v].graph = s->graph;
    }
    for (cm_id i = 0; i < ir->t.graph.n; i++) {
        if (ir->t.graph.row[i].parent == g) ir->t.graph.row[i].parent = s->graph;
    }
    cm_range outputs = ir->t.graph.row[g].outputs;
    for (uint32_t i = 0; i < outputs.n; i++) {
        cm_id y = ir->t.ids.row[outputs.first + i];
        if (y == CM_NONE) continue;
        if (ir->n_listed[y] > 0) ir->n_listed[y]--;
        ir->t.value.row[y].graph_output = ir->n_listed[y] > 0;
    }
    ir->t.graph.row[g].outputs.n = 0;
}

/* The graph attribute whose name stands here. Errors: E_MALFORMED it is absent. */
static cameo_status body_graph(cm_body *s, cm_id *g) {
    cm_str name = cm_body_name(s);
    const cm_attr *a = cm_body_attr(s, name);
    CM_CHECK(a != NULL && a->type == CM_ATTR_GRAPH, s->e, CAMEO_E_MALFORMED, "attribute %.*s is missing",
             CM_STR_ARG(name));
    *g = a->row;
    return CAMEO_OK;
}

/* Values that a graph hands on to itself: its outputs but the first. */
static uint32_t body_handed_on(const cm_body *s, cm_id g) {
    uint32_t n = s->ir->t.graph.row[g].outputs.n;
    return n == 0 ? 0 : n - 1;
}

/* Room for n more values in the list. */
cameo_status cm_body_list_room(cm_body *s, size_t n) {
    bool fits = cm_ir_room(s->ir, (void **)&s->list, s->n_list, &s->list_cap, n, sizeof *s->list);
    return fits ? CAMEO_OK : cm_ir_nomem(s->ir);
}

/* Inputs of graph g become the n values `in`. */
static void body_give(cm_body *s, cm_id g, const cm_id *in, uint32_t n) {
    cm_ir *ir = s->ir;
    cm_id first = ir->t.graph.row[g].inputs.first;
    for (uint32_t i = 0; i < n; i++) cm_ir_replace(ir, ir->t.ids.row[first + i], in[i]);
}

/* Errors: E_MALFORMED a graph of other numbers of inputs or outputs, or one that was called already. */
cameo_status cm_body_call(cm_body *s) {
    cm_ir *ir = s->ir;
    cm_id g, in[CM_BODY_MAX], last = CM_NONE;
    uint32_t n_in = 0;
    bool listed = false;
    CM_TRY(body_graph(s, &g));
    uint32_t want = ir->t.graph.row[g].inputs.n;
    while (!s->wrong && n_in < CM_BODY_MAX && cm_body_take(s, ',')) {
        if ((listed = cm_body_take(s, '*'))) break;
        CM_TRY(cm_body_operand(s, &last));
        bool perhaps = cm_body_take(s, '?');
        if (!perhaps || want > n_in + s->n_list) in[n_in++] = last;
    }
    uint32_t n_list = listed ? s->n_list : 0, n_out = ir->t.graph.row[g].outputs.n, at = 0, n_given = 0;
    cm_body_want(s, ';');
    for (uint32_t i = 0; i < n_in; i++) {
        CM_CHECK(in[i] != CM_NONE, s->e, CAMEO_E_MALFORMED, "nothing is there for input %u of a graph", i);
    }
    CM_CHECK(n_in + n_list == want, s->e, CAMEO_E_MALFORMED, "a graph of %u inputs, want %u", want, n_in + n_list);
    body_give(s, g, in, n_in);
    for (uint32_t i = 0; i < n_list; i++) {
        cm_ir_replace(ir, ir->t.ids.row[ir->t.graph.row[g].inputs.first + n_in + i], s->list[i]);
    }
    cm_id first = ir->t.graph.row[g].outputs.first;
    cm_body_move(s, g);
    for (; !s->wrong && *s->p >= 'a' && *s->p <= 'z'; n_given++) {
        CM_CHECK(n_given < n_out, s->e, CAMEO_E_MALFORMED, "a graph of %u outputs", n_out);
        s->own[*s->p++ - 'a'] = ir->t.ids.row[first + n_given];
        if (*s->p != ')') cm_body_want(s, ',');
    }
    bool behind = cm_body_take(s, '+');
    if (!behind) cm_body_want(s, '*');
    CM_CHECK(behind || n_out - n_given <= s->n_list, s->e, CAMEO_E_MALFORMED,
             "a graph of %u outputs, want at most %u", n_out, n_given + s->n_list);
    if (behind) at = s->n_list;
    CM_TRY(cm_body_list_room(s, n_out - n_given));
    for (uint32_t i = n_given; i < n_out; i++) s->list[at++] = ir->t.ids.row[first + i];
    if (at > s->n_list) s->n_list = at;
    cm_body_want(s, ')');
    return CAMEO_OK;
}

/* A value of zeros without rows: [2][batch][heads][rows][width], or without the first. */
static cameo_status body_empty_one(cm_body *s, cm_id like, cm_id batch, cm_id *v) {
    cm_ir *ir = s->ir;
    cm_id part[5], dims, node, type = ir->t.value.row[like].type;
    bool known = type != CM_NONE && ir->t.type.row[type].kind == CAMEO_KIND_TENSOR && ir->t.type.row[type].has_shape;
    uint32_t rank = known ? ir->t.type.row[type].dims.n : 0;
    CM_CHECK(rank == 4 || rank == 5, s->e, CAMEO_E_UNSUPPORTED,
             "unsupported: a past that is not declared with rank 4 or 5");
    for (uint32_t d = 0; d < rank; d++) {
        int64_t dim = d + 2 == rank ? 0 : ir->t.dim.row[ir->t.type.row[type].dims.first + d].value;
        part[d] = batch;
        if (d + 4 == rank) continue;
        CM_CHECK(dim >= 0, s->e, CAMEO_E_UNSUPPORTED, "unsupported: a past with free dim %u", d);
        CM_TRY(cm_body_const(s, CAMEO_INT64, 1, 1, &dim, &part[d]));
    }
    int64_t dtype = ir->t.type.row[type].dtype;
    CM_TRY(cm_body_value(s, &dims));
    CM_TRY(cm_body_add(s, CM_STR("Concat"), part, rank, &dims, 1, &node));
    CM_TRY(cm_ir_set_int(ir, node, "axis", 0));
    CM_TRY(cm_body_value(s, &part[0]));
    CM_TRY(cm_body_add(s, CM_STR("ConstantOfShape"), &dims, 1, &part[0], 1, &node));
    CM_TRY(cm_body_value(s, v));
    CM_TRY(cm_body_add(s, CM_STR("Cast"), &part[0], 1, v, 1, &node));
    return cm_ir_set_int(ir, node, "to", dtype);
}

cameo_status cm_body_empty(cm_body *s) {
    cm_ir *ir = s->ir;
    cm_id g, batch;
    CM_TRY(body_graph(s, &g));
    cm_body_want(s, ',');
    uint32_t n = body_handed_on(s, g), times = cm_body_digits(s), n_in = ir->t.graph.row[g].inputs.n;
    cm_body_want(s, ',');
    CM_TRY(cm_body_operand(s, &batch));
    cm_body_want(s, ')');
    CM_CHECK(n > 0 && n <= CM_BODY_CARRIED && (uint64_t)n * times <= n_in, s->e, CAMEO_E_MALFORMED,
             "a graph of %u inputs and %u outputs", n_in, n + 1);
    CM_TRY(cm_body_list_room(s, n));
    memmove(s->list + n, s->list, s->n_list * sizeof *s->list);
    s->n_list += n;
    for (uint32_t i = 0; i < n; i++) {
        cm_id like = ir->t.ids.row[ir->t.graph.row[g].inputs.first + n_in - n * times + i];
        CM_TRY(body_empty_one(s, like, batch, &s->list[i]));
    }
    return CAMEO_OK;
}

/* An empty graph in the place where nodes are made. */
static cameo_status body_new_graph(cm_body *s, cm_id *g) {
    cm_ir *ir = s->ir;
    static const cm_chain none = {CM_NONE, CM_NONE, 0};
    cm_graph row = {.parent = s->graph, .parent_node = CM_NONE, .function = CM_NONE, .next = CM_NONE};
    row.depth = ir->t.graph.row[s->graph].depth + 1;
    CM_CHECK(row.depth <= ir->limits.subgraph_depth, s->e, CAMEO_E_LIMIT,
             "subgraphs nest deeper than %u (limits.subgraph_depth)", ir->limits.subgraph_depth);
    if (!CM_IR_ROOM(ir, ir->t.graph, 1)) return cm_ir_nomem(ir);
    row.nodes = row.inits = row.sparse_inits = row.input_infos = row.output_infos = row.value_infos = none;
    row.annotations = row.props = none;
    *g = ir->t.graph.n++;
    ir->t.graph.row[*g] = row;
    return CAMEO_OK;
}

static cameo_status body_graph_input(cm_body *s, cm_id *v) {
    cm_ir *ir = s->ir;
    CM_TRY(cm_body_value(s, v));
    ir->t.value.row[*v].kind = CM_VALUE_INPUT;
    if (!CM_IR_ROOM(ir, ir->t.ids, 1)) return cm_ir_nomem(ir);
    ir->t.ids.row[ir->t.ids.n++] = *v;
    return CAMEO_OK;
}

/* Carried value i: the slot of its letter, or of the list. */
static cm_id *body_carried(cm_body *s, uint32_t i) {
    const cm_body_loop *l = s->loop;
    return i < l->n_letters ? &s->own[l->letters[2 * i] - 'a'] : &s->list[i - l->n_letters];
}

cameo_status cm_body_loop_begin(cm_body *s) {
    cm_ir *ir = s->ir;
    cm_id g = CM_NONE, decoder = CM_NONE, go;
    cm_body_loop *l = CM_ARENA_NEW(ir->work, cm_body_loop);
    if (l == NULL) return cm_ir_nomem(ir);
    CM_TRY(cm_body_operand(s, &l->trip));
    cm_body_want(s, ',');
    if (!cm_body_take(s, '_')) CM_TRY(body_graph(s, &decoder));
    cm_body_want(s, ',');
    char counter = *s->p != '\0' ? *s->p++ : 'a';
    cm_body_want(s, ';');
    l->letters = s->p;
    while (*s->p >= 'a' && *s->p <= 'z') {
        l->n_letters++;
        s->p++;
        if (!cm_body_take(s, ',')) break;
    }
    cm_body_want(s, ')');
    l->n = l->n_letters + (decoder == CM_NONE ? 0 : body_handed_on(s, decoder));
    if (s->loop != NULL || counter < 'a' || counter > 'z') s->wrong = true;
    CM_CHECK(l->n <= CM_BODY_CARRIED && l->n - l->n_letters <= s->n_list, s->e, CAMEO_E_MALFORMED,
             "a graph of %u outputs", l->n - l->n_letters + 1);
    if (s->wrong) return CAMEO_OK;
    s->loop = l;
    CM_TRY(body_new_graph(s, &g));
    s->graph = g;
    s->before = CM_NONE;
    cm_id first = ir->t.ids.n;
    CM_TRY(body_graph_input(s, &s->own[counter - 'a']));
    CM_TRY(body_graph_input(s, &go));
    for (uint32_t i = 0; i < l->n; i++) {
        cm_id *slot = body_carried(s, i);
        l->first[i] = *slot;
        CM_TRY(body_graph_input(s, slot));
    }
    ir->t.graph.row[g].inputs = (cm_range){first, l->n + 2};
    return CAMEO_OK;
}

static void body_graph_output(cm_body *s, cm_id v) {
    cm_ir *ir = s->ir;
    ir->t.ids.row[ir->t.ids.n++] = v;
    ir->n_listed[v]++;
    if (ir->t.value.row[v].graph == s->graph) ir->t.value.row[v].graph_output = true;
}

cameo_status cm_body_loop_end(cm_body *s) {
    cm_ir *ir = s->ir;
    cm_body_loop *l = s->loop;
    cm_id go, node, g = s->graph, *in, *out;
    CM_TRY(cm_body_operand(s, &go));
    cm_id *kept = cm_body_take(s, ';') && *s->p >= 'a' && *s->p <= 'z' ? &s->own[*s->p++ - 'a'] : NULL;
    uint32_t n_kept = kept != NULL;
    cm_body_want(s, ')');
    if (l == NULL || s->wrong) return s->wrong = true, CAMEO_OK;
    if (!CM_IR_ROOM(ir, ir->t.ids, (size_t)l->n + 2)) return cm_ir_nomem(ir);
    cm_id first = ir->t.ids.n;
    body_graph_output(s, go);
    for (uint32_t i = 0; i < l->n; i++) body_graph_output(s, *body_carried(s, i));
    if (kept != NULL) body_graph_output(s, *kept);
    ir->t.graph.row[g].outputs = (cm_range){first, l->n + 1 + n_kept};
    s->graph = ir->t.graph.row[g].parent;
    s->before = s->node;
    in = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)l->n + 2);
    out = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)l->n + 1);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    in[0] = l->trip;
    in[1] = CM_NONE;
    for (uint32_t i = 0; i < l->n; i++) {
        in[i + 2] = l->first[i];
        CM_TRY(cm_body_value(s, &out[i]));
        *body_carried(s, i) = out[i];
    }
    if (kept != NULL) {
        CM_TRY(cm_body_value(s, &out[l->n]));
        *kept = out[l->n];
    }
    CM_TRY(cm_body_add(s, CM_STR("Loop"), in, l->n + 2, out, l->n + n_kept, &node));
    ir->t.graph.row[g].parent_node = node;
    s->loop = NULL;
    return cm_ir_set_attr(ir, node, (cm_attr){.name = CM_STR("body"), .type = CM_ATTR_GRAPH, .row = g, .n_rows = 1});
}

