/* ir.c — reading and rewriting the graph tables of prepare. See ir.h.
 *
 * Tables grow by doubling in work memory; the outgrown rows stay where they were, so a pointer into
 * them can still be read, but writes to it are lost. Uses of a value form a doubly linked chain (the
 * back links in cm_ir.use_prev), so that unlinking one costs nothing. */
#include "ir/ir_impl.h"

#include "base/bytes.h"
#include "base/dtype.h"
#include "base/limits.h"

/* ---- tables ---- */

bool cm_ir_room(cm_ir *ir, void **row, cm_id n, cm_id *cap, size_t more, size_t size) {
    if (more <= *cap - n) return true;
    size_t want = (size_t)n + more;
    if (want >= CM_NONE) return false;
    size_t bigger = cm_max_size((size_t)*cap * 2, cm_max_size(want, 16));
    if (bigger >= CM_NONE) bigger = want;
    void *fresh = cm_arena_alloc_n(ir->work, bigger, size, 8);
    if (fresh == NULL) return false;
    if (n != 0) memcpy(fresh, *row, (size_t)n * size);
    *row = fresh;
    *cap = (cm_id)bigger;
    return true;
}

cameo_status cm_ir_nomem(cm_ir *ir) {
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    return CM_FAIL(ir->e, CAMEO_E_LIMIT, "a table of the graph has more than %u rows", CM_NONE - 1);
}

/* Arrays parallel to a table grow with it. */
bool cm_ir_value_room(cm_ir *ir, size_t more) {
    cm_id cap_av = ir->t.value.cap;
    cm_id cap_listed = cap_av;
    cm_id n = ir->t.value.n;
    return cm_ir_room(ir, (void **)&ir->av, n, &cap_av, more, sizeof *ir->av) &&
           cm_ir_room(ir, (void **)&ir->n_listed, n, &cap_listed, more, sizeof *ir->n_listed) &&
           CM_IR_ROOM(ir, ir->t.value, more);
}

bool cm_ir_node_room(cm_ir *ir, size_t more) {
    cm_id cap_info = ir->t.node.cap;
    return cm_ir_room(ir, (void **)&ir->info, ir->t.node.n, &cap_info, more, sizeof *ir->info) &&
           CM_IR_ROOM(ir, ir->t.node, more);
}

bool cm_ir_use_room(cm_ir *ir, size_t more) {
    cm_id cap_prev = ir->t.use.cap;
    return cm_ir_room(ir, (void **)&ir->use_prev, ir->t.use.n, &cap_prev, more,
                      sizeof *ir->use_prev) &&
           CM_IR_ROOM(ir, ir->t.use, more);
}

/* ---- errors ---- */

/* Nodes between two questions: less than 5 ms, whichever stage looks at them. */
#define IR_ASK_NODES 64

cameo_status cm_ir_go_on(cm_ir *ir, bool now) {
    if (ir->stopped == CAMEO_OK && (now || ++ir->asked >= IR_ASK_NODES)) {
        ir->asked = 0;
        ir->stopped = cm_interrupted(cm_interrupt_of(ir->options), ir->e);
    }
    return ir->stopped;
}

cameo_status cm_ir_problem(cm_ir *ir, cm_id node, cameo_error *problem) {
    cameo_status status = problem->status;
    if (status == CAMEO_OK) return status;
    if (node != CM_NONE) {
        const cm_node *n = &ir->t.node.row[node];
        cm_error_at_node(problem, node, n->name, n->op_type);
        if (n->file_off != SIZE_MAX) cm_error_at_offset(problem, n->file_off); /* else the caller built it */
    }
    ir->n_problems++;
    if (ir->report != NULL) {
        ir->report(ir->report_ctx, problem);
    } else if (ir->n_problems > 1) { /* the error keeps the first */
        CM_IR_WARN(ir, "%s \"%s\": %s", problem->op_type, problem->node_name, problem->msg);
    }
    if (ir->e != NULL && ir->e->status == CAMEO_OK) *ir->e = *problem;
    return status;
}

