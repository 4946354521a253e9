/* wire_contracts.h — what each function of pb/wire.c that reads wants and promises, in ACSL. Frama-C's plug-in
 * WP proves it of the code (tests/long/66_wire_proof.sh). Included before pb/wire.c; never compiled into anything.
 *
 * The proof is about one function at a time, with the contracts of those that it calls, so that it holds for messages
 * of any size and for any sequence of calls. That no access is out of bounds and that loops end is not written here:
 * WP asks for the first at every access (-wp-rte), for the second at every loop that has a variant. */
#ifndef CM_TESTS_PROOFS_WIRE_CONTRACTS_H
#define CM_TESTS_PROOFS_WIRE_CONTRACTS_H

#include "pb/wire.h"

/* sound: what holds of every reader between two calls.
 * moved: what a call may do to it: go forward within its message; a status that says failure stays.
 * place: the field's row is not a part of what is read, nor of the reader. */
/*@ predicate sound(cm_reader *r) =
      \valid(r) && r->pos <= r->end && \valid_read(r->buf + (0 .. r->end - 1)) &&
      \separated(r, r->buf + (0 .. r->end - 1));
    predicate moved{L1, L2}(cm_reader *r) =
      \at(r->pos, L1) <= \at(r->pos, L2) && \at(r->end, L2) == \at(r->end, L1) &&
      \at(r->buf, L2) == \at(r->buf, L1) &&
      (\at(r->status, L1) != CAMEO_OK ==> \at(r->status, L2) == \at(r->status, L1));
    predicate place(cm_wire_field *f, cm_reader *r) =
      \valid(f) && \separated(f, r) && \separated(f, r->buf + (0 .. r->end - 1));
    predicate field_of(cm_wire_field *f, cm_reader *r) =
      \valid_read(f) && f->begin <= f->end <= r->end; */

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing; */
static inline uint32_t cm_load_le32(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 7));
    assigns \nothing; */
static inline uint64_t cm_load_le64(const uint8_t *p);

/* ---- the reader's own steps ------------------------------------------------------------------ */

/*@ requires sound(r) && status != CAMEO_OK;
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures r->pos == r->end && r->status != CAMEO_OK;
    ensures \old(r->status) != CAMEO_OK ==> r->status == \old(r->status); */
void cm_reader_fail(cm_reader *r, cameo_status status, const char *why, size_t error_pos);

/*@ requires begin <= end;
    assigns \nothing;
    ensures \result.buf == buf && \result.pos == begin && \result.end == end;
    ensures \result.depth == depth && \result.status == CAMEO_OK; */
static cm_reader wire_reader(const uint8_t *buf, size_t begin, size_t end, uint32_t depth);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures r->status == CAMEO_OK ==> \old(r->pos) < r->pos <= \old(r->pos) + 10;
    ensures \old(r->status) == CAMEO_OK && r->status != CAMEO_OK ==> \result == 0; */
static uint64_t wire_read_long_varint(cm_reader *r);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures r->status == CAMEO_OK ==> \old(r->pos) < r->pos <= \old(r->pos) + 10;
    ensures \old(r->status) == CAMEO_OK && r->status != CAMEO_OK ==> \result == 0; */
static uint64_t wire_read_varint(cm_reader *r);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures r->status == CAMEO_OK ==> r->pos == \old(r->pos) + 4; */
static uint32_t wire_read_fixed32(cm_reader *r);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures r->status == CAMEO_OK ==> r->pos == \old(r->pos) + 8; */
static uint64_t wire_read_fixed64(cm_reader *r);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result <= r->end - r->pos; */
static size_t wire_read_length(cm_reader *r);

/*@ requires sound(r) && place(f, r);
    assigns r->status, r->error_pos, r->pos, f->number, f->wire_type;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result ==> r->status == CAMEO_OK && r->pos > \old(r->pos);
    ensures \result ==> f->wire_type <= CM_WIRE_FIXED32; */
static bool wire_read_tag(cm_reader *r, cm_wire_field *f);

