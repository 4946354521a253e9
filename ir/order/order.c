/* order.c — the order in which nodes run. See order.h.
 *
 * A graph is sorted by dependences; where these leave freedom, the peak of live bytes depends on the order.
 * Finding the least one is NP-complete already for graphs of values of one size (R. Sethi, "Complete
 * Register Allocation Problems", SIAM J. Comput. 4, 1975), so each graph starts with file order and keeps it
 * unless something else is better: first windows of it are permuted, then other orders of the whole graph and
 * windows of those. What the most demanding node works on is a bound that ends the search, for most graphs
 * before it begins.
 *
 * Bytes are counted as runtime/plan/place.c places them: a view is its operand's buffer, an in-place result takes
 * over that of an operand which dies there, results of the graph live to its end; its inputs and constants
 * lie elsewhere. An If or Loop is one node that needs what its bodies need meanwhile and reads what they
 * read. Free dims stand for their lowest number, at least 1, and for ORDER_LARGE: an order must be better
 * for one and not worse for the other. */
#include "ir/order/order.h"

#include "base/dtype.h"
#include "ir/rewrite/opt.h"

#define ORDER_LARGE 64
/* Buffers are aligned to this; runtime/plan/place.c. */
#define ORDER_ALIGN UINT64_C(64)
/* One value counts as so many bytes at most, so that no sum overflows. */
#define ORDER_MOST (UINT64_C(1) << 40)
/* Looks at a node, per node of a graph and for each graph. */
#define ORDER_EFFORT 12
#define ORDER_EFFORT_MORE 40000
/* How often the way to the bound is halved. */
#define ORDER_TURNS 8
#define ORDER_MOVES 5

/* Values of bodies that an If or Loop reads, chained per node. */
typedef struct order_capture {
    cm_id value;
    cm_id next;
} order_capture;

typedef struct order_frame {
    cm_id graph;
    cm_id owner; /* the If or Loop, or CM_NONE */
    cm_id next;  /* node to visit */
} order_frame;

typedef struct order_state {
    cm_ir *ir;
    order_frame *stack;
    uint32_t n_stack;
    uint32_t *local;  /* per node: its number in its graph */
    uint32_t *buffer; /* per value: its buffer, or CM_NONE */
    uint32_t
        *reader; /* per value that is a state: 1 + the node that read it last, 0; else CM_NONE */
    cm_id *captured;    /* per node: the first of capture, or CM_NONE */
    uint64_t *inner[2]; /* per node: bytes of its bodies */
    CM_TABLE(order_capture) capture;
    const cm_dim *symbols[2]; /* the numbers that free dims stand for */
    const uint64_t *bytes[2]; /* per value */
} order_state;

/* ---- sizes ---- */

/* The number that d stands for, behind a cm_dim_eval with the same symbols. */
static uint64_t order_dim(const order_state *s, cm_dim d, int which) {
    int64_t lo, hi;
    if (cm_dim_is_const(d)) return d < 0 ? 0 : (uint64_t)d;
    cm_dim_interval(s->ir->dims, d, &lo, &hi);
    cm_dim n = cm_dim_eval_next(s->ir->dims, d, s->symbols[which]);
    if (!cm_dim_is_const(n)) n = s->symbols[which][0];
    n = n < lo ? lo : n > hi ? hi : n;
    return n < 0 ? 0 : (uint64_t)n;
}

/* Bytes of a value, rounded up as a plan does, on every target the same; one whose type is not known counts
 * as small. */
