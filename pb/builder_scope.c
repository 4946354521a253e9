/* builder_scope.c — the builder's names: what a graph defines and reads, and what follows from it at its
 * end. See builder_impl.h. Scoping: https://github.com/onnx/onnx/blob/main/docs/IR.md, "Names Within a
 * Graph"; one hash table serves all open graphs, the rows of the innermost come first in each bucket. */
#include "pb/builder_impl.h"

/* ---- memory ---------------------------------------------------------------------------------- */

void *cm_builder_take(cameo_builder *b, size_t size, size_t align) {
    cm_writer *w = &b->w;
    if (w->buf == NULL) return NULL;
    size_t used = (size_t)(w->buf - b->base) + (w->pos - w->far_size);
    size_t top = (size_t)(b->top - b->base);
    if (size > top - used || ((top - size) & ~(align - 1)) < used) {
        w->status = CAMEO_E_NOMEM;
        w->buf = NULL;
        return NULL;
    }
    b->top = b->base + ((top - size) & ~(align - 1));
    w->cap = (size_t)(b->top - w->buf);
    memset(b->top, 0, size);
    return b->top;
}

cameo_status cm_builder_room(cameo_builder *b) {
    CM_CHECK(b->w.status != CAMEO_E_NOMEM, &b->error, CAMEO_E_NOMEM,
             "the builder's memory of %zu bytes is too small", b->size);
    CM_CHECK(b->w.status == CAMEO_OK, &b->error, b->w.status, "the model is too large");
    return CAMEO_OK;
}

cameo_status cm_builder_copy(cameo_builder *b, cm_str text, cm_str *copy) {
    char *p = cm_builder_take(b, text.n, 1);
    CM_TRY(cm_builder_room(b));
    if (text.n != 0) memcpy(p, text.p, text.n);
    *copy = (cm_str){p, text.n};
    return CAMEO_OK;
}

/* ---- names ----------------------------------------------------------------------------------- */

bool cm_builder_has_name(const cm_built_name *set, cm_str name) {
    while (set != NULL && !cm_str_eq(set->name, name)) set = set->next;
    return set != NULL;
}

cameo_status cm_builder_add_name(cameo_builder *b, cm_built_name **set, cm_str name) {
    cm_built_name row = {.next = *set};
    CM_TRY(cm_builder_copy(b, name, &row.name));
    cm_built_name *n = CM_BUILDER_NEW(b, cm_built_name);
    CM_TRY(cm_builder_room(b));
    *n = row;
    *set = n;
    return CAMEO_OK;
}

/* FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
static cm_built_value **scope_bucket(const cameo_builder *b, cm_str name) {
    uint32_t h = UINT32_C(2166136261);
    for (size_t i = 0; i < name.n; i++) {
        h = (h ^ (unsigned char)name.p[i]) * UINT32_C(16777619);
    }
    return &b->buckets[h & (b->n_buckets - 1)];
}

cameo_status cm_builder_value(cameo_builder *b, cm_str name, cm_built_value **value) {
    cm_built_graph *g = b->graph;
    cm_built_value **bucket = scope_bucket(b, name);
    for (cm_built_value *v = *bucket; v != NULL; v = v->hash_next) {
        if (v->graph != g || !cm_str_eq(v->name, name)) continue;
        *value = v;
        return CAMEO_OK;
    }
    cm_str copy;
    CM_TRY(cm_builder_copy(b, name, &copy));
    cm_built_value *v = CM_BUILDER_NEW(b, cm_built_value);
    CM_TRY(cm_builder_room(b));
    *v = (cm_built_value){.hash_next = *bucket, .graph = g, .name = copy};
    *bucket = v;
    *(g->last == NULL ? &g->first : &g->last->next) = v;
    g->last = v;
    *value = v;
    return CAMEO_OK;
}

cameo_status cm_builder_read(cameo_builder *b, cm_str name) {
    cm_built_value *v = NULL;
    CM_TRY(cm_builder_value(b, name, &v));
    v->flags |= CM_BUILT_READ;
    return CAMEO_OK;
}

/* A graph around the open one defines the name, or reads it, so that it is of a graph further out, in the end an
 * input. Outputs of a node are not visible in its subgraphs. */
static bool scope_is_outer(const cameo_builder *b, cm_str name) {
    const cm_built_value *v = *scope_bucket(b, name);
    for (; v != NULL; v = v->hash_next) {
        const cm_built_graph *g = v->graph;
        bool own = (v->flags & CM_BUILT_NODE) != 0 && g->node_open && v->node == g->n_nodes;
        bool there = (v->flags & (CM_BUILT_DEFINED | CM_BUILT_READ)) != 0 && !own;
        if (g != b->graph && there && cm_str_eq(v->name, name)) return true;
    }
    return false;
}

