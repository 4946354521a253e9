/* tokenizer.c — Tokenizer of com.microsoft: each string cut into tokens, a row of a new last dim, which is filled up
 * with pad_value; with mark a token \002 stands before them and \003 behind. Tokens are what stands between the matches
 * of the separators, one pattern after the other, or the matches of tokenexp, or single characters. Those of fewer
 * characters than mincharnum are left out. Matches are the leftmost, of these the longest; one of no character is
 * stepped over by a character, and separates there. A search looks ahead for longer matches, so that hostile patterns
 * take the square of a string's length at most.
 *
 * The programs of the patterns are constant input 2, pad_value and the marks constant input 1 (ir/import/lift_text.c).
 * Source: com.microsoft Tokenizer 1, as onnxruntime computes it. */
#include "base/utf8.h"
#include "ir/regex_code.h"
#include "kernels/move.h"
#include "kernels/regex.h"

enum { TOKENIZER_X, TOKENIZER_TEXTS, TOKENIZER_PROGRAMS, TOKENIZER_MOST = 16 };

typedef struct tokenizer_params {
    int32_t mark, least; /* least: mincharnum */
    int32_t expression;  /* tokens are matches of tokenexp */
} tokenizer_params;

static const cm_field tokenizer_fields[] = {CM_F_OWN(tokenizer_params, mark), CM_F_OWN(tokenizer_params, least),
                                            CM_F_OWN(tokenizer_params, expression)};

static cameo_status tokenizer_parse(const cm_parse *p, void *params) {
    tokenizer_params *q = params;
    int64_t mark, least;
    CM_TRY(cm_attr_i64(p, "mark", 0, &mark));
    CM_TRY(cm_attr_i64(p, "mincharnum", 1, &least));
    CM_CHECK(least >= 1, p->e, CAMEO_E_MALFORMED, "mincharnum is %lld, want at least 1", CM_LL(least));
    q->mark = mark != 0;
    q->least = least > INT32_MAX ? INT32_MAX : (int32_t)least;
    q->expression = cm_attr_find(p, "tokenexp") != NULL;
    return CAMEO_OK;
}

static cameo_status tokenizer_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, TOKENIZER_X);
    cm_dim dims[3];
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_STRING, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank == 1 || x->rank == 2, s->e, CAMEO_E_SHAPE, "X has rank %u, want 1 or 2", (unsigned)x->rank);
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    dims[x->rank] = CM_DIM_UNKNOWN;
    return cm_shape_out(s, 0, CAMEO_STRING, x->rank + 1u, dims);
}

const cm_op cm_op_ms_Tokenizer = {.id = CM_OP_ms_Tokenizer, .flags = CM_OPF_DYNAMIC, .n_fields = 3,
                                  .params_size = sizeof(tokenizer_params), .fields = tokenizer_fields,
                                  .parse = tokenizer_parse, .shape = tokenizer_shape};

/* A text on its way through separator number i of the list: tokens of it go to the next one. */
typedef struct tokenizer_level {
    cm_str text;
    size_t at;
    bool done;
} tokenizer_level;

typedef struct tokenizer_job {
    const tokenizer_params *p;
    const cm_tensor *x, *texts;
    cm_regex_machine machine[TOKENIZER_MOST];
    uint32_t n; /* machines; 0: characters */
    tokenizer_level level[TOKENIZER_MOST];
    uint32_t depth; /* levels that have a text */
    size_t width, next;
    uint32_t place; /* in the row: 0 before the first mark, 1 among the tokens, 2 behind them, 3 behind the last mark */
} tokenizer_job;

#define TOKENIZER_HEAD ((sizeof(tokenizer_job) + 7) & ~(size_t)7)

/* One phase of one task. Scratch: a tokenizer_job, then that of the machines, which together have no more instructions
 * than a third of the programs' words. */
cameo_status cm_tokenizer_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *programs = cm_in(k, TOKENIZER_PROGRAMS);
    size_t words = programs == NULL ? 0 : programs->n;
    cm_strings_setup(s);
    bool over = cm_ckd_mul(words / CM_REGEX_WORDS + TOKENIZER_MOST, CM_REGEX_MEMORY * sizeof(uint32_t), &words) ||
                cm_ckd_add(words, TOKENIZER_HEAD, &s->scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "the patterns are too long");
    return CAMEO_OK;
}

static bool tokenizer_is_long(const tokenizer_job *j, cm_str token) {
    int32_t n = 0;
    for (size_t at = 0; at < token.n && n < j->p->least; n++) (void)cm_utf8_next(token, &at);
    return n >= j->p->least;
}

/* Steps over one character at least. */
static size_t tokenizer_step(cm_str s, size_t at) {
    if (at < s.n) (void)cm_utf8_next(s, &at);
    return at;
}

static cm_str tokenizer_part(cm_str s, size_t begin, size_t end) {
    return (cm_str){s.p + begin, end - begin};
}

/* The next character, or match of tokenexp, of the text; false: none is left. */
static bool tokenizer_take(tokenizer_job *j, tokenizer_level *l, cm_str *token) {
    size_t begin, end;
    if (j->n == 0) {
        begin = l->at;
        l->at = tokenizer_step(l->text, begin);
        *token = tokenizer_part(l->text, begin, l->at);
        return begin < l->text.n;
    }
    while (l->at < l->text.n && cm_regex_search(&j->machine[0], l->text, l->at, &begin, &end)) {
        l->at = end > begin ? end : tokenizer_step(l->text, begin);
        *token = tokenizer_part(l->text, begin, end);
        if (end > begin && tokenizer_is_long(j, *token)) return true;
        if (begin >= l->text.n) break;
    }
    return false;
}