static uint64_t order_bytes(const order_state *s, cm_id v, int which) {
    const cm_avalue *av = &s->ir->av[v];
    uint64_t n = 1;
    size_t bits; /* of an element: bytes of eight */
    if (av->kind != CAMEO_KIND_TENSOR || av->rank == CM_RANK_UNKNOWN) return ORDER_ALIGN;
    if (cm_dtype_bytes((cameo_dtype)av->dtype, 8, &bits) != CAMEO_OK) return ORDER_ALIGN;
    if (av->dtype == CAMEO_STRING) bits = 128; /* as cameo_string on a host of 64 bits */
    for (uint32_t i = 0; i < av->rank; i++) {
        uint64_t d = order_dim(s, av->dims[i], which);
        if (d != 0 && n > ORDER_MOST / d) return ORDER_MOST;
        n *= d;
    }
    uint64_t bytes = (n * bits + 8 * ORDER_ALIGN - 1) / (8 * ORDER_ALIGN) * ORDER_ALIGN;
    return bytes < ORDER_MOST ? bytes : ORDER_MOST;
}

/* ---- a graph as a cm_order ---- */

/* The live node of this graph that makes v, or CM_NONE. */
static cm_id order_producer(const cm_ir *ir, cm_id graph, cm_id v) {
    cm_id p = v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
    if (p == CM_NONE || ir->t.node.row[p].dead || ir->t.node.row[p].graph != graph) return CM_NONE;
    return p;
}

/* Nodes that stay in file order among themselves: control flow, lists that grow in place, a caller's
 * operators, of which nothing is known. */
static bool order_is_tied(const cm_ir *ir, cm_id node) {
    const cm_op *op = ir->info[node].op;
    const cm_node *n = &ir->t.node.row[node];
    if ((op->flags & (CM_OPF_CONTROL | CM_OPF_RANDOM)) != 0 || op->id >= CM_OP_COUNT) return true;
    for (uint32_t k = 0; k < n->in.n + n->out.n; k++) {
        cm_id v = k < n->in.n ? cm_ir_in(ir, node, k) : cm_ir_out(ir, node, k - n->in.n);
        if (v != CM_NONE && ir->av[v].kind != CAMEO_KIND_TENSOR) return true;
    }
    return false;
}

/* Numbers the nodes of a graph, and the buffers that they make: *n_edges is what their lists need. */
static void order_number(const order_state *s, cm_id graph, cm_order *o, size_t *n_edges) {
    const cm_ir *ir = s->ir;
    *n_edges = 0;
    CM_EACH(node, ir->t.node, ir->t.graph.row[graph].nodes) {
        if (ir->t.node.row[node].dead) continue;
        s->local[node] = o->n++;
        *n_edges += (size_t)ir->t.node.row[node].in.n + 1;
        for (cm_id c = s->captured[node]; c != CM_NONE; c = s->capture.row[c].next) ++*n_edges;
        bool view = (ir->info[node].op->flags & CM_OPF_VIEW) != 0;
        for (uint32_t k = 0; k < ir->t.node.row[node].out.n; k++) {
            cm_id v = cm_ir_out(ir, node, k), x = cm_ir_in(ir, node, 0);
            if (v == CM_NONE) continue;
            s->buffer[v] = CM_NONE;
            if (view && k == 0) {
                if (order_producer(ir, graph, x) != CM_NONE) s->buffer[v] = s->buffer[x];
            } else if (k == 0 || cm_ir_use_count(ir, v) != 0) {
                s->buffer[v] = o->n_bufs++;
            }
        }
    }
}

