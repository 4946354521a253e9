/* opt_qlinear.c — networks in the Q/DQ format compute in integers: Conv, ConvTranspose, Gemm and MatMul, also of two
 * computed operands, between DequantizeLinear and QuantizeLinear become QLinearConv and QLinearMatMul, and nodes that
 * only move or choose elements read the quantized ones. See opt.h.
 *
 *   y = Q(clamp(Conv(DQ(x), DQ(w), b)))   =>   y = QLinearConv(x, w, round(b / (x_scale * w_scale)))
 *
 * Scales are constant, those of w for the tensor or for each output channel. The sums are exact
 * integers then, where floats rounded them, so that results may differ by one step. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "base/math.h"
#include "ir/rewrite/opt.h"
#include "ir/rewrite/permute.h"

/* ---- constants ---- */

/* The one element of a constant 8-bit integer, or 0 where it is absent. */
static bool qlinear_zero(const cm_ir *ir, cm_id value, int dtype, int *zero) {
    size_t n, size = 0;
    *zero = 0;
    if (value == CM_NONE) return true;
    const uint8_t *p = cm_ir_is_const(ir, value) ? cm_ir_const_bytes(ir, value, &size) : NULL;
    if (p == NULL || size < 1 || ir->av[value].dtype != dtype) return false;
    if (!cm_avalue_count(&ir->av[value], &n) || n != 1) return false;
    *zero = dtype == CAMEO_INT8 ? (int8_t)p[0] : p[0];
    return true;
}

/* Float scales, all of them positive, and such that no product or quotient of three leaves the normal
 * floats. */
static bool qlinear_scales(const cm_ir *ir, cm_id value, cm_opt_floats *c) {
    if (!cm_opt_floats_get(ir, value, c) || c->n == 0) return false;
    for (size_t i = 0; i < c->n; i++) {
        double s = cm_opt_floats_at(c, i);
        if (!(s > 1e-12 && s < 1e12)) return false;
    }
    return true;
}

static bool qlinear_is_byte(int dtype) { return dtype == CAMEO_INT8 || dtype == CAMEO_UINT8; }

/* A node of QuantizeLinear or DequantizeLinear: 8-bit integers on one side, floats on the other. */
typedef struct qlinear_link {
    cm_id value; /* the quantized one */
    cm_id scale, zero;
    cm_opt_floats scales;
    int dtype;
    int at; /* zero point, where there is one scale */
} qlinear_link;

static bool qlinear_link_of(const cm_ir *ir, cm_id node, bool to_float, qlinear_link *l) {
    cm_id value = to_float ? cm_ir_in(ir, node, 0) : cm_ir_out(ir, node, 0);
    cm_id real = to_float ? cm_ir_out(ir, node, 0) : cm_ir_in(ir, node, 0);
    *l = (qlinear_link){.value = value, .scale = cm_ir_in(ir, node, 1)};
    l->zero = cm_ir_in(ir, node, 2);
    if (value == CM_NONE || real == CM_NONE || ir->av[real].dtype != CAMEO_FLOAT) return false;
    l->dtype = ir->av[value].dtype;
    if (!qlinear_is_byte(l->dtype) || !qlinear_scales(ir, l->scale, &l->scales)) return false;
    if (cm_opt_i32(ir, node, "block_size") != 0) return false;
    if (cm_opt_i32(ir, node, "precision") != 0 || ir->info[node].provider != 0)
        return false;
    return l->scales.n != 1 || ir->av[l->scale].rank > 1 ||
           qlinear_zero(ir, l->zero, l->dtype, &l->at);
}

/* One scale for the whole tensor. */
static bool qlinear_tensor_link(const cm_ir *ir, cm_id node, bool to_float, qlinear_link *l) {
    return qlinear_link_of(ir, node, to_float, l) && l->scales.n == 1 && ir->av[l->scale].rank <= 1;
}

bool cm_opt_quantized(const cm_ir *ir, cm_id node, bool to_float, float *scale, int *zero) {
    qlinear_link l;
    if (!qlinear_tensor_link(ir, node, to_float, &l) || ir->av[l.scale].dtype != CAMEO_FLOAT) return false;
    *scale = (float)cm_opt_floats_at(&l.scales, 0);
    *zero = l.at;
    return true;
}

/* Constant weights: one scale, or one for each of the n indices of `axis`. The zero points, if any, are
 * constants of as many. */
static bool qlinear_weight_link(const cm_ir *ir, cm_id node, uint32_t axis, size_t n,
                                qlinear_link *l) {
    size_t zeros = 0, size = 0;
    if (!qlinear_link_of(ir, node, true, l) || !cm_ir_is_const(ir, l->value)) return false;
    if (ir->av[l->scale].rank > 1) return false;
    if (l->scales.n == 1) return true;
    int64_t rank = ir->av[l->value].rank, at = cm_opt_i32(ir, node, "axis");
    if ((at < 0 ? at + rank : at) != (int64_t)axis || l->scales.n != n) return false;
    if (l->zero == CM_NONE) return true;
    const uint8_t *p = cm_ir_is_const(ir, l->zero) ? cm_ir_const_bytes(ir, l->zero, &size) : NULL;
    if (p == NULL || !cm_avalue_count(&ir->av[l->zero], &zeros) || zeros != n || size < n)
        return false;
    for (size_t i = 1; i < n; i++) {
        if (p[i] != p[0]) return false; /* ONNX Runtime takes no others */
    }
    return true;
}

/* ---- what lies between ---- */

/* y = Q(clamp(main(...))). */
typedef struct qlinear_match {
    cm_id main; /* Conv, MatMul or Gemm */
    qlinear_link x, w, y;
    double room; /* for a bias: what 32 bits have left beside the sum of products */
} qlinear_match;

/* Does clamping to [lo, hi] before quantizing change nothing? */
static bool qlinear_absorbs(const qlinear_link *y, double lo, double hi) {
    double scale = cm_opt_floats_at(&y->scales, 0), least = y->dtype == CAMEO_INT8 ? -128 : 0;
    return lo / scale + y->at <= least + 0.25 && hi / scale + y->at >= least + 254.75;
}

