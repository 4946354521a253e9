/* opt_chain.c — elementwise operators on floats that follow one another, QuantizeLinear and DequantizeLinear of 8-bit
 * integers among them, become one node, whose program kernels/chain.c
 * executes block by block: one pass over memory instead of one for each. ir/chain.h describes the program.
 *
 * A chain ends at a node and grows backwards over producers whose results have the dims of its own and no reader
 * outside it, so that no value is lost, and no element is computed that was not before. It comes behind all other
 * rewrites, layout included: nothing has to know the operator but its kernel. */
#include "base/math.h"
#include "ir/chain.h"
#include "ir/rewrite/opt.h"

/* Nodes of a chain as it grows, in the order of the graph; the last one gives the result. */
typedef struct opt_chain_draft {
    cm_id node[CM_CHAIN_STAGES];
    uint32_t n;
    cm_id in[CM_CHAIN_OPERANDS];
    cm_chain_params program;
} opt_chain_draft;

/* ---- nodes ---- */

typedef struct opt_chain_operator {
    cm_op_id op;
    cm_chain_fn fn;
    uint32_t arity;
    const char *imm[2];
} opt_chain_operator;

static const opt_chain_operator *opt_chain_find(const cm_ir *ir, cm_id node) {
    static const opt_chain_operator operators[] = {
#define X(op_type, stage, arity, imm0, imm1) {CM_OP_##op_type, CM_CHAIN_##op_type, arity, {imm0, imm1}},
        CM_CHAIN_OPERATORS(X)
#undef X
            {CM_OP_Clip, CM_CHAIN_Clip, 1, {NULL, NULL}},
        {CM_OP_DequantizeLinear, CM_CHAIN_DequantizeLinear, 1, {NULL, NULL}},
        {CM_OP_QuantizeLinear, CM_CHAIN_QuantizeU8, 1, {NULL, NULL}},
        {CM_OP_Where, CM_CHAIN_Where, 3, {NULL, NULL}},
    };
    if (node == CM_NONE || ir->info[node].op == NULL) return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (ir->info[node].op->id == operators[i].op) return &operators[i];
    }
    return NULL;
}

static bool opt_chain_is_tensor(const cm_ir *ir, cm_id value, int dtype) {
    if (value == CM_NONE) return false;
    const cm_avalue *v = &ir->av[value];
    return v->kind == CAMEO_KIND_TENSOR && v->dtype == dtype && v->rank != CM_RANK_UNKNOWN;
}

/* Bound i of Clip, a constant; `none` where it is absent. */
static bool opt_chain_bound(const cm_ir *ir, cm_id node, uint32_t i, float none, float *bound) {
    cm_opt_floats c;
    cm_id v = cm_ir_in(ir, node, i);
    *bound = none;
    if (v == CM_NONE) return true;
    if (!cm_opt_floats_get(ir, v, &c) || c.n != 1) return false;
    *bound = (float)cm_opt_floats_at(&c, 0);
    return true;
}

/* Do the dims of the slope of a PRelu fit into those of x, whatever the free ones will be? */
static bool opt_chain_slope_fits(const cm_ir *ir, cm_id node) {
    const cm_avalue *x = &ir->av[cm_ir_in(ir, node, 0)], *slope = &ir->av[cm_ir_in(ir, node, 1)];
    if (slope->rank > x->rank) return false;
    for (uint32_t d = 0; d < slope->rank; d++) {
        cm_dim dim = x->dims[x->rank - slope->rank + d];
        if (slope->dims[d] != 1 && cm_dim_equal(ir->dims, slope->dims[d], dim) != CM_YES) return false;
    }
    return true;
}

/* QuantizeLinear and DequantizeLinear of 8-bit integers with one scale. */
static bool opt_chain_link(const cm_ir *ir, cm_id node, cm_chain_fn *fn, float imm[2]) {
    bool to_float = *fn == CM_CHAIN_DequantizeLinear;
    cm_id y = cm_ir_out(ir, node, 0);
    int zero;
    if (y == CM_NONE || ir->av[y].rank == CM_RANK_UNKNOWN || ir->av[y].elem != NULL) return false;
    if (!cm_opt_quantized(ir, node, to_float, &imm[0], &zero)) return false;
    imm[1] = (float)zero;
    if (!to_float) *fn = ir->av[y].dtype == CAMEO_INT8 ? CM_CHAIN_QuantizeI8 : CM_CHAIN_QuantizeU8;
    return true;
}

/* What a stage of this node would be, but for where it reads and writes; false: it can be none. Operators of two
 * inputs broadcast as chains do from version 7 on. Elements that inference follows are of shapes: those stay. */
