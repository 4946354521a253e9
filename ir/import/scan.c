/* scan.c — Scan and SequenceMap become Loops, between check and parse: the executor knows one loop.
 * The nodes that this takes beside a Loop are those of kernels/scan_parts.c. See ir_impl.h.
 *
 *   Scan 9 (states, xs)                     SequenceMap (s, more)
 *     n = ScanLength(x, ScanLength(...))      n = SequenceLength(s)
 *     Loop(n, "", states):                    Loop(n, ""):
 *       x_i = ScanItem(x, i)                    x_i = MapItem(s, i)
 *       ...body...                              ...body...
 *     y = ScanAxis(scan output)               its scan outputs are sequences
 *
 *   Scan 8: both have a batch axis in front
 *     Loop(batch, ""):
 *       state_b = ScanItem(state, b), x_b = ScanItem(x, b), n_b = ScanLength(x_b, .., lens_b)
 *       Scan 9 (state_b, x_b) of n_b steps, each scan output through ScanPad to all steps
 *
 * The node keeps its op_type, which errors name; its operator tells the stages that it loops. */
#include "ir/ir_impl.h"

/* A graph under construction: a node list, before `before`. */
typedef struct scan_at {
    cm_ir *ir;
    cm_id node; /* the Scan or SequenceMap */
    cm_id graph, before;
} scan_at;

/* One scan as a Loop. */
typedef struct scan_loop {
    const cm_id *in;  /* states, then scan inputs */
    const cm_id *out; /* final states, then scan outputs */
    uint32_t n_states, n_scans, n_out;
    bool batched; /* Scan 8: of one sequence of the batch */
    cm_id given;  /* batched: its length, or CM_NONE */
} scan_loop;

/* ---- building ---- */

static cameo_status scan_attr(scan_at *at, cm_id node, const char *name, int64_t value) {
    cm_ir *ir = at->ir;
    if (!CM_IR_ROOM(ir, ir->t.attr, 1)) return cm_ir_nomem(ir);
    cm_chain *attrs = &ir->t.node.row[node].attrs;
    cm_id row = ir->t.attr.n++;
    ir->t.attr.row[row] = (cm_attr){.name = cm_str_from_c(name),
                                    .type = CM_ATTR_INT,
                                    .i = value,
                                    .row = CM_NONE,
                                    .next = CM_NONE};
    if (attrs->first == CM_NONE) {
        attrs->first = row;
    } else {
        ir->t.attr.row[attrs->last].next = row;
    }
    attrs->last = row;
    attrs->n++;
    return CAMEO_OK;
}

/* A node of operator `op_type` with one output; *out CM_NONE: a fresh value. Errors: E_UNSUPPORTED the
 * build lacks the operator. */
static cameo_status scan_node(scan_at *at, const char *domain, const char *op_type, const cm_id *in,
                              uint32_t n_in, cm_id *out) {
    cm_ir *ir = at->ir;
    cm_id node;
    const cm_op_entry *entry = cm_ir_find_op(ir, cm_str_from_c(domain), cm_str_from_c(op_type));
    CM_CHECK(entry != NULL, ir->e, CAMEO_E_UNSUPPORTED, "unsupported: no operator %s%s%s", domain,
             domain[0] != 0 ? ":" : "", op_type);
    if (*out == CM_NONE) CM_TRY(cm_ir_add_value(ir, at->graph, (cm_str){NULL, 0}, out));
    CM_TRY(cm_ir_add_node(ir, at->graph, at->before, at->node, in, n_in, out, 1, &node));
    cm_node *n = &ir->t.node.row[node];
    n->domain = cm_str_from_c(domain);
    n->op_type = cm_str_from_c(op_type);
    n->overload = (cm_str){NULL, 0};
    n->attrs = (cm_chain){CM_NONE, CM_NONE, 0};
    ir->info[node].op = entry->op;
    ir->info[node].since = entry->since;
    return CAMEO_OK;
}

/* The node just made. */
static cm_id scan_last(const scan_at *at) { return at->ir->t.node.n - 1; }

