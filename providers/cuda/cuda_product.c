/* cuda_product.c — MatMul, Gemm, Conv and ConvTranspose on CUDA. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

static int64_t product_tiles(int64_t n, int64_t tile) { return (n + tile - 1) / tile; }

/* ---- products ---- */

/* Kernels of a product: of tiles, for few rows, of large tiles, and what adds the parts of a split depth; op->i has
 * them from PRODUCT_KERNELS on. */
enum { PRODUCT_TILES, PRODUCT_FEW, PRODUCT_LARGE, PRODUCT_SUM };
enum { PRODUCT_KERNELS = 2 };

static bool product_kernels(const cameo_op_context *c, int64_t kernels[4]) {
    kernels[PRODUCT_TILES] = cm_cuda_kernel_like(c, 0, "gemm");
    kernels[PRODUCT_FEW] = cm_cuda_kernel_like(c, 0, "gemv");
    kernels[PRODUCT_LARGE] = cm_cuda_kernel_like(c, 0, "gemm_large");
    kernels[PRODUCT_SUM] = cm_cuda_kernel_like(c, 0, "gemm_sum");
    return kernels[PRODUCT_TILES] != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel for its type");
}

static bool product_match(const cameo_op_context *c, cm_cuda_op *op) {
    if (!cm_cuda_same_type(c, 0, 1)) return cameo_op_decline(c, "inputs of two types");
    return cm_cuda_match_kernel(c, 0, "gemm", op) && product_kernels(c, &op->i[PRODUCT_KERNELS]);
}

bool cm_cuda_match_matmul(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    return product_match(c, op);
}

/* i: transA, transB; f: alpha, beta */
bool cm_cuda_match_gemm(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    op->i[0] = cm_cuda_attr_int(c, "transA", 0) != 0;
    op->i[1] = cm_cuda_attr_int(c, "transB", 0) != 0;
    op->f[0] = cm_cuda_attr_float(c, "alpha", 1);
    op->f[1] = cm_cuda_attr_float(c, "beta", 1);
    if (cm_cuda_has(c, 2) && !cm_cuda_same_type(c, 0, 2)) return cameo_op_decline(c, "inputs of two types");
    return product_match(c, op);
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

/* The launches of a product whose params are filled but for act and split. */
static cameo_status product_add(cm_cuda_build *b, const int64_t kernels[4], struct cm_cuda_gemm_params *p) {
    const int64_t tile = CM_CUDA_GEMM_TILE, large = CM_CUDA_GEMM_LARGE;
    const int64_t tiles = product_tiles(p->n, tile) * product_tiles(p->m, tile) * p->batch;
    cm_cuda_launch *l;
    p->act = CM_CUDA_COPY;
    p->split = p->m <= CM_CUDA_GEMV_ROWS ? 1 : product_split(tiles, p->k, p->m * p->n * p->batch * 4);
    if (p->split > 1 && !cm_cuda_workspace(b, &p->parts)) p->split = 1;
    if (p->m <= CM_CUDA_GEMV_ROWS)
        l = cm_cuda_add(b, (uint32_t)kernels[PRODUCT_FEW], product_tiles(p->n, CM_CUDA_GEMV_COLUMNS), 1, p->batch);
    else if (product_tiles(p->n, large) * product_tiles(p->m, large) * p->batch >= PRODUCT_BLOCKS)
        l = cm_cuda_add(b, (uint32_t)kernels[PRODUCT_LARGE], product_tiles(p->n, large), product_tiles(p->m, large),
                        p->batch);
    else
        l = cm_cuda_add(b, (uint32_t)kernels[PRODUCT_TILES], product_tiles(p->n, tile), product_tiles(p->m, tile),
                        p->batch * p->split);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.gemm, p, sizeof *p);
    if (p->split == 1) return CAMEO_OK;
    l = cm_cuda_add_elements(b, (uint32_t)kernels[PRODUCT_SUM], p->m * p->n * p->batch);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.gemm, p, sizeof *p);
    return CAMEO_OK;
}

/* Strides over the batch dims of y, which are the first n; the last two dims of x are its matrix. */
static void product_batch(const cm_cuda_strided *x, uint32_t n, int64_t strides[CM_CUDA_RANK]) {
    const cameo_tensor *t = &x->o.t;
    const uint32_t own = t->rank < 2 ? 0 : t->rank - 2; /* batch dims of x, aligned to the right */
    for (uint32_t i = 0; i < n; i++) {
        const bool there = i + own >= n;
        const uint32_t d = there ? i + own - n : 0;
        strides[i] = there && t->dims[d] != 1 ? x->strides[d] : 0;
    }
}

