/* cuda_window.c — pools, Resize and Upsample on CUDA. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- pools ---- */

/* i: spatial axes; kernel, strides, dilations, pads of the begins, of the ends, each for three axes; auto_pad;
 * count_include_pad */
enum {
    POOL_AXES = 0,
    POOL_KERNEL = 1,
    POOL_STRIDE = 4,
    POOL_DILATION = 7,
    POOL_PAD = 10,
    POOL_END = 13,
    POOL_AUTO = 16,
    POOL_COUNT = 17
};

bool cm_cuda_match_pool(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    bool average = rule->code != 0;
    cameo_tensor x;
    const int64_t *pads;
    size_t n_pads;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    if (x.rank < 3 || x.rank > 5) return cameo_op_decline(c, "not one to three spatial axes");
    if (cameo_op_output_id(c, 1) != CAMEO_NO_ID) return cameo_op_decline(c, "indices are wanted");
    uint32_t n = x.rank - 2;
    op->i[POOL_AXES] = n;
    if (!cm_cuda_window(c, "kernel_shape", n, 1, op->i + POOL_KERNEL)) return cameo_op_decline(c, "no kernel_shape");
    (void)cm_cuda_window(c, "strides", n, 1, op->i + POOL_STRIDE);
    (void)cm_cuda_window(c, "dilations", n, 1, op->i + POOL_DILATION);
    (void)cm_cuda_window(c, "pads", n, 0, op->i + POOL_PAD);
    bool has = cameo_op_attr_ints(c, "pads", &pads, &n_pads) && n_pads == 2 * n;
    for (uint32_t i = 0; has && i < n; i++) op->i[POOL_END + 3 - n + i] = pads[n + i];
    op->i[POOL_AUTO] = cm_cuda_auto_pad(c);
    op->i[POOL_COUNT] = cm_cuda_attr_int(c, "count_include_pad", 0) != 0;
    return cm_cuda_match_kernel(c, 0, average ? "pool_average" : "pool_max", op);
}

cameo_status cm_cuda_launch_pool(cm_cuda_build *b, const cm_cuda_op *op) {
    struct cm_cuda_pool_params *p;
    cm_cuda_operand x, y;
    uint32_t n = (uint32_t)op->i[POOL_AXES];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    p = &l->p.pool;
    p->x = x.at;
    p->y = y.at;
    p->n = x.t.dims[0];
    p->channels = x.t.dims[1];
    p->last = (x.last ? CM_CUDA_X_LAST : 0) | (y.last ? CM_CUDA_Y_LAST : 0);
    cm_cuda_spatial(&x.t, n, p->in);
    cm_cuda_spatial(&y.t, n, p->out);
    memcpy(p->kernel, op->i + POOL_KERNEL, sizeof p->kernel);
    memcpy(p->stride, op->i + POOL_STRIDE, sizeof p->stride);
    memcpy(p->dilation, op->i + POOL_DILATION, sizeof p->dilation);
    p->count_pad = (int32_t)op->i[POOL_COUNT];
    for (int i = 0; i < 3; i++) {
        int64_t total = (p->out[i] - 1) * p->stride[i] + (p->kernel[i] - 1) * p->dilation[i] + 1 - p->in[i];
        int64_t auto_pad = op->i[POOL_AUTO];
        if (auto_pad == CM_CUDA_PAD_GIVEN) {
            p->pad[i] = op->i[POOL_PAD + i];
            p->pad_end[i] = op->i[POOL_END + i];
        } else if (auto_pad != CM_CUDA_PAD_VALID && total > 0) {
            p->pad[i] = cm_cuda_pad_begin(auto_pad, total);
            p->pad_end[i] = total - p->pad[i];
        }
    }
    return CAMEO_OK;
}

/* ---- Resize, Upsample ---- */

