/* builder.c — models made call by call, in the caller's memory. See cameo.h and builder_impl.h.
 *
 * There is no model but the bytes: every call appends its message, the end of a graph appends what
 * follows from all of it. Attributes go into the node that was added last, so its message stays open
 * until the next node, initializer or end. */
#include "base/ckd.h"
#include "base/dtype.h"
#include "pb/builder_impl.h"

/* External payloads begin at multiples of this in their file, as for memory pieces. */
#define BUILDER_DATA_ALIGN CAMEO_MEMORY_ALIGN
/* Chains of names get longer beyond some 100,000 values. */
#define BUILDER_MAX_BUCKETS ((size_t)1 << 16)
/* What readers built on protobuf take at most. */
#define BUILDER_MAX_BYTES INT32_MAX

#define BUILDER_CHECK(b, cond, ...) CM_CHECK(cond, &(b)->error, CAMEO_E_ARG, __VA_ARGS__)

/* The frame of every call: after a failure nothing happens any more. */
#define BUILDER_CALL(b, call) ((b)->status != CAMEO_OK ? (b)->status : builder_done((b), (call)))

static cameo_status builder_done(cameo_builder *b, cameo_status status) {
    if (status == CAMEO_OK) status = cm_builder_room(b);
    b->status = status;
    return status;
}

/* "ai.onnx" is the default domain, "". */
static cm_str builder_domain(const char *domain) {
    cm_str s = cm_str_from_c(domain);
    return cm_str_is(s, "ai.onnx") ? (cm_str){NULL, 0} : s;
}

/* ---- the model ------------------------------------------------------------------------------- */

static cameo_status builder_begin(cameo_builder *b, const cameo_builder_options *o) {
    cm_onnx_head head = {.ir_version = b->ir_version,
                         .model_version = o->model_version,
                         .producer_name = cm_str_from_c(o->producer_name),
                         .producer_version = cm_str_from_c(o->producer_version),
                         .domain = cm_str_from_c(o->domain),
                         .doc_string = cm_str_from_c(o->doc_string)};
    cm_str name = cm_str_from_c(o->graph_name);
    b->n_buckets = 16;
    while (b->n_buckets < BUILDER_MAX_BUCKETS && b->n_buckets < b->size / 512) b->n_buckets *= 2;
    size_t bytes = b->n_buckets * sizeof(cm_built_value *);
    b->buckets = cm_builder_take(b, bytes, _Alignof(cm_built_value *));
    CM_TRY(cm_builder_copy(b, name.n == 0 ? CM_STR("main") : name, &b->graph_name));
    CM_TRY(cm_builder_copy(b, cm_str_from_c(o->data_name), &b->data_name));
    cm_onnx_write_head(&b->w, &head);
    return cm_builder_room(b);
}

cameo_status cameo_builder_create(cameo_memory memory, const cameo_builder_options *options,
                                  cameo_builder **builder, cameo_error *error) {
    cameo_builder_options o = {0};
    if (options != NULL) {
        size_t size = options->size == 0 || options->size > sizeof o ? sizeof o : options->size;
        memcpy(&o, options, size);
    }
    CM_CHECK(memory.base != NULL && (uintptr_t)memory.base % CAMEO_ALIGN == 0, error, CAMEO_E_ARG,
             "the builder's memory is NULL or misaligned");
    bool known = o.ir_version == 0 || (o.ir_version >= 3 && o.ir_version <= CM_MAX_IR_VERSION);
    CM_CHECK(known, error, CAMEO_E_ARG, "IR version %lld, want 3 to %d", CM_LL(o.ir_version),
             CM_MAX_IR_VERSION);
    CM_CHECK(memory.size >= sizeof **builder, error, CAMEO_E_NOMEM,
             "the builder's memory of %zu bytes is too small", memory.size);
    cameo_builder *b = memory.base;
    memset(b, 0, sizeof *b);
    b->base = memory.base;
    b->size = memory.size;
    b->top = b->base + b->size;
    b->w = cm_writer_init(b->base + sizeof *b, b->size - sizeof *b);
    b->ir_version = o.ir_version == 0 ? 10 : o.ir_version;
    cameo_status status = builder_begin(b, &o);
    if (status == CAMEO_OK) {
        *builder = b;
    } else if (error != NULL && error->status == CAMEO_OK) {
        *error = b->error;
    }
    return status;
}

