/* opt_own.c — rewrites of the caller: where a pattern is found, or what the caller's function finds, and what it built
 * in that place. See cameo.h.
 *
 * Nodes that are replaced lead to one of them, the root, and only its outputs are read by others. So the new nodes can
 * stand right before it: their inputs are made by then, and who reads their outputs comes behind. They write values of
 * their own first; once these have the types of the old ones they take their place, else the new nodes are dead and the
 * graph is what it was. */
#include "ir/rewrite/opt.h"

/* How often nodes that a rewrite built are replaced in their turn: rewrites that undo each other come to an end. */
#define OWN_DEPTH 100
#define OWN_NODES CAMEO_MATCH_MAX
#define OWN_NAMES 64
/* Nodes that are looked at for one place of a pattern: operands that may stand in either order are tried both ways,
 * which a file could make billions. */
#define OWN_TRIES 10000
/* Constants are compared with this relative tolerance unless the caller names one. */
#define OWN_TOLERANCE 1e-6

/* ---- patterns ---- */

typedef struct own_pattern {
    const cm_ir *ir;
    const cameo_rewrite *rewrite;
    const char *name[OWN_NAMES];
    cm_id value[OWN_NAMES]; /* that the name stands for, CM_NONE: none yet */
    uint8_t by[OWN_NAMES];  /* node of the pattern that bound it */
    uint32_t n_names, n_tries;
    cm_id node[OWN_NODES]; /* CM_NONE: it was no such node */
    uint8_t tried[OWN_NODES]; /* 1: with its two operands exchanged */
} own_pattern;

/* Position of the name, which is added if it is new; OWN_NAMES: there are too many. */
static uint32_t own_name(own_pattern *p, const char *name) {
    uint32_t i = 0;
    while (i < p->n_names && !cm_str_is(cm_str_from_c(name), p->name[i])) i++;
    if (i < p->n_names || i == OWN_NAMES) return i;
    p->name[i] = name;
    p->value[i] = CM_NONE;
    p->n_names++;
    return i;
}

static const char *own_text(const char *const *names, size_t n, size_t i) {
    return i < n && names[i] != NULL && names[i][0] != 0 ? names[i] : NULL;
}

/* Is value the constant that the rewrite wants under this name, if it wants one? */
static bool own_constant(const own_pattern *p, const char *name, cm_id value) {
    for (size_t i = 0; i < p->rewrite->n_constants; i++) {
        const cameo_match_constant *c = &p->rewrite->constants[i];
        double x, tolerance = c->tolerance == 0 ? OWN_TOLERANCE : c->tolerance;
        int64_t integer;
        if (!cm_str_is(cm_str_from_c(name), c->name)) continue;
        if (!cm_ir_is_const(p->ir, value)) return false;
        if (c->any) continue;
        if (cm_opt_integer(p->ir, value, &integer))
            x = (double)integer;
        else if (!cm_opt_number(p->ir, value, &x))
            return false;
        double apart = x < c->value ? c->value - x : x - c->value, size = c->value < 0 ? -c->value : c->value;
        if (!(apart <= tolerance * size)) return false;
    }
    return true;
}

static bool own_bind(own_pattern *p, uint32_t node, const char *name, cm_id value) {
    if (name == NULL || value == CM_NONE) return name == NULL && value == CM_NONE;
    uint32_t i = own_name(p, name);
    if (i == OWN_NAMES) return false;
    if (p->value[i] != CM_NONE) return p->value[i] == value;
    if (!own_constant(p, name, value)) return false;
    p->value[i] = value;
    p->by[i] = (uint8_t)node;
    return true;
}

static void own_unbind(own_pattern *p, uint32_t node) {
    for (uint32_t i = 0; i < p->n_names; i++) {
        if (p->value[i] != CM_NONE && p->by[i] == node) p->value[i] = CM_NONE;
    }
}

/* May the two operands be exchanged? */
static bool own_commutes(const cameo_node *n) {
    static const char *const names[] = {"Add", "Mul", "And",  "Or",   "Xor",        "Equal",     "Max",
                                        "Min", "Sum", "Mean", "BitwiseAnd", "BitwiseOr", "BitwiseXor"};
    if (n->n_inputs != 2 || cm_domain_normal(cm_str_from_c(n->domain)).n != 0) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (cm_str_is(cm_str_from_c(n->op_type), names[i])) return true;
    }
    return false;
}

