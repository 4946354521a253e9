/* cuda_product.c — MatMul, Gemm, Conv and ConvTranspose on CUDA. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

static int64_t product_tiles(int64_t n, int64_t tile) { return (n + tile - 1) / tile; }

/* ---- products ---- */

/* Kernels of a product beside op->kernel: for few rows, for large tiles, and what adds the parts of a split depth. */
enum { PRODUCT_FEW = 2, PRODUCT_LARGE = 3, PRODUCT_SUM = 4 };

static bool product_kernels(const cameo_op_context *c, cm_cuda_op *op) {
    if (!cm_cuda_same_type(c, 0, 1)) return cameo_op_decline(c, "inputs of two types");
    op->i[PRODUCT_FEW] = cm_cuda_kernel_like(c, 0, "gemv");
    op->i[PRODUCT_LARGE] = cm_cuda_kernel_like(c, 0, "gemm_large");
    op->i[PRODUCT_SUM] = cm_cuda_kernel_like(c, 0, "gemm_sum");
    return cm_cuda_match_kernel(c, 0, "gemm", op);
}

void cm_cuda_use_tf32(cm_cuda_op *op) {
    if (op->kernel != CM_CUDA_KERNEL_gemm_f32) return;
    op->kernel = CM_CUDA_KERNEL_gemm_tf32;
    op->i[PRODUCT_LARGE] = CM_CUDA_KERNEL_gemm_large_tf32;
}

/* f: alpha, beta */
bool cm_cuda_match_matmul(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    op->f[0] = 1;
    return product_kernels(c, op);
}

/* i: transA, transB */
bool cm_cuda_match_gemm(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    op->i[0] = cm_cuda_attr_int(c, "transA", 0) != 0;
    op->i[1] = cm_cuda_attr_int(c, "transB", 0) != 0;
    op->f[0] = cm_cuda_attr_float(c, "alpha", 1);
    op->f[1] = cm_cuda_attr_float(c, "beta", 1);
    if (cm_cuda_has(c, 2) && !cm_cuda_same_type(c, 0, 2)) return cameo_op_decline(c, "inputs of two types");
    return product_kernels(c, op);
}

/* How many parts the depth k of a product of so many tiles has, of which so many bytes are the sums of one part: enough
 * that every device has work, each at least PRODUCT_DEEP deep. Dims alone decide, and so the order of the sums. */
#define PRODUCT_BLOCKS 256
#define PRODUCT_DEEP 256
static int64_t product_split(int64_t tiles, int64_t k, int64_t bytes) {
    int64_t split = tiles < 1 ? 1 : PRODUCT_BLOCKS / tiles;
    if (split > k / PRODUCT_DEEP) split = k / PRODUCT_DEEP;
    if (split > CM_CUDA_PARTS_BYTES / bytes) split = CM_CUDA_PARTS_BYTES / bytes;
    return split < 2 ? 1 : split;
}

/* The parts lie in the run's workspace. */
static bool product_parts(cm_cuda_build *b, cm_cuda_address *parts) {
    uint64_t memory, offset;
    if (!cameo_partition_workspace(b->nodes, &memory, &offset)) return false;
    *parts = cm_cuda_address_of(memory, offset);
    return true;
}

/* The launches of a product whose params are filled but for alpha, beta, act and split. */
static cameo_status product_add(cm_cuda_build *b, const cm_cuda_op *op, struct cm_cuda_gemm_params *p) {
    const int64_t tile = CM_CUDA_GEMM_TILE, large = CM_CUDA_GEMM_LARGE;
    const int64_t tiles = product_tiles(p->n, tile) * product_tiles(p->m, tile) * p->batch;
    cm_cuda_launch *l;
    p->alpha = op->f[0];
    p->beta = op->f[1];
    p->act = CM_CUDA_COPY;
    p->split = p->m <= CM_CUDA_GEMV_ROWS ? 1 : product_split(tiles, p->k, p->m * p->n * p->batch * 4);
    if (p->split > 1 && !product_parts(b, &p->parts)) p->split = 1;
    if (p->m <= CM_CUDA_GEMV_ROWS)
        l = cm_cuda_add(b, (uint32_t)op->i[PRODUCT_FEW], product_tiles(p->n, CM_CUDA_GEMV_COLUMNS), 1, p->batch);
    else if (product_tiles(p->n, large) * product_tiles(p->m, large) * p->batch >= PRODUCT_BLOCKS)
        l = cm_cuda_add(b, (uint32_t)op->i[PRODUCT_LARGE], product_tiles(p->n, large), product_tiles(p->m, large),
                        p->batch);
    else
        l = cm_cuda_add(b, op->kernel, product_tiles(p->n, tile), product_tiles(p->m, tile), p->batch * p->split);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.gemm, p, sizeof *p);
    if (p->split == 1) return CAMEO_OK;
    l = cm_cuda_add_elements(b, (uint32_t)op->i[PRODUCT_SUM], p->m * p->n * p->batch);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.gemm, p, sizeof *p);
    return CAMEO_OK;
}

