/* graft.c — the tables of another model behind those of the ir: functions that the caller gives or builds. See ir.h.
 *
 * Ids become those of the longer tables by adding how many rows there were. Nodes are templates, marked dead, as those
 * of the model's own functions: ir/import/expand.c copies them. Payloads move to work memory, since nothing of the
 * other model has to outlive it. Its main graph stays behind as the body of a function that nobody can name. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/ir_impl.h"

/* Rows of each table before. */
typedef struct graft {
    cm_ir *ir;
    const cm_tables *from;
    cm_id graph, node, value, use, ids, attr, tensor, sparse, type, dim, opset, function, ints, floats, strs;
} graft;

static cm_id graft_id(cm_id id, cm_id base) { return id == CM_NONE ? CM_NONE : id + base; }

static cm_chain graft_chain(cm_chain c, cm_id base) {
    return (cm_chain){graft_id(c.first, base), graft_id(c.last, base), c.n};
}

static cm_range graft_range(cm_range r, cm_id base) { return (cm_range){r.first + base, r.n}; }

/* Copies the rows; their ids are still those of the other model. */
#define GRAFT_COPY(g, table)                                                                               \
    do {                                                                                                   \
        cm_id graft_n = (g)->from->table.n;                                                                \
        (g)->table = (g)->ir->t.table.n;                                                                   \
        if (!CM_IR_ROOM((g)->ir, (g)->ir->t.table, graft_n)) return cm_ir_nomem((g)->ir);                  \
        if (graft_n != 0)                                                                                  \
            memcpy((g)->ir->t.table.row + (g)->table, (g)->from->table.row, graft_n * sizeof *(g)->from->table.row); \
        (g)->ir->t.table.n += graft_n;                                                                     \
    } while (0)

static cameo_status graft_copy(graft *g) {
    cm_ir *ir = g->ir;
    CM_CHECK(g->from->node.n <= ir->limits.nodes && ir->t.node.n <= ir->limits.nodes - g->from->node.n, ir->e,
             CAMEO_E_LIMIT, "more than %llu nodes with those that the caller builds (limits.nodes)",
             CM_LLU(ir->limits.nodes));
    if (!cm_ir_node_room(ir, g->from->node.n) || !cm_ir_value_room(ir, g->from->value.n) ||
        !cm_ir_use_room(ir, g->from->use.n) || !CM_IR_ROOM(ir, ir->t.function, (size_t)g->from->function.n + 1))
        return cm_ir_nomem(ir);
    GRAFT_COPY(g, graph);
    GRAFT_COPY(g, node);
    GRAFT_COPY(g, value);
    GRAFT_COPY(g, use);
    GRAFT_COPY(g, ids);
    GRAFT_COPY(g, attr);
    GRAFT_COPY(g, tensor);
    GRAFT_COPY(g, sparse);
    GRAFT_COPY(g, type);
    GRAFT_COPY(g, dim);
    GRAFT_COPY(g, opset);
    GRAFT_COPY(g, function);
    GRAFT_COPY(g, ints);
    GRAFT_COPY(g, floats);
    GRAFT_COPY(g, strs);
    return CAMEO_OK;
}

/* Native aligned bytes in work memory. */
static cameo_status graft_payload(const graft *g, cm_id tensor) {
    cm_ir *ir = g->ir;
    cm_tensor_proto *t = &ir->t.tensor.row[tensor];
    cameo_dtype dtype = (cameo_dtype)t->dtype;
    const cm_payload p = t->payload;
    const uint8_t *bytes = cm_payload_bytes(g->from, &p);
    if (bytes == NULL) { /* no elements; external data of none may have no address */
        t->payload = (cm_payload){.segment = CM_SEG_NONE, .blob = CM_NONE};
        return CAMEO_OK;
    }
    uint8_t *copy = cm_arena_alloc_raw(ir->work, p.size, 16);
    if (copy == NULL) return cm_ir_nomem(ir);
    if (cm_payload_is_swapped(&p, dtype)) {
        cm_copy_swapped(copy, bytes, p.size, cm_dtype_swap_width(dtype));
    } else if (p.size != 0) {
        memcpy(copy, bytes, p.size);
    }
    t->payload = (cm_payload){
        .segment = CM_SEG_MEMORY, .blob = tensor, .off = (size_t)(uintptr_t)copy, .size = p.size};
    return cm_ir_go_on(ir, true);
}

