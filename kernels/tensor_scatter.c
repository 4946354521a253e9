/* tensor_scatter.c — TensorScatter: a cache with a piece of its sequence axis replaced, for each sample at an index of
 * its own; circular: modulo the length of the axis. Source: ONNX TensorScatter, since_version 24. */
#include "kernels/move.h"

enum { TENSOR_SCATTER_LINEAR, TENSOR_SCATTER_CIRCULAR };

typedef struct tensor_scatter_params {
    int32_t mode, axis;
} tensor_scatter_params;

static const cm_field tensor_scatter_fields[] = {
    CM_F_ENUM(tensor_scatter_params, mode, "linear,circular", TENSOR_SCATTER_LINEAR),
    CM_F_I32(tensor_scatter_params, axis, -2)};

/* Errors: E_SHAPE out of range, or the batch axis. */
static cameo_status tensor_scatter_axis(const tensor_scatter_params *q, uint32_t rank, uint32_t *axis, cameo_error *e) {
    CM_TRY(cm_axis_normalize(q->axis, rank, "axis", axis, e));
    CM_CHECK(*axis != 0, e, CAMEO_E_SHAPE, "axis is %d, that of the batch", (int)q->axis);
    return CAMEO_OK;
}

static cameo_status tensor_scatter_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *update = cm_shape_in(s, 1), *at = cm_shape_in(s, 2);
    uint32_t axis;
    CM_TRY(cm_shape_out_like(s, 0, 0));
    if (x->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_TRY(tensor_scatter_axis(s->params, x->rank, &axis, s->e));
    if (update->rank != CM_RANK_UNKNOWN) {
        CM_CHECK(update->rank == x->rank, s->e, CAMEO_E_SHAPE, "update has rank %u, the cache %u",
                 (unsigned)update->rank, (unsigned)x->rank);
        for (uint32_t d = 0; d < x->rank; d++) {
            bool fits = d == axis ? cm_dim_le(s->dims, update->dims[d], x->dims[d]) != CM_NO
                                  : cm_shape_equal(s, update->dims[d], x->dims[d]);
            CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "dim %u of update is %lld, that of the cache %lld", d,
                     CM_LL(update->dims[d]), CM_LL(x->dims[d]));
        }
    }
    if (cm_shape_has(s, 2) && at->rank != CM_RANK_UNKNOWN) {
        CM_CHECK(at->rank == 1 && cm_shape_equal(s, at->dims[0], x->dims[0]), s->e, CAMEO_E_SHAPE,
                 "write_indices is not one number for each sample");
    }
    return CAMEO_OK;
}

const cm_op cm_op_TensorScatter = {.id = CM_OP_TensorScatter, .n_fields = 2,
                                   .params_size = sizeof(tensor_scatter_params), .fields = tensor_scatter_fields,
                                   .shape = tensor_scatter_shape};

typedef struct tensor_scatter_job {
    const cm_tensor *x, *update, *at;
    size_t batch;                /* rows of the sequence in a sample, times the length */
    size_t length, steps, inner; /* of the cache; of the update; elements of a step */
    bool circular;
} tensor_scatter_job;

static cameo_status tensor_scatter_job_of(const cm_kctx *k, tensor_scatter_job *j) {
    const tensor_scatter_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0), *update = cm_in(k, 1);
    uint32_t axis;
    *j = (tensor_scatter_job){.x = x, .update = update, .at = cm_in(k, 2)};
    CM_TRY(tensor_scatter_axis(q, x->rank, &axis, k->e));
    bool fits = update->rank == x->rank && (j->at == NULL || j->at->n == x->dims[0]);
    for (uint32_t d = 0; fits && d < x->rank; d++) {
        fits = d == axis ? update->dims[d] <= x->dims[d] : update->dims[d] == x->dims[d];
    }
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "update of %zu elements does not fit the cache of %zu", update->n, x->n);
    j->circular = q->mode == TENSOR_SCATTER_CIRCULAR;
    j->length = x->dims[axis];
    j->steps = update->dims[axis];
    j->inner = cm_move_count(x->dims, axis + 1, x->rank);
    j->batch = cm_move_count(x->dims, 1, axis + 1);
    return CAMEO_OK;
}

/* Errors: E_SHAPE an index that leads beyond the cache. */
static cameo_status tensor_scatter_check(const cm_kctx *k, const tensor_scatter_job *j) {
    for (size_t i = 0; j->at != NULL && i < j->at->n; i++) {
        int64_t at = cm_move_index(j->at, i);
        bool fits = j->circular || (at >= 0 && (uint64_t)at <= j->length - j->steps);
        CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "write_indices[%zu] is %lld for %zu of %zu elements", i, CM_LL(at),
                 j->steps,
                 j->length);
    }
    return CAMEO_OK;
}

/* The step of the update that step `row` of all (sample, ..., sequence) takes, or SIZE_MAX. */
static size_t tensor_scatter_from(const tensor_scatter_job *j, size_t row) {
    int64_t at = j->at == NULL ? 0 : cm_move_index(j->at, row / j->batch), length = (int64_t)j->length;
    at = ((at % length) + length) % length;
    size_t place = row % j->length, first = (size_t)at;
    size_t step = place >= first ? place - first : place + j->length - first;
    return step < j->steps ? row / j->length * j->steps + step : SIZE_MAX;
}

/* One phase over the elements, a task without any, too: it checks the indices. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_tensor_scatter_setup(const cm_kctx *k, cm_setup *s) {
    tensor_scatter_job j;
    CM_TRY(tensor_scatter_job_of(k, &j));
    if (j.x->dtype == CAMEO_STRING)
        cm_strings_setup(s);
    else
        cm_setup_simple(s, cm_max_size(1, j.x->n), CM_MOVE_ITEMS);
    return CAMEO_OK;
}

static cm_str tensor_scatter_string(const void *ctx, size_t i, uint32_t part) {
    const tensor_scatter_job *j = ctx;
    size_t step = tensor_scatter_from(j, i / j->inner);
    (void)part;
    return step == SIZE_MAX ? cm_tensor_str(j->x, i) : cm_tensor_str(j->update, step * j->inner + i % j->inner);
}

/* cm_tensor_scatter_run — of any dtype. Errors: E_SHAPE an index; strings: E_NOMEM, E_LIMIT. */
cameo_status cm_tensor_scatter_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    tensor_scatter_job j;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(tensor_scatter_job_of(k, &j));
    CM_TRY(tensor_scatter_check(k, &j));
    if (j.x->dtype == CAMEO_STRING) {
        return cm_strings_emit(k, 0, j.x->rank, j.x->dims, &(cm_string_source){tensor_scatter_string, &j, 1});
    }
    size_t last = cm_min_size(j.x->n, end * CM_MOVE_ITEMS);
    for (size_t i = begin * CM_MOVE_ITEMS, n; i < last; i += n) {
        size_t column = i % j.inner, step = tensor_scatter_from(&j, i / j.inner);
        n = cm_min_size(j.inner - column, last - i);
        const cm_tensor *from = step == SIZE_MAX ? j.x : j.update;
        cm_move_flat(cm_move_bits(j.x), cm_out(k, 0)->data, i, from->data,
                     step == SIZE_MAX ? i : step * j.inner + column, n);
    }
    return CAMEO_OK;
}
