/* infer.c — the driver of inference: types and shapes of every value of every graph. See ir.h.
 *
 * Nodes are visited in topological order with a stack of graphs. Both branches of an If are inferred,
 * since both become code; a decided condition chooses whose results count. A Loop body is inferred
 * until its carried values change no more: each pass can only forget (a dim, then a rank), what was
 * forgotten stays so when an outer loop comes by again, so passes add up along the nesting instead of
 * multiplying.
 *
 * A shape that cannot be right fails the model only where the node is certain to run: exporters leave
 * branches that never run and do not fit. A type that cannot be right always fails it. */
#include "ir/ir_impl.h"

typedef enum infer_kind { INFER_MAIN, INFER_THEN, INFER_ELSE, INFER_LOOP } infer_kind;

typedef struct infer_frame {
    uint8_t kind;    /* infer_kind */
    bool certain;    /* its nodes run whenever the model does */
    bool certain_if; /* THEN, ELSE: the If itself is certain */
    int8_t decided;  /* THEN, ELSE: the condition, or -1 */
    uint32_t pass;   /* LOOP: from 0 */
    size_t symbols;  /* LOOP: those that there were before its body */
    cm_id graph;
    cm_id next; /* node to infer next */
    cm_id owner;
} infer_frame;

typedef struct infer_state {
    cm_ir *ir;
    CM_TABLE(infer_frame) stack;
    bool *entered; /* per graph: its Loop inputs hold what an earlier visit found */
    cameo_status first;
} infer_state;

/* Passes over a Loop body after which a carried value that still changes loses its rank. */
#define INFER_LOOP_PASSES 3

static cm_id infer_graph_in(const cm_ir *ir, cm_id graph, uint32_t i) {
    return ir->t.ids.row[ir->t.graph.row[graph].inputs.first + i];
}

static cm_id infer_graph_out(const cm_ir *ir, cm_id graph, uint32_t i) {
    return ir->t.ids.row[ir->t.graph.row[graph].outputs.first + i];
}

/* Records a node's failure: an unfit shape in a place that may never run only costs the knowledge of
 * the outputs. Returns only failures that end inference. */
static cameo_status infer_failed(infer_state *s, cm_id node, bool certain, cameo_error *problem) {
    cm_ir *ir = s->ir;
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE) memset(&ir->av[v], 0, sizeof ir->av[v]);
    }
    bool typed = cm_infer_fallback(ir, node);
    bool tolerable = problem->status == CAMEO_E_SHAPE || problem->status == CAMEO_E_LIMIT;
    if (!certain && tolerable && typed) return CAMEO_OK;
    cameo_status status = cm_ir_problem(ir, node, problem);
    if (s->first == CAMEO_OK) s->first = status;
    return CAMEO_OK;
}

/* An input of the node has no type because of an earlier, reported failure. */
static bool infer_is_poisoned(const cm_ir *ir, cm_id node) {
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v != CM_NONE && ir->av[v].kind == CAMEO_KIND_NONE) return true;
    }
    return false;
}

static cameo_status infer_push(infer_state *s, infer_frame f) {
    cm_ir *ir = s->ir;
    CM_CHECK(s->stack.n <= ir->t.graph.n, ir->e, CAMEO_E_INTERNAL, "a graph contains itself");
    if (!CM_IR_ROOM(ir, s->stack, 1)) return cm_ir_nomem(ir);
    f.next = ir->t.graph.row[f.graph].nodes.first;
    s->stack.row[s->stack.n++] = f;
    return CAMEO_OK;
}

/* Declared types of the outputs, which must be true where the node never runs, too. */
static cameo_status infer_declared(infer_state *s, cm_id node) {
    cameo_error problem = {0};
    cameo_status status = cm_infer_check_declared(s->ir, node, &problem);
    return status == CAMEO_OK ? CAMEO_OK : infer_failed(s, node, true, &problem);
}

/* Types of the outputs of a control node, once they are inferred. */
static cameo_status infer_control_done(infer_state *s, cm_id node, bool certain,
                                       cameo_error *problem) {
    cm_ir *ir = s->ir;
    cameo_status status = problem->status;
    if (status == CAMEO_OK) status = cm_check_types(ir, node, true, problem);
    if (status != CAMEO_OK) return infer_failed(s, node, certain, problem);
    return infer_declared(s, node);
}

/* ---- If ---- */