/* Sizes of the products that A and B of MatMul are, strides of their matrices, and a space over the batch with strides
 * of A, B and y. One matrix B for all of A is one product of more rows, unless something else has a number for each row
 * of A. */
typedef struct product_sizes {
    int64_t m, n, k, batch;
    int64_t a_row, a_col, b_row, b_col;
    cm_cuda_space space;
} product_sizes;

static void product_measure(const cm_cuda_strided *lhs, const cm_cuda_strided *rhs, const cameo_tensor *y,
                            bool rows_differ, product_sizes *z) {
    const cameo_tensor *a = &lhs->o.t, *w = &rhs->o.t;
    int64_t strides[3][CM_CUDA_RANK], one[CM_CUDA_STRIDES] = {0};
    uint32_t own = (a->rank > 1 ? 1u : 0u) + (w->rank > 1 ? 1u : 0u);
    memset(z, 0, sizeof *z);
    z->k = a->dims[a->rank - 1];
    z->m = a->rank < 2 ? 1 : a->dims[a->rank - 2];
    z->n = w->rank < 2 ? 1 : w->dims[w->rank - 1];
    z->a_row = a->rank < 2 ? z->k : lhs->strides[a->rank - 2];
    z->a_col = lhs->strides[a->rank - 1];
    z->b_row = rhs->strides[w->rank < 2 ? 0 : w->rank - 2];
    z->b_col = w->rank < 2 ? 1 : rhs->strides[w->rank - 1];
    z->batch = 1;
    z->space.n_tensors = 3;
    product_batch(lhs, y->rank - own, strides[0]);
    product_batch(rhs, y->rank - own, strides[1]);
    for (uint32_t i = y->rank - own; i-- > 0; z->batch *= y->dims[i]) strides[2][i] = z->batch * z->m * z->n;
    for (uint32_t i = 0; i < y->rank - own; i++) {
        for (uint32_t t = 0; t < 3; t++) one[t] = strides[t][i];
        cm_cuda_space_add(&z->space, y->dims[i], one);
    }
    const cm_cuda_space *s = &z->space;
    if (!rows_differ && s->rank == 1 && s->strides[1][0] == 0 && s->strides[0][0] == z->m * z->a_row) {
        z->m *= s->dims[0];
        z->batch = 1;
        z->space.rank = 0;
    }
}

/* Sizes and strides in a struct of params that has them. */
#define PRODUCT_SIZES(p, z)                                                                        \
    do {                                                                                           \
        (p)->m = (z)->m;                                                                           \
        (p)->n = (z)->n;                                                                           \
        (p)->k = (z)->k;                                                                           \
        (p)->batch = (z)->batch;                                                                   \
        (p)->a_row = (z)->a_row;                                                                   \
        (p)->a_col = (z)->a_col;                                                                   \
        (p)->b_row = (z)->b_row;                                                                   \
        (p)->b_col = (z)->b_col;                                                                   \
        (p)->rank = (z)->space.rank;                                                               \
        memcpy((p)->dims, (z)->space.dims, sizeof(p)->dims);                                       \
        memcpy((p)->a_strides, (z)->space.strides[0], sizeof(p)->a_strides);                       \
        memcpy((p)->b_strides, (z)->space.strides[1], sizeof(p)->b_strides);                       \
    } while (0)

cameo_status cm_cuda_launch_matmul(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_strided a, w;
    cm_cuda_operand y;
    product_sizes z;
    if (!cm_cuda_in_strided(b, 0, &a) || !cm_cuda_in_strided(b, 1, &w) || !cm_cuda_out(b, 0, &y))
        return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    product_measure(&a, &w, &y.t, false, &z);
    struct cm_cuda_gemm_params p = {.a = a.o.at, .b = w.o.at, .y = y.at, .alpha = 1, .beta = 1};
    PRODUCT_SIZES(&p, &z);
    return product_add(b, &op->i[PRODUCT_KERNELS], &p);
}

