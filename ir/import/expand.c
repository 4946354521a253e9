/* expand.c — model-local functions are inlined at their calls. See ir.h.
 *
 * A call is a node whose (domain, op_type, overload) names a function and whose operator the table does
 * not have. The body's nodes are copied before the call, with fresh values, under the imports of the
 * function; attributes that refer to the caller's are resolved. Copies are appended to the node table,
 * so the one walk over it meets the calls in them, too. Who calls whom is examined beforehand: a
 * function that calls itself is refused, and so is a model whose expansion exceeds limits.nodes (a chain
 * of functions that call the next one twice doubles at each link).
 *
 * options.functions stand before those of the model. What an importer builds for a node is a function that this node
 * alone calls; nobody knows beforehand what it calls in its turn, so the depth is counted as it goes. */
#include "ir/ir_impl.h"

/* A graph being copied. */
typedef struct expand_frame {
    cm_id from;   /* source graph */
    cm_id next;   /* source node to copy next */
    cm_id to;     /* graph that the copies go to */
    cm_id before; /* node of `to` before which they go, or CM_NONE */
    bool body;    /* the function's own body, not a subgraph */
} expand_frame;

typedef struct expand_state {
    cm_ir *ir;
    cm_id *functions; /* rows, sorted by domain, name, overload */
    cm_id n_functions;
    CM_TABLE(cm_id) root; /* per graph: the function whose template it is, or CM_NONE */
    cm_id *map;     /* per value: its copy in this call; valid where stamp is call */
    uint32_t *stamp;
    cm_id map_cap, stamp_cap; /* values that they have room for */
    CM_TABLE(expand_frame) stack;
    uint32_t call;  /* number of this call, from 1 */
    cm_id function; /* the one that is inlined */
    cm_id node;     /* the call */
} expand_state;

/* ---- which function ---- */

static int expand_compare(const cm_function *f, cm_str domain, cm_str name, cm_str overload) {
    int c = cm_str_cmp(cm_domain_normal(f->domain), domain);
    if (c == 0) c = cm_str_cmp(f->name, name);
    return c != 0 ? c : cm_str_cmp(f->overload, overload);
}

static int expand_compare_rows(const cm_ir *ir, cm_id a, cm_id b) {
    const cm_function *g = &ir->t.function.row[b];
    return expand_compare(&ir->t.function.row[a], cm_domain_normal(g->domain), g->name,
                          g->overload);
}

/* Merges the sorted runs [lo, mid) and [mid, hi) of `from` into `to`. */
static void expand_merge(const cm_ir *ir, const cm_id *from, cm_id *to, size_t lo, size_t mid,
                         size_t hi) {
    size_t a = lo;
    size_t b = mid;
    for (size_t i = lo; i < hi; i++) {
        bool left = a < mid && (b >= hi || expand_compare_rows(ir, from[a], from[b]) <= 0);
        to[i] = left ? from[a++] : from[b++];
    }
}

/* Neighbours of one name: the caller's takes the place of the model's, two of the same origin are one too many.
 * Functions of the model have the first n_own rows. */
static cameo_status expand_unique(expand_state *s, cm_id *a, cm_id n_own) {
    cm_id n = 0;
    for (cm_id i = 0; i < s->n_functions; i++) {
        bool same = n > 0 && expand_compare_rows(s->ir, a[n - 1], a[i]) == 0;
        bool both = same && (a[n - 1] < n_own) == (a[i] < n_own);
        CM_CHECK(!both, s->ir->e, a[i] < n_own ? CAMEO_E_MALFORMED : CAMEO_E_ARG, "%sfunction %.*s is defined twice",
                 a[i] < n_own ? "" : "options.functions: ", CM_STR_ARG(s->ir->t.function.row[a[i]].name));
        if (!same) a[n++] = a[i];
    }
    s->functions = a;
    s->n_functions = n;
    return CAMEO_OK;
}