/* The clamp that a node, or its epilogue, does; false where it does none that is known. */
static bool qlinear_bounds(const cm_ir *ir, cm_id node, double *lo, double *hi) {
    *lo = -CM_INF_F64;
    *hi = CM_INF_F64;
    if (cm_opt_is(ir, node, CM_OP_Relu)) return *lo = 0, true;
    if (!cm_opt_is(ir, node, CM_OP_Clip) || cm_ir_opset(ir, node) < 11) return false;
    cm_id a = cm_ir_in(ir, node, 1), b = cm_ir_in(ir, node, 2);
    return (a == CM_NONE || cm_opt_number(ir, a, lo)) &&
           (b == CM_NONE || cm_opt_number(ir, b, hi)) && *lo <= *hi;
}

/* The clamp in the epilogue of Conv, MatMul or Gemm, which has an activation; false where that is no clamp. */
static bool qlinear_epilogue(const cm_ir *ir, cm_id node, double *lo, double *hi) {
    const cm_activation *act = cm_opt_activation(ir, node);
    bool relu = act->fn == CM_ACTIVATION_RELU;
    if (!relu && act->fn != CM_ACTIVATION_CLIP) return false;
    *lo = relu ? 0 : (double)act->imm[0];
    *hi = relu ? CM_INF_F64 : (double)act->imm[1];
    return true;
}

/* What makes the input of QuantizeLinear, behind clamps that its range absorbs; CM_NONE: none such. */
static cm_id qlinear_behind(const cm_ir *ir, cm_id node, const qlinear_link *y) {
    double lo, hi;
    cm_id at = node;
    for (;;) {
        cm_id v = cm_ir_in(ir, at, 0);
        cm_id from = v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
        if (from == CM_NONE || cm_ir_only_user(ir, v) != at) return CM_NONE;
        if (ir->t.node.row[from].graph != ir->t.node.row[node].graph) return CM_NONE;
        if (ir->info[from].provider != 0 || cm_ir_out(ir, from, 0) != v) return CM_NONE;
        if (!qlinear_bounds(ir, from, &lo, &hi)) {
            if (!cm_opt_is_activated(ir, from)) return from;
            return qlinear_epilogue(ir, from, &lo, &hi) && qlinear_absorbs(y, lo, hi) ? from : CM_NONE;
        }
        if (!qlinear_absorbs(y, lo, hi)) return CM_NONE;
        at = from;
    }
}

/* x is DQ(tensor), w is DQ of constants with scales along `axis`, of n indices; no sum of their products, each of
 * 255 * 255 at most, overflows. For a file: of types for which ONNX Runtime has kernels. */
static bool qlinear_operands(const cm_ir *ir, qlinear_match *q, uint32_t axis, size_t n) {
    cm_id x = cm_opt_producer(ir, q->main, 0, CM_OP_DequantizeLinear);
    cm_id w = cm_opt_producer(ir, q->main, 1, CM_OP_DequantizeLinear);
    if (x == CM_NONE || w == CM_NONE || !qlinear_tensor_link(ir, x, true, &q->x)) return false;
    if (!qlinear_weight_link(ir, w, axis, n, &q->w)) return false;
    size_t size = 0;
    if (n == 0 || !cm_avalue_count(&ir->av[q->w.value], &size)) return false;
    size_t depth = size / n;
    q->room = 2147483647.0 - 65025.0 * (double)depth;
    if (q->room < 0) return false;
    bool one = q->x.dtype == q->y.dtype && (q->x.dtype == CAMEO_UINT8 || q->w.dtype == CAMEO_INT8);
    return one || !ir->keep_opset;
}

/* ---- the operator in integers ---- */

/* The zero point of a link: its own, or 0. */
static cameo_status qlinear_zero_value(cm_ir *ir, cm_id graph, const qlinear_link *l, cm_id *zero) {
    *zero = l->zero;
    if (l->zero != CM_NONE) return CAMEO_OK;
    uint8_t *data = CM_ARENA_NEW_N(ir->work, uint8_t, 1);
    if (data == NULL) return cm_ir_nomem(ir);
    return cm_ir_add_const(ir, graph, l->dtype, 0, NULL, data, zero);
}

/* A bias as numbers: constant floats, or constant 32-bit integers behind DequantizeLinear. */
typedef struct qlinear_bias {
    cm_opt_floats f; /* the floats, or the scales */
    const uint8_t *q;
    bool little;
    size_t n; /* elements, 0: no bias */
} qlinear_bias;

/* Absent, or a constant whose elements are all 0. */
static bool qlinear_is_nothing(const cm_ir *ir, cm_id value) {
    size_t size = 0;
    if (value == CM_NONE) return true;
    const uint8_t *p = cm_ir_is_const(ir, value) ? cm_ir_const_bytes(ir, value, &size) : NULL;
    for (size_t i = 0; p != NULL && i < size; i++) {
        if (p[i] != 0) return false;
    }
    return p != NULL;
}

static bool qlinear_bias_of(const cm_ir *ir, cm_id node, uint32_t in, qlinear_bias *b) {
    size_t size = 0;
    cm_id v = cm_ir_in(ir, node, in);
    *b = (qlinear_bias){0};
    if (v == CM_NONE) return true;
    if (cm_opt_floats_get(ir, v, &b->f)) {
        b->n = b->f.n;
        return true;
    }
    cm_id from = cm_opt_producer(ir, node, in, CM_OP_DequantizeLinear);
    cm_id q = from == CM_NONE ? CM_NONE : cm_ir_in(ir, from, 0);
    if (q == CM_NONE || !cm_ir_is_const(ir, q) || ir->av[q].dtype != CAMEO_INT32) return false;
    if (!qlinear_is_nothing(ir, cm_ir_in(ir, from, 2))) return false;
    b->q = cm_ir_const_bytes(ir, q, &size);
    b->little = cm_payload_is_little(&ir->t.tensor.row[ir->t.value.row[q].init].payload);
    if (!cm_avalue_count(&ir->av[q], &b->n) || b->q == NULL || size / 4 < b->n) return false;
    return ir->av[q].rank == 1 && cm_opt_floats_get(ir, cm_ir_in(ir, from, 1), &b->f) &&
           (b->f.n == 1 || b->f.n == b->n);
}

