/* sequence.c — SequenceAt, SequenceInsert. Sequences live in the run's dynamic heap; the executor's
 * services change them. Source: ONNX SequenceAt 11, SequenceInsert 11. */
#include "kernels/move.h"

/* The element tensors of sequence v, as far as all are known to agree. Errors: E_TYPE. */
static cameo_status sequence_check(const cm_shape *s, const cm_avalue *v) {
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE &&
                 (v->elem_kind == CAMEO_KIND_TENSOR || v->elem_kind == CAMEO_KIND_NONE),
             s->e, CAMEO_E_TYPE, "input 0 is not a sequence of tensors");
    return CAMEO_OK;
}

static cameo_status sequence_at_shape(cm_shape *s) {
    const cm_avalue *v = cm_shape_in(s, 0);
    CM_TRY(sequence_check(s, v));
    return cm_shape_out(s, 0, v->dtype, v->rank, v->dims);
}

static cameo_status sequence_insert_shape(cm_shape *s) {
    const cm_avalue *v = cm_shape_in(s, 0);
    const cm_avalue *x = cm_shape_in(s, 1);
    CM_TRY(sequence_check(s, v));
    CM_CHECK(v->dtype == x->dtype || v->dtype == 0 || x->dtype == 0, s->e, CAMEO_E_TYPE,
             "a %s tensor into a sequence of %s tensors", cameo_dtype_name((cameo_dtype)x->dtype),
             cameo_dtype_name((cameo_dtype)v->dtype));
    if (s->n_out == 0) return CAMEO_OK;
    cm_avalue *y = &s->out[0];
    *y = (cm_avalue){.kind = CAMEO_KIND_SEQUENCE, .elem_kind = CAMEO_KIND_TENSOR};
    y->dtype = v->dtype != 0 ? v->dtype : x->dtype;
    y->rank = v->rank == x->rank ? v->rank : CM_RANK_UNKNOWN;
    y->n_elem = CM_NONE;
    for (uint32_t d = 0; y->rank != CM_RANK_UNKNOWN && d < y->rank; d++) {
        y->dims[d] = v->dims[d] == x->dims[d] ? v->dims[d] : CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

/* Input `in` as a position in [0, n_places); negative ones count from n.
 * Errors: E_SHAPE out of range or not one number. */
static cameo_status sequence_position(const cm_kctx *k, uint32_t in, size_t n, size_t n_places,
                                      size_t *at) {
    const cm_tensor *t = cm_in(k, in);
    CM_CHECK(t->n == 1, k->e, CAMEO_E_SHAPE, "position has %zu elements, want 1", t->n);
    int64_t p = cm_move_index(t, 0);
    CM_CHECK(p >= -(int64_t)n && p < (int64_t)n_places, k->e, CAMEO_E_SHAPE,
             "position %lld is out of range for a sequence of %zu", CM_LL(p), n);
    *at = (size_t)(p < 0 ? p + (int64_t)n : p);
    return CAMEO_OK;
}

/* see kernel.h */
cameo_status cm_sequence_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* cm_sequence_at_run — y = item `position` of the sequence; position int32 or int64, in [-n, n).
 * Errors: E_SHAPE position; E_NOMEM. */
cameo_status cm_sequence_at_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *v = cm_in(k, 0);
    size_t n = k->services->seq_len(k, v);
    size_t at;
    CM_TRY(sequence_position(k, 1, n, n, &at));
    cm_tensor item;
    k->services->seq_item(k, v, at, &item);
    return k->services->out_set(k, 0, &item);
}

/* cm_sequence_insert_run — y = the sequence with `tensor` inserted before item `position`; absent:
 * at the end. position int32 or int64, in [-n, n]. Takes the input over if nobody else owns it.
 * Errors: E_SHAPE position; E_TYPE another dtype; E_NOMEM. */
cameo_status cm_sequence_insert_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *v = cm_in(k, 0);
    const cm_tensor *x = cm_in(k, 1);
    size_t n = k->services->seq_len(k, v);
    size_t at = n;
    CM_CHECK(v->dtype == x->dtype, k->e, CAMEO_E_TYPE, "a %s tensor into a sequence of %s tensors",
             cameo_dtype_name((cameo_dtype)x->dtype), cameo_dtype_name((cameo_dtype)v->dtype));
    if (cm_in(k, 2) != NULL) CM_TRY(sequence_position(k, 2, n, n + 1, &at));
    CM_TRY(k->services->seq_take(k, 0, 0));
    return k->services->seq_insert(k, 0, at, x);
}

const cm_op cm_op_SequenceAt = {CM_OP_SequenceAt, CM_OPF_DYNAMIC, 0, 0, NULL, NULL,
                                sequence_at_shape, NULL};
const cm_op cm_op_SequenceInsert = {CM_OP_SequenceInsert, CM_OPF_DYNAMIC, 0, 0, NULL, NULL,
                                    sequence_insert_shape, NULL};
