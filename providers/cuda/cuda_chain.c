/* cuda_chain.c — elementwise nodes that follow one another as one launch (struct cm_cuda_chain_params), whose results
 * but the last are in no memory.
 *
 * A plan marks nodes that lie behind one another, each of whose results but the last is read by the others alone. Nodes
 * of one type of floats have a kernel of their own; where comparisons, logic, Where or Cast are among them, each value
 * has its type, and integers that float32 does not hold are read and written by Casts alone. With the dims and places
 * of a run it turns out whether all results have the last one's dims, and whether it, which lies where the planner put
 * it for its own node alone, overlaps an operand that other threads still read. Then each node has its own launch. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* Nodes [first, last] and the values that they read of others. */
typedef struct chain_draft {
    uint32_t first, last, n_in;
    uint32_t in[CM_CUDA_CHAIN_OPERANDS];
    uint32_t result[CM_CUDA_CHAIN_STAGES];
} chain_draft;

/* Inputs of a node that can be a stage, as far as its operator tells; 0: it can not. */
static uint32_t chain_arity(const cm_cuda_op *op) {
    const cm_cuda_rule *rule = &cm_cuda_rules[op->rule];
    if (rule->launch == cm_cuda_launch_where) return 3;
    if (rule->launch == cm_cuda_launch_binary) return 2;
    return rule->launch == cm_cuda_launch_unary || rule->launch == cm_cuda_launch_cast ? 1 : 0;
}

static cameo_dtype chain_type(cameo_partition *p, uint32_t id) {
    cameo_value_info v = {.size = sizeof v};
    return id != CAMEO_NO_ID && cameo_partition_value(p, id, &v) ? v.tensor.dtype : CAMEO_UNDEFINED;
}

/* Does float32 hold all numbers of a type? */
static bool chain_holds(cameo_dtype t) {
    return cm_cuda_is_real(t) || t == CAMEO_BOOL || t == CAMEO_UINT8 || t == CAMEO_INT8;
}

static bool chain_is_wide(cameo_dtype t) { return t == CAMEO_INT32 || t == CAMEO_INT64; }

/* Can node i be a stage? ends: of the last one alone. Arithmetic is that of floats, comparisons are of what float32
 * holds; a Cast of wider integers rounds once, to float32, or tells zeros from others. */
static bool chain_takes(cameo_partition *p, uint32_t i, bool *ends) {
    const cameo_op_context *c = cameo_partition_node(p, i);
    const cm_cuda_op *op = cm_cuda_op_of(c);
    const uint32_t n = chain_arity(op);
    const bool casts = cm_cuda_rules[op->rule].launch == cm_cuda_launch_cast;
    const cameo_dtype to = chain_type(p, cameo_op_output_id(c, 0));
    *ends = casts && chain_is_wide(to);
    if (n == 0 || (!*ends && !chain_holds(to))) return false;
    for (uint32_t k = 0; k < n; k++) {
        const cameo_dtype from = chain_type(p, cameo_op_input_id(c, k));
        const bool wide = casts && chain_is_wide(from) && (to == CAMEO_FLOAT || to == CAMEO_BOOL);
        if (!wide && !chain_holds(from)) return false;
    }
    return cm_cuda_is_real(to) || n != 2 || to == CAMEO_BOOL; /* bytes are not added: they wrap around */
}

/* The kernel of a node as a stage of its type of floats alone, or that of mixed chains. */
static uint32_t chain_stage_kernel(const cm_cuda_op *op) {
    switch (op->kernel) {
    case CM_CUDA_KERNEL_unary_f32:
    case CM_CUDA_KERNEL_binary_f32: return CM_CUDA_KERNEL_chain_f32;
    case CM_CUDA_KERNEL_unary_f16:
    case CM_CUDA_KERNEL_binary_f16: return CM_CUDA_KERNEL_chain_f16;
    case CM_CUDA_KERNEL_unary_bf16:
    case CM_CUDA_KERNEL_binary_bf16: return CM_CUDA_KERNEL_chain_bf16;
    default: return CM_CUDA_KERNEL_chain_mixed;
    }
}

static uint32_t chain_kernel(cameo_partition *p, const chain_draft *d) {
    const uint32_t kernel = chain_stage_kernel(cm_cuda_op_of(cameo_partition_node(p, d->first)));
    for (uint32_t i = d->first + 1; i <= d->last; i++)
        if (chain_stage_kernel(cm_cuda_op_of(cameo_partition_node(p, i))) != kernel) return CM_CUDA_KERNEL_chain_mixed;
    return kernel;
}

/* The stage whose result value id is; their number: none. */
static uint32_t chain_stage_of(const chain_draft *d, uint32_t id) {
    uint32_t s = 0, n = d->last - d->first + 1;
    while (s < n && d->result[s] != id) s++;
    return s;
}

