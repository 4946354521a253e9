/* cuda_rows.c — Softmax, normalizations, reductions and TopK on CUDA: what is computed row by row. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- Softmax ---- */

/* i: axis; all axes from there on are one (before version 13); log */
bool cm_cuda_match_softmax(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    bool old = cameo_op_version(c) < 13;
    op->i[1] = old;
    op->i[2] = rule->code;
    return cm_cuda_attr_axis(c, "axis", old ? 1 : -1, &op->i[0]) && cm_cuda_match_kernel(c, 0, "softmax", op);
}

cameo_status cm_cuda_launch_softmax(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    uint32_t axis = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    int64_t outer = cm_cuda_count(axis, x.t.dims), n = op->i[1] != 0 ? x.n / outer : x.t.dims[axis],
            inner = x.n / outer / n;
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, outer * inner < 65535 ? outer * inner : 65535, 1, 1);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.softmax.x = x.at;
    l->p.softmax.y = y.at;
    l->p.softmax.outer = outer;
    l->p.softmax.n = n;
    l->p.softmax.inner = inner;
    l->p.softmax.log = (int32_t)op->i[2];
    return CAMEO_OK;
}

/* ---- normalizations ---- */

/* Is input i of dims that are known, and those of x from `axis` on? */
static bool rows_like(const cameo_op_context *c, uint32_t i, uint32_t axis) {
    cameo_tensor x, t;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, i, &t) || t.rank != x.rank - axis || t.dtype != x.dtype)
        return false;
    for (uint32_t k = 0; k < t.rank; k++)
        if (t.dims[k] < 0 || t.dims[k] != x.dims[axis + k]) return false;
    return true;
}

/* i: axis, rms; f: epsilon */
bool cm_cuda_match_layer_norm(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    op->i[1] = rule->code;
    op->f[0] = cm_cuda_attr_float(c, "epsilon", 1e-5f);
    if (!cm_cuda_attr_axis(c, "axis", -1, &op->i[0])) return false;
    if (cm_cuda_attr_int(c, "stash_type", 1) != 1) return cameo_op_decline(c, "not computed in float32");
    for (uint32_t i = 1; i < 3; i++) {
        if (cm_cuda_has(c, i) && !rows_like(c, i, (uint32_t)op->i[0]))
            return cameo_op_decline(c, "a scale or bias of other dims or type than its rows");
    }
    return cm_cuda_match_kernel(c, 0, "norm", op);
}

static cm_cuda_launch *rows_norm(cm_cuda_build *b, const cm_cuda_op *op, const cm_cuda_operand *x,
                                 const cm_cuda_operand *y, int64_t rows) {
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, rows < 65535 ? rows : 65535, 1, 1);
    if (l == NULL) return NULL;
    l->p.norm.x = x->at;
    l->p.norm.y = y->at;
    l->p.norm.rows = rows;
    l->p.norm.n = x->n / rows;
    l->p.norm.eps = op->f[0];
    return l;
}

cameo_status cm_cuda_launch_layer_norm(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y, scale = {0}, bias = {0}, mean = {0}, inv = {0};
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (cm_cuda_has(b->c, 1) && !cm_cuda_in(b, 1, &scale)) return cm_cuda_absent(b);
    if (cm_cuda_has(b->c, 2) && !cm_cuda_in(b, 2, &bias)) return cm_cuda_absent(b);
    (void)cm_cuda_out(b, 1, &mean);
    (void)cm_cuda_out(b, 2, &inv);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = rows_norm(b, op, &x, &y, cm_cuda_count((uint32_t)op->i[0], x.t.dims));
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.norm.scale = scale.at;
    l->p.norm.bias = bias.at;
    l->p.norm.mean = mean.at;
    l->p.norm.inv = inv.at;
    l->p.norm.scale_inner = 1;
    l->p.norm.scale_n = l->p.norm.n;
    l->p.norm.scale_rows = 1;
    l->p.norm.rms = (int32_t)op->i[1];
    return CAMEO_OK;
}

