/* tool_text.c — texts of files for terminals and JSON. See tool.h. */
#include <string.h>

#include "tools/tool.h"

/* Bytes of the UTF-8 sequence at p[0, n), 0 if there is none (RFC 3629). */
static size_t text_utf8(const unsigned char *p, size_t n) {
    unsigned char c = p[0];
    size_t k = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (k > n) return 0;
    for (size_t i = 1; i < k; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
    }
    if ((c == 0xe0 && p[1] < 0xa0) || (c == 0xed && p[1] > 0x9f)) return 0;
    if ((c == 0xf0 && p[1] < 0x90) || (c == 0xf4 && p[1] > 0x8f)) return 0;
    return k;
}

/* Control characters, C1 among them, and bytes that are no UTF-8 do not reach a terminal. */
const char *tool_text(char *dst, size_t cap, cameo_string s) {
    size_t n = 0, k;
    for (size_t i = 0; i < s.n && n < cap - 1; i += k) {
        const unsigned char *p = (const unsigned char *)s.p + i;
        k = text_utf8(p, s.n - i);
        bool control = k == 0 || p[0] < 32 || p[0] == 127 || (p[0] == 0xc2 && p[1] < 0xa0);
        if (!control && k > cap - 1 - n) break;
        if (control) {
            dst[n++] = '?';
            k = k == 0 ? 1 : k;
        } else {
            memcpy(dst + n, p, k);
            n += k;
        }
    }
    dst[n] = 0;
    return dst;
}

void tool_json_string(FILE *f, cameo_string s) {
    fputc('"', f);
    for (size_t i = 0; i < s.n;) {
        const unsigned char *p = (const unsigned char *)s.p + i;
        size_t k = text_utf8(p, s.n - i);
        if (k == 0) {
            fputs("\\ufffd", f);
        } else if (k == 1 && (*p < 32 || *p == 127)) {
            fprintf(f, "\\u%04x", *p);
        } else if (k == 2 && p[0] == 0xc2 && p[1] < 0xa0) {
            fprintf(f, "\\u%04x", p[1]); /* C1 controls */
        } else {
            if (*p == '"' || *p == '\\') fputc('\\', f);
            fwrite(p, 1, k, f);
        }
        i += k == 0 ? 1 : k;
    }
    fputc('"', f);
}
