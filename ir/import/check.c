/* check.c — nodes against ir/schema.def: arity, attributes, structure of control flow; during
 * inference the types. See ir.h. Operators of domains without schemas are checked by their own code.
 *
 * Compatible reading tolerates attributes that the schema does not know, with a warning; nothing else. */
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "ir/schema.h"

/* The schema that a node means, or NULL. */
static const cm_schema *check_schema(const cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    if (cm_ir_is_custom(ir, ir->info[node].op)) return NULL;
    return cm_schema_find(cm_domain_normal(n->domain), n->op_type, ir->info[node].since);
}

/* ---- arity ---- */

static uint32_t check_count_in(const cm_ir *ir, cm_id node) {
    uint32_t n = ir->t.node.row[node].in.n;
    while (n > 0 && cm_ir_in(ir, node, n - 1) == CM_NONE) n--;
    return n;
}

static uint32_t check_count_out(const cm_ir *ir, cm_id node) {
    uint32_t n = ir->t.node.row[node].out.n;
    while (n > 0 && cm_ir_out(ir, node, n - 1) == CM_NONE) n--;
    return n;
}

static cameo_status check_inputs(const cm_ir *ir, cm_id node, const cm_schema *s,
                                 cameo_error *problem) {
    uint32_t n = check_count_in(ir, node);
    uint32_t n_listed = ir->t.node.row[node].in.n; /* Loop(m, "") has two, both optional */
    CM_CHECK(n_listed >= s->min_in, problem, CAMEO_E_MALFORMED, "%u inputs, want at least %d",
             n_listed, (int)s->min_in);
    CM_CHECK(n <= s->max_in || s->max_in == CM_SCHEMA_MANY, problem, CAMEO_E_MALFORMED,
             "%u inputs, want at most %d", n, (int)s->max_in);
    for (uint32_t i = 0; i < n_listed; i++) {
        const cm_formal *f = cm_schema_input(s, i);
        if (f == NULL || cm_ir_in(ir, node, i) != CM_NONE) continue;
        if (i >= n && cm_formal_get_option(f) != CM_FORMAL_SINGLE) continue;
        CM_CHECK(cm_formal_get_option(f) == CM_FORMAL_OPTIONAL, problem, CAMEO_E_MALFORMED,
                 "input %u is absent, but required", i);
    }
    return CAMEO_OK;
}

static cameo_status check_outputs(const cm_ir *ir, cm_id node, const cm_schema *s,
                                  cameo_error *problem) {
    uint32_t n = check_count_out(ir, node);
    CM_CHECK(ir->t.node.row[node].out.n >= s->min_out, problem, CAMEO_E_MALFORMED,
             "%u outputs, want at least %d", ir->t.node.row[node].out.n, (int)s->min_out);
    CM_CHECK(n <= s->max_out || s->max_out == CM_SCHEMA_MANY, problem, CAMEO_E_MALFORMED,
             "%u outputs, want at most %d", n, (int)s->max_out);
    /* Compatible reading may want a node for one later output alone; and so may a part of a model. */
    bool strict = ir->options->strict && ir->options->n_from == 0;
    for (uint32_t i = 0; strict && i < ir->t.node.row[node].out.n; i++) {
        const cm_formal *f = cm_schema_output(s, i);
        bool may = f == NULL || cm_formal_get_option(f) != CM_FORMAL_SINGLE;
        CM_CHECK(may || cm_ir_out(ir, node, i) != CM_NONE, problem, CAMEO_E_MALFORMED,
                 "output %u is absent, but required", i);
    }
    return CAMEO_OK;
}

/* Kernels write every output that the schema does not call optional: one that the node leaves out, before a later one
 * that it has or as its only one, becomes a value that nobody reads. */
static cameo_status check_fill_outputs(cm_ir *ir, cm_id node, const cm_schema *s) {
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        const cm_formal *f = cm_schema_output(s, i);
        cm_id value;
        if (f == NULL || cm_formal_get_option(f) != CM_FORMAL_SINGLE || cm_ir_out(ir, node, i) != CM_NONE) continue;
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &value));
        cm_ir_set_out(ir, node, i, value);
    }
    return CAMEO_OK;
}

/* ---- attributes ---- */

