/* test_sequence.c — SequenceAt and SequenceInsert against a sequence that is a list of numbers:
 * item i is a scalar int32 tensor. The executor's own sequences are tested with the executor. */
#include "kernels/kernel.h"
#include "tests/check.h"

cm_setup_fn cm_sequence_setup;
cm_run_fn cm_sequence_at_run, cm_sequence_insert_run;

/* Values: 0 the input sequence, 1 a tensor, 2 a position, 3 the output. */
static struct {
    int32_t item[8];
    size_t n;
    int32_t result;
    cm_tensor value[4];
    cameo_error error;
} seq;

static size_t sequence_len(const cm_kctx *k, const cm_tensor *v) {
    (void)k;
    (void)v;
    return seq.n;
}

static void sequence_item(const cm_kctx *k, const cm_tensor *v, size_t i, cm_tensor *item) {
    (void)k;
    (void)v;
    *item = (cm_tensor){.data = &seq.item[i], .n = 1, .dtype = CAMEO_INT32,
                        .kind = CAMEO_KIND_TENSOR};
}

static cameo_status sequence_set(const cm_kctx *k, uint32_t out, const cm_tensor *t) {
    (void)k;
    (void)out;
    seq.result = *(const int32_t *)t->data;
    return CAMEO_OK;
}

static cameo_status sequence_take(const cm_kctx *k, uint32_t out, uint32_t in) {
    (void)k;
    return out == 0 && in == 0 ? CAMEO_OK : CAMEO_E_INTERNAL;
}

static cameo_status sequence_insert(const cm_kctx *k, uint32_t out, size_t at, const cm_tensor *t) {
    (void)k;
    (void)out;
    memmove(&seq.item[at + 1], &seq.item[at], (seq.n - at) * sizeof *seq.item);
    seq.item[at] = *(const int32_t *)t->data;
    seq.n++;
    return CAMEO_OK;
}

/* Runs `op` on the sequence 10, 11, 12 with `position`, absent where NULL; inserts 99. */
static cameo_status sequence_run(cm_op_id op, int dtype, const void *position, size_t n_position) {
    static const cm_services services = {.seq_len = sequence_len, .seq_item = sequence_item,
                                         .out_set = sequence_set, .seq_take = sequence_take,
                                         .seq_insert = sequence_insert};
    static int32_t number = 99;
    static const cm_id out_ids[] = {3};
    memset(&seq, 0, sizeof seq);
    for (int32_t i = 0; i < 3; i++) seq.item[i] = 10 + i;
    seq.n = 3;
    seq.value[0] = (cm_tensor){.dtype = CAMEO_INT32, .kind = CAMEO_KIND_SEQUENCE};
    seq.value[1] = (cm_tensor){.data = &number, .n = 1, .dtype = CAMEO_INT32,
                               .kind = CAMEO_KIND_TENSOR};
    seq.value[2] = (cm_tensor){.n = n_position, .dtype = (uint8_t)dtype, .kind = CAMEO_KIND_TENSOR};
    int64_t copy[2] = {0};
    if (position != NULL) memcpy(copy, position, dtype == CAMEO_INT32 ? 4 : 8);
    seq.value[2].data = copy;
    cm_id in_ids[] = {0, 1, position != NULL ? 2 : CM_NONE};
    if (op == CM_OP_SequenceAt) in_ids[1] = 2;
    cm_kctx k = {.op = op == CM_OP_SequenceAt ? &cm_op_SequenceAt : &cm_op_SequenceInsert,
                 .values = seq.value, .in_ids = in_ids, .out_ids = out_ids,
                 .n_in = op == CM_OP_SequenceAt ? 2 : 3, .n_out = 1, .e = &seq.error};
    cm_setup setup = {0};
    CM_TRY(cm_sequence_setup(&k, &setup));
    if (setup.n_phases != 1 || setup.phase[0].n_tasks != 1) return CAMEO_E_INTERNAL;
    k.services = &services;
    return op == CM_OP_SequenceAt ? cm_sequence_at_run(&k, 0, 0, 1)
                                  : cm_sequence_insert_run(&k, 0, 0, 1);
}

