/* lift_regex.c — the pattern of RegexFullMatch and those of Tokenizer, in the syntax of RE2, become programs
 * (ir/regex_code.h).
 *
 * One pass without recursion: the code of what stands last can be copied and moved, since jumps are relative; open
 * groups lie on a stack. Not done: classes of Unicode (\pL, \p{Greek}), \C. (?i) knows the letters of ASCII, Latin-1,
 * Greek and Cyrillic. Whether a repetition takes as many as it can or as few makes no difference: all of a string must
 * match, or the longest match is wanted.
 * Source: https://github.com/google/re2/wiki/Syntax. */
#include "base/utf8.h"
#include "ir/import/lift_ml.h"
#include "ir/regex_code.h"

#define REGEX_MOST_REPEAT 1000
#define REGEX_DEPTH 256u
#define REGEX_LAST 0x10ffffu

enum { REGEX_FOLD = 1, REGEX_MULTI = 2, REGEX_DOT_ALL = 4 };

typedef struct regex_inst {
    int32_t op, a, b;
} regex_inst;

typedef struct regex_range {
    uint32_t lo, hi;
} regex_range;

/* An open group. */
typedef struct regex_group {
    uint32_t at;     /* its first instruction, and that of the alternative that is open */
    uint32_t branch;
    uint32_t jump;   /* the last jump to its end, as 1 + instruction; each holds the one before; 0: none */
    uint32_t flags;  /* before it */
    size_t position; /* in the pattern */
} regex_group;

typedef struct regex_compile {
    const cm_lift *l;
    cm_str s;
    size_t at;
    regex_inst *code;
    uint32_t n, cap;
    regex_range *range;
    uint32_t n_range, cap_range;
    regex_group group[REGEX_DEPTH];
    uint32_t depth; /* open groups and the whole pattern */
    uint32_t flags;
    uint32_t atom;  /* the first instruction of what a repetition repeats */
    bool has_atom;
    bool repeated;  /* it is a repetition itself */
} regex_compile;

static cameo_status regex_fail(const regex_compile *r, size_t at, const char *what) {
    return CM_FAIL(r->l->e, CAMEO_E_MALFORMED, "pattern: %s at byte %zu", what, at);
}

static int regex_peek(const regex_compile *r) { return r->at < r->s.n ? (uint8_t)r->s.p[r->at] : -1; }

static bool regex_eat(regex_compile *r, const char *text) {
    size_t n = 0;
    while (text[n] != 0) n++;
    if (r->s.n - r->at < n || memcmp(r->s.p + r->at, text, n) != 0) return false;
    r->at += n;
    return true;
}

/* The next character of the pattern. Errors: E_MALFORMED the end, or no UTF-8. */
static cameo_status regex_char(regex_compile *r, uint32_t *c) {
    if (r->at >= r->s.n) return regex_fail(r, r->at, "the end");
    *c = cm_utf8_next(r->s, &r->at);
    return *c >= CM_UTF8_BAD ? regex_fail(r, r->at - 1, "a byte that is no UTF-8") : CAMEO_OK;
}

/* ---- Code ---- */

/* Room for n instructions at `at`, what was there and behind moves. */
static cameo_status regex_room(regex_compile *r, uint32_t at, uint32_t n) {
    CM_CHECK(n <= CM_REGEX_MOST - r->n, r->l->e, CAMEO_E_LIMIT, "pattern: more than %u instructions", CM_REGEX_MOST);
    if (r->n + n > r->cap) {
        uint32_t cap = 2 * (r->n + n) + 64;
        regex_inst *wide = CM_ARENA_NEW_N(r->l->ir->work, regex_inst, cap);
        if (wide == NULL) return cm_ir_nomem(r->l->ir);
        if (r->n != 0) memcpy(wide, r->code, r->n * sizeof *wide);
        r->code = wide;
        r->cap = cap;
    }
    memmove(r->code + at + n, r->code + at, (r->n - at) * sizeof *r->code);
    r->n += n;
    return CAMEO_OK;
}