static bool opt_chain_stage_of(const cm_ir *ir, cm_id node, cm_chain_fn *fn, float imm[2]) {
    const opt_chain_operator *op = opt_chain_find(ir, node);
    if (op == NULL || ir->t.node.row[node].dead || ir->info[node].provider != 0) return false;
    cm_id y = cm_ir_out(ir, node, 0);
    *fn = op->fn;
    if (*fn == CM_CHAIN_DequantizeLinear || *fn == CM_CHAIN_QuantizeU8) return opt_chain_link(ir, node, fn, imm);
    if (!opt_chain_is_tensor(ir, y, CAMEO_FLOAT) || ir->av[y].elem != NULL) return false;
    if (op->arity > 1 && (ir->info[node].since < 7 || ir->t.node.row[node].in.n != op->arity)) return false;
    for (uint32_t i = 0; i < op->arity; i++) {
        int dtype = op->arity == 3 && i == 0 ? CAMEO_BOOL : CAMEO_FLOAT;
        if (!opt_chain_is_tensor(ir, cm_ir_in(ir, node, i), dtype)) return false;
    }
    for (int i = 0; i < 2; i++) imm[i] = op->imm[i] == NULL ? 0.0f : cm_opt_f32(ir, node, op->imm[i]);
    if (op->fn == CM_CHAIN_Gelu && cm_opt_i32(ir, node, "approximate") != 0) *fn = CM_CHAIN_GeluTanh;
    if (op->fn == CM_CHAIN_PRelu) return opt_chain_slope_fits(ir, node);
    if (op->fn != CM_CHAIN_Clip) return true;
    return opt_chain_bound(ir, node, 1, -CM_INF_F32, &imm[0]) && opt_chain_bound(ir, node, 2, CM_INF_F32, &imm[1]);
}

/* ---- the program ---- */

static uint32_t opt_chain_index(const opt_chain_draft *c, cm_id node) {
    uint32_t i = 0;
    while (i < c->n && c->node[i] != node) i++;
    return i;
}

static uint32_t opt_chain_arity(const cm_ir *ir, cm_id node) { return opt_chain_find(ir, node)->arity; }

/* The node of the chain that makes value; c->n: none does. */
static uint32_t opt_chain_producer(const cm_ir *ir, const opt_chain_draft *c, cm_id value) {
    return value == CM_NONE ? c->n : opt_chain_index(c, ir->t.value.row[value].node);
}

static bool opt_chain_is_full(const cm_ir *ir, const opt_chain_draft *c, cm_id value) {
    return !cm_ir_is_const(ir, value) && cm_opt_is_alike(ir, value, cm_ir_out(ir, c->node[c->n - 1], 0));
}

/* Have two values the same dims, whatever they hold? */
static bool opt_chain_fits(const cm_ir *ir, cm_id value, cm_id y) {
    const cm_avalue *a = &ir->av[value], *b = &ir->av[y];
    if (a->kind != CAMEO_KIND_TENSOR || a->rank != b->rank || a->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t d = 0; d < a->rank; d++) {
        if (cm_dim_equal(ir->dims, a->dims[d], b->dims[d]) != CM_YES) return false;
    }
    return true;
}


/* Nodes that a chain may take though others read their results, too: the integers are read by both. */
static bool opt_chain_is_shared(const cm_ir *ir, cm_id node) { return cm_opt_is(ir, node, CM_OP_DequantizeLinear); }

/* Is every reader of value in the chain, and goes if the chain takes its place? */
static bool opt_chain_reads_all(const cm_ir *ir, const opt_chain_draft *c, cm_id value) {
    if (ir->n_listed[value] != 0) return false;
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id reader = ir->t.use.row[u].node;
        if (opt_chain_index(c, reader) == c->n) return false;
        if (!opt_chain_is_shared(ir, reader) || reader == c->node[c->n - 1]) continue;
        cm_id y = cm_ir_out(ir, reader, 0); /* of 8-bit integers: no more than one step further */
        if (ir->n_listed[y] != 0) return false;
        for (cm_id w = ir->t.value.row[y].first_use; w != CM_NONE; w = ir->t.use.row[w].next) {
            if (opt_chain_index(c, ir->t.use.row[w].node) == c->n) return false;
        }
    }
    return true;
}

/* The constant that operand i of node is for all elements; Where's condition is none, and not both of its others
 * are. */
