/* test_mix_bytes.c — slots mix_u8, mix_i8 and mix_columns against the portable variants: the same bytes. */
#include "base/math.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"
#include "tests/support/features.h"

enum { MIX_MOST = 71, MIX_ROWS = 9 };

/* Every length, 0 to 9 rows at odd addresses; sums within the range and beyond either end of it, halves, infinities and
 * NaN. */
void test_mix_bytes(void) {
    static const uint64_t features[] = {UINT64_MAX >> 1, CM_CPU_AVX2_FMA | CM_CPU_F16C | CM_CPU_AVX};
    static const double scale[] = {0.5, 0.11, 1, -0.7, 1e300, 3.5};
    uint8_t bytes[MIX_ROWS][MIX_MOST + 1], want[MIX_MOST], got[MIX_MOST + 1];
    const uint8_t *x[MIX_ROWS];
    double w[MIX_ROWS];
    uint32_t seed = 1;
    for (size_t c = 0; c < 4 * MIX_ROWS * (MIX_MOST + 1); c++) {
        const cm_prims *p = cm_prims_select(features[c & 1] & test_features()), *oracle = cm_prims_select(0);
        bool is_signed = (c & 2) != 0;
        size_t n_x = c / 4 % (MIX_ROWS + 1), n = c / 4 / MIX_ROWS;
        for (size_t t = 0; t < n_x; t++) {
            for (size_t i = 0; i <= MIX_MOST; i++) {
                seed = seed * 1664525U + 1013904223U;
                bytes[t][i] = (uint8_t)(seed >> 24);
            }
            x[t] = bytes[t] + (t & 1);
            seed = seed * 1664525U + 1013904223U;
            w[t] = scale[(seed >> 16) % 6] * ((seed >> 28) == 0 ? 1e300 : 1); /* an infinity now and then */
            if ((seed >> 27 & 31) == 3) w[t] = -w[t];
        }
        (is_signed ? oracle->mix_i8 : oracle->mix_u8)(x, w, n_x, want, n);
        memset(got, 0xaa, sizeof got);
        (is_signed ? p->mix_i8 : p->mix_u8)(x, w, n_x, got, n);
        CHECK_MSG(memcmp(want, got, n) == 0, "%s: %zu bytes of %zu rows differ in case %zu", p->name, n, n_x, c);
        CHECK_INT(got[n], 0xaa);
    }
}

enum { MIX_TAPS = 2 };

/* Parts that add up to 2^bits. */
static void mix_parts(uint32_t bits, uint32_t seed, uint32_t *part, size_t n) {
    uint32_t left = 1u << bits;
    for (size_t i = 0; i + 1 < n; i++) {
        part[i] = (seed >> (8 * i + 4)) % (left + 1);
        left -= part[i];
    }
    part[n - 1] = left;
}

/* Whole weights against the same ones as doubles: every length, 1 to 8 bits in rows and columns, 1, 2 and 4 rows. */
void test_mix_columns_whole(void) {
    static uint8_t bytes[4][MIX_TAPS * MIX_MOST], want[MIX_MOST + 1], got[MIX_MOST + 1];
    static double column[MIX_TAPS * MIX_MOST];
    static uint16_t whole[MIX_TAPS * MIX_MOST];
    const uint8_t *x[4] = {bytes[0], bytes[1], bytes[2], bytes[3]};
    uint32_t seed = 1;
    for (size_t c = 0; c < 24 * (MIX_MOST + 1); c++) {
        const cm_prims *level[2] = {cm_prims_select(0), cm_prims_select(test_features())};
        uint32_t rows[4], parts[MIX_TAPS], row_bits = (uint32_t)(c % 8), bits = row_bits + 1;
        size_t n_x = (size_t)1 << c % 3, n = c / 24;
        double w[4];
        seed = seed * 1664525U + 1013904223U;
        bits += (seed >> 20) % (9 - bits);
        mix_parts(row_bits, seed, rows, n_x);
        for (size_t i = 0; i < n_x; i++) w[i] = rows[i] / (double)(1u << row_bits);
        for (size_t i = 0; i < MIX_MOST; i++) {
            seed = seed * 1664525U + 1013904223U;
            mix_parts(bits - row_bits, seed, parts, MIX_TAPS);
            for (size_t t = 0; t < MIX_TAPS; t++) {
                whole[t * MIX_MOST + i] = (uint16_t)parts[t];
                column[t * MIX_MOST + i] = parts[t] / (double)(1u << (bits - row_bits));
            }
            for (size_t s = 0; s < 4 * MIX_TAPS; s++) {
                seed = seed * 1664525U + 1013904223U;
                bytes[s / 2][s % 2 * MIX_MOST + i] = (uint8_t)((seed >> 29) == 0 ? 255 : seed >> 24);
            }
        }
        cm_mix_columns m = {.x = x, .w = w, .n_x = n_x, .column = column, .taps = MIX_TAPS, .ld = MIX_MOST};
        m.flip = (uint8_t)(c & 1 ? 0x80 : 0);
        m.row_bits = row_bits;
        m.whole = whole;
        memset(want, 0xaa, sizeof want);
        level[0]->mix_columns(&m, c % 5 < n ? c % 5 : 0, n, want);
        m.bits = bits;
        for (size_t i = 0; i < 2; i++) {
            memset(got, 0xaa, sizeof got);
            level[i]->mix_columns(&m, c % 5 < n ? c % 5 : 0, n, got);
            CHECK_MSG(memcmp(want, got, sizeof got) == 0, "%s: %zu bytes of %zu rows differ in case %zu",
                      level[i]->name, n, n_x, c);
        }
    }
}
