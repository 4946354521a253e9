/* test_mix_bytes.c — slots mix_u8 and mix_i8 against the portable variants: the same bytes. */
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
