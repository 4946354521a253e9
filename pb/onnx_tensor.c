/* onnx_tensor.c — TensorProto: checked against its own shape, its payload placed.
 *
 * Payloads that are plain little-endian elements stay in the file (raw_data; float_data or
 * double_data in one piece). The others are decoded into the pool, in native order: varints, data
 * in several pieces, strings, and raw bools that are neither 0 nor 1. Two passes over the message:
 * dims and data_type may stand behind the data. */
#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"
#include "pb/onnx_impl.h"

#define TENSOR_DATA_EXTERNAL 1 /* TensorProto.DataLocation */

/* Keys of external_data that have been given. */
enum { TENSOR_LOCATION = 1, TENSOR_OFFSET = 2, TENSOR_LENGTH = 4 };

/* What the first pass finds. */
typedef struct onnx_tensor_scan {
    cm_reader message;
    cm_str name;
    int32_t dtype;
    int32_t location;
    uint32_t rank;
    int64_t dims[CM_MAX_RANK];
    size_t raw_off, raw_size;
    uint32_t field;               /* number of the typed field with elements, 0: none */
    size_t n_entries;             /* its elements */
    size_t n_pieces;              /* its occurrences that are not empty */
    size_t piece_off, piece_size; /* the last of them */
    size_t text_bytes;            /* of string_data */
    uint32_t external_keys;
    cm_external external;
} onnx_tensor_scan;

/* Wire type of one element of a typed field. */
static cm_wire_type onnx_tensor_wire(uint32_t field) {
    return field == 4    ? CM_WIRE_FIXED32
           : field == 10 ? CM_WIRE_FIXED64
           : field == 6  ? CM_WIRE_LEN
                         : CM_WIRE_VARINT;
}

static bool onnx_tensor_is_typed(const cm_wire_field *w) {
    bool typed = (w->number >= 4 && w->number <= 7) || w->number == 10 || w->number == 11;
    return typed && cm_wire_is_repeated(w, onnx_tensor_wire(w->number));
}

/* The field in which elements of a type are given, if not raw. */
static uint32_t onnx_tensor_field(int32_t dtype) {
    switch (dtype) {
    case CAMEO_FLOAT:
    case CAMEO_COMPLEX64: return 4;
    case CAMEO_DOUBLE:
    case CAMEO_COMPLEX128: return 10;
    case CAMEO_INT64: return 7;
    case CAMEO_UINT32:
    case CAMEO_UINT64: return 11;
    case CAMEO_STRING: return 6;
    default: return 5;
    }
}

/* ---- first pass ------------------------------------------------------------------------------ */

static cameo_status onnx_tensor_dims(cm_onnx *d, onnx_tensor_scan *s, const cm_wire_field *w) {
    cm_reader items = cm_reader_packed(&s->message, w);
    uint64_t v;
    while (cm_packed_varint_next(&items, &v)) {
        CM_CHECK(s->rank < CM_MAX_RANK, d->e, CAMEO_E_LIMIT, "a tensor has a rank above %d: " CM_RANK_HOW,
                 CM_MAX_RANK);
        CM_CHECK(v <= INT64_MAX, d->e, CAMEO_E_MALFORMED, "dim %u of a tensor is %lld",
                 (unsigned)s->rank, CM_LL(cm_wire_i64(v)));
        s->dims[s->rank++] = (int64_t)v;
    }
    return cm_reader_status(&items, d->e);
}

