/* test_wire.c — the wire format byte by byte: what protobuf's conformance suite requires of a
 * decoder (valid and broken tags, varints, lengths, groups, packed fields), and the writer's round
 * trips. Expected bytes are those of the encoding guide (protobuf.dev) or worked out by hand. */
#include "pb/wire.h"

#include <stdlib.h>

#include "tests/check.h"

#define DEPTH 100

/* Bytes given as a string literal. */
#define BYTES(literal) (literal), sizeof(literal) - 1

/* A copy of exactly n bytes on the heap: the sanitizer sees each read behind its end. */
static uint8_t *wire_copy(const char *bytes, size_t n) {
    uint8_t *p = malloc(n + (n == 0));
    if (p != NULL && n > 0) memcpy(p, bytes, n);
    return p;
}

/* Writes all fields of a message as text: "1:varint 150", "2:len 3@4" (size, then offset), ... */
static void wire_trace(cm_reader *r, char *out, size_t cap) {
    size_t n = 0;
    cm_wire_field f;
    out[0] = 0;
    while (cm_reader_next(r, &f)) {
        const char *const names[] = {"varint", "fixed64", "len", "", "", "fixed32"};
        int k = snprintf(out + n, cap - n, "%s%lu:%s %llu", n == 0 ? "" : " ",
                         (unsigned long)f.number, names[f.wire_type], CM_LLU(f.value));
        n += k > 0 ? (size_t)k : 0;
        if (n < cap && f.wire_type == CM_WIRE_LEN) {
            k = snprintf(out + n, cap - n, "@%u", (unsigned)f.begin);
            n += k > 0 ? (size_t)k : 0;
        }
        if (n >= cap) return;
    }
}

typedef struct wire_case {
    const char *name;
    const char *bytes;
    size_t n;
    const char *fields; /* that are read before the end or the error */
    cameo_status status;
    size_t error_pos;
} wire_case;

static const wire_case wire_good[] = {
    {"empty message", BYTES(""), "", 0, 0},
    {"guide: a = 150", BYTES("\x08\x96\x01"), "1:varint 150", 0, 0},
    {"guide: b = testing", BYTES("\x12\x07testing"), "2:len 7@2", 0, 0},
    {"fixed32, fixed64 are little-endian",
     BYTES("\x0d\x04\x03\x02\x01\x11\x08\x07\x06\x05\x04\x03\x02\x01"),
     "1:fixed32 16909060 2:fixed64 72623859790382856", 0, 0},
    {"varint 2^64 - 1 in 10 bytes", BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
     "1:varint 18446744073709551615", 0, 0},
    {"W06 tag not minimal, 2 bytes", BYTES("\xa2\x00\x01x"), "4:len 1@3", 0, 0},
    {"W06 tag not minimal, 5 bytes", BYTES("\x88\x80\x80\x80\x00\x05"), "1:varint 5", 0, 0},
    {"W06 length not minimal", BYTES("\x0a\x81\x80\x80\x80\x80\x80\x80\x80\x80\x00x"), "1:len 1@11",
     0, 0},
    {"W06 value not minimal", BYTES("\x08\x85\x80\x00"), "1:varint 5", 0, 0},
    {"W10 highest field number", BYTES("\xf8\xff\xff\xff\x0f\x01"), "536870911:varint 1", 0, 0},
    {"W16 empty payload", BYTES("\x0a\x00\x12\x00"), "1:len 0@2 2:len 0@4", 0, 0},
    {"W20 repeated singular fields all arrive", BYTES("\x08\x01\x08\x02"),
     "1:varint 1 1:varint 2", 0, 0},
    {"W24 empty group", BYTES("\x0b\x0c\x10\x01"), "2:varint 1", 0, 0},
    {"W24 group of every wire type",
     BYTES("\x0b\x08\x96\x01\x11" "12345678" "\x1a\x02\x0b\x0b\x25" "1234" "\x0c\x10\x07"),
     "2:varint 7", 0, 0},
    {"W24 groups inside groups, same number too",
     BYTES("\x0b\x0b\x13\x14\x0c\x1b\x1c\x0c\x0b\x0c\x10\x01"), "2:varint 1", 0, 0},
    {"W24 end tag not minimal", BYTES("\x0b\x8c\x00\x10\x01"), "2:varint 1", 0, 0},
    {"W24 group number of 5 bytes", BYTES("\xfb\xff\xff\xff\x0f\xfc\xff\xff\xff\x0f"), "", 0, 0},
};

