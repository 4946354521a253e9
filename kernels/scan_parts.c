/* scan_parts.c — what Scan and SequenceMap need beside a Loop; ir/import/scan.c writes them as one. ScanLength counts
 * the steps, ScanItem and MapItem take one step's input, ScanAxis puts the steps of an output on their
 * axis, ScanPad fills up what Scan 8 leaves short. They have no schema: every rule here looks at
 * what it gets. Source: ONNX Scan 8, 9, SequenceMap 17. */
#include "kernels/move.h"

typedef struct scan_parts_params {
    int32_t axis;
    int32_t reverse; /* ScanItem, ScanAxis: steps run backwards */
    int32_t input;   /* ScanLength: which scan input, for its errors */
} scan_parts_params;

/* Input i is a tensor, and a scalar int64 where `number`. */
static cameo_status scan_parts_check(const cm_shape *s, uint32_t i, bool number) {
    const cm_avalue *v = cm_shape_in(s, i);
    CM_CHECK(v->kind == CAMEO_KIND_TENSOR, s->e, CAMEO_E_TYPE, "operand %u is not a tensor", i);
    CM_CHECK(!number || v->dtype == CAMEO_INT64, s->e, CAMEO_E_TYPE, "operand %u is %s, want int64",
             i, cameo_dtype_name((cameo_dtype)v->dtype));
    return CAMEO_OK;
}

/* The one number of an int64 operand. Errors: E_SHAPE it has another count. */
static cameo_status scan_parts_number(const cm_kctx *k, uint32_t i, int64_t *x) {
    const cm_tensor *t = cm_in(k, i);
    CM_CHECK(t->n == 1, k->e, CAMEO_E_SHAPE, "operand %u has %zu elements, want 1", i, t->n);
    *x = cm_move_index(t, 0);
    return CAMEO_OK;
}

cameo_status cm_scan_single_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

cameo_status cm_scan_move_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0) == NULL ? 0 : cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* ---- ScanLength ---- */

static cameo_status scan_parts_length_shape(cm_shape *s) {
    const scan_parts_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim n = CM_DIM_UNKNOWN, before = CM_DIM_UNKNOWN;
    CM_CHECK(x->kind == CAMEO_KIND_TENSOR, s->e, CAMEO_E_TYPE, "scan input %d is not a tensor",
             (int)p->input);
    if (cm_shape_has(s, 1)) CM_TRY(scan_parts_check(s, 1, true));
    if (cm_shape_has(s, 2)) CM_TRY(scan_parts_check(s, 2, true));
    if (x->rank != CM_RANK_UNKNOWN) {
        uint32_t axis;
        CM_TRY(cm_axis_normalize(p->axis, x->rank, "the axis of a scan input", &axis, s->e));
        n = x->dims[axis];
        bool differ =
            cm_avalue_elem(cm_shape_in(s, 1), 0, &before) && !cm_shape_equal(s, n, before);
        CM_CHECK(!differ, s->e, CAMEO_E_SHAPE,
                 "scan input %d has %lld steps on its axis, those before it %lld", (int)p->input,
                 cm_dim_is_const(n) ? CM_LL(n) : -1, cm_dim_is_const(before) ? CM_LL(before) : -1);
    }
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 0, NULL));
    cm_dim *elem = cm_shape_out_elems(s, 0, 1);
    if (elem != NULL && !cm_shape_has(s, 2)) elem[0] = n;
    return CAMEO_OK;
}

/* cm_scan_length_run — y = the steps of scan input x, an int64 scalar.
 *   in 0   x, any rank >= 1; its dim on the axis is the number of steps
 *   in 1   or absent: the steps of the scan inputs before it, which must be as many
 *   in 2   or absent: the steps to make instead, in [0, steps of x]
 * Errors: E_SHAPE the steps differ, axis, in 2. */
cameo_status cm_scan_length_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const scan_parts_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    int64_t before, given;
    uint32_t axis;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "the axis of a scan input", &axis, k->e));
    int64_t n = (int64_t)x->dims[axis];
    if (cm_in(k, 1) != NULL) {
        CM_TRY(scan_parts_number(k, 1, &before));
        CM_CHECK(before == n, k->e, CAMEO_E_SHAPE,
                 "scan input %d has %lld steps on its axis, those before it %lld", (int)p->input,
                 CM_LL(n), CM_LL(before));
    }
    if (cm_in(k, 2) != NULL) {
        CM_TRY(scan_parts_number(k, 2, &given));
        CM_CHECK(given >= 0 && given <= n, k->e, CAMEO_E_SHAPE,
                 "sequence_lens has %lld, want 0..%lld", CM_LL(given), CM_LL(n));
        n = given;
    }
    memcpy(cm_out(k, 0)->data, &n, sizeof n);
    return CAMEO_OK;
}

/* ---- ScanItem ---- */