/* i: the kernel for channels last */
bool cm_cuda_match_instance_norm(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    (void)rule;
    op->f[0] = cm_cuda_attr_float(c, "epsilon", 1e-5f);
    if (!cameo_op_input(c, 0, &x) || x.rank < 2) return cameo_op_decline(c, "less than two axes");
    if (!cm_cuda_same_type(c, 0, 1) || !cm_cuda_same_type(c, 0, 2)) return cameo_op_decline(c, "inputs of two types");
    op->i[0] = cm_cuda_kernel_like(c, 0, "norm_last");
    return cm_cuda_match_kernel(c, 0, "norm", op);
}

cameo_status cm_cuda_launch_instance_norm(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y, scale, bias;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &scale) || !cm_cuda_in(b, 2, &bias) || !cm_cuda_out(b, 0, &y))
        return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = rows_norm(b, op, &x, &y, x.t.dims[0] * x.t.dims[1]);
    if (l == NULL) return CAMEO_E_NOMEM;
    if (x.last) { /* a block has 32 channels of a sample */
        const int64_t blocks = x.t.dims[0] * ((x.t.dims[1] + 31) / 32);
        l->kernel = (uint32_t)op->i[0];
        l->grid[0] = blocks < 65535 ? (uint32_t)blocks : 65535;
    }
    l->p.norm.scale = scale.at;
    l->p.norm.bias = bias.at;
    l->p.norm.scale_inner = l->p.norm.n;
    l->p.norm.scale_n = 1;
    l->p.norm.scale_rows = x.t.dims[1];
    l->p.norm.scale_row_step = 1;
    return CAMEO_OK;
}

bool cm_cuda_match_batch_norm(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    (void)rule;
    op->f[0] = cm_cuda_attr_float(c, "epsilon", 1e-5f);
    if (cm_cuda_attr_int(c, "training_mode", 0) != 0) return cameo_op_decline(c, "training");
    if (cm_cuda_attr_int(c, "spatial", 1) == 0 || cm_cuda_attr_int(c, "is_test", 1) == 0)
        return cameo_op_decline(c, "an old form");
    if (!cameo_op_input(c, 0, &x) || x.rank < 2) return cameo_op_decline(c, "less than two axes");
    for (uint32_t i = 1; i < 5; i++) {
        if (!cm_cuda_same_type(c, 0, i)) return cameo_op_decline(c, "inputs of two types");
        if (cameo_op_output_id(c, i) != CAMEO_NO_ID) return cameo_op_decline(c, "statistics are wanted");
    }
    return cm_cuda_match_kernel(c, 0, "batchnorm", op);
}

cameo_status cm_cuda_launch_batch_norm(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y, own[4];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    for (uint32_t i = 0; i < 4; i++)
        if (!cm_cuda_in(b, i + 1, &own[i])) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_batchnorm_params *p = &l->p.batchnorm;
    p->x = x.at;
    p->y = y.at;
    p->scale = own[0].at;
    p->bias = own[1].at;
    p->mean = own[2].at;
    p->var = own[3].at;
    p->c = x.t.dims[1];
    p->n = x.last ? x.n / p->c : x.t.dims[0];
    p->inner = x.n / p->n / p->c;
    p->eps = op->f[0];
    return CAMEO_OK;
}

/* i: size; f: alpha, beta, bias */
bool cm_cuda_match_lrn(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    (void)rule;
    op->i[0] = cm_cuda_attr_int(c, "size", 0);
    op->f[0] = cm_cuda_attr_float(c, "alpha", 0.0001f);
    op->f[1] = cm_cuda_attr_float(c, "beta", 0.75f);
    op->f[2] = cm_cuda_attr_float(c, "bias", 1);
    if (!cameo_op_input(c, 0, &x) || x.rank < 2 || op->i[0] < 1) return cameo_op_decline(c, "less than two axes");
    return cm_cuda_match_kernel(c, 0, "lrn", op);
}

cameo_status cm_cuda_launch_lrn(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_lrn_params *p = &l->p.lrn;
    p->x = x.at;
    p->y = y.at;
    p->n = x.t.dims[0];
    p->c = x.t.dims[1];
    p->inner = x.n / p->n / p->c;
    p->size = op->i[0];
    p->alpha = op->f[0];
    p->beta = op->f[1];
    p->bias = op->f[2];
    return CAMEO_OK;
}

/* ---- TopK ---- */