static cameo_status order_alloc(const order_state *s, cm_order *o, size_t n_edges) {
    cm_arena *a = s->ir->work;
    size_t n = (size_t)o->n + 1, m = o->n_bufs;
    o->node = CM_ARENA_NEW_N(a, cm_id, n);
    o->first_made = CM_ARENA_NEW_N(a, uint32_t, n);
    o->first_read = CM_ARENA_NEW_N(a, uint32_t, n);
    o->first_pred = CM_ARENA_NEW_N(a, uint32_t, n);
    o->first_succ = CM_ARENA_NEW_N(a, uint32_t, n);
    o->read = CM_ARENA_NEW_N(a, uint32_t, n_edges);
    o->pred = CM_ARENA_NEW_N(a, uint32_t, n_edges);
    o->succ = CM_ARENA_NEW_N(a, uint32_t, n_edges);
    o->reuse = CM_ARENA_NEW_N(a, uint32_t, 2 * n);
    o->n_readers = CM_ARENA_NEW_N(a, uint32_t, m);
    o->kept = CM_ARENA_NEW_N(a, uint8_t, m);
    o->left = CM_ARENA_NEW_N(a, uint32_t, m);
    o->wait = CM_ARENA_NEW_N(a, uint32_t, n);
    o->key = CM_ARENA_NEW_N(a, uint32_t, n);
    o->count = CM_ARENA_NEW_N(a, uint32_t, n + 1);
    o->by_buf = CM_ARENA_NEW_N(a, uint32_t, m);
    o->bytes = CM_ARENA_NEW_N(a, uint64_t, n);
    for (int which = 0; which < 2; which++) {
        o->sizes[which] = CM_ARENA_NEW_N(a, uint64_t, m);
        o->inners[which] = CM_ARENA_NEW_N(a, uint64_t, n);
    }
    return cm_arena_status(a, "work", s->ir->e);
}

/* Appends to a list what was not appended for node i yet; seen: 1 + the node that had it last. */
static void order_append(uint32_t *list, uint32_t *n, uint32_t *seen, uint32_t entry, uint32_t i) {
    if (seen[entry] == i + 1) return;
    seen[entry] = i + 1;
    list[(*n)++] = entry;
}

/* Node i reads v: what it waits for. o->wait and o->left: seen. */
static void order_read(const order_state *s, cm_id graph, cm_order *o, uint32_t i, cm_id v) {
    cm_id p = order_producer(s->ir, graph, v);
    if (p != CM_NONE) {
        order_append(o->pred, &o->first_pred[i + 1], o->wait, s->local[p], i);
        if (s->buffer[v] != CM_NONE)
            order_append(o->read, &o->first_read[i + 1], o->left, s->buffer[v], i);
    } else if (graph == 0 && v != CM_NONE && s->reader[v] != CM_NONE) {
        if (s->reader[v] != 0 && s->reader[v] != i + 1)
            order_append(o->pred, &o->first_pred[i + 1], o->wait, s->reader[v] - 1, i);
        s->reader[v] = i + 1;
    }
}

/* Which buffers result 0 of node i may take over: those of input 0 or 1, or of the one that it adds, if no other
 * input lies there, too. */
static void order_find_reuse(const order_state *s, cm_id graph, cm_order *o, uint32_t i) {
    const cm_ir *ir = s->ir;
    cm_id node = o->node[i], y = cm_ir_out(ir, node, 0);
    uint32_t flags = ir->info[node].op->flags;
    uint32_t base = (flags & CM_OPF_SUM) != 0 ? CM_IN_SUM : 0;
    uint32_t n = (flags & CM_OPF_SUM) != 0 ? 1 : (flags & CM_OPF_INPLACE) != 0 ? 2 : 0;
    o->reuse[2 * (size_t)i] = o->reuse[2 * (size_t)i + 1] = CM_NONE;
    for (uint32_t k = 0; k < n && y != CM_NONE; k++) {
        cm_id x = cm_ir_in(ir, node, base + k);
        if (order_producer(ir, graph, x) == CM_NONE || s->buffer[x] == CM_NONE) continue;
        bool free = !o->kept[s->buffer[x]] && cm_opt_is_alike(ir, x, y);
        for (uint32_t j = 0; j < base; j++) {
            cm_id other = cm_ir_in(ir, node, j);
            bool local = order_producer(ir, graph, other) != CM_NONE;
            if (local && s->buffer[other] == s->buffer[x]) free = false;
        }
        if (free) o->reuse[2 * (size_t)i + k] = s->buffer[x];
    }
}