#define BAD CAMEO_E_MALFORMED
static const wire_case wire_bad[] = {
    {"W02 tag cut off", BYTES("\x08\x01\x80"), "1:varint 1", BAD, 2},
    {"W02 tag without payload", BYTES("\x08"), "", BAD, 1},
    {"W02 varint cut off", BYTES("\x08\x96"), "", BAD, 1},
    {"W02 fixed32 cut off", BYTES("\x0d\x01\x02\x03"), "", BAD, 1},
    {"W02 fixed64 cut off", BYTES("\x09\x01\x02\x03\x04\x05\x06\x07"), "", BAD, 1},
    {"W02 no length", BYTES("\x0a"), "", BAD, 1},
    {"W02 length cut off", BYTES("\x0a\x80"), "", BAD, 1},
    {"W02 payload cut off", BYTES("\x0a\x02x"), "", BAD, 1},
    {"W04 varint of 11 bytes", BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), "",
     BAD, 1},
    {"W04 11 bytes, value 0", BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"), "",
     BAD, 1},
    {"W04 varint of 10 bytes, then cut off", BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
     "", BAD, 1},
    {"W05 bit 64 is set", BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02"), "", BAD, 1},
    {"W05 bits 63 to 69 are set", BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), "",
     BAD, 1},
    {"W09 field number 0, varint", BYTES("\x00\x01"), "", BAD, 0},
    {"W09 field number 0, fixed64", BYTES("\x01" "12345678"), "", BAD, 0},
    {"W09 field number 0, len", BYTES("\x02\x00"), "", BAD, 0},
    {"W09 field number 0, group", BYTES("\x03\x04"), "", BAD, 0},
    {"W09 field number 0, fixed32", BYTES("\x05" "1234"), "", BAD, 0},
    {"W09 field number 0, not minimal", BYTES("\x08\x01\x80\x00\x01"), "1:varint 1", BAD, 2},
    {"W10 field number 2^29", BYTES("\x80\x80\x80\x80\x10\x01"), "", BAD, 0},
    {"W10 field number 2^32 + 1", BYTES("\x88\x80\x80\x80\x80\x01\x01"), "", BAD, 0},
    {"W11 wire type 6", BYTES("\x0e\x00"), "", BAD, 0},
    {"W11 wire type 7", BYTES("\x08\x01\x0f\x00"), "1:varint 1", BAD, 2},
    {"W14 length 2^31 - 1", BYTES("\x0a\xff\xff\xff\xff\x07xx"), "", BAD, 1},
    {"W14 length 2^31", BYTES("\x0a\x80\x80\x80\x80\x08xx"), "", BAD, 1},
    {"W14 length 2^32 - 1", BYTES("\x0a\xff\xff\xff\xff\x0fxx"), "", BAD, 1},
    {"W14 length 2^63", BYTES("\x0a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01xx"), "", BAD, 1},
    {"W14 length 2^64 - 1", BYTES("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01xx"), "", BAD, 1},
    {"W15 length 2^16 + 1 of one byte", BYTES("\x0a\x81\x80\x04x"), "", BAD, 1},
    {"W15 length 2^32 + 1 of one byte", BYTES("\x0a\x81\x80\x80\x80\x10x"), "", BAD, 1},
    {"W25 group without end", BYTES("\x08\x01\x0b\x10\x01"), "1:varint 1", BAD, 2},
    {"W25 inner group without end", BYTES("\x0b\x13\x0c"), "", BAD, 2},
    {"W25 end without start", BYTES("\x08\x01\x0c"), "1:varint 1", BAD, 2},
    {"W25 end of another field", BYTES("\x0b\x14"), "", BAD, 1},
    {"W25 groups crossing", BYTES("\x0b\x13\x0c\x14"), "", BAD, 2},
    {"W25 second end", BYTES("\x0b\x0c\x0c"), "", BAD, 2},
    {"W25 end inside a payload is no end", BYTES("\x0b\x12\x01\x0c"), "", BAD, 0},
    {"bad tag inside a group", BYTES("\x0b\x0e\x0c"), "", BAD, 1},
    {"field number 0 inside a group", BYTES("\x0b\x00\x00\x0c"), "", BAD, 1},
    {"length past the end inside a group", BYTES("\x0b\x12\x02\x0c"), "", BAD, 2},
    {"varint too long inside a group",
     BYTES("\x0b\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02\x0c"), "", BAD, 2},
    {"W39 tag of 6 bytes", BYTES("\x88\x80\x80\x80\x80\x00\x01"), "", BAD, 0},
    {"W39 tag of 10 bytes", BYTES("\x88\x80\x80\x80\x80\x80\x80\x80\x80\x00\x01"), "", BAD, 0},
    {"W39 tag of 11 bytes", BYTES("\x88\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00\x01"), "", BAD, 0},
    {"W39 tag is 2^32", BYTES("\x80\x80\x80\x80\x10"), "", BAD, 0},
    {"W39 tag of 5 bytes above 2^32", BYTES("\x88\x80\x80\x80\x70\x01"), "", BAD, 0},
};

