/* slice.c — Slice: start:end:step on some axes, as numpy indexes.
 * Source: ONNX Slice 10, 11 (negative axes), 13. The attributes of Slice 1 are lifted to inputs
 * before this sees them. Shape rule and kernel bring their numbers into one form and share the
 * arithmetic: the kernel computes without an expression table. */
#include "kernels/move.h"

/* Numbers beyond this mean "to the end"; sums of a few of them do not overflow. */
#define SLICE_FAR (INT64_C(1) << 61)

/* What the inputs say about one dim. */
typedef struct slice_axis {
    cm_dim start, end, step;
} slice_axis;

typedef struct slice_range {
    cm_dim first, step; /* position of element 0, distance of the next */
    cm_dim count;
} slice_range;

/* INT_MAX of the 32-bit exporters, too, is the end of any dim. (ONNX Runtime takes it as "to the
 * end" backwards as well; ONNX and numpy do not.) */
static cm_dim slice_clamp(int64_t v) {
    return v >= SLICE_FAR || v == INT32_MAX ? SLICE_FAR : v <= -SLICE_FAR ? -SLICE_FAR : v;
}

/* A position counted from the front: the dim is added where it is negative. */
static cm_dim slice_from_front(cm_dims *t, cm_dim at, cm_dim dim) {
    switch (cm_dim_le(t, 0, at)) {
    case CM_YES: return at;
    case CM_NO: return cm_dim_add(t, dim, at);
    default: break;
    }
    cm_dim negative = cm_dim_min(t, cm_dim_max(t, cm_dim_neg(t, at), 0), 1);
    return cm_dim_add(t, at, cm_dim_mul(t, dim, negative));
}

/* slice_from_front, moved into [0, dim]. All but one element, dim - 1, is 0 at least without that sum: what is
 * negative there stays so when dim is added, and so does dim - 2. */
static cm_dim slice_inside(cm_dims *t, cm_dim at, cm_dim dim) {
    cm_dim short_by = cm_dim_sub(t, dim, at);
    if (short_by == 1 || short_by == 2) return cm_dim_max(t, at, 0);
    return cm_dim_max(t, cm_dim_min(t, slice_from_front(t, at, dim), dim), 0);
}

/* 0 <= start <= end, whatever the symbols are? Then the count is what was wanted, or what
 * is left behind start: the rows [past, past + n) of a table are n of them at most. */
static bool slice_is_window(cm_dims *t, const slice_axis *a) {
    return a->end != SLICE_FAR && cm_dim_le(t, 0, a->start) == CM_YES &&
           cm_dim_le(t, a->start, a->end) == CM_YES;
}

/* start:end:step of a dim with step > 0: start and end are clamped to [0, dim]. */
static void slice_forward(cm_dims *t, cm_dim dim, const slice_axis *a, slice_range *r) {
    cm_dim end = a->end != SLICE_FAR ? slice_inside(t, a->end, dim) : dim;
    r->first = 0;
    if (a->start != -SLICE_FAR && a->start != 0) r->first = slice_inside(t, a->start, dim);
    r->count = cm_dim_max(t, cm_dim_div_ceil(t, cm_dim_sub(t, end, r->first), a->step), 0);
    if (cm_dim_is_const(r->first) || !slice_is_window(t, a)) return;
    cm_dim wanted = cm_dim_div_ceil(t, cm_dim_sub(t, a->end, a->start), a->step);
    cm_dim left = cm_dim_div_ceil(t, cm_dim_sub(t, dim, a->start), a->step);
    r->count = cm_dim_min(t, wanted, cm_dim_max(t, left, 0));
}

/* step < 0: start is clamped to [0, dim - 1], end to [-1, dim - 1]. */
static void slice_backward(cm_dims *t, cm_dim dim, const slice_axis *a, slice_range *r) {
    cm_dim last = cm_dim_sub(t, dim, 1);
    cm_dim end = -1;
    if (a->end != -SLICE_FAR) {
        end = cm_dim_max(t, cm_dim_min(t, slice_from_front(t, a->end, dim), last), -1);
    }
    r->first = last;
    if (a->start != SLICE_FAR && a->start != -1) {
        r->first = cm_dim_max(t, cm_dim_min(t, slice_from_front(t, a->start, dim), last), 0);
    }
    r->count = cm_dim_max(t, cm_dim_div_ceil(t, cm_dim_sub(t, end, r->first), a->step), 0);
    /* A dim of 0 has no element 0 to clamp to. */
    if (cm_dim_le(t, 1, dim) != CM_YES) r->count = cm_dim_min(t, r->count, dim);
}

