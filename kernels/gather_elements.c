/* gather_elements.c — GatherElements: picks single elements along one axis. The output has the dims
 * of indices; its element takes from data the element of its own position, the axis apart, where
 * indices has the coordinate. The other dims of indices may be shorter than those of data.
 * Source: ONNX GatherElements, since_version 11, 13 (bfloat16). */
#include "kernels/move.h"

typedef struct gather_elements_params {
    int32_t axis;
} gather_elements_params;

static const cm_field gather_elements_fields[] = {CM_F_I32(gather_elements_params, axis, 0)};

/* Data and indices of one execution, and how the output lies in data. */
typedef struct gather_elements_form {
    uint32_t axis, rank;
    size_t dims[CM_MAX_RANK];   /* of indices and output */
    size_t stride[CM_MAX_RANK]; /* elements of data from one coordinate to the next */
    size_t n;                   /* of data along the axis */
} gather_elements_form;

/* The element of data at output position i, were its index 0. */
static size_t gather_elements_base(const gather_elements_form *g, size_t i) {
    size_t base = 0;
    for (uint32_t d = g->rank; d-- > 0; i /= g->dims[d]) {
        if (d != g->axis) base += i % g->dims[d] * g->stride[d];
    }
    return base;
}

/* Index number j of an axis of n. Errors: E_SHAPE out of range. */
CM_INLINE cameo_status gather_elements_check(int64_t index, size_t j, size_t n, cameo_error *e) {
    CM_CHECK(index >= -(int64_t)n && index < (int64_t)n, e, CAMEO_E_SHAPE,
             "index %lld at position %zu is out of range for an axis of %zu", CM_LL(index), j, n);
    return CAMEO_OK;
}

CM_INLINE size_t gather_elements_pick(int64_t index, size_t n) {
    return (size_t)index + (index < 0 ? n : 0);
}

/* The elements, where the indices and the elements of data are known. A known index is checked here
 * already. */
static cameo_status gather_elements_elems(cm_shape *s, uint32_t axis) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    size_t n_x, n;
    if (s->n_out == 0 || !cm_avalue_count(x, &n_x) || !cm_avalue_count(indices, &n)) {
        return CAMEO_OK;
    }
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    if (elem == NULL) return CAMEO_OK;
    gather_elements_form g = {.axis = axis, .rank = x->rank, .n = (size_t)x->dims[axis]};
    size_t stride = 1;
    for (uint32_t d = x->rank; d-- > 0; stride *= (size_t)x->dims[d]) {
        g.dims[d] = (size_t)indices->dims[d];
        g.stride[d] = stride;
    }
    for (size_t j = 0; j < n; j++) {
        int64_t index;
        if (!cm_avalue_i64(indices, j, &index)) continue;
        CM_TRY(gather_elements_check(index, j, g.n, s->e));
        size_t from =
            gather_elements_base(&g, j) + gather_elements_pick(index, g.n) * g.stride[axis];
        if (!cm_avalue_elem(x, from, &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

static cameo_status gather_elements_shape(cm_shape *s) {
    const gather_elements_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    uint32_t rank = x->rank != CM_RANK_UNKNOWN ? x->rank : indices->rank;
    uint32_t axis;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, rank, "axis", &axis, s->e));
    if (indices->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, rank, NULL);
    CM_CHECK(indices->rank == rank, s->e, CAMEO_E_SHAPE, "indices has rank %u, data %u",
             (unsigned)indices->rank, rank);
    for (uint32_t d = 0; x->rank != CM_RANK_UNKNOWN && d < rank; d++) {
        bool fits = d == axis || cm_dim_le(s->dims, indices->dims[d], x->dims[d]) != CM_NO;
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "dim %u of indices is larger than that of data", d);
    }
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, indices->dims));
    return x->rank == CM_RANK_UNKNOWN ? CAMEO_OK : gather_elements_elems(s, axis);
}

const cm_op cm_op_GatherElements = {.id = CM_OP_GatherElements,
                                    .n_fields = 1,
                                    .params_size = sizeof(gather_elements_params),
                                    .fields = gather_elements_fields,
                                    .shape = gather_elements_shape};

/* Errors: E_SHAPE data, indices and output do not go together. */
static cameo_status gather_elements_form_of(const cm_kctx *k, gather_elements_form *g) {
    const gather_elements_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *indices = cm_in(k, 1);
    bool fits = indices->rank == x->rank && indices->n == cm_out(k, 0)->n;
    *g = (gather_elements_form){.rank = x->rank};
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &g->axis, k->e));
    for (uint32_t d = 0; fits && d < x->rank; d++) {
        fits = d == g->axis || indices->dims[d] <= x->dims[d];
    }
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "data, indices and output do not go together");
    g->n = x->dims[g->axis];
    for (uint32_t d = 0; d < x->rank; d++) {
        g->dims[d] = indices->dims[d];
        g->stride[d] = x->n == 0 ? 0 : cm_move_count(x->dims, d + 1, x->rank);
    }
    return CAMEO_OK;
}