/* Errors: E_MALFORMED two functions of one name, E_ARG in options.functions; E_NOMEM. */
static cameo_status expand_sort(expand_state *s) {
    cm_ir *ir = s->ir;
    cm_id n_own = ir->t.function.n, unused;
    for (uint32_t i = 0; i < ir->n_libraries; i++) CM_TRY(cm_ir_graft(ir, ir->libraries[i], &unused));
    size_t n = ir->t.function.n;
    cm_id *a = CM_ARENA_NEW_N(ir->work, cm_id, n);
    cm_id *b = CM_ARENA_NEW_N(ir->work, cm_id, n);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (cm_id id = n_own; id < ir->t.function.n; id++) {
        if (ir->t.function.row[id].name.n != 0) a[s->n_functions++] = id; /* others are main graphs */
    }
    CM_EACH(id, ir->t.function, ir->model->functions) a[s->n_functions++] = id;
    n = s->n_functions;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            size_t mid = cm_min_size(lo + width, n);
            expand_merge(ir, a, b, lo, mid, cm_min_size(lo + 2 * width, n));
        }
        cm_id *swap = a;
        a = b;
        b = swap;
    }
    return expand_unique(s, a, n_own);
}

/* The function that a node calls, or CM_NONE. */
static cm_id expand_callee(const expand_state *s, cm_id node) {
    const cm_ir *ir = s->ir;
    const cm_node *n = &ir->t.node.row[node];
    cm_str domain = cm_domain_normal(n->domain);
    cm_id lo = 0;
    cm_id hi = s->n_functions;
    while (lo < hi) {
        cm_id mid = lo + (hi - lo) / 2;
        int c =
            expand_compare(&ir->t.function.row[s->functions[mid]], domain, n->op_type, n->overload);
        if (c == 0)
            return cm_ir_find_op(ir, domain, n->op_type) == NULL ? s->functions[mid] : CM_NONE;
        if (c < 0) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return CM_NONE;
}

/* ---- who calls whom ---- */

/* The roots of the graphs from `first` on; those before it that have none yet are copies. */
static cameo_status expand_roots(expand_state *s, cm_id first) {
    cm_ir *ir = s->ir;
    if (!CM_IR_ROOM(ir, s->root, (size_t)ir->t.graph.n - s->root.n)) return cm_ir_nomem(ir);
    while (s->root.n < ir->t.graph.n) {
        cm_id g = s->root.n++, top = g;
        for (cm_id i = 0; i < ir->t.graph.n && ir->t.graph.row[top].parent != CM_NONE; i++) {
            top = ir->t.graph.row[top].parent;
        }
        s->root.row[g] = g < first ? CM_NONE : ir->t.graph.row[top].function;
    }
    return CAMEO_OK;
}

/* The function whose template the graph belongs to, or CM_NONE. */
static cm_id expand_root(const expand_state *s, cm_id graph) {
    return graph < s->root.n ? s->root.row[graph] : CM_NONE;
}

/* How deep calls nest: a pass over all nodes for each level. */
static cameo_status expand_check_depth(expand_state *s, const cm_id *callee, uint32_t *depth,
                                       uint32_t *max) {
    cm_ir *ir = s->ir;
    *max = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (cm_id n = 0; n < ir->t.node.n; n++) {
            cm_id f = expand_root(s, ir->t.node.row[n].graph);
            if (n % 64 == 0) CM_TRY(cm_ir_go_on(ir, false));
            if (callee[n] == CM_NONE || f == CM_NONE || depth[callee[n]] < depth[f]) continue;
            depth[f] = depth[callee[n]] + 1;
            changed = true;
            *max = depth[f] > *max ? depth[f] : *max;
            /* One more than there are functions: the main graph of one that the caller gave counts as their caller. */
            CM_CHECK(depth[f] <= s->n_functions + 1, ir->e, CAMEO_E_MALFORMED,
                     "function %.*s calls itself", CM_STR_ARG(ir->t.function.row[f].name));
            CM_CHECK(depth[f] <= ir->limits.subgraph_depth, ir->e, CAMEO_E_LIMIT,
                     "function calls nest deeper than %u (limits.subgraph_depth), or without end",
                     ir->limits.subgraph_depth);
        }
    }
    return CAMEO_OK;
}