static cameo_status infer_begin_if(infer_state *s, cm_id node, bool certain) {
    cm_ir *ir = s->ir;
    int64_t cond;
    int8_t decided = -1;
    if (cm_avalue_i64(&ir->av[cm_ir_in(ir, node, 0)], 0, &cond)) decided = cond != 0;
    infer_frame f = {.kind = INFER_THEN,
                     .certain = certain && decided == 1,
                     .certain_if = certain,
                     .decided = decided,
                     .graph = cm_ir_subgraph(ir, node, "then_branch"),
                     .owner = node};
    return infer_push(s, f);
}

static cameo_status infer_end_then(infer_state *s) {
    infer_frame f = s->stack.row[--s->stack.n];
    f.kind = INFER_ELSE;
    f.certain = f.certain_if && f.decided == 0;
    f.graph = cm_ir_subgraph(s->ir, f.owner, "else_branch");
    return infer_push(s, f);
}

/* Output i of an If: the decided branch's, or what holds for both. */
static cameo_status infer_if_output(infer_state *s, const infer_frame *f, uint32_t i,
                                    cameo_error *problem) {
    cm_ir *ir = s->ir;
    cm_id out = cm_ir_out(ir, f->owner, i);
    if (out == CM_NONE) return CAMEO_OK;
    const cm_avalue *a =
        &ir->av[infer_graph_out(ir, cm_ir_subgraph(ir, f->owner, "then_branch"), i)];
    const cm_avalue *b = &ir->av[infer_graph_out(ir, f->graph, i)];
    cm_avalue joined = f->decided == 0 ? *b : *a;
    bool poisoned = a->kind == CAMEO_KIND_NONE || b->kind == CAMEO_KIND_NONE;
    if (f->decided < 0 && !poisoned) {
        CM_CHECK(cm_infer_join(ir, &joined, b), problem, CAMEO_E_TYPE,
                 "output %u is %s in then_branch, %s in else_branch", i,
                 cameo_dtype_name((cameo_dtype)a->dtype), cameo_dtype_name((cameo_dtype)b->dtype));
        /* A list without items tells nothing of them. */
        bool one = cm_avalue_has_no_items(a) || cm_avalue_has_no_items(b);
        for (uint32_t d = 0; !one && joined.rank != CM_RANK_UNKNOWN && d < joined.rank; d++)
            joined.dims[d] = cm_dim_either(ir->dims, a->dims[d], b->dims[d]);
    }
    ir->av[out] = joined;
    return CAMEO_OK;
}

static cameo_status infer_end_else(infer_state *s) {
    infer_frame f = s->stack.row[--s->stack.n];
    cameo_error problem = {0};
    cameo_status status = CAMEO_OK;
    for (uint32_t i = 0; i < s->ir->t.node.row[f.owner].out.n && status == CAMEO_OK; i++) {
        status = infer_if_output(s, &f, i, &problem);
    }
    return infer_control_done(s, f.owner, f.certain_if, &problem);
}

/* ---- Loop ---- */

/* What a value is beyond one iteration: elements and data are of no use. */
static cm_avalue infer_stripped(const cm_avalue *v) {
    cm_avalue a = *v;
    a.data = NULL;
    a.elem = NULL;
    if (!cm_avalue_has_no_items(v)) a.n_elem = CM_NONE;
    return a;
}

static cm_avalue infer_scalar(int dtype) {
    return (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = (uint8_t)dtype, .n_elem = CM_NONE};
}

/* The iteration counter and the condition of a body: scalars, or of one element where the body says so
 * (some exporters do, and ONNX Runtime follows the body). */
static cm_avalue infer_loop_scalar(const cm_ir *ir, cm_id value, int dtype) {
    cm_avalue a = infer_scalar(dtype);
    cm_id type = ir->t.value.row[value].type;
    const cm_type_proto *t = type == CM_NONE ? NULL : &ir->t.type.row[type];
    if (t != NULL && t->kind == CAMEO_KIND_TENSOR && t->has_shape && t->dims.n == 1) {
        a.rank = 1;
        a.dims[0] = 1;
    }
    return a;
}

/* The body runs at least once. */
static bool infer_loop_runs(const cm_ir *ir, cm_id node) {
    cm_id trips = cm_ir_in(ir, node, 0);
    cm_id cond = cm_ir_in(ir, node, 1);
    int64_t x;
    if (trips != CM_NONE && (!cm_avalue_i64(&ir->av[trips], 0, &x) || x < 1)) return false;
    return cond == CM_NONE || (cm_avalue_i64(&ir->av[cond], 0, &x) && x != 0);
}

