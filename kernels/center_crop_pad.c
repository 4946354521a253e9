/* center_crop_pad.c — CenterCropPad: the middle of each axis, or the axis in the middle of zeros (empty strings).
 * Output element o of an axis is input element o + (in - out) / 2, rounded towards zero: an odd one is cut off or added
 * at the end. Source: ONNX CenterCropPad, since_version 18. */
#include "kernels/axes.h"
#include "kernels/move.h"

typedef struct center_crop_pad_params {
    int32_t axes[CM_MAX_RANK], n_axes; /* none: all */
} center_crop_pad_params;

static const cm_field center_crop_pad_fields[] = {CM_F_I32S(center_crop_pad_params, axes)};

/* The n axes that `shape` is for. Errors: E_SHAPE out of range, or twice. */
static cameo_status center_crop_pad_axes(const center_crop_pad_params *q, uint32_t rank, uint32_t *n, uint32_t *axes,
                                         cameo_error *e) {
    uint32_t seen = 0;
    *n = q->n_axes == 0 ? rank : (uint32_t)q->n_axes;
    for (uint32_t i = 0; i < *n; i++) {
        axes[i] = i;
        if (q->n_axes != 0) CM_TRY(cm_axis_normalize(q->axes[i], rank, "axes", &axes[i], e));
        CM_CHECK((seen >> axes[i] & 1) == 0, e, CAMEO_E_SHAPE, "axes has %u twice", axes[i]);
        seen |= UINT32_C(1) << axes[i];
    }
    return CAMEO_OK;
}

static cameo_status center_crop_pad_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *shape = cm_shape_in(s, 1);
    uint32_t n, axes[CM_MAX_RANK];
    size_t have;
    cm_dim dims[CM_MAX_RANK];
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(center_crop_pad_axes(s->params, x->rank, &n, axes, s->e));
    CM_CHECK(shape->rank == 1 || shape->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "shape has rank %u, want 1",
             (unsigned)shape->rank);
    CM_CHECK(!cm_avalue_count(shape, &have) || have == n, s->e, CAMEO_E_SHAPE, "shape has %zu elements, want %u",
             have, n);
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    for (uint32_t i = 0; i < n; i++) {
        int64_t v;
        if (cm_avalue_i64(shape, i, &v))
            dims[axes[i]] = cm_dim_saturate_i64(v);
        else if (!cm_avalue_elem(shape, i, &dims[axes[i]]))
            dims[axes[i]] = CM_DIM_UNKNOWN;
    }
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

static uint64_t center_crop_pad_cost(const cm_shape *s) {
    const cm_avalue *y = &s->out[0];
    return cm_cost_add(cm_shape_cost(y, 1), y->rank == 0 ? 0 : cm_shape_cost_rows(y, y->rank - 1u, 48)); /* a row */
}

const cm_op cm_op_CenterCropPad = {.cost = center_crop_pad_cost, .id = CM_OP_CenterCropPad, .n_fields = 1,
                                   .params_size = sizeof(center_crop_pad_params), .fields = center_crop_pad_fields,
                                   .shape = center_crop_pad_shape};

/* Output element o of axis d is input element o + off[d], if that is there. */
typedef struct center_crop_pad_job {
    const cm_tensor *x, *y;
    size_t dims[CM_MAX_RANK];
    int64_t off[CM_MAX_RANK];
} center_crop_pad_job;

