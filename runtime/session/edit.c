/* edit.c — a loaded model that is changed and written again. See cameo.h.
 *
 * The model's rows say where in the file's bytes what they describe begins; the tree of pb/fields.h leads there and
 * keeps what nobody changes. Values have no place of their own: where one is declared is found, graph by graph, when
 * first needed, and a new name goes to all places at the end, by the links that loading made. */
#include "runtime/session/edit.h"

/* Payloads of this many bytes and more stay where the caller has them, as with the builder. */
#define EDIT_FAR 256

bool cm_edit_may(cameo_editor *d) {
    if (d->status == CAMEO_OK && d->finished) d->status = CM_FAIL(&d->error, CAMEO_E_ARG, "the editor is finished");
    return d->status == CAMEO_OK;
}

cameo_status cameo_editor_create(cameo_memory memory, const cameo_model *model, cameo_editor **editor,
                                 cameo_error *error) {
    const cm_tables *t = &model->t;
    bool aligned = memory.base != NULL && (uintptr_t)memory.base % CAMEO_ALIGN == 0;
    CM_CHECK(aligned, error, CAMEO_E_ARG, "the editor's memory is NULL or misaligned");
    cm_arena a;
    cm_arena_init(&a, memory.base, memory.size);
    cameo_editor *d = CM_ARENA_NEW(&a, cameo_editor);
    cm_pb_field **info = CM_ARENA_NEW_N(&a, cm_pb_field *, t->value.n);
    cm_pb_field **out = CM_ARENA_NEW_N(&a, cm_pb_field *, t->value.n);
    cm_str *renamed = CM_ARENA_NEW_N(&a, cm_str, t->value.n);
    bool *listed = CM_ARENA_NEW_N(&a, bool, t->graph.n);
    CM_TRY(cm_arena_status(&a, "editor", error));
    d->arena = a;
    d->model = model;
    d->info = info;
    d->out = out;
    d->renamed = renamed;
    d->listed = listed;
    d->n_nodes = t->node.n;
    d->n_graphs = t->graph.n;
    cm_pb_fields_init(&d->root, t->bytes, t->bytes_size);
    *editor = d;
    return CAMEO_OK;
}

/* ---- writing new bytes ----------------------------------------------------------------------- */

/* A writer into what is left of the memory; edit_keep makes it the payload of f. */
static cm_writer edit_writer(const cameo_editor *d) {
    return cm_writer_init(d->arena.base + d->arena.used, d->arena.size - d->arena.used);
}

static cameo_status edit_keep(cameo_editor *d, const cm_writer *w, cm_pb_field *f) {
    CM_CHECK(w->status == CAMEO_OK, &d->error, w->status, "the editor's memory of %zu bytes is too small",
             d->arena.size);
    cm_pb_field_set(f, w->buf, w->pos);
    d->arena.used += w->pos;
    return CAMEO_OK;
}

static cameo_status edit_copy(cameo_editor *d, cm_str text, cm_str *copy) {
    char *p = cm_arena_alloc_raw(&d->arena, text.n + 1, 1);
    CM_TRY(cm_arena_status(&d->arena, "editor", &d->error));
    if (text.n != 0) memcpy(p, text.p, text.n);
    *copy = (cm_str){p, text.n};
    return CAMEO_OK;
}

static cameo_status edit_add(cameo_editor *d, cm_pb_field *parent, cm_pb_field *before, uint32_t number,
                             cm_pb_field **f) {
    CM_TRY(cm_pb_fields_open(&d->arena, parent, &d->error));
    return cm_pb_fields_add(&d->arena, parent, before, number, f, &d->error);
}

/* A text becomes the payload of f. */
cameo_status cm_edit_set(cameo_editor *d, cm_pb_field *f, cm_str text) {
    cm_str copy;
    CM_TRY(edit_copy(d, text, &copy));
    cm_pb_field_set(f, copy.p, copy.n);
    return CAMEO_OK;
}

/* The only field of this number of a message: the text, or nothing where it is empty. */
cameo_status cm_edit_text(cameo_editor *d, cm_pb_field *parent, uint32_t number, cm_str text) {
    CM_TRY(cm_pb_fields_open(&d->arena, parent, &d->error));
    cm_pb_field *f = cm_pb_field_first(parent, number), *more;
    while (f != NULL && (more = cm_pb_field_next(f, number)) != NULL) cm_pb_field_remove(more);
    if (text.n == 0 && f != NULL) cm_pb_field_remove(f);
    if (text.n == 0) return CAMEO_OK;
    if (f == NULL) CM_TRY(edit_add(d, parent, NULL, number, &f));
    return cm_edit_set(d, f, text);
}

/* The texts of a list become these; what is new stands behind the old ones, or before all else. */
static cameo_status edit_texts(cameo_editor *d, cm_pb_field *parent, uint32_t number, const char *const *texts,
                               size_t n) {
    CM_TRY(cm_pb_fields_open(&d->arena, parent, &d->error));
    cm_pb_field *f = cm_pb_field_first(parent, number), *behind = parent->first;
    for (size_t i = 0; i < n; i++) {
        cm_pb_field *at = f;
        if (at == NULL) CM_TRY(edit_add(d, parent, behind, number, &at));
        CM_TRY(cm_edit_set(d, at, cm_str_from_c(texts[i])));
        behind = at->next;
        if (f != NULL) f = cm_pb_field_next(f, number);
    }
    while (f != NULL) {
        cm_pb_field *next = cm_pb_field_next(f, number);
        cm_pb_field_remove(f);
        f = next;
    }
    return CAMEO_OK;
}

