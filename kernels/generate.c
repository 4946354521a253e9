/* generate.c — TokenScores, SampleToken, BeamStep and BeamEnd, Cameo's own: what GreedySearch, Sampling and
 * BeamSearch of com.microsoft do between two calls of their decoder. kernels/bodies.c puts them in a Loop.
 *
 * TokenScores: of the last of logits [rows][new][tokens], by the ids [rows][length] so far, [rows][tokens]: with
 * attribute log their log softmax; then, in this order,
 *   penalty        tokens that the row has already are less likely: * where negative, else /
 *   no_repeat_ngram_size   the lowest float where a run of so many ids would stand there twice
 *   vocab_mask, prefix_vocab_mask  the lowest float where 0, [tokens], and in step 0 [batch][tokens]
 *   min_length     the lowest float for eos_token_id while length is below it
 *
 * SampleToken: of scores [rows][tokens] a token of each row, [rows], drawn by exp(score) among those that top_p leaves;
 * the state of the generator, at first a seed, behind it; and the scores, with filter_value where a token was left
 * out. The generator is minstd_rand0 of C++, two of whose numbers are a double: the draws are those of onnxruntime on
 * Linux.
 *
 * BeamStep: scores, tokens and beams [batch][2 * width] are the best continuations of a batch's beams, best ones first;
 * those that are no end become the next beams, an end completes a hypothesis. `width` best hypotheses are kept in
 * order, by score / length^penalty: their ids [batch][width][max], lengths (0: none) and scores [batch][width], and
 * whether the batch is done, [batch]. Gives next scores, tokens and rows of ids, [batch * width], and those four anew.
 * BeamEnd: the beams that are left complete hypotheses, too; gives ids, padded, and scores of the hypotheses.
 *
 * Ids and counts are hostile: E_SHAPE. Tasks are rows, or batches. Source: onnxruntime com.microsoft.BeamSearch and
 * GreedySearch, version 1; its hypotheses of batch b are done when the best of scores [b * width, (b + 2) * width) of
 * all batches behind each other cannot become better than the last that is kept. */
#include <float.h>

#include "base/math.h"
#include "kernels/kernel.h"

/* Checks what a shape rule sees of input i, which may be absent where `optional`. */
static cameo_status generate_want(const cm_shape *s, uint32_t i, int dtype, uint32_t rank, bool optional) {
    const cm_avalue *v = cm_shape_in(s, i);
    if (optional && v->kind == CAMEO_KIND_NONE) return CAMEO_OK;
    CM_CHECK(v->kind == CAMEO_KIND_TENSOR && v->dtype == dtype, s->e, CAMEO_E_TYPE, "input %u has dtype %u, want %d", i,
             (unsigned)v->dtype, dtype);
    CM_CHECK(rank == CM_RANK_UNKNOWN || v->rank == CM_RANK_UNKNOWN || v->rank == rank, s->e, CAMEO_E_SHAPE,
             "input %u has rank %u, want %u", i, (unsigned)v->rank, rank);
    return CAMEO_OK;
}

/* Checks the dims of a tensor. */
static cameo_status generate_dims(const cm_kctx *k, uint32_t i, uint32_t rank, const size_t *want) {
    const cm_tensor *t = cm_in(k, i);
    for (uint32_t d = 0; d < rank; d++) {
        CM_CHECK(t->dims[d] == want[d], k->e, CAMEO_E_SHAPE, "dim %u of input %u is %zu, want %zu", d, i,
                 t->dims[d], want[d]);
    }
    return CAMEO_OK;
}

