/* opt.c — the optimiser: a worklist of small rewrites (ir/rewrite/rewrites.def) to a fixpoint. See ir.h.
 *
 * Every node is looked at once, and again when something beside it changed. When more becomes known of
 * a value its users are inferred again, so that folding and shape arithmetic feed each other. A budget
 * of visits ends what would not end by itself: the graph is valid after each rewrite. */
#include "ir/rewrite/opt.h"
#include "base/near.h"
#include "ir/schema.h"

/* Visits per node of the graph, on average; a real model needs about 3. */
#define OPT_VISITS 24

typedef struct opt_rewrite {
    cm_rewrite_fn *fn;
    const char *name;
    const uint16_t *roots; /* cm_op_id; or CM_ROOT_ANY alone */
    uint8_t n_roots;
    uint8_t level; /* cameo_opt */
    uint8_t phase; /* CM_OPT_PHASE_* */
    bool for_cpu;  /* the result is no standard operator */
} opt_rewrite;

#define CM_REWRITE(name, level, phase, result, before, after, ...) \
    static const uint16_t opt_roots_##name[] = {__VA_ARGS__};
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE

#define OPT_COUNT(array) (uint8_t)(sizeof(array) / sizeof *(array))
#define OPT_FOR_CPU_STANDARD false
#define OPT_FOR_CPU_CPU true
static const opt_rewrite opt_rewrites[] = {
#define CM_REWRITE(name, level, phase, result, before, after, ...)                               \
    {cm_rewrite_##name, #name, opt_roots_##name, OPT_COUNT(opt_roots_##name), CAMEO_OPT_##level, \
     CM_OPT_PHASE_##phase, OPT_FOR_CPU_##result},
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE
};

const char *cameo_rewrite_name(uint32_t index) {
    return index < CM_REWRITE_COUNT ? opt_rewrites[index].name : NULL;
}

/* Is it the name of one of the caller's? */
static bool opt_is_own(const cameo_options *options, cm_str name) {
    for (size_t i = 0; i < options->n_rewrites; i++) {
        const cameo_rewrite *r = options->rewrites[i];
        if (r != NULL && r->name != NULL && cm_str_is(name, r->name)) return true;
    }
    return false;
}

cameo_status cm_rewrites_find(const cameo_options *options, cm_rewrites *off, cameo_error *e) {
    *off = (cm_rewrites){{0}};
    for (size_t i = 0; i < options->n_rewrites_off; i++) {
        cm_str name = cm_str_from_c(options->rewrites_off[i]);
        uint32_t r = 0;
        while (r < CM_REWRITE_COUNT && !cm_str_is(name, opt_rewrites[r].name)) r++;
        if (r == CM_REWRITE_COUNT && opt_is_own(options, name)) continue;
        if (r == CM_REWRITE_COUNT) {
            cm_near near = cm_near_begin(name);
            for (r = 0; r < CM_REWRITE_COUNT; r++) cm_near_offer(&near, cm_str_from_c(opt_rewrites[r].name));
            return CM_FAIL(e, CAMEO_E_ARG, "options.rewrites_off: no rewrite \"%.*s\"%s", CM_STR_ARG(name),
                           cm_near_end(&near));
        }
        cm_rewrites_add(off, r);
    }
    return CAMEO_OK;
}

cm_rewrites cm_rewrites_for_cpu(void) {
    cm_rewrites s = {{0}};
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++)
        if (opt_rewrites[i].for_cpu) cm_rewrites_add(&s, i);
    return s;
}

/* ---- the worklist ---- */

