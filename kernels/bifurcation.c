/* bifurcation.c — com.microsoft.BifurcationDetector: what a decoder guessed is taken as far as it is the source.
 *
 *   src [n], cur [m], prev [1] (an index of the source), pred [n + 1 - prev] or none
 *   tokens = cur, then pred up to and with its first token that is not src[prev + i]
 *   suffix_match_idx: where the source goes on behind the last tokens: the end of the longest run of min_ngram_size to
 *   max_ngram_size of them that stands in the source; -1 where a run stands there more than once and no longer one does
 *
 * prev is hostile: E_SHAPE. One task. Source: onnxruntime com.microsoft.BifurcationDetector, version 1. */
#include "kernels/kernel.h"

typedef struct bifurcation_params {
    int32_t min_ngram_size, max_ngram_size;
} bifurcation_params;

static const cm_field bifurcation_fields[] = {CM_F_I32(bifurcation_params, min_ngram_size, 1),
                                              CM_F_I32(bifurcation_params, max_ngram_size, 3)};

enum { BIFURCATION_SRC, BIFURCATION_CUR, BIFURCATION_PREV, BIFURCATION_PRED };

static cameo_status bifurcation_parse(const cm_parse *p, void *params) {
    const bifurcation_params *q = params;
    CM_CHECK(q->min_ngram_size >= 1 && q->max_ngram_size >= q->min_ngram_size, p->e, CAMEO_E_MALFORMED,
             "runs of %d to %d tokens", (int)q->min_ngram_size, (int)q->max_ngram_size);
    return CAMEO_OK;
}

static cameo_status bifurcation_shape(cm_shape *s) {
    const cm_avalue *cur = cm_shape_in(s, BIFURCATION_CUR), *pred = cm_shape_in(s, BIFURCATION_PRED);
    cm_dim n = CM_DIM_UNKNOWN;
    for (uint32_t i = 0; i < 4; i++) {
        const cm_avalue *v = cm_shape_in(s, i);
        bool one = i == BIFURCATION_PREV || v->kind == CAMEO_KIND_NONE;
        CM_CHECK(one || v->rank == 1 || v->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "input %u has rank %u, want 1",
                 i, (unsigned)v->rank);
    }
    if (cur->rank == 1 && pred->kind == CAMEO_KIND_NONE) n = cur->dims[0];
    if (cur->rank == 1 && pred->rank == 1 && pred->kind != CAMEO_KIND_NONE)
        n = cm_dim_add(s->dims, cur->dims[0], pred->dims[0]);
    n = cm_shape_decided(s, 0, n);
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 1, &n));
    return cm_shape_out_like(s, 1, BIFURCATION_PREV);
}

/* Two comparisons of each run at each place. */
static uint64_t bifurcation_cost(const cm_shape *s) {
    uint64_t n = (uint64_t)((const bifurcation_params *)s->params)->max_ngram_size;
    return cm_shape_cost(cm_shape_in(s, BIFURCATION_SRC), 4 * n);
}

const cm_op cm_op_ms_BifurcationDetector = {.id = CM_OP_ms_BifurcationDetector,
                                            .flags = CM_OPF_DYNAMIC,
                                            .n_fields = 2,
                                            .params_size = sizeof(bifurcation_params),
                                            .fields = bifurcation_fields,
                                            .parse = bifurcation_parse,
                                            .shape = bifurcation_shape,
                                            .cost = bifurcation_cost};

/* Scratch: none. Errors: E_SHAPE. */
cameo_status cm_bifurcation_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *pred = cm_in(k, BIFURCATION_PRED);
    CM_CHECK(cm_in(k, BIFURCATION_SRC)->rank == 1 && cm_in(k, BIFURCATION_CUR)->rank == 1 &&
                 (pred == NULL || pred->rank == 1),
             k->e, CAMEO_E_SHAPE, "tokens have ranks %u and %u, want 1", (unsigned)cm_in(k, BIFURCATION_SRC)->rank,
             (unsigned)cm_in(k, BIFURCATION_CUR)->rank);
    CM_CHECK(cm_in(k, BIFURCATION_PREV)->n == 1, k->e, CAMEO_E_SHAPE, "prev_suffix_match_idx has %zu elements",
             cm_in(k, BIFURCATION_PREV)->n);
    s->n_phases = 1;
    s->phase[0].n_tasks = 1;
    return CAMEO_OK;
}