bool cm_ir_tell(cm_ir *ir, cm_id node, cm_str what) {
    cm_str op_type = ir->t.node.row[node].op_type;
    for (uint32_t i = 0; i < ir->n_told; i++) {
        if (cm_str_eq(ir->told[i].op_type, op_type) && cm_str_eq(ir->told[i].what, what)) return false;
    }
    if (ir->n_told == CM_TOLD_MAX) return false;
    ir->told[ir->n_told++] = (cm_told){op_type, what};
    return true;
}

/* ---- reading ---- */

bool cm_ir_is_const(const cm_ir *ir, cm_id value) {
    const cm_value *v = &ir->t.value.row[value];
    return v->kind == CM_VALUE_INIT && v->init != CM_NONE;
}

size_t cm_ir_const_size(const cm_ir *ir, cm_id value) {
    cm_id init = ir->t.value.row[value].init;
    return init == CM_NONE ? 0 : ir->t.tensor.row[init].payload.size;
}

const uint8_t *cm_ir_const_bytes(const cm_ir *ir, cm_id value, size_t *size) {
    cm_id init = ir->t.value.row[value].init;
    if (init == CM_NONE) return NULL;
    const cm_payload *p = &ir->t.tensor.row[init].payload;
    *size = p->size;
    return cm_payload_bytes(&ir->t, p);
}

const cm_attr *cm_ir_attr(const cm_ir *ir, cm_id node, const char *name) {
    CM_EACH(id, ir->t.attr, ir->t.node.row[node].attrs) {
        if (cm_str_is(ir->t.attr.row[id].name, name)) return &ir->t.attr.row[id];
    }
    return NULL;
}

cm_id cm_ir_subgraph(const cm_ir *ir, cm_id node, const char *attr) {
    const cm_attr *a = cm_ir_attr(ir, node, attr);
    return a != NULL && a->type == CM_ATTR_GRAPH && a->n_rows > 0 ? a->row : CM_NONE;
}

/* The name of a dim that is a symbol. */
static cm_str ir_dim_name(const cm_ir *ir, cm_dim d) {
    size_t i = ir->dims == NULL ? SIZE_MAX : cm_dim_symbol_index(ir->dims, d);
    return i == SIZE_MAX ? (cm_str){NULL, 0} : cm_dim_symbol_name(ir->dims, i);
}

/* Declared dims fill what inference did not find; names of free dims are kept. */
static void ir_get_declared(const cm_ir *ir, cm_id type_id, cameo_type *type) {
    cm_id id = type_id;
    while (ir->t.type.row[id].kind == CAMEO_KIND_SEQUENCE ||
           ir->t.type.row[id].kind == CAMEO_KIND_OPTIONAL) {
        if (ir->t.type.row[id].elem == CM_NONE) return;
        id = ir->t.type.row[id].elem;
    }
    const cm_type_proto *t = &ir->t.type.row[id];
    if (t->kind == CAMEO_KIND_MAP) type->key_dtype = (cameo_dtype)t->dtype;
    if (t->kind != CAMEO_KIND_TENSOR || !t->has_shape || t->dims.n > CAMEO_MAX_RANK) return;
    if (type->has_shape && type->rank != t->dims.n) return;
    for (uint32_t i = 0; i < t->dims.n; i++) {
        const cm_dim_proto *d = &ir->t.dim.row[t->dims.first + i];
        if (!type->has_shape) type->dims[i] = d->value;
        if (type->dims[i] < 0 && type->dim_params[i].n == 0) {
            type->dim_params[i] = (cameo_string){d->param.p, d->param.n};
        }
    }
    type->has_shape = true;
    type->rank = t->dims.n;
}

