/* opt_fuse.c — Conv, Gemm and MatMul take in what follows them: BatchNormalization (into the weights),
 * Add of a constant (into the bias), Relu and Clip (into the kernel's epilogue). See opt.h.
 *
 * All of it for float only, and only where every number involved is a constant that the caller cannot
 * override. New constants are computed in double and rounded once; where a result would not be finite
 * nothing is fused. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "base/math.h"
#include "ir/opt.h"

/* ---- float constants ---- */

/* A constant float tensor as it lies. */
typedef struct opt_fuse_const {
    const uint8_t *bytes;
    bool little; /* little-endian at any alignment; else native */
    size_t n;    /* elements */
} opt_fuse_const;

/* False: value is no constant float tensor. */
static bool opt_fuse_get(const cm_ir *ir, cm_id value, opt_fuse_const *c) {
    size_t size = 0;
    if (value == CM_NONE || !cm_ir_is_const(ir, value)) return false;
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[value].init];
    c->bytes = cm_ir_const_bytes(ir, value, &size);
    c->little = cm_payload_is_little(&t->payload);
    c->n = t->n_elem;
    return t->dtype == CAMEO_FLOAT && c->bytes != NULL && size / sizeof(float) >= c->n;
}

static double opt_fuse_at(const opt_fuse_const *c, size_t i) {
    const uint8_t *p = c->bytes + i * sizeof(float);
    return (double)(c->little ? cm_f32_from_bits(cm_load_le32(p)) : cm_load_f32(p));
}

static bool opt_fuse_finite(double x) { return cm_fabs(x) <= 3.4028234663852886e38; /* FLT_MAX */ }

/* Channels of a Conv: dim 0 of its weight. 0: not a float Conv with constant weight. */
static size_t opt_fuse_conv_channels(const cm_ir *ir, cm_id conv) {
    opt_fuse_const w;
    cm_id weight = cm_ir_in(ir, conv, 1);
    if (!opt_fuse_get(ir, weight, &w) || ir->av[weight].rank < 3 || w.n == 0) return 0;
    return (size_t)ir->av[weight].dims[0];
}

/* The params field of that name, which an operator fills itself; NULL: it has none. */
static void *opt_fuse_field(const cm_ir *ir, cm_id node, const char *name) {
    const cm_op *op = ir->info[node].op;
    for (uint32_t i = 0; ir->info[node].params != NULL && i < op->n_fields; i++) {
        if (op->fields[i].kind != CM_FIELD_OWN ||
            !cm_str_is(cm_str_from_c(op->fields[i].name), name))
            continue;
        return (uint8_t *)ir->info[node].params + op->fields[i].off;
    }
    return NULL;
}

/* An epilogue is already there. */
static bool opt_fuse_is_activated(const cm_ir *ir, cm_id node) {
    int32_t activation = 0;
    const void *field = opt_fuse_field(ir, node, "activation");
    if (field != NULL) memcpy(&activation, field, sizeof activation);
    return activation != 0;
}

static int64_t opt_fuse_attr_i64(const cm_ir *ir, cm_id node, const char *name, int64_t def) {
    const cm_attr *a = cm_ir_attr(ir, node, name);
    return a != NULL && a->type == CM_ATTR_INT ? a->i : def;
}

static float opt_fuse_attr_f32(const cm_ir *ir, cm_id node, const char *name, float def) {
    const cm_attr *a = cm_ir_attr(ir, node, name);
    return a != NULL && a->type == CM_ATTR_FLOAT ? a->f : def;
}

/* The results of `node` now come from `into`, whose own were read by node alone. */
static cameo_status opt_fuse_absorb(cm_opt *o, cm_id node, cm_id into) {
    cm_id y = cm_ir_out(o->ir, node, 0);
    cm_id x = cm_ir_out(o->ir, into, 0);
    CM_TRY(cm_opt_kill(o, node));
    CM_TRY(cm_opt_take_over(o, y, x));
    return cm_opt_touch(o, into, false);
}

/* ---- BatchNormalization ---- */