cameo_status cm_opt_touch(cm_opt *o, cm_id node, bool dirty) {
    cm_ir *ir = o->ir;
    if (node == CM_NONE || ir->t.node.row[node].dead) return CAMEO_OK;
    if (node >= o->flags_cap) {
        cm_id n = o->flags_cap;
        size_t more = (size_t)ir->t.node.cap - n;
        if (!cm_ir_room(ir, (void **)&o->flags, n, &o->flags_cap, more, 1)) return cm_ir_nomem(ir);
    }
    if (dirty) o->flags[node] |= CM_OPT_DIRTY;
    if ((o->flags[node] & CM_OPT_QUEUED) != 0) return CAMEO_OK;
    if (o->queue.n == o->queue.cap) {
        /* Unroll the ring into a larger place: it is full, so all rows count. */
        cm_id cap = o->queue.cap;
        if (o->queue.cap >= CM_NONE / 2) return cm_ir_nomem(ir);
        cm_id *fresh = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)cap * 2 + 64);
        if (fresh == NULL) return cm_ir_nomem(ir);
        for (cm_id i = 0; i < cap; i++) fresh[i] = o->queue.row[(o->head + i) % cap];
        o->queue.row = fresh;
        o->queue.cap = cap * 2 + 64;
        o->head = 0;
    }
    o->queue.row[(o->head + o->queue.n) % o->queue.cap] = node;
    o->queue.n++;
    o->flags[node] |= CM_OPT_QUEUED;
    return CAMEO_OK;
}

cameo_status cm_opt_touch_users(cm_opt *o, cm_id value) {
    if (value == CM_NONE) return CAMEO_OK;
    for (cm_id u = o->ir->t.value.row[value].first_use; u != CM_NONE;
         u = o->ir->t.use.row[u].next) {
        CM_TRY(cm_opt_touch(o, o->ir->t.use.row[u].node, true));
    }
    return CAMEO_OK;
}

cameo_status cm_opt_kill(cm_opt *o, cm_id node) {
    cm_ir *ir = o->ir;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v != CM_NONE) CM_TRY(cm_opt_touch(o, ir->t.value.row[v].node, false));
    }
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

enum { OPT_UNREAD = 32 };

cameo_status cm_opt_kill_unread(cm_opt *o, const cm_id *value, uint32_t n) {
    cm_ir *ir = o->ir;
    cm_id look[OPT_UNREAD]; /* of what does not fit here, rewrite `dead` takes care later */
    n = n < OPT_UNREAD ? n : OPT_UNREAD;
    memcpy(look, value, n * sizeof *look);
    while (n > 0) {
        cm_id v = look[--n], from = v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
        if (from == CM_NONE || ir->t.node.row[from].out.n != 1 || cm_ir_use_count(ir, v) != 0) continue;
        for (uint32_t i = 0; i < ir->t.node.row[from].in.n && n < OPT_UNREAD; i++) look[n++] = cm_ir_in(ir, from, i);
        CM_TRY(cm_opt_kill(o, from));
    }
    return CAMEO_OK;
}

cameo_status cm_opt_take_over(cm_opt *o, cm_id value, cm_id from) {
    cm_ir *ir = o->ir;
    cm_id node = ir->t.value.row[from].node;
    cm_id former = ir->t.value.row[value].node;
    cm_range out = ir->t.node.row[node].out;
    if (former != CM_NONE) {
        cm_range lost = ir->t.node.row[former].out;
        for (uint32_t i = 0; i < lost.n; i++) {
            if (ir->t.ids.row[lost.first + i] == value) ir->t.ids.row[lost.first + i] = CM_NONE;
        }
    }
    for (uint32_t i = 0; i < out.n; i++) {
        if (ir->t.ids.row[out.first + i] == from) ir->t.ids.row[out.first + i] = value;
    }
    ir->t.value.row[value].node = node;
    ir->t.value.row[from].node = CM_NONE;
    ir->av[value] = ir->av[from];
    cm_ir_replace(ir, from, value);
    return cm_opt_touch_users(o, value);
}

/* The schema of the operator in the version that node's opset means or, if it came later, in its first one. */
static const cm_schema *opt_schema(const cm_ir *ir, cm_id node, const char *op_type) {
    cm_str domain = {NULL, 0}, type = cm_str_from_c(op_type);
    const cm_schema *s = cm_schema_find(domain, type, cm_ir_opset(ir, node));
    const cm_op_entry *entry = cm_ir_find_op(ir, domain, type);
    return s != NULL || entry == NULL ? s : cm_schema_find(domain, type, entry->since);
}