static double qlinear_bias_at(const qlinear_bias *b, size_t i) {
    if (b->q == NULL) return cm_opt_floats_at(&b->f, b->n == 1 ? 0 : i);
    const uint8_t *p = b->q + (b->n == 1 ? 0 : 4 * i);
    int32_t q = b->little ? (int32_t)cm_load_le32(p) : cm_load_i32(p);
    return q * cm_opt_floats_at(&b->f, b->f.n == 1 ? 0 : i);
}

/* round(bias / (x_scale * w_scale[m])), m < n, `times` in a row, as a constant, or *ok = false: a sum with one might
 * overflow. n * times fits. */
static cameo_status qlinear_bias_value(cm_ir *ir, const qlinear_match *q, const qlinear_bias *b, size_t n,
                                       size_t times, cm_id *value, bool *ok) {
    int64_t dim = (int64_t)(n * times);
    int32_t *data = CM_ARENA_NEW_N(ir->work, int32_t, n * times);
    if (data == NULL) return cm_ir_nomem(ir);
    *ok = false;
    for (size_t m = 0; m < n; m++) {
        double w = cm_opt_floats_at(&q->w.scales, q->w.scales.n == 1 ? 0 : m);
        double at = qlinear_bias_at(b, m) / (cm_opt_floats_at(&q->x.scales, 0) * w);
        if (!(cm_fabs(at) + 0.5 <= q->room)) return CAMEO_OK; /* false for NaN, too */
        data[m] = (int32_t)(at < 0 ? at - 0.5 : at + 0.5);
    }
    for (size_t i = n; i < n * times; i++) data[i] = data[i - n];
    *ok = true;
    return cm_ir_add_const(ir, ir->t.node.row[q->main].graph, CAMEO_INT32, 1, &dim, data, value);
}

/* in[0, 8) of QLinearConv and QLinearMatMul, which have their scales in other places. */
static cameo_status qlinear_inputs(cm_ir *ir, const qlinear_match *q, cm_id *in) {
    cm_id graph = ir->t.node.row[q->main].graph;
    in[0] = q->x.value;
    in[1] = q->x.scale;
    in[3] = q->w.value;
    in[4] = q->w.scale;
    in[6] = q->y.scale;
    CM_TRY(qlinear_zero_value(ir, graph, &q->x, &in[2]));
    CM_TRY(qlinear_zero_value(ir, graph, &q->w, &in[5]));
    return qlinear_zero_value(ir, graph, &q->y, &in[7]);
}

/* The node that makes y, with the attributes of `like` (CM_NONE: none), in the place of `node`, which
 * goes. */
static cameo_status qlinear_put(cm_opt *o, cm_id node, const char *op_type, cm_id like,
                                const cm_id *in, uint32_t n_in, cm_id y, cm_id *added) {
    cm_ir *ir = o->ir;
    cameo_error problem = {0};
    CM_TRY(cm_opt_add(o, node, op_type, in, n_in, y, added));
    if (like == CM_NONE) return CAMEO_OK;
    ir->t.node.row[*added].name = ir->t.node.row[like].name;
    ir->t.node.row[*added].attrs = ir->t.node.row[like].attrs;
    return cm_ir_parse_node(ir, *added, &problem);
}

/* ---- Conv ---- */

/* Output channels of a group from which on the product of integers is faster than the loops of floats; depthwise
 * groups, of one, have kernels of their own. */
#define QLINEAR_MIN_ROWS 4

static cameo_status qlinear_conv(cm_opt *o, cm_id node, qlinear_match *q, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id in[9], added, y = cm_ir_out(ir, node, 0);
    qlinear_bias bias;
    bool ok = true;
    const cm_avalue *w = &ir->av[cm_ir_in(ir, q->main, 1)];
    int64_t group = cm_opt_i32(ir, q->main, "group");
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3 || !cm_dim_is_const(w->dims[0]) || group < 1)
        return CAMEO_OK;
    size_t m = (size_t)w->dims[0];
    bool depthwise = w->dims[0] == group && w->dims[1] == 1;
    if ((w->dims[0] / group < QLINEAR_MIN_ROWS && !depthwise) || !qlinear_operands(ir, q, 0, m)) return CAMEO_OK;
    if (!qlinear_bias_of(ir, q->main, 2, &bias) || (bias.n != 0 && bias.n != m)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "QLinearConv", 1)) return CAMEO_OK;
    if (bias.n != 0) CM_TRY(qlinear_bias_value(ir, q, &bias, m, 1, &in[8], &ok));
    if (!ok) return CAMEO_OK;
    CM_TRY(qlinear_inputs(ir, q, in));
    CM_TRY(qlinear_put(o, node, "QLinearConv", q->main, in, bias.n == 0 ? 8 : 9, y, &added));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* ---- MatMul ---- */

/* The quantized result of Softmax over its last axis, whose steps above the zero point add up to 2 / scale at most:
 * what is rounded to a step or more was half of it at least. */
static bool qlinear_is_softmax(const cm_ir *ir, const qlinear_link *x) {
    cm_id from = ir->t.value.row[x->value].node;
    if (from == CM_NONE || !cm_opt_is(ir, from, CM_OP_QuantizeLinear)) return false;
    cm_id softmax = cm_opt_producer(ir, from, 0, CM_OP_Softmax);
    if (softmax == CM_NONE || cm_ir_opset(ir, softmax) < 13) return false;
    int64_t axis = cm_opt_i32(ir, softmax, "axis");
    if (axis != -1 && axis + 1 != (int64_t)ir->av[x->value].rank) return false;
    return x->at == (x->dtype == CAMEO_INT8 ? -128 : 0) && cm_opt_floats_at(&x->scales, 0) > 1e-6;
}

