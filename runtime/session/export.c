/* export.c — a prepared graph as an ONNX file. See cameo.h.
 *
 *   prepare up to inference, optimise without what only the CPU's kernels understand   runtime/session/prepare.c
 *   standard operators, names                                         ir/rewrite/standard.c, ir/rewrite/name_values.c
 *   one opset per domain that means for every node what it meant before
 *   write: once to count, once into work memory; weights stay where they are           pb/onnx_write.h
 *
 * All constants become initializers of the main graph: bodies see them, and no name stands twice. Nodes are
 * written depth first over an explicit stack of graphs. */
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "ir/schema.h"
#include "pb/onnx_write.h"
#include "runtime/session/prepare.h"

/* Payloads from here on are not copied into work memory. */
#define EXPORT_FAR 512
/* Constants of more bytes are not computed where they would be so many times as large as their operands. */
#define EXPORT_FOLD 1024
#define EXPORT_PROPS 4096
#define EXPORT_GROWTH 8
/* The IR version from which on an initializer need not be an input. */
#define EXPORT_IR_VERSION 4

/* What the nodes of one domain mean: every version in [lo, hi] is right for all of them. */
typedef struct export_domain {
    cm_str name;
    int64_t lo, hi, version;
} export_domain;

/* A graph that is being written, at node `node` of it. */
typedef struct export_frame {
    cm_id graph, node, attr;
    cm_id sub;      /* next graph of the attribute */
    uint32_t n_sub; /* graphs left */
    bool in_node, in_attr;
    size_t graph_mark, node_mark, attr_mark;
} export_frame;

typedef struct export_state {
    cm_ir *ir;
    const uint8_t *written; /* per value */
    cm_writer w;
    cm_far counted; /* stands for all far payloads while they are counted */
    CM_TABLE(export_domain) domain;
    export_frame *stack;
    uint32_t depth, max_depth;
    CM_TABLE(cm_str) names; /* of one node */
    cameo_error *e;
} export_state;

/* ---- opsets ---- */

static export_domain *export_find_domain(export_state *s, cm_str name) {
    for (cm_id i = 0; i < s->domain.n; i++) {
        if (cm_str_eq(s->domain.row[i].name, name)) return &s->domain.row[i];
    }
    return NULL;
}

/* The versions of its domain in which the node means what it means now. */
static void export_versions(const cm_ir *ir, cm_id node, cm_str domain, int64_t *lo, int64_t *hi) {
    const cm_schema *s = cm_schema_find(domain, ir->t.node.row[node].op_type, ir->info[node].since);
    *lo = *hi = cm_ir_opset(ir, node);
    if (s == NULL || cm_ir_is_custom(ir, ir->info[node].op)) return;
    if (s->deprecated != 0) *hi = 0; /* read as ONNX Runtime reads it; the checker has no such operator */
    if (s->deprecated != 0) return;
    *lo = s->since_version;
    *hi = INT64_MAX;
    const cm_schema *next = s + 1; /* rows are sorted, versions of an operator lie together */
    if (s != cm_schema_get(cm_schema_count() - 1) && next->op_name == s->op_name &&
        next->domain == s->domain) {
        *hi = next->since_version - 1;
    }
}

static cameo_status export_node_opset(export_state *s, cm_id node) {
    const cm_ir *ir = s->ir;
    const cm_node *n = &ir->t.node.row[node];
    cm_str domain = cm_domain_normal(n->domain);
    int64_t lo, hi;
    export_versions(ir, node, domain, &lo, &hi);
    export_domain *d = export_find_domain(s, domain);
    if (d == NULL) {
        if (!CM_IR_ROOM(s->ir, s->domain, 1)) return cm_ir_nomem(s->ir);
        d = &s->domain.row[s->domain.n++];
        *d = (export_domain){domain, 1, INT64_MAX, cm_opset_find(&ir->t, ir->opsets, domain)};
    }
    if (lo > d->lo) d->lo = lo;
    if (hi < d->hi) d->hi = hi;
    cameo_status status = CAMEO_OK;
    if (d->lo > d->hi) {
        status = CM_FAIL(s->e, CAMEO_E_UNSUPPORTED,
                         "no one opset of domain \"%.*s\" has this node, of version %d, and all "
                         "before it",
                         CM_STR_ARG(domain), ir->info[node].since);
        cm_error_at_node(s->e, node, n->name, n->op_type);
    }
    return status;
}

