/* tfidf.c — TfIdfVectorizer: how often each n-gram of a list comes in a row of words (numbers), where the items of an
 * n-gram may lie 1 to max_skip_count + 1 places apart.
 *
 * The list is constant inputs that ir/import/lift_text.c sorts. n-grams of one item are counted for one distance only.
 * A weight belongs to a place of the output, as in the reference and ONNX Runtime. Counts are exact up to 2^24.
 * Source: ONNX TfIdfVectorizer, since_version 9. */
#include "kernels/move.h"

enum { TFIDF_X, TFIDF_POOL, TFIDF_GRAMS, TFIDF_FIRST, TFIDF_WEIGHTS };
enum { TFIDF_TF, TFIDF_IDF, TFIDF_TFIDF };

typedef struct tfidf_params {
    int32_t mode;
    int32_t least, most; /* items of an n-gram */
    int32_t skips;
    int32_t width; /* of an output row */
} tfidf_params;

static const cm_field tfidf_fields[] = {CM_F_ENUM(tfidf_params, mode, "TF,IDF,TFIDF", TFIDF_TF),
                                        CM_F_OWN(tfidf_params, least), CM_F_OWN(tfidf_params, most),
                                        CM_F_OWN(tfidf_params, skips), CM_F_OWN(tfidf_params, width)};

static cameo_status tfidf_parse(const cm_parse *p, void *params) {
    tfidf_params *q = params;
    int64_t least, most, skips, width = 0;
    const int64_t *index;
    size_t n;
    CM_TRY(cm_attr_i64(p, "min_gram_length", 1, &least));
    CM_TRY(cm_attr_i64(p, "max_gram_length", 1, &most));
    CM_TRY(cm_attr_i64(p, "max_skip_count", 0, &skips));
    CM_TRY(cm_attr_i64s(p, "ngram_indexes", &index, &n));
    CM_CHECK(least >= 1 && most >= least && most <= INT32_MAX, p->e, CAMEO_E_MALFORMED,
             "n-grams of %lld to %lld items", CM_LL(least), CM_LL(most));
    CM_CHECK(skips >= 0, p->e, CAMEO_E_MALFORMED, "max_skip_count is %lld", CM_LL(skips));
    CM_CHECK(n > 0, p->e, CAMEO_E_MALFORMED, "ngram_indexes is empty");
    for (size_t i = 0; i < n; i++) {
        CM_CHECK(index[i] >= 0 && index[i] < INT32_MAX, p->e, CAMEO_E_MALFORMED, "ngram_indexes[%zu] is %lld", i,
                 CM_LL(index[i]));
        width = cm_max_i64(width, index[i] + 1);
    }
    q->least = (int32_t)least;
    q->most = (int32_t)most;
    q->skips = (int32_t)cm_min_i64(skips, INT32_MAX - 1);
    q->width = (int32_t)width;
    return CAMEO_OK;
}

static cameo_status tfidf_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, TFIDF_X), *pool = cm_shape_in(s, TFIDF_POOL);
    int32_t width = ((const tfidf_params *)s->params)->width;
    bool text = pool->dtype == CAMEO_STRING;
    CM_CHECK(x->dtype == 0 || text == (x->dtype == CAMEO_STRING), s->e, CAMEO_E_TYPE, "X is %s, the pool %s",
             cameo_dtype_name((cameo_dtype)x->dtype), cameo_dtype_name((cameo_dtype)pool->dtype));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_FLOAT, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank == 1 || x->rank == 2, s->e, CAMEO_E_SHAPE, "X has rank %u, want 1 or 2", (unsigned)x->rank);
    cm_dim dims[2] = {x->dims[0], width};
    return cm_shape_out(s, 0, CAMEO_FLOAT, x->rank, x->rank == 2 ? dims : dims + 1);
}

/* n-grams are looked for at each item, for each distance and size. */
static uint64_t tfidf_cost(const cm_shape *s) {
    const tfidf_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, TFIDF_X);
    cm_dim n = x->rank == 1 || x->rank == 2 ? x->dims[x->rank - 1u] : 0;
    if (!cm_dim_is_const(n) || n < 0) return UINT64_MAX;
    uint64_t steps = cm_min_u64((uint64_t)q->skips + 1, (uint64_t)n + 1);
    uint64_t sizes = cm_min_u64((uint64_t)q->most - (uint64_t)q->least + 1, (uint64_t)n + 1);
    uint64_t each = cm_cost_mul(16, cm_cost_mul(steps, sizes));
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), cm_shape_cost(x, each));
}