/* Checks that an input that may be absent is one number. */
static cameo_status generate_one(const cm_kctx *k, uint32_t i) {
    const cm_tensor *t = cm_in(k, i);
    CM_CHECK(t == NULL || t->n == 1, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want 1", i, t->n);
    return CAMEO_OK;
}

/* Checks that the first n outputs are wanted. */
static cameo_status generate_outputs(const cm_kctx *k, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        CM_CHECK(cm_out(k, i) != NULL, k->e, CAMEO_E_UNSUPPORTED, "unsupported: output %u is not taken", i);
    return CAMEO_OK;
}

static cm_dim generate_dim(const cm_avalue *v, uint32_t d) {
    return v->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN : v->dims[d];
}

/* ---- TokenScores ---- */

typedef struct token_scores_params {
    int32_t eos_token_id, no_repeat_ngram_size, log;
} token_scores_params;

static const cm_field token_scores_fields[] = {CM_F_I32(token_scores_params, eos_token_id, -1),
                                               CM_F_I32(token_scores_params, no_repeat_ngram_size, 0),
                                               CM_F_I32(token_scores_params, log, 0)};

enum { TOKEN_LOGITS, TOKEN_IDS, TOKEN_STEP, TOKEN_MIN, TOKEN_PENALTY, TOKEN_VOCAB, TOKEN_PREFIX };

static cameo_status token_scores_shape(cm_shape *s) {
    CM_TRY(generate_want(s, TOKEN_LOGITS, CAMEO_FLOAT, 3, false));
    CM_TRY(generate_want(s, TOKEN_IDS, CAMEO_INT32, 2, false));
    CM_TRY(generate_want(s, TOKEN_STEP, CAMEO_INT64, CM_RANK_UNKNOWN, false));
    CM_TRY(generate_want(s, TOKEN_MIN, CAMEO_INT32, CM_RANK_UNKNOWN, true));
    CM_TRY(generate_want(s, TOKEN_PENALTY, CAMEO_FLOAT, CM_RANK_UNKNOWN, true));
    CM_TRY(generate_want(s, TOKEN_VOCAB, CAMEO_INT32, 1, true));
    CM_TRY(generate_want(s, TOKEN_PREFIX, CAMEO_INT32, 2, true));
    const cm_avalue *logits = cm_shape_in(s, TOKEN_LOGITS);
    cm_dim dims[2] = {generate_dim(logits, 0), generate_dim(logits, 2)};
    return cm_shape_out(s, 0, CAMEO_FLOAT, 2, dims);
}

/* A token is an exponential and some comparisons; an id is looked at, and compared with a run. */
static uint64_t token_scores_cost(const cm_shape *s) {
    const cm_avalue *ids = cm_shape_in(s, TOKEN_IDS);
    const token_scores_params *p = s->params;
    uint64_t run = p->no_repeat_ngram_size > 0 ? (uint64_t)p->no_repeat_ngram_size : 0;
    return cm_cost_add(cm_shape_cost(&s->out[0], 4), cm_shape_cost(ids, 1 + run));
}

const cm_op cm_op_TokenScores = {.id = CM_OP_TokenScores,
                                 .n_fields = 3,
                                 .params_size = sizeof(token_scores_params),
                                 .fields = token_scores_fields,
                                 .shape = token_scores_shape,
                                 .cost = token_scores_cost};

/* Scratch: a flag for each token. Errors: E_SHAPE. */
cameo_status cm_token_scores_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, TOKEN_LOGITS), *vocab = cm_in(k, TOKEN_VOCAB), *prefix = cm_in(k, TOKEN_PREFIX);
    size_t rows = x->dims[0], tokens = x->dims[2];
    CM_TRY(generate_outputs(k, 1));
    CM_CHECK(x->dims[1] > 0 && tokens > 0, k->e, CAMEO_E_SHAPE, "the logits are [%zu][%zu][%zu]", rows, x->dims[1],
             tokens);
    CM_TRY(generate_dims(k, TOKEN_IDS, 1, &rows));
    for (uint32_t i = TOKEN_STEP; i <= TOKEN_PENALTY; i++) CM_TRY(generate_one(k, i));
    if (vocab != NULL) CM_TRY(generate_dims(k, TOKEN_VOCAB, 1, &tokens));
    if (prefix != NULL) {
        size_t batch = prefix->dims[0];
        CM_CHECK(prefix->dims[1] == tokens && (rows == 0 || (batch != 0 && rows % batch == 0)), k->e, CAMEO_E_SHAPE,
                 "prefix_vocab_mask is [%zu][%zu] for %zu rows of %zu tokens", batch, prefix->dims[1], rows, tokens);
    }
    s->worker_scratch = tokens;
    cm_setup_simple(s, rows, 1);
    return CAMEO_OK;
}

static void token_scores_log(const float *x, size_t n, float *y) {
    float most = x[0];
    double sum = 0;
    for (size_t i = 1; i < n; i++) most = x[i] > most ? x[i] : most;
    for (size_t i = 0; i < n; i++) sum += (double)cm_expf(x[i] - most);
    double log = (double)most + cm_log(sum);
    for (size_t i = 0; i < n; i++) y[i] = (float)((double)x[i] - log);
}