/* Both operands are computed, as in attention; no sum of their products overflows. */
static bool qlinear_pair(const cm_ir *ir, qlinear_match *q) {
    cm_id a = cm_opt_producer(ir, q->main, 0, CM_OP_DequantizeLinear);
    cm_id b = cm_opt_producer(ir, q->main, 1, CM_OP_DequantizeLinear);
    if (a == CM_NONE || b == CM_NONE) return false;
    if (!qlinear_tensor_link(ir, a, true, &q->x) || !qlinear_tensor_link(ir, b, true, &q->w)) return false;
    const cm_avalue *x = &ir->av[q->x.value], *w = &ir->av[q->w.value];
    if (x->rank == CM_RANK_UNKNOWN || w->rank == CM_RANK_UNKNOWN || x->rank < 2 || w->rank < 2) return false;
    int64_t lo, depth, rows;
    cm_dim_interval(ir->dims, x->dims[x->rank - 1], &lo, &depth);
    cm_dim_interval(ir->dims, w->dims[w->rank - 2], &lo, &rows);
    depth = rows < depth ? rows : depth;
    bool fits = (depth >= 0 && 65025.0 * (double)depth <= 2147483647.0) || qlinear_is_softmax(ir, &q->x);
    bool one = q->x.dtype == q->y.dtype && (q->x.dtype == CAMEO_UINT8 || q->w.dtype == CAMEO_INT8);
    return fits && (one || !ir->keep_opset);
}

static cameo_status qlinear_matmul(cm_opt *o, cm_id node, qlinear_match *q, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id in[9], added;
    cm_id b = cm_ir_in(ir, q->main, 1);
    const cm_avalue *w = &ir->av[b];
    bool matrix = w->rank == 2 && cm_dim_is_const(w->dims[1]) && qlinear_operands(ir, q, 1, (size_t)w->dims[1]);
    if (!matrix && !qlinear_pair(ir, q)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "QLinearMatMul", 1)) return CAMEO_OK;
    CM_TRY(qlinear_inputs(ir, q, in));
    CM_TRY(qlinear_put(o, node, "QLinearMatMul", CM_NONE, in, 8, cm_ir_out(ir, node, 0), &added));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* ---- Gemm ---- */

/* Constant w [n][k] under the dims [n][k][1], the same bytes. */
static cameo_status qlinear_as_kernel(cm_ir *ir, cm_id graph, cm_id w, cm_id *value) {
    cm_tensor_proto t = ir->t.tensor.row[ir->t.value.row[w].init];
    int64_t dims[3] = {ir->av[w].dims[0], ir->av[w].dims[1], 1};
    cm_id tensor;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, value));
    CM_TRY(cm_ir_add_tensor(ir, t.dtype, 3, dims, NULL, t.payload.size, &tensor));
    ir->t.tensor.row[tensor].payload = t.payload;
    cm_ir_set_init(ir, *value, tensor);
    return cm_infer_const(ir, *value);
}

/* A bias of one row: [n], [1][n] or one number. */
static bool qlinear_is_row(const cm_ir *ir, cm_id value, const qlinear_bias *b, size_t n) {
    if (value == CM_NONE || b->n <= 1) return true;
    const cm_avalue *v = &ir->av[value];
    return b->n == n && (v->rank == 1 || (v->rank == 2 && v->dims[0] == 1));
}

/* Any rows times w: QLinearMatMul with a bias behind its inputs, which no file can have. w [n][k] is transposed, which
 * `fold` does at once. */
static cameo_status qlinear_gemm_rows(cm_opt *o, cm_id node, qlinear_match *q, bool turned, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id gemm = q->main, in[9], added, b = cm_ir_in(ir, gemm, 1);
    const cm_avalue *w = &ir->av[b];
    const cm_perm swap = {.rank = 2, .at = {1, 0}};
    qlinear_bias bias;
    bool ok = true;
    uint32_t axis = turned ? 0 : 1;
    size_t n = (size_t)w->dims[axis];
    if (ir->keep_opset || !qlinear_operands(ir, q, axis, n) || !qlinear_bias_of(ir, gemm, 2, &bias)) return CAMEO_OK;
    if (!qlinear_is_row(ir, cm_ir_in(ir, gemm, 2), &bias, n)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "QLinearMatMul", 2) || !cm_opt_can_add(ir, node, "Transpose", 2)) return CAMEO_OK;
    if (bias.n != 0) CM_TRY(qlinear_bias_value(ir, q, &bias, n, 1, &in[8], &ok));
    if (!ok) return CAMEO_OK;
    CM_TRY(qlinear_inputs(ir, q, in));
    if (turned) {
        CM_TRY(cm_permute_new_value(ir, ir->t.node.row[node].graph, q->w.value, &swap, &in[3]));
        CM_TRY(cm_permute_transpose(o, node, node, q->w.value, &swap, in[3]));
    }
    cm_id y = cm_ir_out(ir, node, 0);
    CM_TRY(qlinear_put(o, node, "QLinearMatMul", CM_NONE, in, bias.n == 0 ? 8 : 9, y, &added));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* One row times w [n][k] with a bias is a convolution of one place: [1][k][1] to [1][n][1]. */
