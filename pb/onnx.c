/* onnx.c — ModelProto to graph tables. See onnx.h.
 *
 * One loop over an explicit stack of open messages. Graphs, nodes and attributes are filled where they
 * stay, in their tables; measuring has no tables, and lets all of them write to one row that nobody
 * reads. What the walk itself must know of an open message is in its frame, so that measuring and
 * decoding are the same code and meet the same errors; the small rows of the other messages are there
 * as a whole, until the message ends. The frames lie on the C stack and are therefore kept small.
 * Messages that hold no messages of their own depth (tensors, properties, dims) need no frame. Field
 * numbers: onnx.proto3; unknown fields are skipped. */
#include "pb/onnx_impl.h"

typedef enum onnx_kind {
    ONNX_MODEL,
    ONNX_GRAPH,
    ONNX_FUNCTION, /* its body is the frame's graph row */
    ONNX_NODE,
    ONNX_ATTR,
    ONNX_SPARSE,
    ONNX_INFO,
    ONNX_TYPE,
    ONNX_TYPE_ITEM /* TypeProto.Sequence, .Optional, .Map: they lead to the element's type */
} onnx_kind;

/* What an open node knows: where its lists go on. */
typedef struct onnx_node {
    cm_range in, out;
} onnx_node;

/* What an open attribute knows: all that its end checks. */
typedef struct onnx_attr {
    cm_str name;
    int32_t type;
    cm_range list;
    cm_chain rows;  /* tensors, graphs, ... */
    bool reference; /* it has a ref_attr_name */
} onnx_attr;

typedef struct cm_onnx_frame {
    uint8_t kind;  /* onnx_kind */
    uint8_t many;  /* ATTR: kind of the value in `list` or `rows`; 0: none yet */
    uint16_t seen; /* ATTR: bit k: a value of kind k (CM_ATTR_*) has been given */
    cm_id id;      /* row of the message */
    size_t end;    /* of the message around this one */
    union {
        uint32_t depth; /* GRAPH: how many graphs lie around it */
        onnx_node node;
        onnx_attr attr;
        cm_sparse_proto sparse;
        cm_value_info info;
        cm_type_proto type;
    } row;
} cm_onnx_frame;

/* The row that graphs, nodes and attributes write to while measuring. */
typedef union cm_onnx_unread {
    cm_graph graph;
    cm_node node;
    cm_attr attr;
} cm_onnx_unread;

#define ONNX_LEN(number) CM_WIRE_TAG(number, CM_WIRE_LEN)
#define ONNX_VARINT(number) CM_WIRE_TAG(number, CM_WIRE_VARINT)
#define ONNX_FIXED32(number) CM_WIRE_TAG(number, CM_WIRE_FIXED32)
static const cm_chain onnx_empty = {CM_NONE, CM_NONE, 0};

/* ---- rows ------------------------------------------------------------------------------------ */

cameo_status cm_onnx_add(cm_onnx *d, cm_id *n, cm_id cap, cm_id *id) {
    CM_CHECK(*n < cap, d->e, cap == CM_NONE ? CAMEO_E_LIMIT : CAMEO_E_MALFORMED,
             cap == CM_NONE ? "too many rows for 32-bit ids"
                            : "the bytes have changed since measuring");
    *id = (*n)++;
    return CAMEO_OK;
}

cameo_status cm_onnx_extend(cm_onnx *d, cm_range *list, cm_id *n, cm_id cap, cm_id *id) {
    if (list->n == 0) list->first = *n;
    CM_CHECK(list->first + list->n == *n, d->e, CAMEO_E_UNSUPPORTED,
             "a list is given in pieces with other lists between them");
    CM_TRY(cm_onnx_add(d, n, cap, id));
    list->n++;
    return CAMEO_OK;
}

/* Appends id to chain: the row that id comes after, or CM_NONE. */
static cm_id onnx_append(cm_chain *chain, cm_id id) {
    cm_id last = chain->last;
    if (chain->n == 0) chain->first = id;
    chain->last = id;
    chain->n++;
    return last;
}
#define ONNX_APPEND(d, table, chain, id)                           \
    do {                                                           \
        cm_id onnx_last = onnx_append((chain), (id));              \
        if (onnx_last != CM_NONE && (d)->m->t.table.row != NULL) { \
            (d)->m->t.table.row[onnx_last].next = (id);            \
        }                                                          \
    } while (0)

cameo_status cm_onnx_ints(cm_onnx *d, const cm_wire_field *w, cm_range *list) {
    cm_reader items = cm_reader_packed(&d->r, w);
    uint64_t v;
    while (cm_packed_varint_next(&items, &v)) {
        cm_id id = CM_NONE;
        CM_TRY(CM_ONNX_EXTEND(d, list, ints, &id));
        CM_TRY(CM_ASK_ITEM(d->options->ask, id, d->e));
        CM_ONNX_STORE(d, ints, id, cm_wire_i64(v));
    }
    return cm_reader_status(&items, d->e);
}