/* The node that must be node i of the pattern: readers of its outputs are bound already. */
static cm_id own_candidate(own_pattern *p, uint32_t i) {
    const cameo_node *n = &p->rewrite->nodes[i];
    for (size_t k = 0; k < n->n_outputs; k++) {
        const char *name = own_text(n->outputs, n->n_outputs, k);
        uint32_t at = name == NULL ? OWN_NAMES : own_name(p, name);
        if (at < OWN_NAMES && p->value[at] != CM_NONE) return p->ir->t.value.row[p->value[at]].node;
    }
    return CM_NONE;
}

static bool own_is(const cm_ir *ir, cm_id node, const cameo_node *n) {
    const cm_node *row = &ir->t.node.row[node];
    return !row->dead && cm_str_is(row->op_type, n->op_type) &&
           cm_str_eq(cm_domain_normal(row->domain), cm_domain_normal(cm_str_from_c(n->domain)));
}

static bool own_node(own_pattern *p, uint32_t i) {
    const cm_ir *ir = p->ir;
    const cameo_node *n = &p->rewrite->nodes[i];
    uint32_t last = (uint32_t)p->rewrite->n_nodes - 1;
    cm_id node = i == last ? p->node[last] : own_candidate(p, i);
    if (i != last) p->node[i] = CM_NONE;
    if (node == CM_NONE || !own_is(ir, node, n)) return false;
    if (ir->t.node.row[node].graph != ir->t.node.row[p->node[last]].graph) return false;
    for (uint32_t k = i + 1; k <= last && i != last; k++) {
        if (p->node[k] == node) return false; /* two nodes of the pattern are two nodes */
    }
    p->node[i] = node;
    for (uint32_t k = 0; k < cm_max_size(n->n_outputs, ir->t.node.row[node].out.n); k++) {
        const char *name = own_text(n->outputs, n->n_outputs, k);
        cm_id v = cm_ir_out(ir, node, k);
        if (name == NULL && v != CM_NONE && cm_ir_use_count(ir, v) == 0) continue;
        if (!own_bind(p, i, name, v)) return false;
    }
    for (uint32_t k = 0; k < cm_max_size(n->n_inputs, ir->t.node.row[node].in.n); k++) {
        uint32_t at = p->tried[i] != 0 && k < 2 ? 1 - k : k;
        if (!own_bind(p, i, own_text(n->inputs, n->n_inputs, k), cm_ir_in(ir, node, at))) return false;
    }
    return true;
}

/* Where node i did not fit: may it with its two operands exchanged? */
static bool own_may_exchange(const own_pattern *p, uint32_t i) {
    cm_id node = p->node[i];
    return p->tried[i] == 0 && node != CM_NONE && own_commutes(&p->rewrite->nodes[i]) &&
           cm_ir_in(p->ir, node, 0) != cm_ir_in(p->ir, node, 1);
}

/* From the last node to the first; where one does not fit, the last choice before it is made otherwise. */
static bool own_search(own_pattern *p) {
    uint32_t last = (uint32_t)p->rewrite->n_nodes - 1, i = last;
    p->tried[i] = 0;
    while (p->n_tries++ < OWN_TRIES) {
        if (own_node(p, i)) {
            if (i == 0) return true;
            p->tried[--i] = 0;
            continue;
        }
        own_unbind(p, i);
        while (!own_may_exchange(p, i)) {
            if (i == last) return false;
            own_unbind(p, ++i);
        }
        p->tried[i] = 1;
    }
    return false;
}

/* Does the pattern make the value of this name? */
static bool own_makes(const cameo_rewrite *r, const char *name) {
    for (size_t i = 0; i < r->n_nodes; i++) {
        for (size_t k = 0; k < r->nodes[i].n_outputs; k++) {
            const char *out = own_text(r->nodes[i].outputs, r->nodes[i].n_outputs, k);
            if (out != NULL && cm_str_is(cm_str_from_c(name), out)) return true;
        }
    }
    return false;
}