/* y = op(in...) of domain "cameo" with the three fields of its params. */
static cameo_status scan_own(scan_at *at, const char *op_type, const cm_id in[3],
                             const int64_t field[3], cm_id *out) {
    static const char *const names[3] = {"axis", "reverse", "input"};
    uint32_t n = in[2] != CM_NONE ? 3 : in[1] != CM_NONE ? 2 : 1;
    CM_TRY(scan_node(at, "cameo", op_type, in, n, out));
    for (int i = 0; i < 3; i++) {
        if (field[i] != 0) CM_TRY(scan_attr(at, scan_last(at), names[i], field[i]));
    }
    return CAMEO_OK;
}

/* Item i of an INTS attribute, 0 where it is absent. */
static int64_t scan_list(const scan_at *at, const char *name, uint32_t i) {
    const cm_attr *a = cm_ir_attr(at->ir, at->node, name);
    return a != NULL && i < a->list.n ? at->ir->t.ints.row[a->list.first + i] : 0;
}

/* A fresh input of graph: its counter or condition. */
static cameo_status scan_input(cm_ir *ir, cm_id graph, cm_id *value) {
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, value));
    ir->t.value.row[*value].kind = CM_VALUE_INPUT;
    return CAMEO_OK;
}

/* Replaces a graph's list of inputs or outputs. */
static cameo_status scan_set_list(cm_ir *ir, cm_range *(*list)(cm_ir *, cm_id), cm_id graph,
                                  const cm_id *ids, uint32_t n) {
    if (!CM_IR_ROOM(ir, ir->t.ids, n)) return cm_ir_nomem(ir);
    *list(ir, graph) = (cm_range){ir->t.ids.n, n};
    for (uint32_t i = 0; i < n; i++) ir->t.ids.row[ir->t.ids.n++] = ids[i];
    return CAMEO_OK;
}

static cm_range *scan_inputs(cm_ir *ir, cm_id graph) { return &ir->t.graph.row[graph].inputs; }
static cm_range *scan_outputs(cm_ir *ir, cm_id graph) { return &ir->t.graph.row[graph].outputs; }

/* Room for n ids. */
static cm_id *scan_ids(cm_ir *ir, size_t n) { return CM_ARENA_NEW_N(ir->work, cm_id, n); }

/* The graph gets the inputs counter, condition, states[0 .. n) and passes its condition on: it is a Loop's
 * body now. */
static cameo_status scan_make_body(cm_ir *ir, cm_id graph, const cm_id *states, uint32_t n,
                                   cm_id counter) {
    cm_id go;
    cm_range outputs = ir->t.graph.row[graph].outputs;
    cm_id *in = scan_ids(ir, (size_t)n + 2);
    cm_id *out = scan_ids(ir, (size_t)outputs.n + 1);
    if (in == NULL || out == NULL) return cm_ir_nomem(ir);
    CM_TRY(scan_input(ir, graph, &go));
    in[0] = counter;
    in[1] = out[0] = go;
    for (uint32_t i = 0; i < n; i++) in[i + 2] = states[i];
    for (uint32_t i = 0; i < outputs.n; i++) out[i + 1] = ir->t.ids.row[outputs.first + i];
    ir->n_listed[go]++;
    ir->t.value.row[go].graph_output = true;
    CM_TRY(scan_set_list(ir, scan_inputs, graph, in, n + 2));
    return scan_set_list(ir, scan_outputs, graph, out, outputs.n + 1);
}