static cameo_status onnx_floats(cm_onnx *d, const cm_wire_field *w, cm_range *list) {
    cm_reader items = cm_reader_packed(&d->r, w);
    uint32_t v;
    while (cm_packed_fixed32_next(&items, &v)) {
        cm_id id = CM_NONE;
        CM_TRY(CM_ONNX_EXTEND(d, list, floats, &id));
        CM_TRY(CM_ASK_ITEM(d->options->ask, id, d->e));
        CM_ONNX_STORE(d, floats, id, cm_f32_from_bits(v));
    }
    return cm_reader_status(&items, d->e);
}

static cameo_status onnx_str(cm_onnx *d, const cm_wire_field *w, cm_range *list) {
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_EXTEND(d, list, strs, &id));
    CM_ONNX_STORE(d, strs, id, cm_reader_str(&d->r, w));
    return CAMEO_OK;
}

/* A domain; "ai.onnx" is the default one, "". */
static cm_str onnx_domain(const cm_onnx *d, const cm_wire_field *w) {
    cm_str s = cm_reader_str(&d->r, w);
    return cm_str_eq(s, CM_STR("ai.onnx")) ? (cm_str){NULL, 0} : s;
}

/* Where the row of an open message is filled. */
static cm_graph *onnx_graph_row(const cm_onnx *d, const cm_onnx_frame *f) {
    return d->m->t.graph.row != NULL ? &d->m->t.graph.row[f->id] : &d->unread->graph;
}

static cm_node *onnx_node_row(const cm_onnx *d, const cm_onnx_frame *f) {
    return d->m->t.node.row != NULL ? &d->m->t.node.row[f->id] : &d->unread->node;
}

static cm_attr *onnx_attr_row(const cm_onnx *d, const cm_onnx_frame *f) {
    return d->m->t.attr.row != NULL ? &d->m->t.attr.row[f->id] : &d->unread->attr;
}

/* ---- messages without frames ----------------------------------------------------------------- */

cameo_status cm_onnx_entry(cm_onnx *d, cm_reader *r, const cm_wire_field *w, cm_str *key,
                           cm_str *value) {
    cm_reader sub = cm_reader_sub(r, w);
    cm_wire_field f;
    *key = *value = (cm_str){NULL, 0};
    while (cm_reader_next(&sub, &f)) {
        switch (cm_wire_tag(&f)) {
        case ONNX_LEN(1): *key = cm_reader_str(&sub, &f); break;
        case ONNX_LEN(2): *value = cm_reader_str(&sub, &f); break;
        default: break;
        }
    }
    return cm_reader_status(&sub, d->e);
}

static cameo_status onnx_prop(cm_onnx *d, cm_reader *r, const cm_wire_field *w, cm_chain *chain) {
    cm_prop prop = {.next = CM_NONE};
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, prop, &id));
    CM_TRY(cm_onnx_entry(d, r, w, &prop.key, &prop.value));
    CM_ONNX_STORE(d, prop, id, prop);
    ONNX_APPEND(d, prop, chain, id);
    return CAMEO_OK;
}

static cameo_status onnx_annotation(cm_onnx *d, const cm_wire_field *w, cm_chain *chain) {
    cm_annotation row = {.props = onnx_empty, .next = CM_NONE};
    cm_reader sub = cm_reader_sub(&d->r, w);
    cm_wire_field f;
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, annotation, &id));
    while (cm_reader_next(&sub, &f)) {
        switch (cm_wire_tag(&f)) {
        case ONNX_LEN(1): row.tensor_name = cm_reader_str(&sub, &f); break;
        case ONNX_LEN(2): CM_TRY(onnx_prop(d, &sub, &f, &row.props)); break;
        default: break;
        }
    }
    CM_TRY(cm_reader_status(&sub, d->e));
    CM_ONNX_STORE(d, annotation, id, row);
    ONNX_APPEND(d, annotation, chain, id);
    return CAMEO_OK;
}

static cameo_status onnx_opset(cm_onnx *d, const cm_wire_field *w, cm_chain *chain) {
    cm_opset row = {.next = CM_NONE};
    cm_reader sub = cm_reader_sub(&d->r, w);
    cm_wire_field f;
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, opset, &id));
    while (cm_reader_next(&sub, &f)) {
        switch (cm_wire_tag(&f)) {
        case ONNX_LEN(1): row.domain = cm_reader_str(&sub, &f); break;
        case ONNX_VARINT(2): row.version = cm_wire_i64(f.value); break;
        default: break;
        }
    }
    CM_TRY(cm_reader_status(&sub, d->e));
    if (cm_str_eq(row.domain, CM_STR("ai.onnx"))) row.domain = (cm_str){NULL, 0};
    CM_CHECK(row.version >= 0 && row.version <= INT32_MAX, d->e, CAMEO_E_MALFORMED,
             "opset_import of domain \"%.*s\" has version %lld, want 1 to 2147483647",
             CM_STR_ARG(row.domain), CM_LL(row.version));
    CM_ONNX_STORE(d, opset, id, row);
    ONNX_APPEND(d, opset, chain, id);
    return CAMEO_OK;
}

/* ---- frames ---------------------------------------------------------------------------------- */