static cameo_status export_opsets(export_state *s) {
    for (cm_id node = 0; node < s->ir->t.node.n; node++) {
        if (!s->ir->t.node.row[node].dead) CM_TRY(export_node_opset(s, node));
    }
    for (cm_id i = 0; i < s->domain.n; i++) {
        export_domain *d = &s->domain.row[i];
        if (d->version < d->lo) d->version = d->lo;
        if (d->version > d->hi) d->version = d->hi;
    }
    return CAMEO_OK;
}

static void export_write_opsets(export_state *s) {
    const cm_ir *ir = s->ir;
    CM_EACH(id, ir->t.opset, ir->opsets) {
        const cm_opset *o = &ir->t.opset.row[id];
        const export_domain *d = export_find_domain(s, o->domain);
        if (d == NULL && o->version < 1) continue; /* no version, and nobody uses it */
        cm_onnx_write_opset(&s->w, CM_ONNX_MODEL_OPSET, o->domain,
                            d == NULL ? o->version : d->version);
    }
    for (cm_id i = 0; i < s->domain.n; i++) {
        const export_domain *d = &s->domain.row[i];
        if (cm_opset_find(&ir->t, ir->opsets, d->name) != 0) continue;
        cm_onnx_write_opset(&s->w, CM_ONNX_MODEL_OPSET, d->name, d->version);
    }
}

/* ---- tensors ---- */

/* Strings of the native layout (kernels/kernel.h) as cameo_string. */
static const void *export_strings(export_state *s, const cm_tensor_proto *t, size_t *bytes) {
    const uint32_t *off = (const uint32_t *)(const void *)cm_payload_bytes(&s->ir->t, &t->payload);
    cameo_string *to = CM_ARENA_NEW_N(s->ir->work, cameo_string, t->n_elem);
    if (to == NULL || off == NULL) return NULL;
    const char *text = (const char *)(off + t->n_elem + 1);
    for (size_t i = 0; i < t->n_elem; i++)
        to[i] = (cameo_string){text + off[i], off[i + 1] - off[i]};
    *bytes = t->n_elem * sizeof *to;
    return to;
}

static cameo_status export_tensor(export_state *s, uint32_t field, cm_str name, cm_id tensor) {
    const cm_tensor_proto *t = &s->ir->t.tensor.row[tensor];
    const void *data = cm_payload_bytes(&s->ir->t, &t->payload);
    cameo_tensor out = {.dtype = (cameo_dtype)t->dtype, .rank = t->dims.n};
    cm_onnx_place place = {.little = cm_payload_is_little(&t->payload)};
    CM_CHECK(t->dims.n <= CAMEO_MAX_RANK, s->e, CAMEO_E_LIMIT, "rank %u", t->dims.n);
    for (uint32_t i = 0; i < t->dims.n; i++) out.dims[i] = s->ir->t.ints.row[t->dims.first + i];
    out.bytes = t->payload.size;
    if (out.dtype == CAMEO_STRING && t->n_elem != 0) data = export_strings(s, t, &out.bytes);
    CM_TRY(cm_arena_status(s->ir->work, "work", s->e));
    if (t->n_elem == 0) out.bytes = 0;
    CM_CHECK(data != NULL || out.bytes == 0, s->e, CAMEO_E_UNSUPPORTED,
             "tensor \"%.*s\" has no data in the model", CM_STR_ARG(name));
    out.data = (void *)(uintptr_t)data;
    if (out.bytes >= EXPORT_FAR && cm_onnx_is_far(out.dtype, &place)) {
        place.far = s->w.buf == NULL ? &s->counted : CM_ARENA_NEW(s->ir->work, cm_far);
        CM_TRY(cm_arena_status(s->ir->work, "work", s->e));
    }
    return cm_onnx_write_tensor(&s->w, field, &out, name, &place, s->e);
}

static cameo_status export_inits(export_state *s) {
    const cm_ir *ir = s->ir;
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        const cm_value *row = &ir->t.value.row[v];
        bool constant =
            row->kind == CM_VALUE_INIT || (row->kind == CM_VALUE_INPUT && row->graph == 0);
        if (s->written[v] == 0 || !constant || row->init == CM_NONE) continue;
        CM_TRY(export_tensor(s, CM_ONNX_GRAPH_INIT, row->name, row->init));
    }
    return CAMEO_OK;
}

/* ---- types ---- */