/* Joins v into the carried value `state`; *changed is set where that forgot something. */
static bool infer_carry(cm_ir *ir, cm_id state, const cm_avalue *v, uint32_t pass, bool *changed) {
    cm_avalue *a = &ir->av[state];
    cm_avalue before = *a;
    cm_avalue stripped = infer_stripped(v);
    if (a->kind == CAMEO_KIND_OPTIONAL && a->elem_kind == v->kind &&
        v->kind == CAMEO_KIND_SEQUENCE) {
        stripped.kind = a->kind; /* a sequence counts as an optional that holds it (ONNX Loop 16) */
        stripped.elem_kind = a->elem_kind;
    }
    if (!cm_infer_join(ir, a, &stripped)) return false;
    bool same = a->rank == before.rank && a->n_elem == before.n_elem;
    for (uint32_t i = 0; same && a->rank != CM_RANK_UNKNOWN && i < a->rank; i++) {
        same = a->dims[i] == before.dims[i];
    }
    if (same) return true;
    *changed = true;
    if (pass >= INFER_LOOP_PASSES) a->rank = CM_RANK_UNKNOWN;
    return true;
}

static cameo_status infer_begin_loop(infer_state *s, cm_id node, bool certain) {
    cm_ir *ir = s->ir;
    cm_id graph = cm_ir_subgraph(ir, node, "body");
    uint32_t n_in = ir->t.graph.row[graph].inputs.n;
    cameo_error problem = {0};
    cm_id counter = infer_graph_in(ir, graph, 0);
    cm_id go = infer_graph_in(ir, graph, 1);
    ir->av[counter] = infer_loop_scalar(ir, counter, CAMEO_INT64);
    ir->av[go] = infer_loop_scalar(ir, go, CAMEO_BOOL);
    for (uint32_t i = 2; i < n_in; i++) {
        const cm_avalue *init = &ir->av[cm_ir_in(ir, node, i)];
        cm_id state = infer_graph_in(ir, graph, i);
        bool changed = false;
        if (!s->entered[graph]) {
            ir->av[state] = infer_stripped(init);
        } else if (!infer_carry(ir, state, init, 0, &changed)) {
            (void)CM_FAIL(&problem, CAMEO_E_TYPE, "carried value %u changes its type", i - 2);
            return infer_failed(s, node, certain, &problem);
        }
    }
    s->entered[graph] = true;
    infer_frame f = {.kind = INFER_LOOP,
                     .certain = certain && infer_loop_runs(ir, node),
                     .certain_if = certain,
                     .symbols = cm_dim_symbol_count(ir->dims),
                     .graph = graph,
                     .owner = node};
    return infer_push(s, f);
}

/* Does the body never end the loop itself? So it is where its condition is true whenever it is
 * computed: a constant, or what it was given. */
static bool infer_loop_goes_on(const cm_ir *ir, const infer_frame *f) {
    cm_id cond = cm_ir_in(ir, f->owner, 1);
    cm_id go = infer_graph_in(ir, f->graph, 1);
    cm_id v = infer_graph_out(ir, f->graph, 0);
    int64_t x;
    if (cond != CM_NONE && (!cm_avalue_i64(&ir->av[cond], 0, &x) || x == 0)) return false;
    for (cm_id n = 0; n < ir->t.node.n && v != go; n++) {
        cm_id node = ir->t.value.row[v].node;
        if (node == CM_NONE || ir->info[node].op->id != CM_OP_Identity) break;
        v = cm_ir_in(ir, node, 0);
    }
    return v == go || (cm_avalue_i64(&ir->av[v], 0, &x) && x != 0);
}

/* How often the body runs: the trip count or, where it may end the loop itself, no more than that. */
static cm_dim infer_loop_trips(const cm_ir *ir, const infer_frame *f) {
    cm_id trips = cm_ir_in(ir, f->owner, 0);
    cm_dim n;
    if (trips == CM_NONE || !cm_avalue_elem(&ir->av[trips], 0, &n)) return CM_DIM_UNKNOWN;
    cm_shape c = {.dims = ir->dims};
    return infer_loop_goes_on(ir, f) ? cm_dim_max(ir->dims, n, 0) : cm_shape_decided(&c, 0, n);
}

/* Sizes that data decide in the body are others at every turn. Items of a sequence may differ in them; those of a
 * scan output all agree, but there may be none. Carried values have none: they had no such size at first. */