/* Opens the message in field w: its frame, zeroed but for these, in *frame. */
static cameo_status onnx_push(cm_onnx *d, const cm_wire_field *w, onnx_kind kind, cm_id id,
                              cm_onnx_frame **frame) {
    CM_CHECK(d->r.depth > 0, d->e, CAMEO_E_LIMIT,
             "messages are nested too deeply: the limit is %u",
             (unsigned)(d->options->limits->depth < CAMEO_MAX_DEPTH ? d->options->limits->depth
                                                                    : CAMEO_MAX_DEPTH));
    CM_ASSERT(d->n_stack <= CAMEO_MAX_DEPTH); /* depth began at most there, and each frame took one of it */
    cm_onnx_frame *f = &d->stack[d->n_stack++];
    memset(f, 0, sizeof *f);
    f->kind = (uint8_t)kind;
    f->id = id;
    f->end = d->r.end;
    d->r.depth--;
    d->r.pos = w->begin;
    d->r.end = w->end;
    *frame = f;
    return CAMEO_OK;
}

static void onnx_pop(cm_onnx *d) {
    cm_onnx_frame *f = &d->stack[--d->n_stack];
    d->r.end = f->end;
    d->r.depth++;
}

static void onnx_init_graph(cm_graph *g, size_t file_off) {
    memset(g, 0, sizeof *g);
    g->parent = g->parent_node = g->function = g->next = CM_NONE;
    g->nodes = g->inits = g->sparse_inits = onnx_empty;
    g->input_infos = g->output_infos = g->value_infos = onnx_empty;
    g->annotations = g->props = onnx_empty;
    g->file_off = file_off;
}

static cameo_status onnx_push_main_graph(cm_onnx *d, const cm_wire_field *w) {
    cm_onnx_frame *f = NULL;
    CM_TRY(onnx_push(d, w, ONNX_GRAPH, 0, &f));
    /* A singular graph that is given several times goes on being filled. */
    if (!d->has_graph) onnx_init_graph(onnx_graph_row(d, f), w->begin);
    d->has_graph = true;
    return CAMEO_OK;
}

/* A graph in an attribute: the frames above are ATTR, then NODE and GRAPH, or FUNCTION (a
 * default). */
static cameo_status onnx_push_subgraph(cm_onnx *d, const cm_wire_field *w, cm_id id, bool again) {
    const cm_onnx_frame *owner = &d->stack[d->n_stack - 2];
    const cm_onnx_frame *around = owner->kind == ONNX_NODE ? owner - 1 : owner;
    cm_onnx_frame *f = NULL;
    uint32_t depth = around->row.depth + 1;
    CM_CHECK(depth <= d->options->limits->subgraph_depth, d->e, CAMEO_E_LIMIT,
             "subgraphs are nested %u deep: the limit is %u", (unsigned)depth,
             (unsigned)d->options->limits->subgraph_depth);
    CM_TRY(onnx_push(d, w, ONNX_GRAPH, id, &f));
    f->row.depth = depth;
    if (!again) {
        cm_graph *g = onnx_graph_row(d, f);
        onnx_init_graph(g, w->begin);
        g->parent = around->id;
        g->parent_node = owner->kind == ONNX_NODE ? owner->id : CM_NONE;
        g->depth = depth;
    }
    if (depth > d->m->max_subgraph_depth) d->m->max_subgraph_depth = depth;
    return CAMEO_OK;
}

static cameo_status onnx_push_node(cm_onnx *d, cm_onnx_frame *around, const cm_wire_field *w) {
    cm_onnx_frame *f = NULL;
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, node, &id));
    CM_CHECK(d->m->t.node.n <= d->options->limits->nodes, d->e, CAMEO_E_LIMIT,
             "more nodes than the limit of %llu", CM_LLU(d->options->limits->nodes));
    ONNX_APPEND(d, node, &onnx_graph_row(d, around)->nodes, id);
    CM_TRY(onnx_push(d, w, ONNX_NODE, id, &f));
    *onnx_node_row(d, f) = (cm_node){.attrs = onnx_empty,
                                     .props = onnx_empty,
                                     .graph = around->id,
                                     .next = CM_NONE,
                                     .file_off = w->begin};
    return CAMEO_OK;
}

static cameo_status onnx_push_attr(cm_onnx *d, cm_chain *chain, const cm_wire_field *w) {
    cm_onnx_frame *f = NULL;
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, attr, &id));
    ONNX_APPEND(d, attr, chain, id);
    CM_TRY(onnx_push(d, w, ONNX_ATTR, id, &f));
    f->row.attr.rows = onnx_empty;
    *onnx_attr_row(d, f) = (cm_attr){.row = CM_NONE, .next = CM_NONE, .file_off = w->begin};
    return CAMEO_OK;
}

static cameo_status onnx_push_sparse(cm_onnx *d, cm_chain *chain, const cm_wire_field *w) {
    cm_onnx_frame *f = NULL;
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, sparse, &id));
    ONNX_APPEND(d, sparse, chain, id);
    CM_TRY(onnx_push(d, w, ONNX_SPARSE, id, &f));
    f->row.sparse.values = f->row.sparse.indices = f->row.sparse.next = CM_NONE;
    return CAMEO_OK;
}

