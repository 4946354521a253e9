/* string_normalizer.c — StringNormalizer: drops the strings that are stop words, and changes the case of those that
 * stay.
 *
 * Letters of other case are those of Unicode (kernels/case_tables.h says of which version), each by itself: no rules
 * for languages or for the end of words, and the attribute locale has no say. Without is_case_sensitive, words are
 * compared in lower case. Bytes that are no UTF-8 stay as they are. The stop words are constant input 1
 * (ir/import/lift_text.c).
 * Source: ONNX StringNormalizer, since_version 10. */
#include "base/utf8.h"
#include "kernels/letter_case.h"
#include "kernels/move.h"

enum { STRING_NORMALIZER_NONE, STRING_NORMALIZER_LOWER, STRING_NORMALIZER_UPPER };

typedef struct string_normalizer_params {
    int32_t action, sensitive;
} string_normalizer_params;

static const cm_field string_normalizer_fields[] = {
    {"case_change_action", CM_FIELD_ENUM, 1, offsetof(string_normalizer_params, action), 0, 0, "NONE,LOWER,UPPER"},
    {"is_case_sensitive", CM_FIELD_I32, 1, offsetof(string_normalizer_params, sensitive), 0, 0, NULL}};

static cameo_status string_normalizer_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_STRING, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank == 1 || (x->rank == 2 && cm_shape_equal(s, x->dims[0], 1)), s->e, CAMEO_E_SHAPE,
             "X has rank %u, want [C] or [1, C]", (unsigned)x->rank);
    cm_dim last = cm_shape_decided(s, 1, cm_dim_max(s->dims, x->dims[x->rank - 1u], 1));
    return cm_shape_out(s, 0, CAMEO_STRING, x->rank, x->rank == 1 ? &last : (cm_dim[]){1, last});
}

const cm_op cm_op_StringNormalizer = {.id = CM_OP_StringNormalizer, .flags = CM_OPF_DYNAMIC, .n_fields = 2,
                                      .params_size = sizeof(string_normalizer_params), .fields =
                                          string_normalizer_fields,
                                      .shape = string_normalizer_shape};

/* One phase of one task. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_string_normalizer_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    CM_CHECK(x->rank == 1 || (x->rank == 2 && x->dims[0] == 1), k->e, CAMEO_E_SHAPE,
             "X has rank %u, want [C] or [1, C]", (unsigned)x->rank);
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* The letters of a string in another case, one after the other. */
typedef struct string_normalizer_cursor {
    cm_str s;
    size_t at;
    int32_t action;
    const uint16_t *more; /* letters that still come of the one before; NULL: none */
    uint32_t n_more;
} string_normalizer_cursor;

#define STRING_NORMALIZER_END UINT32_MAX

/* The next letter, or STRING_NORMALIZER_END. */
static uint32_t string_normalizer_next(string_normalizer_cursor *c) {
    if (c->more != NULL) {
        uint32_t letter = *c->more++;
        if (--c->n_more == 0 || *c->more == 0) c->more = NULL;
        return letter;
    }
    if (c->at >= c->s.n) return STRING_NORMALIZER_END;
    uint32_t letter = cm_utf8_next(c->s, &c->at);
    bool upper = c->action == STRING_NORMALIZER_UPPER;
    if (c->action == STRING_NORMALIZER_NONE || letter >= CM_UTF8_BAD) return letter;
    const uint16_t *several = letter < 0x80 ? NULL : cm_letter_several(letter, upper);
    if (several == NULL) return cm_letter_case(letter, upper);
    c->more = several + 1;
    c->n_more = 2;
    return several[0];
}

#define STRING_NORMALIZER_LETTER 32 /* units of cost of two letters that are compared */
#define STRING_NORMALIZER_STEPS 4   /* of cm_poll, of a letter that is written */

/* What was done and not told yet: to cm_spend, to cm_poll. */
typedef struct string_normalizer_work {
    uint64_t spent, polled;
} string_normalizer_work;