/* Nodes after expansion, saturating. */
static uint64_t expand_total(const expand_state *s, const cm_id *callee, uint64_t *size,
                             uint32_t depth) {
    const cm_ir *ir = s->ir;
    const uint64_t most = UINT64_MAX / 4;
    uint64_t total = 0;
    for (uint32_t pass = 0; pass <= depth; pass++) {
        uint64_t *fresh = size + (pass % 2 == 0 ? 0 : ir->t.function.n);
        const uint64_t *old = size + (pass % 2 == 0 ? ir->t.function.n : 0);
        memset(fresh, 0, ir->t.function.n * sizeof *fresh);
        total = 0;
        for (cm_id n = 0; n < ir->t.node.n; n++) {
            cm_id f = expand_root(s, ir->t.node.row[n].graph);
            uint64_t cost = callee[n] == CM_NONE ? 1 : 1 + old[callee[n]];
            uint64_t *sum = f == CM_NONE ? &total : &fresh[f];
            *sum = *sum > most || cost > most ? most : *sum + cost;
        }
    }
    return total;
}

/* Errors: E_MALFORMED recursion; E_LIMIT depth, number of nodes. */
static cameo_status expand_examine(expand_state *s) {
    cm_ir *ir = s->ir;
    cm_id *callee = CM_ARENA_NEW_N(ir->work, cm_id, ir->t.node.n);
    uint32_t *depth = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.function.n);
    uint64_t *size = CM_ARENA_NEW_N(ir->work, uint64_t, (size_t)ir->t.function.n * 2);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (cm_id n = 0; n < ir->t.node.n; n++) {
        CM_TRY(cm_ir_go_on(ir, false));
        callee[n] = expand_callee(s, n);
    }
    for (cm_id f = 0; f < ir->t.function.n; f++) depth[f] = 1;
    uint32_t max = 1;
    CM_TRY(expand_check_depth(s, callee, depth, &max));
    uint64_t total = expand_total(s, callee, size, max);
    CM_CHECK(total <= ir->limits.nodes, ir->e, CAMEO_E_LIMIT,
             "%llu nodes after expansion of functions, at most %llu are allowed (limits.nodes)",
             CM_LLU(total), CM_LLU(ir->limits.nodes));
    return CAMEO_OK;
}

/* ---- values ---- */

/* Notes the copy of a value for this call. Rows beyond the filled ones are zero: no call's. */
static cameo_status expand_bind(expand_state *s, cm_id value, cm_id copy) {
    cm_ir *ir = s->ir;
    if (value >= s->map_cap) {
        cm_id n = s->map_cap;
        size_t more = (size_t)ir->t.value.cap - n;
        if (!cm_ir_room(ir, (void **)&s->map, n, &s->map_cap, more, sizeof *s->map) ||
            !cm_ir_room(ir, (void **)&s->stamp, n, &s->stamp_cap, more, sizeof *s->stamp)) {
            return cm_ir_nomem(ir);
        }
    }
    s->map[value] = copy;
    s->stamp[value] = s->call;
    return CAMEO_OK;
}

static bool expand_is_bound(const expand_state *s, cm_id value) {
    return value < s->map_cap && s->stamp[value] == s->call;
}

/* What the copies read instead of `value`: its copy; values from around the call and initializers are
 * themselves. Link gave no other, since nodes are sorted and functions see nothing outside: an unbound
 * value of a function counts as absent. */
static cm_id expand_mapped(const expand_state *s, cm_id value) {
    if (value == CM_NONE) return CM_NONE;
    if (expand_is_bound(s, value)) return s->map[value];
    const cm_value *v = &s->ir->t.value.row[value];
    bool of_function = expand_root(s, v->graph) != CM_NONE;
    return of_function && v->kind != CM_VALUE_INIT ? CM_NONE : value;
}

