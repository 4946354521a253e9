/* step_ops.c — see step_ops.h. */
#include "tools/step_ops.h"

#include <stdlib.h>

#include "tools/tool.h"

/* Cost functions add what results, planes and batches take beside the sums; the sums of products and convolutions are
 * counted here. The input that has weights [M][C/group][kernel...] of a convolution; 0: it is none. */
static uint32_t step_ops_weights(uint16_t op) {
    return op == CM_OP_Conv || op == CM_OP_ConvInteger ? 1 : op == CM_OP_QLinearConv ? 3 : 0;
}

/* Multiply-adds of each result of a convolution. */
static double step_ops_depth(const cm_tensor *w) {
    double n = 1;
    for (uint32_t i = 1; i < w->rank; i++) n *= (double)w->dims[i];
    return n;
}

static bool step_ops_is_product(uint16_t op) {
    return op == CM_OP_MatMul || op == CM_OP_MatMulInteger || op == CM_OP_QLinearMatMul || op == CM_OP_MatMulView;
}

/* Does the operator's cost function count multiply-adds? */
static bool step_ops_counts_pairs(uint16_t op) {
    switch (op) {
    case CM_OP_ConvTranspose:
    case CM_OP_ms_MatMulNBits:
    case CM_OP_Einsum:
    case CM_OP_LSTM:
    case CM_OP_LSTMInteger:
    case CM_OP_GRU:
    case CM_OP_RNN: return true;
    default: return false;
    }
}

static double step_ops_by_cost(const cameo_run *r, const cm_step *step) {
    const cameo_session *s = r->s;
    const cm_op *op = s->ops[step->op];
    size_t n = (size_t)step->n_in + step->n_out;
    cm_avalue *av = tool_alloc(n * sizeof *av + 1);
    const cm_avalue **in = tool_alloc(step->n_in * sizeof *in + 1);
    memset(av, 0, n * sizeof *av);
    for (uint32_t i = 0; i < n; i++) {
        cm_id v = i < step->n_in ? cm_step_in(s, step, i) : cm_step_out(s, step, i - step->n_in);
        if (i < step->n_in) in[i] = v == CM_NONE ? &cm_avalue_absent : &av[i];
        if (v != CM_NONE) cm_dynamic_describe(&r->values[v], s->values[v].elem_kind, &av[i]);
    }
    cm_shape c = {.op = op,
                  .params = cm_step_params(s, step),
                  .n_in = step->n_in,
                  .n_out = step->n_out,
                  .in = in,
                  .out = av + step->n_in,
                  .since = step->since};
    double count = (double)op->cost(&c);
    free(in);
    free(av);
    return count;
}

double step_ops(const cameo_run *r, const cm_step *step) {
    const cm_op *op = r->s->ops[step->op];
    double n = 0;
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = cm_step_out(r->s, step, i);
        if (v != CM_NONE) n += (double)r->values[v].n;
    }
    if (step_ops_is_product(op->id)) {
        const cm_tensor *a = &r->values[cm_step_in(r->s, step, 0)];
        return 2 * n * (double)a->dims[a->rank - 1];
    }
    uint32_t weights = step_ops_weights(op->id);
    if (weights != 0) return 2 * n * step_ops_depth(&r->values[cm_step_in(r->s, step, weights)]);
    if (op->id == CM_OP_Gemm) {
        const cm_tensor *a = &r->values[cm_step_in(r->s, step, 0)], *y = &r->values[cm_step_out(r->s, step, 0)];
        return y->dims[0] == 0 ? 0 : 2 * n * (double)(a->n / y->dims[0]);
    }
    if (op->cost != NULL) n = step_ops_by_cost(r, step);
    return step_ops_counts_pairs(op->id) ? 2 * n : n;
}