bool cm_own_input(const cameo_rewrite *r, uint32_t index, const char **name) {
    own_pattern p = {.rewrite = r};
    for (size_t i = 0; i < r->n_nodes; i++) {
        for (size_t k = 0; k < r->nodes[i].n_inputs; k++) {
            const char *in = own_text(r->nodes[i].inputs, r->nodes[i].n_inputs, k);
            uint32_t before = p.n_names;
            if (in == NULL || own_makes(r, in) || own_name(&p, in) != before) continue;
            *name = in;
            if (before == index) return true;
        }
    }
    return false;
}

static bool own_pattern_fits(const cm_ir *ir, const cameo_rewrite *r, cm_id node, cameo_match *m) {
    own_pattern p;
    const char *name;
    if (!own_is(ir, node, &r->nodes[r->n_nodes - 1])) return false;
    memset(&p, 0, sizeof p);
    p.ir = ir;
    p.rewrite = r;
    p.node[r->n_nodes - 1] = node;
    if (!own_search(&p)) return false;
    for (; m->n_nodes < r->n_nodes; m->n_nodes++) m->nodes[m->n_nodes] = p.node[m->n_nodes];
    for (; m->n_inputs < CAMEO_MATCH_MAX && cm_own_input(r, m->n_inputs, &name); m->n_inputs++)
        m->inputs[m->n_inputs] = p.value[own_name(&p, name)];
    return true;
}

/* ---- may these nodes be replaced? ---- */

static bool own_has(const cameo_match *m, cm_id node) {
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        if (m->nodes[i] == node) return true;
    }
    return false;
}

static bool own_is_operand(const cm_ir *ir, const cameo_match *m, cm_id value) {
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        for (uint32_t k = 0; k < ir->t.node.row[m->nodes[i]].in.n; k++) {
            if (cm_ir_in(ir, m->nodes[i], k) == value) return true;
        }
    }
    return false;
}

/* What a function of the caller found: nodes of one graph, each once, the root among them, and operands of them that
 * they do not make. */
static bool own_is_sound(const cm_ir *ir, cm_id root, const cameo_match *m) {
    if (m->n_nodes > CAMEO_MATCH_MAX || m->n_inputs > CAMEO_MATCH_MAX || !own_has(m, root)) return false;
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        cm_id node = m->nodes[i];
        bool good = node < ir->t.node.n && !ir->t.node.row[node].dead &&
                    ir->t.node.row[node].graph == ir->t.node.row[root].graph;
        for (uint32_t k = 0; k < i; k++) good = good && m->nodes[k] != node;
        if (!good) return false;
    }
    for (uint32_t i = 0; i < m->n_inputs; i++) {
        cm_id v = m->inputs[i];
        if (v >= ir->t.value.n || !own_is_operand(ir, m, v)) return false;
        if (ir->t.value.row[v].node != CM_NONE && own_has(m, ir->t.value.row[v].node)) return false;
    }
    return true;
}

/* Nothing but the root's outputs is read by others. */
static bool own_is_closed(const cm_ir *ir, cm_id root, const cameo_match *m) {
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        if (m->nodes[i] == root) continue;
        for (uint32_t k = 0; k < ir->t.node.row[m->nodes[i]].out.n; k++) {
            cm_id v = cm_ir_out(ir, m->nodes[i], k);
            if (v == CM_NONE) continue;
            if (ir->n_listed[v] != 0) return false;
            for (cm_id u = ir->t.value.row[v].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
                if (!own_has(m, ir->t.use.row[u].node)) return false;
            }
        }
    }
    return true;
}

/* ---- the new nodes ---- */

typedef struct own_new {
    cm_id graph, before; /* they stand between `before`, which may be CM_NONE, and the root */
    cm_id root;
    cm_id *out; /* per output of the root up to the last that is wanted */
    uint32_t n_out;
    cm_id value; /* the first value that is new */
} own_new;

static cm_id own_first(const cm_ir *ir, const own_new *n) {
    return n->before == CM_NONE ? ir->t.graph.row[n->graph].nodes.first : ir->t.node.row[n->before].next;
}
#define OWN_EACH(id, ir, n) \
    for (cm_id id = own_first((ir), (n)); id != (n)->root; id = (ir)->t.node.row[id].next)

