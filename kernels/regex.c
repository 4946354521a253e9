/* regex.c — RegexFullMatch: which strings a pattern matches as a whole.
 *
 * The pattern is a program of constant input 1 (ir/regex_code.h). All its threads go through a string together, one
 * character at a time, so that the time is the length of the string times that of the program at most (Thompson,
 * "Regular expression search algorithm", 1968). A byte that is no character of UTF-8 matches nothing.
 * Source: ONNX RegexFullMatch, since_version 20. */
#include "kernels/regex.h"

#include "base/utf8.h"
#include "ir/regex_code.h"
#include "kernels/letter_case.h"
#include "kernels/move.h"

static cameo_status regex_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    return cm_shape_out(s, 0, CAMEO_BOOL, x->rank, x->rank == CM_RANK_UNKNOWN ? NULL : x->dims);
}

/* Threads and characters are counted when the strings are looked at. */
static uint64_t regex_cost(const cm_shape *s) { return cm_shape_cost(cm_shape_in(s, 0), 32); }

const cm_op cm_op_RegexFullMatch = {.id = CM_OP_RegexFullMatch, .shape = regex_shape, .cost = regex_cost};

#define REGEX_STRINGS 16 /* of a task */

/* One phase over the strings. Scratch of a worker: CM_REGEX_MEMORY uint32_t for each instruction. */
cameo_status cm_regex_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *program = cm_in(k, 1);
    CM_CHECK(program != NULL && program->n >= CM_REGEX_HEAD + CM_REGEX_WORDS, k->e, CAMEO_E_MALFORMED,
             "attribute pattern is missing");
    size_t most = (program->n - CM_REGEX_HEAD) / CM_REGEX_WORDS;
    CM_CHECK(!cm_ckd_mul(most + 1, CM_REGEX_MEMORY * sizeof(uint32_t), &s->worker_scratch), k->e, CAMEO_E_LIMIT,
             "the pattern is too long");
    cm_setup_simple(s, cm_in(k, 0)->n, REGEX_STRINGS);
    return CAMEO_OK;
}

static bool regex_is_word(uint32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= 'a' && c <= 'z');
}

/* Does the assertion hold between two characters? CM_REGEX_NONE: there is none. */
static bool regex_holds(int32_t what, uint32_t before, uint32_t after) {
    bool word = (before != CM_REGEX_NONE && regex_is_word(before)) != (after != CM_REGEX_NONE && regex_is_word(after));
    switch (what) {
    case CM_REGEX_TEXT_BEGIN: return before == CM_REGEX_NONE;
    case CM_REGEX_TEXT_END: return after == CM_REGEX_NONE;
    case CM_REGEX_LINE_BEGIN: return before == CM_REGEX_NONE || before == '\n';
    case CM_REGEX_LINE_END: return after == CM_REGEX_NONE || after == '\n';
    case CM_REGEX_WORD: return word;
    default: return !word;
    }
}

/* Adds instruction `at` and all that it leads to without a character. step > 0 and higher at each call for a new place.
 * */
static void regex_add(cm_regex_machine *m, uint32_t at, uint32_t step, uint32_t before, uint32_t after) {
    uint32_t depth = 0;
    m->stack[depth++] = at;
    while (depth > 0) {
        uint32_t i = m->stack[--depth];
        if (m->mark[i] == step) continue;
        m->mark[i] = step;
        const int32_t *c = m->code + (size_t)i * CM_REGEX_WORDS;
        switch (c[0]) {
        case CM_REGEX_RANGES:
        case CM_REGEX_FOLD:
        case CM_REGEX_NO_FOLD:
            m->next_from[m->n_next] = m->from;
            m->next[m->n_next++] = i;
            break;
        case CM_REGEX_SPLIT:
            m->stack[depth++] = i + (uint32_t)c[2];
            m->stack[depth++] = i + (uint32_t)c[1];
            break;
        case CM_REGEX_JUMP: m->stack[depth++] = i + (uint32_t)c[1]; break;
        case CM_REGEX_ASSERT:
            if (regex_holds(c[1], before, after)) m->stack[depth++] = i + 1;
            break;
        default: m->matched = true;
        }
    }
}

static bool regex_has(const cm_regex_machine *m, const int32_t *c, uint32_t character) {
    int32_t lo = c[1], hi = c[1] + c[2];
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if ((uint32_t)m->ranges[2 * mid + 1] < character)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c[1] + c[2] && (uint32_t)m->ranges[2 * lo] <= character;
}

static bool regex_takes(const cm_regex_machine *m, const int32_t *c, uint32_t character) {
    if (character >= CM_UTF8_BAD) return false;
    bool has = regex_has(m, c, character);
    for (int upper = 0; c[0] != CM_REGEX_RANGES && !has && upper < 2; upper++) {
        uint32_t other = cm_letter_case(character, upper != 0);
        has = regex_has(m, c, other) || regex_has(m, c, cm_letter_case(other, upper == 0));
    }
    return has != (c[0] == CM_REGEX_NO_FOLD);
}