/* Counts the elements of a typed field, reading each: decoding will meet the same errors. */
static cameo_status onnx_tensor_entries(cm_onnx *d, onnx_tensor_scan *s, const cm_wire_field *w) {
    cm_wire_type wire = onnx_tensor_wire(w->number);
    size_t n = 1;
    if (wire == CM_WIRE_VARINT) {
        cm_reader items = cm_reader_packed(&s->message, w);
        uint64_t v;
        for (n = 0; cm_packed_varint_next(&items, &v); n++) CM_TRY(CM_ASK_ITEM(d->options->ask, n, d->e));
        CM_TRY(cm_reader_status(&items, d->e));
    } else if (wire != CM_WIRE_LEN) {
        cm_reader items = cm_reader_packed(&s->message, w);
        n = cm_packed_count(&items, wire);
        CM_TRY(cm_reader_status(&items, d->e));
    }
    if (n == 0) return CAMEO_OK;
    CM_CHECK(s->field == 0 || s->field == w->number, d->e, CAMEO_E_MALFORMED,
             "a tensor has data in fields %u and %u", (unsigned)s->field, (unsigned)w->number);
    s->field = w->number;
    s->n_entries += n; /* at most one for each byte of the file */
    s->n_pieces++;
    s->piece_off = w->begin;
    s->piece_size = w->end - w->begin;
    if (wire == CM_WIRE_LEN) s->text_bytes += s->piece_size;
    return CAMEO_OK;
}

/* A decimal number: digits only, less than 2^64. */
static cameo_status onnx_tensor_decimal(cm_onnx *d, cm_str text, const char *what, uint64_t *v) {
    bool ok = text.n != 0;
    *v = 0;
    for (size_t i = 0; ok && i < text.n; i++) {
        unsigned digit = (unsigned)(unsigned char)text.p[i] - '0';
        ok = digit <= 9 && *v <= (UINT64_MAX - digit) / 10;
        if (ok) *v = *v * 10 + digit;
    }
    CM_CHECK(ok, d->e, CAMEO_E_MALFORMED, "%s of external data is \"%.*s\", want a decimal number",
             what, CM_STR_ARG(text));
    return CAMEO_OK;
}

/* An entry of external_data; other keys (basepath) mean nothing here. */
static cameo_status onnx_tensor_external(cm_onnx *d, onnx_tensor_scan *s, const cm_wire_field *w) {
    cm_str key, value;
    CM_TRY(cm_onnx_entry(d, &s->message, w, &key, &value));
    uint32_t bit = cm_str_is(key, "location") ? TENSOR_LOCATION
                   : cm_str_is(key, "offset") ? TENSOR_OFFSET
                   : cm_str_is(key, "length") ? TENSOR_LENGTH
                                              : 0;
    CM_CHECK((s->external_keys & bit) == 0, d->e, CAMEO_E_MALFORMED,
             "external data has two keys \"%.*s\"", CM_STR_ARG(key));
    s->external_keys |= bit;
    if (bit == TENSOR_LOCATION) s->external.location = value;
    if (cm_str_is(key, "checksum")) s->external.checksum = value;
    if (bit == TENSOR_OFFSET) return onnx_tensor_decimal(d, value, "offset", &s->external.offset);
    if (bit == TENSOR_LENGTH) return onnx_tensor_decimal(d, value, "length", &s->external.length);
    return CAMEO_OK;
}

