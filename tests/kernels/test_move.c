#include "kernels/move.h"
#include "tests/check.h"

/* Every pair of offsets within a byte and every short length, for 2 and 4 bits; the neighbours
 * stay. */
void test_move_flat_bits(void) {
    for (uint32_t bits = 2; bits <= 4; bits += 2) {
        for (size_t i = 0; i < 8 * 8 * 20; i++) {
            size_t to = i % 8, from = i / 8 % 8, n = i / 64;
            uint8_t src[16], dst[16];
            for (size_t b = 0; b < 16; b++) {
                src[b] = (uint8_t)(b * 77 + 13);
                dst[b] = 0x5a;
            }
            cm_move_flat(bits, dst, to, src, from, n);
            for (size_t e = 0; e < 128 / bits; e++) {
                bool moved = e >= to && e < to + n;
                const uint8_t kept[16] = {0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a,
                                          0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a};
                const uint8_t *want = moved ? src : kept;
                size_t at = moved ? e - to + from : e;
                int got = bits == 4 ? cm_u4_get(dst, e) : cm_u2_get(dst, e);
                CHECK_INT(got, bits == 4 ? cm_u4_get(want, at) : cm_u2_get(want, at));
            }
        }
    }
}

void test_move_simplify(void) {
    cm_strided s;
    cm_strided_dense(&s, 4, (size_t[]){2, 1, 3, 4});
    cm_strided_simplify(&s);
    CHECK_INT(s.rank, 1);
    CHECK_INT(s.dims[0], 24);
    CHECK_INT(s.stride[0], 1);
    s = (cm_strided){.rank = 3, .dims = {2, 3, 4}, .stride = {12, 1, 3}};
    cm_strided_simplify(&s);
    CHECK_INT(s.rank, 3);
    s = (cm_strided){.rank = 2, .dims = {2, 3}, .stride = {(size_t)-3, (size_t)-1}, .first = 5};
    cm_strided_simplify(&s);
    CHECK_INT(s.rank, 1);
    CHECK_INT(cm_strided_at(&s, 0), 5);
    CHECK_INT(cm_strided_at(&s, 5), 0);
    cm_strided_dense(&s, 0, NULL);
    cm_strided_simplify(&s);
    CHECK_INT(s.rank, 0);
    CHECK_INT(cm_strided_at(&s, 0), 0);
}

/* Any range of a result gives the same elements as the whole: [2][3][4] read in another order. */
void test_move_strided_ranges(void) {
    cm_strided s = {.rank = 3, .dims = {4, 2, 3}, .stride = {(size_t)-1, 12, 4}, .first = 3};
    uint16_t src[24], whole[24];
    for (uint16_t i = 0; i < 24; i++) src[i] = (uint16_t)(i * 3 + 1);
    for (size_t i = 0; i < 24; i++) whole[i] = src[cm_strided_at(&s, i)];
    for (size_t at = 0; at <= 24; at++) {
        for (size_t end = at; end <= 24; end++) {
            uint16_t dst[24] = {0};
            cm_strided_copy(&s, 16, src, dst, at, end);
            for (size_t i = 0; i < 24; i++) CHECK_INT(dst[i], i >= at && i < end ? whole[i] : 0);
        }
    }
}
