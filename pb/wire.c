/* wire.c — protobuf's wire format, read and written. See wire.h.
 * Readers use indices, not pointers, and compare a length with what is left before they narrow it:
 * no sum can wrap, also where size_t has 16 or 32 bits. tests/long/66_wire_proof.sh proves it of the readers, for every
 * input: comments that begin with an @ are the invariants of loops which that proof needs (ACSL, of Frama-C). */
#include "pb/wire.h"

#include "base/bytes.h"

#define WIRE_VARINT_BYTES 10 /* ceil(64 / 7) */
#define WIRE_TAG_BYTES 5     /* ceil(32 / 7); longer ones are refused by protobuf, too */

/* ---- reading --------------------------------------------------------------------------------- */

#if CAMEO_NO_ERRMSG
#define WIRE_WHY(text) ""
#else
#define WIRE_WHY(text) (text)
#endif
#define WIRE_FAIL(r, why, pos) cm_reader_fail((r), CAMEO_E_MALFORMED, WIRE_WHY(why), (pos))

void cm_reader_fail(cm_reader *r, cameo_status status, const char *why, size_t error_pos) {
    if (r->status == CAMEO_OK) {
        r->status = status;
        r->why = why;
        r->error_pos = error_pos;
    }
    r->pos = r->end;
}

static cm_reader wire_reader(const uint8_t *buf, size_t begin, size_t end, uint32_t depth) {
    return (cm_reader){.buf = buf, .pos = begin, .end = end, .depth = depth,
                       .status = CAMEO_OK, .why = "", .error_pos = 0};
}

cm_reader cm_reader_init(const uint8_t *buf, size_t size, uint32_t depth) {
    return wire_reader(buf, 0, size, depth);
}

/* A varint of any length; 0 on failure. */
static CM_NOINLINE uint64_t wire_read_long_varint(cm_reader *r) {
    size_t left = r->end - r->pos;
    size_t n = left < WIRE_VARINT_BYTES ? left : WIRE_VARINT_BYTES;
    uint64_t v = 0;
    /*@ loop invariant 0 <= i <= n;
        loop assigns i, v;
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        uint8_t b = r->buf[r->pos + i];
        if (i == WIRE_VARINT_BYTES - 1 && b > 1) { /* only bit 63 is left */
            WIRE_FAIL(r, b < 0x80 ? "varint of more than 64 bits" : "varint of more than 10 bytes",
                      r->pos);
            return 0;
        }
        v |= (uint64_t)(b & 0x7f) << (7 * i);
        if (b < 0x80) {
            r->pos += i + 1;
            return v;
        }
    }
    WIRE_FAIL(r, "varint cut off", r->pos);
    return 0;
}

/* A varint, mostly of one byte; 0 on failure. */
static uint64_t wire_read_varint(cm_reader *r) {
    if (r->pos < r->end && r->buf[r->pos] < 0x80) return r->buf[r->pos++];
    return wire_read_long_varint(r);
}

static uint32_t wire_read_fixed32(cm_reader *r) {
    if (r->end - r->pos < 4) {
        WIRE_FAIL(r, "fixed32 cut off", r->pos);
        return 0;
    }
    uint32_t v = cm_load_le32(r->buf + r->pos);
    r->pos += 4;
    return v;
}

static uint64_t wire_read_fixed64(cm_reader *r) {
    if (r->end - r->pos < 8) {
        WIRE_FAIL(r, "fixed64 cut off", r->pos);
        return 0;
    }
    uint64_t v = cm_load_le64(r->buf + r->pos);
    r->pos += 8;
    return v;
}

/* A length that fits into what is left of the message; 0 on failure. */
static size_t wire_read_length(cm_reader *r) {
    size_t at = r->pos;
    uint64_t n = wire_read_varint(r);
    if (n > r->end - r->pos) {
        WIRE_FAIL(r, "length runs past the end of its message", at);
        return 0;
    }
    return (size_t)n;
}