/* A node like at->node before it, which runs `body` as often as steps says. */
static cameo_status scan_put_loop(scan_at *at, cm_id body, cm_id steps, const scan_loop *l,
                                  const cm_id *out) {
    cm_ir *ir = at->ir;
    cm_id node;
    cm_id *in = scan_ids(ir, (size_t)l->n_states + 2);
    if (in == NULL) return cm_ir_nomem(ir);
    in[0] = steps;
    in[1] = CM_NONE;
    for (uint32_t i = 0; i < l->n_states; i++) in[i + 2] = l->in[i];
    CM_TRY(cm_ir_add_node(ir, at->graph, at->before, at->node, in, l->n_states + 2, out, l->n_out,
                          &node));
    ir->info[node].op = ir->info[at->node].op;
    ir->info[node].since = ir->info[at->node].since;
    cm_attr attr = *cm_ir_attr(ir, at->node, "body");
    attr.row = body;
    attr.next = CM_NONE;
    if (!CM_IR_ROOM(ir, ir->t.attr, 1)) return cm_ir_nomem(ir);
    ir->t.attr.row[ir->t.attr.n] = attr;
    ir->t.node.row[node].attrs = (cm_chain){ir->t.attr.n, ir->t.attr.n, 1};
    ir->t.attr.n++;
    ir->t.graph.row[body].parent = at->graph;
    ir->t.graph.row[body].parent_node = node;
    return CAMEO_OK;
}

/* ---- Scan 9 ---- */

/* Steps of all scan inputs. */
static cameo_status scan_length(scan_at *at, const scan_loop *l, cm_id *steps) {
    const char *axes = l->batched ? "" : "scan_input_axes";
    *steps = CM_NONE;
    for (uint32_t i = 0; i < l->n_scans; i++) {
        cm_id all = CM_NONE;
        int64_t field[3] = {scan_list(at, axes, i), 0, i};
        CM_TRY(scan_own(at, "ScanLength", (cm_id[]){l->in[l->n_states + i], *steps, CM_NONE}, field,
                        &all));
        *steps = all;
    }
    return CAMEO_OK;
}

/* The body takes its scan inputs from items of the node's. */
static cameo_status scan_items(scan_at *at, cm_id body, const scan_loop *l, cm_id counter,
                               cm_id steps) {
    cm_ir *ir = at->ir;
    scan_at inside = {ir, at->node, body, ir->t.graph.row[body].nodes.first};
    cm_range inputs = ir->t.graph.row[body].inputs;
    for (uint32_t i = 0; i < l->n_scans; i++) {
        const char *axes = l->batched ? "" : "scan_input_axes";
        const char *directions = l->batched ? "directions" : "scan_input_directions";
        cm_id item = ir->t.ids.row[inputs.first + l->n_states + i];
        int64_t field[3] = {scan_list(at, axes, i), scan_list(at, directions, i), 0};
        cm_id in[3] = {l->in[l->n_states + i], counter, l->given != CM_NONE ? steps : CM_NONE};
        CM_TRY(scan_own(&inside, "ScanItem", in, field, &item));
    }
    return CAMEO_OK;
}

/* Whether scan output i (>= n_states) needs more than the Loop gives. */
static bool scan_is_moved(const scan_at *at, const scan_loop *l, uint32_t i) {
    uint32_t k = i - l->n_states;
    if (l->batched) return l->given != CM_NONE;
    return scan_list(at, "scan_output_axes", k) != 0 ||
           scan_list(at, "scan_output_directions", k) != 0;
}

/* The scan outputs from the Loop's: on their axes, or (Scan 8) with all steps. */
static cameo_status scan_results(scan_at *at, const scan_loop *l, const cm_id *from, cm_id all) {
    for (uint32_t i = l->n_states; i < l->n_out; i++) {
        cm_id y = l->out[i];
        if (from[i] == y) continue;
        cm_id in[3] = {from[i], l->batched ? all : CM_NONE, CM_NONE};
        int64_t field[3] = {0, 0, 0};
        if (!l->batched) {
            field[0] = scan_list(at, "scan_output_axes", i - l->n_states);
            field[1] = scan_list(at, "scan_output_directions", i - l->n_states);
        }
        CM_TRY(scan_own(at, l->batched ? "ScanPad" : "ScanAxis", in, field, &y));
    }
    return CAMEO_OK;
}