static cm_id graft_attr_base(const graft *g, int32_t type) {
    switch (type) {
    case CM_ATTR_TENSOR:
    case CM_ATTR_TENSORS: return g->tensor;
    case CM_ATTR_GRAPH:
    case CM_ATTR_GRAPHS: return g->graph;
    case CM_ATTR_SPARSE_TENSOR:
    case CM_ATTR_SPARSE_TENSORS: return g->sparse;
    default: return g->type;
    }
}

static void graft_attrs(const graft *g) {
    for (cm_id i = 0; i < g->from->attr.n; i++) {
        cm_attr *a = &g->ir->t.attr.row[g->attr + i];
        a->list.first += a->type == CM_ATTR_FLOATS ? g->floats : a->type == CM_ATTR_INTS ? g->ints : g->strs;
        a->row = graft_id(a->row, graft_attr_base(g, a->type));
        a->next = graft_id(a->next, g->attr);
    }
}

static cameo_status graft_tensors(const graft *g) {
    CM_EACH(i, g->from->tensor, g->from->graph.row[0].inits) /* nobody asks for the weights of its main graph */
        g->ir->t.tensor.row[g->tensor + i].payload = (cm_payload){.segment = CM_SEG_NONE, .blob = CM_NONE};
    for (cm_id i = 0; i < g->from->tensor.n; i++) {
        cm_tensor_proto *t = &g->ir->t.tensor.row[g->tensor + i];
        t->dims.first += g->ints;
        t->external = CM_NONE;
        t->next = graft_id(t->next, g->tensor);
        CM_TRY(graft_payload(g, g->tensor + i));
    }
    for (cm_id i = 0; i < g->from->sparse.n; i++) {
        cm_sparse_proto *s = &g->ir->t.sparse.row[g->sparse + i];
        s->values += g->tensor;
        s->indices += g->tensor;
        s->dims.first += g->ints;
        s->next = graft_id(s->next, g->sparse);
    }
    return CAMEO_OK;
}

static void graft_types(const graft *g) {
    for (cm_id i = 0; i < g->from->type.n; i++) {
        cm_type_proto *t = &g->ir->t.type.row[g->type + i];
        t->elem = graft_id(t->elem, g->type);
        t->dims.first += g->dim;
        t->next = graft_id(t->next, g->type);
    }
    for (cm_id i = 0; i < g->from->opset.n; i++) {
        cm_opset *o = &g->ir->t.opset.row[g->opset + i];
        o->next = graft_id(o->next, g->opset);
    }
}

/* Functions, then one more for the main graph. */
static void graft_functions(const graft *g) {
    const cm_chain none = {CM_NONE, CM_NONE, 0};
    cm_ir *ir = g->ir;
    for (cm_id i = 0; i < g->from->function.n; i++) {
        cm_function *f = &ir->t.function.row[g->function + i];
        f->graph += g->graph;
        f->inputs.first += g->strs;
        f->outputs.first += g->strs;
        f->attr_names.first += g->strs;
        f->attr_defaults = graft_chain(f->attr_defaults, g->attr);
        f->opsets = graft_chain(f->opsets, g->opset);
        f->next = graft_id(f->next, g->function);
    }
    ir->t.function.row[ir->t.function.n++] =
        (cm_function){.graph = g->graph, .attr_defaults = none, .opsets = none, .next = CM_NONE};
}