static void wire_check_table(const wire_case *cases, size_t n_cases) {
    for (size_t i = 0; i < n_cases; i++) {
        const wire_case *c = &cases[i];
        uint8_t *bytes = wire_copy(c->bytes, c->n);
        CHECK(bytes != NULL);
        char fields[256];
        cm_reader r = cm_reader_init(bytes, c->n, DEPTH);
        wire_trace(&r, fields, sizeof fields);
        free(bytes);
        CHECK_MSG(strcmp(fields, c->fields) == 0, "%s: fields \"%s\"", c->name, fields);
        CHECK_MSG(r.status == c->status, "%s: status %d (%s)", c->name, (int)r.status, r.why);
        CHECK_MSG(r.error_pos == c->error_pos, "%s: error at %u (%s)", c->name,
                  (unsigned)r.error_pos, r.why);
        CHECK_MSG(r.pos == r.end && (r.why[0] != 0) == (r.status != CAMEO_OK), "%s: end", c->name);
    }
}

void test_wire_well_formed(void) {
    wire_check_table(wire_good, sizeof wire_good / sizeof *wire_good);
}

void test_wire_malformed(void) { wire_check_table(wire_bad, sizeof wire_bad / sizeof *wire_bad); }

/* W02: each proper prefix of a message is an error, or ends between two fields. */
void test_wire_every_prefix(void) {
    static const char whole[] = "\x08\x96\x01\x12\x03" "abc\x1d" "1234\x21"
                                "12345678\x2b\x08\x01\x2c";
    static const size_t field_ends[] = {0, 3, 8, 13, 22, 26};
    for (size_t n = 0; n < sizeof whole; n++) {
        uint8_t *bytes = wire_copy(whole, n);
        CHECK(bytes != NULL);
        cm_reader r = cm_reader_init(bytes, n, DEPTH);
        cm_wire_field f;
        size_t n_fields = 0;
        while (cm_reader_next(&r, &f)) n_fields++;
        free(bytes);
        bool complete = false;
        for (size_t i = 0; i < sizeof field_ends / sizeof *field_ends; i++) {
            complete = complete || field_ends[i] == n;
        }
        CHECK_INT(r.status, complete ? CAMEO_OK : CAMEO_E_MALFORMED);
        CHECK(r.error_pos <= n && n_fields <= 4);
    }
}

/* The first error stays; nothing is read behind it; the error record names text and offset. */
void test_wire_errors_stick(void) {
    static const uint8_t bytes[] = {0x08, 0x01, 0x0e, 0x08, 0x01};
    cm_reader r = cm_reader_init(bytes, sizeof bytes, DEPTH);
    cm_wire_field f;
    CHECK(cm_reader_next(&r, &f));
    CHECK_INT(cm_reader_status(&r, NULL), CAMEO_OK);
    CHECK(!cm_reader_next(&r, &f));
    CHECK(!cm_reader_next(&r, &f));
    cm_reader_fail(&r, CAMEO_E_LIMIT, "later", 4);
    uint64_t v = 7;
    CHECK(!cm_packed_varint_next(&r, &v));
    CHECK_INT(v, 0);
    CHECK_INT(cm_packed_count(&r, CM_WIRE_FIXED32), 0);
    cameo_error e = {0};
    CHECK_INT(cm_reader_status(&r, &e), CAMEO_E_MALFORMED);
    CHECK_INT(e.offset, 2);
    CHECK_STR(e.msg, "wire type 6 or 7");
}

