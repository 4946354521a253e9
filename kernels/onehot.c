/* onehot.c — OneHot: a new axis of `depth` elements, of which the one that the index names is "on",
 * the others "off". An index out of range is no error: all are off.
 *
 * Indices and depth may be of any real dtype: floats are truncated. Indices are [outer][inner], the
 * output [outer][depth][inner]; a task fills its range with "off" and then looks for the indices
 * whose element lies in it.
 * Source: ONNX OneHot, since_version 9, 11 (negative indices count from the end). */
#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct onehot_params {
    int32_t axis;
    int32_t wrap; /* negative indices count from the end */
} onehot_params;

static const cm_field onehot_fields[] = {CM_F_I32(onehot_params, axis, -1),
                                         CM_F_OWN(onehot_params, wrap)};

static cameo_status onehot_parse(const cm_parse *p, void *params) {
    onehot_params *q = params;
    q->wrap = p->since >= 11;
    return CAMEO_OK;
}

/* Truncated; the nearest int64 where it is none, the lowest for NaN. */
static int64_t onehot_truncate(double v) {
    if (v >= 9223372036854775808.0) return INT64_MAX;
    return v > -9223372036854775808.0 ? (int64_t)v : INT64_MIN;
}

/* The position that `index` names on the new axis, or -1. */
static int64_t onehot_class(const onehot_params *p, int64_t index, int64_t depth) {
    if (index < 0 && p->wrap) index += depth;
    return index >= 0 && index < depth ? index : -1;
}

/* The number in depth as a dim, CM_DIM_UNKNOWN where it is not known. */
static cm_dim onehot_depth(const cm_avalue *v) {
    int64_t n;
    double x;
    cm_dim depth;
    if (cm_avalue_i64(v, 0, &n)) return cm_dim_saturate_i64(n);
    if (cm_avalue_f64(v, 0, &x)) return cm_dim_saturate_i64(onehot_truncate(x));
    return cm_avalue_elem(v, 0, &depth) ? depth : CM_DIM_UNKNOWN;
}

/* The elements, where those of values and some indices are known. */
static void onehot_elems(cm_shape *s, uint32_t axis) {
    const cm_avalue *indices = cm_shape_in(s, 0);
    cm_dim value[2];
    size_t n;
    if (s->n_out == 0 || !cm_avalue_count(&s->out[0], &n)) return;
    if (indices->dtype != CAMEO_INT32 && indices->dtype != CAMEO_INT64) return;
    for (size_t i = 0; i < 2; i++) {
        if (!cm_avalue_elem(cm_shape_in(s, 2), i, &value[i])) return;
    }
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    if (elem == NULL) return;
    size_t depth = (size_t)s->out[0].dims[axis];
    size_t inner = 1;
    for (uint32_t d = axis; d < indices->rank; d++) inner *= (size_t)indices->dims[d];
    for (size_t j = 0; j < n; j++) {
        int64_t index;
        size_t row = j / inner;
        if (!cm_avalue_i64(indices, row / depth * inner + j % inner, &index)) continue;
        elem[j] = value[onehot_class(s->params, index, (int64_t)depth) == (int64_t)(row % depth)];
    }
}

static cameo_status onehot_shape(cm_shape *s) {
    const onehot_params *p = s->params;
    const cm_avalue *indices = cm_shape_in(s, 0);
    const cm_avalue *depth = cm_shape_in(s, 1);
    const cm_avalue *values = cm_shape_in(s, 2);
    size_t n;
    uint32_t axis;
    CM_CHECK(!cm_avalue_count(depth, &n) || n == 1, s->e, CAMEO_E_SHAPE,
             "depth has %zu elements, want 1", n);
    CM_CHECK(values->rank == 1 || values->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "values has rank %u, want 1", (unsigned)values->rank);
    CM_CHECK(!cm_avalue_count(values, &n) || n == 2, s->e, CAMEO_E_SHAPE,
             "values has %zu elements, want 2", n);
    cm_dim classes = onehot_depth(depth);
    CM_CHECK(!cm_dim_is_const(classes) || classes >= 0, s->e, CAMEO_E_SHAPE,
             "depth is %lld, want >= 0", CM_LL(classes));
    if (indices->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out(s, 0, values->dtype, CM_RANK_UNKNOWN, NULL);
    }
    uint32_t rank = indices->rank + 1u;
    CM_TRY(cm_axis_normalize(p->axis, rank, "axis", &axis, s->e));
    cm_dim dims[CM_MAX_RANK + 1];
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = d == axis ? classes : indices->dims[d < axis ? d : d - 1];
    }
    CM_TRY(cm_shape_out(s, 0, values->dtype, rank, dims));
    onehot_elems(s, axis);
    return CAMEO_OK;
}

static uint64_t onehot_cost(const cm_shape *s) {
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), cm_shape_cost(cm_shape_in(s, 0), 16)); /* indices */
}

const cm_op cm_op_OneHot = {.id = CM_OP_OneHot,
                            .cost = onehot_cost,
                            .n_fields = 2,
                            .params_size = sizeof(onehot_params),
                            .fields = onehot_fields,
                            .parse = onehot_parse,
                            .shape = onehot_shape};

/* The three extents of one execution. */
typedef struct onehot_extent {
    size_t outer, depth, inner;
} onehot_extent;

/* Errors: E_SHAPE the tensors do not go together. */
static cameo_status onehot_extents(const cm_kctx *k, onehot_extent *x) {
    const onehot_params *p = k->params;
    const cm_tensor *indices = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    uint32_t axis;
    size_t n;
    CM_TRY(cm_axis_normalize(p->axis, indices->rank + 1u, "axis", &axis, k->e));
    bool fits = cm_in(k, 1)->n == 1 && cm_in(k, 2)->n == 2 && y->rank == indices->rank + 1u;
    fits = fits && !cm_ckd_mul(indices->n, y->dims[axis], &n) && n == y->n;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "indices, depth, values and output do not go together");
    *x = (onehot_extent){cm_move_count(indices->dims, 0, axis), y->dims[axis],
                         cm_move_count(indices->dims, axis, indices->rank)};
    return CAMEO_OK;
}