/* A number, of a message: the only field of its number. */
static cameo_status edit_number(cameo_editor *d, cm_pb_field *parent, uint32_t number, uint64_t v) {
    CM_TRY(cm_pb_fields_open(&d->arena, parent, &d->error));
    cm_pb_fields_remove_all(parent, number);
    cm_pb_field *f = NULL;
    CM_TRY(edit_add(d, parent, parent->first, number, &f));
    f->wire_type = CM_WIRE_VARINT;
    cm_writer w = edit_writer(d);
    cm_writer_varint(&w, v);
    return edit_keep(d, &w, f);
}

/* ---- places ---------------------------------------------------------------------------------- */

cameo_status cm_edit_at(cameo_editor *d, size_t offset, cm_pb_field **f) {
    return cm_pb_fields_at(&d->arena, &d->root, d->model->t.bytes + offset, f, &d->error);
}

/* The field of an added node or graph of this number, in their list. */
static cm_pb_field *edit_added(const cm_edit_added *x, uint32_t id) {
    while (x->id != id) x = x->next;
    return x->field;
}

static cameo_status edit_node(cameo_editor *d, uint32_t node, cm_pb_field **f) {
    const cm_tables *t = &d->model->t;
    EDIT_CHECK(d, node < d->n_nodes, "the model has no node %u: it has %u", (unsigned)node, (unsigned)d->n_nodes);
    if (node < t->node.n)
        CM_TRY(cm_edit_at(d, t->node.row[node].file_off, f));
    else
        *f = edit_added(d->nodes, node);
    EDIT_CHECK(d, *f != NULL && cm_pb_field_is_in(*f, &d->root), "node %u was removed", (unsigned)node);
    return CAMEO_OK;
}

/* A graph, or the function whose body it is. */
cameo_status cm_edit_graph(cameo_editor *d, uint32_t graph, cm_pb_field **f) {
    const cm_tables *t = &d->model->t;
    EDIT_CHECK(d, graph < d->n_graphs, "the model has no graph %u: it has %u", (unsigned)graph, (unsigned)d->n_graphs);
    if (graph < t->graph.n)
        CM_TRY(cm_edit_at(d, t->graph.row[graph].file_off, f));
    else
        *f = edit_added(d->graphs, graph);
    EDIT_CHECK(d, *f != NULL && cm_pb_field_is_in(*f, &d->root), "graph %u was removed", (unsigned)graph);
    return cm_pb_fields_open(&d->arena, *f, &d->error);
}

/* Is it the body of a function? */
static bool edit_is_body(const cameo_editor *d, uint32_t graph) {
    return graph < d->model->t.graph.n && d->model->t.graph.row[graph].function != CM_NONE;
}

/* Is the graph one that several fields of this number give together? */
static bool edit_is_singular(const cm_pb_field *f) {
    return f->number == (f->parent->parent == NULL ? CM_ONNX_MODEL_GRAPH : CM_ONNX_ATTR_GRAPH);
}

/* The next piece of a graph that is given in several. */
cm_pb_field *cm_edit_piece(const cm_pb_field *f) {
    return edit_is_singular(f) ? cm_pb_field_next(f, f->number) : NULL;
}

/* Is the field that something lies in a graph? Else it is an attribute, or a sparse tensor. */
static bool edit_is_graph(const cameo_editor *d, const cm_pb_field *f) {
    const cm_pb_field *around = f->parent;
    if (around == &d->root) return f->number == CM_ONNX_MODEL_GRAPH;
    bool function = around->parent == &d->root && around->number == CM_ONNX_MODEL_FUNCTION;
    return f->number == CM_ONNX_ATTR_GRAPH || (f->number == CM_ONNX_ATTR_GRAPHS && !function);
}

static uint32_t edit_value_field(const cameo_editor *d, cm_id graph) {
    return edit_is_body(d, graph) ? CM_ONNX_FUNCTION_VALUE : CM_ONNX_GRAPH_VALUE;
}

/* The value of a graph that has this name; NONE. For the few that no list leads to. */
static cm_id edit_find(const cm_tables *t, cm_id graph, cm_str name) {
    cm_id v = 0;
    while (v < t->value.n && !(t->value.row[v].graph == graph && cm_str_eq(t->value.row[v].name, name))) v++;
    return v == t->value.n ? CM_NONE : v;
}

static cameo_status edit_owners(cameo_editor *d) {
    const cm_tables *t = &d->model->t;
    if (d->owner != NULL) return CAMEO_OK;
    d->owner = cm_arena_alloc_n(&d->arena, (size_t)t->type.n + 1, sizeof *d->owner, _Alignof(cm_id));
    CM_TRY(cm_arena_status(&d->arena, "editor", &d->error));
    for (cm_id v = 0; v < t->value.n; v++) {
        if (t->value.row[v].type != CM_NONE) d->owner[t->value.row[v].type] = v + 1;
    }
    return CAMEO_OK;
}

/* Notes that value v is declared in f. */
static cameo_status edit_note(cameo_editor *d, cm_pb_field **first, cm_id v, cm_pb_field *f) {
    if (*first == NULL) {
        *first = f;
        return CAMEO_OK;
    }
    cm_edit_place *place = CM_ARENA_NEW(&d->arena, cm_edit_place);
    CM_TRY(cm_arena_status(&d->arena, "editor", &d->error));
    *place = (cm_edit_place){d->more, f, v};
    d->more = place;
    return CAMEO_OK;
}