static cameo_status qlinear_gemm(cm_opt *o, cm_id node, qlinear_match *q, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id gemm = q->main, in[9], added, column, sums, y = cm_ir_out(ir, node, 0);
    const cm_avalue *x = &ir->av[cm_ir_in(ir, gemm, 0)], *w = &ir->av[cm_ir_in(ir, gemm, 1)];
    qlinear_bias bias;
    bool ok = true;
    bool plain = cm_opt_i32(ir, gemm, "transA") == 0 && cm_opt_f32(ir, gemm, "alpha") == 1 &&
                 cm_opt_f32(ir, gemm, "beta") == 1;
    bool turned = cm_opt_i32(ir, gemm, "transB") != 0;
    if (!plain || x->rank != 2 || w->rank != 2) return CAMEO_OK;
    if (!cm_dim_is_const(w->dims[0]) || !cm_dim_is_const(w->dims[1])) return CAMEO_OK;
    if (!turned || x->dims[0] != 1) return qlinear_gemm_rows(o, node, q, turned, changed);
    size_t n = (size_t)w->dims[0];
    int64_t tall[3] = {1, w->dims[1], 1}, flat[2] = {1, w->dims[0]};
    if (w->dims[0] < QLINEAR_MIN_ROWS || !qlinear_operands(ir, q, 0, n)) return CAMEO_OK;
    if (!qlinear_bias_of(ir, gemm, 2, &bias) || (bias.n > 1 && bias.n != n)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "QLinearConv", 3) || !cm_opt_can_add(ir, node, "Reshape", 3))
        return CAMEO_OK;
    if (bias.n != 0) CM_TRY(qlinear_bias_value(ir, q, &bias, n, 1, &in[8], &ok));
    if (!ok) return CAMEO_OK;
    cm_id graph = ir->t.node.row[node].graph;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &column));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &sums));
    CM_TRY(qlinear_inputs(ir, q, in));
    CM_TRY(cm_opt_add_reshape(o, node, in[0], tall, 3, column));
    in[0] = column;
    CM_TRY(qlinear_as_kernel(ir, graph, q->w.value, &in[3]));
    CM_TRY(cm_opt_add(o, node, "QLinearConv", in, bias.n == 0 ? 8 : 9, sums, &added));
    CM_TRY(cm_infer_node(ir, added));
    CM_TRY(cm_opt_add_reshape(o, node, sums, flat, 2, y));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* ---- ConvTranspose ---- */

/* Is every window of the ConvTranspose, over two axes, a block of *b x *b outputs that no other one reaches? */
static bool qlinear_is_blocks(const cm_ir *ir, cm_id node, const cm_avalue *w, int64_t *b) {
    const int32_t *list;
    if (w->rank != 4 || cm_opt_i32(ir, node, "group") != 1 || cm_opt_list(ir, node, "output_shape", &list) != 0)
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        int64_t pad;
        if (!cm_dim_is_const(w->dims[i]) || w->dims[i] < 1) return false;
        if (!cm_opt_list_at(ir, node, "pads", 4, i, 0, &pad) || pad != 0) return false;
    }
    *b = w->dims[2];
    for (uint32_t i = 0; i < 2; i++) {
        int64_t stride, dilation, more;
        if (w->dims[2 + i] != *b) return false;
        if (!cm_opt_list_at(ir, node, "strides", 2, i, 1, &stride) || stride != *b) return false;
        if (!cm_opt_list_at(ir, node, "dilations", 2, i, 1, &dilation) || dilation != 1) return false;
        if (!cm_opt_list_at(ir, node, "output_padding", 2, i, 0, &more) || more != 0) return false;
    }
    return *b > 1 && *b <= INT16_MAX;
}

/* The scales of the weights, and the zero point that they share, for `times` rows of n output channels, in in[4] and
 * in[5]. */
static cameo_status qlinear_repeat_weights(cm_ir *ir, const qlinear_match *q, size_t n, size_t times, cm_id *in) {
    size_t size = 0;
    if (q->w.scales.n == 1) return CAMEO_OK;
    cm_id graph = ir->t.node.row[q->main].graph;
    double *scales = CM_ARENA_NEW_N(ir->work, double, n * times);
    uint8_t *zero = CM_ARENA_NEW_N(ir->work, uint8_t, 1);
    if (scales == NULL || zero == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < n * times; i++) scales[i] = cm_opt_floats_at(&q->w.scales, i % n);
    CM_TRY(cm_opt_add_floats(ir, graph, scales, n * times, &in[4]));
    if (q->w.zero == CM_NONE) return CAMEO_OK;
    *zero = cm_ir_const_bytes(ir, q->w.zero, &size)[0];
    return cm_ir_add_const(ir, graph, q->w.dtype, 0, NULL, zero, &in[5]);
}

/* w [c][m][b][b] as [b][b][m][c], then as [b * b * m][c][1][1], which `fold` does at once. */
static cameo_status qlinear_turn_blocks(cm_opt *o, cm_id node, cm_id w, int64_t b, cm_id *turned) {
    cm_ir *ir = o->ir;
    const cm_perm order = {.rank = 4, .at = {2, 3, 1, 0}};
    const cm_avalue *v = &ir->av[w];
    int64_t dims[4] = {b * b * v->dims[1], v->dims[0], 1, 1};
    cm_id moved, graph = ir->t.node.row[node].graph;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &moved));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, turned));
    CM_TRY(cm_permute_transpose(o, node, node, w, &order, moved));
    CM_TRY(cm_infer_node(ir, ir->t.value.row[moved].node));
    return cm_opt_add_reshape(o, node, moved, dims, 4, *turned);
}

/* The result of `node` is DepthToSpace(x), which cannot be made without its blocksize. */
static cameo_status qlinear_place_blocks(cm_opt *o, cm_id node, cm_id x, int64_t b) {
    cm_ir *ir = o->ir;
    cm_id added, y = cm_ir_out(ir, node, 0);
    cameo_error problem = {0};
    const cm_op_entry *entry = cm_ir_find_op(ir, (cm_str){NULL, 0}, cm_str_from_c("DepthToSpace"));
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[node].graph, node, node, &x, 1, &y, 1, &added));
    cm_opt_set_op(ir, added, entry, entry->since);
    CM_TRY(cm_ir_set_int(ir, added, "blocksize", b));
    CM_TRY(cm_ir_parse_node(ir, added, &problem));
    return cm_opt_touch(o, added, false);
}

/* ConvTranspose whose windows are blocks: a pointwise QLinearConv to the channels of all pixels of a block, which
 * DepthToSpace puts in their places. */