static cameo_status regex_emit(regex_compile *r, int32_t op, int32_t a, int32_t b) {
    CM_TRY(regex_room(r, r->n, 1));
    r->code[r->n - 1] = (regex_inst){op, a, b};
    return CAMEO_OK;
}

/* An instruction, beginning a new atom. */
static cameo_status regex_atom(regex_compile *r, int32_t op, int32_t a, int32_t b) {
    r->atom = r->n;
    r->has_atom = true;
    r->repeated = false;
    return regex_emit(r, op, a, b);
}

/* The atom becomes optional (star: any number, plus: at least one). */
static cameo_status regex_star(regex_compile *r, char kind) {
    uint32_t n = r->n - r->atom;
    if (kind == '+') return regex_emit(r, CM_REGEX_SPLIT, -(int32_t)n, 1);
    CM_TRY(regex_room(r, r->atom, 1));
    r->code[r->atom] = (regex_inst){CM_REGEX_SPLIT, 1, (int32_t)n + (kind == '*' ? 2 : 1)};
    return kind == '*' ? regex_emit(r, CM_REGEX_JUMP, -(int32_t)n - 1, 0) : CAMEO_OK;
}

/* A copy of the first n instructions of the atom behind all. */
static cameo_status regex_copy(regex_compile *r, uint32_t n) {
    uint32_t to = r->n;
    CM_TRY(regex_room(r, r->n, n));
    memmove(r->code + to, r->code + r->atom, n * sizeof *r->code);
    return CAMEO_OK;
}

/* The atom min to max times, max -1 for any number. */
static cameo_status regex_times(regex_compile *r, int32_t min, int32_t max) {
    uint32_t first = r->atom, n = r->n - r->atom;
    if (max == 0) {
        r->n = r->atom;
        return regex_emit(r, CM_REGEX_JUMP, 1, 0);
    }
    if (min == 0) CM_TRY(regex_star(r, max < 0 ? '*' : '?'));
    if (min == 0 && max < 0) return CAMEO_OK;
    /* Where the first one became optional its code is one behind. */
    r->atom = first + (min == 0);
    for (int32_t i = 1; i < min; i++) CM_TRY(regex_copy(r, n));
    uint32_t plain = r->atom;
    if (max < 0) {
        r->atom = r->n - n;
        CM_TRY(regex_star(r, '+'));
    }
    for (int32_t i = min == 0 ? 1 : min; i < max; i++) {
        r->atom = plain;
        CM_TRY(regex_emit(r, CM_REGEX_SPLIT, 1, (int32_t)n + 1));
        CM_TRY(regex_copy(r, n));
    }
    r->atom = first;
    return CAMEO_OK;
}

/* ---- Classes ---- */

static cameo_status regex_range_add(regex_compile *r, uint32_t lo, uint32_t hi) {
    if (r->n_range == r->cap_range) {
        uint32_t cap = r->cap_range == 0 ? 64 : 2 * r->cap_range;
        CM_CHECK(cap <= 1u << 20, r->l->e, CAMEO_E_LIMIT, "pattern: too many classes");
        regex_range *wide = CM_ARENA_NEW_N(r->l->ir->work, regex_range, cap);
        if (wide == NULL) return cm_ir_nomem(r->l->ir);
        if (r->n_range != 0) memcpy(wide, r->range, r->n_range * sizeof *wide);
        r->range = wide;
        r->cap_range = cap;
    }
    r->range[r->n_range++] = (regex_range){lo, hi};
    return CAMEO_OK;
}

/* Sorts and joins the ranges from `first` on. Insertion would be slow for long classes: a heap. */
static int regex_range_compare(const void *ctx, uint32_t a, uint32_t b) {
    const regex_range *v = ctx;
    return (v[a].lo > v[b].lo) - (v[a].lo < v[b].lo);
}

