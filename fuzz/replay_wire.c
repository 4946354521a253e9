/* replay_wire.c — arbitrary bytes through the wire reader and writer. What must hold for all of them:
 *   - every field lies inside its message, behind the one before it, and the reader makes progress;
 *   - an error has a text and an offset inside the message, and nothing is read after it;
 *   - a message that was read, written again in shortest form, reads back as the same fields, and
 *     writing those gives the same bytes; counting and writing agree. */
#include "fuzz/replay_impl.h"
#include "pb/wire.h"

#define REPLAY_WIRE_DEPTH 16

static bool replay_wire_check_end(replay *p, const cm_reader *r, size_t begin) {
    REPLAY_HOLDS(p, r->pos == r->end);
    REPLAY_HOLDS(p, (r->why[0] != 0) == (r->status != CAMEO_OK));
    REPLAY_HOLDS(p, r->status == CAMEO_OK || (r->error_pos >= begin && r->error_pos <= r->end));
    cm_reader again = *r;
    cm_wire_field f;
    REPLAY_HOLDS(p, !cm_reader_next(&again, &f));
    return true;
}

/* Reads f as packed elements of each kind: never more than were counted. */
static bool replay_wire_packed(replay *p, const cm_reader *r, const cm_wire_field *f) {
    static const cm_wire_type kinds[] = {CM_WIRE_VARINT, CM_WIRE_FIXED32, CM_WIRE_FIXED64};
    for (size_t k = 0; k < 3; k++) {
        cm_reader counted = cm_reader_packed(r, f);
        cm_reader items = cm_reader_packed(r, f);
        size_t n = cm_packed_count(&counted, kinds[k]);
        size_t n_read = 0;
        uint64_t v;
        uint32_t v32;
        while (k == 0   ? cm_packed_varint_next(&items, &v)
               : k == 1 ? cm_packed_fixed32_next(&items, &v32)
                        : cm_packed_fixed64_next(&items, &v)) {
            n_read++;
        }
        REPLAY_TRY(replay_wire_check_end(p, &items, f->begin));
        if (items.status == CAMEO_OK) REPLAY_HOLDS(p, counted.status == CAMEO_OK && n_read == n);
        if (counted.status == CAMEO_OK) REPLAY_HOLDS(p, n_read <= n);
        if (counted.status != CAMEO_OK) REPLAY_HOLDS(p, items.status != CAMEO_OK);
    }
    return true;
}

/* Walks the message and, as far as REPLAY_WIRE_DEPTH, everything that could be a message inside. */
static bool replay_wire_walk(replay *p) {
    cm_reader stack[REPLAY_WIRE_DEPTH + 1];
    size_t begins[REPLAY_WIRE_DEPTH + 1] = {0};
    size_t n = 1;
    stack[0] = cm_reader_init(p->bytes, p->size, REPLAY_WIRE_DEPTH);
    while (n > 0) {
        cm_reader *r = &stack[n - 1];
        size_t before = r->pos;
        cm_wire_field f;
        if (!cm_reader_next(r, &f)) {
            REPLAY_TRY(replay_wire_check_end(p, r, begins[n - 1]));
            n--;
            continue;
        }
        REPLAY_HOLDS(p, f.begin > before && f.begin <= f.end && f.end == r->pos && r->pos <= r->end);
        REPLAY_HOLDS(p, f.number >= 1 && f.number < UINT32_C(1) << 29 && r->status == CAMEO_OK);
        REPLAY_HOLDS(p, f.wire_type != CM_WIRE_LEN || f.value == f.end - f.begin);
        REPLAY_HOLDS(p, cm_reader_str(r, &f).n == f.end - f.begin);
        if (n > 1) REPLAY_HOLDS(p, r->end <= stack[n - 2].pos);
        REPLAY_TRY(replay_wire_packed(p, r, &f));
        if (f.wire_type == CM_WIRE_LEN && n <= REPLAY_WIRE_DEPTH) {
            begins[n] = f.begin;
            stack[n] = cm_reader_sub(r, &f);
            n++;
        }
    }
    return true;
}

/* Writes the fields of r; LEN fields as bytes, or as nested messages (the same result). */
static void replay_wire_rewrite(cm_reader r, cm_writer *w, bool nested) {
    cm_wire_field f;
    while (cm_reader_next(&r, &f)) {
        switch (f.wire_type) {
        case CM_WIRE_VARINT: cm_writer_field_varint(w, f.number, f.value); break;
        case CM_WIRE_FIXED64: cm_writer_field_fixed64(w, f.number, f.value); break;
        case CM_WIRE_FIXED32: cm_writer_field_fixed32(w, f.number, (uint32_t)f.value); break;
        default:
            if (nested) {
                size_t mark = cm_writer_begin(w, f.number);
                cm_writer_raw(w, r.buf + f.begin, f.end - f.begin);
                cm_writer_end(w, mark);
            } else {
                cm_writer_field_bytes(w, f.number, r.buf + f.begin, f.end - f.begin);
            }
            break;
        }
    }
}

static bool replay_wire_same_fields(cm_reader a, cm_reader b) {
    cm_wire_field fa;
    cm_wire_field fb;
    while (cm_reader_next(&a, &fa)) {
        if (!cm_reader_next(&b, &fb)) return false;
        if (cm_wire_tag(&fa) != cm_wire_tag(&fb) || fa.value != fb.value) return false;
        cm_str text_a = cm_reader_str(&a, &fa);
        cm_str text_b = cm_reader_str(&b, &fb);
        if (fa.wire_type == CM_WIRE_LEN && !cm_str_eq(text_a, text_b)) return false;
    }
    return !cm_reader_next(&b, &fb) && b.status == CAMEO_OK;
}

/* Everything that was read before an error, if there is one, is written. */
static bool replay_wire_round_trip(replay *p) {
    cm_reader r = cm_reader_init(p->bytes, p->size, REPLAY_WIRE_DEPTH);
    cm_writer w = cm_writer_init(NULL, 0);
    cameo_memory first, second;
    replay_wire_rewrite(r, &w, false);
    size_t n = w.pos;
    REPLAY_HOLDS(p, w.status == CAMEO_OK && n <= p->size);
    if (!cm_replay_take(p, n, &first) || !cm_replay_take(p, n, &second)) return true;
    w = cm_writer_init(first.base, n);
    replay_wire_rewrite(r, &w, true);
    REPLAY_HOLDS(p, w.status == CAMEO_OK && w.pos == n);
    cm_reader back = cm_reader_init(first.base, n, REPLAY_WIRE_DEPTH);
    REPLAY_HOLDS(p, replay_wire_same_fields(r, back));
    w = cm_writer_init(second.base, n);
    replay_wire_rewrite(back, &w, false);
    REPLAY_HOLDS(p, w.pos == n && (n == 0 || memcmp(first.base, second.base, n) == 0));
    if (n == 0) return true;
    w = cm_writer_init(first.base, n - 1);
    replay_wire_rewrite(r, &w, true);
    REPLAY_HOLDS(p, w.status == CAMEO_E_NOMEM && w.pos == n);
    return true;
}

bool cm_replay_wire(replay *p) {
    REPLAY_TRY(replay_wire_walk(p));
    return replay_wire_round_trip(p);
}