void cm_ir_get_type(const cm_ir *ir, cm_id value, cameo_type *type) {
    const cm_value *v = &ir->t.value.row[value];
    const cm_avalue *av = &ir->av[value];
    memset(type, 0, sizeof *type);
    type->name = (cameo_string){v->name.p, v->name.n};
    type->kind = (cameo_kind)av->kind;
    type->dtype = (cameo_dtype)av->dtype;
    if (av->kind == CAMEO_KIND_SEQUENCE || av->kind == CAMEO_KIND_OPTIONAL) {
        type->elem_kind = (cameo_kind)av->elem_kind;
    }
    if (av->kind == CAMEO_KIND_MAP) type->key_dtype = (cameo_dtype)av->elem_kind;
    if (av->rank != CM_RANK_UNKNOWN) {
        type->has_shape = true;
        type->rank = av->rank;
        for (uint32_t i = 0; i < av->rank; i++) {
            cm_str name = ir_dim_name(ir, av->dims[i]);
            type->dims[i] = cm_dim_is_const(av->dims[i]) ? av->dims[i] : -1;
            type->dim_params[i] = (cameo_string){name.p, name.n};
        }
    }
    if (v->type != CM_NONE && (!ir->redeclared || v->kind == CM_VALUE_INPUT))
        ir_get_declared(ir, v->type, type);
}

uint32_t cm_ir_use_count(const cm_ir *ir, cm_id value) {
    uint32_t n = ir->n_listed[value];
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) n++;
    return n;
}

cm_id cm_ir_only_user(const cm_ir *ir, cm_id value) {
    cm_id u = ir->t.value.row[value].first_use;
    if (u == CM_NONE || ir->n_listed[value] != 0 || ir->t.use.row[u].next != CM_NONE)
        return CM_NONE;
    return ir->t.use.row[u].node;
}

/* ---- uses ---- */

static void ir_unlink_use(cm_ir *ir, cm_id use) {
    cm_use *u = &ir->t.use.row[use];
    if (u->value == CM_NONE) return;
    cm_id prev = ir->use_prev[use];
    if (prev == CM_NONE) {
        ir->t.value.row[u->value].first_use = u->next;
    } else {
        ir->t.use.row[prev].next = u->next;
    }
    if (u->next != CM_NONE) ir->use_prev[u->next] = prev;
    u->value = u->next = CM_NONE;
    ir->use_prev[use] = CM_NONE;
}

static void ir_link_use(cm_ir *ir, cm_id use, cm_id value) {
    cm_use *u = &ir->t.use.row[use];
    u->value = value;
    u->next = CM_NONE;
    ir->use_prev[use] = CM_NONE;
    if (value == CM_NONE) return;
    cm_value *v = &ir->t.value.row[value];
    u->next = v->first_use;
    if (u->next != CM_NONE) ir->use_prev[u->next] = use;
    v->first_use = use;
}

/* Appends n use rows of node that read `in`. */
static cameo_status ir_put_uses(cm_ir *ir, cm_id node, const cm_id *in, uint32_t n,
                                cm_range *range) {
    if (!cm_ir_use_room(ir, n)) return cm_ir_nomem(ir);
    *range = (cm_range){ir->t.use.n, n};
    for (uint32_t i = 0; i < n; i++) {
        cm_id use = ir->t.use.n++;
        ir->t.use.row[use] = (cm_use){CM_NONE, node, CM_NONE};
        ir_link_use(ir, use, in[i]);
    }
    return CAMEO_OK;
}

cameo_status cm_ir_set_in(cm_ir *ir, cm_id node, uint32_t i, cm_id value) {
    cm_range in = ir->t.node.row[node].in;
    if (i < in.n) {
        ir_unlink_use(ir, in.first + i);
        ir_link_use(ir, in.first + i, value);
        return CAMEO_OK;
    }
    size_t n = (size_t)i + 1;
    cm_id *values = CM_ARENA_NEW_N(ir->work, cm_id, n);
    if (values == NULL) return cm_ir_nomem(ir);
    for (uint32_t k = 0; k < n; k++)
        values[k] = k < in.n ? ir->t.use.row[in.first + k].value : CM_NONE;
    values[i] = value;
    cm_range fresh;
    CM_TRY(ir_put_uses(ir, node, values, i + 1, &fresh));
    for (uint32_t k = 0; k < in.n; k++) ir_unlink_use(ir, in.first + k);
    ir->t.node.row[node].in = fresh;
    return CAMEO_OK;
}

