/* wire.h — the protobuf wire format: a reader and a writer that know no message type.
 * Lowest part of the pipeline: pb/onnx gives the field numbers their meaning, this file only cuts
 * bytes into fields. Format: https://protobuf.dev/programming-guides/encoding/
 *
 *     cm_reader r = cm_reader_init(bytes, size, 100);
 *     cm_wire_field f;
 *     while (cm_reader_next(&r, &f)) {
 *         switch (cm_wire_tag(&f)) {
 *         case CM_WIRE_TAG(1, CM_WIRE_VARINT): version = cm_wire_i64(f.value); break;
 *         case CM_WIRE_TAG(2, CM_WIRE_LEN): name = cm_reader_str(&r, &f); break;
 *         default: break;
 *         }
 *     }
 *     CM_TRY(cm_reader_status(&r, e));
 *
 * Switching on the whole tag makes a known number with a wrong wire type an unknown field, as
 * protobuf wants it. Every byte is hostile. Positions are indices into one buffer that never moves,
 * so each error has its absolute byte offset. */
#ifndef CM_PB_WIRE_H
#define CM_PB_WIRE_H

#include "base/status.h"

typedef enum cm_wire_type {
    CM_WIRE_VARINT = 0,  /* 1 to 10 bytes, 7 bits each, least significant first */
    CM_WIRE_FIXED64 = 1, /* 8 bytes, little-endian */
    CM_WIRE_LEN = 2,     /* a varint n, then n bytes: message, text, bytes, packed scalars */
    CM_WIRE_SGROUP = 3,  /* opens a group: skipped by the reader, never seen by its caller */
    CM_WIRE_EGROUP = 4,  /* closes it */
    CM_WIRE_FIXED32 = 5  /* 4 bytes, little-endian */
} cm_wire_type;

/* The tag of field `number` (1 to 2^29 - 1), a constant expression. */
#define CM_WIRE_TAG(number, type) ((uint32_t)(number) << 3 | (uint32_t)(type))

/* Most groups inside one another. ONNX declares none, so any group is an unknown field; the figure
 * bounds the stack of the loop that skips them. */
#define CM_WIRE_MAX_GROUPS 32

/* One field. [begin, end) are the bytes of its payload, for every wire type: the varint itself, the
 * 4 or 8 bytes, or what follows the length. An unpacked scalar is thus read like a packed field of
 * one element. */
typedef struct cm_wire_field {
    uint32_t number; /* 1 to 2^29 - 1 */
    uint8_t wire_type; /* VARINT, FIXED64, LEN or FIXED32 */
    uint8_t head;      /* bytes from the field's tag to its payload */
    uint64_t value; /* of a varint; bits of a fixed32 or fixed64; length of LEN in bytes */
    size_t begin;   /* offsets into the reader's buffer */
    size_t end;
} cm_wire_field;

/* Reads one message. Errors are sticky: the first is kept, and every later read finds the end. */
typedef struct cm_reader {
    const uint8_t *buf; /* not owned; outlives the reader and all views that it gave */
    size_t pos;         /* next byte; pos <= end always */
    size_t end;
    uint32_t depth;      /* levels of messages and groups allowed below this message */
    cameo_status status; /* OK; E_MALFORMED not the wire format; E_LIMIT nested too deeply */
    const char *why;     /* constant text, "" while the status is OK */
    size_t error_pos;    /* offset of the tag, length or value that is wrong */
} cm_reader;

/* ---- reading --------------------------------------------------------------------------------- */

/* A reader of the message buf[0, size); buf may be NULL when size is 0. depth: levels of messages
 * and groups that may lie below it (protobuf's own default is 100). */
cm_reader cm_reader_init(const uint8_t *buf, size_t size, uint32_t depth);

/* Reads the next field, unknown groups skipped, and moves behind its payload. false: the message
 * has ended, well (status OK) or because of an error; *f is then unspecified.
 * E_MALFORMED: a varint cut off, of more than 10 bytes or 64 bits; a tag of more than 5 bytes or
 * 32 bits, with field number 0 or wire type 6 or 7; a payload that ends behind its message; a group
 * without start, without end or with another field's end. E_LIMIT: groups nested deeper than
 * depth or CM_WIRE_MAX_GROUPS. Non-minimal varints are equal to their minimal form. */
CM_NODISCARD bool cm_reader_next(cm_reader *r, cm_wire_field *f);

/* A reader of the message in field f (LEN) of r, one level deeper; r goes on behind it, in any
 * order. E_LIMIT, in both readers, where r->depth is 0. The sub-reader of a failed reader has
 * failed too. */
cm_reader cm_reader_sub(cm_reader *r, const cm_wire_field *f);

/* Hands the failure of a sub-reader to its parent, if it failed and the parent has not. */
void cm_reader_join(cm_reader *r, const cm_reader *sub);

/* Fails r, unless it has failed already: for callers that find a wrong value. why is constant. */
void cm_reader_fail(cm_reader *r, cameo_status status, const char *why, size_t error_pos);

/* The status of r, with its text and byte offset in *e (which may be NULL). */
CM_NODISCARD cameo_status cm_reader_status(const cm_reader *r, cameo_error *e);

/* The bytes of a field as a view into the reader's buffer. */
cm_str cm_reader_str(const cm_reader *r, const cm_wire_field *f);