/* i: axes resized, coordinate, nearest; f: scales of three axes, 0: out / in */
bool cm_cuda_match_resize(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const struct {
        const char *name;
        int64_t value;
    } coordinates[] = {{"half_pixel", CM_CUDA_HALF_PIXEL},
                       {"pytorch_half_pixel", CM_CUDA_PYTORCH_HALF_PIXEL},
                       {"align_corners", CM_CUDA_ALIGN_CORNERS},
                       {"asymmetric", CM_CUDA_ASYMMETRIC}},
      nearests[] = {{"round_prefer_floor", CM_CUDA_ROUND_PREFER_FLOOR},
                    {"round_prefer_ceil", CM_CUDA_ROUND_PREFER_CEIL},
                    {"floor", CM_CUDA_NEAREST_FLOOR},
                    {"ceil", CM_CUDA_NEAREST_CEIL}};
    cameo_tensor x, scales;
    cameo_string s;
    const int64_t *axes;
    size_t n_axes;
    const bool old = cameo_op_version(c) < 11; /* Upsample, too */
    bool linear = cameo_op_attr_string(c, "mode", &s) && cm_cuda_is(s, "linear");
    (void)rule;
    if (cameo_op_attr_string(c, "mode", &s) && !linear && !cm_cuda_is(s, "nearest"))
        return cameo_op_decline(c, "cubic");
    if (cm_cuda_attr_int(c, "antialias", 0) != 0) return cameo_op_decline(c, "with antialias");
    if (cameo_op_attr_ints(c, "axes", &axes, &n_axes)) return cameo_op_decline(c, "with axes");
    if (cameo_op_attr_string(c, "keep_aspect_ratio_policy", &s) && !cm_cuda_is(s, "stretch"))
        return cameo_op_decline(c, "keeps the aspect ratio");
    op->i[1] = op->i[2] = -1;
    for (size_t i = 0; i < 4; i++) {
        if (!cameo_op_attr_string(c, "coordinate_transformation_mode", &s) ? i == 0
                                                                           : cm_cuda_is(s, coordinates[i].name))
            op->i[1] = coordinates[i].value;
        if (!cameo_op_attr_string(c, "nearest_mode", &s) ? i == 0 : cm_cuda_is(s, nearests[i].name))
            op->i[2] = nearests[i].value;
    }
    if (old) op->i[1] = CM_CUDA_ASYMMETRIC, op->i[2] = CM_CUDA_NEAREST_BEFORE_11;
    if (op->i[1] < 0 || op->i[2] < 0) return cameo_op_decline(c, "no kernel for its mode");
    if (!cameo_op_input(c, 0, &x) || x.rank == 0) return cameo_op_decline(c, "a scalar");
    bool by_scales = cameo_op_input(c, old ? 1 : 2, &scales) && !(scales.rank == 1 && scales.dims[0] == 0);
    float given[CM_CUDA_RANK];
    int64_t sizes[CM_CUDA_RANK];
    uint32_t n_sizes = 0;
    if (by_scales) {
        if (scales.data == NULL || scales.bytes != x.rank * sizeof *given)
            return cameo_op_decline(c, "scales that are not known");
        memcpy(given, scales.data, scales.bytes);
    } else if (!cm_cuda_ints(c, 3, sizes, CM_CUDA_RANK, &n_sizes) || n_sizes != x.rank) {
        return cameo_op_decline(c, "sizes that are not known");
    }
    uint32_t n = x.rank < 3 ? x.rank : 3;
    for (uint32_t i = 0; i < x.rank - n; i++) {
        if (by_scales ? given[i] != 1 : x.dims[i] < 0 || sizes[i] != x.dims[i])
            return cameo_op_decline(c, "more than the last three axes are resized");
    }
    op->i[0] = n;
    for (uint32_t i = 0; i < 3; i++) op->f[i] = i < 3 - n ? 1 : by_scales ? given[x.rank - 3 + i] : 0;
    return cm_cuda_match_kernel(c, 0, linear ? "resize_linear" : "resize_nearest", op);
}

cameo_status cm_cuda_launch_resize(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    uint32_t n = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_resize_params *p = &l->p.resize;
    p->x = x.at;
    p->y = y.at;
    p->rows = cm_cuda_count(x.t.rank - n, x.t.dims);
    const cm_cuda_operand *lies = x.last ? &x : &y; /* the other one lies so, too, or in no order: of single elements */
    for (uint32_t i = 0; i < 3; i++) { /* the last three axes of memory, those of a lower rank behind ones */
        const bool there = i + n >= 3;
        const uint32_t d = there ? cm_cuda_axis(lies, x.t.rank - 3 + i) : 0, of_f = there ? 3 + d - x.t.rank : i;
        p->in[i] = there ? x.t.dims[d] : 1;
        p->out[i] = there ? y.t.dims[d] : 1;
        p->scale[i] = op->f[of_f] != 0 ? (double)op->f[of_f] : (double)p->out[i] / (double)p->in[i];
    }
    p->coordinate = (int32_t)op->i[1];
    p->nearest = (int32_t)op->i[2];
    return CAMEO_OK;
}

#endif
