/* test_row_taps.c — every variant of slot row_taps copies what its contract says, from any alignment, and touches
 * nothing else: x ends at the end of its buffer, and what lies between the rows of y stays. */
#include <stdlib.h>

#include "kernels/prim/prims.h"
#include "tests/check.h"
#include "tests/support/features.h"

/* Floats of y from one tap to the next behind its n. */
#define TAPS_GAP 3

static void taps_case(const cm_row_taps *t, size_t n, size_t shift) {
    size_t in = (n - 1) * t->stride + (t->taps - 1) * t->dilation + 1, out = t->taps * t->ld;
    uint8_t *room = malloc(in * sizeof(float) + shift); /* sanitizers see a read behind its end */
    float *y = malloc(out * sizeof *y);
    CHECK(room != NULL && y != NULL);
    for (size_t i = 0; i < in; i++) {
        float v = (float)i;
        memcpy(room + shift + i * sizeof v, &v, sizeof v);
    }
    for (uint64_t features = test_features();; features &= features - 1) {
        for (size_t i = 0; i < out; i++) y[i] = -1;
        cm_prims_select(features)->row_taps(t, room + shift, y, n);
        for (size_t k = 0; k < t->taps; k++) {
            for (size_t j = 0; j < t->ld; j++) {
                float want = j < n ? (float)(k * t->dilation + j * t->stride) : -1, is = y[k * t->ld + j];
                CHECK_MSG(is == want, "stride %zu, dilation %zu, output %zu of %zu of tap %zu: %g, want %g", t->stride,
                          t->dilation, j, n, k, (double)is, (double)want);
            }
        }
        if (features == 0) break;
    }
    free(y);
    free(room);
}

void test_row_taps_variants(void) {
    for (size_t n = 1; n <= 35; n++) {
        for (size_t stride = 1; stride <= 6; stride++) {
            for (size_t dilation = 1; dilation <= 2; dilation++) {
                cm_row_taps t = {.taps = 1 + n % 4, .stride = stride, .dilation = dilation, .ld = n + TAPS_GAP};
                taps_case(&t, n, n % 4);
            }
        }
    }
}