/* BatchNormalization that only scales and shifts, in inference. */
static bool opt_fuse_is_affine(const cm_ir *ir, cm_id node) {
    int since = ir->info[node].since;
    if (since < 7 && opt_fuse_attr_i64(ir, node, "is_test", 0) == 0) return false;
    if (since < 9 && opt_fuse_attr_i64(ir, node, "spatial", 1) == 0) return false;
    if (since >= 14 && opt_fuse_attr_i64(ir, node, "training_mode", 0) != 0) return false;
    for (uint32_t i = 1; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE && cm_ir_use_count(ir, v) != 0) return false;
    }
    return true;
}

/* w[m][..] * f[m] and (b[m] - mean[m]) * f[m] + shift[m], f = scale / sqrt(var + epsilon); false where
 * one of them is not finite. */
static bool opt_fuse_scale(const opt_fuse_const *w, const opt_fuse_const *b,
                           const opt_fuse_const *bn, double epsilon, float *w_out, float *b_out,
                           size_t channels) {
    size_t per_channel = w->n / channels;
    for (size_t m = 0; m < channels; m++) {
        double var = opt_fuse_at(&bn[3], m) + epsilon;
        if (!(var > 0)) return false;
        double f = opt_fuse_at(&bn[0], m) / cm_sqrt(var);
        double shift = ((b != NULL ? opt_fuse_at(b, m) : 0) - opt_fuse_at(&bn[2], m)) * f +
                       opt_fuse_at(&bn[1], m);
        if (!opt_fuse_finite(shift)) return false;
        b_out[m] = (float)shift;
        for (size_t i = m * per_channel; i < (m + 1) * per_channel; i++) {
            double x = opt_fuse_at(w, i) * f;
            if (!opt_fuse_finite(x)) return false;
            w_out[i] = (float)x;
        }
    }
    return true;
}

/* The operands of Conv and BatchNormalization; false where one is no constant of the right size. */
static bool opt_fuse_batchnorm_operands(const cm_ir *ir, cm_id conv, cm_id node, opt_fuse_const *w,
                                        opt_fuse_const *b, opt_fuse_const *bn) {
    size_t channels = opt_fuse_conv_channels(ir, conv);
    if (channels == 0 || !opt_fuse_get(ir, cm_ir_in(ir, conv, 1), w)) return false;
    b->n = 0;
    if (cm_ir_in(ir, conv, 2) != CM_NONE) {
        if (!opt_fuse_get(ir, cm_ir_in(ir, conv, 2), b) || b->n != channels) return false;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (!opt_fuse_get(ir, cm_ir_in(ir, node, i + 1), &bn[i]) || bn[i].n != channels)
            return false;
    }
    return true;
}

/* BatchNormalization(Conv(x, w, b)) = Conv(x, w', b'). */
cameo_status cm_rewrite_conv_batchnorm(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    opt_fuse_const w;
    opt_fuse_const b;
    opt_fuse_const bn[4];
    if (!cm_opt_is(ir, node, CM_OP_BatchNormalization)) return CAMEO_OK;
    cm_id conv = cm_opt_fusable(ir, node, 0, CM_OP_Conv);
    if (conv == CM_NONE || opt_fuse_is_activated(ir, conv) || !opt_fuse_is_affine(ir, node))
        return CAMEO_OK;
    if (!opt_fuse_batchnorm_operands(ir, conv, node, &w, &b, bn)) return CAMEO_OK;
    cm_id weight = cm_ir_in(ir, conv, 1);
    int64_t dims[CM_MAX_RANK] = {0};
    for (uint32_t i = 0; i < ir->av[weight].rank; i++) dims[i] = ir->av[weight].dims[i];
    int64_t channels = dims[0];
    if (channels < 1) return CAMEO_OK;
    if (!cm_opt_afford(ir, (uint64_t)w.n * 4 + (uint64_t)channels * 4, w.n)) return CAMEO_OK;
    float *w_out = CM_ARENA_NEW_N(ir->work, float, w.n);
    float *b_out = CM_ARENA_NEW_N(ir->work, float, (size_t)channels);
    if (w_out == NULL || b_out == NULL) return cm_ir_nomem(ir);
    double epsilon = (double)opt_fuse_attr_f32(ir, node, "epsilon", 1e-5f);
    if (!opt_fuse_scale(&w, b.n != 0 ? &b : NULL, bn, epsilon, w_out, b_out, (size_t)channels))
        return CAMEO_OK;
    cm_id graph = ir->t.node.row[conv].graph;
    cm_id w_new;
    cm_id b_new;
    CM_TRY(cm_ir_add_const(ir, graph, CAMEO_FLOAT, ir->av[weight].rank, dims, w_out, &w_new));
    CM_TRY(cm_ir_add_const(ir, graph, CAMEO_FLOAT, 1, &channels, b_out, &b_new));
    CM_TRY(cm_ir_set_in(ir, conv, 1, w_new));
    CM_TRY(cm_ir_set_in(ir, conv, 2, b_new));
    *changed = true;
    return opt_fuse_absorb(o, node, conv);
}