bool cm_opt_can_add_newer(const cm_ir *ir, cm_id node, const char *op_type, uint32_t n) {
    const cm_op_entry *entry = cm_ir_find_op(ir, (cm_str){NULL, 0}, cm_str_from_c(op_type));
    const cm_schema *schema = opt_schema(ir, node, op_type);
    if (entry == NULL || schema == NULL || schema->since_version < entry->since) return false;
    if (ir->keep_opset && schema->since_version > cm_ir_opset(ir, node)) return false;
    return !cm_ir_is_custom(ir, entry->op) && ir->limits.nodes > n &&
           ir->t.node.n < ir->limits.nodes - n;
}

bool cm_opt_can_add(const cm_ir *ir, cm_id node, const char *op_type, uint32_t n) {
    return cm_opt_can_add_newer(ir, node, op_type, n) &&
           opt_schema(ir, node, op_type)->since_version <= cm_ir_opset(ir, node);
}

void cm_opt_set_op(cm_ir *ir, cm_id node, const cm_op_entry *entry, int since) {
    cm_node *n = &ir->t.node.row[node];
    n->domain = cm_str_from_c(entry->domain);
    n->op_type = cm_str_from_c(entry->op_type);
    n->overload = (cm_str){NULL, 0};
    n->attrs = (cm_chain){CM_NONE, CM_NONE, 0};
    ir->info[node].op = entry->op;
    ir->info[node].since = since;
}

cameo_status cm_opt_become(cm_ir *ir, cm_id node, const char *op_type) {
    cameo_error problem = {0};
    const cm_op_entry *entry = cm_ir_find_op(ir, (cm_str){NULL, 0}, cm_str_from_c(op_type));
    cm_opt_set_op(ir, node, entry, opt_schema(ir, node, op_type)->since_version);
    return cm_ir_parse_node(ir, node, &problem);
}

cameo_status cm_opt_add(cm_opt *o, cm_id node, const char *op_type, const cm_id *in, uint32_t n_in,
                        cm_id out, cm_id *added) {
    cm_ir *ir = o->ir;
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[node].graph, node, node, in, n_in, &out, 1, added));
    CM_TRY(cm_opt_become(ir, *added, op_type));
    return cm_opt_touch(o, *added, false);
}

cameo_status cm_opt_add_reshape(cm_opt *o, cm_id node, cm_id value, const int64_t *target, uint32_t n, cm_id out) {
    cm_ir *ir = o->ir;
    int64_t dim = n;
    cm_id in[2] = {value, CM_NONE}, added;
    int64_t *data = CM_ARENA_NEW_N(ir->work, int64_t, n);
    if (data == NULL) return cm_ir_nomem(ir);
    memcpy(data, target, n * sizeof *data);
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, 1, &dim, data, &in[1]));
    CM_TRY(cm_opt_add(o, node, "Reshape", in, 2, out, &added));
    return cm_infer_node(ir, added);
}

/* ---- questions ---- */

bool cm_opt_is(const cm_ir *ir, cm_id node, cm_op_id id) {
    return node != CM_NONE && !ir->t.node.row[node].dead && ir->info[node].op != NULL &&
           ir->info[node].op->id == id;
}

cm_id cm_opt_producer(const cm_ir *ir, cm_id node, uint32_t i, cm_op_id id) {
    cm_id v = cm_ir_in(ir, node, i);
    cm_id from = v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
    if (!cm_opt_is(ir, from, id) || cm_ir_out(ir, from, 0) != v) return CM_NONE;
    if (ir->info[from].provider != ir->info[node].provider) return CM_NONE;
    return ir->t.node.row[from].graph == ir->t.node.row[node].graph ? from : CM_NONE;
}

cm_id cm_opt_fusable(const cm_ir *ir, cm_id node, uint32_t i, cm_op_id id) {
    cm_id from = cm_opt_producer(ir, node, i, id);
    if (from == CM_NONE) return CM_NONE;
    return cm_ir_only_user(ir, cm_ir_in(ir, node, i)) == node ? from : CM_NONE;
}