static bool opt_chain_number(const cm_ir *ir, cm_id node, uint32_t i, float *x) {
    cm_opt_floats c;
    uint32_t arity = opt_chain_arity(ir, node);
    if (arity == 1 || !cm_opt_floats_get(ir, cm_ir_in(ir, node, i), &c) || c.n != 1) return false;
    *x = (float)cm_opt_floats_at(&c, 0);
    return i + 1 == arity || !opt_chain_number(ir, node, arity - 1, &(float){0});
}

/* The operands of the chain. The result may lie on one of the first two: those that end here and have its dims go
 * first. */
static bool opt_chain_operands(const cm_ir *ir, opt_chain_draft *c) {
    uint32_t n = 0;
    float x;
    for (int pass = 0; pass < 3; pass++) {
        for (uint32_t k = 0; k < c->n; k++) {
            for (uint32_t i = 0; i < opt_chain_arity(ir, c->node[k]); i++) {
                cm_id v = cm_ir_in(ir, c->node[k], i);
                if (opt_chain_producer(ir, c, v) < c->n || opt_chain_number(ir, c->node[k], i, &x)) continue;
                int want = !opt_chain_is_full(ir, c, v) ? 2 : opt_chain_reads_all(ir, c, v) ? 0 : 1;
                uint32_t at = 0;
                while (at < n && c->in[at] != v) at++;
                if (want != pass || at < n) continue;
                if (n == CM_CHAIN_OPERANDS) return false;
                c->in[n++] = v;
            }
        }
    }
    c->program.n_in = (int32_t)n;
    return n > 0;
}

/* Registers of results that are still to be read: free ones are CM_CHAIN_STAGES. */
typedef struct opt_chain_registers {
    uint32_t of[CM_CHAIN_STAGES];   /* per stage */
    uint32_t last[CM_CHAIN_STAGES]; /* per stage: the last one that reads it */
    bool busy[CM_CHAIN_REGISTERS];
} opt_chain_registers;

/* Where stage k reads its operand i. */
static uint32_t opt_chain_source_of(const cm_ir *ir, const opt_chain_draft *c, const opt_chain_registers *r, uint32_t k,
                                    uint32_t i, float *number) {
    cm_id v = cm_ir_in(ir, c->node[k], i);
    uint32_t from = opt_chain_producer(ir, c, v), at = 0;
    if (from < c->n) return r->of[from];
    if (opt_chain_number(ir, c->node[k], i, number)) return CM_CHAIN_NUMBER;
    while (c->in[at] != v) at++;
    return CM_CHAIN_REGISTERS + at;
}

/* Makes stage k. False: no register is free. */
static bool opt_chain_compile_stage(const cm_ir *ir, opt_chain_draft *c, opt_chain_registers *r, uint32_t k) {
    cm_chain_stage *s = &c->program.stage[k];
    cm_chain_fn fn;
    uint32_t arity = opt_chain_arity(ir, c->node[k]), source[3] = {0, 0, 0}, dst = 0;
    if (!opt_chain_stage_of(ir, c->node[k], &fn, s->imm)) return false;
    for (uint32_t i = 0; i < arity; i++) source[i] = opt_chain_source_of(ir, c, r, k, i, &s->imm[arity == 3]);
    if (arity == 3) s->imm[0] = (float)(source[0] - CM_CHAIN_REGISTERS);
    if (fn == CM_CHAIN_Pow && source[1] == CM_CHAIN_NUMBER && s->imm[0] == 2.0f) {
        fn = CM_CHAIN_Mul; /* that is what the stage does for 2 */
        source[1] = source[0];
    }
    for (uint32_t from = 0; from < k; from++) {
        if (r->last[from] == k) r->busy[r->of[from]] = false;
    }
    while (dst < CM_CHAIN_REGISTERS && r->busy[dst]) dst++;
    if (dst == CM_CHAIN_REGISTERS) return false;
    r->busy[dst] = true;
    r->of[k] = dst;
    s->code = arity == 3   ? cm_chain_code(fn, dst, source[1], source[2])
              : arity == 2 ? cm_chain_code(fn, dst, source[0], source[1])
                           : cm_chain_code(fn, dst, source[0], source[0]);
    return true;
}

/* Do the operands alone give the result its rank? A number of rank 1 and more that is none of them does not count. */
static bool opt_chain_keeps_rank(const cm_ir *ir, const opt_chain_draft *c) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < (uint32_t)c->program.n_in; i++) {
        if (ir->av[c->in[i]].rank > rank) rank = ir->av[c->in[i]].rank;
    }
    return rank == ir->av[cm_ir_out(ir, c->node[c->n - 1], 0)].rank;
}