/* What is known of a value; a declared type of maps or of nested kinds says more than inference keeps. */
static void export_info(export_state *s, uint32_t field, cm_id value) {
    const cm_ir *ir = s->ir;
    const cm_value *v = &ir->t.value.row[value];
    cameo_type type;
    cm_ir_get_type(ir, value, &type);
    if (type.kind == CAMEO_KIND_TENSOR && type.dtype != CAMEO_UNDEFINED) {
        cm_onnx_write_info(&s->w, field, &type);
    } else if (v->type != CM_NONE) {
        cm_onnx_write_info_row(&s->w, field, &ir->t, v->name, v->type);
    } else {
        bool simple = type.elem_kind == CAMEO_KIND_TENSOR && type.dtype != CAMEO_UNDEFINED;
        if (!simple) type.kind = CAMEO_KIND_NONE;
        if (simple || field != CM_ONNX_GRAPH_VALUE) cm_onnx_write_info(&s->w, field, &type);
    }
}

static void export_infos(export_state *s, cm_id graph) {
    const cm_ir *ir = s->ir;
    const cm_graph *g = &ir->t.graph.row[graph];
    for (uint32_t i = 0; i < g->inputs.n; i++) {
        cm_id v = ir->t.ids.row[g->inputs.first + i];
        if (ir->t.value.row[v].kind == CM_VALUE_INPUT) export_info(s, CM_ONNX_GRAPH_INPUT, v);
    }
    for (uint32_t i = 0; i < g->outputs.n; i++)
        export_info(s, CM_ONNX_GRAPH_OUTPUT, ir->t.ids.row[g->outputs.first + i]);
    CM_EACH(node, ir->t.node, g->nodes) {
        if (ir->t.node.row[node].dead) continue;
        for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
            cm_id v = cm_ir_out(ir, node, i);
            if (v != CM_NONE && ir->n_listed[v] == 0) export_info(s, CM_ONNX_GRAPH_VALUE, v);
        }
    }
}

/* ---- nodes ---- */

/* Does a later entry of the chain have the key? That one counts, as for readers that make a map of them. More than
 * EXPORT_PROPS are not compared. */
static bool export_prop_again(const cm_tables *t, cm_id prop, uint32_t n) {
    cm_id next = t->prop.row[prop].next;
    while (n <= EXPORT_PROPS && next != CM_NONE && !cm_str_eq(t->prop.row[prop].key, t->prop.row[next].key))
        next = t->prop.row[next].next;
    return n <= EXPORT_PROPS && next != CM_NONE;
}

static void export_props(export_state *s, uint32_t field, cm_chain props) {
    CM_EACH(id, s->ir->t.prop, props) {
        if (export_prop_again(&s->ir->t, id, props.n)) continue;
        cm_onnx_write_prop(&s->w, field, s->ir->t.prop.row[id].key, s->ir->t.prop.row[id].value);
    }
}

/* The first of these attributes of a node that its operator has: others were read over. */
static cm_id export_known_attr(const cm_ir *ir, cm_id node, cm_id attr) {
    const cm_node *n = &ir->t.node.row[node];
    const cm_schema *s = cm_schema_find(cm_domain_normal(n->domain), n->op_type, ir->info[node].since);
    if (s == NULL || cm_ir_is_custom(ir, ir->info[node].op)) return attr;
    while (attr != CM_NONE && cm_schema_find_attr(s, ir->t.attr.row[attr].name) == NULL)
        attr = ir->t.attr.row[attr].next;
    return attr;
}

/* Operands that the node must list, though they may be absent. */
static uint32_t export_least(const cm_ir *ir, cm_id node, bool outputs) {
    const cm_node *n = &ir->t.node.row[node];
    const cm_schema *s =
        cm_schema_find(cm_domain_normal(n->domain), n->op_type, ir->info[node].since);
    if (s == NULL || cm_ir_is_custom(ir, ir->info[node].op)) return 0;
    return outputs ? s->min_out : s->min_in;
}

/* Names of a node's operands; absent ones at the end are left out. */
static cameo_status export_names(export_state *s, cm_id node, bool outputs, size_t *n) {
    const cm_node *row = &s->ir->t.node.row[node];
    uint32_t count = outputs ? row->out.n : row->in.n;
    uint32_t least = export_least(s->ir, node, outputs);
    size_t last = s->names.n;
    if (!CM_IR_ROOM(s->ir, s->names, count)) return cm_ir_nomem(s->ir);
    cm_id first = s->names.n;
    for (uint32_t i = 0; i < count; i++) {
        cm_id v = outputs ? cm_ir_out(s->ir, node, i) : cm_ir_in(s->ir, node, i);
        s->names.row[s->names.n++] = v == CM_NONE ? (cm_str){NULL, 0} : s->ir->t.value.row[v].name;
        if (v != CM_NONE || i < least) last = s->names.n;
    }
    s->names.n = (cm_id)last;
    *n = last - first;
    return CAMEO_OK;
}