/* A tag, split into f->number and f->wire_type; false on failure. */
static bool wire_read_tag(cm_reader *r, cm_wire_field *f) {
    size_t at = r->pos;
    uint64_t tag = wire_read_varint(r);
    if (r->status != CAMEO_OK) return false;
    unsigned type = (unsigned)(tag & 7);
    if (r->pos - at > WIRE_TAG_BYTES) {
        WIRE_FAIL(r, "tag of more than 5 bytes", at);
    } else if (tag > UINT32_MAX) {
        WIRE_FAIL(r, "field number above 2^29 - 1", at);
    } else if (tag >> 3 == 0) {
        WIRE_FAIL(r, "field number 0", at);
    } else if (type > CM_WIRE_FIXED32) {
        WIRE_FAIL(r, "wire type 6 or 7", at);
    }
    f->number = (uint32_t)(tag >> 3);
    f->wire_type = (uint8_t)type;
    return r->status == CAMEO_OK;
}

/* The payload of the tag in *f, which opens or closes no group; false on failure. */
static bool wire_read_payload(cm_reader *r, cm_wire_field *f) {
    f->begin = r->pos;
    switch (f->wire_type) {
    case CM_WIRE_VARINT: f->value = wire_read_varint(r); break;
    case CM_WIRE_FIXED64: f->value = wire_read_fixed64(r); break;
    case CM_WIRE_FIXED32: f->value = wire_read_fixed32(r); break;
    default: {
        size_t n = wire_read_length(r);
        f->value = n;
        f->begin = r->pos;
        r->pos += n;
        break;
    }
    }
    f->end = r->pos;
    return r->status == CAMEO_OK;
}

/* Moves behind the end of group `number`, whose start tag, at offset `at`, has been read; false on
 * failure. An explicit stack of the open groups' numbers, so that the file cannot choose how deep
 * the C stack grows. */
static bool wire_skip_group(cm_reader *r, uint32_t number, size_t at) {
    uint32_t open[CM_WIRE_MAX_GROUPS];
    size_t max = r->depth < CM_WIRE_MAX_GROUPS ? (size_t)r->depth : CM_WIRE_MAX_GROUPS;
    size_t n = 0;
    cm_wire_field f = {.number = number, .wire_type = CM_WIRE_SGROUP};
    size_t tag_at = at;
    /*@ loop invariant sound(r) && moved{Pre, Here}(r);
        loop invariant 0 <= n <= max <= CM_WIRE_MAX_GROUPS;
        loop invariant f.wire_type != CM_WIRE_SGROUP ==> n >= 1;
        loop assigns r->status, r->why, r->error_pos, r->pos, f, n, tag_at, open[0 .. CM_WIRE_MAX_GROUPS - 1];
        loop variant r->end - r->pos; */
    do {
        if (f.wire_type == CM_WIRE_SGROUP) {
            if (n == max) {
                cm_reader_fail(r, CAMEO_E_LIMIT, WIRE_WHY("groups nested too deeply"), tag_at);
                return false;
            }
            open[n++] = f.number;
        } else if (f.wire_type == CM_WIRE_EGROUP) {
            if (f.number != open[n - 1]) {
                WIRE_FAIL(r, "group closed by another field's end", tag_at);
                return false;
            }
            if (--n == 0) return true;
        } else if (!wire_read_payload(r, &f)) {
            return false;
        }
        tag_at = r->pos;
    } while (r->pos < r->end && wire_read_tag(r, &f));
    WIRE_FAIL(r, "group without end", at);
    return false;
}

bool cm_reader_next(cm_reader *r, cm_wire_field *f) {
    /*@ loop invariant sound(r) && moved{Pre, Here}(r);
        loop assigns *r, *f;
        loop variant r->end - r->pos; */
    while (r->pos < r->end) {
        size_t at = r->pos;
        if (!wire_read_tag(r, f)) return false;
        if (f->wire_type == CM_WIRE_SGROUP) {
            if (!wire_skip_group(r, f->number, at)) return false;
        } else if (f->wire_type == CM_WIRE_EGROUP) {
            WIRE_FAIL(r, "group end without start", at);
            return false;
        } else {
            bool there = wire_read_payload(r, f);
            f->head = (uint8_t)(f->begin - at); /* two numbers of at most 10 bytes */
            return there;
        }
    }
    return false;
}