static cameo_status qlinear_convtranspose(cm_opt *o, cm_id node, qlinear_match *q, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id in[9], added, blocks;
    qlinear_bias bias;
    bool ok = true;
    int64_t b;
    const cm_avalue *w = &ir->av[cm_ir_in(ir, q->main, 1)];
    if (ir->keep_opset || !qlinear_is_blocks(ir, q->main, w, &b)) return CAMEO_OK;
    size_t m = (size_t)w->dims[1], times = (size_t)(b * b);
    if (!qlinear_operands(ir, q, 1, m) || !qlinear_bias_of(ir, q->main, 2, &bias)) return CAMEO_OK;
    if (bias.n != 0 && bias.n != m) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "QLinearConv", 4) || !cm_opt_can_add(ir, node, "DepthToSpace", 4) ||
        !cm_opt_can_add(ir, node, "Transpose", 4) || !cm_opt_can_add(ir, node, "Reshape", 4))
        return CAMEO_OK;
    if (bias.n != 0) CM_TRY(qlinear_bias_value(ir, q, &bias, m, times, &in[8], &ok));
    if (!ok) return CAMEO_OK;
    CM_TRY(qlinear_inputs(ir, q, in));
    CM_TRY(qlinear_repeat_weights(ir, q, m, times, in));
    CM_TRY(qlinear_turn_blocks(o, node, q->w.value, b, &in[3]));
    CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &blocks));
    CM_TRY(cm_opt_add(o, node, "QLinearConv", in, bias.n == 0 ? 8 : 9, blocks, &added));
    ir->t.node.row[added].name = ir->t.node.row[q->main].name;
    CM_TRY(cm_infer_node(ir, added));
    CM_TRY(qlinear_place_blocks(o, node, blocks, b));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* ---- MatMulInteger, ConvInteger ---- */

/* Inputs of both that make them give floats, see kernels/qlinearconv.h. */
#define QLINEAR_SCALE 4
#define QLINEAR_ROW 5

/* The node of that type which makes x for `user` alone, in the same graph and on the CPU; or CM_NONE. */
static cm_id qlinear_maker(const cm_ir *ir, cm_id user, cm_id x, cm_op_id op) {
    cm_id from = x == CM_NONE ? CM_NONE : ir->t.value.row[x].node;
    if (from == CM_NONE || cm_ir_only_user(ir, x) != user || !cm_opt_is(ir, from, op)) return CM_NONE;
    bool here = ir->t.node.row[from].graph == ir->t.node.row[user].graph;
    return here && ir->info[from].provider == 0 ? from : CM_NONE;
}

/* Floats for the n indices of dim `axis` of a tensor of that rank; `one`: or a number. */
static bool qlinear_is_along(const cm_ir *ir, cm_id value, cm_dim n, bool one, uint32_t rank, uint32_t axis) {
    size_t count;
    if (value == CM_NONE || ir->av[value].dtype != CAMEO_FLOAT) return false;
    const cm_avalue *v = &ir->av[value];
    if (!cm_avalue_count(v, &count) || v->rank > rank) return false;
    uint32_t missing = rank - v->rank;
    if (axis >= missing && v->dims[axis - missing] == n && (cm_dim)count == n && n > 0) return true;
    return one && count == 1;
}

/* A MatMulInteger with a constant matrix or a ConvInteger with constant weights, of which `x` is the result, and the
 * dim of its result that counts columns or channels, *n of them; CM_NONE: neither. A ConvInteger that a provider might
 * compute stays as it is: it may get an activation, of which providers know nothing. */
static cm_id qlinear_sums(const cm_ir *ir, cm_id user, cm_id x, uint32_t *rank, uint32_t *axis, cm_dim *n) {
    cm_id product = qlinear_maker(ir, user, x, CM_OP_MatMulInteger);
    bool conv = product == CM_NONE;
    if (conv && ir->offer == NULL) product = qlinear_maker(ir, user, x, CM_OP_ConvInteger);
    if (product == CM_NONE || cm_opt_is_activated(ir, product)) return CM_NONE;
    const cm_avalue *a = &ir->av[cm_ir_in(ir, product, 0)], *b = &ir->av[cm_ir_in(ir, product, 1)];
    if (a->rank == CM_RANK_UNKNOWN || b->rank == CM_RANK_UNKNOWN || !cm_ir_is_const(ir, cm_ir_in(ir, product, 1)))
        return CM_NONE;
    *rank = a->rank;
    *axis = conv ? 1 : a->rank - 1;
    *n = b->dims[conv ? 0 : 1];
    bool fits = conv ? a->rank >= 3 : a->rank >= 2 && b->rank == 2;
    return fits && cm_dim_is_const(*n) ? product : CM_NONE;
}

/* Cast(MatMulInteger(a, b)) * scale, or what became of it + a constant row; b is constant. ConvInteger alike. */
static cameo_status qlinear_floats(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    bool sum = cm_opt_is(ir, node, CM_OP_Add);
    cm_id in[QLINEAR_ROW + 1], added;
    if (ir->keep_opset || ir->info[node].provider != 0) return CAMEO_OK;
    for (uint32_t side = 0; side < 2; side++) {
        cm_id x = cm_ir_in(ir, node, side), other = cm_ir_in(ir, node, 1 - side), user = node;
        if (!sum) {
            user = qlinear_maker(ir, node, x, CM_OP_Cast);
            if (user == CM_NONE || ir->av[x].dtype != CAMEO_FLOAT) continue;
            x = cm_ir_in(ir, user, 0);
        }
        uint32_t rank, axis;
        cm_dim n;
        cm_id product = qlinear_sums(ir, user, x, &rank, &axis, &n);
        if (product == CM_NONE || (cm_ir_in(ir, product, QLINEAR_SCALE) != CM_NONE) != sum) continue;
        if (sum && (cm_ir_in(ir, product, QLINEAR_ROW) != CM_NONE || !cm_ir_is_const(ir, other))) continue;
        if (!qlinear_is_along(ir, other, n, !sum, rank, axis)) continue;
        for (uint32_t i = 0; i <= QLINEAR_SCALE; i++) in[i] = cm_ir_in(ir, product, i);
        in[sum ? QLINEAR_ROW : QLINEAR_SCALE] = other;
        const char *op_type = cm_opt_is(ir, product, CM_OP_ConvInteger) ? "ConvInteger" : "MatMulInteger";
        if (!cm_opt_can_add(ir, node, op_type, 1)) return CAMEO_OK;
        uint32_t n_in = sum ? QLINEAR_ROW + 1 : QLINEAR_SCALE + 1;
        CM_TRY(qlinear_put(o, node, op_type, product, in, n_in, cm_ir_out(ir, node, 0), &added));
        *changed = true;
        return cm_opt_kill(o, node);
    }
    return CAMEO_OK;
}

