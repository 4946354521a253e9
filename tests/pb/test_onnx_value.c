/* test_onnx_value.c — values in files of their own that are wrong, read and written: the statuses are those of
 * pb/onnx_value.h. The bytes are written by hand after onnx.proto3 and onnx-data.proto. */
#include "base/arena.h"
#include "pb/onnx_value.h"
#include "tests/check.h"

/* A TensorProto: float32 scalar 1. As an item it has 8 bytes. */
#define ONE "\x10\x01\x4a\x04\x00\x00\x80\x3f"
#define BYTES(text) text, sizeof(text) - 1

void test_onnx_value_malformed(void) {
    static const struct {
        const char *bytes;
        size_t size;
        cameo_kind kind;
        cameo_status status;
        const char *msg;
    } cases[] = {
        {BYTES(ONE), CAMEO_KIND_NONE, CAMEO_E_ARG, "the kind of the value is 0"},
        {BYTES("\x10\x06"), CAMEO_KIND_SEQUENCE, CAMEO_E_MALFORMED, "elem_type is 6"},
        {BYTES("\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), CAMEO_KIND_SEQUENCE, CAMEO_E_MALFORMED,
         "elem_type is -1"},
        {BYTES("\x10\x02"), CAMEO_KIND_SEQUENCE, CAMEO_E_UNSUPPORTED, "sparse tensors in a sequence"},
        {BYTES("\x10\x01\x1a\x02\x10\x63"), CAMEO_KIND_SEQUENCE, CAMEO_E_MALFORMED, "tensor \"\" has data_type 99"},
        {BYTES("\x10\x01\x1a\x08" ONE "\x1a\x08" ONE), CAMEO_KIND_OPTIONAL, CAMEO_E_MALFORMED,
         "an optional has 2 values"},
        /* Maps: key_type, a key, values. */
        {BYTES("\x10\x07\x22\x01k\x2a\x0c\x10\x01\x1a\x08" ONE), CAMEO_KIND_MAP, CAMEO_E_MALFORMED,
         "a map's keys have two types"},
        {BYTES("\x10\x08\x18\x05\x2a\x0c\x10\x01\x1a\x08" ONE), CAMEO_KIND_MAP, CAMEO_E_MALFORMED,
         "a map's keys have two types"},
        {BYTES("\x10\x01\x18\x05\x2a\x0c\x10\x01\x1a\x08" ONE), CAMEO_KIND_MAP, CAMEO_E_UNSUPPORTED,
         "a map has keys of float32, want int64 or string"},
        {BYTES("\x10\x07\x2a\x0c\x10\x01\x1a\x08" ONE), CAMEO_KIND_MAP, CAMEO_E_MALFORMED,
         "a map has 0 keys and 1 values"},
        {BYTES("\x10\x07\x18\x05\x2a\x12\x10\x01\x1a\x0e\x08\x02\x10\x01\x4a\x08\0\0\0\0\0\0\0\0"), CAMEO_KIND_MAP,
         CAMEO_E_UNSUPPORTED, "a map's values are not single elements of one type"},
        {BYTES("\x10\x07\x18\x05\x2a\x09\x10\x01\x1a\x05\x10\x15\x4a\x01\x03"), CAMEO_KIND_MAP, CAMEO_E_UNSUPPORTED,
         "a map's values are not single elements of one type"}, /* of 4 bits */
        {BYTES("\x10\x07\x1a\x02\x05\x06\x2a\x16\x10\x01\x1a\x08" ONE "\x1a\x08\x10\x06\x4a\x04\0\0\0\0"),
         CAMEO_KIND_MAP, CAMEO_E_UNSUPPORTED, "a map's values are not single elements of one type"},
        {BYTES("\x10\x07\x18\x05\x2a\x06\x10\x01\x1a\x02\x10\x63"), CAMEO_KIND_MAP, CAMEO_E_MALFORMED,
         "tensor \"\" has data_type 99"},
        {BYTES("\x10\x07\x18\x05\x2a\x03\x10\x01\x1a"), CAMEO_KIND_MAP, CAMEO_E_MALFORMED, "varint cut off"},
    };
    _Alignas(CAMEO_ALIGN) uint8_t memory[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint8_t *bytes = (const uint8_t *)cases[i].bytes;
        cameo_error e = {0}, counting = {0};
        cameo_value v;
        cm_arena a;
        size_t need = 0;
        cm_arena_init(&a, memory, sizeof memory);
        cameo_status status = cm_value_read(bytes, cases[i].size, cases[i].kind, &a, &v, &e);
        CHECK_MSG(status == cases[i].status, "case %zu: status %d: %s", i, (int)status, e.msg);
        CHECK_STR(e.msg, cases[i].msg);
        CHECK_INT(cm_value_read_measure(bytes, cases[i].size, cases[i].kind, &need, &counting), cases[i].status);
        CHECK_STR(counting.msg, cases[i].msg);
    }
}

/* Sequences in sequences, as deep as they may lie and one deeper, read; values that are no such value, written. */
void test_onnx_value_depth(void) {
    uint8_t bytes[64];
    for (size_t depth = CM_VALUE_MAX_DEPTH; depth <= CM_VALUE_MAX_DEPTH + 1; depth++) {
        cameo_status want = depth > CM_VALUE_MAX_DEPTH ? CAMEO_E_LIMIT : CAMEO_OK;
        cameo_value row[CM_VALUE_MAX_DEPTH + 1] = {{0}};
        cameo_error e = {0};
        cm_writer w = cm_writer_init(bytes, sizeof bytes);
        size_t mark[CM_VALUE_MAX_DEPTH + 1], need = 0;
        for (size_t i = 0; i < depth; i++) {
            if (i > 0) mark[i] = cm_writer_begin(&w, 5);
            if (i + 1 < depth) cm_writer_field_varint(&w, 2, 3);
            row[i] = (cameo_value){.kind = CAMEO_KIND_SEQUENCE};
            row[i].n_items = i + 1 < depth;
            row[i].items = i + 1 < depth ? &row[i + 1] : NULL;
        }
        for (size_t i = depth; i-- > 1;) cm_writer_end(&w, mark[i]);
        CHECK_INT(cm_value_read_measure(bytes, w.pos, CAMEO_KIND_SEQUENCE, &need, &e), want);
        CHECK_STR(e.msg, want == CAMEO_OK ? "" : "values are nested deeper than 8");
        uint8_t again[64];
        cm_writer to = cm_writer_init(again, sizeof again);
        e = (cameo_error){0};
        CHECK_INT(cm_value_write(&row[0], (cm_str){NULL, 0}, &to, &e), want);
        CHECK_STR(e.msg, want == CAMEO_OK ? "" : "values are nested deeper than 8");
        if (want == CAMEO_OK) CHECK(to.pos == w.pos && memcmp(again, bytes, w.pos) == 0);
    }
}

void test_onnx_value_write_wrong(void) {
    float one = 1, two[2] = {1, 2};
    int64_t keys[2] = {1, 2};
    uint8_t nibbles[1] = {0x21};
    cameo_value f = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 0, {0}, &one, sizeof one}};
    cameo_value pair = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 1, {2}, two, sizeof two}};
    cameo_value ids = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_INT64, 1, {2}, keys, sizeof keys}};
    cameo_value small = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_UINT4, 1, {2}, nibbles, sizeof nibbles}};
    cameo_value empty = {.kind = CAMEO_KIND_SEQUENCE}, none = {.kind = CAMEO_KIND_NONE};
    cameo_value wrong = f; /* 4 bytes are no two floats */
    wrong.tensor.rank = 1;
    wrong.tensor.dims[0] = 2;
    const struct {
        cameo_kind kind;
        size_t n;
        cameo_value items[2];
        const char *msg;
    } cases[] = {
        {CAMEO_KIND_NONE, 0, {none}, "the kind of a value is 0"},
        {CAMEO_KIND_SEQUENCE, 1, {none}, "the kind of a value is 0"},
        {CAMEO_KIND_SEQUENCE, 2, {f, empty}, "items of different kinds"},
        {CAMEO_KIND_SEQUENCE, 1, {wrong}, "a tensor of 4 bytes contradicts its type or dims"},
        {CAMEO_KIND_OPTIONAL, 2, {f, f}, "an optional has 2 items"},
        {CAMEO_KIND_MAP, 1, {ids}, "a map has 1 items, want keys and values"},
        {CAMEO_KIND_MAP, 2, {wrong, pair}, "a tensor of 4 bytes contradicts its type or dims"},
        {CAMEO_KIND_MAP, 2, {ids, wrong}, "a tensor of 4 bytes contradicts its type or dims"},
        {CAMEO_KIND_MAP, 2, {ids, f}, "a map has 2 keys of int64 and 1 values"},
        {CAMEO_KIND_MAP, 2, {pair, pair}, "a map has 2 keys of float32 and 2 values"},
        {CAMEO_KIND_MAP, 2, {ids, small}, "a map has values of uint4"},
    };
    uint8_t bytes[128];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cameo_value v = {.kind = cases[i].kind, .n_items = cases[i].n};
        v.items = (cameo_value *)(uintptr_t)cases[i].items;
        cm_writer w = cm_writer_init(bytes, sizeof bytes);
        cameo_error e = {0};
        CHECK_INT(cm_value_write(&v, (cm_str){NULL, 0}, &w, &e), CAMEO_E_ARG);
        CHECK_STR(e.msg, cases[i].msg);
    }
    cm_writer w = cm_writer_init(bytes, 7);
    cameo_error e = {0};
    CHECK_INT(cm_value_write(&f, (cm_str){NULL, 0}, &w, &e), CAMEO_E_NOMEM);
    CHECK_STR(e.msg, "the value needs 8 bytes, there are 7");
    w = cm_writer_init(bytes, 8);
    CHECK_INT(cm_value_write(&f, (cm_str){NULL, 0}, &w, NULL), CAMEO_OK);
}