static cameo_status export_begin_node(export_state *s, export_frame *f) {
    const cm_node *n = &s->ir->t.node.row[f->node];
    size_t n_in, n_out;
    s->names.n = 0;
    CM_TRY(export_names(s, f->node, false, &n_in));
    CM_TRY(export_names(s, f->node, true, &n_out));
    cm_onnx_node out = {.op_type = n->op_type,
                        .domain = cm_domain_normal(n->domain),
                        .name = n->name,
                        .overload = n->overload,
                        .inputs = s->names.row,
                        .outputs = s->names.row + n_in,
                        .n_inputs = n_in,
                        .n_outputs = n_out};
    f->node_mark = cm_onnx_write_node(&s->w, CM_ONNX_GRAPH_NODE, &out);
    f->attr = export_known_attr(s->ir, f->node, n->attrs.first);
    f->in_node = true;
    return CAMEO_OK;
}

static cameo_status export_attr_tensors(export_state *s, const cm_attr *a, uint32_t field) {
    cm_id row = a->row;
    for (uint32_t i = 0; i < a->n_rows && row != CM_NONE; i++) {
        CM_TRY(export_tensor(s, field, s->ir->t.tensor.row[row].name, row));
        row = s->ir->t.tensor.row[row].next;
    }
    return CAMEO_OK;
}

static cameo_status export_attr_sparse(export_state *s, const cm_attr *a, uint32_t field) {
    const cm_tables *t = &s->ir->t;
    cm_id row = a->row;
    for (uint32_t i = 0; i < a->n_rows && row != CM_NONE; i++) {
        const cm_sparse_proto *sparse = &t->sparse.row[row];
        size_t mark = cm_writer_begin(&s->w, field);
        CM_TRY(export_tensor(s, CM_ONNX_SPARSE_VALUES, t->tensor.row[sparse->values].name,
                             sparse->values));
        CM_TRY(export_tensor(s, CM_ONNX_SPARSE_INDICES, (cm_str){NULL, 0}, sparse->indices));
        cm_onnx_write_dims(&s->w, CM_ONNX_SPARSE_DIMS, t->ints.row + sparse->dims.first,
                           sparse->dims.n);
        cm_writer_end(&s->w, mark);
        row = sparse->next;
    }
    return CAMEO_OK;
}

static void export_attr_types(export_state *s, const cm_attr *a, uint32_t field) {
    cm_id row = a->row;
    for (uint32_t i = 0; i < a->n_rows && row != CM_NONE; i++) {
        cm_onnx_write_type_row(&s->w, field, &s->ir->t, row);
        row = s->ir->t.type.row[row].next;
    }
}

/* An attribute without graphs. */
static cameo_status export_attr(export_state *s, const cm_attr *a) {
    const cm_tables *t = &s->ir->t;
    cameo_status status = CAMEO_OK;
    size_t mark = cm_onnx_write_attr(&s->w, CM_ONNX_NODE_ATTR, a->name, a->type);
    switch (a->type) {
    case CM_ATTR_FLOAT: cm_onnx_write_float(&s->w, a->f); break;
    case CM_ATTR_INT: cm_onnx_write_int(&s->w, a->i); break;
    case CM_ATTR_STRING: cm_onnx_write_string(&s->w, a->s); break;
    case CM_ATTR_FLOATS:
        cm_onnx_write_floats(&s->w, t->floats.row + a->list.first, a->list.n);
        break;
    case CM_ATTR_INTS: cm_onnx_write_ints(&s->w, t->ints.row + a->list.first, a->list.n); break;
    case CM_ATTR_STRINGS:
        cm_onnx_write_strings(&s->w, t->strs.row + a->list.first, a->list.n);
        break;
    case CM_ATTR_TENSOR: status = export_attr_tensors(s, a, CM_ONNX_ATTR_TENSOR); break;
    case CM_ATTR_TENSORS: status = export_attr_tensors(s, a, CM_ONNX_ATTR_TENSORS); break;
    case CM_ATTR_SPARSE_TENSOR: status = export_attr_sparse(s, a, CM_ONNX_ATTR_SPARSE); break;
    case CM_ATTR_SPARSE_TENSORS: status = export_attr_sparse(s, a, CM_ONNX_ATTR_SPARSES); break;
    case CM_ATTR_TYPE_PROTO: export_attr_types(s, a, CM_ONNX_ATTR_TYPE); break;
    case CM_ATTR_TYPE_PROTOS: export_attr_types(s, a, CM_ONNX_ATTR_TYPES); break;
    default: break;
    }
    cm_writer_end(&s->w, mark);
    return status;
}