/* Q(Conv), Q(ConvTranspose), Q(MatMul), Q(Gemm) of dequantized operands. */
cameo_status cm_rewrite_qlinear(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    qlinear_match q;
    if (cm_opt_is(ir, node, CM_OP_Mul) || cm_opt_is(ir, node, CM_OP_Add)) return qlinear_floats(o, node, changed);
    if (!cm_opt_is(ir, node, CM_OP_QuantizeLinear)) return CAMEO_OK;
    if (!qlinear_tensor_link(ir, node, false, &q.y)) return CAMEO_OK;
    q.main = qlinear_behind(ir, node, &q.y);
    if (cm_opt_is(ir, q.main, CM_OP_Conv) && cm_ir_in(ir, q.main, CM_IN_SUM) == CM_NONE)
        return qlinear_conv(o, node, &q, changed);
    if (cm_opt_is(ir, q.main, CM_OP_ConvTranspose)) return qlinear_convtranspose(o, node, &q, changed);
    if (cm_opt_is(ir, q.main, CM_OP_MatMul)) return qlinear_matmul(o, node, &q, changed);
    if (cm_opt_is(ir, q.main, CM_OP_Gemm)) return qlinear_gemm(o, node, &q, changed);
    return CAMEO_OK;
}

/* ---- nodes that move elements ---- */

/* Does Pad fill with copies of elements, or with the number 0, which is the zero point? */
static bool qlinear_pads(const cm_ir *ir, cm_id node) {
    double fill = 0;
    cm_id v = cm_ir_in(ir, node, 2);
    if (cm_ir_opset(ir, node) < 11) return false;
    if (!cm_opt_is_choice(ir, node, "mode", "constant") || v == CM_NONE) return true;
    return cm_opt_number(ir, v, &fill) && cm_fabs(fill) == 0;
}

/* Does every element of the result of `node` come from one of its first input, unchanged, or stand for 0? */
static bool qlinear_moves(const cm_ir *ir, cm_id node) {
    if (node == CM_NONE || ir->t.node.row[node].dead || ir->info[node].op == NULL) return false;
    switch (ir->info[node].op->id) {
    case CM_OP_Expand:
    case CM_OP_Flatten:
    case CM_OP_Gather:
    case CM_OP_GatherElements:
    case CM_OP_GatherND:
    case CM_OP_Reshape:
    case CM_OP_Slice:
    case CM_OP_Squeeze:
    case CM_OP_Tile:
    case CM_OP_Transpose:
    case CM_OP_Unsqueeze:
        return true;
    case CM_OP_DepthToSpace:
    case CM_OP_SpaceToDepth:
        return !ir->keep_opset; /* ONNX Runtime has none of 8 bits with a sign */
    case CM_OP_MaxPool:
        return cm_ir_opset(ir, node) >= 12 && cm_ir_out(ir, node, 1) == CM_NONE;
    case CM_OP_Pad:
        return qlinear_pads(ir, node);
    case CM_OP_ReduceMax:
    case CM_OP_ReduceMin:
        return cm_ir_opset(ir, node) >= 12;
    case CM_OP_Resize:
        return cm_opt_is_choice(ir, node, "mode", "nearest") &&
               !cm_opt_is_choice(ir, node, "coordinate_transformation_mode", "tf_crop_and_resize");
    default:
        return false;
    }
}

/* Concat of dequantized tensors of y's dtype that nobody else reads, on the CPU. */
static bool qlinear_joins(const cm_ir *ir, cm_id node, cm_id concat, const qlinear_link *y) {
    qlinear_link x;
    const cm_node *n = &ir->t.node.row[concat];
    if (n->graph != ir->t.node.row[node].graph || ir->info[concat].provider != 0) return false;
    for (uint32_t i = 0; i < n->in.n; i++) {
        cm_id from = cm_opt_producer(ir, concat, i, CM_OP_DequantizeLinear);
        if (from == CM_NONE || !qlinear_tensor_link(ir, from, true, &x) || x.dtype != y->dtype) return false;
    }
    return n->in.n > 0;
}

/* Q(Concat(DQ(a), DQ(b), ...)) = Concat(Q(DQ(a)), Q(DQ(b)), ...): those of the same scale and zero point vanish. */
static cameo_status qlinear_concat(cm_opt *o, cm_id node, cm_id concat, bool *changed) {
    cm_ir *ir = o->ir;
    qlinear_link y;
    uint32_t n = ir->t.node.row[concat].in.n;
    if (!qlinear_tensor_link(ir, node, false, &y) || !qlinear_joins(ir, node, concat, &y)) return CAMEO_OK;
    if (!cm_opt_can_add(ir, node, "QuantizeLinear", n)) return CAMEO_OK;
    for (uint32_t i = 0; i < n; i++) {
        cm_id part, added, in[3] = {cm_ir_in(ir, concat, i), y.scale, y.zero};
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &part));
        CM_TRY(cm_opt_add(o, concat, "QuantizeLinear", in, y.zero == CM_NONE ? 2 : 3, part, &added));
        CM_TRY(cm_infer_node(ir, added));
        CM_TRY(cm_ir_set_in(ir, concat, i, part));
    }
    cm_id out = cm_ir_out(ir, node, 0);
    cm_avalue known = ir->av[out];
    CM_TRY(cm_opt_absorb(o, node, concat));
    ir->av[out] = known;
    *changed = true;
    return cm_opt_touch(o, concat, true);
}

