/* ngram_repeat.c — com.microsoft.NGramRepeatBlock: scores of tokens that would repeat a run of ngram_size tokens.
 *
 *   y = scores, but -inf at token t where the last ngram_size - 1 ids and t stand in input_ids already
 *
 * Ids that are looked up are hostile: E_SHAPE. Tasks are rows. Source: onnxruntime com.microsoft.NGramRepeatBlock,
 * version 1. */
#include "base/math.h"
#include "kernels/kernel.h"

typedef struct ngram_repeat_params {
    int32_t ngram_size;
} ngram_repeat_params;

static const cm_field ngram_repeat_fields[] = {CM_F_I32(ngram_repeat_params, ngram_size, 0)};

enum { NGRAM_IDS, NGRAM_SCORES };

static cameo_status ngram_repeat_parse(const cm_parse *p, void *params) {
    const ngram_repeat_params *q = params;
    CM_CHECK(q->ngram_size >= 1, p->e, CAMEO_E_MALFORMED, "ngram_size is %d", (int)q->ngram_size);
    return CAMEO_OK;
}

static cameo_status ngram_repeat_shape(cm_shape *s) {
    const cm_avalue *ids = cm_shape_in(s, NGRAM_IDS), *scores = cm_shape_in(s, NGRAM_SCORES);
    bool known = ids->rank != CM_RANK_UNKNOWN && scores->rank != CM_RANK_UNKNOWN;
    CM_CHECK(!known || (ids->rank == 2 && scores->rank == 2 && cm_shape_equal(s, ids->dims[0], scores->dims[0])), s->e,
             CAMEO_E_SHAPE, "input_ids and scores have ranks %u and %u, want 2 and as many rows", (unsigned)ids->rank,
             (unsigned)scores->rank);
    return cm_shape_out_like(s, 0, NGRAM_SCORES);
}

/* A comparison of a run for each id, and the copy. */
static uint64_t ngram_repeat_cost(const cm_shape *s) {
    const cm_avalue *ids = cm_shape_in(s, NGRAM_IDS), *scores = cm_shape_in(s, NGRAM_SCORES);
    uint64_t size = (uint64_t)((const ngram_repeat_params *)s->params)->ngram_size, n = (uint64_t)ids->dims[1];
    uint64_t compared = size <= n ? cm_cost_mul(n, size) : 0;
    return cm_cost_mul((uint64_t)ids->dims[0], cm_cost_add((uint64_t)scores->dims[1], compared));
}

const cm_op cm_op_ms_NGramRepeatBlock = {.id = CM_OP_ms_NGramRepeatBlock,
                                         .n_fields = 1,
                                         .params_size = sizeof(ngram_repeat_params),
                                         .fields = ngram_repeat_fields,
                                         .parse = ngram_repeat_parse,
                                         .shape = ngram_repeat_shape,
                                         .cost = ngram_repeat_cost};

/* Scratch: none. Errors: E_SHAPE. */
cameo_status cm_ngram_repeat_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *ids = cm_in(k, NGRAM_IDS), *scores = cm_in(k, NGRAM_SCORES);
    CM_CHECK(ids->rank == 2 && scores->rank == 2 && ids->dims[0] == scores->dims[0], k->e, CAMEO_E_SHAPE,
             "input_ids and scores have ranks %u and %u, want 2 and as many rows", (unsigned)ids->rank,
             (unsigned)scores->rank);
    cm_setup_simple(s, ids->dims[0], 1);
    return CAMEO_OK;
}

/* Ids or scores that are compared or copied at once. */
#define NGRAM_REPEAT_PIECE ((size_t)8192)
#define NGRAM_REPEAT_AT_ONCE 16 /* of them in the time of a step */

/* Whether a and b [n] are the same. Errors: those of cm_poll. */
static cameo_status ngram_repeat_equal(const cm_kctx *k, const int64_t *a, const int64_t *b, size_t n, uint64_t *done,
                                       bool *equal) {
    *equal = true;
    for (size_t at = 0, some; *equal && at < n; at += some) {
        some = cm_min_size(n - at, NGRAM_REPEAT_PIECE);
        *equal = memcmp(a + at, b + at, some * sizeof *a) == 0;
        CM_TRY(cm_poll(k, some / NGRAM_REPEAT_AT_ONCE, done));
    }
    return cm_poll(k, 8, done);
}

/* One row of n ids; y [tokens] is a copy of the scores. Errors: E_SHAPE an id; those of cm_poll. */
static cameo_status ngram_repeat_row(const cm_kctx *k, const int64_t *ids, size_t n, float *y, size_t tokens,
                                     uint64_t *done) {
    size_t size = (size_t)((const ngram_repeat_params *)k->params)->ngram_size;
    if (n < size) return CAMEO_OK;
    const int64_t *last = ids + n - (size - 1);
    for (size_t i = 0; i + size <= n; i++) {
        bool equal;
        CM_TRY(ngram_repeat_equal(k, ids + i, last, size - 1, done, &equal));
        if (!equal) continue;
        int64_t token = ids[i + size - 1];
        CM_CHECK(token >= 0 && (uint64_t)token < tokens, k->e, CAMEO_E_SHAPE, "id %lld, want one below %zu",
                 CM_LL(token), tokens);
        y[token] = -CM_INF_F32;
    }
    return CAMEO_OK;
}

/* Errors: those of ngram_repeat_row. */
cameo_status cm_ngram_repeat_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *ids = cm_in(k, NGRAM_IDS), *scores = cm_in(k, NGRAM_SCORES), *y = cm_out(k, 0);
    size_t n = ids->dims[1], tokens = scores->dims[1];
    uint64_t done = 0;
    (void)phase;
    for (size_t row = begin; row < end; row++) {
        float *to = (float *)y->data + row * tokens;
        const float *from = (const float *)scores->data + row * tokens;
        for (size_t at = 0, some; at < tokens; at += some) {
            some = cm_min_size(tokens - at, NGRAM_REPEAT_PIECE);
            memcpy(to + at, from + at, some * sizeof *to);
            CM_TRY(cm_poll(k, some / NGRAM_REPEAT_AT_ONCE, &done));
        }
        CM_TRY(ngram_repeat_row(k, (const int64_t *)ids->data + row * n, n, to, tokens, &done));
    }
    return CAMEO_OK;
}
