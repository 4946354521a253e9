/* fields.c — messages of protobuf that can be changed. See fields.h. Walks go by the rows' links, without recursion. */
#include "pb/fields.h"

void cm_pb_fields_init(cm_pb_field *root, const void *bytes, size_t size) {
    *root = (cm_pb_field){.p = bytes, .n = size, .wire_type = CM_WIRE_LEN, .touched = true};
}

/* ---- reading --------------------------------------------------------------------------------- */

static cm_pb_field *fields_new(cm_arena *a, cm_pb_field *parent, cm_pb_field *before) {
    cm_pb_field *f = CM_ARENA_NEW(a, cm_pb_field);
    if (f == NULL) return NULL;
    f->parent = parent;
    f->next = before;
    f->prev = before == NULL ? parent->last : before->prev;
    *(f->prev == NULL ? &parent->first : &f->prev->next) = f;
    *(before == NULL ? &parent->last : &before->prev) = f;
    return f;
}

/* Bytes as they were found, as a child. */
static cm_pb_field *fields_found(cm_arena *a, cm_pb_field *parent, cm_pb_field *before, const uint8_t *raw,
                                 size_t raw_size) {
    cm_pb_field *f = fields_new(a, parent, before);
    if (f == NULL) return NULL;
    f->raw = raw;
    f->raw_size = raw_size;
    return f;
}

cameo_status cm_pb_fields_insert(cm_arena *a, cm_pb_field *parent, cm_pb_field *before, const uint8_t *p, size_t n,
                                 cameo_error *e) {
    cm_reader r = cm_reader_init(p, n, CM_WIRE_MAX_GROUPS);
    cm_wire_field w;
    size_t at = 0;
    while (cm_reader_next(&r, &w)) {
        size_t start = w.begin - w.head;
        if (start != at) (void)fields_found(a, parent, before, p + at, start - at);
        cm_pb_field *f = fields_found(a, parent, before, p + start, w.end - start);
        if (f == NULL) break;
        f->number = w.number;
        f->wire_type = (uint8_t)w.wire_type;
        f->p = p + w.begin;
        f->n = w.end - w.begin;
        at = w.end;
    }
    if (at != n && r.pos == n) (void)fields_found(a, parent, before, p + at, n - at);
    CM_TRY(cm_arena_status(a, "editor", e));
    return cm_reader_status(&r, e);
}

cameo_status cm_pb_fields_open(cm_arena *a, cm_pb_field *f, cameo_error *e) {
    if (f->open) return CAMEO_OK;
    CM_TRY(cm_pb_fields_insert(a, f, NULL, f->p, f->n, e));
    f->open = true;
    return CAMEO_OK;
}

/* Whether a payload that begins at p is the field's, or one in it. That is behind the field's first byte, and right
 * behind its last one where the payload is empty. */
static bool fields_holds(const cm_pb_field *f, const uint8_t *p) {
    return f->raw != NULL && p > f->raw && p <= f->raw + f->raw_size;
}

/* The child that holds a payload at p; from the one that was found last on. */
static cm_pb_field *fields_child(cm_pb_field *f, const uint8_t *p) {
    cm_pb_field *c = f->near != NULL ? f->near : f->first;
    while (c != NULL && (c->raw == NULL || p <= c->raw)) c = c->prev;
    bool all = c == NULL;
    if (all) c = f->first;
    while (c != NULL && !fields_holds(c, p)) {
        c = c->next;
        if (c != NULL || all) continue;
        c = f->first; /* bytes that came from elsewhere stood in between */
        all = true;
    }
    if (c != NULL) f->near = c;
    return c;
}

cameo_status cm_pb_fields_at(cm_arena *a, cm_pb_field *root, const uint8_t *p, cm_pb_field **f, cameo_error *e) {
    cm_pb_field *at = root;
    do {
        CM_TRY(cm_pb_fields_open(a, at, e));
        at = fields_child(at, p);
    } while (at != NULL && at->p != p);
    *f = at;
    return CAMEO_OK;
}

cm_pb_field *cm_pb_field_first(const cm_pb_field *parent, uint32_t number) {
    cm_pb_field *f = parent->first;
    while (f != NULL && !cm_pb_field_is(f, number)) f = f->next;
    return f;
}

cm_pb_field *cm_pb_field_next(const cm_pb_field *f, uint32_t number) {
    do {
        f = f->next;
    } while (f != NULL && !cm_pb_field_is(f, number));
    return (cm_pb_field *)(uintptr_t)f;
}

cm_str cm_pb_field_text(const cm_pb_field *f, uint32_t number) {
    cm_str s = {NULL, 0};
    cm_reader r = cm_reader_init(f->p, f->n, CM_WIRE_MAX_GROUPS);
    cm_wire_field w;
    for (const cm_pb_field *c = f->open ? f->last : NULL; c != NULL; c = c->prev) {
        if (cm_pb_field_is(c, number)) return (cm_str){(const char *)c->p, c->n};
    }
    while (!f->open && cm_reader_next(&r, &w)) {
        if (w.number == number && w.wire_type == CM_WIRE_LEN) s = cm_reader_str(&r, &w);
    }
    return s;
}