/* The Loop of one scan, and what is before and behind it. */
static cameo_status scan_simple(scan_at *at, cm_id body, const scan_loop *l) {
    cm_ir *ir = at->ir;
    cm_id all, counter;
    cm_id *out = scan_ids(ir, l->n_out);
    cm_id *states = scan_ids(ir, l->n_states);
    if (out == NULL || states == NULL) return cm_ir_nomem(ir);
    CM_TRY(scan_length(at, l, &all));
    cm_id steps = all;
    if (l->given != CM_NONE) {
        static const int64_t field[3] = {0, 0, 0};
        const cm_id in[3] = {l->in[l->n_states], all, l->given};
        steps = CM_NONE;
        CM_TRY(scan_own(at, "ScanLength", in, field, &steps));
    }
    cm_range inputs = ir->t.graph.row[body].inputs;
    for (uint32_t i = 0; i < l->n_states; i++) states[i] = ir->t.ids.row[inputs.first + i];
    CM_TRY(scan_input(ir, body, &counter));
    CM_TRY(scan_items(at, body, l, counter, steps));
    CM_TRY(scan_make_body(ir, body, states, l->n_states, counter));
    for (uint32_t i = 0; i < l->n_out; i++) {
        out[i] = l->out[i];
        if (i < l->n_states || out[i] == CM_NONE || !scan_is_moved(at, l, i)) continue;
        CM_TRY(cm_ir_add_value(ir, at->graph, (cm_str){NULL, 0}, &out[i]));
    }
    CM_TRY(scan_put_loop(at, body, steps, l, out));
    return scan_results(at, l, out, all);
}

/* ---- Scan 8 ---- */

/* An empty graph around `body`, which belongs to at->node. */
static cameo_status scan_around(scan_at *at, cm_id body, cm_id *graph) {
    cm_ir *ir = at->ir;
    static const cm_chain none = {CM_NONE, CM_NONE, 0};
    CM_CHECK(ir->t.graph.row[body].depth < ir->limits.subgraph_depth, ir->e, CAMEO_E_LIMIT,
             "subgraphs nest deeper than %u with the batch of Scan 8 (limits.subgraph_depth)",
             ir->limits.subgraph_depth);
    if (!CM_IR_ROOM(ir, ir->t.graph, 1)) return cm_ir_nomem(ir);
    cm_graph g = ir->t.graph.row[body];
    g.nodes = g.inits = g.sparse_inits = g.input_infos = g.output_infos = g.value_infos = none;
    g.annotations = g.props = none;
    g.inputs.n = g.outputs.n = 0;
    g.next = CM_NONE;
    ir->t.graph.row[body].depth++;
    *graph = ir->t.graph.n++;
    ir->t.graph.row[*graph] = g;
    return CAMEO_OK;
}

/* Inputs and outputs of one sequence of the batch, in graph `inside->graph`. */
static cameo_status scan_sequence(scan_at *inside, const scan_loop *l, cm_id lens, cm_id counter,
                                  scan_loop *one) {
    cm_ir *ir = inside->ir;
    static const int64_t field[3] = {0, 0, 0};
    uint32_t n_in = l->n_states + l->n_scans;
    cm_id *in = scan_ids(ir, n_in);
    cm_id *out = scan_ids(ir, l->n_out);
    if (in == NULL || out == NULL) return cm_ir_nomem(ir);
    one->batched = true;
    one->given = CM_NONE;
    for (uint32_t i = 0; i < n_in; i++) {
        in[i] = CM_NONE;
        CM_TRY(scan_own(inside, "ScanItem", (cm_id[]){l->in[i], counter, CM_NONE}, field, &in[i]));
    }
    for (uint32_t i = 0; i < l->n_out; i++) {
        CM_TRY(cm_ir_add_value(ir, inside->graph, (cm_str){NULL, 0}, &out[i]));
        ir->n_listed[out[i]]++;
        ir->t.value.row[out[i]].graph_output = true;
    }
    if (lens != CM_NONE) {
        CM_TRY(scan_own(inside, "ScanItem", (cm_id[]){lens, counter, CM_NONE}, field, &one->given));
    }
    one->in = in;
    one->out = out;
    return CAMEO_OK;
}

