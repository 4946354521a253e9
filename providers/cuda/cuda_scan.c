/* cuda_scan.c — CumSum, Trilu and Range on CUDA. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* i: axis, exclusive, reverse */
bool cm_cuda_match_cumsum(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    uint32_t n;
    (void)rule;
    if (!cameo_op_input(c, 0, &x) || !cm_cuda_ints(c, 1, &op->i[0], 1, &n) || n != 1)
        return cameo_op_decline(c, "an axis that is not known");
    if (op->i[0] < 0) op->i[0] += x.rank;
    if (op->i[0] < 0 || op->i[0] >= x.rank) return cameo_op_decline(c, "an axis that is none");
    op->i[1] = cm_cuda_attr_int(c, "exclusive", 0) != 0;
    op->i[2] = cm_cuda_attr_int(c, "reverse", 0) != 0;
    return cm_cuda_match_kernel(c, 0, "cumsum", op);
}

cameo_status cm_cuda_launch_cumsum(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    uint32_t axis = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    int64_t outer = cm_cuda_count(axis, x.t.dims), n = x.t.dims[axis];
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, x.n / n < 65535 ? x.n / n : 65535, 1, 1);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.cumsum.x = x.at;
    l->p.cumsum.y = y.at;
    l->p.cumsum.outer = outer;
    l->p.cumsum.n = n;
    l->p.cumsum.inner = x.n / outer / n;
    l->p.cumsum.exclusive = (int32_t)op->i[1];
    l->p.cumsum.reverse = (int32_t)op->i[2];
    return CAMEO_OK;
}

/* i: k, upper */
bool cm_cuda_match_trilu(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    uint32_t n;
    (void)rule;
    if (!cameo_op_input(c, 0, &x) || x.rank < 2) return cameo_op_decline(c, "less than two axes");
    if (cm_cuda_has(c, 1) && (!cm_cuda_ints(c, 1, &op->i[0], 1, &n) || n != 1))
        return cameo_op_decline(c, "a diagonal that is not known");
    op->i[1] = cm_cuda_attr_int(c, "upper", 1) != 0;
    return cm_cuda_match_width(c, 0, "trilu", op);
}

cameo_status cm_cuda_launch_trilu(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.trilu.x = x.at;
    l->p.trilu.y = y.at;
    l->p.trilu.batch = cm_cuda_count(x.t.rank - 2, x.t.dims);
    l->p.trilu.rows = x.t.dims[x.t.rank - 2];
    l->p.trilu.columns = x.t.dims[x.t.rank - 1];
    l->p.trilu.k = op->i[0];
    l->p.trilu.upper = (int32_t)op->i[1];
    return CAMEO_OK;
}

/* Scalar i of a Range, whose bytes are on the host. false: it is of another type. */
static bool scan_number(const cameo_op_context *c, uint32_t i, int64_t *whole, double *real) {
    uint32_t n;
    float v;
    if (cm_cuda_ints(c, i, whole, 1, &n)) return n == 1;
    if (!cm_cuda_scalar(c, i, &v)) return false;
    *real = (double)v;
    return true;
}

/* start, limit and delta are constants, or numbers that the host makes of dims, which each launch reads. */
bool cm_cuda_match_range(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor t;
    (void)rule;
    for (uint32_t i = 0; i < 3; i++) {
        if (!cameo_op_input(c, i, &t)) return cameo_op_decline(c, "an input is absent");
        if (!cameo_op_on_host(c, i) && t.data == NULL) return cameo_op_decline(c, "numbers that are computed");
    }
    return cm_cuda_match_kernel(c, 0, "range", op);
}

cameo_status cm_cuda_launch_range(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand y;
    struct cm_cuda_range_params p = {.n = 0};
    if (!cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    for (uint32_t i = 0; i < 2; i++)
        if (!scan_number(b->c, 2 * i, &p.whole[i], &p.real[i])) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    p.y = y.at;
    p.n = y.n;
    l->p.range = p;
    return CAMEO_OK;
}

#endif