/* The lists of node i. */
static void order_node(const order_state *s, cm_id graph, cm_order *o, uint32_t i, uint32_t *tied) {
    const cm_ir *ir = s->ir;
    cm_id node = o->node[i];
    o->first_pred[i + 1] = o->first_pred[i];
    o->first_read[i + 1] = o->first_read[i];
    for (uint32_t k = 0; k < ir->t.node.row[node].in.n; k++)
        order_read(s, graph, o, i, cm_ir_in(ir, node, k));
    for (cm_id c = s->captured[node]; c != CM_NONE; c = s->capture.row[c].next)
        order_read(s, graph, o, i, s->capture.row[c].value);
    if (order_is_tied(ir, node)) {
        if (*tied != CM_NONE) order_append(o->pred, &o->first_pred[i + 1], o->wait, *tied, i);
        *tied = i;
    }
    order_find_reuse(s, graph, o, i);
}

/* Fills the tables of o from the graph. */
static void order_fill(const order_state *s, cm_id graph, cm_order *o) {
    const cm_ir *ir = s->ir;
    cm_range outputs = ir->t.graph.row[graph].outputs;
    uint32_t i = 0, tied = CM_NONE;
    for (uint32_t k = 0; k < outputs.n; k++) {
        cm_id v = ir->t.ids.row[outputs.first + k];
        if (order_producer(ir, graph, v) != CM_NONE && s->buffer[v] != CM_NONE)
            o->kept[s->buffer[v]] = true;
    }
    CM_EACH(node, ir->t.node, ir->t.graph.row[graph].nodes) {
        if (ir->t.node.row[node].dead) continue;
        o->node[i] = node;
        o->first_made[i + 1] = o->first_made[i];
        bool view = (ir->info[node].op->flags & CM_OPF_VIEW) != 0;
        for (uint32_t k = view; k < ir->t.node.row[node].out.n; k++) {
            cm_id v = cm_ir_out(ir, node, k);
            if (v == CM_NONE || s->buffer[v] == CM_NONE) continue;
            for (int which = 0; which < 2; which++)
                o->sizes[which][s->buffer[v]] = s->bytes[which][v];
            o->first_made[i + 1]++;
        }
        for (int which = 0; which < 2; which++) o->inners[which][i] = s->inner[which][node];
        order_node(s, graph, o, i++, &tied);
    }
    memset(o->count, 0, ((size_t)o->n + 1) * sizeof *o->count);
    for (uint32_t k = 0; k < o->first_read[o->n]; k++) o->n_readers[o->read[k]]++;
    for (uint32_t k = 0; k < o->first_pred[o->n]; k++) o->first_succ[o->pred[k] + 1]++;
    for (i = 0; i < o->n; i++) o->first_succ[i + 1] += o->first_succ[i];
    for (i = 0; i < o->n; i++) {
        for (uint32_t k = o->first_pred[i]; k < o->first_pred[i + 1]; k++) {
            uint32_t p = o->pred[k];
            o->succ[o->first_succ[p] + o->count[p]++] = i;
        }
    }
}

/* ---- the search ---- */

/* An order, its peak, and what no order is below. */
typedef struct order_reached {
    uint64_t peak, bound;
} order_reached;

static void order_measure(cm_order *o, const uint32_t *order, order_reached *r) {
    uint32_t at;
    cm_order_spend(o, 2 * (uint64_t)o->n);
    r->peak = cm_order_peak(o, order, &at);
    uint64_t bound = o->n == 0 ? 0 : cm_order_bound(o, at);
    if (bound > r->bound) r->bound = bound;
}

/* Lowers the peak of an order by windows: at all, then to the bound, then half of what is left, and so on. */
static void order_narrow(cm_order *o, uint32_t *order, uint32_t *trial, order_reached *r) {
    uint64_t least = r->bound, want = r->peak - 1;
    for (int turn = 0; turn < ORDER_TURNS && r->peak > want && want >= least; turn++) {
        if (o->effort == 0) break;
        memcpy(trial, order, o->n * sizeof *trial);
        if (cm_order_below(o, trial, want + 1)) {
            memcpy(order, trial, o->n * sizeof *trial);
            order_measure(o, order, r);
            if (least < r->bound) least = r->bound;
        } else {
            least = want + 1;
        }
        want = turn == 0 || least >= r->peak ? least : least + (r->peak - least) / 2;
    }
}