static cameo_status onnx_push_info(cm_onnx *d, cm_chain *chain, const cm_wire_field *w) {
    cm_onnx_frame *f = NULL;
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, info, &id));
    ONNX_APPEND(d, info, chain, id);
    CM_TRY(onnx_push(d, w, ONNX_INFO, id, &f));
    f->row.info.type = f->row.info.next = CM_NONE;
    return CAMEO_OK;
}

static cameo_status onnx_push_type(cm_onnx *d, const cm_wire_field *w, cm_id id) {
    cm_onnx_frame *f = NULL;
    CM_TRY(onnx_push(d, w, ONNX_TYPE, id, &f));
    f->row.type.elem = f->row.type.next = CM_NONE;
    return CAMEO_OK;
}

/* A singular TypeProto: its row in *type, which is CM_NONE before. */
static cameo_status onnx_push_only_type(cm_onnx *d, const cm_wire_field *w, cm_id *type) {
    cm_id id = CM_NONE;
    CM_CHECK(*type == CM_NONE, d->e, CAMEO_E_UNSUPPORTED, "a type is given in pieces");
    CM_TRY(CM_ONNX_ADD(d, type, &id));
    *type = id;
    return onnx_push_type(d, w, id);
}

static cameo_status onnx_push_function(cm_onnx *d, const cm_wire_field *w) {
    cm_onnx_frame *f = NULL;
    cm_id graph = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, graph, &graph));
    CM_TRY(CM_ONNX_ADD(d, function, &d->function_id));
    ONNX_APPEND(d, function, &d->m->functions, d->function_id);
    CM_TRY(onnx_push(d, w, ONNX_FUNCTION, graph, &f));
    onnx_init_graph(onnx_graph_row(d, f), w->begin);
    onnx_graph_row(d, f)->function = d->function_id;
    memset(&d->function, 0, sizeof d->function);
    d->function.graph = graph;
    d->function.attr_defaults = d->function.opsets = onnx_empty;
    d->function.next = CM_NONE;
    return CAMEO_OK;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static cameo_status onnx_model_field(cm_onnx *d, const cm_wire_field *w) {
    cameo_model *m = d->m;
    switch (cm_wire_tag(w)) {
    case ONNX_VARINT(1): m->ir_version = cm_wire_i64(w->value); break;
    case ONNX_LEN(2): m->producer_name = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(3): m->producer_version = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(4): m->domain = cm_reader_str(&d->r, w); break;
    case ONNX_VARINT(5): m->model_version = cm_wire_i64(w->value); break;
    case ONNX_LEN(6): m->doc_string = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(7): return onnx_push_main_graph(d, w);
    case ONNX_LEN(8): return onnx_opset(d, w, &m->opsets);
    case ONNX_LEN(14): return onnx_prop(d, &d->r, w, &m->props);
    case ONNX_LEN(25): return onnx_push_function(d, w);
    default: break; /* training_info, configuration: not needed to compute outputs */
    }
    return CAMEO_OK;
}

static cameo_status onnx_init(cm_onnx *d, const cm_wire_field *w, cm_chain *chain) {
    cm_tensor_proto row;
    cm_id id = CM_NONE;
    CM_TRY(cm_onnx_tensor(d, w, &id, &row));
    CM_ONNX_STORE(d, tensor, id, row);
    ONNX_APPEND(d, tensor, chain, id);
    d->n_values++;
    return CAMEO_OK;
}

static cameo_status onnx_graph_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    cm_graph *g = onnx_graph_row(d, f);
    switch (cm_wire_tag(w)) {
    case ONNX_LEN(1): return onnx_push_node(d, f, w);
    case ONNX_LEN(2): g->name = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(5): return onnx_init(d, w, &g->inits);
    case ONNX_LEN(10): g->doc_string = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(11):
        d->n_values++;
        d->n_ids++;
        return onnx_push_info(d, &g->input_infos, w);
    case ONNX_LEN(12): d->n_ids++; return onnx_push_info(d, &g->output_infos, w);
    case ONNX_LEN(13): return onnx_push_info(d, &g->value_infos, w);
    case ONNX_LEN(14): return onnx_annotation(d, w, &g->annotations);
    case ONNX_LEN(15): d->n_values++; return onnx_push_sparse(d, &g->sparse_inits, w);
    case ONNX_LEN(16): return onnx_prop(d, &d->r, w, &g->props);
    default: break;
    }
    return CAMEO_OK;
}

static cameo_status onnx_function_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    cm_function *fn = &d->function;
    cm_graph *g = onnx_graph_row(d, f);
    switch (cm_wire_tag(w)) {
    case ONNX_LEN(1): fn->name = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(4):
        d->n_values++;
        d->n_ids++;
        return onnx_str(d, w, &fn->inputs);
    case ONNX_LEN(5): d->n_ids++; return onnx_str(d, w, &fn->outputs);
    case ONNX_LEN(6): return onnx_str(d, w, &fn->attr_names);
    case ONNX_LEN(7): return onnx_push_node(d, f, w);
    case ONNX_LEN(8): g->doc_string = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(9): return onnx_opset(d, w, &fn->opsets);
    case ONNX_LEN(10): fn->domain = onnx_domain(d, w); break;
    case ONNX_LEN(11): return onnx_push_attr(d, &fn->attr_defaults, w);
    case ONNX_LEN(13): fn->overload = cm_reader_str(&d->r, w); break;
    case ONNX_LEN(14): return onnx_prop(d, &d->r, w, &g->props);
    default: break; /* value_info: types come from the caller's values */
    }
    return CAMEO_OK;
}