static cameo_status builder_opset(cameo_builder *b, cm_str domain, int64_t version) {
    cm_built_graph *g = b->graph;
    bool function = g != NULL && g->function;
    BUILDER_CHECK(b, !b->has_graph, "an opset behind the first call for the graph");
    BUILDER_CHECK(b, g == NULL || function, "an opset inside a subgraph");
    BUILDER_CHECK(b, !function || !g->node_open, "an opset inside a node");
    BUILDER_CHECK(b, version >= 1 && version <= INT32_MAX, "opset version %lld of domain \"%.*s\"",
                  CM_LL(version), CM_STR_ARG(domain));
    cm_built_name **set = function ? &g->opsets : &b->opsets;
    BUILDER_CHECK(b, !cm_builder_has_name(*set, domain), "domain \"%.*s\" has an opset already",
                  CM_STR_ARG(domain));
    CM_TRY(cm_builder_add_name(b, set, domain));
    cm_onnx_write_opset(&b->w, function ? CM_ONNX_FUNCTION_OPSET : CM_ONNX_MODEL_OPSET, domain,
                        version);
    return CAMEO_OK;
}

cameo_status cameo_builder_opset(cameo_builder *b, const char *domain, int64_t version) {
    return BUILDER_CALL(b, builder_opset(b, builder_domain(domain), version));
}

static cameo_status builder_metadata(cameo_builder *b, cm_str key, cm_str value) {
    BUILDER_CHECK(b, b->graph == NULL && !b->has_graph,
                  "metadata behind the first call for the graph");
    BUILDER_CHECK(b, !cm_builder_has_name(b->metadata, key), "metadata \"%.*s\" is given twice",
                  CM_STR_ARG(key));
    CM_TRY(cm_builder_add_name(b, &b->metadata, key));
    cm_onnx_write_prop(&b->w, CM_ONNX_MODEL_PROP, key, value);
    return CAMEO_OK;
}