/* Another order of the whole graph; file: file order, best: the best one so far. */
static void order_move(cm_order *o, int move, const uint32_t *file, const uint32_t *best,
                       uint32_t *out, uint32_t *scratch) {
    switch (move) {
    case 0: cm_order_sink(o, file, out); break;
    case 1: cm_order_hoist(o, file, out); break;
    case 2: cm_order_greedy(o, out); break;
    case 3: cm_order_depth(o, out); break;
    default:
        cm_order_sink(o, best, scratch);
        cm_order_hoist(o, scratch, out);
        break;
    }
}

/* The order of least peak that was found, for the sizes in o; order[0]: where it begins and what it becomes,
 * four more to work with. Half of the effort is for windows of the first one, the rest for another. */
static void order_improve(cm_order *o, uint32_t *order[5]) {
    size_t bytes = o->n * sizeof *order[0];
    order_reached r = {0, 0}, other;
    order_measure(o, order[0], &r);
    memcpy(order[1], order[0], bytes);
    memcpy(order[2], order[0], bytes);
    uint64_t effort = o->effort / 2, peak = r.peak;
    o->effort -= effort;
    order_narrow(o, order[0], order[3], &r);
    o->effort += effort;
    other.bound = r.bound;
    for (int move = 0; move < ORDER_MOVES && r.peak > r.bound && o->effort > 0; move++) {
        order_move(o, move, order[1], order[2], order[3], order[4]);
        order_measure(o, order[3], &other);
        if (other.peak >= peak) continue;
        memcpy(order[2], order[3], bytes);
        peak = other.peak;
    }
    other.peak = peak;
    if (memcmp(order[1], order[2], bytes) != 0) order_narrow(o, order[2], order[3], &other);
    if (other.peak < r.peak) memcpy(order[0], order[2], bytes);
}

/* The nodes of a graph in the order that was found. */
static void order_apply(const order_state *s, cm_id graph, const cm_order *o,
                        const uint32_t *order) {
    uint32_t k = 0;
    while (k < o->n && order[k] == k) k++;
    if (k == o->n) return;
    for (k = 0; k < o->n; k++) cm_ir_move_node(s->ir, o->node[order[k]], graph, CM_NONE);
}

static void order_use(cm_order *o, int which) {
    o->size = o->sizes[which];
    o->inner = o->inners[which];
}

/* Searches for each size in turn, beginning with the larger one; order[0]: file order, and what becomes of it. */
static void order_search(cm_order *o, uint32_t *order[6], uint64_t peak[2]) {
    for (int which = 1; which >= 0; which--) {
        uint64_t now[2];
        memcpy(order[1], order[0], o->n * sizeof *order[0]);
        order_use(o, which);
        order_improve(o, order + 1);
        for (int k = 0; k < 2; k++) {
            uint32_t at;
            order_use(o, k);
            now[k] = cm_order_peak(o, order[1], &at);
        }
        if (now[which] >= peak[which] || now[!which] > peak[!which]) continue;
        memcpy(order[0], order[1], o->n * sizeof *order[0]);
        memcpy(peak, now, sizeof now);
    }
}