/* The range that `a` names in a dim. t may be NULL. Errors: E_SHAPE a step of 0. */
static cameo_status slice_resolve(cm_dims *t, cm_dim dim, const slice_axis *a, slice_range *r,
                                  cameo_error *e) {
    CM_CHECK(a->step != 0, e, CAMEO_E_SHAPE, "a step is 0");
    *r = (slice_range){CM_DIM_UNKNOWN, a->step, CM_DIM_UNKNOWN};
    if (cm_dim_le(t, 1, a->step) == CM_YES) slice_forward(t, dim, a, r);
    else if (cm_dim_le(t, a->step, -1) == CM_YES) slice_backward(t, dim, a, r);
    return CAMEO_OK;
}

/* Element j of input i for the shape rule; def where the input is absent. */
static cm_dim slice_elem(const cm_shape *s, uint32_t i, size_t j, cm_dim def) {
    int64_t v;
    cm_dim d;
    if (!cm_shape_has(s, i)) return def;
    if (cm_avalue_i64(cm_shape_in(s, i), j, &v)) return slice_clamp(v);
    return cm_avalue_elem(cm_shape_in(s, i), j, &d) ? d : CM_DIM_UNKNOWN;
}

/* starts, ends, axes and steps are rank 1 and of one length; *n gets it.
 * Errors: E_SHAPE. *known is false where no length is known. */