static cameo_status scan_batched(scan_at *at, cm_id body, const scan_loop *l, cm_id lens) {
    cm_ir *ir = at->ir;
    cm_id counter;
    cm_id graph = CM_NONE, batch = CM_NONE;
    scan_loop one = *l;
    for (uint32_t i = 0; i < l->n_states + l->n_scans; i++) {
        cm_id all = CM_NONE;
        CM_TRY(scan_own(at, "ScanLength", (cm_id[]){l->in[i], batch, CM_NONE}, (int64_t[]){0, 0, i},
                        &all));
        batch = all;
    }
    CM_TRY(scan_around(at, body, &graph));
    scan_at inside = {ir, at->node, graph, CM_NONE};
    CM_TRY(scan_input(ir, graph, &counter));
    CM_TRY(scan_sequence(&inside, l, lens, counter, &one));
    CM_TRY(scan_simple(&inside, body, &one));
    CM_TRY(scan_set_list(ir, scan_outputs, graph, one.out, l->n_out));
    CM_TRY(scan_make_body(ir, graph, NULL, 0, counter));
    scan_loop outer = *l;
    outer.n_states = 0;
    return scan_put_loop(at, graph, batch, &outer, l->out);
}

/* ---- SequenceMap ---- */

static cameo_status scan_map(scan_at *at, cm_id body, const scan_loop *l) {
    cm_ir *ir = at->ir;
    static const int64_t field[3] = {0, 0, 0};
    cm_id counter;
    cm_id steps = CM_NONE;
    scan_at inside = {ir, at->node, body, ir->t.graph.row[body].nodes.first};
    CM_TRY(scan_node(at, "", "SequenceLength", l->in, 1, &steps));
    CM_TRY(scan_input(ir, body, &counter));
    cm_range inputs = ir->t.graph.row[body].inputs;
    for (uint32_t i = 0; i < l->n_scans; i++) {
        cm_id item = ir->t.ids.row[inputs.first + i];
        CM_TRY(scan_own(&inside, "MapItem", (cm_id[]){l->in[i], counter, CM_NONE}, field, &item));
    }
    CM_TRY(scan_make_body(ir, body, NULL, 0, counter));
    return scan_put_loop(at, body, steps, l, l->out);
}

/* ---- nodes ---- */

static cameo_status scan_expand(cm_ir *ir, cm_id node) {
    scan_at at = {ir, node, ir->t.node.row[node].graph, node};
    bool map = ir->info[node].op->id == CM_OP_SequenceMap;
    bool batched = !map && ir->info[node].since < 9;
    uint32_t first = batched; /* sequence_lens stands first */
    uint32_t n_in = ir->t.node.row[node].in.n - first, n_out = ir->t.node.row[node].out.n;
    cm_id body = cm_ir_subgraph(ir, node, "body");
    const cm_attr *count = cm_ir_attr(ir, node, "num_scan_inputs");
    cm_id *in = scan_ids(ir, n_in);
    cm_id *out = scan_ids(ir, n_out);
    if (in == NULL || out == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n_in; i++) in[i] = cm_ir_in(ir, node, first + i);
    for (uint32_t i = 0; i < n_out; i++) out[i] = cm_ir_out(ir, node, i);
    uint32_t n_scans = map ? n_in : (uint32_t)count->i;
    scan_loop l = {in, out, n_in - n_scans, n_scans, n_out, false, CM_NONE};
    if (map) {
        CM_TRY(scan_map(&at, body, &l));
    } else if (batched) {
        CM_TRY(scan_batched(&at, body, &l, cm_ir_in(ir, node, 0)));
    } else {
        CM_TRY(scan_simple(&at, body, &l));
    }
    ir->t.node.row[node].attrs = (cm_chain){CM_NONE, CM_NONE, 0}; /* the body lives on */
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

cameo_status cm_ir_expand_scans(cm_ir *ir) {
    cm_id n = ir->t.node.n;
    for (cm_id node = ir->fresh; node < n; node++) {
        CM_TRY(cm_ir_go_on(ir, false));
        if (ir->t.node.row[node].dead) continue;
        const cm_op *op = ir->info[node].op;
        bool loops = op != NULL && (op->id == CM_OP_Scan || op->id == CM_OP_SequenceMap);
        if (loops) CM_TRY(scan_expand(ir, node));
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    }
    return CAMEO_OK;
}