/* Orders one graph, whose bodies are ordered. peak: the bytes that it needs. */
static cameo_status order_graph(const order_state *s, cm_id graph, uint64_t peak[2]) {
    cm_order o = {.ir = s->ir, .effort = ORDER_EFFORT_MORE};
    uint32_t *order[6];
    size_t n_edges;
    bool best = true;
    order_number(s, graph, &o, &n_edges);
    CM_TRY(order_alloc(s, &o, n_edges));
    order[0] = CM_ARENA_NEW_N(s->ir->work, uint32_t, o.n);
    CM_TRY(cm_arena_status(s->ir->work, "work", s->ir->e));
    order_fill(s, graph, &o);
    for (uint32_t i = 0; i < o.n; i++) order[0][i] = i;
    o.effort += (uint64_t)o.n * ORDER_EFFORT;
    for (int which = 0; which < 2; which++) {
        order_reached r = {0, 0};
        order_use(&o, which);
        order_measure(&o, order[0], &r);
        peak[which] = r.peak;
        best = best && r.peak <= r.bound;
    }
    if (best) return CAMEO_OK;
    o.table = CM_ARENA_NEW_N(s->ir->work, uint64_t, CM_ORDER_TABLE);
    for (int k = 1; k < 6; k++) order[k] = CM_ARENA_NEW_N(s->ir->work, uint32_t, o.n);
    CM_TRY(cm_arena_status(s->ir->work, "work", s->ir->e));
    order_search(&o, order, peak);
    CM_TRY(s->ir->stopped);
    order_apply(s, graph, &o, order[0]);
    return CAMEO_OK;
}

/* ---- graphs ---- */

static void order_enter(order_state *s, cm_id graph, cm_id owner) {
    s->stack[s->n_stack++] = (order_frame){graph, owner, s->ir->t.graph.row[graph].nodes.first};
}

/* What the graph on top reads of those around it. */
static cameo_status order_capture_value(order_state *s, cm_id v) {
    cm_id p = v == CM_NONE ? CM_NONE : s->ir->t.value.row[v].node;
    if (p == CM_NONE || s->ir->t.node.row[p].dead) return CAMEO_OK;
    uint32_t k = s->n_stack - 1;
    while (k > 0 && s->stack[k].graph != s->ir->t.node.row[p].graph) k--;
    if (k == s->n_stack - 1 || s->stack[k].graph != s->ir->t.node.row[p].graph) return CAMEO_OK;
    cm_id owner = s->stack[k + 1].owner;
    if (!CM_IR_ROOM(s->ir, s->capture, 1)) return cm_ir_nomem(s->ir);
    s->capture.row[s->capture.n] = (order_capture){v, s->captured[owner]};
    s->captured[owner] = s->capture.n++;
    return CAMEO_OK;
}

static cameo_status order_visit(order_state *s, cm_id node) {
    const cm_ir *ir = s->ir;
    for (uint32_t k = 0; s->n_stack > 1 && k < ir->t.node.row[node].in.n; k++)
        CM_TRY(order_capture_value(s, cm_ir_in(ir, node, k)));
    if ((ir->info[node].op->flags & CM_OPF_CONTROL) == 0) return CAMEO_OK;
    if (ir->info[node].op->id == CM_OP_If) {
        order_enter(s, cm_ir_subgraph(ir, node, "then_branch"), node);
        order_enter(s, cm_ir_subgraph(ir, node, "else_branch"), node);
    } else {
        order_enter(s, cm_ir_subgraph(ir, node, "body"), node);
    }
    return CAMEO_OK;
}

/* The graph on top has been visited: it is ordered, and its bytes are what its node needs meanwhile, those
 * of a loop with its carried values. */
static cameo_status order_leave(order_state *s) {
    order_frame f = s->stack[s->n_stack - 1];
    cm_range in = s->ir->t.graph.row[f.graph].inputs, out = s->ir->t.graph.row[f.graph].outputs;
    uint64_t peak[2];
    for (uint32_t k = 0; f.owner != CM_NONE && k < out.n; k++)
        CM_TRY(order_capture_value(s, s->ir->t.ids.row[out.first + k]));
    cm_arena_mark mark = cm_arena_get_mark(s->ir->work);
    CM_TRY(order_graph(s, f.graph, peak));
    cm_arena_rewind(s->ir->work, mark);
    s->n_stack--;
    for (int which = 0; which < 2 && f.owner != CM_NONE; which++) {
        for (uint32_t k = 0; k < in.n; k++)
            peak[which] += s->bytes[which][s->ir->t.ids.row[in.first + k]];
        if (s->inner[which][f.owner] < peak[which]) s->inner[which][f.owner] = peak[which];
    }
    return CAMEO_OK;
}

