/* cuda_plan.c — the launches of a node, once its dims and the places of its operands are known. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- operands ---- */

int64_t cm_cuda_count(uint32_t rank, const int64_t *dims) {
    int64_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i]; /* a tensor of these dims exists: it fits */
    return n;
}

bool cm_cuda_in(const cm_cuda_build *b, uint32_t i, cm_cuda_operand *o) {
    uint64_t memory, offset;
    memset(o, 0, sizeof *o);
    if (!cameo_op_input(b->c, i, &o->t)) return false;
    o->n = cm_cuda_count(o->t.rank, o->t.dims);
    if (!cameo_op_input_at(b->c, i, &memory, &offset)) return false;
    o->at = cm_cuda_address_of(memory, offset);
    o->last = b->last[cameo_op_input_id(b->c, i)] != 0;
    return true;
}

bool cm_cuda_out(const cm_cuda_build *b, uint32_t i, cm_cuda_operand *o) {
    uint64_t memory, offset;
    memset(o, 0, sizeof *o);
    if (!cameo_op_output(b->c, i, &o->t)) return false;
    o->n = cm_cuda_count(o->t.rank, o->t.dims);
    if (!cameo_op_output_at(b->c, i, &memory, &offset)) return false;
    o->at = cm_cuda_address_of(memory, offset);
    o->last = b->last[cameo_op_output_id(b->c, i)] != 0;
    return true;
}

bool cm_cuda_workspace(const cm_cuda_build *b, cm_cuda_address *at) {
    uint64_t memory, offset;
    if (!cameo_partition_workspace(b->nodes, &memory, &offset)) return false;
    *at = cm_cuda_address_of(memory, offset);
    return true;
}

cameo_status cm_cuda_absent(cm_cuda_build *b) {
    return cameo_op_fail(b->c, CAMEO_E_INTERNAL, "an operand has no place on the device");
}

/* ---- launches ---- */

/* Blocks along a dimension of the grid; kernels loop over what is left. */
static uint32_t plan_blocks(int64_t n, uint32_t most) { return n < (int64_t)most ? (uint32_t)n : most; }

cm_cuda_launch *cm_cuda_add(cm_cuda_build *b, uint32_t kernel, int64_t x, int64_t y, int64_t z) {
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
    l->grid[0] = plan_blocks(x, INT32_MAX);
    l->grid[1] = plan_blocks(y, 65535);
    l->grid[2] = plan_blocks(z, 65535);
    return l;
}

/* One element a thread, up to as many blocks as fill every device. */
cm_cuda_launch *cm_cuda_add_elements(cm_cuda_build *b, uint32_t kernel, int64_t n) {
    int64_t blocks = (n + CM_CUDA_BLOCK - 1) / CM_CUDA_BLOCK;
    return cm_cuda_add(b, kernel, blocks < 16384 ? blocks : 16384, 1, 1);
}

void cm_cuda_space_add(cm_cuda_space *s, int64_t dim, const int64_t strides[CM_CUDA_STRIDES]) {
    if (dim == 1) return;
    bool joins = s->rank > 0;
    int32_t last = s->rank - 1;
    for (uint32_t t = 0; joins && t < s->n_tensors; t++) joins = s->strides[t][last] == strides[t] * dim;
    int32_t at = joins ? last : s->rank++;
    s->dims[at] = joins ? s->dims[at] * dim : dim;
    for (uint32_t t = 0; t < s->n_tensors; t++) s->strides[t][at] = strides[t];
}

uint32_t cm_cuda_axis(const cm_cuda_operand *o, uint32_t k) {
    if (!o->last || k == 0) return k;
    return k + 1 == o->t.rank ? 1 : k + 1;
}

void cm_cuda_dense(const cm_cuda_operand *o, cm_cuda_strided *s) {
    int64_t step = 1;
    s->o = *o;
    for (uint32_t k = o->t.rank; k-- > 0;) {
        const uint32_t d = cm_cuda_axis(o, k);
        s->strides[d] = step;
        step *= o->t.dims[d];
    }
}