/* Entries of one graph's output list that are `from` become `to`. */
static void ir_replace_listed(cm_ir *ir, cm_id graph, cm_id from, cm_id to) {
    cm_range outputs = ir->t.graph.row[graph].outputs;
    for (uint32_t i = 0; i < outputs.n && ir->n_listed[from] > 0; i++) {
        if (ir->t.ids.row[outputs.first + i] != from) continue;
        ir->t.ids.row[outputs.first + i] = to;
        ir->n_listed[from]--;
        ir->n_listed[to]++;
        if (ir->t.value.row[to].graph == graph) ir->t.value.row[to].graph_output = true;
    }
}

void cm_ir_replace(cm_ir *ir, cm_id from, cm_id to) {
    if (from == to) return;
    cm_id last = CM_NONE;
    cm_id first = ir->t.value.row[from].first_use;
    for (cm_id u = first; u != CM_NONE; u = ir->t.use.row[u].next) {
        ir->t.use.row[u].value = to;
        last = u;
    }
    if (last != CM_NONE) {
        cm_value *v = &ir->t.value.row[to];
        ir->t.use.row[last].next = v->first_use;
        if (v->first_use != CM_NONE) ir->use_prev[v->first_use] = last;
        v->first_use = first;
        ir->t.value.row[from].first_use = CM_NONE;
    }
    ir_replace_listed(ir, ir->t.value.row[from].graph, from, to);
    for (cm_id g = 0; g < ir->t.graph.n && ir->n_listed[from] > 0; g++)
        ir_replace_listed(ir, g, from, to);
    ir->t.value.row[from].graph_output = false;
}

/* ---- values and constants ---- */

cameo_status cm_ir_add_value(cm_ir *ir, cm_id graph, cm_str name, cm_id *value) {
    if (!cm_ir_value_room(ir, 1)) return cm_ir_nomem(ir);
    cm_id id = ir->t.value.n++;
    ir->t.value.row[id] = (cm_value){.name = name,
                                     .kind = CM_VALUE_NODE,
                                     .type = CM_NONE,
                                     .init = CM_NONE,
                                     .sparse = CM_NONE,
                                     .node = CM_NONE,
                                     .graph = graph,
                                     .first_use = CM_NONE};
    memset(&ir->av[id], 0, sizeof ir->av[id]);
    ir->n_listed[id] = 0;
    *value = id;
    return CAMEO_OK;
}

cameo_status cm_ir_add_tensor(cm_ir *ir, int dtype, uint32_t rank, const int64_t *dims,
                              const void *data, size_t size, cm_id *tensor) {
    if (!CM_IR_ROOM(ir, ir->t.tensor, 1) || !CM_IR_ROOM(ir, ir->t.ints, rank))
        return cm_ir_nomem(ir);
    cm_range range = {ir->t.ints.n, rank};
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) {
        size_t dim;
        bool wrong = dims[i] < 0 || cm_ckd_size((uint64_t)dims[i], &dim) || cm_ckd_mul(n, dim, &n);
        CM_CHECK(!wrong, ir->e, CAMEO_E_LIMIT, "a constant has more elements than memory can hold");
        ir->t.ints.row[ir->t.ints.n++] = dims[i];
    }
    cm_id id = ir->t.tensor.n++;
    ir->t.tensor.row[id] = (cm_tensor_proto){.dtype = dtype,
                                             .dims = range,
                                             .n_elem = n,
                                             .external = CM_NONE,
                                             .next = CM_NONE,
                                             .payload = {.segment = CM_SEG_MEMORY,
                                                         .blob = id,
                                                         .off = (size_t)(uintptr_t)data,
                                                         .size = size}};
    *tensor = id;
    return CAMEO_OK;
}

