/* gather_nd.c — GatherND: slices of data that tuples of indices name; index_nd.h.
 * Source: ONNX GatherND, since_version 11, 12 (batch_dims), 13. */
#include "kernels/index_nd.h"

typedef struct gather_nd_params {
    int32_t batch_dims;
} gather_nd_params;

cameo_status cm_index_nd_init(cm_index_nd *v, const cm_tensor *data, const cm_tensor *indices,
                              size_t batch, cameo_error *e) {
    CM_CHECK(indices->rank > batch && data->rank > batch, e, CAMEO_E_SHAPE,
             "data has rank %u, indices %u, want more than %zu", (unsigned)data->rank,
             (unsigned)indices->rank, batch);
    size_t depth = indices->dims[indices->rank - 1];
    CM_CHECK(depth >= 1 && depth <= data->rank - batch, e, CAMEO_E_SHAPE,
             "tuples of %zu indices for data of rank %u", depth, (unsigned)data->rank);
    for (size_t d = 0; d < batch; d++) {
        CM_CHECK(data->dims[d] == indices->dims[d], e, CAMEO_E_SHAPE,
                 "batch dim %zu is %zu of data, %zu of indices", d, data->dims[d],
                 indices->dims[d]);
    }
    *v = (cm_index_nd){.indices = indices,
                       .dims = data->dims + batch,
                       .depth = depth,
                       .tuples = cm_move_count(indices->dims, (uint32_t)batch, indices->rank - 1u),
                       .plane = cm_move_count(data->dims, (uint32_t)batch, data->rank),
                       .slice = cm_move_count(data->dims, (uint32_t)(batch + depth), data->rank)};
    return CAMEO_OK;
}

cameo_status cm_index_nd_at(const cm_index_nd *v, size_t t, size_t *at, cameo_error *e) {
    size_t from = 0;
    for (size_t d = 0; d < v->depth; d++) {
        int64_t index = cm_move_index(v->indices, t * v->depth + d);
        int64_t dim = (int64_t)v->dims[d];
        CM_CHECK(index >= -dim && index < dim, e, CAMEO_E_SHAPE,
                 "index %lld of tuple %zu is out of range for an axis of %zu", CM_LL(index), t,
                 v->dims[d]);
        from = from * v->dims[d] + (size_t)(index < 0 ? index + dim : index);
    }
    *at = t / v->tuples * v->plane + from * v->slice;
    return CAMEO_OK;
}

static cameo_status gather_nd_shape(cm_shape *s) {
    const gather_nd_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    if (x->rank == CM_RANK_UNKNOWN || indices->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    }
    CM_CHECK(p->batch_dims >= 0 && p->batch_dims < x->rank && p->batch_dims < indices->rank, s->e,
             CAMEO_E_SHAPE, "batch_dims is %d for ranks %u and %u", (int)p->batch_dims,
             (unsigned)x->rank, (unsigned)indices->rank);
    uint32_t batch = (uint32_t)p->batch_dims;
    cm_dim depth = indices->dims[indices->rank - 1];
    if (!cm_dim_is_const(depth)) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(depth >= 1 && depth <= (int64_t)x->rank - batch, s->e, CAMEO_E_SHAPE,
             "tuples of %lld indices for data of rank %u", CM_LL(depth), (unsigned)x->rank);
    for (uint32_t d = 0; d < batch; d++) {
        CM_CHECK(cm_shape_equal(s, x->dims[d], indices->dims[d]), s->e, CAMEO_E_SHAPE,
                 "batch dim %u differs between data and indices", d);
    }
    uint32_t first = batch + (uint32_t)depth;
    uint32_t rank = indices->rank - 1u + x->rank - first;
    CM_CHECK(rank <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT,
             "the output has rank %u, at most %d is handled: " CM_RANK_HOW, rank, CM_MAX_RANK);
    cm_dim dims[CM_MAX_RANK];
    uint32_t n = 0;
    for (uint32_t d = 0; d + 1u < indices->rank; d++) dims[n++] = indices->dims[d];
    for (uint32_t d = first; d < x->rank; d++) dims[n++] = x->dims[d];
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

static const cm_field gather_nd_fields[] = {CM_F_I32(gather_nd_params, batch_dims, 0)};

#define GATHER_ND_TUPLE 32 /* elements that take as long as the indices of a slice */

static uint64_t gather_nd_cost(const cm_shape *s) {
    const cm_avalue *indices = cm_shape_in(s, 1);
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), cm_shape_cost_rows(indices, indices->rank - 1u, GATHER_ND_TUPLE));
}

const cm_op cm_op_GatherND = {CM_OP_GatherND, 0, 1, sizeof(gather_nd_params), gather_nd_fields, NULL, gather_nd_shape,
                              gather_nd_cost};

static cameo_status gather_nd_view(const cm_kctx *k, cm_index_nd *v) {
    const gather_nd_params *p = k->params;
    const cm_tensor *indices = cm_in(k, 1);
    size_t n;
    CM_TRY(cm_index_nd_init(v, cm_in(k, 0), indices, (size_t)p->batch_dims, k->e));
    bool over = cm_ckd_mul(cm_move_count(indices->dims, 0, indices->rank - 1u), v->slice, &n);
    CM_CHECK(!over && n == cm_out(k, 0)->n, k->e, CAMEO_E_SHAPE, "the output has %zu elements",
             cm_out(k, 0)->n);
    return CAMEO_OK;
}

cameo_status cm_gather_nd_setup(const cm_kctx *k, cm_setup *s) {
    cm_index_nd v;
    CM_TRY(gather_nd_view(k, &v));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_gather_nd_run — y[t] = the slice of data that tuple t names.
 *   data     [batch][dims][slice] of any dtype but string, any alignment
 *   indices  [batch][tuples][depth] int64, hostile, each in [-dim, dim)
 *   y        [batch][tuples][slice] of the same dtype
 * Errors: E_SHAPE an index out of range. */
cameo_status cm_gather_nd_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    cm_index_nd v;
    CM_TRY(gather_nd_view(k, &v));
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        while (at < stop) {
            size_t from;
            size_t column = at % v.slice;
            size_t n = cm_min_size(v.slice - column, stop - at);
            CM_TRY(cm_index_nd_at(&v, at / v.slice, &from, k->e));
            cm_move_flat(cm_move_bits(y), y->data, at, cm_in(k, 0)->data, from + column, n);
            at += n;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_gather_nd_string_setup(const cm_kctx *k, cm_setup *s) {
    cm_index_nd v;
    CM_TRY(gather_nd_view(k, &v));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct gather_nd_strings {
    cm_index_nd v;
    const cm_tensor *x;
} gather_nd_strings;

/* The indices were checked before. */
static cm_str gather_nd_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const gather_nd_strings *g = ctx;
    size_t from = 0;
    bool found = cm_index_nd_at(&g->v, i / g->v.slice, &from, NULL) == CAMEO_OK;
    return found ? cm_tensor_str(g->x, from + i % g->v.slice) : (cm_str){NULL, 0};
}

/* cm_gather_nd_string_run — the same for strings; the output is allocated here. */
cameo_status cm_gather_nd_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    gather_nd_strings g = {.x = cm_in(k, 0)};
    size_t dims[CM_MAX_RANK];
    CM_TRY(gather_nd_view(k, &g.v));
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    for (size_t t = 0; y->n > 0 && t < y->n / g.v.slice; t++) {
        size_t from;
        CM_TRY(cm_index_nd_at(&g.v, t, &from, k->e));
    }
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){gather_nd_string, &g, 1});
}