void cm_cuda_broadcast(const cm_cuda_operand *t, const cameo_tensor *y, int64_t strides[CM_CUDA_RANK]) {
    cm_cuda_strided own;
    cm_cuda_dense(t, &own);
    for (uint32_t k = 0; k < y->rank; k++) {
        const bool there = k + t->t.rank >= y->rank;
        const uint32_t d = there ? k + t->t.rank - y->rank : 0;
        strides[k] = there && t->t.dims[d] != 1 ? own.strides[d] : 0;
    }
}

void cm_cuda_space_broadcast(cm_cuda_space *s, const cm_cuda_operand *in, uint32_t n, const cm_cuda_operand *y) {
    int64_t all[CM_CUDA_STRIDES][CM_CUDA_RANK], one[CM_CUDA_STRIDES];
    memset(s, 0, sizeof *s);
    s->n_tensors = n + 1;
    for (uint32_t t = 0; t < n; t++) cm_cuda_broadcast(&in[t], &y->t, all[t]);
    cm_cuda_broadcast(y, &y->t, all[n]);
    for (uint32_t k = 0; k < y->t.rank; k++) {
        const uint32_t d = cm_cuda_axis(y, k);
        for (uint32_t t = 0; t <= n; t++) one[t] = all[t][d];
        cm_cuda_space_add(s, y->t.dims[d], one);
    }
}

/* ---- a node ---- */

static bool plan_is_conv(const cm_cuda_op *op) {
    return cm_cuda_rules[op->rule].launch == cm_cuda_launch_conv ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_conv_transpose;
}

bool cm_cuda_is_product(const cm_cuda_op *op) {
    return plan_is_conv(op) || cm_cuda_rules[op->rule].launch == cm_cuda_launch_matmul ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_gemm;
}

bool cm_cuda_needs_workspace(const cm_cuda_op *op) {
    return cm_cuda_is_product(op) || cm_cuda_rules[op->rule].launch == cm_cuda_launch_rnn ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_dynamic_quantize;
}

bool cm_cuda_tells(const cm_cuda_op *op) {
    return cm_cuda_rules[op->rule].launch == cm_cuda_launch_gather ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_gather_elements ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_gather_nd ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_scatter ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_nms ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_group_query ||
           cm_cuda_rules[op->rule].launch == cm_cuda_launch_rotary;
}

bool cm_cuda_is_addition(const cm_cuda_op *op) {
    return cm_cuda_rules[op->rule].launch == cm_cuda_launch_binary && op->i[0] == CM_CUDA_ADD;
}

bool cm_cuda_is_activation(const cm_cuda_op *op) {
    return cm_cuda_rules[op->rule].launch == cm_cuda_launch_unary && op->i[0] <= CM_CUDA_CLIP;
}

const cm_cuda_op *cm_cuda_op_of(const cameo_op_context *c) { return (const cm_cuda_op *)(uintptr_t)cameo_op_token(c); }

/* Has the launch of a product the params of a convolution? One of points is launched as a product of matrices. */
static bool plan_has_conv_params(const cm_cuda_launch *l) {
    static const char *const params[] = {
#define X(family, kernel, params) #params,
        CM_CUDA_KERNELS(X)
#undef X
    };
    return params[l->kernel][0] == 'c';
}

/* What the last launch of a product ends with; a member of its params. */
typedef struct plan_tail {
    cm_cuda_address *y, *residual;
    int32_t *act;
    float *act_a, *act_b;
} plan_tail;

static plan_tail plan_tail_of(cm_cuda_launch *l) {
    if (plan_has_conv_params(l)) {
        struct cm_cuda_conv_params *p = &l->p.conv;
        return (plan_tail){&p->y, &p->residual, &p->act, &p->act_a, &p->act_b};
    }
    struct cm_cuda_gemm_params *p = &l->p.gemm;
    return (plan_tail){&p->y, &p->residual, &p->act, &p->act_a, &p->act_b};
}

bool cm_cuda_overlap(const cm_cuda_operand *a, const cm_cuda_operand *b) {
    return a->at < b->at + b->t.bytes && b->at < a->at + a->t.bytes;
}

bool cm_cuda_disturbs(const cm_cuda_operand *y, const cm_cuda_operand *in) {
    const bool alike = in->at == y->at && in->n == y->n && in->t.bytes == y->t.bytes && in->last == y->last;
    return cm_cuda_overlap(in, y) && !alike;
}