static void infer_loop_forget(const cm_ir *ir, const infer_frame *f, bool differ, cm_avalue *a) {
    for (uint32_t d = 0; a->rank != CM_RANK_UNKNOWN && d < a->rank; d++) {
        int64_t lo, hi;
        if (!cm_dim_is_newer(ir->dims, a->dims[d], f->symbols)) continue;
        cm_dim_interval(ir->dims, a->dims[d], &lo, &hi);
        a->dims[d] = differ ? CM_DIM_UNKNOWN : cm_dim_symbol(ir->dims, (cm_str){NULL, 0}, 0, hi);
    }
}

/* Output i of a Loop: a carried value, or its scan output one rank higher. */
static cameo_status infer_loop_output(cm_ir *ir, const infer_frame *f, uint32_t i,
                                      cameo_error *problem) {
    cm_id out = cm_ir_out(ir, f->owner, i);
    if (out == CM_NONE) return CAMEO_OK;
    uint32_t n_carried = ir->t.graph.row[f->graph].inputs.n - 2;
    if (i < n_carried) {
        const cm_avalue *last = &ir->av[infer_graph_out(ir, f->graph, i + 1)];
        ir->av[out] = ir->av[infer_graph_in(ir, f->graph, i + 2)];
        ir->av[out].kind = last->kind; /* see infer_carry */
        ir->av[out].elem_kind = last->elem_kind;
        return CAMEO_OK;
    }
    cm_avalue a = infer_stripped(&ir->av[infer_graph_out(ir, f->graph, i + 1)]);
    CM_CHECK(a.kind == CAMEO_KIND_TENSOR, problem, CAMEO_E_TYPE, "scan output %u is no tensor",
             i - n_carried);
    bool list = ir->info[f->owner].op->id == CM_OP_SequenceMap;
    infer_loop_forget(ir, f, list, &a);
    if (list) {
        a.kind = CAMEO_KIND_SEQUENCE;
        a.elem_kind = CAMEO_KIND_TENSOR;
    } else if (a.rank != CM_RANK_UNKNOWN) {
        CM_CHECK(a.rank < CM_MAX_RANK, problem, CAMEO_E_LIMIT,
                 "scan output %u has rank %d, at most %d is handled", i - n_carried, a.rank + 1,
                 CM_MAX_RANK);
        for (uint32_t d = a.rank; d > 0; d--) a.dims[d] = a.dims[d - 1];
        a.dims[0] = infer_loop_trips(ir, f);
        a.rank++;
    }
    ir->av[out] = a;
    return CAMEO_OK;
}

/* Joins the body's results into the carried values. Fills *problem. */
static cameo_status infer_loop_carry(cm_ir *ir, const infer_frame *f, bool *changed,
                                     cameo_error *problem) {
    uint32_t n_carried = ir->t.graph.row[f->graph].inputs.n - 2;
    const cm_avalue *cond = &ir->av[infer_graph_out(ir, f->graph, 0)];
    CM_CHECK(cond->kind == CAMEO_KIND_TENSOR && cond->dtype == CAMEO_BOOL, problem, CAMEO_E_TYPE,
             "the body's condition is %s, want bool", cameo_dtype_name((cameo_dtype)cond->dtype));
    for (uint32_t i = 0; i < n_carried; i++) {
        const cm_avalue *v = &ir->av[infer_graph_out(ir, f->graph, i + 1)];
        cm_id state = infer_graph_in(ir, f->graph, i + 2);
        CM_CHECK(infer_carry(ir, state, v, f->pass, changed), problem, CAMEO_E_TYPE,
                 "carried value %u is %s, the body makes it %s", i,
                 cameo_dtype_name((cameo_dtype)ir->av[state].dtype),
                 cameo_dtype_name((cameo_dtype)v->dtype));
    }
    return CAMEO_OK;
}

/* The body left a value untyped because of a failure in it. */
static bool infer_loop_poisoned(const cm_ir *ir, cm_id graph) {
    for (uint32_t i = 0; i < ir->t.graph.row[graph].outputs.n; i++) {
        if (ir->av[infer_graph_out(ir, graph, i)].kind == CAMEO_KIND_NONE) return true;
    }
    return false;
}