/* ---- bias ---- */

/* The input of an Add that is a constant while the other one is what `id` alone makes. */
static bool opt_fuse_find_add(const cm_ir *ir, cm_id node, cm_op_id id, cm_id *from,
                              cm_id *addend) {
    if (!cm_opt_is(ir, node, CM_OP_Add) || ir->info[node].since < 7) return false;
    for (uint32_t i = 0; i < 2; i++) {
        *from = cm_opt_fusable(ir, node, i, id);
        *addend = cm_ir_in(ir, node, 1 - i);
        if (*from != CM_NONE && *addend != CM_NONE) return true;
    }
    return false;
}

/* The addend has one number per element of dim `axis` of the sum's rank, or one for all. */
static bool opt_fuse_per_channel(const cm_ir *ir, cm_id addend, uint32_t rank, uint32_t axis,
                                 size_t channels, opt_fuse_const *c) {
    const cm_avalue *v = &ir->av[addend];
    if (!opt_fuse_get(ir, addend, c) || v->rank > rank) return false;
    if (c->n == 1) return true;
    uint32_t missing = rank - v->rank;
    return c->n == channels && axis >= missing && v->dims[axis - missing] == (int64_t)channels;
}

/* Add(Conv(x, w, b), c) = Conv(x, w, b + c) for c of shape [channels, 1, ...]. */
cameo_status cm_rewrite_conv_bias(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id conv;
    cm_id addend;
    opt_fuse_const b = {NULL, false, 0};
    opt_fuse_const c;
    if (!opt_fuse_find_add(ir, node, CM_OP_Conv, &conv, &addend)) return CAMEO_OK;
    size_t channels = opt_fuse_conv_channels(ir, conv);
    uint32_t rank = ir->av[cm_ir_out(ir, conv, 0)].rank;
    if (channels == 0 || rank == CM_RANK_UNKNOWN || rank < 3 || opt_fuse_is_activated(ir, conv))
        return CAMEO_OK;
    if (!opt_fuse_per_channel(ir, addend, rank, 1, channels, &c)) return CAMEO_OK;
    cm_id bias = cm_ir_in(ir, conv, 2);
    if (bias != CM_NONE && (!opt_fuse_get(ir, bias, &b) || b.n != channels)) return CAMEO_OK;
    if (!cm_opt_afford(ir, (uint64_t)channels * 4, channels)) return CAMEO_OK;
    float *sum = CM_ARENA_NEW_N(ir->work, float, channels);
    if (sum == NULL) return cm_ir_nomem(ir);
    for (size_t m = 0; m < channels; m++) {
        double x = opt_fuse_at(&c, c.n == 1 ? 0 : m) + (bias != CM_NONE ? opt_fuse_at(&b, m) : 0);
        if (!opt_fuse_finite(x)) return CAMEO_OK;
        sum[m] = (float)x;
    }
    int64_t dim = (int64_t)channels;
    cm_id fresh;
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[conv].graph, CAMEO_FLOAT, 1, &dim, sum, &fresh));
    CM_TRY(cm_ir_set_in(ir, conv, 2, fresh));
    *changed = true;
    return opt_fuse_absorb(o, node, conv);
}

/* Both operands of a MatMul are float matrices. */
static bool opt_fuse_is_plain_matmul(const cm_ir *ir, cm_id node) {
    for (uint32_t i = 0; i < 2; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v == CM_NONE || ir->av[v].rank != 2 || ir->av[v].dtype != CAMEO_FLOAT) return false;
    }
    return true;
}

/* Add(Gemm(a, b), c) = Gemm(a, b, c), and the same for a MatMul of matrices; c of shape [n], [1, n] or
 * with one element. */