/* Finds where the values of a graph are declared: inputs and outputs in their order, inner ones by their type's row. */
static cameo_status edit_list(cameo_editor *d, cm_id graph) {
    const cm_tables *t = &d->model->t;
    const cm_graph *g = &t->graph.row[graph];
    cm_pb_field *f = NULL;
    cm_id in = 0, out = 0, inner = g->value_infos.first;
    if (d->listed[graph]) return CAMEO_OK;
    CM_TRY(cm_edit_graph(d, graph, &f));
    d->listed[graph] = true;
    if (g->function != CM_NONE) return CAMEO_OK; /* loading looks at no types of a function */
    CM_TRY(edit_owners(d));
    for (; f != NULL; f = cm_edit_piece(f)) {
        CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
        for (cm_pb_field *c = f->first; c != NULL; c = c->next) {
            if (c->raw == NULL) continue;
            if (cm_pb_field_is(c, CM_ONNX_GRAPH_INPUT) && in < g->inputs.n) {
                cm_id v = t->ids.row[g->inputs.first + in++];
                CM_TRY(edit_note(d, &d->info[v], v, c));
            }
            if (cm_pb_field_is(c, CM_ONNX_GRAPH_OUTPUT) && out < g->outputs.n) {
                cm_id v = t->ids.row[g->outputs.first + out++];
                CM_TRY(edit_note(d, &d->out[v], v, c));
            }
            if (!cm_pb_field_is(c, CM_ONNX_GRAPH_VALUE) || inner == CM_NONE) continue;
            const cm_value_info *row = &t->info.row[inner];
            cm_id v = row->type == CM_NONE || d->owner[row->type] == 0 ? edit_find(t, graph, row->name)
                                                                       : d->owner[row->type] - 1;
            if (v != CM_NONE) CM_TRY(edit_note(d, &d->info[v], v, c));
            inner = row->next;
        }
    }
    return CAMEO_OK;
}