bool cm_opt_is_alike(const cm_ir *ir, cm_id a, cm_id b) {
    const cm_avalue *x = &ir->av[a];
    const cm_avalue *y = &ir->av[b];
    if (x->kind != CAMEO_KIND_TENSOR || y->kind != CAMEO_KIND_TENSOR || x->dtype != y->dtype)
        return false;
    if (x->rank != y->rank || x->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t i = 0; i < x->rank; i++) {
        if (cm_dim_equal(ir->dims, x->dims[i], y->dims[i]) != CM_YES) return false;
    }
    return true;
}

bool cm_opt_is_same_const(const cm_ir *ir, cm_id a, cm_id b) {
    size_t size_a = 0, size_b = 0;
    if (a == CM_NONE || b == CM_NONE || !cm_ir_is_const(ir, a) || !cm_ir_is_const(ir, b))
        return false;
    cameo_dtype dtype = (cameo_dtype)ir->av[a].dtype;
    if (!cm_opt_is_alike(ir, a, b) || dtype == CAMEO_STRING) return false;
    if (cm_ir_const_size(ir, a) > CM_OPT_SMALL || cm_ir_const_size(ir, b) > CM_OPT_SMALL) return false;
    const cm_payload *p = &ir->t.tensor.row[ir->t.value.row[a].init].payload;
    const cm_payload *q = &ir->t.tensor.row[ir->t.value.row[b].init].payload;
    const uint8_t *x = cm_ir_const_bytes(ir, a, &size_a);
    const uint8_t *y = cm_ir_const_bytes(ir, b, &size_b);
    return x != NULL && y != NULL && size_a == size_b &&
           cm_payload_is_swapped(p, dtype) == cm_payload_is_swapped(q, dtype) &&
           memcmp(x, y, size_a) == 0;
}

bool cm_opt_afford(cm_ir *ir, uint64_t bytes, uint64_t cost) {
    if (ir->folded_bytes > ir->limits.fold_bytes ||
        bytes > ir->limits.fold_bytes - ir->folded_bytes) {
        return false;
    }
    if (ir->folded_cost > ir->limits.fold_cost || cost > ir->limits.fold_cost - ir->folded_cost)
        return false;
    ir->folded_bytes += bytes;
    ir->folded_cost += cost;
    return true;
}

cameo_status cm_opt_absorb(cm_opt *o, cm_id node, cm_id into) {
    cm_id y = cm_ir_out(o->ir, node, 0);
    cm_id x = cm_ir_out(o->ir, into, 0);
    CM_TRY(cm_opt_kill(o, node));
    CM_TRY(cm_opt_take_over(o, y, x));
    return cm_opt_touch(o, into, false);
}

/* ---- the run ---- */

static bool opt_same(const cm_avalue *a, const cm_avalue *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->rank != b->rank || a->n_elem != b->n_elem)
        return false;
    for (uint32_t i = 0; a->rank != CM_RANK_UNKNOWN && i < a->rank; i++) {
        if (a->dims[i] != b->dims[i]) return false;
    }
    for (uint32_t i = 0; a->elem != NULL && b->elem != NULL && i < a->n_elem; i++) {
        if (a->elem[i] != b->elem[i]) return false;
    }
    return (a->elem == NULL) == (b->elem == NULL);
}

/* Infers a dirty node again; what it then knows better makes its users dirty. A rule that now fails
 * leaves everything as it was: the node fails when it runs, if it does. */
static cameo_status opt_infer(cm_opt *o, cm_id node) {
    cm_ir *ir = o->ir;
    cm_range out = ir->t.node.row[node].out;
    cm_avalue *before = CM_ARENA_NEW_N(ir->work, cm_avalue, out.n);
    if (before == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE) before[i] = ir->av[v];
    }
    bool failed = cm_infer_node(ir, node) != CAMEO_OK;
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (uint32_t i = 0; i < out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v == CM_NONE) continue;
        if (failed) {
            ir->av[v] = before[i];
        } else if (!opt_same(&before[i], &ir->av[v])) {
            CM_TRY(cm_opt_touch_users(o, v));
        }
    }
    return CAMEO_OK;
}

bool cm_opt_is_tried(const cm_ir *ir, cm_rewrite_id rewrite) {
    return ir->options->opt <= (cameo_opt)opt_rewrites[rewrite].level &&
           !cm_rewrites_has(&ir->rewrites_off, rewrite);
}