/* The last node that reads a value, `first` or one behind it; 0: a node outside of [first, last] does. */
static uint32_t chain_last_reader(cameo_partition *p, uint32_t id, uint32_t first, uint32_t last) {
    uint32_t at = cameo_partition_reader(p, id, 0), found = 0;
    for (; at != CAMEO_NO_ID; at = cameo_partition_reader(p, id, at + 1)) {
        if (at < first || at > last) return 0;
        found = at;
    }
    return found;
}

/* Fills a draft of nodes that are all candidates: operands and results. false: too many operands. */
static bool chain_fill(cameo_partition *p, chain_draft *d) {
    d->n_in = 0;
    for (uint32_t i = d->first; i <= d->last; i++)
        d->result[i - d->first] = cameo_op_output_id(cameo_partition_node(p, i), 0);
    for (uint32_t i = d->first; i <= d->last; i++) {
        cameo_op_context *c = cameo_partition_node(p, i);
        for (uint32_t k = 0, n = chain_arity(cm_cuda_op_of(c)); k < n; k++) {
            uint32_t id = cameo_op_input_id(c, k), o = 0;
            if (chain_stage_of(d, id) <= d->last - d->first) continue;
            while (o < d->n_in && d->in[o] != id) o++;
            if (o == CM_CUDA_CHAIN_OPERANDS) return false;
            if (o == d->n_in) d->in[d->n_in++] = id;
        }
    }
    return true;
}

/* May two results have the same dims, as far as they are known? */
static bool chain_alike(const cameo_tensor *a, const cameo_tensor *b) {
    bool alike = a->rank == b->rank;
    for (uint32_t d = 0; alike && d < a->rank; d++)
        alike = a->dims[d] < 0 || b->dims[d] < 0 || a->dims[d] == b->dims[d];
    return alike;
}

/* Are all results but the last for nodes behind them in the draft alone, and never more of them than there are
 * registers? */
static bool chain_closed(cameo_partition *p, const chain_draft *d, const bool *viewed) {
    cameo_value_info v = {.size = sizeof v}, y = {.size = sizeof y};
    uint32_t last_reader[CM_CUDA_CHAIN_STAGES], y_id = d->result[d->last - d->first];
    if (y_id == CAMEO_NO_ID || !cameo_partition_value(p, y_id, &y)) return false;
    for (uint32_t s = 0; d->first + s < d->last; s++) {
        uint32_t id = d->result[s], alive = 1;
        if (id == CAMEO_NO_ID || !cameo_partition_value(p, id, &v) || v.leaves || viewed[id]) return false;
        if (!chain_alike(&v.tensor, &y.tensor)) return false;
        last_reader[s] = chain_last_reader(p, id, d->first + s + 1, d->last);
        if (last_reader[s] == 0) return false;
        for (uint32_t k = 0; k < s; k++) alive += last_reader[k] > d->first + s;
        if (alive > CM_CUDA_CHAIN_REGISTERS) return false;
    }
    return true;
}

void cm_cuda_mark_chains(cameo_partition *p, const bool *viewed, cm_cuda_note *notes) {
    const uint32_t n = cameo_partition_count(p);
    for (uint32_t i = 0; i + 1 < n; i++) {
        const uint32_t group = cameo_partition_group(p, i);
        uint32_t last = i;
        bool ends = false;
        if ((i != 0 && (notes[i - 1].flags & CM_CUDA_JOINS) != 0) || !chain_takes(p, i, &ends)) continue;
        while (!ends && last + 1 < n && last + 1 - i < CM_CUDA_CHAIN_STAGES && chain_takes(p, last + 1, &ends) &&
               cameo_partition_group(p, last + 1) == group)
            last++;
        for (; last > i; last--) {
            chain_draft d = {.first = i, .last = last};
            if (chain_fill(p, &d) && chain_closed(p, &d, viewed)) break;
        }
        for (; i < last; i++) notes[i].flags |= CM_CUDA_CHAINS;
    }
}

/* The draft of a chain that begins with node i; false: none does. */
static bool chain_of(cameo_partition *p, const cm_cuda_note *notes, uint32_t i, chain_draft *d) {
    d->first = d->last = i;
    while ((notes[d->last].flags & CM_CUDA_CHAINS) != 0 && d->last + 1 < cameo_partition_count(p)) d->last++;
    return d->last != i && chain_fill(p, d);
}

void cm_cuda_keep_chains(cameo_partition *p, const cm_cuda_note *notes) {
    cameo_value_info v = {.size = sizeof v}, y = {.size = sizeof y};
    chain_draft d;
    for (uint32_t i = 0; i < cameo_partition_count(p); i++) {
        if (!chain_of(p, notes, i, &d) || !cameo_partition_value(p, d.result[d.last - i], &y)) continue;
        for (uint32_t o = 0; o < d.n_in; o++) {
            if (!cameo_partition_value(p, d.in[o], &v)) continue;
            const bool same_size = cameo_dtype_bits(v.tensor.dtype) == cameo_dtype_bits(y.tensor.dtype);
            if (!same_size || !chain_alike(&v.tensor, &y.tensor)) cameo_partition_keep(p, d.in[o], d.last);
        }
        i = d.last;
    }
}