static cameo_status infer_end_loop(infer_state *s) {
    cm_ir *ir = s->ir;
    infer_frame *f = &s->stack.row[s->stack.n - 1];
    cameo_error problem = {0};
    bool changed = false;
    if (infer_loop_poisoned(ir, f->graph)) {
        s->stack.n--;
        return CAMEO_OK;
    }
    cameo_status status = infer_loop_carry(ir, f, &changed, &problem);
    if (status == CAMEO_OK && changed && s->first == CAMEO_OK) {
        f->pass++;
        f->next = ir->t.graph.row[f->graph].nodes.first;
        return CAMEO_OK;
    }
    infer_frame done = *f;
    s->stack.n--;
    for (uint32_t i = 0; i < ir->t.node.row[done.owner].out.n && status == CAMEO_OK; i++) {
        status = infer_loop_output(ir, &done, i, &problem);
    }
    return infer_control_done(s, done.owner, done.certain_if, &problem);
}

/* ---- nodes ---- */

static cameo_status infer_control(infer_state *s, cm_id node, bool certain) {
    cm_ir *ir = s->ir;
    cameo_error problem = {0};
    uint16_t id = ir->info[node].op->id;
    bool own =
        id == CM_OP_If || id == CM_OP_Loop; /* others have the operands of a Loop: ir/import/scan.c */
    if (own && cm_check_types(ir, node, false, &problem) != CAMEO_OK)
        return infer_failed(s, node, certain, &problem);
    if (id == CM_OP_If) return infer_begin_if(s, node, certain);
    return infer_begin_loop(s, node, certain);
}

static cameo_status infer_visit(infer_state *s, cm_id node, bool certain) {
    cm_ir *ir = s->ir;
    cameo_error problem = {0};
    CM_TRY(cm_ir_go_on(ir, false));
    if (infer_is_poisoned(ir, node)) {
        (void)cm_infer_fallback(ir, node);
        if (s->first != CAMEO_OK) return CAMEO_OK;
        (void)CM_FAIL(&problem, CAMEO_E_MALFORMED, "an input is a value that nothing makes");
        return infer_failed(s, node, true, &problem);
    }
    if ((ir->info[node].op->flags & CM_OPF_CONTROL) != 0) return infer_control(s, node, certain);
    ir->demanding = s->stack.n == 1; /* the main graph: other nodes may not run */
    cameo_status status = cm_infer_apply(ir, node, &problem);
    ir->demanding = false;
    if (status == CAMEO_OK) return infer_declared(s, node);
    if (problem.status == CAMEO_OK) problem.status = status;
    return infer_failed(s, node, certain, &problem);
}

static cameo_status infer_leave(infer_state *s) {
    switch (s->stack.row[s->stack.n - 1].kind) {
    case INFER_THEN: return infer_end_then(s);
    case INFER_ELSE: return infer_end_else(s);
    case INFER_LOOP: return infer_end_loop(s);
    default: s->stack.n--; return CAMEO_OK;
    }
}

/* Initializers of all graphs, and the main graph's inputs. */
static cameo_status infer_sources(infer_state *s) {
    cm_ir *ir = s->ir;
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        if (ir->t.value.row[v].init != CM_NONE) CM_TRY(cm_infer_const(ir, v));
    }
    cm_range inputs = ir->t.graph.row[0].inputs;
    for (uint32_t i = 0; i < inputs.n; i++) {
        cm_id v = ir->t.ids.row[inputs.first + i];
        if (ir->t.value.row[v].init != CM_NONE) continue;
        cameo_error problem = {0};
        if (cm_infer_declared(ir, v, &problem, &ir->av[v]) == CAMEO_OK) continue;
        memset(&ir->av[v], 0, sizeof ir->av[v]);
        cameo_status status = cm_ir_problem(ir, CM_NONE, &problem);
        if (s->first == CAMEO_OK) s->first = status;
    }
    ir->n_symbols = (uint32_t)cm_dim_symbol_count(ir->dims);
    return cm_arena_status(ir->work, "work", ir->e);
}

cameo_status cm_infer(cm_ir *ir) {
    infer_state s = {.ir = ir};
    s.entered = CM_ARENA_NEW_N(ir->work, bool, ir->t.graph.n);
    if (s.entered == NULL) return cm_ir_nomem(ir);
    CM_TRY(infer_sources(&s));
    CM_TRY(infer_push(&s, (infer_frame){.kind = INFER_MAIN, .certain = true, .owner = CM_NONE}));
    while (s.stack.n > 0) {
        infer_frame *f = &s.stack.row[s.stack.n - 1];
        cm_id node = f->next;
        if (node == CM_NONE) {
            CM_TRY(infer_leave(&s));
            continue;
        }
        f->next = ir->t.node.row[node].next;
        if (!ir->t.node.row[node].dead) CM_TRY(infer_visit(&s, node, f->certain));
    }
    cm_demand_settle(ir);
    return s.first;
}