/* W13: an inner field ends within the file, but behind its parent. Offsets are the file's. */
void test_wire_sub_bounds(void) {
    static const uint8_t bytes[] = {0x08, 0x01, 0x0a, 0x04, 0x10, 0x05,
                                    0x12, 0x02, 0x10, 0x01, 0x10};
    cm_reader r = cm_reader_init(bytes, sizeof bytes, DEPTH);
    cm_wire_field f;
    CHECK(cm_reader_next(&r, &f) && cm_reader_next(&r, &f));
    cm_reader sub = cm_reader_sub(&r, &f);
    CHECK(cm_reader_next(&sub, &f));
    CHECK_INT(f.begin, 5);
    CHECK(!cm_reader_next(&sub, &f));
    CHECK_INT(sub.status, CAMEO_E_MALFORMED);
    CHECK_INT(sub.error_pos, 7);
    CHECK_INT(r.status, CAMEO_OK);
    cm_reader_join(&r, &sub);
    CHECK_INT(r.status, CAMEO_E_MALFORMED);
    CHECK_INT(r.error_pos, 7);
    CHECK(!cm_reader_next(&r, &f));
    sub = cm_reader_sub(&r, &f);
    CHECK_INT(sub.status, CAMEO_E_MALFORMED);
    CHECK(!cm_reader_next(&sub, &f));
}

/* W25: an end tag in a nested message does not close a group around it, nor the reverse. */
void test_wire_group_end_in_sub(void) {
    static const uint8_t bytes[] = {0x0a, 0x01, 0x0c, 0x12, 0x01, 0x0b};
    for (int i = 0; i < 2; i++) {
        cm_reader r = cm_reader_init(bytes, sizeof bytes, DEPTH);
        cm_wire_field f;
        CHECK(cm_reader_next(&r, &f));
        if (i == 1) CHECK(cm_reader_next(&r, &f));
        cm_reader sub = cm_reader_sub(&r, &f);
        CHECK(!cm_reader_next(&sub, &f));
        CHECK_INT(sub.status, CAMEO_E_MALFORMED);
        CHECK_INT(sub.error_pos, i == 0 ? 2 : 5);
    }
}

/* n nested groups of field 1; true if they are skipped, with the status in *status. */
static bool wire_skips_groups(size_t n, bool closed, uint32_t depth, cm_reader *r) {
    uint8_t *bytes = malloc(2 * n);
    if (bytes == NULL) return false;
    memset(bytes, 0x0b, n);
    memset(bytes + n, 0x0c, n);
    *r = cm_reader_init(bytes, closed ? 2 * n : n, depth);
    cm_wire_field f;
    bool more = cm_reader_next(r, &f);
    free(bytes);
    return !more && r->status == CAMEO_OK;
}

/* W26, W28: exactly at the limit is accepted, one more is not, a million neither. */
void test_wire_group_depth(void) {
    cm_reader r;
    CHECK(wire_skips_groups(5, true, 5, &r));
    CHECK(!wire_skips_groups(6, true, 5, &r));
    CHECK_INT(r.status, CAMEO_E_LIMIT);
    CHECK_INT(r.error_pos, 5);
    CHECK(!wire_skips_groups(1, true, 0, &r));
    CHECK_INT(r.status, CAMEO_E_LIMIT);
    CHECK(wire_skips_groups(CM_WIRE_MAX_GROUPS, true, UINT32_MAX, &r));
    CHECK(!wire_skips_groups(CM_WIRE_MAX_GROUPS + 1, true, UINT32_MAX, &r));
    CHECK_INT(r.status, CAMEO_E_LIMIT);
    for (int closed = 0; closed < 2; closed++) {
        CHECK(!wire_skips_groups(1000000, closed != 0, UINT32_MAX, &r));
        CHECK_INT(r.status, CAMEO_E_LIMIT);
        CHECK_INT(r.error_pos, CM_WIRE_MAX_GROUPS);
    }
}

/* W27, W28: two messages and the group in the inner one share the limit. */
void test_wire_message_depth(void) {
    static const size_t error_pos[] = {2, 4, 4, 0};
    static const uint8_t bytes[] = {0x0a, 0x04, 0x0a, 0x02, 0x0b, 0x0c};
    for (uint32_t depth = 0; depth <= 3; depth++) {
        cm_reader r = cm_reader_init(bytes, sizeof bytes, depth);
        cm_wire_field f;
        uint32_t level = 0;
        while (cm_reader_next(&r, &f)) {
            r = cm_reader_sub(&r, &f);
            level++;
        }
        CHECK_INT(level, depth < 2 ? depth + 1 : 2);
        CHECK_INT(r.status, depth < 3 ? CAMEO_E_LIMIT : CAMEO_OK);
        CHECK_INT(r.error_pos, error_pos[depth]);
    }
}