/* ---- the launch ---- */

/* Operands and the result with their places; false: they are not as one launch wants them. */
static bool chain_places(cm_cuda_build *b, const chain_draft *d, cm_cuda_operand *in, cm_cuda_operand *y) {
    cm_cuda_operand own;
    b->c = cameo_partition_node(b->nodes, d->last);
    if (!cm_cuda_out(b, 0, y)) return false;
    for (uint32_t i = d->first; i <= d->last; i++) {
        b->c = cameo_partition_node(b->nodes, i);
        if (!cameo_op_output(b->c, 0, &own.t) || own.t.rank != y->t.rank) return false;
        if (memcmp(own.t.dims, y->t.dims, y->t.rank * sizeof *y->t.dims) != 0) return false;
        for (uint32_t k = 0, n = chain_arity(cm_cuda_op_of(b->c)); k < n; k++) {
            uint32_t id = cameo_op_input_id(b->c, k), o = 0;
            while (o < d->n_in && d->in[o] != id) o++;
            if (o == d->n_in) continue;
            if (!cm_cuda_in(b, k, &in[o]) || cm_cuda_disturbs(y, &in[o])) return false;
        }
    }
    return true;
}

/* A register that no result has which this stage or one behind it reads: what the stage reads last may go. */
static uint8_t chain_register(cameo_partition *p, const chain_draft *d, const struct cm_cuda_chain_stage *stage,
                              uint32_t s) {
    bool used[CM_CUDA_CHAIN_REGISTERS] = {false};
    for (uint32_t k = 0; k < s; k++)
        if (chain_last_reader(p, d->result[k], d->first, d->last) > d->first + s) used[stage[k].dst] = true;
    uint8_t r = 0;
    while (r + 1 < CM_CUDA_CHAIN_REGISTERS && used[r]) r++;
    return r;
}

static uint8_t chain_source(const chain_draft *d, const struct cm_cuda_chain_stage *stage, uint32_t id) {
    uint32_t s = chain_stage_of(d, id), o = 0;
    if (s <= d->last - d->first) return stage[s].dst;
    while (d->in[o] != id) o++;
    return (uint8_t)(CM_CUDA_CHAIN_REGISTERS + o);
}

static void chain_stages(cm_cuda_build *b, const chain_draft *d, struct cm_cuda_chain_params *p) {
    p->n_stages = (int32_t)(d->last - d->first + 1);
    for (uint32_t s = 0; d->first + s <= d->last; s++) {
        struct cm_cuda_chain_stage *t = &p->stage[s];
        const cameo_op_context *c = cameo_partition_node(b->nodes, d->first + s);
        const cm_cuda_op *op = cm_cuda_op_of(c);
        const uint32_t n = chain_arity(op);
        const bool casts = cm_cuda_rules[op->rule].launch == cm_cuda_launch_cast;
        t->op = (uint8_t)(casts ? CM_CUDA_COPY : op->i[0]);
        t->a = chain_source(d, p->stage, cameo_op_input_id(c, 0));
        t->b = n < 2 ? CM_CUDA_CHAIN_NONE : chain_source(d, p->stage, cameo_op_input_id(c, 1));
        t->c = n < 3 ? CM_CUDA_CHAIN_NONE : chain_source(d, p->stage, cameo_op_input_id(c, 2));
        t->type = (uint8_t)chain_type(b->nodes, d->result[s]);
        t->x = op->f[0];
        t->y = op->f[1];
        t->dst = chain_register(b->nodes, d, p->stage, s);
    }
}

bool cm_cuda_build_chain(cm_cuda_build *b, uint32_t i, cameo_status *status) {
    chain_draft d;
    cm_cuda_operand in[CM_CUDA_CHAIN_OPERANDS], y;
    cm_cuda_space s;
    if (!chain_of(b->nodes, b->notes, i, &d) || !chain_places(b, &d, in, &y)) return false;
    b->joined = d.last - d.first;
    if (y.n == 0) return true;
    cm_cuda_space_broadcast(&s, in, d.n_in, &y);
    cm_cuda_launch *l = cm_cuda_add_elements(b, chain_kernel(b->nodes, &d), y.n);
    *status = l == NULL ? CAMEO_E_NOMEM : CAMEO_OK;
    if (l == NULL) return true;
    struct cm_cuda_chain_params *p = &l->p.chain;
    for (uint32_t o = 0; o < d.n_in; o++) {
        p->in[o] = in[o].at;
        p->in_type[o] = (uint8_t)in[o].t.dtype;
        memcpy(p->strides[o], s.strides[o], sizeof p->strides[o]);
    }
    p->y = y.at;
    p->y_type = (int32_t)y.t.dtype;
    p->n = y.n;
    p->n_in = (int32_t)d.n_in;
    p->rank = s.rank;
    memcpy(p->dims, s.dims, sizeof p->dims);
    chain_stages(b, &d, p);
    return true;
}

#endif
