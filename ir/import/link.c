/* link.c — names to ids. See link.h.
 *
 *   define   one value for each graph input, initializer and node output, in the order of the file
 *   sort     the definitions by (graph, hash, name): lookups are binary searches
 *   merge    definitions of one name in one graph, where ONNX allows several
 *   use      each input slot finds its value here or in a graph around
 *   order    the nodes of each graph, producers first
 *
 * A sorted table instead of a hash table: names are hostile, and sorting stays near-linear whatever
 * they are. Heapsort needs no memory of its own and no recursion (Williams, CACM 7(6), 1964). */
#include "ir/import/link.h"

/* Most opset imports of one model or function: they are compared pairwise. */
#define LINK_MAX_OPSETS 256
/* Domains that are not imported and told, each once; further ones are read in silence. */
#define LINK_MAX_TOLD 8

typedef struct link_state {
    cameo_model *m;
    cm_tables *t;
    const cm_names *names;
    cm_link_work *w;
    const cameo_options *options; /* may be NULL */
    cm_ask *ask;
    bool strict;
    bool unsorted;                    /* already told */
    cm_str unimported[LINK_MAX_TOLD]; /* domains already told */
    uint32_t n_unimported;
    cameo_error *e;
} link_state;

/* Adds the place to an error at a node. */
static cameo_status link_at_node(link_state *l, cm_id node, cameo_status status) {
    const cm_node *n = &l->t->node.row[node];
    cm_error_at_node(l->e, node, n->name, n->op_type);
    cm_error_at_offset(l->e, n->file_off);
    return status;
}

static cameo_status link_at_graph(link_state *l, cm_id graph, cameo_status status) {
    cm_error_at_offset(l->e, l->t->graph.row[graph].file_off);
    return status;
}

/* ---- define ---------------------------------------------------------------------------------- */

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ — it only spares comparisons of text. */
static uint32_t link_hash(cm_str s) {
    uint32_t h = UINT32_C(2166136261);
    for (size_t i = 0; i < s.n; i++) h = (h ^ (unsigned char)s.p[i]) * UINT32_C(16777619);
    return h;
}

/* A new definition; *value is its row, with everything but name, graph and kind empty. */
static cameo_status link_define(link_state *l, cm_id graph, cm_str name, cm_value_kind kind,
                                cm_value **value) {
    cm_tables *t = l->t;
    cm_link_work *w = l->w;
    CM_CHECK(w->def.n < w->def.cap && t->value.n < t->value.cap, l->e, CAMEO_E_MALFORMED,
             "the bytes have changed since measuring");
    CM_CHECK(name.n != 0, l->e, CAMEO_E_MALFORMED, "graph \"%.*s\" has an %s without a name",
             CM_STR_ARG(t->graph.row[graph].name),
             kind == CM_VALUE_INPUT ? "input" : "initializer");
    CM_TRY(cm_ask_on(l->ask, 1 + (uint32_t)(name.n / 256 % UINT32_MAX), l->e));
    cm_id id = w->def.n++;
    w->def.row[id] = (cm_def){.name = name,
                              .hash = link_hash(name),
                              .graph = graph,
                              .order = id,
                              .kind = (uint8_t)kind,
                              .value = id};
    *value = &t->value.row[t->value.n++];
    **value = (cm_value){.name = name,
                         .kind = (uint8_t)kind,
                         .type = CM_NONE,
                         .init = CM_NONE,
                         .sparse = CM_NONE,
                         .node = CM_NONE,
                         .graph = graph,
                         .first_use = CM_NONE};
    return CAMEO_OK;
}

/* Appends to the ids a graph input or output. */
static cameo_status link_add_id(link_state *l, cm_range *list, cm_id value) {
    CM_CHECK(l->t->ids.n < l->t->ids.cap, l->e, CAMEO_E_MALFORMED,
             "the bytes have changed since measuring");
    if (list->n++ == 0) list->first = l->t->ids.n;
    l->t->ids.row[l->t->ids.n++] = value;
    return CAMEO_OK;
}

