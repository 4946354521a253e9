/* gather.c — Gather: picks entries of one axis by index. data is [outer][axis][inner], the output
 * [outer][indices][inner]. Source: ONNX Gather 1, 11 (negative indices), 13. */
#include "kernels/move.h"

typedef struct gather_params {
    int32_t axis;
} gather_params;

/* The elements, where the indices and the elements of data are known. A constant index is checked
 * here already. */
static cameo_status gather_elems(cm_shape *s, uint32_t axis) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    size_t n_x, n_index, n;
    if (s->n_out == 0 || !cm_avalue_count(x, &n_x) || !cm_avalue_count(indices, &n_index) ||
        !cm_avalue_count(&s->out[0], &n)) {
        return CAMEO_OK;
    }
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    if (elem == NULL || n == 0) return CAMEO_OK;
    size_t dim = (size_t)x->dims[axis];
    size_t inner = 1;
    for (uint32_t d = axis + 1; d < x->rank; d++) inner *= (size_t)x->dims[d];
    for (size_t j = 0; j < n; j++) {
        size_t row = j / inner;
        int64_t index;
        if (!cm_avalue_i64(indices, row % n_index, &index)) continue;
        CM_CHECK(index >= -(int64_t)dim && index < (int64_t)dim, s->e, CAMEO_E_SHAPE,
                 "index %lld at position %zu is out of range for an axis of %zu", CM_LL(index),
                 row % n_index, dim);
        size_t pick = index < 0 ? (size_t)index + dim : (size_t)index;
        size_t from = (row / n_index * dim + pick) * inner + j % inner;
        if (!cm_avalue_elem(x, from, &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

static cameo_status gather_shape(cm_shape *s) {
    const gather_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    uint32_t axis;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    if (indices->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    }
    uint32_t rank = x->rank - 1u + indices->rank;
    CM_CHECK(rank <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT,
             "the output has rank %u, at most %d is handled: " CM_RANK_HOW, rank, CM_MAX_RANK);
    cm_dim dims[CM_MAX_RANK];
    uint32_t n = 0;
    for (uint32_t d = 0; d < axis; d++) dims[n++] = x->dims[d];
    for (uint32_t d = 0; d < indices->rank; d++) dims[n++] = indices->dims[d];
    for (uint32_t d = axis + 1; d < x->rank; d++) dims[n++] = x->dims[d];
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, dims));
    return gather_elems(s, axis);
}

/* The three extents of one execution. */
typedef struct gather_extent {
    size_t outer, dim, inner; /* of data */
    size_t n_index;
} gather_extent;

static gather_extent gather_extents(const cm_kctx *k) {
    const gather_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis = (uint32_t)(p->axis < 0 ? p->axis + x->rank : p->axis);
    return (gather_extent){cm_move_count(x->dims, 0, axis), x->dims[axis],
                           cm_move_count(x->dims, axis + 1, x->rank), cm_in(k, 1)->n};
}

static cameo_status gather_check(const cm_kctx *k) {
    const gather_params *p = k->params;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, cm_in(k, 0)->rank, "axis", &axis, k->e));
    gather_extent g = gather_extents(k);
    size_t n;
    bool over = cm_ckd_mul(g.outer, g.n_index, &n) || cm_ckd_mul(n, g.inner, &n);
    CM_CHECK(!over && n == cm_out(k, 0)->n, k->e, CAMEO_E_SHAPE,
             "the output has %zu elements, want %zu * %zu * %zu", cm_out(k, 0)->n, g.outer,
             g.n_index, g.inner);
    return CAMEO_OK;
}

/* Index number j as a position of the axis. Errors: E_SHAPE out of range. */
static cameo_status gather_index(const cm_kctx *k, const gather_extent *g, size_t j, size_t *pick) {
    int64_t index = cm_move_index(cm_in(k, 1), j);
    int64_t dim = (int64_t)g->dim;
    CM_CHECK(index >= -dim && index < dim, k->e, CAMEO_E_SHAPE,
             "index %lld at position %zu is out of range for an axis of %zu", CM_LL(index), j,
             g->dim);
    *pick = (size_t)(index < 0 ? index + dim : index);
    return CAMEO_OK;
}