/* i: axis, largest */
bool cm_cuda_match_topk(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    op->i[1] = cm_cuda_attr_int(c, "largest", 1) != 0;
    return cm_cuda_attr_axis(c, "axis", -1, &op->i[0]) && cm_cuda_match_kernel(c, 0, "topk", op);
}

cameo_status cm_cuda_launch_topk(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, values, places;
    uint32_t axis = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &x)) return cm_cuda_absent(b);
    bool has_values = cm_cuda_out(b, 0, &values), has_places = cm_cuda_out(b, 1, &places);
    if (!has_values && !has_places) return cm_cuda_absent(b);
    const cameo_tensor *y = has_values ? &values.t : &places.t;
    if (x.n == 0 || y->dims[axis] == 0) return CAMEO_OK;
    int64_t outer = cm_cuda_count(axis, x.t.dims), n = x.t.dims[axis], inner = x.n / outer / n;
    int64_t rows = outer * inner;
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, rows < 65535 ? rows : 65535, 1, 1);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_topk_params *p = &l->p.topk;
    p->x = x.at;
    p->values = values.at;
    p->places = places.at;
    p->outer = outer;
    p->n = n;
    p->inner = inner;
    p->k = y->dims[axis];
    p->largest = (int32_t)op->i[1];
    return CAMEO_OK;
}

/* ---- boxes ---- */

enum { NMS_BOXES, NMS_SCORES, NMS_LIMIT, NMS_OVERLAP, NMS_LEAST }; /* inputs of NmsSelect (kernels/nms.c) */

/* i: whether boxes are given by their centers */
bool cm_cuda_match_nms(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    op->i[0] = cm_cuda_attr_int(c, "center_point_box", 0);
    op->kernel = CM_CUDA_KERNEL_nms_select;
    return true;
}

cameo_status cm_cuda_launch_nms(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand in[NMS_LEAST + 1], y;
    for (uint32_t i = NMS_BOXES; i <= NMS_LEAST; i++) {
        memset(&in[i], 0, sizeof in[i]);
        if ((i <= NMS_SCORES || cm_cuda_has(b->c, i)) && !cm_cuda_in(b, i, &in[i])) return cm_cuda_absent(b);
        if (i > NMS_SCORES && in[i].at != 0 && in[i].n != 1)
            return cameo_op_fail(b->c, CAMEO_E_SHAPE, "a limit or threshold of several elements");
    }
    if (!cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    const cameo_tensor *boxes = &in[NMS_BOXES].t, *scores = &in[NMS_SCORES].t;
    if (boxes->dims[2] != 4 || boxes->dims[0] != scores->dims[0] || boxes->dims[1] != scores->dims[2])
        return cameo_op_fail(b->c, CAMEO_E_SHAPE, "boxes and scores do not go together");
    if (scores->dims[2] > INT32_MAX) return cameo_op_fail(b->c, CAMEO_E_LIMIT, "too many boxes");
    if (y.n == 0) return CAMEO_OK;
    const int64_t rows = scores->dims[0] * scores->dims[1];
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, rows < 65535 ? rows : 65535, 1, 1);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_nms_params *p = &l->p.nms;
    p->boxes = in[NMS_BOXES].at;
    p->scores = in[NMS_SCORES].at;
    p->limit = in[NMS_LIMIT].at;
    p->overlap = in[NMS_OVERLAP].at;
    p->least = in[NMS_LEAST].at;
    p->selected = y.at;
    p->rows = rows;
    p->classes = scores->dims[1];
    p->n = scores->dims[2];
    p->most = y.t.dims[2];
    p->center = (int32_t)op->i[0];
    p->error = b->error;
    return CAMEO_OK;
}

/* ---- reductions ---- */

/* i: code, a bit for each axis that goes, last; the kernel that fills a result that reduces nothing */
enum { REDUCE_CODE = 0, REDUCE_AXES = 1, REDUCE_LAST = 2 };

/* A dim of 0 along a reduced axis would leave a result of nothing. */
static bool rows_whole(const cameo_op_context *c, const cm_cuda_op *op) {
    cameo_tensor x;
    (void)cameo_op_input(c, 0, &x);
    for (uint32_t i = 0; i < x.rank; i++)
        if ((op->i[REDUCE_AXES] >> i & 1) != 0 && x.dims[i] == 0) return cameo_op_decline(c, "reduces nothing");
    return true;
}