/* Each token that is among the n ids is taken once. */
static cameo_status token_scores_repeated(const cm_kctx *k, const int32_t *ids, size_t n, float penalty, float *y,
                                          size_t tokens) {
    uint8_t *seen = k->worker_scratch;
    memset(seen, 0, tokens);
    for (size_t i = 0; i < n; i++) {
        CM_CHECK(ids[i] >= 0 && (size_t)ids[i] < tokens, k->e, CAMEO_E_SHAPE, "id %d, want one below %zu",
                 (int)ids[i], tokens);
        float *to = &y[ids[i]];
        if (seen[ids[i]] == 0) *to = *to < 0 ? *to * penalty : *to / penalty;
        seen[ids[i]] = 1;
    }
    return CAMEO_OK;
}

static cameo_status token_scores_twice(const cm_kctx *k, const int32_t *ids, size_t n, float *y, size_t tokens) {
    int32_t size = ((const token_scores_params *)k->params)->no_repeat_ngram_size;
    size_t run = size > 0 ? (size_t)size : 0;
    if (run == 0 || n < run) return CAMEO_OK;
    const int32_t *last = ids + n - (run - 1);
    for (size_t i = 0; i + run <= n; i++) {
        if (run > 1 && memcmp(ids + i, last, (run - 1) * sizeof *ids) != 0) continue;
        int32_t token = ids[i + run - 1];
        CM_CHECK(token >= 0 && (size_t)token < tokens, k->e, CAMEO_E_SHAPE, "id %d, want one below %zu", (int)token,
                 tokens);
        y[token] = -FLT_MAX;
    }
    return CAMEO_OK;
}

static void token_scores_mask(const int32_t *mask, float *y, size_t tokens) {
    for (size_t i = 0; i < tokens; i++) {
        if (mask[i] == 0) y[i] = -FLT_MAX;
    }
}

static cameo_status token_scores_row(const cm_kctx *k, size_t row) {
    const token_scores_params *p = k->params;
    const cm_tensor *x = cm_in(k, TOKEN_LOGITS), *ids = cm_in(k, TOKEN_IDS), *vocab = cm_in(k, TOKEN_VOCAB),
                    *prefix = cm_in(k, TOKEN_PREFIX), *min = cm_in(k, TOKEN_MIN), *penalty = cm_in(k, TOKEN_PENALTY);
    size_t rows = x->dims[0], tokens = x->dims[2], n = ids->dims[1];
    const float *from = (const float *)x->data + ((row + 1) * x->dims[1] - 1) * tokens;
    const int32_t *own = n == 0 ? NULL : (const int32_t *)ids->data + row * n;
    float *y = (float *)cm_out(k, 0)->data + row * tokens;
    if (p->log != 0) {
        token_scores_log(from, tokens, y);
    } else {
        memcpy(y, from, tokens * sizeof *y);
    }
    if (penalty != NULL) {
        float by = *(const float *)penalty->data;
        CM_CHECK(by > 0, k->e, CAMEO_E_SHAPE, "repetition_penalty is not above 0");
        CM_TRY(token_scores_repeated(k, own, n, by, y, tokens));
    }
    CM_TRY(token_scores_twice(k, own, n, y, tokens));
    if (vocab != NULL) token_scores_mask(vocab->data, y, tokens);
    if (prefix != NULL && *(const int64_t *)cm_in(k, TOKEN_STEP)->data == 0)
        token_scores_mask((const int32_t *)prefix->data + row / (rows / prefix->dims[0]) * tokens, y, tokens);
    if (min != NULL && *(const int32_t *)min->data > 0 && n < (size_t)*(const int32_t *)min->data) {
        CM_CHECK(p->eos_token_id >= 0 && (size_t)p->eos_token_id < tokens, k->e, CAMEO_E_SHAPE,
                 "eos_token_id is %d, want one below %zu", (int)p->eos_token_id, tokens);
        y[p->eos_token_id] = -FLT_MAX;
    }
    return CAMEO_OK;
}

cameo_status cm_token_scores_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    for (uint32_t row = begin; row < end; row++) CM_TRY(token_scores_row(k, row));
    return CAMEO_OK;
}