/* W17, W18, W19: elements of field 1 as varints, in any mixture of packed and unpacked. */
typedef struct wire_packed_case {
    const char *name;
    const char *bytes;
    size_t n;
    cm_wire_type element;
    size_t count;     /* sum of cm_packed_count */
    const char *want; /* elements */
    cameo_status status;
    size_t error_pos;
} wire_packed_case;

static const wire_packed_case wire_packed_cases[] = {
    {"varint packed", BYTES("\x0a\x04\x01\x96\x01\x03"), CM_WIRE_VARINT, 3, "1 150 3 ", 0, 0},
    {"W19 varint unpacked", BYTES("\x08\x01\x08\x96\x01"), CM_WIRE_VARINT, 2, "1 150 ", 0, 0},
    {"W18 varint mixed", BYTES("\x08\x01\x0a\x02\x02\x03\x08\x04\x0a\x01\x05"), CM_WIRE_VARINT, 5,
     "1 2 3 4 5 ", 0, 0},
    {"W16 empty", BYTES("\x0a\x00"), CM_WIRE_VARINT, 0, "", 0, 0},
    {"W12 wrong wire type is unknown", BYTES("\x0d" "1234\x08\x05"), CM_WIRE_VARINT, 1, "5 ", 0, 0},
    {"fixed32 packed", BYTES("\x0a\x08\x01\x00\x00\x00\xff\xff\xff\xff"), CM_WIRE_FIXED32, 2,
     "1 4294967295 ", 0, 0},
    {"W18 fixed32 mixed", BYTES("\x0d\x01\x00\x00\x00\x0a\x04\x02\x00\x00\x00"), CM_WIRE_FIXED32, 2,
     "1 2 ", 0, 0},
    {"fixed64 packed", BYTES("\x0a\x08\x01\x00\x00\x00\x00\x00\x00\x80"), CM_WIRE_FIXED64, 1,
     "9223372036854775809 ", 0, 0},
    {"W17 varint cut", BYTES("\x0a\x03\x01\x96\x80\x01"), CM_WIRE_VARINT, 0, "1 ", BAD, 3},
    {"W17 fixed32 cut", BYTES("\x0a\x07\x01\x00\x00\x00\x02\x00\x00"), CM_WIRE_FIXED32, 0, "1 ",
     BAD, 6},
    {"W17 fixed64 cut", BYTES("\x0a\x07\x01\x00\x00\x00\x02\x00\x00"), CM_WIRE_FIXED64, 0, "",
     BAD, 2},
    {"W04 varint of 11 bytes counts, but is not read",
     BYTES("\x0a\x0c\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"), CM_WIRE_VARINT, 2, "1 ",
     BAD, 3},
};

/* Appends the next element to out; false at the end. */
static bool wire_packed_step(cm_reader *r, cm_wire_type element, char *out, size_t cap) {
    uint64_t v = 0;
    uint32_t v32 = 0;
    bool more = element == CM_WIRE_VARINT    ? cm_packed_varint_next(r, &v)
                : element == CM_WIRE_FIXED64 ? cm_packed_fixed64_next(r, &v)
                                             : cm_packed_fixed32_next(r, &v32);
    size_t n = strlen(out);
    if (more) snprintf(out + n, cap - n, "%llu ", CM_LLU(element == CM_WIRE_FIXED32 ? v32 : v));
    return more;
}

void test_wire_packed(void) {
    for (size_t i = 0; i < sizeof wire_packed_cases / sizeof *wire_packed_cases; i++) {
        const wire_packed_case *c = &wire_packed_cases[i];
        uint8_t *bytes = wire_copy(c->bytes, c->n);
        CHECK(bytes != NULL);
        cm_reader r = cm_reader_init(bytes, c->n, DEPTH);
        cm_wire_field f;
        char out[128] = "";
        size_t count = 0;
        while (cm_reader_next(&r, &f)) {
            if (f.number != 1 || !cm_wire_is_repeated(&f, c->element)) continue;
            cm_reader counted = cm_reader_packed(&r, &f);
            cm_reader items = cm_reader_packed(&r, &f);
            count += cm_packed_count(&counted, c->element);
            while (wire_packed_step(&items, c->element, out, sizeof out)) {}
            CHECK_MSG(counted.status == CAMEO_OK || counted.error_pos == items.error_pos, "%s",
                      c->name);
            cm_reader_join(&r, &items);
        }
        free(bytes);
        CHECK_MSG(strcmp(out, c->want) == 0, "%s: elements \"%s\"", c->name, out);
        CHECK_MSG(count == c->count, "%s: count %u", c->name, (unsigned)count);
        CHECK_MSG(r.status == c->status && r.error_pos == c->error_pos, "%s: status %d at %u",
                  c->name, (int)r.status, (unsigned)r.error_pos);
    }
}