cm_reader cm_reader_sub(cm_reader *r, const cm_wire_field *f) {
    CM_ASSERT(f->wire_type == CM_WIRE_LEN);
    if (r->depth == 0) {
        cm_reader_fail(r, CAMEO_E_LIMIT, WIRE_WHY("messages nested too deeply"), f->begin);
    }
    cm_reader sub = cm_reader_packed(r, f);
    if (r->depth > 0) sub.depth--;
    return sub;
}

cm_reader cm_reader_packed(const cm_reader *r, const cm_wire_field *f) {
    cm_reader sub = wire_reader(r->buf, f->begin, f->end, r->depth);
    if (r->status != CAMEO_OK) cm_reader_fail(&sub, r->status, r->why, r->error_pos);
    return sub;
}

void cm_reader_join(cm_reader *r, const cm_reader *sub) {
    if (sub->status != CAMEO_OK) cm_reader_fail(r, sub->status, sub->why, sub->error_pos);
}

cameo_status cm_reader_status(const cm_reader *r, cameo_error *e) {
    if (r->status == CAMEO_OK) return CAMEO_OK;
    cameo_status status = CM_FAIL(e, r->status, "%s", r->why);
    cm_error_at_offset(e, r->error_pos);
    return status;
}

cm_str cm_reader_str(const cm_reader *r, const cm_wire_field *f) {
    size_t n = f->end - f->begin;
    return (cm_str){n == 0 ? NULL : (const char *)(r->buf + f->begin), n};
}

/* ---- repeated scalars ------------------------------------------------------------------------ */

/* A varint ends at a byte with a clear top bit, so those bytes are as many as the elements. */
static size_t wire_count_varints(cm_reader *r) {
    size_t n = 0;
    size_t begin = r->pos; /* of the element at i */
    /*@ loop invariant r->pos <= begin <= i <= r->end && n <= i - r->pos;
        loop assigns i, n, begin;
        loop variant r->end - i; */
    for (size_t i = r->pos; i < r->end; i++) {
        if (r->buf[i] < 0x80) {
            n++;
            begin = i + 1;
        }
    }
    if (begin == r->end) return n;
    WIRE_FAIL(r, "varint cut off", begin);
    return 0;
}

size_t cm_packed_count(cm_reader *r, cm_wire_type element) {
    if (element == CM_WIRE_VARINT) return wire_count_varints(r);
    size_t size = element == CM_WIRE_FIXED32 ? 4 : 8;
    size_t left = r->end - r->pos;
    if (left % size == 0) return left / size;
    WIRE_FAIL(r, size == 4 ? "fixed32 cut off" : "fixed64 cut off", r->end - left % size);
    return 0;
}

bool cm_packed_varint_next(cm_reader *r, uint64_t *v) {
    bool more = r->pos < r->end;
    *v = more ? wire_read_varint(r) : 0;
    return more && r->status == CAMEO_OK;
}

bool cm_packed_fixed32_next(cm_reader *r, uint32_t *v) {
    bool more = r->pos < r->end;
    *v = more ? wire_read_fixed32(r) : 0;
    return more && r->status == CAMEO_OK;
}

