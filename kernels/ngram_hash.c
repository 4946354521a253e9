/* ngram_hash.c — com.microsoft.NGramHashMapping and VarlenNGramHashMapping: numbers that stand for the last ids of a
 * text, two and more of them, as rows of a table.
 *
 *   hash_ids[t][(n - 2) * n_head_per_ngram + h] = mix mod vocab_sizes[..] + head_offsets[..]
 *   mix = ids[t] * multipliers[0] xor ... xor ids[t - n + 1] * multipliers[n - 1]            for n in 2..max_ngram_size
 *
 * ids are [batch][length], or the texts lie behind each other, text i from cumulative_sequence_length[i] to [i + 1].
 * Before them stand those of past_ids [batch][max_ngram_size - 1]; ids before these are eos_token_id, or pad_id where
 * it is absent. With reset_on_eos so are those before the last end of a text, and always those of another segment
 * than the one behind them. present_ids are the past_ids of the next call; with capture_count also those of a call
 * after each of the first ids. All wraps around, the modulo is not negative. Sums and counts are hostile: E_SHAPE.
 * Tasks are texts.
 * Source: onnxruntime com.microsoft.NGramHashMapping and VarlenNGramHashMapping, version 1. */
#include "kernels/kernel.h"

typedef struct ngram_hash_params {
    int32_t max_ngram_size, n_head_per_ngram, pad_id, reset_on_eos, state_update_capacity;
} ngram_hash_params;

static const cm_field ngram_hash_fields[] = {
    CM_F_I32(ngram_hash_params, max_ngram_size, 0), CM_F_I32(ngram_hash_params, n_head_per_ngram, 0),
    CM_F_I32(ngram_hash_params, pad_id, 0), CM_F_I32(ngram_hash_params, reset_on_eos, 0),
    CM_F_I32(ngram_hash_params, state_update_capacity, 0)};

/* Inputs; those from HASH_PAST on stand one further where texts lie behind each other. */
enum { HASH_IDS, HASH_MULTIPLIERS, HASH_VOCAB, HASH_PAST, HASH_OFFSETS, HASH_EOS, HASH_SEGMENTS, HASH_PAST_SEGMENTS,
       HASH_CAPTURE, HASH_INPUTS };
enum { HASH_SUMS = 3 };
enum { HASH_OUT, HASH_PRESENT, HASH_PRESENT_SEGMENTS, HASH_UPDATE };

static cameo_status ngram_hash_parse(const cm_parse *p, void *params) {
    const ngram_hash_params *q = params;
    CM_CHECK(q->max_ngram_size >= 2 && q->max_ngram_size <= 64, p->e, CAMEO_E_LIMIT, "max_ngram_size is %d, want 2..64",
             (int)q->max_ngram_size);
    CM_CHECK(q->n_head_per_ngram >= 1 && q->n_head_per_ngram <= INT32_MAX / 64, p->e, CAMEO_E_LIMIT,
             "n_head_per_ngram is %d", (int)q->n_head_per_ngram);
    CM_CHECK(q->state_update_capacity >= 0 && q->state_update_capacity <= 8, p->e, CAMEO_E_LIMIT,
             "state_update_capacity is %d, want 0..8", (int)q->state_update_capacity);
    return CAMEO_OK;
}

static bool ngram_hash_is_varlen(const cm_op *op) { return op->id == CM_OP_ms_VarlenNGramHashMapping; }

static uint32_t ngram_hash_in(const cm_op *op, uint32_t i) { return i + (i >= HASH_PAST && ngram_hash_is_varlen(op)); }

/* Each number of the result: a product for each id, and a division. */
static uint64_t ngram_hash_cost(const cm_shape *s) {
    return cm_shape_cost(&s->out[HASH_OUT], 8 + 2 * (uint64_t)((const ngram_hash_params *)s->params)->max_ngram_size);
}

/* Present ids, segments and updates of `batch` texts. */
static cameo_status ngram_hash_shape_states(cm_shape *s, cm_dim batch) {
    const ngram_hash_params *p = s->params;
    cm_dim dims[3] = {batch, p->max_ngram_size - 1, p->max_ngram_size - 1};
    int dtype = cm_shape_in(s, HASH_IDS)->dtype;
    CM_TRY(cm_shape_out(s, HASH_PRESENT, dtype, 2, dims));
    CM_TRY(cm_shape_out(s, HASH_PRESENT_SEGMENTS, CAMEO_INT32, 2, dims));
    dims[1] = p->state_update_capacity;
    return cm_shape_out(s, HASH_UPDATE, dtype, 3, dims);
}