cameo_status cm_cuda_launch_gemm(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand a, w, c, y;
    bool trans_a = op->i[0] != 0, trans_b = op->i[1] != 0;
    if (!cm_cuda_in(b, 0, &a) || !cm_cuda_in(b, 1, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    struct cm_cuda_gemm_params p = {
        .a = a.at, .b = w.at, .y = y.at, .m = y.t.dims[0], .n = y.t.dims[1], .batch = 1, .alpha = op->f[0]};
    p.beta = op->f[1];
    p.k = a.t.dims[trans_a ? 0 : 1];
    p.a_row = trans_a ? 1 : p.k;
    p.a_col = trans_a ? p.m : 1;
    p.b_row = trans_b ? 1 : p.n;
    p.b_col = trans_b ? p.k : 1;
    if (!cm_cuda_has(b->c, 2)) return product_add(b, &op->i[PRODUCT_KERNELS], &p);
    if (!cm_cuda_in(b, 2, &c)) return cm_cuda_absent(b);
    int64_t strides[CM_CUDA_RANK];
    cm_cuda_broadcast(&c, &y.t, strides);
    p.c = c.at;
    p.c_row = strides[0];
    p.c_col = strides[1];
    return product_add(b, &op->i[PRODUCT_KERNELS], &p);
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
    CONV_SUM = 18,
    CONV_POINTS = 19, /* four kernels of the product that it is where windows are points */
    CONV_LAST = 23,   /* those that read channels last: of tiles, of large ones, for one channel of a group */
    CONV_LAST_LARGE = 24,
    CONV_LAST_DEPTHWISE = 25
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

/* Are windows points, and positions whole packs of 16 bytes, as far as dims are known? */
static bool conv_reads_packs(const cameo_op_context *c, uint32_t weights) {
    cameo_tensor x, w, y;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, weights, &w) || !cameo_op_output(c, 0, &y)) return false;
    int64_t bytes = cameo_dtype_bits(x.dtype) / 8;
    for (uint32_t d = 2; d < x.rank; d++) {
        if (d >= w.rank || d >= y.rank || w.dims[d] != 1 || x.dims[d] < 0 || x.dims[d] != y.dims[d]) return false;
        bytes *= x.dims[d];
    }
    return bytes % 16 == 0;
}

static bool conv_attrs(const cameo_op_context *c, cm_cuda_op *op) {
    cameo_tensor x;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    if (x.rank < 3 || x.rank > 5) return cameo_op_decline(c, "not one to three spatial axes");
    uint32_t n = x.rank - 2;
    op->i[CONV_AXES] = n;
    (void)cm_cuda_window(c, "strides", n, 1, op->i + CONV_STRIDE);
    (void)cm_cuda_window(c, "dilations", n, 1, op->i + CONV_DILATION);
    (void)cm_cuda_window(c, "pads", n, 0, op->i + CONV_PAD);
    op->i[CONV_AUTO] = cm_cuda_auto_pad(c);
    op->i[CONV_GROUPS] = cm_cuda_attr_int(c, "group", 1);
    return op->i[CONV_GROUPS] > 0 || cameo_op_decline(c, "no groups");
}

/* Are x, w and a bias of one type? */
static bool conv_types(const cameo_op_context *c) {
    return (cm_cuda_same_type(c, 0, 1) && (!cm_cuda_has(c, 2) || cm_cuda_same_type(c, 0, 2))) ||
           cameo_op_decline(c, "inputs of two types");
}

bool cm_cuda_match_conv(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    if (!conv_types(c) || !conv_attrs(c, op)) return false;
    op->i[CONV_DEPTHWISE] = cm_cuda_kernel_like(c, 0, "conv_depthwise");
    op->i[CONV_LARGE] = cm_cuda_kernel_like(c, 0, "conv_large");
    op->i[CONV_SUM] = cm_cuda_kernel_like(c, 0, "conv_sum");
    op->reads_packs = conv_reads_packs(c, 1);
    op->i[CONV_LAST] = cm_cuda_kernel_like(c, 0, "conv_last");
    op->i[CONV_LAST_LARGE] = cm_cuda_kernel_like(c, 0, "conv_last_large");
    op->i[CONV_LAST_DEPTHWISE] = cm_cuda_kernel_like(c, 0, "conv_depthwise_last");
    return cm_cuda_match_kernel(c, 0, "conv", op) && product_kernels(c, &op->i[CONV_POINTS]);
}

bool cm_cuda_match_conv_transpose(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    int64_t shape[3];
    (void)rule;
    if (!conv_types(c) || !conv_attrs(c, op)) return false;
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
    p->last = (x->last ? CM_CUDA_X_LAST : 0) | (y->last ? CM_CUDA_Y_LAST : 0);
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

/* Is every window one element of x, and they the positions of the result, one after the other? */
static bool conv_is_pointwise(const struct cm_cuda_conv_params *p) {
    for (int i = 0; i < 3; i++)
        if (p->kernel[i] != 1 || p->stride[i] != 1 || p->pad[i] != 0 || p->in[i] != p->out[i]) return false;
    return true;
}

/* Then it is a product of the weights [m][c] of each group and x [c][positions], of which there are n * groups. */
static cameo_status conv_add_product(cm_cuda_build *b, const cm_cuda_op *op, const struct cm_cuda_conv_params *c,
                                     int64_t positions) {
    struct cm_cuda_gemm_params p = {.a = c->w, .b = c->x, .c = c->bias, .y = c->y, .m = c->m, .n = positions};
    p.k = c->c;
    p.batch = c->n * c->groups;
    p.alpha = p.beta = 1;
    p.a_row = c->c;
    p.a_col = 1;
    p.b_row = positions;
    p.b_col = 1;
    p.c_row = 1;
    p.rank = 2;
    p.dims[0] = c->n;
    p.dims[1] = c->groups;
    p.a_strides[1] = c->m * c->c;
    p.b_strides[0] = c->groups * c->c * positions;
    p.b_strides[1] = c->c * positions;
    p.c_strides[1] = c->m;
    return product_add(b, &op->i[CONV_POINTS], &p);
}

/* With channels last, of one group, it is one product of x [n * positions][c] and the weights, turned. */
static cameo_status conv_add_product_last(cm_cuda_build *b, const cm_cuda_op *op, const struct cm_cuda_conv_params *c,
                                          int64_t positions) {
    struct cm_cuda_gemm_params p = {.a = c->x, .b = c->w, .c = c->bias, .y = c->y, .n = c->m, .k = c->c};
    p.m = c->n * positions;
    p.batch = 1;
    p.alpha = p.beta = 1;
    p.a_row = c->c;
    p.a_col = 1;
    p.b_row = 1;
    p.b_col = c->c;
    p.c_col = 1;
    return product_add(b, &op->i[CONV_POINTS], &p);
}

/* Tiles of this size along positions (with channels last of all samples) and channels, and for what else there is; how
 * many they are. */
static int64_t conv_grid(const struct cm_cuda_conv_params *p, int64_t positions, int64_t tile, int64_t grid[3]) {
    const bool last = (p->last & CM_CUDA_X_LAST) != 0;
    grid[0] = product_tiles(last ? p->n * positions : positions, tile);
    grid[1] = product_tiles(p->m, tile);
    grid[2] = last ? p->groups : p->n * p->groups;
    return grid[0] * grid[1] * grid[2];
}

/* The launches of a convolution whose params are filled but for split; n: elements of the result. */
static cameo_status conv_add(cm_cuda_build *b, const cm_cuda_op *op, struct cm_cuda_conv_params *p, int64_t positions,
                             int64_t n) {
    const bool depthwise = p->c == 1, last = (p->last & CM_CUDA_X_LAST) != 0, points = conv_is_pointwise(p);
    int64_t grid[3], large[3];
    const int64_t tiles = conv_grid(p, positions, CM_CUDA_GEMM_TILE, grid);
    const bool many = conv_grid(p, positions, CM_CUDA_GEMM_LARGE, large) >= PRODUCT_BLOCKS;
    cm_cuda_launch *l;
    if (!depthwise && points && p->last == 0) return conv_add_product(b, op, p, positions);
    if (!depthwise && points && p->groups == 1 && p->last == (CM_CUDA_X_LAST | CM_CUDA_Y_LAST))
        return conv_add_product_last(b, op, p, positions);
    p->split = depthwise ? 1 : product_split(tiles, p->c * p->kernel[0] * p->kernel[1] * p->kernel[2], n * 4);
    if (p->split > 1 && !cm_cuda_workspace(b, &p->parts)) p->split = 1;
    if (depthwise)
        l = cm_cuda_add_elements(b, (uint32_t)op->i[last ? CONV_LAST_DEPTHWISE : CONV_DEPTHWISE], n);
    else if (many)
        l = cm_cuda_add(b, (uint32_t)op->i[last ? CONV_LAST_LARGE : CONV_LARGE], large[0], large[1], large[2]);
    else
        l = cm_cuda_add(b, last ? (uint32_t)op->i[CONV_LAST] : op->kernel, grid[0], grid[1], grid[2] * p->split);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.conv, p, sizeof *p);
    if (p->split == 1) return CAMEO_OK;
    l = cm_cuda_add_elements(b, (uint32_t)op->i[CONV_SUM], n);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.conv, p, sizeof *p);
    return CAMEO_OK;
}

