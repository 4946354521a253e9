/* reverse_sequence.c — ReverseSequence: the first sequence_lens[b] steps of each sequence b backwards, the
 * others as they are. Batch and time are axes 0 and 1, in either order; an entry of both is a row of
 * `inner` elements. Source: ONNX ReverseSequence 10. */
#include "kernels/move.h"

typedef struct reverse_sequence_params {
    int32_t batch_axis, time_axis;
} reverse_sequence_params;

static cameo_status reverse_sequence_parse(const cm_parse *p, void *params) {
    const reverse_sequence_params *r = params;
    bool axes =
        (r->batch_axis == 0 && r->time_axis == 1) || (r->batch_axis == 1 && r->time_axis == 0);
    CM_CHECK(axes, p->e, CAMEO_E_SHAPE,
             "batch_axis is %d and time_axis %d, want 0 and 1 or 1 and 0", (int)r->batch_axis,
             (int)r->time_axis);
    return CAMEO_OK;
}

static cameo_status reverse_sequence_shape(cm_shape *s) {
    const reverse_sequence_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *lens = cm_shape_in(s, 1);
    CM_CHECK(x->rank >= 2, s->e, CAMEO_E_SHAPE, "the input has rank %u, want at least 2",
             (unsigned)x->rank);
    CM_CHECK(lens->rank == 1 || lens->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "sequence_lens has rank %u, want 1", (unsigned)lens->rank);
    if (x->rank != CM_RANK_UNKNOWN && lens->rank == 1) {
        cm_dim batch = x->dims[p->batch_axis];
        CM_CHECK(cm_shape_equal(s, lens->dims[0], batch), s->e, CAMEO_E_SHAPE,
                 "sequence_lens has %lld numbers, the batch %lld",
                 cm_dim_is_const(lens->dims[0]) ? CM_LL(lens->dims[0]) : -1,
                 cm_dim_is_const(batch) ? CM_LL(batch) : -1);
    }
    return cm_shape_out_like(s, 0, 0);
}

static cameo_status reverse_sequence_check(const cm_kctx *k) {
    const reverse_sequence_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    CM_CHECK(cm_in(k, 1)->n == x->dims[p->batch_axis], k->e, CAMEO_E_SHAPE,
             "sequence_lens has %zu numbers, the batch %zu", cm_in(k, 1)->n,
             x->dims[p->batch_axis]);
    return CAMEO_OK;
}

cameo_status cm_reverse_sequence_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(reverse_sequence_check(k));
    cm_setup_simple(s, cm_in(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* Row of x that row `row` of y is. Errors: E_SHAPE a length beyond the time axis. */
static cameo_status reverse_sequence_row(const cm_kctx *k, size_t row, size_t *from) {
    const reverse_sequence_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    size_t index[2] = {row / x->dims[1], row % x->dims[1]};
    size_t t = index[p->time_axis], n = x->dims[p->time_axis];
    int64_t len = cm_move_index(cm_in(k, 1), index[p->batch_axis]);
    CM_CHECK(len >= 0 && (uint64_t)len <= n, k->e, CAMEO_E_SHAPE,
             "sequence_lens[%zu] is %lld, want 0..%zu", index[p->batch_axis], CM_LL(len), n);
    if (t < (size_t)len) index[p->time_axis] = (size_t)len - 1 - t;
    *from = index[0] * x->dims[1] + index[1];
    return CAMEO_OK;
}

/* cm_reverse_sequence_run — y[t][b] = x[lens[b] - 1 - t][b] for t < lens[b], else x[t][b]; with the batch
 * first x[b][t] likewise.
 *   x      [time][batch][inner] or [batch][time][inner] of any dtype but string, any alignment
 *   lens   [batch] int64, each in [0, time], any alignment
 * Errors: E_SHAPE a length. */
cameo_status cm_reverse_sequence_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    if (y == NULL) return CAMEO_OK;
    size_t inner = cm_move_count(x->dims, 2, x->rank);
    for (uint32_t task = begin; task < end; task++) {
        size_t at, stop, from;
        cm_move_range(y->n, task, &at, &stop);
        while (at < stop) {
            size_t column = at % inner;
            size_t n = cm_min_size(inner - column, stop - at);
            CM_TRY(reverse_sequence_row(k, at / inner, &from));
            cm_move_flat(cm_move_bits(y), y->data, at, x->data, from * inner + column, n);
            at += n;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_reverse_sequence_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(reverse_sequence_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

static cm_str reverse_sequence_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const cm_kctx *k = ctx;
    size_t inner = cm_move_count(cm_in(k, 0)->dims, 2, cm_in(k, 0)->rank);
    size_t from = 0;
    (void)reverse_sequence_row(k, i / inner, &from); /* the lengths were checked */
    return cm_tensor_str(cm_in(k, 0), from * inner + i % inner);
}

/* cm_reverse_sequence_string_run — the same for strings; y is allocated here. */
cameo_status cm_reverse_sequence_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                            uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    size_t dims[CM_MAX_RANK], from;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    for (size_t row = 0; x->n > 0 && row < x->dims[0] * x->dims[1]; row++) {
        CM_TRY(reverse_sequence_row(k, row, &from));
    }
    return cm_strings_emit(k, 0, x->rank, dims, &(cm_string_source){reverse_sequence_string, k, 1});
}

static const cm_field reverse_sequence_fields[] = {CM_F_I32(reverse_sequence_params, batch_axis, 1),
                                                   CM_F_I32(reverse_sequence_params, time_axis, 0)};
const cm_op cm_op_ReverseSequence = {.id = CM_OP_ReverseSequence,
                                     .n_fields = 2,
                                     .params_size = sizeof(reverse_sequence_params),
                                     .fields = reverse_sequence_fields,
                                     .parse = reverse_sequence_parse,
                                     .shape = reverse_sequence_shape};