const cm_op cm_op_TfIdfVectorizer = {.id = CM_OP_TfIdfVectorizer, .n_fields = 5, .params_size = sizeof(tfidf_params),
                                     .fields = tfidf_fields, .parse = tfidf_parse, .shape = tfidf_shape,
                                     .cost = tfidf_cost};

/* One phase, a task for each row. Scratch: none. Errors: E_SHAPE the rank. */
cameo_status cm_tfidf_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, TFIDF_X);
    CM_CHECK(x->rank == 1 || x->rank == 2, k->e, CAMEO_E_SHAPE, "X has rank %u, want 1 or 2", (unsigned)x->rank);
    cm_setup_simple(s, x->rank == 1 ? 1 : x->dims[0], 1);
    return CAMEO_OK;
}

/* The items x[at], x[at + step], ... against those of an n-gram in the pool. */
static int tfidf_compare(const cm_kctx *k, size_t at, size_t step, int64_t gram, size_t size) {
    const cm_tensor *x = cm_in(k, TFIDF_X), *pool = cm_in(k, TFIDF_POOL);
    int c = 0;
    for (size_t i = 0; c == 0 && i < size; i++) {
        size_t a = at + i * step, b = (size_t)gram + i;
        if (x->dtype == CAMEO_STRING) {
            c = cm_str_cmp(cm_tensor_str(x, a), cm_tensor_str(pool, b));
        } else {
            int64_t v = cm_move_index(x, a), w = cm_move_index(pool, b);
            c = (v > w) - (v < w);
        }
    }
    return c;
}

/* Counts the n-gram of `size` items that begins at x[at]. Of equal ones in the list the last counts. */
static void tfidf_count(const cm_kctx *k, size_t at, size_t step, size_t size, float *row) {
    const int64_t *grams = cm_in(k, TFIDF_GRAMS)->data, *first = cm_in(k, TFIDF_FIRST)->data;
    size_t lo = (size_t)first[size - 1], hi = (size_t)first[size], start = lo;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (tfidf_compare(k, at, step, grams[2 * mid], size) >= 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == start || tfidf_compare(k, at, step, grams[2 * (lo - 1)], size) != 0) return;
    row[grams[2 * (lo - 1) + 1]] += 1;
}

/* The row of n items that begins at x[base]. */
static cameo_status tfidf_row(const cm_kctx *k, size_t base, size_t n, float *row) {
    const tfidf_params *q = k->params;
    const cm_tensor *weights = cm_in(k, TFIDF_WEIGHTS);
    size_t longest = cm_min_size((size_t)q->most, cm_in(k, TFIDF_FIRST)->n - 1), least = (size_t)q->least;
    uint64_t done = 0;
    memset(row, 0, (size_t)q->width * sizeof *row);
    for (size_t step = 1; step <= (size_t)q->skips + 1 && step <= cm_max_size(n, 1) && least <= longest; step++) {
        for (size_t size = least; size <= longest && (size - 1) * step < n; size++) {
            for (size_t at = 0; at + (size - 1) * step < n; at++) {
                tfidf_count(k, base + at, step, size, row);
                CM_TRY(cm_poll(k, 8 + (uint64_t)size, &done));
            }
        }
        if (least == 1) least = 2;
    }
    for (int32_t i = 0; q->mode != TFIDF_TF && i < q->width; i++) {
        float w = weights == NULL ? 1 : ((const float *)weights->data)[i];
        row[i] = q->mode == TFIDF_TFIDF ? row[i] * w : row[i] > 0 ? w : 0;
    }
    return CAMEO_OK;
}

/* cm_tfidf_run — X [items] or [rows][items] of strings, int32 or int64; y [width] or [rows][width].
 * Errors: those of cm_poll. */
cameo_status cm_tfidf_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, TFIDF_X);
    size_t n = x->dims[x->rank - 1u], width = (size_t)((const tfidf_params *)k->params)->width;
    (void)phase;
    float *y = cm_out(k, 0)->data;
    for (size_t r = begin; r < end; r++) CM_TRY(tfidf_row(k, r * n, n, y + r * width));
    return CAMEO_OK;
}