cameo_status cm_rewrite_gemm_bias(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id gemm;
    cm_id addend;
    opt_fuse_const c;
    bool matmul = false;
    if (!opt_fuse_find_add(ir, node, CM_OP_Gemm, &gemm, &addend)) {
        matmul = opt_fuse_find_add(ir, node, CM_OP_MatMul, &gemm, &addend);
        if (!matmul || !opt_fuse_is_plain_matmul(ir, gemm)) return CAMEO_OK;
    } else if (cm_ir_in(ir, gemm, 2) != CM_NONE || opt_fuse_is_activated(ir, gemm) ||
               ir->info[gemm].since < 7 || opt_fuse_attr_f32(ir, gemm, "beta", 1.0f) != 1.0f) {
        return CAMEO_OK;
    }
    const cm_avalue *y = &ir->av[cm_ir_out(ir, gemm, 0)];
    if (y->rank != 2 || y->dtype != CAMEO_FLOAT || !cm_dim_is_const(y->dims[1]) || y->dims[1] <= 0)
        return CAMEO_OK;
    if (!opt_fuse_per_channel(ir, addend, 2, 1, (size_t)y->dims[1], &c)) return CAMEO_OK;
    if (matmul && !cm_opt_can_add(ir, gemm, "Gemm", 0)) return CAMEO_OK;
    if (matmul) CM_TRY(cm_opt_become(ir, gemm, "Gemm"));
    CM_TRY(cm_ir_set_in(ir, gemm, 2, addend));
    *changed = true;
    return opt_fuse_absorb(o, node, gemm);
}

/* The dims of value as the target of a Reshape, -1 for a free one; false where two are free or one may be 0. */
static bool opt_fuse_target(const cm_ir *ir, cm_id value, int64_t *target) {
    const cm_avalue *v = &ir->av[value];
    uint32_t n_free = 0;
    for (uint32_t i = 0; i < v->rank; i++) {
        bool known = cm_dim_is_const(v->dims[i]);
        if (known && v->dims[i] <= 0) return false;
        target[i] = known ? v->dims[i] : -1;
        n_free += !known;
    }
    return n_free <= 1;
}

/* value -> Reshape to target [n] -> out, before node. */
static cameo_status opt_fuse_reshape(cm_opt *o, cm_id node, cm_id value, const int64_t *target,
                                     uint32_t n, cm_id out) {
    cm_ir *ir = o->ir;
    int64_t dim = n;
    cm_id in[2] = {value, CM_NONE}, added;
    int64_t *data = CM_ARENA_NEW_N(ir->work, int64_t, n);
    if (data == NULL) return cm_ir_nomem(ir);
    memcpy(data, target, n * sizeof *data);
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, 1, &dim, data, &in[1]));
    CM_TRY(cm_opt_add(o, node, "Reshape", in, 2, out, &added));
    return cm_infer_node(ir, added);
}

/* The MatMul of more than two dims by a constant matrix that `node` adds a row of constants to; else CM_NONE. */
static cm_id opt_fuse_deep_matmul(const cm_ir *ir, cm_id node, cm_id *addend) {
    cm_id matmul;
    opt_fuse_const w, c;
    if (!opt_fuse_find_add(ir, node, CM_OP_MatMul, &matmul, addend)) return CM_NONE;
    cm_id x = cm_ir_in(ir, matmul, 0), weight = cm_ir_in(ir, matmul, 1);
    uint32_t rank = x == CM_NONE ? CM_RANK_UNKNOWN : ir->av[x].rank;
    if (rank == CM_RANK_UNKNOWN || rank < 3 || ir->av[x].dtype != CAMEO_FLOAT) return CM_NONE;
    if (!opt_fuse_get(ir, weight, &w) || ir->av[weight].rank != 2 || w.n == 0) return CM_NONE;
    if (ir->av[*addend].rank > 2 || opt_fuse_is_activated(ir, matmul)) return CM_NONE;
    size_t columns = (size_t)ir->av[weight].dims[1];
    return opt_fuse_per_channel(ir, *addend, rank, rank - 1, columns, &c) ? matmul : CM_NONE;
}

/* Add(MatMul(x, w), c) = Reshape(Gemm(Reshape(x, [-1, k]), w, c)) for x of rank 3 and more: the views cost
 * nothing, and the sum no pass of its own. */