static cameo_status scan_parts_item_shape(cm_shape *s) {
    const scan_parts_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK];
    uint32_t axis;
    CM_TRY(scan_parts_check(s, 0, false));
    CM_TRY(scan_parts_check(s, 1, true));
    if (cm_shape_has(s, 2)) CM_TRY(scan_parts_check(s, 2, true));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "the axis of a scan input", &axis, s->e));
    for (uint32_t d = 0, to = 0; d < x->rank; d++) {
        if (d != axis) dims[to++] = x->dims[d];
    }
    return cm_shape_out(s, 0, x->dtype, x->rank - 1u, dims);
}

/* The elements of x at this step. Errors: E_SHAPE there is no such step. */
static cameo_status scan_parts_item_view(const cm_kctx *k, cm_strided *v) {
    const scan_parts_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    int64_t step, n;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "the axis of a scan input", &axis, k->e));
    n = (int64_t)x->dims[axis];
    CM_TRY(scan_parts_number(k, 1, &step));
    if (p->reverse != 0) {
        if (cm_in(k, 2) != NULL) CM_TRY(scan_parts_number(k, 2, &n));
        CM_CHECK(step >= 0 && step < n, k->e, CAMEO_E_SHAPE, "step %lld of %lld", CM_LL(step),
                 CM_LL(n));
        step = n - 1 - step;
    }
    CM_CHECK(step >= 0 && (uint64_t)step < x->dims[axis], k->e, CAMEO_E_SHAPE,
             "step %lld of a scan input that has %zu", CM_LL(step), x->dims[axis]);
    cm_strided_dense(v, x->rank, x->dims);
    v->first = (size_t)step * v->stride[axis];
    for (uint32_t d = axis; d + 1 < x->rank; d++) {
        v->dims[d] = v->dims[d + 1];
        v->stride[d] = v->stride[d + 1];
    }
    v->rank--;
    return CAMEO_OK;
}

static cameo_status scan_parts_copy(const cm_kctx *k, const cm_strided *v, uint32_t begin,
                                    uint32_t end) {
    const cm_tensor *y = cm_out(k, 0);
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_strided_copy(v, cm_move_bits(y), cm_in(k, 0)->data, y->data, at, stop);
    }
    return CAMEO_OK;
}

/* cm_scan_item_run — y = x at one step: the slice of its axis at in 1; backwards, counted from the
 * end or from in 2 if it is there. Any dtype but string, any alignment. Errors: E_SHAPE. */
cameo_status cm_scan_item_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    cm_strided v;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(scan_parts_item_view(k, &v));
    return scan_parts_copy(k, &v, begin, end);
}

/* cm_scan_item_string_run — the same for strings; y is allocated here. */
cameo_status cm_scan_item_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    (void)phase;
    cm_strided v;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(scan_parts_item_view(k, &v));
    return cm_strings_emit_strided(k, 0, &v, cm_in(k, 0));
}

/* ---- ScanAxis ---- */

static cameo_status scan_parts_axis_shape(cm_shape *s) {
    const scan_parts_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK];
    uint32_t axis;
    CM_TRY(scan_parts_check(s, 0, false));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "the axis of a scan output", &axis, s->e));
    for (uint32_t d = 0, from = 1; d < x->rank; d++) {
        dims[d] = d == axis ? x->dims[0] : x->dims[from++];
    }
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

static cameo_status scan_parts_axis_view(const cm_kctx *k, cm_strided *v) {
    const scan_parts_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    cm_strided dense;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "the axis of a scan output", &axis, k->e));
    cm_strided_dense(&dense, x->rank, x->dims);
    *v = dense;
    for (uint32_t d = 0, from = 1; d < x->rank; d++) {
        uint32_t source = d == axis ? 0 : from++;
        v->dims[d] = dense.dims[source];
        v->stride[d] = dense.stride[source];
    }
    if (p->reverse == 0 || x->n == 0) return CAMEO_OK;
    v->first = (x->dims[0] - 1) * dense.stride[0];
    v->stride[axis] = 0 - dense.stride[0];
    return CAMEO_OK;
}

/* cm_scan_axis_run — y = x with axis 0 moved to another place, there backwards where wanted. Any
 * dtype but string, any alignment. Errors: E_SHAPE axis. */
cameo_status cm_scan_axis_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    cm_strided v;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(scan_parts_axis_view(k, &v));
    return scan_parts_copy(k, &v, begin, end);
}

/* cm_scan_axis_string_run — the same for strings; y is allocated here. */
cameo_status cm_scan_axis_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    (void)phase;
    cm_strided v;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(scan_parts_axis_view(k, &v));
    return cm_strings_emit_strided(k, 0, &v, cm_in(k, 0));
}

/* ---- ScanPad ---- */