static cameo_status onnx_node_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    cm_node *n = onnx_node_row(d, f);
    cm_str s = cm_reader_str(&d->r, w);
    cm_id id = CM_NONE;
    switch (cm_wire_tag(w)) {
    case ONNX_LEN(1):
        CM_TRY(cm_onnx_extend(d, &f->row.node.in, &d->names->in.n, d->names->in.cap, &id));
        if (d->names->in.row != NULL) d->names->in.row[id] = s;
        break;
    case ONNX_LEN(2):
        CM_TRY(cm_onnx_extend(d, &f->row.node.out, &d->names->out.n, d->names->out.cap, &id));
        if (d->names->out.row != NULL) d->names->out.row[id] = s;
        if (s.n != 0) d->n_values++;
        break;
    case ONNX_LEN(3): n->name = s; break;
    case ONNX_LEN(4): n->op_type = s; break;
    case ONNX_LEN(5): return onnx_push_attr(d, &n->attrs, w);
    case ONNX_LEN(7): n->domain = onnx_domain(d, w); break;
    case ONNX_LEN(8): n->overload = s; break;
    case ONNX_LEN(9): return onnx_prop(d, &d->r, w, &n->props);
    default: break; /* doc_string, device_configurations */
    }
    return CAMEO_OK;
}

static void onnx_attr_saw(cm_onnx_frame *f, int32_t kind) { f->seen = (uint16_t)(f->seen | UINT32_C(1) << kind); }

/* A value of kind `kind` has been seen; it goes to `list` or `rows`, of which an attribute has
 * one. */
static cameo_status onnx_attr_many(cm_onnx *d, cm_onnx_frame *f, int32_t kind) {
    CM_CHECK(f->many == 0 || f->many == kind, d->e, CAMEO_E_MALFORMED,
             "attribute \"%.*s\" has values of types %d and %d", CM_STR_ARG(f->row.attr.name),
             (int)f->many, (int)kind);
    f->many = (uint8_t)kind;
    onnx_attr_saw(f, kind);
    return CAMEO_OK;
}

static cameo_status onnx_attr_tensor(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w,
                                     int32_t kind) {
    cm_tensor_proto row;
    cm_id id = CM_NONE;
    CM_TRY(onnx_attr_many(d, f, kind));
    CM_CHECK(kind == CM_ATTR_TENSORS || f->row.attr.rows.n == 0, d->e, CAMEO_E_UNSUPPORTED,
             "a tensor is given in pieces");
    CM_TRY(cm_onnx_tensor(d, w, &id, &row));
    CM_ONNX_STORE(d, tensor, id, row);
    ONNX_APPEND(d, tensor, &f->row.attr.rows, id);
    return CAMEO_OK;
}

static cameo_status onnx_attr_graph(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w,
                                    int32_t kind) {
    cm_id id = f->row.attr.rows.first;
    CM_TRY(onnx_attr_many(d, f, kind));
    bool again = kind == CM_ATTR_GRAPH && f->row.attr.rows.n != 0;
    if (!again) {
        CM_TRY(CM_ONNX_ADD(d, graph, &id));
        ONNX_APPEND(d, graph, &f->row.attr.rows, id);
    }
    return onnx_push_subgraph(d, w, id, again);
}

static cameo_status onnx_attr_sparse(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w,
                                     int32_t kind) {
    CM_TRY(onnx_attr_many(d, f, kind));
    CM_CHECK(kind == CM_ATTR_SPARSE_TENSORS || f->row.attr.rows.n == 0, d->e, CAMEO_E_UNSUPPORTED,
             "a sparse tensor is given in pieces");
    return onnx_push_sparse(d, &f->row.attr.rows, w);
}

static cameo_status onnx_attr_type(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w,
                                   int32_t kind) {
    cm_id id = CM_NONE;
    CM_TRY(onnx_attr_many(d, f, kind));
    CM_CHECK(kind == CM_ATTR_TYPE_PROTOS || f->row.attr.rows.n == 0, d->e, CAMEO_E_UNSUPPORTED,
             "a type is given in pieces");
    CM_TRY(CM_ONNX_ADD(d, type, &id));
    ONNX_APPEND(d, type, &f->row.attr.rows, id);
    return onnx_push_type(d, w, id);
}

/* Fields of lists of scalars, which may be packed; false: it is another field. */
static bool onnx_attr_list(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w,
                           cameo_status *status) {
    bool floats = w->number == 7 && cm_wire_is_repeated(w, CM_WIRE_FIXED32);
    bool ints = w->number == 8 && cm_wire_is_repeated(w, CM_WIRE_VARINT);
    if (!floats && !ints) return false;
    *status = CAMEO_OK;
    if (w->begin != w->end) *status = onnx_attr_many(d, f, floats ? CM_ATTR_FLOATS : CM_ATTR_INTS);
    if (*status == CAMEO_OK) {
        *status =
            floats ? onnx_floats(d, w, &f->row.attr.list) : cm_onnx_ints(d, w, &f->row.attr.list);
    }
    return true;
}

