/* json_read.c — see json_read.h. Without recursion: a value knows the one around it. */
#include "tools/json_read.h"

#include <math.h>
#include <string.h>

#include "base/str.h"

#define JSON_MOST (1U << 24)

/* A walk over the text; strings are decoded in place, which makes none longer. */
typedef struct json_reader {
    json_file *j;
    char *at, *end;
} json_reader;

static void json_space(json_reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

static bool json_word(json_reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

/* Four hexadecimal digits behind \u; UINT32_MAX: they are not there. */
static uint32_t json_hex(json_reader *r) {
    uint32_t code = 0;
    if (r->end - r->at < 4) return UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                                : 16;
        if (digit > 15) return UINT32_MAX;
        code = code << 4 | digit;
    }
    return code;
}

static char *json_utf8(char *to, uint32_t code) {
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *to++ = (char)((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | code >> 6 * more);
    while (more-- > 0) *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return to;
}

/* What stands behind a backslash, at `to`; NULL: nothing that JSON knows. */
static char *json_escape(json_reader *r, char *to) {
    static const char from[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = *r->at++;
    const char *known = c == 0 ? NULL : strchr(from, c);
    if (known != NULL) {
        *to++ = means[known - from];
        return to;
    }
    uint32_t code = c == 'u' ? json_hex(r) : UINT32_MAX;
    if (code >= 0xd800 && code < 0xdc00) {
        uint32_t low = json_word(r, "\\u") ? json_hex(r) : UINT32_MAX;
        if (low < 0xdc00 || low > 0xdfff) return NULL;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    return code > 0x10ffff || (code >= 0xdc00 && code < 0xe000) ? NULL : json_utf8(to, code);
}

static bool json_string(json_reader *r, cameo_string *s) {
    if (!json_word(r, "\"")) return false;
    char *to = r->at;
    s->p = to;
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < 32) return false;
        if (*r->at != '\\') {
            *to++ = *r->at++;
            continue;
        }
        r->at++;
        to = r->at < r->end ? json_escape(r, to) : NULL;
        if (to == NULL) return false;
    }
    s->n = (size_t)(to - s->p);
    return json_word(r, "\"");
}

/* The grammar of a number, which strtod does not keep to. */
static bool json_number(json_reader *r, double *x) {
    char *p = r->at;
    size_t digits = 0;
    if (p < r->end && *p == '-') p++;
    while (p < r->end && ((*p >= '0' && *p <= '9') || (digits > 0 && strchr(".eE+-", *p) != NULL && *p != 0))) {
        digits++;
        p++;
    }
    if (digits == 0) return false;
    char text[64], *end;
    size_t n = (size_t)(p - r->at);
    if (n >= sizeof text) return false;
    memcpy(text, r->at, n);
    text[n] = 0;
    *x = strtod(text, &end);
    r->at = p;
    return *end == 0 && isfinite(*x);
}

static cameo_status json_add(json_file *j, uint32_t around, uint32_t *made, cameo_error *e) {
    CM_CHECK(j->n < JSON_MOST, e, CAMEO_E_LIMIT, "more than %u values", JSON_MOST);
    j->value = tool_grow(j->value, j->n, sizeof *j->value, &j->cap);
    *made = j->n++;
    j->value[*made] = (json_value){.first = JSON_NONE, .next = JSON_NONE, .around = around};
    return CAMEO_OK;
}

/* A value's first bytes: all of it, unless it is a list or an object. */
static bool json_begin(json_reader *r, json_value *v) {
    json_space(r);
    if (json_word(r, "{")) {
        v->kind = JSON_OBJECT;
    } else if (json_word(r, "[")) {
        v->kind = JSON_LIST;
    } else if (json_word(r, "true") || json_word(r, "false")) {
        v->kind = JSON_BOOL;
        v->number = r->at[-2] == 'u';
    } else if (json_word(r, "null")) {
        v->kind = JSON_NULL;
    } else if (r->at < r->end && *r->at == '"') {
        v->kind = JSON_STRING;
        return json_string(r, &v->text);
    } else {
        v->kind = JSON_NUMBER;
        return json_number(r, &v->number);
    }
    return true;
}

/* One value after the other: `around` is the list or object that is open, `last` the value before in it. */
static cameo_status json_values(json_reader *r, cameo_error *e) {
    json_file *j = r->j;
    uint32_t around = JSON_NONE, last = JSON_NONE, v = 0;
    do {
        bool open = around != JSON_NONE, object = open && j->value[around].kind == JSON_OBJECT;
        json_space(r);
        if (open && json_word(r, object ? "}" : "]")) {
            last = around;
            around = j->value[around].around;
            continue;
        }
        if (open && last != JSON_NONE && !json_word(r, ",")) return CAMEO_E_MALFORMED;
        json_space(r);
        CM_TRY(json_add(j, around, &v, e));
        if (last != JSON_NONE)
            j->value[last].next = v;
        else if (open)
            j->value[around].first = v;
        if (object) {
            if (!json_string(r, &j->value[v].key)) return CAMEO_E_MALFORMED;
            json_space(r);
            if (!json_word(r, ":")) return CAMEO_E_MALFORMED;
        }
        if (!json_begin(r, &j->value[v])) return CAMEO_E_MALFORMED;
        bool within = j->value[v].kind == JSON_LIST || j->value[v].kind == JSON_OBJECT;
        last = within ? JSON_NONE : v;
        around = within ? v : around;
    } while (around != JSON_NONE);
    json_space(r);
    return r->at == r->end ? CAMEO_OK : CAMEO_E_MALFORMED;
}

cameo_status json_read(json_file *j, const char *path, cameo_error *e) {
    memset(j, 0, sizeof *j);
    CM_TRY(tool_read_file(path, &j->bytes, e));
    json_reader r = {j, (char *)j->bytes.p, (char *)j->bytes.p + j->bytes.n};
    cameo_status status = json_values(&r, e);
    CM_CHECK(status != CAMEO_E_MALFORMED, e, status, "%s is no JSON: byte %zu", path,
             (size_t)(r.at - (char *)j->bytes.p));
    return status;
}

void json_free(json_file *j) {
    free(j->value);
    free(j->bytes.p);
    memset(j, 0, sizeof *j);
}

uint32_t json_find(const json_file *j, uint32_t object, const char *key, json_kind kind) {
    if (object == JSON_NONE || j->value[object].kind != JSON_OBJECT) return JSON_NONE;
    for (uint32_t i = j->value[object].first; i != JSON_NONE; i = j->value[i].next) {
        cm_str k = {j->value[i].key.p, j->value[i].key.n};
        if (j->value[i].kind == kind && cm_str_is(k, key)) return i;
    }
    return JSON_NONE;
}