/* Pads of the begins, which auto_pad and the dims decide; how many positions the result has. */
static int64_t conv_pads(const cm_cuda_op *op, struct cm_cuda_conv_params *p) {
    int64_t positions = 1, auto_pad = op->i[CONV_AUTO];
    for (int i = 0; i < 3; i++) {
        positions *= p->out[i];
        if (auto_pad == CM_CUDA_PAD_VALID) p->pad[i] = 0;
        if (auto_pad != CM_CUDA_PAD_UPPER && auto_pad != CM_CUDA_PAD_LOWER) continue;
        int64_t total = (p->out[i] - 1) * p->stride[i] + (p->kernel[i] - 1) * p->dilation[i] + 1 - p->in[i];
        p->pad[i] = total > 0 ? cm_cuda_pad_begin(auto_pad, total) : 0;
    }
    return positions;
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
    int64_t positions = conv_pads(op, &p);
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

/* ---- bytes ---- */

/* i: the types of A and B; whether A's rows have numbers of their own, the steps of the zero numbers of A and B and of
 * their scales; of convolutions CONV_AXES to CONV_GROUPS, and behind them the rest. */
enum { INTEGER_A = 15, INTEGER_B, INTEGER_A_ZERO, INTEGER_B_ZERO, INTEGER_A_SCALE, INTEGER_B_SCALE };

/* Which inputs an operator has: operands, their zero numbers and scales, the scale and the zero number of the result,
 * and a bias; NONE: it has none. B of MatMul is of columns, its A of rows; a convolution's W is of rows. */
#define NONE UINT32_MAX
typedef struct integer_inputs {
    uint32_t a, b, a_zero, b_zero, a_scale, b_scale, y_scale, y_zero, bias;
} integer_inputs;

static const integer_inputs integer_matmul = {0, 1, 2, 3, NONE, 4, NONE, NONE, 5},
                            linear_matmul = {0, 3, 2, 5, 1, 4, 6, 7, 8},
                            integer_conv = {1, 0, 3, 2, NONE, NONE, NONE, NONE, NONE},
                            linear_conv = {3, 0, 5, 2, 4, 1, 6, 7, 8};

static const integer_inputs *integer_inputs_of(const cm_cuda_op *op) {
    const cm_cuda_rule *rule = &cm_cuda_rules[op->rule];
    if (rule->launch == cm_cuda_launch_integer_matmul) return rule->code != 0 ? &linear_matmul : &integer_matmul;
    return rule->code != 0 ? &linear_conv : &integer_conv;
}

static bool integer_has(const cameo_op_context *c, uint32_t i) { return i != NONE && cm_cuda_has(c, i); }

/* Is input i, if it is given, of this type, with one number or one for each of `lines`? */
static bool integer_lines(const cameo_op_context *c, uint32_t i, int64_t dtype, int64_t lines, int64_t *step) {
    cameo_tensor t;
    *step = 0;
    if (i == NONE || !cameo_op_input(c, i, &t)) return true;
    if ((int64_t)t.dtype != dtype) return cameo_op_decline(c, "inputs of two types");
    int64_t n = 1;
    for (uint32_t d = 0; d < t.rank && n >= 0; d++) n = t.dims[d] < 0 ? -1 : n * t.dims[d];
    if (n == 1) return true;
    *step = 1;
    return (n >= 0 && n == lines && t.rank == 1) || cameo_op_decline(c, "scales or zero points in another form");
}

/* Types and steps; a_lines, b_lines: how many rows A and columns B has, -1 if that is not known. */
static bool integer_match(const cameo_op_context *c, const integer_inputs *in, int64_t a_lines, int64_t b_lines,
                          cm_cuda_op *op) {
    cameo_tensor a, b, y;
    if (!cameo_op_input(c, in->a, &a) || !cameo_op_input(c, in->b, &b) || !cameo_op_output(c, 0, &y))
        return cameo_op_decline(c, "an input is absent");
    bool bytes = (a.dtype == CAMEO_UINT8 || a.dtype == CAMEO_INT8) && (b.dtype == CAMEO_UINT8 || b.dtype == CAMEO_INT8);
    if (!bytes) return cameo_op_decline(c, "no kernel for its type");
    op->i[INTEGER_A] = a.dtype;
    op->i[INTEGER_B] = b.dtype;
    if (in->y_zero != NONE && y.dtype != CAMEO_UINT8 && y.dtype != CAMEO_INT8)
        return cameo_op_decline(c, "no kernel for its type");
    int64_t bias_step;
    return integer_lines(c, in->a_zero, a.dtype, a_lines, &op->i[INTEGER_A_ZERO]) &&
           integer_lines(c, in->b_zero, b.dtype, b_lines, &op->i[INTEGER_B_ZERO]) &&
           integer_lines(c, in->a_scale, CAMEO_FLOAT, a_lines, &op->i[INTEGER_A_SCALE]) &&
           integer_lines(c, in->b_scale, CAMEO_FLOAT, b_lines, &op->i[INTEGER_B_SCALE]) &&
           integer_lines(c, in->y_scale, CAMEO_FLOAT, 1, &bias_step);
}

static bool integer_place(const cm_cuda_build *b, uint32_t i, cm_cuda_address *at) {
    cm_cuda_operand o;
    if (!integer_has(b->c, i)) return true;
    bool has = cm_cuda_in(b, i, &o);
    *at = o.at;
    return has;
}

static bool integer_tail(const cm_cuda_build *b, const cm_cuda_op *op, const cameo_tensor *y,
                         struct cm_cuda_integer_tail *t) {
    const integer_inputs *in = integer_inputs_of(op);
    t->a_zero_step = op->i[INTEGER_A_ZERO];
    t->b_zero_step = op->i[INTEGER_B_ZERO];
    t->a_scale_step = op->i[INTEGER_A_SCALE];
    t->b_scale_step = op->i[INTEGER_B_SCALE];
    t->y_type = (int32_t)y->dtype;
    return integer_place(b, in->a_zero, &t->a_zero) && integer_place(b, in->b_zero, &t->b_zero) &&
           integer_place(b, in->a_scale, &t->a_scale) && integer_place(b, in->b_scale, &t->b_scale) &&
           integer_place(b, in->y_scale, &t->y_scale) && integer_place(b, in->y_zero, &t->y_zero) &&
           integer_place(b, in->bias, &t->bias);
}

static cameo_status integer_add(cm_cuda_build *b, const struct cm_cuda_qgemm_params *p) {
    const int64_t tile = CM_CUDA_GEMM_TILE, large = CM_CUDA_GEMM_LARGE;
    bool many = product_tiles(p->n, large) * product_tiles(p->m, large) * p->batch >= PRODUCT_BLOCKS;
    int64_t size = many ? large : tile;
    cm_cuda_launch *l = cm_cuda_add(b, many ? CM_CUDA_KERNEL_qgemm_large : CM_CUDA_KERNEL_qgemm,
                                    product_tiles(p->n, size), product_tiles(p->m, size), p->batch);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.qgemm, p, sizeof *p);
    return CAMEO_OK;
}

