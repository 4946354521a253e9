/* opt_pad.c — a Pad goes into the pads of the convolution or the pool behind it. See opt.h.
 *
 * Only constant pads that are not negative and lie along spatial axes, and only where the number that is padded
 * with is what the window takes for elements outside of the data: 0 for Conv, the zero point for its
 * integer kin; for MaxPool a number that is never greater than an element, while each window sees one;
 * for AveragePool a 0 that counts. */
#include "base/math.h"
#include "ir/rewrite/opt.h"

/* Pads by axis of the input, all >= 0. */
typedef struct pad_amounts {
    uint32_t rank;
    int64_t begin[CM_MAX_RANK], end[CM_MAX_RANK];
} pad_amounts;

/* The axis that element j of the pads is for; false: it is not known, or out of range. */
static bool pad_axis_at(const cm_ir *ir, cm_id axes, uint32_t rank, size_t j, uint32_t *axis) {
    int64_t a = (int64_t)j;
    if (axes != CM_NONE && !cm_avalue_i64(&ir->av[axes], j, &a)) return false;
    if (a < 0) a += rank;
    *axis = (uint32_t)a;
    return a >= 0 && a < (int64_t)rank;
}

/* The pads of a Pad in mode constant. False: not constant, negative, or along axis 0 or 1. */
static bool pad_read(const cm_ir *ir, cm_id pad, pad_amounts *p) {
    cm_id x = cm_ir_in(ir, pad, 0), pads = cm_ir_in(ir, pad, 1), axes = cm_ir_in(ir, pad, 3);
    size_t n, n_axes;
    uint32_t seen = 0;
    if (x == CM_NONE || pads == CM_NONE || !cm_ir_is_const(ir, pads)) return false;
    *p = (pad_amounts){.rank = ir->av[x].rank};
    if (p->rank == CM_RANK_UNKNOWN || !cm_avalue_count(&ir->av[pads], &n)) return false;
    if (!cm_opt_is_choice(ir, pad, "mode", "constant")) return false;
    n_axes = p->rank;
    if (axes != CM_NONE && (!cm_ir_is_const(ir, axes) || !cm_avalue_count(&ir->av[axes], &n_axes)))
        return false;
    if (n_axes > p->rank || n != 2 * n_axes) return false;
    for (size_t j = 0; j < n_axes; j++) {
        uint32_t d;
        if (!pad_axis_at(ir, axes, p->rank, j, &d) || (seen >> d & 1) != 0) return false;
        seen |= UINT32_C(1) << d;
        if (!cm_avalue_i64(&ir->av[pads], j, &p->begin[d]) ||
            !cm_avalue_i64(&ir->av[pads], j + n_axes, &p->end[d]))
            return false;
        if (p->begin[d] < 0 || p->end[d] < 0 || (d < 2 && (p->begin[d] != 0 || p->end[d] != 0)))
            return false;
    }
    return p->rank >= 3;
}

/* The sums of p and of the node's own pads, all begins, then all ends; false: they depend on the data's dims
 * or do not fit. own: are there any of the node's? */
static bool pad_sum(const cm_ir *ir, cm_id node, const pad_amounts *p, int64_t *sum, bool *own) {
    uint32_t n = p->rank - 2;
    *own = false;
    if (!cm_opt_is_choice(ir, node, "auto_pad", "NOTSET")) return false; /* VALID is no pads by now */
    for (uint32_t i = 0; i < 2 * n; i++) {
        int64_t more = i < n ? p->begin[i + 2] : p->end[i - n + 2], x = 0;
        if (!cm_opt_list_at(ir, node, "pads", 2 * n, i, 0, &x)) return false;
        if (x < 0 || more > INT32_MAX || x > INT32_MAX - more) return false;
        *own = *own || x != 0;
        sum[i] = x + more;
    }
    return true;
}

/* The node reads what `pad` pads, with these pads. */
static cameo_status pad_apply(cm_opt *o, cm_id node, cm_id pad, const int64_t *pads, uint32_t n) {
    cm_ir *ir = o->ir;
    cm_attr notset = {.name = cm_str_from_c("auto_pad"),
                      .type = CM_ATTR_STRING,
                      .s = cm_str_from_c("NOTSET"),
                      .row = CM_NONE};
    CM_TRY(cm_ir_set_ints(ir, node, "pads", pads, n));
    if (cm_ir_attr(ir, node, "auto_pad") != NULL) CM_TRY(cm_ir_set_attr(ir, node, notset));
    CM_TRY(cm_opt_reparse(ir, node));
    CM_TRY(cm_ir_set_in(ir, node, 0, cm_ir_in(ir, pad, 0)));
    CM_TRY(cm_opt_touch(o, node, true));
    return cm_opt_kill(o, pad);
}

/* Does `pad` pad with this number? */
static bool pad_is_by(const cm_ir *ir, cm_id pad, double number) {
    double x = 0;
    cm_id value = cm_ir_in(ir, pad, 2);
    return value == CM_NONE ? number == 0 : cm_opt_number(ir, value, &x) && x == number;
}

/* Does pad, of integers, fill with that number? */
static bool pad_is_by_integer(const cm_ir *ir, cm_id pad, int64_t number) {
    int64_t x = 0;
    cm_id value = cm_ir_in(ir, pad, 2);
    return value == CM_NONE ? number == 0 : cm_opt_integer(ir, value, &x) && x == number;
}

/* ---- convolutions ---- */