/* ---- graphs ---- */

static cameo_status export_begin_graph(export_state *s, uint32_t field, cm_id graph) {
    const cm_graph *g = &s->ir->t.graph.row[graph];
    CM_CHECK(s->depth < s->max_depth, s->e, CAMEO_E_LIMIT, "subgraphs nest deeper than %u",
             s->max_depth);
    export_frame *f = &s->stack[s->depth++];
    *f = (export_frame){.graph = graph, .node = g->nodes.first, .attr = CM_NONE};
    f->graph_mark = cm_writer_begin(&s->w, field);
    cm_onnx_write_str(&s->w, CM_ONNX_GRAPH_NAME, g->name.n == 0 ? CM_STR("graph") : g->name);
    cm_onnx_write_str(&s->w, CM_ONNX_GRAPH_DOC, g->doc_string);
    export_infos(s, graph);
    export_props(s, CM_ONNX_GRAPH_PROP, g->props);
    return graph == 0 ? export_inits(s) : CAMEO_OK;
}

/* One step of the innermost graph: begins or ends a node, an attribute or a graph in it. */
static cameo_status export_step(export_state *s) {
    export_frame *f = &s->stack[s->depth - 1];
    const cm_tables *t = &s->ir->t;
    if (!f->in_node) {
        while (f->node != CM_NONE && t->node.row[f->node].dead) f->node = t->node.row[f->node].next;
        if (f->node != CM_NONE) return export_begin_node(s, f);
        cm_writer_end(&s->w, f->graph_mark);
        s->depth--;
        return CAMEO_OK;
    }
    if (f->attr == CM_NONE) {
        export_props(s, CM_ONNX_NODE_PROP, t->node.row[f->node].props);
        cm_writer_end(&s->w, f->node_mark);
        f->in_node = false;
        f->node = t->node.row[f->node].next;
        return CAMEO_OK;
    }
    const cm_attr *a = &t->attr.row[f->attr];
    if (f->in_attr && f->n_sub > 0) {
        cm_id graph = f->sub;
        f->sub = t->graph.row[graph].next;
        f->n_sub--;
        return export_begin_graph(
            s, a->type == CM_ATTR_GRAPH ? CM_ONNX_ATTR_GRAPH : CM_ONNX_ATTR_GRAPHS, graph);
    }
    bool graphs = a->type == CM_ATTR_GRAPH || a->type == CM_ATTR_GRAPHS;
    if (graphs && !f->in_attr) {
        f->attr_mark = cm_onnx_write_attr(&s->w, CM_ONNX_NODE_ATTR, a->name, a->type);
        f->in_attr = true;
        f->sub = a->row;
        f->n_sub = a->row == CM_NONE ? 0 : a->n_rows;
        return CAMEO_OK;
    }
    if (graphs) {
        cm_writer_end(&s->w, f->attr_mark);
        f->in_attr = false;
    }
    f->attr = export_known_attr(s->ir, f->node, a->next);
    return graphs ? CAMEO_OK : export_attr(s, a);
}

static CM_COLD cameo_status export_model(export_state *s) {
    const cameo_model *m = s->ir->model;
    cm_onnx_head head = {.ir_version = m->ir_version,
                         .model_version = m->model_version,
                         .producer_name = m->producer_name,
                         .producer_version = m->producer_version,
                         .domain = m->domain,
                         .doc_string = m->doc_string};
    if (head.ir_version < EXPORT_IR_VERSION) head.ir_version = EXPORT_IR_VERSION;
    cm_onnx_write_head(&s->w, &head);
    export_write_opsets(s);
    export_props(s, CM_ONNX_MODEL_PROP, m->props);
    CM_TRY(export_begin_graph(s, CM_ONNX_MODEL_GRAPH, 0));
    while (s->depth > 0) CM_TRY(export_step(s));
    return CAMEO_OK;
}

/* ---- the whole ---- */

