/* lift_text.c — attributes of operators on strings become constant inputs, as those of ai.onnx.ml: lists of any length
 * that params cannot hold lie in the session, frozen and shared like any other constant. All is checked here, once.
 *
 *   StringNormalizer  1 the stopwords
 *   StringSplit       1 the delimiter
 *   RegexFullMatch    1 the program of the pattern (ir/import/lift_regex.c)
 *   Tokenizer         1 pad_value, and the marks
 *                     2 the programs of the separators, one behind the other, or of tokenexp; absent: characters
 *   TfIdfVectorizer   1 POOL     [items] int64 or strings, as the attribute has them
 *                     2 GRAMS    [n-grams][2] int64: where it begins in the pool, its place in the output; sorted by
 *                                their number of items, then by the items, equal ones in the order of the list
 *                     3 FIRST    [longest + 1] int64: n-grams of s items are [FIRST[s-1], FIRST[s]) of GRAMS
 *                     4 WEIGHTS  float, at least one for each place of the output
 * Source: ONNX StringNormalizer 10, StringSplit 20, RegexFullMatch 20, TfIdfVectorizer 9. */
#include "ir/import/lift_ml.h"

/* The n-grams of a TfIdfVectorizer. */
typedef struct lift_grams {
    const int64_t *ints; /* the pool: these */
    const cm_str *strs;  /* or those */
    size_t n_pool;
    size_t *start; /* [n] in the pool */
    size_t *size;  /* [n] items */
    size_t n;
} lift_grams;

static int lift_gram_compare(const void *ctx, uint32_t a, uint32_t b) {
    const lift_grams *g = ctx;
    if (g->size[a] != g->size[b]) return g->size[a] < g->size[b] ? -1 : 1;
    int c = 0;
    for (size_t i = 0; c == 0 && i < g->size[a]; i++) {
        size_t p = g->start[a] + i, q = g->start[b] + i;
        c = g->strs != NULL ? cm_str_cmp(g->strs[p],
            g->strs[q]) : (g->ints[p] > g->ints[q]) - (g->ints[p] < g->ints[q]);
    }
    return c;
}

/* Where each n-gram begins, and its items. Errors: E_MALFORMED ngram_counts are no parts of the pool; E_NOMEM. */
static cameo_status lift_gram_starts(const cm_lift *l, const int64_t *counts, size_t n_counts, lift_grams *g) {
    g->start = CM_ARENA_NEW_N(l->ir->work, size_t, g->n_pool + 1);
    g->size = CM_ARENA_NEW_N(l->ir->work, size_t, g->n_pool + 1);
    if (g->start == NULL || g->size == NULL) return cm_ir_nomem(l->ir);
    for (size_t i = 0; i < n_counts; i++) {
        int64_t end = i + 1 < n_counts ? counts[i + 1] : (int64_t)g->n_pool;
        bool fits = counts[i] >= 0 && end >= counts[i] && (uint64_t)end <= g->n_pool;
        CM_CHECK(fits, l->e, CAMEO_E_MALFORMED, "ngram_counts[%zu] is %lld for a pool of %zu", i, CM_LL(counts[i]),
                 g->n_pool);
        CM_CHECK((size_t)(end - counts[i]) % (i + 1) == 0, l->e, CAMEO_E_MALFORMED,
                 "%lld items of the pool are no %zu-grams", CM_LL(end - counts[i]), i + 1);
        for (size_t at = (size_t)counts[i]; at < (size_t)end; at += i + 1) {
            g->start[g->n] = at;
            g->size[g->n++] = i + 1;
        }
    }
    return CAMEO_OK;
}

/* Inputs 2 and 3. */
static cameo_status lift_gram_tables(const cm_lift *l, const lift_grams *g, const int64_t *index, size_t longest) {
    uint32_t *order = CM_ARENA_NEW_N(l->ir->work, uint32_t, g->n + 1);
    int64_t *grams = CM_ARENA_NEW_N(l->ir->work, int64_t, 2 * g->n + 2);
    int64_t *first = CM_ARENA_NEW_N(l->ir->work, int64_t, longest + 1);
    if (order == NULL || grams == NULL || first == NULL) return cm_ir_nomem(l->ir);
    if (g->n != 0) cm_lift_sort(order, (uint32_t)g->n, lift_gram_compare, g);
    for (size_t i = 0; i < g->n; i++) {
        grams[2 * i] = (int64_t)g->start[order[i]];
        grams[2 * i + 1] = index[order[i]];
        first[g->size[order[i]]] = (int64_t)i + 1;
    }
    for (size_t s = 1; s <= longest; s++) first[s] = cm_max_i64(first[s], first[s - 1]);
    CM_TRY(cm_lift_set(l, 2, CAMEO_INT64, grams, g->n, 2));
    return cm_lift_set(l, 3, CAMEO_INT64, first, longest + 1, 0);
}