/* How many tokens of pred are taken. Errors: E_SHAPE an index beyond the source; a pred of another length. */
static cameo_status bifurcation_taken(const cm_kctx *k, size_t *taken) {
    const cm_tensor *src = cm_in(k, BIFURCATION_SRC), *pred = cm_in(k, BIFURCATION_PRED);
    int64_t prev = *(const int64_t *)cm_in(k, BIFURCATION_PREV)->data;
    *taken = 0;
    if (pred == NULL) return CAMEO_OK;
    CM_CHECK(prev >= 0 && (uint64_t)prev <= src->n, k->e, CAMEO_E_SHAPE, "prev_suffix_match_idx is %lld, want 0..%zu",
             CM_LL(prev), src->n);
    size_t left = src->n - (size_t)prev, i = 0;
    CM_CHECK(pred->n == left + 1, k->e, CAMEO_E_SHAPE, "%zu predicted tokens, want %zu", pred->n, left + 1);
    while (i < left && ((const int64_t *)pred->data)[i] == ((const int64_t *)src->data)[(size_t)prev + i]) i++;
    *taken = i + 1;
    return CAMEO_OK;
}

/* The first place from `from` on at which x [n] has these tokens, or n. */
static size_t bifurcation_find(const int64_t *x, size_t from, size_t n, const int64_t *tokens, size_t size) {
    for (size_t i = from; i + size <= n; i++) {
        if (memcmp(x + i, tokens, size * sizeof *x) == 0) return i;
    }
    return n;
}

/* Errors: E_SHAPE; E_NOMEM of the outputs; those of cm_poll. */
cameo_status cm_bifurcation_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const bifurcation_params *p = k->params;
    const cm_tensor *src = cm_in(k, BIFURCATION_SRC), *cur = cm_in(k, BIFURCATION_CUR);
    size_t taken, n;
    uint64_t done = 0;
    int64_t match = -1;
    (void)phase;
    if (begin == end) return CAMEO_OK;
    CM_TRY(bifurcation_taken(k, &taken));
    CM_CHECK(!cm_ckd_add(cur->n, taken, &n), k->e, CAMEO_E_LIMIT, "%zu tokens", cur->n);
    CM_TRY(k->services->out_alloc(k, 0, 1, &n, n * sizeof(int64_t)));
    int64_t *y = cm_out(k, 0)->data;
    if (cur->n != 0) memcpy(y, cur->data, cur->n * sizeof *y);
    if (taken != 0) memcpy(y + cur->n, cm_in(k, BIFURCATION_PRED)->data, taken * sizeof *y);
    for (size_t size = (size_t)p->min_ngram_size; size <= (size_t)p->max_ngram_size && size <= n; size++) {
        CM_TRY(cm_poll(k, src->n * size, &done));
        size_t at = bifurcation_find(src->data, 0, src->n, y + n - size, size);
        if (at == src->n) break;
        match = (int64_t)(at + size);
        if (at + size >= src->n) break;
        if (bifurcation_find(src->data, at + 1, src->n, y + n - size, size) != src->n) match = -1;
    }
    if (cm_out(k, 1) == NULL) return CAMEO_OK;
    const cm_tensor *prev = cm_in(k, BIFURCATION_PREV);
    CM_TRY(k->services->out_alloc(k, 1, prev->rank, prev->dims, sizeof match));
    *(int64_t *)cm_out(k, 1)->data = match;
    return CAMEO_OK;
}