/* A fresh value like `value` in graph. */
static cameo_status expand_copy_value(expand_state *s, cm_id value, cm_id graph, cm_id *copy) {
    cm_ir *ir = s->ir;
    CM_TRY(cm_ir_add_value(ir, graph, ir->t.value.row[value].name, copy));
    ir->t.value.row[*copy].kind = ir->t.value.row[value].kind;
    ir->t.value.row[*copy].type = ir->t.value.row[value].type;
    return expand_bind(s, value, *copy);
}

/* ---- attributes and subgraphs ---- */

/* The attribute that stands for a: itself, the caller's, the function's default, or NULL. */
static const cm_attr *expand_attr_source(const expand_state *s, const cm_attr *a) {
    const cm_ir *ir = s->ir;
    if (a->ref_attr_name.n == 0) return a;
    CM_EACH(id, ir->t.attr, ir->t.node.row[s->node].attrs) {
        if (cm_str_eq(ir->t.attr.row[id].name, a->ref_attr_name)) return &ir->t.attr.row[id];
    }
    CM_EACH(id, ir->t.attr, ir->t.function.row[s->function].attr_defaults) {
        if (cm_str_eq(ir->t.attr.row[id].name, a->ref_attr_name)) return &ir->t.attr.row[id];
    }
    return NULL;
}

/* Begins a copy of subgraph `from` for `node`: its row and inputs; the nodes follow from the stack. */
static cameo_status expand_begin_graph(expand_state *s, cm_id from, cm_id node, cm_id *graph) {
    cm_ir *ir = s->ir;
    cm_graph g = ir->t.graph.row[from];
    cm_id parent = ir->t.node.row[node].graph;
    if (!CM_IR_ROOM(ir, ir->t.graph, 1)) return cm_ir_nomem(ir);
    if (!CM_IR_ROOM(ir, ir->t.ids, (size_t)g.inputs.n)) return cm_ir_nomem(ir);
    g.parent = parent;
    g.parent_node = node;
    g.function = CM_NONE;
    g.depth = ir->t.graph.row[parent].depth + 1;
    g.next = CM_NONE;
    g.nodes = (cm_chain){CM_NONE, CM_NONE, 0};
    CM_CHECK(g.depth <= ir->limits.subgraph_depth, ir->e, CAMEO_E_LIMIT,
             "subgraphs nest deeper than %u after expansion (limits.subgraph_depth)",
             ir->limits.subgraph_depth);
    cm_range inputs = g.inputs;
    g.inputs.first = ir->t.ids.n;
    g.outputs.n = 0; /* until its nodes are there */
    *graph = ir->t.graph.n++;
    ir->t.graph.row[*graph] = g;
    for (uint32_t i = 0; i < inputs.n; i++) {
        cm_id copy;
        CM_TRY(expand_copy_value(s, ir->t.ids.row[inputs.first + i], *graph, &copy));
        ir->t.ids.row[ir->t.ids.n++] = copy;
    }
    if (!CM_IR_ROOM(ir, s->stack, 1)) return cm_ir_nomem(ir);
    s->stack.row[s->stack.n++] =
        (expand_frame){from, ir->t.graph.row[from].nodes.first, *graph, CM_NONE, false};
    return CAMEO_OK;
}

/* Copies of the graphs of an attribute that now belongs to node. */
static cameo_status expand_copy_graphs(expand_state *s, cm_id node, cm_attr *a) {
    cm_ir *ir = s->ir;
    cm_id from = a->row;
    cm_id last = CM_NONE;
    for (uint32_t i = 0; i < a->n_rows && from != CM_NONE; i++) {
        cm_id copy = CM_NONE;
        CM_TRY(expand_begin_graph(s, from, node, &copy));
        if (last == CM_NONE) {
            a->row = copy;
        } else {
            ir->t.graph.row[last].next = copy;
        }
        last = copy;
        from = ir->t.graph.row[from].next;
    }
    return CAMEO_OK;
}