/* ---- SampleToken ---- */

typedef struct sample_token_params {
    int32_t custom, min_tokens_to_keep;
    float filter_value, top_p;
} sample_token_params;

static const cm_field sample_token_fields[] = {
    CM_F_I32(sample_token_params, custom, 0), CM_F_I32(sample_token_params, min_tokens_to_keep, 0),
    CM_F_F32(sample_token_params, filter_value, -1e20f), CM_F_F32(sample_token_params, top_p, 0)};

enum { SAMPLE_SCORES, SAMPLE_STATE };

static cameo_status sample_token_shape(cm_shape *s) {
    CM_TRY(generate_want(s, SAMPLE_SCORES, CAMEO_FLOAT, 2, false));
    CM_TRY(generate_want(s, SAMPLE_STATE, CAMEO_INT64, CM_RANK_UNKNOWN, false));
    cm_dim rows = generate_dim(cm_shape_in(s, SAMPLE_SCORES), 0);
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 1, &rows));
    CM_TRY(cm_shape_out_like(s, 1, SAMPLE_STATE));
    return cm_shape_out_like(s, 2, SAMPLE_SCORES);
}

/* A token is two exponentials and some steps of a sort. */
static uint64_t sample_token_cost(const cm_shape *s) { return cm_shape_cost(cm_shape_in(s, SAMPLE_SCORES), 200); }

const cm_op cm_op_SampleToken = {.id = CM_OP_SampleToken,
                                 .n_fields = 4,
                                 .params_size = sizeof(sample_token_params),
                                 .fields = sample_token_fields,
                                 .shape = sample_token_shape,
                                 .cost = sample_token_cost};

/* Scratch: the tokens of a row in order, their probabilities, the scores that are left. Errors: E_SHAPE. */
cameo_status cm_sample_token_setup(const cm_kctx *k, cm_setup *s) {
    const size_t *d = cm_in(k, SAMPLE_SCORES)->dims;
    CM_TRY(generate_outputs(k, 2));
    CM_TRY(generate_one(k, SAMPLE_STATE));
    bool fits = d[1] > 0 && d[1] <= INT32_MAX && !cm_ckd_mul(d[1], 12, &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "%zu tokens", d[1]);
    cm_setup_simple(s, d[0], 1);
    return CAMEO_OK;
}

/* Number n of a series that begins behind `state`: 16807 times the one before, modulo 2^31 - 1. */
static uint64_t sample_number(uint64_t state, uint64_t n) {
    const uint64_t modulus = 2147483647;
    uint64_t factor = 16807;
    for (; n != 0; n >>= 1) {
        if ((n & 1) != 0) state = state * factor % modulus;
        factor = factor * factor % modulus;
    }
    return state;
}

/* A state that the series has, of a seed. */
static uint64_t sample_state(const cm_kctx *k) {
    uint64_t state = (uint32_t)(uint64_t)*(const int64_t *)cm_in(k, SAMPLE_STATE)->data % 2147483647;
    return state == 0 ? 1 : state;
}

/* Does token a come before token b, by their scores x? Equal ones, and those that are no numbers, in their order. */
static bool sample_before(const float *x, uint32_t a, uint32_t b, bool down) {
    if (x[a] < x[b]) return !down;
    if (x[a] > x[b]) return down;
    return a < b;
}

/* Moves order[at] down in a heap of n tokens whose last one stands on top. */
static void sample_sift(uint32_t *order, size_t at, size_t n, const float *x, bool down) {
    uint32_t token = order[at];
    for (size_t next; (next = 2 * at + 1) < n; at = next) {
        if (next + 1 < n && sample_before(x, order[next], order[next + 1], down)) next++;
        if (!sample_before(x, token, order[next], down)) break;
        order[at] = order[next];
    }
    order[at] = token;
}

static void sample_sort(uint32_t *order, size_t n, const float *x, bool down) {
    for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
    for (size_t i = n / 2; i-- > 0;) sample_sift(order, i, n, x, down);
    for (size_t i = n; i-- > 1;) {
        uint32_t last = order[0];
        order[0] = order[i];
        order[i] = last;
        sample_sift(order, 0, i, x, down);
    }
}

/* Tokens that are too unlikely get filter_value in y: those that are the least likely ones with a share of at most
 * 1 - top_p, but for the last min_tokens_to_keep; with attribute custom those behind the most likely ones that have
 * more than top_p. p: room for the probabilities of x. */