static cameo_status regex_class_join(regex_compile *r, uint32_t first) {
    uint32_t n = r->n_range - first, kept = first;
    if (n == 0) return CAMEO_OK;
    uint32_t *order = CM_ARENA_NEW_N(r->l->ir->work, uint32_t, n);
    regex_range *old = CM_ARENA_NEW_N(r->l->ir->work, regex_range, n);
    if (order == NULL || old == NULL) return cm_ir_nomem(r->l->ir);
    memcpy(old, r->range + first, n * sizeof *old);
    cm_lift_sort(order, n, regex_range_compare, old);
    for (uint32_t i = 0; i < n; i++) {
        regex_range v = old[order[i]], *last = r->range + kept;
        if (kept > first && v.lo <= last[-1].hi + 1)
            last[-1].hi = v.hi > last[-1].hi ? v.hi : last[-1].hi;
        else
            r->range[kept++] = v;
    }
    r->n_range = kept;
    return CAMEO_OK;
}

/* The ranges from `first` on become what they leave out. */
static cameo_status regex_class_negate(regex_compile *r, uint32_t first) {
    CM_TRY(regex_class_join(r, first));
    uint32_t n = r->n_range - first, lo = 0;
    regex_range *old = CM_ARENA_NEW_N(r->l->ir->work, regex_range, n + 1);
    if (old == NULL) return cm_ir_nomem(r->l->ir);
    if (n != 0) memcpy(old, r->range + first, n * sizeof *old);
    r->n_range = first;
    for (uint32_t i = 0; i < n; i++) {
        if (old[i].lo > lo) CM_TRY(regex_range_add(r, lo, old[i].lo - 1));
        lo = old[i].hi + 1;
    }
    return lo <= REGEX_LAST ? regex_range_add(r, lo, REGEX_LAST) : CAMEO_OK;
}

/* Ranges in pairs of bytes, for \d and kin and [:name:]. */
typedef struct regex_named {
    const char *name, *pairs;
} regex_named;

static const regex_named regex_names[] = {
    {"d", "09"}, {"s", "\t\n\f\r  "}, {"w", "09AZ__az"},
    {"alnum", "09AZaz"}, {"alpha", "AZaz"}, {"ascii", "\1\177"}, {"blank", "\t\t  "}, {"cntrl", "\1\37\177\177"},
    {"digit", "09"}, {"graph", "!~"}, {"lower", "az"}, {"print", " ~"}, {"punct", "!/:@[`{~"}, {"space", "\t\r  "},
    {"upper", "AZ"}, {"word", "09AZ__az"}, {"xdigit", "09AFaf"}};

/* The class of that name, or its complement, as further ranges. False: there is none. */
static cameo_status regex_class_named(regex_compile *r, cm_str name, bool negated, bool *found) {
    *found = false;
    for (size_t i = 0; i < sizeof regex_names / sizeof *regex_names; i++) {
        const regex_named *v = &regex_names[i];
        if (!cm_str_is(name, v->name)) continue;
        uint32_t first = r->n_range;
        for (const char *p = v->pairs; *p != 0; p += 2) {
            /* A pair cannot hold the byte 0. */
            uint32_t lo = (uint8_t)p[0] == 1 ? 0 : (uint8_t)p[0];
            CM_TRY(regex_range_add(r, lo, (uint8_t)p[1]));
        }
        if (negated) CM_TRY(regex_class_negate(r, first));
        *found = true;
    }
    return CAMEO_OK;
}

/* ---- Escapes ---- */

static int regex_digit(int c, int base) {
    int v = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' &&
        c <= 'F' ? c - 'A' + 10 : 99;
    return v < base ? v : -1;
}

/* Up to `most` digits, or as many as there are before a brace. */
static cameo_status regex_number(regex_compile *r, int base, int most, bool brace, uint32_t *c) {
    size_t start = r->at;
    *c = 0;
    for (int n = 0; (brace || n < most) && regex_digit(regex_peek(r), base) >= 0; n++, r->at++) {
        *c = *c * (uint32_t)base + (uint32_t)regex_digit(regex_peek(r), base);
        if (*c > REGEX_LAST) return regex_fail(r, start, "a number beyond 10FFFF");
    }
    if (r->at == start || (!brace && base == 16 && r->at != start + 2)) return regex_fail(r, start, "a bad number");
    return brace && !regex_eat(r, "}") ? regex_fail(r, r->at, "no }") : CAMEO_OK;
}