/* True where the chain can be shared as it is. */
static bool expand_attrs_plain(const cm_ir *ir, cm_chain attrs) {
    CM_EACH(id, ir->t.attr, attrs) {
        const cm_attr *a = &ir->t.attr.row[id];
        if (a->ref_attr_name.n != 0 || a->type == CM_ATTR_GRAPH || a->type == CM_ATTR_GRAPHS)
            return false;
    }
    return true;
}

/* Gives the copied node its attributes. */
static cameo_status expand_copy_attrs(expand_state *s, cm_id node, cm_chain attrs) {
    cm_ir *ir = s->ir;
    if (expand_attrs_plain(ir, attrs)) return CAMEO_OK;
    cm_chain fresh = {CM_NONE, CM_NONE, 0};
    for (cm_id id = attrs.first; id != CM_NONE; id = ir->t.attr.row[id].next) {
        cm_attr a = ir->t.attr.row[id];
        const cm_attr *source = expand_attr_source(s, &a);
        if (source == NULL) continue;
        cm_attr copy = *source;
        CM_CHECK(a.type == CM_ATTR_UNDEFINED || a.type == copy.type, ir->e, CAMEO_E_TYPE,
                 "attribute %.*s refers to %.*s of type %d, want %d", CM_STR_ARG(a.name),
                 CM_STR_ARG(a.ref_attr_name), (int)copy.type, (int)a.type);
        copy.name = a.name;
        copy.ref_attr_name = (cm_str){NULL, 0};
        copy.next = CM_NONE;
        bool graphs = copy.type == CM_ATTR_GRAPH || copy.type == CM_ATTR_GRAPHS;
        if (graphs) CM_TRY(expand_copy_graphs(s, node, &copy));
        if (!CM_IR_ROOM(ir, ir->t.attr, 1)) return cm_ir_nomem(ir);
        cm_id row = ir->t.attr.n++;
        ir->t.attr.row[row] = copy;
        if (fresh.first == CM_NONE) {
            fresh.first = row;
        } else {
            ir->t.attr.row[fresh.last].next = row;
        }
        fresh.last = row;
        fresh.n++;
    }
    ir->t.node.row[node].attrs = fresh;
    return CAMEO_OK;
}

/* ---- nodes ---- */

/* Copies one node into the frame's graph. */
static cameo_status expand_copy_node(expand_state *s, expand_frame f, cm_id from) {
    cm_ir *ir = s->ir;
    cm_node n = ir->t.node.row[from];
    cm_id *ids = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)n.in.n + n.out.n);
    if (ids == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n.in.n; i++)
        ids[i] = expand_mapped(s, ir->t.use.row[n.in.first + i].value);
    for (uint32_t i = 0; i < n.out.n; i++) {
        cm_id v = ir->t.ids.row[n.out.first + i];
        cm_id *copy = &ids[n.in.n + i];
        *copy = CM_NONE;
        if (v == CM_NONE) continue;
        if (f.body && expand_is_bound(s, v)) {
            *copy = s->map[v];
        } else {
            CM_TRY(expand_copy_value(s, v, f.to, copy));
        }
    }
    cm_id node;
    CM_TRY(cm_ir_add_node(ir, f.to, f.before, from, ids, n.in.n, ids + n.in.n, n.out.n, &node));
    return expand_copy_attrs(s, node, n.attrs);
}