static void sample_filter(const sample_token_params *q, const float *x, size_t n, uint32_t *order, float *p, float *y) {
    bool custom = q->custom != 0;
    size_t keep = custom ? 1 : q->min_tokens_to_keep > 0 ? (size_t)q->min_tokens_to_keep : 0;
    size_t end = keep < n ? n - keep : 0;
    double sum = 0;
    sample_sort(order, n, x, custom);
    float most = x[order[custom ? 0 : n - 1]], so_far = 0;
    for (size_t i = 0; i < n; i++) {
        p[i] = cm_expf(x[order[i]] - most);
        sum += (double)p[i];
    }
    for (size_t i = 0; i < cm_max_size(end, 1); i++) {
        so_far += (float)((double)p[i] / sum);
        if (!custom && so_far <= 1 - q->top_p) y[order[i]] = q->filter_value;
        if (custom && so_far > q->top_p && i + 1 < n) y[order[i + 1]] = q->filter_value;
    }
}

/* The first token at which the sum of exp(y) is above `share` of that of all. */
static size_t sample_draw(const float *y, size_t n, double share) {
    float most = -FLT_MAX;
    double sum = 0, at = 0;
    for (size_t i = 0; i < n; i++) most = y[i] <= FLT_MAX && y[i] > most ? y[i] : most;
    for (size_t i = 0; i < n; i++) sum += y[i] >= -FLT_MAX && y[i] <= FLT_MAX ? cm_exp((double)y[i] - (double)most) : 0;
    for (size_t i = 0; i < n; i++) {
        at += y[i] >= -FLT_MAX && y[i] <= FLT_MAX ? cm_exp((double)y[i] - (double)most) : 0;
        if (at > share * sum) return i;
    }
    return n - 1;
}

cameo_status cm_sample_token_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, SAMPLE_SCORES), *left = cm_out(k, 2);
    size_t n = x->dims[1];
    uint32_t *order = (uint32_t *)(void *)k->worker_scratch;
    float *p = (float *)(void *)(order + n);
    const double numbers = 2147483646;
    (void)phase;
    for (size_t row = begin; row < end; row++) {
        const float *from = (const float *)x->data + row * n;
        float *y = left == NULL ? p + n : (float *)left->data + row * n;
        memcpy(y, from, n * sizeof *y);
        sample_filter(k->params, from, n, order, p, y);
        uint64_t low = sample_number(sample_state(k), 2 * row + 1), high = sample_number(low, 1);
        double share = ((double)(low - 1) + (double)(high - 1) * numbers) / (numbers * numbers);
        ((int64_t *)cm_out(k, 0)->data)[row] = (int64_t)sample_draw(y, n, share < 1 ? share : 1 - 1e-16);
        if (row + 1 == x->dims[0]) *(int64_t *)cm_out(k, 1)->data = (int64_t)high;
    }
    return CAMEO_OK;
}

/* ---- hypotheses ---- */

/* Those of one batch, the best first. */
typedef struct beam_hyps {
    int32_t *ids; /* [width][max] */
    int32_t *lengths;
    float *scores;
    size_t width, max, used;
    double penalty;
} beam_hyps;

/* Of batch b: copies of inputs [in, in + 3) in outputs [out, out + 3). Errors: E_SHAPE a length above max. */
static cameo_status beam_open(const cm_kctx *k, uint32_t in, int32_t *ids, int32_t *lengths, float *scores, size_t b,
                              beam_hyps *h) {
    const cm_tensor *from = cm_in(k, in);
    size_t width = from->dims[1], max = from->dims[2];
    *h = (beam_hyps){ids + b * width * max, lengths + b * width, scores + b * width, width, max, 0, 1};
    if (width * max != 0) memcpy(h->ids, (const int32_t *)from->data + b * width * max, width * max * sizeof *ids);
    memcpy(h->lengths, (const int32_t *)cm_in(k, in + 1)->data + b * width, width * sizeof *lengths);
    memcpy(h->scores, (const float *)cm_in(k, in + 2)->data + b * width, width * sizeof *scores);
    while (h->used < width && h->lengths[h->used] != 0) {
        int32_t n = h->lengths[h->used++];
        CM_CHECK(n > 0 && (size_t)n <= max, k->e, CAMEO_E_SHAPE, "a hypothesis of %d ids, want at most %zu", (int)n,
                 max);
    }
    return CAMEO_OK;
}