static cameo_status check_attr(cm_ir *ir, cm_id node, const cm_schema *s, const cm_attr *a,
                               cameo_error *problem) {
    const cm_schema_attr *d = cm_schema_find_attr(s, a->name);
    bool internal = a->name.n >= 2 && a->name.p[0] == '_' && a->name.p[1] == '_';
    if (d == NULL) {
        CM_CHECK(internal || !ir->options->strict, problem, CAMEO_E_MALFORMED,
                 "attribute %.*s is not known", CM_STR_ARG(a->name));
        if (!internal && cm_ir_tell(ir, node, a->name))
            CM_IR_WARN(ir, "attribute %.*s is none of %.*s: it is not looked at", CM_STR_ARG(a->name),
                       CM_STR_ARG(ir->t.node.row[node].op_type));
        return CAMEO_OK;
    }
    int want = cm_schema_attr_type(d);
    CM_CHECK(a->type == want, problem, CAMEO_E_TYPE, "attribute %.*s has type %d, want %d",
             CM_STR_ARG(a->name), (int)a->type, want);
    bool empty = want == CM_ATTR_STRING && a->s.n == 0 && cm_schema_n_defaults(d) != 0;
    if (!empty || cm_schema_default_string(d, 0).n == 0) return CAMEO_OK;
    CM_CHECK(!ir->options->strict, problem, CAMEO_E_MALFORMED, "attribute %.*s is empty",
             CM_STR_ARG(a->name));
    if (cm_ir_tell(ir, node, a->name))
        CM_IR_WARN(ir, "attribute %.*s of %.*s is empty: read as \"%.*s\"", CM_STR_ARG(a->name),
                   CM_STR_ARG(ir->t.node.row[node].op_type), CM_STR_ARG(cm_schema_default_string(d, 0)));
    return CAMEO_OK;
}

/* Names are unique; quadratic in the number of attributes of a node, which the schema's own number
 * bounds but for unknown ones: those are limited here. */
static cameo_status check_attr_names(const cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_chain attrs = ir->t.node.row[node].attrs;
    CM_CHECK(attrs.n <= 1024, problem, CAMEO_E_LIMIT, "%u attributes, want at most 1024", attrs.n);
    CM_EACH(a, ir->t.attr, attrs) {
        for (cm_id b = ir->t.attr.row[a].next; b != CM_NONE; b = ir->t.attr.row[b].next) {
            CM_CHECK(!cm_str_eq(ir->t.attr.row[a].name, ir->t.attr.row[b].name), problem,
                     CAMEO_E_MALFORMED, "attribute %.*s is given twice",
                     CM_STR_ARG(ir->t.attr.row[a].name));
        }
    }
    return CAMEO_OK;
}

static cameo_status check_attrs(cm_ir *ir, cm_id node, const cm_schema *s,
                                cameo_error *problem) {
    CM_TRY(check_attr_names(ir, node, problem));
    CM_EACH(id, ir->t.attr, ir->t.node.row[node].attrs) {
        CM_TRY(check_attr(ir, node, s, &ir->t.attr.row[id], problem));
    }
    for (uint32_t i = 0; i < s->n_attrs; i++) {
        const cm_schema_attr *d = cm_schema_get_attr(s, i);
        if (!cm_schema_attr_required(d)) continue;
        cm_str name = cm_schema_attr_name(d);
        bool found = false;
        CM_EACH(id, ir->t.attr, ir->t.node.row[node].attrs) {
            found = found || cm_str_eq(ir->t.attr.row[id].name, name);
        }
        CM_CHECK(found, problem, CAMEO_E_MALFORMED, "attribute %.*s is missing", CM_STR_ARG(name));
    }
    return CAMEO_OK;
}

/* ---- control flow ---- */

static cameo_status check_if(const cm_ir *ir, cm_id node, cameo_error *problem) {
    static const char *const names[2] = {"then_branch", "else_branch"};
    for (int i = 0; i < 2; i++) {
        cm_id g = cm_ir_subgraph(ir, node, names[i]);
        CM_CHECK(g != CM_NONE, problem, CAMEO_E_MALFORMED, "attribute %s is missing", names[i]);
        const cm_graph *graph = &ir->t.graph.row[g];
        CM_CHECK(graph->inputs.n == 0, problem, CAMEO_E_MALFORMED, "%s has %u inputs, want none",
                 names[i], graph->inputs.n);
        CM_CHECK(graph->outputs.n == ir->t.node.row[node].out.n, problem, CAMEO_E_MALFORMED,
                 "%s has %u outputs, the node %u", names[i], graph->outputs.n,
                 ir->t.node.row[node].out.n);
    }
    return CAMEO_OK;
}

