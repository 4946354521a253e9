/* test_bytes.c — little-endian loads and stores at every alignment, views of text. */
#include "base/bytes.h"

#include "base/str.h"
#include "tests/check.h"

void test_bytes_le(void) {
    static const uint8_t file[] = {0xFF, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x91};
    CHECK_INT(cm_load_le16(file + 1), 0x7788);
    CHECK_INT(cm_load_le32(file + 1), 0x55667788);
    CHECK(cm_load_le64(file + 1) == UINT64_C(0x9122334455667788));
    for (size_t at = 0; at < 8; at++) {
        uint8_t b[24];
        memset(b, 0xEE, sizeof b);
        cm_store_le16(b + at, 0x7788);
        CHECK(memcmp(b + at, file + 1, 2) == 0 && b[at + 2] == 0xEE);
        cm_store_le32(b + at, 0x55667788);
        CHECK(memcmp(b + at, file + 1, 4) == 0 && b[at + 4] == 0xEE);
        cm_store_le64(b + at, UINT64_C(0x9122334455667788));
        CHECK(memcmp(b + at, file + 1, 8) == 0 && b[at + 8] == 0xEE);
    }
}

void test_bytes_native(void) {
    uint8_t b[16];
    const float f = -1.5f;
    const double d = 0.1;
    const int64_t i = INT64_MIN + 5;
    for (size_t at = 0; at < 8; at++) {
        memcpy(b + at, &f, sizeof f);
        CHECK(cm_load_f32(b + at) == f);
        memcpy(b + at, &d, sizeof d);
        CHECK(cm_load_f64(b + at) == d);
        memcpy(b + at, &i, sizeof i);
        CHECK(cm_load_i64(b + at) == i);
    }
    CHECK_INT(cm_f32_bits(1.0f), 0x3F800000);
    CHECK(cm_f64_from_bits(UINT64_C(0x3FF0000000000000)) == 1.0);
}

void test_bytes_str(void) {
    const cm_str none = {NULL, 0};
    CHECK(cm_str_eq(none, CM_STR("")));
    CHECK(cm_str_eq(CM_STR("Relu"), cm_str_from_c("Relu")));
    CHECK(!cm_str_eq(CM_STR("Relu"), CM_STR("Rel")));
    CHECK(!cm_str_eq(CM_STR("a\0b"), CM_STR("a\0c")));
    CHECK(cm_str_is(CM_STR("Add"), "Add") && !cm_str_is(CM_STR("Add"), "Adds"));
    CHECK_INT(cm_str_from_c(NULL).n, 0);
    CHECK(cm_str_cmp(none, CM_STR("")) == 0);
    CHECK(cm_str_cmp(CM_STR("ab"), CM_STR("abc")) < 0);
    CHECK(cm_str_cmp(CM_STR("b"), CM_STR("abc")) > 0);
    CHECK(cm_str_cmp(CM_STR("\x80"), CM_STR("a")) > 0); /* bytes are unsigned */
}