static void beam_add(beam_hyps *h, const int32_t *ids, size_t length, float sum) {
    float score = sum / (float)cm_pow((double)length, h->penalty);
    size_t at = h->used;
    if (at == h->width) {
        if (!(score > h->scores[--at])) return;
    } else {
        h->used++;
    }
    for (; at > 0 && score > h->scores[at - 1]; at--) {
        h->scores[at] = h->scores[at - 1];
        h->lengths[at] = h->lengths[at - 1];
        memcpy(h->ids + at * h->max, h->ids + (at - 1) * h->max, h->max * sizeof *ids);
    }
    h->scores[at] = score;
    h->lengths[at] = (int32_t)length;
    memcpy(h->ids + at * h->max, ids, length * sizeof *ids);
}

/* Inputs ids, lengths and scores of hypotheses and whether they are done, from `in` on. */
static cameo_status beam_shape_in(const cm_shape *s, uint32_t in) {
    CM_TRY(generate_want(s, in, CAMEO_INT32, 3, false));
    CM_TRY(generate_want(s, in + 1, CAMEO_INT32, 2, false));
    CM_TRY(generate_want(s, in + 2, CAMEO_FLOAT, 2, false));
    CM_TRY(generate_want(s, in + 3, CAMEO_BOOL, 1, false));
    return generate_want(s, in + 4, CAMEO_FLOAT, CM_RANK_UNKNOWN, true);
}

/* Errors: E_SHAPE; ids so far that no hypothesis has room for. */
static cameo_status beam_setup_in(const cm_kctx *k, uint32_t in, uint32_t ids) {
    const size_t *d = cm_in(k, in)->dims;
    size_t rows;
    CM_CHECK(!cm_ckd_mul(d[0], d[1], &rows) && d[1] > 0, k->e, CAMEO_E_SHAPE, "%zu beams", d[1]);
    CM_TRY(generate_dims(k, in + 1, 2, d));
    CM_TRY(generate_dims(k, in + 2, 2, d));
    CM_TRY(generate_dims(k, in + 3, 1, d));
    CM_TRY(generate_one(k, in + 4));
    CM_TRY(generate_dims(k, ids, 1, &rows));
    size_t length = cm_in(k, ids)->dims[1];
    CM_CHECK(length > 0 && length <= d[2], k->e, CAMEO_E_SHAPE, "%zu ids, want 1..%zu", length, d[2]);
    return CAMEO_OK;
}

static double beam_penalty(const cm_kctx *k, uint32_t in) {
    const cm_tensor *t = cm_in(k, in);
    return t == NULL ? 1 : (double)*(const float *)t->data;
}

static uint64_t beam_cost(const cm_shape *s) {
    uint64_t cost = 0;
    for (uint32_t i = 0; i < s->n_in; i++) cost = cm_cost_add(cost, cm_shape_cost(s->in[i], 4));
    return cost;
}

/* ---- BeamStep ---- */

typedef struct beam_step_params {
    int32_t eos_token_id, pad_token_id, early_stopping;
} beam_step_params;

static const cm_field beam_step_fields[] = {CM_F_I32(beam_step_params, eos_token_id, -1),
                                            CM_F_I32(beam_step_params, pad_token_id, 0),
                                            CM_F_I32(beam_step_params, early_stopping, 0)};

enum { STEP_SCORES, STEP_TOKENS, STEP_BEAMS, STEP_IDS, STEP_HYPS, STEP_DONE = STEP_HYPS + 3, STEP_PENALTY };

static cameo_status beam_step_shape(cm_shape *s) {
    CM_TRY(generate_want(s, STEP_SCORES, CAMEO_FLOAT, 2, false));
    CM_TRY(generate_want(s, STEP_TOKENS, CAMEO_INT64, 2, false));
    CM_TRY(generate_want(s, STEP_BEAMS, CAMEO_INT64, 2, false));
    CM_TRY(generate_want(s, STEP_IDS, CAMEO_INT32, 2, false));
    CM_TRY(beam_shape_in(s, STEP_HYPS));
    cm_dim rows = generate_dim(cm_shape_in(s, STEP_IDS), 0);
    CM_TRY(cm_shape_out(s, 0, CAMEO_FLOAT, 1, &rows));
    CM_TRY(cm_shape_out(s, 1, CAMEO_INT32, 1, &rows));
    CM_TRY(cm_shape_out(s, 2, CAMEO_INT64, 1, &rows));
    for (uint32_t i = 0; i < 4; i++) CM_TRY(cm_shape_out_like(s, 3 + i, STEP_HYPS + i));
    return CAMEO_OK;
}

