/* edit_finish.c — what the editor does with the whole model: doc strings, new names, inferred types, writing. See
 * edit.c. */
#include "runtime/session/edit.h"

/* What readers built on protobuf take at most. */
#define EDIT_MAX_BYTES INT32_MAX

/* ---- doc strings ----------------------------------------------------------------------------- */

/* What a field is, by the message around it: where its doc_string is, and which of its fields can have one. */
enum { EDIT_OTHER, EDIT_MODEL, EDIT_GRAPH, EDIT_FUNCTION, EDIT_NODE, EDIT_ATTR, EDIT_INFO, EDIT_TENSOR, EDIT_SPARSE };

/* The number of the doc_string of each; 0: it has none. */
static const uint32_t edit_docs[] = {0,
                                     CM_ONNX_MODEL_DOC,
                                     CM_ONNX_GRAPH_DOC,
                                     CM_ONNX_FUNCTION_DOC,
                                     CM_ONNX_NODE_DOC,
                                     CM_ONNX_ATTR_DOC,
                                     CM_ONNX_INFO_DOC,
                                     CM_ONNX_TENSOR_DOC,
                                     0};

static const struct {
    uint32_t around, number, kind;
} edit_kinds[] = {
    {EDIT_MODEL, CM_ONNX_MODEL_GRAPH, EDIT_GRAPH},      {EDIT_MODEL, CM_ONNX_MODEL_FUNCTION, EDIT_FUNCTION},
    {EDIT_GRAPH, CM_ONNX_GRAPH_NODE, EDIT_NODE},        {EDIT_GRAPH, CM_ONNX_GRAPH_INIT, EDIT_TENSOR},
    {EDIT_GRAPH, CM_ONNX_GRAPH_INPUT, EDIT_INFO},       {EDIT_GRAPH, CM_ONNX_GRAPH_OUTPUT, EDIT_INFO},
    {EDIT_GRAPH, CM_ONNX_GRAPH_VALUE, EDIT_INFO},       {EDIT_GRAPH, CM_ONNX_GRAPH_SPARSE_INIT, EDIT_SPARSE},
    {EDIT_FUNCTION, CM_ONNX_FUNCTION_NODE, EDIT_NODE},  {EDIT_FUNCTION, CM_ONNX_FUNCTION_ATTR, EDIT_ATTR},
    {EDIT_FUNCTION, CM_ONNX_FUNCTION_VALUE, EDIT_INFO}, {EDIT_NODE, CM_ONNX_NODE_ATTR, EDIT_ATTR},
    {EDIT_ATTR, CM_ONNX_ATTR_TENSOR, EDIT_TENSOR},      {EDIT_ATTR, CM_ONNX_ATTR_TENSORS, EDIT_TENSOR},
    {EDIT_ATTR, CM_ONNX_ATTR_GRAPH, EDIT_GRAPH},        {EDIT_ATTR, CM_ONNX_ATTR_GRAPHS, EDIT_GRAPH},
    {EDIT_ATTR, CM_ONNX_ATTR_SPARSE, EDIT_SPARSE},      {EDIT_ATTR, CM_ONNX_ATTR_SPARSES, EDIT_SPARSE},
    {EDIT_SPARSE, CM_ONNX_SPARSE_VALUES, EDIT_TENSOR},  {EDIT_SPARSE, CM_ONNX_SPARSE_INDICES, EDIT_TENSOR},
};

static uint8_t edit_kind(uint8_t around, const cm_pb_field *f) {
    for (size_t i = 0; i < sizeof edit_kinds / sizeof *edit_kinds && f->wire_type == CM_WIRE_LEN; i++) {
        if (edit_kinds[i].around == around && edit_kinds[i].number == f->number) return (uint8_t)edit_kinds[i].kind;
    }
    return EDIT_OTHER;
}

/* Whether a message holds anything that doc strings could be removed of, or has one, by its bytes. */
static bool edit_has_docs(const cm_pb_field *f) {
    cm_reader r = cm_reader_init(f->p, f->n, CM_WIRE_MAX_GROUPS);
    cm_wire_field w;
    bool found = f->open;
    while (!found && cm_reader_next(&r, &w)) {
        cm_pb_field child = {.number = w.number, .wire_type = (uint8_t)w.wire_type};
        found = w.number == edit_docs[f->kind] || edit_kind(f->kind, &child) != EDIT_OTHER;
    }
    return found;
}

/* Opens what may have doc strings, and removes its own. */
static cameo_status edit_strip(cameo_editor *d, cm_pb_field *f) {
    f->kind = f == &d->root ? EDIT_MODEL : edit_kind(f->parent->kind, f);
    if (f->kind == EDIT_OTHER || !edit_has_docs(f)) return CAMEO_OK;
    CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
    if (edit_docs[f->kind] != 0) cm_pb_fields_remove_all(f, edit_docs[f->kind]);
    return CAMEO_OK;
}

static cameo_status edit_strip_docs(cameo_editor *d) {
    cm_pb_field *f = &d->root;
    for (;;) {
        CM_TRY(edit_strip(d, f));
        if (f->kind != EDIT_OTHER && f->open && f->first != NULL) {
            f = f->first;
            continue;
        }
        while (f != &d->root && f->next == NULL) f = f->parent;
        if (f == &d->root) return CAMEO_OK;
        f = f->next;
    }
}