static cameo_status onnx_attr_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    cm_attr *a = onnx_attr_row(d, f);
    cameo_status status;
    if (onnx_attr_list(d, f, w, &status)) return status;
    switch (cm_wire_tag(w)) {
    case ONNX_LEN(1): f->row.attr.name = cm_reader_str(&d->r, w); break;
    case ONNX_FIXED32(2):
        a->f = cm_f32_from_bits((uint32_t)w->value);
        onnx_attr_saw(f, CM_ATTR_FLOAT);
        break;
    case ONNX_VARINT(3):
        a->i = cm_wire_i64(w->value);
        onnx_attr_saw(f, CM_ATTR_INT);
        break;
    case ONNX_LEN(4):
        a->s = cm_reader_str(&d->r, w);
        onnx_attr_saw(f, CM_ATTR_STRING);
        break;
    case ONNX_LEN(5): return onnx_attr_tensor(d, f, w, CM_ATTR_TENSOR);
    case ONNX_LEN(6): return onnx_attr_graph(d, f, w, CM_ATTR_GRAPH);
    case ONNX_LEN(9):
        CM_TRY(onnx_attr_many(d, f, CM_ATTR_STRINGS));
        return onnx_str(d, w, &f->row.attr.list);
    case ONNX_LEN(10): return onnx_attr_tensor(d, f, w, CM_ATTR_TENSORS);
    case ONNX_LEN(11): return onnx_attr_graph(d, f, w, CM_ATTR_GRAPHS);
    case ONNX_LEN(14): return onnx_attr_type(d, f, w, CM_ATTR_TYPE_PROTO);
    case ONNX_LEN(15): return onnx_attr_type(d, f, w, CM_ATTR_TYPE_PROTOS);
    case ONNX_VARINT(20): f->row.attr.type = cm_wire_i32(w->value); break;
    case ONNX_LEN(21):
        a->ref_attr_name = cm_reader_str(&d->r, w);
        f->row.attr.reference = w->begin != w->end;
        break;
    case ONNX_LEN(22): return onnx_attr_sparse(d, f, w, CM_ATTR_SPARSE_TENSOR);
    case ONNX_LEN(23): return onnx_attr_sparse(d, f, w, CM_ATTR_SPARSE_TENSORS);
    default: break;
    }
    return CAMEO_OK;
}

static cameo_status onnx_sparse_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    cm_sparse_proto *s = &f->row.sparse;
    if (w->number == 3 && cm_wire_is_repeated(w, CM_WIRE_VARINT))
        return cm_onnx_ints(d, w, &s->dims);
    if (cm_wire_tag(w) != ONNX_LEN(1) && cm_wire_tag(w) != ONNX_LEN(2)) return CAMEO_OK;
    cm_id *id = w->number == 1 ? &s->values : &s->indices;
    cm_tensor_proto row;
    CM_CHECK(*id == CM_NONE, d->e, CAMEO_E_UNSUPPORTED, "a tensor is given in pieces");
    CM_TRY(cm_onnx_tensor(d, w, id, &row));
    CM_ONNX_STORE(d, tensor, *id, row);
    return CAMEO_OK;
}

static cameo_status onnx_info_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    if (cm_wire_tag(w) == ONNX_LEN(1)) f->row.info.name = cm_reader_str(&d->r, w);
    if (cm_wire_tag(w) == ONNX_LEN(2)) return onnx_push_only_type(d, w, &f->row.info.type);
    return CAMEO_OK;
}

/* The oneof of a TypeProto: another member than before drops what was read. */
static void onnx_choose_type(cm_type_proto *t, cameo_kind kind, bool sparse) {
    if (t->kind == (uint8_t)kind && t->sparse == sparse) return;
    *t = (cm_type_proto){.kind = (uint8_t)kind, .sparse = sparse, .elem = CM_NONE, .next = CM_NONE};
}

static cameo_status onnx_type_field(cm_onnx *d, cm_onnx_frame *f, const cm_wire_field *w) {
    cm_type_proto *t = &f->row.type;
    cm_onnx_frame *item = NULL;
    switch (cm_wire_tag(w)) {
    case ONNX_LEN(1):
        onnx_choose_type(t, CAMEO_KIND_TENSOR, false);
        return cm_onnx_tensor_type(d, w, t);
    case ONNX_LEN(8):
        onnx_choose_type(t, CAMEO_KIND_TENSOR, true);
        return cm_onnx_tensor_type(d, w, t);
    case ONNX_LEN(4): onnx_choose_type(t, CAMEO_KIND_SEQUENCE, false); break;
    case ONNX_LEN(5): onnx_choose_type(t, CAMEO_KIND_MAP, false); break;
    case ONNX_LEN(9): onnx_choose_type(t, CAMEO_KIND_OPTIONAL, false); break;
    case ONNX_LEN(7): onnx_choose_type(t, CAMEO_KIND_NONE, false); return CAMEO_OK; /* opaque */
    default: return CAMEO_OK;
    }
    return onnx_push(d, w, ONNX_TYPE_ITEM, f->id, &item);
}

