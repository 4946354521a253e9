/* status.c — error records and the small formatter behind them. See status.h. */
#include "base/status.h"

#include <stdarg.h>

typedef struct status_out {
    char *dst;
    size_t cap;
    size_t n;
} status_out;

static void status_put(status_out *o, char c) {
    if (o->n + 1 < o->cap) o->dst[o->n++] = c;
}

static void status_put_text(status_out *o, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        status_put(o, c < 0x20 || c == 0x7f ? '?' : (char)c);
    }
}

static void status_put_number(status_out *o, unsigned long long v, unsigned base) {
    char digits[24];
    size_t n = 0;
    do {
        digits[n++] = "0123456789abcdef"[v % base];
        v /= base;
    } while (v != 0);
    while (n > 0) status_put(o, digits[--n]);
}

static void status_put_signed(status_out *o, long long v) {
    unsigned long long u = (unsigned long long)v;
    if (v < 0) {
        status_put(o, '-');
        u = 0 - u;
    }
    status_put_number(o, u, 10);
}

/* One conversion at fmt (behind the '%'); returns how many characters of fmt it took. */
static size_t status_convert(status_out *o, const char *fmt, va_list *ap) {
    switch (fmt[0]) {
    case 's': {
        const char *s = va_arg(*ap, const char *);
        size_t n = 0;
        while (s[n] != 0) n++;
        status_put_text(o, s, n);
        return 1;
    }
    case '.': { /* %.*s */
        int n = va_arg(*ap, int);
        const char *s = va_arg(*ap, const char *);
        status_put_text(o, s, n > 0 ? (size_t)n : 0);
        return 3;
    }
    case 'c': status_put(o, (char)va_arg(*ap, int)); return 1;
    case 'd': status_put_signed(o, va_arg(*ap, int)); return 1;
    case 'u': status_put_number(o, va_arg(*ap, unsigned), 10); return 1;
    case 'x': status_put_number(o, va_arg(*ap, unsigned), 16); return 1;
    case 'z': status_put_number(o, va_arg(*ap, size_t), 10); return 2;
    case 'l':
        if (fmt[2] == 'u') {
            status_put_number(o, va_arg(*ap, unsigned long long), 10);
        } else {
            status_put_signed(o, va_arg(*ap, long long));
        }
        return 3;
    default: status_put(o, '%'); return 1;
    }
}

static size_t status_vformat(char *dst, size_t cap, const char *fmt, va_list *ap) {
    status_out o = {dst, cap, 0};
    for (size_t i = 0; fmt[i] != 0;) {
        if (fmt[i] != '%') {
            status_put(&o, fmt[i++]);
        } else {
            i += 1 + status_convert(&o, fmt + i + 1, ap);
        }
    }
    dst[o.n] = 0;
    return o.n;
}

size_t cm_format(char *dst, size_t cap, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    size_t n = status_vformat(dst, cap, fmt, &ap);
    va_end(ap);
    return n;
}

static bool status_begin(cameo_error *e, cameo_status status) {
    if (e == NULL || e->status != CAMEO_OK) return false;
    e->status = status;
    e->node = CAMEO_NO_ID;
    e->offset = CAMEO_NO_OFFSET;
    e->node_name[0] = e->op_type[0] = e->msg[0] = 0;
    return true;
}

cameo_status cm_fail_code(cameo_error *e, cameo_status status) {
    (void)status_begin(e, status);
    return status;
}

cameo_status cm_fail(cameo_error *e, cameo_status status, const char *fmt, ...) {
    if (status_begin(e, status)) {
        va_list ap;
        va_start(ap, fmt);
        (void)status_vformat(e->msg, sizeof e->msg, fmt, &ap);
        va_end(ap);
    }
    return status;
}

void cm_error_at_node(cameo_error *e, uint32_t node, cm_str node_name, cm_str op_type) {
    if (e == NULL || e->status == CAMEO_OK || e->node != CAMEO_NO_ID) return;
    e->node = node;
    (void)cm_format(e->node_name, sizeof e->node_name, "%.*s", CM_STR_ARG(node_name));
    (void)cm_format(e->op_type, sizeof e->op_type, "%.*s", CM_STR_ARG(op_type));
}

void cm_error_at_offset(cameo_error *e, uint64_t offset) {
    if (e == NULL || e->status == CAMEO_OK || e->offset != CAMEO_NO_OFFSET) return;
    e->offset = offset;
}

/* A switch each, no common table: a program that asks for names alone has no texts. */
const char *cameo_status_name(cameo_status s) {
    switch (s) {
#define CAMEO_STATUS_ROW(name, value, text) case name: return #name;
        CAMEO_STATUS_LIST(CAMEO_STATUS_ROW)
#undef CAMEO_STATUS_ROW
    default: return "CAMEO_E_?";
    }
}

const char *cameo_status_text(cameo_status s) {
    switch (s) {
#define CAMEO_STATUS_ROW(name, value, text) case name: return text;
        CAMEO_STATUS_LIST(CAMEO_STATUS_ROW)
#undef CAMEO_STATUS_ROW
    default: return "unknown status";
    }
}