/* Errors: those of cm_spend. */
static cameo_status string_normalizer_same(const cm_kctx *k, cm_str a, cm_str b, string_normalizer_work *work,
                                           bool *same) {
    bool sensitive = ((const string_normalizer_params *)k->params)->sensitive != 0;
    string_normalizer_cursor x = {a, 0, sensitive ? STRING_NORMALIZER_NONE : STRING_NORMALIZER_LOWER, NULL, 0};
    string_normalizer_cursor y = {b, 0, x.action, NULL, 0};
    uint32_t letter;
    do {
        CM_TRY(cm_spend(k, STRING_NORMALIZER_LETTER, &work->spent));
        letter = string_normalizer_next(&x);
        *same = letter == string_normalizer_next(&y);
    } while (*same && letter != STRING_NORMALIZER_END);
    return CAMEO_OK;
}

/* *stays: no stop word is text i. Errors: those of cm_spend. */
static cameo_status string_normalizer_stays(const cm_kctx *k, size_t i, string_normalizer_work *work, bool *stays) {
    const cm_tensor *words = cm_in(k, 1);
    bool same = false;
    for (size_t w = 0; words != NULL && w < words->n && !same; w++)
        CM_TRY(string_normalizer_same(k, cm_tensor_str(cm_in(k, 0), i), cm_tensor_str(words, w), work, &same));
    *stays = !same;
    return CAMEO_OK;
}

/* *n: bytes of s in its new case, written to p unless it is NULL. Errors: those of cm_poll. */
static cameo_status string_normalizer_write(const cm_kctx *k, cm_str s, char *p, string_normalizer_work *work,
                                            size_t *n) {
    string_normalizer_cursor c = {s, 0, ((const string_normalizer_params *)k->params)->action, NULL, 0};
    *n = 0;
    for (uint32_t letter; (letter = string_normalizer_next(&c)) != STRING_NORMALIZER_END;) {
        *n += cm_utf8_put(letter, p == NULL ? NULL : p + *n);
        CM_TRY(cm_poll(k, STRING_NORMALIZER_STEPS, &work->polled));
    }
    return CAMEO_OK;
}

/* cm_string_normalizer_run — X [C] or [1][C] strings; y has those that stay or, where none does, one empty string.
 * Errors: E_LIMIT more than 4 GiB of text; E_NOMEM; those of cm_spend. */
cameo_status cm_string_normalizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    string_normalizer_work work = {0, 0};
    uint64_t text = 0;
    bool stays;
    size_t n = 0, at = 0, bytes;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    for (size_t i = 0; i < x->n; i++) {
        CM_TRY(string_normalizer_stays(k, i, &work, &stays));
        if (!stays) continue;
        CM_TRY(string_normalizer_write(k, cm_tensor_str(x, i), NULL, &work, &bytes));
        n++;
        text += bytes;
    }
    size_t count = cm_max_size(1, n), dims[2] = {1, count};
    CM_CHECK(text <= UINT32_MAX, k->e, CAMEO_E_LIMIT, "a string tensor of more than 4 GiB of text");
    bool over = cm_ckd_mul(count + 1, sizeof(uint32_t), &bytes) || cm_ckd_add(bytes, (size_t)text, &bytes);
    CM_CHECK(!over, k->e, CAMEO_E_SHAPE, "too many elements for memory");
    CM_TRY(k->services->out_alloc(k, 0, x->rank, x->rank == 1 ? dims + 1 : dims, bytes));
    uint32_t *off = cm_out(k, 0)->data;
    char *to = (char *)(off + count + 1);
    off[0] = off[count] = 0;
    for (size_t i = 0; i < x->n; i++) {
        CM_TRY(string_normalizer_stays(k, i, &work, &stays));
        if (!stays) continue;
        CM_TRY(string_normalizer_write(k, cm_tensor_str(x, i), to + off[at], &work, &bytes));
        off[at + 1] = off[at] + (uint32_t)bytes;
        at++;
    }
    return cm_spend_rest(k, &work.spent);
}
