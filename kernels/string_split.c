/* string_split.c — StringSplit: each string cut at a delimiter or, without one, at white space. The pieces of a string
 * are a row of a new last dim, filled up with empty strings; their number is the second output.
 *
 * White space is that of Unicode (White_Space, and U+001C to U+001F as in Python); at the ends of what is cut it is
 * dropped, also of the rest behind maxsplit cuts. The delimiter is constant input 1 (ir/import/lift_text.c).
 * Source: ONNX StringSplit, since_version 20. */
#include "base/utf8.h"
#include "kernels/move.h"

typedef struct string_split_params {
    int32_t most; /* cuts; -1: any number */
} string_split_params;

static const cm_field string_split_fields[] = {CM_F_OWN(string_split_params, most)};

/* A negative maxsplit is none, as in Python. */
static cameo_status string_split_parse(const cm_parse *p, void *params) {
    int64_t most;
    CM_TRY(cm_attr_i64(p, "maxsplit", -1, &most));
    ((string_split_params *)params)->most = most < 0 || most > INT32_MAX - 1 ? -1 : (int32_t)most;
    return CAMEO_OK;
}

static cameo_status string_split_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    int32_t most = ((const string_split_params *)s->params)->most;
    cm_dim dims[CM_MAX_RANK + 1];
    CM_TRY(cm_shape_out(s, 1, CAMEO_INT64, x->rank, x->rank == CM_RANK_UNKNOWN ? NULL : x->dims));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_STRING, CM_RANK_UNKNOWN, NULL);
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    dims[x->rank] = most < 0 ? CM_DIM_UNKNOWN : cm_shape_decided(s, 0, (cm_dim)most + 1);
    return cm_shape_out(s, 0, CAMEO_STRING, x->rank + 1u, dims);
}

const cm_op cm_op_StringSplit = {.id = CM_OP_StringSplit, .flags = CM_OPF_DYNAMIC, .n_fields = 1,
                                 .params_size = sizeof(string_split_params), .fields = string_split_fields,
                                 .parse = string_split_parse, .shape = string_split_shape};

/* One phase of one task. Scratch: none. */
cameo_status cm_string_split_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* The pieces of one string, one after the other. */
typedef struct string_split_cursor {
    cm_str rest, delimiter;
    int32_t cuts; /* that may still be made; -1: any number */
    bool done;
} string_split_cursor;

static bool string_split_is_space(uint32_t c) {
    return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Bytes of s before the first character that is (is not) white space. */
static size_t string_split_span(cm_str s, bool space) {
    size_t at = 0, next;
    while (at < s.n) {
        next = at;
        if (string_split_is_space(cm_utf8_next(s, &next)) != space) break;
        at = next;
    }
    return at;
}

/* s without white space at its end. */
static cm_str string_split_trim(cm_str s) {
    size_t kept = 0;
    for (size_t at = 0; at < s.n;) {
        uint32_t c = cm_utf8_next(s, &at);
        if (!string_split_is_space(c)) kept = at;
    }
    return (cm_str){s.p, kept};
}

static cm_str string_split_skip(cm_str s, size_t n) { return n == 0 ? s : (cm_str){s.p + n, s.n - n}; }

static void string_split_begin(string_split_cursor *c, cm_str s, cm_str delimiter, int32_t most) {
    *c = (string_split_cursor){.rest = s, .delimiter = delimiter, .cuts = most};
    if (delimiter.n != 0) return;
    c->rest = string_split_skip(s, string_split_span(s, true));
    c->done = c->rest.n == 0;
}

/* The next piece; false behind the last one. */
static bool string_split_next(string_split_cursor *c, cm_str *piece) {
    size_t n = 0;
    bool spaces = c->delimiter.n == 0;
    if (c->done) return false;
    if (spaces) {
        n = c->cuts == 0 ? c->rest.n : string_split_span(c->rest, false);
    } else {
        while (n < c->rest.n && (c->cuts == 0 || c->rest.n - n < c->delimiter.n ||
                                 memcmp(c->rest.p + n, c->delimiter.p, c->delimiter.n) != 0)) n++;
    }
    *piece = (cm_str){c->rest.p, n};
    if (spaces && c->cuts == 0) *piece = string_split_trim(*piece);
    c->done = n == c->rest.n;
    if (c->cuts > 0) c->cuts--;
    if (c->done) return true;
    c->rest = string_split_skip(c->rest, spaces ? n : n + c->delimiter.n);
    if (spaces) {
        c->rest = string_split_skip(c->rest, string_split_span(c->rest, true));
        c->done = c->rest.n == 0;
    }
    return true;
}

/* The walk over all pieces in order, twice; the cursor is where it stands. */
typedef struct string_split_job {
    const cm_tensor *x;
    cm_str delimiter;
    int32_t most;
    size_t width, next;
    string_split_cursor cursor;
} string_split_job;

static cm_str string_split_piece(const void *ctx, size_t i, uint32_t part) {
    string_split_job *j = *(string_split_job *const *)ctx;
    cm_str piece = {NULL, 0};
    (void)part;
    if (i != j->next || i % j->width == 0) {
        string_split_begin(&j->cursor, cm_tensor_str(j->x, i / j->width), j->delimiter, j->most);
        for (size_t skip = i % j->width; skip > 0; skip--) (void)string_split_next(&j->cursor, &piece);
        piece = (cm_str){NULL, 0};
    }
    j->next = i + 1;
    return string_split_next(&j->cursor, &piece) ? piece : (cm_str){NULL, 0};
}

/* cm_string_split_run — X string of any rank. Errors: E_NOMEM, E_LIMIT, E_SHAPE strings. */
cameo_status cm_string_split_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *delimiter = cm_in(k, 1);
    string_split_job j = {.x = x, .most = ((const string_split_params *)k->params)->most, .next = SIZE_MAX};
    size_t dims[CM_MAX_RANK + 1];
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_CHECK(x->rank < CM_MAX_RANK, k->e, CAMEO_E_LIMIT, "X has rank %u, want below %d", (unsigned)x->rank,
             CM_MAX_RANK);
    if (delimiter != NULL) j.delimiter = cm_tensor_str(delimiter, 0);
    if (cm_out(k, 1) != NULL) CM_TRY(k->services->out_alloc(k, 1, x->rank, x->dims, x->n * sizeof(int64_t)));
    for (size_t i = 0; i < x->n; i++) {
        cm_str piece;
        size_t n = 0;
        string_split_begin(&j.cursor, cm_tensor_str(x, i), j.delimiter, j.most);
        while (string_split_next(&j.cursor, &piece)) n++;
        j.width = cm_max_size(j.width, n);
        if (cm_out(k, 1) != NULL) ((int64_t *)cm_out(k, 1)->data)[i] = (int64_t)n;
    }
    if (cm_out(k, 0) == NULL) return CAMEO_OK;
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    dims[x->rank] = j.width;
    string_split_job *walk = &j;
    return cm_strings_emit(k, 0, x->rank + 1u, dims, &(cm_string_source){string_split_piece, &walk, 1});
}