/* Inputs that a Concat (CM_OPF_APPEND) makes an output of: a decoder's state, which may lie in that output's memory.
 * Their readers stay in file order. */
static void order_states(order_state *s) {
    const cm_ir *ir = s->ir;
    cm_range in = ir->t.graph.row[0].inputs;
    for (uint32_t i = 0; i < in.n; i++) {
        cm_id v = ir->t.ids.row[in.first + i];
        for (cm_id u = ir->t.value.row[v].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
            cm_id node = ir->t.use.row[u].node, y = cm_ir_out(ir, node, 0);
            if ((ir->info[node].op->flags & CM_OPF_APPEND) == 0 || y == CM_NONE) continue;
            if (ir->t.value.row[y].graph_output) s->reader[v] = 0;
        }
    }
}

/* The bytes of each value. An expression may be as large as the model: it is computed once for all of them. */
static cameo_status order_sizes(order_state *s) {
    const cm_ir *ir = s->ir;
    for (int which = 0; which < 2; which++) {
        uint64_t *bytes = CM_ARENA_NEW_N(ir->work, uint64_t, ir->t.value.n);
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        (void)cm_dim_eval(ir->dims, 0, s->symbols[which]);
        for (cm_id v = 0; v < ir->t.value.n; v++) bytes[v] = order_bytes(s, v, which);
        s->bytes[which] = bytes;
    }
    return CAMEO_OK;
}

static cameo_status order_init(order_state *s) {
    cm_ir *ir = s->ir;
    size_t n_symbols = cm_dim_symbol_count(ir->dims) + 1;
    s->stack = CM_ARENA_NEW_N(ir->work, order_frame, (size_t)ir->t.graph.n + 1);
    s->local = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.node.n);
    s->captured = CM_ARENA_NEW_N(ir->work, cm_id, ir->t.node.n);
    s->buffer = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.value.n);
    s->reader = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.value.n);
    for (int which = 0; which < 2; which++) {
        cm_dim *symbols = CM_ARENA_NEW_N(ir->work, cm_dim, n_symbols);
        s->inner[which] = CM_ARENA_NEW_N(ir->work, uint64_t, ir->t.node.n);
        for (size_t k = 0; symbols != NULL && k < n_symbols; k++)
            symbols[k] = which == 0 ? 1 : ORDER_LARGE;
        s->symbols[which] = symbols;
    }
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    memset(s->captured, 0xff, ir->t.node.n * sizeof *s->captured);
    memset(s->reader, 0xff, ir->t.value.n * sizeof *s->reader);
    order_states(s);
    return order_sizes(s);
}

static cameo_status order_all(order_state *s) {
    CM_TRY(order_init(s));
    order_enter(s, 0, CM_NONE);
    while (s->n_stack > 0) {
        order_frame *f = &s->stack[s->n_stack - 1];
        cm_id node = f->next;
        if (node == CM_NONE) {
            CM_TRY(order_leave(s));
        } else {
            f->next = s->ir->t.node.row[node].next;
            CM_TRY(cm_ir_go_on(s->ir, false));
            if (!s->ir->t.node.row[node].dead) CM_TRY(order_visit(s, node));
        }
    }
    return CAMEO_OK;
}

cameo_status cm_order_nodes(cm_ir *ir) {
    order_state s = {.ir = ir};
    cm_arena_mark mark = cm_arena_get_mark(ir->work);
    CM_TRY(order_all(&s));
    cm_arena_rewind(ir->work, mark);
    return CAMEO_OK;
}