/* Makes operands and program. False: there are too many, or a number is needed for the dims. */
static bool opt_chain_compile(const cm_ir *ir, opt_chain_draft *c) {
    opt_chain_registers r = {.last = {0}};
    c->program = (cm_chain_params){.axis = -1, .n = (int32_t)c->n};
    if (!opt_chain_operands(ir, c) || !opt_chain_keeps_rank(ir, c)) return false;
    for (uint32_t k = 0; k < c->n; k++) {
        for (uint32_t i = 0; i < opt_chain_arity(ir, c->node[k]); i++) {
            uint32_t from = opt_chain_producer(ir, c, cm_ir_in(ir, c->node[k], i));
            if (from < c->n) r.last[from] = k;
        }
    }
    for (uint32_t k = 0; k < c->n; k++) {
        if (!opt_chain_compile_stage(ir, c, &r, k)) return false;
    }
    return true;
}

/* ---- growing ---- */

/* Is the value there before that node in the order of the graph? */
static bool opt_chain_is_before(const cm_opt *o, cm_id value, cm_id node) {
    cm_id from = o->ir->t.value.row[value].node;
    if (from == CM_NONE || o->ir->t.node.row[from].graph != o->ir->t.node.row[node].graph) return true;
    return o->chain_place[from] < o->chain_place[node];
}

/* Would memory be no larger with `node` in the chain? Instead of its result, its operands live to the chain's end:
 * one of them at most may be as large, unless what else the chain reads is there before. */
static bool opt_chain_is_cheap(const cm_opt *o, const opt_chain_draft *c, cm_id node) {
    const cm_ir *ir = o->ir;
    uint32_t n = 0;
    for (uint32_t i = 0; i < opt_chain_arity(ir, node); i++) {
        cm_id v = cm_ir_in(ir, node, i);
        bool twice = i > 0 && v == cm_ir_in(ir, node, i - 1);
        n += !twice && opt_chain_is_full(ir, c, v);
    }
    bool before = true;
    for (uint32_t i = 0; i < (uint32_t)c->program.n_in; i++) {
        bool other = ir->t.value.row[c->in[i]].node != node;
        if (other && !opt_chain_is_before(o, c->in[i], node)) before = false;
    }
    return n <= 1 || before;
}

/* Puts the producer of one more operand into the chain. False: none can. */
static bool opt_chain_grow(const cm_opt *o, opt_chain_draft *c) {
    const cm_ir *ir = o->ir;
    cm_id y = cm_ir_out(ir, c->node[c->n - 1], 0);
    cm_chain_fn fn;
    float imm[2];
    for (uint32_t i = 0; c->n < CM_CHAIN_STAGES && i < (uint32_t)c->program.n_in; i++) {
        cm_id v = c->in[i], node = ir->t.value.row[v].node;
        if (node == CM_NONE || ir->t.node.row[node].graph != ir->t.node.row[c->node[0]].graph) continue;
        if (!opt_chain_reads_all(ir, c, v) && !opt_chain_is_shared(ir, node)) continue;
        if (!opt_chain_stage_of(ir, node, &fn, imm) || !opt_chain_fits(ir, v, y)) continue;
        if (!opt_chain_is_cheap(o, c, node)) continue;
        opt_chain_draft more = *c;
        uint32_t at = more.n++;
        for (; at > 0 && o->chain_place[more.node[at - 1]] > o->chain_place[node]; at--)
            more.node[at] = more.node[at - 1];
        more.node[at] = node;
        if (!opt_chain_compile(ir, &more)) continue;
        *c = more;
        return true;
    }
    return false;
}

/* ---- the node ---- */

/* The last node becomes the whole. */
static cameo_status opt_chain_replace(cm_ir *ir, const cm_op_entry *entry, const opt_chain_draft *c) {
    cm_id node = c->node[c->n - 1];
    cm_chain_params *params = CM_ARENA_NEW(ir->work, cm_chain_params);
    if (params == NULL) return cm_ir_nomem(ir);
    *params = c->program;
    uint32_t n_in = ir->t.node.row[node].in.n;
    for (uint32_t i = 0; i < (uint32_t)c->program.n_in; i++) CM_TRY(cm_ir_set_in(ir, node, i, c->in[i]));
    for (uint32_t i = (uint32_t)c->program.n_in; i < n_in; i++) CM_TRY(cm_ir_set_in(ir, node, i, CM_NONE));
    cm_opt_set_op(ir, node, entry, entry->since);
    ir->info[node].params = params;
    for (uint32_t k = c->n - 1; k-- > 0;) {
        cm_id v = cm_ir_out(ir, c->node[k], 0);
        if (ir->t.value.row[v].first_use == CM_NONE && ir->n_listed[v] == 0) cm_ir_kill(ir, c->node[k]);
    }
    return CAMEO_OK;
}