/* Behind a backslash: one character. Errors: E_MALFORMED no such escape; E_UNSUPPORTED. */
static cameo_status regex_escape(regex_compile *r, uint32_t *c) {
    static const char from[] = "aftnrv";
    static const uint8_t to[] = {7, 12, 9, 10, 13, 11};
    size_t start = r->at - 1;
    int e = regex_peek(r);
    CM_CHECK(e != 'p' && e != 'P' && e != 'C', r->l->e, CAMEO_E_UNSUPPORTED,
             "unsupported: pattern: \\%c at byte %zu", e, start);
    if (e >= '0' && e <= '7') {
        if (e != '0' && regex_digit(r->at + 1 < r->s.n ? r->s.p[r->at + 1] : -1, 8) < 0)
            return regex_fail(r, start, "a reference to a group, which RE2 has not,");
        return regex_number(r, 8, 3, false, c);
    }
    CM_TRY(regex_char(r, c));
    if (*c == 'x') return regex_eat(r, "{") ? regex_number(r, 16, 0, true, c) : regex_number(r, 16, 2, false, c);
    for (size_t i = 0; i < sizeof to; i++) {
        if (*c == (uint8_t)from[i]) {
            *c = to[i];
            return CAMEO_OK;
        }
    }
    bool letter = *c >= 0x80 || regex_digit((int)*c, 10) >= 0 || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z');
    return letter ? regex_fail(r, start, "an unknown escape") : CAMEO_OK;
}

/* \d \D \s \S \w \W behind the backslash, as ranges. */
static cameo_status regex_perl_class(regex_compile *r, bool *found) {
    int c = regex_peek(r);
    char lower = (char)(c | 0x20);
    *found = false;
    if (c < 0 || (lower != 'd' && lower != 's' && lower != 'w')) return CAMEO_OK;
    r->at++;
    return regex_class_named(r, (cm_str){&lower, 1}, c != lower, found);
}

/* ---- Atoms ---- */

/* One character of a class, which may begin a range. */
static cameo_status regex_class_char(regex_compile *r, uint32_t *c) {
    return regex_eat(r, "\\") ? regex_escape(r, c) : regex_char(r, c);
}

/* [:name:] or \d inside a class. */
static cameo_status regex_class_item(regex_compile *r, bool *found) {
    *found = false;
    if (regex_peek(r) == '\\') {
        r->at++;
        CM_TRY(regex_perl_class(r, found));
        if (!*found) r->at--;
        return CAMEO_OK;
    }
    size_t start = r->at;
    if (!regex_eat(r, "[:")) return CAMEO_OK;
    bool negated = regex_eat(r, "^");
    cm_str name = {r->s.p + r->at, 0};
    while (r->at < r->s.n && r->s.p[r->at] != ':') r->at++, name.n++;
    if (!regex_eat(r, ":]")) {
        r->at = start;
        return CAMEO_OK;
    }
    CM_TRY(regex_class_named(r, name, negated, found));
    return *found ? CAMEO_OK : regex_fail(r, start, "an unknown class");
}