bool cm_cuda_match_reduce(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    const int64_t *attr;
    int64_t axes[CM_CUDA_RANK];
    size_t n_attr;
    uint32_t n = 0;
    cameo_tensor x;
    op->i[REDUCE_CODE] = rule->code;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    if (cm_cuda_has(c, 1)) {
        if (!cm_cuda_ints(c, 1, axes, CM_CUDA_RANK, &n)) return cameo_op_decline(c, "axes that are not known");
    } else if (cameo_op_attr_ints(c, "axes", &attr, &n_attr)) {
        if (n_attr > CM_CUDA_RANK) return cameo_op_decline(c, "too many axes");
        for (n = 0; n < n_attr; n++) axes[n] = attr[n];
    }
    if (n == 0 && cm_cuda_attr_int(c, "noop_with_empty_axes", 0) != 0) return cameo_op_decline(c, "reduces no axis");
    for (uint32_t i = 0; i < n; i++) {
        int64_t axis = axes[i] < 0 ? axes[i] + x.rank : axes[i];
        if (axis < 0 || axis >= x.rank) return cameo_op_decline(c, "an axis that is none");
        op->i[REDUCE_AXES] |= (int64_t)1 << axis;
    }
    if (n == 0) op->i[REDUCE_AXES] = ((int64_t)1 << x.rank) - 1;
    return rows_whole(c, op) && cm_cuda_match_kernel(c, 0, "reduce", op);
}

bool cm_cuda_match_global_pool(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    op->i[REDUCE_CODE] = rule->code;
    if (!cameo_op_input(c, 0, &x) || x.rank < 3) return cameo_op_decline(c, "no spatial axes");
    op->i[REDUCE_AXES] = (((int64_t)1 << x.rank) - 1) & ~(int64_t)3;
    return rows_whole(c, op) && cm_cuda_match_kernel(c, 0, "reduce", op);
}

bool cm_cuda_match_arg_reduce(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    int64_t axis;
    op->i[REDUCE_CODE] = rule->code;
    op->i[REDUCE_LAST] = cm_cuda_attr_int(c, "select_last_index", 0) != 0;
    if (!cm_cuda_attr_axis(c, "axis", 0, &axis)) return false;
    op->i[REDUCE_AXES] = (int64_t)1 << axis;
    return rows_whole(c, op) && cm_cuda_match_kernel(c, 0, "argreduce", op);
}

cameo_status cm_cuda_launch_reduce(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    cm_cuda_space kept = {.n_tensors = 1}, reduced = {.n_tensors = 1};
    int64_t strides[CM_CUDA_RANK], one[CM_CUDA_STRIDES] = {0}, reduced_n = 1;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_broadcast(&x, &x.t, strides);
    for (uint32_t i = 0; i < x.t.rank; i++) {
        bool goes = (op->i[REDUCE_AXES] >> i & 1) != 0;
        one[0] = strides[i];
        if (goes) reduced_n *= x.t.dims[i];
        cm_cuda_space_add(goes ? &reduced : &kept, x.t.dims[i], one);
    }
    if (reduced_n == 0) return cameo_op_fail(b->c, CAMEO_E_UNSUPPORTED, "an axis of 0 elements is reduced");
    cm_cuda_launch *l = cm_cuda_add(b, op->kernel, y.n < 65535 ? y.n : 65535, 1, 1);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_reduce_params *p = &l->p.reduce;
    p->x = x.at;
    p->y = y.at;
    p->n = y.n;
    p->reduced_n = reduced_n;
    memcpy(p->dims, kept.dims, sizeof p->dims);
    memcpy(p->strides, kept.strides[0], sizeof p->strides);
    memcpy(p->reduced_dims, reduced.dims, sizeof p->reduced_dims);
    memcpy(p->reduced_strides, reduced.strides[0], sizeof p->reduced_strides);
    p->rank = kept.rank;
    p->reduced_rank = reduced.rank;
    p->op = (int32_t)op->i[REDUCE_CODE];
    p->last = (int32_t)op->i[REDUCE_LAST];
    return CAMEO_OK;
}

#endif