static cameo_status check_loop(const cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_id g = cm_ir_subgraph(ir, node, "body");
    CM_CHECK(g != CM_NONE, problem, CAMEO_E_MALFORMED, "attribute body is missing");
    const cm_graph *graph = &ir->t.graph.row[g];
    const cm_node *n = &ir->t.node.row[node];
    CM_CHECK(graph->inputs.n >= 2, problem, CAMEO_E_MALFORMED,
             "the body has %u inputs, want at least 2", graph->inputs.n);
    uint32_t n_carried = graph->inputs.n - 2;
    uint32_t given = n->in.n < 2 ? 0 : n->in.n - 2;
    CM_CHECK(given == n_carried, problem, CAMEO_E_MALFORMED, "%u initial values for the body's %u",
             given, n_carried);
    for (uint32_t i = 0; i < n_carried; i++) {
        CM_CHECK(cm_ir_in(ir, node, i + 2) != CM_NONE, problem, CAMEO_E_MALFORMED,
                 "initial value %u is absent", i);
    }
    CM_CHECK(graph->outputs.n >= 1 + n_carried, problem, CAMEO_E_MALFORMED,
             "the body has %u outputs for %u carried values", graph->outputs.n, n_carried);
    CM_CHECK(n->out.n <= graph->outputs.n - 1, problem, CAMEO_E_MALFORMED,
             "%u outputs, the body gives %u", n->out.n, graph->outputs.n - 1);
    return CAMEO_OK;
}

/* A list attribute has n numbers, if it is there; 0 or 1 where they are flags. */
static cameo_status check_list(const cm_ir *ir, cm_id node, const char *name, uint32_t n,
                               bool flags, cameo_error *problem) {
    const cm_attr *a = cm_ir_attr(ir, node, name);
    if (a == NULL) return CAMEO_OK;
    CM_CHECK(a->list.n == n, problem, CAMEO_E_MALFORMED, "%s has %u numbers, want %u", name,
             a->list.n, n);
    for (uint32_t i = 0; flags && i < n; i++) {
        int64_t x = ir->t.ints.row[a->list.first + i];
        CM_CHECK(x == 0 || x == 1, problem, CAMEO_E_MALFORMED, "%s[%u] is %lld, want 0 or 1", name,
                 i, CM_LL(x));
    }
    return CAMEO_OK;
}

/* The body takes one input for each of the node's from `first` on, and these are there. */
static cameo_status check_body_inputs(const cm_ir *ir, cm_id node, cm_id g, uint32_t first,
                                      cameo_error *problem) {
    const cm_graph *graph = &ir->t.graph.row[g];
    uint32_t n_in = ir->t.node.row[node].in.n - first;
    CM_CHECK(graph->inputs.n == n_in, problem, CAMEO_E_MALFORMED,
             "the body has %u inputs, the node gives %u", graph->inputs.n, n_in);
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id v = ir->t.ids.row[graph->inputs.first + i];
        CM_CHECK(cm_ir_in(ir, node, first + i) != CM_NONE, problem, CAMEO_E_MALFORMED,
                 "input %u is absent", first + i);
        CM_CHECK(ir->t.value.row[v].init == CM_NONE, problem, CAMEO_E_MALFORMED,
                 "input %u of the body has an initializer", i);
    }
    CM_CHECK(ir->t.node.row[node].out.n <= graph->outputs.n, problem, CAMEO_E_MALFORMED,
             "%u outputs, the body gives %u", ir->t.node.row[node].out.n, graph->outputs.n);
    return CAMEO_OK;
}

