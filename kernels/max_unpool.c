/* max_unpool.c — MaxUnpool: zeros, and the elements of X where MaxPool found them.
 *
 * Indices are flat in a tensor of the dims that MaxPool's attributes imply,
 *   (in - 1) * stride - pads + kernel,
 * which lies at the beginning of every axis of the output where output_shape makes that larger. Of equal
 * indices the last one stays. Source: ONNX MaxUnpool, since_version 9, 11, 22. */
#include "ir/infer/window.h"
#include "kernels/move.h"

typedef struct max_unpool_params {
    cm_window_attrs window;
} max_unpool_params;

static const cm_field max_unpool_fields[] = {CM_WINDOW_FIELDS(max_unpool_params, window)};

static cameo_status max_unpool_parse(const cm_parse *p, void *params) {
    return cm_window_parse(p, &((max_unpool_params *)params)->window);
}

/* What an axis of `in` elements has at least. */
static cm_dim max_unpool_dim(cm_dims *t, const cm_window_attrs *a, uint32_t i, cm_dim in) {
    int64_t stride = a->n_strides != 0 ? a->strides[i] : 1, more = a->kernel_shape[i];
    if (a->n_pads != 0) more -= (int64_t)a->pads[i] + a->pads[i + (uint32_t)a->n_pads / 2];
    return cm_dim_add(t, cm_dim_mul(t, cm_dim_sub(t, in, 1), stride), more);
}

/* dims, from output_shape. */
static cameo_status max_unpool_given(const cm_shape *s, uint32_t rank, cm_dim *dims) {
    const cm_avalue *v = cm_shape_in(s, 2);
    bool fits = v->rank == CM_RANK_UNKNOWN || (v->rank == 1 && cm_shape_equal(s, v->dims[0], rank));
    CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "output_shape has rank %u, want %u numbers", v->rank, rank);
    for (uint32_t i = 0; i < rank; i++) {
        cm_dim least = dims[i];
        if (!cm_avalue_elem(v, i, &dims[i])) dims[i] = CM_DIM_UNKNOWN;
        CM_CHECK(cm_dim_le(s->dims, least, dims[i]) != CM_NO, s->e, CAMEO_E_SHAPE,
                 "output_shape[%u] is %lld, want at least %lld", i, CM_LL(dims[i]), CM_LL(least));
    }
    return CAMEO_OK;
}

static cameo_status max_unpool_shape(cm_shape *s) {
    const max_unpool_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *at = cm_shape_in(s, 1);
    uint32_t rank = x->rank;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, at->rank, NULL);
    CM_CHECK(rank >= 3 && (at->rank == rank || at->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and I %u, want equal ones from 3", rank, at->rank);
    for (uint32_t i = 0; i < rank && at->rank == rank; i++) {
        CM_CHECK(cm_shape_equal(s, x->dims[i], at->dims[i]), s->e, CAMEO_E_SHAPE,
                 "dim %u is %lld in X and %lld in I", i, CM_LL(x->dims[i]), CM_LL(at->dims[i]));
    }
    CM_TRY(cm_window_check(s, &q->window, rank - 2, NULL));
    cm_dim dims[CM_MAX_RANK] = {x->dims[0], x->dims[1]};
    for (uint32_t i = 2; i < rank; i++) {
        dims[i] = max_unpool_dim(s->dims, &q->window, i - 2, x->dims[i]);
    }
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, dims)); /* refuses what is below 0 */
    if (!cm_shape_has(s, 2)) return CAMEO_OK;
    CM_TRY(max_unpool_given(s, rank, dims));
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

static uint64_t max_unpool_cost(const cm_shape *s) {
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), cm_shape_cost(cm_shape_in(s, 0), 4));
}

const cm_op cm_op_MaxUnpool = {.id = CM_OP_MaxUnpool,
                               .n_fields = sizeof max_unpool_fields / sizeof *max_unpool_fields,
                               .params_size = sizeof(max_unpool_params),
                               .fields = max_unpool_fields,
                               .parse = max_unpool_parse,
                               .shape = max_unpool_shape, .cost = max_unpool_cost};

/* Two phases: the zeros, then one task that puts the elements, for any two indices may be equal.
 * Scratch: none. */
cameo_status cm_max_unpool_setup(const cm_kctx *k, cm_setup *s) {
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(cm_out(k, 0)->n, CM_MOVE_ITEMS);
    s->phase[1].n_tasks = cm_in(k, 0)->n != 0;
    return CAMEO_OK;
}

/* The dims that the indices are for, and their product. Errors: E_SHAPE they are not those of the
 * output, or below. */
static cameo_status max_unpool_dims(const cm_kctx *k, size_t *dims, size_t *count) {
    const max_unpool_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    *count = 1;
    for (uint32_t i = 0; i < x->rank; i++) {
        cm_dim d = cm_dim_from_i64((int64_t)x->dims[i]);
        if (i >= 2) d = max_unpool_dim(NULL, &q->window, i - 2, d);
        CM_CHECK(d >= 0 && (uint64_t)d <= y->dims[i], k->e, CAMEO_E_SHAPE,
                 "dim %u of the output is %zu, want at least %lld", i, y->dims[i], CM_LL(d));
        dims[i] = (size_t)d;
        *count *= dims[i]; /* at most the elements of the output */
    }
    return CAMEO_OK;
}

static void max_unpool_zero(const cm_tensor *y, uint32_t begin, uint32_t end) {
    size_t size = cm_move_bits(y) / 8;
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        memset((uint8_t *)y->data + at * size, 0, (stop - at) * size);
    }
}

/* cm_max_unpool_run — y[I[i]] = x[i], all else 0.
 *   x    [n][c][in...] of 2, 4 or 8 bytes, at any alignment
 *   I    [n][c][in...] int64, at any alignment
 *   y    [n][c][out...], or larger
 * Errors: E_SHAPE an index beyond the dims that the attributes imply. */
cameo_status cm_max_unpool_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    size_t dims[CM_MAX_RANK], count, size = cm_move_bits(x) / 8;
    if (phase == 0) {
        max_unpool_zero(y, begin, end);
        return CAMEO_OK;
    }
    if (begin >= end) return CAMEO_OK;
    CM_TRY(max_unpool_dims(k, dims, &count));
    for (size_t i = 0; i < x->n; i++) {
        int64_t index = cm_move_index(cm_in(k, 1), i);
        CM_CHECK(index >= 0 && (uint64_t)index < count, k->e, CAMEO_E_SHAPE,
                 "index %zu is %lld, want 0..%lld", i, CM_LL(index), CM_LL(count) - 1);
        size_t rest = (size_t)index, at = 0, scale = 1;
        for (uint32_t d = x->rank; d-- > 0;) {
            at += rest % dims[d] * scale;
            rest /= dims[d];
            scale *= y->dims[d];
        }
        cm_move_flat((uint32_t)size * 8, y->data, at, x->data, i, 1);
    }
    return CAMEO_OK;
}
