/* scatter.c — ScatterElements and Scatter, its former name: a copy of data in which single elements
 * are replaced by updates, or added to, multiplied by, or compared with them (scatter.h). An update
 * has the place of its own position, the axis apart, where indices has the coordinate.
 *
 * Updates that name one element lie in one column along the axis: tasks take whole columns, and a
 * column is worked through in order, so that the last one stays. Source: ONNX ScatterElements,
 * since_version 11, 13, 16 (add, mul), 18 (max, min), Scatter, 9. */
#include "kernels/scatter.h"

#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct scatter_params {
    int32_t axis;
    int32_t reduction;
} scatter_params;

static const cm_field scatter_fields[] = {
    CM_F_I32(scatter_params, axis, 0),
    CM_F_ENUM(scatter_params, reduction, CM_SCATTER_CHOICES, CM_SCATTER_NONE)};

/* Follows the elements of a list, of which shapes are made. */
static void scatter_elems(cm_shape *s) {
    const scatter_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    size_t n, n_updates;
    if (p->reduction != CM_SCATTER_NONE || x->rank != 1 || indices->rank != 1) return;
    if (x->dtype != CAMEO_INT32 && x->dtype != CAMEO_INT64) return;
    if (!cm_avalue_count(x, &n) || !cm_avalue_count(indices, &n_updates)) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t i = 0; elem != NULL && i < n; i++) {
        if (!cm_avalue_elem(x, i, &elem[i])) elem[i] = CM_DIM_UNKNOWN;
    }
    for (size_t i = 0; elem != NULL && i < n_updates; i++) {
        int64_t at;
        bool known = cm_avalue_i64(indices, i, &at) && at >= -(int64_t)n && at < (int64_t)n;
        if (known) {
            cm_dim *to = &elem[at < 0 ? at + (int64_t)n : at];
            if (!cm_avalue_elem(cm_shape_in(s, 2), i, to)) *to = CM_DIM_UNKNOWN;
        } else {
            for (size_t j = 0; j < n; j++) elem[j] = CM_DIM_UNKNOWN;
        }
    }
}

static cameo_status scatter_shape(cm_shape *s) {
    const scatter_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    const cm_avalue *updates = cm_shape_in(s, 2);
    uint32_t flags = cm_dtype_flags((cameo_dtype)x->dtype);
    uint32_t axis = 0;
    CM_CHECK(p->reduction == CM_SCATTER_NONE || (flags & (CM_DTF_STRING | CM_DTF_COMPLEX)) == 0,
             s->e, CAMEO_E_UNSUPPORTED, "unsupported: a reduction of %s",
             cameo_dtype_name((cameo_dtype)x->dtype));
    if (x->rank != CM_RANK_UNKNOWN) {
        CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
        for (uint32_t i = 1; i < 3; i++) {
            uint32_t rank = cm_shape_in(s, i)->rank;
            CM_CHECK(rank == CM_RANK_UNKNOWN || rank == x->rank, s->e, CAMEO_E_SHAPE,
                     "%s has rank %u, data %u", i == 1 ? "indices" : "updates", rank,
                     (unsigned)x->rank);
        }
    }
    bool ranks = indices->rank != CM_RANK_UNKNOWN && updates->rank != CM_RANK_UNKNOWN;
    CM_CHECK(!ranks || indices->rank == updates->rank, s->e, CAMEO_E_SHAPE,
             "indices and updates differ in rank");
    for (uint32_t d = 0; ranks && d < indices->rank; d++) {
        CM_CHECK(cm_shape_equal(s, indices->dims[d], updates->dims[d]), s->e, CAMEO_E_SHAPE,
                 "indices and updates differ in dim %u", d);
        if (x->rank == CM_RANK_UNKNOWN || d == axis) continue;
        CM_CHECK(cm_dim_le(s->dims, indices->dims[d], x->dims[d]) != CM_NO, s->e, CAMEO_E_SHAPE,
                 "dim %u of indices is larger than that of data", d);
    }
    CM_TRY(cm_shape_out_like(s, 0, 0));
    scatter_elems(s);
    return CAMEO_OK;
}

/* Data are copied, updates go where their indices say. */
static uint64_t scatter_cost(const cm_shape *s) {
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), cm_shape_cost(cm_shape_in(s, 1), 8));
}

const cm_op cm_op_ScatterElements = {.id = CM_OP_ScatterElements,
                                     .n_fields = 2,
                                     .params_size = sizeof(scatter_params),
                                     .fields = scatter_fields,
                                     .shape = scatter_shape, .cost = scatter_cost};

const cm_op cm_op_Scatter = {.id = CM_OP_Scatter,
                             .n_fields = 2,
                             .params_size = sizeof(scatter_params),
                             .fields = scatter_fields,
                             .shape = scatter_shape, .cost = scatter_cost};

/* Most columns that are worked on together, and fewest of a task; updates of a task of more. */
#define SCATTER_WIDTH ((size_t)(CAMEO_SMALL_STACK ? 64 : 256))
#define SCATTER_COLUMNS ((size_t)16)
#define SCATTER_UPDATES ((size_t)1 << 18)