static cameo_status edit_value(cameo_editor *d, uint32_t value, const cm_value **v) {
    const cm_tables *t = &d->model->t;
    EDIT_CHECK(d, value < t->value.n, "the model has no value %u: it has %u", (unsigned)value, (unsigned)t->value.n);
    *v = &t->value.row[value];
    return edit_list(d, (*v)->graph);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* What is not NULL of the node. */
static cameo_status edit_set_node(cameo_editor *d, cm_pb_field *f, const cameo_node *n) {
    cm_str domain = cm_str_from_c(n->domain);
    EDIT_CHECK(d, n->op_type == NULL || n->op_type[0] != 0, "a node has no op_type");
    if (cm_str_is(domain, "ai.onnx")) domain.n = 0;
    if (n->outputs != NULL) CM_TRY(edit_texts(d, f, CM_ONNX_NODE_OUTPUT, n->outputs, n->n_outputs));
    if (n->inputs != NULL) CM_TRY(edit_texts(d, f, CM_ONNX_NODE_INPUT, n->inputs, n->n_inputs));
    if (n->name != NULL) CM_TRY(cm_edit_text(d, f, CM_ONNX_NODE_NAME, cm_str_from_c(n->name)));
    if (n->op_type != NULL) CM_TRY(cm_edit_text(d, f, CM_ONNX_NODE_OP_TYPE, cm_str_from_c(n->op_type)));
    if (n->domain != NULL) CM_TRY(cm_edit_text(d, f, CM_ONNX_NODE_DOMAIN, domain));
    if (n->overload != NULL) CM_TRY(cm_edit_text(d, f, CM_ONNX_NODE_OVERLOAD, cm_str_from_c(n->overload)));
    if (n->doc_string != NULL) CM_TRY(cm_edit_text(d, f, CM_ONNX_NODE_DOC, cm_str_from_c(n->doc_string)));
    return CAMEO_OK;
}

static cameo_status edit_change_node(cameo_editor *d, uint32_t node, const cameo_node *n) {
    cm_pb_field *f = NULL;
    CM_TRY(edit_node(d, node, &f));
    return edit_set_node(d, f, n);
}

cameo_status cameo_editor_set_node(cameo_editor *d, uint32_t node, const cameo_node *changes) {
    return EDIT_CALL(d, edit_change_node(d, node, changes));
}

/* Gives what was added the next number of its kind. */
static cameo_status edit_number_it(cameo_editor *d, cm_pb_field *f, cm_edit_added **added, uint32_t *n, uint32_t *id) {
    cm_edit_added *x = CM_ARENA_NEW(&d->arena, cm_edit_added);
    CM_TRY(cm_arena_status(&d->arena, "editor", &d->error));
    *x = (cm_edit_added){.next = *added, .field = f, .id = (*n)++};
    *added = x;
    *id = x->id;
    return CAMEO_OK;
}

static cameo_status edit_add_node(cameo_editor *d, uint32_t graph, uint32_t before, const cameo_node *n, uint32_t *id) {
    cm_pb_field *g = NULL, *at = NULL, *f = NULL;
    EDIT_CHECK(d, n->op_type != NULL, "a node has no op_type");
    CM_TRY(cm_edit_graph(d, graph, &g));
    if (before != CAMEO_NO_ID) CM_TRY(edit_node(d, before, &at));
    bool here = at == NULL || at->parent == g;
    for (cm_pb_field *piece = g; !here && (piece = cm_edit_piece(piece)) != NULL;) here = at->parent == piece;
    EDIT_CHECK(d, here, "node %u is in another graph", (unsigned)before);
    if (at != NULL) g = at->parent;
    CM_TRY(edit_add(d, g, at, edit_is_body(d, graph) ? CM_ONNX_FUNCTION_NODE : CM_ONNX_GRAPH_NODE, &f));
    CM_TRY(edit_set_node(d, f, n));
    return edit_number_it(d, f, &d->nodes, &d->n_nodes, id);
}

cameo_status cameo_editor_add_node(cameo_editor *d, uint32_t graph, uint32_t before, const cameo_node *node,
                                   uint32_t *id) {
    return EDIT_CALL(d, edit_add_node(d, graph, before, node, id));
}

static cameo_status edit_remove_node(cameo_editor *d, uint32_t node) {
    cm_pb_field *f = NULL;
    CM_TRY(edit_node(d, node, &f));
    cm_pb_field_remove(f);
    return CAMEO_OK;
}

cameo_status cameo_editor_remove_node(cameo_editor *d, uint32_t node) {
    return EDIT_CALL(d, edit_remove_node(d, node));
}

/* ---- attributes ------------------------------------------------------------------------------ */

static cm_pb_field *edit_find_attr(cm_pb_field *node, cm_str name) {
    cm_pb_field *f = cm_pb_field_first(node, CM_ONNX_NODE_ATTR);
    while (f != NULL && !cm_str_eq(cm_pb_field_text(f, CM_ONNX_ATTR_NAME), name))
        f = cm_pb_field_next(f, CM_ONNX_NODE_ATTR);
    return f;
}

/* The attribute of this name of a node as a new field, without a payload, in the place of the one that there is. */
static cameo_status edit_new_attr(cameo_editor *d, uint32_t node, cm_str name, cm_pb_field **f) {
    cm_pb_field *n = NULL;
    EDIT_CHECK(d, name.n != 0, "an attribute has no name");
    CM_TRY(edit_node(d, node, &n));
    CM_TRY(cm_pb_fields_open(&d->arena, n, &d->error));
    cm_pb_field *old = edit_find_attr(n, name);
    CM_TRY(edit_add(d, n, old, CM_ONNX_NODE_ATTR, f));
    if (old != NULL) cm_pb_field_remove(old); /* graphs that were added to it are gone */
    return CAMEO_OK;
}

static cameo_status edit_write_sparse(cameo_editor *d, cm_writer *w, uint32_t field, const cameo_sparse *s) {
    const cm_str unnamed = {NULL, 0};
    EDIT_CHECK(d, s->rank <= CAMEO_MAX_RANK, "a sparse tensor has rank %u", (unsigned)s->rank);
    size_t mark = cm_writer_begin(w, field);
    CM_TRY(cm_onnx_write_tensor(w, CM_ONNX_SPARSE_VALUES, &s->values, unnamed, NULL, &d->error));
    CM_TRY(cm_onnx_write_tensor(w, CM_ONNX_SPARSE_INDICES, &s->indices, unnamed, NULL, &d->error));
    cm_onnx_write_dims(w, CM_ONNX_SPARSE_DIMS, s->dims, s->rank);
    cm_writer_end(w, mark);
    return CAMEO_OK;
}

/* Element i of a value that is made of messages, one or a list. */
static cameo_status edit_write_message(cameo_editor *d, cm_writer *w, const cameo_attr *a, bool list, size_t i) {
    switch (a->type) {
    case CAMEO_ATTR_TENSOR:
    case CAMEO_ATTR_TENSORS:
        return cm_onnx_write_tensor(w, list ? CM_ONNX_ATTR_TENSORS : CM_ONNX_ATTR_TENSOR, &a->tensors[i],
                                    (cm_str){NULL, 0}, NULL, &d->error);
    case CAMEO_ATTR_SPARSE_TENSOR:
    case CAMEO_ATTR_SPARSE_TENSORS:
        return edit_write_sparse(d, w, list ? CM_ONNX_ATTR_SPARSES : CM_ONNX_ATTR_SPARSE, &a->sparses[i]);
    case CAMEO_ATTR_TYPE_PROTO:
    case CAMEO_ATTR_TYPE_PROTOS:
        EDIT_CHECK(d, a->types[i].rank <= CAMEO_MAX_RANK, "a type has rank %u", (unsigned)a->types[i].rank);
        cm_onnx_write_type(w, list ? CM_ONNX_ATTR_TYPES : CM_ONNX_ATTR_TYPE, &a->types[i]);
        return CAMEO_OK;
    default: return CAMEO_OK;
    }
}

static cameo_status edit_write_attr(cameo_editor *d, cm_pb_field *f, const cameo_attr *a) {
    cm_writer w = edit_writer(d);
    bool list = a->type == CAMEO_ATTR_TENSORS || a->type == CAMEO_ATTR_SPARSE_TENSORS ||
                a->type == CAMEO_ATTR_TYPE_PROTOS;
    cm_onnx_write_str(&w, CM_ONNX_ATTR_NAME, cm_str_from_c(a->name));
    if (a->ref != NULL) {
        cm_onnx_write_str(&w, CM_ONNX_ATTR_REF, cm_str_from_c(a->ref));
    } else {
        cm_onnx_write_attr_scalars(&w, a);
        for (size_t i = 0; i < (list ? a->n : 1); i++) CM_TRY(edit_write_message(d, &w, a, list, i));
    }
    cm_writer_field_varint(&w, CM_ONNX_ATTR_KIND, (uint64_t)a->type);
    return edit_keep(d, &w, f);
}

static cameo_status edit_set_attr(cameo_editor *d, uint32_t node, const cameo_attr *a) {
    cm_pb_field *f;
    cm_str name = cm_str_from_c(a->name);
    bool graphs = a->ref == NULL && (a->type == CAMEO_ATTR_GRAPH || a->type == CAMEO_ATTR_GRAPHS);
    EDIT_CHECK(d, a->type >= CAMEO_ATTR_FLOAT && a->type <= CAMEO_ATTR_TYPE_PROTOS,
               "attribute \"%.*s\" has type %d, want 1..14", CM_STR_ARG(name), (int)a->type);
    EDIT_CHECK(d, !graphs, "attribute \"%.*s\": cameo_editor_add_graph adds graphs", CM_STR_ARG(name));
    CM_TRY(edit_new_attr(d, node, name, &f));
    return edit_write_attr(d, f, a);
}

cameo_status cameo_editor_set_attr(cameo_editor *d, uint32_t node, const cameo_attr *attr) {
    return EDIT_CALL(d, edit_set_attr(d, node, attr));
}

static cameo_status edit_put_attr(cameo_editor *d, uint32_t node, const uint8_t *p, size_t n) {
    cm_pb_field *f, message = {.p = p, .n = n};
    CM_TRY(edit_new_attr(d, node, cm_pb_field_text(&message, CM_ONNX_ATTR_NAME), &f));
    cm_pb_field_set(f, p, n);
    return CAMEO_OK;
}

cameo_status cm_edit_put_attr(cameo_editor *d, uint32_t node, const uint8_t *p, size_t n) {
    return EDIT_CALL(d, edit_put_attr(d, node, p, n));
}

/* An attribute of graphs: its name, its type, no graph yet. */
static cameo_status edit_graph_attr(cameo_editor *d, uint32_t node, cm_str name, bool list, cm_pb_field **f) {
    CM_TRY(edit_new_attr(d, node, name, f));
    cm_writer w = edit_writer(d);
    cm_onnx_write_str(&w, CM_ONNX_ATTR_NAME, name);
    cm_writer_field_varint(&w, CM_ONNX_ATTR_KIND, list ? CAMEO_ATTR_GRAPHS : CAMEO_ATTR_GRAPH);
    CM_TRY(edit_keep(d, &w, *f));
    return cm_pb_fields_open(&d->arena, *f, &d->error);
}

static cameo_status edit_add_graph(cameo_editor *d, uint32_t node, cm_str attr, bool list, uint32_t *id) {
    cm_pb_field *n = NULL, *f, *g = NULL;
    CM_TRY(edit_node(d, node, &n));
    CM_TRY(cm_pb_fields_open(&d->arena, n, &d->error));
    f = edit_find_attr(n, attr);
    if (f != NULL) CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
    bool behind = list && f != NULL && cm_pb_field_first(f, CM_ONNX_ATTR_GRAPHS) != NULL;
    if (!behind) CM_TRY(edit_graph_attr(d, node, attr, list, &f));
    CM_TRY(edit_add(d, f, NULL, list ? CM_ONNX_ATTR_GRAPHS : CM_ONNX_ATTR_GRAPH, &g));
    CM_TRY(cm_edit_text(d, g, CM_ONNX_GRAPH_NAME, attr));
    return edit_number_it(d, g, &d->graphs, &d->n_graphs, id);
}

cameo_status cameo_editor_add_graph(cameo_editor *d, uint32_t node, const char *attr, bool list, uint32_t *graph) {
    return EDIT_CALL(d, edit_add_graph(d, node, cm_str_from_c(attr), list, graph));
}

static cameo_status edit_remove_attr(cameo_editor *d, uint32_t node, cm_str name) {
    cm_pb_field *n = NULL;
    CM_TRY(edit_node(d, node, &n));
    CM_TRY(cm_pb_fields_open(&d->arena, n, &d->error));
    cm_pb_field *f = edit_find_attr(n, name);
    EDIT_CHECK(d, f != NULL, "node %u has no attribute \"%.*s\"", (unsigned)node, CM_STR_ARG(name));
    cm_pb_field_remove(f);
    return CAMEO_OK;
}

cameo_status cameo_editor_remove_attr(cameo_editor *d, uint32_t node, const char *name) {
    return EDIT_CALL(d, edit_remove_attr(d, node, cm_str_from_c(name)));
}

/* ---- tensors --------------------------------------------------------------------------------- */

/* What a tensor is made of becomes these fields; its name, texts and all else stay. */
static cameo_status edit_write_tensor(cameo_editor *d, cm_pb_field *f, const cameo_tensor *t, const char *location,
                                      uint64_t offset) {
    static const uint32_t gone[] = {CM_ONNX_TENSOR_DIMS,     CM_ONNX_TENSOR_DTYPE,   CM_ONNX_TENSOR_FLOATS,
                                    CM_ONNX_TENSOR_INT32S,   CM_ONNX_TENSOR_STRINGS, CM_ONNX_TENSOR_INT64S,
                                    CM_ONNX_TENSOR_RAW,      CM_ONNX_TENSOR_DOUBLES, CM_ONNX_TENSOR_UINT64S,
                                    CM_ONNX_TENSOR_EXTERNAL, CM_ONNX_TENSOR_LOCATION};
    cm_onnx_place place = {.location = cm_str_from_c(location), .offset = offset};
    size_t n = 0;
    CM_TRY(cm_onnx_check_tensor(t, place.location.n != 0, &n, &d->error));
    CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) cm_pb_fields_remove_all(f, gone[i]);
    cm_far unused;
    cm_onnx_place far = {.far = &unused};
    cameo_tensor own = *t;
    bool stays = place.location.n == 0 && t->bytes >= EDIT_FAR && cm_onnx_is_far(t->dtype, &far);
    if (stays) {
        cm_pb_field *raw = NULL;
        CM_TRY(edit_add(d, f, f->first, CM_ONNX_TENSOR_RAW, &raw));
        cm_pb_field_set(raw, t->data, t->bytes);
    }
    /* The fields beside raw_data, as one run of bytes that bring their own tags. */
    cm_writer w = edit_writer(d);
    if (stays) {
        cm_onnx_write_dims(&w, CM_ONNX_TENSOR_DIMS, t->dims, t->rank);
        cm_writer_field_varint(&w, CM_ONNX_TENSOR_DTYPE, (uint64_t)t->dtype);
    } else {
        CM_TRY(cm_onnx_write_tensor_fields(&w, &own, (cm_str){NULL, 0}, &place, &d->error));
    }
    CM_CHECK(w.status == CAMEO_OK, &d->error, w.status, "the editor's memory of %zu bytes is too small", d->arena.size);
    d->arena.used += w.pos;
    cm_pb_field_touch(f);
    return cm_pb_fields_insert(&d->arena, f, f->first, w.buf, w.pos, &d->error);
}