void cm_ir_lose_output(cm_ir *ir, cm_id value) {
    cm_value *v = &ir->t.value.row[value];
    if (v->node == CM_NONE) return;
    cm_range out = ir->t.node.row[v->node].out;
    for (uint32_t i = 0; i < out.n; i++) {
        if (ir->t.ids.row[out.first + i] == value) ir->t.ids.row[out.first + i] = CM_NONE;
    }
    v->node = CM_NONE;
}

void cm_ir_set_init(cm_ir *ir, cm_id value, cm_id tensor) {
    cm_ir_lose_output(ir, value);
    ir->t.value.row[value].kind = CM_VALUE_INIT;
    ir->t.value.row[value].init = tensor;
    ir->t.value.row[value].sparse = CM_NONE;
}

cameo_status cm_ir_make_const(cm_ir *ir, cm_id value, int dtype, uint32_t rank, const int64_t *dims,
                              const void *data, size_t size) {
    cm_id tensor;
    CM_TRY(cm_ir_add_tensor(ir, dtype, rank, dims, data, size, &tensor));
    cm_ir_set_init(ir, value, tensor);
    return cm_infer_const(ir, value);
}

cameo_status cm_ir_make_pending(cm_ir *ir, cm_id value, uint32_t rank, const int64_t *dims, cm_pending *pending,
                                size_t size) {
    cm_id tensor;
    CM_TRY(cm_ir_add_tensor(ir, CAMEO_FLOAT, rank, dims, NULL, size, &tensor));
    ir->t.tensor.row[tensor].payload.segment = CM_SEG_PENDING;
    ir->t.tensor.row[tensor].payload.off = (size_t)(uintptr_t)pending;
    cm_ir_set_init(ir, value, tensor);
    return cm_infer_const(ir, value);
}

cameo_status cm_ir_add_const(cm_ir *ir, cm_id graph, int dtype, uint32_t rank, const int64_t *dims,
                             const void *data, cm_id *value) {
    size_t n = 1;
    size_t size;
    for (uint32_t i = 0; i < rank; i++) {
        size_t dim;
        bool wrong = dims[i] < 0 || cm_ckd_size((uint64_t)dims[i], &dim) || cm_ckd_mul(n, dim, &n);
        CM_CHECK(!wrong, ir->e, CAMEO_E_LIMIT, "a constant has more elements than memory can hold");
    }
    CM_TRY(cm_dtype_bytes((cameo_dtype)dtype, n, &size));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, value));
    return cm_ir_make_const(ir, *value, dtype, rank, dims, data, size);
}

/* ---- nodes ---- */

static void ir_chain_node(cm_ir *ir, cm_id node, cm_id graph, cm_id before) {
    cm_graph *g = &ir->t.graph.row[graph];
    cm_id prev = before == CM_NONE ? g->nodes.last : ir->info[before].prev;
    ir->t.node.row[node].graph = graph;
    ir->t.node.row[node].next = before;
    ir->info[node].prev = prev;
    if (prev == CM_NONE) {
        g->nodes.first = node;
    } else {
        ir->t.node.row[prev].next = node;
    }
    if (before == CM_NONE) {
        g->nodes.last = node;
    } else {
        ir->info[before].prev = node;
    }
    g->nodes.n++;
}

void cm_ir_move_node(cm_ir *ir, cm_id node, cm_id graph, cm_id before) {
    cm_node *n = &ir->t.node.row[node];
    cm_graph *g = &ir->t.graph.row[n->graph];
    cm_id prev = ir->info[node].prev;
    if (prev == CM_NONE) {
        g->nodes.first = n->next;
    } else {
        ir->t.node.row[prev].next = n->next;
    }
    if (n->next == CM_NONE) {
        g->nodes.last = prev;
    } else {
        ir->info[n->next].prev = prev;
    }
    g->nodes.n--;
    ir_chain_node(ir, node, graph, before);
}

static void ir_claim_output(cm_ir *ir, cm_id node, cm_id value) {
    if (value == CM_NONE) return;
    cm_ir_lose_output(ir, value);
    ir->t.value.row[value].kind = CM_VALUE_NODE;
    ir->t.value.row[value].node = node;
}