/* Fields of TypeProto.Sequence, .Optional and .Map write into the row of the frame below. */
static cameo_status onnx_type_item_field(cm_onnx *d, const cm_wire_field *w) {
    cm_type_proto *t = &d->stack[d->n_stack - 2].row.type;
    bool map = t->kind == CAMEO_KIND_MAP;
    if (map && cm_wire_tag(w) == ONNX_VARINT(1)) return cm_onnx_elem_type(d, w, &t->dtype);
    if (cm_wire_tag(w) != (map ? ONNX_LEN(2) : ONNX_LEN(1))) return CAMEO_OK;
    return onnx_push_only_type(d, w, &t->elem);
}

static cameo_status onnx_field(cm_onnx *d, const cm_wire_field *w) {
    cm_onnx_frame *f = &d->stack[d->n_stack - 1];
    switch (f->kind) {
    case ONNX_MODEL: return onnx_model_field(d, w);
    case ONNX_GRAPH: return onnx_graph_field(d, f, w);
    case ONNX_FUNCTION: return onnx_function_field(d, f, w);
    case ONNX_NODE: return onnx_node_field(d, f, w);
    case ONNX_ATTR: return onnx_attr_field(d, f, w);
    case ONNX_SPARSE: return onnx_sparse_field(d, f, w);
    case ONNX_INFO: return onnx_info_field(d, f, w);
    case ONNX_TYPE: return onnx_type_field(d, f, w);
    default: return onnx_type_item_field(d, w);
    }
}

/* ---- ends of messages ------------------------------------------------------------------------ */

/* The type of an attribute that does not say it (before IR version 2): that of its only value. */
static int32_t onnx_attr_guess(uint32_t seen) {
    for (int32_t kind = CM_ATTR_FLOAT; kind <= CM_ATTR_TYPE_PROTOS; kind++) {
        if (seen == UINT32_C(1) << kind) return kind;
    }
    return CM_ATTR_UNDEFINED;
}

static cameo_status onnx_end_attr(cm_onnx *d, cm_onnx_frame *f) {
    onnx_attr *a = &f->row.attr;
    cm_attr *row = onnx_attr_row(d, f);
    if (a->type == CM_ATTR_UNDEFINED && !d->options->strict) a->type = onnx_attr_guess(f->seen);
    CM_CHECK(a->name.n != 0, d->e, CAMEO_E_MALFORMED, "an attribute has no name");
    CM_CHECK(a->type > CM_ATTR_UNDEFINED && a->type <= CM_ATTR_TYPE_PROTOS, d->e, CAMEO_E_MALFORMED,
             "attribute \"%.*s\" has type %d, want 1..14", CM_STR_ARG(a->name), (int)a->type);
    uint32_t want = UINT32_C(1) << a->type;
    bool fits = f->seen == 0 || (d->options->strict ? f->seen == want : (f->seen & want) != 0);
    CM_CHECK(fits && (f->many == 0 || f->many == a->type), d->e, CAMEO_E_MALFORMED,
             "attribute \"%.*s\" says type %d, but has another value", CM_STR_ARG(a->name),
             (int)a->type);
    bool needed = a->type == CM_ATTR_TENSOR || a->type == CM_ATTR_GRAPH ||
                  a->type == CM_ATTR_SPARSE_TENSOR || a->type == CM_ATTR_TYPE_PROTO;
    CM_CHECK(!needed || a->reference || f->row.attr.rows.n == 1, d->e, CAMEO_E_MALFORMED,
             "attribute \"%.*s\" of type %d has no value", CM_STR_ARG(a->name), (int)a->type);
    CM_CHECK(!a->reference || f->seen == 0 || !d->options->strict, d->e, CAMEO_E_MALFORMED,
             "attribute \"%.*s\" has a value and a ref_attr_name", CM_STR_ARG(a->name));
    row->name = a->name;
    row->type = a->type;
    row->list = a->list;
    row->row = a->rows.first;
    row->n_rows = a->rows.n;
    return CAMEO_OK;
}

static cameo_status onnx_end_sparse(cm_onnx *d, cm_onnx_frame *f) {
    CM_CHECK(f->row.sparse.values != CM_NONE && f->row.sparse.indices != CM_NONE, d->e,
             CAMEO_E_MALFORMED, "a sparse tensor without %s",
             f->row.sparse.values == CM_NONE ? "values" : "indices");
    CM_ONNX_STORE(d, sparse, f->id, f->row.sparse);
    return CAMEO_OK;
}

/* Before IR version 3 there is no opset_import: version 1 of the default domain is meant. */
static cameo_status onnx_end_model(cm_onnx *d) {
    CM_CHECK(d->has_graph, d->e, CAMEO_E_MALFORMED, "the model has no graph");
    if (d->m->ir_version >= 3) return CAMEO_OK;
    bool early = d->m->ir_version >= 1; /* else link refuses it */
    CM_CHECK(d->m->opsets.n == 0 || !early || !d->options->strict, d->e, CAMEO_E_MALFORMED,
             "opsets are imported, which IR version %d does not know", (int)d->m->ir_version);
    if (d->m->opsets.n != 0) return CAMEO_OK;
    cm_opset row = {.version = 1, .next = CM_NONE};
    cm_id id = CM_NONE;
    CM_TRY(CM_ONNX_ADD(d, opset, &id));
    CM_ONNX_STORE(d, opset, id, row);
    d->m->opsets = (cm_chain){id, id, 1};
    return CAMEO_OK;
}