cameo_status cameo_builder_metadata(cameo_builder *b, const char *key, const char *value) {
    return BUILDER_CALL(b, builder_metadata(b, cm_str_from_c(key), cm_str_from_c(value)));
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static cameo_status builder_open(cameo_builder *b, cm_str name, cm_built_graph **graph) {
    cm_built_graph *g = CM_BUILDER_NEW(b, cm_built_graph);
    CM_TRY(cm_builder_room(b));
    g->parent = b->graph;
    CM_TRY(cm_builder_copy(b, name, &g->name));
    b->graph = g;
    *graph = g;
    return CAMEO_OK;
}

/* Ends the node that is open, so that the graph can take something else. */
static void builder_close_node(cameo_builder *b) {
    cm_built_graph *g = b->graph;
    if (!g->node_open) return;
    cm_writer_end(&b->w, g->node_mark);
    g->node_open = false;
    if (b->top == g->attr_top) b->top = g->node_top; /* the names of its attributes */
    if (b->w.buf != NULL) b->w.cap = (size_t)(b->top - b->w.buf);
    g->attrs = NULL;
}

/* What follows belongs to a graph: the open one, or the main graph, which it begins. */
static cameo_status builder_enter(cameo_builder *b) {
    BUILDER_CHECK(b, !b->finished, "the builder is finished");
    if (b->graph != NULL) {
        builder_close_node(b);
        return CAMEO_OK;
    }
    cm_built_graph *g = NULL;
    CM_TRY(builder_open(b, b->graph_name, &g));
    b->has_graph = true;
    g->mark = cm_writer_begin(&b->w, CM_ONNX_MODEL_GRAPH);
    cm_onnx_write_str(&b->w, CM_ONNX_GRAPH_NAME, b->graph_name);
    return CAMEO_OK;
}

cameo_type cameo_tensor_type(const char *name, cameo_dtype dtype, uint32_t rank,
                             const int64_t *dims) {
    cm_str s = cm_str_from_c(name);
    cameo_type type = {.name = {s.p, s.n},
                       .kind = CAMEO_KIND_TENSOR,
                       .dtype = dtype,
                       .has_shape = true,
                       .rank = rank};
    for (uint32_t i = 0; i < rank && i < CAMEO_MAX_RANK; i++) type.dims[i] = dims[i];
    return type;
}

static cameo_status builder_value(cameo_builder *b, const cameo_type *type, cm_built_value **v) {
    cm_str name = {type->name.p, type->name.n};
    CM_TRY(builder_enter(b));
    BUILDER_CHECK(b, name.n != 0, "a value has no name");
    CM_TRY(cm_builder_value(b, name, v));
    return cm_builder_set_type(b, *v, type);
}

cameo_status cameo_builder_value(cameo_builder *b, const cameo_type *type) {
    cm_built_value *v = NULL;
    return BUILDER_CALL(b, builder_value(b, type, &v));
}

static cameo_status builder_input(cameo_builder *b, const cameo_type *type) {
    cm_built_value *v = NULL;
    CM_TRY(builder_value(b, type, &v));
    BUILDER_CHECK(b, !b->graph->function, "a function's inputs are given with its name");
    CM_TRY(cm_builder_define(b, v->name, CM_BUILT_INPUT, &v));
    cm_builder_append_input(b->graph, v);
    b->graph->inputs.by_hand = true;
    return CAMEO_OK;
}

cameo_status cameo_builder_input(cameo_builder *b, const cameo_type *type) {
    return BUILDER_CALL(b, builder_input(b, type));
}

static cameo_status builder_output(cameo_builder *b, const cameo_type *type) {
    cm_built_value *v = NULL;
    CM_TRY(builder_value(b, type, &v));
    BUILDER_CHECK(b, !b->graph->function, "a function's outputs are given with its name");
    CM_TRY(cm_builder_append_output(b, b->graph, v));
    b->graph->outputs.by_hand = true;
    return CAMEO_OK;
}

cameo_status cameo_builder_output(cameo_builder *b, const cameo_type *type) {
    return BUILDER_CALL(b, builder_output(b, type));
}

/* ---- tensors --------------------------------------------------------------------------------- */

/* Where a payload goes: copied, named, or into external data. */
static cameo_status builder_place(cameo_builder *b, const cameo_tensor *t, cm_onnx_place *place) {
    cm_far unused;
    *place = (cm_onnx_place){.far = &unused};
    if (t->bytes < CM_BUILDER_FAR || !cm_onnx_is_far(t->dtype, place)) {
        place->far = NULL;
        return CAMEO_OK;
    }
    if (b->data_name.n == 0) {
        place->far = CM_BUILDER_NEW(b, cm_far);
        return cm_builder_room(b);
    }
    cm_built_data *d = CM_BUILDER_NEW(b, cm_built_data);
    CM_TRY(cm_builder_room(b));
    uint64_t begin =
        (b->data_size + (BUILDER_DATA_ALIGN - 1)) & ~(uint64_t)(BUILDER_DATA_ALIGN - 1);
    CM_CHECK(begin >= b->data_size && t->bytes <= INT64_MAX - begin, &b->error, CAMEO_E_LIMIT,
             "the external data is too large");
    *d = (cm_built_data){.p = t->data, .size = t->bytes, .offset = begin};
    *(b->last_data == NULL ? &b->data : &b->last_data->next) = d;
    b->last_data = d;
    b->data_size = begin + t->bytes;
    *place = (cm_onnx_place){.location = b->data_name, .offset = begin};
    return CAMEO_OK;
}

static cameo_status builder_tensor(cameo_builder *b, uint32_t field, const cameo_tensor *t,
                                   cm_str name) {
    cm_onnx_place place;
    size_t n = 0;
    CM_TRY(cm_onnx_check_tensor(t, false, &n, &b->error));
    CM_TRY(builder_place(b, t, &place));
    return cm_onnx_write_tensor(&b->w, field, t, name, &place, &b->error);
}

static cameo_status builder_sparse(cameo_builder *b, uint32_t field, const cameo_sparse *s,
                                   cm_str name) {
    BUILDER_CHECK(b, s->rank <= CAMEO_MAX_RANK, "a sparse tensor has rank %u", (unsigned)s->rank);
    size_t mark = cm_writer_begin(&b->w, field);
    CM_TRY(builder_tensor(b, CM_ONNX_SPARSE_VALUES, &s->values, name));
    CM_TRY(builder_tensor(b, CM_ONNX_SPARSE_INDICES, &s->indices, (cm_str){NULL, 0}));
    cm_onnx_write_dims(&b->w, CM_ONNX_SPARSE_DIMS, s->dims, s->rank);
    cm_writer_end(&b->w, mark);
    return CAMEO_OK;
}

/* Defines an initializer. type describes it: below IR version 4 it is an input, too. */
static cameo_status builder_define_init(cameo_builder *b, cm_str name, const cameo_type *type) {
    cm_built_value *v = NULL;
    CM_TRY(builder_enter(b));
    BUILDER_CHECK(b, !b->graph->function, "a function has no initializers: use Constant");
    BUILDER_CHECK(b, b->graph->parent == NULL || b->ir_version >= 4,
                  "below IR version 4 a subgraph has no initializers: use Constant");
    CM_TRY(cm_builder_define(b, name, CM_BUILT_INIT, &v));
    return b->ir_version >= 4 || v->type != NULL ? CAMEO_OK : cm_builder_set_type(b, v, type);
}

static cameo_status builder_init(cameo_builder *b, const char *name, const cameo_tensor *t) {
    size_t n = 0;
    CM_TRY(cm_onnx_check_tensor(t, false, &n, &b->error));
    cameo_type type = cameo_tensor_type(name, t->dtype, t->rank, t->dims);
    CM_TRY(builder_define_init(b, cm_str_from_c(name), &type));
    return builder_tensor(b, CM_ONNX_GRAPH_INIT, t, cm_str_from_c(name));
}

cameo_status cameo_builder_init(cameo_builder *b, const char *name, const cameo_tensor *tensor) {
    return BUILDER_CALL(b, builder_init(b, name, tensor));
}

static cameo_status builder_sparse_init(cameo_builder *b, const char *name, const cameo_sparse *s) {
    cameo_type type = cameo_tensor_type(name, s->values.dtype, s->rank, s->dims);
    BUILDER_CHECK(b, b->ir_version >= 4, "below IR version 4 there are no sparse initializers");
    CM_TRY(builder_define_init(b, cm_str_from_c(name), &type));
    return builder_sparse(b, CM_ONNX_GRAPH_SPARSE_INIT, s, cm_str_from_c(name));
}

cameo_status cameo_builder_sparse_init(cameo_builder *b, const char *name,
                                       const cameo_sparse *sparse) {
    return BUILDER_CALL(b, builder_sparse_init(b, name, sparse));
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The opsets of the function around the open graph, else the model's. */
static const cm_built_name *builder_opsets(const cameo_builder *b) {
    const cm_built_graph *g = b->graph;
    while (g->parent != NULL) g = g->parent;
    return g->function ? g->opsets : b->opsets;
}

static cameo_status builder_node(cameo_builder *b, const cameo_node *node) {
    cm_built_value *v = NULL;
    cm_str op_type = cm_str_from_c(node->op_type), domain = builder_domain(node->domain);
    CM_TRY(builder_enter(b));
    cm_built_graph *g = b->graph;
    BUILDER_CHECK(b, op_type.n != 0, "a node has no op_type");
    CM_CHECK(cm_builder_has_name(builder_opsets(b), domain), &b->error, CAMEO_E_MISSING,
             "%.*s: there is no opset of domain \"%.*s\"", CM_STR_ARG(op_type), CM_STR_ARG(domain));
    BUILDER_CHECK(b, node->n_inputs != 0 || node->n_outputs != 0,
                  "%.*s: a node with neither inputs nor outputs", CM_STR_ARG(op_type));
    g->n_nodes++;
    for (size_t i = 0; i < node->n_inputs; i++) {
        cm_str name = cm_str_from_c(node->inputs[i]);
        if (name.n != 0) CM_TRY(cm_builder_read(b, name));
    }
    for (size_t i = 0; i < node->n_outputs; i++) {
        cm_str name = cm_str_from_c(node->outputs[i]);
        if (name.n != 0) CM_TRY(cm_builder_define(b, name, CM_BUILT_NODE, &v));
    }
    cm_onnx_node head = {.op_type = op_type,
                         .domain = domain,
                         .name = cm_str_from_c(node->name),
                         .overload = cm_str_from_c(node->overload),
                         .doc_string = cm_str_from_c(node->doc_string)};
    uint32_t field = g->function ? CM_ONNX_FUNCTION_NODE : CM_ONNX_GRAPH_NODE;
    g->node_mark = cm_onnx_write_node(&b->w, field, &head);
    g->node_open = true;
    g->attrs = NULL;
    g->node_top = g->attr_top = b->top;
    for (size_t i = 0; i < node->n_inputs; i++) {
        cm_str name = cm_str_from_c(node->inputs[i]);
        cm_writer_field_bytes(&b->w, CM_ONNX_NODE_INPUT, name.p, name.n);
    }
    for (size_t i = 0; i < node->n_outputs; i++) {
        cm_str name = cm_str_from_c(node->outputs[i]);
        cm_writer_field_bytes(&b->w, CM_ONNX_NODE_OUTPUT, name.p, name.n);
    }
    return CAMEO_OK;
}

cameo_status cameo_builder_node(cameo_builder *b, const cameo_node *node) {
    return BUILDER_CALL(b, builder_node(b, node));
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* Begins a subgraph in the attribute at attr_mark; n_more follow in the same attribute. */
static cameo_status builder_open_subgraph(cameo_builder *b, cm_str name, size_t attr_mark,
                                          uint32_t field, size_t n_more) {
    cm_built_graph *g = NULL;
    CM_TRY(builder_open(b, name, &g));
    g->attr_mark = attr_mark;
    g->field = field;
    g->n_more = n_more;
    g->mark = cm_writer_begin(&b->w, field);
    cm_onnx_write_str(&b->w, CM_ONNX_GRAPH_NAME, g->name);
    return CAMEO_OK;
}

/* Values that are messages. */
static cameo_status builder_attr_messages(cameo_builder *b, const cameo_attr *a) {
    bool one = a->type == CAMEO_ATTR_TENSOR || a->type == CAMEO_ATTR_SPARSE_TENSOR ||
               a->type == CAMEO_ATTR_TYPE_PROTO;
    bool types = a->type == CAMEO_ATTR_TYPE_PROTO || a->type == CAMEO_ATTR_TYPE_PROTOS;
    size_t n = one ? 1 : a->n;
    const cm_str unnamed = {NULL, 0};
    for (size_t i = 0; i < n; i++) {
        BUILDER_CHECK(b, !types || a->types[i].rank <= CAMEO_MAX_RANK, "a type has rank %u",
                      (unsigned)a->types[i].rank);
        switch (a->type) {
        case CAMEO_ATTR_TENSOR:
            CM_TRY(builder_tensor(b, CM_ONNX_ATTR_TENSOR, &a->tensors[i], unnamed));
            break;
        case CAMEO_ATTR_TENSORS:
            CM_TRY(builder_tensor(b, CM_ONNX_ATTR_TENSORS, &a->tensors[i], unnamed));
            break;
        case CAMEO_ATTR_SPARSE_TENSOR:
            CM_TRY(builder_sparse(b, CM_ONNX_ATTR_SPARSE, &a->sparses[i], unnamed));
            break;
        case CAMEO_ATTR_SPARSE_TENSORS:
            CM_TRY(builder_sparse(b, CM_ONNX_ATTR_SPARSES, &a->sparses[i], unnamed));
            break;
        case CAMEO_ATTR_TYPE_PROTO:
            cm_onnx_write_type(&b->w, CM_ONNX_ATTR_TYPE, &a->types[i]);
            break;
        case CAMEO_ATTR_TYPE_PROTOS:
            cm_onnx_write_type(&b->w, CM_ONNX_ATTR_TYPES, &a->types[i]);
            break;
        default: return CAMEO_OK;
        }
    }
    return CAMEO_OK;
}

static bool builder_in_function(const cm_built_graph *g) {
    while (g->parent != NULL) g = g->parent;
    return g->function;
}

/* Adds the name to those of the open node, or of the function. Its row is freed with the node, if nothing
 * came behind it. */
static cameo_status builder_attr_name(cameo_builder *b, cm_str name) {
    cm_built_graph *g = b->graph;
    cm_built_name **set = g->node_open ? &g->attrs : &g->defaults;
    BUILDER_CHECK(b, name.n != 0, "an attribute has no name");
    BUILDER_CHECK(b, !cm_builder_has_name(*set, name), "attribute \"%.*s\" is given twice",
                  CM_STR_ARG(name));
    bool newest = b->top == g->attr_top;
    CM_TRY(cm_builder_add_name(b, set, name));
    g->attr_top = newest ? b->top : NULL;
    return CAMEO_OK;
}

static cameo_status builder_attr(cameo_builder *b, const cameo_attr *a) {
    cm_built_graph *g = b->graph;
    cm_str name = cm_str_from_c(a->name), ref = cm_str_from_c(a->ref);
    BUILDER_CHECK(b, g != NULL && (g->node_open || g->function), "attribute \"%.*s\" has no node",
                  CM_STR_ARG(name));
    BUILDER_CHECK(b, a->type >= CAMEO_ATTR_FLOAT && a->type <= CAMEO_ATTR_TYPE_PROTOS,
                  "attribute \"%.*s\" has type %d, want 1..14", CM_STR_ARG(name), (int)a->type);
    BUILDER_CHECK(b, ref.n == 0 || (builder_in_function(g) && g->node_open),
                  "attribute \"%.*s\" refers to \"%.*s\" outside a function", CM_STR_ARG(name),
                  CM_STR_ARG(ref));
    CM_TRY(builder_attr_name(b, name));
    size_t mark = cm_onnx_write_attr(
        &b->w, g->node_open ? CM_ONNX_NODE_ATTR : CM_ONNX_FUNCTION_ATTR, name, (int32_t)a->type);
    bool graphs = a->type == CAMEO_ATTR_GRAPHS && a->n != 0;
    if (ref.n != 0) {
        cm_onnx_write_str(&b->w, CM_ONNX_ATTR_REF, ref);
    } else if (a->type == CAMEO_ATTR_GRAPH || graphs) {
        BUILDER_CHECK(b, g->node_open, "attribute \"%.*s\": a default cannot be a graph",
                      CM_STR_ARG(name));
        return builder_open_subgraph(b, name, mark,
                                     graphs ? CM_ONNX_ATTR_GRAPHS : CM_ONNX_ATTR_GRAPH,
                                     graphs ? a->n - 1 : 0);
    } else {
        cm_onnx_write_attr_scalars(&b->w, a);
        CM_TRY(builder_attr_messages(b, a));
    }
    cm_writer_end(&b->w, mark);
    return CAMEO_OK;
}

cameo_status cameo_builder_attr(cameo_builder *b, const cameo_attr *attr) {
    return BUILDER_CALL(b, builder_attr(b, attr));
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Input or output names of a function. */
static cameo_status builder_function_io(cameo_builder *b, const char *const *names, size_t n,
                                        bool output) {
    cm_built_value *v = NULL;
    for (size_t i = 0; i < n; i++) {
        cm_str name = cm_str_from_c(names[i]);
        BUILDER_CHECK(b, name.n != 0, "an input or output of a function has no name");
        cm_onnx_write_str(&b->w, output ? CM_ONNX_FUNCTION_OUTPUT : CM_ONNX_FUNCTION_INPUT, name);
        if (output) {
            CM_TRY(cm_builder_value(b, name, &v));
            CM_TRY(cm_builder_append_output(b, b->graph, v));
        } else {
            CM_TRY(cm_builder_define(b, name, CM_BUILT_INPUT, &v));
        }
    }
    return CAMEO_OK;
}

/* Domain, name and overload of a function are its own. */
static cameo_status builder_function_key(cameo_builder *b, const cameo_function *f) {
    cm_built_function key = {.next = b->functions};
    cm_str name = cm_str_from_c(f->name), overload = cm_str_from_c(f->overload);
    for (const cm_built_function *other = b->functions; other != NULL; other = other->next) {
        bool same = cm_str_eq(other->domain, builder_domain(f->domain)) &&
                    cm_str_eq(other->name, name) && cm_str_eq(other->overload, overload);
        BUILDER_CHECK(b, !same, "function \"%.*s\" is given twice", CM_STR_ARG(name));
    }
    CM_TRY(cm_builder_copy(b, builder_domain(f->domain), &key.domain));
    CM_TRY(cm_builder_copy(b, name, &key.name));
    CM_TRY(cm_builder_copy(b, overload, &key.overload));
    cm_built_function *row = CM_BUILDER_NEW(b, cm_built_function);
    CM_TRY(cm_builder_room(b));
    *row = key;
    b->functions = row;
    return CAMEO_OK;
}

static cameo_status builder_function(cameo_builder *b, const cameo_function *f) {
    cm_built_graph *g = NULL;
    BUILDER_CHECK(b, b->graph == NULL && !b->has_graph,
                  "a function inside another, or behind the first call for the graph");
    BUILDER_CHECK(b, b->ir_version >= 8, "functions need IR version 8, the model's is %lld",
                  CM_LL(b->ir_version));
    CM_TRY(builder_function_key(b, f));
    CM_TRY(builder_open(b, cm_str_from_c(f->name), &g));
    g->function = g->inputs.by_hand = g->outputs.by_hand = true;
    g->mark = cm_writer_begin(&b->w, CM_ONNX_MODEL_FUNCTION);
    BUILDER_CHECK(b, g->name.n != 0, "a function has no name");
    cm_onnx_write_str(&b->w, CM_ONNX_FUNCTION_NAME, g->name);
    cm_onnx_write_str(&b->w, CM_ONNX_FUNCTION_DOMAIN, builder_domain(f->domain));
    cm_onnx_write_str(&b->w, CM_ONNX_FUNCTION_OVERLOAD, cm_str_from_c(f->overload));
    CM_TRY(builder_function_io(b, f->inputs, f->n_inputs, false));
    CM_TRY(builder_function_io(b, f->outputs, f->n_outputs, true));
    for (size_t i = 0; i < f->n_attrs; i++) {
        CM_TRY(builder_attr_name(b, cm_str_from_c(f->attrs[i])));
        cm_onnx_write_str(&b->w, CM_ONNX_FUNCTION_ATTR_NAME, cm_str_from_c(f->attrs[i]));
    }
    return CAMEO_OK;
}

cameo_status cameo_builder_function(cameo_builder *b, const cameo_function *function) {
    return BUILDER_CALL(b, builder_function(b, function));
}

/* ---- ends ------------------------------------------------------------------------------------ */

static cameo_status builder_end(cameo_builder *b) {
    cm_built_graph *g = b->graph;
    BUILDER_CHECK(b, g != NULL && (g->parent != NULL || g->function),
                  "no subgraph or function is open");
    builder_close_node(b);
    CM_TRY(cm_builder_end_graph(b));
    if (g->function) return CAMEO_OK;
    if (g->n_more > 0)
        return builder_open_subgraph(b, g->name, g->attr_mark, g->field, g->n_more - 1);
    cm_writer_end(&b->w, g->attr_mark);
    return CAMEO_OK;
}

cameo_status cameo_builder_end(cameo_builder *b) { return BUILDER_CALL(b, builder_end(b)); }

static cameo_status builder_finish(cameo_builder *b) {
    CM_TRY(builder_enter(b));
    CM_CHECK(b->opsets != NULL, &b->error, CAMEO_E_MISSING, "the model has no opset");
    BUILDER_CHECK(b, b->graph->parent == NULL && !b->graph->function,
                  "graph or function \"%.*s\" is not ended", CM_STR_ARG(b->graph->name));
    CM_TRY(cm_builder_end_graph(b));
    CM_TRY(cm_builder_room(b));
    CM_CHECK(b->w.pos <= BUILDER_MAX_BYTES, &b->error, CAMEO_E_LIMIT,
             "the model has %zu bytes, readers take less than 2 GiB: give a data_name", b->w.pos);
    b->finished = true;
    return CAMEO_OK;
}

cameo_status cameo_builder_finish(cameo_builder *b, cameo_error *error) {
    cameo_status status = BUILDER_CALL(b, builder_finish(b));
    if (status != CAMEO_OK && error != NULL && error->status == CAMEO_OK) *error = b->error;
    return status;
}

void *cameo_builder_alloc(cameo_builder *b, size_t bytes) {
    void *p = b->status == CAMEO_OK ? cm_builder_take(b, bytes, CAMEO_ALIGN) : NULL;
    if (p == NULL) (void)BUILDER_CALL(b, CAMEO_OK);
    return p;
}

/* ---- results --------------------------------------------------------------------------------- */

static bool builder_is_good(const cameo_builder *b) { return b->finished && b->status == CAMEO_OK; }

cameo_status cameo_builder_write(const cameo_builder *b, cameo_write_fn *write, void *ctx) {
    cm_writer_piece at = {0};
    if (!builder_is_good(b)) return CAMEO_E_ARG;
    while (cm_writer_next(&b->w, &at)) CM_TRY(write(ctx, at.p, at.n));
    return CAMEO_OK;
}

cameo_status cameo_builder_write_data(const cameo_builder *b, cameo_write_fn *write, void *ctx) {
    static const uint8_t zeros[BUILDER_DATA_ALIGN] = {0};
    uint64_t at = 0;
    if (!builder_is_good(b)) return CAMEO_E_ARG;
    for (const cm_built_data *d = b->data; d != NULL; d = d->next) {
        if (d->offset > at) CM_TRY(write(ctx, zeros, (size_t)(d->offset - at)));
        CM_TRY(write(ctx, d->p, d->size));
        at = d->offset + d->size;
    }
    return CAMEO_OK;
}

cameo_status cameo_builder_get_bytes(const cameo_builder *b, const void **bytes, size_t *size) {
    if (!builder_is_good(b) || b->w.first != NULL) return CAMEO_E_ARG;
    *bytes = b->w.buf;
    *size = b->w.pos;
    return CAMEO_OK;
}

/* Tensors are asked for in the order of the model: the search goes on where it ended. */
cameo_status cameo_builder_external(void *builder, cameo_string location, uint64_t offset,
                                    uint64_t length, const void **data, size_t *size) {
    cameo_builder *b = builder;
    const cm_built_data *d = b->found_data;
    if (!builder_is_good(b) || !cm_str_eq((cm_str){location.p, location.n}, b->data_name)) {
        return CAMEO_E_IO;
    }
    if (d == NULL || d->offset > offset) d = b->data;
    while (d != NULL && d->offset != offset) d = d->next;
    if (d == NULL || (length != UINT64_MAX && length > d->size)) return CAMEO_E_IO;
    b->found_data = d;
    *data = d->p;
    *size = length == UINT64_MAX ? d->size : (size_t)length;
    return CAMEO_OK;
}