/* What stands before the next separator of level i; false: the text is at its end. */
static bool tokenizer_cut(tokenizer_job *j, uint32_t i, cm_str *token) {
    tokenizer_level *l = &j->level[i];
    size_t begin, end;
    if (l->done) return false;
    bool found = cm_regex_search(&j->machine[i], l->text, l->at, &begin, &end) && (begin < end || begin < l->text.n);
    *token = tokenizer_part(l->text, l->at, found ? begin : l->text.n);
    if (found) l->at = end > begin ? end : tokenizer_step(l->text, begin);
    l->done = !found;
    return true;
}

/* The next token of the string; false behind the last one. */
static bool tokenizer_next(tokenizer_job *j, cm_str *token) {
    if (j->n == 0 || j->p->expression != 0) return tokenizer_take(j, &j->level[0], token);
    while (j->depth > 0) {
        if (!tokenizer_cut(j, j->depth - 1, token)) {
            j->depth--;
            continue;
        }
        if (!tokenizer_is_long(j, *token)) continue;
        if (j->depth == j->n) return true;
        j->level[j->depth++] = (tokenizer_level){.text = *token};
    }
    return false;
}

static void tokenizer_begin(tokenizer_job *j, cm_str s) {
    j->level[0] = (tokenizer_level){.text = s};
    j->depth = 1;
    j->place = j->p->mark != 0 ? 0 : 1;
}

/* The next string of the row: marks, tokens, then pad_value. */
static cm_str tokenizer_row(tokenizer_job *j) {
    cm_str token;
    if (j->place == 0) {
        j->place = 1;
        return cm_tensor_str(j->texts, 1);
    }
    if (j->place == 1) {
        if (tokenizer_next(j, &token)) return token;
        j->place = j->p->mark != 0 ? 2 : 3;
    }
    bool last = j->place == 2;
    j->place = 3;
    return cm_tensor_str(j->texts, last ? 2 : 0);
}

static cm_str tokenizer_piece(const void *ctx, size_t i, uint32_t part) {
    tokenizer_job *j = *(tokenizer_job *const *)ctx;
    (void)part;
    if (i != j->next || i % j->width == 0) {
        tokenizer_begin(j, cm_tensor_str(j->x, i / j->width));
        for (size_t skip = i % j->width; skip > 0; skip--) (void)tokenizer_row(j);
    }
    j->next = i + 1;
    return tokenizer_row(j);
}

/* The machines of the programs. Errors: E_MALFORMED the constant is none that lift_text.c made. */
static cameo_status tokenizer_open(const cm_kctx *k, tokenizer_job *j) {
    const cm_tensor *programs = cm_in(k, TOKENIZER_PROGRAMS);
    uint32_t *memory = (uint32_t *)(void *)(k->scratch + TOKENIZER_HEAD);
    size_t at = 0;
    for (j->n = 0; programs != NULL && at < programs->n; j->n++) {
        const int32_t *words = (const int32_t *)programs->data + at;
        CM_CHECK(j->n < TOKENIZER_MOST && words[0] > 0 && (size_t)words[0] < programs->n - at, k->e, CAMEO_E_MALFORMED,
                 "the patterns are no programs");
        cm_regex_init(&j->machine[j->n], words + 1, memory);
        memory += CM_REGEX_MEMORY * (size_t)j->machine[j->n].n;
        at += (size_t)words[0] + 1;
    }
    return CAMEO_OK;
}

static cameo_status tokenizer_check(const cm_kctx *k, cm_str s, size_t i) {
    for (size_t at = 0; at < s.n;) {
        CM_CHECK(cm_utf8_next(s, &at) < CM_UTF8_BAD, k->e, CAMEO_E_MALFORMED, "string %zu is no UTF-8", i);
    }
    return CAMEO_OK;
}

/* cm_tokenizer_run — X string [C] or [N][C]. Errors: E_MALFORMED no UTF-8; E_NOMEM, E_LIMIT, E_SHAPE strings. */
cameo_status cm_tokenizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, TOKENIZER_X);
    tokenizer_job *j = (tokenizer_job *)(void *)k->scratch;
    size_t dims[3] = {0};
    (void)phase;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    *j = (tokenizer_job){.p = k->params, .x = x, .texts = cm_in(k, TOKENIZER_TEXTS), .next = SIZE_MAX};
    CM_CHECK(x->rank == 1 || x->rank == 2, k->e, CAMEO_E_SHAPE, "X has rank %u, want 1 or 2", (unsigned)x->rank);
    CM_CHECK(j->texts != NULL && j->texts->n == 3, k->e, CAMEO_E_MALFORMED, "attribute pad_value is missing");
    CM_TRY(tokenizer_open(k, j));
    for (size_t i = 0; i < x->n; i++) {
        cm_str token;
        size_t n = 0;
        CM_TRY(tokenizer_check(k, cm_tensor_str(x, i), i));
        tokenizer_begin(j, cm_tensor_str(x, i));
        while (tokenizer_next(j, &token)) n++;
        j->width = cm_max_size(j->width, n);
    }
    if (j->p->mark != 0 && j->width != 0) j->width += 2; /* where there are no tokens at all there are no marks */
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    dims[x->rank] = j->width;
    return cm_strings_emit(k, 0, x->rank + 1u, dims, &(cm_string_source){tokenizer_piece, &j, 1});
}