const cm_op cm_op_BeamStep = {.id = CM_OP_BeamStep,
                              .n_fields = 3,
                              .params_size = sizeof(beam_step_params),
                              .fields = beam_step_fields,
                              .shape = beam_step_shape,
                              .cost = beam_cost};

cameo_status cm_beam_step_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(generate_outputs(k, 7));
    CM_TRY(beam_setup_in(k, STEP_HYPS, STEP_IDS));
    const size_t *d = cm_in(k, STEP_HYPS)->dims;
    size_t want[2] = {d[0], 0};
    CM_CHECK(!cm_ckd_mul(d[1], 2, &want[1]), k->e, CAMEO_E_SHAPE, "%zu beams", d[1]);
    for (uint32_t i = STEP_SCORES; i <= STEP_BEAMS; i++) CM_TRY(generate_dims(k, i, 2, want));
    cm_setup_simple(s, d[0], 1);
    return CAMEO_OK;
}

/* The next beams of batch b, of what is no end; ends become hypotheses, if they are among the first `width`. Errors:
 * E_SHAPE a beam that is not there; fewer than `width` that go on. */
static cameo_status beam_step_go_on(const cm_kctx *k, size_t b, beam_hyps *h) {
    const beam_step_params *p = k->params;
    size_t width = h->width, length = cm_in(k, STEP_IDS)->dims[1], found = 0;
    const int32_t *ids = cm_in(k, STEP_IDS)->data;
    const float *scores = (const float *)cm_in(k, STEP_SCORES)->data + b * 2 * width;
    const int64_t *tokens = (const int64_t *)cm_in(k, STEP_TOKENS)->data + b * 2 * width;
    const int64_t *beams = (const int64_t *)cm_in(k, STEP_BEAMS)->data + b * 2 * width;
    float *next_score = (float *)cm_out(k, 0)->data + b * width;
    int32_t *next_token = (int32_t *)cm_out(k, 1)->data + b * width;
    int64_t *next_row = (int64_t *)cm_out(k, 2)->data + b * width;
    for (size_t j = 0; j < 2 * width && found < width; j++) {
        CM_CHECK(beams[j] >= 0 && (uint64_t)beams[j] < width, k->e, CAMEO_E_SHAPE, "beam %lld of %zu", CM_LL(beams[j]),
                 width);
        size_t row = b * width + (size_t)beams[j];
        if (p->eos_token_id >= 0 && tokens[j] == p->eos_token_id) {
            if (j < width) beam_add(h, ids + row * length, length, scores[j]);
            continue;
        }
        next_score[found] = scores[j];
        next_token[found] = (int32_t)tokens[j];
        next_row[found++] = (int64_t)row;
    }
    CM_CHECK(found == width, k->e, CAMEO_E_SHAPE, "%zu of %zu beams go on: there are too few tokens", found, width);
    return CAMEO_OK;
}

static bool beam_step_done(const cm_kctx *k, size_t b, const beam_hyps *h) {
    const cm_tensor *scores = cm_in(k, STEP_SCORES);
    if (h->used < h->width) return false;
    if (((const beam_step_params *)k->params)->early_stopping != 0) return true;
    const float *x = (const float *)scores->data + b * h->width;
    float best = x[0];
    for (size_t i = 1; i < 2 * h->width; i++) best = x[i] > best ? x[i] : best;
    return !(h->scores[h->width - 1] < best / (float)cm_pow((double)cm_in(k, STEP_IDS)->dims[1], h->penalty));
}