cameo_status cm_rewrite_matmul_bias(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id addend, rows;
    int64_t target[CM_MAX_RANK];
    cm_id gemm = opt_fuse_deep_matmul(ir, node, &addend);
    cm_id y = cm_ir_out(ir, node, 0);
    if (gemm == CM_NONE || y == CM_NONE || !cm_opt_can_add(ir, node, "Reshape", 2)) return CAMEO_OK;
    cm_id h = cm_ir_out(ir, gemm, 0);
    if (!opt_fuse_target(ir, h, target)) return CAMEO_OK;
    uint32_t rank = ir->av[h].rank;
    const int64_t matrix[2] = {-1, ir->av[cm_ir_in(ir, gemm, 1)].dims[0]};
    if (!cm_opt_can_add(ir, gemm, "Gemm", 0)) return CAMEO_OK;
    CM_TRY(cm_opt_become(ir, gemm, "Gemm"));
    CM_TRY(cm_ir_add_value(ir, ir->t.node.row[gemm].graph, (cm_str){NULL, 0}, &rows));
    CM_TRY(opt_fuse_reshape(o, gemm, cm_ir_in(ir, gemm, 0), matrix, 2, rows));
    CM_TRY(cm_ir_set_in(ir, gemm, 0, rows));
    CM_TRY(cm_ir_set_in(ir, gemm, 2, addend));
    CM_TRY(cm_infer_node(ir, gemm));
    CM_TRY(opt_fuse_reshape(o, node, h, target, rank, y));
    CM_TRY(cm_opt_touch(o, gemm, false));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* ---- activations ---- */

/* cm_activation of the kernels' params: what `node` clamps to. */
enum { OPT_FUSE_RELU = 1, OPT_FUSE_CLIP = 2 };

/* Bounds of Relu and Clip; 0: neither, or the bounds are not constant. */
static int32_t opt_fuse_bounds(const cm_ir *ir, cm_id node, float *lo, float *hi) {
    *lo = 0;
    *hi = 3.4028234663852886e38f;
    if (cm_opt_is(ir, node, CM_OP_Relu)) return OPT_FUSE_RELU;
    const cm_node *n = &ir->t.node.row[node];
    if (!cm_str_is(n->op_type, "Clip") || cm_domain_normal(n->domain).n != 0) return 0;
    if ((ir->info[node].op->flags & CM_OPF_RANDOM) != 0) return 0; /* a caller's, in its place */
    float bound[2] = {-*hi, *hi};
    for (uint32_t i = 0; i < 2; i++) {
        opt_fuse_const c;
        cm_id v = cm_ir_in(ir, node, i + 1);
        if (v == CM_NONE) continue;
        if (!opt_fuse_get(ir, v, &c) || c.n != 1) return 0;
        bound[i] = (float)opt_fuse_at(&c, 0);
    }
    *lo = bound[0];
    *hi = bound[1];
    return *lo <= *hi ? OPT_FUSE_CLIP : 0; /* false for NaN, too */
}

/* Relu and Clip of a float Conv, Gemm or MatMul whose kernels have an epilogue. */
cameo_status cm_rewrite_activation(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    float lo;
    float hi;
    int32_t activation = opt_fuse_bounds(ir, node, &lo, &hi);
    if (activation == 0) return CAMEO_OK;
    cm_id from = cm_opt_fusable(ir, node, 0, CM_OP_Conv);
    if (from == CM_NONE) from = cm_opt_fusable(ir, node, 0, CM_OP_Gemm);
    if (from == CM_NONE) from = cm_opt_fusable(ir, node, 0, CM_OP_MatMul);
    if (from == CM_NONE || opt_fuse_is_activated(ir, from)) return CAMEO_OK;
    if (ir->info[node].provider != 0 || ir->info[from].provider != 0) return CAMEO_OK;
    void *field = opt_fuse_field(ir, from, "activation");
    void *field_lo = opt_fuse_field(ir, from, "act_lo");
    void *field_hi = opt_fuse_field(ir, from, "act_hi");
    if (field == NULL || field_lo == NULL || field_hi == NULL) return CAMEO_OK;
    if (ir->av[cm_ir_out(ir, from, 0)].dtype != CAMEO_FLOAT) return CAMEO_OK;
    memcpy(field, &activation, sizeof activation);
    memcpy(field_lo, &lo, sizeof lo);
    memcpy(field_hi, &hi, sizeof hi);
    *changed = true;
    return opt_fuse_absorb(o, node, from);
}
