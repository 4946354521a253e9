/* cuda_elementwise.c — operators of one, two and three tensors element by element, and Cast, on CUDA. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- matching ---- */

bool cm_cuda_match_unary(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const struct {
        int32_t code;
        const char *name[2];
        float otherwise[2];
    } attrs[] = {{CM_CUDA_LEAKY_RELU, {"alpha", NULL}, {0.01f, 0}},
                 {CM_CUDA_ELU, {"alpha", NULL}, {1, 0}},
                 {CM_CUDA_CELU, {"alpha", NULL}, {1, 0}},
                 {CM_CUDA_SELU, {"alpha", "gamma"}, {1.67326319217681884765625f, 1.05070102214813232421875f}},
                 {CM_CUDA_THRESHOLDED_RELU, {"alpha", NULL}, {1, 0}},
                 {CM_CUDA_HARD_SIGMOID, {"alpha", "beta"}, {0.2f, 0.5f}},
                 {CM_CUDA_SWISH, {"alpha", NULL}, {1, 0}}};
    op->i[0] = rule->code;
    for (size_t k = 0; k < sizeof attrs / sizeof *attrs; k++) {
        if (attrs[k].code != rule->code) continue;
        for (int a = 0; a < 2; a++)
            if (attrs[k].name[a] != NULL) op->f[a] = cm_cuda_attr_float(c, attrs[k].name[a], attrs[k].otherwise[a]);
    }
    cameo_string how;
    if (rule->code == CM_CUDA_GELU && cameo_op_attr_string(c, "approximate", &how) && cm_cuda_is(how, "tanh"))
        op->i[0] = CM_CUDA_GELU_TANH;
    if (!cm_cuda_match_kernel(c, 0, "unary", op)) return false;
    cameo_tensor t;
    bool real = cameo_op_input(c, 0, &t) && cm_cuda_is_real(t.dtype);
    bool whole = rule->code == CM_CUDA_NEG || rule->code == CM_CUDA_ABS || rule->code == CM_CUDA_SIGN ||
                 rule->code == CM_CUDA_RELU || rule->code == CM_CUDA_COPY;
    bool fits = rule->code == CM_CUDA_NOT ? t.dtype == CAMEO_BOOL
                                          : real || (whole && (t.dtype == CAMEO_INT32 || t.dtype == CAMEO_INT64));
    return fits || cameo_op_decline(c, "no kernel for its type");
}

/* min and max are inputs, or attributes of versions before 11. */
bool cm_cuda_match_clip(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const char *const name[2] = {"min", "max"};
    op->i[0] = rule->code;
    op->f[0] = -CM_CUDA_INFINITY;
    op->f[1] = CM_CUDA_INFINITY;
    for (uint32_t k = 0; k < 2; k++) {
        if (!cm_cuda_has(c, k + 1))
            (void)cameo_op_attr_float(c, name[k], &op->f[k]);
        else if (!cm_cuda_scalar(c, k + 1, &op->f[k]))
            return cameo_op_decline(c, "bounds that are no known real numbers");
    }
    return cm_cuda_match_kernel(c, 0, "unary", op);
}

bool cm_cuda_match_test(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    op->i[0] = rule->code;
    op->f[0] = (float)(cm_cuda_attr_int(c, "detect_positive", 1) != 0);
    op->f[1] = (float)(cm_cuda_attr_int(c, "detect_negative", 1) != 0);
    return cm_cuda_match_kernel(c, 0, "test", op);
}

bool cm_cuda_match_cast(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const uint8_t known[] = {CM_CUDA_F32, CM_CUDA_U8,   CM_CUDA_I8,  CM_CUDA_U16, CM_CUDA_I16, CM_CUDA_I32,
                                    CM_CUDA_I64, CM_CUDA_BOOL, CM_CUDA_F16, CM_CUDA_F64, CM_CUDA_U32, CM_CUDA_U64,
                                    CM_CUDA_BF16};
    cameo_tensor x;
    (void)rule;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    op->i[0] = (int64_t)x.dtype;
    if (cameo_op_input(c, 1, &x)) /* CastLike */
        op->i[1] = (int64_t)x.dtype;
    else if (!cameo_op_attr_int(c, "to", &op->i[1]))
        return cameo_op_decline(c, "no type");
    for (int k = 0; k < 2; k++) {
        bool found = false;
        for (size_t m = 0; m < sizeof known; m++) found = found || known[m] == op->i[k];
        if (!found) return cameo_op_decline(c, "no kernel for its types");
    }
    op->kernel = cm_cuda_kernel("cast", "");
    return op->kernel != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel");
}

bool cm_cuda_match_binary(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor a, b;
    op->i[0] = rule->code;
    if (rule->code == CM_CUDA_MOD && cm_cuda_attr_int(c, "fmod", 0) != 0) op->i[0] = CM_CUDA_FMOD;
    if (cameo_op_n_inputs(c) != 2) return cameo_op_decline(c, "not two inputs");
    if (!cm_cuda_same_type(c, 0, 1)) return cameo_op_decline(c, "inputs of two types");
    (void)cameo_op_input(c, 0, &a);
    (void)cameo_op_input(c, 1, &b);
    if (cameo_op_version(c) < 7 && a.rank != b.rank)
        return cameo_op_decline(c, "broadcast along an axis, of an old version");
    bool compares = rule->code >= CM_CUDA_EQUAL, logic = rule->code >= CM_CUDA_AND && rule->code <= CM_CUDA_XOR;
    if (a.dtype == CAMEO_BOOL && !logic && rule->code != CM_CUDA_EQUAL) return cameo_op_decline(c, "not of bool");
    return cm_cuda_match_kernel(c, 0, compares ? "compare" : "binary", op);
}

bool cm_cuda_match_where(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    return cm_cuda_match_width(c, 1, "where", op);
}

/* ---- launches ---- */

cameo_status cm_cuda_launch_unary(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.unary.x = x.at;
    l->p.unary.y = y.at;
    l->p.unary.n = y.n;
    l->p.unary.op = (int32_t)op->i[0];
    l->p.unary.a = op->f[0];
    l->p.unary.b = op->f[1];
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_cast(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.cast.x = x.at;
    l->p.cast.y = y.at;
    l->p.cast.n = y.n;
    l->p.cast.from = (int32_t)op->i[0];
    l->p.cast.to = (int32_t)op->i[1];
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_binary(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand in[2], y;
    cm_cuda_space s;
    if (!cm_cuda_in(b, 0, &in[0]) || !cm_cuda_in(b, 1, &in[1]) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_space_broadcast(&s, in, 2, &y);
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
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
    cm_cuda_space s;
    for (uint32_t i = 0; i < 3; i++)
        if (!cm_cuda_in(b, i, &in[i])) return cm_cuda_absent(b);
    if (!cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_space_broadcast(&s, in, 3, &y);
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
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

#endif
