/* cuda_quantize.c — QuantizeLinear, DequantizeLinear and DynamicQuantizeLinear on CUDA. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* code: 1 of DequantizeLinear. i: axis, the type of the integers */
bool cm_cuda_match_quantize(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    bool back = rule->code != 0, has_zero = cm_cuda_has(c, 2);
    cameo_tensor x, scale, zero;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, 1, &scale)) return cameo_op_decline(c, "an input is absent");
    if (has_zero) (void)cameo_op_input(c, 2, &zero);
    op->i[0] = cm_cuda_attr_int(c, "axis", 1);
    if (op->i[0] < 0) op->i[0] += x.rank;
    op->i[1] = back ? (int64_t)x.dtype : has_zero ? (int64_t)zero.dtype : CAMEO_UINT8;
    if (cm_cuda_attr_int(c, "block_size", 0) != 0 || scale.rank > 1) return cameo_op_decline(c, "scales of blocks");
    bool one = scale.rank == 0 || scale.dims[0] == 1;
    if (!one && (scale.dims[0] < 0 || op->i[0] < 0 || op->i[0] >= x.rank))
        return cameo_op_decline(c, "scales of no axis");
    int64_t given = cm_cuda_attr_int(c, "output_dtype", 0);
    if (given != 0 && given != (back ? (int64_t)scale.dtype : op->i[1])) return cameo_op_decline(c, "another type");
    if (cm_cuda_attr_int(c, "precision", 0) != 0) return cameo_op_decline(c, "another precision");
    if (!back && scale.dtype != x.dtype) return cameo_op_decline(c, "inputs of two types");
    if (has_zero && (int64_t)zero.dtype != op->i[1]) return cameo_op_decline(c, "inputs of two types");
    bool known = op->i[1] == CAMEO_UINT8 || op->i[1] == CAMEO_INT8 || (back && op->i[1] == CAMEO_INT32);
    if (!known) return cameo_op_decline(c, "no kernel for its type");
    return cm_cuda_match_kernel(c, 1, back ? "dequantize" : "quantize", op);
}

cameo_status cm_cuda_launch_quantize(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, scale, zero = {0}, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &scale) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (cm_cuda_has(b->c, 2) && !cm_cuda_in(b, 2, &zero)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_quantize_params *p = &l->p.quantize;
    uint32_t axis = (uint32_t)op->i[0];
    p->x = x.at;
    p->scale = scale.at;
    p->zero = zero.at;
    p->y = y.at;
    p->n = y.n;
    p->axis_n = scale.n;
    p->inner = scale.n == 1 || x.last ? 1 : cm_cuda_count(x.t.rank - axis - 1, x.t.dims + axis + 1);
    p->type = (int32_t)op->i[1];
    return CAMEO_OK;
}

/* ---- DynamicQuantizeLinear ---- */

bool cm_cuda_match_dynamic_quantize(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    (void)rule;
    if (!cameo_op_input(c, 0, &x) || x.dtype != CAMEO_FLOAT) return cameo_op_decline(c, "no kernel for its type");
    op->kernel = cm_cuda_kernel("dynamic_quantize", "");
    op->i[0] = cm_cuda_kernel("dynamic_range", "");
    return true;
}

cameo_status cm_cuda_launch_dynamic_quantize(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y, scale, zero;
    struct cm_cuda_dynamic_params p = {0};
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_workspace(b, &p.parts)) return cm_cuda_absent(b);
    (void)cm_cuda_out(b, 0, &y);
    (void)cm_cuda_out(b, 1, &scale);
    (void)cm_cuda_out(b, 2, &zero);
    p.x = x.at;
    p.y = y.at;
    p.scale = scale.at;
    p.zero = zero.at;
    p.n = x.n;
    int64_t blocks = (x.n + CM_CUDA_BLOCK - 1) / CM_CUDA_BLOCK;
    p.blocks = blocks < 1 ? 1 : blocks < CM_CUDA_BLOCK ? (int32_t)blocks : CM_CUDA_BLOCK;
    for (int part = 0; part < 2; part++) {
        cm_cuda_launch *l = cm_cuda_add(b, part == 0 ? (uint32_t)op->i[0] : op->kernel, p.blocks, 1, 1);
        if (l == NULL) return CAMEO_E_NOMEM;
        memcpy(&l->p.dynamic, &p, sizeof p);
    }
    return CAMEO_OK;
}

#endif