/* A subgraph that is ended defines the name: what is an input or initializer of this graph is there before it. */
static cameo_status scope_check_inner(cameo_builder *b, const cm_built_graph *g, cm_str name) {
    for (const cm_built_graph *c = g->closed; c != NULL; c = c->closed_next) {
        for (const cm_built_value *v = c->first; v != NULL; v = v->next) {
            bool same = (v->flags & CM_BUILT_DEFINED) != 0 && cm_str_eq(v->name, name);
            CM_CHECK(!same, &b->error, CAMEO_E_ARG,
                     "value \"%.*s\" is defined in subgraph \"%.*s\" already", CM_STR_ARG(name),
                     CM_STR_ARG(c->name));
        }
    }
    return CAMEO_OK;
}

/* Moves an ended subgraph, and those in it, to the list of the graph around it. */
static void scope_keep_closed(cm_built_graph *g) {
    cm_built_graph *to = g->parent;
    while (g->closed != NULL) {
        cm_built_graph *c = g->closed;
        g->closed = c->closed_next;
        c->closed_next = to->closed;
        to->closed = c;
    }
    g->closed_next = to->closed;
    to->closed = g;
}

cameo_status cm_builder_define(cameo_builder *b, cm_str name, uint32_t how,
                               cm_built_value **value) {
    cm_built_value *v = NULL;
    uint32_t against = how == CM_BUILT_NODE   ? CM_BUILT_DEFINED
                       : how == CM_BUILT_INIT ? CM_BUILT_NODE | CM_BUILT_INIT
                                              : CM_BUILT_NODE | CM_BUILT_INPUT;
    CM_CHECK(name.n != 0, &b->error, CAMEO_E_ARG, "a value has no name");
    CM_TRY(cm_builder_value(b, name, &v));
    CM_CHECK((v->flags & against) == 0, &b->error, CAMEO_E_ARG,
             "value \"%.*s\" is defined twice: it is %s already", CM_STR_ARG(name),
             (v->flags & CM_BUILT_NODE) != 0   ? "an output of a node"
             : (v->flags & CM_BUILT_INIT) != 0 ? "an initializer"
                                               : "an input");
    CM_CHECK(!scope_is_outer(b, name), &b->error, CAMEO_E_ARG,
             "value \"%.*s\" is defined in a graph around this one already", CM_STR_ARG(name));
    CM_CHECK(how != CM_BUILT_NODE || (v->flags & CM_BUILT_READ) == 0, &b->error, CAMEO_E_ARG,
             "value \"%.*s\" is read before the node that produces it", CM_STR_ARG(name));
    if (how != CM_BUILT_NODE) CM_TRY(scope_check_inner(b, b->graph, name));
    v->flags |= how;
    if (how == CM_BUILT_NODE) v->node = b->graph->n_nodes;
    *value = v;
    return CAMEO_OK;
}

cameo_status cm_builder_set_type(cameo_builder *b, cm_built_value *v, const cameo_type *type) {
    if (type->kind == CAMEO_KIND_NONE) return CAMEO_OK;
    CM_CHECK(!type->has_shape || type->rank <= CAMEO_MAX_RANK, &b->error, CAMEO_E_ARG,
             "the type of \"%.*s\" has rank %u, want at most %d", CM_STR_ARG(v->name),
             (unsigned)type->rank, CAMEO_MAX_RANK);
    cm_writer w = cm_writer_init(NULL, 0);
    cm_onnx_write_type(&w, 2, type);
    size_t size = w.pos;
    uint8_t *p = cm_builder_take(b, size, 1);
    CM_TRY(cm_builder_room(b));
    w = cm_writer_init(p, size);
    cm_onnx_write_type(&w, 2, type);
    CM_CHECK(v->type == NULL || (v->type_size == size && memcmp(v->type, p, size) == 0), &b->error,
             CAMEO_E_ARG, "value \"%.*s\" is given two types", CM_STR_ARG(v->name));
    v->type = p;
    v->type_size = (uint32_t)size;
    return CAMEO_OK;
}

/* ---- inputs and outputs ---------------------------------------------------------------------- */

void cm_builder_append_input(cm_built_graph *g, cm_built_value *v) {
    *(g->inputs.last == NULL ? &g->inputs.first : &g->inputs.last->next_input) = v;
    g->inputs.last = v;
    v->flags |= CM_BUILT_INPUT;
}

cameo_status cm_builder_append_output(cameo_builder *b, cm_built_graph *g, cm_built_value *v) {
    CM_CHECK((v->flags & CM_BUILT_OUTPUT) == 0, &b->error, CAMEO_E_ARG,
             "output \"%.*s\" is given twice", CM_STR_ARG(v->name));
    *(g->outputs.last == NULL ? &g->outputs.first : &g->outputs.last->next_output) = v;
    g->outputs.last = v;
    v->flags |= CM_BUILT_OUTPUT;
    return CAMEO_OK;
}

/* What the main graph or a function needs and nothing defines is an input, if inputs are not set by
 * hand. */