/* Does `pad` pad with what the convolution takes for elements outside of its input? */
static bool pad_fits_conv(const cm_ir *ir, cm_id node, cm_id pad) {
    int64_t zero = 0;
    if (cm_opt_is(ir, node, CM_OP_Conv)) return pad_is_by(ir, pad, 0);
    cm_id point = cm_ir_in(ir, node, 2);
    if (point != CM_NONE && !cm_opt_integer(ir, point, &zero)) return false;
    return pad_is_by_integer(ir, pad, zero);
}

/* Conv(Pad(x)) = Conv(x) with larger pads. */
cameo_status cm_rewrite_conv_pad(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    pad_amounts p;
    int64_t pads[2 * CM_MAX_RANK];
    bool own;
    if (!cm_opt_is(ir, node, CM_OP_Conv) && !cm_opt_is(ir, node, CM_OP_ConvInteger) &&
        !cm_opt_is(ir, node, CM_OP_QLinearConv))
        return CAMEO_OK;
    cm_id pad = cm_opt_fusable(ir, node, 0, CM_OP_Pad);
    if (pad == CM_NONE || !pad_read(ir, pad, &p) || !pad_fits_conv(ir, node, pad)) return CAMEO_OK;
    if (!pad_sum(ir, node, &p, pads, &own)) return CAMEO_OK;
    *changed = true;
    return pad_apply(o, node, pad, pads, 2 * (p.rank - 2));
}

/* ---- pools ---- */

/* Is the number of windows the same with either kind of pads, and does each see an element of the data? So it is
 * without ceil_mode, with pads less than the kernel. */
static bool pad_fits_window(const cm_ir *ir, cm_id node, const int64_t *pads, uint32_t n) {
    if (cm_opt_i32(ir, node, "ceil_mode") != 0) return false;
    for (uint32_t i = 0; i < n; i++) {
        int64_t kernel = 0;
        if (!cm_opt_list_at(ir, node, "kernel_shape", n, i, 0, &kernel)) return false;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): 2*n pads are there */
        if (pads[i] >= kernel || pads[i + n] >= kernel) return false;
    }
    return true;
}

/* Is no element of x negative? NaN is allowed. */
static bool pad_is_positive(const cm_ir *ir, cm_id x) {
    double low;
    cm_id from = ir->t.value.row[x].node;
    if (cm_opt_is(ir, from, CM_OP_Relu) || cm_opt_is(ir, from, CM_OP_Sigmoid)) return true;
    if (cm_opt_is(ir, from, CM_OP_Clip))
        return cm_opt_number(ir, cm_ir_in(ir, from, 1), &low) && low >= 0;
    if (from == CM_NONE || ir->info[from].op == NULL) return false;
    const cm_activation *act = cm_opt_activation(ir, from);
    if (act == NULL) return false;
    return act->fn == CM_ACTIVATION_RELU || act->fn == CM_ACTIVATION_SIGMOID ||
           (act->fn == CM_ACTIVATION_CLIP && act->imm[0] >= 0);
}

/* MaxPool: each window sees an element of the data, which the padding never beats. */
static bool pad_fits_max(const cm_ir *ir, cm_id node, cm_id pad, uint32_t n) {
    cm_id x = cm_ir_in(ir, pad, 0), indices = cm_ir_out(ir, node, 1);
    if (indices != CM_NONE && cm_ir_use_count(ir, indices) != 0) return false;
    for (uint32_t i = 0; i < n; i++) {
        int64_t dilation;
        if (!cm_opt_list_at(ir, node, "dilations", n, i, 1, &dilation) || dilation != 1) return false;
        if (cm_dim_le(ir->dims, 1, ir->av[x].dims[i + 2]) != CM_YES) return false;
    }
    switch (ir->av[x].dtype) {
    case CAMEO_UINT8: return pad_is_by_integer(ir, pad, 0);
    case CAMEO_INT8: return pad_is_by_integer(ir, pad, INT8_MIN);
    default:
        return pad_is_by(ir, pad, -CM_INF_F64) || (pad_is_by(ir, pad, 0) && pad_is_positive(ir, x));
    }
}

/* AveragePool: the zeros count, as they did. */
static bool pad_fits_average(const cm_ir *ir, cm_id node, cm_id pad, bool own) {
    if (ir->info[node].since < 7 || !pad_is_by(ir, pad, 0)) return false;
    return !own || cm_opt_i32(ir, node, "count_include_pad") != 0;
}

/* MaxPool(Pad(x)), AveragePool(Pad(x)) = the pool of x with larger pads. */
cameo_status cm_rewrite_pool_pad(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    pad_amounts p;
    int64_t pads[2 * CM_MAX_RANK];
    bool own, max = cm_opt_is(ir, node, CM_OP_MaxPool);
    if (!max && !cm_opt_is(ir, node, CM_OP_AveragePool)) return CAMEO_OK;
    cm_id pad = cm_opt_fusable(ir, node, 0, CM_OP_Pad);
    if (pad == CM_NONE || !pad_read(ir, pad, &p) || !pad_sum(ir, node, &p, pads, &own))
        return CAMEO_OK;
    uint32_t n = p.rank - 2;
    if (!pad_fits_window(ir, node, pads, n)) return CAMEO_OK;
    if (max ? !pad_fits_max(ir, node, pad, n) : !pad_fits_average(ir, node, pad, own))
        return CAMEO_OK;
    *changed = true;
    if (!max) CM_TRY(cm_ir_set_int(ir, node, "count_include_pad", 1));
    return pad_apply(o, node, pad, pads, 2 * n);
}
