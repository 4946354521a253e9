/* fields.h — a message of protobuf as a tree of fields that can be changed. What nobody changes is written byte for
 * byte as it was found: unknown fields, groups, the order, numbers in longer forms. Knows no ONNX.
 *
 * A field's payload is opened, its fields becoming children, only where somebody looks into it; a change marks the
 * fields around it, whose lengths are then counted and written anew. Rows come from an arena; bytes stay where they
 * are: in the file, in the arena, with the caller. */
#ifndef CM_PB_FIELDS_H
#define CM_PB_FIELDS_H

#include "base/arena.h"
#include "pb/wire.h"

typedef struct cm_pb_field {
    struct cm_pb_field *parent, *prev, *next, *first, *last;
    struct cm_pb_field *near; /* child that cm_pb_fields_at found last, or NULL */
    const uint8_t *raw;       /* the field as it was found, its tag included; NULL: it is new */
    size_t raw_size;
    const uint8_t *p; /* payload: the bytes of a number, or what follows the length */
    size_t n;
    size_t size;     /* of the payload as it will be written, once measured */
    uint32_t number; /* 0: bytes between fields that are kept as they are: unknown groups */
    uint8_t wire_type;
    uint8_t kind; /* for the caller */
    bool open;    /* its children are what it holds, not p */
    bool touched; /* raw is no longer right */
} cm_pb_field;

/* The tree of the message bytes[0, size): a field without tag. */
void cm_pb_fields_init(cm_pb_field *root, const void *bytes, size_t size);

/* Makes children of the fields in f (LEN), unless it is open. Errors: those of a cm_reader; E_NOMEM. */
CM_NODISCARD cameo_status cm_pb_fields_open(cm_arena *a, cm_pb_field *f, cameo_error *e);
/* Finds the field whose payload begins at p, a byte of the tree's own message, opening what lies around it; asked
 * for in the order of the bytes each takes a short time. NULL: it was removed. Errors: as cm_pb_fields_open. */
CM_NODISCARD cameo_status cm_pb_fields_at(cm_arena *a, cm_pb_field *root, const uint8_t *p, cm_pb_field **f,
                                          cameo_error *e);

/* A field of this number whose payload is a message, a text or a packed list. One of another wire type is a field that
 * nobody knows. */
CM_INLINE bool cm_pb_field_is(const cm_pb_field *f, uint32_t number) {
    return f->number == number && f->wire_type == CM_WIRE_LEN;
}
/* The first child of an open field, the next one behind f, for which cm_pb_field_is holds; NULL. */
cm_pb_field *cm_pb_field_first(const cm_pb_field *parent, uint32_t number);
cm_pb_field *cm_pb_field_next(const cm_pb_field *f, uint32_t number);
/* The payload of the last field of this number in a message, open or not; n is 0 where there is none, or it is a
 * number. */
cm_str cm_pb_field_text(const cm_pb_field *f, uint32_t number);

/* A new field LEN of an open one, before `before` (NULL: at the end), empty, closed. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_pb_fields_add(cm_arena *a, cm_pb_field *parent, cm_pb_field *before, uint32_t number,
                                           cm_pb_field **f, cameo_error *e);
/* The fields in p[0, n), which stay there, as children of an open field. Errors: as cm_pb_fields_open. Who inserts
 * marks the change, by cm_pb_field_touch. */
CM_NODISCARD cameo_status cm_pb_fields_insert(cm_arena *a, cm_pb_field *parent, cm_pb_field *before, const uint8_t *p,
                                              size_t n, cameo_error *e);
void cm_pb_field_touch(cm_pb_field *f);
/* The n bytes at p become the payload. */
void cm_pb_field_set(cm_pb_field *f, const void *p, size_t n);
/* It, and all in it, goes; its parent is NULL from now on. Not for the root. */
void cm_pb_field_remove(cm_pb_field *f);
/* Is it still part of the tree? False where it, or a field around it, was removed. */
bool cm_pb_field_is_in(const cm_pb_field *f, const cm_pb_field *root);
/* All children of an open field that have this number go, of whatever wire type. */
void cm_pb_fields_remove_all(cm_pb_field *parent, uint32_t number);

/* Counts the message; sizes hold until the next change. Errors: E_LIMIT more than SIZE_MAX bytes. */
CM_NODISCARD cameo_status cm_pb_fields_measure(cm_pb_field *root, size_t *size, cameo_error *e);
/* Writes what was measured, in pieces. Errors: those of write. */
CM_NODISCARD cameo_status cm_pb_fields_write(const cm_pb_field *root, cameo_write_fn *write, void *ctx);

#endif