/*@ requires sound(r) && place(f, r);
    assigns r->status, r->error_pos, r->pos, f->begin, f->end, f->value;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \old(r->pos) <= f->begin <= f->end == r->pos;
    ensures \result ==> r->status == CAMEO_OK; */
static bool wire_read_payload(cm_reader *r, cm_wire_field *f);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r); */
static bool wire_skip_group(cm_reader *r, uint32_t number, size_t at);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result <= \old(r->end - r->pos); */
static size_t wire_count_varints(cm_reader *r);

/* ---- what callers have ----------------------------------------------------------------------- */

/*@ assigns \nothing;
    ensures \result.buf == buf && \result.pos == 0 && \result.end == size;
    ensures \result.depth == depth && \result.status == CAMEO_OK; */
cm_reader cm_reader_init(const uint8_t *buf, size_t size, uint32_t depth);

/*@ requires sound(r) && place(f, r);
    assigns *r, *f;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result ==> \old(r->pos) <= f->begin <= f->end == r->pos && r->pos > \old(r->pos); */
bool cm_reader_next(cm_reader *r, cm_wire_field *f);

/*@ requires sound(r) && field_of(f, r) && \separated(f, r) && f->wire_type == CM_WIRE_LEN;
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    assigns \result \from *r, *f;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result.buf == r->buf && \result.pos <= \result.end == f->end;
    ensures \result.status == CAMEO_OK ==> \result.pos == f->begin && r->status == CAMEO_OK;
    ensures \result.status == CAMEO_OK ==> \result.depth < \old(r->depth); */
cm_reader cm_reader_sub(cm_reader *r, const cm_wire_field *f);

/*@ requires sound(r) && field_of(f, r);
    assigns \result \from *r, *f;
    ensures \result.buf == r->buf && f->begin <= \result.pos <= \result.end == f->end;
    ensures \result.depth == r->depth;
    ensures \result.status == CAMEO_OK <==> r->status == CAMEO_OK;
    ensures r->status == CAMEO_OK ==> \result.pos == f->begin; */
cm_reader cm_reader_packed(const cm_reader *r, const cm_wire_field *f);

/*@ requires sound(r) && \valid_read(sub) && \separated(sub, r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures r->status == CAMEO_OK ==> sub->status == CAMEO_OK; */
void cm_reader_join(cm_reader *r, const cm_reader *sub);

/*@ requires sound(r) && field_of(f, r);
    assigns \result \from *r, *f;
    ensures \result.n == f->end - f->begin;
    ensures \result.n > 0 ==> \valid_read(r->buf + (f->begin .. f->end - 1)); */
cm_str cm_reader_str(const cm_reader *r, const cm_wire_field *f);

/*@ requires sound(r);
    assigns r->status, r->error_pos, r->pos;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result <= \old(r->end - r->pos); */
size_t cm_packed_count(cm_reader *r, cm_wire_type element);

/*@ requires sound(r) && \valid(v) && \separated(v, r) && \separated(v, r->buf + (0 .. r->end - 1));
    assigns r->status, r->error_pos, r->pos, *v;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result ==> r->status == CAMEO_OK && r->pos > \old(r->pos); */
bool cm_packed_varint_next(cm_reader *r, uint64_t *v);

/*@ requires sound(r) && \valid(v) && \separated(v, r) && \separated(v, r->buf + (0 .. r->end - 1));
    assigns r->status, r->error_pos, r->pos, *v;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result ==> r->status == CAMEO_OK && r->pos > \old(r->pos); */
bool cm_packed_fixed32_next(cm_reader *r, uint32_t *v);

/*@ requires sound(r) && \valid(v) && \separated(v, r) && \separated(v, r->buf + (0 .. r->end - 1));
    assigns r->status, r->error_pos, r->pos, *v;
    assigns r->why \from \nothing;
    ensures sound(r) && moved{Pre, Post}(r);
    ensures \result ==> r->status == CAMEO_OK && r->pos > \old(r->pos); */
bool cm_packed_fixed64_next(cm_reader *r, uint64_t *v);

#endif