static cameo_status scan_parts_pad_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK];
    CM_TRY(scan_parts_check(s, 0, false));
    CM_TRY(scan_parts_check(s, 1, true));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank > 0, s->e, CAMEO_E_SHAPE, "operand 0 is a scalar");
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    if (!cm_avalue_elem(cm_shape_in(s, 1), 0, &dims[0])) dims[0] = CM_DIM_UNKNOWN;
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

/* Dims of y. Errors: E_SHAPE it would be shorter than x. */
static cameo_status scan_parts_pad_dims(const cm_kctx *k, size_t *dims) {
    const cm_tensor *x = cm_in(k, 0);
    int64_t n;
    CM_TRY(scan_parts_number(k, 1, &n));
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    bool fits = n >= 0 && !cm_ckd_size((uint64_t)n, &dims[0]) && dims[0] >= x->dims[0];
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "%zu steps, want at most %lld", x->dims[0], CM_LL(n));
    return CAMEO_OK;
}

static cm_str scan_parts_pad_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const cm_tensor *x = ctx;
    return i < x->n ? cm_tensor_str(x, i) : (cm_str){NULL, 0};
}

/* cm_scan_pad_run — y = x, then zeros (strings: empty ones) up to in 1 indices of axis 0. y is
 * allocated here. Any dtype. Errors: E_SHAPE x is longer; E_NOMEM. */
cameo_status cm_scan_pad_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    size_t dims[CM_MAX_RANK], n = 1, bytes;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(scan_parts_pad_dims(k, dims));
    if (x->dtype == CAMEO_STRING) {
        return cm_strings_emit(k, 0, x->rank, dims,
                               &(cm_string_source){scan_parts_pad_string, x, 1});
    }
    for (uint32_t d = 0; d < x->rank; d++) {
        CM_CHECK(!cm_ckd_mul(n, dims[d], &n), k->e, CAMEO_E_SHAPE, "the padded output overflows");
    }
    CM_CHECK(cm_dtype_bytes((cameo_dtype)x->dtype, n, &bytes) == CAMEO_OK, k->e, CAMEO_E_SHAPE,
             "the padded output overflows");
    CM_TRY(k->services->out_alloc(k, 0, x->rank, dims, bytes));
    if (bytes == 0) return CAMEO_OK;
    memset(cm_out(k, 0)->data, 0, bytes);
    cm_move_flat(cm_move_bits(x), cm_out(k, 0)->data, 0, x->data, 0, x->n);
    return CAMEO_OK;
}

/* ---- MapItem ---- */

static cameo_status scan_parts_map_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_TRY(scan_parts_check(s, 1, true));
    bool sequence = x->kind == CAMEO_KIND_SEQUENCE && x->elem_kind == CAMEO_KIND_TENSOR;
    CM_CHECK(x->kind == CAMEO_KIND_TENSOR || sequence, s->e, CAMEO_E_TYPE,
             "an input is neither a tensor nor a sequence of tensors");
    return cm_shape_out(s, 0, x->dtype, x->rank, x->dims);
}

/* cm_map_item_run — y = item in 1 of a sequence; of a tensor, the tensor itself.
 * Errors: E_SHAPE the sequence is shorter; E_NOMEM. */
cameo_status cm_map_item_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    int64_t i;
    cm_tensor item;
    if (begin >= end) return CAMEO_OK;
    if (x->kind == CAMEO_KIND_TENSOR) return k->services->out_share(k, 0, 0);
    CM_TRY(scan_parts_number(k, 1, &i));
    size_t n = k->services->seq_len(k, x);
    CM_CHECK(i >= 0 && (uint64_t)i < n, k->e, CAMEO_E_SHAPE,
             "an input sequence has %zu items, input_sequence more", n);
    k->services->seq_item(k, x, (size_t)i, &item);
    return k->services->out_set(k, 0, &item);
}

static const cm_field scan_parts_fields[] = {CM_F_I32(scan_parts_params, axis, 0),
                                             CM_F_I32(scan_parts_params, reverse, 0),
                                             CM_F_I32(scan_parts_params, input, 0)};
#define SCAN_OP(name, op_flags, op_shape)                                 \
    const cm_op cm_op_##name = {.id = CM_OP_##name,                       \
                                .flags = (op_flags),                      \
                                .n_fields = 3,                            \
                                .params_size = sizeof(scan_parts_params), \
                                .fields = scan_parts_fields,              \
                                .shape = (op_shape)};
SCAN_OP(MapItem, CM_OPF_DYNAMIC, scan_parts_map_shape)
SCAN_OP(ScanAxis, 0, scan_parts_axis_shape)
SCAN_OP(ScanItem, 0, scan_parts_item_shape)
SCAN_OP(ScanLength, 0, scan_parts_length_shape)
SCAN_OP(ScanPad, CM_OPF_DYNAMIC, scan_parts_pad_shape)
