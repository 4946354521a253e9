/* cuda_plan.c — the launches of a node, once its dims and the places of its operands are known. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- operands ---- */

int64_t cm_cuda_count(uint32_t rank, const int64_t *dims) {
    int64_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i]; /* a tensor of these dims exists: it fits */
    return n;
}

/* Input i: false: it is absent, or of no place. One without bytes may have any place. */
bool cm_cuda_in(const cm_cuda_build *b, uint32_t i, cm_cuda_operand *o) {
    uint64_t memory, offset;
    memset(o, 0, sizeof *o);
    if (!cameo_op_input(b->c, i, &o->t)) return false;
    o->n = cm_cuda_count(o->t.rank, o->t.dims);
    if (!cameo_op_input_at(b->c, i, &memory, &offset)) return false;
    o->at = cm_cuda_address_of(memory, offset);
    return true;
}

bool cm_cuda_out(const cm_cuda_build *b, uint32_t i, cm_cuda_operand *o) {
    uint64_t memory, offset;
    memset(o, 0, sizeof *o);
    if (!cameo_op_output(b->c, i, &o->t)) return false;
    o->n = cm_cuda_count(o->t.rank, o->t.dims);
    if (!cameo_op_output_at(b->c, i, &memory, &offset)) return false;
    o->at = cm_cuda_address_of(memory, offset);
    return true;
}

static cameo_status plan_absent(cm_cuda_build *b) {
    return cameo_op_fail(b->c, CAMEO_E_INTERNAL, "an operand has no place on the device");
}

/* ---- launches ---- */

/* A launch over n elements, in the list; NULL: no memory. */
static cm_cuda_launch *plan_launch(cm_cuda_build *b, uint32_t kernel, uint32_t x, uint32_t y, uint32_t z) {
    if (b->n == b->room) {
        cm_cuda_launch *more = cm_cuda_heap_more(b->list, b->room * sizeof *more, 32 * sizeof *more);
        if (more == NULL) {
            (void)cameo_op_fail(b->c, CAMEO_E_NOMEM, "no memory for its launches");
            return NULL;
        }
        b->list = more;
        b->room += 32;
    }
    cm_cuda_launch *l = &b->list[b->n++];
    memset(l, 0, sizeof *l); /* lists are compared byte by byte */
    l->kernel = kernel;
    l->grid[0] = x;
    l->grid[1] = y;
    l->grid[2] = z;
    return l;
}

/* Blocks for n elements, one a thread, up to a number that fills every device; kernels loop over what is left. */
static uint32_t plan_blocks(int64_t n) {
    int64_t blocks = (n + CM_CUDA_BLOCK - 1) / CM_CUDA_BLOCK;
    return blocks < 16384 ? (uint32_t)blocks : 16384;
}

static cm_cuda_launch *plan_elements(cm_cuda_build *b, uint32_t kernel, int64_t n) {
    return plan_launch(b, kernel, plan_blocks(n), 1, 1);
}

#define PLAN_STRIDES 4 /* tensors of one launch, at most */

/* A space of indices with a stride of each tensor: dims of 1 go, neighbours that follow one another in all tensors are
 * one. Dims come in the order of the indices. */
typedef struct plan_space {
    int32_t rank;
    uint32_t n_tensors;
    int64_t dims[CM_CUDA_RANK], strides[PLAN_STRIDES][CM_CUDA_RANK];
} plan_space;

static void plan_add_dim(plan_space *s, int64_t dim, const int64_t strides[PLAN_STRIDES]) {
    if (dim == 1) return;
    bool joins = s->rank > 0;
    int32_t last = s->rank - 1;
    for (uint32_t t = 0; joins && t < s->n_tensors; t++) joins = s->strides[t][last] == strides[t] * dim;
    int32_t at = joins ? last : s->rank++;
    s->dims[at] = joins ? s->dims[at] * dim : dim;
    for (uint32_t t = 0; t < s->n_tensors; t++) s->strides[t][at] = strides[t];
}