static cameo_status check_scan(const cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_id g = cm_ir_subgraph(ir, node, "body");
    const cm_attr *count = cm_ir_attr(ir, node, "num_scan_inputs");
    CM_CHECK(g != CM_NONE, problem, CAMEO_E_MALFORMED, "attribute body is missing");
    CM_CHECK(count != NULL && count->type == CM_ATTR_INT, problem, CAMEO_E_MALFORMED,
             "attribute num_scan_inputs is missing");
    uint32_t first = ir->info[node].since < 9; /* Scan 8: sequence_lens */
    uint32_t n_in = ir->t.node.row[node].in.n;
    CM_CHECK(n_in > first && count->i >= 1 && count->i <= (int64_t)(n_in - first), problem,
             CAMEO_E_MALFORMED, "num_scan_inputs is %lld, want 1..%u", CM_LL(count->i),
             n_in > first ? n_in - first : 0);
    CM_TRY(check_body_inputs(ir, node, g, first, problem));
    uint32_t n_scans = (uint32_t)count->i, n_states = n_in - first - n_scans;
    uint32_t n_out = ir->t.graph.row[g].outputs.n;
    CM_CHECK(n_out >= n_states, problem, CAMEO_E_MALFORMED, "the body has %u outputs for %u states",
             n_out, n_states);
    if (first != 0) return check_list(ir, node, "directions", n_scans, true, problem);
    CM_TRY(check_list(ir, node, "scan_input_axes", n_scans, false, problem));
    CM_TRY(check_list(ir, node, "scan_input_directions", n_scans, true, problem));
    CM_TRY(check_list(ir, node, "scan_output_axes", n_out - n_states, false, problem));
    return check_list(ir, node, "scan_output_directions", n_out - n_states, true, problem);
}

static cameo_status check_map(const cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_id g = cm_ir_subgraph(ir, node, "body");
    CM_CHECK(g != CM_NONE, problem, CAMEO_E_MALFORMED, "attribute body is missing");
    return check_body_inputs(ir, node, g, 0, problem);
}

static cameo_status check_control(const cm_ir *ir, cm_id node, cameo_error *problem) {
    const cm_op *op = ir->info[node].op;
    if ((op->flags & CM_OPF_CONTROL) == 0) return CAMEO_OK;
    if (op->id == CM_OP_If) return check_if(ir, node, problem);
    if (op->id == CM_OP_Loop) return check_loop(ir, node, problem);
    if (op->id == CM_OP_Scan) return check_scan(ir, node, problem);
    return check_map(ir, node, problem);
}

/* ---- types ---- */

/* of_body: the node's operator is one of a body, whose schema may lack the bfloat16 that the body's operator takes. */
static cameo_status check_type(const cm_avalue *v, const cm_formal *f, bool of_body, const char *what, uint32_t i,
                               cameo_error *problem) {
    (void)what;
    (void)i;
    int dtype = of_body && v->dtype == CAMEO_BFLOAT16 ? CAMEO_FLOAT16 : v->dtype;
    CM_CHECK(cm_types_allow(cm_formal_get_types(f), v->kind, v->elem_kind, v->dtype) ||
                 cm_types_allow(cm_formal_get_types(f), v->kind, v->elem_kind, dtype), problem,
             CAMEO_E_TYPE, "%s %u is %s%s, which the operator does not take", what, i,
             v->kind == CAMEO_KIND_TENSOR ? "" : "a container of ",
             cameo_dtype_name((cameo_dtype)v->dtype));
    return CAMEO_OK;
}

/* The value that bound type variable `var` first: an input, else (outputs) an earlier output. */
static cm_id check_bound(const cm_ir *ir, cm_id node, const cm_schema *s, uint32_t var,
                         uint32_t n_in, uint32_t n_out) {
    for (uint32_t i = 0; i < n_in; i++) {
        const cm_formal *f = cm_schema_input(s, i);
        cm_id v = cm_ir_in(ir, node, i);
        if (f != NULL && v != CM_NONE && cm_formal_get_var(f) == var) return v;
        /* A long variadic list binds at its first argument or not at all. */
        if (f != NULL && i >= s->n_in) break;
    }
    for (uint32_t i = 0; i < n_out; i++) {
        const cm_formal *f = cm_schema_output(s, i);
        cm_id v = cm_ir_out(ir, node, i);
        if (f != NULL && v != CM_NONE && cm_formal_get_var(f) == var) return v;
        if (f != NULL && i >= s->n_out) break;
    }
    return CM_NONE;
}

/* Does the node mean an opset younger than the schemas? Later versions of an operator take more
 * types; whether there is a kernel for them is seen when rows are chosen. */
static bool check_is_younger(const cm_ir *ir, cm_id node) {
    int64_t newest = cm_schema_newest(cm_domain_normal(ir->t.node.row[node].domain));
    return !ir->options->strict && cm_ir_opset(ir, node) > newest;
}