static cameo_status beam_step_batch(const cm_kctx *k, size_t b) {
    const bool was_done = ((const uint8_t *)cm_in(k, STEP_DONE)->data)[b] != 0;
    uint8_t *done = (uint8_t *)cm_out(k, 6)->data + b;
    beam_hyps h;
    CM_TRY(beam_open(k, STEP_HYPS, cm_out(k, 3)->data, cm_out(k, 4)->data, cm_out(k, 5)->data, b, &h));
    h.penalty = beam_penalty(k, STEP_PENALTY);
    *done = was_done;
    if (!was_done) {
        CM_TRY(beam_step_go_on(k, b, &h));
        *done = beam_step_done(k, b, &h);
        return CAMEO_OK;
    }
    for (size_t i = b * h.width; i < (b + 1) * h.width; i++) {
        ((float *)cm_out(k, 0)->data)[i] = 0;
        ((int32_t *)cm_out(k, 1)->data)[i] = ((const beam_step_params *)k->params)->pad_token_id;
        ((int64_t *)cm_out(k, 2)->data)[i] = 0;
    }
    return CAMEO_OK;
}

cameo_status cm_beam_step_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    for (uint32_t b = begin; b < end; b++) CM_TRY(beam_step_batch(k, b));
    return CAMEO_OK;
}

/* ---- BeamEnd ---- */

typedef struct beam_end_params {
    int32_t pad_token_id;
} beam_end_params;

static const cm_field beam_end_fields[] = {CM_F_I32(beam_end_params, pad_token_id, 0)};

enum { END_IDS, END_SCORES, END_HYPS, END_DONE = END_HYPS + 3, END_PENALTY };

static cameo_status beam_end_shape(cm_shape *s) {
    CM_TRY(generate_want(s, END_IDS, CAMEO_INT32, 2, false));
    CM_TRY(generate_want(s, END_SCORES, CAMEO_FLOAT, 1, false));
    CM_TRY(beam_shape_in(s, END_HYPS));
    CM_TRY(cm_shape_out_like(s, 0, END_HYPS));
    return cm_shape_out_like(s, 1, END_HYPS + 2);
}

const cm_op cm_op_BeamEnd = {.id = CM_OP_BeamEnd,
                             .n_fields = 1,
                             .params_size = sizeof(beam_end_params),
                             .fields = beam_end_fields,
                             .shape = beam_end_shape,
                             .cost = beam_cost};

/* Scratch: lengths and scores of all hypotheses. */
cameo_status cm_beam_end_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(generate_outputs(k, 1));
    CM_TRY(beam_setup_in(k, END_HYPS, END_IDS));
    const size_t *d = cm_in(k, END_HYPS)->dims;
    CM_TRY(generate_dims(k, END_SCORES, 1, cm_in(k, END_IDS)->dims));
    CM_CHECK(!cm_ckd_mul(d[0] * d[1], 8, &s->scratch), k->e, CAMEO_E_SHAPE, "%zu beams", d[1]);
    cm_setup_simple(s, d[0], 1);
    return CAMEO_OK;
}

static cameo_status beam_end_batch(const cm_kctx *k, size_t b) {
    const cm_tensor *ids = cm_in(k, END_IDS), *hyps = cm_in(k, END_HYPS);
    const float *scores = cm_in(k, END_SCORES)->data;
    int32_t *lengths = (int32_t *)(void *)k->scratch, pad = ((const beam_end_params *)k->params)->pad_token_id;
    size_t length = ids->dims[1], width = hyps->dims[1];
    beam_hyps h;
    float *kept = (float *)(void *)(lengths + hyps->dims[0] * width);
    CM_TRY(beam_open(k, END_HYPS, cm_out(k, 0)->data, lengths, kept, b, &h));
    h.penalty = beam_penalty(k, END_PENALTY);
    bool done = ((const uint8_t *)cm_in(k, END_DONE)->data)[b] != 0;
    for (size_t i = b * width; i < (b + 1) * width && !done; i++)
        beam_add(&h, (const int32_t *)ids->data + i * length, length, scores[i]);
    for (size_t i = 0; i < width; i++) {
        for (size_t j = i < h.used ? (size_t)h.lengths[i] : 0; j < h.max; j++) h.ids[i * h.max + j] = pad;
    }
    if (cm_out(k, 1) != NULL) memcpy((float *)cm_out(k, 1)->data + b * width, h.scores, width * sizeof *h.scores);
    return CAMEO_OK;
}

cameo_status cm_beam_end_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    for (uint32_t b = begin; b < end; b++) CM_TRY(beam_end_batch(k, b));
    return CAMEO_OK;
}