/* The message of the newest frame has ended: its row is stored. */
static cameo_status onnx_end(cm_onnx *d) {
    cm_onnx_frame *f = &d->stack[d->n_stack - 1];
    switch (f->kind) {
    case ONNX_MODEL: return onnx_end_model(d);
    case ONNX_FUNCTION:
        onnx_graph_row(d, f)->name = d->function.name;
        CM_ONNX_STORE(d, function, d->function_id, d->function);
        break;
    case ONNX_NODE:
        onnx_node_row(d, f)->in = f->row.node.in;
        onnx_node_row(d, f)->out = f->row.node.out;
        break;
    case ONNX_ATTR: return onnx_end_attr(d, f);
    case ONNX_SPARSE: return onnx_end_sparse(d, f);
    case ONNX_INFO: CM_ONNX_STORE(d, info, f->id, f->row.info); break;
    case ONNX_TYPE: CM_ONNX_STORE(d, type, f->id, f->row.type); break;
    default: break;
    }
    return CAMEO_OK;
}

/* ---- the walk -------------------------------------------------------------------------------- */

static cameo_status onnx_walk(cm_onnx *d) {
    while (d->n_stack > 0) {
        cm_wire_field w;
        d->at = d->r.pos;
        if (cm_reader_next(&d->r, &w)) {
            d->at = w.begin;
            CM_TRY(cm_ask_on(d->options->ask, 1, d->e));
            CM_TRY(onnx_field(d, &w));
        } else {
            CM_TRY(cm_reader_status(&d->r, d->e));
            CM_TRY(onnx_end(d));
            onnx_pop(d);
        }
    }
    return CAMEO_OK;
}

/* Walks d->m->t.bytes. The frames of the open messages lie here, on the C stack. */
static cameo_status onnx_run(cm_onnx *d) {
    cm_onnx_frame stack[CAMEO_MAX_DEPTH + 1];
    const cm_tables *t = &d->m->t;
    const cameo_limits *limits = d->options->limits;
    uint32_t depth = limits->depth < CAMEO_MAX_DEPTH ? limits->depth : CAMEO_MAX_DEPTH;
    cm_id main_graph = CM_NONE;
    CM_CHECK(t->bytes_size <= limits->model_bytes, d->e, CAMEO_E_LIMIT,
             "the model has %zu bytes, the limit is %llu", t->bytes_size,
             CM_LLU(limits->model_bytes));
    d->r = cm_reader_init(t->bytes, t->bytes_size, depth);
    d->stack = stack;
    d->n_stack = 1;
    memset(&stack[0], 0, sizeof stack[0]);
    stack[0].kind = ONNX_MODEL;
    stack[0].end = t->bytes_size;
    d->m->opsets = d->m->functions = d->m->props = onnx_empty;
    cameo_status status = CM_ONNX_ADD(d, graph, &main_graph);
    if (status == CAMEO_OK) {
        status = onnx_walk(d);
        cm_error_at_offset(d->e, d->at);
    }
    d->stack = NULL;
    return status;
}

cameo_status cm_onnx_measure(const uint8_t *bytes, size_t size, const cm_onnx_options *options,
                             cm_onnx_counts *counts, cameo_error *e) {
    cameo_model m;
    cm_names names;
    cm_onnx_unread unread;
    memset(&m, 0, sizeof m);
    memset(&names, 0, sizeof names);
    memset(&unread, 0, sizeof unread);
    m.t.bytes = bytes;
    m.t.bytes_size = size;
#define ONNX_UNBOUND(table) m.t.table.cap = CM_NONE;
    CM_ONNX_TABLES(ONNX_UNBOUND)
#undef ONNX_UNBOUND
    names.in.cap = names.out.cap = CM_NONE;
    cm_onnx d = {.m = &m, .names = &names, .unread = &unread, .options = options, .e = e};
    CM_TRY(onnx_run(&d));
    d.n_ids += names.out.n;
    CM_CHECK(d.n_values < CM_NONE && d.n_ids < CM_NONE, e, CAMEO_E_LIMIT,
             "too many rows for 32-bit ids");
    m.t.value.n = (cm_id)d.n_values;
    m.t.ids.n = (cm_id)d.n_ids;
    m.t.use.n = names.in.n;
    m.t.blob.n = m.t.external.n;
#define ONNX_COUNT(table) counts->table = m.t.table.n;
    CM_ONNX_TABLES(ONNX_COUNT)
#undef ONNX_COUNT
    counts->in_names = names.in.n;
    counts->out_names = names.out.n;
    counts->pool = d.pool_used;
    return CAMEO_OK;
}

cameo_status cm_onnx_decode(cameo_model *model, cm_names *names, const cm_onnx_options *options,
                            cameo_error *e) {
    cm_onnx d = {.m = model, .names = names, .options = options, .e = e};
    return onnx_run(&d);
}
