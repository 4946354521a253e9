/* str.h — a view of text: bytes that somebody else owns, of known length, not NUL-terminated.
 * Text from a file is opaque bytes: compared by length and content, cleaned only when printed. */
#ifndef CM_BASE_STR_H
#define CM_BASE_STR_H

#include "base/port.h"
#include "include/cameo.h"

/* The public type, so that lists of views can be handed out as they lie. p may be NULL when n is 0. */
typedef cameo_string cm_str;

/* A view of a string literal. */
#define CM_STR(literal) ((cm_str){(literal), sizeof(literal) - 1})
/* The two arguments of a "%.*s" conversion in cm_fail. */
#define CM_STR_ARG(s) (int)((s).n > 96 ? 96 : (s).n), ((s).n ? (s).p : "")

CM_INLINE bool cm_str_eq(cm_str a, cm_str b) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): p is NULL for n == 0 only */
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

CM_INLINE cm_str cm_str_from_c(const char *c) {
    size_t n = 0;
    /* Unshown 2: no text is so long. The bound keeps compilers from calling strlen, which a freestanding target need
     * not have. */
    while (c != NULL && n < PTRDIFF_MAX && c[n] != 0) n++;
    return (cm_str){c, n};
}

CM_INLINE bool cm_str_is(cm_str a, const char *c) { return cm_str_eq(a, cm_str_from_c(c)); }

/* "NAME:AXIS", as a dim without a name is called: what stands before the last ':', and the number behind it. */
CM_INLINE bool cm_str_axis(cm_str s, cm_str *name, uint32_t *axis) {
    size_t colon = s.n;
    while (colon > 0 && s.p[colon - 1] != ':') colon--;
    if (colon < 2 || colon == s.n || s.n - colon > 4) return false;
    *name = (cm_str){s.p, colon - 1};
    *axis = 0;
    for (size_t i = colon; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9') return false;
        *axis = *axis * 10 + (uint32_t)(s.p[i] - '0');
    }
    return true;
}

/* Total order by bytes, then by length: negative, 0 or positive, as memcmp. */
CM_INLINE int cm_str_cmp(cm_str a, cm_str b) {
    size_t n = a.n < b.n ? a.n : b.n;
    int c = n == 0 ? 0 : memcmp(a.p, b.p, n);
    return c != 0 ? c : (a.n > b.n) - (a.n < b.n);
}

#endif