static cameo_status scope_find_inputs(cameo_builder *b, cm_built_graph *g) {
    bool initializers = b->ir_version < 4 && !g->function;
    for (cm_built_value *v = g->first; v != NULL; v = v->next) {
        bool needed = (v->flags & CM_BUILT_READ) != 0 && (v->flags & CM_BUILT_DEFINED) == 0;
        CM_CHECK(!needed || !(g->inputs.by_hand || g->function), &b->error, CAMEO_E_MISSING,
                 "value \"%.*s\" is needed, but is no input, no initializer, no output of a node",
                 CM_STR_ARG(v->name));
        if (!needed) continue;
        CM_TRY(scope_check_inner(b, g, v->name));
        cm_builder_append_input(g, v);
    }
    for (cm_built_value *v = g->first; v != NULL && initializers; v = v->next) {
        bool listed = (v->flags & CM_BUILT_INPUT) != 0;
        if ((v->flags & CM_BUILT_INIT) != 0 && !listed) cm_builder_append_input(g, v);
    }
    for (cm_built_value *v = g->inputs.first; v != NULL && !g->function; v = v->next_input) {
        CM_CHECK(v->type != NULL, &b->error, CAMEO_E_MISSING,
                 "input \"%.*s\" has no type: give it with cameo_builder_value",
                 CM_STR_ARG(v->name));
    }
    return CAMEO_OK;
}

static cameo_status scope_find_outputs(cameo_builder *b, cm_built_graph *g) {
    for (cm_built_value *v = g->first; v != NULL && !g->outputs.by_hand; v = v->next) {
        bool last = (v->flags & CM_BUILT_NODE) != 0 && (v->flags & CM_BUILT_READ) == 0;
        if (last) CM_TRY(cm_builder_append_output(b, g, v));
    }
    for (cm_built_value *v = g->outputs.first; v != NULL; v = v->next_output) {
        CM_CHECK((v->flags & CM_BUILT_DEFINED) != 0, &b->error, CAMEO_E_MISSING,
                 "output \"%.*s\" is no output of a node, no initializer, no input",
                 CM_STR_ARG(v->name));
    }
    CM_CHECK(g->outputs.first != NULL, &b->error, CAMEO_E_MISSING, "graph \"%.*s\" has no output",
             CM_STR_ARG(g->name));
    return CAMEO_OK;
}

static void scope_write_info(cm_writer *w, uint32_t field, const cm_built_value *v) {
    size_t mark = cm_writer_begin(w, field);
    cm_onnx_write_str(w, 1, v->name);
    cm_writer_raw(w, v->type, v->type_size);
    cm_writer_end(w, mark);
}

static void scope_write_infos(cm_writer *w, const cm_built_graph *g) {
    for (const cm_built_value *v = g->inputs.first; v != NULL && !g->function; v = v->next_input) {
        scope_write_info(w, CM_ONNX_GRAPH_INPUT, v);
    }
    for (const cm_built_value *v = g->outputs.first; v != NULL && !g->function;
         v = v->next_output) {
        scope_write_info(w, CM_ONNX_GRAPH_OUTPUT, v);
    }
    uint32_t field = g->function ? CM_ONNX_FUNCTION_VALUE : CM_ONNX_GRAPH_VALUE;
    for (const cm_built_value *v = g->first; v != NULL; v = v->next) {
        bool listed = (v->flags & (CM_BUILT_INPUT | CM_BUILT_OUTPUT)) != 0;
        if (v->type != NULL && (g->function || !listed)) scope_write_info(w, field, v);
    }
}

/* What a subgraph reads and does not define, the graph around it reads. */
static cameo_status scope_read_outer(cameo_builder *b, const cm_built_graph *g) {
    cm_built_value *v = NULL;
    for (const cm_built_value *inner = g->first; inner != NULL; inner = inner->next) {
        if ((inner->flags & CM_BUILT_READ) == 0 || (inner->flags & CM_BUILT_DEFINED) != 0) continue;
        CM_TRY(cm_builder_value(b, inner->name, &v));
        bool own = (v->flags & CM_BUILT_NODE) != 0 && v->node == b->graph->n_nodes;
        CM_CHECK(!own, &b->error, CAMEO_E_ARG,
                 "value \"%.*s\" is read in a subgraph of the node that produces it",
                 CM_STR_ARG(v->name));
        v->flags |= CM_BUILT_READ;
    }
    return CAMEO_OK;
}

cameo_status cm_builder_end_graph(cameo_builder *b) {
    cm_built_graph *g = b->graph;
    if (g->parent == NULL) CM_TRY(scope_find_inputs(b, g));
    CM_TRY(scope_find_outputs(b, g));
    scope_write_infos(&b->w, g);
    cm_writer_end(&b->w, g->mark);
    for (cm_built_value *v = g->first; v != NULL; v = v->next) {
        cm_built_value **bucket = scope_bucket(b, v->name);
        while (*bucket != v) bucket = &(*bucket)->hash_next;
        *bucket = v->hash_next;
    }
    b->graph = g->parent;
    if (g->parent == NULL) return CAMEO_OK;
    scope_keep_closed(g);
    return scope_read_outer(b, g);
}