static cm_dim ngram_hash_heads(const cm_shape *s) {
    const ngram_hash_params *p = s->params;
    return (p->max_ngram_size - 1) * p->n_head_per_ngram;
}

static cameo_status ngram_hash_shape(cm_shape *s) {
    const cm_avalue *ids = cm_shape_in(s, HASH_IDS);
    cm_dim dims[3] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN, ngram_hash_heads(s)};
    CM_CHECK(ids->rank == 2 || ids->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "input_ids has rank %u, want 2",
             (unsigned)ids->rank);
    for (uint32_t i = 0; ids->rank == 2 && i < 2; i++) dims[i] = ids->dims[i];
    CM_TRY(cm_shape_out(s, HASH_OUT, ids->dtype, 3, dims));
    return ngram_hash_shape_states(s, dims[0]);
}

static cameo_status varlen_ngram_hash_shape(cm_shape *s) {
    const cm_avalue *ids = cm_shape_in(s, HASH_IDS), *sums = cm_shape_in(s, HASH_SUMS);
    cm_dim dims[2] = {CM_DIM_UNKNOWN, ngram_hash_heads(s)}, batch = CM_DIM_UNKNOWN;
    CM_CHECK((ids->rank == 1 || ids->rank == CM_RANK_UNKNOWN) && (sums->rank == 1 || sums->rank == CM_RANK_UNKNOWN),
             s->e, CAMEO_E_SHAPE, "input_ids and cumulative_sequence_length have ranks %u and %u, want 1",
             (unsigned)ids->rank, (unsigned)sums->rank);
    if (ids->rank == 1) dims[0] = ids->dims[0];
    if (sums->rank == 1) batch = cm_dim_sub(s->dims, sums->dims[0], 1);
    CM_TRY(cm_shape_out(s, HASH_OUT, ids->dtype, 2, dims));
    return ngram_hash_shape_states(s, batch);
}

const cm_op cm_op_ms_NGramHashMapping = {.id = CM_OP_ms_NGramHashMapping,
                                         .n_fields = 5,
                                         .params_size = sizeof(ngram_hash_params),
                                         .fields = ngram_hash_fields,
                                         .parse = ngram_hash_parse,
                                         .shape = ngram_hash_shape,
                                         .cost = ngram_hash_cost};
const cm_op cm_op_ms_VarlenNGramHashMapping = {.id = CM_OP_ms_VarlenNGramHashMapping,
                                               .n_fields = 5,
                                               .params_size = sizeof(ngram_hash_params),
                                               .fields = ngram_hash_fields,
                                               .parse = ngram_hash_parse,
                                               .shape = varlen_ngram_hash_shape,
                                               .cost = ngram_hash_cost};

static const cm_tensor *hash_in(const cm_kctx *k, uint32_t i) { return cm_in(k, ngram_hash_in(k->op, i)); }

/* Checks that an input, which may be absent, has n elements. */
static cameo_status hash_want(const cm_kctx *k, uint32_t i, size_t n) {
    const cm_tensor *t = hash_in(k, i);
    CM_CHECK(t == NULL || t->n == n, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want %zu",
             ngram_hash_in(k->op, i), t->n, n);
    return CAMEO_OK;
}