void cm_ir_set_out(cm_ir *ir, cm_id node, uint32_t i, cm_id value) {
    ir_claim_output(ir, node, value);
    ir->t.ids.row[ir->t.node.row[node].out.first + i] = value;
}

/* The other attributes are copied: nodes may share the rows that they have now. */
cameo_status cm_ir_set_attr(cm_ir *ir, cm_id node, cm_attr attr) {
    cm_chain old = ir->t.node.row[node].attrs;
    if (!CM_IR_ROOM(ir, ir->t.attr, (size_t)old.n + 1)) return cm_ir_nomem(ir);
    cm_id first = ir->t.attr.n;
    for (cm_id a = old.first; a != CM_NONE; a = ir->t.attr.row[a].next) {
        if (cm_str_eq(ir->t.attr.row[a].name, attr.name)) continue;
        ir->t.attr.row[ir->t.attr.n] = ir->t.attr.row[a];
        ir->t.attr.row[ir->t.attr.n].next = ir->t.attr.n + 1;
        ir->t.attr.n++;
    }
    attr.next = CM_NONE;
    ir->t.attr.row[ir->t.attr.n++] = attr;
    ir->t.node.row[node].attrs = (cm_chain){first, ir->t.attr.n - 1, ir->t.attr.n - first};
    return CAMEO_OK;
}

cameo_status cm_ir_set_int(cm_ir *ir, cm_id node, const char *name, int64_t v) {
    return cm_ir_set_attr(ir, node,
                          (cm_attr){.name = cm_str_from_c(name), .type = CM_ATTR_INT, .i = v, .row = CM_NONE});
}

cameo_status cm_ir_set_float(cm_ir *ir, cm_id node, const char *name, float v) {
    return cm_ir_set_attr(ir, node,
                          (cm_attr){.name = cm_str_from_c(name), .type = CM_ATTR_FLOAT, .f = v, .row = CM_NONE});
}

cameo_status cm_ir_set_ints(cm_ir *ir, cm_id node, const char *name, const int64_t *v, uint32_t n) {
    if (!CM_IR_ROOM(ir, ir->t.ints, n)) return cm_ir_nomem(ir);
    cm_range list = {ir->t.ints.n, n};
    memcpy(ir->t.ints.row + ir->t.ints.n, v, n * sizeof *v);
    ir->t.ints.n += n;
    return cm_ir_set_attr(
        ir, node,
        (cm_attr){.name = cm_str_from_c(name), .type = CM_ATTR_INTS, .list = list, .row = CM_NONE});
}

cameo_status cm_ir_add_node(cm_ir *ir, cm_id graph, cm_id before, cm_id like, const cm_id *in,
                            uint32_t n_in, const cm_id *out, uint32_t n_out, cm_id *node) {
    CM_CHECK(ir->t.node.n < ir->limits.nodes, ir->e, CAMEO_E_LIMIT,
             "more than %llu nodes after expansion (limits.nodes)", CM_LLU(ir->limits.nodes));
    if (!cm_ir_node_room(ir, 1) || !CM_IR_ROOM(ir, ir->t.ids, n_out)) return cm_ir_nomem(ir);
    cm_id id = ir->t.node.n;
    cm_range uses;
    CM_TRY(ir_put_uses(ir, id, in, n_in, &uses));
    cm_node n = {.attrs = {CM_NONE, CM_NONE, 0}, .props = {CM_NONE, CM_NONE, 0}};
    cm_node_info info = {.opsets = ir->opsets};
    if (like != CM_NONE) {
        n = ir->t.node.row[like];
        info.opsets = ir->info[like].opsets;
    }
    n.in = uses;
    n.out = (cm_range){ir->t.ids.n, n_out};
    n.dead = false;
    ir->t.node.row[id] = n;
    ir->info[id] = info;
    ir->t.node.n++;
    for (uint32_t i = 0; i < n_out; i++) ir_claim_output(ir, id, out[i]);
    for (uint32_t i = 0; i < n_out; i++) ir->t.ids.row[ir->t.ids.n++] = out[i];
    ir_chain_node(ir, id, graph, before);
    *node = id;
    return CAMEO_OK;
}