static cameo_status onnx_tensor_read(cm_onnx *d, onnx_tensor_scan *s, const cm_wire_field *w) {
    if (onnx_tensor_is_typed(w)) return onnx_tensor_entries(d, s, w);
    if (w->number == 1 && cm_wire_is_repeated(w, CM_WIRE_VARINT)) return onnx_tensor_dims(d, s, w);
    switch (cm_wire_tag(w)) {
    case CM_WIRE_TAG(2, CM_WIRE_VARINT): s->dtype = cm_wire_i32(w->value); break;
    case CM_WIRE_TAG(3, CM_WIRE_LEN):
        return CM_FAIL(d->e, CAMEO_E_UNSUPPORTED, "a tensor is a segment of a larger one");
    case CM_WIRE_TAG(8, CM_WIRE_LEN): s->name = cm_reader_str(&s->message, w); break;
    case CM_WIRE_TAG(9, CM_WIRE_LEN):
        s->raw_off = w->begin;
        s->raw_size = w->end - w->begin;
        break;
    case CM_WIRE_TAG(13, CM_WIRE_LEN): return onnx_tensor_external(d, s, w);
    case CM_WIRE_TAG(14, CM_WIRE_VARINT): s->location = cm_wire_i32(w->value); break;
    default: break;
    }
    return CAMEO_OK;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Product of dims. */
static cameo_status onnx_tensor_count(cm_onnx *d, const onnx_tensor_scan *s, size_t *n_elem) {
    size_t n = 1;
    bool overflow = false;
    for (uint32_t i = 0; i < s->rank; i++) {
        if (s->dims[i] == 0) {
            *n_elem = 0;
            return CAMEO_OK;
        }
    }
    for (uint32_t i = 0; i < s->rank; i++) {
        size_t dim = 0;
        overflow = overflow || cm_ckd_size((uint64_t)s->dims[i], &dim) || cm_ckd_mul(n, dim, &n);
    }
    CM_CHECK(!overflow, d->e, CAMEO_E_MALFORMED, "a tensor has more elements than memory can have");
    *n_elem = n;
    return CAMEO_OK;
}

/* Elements that the typed field must have: two for a complex number, one for each byte of packed
 * sub-byte types. */
static size_t onnx_tensor_want(int32_t dtype, size_t n_elem, size_t bytes) {
    uint32_t flags = cm_dtype_flags((cameo_dtype)dtype);
    if ((flags & CM_DTF_COMPLEX) != 0) return 2 * n_elem; /* bytes = 8 n or more is known to fit */
    return (flags & CM_DTF_SUBBYTE) != 0 ? bytes : n_elem;
}

static cameo_status onnx_tensor_check_external(cm_onnx *d, const onnx_tensor_scan *s,
                                               size_t bytes) {
    uint64_t end_max = UINT64_MAX - s->external.offset;
    CM_CHECK(d->options->external, d->e, CAMEO_E_UNSUPPORTED,
             "tensor \"%.*s\" has external data: no external-data callback", CM_STR_ARG(s->name));
    CM_CHECK(s->field == 0 && s->raw_size == 0, d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" has external and inline data", CM_STR_ARG(s->name));
    CM_CHECK(s->dtype != CAMEO_STRING, d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\": strings cannot be external", CM_STR_ARG(s->name));
    CM_CHECK(s->external.location.n != 0, d->e, CAMEO_E_MALFORMED,
             "external data of tensor \"%.*s\" has no location", CM_STR_ARG(s->name));
    bool given = (s->external_keys & TENSOR_LENGTH) != 0;
    CM_CHECK(!given || s->external.length == bytes, d->e, CAMEO_E_MALFORMED,
             "external data of tensor \"%.*s\" has %llu bytes, its shape %zu", CM_STR_ARG(s->name),
             CM_LLU(s->external.length), bytes);
    CM_CHECK(bytes <= end_max, d->e, CAMEO_E_MALFORMED,
             "external data of tensor \"%.*s\" ends nowhere", CM_STR_ARG(s->name));
    return CAMEO_OK;
}

/* Inline data: in one field, the right one, of the right size. bytes: of the shape, 0 for
 * strings. */
static cameo_status onnx_tensor_check_inline(cm_onnx *d, const onnx_tensor_scan *s, size_t n_elem,
                                             size_t bytes) {
    CM_CHECK(s->raw_size == 0 || s->field == 0, d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" has raw_data and field %u", CM_STR_ARG(s->name), (unsigned)s->field);
    CM_CHECK(s->raw_size == 0 || s->dtype != CAMEO_STRING, d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" has strings in raw_data", CM_STR_ARG(s->name));
    if (s->field == 0) {
        CM_CHECK(s->dtype != CAMEO_STRING || n_elem == 0, d->e, CAMEO_E_MALFORMED,
                 "tensor \"%.*s\" has no strings, its shape wants %zu", CM_STR_ARG(s->name), n_elem);
        CM_CHECK(s->raw_size == bytes, d->e, CAMEO_E_MALFORMED,
                 "tensor \"%.*s\" has %zu bytes of raw_data, its shape %zu",
                 CM_STR_ARG(s->name), s->raw_size, bytes);
        return CAMEO_OK;
    }
    CM_CHECK(s->field == onnx_tensor_field(s->dtype), d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" of %s has its data in field %u", CM_STR_ARG(s->name),
             cameo_dtype_name((cameo_dtype)s->dtype), (unsigned)s->field);
    size_t want = onnx_tensor_want(s->dtype, n_elem, bytes);
    CM_CHECK(s->n_entries == want, d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" has %zu entries of data, want %zu", CM_STR_ARG(s->name), s->n_entries,
             want);
    return CAMEO_OK;
}

/* ---- second pass: into the pool -------------------------------------------------------------- */

/* Native bytes of one entry. */
static void onnx_tensor_put(uint8_t *p, size_t width, uint64_t v) {
    uint8_t v8 = (uint8_t)v;
    uint16_t v16 = (uint16_t)v;
    uint32_t v32 = (uint32_t)v;
    if (width == 1) memcpy(p, &v8, 1);
    if (width == 2) memcpy(p, &v16, 2);
    if (width == 4) memcpy(p, &v32, 4);
    if (width == 8) memcpy(p, &v, 8);
}

/* The entries of one occurrence of the typed field, to dst + *n * width. At most s->n_entries are
 * written, even if the file changes under us. */
static cameo_status onnx_tensor_piece(cm_onnx *d, const onnx_tensor_scan *s, const cm_wire_field *w,
                                      uint8_t *dst, size_t width, size_t *n) {
    cm_reader items = cm_reader_packed(&s->message, w);
    cm_wire_type wire = onnx_tensor_wire(w->number);
    uint64_t v = 0;
    uint32_t v32 = 0;
    while (*n < s->n_entries) {
        bool more = wire == CM_WIRE_VARINT    ? cm_packed_varint_next(&items, &v)
                    : wire == CM_WIRE_FIXED64 ? cm_packed_fixed64_next(&items, &v)
                                              : cm_packed_fixed32_next(&items, &v32);
        if (!more) break;
        CM_TRY(CM_ASK_ITEM(d->options->ask, *n, d->e));
        if (wire == CM_WIRE_FIXED32) v = v32;
        if (s->dtype == CAMEO_BOOL) v = v != 0;
        onnx_tensor_put(dst + *n * width, width, v);
        (*n)++;
    }
    return cm_reader_status(&items, d->e);
}

static cameo_status onnx_tensor_decode(cm_onnx *d, const onnx_tensor_scan *s, uint8_t *dst,
                                       size_t bytes) {
    cm_reader r = s->message;
    cm_wire_field w;
    size_t n = 0;
    size_t width = s->n_entries == 0 ? 0 : bytes / s->n_entries;
    while (cm_reader_next(&r, &w)) {
        if (w.number != s->field || !onnx_tensor_is_typed(&w)) continue;
        CM_TRY(onnx_tensor_piece(d, s, &w, dst, width, &n));
    }
    return cm_reader_status(&r, d->e);
}

/* Strings: uint32 off[n + 1], then the bytes (kernels/kernel.h). */
static cameo_status onnx_tensor_decode_strings(cm_onnx *d, const onnx_tensor_scan *s,
                                               uint8_t *dst) {
    cm_reader r = s->message;
    cm_wire_field w;
    uint32_t off = 0;
    size_t n = 0;
    uint8_t *text = dst + 4 * (s->n_entries + 1);
    while (cm_reader_next(&r, &w)) {
        size_t size = w.end - w.begin;
        if (w.number != 6 || !onnx_tensor_is_typed(&w)) continue;
        CM_CHECK(n < s->n_entries && size <= s->text_bytes - off, d->e, CAMEO_E_MALFORMED,
                 "the bytes have changed since measuring");
        CM_TRY(cm_ask_on(d->options->ask, 1, d->e));
        onnx_tensor_put(dst + 4 * n++, 4, off);
        if (size != 0) memcpy(text + off, r.buf + w.begin, size);
        off += (uint32_t)size;
    }
    CM_CHECK(n == s->n_entries, d->e, CAMEO_E_MALFORMED, "the bytes have changed since measuring");
    onnx_tensor_put(dst + 4 * n, 4, off);
    return cm_reader_status(&r, d->e);
}

/* ---- placing --------------------------------------------------------------------------------- */

/* `bytes` of the pool, at a multiple of 8; *dst is NULL while measuring. */
static cameo_status onnx_tensor_reserve(cm_onnx *d, size_t bytes, cm_payload *p, uint8_t **dst) {
    size_t begin, end;
    bool overflow = cm_ckd_align(d->pool_used, 8, &begin) || cm_ckd_add(begin, bytes, &end);
    CM_CHECK(!overflow, d->e, CAMEO_E_LIMIT, "decoded tensors need more than memory can have");
    bool decoding = d->m->t.pool != NULL;
    CM_CHECK(!decoding || end <= d->m->t.pool_size, d->e, CAMEO_E_MALFORMED,
             "the bytes have changed since measuring");
    d->pool_used = end;
    *p = (cm_payload){.segment = CM_SEG_MODEL, .blob = CM_NONE, .off = begin, .size = bytes};
    *dst = decoding ? d->m->t.pool + begin : NULL;
    return CAMEO_OK;
}

static cameo_status onnx_tensor_place_strings(cm_onnx *d, const onnx_tensor_scan *s,
                                              cm_payload *p) {
    size_t bytes;
    uint8_t *dst = NULL;
    bool overflow = s->text_bytes > UINT32_MAX || s->n_entries >= SIZE_MAX / 4 ||
                    cm_ckd_add(4 * (s->n_entries + 1), s->text_bytes, &bytes);
    CM_CHECK(!overflow, d->e, CAMEO_E_LIMIT,
             "tensor \"%.*s\" has %zu bytes of text, the limit is 2^32 - 1", CM_STR_ARG(s->name),
             s->text_bytes);
    CM_TRY(onnx_tensor_reserve(d, bytes, p, &dst));
    return dst == NULL ? CAMEO_OK : onnx_tensor_decode_strings(d, s, dst);
}

/* raw_data of bools where a byte is neither 0 nor 1: kernels see 0 and 1 only. */
static cameo_status onnx_tensor_odd_bools(cm_onnx *d, const onnx_tensor_scan *s, bool *odd) {
    *odd = false;
    for (size_t i = 0; s->dtype == CAMEO_BOOL && i < s->raw_size && !*odd; i++) {
        CM_TRY(CM_ASK_ITEM(d->options->ask, i, d->e));
        *odd = s->message.buf[s->raw_off + i] > 1;
    }
    return CAMEO_OK;
}

static cameo_status onnx_tensor_place_bools(cm_onnx *d, const onnx_tensor_scan *s, cm_payload *p) {
    uint8_t *dst = NULL;
    CM_TRY(onnx_tensor_reserve(d, s->raw_size, p, &dst));
    for (size_t i = 0; dst != NULL && i < s->raw_size; i++) {
        CM_TRY(CM_ASK_ITEM(d->options->ask, i, d->e));
        dst[i] = s->message.buf[s->raw_off + i] != 0;
    }
    return CAMEO_OK;
}

static cameo_status onnx_tensor_place(cm_onnx *d, const onnx_tensor_scan *s, size_t bytes,
                                      cm_payload *p) {
    *p = (cm_payload){.segment = CM_SEG_NONE, .blob = CM_NONE};
    if (s->dtype == CAMEO_STRING) return onnx_tensor_place_strings(d, s, p);
    if (bytes == 0) return CAMEO_OK;
    bool odd;
    CM_TRY(onnx_tensor_odd_bools(d, s, &odd));
    if (odd) return onnx_tensor_place_bools(d, s, p);
    bool plain = s->n_pieces == 1 && (s->field == 4 || s->field == 10);
    if (s->field == 0 || plain) {
        *p = (cm_payload){.segment = CM_SEG_FILE,
                          .blob = CM_NONE,
                          .off = plain ? s->piece_off : s->raw_off,
                          .size = bytes};
        return CAMEO_OK;
    }
    uint8_t *dst = NULL;
    CM_TRY(onnx_tensor_reserve(d, bytes, p, &dst));
    return dst == NULL ? CAMEO_OK : onnx_tensor_decode(d, s, dst, bytes);
}

static cameo_status onnx_tensor_place_external(cm_onnx *d, const onnx_tensor_scan *s, size_t bytes,
                                               cm_tensor_proto *row) {
    CM_TRY(onnx_tensor_check_external(d, s, bytes));
    CM_TRY(CM_ONNX_ADD(d, external, &row->external));
    CM_ONNX_STORE(d, external, row->external, s->external);
    row->payload = (cm_payload){.segment = CM_SEG_EXTERNAL, .blob = row->external, .size = bytes};
    return CAMEO_OK;
}

/* ---- entry points ---------------------------------------------------------------------------- */

cameo_status cm_onnx_tensor_message(cm_onnx *d, cm_reader r, cm_tensor_proto *row) {
    onnx_tensor_scan s;
    size_t n_elem = 0, bytes = 0;
    memset(&s, 0, sizeof s);
    s.message = r;
    s.external.length = UINT64_MAX;
    cm_wire_field w;
    while (cm_reader_next(&r, &w)) {
        d->at = w.begin;
        CM_TRY(cm_ask_on(d->options->ask, 1, d->e));
        CM_TRY(onnx_tensor_read(d, &s, &w));
    }
    CM_TRY(cm_reader_status(&r, d->e));
    d->at = s.message.pos;
    CM_TRY(cm_dtype_check(s.dtype, d->e));
    CM_CHECK(cm_dtype_is_known(s.dtype), d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" has data_type %d", CM_STR_ARG(s.name), (int)s.dtype);
    CM_CHECK(s.location == 0 || s.location == TENSOR_DATA_EXTERNAL, d->e, CAMEO_E_MALFORMED,
             "tensor \"%.*s\" has data_location %d", CM_STR_ARG(s.name), (int)s.location);
    CM_TRY(onnx_tensor_count(d, &s, &n_elem));
    if (s.dtype != CAMEO_STRING) {
        CM_CHECK(cm_dtype_bytes((cameo_dtype)s.dtype, n_elem, &bytes) == CAMEO_OK, d->e,
                 CAMEO_E_MALFORMED, "a tensor has more bytes than memory can have");
    }
    *row = (cm_tensor_proto){.name = s.name,
                             .dtype = s.dtype,
                             .n_elem = n_elem,
                             .external = CM_NONE,
                             .file_off = s.message.pos,
                             .next = CM_NONE};
    for (uint32_t i = 0; i < s.rank; i++) {
        cm_id id = CM_NONE;
        CM_TRY(CM_ONNX_EXTEND(d, &row->dims, ints, &id));
        CM_ONNX_STORE(d, ints, id, s.dims[i]);
    }
    if (s.location == TENSOR_DATA_EXTERNAL) return onnx_tensor_place_external(d, &s, bytes, row);
    CM_TRY(onnx_tensor_check_inline(d, &s, n_elem, bytes));
    return onnx_tensor_place(d, &s, bytes, &row->payload);
}

cameo_status cm_onnx_tensor(cm_onnx *d, const cm_wire_field *w, cm_id *id, cm_tensor_proto *row) {
    cm_reader sub = cm_reader_sub(&d->r, w);
    CM_TRY(cm_reader_status(&sub, d->e));
    CM_TRY(CM_ONNX_ADD(d, tensor, id));
    return cm_onnx_tensor_message(d, sub, row);
}