static cameo_status edit_tensor(cameo_editor *d, uint32_t tensor, cm_pb_field **f) {
    const cm_tables *t = &d->model->t;
    EDIT_CHECK(d, tensor < t->tensor.n, "the model has no tensor %u: it has %u", (unsigned)tensor,
               (unsigned)t->tensor.n);
    CM_TRY(cm_edit_at(d, t->tensor.row[tensor].file_off, f));
    EDIT_CHECK(d, *f != NULL, "tensor %u was removed", (unsigned)tensor);
    return CAMEO_OK;
}

static cameo_status edit_set_tensor(cameo_editor *d, uint32_t tensor, const cameo_tensor *t, const char *location,
                                    uint64_t offset) {
    cm_pb_field *f = NULL;
    EDIT_CHECK(d, location == NULL || location[0] != 0, "external data has no location");
    CM_TRY(edit_tensor(d, tensor, &f));
    return edit_write_tensor(d, f, t, location, offset);
}

cameo_status cameo_editor_set_tensor(cameo_editor *d, uint32_t tensor, const cameo_tensor *value) {
    return EDIT_CALL(d, edit_set_tensor(d, tensor, value, NULL, 0));
}

cameo_status cameo_editor_set_external(cameo_editor *d, uint32_t tensor, const cameo_tensor *type, const char *location,
                                       uint64_t offset) {
    return EDIT_CALL(d, edit_set_tensor(d, tensor, type, location == NULL ? "" : location, offset));
}