/* The copied subgraph gets its outputs. */
static cameo_status expand_end_graph(expand_state *s, expand_frame f) {
    cm_ir *ir = s->ir;
    cm_range outputs = ir->t.graph.row[f.from].outputs;
    if (!CM_IR_ROOM(ir, ir->t.ids, (size_t)outputs.n)) return cm_ir_nomem(ir);
    ir->t.graph.row[f.to].outputs = (cm_range){ir->t.ids.n, outputs.n};
    for (uint32_t i = 0; i < outputs.n; i++) {
        cm_id v = expand_mapped(s, ir->t.ids.row[outputs.first + i]);
        ir->t.ids.row[ir->t.ids.n++] = v;
        if (v == CM_NONE) continue;
        ir->n_listed[v]++;
        if (ir->t.value.row[v].graph == f.to) ir->t.value.row[v].graph_output = true;
    }
    return CAMEO_OK;
}

static cameo_status expand_copy_all(expand_state *s) {
    cm_ir *ir = s->ir;
    while (s->stack.n > 0) {
        expand_frame *f = &s->stack.row[s->stack.n - 1];
        cm_id node = f->next;
        if (node == CM_NONE) {
            expand_frame done = *f;
            s->stack.n--;
            if (!done.body) CM_TRY(expand_end_graph(s, done));
            continue;
        }
        f->next = ir->t.node.row[node].next;
        bool is_template = expand_root(s, f->from) != CM_NONE;
        CM_TRY(cm_ir_go_on(ir, false));
        if (ir->t.node.row[node].dead && !is_template) continue;
        CM_TRY(expand_copy_node(s, *f, node));
    }
    return CAMEO_OK;
}

/* Binds the function's inputs to the call's, its outputs to the call's where its own nodes make them;
 * `direct` gets one bit for each of those. */
static cameo_status expand_bind_call(expand_state *s, cm_id body, bool *direct) {
    cm_ir *ir = s->ir;
    cm_graph g = ir->t.graph.row[body];
    cm_node call = ir->t.node.row[s->node];
    CM_CHECK(call.in.n <= g.inputs.n && call.out.n <= g.outputs.n, ir->e, CAMEO_E_MALFORMED,
             "%u inputs and %u outputs for a function of %u and %u", call.in.n, call.out.n,
             g.inputs.n, g.outputs.n);
    for (uint32_t i = 0; i < g.inputs.n; i++) {
        CM_TRY(expand_bind(s, ir->t.ids.row[g.inputs.first + i], cm_ir_in(ir, s->node, i)));
    }
    for (uint32_t i = 0; i < call.out.n; i++) {
        cm_id v = ir->t.ids.row[g.outputs.first + i];
        cm_id out = cm_ir_out(ir, s->node, i);
        direct[i] = out == CM_NONE;
        if (out == CM_NONE || v == CM_NONE || expand_is_bound(s, v)) continue;
        if (ir->t.value.row[v].kind != CM_VALUE_NODE) continue;
        CM_TRY(expand_bind(s, v, out));
        direct[i] = true;
    }
    return CAMEO_OK;
}

/* An output that is an input, or another output's value, goes through an Identity. */
static cameo_status expand_pass_through(expand_state *s, cm_id body, uint32_t i) {
    cm_ir *ir = s->ir;
    cm_id in = expand_mapped(s, ir->t.ids.row[ir->t.graph.row[body].outputs.first + i]);
    cm_id out = cm_ir_out(ir, s->node, i);
    cm_id node;
    CM_CHECK(in != CM_NONE, ir->e, CAMEO_E_MALFORMED,
             "output %u of the function is an absent input", i);
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[s->node].graph, s->node, s->node, &in, 1, &out, 1,
                          &node));
    ir->t.node.row[node].op_type = CM_STR("Identity");
    ir->t.node.row[node].domain = ir->t.node.row[node].overload = (cm_str){NULL, 0};
    ir->t.node.row[node].attrs = (cm_chain){CM_NONE, CM_NONE, 0};
    return CAMEO_OK;
}