/* W07, W08: int32 and enums keep the low 32 bits, whatever stands above them. */
void test_wire_conversions(void) {
    CHECK_INT(cm_wire_i64(UINT64_MAX), -1);
    CHECK_INT(cm_wire_i64(UINT64_C(1) << 63), INT64_MIN);
    CHECK_INT(cm_wire_i64(INT64_MAX), INT64_MAX);
    CHECK_INT(cm_wire_i32(UINT64_MAX), -1);
    CHECK_INT(cm_wire_i32(UINT64_C(0xffffffff80000000)), INT32_MIN);
    CHECK_INT(cm_wire_i32(UINT64_C(0x80000000)), INT32_MIN);
    CHECK_INT(cm_wire_i32(UINT64_C(0x100000005)), 5);
    CHECK_INT(cm_wire_i32(INT32_MAX), INT32_MAX);
    CHECK(cm_wire_bool(UINT64_C(1) << 40) && !cm_wire_bool(0));
    static const uint8_t bytes[] = {0x08, 0xfe, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0x01};
    cm_reader r = cm_reader_init(bytes, sizeof bytes, DEPTH);
    cm_wire_field f;
    CHECK(cm_reader_next(&r, &f));
    CHECK_INT(cm_wire_i32(f.value), -2);
    CHECK_INT(cm_wire_i64(f.value), -2);
}

/* W12, W29: text is a view, NUL bytes included; a tag decides, not a number alone. */
void test_wire_text(void) {
    static const uint8_t bytes[] = {0x0a, 0x03, 'a', 0, 'b', 0x0a, 0x00, 0x08, 0x03};
    cm_reader r = cm_reader_init(bytes, sizeof bytes, DEPTH);
    cm_wire_field f;
    CHECK(cm_reader_next(&r, &f));
    CHECK(cm_wire_tag(&f) == CM_WIRE_TAG(1, CM_WIRE_LEN));
    cm_str s = cm_reader_str(&r, &f);
    CHECK(s.n == 3 && s.p == (const char *)bytes + 2);
    CHECK(cm_reader_next(&r, &f));
    CHECK_INT(cm_reader_str(&r, &f).n, 0);
    CHECK(cm_reader_next(&r, &f));
    CHECK(cm_wire_tag(&f) == CM_WIRE_TAG(1, CM_WIRE_VARINT));
    cm_reader empty = cm_reader_init(NULL, 0, DEPTH);
    CHECK(!cm_reader_next(&empty, &f));
    CHECK_INT(empty.status, CAMEO_OK);
}

/* ---- the writer ------------------------------------------------------------------------------ */

/* One of everything: bodies of 0, 5, 127, 128 and 70,000 bytes need lengths of 1, 2 and 3 bytes. */
static void wire_write_sample(cm_writer *w) {
    static const uint8_t zeros[70000];
    cm_writer_field_varint(w, 1, 150);
    cm_writer_field_varint(w, 2, (uint64_t)INT64_C(-1));
    cm_writer_field_fixed32(w, 3, 0x01020304);
    cm_writer_field_fixed64(w, 536870911, UINT64_C(0x0102030405060708));
    cm_writer_field_bytes(w, 5, "testing", 7);
    cm_writer_field_bytes(w, 6, NULL, 0);
    size_t outer = cm_writer_begin(w, 7);
    size_t empty = cm_writer_begin(w, 8);
    cm_writer_end(w, empty);
    static const size_t sizes[] = {5, 127, 128, 70000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t inner = cm_writer_begin(w, 9);
        cm_writer_raw(w, zeros, sizes[i]);
        cm_writer_end(w, inner);
    }
    size_t packed = cm_writer_begin(w, 10);
    for (uint32_t i = 0; i < 64; i++) cm_writer_varint(w, UINT64_C(1) << i);
    cm_writer_end(w, packed);
    cm_writer_end(w, outer);
    cm_writer_tag(w, 11, CM_WIRE_FIXED32);
    cm_writer_fixed32(w, 9);
}