void test_sequence_at(void) {
    for (int64_t p = -3; p < 3; p++) {
        int32_t narrow = (int32_t)p;
        CHECK_INT(sequence_run(CM_OP_SequenceAt, CAMEO_INT64, &p, 1), CAMEO_OK);
        CHECK_INT(seq.result, 10 + (p + 3) % 3);
        CHECK_INT(sequence_run(CM_OP_SequenceAt, CAMEO_INT32, &narrow, 1), CAMEO_OK);
        CHECK_INT(seq.result, 10 + (p + 3) % 3);
    }
    static const int64_t bad[] = {3, -4, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(sequence_run(CM_OP_SequenceAt, CAMEO_INT64, &bad[i], 1), CAMEO_E_SHAPE);
    }
    CHECK_INT(sequence_run(CM_OP_SequenceAt, CAMEO_INT64, &bad[0], 1), CAMEO_E_SHAPE);
    CHECK_STR(seq.error.msg, "position 3 is out of range for a sequence of 3");
    CHECK_INT(sequence_run(CM_OP_SequenceAt, CAMEO_INT64, &bad[0], 2), CAMEO_E_SHAPE);
    CHECK_INT(sequence_run(CM_OP_SequenceAt, CAMEO_INT64, &bad[0], 0), CAMEO_E_SHAPE);
}

void test_sequence_insert(void) {
    for (int64_t p = -3; p <= 3; p++) {
        CHECK_INT(sequence_run(CM_OP_SequenceInsert, CAMEO_INT64, &p, 1), CAMEO_OK);
        CHECK_INT(seq.n, 4);
        CHECK_INT(seq.item[p < 0 ? p + 3 : p], 99);
    }
    CHECK_INT(sequence_run(CM_OP_SequenceInsert, CAMEO_INT64, NULL, 1), CAMEO_OK);
    CHECK_INT(seq.item[3], 99);
    static const int64_t bad[] = {4, -4, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(sequence_run(CM_OP_SequenceInsert, CAMEO_INT64, &bad[i], 1), CAMEO_E_SHAPE);
    }
}

/* What is known of the items after an insertion is what both sides agree on. */
void test_sequence_insert_shape(void) {
    cm_avalue list = {.kind = CAMEO_KIND_SEQUENCE, .elem_kind = CAMEO_KIND_TENSOR,
                      .dtype = CAMEO_FLOAT, .rank = 2, .dims = {2, 3}, .n_elem = CM_NONE};
    cm_avalue item = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 2, .dims = {2, 4}};
    const cm_avalue *in[] = {&list, &item};
    cm_avalue out = {0};
    cm_shape s = {.op = &cm_op_SequenceInsert, .n_in = 2, .n_out = 1, .in = in, .out = &out};
    CHECK_INT(cm_op_SequenceInsert.shape(&s), CAMEO_OK);
    CHECK_INT(out.kind, CAMEO_KIND_SEQUENCE);
    CHECK_INT(out.dims[0], 2);
    CHECK_INT(out.dims[1], CM_DIM_UNKNOWN);
    item.rank = 1;
    CHECK_INT(cm_op_SequenceInsert.shape(&s), CAMEO_OK);
    CHECK_INT(out.rank, CM_RANK_UNKNOWN);
    list.n_elem = 0; /* no items: those of the result are like the first */
    CHECK_INT(cm_op_SequenceInsert.shape(&s), CAMEO_OK);
    CHECK_INT(out.rank, 1);
    CHECK_INT(out.n_elem, CM_NONE);
    item.dtype = CAMEO_INT32;
    CHECK_INT(cm_op_SequenceInsert.shape(&s), CAMEO_E_TYPE);
    s.op = &cm_op_SequenceAt;
    CHECK_INT(cm_op_SequenceAt.shape(&s), CAMEO_OK);
    CHECK_INT(out.kind, CAMEO_KIND_TENSOR);
    CHECK_INT(out.dims[1], 3);
    in[0] = &item;
    CHECK_INT(cm_op_SequenceAt.shape(&s), CAMEO_E_TYPE);
}