/* The stages up to params, for the new nodes alone. */
static cameo_status own_prepare(cm_ir *ir, const own_new *n, const cameo_match *m, const cameo_model *built) {
    cm_id first = ir->t.node.n;
    CM_TRY(cm_ir_splice(ir, n->root, m->inputs, m->n_inputs, n->out, n->n_out, built));
    ir->fresh = first;
    cameo_status status = cm_ir_expand_consts(ir);
    if (status == CAMEO_OK) status = cm_ir_resolve(ir);
    if (status == CAMEO_OK) status = cm_ir_check(ir);
    ir->fresh = 0;
    CM_TRY(status);
    for (cm_id v = n->value; v < ir->t.value.n; v++) {
        if (ir->t.value.row[v].init != CM_NONE) CM_TRY(cm_infer_const(ir, v));
    }
    OWN_EACH(id, ir, n) {
        cm_node *row = &ir->t.node.row[id];
        if (row->dead) continue;
        CM_CHECK((ir->info[id].op->flags & CM_OPF_CONTROL) == 0, ir->e, CAMEO_E_UNSUPPORTED,
                 "%.*s: a rewrite builds no control flow", CM_STR_ARG(row->op_type));
        if (row->name.n == 0) row->name = ir->t.node.row[n->root].name;
    }
    return CAMEO_OK;
}

/* Is what is known of `now` enough for who reads `was`? */
static bool own_is_as(const cm_ir *ir, const cm_avalue *was, const cm_avalue *now) {
    if (was->kind != now->kind || was->dtype != now->dtype || was->elem_kind != now->elem_kind) return false;
    if (was->rank == CM_RANK_UNKNOWN || was->kind != CAMEO_KIND_TENSOR) return true;
    if (was->rank != now->rank) return false;
    for (uint32_t i = 0; i < was->rank; i++) {
        if (was->dims[i] == CM_DIM_UNKNOWN) continue;
        if (cm_dim_equal(ir->dims, was->dims[i], now->dims[i]) != CM_YES) return false;
    }
    return true;
}

/* Infers the new nodes; false, with the reason, where their results are not as the root's. */
static cameo_status own_compare(cm_ir *ir, const own_new *n, bool *fits, cameo_error *why) {
    *fits = false;
    OWN_EACH(id, ir, n) {
        if (ir->t.node.row[id].dead) continue;
        cameo_status status = cm_infer_apply(ir, id, why);
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        if (status != CAMEO_OK) return CAMEO_OK;
    }
    for (uint32_t i = 0; i < n->n_out; i++) {
        cm_id v = cm_ir_out(ir, n->root, i);
        if (v == CM_NONE) continue;
        if (!own_is_as(ir, &ir->av[v], &ir->av[n->out[i]])) {
            (void)CM_FAIL(why, CAMEO_E_SHAPE, "output %u has another type or other dims", (unsigned)i);
            return CAMEO_OK;
        }
        if (ir->t.value.row[n->out[i]].node == CM_NONE && !cm_opt_can_add(ir, n->root, "Identity", 1)) {
            (void)CM_FAIL(why, CAMEO_E_UNSUPPORTED, "output %u is a constant, and there is no Identity", (unsigned)i);
            return CAMEO_OK;
        }
    }
    *fits = true;
    return CAMEO_OK;
}

static cameo_status own_take_over(cm_opt *o, const own_new *n, const cameo_match *m) {
    cm_ir *ir = o->ir;
    uint8_t depth = 0;
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        uint8_t built = ir->info[m->nodes[i]].built;
        depth = built > depth ? built : depth;
    }
    for (uint32_t i = 0; i < n->n_out; i++) {
        cm_id v = cm_ir_out(ir, n->root, i), from = n->out[i], added;
        if (v == CM_NONE) continue;
        if (ir->t.value.row[from].node == CM_NONE) { /* a constant */
            cm_id constant = from;
            CM_TRY(cm_ir_add_value(ir, n->graph, (cm_str){NULL, 0}, &from));
            CM_TRY(cm_opt_add(o, n->root, "Identity", &constant, 1, from, &added));
            CM_TRY(cm_infer_node(ir, added));
        }
        CM_TRY(cm_opt_take_over(o, v, from));
    }
    OWN_EACH(id, ir, n) {
        ir->info[id].built = (uint8_t)(depth + 1);
        CM_TRY(cm_opt_touch(o, id, false));
    }
    CM_TRY(cm_opt_kill(o, n->root));
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        if (m->nodes[i] != n->root) CM_TRY(cm_opt_kill(o, m->nodes[i]));
    }
    return CAMEO_OK;
}