/* Debug builds look at the whole graph after a rewrite, in large graphs only when all is done. */
#if CAMEO_DEBUG
#define OPT_VERIFY_NODES 300
static cameo_status opt_verify(cm_ir *ir, cm_id rewrite) {
    cameo_error *e = ir->e, problem = {0};
    if (ir->t.node.n > OPT_VERIFY_NODES && rewrite != CM_NONE) return CAMEO_OK;
    ir->e = &problem;
    cameo_status status = cm_ir_verify(ir);
    ir->e = e;
    CM_CHECK(status == CAMEO_OK, e, status, "behind rewrite %s: %s",
             rewrite == CM_NONE ? "(all)" : opt_rewrites[rewrite].name, problem.msg);
    return status;
}
#else
CM_INLINE cameo_status opt_verify(const cm_ir *ir, cm_id rewrite) {
    (void)ir;
    (void)rewrite;
    return CAMEO_OK;
}
#endif

/* Which rewrites are tried from here on, at nodes of which operators. */
static void opt_set_phase(cm_opt *o, uint8_t phase) {
    o->phase = phase;
    o->any = (cm_rewrites){{0}};
    memset(o->by_op, 0, CM_OP_COUNT * sizeof *o->by_op);
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        const opt_rewrite *r = &opt_rewrites[i];
        if ((r->phase & phase) == 0 || !cm_opt_is_tried(o->ir, (cm_rewrite_id)i)) continue;
        for (uint8_t k = 0; k < r->n_roots; k++)
            cm_rewrites_add(r->roots[k] == CM_ROOT_ANY ? &o->any : &o->by_op[r->roots[k]], i);
    }
}

/* Can rewrite i begin at the node, which another one may have made another operator? */
static bool opt_can_begin(const cm_opt *o, cm_id node, uint32_t i) {
    uint32_t op = o->ir->info[node].op->id;
    return cm_rewrites_has(&o->any, i) || (op < CM_OP_COUNT && cm_rewrites_has(&o->by_op[op], i));
}

/* Can a rewrite begin at the node that waits until the graph is settled? A DequantizeLinear waits to be folded. */
static bool opt_has_waited(const cm_opt *o, cm_id node) {
    if (o->ir->t.node.row[node].dead || o->ir->info[node].op == NULL) return false;
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        if ((opt_rewrites[i].phase & CM_OPT_PHASE_FIRST) == 0 && opt_can_begin(o, node, i)) return true;
    }
    return cm_opt_is(o->ir, node, CM_OP_DequantizeLinear);
}

static cameo_status opt_try(cm_opt *o, cm_id node, uint32_t i) {
    cm_ir *ir = o->ir;
    bool changed = false;
    CM_TRY(opt_rewrites[i].fn(o, node, &changed));
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    bool dead = ir->t.node.row[node].dead;
    ir->applied[i] += changed || dead;
    if (changed || dead) CM_TRY(opt_verify(ir, i));
    return changed && !dead ? cm_opt_touch(o, node, false) : CAMEO_OK;
}

static cameo_status opt_visit(cm_opt *o, cm_id node) {
    for (uint32_t i = 0; i < CM_REWRITE_COUNT && !o->ir->t.node.row[node].dead; i++) {
        if (opt_can_begin(o, node, i)) CM_TRY(opt_try(o, node, i));
    }
    return o->phase == CM_OPT_PHASE_OWN ? cm_opt_own(o, node) : CAMEO_OK;
}

/* Nodes whose last user died inside a dead subgraph. */
static cameo_status opt_sweep(cm_opt *o) {
    for (bool changed = true; changed;) {
        changed = false;
        for (cm_id node = o->ir->t.node.n; node-- > 0;) {
            bool dead = false;
            if (o->ir->t.node.row[node].dead) continue;
            CM_TRY(cm_rewrite_dead(o, node, &dead));
            o->ir->applied[CM_REWRITE_dead] += dead;
            changed = changed || dead;
        }
    }
    return CAMEO_OK;
}

