/* onnx_text_scan.c — the words of ONNX's text. See onnx_text_scan.h. */
#include "tools/onnx_text_scan.h"

cameo_status text_fail(const text_reader *r, size_t at, const char *what) {
    unsigned line = 1;
    size_t start = 0;
    for (size_t i = 0; i < at; i++) {
        if (r->p[i] != '\n') continue;
        line++;
        start = i + 1;
    }
    return CM_FAIL(r->e, CAMEO_E_MALFORMED, "line %u, column %zu: %s", line, at - start + 1, what);
}

/* ---- characters, words, strings ---- */

char text_peek(text_reader *r) {
    while (r->at < r->n) {
        char c = r->p[r->at];
        if (c == '#') {
            while (r->at < r->n && r->p[r->at] != '\n') r->at++;
        } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
            r->at++;
        } else {
            return c;
        }
    }
    return 0;
}

bool text_take(text_reader *r, char c) {
    if (text_peek(r) != c || r->at == r->n) return false;
    r->at++;
    return true;
}

cameo_status text_want(text_reader *r, char c) {
    char what[] = "want ' '";
    if (text_take(r, c)) return CAMEO_OK;
    what[6] = c;
    return text_fail(r, r->at, what);
}

cm_str text_peek_word(text_reader *r) {
    (void)text_peek(r);
    size_t end = r->at;
    while (end < r->n && (text_is_letter(r->p[end]) || (end > r->at && text_is_digit(r->p[end])))) end++;
    return (cm_str){r->p + r->at, end - r->at};
}

cameo_status text_word(text_reader *r, const char *what, cm_str *word) {
    *word = text_peek_word(r);
    TEXT_CHECK(r, word->n != 0, r->at, what);
    r->at += word->n;
    return CAMEO_OK;
}

cameo_status text_quoted(text_reader *r, cm_str *s) {
    TEXT_CHECK(r, text_peek(r) == '"' && r->at < r->n, r->at, "want a string in quotes");
    size_t start = r->at++;
    *s = (cm_str){r->copies, 0};
    while (r->at < r->n && r->p[r->at] != '"') {
        if (r->p[r->at] == '\\') r->at++;
        if (r->at < r->n) *r->copies++ = r->p[r->at++];
    }
    TEXT_CHECK(r, r->at < r->n, start, "a string has no closing quote");
    r->at++;
    s->n = (size_t)(r->copies - s->p);
    return CAMEO_OK;
}

bool text_is_name(text_reader *r) { return text_peek(r) == '"' || text_peek_word(r).n != 0; }

cameo_status text_name(text_reader *r, cm_str *name) {
    if (text_peek(r) == '"') return text_quoted(r, name);
    return text_word(r, "want a name", name);
}

/* ---- numbers ---- */

bool text_is_float_word(cm_str s) {
    cm_number x;
    return s.n <= 8 && cm_number_scan(s, &x);
}

cameo_status text_number_next(text_reader *r, text_number *x) {
    (void)text_peek(r);
    size_t start = r->at, i = start + (start < r->n && r->p[start] == '-');
    bool point = false;
    *x = (text_number){.at = start, .whole = true};
    r->at = i;
    cm_str word = i < r->n && text_is_letter(r->p[i]) ? text_peek_word(r) : (cm_str){NULL, 0};
    if (word.n != 0 && text_is_float_word(word)) {
        x->whole = false;
        i += word.n;
    } else {
        TEXT_CHECK(r, i < r->n && text_is_digit(r->p[i]), start, "want a number");
        while (i < r->n && (text_is_digit(r->p[i]) || (r->p[i] == '.' && !point))) point |= r->p[i++] == '.';
        x->whole = !point;
        if (i < r->n && (r->p[i] == 'e' || r->p[i] == 'E')) {
            x->whole = false;
            i++;
            i += i < r->n && (r->p[i] == '+' || r->p[i] == '-');
            while (i < r->n && text_is_digit(r->p[i])) i++;
        }
    }
    x->s = (cm_str){r->p + start, i - start};
    r->at = i;
    return CAMEO_OK;
}

static cameo_status text_scan(const text_reader *r, const text_number *x, cm_number *v) {
    TEXT_CHECK(r, cm_number_scan(x->s, v), x->at, "not a number");
    return CAMEO_OK;
}

cameo_status text_float(const text_reader *r, const text_number *x, float *f) {
    cm_number v;
    CM_TRY(text_scan(r, x, &v));
    /* Rounded to odd, then to nearest, is rounded once. */
    double d = cm_number_to_f64(&v, CM_NUMBER_ODD);
    bool fits = v.kind != CM_NUMBER_FINITE || (d < 0x1.ffffffp127 && d > -0x1.ffffffp127);
    TEXT_CHECK(r, fits, x->at, "the number is too large for a float");
    *f = (float)d;
    return CAMEO_OK;
}

cameo_status text_double(const text_reader *r, const text_number *x, double *d) {
    cm_number v;
    CM_TRY(text_scan(r, x, &v));
    *d = cm_number_to_f64(&v, CM_NUMBER_EVEN);
    return CAMEO_OK;
}

cameo_status text_whole(const text_reader *r, const text_number *x, bool is_signed, uint64_t *bits) {
    cm_number v;
    TEXT_CHECK(r, x->whole, x->at, "want a whole number");
    CM_TRY(text_scan(r, x, &v));
    bool fits = cm_number_to_u64(&v, bits) && (is_signed || !v.negative);
    fits = fits && (!is_signed || *bits <= (uint64_t)INT64_MAX + v.negative);
    TEXT_CHECK(r, fits, x->at, "the number does not fit 64 bits of its type");
    if (v.negative) *bits = 0 - *bits;
    return CAMEO_OK;
}

cameo_status text_int(text_reader *r, uint64_t *bits) {
    text_number x;
    CM_TRY(text_number_next(r, &x));
    return text_whole(r, &x, true, bits);
}