/* Scratch: none. Errors: E_SHAPE; E_MALFORMED captures without a place, or the other way round. */
cameo_status cm_ngram_hash_setup(const cm_kctx *k, cm_setup *s) {
    const ngram_hash_params *p = k->params;
    const cm_tensor *ids = cm_in(k, HASH_IDS), *sums = ngram_hash_is_varlen(k->op) ? cm_in(k, HASH_SUMS) : NULL;
    size_t back = (size_t)p->max_ngram_size - 1, heads = back * (size_t)p->n_head_per_ngram, states;
    CM_CHECK(ids->rank == (sums == NULL ? 2 : 1) && (sums == NULL || (sums->rank == 1 && sums->n >= 1)), k->e,
             CAMEO_E_SHAPE, "input_ids has rank %u", (unsigned)ids->rank);
    size_t batch = sums == NULL ? ids->dims[0] : sums->n - 1;
    CM_CHECK(!cm_ckd_mul(batch, back, &states), k->e, CAMEO_E_LIMIT, "%zu texts", batch);
    CM_CHECK(cm_in(k, HASH_MULTIPLIERS)->n > back, k->e, CAMEO_E_SHAPE, "%zu multipliers, want %zu",
             cm_in(k, HASH_MULTIPLIERS)->n, back + 1);
    CM_TRY(hash_want(k, HASH_VOCAB, heads));
    CM_TRY(hash_want(k, HASH_PAST, states));
    CM_TRY(hash_want(k, HASH_OFFSETS, heads));
    CM_TRY(hash_want(k, HASH_EOS, 1));
    CM_TRY(hash_want(k, HASH_SEGMENTS, ids->n));
    CM_TRY(hash_want(k, HASH_PAST_SEGMENTS, states));
    CM_TRY(hash_want(k, HASH_CAPTURE, batch));
    CM_CHECK(hash_in(k, HASH_SEGMENTS) != NULL || cm_out(k, HASH_PRESENT_SEGMENTS) == NULL, k->e, CAMEO_E_MALFORMED,
             "present_segment_ids without segment_ids");
    CM_CHECK((hash_in(k, HASH_CAPTURE) != NULL) == (p->state_update_capacity != 0), k->e, CAMEO_E_MALFORMED,
             "state_update_capacity is %d and capture_count %s", (int)p->state_update_capacity,
             hash_in(k, HASH_CAPTURE) != NULL ? "given" : "absent");
    cm_setup_simple(s, batch, 1);
    return CAMEO_OK;
}

/* One text: its ids [n] from `first` on, and what stands before them. */
typedef struct hash_text {
    const cm_tensor *ids, *past, *segments, *past_segments;
    size_t batch, first, n, back; /* back: max_ngram_size - 1 */
    int64_t fill, eos;
    bool reset; /* at an eos */
} hash_text;

static int64_t hash_get(const cm_tensor *t, size_t i) {
    return t->dtype == CAMEO_INT32 ? ((const int32_t *)t->data)[i] : ((const int64_t *)t->data)[i];
}

static void hash_put(const cm_tensor *t, size_t i, int64_t v) {
    if (t->dtype == CAMEO_INT32)
        ((int32_t *)t->data)[i] = (int32_t)(uint32_t)(uint64_t)v;
    else
        ((int64_t *)t->data)[i] = v;
}

/* The id `ago` steps before id t, t + 1 + back > ago. */
static int64_t hash_id(const hash_text *x, size_t t, size_t ago) {
    if (ago <= t) return hash_get(x->ids, x->first + t - ago);
    return x->past == NULL ? x->fill : hash_get(x->past, x->batch * x->back + x->back + t - ago);
}

/* The segment of it; segments are there. Before the text: that of past_segments, or the text's first. */
static int32_t hash_segment(const hash_text *x, size_t t, size_t ago) {
    if (ago <= t) return ((const int32_t *)x->segments->data)[x->first + t - ago];
    if (x->past_segments == NULL) return ((const int32_t *)x->segments->data)[x->first];
    return ((const int32_t *)x->past_segments->data)[x->batch * x->back + x->back + t - ago];
}

/* Numbers of id t. Errors: E_SHAPE a vocabulary of none. */
static cameo_status hash_row(const cm_kctx *k, const hash_text *x, size_t t) {
    const cm_tensor *y = cm_out(k, HASH_OUT), *vocab = cm_in(k, HASH_VOCAB), *offsets = hash_in(k, HASH_OFFSETS);
    size_t heads = (size_t)((const ngram_hash_params *)k->params)->n_head_per_ngram,
           at = (x->first + t) * heads * x->back;
    uint64_t mix = (uint64_t)hash_id(x, t, 0) * (uint64_t)hash_get(cm_in(k, HASH_MULTIPLIERS), 0);
    bool cut = false;
    for (size_t ago = 1, h = 0; ago <= x->back; ago++) {
        cut = cut || (x->segments != NULL && hash_segment(x, t, ago) != hash_segment(x, t, ago - 1));
        int64_t id = cut ? x->fill : hash_id(x, t, ago);
        cut = cut || (x->reset && id == x->eos);
        mix ^= (uint64_t)id * (uint64_t)hash_get(cm_in(k, HASH_MULTIPLIERS), ago);
        int64_t v = y->dtype == CAMEO_INT32 ? (int32_t)(uint32_t)mix : (int64_t)mix;
        for (size_t end = h + heads; h < end; h++) {
            int64_t size = hash_get(vocab, h);
            CM_CHECK(size > 0, k->e, CAMEO_E_SHAPE, "vocab_sizes[%zu] is %lld, want one above 0", h, CM_LL(size));
            int64_t rest = v % size;
            if (rest < 0) rest += size;
            if (offsets != NULL) rest = (int64_t)((uint64_t)rest + (uint64_t)hash_get(offsets, h));
            hash_put(y, at + h, rest);
        }
    }
    return CAMEO_OK;
}