/* ---- changing -------------------------------------------------------------------------------- */

void cm_pb_field_touch(cm_pb_field *f) {
    for (; f != NULL && !f->touched; f = f->parent) f->touched = true;
}

cameo_status cm_pb_fields_add(cm_arena *a, cm_pb_field *parent, cm_pb_field *before, uint32_t number, cm_pb_field **f,
                              cameo_error *e) {
    cm_pb_field *c = fields_new(a, parent, before);
    CM_TRY(cm_arena_status(a, "editor", e));
    c->number = number;
    c->wire_type = CM_WIRE_LEN;
    cm_pb_field_touch(c);
    *f = c;
    return CAMEO_OK;
}

void cm_pb_field_set(cm_pb_field *f, const void *p, size_t n) {
    f->p = p;
    f->n = n;
    f->open = false;
    f->first = f->last = f->near = NULL;
    cm_pb_field_touch(f);
}

void cm_pb_field_remove(cm_pb_field *f) {
    cm_pb_field *parent = f->parent;
    *(f->prev == NULL ? &parent->first : &f->prev->next) = f->next;
    *(f->next == NULL ? &parent->last : &f->next->prev) = f->prev;
    if (parent->near == f) parent->near = f->prev;
    f->parent = NULL;
    cm_pb_field_touch(parent);
}

bool cm_pb_field_is_in(const cm_pb_field *f, const cm_pb_field *root) {
    while (f->parent != NULL) f = f->parent;
    return f == root;
}

void cm_pb_fields_remove_all(cm_pb_field *parent, uint32_t number) {
    for (cm_pb_field *f = parent->first, *next; f != NULL; f = next) {
        next = f->next;
        if (f->number == number) cm_pb_field_remove(f);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool fields_is_inner(const cm_pb_field *f) { return f->touched && f->open; }

/* Bytes of a field, its payload measured. */
static bool fields_add_bytes(const cm_pb_field *f, size_t *sum) {
    if (!f->touched) return !cm_ckd_add(*sum, f->raw_size, sum);
    size_t head = cm_wire_varint_size(CM_WIRE_TAG(f->number, f->wire_type));
    if (f->wire_type == CM_WIRE_LEN) head += cm_wire_varint_size(f->size);
    return !cm_ckd_add(*sum, head, sum) && !cm_ckd_add(*sum, f->size, sum);
}

cameo_status cm_pb_fields_measure(cm_pb_field *root, size_t *size, cameo_error *e) {
    cm_pb_field *f = root;
    for (;;) {
        f->size = fields_is_inner(f) ? 0 : f->n;
        if (fields_is_inner(f) && f->first != NULL) {
            f = f->first;
            continue;
        }
        while (f != root) {
            CM_CHECK(fields_add_bytes(f, &f->parent->size), e, CAMEO_E_LIMIT, "the model is too large");
            if (f->next != NULL) break;
            f = f->parent;
        }
        if (f == root) break;
        f = f->next;
    }
    *size = root->size;
    return CAMEO_OK;
}

/* Pieces that lie one behind the other are written as one. */
typedef struct fields_out {
    cameo_write_fn *write;
    void *ctx;
    const uint8_t *p;
    size_t n;
} fields_out;

static cameo_status fields_put(fields_out *o, const uint8_t *p, size_t n) {
    if (n == 0) return CAMEO_OK;
    if (o->n != 0 && o->p + o->n == p) {
        o->n += n;
        return CAMEO_OK;
    }
    if (o->n != 0) CM_TRY(o->write(o->ctx, o->p, o->n));
    o->p = p;
    o->n = n;
    return CAMEO_OK;
}

/* A field that changed: its tag and length, and what is not in children. */
static cameo_status fields_put_changed(fields_out *o, const cm_pb_field *f) {
    uint8_t head[16];
    cm_writer w = cm_writer_init(head, sizeof head);
    cm_writer_tag(&w, f->number, (cm_wire_type)f->wire_type);
    if (f->wire_type == CM_WIRE_LEN) cm_writer_varint(&w, f->size);
    CM_TRY(fields_put(o, head, w.pos));
    CM_TRY(o->write(o->ctx, o->p, o->n)); /* before `head` ends */
    o->n = 0;
    return fields_is_inner(f) ? CAMEO_OK : fields_put(o, f->p, f->n);
}

cameo_status cm_pb_fields_write(const cm_pb_field *root, cameo_write_fn *write, void *ctx) {
    fields_out o = {.write = write, .ctx = ctx};
    const cm_pb_field *f = root;
    if (!fields_is_inner(root)) CM_TRY(fields_put(&o, root->p, root->n));
    for (;;) {
        if (fields_is_inner(f) && f->first != NULL) {
            f = f->first;
        } else {
            while (f != root && f->next == NULL) f = f->parent;
            if (f == root) break;
            f = f->next;
        }
        CM_TRY(f->touched ? fields_put_changed(&o, f) : fields_put(&o, f->raw, f->raw_size));
    }
    return o.n == 0 ? CAMEO_OK : write(ctx, o.p, o.n);
}