#define SAMPLE_FIELDS \
    "1:varint 150 2:varint 18446744073709551615 3:fixed32 16909060 " \
    "536870911:fixed64 72623859790382856 5:len 7@34 6:len 0@43 7:len 70601@47 11:fixed32 9"
#define SAMPLE_INNER \
    "8:len 0@49 9:len 5@51 9:len 127@58 9:len 128@188 9:len 70000@320 10:len 325@70323"

/* Counting gives the size; that many bytes suffice; what is read back is what was written. */
void test_wire_writer_round_trip(void) {
    cm_writer w = cm_writer_init(NULL, 0);
    wire_write_sample(&w);
    CHECK_INT(w.status, CAMEO_OK);
    size_t size = w.pos;
    uint8_t *bytes = malloc(size);
    CHECK(bytes != NULL);
    w = cm_writer_init(bytes, size);
    wire_write_sample(&w);
    char fields[256];
    char inner[256] = "";
    cm_reader r = cm_reader_init(bytes, size, DEPTH);
    cm_wire_field f;
    wire_trace(&r, fields, sizeof fields);
    cameo_status status = r.status;
    uint64_t sum = 0;
    r = cm_reader_init(bytes, size, DEPTH);
    while (cm_reader_next(&r, &f)) {
        if (f.number != 7) continue;
        cm_reader sub = cm_reader_sub(&r, &f);
        wire_trace(&sub, inner, sizeof inner);
        sub = cm_reader_sub(&r, &f);
        while (cm_reader_next(&sub, &f)) {
            uint64_t v;
            cm_reader items = cm_reader_packed(&sub, &f);
            while (f.number == 10 && cm_packed_varint_next(&items, &v)) sum += v;
        }
    }
    free(bytes);
    CHECK_INT(w.status, CAMEO_OK);
    CHECK_INT(w.pos, size);
    CHECK_INT(status, CAMEO_OK);
    CHECK_STR(fields, SAMPLE_FIELDS);
    CHECK_STR(inner, SAMPLE_INNER);
    CHECK(sum == UINT64_MAX);
}

/* With any smaller buffer it fails, writes nothing behind it, and still answers the size. */
void test_wire_writer_too_small(void) {
    cm_writer w = cm_writer_init(NULL, 0);
    wire_write_sample(&w);
    size_t size = w.pos;
    for (size_t cap = 0; cap < size; cap += cap < 400 ? 1 : 97) {
        uint8_t *bytes = malloc(cap + 1);
        CHECK(bytes != NULL);
        bytes[cap] = 0xa5;
        w = cm_writer_init(bytes, cap);
        wire_write_sample(&w);
        uint8_t guard = bytes[cap];
        free(bytes);
        CHECK_INT(w.status, CAMEO_E_NOMEM);
        CHECK_INT(w.pos, size);
        CHECK_INT(guard, 0xa5);
    }
    w = cm_writer_init(NULL, 0);
    cm_writer_raw(&w, NULL, SIZE_MAX);
    CHECK_INT(w.status, CAMEO_OK);
    cm_writer_varint(&w, 1);
    CHECK_INT(w.status, CAMEO_E_LIMIT);
}

/* The guide's examples, and the sizes of varints around each power of 128. */
void test_wire_writer_bytes(void) {
    uint8_t bytes[16];
    cm_writer w = cm_writer_init(bytes, sizeof bytes);
    cm_writer_field_varint(&w, 1, 150);
    cm_writer_field_bytes(&w, 2, "testing", 7);
    size_t mark = cm_writer_begin(&w, 3);
    cm_writer_varint(&w, 3);
    cm_writer_end(&w, mark);
    CHECK_INT(w.pos, 15);
    CHECK(memcmp(bytes, "\x08\x96\x01\x12\x07testing\x1a\x01\x03", 15) == 0);
    for (uint32_t n = 1; n < 10; n++) {
        CHECK_INT(cm_wire_varint_size((UINT64_C(1) << 7 * n) - 1), n);
        CHECK_INT(cm_wire_varint_size(UINT64_C(1) << 7 * n), n + 1);
    }
    CHECK_INT(cm_wire_varint_size(0), 1);
    CHECK_INT(cm_wire_varint_size(UINT64_MAX), 10);
}