static cameo_status link_define_inputs(link_state *l, cm_id graph) {
    cm_tables *t = l->t;
    cm_graph *g = &t->graph.row[graph];
    cm_value *v = NULL;
    CM_EACH(id, t->info, g->input_infos) {
        const cm_value_info *info = &t->info.row[id];
        CM_TRY(link_define(l, graph, info->name, CM_VALUE_INPUT, &v));
        v->type = info->type;
        CM_TRY(link_add_id(l, &g->inputs, t->value.n - 1));
    }
    if (g->function == CM_NONE) return CAMEO_OK;
    cm_range names = t->function.row[g->function].inputs;
    for (cm_id i = 0; i < names.n; i++) {
        CM_TRY(link_define(l, graph, t->strs.row[names.first + i], CM_VALUE_INPUT, &v));
        CM_TRY(link_add_id(l, &g->inputs, t->value.n - 1));
    }
    return CAMEO_OK;
}

static cameo_status link_define_inits(link_state *l, cm_id graph) {
    cm_tables *t = l->t;
    const cm_graph *g = &t->graph.row[graph];
    cm_value *v = NULL;
    CM_EACH(id, t->tensor, g->inits) {
        CM_TRY(link_define(l, graph, t->tensor.row[id].name, CM_VALUE_INIT, &v));
        v->init = id;
    }
    CM_EACH(id, t->sparse, g->sparse_inits) {
        cm_str name = t->tensor.row[t->sparse.row[id].values].name;
        CM_TRY(link_define(l, graph, name, CM_VALUE_INIT, &v));
        v->sparse = id;
    }
    return CAMEO_OK;
}

/* The outputs of nodes; out.first + i of the names is the same row of the ids. */
static cameo_status link_define_outputs(link_state *l, cm_id graph) {
    cm_tables *t = l->t;
    cm_value *v = NULL;
    CM_EACH(id, t->node, t->graph.row[graph].nodes) {
        cm_range out = t->node.row[id].out;
        for (cm_id i = out.first; i < out.first + out.n; i++) {
            t->ids.row[i] = CM_NONE;
            if (l->names->out.row[i].n == 0) continue;
            CM_TRY(link_define(l, graph, l->names->out.row[i], CM_VALUE_NODE, &v));
            v->node = id;
            t->ids.row[i] = t->value.n - 1;
        }
    }
    return CAMEO_OK;
}

static cameo_status link_define_all(link_state *l) {
    CM_CHECK(l->names->out.n <= l->t->ids.cap, l->e, CAMEO_E_MALFORMED,
             "the bytes have changed since measuring");
    l->t->ids.n = l->names->out.n;
    for (cm_id g = 0; g < l->t->graph.n; g++) {
        cameo_status status = link_define_inputs(l, g);
        if (status == CAMEO_OK) status = link_define_inits(l, g);
        if (status == CAMEO_OK) status = link_define_outputs(l, g);
        CM_TRY(link_at_graph(l, g, status));
    }
    return CAMEO_OK;
}

/* ---- sort and find --------------------------------------------------------------------------- */

static int link_compare_key(const cm_def *a, cm_id graph, uint32_t hash, cm_str name) {
    if (a->graph != graph) return a->graph < graph ? -1 : 1;
    if (a->hash != hash) return a->hash < hash ? -1 : 1;
    return cm_str_cmp(a->name, name);
}

static bool link_less(const cm_def *a, const cm_def *b) {
    int c = link_compare_key(a, b->graph, b->hash, b->name);
    return c != 0 ? c < 0 : a->order < b->order;
}

/* Lets row i of the heap row[0, n), whose parents are not smaller than their children, sink. */
static void link_sift(cm_def *row, cm_id i, cm_id n) {
    cm_def moving = row[i];
    while (i < n / 2) {
        cm_id child = 2 * i + 1;
        if (child + 1 < n && link_less(&row[child], &row[child + 1])) child++;
        if (!link_less(&moving, &row[child])) break;
        row[i] = row[child];
        i = child;
    }
    row[i] = moving;
}