static cameo_status edit_add_init(cameo_editor *d, uint32_t graph, cm_str name, const cameo_tensor *t) {
    cm_pb_field *g = NULL, *f = NULL;
    CM_TRY(cm_edit_graph(d, graph, &g));
    EDIT_CHECK(d, !edit_is_body(d, graph), "a function has no initializers: use Constant");
    EDIT_CHECK(d, name.n != 0, "an initializer has no name");
    CM_TRY(edit_add(d, g, NULL, CM_ONNX_GRAPH_INIT, &f));
    CM_TRY(edit_write_tensor(d, f, t, NULL, 0));
    return cm_edit_text(d, f, CM_ONNX_TENSOR_NAME, name);
}

cameo_status cameo_editor_add_init(cameo_editor *d, uint32_t graph, const char *name, const cameo_tensor *tensor) {
    return EDIT_CALL(d, edit_add_init(d, graph, cm_str_from_c(name), tensor));
}

static cameo_status edit_remove_init(cameo_editor *d, uint32_t tensor) {
    cm_pb_field *f = NULL;
    CM_TRY(edit_tensor(d, tensor, &f));
    EDIT_CHECK(d, edit_is_graph(d, f->parent), "tensor %u is no initializer", (unsigned)tensor);
    cm_pb_field_remove(f);
    return CAMEO_OK;
}

cameo_status cameo_editor_remove_init(cameo_editor *d, uint32_t tensor) {
    return EDIT_CALL(d, edit_remove_init(d, tensor));
}

/* ---- values ---------------------------------------------------------------------------------- */

static cameo_status edit_rename(cameo_editor *d, uint32_t value, cm_str name) {
    const cm_value *v = NULL;
    CM_TRY(edit_value(d, value, &v));
    EDIT_CHECK(d, name.n != 0, "a value has no name");
    d->any_renamed = true;
    return edit_copy(d, name, &d->renamed[value]);
}

cameo_status cameo_editor_rename_value(cameo_editor *d, uint32_t value, const char *name) {
    return EDIT_CALL(d, edit_rename(d, value, cm_str_from_c(name)));
}

static cameo_status edit_check_type(cameo_editor *d, const cameo_type *type) {
    EDIT_CHECK(d, type->kind != CAMEO_KIND_NONE, "a type of no kind");
    EDIT_CHECK(d, !type->has_shape || type->rank <= CAMEO_MAX_RANK, "a type has rank %u", (unsigned)type->rank);
    return CAMEO_OK;
}