/* Errors: E_SHAPE shape is not the output's dims. */
static cameo_status center_crop_pad_job_of(const cm_kctx *k, center_crop_pad_job *j) {
    const cm_tensor *x = cm_in(k, 0), *shape = cm_in(k, 1), *y = cm_out(k, 0);
    uint32_t n, axes[CM_MAX_RANK];
    j->x = x;
    j->y = y;
    for (uint32_t d = 0; d < x->rank; d++) j->dims[d] = x->dims[d];
    CM_TRY(center_crop_pad_axes(k->params, x->rank, &n, axes, k->e));
    for (uint32_t i = 0; i < n; i++) {
        int64_t v = cm_move_index(shape, i);
        bool fits = v >= 0 && (y->dtype == CAMEO_STRING || (uint64_t)v == y->dims[axes[i]]);
        CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "shape[%u] is %lld for a dim of %zu", i, CM_LL(v), y->dims[axes[i]]);
        j->dims[axes[i]] = (size_t)v;
    }
    for (uint32_t d = 0; d < x->rank; d++) {
        int64_t in = (int64_t)x->dims[d], out = (int64_t)j->dims[d];
        j->off[d] = (in - out) / 2;
    }
    return CAMEO_OK;
}

/* One phase over the elements, a task without any, too: it checks the shape. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_center_crop_pad_setup(const cm_kctx *k, cm_setup *s) {
    uint32_t n, axes[CM_MAX_RANK];
    CM_TRY(center_crop_pad_axes(k->params, cm_in(k, 0)->rank, &n, axes, k->e));
    CM_CHECK(cm_in(k, 1)->n == n, k->e, CAMEO_E_SHAPE, "shape has %zu elements, want %u", cm_in(k, 1)->n, n);
    if (cm_in(k, 0)->dtype == CAMEO_STRING)
        cm_strings_setup(s);
    else
        cm_setup_simple(s, cm_max_size(1, cm_out(k, 0)->n), CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* The input element of output element i, or SIZE_MAX. */
static size_t center_crop_pad_from(const center_crop_pad_job *j, size_t i) {
    size_t from = 0, below = 1;
    bool inside = true;
    for (uint32_t d = j->x->rank; d-- > 0; i /= j->dims[d], below *= j->x->dims[d]) {
        int64_t at = (int64_t)(i % j->dims[d]) + j->off[d];
        inside = inside && at >= 0 && (uint64_t)at < j->x->dims[d];
        from += (size_t)at * below;
    }
    return inside ? from : SIZE_MAX;
}

static cm_str center_crop_pad_string(const void *ctx, size_t i, uint32_t part) {
    const center_crop_pad_job *j = ctx;
    size_t from = center_crop_pad_from(j, i);
    (void)part;
    return from == SIZE_MAX ? (cm_str){NULL, 0} : cm_tensor_str(j->x, from);
}

/* cm_center_crop_pad_run — of any dtype of a byte or more. Errors: E_SHAPE; strings: E_NOMEM, E_LIMIT. */
cameo_status cm_center_crop_pad_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    center_crop_pad_job j;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(center_crop_pad_job_of(k, &j));
    if (j.x->dtype == CAMEO_STRING) {
        return cm_strings_emit(k, 0, j.x->rank, j.dims, &(cm_string_source){center_crop_pad_string, &j, 1});
    }
    size_t size = cm_move_bits(j.x) / 8, last = cm_min_size(j.y->n, end * CM_MOVE_ITEMS);
    uint8_t *to = j.y->data;
    for (size_t i = begin * CM_MOVE_ITEMS, n; i < last; i += n) {
        /* A piece of a row: of the data, or of zeros. */
        uint32_t d = j.x->rank - 1u;
        size_t from = j.x->rank == 0 ? 0 : center_crop_pad_from(&j, i), left = 1;
        if (j.x->rank != 0) {
            int64_t at = (int64_t)(i % j.dims[d]) + j.off[d];
            left = j.dims[d] - i % j.dims[d];
            if (from != SIZE_MAX) left = cm_min_size(left, j.x->dims[d] - (size_t)at);
            if (at < 0) left = cm_min_size(left, (size_t)-at);
        }
        n = cm_min_size(left, last - i);
        if (from == SIZE_MAX)
            memset(to + i * size, 0, n * size);
        else
            memcpy(to + i * size, (const uint8_t *)j.x->data + from * size, n * size);
    }
    return CAMEO_OK;
}
