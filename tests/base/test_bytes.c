/* test_bytes.c — little-endian loads and stores at every alignment, views of text. */
#include "base/bytes.h"

#include "base/str.h"
#include "base/utf8.h"
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

/* Whole elements are turned around; what is left behind them is not touched. */
void test_bytes_swapped(void) {
    static const uint8_t src[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const uint8_t want[4][9] = {{1, 2, 3, 4, 5, 6, 7, 8, 9},
                                       {2, 1, 4, 3, 6, 5, 8, 7, 0},
                                       {4, 3, 2, 1, 8, 7, 6, 5, 0},
                                       {8, 7, 6, 5, 4, 3, 2, 1, 0}};
    for (size_t i = 0; i < 4; i++) {
        uint8_t dst[9] = {0};
        cm_copy_swapped(dst, src, sizeof src, (size_t)1 << i);
        CHECK_MSG(memcmp(dst, want[i], sizeof dst) == 0, "width %zu", (size_t)1 << i);
    }
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

/* Names of dims without a name, "NAME:AXIS": the axis has one to four digits. */
void test_bytes_axis(void) {
    static const char *const wrong[] = {"", "x", ":1", "x:", "x:12345", "x:-1", "x:/", "x:1a", "x: 1"};
    cm_str name;
    uint32_t axis;
    CHECK(cm_str_axis(CM_STR("x:0"), &name, &axis) && cm_str_is(name, "x") && axis == 0);
    CHECK(cm_str_axis(CM_STR("a:b:1209"), &name, &axis) && cm_str_is(name, "a:b") && axis == 1209);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_MSG(!cm_str_axis(cm_str_from_c(wrong[i]), &name, &axis), "\"%s\" is taken", wrong[i]);
    }
}

/* What Python's bytes.decode("utf-8", "surrogateescape") gives, with CM_UTF8_BAD + byte for its 0xdc00 + byte. */
void test_bytes_utf8(void) {
    enum { BAD = CM_UTF8_BAD };
    static const struct {
        const char *text;
        size_t size;
        uint32_t want[4];
        size_t n;
    } cases[] = {
        {"\x00", 1, {0x0}, 1},
        {"\x7f", 1, {0x7f}, 1},
        {"\x80", 1, {BAD + 0x80}, 1},
        {"\xbf", 1, {BAD + 0xbf}, 1},
        {"\xc1\xbf", 2, {BAD + 0xc1, BAD + 0xbf}, 2},
        {"\xc2\x80", 2, {0x80}, 1},
        {"\xdf\xbf", 2, {0x7ff}, 1},
        {"\xc2", 1, {BAD + 0xc2}, 1},
        {"\xc2\x41", 2, {BAD + 0xc2, 0x41}, 2},
        {"\xe0\x9f\xbf", 3, {BAD + 0xe0, BAD + 0x9f, BAD + 0xbf}, 3},
        {"\xe0\xa0\x80", 3, {0x800}, 1},
        {"\xed\x9f\xbf", 3, {0xd7ff}, 1},
        {"\xed\xa0\x80", 3, {BAD + 0xed, BAD + 0xa0, BAD + 0x80}, 3},
        {"\xed\xbf\xbf", 3, {BAD + 0xed, BAD + 0xbf, BAD + 0xbf}, 3},
        {"\xee\x80\x80", 3, {0xe000}, 1},
        {"\xef\xbf\xbf", 3, {0xffff}, 1},
        {"\xe2\x82", 2, {BAD + 0xe2, BAD + 0x82}, 2},
        {"\xe2\x82\x41", 3, {BAD + 0xe2, BAD + 0x82, 0x41}, 3},
        {"\xe2\x41\x80", 3, {BAD + 0xe2, 0x41, BAD + 0x80}, 3},
        {"\xf0\x8f\xbf\xbf", 4, {BAD + 0xf0, BAD + 0x8f, BAD + 0xbf, BAD + 0xbf}, 4},
        {"\xf0\x90\x80\x80", 4, {0x10000}, 1},
        {"\xf4\x8f\xbf\xbf", 4, {0x10ffff}, 1},
        {"\xf4\x90\x80\x80", 4, {BAD + 0xf4, BAD + 0x90, BAD + 0x80, BAD + 0x80}, 4},
        {"\xf0\x9f\x98", 3, {BAD + 0xf0, BAD + 0x9f, BAD + 0x98}, 3},
        {"\xf0\x9f\x98\x41", 4, {BAD + 0xf0, BAD + 0x9f, BAD + 0x98, 0x41}, 4},
        {"\xf5\x80\x80\x80", 4, {BAD + 0xf5, BAD + 0x80, BAD + 0x80, BAD + 0x80}, 4},
        {"\xff", 1, {BAD + 0xff}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cm_str s = {cases[i].text, cases[i].size};
        char back[4];
        size_t at = 0, n = 0;
        while (at < s.n) {
            size_t begin = at;
            uint32_t c = cm_utf8_next(s, &at);
            CHECK_MSG(n < cases[i].n && c == cases[i].want[n], "case %zu, character %zu is %x", i, n, (unsigned)c);
            n++;
            CHECK_INT(cm_utf8_put(c, NULL), at - begin);
            CHECK_INT(cm_utf8_put(c, back), at - begin);
            CHECK(memcmp(back, s.p + begin, at - begin) == 0);
        }
        CHECK_INT(n, cases[i].n);
    }
}

/* The least wins, and what was there before is told. */
void test_bytes_atomic_min(void) {
    uint32_t word = UINT32_MAX;
    CHECK_INT(cm_atomic_min(&word, 7), UINT32_MAX);
    CHECK_INT(cm_atomic_min(&word, 9), 7);
    CHECK_INT(cm_atomic_min(&word, 7), 7);
    CHECK_INT(word, 7);
    CHECK_INT(cm_atomic_min(&word, 3), 7);
    CHECK_INT(word, 3);
}