/* Elements [first, first + n) of t, n <= CM_LANE_ITEMS, as integers: the nearest ones. */
static void onehot_load(const cm_tensor *t, size_t first, size_t n, int64_t *out) {
    double wide[CM_LANE_ITEMS];
    if ((cm_dtype_flags((cameo_dtype)t->dtype) & CM_DTF_FLOAT) != 0) {
        cm_lane_load_f64(t->dtype, t->data, first, n, wide);
        for (size_t i = 0; i < n; i++) out[i] = onehot_truncate(wide[i]);
        return;
    }
    cm_lane_load_i64(t->dtype, t->data, first, n, out);
    for (size_t i = 0; t->dtype == CAMEO_UINT64 && i < n; i++) {
        if (out[i] < 0) out[i] = INT64_MAX;
    }
}

/* depth, which may be another than the one that the output was made for.
 * Errors: E_SHAPE. */
static cameo_status onehot_check(const cm_kctx *k, const onehot_extent *x) {
    int64_t depth;
    onehot_load(cm_in(k, 1), 0, 1, &depth);
    CM_CHECK(depth == (int64_t)x->depth, k->e, CAMEO_E_SHAPE, "depth is %lld for an output of %zu",
             CM_LL(depth), x->depth);
    return CAMEO_OK;
}

cameo_status cm_onehot_setup(const cm_kctx *k, cm_setup *s) {
    onehot_extent x;
    CM_TRY(onehot_extents(k, &x));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* The elements [at, stop) of y become "off". */
static void onehot_off(const cm_kctx *k, size_t at, size_t stop) {
    const cm_tensor *y = cm_out(k, 0);
    uint32_t bits = cm_move_bits(y);
    cm_move_flat(bits, y->data, at, cm_in(k, 2)->data, 0, 1);
    for (size_t n = 1; n < stop - at; n *= 2) {
        cm_move_flat(bits, y->data, at + n, y->data, at, cm_min_size(n, stop - at - n));
    }
}

/* Those of the elements [at, stop) of y that the indices [first, last) name become "on". */
static void onehot_on(const cm_kctx *k, const onehot_extent *x, size_t first, size_t last,
                      size_t at, size_t stop) {
    const cm_tensor *y = cm_out(k, 0);
    uint32_t bits = cm_move_bits(y);
    int64_t index[CM_LANE_ITEMS];
    while (first < last) {
        size_t n = cm_min_size(CM_LANE_ITEMS, last - first);
        onehot_load(cm_in(k, 0), first, n, index);
        for (size_t i = 0; i < n; i++) {
            int64_t c = onehot_class(k->params, index[i], (int64_t)x->depth);
            size_t o = (first + i) / x->inner;
            size_t to = (o * x->depth + (size_t)c) * x->inner + (first + i) % x->inner;
            if (c >= 0 && to >= at && to < stop) {
                cm_move_flat(bits, y->data, to, cm_in(k, 2)->data, 1, 1);
            }
        }
        first += n;
    }
}

/* cm_onehot_run — y[o][d][i] = values[indices[o][i] names d].
 *   indices  [outer][inner] of any real dtype
 *   depth    one number of any real dtype, the dim of y
 *   values   [2] "off", "on", of any dtype but string, any alignment
 *   y        [outer][depth][inner] of the same dtype as values
 * A task is a range of elements of y; a range shorter than inner looks at its own columns only.
 * Errors: E_SHAPE depth is not the dim of y. */
cameo_status cm_onehot_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    onehot_extent x;
    CM_TRY(onehot_extents(k, &x));
    CM_TRY(onehot_check(k, &x));
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(cm_out(k, 0)->n, t, &at, &stop);
        onehot_off(k, at, stop);
        size_t row = at / x.inner;
        size_t column = at % x.inner;
        if (stop - at >= x.inner) {
            size_t last = (stop - 1) / x.inner / x.depth + 1;
            onehot_on(k, &x, row / x.depth * x.inner, last * x.inner, at, stop);
            continue;
        }
        size_t n = cm_min_size(stop - at, x.inner - column);
        size_t first = row / x.depth * x.inner;
        onehot_on(k, &x, first + column, first + column + n, at, stop);
        first = (row + 1) / x.depth * x.inner;
        onehot_on(k, &x, first, first + (stop - at - n), at, stop);
    }
    return CAMEO_OK;
}

cameo_status cm_onehot_string_setup(const cm_kctx *k, cm_setup *s) {
    onehot_extent x;
    CM_TRY(onehot_extents(k, &x));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct onehot_strings {
    const cm_kctx *k;
    onehot_extent x;
} onehot_strings;

static cm_str onehot_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const onehot_strings *s = ctx;
    size_t row = i / s->x.inner;
    int64_t index;
    onehot_load(cm_in(s->k, 0), row / s->x.depth * s->x.inner + i % s->x.inner, 1, &index);
    int64_t c = onehot_class(s->k->params, index, (int64_t)s->x.depth);
    return cm_tensor_str(cm_in(s->k, 2), c == (int64_t)(row % s->x.depth));
}

/* cm_onehot_string_run — the same for strings; the output is allocated here. */
cameo_status cm_onehot_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    onehot_strings s = {.k = k};
    size_t dims[CM_MAX_RANK];
    CM_TRY(onehot_extents(k, &s.x));
    CM_TRY(onehot_check(k, &s.x));
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){onehot_string, &s, 1});
}