/* One node dies: uses unlinked, outputs without producer. */
static void ir_kill_one(cm_ir *ir, cm_id node) {
    cm_node *n = &ir->t.node.row[node];
    n->dead = true;
    for (uint32_t i = 0; i < n->in.n; i++) ir_unlink_use(ir, n->in.first + i);
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = ir->t.ids.row[n->out.first + i];
        if (v != CM_NONE && ir->t.value.row[v].node == node) ir->t.value.row[v].node = CM_NONE;
    }
}

/* The output lists of a dead subgraph hold nothing any more. */
static void ir_kill_outputs(cm_ir *ir, cm_id graph) {
    cm_range *outputs = &ir->t.graph.row[graph].outputs;
    for (uint32_t i = 0; i < outputs->n; i++) {
        cm_id v = ir->t.ids.row[outputs->first + i];
        if (v != CM_NONE && ir->n_listed[v] > 0) ir->n_listed[v]--;
    }
    outputs->n = 0;
}

/* The first attribute from `attr` on that holds graphs, or CM_NONE. */
static cm_id ir_graph_attr(const cm_ir *ir, cm_id attr) {
    while (attr != CM_NONE) {
        const cm_attr *a = &ir->t.attr.row[attr];
        if ((a->type == CM_ATTR_GRAPH || a->type == CM_ATTR_GRAPHS) && a->n_rows > 0) return attr;
        attr = a->next;
    }
    return CM_NONE;
}

/* A node with subgraphs takes them along. The walk keeps its place in the tables: from a
 * finished graph it goes on behind the attribute (or in the chain) that the graph came from. */
void cm_ir_kill(cm_ir *ir, cm_id node) {
    if (ir->t.node.row[node].dead) return;
    ir_kill_one(ir, node);
    cm_id attr = ir_graph_attr(ir, ir->t.node.row[node].attrs.first);
    if (attr == CM_NONE) return;
    cm_id graph = ir->t.attr.row[attr].row;
    cm_id at = node; /* whose subgraphs are walked */
    cm_id next = ir->t.graph.row[graph].nodes.first;
    for (;;) {
        while (next != CM_NONE) {
            cm_id n = next;
            next = ir->t.node.row[n].next;
            if (ir->t.node.row[n].dead) continue;
            ir_kill_one(ir, n);
            cm_id inner = ir_graph_attr(ir, ir->t.node.row[n].attrs.first);
            if (inner == CM_NONE) continue;
            at = n;
            attr = inner;
            graph = ir->t.attr.row[attr].row;
            next = ir->t.graph.row[graph].nodes.first;
        }
        ir_kill_outputs(ir, graph);
        cm_id sibling = ir->t.graph.row[graph].next;
        if (ir->t.attr.row[attr].type != CM_ATTR_GRAPHS) sibling = CM_NONE;
        if (sibling == CM_NONE) {
            attr = ir_graph_attr(ir, ir->t.attr.row[attr].next);
            sibling = attr == CM_NONE ? CM_NONE : ir->t.attr.row[attr].row;
        }
        if (sibling != CM_NONE) {
            graph = sibling;
            next = ir->t.graph.row[graph].nodes.first;
            continue;
        }
        if (at == node) return;
        /* `at` is done: on behind it, in the graph that holds it. */
        next = ir->t.node.row[at].next;
        graph = ir->t.node.row[at].graph;
        at = ir->t.graph.row[graph].parent_node;
        attr = ir_graph_attr(ir, ir->t.node.row[at].attrs.first);
        while (attr != CM_NONE) {
            cm_id g = ir->t.attr.row[attr].row;
            for (uint32_t i = 0; i < ir->t.attr.row[attr].n_rows && g != graph && g != CM_NONE;
                 i++) {
                g = ir->t.graph.row[g].next;
            }
            if (g == graph) break;
            attr = ir_graph_attr(ir, ir->t.attr.row[attr].next);
        }
        if (attr == CM_NONE) return;
    }
}