static cameo_status slice_length(const cm_shape *s, size_t *n, bool *known) {
    *known = false;
    for (uint32_t i = 1; i <= 4; i++) {
        const cm_avalue *v = cm_shape_in(s, i);
        size_t len;
        if (!cm_shape_has(s, i)) continue;
        CM_CHECK(v->rank == 1 || v->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
                 "input %u has rank %u, want 1", i, (unsigned)v->rank);
        if (!cm_avalue_count(v, &len)) continue;
        CM_CHECK(!*known || len == *n, s->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, the one before it %zu", i, len, *n);
        *n = len;
        *known = true;
    }
    return CAMEO_OK;
}

/* Marks axis number `axis` as seen. Errors: E_SHAPE out of range or named twice. */
static cameo_status slice_take_axis(int64_t axis, uint32_t rank, bool *seen, uint32_t *at,
                                    cameo_error *e) {
    CM_TRY(cm_axis_normalize(axis, rank, "an element of axes", at, e));
    CM_CHECK(!seen[*at], e, CAMEO_E_SHAPE, "axis %u is named twice", *at);
    seen[*at] = true;
    return CAMEO_OK;
}

/* The elements of the output, where all positions are numbers. */
static void slice_elems(cm_shape *s, const slice_range *range) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n;
    size_t n_in;
    if (s->n_out == 0 || !cm_avalue_count(&s->out[0], &n) || !cm_avalue_count(x, &n_in)) return;
    cm_strided v = {.rank = x->rank};
    size_t below = 1;
    for (uint32_t d = x->rank; d-- > 0;) {
        if (!cm_dim_is_const(range[d].first) || !cm_dim_is_const(range[d].step)) return;
        v.dims[d] = (size_t)range[d].count;
        v.stride[d] = (size_t)range[d].step * below;
        v.first += (size_t)range[d].first * below;
        below *= (size_t)x->dims[d];
    }
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t j = 0; elem != NULL && j < n; j++) {
        if (!cm_avalue_elem(x, cm_strided_at(&v, j), &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
}

/* What the data may leave of a dim. */
static cm_dim slice_part(const cm_shape *s, cm_dim dim) {
    return cm_dim_is_known(dim) ? cm_shape_decided(s, 0, dim) : dim;
}

/* The data decide which axes are cut. */
static cameo_status slice_shape_open(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = slice_part(s, x->dims[d]);
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

static cameo_status slice_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n = 0;
    bool known;
    CM_TRY(slice_length(s, &n, &known));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    if (!known) return slice_shape_open(s);
    CM_CHECK(n <= x->rank, s->e, CAMEO_E_SHAPE, "%zu axes for an input of rank %u", n,
             (unsigned)x->rank);
    slice_range range[CM_MAX_RANK];
    bool seen[CM_MAX_RANK] = {false};
    for (uint32_t d = 0; d < x->rank; d++) range[d] = (slice_range){0, 1, x->dims[d]};
    for (size_t j = 0; j < n; j++) {
        uint32_t d;
        cm_dim axis = slice_elem(s, 3, j, (cm_dim)j);
        if (!cm_dim_is_const(axis)) return slice_shape_open(s);
        CM_TRY(slice_take_axis(axis, x->rank, seen, &d, s->e));
        slice_axis a = {slice_elem(s, 1, j, 0), slice_elem(s, 2, j, 0), slice_elem(s, 4, j, 1)};
        CM_TRY(slice_resolve(s->dims, x->dims[d], &a, &range[d], s->e));
        if (range[d].count == CM_DIM_UNKNOWN) range[d].count = slice_part(s, x->dims[d]);
    }
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = range[d].count;
    CM_TRY(cm_shape_out(s, 0, x->dtype, x->rank, dims));
    slice_elems(s, range);
    return CAMEO_OK;
}

/* The elements that starts, ends, axes and steps of a run choose, as a strided source. Numbers in tensors are never
 * trusted. Errors: E_SHAPE a bad axis or step, or other dims than the output was given. */
static cameo_status slice_source(const cm_kctx *k, cm_strided *v) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    const cm_tensor *starts = cm_in(k, 1);
    const cm_tensor *ends = cm_in(k, 2);
    const cm_tensor *axes = cm_in(k, 3);
    const cm_tensor *steps = cm_in(k, 4);
    bool seen[CM_MAX_RANK] = {false};
    cm_strided_dense(v, x->rank, x->dims);
    for (size_t j = 0; j < starts->n; j++) {
        uint32_t d;
        CM_TRY(slice_take_axis(axes != NULL ? cm_move_index(axes, j) : (int64_t)j, x->rank, seen,
                               &d, k->e));
        slice_axis a = {slice_clamp(cm_move_index(starts, j)), slice_clamp(cm_move_index(ends, j)),
                        steps != NULL ? slice_clamp(cm_move_index(steps, j)) : 1};
        slice_range r;
        CM_TRY(slice_resolve(NULL, (cm_dim)x->dims[d], &a, &r, k->e));
        v->first += (size_t)r.first * v->stride[d];
        v->stride[d] *= (size_t)r.step;
        v->dims[d] = (size_t)r.count;
    }
    for (uint32_t d = 0; d < x->rank; d++) {
        CM_CHECK(v->dims[d] == y->dims[d], k->e, CAMEO_E_SHAPE,
                 "starts, ends and steps give %zu elements on axis %u, the output has %zu",
                 v->dims[d], d, y->dims[d]);
    }
    return CAMEO_OK;
}

/* Ranks and lengths; the positions are checked where their data is. */
static cameo_status slice_check(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    CM_CHECK(x->rank == y->rank, k->e, CAMEO_E_SHAPE, "the output has rank %u, want %u",
             (unsigned)y->rank, (unsigned)x->rank);
    for (uint32_t i = 1; i <= 4; i++) {
        const cm_tensor *t = cm_in(k, i);
        CM_CHECK(t == NULL || t->n == cm_in(k, 1)->n, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, starts has %zu", i, t->n, cm_in(k, 1)->n);
    }
    return CAMEO_OK;
}

cameo_status cm_slice_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(slice_check(k));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_slice_run — y[i] = x[start + i*step], on each axis.
 *   x       any dtype but string, any rank, any alignment
 *   y       same dtype and rank
 *   starts, ends, axes, steps: int32 or int64, hostile
 * Errors: E_SHAPE, see slice_source. */
cameo_status cm_slice_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    cm_strided v;
    CM_TRY(slice_source(k, &v));
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_strided_copy(&v, cm_move_bits(y), cm_in(k, 0)->data, y->data, at, stop);
    }
    return CAMEO_OK;
}

cameo_status cm_slice_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(slice_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* cm_slice_string_run — the same for strings; the output is allocated here. */
cameo_status cm_slice_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    cm_strided v;
    CM_TRY(slice_source(k, &v));
    return cm_strings_emit_strided(k, 0, &v, cm_in(k, 0));
}

const cm_op cm_op_Slice = {CM_OP_Slice, 0, 0, 0, NULL, NULL, slice_shape, NULL};