/* MatMul and Gemm add a row of the last dim, too, in the place of an absent C. */
static bool plan_add_row(cm_cuda_launch *l, const cm_cuda_operand *row, const cm_cuda_operand *y) {
    struct cm_cuda_gemm_params *p = &l->p.gemm;
    int64_t last = y->t.rank == 0 ? 0 : y->t.dims[y->t.rank - 1];
    if (plan_has_conv_params(l) || p->c != 0 || p->n != last || row->n != last) return false;
    if (row->t.rank == 0 || row->t.dims[row->t.rank - 1] != last) return false;
    p->c = row->at;
    p->c_row = 0;
    p->c_col = 1;
    p->beta = 1;
    return true;
}

/* The addition of the node at work and a launch that computes one of its operands, number `which`, before. */
static bool plan_add(const cm_cuda_build *b, cm_cuda_launch *l, bool conv, uint32_t which, const cm_cuda_operand *y) {
    cm_cuda_operand in[2];
    if (!cm_cuda_in(b, 0, &in[0]) || !cm_cuda_in(b, 1, &in[1]) || in[which].n != y->n) return false;
    const cm_cuda_operand *other = &in[1 - which];
    if (cm_cuda_disturbs(y, other) || (other->n == y->n && other->last != y->last)) return false;
    if (other->n != y->n) return !conv && plan_add_row(l, other, y);
    *plan_tail_of(l).residual = other->at;
    return true;
}

/* The last launch of product i, and of the list, does what the nodes behind it do: an addition, an activation, or one
 * after the other; and it writes their result. That may not lie where an operand of the product does, which its blocks
 * still read, and nodes may come with the next work, where values without bound have to grow. */
static void plan_join(cm_cuda_build *b, uint32_t i) {
    cm_cuda_launch *l = &b->list[b->n - 1];
    const plan_tail tail = plan_tail_of(l);
    cm_cuda_strided in[2] = {{.strides = {0}}};
    cm_cuda_operand c = {0}, own, y, added = {0};
    bool conv = plan_is_conv(cm_cuda_op_of(b->c)), adds = false;
    for (uint32_t k = 0; k < 2; k++) (void)cm_cuda_in_strided(b, k, &in[k]);
    (void)cm_cuda_in(b, 2, &c);
    if (!cm_cuda_out(b, 0, &own)) return;
    for (uint32_t at = i; (b->notes[at].flags & CM_CUDA_JOINS) != 0 && at + 1 < cameo_partition_count(b->nodes); at++) {
        uint32_t result = cameo_op_output_id(cameo_partition_node(b->nodes, at), 0);
        b->c = cameo_partition_node(b->nodes, at + 1);
        if (!cm_cuda_out(b, 0, &y) || y.last != own.last) return;
        if (cm_cuda_overlap(&in[0].o, &y) || cm_cuda_overlap(&in[1].o, &y)) return;
        if (cm_cuda_disturbs(&y, &c) || (adds && cm_cuda_disturbs(&y, &added))) return;
        const cm_cuda_op *op = cm_cuda_op_of(b->c);
        if (cm_cuda_is_addition(op)) {
            uint32_t which = cameo_op_input_id(b->c, 0) == result ? 0 : 1;
            if (!plan_add(b, l, conv, which, &y)) return;
            adds = cm_cuda_in(b, 1 - which, &added);
        } else {
            *tail.act = (int32_t)op->i[0];
            *tail.act_a = op->f[0];
            *tail.act_b = op->f[1];
        }
        *tail.y = y.at;
        b->joined++;
    }
}

cameo_status cm_cuda_build_node(cm_cuda_build *b, uint32_t i) {
    if (b->joined != 0) {
        b->joined--;
        return CAMEO_OK;
    }
    uint32_t before = b->n;
    cameo_status status = CAMEO_OK;
    b->at = i;
    if (cm_cuda_build_chain(b, i, &status) || cm_cuda_is_turned(b, i)) return status;
    b->c = cameo_partition_node(b->nodes, i);
    const cm_cuda_op *op = cm_cuda_op_of(b->c);
    status = cm_cuda_rules[op->rule].launch(b, op);
    if (status == CAMEO_OK && cm_cuda_is_product(op) && (b->notes[i].flags & CM_CUDA_JOINS) != 0 && b->n != before)
        plan_join(b, i);
    return status;
}

#endif