cameo_status cm_gather_elements_setup(const cm_kctx *k, cm_setup *s) {
    gather_elements_form g;
    CM_TRY(gather_elements_form_of(k, &g));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* The elements [at, stop) of y, of `bits` each (a constant at the calls that matter), by rows of the
 * last dim. wide: indices are int64, not int32. */
CM_INLINE cameo_status gather_elements_some(const cm_kctx *k, const gather_elements_form *g, uint32_t bits, bool wide,
                                            size_t at, size_t stop) {
    const uint8_t *indices = cm_in(k, 1)->data;
    const uint8_t *x = cm_in(k, 0)->data;
    uint8_t *y = cm_out(k, 0)->data;
    size_t width = g->dims[g->rank - 1];
    size_t along = g->stride[g->axis];
    size_t step = g->axis == g->rank - 1 ? 0 : 1;
    size_t axis = g->n;
    while (at < stop) {
        size_t last = cm_min_size(stop, at - at % width + width);
        size_t base = gather_elements_base(g, at);
        for (; at < last; at++, base += step) {
            int64_t index = wide ? cm_load_i64(indices + at * 8) : cm_load_i32(indices + at * 4);
            uint64_t pick = (uint64_t)index + (index < 0 ? axis : 0); /* 64 bits: an index may be any number */
            if (CM_UNLIKELY(pick >= axis)) return gather_elements_check(index, at, axis, k->e);
            size_t from = base + (size_t)pick * along;
            if (bits == 8)
                y[at] = x[from];
            else if (bits == 16)
                memcpy(y + at * 2, x + from * 2, 2);
            else if (bits == 32)
                memcpy(y + at * 4, x + from * 4, 4);
            else if (bits == 64)
                memcpy(y + at * 8, x + from * 8, 8);
            else
                cm_move_flat(bits, y, at, x, from, 1);
        }
    }
    return CAMEO_OK;
}

CM_INLINE cameo_status gather_elements_rows(const cm_kctx *k, const gather_elements_form *g, uint32_t bits, size_t at,
                                            size_t stop) {
    if (cm_in(k, 1)->dtype == CAMEO_INT64) return gather_elements_some(k, g, bits, true, at, stop);
    return gather_elements_some(k, g, bits, false, at, stop);
}

/* cm_gather_elements_run — y[o][i][c] = data[o][indices[o][i][c]][c].
 *   data     [dims] of any dtype but string, any alignment
 *   indices  [outer][n][inner], no longer than data but on the axis; int32 or int64, hostile, each in
 *            [-axis, axis)
 *   y        [outer][n][inner] of the same dtype as data
 * A task is a range of elements of y.
 * Errors: E_SHAPE an index out of range. */
cameo_status cm_gather_elements_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    gather_elements_form g;
    CM_TRY(gather_elements_form_of(k, &g));
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        switch (cm_move_bits(y)) {
        case 8: CM_TRY(gather_elements_rows(k, &g, 8, at, stop)); break;
        case 16: CM_TRY(gather_elements_rows(k, &g, 16, at, stop)); break;
        case 32: CM_TRY(gather_elements_rows(k, &g, 32, at, stop)); break;
        case 64: CM_TRY(gather_elements_rows(k, &g, 64, at, stop)); break;
        default: CM_TRY(gather_elements_rows(k, &g, cm_move_bits(y), at, stop)); break;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_gather_elements_string_setup(const cm_kctx *k, cm_setup *s) {
    gather_elements_form g;
    CM_TRY(gather_elements_form_of(k, &g));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct gather_elements_strings {
    const cm_kctx *k;
    const gather_elements_form *g;
} gather_elements_strings;

/* The indices were checked before. */
static cm_str gather_elements_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const gather_elements_strings *s = ctx;
    size_t pick = gather_elements_pick(cm_move_index(cm_in(s->k, 1), i), s->g->n);
    return cm_tensor_str(cm_in(s->k, 0),
                         gather_elements_base(s->g, i) + pick * s->g->stride[s->g->axis]);
}

/* cm_gather_elements_string_run — the same for strings; the output is allocated here. */
cameo_status cm_gather_elements_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                           uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *indices = cm_in(k, 1);
    gather_elements_form g;
    CM_TRY(gather_elements_form_of(k, &g));
    for (size_t j = 0; j < indices->n; j++) {
        CM_TRY(gather_elements_check(cm_move_index(indices, j), j, g.n, k->e));
    }
    gather_elements_strings strings = {k, &g};
    return cm_strings_emit(k, 0, g.rank, g.dims,
                           &(cm_string_source){gather_elements_string, &strings, 1});
}