/* Behind [. */
static cameo_status regex_class(regex_compile *r) {
    size_t start = r->at - 1;
    uint32_t first = r->n_range;
    bool negated = regex_eat(r, "^");
    for (bool begin = true; begin || regex_peek(r) != ']'; begin = false) {
        bool found;
        uint32_t lo, hi;
        if (r->at >= r->s.n) return regex_fail(r, start, "a class without an end");
        CM_TRY(regex_class_item(r, &found));
        if (found) continue;
        size_t at = r->at;
        CM_TRY(regex_class_char(r, &lo));
        hi = lo;
        bool range = regex_peek(r) == '-' && r->at + 1 < r->s.n && r->s.p[r->at + 1] != ']';
        if (range) {
            r->at++;
            CM_TRY(regex_class_char(r, &hi));
        }
        if (hi < lo) return regex_fail(r, at, "a range that runs backwards");
        CM_TRY(regex_range_add(r, lo, hi));
    }
    r->at++;
    bool fold = (r->flags & REGEX_FOLD) != 0;
    CM_TRY(negated && !fold ? regex_class_negate(r, first) : regex_class_join(r, first));
    int32_t op = !fold ? CM_REGEX_RANGES : negated ? CM_REGEX_NO_FOLD : CM_REGEX_FOLD;
    return regex_atom(r, op, (int32_t)first, (int32_t)(r->n_range - first));
}

static cameo_status regex_literal(regex_compile *r, uint32_t c) {
    uint32_t first = r->n_range;
    CM_TRY(regex_range_add(r, c, c));
    return regex_atom(r, (r->flags & REGEX_FOLD) != 0 ? CM_REGEX_FOLD : CM_REGEX_RANGES, (int32_t)first, 1);
}

static cameo_status regex_dot(regex_compile *r) {
    uint32_t first = r->n_range;
    bool all = (r->flags & REGEX_DOT_ALL) != 0;
    CM_TRY(regex_range_add(r, 0, all ? REGEX_LAST : '\n' - 1));
    if (!all) CM_TRY(regex_range_add(r, '\n' + 1, REGEX_LAST));
    return regex_atom(r, CM_REGEX_RANGES, (int32_t)first, (int32_t)(r->n_range - first));
}

/* Behind \Q: as it stands, to \E or the end. */
static cameo_status regex_quoted(regex_compile *r) {
    while (r->at < r->s.n && !regex_eat(r, "\\E")) {
        uint32_t c;
        CM_TRY(regex_char(r, &c));
        CM_TRY(regex_literal(r, c));
    }
    return CAMEO_OK;
}

/* Behind a backslash, outside of a class. */
static cameo_status regex_backslash(regex_compile *r) {
    uint32_t first = r->n_range, c;
    bool found;
    if (regex_eat(r, "A")) return regex_atom(r, CM_REGEX_ASSERT, CM_REGEX_TEXT_BEGIN, 0);
    if (regex_eat(r, "z")) return regex_atom(r, CM_REGEX_ASSERT, CM_REGEX_TEXT_END, 0);
    if (regex_eat(r, "b")) return regex_atom(r, CM_REGEX_ASSERT, CM_REGEX_WORD, 0);
    if (regex_eat(r, "B")) return regex_atom(r, CM_REGEX_ASSERT, CM_REGEX_NO_WORD, 0);
    if (regex_eat(r, "Q")) return regex_quoted(r);
    CM_TRY(regex_perl_class(r, &found));
    if (found) {
        CM_TRY(regex_class_join(r, first));
        return regex_atom(r, CM_REGEX_RANGES, (int32_t)first, (int32_t)(r->n_range - first));
    }
    CM_TRY(regex_escape(r, &c));
    return regex_literal(r, c);
}

/* ---- Groups ---- */

static cameo_status regex_open(regex_compile *r, uint32_t flags, size_t position) {
    CM_CHECK(r->depth < REGEX_DEPTH, r->l->e, CAMEO_E_LIMIT,
             "pattern: more than %u groups within each other at byte %zu",
             REGEX_DEPTH, position);
    r->group[r->depth++] = (regex_group){r->n, r->n, 0, flags, position};
    r->has_atom = false;
    return CAMEO_OK;
}