/* Split(DQ(x)) = DQ of each output of Split(x): QuantizeLinear behind one vanishes then. */
static cameo_status qlinear_split(cm_opt *o, cm_id split, cm_id from, const qlinear_link *x, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id added, sizes = cm_ir_in(ir, split, 1);
    cm_id in[3] = {x->value, sizes, CM_NONE};
    uint32_t n = ir->t.node.row[split].out.n;
    cm_id *part = CM_ARENA_NEW_N(ir->work, cm_id, n);
    if (part == NULL) return cm_ir_nomem(ir);
    if (!cm_opt_can_add(ir, split, "DequantizeLinear", n + 1)) return CAMEO_OK;
    cm_id graph = ir->t.node.row[split].graph;
    for (uint32_t i = 0; i < n; i++) {
        part[i] = CM_NONE;
        if (cm_ir_out(ir, split, i) == CM_NONE) continue;
        CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &part[i]));
    }
    CM_TRY(cm_ir_add_node(ir, graph, split, split, in, sizes == CM_NONE ? 1 : 2, part, n, &added));
    cameo_error problem = {0};
    CM_TRY(cm_opt_become(ir, added, "Split"));
    ir->t.node.row[added].attrs = ir->t.node.row[split].attrs;
    CM_TRY(cm_ir_parse_node(ir, added, &problem));
    CM_TRY(cm_infer_node(ir, added));
    CM_TRY(cm_opt_touch(o, added, false));
    for (uint32_t i = 0; i < n; i++) {
        if (part[i] == CM_NONE) continue;
        cm_id y = cm_ir_out(ir, split, i), real;
        in[0] = part[i];
        in[1] = x->scale;
        in[2] = x->zero;
        CM_TRY(qlinear_put(o, split, "DequantizeLinear", from, in, x->zero == CM_NONE ? 2 : 3, y, &real));
        CM_TRY(cm_opt_touch_users(o, y));
    }
    *changed = true;
    return cm_opt_kill(o, split);
}

/* The dtype, scale and zero point are the same. */
static bool qlinear_is_same(const qlinear_link *x, const qlinear_link *y) {
    double a = cm_opt_floats_at(&x->scales, 0), b = cm_opt_floats_at(&y->scales, 0);
    return x->dtype == y->dtype && x->at == y->at && !(a < b) && !(a > b);
}

/* Pad of quantized elements fills with the zero point. */
static cameo_status qlinear_fill(cm_ir *ir, cm_id pad, const qlinear_link *x) {
    cm_id zero;
    if (!cm_opt_is(ir, pad, CM_OP_Pad) || (cm_ir_in(ir, pad, 2) == CM_NONE && x->at == 0)) return CAMEO_OK;
    uint8_t *data = CM_ARENA_NEW_N(ir->work, uint8_t, 1);
    if (data == NULL) return cm_ir_nomem(ir);
    data[0] = (uint8_t)x->at;
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[pad].graph, x->dtype, 0, NULL, data, &zero));
    return cm_ir_set_in(ir, pad, 2, zero);
}

/* Q(move(DQ(x))) = move(x), same scale and zero point: the order of numbers is that of their steps. */
cameo_status cm_rewrite_quantized_move(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    qlinear_link x, y;
    if (!cm_opt_is(ir, node, CM_OP_QuantizeLinear)) return CAMEO_OK;
    cm_id v = cm_ir_in(ir, node, 0);
    cm_id move = v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
    if (move == CM_NONE || ir->t.node.row[move].graph != ir->t.node.row[node].graph) return CAMEO_OK;
    bool split = cm_opt_is(ir, move, CM_OP_Split);
    if (!split && cm_ir_only_user(ir, v) != node) return CAMEO_OK;
    if (cm_opt_is(ir, move, CM_OP_Concat)) return qlinear_concat(o, node, move, changed);
    if (!split && !qlinear_moves(ir, move)) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, move, 0, CM_OP_DequantizeLinear);
    if (from == CM_NONE || ir->info[move].provider != 0) return CAMEO_OK;
    if (!qlinear_tensor_link(ir, node, false, &y) || !qlinear_tensor_link(ir, from, true, &x) ||
        !qlinear_is_same(&x, &y))
        return CAMEO_OK;
    if (split) return qlinear_split(o, move, from, &x, changed);
    CM_TRY(qlinear_fill(ir, move, &x));
    cm_id out = cm_ir_out(ir, node, 0);
    cm_avalue known = ir->av[out];
    CM_TRY(cm_ir_set_in(ir, move, 0, x.value));
    CM_TRY(cm_opt_absorb(o, node, move));
    ir->av[out] = known;
    *changed = true;
    CM_TRY(cm_opt_touch(o, from, false));
    return cm_opt_touch(o, move, true);
}

/* Does QuantizeLinear alone read what `user` moves of the constant `y`, as of a table of rows? */
static bool qlinear_is_moved_table(const cm_ir *ir, cm_id user, cm_id y) {
    if (!qlinear_moves(ir, user) || cm_ir_in(ir, user, 0) != y || cm_ir_out(ir, user, 0) == CM_NONE) return false;
    cm_id reader = cm_ir_only_user(ir, cm_ir_out(ir, user, 0));
    return reader != CM_NONE && cm_opt_is(ir, reader, CM_OP_QuantizeLinear);
}

bool cm_opt_waits_for_qlinear(const cm_opt *o, cm_id node) {
    const cm_ir *ir = o->ir;
    if (o->phase != CM_OPT_PHASE_FIRST || ir->options->opt > CAMEO_OPT_ALL) return false;
    if (cm_rewrites_has(&ir->rewrites_off, CM_REWRITE_qlinear)) return false;
    if (!cm_opt_is(ir, node, CM_OP_DequantizeLinear)) return false;
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    if (x == CM_NONE || y == CM_NONE || !qlinear_is_byte(ir->av[x].dtype)) return false;
    for (cm_id u = ir->t.value.row[y].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id user = ir->t.use.row[u].node;
        bool product = cm_opt_is(ir, user, CM_OP_Conv) || cm_opt_is(ir, user, CM_OP_ConvTranspose) ||
                       cm_opt_is(ir, user, CM_OP_MatMul) || cm_opt_is(ir, user, CM_OP_Gemm);
        if (product && cm_ir_in(ir, user, 1) == y &&
            cm_opt_producer(ir, user, 0, CM_OP_DequantizeLinear) != CM_NONE)
            return true;
        if (qlinear_is_moved_table(ir, user, y)) return true;
    }
    return false;
}