/* Looks at nodes until none is left, or the budget is used up. */
static cameo_status opt_drain(cm_opt *o, uint64_t *budget) {
    for (; o->queue.n > 0 && *budget > 0; --*budget) {
        cm_id node = o->queue.row[o->head];
        o->head = (o->head + 1) % o->queue.cap;
        o->queue.n--;
        CM_TRY(cm_ir_go_on(o->ir, false));
        bool dirty = (o->flags[node] & CM_OPT_DIRTY) != 0;
        o->flags[node] &= (uint8_t) ~(CM_OPT_QUEUED | CM_OPT_DIRTY);
        if (o->ir->t.node.row[node].dead) continue;
        if (dirty) CM_TRY(opt_infer(o, node));
        CM_TRY(opt_visit(o, node));
    }
    return CAMEO_OK;
}

/* An empty worklist with room for the nodes that there are. */
static cameo_status opt_begin(cm_opt *o) {
    cm_ir *ir = o->ir;
    o->queue.row = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)ir->t.node.n + 64);
    o->flags = CM_ARENA_NEW_N(ir->work, uint8_t, ir->t.node.cap);
    o->place = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.node.n);
    o->n_placed = ir->t.node.n;
    o->by_op = CM_ARENA_NEW_N(ir->work, cm_rewrites, CM_OP_COUNT);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    o->queue.cap = ir->t.node.n + 64;
    o->flags_cap = ir->t.node.cap;
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        uint32_t place = 0;
        CM_EACH(node, ir->t.node, ir->t.graph.row[g].nodes) o->place[node] = place++;
    }
    return CAMEO_OK;
}

cameo_status cm_optimize(cm_ir *ir) {
    cm_opt o = {.ir = ir};
    if (ir->options->opt >= CAMEO_OPT_NONE) return CAMEO_OK;
    CM_TRY(opt_begin(&o));
    opt_set_phase(&o, CM_OPT_PHASE_FIRST);
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        CM_EACH(node, ir->t.node, ir->t.graph.row[g].nodes) CM_TRY(cm_opt_touch(&o, node, false));
    }
    uint64_t budget = (uint64_t)ir->t.node.n * OPT_VISITS + 1000;
    CM_TRY(opt_drain(&o, &budget));
    opt_set_phase(&o, CM_OPT_PHASE_SETTLED);
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        if (opt_has_waited(&o, node)) CM_TRY(cm_opt_touch(&o, node, false));
    }
    CM_TRY(opt_drain(&o, &budget));
    CM_TRY(opt_sweep(&o));
    return opt_verify(ir, CM_NONE);
}

cameo_status cm_optimize_own(cm_ir *ir, cameo_rewrite_when when) {
    cm_opt o = {.ir = ir, .own_when = when};
    if (ir->own == NULL || ir->options->opt >= CAMEO_OPT_NONE) return CAMEO_OK;
    CM_TRY(opt_begin(&o));
    opt_set_phase(&o, CM_OPT_PHASE_OWN);
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        CM_EACH(node, ir->t.node, ir->t.graph.row[g].nodes) CM_TRY(cm_opt_touch(&o, node, false));
    }
    uint64_t budget = (uint64_t)ir->t.node.n * OPT_VISITS + 1000;
    CM_TRY(opt_drain(&o, &budget));
    CM_TRY(opt_sweep(&o));
    return opt_verify(ir, CM_NONE);
}

cameo_status cm_optimize_layout(cm_ir *ir) {
    cm_opt o = {.ir = ir};
    if (ir->layout_gain == NULL || !cm_opt_is_tried(ir, CM_REWRITE_channels_last)) return CAMEO_OK;
    uint64_t budget = (uint64_t)ir->t.node.n * OPT_VISITS + 1000;
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        if (!cm_opt_gains_layout(ir, node)) continue;
        if (o.laid_out == NULL) {
            CM_TRY(opt_begin(&o));
            opt_set_phase(&o, CM_OPT_PHASE_LAYOUT);
            o.laid_out = CM_ARENA_NEW_N(ir->work, uint8_t, ir->t.graph.n);
            CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        }
        CM_TRY(cm_opt_touch(&o, node, false));
    }
    if (o.laid_out == NULL) return CAMEO_OK;
    CM_TRY(opt_drain(&o, &budget));
    return opt_sweep(&o);
}
