/* utf8.h — characters of UTF-8 text, for patterns and operators on strings. */
#ifndef CM_BASE_UTF8_H
#define CM_BASE_UTF8_H

#include "base/str.h"

/* What is no character: CM_UTF8_BAD + the byte. */
#define CM_UTF8_BAD 0x110000u

/* The character at *at < s.n; *at goes behind it. A byte that begins none (overlong forms, surrogates, ends that are
 * missing) counts by itself. */
CM_INLINE uint32_t cm_utf8_next(cm_str s, size_t *at) {
    const uint8_t *p = (const uint8_t *)s.p + *at;
    size_t left = s.n - *at, n =
        p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
    uint32_t c = n < 2 ? p[0] : p[0] & (0xffu >> (n + 1));
    bool bad = n == 0 || n > left;
    for (size_t i = 1; !bad && i < n; i++) {
        bad = (p[i] & 0xc0) != 0x80;
        c = c << 6 | (p[i] & 0x3fu);
    }
    if (n == 3) bad = bad || c < 0x800 || (c >= 0xd800 && c < 0xe000);
    if (n == 4) bad = bad || c < 0x10000 || c > 0x10ffff;
    *at += bad ? 1 : n;
    return bad ? CM_UTF8_BAD + p[0] : c;
}

/* Writes c, or the byte that was no character, at p (at least 4 bytes; NULL: nowhere). Its bytes. */
CM_INLINE size_t cm_utf8_put(uint32_t c, char *p) {
    uint8_t b[4] = {(uint8_t)c};
    size_t n = c < 0x80 || c >= CM_UTF8_BAD ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; n > 1 && i-- > 0; c >>= 6) b[i] =
        (uint8_t)(i == 0 ? (c | (0xf00u >> n & 0xffu)) : ((c & 0x3f) | 0x80));
    for (size_t i = 0; p != NULL && i < n; i++) p[i] = (char)b[i];
    return n;
}

#endif