cameo_status cameo_editor_strip_docs(cameo_editor *d) { return EDIT_CALL(d, edit_strip_docs(d)); }

/* ---- new names ------------------------------------------------------------------------------- */

/* The field of a renamed value's name, which is field `number` of the message f; f NULL: it is not there. */
static cameo_status edit_name_in(cameo_editor *d, cm_pb_field *f, uint32_t number, cm_id value) {
    if (f == NULL || value == CM_NONE || d->renamed[value].n == 0) return CAMEO_OK;
    return cm_edit_text(d, f, number, d->renamed[value]);
}

/* An item of a list of names, which was value v, unless the caller has given another name since. */
static cameo_status edit_name_item(cameo_editor *d, cm_pb_field *f, cm_id v) {
    bool stays = v == CM_NONE || d->renamed[v].n == 0 || f->touched;
    return stays ? CAMEO_OK : cm_edit_set(d, f, d->renamed[v]);
}

static cameo_status edit_names_of_node(cameo_editor *d, cm_id id) {
    const cm_tables *t = &d->model->t;
    const cm_node *n = &t->node.row[id];
    bool any = false;
    for (uint32_t i = 0; i < n->in.n && !any; i++) {
        cm_id v = t->use.row[n->in.first + i].value;
        any = v != CM_NONE && d->renamed[v].n != 0;
    }
    for (uint32_t i = 0; i < n->out.n && !any; i++) {
        cm_id v = t->ids.row[n->out.first + i];
        any = v != CM_NONE && d->renamed[v].n != 0;
    }
    cm_pb_field *f = NULL;
    if (any) CM_TRY(cm_edit_at(d, n->file_off, &f));
    if (f == NULL) return CAMEO_OK; /* nothing to do, or it was removed */
    CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
    uint32_t in = 0, out = 0;
    for (cm_pb_field *c = f->first; c != NULL; c = c->next) {
        if (c->raw == NULL) continue;
        if (cm_pb_field_is(c, CM_ONNX_NODE_INPUT) && in < n->in.n)
            CM_TRY(edit_name_item(d, c, t->use.row[n->in.first + in++].value));
        else if (cm_pb_field_is(c, CM_ONNX_NODE_OUTPUT) && out < n->out.n)
            CM_TRY(edit_name_item(d, c, t->ids.row[n->out.first + out++]));
    }
    return CAMEO_OK;
}

/* The text in field `number` of an annotation or of its entry, if it is the name of a renamed value of this graph. */
static cameo_status edit_name_text(cameo_editor *d, cm_id graph, cm_pb_field *f, uint32_t number) {
    const cm_tables *t = &d->model->t;
    cm_str s = cm_pb_field_text(f, number);
    for (cm_id v = 0; v < t->value.n; v++) {
        bool same = d->renamed[v].n != 0 && t->value.row[v].graph == graph && cm_str_eq(t->value.row[v].name, s);
        if (same) return cm_edit_text(d, f, number, d->renamed[v]);
    }
    return CAMEO_OK;
}

/* A TensorAnnotation: the tensor's name, and as values of its entries those of scales and zero points. */
static cameo_status edit_names_of_annotation(cameo_editor *d, cm_id graph, cm_pb_field *f) {
    CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
    CM_TRY(edit_name_text(d, graph, f, 1));
    for (cm_pb_field *c = cm_pb_field_first(f, 2); c != NULL; c = cm_pb_field_next(c, 2)) {
        CM_TRY(edit_name_text(d, graph, c, 2));
    }
    return CAMEO_OK;
}

/* The signature of a function, of which *in and *out names are behind us; annotations of a graph. */
static cameo_status edit_names_of_piece(cameo_editor *d, cm_id id, cm_pb_field *f, uint32_t *in, uint32_t *out) {
    const cm_tables *t = &d->model->t;
    const cm_graph *g = &t->graph.row[id];
    for (cm_pb_field *c = f->first; c != NULL; c = c->next) {
        if (c->raw == NULL) continue;
        if (g->function != CM_NONE && cm_pb_field_is(c, CM_ONNX_FUNCTION_INPUT) && *in < g->inputs.n)
            CM_TRY(edit_name_item(d, c, t->ids.row[g->inputs.first + (*in)++]));
        else if (g->function != CM_NONE && cm_pb_field_is(c, CM_ONNX_FUNCTION_OUTPUT) && *out < g->outputs.n)
            CM_TRY(edit_name_item(d, c, t->ids.row[g->outputs.first + (*out)++]));
        else if (g->function == CM_NONE && cm_pb_field_is(c, CM_ONNX_GRAPH_ANNOTATION))
            CM_TRY(edit_names_of_annotation(d, id, c));
    }
    return CAMEO_OK;
}