/* Counts, then writes into work memory. */
static CM_COLD cameo_status export_write(export_state *s) {
    s->max_depth = s->ir->limits.subgraph_depth + 2;
    s->stack = CM_ARENA_NEW_N(s->ir->work, export_frame, s->max_depth);
    CM_TRY(cm_arena_status(s->ir->work, "work", s->e));
    s->w = cm_writer_init(NULL, 0);
    CM_TRY(export_model(s));
    CM_CHECK(s->w.status == CAMEO_OK && s->w.pos <= INT32_MAX, s->e, CAMEO_E_LIMIT,
             "the file would have %zu bytes, a message has at most 2^31 - 1", s->w.pos);
    size_t size = s->w.pos, near_size = size - s->w.far_size;
    uint8_t *buf = cm_arena_alloc(s->ir->work, near_size, 1);
    CM_TRY(cm_arena_status(s->ir->work, "work", s->e));
    s->w = cm_writer_init(buf, near_size);
    CM_TRY(export_model(s));
    CM_CHECK(s->w.status == CAMEO_OK && s->w.pos == size, s->e, CAMEO_E_INTERNAL,
             "the second pass wrote %zu bytes, the first counted %zu", s->w.pos, size);
    return CAMEO_OK;
}

/* Bytes of the node's constant operands, or of its results. */
static uint64_t export_operand_bytes(const cm_ir *ir, cm_id node, bool outputs) {
    const cm_node *n = &ir->t.node.row[node];
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < (outputs ? n->out.n : n->in.n); i++) {
        cm_id v = outputs ? cm_ir_out(ir, node, i) : cm_ir_in(ir, node, i);
        size_t n_elem = 0, size = 0;
        if (v == CM_NONE || !cm_avalue_count(&ir->av[v], &n_elem)) continue;
        if (cm_dtype_bytes((cameo_dtype)ir->av[v].dtype, n_elem, &size) == CAMEO_OK) bytes += size;
    }
    return bytes;
}

/* Quantized weights stay what they are: others know them by their DequantizeLinear. And no file grows by what
 * a few bytes say. */
static cameo_status export_fold(void *ctx, cm_ir *ir, cm_id node) {
    uint64_t bytes = export_operand_bytes(ir, node, true);
    bool grows =
        bytes > EXPORT_FOLD && bytes / EXPORT_GROWTH > export_operand_bytes(ir, node, false);
    if (ir->info[node].op->id == CM_OP_DequantizeLinear || grows) return CAMEO_E_UNSUPPORTED;
    return cm_prepare_fold(ctx, ir, node);
}

static CM_COLD cameo_status export_prepare(export_state *s, const cameo_model *model, cm_arena *work,
                                   const cameo_options *options) {
    cameo_prepared *p;
    uint8_t *written;
    CM_TRY(cm_prepare_infer(model, work, options, NULL, NULL, &p, s->e));
    s->ir = &p->ir;
    for (size_t i = 0; i < p->options.n_dims; i++) {
        const cameo_dim_binding *d = &p->options.dims[i];
        CM_CHECK(d->min == d->max, s->e, CAMEO_E_ARG,
                 "a file has no place for the range of dim %s: want one number", d->name);
    }
    s->ir->rewrites_off = cm_rewrites_or(s->ir->rewrites_off, cm_rewrites_for_cpu());
    s->ir->keep_opset = true;
    s->ir->fold = export_fold;
    CM_TRY(cm_optimize_own(s->ir, CAMEO_REWRITE_FIRST));
    CM_TRY(cm_optimize(s->ir));
    CM_TRY(cm_optimize_own(s->ir, CAMEO_REWRITE_BEHIND));
    CM_TRY(cm_ir_standardize(s->ir));
    CM_TRY(cm_ir_name_values(s->ir, &written));
    s->written = written;
    return export_opsets(s);
}

cameo_status cameo_model_export(const cameo_model *model, cameo_memory work,
                                const cameo_options *options, cameo_write_fn *write, void *ctx,
                                cameo_error *error) {
    cm_arena arena;
    cm_writer_piece at = {0};
    export_state s = {.e = error};
    cm_arena_init(&arena, work.base, work.size);
    cameo_status status = export_prepare(&s, model, &arena, options);
    if (status == CAMEO_OK) status = export_write(&s);
    CM_TRY(cm_arena_status(&arena, "work", error));
    CM_TRY(status);
    while (cm_writer_next(&s.w, &at)) {
        status = write(ctx, at.p, at.n);
        CM_CHECK(status == CAMEO_OK, error, status, "writing the file failed");
    }
    return CAMEO_OK;
}