/* At | : the alternative gets a way around it, and a jump to the end that close knows. */
static cameo_status regex_alternative(regex_compile *r) {
    regex_group *g = &r->group[r->depth - 1];
    uint32_t n = r->n - g->branch;
    CM_TRY(regex_room(r, g->branch, 1));
    r->code[g->branch] = (regex_inst){CM_REGEX_SPLIT, 1, (int32_t)n + 2};
    CM_TRY(regex_emit(r, CM_REGEX_JUMP, (int32_t)g->jump, 0));
    g->jump = r->n;
    g->branch = r->n;
    r->has_atom = false;
    return CAMEO_OK;
}

/* The group's end is here: it is an atom. */
static void regex_close(regex_compile *r) {
    regex_group *g = &r->group[--r->depth];
    for (uint32_t at = g->jump; at != 0;) {
        uint32_t before = (uint32_t)r->code[at - 1].a;
        r->code[at - 1].a = (int32_t)(r->n - (at - 1));
        at = before;
    }
    r->atom = g->at;
    r->has_atom = true;
    r->repeated = false;
    r->flags = g->flags;
}

/* Behind (?P< or (?<: the name. */
static cameo_status regex_name(regex_compile *r) {
    size_t start = r->at;
    for (int c = regex_peek(r); c == '_' || regex_digit(c, 10) >= 0 || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
         c = regex_peek(r)) r->at++;
    return r->at == start || !regex_eat(r, ">") ? regex_fail(r, start, "a bad name of a group") : CAMEO_OK;
}

/* Behind (?: flags, then ) or : */
static cameo_status regex_flags(regex_compile *r, size_t start) {
    uint32_t before = r->flags;
    bool off = false;
    for (;; r->at++) {
        int c = regex_peek(r);
        uint32_t flag = c == 'i' ? REGEX_FOLD : c == 'm' ? REGEX_MULTI : c == 's' ? REGEX_DOT_ALL : 0;
        if (c == '-' && !off)
            off = true;
        else if (flag == 0 && c != 'U')
            break;
        r->flags = off ? r->flags & ~flag : r->flags | flag;
    }
    if (regex_eat(r, ")")) {
        r->has_atom = false;
        return CAMEO_OK;
    }
    if (!regex_eat(r, ":")) return regex_fail(r, start, "a bad (?");
    return regex_open(r, before, start);
}

/* Behind (. */
static cameo_status regex_group_begin(regex_compile *r) {
    size_t start = r->at - 1;
    if (!regex_eat(r, "?")) return regex_open(r, r->flags, start);
    if (regex_eat(r, "P<") || regex_eat(r, "<")) {
        CM_TRY(regex_name(r));
        return regex_open(r, r->flags, start);
    }
    return regex_flags(r, start);
}

/* ---- Repetitions ---- */

/* {n}, {n,} or {n,m} at the brace; found is false where it is none, and then it stands for itself. */
static bool regex_counts(regex_compile *r, int32_t *min, int32_t *max) {
    size_t start = r->at;
    int32_t v[2] = {-1, -1};
    r->at++;
    int i = 0;
    for (; i < 2; i++) {
        while (regex_digit(regex_peek(r), 10) >= 0) {
            int32_t d = regex_digit(regex_peek(r), 10);
            v[i] = v[i] < 0 ? d : v[i] > REGEX_MOST_REPEAT ? v[i] : v[i] * 10 + d;
            r->at++;
        }
        if (i == 0 && !regex_eat(r, ",")) break;
    }
    if (v[0] < 0 || !regex_eat(r, "}")) {
        r->at = start;
        return false;
    }
    *min = v[0];
    *max = i == 0 ? v[0] : v[1];
    return true;
}

static cameo_status regex_repeat(regex_compile *r, int c) {
    size_t start = r->at;
    int32_t min = 0, max = 0;
    bool counted = c == '{' && regex_counts(r, &min, &max);
    if (c == '{' && !counted) {
        r->at++;
        return regex_literal(r, '{');
    }
    if (!r->has_atom) return regex_fail(r, start, "nothing to repeat");
    if (r->repeated) return regex_fail(r, start, "a repetition of a repetition");
    bool fits = min <= REGEX_MOST_REPEAT && max <= REGEX_MOST_REPEAT && (max < 0 || min <= max);
    if (counted && !fits) return regex_fail(r, start, "a bad number of repetitions");
    if (!counted) r->at++;
    CM_TRY(counted ? regex_times(r, min, max) : regex_star(r, (char)c));
    (void)regex_eat(r, "?"); /* as few as possible: no difference here */
    r->repeated = true;
    return CAMEO_OK;
}