/* What of a graph has names beside its values and nodes; nothing where it was removed. */
static cameo_status edit_names_of_graph(cameo_editor *d, cm_id id) {
    const cm_graph *g = &d->model->t.graph.row[id];
    cm_pb_field *f = NULL;
    uint32_t in = 0, out = 0;
    CM_TRY(cm_edit_at(d, g->file_off, &f));
    for (; f != NULL; f = g->function != CM_NONE ? NULL : cm_edit_piece(f)) {
        CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
        CM_TRY(edit_names_of_piece(d, id, f, &in, &out));
    }
    return CAMEO_OK;
}

static cameo_status edit_names(cameo_editor *d) {
    const cm_tables *t = &d->model->t;
    for (cm_id v = 0; v < t->value.n; v++) {
        const cm_value *row = &t->value.row[v];
        cm_pb_field *f = NULL;
        if (d->renamed[v].n == 0) continue;
        CM_TRY(edit_name_in(d, d->info[v], CM_ONNX_INFO_NAME, v));
        CM_TRY(edit_name_in(d, d->out[v], CM_ONNX_INFO_NAME, v));
        cm_id tensor = row->sparse != CM_NONE ? t->sparse.row[row->sparse].values : row->init;
        if (tensor == CM_NONE) continue;
        CM_TRY(cm_edit_at(d, t->tensor.row[tensor].file_off, &f));
        CM_TRY(edit_name_in(d, f, CM_ONNX_TENSOR_NAME, v));
    }
    for (cm_edit_place *x = d->more; x != NULL; x = x->next)
        CM_TRY(edit_name_in(d, x->field, CM_ONNX_INFO_NAME, x->value));
    for (cm_id g = 0; g < t->graph.n; g++) {
        const cm_graph *row = &t->graph.row[g];
        if (row->function != CM_NONE || row->annotations.n != 0) CM_TRY(edit_names_of_graph(d, g));
    }
    for (cm_id n = 0; n < t->node.n; n++) CM_TRY(edit_names_of_node(d, n));
    return CAMEO_OK;
}

/* ---- inferred types -------------------------------------------------------------------------- */

typedef struct edit_infer {
    cameo_editor *d;
    bool all;
} edit_infer;

/* Whether the declared type says all that a checker wants to know. */
static bool edit_is_typed(const cm_tables *t, cm_id type) {
    const cm_type_proto *p = type == CM_NONE ? NULL : &t->type.row[type];
    return p != NULL && (p->kind != CAMEO_KIND_TENSOR ? p->kind != CAMEO_KIND_NONE : p->dtype != 0 && p->has_shape);
}

static void edit_tell(void *ctx, const cameo_inferred *v) {
    edit_infer *x = ctx;
    cameo_editor *d = x->d;
    const cm_tables *t = &d->model->t;
    if (v->value == CAMEO_NO_ID || d->status != CAMEO_OK) return;
    const cm_value *row = &t->value.row[v->value];
    bool tensor = v->type.kind == CAMEO_KIND_TENSOR && v->type.has_shape;
    bool items = v->type.kind != CAMEO_KIND_TENSOR && v->type.elem_kind == CAMEO_KIND_TENSOR;
    bool known = (tensor || items) && v->type.dtype != CAMEO_UNDEFINED;
    bool wanted = row->kind == CM_VALUE_NODE && (x->all || row->graph_output);
    bool function = t->graph.row[row->graph].function != CM_NONE;
    cm_pb_field *graph = NULL;
    if (!known || !wanted || function || edit_is_typed(t, row->type)) return;
    d->status = cm_edit_at(d, t->graph.row[row->graph].file_off, &graph);
    if (d->status != CAMEO_OK || graph == NULL) return; /* it was removed */
    d->status = cm_edit_set_type(d, v->value, &v->type);
}

cameo_status cameo_editor_set_types(cameo_editor *d, bool all, cameo_memory work, const cameo_options *options) {
    edit_infer x = {d, all};
    if (!cm_edit_may(d)) return d->status;
    cameo_status status = cameo_model_infer(d->model, work, options, edit_tell, &x, &d->error);
    if (d->status == CAMEO_OK) d->status = status;
    return d->status;
}

/* ---- the end --------------------------------------------------------------------------------- */

static cameo_status edit_finish(cameo_editor *d) {
    if (d->any_renamed) CM_TRY(edit_names(d));
    CM_TRY(cm_pb_fields_measure(&d->root, &d->size, &d->error));
    CM_CHECK(d->size <= EDIT_MAX_BYTES, &d->error, CAMEO_E_LIMIT,
             "the model has %zu bytes, more than 2 GiB: give it "
             "external data",
             d->size);
    d->finished = true;
    return CAMEO_OK;
}

cameo_status cameo_editor_finish(cameo_editor *d, size_t *size, cameo_error *error) {
    cameo_status status = EDIT_CALL(d, edit_finish(d));
    if (status == CAMEO_OK) *size = d->size;
    if (status != CAMEO_OK && error != NULL && error->status == CAMEO_OK) *error = d->error;
    return status;
}

cameo_status cameo_editor_write(const cameo_editor *d, cameo_write_fn *write, void *ctx) {
    if (!d->finished || d->status != CAMEO_OK) return CAMEO_E_ARG;
    return cm_pb_fields_write(&d->root, write, ctx);
}