/* The type of a ValueInfoProto. */
static cameo_status edit_info_type(cameo_editor *d, cm_pb_field *info, const cameo_type *type) {
    cm_pb_field *old;
    CM_TRY(cm_pb_fields_open(&d->arena, info, &d->error));
    cm_writer w = edit_writer(d);
    cm_onnx_write_type(&w, CM_ONNX_INFO_TYPE, type);
    CM_CHECK(w.status == CAMEO_OK, &d->error, w.status, "the editor's memory of %zu bytes is too small", d->arena.size);
    d->arena.used += w.pos;
    old = cm_pb_field_first(info, CM_ONNX_INFO_TYPE);
    CM_TRY(cm_pb_fields_insert(&d->arena, info, old, w.buf, w.pos, &d->error));
    for (cm_pb_field *next; old != NULL; old = next) { /* one type, which may be given in pieces */
        next = cm_pb_field_next(old, CM_ONNX_INFO_TYPE);
        cm_pb_field_remove(old);
    }
    cm_pb_field_touch(info);
    return CAMEO_OK;
}

/* A new ValueInfoProto. */
static cameo_status edit_add_info(cameo_editor *d, cm_pb_field *graph, uint32_t number, cm_str name,
                                  const cameo_type *type, cm_pb_field **f) {
    CM_TRY(edit_add(d, graph, NULL, number, f));
    CM_TRY(cm_edit_text(d, *f, CM_ONNX_INFO_NAME, name));
    return edit_info_type(d, *f, type);
}

/* Nothing is declared of a value any more in this place: an inner one is no longer listed. */
static cameo_status edit_forget_type(cameo_editor *d, cm_id graph, cm_pb_field **place) {
    cm_pb_field *f = *place;
    CM_TRY(cm_pb_fields_open(&d->arena, f, &d->error));
    if (f->number == edit_value_field(d, graph)) {
        cm_pb_field_remove(f);
        *place = NULL;
    } else {
        cm_pb_fields_remove_all(f, CM_ONNX_INFO_TYPE);
    }
    return CAMEO_OK;
}

/* The type in a place where a value of the graph is declared, if it is one; kind NONE: no type any more. */
static cameo_status edit_type_at(cameo_editor *d, cm_id graph, cm_pb_field **place, const cameo_type *type) {
    if (*place == NULL) return CAMEO_OK;
    return type->kind == CAMEO_KIND_NONE ? edit_forget_type(d, graph, place) : edit_info_type(d, *place, type);
}

cameo_status cm_edit_set_type(cameo_editor *d, uint32_t value, const cameo_type *type) {
    const cm_value *v = NULL;
    cm_pb_field *g = NULL;
    CM_TRY(edit_value(d, value, &v));
    bool none = type->kind == CAMEO_KIND_NONE;
    if (!none) CM_TRY(edit_check_type(d, type));
    CM_TRY(edit_type_at(d, v->graph, &d->info[value], type));
    CM_TRY(edit_type_at(d, v->graph, &d->out[value], type));
    for (cm_edit_place *x = d->more; x != NULL; x = x->next) {
        if (x->value == value) CM_TRY(edit_type_at(d, v->graph, &x->field, type));
    }
    if (none || d->info[value] != NULL || d->out[value] != NULL) return CAMEO_OK;
    CM_TRY(cm_edit_graph(d, v->graph, &g));
    cm_str name = d->renamed[value].n != 0 ? d->renamed[value] : v->name;
    return edit_add_info(d, g, edit_value_field(d, v->graph), name, type, &d->info[value]);
}

cameo_status cameo_editor_set_type(cameo_editor *d, uint32_t value, const cameo_type *type) {
    return EDIT_CALL(d, cm_edit_set_type(d, value, type));
}

static cameo_status edit_add_io(cameo_editor *d, uint32_t graph, uint32_t number, const cameo_type *type) {
    cm_pb_field *g = NULL, *f = NULL;
    CM_TRY(edit_check_type(d, type));
    CM_TRY(cm_edit_graph(d, graph, &g));
    EDIT_CHECK(d, type->name.n != 0, "an input or output has no name");
    EDIT_CHECK(d, !edit_is_body(d, graph), "the inputs and outputs of a function stay");
    return edit_add_info(d, g, number, type->name, type, &f);
}

cameo_status cameo_editor_add_input(cameo_editor *d, uint32_t graph, const cameo_type *type) {
    return EDIT_CALL(d, edit_add_io(d, graph, CM_ONNX_GRAPH_INPUT, type));
}

cameo_status cameo_editor_add_output(cameo_editor *d, uint32_t graph, const cameo_type *type) {
    return EDIT_CALL(d, edit_add_io(d, graph, CM_ONNX_GRAPH_OUTPUT, type));
}

static cameo_status edit_remove_io(cameo_editor *d, uint32_t value, uint32_t number) {
    const cm_value *v = NULL;
    CM_TRY(edit_value(d, value, &v));
    cm_pb_field **f = number == CM_ONNX_GRAPH_INPUT ? &d->info[value] : &d->out[value];
    EDIT_CHECK(d, *f != NULL && (*f)->number == number, "value \"%.*s\" is no %s of its graph", CM_STR_ARG(v->name),
               number == CM_ONNX_GRAPH_INPUT ? "input" : "output");
    cm_pb_field_remove(*f);
    *f = NULL;
    for (cm_edit_place *x = d->more; x != NULL; x = x->next) {
        if (x->value != value || x->field == NULL) continue;
        if (x->field->number == number)
            cm_pb_field_remove(x->field);
        else if (number == CM_ONNX_GRAPH_INPUT)
            *f = x->field; /* a value_info, which stays */
        else
            continue;
        x->field = NULL;
    }
    return CAMEO_OK;
}