/* What is past behind the first n ids. */
static void hash_states(const hash_text *x, const cm_tensor *y, size_t at, size_t n) {
    for (size_t i = 0; i < x->back; i++) hash_put(y, at + i, hash_id(x, n, x->back - i));
}

static void hash_segments(const hash_text *x, const cm_tensor *y) {
    for (size_t i = 0; i < x->back; i++)
        ((int32_t *)y->data)[x->batch * x->back + i] = hash_segment(x, x->n, x->back - i);
}

static void hash_updates(const cm_kctx *k, const hash_text *x, const cm_tensor *y) {
    const ngram_hash_params *p = k->params;
    int32_t count = ((const int32_t *)hash_in(k, HASH_CAPTURE)->data)[x->batch];
    for (size_t i = 0; i < (size_t)p->state_update_capacity; i++) {
        size_t at = (x->batch * (size_t)p->state_update_capacity + i) * x->back;
        if (count > 0 && i < (size_t)count && i < x->n) {
            hash_states(x, y, at, i + 1);
            continue;
        }
        for (size_t j = 0; j < x->back; j++) hash_put(y, at + j, p->pad_id);
    }
}

/* Where text b lies. Errors: E_SHAPE sums that are none. */
static cameo_status hash_open(const cm_kctx *k, size_t b, hash_text *x) {
    const ngram_hash_params *p = k->params;
    const cm_tensor *eos = hash_in(k, HASH_EOS);
    x->ids = cm_in(k, HASH_IDS);
    x->past = hash_in(k, HASH_PAST);
    x->segments = hash_in(k, HASH_SEGMENTS);
    x->past_segments = hash_in(k, HASH_PAST_SEGMENTS);
    x->back = (size_t)p->max_ngram_size - 1;
    x->batch = b;
    x->eos = eos == NULL ? 0 : hash_get(eos, 0);
    x->fill = eos == NULL ? p->pad_id : x->eos;
    x->reset = eos != NULL && p->reset_on_eos != 0;
    if (!ngram_hash_is_varlen(k->op)) {
        x->n = x->ids->dims[1];
        x->first = b * x->n;
        return CAMEO_OK;
    }
    const int32_t *sums = (const int32_t *)cm_in(k, HASH_SUMS)->data + b;
    CM_CHECK(sums[0] >= 0 && sums[0] < sums[1] && (uint32_t)sums[1] <= x->ids->n, k->e, CAMEO_E_SHAPE,
             "text %zu goes from %d to %d of %zu ids", b, (int)sums[0], (int)sums[1], x->ids->n);
    x->first = (size_t)sums[0];
    x->n = (size_t)sums[1] - x->first;
    return CAMEO_OK;
}

/* Errors: E_SHAPE; those of cm_poll. */
cameo_status cm_ngram_hash_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *present = cm_out(k, HASH_PRESENT), *segments = cm_out(k, HASH_PRESENT_SEGMENTS),
                    *update = cm_out(k, HASH_UPDATE);
    uint64_t done = 0;
    (void)phase;
    for (size_t b = begin; b < end; b++) {
        hash_text x = {0};
        CM_TRY(hash_open(k, b, &x));
        for (size_t t = 0; t < x.n; t++) {
            CM_TRY(cm_poll(k, x.back * 8, &done));
            CM_TRY(hash_row(k, &x, t));
        }
        if (present != NULL) hash_states(&x, present, b * x.back, x.n);
        if (segments != NULL) hash_segments(&x, segments);
        if (update != NULL) hash_updates(k, &x, update);
    }
    return CAMEO_OK;
}