/* ---- one rewrite at one node ---- */

static cameo_status own_replace(cm_opt *o, const cameo_rewrite *r, cm_id root, const cameo_match *m,
                                const cameo_model *built, bool *changed) {
    cm_ir *ir = o->ir;
    cameo_error why = {0};
    own_new n = {.graph = ir->t.node.row[root].graph,
                 .before = ir->info[root].prev,
                 .root = root,
                 .n_out = ir->t.node.row[root].out.n,
                 .value = ir->t.value.n};
    while (n.n_out > 0 && cm_ir_out(ir, root, n.n_out - 1) == CM_NONE) n.n_out--;
    n.out = CM_ARENA_NEW_N(ir->work, cm_id, n.n_out);
    if (n.out == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n.n_out; i++) {
        n.out[i] = CM_NONE;
        if (cm_ir_out(ir, root, i) != CM_NONE) CM_TRY(cm_ir_add_value(ir, n.graph, (cm_str){NULL, 0}, &n.out[i]));
    }
    CM_TRY(own_prepare(ir, &n, m, built));
    CM_TRY(own_compare(ir, &n, changed, &why));
    if (*changed) return own_take_over(o, &n, m);
    OWN_EACH(id, ir, &n) cm_ir_kill(ir, id);
    CM_IR_WARN(ir, "rewrite %s is left out at %.*s \"%.*s\": %s", r->name, CM_STR_ARG(ir->t.node.row[root].op_type),
               CM_STR_ARG(ir->t.node.row[root].name), why.msg);
    return CAMEO_OK;
}

static cameo_status own_try(cm_opt *o, const cameo_rewrite *r, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_own *own = ir->own;
    cameo_match m = {0};
    const cameo_model *built = NULL;
    if (ir->info[node].built >= OWN_DEPTH) return CAMEO_OK;
    CM_TRY(cm_ir_go_on(ir, false)); /* looking may take long */
    if (r->n_nodes != 0 && !own_pattern_fits(ir, r, node, &m)) return CAMEO_OK;
    if (r->match != NULL) {
        bool found = false;
        CM_TRY(own->match(own->ctx, ir, r, node, &m, &found));
        if (!found) return CAMEO_OK;
    }
    CM_CHECK(own_is_sound(ir, node, &m), ir->e, CAMEO_E_ARG,
             "it matches nodes that are not there once each in one graph, or inputs that these nodes do not read");
    if (!own_is_closed(ir, node, &m)) return CAMEO_OK;
    CM_TRY(own->build(own->ctx, ir, r, node, &m, &built));
    return built == NULL ? CAMEO_OK : own_replace(o, r, node, &m, built, changed);
}

cameo_status cm_opt_own(cm_opt *o, cm_id node) {
    cm_ir *ir = o->ir;
    for (uint32_t i = 0; i < ir->own->n && !ir->t.node.row[node].dead; i++) {
        const cameo_rewrite *r = ir->own->rewrite[i];
        if (r->when != o->own_when || (ir->own->off >> i & 1) != 0) continue;
        cameo_error *e = ir->e, problem = {0};
        cameo_problem_fn *report = ir->report;
        bool changed = false;
        ir->e = &problem;
        ir->report = NULL;
        cameo_status status = own_try(o, r, node, &changed);
        ir->e = e;
        ir->report = report;
        if (status != CAMEO_OK) {
            (void)CM_FAIL(e, status, "rewrite %s: %s", r->name, problem.msg);
            cm_error_at_node(e, node, ir->t.node.row[node].name, ir->t.node.row[node].op_type);
            return status;
        }
        ir->own_applied[i] += changed;
    }
    return CAMEO_OK;
}