static cameo_status regex_next(regex_compile *r) {
    int c = regex_peek(r);
    uint32_t literal;
    bool multi = (r->flags & REGEX_MULTI) != 0;
    if (c == '*' || c == '+' || c == '?' || c == '{') return regex_repeat(r, c);
    if (regex_eat(r, "(")) return regex_group_begin(r);
    if (regex_eat(r, "|")) return regex_alternative(r);
    if (c == ')') {
        if (r->depth < 2) return regex_fail(r, r->at, "a ) without a (");
        r->at++;
        regex_close(r);
        return CAMEO_OK;
    }
    if (regex_eat(r, "[")) return regex_class(r);
    if (regex_eat(r, ".")) return regex_dot(r);
    if (regex_eat(r, "^")) return regex_atom(r, CM_REGEX_ASSERT, multi ? CM_REGEX_LINE_BEGIN : CM_REGEX_TEXT_BEGIN, 0);
    if (regex_eat(r, "$")) return regex_atom(r, CM_REGEX_ASSERT, multi ? CM_REGEX_LINE_END : CM_REGEX_TEXT_END, 0);
    if (regex_eat(r, "\\")) return regex_backslash(r);
    CM_TRY(regex_char(r, &literal));
    return regex_literal(r, literal);
}

static cameo_status regex_finish(regex_compile *r, int32_t **program, size_t *size) {
    if (r->depth != 1) return regex_fail(r, r->group[r->depth - 1].position, "a ( without a )");
    regex_close(r);
    CM_TRY(regex_emit(r, CM_REGEX_MATCH, 0, 0));
    size_t n = CM_REGEX_HEAD + CM_REGEX_WORDS * (size_t)r->n + 2 * (size_t)r->n_range, at = 0;
    int32_t *words = CM_ARENA_NEW_N(r->l->ir->work, int32_t, n);
    if (words == NULL) return cm_ir_nomem(r->l->ir);
    words[at++] = (int32_t)r->n;
    for (uint32_t i = 0; i < r->n; i++) {
        words[at++] = r->code[i].op;
        words[at++] = r->code[i].a;
        words[at++] = r->code[i].b;
    }
    for (uint32_t i = 0; i < r->n_range; i++) {
        words[at++] = (int32_t)r->range[i].lo;
        words[at++] = (int32_t)r->range[i].hi;
    }
    *program = words;
    *size = n;
    return CAMEO_OK;
}

cameo_status cm_lift_regex_of(const cm_lift *l, cm_str pattern, int32_t **program, size_t *size) {
    regex_compile *r = CM_ARENA_NEW_N(l->ir->work, regex_compile, 1);
    if (r == NULL) return cm_ir_nomem(l->ir);
    r->l = l;
    r->s = pattern;
    CM_TRY(regex_open(r, 0, 0));
    while (r->at < r->s.n) CM_TRY(regex_next(r));
    return regex_finish(r, program, size);
}

cameo_status cm_lift_regex(const cm_lift *l) {
    const cm_attr *a = cm_ir_attr(l->ir, l->node, "pattern");
    CM_CHECK(a != NULL, l->e, CAMEO_E_MISSING, "attribute pattern is missing");
    CM_CHECK(a->type == CM_ATTR_STRING, l->e, CAMEO_E_TYPE, "attribute pattern has type %d, want %d", (int)a->type,
             CM_ATTR_STRING);
    int32_t *program = NULL;
    size_t size = 0;
    CM_TRY(cm_lift_regex_of(l, a->s, &program, &size));
    return cm_lift_set(l, 1, CAMEO_INT32, program, size, 0);
}