/* code: 1 of QLinearMatMul, 0 of MatMulInteger, which rewrite `qlinear` gives floats: a scale and a bias of columns. */
bool cm_cuda_match_integer_matmul(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    const integer_inputs *in = rule->code != 0 ? &linear_matmul : &integer_matmul;
    cameo_tensor a, w;
    if (!cameo_op_input(c, in->a, &a) || !cameo_op_input(c, in->b, &w) || a.rank == 0 || w.rank == 0)
        return cameo_op_decline(c, "an input is absent");
    op->kernel = CM_CUDA_KERNEL_qgemm;
    return integer_match(c, in, a.rank < 2 ? 1 : a.dims[a.rank - 2], w.rank < 2 ? 1 : w.dims[w.rank - 1], op);
}

cameo_status cm_cuda_launch_integer_matmul(cm_cuda_build *b, const cm_cuda_op *op) {
    const integer_inputs *in = integer_inputs_of(op);
    struct cm_cuda_qgemm_params p = {0};
    cm_cuda_operand a, w, y;
    cm_cuda_strided lhs, rhs;
    product_sizes z;
    if (!cm_cuda_in(b, in->a, &a) || !cm_cuda_in(b, in->b, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    if (!integer_tail(b, op, &y.t, &p.tail)) return cm_cuda_absent(b);
    cm_cuda_dense(&a, &lhs);
    cm_cuda_dense(&w, &rhs);
    product_measure(&lhs, &rhs, &y.t, p.tail.a_zero_step != 0 || p.tail.a_scale_step != 0, &z);
    PRODUCT_SIZES(&p, &z);
    p.a = a.at;
    p.b = w.at;
    p.y = y.at;
    p.a_type = (int32_t)op->i[INTEGER_A];
    p.b_type = (int32_t)op->i[INTEGER_B];
    p.tail.bias_column_step = 1;
    return integer_add(b, &p);
}

/* code: 1 of QLinearConv, 0 of ConvInteger. */
bool cm_cuda_match_integer_conv(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    const integer_inputs *in = rule->code != 0 ? &linear_conv : &integer_conv;
    cameo_tensor w;
    if (!conv_attrs(c, op)) return false;
    if (!cameo_op_input(c, in->a, &w)) return cameo_op_decline(c, "an input is absent");
    op->reads_packs = conv_reads_packs(c, in->a);
    op->kernel = CM_CUDA_KERNEL_qconv;
    return integer_match(c, in, w.dims[0], 1, op);
}

/* With channels last a convolution of points is one product of x [n * positions][c] and the weights, turned. */
static cameo_status integer_add_last(cm_cuda_build *b, const struct cm_cuda_qconv_params *c, int64_t positions) {
    struct cm_cuda_qgemm_params q = {.a = c->conv.x, .b = c->conv.w, .y = c->conv.y, .n = c->conv.m, .k = c->conv.c};
    q.m = c->conv.n * positions;
    q.batch = 1;
    q.a_row = q.k;
    q.a_col = 1;
    q.b_row = 1;
    q.b_col = q.k;
    q.a_type = c->x_type;
    q.b_type = c->w_type;
    q.tail = c->tail;
    q.tail.a_zero = c->tail.b_zero;
    q.tail.a_zero_step = c->tail.b_zero_step;
    q.tail.a_scale = c->tail.b_scale;
    q.tail.a_scale_step = c->tail.b_scale_step;
    q.tail.b_zero = c->tail.a_zero;
    q.tail.b_zero_step = c->tail.a_zero_step;
    q.tail.b_scale = c->tail.a_scale;
    q.tail.b_scale_step = c->tail.a_scale_step;
    q.tail.bias_row_step = 0;
    q.tail.bias_column_step = 1;
    return integer_add(b, &q);
}

cameo_status cm_cuda_launch_integer_conv(cm_cuda_build *b, const cm_cuda_op *op) {
    const integer_inputs *in = integer_inputs_of(op);
    struct cm_cuda_qconv_params p = {0};
    cm_cuda_operand x, w, y;
    if (!cm_cuda_in(b, in->b, &x) || !cm_cuda_in(b, in->a, &w) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    if (!integer_tail(b, op, &y.t, &p.tail)) return cm_cuda_absent(b);
    conv_params(&p.conv, op, &x, &w, &y);
    int64_t positions = conv_pads(op, &p.conv);
    p.w_type = (int32_t)op->i[INTEGER_A];
    p.x_type = (int32_t)op->i[INTEGER_B];
    p.tail.bias_row_step = 1;
    const bool points = p.conv.groups == 1 && conv_is_pointwise(&p.conv);
    if (points && p.conv.last == (CM_CUDA_X_LAST | CM_CUDA_Y_LAST)) return integer_add_last(b, &p, positions);
    if (points && p.conv.last == 0) {
        struct cm_cuda_qgemm_params q = {.a = w.at, .b = x.at, .y = y.at, .m = p.conv.m, .n = positions};
        q.tail = p.tail;
        q.k = p.conv.c;
        q.batch = p.conv.n;
        q.a_row = q.k;
        q.a_col = 1;
        q.b_row = positions;
        q.b_col = 1;
        q.rank = 1;
        q.dims[0] = q.batch;
        q.b_strides[0] = q.k * positions;
        q.a_type = p.w_type;
        q.b_type = p.x_type;
        return integer_add(b, &q);
    }
    int64_t grid[3];
    (void)conv_grid(&p.conv, positions, CM_CUDA_GEMM_TILE, grid);
    cm_cuda_launch *l =
        cm_cuda_add(b, x.last ? CM_CUDA_KERNEL_qconv_last : op->kernel, grid[0], grid[1], grid[2]);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.qconv, &p, sizeof p);
    return CAMEO_OK;
}

uint32_t cm_cuda_weights_of(const cm_cuda_op *op) {
    const cm_cuda_rule *rule = &cm_cuda_rules[op->rule];
    if (rule->launch == cm_cuda_launch_conv) return 1;
    return rule->launch == cm_cuda_launch_integer_conv ? integer_inputs_of(op)->a : CAMEO_NO_ID;
}

/* ---- bits ---- */

/* i: bits, block_size; K, N; the kernels for few rows and for large tiles */
enum { NBITS_BITS, NBITS_BLOCK, NBITS_K, NBITS_N, NBITS_FEW, NBITS_LARGE };
enum { NBITS_ZEROS = 3, NBITS_GROUPS, NBITS_BIAS }; /* inputs that may be absent */

bool cm_cuda_match_nbits(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor zeros;
    (void)rule;
    op->i[NBITS_BITS] = cm_cuda_attr_int(c, "bits", 4);
    op->i[NBITS_BLOCK] = cm_cuda_attr_int(c, "block_size", 0);
    op->i[NBITS_K] = cm_cuda_attr_int(c, "K", 0);
    op->i[NBITS_N] = cm_cuda_attr_int(c, "N", 0);
    op->i[NBITS_FEW] = cm_cuda_kernel_like(c, 0, "nbits_gemv");
    op->i[NBITS_LARGE] = cm_cuda_kernel_like(c, 0, "nbits_large");
    if (cm_cuda_has(c, NBITS_GROUPS)) return cameo_op_decline(c, "with g_idx");
    if (!cm_cuda_same_type(c, 0, 2) || (cm_cuda_has(c, NBITS_BIAS) && !cm_cuda_same_type(c, 0, NBITS_BIAS)) ||
        (cameo_op_input(c, NBITS_ZEROS, &zeros) && zeros.dtype != CAMEO_UINT8 && !cm_cuda_same_type(c, 0, NBITS_ZEROS)))
        return cameo_op_decline(c, "inputs of two types");
    return cm_cuda_match_kernel(c, 0, "nbits", op);
}

cameo_status cm_cuda_launch_nbits(cm_cuda_build *b, const cm_cuda_op *op) {
    const int64_t tile = CM_CUDA_GEMM_TILE, large = CM_CUDA_GEMM_LARGE;
    struct cm_cuda_nbits_params p = {0};
    cm_cuda_operand a, w, scales, zeros = {0}, bias = {0}, y;
    cm_cuda_launch *l;
    if (!cm_cuda_in(b, 0, &a) || !cm_cuda_in(b, 1, &w) || !cm_cuda_in(b, 2, &scales) || !cm_cuda_out(b, 0, &y))
        return cm_cuda_absent(b);
    if (cm_cuda_has(b->c, NBITS_ZEROS) && !cm_cuda_in(b, NBITS_ZEROS, &zeros)) return cm_cuda_absent(b);
    if (cm_cuda_has(b->c, NBITS_BIAS) && !cm_cuda_in(b, NBITS_BIAS, &bias)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    p.a = a.at;
    p.b = w.at;
    p.scales = scales.at;
    p.zeros = zeros.at;
    p.bias = bias.at;
    p.y = y.at;
    p.k = op->i[NBITS_K];
    p.n = op->i[NBITS_N];
    p.m = y.n / p.n;
    p.block = op->i[NBITS_BLOCK];
    p.blocks = (p.k + p.block - 1) / p.block;
    p.bits = (int32_t)op->i[NBITS_BITS];
    p.zero_type = (int32_t)zeros.t.dtype;
    bool fits = w.n == p.n * p.blocks * (p.block * p.bits / 8) && scales.n == p.n * p.blocks &&
                (zeros.at == 0 ||
                 zeros.n == p.n * (p.zero_type == CAMEO_UINT8 ? (p.blocks * p.bits + 7) / 8 : p.blocks)) &&
                (bias.at == 0 || bias.n == p.n);
    if (!fits) return cameo_op_fail(b->c, CAMEO_E_SHAPE, "B, scales, zero points or bias do not fit to K and N");
    if (p.m <= CM_CUDA_GEMV_ROWS)
        l = cm_cuda_add(b, (uint32_t)op->i[NBITS_FEW], product_tiles(p.n, CM_CUDA_BLOCK / 32), 1, 1);
    else if (product_tiles(p.n, large) * product_tiles(p.m, large) >= PRODUCT_BLOCKS)
        l = cm_cuda_add(b, (uint32_t)op->i[NBITS_LARGE], product_tiles(p.n, large), product_tiles(p.m, large), 1);
    else
        l = cm_cuda_add(b, op->kernel, product_tiles(p.n, tile), product_tiles(p.m, tile), 1);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.nbits, &p, sizeof p);
    return CAMEO_OK;
}

/* ---- TF32 ---- */

void cm_cuda_use_tf32(cm_cuda_op *op) {
    static const struct {
        uint32_t exact, rounded;
    } kernels[] = {{CM_CUDA_KERNEL_gemm_f32, CM_CUDA_KERNEL_gemm_tf32},
                   {CM_CUDA_KERNEL_gemm_large_f32, CM_CUDA_KERNEL_gemm_large_tf32},
                   {CM_CUDA_KERNEL_conv_f32, CM_CUDA_KERNEL_conv_tf32},
                   {CM_CUDA_KERNEL_conv_large_f32, CM_CUDA_KERNEL_conv_large_tf32},
                   {CM_CUDA_KERNEL_conv_last_f32, CM_CUDA_KERNEL_conv_last_tf32},
                   {CM_CUDA_KERNEL_conv_last_large_f32, CM_CUDA_KERNEL_conv_last_large_tf32}};
    static const uint8_t tiled[] = {CONV_LARGE, CONV_LAST, CONV_LAST_LARGE};
    cameo_status (*launch)(cm_cuda_build *, const cm_cuda_op *) = cm_cuda_rules[op->rule].launch;
    bool conv = launch == cm_cuda_launch_conv;
    if (!conv && launch != cm_cuda_launch_matmul && launch != cm_cuda_launch_gemm) return;
    int64_t *products = &op->i[conv ? CONV_POINTS : PRODUCT_KERNELS];
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (op->kernel == kernels[k].exact) op->kernel = kernels[k].rounded;
        for (int i = 0; i < 4; i++)
            if (products[i] == kernels[k].exact) products[i] = kernels[k].rounded;
        for (size_t i = 0; conv && i < sizeof tiled / sizeof *tiled; i++)
            if (op->i[tiled[i]] == kernels[k].exact) op->i[tiled[i]] = kernels[k].rounded;
    }
}

#endif