void cm_regex_init(cm_regex_machine *m, const int32_t *words, uint32_t *memory) {
    *m = (cm_regex_machine){.code = words + CM_REGEX_HEAD, .n = (uint32_t)words[0]};
    m->ranges = m->code + (size_t)m->n * CM_REGEX_WORDS;
    m->now = memory;
    m->next = m->now + m->n;
    m->now_from = m->next + m->n;
    m->next_from = m->now_from + m->n;
    m->mark = m->next_from + m->n;
    m->stack = m->mark + m->n;
}

/* After each character: may the task go on? */
static bool regex_goes_on(cm_regex_machine *m) {
    if (m->k != NULL && m->stopped == CAMEO_OK) m->stopped = cm_poll(m->k, 1 + (uint64_t)m->n_now, &m->done);
    return m->stopped == CAMEO_OK;
}

/* The character before byte `at`. */
static uint32_t regex_before(cm_str s, size_t at) {
    size_t from = at;
    if (at == 0) return CM_REGEX_NONE;
    for (from--; from > 0 && at - from < 4 && ((uint8_t)s.p[from] & 0xc0) == 0x80;) from--;
    return cm_utf8_next(s, &from);
}

/* Threads stand in the order in which they began, so that of two at one instruction the first to begin stays. Once one
 * has matched, only those that began with it or before it go on, for a longer match. */
bool cm_regex_search(cm_regex_machine *m, cm_str s, size_t at, size_t *begin, size_t *end) {
    uint32_t before = regex_before(s, at), step = 1;
    bool found = false;
    memset(m->mark, 0, m->n * sizeof *m->mark);
    for (m->n_now = 0;; step++) {
        size_t behind = at;
        uint32_t after = at < s.n ? cm_utf8_next(s, &behind) : CM_REGEX_NONE;
        m->n_next = 0;
        for (uint32_t i = 0; i <= m->n_now; i++) {
            bool fresh = i == m->n_now; /* a thread that begins here */
            m->from = fresh ? (uint32_t)at : m->now_from[i];
            if (found && (fresh || m->from > *begin)) break;
            m->matched = false;
            regex_add(m, fresh ? 0 : m->now[i] + 1, step, before, after);
            if (!m->matched) continue;
            found = true;
            *begin = m->from;
            *end = at;
        }
        m->n_now = 0;
        for (uint32_t i = 0; i < m->n_next; i++) {
            if (!regex_takes(m, m->code + (size_t)m->next[i] * CM_REGEX_WORDS, after)) continue;
            m->now_from[m->n_now] = m->next_from[i];
            m->now[m->n_now++] = m->next[i];
        }
        if (after == CM_REGEX_NONE || (found && m->n_now == 0) || !regex_goes_on(m)) return found;
        before = after;
        at = behind;
        if (step == UINT32_MAX - 1) memset(m->mark, 0, m->n * sizeof *m->mark), step = 1;
    }
}

bool cm_regex_match(cm_regex_machine *m, cm_str s) {
    size_t at = 0, behind;
    uint32_t before = CM_REGEX_NONE, step = 1;
    memset(m->mark, 0, m->n * sizeof *m->mark);
    for (m->n_next = 0;; step++) {
        behind = at;
        uint32_t after = at < s.n ? cm_utf8_next(s, &behind) : CM_REGEX_NONE;
        m->matched = false;
        if (step == 1) regex_add(m, 0, step, before, after);
        /* The threads of the character before were waiting for this place's neighbours. */
        for (uint32_t i = 0; step > 1 && i < m->n_now; i++) regex_add(m, m->now[i] + 1, step, before, after);
        if (after == CM_REGEX_NONE) return m->matched;
        m->n_now = 0;
        for (uint32_t i = 0; i < m->n_next; i++) {
            const int32_t *c = m->code + (size_t)m->next[i] * CM_REGEX_WORDS;
            if (regex_takes(m, c, after)) m->now[m->n_now++] = m->next[i];
        }
        m->n_next = 0;
        if (m->n_now == 0 || !regex_goes_on(m)) return false;
        before = after;
        at = behind;
        if (step == UINT32_MAX - 1) memset(m->mark, 0, m->n * sizeof *m->mark), step = 1;
    }
}

/* cm_regex_run — y[i]: does the pattern match all of x[i]? Errors: those of cm_spend. */
cameo_status cm_regex_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *program = cm_in(k, 1);
    cm_regex_machine m;
    (void)phase;
    uint64_t spent = 0;
    cm_regex_init(&m, program->data, (uint32_t *)(void *)k->worker_scratch);
    m.k = k;
    for (size_t i = begin * (size_t)REGEX_STRINGS; i < cm_min_size(x->n, end * (size_t)REGEX_STRINGS); i++) {
        cm_str s = cm_tensor_str(x, i);
        CM_TRY(cm_spend(k, cm_cost_mul((uint64_t)s.n + 1, m.n), &spent)); /* a thread at each instruction, at most */
        ((uint8_t *)cm_out(k, 0)->data)[i] = cm_regex_match(&m, s);
        CM_TRY(m.stopped);
    }
    return cm_spend_rest(k, &spent);
}