/* Indices and updates are [outer][n][inner]. */
typedef struct scatter_split {
    uint32_t axis;
    size_t outer, n, inner;
    size_t per_task; /* columns: pairs of an outer and an inner index */
    size_t stride;   /* elements of data from one index to the next */
} scatter_split;

/* Errors: E_SHAPE the inputs do not go together. */
static cameo_status scatter_split_of(const cm_kctx *k, scatter_split *s) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *indices = cm_in(k, 1);
    const cm_tensor *updates = cm_in(k, 2);
    *s = (scatter_split){0};
    CM_TRY(cm_axis_normalize(((const scatter_params *)k->params)->axis, x->rank, "axis", &s->axis,
                             k->e));
    bool fits = indices->rank == x->rank && updates->rank == x->rank;
    for (uint32_t d = 0; fits && d < x->rank; d++) {
        fits = indices->dims[d] == updates->dims[d] &&
               (d == s->axis || indices->dims[d] <= x->dims[d]);
    }
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "data, indices and updates do not go together");
    if (indices->n != 0) {
        s->outer = cm_move_count(indices->dims, 0, s->axis);
        s->n = indices->dims[s->axis];
        s->inner = cm_move_count(indices->dims, s->axis + 1, indices->rank);
    }
    s->stride = x->n == 0 ? 0 : cm_move_count(x->dims, s->axis + 1, x->rank);
    s->per_task = cm_max_size(SCATTER_COLUMNS, SCATTER_UPDATES / cm_max_size(1, s->n));
    return CAMEO_OK;
}

/* Two phases: the copy, the updates. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_scatter_setup(const cm_kctx *k, cm_setup *s) {
    scatter_split split;
    CM_TRY(scatter_split_of(k, &split));
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(cm_in(k, 0)->n, CM_MOVE_ITEMS);
    s->phase[1].n_tasks = cm_task_count(split.outer * split.inner, split.per_task);
    return CAMEO_OK;
}

/* The element of data at index 0 of column `column`. */
static size_t scatter_base(const cm_kctx *k, const scatter_split *s, size_t column) {
    const size_t *dims = cm_in(k, 0)->dims;
    const size_t *own = cm_in(k, 1)->dims;
    size_t stride = 1;
    size_t base = 0;
    for (uint32_t d = cm_in(k, 0)->rank; d-- > 0;) {
        if (d != s->axis) {
            base += column % own[d] * stride;
            column /= own[d];
        }
        stride *= dims[d];
    }
    return base;
}

/* Update `from` replaces element `at`. Of strings only the number of the update is noted. */
static void scatter_put(const cm_kctx *k, size_t at, size_t from) {
    const cm_tensor *updates = cm_in(k, 2);
    const cm_tensor *y = cm_out(k, 0);
    const uint8_t *u = updates->data;
    uint8_t *to = y->data;
    switch (cm_move_bits(y)) {
    case 0: ((size_t *)(void *)k->scratch)[at] = from + 1; break;
    case 8: to[at] = u[from]; break;
    case 16: memcpy(to + at * 2, u + from * 2, 2); break;
    case 32: memcpy(to + at * 4, u + from * 4, 4); break;
    case 64: memcpy(to + at * 8, u + from * 8, 8); break;
    default: memcpy(to + at * 16, u + from * 16, 16); break;
    }
}

/* Updates [from, from + width) of 32 bits by int64 indices, to columns that begin at base[]. Returns how many were in
 * range: of the next one the index is not. */
static size_t scatter_row_32(const cm_kctx *k, const scatter_split *s, const size_t *base, size_t from, size_t width) {
    size_t dim = cm_in(k, 0)->dims[s->axis], stride = s->stride, c = 0;
    const uint8_t *indices = (const uint8_t *)cm_in(k, 1)->data + from * sizeof(int64_t);
    const uint8_t *u = (const uint8_t *)cm_in(k, 2)->data + from * sizeof(uint32_t);
    uint8_t *y = cm_out(k, 0)->data;
    for (; c < width; c++) {
        uint64_t index = (uint64_t)cm_load_i64(indices + c * sizeof(int64_t));
        if (index >> 63 != 0) index += dim; /* what is below -dim stays far above dim */
        if (index >= dim) break;
        memcpy(y + (base[c] + (size_t)index * stride) * sizeof(uint32_t), u + c * sizeof(uint32_t), sizeof(uint32_t));
    }
    return c;
}

/* Where columns [column, column + width) with one outer index begin. */
static void scatter_bases(const cm_kctx *k, const scatter_split *s, size_t column, size_t width, size_t *base) {
    size_t last = cm_in(k, 1)->rank - 1u, row = s->axis == last ? 1 : cm_in(k, 1)->dims[last];
    for (size_t c = 0; c < width; c++) {
        bool next = c != 0 && (column + c) % row != 0; /* of one row */
        base[c] = next ? base[c - 1] + 1 : scatter_base(k, s, column + c);
    }
}

