/* sequence.c — SequenceAt, SequenceConstruct, SequenceEmpty, SequenceErase, SequenceInsert,
 * SequenceLength. Sequences live in the run's dynamic heap; the executor's services change them.
 * Source: ONNX since_version 11 of each. */
#include "kernels/move.h"

/* The element tensors of sequence v, as far as all are known to agree. Errors: E_TYPE. */
static cameo_status sequence_check(const cm_shape *s, const cm_avalue *v) {
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE &&
                 (v->elem_kind == CAMEO_KIND_TENSOR || v->elem_kind == CAMEO_KIND_NONE),
             s->e, CAMEO_E_TYPE, "input 0 is not a sequence of tensors");
    return CAMEO_OK;
}

/* Output 0 is a sequence of tensors of dtype; rank and dims: what is known of all of them. */
static cameo_status sequence_out(cm_shape *s, int dtype, uint32_t rank, const cm_dim *dims) {
    if (s->n_out == 0) return CAMEO_OK;
    cm_avalue *y = &s->out[0];
    *y = (cm_avalue){.kind = CAMEO_KIND_SEQUENCE, .elem_kind = CAMEO_KIND_TENSOR};
    y->dtype = (uint8_t)dtype;
    y->rank = (uint8_t)rank;
    y->n_elem = CM_NONE;
    for (uint32_t d = 0; rank != CM_RANK_UNKNOWN && d < rank; d++) y->dims[d] = dims[d];
    return CAMEO_OK;
}

/* Forgets of the items of output 0 what is not true of x. */
static void sequence_meet(cm_shape *s, const cm_avalue *x) {
    if (s->n_out == 0) return;
    cm_avalue *y = &s->out[0];
    if (y->rank != x->rank) y->rank = CM_RANK_UNKNOWN;
    for (uint32_t d = 0; y->rank != CM_RANK_UNKNOWN && d < y->rank; d++) {
        if (y->dims[d] != x->dims[d]) y->dims[d] = CM_DIM_UNKNOWN;
    }
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
    int dtype = v->dtype != 0 ? v->dtype : x->dtype;
    if (cm_avalue_has_no_items(v)) return sequence_out(s, dtype, x->rank, x->dims);
    CM_TRY(sequence_out(s, dtype, v->rank, v->dims));
    sequence_meet(s, x);
    return CAMEO_OK;
}

static cameo_status sequence_erase_shape(cm_shape *s) {
    const cm_avalue *v = cm_shape_in(s, 0);
    CM_TRY(sequence_check(s, v));
    return sequence_out(s, v->dtype, v->rank, v->dims);
}

static cameo_status sequence_construct_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_TRY(sequence_out(s, x->dtype, x->rank, x->dims));
    for (uint32_t i = 1; i < s->n_in; i++) {
        CM_CHECK(s->in[i]->dtype == x->dtype, s->e, CAMEO_E_TYPE,
                 "a %s tensor into a sequence of %s tensors",
                 cameo_dtype_name((cameo_dtype)s->in[i]->dtype),
                 cameo_dtype_name((cameo_dtype)x->dtype));
        sequence_meet(s, s->in[i]);
    }
    return CAMEO_OK;
}

typedef struct sequence_empty_params {
    int32_t dtype;
} sequence_empty_params;

static cameo_status sequence_empty_shape(cm_shape *s) {
    const sequence_empty_params *p = s->params;
    CM_CHECK(cm_dtype_is_known(p->dtype), s->e, CAMEO_E_TYPE, "dtype is %d, which is no dtype",
             (int)p->dtype);
    CM_TRY(sequence_out(s, p->dtype, CM_RANK_UNKNOWN, NULL));
    if (s->n_out != 0) s->out[0].n_elem = 0;
    return CAMEO_OK;
}

static cameo_status sequence_length_shape(cm_shape *s) {
    const cm_avalue *v = cm_shape_in(s, 0);
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE, s->e, CAMEO_E_TYPE, "input 0 is not a sequence");
    return cm_shape_out(s, 0, CAMEO_INT64, 0, NULL);
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

/* cm_sequence_erase_run — y = the sequence without item `position`; absent: without the last one.
 * position int32 or int64, in [-n, n). Takes the input over if nobody else owns it.
 * Errors: E_SHAPE position, nothing to erase; E_NOMEM. */
cameo_status cm_sequence_erase_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    size_t n = k->services->seq_len(k, cm_in(k, 0));
    size_t at = n - 1;
    CM_CHECK(n > 0, k->e, CAMEO_E_SHAPE, "the sequence is empty");
    if (cm_in(k, 1) != NULL) CM_TRY(sequence_position(k, 1, n, n, &at));
    CM_TRY(k->services->seq_take(k, 0, 0));
    if (cm_out(k, 0) != NULL) k->services->seq_erase(k, 0, at);
    return CAMEO_OK;
}

/* cm_sequence_construct_run — y = the inputs, tensors of one dtype, in their order.
 * Errors: E_NOMEM, E_LIMIT. */
cameo_status cm_sequence_construct_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                       uint32_t end) {
    (void)phase;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(k->services->seq_out(k, 0, cm_in(k, 0)->dtype, k->n_in));
    for (uint32_t i = 0; i < k->n_in; i++) {
        CM_TRY(k->services->seq_insert(k, 0, i, cm_in(k, i)));
    }
    return CAMEO_OK;
}

/* cm_sequence_empty_run — y = a sequence without items. Errors: E_NOMEM. */
cameo_status cm_sequence_empty_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const sequence_empty_params *p = k->params;
    return begin >= end ? CAMEO_OK : k->services->seq_out(k, 0, p->dtype, 0);
}

/* cm_sequence_length_run — y = the number of items, an int64 scalar. */
cameo_status cm_sequence_length_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    *(int64_t *)cm_out(k, 0)->data = (int64_t)k->services->seq_len(k, cm_in(k, 0));
    return CAMEO_OK;
}

static const cm_field sequence_empty_fields[] = {
    CM_F_I32(sequence_empty_params, dtype, CAMEO_FLOAT)};

const cm_op cm_op_SequenceAt = {
    CM_OP_SequenceAt, CM_OPF_DYNAMIC, 0, 0, NULL, NULL, sequence_at_shape, NULL};
const cm_op cm_op_SequenceInsert = {
    CM_OP_SequenceInsert, CM_OPF_DYNAMIC, 0, 0, NULL, NULL, sequence_insert_shape, NULL};
const cm_op cm_op_SequenceErase = {
    CM_OP_SequenceErase, CM_OPF_DYNAMIC, 0, 0, NULL, NULL, sequence_erase_shape, NULL};
const cm_op cm_op_SequenceConstruct = {
    CM_OP_SequenceConstruct, CM_OPF_DYNAMIC, 0, 0, NULL, NULL, sequence_construct_shape, NULL};
const cm_op cm_op_SequenceEmpty = {.id = CM_OP_SequenceEmpty,
                                   .flags = CM_OPF_DYNAMIC,
                                   .n_fields = 1,
                                   .params_size = sizeof(sequence_empty_params),
                                   .fields = sequence_empty_fields,
                                   .shape = sequence_empty_shape};
const cm_op cm_op_SequenceLength = {CM_OP_SequenceLength,  0,   0, 0, NULL, NULL,
                                    sequence_length_shape, NULL};