cameo_status cameo_editor_remove_input(cameo_editor *d, uint32_t value) {
    return EDIT_CALL(d, edit_remove_io(d, value, CM_ONNX_GRAPH_INPUT));
}

cameo_status cameo_editor_remove_output(cameo_editor *d, uint32_t value) {
    return EDIT_CALL(d, edit_remove_io(d, value, CM_ONNX_GRAPH_OUTPUT));
}

/* ---- the model ------------------------------------------------------------------------------- */

/* The entry of a list whose text in field `key` is this one, of the model or of a function; NULL. A domain "ai.onnx" is
 * "". */
static cm_pb_field *edit_find_entry(cm_pb_field *around, uint32_t number, cm_str text) {
    cm_pb_field *f = cm_pb_field_first(around, number);
    for (; f != NULL; f = cm_pb_field_next(f, number)) {
        cm_str s = cm_pb_field_text(f, 1);
        if (number != CM_ONNX_MODEL_PROP && cm_str_is(s, "ai.onnx")) s.n = 0;
        if (cm_str_eq(s, text)) return f;
    }
    return NULL;
}

static cameo_status edit_opset(cameo_editor *d, cm_str domain, int64_t version) {
    if (cm_str_is(domain, "ai.onnx")) domain.n = 0;
    EDIT_CHECK(d, version >= 0 && version <= INT32_MAX, "opset version %lld of domain \"%.*s\"", CM_LL(version),
               CM_STR_ARG(domain));
    CM_TRY(cm_pb_fields_open(&d->arena, &d->root, &d->error));
    cm_pb_field *f = edit_find_entry(&d->root, CM_ONNX_MODEL_OPSET, domain);
    if (version == 0) {
        EDIT_CHECK(d, f != NULL, "the model imports no domain \"%.*s\"", CM_STR_ARG(domain));
        cm_pb_field_remove(f);
        return CAMEO_OK;
    }
    if (f == NULL) CM_TRY(edit_add(d, &d->root, NULL, CM_ONNX_MODEL_OPSET, &f));
    if (f->raw == NULL) CM_TRY(cm_edit_text(d, f, 1, domain));
    return edit_number(d, f, 2, (uint64_t)version);
}

cameo_status cameo_editor_set_opset(cameo_editor *d, const char *domain, int64_t version) {
    return EDIT_CALL(d, edit_opset(d, cm_str_from_c(domain), version));
}

static cameo_status edit_metadata(cameo_editor *d, cm_str key, const char *value) {
    EDIT_CHECK(d, key.n != 0, "metadata has no key");
    CM_TRY(cm_pb_fields_open(&d->arena, &d->root, &d->error));
    cm_pb_field *f = edit_find_entry(&d->root, CM_ONNX_MODEL_PROP, key);
    if (value == NULL) {
        EDIT_CHECK(d, f != NULL, "the model has no metadata \"%.*s\"", CM_STR_ARG(key));
        cm_pb_field_remove(f);
        return CAMEO_OK;
    }
    if (f == NULL) CM_TRY(edit_add(d, &d->root, NULL, CM_ONNX_MODEL_PROP, &f));
    if (f->raw == NULL) CM_TRY(cm_edit_text(d, f, 1, key));
    return cm_edit_text(d, f, 2, cm_str_from_c(value));
}

cameo_status cameo_editor_set_metadata(cameo_editor *d, const char *key, const char *value) {
    return EDIT_CALL(d, edit_metadata(d, cm_str_from_c(key), value));
}

static cameo_status edit_model_text(cameo_editor *d, cameo_model_text what, cm_str text) {
    static const uint32_t fields[] = {CM_ONNX_MODEL_PRODUCER, CM_ONNX_MODEL_PRODUCER_VERSION,
                                      CM_ONNX_MODEL_DOMAIN,   CM_ONNX_MODEL_DOC,
                                      CM_ONNX_GRAPH_NAME,     CM_ONNX_GRAPH_DOC};
    cm_pb_field *f = &d->root;
    EDIT_CHECK(d, (unsigned)what < sizeof fields / sizeof *fields, "there is no text %d of a model", (int)what);
    if (what >= CAMEO_TEXT_GRAPH_NAME) CM_TRY(cm_edit_graph(d, 0, &f));
    return cm_edit_text(d, f, fields[what], text);
}

cameo_status cameo_editor_set_text(cameo_editor *d, cameo_model_text what, const char *text) {
    return EDIT_CALL(d, edit_model_text(d, what, cm_str_from_c(text)));
}

cameo_status cameo_editor_set_version(cameo_editor *d, int64_t ir_version, int64_t model_version) {
    if (ir_version >= 0) (void)EDIT_CALL(d, edit_number(d, &d->root, CM_ONNX_MODEL_IR_VERSION, (uint64_t)ir_version));
    if (model_version < 0) return d->status;
    return EDIT_CALL(d, edit_number(d, &d->root, CM_ONNX_MODEL_VERSION, (uint64_t)model_version));
}
