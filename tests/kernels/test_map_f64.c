/* test_map_f64.c — every variant of this processor gives the bits of the C library, at every length of a tail, in
 * place, and writes nothing behind the end. */
#include <math.h>

#include "base/math.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"
#include "tests/support/features.h"

static double map_want(cm_map_kind kind, double x) {
    switch (kind) {
        case CM_MAP_ABS: return fabs(x);
        case CM_MAP_CEIL: return ceil(x);
        case CM_MAP_FLOOR: return floor(x);
        case CM_MAP_NEG: return -x;
        case CM_MAP_RECIPROCAL: return 1 / x;
        case CM_MAP_RELU: return x < 0 ? 0 : x;
        case CM_MAP_ROUND: return nearbyint(x);
        case CM_MAP_SIGN: return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
        case CM_MAP_SQRT: return sqrt(x);
    }
    return 0;
}

/* Numbers of all sizes; zeros, infinities, NaN, halves, denormals and the ends of whole numbers among them. */
static double map_number(uint32_t *rng) {
    static const double edges[] = {0.0, 0.5, 1.5, 2.5, 0.49999999999999994, 1e-310, 0x1p52, 0x1.fffffffffffffp51,
                                   0x1.8p51, 0x1p53, 1e300, INFINITY, NAN, 1.0, 3.0, 0x1p-1022};
    *rng = *rng * 1664525U + 1013904223U;
    double v = (*rng >> 8 & 3) != 0 ? edges[*rng >> 12 & 15] : ldexp((double)(*rng >> 8), (int)(*rng >> 20 & 63) - 40);
    return *rng >> 31 != 0 ? -v : v;
}

void test_map_f64_variants(void) {
    enum { MOST = 83 };
    double x[MOST], y[MOST + 1];
    uint32_t rng = 5;
    for (size_t n = 0; n <= MOST; n++) {
        for (int kind = CM_MAP_ABS; kind <= CM_MAP_SQRT; kind++) {
            for (size_t i = 0; i < n; i++) x[i] = map_number(&rng);
            for (uint64_t features = test_features();; features &= features - 1) {
                for (int in_place = 0; in_place < 2; in_place++) {
                    memcpy(y, x, sizeof x);
                    y[n] = 7;
                    cm_prims_select(features)->map_f64((cm_map_kind)kind, in_place ? y : x, y, n);
                    CHECK(y[n] == 7);
                    for (size_t i = 0; i < n; i++) {
                        double want = map_want((cm_map_kind)kind, x[i]);
                        bool same = want != want ? y[i] != y[i] : cm_f64_bits(y[i]) == cm_f64_bits(want);
                        CHECK_MSG(same, "function %d of %a, number %zu of %zu: %a, want %a", kind, x[i], i, n, y[i],
                                  want);
                    }
                }
                if (features == 0) break;
            }
        }
    }
}