/* Rows of one element of `size` bytes (a constant at every call), where each copy is one load and
 * one store: the n elements of y from number `at` on. */
CM_INLINE cameo_status gather_ones(const cm_kctx *k, const gather_extent *g, size_t size, size_t at,
                                   size_t n) {
    const uint8_t *from = cm_in(k, 0)->data;
    uint8_t *to = (uint8_t *)cm_out(k, 0)->data + at * size;
    size_t j = at % g->n_index;
    size_t row = at / g->n_index * g->dim;
    for (size_t i = 0; i < n; i++) {
        size_t pick;
        CM_TRY(gather_index(k, g, j, &pick));
        memcpy(to + i * size, from + (row + pick) * size, size);
        if (++j == g->n_index) {
            j = 0;
            row += g->dim;
        }
    }
    return CAMEO_OK;
}

/* The elements [at, stop) of y, row by row. */
static cameo_status gather_rows(const cm_kctx *k, const gather_extent *g, uint32_t bits, size_t at,
                                size_t stop) {
    const cm_tensor *x = cm_in(k, 0);
    size_t col = at % g->inner;
    size_t j = at / g->inner % g->n_index;
    size_t o = at / g->inner / g->n_index;
    while (at < stop) {
        size_t pick;
        CM_TRY(gather_index(k, g, j, &pick));
        size_t n = cm_min_size(g->inner - col, stop - at);
        size_t from = (o * g->dim + pick) * g->inner + col;
        cm_move_flat(bits, cm_out(k, 0)->data, at, x->data, from, n);
        at += n;
        col = 0;
        if (++j == g->n_index) {
            j = 0;
            o++;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_gather_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(gather_check(k));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_gather_run — y[o][j][i] = data[o][indices[j]][i].
 *   data     [outer][axis][inner] of any dtype but string, any alignment
 *   indices  int32 or int64, each in [-axis, axis)
 *   y        [outer][indices][inner] of the same dtype
 * A task is a range of elements of y, whole rows or parts.
 * Errors: E_SHAPE an index out of range. */
cameo_status cm_gather_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    uint32_t bits = cm_move_bits(y);
    gather_extent g = gather_extents(k);
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        if (g.inner == 1 && bits == 32) CM_TRY(gather_ones(k, &g, 4, at, stop - at));
        else if (g.inner == 1 && bits == 64) CM_TRY(gather_ones(k, &g, 8, at, stop - at));
        else CM_TRY(gather_rows(k, &g, bits, at, stop));
    }
    return CAMEO_OK;
}

cameo_status cm_gather_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(gather_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* The indices were checked before. */
static cm_str gather_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const cm_kctx *k = ctx;
    gather_extent g = gather_extents(k);
    size_t row = i / g.inner;
    int64_t index = cm_move_index(cm_in(k, 1), row % g.n_index);
    size_t pick = (size_t)index + (index < 0 ? g.dim : 0);
    return cm_tensor_str(cm_in(k, 0), (row / g.n_index * g.dim + pick) * g.inner + i % g.inner);
}

/* cm_gather_string_run — the same for strings; the output is allocated here. */
cameo_status cm_gather_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    gather_extent g = gather_extents(k);
    size_t dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    for (size_t j = 0; y->n > 0 && j < g.n_index; j++) {
        size_t pick;
        CM_TRY(gather_index(k, &g, j, &pick));
    }
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){gather_string, k, 1});
}

static const cm_field gather_fields[] = {CM_F_I32(gather_params, axis, 0)};
const cm_op cm_op_Gather = {CM_OP_Gather, 0, 1, sizeof(gather_params), gather_fields, NULL,
                            gather_shape, NULL};