static cameo_status expand_call(expand_state *s, cm_id node, cm_id function) {
    cm_ir *ir = s->ir;
    cm_id body = ir->t.function.row[function].graph;
    uint32_t n_out = ir->t.node.row[node].out.n;
    s->call++;
    s->node = node;
    s->function = function;
    bool *direct = CM_ARENA_NEW_N(ir->work, bool, n_out);
    if (direct == NULL) return cm_ir_nomem(ir);
    CM_TRY(expand_bind_call(s, body, direct));
    if (!CM_IR_ROOM(ir, s->stack, 1)) return cm_ir_nomem(ir);
    s->stack.row[s->stack.n++] = (expand_frame){body, ir->t.graph.row[body].nodes.first,
                                                ir->t.node.row[node].graph, node, true};
    CM_TRY(expand_copy_all(s));
    for (uint32_t i = 0; i < n_out; i++) {
        if (!direct[i]) CM_TRY(expand_pass_through(s, body, i));
    }
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

/* What stands in the place of node: a function that an importer built for it, else one that it calls, else CM_NONE. */
static cameo_status expand_find(expand_state *s, cm_id node, cm_id *function) {
    cm_ir *ir = s->ir;
    const cameo_model *built = NULL;
    if (ir->import != NULL) CM_TRY(ir->import(ir->import_ctx, ir, node, &built));
    *function = expand_callee(s, node);
    if (built == NULL) return CAMEO_OK;
    cm_id first = ir->t.graph.n;
    CM_TRY(cm_ir_graft(ir, built, function));
    return expand_roots(s, first);
}

static cameo_status expand_node(expand_state *s, cm_id node, uint32_t depth) {
    cm_ir *ir = s->ir;
    cm_id function;
    CM_TRY(expand_find(s, node, &function));
    if (function == CM_NONE) return CAMEO_OK;
    CM_CHECK(depth < ir->limits.subgraph_depth, ir->e, CAMEO_E_LIMIT,
             "what importers build nests deeper than %u (limits.subgraph_depth), or without end",
             ir->limits.subgraph_depth);
    return expand_call(s, node, function);
}

/* The nodes from `first` on, and what they become. */
static cameo_status expand_from(expand_state *s, cm_id first) {
    cm_ir *ir = s->ir;
    cm_id behind = first; /* the nodes of one depth: nodes that are copied for them come behind all of them */
    for (cm_id node = first, depth = CM_NONE; node < ir->t.node.n; node++) {
        if (node == behind) {
            depth++;
            behind = ir->t.node.n;
            if (ir->import != NULL) CM_TRY(cm_ir_expand_consts(ir)); /* importers see constants */
        }
        CM_TRY(cm_ir_go_on(ir, false));
        if (ir->t.node.row[node].dead) continue;
        cameo_status status = expand_node(s, node, depth);
        const cm_node *n = &ir->t.node.row[node];
        if (status != CAMEO_OK) cm_error_at_node(ir->e, node, n->name, n->op_type);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

static cameo_status expand_functions(cm_ir *ir) {
    expand_state *s = CM_ARENA_NEW(ir->work, expand_state);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    s->ir = ir;
    CM_TRY(expand_sort(s));
    CM_TRY(expand_roots(s, 0));
    CM_TRY(expand_examine(s));
    ir->expansion = s;
    return expand_from(s, 0);
}

cameo_status cm_ir_expand(cm_ir *ir) {
    bool needed = ir->model->functions.n != 0 || ir->n_libraries != 0 || ir->import != NULL || ir->own != NULL;
    if (needed) CM_TRY(expand_functions(ir));
    return cm_ir_expand_consts(ir);
}

cameo_status cm_ir_splice(cm_ir *ir, cm_id before, const cm_id *in, uint32_t n_in, const cm_id *out, uint32_t n_out,
                          const cameo_model *built) {
    expand_state *s = ir->expansion;
    cm_id call, function, first = ir->t.graph.n, node = ir->t.node.n;
    CM_TRY(cm_ir_graft(ir, built, &function));
    CM_TRY(expand_roots(s, first));
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[before].graph, before, CM_NONE, in, n_in, out, n_out, &call));
    CM_TRY(expand_call(s, call, function));
    return expand_from(s, node);
}