static cameo_status lift_tfidf(const cm_lift *l) {
    const int64_t *counts = NULL, *index = NULL;
    size_t n_counts = 0, n_index = 0, n_ints = 0, n_strs = 0;
    lift_grams g = {0};
    cm_nums weights;
    CM_TRY(cm_lift_ints(l, "ngram_counts", &counts, &n_counts));
    CM_TRY(cm_lift_ints(l, "ngram_indexes", &index, &n_index));
    CM_TRY(cm_lift_ints(l, "pool_int64s", &g.ints, &n_ints));
    CM_TRY(cm_lift_strs(l, "pool_strings", &g.strs, &n_strs));
    CM_TRY(cm_lift_nums(l, "weights", NULL, &weights));
    CM_CHECK((n_ints != 0) != (n_strs != 0), l->e, CAMEO_E_MALFORMED,
             "%zu pool_int64s and %zu pool_strings are given, want one of them", n_ints, n_strs);
    g.n_pool = n_ints + n_strs;
    if (n_ints != 0) g.strs = NULL;
    CM_CHECK(g.n_pool < UINT32_MAX / 2 && n_counts <= g.n_pool + 1024, l->e, CAMEO_E_LIMIT,
             "a pool of %zu items in %zu parts", g.n_pool, n_counts);
    CM_TRY(lift_gram_starts(l, counts, n_counts, &g));
    CM_CHECK(g.n <= n_index, l->e, CAMEO_E_MALFORMED, "%zu ngram_indexes for %zu n-grams", n_index, g.n);
    CM_TRY(n_ints != 0 ? cm_lift_set(l, 1, CAMEO_INT64, g.ints, g.n_pool, 0) : cm_lift_set_strs(l, 1, g.strs,
        g.n_pool));
    CM_TRY(lift_gram_tables(l, &g, index, n_counts));
    if (weights.n == 0) return CAMEO_OK;
    for (size_t i = 0; i < n_index; i++) {
        CM_CHECK(index[i] < 0 || (uint64_t)index[i] < weights.n, l->e, CAMEO_E_MALFORMED,
                 "%zu weights for place %lld of the output", weights.n, CM_LL(index[i]));
    }
    return cm_lift_set(l, 4, CAMEO_FLOAT, weights.data, weights.n, 0);
}

/* The delimiter, where it is not empty. */
static cameo_status lift_delimiter(const cm_lift *l) {
    const cm_attr *a = cm_ir_attr(l->ir, l->node, "delimiter");
    if (a == NULL) return CAMEO_OK;
    CM_CHECK(a->type == CM_ATTR_STRING, l->e, CAMEO_E_TYPE, "attribute delimiter has type %d, want %d", (int)a->type,
             CM_ATTR_STRING);
    return a->s.n == 0 ? CAMEO_OK : cm_lift_set_strs(l, 1, &a->s, 1);
}

static cameo_status lift_stopwords(const cm_lift *l) {
    const cm_str *words = NULL;
    size_t n = 0;
    CM_TRY(cm_lift_strs(l, "stopwords", &words, &n));
    return n == 0 ? CAMEO_OK : cm_lift_set_strs(l, 1, words, n);
}

/* The programs of n patterns as one constant: how long each is, then itself. */
static cameo_status lift_programs(const cm_lift *l, const cm_str *pattern, size_t n) {
    int32_t *program[16], *all;
    size_t size[16], total = 0, at = 0;
    CM_CHECK(n <= 16, l->e, CAMEO_E_LIMIT, "%zu separators, at most 16 are handled", n);
    for (size_t i = 0; i < n; i++) {
        CM_CHECK(pattern[i].n != 0, l->e, CAMEO_E_MALFORMED, "separator %zu is empty", i);
        CM_TRY(cm_lift_regex_of(l, pattern[i], &program[i], &size[i]));
        total += size[i] + 1;
    }
    all = CM_ARENA_NEW_N(l->ir->work, int32_t, total);
    if (all == NULL) return cm_ir_nomem(l->ir);
    for (size_t i = 0; i < n; i++) {
        all[at++] = (int32_t)size[i];
        memcpy(all + at, program[i], size[i] * sizeof *all);
        at += size[i];
    }
    return cm_lift_set(l, 2, CAMEO_INT32, all, total, 0);
}

static cameo_status lift_tokenizer(const cm_lift *l) {
    const cm_attr *expression = cm_ir_attr(l->ir, l->node, "tokenexp"), *pad = cm_ir_attr(l->ir, l->node, "pad_value");
    const cm_str *separators = NULL;
    cm_str texts[3] = {pad->s, {"\002", 1}, {"\003", 1}};
    size_t n = 0;
    CM_TRY(cm_lift_strs(l, "separators", &separators, &n));
    CM_CHECK((n != 0) != (expression != NULL), l->e, CAMEO_E_MALFORMED,
             "separators and tokenexp: want one of them");
    CM_TRY(cm_lift_set_strs(l, 1, texts, 3));
    const cm_attr *least = cm_ir_attr(l->ir, l->node, "mincharnum");
    bool characters = expression != NULL ? cm_str_is(expression->s, ".") : n == 1 && separators[0].n == 0;
    CM_CHECK(!characters || least->i == 1, l->e, CAMEO_E_MALFORMED,
             "mincharnum is %lld, want 1 where characters are the tokens", CM_LL(least->i));
    if (characters) return CAMEO_OK;
    return expression != NULL ? lift_programs(l, &expression->s, 1) : lift_programs(l, separators, n);
}

cameo_status cm_lift_text(cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_lift l = {ir, node, problem};
    switch (ir->info[node].op->id) {
    case CM_OP_TfIdfVectorizer: return lift_tfidf(&l);
    case CM_OP_StringSplit: return lift_delimiter(&l);
    case CM_OP_StringNormalizer: return lift_stopwords(&l);
    case CM_OP_ms_Tokenizer: return lift_tokenizer(&l);
    case CM_OP_RegexFullMatch: return cm_lift_regex(&l);
    default: return CAMEO_OK;
    }
}