/* Strides over the batch dims of y, which are all but its last `own`; the last two dims of t are its matrix. */
static void product_batch(const cameo_tensor *t, const cameo_tensor *y, uint32_t own, int64_t matrix,
                          int64_t strides[CM_CUDA_RANK]) {
    cameo_tensor batch = {.rank = t->rank < 2 ? 0 : t->rank - 2}, to = {.rank = y->rank - own};
    memcpy(batch.dims, t->dims, batch.rank * sizeof *batch.dims);
    memcpy(to.dims, y->dims, to.rank * sizeof *to.dims);
    cm_cuda_broadcast(&batch, &to, strides);
    for (uint32_t i = 0; i < to.rank; i++) strides[i] *= matrix;
}

cameo_status cm_cuda_launch_matmul(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand a, w, y;
    if (!cm_cuda_in(b, 0, &a) || !cm_cuda_in(b, 1, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    int64_t k = a.t.dims[a.t.rank - 1], m = a.t.rank < 2 ? 1 : a.t.dims[a.t.rank - 2];
    int64_t n = w.t.rank < 2 ? 1 : w.t.dims[w.t.rank - 1], strides[3][CM_CUDA_RANK], one[CM_CUDA_STRIDES] = {0};
    uint32_t own = (a.t.rank > 1 ? 1u : 0u) + (w.t.rank > 1 ? 1u : 0u);
    cm_cuda_space s = {.n_tensors = 3};
    product_batch(&a.t, &y.t, own, m * k, strides[0]);
    product_batch(&w.t, &y.t, own, k * n, strides[1]);
    int64_t batch = 1;
    for (uint32_t i = y.t.rank - own; i-- > 0; batch *= y.t.dims[i]) strides[2][i] = batch * m * n;
    for (uint32_t i = 0; i < y.t.rank - own; i++) {
        for (uint32_t t = 0; t < 3; t++) one[t] = strides[t][i];
        cm_cuda_space_add(&s, y.t.dims[i], one);
    }
    if (s.rank == 1 && s.strides[1][0] == 0 && s.strides[0][0] == m * k) { /* one matrix for all: more rows */
        m *= s.dims[0];
        batch = 1;
        s.rank = 0;
    }
    struct cm_cuda_gemm_params p = {.a = a.at, .b = w.at, .y = y.at, .m = m, .n = n, .k = k, .batch = batch};
    p.a_row = k;
    p.a_col = 1;
    p.b_row = n;
    p.b_col = 1;
    p.rank = s.rank;
    memcpy(p.dims, s.dims, (size_t)s.rank * sizeof *p.dims);
    memcpy(p.a_strides, s.strides[0], (size_t)s.rank * sizeof *p.a_strides);
    memcpy(p.b_strides, s.strides[1], (size_t)s.rank * sizeof *p.b_strides);
    return product_add(b, op, &p);
}

cameo_status cm_cuda_launch_gemm(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand a, w, c, y;
    bool trans_a = op->i[0] != 0, trans_b = op->i[1] != 0;
    if (!cm_cuda_in(b, 0, &a) || !cm_cuda_in(b, 1, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    struct cm_cuda_gemm_params p = {
        .a = a.at, .b = w.at, .y = y.at, .m = y.t.dims[0], .n = y.t.dims[1], .batch = 1};
    p.k = a.t.dims[trans_a ? 0 : 1];
    p.a_row = trans_a ? 1 : p.k;
    p.a_col = trans_a ? p.m : 1;
    p.b_row = trans_b ? 1 : p.n;
    p.b_col = trans_b ? p.k : 1;
    if (!cm_cuda_has(b->c, 2)) return product_add(b, op, &p);
    if (!cm_cuda_in(b, 2, &c)) return cm_cuda_absent(b);
    int64_t strides[CM_CUDA_RANK];
    cm_cuda_broadcast(&c.t, &y.t, strides);
    p.c = c.at;
    p.c_row = strides[0];
    p.c_col = strides[1];
    return product_add(b, op, &p);
}

/* ---- convolutions ---- */

/* i: spatial axes; strides, dilations, pads of the begins, each for three axes; auto_pad; groups; the kernel for one
 * channel of a group; of ConvTranspose whether output_shape is given, and output_padding for three axes. */
enum {
    CONV_AXES = 0,
    CONV_STRIDE = 1,
    CONV_DILATION = 4,
    CONV_PAD = 7,
    CONV_AUTO = 10,
    CONV_GROUPS = 11,
    CONV_DEPTHWISE = 12,
    CONV_SHAPE = 13,
    CONV_OUT_PAD = 14,
    CONV_LARGE = 17, /* kernels of a plain convolution, as for products */
    CONV_SUM = 18
};

bool cm_cuda_window(const cameo_op_context *c, const char *name, uint32_t n, int64_t otherwise, int64_t v[3]) {
    const int64_t *given;
    size_t n_given;
    bool has = cameo_op_attr_ints(c, name, &given, &n_given) && n_given >= n;
    for (uint32_t i = 0; i < 3; i++) v[i] = otherwise;
    for (uint32_t i = 0; i < n; i++) v[3 - n + i] = has ? given[i] : otherwise;
    return has;
}

int64_t cm_cuda_auto_pad(const cameo_op_context *c) {
    cameo_string s;
    if (!cameo_op_attr_string(c, "auto_pad", &s) || cm_cuda_is(s, "NOTSET") || s.n == 0) return CM_CUDA_PAD_GIVEN;
    return cm_cuda_is(s, "SAME_UPPER")   ? CM_CUDA_PAD_UPPER
           : cm_cuda_is(s, "SAME_LOWER") ? CM_CUDA_PAD_LOWER
                                         : CM_CUDA_PAD_VALID;
}

void cm_cuda_spatial(const cameo_tensor *t, uint32_t n, int64_t v[3]) {
    for (uint32_t i = 0; i < 3; i++) v[i] = i < 3 - n ? 1 : t->dims[t->rank - 3 + i];
}

static bool conv_attrs(const cameo_op_context *c, cm_cuda_op *op) {
    cameo_tensor x, w;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, 1, &w)) return cameo_op_decline(c, "an input is absent");
    if (x.rank < 3 || x.rank > 5) return cameo_op_decline(c, "not one to three spatial axes");
    if (w.dtype != x.dtype || (cm_cuda_has(c, 2) && !cm_cuda_same_type(c, 0, 2)))
        return cameo_op_decline(c, "inputs of two types");
    uint32_t n = x.rank - 2;
    op->i[CONV_AXES] = n;
    (void)cm_cuda_window(c, "strides", n, 1, op->i + CONV_STRIDE);
    (void)cm_cuda_window(c, "dilations", n, 1, op->i + CONV_DILATION);
    (void)cm_cuda_window(c, "pads", n, 0, op->i + CONV_PAD);
    op->i[CONV_AUTO] = cm_cuda_auto_pad(c);
    op->i[CONV_GROUPS] = cm_cuda_attr_int(c, "group", 1);
    return op->i[CONV_GROUPS] > 0 || cameo_op_decline(c, "no groups");
}

bool cm_cuda_match_conv(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    if (!conv_attrs(c, op)) return false;
    op->i[CONV_DEPTHWISE] = cm_cuda_kernel_like(c, 0, "conv_depthwise");
    op->i[CONV_LARGE] = cm_cuda_kernel_like(c, 0, "conv_large");
    op->i[CONV_SUM] = cm_cuda_kernel_like(c, 0, "conv_sum");
    return cm_cuda_match_kernel(c, 0, "conv", op);
}

bool cm_cuda_match_conv_transpose(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    int64_t shape[3];
    (void)rule;
    if (!conv_attrs(c, op)) return false;
    int64_t taps = 1;
    cameo_tensor w;
    (void)cameo_op_input(c, 1, &w);
    for (uint32_t i = 2; i < w.rank && taps >= 0; i++) taps = w.dims[i] < 0 ? -1 : taps * w.dims[i];
    if (taps < 0 || taps > CM_CUDA_TAPS) return cameo_op_decline(c, "a kernel of too many elements");
    op->i[CONV_SHAPE] = cm_cuda_window(c, "output_shape", (uint32_t)op->i[CONV_AXES], 0, shape);
    (void)cm_cuda_window(c, "output_padding", (uint32_t)op->i[CONV_AXES], 0, op->i + CONV_OUT_PAD);
    return cm_cuda_match_kernel(c, 0, "conv_transpose", op);
}

/* What Conv and ConvTranspose have in common. */
static void conv_params(struct cm_cuda_conv_params *p, const cm_cuda_op *op, const cm_cuda_operand *x,
                        const cm_cuda_operand *w, const cm_cuda_operand *y) {
    uint32_t n = (uint32_t)op->i[CONV_AXES];
    p->x = x->at;
    p->w = w->at;
    p->y = y->at;
    p->n = x->t.dims[0];
    p->groups = op->i[CONV_GROUPS];
    p->c = x->t.dims[1] / p->groups;
    p->m = y->t.dims[1] / p->groups;
    p->act = CM_CUDA_COPY;
    cm_cuda_spatial(&x->t, n, p->in);
    cm_cuda_spatial(&y->t, n, p->out);
    cm_cuda_spatial(&w->t, n, p->kernel);
    memcpy(p->stride, op->i + CONV_STRIDE, sizeof p->stride);
    memcpy(p->dilation, op->i + CONV_DILATION, sizeof p->dilation);
    memcpy(p->pad, op->i + CONV_PAD, sizeof p->pad);
}

int64_t cm_cuda_pad_begin(int64_t auto_pad, int64_t total) {
    return auto_pad == CM_CUDA_PAD_LOWER ? total - total / 2 : total / 2;
}

/* The launches of a convolution whose params are filled but for split; n: elements of the result. */
static cameo_status conv_add(cm_cuda_build *b, const cm_cuda_op *op, struct cm_cuda_conv_params *p, int64_t positions,
                             int64_t n) {
    const int64_t tile = CM_CUDA_GEMM_TILE, large = CM_CUDA_GEMM_LARGE, all = p->n * p->groups;
    const int64_t tiles = product_tiles(positions, tile) * product_tiles(p->m, tile) * all;
    const bool depthwise = p->c == 1;
    cm_cuda_launch *l;
    p->split = depthwise ? 1 : product_split(tiles, p->c * p->kernel[0] * p->kernel[1] * p->kernel[2], n * 4);
    if (p->split > 1 && !product_parts(b, &p->parts)) p->split = 1;
    if (depthwise)
        l = cm_cuda_add_elements(b, (uint32_t)op->i[CONV_DEPTHWISE], n);
    else if (product_tiles(positions, large) * product_tiles(p->m, large) * all >= PRODUCT_BLOCKS)
        l = cm_cuda_add(b, (uint32_t)op->i[CONV_LARGE], product_tiles(positions, large), product_tiles(p->m, large),
                        all);
    else
        l = cm_cuda_add(b, op->kernel, product_tiles(positions, tile), product_tiles(p->m, tile), all * p->split);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.conv, p, sizeof *p);
    if (p->split == 1) return CAMEO_OK;
    l = cm_cuda_add_elements(b, (uint32_t)op->i[CONV_SUM], n);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.conv, p, sizeof *p);
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_conv(cm_cuda_build *b, const cm_cuda_op *op) {
    struct cm_cuda_conv_params p = {0};
    cm_cuda_operand x, w, bias, y;
    bool has_bias = cm_cuda_has(b->c, 2);
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (has_bias && !cm_cuda_in(b, 2, &bias)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    conv_params(&p, op, &x, &w, &y);
    p.bias = has_bias ? bias.at : 0;
    int64_t positions = 1, auto_pad = op->i[CONV_AUTO];
    for (int i = 0; i < 3; i++) {
        positions *= p.out[i];
        if (auto_pad == CM_CUDA_PAD_VALID) p.pad[i] = 0;
        if (auto_pad != CM_CUDA_PAD_UPPER && auto_pad != CM_CUDA_PAD_LOWER) continue;
        int64_t total = (p.out[i] - 1) * p.stride[i] + (p.kernel[i] - 1) * p.dilation[i] + 1 - p.in[i];
        p.pad[i] = total > 0 ? cm_cuda_pad_begin(auto_pad, total) : 0;
    }
    return conv_add(b, op, &p, positions, y.n);
}

cameo_status cm_cuda_launch_conv_transpose(cm_cuda_build *b, const cm_cuda_op *op) {
    struct cm_cuda_conv_params p = {0};
    cm_cuda_operand x, w, bias, y;
    bool has_bias = cm_cuda_has(b->c, 2);
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (has_bias && !cm_cuda_in(b, 2, &bias)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    conv_params(&p, op, &x, &w, &y);
    p.bias = has_bias ? bias.at : 0;
    int64_t auto_pad = op->i[CONV_AUTO];
    bool same = auto_pad == CM_CUDA_PAD_UPPER || auto_pad == CM_CUDA_PAD_LOWER;
    for (int i = 0; i < 3; i++) {
        int64_t whole = p.stride[i] * (p.in[i] - 1) + (p.kernel[i] - 1) * p.dilation[i] + 1 + op->i[CONV_OUT_PAD + i];
        int64_t total = whole - p.out[i];
        if (auto_pad == CM_CUDA_PAD_VALID) p.pad[i] = 0;
        if (!same && op->i[CONV_SHAPE] == 0) continue;
        /* The odd one stands at the end with SAME_UPPER, at the begin otherwise. */
        p.pad[i] = total <= 0 ? 0 : auto_pad == CM_CUDA_PAD_UPPER ? total / 2 : total - total / 2;
    }
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.conv, &p, sizeof p);
    return CAMEO_OK;
}

#endif