static cameo_status link_sort(link_state *l, cm_def *row, cm_id n) {
    for (cm_id i = n / 2; i > 0; i--) {
        CM_TRY(cm_ask_on(l->ask, 1, l->e));
        link_sift(row, i - 1, n);
    }
    for (cm_id end = n; end > 1; end--) {
        CM_TRY(cm_ask_on(l->ask, 4, l->e)); /* as deep as the heap is, and names are compared */
        cm_def largest = row[0];
        row[0] = row[end - 1];
        row[end - 1] = largest;
        link_sift(row, 0, end - 1);
    }
    return CAMEO_OK;
}

/* The value of a name that graph itself defines, or CM_NONE. */
static cm_id link_find(const link_state *l, cm_id graph, uint32_t hash, cm_str name) {
    const cm_def *row = l->w->def.row;
    cm_id low = 0, high = l->w->def.n;
    while (low < high) {
        cm_id mid = low + (high - low) / 2;
        if (link_compare_key(&row[mid], graph, hash, name) < 0) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    bool found = low < l->w->def.n && link_compare_key(&row[low], graph, hash, name) == 0;
    return found ? row[low].value : CM_NONE;
}

/* The value of a name in graph or in the nearest graph around it, or CM_NONE. */
static cm_id link_find_visible(const link_state *l, cm_id graph, cm_str name) {
    uint32_t hash = link_hash(name);
    for (cm_id g = graph; g != CM_NONE; g = l->t->graph.row[g].parent) {
        cm_id value = link_find(l, g, hash, name);
        if (value != CM_NONE) return value;
    }
    return CM_NONE;
}

/* ---- merge ----------------------------------------------------------------------------------- */

/* Whether a value is an initializer, or the output of a Constant node: older exporters repeat
 * those. */
static bool link_is_constant(const link_state *l, const cm_value *v) {
    if (v->kind != CM_VALUE_NODE) return v->kind == CM_VALUE_INIT;
    const cm_node *n = &l->t->node.row[v->node];
    return cm_str_is(n->op_type, "Constant") && n->domain.n == 0 && n->in.n == 0 && n->out.n == 1;
}

/* The default of an input against the input's declared type. ONNX Runtime minds the element type only,
 * and before IR version 4, when such an input was a constant, not even that. */
static cameo_status link_check_default(link_state *l, const cm_value *input, cm_id init) {
    const cm_tables *t = l->t;
    if (input->type == CM_NONE || init == CM_NONE) return CAMEO_OK;
    const cm_type_proto *type = &t->type.row[input->type];
    const cm_tensor_proto *tensor = &t->tensor.row[init];
    bool minded = l->strict || l->m->ir_version >= 4;
    bool same = type->kind == CAMEO_KIND_TENSOR && type->dtype == tensor->dtype;
    CM_CHECK(same || !minded, l->e, CAMEO_E_MALFORMED,
             "input \"%.*s\" is declared with another type than its initializer of %s",
             CM_STR_ARG(input->name), cameo_dtype_name((cameo_dtype)tensor->dtype));
    if (!l->strict || !type->has_shape) return CAMEO_OK;
    same = type->dims.n == tensor->dims.n;
    for (cm_id i = 0; same && i < type->dims.n; i++) {
        int64_t dim = t->dim.row[type->dims.first + i].value;
        same = dim < 0 || dim == t->ints.row[tensor->dims.first + i];
    }
    CM_CHECK(same, l->e, CAMEO_E_MALFORMED,
             "input \"%.*s\" is declared with another shape than its initializer",
             CM_STR_ARG(input->name));
    return CAMEO_OK;
}

/* Definition `later` has the name of `first` in the same graph: an initializer may give an input
 * its default; of several constants the last one counts. */
static cameo_status link_merge(link_state *l, const cm_def *first, const cm_def *later) {
    cm_value *to = &l->t->value.row[first->order];
    const cm_value *from = &l->t->value.row[later->order];
    bool has_init = to->init != CM_NONE || to->sparse != CM_NONE;
    bool is_default = to->kind == CM_VALUE_INPUT && from->kind == CM_VALUE_INIT;
    bool again = link_is_constant(l, to) && link_is_constant(l, from);
    if (!(is_default || again) || (l->strict && (has_init || again))) {
        cameo_status status =
            CM_FAIL(l->e, CAMEO_E_MALFORMED, "\"%.*s\" is defined twice", CM_STR_ARG(first->name));
        if (from->node != CM_NONE) return link_at_node(l, from->node, status);
        return link_at_graph(l, first->graph, status);
    }
    if (is_default) {
        CM_TRY(link_at_graph(l, first->graph, link_check_default(l, to, from->init)));
    }
    if (again || has_init) {
        CM_LOG(l->options, CAMEO_LOG_WARNING, "\"%.*s\" is initialized twice: the last one counts",
               CM_STR_ARG(first->name));
    }
    if (to->node != CM_NONE) l->t->ids.row[l->t->node.row[to->node].out.first] = CM_NONE;
    if (again) to->kind = from->kind;
    to->node = from->node;
    to->init = from->init;
    to->sparse = from->sparse;
    return CAMEO_OK;
}

/* The node of `graph` that contains `node`, possibly itself; CM_NONE: none does. */
static cm_id link_lift(const cm_tables *t, cm_id node, cm_id graph) {
    while (node != CM_NONE && t->node.row[node].graph != graph) {
        node = t->graph.row[t->node.row[node].graph].parent_node;
    }
    return node;
}

/* Is there, where the node of subgraph `graph` stands in the file, a value of that name? What this node
 * or a later one makes is not there yet: the body may use its name. */
static bool link_is_hidden(const link_state *l, cm_id graph, cm_str name) {
    const cm_tables *t = l->t;
    uint32_t hash = link_hash(name);
    cm_id node = t->graph.row[graph].parent_node;
    for (cm_id g = t->graph.row[graph].parent; g != CM_NONE; g = t->graph.row[g].parent) {
        cm_id value = link_find(l, g, hash, name);
        if (value == CM_NONE) continue;
        cm_id producer = t->value.row[value].node;
        if (producer == CM_NONE || producer < link_lift(t, node, g)) return true;
    }
    return false;
}

/* An inner name that hides an outer one: against ONNX's rules, but without effect here. */
static cameo_status link_check_hiding(link_state *l, const cm_def *def) {
    bool told = l->options != NULL && l->options->log != NULL;
    if (!(l->strict || told) || !link_is_hidden(l, def->graph, def->name)) return CAMEO_OK;
    CM_LOG(l->options, CAMEO_LOG_WARNING, "\"%.*s\" of a subgraph hides an outer name",
           CM_STR_ARG(def->name));
    if (!l->strict) return CAMEO_OK;
    return link_at_graph(l, def->graph,
                         CM_FAIL(l->e, CAMEO_E_MALFORMED,
                                 "\"%.*s\" of a subgraph hides an outer name",
                                 CM_STR_ARG(def->name)));
}

/* An initializer that is no input of its graph, strictly: below IR version 4 it has to be one. */
static cameo_status link_check_listed(link_state *l, const cm_value *v) {
    if (!l->strict || l->m->ir_version >= 4) return CAMEO_OK;
    return link_at_graph(l, v->graph,
                         CM_FAIL(l->e, CAMEO_E_MALFORMED,
                                 "initializer \"%.*s\" is no input, which IR version %d demands",
                                 CM_STR_ARG(v->name), (int)l->m->ir_version));
}

/* Gives equal names one value, and closes the gaps: value_of maps definitions to their values. */
static cameo_status link_merge_all(link_state *l) {
    cm_def *def = l->w->def.row;
    cm_id n = l->w->def.n, first = 0, used = 0;
    cm_id *value_of = l->w->value_of;
    for (cm_id i = 0; i < n; i++) {
        CM_TRY(cm_ask_on(l->ask, 3, l->e)); /* for the loops below, too */
        bool same =
            i > 0 && link_compare_key(&def[first], def[i].graph, def[i].hash, def[i].name) == 0;
        if (!same) first = i;
        value_of[def[i].order] = def[first].order;
        if (same) CM_TRY(link_merge(l, &def[first], &def[i]));
    }
    for (cm_id i = 0; i < n; i++) {
        if (value_of[i] != i) {
            value_of[i] = value_of[value_of[i]];
            continue;
        }
        cm_value v = l->t->value.row[i];
        bool constant = v.kind == CM_VALUE_INPUT && l->m->ir_version < 4;
        if (v.kind == CM_VALUE_INIT) CM_TRY(link_check_listed(l, &v));
        if (constant && (v.init != CM_NONE || v.sparse != CM_NONE)) v.kind = CM_VALUE_INIT;
        l->t->value.row[used] = v;
        value_of[i] = used++;
    }
    l->t->value.n = used;
    for (cm_id i = 0; i < n; i++) def[i].value = value_of[def[i].order];
    for (cm_id i = 0; i < l->t->ids.n; i++) {
        cm_id *id = &l->t->ids.row[i];
        if (*id != CM_NONE) *id = value_of[*id];
    }
    for (cm_id i = 0; i < n; i++) {
        CM_TRY(cm_ask_on(l->ask, 1, l->e));
        CM_TRY(link_check_hiding(l, &def[i]));
    }
    return CAMEO_OK;
}

/* ---- graph outputs, types, uses -------------------------------------------------------------- */

static cameo_status link_output(link_state *l, cm_id graph, cm_str name, cm_id type) {
    cm_graph *g = &l->t->graph.row[graph];
    cm_id value = link_find(l, graph, link_hash(name), name);
    CM_CHECK(name.n != 0 && value != CM_NONE, l->e, CAMEO_E_MALFORMED,
             "output \"%.*s\" of graph \"%.*s\" is not made there", CM_STR_ARG(name),
             CM_STR_ARG(g->name));
    cm_value *v = &l->t->value.row[value];
    bool once = l->strict && (g->function != CM_NONE || g->parent == CM_NONE);
    CM_CHECK(!v->graph_output || !once, l->e, CAMEO_E_MALFORMED,
             "two %s outputs are called \"%.*s\"", g->function == CM_NONE ? "graph" : "function",
             CM_STR_ARG(name));
    if (v->graph_output && g->function == CM_NONE && g->parent == CM_NONE) {
        CM_LOG(l->options, CAMEO_LOG_WARNING, "two graph outputs are called \"%.*s\": both are that value",
               CM_STR_ARG(name));
    }
    v->graph_output = true;
    if (v->type == CM_NONE) v->type = type;
    return link_add_id(l, &g->outputs, value);
}

/* An input or output of the main graph, as the ONNX checker wants it: typed, tensors with shape. */
static cameo_status link_check_declared(link_state *l, const cm_value *v) {
    const cm_type_proto *type = v->type == CM_NONE ? NULL : &l->t->type.row[v->type];
    bool known = type != NULL && (type->kind != CAMEO_KIND_TENSOR ||
                                  (type->dtype != CAMEO_UNDEFINED && type->has_shape));
    CM_CHECK(known, l->e, CAMEO_E_MALFORMED, "\"%.*s\" of the main graph has no full type",
             CM_STR_ARG(v->name));
    return CAMEO_OK;
}

/* What the caller must give needs a type: nothing else says it. */
static cameo_status link_check_inputs(link_state *l) {
    const cm_tables *t = l->t;
    cm_range inputs = t->graph.row[0].inputs;
    for (cm_id i = inputs.first; i < inputs.first + inputs.n; i++) {
        const cm_value *v = &t->value.row[t->ids.row[i]];
        if (l->strict) CM_TRY(link_check_declared(l, v));
        if (v->init != CM_NONE || v->sparse != CM_NONE) continue;
        const cm_type_proto *type = v->type == CM_NONE ? NULL : &t->type.row[v->type];
        bool known = type != NULL && type->kind != CAMEO_KIND_NONE &&
                     (type->kind != CAMEO_KIND_TENSOR || type->dtype != CAMEO_UNDEFINED);
        CM_CHECK(known, l->e, CAMEO_E_MALFORMED, "graph input \"%.*s\" has no type",
                 CM_STR_ARG(v->name));
    }
    cm_range outputs = t->graph.row[0].outputs;
    for (cm_id i = outputs.first; l->strict && i < outputs.first + outputs.n; i++) {
        CM_TRY(link_check_declared(l, &t->value.row[t->ids.row[i]]));
    }
    return CAMEO_OK;
}

static cameo_status link_outputs(link_state *l, cm_id graph) {
    cm_tables *t = l->t;
    const cm_graph *g = &t->graph.row[graph];
    CM_EACH(id, t->info, g->output_infos) {
        CM_TRY(link_output(l, graph, t->info.row[id].name, t->info.row[id].type));
    }
    CM_EACH(id, t->info, g->value_infos) {
        cm_str name = t->info.row[id].name;
        cm_id value = link_find(l, graph, link_hash(name), name);
        if (value != CM_NONE && t->value.row[value].type == CM_NONE) {
            t->value.row[value].type = t->info.row[id].type;
        }
    }
    if (g->function == CM_NONE) return CAMEO_OK;
    cm_range names = t->function.row[g->function].outputs;
    for (cm_id i = 0; i < names.n; i++) {
        CM_TRY(link_output(l, graph, t->strs.row[names.first + i], CM_NONE));
    }
    return CAMEO_OK;
}

static cameo_status link_use(link_state *l, cm_id node, cm_id slot) {
    cm_tables *t = l->t;
    cm_str name = l->names->in.row[slot];
    cm_id value = CM_NONE;
    CM_TRY(cm_ask_on(l->ask, 4, l->e)); /* a binary search by names */
    if (name.n != 0) {
        value = link_find_visible(l, t->node.row[node].graph, name);
        CM_CHECK(value != CM_NONE, l->e, CAMEO_E_MALFORMED, "input \"%.*s\" is not defined",
                 CM_STR_ARG(name));
    }
    t->use.row[slot] = (cm_use){.value = value, .node = node, .next = CM_NONE};
    if (value != CM_NONE) {
        t->use.row[slot].next = t->value.row[value].first_use;
        t->value.row[value].first_use = slot;
    }
    return CAMEO_OK;
}

/* The imports that hold in a graph: those of the function around it, or of the model. */
static cm_chain link_opsets(const link_state *l, cm_id graph) {
    const cm_tables *t = l->t;
    while (t->graph.row[graph].parent != CM_NONE) graph = t->graph.row[graph].parent;
    cm_id function = t->graph.row[graph].function;
    return function == CM_NONE ? l->m->opsets : t->function.row[function].opsets;
}

/* The domain of a node that nothing imports: strictly an error, else told once for each domain. */
static cameo_status link_not_imported(link_state *l, cm_str domain) {
    CM_CHECK(!l->strict, l->e, CAMEO_E_MALFORMED, "domain \"%.*s\" is not imported",
             CM_STR_ARG(domain));
    for (uint32_t i = 0; i < l->n_unimported; i++) {
        if (cm_str_eq(l->unimported[i], domain)) return CAMEO_OK;
    }
    if (l->n_unimported == LINK_MAX_TOLD) return CAMEO_OK;
    l->unimported[l->n_unimported++] = domain;
    CM_LOG(l->options, CAMEO_LOG_WARNING,
           "domain \"%.*s\" is not imported: its newest version is taken", CM_STR_ARG(domain));
    return CAMEO_OK;
}

/* From the last to the first, so that the chains of uses run in the order of the file. */
static cameo_status link_uses(link_state *l) {
    cm_tables *t = l->t;
    CM_CHECK(l->names->in.n <= t->use.cap, l->e, CAMEO_E_MALFORMED,
             "the bytes have changed since measuring");
    t->use.n = l->names->in.n;
    for (cm_id node = t->node.n; node-- > 0;) {
        const cm_node *n = &t->node.row[node];
        cameo_status status = CAMEO_OK;
        CM_TRY(cm_ask_on(l->ask, 1, l->e));
        if (n->op_type.n == 0) {
            status = CM_FAIL(l->e, CAMEO_E_MALFORMED, "a node has no op_type");
        } else if (l->strict && n->in.n == 0 && n->out.n == 0) {
            status = CM_FAIL(l->e, CAMEO_E_MALFORMED, "a node has neither inputs nor outputs");
        } else if (cm_opset_find(t, link_opsets(l, n->graph), n->domain) == 0) {
            status = link_not_imported(l, n->domain);
        }
        for (cm_id i = n->in.n; status == CAMEO_OK && i-- > 0;) {
            status = link_use(l, node, n->in.first + i);
        }
        CM_TRY(link_at_node(l, node, status));
    }
    return CAMEO_OK;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Counts for each node the uses of values that other nodes of its graph make, be it in a
 * subgraph. */
static cameo_status link_count_waiting(link_state *l) {
    const cm_tables *t = l->t;
    for (cm_id i = 0; i < t->value.n; i++) {
        const cm_value *v = &t->value.row[i];
        CM_TRY(cm_ask_on(l->ask, 1, l->e));
        if (v->node == CM_NONE) continue;
        for (cm_id use = v->first_use; use != CM_NONE; use = t->use.row[use].next) {
            cm_id consumer = link_lift(t, t->use.row[use].node, v->graph);
            CM_TRY(cm_ask_on(l->ask, 1, l->e));
            if (consumer == CM_NONE) continue;
            l->w->waiting[consumer]++;
            if (consumer > v->node) continue;
            if (l->strict) {
                return link_at_node(l, consumer,
                                    CM_FAIL(l->e, CAMEO_E_MALFORMED,
                                            "\"%.*s\" is used before it is made",
                                            CM_STR_ARG(v->name)));
            }
            if (l->unsorted) continue;
            l->unsorted = true;
            CM_LOG(l->options, CAMEO_LOG_WARNING,
                   "\"%.*s\" is used before it is made: the nodes are sorted", CM_STR_ARG(v->name));
        }
    }
    return CAMEO_OK;
}

/* A heap of node ids, the smallest on top. */
static void link_heap_push(cm_id *heap, cm_id *n, cm_id node) {
    cm_id i = (*n)++;
    while (i > 0 && heap[(i - 1) / 2] > node) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = node;
}

static cm_id link_heap_pop(cm_id *heap, cm_id *n) {
    cm_id top = heap[0];
    cm_id moving = heap[--*n];
    cm_id i = 0;
    while (i < *n / 2) {
        cm_id child = 2 * i + 1;
        if (child + 1 < *n && heap[child + 1] < heap[child]) child++;
        if (moving <= heap[child]) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = moving;
    return top;
}

/* One input of some nodes of the graph has been made: those that wait for no other are ready. */
static void link_release(link_state *l, cm_id value, cm_id graph, cm_id *n_ready) {
    const cm_tables *t = l->t;
    for (cm_id use = t->value.row[value].first_use; use != CM_NONE; use = t->use.row[use].next) {
        cm_id consumer = link_lift(t, t->use.row[use].node, graph);
        if (consumer != CM_NONE && --l->w->waiting[consumer] == 0) {
            link_heap_push(l->w->heap, n_ready, consumer);
        }
    }
}

/* Chains the nodes of a graph in topological order, as near to the file's as possible: of the nodes
 * that are ready the first in the file comes next (Kahn, CACM 5(11), 1962). */
static cameo_status link_order(link_state *l, cm_id graph) {
    cm_tables *t = l->t;
    cm_chain *nodes = &t->graph.row[graph].nodes;
    cm_chain sorted = {CM_NONE, CM_NONE, 0};
    cm_id n_ready = 0;
    CM_EACH(id, t->node, *nodes) {
        if (l->w->waiting[id] == 0) link_heap_push(l->w->heap, &n_ready, id);
    }
    while (n_ready > 0) {
        cm_id id = link_heap_pop(l->w->heap, &n_ready);
        CM_TRY(cm_ask_on(l->ask, 2, l->e));
        cm_range out = t->node.row[id].out;
        if (sorted.n++ == 0) sorted.first = id;
        if (sorted.last != CM_NONE) t->node.row[sorted.last].next = id;
        sorted.last = id;
        for (cm_id i = out.first; i < out.first + out.n; i++) {
            if (t->ids.row[i] != CM_NONE) link_release(l, t->ids.row[i], graph, &n_ready);
        }
    }
    for (cm_id id = 0; sorted.n != nodes->n && id < t->node.n; id++) {
        if (t->node.row[id].graph != graph || l->w->waiting[id] == 0) continue;
        return link_at_node(
            l, id,
            CM_FAIL(l->e, CAMEO_E_MALFORMED, "the node is part of a cycle, or waits for one"));
    }
    if (sorted.last != CM_NONE) t->node.row[sorted.last].next = CM_NONE;
    *nodes = sorted;
    return CAMEO_OK;
}

/* ---- versions -------------------------------------------------------------------------------- */

static cameo_status link_check_opsets(link_state *l, cm_chain opsets) {
    const cm_tables *t = l->t;
    CM_CHECK(opsets.n <= LINK_MAX_OPSETS, l->e, CAMEO_E_LIMIT, "%u opset imports, the limit is %d",
             (unsigned)opsets.n, LINK_MAX_OPSETS);
    CM_EACH(id, t->opset, opsets) {
        const cm_opset *o = &t->opset.row[id];
        int64_t version = cm_opset_find(t, opsets, o->domain);
        if (version == 0 && !l->strict && o->domain.n != 0) {
            CM_LOG(l->options, CAMEO_LOG_WARNING, "domain \"%.*s\" is imported with version 0: read as not imported",
                   CM_STR_ARG(o->domain));
            continue;
        }
        CM_CHECK(version >= 1, l->e, CAMEO_E_MALFORMED,
                 "opset_import of domain \"%.*s\" has version %lld, want 1 to 2147483647",
                 CM_STR_ARG(o->domain), CM_LL(version));
        CM_CHECK(version == o->version || !l->strict, l->e, CAMEO_E_MALFORMED,
                 "domain \"%.*s\" is imported with two versions", CM_STR_ARG(o->domain));
        if (version == o->version) continue;
        CM_LOG(l->options, CAMEO_LOG_WARNING, "domain \"%.*s\" is imported with two versions: %lld counts",
               CM_STR_ARG(o->domain), CM_LL(version));
    }
    return CAMEO_OK;
}

static cameo_status link_check_versions(link_state *l) {
    const cameo_model *m = l->m;
    CM_CHECK(m->ir_version >= 1, l->e, CAMEO_E_MALFORMED, "ir_version is %lld, want 1 to %d",
             CM_LL(m->ir_version), CM_MAX_IR_VERSION);
    CM_CHECK(m->ir_version <= CM_MAX_IR_VERSION, l->e, CAMEO_E_UNSUPPORTED,
             "ir_version is %lld, the newest that is known is %d", CM_LL(m->ir_version),
             CM_MAX_IR_VERSION);
    CM_CHECK(m->opsets.n != 0, l->e, CAMEO_E_MALFORMED, "the model imports no opset");
    CM_TRY(link_check_opsets(l, m->opsets));
    CM_EACH(id, l->t->function, m->functions) {
        CM_TRY(link_check_opsets(l, l->t->function.row[id].opsets));
    }
    return CAMEO_OK;
}

static cameo_status link_check_sparse(link_state *l) {
    const cm_tables *t = l->t;
    for (cm_id id = 0; id < t->sparse.n; id++) {
        int64_t n_elem;
        cameo_status status = cm_sparse_check(t, &t->sparse.row[id], &n_elem, l->e);
        cm_error_at_offset(l->e, t->tensor.row[t->sparse.row[id].values].file_off);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

cameo_status cm_link(cameo_model *model, const cm_names *names, cm_link_work *work,
                     const cameo_options *options, cm_ask *ask, cameo_error *e) {
    link_state l = {.m = model,
                    .ask = ask,
                    .t = &model->t,
                    .names = names,
                    .w = work,
                    .options = options,
                    .strict = options != NULL && options->strict,
                    .e = e};
    CM_TRY(link_check_versions(&l));
    CM_TRY(link_check_sparse(&l));
    CM_TRY(link_define_all(&l));
    CM_TRY(link_sort(&l, work->def.row, work->def.n));
    CM_TRY(link_merge_all(&l));
    for (cm_id g = 0; g < model->t.graph.n; g++) CM_TRY(link_at_graph(&l, g, link_outputs(&l, g)));
    CM_TRY(link_at_graph(&l, 0, link_check_inputs(&l)));
    CM_TRY(link_uses(&l));
    CM_TRY(link_count_waiting(&l));
    for (cm_id g = 0; g < model->t.graph.n; g++) CM_TRY(link_order(&l, g));
    return l.strict ? cm_link_check_strict(model, e) : CAMEO_OK;
}