cameo_status cm_check_types(const cm_ir *ir, cm_id node, bool outputs, cameo_error *problem) {
    const cm_schema *s = check_schema(ir, node);
    if (s == NULL) return CAMEO_OK;
    uint32_t n_in = ir->t.node.row[node].in.n;
    uint32_t n = outputs ? ir->t.node.row[node].out.n : n_in;
    const char *what = outputs ? "output" : "input";
    bool younger = check_is_younger(ir, node);
    for (uint32_t i = 0; i < n; i++) {
        const cm_formal *f = outputs ? cm_schema_output(s, i) : cm_schema_input(s, i);
        cm_id value = outputs ? cm_ir_out(ir, node, i) : cm_ir_in(ir, node, i);
        if (f == NULL || value == CM_NONE) continue; /* lifted inputs have no formal */
        const cm_avalue *v = &ir->av[value];
        if (!younger) CM_TRY(check_type(v, f, ir->info[node].of_body, what, i, problem));
        uint32_t var = cm_formal_get_var(f);
        if (var == 0) continue;
        cm_id first = check_bound(ir, node, s, var, outputs ? n_in : i, outputs ? i : 0);
        if (first == CM_NONE) continue;
        const cm_avalue *b = &ir->av[first];
        bool same = b->kind == v->kind && b->dtype == v->dtype;
        CM_CHECK(same, problem, CAMEO_E_TYPE,
                 "%s %u is %s, want %s as another operand of the same type", what, i,
                 cameo_dtype_name((cameo_dtype)v->dtype), cameo_dtype_name((cameo_dtype)b->dtype));
    }
    return CAMEO_OK;
}

/* The only dtype in a set, or 0. */
static int check_single_dtype(uint32_t set) {
    if (set == 0 || (set & (set - 1)) != 0) return CAMEO_UNDEFINED;
    int dtype = 0;
    while ((set >> dtype & 1) == 0) dtype++;
    return dtype;
}

int cm_check_output_dtype(const cm_ir *ir, cm_id node, uint32_t i) {
    const cm_schema *s = check_schema(ir, node);
    const cm_formal *f = s == NULL ? NULL : cm_schema_output(s, i);
    if (f == NULL) return CAMEO_UNDEFINED;
    uint32_t var = cm_formal_get_var(f);
    cm_id bound = var == 0 ? CM_NONE : check_bound(ir, node, s, var, ir->t.node.row[node].in.n, 0);
    if (bound != CM_NONE && ir->av[bound].kind == CAMEO_KIND_TENSOR) return ir->av[bound].dtype;
    const cm_types *t = cm_formal_get_types(f);
    if (t->sequences != 0 || t->optionals != 0 || t->maps != 0) return CAMEO_UNDEFINED;
    return check_single_dtype(t->tensors);
}

cameo_status cm_ir_check(cm_ir *ir) {
    cameo_status first = CAMEO_OK;
    for (cm_id node = ir->fresh; node < ir->t.node.n; node++) {
        if (ir->t.node.row[node].dead) continue;
        CM_TRY(cm_ir_go_on(ir, false));
        cameo_error problem = {0};
        const cm_schema *s = check_schema(ir, node);
        cameo_status status = s == NULL ? CAMEO_OK : check_inputs(ir, node, s, &problem);
        if (status == CAMEO_OK && s != NULL) status = check_outputs(ir, node, s, &problem);
        if (status == CAMEO_OK && s != NULL) status = check_attrs(ir, node, s, &problem);
        if (status == CAMEO_OK && s != NULL) CM_TRY(check_fill_outputs(ir, node, s));
        if (status == CAMEO_OK) status = check_control(ir, node, &problem);
        if (status == CAMEO_OK && (ir->info[node].op->flags & CM_OPF_BODY) != 0)
            status = cm_ir_expand_body(ir, node, &problem); /* appends nodes, which are checked in their turn */
        if (status == CAMEO_OK) continue;
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        if (problem.status == CAMEO_OK) return status;
        status = cm_ir_problem(ir, node, &problem);
        if (first == CAMEO_OK) first = status;
    }
    CM_TRY(first);
    CM_TRY(cm_ir_expand_scans(ir));
    return cm_ir_parse(ir);
}