CM_INLINE uint32_t cm_wire_tag(const cm_wire_field *f) {
    return CM_WIRE_TAG(f->number, f->wire_type);
}

/* ---- repeated scalars ------------------------------------------------------------------------ */

/* true where f holds elements of wire type `element`: packed (LEN), or one, unpacked. Writers use
 * either form, whatever the schema says, and may mix them in one message. */
CM_INLINE bool cm_wire_is_repeated(const cm_wire_field *f, cm_wire_type element) {
    return f->wire_type == CM_WIRE_LEN || f->wire_type == element;
}

/* A reader of the elements of f, for the functions below. cm_reader_join gives r its failure. */
cm_reader cm_reader_packed(const cm_reader *r, const cm_wire_field *f);

/* The elements that are left, of wire type `element` (VARINT, FIXED32, FIXED64); 0 on failure.
 * E_MALFORMED where the last one is cut off. At least as many as the next functions then give. */
size_t cm_packed_count(cm_reader *r, cm_wire_type element);

/* The next element; false, and *v = 0, at the end and on failure. */
CM_NODISCARD bool cm_packed_varint_next(cm_reader *r, uint64_t *v);
CM_NODISCARD bool cm_packed_fixed32_next(cm_reader *r, uint32_t *v);
CM_NODISCARD bool cm_packed_fixed64_next(cm_reader *r, uint64_t *v);

/* Varints as protobuf's scalar types. int32 and enums keep the low 32 bits: a negative one is
 * written as 10 bytes. */
CM_INLINE int64_t cm_wire_i64(uint64_t v) {
    return v <= INT64_MAX ? (int64_t)v : -(int64_t)~v - 1;
}
CM_INLINE int32_t cm_wire_i32(uint64_t v) {
    uint32_t low = (uint32_t)v;
    return low <= INT32_MAX ? (int32_t)low : -(int32_t)~low - 1;
}
CM_INLINE bool cm_wire_bool(uint64_t v) { return v != 0; }

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes fields in their shortest form. Without a buffer it counts: the same code first answers the
 * size, then writes exactly that many bytes. A writer that runs out of room goes on counting, so
 * pos is always what the message needs. */
typedef struct cm_writer {
    uint8_t *buf;    /* NULL: counting */
    size_t pos;      /* bytes written or counted, far ones included */
    size_t cap;      /* bytes at buf */
    size_t far_size; /* of pos: bytes that lie elsewhere; buf needs pos - far_size */
    struct cm_far *first, *last; /* far payloads in the order of the message; NULL while counting */
    cameo_status status; /* OK; E_NOMEM cap is too small; E_LIMIT more than SIZE_MAX bytes */
} cm_writer;

/* Payload bytes that a message holds but that stay where they are. The caller's row: it must not move
 * while the writer is used, and be the writer's alone. */
typedef struct cm_far {
    const uint8_t *p;
    size_t size;
    size_t off; /* of its first byte in the whole message */
    struct cm_far *prev, *next;
} cm_far;

/* buf may be NULL (then cap is not used). */
cm_writer cm_writer_init(uint8_t *buf, size_t cap);

/* Parts of a field. A negative int32 or int64 is written as varint (uint64_t)(int64_t)v. */
void cm_writer_tag(cm_writer *w, uint32_t number, cm_wire_type type);
void cm_writer_varint(cm_writer *w, uint64_t v);
void cm_writer_fixed32(cm_writer *w, uint32_t v);
void cm_writer_fixed64(cm_writer *w, uint64_t v);
void cm_writer_raw(cm_writer *w, const void *p, size_t n); /* p may be NULL when n is 0 */

/* Whole fields. */
void cm_writer_field_varint(cm_writer *w, uint32_t number, uint64_t v);
void cm_writer_field_fixed32(cm_writer *w, uint32_t number, uint32_t v);
void cm_writer_field_fixed64(cm_writer *w, uint32_t number, uint64_t v);
void cm_writer_field_bytes(cm_writer *w, uint32_t number, const void *p, size_t n);

/* A nested message or packed field: begin, its contents, end with what begin returned. Its length
 * is known only at the end; a body of 128 bytes or more is then moved to make room for a longer
 * length, so a byte is moved at most once per level. No more than the final size is ever needed. */
CM_NODISCARD size_t cm_writer_begin(cm_writer *w, uint32_t number);
void cm_writer_end(cm_writer *w, size_t mark);

/* As cm_writer_raw, but the n bytes at p are only named: they must stay as long as the writer's message
 * is used. row NULL: they are copied. A counting writer counts them, and leaves *row alone. */
void cm_writer_far(cm_writer *w, const void *p, size_t n, cm_far *row);

/* The message as pieces in order, near and far: CM_TRY the status, then
 *
 *     cm_writer_piece at = {0};
 *     while (cm_writer_next(&w, &at)) put(at.p, at.n);
 *
 * A message without far bytes is one piece: buf[0, pos). */
typedef struct cm_writer_piece {
    const uint8_t *p;
    size_t n; /* > 0 */
    size_t near_size, far_size; /* given so far, of buf and of far payloads */
    const cm_far *last; /* the newest far payload given */
} cm_writer_piece;

CM_NODISCARD bool cm_writer_next(const cm_writer *w, cm_writer_piece *at);

/* Bytes of v as a varint, 1 to 10. */
size_t cm_wire_varint_size(uint64_t v);

#endif