bool cm_packed_fixed64_next(cm_reader *r, uint64_t *v) {
    bool more = r->pos < r->end;
    *v = more ? wire_read_fixed64(r) : 0;
    return more && r->status == CAMEO_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

cm_writer cm_writer_init(uint8_t *buf, size_t cap) {
    return (cm_writer){.buf = buf, .pos = 0, .cap = cap, .status = CAMEO_OK};
}

/* Moves pos on by n. false: no message can be so long. */
static bool wire_count(cm_writer *w, size_t n) {
    if (n > SIZE_MAX - w->pos) {
        w->status = CAMEO_E_LIMIT;
        w->buf = NULL;
        w->pos = SIZE_MAX;
        return false;
    }
    w->pos += n;
    return true;
}

/* Room for n near bytes at pos, which it moves on; NULL while counting. */
static uint8_t *wire_take(cm_writer *w, size_t n) {
    size_t at = w->pos - w->far_size;
    if (!wire_count(w, n)) return NULL;
    if (w->buf != NULL && n > w->cap - at) {
        w->status = CAMEO_E_NOMEM;
        w->buf = NULL; /* from here on it only counts */
    }
    return w->buf == NULL ? NULL : w->buf + at;
}

void cm_writer_raw(cm_writer *w, const void *p, size_t n) {
    uint8_t *dst = wire_take(w, n);
    if (dst != NULL && n > 0) memcpy(dst, p, n);
}

void cm_writer_far(cm_writer *w, const void *p, size_t n, cm_far *row) {
    if (row == NULL) {
        cm_writer_raw(w, p, n);
        return;
    }
    size_t off = w->pos;
    if (!wire_count(w, n)) return;
    w->far_size += n;
    if (w->buf == NULL) return;
    *row = (cm_far){.p = p, .size = n, .off = off, .prev = w->last};
    *(w->last == NULL ? &w->first : &w->last->next) = row;
    w->last = row;
}

size_t cm_wire_varint_size(uint64_t v) {
    size_t n = 1;
    for (; v >= 0x80; v >>= 7) n++;
    return n;
}

/* Writes v to p[0, cm_wire_varint_size(v)). */
static void wire_put_varint(uint8_t *p, uint64_t v) {
    size_t i = 0;
    for (; v >= 0x80; v >>= 7) p[i++] = (uint8_t)(v | 0x80);
    p[i] = (uint8_t)v;
}

void cm_writer_varint(cm_writer *w, uint64_t v) {
    uint8_t *dst = wire_take(w, cm_wire_varint_size(v));
    if (dst != NULL) wire_put_varint(dst, v);
}

void cm_writer_tag(cm_writer *w, uint32_t number, cm_wire_type type) {
    cm_writer_varint(w, CM_WIRE_TAG(number, type));
}

void cm_writer_fixed32(cm_writer *w, uint32_t v) {
    uint8_t *dst = wire_take(w, 4);
    if (dst != NULL) cm_store_le32(dst, v);
}

void cm_writer_fixed64(cm_writer *w, uint64_t v) {
    uint8_t *dst = wire_take(w, 8);
    if (dst != NULL) cm_store_le64(dst, v);
}

void cm_writer_field_varint(cm_writer *w, uint32_t number, uint64_t v) {
    cm_writer_tag(w, number, CM_WIRE_VARINT);
    cm_writer_varint(w, v);
}

void cm_writer_field_fixed32(cm_writer *w, uint32_t number, uint32_t v) {
    cm_writer_tag(w, number, CM_WIRE_FIXED32);
    cm_writer_fixed32(w, v);
}

void cm_writer_field_fixed64(cm_writer *w, uint32_t number, uint64_t v) {
    cm_writer_tag(w, number, CM_WIRE_FIXED64);
    cm_writer_fixed64(w, v);
}

void cm_writer_field_bytes(cm_writer *w, uint32_t number, const void *p, size_t n) {
    cm_writer_tag(w, number, CM_WIRE_LEN);
    cm_writer_varint(w, n);
    cm_writer_raw(w, p, n);
}

/* The mark is where the body begins if its length takes one byte, the least. */
size_t cm_writer_begin(cm_writer *w, uint32_t number) {
    cm_writer_tag(w, number, CM_WIRE_LEN);
    (void)wire_take(w, 1);
    return w->pos;
}

/* Far payloads of the body move in the message, not in memory. */
void cm_writer_end(cm_writer *w, size_t mark) {
    size_t n = w->pos - mark, n_far = 0;
    size_t extra = cm_wire_varint_size(n) - 1;
    if (wire_take(w, extra) == NULL) return;
    for (cm_far *f = w->last; f != NULL && f->off >= mark; f = f->prev) {
        n_far += f->size;
        f->off += extra;
    }
    uint8_t *body = w->buf + (mark - (w->far_size - n_far));
    if (extra > 0) memmove(body + extra, body, n - n_far);
    wire_put_varint(body - 1, n);
}

bool cm_writer_next(const cm_writer *w, cm_writer_piece *at) {
    const cm_far *row = at->last == NULL ? w->first : at->last->next;
    for (; row != NULL && row->off == at->near_size + at->far_size; row = row->next) {
        at->last = row;
        if (row->size == 0) continue;
        at->p = row->p;
        at->n = row->size;
        at->far_size += row->size;
        return true;
    }
    size_t end = row == NULL ? w->pos - w->far_size : row->off - at->far_size;
    at->p = w->buf + at->near_size;
    at->n = end - at->near_size;
    at->near_size = end;
    return at->n != 0;
}