/* Strides of a tensor broadcast to the dims of y, outermost first. */
static void plan_broadcast(const cameo_tensor *t, const cameo_tensor *y, int64_t strides[CM_CUDA_RANK]) {
    int64_t step = 1;
    for (uint32_t k = 0; k < y->rank; k++) {
        uint32_t at = y->rank - 1 - k;
        int64_t dim = k < t->rank ? t->dims[t->rank - 1 - k] : 1;
        strides[at] = dim == 1 ? 0 : step;
        step *= dim;
    }
}

/* The space of y's indices with the strides of n tensors that are broadcast to it, and y's own behind them. */
static void plan_broadcast_all(plan_space *s, const cm_cuda_operand *in, uint32_t n, const cameo_tensor *y) {
    int64_t all[PLAN_STRIDES][CM_CUDA_RANK], one[PLAN_STRIDES];
    memset(s, 0, sizeof *s);
    s->n_tensors = n + 1;
    for (uint32_t t = 0; t < n; t++) plan_broadcast(&in[t].t, y, all[t]);
    plan_broadcast(y, y, all[n]);
    for (uint32_t k = 0; k < y->rank; k++) {
        for (uint32_t t = 0; t <= n; t++) one[t] = all[t][k];
        plan_add_dim(s, y->dims[k], one);
    }
}

/* ---- elementwise ---- */

cameo_status cm_cuda_launch_unary(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return plan_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = plan_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.unary = (struct cm_cuda_unary_params){x.at, y.at, y.n, (int32_t)op->i[0], op->f[0], op->f[1]};
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_cast(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return plan_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = plan_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.cast = (struct cm_cuda_cast_params){x.at, y.at, y.n, (int32_t)op->i[0], (int32_t)op->i[1]};
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_binary(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand in[2], y;
    plan_space s;
    if (!cm_cuda_in(b, 0, &in[0]) || !cm_cuda_in(b, 1, &in[1]) || !cm_cuda_out(b, 0, &y)) return plan_absent(b);
    if (y.n == 0) return CAMEO_OK;
    plan_broadcast_all(&s, in, 2, &y.t);
    cm_cuda_launch *l = plan_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_binary_params *p = &l->p.binary;
    p->a = in[0].at;
    p->b = in[1].at;
    p->y = y.at;
    p->n = y.n;
    p->rank = s.rank;
    p->op = (int32_t)op->i[0];
    memcpy(p->dims, s.dims, sizeof p->dims);
    memcpy(p->a_strides, s.strides[0], sizeof p->a_strides);
    memcpy(p->b_strides, s.strides[1], sizeof p->b_strides);
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_where(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand in[3], y;
    plan_space s;
    for (uint32_t i = 0; i < 3; i++)
        if (!cm_cuda_in(b, i, &in[i])) return plan_absent(b);
    if (!cm_cuda_out(b, 0, &y)) return plan_absent(b);
    if (y.n == 0) return CAMEO_OK;
    plan_broadcast_all(&s, in, 3, &y.t);
    cm_cuda_launch *l = plan_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_where_params *p = &l->p.where;
    p->c = in[0].at;
    p->a = in[1].at;
    p->b = in[2].at;
    p->y = y.at;
    p->n = y.n;
    p->rank = s.rank;
    memcpy(p->dims, s.dims, sizeof p->dims);
    memcpy(p->c_strides, s.strides[0], sizeof p->c_strides);
    memcpy(p->a_strides, s.strides[1], sizeof p->a_strides);
    memcpy(p->b_strides, s.strides[2], sizeof p->b_strides);
    return CAMEO_OK;
}

/* ---- a node ---- */

cameo_status cm_cuda_build_node(cm_cuda_build *b, uint32_t i) {
    b->c = cameo_partition_node(b->nodes, i);
    const cm_cuda_op *op = (const cm_cuda_op *)(uintptr_t)cameo_op_token(b->c);
    return cm_cuda_rules[op->rule].launch(b, op);
}

#endif