/* How many of the updates [from, from + width), the first of which goes to `index`, go to elements of data that follow
 * one another: the same index in columns side by side, as Expand makes it of one index for a row of features. At most
 * as many as cm_scatter_reduce takes. */
static size_t scatter_run_length(const cm_kctx *k, const size_t *base, size_t from, size_t width, int64_t index) {
    size_t n = 1;
    width = cm_min_size(width, CM_LANE_ITEMS);
    while (n < width && base[n] == base[0] + n && cm_move_index(cm_in(k, 1), from + n) == index) n++;
    return n;
}

/* `width` <= SCATTER_WIDTH columns with one outer index, from `column` on.
 * Errors: E_SHAPE an index is out of range. */
static cameo_status scatter_block(const cm_kctx *k, const scatter_split *s, size_t column,
                                  size_t width) {
    int reduction = ((const scatter_params *)k->params)->reduction;
    int64_t dim = (int64_t)cm_in(k, 0)->dims[s->axis];
    size_t base[SCATTER_WIDTH];
    bool fast = reduction == CM_SCATTER_NONE && cm_move_bits(cm_out(k, 0)) == 32 && cm_in(k, 1)->dtype == CAMEO_INT64;
    scatter_bases(k, s, column, width, base);
    size_t first = column / s->inner * s->n * s->inner + column % s->inner;
    for (size_t i = 0; i < s->n; i++) {
        size_t done = fast ? scatter_row_32(k, s, base, first + i * s->inner, width) : 0;
        for (size_t c = done, n; c < width; c += n) {
            size_t from = first + i * s->inner + c;
            int64_t index = cm_move_index(cm_in(k, 1), from);
            CM_CHECK(index >= -dim && index < dim, k->e, CAMEO_E_SHAPE,
                     "index %lld of update %zu is out of range for an axis of %lld", CM_LL(index),
                     from, CM_LL(dim));
            size_t at = base[c] + (size_t)(index < 0 ? index + dim : index) * s->stride;
            n = reduction == CM_SCATTER_NONE ? 1 : scatter_run_length(k, base + c, from, width - c, index);
            if (reduction == CM_SCATTER_NONE)
                scatter_put(k, at, from);
            else
                cm_scatter_reduce(reduction, cm_out(k, 0), at, cm_in(k, 2), from, n);
        }
    }
    return CAMEO_OK;
}

/* The columns [column, last). */
static cameo_status scatter_columns(const cm_kctx *k, const scatter_split *s, size_t column,
                                    size_t last) {
    while (column < last) {
        size_t width = cm_min_size(SCATTER_WIDTH, s->inner - column % s->inner);
        width = cm_min_size(width, last - column);
        CM_TRY(scatter_block(k, s, column, width));
        column += width;
    }
    return CAMEO_OK;
}

/* cm_scatter_run — y = data; then y[o][indices[o][i][c]][c] op= updates[o][i][c], i = 0, 1, ...
 *   data              [dims] of any dtype of 8 to 128 bits, no complex one with a reduction
 *   indices, updates  [outer][n][inner], no longer than data but on the axis; int32 or int64,
 *                     hostile, each in [-dim, dim)
 *   y                 as data; lies on no input
 * Errors: E_SHAPE an index out of range. */
cameo_status cm_scatter_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *y = cm_out(k, 0);
    scatter_split s;
    CM_TRY(scatter_split_of(k, &s));
    if (phase == 1) {
        size_t last = cm_min_size(s.outer * s.inner, end * s.per_task);
        return scatter_columns(k, &s, begin * s.per_task, last);
    }
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_move_flat(cm_move_bits(y), y->data, at, cm_in(k, 0)->data, at, stop - at);
    }
    return CAMEO_OK;
}

/* One task. Scratch: for each element the number of the update that replaces it, plus 1. */
cameo_status cm_scatter_string_setup(const cm_kctx *k, cm_setup *s) {
    scatter_split split;
    CM_TRY(scatter_split_of(k, &split));
    cm_strings_setup(s);
    CM_CHECK(!cm_ckd_mul(cm_in(k, 0)->n, sizeof(size_t), &s->scratch), k->e, CAMEO_E_LIMIT,
             "the scratch memory overflows");
    return CAMEO_OK;
}

static cm_str scatter_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const cm_kctx *k = ctx;
    size_t update = ((const size_t *)(const void *)k->scratch)[i];
    return update != 0 ? cm_tensor_str(cm_in(k, 2), update - 1) : cm_tensor_str(cm_in(k, 0), i);
}

/* cm_scatter_string_run — the same for strings, without reduction; y is allocated here. */
cameo_status cm_scatter_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *x = cm_in(k, 0);
    size_t *update = (size_t *)(void *)k->scratch;
    scatter_split s;
    CM_TRY(scatter_split_of(k, &s));
    for (size_t i = 0; i < x->n; i++) update[i] = 0;
    CM_TRY(scatter_columns(k, &s, 0, s.outer * s.inner));
    return cm_strings_emit(k, 0, x->rank, x->dims, &(cm_string_source){scatter_string, k, 1});
}