/* The chain that ends at a node. */
cameo_status cm_rewrite_chain(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    opt_chain_draft c = {.node = {node}, .n = 1};
    cm_chain_fn fn;
    float imm[2];
    if (!opt_chain_stage_of(ir, node, &fn, imm) || !opt_chain_compile(ir, &c))
        return CAMEO_OK;
    const cm_op_entry *entry = cm_ir_find_op(ir, CM_STR("cameo"), CM_STR("Chain"));
    while (opt_chain_grow(o, &c)) {}
    if (c.n == 1 || entry == NULL) return CAMEO_OK;
    *changed = true;
    return opt_chain_replace(ir, entry, &c);
}

/* Most channels behind the spatial axes for which a chain is faster than a BatchNormalization, which calls its loop for
 * each pixel: rows so short are written out for many pixels at once (kernels/chain.c). */
#define OPT_CHAIN_CHANNELS 127

/* Is the float result of a DequantizeLinear `x`, so that a chain that begins there reads bytes instead? */
static bool opt_chain_is_dequantized(const cm_ir *ir, cm_id x) {
    cm_chain_fn fn = CM_CHAIN_DequantizeLinear;
    float imm[2];
    cm_id from = ir->t.value.row[x].node;
    return from != CM_NONE && cm_opt_is(ir, from, CM_OP_DequantizeLinear) && opt_chain_link(ir, from, &fn, imm);
}

/* BatchNormalizations whose channels lie last become stages where these are few or x is dequantized. */
static cameo_status opt_chain_batchnorms(cm_opt *o, cm_id graph) {
    cm_ir *ir = o->ir;
    CM_EACH(node, ir->t.node, ir->t.graph.row[graph].nodes) {
        bool changed = false;
        if (!cm_opt_is(ir, node, CM_OP_BatchNormalization)) continue;
        if (cm_opt_i32(ir, node, "channels_last") == 0) continue;
        cm_id x = cm_ir_in(ir, node, 0);
        const cm_avalue *v = &ir->av[x];
        if (v->dims[v->rank - 1] > OPT_CHAIN_CHANNELS && !opt_chain_is_dequantized(ir, x)) continue;
        CM_TRY(cm_rewrite_batchnorm_stages(o, node, &changed));
        ir->applied[CM_REWRITE_batchnorm_stages] += changed;
    }
    return CAMEO_OK;
}

/* What no chain took goes into the BatchNormalization before it. */
static cameo_status opt_chain_functions(cm_opt *o, cm_id graph) {
    cm_ir *ir = o->ir;
    cm_id next;
    for (cm_id node = ir->t.graph.row[graph].nodes.first; node != CM_NONE; node = next) {
        bool changed = false;
        next = ir->t.node.row[node].next;
        CM_TRY(cm_ir_go_on(ir, false));
        if (!ir->t.node.row[node].dead) CM_TRY(cm_rewrite_batchnorm_function(o, node, &changed));
        ir->applied[CM_REWRITE_batchnorm_function] += changed;
    }
    return CAMEO_OK;
}

cameo_status cm_optimize_chains(cm_ir *ir) {
    cm_opt o = {.ir = ir, .phase = CM_OPT_PHASE_CHAIN};
    if (!cm_opt_is_tried(ir, CM_REWRITE_chain)) return CAMEO_OK;
    for (cm_id g = 0; g < ir->t.graph.n && cm_opt_is_tried(ir, CM_REWRITE_batchnorm_stages); g++)
        CM_TRY(opt_chain_batchnorms(&o, g));
    o.chain_place = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.node.n);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        uint32_t place = 0;
        CM_EACH(node, ir->t.node, ir->t.graph.row[g].nodes) o.chain_place[node] = place++;
        cm_id before;
        for (cm_id node = ir->t.graph.row[g].nodes.last; node != CM_NONE; node = before) {
            bool changed = false;
            CM_TRY(cm_ir_go_on(ir, false));
            before = ir->info[node].prev;
            if (!ir->t.node.row[node].dead) CM_TRY(cm_rewrite_chain(&o, node, &changed));
            while (before != CM_NONE && ir->t.node.row[before].dead) before = ir->info[before].prev;
            ir->applied[CM_REWRITE_chain] += changed;
        }
        if (cm_opt_is_tried(ir, CM_REWRITE_batchnorm_function)) CM_TRY(opt_chain_functions(&o, g));
    }
#if CAMEO_DEBUG
    return cm_ir_verify(ir);
#else
    return CAMEO_OK;
#endif
}