static void graft_graphs(const graft *g) {
    const cm_chain none = {CM_NONE, CM_NONE, 0};
    cm_ir *ir = g->ir;
    for (cm_id i = 0; i < g->from->graph.n; i++) {
        cm_graph *to = &ir->t.graph.row[g->graph + i];
        to->parent = graft_id(to->parent, g->graph);
        to->parent_node = graft_id(to->parent_node, g->node);
        to->function = i == 0 ? ir->t.function.n - 1 : graft_id(to->function, g->function);
        to->nodes = graft_chain(to->nodes, g->node);
        to->inits = graft_chain(to->inits, g->tensor);
        to->sparse_inits = graft_chain(to->sparse_inits, g->sparse);
        to->input_infos = to->output_infos = to->value_infos = to->annotations = to->props = none;
        to->inputs = graft_range(to->inputs, g->ids);
        to->outputs = graft_range(to->outputs, g->ids);
        to->next = graft_id(to->next, g->graph);
    }
}

static void graft_values(const graft *g) {
    cm_ir *ir = g->ir;
    for (cm_id i = 0; i < g->from->value.n; i++) {
        cm_value *v = &ir->t.value.row[g->value + i];
        v->type = graft_id(v->type, g->type);
        /* Of the main graph nothing counts: its constants need not be known. */
        v->init = v->graph == 0 ? CM_NONE : graft_id(v->init, g->tensor);
        v->sparse = v->graph == 0 ? CM_NONE : graft_id(v->sparse, g->sparse);
        v->node = graft_id(v->node, g->node);
        v->graph += g->graph;
        v->first_use = graft_id(v->first_use, g->use);
        memset(&ir->av[g->value + i], 0, sizeof *ir->av);
        ir->n_listed[g->value + i] = 0;
    }
    for (cm_id i = 0; i < g->from->use.n; i++) ir->use_prev[g->use + i] = CM_NONE;
    for (cm_id i = 0; i < g->from->use.n; i++) {
        cm_use *u = &ir->t.use.row[g->use + i];
        u->value = graft_id(u->value, g->value);
        u->node += g->node;
        u->next = graft_id(u->next, g->use);
        if (u->next != CM_NONE) ir->use_prev[u->next] = g->use + i;
    }
    for (cm_id i = 0; i < g->from->ids.n; i++)
        ir->t.ids.row[g->ids + i] = graft_id(ir->t.ids.row[g->ids + i], g->value);
}

/* Parents are finite: link proved it. */
static cm_id graft_function(const cm_ir *ir, cm_id graph) {
    while (ir->t.graph.row[graph].parent != CM_NONE) graph = ir->t.graph.row[graph].parent;
    return ir->t.graph.row[graph].function;
}

static void graft_nodes(const graft *g) {
    cm_ir *ir = g->ir;
    for (cm_id i = 0; i < g->from->node.n; i++) {
        cm_node *n = &ir->t.node.row[g->node + i];
        n->attrs = graft_chain(n->attrs, g->attr);
        n->in.first += g->use;
        n->out.first += g->ids;
        n->graph += g->graph;
        n->next = graft_id(n->next, g->node);
        n->props = (cm_chain){CM_NONE, CM_NONE, 0};
        n->file_off = SIZE_MAX; /* it has no place in the model's file */
        n->dead = true;
        cm_id function = graft_function(ir, n->graph);
        ir->info[g->node + i] = (cm_node_info){.opsets = ir->t.function.row[function].opsets, .prev = CM_NONE};
    }
    for (cm_id i = 0; i < g->from->node.n; i++) {
        cm_id next = ir->t.node.row[g->node + i].next;
        if (next != CM_NONE) ir->info[next].prev = g->node + i;
    }
    for (cm_id i = 0; i < g->from->graph.n; i++) {
        cm_range outputs = ir->t.graph.row[g->graph + i].outputs;
        for (uint32_t k = 0; k < outputs.n; k++) {
            cm_id v = ir->t.ids.row[outputs.first + k];
            if (v != CM_NONE) ir->n_listed[v]++;
        }
    }
}

cameo_status cm_ir_graft(cm_ir *ir, const cameo_model *model, cm_id *functions) {
    graft g = {.ir = ir, .from = &model->t};
    CM_TRY(graft_copy(&g));
    graft_attrs(&g);
    CM_TRY(graft_tensors(&g));
    graft_types(&g);
    graft_functions(&g);
    graft_graphs(&g);
    graft_values(&g);
    graft_nodes(&g);
    *functions = g.function;
    return CAMEO_OK;
}
